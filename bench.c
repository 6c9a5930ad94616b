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

static collide_mesh *hull; /* the one being measured */
static collide_vec3 directions[INPUTS];
static collide_tree *tree;
static collide_aabb boxes[20000];

static void run_support(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = (collide_real)collide_mesh_support(hull, directions[i]);
}

static void run_support_loop(void)
{
    int i, k, n = collide_mesh_vertex_count(hull);
    const collide_vec3 *p = collide_i_mesh_vertices(hull);
    for (i = 0; i < INPUTS; i++) {
        collide_real best = -1000;
        int at = 0;
        for (k = 0; k < n; k++) {
            collide_real d = p[k].x * directions[i].x + p[k].y * directions[i].y + p[k].z * directions[i].z;
            if (d > best) {
                best = d;
                at = k;
            }
        }
        sink = (collide_real)at;
    }
}

static void run_tree_box(void)
{
    collide_tree_walk w;
    int i, found = 0;
    for (i = 0; i < INPUTS; i++) {
        collide_tree_walk_box(&w, tree, boxes[i]);
        while (collide_tree_next(&w) >= 0) found++;
    }
    sink = (collide_real)found;
}

static void run_tree_ray(void)
{
    collide_tree_walk w;
    int i, found = 0;
    for (i = 0; i < INPUTS; i++) {
        collide_aabb point;
        point.lower = point.upper = boxes[i].lower;
        collide_tree_walk_cast(&w, tree, point, collide_vec3_scale(directions[i], 100));
        while (collide_tree_next(&w) >= 0) found++;
    }
    sink = (collide_real)found;
}

static void run_tree_nearest(void)
{
    collide_tree_walk w;
    int i;
    for (i = 0; i < INPUTS; i++) {
        collide_aabb point;
        point.lower = point.upper = collide_vec3_scale(directions[i], 400);
        collide_tree_walk_near(&w, tree, point, 10000);
        while (collide_tree_next(&w) >= 0) w.bound = w.key;
    }
    sink = w.bound;
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

static void bench_tree(void)
{
    row walks[] = {{"boxes met by a box", run_tree_box, 0},
                   {"by a ray of length 100", run_tree_ray, 0},
                   {"nearest to a point", run_tree_nearest, 0}};
    double start;
    int i;
    for (i = 0; i < 20000; i++) {
        boxes[i].lower = collide_i_vec(next_real() * 500, next_real() * 500, next_real() * 500);
        boxes[i].upper =
            collide_vec3_add(boxes[i].lower, collide_i_vec(2 + next_real(), 2 + next_real(), 2 + next_real()));
    }
    start = seconds();
    if (collide_tree_create(&tree, boxes, 20000, NULL) < 0) exit(1);
    printf("\n[TREE] 20000 boxes: built in %.1f ms, depth %d, %.1f bytes per box\n", (seconds() - start) * 1e3,
           tree->depth, (double)collide_i_tree_bytes(tree->node_count) / 20000);
    compare("[TREE] walks among 20000 boxes", walks, 3);
    collide_tree_destroy(tree);
}

/* A hull of points on a sphere. */
static collide_mesh *sphere_hull(int count)
{
    collide_real *p = (collide_real *)malloc(3 * (size_t)count * sizeof *p);
    collide_mesh *m = NULL;
    int i;
    if (!p) exit(1);
    for (i = 0; i < count; i++) {
        collide_vec3 v;
        do v = collide_i_vec(next_real(), next_real(), next_real());
        while (collide_vec3_length(v) > 1 || collide_vec3_length(v) < 0.1f);
        v = collide_vec3_normalize(v);
        p[3 * i] = v.x;
        p[3 * i + 1] = v.y;
        p[3 * i + 2] = v.z;
    }
    if (collide_mesh_create_hull(&m, p, count, NULL) < 0) exit(1);
    free(p);
    return m;
}

static void bench_mesh(void)
{
    static const int sizes[] = {8, 32, 128, 1024};
    collide_mesh *m;
    double start, time;
    int i, n;
    for (i = 0; i < 4; i++) {
        char title[64];
        row rows[] = {{"collide_mesh_support", run_support, 0}, {"loop over all vertices", run_support_loop, 0}};
        hull = sphere_hull(sizes[i]);
        snprintf(title, sizeof title, "[MESH] furthest of %d vertices", collide_mesh_vertex_count(hull));
        compare(title, rows, 2);
        collide_mesh_destroy(hull);
    }
    printf("\n[MESH] creation\n");
    for (n = 30; n <= 300; n *= 10) {
        start = seconds();
        if (collide_mesh_create_torus(&m, 2, 0.5f, n, n, NULL) < 0) exit(1);
        time = seconds() - start;
        printf("  torus of %6d quads          %8.2f ms, %.0f bytes per face\n", n * n, time * 1e3,
               (double)collide_mesh_bytes(m) / collide_mesh_face_count(m));
        collide_mesh_destroy(m);
    }
    for (n = 1000; n <= 100000; n *= 10) {
        start = seconds();
        m = sphere_hull(n);
        time = seconds() - start;
        printf("  hull of %6d points           %8.2f ms, %d faces\n", n, time * 1e3, collide_mesh_face_count(m));
        collide_mesh_destroy(m);
    }
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
        directions[i] = collide_vec3_normalize(axis);
        poses[i].position = axis;
        poses[i].rotation = collide_quat_from_axis_angle(axis, next_real());
    }
    printf("collide.h %d.%d.%d, %s, self-test %s\n", COLLIDE_VERSION / 10000, COLLIDE_VERSION / 100 % 100,
           COLLIDE_VERSION % 100, sizeof(collide_real) == 4 ? "float" : "double",
           collide_fp_selftest() == 0 ? "passed" : "FAILED");
    bench_math();
    bench_tree();
    bench_mesh();
    return 0;
}
