/* Includes the header after macros that other headers are known to define. The system's own headers
   come first: how well those take it is not ours to test. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* windows.h */
#define near
#define far
#define huge
#define pascal
#define cdecl
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define ERROR 0
#define DELETE (0x00010000L)
#define interface struct
#define small char
#define hyper 64
#define rad1 1
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
/* complex.h, termios.h, math.h */
#define I (1.0fi)
#define B0 0
#define DOMAIN 1
/* Arduino.h */
#define PI wrong
#define F(text) wrong
#define abs(x) wrong
#define round(x) wrong
#define sq(x) wrong
#define bit(b) wrong
#define radians(x) wrong
#define degrees(x) wrong
#define constrain(x, a, b) wrong

#include "collide.h"
