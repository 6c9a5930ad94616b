/* bench.c - what things cost, as ratios measured side by side in one run    SPDX-License-Identifier: MIT OR Unlicense

   Each row is timed in rounds that alternate with its rivals', and keeps its best round: machines are noisy, and the
   ratio of two best rounds is what holds still. Times in nanoseconds per call, in levels in microseconds.

       build/bench              every section
       build/bench gjk tree     only these

   With BENCH_PEERS it is C++11, and other libraries answer the same questions in the same run. What they need of a
   pair is made ready before the clock starts: their own transforms, their own shapes of the same vertices. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef BENCH_PEERS
#include <algorithm>
#include <iterator>
#include <new>
#include <utility>
#include <vector>
#include <bullet/BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <bullet/btBulletCollisionCommon.h>
#include <bullet/BulletCollision/CollisionShapes/btTriangleShape.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <ccd/ccd.h>
#include <fcl/fcl.h>
#include <ode/ode.h>
#endif

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

enum { INPUTS = 1024, QUERIES = 4096, ROUNDS = 15 }; /* QUERIES of a level */

static volatile collide_real sink; /* results end here, so that nothing is optimised away */
static collide_real inputs[INPUTS];
static collide_pose poses[INPUTS];

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static unsigned long long random_state = 1;

static unsigned next_random(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33);
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

/* ---- timing ---- */

typedef struct {
    const char *name;
    void (*run)(void);
    double best;
} row;

/* Times the rows in turn. Slow ones get fewer rounds, but never less than three. */
static void time_rows(row *rows, int count)
{
    double spent;
    int round, i;
    for (i = 0; i < count; i++) rows[i].best = 1e30;
    for (round = 0; round < ROUNDS; round++)
        for (i = 0; i < count; i++) {
            double start = seconds(), time;
            int n = 0;
            if (round >= 3 && rows[i].best * round > 0.15) continue;
            do {
                rows[i].run();
                n++;
                spent = seconds() - start;
            } while (spent < 0.004);
            time = spent / n;
            if (time < rows[i].best) rows[i].best = time;
        }
}

static void print_row(const row *rows, int i)
{
    printf("  %-30s %9.2f ns", rows[i].name, rows[i].best / INPUTS * 1e9);
    if (i > 0) printf("   %5.2f x the first", rows[i].best / rows[0].best);
}

/* Times the rows in turn; each is compared with the first. */
static void compare(const char *title, row *rows, int count)
{
    int i;
    printf("\n%s\n", title);
    time_rows(rows, count);
    for (i = 0; i < count; i++) {
        print_row(rows, i);
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

/* ---- [SCREW] ---- */

static collide_screw screws[INPUTS];

static void run_screw_between(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = collide_screw_between(poses[i], poses[i ^ 1], poses[i ^ 2], poses[i ^ 3]).angle;
}

static void run_screw_apply(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = collide_screw_apply(&screws[i], poses[i].position, 0.5f).x;
}

static void run_screw_velocity(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = collide_screw_velocity(&screws[i], poses[i].position).x;
}

static void run_pose_between(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) sink = collide_pose_between(poses[i], poses[i ^ 1], 0.5f).position.x;
}

static void bench_screw(void)
{
    row rows[] = {{"collide_screw_between", run_screw_between, 0},
                  {"collide_screw_apply", run_screw_apply, 0},
                  {"collide_screw_velocity", run_screw_velocity, 0},
                  {"collide_pose_between", run_pose_between, 0}};
    int i;
    for (i = 0; i < INPUTS; i++) screws[i] = collide_screw_between(poses[i], poses[i ^ 1], poses[i ^ 2], poses[i ^ 3]);
    compare("[SCREW] motions", rows, 4);
}

/* ---- [GJK]: 1024 pairs of bodies ----

   Bodies have radii of about 1: boxes, or hulls of points on ellipsoids. Each query writes an answer, so that all
   who were asked can be compared afterwards. */

enum { BODIES = 16, CHAINS = 256 };

typedef struct {
    collide_shape shape;
    collide_mesh *mesh; /* NULL: a box, or a sphere if round */
    collide_vec3 half;
    int round;
} body;

typedef struct {
    int a, b;              /* which bodies */
    collide_pose pa, pb;   /* where they are; B stays there */
    collide_pose qa, ta;   /* where A moves: straight on, and turning by 45 degrees as well */
    collide_vec3 move;     /* from pa to qa */
    collide_vec3 from, to; /* a ray at A */
} pair;

typedef struct {
    int hit, iterations;
    collide_real value; /* distance, depth or time; negative: none */
} answer;

static body bodies[BODIES];
static pair pairs[INPUTS];
static answer answers[QUERIES];
static collide_gjk_cache caches[CHAINS];
static collide_scratch scratch;

static collide_vec3 random_vector(void)
{
    collide_vec3 v;
    do {
        v.x = next_real();
        v.y = next_real();
        v.z = next_real();
    } while (collide_vec3_length(v) > 1 || collide_vec3_length(v) < 0.1f);
    return v;
}

static collide_vec3 random_direction(void) { return collide_vec3_normalize(random_vector()); }

static collide_pose random_pose(void)
{
    collide_pose p;
    p.position = collide_vec3_scale(random_vector(), 5);
    p.rotation = collide_quat_from_axis_angle(random_direction(), next_real() * 3);
    return p;
}

/* From 1e-3 to 1, as many small ones as large ones. */
static collide_real random_gap(void) { return (collide_real)pow(10.0, 1.5 * ((double)next_real() - 1)); }

/* A pose beside p, moved by x along the direction. */
static collide_pose moved(collide_pose p, collide_vec3 direction, collide_real x)
{
    p.position = collide_vec3_add(p.position, collide_vec3_scale(direction, x));
    return p;
}

static collide_pose turned(collide_pose p, collide_vec3 axis, collide_real radians)
{
    p.rotation = collide_quat_multiply(collide_quat_from_axis_angle(axis, radians), p.rotation);
    return p;
}

/* Boxes for 0 vertices, spheres for 1, otherwise hulls. */
static void make_bodies(int vertices)
{
    collide_real *p = (collide_real *)malloc(3 * (size_t)(vertices + 1) * sizeof *p);
    int i, k, axis;
    if (!p) exit(1);
    for (i = 0; i < BODIES; i++) {
        body *b = &bodies[i];
        collide_real sum[3] = {0, 0, 0};
        collide_mesh_destroy(b->mesh);
        b->mesh = NULL;
        b->round = vertices == 1;
        b->half.x = 0.75f + 0.25f * next_real();
        b->half.y = 0.75f + 0.25f * next_real();
        b->half.z = 0.75f + 0.25f * next_real();
        if (vertices == 0) b->shape = collide_shape_box(b->half);
        if (vertices == 1) b->shape = collide_shape_sphere(b->half.x);
        if (vertices <= 1) continue;
        for (k = 0; k < vertices; k++) {
            collide_vec3 v = random_direction();
            p[3 * k] = v.x * b->half.x;
            p[3 * k + 1] = v.y * b->half.y;
            p[3 * k + 2] = v.z * b->half.z;
            for (axis = 0; axis < 3; axis++) sum[axis] += p[3 * k + axis] / (collide_real)vertices;
        }
        for (k = 0; k < 3 * vertices; k++) p[k] -= sum[k % 3]; /* the origin lies inside */
        if (collide_mesh_create_hull(&b->mesh, p, vertices, NULL) < 0) exit(1);
        b->shape = collide_shape_hull(b->mesh);
    }
    free(p);
}

/* How far B's centre is from A's along the direction when they touch. */
static collide_real touching(const pair *p, collide_vec3 direction)
{
    collide_real lower = 0, upper = 4;
    int i;
    for (i = 0; i < 20; i++) {
        collide_real x = (lower + upper) / 2;
        collide_pose pb = moved(p->pb, direction, x);
        if (collide_overlap(bodies[p->a].shape, p->pa, bodies[p->b].shape, pb, NULL) > 0)
            lower = x;
        else
            upper = x;
    }
    return lower;
}

/* The share of pairs that lie apart, in percent; the others overlap. */
static void make_pairs(int apart)
{
    int i;
    for (i = 0; i < INPUTS; i++) {
        pair *p = &pairs[i];
        collide_vec3 direction = random_direction();
        collide_real x;
        p->a = (int)(next_random() % BODIES);
        p->b = (int)(next_random() % BODIES);
        p->pa = random_pose();
        p->pb = random_pose();
        p->pb.position = p->pa.position;
        x = touching(p, direction);
        x += (int)(next_random() % 100) < apart ? random_gap() : -random_gap();
        p->pb = moved(p->pb, direction, x > 0 ? x : 0);
    }
}

/* 256 pairs that creep there and back, 1 degree and 0.01 a step: queries i and i + 256 are one step apart. */
static void make_coherent_pairs(void)
{
    collide_vec3 axis[CHAINS], direction[CHAINS];
    int i;
    make_pairs(50);
    memset(caches, 0, sizeof caches);
    for (i = 0; i < INPUTS; i++) {
        int chain = i % CHAINS, step = i / CHAINS;
        if (step == 0) {
            axis[chain] = random_direction();
            direction[chain] = random_direction();
        } else {
            if (step > INPUTS / CHAINS / 2) step = INPUTS / CHAINS - step;
            pairs[i] = pairs[chain];
            pairs[i].pb = moved(pairs[i].pb, direction[chain], 0.01f * (collide_real)step);
            pairs[i].pb = turned(pairs[i].pb, axis[chain], 0.0174533f * (collide_real)step);
        }
    }
}

/* A starts a gap of 0.1 to 2 away from B and is thrown at it or past it. */
static void make_casts(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) {
        pair *p = &pairs[i];
        collide_vec3 direction = random_direction(), aim = collide_vec3_scale(random_vector(), 3);
        p->a = (int)(next_random() % BODIES);
        p->b = (int)(next_random() % BODIES);
        p->pa = random_pose();
        p->pb = random_pose();
        p->pb.position = p->pa.position;
        p->pb = moved(p->pb, direction, touching(p, direction) + 1.05f + 0.95f * next_real());
        p->move = collide_vec3_sub(collide_vec3_add(p->pb.position, aim), p->pa.position);
        p->move = collide_vec3_scale(p->move, 1.25f);
        p->qa = moved(p->pa, p->move, 1);
        p->ta = turned(p->qa, random_direction(), 0.785398f);
    }
}

static void make_rays(collide_real spread)
{
    int i;
    for (i = 0; i < INPUTS; i++) {
        pair *p = &pairs[i];
        collide_vec3 aim = collide_vec3_scale(random_vector(), spread);
        p->a = (int)(next_random() % BODIES);
        p->pa = random_pose();
        p->from = collide_vec3_add(p->pa.position, collide_vec3_scale(random_direction(), 4));
        aim = collide_vec3_sub(collide_vec3_add(p->pa.position, aim), p->from);
        p->to = collide_vec3_add(p->from, collide_vec3_scale(aim, 1.5f));
    }
}

static void record(int i, collide_result hit, int iterations, collide_real value)
{
    answers[i].hit = hit;
    answers[i].iterations = iterations;
    answers[i].value = value;
}

static void run_distance(void)
{
    collide_closest c;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        int hit = collide_distance(bodies[p->a].shape, p->pa, bodies[p->b].shape, p->pb, NULL, &c);
        record(i, hit, c.iterations, hit ? -1 : c.distance);
    }
}

static void run_coherent(void)
{
    collide_closest c;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        int hit = collide_distance(bodies[p->a].shape, p->pa, bodies[p->b].shape, p->pb, &caches[i % CHAINS], &c);
        record(i, hit, c.iterations, hit ? -1 : c.distance);
    }
}

static void run_overlap(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        record(i, collide_overlap(bodies[p->a].shape, p->pa, bodies[p->b].shape, p->pb, NULL), 0, -1);
    }
}

static void run_coherent_overlap(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        collide_gjk_cache *cache = &caches[i % CHAINS];
        record(i, collide_overlap(bodies[p->a].shape, p->pa, bodies[p->b].shape, p->pb, cache), 0, -1);
    }
}

static void run_penetration(void)
{
    collide_closest c;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        int hit = collide_penetration(bodies[p->a].shape, p->pa, bodies[p->b].shape, p->pb, NULL, &scratch, &c);
        record(i, hit, c.iterations, hit ? -c.distance : -1);
    }
}

static void run_manifold(void)
{
    collide_closest c;
    collide_contact contacts[8];
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        const collide_shape *a = &bodies[p->a].shape, *b = &bodies[p->b].shape;
        int hit = collide_penetration(*a, p->pa, *b, p->pb, NULL, &scratch, &c);
        if (hit > 0) collide_manifold(*a, p->pa, *b, p->pb, c.normal, 0.05f, &scratch, contacts, 8);
        record(i, hit, c.iterations, -1);
    }
}

static void run_cast(void)
{
    collide_vec3 still = {0, 0, 0};
    collide_hit h;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        int hit = collide_shape_cast(bodies[p->a].shape, p->pa, p->move, bodies[p->b].shape, p->pb, still, NULL, &h);
        record(i, hit, h.iterations, hit ? h.time : -1);
    }
}

static void run_sweep(void)
{
    collide_hit h;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        int hit = collide_shape_sweep(bodies[p->a].shape, p->pa, p->ta, bodies[p->b].shape, p->pb, p->pb, NULL, &h);
        record(i, hit, h.iterations, hit ? h.time : -1);
    }
}

static void run_ray(void)
{
    collide_hit h;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        int hit = collide_ray_cast(bodies[p->a].shape, p->pa, p->from, p->to, &h);
        record(i, hit, h.iterations, hit ? h.time : -1);
    }
}

/* What is asked, and the rows that answer it: ours first. */
enum { DISTANCE, COHERENT, OVERLAP, COHERENT_OVERLAP, PENETRATION, MANIFOLD, CAST, SWEEP, RAY };

static row rows[8];
static int row_count;

static void add(const char *name, void (*run)(void))
{
    rows[row_count].name = name;
    rows[row_count].run = run;
    row_count++;
}

/* ---- the peers: Debian's Bullet, ODE, libccd and FCL ---- */

#ifdef BENCH_PEERS

/* A body as a user of libccd would write it: the farthest vertex is found by a loop, or by our mesh. */
typedef struct {
    const double *vertices; /* NULL: a box */
    int count;
    double half[3], rotation[9], position[3];
    const collide_mesh *mesh;
} ccd_body;

typedef struct {
    btConvexShape *bullet;
    fcl::CollisionGeometryd *fcl;
    double *vertices;
} peer_body;

typedef struct {
    btTransform pa, pb, qa, ta, from, to;
    btVector3 guess;  /* as Bullet's own penetration solver calls it: from A's centre to B's */
    btVector3 better; /* the other way and turned into A's frame, where the solver works: 10 % faster */
    fcl::Transform3d fa, fb;
    ccd_body ca, cb;
    dGeomID oa, ob, ray;
    double ray_length;
} peer_pair;

static peer_body peer_bodies[BODIES];
static peer_pair *peer_pairs; /* Bullet and Eigen want them aligned */
static btVector3 kept[CHAINS];
static ccd_t ccd_loop, ccd_hill;
static btSphereShape *bullet_point;
static dGeomID ode_ray;

static btVector3 bullet_vector(collide_vec3 v) { return btVector3((btScalar)v.x, (btScalar)v.y, (btScalar)v.z); }

static btTransform bullet_transform(collide_pose p)
{
    collide_quat q = p.rotation;
    return btTransform(btQuaternion((btScalar)q.x, (btScalar)q.y, (btScalar)q.z, (btScalar)q.w),
                       bullet_vector(p.position));
}

static fcl::Transform3d fcl_transform(collide_pose p)
{
    fcl::Transform3d t = fcl::Transform3d::Identity();
    t.linear() = fcl::Quaterniond(p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z).toRotationMatrix();
    t.translation() = fcl::Vector3d(p.position.x, p.position.y, p.position.z);
    return t;
}

static void ode_place(dGeomID g, collide_pose p)
{
    dQuaternion q = {p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z};
    dGeomSetPosition(g, p.position.x, p.position.y, p.position.z);
    dGeomSetQuaternion(g, q);
}

