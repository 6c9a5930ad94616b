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
#include <new>
#include <vector>
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

static const struct {
    const char *name;
    void (*run)(void);
} sections[] = {{"math", bench_math}, {"tree", bench_tree},   {"mesh", bench_mesh},  {"screw", bench_screw},
                {"gjk", bench_gjk},   {"probe", bench_probe}, {"trace", bench_trace}};

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
