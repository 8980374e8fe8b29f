/* A FastCGI responder that answers every request with a fixed page and does nothing else. PAGE is a file
 * of octal escapes, made by the benchmark from Parlour's own response. */
#include <fcgi_stdio.h>

static const char page[] =
#include PAGE
    ;

int main(void) {
    while (FCGI_Accept() >= 0) {
        fwrite(page, 1, sizeof page - 1, stdout);
    }
    return 0;
}