static ccd_body ccd_place(int which, collide_pose p)
{
    const body *b = &bodies[which];
    fcl::Matrix3d r = fcl_transform(p).linear();
    ccd_body c;
    int i;
    c.vertices = peer_bodies[which].vertices;
    c.count = b->mesh ? collide_mesh_vertex_count(b->mesh) : 0;
    c.mesh = b->mesh;
    c.half[0] = b->half.x, c.half[1] = b->half.y, c.half[2] = b->half.z;
    c.position[0] = p.position.x, c.position[1] = p.position.y, c.position[2] = p.position.z;
    for (i = 0; i < 9; i++) c.rotation[i] = r(i / 3, i % 3);
    return c;
}

static inline void ccd_to_local(const ccd_body *b, const ccd_vec3_t *d, double *local)
{
    const double *r = b->rotation, *v = d->v;
    int i;
    for (i = 0; i < 3; i++) local[i] = r[i] * v[0] + r[3 + i] * v[1] + r[6 + i] * v[2];
}

static inline void ccd_to_world(const ccd_body *b, double x, double y, double z, ccd_vec3_t *out)
{
    const double *r = b->rotation;
    int i;
    for (i = 0; i < 3; i++) out->v[i] = r[3 * i] * x + r[3 * i + 1] * y + r[3 * i + 2] * z + b->position[i];
}

static void ccd_support_loop(const void *object, const ccd_vec3_t *d, ccd_vec3_t *out)
{
    const ccd_body *b = (const ccd_body *)object;
    const double *v = b->vertices, *h = b->half;
    double local[3], best = -1e30;
    int i, at = 0;
    ccd_to_local(b, d, local);
    if (!v) {
        ccd_to_world(b, local[0] < 0 ? -h[0] : h[0], local[1] < 0 ? -h[1] : h[1], local[2] < 0 ? -h[2] : h[2], out);
        return;
    }
    for (i = 0; i < b->count; i++) {
        double x = v[3 * i] * local[0] + v[3 * i + 1] * local[1] + v[3 * i + 2] * local[2];
        if (x > best) {
            best = x;
            at = i;
        }
    }
    ccd_to_world(b, v[3 * at], v[3 * at + 1], v[3 * at + 2], out);
}

static void ccd_support_hill(const void *object, const ccd_vec3_t *d, ccd_vec3_t *out)
{
    const ccd_body *b = (const ccd_body *)object;
    double local[3];
    int at;
    ccd_to_local(b, d, local);
    at = collide_mesh_support(b->mesh,
                              collide_i_vec((collide_real)local[0], (collide_real)local[1], (collide_real)local[2]));
    ccd_to_world(b, b->vertices[3 * at], b->vertices[3 * at + 1], b->vertices[3 * at + 2], out);
}

static void ccd_center(const void *object, ccd_vec3_t *center)
{
    memcpy(center->v, ((const ccd_body *)object)->position, sizeof center->v);
}

static void ccd_first_direction(const void *a, const void *b, ccd_vec3_t *d)
{
    int i;
    for (i = 0; i < 3; i++) d->v[i] = ((const ccd_body *)b)->position[i] - ((const ccd_body *)a)->position[i];
}

static void peers_begin(void)
{
    static char room[INPUTS * sizeof(peer_pair) + 64];
    int i;
    if (peer_pairs) return;
    peer_pairs = (peer_pair *)(room + 64 - (size_t)room % 64);
    for (i = 0; i < INPUTS; i++) new (&peer_pairs[i]) peer_pair();
    bullet_point = new btSphereShape(0);
    bullet_point->setMargin(0);
    dInitODE2(0);
    ode_ray = dCreateRay(0, 1);
    CCD_INIT(&ccd_loop);
    ccd_loop.first_dir = ccd_first_direction;
    ccd_loop.support1 = ccd_loop.support2 = ccd_support_loop;
    ccd_loop.center1 = ccd_loop.center2 = ccd_center;
    ccd_loop.max_iterations = 500;
    ccd_hill = ccd_loop;
    ccd_hill.support1 = ccd_hill.support2 = ccd_support_hill;
    printf("\nPeers: Bullet %d.%02d in %s with margins 0, FCL %s in double, ODE in %s, libccd in %s\n",
           btGetVersion() / 100, btGetVersion() % 100, sizeof(btScalar) == 4 ? "float" : "double", FCL_VERSION,
           sizeof(dReal) == 4 ? "float" : "double", sizeof(ccd_real_t) == 4 ? "float" : "double");
}

/* The hull's vertices and faces in everyone's own terms. */
static void peer_hull(peer_body *p, const collide_mesh *mesh)
{
    std::shared_ptr<std::vector<fcl::Vector3d>> points = std::make_shared<std::vector<fcl::Vector3d>>();
    std::shared_ptr<std::vector<int>> faces = std::make_shared<std::vector<int>>();
    btConvexHullShape *hull_shape = new btConvexHullShape();
    int i, k;
    p->vertices = (double *)malloc(3 * (size_t)collide_mesh_vertex_count(mesh) * sizeof *p->vertices);
    if (!p->vertices) exit(1);
    for (i = 0; i < collide_mesh_vertex_count(mesh); i++) {
        collide_vec3 v = collide_mesh_vertex(mesh, i);
        p->vertices[3 * i] = v.x, p->vertices[3 * i + 1] = v.y, p->vertices[3 * i + 2] = v.z;
        points->push_back(fcl::Vector3d(v.x, v.y, v.z));
        hull_shape->addPoint(bullet_vector(v), false);
    }
    hull_shape->recalcLocalAabb();
    for (i = 0; i < collide_mesh_face_count(mesh); i++) {
        faces->push_back(collide_mesh_face_size(mesh, i));
        for (k = 0; k < collide_mesh_face_size(mesh, i); k++) faces->push_back(collide_mesh_face_vertex(mesh, i, k));
    }
    p->bullet = hull_shape;
    p->fcl = new fcl::Convexd(points, collide_mesh_face_count(mesh), faces);
}

static void peers_bodies(void)
{
    int i;
    for (i = 0; i < BODIES; i++) {
        const body *b = &bodies[i];
        peer_body *p = &peer_bodies[i];
        collide_vec3 h = b->half;
        delete p->bullet;
        delete p->fcl;
        free(p->vertices);
        *p = peer_body();
        if (b->mesh)
            peer_hull(p, b->mesh);
        else if (b->round) {
            p->bullet = new btSphereShape((btScalar)h.x);
            p->fcl = new fcl::Sphered(h.x);
        } else {
            p->bullet = new btBoxShape(bullet_vector(h));
            p->fcl = new fcl::Boxd(2 * h.x, 2 * h.y, 2 * h.z);
        }
        if (!b->round) p->bullet->setMargin(0); /* a sphere is all margin */
    }
}

/* Boxes and spheres only: in rays at convex hulls ODE misses nearly all. */
static dGeomID ode_geometry(const body *b, collide_pose pose)
{
    collide_vec3 h = b->half;
    dGeomID g = b->round ? dCreateSphere(0, h.x) : dCreateBox(0, 2 * h.x, 2 * h.y, 2 * h.z);
    ode_place(g, pose);
    return g;
}

static void peers_pairs(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        peer_pair *q = &peer_pairs[i];
        collide_pose point = {{0, 0, 0}, {0, 0, 0, 1}};
        collide_vec3 ray = collide_vec3_sub(p->to, p->from); /* zero before rays are asked for */
        if (q->oa) dGeomDestroy(q->oa), dGeomDestroy(q->ob), dGeomDestroy(q->ray);
        q->pa = bullet_transform(p->pa);
        q->pb = bullet_transform(p->pb);
        q->qa = bullet_transform(p->qa);
        q->ta = bullet_transform(p->ta);
        q->guess = q->pb.getOrigin() - q->pa.getOrigin();
        q->better = q->pa.getBasis().transpose() * -q->guess;
        q->from = bullet_transform(moved(point, p->from, 1));
        q->to = bullet_transform(moved(point, p->to, 1));
        q->fa = fcl_transform(p->pa);
        q->fb = fcl_transform(p->pb);
        q->ca = ccd_place(p->a, p->pa);
        q->cb = ccd_place(p->b, p->pb);
        q->oa = ode_geometry(&bodies[p->a], p->pa);
        q->ob = ode_geometry(&bodies[p->b], p->pb);
        q->ray_length = collide_vec3_length(ray);
        q->ray = dCreateRay(0, q->ray_length);
        if (q->ray_length > 0) dGeomRaySet(q->ray, p->from.x, p->from.y, p->from.z, ray.x, ray.y, ray.z);
        if (i < CHAINS) kept[i] = q->better;
    }
}

static void bullet_distance(int better)
{
    btGjkEpaSolver2::sResults r;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        const peer_pair *q = &peer_pairs[i];
        bool apart = btGjkEpaSolver2::Distance(peer_bodies[p->a].bullet, q->pa, peer_bodies[p->b].bullet, q->pb,
                                               better ? q->better : q->guess, r);
        record(i, !apart, 0, apart ? (collide_real)r.distance : -1);
    }
}

static void run_bullet_distance(void) { bullet_distance(0); }
static void run_bullet_guessed(void) { bullet_distance(1); }

static void run_bullet_coherent(void)
{
    btGjkEpaSolver2::sResults r;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        const peer_pair *q = &peer_pairs[i];
        bool apart = btGjkEpaSolver2::Distance(peer_bodies[p->a].bullet, q->pa, peer_bodies[p->b].bullet, q->pb,
                                               kept[i % CHAINS], r);
        kept[i % CHAINS] = apart ? r.normal : q->better;
        record(i, !apart, 0, apart ? (collide_real)r.distance : -1);
    }
}

static void run_bullet_penetration(void)
{
    btGjkEpaSolver2::sResults r;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const pair *p = &pairs[i];
        const peer_pair *q = &peer_pairs[i];
        bool hit =
            btGjkEpaSolver2::Penetration(peer_bodies[p->a].bullet, q->pa, peer_bodies[p->b].bullet, q->pb, q->guess, r);
        record(i, hit, 0, hit ? (collide_real)-r.distance : -1);
    }
}

static void bullet_cast(int i, btConvexCast &cast, const btTransform &a0, const btTransform &a1, const btTransform &b)
{
    btConvexCast::CastResult r;
    bool hit;
    r.m_fraction = 1;
    hit = cast.calcTimeOfImpact(a0, a1, b, b, r) && r.m_fraction <= 1;
    record(i, hit, 0, hit ? (collide_real)r.m_fraction : -1);
}

static void run_bullet_subsimplex(void)
{
    btVoronoiSimplexSolver solver;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const peer_pair *q = &peer_pairs[i];
        btSubsimplexConvexCast cast(peer_bodies[pairs[i].a].bullet, peer_bodies[pairs[i].b].bullet, &solver);
        bullet_cast(i, cast, q->pa, q->qa, q->pb);
    }
}

static void run_bullet_gjk_cast(void)
{
    btVoronoiSimplexSolver solver;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const peer_pair *q = &peer_pairs[i];
        btGjkConvexCast cast(peer_bodies[pairs[i].a].bullet, peer_bodies[pairs[i].b].bullet, &solver);
        bullet_cast(i, cast, q->pa, q->qa, q->pb);
    }
}

static void run_bullet_continuous(void)
{
    btVoronoiSimplexSolver solver;
    btGjkEpaPenetrationDepthSolver depth;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const peer_pair *q = &peer_pairs[i];
        btContinuousConvexCollision cast(peer_bodies[pairs[i].a].bullet, peer_bodies[pairs[i].b].bullet, &solver,
                                         &depth);
        bullet_cast(i, cast, q->pa, q->ta, q->pb);
    }
}

/* As btCollisionWorld::rayTestSingle does it: the cast of a point. */
static void run_bullet_ray(void)
{
    btVoronoiSimplexSolver solver;
    int i;
    for (i = 0; i < INPUTS; i++) {
        const peer_pair *q = &peer_pairs[i];
        btSubsimplexConvexCast cast(bullet_point, peer_bodies[pairs[i].a].bullet, &solver);
        bullet_cast(i, cast, q->from, q->to, q->pa);
    }
}

static void run_fcl_distance(void)
{
    fcl::DistanceRequestd request(true);
    int i;
    for (i = 0; i < INPUTS; i++) {
        const peer_pair *q = &peer_pairs[i];
        fcl::DistanceResultd result;
        double d =
            fcl::distance(peer_bodies[pairs[i].a].fcl, q->fa, peer_bodies[pairs[i].b].fcl, q->fb, request, result);
        record(i, d <= 0, 0, d <= 0 ? -1 : (collide_real)d);
    }
}

static void run_ode_overlap(void)
{
    dContactGeom contact;
    int i;
    for (i = 0; i < INPUTS; i++)
        record(i, dCollide(peer_pairs[i].oa, peer_pairs[i].ob, 1, &contact, sizeof contact), 0, -1);
}

static void run_ode_manifold(void)
{
    dContactGeom contacts[8];
    int i;
    for (i = 0; i < INPUTS; i++)
        record(i, dCollide(peer_pairs[i].oa, peer_pairs[i].ob, 8, contacts, sizeof *contacts) > 0, 0, -1);
}

/* A question to ODE is a ray to set and a call; the second row has had all its rays set. */
static void run_ode_ray(void)
{
    dContactGeom contact;
    int i, hit;
    for (i = 0; i < INPUTS; i++) {
        const collide_vec3 *from = &pairs[i].from, *to = &pairs[i].to;
        dGeomRaySetLength(ode_ray, peer_pairs[i].ray_length);
        dGeomRaySet(ode_ray, from->x, from->y, from->z, to->x - from->x, to->y - from->y, to->z - from->z);
        hit = dCollide(ode_ray, peer_pairs[i].oa, 1, &contact, sizeof contact);
        record(i, hit, 0, hit ? (collide_real)(contact.depth / peer_pairs[i].ray_length) : -1);
    }
}

static void run_ode_set_ray(void)
{
    dContactGeom contact;
    int i;
    for (i = 0; i < INPUTS; i++) {
        int hit = dCollide(peer_pairs[i].ray, peer_pairs[i].oa, 1, &contact, sizeof contact);
        record(i, hit, 0, hit ? (collide_real)(contact.depth / peer_pairs[i].ray_length) : -1);
    }
}

static void run_ccd_mpr(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) record(i, ccdMPRIntersect(&peer_pairs[i].ca, &peer_pairs[i].cb, &ccd_loop), 0, -1);
}

static void run_ccd_mpr_hill(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) record(i, ccdMPRIntersect(&peer_pairs[i].ca, &peer_pairs[i].cb, &ccd_hill), 0, -1);
}

static void run_ccd_gjk(void)
{
    int i;
    for (i = 0; i < INPUTS; i++) record(i, ccdGJKIntersect(&peer_pairs[i].ca, &peer_pairs[i].cb, &ccd_loop), 0, -1);
}

static void run_ccd_epa(void)
{
    ccd_real_t depth;
    ccd_vec3_t direction, position;
    int i;
    for (i = 0; i < INPUTS; i++) {
        int hit =
            ccdGJKPenetration(&peer_pairs[i].ca, &peer_pairs[i].cb, &ccd_loop, &depth, &direction, &position) == 0;
        record(i, hit, 0, hit ? (collide_real)depth : -1);
    }
}

static void run_ccd_mpr_penetration(void)
{
    ccd_real_t depth;
    ccd_vec3_t direction, position;
    int i;
    for (i = 0; i < INPUTS; i++) {
        int hit =
            ccdMPRPenetration(&peer_pairs[i].ca, &peer_pairs[i].cb, &ccd_loop, &depth, &direction, &position) == 0;
        record(i, hit, 0, hit ? (collide_real)depth : -1);
    }
}

static void add_peers(int query, int vertices)
{
    switch (query) {
    case DISTANCE:
        add("Bullet btGjkEpaSolver2", run_bullet_distance);
        add("  with a better guess", run_bullet_guessed);
        add("FCL distance", run_fcl_distance);
        break;
    case COHERENT:
        add("Bullet btGjkEpaSolver2", run_bullet_distance);
        add("  its last axis as guess", run_bullet_coherent);
        break;
    case OVERLAP:
        if (vertices == 0) add("ODE dCollide, 1 contact", run_ode_overlap);
        add("libccd MPR", run_ccd_mpr);
        if (vertices > 1) add("  with our support of a hull", run_ccd_mpr_hill);
        add("libccd GJK", run_ccd_gjk);
        break;
    case PENETRATION:
        add("Bullet btGjkEpaSolver2", run_bullet_penetration);
        add("libccd EPA", run_ccd_epa);
        add("libccd MPR", run_ccd_mpr_penetration);
        break;
    case MANIFOLD: add("ODE dCollide, 8 contacts", run_ode_manifold); break;
    case CAST:
        add("Bullet btSubsimplexConvexCast", run_bullet_subsimplex);
        add("Bullet btGjkConvexCast", run_bullet_gjk_cast);
        break;
    case SWEEP:
        add("(Bullet, cast without turning)", run_bullet_subsimplex);
        add("Bullet continuous collision", run_bullet_continuous);
        break;
    case RAY:
        if (vertices <= 1) add("ODE dGeomRaySet and dCollide", run_ode_ray);
        if (vertices <= 1) add("  with its rays set before", run_ode_set_ray);
        add("Bullet btSubsimplexConvexCast", run_bullet_ray);
        break;
    default: break;
    }
}

