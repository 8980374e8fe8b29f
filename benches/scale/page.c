/* A FastCGI responder that answers every request with a fixed page and does nothing else. PAGE is a file
 * of octal escapes, made by the benchmark from Parlour's own response. The library serves one connection
 * at a time, so each ends with its request: a kept one would make the other visitors wait. */
#include <fcgiapp.h>

static const char page[] =
#include PAGE
    ;

int main(void) {
    FCGX_Request request;
    if (FCGX_Init() || FCGX_InitRequest(&request, 0, 0)) {
        return 1;
    }
    while (FCGX_Accept_r(&request) >= 0) {
        FCGX_PutStr(page, sizeof page - 1, request.out);
        request.keepConnection = 0;
        FCGX_Finish_r(&request);
    }
    return 0;
}
