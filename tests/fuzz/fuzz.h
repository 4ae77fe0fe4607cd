/* Shared by the fuzzers: a check that ends the program and, with -DFUZZ_PLAIN (without libFuzzer),
 * a main that runs the files named. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define MUST(what) ((what) ? (void)0 : broken(#what, __FILE__, __LINE__))

static inline void broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, what);
    abort();
}

/* Copies the input into a C string, so that the sanitizer notices a read past its end. */
static inline char *fuzz_text(const uint8_t *data, size_t n)
{
    char *text = malloc(n + 1);
    if (!text) exit(0);
    if (n > 0) memcpy(text, data, n);
    text[n] = '\0';
    return text;
}

#ifdef FUZZ_PLAIN
int main(int argc, char **argv)
{
    static uint8_t bytes[1 << 20];
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        if (!f) {
            perror(argv[i]);
            return 1;
        }
        LLVMFuzzerTestOneInput(bytes, fread(bytes, 1, sizeof bytes, f));
        fclose(f);
    }
    printf("%d inputs\n", argc - 1);
    return 0;
}
#endif
#endif