#else

static void peers_begin(void) {}
static void peers_bodies(void) {}
static void peers_pairs(void) {}
static void add_peers(int query, int vertices) { (void)query, (void)vertices; }

#endif

/* ---- who is faster, and do they agree? ---- */

/* Times all rows, and says where answers differ from the first row's. Rows in parentheses had another question. */
static void compare_answers(const char *query, const char *kind)
{
    static answer first[INPUTS];
    int i, k, hits = 0, errors = 0;
    double iterations = 0;
    rows[0].run();
    memcpy(first, answers, sizeof first);
    for (k = 0; k < INPUTS; k++) {
        hits += first[k].hit > 0;
        errors += first[k].hit < 0;
        iterations += (double)first[k].iterations / INPUTS;
    }
    printf("\n[GJK] %s, %s: %d hits of %d", query, kind, hits, INPUTS);
    if (iterations > 0) printf(", %.1f iterations", iterations);
    if (errors > 0) printf(", %d ERRORS", errors);
    printf("\n");
    time_rows(rows, row_count);
    for (i = 0; i < row_count; i++) {
        int differ = 0;
        double worst = 0;
        print_row(rows, i);
        rows[i].run();
        for (k = 0; k < INPUTS && i > 0 && rows[i].name[0] != '('; k++) {
            differ += (answers[k].hit > 0) != (first[k].hit > 0);
            if (answers[k].value >= 0 && first[k].value >= 0)
                worst = fmax(worst, fabs((double)answers[k].value - (double)first[k].value));
        }
        if (differ > 0) printf("   %d say otherwise", differ);
        if (worst > 0) printf("   off by up to %.0e", worst);
        printf("\n");
    }
}

static void ask(int query, const char *kind, int vertices)
{
    static const char *const names[] = {
        "distance",    "coherent distance",        "overlap",     "coherent overlap",
        "penetration", "penetration and contacts", "linear cast", "sweep turning by 45 degrees",
        "ray"};
    row_count = 0;
    switch (query) {
    case DISTANCE:
        make_pairs(50);
        add("collide_distance", run_distance);
        break;
    case COHERENT:
        make_coherent_pairs();
        add("collide_distance, cache kept", run_coherent);
        add("  without a cache", run_distance);
        break;
    case OVERLAP:
        make_pairs(50);
        add("collide_overlap", run_overlap);
        break;
    case COHERENT_OVERLAP:
        make_coherent_pairs();
        add("collide_overlap, cache kept", run_coherent_overlap);
        add("  without a cache", run_overlap);
        break;
    case PENETRATION:
        make_pairs(0);
        add("collide_penetration", run_penetration);
        break;
    case MANIFOLD:
        make_pairs(0);
        add("and collide_manifold", run_manifold);
        break;
    case CAST:
        make_casts();
        add("collide_shape_cast", run_cast);
        break;
    case SWEEP:
        make_casts();
        add("collide_shape_sweep", run_sweep);
        add("(cast without turning)", run_cast);
        break;
    default:
        make_rays(vertices == 1 ? 1 : 1.25f);
        add("collide_ray_cast", run_ray);
        break;
    }
    peers_pairs();
    add_peers(query, vertices);
    compare_answers(names[query], kind);
}

static collide_vec3 sphere_support(void *user, collide_vec3 direction)
{
    return collide_vec3_scale(direction, *(collide_real *)user / collide_vec3_length(direction));
}

/* The paper has eight iterations on average for rays that mostly hit, at a tolerance of 1e-6. */
static void count_iterations(void)
{
    collide_real radius = 1;
    collide_shape s = collide_shape_custom(sphere_support, &radius);
    collide_hit h;
    int i, hits = 0, most = 0;
    double sum = 0;
    make_rays(1);
    for (i = 0; i < INPUTS; i++) {
        if (collide_ray_cast(s, pairs[i].pa, pairs[i].from, pairs[i].to, &h) <= 0) continue;
        hits++;
        sum += h.iterations;
        if (h.iterations > most) most = h.iterations;
    }
    printf("\n[GJK] rays at a sphere given by a callback: %d hits of %d, %.2f iterations each, at most %d\n", hits,
           INPUTS, hits ? sum / hits : 0, most);
}

static void bench_gjk(void)
{
    static const struct {
        const char *name;
        int vertices;
    } kinds[] = {{"boxes", 0},          {"hulls of 8", 8},       {"hulls of 32", 32},
                 {"hulls of 128", 128}, {"hulls of 1024", 1024}, {"spheres", 1}};
    static const int queries[] = {DISTANCE, COHERENT, OVERLAP, COHERENT_OVERLAP, PENETRATION, MANIFOLD,
                                  CAST,     SWEEP,    RAY};
    int i, k;
    peers_begin();
    for (k = 0; k < 9; k++)
        for (i = 0; i < 6; i++) {
            int query = queries[k], vertices = kinds[i].vertices;
            if (vertices == 1 && query != RAY) continue;
            if (vertices != 0 && (query == MANIFOLD || query == SWEEP)) continue;
            random_state = 1; /* the same inputs whatever ran before */
            make_bodies(vertices);
            peers_bodies();
            ask(query, kinds[i].name, vertices);
        }
    count_iterations();
    make_bodies(1); /* frees the hulls */
    peers_bodies();
    collide_scratch_free(&scratch);
}

/* ---- [TRACE] and [PROBE]: moving through levels ----

   Levels in a game's units: a player is a box of 32 x 56 x 32, a room 256 wide. A larger level has more rooms, more
   land, more debris of the same kind, so that what a query meets stays the same and only the search for it grows (but
   a flight of 512 leaves 1,000 triangles of debris behind, which fill a cube of 480).
   Everyone gets the same triangles; ours has them once as they are and once with coplanar neighbours joined. */

enum { ROOMS, TERRAIN, DEBRIS, LEVELS };
enum { BY_RAY, BY_POINT, BY_BOX, BY_TURN, BY_CAPSULE, BY_BOX_SHAPE, BY_SLIDE };
enum { SIZES = 3 };

static const char *const level_names[] = {"rooms", "terrain", "debris"};
static const collide_vec3 player_half = {16, 28, 16};

typedef struct {
    collide_real *points;
    unsigned *indices;
    int vertices, triangles, room; /* room for triangles, and three vertices for each */
} soup;

typedef struct {
    collide_pose pose;
    collide_vec3 point;                 /* somewhere in the box that is there */
    collide_vec3 direction, axis, move; /* unit, unit, as far as is asked for */
} flight;

static soup level_soup;
static collide_mesh *level_mesh, *joined_mesh, *box_mover;
static collide_obstacle level_obstacle, joined_obstacle;
static const collide_obstacle *among = &level_obstacle;
static flight flights[QUERIES];
static collide_shape flying;
static collide_real turn_angle, flight_length; /* of a turn, how far a corner gets */

/* In [lower, upper]. */
static collide_real between(collide_real lower, collide_real upper)
{
    return lower + (upper - lower) * (next_real() + 1) / 2;
}

static unsigned add_point(collide_vec3 p)
{
    collide_real *x = level_soup.points + 3 * level_soup.vertices;
    x[0] = p.x, x[1] = p.y, x[2] = p.z;
    return (unsigned)level_soup.vertices++;
}

static void add_triangle(unsigned a, unsigned b, unsigned c)
{
    unsigned *i = level_soup.indices + 3 * level_soup.triangles++;
    i[0] = a, i[1] = b, i[2] = c;
}

/* A solid's faces as fans. */
static void add_solid(const collide_mesh *m, collide_pose pose)
{
    unsigned first = (unsigned)level_soup.vertices;
    int i, k;
    for (i = 0; i < collide_mesh_vertex_count(m); i++) add_point(collide_pose_apply(pose, collide_mesh_vertex(m, i)));
    for (i = 0; i < collide_mesh_face_count(m); i++)
        for (k = 2; k < collide_mesh_face_size(m, i); k++)
            add_triangle(first + (unsigned)collide_mesh_face_vertex(m, i, 0),
                         first + (unsigned)collide_mesh_face_vertex(m, i, k - 1),
                         first + (unsigned)collide_mesh_face_vertex(m, i, k));
}

static void add_box(collide_vec3 lower, collide_vec3 upper, collide_real yaw)
{
    collide_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
    collide_mesh *m;
    if (collide_mesh_create_box(&m, collide_vec3_scale(collide_vec3_sub(upper, lower), 0.5f), NULL) < 0) exit(1);
    pose.position = collide_vec3_scale(collide_vec3_add(lower, upper), 0.5f);
    pose.rotation = collide_quat_from_axis_angle(collide_i_vec(0, 1, 0), yaw);
    add_solid(m, pose);
    collide_mesh_destroy(m);
}

/* ---- rooms and corridors: every third column and row of rooms is narrow ---- */

enum { WALL = 8, STOREY = 136, DOOR = 24, DOOR_HEIGHT = 88 };

static collide_real room_start(int i) { return (collide_real)(256 * i - 160 * (i / 3)); }

/* A wall of the height of a storey over [x0, x1] x [z0, z1], with a door in the middle of its longer side. */
static void add_wall(collide_real x0, collide_real z0, collide_real x1, collide_real z1, collide_real floor_y, int door)
{
    const collide_real top = floor_y + STOREY - WALL, x = (x0 + x1) / 2, z = (z0 + z1) / 2;
    if (!door) {
        add_box(collide_i_vec(x0, floor_y, z0), collide_i_vec(x1, top, z1), 0);
    } else if (x1 - x0 > z1 - z0) {
        add_box(collide_i_vec(x0, floor_y, z0), collide_i_vec(x - DOOR, top, z1), 0);
        add_box(collide_i_vec(x + DOOR, floor_y, z0), collide_i_vec(x1, top, z1), 0);
        add_box(collide_i_vec(x - DOOR, floor_y + DOOR_HEIGHT, z0), collide_i_vec(x + DOOR, top, z1), 0);
    } else {
        add_box(collide_i_vec(x0, floor_y, z0), collide_i_vec(x1, top, z - DOOR), 0);
        add_box(collide_i_vec(x0, floor_y, z + DOOR), collide_i_vec(x1, top, z1), 0);
        add_box(collide_i_vec(x0, floor_y + DOOR_HEIGHT, z - DOOR), collide_i_vec(x1, top, z + DOOR), 0);
    }
}

/* wide x wide rooms on each of some storeys. Walls stand at the lower sides of each room, and around all. */
static void add_rooms(int wide, int storeys)
{
    int i, k, s;
    for (s = 0; s <= storeys; s++)
        for (i = 0; i < wide; i++)
            for (k = 0; k < wide; k++) {
                const collide_real y = (collide_real)(s * STOREY);
                const collide_real x0 = room_start(i), x1 = room_start(i + 1), z0 = room_start(k),
                                   z1 = room_start(k + 1);
                add_box(collide_i_vec(x0, y - WALL, z0), collide_i_vec(x1, y, z1), 0);
                if (s == storeys) continue;
                if (k % 3 != 2 || i == 0) add_wall(x0, z0, x0 + WALL, z1, y, i > 0); /* corridors run on */
                if (i % 3 != 2 || k == 0) add_wall(x0 + WALL, z0, x1, z0 + WALL, y, k > 0);
                if (i == wide - 1) add_wall(x1, z0, x1 + WALL, z1, y, 0);
                if (k == wide - 1) add_wall(x0, z1, x1, z1 + WALL, y, 0);
            }
}

static void make_rooms(int triangles)
{
    static const int plans[SIZES][2] = {{2, 2}, {6, 3}, {16, 4}}; /* wide, storeys */
    const int *plan = plans[triangles > 50000 ? 2 : triangles > 5000];
    add_rooms(plan[0], plan[1]);
    while (level_soup.triangles + 12 <= triangles) { /* the rest are crates and pillars, a few to each room */
        const int i = (int)(next_random() % (unsigned)plan[0]), k = (int)(next_random() % (unsigned)plan[0]);
        const collide_real y = (collide_real)((int)(next_random() % (unsigned)plan[1]) * STOREY);
        const collide_real x = between(room_start(i) + 64, room_start(i + 1) - 64);
        const collide_real z = between(room_start(k) + 64, room_start(k + 1) - 64);
        const collide_real half = between(8, 24);
        const collide_real height = next_random() % 4 ? 2 * half : STOREY - WALL;
        if (i % 3 == 2 || k % 3 == 2) continue; /* corridors stay clear */
        add_box(collide_i_vec(x - half, y, z - half), collide_i_vec(x + half, y + height, z + half), between(0, 1.5f));
    }
}

/* ---- terrain ---- */

static collide_real terrain_height(int i, int k)
{
    const double x = i, z = k;
    return (collide_real)(96 * sin(x / 5) * cos(z / 7) + 48 * sin(x / 2.3 + z / 3.1) +
                          12 * sin(x * 1.7) * cos(z * 1.3));
}

static void make_terrain(int triangles)
{
    const int wide = (int)sqrt(triangles / 2);
    int i, k;
    for (k = 0; k <= wide; k++)
        for (i = 0; i <= wide; i++)
            add_point(collide_i_vec((collide_real)(64 * i), terrain_height(i, k), (collide_real)(64 * k)));
    for (k = 0; k < wide; k++)
        for (i = 0; i < wide; i++) {
            const unsigned a = (unsigned)(k * (wide + 1) + i), b = a + 1, c = a + (unsigned)wide + 1, d = c + 1;
            add_triangle(a, c, b);
            add_triangle(b, c, d);
        }
}

/* ---- debris: hulls of eight points, one in each cell of 96 ---- */

static void make_debris(int triangles)
{
    const int count = triangles / 12, wide = (int)ceil(cbrt(count));
    int i, k;
    for (i = 0; i < count; i++) {
        const collide_vec3 radii = {between(12, 40), between(12, 40), between(12, 40)};
        collide_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
        collide_real p[24];
        collide_mesh *m;
        for (k = 0; k < 8; k++) {
            const collide_vec3 v = random_direction();
            p[3 * k] = v.x * radii.x, p[3 * k + 1] = v.y * radii.y, p[3 * k + 2] = v.z * radii.z;
        }
        if (collide_mesh_create_hull(&m, p, 8, NULL) < 0) exit(1);
        pose.position = collide_i_vec((collide_real)(96 * (i % wide)), (collide_real)(96 * (i / wide % wide)),
                                      (collide_real)(96 * (i / wide / wide)));
        pose.position = collide_vec3_add(pose.position, collide_i_vec(between(-8, 8), between(-8, 8), between(-8, 8)));
        add_solid(m, pose);
        collide_mesh_destroy(m);
    }
}

/* ---- [NEAREST]: features that follow the motion, beside the convex query that remembers ---- */

static const collide_mesh *walker;
static collide_feature_pair walks[CHAINS];
static collide_shape walker_shape;
static long walk_steps;

static void run_nearest(void)
{
    collide_closest c;
    int i;
    for (i = 0; i < INPUTS; i++) {
        sink = (collide_real)collide_nearest(walker, pairs[i].pa, walker, pairs[i].pb, &walks[i % CHAINS], &c);
        walk_steps += c.iterations;
    }
}

static void run_warm_distance(void)
{
    collide_closest c;
    int i;
    for (i = 0; i < INPUTS; i++)
        sink = (collide_real)collide_distance(walker_shape, pairs[i].pa, walker_shape, pairs[i].pb, &caches[i % CHAINS],
                                              &c);
}

static void run_cold_distance(void)
{
    collide_closest c;
    int i;
    for (i = 0; i < INPUTS; i++)
        sink = (collide_real)collide_distance(walker_shape, pairs[i].pa, walker_shape, pairs[i].pb, NULL, &c);
}

