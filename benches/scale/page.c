/* An HTTP server that answers every request with a fixed response and does nothing else. PAGE is a file of
 * octal escapes, made by the benchmark from Parlour's own response. It listens at the Unix socket that its
 * last argument names, and serves one connection at a time, each for one request. */
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char page[] =
#include PAGE
    ;

int main(int count, char **arguments) {
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    const char *path = arguments[count - 1];
    if (strlen(path) >= sizeof place.sun_path) {
        return 1;
    }
    strcpy(place.sun_path, path);
    if (bind(listener, (struct sockaddr *)&place, sizeof place) || listen(listener, 128)) {
        return 1;
    }
    for (;;) {
        char request[8192];
        int connection = accept(listener, 0, 0);
        /* nginx sends a request in one piece. */
        if (read(connection, request, sizeof request) > 0) {
            write(connection, page, sizeof page - 1);
        }
        close(connection);
    }
}
