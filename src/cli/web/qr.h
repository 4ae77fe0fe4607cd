/* QR codes in the terminal. */
#ifndef CLI_QR_H
#define CLI_QR_H

/* Writes a text as a QR code, two squares to a character, dark on light.  Nothing, if it is too
 * long, or the output is no terminal. */
void qr_write(const char *text);

#endif