/* Two of a kind, 0.05 to 0.6 of their radius apart, that fly by 1 % of it and turn by 1 degree a frame. */
static void make_walks(void)
{
    int i;
    memset(walks, 0, sizeof walks);
    memset(caches, 0, sizeof caches);
    for (i = 0; i < INPUTS; i++) {
        pair *p = &pairs[i];
        collide_real far_off;
        if (i < CHAINS) {
            p->pa = random_pose();
            p->pb = random_pose();
            p->pb.position = moved(p->pa, random_direction(), 2.3f).position;
            continue;
        }
        p->pa = pairs[i - CHAINS].pa;
        p->pb = turned(pairs[i - CHAINS].pb, random_direction(), 0.0174533f);
        p->pb = moved(p->pb, random_direction(), 0.01f);
        far_off = collide_vec3_length(collide_vec3_sub(p->pb.position, p->pa.position));
        if (far_off < 2.05f || far_off > 2.6f)
            p->pb.position = collide_vec3_add(
                p->pa.position, collide_vec3_scale(collide_vec3_sub(p->pb.position, p->pa.position), 2.3f / far_off));
    }
}

static void bench_nearest(void)
{
    static const int vertices[] = {12, 20, 52, 102, 252, 502};
    double first = 0;
    int i;
    printf("\n[NEAREST] 1 degree and 1 %% of the radius a frame; ns per pair\n"
           "  faces     walk   steps   warm GJK   cold GJK   walk against 20 faces   against warm GJK\n");
    for (i = 0; i < 6; i++) {
        row r[] = {{"walk", run_nearest, 0}, {"warm", run_warm_distance, 0}, {"cold", run_cold_distance, 0}};
        collide_mesh *m = sphere_hull(vertices[i]);
        random_state = 1;
        walker = m;
        walker_shape = collide_shape_hull(m);
        make_walks();
        run_nearest();
        walk_steps = 0;
        run_nearest();
        printf("  %5d", collide_mesh_face_count(m));
        first = (double)walk_steps / INPUTS;
        time_rows(r, 3);
        {
            static double base;
            if (i == 0) base = r[0].best;
            printf(" %8.1f %7.2f %10.1f %10.1f %18.2f x %18.2f x\n", r[0].best / INPUTS * 1e9, first,
                   r[1].best / INPUTS * 1e9, r[2].best / INPUTS * 1e9, r[0].best / base, r[1].best / r[0].best);
        }
        collide_mesh_destroy(m);
    }
}

/* ---- the level as meshes ---- */

static collide_mesh *mesh_of_soup(unsigned flags)
{
    collide_mesh_desc d;
    collide_mesh_report report;
    collide_mesh *m = NULL;
    memset(&d, 0, sizeof d);
    d.positions = level_soup.points;
    d.vertex_count = level_soup.vertices;
    d.indices = level_soup.indices;
    d.face_count = level_soup.triangles;
    d.flags = flags;
    d.weld = -1; /* parts that touch stay parts */
    if (collide_mesh_create(&m, &d, &report) < 0) exit(1);
    return m;
}

static void make_level(const char *section, int kind, int triangles)
{
    static const collide_pose still = {{0, 0, 0}, {0, 0, 0, 1}};
    double start = seconds();
    level_soup.room = triangles + 64;
    level_soup.vertices = level_soup.triangles = 0;
    level_soup.points = (collide_real *)malloc(9 * (size_t)level_soup.room * sizeof *level_soup.points);
    level_soup.indices = (unsigned *)malloc(3 * (size_t)level_soup.room * sizeof *level_soup.indices);
    if (!level_soup.points || !level_soup.indices) exit(1);
    random_state = 1;
    if (kind == ROOMS) make_rooms(triangles);
    if (kind == TERRAIN) make_terrain(triangles);
    if (kind == DEBRIS) make_debris(triangles);
    level_mesh = mesh_of_soup(kind == TERRAIN ? COLLIDE_MESH_OPEN : 0);
    joined_mesh = mesh_of_soup(kind == TERRAIN ? COLLIDE_MESH_OPEN : COLLIDE_MESH_MERGE_COPLANAR);
    level_obstacle.mesh = level_mesh;
    joined_obstacle.mesh = joined_mesh;
    level_obstacle.pose = joined_obstacle.pose = still;
    printf("\n[%s] %s: %d triangles, or %d polygons, made in %.0f ms\n", section, level_names[kind],
           collide_mesh_face_count(level_mesh), collide_mesh_face_count(joined_mesh), (seconds() - start) * 1e3);
}

static void free_level(void)
{
    collide_mesh_destroy(level_mesh);
    collide_mesh_destroy(joined_mesh);
    free(level_soup.points);
    free(level_soup.indices);
}

/* ---- who flies where: upright and free at first, half of them just over whatever is below ---- */

static void make_flights(int kind)
{
    static const collide_pose still = {{0, 0, 0}, {0, 0, 0, 1}};
    const collide_aabb all = collide_mesh_bounds(level_mesh, still);
    int i;
    random_state = 2;
    for (i = 0; i < QUERIES;) {
        flight *f = &flights[i];
        collide_trace fall;
        f->pose.position = collide_i_vec(between(all.lower.x + 64, all.upper.x - 64), between(all.lower.y, all.upper.y),
                                         between(all.lower.z + 64, all.upper.z - 64));
        if (kind == TERRAIN) f->pose.position.y = all.upper.y + 64;
        f->pose.rotation = collide_quat_from_axis_angle(collide_i_vec(0, 1, 0), between(0, 3));
        f->direction = random_direction();
        f->axis = random_direction();
        if (collide_mesh_overlap(box_mover, f->pose, level_mesh, still, &scratch) != 0) continue;
        if (kind == TERRAIN || i % 2) {
            collide_vec3 down = {0, -1024, 0};
            if (collide_trace_translate(box_mover, f->pose, down, &level_obstacle, 1, NULL, &scratch, &fall) > 0)
                f->pose.position.y = fall.end.position.y + 1 + (i % 2 ? 0 : between(0, 64));
        }
        f->point = collide_pose_apply(f->pose, collide_i_vec(between(-16, 16), between(-28, 28), between(-16, 16)));
        if (collide_mesh_overlap(box_mover, f->pose, level_mesh, still, &scratch) == 0) i++;
    }
}

static void run_trace_ray(void)
{
    collide_trace t;
    int i;
    for (i = 0; i < QUERIES; i++) {
        const flight *f = &flights[i];
        int hit = collide_trace_ray(f->point, collide_vec3_add(f->point, f->move), among, 1, &t);
        record(i, hit, 0, hit ? t.fraction : -1);
    }
}

static void run_trace_point(void)
{
    collide_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
    collide_trace t;
    int i, hit;
    for (i = 0; i < QUERIES; i++) {
        pose.position = flights[i].point;
        hit = collide_trace_translate(NULL, pose, flights[i].move, among, 1, NULL, &scratch, &t);
        record(i, hit, 0, hit ? t.fraction : -1);
    }
}

static void run_trace_box(void)
{
    collide_trace t;
    int i;
    for (i = 0; i < QUERIES; i++) {
        const flight *f = &flights[i];
        int hit = collide_trace_translate(box_mover, f->pose, f->move, among, 1, NULL, &scratch, &t);
        record(i, hit, 0, hit ? t.fraction : -1);
    }
}

static void run_trace_turn(void)
{
    collide_trace t;
    int i;
    for (i = 0; i < QUERIES; i++) {
        const flight *f = &flights[i];
        int hit = collide_trace_rotate(box_mover, f->pose, f->pose.position, f->axis, turn_angle, among, 1, NULL,
                                       &scratch, &t);
        record(i, hit, 0, hit ? t.fraction : -1);
    }
}

static void run_probe_cast(void)
{
    collide_probe p;
    int i;
    for (i = 0; i < QUERIES; i++) {
        const flight *f = &flights[i];
        int hit = collide_probe_cast(flying, f->pose, f->move, among, 1, &scratch, &p);
        record(i, hit, 0, hit ? p.time : -1);
    }
}

static void run_probe_slide(void)
{
    static const collide_slide_desc desc = {18, 0.8f, 0, {0, 1, 0}};
    collide_slide s;
    int i;
    for (i = 0; i < QUERIES; i++) {
        const flight *f = &flights[i];
        record(i, collide_probe_slide(flying, f->pose, f->move, among, 1, &desc, &scratch, &s), 0, -1);
    }
}

/* What is asked. Bullet's time over ours is wanted to be as large as in rooms, in terrain, among debris. */
typedef struct {
    const char *name, *ours;
    void (*run)(void);
    int by;
    collide_real length, degrees;
    double wanted[LEVELS];
} question;

static const question trace_questions[] = {
    {"ray, 16", "collide_trace_ray", run_trace_ray, BY_RAY, 16, 0, {2, 2, 2}},
    {"ray, 512", "collide_trace_ray", run_trace_ray, BY_RAY, 512, 0, {2, 2, 2}},
    {"point, 16", "collide_trace_translate", run_trace_point, BY_POINT, 16, 0, {2, 2, 2}},
    {"point, 512", "collide_trace_translate", run_trace_point, BY_POINT, 512, 0, {2, 2, 2}},
    {"box, 16", "collide_trace_translate", run_trace_box, BY_BOX, 16, 0, {10, 8, 8}},
    {"box, 512", "collide_trace_translate", run_trace_box, BY_BOX, 512, 0, {30, 20, 20}},
    {"box, 45 degrees", "collide_trace_rotate", run_trace_turn, BY_TURN, 0, 45, {25, 15, 15}},
    {"box, 90 degrees", "collide_trace_rotate", run_trace_turn, BY_TURN, 0, 90, {25, 15, 15}},
};

static const question probe_questions[] = {
    {"capsule, 16", "collide_probe_cast", run_probe_cast, BY_CAPSULE, 16, 0, {4, 4, 4}},
    {"capsule, 512", "collide_probe_cast", run_probe_cast, BY_CAPSULE, 512, 0, {4, 4, 4}},
    {"box shape, 16", "collide_probe_cast", run_probe_cast, BY_BOX_SHAPE, 16, 0, {0, 0, 0}},
    {"box shape, 512", "collide_probe_cast", run_probe_cast, BY_BOX_SHAPE, 512, 0, {0, 0, 0}},
    {"capsule slides, 16", "collide_probe_slide", run_probe_slide, BY_SLIDE, 16, 0, {0, 0, 0}},
};

static void make_moves(const question *q)
{
    int i;
    for (i = 0; i < QUERIES; i++) flights[i].move = collide_vec3_scale(flights[i].direction, q->length);
    turn_angle = q->degrees * 0.01745329f;
    flight_length = q->length + turn_angle * collide_vec3_length(player_half);
    flying = q->by == BY_BOX_SHAPE ? collide_shape_box(player_half) : collide_shape_capsule(12, 16);
}

static const question *asked;

static void run_joined(void)
{
    among = &joined_obstacle;
    asked->run();
    among = &level_obstacle;
}

/* ---- [SWEEP]: the multi-body simulation of I-COLLIDE 5.3 ---- */

enum { MODELS = 16 };
typedef struct {
    int count, faces, dynamic;
    double degrees, percent, density; /* a frame; a frame, of the radius; of the volume */
    double half[3];                   /* of the room */
    collide_mesh *model[MODELS];
    collide_pose *pose;
    collide_vec3 *velocity;
    collide_quat *turn;
    collide_extremes *extremes;
} crowd;

/* Polytopes of about so many faces: hulls of random points on a sphere. */
static void crowd_make(crowd *c, int shape)
{
    double volume = 0, side;
    int i, k;
    for (i = 0; i < MODELS; i++) c->model[i] = sphere_hull(c->faces / 2 + 2);
    c->pose = (collide_pose *)malloc((size_t)c->count * sizeof *c->pose);
    c->velocity = (collide_vec3 *)malloc((size_t)c->count * sizeof *c->velocity);
    c->turn = (collide_quat *)malloc((size_t)c->count * sizeof *c->turn);
    c->extremes = (collide_extremes *)calloc((size_t)c->count, sizeof *c->extremes);
    if (!c->pose || !c->velocity || !c->turn || !c->extremes) exit(1);
    for (i = 0; i < c->count; i++) volume += (double)collide_mesh_volume(c->model[i % MODELS]);
    volume /= c->density / 100;
    side = pow(volume, 1.0 / 3) / 2;
    for (k = 0; k < 3; k++) c->half[k] = side;
    if (shape == 1 || shape == 2) /* a line or a tower of the same density along it as a plane has across */
        for (k = 0; k < 3; k++) c->half[k] = k == shape - 1 ? volume / 32 : 2;
    if (shape == 3) /* a plane */
        for (k = 0; k < 3; k++) c->half[k] = k == 1 ? 2 : sqrt(volume / 4) / 2;
    for (i = 0; i < c->count; i++) {
        c->pose[i] = random_pose();
        c->pose[i].position =
            collide_i_vec(next_real() * (collide_real)c->half[0], next_real() * (collide_real)c->half[1],
                          next_real() * (collide_real)c->half[2]);
        c->velocity[i] = collide_vec3_scale(random_direction(), (collide_real)(c->percent / 100));
        c->turn[i] = collide_quat_from_axis_angle(random_direction(), (collide_real)(c->degrees * 0.017453292519943));
    }
}

static void crowd_free(crowd *c)
{
    int i;
    for (i = 0; i < MODELS; i++) collide_mesh_destroy(c->model[i]);
    free(c->pose);
    free(c->velocity);
    free(c->turn);
    free(c->extremes);
}

static void crowd_move(crowd *c, int i)
{
    collide_real *x[3], *v[3];
    int k;
    x[0] = &c->pose[i].position.x, x[1] = &c->pose[i].position.y, x[2] = &c->pose[i].position.z;
    v[0] = &c->velocity[i].x, v[1] = &c->velocity[i].y, v[2] = &c->velocity[i].z;
    for (k = 0; k < 3; k++) {
        *x[k] += *v[k];
        if (fabs((double)*x[k]) > c->half[k]) *v[k] = *x[k] > 0 ? -collide_i_abs(*v[k]) : collide_i_abs(*v[k]);
    }
    c->pose[i].rotation = collide_quat_multiply(c->turn[i], c->pose[i].rotation);
}

static collide_aabb crowd_box(crowd *c, int i)
{
    const collide_mesh *m = c->model[i % MODELS];
    return c->dynamic ? collide_mesh_bounds_walk(m, c->pose[i], &c->extremes[i]) : collide_mesh_cube(m, c->pose[i]);
}

/* A recorded crowd, so that everyone sees the same boxes: those of each frame, and who has moved or been exchanged for
   a new one since the frame before. It is played forth and back. */
enum { FRAMES = 10 };
static struct {
    int count, pairs;
    collide_aabb *box[FRAMES];
    int *moved[FRAMES], moves[FRAMES];
    int *swapped[FRAMES], swaps[FRAMES];
    double half[3];
} film;

static void film_make(int count, int shape, double still, double jumping, double swapping)
{
    crowd c;
    int f, i;
    memset(&c, 0, sizeof c);
    c.count = count;
    c.faces = 36;
    c.dynamic = 1;
    c.degrees = c.percent = 10;
    c.density = 1;
    random_state = 1;
    crowd_make(&c, shape);
    film.count = count;
    for (i = 0; i < 3; i++) film.half[i] = c.half[i] + 4;
    for (f = 0; f < FRAMES; f++) {
        film.box[f] = (collide_aabb *)malloc((size_t)count * sizeof(collide_aabb));
        film.moved[f] = (int *)malloc((size_t)count * sizeof(int));
        film.swapped[f] = (int *)malloc((size_t)count * sizeof(int));
        if (!film.box[f] || !film.moved[f] || !film.swapped[f]) exit(1);
        film.moves[f] = film.swaps[f] = 0;
        for (i = 0; i < count; i++) {
            double chance = (double)next_random() / 2147483648.0;
            film.box[f][i] = f ? film.box[f - 1][i] : crowd_box(&c, i);
            if (f == 0 || chance < still) continue;
            crowd_move(&c, i);
            if (chance > 1 - jumping - swapping)
                c.pose[i].position =
                    collide_i_vec(next_real() * (collide_real)c.half[0], next_real() * (collide_real)c.half[1],
                                  next_real() * (collide_real)c.half[2]);
            film.box[f][i] = crowd_box(&c, i);
            if (chance > 1 - swapping)
                film.swapped[f][film.swaps[f]++] = i;
            else
                film.moved[f][film.moves[f]++] = i;
        }
    }
    crowd_free(&c);
}

