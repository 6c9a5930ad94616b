/* bench.c - what things cost, as ratios measured side by side in one run    SPDX-License-Identifier: MIT OR Unlicense

   Each row is timed in rounds that alternate with its rivals', and keeps its best round: machines are noisy, and the
   ratio of two best rounds is what holds still. Times in nanoseconds per call.

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
#include <bullet/BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <bullet/BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <ccd/ccd.h>
#include <fcl/fcl.h>
#include <ode/ode.h>
#endif

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

enum { INPUTS = 1024, ROUNDS = 15 };

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
static answer answers[INPUTS];
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

static const struct {
    const char *name;
    void (*run)(void);
} sections[] = {
    {"math", bench_math}, {"tree", bench_tree}, {"mesh", bench_mesh}, {"screw", bench_screw}, {"gjk", bench_gjk}};

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
