#include "cli/web/qr.h"

#include <qrencode.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum { MARGIN = 2 };

/* True where the code is dark; around it, it is light. */
static bool is_dark(const QRcode *code, int row, int column)
{
    bool inside = row >= 0 && row < code->width && column >= 0 && column < code->width;
    return inside && (code->data[row * code->width + column] & 1);
}

void qr_write(const char *text)
{
    if (!isatty(fileno(stdout))) return;
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    for (int row = -MARGIN; code && row < code->width + MARGIN; row += 2) {
        fputs("  \033[30;107m", stdout);
        for (int column = -MARGIN; column < code->width + MARGIN; column++) {
            bool upper = is_dark(code, row, column), lower = is_dark(code, row + 1, column);
            fputs(upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ", stdout);
        }
        fputs("\033[0m\n", stdout);
    }
    QRcode_free(code);
}