static void film_free(void)
{
    int f;
    for (f = 0; f < FRAMES; f++) {
        free(film.box[f]);
        free(film.moved[f]);
        free(film.swapped[f]);
    }
}

/* Who shows the film: frame f from the list of who has changed since the frame before, or after when it runs back.
   Each gives the number of pairs, and how many have begun or ended. */
typedef struct {
    const char *name;
    void (*begin)(void);
    int (*frame)(const collide_aabb *box, const int *moved, int moves, const int *swapped, int swaps, long *events);
    void (*end)(void);
    double best;
    int pairs;
    long events;
    size_t bytes;
    double total;
} projector;

static collide_sweep *bench_sweep_object;
static unsigned *bench_ids;
static unsigned bench_flags;

static void ours_begin(void)
{
    collide_sweep_desc d = {0, 0, 0, 0, NULL};
    d.max_boxes = film.count + film.count / 8 + 8;
    d.flags = bench_flags;
    bench_ids = (unsigned *)malloc((size_t)film.count * sizeof *bench_ids);
    if (!bench_ids || collide_sweep_create(&bench_sweep_object, &d) < 0 ||
        collide_sweep_add_all(bench_sweep_object, film.box[0], film.count, 0, 0, bench_ids) < 0)
        exit(1);
    collide_sweep_update(bench_sweep_object);
}

static int ours_frame(const collide_aabb *box, const int *moved, int moves, const int *swapped, int swaps, long *events)
{
    collide_sweep *s = bench_sweep_object;
    int i, begun, ended, count;
    for (i = 0; i < moves; i++) collide_sweep_move(s, bench_ids[moved[i]], box[moved[i]]);
    for (i = 0; i < swaps; i++) {
        collide_sweep_remove(s, bench_ids[swapped[i]]);
        if (collide_sweep_add(s, box[swapped[i]], 0, 0, &bench_ids[swapped[i]]) < 0) exit(1);
    }
    count = collide_sweep_update(s);
    (void)collide_sweep_begun(s, &begun);
    (void)collide_sweep_ended(s, &ended);
    *events += begun + ended;
    return count;
}

static void ours_end(void)
{
    free(bench_ids);
    collide_sweep_destroy(bench_sweep_object);
}

static void follow_begin(void)
{
    bench_flags = COLLIDE_SWEEP_FOLLOW;
    ours_begin();
    bench_flags = 0;
}

static void rebuild_begin(void)
{
    bench_flags = COLLIDE_SWEEP_REBUILD;
    ours_begin();
    bench_flags = 0;
}

/* The paper's own way (4.2, 5.1): ends of boxes in three sorted lists, repaired by insertion; where a lower end passes
   an upper one, a pair may begin or end. Pairs in a hash table. For comparison. */
typedef struct {
    collide_real value;
    unsigned who; /* 2 * box, + 1: upper end */
} list_end;
static list_end *lists[3];
static collide_pair *list_table;
static int list_size, list_count;
static const collide_aabb *list_boxes;

static unsigned list_slot(unsigned a, unsigned b)
{
    unsigned h = (a * 0x9E3779B1u) ^ (b * 0x85EBCA77u);
    return (h ^ (h >> 15)) & (unsigned)(list_size - 1);
}

static void list_pair(unsigned a, unsigned b, int on, long *events)
{
    unsigned low = a < b ? a : b, high = a < b ? b : a, i = list_slot(low, high), k, home;
    while (list_table[i].b && (list_table[i].a != low || list_table[i].b != high))
        i = (i + 1) & (unsigned)(list_size - 1);
    if (on == (list_table[i].b != 0)) return;
    *events += 1;
    list_count += on ? 1 : -1;
    if (on) {
        list_table[i].a = low;
        list_table[i].b = high;
        return;
    }
    for (k = i;;) { /* close the gap */
        k = (k + 1) & (unsigned)(list_size - 1);
        if (!list_table[k].b) break;
        home = list_slot(list_table[k].a, list_table[k].b);
        if (((k - home) & (unsigned)(list_size - 1)) < ((k - i) & (unsigned)(list_size - 1))) continue;
        list_table[i] = list_table[k];
        i = k;
    }
    list_table[i].b = 0;
}

static void list_sort(list_end *e, int count, long *events)
{
    int i, k;
    for (i = 1; i < count; i++) {
        const list_end v = e[i];
        for (k = i;
             k > 0 && (e[k - 1].value > v.value || (!(e[k - 1].value < v.value) && (e[k - 1].who & 1) > (v.who & 1)));
             k--) {
            const list_end o = e[k - 1];
            e[k] = o;
            if (!((v.who ^ o.who) & 1) || v.who >> 1 == o.who >> 1) continue;
            if (v.who & 1) { /* an upper end goes below a lower one */
                list_pair(v.who >> 1, o.who >> 1, 0, events);
            } else if (collide_i_aabb_meet(&list_boxes[v.who >> 1], &list_boxes[o.who >> 1])) {
                list_pair(v.who >> 1, o.who >> 1, 1, events);
            }
        }
        e[k] = v;
    }
}

static void list_set(const collide_aabb *box)
{
    int i, k;
    list_boxes = box;
    for (k = 0; k < 3; k++)
        for (i = 0; i < 2 * film.count; i++) {
            const collide_aabb *b = &box[lists[k][i].who >> 1];
            lists[k][i].value = collide_i_axis(lists[k][i].who & 1 ? b->upper : b->lower, k);
        }
}

static int list_before(const void *a, const void *b)
{
    const list_end *p = (const list_end *)a, *q = (const list_end *)b;
    return p->value < q->value ? -1 : p->value > q->value ? 1 : (int)(p->who & 1) - (int)(q->who & 1);
}

static void lists_begin(void)
{
    int i, k, j;
    long events = 0;
    for (list_size = 1024; list_size < 8 * film.count; list_size *= 2) continue;
    list_table = (collide_pair *)calloc((size_t)list_size, sizeof *list_table);
    list_count = 0;
    for (k = 0; k < 3; k++) {
        lists[k] = (list_end *)malloc(2 * (size_t)film.count * sizeof **lists);
        if (!lists[k] || !list_table) exit(1);
        for (i = 0; i < 2 * film.count; i++) lists[k][i].who = (unsigned)i;
    }
    list_set(film.box[0]);
    for (k = 0; k < 3; k++) qsort(lists[k], 2 * (size_t)film.count, sizeof **lists, list_before);
    for (i = 0; i < 2 * film.count; i++) /* pairs of the start, from one list */
        for (j = i + 1; !(lists[0][i].who & 1) && lists[0][j].who != (lists[0][i].who | 1u); j++)
            if (!(lists[0][j].who & 1) &&
                collide_i_aabb_meet(&list_boxes[lists[0][i].who >> 1], &list_boxes[lists[0][j].who >> 1]))
                list_pair(lists[0][i].who >> 1, lists[0][j].who >> 1, 1, &events);
}

static int lists_frame(const collide_aabb *box, const int *moved, int moves, const int *swapped, int swaps,
                       long *events)
{
    int k;
    (void)moved, (void)moves, (void)swapped, (void)swaps;
    list_set(box);
    for (k = 0; k < 3; k++) list_sort(lists[k], 2 * film.count, events);
    return list_count;
}

static void lists_end(void)
{
    free(lists[0]);
    free(lists[1]);
    free(lists[2]);
    free(list_table);
}

#ifdef BENCH_PEERS

/* Bullet's side: one static body of the same triangles under a quantized tree, with the margins that it comes with
   (0.04, with which it is faster than with 0). Its own world is asked, and, for rays, also the mesh by itself. */

static btCollisionWorld *bullet_world;
static btBvhTriangleMeshShape *bullet_level;
static btBoxShape *bullet_box;
static btCapsuleShape *bullet_capsule;
static btTransform *flight_from, *flight_to;
static btVector3 *point_from, *point_to;

static void peers_level(void)
{
    static btDefaultCollisionConfiguration configuration;
    static btCollisionDispatcher dispatcher(&configuration);
    static btDbvtBroadphase broad;
    static btTriangleIndexVertexArray *array;
    static std::vector<btScalar> points;
    static btCollisionObject *object;
    if (!bullet_world) {
        bullet_world = new btCollisionWorld(&dispatcher, &broad, &configuration);
        bullet_box = new btBoxShape(bullet_vector(player_half));
        bullet_capsule = new btCapsuleShape(16, 24);
        flight_from = (btTransform *)btAlignedAlloc(QUERIES * sizeof(btTransform), 16);
        flight_to = (btTransform *)btAlignedAlloc(QUERIES * sizeof(btTransform), 16);
        point_from = (btVector3 *)btAlignedAlloc(QUERIES * sizeof(btVector3), 16);
        point_to = (btVector3 *)btAlignedAlloc(QUERIES * sizeof(btVector3), 16);
    } else {
        bullet_world->removeCollisionObject(object);
        delete object;
        delete bullet_level;
        delete array;
    }
    points.assign(level_soup.points, level_soup.points + 3 * level_soup.vertices);
    array = new btTriangleIndexVertexArray(level_soup.triangles, (int *)level_soup.indices, 3 * (int)sizeof(unsigned),
                                           level_soup.vertices, &points[0], 3 * (int)sizeof(btScalar));
    bullet_level = new btBvhTriangleMeshShape(array, true);
    object = new btCollisionObject;
    object->setCollisionShape(bullet_level);
    bullet_world->addCollisionObject(object);
    bullet_world->updateAabbs();
}

static void peers_flights(void)
{
    int i;
    for (i = 0; i < QUERIES; i++) {
        const flight *f = &flights[i];
        flight_from[i] = bullet_transform(f->pose);
        flight_to[i] = bullet_transform(turned(moved(f->pose, f->move, 1), f->axis, turn_angle));
        point_from[i] = bullet_vector(f->point);
        point_to[i] = bullet_vector(collide_vec3_add(f->point, f->move));
    }
}

static void run_bullet_world_ray(void)
{
    int i;
    for (i = 0; i < QUERIES; i++) {
        btCollisionWorld::ClosestRayResultCallback r(point_from[i], point_to[i]);
        bullet_world->rayTest(point_from[i], point_to[i], r);
        record(i, r.hasHit(), 0, r.hasHit() ? (collide_real)r.m_closestHitFraction : -1);
    }
}

struct bullet_nearest_triangle : public btTriangleRaycastCallback {
    bullet_nearest_triangle(const btVector3 &from, const btVector3 &to) : btTriangleRaycastCallback(from, to, 0) {}
    virtual btScalar reportHit(const btVector3 &, btScalar fraction, int, int)
    {
        if (fraction < m_hitFraction) m_hitFraction = fraction;
        return m_hitFraction;
    }
};

static void run_bullet_mesh_ray(void)
{
    int i;
    for (i = 0; i < QUERIES; i++) {
        bullet_nearest_triangle r(point_from[i], point_to[i]);
        bullet_level->performRaycast(&r, point_from[i], point_to[i]);
        record(i, r.m_hitFraction < 1, 0, r.m_hitFraction < 1 ? (collide_real)r.m_hitFraction : -1);
    }
}

static void bullet_sweep(const btConvexShape *shape)
{
    int i;
    for (i = 0; i < QUERIES; i++) {
        const btVector3 &from = flight_from[i].getOrigin(), &to = flight_to[i].getOrigin();
        btCollisionWorld::ClosestConvexResultCallback r(from, to);
        bullet_world->convexSweepTest(shape, flight_from[i], flight_to[i], r);
        record(i, r.hasHit(), 0, r.hasHit() ? (collide_real)r.m_closestHitFraction : -1);
    }
}

static void run_bullet_box(void) { bullet_sweep(bullet_box); }
static void run_bullet_capsule(void) { bullet_sweep(bullet_capsule); }

/* A turn against each triangle near it. */
struct bullet_turning : public btTriangleCallback {
    btVoronoiSimplexSolver solver;
    btGjkEpaPenetrationDepthSolver depth;
    btTransform from, to, still;
    btScalar best;
    virtual void processTriangle(btVector3 *p, int, int)
    {
        btTriangleShape triangle(p[0], p[1], p[2]);
        btConvexCast::CastResult r;
        triangle.setMargin(bullet_level->getMargin());
        btContinuousConvexCollision cast(bullet_box, &triangle, &solver, &depth);
        r.m_fraction = 1;
        if (cast.calcTimeOfImpact(from, to, still, still, r) && r.m_fraction < best) best = r.m_fraction;
    }
};

/* The box of the turn is the smaller of two: around the ball that it turns in, and what Bullet says of such motions. */
static void run_bullet_turn(void)
{
    bullet_turning t;
    int i;
    t.still.setIdentity();
    for (i = 0; i < QUERIES; i++) {
        const btScalar ball = bullet_box->getAngularMotionDisc();
        btVector3 lower, upper, linear, angular, around(ball, ball, ball);
        t.from = flight_from[i];
        t.to = flight_to[i];
        t.best = 2;
        btTransformUtil::calculateVelocity(t.from, t.to, 1, linear, angular);
        bullet_box->calculateTemporalAabb(t.from, linear, angular, 1, lower, upper);
        lower.setMax(t.from.getOrigin() - around);
        upper.setMin(t.from.getOrigin() + around);
        bullet_level->processAllTriangles(&t, lower, upper);
        record(i, t.best <= 1, 0, t.best <= 1 ? (collide_real)t.best : -1);
    }
}

static void add_level_peers(int by)
{
    switch (by) {
    case BY_RAY:
    case BY_POINT:
        add("Bullet rayTest", run_bullet_world_ray);
        add("  its mesh, without the world", run_bullet_mesh_ray);
        break;
    case BY_BOX:
    case BY_BOX_SHAPE: add("Bullet convexSweepTest", run_bullet_box); break;
    case BY_CAPSULE: add("Bullet convexSweepTest", run_bullet_capsule); break;
    case BY_TURN: add("Bullet continuous collision", run_bullet_turn); break;
    default: break;
    }
}

#else

static void peers_level(void) {}
static void peers_flights(void) {}
static void add_level_peers(int by) { (void)by; }

#endif

/* ---- the answers, level by level, and what they come to ---- */

enum { MOST_QUESTIONS = 8 };

typedef struct {
    double ours, joined, peer; /* seconds per query; 0: none */
} level_times;

static level_times level_results[LEVELS][MOST_QUESTIONS][SIZES];

/* Times all rows; the peer's answers are held against ours: who hits, and when. */
static level_times compare_levels(const char *title)
{
    static answer first[QUERIES];
    level_times t = {0, 0, 0};
    int i, k, hits = 0, errors = 0;
    rows[0].run();
    memcpy(first, answers, sizeof first);
    for (k = 0; k < QUERIES; k++) {
        hits += first[k].hit > 0;
        errors += first[k].hit < 0;
    }
    printf("%s: %.1f %% hit", title, 100.0 * hits / QUERIES);
    if (errors > 0) printf(", %d ERRORS", errors);
    printf("\n");
    time_rows(rows, row_count);
    for (i = 0; i < row_count; i++) {
        int agree = 0, both = 0, late = 0;
        double time = rows[i].best / QUERIES;
        if (i == 0) t.ours = time;
        if (i == 1) t.joined = time;
        if (i == 2) t.peer = time;
        printf("  %-30s %9.3f us", rows[i].name, time * 1e6);
        if (i > 0) printf("   %6.2f x the first", rows[i].best / rows[0].best);
        rows[i].run();
        for (k = 0; k < QUERIES && i > 0; k++) {
            agree += (answers[k].hit > 0) == (first[k].hit > 0);
            if (!(answers[k].value >= 0 && first[k].value >= 0)) continue;
            both++;
            late += fabs((double)answers[k].value - (double)first[k].value) * (double)flight_length > 0.5;
        }
        if (i > 0) printf("   %.2f %% agree", 100.0 * agree / QUERIES);
        if (both > 0) printf(", %.2f %% half a unit or more apart", 100.0 * late / both);
        printf("\n");
    }
    return t;
}

static void print_ratio(double ratio, double wanted)
{
    if (ratio > 0)
        printf(" %7.1f%c", ratio, ratio < wanted ? '*' : ' ');
    else
        printf(" %7s ", "-");
}

