// print.h - takes the place of printf in Verilator's library, so that the RTL's messages can be
// reported by the simulator; included ahead of everything by the compiler's command line.

#pragma once

int turnpike_print(const char* format, ...) __attribute__((format(printf, 1, 2)));

#define VL_PRINTF turnpike_print
#define VL_USER_STOP
#define VL_USER_FINISH
