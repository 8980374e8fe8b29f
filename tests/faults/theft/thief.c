/* What a user may do to a program that they may run and not read.
 *
 *   thief trace PROGRAM [NAME=VALUE]...
 *   thief attach PROGRAM [NAME=VALUE]...
 *
 * runs it as a CGI program in this environment and writes every byte of its memory to standard
 * output that it can get at. `trace` is its debugger from the first instruction on: where it may not
 * read memory, it sets registers, so that the program writes its memory out by itself. `attach` lets
 * it start on its own and tries to get in while it writes its page.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096UL
#define STACK (256 * PAGE)
#define IMAGE (4096 * PAGE)
#define AREAS 256

static pid_t child;
static int from_child;
static struct { unsigned long start, bytes; } areas[AREAS];
static int area_count;

static void remember(unsigned long start, unsigned long bytes) {
    if (area_count < AREAS && bytes > 0 && bytes < IMAGE) {
        areas[area_count].start = start;
        areas[area_count++].bytes = bytes;
    }
}

static void give(const char *bytes, size_t count) {
    fwrite(bytes, 1, count, stdout);
}

static void start(char **arguments, int is_traced) {
    int pipe_ends[2];
    if (pipe(pipe_ends)) exit(3);
    /* So small that the program waits in the middle of its page. */
    fcntl(pipe_ends[1], F_SETPIPE_SZ, PAGE);
    child = fork();
    if (child == 0) {
        dup2(pipe_ends[1], 1);
        close(pipe_ends[0]);
        close(pipe_ends[1]);
        if (is_traced) ptrace(PTRACE_TRACEME, 0, 0, 0);
        char *own_name[] = {arguments[0], NULL};
        execve(arguments[0], own_name, arguments + 1);
        _exit(127);
    }
    close(pipe_ends[1]);
    from_child = pipe_ends[0];
}

/* Lets the program run up to where a system call begins or ends. */
static int next_stop(struct user_regs_struct *registers) {
    int status;
    ptrace(PTRACE_SYSCALL, child, 0, 0);
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return 0;
    return ptrace(PTRACE_GETREGS, child, 0, registers) == 0;
}

/* Has the program, which is about to make a system call, write a page of its memory out first. */
static int write_out(const struct user_regs_struct *saved, unsigned long address) {
    struct user_regs_struct registers = *saved;
    registers.orig_rax = registers.rax = SYS_write;
    registers.rdi = 1;
    registers.rsi = address;
    registers.rdx = PAGE;
    ptrace(PTRACE_SETREGS, child, 0, &registers);
    if (!next_stop(&registers)) return 0;
    long written = (long)registers.rax;
    while (written > 0) {
        char bytes[PAGE];
        ssize_t count = read(from_child, bytes, sizeof bytes);
        if (count <= 0) return 0;
        give(bytes, count);
        written -= count;
    }
    /* Back to the instruction that makes the system call. */
    registers = *saved;
    registers.rip -= 2;
    registers.rax = registers.orig_rax;
    ptrace(PTRACE_SETREGS, child, 0, &registers);
    return next_stop(&registers);
}

static void write_out_all(const struct user_regs_struct *saved) {
    for (int area = 0; area < area_count; area++)
        for (unsigned long at = 0; at < areas[area].bytes; at += PAGE)
            if (!write_out(saved, areas[area].start + at)) return;
}

/* The auxiliary vector says where the program lies. It is on the stack, which is read by the
 * program's own writing. */
static unsigned long address_of_image(const struct user_regs_struct *saved, unsigned long stack) {
    static char bytes[4 * PAGE];
    size_t length = 0;
    struct user_regs_struct registers = *saved;
    /* As much as there is: a byte too much, and nothing is written. */
    for (size_t size = sizeof bytes; size >= 64 && length == 0; size /= 2) {
        registers.orig_rax = registers.rax = SYS_write;
        registers.rdi = 1;
        registers.rsi = stack;
        registers.rdx = size < PAGE ? size : PAGE;
        ptrace(PTRACE_SETREGS, child, 0, &registers);
        struct user_regs_struct after;
        if (!next_stop(&after)) return 0;
        if ((long)after.rax > 0) length = read(from_child, bytes, sizeof bytes);
        after = *saved;
        after.rip -= 2;
        after.rax = after.orig_rax;
        ptrace(PTRACE_SETREGS, child, 0, &after);
        if (!next_stop(&after)) return 0;
    }
    unsigned long *word = (unsigned long *)bytes, *end = (unsigned long *)(bytes + length);
    for (word += 1 + *word + 1; word < end && *word; word++) {}
    for (word++; word + 1 < end && word[0] != AT_NULL; word += 2) {
        if (word[0] == AT_PHDR) return word[1] & ~(PAGE - 1);
    }
    return 0;
}

static int trace(void) {
    int status;
    struct user_regs_struct registers;
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return 4;
    ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_EXITKILL);
    ptrace(PTRACE_GETREGS, child, 0, &registers);
    unsigned long stack = registers.rsp;
    if (!next_stop(&registers)) return 5;
    remember(address_of_image(&registers, stack), IMAGE - 1);
    for (;;) {
        struct user_regs_struct after;
        int is_page = registers.orig_rax == SYS_writev || registers.orig_rax == SYS_write;
        if (is_page && registers.rdi == 1) break;
        if (!next_stop(&after)) return 6;
        if (registers.orig_rax == SYS_mmap) remember(after.rax, registers.rsi);
        if (registers.orig_rax == SYS_brk) remember(after.rax & ~(PAGE - 1), 64 * PAGE);
        if (!next_stop(&registers)) return 7;
    }
    remember((registers.rsp & ~(PAGE - 1)) - STACK / 2, STACK);
    write_out_all(&registers);
    kill(child, SIGKILL);
    return 0;
}

/* Gives what can be read of a file of /proc. */
static void read_proc(const char *name, unsigned long from) {
    char path[64], bytes[PAGE];
    snprintf(path, sizeof path, "/proc/%d/%s", child, name);
    int file = open(path, O_RDONLY);
    if (file < 0) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        return;
    }
    fprintf(stderr, "%s: open\n", name);
    if (from) lseek(file, from, SEEK_SET);
    for (ssize_t count; (count = read(file, bytes, sizeof bytes)) > 0;) give(bytes, count);
    close(file);
}

static int attach(void) {
    /* It has its keys when the first bytes of its page are here. */
    char bytes[64];
    if (read(from_child, bytes, sizeof bytes) <= 0) return 4;
    read_proc("environ", 0);
    read_proc("maps", 0);
    read_proc("auxv", 0);
    read_proc("mem", 0x400000);
    read_proc("fd/0", 0);
    struct iovec here = {bytes, sizeof bytes}, there = {(void *)0x400000, sizeof bytes};
    long count = process_vm_readv(child, &here, 1, &there, 1, 0);
    fprintf(stderr, "process_vm_readv: %s\n", count < 0 ? strerror(errno) : "done");
    int is_attached = ptrace(PTRACE_SEIZE, child, 0, 0) == 0;
    fprintf(stderr, "ptrace: %s\n", is_attached ? "attached" : strerror(errno));
    kill(child, SIGKILL);
    return is_attached ? 10 : 0;
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    int is_traced = !strcmp(arguments[1], "trace");
    start(arguments + 2, is_traced);
    return is_traced ? trace() : attach();
}