static void print_levels(const char *section, const question *questions, int count)
{
    int kind, i, k;
    printf("\n[%s] Bullet's time over ours, as triangles and with coplanar ones joined; growth of ours (* short of "
           "what is wanted)\n  %-28s   1,000    10,000  100,000 |  1,000    10,000  100,000 |  wanted   growth\n",
           section, "");
    for (kind = 0; kind < LEVELS; kind++)
        for (i = 0; i < count; i++) {
            const level_times *t = level_results[kind][i];
            const double wanted = questions[i].wanted[kind], growth = t[SIZES - 1].ours / t[0].ours;
            printf("  %-8s %-20s", level_names[kind], questions[i].name);
            for (k = 0; k < SIZES; k++) print_ratio(t[k].peer / t[k].ours, wanted);
            printf(" |");
            for (k = 0; k < SIZES; k++) print_ratio(t[k].peer / t[k].joined, wanted);
            if (wanted > 0)
                printf(" | %7.0f", wanted);
            else
                printf(" | %7s", "-");
            printf("  %6.2f%c\n", growth, growth > 2 ? '*' : ' ');
        }
}

static void bench_levels(const char *section, const question *questions, int count)
{
    static const int sizes[SIZES] = {1000, 10000, 100000};
    int kind, size, i;
    if (collide_mesh_create_box(&box_mover, player_half, NULL) < 0) exit(1);
    for (kind = 0; kind < LEVELS; kind++)
        for (size = 0; size < SIZES; size++) {
            make_level(section, kind, sizes[size]);
            make_flights(kind);
            peers_level();
            for (i = 0; i < count; i++) {
                char title[96];
                asked = &questions[i];
                make_moves(asked);
                peers_flights();
                row_count = 0;
                add(asked->ours, asked->run);
                add("  coplanar triangles joined", run_joined);
                add_level_peers(asked->by);
                snprintf(title, sizeof title, "[%s] %s of %d, %s", section, level_names[kind], sizes[size],
                         asked->name);
                level_results[kind][i][size] = compare_levels(title);
            }
            free_level();
        }
    print_levels(section, questions, count);
    collide_mesh_destroy(box_mover);
    collide_scratch_free(&scratch);
}

static void bench_probe(void)
{
    bench_levels("PROBE", probe_questions, (int)(sizeof probe_questions / sizeof *probe_questions));
}

static void bench_trace(void)
{
    bench_levels("TRACE", trace_questions, (int)(sizeof trace_questions / sizeof *trace_questions));
}

#ifdef BENCH_PEERS

static btBroadphaseInterface *bullet_axes;
static btCollisionDispatcher *bullet_dispatcher;
static btDefaultCollisionConfiguration *bullet_configuration;
static std::vector<btBroadphaseProxy *> bullet_proxies;

static void bullet_add(int i, const collide_aabb &b)
{
    bullet_proxies[(size_t)i] =
        bullet_axes->createProxy(bullet_vector(b.lower), bullet_vector(b.upper), 0, NULL, 1, -1, bullet_dispatcher);
}

/* 16-bit ends as long as they do. Its coordinates are rounded to a grid, so that it may see a few pairs more. */
static void bullet_begin(void)
{
    const btVector3 half((btScalar)film.half[0], (btScalar)film.half[1], (btScalar)film.half[2]);
    int i;
    bullet_configuration = new btDefaultCollisionConfiguration();
    bullet_dispatcher = new btCollisionDispatcher(bullet_configuration);
    if (film.count < 16000)
        bullet_axes = new btAxisSweep3(-half, half, (unsigned short)(film.count + film.count / 8 + 8), NULL, true);
    else
        bullet_axes = new bt32BitAxisSweep3(-half, half, (unsigned)(film.count + film.count / 8 + 8), NULL, true);
    bullet_proxies.resize((size_t)film.count);
    for (i = 0; i < film.count; i++) bullet_add(i, film.box[0][i]);
    bullet_axes->calculateOverlappingPairs(bullet_dispatcher);
}

static int bullet_frame(const collide_aabb *box, const int *moved, int moves, const int *swapped, int swaps, long *)
{
    int i;
    for (i = 0; i < moves; i++)
        bullet_axes->setAabb(bullet_proxies[(size_t)moved[i]], bullet_vector(box[moved[i]].lower),
                             bullet_vector(box[moved[i]].upper), bullet_dispatcher);
    for (i = 0; i < swaps; i++) {
        bullet_axes->destroyProxy(bullet_proxies[(size_t)swapped[i]], bullet_dispatcher);
        bullet_add(swapped[i], box[swapped[i]]);
    }
    bullet_axes->calculateOverlappingPairs(bullet_dispatcher);
    return bullet_axes->getOverlappingPairCache()->getNumOverlappingPairs();
}

static void bullet_end(void)
{
    int i;
    for (i = 0; i < film.count; i++) bullet_axes->destroyProxy(bullet_proxies[(size_t)i], bullet_dispatcher);
    delete bullet_axes;
    delete bullet_dispatcher;
    delete bullet_configuration;
}

/* Its objects' boxes are written directly, which is faster than any way it offers. All are updated at once unless few
   have moved. What has begun and ended is what a user would have to find out: the difference of two sorted lists. */
static fcl::DynamicAABBTreeCollisionManager<float> *fcl_tree;
static std::vector<fcl::CollisionObject<float> *> fcl_objects, fcl_some;
static std::vector<std::pair<fcl::CollisionObject<float> *, fcl::CollisionObject<float> *>> fcl_pairs, fcl_before,
    fcl_changed;

static void fcl_set(int i, const collide_aabb &b)
{
    fcl::AABB<float> &a = const_cast<fcl::AABB<float> &>(fcl_objects[(size_t)i]->getAABB());
    a.min_ << b.lower.x, b.lower.y, b.lower.z;
    a.max_ << b.upper.x, b.upper.y, b.upper.z;
}

static bool fcl_found(fcl::CollisionObject<float> *a, fcl::CollisionObject<float> *b, void *)
{
    fcl_pairs.push_back(a < b ? std::make_pair(a, b) : std::make_pair(b, a));
    return false;
}

static void fcl_tree_begin(void)
{
    int i;
    fcl_tree = new fcl::DynamicAABBTreeCollisionManager<float>();
    fcl_objects.clear();
    for (i = 0; i < film.count; i++) {
        fcl_objects.push_back(new fcl::CollisionObject<float>(std::make_shared<fcl::Sphere<float>>(1.0f)));
        fcl_set(i, film.box[0][i]);
    }
    fcl_tree->registerObjects(fcl_objects);
    fcl_tree->setup();
    fcl_before.clear();
}

static int fcl_tree_frame(const collide_aabb *box, const int *moved, int moves, const int *swapped, int swaps,
                          long *events)
{
    int i;
    for (i = 0; i < swaps; i++) {
        fcl_tree->unregisterObject(fcl_objects[(size_t)swapped[i]]);
        fcl_set(swapped[i], box[swapped[i]]);
        fcl_tree->registerObject(fcl_objects[(size_t)swapped[i]]);
    }
    for (i = 0; i < moves; i++) fcl_set(moved[i], box[moved[i]]);
    if (moves > film.count / 10) {
        fcl_tree->update();
    } else {
        fcl_some.clear();
        for (i = 0; i < moves; i++) fcl_some.push_back(fcl_objects[(size_t)moved[i]]);
        fcl_tree->update(fcl_some);
    }
    fcl_pairs.clear();
    fcl_tree->collide(NULL, fcl_found);
    std::sort(fcl_pairs.begin(), fcl_pairs.end());
    fcl_changed.clear();
    std::set_symmetric_difference(fcl_pairs.begin(), fcl_pairs.end(), fcl_before.begin(), fcl_before.end(),
                                  std::back_inserter(fcl_changed));
    *events += (long)fcl_changed.size();
    fcl_before.swap(fcl_pairs);
    return (int)fcl_before.size();
}

static void fcl_tree_end(void)
{
    delete fcl_tree;
    for (fcl::CollisionObject<float> *o : fcl_objects) delete o;
}

#endif

/* Forth and back, in rounds that alternate; the best round of each counts. */
static void film_show(projector *p, int count)
{
    /* the clock ticks in microseconds: what is short is shown often */
    const int rounds = film.count <= 1000 ? 100 : film.count <= 10000 ? 15 : 3;
    int round, i, k;
    for (i = 0; i < count; i++) {
        p[i].best = 1e30;
        p[i].begin();
    }
    for (round = 0; round < rounds; round++)
        for (i = 0; i < count; i++) {
            double start = seconds(), spent;
            if (p[i].total > 0.5) continue; /* slow ones are shown less often */
            p[i].events = 0;
            for (k = 1; k < 2 * FRAMES - 1; k++) {
                const int f = k < FRAMES ? k : 2 * FRAMES - 2 - k, change = k < FRAMES ? f : f + 1;
                p[i].pairs = p[i].frame(film.box[f], film.moved[change], film.moves[change], film.swapped[change],
                                        film.swaps[change], &p[i].events);
            }
            spent = (seconds() - start) / (2 * FRAMES - 2);
            if (spent < p[i].best) p[i].best = spent;
            p[i].total += seconds() - start;
        }
    for (i = 0; i < count; i++) {
        if (p[i].begin == ours_begin) p[i].bytes = collide_sweep_bytes(bench_sweep_object);
        p[i].end();
    }
}

static double default_cost; /* per box, of 10,000 in the default scene */

static double film_compare(const char *title, int count, int shape, double still, double jumping, double swapping)
{
    projector p[5];
    int n = 0, i, swaps = swapping > 0;
    memset(p, 0, sizeof p);
    film_make(count, shape, still, jumping, swapping);
    p[n].name = "collide_sweep";
    p[n].begin = ours_begin;
    p[n].frame = ours_frame;
    p[n++].end = ours_end;
    if (!swaps && !shape && count <= 10000) { /* all in a line it would take seconds */
        p[n].name = "three sorted lists (the paper's)";
        p[n].begin = lists_begin;
        p[n].frame = lists_frame;
        p[n++].end = lists_end;
    }
#ifdef BENCH_PEERS
    if (!shape && count <= 10000) { /* 100,000 take it minutes to begin with */
        p[n].name = "Bullet AxisSweep3";
        p[n].begin = bullet_begin;
        p[n].frame = bullet_frame;
        p[n++].end = bullet_end;
    }
    p[n].name = "FCL dynamic AABB tree";
    p[n].begin = fcl_tree_begin;
    p[n].frame = fcl_tree_frame;
    p[n++].end = fcl_tree_end;
#endif
    film_show(p, n);
    if (default_cost <= 0 && count == 10000) default_cost = p[0].best / count;
    printf("\n[SWEEP] %s: %d boxes, %d pairs, %ld begin or end per frame; %.1f bytes per box\n", title, count,
           p[0].pairs, p[0].events / (2 * FRAMES - 2), (double)p[0].bytes / count);
    for (i = 0; i < n; i++) {
        printf("  %-34s %10.2f us a frame %8.1f ns a box", p[i].name, p[i].best * 1e6, p[i].best * 1e9 / count);
        if (i > 0) printf(" %8.2f x ours", p[i].best / p[0].best);
        if (i == 0 && default_cost > 0) printf(" %8.2f x the default scene's", p[0].best / count / default_cost);
        if (p[i].pairs != p[0].pairs) printf("  (%d pairs)", p[i].pairs);
        printf("\n");
    }
    fflush(stdout);
    film_free();
    return p[0].best;
}

/* When is it better to follow than to sort? */
static void sweep_ways(void)
{
    static const double moving[] = {0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 1};
    int i;
    printf("\n[SWEEP] 10,000 boxes, some of which move: us a frame\n  moving   followed   sorted   chosen\n");
    for (i = 0; i < 8; i++) {
        projector p[3] = {{"", follow_begin, ours_frame, ours_end, 0, 0, 0, 0, 0},
                          {"", rebuild_begin, ours_frame, ours_end, 0, 0, 0, 0, 0},
                          {"", ours_begin, ours_frame, ours_end, 0, 0, 0, 0, 0}};
        int k;
        double best[3];
        film_make(10000, 0, 1 - moving[i], 0, 0);
        for (k = 0; k < 3; k++) { /* one object at a time */
            film_show(&p[k], 1);
            best[k] = p[k].best;
        }
        fflush(stdout);
        printf("  %5.1f %% %10.1f %8.1f %8.1f\n", moving[i] * 100, best[0] * 1e6, best[1] * 1e6, best[2] * 1e6);
        film_free();
    }
}

/* ---- Graphs 1 to 6 of the paper ---- */

typedef struct {
    double boxes, sweep, tests; /* us a frame */
    double pairs, contacts;
} graph_point;

/* The simulation itself: those that touch exchange their velocities. */
static graph_point simulate(int count, int faces, double density, double degrees, double percent, int dynamic)
{
    crowd c;
    collide_sweep *s;
    graph_point g = {0, 0, 0, 0, 0};
    unsigned *ids = (unsigned *)malloc((size_t)count * sizeof *ids);
    collide_aabb *box = (collide_aabb *)malloc((size_t)count * sizeof *box);
    const int frames = 20;
    int f, i, k;
    if (!ids || !box || collide_sweep_create(&s, NULL) < 0) exit(1);
    memset(&c, 0, sizeof c);
    c.count = count;
    c.faces = faces;
    c.density = density;
    c.degrees = degrees;
    c.percent = percent;
    c.dynamic = dynamic;
    random_state = 1;
    crowd_make(&c, 0);
    for (f = 0; f < frames + 2; f++) {
        double start, boxed, swept, tested;
        const collide_pair *p;
        int n;
        for (i = 0; i < count; i++) crowd_move(&c, i);
        start = seconds();
        for (i = 0; i < count; i++) box[i] = crowd_box(&c, i);
        boxed = seconds();
        if (f == 0)
            collide_sweep_add_all(s, box, count, 0, 0, ids);
        else
            collide_sweep_move_all(s, ids, box, count);
        collide_sweep_update(s);
        swept = seconds();
        p = collide_sweep_pairs(s, &n);
        for (k = 0; k < n; k++) {
            collide_closest closest;
            const int a = (int)p[k].a, b = (int)p[k].b;
            collide_vec3 v;
            if (collide_nearest(c.model[a % MODELS], c.pose[a], c.model[b % MODELS], c.pose[b], NULL, &closest) != 1)
                continue;
            v = c.velocity[a];
            c.velocity[a] = c.velocity[b];
            c.velocity[b] = v;
            if (f >= 2) g.contacts += 1.0 / frames;
        }
        tested = seconds();
        if (f < 2) continue; /* warming up */
        g.boxes += (boxed - start) * 1e6 / frames;
        g.sweep += (swept - boxed) * 1e6 / frames;
        g.tests += (tested - swept) * 1e6 / frames;
        g.pairs += (double)n / frames;
    }
    crowd_free(&c);
    free(ids);
    free(box);
    collide_sweep_destroy(s);
    return g;
}

enum { GRAPH_POINTS = 20 };

/* Lines over x as a picture in build/. */
static void draw_graph(int number, const char *title, const char *axis, const double *x, int count,
                       double line[][GRAPH_POINTS], const char *const *names, int lines)
{
    static const char *const colours[] = {"#c33", "#36c", "#393", "#a5a"};
    char name[40];
    FILE *f;
    double top = 0;
    int i, k;
    sprintf(name, "build/graph%d.svg", number);
    f = fopen(name, "w");
    for (k = 0; k < lines; k++)
        for (i = 0; i < count; i++)
            if (line[k][i] > top) top = line[k][i];
    if (!f) {
        printf("  (no %s: run where build/ is)\n", name);
        return;
    }
    fprintf(
        f,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 400' font-family='sans-serif' font-size='13'>\n"
        "<rect width='640' height='400' fill='#fff'/>\n<text x='60' y='24' font-size='16'>Graph %d: %s</text>\n"
        "<path d='M60 40V350H620' fill='none' stroke='#000'/>\n<text x='340' y='385' text-anchor='middle'>%s</text>\n",
        number, title, axis);
    for (i = 0; i <= 4; i++) {
        fprintf(f, "<text x='55' y='%.0f' text-anchor='end'>%.0f</text>\n", 354 - 77.5 * i, top * i / 4);
        fprintf(f, "<text x='%.0f' y='366' text-anchor='middle'>%.4g</text>\n", 60 + 140.0 * i,
                x[0] + (x[count - 1] - x[0]) * i / 4);
    }
    for (k = 0; k < lines; k++) {
        fprintf(f, "<polyline fill='none' stroke='%s' stroke-width='2' points='", colours[k]);
        for (i = 0; i < count; i++)
            fprintf(f, "%.1f,%.1f ", 60 + 560 * (x[i] - x[0]) / (x[count - 1] - x[0]), 350 - 310 * line[k][i] / top);
        fprintf(f, "'/>\n<text x='80' y='%d' fill='%s'>%s</text>\n", 56 + 18 * k, colours[k], names[k]);
    }
    fprintf(f, "</svg>\n");
    fclose(f);
}

