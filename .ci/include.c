/* A file that includes the header and calls nothing; macros on the command line choose the mode. */
#include "collide.h"
