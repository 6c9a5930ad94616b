/* bench.c - what things cost, as ratios measured side by side in one run    SPDX-License-Identifier: MIT OR Unlicense

   Each row is timed in rounds that alternate with its rivals', and keeps its best round: machines are noisy, and the
   ratio of two best rounds is what holds still. Times in nanoseconds per call. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

enum { INPUTS = 1024, ROUNDS = 15 };

static volatile collide_real sink; /* results end here, so that nothing is optimised away */
static collide_real inputs[INPUTS];
static collide_pose poses[INPUTS];

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static unsigned next_random(void)
{
    static unsigned long long state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33);
}

/* In [-1, 1]. */
static collide_real next_real(void) { return (collide_real)((double)next_random() / 1073741824.0 - 1); }

/* ---- rows: each runs once over all inputs ---- */

static void run_collide_sin(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = collide_sin(inputs[i]);
}

static void run_libm_sin(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = (collide_real)sinf((float)inputs[i]);
}

static void run_collide_atan2(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = collide_atan2(inputs[i], inputs[i ^ 1]);
}

static void run_libm_atan2(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = (collide_real)atan2f((float)inputs[i], (float)inputs[i ^ 1]);
}

static void run_compose(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = collide_pose_compose(poses[i], poses[i ^ 1]).rotation.w;
}

static void run_apply(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = collide_pose_apply(poses[i], poses[i ^ 1].position).x;
}

static void run_lanes(void)
{
    collide_i_lanes best = collide_i_lanes_splat(-1000), s = collide_i_lanes_splat(inputs[7]);
    collide_real out[4];
    int i;
    for (i = 0; i < INPUTS; i += 4)
        best = collide_i_lanes_max(best, collide_i_lanes_mul(s, collide_i_lanes_load(inputs + i)));
    collide_i_lanes_store(out, best);
    sink = out[0];
}

static void run_plain(void)
{
    collide_real best = -1000, s = inputs[7];
    int i;
    for (i = 0; i < INPUTS; i++) best = collide_i_max(best, s * inputs[i]);
    sink = best;
}

/* ---- */

typedef struct {
    const char *name;
    void (*run)(void);
    double best;
} row;

/* Times the rows in turn; each is compared with the first. */
static void compare(const char *title, row *rows, int count)
{
    int round, i;
    printf("\n%s\n", title);
    for (i = 0; i < count; i++) rows[i].best = 1e30;
    for (round = 0; round < ROUNDS; round++)
        for (i = 0; i < count; i++) {
            double start = seconds(), time;
            int n = 0;
            do {
                rows[i].run();
                n++;
                time = seconds() - start;
            } while (time < 0.004);
            time /= n;
            if (time < rows[i].best) rows[i].best = time;
        }
    for (i = 0; i < count; i++) {
        printf("  %-28s %8.2f ns", rows[i].name, rows[i].best / INPUTS * 1e9);
        if (i > 0) printf("   %5.2f x the first", rows[i].best / rows[0].best);
        printf("\n");
    }
}

static void bench_math(void)
{
    row sine[] = {{"collide_sin", run_collide_sin, 0}, {"libm sinf", run_libm_sin, 0}};
    row angle[] = {{"collide_atan2", run_collide_atan2, 0}, {"libm atan2f", run_libm_atan2, 0}};
    row pose[] = {{"collide_pose_compose", run_compose, 0}, {"collide_pose_apply", run_apply, 0}};
    row lanes[] = {{"largest product, four lanes", run_lanes, 0}, {"largest product, plain", run_plain, 0}};
    compare("[MATH] sine of 1024 angles up to 100", sine, 2);
    compare("[MATH] angle of 1024 vectors", angle, 2);
    compare("[MATH] poses", pose, 2);
    compare("[MATH] four lanes, per number", lanes, 2);
}

int main(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) {
        collide_vec3 axis;
        axis.x = next_real();
        axis.y = next_real();
        axis.z = next_real();
        inputs[i] = next_real() * 100;
        poses[i].position = axis;
        poses[i].rotation = collide_quat_from_axis_angle(axis, next_real());
    }
    printf("collide.h %d.%d.%d, %s, self-test %s\n", COLLIDE_VERSION / 10000, COLLIDE_VERSION / 100 % 100,
           COLLIDE_VERSION % 100, sizeof(collide_real) == 4 ? "float" : "double",
           collide_fp_selftest() == 0 ? "passed" : "FAILED");
    bench_math();
    return 0;
}