static void graph_table(int number, const char *title, const char *axis, int count, const double *x,
                        const graph_point *fixed, const graph_point *dynamic)
{
    static const char *const names[] = {"dynamic boxes, us a frame", "fixed cubes, us a frame"};
    double line[2][GRAPH_POINTS];
    int i;
    printf("\n[SWEEP] Graph %d: %s; us a frame\n  %-24s %8s %8s %8s %8s %9s | %8s %8s %8s %8s\n", number, title, axis,
           "dynamic", "boxes", "sweep", "tests", "contacts", "fixed", "boxes", "sweep", "tests");
    for (i = 0; i < count; i++) {
        line[0][i] = dynamic[i].boxes + dynamic[i].sweep + dynamic[i].tests;
        line[1][i] = fixed[i].boxes + fixed[i].sweep + fixed[i].tests;
        printf("  %-24.4g %8.1f %8.1f %8.1f %8.1f %9.1f | %8.1f %8.1f %8.1f %8.1f\n", x[i], line[0][i],
               dynamic[i].boxes, dynamic[i].sweep, dynamic[i].tests, dynamic[i].contacts, line[1][i], fixed[i].boxes,
               fixed[i].sweep, fixed[i].tests);
    }
    draw_graph(number, title, axis, x, count, line, names, 2);
}

static void graph_parts(int number, const char *title, int count, const double *x, const graph_point *p)
{
    static const char *const names[] = {"Collision Tests", "Sort Lists (here: cells)", "Update Boxes"};
    double line[3][GRAPH_POINTS];
    int i;
    for (i = 0; i < count; i++) {
        line[0][i] = p[i].tests;
        line[1][i] = p[i].sweep;
        line[2][i] = p[i].boxes;
    }
    draw_graph(number, title, "degrees per frame", x, count, line, names, 3);
}

static void graphs(void)
{
    graph_point fixed[GRAPH_POINTS], dynamic[GRAPH_POINTS];
    double x[GRAPH_POINTS];
    int i;
    for (i = 0; i < 20; i++) {
        x[i] = 100 * (i + 1);
        fixed[i] = simulate(100 * (i + 1), 36, 1, 10, 10, 0);
        dynamic[i] = simulate(100 * (i + 1), 36, 1, 10, 10, 1);
    }
    graph_table(1, "number of polytopes", "polytopes", 20, x, fixed, dynamic);
    for (i = 0; i < 10; i++) {
        x[i] = 20 + 40 * i;
        fixed[i] = simulate(1000, 20 + 40 * i, 1, 10, 10, 0);
        dynamic[i] = simulate(1000, 20 + 40 * i, 1, 10, 10, 1);
    }
    graph_table(2, "complexity of polytopes", "faces", 10, x, fixed, dynamic);
    for (i = 0; i < 10; i++) {
        x[i] = 0.5 + 0.5 * i;
        fixed[i] = simulate(1000, 36, x[i], 10, 10, 0);
        dynamic[i] = simulate(1000, 36, x[i], 10, 10, 1);
    }
    graph_table(3, "density", "percent of the volume", 10, x, fixed, dynamic);
    for (i = 0; i < 10; i++) {
        x[i] = 4 * i;
        fixed[i] = simulate(1000, 36, 1, x[i], 10, 0);
        dynamic[i] = simulate(1000, 36, 1, x[i], 10, 1);
    }
    graph_table(4, "rotational velocity", "degrees per frame", 10, x, fixed, dynamic);
    graph_parts(5, "rotational velocity for dynamic boxes", 10, x, dynamic);
    graph_parts(6, "rotational velocity for fixed cubes", 10, x, fixed);
    printf("  graphs 1 to 6 are drawn in build/graph1.svg to build/graph6.svg\n");
}

static void bench_sweep(void)
{
    double t[3];
    default_cost = 0;
    t[1] = film_compare("default scene", 10000, 0, 0, 0, 0);
    t[0] = film_compare("default scene", 1000, 0, 0, 0, 0);
    t[2] = film_compare("default scene", 100000, 0, 0, 0, 0);
    printf("\n[SWEEP] growth exponent: %.3f from 1,000 to 10,000, %.3f from there to 100,000\n", log10(t[1] / t[0]),
           log10(t[2] / t[1]));
    film_compare("95 % still", 1000, 0, 0.95, 0, 0);
    film_compare("99.9 % still", 1000, 0, 0.999, 0, 0);
    film_compare("95 % still", 10000, 0, 0.95, 0, 0);
    film_compare("99.9 % still", 10000, 0, 0.999, 0, 0);
    film_compare("99.9 % still", 100000, 0, 0.999, 0, 0);
    film_compare("all in a line", 10000, 1, 0, 0, 0);
    film_compare("a tower", 10000, 2, 0, 0, 0);
    film_compare("on a plane", 10000, 3, 0, 0, 0);
    film_compare("5 % teleporting", 10000, 0, 0, 0.05, 0);
    film_compare("5 % removed and added", 10000, 0, 0, 0, 0.05);
    sweep_ways();
    graphs();
}

/* ---- [SCREEN] Buss's table: cubes, cars and tori that start apart and end up inside each other ---- */

enum { STEPS = 64 };

typedef struct {
    collide_pose a, from, to;
#ifdef BENCH_PEERS
    fcl::Transform3d fa, ffrom, fto;
#endif
} step;

static step steps[STEPS];
static const collide_mesh *screen_mesh;
static collide_screen_desc screen_desc;
static collide_collision screen_list[4096];
static double screen_first[STEPS]; /* when the screen finds the first collision; 2: never */

/* B flies at A, from any side, and turns by up to 20 degrees on the way. */
static void make_steps(collide_real size)
{
    int i;
    random_state = 7;
    for (i = 0; i < STEPS; i++) {
        const collide_vec3 d = random_direction();
        step *s = &steps[i];
        s->a = collide_pose_identity();
        s->from = random_pose();
        s->from.position = collide_vec3_scale(d, size);
        s->to = turned(s->from, random_direction(), (collide_real)0.175 * (1 + next_real()));
        s->to.position = collide_vec3_add(collide_vec3_scale(d, (collide_real)0.375 * size),
                                          collide_vec3_scale(random_vector(), (collide_real)0.1 * size));
#ifdef BENCH_PEERS
        s->fa = fcl_transform(s->a);
        s->ffrom = fcl_transform(s->from);
        s->fto = fcl_transform(s->to);
#endif
    }
}

static void run_screen(void)
{
    int i, n;
    for (i = 0; i < STEPS; i++) {
        n = collide_screen(screen_mesh, steps[i].a, steps[i].a, screen_mesh, steps[i].from, steps[i].to, &screen_desc,
                           &scratch, screen_list, 4096);
        screen_first[i] = n > 0 ? (double)screen_list[0].time : 2;
    }
}

/* What the screen did on the way: records drawn, candidates among them, how many of these were settled. */
static void count_screen(void)
{
    long records = 0, candidates = 0, settles = 0, found = 0, hits = 0;
    int i;
    for (i = 0; i < STEPS; i++) {
        collide_i_screen c;
        collide_i_mark mark = collide_i_scratch_mark(&scratch);
        int n;
        if (collide_i_screen_open(&c, screen_mesh, steps[i].a, steps[i].a, screen_mesh, steps[i].from, steps[i].to,
                                  &screen_desc, &scratch) < 0)
            continue;
        if (collide_i_screen_balls(&c)) collide_i_screen_look(&c);
        collide_i_scratch_release(&scratch, mark);
        n = collide_screen(screen_mesh, steps[i].a, steps[i].a, screen_mesh, steps[i].from, steps[i].to, &screen_desc,
                           &scratch, screen_list, 4096);
        records += c.records;
        candidates += c.candidates;
        settles += c.settles;
        found += n;
        hits += n > 0;
    }
    printf("   %4.0f records, %3.0f candidates, %3.0f settled, %4.1f collisions; %ld of %d hit\n",
           (double)records / STEPS, (double)candidates / STEPS, (double)settles / STEPS, (double)found / STEPS, hits,
           STEPS);
}

#ifdef BENCH_PEERS
static fcl::BVHModel<fcl::OBBRSSd> *fcl_cube;
static double fcl_first[STEPS];

