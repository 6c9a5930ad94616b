/* Start of a program on QEMU's mps2-an386 (Cortex-M4F): vector table, FPU on, main, exit by semihosting. */
#include <stdlib.h>

extern char stack_top[], data_load[], data_start[], data_end[], bss_start[], bss_end[];
extern void initialise_monitor_handles(void);
extern int main(void);

/* newlib calls these two around main; there is nothing to do. */
void _init(void) {}
void _fini(void) {}

void reset(void)
{
    char *to;
    const char *from = data_load;
    *(volatile unsigned *)0xE000ED88 |= 0xFu << 20; /* CPACR: full access to the FPU */
    __asm__ volatile("dsb\n\tisb");
    for (to = data_start; to != data_end;) *to++ = *from++;
    for (to = bss_start; to != bss_end;) *to++ = 0;
    initialise_monitor_handles();
    exit(main());
}

static void fault(void)
{
    _Exit(1);
}

/* The initial stack pointer, then reset, NMI and the faults. */
__attribute__((section(".vectors"), used)) static void (*const vectors[])(void) = {
    (void (*)(void))stack_top, reset, fault, fault, fault, fault, fault};
