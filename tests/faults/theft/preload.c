/* A library for LD_PRELOAD: before the program itself begins, it writes out all the memory there is. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void steal(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    while (maps && fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        char mode[8];
        if (sscanf(line, "%lx-%lx %7s", &start, &end, mode) == 3 && mode[0] == 'r'
            && !strstr(line, "[v")) {
            ssize_t written = write(1, (void *)start, end - start);
            (void)written;
        }
    }
    _exit(0);
}