static void run_fcl_screw(void)
{
    int i;
    for (i = 0; i < STEPS; i++) {
        fcl::ContinuousCollisionRequestd request(20, 1e-4, fcl::CCDM_SCREW, fcl::GST_LIBCCD,
                                                 fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide(fcl_cube, steps[i].fa, steps[i].fa, fcl_cube, steps[i].ffrom, steps[i].fto, request,
                               result);
        fcl_first[i] = result.is_collide ? result.time_of_contact : 2;
    }
}

static void make_fcl_cube(void)
{
    std::vector<fcl::Vector3d> points;
    std::vector<fcl::Triangle> triangles;
    int i, k;
    for (i = 0; i < collide_mesh_vertex_count(screen_mesh); i++) {
        const collide_vec3 p = collide_mesh_vertex(screen_mesh, i);
        points.push_back(fcl::Vector3d(p.x, p.y, p.z));
    }
    for (i = 0; i < collide_mesh_face_count(screen_mesh); i++)
        for (k = 2; k < collide_mesh_face_size(screen_mesh, i); k++)
            triangles.push_back(fcl::Triangle((size_t)collide_mesh_face_vertex(screen_mesh, i, 0),
                                              (size_t)collide_mesh_face_vertex(screen_mesh, i, k - 1),
                                              (size_t)collide_mesh_face_vertex(screen_mesh, i, k)));
    fcl_cube = new fcl::BVHModel<fcl::OBBRSSd>();
    fcl_cube->beginModel();
    fcl_cube->addSubModel(points, triangles);
    fcl_cube->endModel();
}

static void compare_fcl(void)
{
    row r[] = {{"collide_screen", run_screen, 0}, {"FCL conservative advancement", run_fcl_screw, 0}};
    int i, missed = 0, agree = 0;
    make_fcl_cube();
    time_rows(r, 2);
    for (i = 0; i < STEPS; i++) {
        missed += screen_first[i] <= 1 && fcl_first[i] > 1;
        agree += fabs(screen_first[i] - fcl_first[i]) < 0.01;
    }
    printf("\n[SCREEN] first contact of cubes on a screw; ours finds all the others, too\n");
    for (i = 0; i < 2; i++)
        printf("  %-30s %9.2f us   %5.2f x the first\n", r[i].name, r[i].best / STEPS * 1e6, r[i].best / r[0].best);
    printf("  the two agree on %d of %d first times; FCL misses %d\n", agree, STEPS, missed);
    delete fcl_cube;
}
#else
static void compare_fcl(void) {}
#endif

/* Tori of more and more faces at as many pixels per edge; apart; and linked, passing with a gap of 5 %. */
static void bench_growth(void)
{
    static const int sides[][2] = {{30, 10}, {60, 20}, {120, 40}, {300, 100}};
    static const char *what[] = {"colliding", "linked, gap of 5 %", "apart"};
    double first = 0;
    int i, k, n, round;
    printf("\n[SCREEN] tori of many faces, 12 pixels per short edge\n");
    for (i = 0; i < 4; i++) {
        collide_mesh *m;
        int faces;
        if (collide_mesh_create_torus(&m, 1, (collide_real)0.375, sides[i][0], sides[i][1], NULL) < 0) return;
        faces = collide_mesh_face_count(m);
        screen_desc.resolution = 0;
        for (k = 0; k < 3; k++) {
            collide_pose a = collide_pose_identity(), from = a, to = a;
            collide_vec3 axis = {1, (collide_real)0.3, (collide_real)0.2};
            double best = 1e30;
            if (k == 0) {
                from = turned(from, axis, (collide_real)0.7);
                to = turned(from, directions[0], (collide_real)0.3);
                from.position.x = (collide_real)2.9;
                to.position.x = (collide_real)1.3;
                to.position.z = (collide_real)0.2;
            } else { /* B's ring goes through A's, and moves along it: 0.05 of the ring are left on either side */
                axis.y = axis.z = 0;
                from = to = turned(from, axis, (collide_real)1.5707963);
                from.position.x = k == 1 ? (collide_real)0.8 : 9;
                to.position.x = k == 1 ? (collide_real)1.2 : 8;
            }
            for (round = 0; round < 9; round++) {
                double start = seconds(), time;
                int calls = 0;
                do {
                    n = collide_screen(m, a, a, m, from, to, &screen_desc, &scratch, NULL, 0);
                    calls++;
                } while (seconds() - start < 0.002);
                time = (seconds() - start) / calls;
                if (time < best) best = time;
            }
            printf("  %5d faces, %-18s %9.2f us, %3d collisions", faces, what[k], best * 1e6, n);
            if (k == 0 && i == 0) first = best;
            if (k == 0 && i > 0) printf("   growth exponent %.2f", log(best / first) / log((double)faces / 300));
            printf("\n");
        }
        collide_mesh_destroy(m);
    }
}

/* Instructions per call, by callgrind on x86-64, gcc 12 -O2, float, at medium resolution: cubes 52 200, cars 54 400,
   tori 1 081 000; 3 500 for cubes that are apart. */
static void bench_screen(void)
{
    static const struct {
        const char *name;
        double us[3]; /* on a Pentium IV of 2.4 GHz (section 9.1) */
        collide_real apart;
    } kinds[] = {{"cubes", {56, 63, 77}, (collide_real)3.2},
                 {"cars", {109, 128, 170}, (collide_real)6.4},
                 {"tori", {2040, 2560, 3480}, (collide_real)2.8}};
    static const char *fineness[] = {"low", "medium", "high"};
    collide_vec3 half = {1, 1, 1};
    collide_mesh *mesh;
    int i, k;
    printf("\n[SCREEN] Buss's table: all collisions of a step; 6, 12 and 24 pixels per short edge\n");
    for (i = 0; i < 3; i++) {
        if ((i == 0   ? collide_mesh_create_box(&mesh, half, NULL)
             : i == 1 ? collide_mesh_create_car(&mesh, 4, NULL)
                      : collide_mesh_create_torus(&mesh, 1, (collide_real)0.375, 30, 10, NULL)) < 0)
            return;
        screen_mesh = mesh;
        make_steps(kinds[i].apart);
        for (k = 0; k < 3; k++) {
            row r = {"", run_screen, 0};
            screen_desc.resolution = collide_i_short_edge(mesh) / (collide_real)(6 << k);
            time_rows(&r, 1);
            printf("  %-5s %-6s %8.2f us, the paper's %4.0f: %5.1f x faster", kinds[i].name, fineness[k],
                   r.best / STEPS * 1e6, kinds[i].us[k], kinds[i].us[k] / (r.best / STEPS * 1e6));
            count_screen();
        }
        if (i == 0) {
            screen_desc.resolution = 0;
            compare_fcl();
            printf("\n");
        }
        collide_mesh_destroy(mesh);
    }
    bench_growth();
    collide_scratch_free(&scratch);
}

/* ---- [WORLD]: whole frames of the multi-body simulation, closest features included ---- */

/* The recorded poses of a crowd; as the film above, played forth and back. */
static struct {
    crowd cast;
    collide_pose *pose[FRAMES];
} reel;

static void reel_make(int count)
{
    int f, i;
    memset(&reel, 0, sizeof reel);
    reel.cast.count = count;
    reel.cast.faces = 36;
    reel.cast.degrees = reel.cast.percent = 10;
    reel.cast.density = 1;
    random_state = 1;
    crowd_make(&reel.cast, 0);
    for (f = 0; f < FRAMES; f++) {
        reel.pose[f] = (collide_pose *)malloc((size_t)count * sizeof(collide_pose));
        if (!reel.pose[f]) exit(1);
        for (i = 0; i < count; i++) {
            if (f) crowd_move(&reel.cast, i);
            reel.pose[f][i] = reel.cast.pose[i];
        }
    }
}

static void reel_free(void)
{
    int f;
    for (f = 0; f < FRAMES; f++) free(reel.pose[f]);
    crowd_free(&reel.cast);
}

typedef struct {
    const char *name;
    void (*begin)(void);
    void (*frame)(const collide_pose *pose);
    void (*end)(void);
    double best, total;
} player;

static long frame_pairs, frame_contacts; /* of the last one shown */

static collide_world *bench_bodies;
static collide_body *bench_handles;

static void world_begin(int continuous, unsigned flags)
{
    collide_world_desc d;
    collide_body_desc b;
    int i;
    memset(&d, 0, sizeof d);
    d.continuous = continuous;
    d.flags = flags;
    bench_handles = (collide_body *)malloc((size_t)reel.cast.count * sizeof *bench_handles);
    if (!bench_handles || collide_world_create(&bench_bodies, &d) < 0) exit(1);
    for (i = 0; i < reel.cast.count; i++) {
        memset(&b, 0, sizeof b);
        b.mesh = reel.cast.model[i % MODELS];
        b.pose = reel.pose[0][i];
        if (collide_world_add(bench_bodies, &b, &bench_handles[i]) < 0) exit(1);
    }
}
static void world_discrete(void) { world_begin(0, 0); }
static void world_shallow(void) { world_begin(0, COLLIDE_WORLD_NO_DEPTH); }
static void world_continuous(void) { world_begin(1, 0); }

static void world_frame(const collide_pose *pose)
{
    int i, count;
    for (i = 0; i < reel.cast.count; i++) collide_world_move(bench_bodies, bench_handles[i], pose[i]);
    frame_contacts = collide_world_update(bench_bodies);
    (void)collide_sweep_pairs(bench_bodies->sweep, &count);
    frame_pairs = count;
}

/* With the closest features also of pairs whose boxes meet, though the balls around them don't: the world itself needs
   none of these, as they are not within its margin. */
static void world_frame_closely(const collide_pose *pose)
{
    int i;
    world_frame(pose);
    for (i = 0; i < bench_bodies->slot_count; i++)
        if (!(bench_bodies->slots[0][i].found.distance < COLLIDE_I_UNKNOWN))
            collide_i_slot_test(bench_bodies, &bench_bodies->slots[0][i], 1, &scratch);
}

static void world_end(void)
{
    collide_world_destroy(bench_bodies);
    free(bench_handles);
}

#ifdef BENCH_PEERS

/* FCL as its users have it: objects in the dynamic tree; of each pair whose boxes meet the distance with its points,
   and of those that touch a contact. Its solver is libccd. */
static fcl::DynamicAABBTreeCollisionManagerd *fcl_manager;
static std::vector<fcl::CollisionObjectd *> fcl_crowd;
static std::vector<std::shared_ptr<fcl::Convexd>> fcl_models;

static int fcl_depth; /* is asked for */

static bool fcl_meet(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *)
{
    fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    frame_pairs++;
    if (fcl::distance(a, b, request, result) <= 0) {
        if (!fcl_depth) {
            frame_contacts++;
            return false;
        }
        fcl::CollisionRequestd ask(1, true);
        fcl::CollisionResultd answer;
        frame_contacts += fcl::collide(a, b, ask, answer) > 0;
    }
    return false;
}

static void fcl_world_begin(void)
{
    int i, k, n;
    fcl_depth = 1;
    fcl_manager = new fcl::DynamicAABBTreeCollisionManagerd();
    fcl_models.clear();
    fcl_crowd.clear();
    for (n = 0; n < MODELS; n++) {
        const collide_mesh *m = reel.cast.model[n];
        std::shared_ptr<std::vector<fcl::Vector3d>> points = std::make_shared<std::vector<fcl::Vector3d>>();
        std::shared_ptr<std::vector<int>> faces = std::make_shared<std::vector<int>>();
        for (i = 0; i < collide_mesh_vertex_count(m); i++) {
            collide_vec3 v = collide_mesh_vertex(m, i);
            points->push_back(fcl::Vector3d(v.x, v.y, v.z));
        }
        for (i = 0; i < collide_mesh_face_count(m); i++) {
            faces->push_back(collide_mesh_face_size(m, i));
            for (k = 0; k < collide_mesh_face_size(m, i); k++) faces->push_back(collide_mesh_face_vertex(m, i, k));
        }
        fcl_models.push_back(std::make_shared<fcl::Convexd>(points, collide_mesh_face_count(m), faces));
    }
    for (i = 0; i < reel.cast.count; i++)
        fcl_crowd.push_back(
            new fcl::CollisionObjectd(fcl_models[(size_t)(i % MODELS)], fcl_transform(reel.pose[0][i])));
    fcl_manager->registerObjects(fcl_crowd);
    fcl_manager->setup();
}

static void fcl_shallow_begin(void)
{
    fcl_world_begin();
    fcl_depth = 0;
}

static void fcl_world_frame(const collide_pose *pose)
{
    int i;
    for (i = 0; i < reel.cast.count; i++) {
        fcl_crowd[(size_t)i]->setTransform(fcl_transform(pose[i]));
        fcl_crowd[(size_t)i]->computeAABB();
    }
    fcl_manager->update();
    frame_pairs = frame_contacts = 0;
    fcl_manager->collide(NULL, fcl_meet);
}

static void fcl_world_end(void)
{
    delete fcl_manager;
    for (fcl::CollisionObjectd *o : fcl_crowd) delete o;
}

/* Bullet's collision world, with either of its broad phases; margins 0. */
static btCollisionWorld *bullet_scene;
static btDefaultCollisionConfiguration *bullet_setup;
static btCollisionDispatcher *bullet_pairs;
static btBroadphaseInterface *bullet_broad;
static std::vector<btCollisionObject *> bullet_crowd;
static std::vector<btConvexHullShape *> bullet_models;

static void bullet_world_begin(int axes)
{
    const btScalar half = (btScalar)(reel.cast.half[0] + 4);
    int i, n;
    bullet_setup = new btDefaultCollisionConfiguration();
    bullet_pairs = new btCollisionDispatcher(bullet_setup);
    if (axes)
        bullet_broad = new btAxisSweep3(btVector3(-half, -half, -half), btVector3(half, half, half),
                                        (unsigned short)(reel.cast.count + 64));
    else
        bullet_broad = new btDbvtBroadphase();
    bullet_scene = new btCollisionWorld(bullet_pairs, bullet_broad, bullet_setup);
    bullet_models.clear();
    bullet_crowd.clear();
    for (n = 0; n < MODELS; n++) {
        btConvexHullShape *s = new btConvexHullShape();
        for (i = 0; i < collide_mesh_vertex_count(reel.cast.model[n]); i++)
            s->addPoint(bullet_vector(collide_mesh_vertex(reel.cast.model[n], i)), false);
        s->recalcLocalAabb();
        s->setMargin(0);
        bullet_models.push_back(s);
    }
    for (i = 0; i < reel.cast.count; i++) {
        btCollisionObject *o = new btCollisionObject();
        o->setCollisionShape(bullet_models[(size_t)(i % MODELS)]);
        o->setWorldTransform(bullet_transform(reel.pose[0][i]));
        bullet_scene->addCollisionObject(o);
        bullet_crowd.push_back(o);
    }
}
static void bullet_tree_begin(void) { bullet_world_begin(0); }
static void bullet_axes_begin(void) { bullet_world_begin(1); }

static void bullet_world_frame(const collide_pose *pose)
{
    int i;
    for (i = 0; i < reel.cast.count; i++) bullet_crowd[(size_t)i]->setWorldTransform(bullet_transform(pose[i]));
    bullet_scene->performDiscreteCollisionDetection();
    frame_pairs = bullet_broad->getOverlappingPairCache()->getNumOverlappingPairs();
    frame_contacts = 0;
    for (i = 0; i < bullet_pairs->getNumManifolds(); i++) {
        const btPersistentManifold *m = bullet_pairs->getManifoldByIndexInternal(i);
        int k, touches = 0;
        for (k = 0; k < m->getNumContacts(); k++) touches |= m->getContactPoint(k).getDistance() <= 0;
        frame_contacts += touches;
    }
}

static void bullet_world_end(void)
{
    for (btCollisionObject *o : bullet_crowd) {
        bullet_scene->removeCollisionObject(o);
        delete o;
    }
    delete bullet_scene;
    delete bullet_broad;
    delete bullet_pairs;
    delete bullet_setup;
    for (btConvexHullShape *s : bullet_models) delete s;
}

#endif

/* Rounds that alternate; the best round of each counts. */
static double world_compare(int count)
{
    player p[8];
    long met[8], touching[8];
    int n = 0, i, k, round;
    memset(p, 0, sizeof p);
    reel_make(count);
    p[n].name = "collide_world";
    p[n].begin = world_discrete;
    p[n].frame = world_frame_closely;
    p[n++].end = world_end;
#ifdef BENCH_PEERS
    p[n].name = "FCL tree, libccd";
    p[n].begin = fcl_world_begin;
    p[n].frame = fcl_world_frame;
    p[n++].end = fcl_world_end;
    p[n].name = "Bullet, dynamic tree";
    p[n].begin = bullet_tree_begin;
    p[n].frame = bullet_world_frame;
    p[n++].end = bullet_world_end;
    if (count < 16000) {
        p[n].name = "Bullet, AxisSweep3";
        p[n].begin = bullet_axes_begin;
        p[n].frame = bullet_world_frame;
        p[n++].end = bullet_world_end;
    }
#endif
    p[n].name = "collide_world, as users have it";
    p[n].begin = world_discrete;
    p[n].frame = world_frame;
    p[n++].end = world_end;
    p[n].name = "without depth: collide_world";
    p[n].begin = world_shallow;
    p[n].frame = world_frame_closely;
    p[n++].end = world_end;
#ifdef BENCH_PEERS
    p[n].name = "without depth: FCL";
    p[n].begin = fcl_shallow_begin;
    p[n].frame = fcl_world_frame;
    p[n++].end = fcl_world_end;
#endif
    p[n].name = "collide_world, continuous";
    p[n].begin = world_continuous;
    p[n].frame = world_frame;
    p[n++].end = world_end;
    for (i = 0; i < n; i++) p[i].best = 1e30;
    for (round = 0; round < 3; round++)
        for (i = 0; i < n; i++) {
            int turn;
            p[i].begin();
            p[i].frame(reel.pose[0]);
            for (turn = 0; turn < 20 && p[i].total < 1; turn++) {
                const double start = seconds();
                double spent;
                for (k = 1; k < 2 * FRAMES - 1; k++) p[i].frame(reel.pose[k < FRAMES ? k : 2 * FRAMES - 2 - k]);
                spent = (seconds() - start) / (2 * FRAMES - 2);
                if (spent < p[i].best) p[i].best = spent;
                p[i].total += seconds() - start;
            }
            p[i].total = 0;
            met[i] = frame_pairs;
            touching[i] = frame_contacts;
            p[i].end();
        }
    printf("\n[WORLD] default scene: %d polytopes of 36 faces, closest features of all pairs whose boxes meet\n",
           count);
    for (i = 0; i < n; i++) {
        printf("  %-31s %8.1f us a frame %8.0f frames a second %6ld pairs %5ld touch", p[i].name, p[i].best * 1e6,
               1 / p[i].best, met[i], touching[i]);
        if (i > 0) printf(" %7.2f x ours", p[i].best / p[0].best);
        printf("\n");
    }
    fflush(stdout);
    reel_free();
    return p[0].best;
}

/* I-COLLIDE 5.4: a kitchen of still things, a hand of parts that goes among them. */
static void bench_walkthrough(int things, int continuous)
{
    enum { FINGERS = 15, MOVES = 400 };
    collide_world_desc d;
    collide_body_desc b;
    collide_part part[FINGERS + 1];
    collide_world *w;
    collide_body hand, thing;
    collide_mesh *model[8], *palm, *finger;
    collide_vec3 half = {0.5f, 0.15f, 0.5f}, bone = {0.1f, 0.08f, 0.2f};
    collide_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
    const collide_real room = (collide_real)(pow(things, 1.0 / 3) * 1.6);
    double start, spent = 0;
    long touched = 0;
    int i, f;
    memset(&d, 0, sizeof d);
    d.continuous = continuous;
    random_state = 5;
    if (collide_world_create(&w, &d) < 0 || collide_mesh_create_box(&palm, half, NULL) < 0 ||
        collide_mesh_create_box(&finger, bone, NULL) < 0)
        exit(1);
    for (i = 0; i < 8; i++) model[i] = sphere_hull(10 + 4 * i);
    memset(part, 0, sizeof part);
    for (i = 0; i <= FINGERS; i++) {
        part[i].mesh = i ? finger : palm;
        part[i].parent = i == 0 ? -1 : i % 3 == 1 ? 0 : i - 1; /* five fingers of three bones */
        part[i].local.position.z = i % 3 == 1 ? 0.7f : 0.4f;
        if (i % 3 == 1) part[i].local.position.x = (collide_real)(i / 3 - 2) * 0.22f;
    }
    memset(&b, 0, sizeof b);
    b.parts = part;
    b.part_count = FINGERS + 1;
    if (collide_world_add(w, &b, &hand) < 0) exit(1);
    for (i = 0; i < things; i++) {
        memset(&b, 0, sizeof b);
        b.mesh = model[i % 8];
        b.pose = random_pose();
        b.pose.position = collide_i_vec(next_real() * room, next_real() * room, next_real() * room);
        b.still = 1;
        if (collide_world_add(w, &b, &thing) < 0) exit(1);
    }
    collide_world_update(w);
    for (f = 0; f < MOVES; f++) {
        pose.position.x = (collide_real)sin(f * 0.031) * room;
        pose.position.y = (collide_real)sin(f * 0.043) * room;
        pose.position.z = (collide_real)sin(f * 0.057) * room;
        pose.rotation = collide_quat_from_axis_angle(half, (collide_real)(f * 0.05));
        start = seconds();
        collide_world_move(w, hand, pose);
        for (i = 1; i <= FINGERS; i++) {
            collide_pose local = part[i].local;
            collide_vec3 across = {1, 0, 0};
            local.rotation = collide_quat_from_axis_angle(across, (collide_real)(0.3 * sin(f * 0.2)));
            collide_world_move_part(w, hand, i, local);
        }
        touched += collide_world_update(w);
        spent += seconds() - start;
    }
    printf("  %6d still things, %-10s %8.2f us a frame, %5.2f touched\n", things,
           continuous ? "continuous" : "discrete", spent / MOVES * 1e6, (double)touched / MOVES);
    fflush(stdout);
    collide_world_destroy(w);
    for (i = 0; i < 8; i++) collide_mesh_destroy(model[i]);
    collide_mesh_destroy(palm);
    collide_mesh_destroy(finger);
}

static void bench_world(void)
{
    double t[2];
    int i;
    t[0] = world_compare(1000);
    t[1] = world_compare(10000);
    printf("\n[WORLD] growth exponent from 1,000 to 10,000: %.3f; the paper's HP-9000 made 23 frames a second\n",
           log10(t[1] / t[0]));
    printf("\n[WORLD] walkthrough (I-COLLIDE 5.4): a hand of 16 parts, all of them moving\n");
    for (i = 0; i < 2; i++) {
        bench_walkthrough(1000, i);
        bench_walkthrough(10000, i);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} sections[] = {{"math", bench_math},   {"tree", bench_tree},     {"mesh", bench_mesh},   {"screw", bench_screw},
                {"gjk", bench_gjk},     {"probe", bench_probe},   {"trace", bench_trace}, {"nearest", bench_nearest},
                {"sweep", bench_sweep}, {"screen", bench_screen}, {"world", bench_world}};

enum { SECTIONS = (int)(sizeof sections / sizeof *sections) };

int main(int argc, char **argv)
{
    int i, k;
    for (k = 1; k < argc; k++) {
        for (i = 0; i < SECTIONS && strcmp(argv[k], sections[i].name) != 0; i++) continue;
        if (i < SECTIONS) continue;
        fprintf(stderr, "no section %s; there are:", argv[k]);
        for (i = 0; i < SECTIONS; i++) fprintf(stderr, " %s", sections[i].name);
        fprintf(stderr, "\n");
        return 2;
    }
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
    for (i = 0; i < SECTIONS; i++) {
        for (k = 1; k < argc && strcmp(argv[k], sections[i].name) != 0; k++) continue;
        if (argc == 1 || k < argc) sections[i].run();
    }
    return 0;
}
