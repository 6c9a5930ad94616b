/* collide_tests.c - the tests of collide.h                    SPDX-License-Identifier: MIT OR Unlicense

   One file, several programs:
       (nothing)            the test program; options as greatest.h has them, e.g. -s math -v
       -DTESTS_QUICK        the same with a tenth of the generated cases, for slow instrumented builds
       -DTESTS_SOAK         the same with the full counts that the manual's promises name
       -DTESTS_HASH         prints one hash of result bits per section: the same on every machine
       -DTESTS_FUZZ         a libFuzzer target over all sections
       -DTESTS_THREADS      adds what needs threads: link with -pthread, best with -fsanitize=thread
       -DTESTS_TWO_FILES    expects a second object of this file, compiled with -DTESTS_OTHER_FILE as well
   TESTS_SEED=n in the environment starts the generators elsewhere; a failure prints the seed it had. */

#ifdef TESTS_OTHER_FILE /* ------------------------------------------------------------- a second file of the program */

#ifndef COLLIDE_EXTERN
#define COLLIDE_IMPLEMENTATION
#endif
#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif
size_t other_file_real(void);
collide_pose other_file_pose(collide_real radians);
const char *other_file_text(collide_result r);
#ifdef __cplusplus
}
#endif

size_t other_file_real(void) { return sizeof(collide_real); }
const char *other_file_text(collide_result r) { return collide_result_text(r); }
collide_pose other_file_pose(collide_real radians)
{
    collide_vec3 axis = {1, 2, 3};
    collide_pose p = {{4, 5, 6}, {0, 0, 0, 0}};
    p.rotation = collide_quat_from_axis_angle(axis, radians);
    return collide_pose_compose(p, collide_pose_inverse(p));
}

#else

#include "collide.h" /* types alone first: a file may do that, too */

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

/* What the tests put in has to be the same everywhere, too. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && (defined(__FP_FAST_FMAF) || defined(__FP_FAST_FMA))
#pragma GCC optimize("fp-contract=off")
#endif

#if !defined(TESTS_HASH) && !defined(TESTS_FUZZ)
#include "greatest.h"
#endif

/* In `make test` a fifth of the compile time goes into making tests themselves faster, which is no use: what they call
   takes the time. */
#if defined(TESTS_TWO_FILES) && defined(__GNUC__) && !defined(__clang__)
#undef TEST
#undef SUITE
#define TEST __attribute__((optimize("O0"))) GREATEST_TEST
#define SUITE __attribute__((optimize("O0"))) GREATEST_SUITE
#endif
#ifdef TESTS_THREADS
#include <pthread.h>
#endif

/* How many cases: in instrumented builds, in `make test`, in `make soak`. */
#if defined(TESTS_QUICK)
#define COUNT(test, soak) ((test) / 10)
#elif defined(TESTS_SOAK)
#define COUNT(test, soak) (soak)
#elif defined(COLLIDE_DOUBLE) /* its references work in long double, which is slow */
#define COUNT(test, soak) (((test) + 2) / 3)
#else
#define COUNT(test, soak) (test)
#endif

typedef collide_real real;

/* The digits a test speaks in: 1 here is one rounding of the type. */
#define EPS ((double)COLLIDE_I_EPSILON)

/* ---------------------------------------------------------------------------------------------- generated cases */

typedef struct {
    uint64_t state;
} rng;

static uint64_t tests_seed = 1;

static uint64_t next_bits(rng *r) /* splitmix64 */
{
    uint64_t z = r->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static rng rng_for(unsigned test)
{
    rng r;
    r.state = tests_seed * 0x100000001B3u + test;
    (void)next_bits(&r);
    return r;
}

static unsigned next_below(rng *r, unsigned n) { return (unsigned)((next_bits(r) >> 32) % n); }

/* In [-1, 1], with as many digits as float has, so that float and double builds see the same cases. */
static real next_real(rng *r) { return (real)((int)(next_bits(r) >> 39) - (1 << 24)) / (real)(1 << 24); }
static real next_between(rng *r, real lower, real upper)
{
    real t = next_real(r);
    return lower + (upper - lower) * (t + 1) / 2;
}

/* 2^exponent without libm. */
static real power_of_two(int exponent) { return collide_i_from_bits(COLLIDE_I_POWER(exponent)); }

/* Of any sign and any size between 2^-exponents and 2^exponents. */
static real next_scaled(rng *r, int exponents)
{
    real x = next_real(r);
    return x * power_of_two((int)next_below(r, 2 * (unsigned)exponents + 1) - exponents);
}

static collide_vec3 next_vec(rng *r, real size)
{
    collide_vec3 v;
    v.x = next_real(r) * size;
    v.y = next_real(r) * size;
    v.z = next_real(r) * size;
    return v;
}

static collide_quat next_rotation(rng *r)
{
    collide_vec3 axis = next_vec(r, 1);
    real angle = next_between(r, 0, 3);
    return collide_quat_from_axis_angle(axis, angle);
}

static collide_pose next_pose(rng *r, real size)
{
    collide_pose p;
    p.position = next_vec(r, size);
    p.rotation = next_rotation(r);
    return p;
}

/* The message of a failed case: seed, number and what went wrong. One of them may be part of the next. */
static const char *failed_case(const char *format, ...)
{
    static char texts[2][400];
    static int turn;
    char *text = texts[turn ^= 1];
    va_list list;
    int n = snprintf(text, sizeof texts[0], "seed %lu: ", (unsigned long)tests_seed);
    va_start(list, format);
    vsnprintf(text + n, sizeof texts[0] - (size_t)n, format, list);
    va_end(list);
    return text;
}

/* ------------------------------------------------------------------------------------------ hashes of result bits */

static uint64_t hash_bits(uint64_t h, uint64_t bits)
{
    int i;
    for (i = 0; i < 64; i += 8) h = (h ^ ((bits >> i) & 255u)) * 0x100000001B3u;
    return h;
}
static uint64_t hash_real(uint64_t h, real x) { return hash_bits(h, collide_i_to_bits(x)); }
static uint64_t hash_vec(uint64_t h, collide_vec3 v) { return hash_real(hash_real(hash_real(h, v.x), v.y), v.z); }
static uint64_t hash_pose(uint64_t h, collide_pose p)
{
    h = hash_vec(h, p.position);
    h = hash_real(hash_real(h, p.rotation.x), p.rotation.y);
    return hash_real(hash_real(h, p.rotation.z), p.rotation.w);
}

static uint64_t hash_math(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {1};
    int i;
    for (i = 0; i < 4000; i++) {
        real x = next_scaled(&r, i & 1 ? 13 : 100), y = next_scaled(&r, 3), m[16];
        collide_pose p = next_pose(&r, 100), q = next_pose(&r, 1);
        collide_vec3 v = next_vec(&r, 8);
        collide_aabb box;
        collide_i_lanes a, b;
        real four[4];
        h = hash_real(h, collide_sin(x));
        h = hash_real(h, collide_cos(x));
        h = hash_real(h, collide_atan2(y, x));
        p = collide_pose_compose(p, q);
        h = hash_pose(h, collide_pose_inverse(p));
        h = hash_vec(h, collide_pose_apply(p, v));
        h = hash_vec(h, collide_vec3_normalize(v));
        collide_pose_to_matrix(p, m);
        h = hash_pose(h, collide_pose_from_matrix(m));
        box.lower = collide_vec3_scale(q.position, -1);
        box.upper = collide_i_highest(box.lower, v);
        box = collide_aabb_transform(box, p);
        h = hash_vec(hash_vec(h, box.lower), box.upper);
        a = collide_i_lanes_load(m + 4);
        b = collide_i_lanes_mul(collide_i_lanes_splat(y), collide_i_lanes_load(m + 1));
        a = collide_i_lanes_max(collide_i_lanes_add(a, b), collide_i_lanes_min(a, collide_i_lanes_sub(b, a)));
        h = hash_bits(h, collide_i_lanes_bits(collide_i_lanes_less(a, b)));
        collide_i_lanes_store(four, collide_i_lanes_select(collide_i_lanes_less(a, b), a, b));
        h = hash_real(hash_real(hash_real(hash_real(h, four[0]), four[1]), four[2]), four[3]);
    }
    return hash_bits(h, collide_fp_selftest());
}

/* A cloud of boxes: scattered, stacked on one spot, in a line whose steps double, or all alike. */
static void make_boxes(rng *r, collide_aabb *boxes, int count, int kind)
{
    int i;
    for (i = 0; i < count; i++) {
        collide_vec3 centre = next_vec(r, 100), half = next_vec(r, 4);
        if (kind == 1) centre = next_vec(r, 1);
        if (kind == 2) centre = collide_i_vec(power_of_two(i % 29), 0, 0);
        if (kind == 3) centre = half = collide_i_vec(1, 2, 3);
        if (kind == 4) half = collide_i_vec(0, 0, 0);
        half = collide_i_vec(collide_i_abs(half.x), collide_i_abs(half.y), collide_i_abs(half.z));
        boxes[i].lower = collide_i_sub(centre, half);
        boxes[i].upper = collide_i_add(centre, half);
    }
}
enum { BOX_KINDS = 5 };

static uint64_t hash_tree(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {2};
    int kind, i, k, item;
    for (kind = 0; kind < BOX_KINDS; kind++) {
        static collide_aabb boxes[500];
        collide_tree *tree;
        collide_tree_walk w;
        make_boxes(&r, boxes, 500, kind);
        if (collide_tree_create(&tree, boxes, 500, NULL) < 0) return 0;
        for (i = 0; i < 40; i++) {
            collide_vec3 move = next_vec(&r, 50);
            for (k = 0; k < 3; k++) {
                if (k == 0) collide_tree_walk_box(&w, tree, boxes[i]);
                if (k == 1) collide_tree_walk_cast(&w, tree, boxes[i], move);
                if (k == 2) collide_tree_walk_near(&w, tree, boxes[i], 9);
                while ((item = collide_tree_next(&w)) >= 0) h = hash_real(hash_bits(h, (uint64_t)item), w.key);
            }
        }
        collide_tree_destroy(tree);
    }
    return h;
}

/* ----------------------------------------------------------------------------------------------- generated meshes */

/* Positions and polygons as a modeller would export them. */
enum { SOUP_VERTICES = 4000, SOUP_CORNERS = 16000, SOUP_FACES = 4000 };
typedef struct {
    real p[3 * SOUP_VERTICES];
    unsigned corner[SOUP_CORNERS];
    int size[SOUP_FACES], vertices, corners, faces;
} soup;

static int soup_point(soup *s, real x, real y, real z)
{
    s->p[3 * s->vertices] = x;
    s->p[3 * s->vertices + 1] = y;
    s->p[3 * s->vertices + 2] = z;
    return s->vertices++;
}

static void soup_face(soup *s, int size, const int *corners)
{
    int i;
    s->size[s->faces++] = size;
    for (i = 0; i < size; i++) s->corner[s->corners++] = (unsigned)corners[i];
}

static void soup_triangle(soup *s, int a, int b, int c)
{
    int corners[3];
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    soup_face(s, 3, corners);
}

static void soup_quad(soup *s, int a, int b, int c, int d)
{
    int corners[4];
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    corners[3] = d;
    soup_face(s, 4, corners);
}

static int soup_first(const soup *s, int face)
{
    int i, c = 0;
    for (i = 0; i < face; i++) c += s->size[i];
    return c;
}

static void soup_reverse(soup *s, int face)
{
    int i = soup_first(s, face), k = i + s->size[face] - 1;
    for (; i < k; i++, k--) {
        unsigned c = s->corner[i];
        s->corner[i] = s->corner[k];
        s->corner[k] = c;
    }
}

/* A box with its lowest corner at (x, y, z); vertices already there are used again where `share` says so. */
static void soup_box(soup *s, real x, real y, real z, real size, int share)
{
    static const int face[6][4] = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5}};
    int v[8], i, k, before = s->vertices;
    for (i = 0; i < 8; i++) {
        real px = i & 4 ? x + size : x, py = i & 2 ? y + size : y, pz = i & 1 ? z + size : z;
        for (k = 0; share && k < before; k++)
            if (!(s->p[3 * k] < px || s->p[3 * k] > px || s->p[3 * k + 1] < py || s->p[3 * k + 1] > py ||
                  s->p[3 * k + 2] < pz || s->p[3 * k + 2] > pz))
                break;
        v[i] = share && k < before ? k : soup_point(s, px, py, pz);
    }
    for (i = 0; i < 6; i++) soup_quad(s, v[face[i][0]], v[face[i][1]], v[face[i][2]], v[face[i][3]]);
}

/* A prism over a star: its outline goes in and out. Caps as fans of triangles around a middle point, or whole. */
static void soup_star(soup *s, rng *r, int points, int whole)
{
    int ring[2][64], i, k, middle[2];
    for (k = 0; k < 2; k++) {
        for (i = 0; i < points; i++) {
            real c, sn,
                radius = k       ? 0
                         : i & 1 ? next_between(r, COLLIDE_R(0.4), COLLIDE_R(0.5))
                                 : next_between(r, COLLIDE_R(0.9), 1);
            collide_i_circle(i, points, &c, &sn);
            if (k)
                ring[1][i] = soup_point(s, s->p[3 * ring[0][i]], 1, s->p[3 * ring[0][i] + 2]);
            else
                ring[0][i] = soup_point(s, radius * sn, -1, radius * c);
        }
        middle[k] = whole ? -1 : soup_point(s, 0, k ? 1 : -1, 0);
    }
    for (i = 0; i < points; i++) {
        int n = (i + 1) % points;
        soup_quad(s, ring[0][i], ring[0][n], ring[1][n], ring[1][i]);
        if (!whole) {
            soup_triangle(s, ring[0][n], ring[0][i], middle[0]);
            soup_triangle(s, ring[1][i], ring[1][n], middle[1]);
        }
    }
    if (whole) {
        soup_face(s, points, ring[1]);
        soup_face(s, points, ring[0]);
        soup_reverse(s, s->faces - 1);
    }
}

static void soup_torus(soup *s, int a, int b, int triangles)
{
    int i, k, first = s->vertices;
    for (i = 0; i < a; i++)
        for (k = 0; k < b; k++) {
            real c, sn, out, up;
            int i1 = (i + 1) % a, k1 = (k + 1) % b;
            collide_i_circle(i, a, &c, &sn);
            collide_i_circle(k, b, &out, &up);
            soup_point(s, (2 + out / 2) * sn, up / 2, (2 + out / 2) * c);
            if (triangles) {
                soup_triangle(s, first + i * b + k, first + i1 * b + k, first + i1 * b + k1);
                soup_triangle(s, first + i * b + k, first + i1 * b + k1, first + i * b + k1);
            } else {
                soup_quad(s, first + i * b + k, first + i1 * b + k, first + i1 * b + k1, first + i * b + k1);
            }
        }
}

/* Hills over a grid: open all around. */
static void soup_sheet(soup *s, rng *r, int n)
{
    int i, k, first = s->vertices;
    for (i = 0; i <= n; i++)
        for (k = 0; k <= n; k++) soup_point(s, (real)i, next_real(r) / 4, -(real)k);
    for (i = 0; i < n; i++)
        for (k = 0; k < n; k++) {
            int a = first + i * (n + 1) + k;
            soup_triangle(s, a, a + n + 1, a + n + 2);
            soup_triangle(s, a, a + n + 2, a + 1);
        }
}

static void soup_move(soup *s, collide_pose p, real scale)
{
    int i;
    for (i = 0; i < s->vertices; i++) {
        collide_vec3 v = collide_i_vec(s->p[3 * i] * scale, s->p[3 * i + 1] * scale, s->p[3 * i + 2] * scale);
        v = collide_pose_apply(p, v);
        s->p[3 * i] = v.x;
        s->p[3 * i + 1] = v.y;
        s->p[3 * i + 2] = v.z;
    }
}

enum { SOLIDS = 6 };

/* A sound closed solid; its Euler number. */
static int soup_solid(soup *s, rng *r, int kind)
{
    int euler = 2;
    s->vertices = s->corners = s->faces = 0;
    if (kind == 0) soup_box(s, -1, -1, -1, 2, 0);
    if (kind == 1) soup_star(s, r, 2 * (4 + (int)next_below(r, 20)), 0);
    if (kind == 2 || kind == 3) { /* one random number a statement: arguments have no order */
        int a = 3 + (int)next_below(r, 20), b = 3 + (int)next_below(r, 12);
        soup_torus(s, a, b, kind == 3);
    }
    if (kind == 4) { /* two parts */
        soup_box(s, -4, 0, 0, 1, 0);
        soup_star(s, r, 8, 0);
    }
    if (kind == 5) { /* a hollow box: the inner one is turned inwards */
        int i;
        soup_box(s, -2, -2, -2, 4, 0);
        soup_box(s, -1, -1, -1, 2, 0);
        for (i = 6; i < 12; i++) soup_reverse(s, i);
    }
    if (kind == 2 || kind == 3) euler = 0;
    if (kind == 4 || kind == 5) euler = 4;
    return euler;
}

static collide_result soup_mesh(const soup *s, unsigned flags, real weld, collide_mesh **mesh,
                                collide_mesh_report *report, const collide_allocator *a)
{
    collide_mesh_desc d;
    memset(&d, 0, sizeof d);
    d.positions = s->p;
    d.vertex_count = s->vertices;
    d.indices = s->corner;
    d.face_sizes = s->size;
    d.face_count = s->faces;
    d.flags = flags;
    d.weld = weld;
    d.allocator = a;
    return collide_mesh_create(mesh, &d, report);
}

/* Six times the volume, triangle by triangle in double. */
static double soup_volume(const soup *s)
{
    double sum = 0;
    int f, i, c = 0;
    for (f = 0; f < s->faces; c += s->size[f++])
        for (i = 1; i + 1 < s->size[f]; i++) {
            const real *p = s->p + 3 * s->corner[c], *q = s->p + 3 * s->corner[c + i],
                       *t = s->p + 3 * s->corner[c + i + 1];
            const real *o = s->p;
            double a[3], b[3], d[3];
            int k;
            for (k = 0; k < 3; k++) {
                a[k] = (double)p[k] - (double)o[k];
                b[k] = (double)q[k] - (double)o[k];
                d[k] = (double)t[k] - (double)o[k];
            }
            sum += a[0] * (b[1] * d[2] - b[2] * d[1]) + a[1] * (b[2] * d[0] - b[0] * d[2]) +
                   a[2] * (b[0] * d[1] - b[1] * d[0]);
        }
    return sum / 6;
}

static uint64_t hash_mesh_values(uint64_t h, const collide_mesh *m)
{
    int i, k;
    real inertia[9];
    collide_vec3 centre;
    for (i = 0; i < collide_mesh_vertex_count(m); i++) {
        h = hash_vec(h, collide_mesh_vertex(m, i));
        h = hash_bits(h, (uint64_t)(collide_mesh_vertex_edge(m, i) * 2 + collide_mesh_vertex_internal(m, i)));
    }
    for (i = 0; i < collide_mesh_edge_count(m); i++) {
        const collide_edge *e = collide_mesh_edge(m, i);
        for (k = 0; k < 2; k++) h = hash_bits(hash_bits(h, (uint64_t)e->vertex[k]), (uint64_t)(e->face[k] + 1));
        for (k = 0; k < 4; k++) h = hash_bits(h, (uint64_t)e->wing[k]);
        h = hash_bits(h, e->flags);
    }
    for (i = 0; i < collide_mesh_face_count(m); i++) {
        collide_plane p = collide_mesh_face_plane(m, i);
        h = hash_real(hash_vec(h, p.normal), p.offset);
        for (k = 0; k < collide_mesh_face_size(m, i); k++)
            h = hash_bits(h, (uint64_t)collide_mesh_face_vertex(m, i, k));
        h = hash_bits(h, (uint64_t)collide_mesh_face_source(m, i));
    }
    collide_mesh_inertia(m, inertia);
    for (i = 0; i < 9; i++) h = hash_real(h, inertia[i]);
    h = hash_real(h, collide_mesh_sphere(m, &centre));
    h = hash_vec(hash_vec(h, centre), collide_mesh_centroid(m));
    return hash_real(h, collide_mesh_volume(m));
}

static uint64_t hash_mesh(void)
{
    static soup s;
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {3};
    collide_mesh *m;
    int i, k;
    for (i = 0; i < 24; i++) {
        if (i == 23) {
            s.vertices = s.corners = s.faces = 0;
            soup_sheet(&s, &r, 8);
        } else {
            (void)soup_solid(&s, &r, i % SOLIDS);
        }
        soup_move(&s, next_pose(&r, 10), 1);
        if (soup_mesh(&s,
                      i == 23 ? COLLIDE_MESH_OPEN
                      : i & 8 ? COLLIDE_MESH_MERGE_COPLANAR
                              : 0,
                      0, &m, NULL, NULL) < 0) {
            h = hash_bits(h, 1);
            continue;
        }
        h = hash_mesh_values(h, m);
        collide_mesh_destroy(m);
    }
    for (i = 0; i < 6; i++) {
        static real p[3 * 600];
        int count = 10 << i;
        for (k = 0; k < count; k++) {
            collide_vec3 v = collide_i_unit(next_vec(&r, 1), p);
            p[3 * k] = v.x;
            p[3 * k + 1] = v.y;
            p[3 * k + 2] = v.z;
        }
        if (collide_mesh_create_hull(&m, p, count, NULL) < 0) return 0;
        h = hash_mesh_values(h, m);
        for (k = 0; k < 100; k++) h = hash_bits(h, (uint64_t)collide_mesh_support(m, next_vec(&r, 1)));
        collide_mesh_destroy(m);
    }
    return h;
}

/* ----------------------------------------------------------------------------------------------- generated shapes */

/* References compute in a wider type than the library, where there is one. */
#ifdef COLLIDE_DOUBLE
typedef long double wide;
#define WIDE(name) name##l
#define WIDE_ROUNDING LDBL_EPSILON
#else
typedef double wide;
#define WIDE(name) name
#define WIDE_ROUNDING DBL_EPSILON
#endif

/* A shape twice: as the library has it, and as numbers from which the references make their own support mapping.
   A core, and a sphere of radius `round` around each of its points. */
enum { BODY_POINTS = 1, BODY_CYLINDER, BODY_CONE, BODY_ELLIPSOID, BODY_SUM, BODY_BOTH, BODY_AFFINE };
typedef struct body {
    collide_shape shape;
    int kind, count;
    const real *points; /* NULL: they are in own */
    real own[24];
    wide half[3]; /* cylinder and cone: half height, radius; ellipsoid: radii */
    const struct body *a, *b;
    wide m[12], round;
} body;

static body body_of(int kind)
{
    body b;
    memset(&b, 0, sizeof b);
    b.kind = kind;
    return b;
}

static void body_own(body *b, real x, real y, real z)
{
    b->own[3 * b->count] = x;
    b->own[3 * b->count + 1] = y;
    b->own[3 * b->count + 2] = z;
    b->count++;
}

static body body_point(void)
{
    body b = body_of(BODY_POINTS);
    body_own(&b, 0, 0, 0);
    b.shape = collide_shape_point();
    return b;
}

static body body_sphere(real radius)
{
    body b = body_point();
    b.round = (wide)radius;
    b.shape = collide_shape_sphere(radius);
    return b;
}

static body body_box(real x, real y, real z)
{
    body b = body_of(BODY_POINTS);
    int i;
    for (i = 0; i < 8; i++) body_own(&b, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    b.shape = collide_shape_box(collide_i_vec(x, y, z));
    return b;
}

static body body_capsule(real half, real radius)
{
    body b = body_of(BODY_POINTS);
    body_own(&b, 0, -half, 0);
    body_own(&b, 0, half, 0);
    b.round = (wide)radius;
    b.shape = collide_shape_capsule(half, radius);
    return b;
}

static body body_cylinder(real half, real radius)
{
    body b = body_of(BODY_CYLINDER);
    b.half[0] = (wide)half;
    b.half[1] = (wide)radius;
    b.shape = collide_shape_cylinder(half, radius);
    return b;
}

static body body_cone(real half, real radius)
{
    body b = body_of(BODY_CONE);
    b.half[0] = (wide)half;
    b.half[1] = (wide)radius;
    b.shape = collide_shape_cone(half, radius);
    return b;
}

static body body_ellipsoid(real x, real y, real z)
{
    body b = body_of(BODY_ELLIPSOID);
    b.half[0] = (wide)x;
    b.half[1] = (wide)y;
    b.half[2] = (wide)z;
    b.shape = collide_shape_ellipsoid(collide_i_vec(x, y, z));
    return b;
}

static body body_segment(collide_vec3 p, collide_vec3 q)
{
    body b = body_of(BODY_POINTS);
    body_own(&b, p.x, p.y, p.z);
    body_own(&b, q.x, q.y, q.z);
    b.shape = collide_shape_segment(p, q);
    return b;
}

static body body_triangle(collide_vec3 p, collide_vec3 q, collide_vec3 s)
{
    body b = body_segment(p, q);
    body_own(&b, s.x, s.y, s.z);
    b.shape = collide_shape_triangle(p, q, s);
    return b;
}

static body body_points(const real *points, int count)
{
    body b = body_of(BODY_POINTS);
    b.points = points;
    b.count = count;
    b.shape = collide_shape_points(points, count, 0);
    return b;
}

static body body_sum(const body *p, const body *q)
{
    body b = body_of(BODY_SUM);
    b.a = p;
    b.b = q;
    b.shape = collide_shape_sum(&p->shape, &q->shape);
    return b;
}

static body body_both(const body *p, const body *q)
{
    body b = body_of(BODY_BOTH);
    b.a = p;
    b.b = q;
    b.shape = collide_shape_both(&p->shape, &q->shape);
    return b;
}

static body body_affine(const body *p, const real m[12])
{
    body b = body_of(BODY_AFFINE);
    int i;
    b.a = p;
    for (i = 0; i < 12; i++) b.m[i] = (wide)m[i];
    b.shape = collide_shape_affine(&p->shape, m);
    return b;
}

static body body_rounded(body b, real radius)
{
    b.round += (wide)radius;
    b.shape = collide_shape_rounded(b.shape, radius);
    return b;
}

/* A hull's own mesh and points: made once, used by many cases. */
typedef struct {
    collide_mesh *mesh;
    real *points;
    int count;
} hull_store;

enum { HULLS = 28 };
static hull_store hulls[HULLS];
static int hulls_made;
/* Which of them have 8, 32, 128 and 1024 vertices, which are needles and which are flat. */
enum { HULL_8 = 0, HULL_32 = 6, HULL_128 = 12, HULL_1024 = 16, HULL_NEEDLE = 18, HULL_FLAT = 23 };

static int make_hull(hull_store *h, rng *r, int count, real x, real y, real z)
{
    real *p = (real *)malloc(sizeof(real) * 3 * (size_t)count), length;
    int i;
    if (!p) return 0;
    for (i = 0; i < count; i++) {
        collide_vec3 v = collide_i_unit(next_vec(r, 1), &length);
        p[3 * i] = v.x * x;
        p[3 * i + 1] = v.y * y;
        p[3 * i + 2] = v.z * z;
    }
    if (collide_mesh_create_hull(&h->mesh, p, count, NULL) < 0) return free(p), 0;
    h->count = collide_mesh_vertex_count(h->mesh);
    for (i = 0; i < h->count; i++) {
        collide_vec3 v = collide_mesh_vertex(h->mesh, i);
        p[3 * i] = v.x;
        p[3 * i + 1] = v.y;
        p[3 * i + 2] = v.z;
    }
    h->points = p;
    return 1;
}

static void make_hulls(void)
{
    static const int counts[4] = {8, 32, 128, 1024};
    const real thin = COLLIDE_R(1e-4);
    rng r = {4};
    int i;
#ifdef TESTS_HASH /* a microcontroller has no room for more, and no need */
    const int last = HULL_128;
#else
    const int last = HULLS;
#endif
    if (hulls_made) return;
    for (i = 0; i < last; i++) {
        int count = i < HULL_32 ? 0 : i < HULL_128 ? 1 : i < HULL_1024 ? 2 : 3;
        int made = i < HULL_NEEDLE ? make_hull(&hulls[i], &r, counts[count], 1, 1, 1)
                   : i < HULL_FLAT ? make_hull(&hulls[i], &r, 8 + 3 * (i - HULL_NEEDLE), 1, thin, thin)
                                   : make_hull(&hulls[i], &r, 8 + 3 * (i - HULL_FLAT), 1, thin, 1);
        if (!made) abort();
    }
    hulls_made = 1;
}

/* Over the mesh, or over the same points as a bare array. */
static body body_hull(int i, int bare)
{
    body b = body_points(hulls[i].points, hulls[i].count);
    if (!bare) b.shape = collide_shape_hull(hulls[i].mesh);
    return b;
}

/* A support mapping of the user's own: an ellipsoid. */
typedef struct {
    real radii[3];
    int calls, bad; /* answers NaN from the bad-th call on; 0: never */
} custom;

static collide_vec3 custom_support(void *user, collide_vec3 d)
{
    custom *c = (custom *)user;
    collide_vec3 v = collide_i_vec(d.x * c->radii[0], d.y * c->radii[1], d.z * c->radii[2]);
    real length;
    c->calls++;
    v = collide_i_unit(v, &length);
    if (c->bad && c->calls >= c->bad) {
        const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
        v.y = c->bad & 1 ? inf : inf - inf;
    }
    return collide_i_vec(v.x * c->radii[0], v.y * c->radii[1], v.z * c->radii[2]);
}

static body body_custom(custom *c)
{
    body b = body_ellipsoid(c->radii[0], c->radii[1], c->radii[2]);
    b.shape = collide_shape_custom(custom_support, c);
    return b;
}

/* Shapes of size about 1. Those of two parts need a place for these. */
enum { SHAPE_KINDS = 18 };
typedef struct {
    body whole, part[2];
    custom user;
} any_body;

static void next_body(any_body *s, rng *r, int kind)
{
    real x = next_between(r, COLLIDE_R(0.2), 1), y = next_between(r, COLLIDE_R(0.2), 1);
    real z = next_between(r, COLLIDE_R(0.2), 1);
    make_hulls();
    memset(s, 0, sizeof *s);
    switch (kind) {
    case 0: s->whole = body_box(x, y, z); break;
    case 1: s->whole = body_sphere(x); break;
    case 2: s->whole = body_capsule(y, x / 2); break;
    case 3: s->whole = body_cylinder(y, x); break;
    case 4: s->whole = body_cone(y, x); break;
    case 5: s->whole = body_ellipsoid(x, y, z); break;
    case 6: s->whole = body_point(); break;
    case 7: {
        collide_vec3 p = next_vec(r, 1), q = next_vec(r, 1);
        s->whole = body_segment(p, q);
        break;
    }
    case 8: {
        collide_vec3 p = next_vec(r, 1), q = next_vec(r, 1), t = next_vec(r, 1);
        s->whole = body_triangle(p, q, t);
        break;
    }
    case 9: {
        int i = (int)next_below(r, HULL_32), bare = (int)next_below(r, 2);
        s->whole = body_hull(HULL_8 + i, bare);
        break;
    }
    case 10: {
        int i = (int)next_below(r, HULL_128 - HULL_32), bare = (int)next_below(r, 2);
        s->whole = body_hull(HULL_32 + i, bare);
        break;
    }
    case 11: s->whole = body_rounded(body_box(x, y, z), x / 4); break;
    case 12: s->whole = body_rounded(body_cylinder(y, x), z / 4); break;
    case 13: s->whole = body_rounded(body_cone(y, x), z / 8); break;
    case 14: /* the sum of section 5 of the paper */
        s->part[0] = body_cone(y / 2, x / 2);
        s->part[1] = body_box(z / 2, x / 2, y / 2);
        s->whole = body_sum(&s->part[0], &s->part[1]);
        break;
    case 15:
        s->part[0] = body_cylinder(y / 2, x);
        s->part[1] = body_segment(collide_i_vec(0, -z, 0), collide_i_vec(0, z, x / 2));
        s->whole = body_both(&s->part[0], &s->part[1]);
        break;
    case 16: {
        real m[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
        m[0] = x;
        m[1] = z / 4;
        m[3] = -y / 4;
        m[4] = y;
        m[8] = -z;
        m[9] = x / 4;
        s->part[0] = body_cylinder(COLLIDE_R(0.75), COLLIDE_R(0.5));
        s->whole = body_affine(&s->part[0], m);
        break;
    }
    default:
        s->user.radii[0] = x;
        s->user.radii[1] = y;
        s->user.radii[2] = z;
        s->whole = body_custom(&s->user);
        break;
    }
}

static uint64_t hash_closest(uint64_t h, collide_result result, const collide_closest *c)
{
    h = hash_bits(h, (uint64_t)(result + 10));
    h = hash_vec(hash_vec(hash_vec(h, c->point_a), c->point_b), c->normal);
    return hash_bits(hash_bits(hash_real(h, c->distance), (uint64_t)c->iterations), c->flags);
}

static uint64_t hash_hit(uint64_t h, collide_result result, const collide_hit *c)
{
    h = hash_real(hash_bits(h, (uint64_t)(result + 10)), c->time);
    h = hash_vec(hash_vec(h, c->point), c->normal);
    return hash_bits(hash_bits(h, (uint64_t)c->iterations), c->flags);
}

static uint64_t hash_screw(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {5};
    int i;
    for (i = 0; i < 4000; i++) {
        collide_pose a0 = next_pose(&r, 2), a1 = next_pose(&r, 2), b0 = next_pose(&r, 2), b1 = next_pose(&r, 2);
        collide_vec3 x = next_vec(&r, 3);
        real t = next_between(&r, 0, 1);
        collide_screw s;
        if (i % 4 == 1) a1.rotation = a0.rotation;
        if (i % 4 == 1) b1.rotation = b0.rotation;
        if (i % 4 == 2) {
            collide_vec3 axis = next_vec(&r, 1);
            real angle = power_of_two(-(int)next_below(&r, 30));
            a1 = a0;
            b1.rotation = collide_quat_multiply(b0.rotation, collide_quat_from_axis_angle(axis, angle));
        }
        s = collide_screw_between(a0, a1, b0, b1);
        h = hash_vec(hash_vec(h, s.point), s.axis);
        h = hash_real(hash_real(h, s.angle), s.slide);
        h = hash_vec(h, collide_screw_apply(&s, x, t));
        h = hash_vec(h, collide_screw_velocity(&s, x));
        h = hash_pose(h, collide_screw_pose(&s, t));
        h = hash_real(h, collide_screw_error(s.angle));
        h = hash_pose(h, collide_pose_between(a0, b1, t));
    }
    return h;
}

static uint64_t hash_gjk(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {6};
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k;
    for (i = 0; i < 400; i++) {
        any_body a, b;
        collide_pose pa, pb, to_a, to_b;
        collide_vec3 va, vb;
        collide_closest c;
        collide_hit hit;
        collide_contact contact[16];
        collide_gjk_cache cache;
        collide_result result;
        int ka = (int)next_below(&r, SHAPE_KINDS), kb = (int)next_below(&r, SHAPE_KINDS), count;
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        pa = next_pose(&r, 1);
        pb = next_pose(&r, i & 1 ? 1 : 3);
        to_a = next_pose(&r, 1);
        to_b = next_pose(&r, 1);
        va = next_vec(&r, 2);
        vb = next_vec(&r, 2);
        memset(&cache, 0, sizeof cache);
        for (k = 0; k < 2; k++) { /* cold, then warm */
            result = collide_distance(a.whole.shape, pa, b.whole.shape, pb, &cache, &c);
            h = hash_closest(h, result, &c);
        }
        h = hash_bits(h, (uint64_t)collide_overlap(a.whole.shape, pa, b.whole.shape, pb, &cache));
        result = collide_penetration(a.whole.shape, pa, b.whole.shape, pb, NULL, &scratch, &c);
        h = hash_closest(h, result, &c);
        result = collide_ray_cast(a.whole.shape, pa, pb.position, va, &hit);
        h = hash_hit(h, result, &hit);
        result = collide_shape_cast(a.whole.shape, pa, va, b.whole.shape, pb, vb, NULL, &hit);
        h = hash_hit(h, result, &hit);
        if (i % 4 == 0) {
            result = collide_shape_sweep(a.whole.shape, pa, to_a, b.whole.shape, pb, to_b, &cache, &hit);
            h = hash_hit(h, result, &hit);
        }
        count =
            collide_manifold(a.whole.shape, pa, b.whole.shape, pb, c.normal, COLLIDE_R(0.01), &scratch, contact, 16);
        h = hash_bits(h, (uint64_t)(count + 10));
        for (k = 0; k < count && k < 16; k++) {
            h = hash_real(hash_vec(hash_vec(h, contact[k].point), contact[k].normal), contact[k].distance);
            h = hash_bits(h, (uint64_t)contact[k].kind);
            h = hash_bits(hash_bits(h, (uint64_t)(contact[k].feature_a + 1)), (uint64_t)(contact[k].feature_b + 1));
        }
    }
    collide_scratch_free(&scratch);
    return h;
}

/* ----------------------------------------------------------------------------------------------- generated levels */

/* As a soup, of any size. */
typedef struct {
    real *p;
    unsigned *corner;
    int *size, vertices, corners, faces, room[3];
} plan;

static void *plan_room(void *block, int *room, int wanted, size_t size)
{
    if (wanted <= *room) return block;
    while (*room < wanted) *room = *room ? 2 * *room : 256;
    block = realloc(block, (size_t)*room * size);
    if (!block) abort();
    return block;
}

static int plan_point(plan *s, real x, real y, real z)
{
    s->p = (real *)plan_room(s->p, &s->room[0], s->vertices + 1, 3 * sizeof *s->p);
    s->p[3 * s->vertices] = x;
    s->p[3 * s->vertices + 1] = y;
    s->p[3 * s->vertices + 2] = z;
    return s->vertices++;
}

static void plan_face(plan *s, int size, int a, int b, int c, int d)
{
    int i, corner[4];
    corner[0] = a, corner[1] = b, corner[2] = c, corner[3] = d;
    s->corner = (unsigned *)plan_room(s->corner, &s->room[1], s->corners + size, sizeof *s->corner);
    s->size = (int *)plan_room(s->size, &s->room[2], s->faces + 1, sizeof *s->size);
    s->size[s->faces++] = size;
    for (i = 0; i < size; i++) s->corner[s->corners++] = (unsigned)corner[i];
}

/* A box from one corner to the other, under a pose. */
static void plan_box(plan *s, collide_vec3 lower, collide_vec3 upper, const collide_pose *pose)
{
    static const int face[6][4] = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5}};
    int v[8], i;
    for (i = 0; i < 8; i++) {
        collide_vec3 x = collide_i_vec(i & 4 ? upper.x : lower.x, i & 2 ? upper.y : lower.y, i & 1 ? upper.z : lower.z);
        if (pose) x = collide_pose_apply(*pose, x);
        v[i] = plan_point(s, x.x, x.y, x.z);
    }
    for (i = 0; i < 6; i++) plan_face(s, 4, v[face[i][0]], v[face[i][1]], v[face[i][2]], v[face[i][3]]);
}

/* An L: six corners of the outline, its caps cut into two convex pieces through the inner corner. */
static void plan_ell(plan *s, real size, real depth, const collide_pose *pose)
{
    static const int outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    int v[2][6], i, k;
    for (k = 0; k < 2; k++)
        for (i = 0; i < 6; i++) {
            collide_vec3 x =
                collide_i_vec(size * (real)(outline[i][0] - 1), size * (real)(outline[i][1] - 1), k ? depth : -depth);
            if (pose) x = collide_pose_apply(*pose, x);
            v[k][i] = plan_point(s, x.x, x.y, x.z);
        }
    for (i = 0; i < 6; i++) plan_face(s, 4, v[0][i], v[0][(i + 1) % 6], v[1][(i + 1) % 6], v[1][i]);
    plan_face(s, 4, v[1][0], v[1][1], v[1][2], v[1][3]);
    plan_face(s, 4, v[1][0], v[1][3], v[1][4], v[1][5]);
    plan_face(s, 4, v[0][3], v[0][2], v[0][1], v[0][0]);
    plan_face(s, 4, v[0][5], v[0][4], v[0][3], v[0][0]);
}

static void plan_tetrahedron(plan *s, rng *r, real size, const collide_pose *pose)
{
    static const int corner[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    int v[4], i;
    for (i = 0; i < 4; i++) {
        collide_vec3 x = collide_i_vec(size * (real)corner[i][0], size * (real)corner[i][1], size * (real)corner[i][2]);
        x = collide_i_add(x, next_vec(r, size / 4));
        x = collide_pose_apply(*pose, x);
        v[i] = plan_point(s, x.x, x.y, x.z);
    }
    plan_face(s, 3, v[0], v[1], v[2], 0);
    plan_face(s, 3, v[0], v[3], v[1], 0);
    plan_face(s, 3, v[0], v[2], v[3], 0);
    plan_face(s, 3, v[1], v[3], v[2], 0);
}

/* Hills: n by n squares of two triangles, open all around; flat where high is 0. */
static void plan_terrain(plan *s, rng *r, int n, real high)
{
    int i, k;
    for (i = 0; i <= n; i++)
        for (k = 0; k <= n; k++) {
            real x = (real)(i - n / 2), z = (real)(k - n / 2), y = 0;
            if (i > 0 && i < n) x += next_real(r) / 4;
            if (k > 0 && k < n) z += next_real(r) / 4;
            if (high > 0) y = high * (next_real(r) + 2 * collide_sin(x / 3) * collide_cos(z / 4));
            plan_point(s, x, y, z);
        }
    for (i = 0; i < n; i++)
        for (k = 0; k < n; k++) {
            int a = i * (n + 1) + k, b = a + 1, c = a + n + 1, d = c + 1;
            if (next_below(r, 2)) {
                plan_face(s, 3, a, b, d, 0);
                plan_face(s, 3, a, d, c, 0);
            } else {
                plan_face(s, 3, a, b, c, 0);
                plan_face(s, 3, b, d, c, 0);
            }
        }
}

/* Rooms and corridors cut out of a block: a maze of n by n cells with a floor, a ceiling and doors lower than the
   rooms, its surface one quad for each side of a cell. All neighbours are welded: half of the edges are flat. */
enum { ROOMS_MOST = 64, ROOMS_HIGH = 5 };
static void plan_rooms(plan *s, rng *r, int n)
{
    static unsigned char open[ROOMS_MOST + 2][ROOMS_HIGH + 2][ROOMS_MOST + 2];
    static int vertex[ROOMS_MOST + 2][ROOMS_HIGH + 2][ROOMS_MOST + 2];
    real at[3][ROOMS_MOST + 2];
    int i, j, k, axis, side;
    memset(open, 0, sizeof open);
    memset(vertex, -1, sizeof vertex);
    for (axis = 0; axis < 3; axis++)
        for (i = 0; i < ROOMS_MOST + 2; i++)
            at[axis][i] = (real)(axis == 1 ? i : i - n / 2) + (i % 3 ? next_real(r) / 4 : 0);
    for (i = 1; i < n - 1; i++)
        for (k = 1; k < n - 1; k++) {
            int room = (i & 1) + (k & 1), high = 0; /* 2: a room, 1: a wall between two, 0: a post */
            if (room == 2) high = 4;
            if (room == 1) high = next_below(r, 8) < 3 ? 4 : next_below(r, 2) ? 3 : 0;
            if (room == 1 && (i == 0 || k == 0)) high = 0;
            for (j = 1; j < high; j++) open[i][j][k] = 1;
            if (high == 4 && next_below(r, 6) == 0) open[i][1][k] = 0; /* a ledge */
        }
    for (i = 0; i < n; i++)
        for (j = 0; j < ROOMS_HIGH; j++)
            for (k = 0; k < n; k++) {
                if (open[i][j][k]) continue;
                for (axis = 0; axis < 3; axis++)
                    for (side = 0; side < 2; side++) {
                        static const int turn[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
                        int to[3], v[4], c;
                        to[0] = i, to[1] = j, to[2] = k;
                        to[axis] += side ? 1 : -1;
                        if (to[0] >= 0 && to[1] >= 0 && to[2] >= 0 && to[0] < n && to[1] < ROOMS_HIGH && to[2] < n &&
                            !open[to[0]][to[1]][to[2]])
                            continue;
                        for (c = 0; c < 4; c++) {
                            int w[3], *seat;
                            w[0] = i, w[1] = j, w[2] = k;
                            w[axis] += side;
                            w[(axis + 1) % 3] += turn[c][0];
                            w[(axis + 2) % 3] += turn[c][1];
                            seat = &vertex[w[0]][w[1]][w[2]];
                            if (*seat < 0) *seat = plan_point(s, at[0][w[0]], at[1][w[1]], at[2][w[2]]);
                            v[c] = *seat;
                        }
                        if (side)
                            plan_face(s, 4, v[0], v[1], v[2], v[3]);
                        else
                            plan_face(s, 4, v[3], v[2], v[1], v[0]);
                    }
            }
}

/* Rooms as a builder lays them out: a slab below, one above, walls and door posts as boxes that stand on the slab,
   touch each other exactly or run into each other. Every box is a part of its own. */
static void plan_walls(plan *s, rng *r, int n)
{
    real t = COLLIDE_R(0.125), span = 2;
    int i, k, way;
    collide_vec3 a, b;
    a = collide_i_vec(-span * (real)n / 2 - t, -1, -span * (real)n / 2 - t);
    b = collide_i_vec(span * (real)n / 2 + t, 0, span * (real)n / 2 + t);
    plan_box(s, a, b, NULL);
    a.y = 2;
    b.y = 3;
    plan_box(s, a, b, NULL);
    for (way = 0; way < 2; way++)
        for (i = 0; i <= n; i++)
            for (k = 0; k < n; k++) {
                real across = span * ((real)i - (real)n / 2), from = span * ((real)k - (real)n / 2), to = from + span;
                real cut[4], low[2];
                int piece, pieces = 1, rim = i == 0 || i == n;
                low[0] = low[1] = 0;
                if (!rim && next_below(r, 4) == 0) continue; /* no wall here: a longer room */
                cut[0] = from, cut[1] = to;
                if (!rim && next_below(r, 2)) { /* a door: a post on either side and a lintel */
                    real middle = from + next_between(r, COLLIDE_R(0.7), COLLIDE_R(1.3)), half = COLLIDE_R(0.5);
                    pieces = 3;
                    cut[1] = middle - half, cut[2] = middle + half, cut[3] = to;
                    low[1] = COLLIDE_R(1.5);
                }
                for (piece = 0; piece < pieces; piece++) {
                    real sunk = next_below(r, 2) ? t / 2 : 0;
                    real y = piece == 1 ? low[1] : -sunk;
                    if (way)
                        a = collide_i_vec(cut[piece], y, across - t), b = collide_i_vec(cut[piece + 1], 2, across + t);
                    else
                        a = collide_i_vec(across - t, y, cut[piece]), b = collide_i_vec(across + t, 2, cut[piece + 1]);
                    plan_box(s, a, b, NULL);
                }
            }
}

/* Small solids all over a cube, some into each other. */
static void plan_debris(plan *s, rng *r, int count)
{
    real span = 1;
    int i;
    while (span * span * span < (real)count) span += 1;
    span *= COLLIDE_R(0.8);
    for (i = 0; i < count; i++) {
        collide_pose pose = next_pose(r, span);
        real size = next_between(r, COLLIDE_R(0.1), COLLIDE_R(0.45)), depth = size * next_between(r, COLLIDE_R(0.2), 1);
        if (i % 8 == 7) memset(&pose.rotation, 0, sizeof pose.rotation);
        if (i % 3 == 0) {
            collide_vec3 half = collide_i_vec(size, depth, size * next_between(r, COLLIDE_R(0.1), 1));
            plan_box(s, collide_i_negate(half), half, &pose);
        }
        if (i % 3 == 1) plan_ell(s, size, depth, &pose);
        if (i % 3 == 2) plan_tetrahedron(s, r, size, &pose);
    }
}

static void plan_free(plan *s)
{
    free(s->p);
    free(s->corner);
    free(s->size);
    memset(s, 0, sizeof *s);
}

/* The mesh of a plan, which is then empty; NULL where it is refused. */
static collide_mesh *plan_mesh(plan *s, unsigned flags, real weld)
{
    collide_mesh_desc d;
    collide_mesh *mesh = NULL;
    memset(&d, 0, sizeof d);
    d.positions = s->p;
    d.vertex_count = s->vertices;
    d.indices = s->corner;
    d.face_sizes = s->size;
    d.face_count = s->faces;
    d.flags = flags;
    d.weld = weld;
    (void)collide_mesh_create(&mesh, &d, NULL);
    plan_free(s);
    return mesh;
}

/* Levels by number: four makes, of about 1,000 and of about 10,000 polygons, then some small ones. */
enum {
    LEVEL_TERRAIN,
    LEVEL_ROOMS,
    LEVEL_WALLS,
    LEVEL_DEBRIS,
    LEVEL_LARGE, /* + one of the above */
    LEVEL_FLOOR = 2 * LEVEL_LARGE,
    LEVEL_CORNER,
    LEVEL_LEDGE,
    LEVELS
};
static const char *const level_names[LEVELS] = {
    "terrain",     "rooms",        "walls",        "debris",   "large terrain",      "large rooms",
    "large walls", "large debris", "a flat floor", "a corner", "a wall with a ledge"};

static collide_mesh *make_level(int kind)
{
    plan s;
    rng r = {100};
    int large = kind >= LEVEL_LARGE && kind < LEVEL_FLOOR;
    collide_vec3 a, b;
    r.state += (uint64_t)kind;
    memset(&s, 0, sizeof s);
    switch (large ? kind - LEVEL_LARGE : kind) {
    case LEVEL_TERRAIN: plan_terrain(&s, &r, large ? 70 : 22, COLLIDE_R(0.5)); break;
    case LEVEL_ROOMS: plan_rooms(&s, &r, large ? 45 : 15); return plan_mesh(&s, COLLIDE_MESH_REPAIR, 0);
    case LEVEL_WALLS: plan_walls(&s, &r, large ? 21 : 7); return plan_mesh(&s, 0, -1);
    case LEVEL_DEBRIS: plan_debris(&s, &r, large ? 1450 : 145); return plan_mesh(&s, 0, -1);
    case LEVEL_FLOOR: plan_terrain(&s, &r, 40, 0); break;
    case LEVEL_CORNER: /* a floor and two walls, as thick as they are long */
        a = collide_i_vec(-8, -4, -8), b = collide_i_vec(8, 0, 8);
        plan_box(&s, a, b, NULL);
        a = collide_i_vec(-8, 0, -8), b = collide_i_vec(8, 8, 0);
        plan_box(&s, a, b, NULL);
        a = collide_i_vec(-8, 0, 0), b = collide_i_vec(0, 8, 8);
        plan_box(&s, a, b, NULL);
        return plan_mesh(&s, 0, -1);
    default: /* a floor, a wall, and a thin ledge out of the wall */
        a = collide_i_vec(-8, -1, -8), b = collide_i_vec(8, 0, 8);
        plan_box(&s, a, b, NULL);
        a = collide_i_vec(-8, -COLLIDE_R(0.5), -8), b = collide_i_vec(8, 8, 0);
        plan_box(&s, a, b, NULL);
        a = collide_i_vec(-4, 2, -1), b = collide_i_vec(4, COLLIDE_R(2.125), COLLIDE_R(0.75));
        plan_box(&s, a, b, NULL);
        return plan_mesh(&s, 0, -1);
    }
    return plan_mesh(&s, COLLIDE_MESH_OPEN, 0);
}

static collide_obstacle level_obstacle(int kind) /* made at first use, and kept */
{
    static collide_mesh *made[LEVELS];
    collide_obstacle o;
    memset(&o, 0, sizeof o);
    if (!made[kind]) made[kind] = make_level(kind);
    o.mesh = made[kind];
    return o;
}

/* What moves. The point is no mesh. */
enum { MOVER_POINT, MOVER_BOX, MOVER_PLANK, MOVER_DODECAHEDRON, MOVER_ELL, MOVER_POLYGON, MOVER_NEEDLE, MOVERS };
static const char *const mover_names[MOVERS] = {"a point", "a box",     "a plank", "a dodecahedron",
                                                "an L",    "a polygon", "a needle"};

static collide_mesh *make_dodecahedron(real size)
{
    /* (+-1, +-1, +-1), (0, +-1/g, +-g) and its turns, g the golden ratio */
    real g = COLLIDE_R(1.6180339887498949), p[60];
    collide_mesh *m = NULL;
    int i, k, n = 0;
    for (i = 0; i < 8; i++)
        for (k = 0; k < 3; k++) p[n++] = i & (1 << k) ? size : -size;
    for (k = 0; k < 3; k++)
        for (i = 0; i < 4; i++, n += 3) {
            p[n + k] = 0;
            p[n + (k + 1) % 3] = i & 1 ? size / g : -size / g;
            p[n + (k + 2) % 3] = i & 2 ? size * g : -size * g;
        }
    (void)collide_mesh_create_hull(&m, p, 20, NULL);
    return m;
}

static const collide_mesh *mover_mesh(int kind)
{
    static collide_mesh *made[MOVERS];
    collide_mesh **m = &made[kind];
    plan s;
    int v[5], i;
    if (*m || kind == MOVER_POINT) return *m;
    memset(&s, 0, sizeof s);
    switch (kind) {
    case MOVER_BOX:
        (void)collide_mesh_create_box(m, collide_i_vec(COLLIDE_R(0.3), COLLIDE_R(0.25), COLLIDE_R(0.2)), NULL);
        break;
    case MOVER_PLANK:
        (void)collide_mesh_create_box(m, collide_i_vec(COLLIDE_R(0.6), COLLIDE_R(0.03), COLLIDE_R(0.15)), NULL);
        break;
    case MOVER_DODECAHEDRON: *m = make_dodecahedron(COLLIDE_R(0.2)); break;
    case MOVER_ELL:
        plan_ell(&s, COLLIDE_R(0.25), COLLIDE_R(0.1), NULL);
        *m = plan_mesh(&s, 0, 0);
        break;
    case MOVER_POLYGON:
        for (i = 0; i < 4; i++)
            v[i] = plan_point(&s, COLLIDE_R(0.4) * (real)(i == 0 || i == 3 ? -1 : 1), 0,
                              COLLIDE_R(0.3) * (real)(i < 2 ? 1 : -1));
        plan_face(&s, 4, v[0], v[1], v[2], v[3]);
        *m = plan_mesh(&s, COLLIDE_MESH_OPEN, 0);
        break;
    default:
        (void)collide_mesh_create_tetrahedron(m, collide_i_vec(COLLIDE_R(0.02), COLLIDE_R(-0.5), 0),
                                              collide_i_vec(COLLIDE_R(-0.01), COLLIDE_R(-0.5), COLLIDE_R(0.02)),
                                              collide_i_vec(COLLIDE_R(-0.01), COLLIDE_R(-0.5), COLLIDE_R(-0.02)),
                                              collide_i_vec(0, COLLIDE_R(0.5), 0), NULL);
        break;
    }
    return *m;
}

static uint64_t hash_int(uint64_t h, int i) { return hash_bits(h, (uint64_t)(i + 16)); }

static uint64_t hash_trace_result(uint64_t h, collide_result result, const collide_trace *t)
{
    h = hash_real(hash_int(h, result), t->fraction);
    h = hash_vec(hash_vec(hash_pose(h, t->end), t->point), t->normal);
    h = hash_int(hash_int(h, t->kind), t->obstacle);
    return hash_bits(hash_int(hash_int(h, t->feature_mover), t->feature_obstacle), t->flags);
}

static uint64_t hash_contacts(uint64_t h, int count, const collide_contact *c, int capacity)
{
    int i;
    h = hash_int(h, count);
    for (i = 0; i < count && i < capacity; i++) {
        h = hash_real(hash_vec(hash_vec(h, c[i].point), c[i].normal), c[i].distance);
        h = hash_int(hash_int(hash_int(h, c[i].kind), c[i].feature_a), c[i].feature_b);
    }
    return h;
}

static uint64_t hash_slide(uint64_t h, collide_result result, const collide_slide *s)
{
    h = hash_pose(hash_int(h, result), s->end);
    h = hash_vec(hash_vec(h, s->normal), s->rest);
    return hash_bits(hash_int(h, s->hits), s->flags);
}

static uint64_t hash_probe_result(uint64_t h, collide_result result, const collide_probe *p)
{
    h = hash_real(hash_real(hash_int(h, result), p->time), p->distance);
    h = hash_vec(hash_vec(h, p->point), p->normal);
    return hash_bits(hash_int(hash_int(h, p->obstacle), p->face), p->flags);
}

/* A place in the air above or among things. */
static collide_pose next_start(rng *r, int level)
{
    collide_pose p = next_pose(r, 4);
    if (level == LEVEL_ROOMS || level == LEVEL_ROOMS + LEVEL_LARGE || level == LEVEL_WALLS ||
        level == LEVEL_WALLS + LEVEL_LARGE)
        p.position.y = next_between(r, 0, 3);
    if (level == LEVEL_TERRAIN || level == LEVEL_TERRAIN + LEVEL_LARGE) p.position.y = next_between(r, 0, 3);
    if (level >= LEVEL_FLOOR) p.position.y = next_between(r, 0, 4);
    return p;
}

static uint64_t hash_probe(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {7};
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int level, i;
    for (level = 0; level < LEVEL_LARGE; level++) {
        collide_obstacle o = level_obstacle(level);
        for (i = 0; i < 60; i++) {
            any_body b;
            collide_pose from, to;
            collide_vec3 move;
            collide_probe p;
            collide_slide s;
            collide_contact contact[16];
            collide_slide_desc desc = {COLLIDE_R(0.25), 1, 0, {0, 0, 0}};
            collide_result result;
            int kind = i % SHAPE_KINDS, count;
            real scale = COLLIDE_R(0.3), m[12] = {0};
            collide_shape shape;
            next_body(&b, &r, kind);
            m[0] = m[4] = m[8] = scale;
            shape = i % 5 == 0   ? collide_shape_affine(&b.whole.shape, m)
                    : i % 5 == 1 ? collide_shape_sphere(scale)
                    : i % 5 == 2 ? collide_shape_box(collide_i_vec(scale, scale / 2, scale))
                                 : collide_shape_capsule(scale, scale / 2);
            from = next_start(&r, level);
            to = next_start(&r, level);
            move = next_vec(&r, 3);
            result = collide_probe_cast(shape, from, move, &o, 1, &scratch, &p);
            h = hash_probe_result(h, result, &p);
            if (i % 4 == 0) {
                result = collide_probe_sweep(shape, from, to, &o, 1, &scratch, &p);
                h = hash_probe_result(h, result, &p);
            }
            h = hash_int(h, collide_probe_overlap(shape, from, &o, 1, &scratch));
            result = collide_probe_closest(shape, from, 1, &o, 1, &scratch, &p);
            h = hash_probe_result(h, result, &p);
            count = collide_probe_contacts(shape, from, COLLIDE_R(0.1), &o, 1, &scratch, contact, 16);
            h = hash_contacts(h, count, contact, 16);
            h = hash_int(h, collide_probe_inside(from.position, &o, 1, &scratch));
            result = collide_probe_slide(shape, from, move, &o, 1, i & 1 ? &desc : NULL, &scratch, &s);
            h = hash_slide(h, result, &s);
        }
    }
    collide_scratch_free(&scratch);
    return h;
}

static uint64_t hash_plucker(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {8};
    int i, k;
    for (i = 0; i < 4000; i++) {
        collide_vec3 v[8], move = next_vec(&r, 3), axis = next_vec(&r, 1), mitre = next_vec(&r, COLLIDE_R(0.1));
        collide_plucker p, q;
        real expel = i & 1 ? COLLIDE_R(0.01) : 0, limit = next_scaled(&r, 4), answer;
        for (k = 0; k < 8; k++) v[k] = next_vec(&r, 1);
        limit = collide_i_abs(limit);
        p = collide_plucker_from_points(v[0], v[1]);
        q = collide_plucker_from_ray(v[2], move);
        for (k = 0; k < 6; k++) h = hash_real(hash_real(h, p.p[k]), q.p[k]);
        h = hash_real(h, collide_plucker_side(&p, &q));
        answer = 0;
        h = hash_int(h, collide_plucker_vertex_translate(v[0], move, v + 1, 3, expel, &answer));
        h = hash_real(h, answer);
        h = hash_int(h, collide_plucker_edge_translate(v, move, v + 2, mitre, &answer));
        h = hash_real(h, answer);
        h = hash_int(h, collide_plucker_vertex_rotate(v[0], v[4], axis, limit, v + 1, 3, expel, &answer));
        h = hash_real(h, answer);
        h = hash_int(h, collide_plucker_edge_rotate(v, v[4], axis, limit, v + 2, mitre, &answer));
        h = hash_real(h, answer);
    }
    return h;
}

/* ------------------------------------------------------------------------------------- all boxes against all boxes */

/* Boxes by number, and the pairs that overlap, found by trying all of them. */
#ifdef TESTS_HASH
enum { SWARM = 256, SWARM_PAIRS = 2048 };
#else
enum { SWARM = 4096, SWARM_PAIRS = 400000 };
#endif
typedef struct {
    collide_aabb box[SWARM];
    unsigned category[SWARM], mask[SWARM];
    unsigned char live[SWARM];
    int used;
    collide_pair pairs[2][SWARM_PAIRS]; /* now and before */
    int count[2], now;
} swarm;

static void swarm_clear(swarm *s)
{
    s->used = s->now = s->count[0] = s->count[1] = 0;
    memset(s->live, 0, sizeof s->live);
}

static void swarm_put(swarm *s, unsigned id, collide_aabb box, unsigned category, unsigned mask)
{
    s->box[id] = box;
    s->category[id] = category ? category : 1;
    s->mask[id] = mask ? mask : ~0u;
    s->live[id] = 1;
    if ((int)id >= s->used) s->used = (int)id + 1;
}

static int boxes_meet(const collide_aabb *a, const collide_aabb *b, real margin)
{
    return a->lower.x - margin <= b->upper.x + margin && b->lower.x - margin <= a->upper.x + margin &&
           a->lower.y - margin <= b->upper.y + margin && b->lower.y - margin <= a->upper.y + margin &&
           a->lower.z - margin <= b->upper.z + margin && b->lower.z - margin <= a->upper.z + margin;
}

/* 0 where there are too many pairs to keep. */
static int swarm_update(swarm *s, real margin)
{
    collide_pair *out = s->pairs[s->now ^= 1];
    int i, k, n = 0;
    for (i = 0; i < s->used; i++)
        for (k = i + 1; s->live[i] && k < s->used; k++) {
            if (!s->live[k] || !boxes_meet(&s->box[i], &s->box[k], margin)) continue;
            if (!(s->category[i] & s->mask[k]) || !(s->category[k] & s->mask[i])) continue;
            if (n == SWARM_PAIRS) return 0;
            out[n].a = (unsigned)i;
            out[n++].b = (unsigned)k;
        }
    s->count[s->now] = n;
    return 1;
}

static int pair_order(collide_pair a, collide_pair b)
{
    return a.a != b.a ? (a.a < b.a ? -1 : 1) : a.b < b.b ? -1 : a.b > b.b;
}

/* NULL where the sweep has just these pairs, and just their difference from last time. */
static const char *swarm_differs(const swarm *s, const collide_sweep *sweep)
{
    const collide_pair *now = s->pairs[s->now], *before = s->pairs[!s->now];
    const int n = s->count[s->now], old = s->count[!s->now];
    int count, begun, ended, i = 0, k = 0, b = 0, e = 0;
    const collide_pair *p = collide_sweep_pairs(sweep, &count), *pb, *pe;
    if (count != n) return "wrong number of pairs";
    for (i = 0; i < n; i++)
        if (pair_order(p[i], now[i]) != 0) return "wrong pairs";
    pb = collide_sweep_begun(sweep, &begun);
    pe = collide_sweep_ended(sweep, &ended);
    for (i = 0; i < old || k < n;) {
        int order = i >= old ? 1 : k >= n ? -1 : pair_order(before[i], now[k]);
        if (order < 0) {
            if (e >= ended || pair_order(pe[e++], before[i]) != 0) return "wrong pairs ended";
        } else if (order > 0) {
            if (b >= begun || pair_order(pb[b++], now[k]) != 0) return "wrong pairs begun";
        }
        i += order <= 0;
        k += order >= 0;
    }
    return b == begun && e == ended ? NULL : "too many begun or ended";
}

/* Crowds: scattered, in a line, a tower, on a plane, of very different sizes, on a lattice so that all touch, with some
   far away, without size, far from the origin, long in one direction, all in one place. */
enum { CROWDS = 11 };
static collide_aabb next_crowd_box(rng *r, int kind, real size)
{
    collide_vec3 centre = next_vec(r, size), half = next_vec(r, 1);
    collide_aabb box;
    half = collide_i_vec(collide_i_abs(half.x), collide_i_abs(half.y), collide_i_abs(half.z));
    switch (kind) {
    case 1: centre = collide_i_vec(centre.x * size, 0, 0); break;
    case 2: centre = collide_i_vec(0, centre.y * size, centre.z / size); break;
    case 3: centre = collide_i_vec(centre.x * 4, centre.y / size, centre.z * 4); break;
    case 4: half = collide_i_scale(half, power_of_two((int)next_below(r, 16) - 12)); break;
    case 5:
        centre = collide_i_vec((real)(int)centre.x, (real)(int)centre.y, (real)(int)centre.z);
        half = collide_i_vec(COLLIDE_R(0.5), COLLIDE_R(0.5), COLLIDE_R(0.5));
        break;
    case 6:
        if (next_below(r, 20) == 0) centre = collide_i_scale(centre, 100000);
        break;
    case 7:
        if (next_below(r, 2)) centre = collide_i_vec((real)(int)centre.x, 0, (real)(int)centre.z);
        half = collide_i_vec(0, 0, 0);
        break;
    case 8: centre = collide_i_add(centre, collide_i_vec(100000, -200000, 300000)); break;
    case 9: {
        unsigned axis = next_below(r, 3);
        real *h = axis == 0 ? &half.x : axis == 1 ? &half.y : &half.z;
        *h *= 30;
        break;
    }
    case 10: centre = collide_i_scale(centre, 1 / (4 * size)); break;
    default: break;
    }
    box.lower = collide_i_sub(centre, half);
    box.upper = collide_i_add(centre, half);
    return box;
}

static collide_aabb moved_box(collide_aabb box, collide_vec3 by)
{
    box.lower = collide_i_add(box.lower, by);
    box.upper = collide_i_add(box.upper, by);
    return box;
}

static uint64_t hash_pairs(uint64_t h, const collide_pair *p, int count)
{
    int i;
    h = hash_bits(h, (uint64_t)count);
    for (i = 0; i < count; i++) h = hash_bits(hash_bits(h, p[i].a), p[i].b);
    return h;
}

static uint64_t hash_sweep(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {8};
    int kind, i, f, count;
    for (kind = 0; kind < CROWDS; kind++) {
        collide_sweep *s;
        unsigned id[150], found[16];
        collide_aabb box[150];
        collide_sweep_hit hits[16];
        if (collide_sweep_create(&s, NULL) < 0) return 0;
        for (i = 0; i < 150; i++) {
            box[i] = next_crowd_box(&r, kind, 10);
            collide_sweep_add(s, box[i], 1u << (i % 3), i % 7 ? 0 : 5u, &id[i]);
        }
        for (f = 0; f < 8; f++) {
            const collide_pair *p;
            h = hash_bits(h, (uint64_t)(collide_sweep_update(s) + 10));
            p = collide_sweep_pairs(s, &count);
            h = hash_pairs(h, p, count);
            p = collide_sweep_begun(s, &count);
            h = hash_pairs(h, p, count);
            p = collide_sweep_ended(s, &count);
            h = hash_pairs(h, p, count);
            count = collide_sweep_query_box(s, next_crowd_box(&r, kind, 10), 0, found, 16);
            h = hash_bits(h, (uint64_t)count);
            for (i = 0; i < count && i < 16; i++) h = hash_bits(h, found[i]);
            count = collide_sweep_query_cast(s, box[f], next_vec(&r, 20), 3, hits, 16);
            h = hash_bits(h, (uint64_t)count);
            for (i = 0; i < count && i < 16; i++) h = hash_real(hash_bits(h, hits[i].id), hits[i].time);
            for (i = 0; i < 150; i += f & 1 ? 1 : 20) {
                box[i] = moved_box(box[i], next_vec(&r, 1));
                collide_sweep_move(s, id[i], box[i]);
            }
        }
        collide_sweep_destroy(s);
    }
    return h;
}

static uint64_t hash_trace(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {9};
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int level, i;
    for (level = 0; level < LEVEL_LARGE; level++) {
        collide_obstacle o = level_obstacle(level);
        for (i = 0; i < 70; i++) {
            const collide_mesh *mover = mover_mesh(i % MOVERS);
            collide_pose from = next_start(&r, level), to = next_pose(&r, 1);
            collide_vec3 move = next_vec(&r, 2), origin = next_vec(&r, 1), axis = next_vec(&r, 1);
            real angle = next_real(&r) * 3;
            collide_trace t;
            collide_slide s;
            collide_contact contact[16];
            collide_trace_desc desc = {COLLIDE_R(0.01), 0};
            collide_result result;
            int count;
            to.position = collide_i_add(from.position, to.position);
            origin = collide_i_add(from.position, origin);
            result = collide_trace_translate(mover, from, move, &o, 1, i & 1 ? &desc : NULL, &scratch, &t);
            h = hash_trace_result(h, result, &t);
            result = collide_trace_rotate(mover, from, origin, axis, angle, &o, 1, NULL, &scratch, &t);
            h = hash_trace_result(h, result, &t);
            result = collide_trace_move(mover, from, to, &o, 1, &desc, &scratch, &t);
            h = hash_trace_result(h, result, &t);
            count = collide_trace_contacts(mover, t.end, COLLIDE_R(0.05), &o, 1, &scratch, contact, 16);
            h = hash_contacts(h, count, contact, 16);
            result = collide_trace_ray(from.position, to.position, &o, 1, &t);
            h = hash_trace_result(h, result, &t);
            result = collide_trace_slide(mover, from, move, &o, 1, NULL, &scratch, &s);
            h = hash_slide(h, result, &s);
            if (mover) h = hash_int(h, collide_mesh_overlap(mover, from, o.mesh, o.pose, &scratch));
        }
    }
    collide_scratch_free(&scratch);
    return h;
}

static uint64_t hash_nearest(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {7};
    int i, k;
    make_hulls();
    for (i = 0; i < 150; i++) {
        const collide_mesh *a = hulls[next_below(&r, HULL_128)].mesh, *b = hulls[next_below(&r, HULL_128)].mesh;
        collide_pose pa = next_pose(&r, 1), pb = next_pose(&r, i & 1 ? 1 : 4);
        collide_feature_pair walk = {0, 0, 0, 0};
        collide_extremes extremes = {{0, 0, 0, 0, 0, 0}};
        for (k = 0; k < 6; k++) {
            collide_closest c;
            collide_vec3 axis;
            real angle;
            collide_aabb box = collide_mesh_bounds_walk(a, pa, &extremes);
            collide_result result = collide_nearest(a, pa, b, pb, &walk, &c);
            h = hash_closest(h, result, &c);
            h = hash_bits(hash_bits(h, (uint64_t)walk.kind_a), (uint64_t)walk.feature_a);
            h = hash_bits(hash_bits(h, (uint64_t)walk.kind_b), (uint64_t)walk.feature_b);
            h = hash_vec(hash_vec(h, box.lower), box.upper);
            pa.position = collide_i_add(pa.position, next_vec(&r, COLLIDE_R(0.05)));
            axis = next_vec(&r, 1);
            angle = next_between(&r, 0, COLLIDE_R(0.1));
            pa.rotation = collide_quat_multiply(pa.rotation, collide_quat_from_axis_angle(axis, angle));
        }
    }
    return h;
}

/* One row per section, with the hashes that every machine must find: high and low half, in float and in double. */
/* -------------------------------------------------------------------------------------- solids and ways for the
   screen */

enum { SCREEN_SHAPES = 9 };

/* A thread: rings of corners that climb, crest and root in turn. `wide_by` makes room for the bolt in the nut. */
static collide_mesh *make_thread(real pitch, int turns, int sides, real wide_by, int inwards)
{
    soup *s = (soup *)malloc(sizeof *s);
    collide_mesh_desc d;
    collide_mesh *m = NULL;
    int i, k, rows = 2 * turns + 1;
    memset(s, 0, sizeof *s);
    for (i = 0; i <= sides; i++) { /* once around, climbing by a pitch; rows are half a pitch apart */
        real c, sn;
        collide_i_circle(i % sides, sides, &c, &sn);
        for (k = 0; k < rows; k++) {
            real radius = (k & 1 ? COLLIDE_R(1.0) : COLLIDE_R(0.75)) + wide_by;
            real y = pitch * (real)i / (real)sides + pitch * (real)k / 2 - pitch * (real)turns / 2;
            if (i == sides && k + 2 < rows) continue; /* the seam: row k here is row k + 2 there */
            soup_point(s, radius * c, y, radius * sn);
        }
    }
    for (i = 0; i < sides; i++)
        for (k = 0; k + 1 < rows; k++) {
            int a = i * rows + k, b = a + 1, e = (i + 1) * rows + k, f = e + 1;
            if (i + 1 == sides) {
                e = k + 2 < rows ? k + 2 : (i + 1) * rows + k - (rows - 2);
                f = k + 3 < rows ? k + 3 : (i + 1) * rows + k + 1 - (rows - 2);
            }
            if (inwards) {
                soup_triangle(s, a, e, b);
                soup_triangle(s, b, e, f);
            } else {
                soup_triangle(s, a, b, e);
                soup_triangle(s, b, f, e);
            }
        }
    memset(&d, 0, sizeof d);
    d.positions = s->p;
    d.vertex_count = s->vertices;
    d.indices = s->corner;
    d.face_count = s->faces;
    d.flags = COLLIDE_MESH_OPEN;
    d.weld = -1;
    if (collide_mesh_create(&m, &d, NULL) < 0) m = NULL;
    free(s);
    return m;
}

static collide_mesh *make_sheet(rng *r, int side)
{
    soup *s = (soup *)malloc(sizeof *s);
    collide_mesh_desc d;
    collide_mesh *m = NULL;
    int i, k;
    memset(s, 0, sizeof *s);
    for (i = 0; i <= side; i++)
        for (k = 0; k <= side; k++)
            soup_point(s, (real)(2 * i - side) / (real)side, next_real(r) / 4, (real)(2 * k - side) / (real)side);
    for (i = 0; i < side; i++)
        for (k = 0; k < side; k++) {
            int a = i * (side + 1) + k, b = a + side + 1;
            soup_triangle(s, a, a + 1, b);
            soup_triangle(s, a + 1, b + 1, b);
        }
    memset(&d, 0, sizeof d);
    d.positions = s->p;
    d.vertex_count = s->vertices;
    d.indices = s->corner;
    d.face_count = s->faces;
    d.flags = COLLIDE_MESH_OPEN;
    if (collide_mesh_create(&m, &d, NULL) < 0) m = NULL;
    free(s);
    return m;
}

static collide_mesh *make_screen_shape(rng *r, int kind)
{
    static const real ell[] = {0, 0, 1, 0, 1, COLLIDE_R(0.375), COLLIDE_R(0.375), COLLIDE_R(0.375), COLLIDE_R(0.375),
                               1, 0, 1};
    static const real you[] = {-1,
                               -1,
                               1,
                               -1,
                               1,
                               1,
                               COLLIDE_R(0.5),
                               1,
                               COLLIDE_R(0.5),
                               COLLIDE_R(-0.5),
                               COLLIDE_R(-0.5),
                               COLLIDE_R(-0.5),
                               COLLIDE_R(-0.5),
                               1,
                               -1,
                               1};
    collide_mesh *m = NULL;
    real points[60];
    int i, n;
    switch (kind) {
    case 0: collide_mesh_create_box(&m, collide_i_vec(1, 1, 1), NULL); break;
    case 1: collide_mesh_create_car(&m, 4, NULL); break;
    case 2:
        n = 4 + (int)next_below(r, 16);
        for (i = 0; i < 3 * n; i++) points[i] = next_real(r);
        if (collide_mesh_create_hull(&m, points, n, NULL) < 0)
            collide_mesh_create_box(&m, collide_i_vec(1, 1, 1), NULL);
        break;
    case 3: collide_mesh_create_prism(&m, ell, 6, COLLIDE_R(0.5), NULL); break;
    case 4: collide_mesh_create_prism(&m, you, 8, COLLIDE_R(0.75), NULL); break;
    case 5: m = make_sheet(r, 1 + (int)next_below(r, 4)); break;
    case 6: collide_mesh_create_box(&m, collide_i_vec(2, COLLIDE_R(0.125), 1), NULL); break;
    case 7: m = make_thread(COLLIDE_R(0.5), 3, 12, 0, 0); break;
    default: collide_mesh_create_torus(&m, 1, COLLIDE_R(0.375), 30, 10, NULL); break;
    }
    return m;
}

/* B's way, seen from A: a screw about an axis through a place. Poses are what rounding makes of that. */
static void make_motion(rng *r, collide_pose pa[2], collide_pose pb[2], real radians, int far_off)
{
    static const real distance[] = {0, COLLIDE_R(0.25), 1, 4, 40, 1000};
    collide_vec3 axis = collide_vec3_normalize(next_vec(r, 1)), through = next_vec(r, distance[far_off]), move;
    collide_pose omega = collide_pose_identity(), at = omega;
    real slide = next_real(r);
    slide *= next_below(r, 3) ? COLLIDE_R(1.5) : 0;
    if (next_below(r, 4) == 0) axis = collide_i_vec(0, 1, 0);
    omega.rotation = collide_quat_from_axis_angle(axis, radians);
    at.position = next_vec(r, COLLIDE_R(2.5));
    if (next_below(r, 4)) at.rotation = next_rotation(r);
    if (next_below(r, 8) == 0) { /* almost, but not quite, in line */
        move = next_vec(r, 1);
        at.rotation = collide_quat_from_axis_angle(move, next_between(r, 0, COLLIDE_R(0.02)));
    }
    /* about the axis through there; where that is too far, or no turn at all, to A and through it */
    move = collide_i_sub(through, collide_pose_rotate(omega, through));
    if (collide_vec3_length(move) > 4 || radians < COLLIDE_R(0.001)) {
        move = next_vec(r, COLLIDE_R(0.7));
        move = collide_i_add(move, collide_i_scale(at.position, -next_between(r, COLLIDE_R(0.3), 2)));
        move = collide_i_add(move, collide_i_sub(at.position, collide_pose_rotate(omega, at.position)));
    }
    omega.position = collide_i_add(move, collide_i_scale(axis, slide));
    pa[0] = next_below(r, 2) ? next_pose(r, 1) : collide_pose_identity();
    pa[1] = next_below(r, 2) ? next_pose(r, 1) : pa[0];
    pb[0] = collide_pose_compose(pa[0], at);
    pb[1] = collide_pose_compose(pa[1], collide_pose_compose(omega, at));
}

static uint64_t hash_screen(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    static const real angles[] = {0, COLLIDE_R(1e-4), COLLIDE_R(0.1), 1, 3};
    rng r = {7};
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k, n;
    for (i = 0; i < 200; i++) {
        static collide_collision list[256];
        collide_mesh *a = make_screen_shape(&r, i % 8), *b = make_screen_shape(&r, (int)next_below(&r, i % 16 ? 7 : 9));
        collide_pose pa[2], pb[2];
        collide_screen_desc d;
        if (!a || !b) return 0;
        memset(&d, 0, sizeof d);
        d.max_improper = i & 1 ? 0 : 2;
        d.margin = i & 4 ? COLLIDE_R(0.01) : 0;
        d.flags = i & 8 ? COLLIDE_SCREEN_RASTER_ONLY : 0;
        make_motion(&r, pa, pb, angles[i % 5], (int)next_below(&r, 6));
        n = collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], &d, &scratch, list, 256);
        h = hash_bits(h, (uint64_t)(int64_t)n);
        for (k = 0; k < n && k < 256; k++) {
            h = hash_bits(h, (uint64_t)list[k].kind << 48 ^ (uint64_t)list[k].feature_a << 24 ^
                                 (uint64_t)list[k].feature_b);
            h = hash_real(hash_real(hash_real(h, list[k].time), list[k].properness), list[k].distance);
            h = hash_vec(hash_vec(hash_vec(h, list[k].point_a), list[k].point_b), list[k].normal);
        }
        collide_mesh_destroy(a);
        collide_mesh_destroy(b);
    }
    collide_scratch_free(&scratch);
    return h;
}

/* ---- [WORLD] bodies of every kind, and the slow way to tell how far apart they are ---- */

enum { PIECES = 7, THINGS = 12, ROUND_THINGS = 5, CONVEX_THINGS = 8 };

/* A body: one piece, or a tree of them. */
typedef struct {
    collide_part part[PIECES];
    collide_shape shape[PIECES];
    int count, tree;
} thing;

static thing things[THINGS];

static collide_mesh *thing_hull(rng *r, int points, real x, real y, real z)
{
    real p[60];
    collide_mesh *m;
    int i;
    for (i = 0; i < points; i++) {
        real length;
        const collide_vec3 v = collide_i_unit(next_vec(r, 1), &length);
        p[3 * i] = v.x * x;
        p[3 * i + 1] = v.y * y;
        p[3 * i + 2] = v.z * z;
    }
    return collide_mesh_create_hull(&m, p, points, NULL) == COLLIDE_OK ? m : NULL;
}

static collide_mesh *thing_sheet(void)
{
    static const real p[] = {-1, 0, -1, 1, 0, -1, 1, COLLIDE_R(0.25), 1, -1, COLLIDE_R(0.25), 1};
    static const unsigned corners[] = {0, 2, 1, 0, 3, 2};
    collide_mesh_desc d;
    collide_mesh *m;
    memset(&d, 0, sizeof d);
    d.positions = p;
    d.vertex_count = 4;
    d.indices = corners;
    d.face_count = 2;
    d.flags = COLLIDE_MESH_OPEN;
    return collide_mesh_create(&m, &d, NULL) == COLLIDE_OK ? m : NULL;
}

static void thing_piece(thing *t, int parent, collide_vec3 at, const collide_mesh *mesh, collide_shape shape)
{
    const int i = t->count++;
    memset(&t->part[i], 0, sizeof t->part[i]);
    t->part[i].parent = parent;
    t->part[i].local.position = at;
    t->part[i].mesh = mesh;
    t->shape[i] = shape;
    if (!mesh && shape.kind) t->part[i].shape = &t->shape[i];
}

/* Spheres, boxes, capsules, cones, ellipsoids; three convex meshes; a ring, a bracket, a sheet; and a hand: a palm with
   a joint, two fingers of two parts each, one of which holds a ring. */
static int make_things(void)
{
    static const real outline[] = {-1, -1, 1, -1, 1, COLLIDE_R(-0.5), COLLIDE_R(-0.5), COLLIDE_R(-0.5), COLLIDE_R(-0.5),
                                   1,  -1, 1};
    const collide_vec3 none = {0, 0, 0};
    collide_mesh *mesh[6];
    collide_shape no_shape;
    rng r = {77};
    int i;
    if (things[0].count) return 1;
    memset(&no_shape, 0, sizeof no_shape);
    mesh[0] = thing_hull(&r, 20, 1, 1, 1);
    mesh[1] = thing_hull(&r, 12, COLLIDE_R(0.5), COLLIDE_R(1.5), 1);
    if (collide_mesh_create_box(&mesh[2], collide_i_vec(1, COLLIDE_R(0.5), COLLIDE_R(0.75)), NULL) < 0) return 0;
    if (collide_mesh_create_torus(&mesh[3], 1, COLLIDE_R(0.375), 5, 3, NULL) < 0) return 0;
    if (collide_mesh_create_prism(&mesh[4], outline, 6, COLLIDE_R(0.5), NULL) < 0) return 0;
    mesh[5] = thing_sheet();
    if (!mesh[0] || !mesh[1] || !mesh[5]) return 0;
    thing_piece(&things[0], -1, none, NULL, collide_shape_sphere(COLLIDE_R(0.75)));
    thing_piece(&things[1], -1, none, NULL, collide_shape_box(collide_i_vec(1, COLLIDE_R(0.5), COLLIDE_R(0.25))));
    thing_piece(&things[2], -1, none, NULL, collide_shape_capsule(1, COLLIDE_R(0.5)));
    thing_piece(&things[3], -1, none, NULL, collide_shape_cone(1, COLLIDE_R(0.5)));
    thing_piece(&things[4], -1, none, NULL,
                collide_shape_rounded(collide_shape_box(collide_i_vec(COLLIDE_R(0.5), 1, 0)), COLLIDE_R(0.125)));
    for (i = 0; i < 6; i++) thing_piece(&things[5 + i], -1, none, mesh[i], no_shape);
    things[11].tree = 1;
    thing_piece(&things[11], -1, none, NULL, things[1].shape[0]);
    thing_piece(&things[11], 0, collide_i_vec(1, 0, 0), NULL, no_shape); /* a wrist */
    thing_piece(&things[11], 0, collide_i_vec(-1, COLLIDE_R(0.5), 0), NULL, things[2].shape[0]);
    thing_piece(&things[11], 1, collide_i_vec(COLLIDE_R(0.5), 0, COLLIDE_R(0.5)), mesh[1], no_shape);
    thing_piece(&things[11], 2, collide_i_vec(0, 1, 0), mesh[2], no_shape);
    thing_piece(&things[11], 3, collide_i_vec(1, 0, 0), mesh[3], no_shape);
    thing_piece(&things[11], 1, collide_i_vec(0, -1, 0), NULL, things[0].shape[0]);
    return 1;
}

static collide_body_desc thing_desc(int kind, collide_pose pose)
{
    const thing *t = &things[kind];
    collide_body_desc d;
    memset(&d, 0, sizeof d);
    d.pose = pose;
    if (t->tree) {
        d.parts = t->part;
        d.part_count = t->count;
    } else {
        d.mesh = t->part[0].mesh;
        d.shape = t->part[0].shape;
    }
    return d;
}

/* The convex pieces of a piece: itself, or its faces. */
static int piece_count(const collide_part *p)
{
    if (p->shape) return 1;
    if (!p->mesh) return 0;
    return collide_mesh_convex(p->mesh) ? 1 : collide_mesh_face_count(p->mesh);
}

static collide_shape piece_shape(const collide_part *p, int i, collide_vec3 *corners)
{
    int k;
    if (p->shape) return *p->shape;
    if (collide_mesh_convex(p->mesh)) return collide_shape_hull(p->mesh);
    for (k = 0; k < collide_mesh_face_size(p->mesh, i); k++)
        corners[k] = collide_mesh_vertex(p->mesh, collide_mesh_face_vertex(p->mesh, i, k));
    return collide_shape_points(&corners[0].x, k, sizeof *corners);
}

static real piece_size(const collide_part *p)
{
    collide_vec3 centre = {0, 0, 0};
    if (p->mesh) return collide_mesh_sphere(p->mesh, &centre) + collide_vec3_length(centre);
    return p->shape ? collide_i_ball(p->shape, &centre) + p->shape->radius : 0;
}

/* Is any piece of p, by a point of each, inside the solid q? */
static int piece_inside(const collide_part *p, collide_pose pp, const collide_part *q, collide_pose pq)
{
    collide_vec3 corners[16];
    collide_obstacle o;
    int i;
    if (!q->mesh || !collide_mesh_closed(q->mesh)) return 0;
    o.mesh = q->mesh;
    o.pose = pq;
    for (i = 0; i < piece_count(p); i++) {
        const collide_shape s = piece_shape(p, i, corners);
        const collide_vec3 x = collide_shape_support(s, collide_i_vec(0, 0, 1));
        if (collide_probe_inside(collide_pose_apply(pp, x), &o, 1, NULL) == 1) return 1;
    }
    return 0;
}

/* How far apart two pieces are; where they overlap, the depth of convex ones, and something negative of others whose
   surfaces do not meet. */
static real pieces_apart(const collide_part *p, collide_pose pp, const collide_part *q, collide_pose pq)
{
    collide_vec3 cp[16], cq[16];
    const int np = piece_count(p), nq = piece_count(q);
    collide_closest c;
    real best = 1000000;
    int i, j;
    for (i = 0; i < np; i++)
        for (j = 0; j < nq; j++) {
            const collide_shape sp = piece_shape(p, i, cp), sq = piece_shape(q, j, cq);
            if (np > 1 || nq > 1 ? collide_distance(sp, pp, sq, pq, NULL, &c) < 0
                                 : collide_penetration(sp, pp, sq, pq, NULL, NULL, &c) < 0)
                return -1000000;
            if (c.distance < best) best = c.distance;
        }
    if (best > 0 && (np > 1 || nq > 1) && (piece_inside(p, pp, q, pq) || piece_inside(q, pq, p, pp))) best = -1;
    return best;
}

/* The same bodies twice: in a world, and in a list that is gone through pair by pair. */
enum { CAST = 96 };
typedef struct {
    collide_body handle;
    collide_pose at[2], local[2][PIECES]; /* at the start and at the end of the step */
    unsigned category, mask;
    int kind, still, live;
} actor;

typedef struct {
    collide_world *world;
    real margin, size;
    int continuous, used, count;
    actor cast[CAST]; /* by index */
    unsigned char off[CAST][CAST], was[CAST][CAST];
    collide_body gone[64];
    int gone_count;
    long pairs, contacts;
} play;

static play the_play;

/* Where a part is, at the start (0) or the end (1). */
static collide_pose actor_part(const actor *a, int part, int end)
{
    const thing *t = &things[a->kind];
    collide_pose p = a->at[end];
    int chain[PIECES], n = 0;
    if (!t->tree) return p;
    for (; part >= 0; part = t->part[part].parent) chain[n++] = part;
    while (n > 0) p = collide_pose_compose(p, a->local[end][chain[--n]]);
    return p;
}

static int play_active(const play *p, int i, int j)
{
    const actor *a = &p->cast[i], *b = &p->cast[j];
    return a->live && b->live && !(a->still && b->still) && !p->off[i][j] && a->category & b->mask &&
           b->category & a->mask;
}

/* How fast any point of a piece moves, at most. */
static real piece_speed(collide_pose from, collide_pose to, real size)
{
    const collide_quat q = collide_quat_multiply(to.rotation, collide_i_conjugate(from.rotation));
    const collide_vec3 d = collide_i_sub(to.position, from.position);
    const real sine = collide_vec3_length(collide_i_vec(q.x, q.y, q.z));
    return COLLIDE_R(1.5708) * collide_vec3_length(d) + 2 * collide_atan2(sine, collide_i_abs(q.w)) * size;
}

/* The first time at which two pieces are deeper in each other than so much, or 2. No step is longer than the distance
   allows, and none so long that such a depth could hide in it. */
static real pieces_first(const collide_part *p, const collide_pose pp[2], const collide_part *q,
                         const collide_pose pq[2], real depth)
{
    const real sp = piece_size(p), sq = piece_size(q);
    const real speed = piece_speed(pp[0], pp[1], sp) + piece_speed(pq[0], pq[1], sq);
    real time = 0;
    while (time <= 1) {
        const collide_pose a = collide_pose_between(pp[0], pp[1], time), b = collide_pose_between(pq[0], pq[1], time);
        real apart = collide_vec3_length(collide_i_sub(a.position, b.position)) - sp - sq;
        if (apart < depth) apart = pieces_apart(p, a, q, b);
        if (apart < -depth / 2 || (apart < 0 && (piece_count(p) > 1 || piece_count(q) > 1))) return time;
        if (!(speed > 0)) return 2;
        time += (apart > depth / 2 ? apart : depth / 2) / speed;
    }
    return 2;
}

/* A point's distance to the feature of a mesh that it is said to be on. */
static real feature_distance(const collide_mesh *m, collide_pose pose, int kind, int feature, collide_vec3 point)
{
    collide_vec3 corners[64], x;
    collide_shape s;
    collide_closest c;
    int k, n;
    if (kind == COLLIDE_FEATURE_VERTEX) {
        x = collide_mesh_vertex(m, feature);
        s = collide_shape_segment(x, x);
    } else if (kind == COLLIDE_FEATURE_EDGE) {
        const collide_edge *e = collide_mesh_edge(m, feature);
        if (!e) return 1000;
        s = collide_shape_segment(collide_mesh_vertex(m, e->vertex[0]), collide_mesh_vertex(m, e->vertex[1]));
    } else {
        n = collide_mesh_face_size(m, feature);
        if (n < 3 || n > 64) return 1000;
        for (k = 0; k < n; k++) corners[k] = collide_mesh_vertex(m, collide_mesh_face_vertex(m, feature, k));
        s = collide_shape_points(&corners[0].x, n, sizeof *corners);
    }
    (void)collide_distance(s, pose, collide_shape_point(), collide_i_pose_zero(), NULL, &c);
    c.distance = 0;
    {
        collide_pose at = collide_i_pose_zero();
        at.position = point;
        if (collide_distance(s, pose, collide_shape_point(), at, NULL, &c) < 0) return 1000;
    }
    return c.distance;
}

/* One pair of the list: its points, its normal and its features are where it says. */
static const char *pair_wrong(const play *p, const collide_world_pair *w, real tol)
{
    const actor *a = &p->cast[w->a.index], *b = &p->cast[w->b.index];
    const collide_part *pa = &things[a->kind].part[w->part_a], *pb = &things[b->kind].part[w->part_b];
    const real t = p->continuous ? w->time : 1;
    collide_pose at[2];
    const collide_vec3 d = collide_i_sub(w->point_b, w->point_a);
    real apart;
    at[0] = collide_pose_between(actor_part(a, w->part_a, 0), actor_part(a, w->part_a, 1), t);
    at[1] = collide_pose_between(actor_part(b, w->part_b, 0), actor_part(b, w->part_b, 1), t);
    if (!(w->time >= 0 && w->time <= (p->continuous ? 1 : 0))) return "a time that is none";
    if (collide_i_abs(collide_vec3_length(w->normal) - 1) > 64 * COLLIDE_I_EPSILON) return "a normal that is none";
    apart = pieces_apart(pa, at[0], pb, at[1]);
    if (w->distance > 0 && collide_i_abs(apart - w->distance) > tol)
        return failed_case("distance %.9g, not %.9g", (double)w->distance, (double)apart);
    if (apart > (w->distance > 0 ? w->distance : 0) + (w->flags & COLLIDE_NOT_CONVERGED ? COLLIDE_R(0.001) : tol))
        return failed_case("told of at %.9g, yet %.9g apart then (told: %.9g)", (double)t, (double)apart,
                           (double)w->distance);
    if (p->world->desc.flags & COLLIDE_WORLD_NO_DEPTH && w->distance <= 0) return NULL;
    if (piece_count(pa) == 1 && piece_count(pb) == 1 && w->distance < 0 && collide_i_abs(apart - w->distance) > 4 * tol)
        return failed_case("depth %.9g, not %.9g", -(double)w->distance, -(double)apart);
    if (w->distance > 0 && collide_i_abs(collide_i_dot(d, w->normal) - w->distance) > tol) return "a normal askew";
    if (w->kind_a && feature_distance(pa->mesh, at[0], w->kind_a, w->feature_a, w->point_a) > tol &&
        piece_count(pa) == 1)
        return failed_case("feature %d %d of A is %.9g off", w->kind_a, w->feature_a,
                           (double)feature_distance(pa->mesh, at[0], w->kind_a, w->feature_a, w->point_a));
    if (w->kind_b && feature_distance(pb->mesh, at[1], w->kind_b, w->feature_b, w->point_b) > tol &&
        piece_count(pb) == 1)
        return failed_case("feature %d %d of B is %.9g off", w->kind_b, w->feature_b,
                           (double)feature_distance(pb->mesh, at[1], w->kind_b, w->feature_b, w->point_b));
    return NULL;
}

static const collide_world_pair *pair_find(const collide_world_pair *list, int count, int i, int j)
{
    int k;
    for (k = 0; k < count; k++)
        if ((int)list[k].a.index == i && (int)list[k].b.index == j) return &list[k];
    return NULL;
}

/* Two bodies: is what the world says of them true? */
static const char *couple_wrong(const play *p, int i, int j, const collide_world_pair *found)
{
    const actor *a = &p->cast[i], *b = &p->cast[j];
    const thing *ta = &things[a->kind], *tb = &things[b->kind];
    const real tol = p->size * (sizeof(real) > 4 ? COLLIDE_R(1e-12) : COLLIDE_R(4e-6)), depth = COLLIDE_R(0.03125);
    real least = 1000000, first = 2, end;
    int x, y;
    for (x = 0; x < ta->count; x++)
        for (y = 0; y < tb->count; y++) {
            collide_pose pa[2], pb[2];
            if (!piece_count(&ta->part[x]) || !piece_count(&tb->part[y])) continue;
            pa[0] = actor_part(a, x, 0), pa[1] = actor_part(a, x, 1);
            pb[0] = actor_part(b, y, 0), pb[1] = actor_part(b, y, 1);
            end = collide_vec3_length(collide_i_sub(pa[1].position, pb[1].position)) - piece_size(&ta->part[x]) -
                  piece_size(&tb->part[y]);
            if (end < p->margin + 1) end = pieces_apart(&ta->part[x], pa[1], &tb->part[y], pb[1]);
            if (end < least) least = end;
            if (p->continuous) {
                const real t = pieces_first(&ta->part[x], pa, &tb->part[y], pb, depth);
                if (t < first) first = t;
            }
        }
    if (!found && least < p->margin - tol) return failed_case("missed, though %.9g apart", (double)least);
    if (!found && first <= 1) return failed_case("missed on the way, at %.9g", (double)first);
    if (!found) return NULL;
    if (!p->continuous && least > p->margin + tol) return failed_case("found, though %.9g apart", (double)least);
    if (p->continuous && found->time > first + 16 * COLLIDE_I_EPSILON)
        return failed_case("found at %.9g, but deep at %.9g", (double)found->time, (double)first);
    return pair_wrong(p, found, tol);
}

/* The list after an update, whole. */
static const char *play_wrong(play *p, int touching)
{
    const collide_world_pair *list;
    int i, j, count, ended = 0;
    list = collide_world_pairs(p->world, &count);
    if (touching < 0 || touching > count) return failed_case("update: %d", touching);
    for (i = 1; i < count; i++)
        if (i != touching && (list[i - 1].a.index > list[i].a.index ||
                              (list[i - 1].a.index == list[i].a.index && list[i - 1].b.index >= list[i].b.index)))
            return "not sorted";
    for (i = 0; i < p->used; i++)
        for (j = i + 1; j < p->used; j++) {
            const collide_world_pair *found = pair_find(list, touching, i, j);
            const collide_world_pair *end = list ? pair_find(list + touching, count - touching, i, j) : NULL;
            const char *wrong = NULL;
            if (found && !play_active(p, i, j)) return failed_case("%d and %d: not to be a pair", i, j);
            if (found && end) return failed_case("%d and %d: twice", i, j);
            if ((end != NULL) != (p->was[i][j] && !found)) return failed_case("%d and %d: ended or not?", i, j);
            if (end && end->state != COLLIDE_ENDED) return "a wrong state at the end";
            if (found && found->state != (p->was[i][j] ? COLLIDE_KEPT : COLLIDE_BEGUN)) return "a wrong state";
            if (found && (found->a.generation != p->cast[i].handle.generation ||
                          found->b.generation != p->cast[j].handle.generation))
                return "a wrong handle";
            if (play_active(p, i, j)) wrong = couple_wrong(p, i, j, found);
            if (wrong)
                return failed_case("bodies %d and %d, kinds %d and %d: %s", i, j, p->cast[i].kind, p->cast[j].kind,
                                   wrong);
            p->was[i][j] = found != NULL;
            ended += end != NULL;
            p->pairs++;
            p->contacts += found != NULL;
        }
    return touching + ended == count ? NULL : "more than there are";
}

static void play_begin(play *p, collide_world *world, const collide_world_desc *d, real size)
{
    memset(p, 0, sizeof *p);
    p->world = world;
    p->margin = d->margin;
    p->continuous = d->continuous;
    p->size = size;
}

static collide_result play_add(play *p, int kind, collide_pose pose, unsigned category, unsigned mask, int still)
{
    collide_body_desc d = thing_desc(kind, pose);
    collide_body h;
    collide_result r;
    actor *a;
    int i;
    d.category = category;
    d.mask = mask;
    d.still = still;
    r = collide_world_add(p->world, &d, &h);
    if (r < 0 || h.index >= CAST) return r;
    a = &p->cast[h.index];
    memset(a, 0, sizeof *a);
    a->handle = h;
    a->kind = kind;
    a->live = 1;
    a->still = still;
    a->category = category ? category : 1;
    a->mask = mask ? mask : ~0u;
    a->at[0] = a->at[1] = pose;
    for (i = 0; i < things[kind].count; i++) a->local[0][i] = a->local[1][i] = things[kind].part[i].local;
    if ((int)h.index >= p->used) p->used = (int)h.index + 1;
    for (i = 0; i < CAST; i++) p->off[h.index][i] = p->off[i][h.index] = 0;
    p->count++;
    return r;
}

static collide_result play_remove(play *p, int i)
{
    const collide_result r = collide_world_remove(p->world, p->cast[i].handle);
    if (r == COLLIDE_OK) {
        p->gone[p->gone_count++ % 64] = p->cast[i].handle;
        p->cast[i].live = 0;
        p->count--;
    }
    return r;
}

/* After an update: ends become starts. */
static void play_advance(play *p)
{
    int i;
    for (i = 0; i < p->used; i++) {
        p->cast[i].at[0] = p->cast[i].at[1];
        memcpy(p->cast[i].local[0], p->cast[i].local[1], sizeof p->cast[i].local[0]);
    }
}

/* Any operation but an update; NULL where the world answers as it should. */
static const char *play_act(play *p, rng *r, int kinds, real room)
{
    const unsigned op = next_below(r, 64);
    const int i = p->used ? (int)next_below(r, (unsigned)p->used) : 0,
              j = p->used ? (int)next_below(r, (unsigned)p->used) : 0;
    actor *a = &p->cast[i];
    const collide_result want = a->live ? COLLIDE_OK : COLLIDE_ERROR_HANDLE;
    collide_pose pose = next_pose(r, room), bad = pose;
    collide_result got;
    collide_body_desc d = thing_desc(0, pose);
    collide_body h;
    if (!p->used || op < 12) {
        if (p->count >= 24 || p->used >= CAST - 1) return NULL;
        got = play_add(p, (int)next_below(r, (unsigned)kinds), pose, op % 4 ? 0 : 2u, op % 5 ? 0 : 1u, op % 6 == 0);
        if (got == COLLIDE_ERROR_FULL && p->world->desc.max_bodies) return NULL; /* of parts, too */
        return got == COLLIDE_OK ? NULL : failed_case("not added: %d", got);
    }
    if (op < 36) { /* along, or anywhere */
        if (op < 32) {
            pose.position = collide_i_add(a->at[1].position, next_vec(r, op < 24 ? COLLIDE_R(0.5) : room / 2));
            pose.rotation = collide_quat_multiply(
                collide_quat_from_axis_angle(next_vec(r, 1), op < 24 ? COLLIDE_R(0.25) : 3), a->at[1].rotation);
        }
        if (!collide_pose_valid(pose)) return NULL;
        got = op % 8 ? collide_world_move(p->world, a->handle, pose) : collide_world_place(p->world, a->handle, pose);
        if (got == COLLIDE_OK) a->at[1] = pose;
        if (got == COLLIDE_OK && op % 8 == 0) {
            a->at[0] = pose;
            memcpy(a->local[0], a->local[1], sizeof a->local[0]);
        }
        return got == want ? NULL : "moved what is not there, or not what is";
    }
    if (op < 42) {
        const int part = (int)next_below(r, PIECES + 1) - 1;
        const collide_result expect = !a->live ? COLLIDE_ERROR_HANDLE
                                      : things[a->kind].tree && part >= 0 && part < things[a->kind].count
                                          ? COLLIDE_OK
                                          : COLLIDE_ERROR_ARGUMENT;
        pose.position = next_vec(r, 1);
        got = collide_world_move_part(p->world, a->handle, part, pose);
        if (got == COLLIDE_OK) a->local[1][part] = pose;
        /* one that was placed, or is new, has no path: its parts neither */
        if (got == COLLIDE_OK && p->world->bodies[i].flags & COLLIDE_I_PLACED) a->local[0][part] = pose;
        return got == expect ? NULL : failed_case("part: %d, not %d", got, expect);
    }
    if (op < 47) {
        const actor *b = &p->cast[j];
        const int on = op < 44;
        const collide_result expect = !a->live || !b->live ? COLLIDE_ERROR_HANDLE
                                      : i == j             ? COLLIDE_ERROR_ARGUMENT
                                                           : COLLIDE_OK;
        got = collide_world_pair_set(p->world, a->handle, b->handle, on);
        if (got == COLLIDE_OK) p->off[i][j] = p->off[j][i] = !on;
        return got == expect ? NULL : "switched wrongly";
    }
    if (op < 49) {
        got = collide_world_filter(p->world, a->handle, op, 0);
        if (got == COLLIDE_OK) {
            a->category = op;
            a->mask = ~0u;
        }
        return got == want ? NULL : "filtered wrongly";
    }
    if (op < 54) {
        if (p->count < 12 && op > 49) return NULL;
        return play_remove(p, i) == want ? NULL : "removed what is not there, or not what is";
    }
    if (op < 58 && p->gone_count) { /* one of earlier times */
        h = p->gone[next_below(r, (unsigned)(p->gone_count < 64 ? p->gone_count : 64))];
        got = op == 54   ? collide_world_move(p->world, h, pose)
              : op == 55 ? collide_world_remove(p->world, h)
              : op == 56 ? collide_world_pair_set(p->world, a->handle, h, 0)
                         : collide_world_clear_pose(p->world, h, &bad);
        return got == COLLIDE_ERROR_HANDLE && !collide_world_user(p->world, h) ? NULL : "a stale handle is taken";
    }
    /* numbers that are none */
    if (op & 1)
        bad.position.y = collide_i_from_bits(~(collide_i_bits)0);
    else
        bad.rotation.x = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
    d.pose = bad;
    if (a->live && (collide_world_move(p->world, a->handle, bad) != COLLIDE_ERROR_ARGUMENT ||
                    collide_world_place(p->world, a->handle, bad) != COLLIDE_ERROR_ARGUMENT ||
                    collide_world_move_part(p->world, a->handle, 0, bad) != COLLIDE_ERROR_ARGUMENT))
        return "a bad pose is taken";
    return collide_world_add(p->world, &d, &h) == COLLIDE_ERROR_ARGUMENT ? NULL : "a bad body is taken";
}

/* A program of so many operations, an update after every few of them. */
static const char *run_play(play *p, rng *r, const collide_world_desc *d, int kinds, real room, int operations)
{
    collide_world *w;
    const char *wrong = NULL;
    int i;
    if (!make_things() || collide_world_create(&w, d) < 0) return "not made";
    play_begin(p, w, d, 4 * room + 8);
    for (i = 0; i < 16 && !wrong; i++)
        if (play_add(p, (int)next_below(r, (unsigned)kinds), next_pose(r, room), 0, 0, 0) < 0) wrong = "not added";
    for (i = 0; i < operations && !wrong; i++) {
        wrong = play_act(p, r, kinds, room);
        if (wrong || next_below(r, 16)) continue;
        wrong = play_wrong(p, collide_world_update(w));
        play_advance(p);
    }
    if (!wrong && collide_world_count(w) != p->count) wrong = "miscounted";
    collide_world_destroy(w);
    return wrong ? failed_case("operation %d: %s", i, wrong) : NULL;
}

static uint64_t hash_world_pair(uint64_t h, const collide_world_pair *p)
{
    h = hash_bits(h, (uint64_t)p->a.index << 32 ^ p->b.index);
    h = hash_bits(h, (uint64_t)p->a.generation << 32 ^ p->b.generation);
    h = hash_bits(h, (uint64_t)(uint32_t)p->part_a << 40 ^ (uint64_t)(uint32_t)p->part_b << 20 ^
                         (uint64_t)p->kind_a << 8 ^ (uint64_t)p->kind_b);
    h = hash_bits(h, (uint64_t)(uint32_t)p->feature_a << 32 ^ (uint32_t)p->feature_b);
    h = hash_bits(h, (uint64_t)p->state << 32 ^ p->flags);
    h = hash_real(hash_real(h, p->distance), p->time);
    return hash_vec(hash_vec(hash_vec(h, p->point_a), p->point_b), p->normal);
}

static uint64_t hash_world_list(uint64_t h, const collide_world *w)
{
    const collide_world_pair *list;
    int i, count;
    list = collide_world_pairs(w, &count);
    h = hash_bits(h, (uint64_t)count);
    for (i = 0; i < count; i++) h = hash_world_pair(h, &list[i]);
    return h;
}

static uint64_t hash_world_hits(uint64_t h, const collide_world_hit *hits, int count)
{
    int i;
    h = hash_bits(h, (uint64_t)(int64_t)count);
    for (i = 0; i < count && i < 16; i++) {
        h = hash_bits(h, (uint64_t)hits[i].body.index << 32 ^ (uint32_t)hits[i].part << 16 ^ (uint32_t)hits[i].face);
        h = hash_real(hash_bits(h, hits[i].flags), hits[i].time);
        h = hash_vec(hash_vec(h, hits[i].point), hits[i].normal);
    }
    return h;
}

/* Programs of operations in worlds of all kinds; and what queries find there. */
static uint64_t hash_world(void)
{
    uint64_t h = 0xCBF29CE484222325u;
    rng r = {11};
    int i, k;
    if (!make_things()) return 0;
    for (i = 0; i < 8; i++) {
        collide_world_desc d;
        collide_world_hit hits[16];
        collide_pose at;
        collide_vec3 way;
        memset(&d, 0, sizeof d);
        d.continuous = i & 1;
        d.margin = i & 2 ? COLLIDE_R(0.25) : 0;
        if (collide_world_create(&the_play.world, &d) < 0) return 0;
        play_begin(&the_play, the_play.world, &d, 1);
        for (k = 0; k < 400; k++) {
            if (play_act(&the_play, &r, THINGS, 3)) return 0;
            if (k % 16) continue;
            h = hash_bits(h, (uint64_t)(int64_t)collide_world_update(the_play.world));
            h = hash_world_list(h, the_play.world);
            play_advance(&the_play);
            at = next_pose(&r, 5);
            way = next_vec(&r, 5);
            h = hash_world_hits(h, hits, collide_world_ray(the_play.world, at.position, way, 0, NULL, hits, 16));
            h = hash_world_hits(h, hits,
                                collide_world_cast(the_play.world, things[2].shape[0], at, way, 0, NULL, hits, 16));
            at = next_pose(&r, 3);
            h = hash_world_hits(h, hits,
                                collide_world_overlap(the_play.world, things[1].shape[0], at, 0, NULL, hits, 16));
        }
        collide_world_destroy(the_play.world);
    }
    return h;
}

static const struct {
    const char *section;
    uint64_t (*hash)(void);
    uint32_t in_float[2], in_double[2];
} hash_rows[] = {{"MATH", hash_math, {0xe248fdc4U, 0x7e9e5b8dU}, {0xf0e928faU, 0x5faf8508U}},
                 {"TREE", hash_tree, {0x8fd9c5adU, 0xc8df59a6U}, {0xfbe4effeU, 0x1f8bbd2fU}},
                 {"MESH", hash_mesh, {0x550f0dddU, 0x5d128776U}, {0xeec4557cU, 0x8472ff70U}},
                 {"SCREW", hash_screw, {0x994b548bU, 0x2d66bd8dU}, {0x5d6b5f6eU, 0x8bdf12ddU}},
                 {"GJK", hash_gjk, {0x38c18e7aU, 0x471feb7fU}, {0xb0e697b3U, 0x3d98c9aaU}},
                 {"PROBE", hash_probe, {0x8058bf57U, 0x0c4d6861U}, {0x8e1fec70U, 0xb6d1e0fbU}},
                 {"PLUCKER", hash_plucker, {0xe0586464U, 0x038c1d72U}, {0xc4647e15U, 0x6608d638U}},
                 {"TRACE", hash_trace, {0xd643eab8U, 0x27ff4970U}, {0x0daf9a98U, 0x69ceac7bU}},
                 {"NEAREST", hash_nearest, {0x2cf8d481U, 0x341cd626U}, {0xf886a50fU, 0xea41559fU}},
                 {"SWEEP", hash_sweep, {0x4e955574U, 0x3323a886U}, {0xb03510ffU, 0xa6fedf23U}},
                 {"SCREEN", hash_screen, {0xeec66544U, 0x4522607fU}, {0x13d26f95U, 0x22af5536U}},
                 {"WORLD", hash_world, {0xa7e6f5a0U, 0x1644e44eU}, {0xcfaae37cU, 0xabbd405cU}}};
enum { HASH_ROWS = (int)(sizeof hash_rows / sizeof *hash_rows) };

/* ---------------------------------------------------------------------------------------- an allocator that watches */

/* Counts what is out, fails from the k-th request on (k = 0: never), or that one only, and surrounds each block with a
   pattern. */
typedef struct {
    int fail_at, once, requests, blocks;
    size_t bytes;
    int damaged;
} watch;

enum { FENCE = 16 };

static void *watch_alloc(void *user, size_t size)
{
    watch *w = (watch *)user;
    unsigned char *p;
    w->requests++;
    if (w->fail_at && w->requests >= w->fail_at && !(w->once && w->requests > w->fail_at)) return NULL;
    p = (unsigned char *)malloc(size + 2 * FENCE);
    if (!p) return NULL;
    memset(p, 0xA5, size + 2 * FENCE);
    w->blocks++;
    w->bytes += size;
    return p + FENCE;
}

static void watch_free(void *user, void *block, size_t size)
{
    watch *w = (watch *)user;
    unsigned char *p = (unsigned char *)block - FENCE;
    int i;
    for (i = 0; i < FENCE; i++)
        if (p[i] != 0xA5 || p[FENCE + size + (size_t)i] != 0xA5) w->damaged = 1;
    w->blocks--;
    w->bytes -= size;
    free(p);
}

static collide_allocator watch_allocator(watch *w, int fail_at)
{
    collide_allocator a;
    memset(w, 0, sizeof *w);
    w->fail_at = fail_at;
    a.alloc = watch_alloc;
    a.free = watch_free;
    a.user = w;
    return a;
}

/* ------------------------------------------------------------------------------- references of the convex sections */

/* Slow, obvious, and independent of the library: support functions straight from the definitions, bodies placed by
   rotation matrices in the wider type, everything relative to the position of A. */

static wide dot3(const wide a[3], const wide b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static wide length3(const wide a[3]) { return WIDE(sqrt)(dot3(a, a)); }
static void cross3(const wide a[3], const wide b[3], wide out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}
static void minus3(const wide a[3], const wide b[3], wide out[3])
{
    int i;
    for (i = 0; i < 3; i++) out[i] = a[i] - b[i];
}
static void along3(const wide a[3], wide s, const wide d[3], wide out[3]) /* a + s d */
{
    int i;
    for (i = 0; i < 3; i++) out[i] = a[i] + s * d[i];
}
static int unit3(wide a[3]) /* 0 where it has no length */
{
    wide l = length3(a);
    int i;
    if (!(l > 0)) return 0;
    for (i = 0; i < 3; i++) a[i] /= l;
    return 1;
}
static void wide3(collide_vec3 v, wide out[3])
{
    out[0] = (wide)v.x;
    out[1] = (wide)v.y;
    out[2] = (wide)v.z;
}
static collide_vec3 real3(const wide v[3]) { return collide_i_vec((real)v[0], (real)v[1], (real)v[2]); }

/* A furthest point of the core in direction n, which has any length but 0. */
static void body_support(const body *b, const wide n[3], wide out[3])
{
    const real *p = b->points ? b->points : b->own;
    wide best = 0, t, other[3], turned[3];
    int i, k, at = 0;
    out[0] = out[1] = out[2] = 0;
    switch (b->kind) {
    case BODY_POINTS:
        for (i = 0; i < b->count; i++) {
            t = (wide)p[3 * i] * n[0] + (wide)p[3 * i + 1] * n[1] + (wide)p[3 * i + 2] * n[2];
            if (i == 0 || t > best) best = t, at = i;
        }
        for (k = 0; k < 3; k++) out[k] = (wide)p[3 * at + k];
        break;
    case BODY_CYLINDER:
    case BODY_CONE:
        t = WIDE(sqrt)(n[0] * n[0] + n[2] * n[2]);
        if (b->kind == BODY_CONE && 2 * n[1] * b->half[0] > t * b->half[1]) { /* the apex */
            out[1] = b->half[0];
            break;
        }
        out[1] = n[1] > 0 && b->kind == BODY_CYLINDER ? b->half[0] : -b->half[0];
        if (t > 0) out[0] = b->half[1] * n[0] / t, out[2] = b->half[1] * n[2] / t;
        break;
    case BODY_ELLIPSOID:
        for (k = 0; k < 3; k++) other[k] = b->half[k] * n[k];
        t = length3(other);
        for (k = 0; k < 3 && t > 0; k++) out[k] = b->half[k] * other[k] / t;
        break;
    case BODY_SUM:
    case BODY_BOTH:
        t = length3(n);
        body_support(b->a, n, out);
        along3(out, b->a->round / t, n, out);
        body_support(b->b, n, other);
        along3(other, b->b->round / t, n, other);
        if (b->kind == BODY_SUM)
            along3(out, 1, other, out);
        else if (dot3(other, n) > dot3(out, n))
            memcpy(out, other, sizeof other);
        break;
    default:
        for (k = 0; k < 3; k++) turned[k] = dot3(b->m + 3 * k, n);
        t = length3(turned);
        if (!(t > 0)) turned[0] = t = 1;
        body_support(b->a, turned, other);
        along3(other, b->a->round / t, turned, other);
        for (k = 0; k < 3; k++)
            out[k] = b->m[k] * other[0] + b->m[3 + k] * other[1] + b->m[6 + k] * other[2] + b->m[9 + k];
        break;
    }
}

/* How far its points are from its origin, at most about. */
static wide body_size(const body *b)
{
    wide n[3], p[3], size = 0;
    int i, k;
    for (i = 0; i < 27; i++) {
        if (i == 13) continue;
        n[0] = i % 3 - 1;
        n[1] = i / 3 % 3 - 1;
        n[2] = i / 9 - 1;
        body_support(b, n, p);
        for (k = 0; k < 3; k++) size = WIDE(fmax)(size, WIDE(fabs)(p[k]));
        size = WIDE(fmax)(size, length3(p));
    }
    return size + b->round;
}

typedef struct {
    const body *b;
    wide r[9], at[3]; /* row major: world = r local + at */
} placed;

static void wide_matrix(collide_quat rotation, wide r[9])
{
    wide x = (wide)rotation.x, y = (wide)rotation.y, z = (wide)rotation.z, w = (wide)rotation.w;
    wide l = WIDE(sqrt)(x * x + y * y + z * z + w * w);
    if (l > 0)
        x /= l, y /= l, z /= l, w /= l;
    else
        w = 1;
    r[0] = 1 - 2 * (y * y + z * z), r[1] = 2 * (x * y - z * w), r[2] = 2 * (x * z + y * w);
    r[3] = 2 * (x * y + z * w), r[4] = 1 - 2 * (x * x + z * z), r[5] = 2 * (y * z - x * w);
    r[6] = 2 * (x * z - y * w), r[7] = 2 * (y * z + x * w), r[8] = 1 - 2 * (x * x + y * y);
}

static void turn3(const wide r[9], const wide v[3], wide out[3])
{
    int k;
    for (k = 0; k < 3; k++) out[k] = dot3(r + 3 * k, v);
}
static void turn_back3(const wide r[9], const wide v[3], wide out[3])
{
    int k;
    for (k = 0; k < 3; k++) out[k] = r[k] * v[0] + r[3 + k] * v[1] + r[6 + k] * v[2];
}

static placed place(const body *b, collide_pose p, collide_vec3 origin)
{
    placed q;
    wide o[3];
    q.b = b;
    wide_matrix(p.rotation, q.r);
    wide3(p.position, q.at);
    wide3(origin, o);
    minus3(q.at, o, q.at);
    return q;
}

static void placed_support(const placed *q, const wide n[3], wide out[3])
{
    wide local[3], p[3];
    turn_back3(q->r, n, local);
    body_support(q->b, local, p);
    turn3(q->r, p, out);
    along3(out, 1, q->at, out);
}

/* Two bodies, A smeared along `sweep`: all places it takes on its way relative to B. */
typedef struct {
    placed a, b;
    wide sweep[3], round, size;
} couple;

static couple couple_of(const body *a, collide_pose pa, const body *b, collide_pose pb)
{
    couple c;
    c.a = place(a, pa, pa.position);
    c.b = place(b, pb, pa.position);
    c.sweep[0] = c.sweep[1] = c.sweep[2] = 0;
    c.round = a->round + b->round;
    c.size = WIDE(fmax)(body_size(a), body_size(b));
    if (!(c.size > 0)) c.size = length3(c.b.at); /* of two points */
    return c;
}

/* The support function of A - B without the roundings; in w a point of A - B. For a unit n, minus this value minus the
   roundings is the separation along n, and the signed distance is the largest of all separations. */
static wide cso_support(const couple *c, const wide n[3], wide w[3])
{
    wide back[3], p[3];
    int k;
    for (k = 0; k < 3; k++) back[k] = -n[k];
    placed_support(&c->a, n, w);
    if (dot3(c->sweep, n) > 0) along3(w, 1, c->sweep, w);
    placed_support(&c->b, back, p);
    minus3(w, p, w);
    return dot3(w, n);
}

static wide separation_along(const couple *c, const wide n[3])
{
    wide w[3], u[3];
    memcpy(u, n, sizeof u);
    if (!unit3(u)) return 0;
    return -cso_support(c, u, w) - c->round;
}

/* ---- the signed distance by branch and bound over all directions ---- */

/* The sphere of directions is cut into triangles. With w the points of A - B found at a triangle's corners, no
   direction n between the corners has a support value below the least of w . corner, for each w and each mixture of
   them: a proven bound from below, where each direction tried gives one from above. The triangle with the least bound
   is halved until the two meet. Right for every convex shape, apart or overlapping; where the best direction is not
   unique it may run out of triangles, and the bounds remain. */
typedef struct {
    wide n[3][3], w[3][3], lower;
} cell;

typedef struct {
    wide lower, upper; /* of the signed distance */
    wide n[3];         /* from A to B, where lower is reached */
    int tried;
} bounds;

enum { CELLS = 4000 };

/* The largest, over mixtures of the rows, of the least entry: the value of a 3x3 game, from its candidates. */
static wide game_value(wide m[3][3])
{
    wide best = 0, t, value;
    int a, b, i, j, k, first = 1;
    for (a = 0; a < 3; a++) {
        value = WIDE(fmin)(m[a][0], WIDE(fmin)(m[a][1], m[a][2]));
        if (first || value > best) best = value, first = 0;
        b = (a + 1) % 3;
        for (i = 0; i < 3; i++) { /* two rows, mixed so that two entries are equal */
            wide down;
            j = (i + 1) % 3;
            k = (i + 2) % 3;
            down = (m[a][i] - m[b][i]) - (m[a][j] - m[b][j]);
            if (!(WIDE(fabs)(down) > 0)) continue;
            t = (m[b][j] - m[b][i]) / down;
            if (!(t > 0 && t < 1)) continue;
            value = WIDE(fmin)(m[b][i] + t * (m[a][i] - m[b][i]), m[b][j] + t * (m[a][j] - m[b][j]));
            value = WIDE(fmin)(value, m[b][k] + t * (m[a][k] - m[b][k]));
            best = WIDE(fmax)(best, value);
        }
    }
    { /* all three, mixed so that all entries are equal: Cramer's rule on differences of columns */
        wide u[3], v[3], mix[3], sum;
        for (k = 0; k < 3; k++) u[k] = m[k][0] - m[k][1], v[k] = m[k][0] - m[k][2];
        cross3(u, v, mix);
        sum = mix[0] + mix[1] + mix[2];
        if (WIDE(fabs)(sum) > 0) {
            for (k = 0; k < 3; k++) mix[k] /= sum;
            if (mix[0] >= 0 && mix[1] >= 0 && mix[2] >= 0) {
                value = HUGE_VAL;
                for (i = 0; i < 3; i++)
                    value = WIDE(fmin)(value, mix[0] * m[0][i] + mix[1] * m[1][i] + mix[2] * m[2][i]);
                best = WIDE(fmax)(best, value);
            }
        }
    }
    return best;
}

static wide cell_edge2(const cell *c, int i) /* squared length of the edge opposite corner i */
{
    wide d[3];
    minus3(c->n[(i + 1) % 3], c->n[(i + 2) % 3], d);
    return dot3(d, d);
}

static void cell_bound(cell *c)
{
    wide m[3][3], longest = 0;
    int i, k;
    for (i = 0; i < 3; i++) {
        longest = WIDE(fmax)(longest, cell_edge2(c, i));
        for (k = 0; k < 3; k++) m[i][k] = dot3(c->w[i], c->n[k]);
    }
    c->lower = game_value(m);
    /* directions between the corners are mixtures of these, of length at least sqrt(1 - longest / 3), made unit */
    if (c->lower < 0) c->lower /= WIDE(sqrt)(1 - longest / 3);
}

static void heap_put(cell *heap, int *count, const cell *c)
{
    int i = (*count)++;
    for (; i > 0 && heap[(i - 1) / 2].lower > c->lower; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = *c;
}

static cell heap_take(cell *heap, int *count)
{
    cell top = heap[0], last = heap[--*count];
    int i = 0, k;
    while ((k = 2 * i + 1) < *count) {
        if (k + 1 < *count && heap[k + 1].lower < heap[k].lower) k++;
        if (!(heap[k].lower < last.lower)) break;
        heap[i] = heap[k];
        i = k;
    }
    heap[i] = last;
    return top;
}

/* The point of a triangle nearest to the origin: inside, or on one of its edges. */
static void nearest_of_triangle(wide t[3][3], wide out[3])
{
    wide best = HUGE_VAL, d[3], p[3], s, n[3], e[3], f[3], g[3];
    int i;
    for (i = 0; i < 3; i++) {
        minus3(t[(i + 1) % 3], t[i], d);
        s = dot3(d, d) > 0 ? -dot3(t[i], d) / dot3(d, d) : 0;
        along3(t[i], WIDE(fmin)(1, WIDE(fmax)(0, s)), d, p);
        if (dot3(p, p) < best) best = dot3(p, p), memcpy(out, p, sizeof p);
    }
    minus3(t[1], t[0], d);
    minus3(t[2], t[0], e);
    cross3(d, e, n);
    if (!unit3(n)) return;
    cross3(t[1], t[2], e);
    cross3(t[2], t[0], f);
    cross3(t[0], t[1], g);
    if (dot3(e, n) < 0 || dot3(f, n) < 0 || dot3(g, n) < 0) return;
    for (i = 0; i < 3; i++) out[i] = n[i] * dot3(n, t[0]);
}

static void try_direction(const couple *c, const wide n[3], wide *best, wide best_n[3], int *tried)
{
    wide u[3], w[3], f;
    memcpy(u, n, sizeof u);
    if (!unit3(u)) return;
    f = cso_support(c, u, w);
    ++*tried;
    if (f < *best) *best = f, memcpy(best_n, u, sizeof u);
}

/* To within tol, in units of the couple's size. */
static bounds search_signed(const couple *c, wide tol)
{
    static cell heap[CELLS + 2];
    static const int octant[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                     {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    wide n[6][3], w[6][3], best = HUGE_VAL, closed = HUGE_VAL;
    int i, k, count = 0;
    bounds r;
    r.tried = 0;
    memset(n, 0, sizeof n);
    memset(r.n, 0, sizeof r.n);
    for (i = 0; i < 6; i++) {
        wide f;
        n[i][i / 2] = i & 1 ? -1 : 1;
        f = cso_support(c, n[i], w[i]);
        if (f < best) best = f, memcpy(r.n, n[i], sizeof r.n);
    }
    for (i = 0; i < 8; i++) {
        cell t;
        for (k = 0; k < 3; k++) {
            memcpy(t.n[k], n[octant[i][k]], sizeof t.n[k]);
            memcpy(t.w[k], w[octant[i][k]], sizeof t.w[k]);
        }
        cell_bound(&t);
        heap_put(heap, &count, &t);
    }
    while (count > 0 && count < CELLS && heap[0].lower < best - tol * c->size) {
        cell t = heap_take(heap, &count), half;
        wide middle[3], wm[3], p[3], d[3], e[3], f;
        int longest = 0;
        /* good guesses: towards the nearest point of the three, and the normal of their plane */
        nearest_of_triangle(t.w, p);
        for (k = 0; k < 3; k++) p[k] = -p[k];
        try_direction(c, p, &best, r.n, &r.tried);
        minus3(t.w[1], t.w[0], d);
        minus3(t.w[2], t.w[0], e);
        cross3(d, e, p);
        if (dot3(p, t.n[0]) < 0)
            for (k = 0; k < 3; k++) p[k] = -p[k];
        try_direction(c, p, &best, r.n, &r.tried);
        for (k = 1; k < 3; k++)
            if (cell_edge2(&t, k) > cell_edge2(&t, longest)) longest = k;
        if (cell_edge2(&t, longest) < 1e-24) { /* as small as directions get: its bound stays */
            closed = WIDE(fmin)(closed, t.lower);
            continue;
        }
        i = (longest + 1) % 3;
        k = (longest + 2) % 3;
        along3(t.n[i], 1, t.n[k], middle);
        unit3(middle);
        f = cso_support(c, middle, wm);
        r.tried++;
        if (f < best) best = f, memcpy(r.n, middle, sizeof r.n);
        half = t;
        memcpy(half.n[i], middle, sizeof middle);
        memcpy(half.w[i], wm, sizeof wm);
        memcpy(t.n[k], middle, sizeof middle);
        memcpy(t.w[k], wm, sizeof wm);
        cell_bound(&half);
        cell_bound(&t);
        heap_put(heap, &count, &half);
        heap_put(heap, &count, &t);
    }
    if (count > 0) closed = WIDE(fmin)(closed, heap[0].lower);
    r.lower = -best - c->round;
    r.upper = -WIDE(fmin)(closed, best) - c->round;
    return r;
}

/* ---- the signed distance of polytopes by brute force over features ---- */

/* Corners in the world, triangles, edges. Where there are few corners every three and every two of them count as a
   triangle and an edge: all of them lie in the polytope, and the true ones are among them. Else those of the hull. */
enum { SOLID_POINTS = 1030, SOLID_FACES = 2100, SOLID_EDGES = 3200, SOLID_FEW = 9 };
typedef struct {
    wide p[SOLID_POINTS][3];
    int face[SOLID_FACES][3], edge[SOLID_EDGES][2], side[SOLID_EDGES][2];
    wide normal[SOLID_FACES][3]; /* outwards; of hulls only */
    int count, faces, edges, all;
} solid;

static void solid_face(solid *s, int f, int a, int b, int c)
{
    wide d[3], e[3];
    s->face[f][0] = a;
    s->face[f][1] = b;
    s->face[f][2] = c;
    minus3(s->p[b], s->p[a], d);
    minus3(s->p[c], s->p[a], e);
    cross3(d, e, s->normal[f]);
}

/* Is a point beyond a face by more than the rounding of this sum? */
static int solid_sees(const solid *s, int i, int f)
{
    wide d[3], sum = 0, terms = 0;
    int k;
    minus3(s->p[i], s->p[s->face[f][0]], d);
    for (k = 0; k < 3; k++) {
        sum += d[k] * s->normal[f][k];
        terms += WIDE(fabs)(d[k] * s->normal[f][k]);
    }
    return sum > 4 * (wide)DBL_EPSILON * terms;
}

/* The convex hull, one point after the other: what it sees goes, what is left is joined to it. The number of faces; 0
   where the points span no volume. In local coordinates, where differences are exact. */
static int solid_wrap(solid *s)
{
    static short left[SOLID_POINTS][SOLID_POINTS]; /* the face on the left of the way from one point to another */
    static char seen[SOLID_FACES];
    int spare[SOLID_FACES], spares = 0, base[4] = {0, 0, 0, 0}, i, k, f, faces = 0;
    wide most = 0, size = 0, d[3], e[3], n[3];
    for (i = 0; i < s->count; i++) size = WIDE(fmax)(size, length3(s->p[i]));
    for (i = 1; i < s->count; i++) { /* four points far apart */
        minus3(s->p[i], s->p[0], d);
        if (length3(d) > most) most = length3(d), base[1] = i;
    }
    minus3(s->p[base[1]], s->p[0], d);
    for (i = 1, most = 0; i < s->count; i++) {
        minus3(s->p[i], s->p[0], e);
        cross3(d, e, n);
        if (length3(n) > most) most = length3(n), base[2] = i;
    }
    minus3(s->p[base[2]], s->p[0], e);
    cross3(d, e, n);
    if (!unit3(n)) return 0;
    for (i = 1, most = 0; i < s->count; i++) {
        minus3(s->p[i], s->p[0], d);
        if (WIDE(fabs)(dot3(d, n)) > most) most = WIDE(fabs)(dot3(d, n)), base[3] = i;
    }
    if (most < 1e-13 * size) return 0;
    minus3(s->p[base[3]], s->p[0], d);
    if (dot3(d, n) > 0) k = base[1], base[1] = base[2], base[2] = k;
    for (i = 0; i < s->count; i++) memset(left[i], -1, sizeof(short) * (size_t)s->count);
    for (f = 0; f < 4; f++) {
        static const int corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
        solid_face(s, f, base[corner[f][0]], base[corner[f][1]], base[corner[f][2]]);
        for (k = 0; k < 3; k++) left[s->face[f][k]][s->face[f][(k + 1) % 3]] = (short)f;
    }
    faces = 4;
    for (f = 0; f < SOLID_FACES; f++) seen[f] = f >= 4;
    for (i = 0; i < s->count; i++) {
        int any = 0, gone[SOLID_FACES], lost = 0;
        for (f = 0; f < faces; f++) {
            if (seen[f]) continue; /* free */
            if (solid_sees(s, i, f)) gone[lost++] = f, seen[f] = 2;
        }
        for (any = 0; any < lost; any++)
            for (k = 0; k < 3; k++) { /* at the border of what is seen a new face begins */
                int a = s->face[gone[any]][k], b = s->face[gone[any]][(k + 1) % 3];
                if (seen[left[b][a]] == 2) continue;
                if (spares == 0 && faces == SOLID_FACES) return 0;
                f = spares ? spare[--spares] : faces++;
                seen[f] = 3;
                solid_face(s, f, a, b, i);
            }
        for (any = 0; any < lost; any++) spare[spares++] = gone[any], seen[gone[any]] = 1;
        for (f = 0; f < faces; f++)
            if (seen[f] == 3) {
                for (k = 0; k < 3; k++) left[s->face[f][k]][s->face[f][(k + 1) % 3]] = (short)f;
                seen[f] = 0;
            }
    }
    for (f = 0, k = 0; f < faces; f++) /* close the gaps */
        if (!seen[f]) {
            if (k != f) solid_face(s, k, s->face[f][0], s->face[f][1], s->face[f][2]);
            k++;
        }
    faces = k;
    for (f = 0; f < faces; f++)
        for (k = 0; k < 3; k++) left[s->face[f][k]][s->face[f][(k + 1) % 3]] = (short)f;
    for (f = 0, s->edges = 0; f < faces; f++)
        for (k = 0; k < 3; k++) {
            int a = s->face[f][k], b = s->face[f][(k + 1) % 3];
            if (a > b || s->edges == SOLID_EDGES) continue;
            s->edge[s->edges][0] = a;
            s->edge[s->edges][1] = b;
            s->side[s->edges][0] = f;
            s->side[s->edges++][1] = left[b][a];
        }
    return s->faces = faces;
}

/* 0 where the body is no polytope. */
static int solid_of(solid *s, const placed *q, int hull)
{
    const real *p = q->b->points ? q->b->points : q->b->own;
    wide local[3];
    int i, j, k;
    if (q->b->kind != BODY_POINTS || q->b->count > SOLID_POINTS) return 0;
    s->count = q->b->count;
    for (i = 0; i < s->count; i++)
        for (k = 0; k < 3; k++) s->p[i][k] = (wide)p[3 * i + k];
    s->faces = s->edges = 0;
    s->all = s->count <= SOLID_FEW && !hull;
    if (!s->all && !solid_wrap(s)) return 0;
    for (i = 0; i < s->faces; i++) {
        unit3(s->normal[i]);
        memcpy(local, s->normal[i], sizeof local);
        turn3(q->r, local, s->normal[i]);
    }
    for (i = 0; i < s->count; i++) {
        memcpy(local, s->p[i], sizeof local);
        turn3(q->r, local, s->p[i]);
        along3(s->p[i], 1, q->at, s->p[i]);
    }
    for (i = 0; i < s->count && s->all; i++)
        for (j = i + 1; j < s->count; j++) {
            s->edge[s->edges][0] = i;
            s->edge[s->edges++][1] = j;
            for (k = j + 1; k < s->count; k++) solid_face(s, s->faces++, i, j, k);
        }
    return 1;
}

static void solid_range(const solid *s, const wide n[3], wide *low, wide *high)
{
    int i;
    *low = *high = dot3(s->p[0], n);
    for (i = 1; i < s->count; i++) {
        wide t = dot3(s->p[i], n);
        if (t < *low) *low = t;
        if (t > *high) *high = t;
    }
}

typedef struct {
    wide value, n[3], a[3], b[3]; /* n from A to B; a and b only where they are apart */
} brute;

static void brute_axis(const solid *a, const solid *b, const wide axis[3], brute *r)
{
    wide n[3], al, ah, bl, bh;
    int k;
    memcpy(n, axis, sizeof n);
    if (!unit3(n)) return;
    solid_range(a, n, &al, &ah);
    solid_range(b, n, &bl, &bh);
    if (bl - ah > r->value) r->value = bl - ah, memcpy(r->n, n, sizeof n);
    if (al - bh > r->value) {
        r->value = al - bh;
        for (k = 0; k < 3; k++) r->n[k] = -n[k];
    }
}

static void brute_points(const wide a[3], const wide b[3], brute *r)
{
    wide d[3];
    minus3(b, a, d);
    if (length3(d) < r->value) {
        r->value = length3(d);
        memcpy(r->n, d, sizeof d);
        memcpy(r->a, a, sizeof r->a);
        memcpy(r->b, b, sizeof r->b);
        unit3(r->n);
    }
}

static wide clamp01(wide t) { return t > 1 ? 1 : t > 0 ? t : 0; }

/* Point q against the line piece from p, both ways round by `swap`. */
static void brute_point_segment(const wide q[3], const wide p[3], const wide d[3], int swap, brute *r)
{
    wide e[3], c[3], dd = dot3(d, d);
    minus3(q, p, e);
    along3(p, dd > 0 ? clamp01(dot3(e, d) / dd) : 0, d, c);
    if (swap)
        brute_points(c, q, r);
    else
        brute_points(q, c, r);
}

static void brute_edges(const wide p[3], const wide p1[3], const wide q[3], const wide q1[3], brute *r)
{
    wide d[3], e[3], w[3], n[3], u[3], s, t, nn;
    minus3(p1, p, d);
    minus3(q1, q, e);
    minus3(q, p, w);
    cross3(d, e, n);
    nn = dot3(n, n);
    if (nn > 0) { /* the lines' nearest points, where these are within */
        if (dot3(w, n) * dot3(w, n) >= r->value * r->value * nn) return; /* the lines are too far apart already */
        cross3(w, e, u);
        s = dot3(u, n) / nn;
        cross3(w, d, u);
        t = dot3(u, n) / nn;
        if (s > 0 && s < 1 && t > 0 && t < 1) {
            along3(p, s, d, u);
            along3(q, t, e, w);
            brute_points(u, w, r);
            return;
        }
    }
    brute_point_segment(p, q, e, 0, r);
    brute_point_segment(p1, q, e, 0, r);
    brute_point_segment(q, p, d, 1, r);
    brute_point_segment(q1, p, d, 1, r);
}

/* Point q over the inside of a triangle; over its edges brute_edges finds it. */
static void brute_point_face(const wide q[3], const wide p[3], const wide p1[3], const wide p2[3], int swap, brute *r)
{
    wide d[3], e[3], n[3], w[3], u[3], nn, s, t;
    minus3(p1, p, d);
    minus3(p2, p, e);
    minus3(q, p, w);
    cross3(d, e, n);
    nn = dot3(n, n);
    if (!(nn > 0) || dot3(w, n) * dot3(w, n) >= r->value * r->value * nn) return;
    cross3(w, e, u);
    s = dot3(u, n) / nn;
    cross3(d, w, u);
    t = dot3(u, n) / nn;
    if (s < 0 || t < 0 || s + t > 1) return;
    along3(q, -dot3(w, n) / nn, n, u);
    if (swap)
        brute_points(u, q, r);
    else
        brute_points(q, u, r);
}

/* Do the arcs between the normals of two edges' faces cross on the sphere (B's turned round)? Generously. */
static int arcs_cross(const solid *a, int i, const solid *b, int j)
{
    const wide *p = a->normal[a->side[i][0]], *q = a->normal[a->side[i][1]];
    const wide *s = b->normal[b->side[j][0]], *t = b->normal[b->side[j][1]];
    const wide slack = 1e-9;
    wide m[3], n[3], ms, mt, np, nq;
    cross3(p, q, m);
    cross3(s, t, n);
    ms = -dot3(m, s);
    mt = -dot3(m, t);
    np = dot3(n, p);
    nq = dot3(n, q);
    if ((ms > slack && mt > slack) || (ms < -slack && mt < -slack)) return 0;
    return !((np > slack && nq > slack) || (np < -slack && nq < -slack));
}

/* The signed distance of two polytopes: overlapping, the largest separation over all faces' normals and all crosses of
   edges; apart, the least distance over all pairs of features. */
static brute brute_signed(const solid *a, const solid *b)
{
    brute r;
    wide n[3], d[3], e[3], scale;
    int i, j, side, areas = 0;
    memset(&r, 0, sizeof r);
    r.value = -HUGE_VAL;
    for (side = 0; side < 2; side++) {
        const solid *s = side ? b : a;
        for (i = 0; i < s->faces; i++) {
            minus3(s->p[s->face[i][1]], s->p[s->face[i][0]], d);
            minus3(s->p[s->face[i][2]], s->p[s->face[i][0]], e);
            cross3(d, e, n);
            if (length3(n) <= 1e-12 * length3(d) * length3(e)) continue; /* its corners are in a line: rounding */
            brute_axis(a, b, n, &r);
            areas++;
        }
    }
    for (i = 0; i < a->edges; i++)
        for (j = 0; j < b->edges; j++) {
            if (!a->all && !b->all && !arcs_cross(a, i, b, j)) continue;
            minus3(a->p[a->edge[i][1]], a->p[a->edge[i][0]], d);
            minus3(b->p[b->edge[j][1]], b->p[b->edge[j][0]], e);
            cross3(d, e, n);
            if (!areas && length3(n) < 1e-12 * length3(d) * length3(e)) { /* parallel: any across */
                e[0] = WIDE(fabs)(d[0]) < WIDE(fabs)(d[1]), e[1] = 1 - e[0], e[2] = 0;
                cross3(d, e, n);
            }
            brute_axis(a, b, n, &r);
        }
    for (i = 0, scale = 0; i < a->count + b->count; i++)
        scale = WIDE(fmax)(scale, length3(i < a->count ? a->p[i] : b->p[i - a->count]));
    if (r.value < -1e-13 * scale && r.value > -HUGE_VAL) return r;
    {
        brute apart = r;
        apart.value = HUGE_VAL;
        for (i = 0; i < a->count; i++)
            for (j = 0; j < b->count; j++) brute_points(a->p[i], b->p[j], &apart);
        for (i = 0; i < a->count; i++)
            for (j = 0; j < b->edges; j++) {
                minus3(b->p[b->edge[j][1]], b->p[b->edge[j][0]], d);
                brute_point_segment(a->p[i], b->p[b->edge[j][0]], d, 0, &apart);
            }
        for (i = 0; i < b->count; i++)
            for (j = 0; j < a->edges; j++) {
                minus3(a->p[a->edge[j][1]], a->p[a->edge[j][0]], d);
                brute_point_segment(b->p[i], a->p[a->edge[j][0]], d, 1, &apart);
            }
        for (i = 0; i < a->count; i++)
            for (j = 0; j < b->faces; j++)
                brute_point_face(a->p[i], b->p[b->face[j][0]], b->p[b->face[j][1]], b->p[b->face[j][2]], 0, &apart);
        for (i = 0; i < b->count; i++)
            for (j = 0; j < a->faces; j++)
                brute_point_face(b->p[i], a->p[a->face[j][0]], a->p[a->face[j][1]], a->p[a->face[j][2]], 1, &apart);
        for (i = 0; i < a->edges; i++)
            for (j = 0; j < b->edges; j++)
                brute_edges(a->p[a->edge[i][0]], a->p[a->edge[i][1]], b->p[b->edge[j][0]], b->p[b->edge[j][1]], &apart);
        /* flat ones that touch, or cross within a plane: no axis tells these from those apart within it */
        return r.value <= 0 && r.value > -HUGE_VAL && apart.value < 64 * WIDE_ROUNDING * scale ? r : apart;
    }
}

/* ---- screws and poses on the way ---- */

/* A body's path: where it starts, the turn about an axis, and the move of its position. */
typedef struct {
    wide q[4], axis[3], angle, from[3], move[3];
} path;

static void wide_quat(collide_quat r, wide q[4])
{
    wide l;
    int i;
    q[0] = (wide)r.x, q[1] = (wide)r.y, q[2] = (wide)r.z, q[3] = (wide)r.w;
    l = WIDE(sqrt)(dot3(q, q) + q[3] * q[3]);
    if (!(l > 0)) q[3] = l = 1;
    for (i = 0; i < 4; i++) q[i] /= l;
}

static void quat_product(const wide a[4], const wide b[4], wide out[4])
{
    wide c[4];
    cross3(a, b, c);
    along3(c, a[3], b, c);
    along3(c, b[3], a, c);
    c[3] = a[3] * b[3] - dot3(a, b);
    memcpy(out, c, sizeof c);
}

static path path_of(collide_pose from, collide_pose to)
{
    path p;
    wide q1[4], back[4], sine, end[3];
    int i;
    wide_quat(from.rotation, p.q);
    wide_quat(to.rotation, q1);
    for (i = 0; i < 4; i++) back[i] = i < 3 ? -p.q[i] : p.q[i];
    quat_product(q1, back, q1);
    if (q1[3] < 0)
        for (i = 0; i < 4; i++) q1[i] = -q1[i];
    sine = length3(q1);
    memcpy(p.axis, q1, sizeof p.axis);
    if (!unit3(p.axis)) p.axis[1] = 1;
    p.angle = 2 * WIDE(atan2)(sine, q1[3]);
    wide3(from.position, p.from);
    wide3(to.position, end);
    minus3(end, p.from, p.move);
    return p;
}

/* Turns v about a unit axis (Rodrigues). */
static void rodrigues3(const wide axis[3], wide angle, const wide v[3], wide out[3])
{
    wide c = WIDE(cos)(angle), s = WIDE(sin)(angle), u[3], w[3], d = dot3(axis, v);
    int i;
    cross3(axis, v, u);
    for (i = 0; i < 3; i++) w[i] = c * v[i] + s * u[i] + (1 - c) * d * axis[i];
    memcpy(out, w, sizeof w);
}

/* By how much the start has moved at time t: about the axis's point, or, where that is far away, as a series. */
static void path_step(const path *p, wide t, wide out[3])
{
    wide g = dot3(p->move, p->axis), across[3], turned[3], u[3], v[3];
    int i;
    along3(p->move, -g, p->axis, across);
    cross3(p->axis, across, turned);
    if (p->angle > 1e-4) {
        wide k = 1 / WIDE(tan)(p->angle / 2);
        for (i = 0; i < 3; i++) u[i] = (across[i] + k * turned[i]) / 2;
        rodrigues3(p->axis, p->angle * t, u, v);
        for (i = 0; i < 3; i++) out[i] = u[i] - v[i] + g * t * p->axis[i];
    } else { /* the flow's velocity is constant in size; its turning by third order */
        wide h = p->angle, a = t - h * h * (2 * t * t * t - 3 * t * t + t) / 12, b = h * t * (1 - t) / 2;
        for (i = 0; i < 3; i++) out[i] = a * across[i] - b * turned[i] + g * t * p->axis[i];
    }
}

static placed place_on_path(const body *b, const path *p, wide t, const wide origin[3])
{
    placed q;
    wide turn[4], now[4], step[3];
    wide x, y, z, w;
    int i;
    q.b = b;
    for (i = 0; i < 3; i++) turn[i] = p->axis[i] * WIDE(sin)(p->angle * t / 2);
    turn[3] = WIDE(cos)(p->angle * t / 2);
    quat_product(turn, p->q, now);
    x = now[0], y = now[1], z = now[2], w = now[3];
    q.r[0] = 1 - 2 * (y * y + z * z), q.r[1] = 2 * (x * y - z * w), q.r[2] = 2 * (x * z + y * w);
    q.r[3] = 2 * (x * y + z * w), q.r[4] = 1 - 2 * (x * x + z * z), q.r[5] = 2 * (y * z - x * w);
    q.r[6] = 2 * (x * z - y * w), q.r[7] = 2 * (y * z + x * w), q.r[8] = 1 - 2 * (x * x + y * y);
    path_step(p, t, step);
    minus3(p->from, origin, q.at);
    along3(q.at, 1, step, q.at);
    return q;
}

/* ------------------------------------------------- every collision of two moving meshes, by trying all of them */

enum { EVENT_SAMPLES = 48, MOST_EVENTS = 40000 };

/* What happens between two features: where a vertex goes through a face's plane, or two edges' lines cross. */
typedef struct {
    int kind, a, b;
    wide time, properness, speed; /* speed: by which the two come closer, along the normal */
    wide inside;                  /* how far the place is from the borders of both features */
    wide sine;                    /* of the edges' angle; else 1 */
    wide depth;                   /* how far the function goes, before the root and beyond it */
    int sure;                     /* 0: which way the normal points is a matter of rounding */
    wide point[3], normal[3];     /* in A's frame */
} event;

/* Two meshes on their way, seen from A. */
typedef struct {
    const collide_mesh *a, *b;
    path motion;
    wide turn_b[4], place_b[3]; /* B in A's frame at the start */
    wide size;                  /* of both, their distance and the motion: what 8 roundings are measured by */
    wide bodies;                /* of both alone */
    wide *start, *at;           /* B's vertices in A's frame: at the start, at each sample */
    wide *normal_a, *normal_b;
    event *list;
    int count;
} scene;

static void rotate_back(const wide q[4], const wide v[3], wide out[3])
{
    wide back[4], t[4], w[4];
    int i;
    for (i = 0; i < 4; i++) back[i] = i < 3 ? -q[i] : q[i];
    memcpy(w, v, 3 * sizeof *v);
    w[3] = 0;
    quat_product(back, w, t);
    quat_product(t, q, t);
    memcpy(out, t, 3 * sizeof *out);
}

static void rotate_by(const wide q[4], const wide v[3], wide out[3])
{
    wide back[4];
    int i;
    for (i = 0; i < 4; i++) back[i] = i < 3 ? -q[i] : q[i];
    rotate_back(back, v, out);
}

/* Newell's normal, from corners in A's own or B's initial frame. */
static void face_normal(const collide_mesh *m, const wide *p, int face, wide out[3])
{
    int n = collide_mesh_face_size(m, face), i, k;
    out[0] = out[1] = out[2] = 0;
    for (i = 0; i < n; i++) {
        const wide *u = p + 3 * collide_mesh_face_vertex(m, face, i),
                   *v = p + 3 * collide_mesh_face_vertex(m, face, (i + 1) % n);
        const wide *o = p + 3 * collide_mesh_face_vertex(m, face, 0);
        wide du[3], dv[3], c[3];
        minus3(u, o, du);
        minus3(v, o, dv);
        cross3(du, dv, c);
        for (k = 0; k < 3; k++) out[k] += c[k];
    }
    unit3(out);
}

static void scene_turn(const scene *s, wide t, const wide v[3], wide out[3])
{
    rodrigues3(s->motion.axis, s->motion.angle * t, v, out);
}

static void scene_move(const scene *s, wide t, const wide x[3], wide out[3])
{
    wide step[3];
    path_step(&s->motion, t, step);
    scene_turn(s, t, x, out);
    along3(out, 1, step, out);
}

/* The speed of B's point that is now at x: the derivative of path_step, and the turn about where A's origin has got to.
   Not by differences: contacts without any speed exist, and are told from receding ones by the last digits. */
static void scene_speed(const scene *s, wide t, const wide x[3], wide out[3])
{
    const path *p = &s->motion;
    wide g = dot3(p->move, p->axis), h = p->angle, across[3], turned[3], o[3], d[3], v[3];
    int i;
    along3(p->move, -g, p->axis, across);
    cross3(p->axis, across, turned);
    if (h > 1e-4) { /* about a point of the axis */
        wide k = 1 / WIDE(tan)(h / 2);
        for (i = 0; i < 3; i++) d[i] = x[i] - (across[i] + k * turned[i]) / 2;
        cross3(p->axis, d, v);
        for (i = 0; i < 3; i++) out[i] = h * v[i] + g * p->axis[i];
    } else {
        wide a = 1 - h * h * (6 * t * t - 6 * t + 1) / 12, b = h * (1 - 2 * t) / 2;
        path_step(p, t, o);
        minus3(x, o, d);
        cross3(p->axis, d, v);
        for (i = 0; i < 3; i++) out[i] = h * v[i] + a * across[i] - b * turned[i] + g * p->axis[i];
    }
}

static wide *scene_vertices(const collide_mesh *m)
{
    int n = collide_mesh_vertex_count(m), i;
    wide *p = (wide *)malloc((size_t)n * 3 * sizeof *p);
    for (i = 0; i < n; i++) wide3(collide_mesh_vertex(m, i), p + 3 * i);
    return p;
}

static wide *scene_own; /* A's vertices */

static void scene_begin(scene *s, const collide_mesh *a, const collide_pose pa[2], const collide_mesh *b,
                        const collide_pose pb[2])
{
    wide q[2][4], p[2][3], qa[4], qb[4], back[4], turn[4], v[3], w[3], c[3];
    int i, k, n = collide_mesh_vertex_count(b);
    collide_vec3 ca, cb;
    s->a = a;
    s->b = b;
    for (k = 0; k < 2; k++) {
        wide_quat(pa[k].rotation, qa);
        wide_quat(pb[k].rotation, qb);
        for (i = 0; i < 4; i++) back[i] = i < 3 ? -qa[i] : qa[i];
        quat_product(back, qb, q[k]);
        wide3(pb[k].position, v);
        wide3(pa[k].position, w);
        minus3(v, w, v);
        rotate_back(qa, v, p[k]);
    }
    for (i = 0; i < 4; i++) back[i] = i < 3 ? -q[0][i] : q[0][i];
    quat_product(q[1], back, turn);
    memset(&s->motion, 0, sizeof s->motion);
    if (turn[3] < 0)
        for (i = 0; i < 4; i++) turn[i] = -turn[i];
    memcpy(s->motion.axis, turn, sizeof s->motion.axis);
    s->motion.angle = 2 * WIDE(atan2)(length3(turn), turn[3]);
    if (!unit3(s->motion.axis)) s->motion.axis[1] = 1;
    rotate_by(turn, p[0], v);
    minus3(p[1], v, s->motion.move);
    memcpy(s->turn_b, q[0], sizeof s->turn_b);
    memcpy(s->place_b, p[0], sizeof s->place_b);
    s->start = scene_vertices(b);
    free(scene_own);
    scene_own = scene_vertices(a);
    for (i = 0; i < n; i++) {
        rotate_by(q[0], s->start + 3 * i, v);
        along3(v, 1, p[0], s->start + 3 * i);
    }
    s->at = (wide *)malloc((size_t)(EVENT_SAMPLES + 1) * (size_t)n * 3 * sizeof *s->at);
    for (k = 0; k <= EVENT_SAMPLES; k++)
        for (i = 0; i < n; i++)
            scene_move(s, (wide)k / (wide)EVENT_SAMPLES, s->start + 3 * i,
                       s->at + 3 * ((size_t)k * (size_t)n + (size_t)i));
    s->normal_a = (wide *)malloc((size_t)collide_mesh_face_count(a) * 3 * sizeof(wide));
    s->normal_b = (wide *)malloc((size_t)collide_mesh_face_count(b) * 3 * sizeof(wide));
    for (i = 0; i < collide_mesh_face_count(a); i++) face_normal(a, scene_own, i, s->normal_a + 3 * i);
    for (i = 0; i < collide_mesh_face_count(b); i++) face_normal(b, s->start, i, s->normal_b + 3 * i);
    s->bodies = (wide)collide_mesh_sphere(a, &ca) + (wide)collide_mesh_sphere(b, &cb);
    wide3(cb, v);
    rotate_by(q[0], v, w);
    along3(w, 1, p[0], w);
    scene_move(s, 1, w, v);
    wide3(ca, c);
    minus3(v, w, v);
    minus3(w, c, w);
    s->size = s->bodies + length3(v) + length3(w);
    s->list = (event *)malloc(MOST_EVENTS * sizeof *s->list);
    s->count = 0;
}

static void scene_end(scene *s)
{
    free(s->start);
    free(s->at);
    free(s->normal_a);
    free(s->normal_b);
    free(s->list);
}

/* The function whose roots are asked for, from B's vertices (two of them, or a face's corners) at a time. */
static wide event_function(const scene *s, int kind, int i, int j, const wide *at, wide t)
{
    wide n[3], d[3], e[3], w[3];
    if (kind == COLLIDE_FV) { /* face i of A, vertex j of B */
        minus3(at + 3 * j, scene_own + 3 * collide_mesh_face_vertex(s->a, i, 0), w);
        return dot3(s->normal_a + 3 * i, w);
    }
    if (kind == COLLIDE_VF) {
        scene_turn(s, t, s->normal_b + 3 * j, n);
        minus3(scene_own + 3 * i, at + 3 * collide_mesh_face_vertex(s->b, j, 0), w);
        return dot3(n, w);
    }
    {
        const collide_edge *ea = collide_mesh_edge(s->a, i), *eb = collide_mesh_edge(s->b, j);
        minus3(scene_own + 3 * ea->vertex[1], scene_own + 3 * ea->vertex[0], e);
        minus3(at + 3 * eb->vertex[1], at + 3 * eb->vertex[0], d);
        minus3(at + 3 * eb->vertex[0], scene_own + 3 * ea->vertex[0], w);
        cross3(e, d, n);
        return dot3(n, w);
    }
}

static wide event_at(const scene *s, int kind, int i, int j, wide t)
{
    /* only the vertices that the function looks at need to be there */
    static wide at[3 * SOUP_VERTICES * 4];
    if (kind == COLLIDE_FV) {
        scene_move(s, t, s->start + 3 * j, at + 3 * j);
    } else if (kind == COLLIDE_VF) {
        int v = collide_mesh_face_vertex(s->b, j, 0);
        scene_move(s, t, s->start + 3 * v, at + 3 * v);
    } else {
        const collide_edge *e = collide_mesh_edge(s->b, j);
        scene_move(s, t, s->start + 3 * e->vertex[0], at + 3 * e->vertex[0]);
        scene_move(s, t, s->start + 3 * e->vertex[1], at + 3 * e->vertex[1]);
    }
    return event_function(s, kind, i, j, at, t);
}

/* The least rise over n of a vertex's edges, directions turned by `turn` (B's) or not. */
static wide vertex_value(const collide_mesh *m, const wide *p, int vertex, const wide n[3])
{
    int first = collide_mesh_vertex_edge(m, vertex), e = first, valley = 0;
    wide least = 4;
    do {
        const collide_edge *edge = collide_mesh_edge(m, e);
        int other = edge->vertex[0] == vertex ? edge->vertex[1] : edge->vertex[0];
        wide d[3];
        minus3(p + 3 * other, p + 3 * vertex, d);
        unit3(d);
        if (!(edge->flags & COLLIDE_EDGE_FLAT) && dot3(d, n) < least) {
            least = dot3(d, n);
            valley = (edge->flags & COLLIDE_EDGE_CONCAVE) != 0;
        }
        e = collide_mesh_next_edge(m, vertex, e);
    } while (e != first && e >= 0);
    if (least > 2) return -4; /* no vertex */
    return valley && collide_mesh_closed(m) && least > 0 ? -least : least;
}

/* How far a point in the face's plane is inside the face; negative outside. */
static wide face_inside(const collide_mesh *m, const wide *p, int face, const wide n[3], const wide x[3])
{
    int k, count = collide_mesh_face_size(m, face);
    wide least = HUGE_VAL;
    for (k = 0; k < count; k++) {
        const wide *u = p + 3 * collide_mesh_face_vertex(m, face, k);
        wide e[3], w[3], in[3];
        minus3(p + 3 * collide_mesh_face_vertex(m, face, (k + 1) % count), u, e);
        minus3(x, u, w);
        cross3(n, e, in);
        unit3(in);
        least = WIDE(fmin)(least, dot3(in, w));
    }
    return least;
}

static void event_vertex(const scene *s, event *v)
{
    int fv = v->kind == COLLIDE_FV;
    wide x[3], n[3], y[3], speed[3], back[3];
    const wide *own = fv ? s->normal_a + 3 * v->a : s->normal_b + 3 * v->b;
    if (fv) {
        scene_move(s, v->time, s->start + 3 * v->b, x);
        memcpy(n, own, sizeof n);
        v->inside = face_inside(s->a, scene_own, v->a, own, x);
    } else { /* seen from B at the start */
        wide step[3];
        memcpy(x, scene_own + 3 * v->a, sizeof x);
        scene_turn(s, v->time, own, n);
        path_step(&s->motion, v->time, step);
        minus3(x, step, y);
        rodrigues3(s->motion.axis, -s->motion.angle * v->time, y, y);
        v->inside = face_inside(s->b, s->start, v->b, own, y);
    }
    scene_speed(s, v->time, x, speed);
    v->speed = fv ? -dot3(n, speed) : dot3(n, speed); /* of the vertex towards the face */
    v->sine = 1;
    v->sure = 1;
    memcpy(v->point, x, sizeof x);
    if (v->speed < 0 && !collide_mesh_closed(fv ? s->a : s->b)) { /* from behind */
        int k;
        v->speed = -v->speed;
        for (k = 0; k < 3; k++) n[k] = -n[k];
    }
    if (fv) rodrigues3(s->motion.axis, -s->motion.angle * v->time, n, back);
    v->properness = fv ? vertex_value(s->b, s->start, v->b, back) : vertex_value(s->a, scene_own, v->a, n);
    {
        int k;
        for (k = 0; k < 3; k++) v->normal[k] = fv ? n[k] : -n[k];
    }
}

static void event_edges(const scene *s, event *v)
{
    const collide_edge *ea = collide_mesh_edge(s->a, v->a), *eb = collide_mesh_edge(s->b, v->b);
    wide e[3], d[3], w[3], n[3], x[3], c[3], f[3], la, lb, n2, le, ld, speed[3], values[4], low = 4, high = -4, gap[3];
    int k, count = 0;
    minus3(scene_own + 3 * ea->vertex[1], scene_own + 3 * ea->vertex[0], e);
    minus3(s->start + 3 * eb->vertex[1], s->start + 3 * eb->vertex[0], d);
    scene_turn(s, v->time, d, d);
    scene_move(s, v->time, s->start + 3 * eb->vertex[0], x);
    minus3(x, scene_own + 3 * ea->vertex[0], w);
    le = length3(e);
    ld = length3(d);
    cross3(e, d, n);
    n2 = dot3(n, n);
    v->sine = WIDE(sqrt)(n2) / (le * ld);
    v->properness = -4;
    v->inside = -1;
    v->sure = 1;
    v->speed = 0;
    if (!(v->sine > 64 * WIDE_ROUNDING)) return;
    cross3(w, d, c);
    la = dot3(c, n) / n2;
    cross3(w, e, c);
    lb = dot3(c, n) / n2;
    v->inside = WIDE(fmin)(WIDE(fmin)(la, 1 - la) * le, WIDE(fmin)(lb, 1 - lb) * ld);
    along3(scene_own + 3 * ea->vertex[0], la, e, v->point);
    along3(x, lb, d, c);
    minus3(c, v->point, gap);
    if (length3(gap) > 1e-9 * s->size) v->inside = -1; /* parallel, not in touch */
    unit3(e);
    unit3(d);
    unit3(n);
    cross3(n, e, c);
    values[count++] = dot3(c, s->normal_a + 3 * ea->face[0]);
    if (ea->face[1] >= 0) values[count++] = -dot3(c, s->normal_a + 3 * ea->face[1]);
    cross3(n, d, c);
    scene_turn(s, v->time, s->normal_b + 3 * eb->face[0], f);
    values[count++] = -dot3(c, f);
    if (eb->face[1] >= 0) {
        scene_turn(s, v->time, s->normal_b + 3 * eb->face[1], f);
        values[count++] = dot3(c, f);
    }
    for (k = 0; k < count; k++) low = WIDE(fmin)(low, values[k]), high = WIDE(fmax)(high, values[k]);
    v->sure = WIDE(fabs)(low + high) > 1e-3 || low > 1e-3;
    if (low < -high) {
        low = -high;
        for (k = 0; k < 3; k++) n[k] = -n[k];
    }
    if (((ea->flags & COLLIDE_EDGE_CONCAVE) && collide_mesh_closed(s->a)) ||
        ((eb->flags & COLLIDE_EDGE_CONCAVE) && collide_mesh_closed(s->b)))
        low = -WIDE(fabs)(low);
    v->properness = low * v->sine / WIDE(sqrt)(1 - low * low * (1 - v->sine * v->sine));
    scene_speed(s, v->time, v->point, speed);
    v->speed = -dot3(n, speed);
    memcpy(v->normal, n, sizeof n);
}

static void event_add(scene *s, int kind, int i, int j, wide t, wide depth)
{
    event *v = &s->list[s->count];
    v->kind = kind;
    v->a = i;
    v->b = j;
    v->time = t;
    v->depth = depth;
    if (kind == COLLIDE_EE)
        event_edges(s, v);
    else
        event_vertex(s, v);
    if (v->speed > 0 && v->inside > -1e-2 * s->size && s->count + 1 < MOST_EVENTS) s->count++;
}

static wide event_bisect(const scene *s, int kind, int i, int j, wide lo, wide hi, wide flo)
{
    int k;
    for (k = 0; k < 70 && hi - lo > 2 * WIDE_ROUNDING; k++) {
        wide mid = (lo + hi) / 2, f = event_at(s, kind, i, j, mid);
        if ((f > 0) == (flo > 0))
            lo = mid;
        else
            hi = mid;
    }
    return (lo + hi) / 2;
}

/* Roots of the function known at the samples: between two of opposite sign, and two where it turns back below zero. */
static void event_roots(scene *s, int kind, int i, int j, const wide *f)
{
    const wide h = (wide)1 / (wide)EVENT_SAMPLES;
    wide scale = 1;
    int k, m;
    if (kind == COLLIDE_EE) { /* depths are lengths */
        const collide_edge *ea = collide_mesh_edge(s->a, i), *eb = collide_mesh_edge(s->b, j);
        wide e[3], d[3];
        minus3(scene_own + 3 * ea->vertex[1], scene_own + 3 * ea->vertex[0], e);
        minus3(s->start + 3 * eb->vertex[1], s->start + 3 * eb->vertex[0], d);
        scale = 1 / (length3(e) * length3(d));
    }
    for (k = 0; k < EVENT_SAMPLES; k++) {
        wide lo = k * h, hi = (k + 1) * h;
        if ((f[k] > 0) != (f[k + 1] > 0)) {
            wide depth = 0;
            wide before = 0;
            for (m = k + 1; m <= EVENT_SAMPLES && (f[m] > 0) == (f[k + 1] > 0); m++)
                depth = WIDE(fmax)(depth, WIDE(fabs)(f[m]) * scale);
            for (m = k; m >= 0 && (f[m] > 0) == (f[k] > 0); m--) before = WIDE(fmax)(before, WIDE(fabs)(f[m]) * scale);
            depth = WIDE(fmin)(depth, before);
            event_add(s, kind, i, j, event_bisect(s, kind, i, j, lo, hi, f[k]), depth);
            continue;
        }
        /* a turn between k and k + 1, or around k: seen from k as the lowest of three */
        if (k > 0 && WIDE(fabs)(f[k]) <= WIDE(fabs)(f[k - 1]) && WIDE(fabs)(f[k]) <= WIDE(fabs)(f[k + 1]) &&
            (f[k - 1] > 0) == (f[k] > 0)) {
            wide a = lo - h, b = hi, sign = f[k] > 0 ? 1 : -1, low = 0, g;
            for (m = 0; m < 40; m++) { /* ternary search for the least */
                wide t1 = a + (b - a) / 3, t2 = b - (b - a) / 3;
                wide f1 = sign * event_at(s, kind, i, j, t1), f2 = sign * event_at(s, kind, i, j, t2);
                if (f1 < f2)
                    b = t2;
                else
                    a = t1;
                low = f1 < f2 ? t1 : t2;
            }
            g = sign * event_at(s, kind, i, j, low);
            if (g < 0) {
                event_add(s, kind, i, j, event_bisect(s, kind, i, j, lo - h, low, sign), -g * scale);
                event_add(s, kind, i, j, event_bisect(s, kind, i, j, low, hi, -sign), -g * scale);
            }
        }
    }
}

static void scene_events(scene *s)
{
    int kind, i, j, k, n = collide_mesh_vertex_count(s->b);
    wide f[EVENT_SAMPLES + 1], sway = 0, v[3];
    wide *mid_a = NULL, *half_a = NULL, *mid_b, *half_b;
    for (k = 0; k < EVENT_SAMPLES; k++) /* the furthest that anything goes between samples */
        for (i = 0; i < n; i++) {
            minus3(s->at + 3 * ((size_t)k * (size_t)n + (size_t)i),
                   s->at + 3 * ((size_t)(k + 1) * (size_t)n + (size_t)i), v);
            sway = WIDE(fmax)(sway, length3(v));
        }
    for (kind = 1; kind <= 3; kind++) {
        int na = kind == COLLIDE_VF   ? collide_mesh_vertex_count(s->a)
                 : kind == COLLIDE_FV ? collide_mesh_face_count(s->a)
                                      : collide_mesh_edge_count(s->a);
        int nb = kind == COLLIDE_FV   ? collide_mesh_vertex_count(s->b)
                 : kind == COLLIDE_VF ? collide_mesh_face_count(s->b)
                                      : collide_mesh_edge_count(s->b);
        int m;
        mid_a = (wide *)calloc((size_t)na * 3, sizeof(wide));
        half_a = (wide *)calloc((size_t)na, sizeof(wide));
        mid_b = (wide *)calloc((size_t)nb * 3 * (EVENT_SAMPLES + 1), sizeof(wide));
        half_b = (wide *)calloc((size_t)nb, sizeof(wide));
        for (m = 0; m < 2; m++) /* balls around the features: the middle of their corners */
            for (i = 0; i < (m ? nb : na); i++) {
                const collide_mesh *mesh = m ? s->b : s->a;
                const wide *p = m ? s->start : scene_own;
                int vertex = kind == (m ? COLLIDE_FV : COLLIDE_VF), edge = kind == COLLIDE_EE;
                int corners = vertex ? 1 : edge ? 2 : collide_mesh_face_size(mesh, i), c;
                wide mid[3] = {0, 0, 0}, half = 0;
                for (c = 0; c < corners; c++) {
                    int id = vertex ? i
                             : edge ? collide_mesh_edge(mesh, i)->vertex[c]
                                    : collide_mesh_face_vertex(mesh, i, c);
                    along3(mid, (wide)1 / corners, p + 3 * id, mid);
                }
                for (c = 0; c < corners; c++) {
                    int id = vertex ? i
                             : edge ? collide_mesh_edge(mesh, i)->vertex[c]
                                    : collide_mesh_face_vertex(mesh, i, c);
                    minus3(p + 3 * id, mid, v);
                    half = WIDE(fmax)(half, length3(v));
                }
                if (m) {
                    half_b[i] = half;
                    for (k = 0; k <= EVENT_SAMPLES; k++)
                        scene_move(s, (wide)k / (wide)EVENT_SAMPLES, mid,
                                   mid_b + 3 * ((size_t)k * (size_t)nb + (size_t)i));
                } else {
                    half_a[i] = half;
                    memcpy(mid_a + 3 * i, mid, sizeof mid);
                }
            }
        for (i = 0; i < na; i++)
            for (j = 0; j < nb; j++) {
                wide near_by = half_a[i] + half_b[j] + sway;
                int close = 0;
                if (kind == COLLIDE_EE &&
                    ((collide_mesh_edge(s->a, i)->flags | collide_mesh_edge(s->b, j)->flags) & COLLIDE_EDGE_FLAT))
                    continue;
                for (k = 0; k <= EVENT_SAMPLES && !close; k++) {
                    minus3(mid_a + 3 * i, mid_b + 3 * ((size_t)k * (size_t)nb + (size_t)j), v);
                    close = dot3(v, v) <= near_by * near_by;
                }
                if (!close) continue;
                for (k = 0; k <= EVENT_SAMPLES; k++)
                    f[k] =
                        event_function(s, kind, i, j, s->at + 3 * (size_t)k * (size_t)n, (wide)k / (wide)EVENT_SAMPLES);
                event_roots(s, kind, i, j, f);
            }
        free(mid_a);
        free(half_a);
        free(mid_b);
        free(half_b);
    }
}

/* How far a segment is from another. */
static wide scene_segments_apart(const wide p[3], const wide q[3], const wide u[3], const wide v[3])
{
    wide e[3], d[3], w[3], best = HUGE_VAL, c[3], n[3], x[3], y[3];
    int i;
    minus3(q, p, e);
    minus3(v, u, d);
    minus3(u, p, w);
    cross3(e, d, n);
    if (dot3(n, n) > 0) {
        wide la, lb, n2 = dot3(n, n);
        cross3(w, d, c);
        la = dot3(c, n) / n2;
        cross3(w, e, c);
        lb = dot3(c, n) / n2;
        if (la >= 0 && la <= 1 && lb >= 0 && lb <= 1) best = WIDE(fabs)(dot3(w, n)) / WIDE(sqrt)(n2);
    }
    for (i = 0; i < 4; i++) { /* an end against the other */
        const wide *from = i & 2 ? u : p, *way = i & 2 ? d : e, *end = i == 0 ? u : i == 1 ? v : i == 2 ? p : q;
        wide t;
        minus3(end, from, x);
        t = dot3(x, way) / dot3(way, way);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        along3(from, t, way, y);
        minus3(end, y, x);
        best = WIDE(fmin)(best, length3(x));
    }
    return best;
}

/* How far apart the features of a reported collision are at its time. */
static wide collision_gap(const scene *s, const collide_collision *c)
{
    wide t = (wide)c->time, x[3], y[3], step[3], gap, in;
    if (c->kind == COLLIDE_EE) {
        const collide_edge *ea = collide_mesh_edge(s->a, c->feature_a), *eb = collide_mesh_edge(s->b, c->feature_b);
        scene_move(s, t, s->start + 3 * eb->vertex[0], x);
        scene_move(s, t, s->start + 3 * eb->vertex[1], y);
        return scene_segments_apart(scene_own + 3 * ea->vertex[0], scene_own + 3 * ea->vertex[1], x, y);
    }
    if (c->kind == COLLIDE_FV) {
        const wide *n = s->normal_a + 3 * c->feature_a;
        scene_move(s, t, s->start + 3 * c->feature_b, x);
        minus3(x, scene_own + 3 * collide_mesh_face_vertex(s->a, c->feature_a, 0), y);
        gap = dot3(y, n);
        in = face_inside(s->a, scene_own, c->feature_a, n, x);
    } else {
        const wide *n = s->normal_b + 3 * c->feature_b;
        path_step(&s->motion, t, step);
        minus3(scene_own + 3 * c->feature_a, step, y);
        rodrigues3(s->motion.axis, -s->motion.angle * t, y, x);
        minus3(x, s->start + 3 * collide_mesh_face_vertex(s->b, c->feature_b, 0), y);
        gap = dot3(y, n);
        in = face_inside(s->b, s->start, c->feature_b, n, x);
    }
    return WIDE(sqrt)(gap * gap + (in < 0 ? in * in : 0));
}

/* Must it be found? Approaching, proper enough, and inside all bounds by more than the tolerance. */
static int event_required(const scene *s, const event *v, double improper, wide tol)
{
    return v->speed > 0 && v->sure && v->properness >= -(wide)improper + (wide)0.02 && v->inside >= tol / v->sine &&
           v->time * v->speed >= tol && (1 - v->time) * v->speed >= tol && v->depth >= 4 * tol * v->sine &&
           v->speed > 64 * (wide)EPS * s->size;
}

/* -------------------------------------------------------------------------------------------------- fuzz targets */

/* Each takes any bytes and aborts where a promise is broken. `make test` feeds them random bytes. */
typedef struct {
    const unsigned char *data;
    size_t left;
} bytes;

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

static unsigned take_byte(bytes *b)
{
    if (b->left == 0) return 0;
    b->left--;
    return *b->data++;
}

/* Half of them any bit pattern at all, half of moderate size. */
static real take_real(bytes *b)
{
    collide_i_bits u = 0;
    unsigned i, kind = take_byte(b);
    if (kind & 1) {
        int high = (int)take_byte(b), low = (int)take_byte(b);
        return (real)(256 * high + low - 32768) / (real)(1 << (kind >> 4));
    }
    for (i = 0; i < sizeof u; i++) u = (collide_i_bits)(u << 8 | take_byte(b));
    return collide_i_from_bits(u);
}

static collide_vec3 take_vec(bytes *b)
{
    collide_vec3 v;
    v.x = take_real(b);
    v.y = take_real(b);
    v.z = take_real(b);
    return v;
}

static collide_pose take_pose(bytes *b)
{
    collide_pose p;
    p.position = take_vec(b);
    p.rotation.x = take_real(b);
    p.rotation.y = take_real(b);
    p.rotation.z = take_real(b);
    p.rotation.w = take_real(b);
    if (take_byte(b) & 1) p.rotation = collide_quat_from_axis_angle(collide_i_vec(1, p.rotation.y, 2), p.rotation.w);
    return p;
}

static int finite3(collide_vec3 v) { return collide_i_finite(v.x) && collide_i_finite(v.y) && collide_i_finite(v.z); }
static int finite_pose(collide_pose p)
{
    return finite3(p.position) && collide_i_finite(p.rotation.x) && collide_i_finite(p.rotation.y) &&
           collide_i_finite(p.rotation.z) && collide_i_finite(p.rotation.w);
}

static void fuzz_math(bytes *b)
{
    collide_pose p = take_pose(b), q = take_pose(b), c;
    collide_vec3 v = take_vec(b), u;
    collide_aabb box, moved;
    real m[16], x = take_real(b), y = take_real(b);
    int i;
    c = collide_pose_compose(p, q);
    REQUIRE(finite_pose(c) && collide_pose_valid(c));
    REQUIRE(finite_pose(collide_pose_inverse(p)));
    REQUIRE(finite3(collide_pose_apply(p, v)) && finite3(collide_pose_apply_inverse(p, v)));
    REQUIRE(finite3(collide_pose_rotate(p, v)));
    collide_pose_to_matrix(p, m);
    c = collide_pose_from_matrix(m);
    REQUIRE(finite_pose(c) && collide_pose_valid(c));
    if (collide_pose_valid(p)) REQUIRE(m[15] > 0 && c.rotation.x * c.rotation.x <= 2);
    for (i = 0; i < 16; i++) m[i] = take_real(b);
    REQUIRE(collide_pose_valid(collide_pose_from_matrix(m)));
    box.lower = v;
    box.upper = take_vec(b);
    moved = collide_aabb_transform(box, p);
    REQUIRE(finite3(moved.lower) && finite3(moved.upper) && collide_i_aabb_valid(&moved) | !finite3(v) | 1);
    if (collide_aabb_overlap(box, box)) REQUIRE(moved.lower.x <= moved.upper.x && moved.lower.z <= moved.upper.z);
    if (finite3(v)) {
        u = collide_vec3_normalize(v);
        REQUIRE(finite3(u) &&
                collide_i_abs(collide_i_dot(u, u) - (collide_i_extent(v) > 0 ? 1 : 0)) < 8 * COLLIDE_I_EPSILON);
    }
    if (collide_i_finite(x) && collide_i_finite(y)) {
        real s = collide_sin(x), t = collide_cos(x), a = collide_atan2(y, x);
        REQUIRE(collide_i_abs(s * s + t * t - 1) < 8 * COLLIDE_I_EPSILON);
        REQUIRE(collide_i_abs(a) <= COLLIDE_R(3.1415928) && collide_i_negative(a) == collide_i_negative(y));
    }
}

/* A random program of marks, takes and releases, beside a plain list of what is out. */
static void fuzz_memory(bytes *b)
{
    enum { MOST = 64 };
    unsigned char *block[MOST];
    size_t size[MOST], i;
    collide_i_mark mark[MOST];
    int at_mark[MOST], marks = 0, count = 0, k;
    unsigned char room[4096];
    collide_fixed_buffer buffer = {NULL, 0, 0, 0};
    collide_allocator fixed = collide_fixed_allocator(&buffer), watched;
    collide_scratch s = {NULL, NULL, 0, 0, 0};
    watch w;
    unsigned start = take_byte(b);
    watched = watch_allocator(&w, (int)(start >> 2));
    buffer.memory = room + (start & 15u);
    buffer.size = sizeof room - 16 - 16 * (start & 15u);
    s.allocator = start & 2 ? &fixed : &watched;
    while (b->left) {
        unsigned op = take_byte(b);
        if (op % 4 == 0 && marks < MOST) {
            at_mark[marks] = count;
            mark[marks++] = collide_i_scratch_mark(&s);
        } else if (op % 4 == 1 && marks > 0) {
            marks--;
            collide_i_scratch_release(&s, mark[marks]);
            count = at_mark[marks];
        } else if (marks > 0 && count < MOST) {
            size[count] = (size_t)take_byte(b) * (op & 8 ? 40 : 1);
            block[count] = (unsigned char *)collide_i_scratch_take(&s, size[count], 1);
            if (block[count]) {
                REQUIRE(((uintptr_t)block[count] & 15u) == 0);
                memset(block[count], count + 1, size[count]);
                count++;
            }
        }
        for (k = 0; k < count; k++)
            for (i = 0; i < size[k]; i++) REQUIRE(block[k][i] == k + 1);
        REQUIRE(s.high >= s.used + s.below && buffer.used <= buffer.size);
    }
    collide_scratch_free(&s);
    REQUIRE(w.blocks == 0 && w.bytes == 0 && !w.damaged);
}

/* Any boxes, any query: what the walk visits is exactly what a loop over all boxes finds. */
static void fuzz_tree(bytes *b)
{
    enum { MOST = 60 };
    collide_aabb boxes[MOST] = {{{0, 0, 0}, {0, 0, 0}}}, query;
    int count = 0, i, item, seen[MOST] = {0};
    collide_tree *tree;
    collide_tree_walk w;
    query.lower = take_vec(b);
    query.upper = take_vec(b);
    while (b->left > 12 && count < MOST) {
        boxes[count].lower = take_vec(b);
        boxes[count].upper = take_byte(b) & 1 ? take_vec(b) : boxes[count].lower;
        count++;
    }
    if (collide_tree_create(&tree, boxes, count, NULL) < 0) {
        for (i = 0; i < count && collide_i_aabb_valid(&boxes[i]); i++) continue;
        REQUIRE(i < count && tree == NULL);
        for (i = item = 0; i < count; i++) /* again with the good ones */
            if (collide_i_aabb_valid(&boxes[i])) boxes[item++] = boxes[i];
        count = item;
        REQUIRE(collide_tree_create(&tree, boxes, count, NULL) == COLLIDE_OK);
    }
    REQUIRE((collide_tree_walk_box(&w, tree, query) == COLLIDE_OK) == collide_i_aabb_valid(&query));
    while ((item = collide_tree_next(&w)) >= 0) seen[item]++;
    for (i = 0; i < count; i++) REQUIRE(seen[i] == collide_aabb_overlap(query, boxes[i]));
    collide_tree_walk_cast(&w, tree, query, take_vec(b));
    while ((item = collide_tree_next(&w)) >= 0) REQUIRE(++seen[item] <= 2 && w.key >= 0 && w.key <= 2);
    collide_tree_walk_near(&w, tree, query, take_real(b));
    while ((item = collide_tree_next(&w)) >= 0) REQUIRE(++seen[item] <= 3 && w.key <= w.bound);
    collide_tree_destroy(tree);
}

/* Walks everywhere in a mesh that claims to be sound. */
static void walk_mesh(const collide_mesh *m)
{
    int i, k, e, steps, degrees = 0, corners = 0, borders = 0;
    collide_tree_walk w;
    const collide_tree *tree = collide_mesh_tree(m);
    for (i = 0; i < collide_mesh_vertex_count(m); i++) {
        int start = collide_mesh_vertex_edge(m, i);
        for (e = start, steps = 0; steps == 0 || e != start; steps++) {
            const collide_edge *edge = collide_mesh_edge(m, e);
            REQUIRE(edge && (edge->vertex[0] == i || edge->vertex[1] == i));
            REQUIRE(steps <= collide_mesh_edge_count(m));
            e = collide_mesh_next_edge(m, i, e);
        }
        degrees += steps;
    }
    for (i = 0; i < collide_mesh_edge_count(m); i++) borders += collide_mesh_edge(m, i)->face[1] < 0;
    for (i = 0; i < collide_mesh_face_count(m); i++) {
        int n = collide_mesh_face_size(m, i);
        REQUIRE(n >= 3);
        for (k = 0; k < n; k++) {
            const collide_edge *edge = collide_mesh_edge(m, collide_mesh_face_edge(m, i, k));
            int a = collide_mesh_face_vertex(m, i, k), b = collide_mesh_face_vertex(m, i, (k + 1) % n);
            int side = edge->vertex[0] != a;
            REQUIRE(edge->vertex[side] == a && edge->vertex[!side] == b && edge->face[side] == i);
            REQUIRE(edge->wing[2 * side] == collide_mesh_face_edge(m, i, (k + 1) % n));
        }
        corners += n;
    }
    REQUIRE(corners == 2 * collide_mesh_edge_count(m) - borders);
    if (tree) {
        collide_aabb box = collide_mesh_bounds(m, collide_pose_identity());
        collide_tree_walk_near(&w, tree, box, 1);
        for (i = 0; collide_tree_next(&w) >= 0; i++) REQUIRE(i < collide_mesh_face_count(m));
    }
    REQUIRE(collide_mesh_support(m, collide_i_vec(1, 2, 3)) >= 0);
    (void)degrees;
}

/* Any positions and any faces: a sound mesh or an error, and a sound block. */
static void fuzz_mesh(bytes *b)
{
    real p[3 * 24];
    unsigned corner[120];
    int size[30], vertices = 0, corners = 0, faces = 0, k;
    unsigned flags = take_byte(b), shape = take_byte(b);
    collide_mesh_desc d;
    collide_mesh_report report;
    collide_mesh *m;
    collide_result r;
    int want = (int)(shape % 24) + 1;
    for (; vertices < want; vertices++) {
        for (k = 0; k < 3; k++) { /* on a small grid, so that things coincide */
            unsigned v = take_byte(b);
            p[3 * vertices + k] =
                v == 255 ? take_real(b) : (real)((int)(v & 3u)) + (v & 64 ? (real)(v & 32) * COLLIDE_R(1e-7) : 0);
        }
    }
    while (b->left > 2 && faces < 30 && corners < 110) {
        size[faces] = shape & 128 ? 3 : (int)(take_byte(b) % 7);
        for (k = 0; k < size[faces]; k++) {
            unsigned v = take_byte(b);
            corner[corners++] = v == 255 ? 1000000 : v % (unsigned)want;
        }
        faces++;
    }
    memset(&d, 0, sizeof d);
    d.positions = p;
    d.vertex_count = vertices;
    d.indices = corner;
    d.face_sizes = size;
    d.face_count = faces;
    d.flags = flags & 7u;
    d.weld = flags & 8 ? -1 : flags & 16 ? COLLIDE_R(0.5) : 0;
    if (flags & 32) d.scale = collide_i_vec(-1, 2, COLLIDE_R(0.5));
    r = collide_mesh_create(&m, &d, &report);
    REQUIRE((r == COLLIDE_OK) == (m != NULL));
    if (m) {
        walk_mesh(m);
        REQUIRE(collide_mesh_from_block(m, collide_mesh_bytes(m)) == m);
        if (!(d.flags & COLLIDE_MESH_OPEN)) REQUIRE(collide_mesh_closed(m) && report.open_edges == 0);
        if (!(d.flags & ~(unsigned)COLLIDE_MESH_MERGE_COPLANAR)) REQUIRE(report.mended == 0);
        collide_mesh_destroy(m);
    }
    if (vertices > 3 && collide_mesh_create_hull(&m, p, vertices, NULL) == COLLIDE_OK) {
        walk_mesh(m);
        REQUIRE(collide_mesh_closed(m) && collide_mesh_volume(m) > 0);
        REQUIRE(collide_mesh_from_block(m, collide_mesh_bytes(m)) == m);
        collide_mesh_destroy(m);
    }
}

static void fuzz_obj(bytes *b)
{
    unsigned flags = take_byte(b) & 7u;
    collide_mesh *m;
    int line;
    collide_result r = collide_mesh_create_from_obj(&m, (const char *)b->data, b->left, flags, NULL, NULL, &line);
    REQUIRE((r == COLLIDE_OK) == (m != NULL) && line >= 0 && (line == 0 || r < 0));
    if (m) walk_mesh(m);
    collide_mesh_destroy(m);
    b->left = 0;
}

/* A good block with some bytes changed, or none of it good: refused, or safe to use. */
static void fuzz_block(bytes *b)
{
    collide_mesh *good = NULL;
    const collide_mesh *m;
    unsigned kind = take_byte(b);
    size_t size, i;
    double *block; /* aligned */
    if (kind & 1)
        collide_mesh_create_torus(&good, 2, 1, 3 + (int)(kind >> 5), 4, NULL);
    else if (kind & 2)
        collide_mesh_create_cylinder(&good, 1, 1, 30, NULL);
    else
        collide_mesh_create_car(&good, 1, NULL);
    REQUIRE(good != NULL);
    size = collide_mesh_bytes(good);
    block = (double *)malloc(size + 8);
    if (!block) abort();
    memcpy(block, good, size);
    collide_mesh_destroy(good);
    if (kind & 4) {
        for (i = 0; b->left; i++) ((unsigned char *)block)[i % size] = (unsigned char)take_byte(b);
    } else {
        while (b->left > 2) {
            i = take_byte(b) << 8;
            i |= take_byte(b);
            ((unsigned char *)block)[i % size] = (unsigned char)take_byte(b);
        }
    }
    m = collide_mesh_from_block(block, kind & 8 ? size : size - (kind >> 4));
    if (m) walk_mesh(m);
    free(block);
}

/* A small polytope with corners on a coarse grid, so that things coincide, or anything at all. */
static body take_body(bytes *b, real *points, int tame)
{
    unsigned kind = take_byte(b);
    int i, count = 1 + (int)(kind >> 5);
    real x, y, z;
    if (tame) {
        for (i = 0; i < count; i++) {
            unsigned v = take_byte(b), w = take_byte(b);
            points[3 * i] = (real)((int)(v & 15u) - 8) / 4;
            points[3 * i + 1] = (real)((int)(v >> 4) - 8) / 4;
            points[3 * i + 2] = (real)((int)(w & 15u) - 8) / 4;
        }
        if (kind % 4 == 0) return body_box((points[0] + 2) / 2, (points[1] + 2) / 2, (points[2] + 2) / 2);
        if (kind % 4 == 1)
            return body_segment(collide_i_vec(points[0], points[1], points[2]), collide_i_vec(1, points[2], points[0]));
        return body_points(points, count);
    }
    x = take_real(b);
    y = take_real(b);
    z = take_real(b);
    switch (kind % 11) {
    case 0: return body_sphere(x);
    case 1: return body_box(x, y, z);
    case 2: return body_capsule(x, y);
    case 3: return body_cylinder(x, y);
    case 4: return body_cone(x, y);
    case 5: return body_ellipsoid(x, y, z);
    case 6: return body_rounded(body_box(x, y, z), x);
    case 7: return body_rounded(body_cylinder(x, y), z);
    case 8: return body_point();
    case 9: {
        collide_vec3 p = take_vec(b), q = take_vec(b);
        return body_triangle(p, collide_i_vec(x, y, z), q);
    }
    default:
        for (i = 0; i < 3 * count; i++) points[i] = take_real(b);
        return body_points(points, count);
    }
}

static collide_pose take_tame_pose(bytes *b)
{
    collide_pose p;
    unsigned u = take_byte(b), v = take_byte(b), w = take_byte(b);
    p.position =
        collide_i_vec((real)((int)(u & 15u) - 8) / 4, (real)((int)(u >> 4) - 8) / 4, (real)((int)(v & 15u) - 8) / 4);
    memset(&p.rotation, 0, sizeof p.rotation);
    if (w & 1)
        p.rotation =
            collide_quat_from_axis_angle(collide_i_vec((real)(w >> 5), 1, (real)(w >> 1 & 7u)), (real)(v >> 4) / 4);
    return p;
}

static int all_zero(const void *p, size_t size)
{
    const unsigned char *c = (const unsigned char *)p;
    size_t i;
    for (i = 0; i < size; i++)
        if (c[i]) return 0;
    return 1;
}

static void require_closest(collide_result r, const collide_closest *c)
{
    REQUIRE(r >= COLLIDE_ERROR_VERSION && r <= 1);
    REQUIRE(finite3(c->point_a) && finite3(c->point_b) && finite3(c->normal) && collide_i_finite(c->distance));
    REQUIRE(r >= 0 || all_zero(c, sizeof *c));
    REQUIRE(r < 0 || collide_i_abs(collide_i_dot(c->normal, c->normal) - 1) < 16 * COLLIDE_I_EPSILON);
}

static void require_hit(collide_result r, const collide_hit *h)
{
    REQUIRE(r >= COLLIDE_ERROR_VERSION && r <= 1);
    REQUIRE(finite3(h->point) && finite3(h->normal) && h->time >= 0 && h->time <= 1);
    REQUIRE(r >= 0 || all_zero(h, sizeof *h));
    REQUIRE(r < 1 || collide_i_abs(collide_i_dot(h->normal, h->normal) - 1) < 16 * COLLIDE_I_EPSILON);
}

/* Any shapes anywhere: an answer or an error, never nonsense. Small polytopes: the answer of brute force, the same from
   either side, and casts that stop at the contact. */
static void fuzz_gjk(bytes *b)
{
    static solid sa, sb;
    real pa[24], pb[24];
    unsigned flags = take_byte(b);
    int tame = flags & 1, i;
    body a = take_body(b, pa, tame), c = take_body(b, pb, tame);
    collide_pose a0 = tame ? take_tame_pose(b) : take_pose(b), a1 = tame ? take_tame_pose(b) : take_pose(b);
    collide_pose b0 = tame ? take_tame_pose(b) : take_pose(b), b1 = tame ? take_tame_pose(b) : take_pose(b);
    collide_vec3 move = collide_i_sub(a1.position, a0.position), other = collide_i_sub(b1.position, b0.position);
    collide_closest d, e;
    collide_hit hit, back;
    collide_contact contact[8];
    collide_gjk_cache cache;
    collide_result r;
    memset(&cache, (int)take_byte(b), sizeof cache);
    for (i = 0; i < (int)sizeof cache && flags & 2; i++) ((unsigned char *)&cache)[i] = (unsigned char)take_byte(b);
    r = collide_distance(a.shape, a0, c.shape, b0, &cache, &d);
    require_closest(r, &d);
    i = collide_overlap(a.shape, a0, c.shape, b0, flags & 4 ? &cache : NULL);
    REQUIRE((i < 0) == (r < 0));
    r = collide_penetration(a.shape, a0, c.shape, b0, flags & 8 ? &cache : NULL, NULL, &e);
    require_closest(r, &e);
    REQUIRE((i < 0) == (r < 0));
    i = collide_manifold(a.shape, a0, c.shape, b0, e.normal, COLLIDE_R(0.1), NULL, contact, 8);
    while (i > 0 && i <= 8) REQUIRE(finite3(contact[--i].point) && collide_i_finite(contact[i].distance));
    r = collide_ray_cast(a.shape, a0, b0.position, b1.position, &hit);
    require_hit(r, &hit);
    r = collide_shape_cast(a.shape, a0, move, c.shape, b0, other, flags & 16 ? &cache : NULL, &hit);
    require_hit(r, &hit);
    if (tame || flags & 32) require_hit(collide_shape_sweep(a.shape, a0, a1, c.shape, b0, b1, NULL, &back), &back);
    if (tame) {
        couple pair = couple_of(&a, a0, &c, b0);
        double tol = 64 * EPS * (double)(pair.size + length3(pair.b.at)), value;
        if (!solid_of(&sa, &pair.a, 0) || !solid_of(&sb, &pair.b, 0)) return;
        value = (double)brute_signed(&sa, &sb).value;
        REQUIRE(fabs((double)d.distance - fmax(value, 0)) <= tol);
        REQUIRE(fabs((double)e.distance - value) <= tol);
        collide_penetration(c.shape, b0, a.shape, a0, NULL, NULL, &d);
        REQUIRE(fabs((double)d.distance - (double)e.distance) <= tol);
        i = collide_shape_cast(c.shape, b0, other, a.shape, a0, move, NULL, &back);
        tol += 64 * EPS * (double)(collide_vec3_length(move) + collide_vec3_length(other));
        if (r == 1 && !(hit.flags & COLLIDE_STARTED_INSIDE)) { /* at the hit they touch, as far as numbers allow */
            wide am[3], bm[3], t = (wide)hit.time;
            wide3(move, am);
            wide3(other, bm);
            along3(pair.b.at, t, bm, pair.b.at);
            along3(pair.a.at, t, am, pair.a.at);
            if (!solid_of(&sa, &pair.a, 0) || !solid_of(&sb, &pair.b, 0)) return;
            value = (double)brute_signed(&sa, &sb).value;
            REQUIRE(fabs(value) <= tol);
        }
        if (i == 1 && r == 1) /* slow approaches blur the time, not the distance */
            REQUIRE(fabs((double)(hit.time - back.time)) *
                        (double)collide_i_abs(collide_i_dot(hit.normal, collide_i_sub(move, other))) <=
                    tol);
    }
}

/* ------------------------------------------------------------------------------- references of probes and traces */

/* Meshes as numbers, placed by rotation matrices in the wider type: faces cut into triangles, edges, vertices; over a
   level a grid of cells, each with the triangles whose boxes meet it. Nothing of the library but the mesh's own lists
   is used. */
typedef struct {
    wide p[3], local[3];
    int obstacle, id;
} spot;

typedef struct {
    int v[2], obstacle, id, flags;
} stick;

typedef struct {
    int v[3], e[3], obstacle, face, closed; /* e: -1 for a cut within a face */
    wide n[3];                              /* unit, outwards */
} facet;

typedef struct {
    spot *v;
    stick *e;
    facet *t;
    int vertices, edges, triangles, cells[3];
    wide lower[3], upper[3], size; /* size: the largest coordinate */
    int *first, *item;             /* the triangles of cell c: item[first[c]] to item[first[c + 1]] */
    unsigned *mark_t, *mark_e, *mark_v, stamp;
} stage;

static void *stage_room(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

static void stage_free(stage *s)
{
    free(s->v);
    free(s->e);
    free(s->t);
    free(s->first);
    free(s->item);
    free(s->mark_t);
    free(s->mark_e);
    free(s->mark_v);
    memset(s, 0, sizeof *s);
}

/* The triangles of one mesh; its points are placed later. A NULL mesh is a point: a vertex, and an edge without
   length. */
static void stage_add(stage *s, const collide_mesh *m, int obstacle)
{
    int i, k, v0 = s->vertices, e0 = s->edges;
    if (!m) {
        s->v[s->vertices].id = 0;
        s->v[s->vertices++].obstacle = obstacle;
        s->e[s->edges].id = -1;
        s->e[s->edges].obstacle = obstacle;
        s->e[s->edges].v[0] = s->e[s->edges].v[1] = v0;
        s->edges++;
        return;
    }
    for (i = 0; i < collide_mesh_vertex_count(m); i++) {
        wide3(collide_mesh_vertex(m, i), s->v[s->vertices].local);
        s->v[s->vertices].obstacle = obstacle;
        s->v[s->vertices++].id = i;
    }
    for (i = 0; i < collide_mesh_edge_count(m); i++) {
        const collide_edge *e = collide_mesh_edge(m, i);
        stick *q = &s->e[s->edges++];
        q->v[0] = v0 + e->vertex[0];
        q->v[1] = v0 + e->vertex[1];
        q->obstacle = obstacle;
        q->id = i;
        q->flags = (int)e->flags;
    }
    for (i = 0; i < collide_mesh_face_count(m); i++) {
        int n = collide_mesh_face_size(m, i);
        for (k = 1; k + 1 < n; k++) {
            facet *t = &s->t[s->triangles++];
            t->v[0] = v0 + collide_mesh_face_vertex(m, i, 0);
            t->v[1] = v0 + collide_mesh_face_vertex(m, i, k);
            t->v[2] = v0 + collide_mesh_face_vertex(m, i, k + 1);
            t->e[0] = k == 1 ? e0 + collide_mesh_face_edge(m, i, 0) : -1;
            t->e[1] = e0 + collide_mesh_face_edge(m, i, k);
            t->e[2] = k + 2 == n ? e0 + collide_mesh_face_edge(m, i, n - 1) : -1;
            t->obstacle = obstacle;
            t->face = i;
            t->closed = collide_mesh_closed(m);
        }
    }
}

static int stage_triangles_of(const collide_mesh *m)
{
    int i, n = 0;
    for (i = 0; m && i < collide_mesh_face_count(m); i++) n += collide_mesh_face_size(m, i) - 2;
    return n;
}

/* Puts the vertices of one mesh where r and at say. */
static void stage_place(stage *s, int first, const wide r[9], const wide at[3])
{
    int i;
    for (i = first; i < s->vertices; i++) {
        turn3(r, s->v[i].local, s->v[i].p);
        along3(s->v[i].p, 1, at, s->v[i].p);
    }
}

static void stage_bounds(stage *s)
{
    int i, k;
    for (k = 0; k < 3; k++) s->lower[k] = HUGE_VAL, s->upper[k] = -HUGE_VAL;
    s->size = 0;
    for (i = 0; i < s->vertices; i++)
        for (k = 0; k < 3; k++) {
            s->lower[k] = WIDE(fmin)(s->lower[k], s->v[i].p[k]);
            s->upper[k] = WIDE(fmax)(s->upper[k], s->v[i].p[k]);
            s->size = WIDE(fmax)(s->size, WIDE(fabs)(s->v[i].p[k]));
        }
    for (i = 0; i < s->triangles; i++) {
        facet *t = &s->t[i];
        wide a[3], b[3];
        minus3(s->v[t->v[1]].p, s->v[t->v[0]].p, a);
        minus3(s->v[t->v[2]].p, s->v[t->v[0]].p, b);
        cross3(a, b, t->n);
        (void)unit3(t->n);
    }
}

static void stage_make(stage *s, const collide_obstacle *o, int count)
{
    int i, v = 0, e = 0, t = 0;
    memset(s, 0, sizeof *s);
    for (i = 0; i < count; i++) {
        v += o[i].mesh ? collide_mesh_vertex_count(o[i].mesh) : 1;
        e += o[i].mesh ? collide_mesh_edge_count(o[i].mesh) : 1;
        t += stage_triangles_of(o[i].mesh);
    }
    s->v = (spot *)stage_room((size_t)v, sizeof *s->v);
    s->e = (stick *)stage_room((size_t)e, sizeof *s->e);
    s->t = (facet *)stage_room((size_t)t, sizeof *s->t);
    s->mark_v = (unsigned *)stage_room((size_t)v, sizeof *s->mark_v);
    s->mark_e = (unsigned *)stage_room((size_t)e, sizeof *s->mark_e);
    s->mark_t = (unsigned *)stage_room((size_t)t, sizeof *s->mark_t);
    for (i = 0; i < count; i++) {
        wide r[9], at[3];
        v = s->vertices;
        stage_add(s, o[i].mesh, i);
        wide_matrix(o[i].pose.rotation, r);
        wide3(o[i].pose.position, at);
        stage_place(s, v, r, at);
    }
    stage_bounds(s);
}

static int stage_cell(const stage *s, int k, wide x)
{
    wide f = (x - s->lower[k]) / (s->upper[k] - s->lower[k] + (wide)1e-30) * s->cells[k];
    return f < 0 ? 0 : f >= s->cells[k] ? s->cells[k] - 1 : (int)f;
}

static void facet_box(const stage *s, const facet *t, wide lower[3], wide upper[3])
{
    int i, k;
    for (k = 0; k < 3; k++) {
        lower[k] = upper[k] = s->v[t->v[0]].p[k];
        for (i = 1; i < 3; i++) {
            lower[k] = WIDE(fmin)(lower[k], s->v[t->v[i]].p[k]);
            upper[k] = WIDE(fmax)(upper[k], s->v[t->v[i]].p[k]);
        }
    }
}

static void stage_grid(stage *s)
{
    int i, k, pass, c[3], from[3], to[3], cells;
    wide volume = 1, side;
    for (k = 0; k < 3; k++) volume *= s->upper[k] - s->lower[k] + (wide)0.01;
    side = WIDE(cbrt)(volume / (s->triangles + 1));
    for (k = 0; k < 3; k++) {
        wide n = (s->upper[k] - s->lower[k]) / side;
        s->cells[k] = n < 1 ? 1 : n > 60 ? 60 : (int)n;
    }
    cells = s->cells[0] * s->cells[1] * s->cells[2];
    s->first = (int *)stage_room((size_t)cells + 2, sizeof *s->first);
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < s->triangles; i++) {
            wide lower[3], upper[3];
            facet_box(s, &s->t[i], lower, upper);
            for (k = 0; k < 3; k++) from[k] = stage_cell(s, k, lower[k]), to[k] = stage_cell(s, k, upper[k]);
            for (c[0] = from[0]; c[0] <= to[0]; c[0]++)
                for (c[1] = from[1]; c[1] <= to[1]; c[1]++)
                    for (c[2] = from[2]; c[2] <= to[2]; c[2]++) {
                        int box = (c[0] * s->cells[1] + c[1]) * s->cells[2] + c[2];
                        if (pass == 0)
                            s->first[box + 2]++;
                        else
                            s->item[s->first[box + 1]++] = i;
                    }
        }
        if (pass == 0) {
            for (i = 0; i < cells; i++) s->first[i + 2] += s->first[i + 1];
            s->item = (int *)stage_room((size_t)s->first[cells + 1], sizeof *s->item);
        }
    }
}

/* What of a level is near a box. */
enum { AROUND_MOST = 4000 };
typedef struct {
    int t[AROUND_MOST], e[AROUND_MOST], v[AROUND_MOST], triangles, edges, vertices;
} vicinity;

static void gather(stage *s, const wide lower[3], const wide upper[3], vicinity *a)
{
    int i, k, c[3], from[3], to[3];
    a->triangles = a->edges = a->vertices = 0;
    for (k = 0; k < 3; k++) {
        if (lower[k] > s->upper[k] || upper[k] < s->lower[k]) return;
        from[k] = stage_cell(s, k, lower[k]);
        to[k] = stage_cell(s, k, upper[k]);
    }
    s->stamp++;
    for (c[0] = from[0]; c[0] <= to[0]; c[0]++)
        for (c[1] = from[1]; c[1] <= to[1]; c[1]++)
            for (c[2] = from[2]; c[2] <= to[2]; c[2]++) {
                int box = (c[0] * s->cells[1] + c[1]) * s->cells[2] + c[2], at;
                for (at = s->first[box]; at < s->first[box + 1]; at++) {
                    const facet *t;
                    wide tl[3], tu[3];
                    i = s->item[at];
                    t = &s->t[i];
                    if (s->mark_t[i] == s->stamp) continue;
                    s->mark_t[i] = s->stamp;
                    facet_box(s, t, tl, tu);
                    if (tl[0] > upper[0] || tl[1] > upper[1] || tl[2] > upper[2] || tu[0] < lower[0] ||
                        tu[1] < lower[1] || tu[2] < lower[2])
                        continue;
                    REQUIRE(a->triangles < AROUND_MOST);
                    a->t[a->triangles++] = i;
                    for (k = 0; k < 3; k++) {
                        if (t->e[k] >= 0 && s->mark_e[t->e[k]] != s->stamp) {
                            s->mark_e[t->e[k]] = s->stamp;
                            REQUIRE(a->edges < AROUND_MOST);
                            a->e[a->edges++] = t->e[k];
                        }
                        if (s->mark_v[t->v[k]] != s->stamp) {
                            s->mark_v[t->v[k]] = s->stamp;
                            REQUIRE(a->vertices < AROUND_MOST);
                            a->v[a->vertices++] = t->v[k];
                        }
                    }
                }
            }
}

/* Everything. */
static void gather_all(const stage *s, vicinity *a)
{
    int i;
    REQUIRE(s->triangles <= AROUND_MOST && s->edges <= AROUND_MOST && s->vertices <= AROUND_MOST);
    a->triangles = s->triangles, a->edges = s->edges, a->vertices = s->vertices;
    for (i = 0; i < s->triangles; i++) a->t[i] = i;
    for (i = 0; i < s->edges; i++) a->e[i] = i;
    for (i = 0; i < s->vertices; i++) a->v[i] = i;
}

/* Six times the volume of a, b, c, d. */
static wide volume4(const wide a[3], const wide b[3], const wide c[3], const wide d[3])
{
    wide x[3], y[3], z[3], n[3];
    minus3(b, a, x);
    minus3(c, a, y);
    minus3(d, a, z);
    cross3(x, y, n);
    return dot3(n, z);
}

/* 1 where the segment from p to q goes through a triangle: the ends on different sides, the line within all edges. */
static int pierces(const stage *s, const facet *t, const wide p[3], const wide q[3])
{
    const wide *a = s->v[t->v[0]].p, *b = s->v[t->v[1]].p, *c = s->v[t->v[2]].p;
    wide u = volume4(a, b, c, p), v = volume4(a, b, c, q), x, y, z;
    if (!(u > 0 && v < 0) && !(u < 0 && v > 0)) return 0;
    x = volume4(p, q, a, b);
    y = volume4(p, q, b, c);
    z = volume4(p, q, c, a);
    return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
}

/* How many solids a point is in, by the signed crossings of a ray that is parallel to nothing in particular. */
static int solids_around(stage *s, const wide p[3], vicinity *a, int sheets)
{
    wide far_end[3], lower[3], upper[3];
    int i, k, inside = 0;
    far_end[0] = p[0] + (wide)0.01234567 * (s->upper[1] - s->lower[1] + 1);
    far_end[1] = s->upper[1] + 1;
    far_end[2] = p[2] - (wide)0.00765432 * (s->upper[1] - s->lower[1] + 1);
    if (p[1] >= far_end[1]) return 0;
    for (k = 0; k < 3; k++) lower[k] = WIDE(fmin)(p[k], far_end[k]), upper[k] = WIDE(fmax)(p[k], far_end[k]);
    if (s->cells[0])
        gather(s, lower, upper, a);
    else
        gather_all(s, a);
    for (i = 0; i < a->triangles; i++) {
        const facet *t = &s->t[a->t[i]];
        wide d[3];
        if (!t->closed && !sheets) continue;
        if (!pierces(s, t, p, far_end)) continue;
        minus3(far_end, p, d);
        inside += dot3(d, t->n) > 0 || sheets ? 1 : -1;
    }
    return inside;
}

/* The nearest points of two segments. */
static wide segments_apart(const wide p0[3], const wide p1[3], const wide q0[3], const wide q1[3], wide x[3], wide y[3],
                           wide at[2])
{
    wide u[3], v[3], w[3], n[3], o[3], a, b, c, d, e, s, t, m;
    minus3(p1, p0, u);
    minus3(q1, q0, v);
    minus3(p0, q0, w);
    a = dot3(u, u), b = dot3(u, v), c = dot3(v, v), d = dot3(u, w), e = dot3(v, w);
    cross3(u, v, n);
    m = dot3(n, n); /* a c - b b has no digits where the sine is below the root of a rounding */
    if (m < (wide)1e-6 * a * c && m > 0) {
        cross3(w, v, o);
        s = -dot3(o, n) / m;
        cross3(w, u, o);
        t = -dot3(o, n) / m;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            /* nearly parallel: what rounding does to s moves both points alike, as long as t follows s */
            t = (b * s + e) / c;
            t = t < 0 ? 0 : t > 1 ? 1 : t;
            along3(p0, s, u, x);
            along3(q0, t, v, y);
            at[0] = s, at[1] = t;
            minus3(x, y, w);
            return length3(w);
        }
    }
    s = m > WIDE_ROUNDING * WIDE_ROUNDING * a * c ? (b * e - c * d) / m : 0;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    t = c > 0 ? (b * s + e) / c : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    s = a > 0 ? (b * t - d) / a : 0; /* for this t, the best s; once more for the other end */
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    t = c > 0 ? (b * s + e) / c : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    along3(p0, s, u, x);
    along3(q0, t, v, y);
    at[0] = s, at[1] = t;
    minus3(x, y, w);
    return length3(w);
}

/* A pair of features: of the mover's and of the level's, how far they are apart and where. */
typedef struct {
    wide distance, on_mover[3], on_level[3], n[3]; /* n: from the level to the mover */
    int kind, mover, level, obstacle;
} meeting;

enum { MEETINGS_MOST = 4000 };
typedef struct {
    meeting t[MEETINGS_MOST];
    int count;
    wide nearest; /* of all, within the reach */
} meetings;

static void add_meeting(meetings *l, const wide x[3], const wide y[3], wide distance, int kind, int mover, int level,
                        int obstacle)
{
    meeting *t;
    if (distance < l->nearest) l->nearest = distance;
    if (l->count >= MEETINGS_MOST) return;
    t = &l->t[l->count++];
    t->distance = distance;
    memcpy(t->on_mover, x, sizeof t->on_mover);
    memcpy(t->on_level, y, sizeof t->on_level);
    minus3(x, y, t->n);
    (void)unit3(t->n);
    t->kind = kind, t->mover = mover, t->level = level, t->obstacle = obstacle;
}

/* 1 where p lies above the inside of the triangle; then its foot and height. */
static int above_facet(const stage *s, const facet *t, const wide p[3], wide foot[3], wide *height)
{
    wide d[3], e[3], n[3];
    int k;
    minus3(p, s->v[t->v[0]].p, d);
    *height = dot3(d, t->n);
    for (k = 0; k < 3; k++) {
        minus3(s->v[t->v[(k + 1) % 3]].p, s->v[t->v[k]].p, e);
        minus3(p, s->v[t->v[k]].p, d);
        cross3(e, d, n);
        if (dot3(n, t->n) < 0) return 0;
    }
    along3(p, -*height, t->n, foot);
    return 1;
}

/* Every pair of features of the mover and of what is around it that is within a distance. Vertices over faces, either
   way, and edge against edge, whose ends stand for the vertices elsewhere. */
static void list_meetings(const stage *mover, const stage *level, const vicinity *a, wide within, meetings *l)
{
    wide x[3], y[3], at[2], d;
    int i, k;
    l->count = 0;
    l->nearest = HUGE_VAL;
    for (i = 0; i < a->triangles; i++) {
        const facet *t = &level->t[a->t[i]];
        for (k = 0; k < mover->vertices; k++)
            if (above_facet(level, t, mover->v[k].p, y, &d) && WIDE(fabs)(d) <= within)
                add_meeting(l, mover->v[k].p, y, WIDE(fabs)(d), COLLIDE_VF, mover->v[k].id, t->face, t->obstacle);
    }
    for (i = 0; i < a->vertices; i++) {
        const spot *v = &level->v[a->v[i]];
        for (k = 0; k < mover->triangles; k++)
            if (above_facet(mover, &mover->t[k], v->p, x, &d) && WIDE(fabs)(d) <= within)
                add_meeting(l, x, v->p, WIDE(fabs)(d), COLLIDE_FV, mover->t[k].face, v->id, v->obstacle);
    }
    for (i = 0; i < a->edges; i++) {
        const stick *e = &level->e[a->e[i]];
        const wide *q0 = level->v[e->v[0]].p, *q1 = level->v[e->v[1]].p;
        for (k = 0; k < mover->edges; k++) {
            const stick *m = &mover->e[k];
            const wide *p0 = mover->v[m->v[0]].p, *p1 = mover->v[m->v[1]].p;
            int j, away = 0;
            for (j = 0; j < 3; j++)
                away |= (p0[j] > q0[j] + within && p0[j] > q1[j] + within && p1[j] > q0[j] + within &&
                         p1[j] > q1[j] + within) ||
                        (p0[j] < q0[j] - within && p0[j] < q1[j] - within && p1[j] < q0[j] - within &&
                         p1[j] < q1[j] - within);
            if (away) continue;
            d = segments_apart(p0, p1, q0, q1, x, y, at);
            if (d <= within) add_meeting(l, x, y, d, COLLIDE_EE, m->id, e->id, e->obstacle);
        }
    }
}

/* One mover in one level. */
typedef struct {
    const collide_mesh *mesh;
    stage mover, *level;
    vicinity near_by;
    meetings list;
} arena;

static void arena_make(arena *w, const collide_mesh *mover, stage *level)
{
    collide_obstacle o;
    memset(&o, 0, sizeof o);
    o.mesh = mover;
    w->mesh = mover;
    w->level = level;
    stage_make(&w->mover, &o, 1);
}

/* Along y, for capsules. */
static void arena_make_segment(arena *w, real half, stage *level)
{
    arena_make(w, NULL, level);
    w->mover.v = (spot *)realloc(w->mover.v, 2 * sizeof *w->mover.v);
    if (!w->mover.v) abort();
    w->mover.v[1] = w->mover.v[0];
    w->mover.v[0].local[1] = (wide)half;
    w->mover.v[1].local[1] = -(wide)half;
    w->mover.e[0].v[1] = 1;
    w->mover.vertices = 2;
}

static void arena_place(arena *w, const wide r[9], const wide at[3])
{
    stage_place(&w->mover, 0, r, at);
    stage_bounds(&w->mover);
}

static void arena_pose(arena *w, collide_pose p)
{
    wide r[9], at[3];
    wide_matrix(p.rotation, r);
    wide3(p.position, at);
    arena_place(w, r, at);
}

static void arena_gather(arena *w, wide within)
{
    wide lower[3], upper[3];
    int k;
    for (k = 0; k < 3; k++) lower[k] = w->mover.lower[k] - within, upper[k] = w->mover.upper[k] + within;
    gather(w->level, lower, upper, &w->near_by);
}

/* How far apart, up to `within`; the pairs are in the list. */
static wide arena_distance(arena *w, wide within)
{
    arena_gather(w, within);
    list_meetings(&w->mover, w->level, &w->near_by, within, &w->list);
    return w->list.nearest < within ? w->list.nearest : within;
}

/* Does the mover cut into a surface, or is it in a solid, or a solid in it? */
static int arena_inside(arena *w)
{
    static vicinity column;
    const vicinity *a = &w->near_by;
    int i, k;
    arena_gather(w, 0);
    for (i = 0; i < a->triangles; i++)
        for (k = 0; k < w->mover.edges; k++) {
            const stick *e = &w->mover.e[k];
            if (pierces(w->level, &w->level->t[a->t[i]], w->mover.v[e->v[0]].p, w->mover.v[e->v[1]].p)) return 1;
        }
    for (i = 0; i < a->edges; i++)
        for (k = 0; k < w->mover.triangles; k++) {
            const stick *e = &w->level->e[a->e[i]];
            if (pierces(&w->mover, &w->mover.t[k], w->level->v[e->v[0]].p, w->level->v[e->v[1]].p)) return 2;
        }
    if (solids_around(w->level, w->mover.v[0].p, &column, 0) > 0) return 3;
    if (w->mesh && collide_mesh_closed(w->mesh))
        for (i = 0; i < a->vertices; i++)
            if (solids_around(&w->mover, w->level->v[a->v[i]].p, &column, 0) > 0) return 4;
    return 0;
}

/* A motion as the traces make it, in the wider type. */
enum { GO_TRANSLATE, GO_ROTATE, GO_MOVE };
typedef struct {
    int kind;
    wide r[9], at[3], delta[3], origin[3], axis[3], angle;
} motion;

static motion motion_translate(collide_pose p, collide_vec3 delta)
{
    motion m;
    memset(&m, 0, sizeof m);
    m.kind = GO_TRANSLATE;
    wide_matrix(p.rotation, m.r);
    wide3(p.position, m.at);
    wide3(delta, m.delta);
    m.axis[1] = 1;
    return m;
}

static motion motion_rotate(collide_pose p, collide_vec3 origin, collide_vec3 axis, real angle)
{
    motion m = motion_translate(p, collide_i_vec(0, 0, 0));
    m.kind = GO_ROTATE;
    wide3(origin, m.origin);
    wide3(axis, m.axis);
    (void)unit3(m.axis);
    m.angle = (wide)angle;
    return m;
}

static motion motion_move(collide_pose from, collide_pose to)
{
    motion m = motion_translate(from, collide_i_vec(0, 0, 0));
    path p = path_of(from, to);
    m.kind = GO_MOVE;
    memcpy(m.delta, p.move, sizeof m.delta);
    memcpy(m.axis, p.axis, sizeof m.axis);
    wide3(to.position, m.origin);
    m.angle = p.angle;
    return m;
}

static void motion_at(const motion *m, wide t, wide r[9], wide at[3])
{
    wide go = m->kind == GO_MOVE ? 2 * t : t, turn = m->kind == GO_MOVE ? 2 * t - 1 : t, d[3];
    int i, k;
    go = go < 0 ? 0 : go > 1 ? 1 : go;
    turn = turn < 0 ? 0 : turn > 1 ? 1 : turn;
    if (m->kind == GO_TRANSLATE) turn = 0;
    along3(m->at, m->kind == GO_ROTATE ? 0 : go, m->delta, at);
    memcpy(r, m->r, 9 * sizeof *r);
    if (!(turn > 0)) return;
    for (k = 0; k < 3; k++) { /* the columns are where the axes point */
        wide column[3];
        for (i = 0; i < 3; i++) column[i] = m->r[3 * i + k];
        rodrigues3(m->axis, m->angle * turn, column, column);
        for (i = 0; i < 3; i++) r[3 * i + k] = column[i];
    }
    minus3(at, m->origin, d);
    rodrigues3(m->axis, m->angle * turn, d, d);
    along3(m->origin, 1, d, at);
}

/* The fastest that any point of the mover goes, by length per unit of t. Its vertices are placed at t = 0. */
static wide motion_speed(const motion *m, const stage *mover, const wide at_turn[3])
{
    wide turn = 0, d[3], c[3], go = length3(m->delta);
    int i;
    for (i = 0; i < mover->vertices; i++) {
        minus3(mover->v[i].p, m->origin, d);
        if (m->kind == GO_MOVE) minus3(mover->v[i].p, at_turn, d);
        cross3(m->axis, d, c);
        turn = WIDE(fmax)(turn, length3(c));
    }
    turn *= WIDE(fabs)(m->angle);
    if (m->kind == GO_TRANSLATE) return go;
    if (m->kind == GO_ROTATE) return turn;
    return 2 * WIDE(fmax)(go, turn);
}

/* How near the mover comes until time t, going step by step as far as the distance allows (or a little further, so that
   steps are few where it creeps along a wall). Where it is nearer than the floor it ends, and *when says so. */
static wide nearest_until(arena *w, const motion *m, wide until, wide lowest, wide reach, int steps, wide *when)
{
    wide r[9], at[3], t = 0, least = reach, speed;
    motion_at(m, 0, r, at);
    arena_place(w, r, at);
    speed = motion_speed(m, &w->mover, m->at);
    *when = -1;
    for (;;) {
        wide d;
        motion_at(m, t, r, at);
        arena_place(w, r, at);
        d = arena_distance(w, reach);
        least = WIDE(fmin)(least, d);
        if (d < lowest) *when = t;
        if (d < lowest || t >= until) return least;
        t += WIDE(fmax)((d - lowest) / (speed + (wide)1e-30), until / steps);
        if (t > until) t = until;
    }
}

/* ---- fuzz targets of probes and traces ---- */

/* A small solid or sheet with corners on a coarse grid; NULL where the numbers make none. */
static collide_mesh *take_mesh(bytes *b)
{
    unsigned kind = take_byte(b), u, v;
    collide_mesh *m = NULL;
    plan s;
    real p[24];
    int i, n;
    memset(&s, 0, sizeof s);
    switch (kind % 6) {
    case 0:
        u = take_byte(b);
        (void)collide_mesh_create_box(
            &m, collide_i_vec((real)(1 + (u & 7u)) / 4, (real)(1 + (u >> 3 & 7u)) / 4, (real)(1 + (u >> 6)) / 4), NULL);
        break;
    case 1:
        plan_ell(&s, (real)(1 + (kind >> 5)) / 4, (real)(1 + (kind >> 3 & 3u)) / 4, NULL);
        m = plan_mesh(&s, 0, 0);
        break;
    case 2: /* a hull */
        n = 4 + (int)(kind >> 6);
        for (i = 0; i < n; i++) {
            u = take_byte(b), v = take_byte(b);
            p[3 * i] = (real)((int)(u & 15u) - 8) / 8;
            p[3 * i + 1] = (real)((int)(u >> 4) - 8) / 8;
            p[3 * i + 2] = (real)((int)(v & 15u) - 8) / 8;
        }
        (void)collide_mesh_create_hull(&m, p, n, NULL);
        break;
    case 3: /* a sheet of one or two triangles */
    case 4:
        for (i = 0; i < 4; i++) {
            u = take_byte(b), v = take_byte(b);
            (void)plan_point(&s, (real)((int)(u & 15u) - 8) / 8, (real)((int)(u >> 4) - 8) / 8,
                             (real)((int)(v & 15u) - 8) / 8);
        }
        plan_face(&s, 3, 0, 1, 2, 0);
        if (kind % 6 == 4) plan_face(&s, 3, 2, 1, 3, 0);
        m = plan_mesh(&s, COLLIDE_MESH_OPEN | COLLIDE_MESH_REPAIR, 0);
        break;
    default: { /* a patch of ground */
        rng r = {kind};
        plan_terrain(&s, &r, 2 + (int)(kind >> 6), kind & 32u ? COLLIDE_R(0.25) : 0);
        m = plan_mesh(&s, COLLIDE_MESH_OPEN, 0);
        break;
    }
    }
    return m;
}

static int unit_or_zero(collide_vec3 n)
{
    real q = collide_i_dot(n, n);
    return finite3(n) && (!(q > 0) || collide_i_abs(q - 1) < 16 * COLLIDE_I_EPSILON);
}

static void require_trace(collide_result r, const collide_trace *t)
{
    REQUIRE(r >= COLLIDE_ERROR_VERSION && r <= 1);
    if (r < 0) {
        REQUIRE(all_zero(t, sizeof *t));
        return;
    }
    REQUIRE(t->fraction >= 0 && t->fraction <= 1 && finite_pose(t->end) && finite3(t->point));
    REQUIRE(unit_or_zero(t->normal));
    if (r == 0) REQUIRE(t->fraction >= 1 && t->kind == 0 && t->obstacle == -1 && t->flags == 0);
    if (r == 1) REQUIRE(t->obstacle >= 0 && collide_i_extent(t->normal) > 0);
}

static void require_probe(collide_result r, const collide_probe *p)
{
    REQUIRE(r >= COLLIDE_ERROR_VERSION && r <= 1);
    if (r < 0) {
        REQUIRE(all_zero(p, sizeof *p));
        return;
    }
    REQUIRE(p->time >= 0 && p->time <= 1 && collide_i_finite(p->distance) && finite3(p->point));
    REQUIRE(unit_or_zero(p->normal));
    if (r == 1) REQUIRE(p->obstacle >= 0 && collide_i_extent(p->normal) > 0);
}

static void require_slide(collide_result r, const collide_slide *s)
{
    REQUIRE(r >= COLLIDE_ERROR_VERSION && r <= 1);
    if (r < 0)
        REQUIRE(all_zero(s, sizeof *s));
    else
        REQUIRE(finite_pose(s->end) && finite3(s->rest) && unit_or_zero(s->normal) && s->hits >= 0);
}

/* Whatever shape, mesh and motion: an answer or an error, never nonsense. */
static void fuzz_probe(bytes *b)
{
    real points[24];
    unsigned flags = take_byte(b);
    int tame = flags & 1, count, i;
    collide_mesh *m[2];
    collide_obstacle o[2];
    body a = take_body(b, points, tame);
    collide_pose from = tame ? take_tame_pose(b) : take_pose(b), to = tame ? take_tame_pose(b) : take_pose(b);
    collide_vec3 move = collide_i_sub(to.position, from.position);
    real within = tame ? (real)take_byte(b) / 64 : take_real(b);
    collide_probe p, q;
    collide_slide s;
    collide_slide_desc desc;
    collide_contact contact[8];
    collide_result r, over;
    for (i = 0; i < 2; i++) {
        m[i] = take_mesh(b);
        o[i].mesh = m[i];
        o[i].pose = flags & 2 ? take_pose(b) : take_tame_pose(b);
    }
    count = !m[0] ? 0 : m[1] && flags & 4 ? 2 : 1;
    desc.step_height = tame ? (real)(flags >> 5) / 4 : take_real(b);
    desc.max_slope = tame ? (real)(flags >> 4 & 3u) / 2 : take_real(b);
    desc.max_hits = (int)take_byte(b) - 2;
    desc.up = flags & 8 ? take_vec(b) : collide_i_vec(0, 0, 0);
    r = collide_probe_cast(a.shape, from, move, o, count, NULL, &p);
    require_probe(r, &p);
    r = collide_probe_closest(a.shape, from, within, o, count, NULL, &q);
    require_probe(r, &q);
    over = collide_probe_overlap(a.shape, from, o, count, NULL);
    REQUIRE(over >= COLLIDE_ERROR_VERSION && over <= 1);
    if (tame && over == 0) REQUIRE(!(p.flags & COLLIDE_STARTED_INSIDE));
    i = collide_probe_contacts(a.shape, from, within, o, count, NULL, contact, 8);
    for (i = i > 8 ? 8 : i; i > 0; i--) REQUIRE(finite3(contact[i - 1].point) && unit_or_zero(contact[i - 1].normal));
    r = collide_probe_inside(from.position, o, count, NULL);
    REQUIRE(r >= COLLIDE_ERROR_VERSION && r <= 1);
    r = collide_probe_slide(a.shape, from, move, o, count, flags & 16 ? &desc : NULL, NULL, &s);
    require_slide(r, &s);
    if (tame || flags & 32) {
        r = collide_probe_sweep(a.shape, from, to, o, count, NULL, &q);
        require_probe(r, &q);
    }
    for (i = 0; i < 2; i++) collide_mesh_destroy(m[i]);
}

static void fuzz_plucker(bytes *b)
{
    collide_vec3 v[8], move = take_vec(b), axis = take_vec(b), origin = take_vec(b), mitre = take_vec(b);
    real expel = take_real(b), limit = take_real(b), answer;
    collide_plucker p, q;
    collide_result r;
    int i, count = (int)take_byte(b) % 9 - 1;
    for (i = 0; i < 8; i++) v[i] = take_vec(b);
    p = collide_plucker_from_points(v[0], v[1]);
    q = collide_plucker_from_ray(v[2], v[3]);
    (void)collide_plucker_side(&p, &q);
    for (i = 0; i < 4; i++) {
        answer = -7;
        if (i == 0) r = collide_plucker_vertex_translate(v[7], move, v, count, expel, &answer);
        if (i == 1) r = collide_plucker_edge_translate(v, move, v + 2, mitre, &answer);
        if (i == 2) r = collide_plucker_vertex_rotate(v[7], origin, axis, limit, v, count, expel, &answer);
        if (i == 3) r = collide_plucker_edge_rotate(v, origin, axis, limit, v + 2, mitre, &answer);
        REQUIRE(r >= COLLIDE_ERROR_VERSION && r <= 1);
        if (r == 1) REQUIRE(collide_i_finite(answer) && answer >= 0 && answer <= (i < 2 ? 1 : limit));
        if (r < 0) REQUIRE(!(answer < 0) && !(answer > 0));
    }
}

/* Small meshes anywhere, moving anyhow: an answer or an error, and never inside afterwards unless it began there. */
static void fuzz_trace(bytes *b)
{
    static arena w;
    stage level;
    unsigned flags = take_byte(b);
    int tame = flags & 1, count, i;
    collide_mesh *m[2], *mover = flags & 2 ? NULL : take_mesh(b);
    collide_obstacle o[2];
    collide_pose from = tame ? take_tame_pose(b) : take_pose(b), to = tame ? take_tame_pose(b) : take_pose(b);
    collide_vec3 move = collide_i_sub(to.position, from.position), axis = tame ? to.position : take_vec(b);
    collide_vec3 origin = take_vec(b);
    real angle = tame ? (real)take_byte(b) / 40 - 3 : take_real(b);
    collide_trace t[5];
    collide_slide s;
    collide_contact contact[8];
    collide_trace_desc desc;
    collide_slide_desc climb;
    collide_result r[5];
    for (i = 0; i < 2; i++) {
        m[i] = take_mesh(b);
        o[i].mesh = m[i];
        o[i].pose = flags & 4 ? take_tame_pose(b) : take_pose(b);
    }
    count = !m[0] ? 0 : m[1] && flags & 8 ? 2 : 1;
    desc.expel = tame ? (real)(flags >> 5) / 256 : take_real(b);
    desc.shrink = flags & 16 ? take_real(b) : 0;
    memset(&climb, 0, sizeof climb);
    climb.step_height = take_real(b);
    if (tame) {
        desc.shrink = climb.step_height = 0;
        origin = collide_i_add(from.position, collide_i_scale(axis, COLLIDE_R(0.25)));
        if (!(collide_i_extent(axis) > 0)) axis = collide_i_vec(0, 1, 0);
    }
    r[0] = collide_trace_translate(mover, from, move, o, count, &desc, NULL, &t[0]);
    r[1] = collide_trace_rotate(mover, from, origin, axis, angle, o, count, &desc, NULL, &t[1]);
    r[2] = collide_trace_move(mover, from, to, o, count, &desc, NULL, &t[2]);
    r[3] = collide_trace_ray(from.position, to.position, o, count, &t[3]);
    for (i = 0; i < 4; i++) require_trace(r[i], &t[i]);
    r[4] = collide_trace_slide(mover, from, move, o, count, tame ? NULL : &climb, NULL, &s);
    require_slide(r[4], &s);
    t[4].end = s.end;
    t[4].flags = s.flags;
    i = collide_trace_contacts(mover, from, desc.expel, o, count, NULL, contact, 8);
    for (i = i > 8 ? 8 : i; i > 0; i--) REQUIRE(finite3(contact[i - 1].point) && unit_or_zero(contact[i - 1].normal));
    if (mover && count) {
        i = collide_mesh_overlap(mover, from, o[0].mesh, o[0].pose, NULL);
        REQUIRE(i >= COLLIDE_ERROR_VERSION && i <= 1);
    }
    if (tame && count && collide_pose_valid(o[0].pose) && collide_pose_valid(o[1].pose) &&
        collide_i_extent(o[0].pose.position) < 64 && (count < 2 || collide_i_extent(o[1].pose.position) < 64)) {
        stage_make(&level, o, count);
        stage_grid(&level);
        arena_make(&w, mover, &level);
        arena_pose(&w, from);
        if (!arena_inside(&w) && arena_distance(&w, 1) > 512 * (wide)COLLIDE_I_EPSILON * 64)
            for (i = 0; i < 5; i++) {
                if (i == 3) continue;
                REQUIRE(r[i] >= 0 && !(t[i].flags & COLLIDE_STARTED_INSIDE));
                arena_pose(&w, t[i].end);
                REQUIRE(!arena_inside(&w));
            }
        stage_free(&w.mover);
        stage_free(&level);
    }
    for (i = 0; i < 2; i++) collide_mesh_destroy(m[i]);
    collide_mesh_destroy(mover);
}

/* Boxes on a coarse grid, or any at all, come, move, go and are asked for in any order: always as brute force has
   it. */
static void fuzz_sweep(bytes *b)
{
    static swarm all;
    collide_sweep_desc desc = {0, 0, 0, 0, NULL};
    collide_sweep *s;
    unsigned flags = take_byte(b), gone[256];
    int steps, goners = 0, k, count, i;
    desc.flags = flags % 3;
    desc.margin = flags & 4 ? COLLIDE_R(0.25) : 0;
    desc.max_boxes = flags & 8 ? 100 : 0;
    REQUIRE(collide_sweep_create(&s, &desc) == COLLIDE_OK);
    swarm_clear(&all);
    for (steps = 0; steps < 400 && b->left > 0; steps++) {
        unsigned op = take_byte(b), id = take_byte(b) % 128;
        int live = (int)id < all.used && all.live[id], valid;
        collide_aabb box;
        collide_result r;
        if (op & 8) {
            unsigned x = take_byte(b), y = take_byte(b);
            box.lower = collide_i_vec((real)(x & 15u), (real)(x >> 4), (real)(y & 15u));
            box.upper = collide_i_add(box.lower, collide_i_vec((real)(y >> 4 & 3u), (real)(y >> 6), (real)(op >> 6)));
        } else {
            box.lower = take_vec(b);
            box.upper = op & 16 ? take_vec(b) : box.lower;
        }
        valid = collide_i_aabb_valid(&box);
        switch (op % 8) {
        case 0:
        case 1:
        case 2:
            r = collide_sweep_add(s, box, op >> 5, id % 8, &id);
            REQUIRE(r == (valid ? COLLIDE_OK : COLLIDE_ERROR_ARGUMENT) || r == COLLIDE_ERROR_FULL);
            if (r < 0) break;
            REQUIRE((int)id >= all.used || !all.live[id]);
            for (k = 0; k < goners; k++) REQUIRE(gone[k] != id);
            swarm_put(&all, id, box, op >> 5, 0);
            all.mask[id] = s->filters[id].mask;
            break;
        case 3:
        case 4:
            r = collide_sweep_move(s, id, box);
            REQUIRE(r == (!valid ? COLLIDE_ERROR_ARGUMENT : live ? COLLIDE_OK : COLLIDE_ERROR_HANDLE));
            if (r == COLLIDE_OK) all.box[id] = box;
            break;
        case 5:
            r = collide_sweep_remove(s, id);
            REQUIRE(r == (live ? COLLIDE_OK : COLLIDE_ERROR_HANDLE));
            if (r == COLLIDE_OK) all.live[id] = 0;
            if (r == COLLIDE_OK && goners < 256) gone[goners++] = id;
            break;
        case 6:
            if (valid) {
                unsigned out[128];
                collide_sweep_hit hits[128];
                count = collide_sweep_query_box(s, box, 0, out, 128);
                REQUIRE(count >= 0 && count <= 128);
                for (i = 1; i < count; i++) REQUIRE(out[i - 1] < out[i]);
                k = collide_sweep_query_cast(s, box, collide_i_vec(0, 0, 0), 0, hits, 128);
                REQUIRE(k >= count);
                k = collide_sweep_query_cast(s, box, collide_i_vec((real)id, 1, -(real)id), 0, hits, 128);
                REQUIRE(k >= count);
                for (i = 0; i < k; i++) REQUIRE(hits[i].time >= (i ? hits[i - 1].time : 0) && hits[i].time <= 1);
            }
            break;
        default:
            count = collide_sweep_update(s);
            REQUIRE(count >= 0 && swarm_update(&all, desc.margin));
            REQUIRE(!swarm_differs(&all, s));
            goners = 0;
            break;
        }
    }
    collide_sweep_destroy(s);
}

/* Any poses and any walk: an answer or an error; small polytopes: the answer of the convex query. */
static void fuzz_nearest(bytes *b)
{
    collide_mesh *m[2] = {NULL, NULL};
    unsigned flags = take_byte(b);
    collide_feature_pair walk;
    collide_pose pose[2];
    collide_closest c, d;
    collide_result r, q;
    size_t i;
    int k;
    for (k = 0; k < 2; k++) {
        real points[36];
        int count = 4 + (int)(take_byte(b) % 9);
        for (i = 0; i < 3 * (size_t)count; i++) points[i] = (real)((int)(take_byte(b) % 17) - 8) / 4;
        if (collide_mesh_create_hull(&m[k], points, count, NULL) < 0)
            REQUIRE(collide_mesh_create_box(&m[k], collide_i_vec(1, COLLIDE_R(0.5), 2), NULL) == COLLIDE_OK);
        pose[k] = flags & 1 ? take_pose(b) : take_tame_pose(b);
    }
    memset(&walk, 0, sizeof walk);
    for (i = 0; i < sizeof walk && flags & 2; i++) ((unsigned char *)&walk)[i] = (unsigned char)take_byte(b);
    if (flags & 4) {
        walk.kind_a &= 3;
        walk.kind_b &= 3;
        walk.feature_a &= 7;
        walk.feature_b &= 7;
    }
    for (k = 0; k < 2; k++) {
        r = collide_nearest(m[0], pose[0], m[1], pose[1], &walk, &c);
        require_closest(r, &c);
        q = collide_distance(collide_shape_hull(m[0]), pose[0], collide_shape_hull(m[1]), pose[1], NULL, &d);
        REQUIRE((r < 0) == (q < 0));
        if (r >= 0 && !(flags & 1)) REQUIRE(collide_i_abs(c.distance - d.distance) <= 128 * COLLIDE_I_EPSILON * 16);
    }
    collide_mesh_destroy(m[0]);
    collide_mesh_destroy(m[1]);
}

/* Any meshes on any way: an answer or an error, never nonsense. Small ones on tame ways: what brute force finds. */
static void fuzz_screen(bytes *b)
{
    static collide_collision list[512];
    unsigned flags = take_byte(b), kind = take_byte(b);
    rng r;
    collide_mesh *m[2];
    collide_pose p[4];
    collide_screen_desc d;
    int i, j, n, tame = flags & 1;
    r.state = take_byte(b);
    for (i = 0; i < 2; i++) m[i] = make_screen_shape(&r, (int)((i ? kind >> 4 : kind & 15u) % 8u));
    REQUIRE(m[0] && m[1]);
    for (i = 0; i < 4; i++) p[i] = tame ? take_tame_pose(b) : take_pose(b);
    if (flags & 2) p[1] = p[0];
    memset(&d, 0, sizeof d);
    if (flags & 4) d.resolution = tame ? (real)(1 + take_byte(b)) / 128 : take_real(b);
    if (flags & 8) d.max_improper = tame ? 2 : take_real(b);
    if (flags & 16) d.margin = tame ? (real)take_byte(b) / 1024 : take_real(b);
    if (flags & 32) d.flags = COLLIDE_SCREEN_RASTER_ONLY;
    n = collide_screen(m[0], p[0], p[1], m[1], p[2], p[3], &d, NULL, list, 512);
    REQUIRE(n >= COLLIDE_ERROR_VERSION);
    for (i = 0; i < n && i < 512; i++) {
        REQUIRE(list[i].time >= 0 && list[i].time <= 1 && (i == 0 || list[i].time >= list[i - 1].time));
        REQUIRE(list[i].properness >= -1 && list[i].properness <= COLLIDE_R(1.001) && list[i].distance >= 0);
        REQUIRE(finite3(list[i].point_a) && finite3(list[i].point_b) && finite3(list[i].normal));
        REQUIRE(collide_i_abs(collide_i_dot(list[i].normal, list[i].normal) - 1) < 64 * COLLIDE_I_EPSILON);
        REQUIRE(list[i].kind >= COLLIDE_VF && list[i].kind <= COLLIDE_EE);
    }
    if (tame && !(flags & 56) && n <= 512 && collide_mesh_face_count(m[0]) + collide_mesh_face_count(m[1]) <= 20) {
        scene s;
        wide tol;
        scene_begin(&s, m[0], p, m[1], p + 2);
        scene_events(&s);
        tol = 8 * (wide)EPS * s.size;
        for (i = 0; i < n; i++) REQUIRE(collision_gap(&s, &list[i]) <= 2 * tol);
        for (j = 0; j < s.count; j++) {
            int found = 0;
            const event *v = &s.list[j];
            if (!event_required(&s, v, 0.1, tol)) continue;
            for (i = 0; i < n; i++)
                found += list[i].kind == v->kind && list[i].feature_a == v->a && list[i].feature_b == v->b &&
                         WIDE(fabs)((wide)list[i].time - v->time) * v->speed <= tol;
            REQUIRE(found == 1);
        }
        scene_end(&s);
    }
    n = collide_screen_records(m[0], p[0], p[1], m[1], p[2], p[3], &d, NULL, NULL, 0);
    REQUIRE(n >= COLLIDE_ERROR_VERSION);
    collide_mesh_destroy(m[0]);
    collide_mesh_destroy(m[1]);
}

/* Any program of operations, in any kind of world: always as brute force has it where that is quick. */
static void fuzz_world(bytes *b)
{
    const unsigned how = take_byte(b);
    collide_world_desc d;
    int i, updates = 0;
    memset(&d, 0, sizeof d);
    d.continuous = how & 1;
    d.margin = how & 2 ? COLLIDE_R(0.25) : 0;
    if (how & 4) {
        d.max_bodies = 20;
        d.max_pairs = 20 * 19 / 2;
    }
    REQUIRE(make_things() && collide_world_create(&the_play.world, &d) == COLLIDE_OK);
    play_begin(&the_play, the_play.world, &d, 32);
    for (i = 0; i < 200 && b->left > 0; i++) {
        rng r;
        collide_world_hit hit;
        const char *wrong = NULL;
        r.state = take_byte(b);
        r.state |= take_byte(b) << 8;
        if (how & 4 && (the_play.count >= 12 || the_play.used >= 20)) r.state |= 1u << 20; /* never so full */
        if (how & 4 && the_play.used >= 20)
            (void)0;
        else
            wrong = play_act(&the_play, &r, how & 1 ? CONVEX_THINGS : THINGS, 3);
        REQUIRE(!wrong);
        if (take_byte(b) % 8) continue;
        if (updates++ < 4 || !(how & 8))
            REQUIRE(!play_wrong(&the_play, collide_world_update(the_play.world)));
        else
            REQUIRE(collide_world_update(the_play.world) >= 0);
        play_advance(&the_play);
        REQUIRE(collide_world_ray(the_play.world, take_vec(b), take_vec(b), 0, NULL, &hit, 1) >= COLLIDE_ERROR_VERSION);
    }
    collide_world_destroy(the_play.world);
}

#ifdef TESTS_FUZZ

static void (*const fuzz_targets[])(bytes *) = {fuzz_math,    fuzz_memory, fuzz_tree,   fuzz_mesh,    fuzz_obj,
                                                fuzz_block,   fuzz_gjk,    fuzz_probe,  fuzz_plucker, fuzz_trace,
                                                fuzz_nearest, fuzz_sweep,  fuzz_screen, fuzz_world};
enum { FUZZ_TARGETS = (int)(sizeof fuzz_targets / sizeof *fuzz_targets) };

#ifdef __cplusplus
extern "C"
#endif
    int
    LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); /* TESTS_FUZZ_ONLY=n fuzzes one section */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b;
    if (size == 0) return 0;
    b.data = data + 1;
    b.left = size - 1;
#ifdef TESTS_FUZZ_ONLY
    TESTS_FUZZ_ONLY(&b);
#else
    fuzz_targets[data[0] % FUZZ_TARGETS](&b);
#endif
    return 0;
}

#elif defined(TESTS_HASH)

int main(void)
{
    int i;
    for (i = 0; i < HASH_ROWS; i++) {
        uint64_t h = hash_rows[i].hash();
        printf("%s %08lx%08lx\n", hash_rows[i].section, (unsigned long)(h >> 32), (unsigned long)(h & 0xFFFFFFFFu));
    }
    return 0;
}

#else /* ------------------------------------------------------------------------------------------------ the tests */

/* A figure worth reading: printed by `make soak` and by -v. */
static void tell(const char *format, ...)
{
    va_list list;
#ifndef TESTS_SOAK
    if (!GREATEST_IS_VERBOSE()) return;
#endif
    va_start(list, format);
    printf("    ");
    vprintf(format, list);
    printf("\n");
    va_end(list);
}

/* Random bytes for the fuzz target of a section. */
static void run_fuzz_target(void (*target)(bytes *), unsigned test, int count)
{
    rng r = rng_for(test);
    unsigned char data[512];
    int i;
    size_t k;
    for (i = 0; i < count; i++) {
        bytes b;
        b.data = data;
        b.left = next_below(&r, sizeof data);
        for (k = 0; k < b.left; k++) data[k] = (unsigned char)next_below(&r, 256);
        target(&b);
    }
}

/* ---- [CONFIG] ---- */

TEST results_have_sentences(void)
{
    int r;
    for (r = -20; r < 20; r++) {
        const char *text = collide_result_text(r);
        ASSERT(text != NULL);
        ASSERT(strlen(text) >= 3);
        ASSERT((strcmp(text, "an unknown error") == 0) == (r < COLLIDE_ERROR_VERSION));
    }
    ASSERT_STR_EQ("hit", collide_result_text(COLLIDE_HIT));
    ASSERT_EQ(0, COLLIDE_MISS);
    ASSERT_EQ(0, COLLIDE_OK);
    ASSERT(strstr(collide_result_text(COLLIDE_ERROR_MEMORY), "memory") != NULL);
    ASSERT(strstr(collide_result_text(COLLIDE_ERROR_MESH), "mesh") != NULL);
    PASS();
}

static char *read_file(const char *name)
{
    FILE *f = fopen(name, "rb");
    char *text = NULL;
    long size;
    if (!f) return NULL;
    if (fseek(f, 0, SEEK_END) == 0 && (size = ftell(f)) >= 0 && fseek(f, 0, SEEK_SET) == 0) {
        text = (char *)malloc((size_t)size + 1);
        if (text) text[fread(text, 1, (size_t)size, f)] = 0;
    }
    fclose(f);
    return text;
}

/* Each tag of the contents heads a section in the API half and one in the implementation half, in the same order,
   and there are no other sections. */
TEST contents_match_sections(void)
{
    char *text = read_file("collide.h"), *contents, *half, *line, *api, *implementation;
    char tag[32], wanted[64];
    int sections = 0, headings = 0;
    ASSERTm("run me where collide.h is", text != NULL);
    contents = strstr(text, "CONTENTS");
    half = strstr(text, "#ifndef COLLIDE_H\n");
    ASSERT(contents && half && contents < half);
    api = half;
    implementation = strstr(half, "#define COLLIDE_H_IMPLEMENTATION");
    ASSERT(implementation != NULL);
    for (line = strchr(contents, '\n') + 1; strncmp(line, "\n", 1) == 0 || strncmp(line, "       [", 8) == 0;
         line = strchr(line, '\n') + 1) {
        if (*line == '\n' || sscanf(line, " [%31[A-Z]]", tag) != 1) continue;
        sections++;
        snprintf(wanted, sizeof wanted, "\n   [%s] ", tag);
        api = strstr(api, wanted);
        ASSERTm(failed_case("[%s]", tag), api != NULL && api < implementation);
        ASSERTm(failed_case("[%s]", tag), strncmp(api - 3, "API", 3) == 0);
        api++;
    }
    ASSERT(sections >= 3);
    for (line = strchr(contents, '\n') + 1; strncmp(line, "\n", 1) == 0 || strncmp(line, "       [", 8) == 0;
         line = strchr(line, '\n') + 1) {
        if (*line == '\n' || sscanf(line, " [%31[A-Z]]", tag) != 1) continue;
        snprintf(wanted, sizeof wanted, "IMPLEMENTATION\n   [%s] ", tag);
        implementation = strstr(implementation, wanted);
        ASSERTm(failed_case("[%s]", tag), implementation != NULL);
        implementation++;
    }
    for (line = half; (line = strstr(line, "\n   [")) != NULL; line++) headings++;
    ASSERT_EQ(2 * sections, headings);
    free(text);
    PASS();
}

/* The same bits here as on every other machine. */
TEST results_are_the_same_everywhere(void)
{
    int i;
    for (i = 0; i < HASH_ROWS; i++) {
        const uint32_t *want = sizeof(real) == 4 ? hash_rows[i].in_float : hash_rows[i].in_double;
        uint64_t h = hash_rows[i].hash();
        ASSERTm(failed_case("[%s] hashes to %08lx %08lx", hash_rows[i].section, (unsigned long)(h >> 32),
                            (unsigned long)(h & 0xFFFFFFFFu)),
                want[0] == h >> 32 && want[1] == (h & 0xFFFFFFFFu));
    }
    PASS();
}

#ifdef TESTS_TWO_FILES
#ifdef __cplusplus
extern "C" {
#endif
size_t other_file_real(void);
collide_pose other_file_pose(collide_real radians);
const char *other_file_text(collide_result r);
#ifdef __cplusplus
}
#endif

TEST another_file_gives_the_same(void)
{
    collide_pose p = other_file_pose(2);
    ASSERT_EQ(sizeof(collide_real), other_file_real());
    ASSERT_STR_EQ(collide_result_text(-3), other_file_text(-3));
    ASSERT_IN_RANGE(0, (double)collide_vec3_length(p.position), 32 * EPS);
    ASSERT_IN_RANGE(1, (double)collide_i_abs(p.rotation.w), 4 * EPS);
    PASS();
}
#endif

SUITE(config)
{
    RUN_TEST(results_have_sentences);
    RUN_TEST(contents_match_sections);
    RUN_TEST(results_are_the_same_everywhere);
#ifdef TESTS_TWO_FILES
    RUN_TEST(another_file_gives_the_same);
#endif
}

/* ---- [MATH] ---- */

/* libm in the wider type is the reference, where there is one. */
#ifdef COLLIDE_DOUBLE
#define WIDE_ENOUGH (LDBL_MANT_DIG >= 64)
#define MOST_ULP 2.0
#else
#define WIDE_ENOUGH 1
#define MOST_ULP 1.0
#endif

typedef struct {
    double ulp;
    real x, y;
} worst_case;

/* Distance of `got` from the true value, in ulps of the type at the true value. */
static double ulps(real got, wide want)
{
    wide off = (wide)got - want;
    int e;
    if (off < 0) off = -off;
    e = want < 0 || want > 0 ? WIDE(ilogb)(want) : -COLLIDE_I_BIAS;
    if (e < 1 - COLLIDE_I_BIAS) e = 1 - COLLIDE_I_BIAS;
    return (double)WIDE(ldexp)(off, COLLIDE_I_MANTISSA - e);
}

static void keep_worst(worst_case *w, double ulp, real x, real y)
{
    if (!(ulp <= w->ulp)) {
        w->ulp = ulp;
        w->x = x;
        w->y = y;
    }
}

/* Any angle, any multiple of a quarter turn with its neighbours, tiny ones, and the whole number range. */
static real next_angle(rng *r)
{
    real x;
    switch (next_below(r, 4)) {
    case 0: return next_real(r) * 8192;
    case 1:
        x = (real)((int)next_below(r, 10431) - 5215) * COLLIDE_R(1.57079632679489662);
        return collide_i_from_bits(collide_i_to_bits(x) + next_below(r, 5));
    case 2: return next_scaled(r, COLLIDE_I_BIAS - 2);
    default: return next_real(r) * 4;
    }
}

TEST sin_and_cos_to_the_last_digit(void)
{
    worst_case s = {0, 0, 0}, c = {0, 0, 0};
    rng r = rng_for(100);
    int i, count = COUNT(1000000, 10000000);
    if (!WIDE_ENOUGH) SKIPm("libm has no wider type here");
    for (i = 0; i < count; i++) {
        real x = next_angle(&r);
        keep_worst(&s, ulps(collide_sin(x), WIDE(sin)(x)), x, 0);
        keep_worst(&c, ulps(collide_cos(x), WIDE(cos)(x)), x, 0);
    }
    tell("seed %lu, %d angles: sin %.3f ulp at %.17g, cos %.3f ulp at %.17g", (unsigned long)tests_seed, count, s.ulp,
         (double)s.x, c.ulp, (double)c.x);
    ASSERTm(failed_case("sin(%.17g) is %g ulp off", (double)s.x, s.ulp), s.ulp <= MOST_ULP);
    ASSERTm(failed_case("cos(%.17g) is %g ulp off", (double)c.x, c.ulp), c.ulp <= MOST_ULP);
    PASS();
}

TEST atan2_to_the_last_digit(void)
{
    worst_case a = {0, 0, 0};
    rng r = rng_for(101);
    int i, count = COUNT(1000000, 60000000);
    if (!WIDE_ENOUGH) SKIPm("libm has no wider type here");
    for (i = 0; i < count; i++) {
        real x = next_real(&r), y = next_real(&r);
        if (i % 4 == 1) y = x * next_between(&r, COLLIDE_R(0.41), COLLIDE_R(0.42)); /* where the formula changes */
        if (i % 4 == 2) y = collide_i_from_bits(collide_i_to_bits(x) + next_below(&r, 4));
        if (i % 4 == 3) {
            x = next_scaled(&r, COLLIDE_I_BIAS - 2);
            y = next_scaled(&r, COLLIDE_I_BIAS - 2);
        }
        if (i % 8 == 7) y = x * next_scaled(&r, 20);
        if (!collide_i_finite(y)) continue;
        keep_worst(&a, ulps(collide_atan2(y, x), WIDE(atan2)(y, x)), x, y);
    }
    tell("seed %lu, %d pairs: atan2 %.3f ulp at y = %.17g, x = %.17g", (unsigned long)tests_seed, count, a.ulp,
         (double)a.y, (double)a.x);
    ASSERTm(failed_case("atan2(%.17g, %.17g) is %g ulp off", (double)a.y, (double)a.x, a.ulp), a.ulp <= MOST_ULP);
    PASS();
}

#if defined(TESTS_SOAK) && !defined(COLLIDE_DOUBLE)
/* Every float of [-8192, 8192]: the negative ones by symmetry to the bit. */
TEST sin_and_cos_exhaustively(void)
{
    worst_case s = {0, 0, 0}, c = {0, 0, 0};
    uint32_t u, last = collide_i_to_bits(8192);
    for (u = 0; u <= last; u++) {
        real x = collide_i_from_bits(u), sx = collide_sin(x), cx = collide_cos(x);
        keep_worst(&s, ulps(sx, sin((double)x)), x, 0);
        keep_worst(&c, ulps(cx, cos((double)x)), x, 0);
        if ((collide_i_to_bits(collide_sin(-x)) ^ collide_i_to_bits(sx)) != COLLIDE_I_SIGN ||
            collide_i_to_bits(collide_cos(-x)) != collide_i_to_bits(cx))
            FAILm(failed_case("sin or cos of -%.9g", (double)x));
    }
    tell("%lu floats of each sign: sin %.3f ulp at %.9g, cos %.3f ulp at %.9g", (unsigned long)last + 1, s.ulp,
         (double)s.x, c.ulp, (double)c.x);
    ASSERT(s.ulp <= 1 && c.ulp <= 1);
    PASS();
}
#endif

TEST trigonometry_at_special_values(void)
{
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1)), nan = inf - inf;
    const real pi = COLLIDE_R(3.14159265358979324);
    const real values[] = {0, -COLLIDE_R(0.0), 1, -1, inf, -inf};
    int i, k;
    ASSERT_EQ(0, collide_sin(0));
    ASSERT_EQ(1, collide_cos(0));
    ASSERT(collide_i_negative(collide_sin(-COLLIDE_R(0.0))));
    ASSERT(isnan(collide_sin(inf)) && isnan(collide_cos(-inf)) && isnan(collide_sin(nan)));
    ASSERT(isnan(collide_atan2(nan, 1)) && isnan(collide_atan2(1, nan)) && isnan(collide_atan2(inf, 1)));
    for (i = 0; i < 4; i++)
        for (k = 0; k < 4; k++) { /* the signs of zeros, as libm has them */
            real got = collide_atan2(values[i], values[k]), want = (real)atan2((double)values[i], (double)values[k]);
            ASSERT_EQ(collide_i_to_bits(want), collide_i_to_bits(got));
        }
    ASSERT_EQ(pi, collide_atan2(0, -1));
    ASSERT_EQ(-pi, collide_atan2(-COLLIDE_R(0.0), -1));
    PASS();
}

TEST selftest_is_silent(void)
{
    ASSERT_EQ(0, collide_fp_selftest());
    PASS();
}

/* Sums and products as pairs, checked in integers modulo 2^64. */
TEST pairs_are_exact(void)
{
    rng r = rng_for(102);
    int i, bits = COLLIDE_I_MANTISSA + 1;
    for (i = 0; i < COUNT(100000, 1000000); i++) {
        int64_t a = (int64_t)(next_bits(&r) >> (64 - bits + (int)next_below(&r, 8))),
                b = (int64_t)(next_bits(&r) >> (64 - bits));
        collide_i_pair p = collide_i_two_product((real)a, (real)-b), s = collide_i_two_sum((real)a, (real)-b);
        double two64 = 18446744073709551616.0;
        double hi = fmod(-(double)p.hi, two64); /* -hi - lo = a b */
        ASSERTm(failed_case("case %d", i), (uint64_t)hi + (uint64_t)(int64_t)-p.lo == (uint64_t)a * (uint64_t)b);
        ASSERTm(failed_case("case %d", i), collide_i_abs(p.lo) <= collide_i_abs(p.hi) * COLLIDE_I_EPSILON / 2);
        ASSERTm(failed_case("case %d", i), (int64_t)s.hi + (int64_t)s.lo == a - b);
        if (collide_i_abs(s.hi) > 0) ASSERT(collide_i_abs(s.lo) <= collide_i_abs(s.hi) * COLLIDE_I_EPSILON / 2);
    }
    PASS();
}

/* Rotation by Rodrigues' formula in double: v cos + (k x v) sin + k (k.v)(1 - cos). */
static void rodrigues(const double axis[3], double angle, const double v[3], double out[3])
{
    double l = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]), k[3], c = cos(angle), s = sin(angle), d;
    int i;
    for (i = 0; i < 3; i++) k[i] = axis[i] / l;
    d = k[0] * v[0] + k[1] * v[1] + k[2] * v[2];
    for (i = 0; i < 3; i++)
        out[i] =
            v[i] * c + (k[(i + 1) % 3] * v[(i + 2) % 3] - k[(i + 2) % 3] * v[(i + 1) % 3]) * s + k[i] * d * (1 - c);
}

TEST poses_match_rodrigues(void)
{
    rng r = rng_for(103);
    double worst = 0;
    int i, k;
    for (i = 0; i < COUNT(50000, 1000000); i++) {
        real scale = power_of_two((int)next_below(&r, 60) - 30), angle = next_real(&r) * 7;
        collide_vec3 axis = next_vec(&r, scale), x = next_vec(&r, 1);
        collide_pose p, matrix;
        real m[16];
        double a[3], v[3], want[3], got[3], direct[3];
        p.position = next_vec(&r, 1);
        p.rotation = collide_quat_from_axis_angle(axis, angle);
        a[0] = (double)axis.x, a[1] = (double)axis.y, a[2] = (double)axis.z;
        v[0] = (double)x.x, v[1] = (double)x.y, v[2] = (double)x.z;
        rodrigues(a, (double)angle, v, want);
        if (i & 1) { /* not of unit length: normalised on entry */
            real f = next_between(&r, COLLIDE_R(0.51), COLLIDE_R(1.95));
            p.rotation.x *= f;
            p.rotation.y *= f;
            p.rotation.z *= f;
            p.rotation.w *= f;
        }
        x = collide_pose_apply(p, x);
        got[0] = (double)x.x, got[1] = (double)x.y, got[2] = (double)x.z;
        want[0] += (double)p.position.x, want[1] += (double)p.position.y, want[2] += (double)p.position.z;
        collide_pose_to_matrix(p, m);
        matrix = collide_pose_from_matrix(m);
        for (k = 0; k < 3; k++) {
            direct[k] = (double)m[k] * v[0] + (double)m[4 + k] * v[1] + (double)m[8 + k] * v[2] + (double)m[12 + k];
            worst = fmax(worst, fmax(fabs(got[k] - want[k]), fabs(direct[k] - want[k])));
        }
        ASSERTm(failed_case("case %d: off by %g", i, worst), worst < 12 * EPS);
        ASSERT(m[3] + m[7] + m[11] == 0 && m[15] == 1);
        { /* the same rotation back, up to the sign of the quaternion */
            collide_pose back = collide_pose_compose(collide_pose_inverse(p), matrix);
            double off = fabs((double)back.rotation.x) + fabs((double)back.rotation.y) + fabs((double)back.rotation.z);
            ASSERTm(failed_case("case %d: matrix and back %g", i, off), off < 12 * EPS);
            ASSERTm(failed_case("case %d", i), collide_vec3_length(back.position) < 16 * COLLIDE_I_EPSILON);
        }
    }
    tell("seed %lu: poses off by %.2f eps", (unsigned long)tests_seed, worst / EPS);
    PASS();
}

TEST poses_form_a_group(void)
{
    rng r = rng_for(104);
    int i;
    for (i = 0; i < COUNT(20000, 1000000); i++) {
        collide_pose a = next_pose(&r, 4), b = next_pose(&r, 4), c = next_pose(&r, 4), p, q;
        collide_vec3 x = next_vec(&r, 4), one, two;
        p = collide_pose_compose(collide_pose_compose(a, b), c);
        q = collide_pose_compose(a, collide_pose_compose(b, c));
        one = collide_pose_apply(p, x);
        two = collide_pose_apply(a, collide_pose_apply(b, collide_pose_apply(c, x)));
        ASSERTm(failed_case("case %d", i), collide_vec3_length(collide_vec3_sub(one, two)) < 100 * COLLIDE_I_EPSILON);
        two = collide_pose_apply(q, x);
        ASSERTm(failed_case("case %d", i), collide_vec3_length(collide_vec3_sub(one, two)) < 100 * COLLIDE_I_EPSILON);
        one = collide_pose_apply(collide_pose_inverse(a), collide_pose_apply(a, x));
        two = collide_pose_apply_inverse(a, collide_pose_apply(a, x));
        ASSERTm(failed_case("case %d", i), collide_vec3_length(collide_vec3_sub(one, x)) < 100 * COLLIDE_I_EPSILON);
        ASSERTm(failed_case("case %d", i), collide_vec3_length(collide_vec3_sub(two, x)) < 100 * COLLIDE_I_EPSILON);
        p = collide_pose_compose(a, collide_pose_identity());
        ASSERT_MEM_EQ(&a.position, &p.position, sizeof p.position);
    }
    PASS();
}

TEST zero_rotation_is_the_identity(void)
{
    collide_pose zero, p;
    collide_vec3 x = {1, 2, 3}, y;
    real m[16];
    memset(&zero, 0, sizeof zero);
    zero.position.x = 5;
    y = collide_pose_apply(zero, x);
    ASSERT(y.x == 6 && y.y == 2 && y.z == 3);
    p = collide_pose_inverse(zero);
    ASSERT(p.position.x == -5 && p.rotation.w == 1);
    collide_pose_to_matrix(zero, m);
    ASSERT(m[0] == 1 && m[5] == 1 && m[10] == 1 && m[15] == 1 && m[12] == 5 && m[1] == 0);
    ASSERT(collide_pose_valid(zero));
    PASS();
}

/* Nothing that is no rotation gets through, and what is refused comes back as zeros. */
TEST bad_poses_are_refused(void)
{
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1)), nan = inf - inf;
    const real bad[] = {nan, inf, -inf, power_of_two(COLLIDE_I_LARGEST_EXPONENT + 1), 10, COLLIDE_R(0.1)};
    collide_pose zero, p, out;
    collide_vec3 x = {1, 2, 3}, axis = {0, 0, 0}, none;
    collide_aabb box = {{-1, -1, -1}, {1, 1, 1}}, empty;
    real m[16];
    unsigned i, k;
    memset(&zero, 0, sizeof zero);
    memset(&none, 0, sizeof none);
    memset(&empty, 0, sizeof empty);
    for (i = 0; i < sizeof bad / sizeof *bad; i++)
        for (k = 0; k < 7; k++) {
            p = collide_pose_identity();
            if (k < 4) memset(&p.rotation, 0, sizeof p.rotation);
            if (k >= 4 && i >= 4) continue; /* a position may well be 10 */
            if (k == 0) p.rotation.x = bad[i];
            if (k == 1) p.rotation.y = bad[i];
            if (k == 2) p.rotation.z = bad[i];
            if (k == 3) p.rotation.w = bad[i];
            if (k == 4) p.position.x = bad[i];
            if (k == 5) p.position.y = bad[i];
            if (k == 6) p.position.z = bad[i];
            ASSERT_FALSE(collide_pose_valid(p));
            out = collide_pose_inverse(p);
            ASSERT_MEM_EQ(&zero, &out, sizeof out);
            out = collide_pose_compose(p, collide_pose_identity());
            ASSERT_MEM_EQ(&zero, &out, sizeof out);
            out = collide_pose_compose(collide_pose_identity(), p);
            ASSERT_MEM_EQ(&zero, &out, sizeof out);
            axis = collide_pose_apply(p, x);
            ASSERT_MEM_EQ(&none, &axis, sizeof axis);
            empty = collide_aabb_transform(box, p);
            ASSERT(empty.lower.x == 0 && empty.upper.z == 0);
            collide_pose_to_matrix(p, m);
            ASSERT(m[0] == 0 && m[15] == 0 && m[12] == 0);
        }
    for (k = 0; k < 16; k++) { /* one bad entry of sixteen; scaled, sheared, mirrored */
        for (i = 0; i < 4; i++) {
            collide_pose_to_matrix(collide_pose_identity(), m);
            m[k] = bad[i];
            out = collide_pose_from_matrix(m);
            ASSERT_MEM_EQ(&zero, &out, sizeof out);
        }
        if (k % 5 == 0 || k % 4 == 3) {
            collide_pose_to_matrix(collide_pose_identity(), m);
            m[k] += COLLIDE_R(0.05);
            out = collide_pose_from_matrix(m);
            ASSERT_MEM_EQ(&zero, &out, sizeof out);
            if (k % 5 == 0) m[k] = -1;
            out = collide_pose_from_matrix(m);
            ASSERT_MEM_EQ(&zero, &out, sizeof out);
        }
    }
    out = collide_pose_from_matrix(NULL);
    ASSERT_MEM_EQ(&zero, &out, sizeof out);
    axis = collide_i_vec(0, 0, 0);
    out.rotation = collide_quat_from_axis_angle(axis, 1);
    ASSERT_MEM_EQ(&zero.rotation, &out.rotation, sizeof out.rotation);
    axis.y = nan;
    out.rotation = collide_quat_from_axis_angle(axis, 1);
    ASSERT_MEM_EQ(&zero.rotation, &out.rotation, sizeof out.rotation);
    out.rotation = collide_quat_from_axis_angle(x, inf);
    ASSERT_MEM_EQ(&zero.rotation, &out.rotation, sizeof out.rotation);
    ASSERT_EQ(0, collide_aabb_overlap(box, empty) & 2);
    box.lower.x = 2;
    ASSERT_EQ(0, collide_aabb_overlap(box, box)); /* inverted */
    box.lower.x = nan;
    ASSERT_EQ(0, collide_aabb_overlap(box, box));
    PASS();
}

TEST lengths_at_every_scale(void)
{
    rng r = rng_for(105);
    int i, e;
    for (e = -COLLIDE_I_BIAS + 1; e < COLLIDE_I_BIAS - 1; e++)
        for (i = 0; i < 20; i++) {
            collide_vec3 v = next_vec(&r, 1), u, w;
            real length, exact = collide_vec3_length(v), scale = power_of_two(e);
            v.x += v.x < 0 ? -1 : 1; /* away from 0, so that scaling loses no digits */
            exact = collide_i_sqrt(collide_i_dot(v, v));
            w = collide_vec3_normalize(v);
            v = collide_i_vec(v.x * scale, v.y * scale, v.z * scale);
            u = collide_vec3_normalize(v);
            length = collide_vec3_length(v);
            ASSERTm(failed_case("2^%d: %g", e, (double)length),
                    collide_i_abs(length / scale - exact) < 4 * COLLIDE_I_EPSILON);
            if (e > 30 - COLLIDE_I_BIAS)
                ASSERTm(failed_case("2^%d", e), collide_vec3_length(collide_vec3_sub(u, w)) < 4 * COLLIDE_I_EPSILON);
        }
    PASS();
}

/* The transformed box holds the eight transformed corners, tightly; boxes overlap where all three intervals do. */
TEST boxes_hold_their_corners(void)
{
    rng r = rng_for(106);
    int i, k;
    for (i = 0; i < COUNT(20000, 1000000); i++) {
        collide_vec3 a = next_vec(&r, 2), b = next_vec(&r, 2), c;
        collide_aabb box, out, hull = {{1000, 1000, 1000}, {-1000, -1000, -1000}};
        collide_pose p = next_pose(&r, 2);
        double off;
        box.lower = collide_i_lowest(a, b);
        box.upper = collide_i_highest(a, b);
        out = collide_aabb_transform(box, p);
        for (k = 0; k < 8; k++) {
            c = collide_i_vec(k & 1 ? a.x : b.x, k & 2 ? a.y : b.y, k & 4 ? a.z : b.z);
            c = collide_pose_apply(p, c);
            hull.lower = collide_i_lowest(hull.lower, c);
            hull.upper = collide_i_highest(hull.upper, c);
        }
        off = (double)collide_vec3_length(collide_vec3_sub(hull.lower, out.lower)) +
              (double)collide_vec3_length(collide_vec3_sub(hull.upper, out.upper));
        ASSERTm(failed_case("case %d: off by %g", i, off), off < 60 * EPS);
        out = collide_aabb_transform(box, collide_pose_identity());
        ASSERT_MEM_EQ(&box, &out, sizeof box);
        hull.lower = next_vec(&r, 2);
        hull.upper = collide_i_highest(hull.lower, next_vec(&r, 2));
        k = box.lower.x <= hull.upper.x && hull.lower.x <= box.upper.x;
        k = k && box.lower.y <= hull.upper.y && hull.lower.y <= box.upper.y;
        k = k && box.lower.z <= hull.upper.z && hull.lower.z <= box.upper.z;
        ASSERT_EQ(k, collide_aabb_overlap(box, hull));
        out = collide_aabb_join(box, hull);
        ASSERT(collide_aabb_overlap(out, box) && collide_aabb_overlap(out, hull));
        ASSERT(out.lower.x == fmin(box.lower.x, hull.lower.x) && out.upper.y == fmax(box.upper.y, hull.upper.y));
    }
    PASS();
}

TEST four_lanes_equal_plain_code(void)
{
    rng r = rng_for(107);
    int i, k;
    for (i = 0; i < COUNT(50000, 1000000); i++) {
        real a[5], b[5], got[7][4];
        collide_i_lanes x, y;
        unsigned bits = 0;
        for (k = 0; k < 5; k++) {
            a[k] = next_below(&r, 4) ? next_scaled(&r, 20) : 0;
            b[k] = next_below(&r, 4) ? next_scaled(&r, 20) : a[k];
            if (next_below(&r, 8) == 0) b[k] = -a[k];
        }
        x = collide_i_lanes_load(a + (i & 1));
        y = collide_i_lanes_load(b + (i & 1));
        collide_i_lanes_store(got[0], collide_i_lanes_add(x, y));
        collide_i_lanes_store(got[1], collide_i_lanes_sub(x, y));
        collide_i_lanes_store(got[2], collide_i_lanes_mul(x, y));
        collide_i_lanes_store(got[3], collide_i_lanes_min(x, y));
        collide_i_lanes_store(got[4], collide_i_lanes_max(x, y));
        collide_i_lanes_store(got[5], collide_i_lanes_select(collide_i_lanes_less(x, y), x, y));
        collide_i_lanes_store(got[6], collide_i_lanes_splat(a[4]));
        for (k = 0; k < 4; k++) {
            real p = a[k + (i & 1)], q = b[k + (i & 1)];
            const real want[7] = {p + q, p - q, p * q, p < q ? p : q, p > q ? p : q, p < q ? p : q, a[4]};
            int op;
            for (op = 0; op < 7; op++)
                ASSERTm(failed_case("case %d, operation %d", i, op),
                        collide_i_to_bits(want[op]) == collide_i_to_bits(got[op][k]));
            bits |= (p < q ? 1u : 0u) << k;
        }
        ASSERT_EQ(bits, collide_i_lanes_bits(collide_i_lanes_less(x, y)));
    }
    PASS();
}

static int same_bits3(collide_vec3 a, collide_vec3 b)
{
    return collide_i_to_bits(a.x) == collide_i_to_bits(b.x) && collide_i_to_bits(a.y) == collide_i_to_bits(b.y) &&
           collide_i_to_bits(a.z) == collide_i_to_bits(b.z);
}

/* Vectors, quaternions and matrices in registers against those in numbers. */
TEST vectors_in_registers_equal_plain_code(void)
{
    rng r = rng_for(110);
    int i, k;
    for (i = 0; i < COUNT(50000, 1000000); i++) {
        struct {
            collide_vec3 v;
            real rest;
        } in[2], out;
        const real factor = next_scaled(&r, 10);
        const collide_vec3 a = collide_i_scale(next_vec(&r, 1), factor), b = next_vec(&r, 1);
        collide_quat ra = next_rotation(&r), rb = next_rotation(&r), none = {0, 0, 0, 0}, qa, qb, q;
        collide_i_triple x, y;
        collide_i_spread spread;
        collide_i_lanes lanes[2];
        collide_i_mat3 m;
        real na, nb, n[2], to[12], back[12], four[4];
        in[0].v = a;
        in[1].v = b;
        in[0].rest = in[1].rest = factor;
        x = collide_i_triple_load(&in[0].v);
        y = collide_i_triple_load(&in[1].v);
        ASSERT(same_bits3(collide_i_triple_vec(collide_i_triple_add(x, y)), collide_i_add(a, b)));
        ASSERT(same_bits3(collide_i_triple_vec(collide_i_triple_sub(x, y)), collide_i_sub(a, b)));
        ASSERT(same_bits3(collide_i_triple_vec(collide_i_triple_scale(y, factor)), collide_i_scale(b, factor)));
        ASSERT(same_bits3(collide_i_triple_vec(collide_i_triple_negate(x)), collide_i_negate(a)));
        ASSERT(same_bits3(collide_i_triple_vec(collide_i_triple_cross(x, y)), collide_i_cross(a, b)));
        for (k = 0; k < 3; k++) {
            const real zero = 0, by = k == 0 ? factor : k == 1 ? zero : -zero;
            ASSERT(
                same_bits3(collide_i_triple_vec(collide_i_triple_flip(x, by)),
                           collide_i_vec(collide_i_flip(a.x, by), collide_i_flip(a.y, by), collide_i_flip(a.z, by))));
            ASSERT_EQ(collide_i_to_bits(collide_i_flip(a.x, by)),
                      collide_i_to_bits(a.x) ^ (collide_i_to_bits(by) & COLLIDE_I_SIGN));
        }
        ASSERT_EQ(collide_i_to_bits(collide_i_triple_dot(x, y)), collide_i_to_bits(collide_i_dot(a, b)));
        collide_i_triple_store(&out.v, collide_i_triple_of(a));
        ASSERT(same_bits3(out.v, a) && same_bits3(collide_i_lanes_vec(collide_i_lanes_at(&in[1].v)), b));

        if (next_below(&r, 4) == 0) ra = none;
        if (next_below(&r, 4) == 0) rb = none;
        if (next_below(&r, 2)) ra.y *= COLLIDE_R(1.25); /* need not be normalised */
        qa = ra;
        qb = rb;
        na = collide_i_rotation_accept(&qa);
        nb = collide_i_rotation_accept(&qb);
        ASSERTm(failed_case("case %d: no rotations", i), collide_i_rotations(&ra, &rb, lanes, n));
        ASSERT_EQ(collide_i_to_bits(na), collide_i_to_bits(n[0]));
        ASSERT_EQ(collide_i_to_bits(nb), collide_i_to_bits(n[1]));
        q = collide_i_quat_product(collide_i_conjugate(qa), qb);
        lanes[0] = collide_i_lanes_between(lanes[0], lanes[1]);
        collide_i_lanes_store(four, lanes[0]);
        ASSERTm(failed_case("case %d: another product", i), memcmp(four, &q, sizeof four) == 0);
        m = collide_i_matrix(q, na * nb);
        collide_i_lanes_rotation(lanes[0], na * nb, to, back);
        ASSERT(same_bits3(collide_i_vec(to[0], to[1], to[2]), m.x) &&
               same_bits3(collide_i_vec(to[4], to[5], to[6]), m.y) &&
               same_bits3(collide_i_vec(to[8], to[9], to[10]), m.z));
        for (k = 0; k < 3; k++) {
            ASSERT_EQ(collide_i_to_bits(to[4 * k + 3]), 0);
            ASSERT_EQ(collide_i_to_bits(back[4 * k + 3]), 0);
        }
        spread = collide_i_spread_in(collide_i_lanes_of(b));
        ASSERT(same_bits3(collide_i_lanes_vec(collide_i_spread_turn(to, &spread)), collide_i_turn(&m, b)));
        ASSERT(same_bits3(collide_i_lanes_vec(collide_i_lanes_turn(back, b)), collide_i_turn_back(&m, b)));
        rb.w = next_below(&r, 2) ? COLLIDE_R(2.5)
                                 : collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1)); /* infinite */
        ASSERT(!collide_i_rotations(&ra, &rb, lanes, n));
        ASSERT(!collide_i_rotations(&rb, &ra, lanes, n));
    }
    PASS();
}

/* The arc's box holds every place on the way, and is reached by some. */
TEST arcs_are_boxed_tightly(void)
{
    rng r = rng_for(109);
    int i, k, c;
    for (i = 0; i < COUNT(500, 20000); i++) {
        collide_vec3 origin = next_vec(&r, 2), axis = next_vec(&r, 1), a = next_vec(&r, 2), b = next_vec(&r, 2);
        real turn = next_real(&r) * (i % 3 ? 3 : 8);
        collide_aabb box, arc, dense = {{1000, 1000, 1000}, {-1000, -1000, -1000}};
        box.lower = collide_i_lowest(a, b);
        box.upper = collide_i_highest(a, b);
        if (i % 5 == 0) box.upper = box.lower; /* a point */
        arc = collide_aabb_arc(box, origin, axis, turn);
        for (k = 0; k <= 400; k++)
            for (c = 0; c < 8; c++) {
                collide_pose p = collide_pose_identity();
                collide_vec3 x = collide_i_vec(c & 1 ? box.lower.x : box.upper.x, c & 2 ? box.lower.y : box.upper.y,
                                               c & 4 ? box.lower.z : box.upper.z);
                p.rotation = collide_quat_from_axis_angle(axis, turn * (real)k / 400);
                x = collide_i_add(origin, collide_pose_apply(p, collide_i_sub(x, origin)));
                dense.lower = collide_i_lowest(dense.lower, x);
                dense.upper = collide_i_highest(dense.upper, x);
            }
        { /* sampling misses a summit by at most the sagitta of one step */
            real step = turn / 800, slack = 8 * step * step * 4 + 40 * COLLIDE_I_EPSILON, tiny = 40 * COLLIDE_I_EPSILON;
            collide_vec3 low = collide_i_sub(dense.lower, arc.lower), high = collide_i_sub(arc.upper, dense.upper);
            ASSERTm(failed_case("case %d", i), low.x > -tiny && low.y > -tiny && low.z > -tiny);
            ASSERTm(failed_case("case %d", i), high.x > -tiny && high.y > -tiny && high.z > -tiny);
            ASSERTm(failed_case("case %d", i), collide_i_extent(low) < slack && collide_i_extent(high) < slack);
        }
    }
    PASS();
}

TEST math_takes_any_bytes(void)
{
    run_fuzz_target(fuzz_math, 108, COUNT(20000, 1000000));
    PASS();
}

SUITE(math)
{
    RUN_TEST(selftest_is_silent);
    RUN_TEST(sin_and_cos_to_the_last_digit);
    RUN_TEST(atan2_to_the_last_digit);
#if defined(TESTS_SOAK) && !defined(COLLIDE_DOUBLE)
    RUN_TEST(sin_and_cos_exhaustively);
#endif
    RUN_TEST(trigonometry_at_special_values);
    RUN_TEST(pairs_are_exact);
    RUN_TEST(poses_match_rodrigues);
    RUN_TEST(poses_form_a_group);
    RUN_TEST(zero_rotation_is_the_identity);
    RUN_TEST(bad_poses_are_refused);
    RUN_TEST(lengths_at_every_scale);
    RUN_TEST(boxes_hold_their_corners);
    RUN_TEST(arcs_are_boxed_tightly);
    RUN_TEST(four_lanes_equal_plain_code);
    RUN_TEST(vectors_in_registers_equal_plain_code);
    RUN_TEST(math_takes_any_bytes);
}

/* ---- [MEMORY] ---- */

TEST fixed_buffer_gives_and_reclaims(void)
{
    unsigned char memory[1024];
    collide_fixed_buffer b = {NULL, 0, 0, 0};
    collide_allocator a = collide_fixed_allocator(&b);
    unsigned offset;
    ASSERT(a.alloc(a.user, 1) == NULL); /* no memory at all */
    for (offset = 0; offset < 16; offset++) {
        void *p, *q, *last;
        size_t used;
        b.memory = memory + offset;
        b.size = 512;
        b.used = b.high = 0;
        p = a.alloc(a.user, 100);
        q = a.alloc(a.user, 33);
        ASSERT(p && q && ((uintptr_t)p & 15u) == 0 && ((uintptr_t)q & 15u) == 0);
        ASSERT((unsigned char *)q >= (unsigned char *)p + 100);
        used = b.used;
        ASSERT(a.alloc(a.user, 513) == NULL);
        ASSERT(a.alloc(a.user, (size_t)-1) == NULL);
        ASSERT_EQ(used, b.used); /* a failure takes nothing */
        last = a.alloc(a.user, 200);
        a.free(a.user, last, 200); /* the last one comes back ... */
        ASSERT(a.alloc(a.user, 200) == last);
        a.free(a.user, p, 100); /* ... an earlier one does not */
        ASSERT(b.used > 300);
        ASSERT_EQ(b.high, b.used);
        ASSERT(b.high <= 512);
    }
    a = collide_fixed_allocator(NULL);
    ASSERT(collide_i_alloc(&a, 16) == NULL);
    PASS();
}

/* A stand-in for a query: several takes, of which it keeps the addresses. */
static collide_result scratch_query(collide_scratch *s, int takes, size_t size)
{
    collide_i_mark mark = collide_i_scratch_mark(s);
    unsigned char *taken[16];
    collide_result result = COLLIDE_OK;
    int i, k;
    for (i = 0; i < takes && result == COLLIDE_OK; i++) {
        taken[i] = (unsigned char *)collide_i_scratch_take(s, size, 1);
        if (!taken[i])
            result = COLLIDE_ERROR_MEMORY;
        else
            memset(taken[i], i, size);
    }
    for (k = 0; result == COLLIDE_OK && k < takes; k++)
        if (taken[k][0] != k || taken[k][size - 1] != k) result = COLLIDE_ERROR_ARGUMENT;
    collide_i_scratch_release(s, mark);
    return result;
}

TEST scratch_warms_up_and_then_rests(void)
{
    watch w;
    collide_allocator a = watch_allocator(&w, 0);
    collide_scratch s = {NULL, NULL, 0, 0, 0};
    int i, warm;
    s.allocator = &a;
    for (i = 0; i < 3; i++) ASSERT_EQ(COLLIDE_OK, scratch_query(&s, 16, 1000));
    warm = w.requests;
    ASSERT_EQ(1, w.blocks); /* one chunk for all of it */
    for (i = 0; i < 1000; i++) ASSERT_EQ(COLLIDE_OK, scratch_query(&s, 1 + i % 16, 1 + (size_t)i % 1000));
    ASSERT_EQ(warm, w.requests);
    ASSERT(s.high >= 16000 && s.high < 17000);
    collide_scratch_free(&s);
    ASSERT(w.blocks == 0 && !w.damaged);
    ASSERT_EQ(COLLIDE_OK, scratch_query(&s, 3, 10)); /* and again after that */
    collide_scratch_free(&s);
    collide_scratch_free(&s);
    collide_scratch_free(NULL);
    ASSERT_EQ(0, w.blocks);
    PASS();
}

TEST scratch_can_be_reserved(void)
{
    watch w;
    collide_allocator a = watch_allocator(&w, 0);
    collide_scratch s = {NULL, NULL, 0, 0, 0};
    s.allocator = &a;
    ASSERT_EQ(COLLIDE_OK, collide_scratch_reserve(&s, 16 * 1008));
    ASSERT_EQ(1, w.requests);
    ASSERT_EQ(COLLIDE_OK, scratch_query(&s, 16, 1000));
    ASSERT_EQ(1, w.requests);
    ASSERT_EQ(COLLIDE_OK, collide_scratch_reserve(&s, 5));
    ASSERT_EQ(1, w.requests);
    ASSERT_EQ(COLLIDE_ERROR_MEMORY, collide_scratch_reserve(&s, (size_t)-1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_scratch_reserve(NULL, 5));
    ASSERT_EQ(COLLIDE_OK, scratch_query(&s, 16, 1000));
    ASSERT_EQ(1, w.requests);
    collide_scratch_free(&s);
    ASSERT(w.blocks == 0 && !w.damaged);
    PASS();
}

/* Whichever request fails, the query says so, nothing leaks, and the next one with memory works. */
TEST every_failed_allocation_is_survived(void)
{
    int k, done = 0;
    for (k = 1; !done; k++) {
        watch w;
        collide_allocator a = watch_allocator(&w, k);
        collide_scratch s = {NULL, NULL, 0, 0, 0};
        collide_result first, second, third;
        s.allocator = &a;
        first = scratch_query(&s, 4, 700);
        second = scratch_query(&s, 16, 900);
        third = collide_scratch_reserve(&s, 50000);
        done = first == COLLIDE_OK && second == COLLIDE_OK && third == COLLIDE_OK;
        ASSERT(first == COLLIDE_OK || first == COLLIDE_ERROR_MEMORY);
        ASSERT(second == COLLIDE_OK || second == COLLIDE_ERROR_MEMORY);
        ASSERT(third == COLLIDE_OK || third == COLLIDE_ERROR_MEMORY);
        w.fail_at = 0;
        ASSERT_EQ(COLLIDE_OK, scratch_query(&s, 16, 900));
        collide_scratch_free(&s);
        ASSERT(w.blocks == 0 && w.bytes == 0 && !w.damaged);
        ASSERT(k < 100);
    }
    ASSERT(k > 4);
    PASS();
}

TEST memory_takes_any_bytes(void)
{
    run_fuzz_target(fuzz_memory, 200, COUNT(300, 100000));
    PASS();
}

SUITE(memory)
{
    RUN_TEST(fixed_buffer_gives_and_reclaims);
    RUN_TEST(scratch_warms_up_and_then_rests);
    RUN_TEST(scratch_can_be_reserved);
    RUN_TEST(every_failed_allocation_is_survived);
    RUN_TEST(memory_takes_any_bytes);
}

/* ---- [TREE] ---- */

/* When box + t move first meets other, in double; 2 if never within the step. */
static double meeting_time(collide_aabb box, collide_vec3 move, collide_aabb other)
{
    const double lower[3] = {(double)other.lower.x - (double)box.upper.x, (double)other.lower.y - (double)box.upper.y,
                             (double)other.lower.z - (double)box.upper.z};
    const double upper[3] = {(double)other.upper.x - (double)box.lower.x, (double)other.upper.y - (double)box.lower.y,
                             (double)other.upper.z - (double)box.lower.z};
    const double m[3] = {(double)move.x, (double)move.y, (double)move.z};
    double enter = 0, leave = 1;
    int i;
    for (i = 0; i < 3; i++) {
        if (m[i] > 0 || m[i] < 0) {
            enter = fmax(enter, fmin(lower[i] / m[i], upper[i] / m[i]));
            leave = fmin(leave, fmax(lower[i] / m[i], upper[i] / m[i]));
        } else if (lower[i] > 0 || upper[i] < 0) {
            return 2;
        }
    }
    return enter <= leave ? enter : 2;
}

static double box_distance(collide_aabb a, collide_aabb b)
{
    double x = fmax(0, fmax((double)b.lower.x - (double)a.upper.x, (double)a.lower.x - (double)b.upper.x));
    double y = fmax(0, fmax((double)b.lower.y - (double)a.upper.y, (double)a.lower.y - (double)b.upper.y));
    double z = fmax(0, fmax((double)b.lower.z - (double)a.upper.z, (double)a.lower.z - (double)b.upper.z));
    return sqrt(x * x + y * y + z * z);
}

TEST walks_find_what_a_loop_finds(void)
{
    enum { MOST = 1200 };
    static collide_aabb boxes[MOST];
    static int seen[MOST];
    static const int sizes[] = {0, 1, 2, 3, 4, 5, 6, 17, 64, 333, MOST};
    rng r = rng_for(300);
    unsigned n;
    int kind, q, i, item;
    for (n = 0; n < sizeof sizes / sizeof *sizes; n++)
        for (kind = 0; kind < BOX_KINDS; kind++) {
            int count = sizes[n];
            collide_tree *tree;
            make_boxes(&r, boxes, count, kind);
            ASSERT_EQ(COLLIDE_OK, collide_tree_create(&tree, boxes, count, NULL));
            ASSERT(tree->depth <= COLLIDE_TREE_DEPTH && tree->item_count == count);
            for (q = 0; q < COUNT(20, 2000); q++) {
                collide_aabb query;
                collide_vec3 move = next_vec(&r, 60);
                collide_tree_walk w;
                double within = fabs((double)next_real(&r)) * 20, nearest = 1e30, found = 1e30;
                make_boxes(&r, &query, 1, q % 7 == 0 ? 4 : kind == 1 ? 1 : 0);
                if (q % 5 == 1) move.y = 0;
                if (q % 5 == 2) move = collide_i_vec(0, 0, move.z);
                if (q % 5 == 3) move = collide_i_vec(0, 0, 0);
                memset(seen, 0, sizeof seen);
                collide_tree_walk_box(&w, tree, query);
                while ((item = collide_tree_next(&w)) >= 0) seen[item]++;
                for (i = 0; i < count; i++)
                    ASSERTm(failed_case("box, %d boxes of kind %d", count, kind),
                            seen[i] == collide_aabb_overlap(query, boxes[i]));
                memset(seen, 0, sizeof seen);
                collide_tree_walk_cast(&w, tree, query, move);
                while ((item = collide_tree_next(&w)) >= 0) {
                    double t = meeting_time(query, move, boxes[item]);
                    seen[item]++;
                    if (t <= 1) ASSERTm("time", fabs((double)w.key - t) < 8 * EPS);
                }
                for (i = 0; i < count; i++) { /* grazing ones may go either way */
                    collide_aabb fat = query, thin = query;
                    collide_vec3 e = collide_i_vec(COLLIDE_R(0.001), COLLIDE_R(0.001), COLLIDE_R(0.001));
                    fat.lower = collide_i_sub(fat.lower, e);
                    fat.upper = collide_i_add(fat.upper, e);
                    thin.lower = collide_i_add(thin.lower, e);
                    thin.upper = collide_i_sub(thin.upper, e);
                    if (meeting_time(query, move, boxes[i]) <= 1) ASSERTm(failed_case("cast misses"), seen[i] == 1);
                    if (meeting_time(fat, move, boxes[i]) > 1) ASSERTm(failed_case("cast hits"), seen[i] == 0);
                }
                memset(seen, 0, sizeof seen);
                collide_tree_walk_near(&w, tree, query, (real)within);
                while ((item = collide_tree_next(&w)) >= 0) {
                    double d = box_distance(query, boxes[item]);
                    seen[item]++;
                    ASSERTm("distance", fabs(sqrt((double)w.key) - d) <= 16 * EPS * (1 + d));
                }
                for (i = 0; i < count; i++) {
                    double d = box_distance(query, boxes[i]);
                    nearest = fmin(nearest, d);
                    if (d < within * (1 - 8 * EPS)) ASSERTm(failed_case("near misses"), seen[i] == 1);
                    if (d > within * (1 + 8 * EPS)) ASSERTm(failed_case("near hits"), seen[i] == 0);
                }
                collide_tree_walk_near(&w, tree, query, 100000); /* the nearest, by lowering the bound */
                while ((item = collide_tree_next(&w)) >= 0) {
                    found = fmin(found, box_distance(query, boxes[item]));
                    w.bound = w.key;
                }
                if (nearest < 90000) ASSERTm(failed_case("nearest"), fabs(found - nearest) <= 16 * EPS * (1 + nearest));
            }
            collide_tree_destroy(tree);
        }
    PASS();
}

TEST trees_are_shallow_and_full(void)
{
    enum { MANY = 20000 };
    collide_aabb *boxes = (collide_aabb *)malloc(MANY * sizeof *boxes);
    rng r = rng_for(301);
    collide_tree *tree;
    int kind;
    ASSERT(boxes != NULL);
    for (kind = 0; kind < BOX_KINDS; kind++) {
        make_boxes(&r, boxes, MANY, kind);
        ASSERT_EQ(COLLIDE_OK, collide_tree_create(&tree, boxes, MANY, NULL));
        tell("%d boxes of kind %d: depth %d, %d nodes", MANY, kind, tree->depth, tree->node_count);
        ASSERT(tree->depth <= COLLIDE_TREE_DEPTH);
        ASSERT(tree->node_count < MANY / 5);
        collide_tree_destroy(tree);
    }
    free(boxes);
    PASS();
}

TEST bad_trees_are_refused(void)
{
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1)), nan = inf - inf;
    collide_aabb boxes[3] = {{{0, 0, 0}, {1, 1, 1}}, {{2, 0, 0}, {3, 1, 1}}, {{4, 0, 0}, {5, 1, 1}}}, bad;
    collide_vec3 move = {1, 0, 0};
    collide_tree *tree = NULL;
    collide_tree_walk w;
    int k, done = 0;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_create(NULL, boxes, 3, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_create(&tree, NULL, 3, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_create(&tree, boxes, -1, NULL));
    boxes[1].lower.y = nan;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_create(&tree, boxes, 3, NULL));
    boxes[1].lower.y = 2; /* inverted */
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_create(&tree, boxes, 3, NULL));
    ASSERT(tree == NULL);
    boxes[1].lower.y = 0;
    for (k = 1; !done; k++) {
        watch watcher;
        collide_allocator a = watch_allocator(&watcher, k);
        collide_result result = collide_tree_create(&tree, boxes, 3, &a);
        done = result == COLLIDE_OK;
        if (!done)
            ASSERT(result == COLLIDE_ERROR_MEMORY && tree == NULL && watcher.blocks == 0);
        else
            collide_tree_destroy(tree);
        ASSERT(watcher.blocks == 0 && !watcher.damaged && k < 20);
    }
    ASSERT(k > 2);
    ASSERT_EQ(COLLIDE_OK, collide_tree_create(&tree, boxes, 3, NULL));
    bad = boxes[0];
    bad.upper.z = inf;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_walk_box(&w, tree, bad));
    ASSERT_EQ(-1, collide_tree_next(&w));
    move.x = nan;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_walk_cast(&w, tree, boxes[0], move));
    ASSERT_EQ(-1, collide_tree_next(&w));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_walk_near(&w, tree, boxes[0], -1));
    ASSERT_EQ(-1, collide_tree_next(&w));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_walk_near(&w, tree, boxes[0], nan));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_walk_box(&w, NULL, boxes[0]));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_tree_walk_box(NULL, tree, boxes[0]));
    ASSERT_EQ(-1, collide_tree_next(NULL));
    collide_tree_destroy(tree);
    collide_tree_destroy(NULL);
    PASS();
}

TEST trees_take_any_bytes(void)
{
    run_fuzz_target(fuzz_tree, 302, COUNT(5000, 200000));
    PASS();
}

SUITE(tree)
{
    RUN_TEST(walks_find_what_a_loop_finds);
    RUN_TEST(trees_are_shallow_and_full);
    RUN_TEST(bad_trees_are_refused);
    RUN_TEST(trees_take_any_bytes);
}

/* ---- [MESH] ---- */

static soup clean, broken;

/* A mesh's own polygons. */
static void soup_of(soup *s, const collide_mesh *m)
{
    int i, k;
    s->vertices = s->corners = s->faces = 0;
    for (i = 0; i < collide_mesh_vertex_count(m); i++) {
        collide_vec3 v = collide_mesh_vertex(m, i);
        soup_point(s, v.x, v.y, v.z);
    }
    for (i = 0; i < collide_mesh_face_count(m); i++) {
        s->size[s->faces++] = collide_mesh_face_size(m, i);
        for (k = 0; k < collide_mesh_face_size(m, i); k++)
            s->corner[s->corners++] = (unsigned)collide_mesh_face_vertex(m, i, k);
    }
}

static int euler(const collide_mesh *m)
{
    return collide_mesh_vertex_count(m) - collide_mesh_edge_count(m) + collide_mesh_face_count(m);
}

/* Sound input comes through unchanged, with all relations in place, and again from its own block. */
TEST sound_meshes_stay_as_they_are(void)
{
    rng r = rng_for(400);
    int i, k, count = COUNT(600, 20000);
    for (i = 0; i < count; i++) {
        int chi = soup_solid(&clean, &r, i % SOLIDS);
        collide_mesh_report report;
        collide_mesh *m;
        void *copy;
        double volume, size;
        soup_move(&clean, next_pose(&r, 10), power_of_two((int)next_below(&r, 12) - 6));
        volume = soup_volume(&clean);
        ASSERTm(failed_case("case %d: %s", i, collide_mesh_report_text(&report)),
                soup_mesh(&clean, 0, 0, &m, &report, NULL) == COLLIDE_OK);
        ASSERT(report.first_face == -1 && report.first_vertex == -1 && report.mended == 0);
        ASSERT_EQ(i % SOLIDS >= 4 ? 2 : 1, report.parts);
        ASSERT_EQ(chi, euler(m));
        ASSERT(collide_mesh_closed(m));
        ASSERT_EQ(i % SOLIDS == 0, collide_mesh_convex(m) != 0);
        size = (double)collide_mesh_sphere(m, NULL);
        ASSERTm(failed_case("case %d: volume %g, not %g", i, (double)collide_mesh_volume(m), volume),
                fabs((double)collide_mesh_volume(m) - volume) < 200 * EPS * size * size * size);
        walk_mesh(m);
        soup_of(&broken, m); /* the caller's numbers are kept */
        ASSERT_EQ(clean.vertices, broken.vertices);
        ASSERT_EQ(clean.faces, broken.faces);
        ASSERT_MEM_EQ(clean.p, broken.p, sizeof(real) * 3 * (size_t)clean.vertices);
        ASSERT_MEM_EQ(clean.size, broken.size, sizeof(int) * (size_t)clean.faces);
        ASSERT_MEM_EQ(clean.corner, broken.corner, sizeof(unsigned) * (size_t)clean.corners);
        for (k = 0; k < clean.faces; k++) ASSERT_EQ(k, collide_mesh_face_source(m, k));
        copy = malloc(collide_mesh_bytes(m)); /* a block works anywhere */
        ASSERT(copy != NULL);
        memcpy(copy, m, collide_mesh_bytes(m));
        ASSERT(collide_mesh_from_block(copy, collide_mesh_bytes(m)) == copy);
        ASSERT(collide_mesh_from_block(copy, collide_mesh_bytes(m) - 1) == NULL);
        ASSERT_EQ(hash_mesh_values(0, m), hash_mesh_values(0, (const collide_mesh *)copy));
        free(copy);
        collide_mesh_destroy(m);
    }
    PASS();
}

enum {
    DUPLICATE,
    SLIVER,
    UNUSED,
    DEGENERATE,
    REPEATED,
    FLIPPED,
    INSIDE_OUT,
    OPEN,
    SHARED_EDGE,
    SHARED_VERTEX,
    NONCONVEX,
    NONPLANAR,
    DEFECTS
};

/* Puts one kind of defect into a sound solid; how often. */
static int inject(soup *s, rng *r, int defect)
{
    int f = (int)next_below(r, (unsigned)s->faces), c = soup_first(s, f), i, n = 1;
    int a = (int)s->corner[c], b = (int)s->corner[c + 1];
    if (defect == DUPLICATE) s->corner[c] = (unsigned)soup_point(s, s->p[3 * a], s->p[3 * a + 1], s->p[3 * a + 2]);
    if (defect == UNUSED) {
        n = 1 + (int)next_below(r, 3);
        for (i = 0; i < n; i++) {
            collide_vec3 v = next_vec(r, 1);
            soup_point(s, v.x, v.y, v.z + 100);
        }
    }
    if (defect == SLIVER) { /* a corner in the middle of an edge of face f, and a flat triangle towards the neighbour */
        int corners[64], size = s->size[f], m;
        m = soup_point(s, (s->p[3 * a] + s->p[3 * b]) / 2, (s->p[3 * a + 1] + s->p[3 * b + 1]) / 2,
                       (s->p[3 * a + 2] + s->p[3 * b + 2]) / 2);
        for (i = 1; i < size; i++) corners[i] = (int)s->corner[c + i];
        corners[0] = m; /* m b ... in place of a b ..., then a m and the last corner, then the sliver */
        for (i = 0; i < size; i++) s->corner[c + i] = (unsigned)corners[i];
        soup_triangle(s, a, m, corners[size - 1]);
        soup_triangle(s, b, m, a);
    }
    if (defect == DEGENERATE) soup_triangle(s, a, b, next_below(r, 2) ? a : b);
    if (defect == REPEATED) {
        int size = s->size[f], corners[64], shift = (int)next_below(r, (unsigned)size);
        for (i = 0; i < size; i++) corners[i] = (int)s->corner[c + (i + shift) % size];
        soup_face(s, size, corners);
    }
    if (defect == FLIPPED) {
        n = 1 + (int)next_below(r, (unsigned)s->faces / 3);
        for (i = 0; i < n; i++) soup_reverse(s, (f + i) % s->faces);
    }
    if (defect == INSIDE_OUT)
        for (i = 0; i < s->faces; i++) soup_reverse(s, i);
    if (defect == OPEN) { /* one face less: all its edges */
        n = s->size[f];
        memmove(s->corner + c, s->corner + c + n, sizeof(unsigned) * (size_t)(s->corners - c - n));
        memmove(s->size + f, s->size + f + 1, sizeof(int) * (size_t)(s->faces - f - 1));
        s->corners -= n;
        s->faces--;
    }
    return n;
}

TEST every_defect_is_named_and_mended(void)
{
    rng r = rng_for(401);
    int i, count = COUNT(1100, 50000), merged = 0;
    for (i = 0; i < count; i++) {
        int defect = i % DEFECTS, n, kind = i / DEFECTS % SOLIDS, named, other, parts;
        collide_mesh_report report;
        collide_mesh *m;
        double volume, size;
        unsigned flags = COLLIDE_MESH_REPAIR;
        if (i % 3 == 0) flags |= COLLIDE_MESH_MERGE_COPLANAR;
        if (defect == INSIDE_OUT && kind >= 4) kind = 1; /* one solid only */
        if ((defect == FLIPPED || defect == OPEN) && kind >= 4) kind = 3;
        (void)soup_solid(&broken, &r, kind);
        if (defect == NONCONVEX) { /* a star's caps left whole */
            broken.vertices = broken.corners = broken.faces = 0;
            soup_star(&broken, &r, 8 + 2 * (int)next_below(&r, 20), 1);
        }
        if (defect == SHARED_EDGE || defect == SHARED_VERTEX) {
            broken.vertices = broken.corners = broken.faces = 0;
            soup_box(&broken, 0, 0, 0, 1, 0);
            soup_box(&broken, 1, 1, defect == SHARED_EDGE ? 0 : 1, 1, 1);
        }
        if (defect == NONPLANAR) { /* a corner of a box pulled out */
            broken.vertices = broken.corners = broken.faces = 0;
            soup_box(&broken, 0, 0, 0, 1, 0);
            broken.p[21] = broken.p[22] = broken.p[23] = next_between(&r, COLLIDE_R(1.1), 2);
        }
        volume = soup_volume(&broken);
        n = defect == NONCONVEX ? 2 : defect == NONPLANAR ? 3 : inject(&broken, &r, defect);
        soup_move(&broken, next_pose(&r, 4), 1);
        ASSERTm(failed_case("case %d: defect %d passes", i, defect),
                soup_mesh(&broken, flags & COLLIDE_MESH_MERGE_COPLANAR, 0, &m, &report, NULL) == COLLIDE_ERROR_MESH);
        ASSERT(m == NULL && report.mended == 0);
        parts = defect == SHARED_EDGE || defect == SHARED_VERTEX || (defect < NONCONVEX && kind >= 4) ? 2 : 1;
        named = defect == DUPLICATE       ? report.duplicate_vertices
                : defect == UNUSED        ? report.unused_vertices
                : defect == SLIVER        ? report.degenerate_faces
                : defect == DEGENERATE    ? report.degenerate_faces
                : defect == REPEATED      ? report.repeated_faces
                : defect == FLIPPED       ? report.flipped_faces
                : defect == INSIDE_OUT    ? report.inside_out
                : defect == OPEN          ? report.open_edges
                : defect == SHARED_EDGE   ? report.crowded_edges
                : defect == SHARED_VERTEX ? report.bowtie_vertices
                : defect == NONCONVEX     ? report.nonconvex_faces
                                          : report.nonplanar_faces;
        other = report.duplicate_vertices + report.unused_vertices + report.degenerate_faces + report.repeated_faces +
                report.flipped_faces + report.inside_out + report.open_edges + report.crowded_edges +
                report.bowtie_vertices + report.nonconvex_faces + report.nonplanar_faces;
        ASSERTm(failed_case("case %d: defect %d: %d of %d named, %d in all, %d parts", i, defect, named, n, other,
                            report.parts),
                named == n && other == n && report.parts == parts);
        ASSERT(defect == DUPLICATE || defect == UNUSED || defect == SHARED_VERTEX ? report.first_vertex >= 0
                                                                                  : report.first_face >= 0);
        if (defect == DUPLICATE) ASSERT_EQ(broken.vertices - 1, report.first_vertex);
        if (defect == DEGENERATE || defect == REPEATED || defect == SLIVER)
            ASSERT_EQ(broken.faces - 1, report.first_face);
        if (defect == OPEN) { /* not to be mended: welcome or not */
            ASSERT_EQ(COLLIDE_ERROR_MESH, soup_mesh(&broken, flags, 0, &m, &report, NULL));
            ASSERT_EQ(COLLIDE_OK, soup_mesh(&broken, COLLIDE_MESH_OPEN, 0, &m, &report, NULL));
            ASSERT(!collide_mesh_closed(m));
            walk_mesh(m);
            collide_mesh_destroy(m);
            continue;
        }
        ASSERTm(failed_case("case %d: defect %d is not mended", i, defect),
                soup_mesh(&broken, flags, 0, &m, &report, NULL) == COLLIDE_OK);
        ASSERT_EQ(n, report.mended);
        ASSERT(collide_mesh_closed(m));
        ASSERT_EQ(parts, collide_mesh_part_count(m));
        walk_mesh(m);
        size = (double)collide_mesh_sphere(m, NULL);
        if (defect != NONPLANAR)
            ASSERTm(
                failed_case("case %d: defect %d: volume %g, not %g", i, defect, (double)collide_mesh_volume(m), volume),
                fabs((double)collide_mesh_volume(m) - volume) < 400 * EPS * size * size * size);
        if (flags & COLLIDE_MESH_MERGE_COPLANAR) merged++;
        soup_of(&clean, m); /* what comes out is sound */
        collide_mesh_destroy(m);
        ASSERTm(failed_case("case %d: defect %d: %s", i, defect, collide_mesh_report_text(&report)),
                defect == SHARED_EDGE || defect == SHARED_VERTEX ||
                    soup_mesh(&clean, 0, -1, &m, &report, NULL) == COLLIDE_OK);
        if (m && defect != SHARED_EDGE && defect != SHARED_VERTEX) collide_mesh_destroy(m);
    }
    ASSERT(merged > 10);
    PASS();
}

/* A globe: rings of quads between two poles. */
static void soup_globe(soup *s, int around, int rings, real offset)
{
    const real pi = COLLIDE_R(3.14159265358979);
    int i, k, north = soup_point(s, offset, offset + 1, offset), south = soup_point(s, offset, offset - 1, offset);
    for (k = 0; k < rings; k++)
        for (i = 0; i < around; i++) {
            real up = pi * (real)(k + 1) / (real)(rings + 1), round = 2 * pi * (real)i / (real)around;
            int at = soup_point(s, offset + collide_sin(up) * collide_sin(round), offset + collide_cos(up),
                                offset + collide_sin(up) * collide_cos(round));
            int next = at - i + (i + 1) % around;
            if (k == 0)
                soup_triangle(s, north, at, next);
            else
                soup_quad(s, at - around, at, next, next - around);
            if (k == rings - 1) soup_triangle(s, south, next, at);
        }
}

/* Cells of a cube of 4 by 4 by 4, of which bit i says whether cell (i / 16, i / 4 % 4, i % 4) is full: their common
   surface, or with `walls` also what is between two of them. How many there are. */
static int soup_cells(soup *s, uint64_t full, int walls)
{
    static const int step[3] = {1, 4, 16};
    int i, k, cells = 0, kept = 0;
    s->vertices = s->corners = s->faces = 0;
    for (i = 0; i < 64; i++)
        if (full >> i & 1) soup_box(s, (real)(i / 16), (real)(i / 4 % 4), (real)(i % 4), 1, 1);
    for (i = 0; i < 64; i++) {
        if (!(full >> i & 1)) continue;
        for (k = 0; k < 6; k++) {
            int at = i / step[k / 2] % 4, way = k % 2 ? 1 : -1;
            if (!walls && at + way >= 0 && at + way < 4 && full >> (i + way * step[k / 2]) & 1) continue;
            memmove(s->corner + 4 * kept, s->corner + 4 * (6 * cells + k), 4 * sizeof *s->corner);
            kept++;
        }
        cells++;
    }
    s->faces = kept;
    s->corners = 4 * kept;
    return cells;
}

/* Rooms stay empty, also those that touch the outside, or each other, in an edge or a corner. */
TEST cavities_stay_empty(void)
{
    rng r = rng_for(415);
    int round, i, k;
    for (round = 0; round < COUNT(600, 20000); round++) {
        const int rare = 2 + (int)next_below(&r, 6);
        uint64_t full = 0;
        collide_mesh_report report;
        collide_mesh *m;
        int cells;
        for (i = 0; i < 64; i++) full |= (uint64_t)(next_below(&r, (unsigned)rare) > 0) << i;
        if (round < 8) { /* a room in the middle of 3 by 3 by 3, some of whose corners are cut */
            for (full = 0, i = 0; i < 27; i++) full |= (uint64_t)(i != 13) << (i / 9 * 16 + i / 3 % 3 * 4 + i % 3);
            for (k = 0; k < round; k++) full &= ~((uint64_t)1 << ((k & 4) * 8 + (k & 2) * 4 + (k & 1) * 2));
        }
        cells = soup_cells(&broken, full, 0);
        if (cells == 0) continue;
        soup_move(&broken, next_pose(&r, 3), 1);
        ASSERT_EQ(COLLIDE_OK, soup_mesh(&broken, COLLIDE_MESH_REPAIR, 0, &m, &report, NULL));
        ASSERTm(failed_case("round %d: volume %g of %d cells", round, (double)collide_mesh_volume(m), cells),
                fabs((double)collide_mesh_volume(m) - cells) < 4000 * EPS);
        ASSERT(report.inside_out + report.flipped_faces + report.open_edges + report.repeated_faces == 0);
        walk_mesh(m);
        collide_mesh_destroy(m);
        if (round >= 8) continue;
        for (i = 0; i < broken.faces; i++) soup_reverse(&broken, i); /* the outer part is still turned back */
        ASSERT_EQ(COLLIDE_OK, soup_mesh(&broken, COLLIDE_MESH_REPAIR, 0, &m, &report, NULL));
        ASSERT_EQ(1, report.inside_out);
        collide_mesh_destroy(m);
    }
    PASS();
}

/* Solids that share walls are solids, each closed for itself. */
TEST solids_may_share_walls(void)
{
    rng r = rng_for(416);
    int round, i;
    for (round = 0; round < COUNT(300, 10000); round++) {
        uint64_t full = 1 | 1 << 16; /* two cubes glued at a face */
        collide_mesh_report report;
        collide_mesh *m;
        int cells, crowded;
        for (i = 0; round && i < 64; i++) full |= (uint64_t)(next_below(&r, 3) == 0) << i;
        cells = soup_cells(&broken, full, 1);
        soup_move(&broken, next_pose(&r, 3), 1);
        ASSERT_EQ(COLLIDE_ERROR_MESH, soup_mesh(&broken, 0, 0, &m, &report, NULL));
        ASSERT(report.crowded_edges > 0 && report.open_edges + report.repeated_faces + report.flipped_faces == 0);
        crowded = report.crowded_edges;
        ASSERTm(failed_case("round %d: %s", round, collide_mesh_report_text(&report)),
                soup_mesh(&broken, COLLIDE_MESH_REPAIR, 0, &m, &report, NULL) == COLLIDE_OK);
        ASSERT(collide_mesh_closed(m) && report.mended == crowded + report.bowtie_vertices);
        ASSERTm(failed_case("round %d: volume %g, %d parts of %d cells", round, (double)collide_mesh_volume(m),
                            collide_mesh_part_count(m), cells),
                fabs((double)collide_mesh_volume(m) - cells) < 4000 * EPS && collide_mesh_part_count(m) == cells &&
                    collide_mesh_vertex_count(m) == 8 * cells);
        walk_mesh(m);
        collide_mesh_destroy(m);
    }
    PASS();
}

/* Faces back to back that are no wall between solids are there once too often. */
TEST sheets_of_two_sides_are_named(void)
{
    rng r = rng_for(417);
    collide_mesh_report report;
    collide_mesh *m;
    int i, n, faces;
    clean.vertices = clean.corners = clean.faces = 0;
    soup_globe(&clean, 12, 8, 0);
    for (n = 1; n < 80; n += 13) { /* some of a solid's once more, the other way round */
        broken = clean;
        for (i = 0; i < n; i++) {
            int corners[4], k, first = soup_first(&clean, i);
            for (k = 0; k < clean.size[i]; k++) corners[k] = (int)clean.corner[first + clean.size[i] - 1 - k];
            soup_face(&broken, clean.size[i], corners);
        }
        ASSERT_EQ(COLLIDE_OK, soup_mesh(&broken, COLLIDE_MESH_REPAIR, 0, &m, &report, NULL));
        ASSERT(report.repeated_faces == n && report.mended == n && report.first_face == clean.faces);
        ASSERT_EQ(clean.faces, collide_mesh_face_count(m));
        collide_mesh_destroy(m);
    }
    for (n = 0; n < 5; n++) { /* a triangle, or a sheet, with two sides */
        broken.vertices = broken.corners = broken.faces = 0;
        soup_sheet(&broken, &r, n ? n : 1);
        if (n == 0) broken.faces = 1, broken.corners = 3;
        faces = broken.faces;
        for (i = 0; i < faces; i++)
            soup_triangle(&broken, (int)broken.corner[3 * i], (int)broken.corner[3 * i + 2],
                          (int)broken.corner[3 * i + 1]);
        ASSERT_EQ(COLLIDE_ERROR_MESH, soup_mesh(&broken, COLLIDE_MESH_REPAIR, 0, &m, &report, NULL));
        ASSERTm(failed_case("sheet %d: %d open edges, %d repeated", n, report.open_edges, report.repeated_faces),
                report.open_edges == 0 && report.repeated_faces == faces);
        ASSERT_EQ(COLLIDE_OK, soup_mesh(&broken, COLLIDE_MESH_REPAIR | COLLIDE_MESH_OPEN, 0, &m, &report, NULL));
        ASSERT(report.open_edges == (n ? 4 * n : 3) && report.repeated_faces == faces);
        ASSERT_EQ(faces, collide_mesh_face_count(m));
        collide_mesh_destroy(m);
    }
    PASS();
}

/* Each corner of the box is a vertex of the mesh, each normal and wing is what the picture says. */
TEST a_box_by_hand(void)
{
    collide_mesh *m;
    real inertia[9];
    int i, k;
    collide_vec3 centre;
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create_box(&m, collide_i_vec(1, 2, 3), NULL));
    ASSERT(collide_mesh_vertex_count(m) == 8 && collide_mesh_edge_count(m) == 12 && collide_mesh_face_count(m) == 6);
    for (i = 0; i < 6; i++) {
        collide_plane p = collide_mesh_face_plane(m, i);
        ASSERT_EQ(4, collide_mesh_face_size(m, i));
        ASSERT(collide_i_extent(p.normal) == 1 && collide_i_dot(p.normal, p.normal) == 1);
        ASSERT(p.offset == 1 || p.offset == 2 || p.offset == 3);
        for (k = 0; k < 8; k++) ASSERT(collide_i_dot(p.normal, collide_mesh_vertex(m, k)) <= p.offset);
    }
    for (i = 0; i < 12; i++) ASSERT_EQ(0, collide_mesh_edge(m, i)->flags);
    ASSERT(collide_mesh_volume(m) == 48);
    ASSERT(collide_vec3_length(collide_mesh_centroid(m)) == 0);
    collide_mesh_inertia(m, inertia);
    ASSERT_IN_RANGE(48.0 / 3 * (4 + 9), (double)inertia[0], 500 * EPS);
    ASSERT_IN_RANGE(48.0 / 3 * (1 + 9), (double)inertia[4], 500 * EPS);
    ASSERT_IN_RANGE(48.0 / 3 * (1 + 4), (double)inertia[8], 500 * EPS);
    ASSERT_IN_RANGE(0, (double)collide_i_abs(inertia[1]) + (double)collide_i_abs(inertia[2]), 100 * EPS);
    ASSERT_IN_RANGE(sqrt(14.0), (double)collide_mesh_sphere(m, &centre), 20 * EPS);
    ASSERT_EQ(NULL, collide_mesh_edge(m, 12));
    ASSERT_EQ(NULL, collide_mesh_edge(m, -1));
    ASSERT_EQ(-1, collide_mesh_face_vertex(m, 0, 4));
    ASSERT_EQ(-1, collide_mesh_face_vertex(m, 6, 0));
    ASSERT_EQ(0, collide_mesh_face_size(m, -1));
    ASSERT_EQ(-1, collide_mesh_next_edge(m, 0, 99));
    ASSERT_EQ(NULL, collide_mesh_tree(m));
    collide_mesh_destroy(m);
    collide_mesh_destroy(NULL);
    PASS();
}

/* Counts and volumes that can be worked out on paper. */
TEST primitives_are_right(void)
{
    const double pi = 3.14159265358979324;
    const real el[12] = {0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2};
    collide_mesh *m;
    int i;
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create_torus(&m, 2, COLLIDE_R(0.5), 30, 10, NULL));
    ASSERT(collide_mesh_face_count(m) == 300 && collide_mesh_edge_count(m) == 600 && euler(m) == 0);
    ASSERT_IN_RANGE(30 * sin(2 * pi / 30) / 2 / pi * 10 * sin(2 * pi / 10) / 2 / pi * 2 * pi * pi * 2 * 0.25,
                    (double)collide_mesh_volume(m), 0.01);
    collide_mesh_destroy(m);
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create_car(&m, 4, NULL));
    ASSERT(collide_mesh_vertex_count(m) == 16 && collide_mesh_edge_count(m) == 26 && collide_mesh_face_count(m) == 12);
    for (i = 0; i < 26; i++) { /* two concave edges where cabin meets bonnet and boot, two flat ones along its sides */
        const collide_edge *e = collide_mesh_edge(m, i);
        int cabin = collide_mesh_vertex(m, e->vertex[0]).y == COLLIDE_R(0.125) &&
                    collide_mesh_vertex(m, e->vertex[1]).y == COLLIDE_R(0.125);
        int across = collide_mesh_vertex(m, e->vertex[0]).x == collide_mesh_vertex(m, e->vertex[1]).x;
        ASSERT_EQ(cabin ? across ? (unsigned)COLLIDE_EDGE_CONCAVE : (unsigned)COLLIDE_EDGE_FLAT : 0u, e->flags);
    }
    ASSERT_EQ(4, collide_mesh_internal_edge_count(m));
    ASSERT(!collide_mesh_convex(m));
    collide_mesh_destroy(m);
    for (i = 3; i < 100; i += 7) {
        double area = i * sin(2 * pi / i) / 2;
        ASSERT_EQ(COLLIDE_OK, collide_mesh_create_cylinder(&m, 2, 3, i, NULL));
        ASSERT(collide_mesh_face_count(m) == i + 2 && collide_mesh_convex(m));
        ASSERT_IN_RANGE(4 * 9 * area, (double)collide_mesh_volume(m), 4 * 9 * 64 * EPS);
        collide_mesh_destroy(m);
        ASSERT_EQ(COLLIDE_OK, collide_mesh_create_cone(&m, 2, 3, i, NULL));
        ASSERT(collide_mesh_face_count(m) == i + 1 && collide_mesh_vertex_count(m) == i + 1 && collide_mesh_convex(m));
        ASSERT_IN_RANGE(4 * 9 * area / 3, (double)collide_mesh_volume(m), 4 * 9 * 64 * EPS);
        ASSERT_IN_RANGE(-1, (double)collide_mesh_centroid(m).y, 64 * EPS);
        collide_mesh_destroy(m);
    }
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create_prism(&m, el, 6, 1, NULL));
    ASSERT(collide_mesh_face_count(m) == 10 && collide_mesh_volume(m) == 6 && !collide_mesh_convex(m));
    collide_mesh_destroy(m);
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create_tetrahedron(&m, collide_i_vec(0, 0, 0), collide_i_vec(0, 1, 0),
                                                          collide_i_vec(1, 0, 0), collide_i_vec(0, 0, 1), NULL));
    ASSERT_IN_RANGE(1.0 / 6, (double)collide_mesh_volume(m), EPS);
    collide_mesh_destroy(m);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create_torus(&m, 1, 2, 30, 10, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create_box(&m, collide_i_vec(1, 0, 1), NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create_cylinder(&m, 1, 1, 2, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create_prism(&m, el, 2, 1, NULL));
    ASSERT_EQ(COLLIDE_ERROR_MESH,
              collide_mesh_create_tetrahedron(&m, collide_i_vec(0, 0, 0), collide_i_vec(0, 1, 0),
                                              collide_i_vec(1, 0, 0), collide_i_vec(1, 1, 0), NULL));
    ASSERT_EQ(NULL, m);
    ASSERT(collide_mesh_create_tetrahedron(&m, collide_i_vec(0, 0, 0), collide_i_vec(0, 1, 0), collide_i_vec(0, 2, 0),
                                           collide_i_vec(0, 3, 0), NULL) < 0);
    ASSERT_EQ(NULL, m);
    PASS();
}

/* A grid of squares on each side of a box becomes six faces again, which know all their sources. */
TEST coplanar_faces_are_merged(void)
{
    enum { N = 6 };
    rng r = rng_for(402);
    int round, i, k, side, f;
    for (round = 0; round < COUNT(20, 500); round++) {
        collide_mesh *m;
        static int seen[6 * 2 * N * N];
        int *out = seen, total = 0, sources[6 * 2 * N * N];
        clean.vertices = clean.corners = clean.faces = 0;
        for (side = 0; side < 6; side++)
            for (i = 0; i < N; i++)
                for (k = 0; k < N; k++) {
                    int v[4], c;
                    for (c = 0; c < 4; c++) { /* exact multiples, so that the sides' corners coincide */
                        real u = (real)(2 * (i + (c == 1 || c == 2))) / (real)N - 1,
                             w = (real)(2 * (k + (c >= 2))) / (real)N - 1;
                        real one = side & 1 ? COLLIDE_R(-1.0) : COLLIDE_R(1.0);
                        if (side & 1) w = -w;
                        v[c] = side < 2   ? soup_point(&clean, one, u, w)
                               : side < 4 ? soup_point(&clean, w, one, u)
                                          : soup_point(&clean, u, w, one);
                    }
                    if (next_below(&r, 2)) {
                        soup_triangle(&clean, v[0], v[1], v[2]);
                        soup_triangle(&clean, v[0], v[2], v[3]);
                    } else {
                        soup_triangle(&clean, v[0], v[1], v[3]);
                        soup_triangle(&clean, v[1], v[2], v[3]);
                    }
                }
        if (round & 1) soup_move(&clean, next_pose(&r, 5), 1);
        ASSERT_EQ(COLLIDE_OK, soup_mesh(&clean, COLLIDE_MESH_REPAIR | COLLIDE_MESH_MERGE_COPLANAR, 0, &m, NULL, NULL));
        ASSERTm(failed_case("round %d: %d faces", round, collide_mesh_face_count(m)),
                collide_mesh_face_count(m) == 6 && collide_mesh_vertex_count(m) == 8 &&
                    collide_mesh_edge_count(m) == 12);
        ASSERT(collide_mesh_convex(m));
        memset(seen, 0, sizeof seen);
        for (f = 0; f < 6; f++) {
            int n = collide_mesh_face_sources(m, f, sources, 6 * 2 * N * N);
            ASSERT_EQ(2 * N * N, n);
            ASSERT_EQ(n, collide_mesh_face_sources(m, f, NULL, 0));
            ASSERT_EQ(sources[0], collide_mesh_face_source(m, f));
            for (i = 0; i < n; i++) {
                ASSERT(sources[i] / (2 * N * N) == sources[0] / (2 * N * N)); /* all of one side */
                out[sources[i]]++;
            }
            total += n;
        }
        for (i = 0; i < total; i++) ASSERT_EQ(1, seen[i]);
        collide_mesh_destroy(m);
    }
    PASS();
}

TEST supports_are_the_furthest(void)
{
    static const int sizes[] = {4, 8, 32, 48, 49, 128, 400};
    rng r = rng_for(403);
    unsigned n;
    int i, k;
    for (n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        collide_mesh *m;
        real p[3 * 400], length;
        for (i = 0; i < sizes[n]; i++) {
            collide_vec3 v = collide_i_unit(next_vec(&r, 1), &length);
            if (n == 5) v.y /= 100; /* flat */
            p[3 * i] = v.x;
            p[3 * i + 1] = v.y;
            p[3 * i + 2] = v.z;
        }
        ASSERT_EQ(COLLIDE_OK, collide_mesh_create_hull(&m, p, sizes[n], NULL));
        for (k = 0; k < COUNT(5000, 150000); k++) {
            collide_vec3 d = next_vec(&r, 1);
            real best = -1000, got;
            if (k % 10 == 0) d = collide_i_vec((real)(k >> 5 & 1), -(real)(k >> 6 & 1), 1);
            if (k % 10 == 1) d = collide_mesh_face_plane(m, k % collide_mesh_face_count(m)).normal;
            for (i = 0; i < collide_mesh_vertex_count(m); i++)
                best = collide_i_max(best, collide_i_dot(collide_mesh_vertex(m, i), d));
            got = collide_i_dot(collide_mesh_vertex(m, collide_mesh_support(m, d)), d);
            ASSERTm(failed_case("%d points, direction %d", sizes[n], k), best - got <= 4 * COLLIDE_I_EPSILON);
        }
        for (k = 0; k < 50; k++) {
            collide_pose pose = next_pose(&r, 3);
            collide_aabb box = collide_mesh_bounds(m, pose), want = {{1000, 1000, 1000}, {-1000, -1000, -1000}};
            for (i = 0; i < collide_mesh_vertex_count(m); i++) {
                collide_vec3 v = collide_pose_apply(pose, collide_mesh_vertex(m, i));
                want.lower = collide_i_lowest(want.lower, v);
                want.upper = collide_i_highest(want.upper, v);
            }
            ASSERT(collide_i_extent(collide_i_sub(want.lower, box.lower)) < 16 * COLLIDE_I_EPSILON);
            ASSERT(collide_i_extent(collide_i_sub(want.upper, box.upper)) < 16 * COLLIDE_I_EPSILON);
        }
        collide_mesh_destroy(m);
    }
    PASS();
}

/* Is a mesh taken from its block if that has all the vertices in lanes: more than there is room for? */
static int block_with_lanes_taken(const collide_mesh *m)
{
    const size_t room = collide_mesh_bytes(m) + 3 * sizeof(real) * (size_t)(m->vertex_count + 8);
    char *block = (char *)calloc(room, 1);
    collide_mesh *wrong = (collide_mesh *)(void *)block;
    int taken;
    if (!block) return 1;
    memcpy(block, m, (size_t)m->at.source_first);
    wrong->flags &= ~COLLIDE_I_MESH_MAP;
    wrong->lane_count = (m->vertex_count + 3) & ~3;
    (void)collide_i_mesh_layout_of(wrong, &wrong->at);
    memcpy(block + m->at.source_first, (const char *)m + m->at.source_first,
           (size_t)(wrong->at.lanes - m->at.source_first));
    collide_i_emit_lanes(wrong, (real *)(void *)(block + wrong->at.lanes));
    memcpy(block + wrong->at.tree, (const char *)m + m->at.tree, (size_t)(m->at.end - m->at.tree));
    taken = collide_mesh_from_block(block, room) != NULL;
    free(block);
    return taken;
}

/* Many vertices on a globe far off, and on lenses so flat that climbing gets stuck: neither is done in lanes. */
TEST supports_where_climbing_is_hard(void)
{
    rng r = rng_for(413);
    int round, i, k, unmapped = 0;
    for (round = 0; round < 60; round++) {
        static real p[3 * 300];
        const real offset = round > 3 ? 0 : round == 0 ? 10 : round == 1 ? 100 : 1000;
        collide_extremes extremes;
        collide_mesh *m;
        clean.vertices = clean.corners = clean.faces = 0;
        for (i = 0; i < 300; i++) {
            real length;
            collide_vec3 v = collide_i_unit(next_vec(&r, 1), &length);
            p[3 * i] = v.x;
            p[3 * i + 1] = v.y;
            p[3 * i + 2] = v.z * 300 * COLLIDE_I_EPSILON;
        }
        if (round < 4) soup_globe(&clean, 8 + 4 * round, 7 + round, offset);
        ASSERT_EQ(COLLIDE_OK, round < 4 ? soup_mesh(&clean, COLLIDE_MESH_REPAIR, 0, &m, NULL, NULL)
                                        : collide_mesh_create_hull(&m, p, 300, NULL));
        ASSERT(collide_mesh_vertex_count(m) > COLLIDE_I_LANE_VERTICES && collide_mesh_convex(m) && m->lane_count == 0);
        ASSERT(round >= 4 || m->at.map); /* a globe is as good there as here */
        ASSERT(!block_with_lanes_taken(m));
        unmapped += !m->at.map;
        memset(&extremes, 0, sizeof extremes);
        for (k = 0; k < 200; k++) {
            collide_vec3 d = next_vec(&r, 1);
            collide_pose pose = next_pose(&r, 3);
            collide_aabb tight = collide_mesh_bounds(m, pose), box = collide_mesh_bounds_walk(m, pose, &extremes);
            real best = -10000, got, top = -10000;
            for (i = 0; i < collide_mesh_vertex_count(m); i++) {
                best = collide_i_max(best, collide_i_dot(collide_mesh_vertex(m, i), d));
                top = collide_i_max(top, collide_pose_apply(pose, collide_mesh_vertex(m, i)).y);
            }
            got = collide_i_dot(collide_mesh_vertex(m, collide_mesh_support(m, d)), d);
            ASSERTm(failed_case("round %d, direction %d: %g short", round, k, (double)(best - got)),
                    best - got <= 16 * COLLIDE_I_EPSILON * (1 + offset));
            ASSERT(top - collide_i_min(tight.upper.y, box.upper.y) <= 32 * COLLIDE_I_EPSILON * (3 + offset));
        }
        collide_mesh_destroy(m);
    }
    tell("seed %lu: %d of 60 large hulls without a map", (unsigned long)tests_seed, unmapped);
    ASSERT(unmapped > 0);
    PASS();
}

/* No point outside any face, each vertex a point, each point that lies alone on one side of some plane a vertex. */
TEST hulls_hold_all_points(void)
{
    rng r = rng_for(404);
    int round, i, k, f;
    double worst = 0;
    for (round = 0; round < COUNT(300, 20000); round++) {
        static real p[3 * 300];
        double size = round % 8 == 2 ? 3 : 2;
        int kind = round % 8, count = 4 + (int)next_below(&r, kind == 7 ? 20 : 296), expected = 1;
        real scale = power_of_two((int)next_below(&r, 20) - 10), length;
        collide_mesh *m;
        collide_result result;
        for (i = 0; i < count; i++) {
            collide_vec3 v = next_vec(&r, 1);
            if (kind == 1) v = collide_i_unit(v, &length);
            if (kind == 2)
                v = collide_i_vec((real)(int)(2 * v.x + 2), (real)(int)(2 * v.y + 2), (real)(int)(2 * v.z + 2));
            if (kind == 3) v.y *= COLLIDE_R(1e-4);                                               /* flat */
            if (kind == 4) v = collide_i_vec(v.x * COLLIDE_R(1e-4), v.y, v.z * COLLIDE_R(1e-4)); /* a needle */
            if (kind == 5)
                v = i < 8 ? collide_i_vec(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1) : v; /* a full box */
            if (kind == 6) v = collide_i_vec(v.x, v.y, v.x + v.y); /* a plane, to rounding */
            if (kind == 7) v = collide_i_vec(v.x, 2 * v.x, -v.x);  /* a line */
            if (i > 7 && next_below(&r, 10) == 0) v = collide_i_vec(p[0] / scale, p[1] / scale, p[2] / scale);
            p[3 * i] = v.x * scale;
            p[3 * i + 1] = v.y * scale;
            p[3 * i + 2] = v.z * scale;
        }
        if (kind == 6 || kind == 7) expected = 0;
        if (kind == 5 && count < 8) continue;
        result = collide_mesh_create_hull(&m, p, count, NULL);
        if (!expected && result == COLLIDE_ERROR_MESH) continue;
        if (kind == 2 && result == COLLIDE_ERROR_MESH) continue; /* few grid points may well be coplanar */
        if (count < 8 && result == COLLIDE_ERROR_MESH) continue;
        ASSERTm(failed_case("round %d, kind %d: %s", round, kind, collide_result_text(result)), result == COLLIDE_OK);
        if (!expected) { /* rounding may give it some volume, but it must be sound */
            walk_mesh(m);
            collide_mesh_destroy(m);
            continue;
        }
        walk_mesh(m);
        ASSERTm(failed_case("round %d, kind %d", round, kind), collide_mesh_closed(m) && euler(m) == 2);
        ASSERTm(failed_case("round %d, kind %d, %d points: not convex", round, kind, count), collide_mesh_convex(m));
        if (kind == 5) ASSERT_EQ(6, collide_mesh_face_count(m));
        for (k = 0; k < 200 + collide_mesh_face_count(m);
             k++) { /* any way one looks, no point is further than a vertex */
            collide_vec3 d =
                k < 200 ? collide_i_unit(next_vec(&r, 1), &length) : collide_mesh_face_plane(m, k - 200).normal;
            real best = -100000, got = collide_i_dot(collide_mesh_vertex(m, collide_mesh_support(m, d)), d);
            double out;
            for (i = 0; i < count; i++)
                best = collide_i_max(best, collide_i_dot(collide_i_vec(p[3 * i], p[3 * i + 1], p[3 * i + 2]), d));
            out = (double)((best - got) / scale) / size;
            worst = fmax(worst, out);
            ASSERTm(failed_case("round %d, kind %d: a point is %g sizes outside", round, kind, out), out < 16 * EPS);
        }
        for (f = 0; f < collide_mesh_face_count(m) && kind != 3 && kind != 4; f++) { /* nor above any face's plane */
            collide_plane plane = collide_mesh_face_plane(m, f);
            collide_vec3 at = collide_mesh_vertex(m, collide_mesh_face_vertex(m, f, 0));
            for (i = 0; i < count; i++) {
                collide_vec3 d = collide_i_sub(collide_i_vec(p[3 * i], p[3 * i + 1], p[3 * i + 2]), at);
                double above = (double)(collide_i_dot(plane.normal, d) / scale);
                ASSERTm(failed_case("round %d, kind %d: a point is %g above a face", round, kind, above),
                        above < 40 * EPS);
            }
        }
        collide_mesh_destroy(m);
    }
    tell("seed %lu: a point at most %.1f eps of the size outside its hull", (unsigned long)tests_seed, worst / EPS);
    PASS();
}

/* A cavity that sticks out of its solid takes away about as much as there is: what is left has its centre somewhere far
   off, by the formula. It stays in the box, so that the block is taken back. */
TEST centroids_of_parts_that_cancel_stay_in_the_box(void)
{
    static const unsigned sides[24] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
    real p[48];
    unsigned indices[48];
    int sizes[12], i, k;
    collide_mesh_desc d;
    collide_mesh *m;
    collide_vec3 c;
    collide_aabb b;
    for (i = 0; i < 8; i++) {
        const int x = i & 1, y = i >> 1 & 1, z = i >> 2;
        p[3 * i] = x ? 1 : -1, p[3 * i + 1] = y ? 1 : -1, p[3 * i + 2] = z ? 1 : -1;
        p[24 + 3 * i] = x ? COLLIDE_R(1.2) : COLLIDE_R(-0.9);
        p[25 + 3 * i] = y ? COLLIDE_R(0.95) : COLLIDE_R(-0.95);
        p[26 + 3 * i] = z ? COLLIDE_R(0.95) : COLLIDE_R(-0.95);
    }
    for (i = 0; i < 12; i++) sizes[i] = 4;
    for (i = 0; i < 6; i++)
        for (k = 0; k < 4; k++) {
            indices[4 * i + k] = sides[4 * i + k];
            indices[24 + 4 * i + k] = 8 + sides[4 * i + 3 - k];
        }
    memset(&d, 0, sizeof d);
    d.positions = p;
    d.vertex_count = 16;
    d.indices = indices;
    d.face_sizes = sizes;
    d.face_count = 12;
    d.flags = COLLIDE_MESH_REPAIR;
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create(&m, &d, NULL));
    c = collide_mesh_centroid(m);
    b = collide_mesh_bounds(m, collide_pose_identity());
    ASSERT(collide_mesh_volume(m) < 1);
    ASSERT(c.x >= b.lower.x && c.x <= b.upper.x && c.y >= b.lower.y && c.y <= b.upper.y && c.z >= b.lower.z &&
           c.z <= b.upper.z);
    ASSERT(collide_mesh_from_block(m, collide_mesh_bytes(m)) == m);
    collide_mesh_destroy(m);
    PASS();
}

/* Clusters around the corners of a turned cube have facets from one to the other thinner than rounding; and a turned
   grid of points is a box, as a rule: rounding may leave some of its points outside of it. */
TEST hulls_of_clusters_hold_all_points(void)
{
    enum { POINTS = 216 };
    rng r = rng_for(414);
    double worst = 0;
    int round, i, k, f, grids = 0, boxes = 0;
    for (round = 0; round < COUNT(400, 20000); round++) {
        static real p[3 * POINTS];
        collide_pose turn = next_pose(&r, 0);
        const real spread = round % 8 ? power_of_two(-7 - (int)next_below(&r, sizeof(real) == 4 ? 14 : 40)) : 0;
        collide_mesh *m;
        for (i = 0; i < POINTS; i++) {
            collide_vec3 noise = collide_i_scale(next_vec(&r, 1), spread);
            collide_vec3 v =
                spread > 0 ? collide_i_vec((real)next_below(&r, 2), (real)next_below(&r, 2), (real)next_below(&r, 2))
                           : collide_i_vec((real)(i % 6), (real)(i / 6 % 6), (real)(i / 36));
            v = collide_pose_apply(turn, collide_i_add(v, noise));
            p[3 * i] = v.x;
            p[3 * i + 1] = v.y;
            p[3 * i + 2] = v.z;
        }
        ASSERT_EQ(COLLIDE_OK, collide_mesh_create_hull(&m, p, POINTS, NULL));
        grids += !(spread > 0);
        boxes += !(spread > 0) && collide_mesh_vertex_count(m) == 8 && collide_mesh_face_count(m) == 6;
        for (f = 0; f < collide_mesh_face_count(m); f++) {
            collide_vec3 n = collide_mesh_face_plane(m, f).normal;
            double most = -1000, out;
            for (i = 0; i < collide_mesh_vertex_count(m); i++) {
                collide_vec3 v = collide_mesh_vertex(m, i);
                most = fmax(most, (double)((wide)n.x * v.x + (wide)n.y * v.y + (wide)n.z * v.z));
            }
            for (k = 0; k < POINTS; k++) {
                out = (double)((wide)n.x * p[3 * k] + (wide)n.y * p[3 * k + 1] + (wide)n.z * p[3 * k + 2]) - most;
                worst = fmax(worst, out / (spread > 0 ? 1.8 : 9));
            }
            ASSERTm(failed_case("round %d, spread %g: %g eps outside", round, (double)spread, worst / EPS),
                    worst < 16 * EPS);
        }
        collide_mesh_destroy(m);
    }
    tell("seed %lu: a point at most %.1f eps of the size outside", (unsigned long)tests_seed, worst / EPS);
    tell("seed %lu: %d of %d turned grids are boxes", (unsigned long)tests_seed, boxes, grids);
    ASSERTm(failed_case("%d of %d turned grids are boxes", boxes, grids), boxes * 1000 >= grids * 999);
    PASS();
}

/* Few points in general position, every triple tried in double: those with all others on one side are the facets. */
TEST hulls_have_the_facets_of_brute_force(void)
{
    rng r = rng_for(413);
    int round, a, b, c, i, k;
    for (round = 0; round < COUNT(300, 20000); round++) {
        int count = 4 + (int)next_below(&r, 12), facets = 0, used[16] = {0}, vertices = 0, close = 0;
        real p[48];
        collide_mesh *m;
        for (i = 0; i < 3 * count; i++) p[i] = next_real(&r);
        for (a = 0; a < count; a++)
            for (b = a + 1; b < count; b++)
                for (c = b + 1; c < count; c++) {
                    double u[3], v[3], n[3];
                    int above = 0, below = 0;
                    for (k = 0; k < 3; k++) {
                        u[k] = (double)p[3 * b + k] - (double)p[3 * a + k];
                        v[k] = (double)p[3 * c + k] - (double)p[3 * a + k];
                    }
                    for (k = 0; k < 3; k++) n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
                    for (i = 0; i < count; i++) {
                        double d = 0;
                        if (i == a || i == b || i == c) continue;
                        for (k = 0; k < 3; k++) d += n[k] * ((double)p[3 * i + k] - (double)p[3 * a + k]);
                        close |= fabs(d) < 1e-4;
                        above += d > 0;
                        below += d < 0;
                    }
                    if (above && below) continue;
                    facets++;
                    used[a] = used[b] = used[c] = 1;
                }
        for (i = 0; i < count; i++) vertices += used[i];
        if (close) continue; /* nearly coplanar: the facets may be merged */
        ASSERT_EQ(COLLIDE_OK, collide_mesh_create_hull(&m, p, count, NULL));
        ASSERTm(failed_case("round %d: %d facets, not %d", round, collide_mesh_face_count(m), facets),
                collide_mesh_face_count(m) == facets && collide_mesh_vertex_count(m) == vertices);
        for (i = 0, k = 0; i < count; i++) { /* the vertices that are used, in the order given */
            collide_vec3 v = collide_mesh_vertex(m, k);
            if (!used[i]) continue;
            ASSERT(v.x == p[3 * i] && v.y == p[3 * i + 1] && v.z == p[3 * i + 2]);
            k++;
        }
        collide_mesh_destroy(m);
    }
    PASS();
}

TEST obj_files_are_read(void)
{
    static const char box[] = "# a box\r\nmtllib x.mtl\no thing\n"
                              "v -1 -1 -1\nv -1 -1 1\n  v\t-1 1 -1\nv -1 1 1 \nv 1 -1 -1 0.5 0.5 0.5\nv 1 -1 1.0e0\nv "
                              "1 +1 -1\nv 10e-1 1 .1e1\n"
                              "vt 0 0\nvn 0 0 1\ns off\ng side\n"
                              "f 1 3 7 5\nf 2/1 6/1 8/1 4/1\nf 1//1 5//1 6//1 2//1\nf 3/1/1 4/1/1 8/1/1 7/1/1\n"
                              "f -8 -7 -5 \\\n -6\nf 5 7 8 6 # the last";
    static const struct {
        const char *text;
        int line;
    } bad[] = {
        {"v 1 2\n", 1},
        {"v 0 0 0\nv 1 0 x\n", 2},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", 4},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 0\n", 5},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4\n", 4},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", 4},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf\n", 5},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf", 5},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv\nf 1 2 3\n", 4},
        {"v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 \\\r3 x\r", 4},
        {"v 0 0 0\rv 1 0 0\r\nv 0 1 0\r\rf 1 2 0\r", 5},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 a\n", 4},
        {"v 0 0 nan\n", 1},
        {"v 0 0 1e999\n", 1},
        {"v 0 0 1e\n", 1},
        {"v 0 0 "
         "99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999\n",
         1},
        {"f 1 2 99999999999999999999\n", 1},
        {"", 0},
        {"hello", 0},
        {"v 1 2 3", 0}};
    char old[sizeof box];
    collide_mesh *m;
    collide_mesh_report report;
    unsigned i;
    int line;
    ASSERTm(collide_mesh_report_text(&report),
            collide_mesh_create_from_obj(&m, box, sizeof box - 1, 0, NULL, &report, &line) == COLLIDE_OK);
    ASSERT(collide_mesh_vertex_count(m) == 8 && collide_mesh_face_count(m) == 6 && collide_mesh_volume(m) == 8 &&
           line == 0);
    collide_mesh_destroy(m);
    memcpy(old, box, sizeof box);
    for (i = 0; i < sizeof old; i++) /* as old machines end their lines */
        if (old[i] == '\n') old[i] = i > 0 && old[i - 1] == '\r' ? ' ' : '\r';
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create_from_obj(&m, old, sizeof old - 1, 0, NULL, &report, &line));
    ASSERT(collide_mesh_vertex_count(m) == 8 && collide_mesh_face_count(m) == 6 && collide_mesh_volume(m) == 8);
    collide_mesh_destroy(m);
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        ASSERTm(bad[i].text,
                collide_mesh_create_from_obj(&m, bad[i].text, strlen(bad[i].text), 7, NULL, NULL, &line) < 0);
        ASSERT_EQ(NULL, m);
        ASSERTm(failed_case("text %u: line %d", i, line), line == bad[i].line);
    }
    PASS();
}

/* Numbers as libc reads them: the nearest, where there are no more digits than the type has; else at most the next
   one. */
TEST decimals_are_exact(void)
{
    rng r = rng_for(405);
    int i, off = 0, count = COUNT(50000, 2000000);
    for (i = 0; i < count; i++) {
        char text[64];
        collide_i_text t;
        real got = 0, want;
        int digits = 1 + (int)next_below(&r, 17), exponent = (int)next_below(&r, 40) - 24;
        if (i & 1)
            snprintf(text, sizeof text, "%.*f", (int)next_below(&r, 10),
                     (double)next_real(&r) * pow(10, (int)next_below(&r, 6)));
        else
            snprintf(text, sizeof text, "%.*ge%d", digits, (double)next_real(&r) * 100, exponent);
        t.at = text;
        t.end = text + strlen(text);
        t.line = 1;
        if (strchr(text, 'e') != strrchr(text, 'e')) continue;
        ASSERTm(text, collide_i_text_real(&t, &got) && t.at == t.end);
#ifdef COLLIDE_DOUBLE
        want = strtod(text, NULL);
#else
        want = strtof(text, NULL);
#endif
        if (collide_i_to_bits(got) != collide_i_to_bits(want) && (i & 1 || digits <= (sizeof(real) == 4 ? 9 : 17)))
            off++;
        ASSERTm(failed_case("%s: %.17g, not %.17g", text, (double)got, (double)want),
                collide_i_abs(got - want) <= collide_i_abs(want) * COLLIDE_I_EPSILON);
    }
    tell("seed %lu: %d of %d decimals not the nearest number", (unsigned long)tests_seed, off, count);
    ASSERTm(failed_case("%d of %d decimals not the nearest number", off, count), off == 0);
    PASS();
}

TEST bad_meshes_are_refused(void)
{
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1)), nan = inf - inf;
    const real bad[] = {nan, inf, -inf, power_of_two(COLLIDE_I_LARGEST_EXPONENT + 1)};
    rng r = rng_for(406);
    collide_mesh_desc d;
    collide_mesh_report report;
    collide_mesh *m;
    unsigned i;
    int k;
    (void)soup_solid(&clean, &r, 1);
    memset(&d, 0, sizeof d);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create(&m, NULL, &report));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create(&m, &d, &report));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create(NULL, &d, &report));
    for (i = 0; i < 4; i++)
        for (k = 0; k < 3; k++) {
            broken = clean;
            broken.p[3 * 5 + k] = bad[i];
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, soup_mesh(&broken, 7, 0, &m, &report, NULL));
            ASSERT(m == NULL && report.first_vertex == 5);
            ASSERT(strstr(collide_mesh_report_text(&report), "vertex") != NULL);
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create_hull(&m, broken.p, broken.vertices, NULL));
        }
    broken = clean;
    broken.corner[9] = (unsigned)broken.vertices;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, soup_mesh(&broken, 7, 0, &m, &report, NULL));
    ASSERT(report.first_face >= 0);
    broken = clean;
    broken.size[3] = -1;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, soup_mesh(&broken, 7, 0, &m, &report, NULL));
    ASSERT_EQ(3, report.first_face);
    broken.size[3] = 0x7FFFFFFF;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, soup_mesh(&broken, 7, 0, &m, &report, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, soup_mesh(&clean, 7, nan, &m, &report, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create_hull(&m, NULL, 5, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create_hull(&m, clean.p, 0, NULL));
    ASSERT_EQ(COLLIDE_ERROR_MESH, collide_mesh_create_hull(&m, clean.p, 3, NULL));
    ASSERT_EQ(NULL, collide_mesh_from_block(NULL, 0));
    ASSERT_EQ(NULL, collide_mesh_from_block(clean.p, sizeof clean.p));
    PASS();
}

/* A block that says of itself what is not so. */
TEST blocks_must_not_lie(void)
{
    rng r = rng_for(419);
    int kind, lie, i;
    for (kind = 0; kind < SOLIDS + 1; kind++)
        for (lie = 0; lie < 10; lie++) {
            collide_mesh *m, *b;
            const collide_mesh *taken;
            const int open = kind == SOLIDS;
            collide_edge *edges;
            (void)soup_solid(&clean, &r, open ? 1 : kind);
            if (open) (void)inject(&clean, &r, OPEN);
            ASSERT_EQ(COLLIDE_OK, soup_mesh(&clean, open ? COLLIDE_MESH_OPEN : 0, 0, &m, NULL, NULL));
            b = (collide_mesh *)malloc(collide_mesh_bytes(m));
            ASSERT(b != NULL);
            memcpy(b, m, collide_mesh_bytes(m));
            edges = (collide_edge *)(void *)((char *)b + b->at.edges);
            if (lie == 1) b->sphere_radius = -b->sphere_radius;
            if (lie == 2) b->sphere_radius *= COLLIDE_R(0.9);
            if (lie == 3) b->box.upper.y -= (b->box.upper.y - b->box.lower.y) / 4;
            if (lie == 4) b->flags ^= COLLIDE_I_MESH_CLOSED;
            if (lie == 5) b->flags |= COLLIDE_I_MESH_CONVEX;
            for (i = 0; i < b->edge_count; i++) {
                if (lie == 6) edges[i].flags ^= COLLIDE_EDGE_CONCAVE;
                if (lie == 7) edges[i].flags ^= COLLIDE_EDGE_DANGLING;
            }
            if (lie == 8) b->part_count = 0;
            if (lie == 9) b->internal_edge_count++;
            taken = collide_mesh_from_block(b, collide_mesh_bytes(m));
            ASSERTm(failed_case("solid %d, lie %d", kind, lie),
                    (taken != NULL) == (lie == 0 || (lie == 5 && collide_mesh_convex(m))));
            free(b);
            collide_mesh_destroy(m);
        }
    PASS();
}

/* Puts a tree's items anew into a chain, each node the first child of the one before: a walk that goes on with the first
   leaves all others behind at each. */
static void chain_tree(collide_tree *t)
{
    collide_i_node *nodes = (collide_i_node *)(void *)(t + 1);
    int i, k, item = 0;
    for (i = 0; i < t->node_count; i++)
        for (k = 0; k < COLLIDE_I_CHILDREN; k++) {
            const int go_on = k == 0 && i + 1 < t->node_count, none = !go_on && item == t->item_count;
            const real low = none ? COLLIDE_I_NO_PLACE : -1000, high = none ? COLLIDE_I_NO_PLACE : 1000;
            nodes[i].lower[0][k] = nodes[i].lower[1][k] = nodes[i].lower[2][k] = low;
            nodes[i].upper[0][k] = nodes[i].upper[1][k] = nodes[i].upper[2][k] = high;
            nodes[i].child[k] = go_on ? i + 1 : none ? COLLIDE_I_NO_CHILD : ~item++;
        }
}

/* A tree in a block may be a chain, as long as a walk's stack can hold what is left behind on the way. And no walk must
   come to a child that is none. */
TEST trees_in_blocks_fit_every_walk(void)
{
    static const int tubes[] = {3, 8, 36};
    int i, j, k, deep = 0;
    for (i = 0; i < 3; i++) {
        const collide_vec3 up = {0, 3, 0}, down = {0, -3, 0};
        const collide_mesh *taken;
        collide_mesh *m, *b;
        collide_tree *tree;
        collide_i_node *nodes;
        collide_obstacle o;
        collide_trace t;
        ASSERT_EQ(COLLIDE_OK, collide_mesh_create_torus(&m, 2, 1, 8, tubes[i], NULL));
        b = (collide_mesh *)malloc(collide_mesh_bytes(m));
        ASSERT(b != NULL);
        memcpy(b, m, collide_mesh_bytes(m));
        tree = (collide_tree *)(void *)((char *)b + b->at.tree);
        nodes = (collide_i_node *)(void *)(tree + 1);
        chain_tree(tree);
        deep += tree->node_count > COLLIDE_TREE_DEPTH;
        taken = collide_mesh_from_block(b, collide_mesh_bytes(m));
        o.mesh = taken;
        o.pose = collide_pose_identity();
        if (taken) (void)collide_trace_ray(up, down, &o, 1, &t);
        ASSERT_EQ(tree->node_count <= COLLIDE_TREE_DEPTH, taken != NULL);
        memcpy(b, m, collide_mesh_bytes(m));
        for (k = 0; k < 8 * tree->node_count && nodes[k / 8].child[k % 8] != COLLIDE_I_NO_CHILD; k++) continue;
        if (k < 8 * tree->node_count) {
            nodes[k / 8].lower[k % 3][k % 8] = 0;
            ASSERT_EQ(NULL, collide_mesh_from_block(b, collide_mesh_bytes(m)));
            memcpy(b, m, collide_mesh_bytes(m)); /* nor may one that is there come after one that is not */
            nodes[k / 8].child[k % 8] = nodes[k / 8].child[0];
            nodes[k / 8].child[0] = COLLIDE_I_NO_CHILD;
            for (j = 0; j < 3; j++) {
                nodes[k / 8].lower[j][k % 8] = nodes[k / 8].lower[j][0];
                nodes[k / 8].upper[j][k % 8] = nodes[k / 8].upper[j][0];
                nodes[k / 8].lower[j][0] = nodes[k / 8].upper[j][0] = COLLIDE_I_NO_PLACE;
            }
            ASSERT_EQ(NULL, collide_mesh_from_block(b, collide_mesh_bytes(m)));
        }
        free(b);
        collide_mesh_destroy(m);
    }
    ASSERT(deep > 0 && deep < 3);
    PASS();
}

/* Loops through the same corners in any order, and cells that are large powers of two apart, spread over all slots. A
   loop has the same number from any corner, and backwards. */
TEST nothing_crowds_a_hash(void)
{
    enum { SLOTS = 1 << 14 };
    static int count[SLOTS];
    rng r = rng_for(418);
    int i, k, bits, most;
    for (bits = 0; bits < 41; bits++) {
        memset(count, 0, sizeof count);
        for (i = 0, most = 0; i < SLOTS; i++) {
            int64_t x = (int64_t)(i % 128) << bits, y = (int64_t)(i / 128) << bits;
            int *n = &count[collide_i_cell_hash(bits % 3 ? x : 0, bits % 3 ? 0 : x, y) % SLOTS];
            most = ++*n > most ? *n : most;
        }
        ASSERTm(failed_case("%d cells 2^%d apart in one slot", most, bits), most < 20);
    }
    memset(count, 0, sizeof count);
    for (i = 0, most = 0; i < SLOTS; i++) {
        int loop[12], back[12], *n, shift = (int)next_below(&r, 12);
        for (k = 0; k < 12; k++) loop[k] = k;
        for (k = 11; k > 0; k--) {
            int other = (int)next_below(&r, (unsigned)k + 1), c = loop[k];
            loop[k] = loop[other];
            loop[other] = c;
        }
        for (k = 0; k < 12; k++) back[(shift + 12 - k) % 12] = loop[k];
        ASSERT_EQ(collide_i_loop_hash(loop, 12), collide_i_loop_hash(back, 12));
        n = &count[collide_i_loop_hash(loop, 12) % SLOTS];
        most = ++*n > most ? *n : most;
    }
    ASSERTm(failed_case("%d loops in one slot", most), most < 20);
    PASS();
}

/* One face with a million corners: zigzag, or a circle. It ends soon, whatever it says. */
TEST a_million_corners_end_soon(void)
{
    enum { MANY = 1000000 };
    real *p = (real *)malloc(sizeof(real) * 3 * MANY);
    unsigned *corner = (unsigned *)malloc(sizeof(unsigned) * MANY);
    int size = MANY, i, kind;
    ASSERT(p && corner);
    for (kind = 0; kind < 2; kind++) {
        collide_mesh_desc d;
        collide_mesh *m;
        for (i = 0; i < MANY; i++) {
            double a = 6.283185307179586 * i / (double)MANY;
            p[3 * i] = (real)((kind ? 1 : i & 1 ? 1 : 0.5) * cos(a));
            p[3 * i + 1] = (real)((kind ? 1 : i & 1 ? 1 : 0.5) * sin(a));
            p[3 * i + 2] = 0;
            corner[i] = (unsigned)i;
        }
        memset(&d, 0, sizeof d);
        d.positions = p;
        d.vertex_count = MANY;
        d.indices = corner;
        d.face_sizes = &size;
        d.face_count = 1;
        d.flags = 7;
        d.weld = -1;
        if (collide_mesh_create(&m, &d, NULL) == COLLIDE_OK)
            collide_mesh_destroy(m);
        else
            ASSERT_EQ(NULL, m);
    }
    free(p);
    free(corner);
    PASS();
}

/* Every way of making a mesh, with every allocation failing in turn; in a fixed buffer, only the mesh remains. */
static collide_result make_some_mesh(int kind, collide_mesh **m, const collide_allocator *a)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    const real el[12] = {0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2};
    if (kind == 0) return collide_mesh_create_box(m, collide_i_vec(1, 1, 1), a);
    if (kind == 1) return collide_mesh_create_torus(m, 2, 1, 12, 8, a);
    if (kind == 2) return collide_mesh_create_hull(m, clean.p, clean.vertices, a);
    if (kind == 3) return collide_mesh_create_from_obj(m, text, sizeof text - 1, 0, a, NULL, NULL);
    if (kind == 4) return collide_mesh_create_prism(m, el, 6, 1, a);
    if (kind == 5) return soup_mesh(&broken, COLLIDE_MESH_REPAIR, 0, m, NULL, a);
    return collide_mesh_create_car(m, 4, a);
}

TEST meshes_survive_failed_allocations(void)
{
    rng r = rng_for(407);
    int kind, k, done;
    (void)soup_solid(&clean, &r, 3);
    broken.vertices = broken.corners = broken.faces = 0;
    soup_box(&broken, 0, 0, 0, 1, 0);
    soup_box(&broken, 1, 1, 0, 1, 1);
    for (k = 6; k < 12; k++) soup_reverse(&broken, k);
    for (kind = 0; kind < 7; kind++) {
        static double memory[100000];
        collide_fixed_buffer buffer = {NULL, 0, 0, 0};
        collide_allocator fixed = collide_fixed_allocator(&buffer);
        collide_mesh *m, *plain;
        for (k = 1, done = 0; !done; k++) {
            watch w;
            collide_allocator a = watch_allocator(&w, k);
            collide_result result = make_some_mesh(kind, &m, &a);
            done = result == COLLIDE_OK;
            ASSERTm(failed_case("kind %d, allocation %d", kind, k),
                    done || (result == COLLIDE_ERROR_MEMORY && m == NULL && w.blocks == 0));
            if (done) {
                ASSERT_EQ(1, w.blocks);
                walk_mesh(m);
                collide_mesh_destroy(m);
            }
            ASSERT(w.blocks == 0 && w.bytes == 0 && !w.damaged && k < 200);
        }
        ASSERT(k > 2);
        buffer.memory = memory;
        buffer.size = sizeof memory;
        ASSERT_EQ(COLLIDE_OK, make_some_mesh(kind, &plain, NULL));
        ASSERT_EQ(COLLIDE_OK, make_some_mesh(kind, &m, &fixed));
        ASSERT(buffer.used < collide_mesh_bytes(m) + 128);
        ASSERT_MEM_EQ(plain, m, collide_mesh_bytes(plain)); /* the same to the byte */
        collide_mesh_destroy(m);
        ASSERT_EQ(0, buffer.used);
        buffer.size = 64; /* and too small a buffer */
        ASSERT_EQ(COLLIDE_ERROR_MEMORY, make_some_mesh(kind, &m, &fixed));
        ASSERT(m == NULL && buffer.used == 0);
        collide_mesh_destroy(plain);
    }
    PASS();
}

/* Mirrored, stretched, strided: faces still look outwards. */
TEST scales_and_strides(void)
{
    rng r = rng_for(408);
    int i, k;
    for (i = 0; i < 60; i++) {
        collide_mesh_desc d;
        collide_mesh *m;
        static real wide_p[5 * SOUP_VERTICES];
        double volume, factor;
        (void)soup_solid(&clean, &r, i % SOLIDS);
        volume = soup_volume(&clean);
        for (k = 0; k < clean.vertices; k++) memcpy(wide_p + 5 * k, clean.p + 3 * k, 3 * sizeof(real));
        memset(&d, 0, sizeof d);
        d.positions = wide_p;
        d.stride = 5 * sizeof(real);
        d.vertex_count = clean.vertices;
        d.indices = clean.corner;
        d.face_sizes = clean.size;
        d.face_count = clean.faces;
        d.scale = collide_i_vec(i & 1 ? -2 : 2, i & 2 ? COLLIDE_R(-0.5) : COLLIDE_R(0.5), i & 4 ? -3 : 3);
        factor = 3;
        ASSERT_EQ(COLLIDE_OK, collide_mesh_create(&m, &d, NULL));
        ASSERT_IN_RANGE(volume * factor, (double)collide_mesh_volume(m), 1000 * EPS * volume);
        collide_mesh_destroy(m);
        d.scale.y = 0;
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_create(&m, &d, NULL));
    }
    PASS();
}

/* Borders: a sheet with hills, its rim walked around once. */
TEST sheets_have_borders(void)
{
    rng r = rng_for(409);
    int n;
    for (n = 1; n < 20; n++) {
        collide_mesh *m;
        collide_mesh_report report;
        int i, e, start = -1, steps = 0, borders = 0;
        clean.vertices = clean.corners = clean.faces = 0;
        soup_sheet(&clean, &r, n);
        ASSERT_EQ(COLLIDE_ERROR_MESH, soup_mesh(&clean, COLLIDE_MESH_REPAIR, 0, &m, &report, NULL));
        ASSERT_EQ(4 * n, report.open_edges);
        ASSERT_EQ(COLLIDE_OK, soup_mesh(&clean, COLLIDE_MESH_OPEN, 0, &m, &report, NULL));
        ASSERT(euler(m) == 1 && !collide_mesh_closed(m) && collide_mesh_volume(m) == 0);
        walk_mesh(m);
        for (i = 0; i < collide_mesh_edge_count(m); i++) {
            const collide_edge *edge = collide_mesh_edge(m, i);
            ASSERT_EQ(edge->face[1] < 0, (edge->flags & COLLIDE_EDGE_DANGLING) != 0);
            if (edge->face[1] < 0) start = i, borders++;
        }
        ASSERT_EQ(4 * n, borders);
        e = start;
        do {
            const collide_edge *edge = collide_mesh_edge(m, e), *next = collide_mesh_edge(m, edge->wing[2]);
            ASSERT(next->face[1] == -1 && next->vertex[1] == edge->vertex[0] && next->wing[3] == e);
            e = edge->wing[2];
            steps++;
        } while (e != start && steps < 1000);
        ASSERT_EQ(4 * n, steps);
        for (i = 0; i < collide_mesh_vertex_count(m); i++) { /* a rim vertex's first edge has the hole to its right */
            const collide_edge *edge = collide_mesh_edge(m, collide_mesh_vertex_edge(m, i));
            int x = i / (n + 1), z = i % (n + 1), rim = x == 0 || x == n || z == 0 || z == n;
            ASSERT_EQ(rim, edge->vertex[0] == i && edge->face[1] < 0);
        }
        collide_mesh_destroy(m);
    }
    PASS();
}

/* Inputs that once broke something. */
TEST meshes_that_once_broke(void)
{
    static const unsigned char two_corners[] = {
        /* two triangles on two common edges were merged to nothing */
        0x6d, 0x4d, 0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x8a, 0xee, 0x8a, 0x00, 0x00, 0x00, 0xee, 0x8a, 0x00,
        0x8a, 0x00, 0x6d, 0x6d, 0x3b, 0xee, 0x6d, 0x3b, 0x70, 0x00, 0xf5, 0x3b, 0x82, 0x63, 0xee, 0xee, 0x26,
        0x14, 0x38, 0x81, 0x13, 0x38, 0x81, 0x6d, 0x6d, 0x3b, 0xed, 0x6d, 0x3b, 0x70, 0x00, 0xf5, 0x3b, 0x82,
        0x63, 0xee, 0xee, 0x26, 0x14, 0x38, 0x81, 0x13, 0x38, 0x81, 0x13, 0x00, 0xee, 0xf2, 0x00, 0x15};
    static const unsigned char spike[] = {
        /* two edges between the same two vertices became one, from a vertex to itself */
        0xd4, 0xbf, 0x4c, 0x4c, 0x4d, 0x46, 0x4e, 0xe7, 0x4f, 0x00, 0x00, 0xa1, 0xe8, 0x91, 0xe2, 0xf3, 0x00,
        0x00, 0x61, 0x90, 0x4c, 0x46, 0x4e, 0xe7, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x4c, 0x4d, 0x46, 0x4c, 0x4d, 0x46, 0x4e, 0xe7, 0x4f, 0x00, 0x00, 0xa1, 0xe8, 0x91, 0xe2, 0xf3, 0x00,
        0x00, 0x61, 0x90, 0x4c, 0x46, 0x4e, 0xe7, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x4c, 0x4d, 0x46, 0x4e, 0xe7, 0x4f, 0x00, 0x00, 0x0c, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x2b, 0xff, 0xff, 0xff, 0xff, 0xc0, 0xf7};
    static const unsigned char needle[] = {
        /* a hull so thin that rounding made its volume negative */
        0x64, 0x65, 0x65, 0x65, 0x65, 0x65, 0x65, 0x65, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x65, 0x65, 0x9b, 0x9a,
        0x9a, 0x9a, 0x9a, 0x9a, 0x9a, 0xf8, 0x00, 0xfe, 0xab, 0x8b, 0x17, 0x00, 0xab, 0x8c, 0xfe, 0xab, 0x3f};
    static const struct {
        const unsigned char *data;
        size_t size;
    } inputs[] = {{two_corners, sizeof two_corners}, {spike, sizeof spike}, {needle, sizeof needle}};
    unsigned i;
    for (i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        bytes b;
        b.data = inputs[i].data + 1; /* the first byte chose the target */
        b.left = inputs[i].size - 1;
        fuzz_mesh(&b);
    }
    PASS();
}

TEST meshes_take_any_bytes(void)
{
    run_fuzz_target(fuzz_mesh, 410, COUNT(20000, 1000000));
    run_fuzz_target(fuzz_obj, 411, COUNT(5000, 200000));
    run_fuzz_target(fuzz_block, 412, COUNT(2000, 100000));
    PASS();
}

SUITE(mesh)
{
    RUN_TEST(a_box_by_hand);
    RUN_TEST(primitives_are_right);
    RUN_TEST(sound_meshes_stay_as_they_are);
    RUN_TEST(every_defect_is_named_and_mended);
    RUN_TEST(cavities_stay_empty);
    RUN_TEST(solids_may_share_walls);
    RUN_TEST(sheets_of_two_sides_are_named);
    RUN_TEST(coplanar_faces_are_merged);
    RUN_TEST(supports_are_the_furthest);
    RUN_TEST(supports_where_climbing_is_hard);
    RUN_TEST(hulls_hold_all_points);
    RUN_TEST(centroids_of_parts_that_cancel_stay_in_the_box);
    RUN_TEST(hulls_of_clusters_hold_all_points);
    RUN_TEST(hulls_have_the_facets_of_brute_force);
    RUN_TEST(obj_files_are_read);
    RUN_TEST(decimals_are_exact);
    RUN_TEST(bad_meshes_are_refused);
    RUN_TEST(blocks_must_not_lie);
    RUN_TEST(trees_in_blocks_fit_every_walk);
    RUN_TEST(nothing_crowds_a_hash);
    RUN_TEST(a_million_corners_end_soon);
    RUN_TEST(meshes_survive_failed_allocations);
    RUN_TEST(scales_and_strides);
    RUN_TEST(sheets_have_borders);
    RUN_TEST(meshes_that_once_broke);
    RUN_TEST(meshes_take_any_bytes);
}

/* ---- [SHAPE] ---- */

/* The promise of every query: so much of the pair's size. */
#ifdef COLLIDE_DOUBLE
#define SIZE_TOLERANCE 1e-12
#define SEARCH_TOLERANCE ((wide)1e-14)
#else
#define SIZE_TOLERANCE 2e-6
#define SEARCH_TOLERANCE ((wide)1e-11)
#endif

static const collide_pose at_origin = {{0, 0, 0}, {0, 0, 0, 0}};

static collide_pose pose_at(real x, real y, real z)
{
    collide_pose p = at_origin;
    p.position = collide_i_vec(x, y, z);
    return p;
}

static double distance3(collide_vec3 a, collide_vec3 b)
{
    wide p[3], q[3];
    wide3(a, p);
    wide3(b, q);
    minus3(p, q, p);
    return (double)length3(p);
}

/* A support point is as far out as the formula says, and in the shape. */
TEST supports_match_formulas(void)
{
    rng r = rng_for(500);
    int i, kind;
    double worst = 0;
    for (i = 0; i < COUNT(4000, 400000); i++) {
        any_body s;
        collide_vec3 d, got;
        wide n[3], p[3], best, out;
        real scale = power_of_two((int)next_below(&r, 20) - 10);
        kind = i % SHAPE_KINDS;
        next_body(&s, &r, kind);
        d = next_vec(&r, scale);
        if (i % 7 == 0) d = collide_i_vec(0, (i & 1 ? scale : -scale), 0);
        if (i % 7 == 1) d.y = 0;
        if (i % 7 == 2) d.x = d.z = d.y * COLLIDE_R(1e-6);
        if (!(collide_i_extent(d) > 0)) continue;
        got = collide_shape_support(s.whole.shape, d);
        wide3(d, n);
        unit3(n);
        wide3(got, p);
        out = dot3(p, n);
        body_support(&s.whole, n, p);
        best = dot3(p, n) + s.whole.round;
        worst = fmax(worst, fabs((double)(out - best)));
        ASSERTm(failed_case("case %d, kind %d: %g too far", i, kind, (double)(out - best)),
                fabs((double)(out - best)) < 8 * EPS);
        d = collide_vec3_normalize(next_vec(&r, 1)); /* no further in any other direction than the shape goes */
        wide3(d, n);
        if (!unit3(n)) continue;
        body_support(&s.whole, n, p);
        best = dot3(p, n) + s.whole.round;
        wide3(got, p);
        ASSERTm(failed_case("case %d, kind %d: the support is outside", i, kind),
                (double)(dot3(p, n) - best) < 8 * EPS);
    }
    tell("seed %lu: supports at most %.1f eps of the size off", (unsigned long)tests_seed, worst / EPS);
    PASS();
}

TEST bounds_are_tight(void)
{
    rng r = rng_for(501);
    int i, k;
    for (i = 0; i < COUNT(2000, 100000); i++) {
        any_body s;
        collide_pose p;
        collide_aabb box;
        placed q;
        next_body(&s, &r, i % SHAPE_KINDS);
        p = next_pose(&r, 4);
        box = collide_shape_bounds(s.whole.shape, p);
        q = place(&s.whole, p, collide_i_vec(0, 0, 0));
        for (k = 0; k < 6; k++) {
            wide n[3] = {0, 0, 0}, w[3], want;
            real got[6];
            got[0] = box.lower.x, got[1] = box.upper.x, got[2] = box.lower.y, got[3] = box.upper.y;
            got[4] = box.lower.z, got[5] = box.upper.z;
            n[k / 2] = k & 1 ? 1 : -1;
            placed_support(&q, n, w);
            want = w[k / 2] + n[k / 2] * s.whole.round;
            ASSERTm(failed_case("case %d, kind %d, side %d: %g, not %g", i, i % SHAPE_KINDS, k, (double)got[k],
                                (double)want),
                    fabs((double)((wide)got[k] - want)) < 64 * EPS);
        }
    }
    PASS();
}

/* The same solid made in many ways has the same distance and depth to the same other. */
TEST shapes_of_many_makes(void)
{
    rng r = rng_for(502);
    int i, k;
    ASSERT(sizeof(collide_shape) <= 64 * sizeof(real) / 4);
    for (i = 0; i < COUNT(200, 20000); i++) {
        real x = next_between(&r, COLLIDE_R(0.25), 1), y = next_between(&r, COLLIDE_R(0.25), 1);
        real z = next_between(&r, COLLIDE_R(0.25), 1), corner[8 * 4];
        real m[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        collide_pose pa = next_pose(&r, 1), pb = next_pose(&r, 2);
        collide_shape way[8], part[6], other;
        collide_mesh *mesh = NULL;
        any_body s;
        int ways = 0, kind = i % 6, other_kind = (int)next_below(&r, SHAPE_KINDS);
        double first = 0;
        memset(corner, 0, sizeof corner);
        for (k = 0; k < 8; k++) {
            corner[4 * k] = k & 1 ? x : -x;
            corner[4 * k + 1] = k & 2 ? y : -y;
            corner[4 * k + 2] = k & 4 ? z : -z;
        }
        m[0] = x;
        m[4] = y;
        m[8] = z;
        if (kind == 0) { /* boxes */
            part[0] = collide_shape_box(collide_i_vec(1, 1, 1));
            part[1] = collide_shape_segment(collide_i_vec(-x, 0, 0), collide_i_vec(x, 0, 0));
            part[2] = collide_shape_segment(collide_i_vec(0, -y, 0), collide_i_vec(0, y, 0));
            part[3] = collide_shape_segment(collide_i_vec(0, 0, -z), collide_i_vec(0, 0, z));
            part[4] = collide_shape_sum(&part[1], &part[2]);
            way[ways++] = collide_shape_box(collide_i_vec(x, y, z));
            way[ways++] = collide_shape_points(corner, 8, 4 * sizeof(real));
            way[ways++] = collide_shape_affine(&part[0], m);
            way[ways++] = collide_shape_sum(&part[4], &part[3]);
            ASSERT_EQ(COLLIDE_OK, collide_mesh_create_box(&mesh, collide_i_vec(x, y, z), NULL));
            way[ways++] = collide_shape_hull(mesh);
        } else if (kind == 1) { /* capsules */
            real up[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, down[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
            up[10] = y;
            down[10] = -y;
            part[0] = collide_shape_sphere(x);
            part[1] = collide_shape_affine(&part[0], up);
            part[2] = collide_shape_affine(&part[0], down);
            part[3] = collide_shape_segment(collide_i_vec(0, y, 0), collide_i_vec(0, -y, 0));
            way[ways++] = collide_shape_capsule(y, x);
            way[ways++] = collide_shape_rounded(part[3], x);
            way[ways++] = collide_shape_both(&part[1], &part[2]);
            way[ways++] = collide_shape_sum(&part[3], &part[0]);
        } else if (kind == 2) { /* rounded boxes */
            part[0] = collide_shape_box(collide_i_vec(x, y, z));
            part[1] = collide_shape_sphere(x / 4);
            way[ways++] = collide_shape_rounded(part[0], x / 4);
            way[ways++] = collide_shape_sum(&part[0], &part[1]);
            part[2] = collide_shape_rounded(part[0], x / 8);
            way[ways++] = collide_shape_rounded(part[2], x / 8);
        } else if (kind == 3) { /* ellipsoids, and with m[0] = m[4] = m[8] spheres */
            part[0] = collide_shape_sphere(1);
            if (i & 1) m[4] = m[8] = y = z = x;
            way[ways++] = collide_shape_affine(&part[0], m);
            way[ways++] = collide_shape_ellipsoid(collide_i_vec(x, y, z));
            if (i & 1) way[ways++] = collide_shape_sphere(x);
        } else if (kind == 4) { /* cylinders, as a cylinder or as its two ends */
            real up[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, down[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
            up[0] = up[8] = down[0] = down[8] = x;
            up[10] = y;
            down[10] = -y;
            part[0] = collide_shape_cylinder(1, 1);
            part[1] = collide_shape_affine(&part[0], up);
            part[2] = collide_shape_affine(&part[0], down);
            way[ways++] = collide_shape_cylinder(y, x);
            way[ways++] = collide_shape_both(&part[1], &part[2]);
        } else { /* triangles */
            way[ways++] =
                collide_shape_triangle(collide_i_vec(-x, y, -z), collide_i_vec(x, -y, z), collide_i_vec(x, y, z));
            for (k = 0; k < 3; k++)
                memcpy(corner + 3 * k, &corner[4 * (k == 0 ? 2 : k == 1 ? 5 : 7)], 3 * sizeof(real));
            way[ways++] = collide_shape_points(corner, 3, 0);
        }
        next_body(&s, &r, other_kind);
        other = s.whole.shape;
        for (k = 0; k < ways; k++) {
            collide_closest c;
            collide_result result = collide_penetration(way[k], pa, other, pb, NULL, NULL, &c);
            ASSERTm(failed_case("case %d, make %d: result %d", i, k, result), result >= 0);
            if (k == 0) first = (double)c.distance;
            ASSERTm(failed_case("case %d, kind %d against %d, make %d: %.9g, not %.9g", i, kind, other_kind, k,
                                (double)c.distance, first),
                    fabs((double)c.distance - first) < 4 * SIZE_TOLERANCE);
        }
        collide_mesh_destroy(mesh);
    }
    PASS();
}

/* Every query refuses a shape, with zeros in its outputs. */
static const char *not_refused(collide_shape bad, collide_shape good, collide_pose pa, collide_pose pb)
{
    collide_closest c;
    collide_hit h;
    collide_contact contact;
    int side;
    for (side = 0; side < 2; side++) {
        collide_shape a = side ? good : bad, b = side ? bad : good;
        memset(&c, 0xCD, sizeof c);
        if (collide_distance(a, pa, b, pb, NULL, &c) != COLLIDE_ERROR_ARGUMENT || !all_zero(&c, sizeof c))
            return "distance";
        if (collide_overlap(a, pa, b, pb, NULL) != COLLIDE_ERROR_ARGUMENT) return "overlap";
        memset(&c, 0xCD, sizeof c);
        if (collide_penetration(a, pa, b, pb, NULL, NULL, &c) != COLLIDE_ERROR_ARGUMENT || !all_zero(&c, sizeof c))
            return "penetration";
        memset(&h, 0xCD, sizeof h);
        if (collide_shape_cast(a, pa, collide_i_vec(1, 0, 0), b, pb, collide_i_vec(0, 0, 0), NULL, &h) !=
                COLLIDE_ERROR_ARGUMENT ||
            !all_zero(&h, sizeof h))
            return "shape_cast";
        memset(&h, 0xCD, sizeof h);
        if (collide_shape_sweep(a, pa, pa, b, pb, pb, NULL, &h) != COLLIDE_ERROR_ARGUMENT || !all_zero(&h, sizeof h))
            return "shape_sweep";
        if (collide_manifold(a, pa, b, pb, collide_i_vec(0, 1, 0), 1, NULL, &contact, 1) != COLLIDE_ERROR_ARGUMENT)
            return "manifold";
    }
    memset(&h, 0xCD, sizeof h);
    if (collide_ray_cast(bad, pa, collide_i_vec(9, 0, 0), collide_i_vec(-9, 0, 0), &h) != COLLIDE_ERROR_ARGUMENT ||
        !all_zero(&h, sizeof h))
        return "ray_cast";
    return NULL;
}

TEST bad_shapes_are_refused(void)
{
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1)), nan = inf - inf;
    const real bad[] = {nan, inf, -inf, power_of_two(COLLIDE_I_LARGEST_EXPONENT + 1), -1};
    collide_shape good = collide_shape_sphere(1), none, s;
    collide_pose here = pose_at(0, 0, 0), there = pose_at(5, 0, 0);
    real p[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, m[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const char *query;
    unsigned i;
    int k;
    memset(&none, 0, sizeof none);
    query = not_refused(none, good, here, there);
    ASSERTm(query, query == NULL);
    for (i = 0; i < sizeof bad / sizeof *bad; i++)
        for (k = 0; k < 24; k++) {
            real x = k % 3 == 0 ? bad[i] : 1, y = k % 3 == 1 ? bad[i] : 1, z = k % 3 == 2 ? bad[i] : 1;
            s = good;
            if (k < 3) s = collide_shape_box(collide_i_vec(x, y, z));
            if (k >= 3 && k < 6) s = collide_shape_ellipsoid(collide_i_vec(x, y, z));
            if (k == 6 || k == 7) s = collide_shape_capsule(x, y);
            if (k == 9 || k == 10) s = collide_shape_cylinder(x, y);
            if (k == 12 || k == 13) s = collide_shape_cone(x, y);
            if (k == 15) s = collide_shape_sphere(x);
            if (k == 18) s = collide_shape_rounded(good, x);
            if (k == 21) s = collide_shape_rounded(none, 1);
            if (bad[i] != -1) { /* below zero is fine where it is a coordinate */
                if (k == 8) s = collide_shape_segment(collide_i_vec(x, y, z), collide_i_vec(1, 2, 3));
                if (k == 11) s = collide_shape_triangle(here.position, there.position, collide_i_vec(x, y, z));
                if (k == 14) {
                    memcpy(p + 6, &z, sizeof z);
                    s = collide_shape_points(p, 3, 0);
                    p[6] = 0;
                }
                if (k == 17) {
                    m[10] = z;
                    s = collide_shape_affine(&good, m);
                    m[10] = 0;
                }
            }
            if (k == 16) s = collide_shape_points(NULL, 3, 0);
            if (k == 19) s = collide_shape_points(p, i & 1 ? 0 : -1, 0);
            if (k == 20) s = collide_shape_hull(NULL);
            if (k == 22) s = i & 1 ? collide_shape_sum(&good, NULL) : collide_shape_both(NULL, &good);
            if (k == 23) s = i & 1 ? collide_shape_affine(NULL, m) : collide_shape_affine(&good, NULL);
            if ((k == 8 || k == 11 || k == 14 || k == 17) && bad[i] == -1) continue;
            query = not_refused(s, good, here, there);
            ASSERTm(failed_case("number %u, make %d: %s", i, k, query), query == NULL);
        }
    s = collide_shape_sum(&none, &good);
    query = not_refused(s, good, here, there);
    ASSERTm(failed_case("a sum with nothing: %s", query), query == NULL);
    query = not_refused(collide_shape_custom(NULL, NULL), good, here, there);
    ASSERTm(failed_case("no callback: %s", query), query == NULL);
    for (k = 0; k < 4; k++) { /* parts of themselves */
        collide_shape ring = good;
        ring = k == 0   ? collide_shape_sum(&ring, &good)
               : k == 1 ? collide_shape_sum(&ring, &ring)
               : k == 2 ? collide_shape_both(&good, &ring)
                        : collide_shape_affine(&ring, m);
        query = not_refused(ring, good, here, there);
        ASSERTm(failed_case("ring %d: %s", k, query), query == NULL);
    }
    PASS();
}

/* Sizes of zero are points, discs and sheets, not errors. */
TEST empty_sizes_are_points(void)
{
    collide_shape flat[7], good = collide_shape_sphere(1);
    collide_closest c;
    int i;
    flat[0] = collide_shape_sphere(0);
    flat[1] = collide_shape_box(collide_i_vec(0, 0, 0));
    flat[2] = collide_shape_capsule(0, 0);
    flat[3] = collide_shape_cylinder(0, 0);
    flat[4] = collide_shape_cone(0, 0);
    flat[5] = collide_shape_ellipsoid(collide_i_vec(0, 0, 0));
    flat[6] = collide_shape_point();
    for (i = 0; i < 7; i++) {
        ASSERT_EQ(0, collide_distance(flat[i], at_origin, good, pose_at(3, 0, 4), NULL, &c));
        ASSERTm(failed_case("shape %d: %g", i, (double)c.distance), fabs((double)c.distance - 4) < 8 * EPS);
        ASSERT_EQ(1, collide_penetration(good, at_origin, flat[i], pose_at(0, COLLIDE_R(0.5), 0), NULL, NULL, &c));
        ASSERTm(failed_case("shape %d: %g", i, (double)c.distance), fabs((double)c.distance + 0.5) < 8 * EPS);
        ASSERT_EQ(1, collide_penetration(flat[i], at_origin, flat[(i + 1) % 7], at_origin, NULL, NULL, &c));
        ASSERTm(failed_case("shape %d on a point: %g", i, (double)c.distance), fabs((double)c.distance) < 8 * EPS);
        ASSERT_IN_RANGE(1, (double)collide_vec3_length(c.normal), 8 * EPS);
    }
    PASS();
}

SUITE(shape)
{
    RUN_TEST(supports_match_formulas);
    RUN_TEST(bounds_are_tight);
    RUN_TEST(shapes_of_many_makes);
    RUN_TEST(bad_shapes_are_refused);
    RUN_TEST(empty_sizes_are_points);
}

/* ---- [SCREW] ---- */

/* Four poses of which the relative motion is a known screw: B is carried by it, and A moves as it likes. */
static wide pose_error(collide_pose p, const placed *q, wide *turn)
{
    wide r[9], at[3], worst = 0, far[3];
    int i;
    wide_matrix(p.rotation, r);
    wide3(p.position, at);
    for (i = 0; i < 9; i++) worst = WIDE(fmax)(worst, WIDE(fabs)(r[i] - q->r[i]));
    *turn = worst;
    minus3(at, q->at, far);
    return length3(far);
}

/* Omega = a1^-1 b1 b0^-1 a0, by matrices. */
static void screw_matrix(collide_pose a0, collide_pose a1, collide_pose b0, collide_pose b1, const wide x[3],
                         wide out[3])
{
    placed p[4];
    wide y[3];
    p[0] = place(NULL, a0, collide_i_vec(0, 0, 0));
    p[1] = place(NULL, a1, collide_i_vec(0, 0, 0));
    p[2] = place(NULL, b0, collide_i_vec(0, 0, 0));
    p[3] = place(NULL, b1, collide_i_vec(0, 0, 0));
    turn3(p[0].r, x, y);
    along3(y, 1, p[0].at, y);
    minus3(y, p[2].at, y);
    turn_back3(p[2].r, y, out);
    turn3(p[3].r, out, y);
    along3(y, 1, p[3].at, y);
    minus3(y, p[1].at, y);
    turn_back3(p[1].r, y, out);
}

TEST screws_are_the_relative_motion(void)
{
    rng r = rng_for(510);
    int i, k;
    double worst = 0, worst_axis = 0;
    for (i = 0; i < COUNT(3000, 300000); i++) {
        collide_pose a0 = next_pose(&r, 2), a1 = next_pose(&r, 2), b0 = next_pose(&r, 2), b1 = next_pose(&r, 2);
        collide_vec3 x = next_vec(&r, 2), got, axis;
        collide_screw s;
        wide p[3], q[3], v[3], g[3], u[3], half[3], angle;
        double error, size = 8;
        if (i % 3 == 1) { /* turns from 1 down to 1e-9, the axis running away */
            real turn = power_of_two(-(int)next_below(&r, 31));
            axis = next_vec(&r, 1);
            a0.rotation = a1.rotation;
            a0.position = a1.position;
            b1.rotation = collide_quat_multiply(collide_quat_from_axis_angle(axis, turn), b0.rotation);
        }
        s = collide_screw_between(a0, a1, b0, b1);
        ASSERT(s.angle >= 0 && s.angle <= COLLIDE_R(3.1415930));
        ASSERT_IN_RANGE(1, (double)collide_vec3_length(s.axis), 8 * EPS);
        got = collide_screw_apply(&s, x, 0);
        ASSERTm(failed_case("case %d: moved at the start", i), distance3(got, x) < 8 * EPS);
        wide3(x, p);
        screw_matrix(a0, a1, b0, b1, p, q);
        got = collide_screw_apply(&s, x, 1);
        wide3(got, g);
        minus3(g, q, g);
        error = (double)length3(g) / size;
        worst = fmax(worst, error);
        ASSERTm(failed_case("case %d, angle %g: %g sizes off at the end", i, (double)s.angle, error), error < 8 * EPS);
        /* its axis goes onto itself: the point slides along it, and is the nearest of it to the origin */
        wide3(s.axis, v);
        wide3(s.point, u);
        if ((double)s.angle > 0.1 && (double)s.angle < 3.1) {
            screw_matrix(a0, a1, b0, b1, u, q);
            along3(u, (wide)s.slide, v, p);
            minus3(q, p, q);
            error = (double)length3(q) / (size + (double)length3(u));
            worst_axis = fmax(worst_axis, error);
            ASSERTm(failed_case("case %d: %g sizes off the axis", i, error), error < 16 * EPS);
            ASSERT_IN_RANGE(0, (double)(dot3(u, v) / (1 + length3(u))), 8 * EPS);
        }
        /* half way, twice: the same as once */
        got = collide_screw_apply(&s, collide_screw_apply(&s, x, COLLIDE_R(0.5)), COLLIDE_R(0.5));
        ASSERTm(failed_case("case %d: two halves are no whole", i),
                distance3(got, collide_screw_apply(&s, x, 1)) < 24 * EPS * size);
        /* distances from the axis and turns about it, by Rodrigues */
        angle = (wide)s.angle;
        if ((double)s.angle > 0.1) {
            real t = next_between(&r, 0, 1);
            wide3(x, p);
            minus3(p, u, p);
            rodrigues3(v, angle * (wide)t, p, half);
            along3(half, 1, u, half);
            along3(half, (wide)t * (wide)s.slide, v, half);
            wide3(collide_screw_apply(&s, x, t), g);
            minus3(g, half, g);
            error = (double)length3(g) / (size + (double)length3(u));
            ASSERTm(failed_case("case %d, t %g: %g sizes off the helix", i, (double)t, error), error < 16 * EPS);
        }
        { /* the pose of the motion moves points as the motion does */
            real t = next_between(&r, 0, 1);
            got = collide_pose_apply(collide_screw_pose(&s, t), x);
            ASSERTm(failed_case("case %d: pose and motion differ", i),
                    distance3(got, collide_screw_apply(&s, x, t)) < 24 * EPS * size);
        }
        { /* velocity: the difference of two close places, in a step where neither rounding nor bending shows */
            real h = sizeof(real) == 4 ? COLLIDE_R(0.001953125) : COLLIDE_R(0.0000152587890625);
            collide_vec3 speed = collide_screw_velocity(&s, x), after = collide_screw_apply(&s, x, h);
            collide_vec3 before = collide_screw_apply(&s, x, -h);
            for (k = 0; k < 3; k++) {
                double f = k == 0   ? (double)after.x - (double)before.x
                           : k == 1 ? (double)after.y - (double)before.y
                                    : (double)after.z - (double)before.z;
                double want = k == 0 ? (double)speed.x : k == 1 ? (double)speed.y : (double)speed.z;
                error = fabs(f / (2 * (double)h) - want);
                ASSERTm(failed_case("case %d: velocity off by %g", i, error),
                        error < 64 * EPS * size / (double)h + 40 * size * (double)(h * h));
            }
        }
    }
    tell("seed %lu: %.2f eps of the size off at the end, axis %.2f", (unsigned long)tests_seed, worst / EPS,
         worst_axis / EPS);
    PASS();
}

/* A known screw comes back: axis, angle, slide, from any of A's places. */
TEST screws_by_their_numbers(void)
{
    rng r = rng_for(511);
    int i;
    for (i = 0; i < COUNT(2000, 200000); i++) {
        collide_vec3 axis = next_vec(&r, 1), point = next_vec(&r, 2), moved;
        real angle = next_between(&r, COLLIDE_R(0.2), 3), slide = next_real(&r);
        collide_pose omega, b0 = next_pose(&r, 2), b1;
        collide_screw s;
        wide v[3], u[3], got[3];
        if (collide_vec3_length(axis) < COLLIDE_R(0.1)) continue;
        wide3(axis, v);
        unit3(v);
        wide3(point, u);
        along3(u, -dot3(u, v), v, u);
        /* x -> u + R (x - u) + slide v */
        omega.rotation = collide_quat_from_axis_angle(axis, angle);
        rodrigues3(v, (wide)angle, u, got);
        minus3(u, got, got);
        along3(got, (wide)slide, v, got);
        moved = real3(got);
        omega.position = moved;
        b1 = collide_pose_compose(omega, b0);
        s = collide_screw_between(at_origin, at_origin, b0, b1);
        ASSERTm(failed_case("case %d: angle %.9g, not %.9g", i, (double)s.angle, (double)angle),
                fabs((double)(s.angle - angle)) < 64 * EPS);
        ASSERTm(failed_case("case %d: slide %.9g, not %.9g", i, (double)s.slide, (double)slide),
                fabs((double)(s.slide - slide)) < 256 * EPS);
        wide3(s.axis, got);
        minus3(got, v, got);
        ASSERTm(failed_case("case %d: axis off by %g", i, (double)length3(got)), (double)length3(got) < 256 * EPS);
        wide3(s.point, got);
        minus3(got, u, got);
        ASSERTm(failed_case("case %d: point off by %g", i, (double)length3(got)), (double)length3(got) < 2000 * EPS);
    }
    PASS();
}

/* As the turn goes to nothing the motion goes to a translation, without a jump; and with the axis a million sizes
   away every place on the way is right to rounding. */
/* Rotations whose numbers are too small to have a reciprocal turn nothing, and harm nothing. */
TEST rotations_may_be_denormal(void)
{
    const collide_pose still = {{0, 0, 0}, {0, 0, 0, 0}}, there = {{2, 3, 4}, {0, 0, 0, 0}};
    const collide_vec3 x = {1, 1, 1};
    int k, e;
    for (e = COLLIDE_I_BIAS / 2; e < COLLIDE_I_BIAS + COLLIDE_I_MANTISSA; e++)
        for (k = 0; k < 8; k++) {
            const real tiny = e < COLLIDE_I_BIAS
                                  ? power_of_two(-e)
                                  : power_of_two(1 - COLLIDE_I_BIAS) * power_of_two(COLLIDE_I_BIAS - 1 - e);
            collide_pose b = {{1, 2, 3}, {0, 0, 0, 1}}, p;
            collide_screw s;
            collide_vec3 y;
            collide_hit hit;
            if (k & 1) b.rotation.x = tiny;
            if (k & 2) b.rotation.y = -tiny;
            if (k & 4) b.rotation.z = tiny / 2;
            s = collide_screw_between(still, still, still, b);
            y = collide_screw_apply(&s, x, COLLIDE_R(0.5));
            ASSERTm(failed_case("2^-%d: %g %g %g", e, (double)y.x, (double)y.y, (double)y.z),
                    distance3(y, collide_i_vec(COLLIDE_R(1.5), 2, COLLIDE_R(2.5))) < 8 * EPS);
            ASSERT(distance3(collide_screw_velocity(&s, x), b.position) < 8 * EPS);
            p = collide_pose_between(still, b, COLLIDE_R(0.5));
            ASSERT(distance3(p.position, collide_i_vec(COLLIDE_R(0.5), 1, COLLIDE_R(1.5))) < 8 * EPS);
            ASSERT(collide_pose_valid(p));
            ASSERT_EQ(1, collide_shape_sweep(collide_shape_sphere(1), still, b, collide_shape_box(x), there, there,
                                             NULL, &hit));
            ASSERTm(failed_case("2^-%d: met at %g", e, (double)hit.time), fabs((double)hit.time - 0.73274) < 0.0001);
        }
    PASS();
}

TEST screws_pass_into_translations(void)
{
    rng r = rng_for(512);
    int i, e;
    double worst = 0;
    for (i = 0; i < COUNT(60, 6000); i++)
        for (e = 0; e < 44; e++) {
            collide_vec3 axis = next_vec(&r, 1), x = next_vec(&r, 1);
            collide_pose from = next_pose(&r, 1), to = from;
            real turn = power_of_two(1 - e) * next_between(&r, COLLIDE_R(0.5), 1), t = next_between(&r, 0, 1);
            collide_screw s;
            path p;
            placed q;
            wide none[3] = {0, 0, 0}, y[3], local[3], turn_error, off;
            collide_pose between;
            collide_vec3 got;
            from.rotation = collide_pose_identity().rotation;
            to.position = next_vec(&r, 1);
            to.rotation = e == 43 ? from.rotation : collide_quat_from_axis_angle(axis, turn);
            if (!collide_pose_valid(to) || !(collide_vec3_length(axis) > COLLIDE_R(0.01))) continue;
            p = path_of(from, to);
            q = place_on_path(NULL, &p, (wide)t, none);
            between = collide_pose_between(from, to, t);
            off = pose_error(between, &q, &turn_error);
            worst = fmax(worst, (double)WIDE(fmax)(off, turn_error));
            ASSERTm(failed_case("turn 2^%d, t %g: %g off, turned %g off", 1 - e, (double)t, (double)off,
                                (double)turn_error),
                    off < 16 * EPS && turn_error < 16 * EPS);
            /* the same motion applied to a point of the body at the start */
            s = collide_screw_between(at_origin, at_origin, from, to);
            got = collide_screw_apply(&s, collide_pose_apply(from, x), t);
            wide3(x, local);
            turn3(q.r, local, y);
            along3(y, 1, q.at, y);
            wide3(got, local);
            minus3(y, local, y);
            worst = fmax(worst, (double)length3(y));
            ASSERTm(failed_case("turn 2^%d, t %g: a point is %g off", 1 - e, (double)t, (double)length3(y)),
                    (double)length3(y) < 24 * EPS);
        }
    tell("seed %lu: at most %.1f eps off, from 170 degrees to none", (unsigned long)tests_seed, worst / EPS);
    PASS();
}

/* Paths begin and end where they should to the bit, run both ways alike, and are the same seen from anywhere. */
TEST paths_begin_and_end(void)
{
    rng r = rng_for(513);
    int i;
    for (i = 0; i < COUNT(3000, 300000); i++) {
        collide_pose a = next_pose(&r, 3), b = next_pose(&r, 3), got, want, frame = next_pose(&r, 3);
        real t = next_between(&r, 0, 1);
        collide_vec3 x = next_vec(&r, 1);
        path p;
        placed q;
        wide none[3] = {0, 0, 0}, turn, off;
        got = collide_pose_between(a, b, 0);
        want = a;
        ASSERT(collide_i_pose_normalize(&want));
        ASSERT_MEM_EQ(&want, &got, sizeof got);
        got = collide_pose_between(a, b, 1);
        want = b;
        ASSERT(collide_i_pose_normalize(&want));
        ASSERT_MEM_EQ(&want, &got, sizeof got);
        p = path_of(a, b);
        if ((double)p.angle > 3.14) continue; /* either way is the short one */
        q = place_on_path(NULL, &p, (wide)t, none);
        got = collide_pose_between(a, b, t);
        off = pose_error(got, &q, &turn);
        /* a turn close to half a circle has its axis from few digits only where the rest is rounding */
        ASSERTm(failed_case("case %d, t %g, angle %g: %g off, turned %g", i, (double)t, (double)p.angle, (double)off,
                            (double)turn),
                (double)off < 100 * EPS && (double)turn < 64 * EPS);
        want = collide_pose_between(b, a, 1 - t);
        ASSERTm(failed_case("case %d: another way back", i),
                distance3(collide_pose_apply(got, x), collide_pose_apply(want, x)) < 200 * EPS);
        want = collide_pose_between(collide_pose_compose(frame, a), collide_pose_compose(frame, b), t);
        want = collide_pose_compose(collide_pose_inverse(frame), want);
        ASSERTm(failed_case("case %d: depends on the frame", i),
                distance3(collide_pose_apply(got, x), collide_pose_apply(want, x)) < 400 * EPS);
    }
    PASS();
}

/* Buss, 4.3, as corrected in errata.md: fractions, at 60 degrees 0.128. */
TEST screw_errors_are_the_papers(void)
{
    double angle;
    int i;
    ASSERT_EQ(0, collide_screw_error(0));
    for (i = 1; i <= 180; i++) {
        angle = (double)(real)(3.14159265358979 / 180 * i);
        ASSERT_IN_RANGE((1 - cos(angle / 2)) / angle, (double)collide_screw_error((real)angle), 8 * EPS);
    }
    ASSERT_IN_RANGE(0.128, (double)collide_screw_error(COLLIDE_R(1.0471975512)), 0.0005);
    ASSERT_IN_RANGE(1e-9 / 8, (double)collide_screw_error(COLLIDE_R(1e-9)), 1e-15);
    PASS();
}

TEST half_a_turn_and_bad_poses(void)
{
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1)), nan = inf - inf;
    rng r = rng_for(514);
    collide_pose a = at_origin, b, bad, got;
    collide_screw s, none;
    int i, k;
    memset(&none, 0, sizeof none);
    for (i = 0; i < 200; i++) { /* exactly half a turn, about any axis, given with either sign */
        collide_vec3 axis = collide_vec3_normalize(next_vec(&r, 1)), x = next_vec(&r, 1);
        b.position = next_vec(&r, 1);
        b.rotation.x = i & 1 ? axis.x : -axis.x;
        b.rotation.y = i & 1 ? axis.y : -axis.y;
        b.rotation.z = i & 1 ? axis.z : -axis.z;
        b.rotation.w = 0;
        s = collide_screw_between(a, a, a, b);
        ASSERT(s.angle > COLLIDE_R(3.1415) && s.angle < COLLIDE_R(3.1416));
        ASSERTm(failed_case("case %d", i),
                distance3(collide_screw_apply(&s, x, 1), collide_pose_apply(b, x)) < 32 * EPS);
        b.rotation.w = -b.rotation.w; /* and longer ones are taken the short way */
        b.rotation = collide_quat_from_axis_angle(axis, -6);
        s = collide_screw_between(a, a, a, b);
        ASSERT_IN_RANGE(6.283185307179586 - 6, (double)s.angle, 64 * EPS);
    }
    for (k = 0; k < 4; k++)
        for (i = 0; i < 7; i++) {
            collide_pose p[4];
            bad = pose_at(1, 2, 3);
            if (i == 0) bad.position.x = nan;
            if (i == 1) bad.position.y = inf;
            if (i == 2) bad.rotation.x = nan;
            if (i == 3) bad.rotation.w = 3;
            if (i == 4) bad.rotation.y = COLLIDE_R(0.25);
            if (i == 5) bad.position.z = power_of_two(COLLIDE_I_LARGEST_EXPONENT + 1);
            if (i == 6) bad.rotation.z = -inf;
            p[0] = p[1] = p[2] = p[3] = at_origin;
            p[k] = bad;
            s = collide_screw_between(p[0], p[1], p[2], p[3]);
            ASSERT_MEM_EQ(&none, &s, sizeof s);
            got = collide_pose_between(p[0], p[1], COLLIDE_R(0.5));
            if (k < 2) ASSERT(all_zero(&got, sizeof got));
        }
    got = collide_pose_between(a, a, nan);
    ASSERT(all_zero(&got, sizeof got));
    ASSERT_EQ(0, collide_screw_error(nan));
    PASS();
}

SUITE(screw)
{
    RUN_TEST(screws_are_the_relative_motion);
    RUN_TEST(screws_by_their_numbers);
    RUN_TEST(rotations_may_be_denormal);
    RUN_TEST(screws_pass_into_translations);
    RUN_TEST(paths_begin_and_end);
    RUN_TEST(screw_errors_are_the_papers);
    RUN_TEST(half_a_turn_and_bad_poses);
}

/* ---- [GJK] ---- */

static solid solid_a, solid_b;

/* By brute force where both are polytopes (without their roundings), else by search. */
static bounds reference_signed(const couple *c, int features)
{
    bounds r;
    if (features && solid_of(&solid_a, &c->a, 0) && solid_of(&solid_b, &c->b, 0)) {
        brute b = brute_signed(&solid_a, &solid_b);
        r.lower = r.upper = b.value - c->round;
        memcpy(r.n, b.n, sizeof r.n);
        r.tried = 0;
        return r;
    }
    return search_signed(c, SEARCH_TOLERANCE);
}

static collide_pose next_place(rng *r, real size, int turned)
{
    collide_pose p = next_pose(r, size);
    if (!turned) memset(&p.rotation, 0, sizeof p.rotation);
    return p;
}

/* Puts B at a gap (or, below zero, a depth) from A, seen along some direction. */
static void put_at_gap(const body *a, const collide_pose *pa, const body *b, collide_pose *pb, collide_vec3 direction,
                       wide gap)
{
    couple c;
    wide n[3], p[3], w[3];
    wide3(direction, n);
    if (!unit3(n)) n[1] = 1;
    pb->position = pa->position;
    c = couple_of(a, *pa, b, *pb);
    gap += cso_support(&c, n, w) + c.round;
    wide3(pa->position, p);
    along3(p, gap, n, p);
    pb->position = real3(p);
}

/* The references against each other and against closed forms, before anybody believes them. */
TEST references_agree(void)
{
    rng r = rng_for(520);
    int i, k, loose = 0;
    double worst = 0, tried = 0;
    make_hulls();
    for (i = 0; i < COUNT(300, 20000); i++) { /* polytopes: search, all simplices, features of the hull */
        any_body a, b;
        collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 1, 1);
        collide_vec3 d = next_vec(&r, 1);
        real gap = next_between(&r, -1, 1);
        couple c;
        bounds s;
        brute f;
        int kind = i % 4;
        next_body(&a, &r, kind == 0 ? 0 : 9);
        next_body(&b, &r, kind == 1 ? 8 : kind == 2 ? 7 : 9);
        put_at_gap(&a.whole, &pa, &b.whole, &pb, d, (wide)(gap * gap * gap));
        c = couple_of(&a.whole, pa, &b.whole, pb);
        s = search_signed(&c, (wide)1e-11);
        tried += s.tried;
        ASSERT(solid_of(&solid_a, &c.a, 0) && solid_of(&solid_b, &c.b, 0));
        f = brute_signed(&solid_a, &solid_b);
        worst = fmax(worst, (double)WIDE(fmax)(f.value - s.upper, s.lower - f.value));
        ASSERTm(failed_case("case %d: by features %.15g, by search %.15g to %.15g", i, (double)f.value, (double)s.lower,
                            (double)s.upper),
                f.value > s.lower - 1e-11 && f.value < s.upper + 1e-11);
        if (kind != 3) continue;
        ASSERT(solid_of(&solid_a, &c.a, 1) && solid_of(&solid_b, &c.b, 1));
        ASSERT_EQ(12, solid_a.faces);
        ASSERTm(failed_case("case %d: by hull", i),
                fabs((double)(brute_signed(&solid_a, &solid_b).value - f.value)) < 1e-12);
    }
    tell("seed %lu: features and search differ by %.2g; %.0f directions a search", (unsigned long)tests_seed, worst,
         tried / COUNT(300, 20000));
    for (k = HULL_32, tried = 0; k <= HULL_FLAT; k++) { /* larger hulls, needles, flat ones */
        body a = body_hull(k, 0), b = body_hull((k + 1) % HULLS, 0);
        for (i = 0; i < COUNT(10, 40); i++) {
            collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 1, 1);
            collide_vec3 d = next_vec(&r, 1);
            couple c;
            bounds s;
            brute f;
            if (a.count + b.count > 200 && i >= COUNT(0, 1)) break;
            put_at_gap(&a, &pa, &b, &pb, d, i & 1 ? (wide)-0.01 : (wide)0.01);
            c = couple_of(&a, pa, &b, pb);
            s = search_signed(&c, (wide)1e-11);
            ASSERT(solid_of(&solid_a, &c.a, 1) && solid_of(&solid_b, &c.b, 1));
            ASSERT_EQ(solid_a.edges, solid_a.faces * 3 / 2);
            ASSERT_EQ(2, solid_a.count - solid_a.edges + solid_a.faces);
            f = brute_signed(&solid_a, &solid_b);
            ASSERTm(failed_case("hull %d, case %d: by features %.15g, by search %.15g to %.15g", k, i, (double)f.value,
                                (double)s.lower, (double)s.upper),
                    f.value > s.lower - 1e-10 && f.value < s.upper + 1e-10);
        }
    }
    for (i = 0; i < COUNT(200, 20000); i++) { /* curved: closed forms against a point */
        real x = next_between(&r, COLLIDE_R(0.3), 1), y = next_between(&r, COLLIDE_R(0.3), 1);
        int kind = i % 3;
        body a = kind == 0   ? body_cylinder(y, x)
                 : kind == 1 ? body_cone(y, x)
                             : body_ellipsoid(x, y, x),
             b = body_point();
        collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 2, 0);
        couple c = couple_of(&a, pa, &b, pb);
        bounds s = search_signed(&c, SEARCH_TOLERANCE);
        wide p[3], radial, up, want, ex, ey, t;
        turn_back3(c.a.r, c.b.at, p);
        radial = WIDE(sqrt)(p[0] * p[0] + p[2] * p[2]);
        up = p[1];
        if (kind == 0) {
            wide dx = radial - (wide)x, dy = WIDE(fabs)(up) - (wide)y;
            want = dx > 0 && dy > 0 ? WIDE(sqrt)(dx * dx + dy * dy) : WIDE(fmax)(dx, dy);
        } else if (kind == 1) { /* in the half plane of the point: a triangle with its apex at (0, y) */
            wide slope = WIDE(sqrt)((wide)x * (wide)x + 4 * (wide)y * (wide)y), side, below = -(wide)y - up, past;
            ex = (wide)x / slope, ey = -2 * (wide)y / slope; /* down the side */
            t = radial * ex + (up - (wide)y) * ey;
            side = -radial * ey + (up - (wide)y) * ex;
            past = WIDE(fmax)(0, WIDE(fmax)(-t, t - slope));
            want = WIDE(fmax)(side, below);
            if (want > 0) {
                wide on_side = WIDE(sqrt)(side * side + past * past), off = WIDE(fmax)(0, radial - (wide)x);
                wide on_base = WIDE(sqrt)(below * below + off * off);
                want = WIDE(fmin)(on_side, on_base);
            }
        } else { /* the foot of the perpendicular on an ellipse, by bisection of its parameter */
            wide low = 0, high = (wide)1.5707963267948966192L, px, py;
            wide ax = (wide)x, ay = (wide)y, u = WIDE(fabs)(up);
            int inside = radial * radial / (ax * ax) + u * u / (ay * ay) < 1;
            if (inside) continue; /* several feet */
            for (k = 0; k < 80; k++) {
                t = (low + high) / 2;
                px = ax * WIDE(cos)(t), py = ay * WIDE(sin)(t);
                if ((radial - px) * -ax * WIDE(sin)(t) + (u - py) * ay * WIDE(cos)(t) > 0)
                    low = t;
                else
                    high = t;
            }
            px = ax * WIDE(cos)(low), py = ay * WIDE(sin)(low);
            want = WIDE(sqrt)((radial - px) * (radial - px) + (u - py) * (u - py));
        }
        loose += s.upper - s.lower > 100 * SEARCH_TOLERANCE * c.size;
        ASSERTm(failed_case("case %d, kind %d: by formula %.15g, by search %.15g to %.15g", i, kind, (double)want,
                            (double)s.lower, (double)s.upper),
                want > s.lower - 2 * SEARCH_TOLERANCE && want < s.upper + 2 * SEARCH_TOLERANCE);
    }
    ASSERTm(failed_case("%d searches ran out", loose), loose < COUNT(200, 20000) / 50 + 3);
    PASS();
}

/* What the checks below have seen at worst, in sizes; printed by soak. */
static struct {
    double distance, depth, normal, points, cast_early, cast_deep;
    long pairs, loose, flagged;
} seen;

/* A check goes on after a wrong answer, so that there is a rate to read; the first few are shown. */
static struct {
    long wrong;
    char first[400];
} verdict;

static void note_wrong(const char *text)
{
    if (verdict.wrong++ < 8) tell("wrong: %s", text);
    if (verdict.wrong == 1) snprintf(verdict.first, sizeof verdict.first, "%s", text);
}

/* NULL where nothing was wrong. */
static const char *take_verdict(const char *what, long cases)
{
    const long wrong = verdict.wrong;
    verdict.wrong = 0;
    if (wrong) tell("%s: %ld of %ld wrong", what, wrong, cases);
    return wrong ? failed_case("%s: %ld of %ld wrong; first: %s", what, wrong, cases, verdict.first) : NULL;
}

#define ASSERT_VERDICT(what, cases)                                                                                    \
    do {                                                                                                               \
        const char *text = take_verdict(what, cases);                                                                  \
        ASSERTm(text, text == NULL);                                                                                   \
    } while (0)

static void tell_seen(const char *what)
{
    tell("seed %lu, %s: %ld pairs; distance off by %.2g sizes, depth %.2g, normal %.3g degrees, points %.2g",
         (unsigned long)tests_seed, what, seen.pairs, seen.distance, seen.depth, seen.normal, seen.points);
    if (seen.loose) tell("    the reference was loose in %ld", seen.loose);
    if (seen.flagged) tell("    %ld answers of %ld not converged, and right", seen.flagged, 4 * seen.pairs);
    memset(&seen, 0, sizeof seen);
}

static double degrees_between(const wide a[3], const wide b[3])
{
    wide c[3];
    cross3(a, b, c);
    return (double)WIDE(atan2)(length3(c), dot3(a, b)) * 57.29577951308232;
}

/* How far a point is from the surface of a body, inside or out, at least. */
static double off_surface(const body *a, collide_pose pa, collide_vec3 x)
{
    body point = body_point();
    collide_pose at = at_origin;
    couple c;
    bounds s;
    at.position = x;
    c = couple_of(a, pa, &point, at);
    s = search_signed(&c, SEARCH_TOLERANCE * 100);
    return s.lower > 0 ? (double)s.lower : s.upper < 0 ? -(double)s.upper : 0;
}

/* Everything the three static queries say about a pair, from both sides. NULL where it is all true. */
enum { CHECK_FEATURES = 1, CHECK_POINTS = 2, CHECK_NO_NORMAL = 4 };
static const char *check_pair(const body *a, collide_pose pa, const body *b, collide_pose pb, int what)
{
    couple c = couple_of(a, pa, b, pb);
    bounds s = reference_signed(&c, what & CHECK_FEATURES);
    const double size = (double)c.size, lower = (double)s.lower, upper = (double)s.upper;
    const double tol = SIZE_TOLERANCE * size + 8 * EPS * fmax(lower, 0); /* what is far away is told in fewer digits */
    /* points are told in world coordinates, which have their own rounding */
    const double blur =
        2 * tol + 4 * EPS * ((double)collide_vec3_length(pa.position) + (double)collide_vec3_length(pb.position));
    int side, query;
    seen.pairs++;
    seen.loose += upper - lower > tol / 4;
    for (side = 0; side < 2; side++) {
        collide_shape sa = side ? b->shape : a->shape, sb = side ? a->shape : b->shape;
        collide_pose qa = side ? pb : pa, qb = side ? pa : pb;
        const body *ba = side ? b : a, *bb = side ? a : b;
        collide_result overlap = collide_overlap(sa, qa, sb, qb, NULL);
        if (overlap < 0) return failed_case("overlap: %s", collide_result_text(overlap));
        if (lower > tol && overlap)
            return failed_case("side %d: overlap although %.9g apart (size %g)", side, lower, size);
        if (upper < -tol && !overlap)
            return failed_case("side %d: no overlap although %.9g deep (size %g)", side, -upper, size);
        for (query = 0; query < 2; query++) {
            collide_closest d;
            collide_result r = query ? collide_penetration(sa, qa, sb, qb, NULL, NULL, &d)
                                     : collide_distance(sa, qa, sb, qb, NULL, &d);
            const char *name = query ? "penetration" : "distance";
            double got = (double)d.distance, error, along, degrees;
            wide n[3], p[3], q[3], v[3];
            if (r < 0) return failed_case("%s: %s", name, collide_result_text(r));
            if (lower > tol && r)
                return failed_case("%s, side %d: 1 although %.9g apart (size %g)", name, side, lower, size);
            if (upper < -tol && !r)
                return failed_case("%s, side %d: 0 although %.9g deep (size %g)", name, side, -upper, size);
            if (r ? (query ? got > 0 : got != 0) : got <= 0)
                return failed_case("%s, side %d: %d with distance %g", name, side, r, got);
            error = query ? fmax(lower - got, got - upper) : fmax(fmax(lower, 0) - got, got - fmax(upper, 0));
            if (upper < 0)
                seen.depth = fmax(seen.depth, error / size);
            else
                seen.distance = fmax(seen.distance, error / size);
            if (!(error <= tol))
                return failed_case("%s, side %d: %.9g, not %.9g to %.9g (size %g)", name, side, got, lower, upper,
                                   size);
            /* deep inside round shapes there may be too many ways out that are about as short: the flag may say so */
            seen.flagged += d.flags == COLLIDE_NOT_CONVERGED;
            if (d.flags && (!query || upper > 0 || d.flags != COLLIDE_NOT_CONVERGED))
                return failed_case("%s, side %d: flags %u, %.9g (%.9g to %.9g)", name, side, d.flags, got, lower,
                                   upper);
            wide3(d.normal, n);
            if (fabs((double)length3(n) - 1) > 8 * EPS)
                return failed_case("%s, side %d: normal of length %g", name, side, (double)length3(n));
            /* a normal is right where the separation along it is the signed distance */
            if (side) n[0] = -n[0], n[1] = -n[1], n[2] = -n[2];
            along = (double)separation_along(&c, n);
            degrees = degrees_between(n, s.n);
            if (what & CHECK_NO_NORMAL) {
                if (query && along < lower - 2 * tol)
                    return failed_case("%s, side %d: along the normal %.9g, not %.9g (size %g)", name, side, along,
                                       lower, size);
            } else if (lower > tol) { /* apart, it is unique; close by, the points' rounding blurs it */
                double slack = 0.1 + 57.3 * 4 * EPS * size / lower;
                if (lower >= 1e-3 * size) seen.normal = fmax(seen.normal, degrees);
                if (degrees > slack)
                    return failed_case("%s, side %d: normal %g degrees off at %.9g (size %g)", name, side, degrees,
                                       lower, size);
            } else if (query) { /* overlapping, B must get free along it; unique where no other is as good */
                if (along < lower - 2 * tol)
                    return failed_case("%s, side %d: along the normal %.9g, not %.9g (size %g)", name, side, along,
                                       lower, size);
                if (upper < -1e-3 * size && degrees > 0.1 && along < lower - tol)
                    return failed_case("%s, side %d: normal %g degrees off, %.9g along it, not %.9g (size %g)", name,
                                       side, degrees, along, lower, size);
            }
            wide3(d.point_a, p);
            wide3(d.point_b, q);
            minus3(q, p, v);
            if (query || !r) { /* point_b - point_a is distance times normal */
                wide3(d.normal, n);
                along3(v, -(wide)d.distance, n, v);
                error = (double)length3(v);
                seen.points = fmax(seen.points, error / size);
                if (error > blur)
                    return failed_case("%s, side %d: points off by %g along the normal (size %g)", name, side, error,
                                       size);
            }
            if (what & CHECK_POINTS && (query || !r)) {
                double on_a = off_surface(ba, qa, d.point_a), on_b = off_surface(bb, qb, d.point_b);
                seen.points = fmax(seen.points, fmax(on_a, on_b) / size);
                if (on_a > blur || on_b > blur)
                    return failed_case("%s, side %d: points %g and %g off the surfaces at %.9g (size %g)", name, side,
                                       on_a, on_b, lower, size);
            }
        }
    }
    return NULL;
}

/* Gaps and depths from 1e-3 to 1 of the size, as often small as large. */
static wide next_gap(rng *r)
{
    real e = next_between(r, -3, 0);
    wide gap = WIDE(pow)(10, (wide)e);
    return next_below(r, 2) ? -gap : gap;
}

enum {
    RIGHT_BOXES,
    RIGHT_ROUND,
    RIGHT_HULL_8,
    RIGHT_HULL_32,
    RIGHT_HULL_128,
    RIGHT_HULL_1024,
    RIGHT_MIXED,
    RIGHT_KINDS
};

static const char *check_right(int kind, int count, unsigned test)
{
    static const char *const names[RIGHT_KINDS] = {"boxes",        "round shapes",  "hulls of 8", "hulls of 32",
                                                   "hulls of 128", "hulls of 1024", "all shapes"};
    rng r = rng_for(test + (unsigned)kind);
    int i;
    make_hulls();
    for (i = 0; i < count; i++) {
        any_body a, b;
        collide_pose pa, pb;
        collide_vec3 d;
        wide gap;
        const char *wrong;
        int features = 0, ka = 0, kb = 0;
        if (kind == RIGHT_ROUND) {
            ka = 1 + (int)next_below(&r, 5);
            kb = (int)next_below(&r, 6);
            if (next_below(&r, 8) == 0) ka = 12 + (int)next_below(&r, 2);
        }
        if (kind == RIGHT_MIXED) {
            ka = (int)next_below(&r, SHAPE_KINDS);
            kb = (int)next_below(&r, SHAPE_KINDS);
        }
        if (kind == RIGHT_HULL_8) ka = kb = 9;
        if (kind == RIGHT_HULL_32) ka = kb = 10;
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        if (kind == RIGHT_HULL_128 || kind == RIGHT_HULL_1024) {
            int first = kind == RIGHT_HULL_128 ? HULL_128 : HULL_1024;
            int some = kind == RIGHT_HULL_128 ? HULL_1024 - HULL_128 : HULL_NEEDLE - HULL_1024;
            int ia = first + (int)next_below(&r, (unsigned)some), ib = first + (int)next_below(&r, (unsigned)some);
            a.whole = body_hull(ia, i & 1);
            b.whole = body_hull(ib, i & 2);
        }
        pa = next_place(&r, 1, i % 8 != 0);
        pb = next_place(&r, 1, i % 8 != 0);
        d = next_vec(&r, 1);
        gap = next_gap(&r);
        put_at_gap(&a.whole, &pa, &b.whole, &pb, d, gap);
        /* large hulls have millions of pairs of features: some are enough there, and the search does the rest */
        if (kind == RIGHT_BOXES || kind == RIGHT_HULL_8) features = CHECK_FEATURES;
        if (kind == RIGHT_HULL_32 && i % 4 == 0) features = CHECK_FEATURES;
        if (kind == RIGHT_HULL_128 && i % 200 == 0) features = CHECK_FEATURES;
        if (kind == RIGHT_HULL_1024 && i % 200 == 199) features = CHECK_FEATURES;
        wrong = check_pair(&a.whole, pa, &b.whole, pb, features | (i % 8 == 1 ? CHECK_POINTS : 0));
        if (wrong) note_wrong(failed_case("case %d, kinds %d and %d, gap %g: %s", i, ka, kb, (double)gap, wrong));
    }
    tell_seen(names[kind]);
    return take_verdict(names[kind], count);
}

TEST boxes_are_right(void)
{
    const char *wrong = check_right(RIGHT_BOXES, COUNT(1000, 100000), 530);
    ASSERTm(wrong, wrong == NULL);
    PASS();
}

TEST round_shapes_are_right(void)
{
    const char *wrong = check_right(RIGHT_ROUND, COUNT(200, 100000), 530);
    ASSERTm(wrong, wrong == NULL);
    PASS();
}

TEST hulls_are_right(void)
{
    const char *wrong = check_right(RIGHT_HULL_8, COUNT(600, 100000), 530);
    ASSERTm(wrong, wrong == NULL);
    wrong = check_right(RIGHT_HULL_32, COUNT(200, 100000), 530);
    ASSERTm(wrong, wrong == NULL);
    wrong = check_right(RIGHT_HULL_128, COUNT(50, 100000), 530);
    ASSERTm(wrong, wrong == NULL);
    wrong = check_right(RIGHT_HULL_1024, COUNT(10, 2000), 530);
    ASSERTm(wrong, wrong == NULL);
    PASS();
}

TEST all_shapes_are_right(void)
{
    const char *wrong = check_right(RIGHT_MIXED, COUNT(250, 100000), 530);
    ASSERTm(wrong, wrong == NULL);
    PASS();
}

/* Where libraries go wrong: each a row of cases, all with a name. */
enum {
    HARD_TOUCHING,
    HARD_PARALLEL,
    HARD_NEEDLES,
    HARD_FLAT,
    HARD_TINY,
    HARD_FAR,
    HARD_RATIO,
    HARD_COINCIDENT,
    HARD_KINDS
};

static void check_hard(int kind, int count)
{
    static const char *const names[HARD_KINDS] = {"exactly touching", "parallel faces",    "needles",
                                                  "flat hulls",       "size 1e-4",         "1e4 away",
                                                  "ratio 1e4",        "coincident centres"};
    rng r = rng_for(540 + (unsigned)kind);
    int i;
    make_hulls();
    for (i = 0; i < count; i++) {
        any_body a, b;
        collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 1, 1);
        collide_vec3 d = next_vec(&r, 1);
        wide gap = next_gap(&r);
        const char *wrong;
        int what = CHECK_FEATURES | (i % 8 == 1 ? CHECK_POINTS : 0);
        int ka = (int)next_below(&r, 14), kb = (int)next_below(&r, 14);
        real small = COLLIDE_R(1e-4);
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        if (kind == HARD_TOUCHING) { /* sizes and places with few digits: everything is exact */
            real x = (real)(1 + next_below(&r, 16)) / 16, y = (real)(1 + next_below(&r, 16)) / 16;
            real z = (real)(1 + next_below(&r, 16)) / 16, u = (real)(1 + next_below(&r, 16)) / 16;
            real side = (real)((int)next_below(&r, 65) - 32) / 32, other = (real)((int)next_below(&r, 65) - 32) / 32;
            real wide_a, wide_b;
            int which = i % 5;
            a.whole = which == 0   ? body_box(x, y, z)
                      : which == 1 ? body_sphere(x)
                      : which == 2 ? body_capsule(y, x)
                      : which == 3 ? body_cylinder(y, x)
                                   : body_box(x, y, z);
            wide_a = x;
            b.whole = i % 7 < 4 ? body_box(u, z, x) : i % 7 == 4 ? body_sphere(u) : body_cylinder(z, u);
            wide_b = u;
            pa = pose_at(1, 2, 3);
            pb = pose_at(1 + wide_a + wide_b, which == 1 || i % 7 >= 4 ? 2 : 2 + side,
                         which || i % 7 >= 4 ? 3 : 3 + other);
            what |= CHECK_NO_NORMAL;
        }
        if (kind == HARD_PARALLEL) {
            real x = next_between(&r, COLLIDE_R(0.2), 1);
            a.whole = body_box(x, x, 1);
            b.whole = i & 1 ? body_box(1, x, x) : body_box(x, x, 1);
            if (i % 4 == 3) memset(&pa.rotation, 0, sizeof pa.rotation);
            pb.rotation = pa.rotation;
            d = collide_pose_rotate(pa, collide_i_vec(i % 3 == 0, i % 3 == 1, i % 3 == 2));
            put_at_gap(&a.whole, &pa, &b.whole, &pb, d, gap);
            if (i & 2)
                pb.position = collide_i_add(
                    pb.position, collide_pose_rotate(pa, collide_i_vec(i % 3 ? x / 2 : 0, i % 3 != 1 ? x / 4 : 0, 0)));
        } else if (kind == HARD_NEEDLES || kind == HARD_FLAT) {
            int first = kind == HARD_NEEDLES ? HULL_NEEDLE : HULL_FLAT, n = (int)next_below(&r, 5),
                m = (int)next_below(&r, 5);
            a.whole = body_hull(first + n, i & 1);
            if (i % 3 == 0) b.whole = body_hull(HULL_NEEDLE + m, i & 2);
            if (i % 3 == 1) b.whole = body_hull(HULL_FLAT + m, i & 2);
            if (kind == HARD_NEEDLES && i % 16 == 15) a.whole = body_box(small, 1, small);
            if (kind == HARD_FLAT && i % 16 == 15) a.whole = body_box(1, small, 1);
            /* a thousandth of the length is ten times their thickness: go down to it */
            put_at_gap(&a.whole, &pa, &b.whole, &pb, d, i % 4 == 0 ? gap / 10000 : gap);
        } else if (kind == HARD_TINY) {
            real x = next_between(&r, small / 4, small), y = next_between(&r, small / 4, small),
                 z = next_between(&r, small / 4, small);
            a.whole = i % 4 == 0   ? body_box(x, y, z)
                      : i % 4 == 1 ? body_cylinder(x, y)
                      : i % 4 == 2 ? body_cone(x, z)
                                   : body_sphere(x);
            b.whole = i % 3 == 0 ? body_box(z, x, y) : i % 3 == 1 ? body_capsule(y, x) : body_ellipsoid(x, y, z);
            pa.position = collide_i_scale(pa.position, small);
            put_at_gap(&a.whole, &pa, &b.whole, &pb, d, gap * (wide)small);
        } else if (kind == HARD_FAR) {
            real far = 10000;
            pa.position = collide_i_vec(i & 1 ? far : -far, i & 2 ? far : 0, i & 4 ? far + 8 : -far);
            put_at_gap(&a.whole, &pa, &b.whole, &pb, d, gap); /* rounded to what is there at 1e4 */
        } else if (kind == HARD_RATIO) {
            real x = next_between(&r, small / 4, small), y = next_between(&r, small / 4, small),
                 z = next_between(&r, small / 4, small);
            b.whole = i % 5 == 0   ? body_box(x, y, z)
                      : i % 5 == 1 ? body_sphere(x)
                      : i % 5 == 2 ? body_capsule(x, y)
                      : i % 5 == 3 ? body_cylinder(x, y)
                                   : body_cone(z, x);
            put_at_gap(&a.whole, &pa, &b.whole, &pb, d, gap);
        } else if (kind == HARD_COINCIDENT) {
            pb.position = pa.position;
            if (i & 1) pb.rotation = pa.rotation;
            if (i % 4 == 3) {
                memset(&pa.rotation, 0, sizeof pa.rotation);
                pb.rotation = pa.rotation;
            }
            if (i % 8 == 4) b = a;
            if (i % 8 == 4) b.whole = a.whole;
        }
        wrong = check_pair(&a.whole, pa, &b.whole, pb, what);
        if (wrong)
            note_wrong(
                failed_case("%s, case %d, kinds %d and %d, gap %g: %s", names[kind], i, ka, kb, (double)gap, wrong));
    }
    tell_seen(names[kind]);
}

TEST hard_pairs_are_right(void)
{
    int kind;
    for (kind = 0; kind < HARD_KINDS; kind++) check_hard(kind, COUNT(60, 12500));
    ASSERT_VERDICT("hard pairs", kind * COUNT(60, 12500));
    PASS();
}

/* Scaled, shifted where that is exact, turned as a whole: the same answer to rounding. */
TEST answers_do_not_depend_on_the_frame(void)
{
    static const real scales[3] = {COLLIDE_R(1e-4), 1, COLLIDE_R(1e4)};
    rng r = rng_for(550);
    int i, k, q;
    for (i = 0; i < COUNT(400, 100000); i++) {
        real half[2][3], grid = COLLIDE_R(0.0009765625);
        collide_pose pa = next_place(&r, 0, 1), pb = next_place(&r, 0, 1), frame = next_pose(&r, 1);
        collide_vec3 move, offset;
        double first[5] = {0, 0, 0, 0, 0};
        int kind = i % 6, turned = i % 5 == 0;
        for (k = 0; k < 6; k++) half[k / 3][k % 3] = next_between(&r, COLLIDE_R(0.2), 1);
        /* places on a grid of 2^-10, so that an offset of whole numbers up to 2^12 is exact in float, too */
        pb.position = next_vec(&r, 2);
        pb.position = collide_i_vec((real)(int)(pb.position.x * 1024) * grid, (real)(int)(pb.position.y * 1024) * grid,
                                    (real)(int)(pb.position.z * 1024) * grid);
        move = collide_i_scale(pb.position, -1);
        offset =
            collide_i_vec((real)((int)next_below(&r, 4096) - 2048), (real)((int)next_below(&r, 4096) - 2048), 2048);
        for (k = 0; k < 5; k++) {
            real s = scales[k < 3 ? k : 1];
            real tol = k < 3 && !turned ? 1 : 4;
            collide_shape a, b;
            collide_pose qa = pa, qb = pb;
            collide_vec3 way = collide_i_scale(move, s);
            collide_closest c;
            collide_hit h;
            double now[5];
            a = kind < 3    ? collide_shape_box(collide_i_vec(half[0][0] * s, half[0][1] * s, half[0][2] * s))
                : kind == 3 ? collide_shape_cylinder(half[0][0] * s, half[0][1] * s)
                            : collide_shape_cone(half[0][0] * s, half[0][1] * s);
            b = kind == 0   ? collide_shape_box(collide_i_vec(half[1][0] * s, half[1][1] * s, half[1][2] * s))
                : kind == 1 ? collide_shape_sphere(half[1][0] * s)
                : kind == 2 ? collide_shape_capsule(half[1][0] * s, half[1][1] * s)
                : kind == 3 ? collide_shape_ellipsoid(collide_i_vec(half[1][0] * s, half[1][1] * s, half[1][2] * s))
                : kind == 4 ? collide_shape_cylinder(half[1][0] * s, half[1][1] * s)
                            : collide_shape_rounded(
                                  collide_shape_box(collide_i_vec(half[1][0] * s, half[1][1] * s, half[1][2] * s)),
                                  half[0][2] * s);
            qa.position = collide_i_scale(qa.position, s);
            qb.position = collide_i_scale(qb.position, s);
            if (k == 3) {
                qa.position = collide_i_add(qa.position, offset);
                qb.position = collide_i_add(qb.position, offset);
            }
            if (k == 4) {
                qa = collide_pose_compose(frame, qa);
                qb = collide_pose_compose(frame, qb);
                way = collide_pose_rotate(frame, way);
            }
            ASSERT(collide_penetration(a, qa, b, qb, NULL, NULL, &c) >= 0);
            now[0] = (double)c.distance / (double)s;
            ASSERT(collide_distance(a, qa, b, qb, NULL, &c) >= 0);
            now[1] = (double)c.distance / (double)s;
            now[2] = collide_overlap(a, qa, b, qb, NULL);
            if (fabs(now[0]) < 1e-5) now[2] = 0; /* touching is a matter of rounding */
            ASSERT((now[3] = collide_shape_cast(a, qa, collide_i_vec(0, 0, 0), b, qb, way, NULL, &h)) >= 0);
            ASSERT(now[3] > 0); /* they fly at each other's middle */
            now[4] = (double)h.time * (double)collide_vec3_length(move);
            for (q = 0; q < 5; q++) {
                /* where they graze, a small change of the frame is a large one of the time */
                double slack = q == 4 ? 20 : 4;
                if (q == 4 && fabs((double)collide_i_dot(h.normal, way)) < 0.05 * (double)collide_vec3_length(way))
                    continue;
                if (k == 0) first[q] = now[q];
                ASSERTm(failed_case("case %d, kind %d, query %d, frame %d: %.9g, not %.9g", i, kind, q, k, now[q],
                                    first[q]),
                        fabs(now[q] - first[q]) < slack * (double)tol * SIZE_TOLERANCE);
            }
        }
    }
    PASS();
}

/* Whether B was turned beforehand or not: the corner looked at is as far, and it is the one that its numbers name. */
TEST what_is_seen_is_there(void)
{
    rng r = rng_for(597);
    int i, k, turned = 0;
    for (i = 0; i < COUNT(20000, 200000); i++) {
        any_body a, b;
        collide_pose pa = next_place(&r, 3, next_below(&r, 4) != 0), pb = next_place(&r, 3, next_below(&r, 4) != 0);
        collide_i_cso c;
        next_body(&a, &r, (int)next_below(&r, SHAPE_KINDS));
        next_body(&b, &r, next_below(&r, 2) ? 0 : (int)next_below(&r, SHAPE_KINDS));
        ASSERT_EQ(COLLIDE_OK, collide_i_cso_of(&c, &a.whole.shape, &pa, &b.whole.shape, &pb));
        for (k = 0; k < 4; k++) {
            collide_vec3 d = next_vec(&r, 1);
            collide_i_vertex plain, quick, named;
            collide_i_triple at[2];
            real off;
            if (k == 0) d.x = 0;
            if (k == 1) d.y = d.z = 0;
            c.sees = 0;
            at[0] = collide_i_cso_look(&c, collide_i_triple_of(d), &plain);
            collide_i_cso_see(&c);
            at[1] = collide_i_cso_look(&c, collide_i_triple_of(d), &quick);
            turned += c.sees != 0;
            ASSERT(same_bits3(collide_i_triple_vec(at[0]), plain.w) &&
                   same_bits3(collide_i_triple_vec(at[1]), quick.w));
            off = collide_i_dot(d, collide_i_sub(plain.w, quick.w));
            ASSERTm(failed_case("case %d: %g nearer", i, (double)off), collide_i_abs(off) <= 8 * COLLIDE_I_EPSILON);
            if (!collide_i_cso_corner(&c, quick.a, quick.b, &named)) continue;
            off = collide_i_extent(collide_i_sub(named.w, quick.w)) + collide_i_extent(collide_i_sub(named.p, quick.p));
            ASSERTm(failed_case("case %d: corner %d %d is %g away", i, quick.a, quick.b, (double)off), !(off > 0));
        }
    }
    ASSERT(turned > i);
    PASS();
}

/* Any cache gives the answer of none; a good one gives it in fewer steps. */
TEST caches_are_only_a_hint(void)
{
    rng r = rng_for(551);
    long cold = 0, warm = 0;
    int i, k;
    for (i = 0; i < COUNT(2000, 100000); i++) {
        any_body a, b;
        collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 2, 1);
        collide_vec3 move = next_vec(&r, 4);
        collide_closest c, d;
        collide_hit h, g;
        collide_gjk_cache cache;
        collide_result rc, rd;
        int ka = (int)next_below(&r, SHAPE_KINDS), kb = (int)next_below(&r, SHAPE_KINDS), fill = i % 4;
        double tol = 4 * SIZE_TOLERANCE;
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        memset(&cache, fill == 1 ? 0xFF : 0, sizeof cache);
        if (fill == 2)
            for (k = 0; k < (int)sizeof cache; k++) ((unsigned char *)&cache)[k] = (unsigned char)next_below(&r, 256);
        if (fill == 3) { /* of another pair */
            next_body(&a, &r, 10);
            collide_distance(a.whole.shape, pb, b.whole.shape, pa, &cache, &c);
            next_body(&a, &r, ka);
        }
        rc = collide_distance(a.whole.shape, pa, b.whole.shape, pb, NULL, &c);
        rd = collide_distance(a.whole.shape, pa, b.whole.shape, pb, &cache, &d);
        ASSERT(rc >= 0 && rd >= 0);
        ASSERTm(failed_case("case %d, kinds %d and %d: %.9g with a cache, %.9g without", i, ka, kb, (double)d.distance,
                            (double)c.distance),
                fabs((double)(c.distance - d.distance)) < tol);
        cold += c.iterations;
        rd = collide_distance(a.whole.shape, pa, b.whole.shape, pb, &cache, &d);
        warm += d.iterations;
        ASSERTm(failed_case("case %d, kinds %d and %d: %.9g when warm, %.9g when cold", i, ka, kb, (double)d.distance,
                            (double)c.distance),
                fabs((double)(c.distance - d.distance)) < tol);
        for (k = 0; k < (int)sizeof cache && fill; k++)
            ((unsigned char *)&cache)[k] = (unsigned char)next_below(&r, 256);
        collide_penetration(a.whole.shape, pa, b.whole.shape, pb, NULL, NULL, &c);
        collide_penetration(a.whole.shape, pa, b.whole.shape, pb, &cache, NULL, &d);
        ASSERTm(failed_case("case %d, kinds %d and %d: depth %.9g with a cache, %.9g without", i, ka, kb,
                            (double)d.distance, (double)c.distance),
                fabs((double)(c.distance - d.distance)) < tol);
        for (k = 0; k < (int)sizeof cache && fill; k++)
            ((unsigned char *)&cache)[k] = (unsigned char)next_below(&r, 256);
        rd = collide_overlap(a.whole.shape, pa, b.whole.shape, pb, &cache);
        if (fabs((double)c.distance) > tol) ASSERT_EQ(c.distance <= 0, rd);
        for (k = 0; k < (int)sizeof cache && fill; k++)
            ((unsigned char *)&cache)[k] = (unsigned char)next_below(&r, 256);
        rc = collide_shape_cast(a.whole.shape, pa, move, b.whole.shape, pb, collide_i_vec(0, 0, 0), NULL, &h);
        rd = collide_shape_cast(a.whole.shape, pa, move, b.whole.shape, pb, collide_i_vec(0, 0, 0), &cache, &g);
        if (rc == 1 && rd == 1)
            ASSERTm(failed_case("case %d, kinds %d and %d: cast %.9g with a cache, %.9g without", i, ka, kb,
                                (double)g.time, (double)h.time),
                    fabs((double)(h.time - g.time)) * (double)collide_i_abs(collide_i_dot(h.normal, move)) < 2 * tol);
    }
    tell("seed %lu: %.2f iterations cold, %.2f warm", (unsigned long)tests_seed, (double)cold / i, (double)warm / i);
    ASSERT(warm < cold);
    PASS();
}

/* Lemma 1 and Theorem 3 of the appendix: the nearest points of a convex object to two points are not further apart than
   these, and along a ray the way to the object falls ever less. */
TEST lemma_one_and_theorem_three(void)
{
    rng r = rng_for(552);
    collide_shape point = collide_shape_point();
    int i, k;
    for (i = 0; i < COUNT(4000, 400000); i++) {
        any_body s;
        collide_pose pose = next_place(&r, 1, 1), at = at_origin;
        collide_vec3 x1 = next_vec(&r, 3), x2 = i & 1 ? next_vec(&r, 3) : x1;
        collide_closest c[2];
        wide x[3], d[3], e[3], way[3], before, blur;
        int inside = 0, kind = i % SHAPE_KINDS;
        next_body(&s, &r, kind);
        if (!(i & 1)) x2 = collide_i_add(x1, collide_i_scale(next_vec(&r, 1), COLLIDE_R(0.01)));
        for (k = 0; k < 2; k++) {
            at.position = k ? x2 : x1;
            inside |= collide_distance(s.whole.shape, pose, point, at, NULL, &c[k]);
            if (inside) c[k].point_a = at.position;
        }
        if (inside) continue; /* the closest point is the point itself: nothing to test */
        /* on a curved surface a distance that is right to rounding leaves its point a root of that to move in */
        blur = 16 * (wide)SIZE_TOLERANCE;
        if (kind != 0 && (kind < 6 || kind > 11))
            blur = WIDE(sqrt)(2 * (wide)SIZE_TOLERANCE * (1 + (wide)c[0].distance));
        wide3(x1, x);
        wide3(x2, way);
        minus3(way, x, way);
        wide3(c[0].point_a, d);
        wide3(c[1].point_a, e);
        minus3(e, d, e);
        ASSERTm(failed_case("case %d: Lemma 1, %g < %g", i, (double)dot3(way, e), (double)dot3(e, e)),
                dot3(way, e) >= dot3(e, e) - 4 * blur * (length3(way) + length3(e)) - 4 * blur * blur);
        minus3(x, d, d); /* x1 - c1 */
        before = dot3(d, way);
        wide3(c[1].point_a, d);
        wide3(x2, x);
        minus3(x, d, d);
        ASSERTm(failed_case("case %d: Theorem 3, %g > %g", i, (double)before, (double)dot3(d, way)),
                before <= dot3(d, way) + 4 * blur * length3(way));
    }
    PASS();
}

/* ---- casts ---- */

/* Algorithm 1 of the paper, in relative motion: A flies by `way` against a resting B. Each step goes as far as the
   plane through the nearest point lets it. The fraction, or 2 where it misses. */
static wide algorithm_one(couple c, const wide way[3], int features, wide close)
{
    wide at[3], lambda = 0;
    int i;
    memcpy(at, c.a.at, sizeof at);
    for (i = 0; i < 300; i++) {
        bounds s;
        wide speed;
        along3(at, lambda, way, c.a.at);
        s = reference_signed(&c, features);
        if (s.lower < close) return lambda;
        speed = dot3(s.n, way);
        if (!(speed > 0)) return 2;
        lambda += s.lower / speed;
        if (lambda > 1) return 2;
    }
    return lambda;
}

/* All that a cast says. The two fly by their moves; the result is of A against B. */
static const char *check_cast_result(const body *a, collide_pose pa, collide_vec3 ma, const body *b, collide_pose pb,
                                     collide_vec3 mb, collide_result r, const collide_hit *h, int what)
{
    couple c = couple_of(a, pa, b, pb);
    wide va[3], vb[3], way[3], n[3];
    double size = (double)c.size, reach, tol, deep, lower;
    bounds start, all, touch;
    int k;
    wide3(ma, va);
    wide3(mb, vb);
    minus3(va, vb, way);
    reach = (double)length3(way);
    tol = 2 * SIZE_TOLERANCE * size + EPS * reach; /* time itself has only so many digits */
    deep = SIZE_TOLERANCE * size + EPS * reach;
    if (r < 0) return failed_case("cast: %s", collide_result_text(r));
    start = reference_signed(&c, what & CHECK_FEATURES);
    if ((double)start.upper < -deep) {
        if (r != 1 || !(h->flags & COLLIDE_STARTED_INSIDE) || h->time != 0)
            return failed_case("cast: %d, time %g, flags %u although %g deep at the start", r, (double)h->time,
                               h->flags, -(double)start.upper);
        wide3(h->normal, n);
        lower = (double)separation_along(&c, n);
        if (lower < (double)start.lower - 2 * deep)
            return failed_case("cast: the way out is %g deep, not %g", -lower, -(double)start.lower);
        return NULL;
    }
    if ((double)start.lower > deep && h->flags & COLLIDE_STARTED_INSIDE)
        return failed_case("cast: started inside although %g apart", (double)start.lower);
    if (h->flags & COLLIDE_STARTED_INSIDE || (double)start.lower <= deep) return NULL; /* touching: either is right */
    if (h->flags & COLLIDE_NOT_CONVERGED) return failed_case("cast: not converged at %g", (double)h->time);
    if (r == 0) {
        memcpy(c.sweep, way, sizeof way);
        all = search_signed(&c, SEARCH_TOLERANCE);
        seen.cast_deep = fmax(seen.cast_deep, -(double)all.upper / size);
        if ((double)all.upper < -deep)
            return failed_case("cast: missed although %g deep on the way (size %g)", -(double)all.upper, size);
        return NULL;
    }
    if (!(h->time >= 0 && h->time <= 1)) return failed_case("cast: time %g", (double)h->time);
    /* nowhere before the hit is it deeper */
    for (k = 0; k < 3; k++) c.sweep[k] = way[k] * (wide)h->time;
    all = search_signed(&c, SEARCH_TOLERANCE);
    seen.cast_deep = fmax(seen.cast_deep, -(double)all.upper / size);
    if ((double)all.upper < -deep)
        return failed_case("cast: at %.9g already %g deep (size %g)", (double)h->time, -(double)all.upper, size);
    memset(c.sweep, 0, sizeof c.sweep);
    along3(c.a.at, (wide)h->time, way, c.a.at);
    touch = reference_signed(&c, what & CHECK_FEATURES);
    seen.cast_early = fmax(seen.cast_early, (double)touch.lower / size);
    if ((double)touch.lower > tol)
        return failed_case("cast: still %g apart at %.9g (size %g)", (double)touch.lower, (double)h->time, size);
    wide3(h->normal, n);
    if (fabs((double)length3(n) - 1) > 8 * EPS) return failed_case("cast: normal of length %g", (double)length3(n));
    if ((double)dot3(n, way) < -1e-5 * reach) return failed_case("cast: the hit goes apart, %g", (double)dot3(n, way));
    lower = (double)separation_along(&c, n);
    /* it separates them, or is at least close to the one that does best */
    if (lower < -4 * tol && degrees_between(n, touch.n) > 0.1)
        return failed_case("cast: %g deep along its normal at %.9g (size %g)", -lower, (double)h->time, size);
    if (what & CHECK_POINTS) {
        wide p[3], o[3];
        collide_pose qa = pa, qb = pb;
        double on_a, on_b, blur;
        wide3(pa.position, p);
        along3(p, (wide)h->time, va, p);
        qa.position = real3(p);
        wide3(pb.position, o);
        along3(o, (wide)h->time, vb, o);
        qb.position = real3(o);
        on_a = off_surface(a, qa, h->point);
        on_b = off_surface(b, qb, h->point);
        blur = 4 * EPS * (double)(length3(p) + length3(o));
        seen.points = fmax(seen.points, fmax(on_a, on_b) / size);
        if (on_a > 2 * tol + blur || on_b > 2 * tol + blur)
            return failed_case("cast: the point is %g and %g off the surfaces (size %g)", on_a, on_b, size);
    }
    return NULL;
}

static const char *check_cast(const body *a, collide_pose pa, collide_vec3 ma, const body *b, collide_pose pb,
                              collide_vec3 mb, int what)
{
    collide_hit h;
    const char *wrong;
    collide_result r = collide_shape_cast(a->shape, pa, ma, b->shape, pb, mb, NULL, &h);
    seen.pairs++;
    wrong = check_cast_result(a, pa, ma, b, pb, mb, r, &h, what);
    if (wrong) return wrong;
    r = collide_shape_cast(b->shape, pb, mb, a->shape, pa, ma, NULL, &h);
    return check_cast_result(b, pb, mb, a, pa, ma, r, &h, what & ~CHECK_POINTS);
}

static void tell_casts(const char *what)
{
    tell("seed %lu, %s: %ld casts stop at most %.2g sizes early, %.2g deep, points %.2g", (unsigned long)tests_seed,
         what, seen.pairs, seen.cast_early, seen.cast_deep, seen.points);
    memset(&seen, 0, sizeof seen);
}

/* Aims B at A from afar: head-on, or so as to pass at about the gap. */
static void aim(rng *r, const body *a, const collide_pose *pa, const body *b, collide_pose *pb, collide_vec3 *ma,
                collide_vec3 *mb, wide gap, real reach)
{
    couple c;
    collide_vec3 side = collide_vec3_normalize(next_vec(r, 1)), along = collide_vec3_cross(side, next_vec(r, 1));
    along = collide_i_scale(collide_vec3_normalize(along), reach);
    c = couple_of(a, *pa, b, *pb);
    if (next_below(r, 3)) {
        wide n[3], w[3], p[3];
        wide3(side, n);
        if (!unit3(n)) n[0] = 1;
        pb->position = pa->position;
        c = couple_of(a, *pa, b, *pb);
        gap += cso_support(&c, n, w) + c.round;
        wide3(pa->position, p);
        along3(p, gap, n, p);
        pb->position = real3(p);
    } else
        pb->position = collide_i_add(pa->position, collide_i_scale(next_vec(r, 1), (real)c.size / 2));
    pb->position = collide_i_sub(pb->position, along);
    *ma = next_vec(r, 1);
    if (next_below(r, 4) == 0) *ma = collide_i_vec(0, 0, 0);
    *mb = collide_i_add(*ma, collide_i_scale(along, 2));
}

TEST casts_stop_at_the_contact(void)
{
    rng r = rng_for(560);
    int i, kind;
    make_hulls();
    for (kind = 0; kind < 6; kind++) {
        static const char *const names[6] = {"boxes", "round shapes",           "all shapes",
                                             "hulls", "needles and flat hulls", "all shapes, far flights"};
        for (i = 0; i < COUNT(60, 20000); i++) {
            any_body a, b;
            collide_pose pa = next_place(&r, 1, i % 8 != 0), pb = next_place(&r, 1, i % 8 != 0);
            collide_vec3 ma, mb;
            const char *wrong;
            wide gap = -WIDE(fabs)(next_gap(&r));
            int ka = 0, kb = 0, features = 0;
            if (kind == 1) ka = 1 + (int)next_below(&r, 5), kb = (int)next_below(&r, 6);
            if (kind == 2 || kind == 5) ka = (int)next_below(&r, SHAPE_KINDS), kb = (int)next_below(&r, SHAPE_KINDS);
            if (kind == 3 || kind == 4) ka = 9 + (int)next_below(&r, 2), kb = 9 + (int)next_below(&r, 2);
            if (kind == 0 || (ka == 9 && kb == 9)) features = CHECK_FEATURES;
            next_body(&a, &r, ka);
            next_body(&b, &r, kb);
            if (kind == 4) {
                int n = HULL_NEEDLE + (int)next_below(&r, HULLS - HULL_NEEDLE),
                    m = HULL_NEEDLE + (int)next_below(&r, HULLS - HULL_NEEDLE);
                a.whole = body_hull(n, i & 1);
                if (i % 3) b.whole = body_hull(m, i & 2);
            }
            if (i % 6 == 0) gap = -gap; /* a miss */
            aim(&r, &a.whole, &pa, &b.whole, &pb, &ma, &mb, gap, next_between(&r, 1, kind == 5 ? 60 : 4));
            wrong = check_cast(&a.whole, pa, ma, &b.whole, pb, mb, features | (i % 8 == 1 ? CHECK_POINTS : 0));
            if (wrong) note_wrong(failed_case("%s, case %d, kinds %d and %d: %s", names[kind], i, ka, kb, wrong));
        }
        tell_casts(names[kind]);
    }
    ASSERT_VERDICT("casts", 6 * i);
    PASS();
}

/* The cast's fraction is that of Algorithm 1. */
TEST casts_match_algorithm_one(void)
{
    rng r = rng_for(561);
    int i, hits = 0;
    double worst = 0;
    for (i = 0; i < COUNT(100, 20000); i++) {
        any_body a, b;
        collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 1, 1);
        collide_vec3 ma, mb;
        collide_hit h;
        couple c;
        wide va[3], vb[3], way[3], lambda, gap = -WIDE(fabs)(next_gap(&r));
        double error;
        collide_result got;
        int ka = i & 1 ? 0 : (int)next_below(&r, SHAPE_KINDS), kb = i & 1 ? 9 : (int)next_below(&r, SHAPE_KINDS);
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        aim(&r, &a.whole, &pa, &b.whole, &pb, &ma, &mb, gap, next_between(&r, 1, 4));
        c = couple_of(&a.whole, pa, &b.whole, pb);
        wide3(ma, va);
        wide3(mb, vb);
        minus3(va, vb, way);
        if ((double)search_signed(&c, (wide)1e-6).upper < 1e-5) continue;
        lambda = algorithm_one(c, way, i & 1, 10 * SEARCH_TOLERANCE);
        got = collide_shape_cast(a.whole.shape, pa, ma, b.whole.shape, pb, mb, NULL, &h);
        if (lambda > 1 && got == 0) continue;
        if (lambda > 1 || got == 0) { /* only where it grazes */
            memcpy(c.sweep, way, sizeof way);
            ASSERTm(failed_case("case %d: %d, but Algorithm 1 says %g", i, got, (double)lambda),
                    fabs((double)search_signed(&c, SEARCH_TOLERANCE).upper) < 4 * SIZE_TOLERANCE);
            continue;
        }
        hits++;
        /* as a distance along the normal: where it grazes, the time itself has few digits */
        error = fabs((double)((wide)h.time - lambda)) * fabs((double)collide_i_dot(h.normal, collide_i_sub(ma, mb)));
        worst = fmax(worst, error / (double)c.size);
        ASSERTm(failed_case("case %d, kinds %d and %d: %.9g, by Algorithm 1 %.9g", i, ka, kb, (double)h.time,
                            (double)lambda),
                error < 4 * SIZE_TOLERANCE * (double)c.size + 8 * EPS * (double)length3(way));
    }
    ASSERT(hits > i / 3);
    tell("seed %lu: %d hits, %.2g sizes from Algorithm 1", (unsigned long)tests_seed, hits, worst);
    PASS();
}

/* Rays: against every shape, short, long, grazing, from inside, of no length. */
TEST rays_hit_where_they_should(void)
{
    rng r = rng_for(562);
    body point = body_point();
    int i;
    for (i = 0; i < COUNT(400, 100000); i++) {
        any_body s;
        collide_pose pose = next_place(&r, 1, i % 4 != 0), at = at_origin;
        collide_vec3 to, none = {0, 0, 0};
        collide_hit h;
        collide_result got;
        const char *wrong;
        int kind = i % (SHAPE_KINDS + 1);
        next_body(&s, &r, kind);
        if (kind == SHAPE_KINDS) s.whole = body_hull(HULL_128, 0);
        at.position = next_vec(&r, 3);
        to = i % 3 ? collide_i_add(pose.position, next_vec(&r, COLLIDE_R(0.5))) : next_vec(&r, 3);
        if (i % 16 == 0) to = at.position;
        if (i % 16 == 5) { /* past it by a hair, or through its rim */
            couple c;
            wide n[3], w[3], p[3], gap = i & 32 ? (wide)1e-3 : (wide)-1e-3;
            collide_vec3 along = collide_vec3_normalize(next_vec(&r, 1)), side = next_vec(&r, 1);
            at.position = pose.position;
            c = couple_of(&s.whole, pose, &point, at);
            wide3(collide_vec3_cross(along, side), n);
            if (!unit3(n)) continue;
            gap += cso_support(&c, n, w) + c.round;
            wide3(pose.position, p);
            along3(p, gap, n, p);
            to = collide_i_add(real3(p), collide_i_scale(along, 3));
            at.position = collide_i_sub(real3(p), collide_i_scale(along, 3));
        }
        got = collide_ray_cast(s.whole.shape, pose, at.position, to, &h);
        seen.pairs++;
        wrong = check_cast_result(&s.whole, pose, none, &point, at, collide_i_sub(to, at.position), got, &h,
                                  i % 8 == 1 ? CHECK_POINTS : 0);
        if (wrong) note_wrong(failed_case("case %d, kind %d: %s", i, kind, wrong));
    }
    tell_casts("rays");
    ASSERT_VERDICT("rays", i);
    PASS();
}

/* By closed form: time and normal of rays and spheres, from near and from a thousand sizes away. */
TEST spheres_meet_by_formula(void)
{
    rng r = rng_for(563);
    int i;
    double worst = 0, worst_angle = 0;
    for (i = 0; i < COUNT(4000, 200000); i++) {
        real ra = next_between(&r, COLLIDE_R(0.1), 1), rb = next_between(&r, COLLIDE_R(0.1), 1);
        real far = i & 1 ? 4 : 100;
        collide_pose pa = next_place(&r, 1, 1), pb = at_origin;
        collide_vec3 way = next_vec(&r, 1), miss = next_vec(&r, 1);
        collide_hit h;
        collide_result got;
        wide d[3], v[3], n[3], sum = i & 2 ? (wide)ra + (wide)rb : (wide)ra, b, e, t, disc, off;
        real length;
        way = collide_i_unit(way, &length);
        miss =
            collide_i_scale(collide_vec3_normalize(collide_vec3_cross(way, miss)), next_between(&r, 0, 1) * (real)sum);
        pb.position = collide_i_add(collide_i_add(pa.position, miss), collide_i_scale(way, -far));
        way = collide_i_scale(way, 2 * far);
        got = i & 2 ? collide_shape_cast(collide_shape_sphere(ra), pa, collide_i_vec(0, 0, 0), collide_shape_sphere(rb),
                                         pb, way, NULL, &h)
                    : collide_ray_cast(collide_shape_sphere(ra), pa, pb.position, collide_i_add(pb.position, way), &h);
        {
            wide p[3], q[3];
            wide3(pb.position, p);
            wide3(pa.position, q);
            minus3(p, q, d);
        }
        wide3(i & 2 ? way : collide_i_sub(collide_i_add(pb.position, way), pb.position), v);
        b = dot3(d, v);
        e = dot3(d, d) - sum * sum;
        disc = b * b - dot3(v, v) * e;
        off = disc / dot3(v, v);
        if (off < 0.01 * sum * sum) continue; /* grazing is below */
        t = (-b - WIDE(sqrt)(disc)) / dot3(v, v);
        ASSERTm(failed_case("case %d: missed", i), got == 1);
        worst = fmax(worst, fabs((double)((wide)h.time - t)));
        ASSERTm(failed_case("case %d: %.9g, not %.9g", i, (double)h.time, (double)t),
                fabs((double)((wide)h.time - t)) * 2 * (double)far < (10 * EPS * (double)far + 4 * SIZE_TOLERANCE) * 4);
        along3(d, t, v, n);
        unit3(n);
        wide3(h.normal, v);
        worst_angle = fmax(worst_angle, degrees_between(n, v));
        if (i & 1)
            ASSERTm(failed_case("case %d: normal %g degrees off", i, degrees_between(n, v)),
                    degrees_between(n, v) < 0.1);
    }
    tell("seed %lu: time off by %.2g, normals by %.2g degrees", (unsigned long)tests_seed, worst, worst_angle);
    PASS();
}

/* Zero motion, exact touching, moving apart, starting inside. */
TEST casts_begin_as_promised(void)
{
    collide_shape box = collide_shape_box(collide_i_vec(1, 1, 1)), ball = collide_shape_sphere(1),
                  rod = collide_shape_cylinder(1, 1);
    collide_shape shapes[3];
    collide_vec3 none = {0, 0, 0};
    collide_hit h;
    int i, k;
    shapes[0] = box;
    shapes[1] = ball;
    shapes[2] = rod;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++) {
            collide_shape a = shapes[i], b = shapes[k];
            collide_pose apart = pose_at(3, 0, 0), touching = pose_at(2, 0, 0), inside = pose_at(COLLIDE_R(1.5), 0, 0);
            /* nobody moves */
            ASSERT_EQ(0, collide_shape_cast(a, at_origin, none, b, apart, none, NULL, &h));
            ASSERT_EQ(0, collide_shape_cast(a, at_origin, collide_i_vec(5, 5, 5), b, apart, collide_i_vec(5, 5, 5),
                                            NULL, &h));
            ASSERT_EQ(0, collide_shape_sweep(a, at_origin, at_origin, b, apart, apart, NULL, &h));
            /* touching: apart is no hit, together is one at once */
            ASSERTm(failed_case("%d against %d: moving apart", i, k),
                    collide_shape_cast(a, at_origin, none, b, touching, collide_i_vec(1, 0, 0), NULL, &h) == 0);
            ASSERTm(failed_case("%d against %d: sweeping apart", i, k),
                    collide_shape_sweep(a, at_origin, at_origin, b, touching, apart, NULL, &h) == 0);
            ASSERTm(failed_case("%d against %d: moving together", i, k),
                    collide_shape_cast(a, at_origin, none, b, touching, collide_i_vec(-1, 0, 0), NULL, &h) == 1);
            ASSERT(h.time < 8 * COLLIDE_I_EPSILON && h.normal.x > COLLIDE_R(0.999));
            /* inside: at once, flagged, the way out as normal, even when moving out */
            ASSERT_EQ(1, collide_shape_cast(a, at_origin, none, b, inside, collide_i_vec(1, 0, 0), NULL, &h));
            ASSERTm(failed_case("%d against %d: inside, flags %u, normal %g", i, k, h.flags, (double)h.normal.x),
                    h.time == 0 && h.flags & COLLIDE_STARTED_INSIDE && h.normal.x > COLLIDE_R(0.999));
            ASSERT_EQ(1, collide_shape_sweep(a, at_origin, at_origin, b, inside, apart, NULL, &h));
            ASSERTm(failed_case("%d against %d: sweep inside, flags %u, normal %g", i, k, h.flags, (double)h.normal.x),
                    h.time == 0 && h.flags & COLLIDE_STARTED_INSIDE && h.normal.x > COLLIDE_R(0.999));
            ASSERT_EQ(1, collide_shape_cast(a, at_origin, none, b, inside, none, NULL, &h));
            ASSERT(h.flags & COLLIDE_STARTED_INSIDE);
        }
    /* within the rounding alone, where the cores are still apart */
    ASSERT_EQ(1, collide_shape_cast(box, at_origin, none, collide_shape_sphere(COLLIDE_R(0.5)),
                                    pose_at(COLLIDE_R(1.3), COLLIDE_R(0.1), COLLIDE_R(0.2)), none, NULL, &h));
    ASSERTm(failed_case("a ball in a box's side: normal %g %g %g", (double)h.normal.x, (double)h.normal.y,
                        (double)h.normal.z),
            h.normal.x > COLLIDE_R(0.99999));
    ASSERT_EQ(1, collide_ray_cast(collide_shape_rounded(box, COLLIDE_R(0.25)), at_origin,
                                  collide_i_vec(COLLIDE_R(1.1), COLLIDE_R(0.1), COLLIDE_R(0.2)), none, &h));
    ASSERTm(failed_case("a ray from a rounding: normal %g %g %g", (double)h.normal.x, (double)h.normal.y,
                        (double)h.normal.z),
            h.normal.x > COLLIDE_R(0.99999));
    for (i = 0; i < 3; i++) {
        ASSERT_EQ(1, collide_ray_cast(shapes[i], at_origin, collide_i_vec(COLLIDE_R(0.75), 0, 0),
                                      collide_i_vec(5, 0, 0), &h));
        ASSERTm(failed_case("ray in %d: flags %u, normal %g", i, h.flags, (double)h.normal.x),
                h.time == 0 && h.flags & COLLIDE_STARTED_INSIDE && h.normal.x > COLLIDE_R(0.999));
        ASSERT_EQ(0, collide_ray_cast(shapes[i], at_origin, collide_i_vec(2, 0, 0), collide_i_vec(2, 0, 0), &h));
        ASSERT_EQ(0, collide_ray_cast(shapes[i], at_origin, collide_i_vec(1, 0, 0), collide_i_vec(2, 0, 0), &h));
        ASSERT_EQ(1, collide_ray_cast(shapes[i], at_origin, collide_i_vec(3, 0, 0), collide_i_vec(1, 0, 0), &h));
        ASSERT_IN_RANGE(1, (double)h.time, 8 * EPS);
        ASSERT_EQ(0, collide_ray_cast(shapes[i], at_origin, collide_i_vec(3, 0, 0),
                                      collide_i_vec(COLLIDE_R(1.001), 0, 0), &h));
    }
    PASS();
}

/* What once stopped early: a needle that seemed closer than its ends (1e-4 sizes), a flat solid that seemed to hold the
   origin (1e-5), and a normal that did not part what was still apart (4.5e-5). */
static collide_vec3 next_direction(rng *r)
{
    collide_vec3 v;
    do v = next_vec(r, 1);
    while (!(collide_i_dot(v, v) > COLLIDE_R(0.01) && collide_i_dot(v, v) <= 1));
    return collide_vec3_normalize(v);
}

/* Where a cast ends: in front of a flat face of something of another size the place is on that face, and near an edge
   the normal is one along which they are not inside each other. */
TEST casts_end_on_surfaces(void)
{
    const real h = COLLIDE_R(0.7071067690849304);
    const collide_shape drum = collide_shape_cylinder(COLLIDE_R(0.499383271), COLLIDE_R(0.40333271));
    const collide_shape grain = collide_shape_box(
        collide_i_vec(COLLIDE_R(7.26374274e-05), COLLIDE_R(2.92357417e-05), COLLIDE_R(9.08409638e-05)));
    const collide_shape crate =
        collide_shape_box(collide_i_vec(COLLIDE_R(0.845868051), COLLIDE_R(0.601679265), COLLIDE_R(0.980118632)));
    const collide_shape egg = collide_shape_ellipsoid(
        collide_i_vec(COLLIDE_R(1.16305528e-05), COLLIDE_R(2.11931583e-05), COLLIDE_R(5.43616261e-05)));
    const collide_vec3 still = {0, 0, 0};
    collide_pose pa = pose_at(COLLIDE_R(0.395965219), COLLIDE_R(1.61213315), COLLIDE_R(-0.0229124874));
    collide_pose pb = pose_at(COLLIDE_R(-0.391346186), COLLIDE_R(0.0979911461), COLLIDE_R(0.499455899));
    collide_vec3 move = {COLLIDE_R(-0.703938425), COLLIDE_R(-2.86601543), COLLIDE_R(0.0407333262)}, n;
    collide_hit hit;
    wide axis[3], r[9], reach;
    int k;
    pa.rotation.x = pa.rotation.w = pb.rotation.y = pb.rotation.w = h;
    ASSERT_EQ(1, collide_shape_cast(drum, pa, move, grain, pb, still, NULL, &hit));
    ASSERT(fabs((double)(hit.point.z - (pa.position.z + hit.time * move.z)) - 0.499383271) < 1e-6);

    pa = pose_at(COLLIDE_R(0.877947211), COLLIDE_R(0.372367233), COLLIDE_R(1.06248033));
    pb = pose_at(COLLIDE_R(0.445582896), COLLIDE_R(1.73014736), COLLIDE_R(1.15025187));
    pa.rotation.x = COLLIDE_R(-0.00264693028), pa.rotation.y = COLLIDE_R(-0.321393847);
    pa.rotation.z = COLLIDE_R(-0.70698458), pa.rotation.w = COLLIDE_R(0.462640941);
    pb.rotation.x = COLLIDE_R(-0.530619442), pb.rotation.y = COLLIDE_R(-0.81442076);
    pb.rotation.z = COLLIDE_R(-0.132061362), pb.rotation.w = COLLIDE_R(0.194220498);
    move = collide_i_vec(COLLIDE_R(0.0551321507), COLLIDE_R(0.633842051), COLLIDE_R(-0.160610139));
    ASSERT_EQ(1, collide_shape_cast(crate, pa, move, egg, pb, still, NULL, &hit));
    n = hit.normal; /* how far the crate reaches along it, and how far off the egg is */
    wide_matrix(pa.rotation, r);
    reach = 0;
    for (k = 0; k < 3; k++) {
        axis[0] = r[k], axis[1] = r[3 + k], axis[2] = r[6 + k];
        reach += WIDE(fabs)((wide)n.x * axis[0] + (wide)n.y * axis[1] + (wide)n.z * axis[2]) *
                 (wide)(k == 0   ? COLLIDE_R(0.845868051)
                        : k == 1 ? COLLIDE_R(0.601679265)
                                 : COLLIDE_R(0.980118632));
    }
    reach -= (wide)(pb.position.x - pa.position.x) * (wide)n.x + (wide)(pb.position.y - pa.position.y) * (wide)n.y +
             (wide)(pb.position.z - pa.position.z) * (wide)n.z;
    ASSERTm(failed_case("they are %g inside each other along the normal", (double)reach), (double)reach < 6e-5);
    PASS();
}

/* Rays do the same at any size, also where squares of it are too small to be numbers. */
TEST rays_know_no_size(void)
{
    const int least = sizeof(real) == 4 ? -80 : -600;
    rng r = rng_for(795);
    int i, exponent;
    for (i = 0; i < COUNT(300, 30000); i++) {
        const collide_vec3 from = collide_i_scale(next_direction(&r), next_between(&r, 2, 4));
        const collide_vec3 to = collide_i_scale(collide_i_add(from, next_direction(&r)), -1);
        const real radius = next_between(&r, COLLIDE_R(0.1), 1), half = next_between(&r, COLLIDE_R(0.1), 1);
        for (exponent = 0; exponent >= least; exponent += least / 40) {
            const real f = power_of_two(exponent);
            const collide_shape s =
                i & 1 ? collide_shape_sphere(f * radius) : collide_shape_capsule(f * half, f * radius);
            const collide_shape at_one = i & 1 ? collide_shape_sphere(radius) : collide_shape_capsule(half, radius);
            collide_hit one, here;
            const int want = collide_ray_cast(at_one, at_origin, from, to, &one);
            const int got = collide_ray_cast(s, at_origin, collide_i_scale(from, f), collide_i_scale(to, f), &here);
            if (want != got && want >= 0 && got >= 0 &&
                collide_ray_cast(collide_shape_rounded(at_one, -64 * (real)EPS), at_origin, from, to, &one) == 0)
                continue; /* a graze */
            ASSERTm(failed_case("case %d, 2^%d: %d, not %d", i, exponent, got, want), want == got);
            ASSERTm(failed_case("case %d, 2^%d: at %g, not %g", i, exponent, (double)here.time, (double)one.time),
                    !want || fabs((double)(here.time - one.time)) < 0.001);
        }
    }
    PASS();
}

/* A point inside a thin ellipsoid or cone, turned anyhow: the way out is no longer than either way across. */
TEST ways_out_of_slivers_are_short(void)
{
    rng r = rng_for(590);
    int i, k, loose = 0;
    for (i = 0; i < COUNT(600, 60000); i++) {
        const real thin = power_of_two(-3 - (int)next_below(&r, 12));
        const body point = body_point(), b = i & 1 ? body_cone(thin, 1) : body_ellipsoid(1, thin, 1);
        const collide_pose pb = next_place(&r, 1, 1);
        const collide_vec3 none = {0, 0, 0}, in = next_vec(&r, COLLIDE_R(0.5));
        collide_pose pa = at_origin;
        couple c;
        collide_hit h;
        wide n[3], d[3], up, shortest = HUGE_VAL;
        pa.position = collide_pose_apply(pb, collide_i_vec(in.x, in.y * thin, in.z));
        c = couple_of(&point, pa, &b, pb);
        if (collide_shape_cast(point.shape, pa, none, b.shape, pb, none, NULL, &h) != 1) continue;
        if (!(h.flags & COLLIDE_STARTED_INSIDE)) continue;
        loose += (h.flags & COLLIDE_NOT_CONVERGED) != 0;
        wide3(collide_i_rotate(pb.rotation, collide_i_vec(0, 1, 0)), d);
        for (k = 0; k < 2; k++) {
            up = -separation_along(&c, d);
            if (up < shortest) shortest = up;
            d[0] = -d[0], d[1] = -d[1], d[2] = -d[2];
        }
        wide3(h.normal, n);
        up = -separation_along(&c, n);
        if (up > shortest + SIZE_TOLERANCE * 2)
            note_wrong(failed_case("case %d, thickness %g: %g, not %g", i, (double)thin, (double)up, (double)shortest));
    }
    ASSERT_VERDICT("ways out of slivers", i);
    ASSERTm(failed_case("%d of %d not converged", loose, i), loose <= i / 100);
    PASS();
}

TEST casts_are_not_fooled_by_slivers(void)
{
    static const double corners[24] = {0.149991751,   0.0745427012, 0.105983362,    -0.165743321,  -0.0448400937,
                                       -0.0985880561, -0.150521427, 0.113916755,    -0.0735746175, 0.150787175,
                                       -0.18571566,   0.145984724,  -0.00857795775, -0.153059363,  0.251323342,
                                       -0.098487124,  -0.153449476, 0.15003866,     0.121933743,   -0.183288544,
                                       0.130020007,   -0.0108733,   0.0478579961,   -0.136695087};
    /* places, rotations and moves of two bodies */
    static const double number[3][2][10] = {
        {{0, 0, 0, 0.0528074130, -0.320787460, 0.119698323, 0.938072026, 0.813705623, 1.39152956, 3.1705215},
         {1.06172395, -1.24632112, -0.479416758, 0.153600737, 0.0662272945, 0.504229128, 0.847215295, 2.24681473,
          4.30585289, 4.62576723}},
        {{1.09363860e-3, 1.79394356e-5, 3.60863237e-6, -6.41530207e-8, 4.22776587e-8, -9.88305331e-8, 1, 8.67323659e-4,
          -6.61824248e-4, 2.3732991e-3},
         {0, 0, 0, 0.854657054, 0.387223721, -0.334037751, 0.0896543339, 4.54364251e-3, -6.61824248e-4, 2.3732991e-3}},
        {{0.980639577, -0.530868947, -0.251126379, -0.0420215018, -0.274036109, 0.283560991, 0.918004096, -0.507335246,
          0.782293856, -1.05676007},
         {0, 0, 0, -0.470589459, -0.100651525, -0.0189676676, 0.876387525, 0, 0, 0}}};
    static const double sizes[3] = {2.44, 5.12e-5, 1.73};
    const collide_vec3 speck = {COLLIDE_R(-2.72093930e-5), COLLIDE_R(4.16423381e-6), COLLIDE_R(2.76378023e-6)};
    collide_mesh *hull;
    collide_shape shape[3][2];
    real cloud[24];
    int i, k;
    for (i = 0; i < 24; i++) cloud[i] = (real)corners[i];
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create_hull(&hull, cloud, 8, NULL));
    shape[0][0] = collide_shape_hull(hull);
    shape[0][1] = collide_shape_cone(COLLIDE_R(1.43814921), COLLIDE_R(1.52377975));
    shape[1][0] = collide_shape_rounded(collide_shape_points(&speck.x, 1, 0), COLLIDE_R(9.00602188e-8));
    shape[1][1] = collide_shape_cylinder(COLLIDE_R(1.94519271e-5), COLLIDE_R(1.3162482e-5));
    shape[2][0] =
        collide_shape_box(collide_i_vec(COLLIDE_R(0.340655416), COLLIDE_R(0.474674344), COLLIDE_R(0.515239954)));
    shape[2][1] = collide_shape_cone(COLLIDE_R(0.908316612), COLLIDE_R(0.272523612));
    for (i = 0; i < 3; i++)
        for (k = 0; k < 2; k++) { /* either way round */
            const double *x = number[i][k], *y = number[i][!k];
            const collide_pose pa = {{(real)x[0], (real)x[1], (real)x[2]},
                                     {(real)x[3], (real)x[4], (real)x[5], (real)x[6]}};
            const collide_pose pb = {{(real)y[0], (real)y[1], (real)y[2]},
                                     {(real)y[3], (real)y[4], (real)y[5], (real)y[6]}};
            const collide_vec3 ma = {(real)x[7], (real)x[8], (real)x[9]}, mb = {(real)y[7], (real)y[8], (real)y[9]};
            const collide_vec3 way = collide_i_sub(mb, ma);
            const double size = sizes[i];
            collide_pose a = at_origin, b = at_origin;
            collide_closest c;
            collide_hit h;
            collide_result r = collide_shape_cast(shape[i][k], pa, ma, shape[i][!k], pb, mb, NULL, &h);
            ASSERT(r >= 0);
            if (r == 0 || h.flags & COLLIDE_NOT_CONVERGED) continue; /* they graze: the soak knows by how much */
            a.rotation = pa.rotation;
            b.rotation = pb.rotation;
            b.position = collide_i_add(collide_i_sub(pb.position, pa.position), collide_i_scale(way, h.time));
            r = collide_distance(shape[i][k], a, shape[i][!k], b, NULL, &c);
            ASSERTm(failed_case("case %d, side %d: still %g sizes apart", i, k, (double)c.distance / size),
                    r == 1 ||
                        (double)c.distance < 4 * SIZE_TOLERANCE * size + 4 * EPS * (double)collide_vec3_length(way));
        }
    collide_mesh_destroy(hull);
    PASS();
}

/* Rays along a cylinder's axis, or nearly, onto a cap: the corners they find on the rim make slivers, whose insides are
   not to be believed. */
TEST rays_down_an_axis_reach_the_cap(void)
{
    static const double found[3][12] = {
        {0.536350667, 2.30528355, -0.19143568, -0.49927932, -0.632942379, 0.559871793, -1.65084362, -0.264629602,
         -0.698106885, 1.60742676, 0.189673066, 0.814168155},
        {1.20757329, 2.60917926, -0.160924748, -0.0583389625, -0.0204184894, 0.985029399, 0.137339696, 1.93591416,
         -0.641040504, -0.103841327, -1.93663824, 0.645141959},
        {0.823816657, 3.1631763, 0.0603160895, 0.508727431, 0.0396468081, 0.857896566, 0.00906182453, 1.95226061,
         0.242749274, 0.0352467336, -1.94029748, -0.323007643}};
    rng r = rng_for(585);
    double worst = 0;
    int i, k;
    for (i = 0; i < COUNT(20000, 3000000); i++) {
        real half = next_between(&r, COLLIDE_R(0.1), 4), radius = next_between(&r, COLLIDE_R(0.1), 4);
        const real aside = next_below(&r, 2) ? next_between(&r, 0, COLLIDE_R(0.05)) * radius : 0;
        const real away = half + (half + radius) * next_between(&r, COLLIDE_R(0.1), 1);
        collide_vec3 from = collide_i_vec(aside, away, 0);
        collide_vec3 to = collide_i_vec(aside * next_real(&r), -away, aside * next_real(&r));
        collide_pose pose = at_origin;
        collide_hit h;
        wide m[9], p[3], a[3], b[3];
        double off;
        pose.rotation = next_rotation(&r);
        from = collide_pose_apply(pose, from);
        to = collide_pose_apply(pose, to);
        if (i < 3) {
            real v[12];
            for (k = 0; k < 12; k++) v[k] = (real)found[i][k];
            half = v[0], radius = v[1];
            pose.rotation.x = v[2], pose.rotation.y = v[3], pose.rotation.z = v[4], pose.rotation.w = v[5];
            from = collide_i_vec(v[6], v[7], v[8]), to = collide_i_vec(v[9], v[10], v[11]);
        }
        ASSERT_EQ(1, collide_ray_cast(collide_shape_cylinder(half, radius), pose, from, to, &h));
        wide_matrix(pose.rotation, m);
        wide3(from, p);
        turn_back3(m, p, a);
        wide3(to, p);
        turn_back3(m, p, b);
        off = (double)(WIDE(fabs)(a[1] + (b[1] - a[1]) * (wide)h.time) - (wide)half);
        off = fabs(off) / (double)WIDE(fmax)((wide)half, (wide)radius);
        worst = fmax(worst, off);
        ASSERTm(failed_case("case %d: %.9g sizes off the cap", i, off), off < 2 * SIZE_TOLERANCE);
    }
    tell("seed %lu: rays down an axis stop at most %.2g sizes off the cap", (unsigned long)tests_seed, worst);
    PASS();
}

/* A ball thrown at a flat end touches it right below its centre, with the axis ahead as well as anywhere else. Corners of
   a disc that lie on one ray from its middle are no triangle around that point, whatever rounding says. */
TEST balls_meet_flat_ends_below_their_centres(void)
{
    rng r = rng_for(586);
    double worst = 0;
    int i, hits = 0;
    for (i = 0; i < COUNT(4000, 1000000); i++) {
        const int round = i < 216, cone = (int)next_below(&r, 2), point = (int)next_below(&r, 2); /* round numbers */
        const real half = round ? COLLIDE_R(0.5) : next_between(&r, COLLIDE_R(0.3), 1);
        const real radius = round ? 1 : next_between(&r, COLLIDE_R(0.3), 1);
        const real ball = point ? 0 : COLLIDE_R(0.25), up = cone ? (real)-1 : 1;
        const real x = round ? (real)(i % 8 + 1) / 8 : radius * next_real(&r), away = 2 + next_between(&r, 0, 1);
        const real z = round ? (real)(i / 8 % 9) / 8 : radius * next_real(&r);
        const collide_shape a = cone ? collide_shape_cone(half, radius) : collide_shape_cylinder(half, radius);
        collide_pose pose = at_origin, from = at_origin;
        collide_vec3 move;
        collide_hit h;
        wide m[9], p[3], at[3], expected[3], off;
        if (!round && i & 1) pose.rotation = next_rotation(&r);
        from.position = collide_pose_apply(pose, collide_i_vec(x, up * (round ? 2 : away), z));
        move = collide_i_negate(from.position); /* towards the middle */
        ASSERT_EQ(1, collide_shape_cast(a, pose, at_origin.position, collide_shape_sphere(ball), from, move, NULL, &h));
        wide_matrix(pose.rotation, m);
        wide3(h.normal, p);
        turn_back3(m, p, at);
        if (at[1] * (wide)up < WIDE(0.9999)) continue; /* a side */
        p[0] = (wide)from.position.x + (wide)move.x * (wide)h.time;
        p[1] = (wide)from.position.y + (wide)move.y * (wide)h.time;
        p[2] = (wide)from.position.z + (wide)move.z * (wide)h.time;
        turn_back3(m, p, expected);
        expected[1] = (wide)(up * half);
        wide3(h.point, p);
        turn_back3(m, p, at);
        off = WIDE(fmax)(WIDE(fabs)(at[0] - expected[0]), WIDE(fabs)(at[2] - expected[2]));
        off = WIDE(fmax)(off, WIDE(fabs)(at[1] - expected[1]));
        worst = fmax(worst, (double)off);
        hits++;
        ASSERTm(failed_case("case %d: the point is %.9g off", i, (double)off), (double)off < 4 * SIZE_TOLERANCE);
    }
    ASSERT(hits > i / 2);
    tell("seed %lu: balls meet flat ends at most %.2g off", (unsigned long)tests_seed, worst);
    PASS();
}

/* How far a place is above the surface of a box, a cylinder or a cone; negative: below. */
static double above_surface(int kind, collide_vec3 size, collide_pose pose, collide_vec3 place)
{
    wide m[9], p[3], q[3], round, x = (wide)size.x, y = (wide)size.y, z = (wide)size.z;
    wide_matrix(pose.rotation, m);
    p[0] = (wide)place.x - (wide)pose.position.x;
    p[1] = (wide)place.y - (wide)pose.position.y;
    p[2] = (wide)place.z - (wide)pose.position.z;
    turn_back3(m, p, q);
    round = WIDE(sqrt)(q[0] * q[0] + q[2] * q[2]);
    if (kind == 0) round = WIDE(fabs)(q[0]);
    if (kind == 2)
        return (double)WIDE(fmax)(-q[1] - y, (2 * y * round + x * (q[1] - y)) / WIDE(sqrt)(4 * y * y + x * x));
    round = WIDE(fmax)(round - x, WIDE(fabs)(q[1]) - y);
    return (double)(kind == 0 ? WIDE(fmax)(round, WIDE(fabs)(q[2]) - z) : round);
}

/* The points of shapes that overlap are on their surfaces: not on the chord of a rim, which is below it. */
TEST points_of_overlaps_are_on_surfaces(void)
{
    const double most = sizeof(real) == 4 ? 4e-6 : 1e-11;
    rng r = rng_for(587);
    double worst = 0;
    int i, k, beyond = 0; /* a few in a million, where rim and chord are a few roundings apart */
    for (i = 0; i < COUNT(24000, 1000000); i++) {
        const int kind[2] = {(int)next_below(&r, 3), (int)next_below(&r, 3)};
        collide_pose pose[2] = {{{0, 0, 0}, {0, 0, 0, 0}}, {{0, 0, 0}, {0, 0, 0, 0}}};
        collide_vec3 size[2];
        collide_shape s[2];
        real whole = 0, deep;
        collide_closest c;
        for (k = 0; k < 2; k++) {
            const collide_vec3 v = size[k] =
                collide_i_vec(next_between(&r, COLLIDE_R(0.2), 1), next_between(&r, COLLIDE_R(0.2), 1),
                              next_between(&r, COLLIDE_R(0.2), 1));
            s[k] = kind[k] == 0   ? collide_shape_box(v)
                   : kind[k] == 1 ? collide_shape_cylinder(v.y, v.x)
                                  : collide_shape_cone(v.y, v.x);
            pose[k].rotation = next_rotation(&r);
            whole += collide_i_sqrt(v.x * v.x + v.y * v.y + (kind[k] == 0 ? v.z * v.z : 0));
        }
        pose[1].position = next_vec(&r, 1);
        if (collide_penetration(s[0], pose[0], s[1], pose[1], NULL, NULL, &c) < 0) FAIL();
        deep = whole / 10 * power_of_two(-(int)next_below(&r, 14)); /* at most a tenth of it */
        pose[1].position = collide_vec3_sub(pose[1].position, collide_vec3_scale(c.normal, c.distance + deep));
        if (collide_penetration(s[0], pose[0], s[1], pose[1], NULL, NULL, &c) < 0) FAIL();
        if (c.flags) continue;
        for (k = 0; k < 2; k++) {
            const double up = above_surface(kind[k], size[k], pose[k], k ? c.point_b : c.point_a) / (double)whole;
            worst = fmax(worst, fabs(up));
            beyond += fabs(up) > most;
            ASSERTm(failed_case("case %d: the point of %c is %.9g sizes above it", i, 'A' + k, up),
                    fabs(up) < 16 * most && beyond <= i / 100000);
        }
    }
    tell("seed %lu: points of overlaps are at most %.2g sizes off, %d beyond %.0e", (unsigned long)tests_seed, worst,
         beyond, most);
    PASS();
}

/* At spheres so small, or from so far, that the place of contact is the middle, to rounding. */
TEST rays_from_far_have_normals(void)
{
    rng r = rng_for(733);
    int i;
    for (i = 0; i < COUNT(2000, 200000); i++) {
        const real far_off = power_of_two((int)next_below(&r, 20));
        const collide_shape ball = collide_shape_sphere(power_of_two(-(int)next_below(&r, 31)));
        const collide_vec3 from = next_vec(&r, far_off);
        const collide_pose p = i % 2 ? collide_pose_identity() : next_place(&r, 1, 1);
        collide_hit h;
        const collide_result hit = collide_ray_cast(ball, p, from, p.position, &h);
        ASSERTm(failed_case("case %d: result %d", i, hit), hit == 0 || hit == 1);
        ASSERTm(failed_case("case %d: normal %g %g %g", i, (double)h.normal.x, (double)h.normal.y, (double)h.normal.z),
                hit == 0 || fabs((double)collide_vec3_length(h.normal) - 1) <= 8 * EPS);
    }
    PASS();
}

/* From the surface inwards is a hit at once, outwards or along it is none: rays that go on from where one ended. */
TEST rays_go_on_from_surfaces(void)
{
    rng r = rng_for(580);
    collide_shape shapes[5];
    collide_mesh *mesh = NULL;
    real cloud[3 * 24];
    collide_hit first, h;
    int i, k, hits = 0, inside = 0;
    for (i = 0; i < 72; i++) cloud[i] = next_real(&r);
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create_hull(&mesh, cloud, 24, NULL));
    shapes[0] = collide_shape_box(collide_i_vec(1, COLLIDE_R(0.5), COLLIDE_R(0.75)));
    shapes[1] = collide_shape_capsule(COLLIDE_R(0.5), COLLIDE_R(0.5));
    shapes[2] = collide_shape_hull(mesh);
    shapes[3] = collide_shape_sphere(COLLIDE_R(0.75));
    shapes[4] = collide_shape_ellipsoid(collide_i_vec(1, COLLIDE_R(0.5), COLLIDE_R(0.75)));
    for (i = 0; i < COUNT(6000, 100000); i++) {
        const collide_pose pose = next_pose(&r, 1);
        const collide_vec3 from = next_vec(&r, 4), to = next_vec(&r, 4);
        collide_vec3 by = next_vec(&r, 3);
        real along;
        k = i % 5;
        if (collide_ray_cast(shapes[k], pose, from, to, &first) != 1 || first.flags) continue;
        along = collide_vec3_dot(by, first.normal);
        if (collide_i_abs(along) < COLLIDE_R(0.25)) continue;
        hits++;
        if (along > 0) { /* leaves; rounding may have put the start inside by more than the smallest depth there is */
            const int hit = collide_ray_cast(shapes[k], pose, first.point, collide_i_add(first.point, by), &h);
            ASSERTm(failed_case("case %d, shape %d: leaving hits at %g", i, k, (double)h.time),
                    !hit || h.flags & COLLIDE_STARTED_INSIDE);
            inside += hit;
        } else {
            ASSERTm(failed_case("case %d, shape %d: going in misses", i, k),
                    collide_ray_cast(shapes[k], pose, first.point, collide_i_add(first.point, by), &h) == 1);
            ASSERTm(failed_case("case %d, shape %d: goes in at %g", i, k, (double)h.time), h.time < 64 * EPS);
            ASSERTm(failed_case("case %d, shape %d: normal %g", i, k, (double)collide_vec3_dot(h.normal, by)),
                    collide_vec3_dot(h.normal, by) < 0);
        }
    }
    ASSERTm(failed_case("%d of %d leave from inside", inside, hits), inside * 50 < hits);
    ASSERT_EQ(0, collide_ray_cast(shapes[0], at_origin, collide_i_vec(0, COLLIDE_R(0.5), 0),
                                  collide_i_vec(2, COLLIDE_R(0.5), 0), &h)); /* along the top */
    collide_mesh_destroy(mesh);
    PASS();
}

/* Boxes that touch along an edge or in a corner have many planes between them; to leave through one is enough. */
TEST corners_part_in_every_direction(void)
{
    rng r = rng_for(581);
    collide_shape box = collide_shape_box(collide_i_vec(1, 1, 1));
    int i;
    for (i = 0; i < COUNT(3000, 100000); i++) {
        const int axes = 1 + i % 3;
        const collide_pose there = pose_at(2, axes > 1 ? 2 : (real)0.25, axes > 2 ? 2 : (real)0.125);
        const collide_vec3 by = next_vec(&r, 1);
        const real most = collide_i_max(by.x, collide_i_max(axes > 1 ? by.y : (real)-1, axes > 2 ? by.z : (real)-1));
        collide_pose end = there;
        collide_hit cast, sweep;
        if (collide_i_abs(most) < COLLIDE_R(0.01)) continue;
        end.position = collide_i_add(there.position, by);
        ASSERTm(failed_case("case %d: %d axes, %g %g %g", i, axes, (double)by.x, (double)by.y, (double)by.z),
                collide_shape_cast(box, at_origin, collide_i_vec(0, 0, 0), box, there, by, NULL, &cast) == (most < 0));
        ASSERTm(failed_case("case %d: sweep, %d axes, %g %g %g", i, axes, (double)by.x, (double)by.y, (double)by.z),
                collide_shape_sweep(box, at_origin, at_origin, box, there, end, NULL, &sweep) == (most < 0));
        if (most > 0) continue;
        ASSERTm(failed_case("case %d: times %g and %g", i, (double)cast.time, (double)sweep.time),
                cast.time < 16 * EPS && sweep.time < 16 * EPS && !cast.flags && !sweep.flags);
    }
    PASS();
}

TEST queries_that_once_erred(void)
{
    const real m[12] = {2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const real big = sizeof(real) == 4 ? (real)5e8f : (real)5e74;
    collide_shape ball = collide_shape_sphere(1), image = collide_shape_affine(&ball, m);
    collide_shape rounded = collide_shape_rounded(image, COLLIDE_R(0.5)), huge, cone;
    collide_pose tilted;
    collide_vec3 tip;
    collide_closest c;
    /* the radius of what an image is of counts even where the image is rounded, too */
    ASSERT_IN_RANGE(2.5, (double)collide_shape_support(rounded, collide_i_vec(1, 0, 0)).x, 8 * EPS);
    ASSERT_EQ(0, collide_distance(rounded, at_origin, collide_shape_point(), pose_at(10, 0, 0), NULL, &c));
    ASSERT_IN_RANGE(7.5, (double)c.distance, 64 * EPS);
    /* as large as the limits say */
    huge = collide_shape_box(collide_i_vec(big, big, big));
    ASSERT_EQ(1, collide_overlap(huge, at_origin, huge, pose_at(big, big, big), NULL));
    /* a needle of a simplex: its weights vanish, its points must not */
    cone = collide_shape_cone(COLLIDE_R(0.83630764), COLLIDE_R(0.76423889));
    tilted = pose_at(COLLIDE_R(0.015248044), COLLIDE_R(-0.81946337), COLLIDE_R(0.012647640));
    tilted.rotation.x = COLLIDE_R(8.21312e-6);
    tilted.rotation.y = COLLIDE_R(-6.43374e-6);
    tilted.rotation.z = COLLIDE_R(-6.55258e-6);
    tilted.rotation.w = 1;
    tip = collide_i_vec(COLLIDE_R(0.779486954), COLLIDE_R(-0.819473386), COLLIDE_R(0.012657474));
    (void)collide_distance(cone, tilted, collide_shape_point(), pose_at(tip.x, tip.y, tip.z), NULL, &c);
    ASSERT_IN_RANGE(0, (double)collide_vec3_length(collide_i_sub(c.point_b, tip)), 64 * EPS);
    PASS();
}

/* What two edges as short as numbers go span has no normal; the way out of what is rounded around them has. */
TEST ways_out_have_a_direction(void)
{
    const collide_pose here = pose_at(0, 0, 0);
    const collide_vec3 none = {0, 0, 0},
                       half = {COLLIDE_R(2.63409424), COLLIDE_R(9.33467323e-15), collide_i_from_bits(3840)};
    const collide_vec3 far_end = {COLLIDE_R(9.38311843e-15), COLLIDE_R(0.992492676), COLLIDE_R(-31.9599609)};
    collide_shape plank = collide_shape_rounded(collide_shape_box(half), half.x);
    collide_shape sliver = collide_shape_triangle(none, far_end, none);
    collide_hit h;
    collide_closest c;
    ASSERT_EQ(COLLIDE_HIT, collide_shape_cast(plank, here, none, sliver, here, none, NULL, &h));
    ASSERT(h.flags & COLLIDE_STARTED_INSIDE);
    ASSERT_IN_RANGE(1, (double)collide_i_dot(h.normal, h.normal), 8 * EPS);
    ASSERT_IN_RANGE(0, (double)h.normal.x, 8 * EPS); /* not lengthwise */
    ASSERT_EQ(COLLIDE_HIT, collide_shape_cast(sliver, here, none, plank, here, none, NULL, &h));
    ASSERT_IN_RANGE(1, (double)collide_i_dot(h.normal, h.normal), 8 * EPS);
    ASSERT_EQ(COLLIDE_HIT, collide_penetration(plank, here, sliver, here, NULL, NULL, &c));
    ASSERT_IN_RANGE(1, (double)collide_i_dot(c.normal, c.normal), 8 * EPS);
    ASSERT_IN_RANGE(-(double)half.x, (double)c.distance, 16 * EPS * (double)half.x);
    PASS();
}

/* Corners that lie close together, seen along the normal: that they are four does not make them a solid. */
TEST slid_points_are_opposite(void)
{
    const real cloud[] = {
        COLLIDE_R(-0.922532439), COLLIDE_R(-0.0519352444), COLLIDE_R(0.382408708),  COLLIDE_R(-0.704310596),
        COLLIDE_R(0.683142602),  COLLIDE_R(-0.193035856),  COLLIDE_R(0.965644062),  COLLIDE_R(-0.139130071),
        COLLIDE_R(-0.219486654), COLLIDE_R(0.764836609),   COLLIDE_R(-0.418343812), COLLIDE_R(-0.489911586),
        COLLIDE_R(0.842656314),  COLLIDE_R(0.425228983),   COLLIDE_R(-0.330318987), COLLIDE_R(-0.744958222),
        COLLIDE_R(-0.234459981), COLLIDE_R(-0.624552488),  COLLIDE_R(0.0946674868), COLLIDE_R(0.439436972),
        COLLIDE_R(-0.893271089), COLLIDE_R(0.128133267),   COLLIDE_R(-0.980057776), COLLIDE_R(-0.151883736),
        COLLIDE_R(-0.279089749), COLLIDE_R(-0.740226209),  COLLIDE_R(-0.611697674), COLLIDE_R(-0.922938704),
        COLLIDE_R(0.0278049503), COLLIDE_R(-0.383941591),  COLLIDE_R(-0.838505328), COLLIDE_R(0.487272114),
        COLLIDE_R(-0.243874565), COLLIDE_R(0.660038352),   COLLIDE_R(0.476538569),  COLLIDE_R(-0.580741227),
        COLLIDE_R(-0.430256456), COLLIDE_R(-0.812774181),  COLLIDE_R(-0.392781675), COLLIDE_R(0.0609086491),
        COLLIDE_R(-0.587342918), COLLIDE_R(-0.807043016),  COLLIDE_R(-0.831022203), COLLIDE_R(-0.508685827),
        COLLIDE_R(-0.225035146), COLLIDE_R(0.0914986432),  COLLIDE_R(0.96118319),   COLLIDE_R(-0.260297716),
        COLLIDE_R(-0.4734433),   COLLIDE_R(-0.374250293),  COLLIDE_R(0.797363281),  COLLIDE_R(0.516914487),
        COLLIDE_R(-0.828108728), COLLIDE_R(0.216876209),   COLLIDE_R(-0.836615801), COLLIDE_R(0.088292174),
        COLLIDE_R(0.540627897),  COLLIDE_R(-0.689464867),  COLLIDE_R(-0.387453049), COLLIDE_R(0.611978948)};
    collide_shape cone = collide_shape_cone(1, COLLIDE_R(0.5)), hull;
    collide_pose pa = pose_at(COLLIDE_R(2.63152337), COLLIDE_R(0.0157171786), COLLIDE_R(-0.0999784768));
    collide_pose pb = pose_at(COLLIDE_R(1.92986989), COLLIDE_R(-0.458932579), COLLIDE_R(0.634307563));
    collide_mesh *m = NULL;
    collide_closest c, d;
    pa.rotation.x = COLLIDE_R(-0.92194283);
    pa.rotation.y = COLLIDE_R(0.0609901622);
    pa.rotation.z = COLLIDE_R(0.375750422);
    pa.rotation.w = COLLIDE_R(0.0715068728);
    pb.rotation.x = COLLIDE_R(-0.931703329);
    pb.rotation.y = COLLIDE_R(0.188488677);
    pb.rotation.z = COLLIDE_R(0.239522368);
    pb.rotation.w = COLLIDE_R(0.197560117);
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create_hull(&m, cloud, (int)(sizeof cloud / sizeof *cloud / 3), NULL));
    hull = collide_shape_hull(m);
    ASSERT_EQ(0, collide_distance(cone, pa, hull, pb, NULL, &c));
    ASSERT_IN_RANGE(0.18643, (double)c.distance, 1e-5);
    (void)collide_distance(collide_shape_point(), pose_at(c.point_a.x, c.point_a.y, c.point_a.z), cone, pa, NULL, &d);
    ASSERT_IN_RANGE(0, (double)d.distance, 1e-5);
    (void)collide_distance(collide_shape_point(), pose_at(c.point_b.x, c.point_b.y, c.point_b.z), hull, pb, NULL, &d);
    ASSERT_IN_RANGE(0, (double)d.distance, 1e-5);
    collide_mesh_destroy(m);
    PASS();
}

/* Custom callbacks: rays onto a sphere take no more steps than the paper says, on average. */
TEST custom_spheres_take_eight_steps(void)
{
    rng r = rng_for(564);
    custom c = {{1, 1, 1}, 0, 0};
    collide_shape s = collide_shape_custom(custom_support, &c);
    long steps = 0;
    int i, hits = 0, rays = COUNT(4000, 100000);
    for (i = 0; i < rays; i++) {
        collide_vec3 from = next_vec(&r, 1), to = next_vec(&r, 1);
        collide_hit h;
        from = collide_i_scale(collide_vec3_normalize(from), 4);
        to = collide_i_add(to, collide_i_scale(collide_i_sub(to, from), 1));
        hits += collide_ray_cast(s, at_origin, from, to, &h) == 1;
        steps += h.iterations;
    }
    tell("seed %lu: %.2f steps, %.2f calls a ray, %d of %d hit", (unsigned long)tests_seed, (double)steps / rays,
         (double)c.calls / rays, hits, rays);
    ASSERT(hits > rays / 2);
    if (sizeof(real) == 4) ASSERTm(failed_case("%.2f steps", (double)steps / rays), steps <= 8 * (long)rays);
    PASS();
}

/* ---- sweeps ---- */

/* The largest separation of two boxes along the fifteen axes: below zero exactly where they overlap, and then the
   signed distance; above zero a lower bound of it. */
static wide boxes_apart(const placed *a, const placed *b)
{
    wide axis[15][3], d[3], best = -HUGE_VAL;
    int i, k, count = 0;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++) {
            axis[i][k] = a->r[3 * k + i];
            axis[3 + i][k] = b->r[3 * k + i];
        }
    for (i = 0; i < 9; i++) cross3(axis[i / 3], axis[3 + i % 3], axis[6 + i]);
    minus3(b->at, a->at, d);
    for (count = 0; count < 15; count++) {
        wide s;
        if (dot3(axis[count], axis[count]) < 1e-12) continue;
        unit3(axis[count]);
        s = WIDE(fabs)(dot3(d, axis[count]));
        for (k = 0; k < 3; k++)
            s -= (wide)a->b->own[21 + k] * WIDE(fabs)(dot3(axis[k], axis[count])) +
                 (wide)b->b->own[21 + k] * WIDE(fabs)(dot3(axis[3 + k], axis[count]));
        if (s > best) best = s;
    }
    return best;
}

/* How fast any point of the body moves, at most. */
static wide path_speed(const path *p, wide size)
{
    wide g = dot3(p->move, p->axis), across[3], half = p->angle / 2, turn;
    along3(p->move, -g, p->axis, across);
    turn = length3(across) * (half > 0 ? half / WIDE(sin)(half) : 1);
    return WIDE(sqrt)(g * g + turn * turn) + p->angle * size;
}

typedef struct {
    const body *a, *b;
    path pa, pb;
    wide size, speed;
} trip;

static trip trip_of(const body *a, collide_pose a0, collide_pose a1, const body *b, collide_pose b0, collide_pose b1)
{
    trip t;
    t.a = a;
    t.b = b;
    t.pa = path_of(a0, a1);
    t.pb = path_of(b0, b1);
    t.size = WIDE(fmax)(body_size(a), body_size(b));
    t.speed = path_speed(&t.pa, body_size(a)) + path_speed(&t.pb, body_size(b));
    return t;
}

static couple trip_at(const trip *t, wide time)
{
    couple c;
    c.a = place_on_path(t->a, &t->pa, time, t->pa.from);
    c.b = place_on_path(t->b, &t->pb, time, t->pa.from);
    c.sweep[0] = c.sweep[1] = c.sweep[2] = 0;
    c.round = t->a->round + t->b->round;
    c.size = t->size;
    return c;
}

static wide trip_apart(const trip *t, wide time, int boxes)
{
    couple c = trip_at(t, time);
    return boxes ? boxes_apart(&c.a, &c.b) : search_signed(&c, (wide)1e-7).lower;
}

/* The first time at which they are deeper than so much, or 2: no step is longer than the distance allows, and none so
   long that such a depth could hide in it. */
static wide first_deeper(const trip *t, wide until, wide depth, int boxes)
{
    wide time = 0;
    if (!(t->speed > 0)) return 2;
    while (time <= until) {
        wide apart = trip_apart(t, time, boxes);
        if (apart < -depth / 2) return time;
        time += WIDE(fmax)(apart, depth / 2) / t->speed;
    }
    return 2;
}

static double worst_sweep[2];

static const char *check_sweep(const body *a, collide_pose a0, collide_pose a1, const body *b, collide_pose b0,
                               collide_pose b1, int boxes, int *unsettled)
{
    trip t = trip_of(a, a0, a1, b, b0, b1);
    double size = (double)t.size, tol = 2 * SIZE_TOLERANCE * size + 16 * EPS * (size + (double)t.speed);
    /* the poses on the way have roundings, too: those of the path's length, and of where it is */
    double deep = tol + 4 * EPS * ((double)length3(t.pa.from) + (double)length3(t.pb.from)), before, start;
    wide miss = (wide)1e-5 * t.size, time;
    collide_hit h;
    couple c = trip_at(&t, 0);
    wide n[3];
    bounds s = reference_signed(&c, boxes);
    collide_result r = collide_shape_sweep(a->shape, a0, a1, b->shape, b0, b1, NULL, &h);
    if (r < 0) return failed_case("sweep: %s", collide_result_text(r));
    start = (double)s.lower;
    if ((double)s.upper < -deep) {
        if (r != 1 || !(h.flags & COLLIDE_STARTED_INSIDE) || h.time != 0)
            return failed_case("sweep: %d, time %g, flags %u although %g deep at the start", r, (double)h.time, h.flags,
                               -start);
        wide3(h.normal, n);
        before = (double)separation_along(&c, n);
        if (before < start - 2 * deep) return failed_case("sweep: the way out is %g deep, not %g", -before, -start);
        return NULL;
    }
    if (start > deep && h.flags & COLLIDE_STARTED_INSIDE)
        return failed_case("sweep: started inside although %g apart", start);
    if (start <= deep) return NULL;
    if (h.flags & COLLIDE_NOT_CONVERGED) ++*unsettled;
    time = first_deeper(&t, r ? (wide)h.time : 1, miss, boxes);
    if (time < 2)
        return failed_case("sweep: %d, time %.9g, but deeper than 1e-5 sizes at %.9g (%g degrees)", r, (double)h.time,
                           (double)time, (double)(t.pa.angle + t.pb.angle) * 57.3);
    if (r == 0) return NULL;
    if (!(h.time >= 0 && h.time <= 1)) return failed_case("sweep: time %g", (double)h.time);
    c = trip_at(&t, (wide)h.time);
    s = reference_signed(&c, boxes);
    if (!(h.flags & COLLIDE_NOT_CONVERGED)) worst_sweep[0] = fmax(worst_sweep[0], (double)s.lower / size);
    worst_sweep[1] = fmax(worst_sweep[1], -(double)s.upper / size);
    if ((double)s.lower > 2 * deep && !(h.flags & COLLIDE_NOT_CONVERGED))
        return failed_case("sweep: still %g apart at %.9g (size %g)", (double)s.lower, (double)h.time, size);
    if ((double)s.upper < -deep)
        return failed_case("sweep: %g deep at %.9g (size %g)", -(double)s.upper, (double)h.time, size);
    wide3(h.normal, n);
    if (fabs((double)length3(n) - 1) > 8 * EPS) return failed_case("sweep: normal of length %g", (double)length3(n));
    before = (double)separation_along(&c, n);
    if (before < -8 * deep && degrees_between(n, s.n) > 0.1)
        return failed_case("sweep: %g deep along its normal at %.9g (size %g)", -before, (double)h.time, size);
    return NULL;
}

/* Boxes, rods and plates turning by 45, 90 and 170 degrees, a fifth of them built to graze. */
TEST sweeps_never_miss(void)
{
    rng r = rng_for(570);
    int i, hits = 0, unsettled = 0, count = COUNT(500, 100000);
    long steps = 0;
    for (i = 0; i < count; i++) {
        static const real turns[3] = {COLLIDE_R(0.7853981), COLLIDE_R(1.5707963), COLLIDE_R(2.9670597)};
        body a, b;
        collide_pose a0 = next_place(&r, 1, 1), a1, b0 = next_place(&r, 2, 1), b1;
        collide_vec3 axis = next_vec(&r, 1), other = next_vec(&r, 1), va = next_vec(&r, 2), vb = next_vec(&r, 2);
        real x = next_between(&r, COLLIDE_R(0.2), 1), y = next_between(&r, COLLIDE_R(0.2), 1);
        real z = next_between(&r, COLLIDE_R(0.2), 1), thin = next_between(&r, COLLIDE_R(0.005), COLLIDE_R(0.1));
        real turn = turns[i % 3], second = i % 2 ? turns[i / 3 % 3] : 0;
        collide_hit h;
        const char *wrong;
        int ka = (int)next_below(&r, 3), kb = (int)next_below(&r, 3), swap = (int)next_below(&r, 2);
        a = ka == 0 ? body_box(x, y, z) : ka == 1 ? body_box(x, thin, thin) : body_box(x, thin, z);
        b = kb == 0 ? body_box(y, z, x) : kb == 1 ? body_box(thin, 2 * y, thin) : body_box(z, y, thin);
        a1.position = collide_i_add(a0.position, va);
        b1.position = collide_i_add(b0.position, vb);
        if (i % 7 == 0) a1.position = a0.position; /* a propeller */
        a1.rotation = collide_quat_multiply(collide_quat_from_axis_angle(axis, turn), a0.rotation);
        b1.rotation = collide_quat_multiply(collide_quat_from_axis_angle(other, second), b0.rotation);
        if (!collide_pose_valid(a1) || !collide_pose_valid(b1)) continue;
        if (i % 5 == 0) { /* shift B's path so that at the closest moment hardly anything is between them */
            trip t = trip_of(&a, a0, a1, &b, b0, b1);
            wide best = HUGE_VAL, when = 0, step, gap = WIDE(pow)(10, (wide)next_between(&r, -6, -3)), p[3];
            couple c;
            brute f;
            int k;
            if (next_below(&r, 2)) gap = -gap;
            for (k = 0; k <= 200; k++) {
                wide apart = trip_apart(&t, (wide)k / 200, 1);
                if (apart < best) best = apart, when = (wide)k / 200;
            }
            for (step = (wide)1 / 200; step > 1e-6; step /= 2)
                for (k = -1; k <= 1; k += 2) {
                    wide later = WIDE(fmin)(1, WIDE(fmax)(0, when + (wide)k * step)), apart = trip_apart(&t, later, 1);
                    if (apart < best) best = apart, when = later;
                }
            c = trip_at(&t, when);
            if (!solid_of(&solid_a, &c.a, 0) || !solid_of(&solid_b, &c.b, 0)) continue;
            f = brute_signed(&solid_a, &solid_b);
            wide3(b0.position, p);
            along3(p, gap - f.value, f.n, p);
            va = collide_i_sub(real3(p), b0.position);
            b0.position = collide_i_add(b0.position, va);
            b1.position = collide_i_add(b1.position, va);
        }
        wrong = swap ? check_sweep(&b, b0, b1, &a, a0, a1, 1, &unsettled)
                     : check_sweep(&a, a0, a1, &b, b0, b1, 1, &unsettled);
        if (wrong)
            note_wrong(failed_case("case %d, kinds %d and %d, turns %g and %g: %s", i, ka, kb, (double)turn,
                                   (double)second, wrong));
        hits += collide_shape_sweep(a.shape, a0, a1, b.shape, b0, b1, NULL, &h) == 1;
        steps += h.iterations;
    }
    tell("seed %lu: %d of %d hit, %d not converged, %.1f iterations; at most %.2g sizes early, %.2g deep",
         (unsigned long)tests_seed, hits, count, unsettled, (double)steps / count, worst_sweep[0], worst_sweep[1]);
    ASSERT_VERDICT("sweeps", count);
    ASSERTm(failed_case("%d of %d not converged", unsettled, count), unsettled <= count / 10000);
    PASS();
}

/* Other shapes, other angles, fewer cases, since the reference is slow there. */
TEST sweeps_of_all_shapes(void)
{
    rng r = rng_for(571);
    int i, unsettled = 0;
    for (i = 0; i < COUNT(30, 4000); i++) {
        any_body a, b;
        collide_pose a0 = next_place(&r, 1, 1), a1 = next_place(&r, 2, 1), b0 = next_place(&r, 3, 1),
                     b1 = next_place(&r, 2, 1);
        const char *wrong;
        int ka = (int)next_below(&r, SHAPE_KINDS), kb = (int)next_below(&r, SHAPE_KINDS);
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        if (i % 4 == 0) a1.rotation = a0.rotation;
        if (i % 4 == 1) b1 = b0;
        wrong = check_sweep(&a.whole, a0, a1, &b.whole, b0, b1, 0, &unsettled);
        if (wrong) note_wrong(failed_case("case %d, kinds %d and %d: %s", i, ka, kb, wrong));
    }
    ASSERT_VERDICT("sweeps of all shapes", i);
    ASSERT_EQ(0, unsettled);
    PASS();
}

static collide_vec3 counted_box(void *user, collide_vec3 d)
{
    custom *c = (custom *)user;
    c->calls++;
    return collide_i_vec(d.x < 0 ? -c->radii[0] : c->radii[0], d.y < 0 ? -c->radii[1] : c->radii[1],
                         d.z < 0 ? -c->radii[2] : c->radii[2]);
}

/* Edge over edge, and corner over face, that turn as they close in to a millionth: the plane between them has to turn,
   too, or steps become as short as the gap, and thousands. */
TEST grazing_sweeps_are_short(void)
{
#define R(x) COLLIDE_R(x)
    static const struct {
        real a[3], b[3];
        collide_pose a0, a1, b0, b1;
    } rows[] = {{{R(0.756968594), R(0.92828052), R(0.511686182)},
                 {R(0.0485517609), R(1.85656104), R(0.0485517609)},
                 {{R(-0.511274934), R(0.798530519), R(-0.9348194)},
                  {R(-0.297377248), R(0.334624133), R(0.849033565), R(0.280598411)}},
                 {{R(-0.804638982), R(0.874880254), R(-2.28406757)},
                  {R(-0.339531324), R(0.244064729), R(0.670499983), R(0.61284636)}},
                 {{R(0.494948019), R(0.405523389), R(-0.737069003)},
                  {R(-0.507672756), R(-0.479877052), R(0.415916437), R(0.582236983)}},
                 {{R(-1.17325283), R(1.72134456), R(-0.914172999)},
                  {R(0.257273959), R(0.196463589), R(-0.429747878), R(0.842928781)}}},
                {{R(0.790379882), R(0.02932574), R(0.701333284)},
                 {R(0.701333284), R(0.422942495), R(0.02932574)},
                 {{R(0.779977024), R(0.859627545), R(0.227303267)},
                  {R(0.512374359), R(0.502792504), R(-0.225239604), R(0.658740719)}},
                 {{R(1.45579416), R(2.22853285), R(-1.14937699)},
                  {R(0.255173905), R(0.622948211), R(-0.476230581), R(0.565708616)}},
                 {{R(1.47815986), R(1.60122359), R(-0.349142555)},
                  {R(-0.224205887), R(0.134044911), R(0.100129137), R(0.960071788)}},
                 {{R(2.91223141), R(1.23038376), R(-0.0651589665)},
                  {R(-0.299314924), R(-0.21412558), R(0.246246989), R(0.896617663)}}}};
#undef R
    int i;
    for (i = 0; i < 2; i++) {
        const collide_shape box = collide_shape_box(collide_i_vec(rows[i].a[0], rows[i].a[1], rows[i].a[2]));
        custom c = {{rows[i].b[0], rows[i].b[1], rows[i].b[2]}, 0, 0};
        const collide_shape counted = collide_shape_custom(counted_box, &c);
        collide_hit h;
        ASSERT(collide_shape_sweep(box, rows[i].a0, rows[i].a1, counted, rows[i].b0, rows[i].b1, NULL, &h) >= 0);
        ASSERT_EQ(0, h.flags);
        ASSERTm(failed_case("case %d: %d calls", i, c.calls), c.calls < 1000);
    }
    PASS();
}

/* Boxes that touch to rounding as they start, and part for good at a fair part of their speed, each along its screw:
   touching and moving apart is not a hit. The planes that part them as they touch are many; which one goes on doing so,
   a sweep has to find. Of a few the normal is rounding's, and points in. */
TEST sweeps_let_go(void)
{
    rng r = rng_for(573);
    int i, k, held = 0, tried = 0;
    for (i = 0; i < COUNT(4000, 100000); i++) {
        real x = next_between(&r, COLLIDE_R(0.2), 1), y = next_between(&r, COLLIDE_R(0.2), 1);
        body a = body_box(x, y, next_between(&r, COLLIDE_R(0.2), 1));
        body b = body_box(y, next_between(&r, COLLIDE_R(0.2), 1), x);
        collide_pose a0 = next_place(&r, 1, 1), a1 = a0, b0 = next_place(&r, 2, 1), b1;
        real turn = power_of_two(-(int)next_below(&r, 8));
        collide_vec3 axis = next_vec(&r, 1), other = next_vec(&r, 1), by = next_vec(&r, turn);
        couple c;
        brute f;
        trip t;
        wide p[3], before, now, time;
        collide_hit h;
        collide_result got;
        if (i % 3 == 0) by = collide_i_vec(0, 0, 0);
        if (i % 2) a1.rotation = collide_quat_multiply(collide_quat_from_axis_angle(other, turn), a0.rotation);
        t = trip_of(&a, a0, a0, &b, b0, b0);
        c = trip_at(&t, 0);
        if (!solid_of(&solid_a, &c.a, 0) || !solid_of(&solid_b, &c.b, 0)) continue;
        f = brute_signed(&solid_a, &solid_b);
        wide3(b0.position, p);
        along3(p, (wide)next_between(&r, 0, 2) * EPS * t.size - f.value, f.n, p);
        b0.position = real3(p);
        b1 = b0;
        b1.position = collide_i_add(b0.position, by);
        b1.rotation = collide_quat_multiply(collide_quat_from_axis_angle(axis, turn), b0.rotation);
        if (!collide_pose_valid(a1) || !collide_pose_valid(b1)) continue;
        t = trip_of(&a, a0, a1, &b, b0, b1);
        before = trip_apart(&t, 0, 1);
        if (before < -EPS * t.size || before > 4 * EPS * t.size) continue;
        for (k = 16, time = 0; k >= 0; k--, before = now) {
            time = WIDE(ldexp)(1, -k);
            now = trip_apart(&t, time, 1);
            if (now - before < (wide)0.05 * t.speed * time / 2) break;
        }
        if (k >= 0) continue; /* hardly, or not for good */
        tried++;
        got = collide_shape_sweep(a.shape, a0, a1, b.shape, b0, b1, NULL, &h);
        if (got < 0 || h.flags) note_wrong(failed_case("case %d: %d, flags %u", i, got, h.flags));
        held += got == 1;
    }
    tell("seed %lu: %d of %d held", (unsigned long)tests_seed, held, tried);
    ASSERT_VERDICT("sweeps that let go", i);
    ASSERT(tried > i / 100);
    ASSERTm(failed_case("%d of %d held", held, tried), held <= 2 + tried / 200);
    PASS();
}

/* Without a turn a sweep is a cast; seen from the other side it is the same sweep. */
TEST sweeps_agree_with_casts(void)
{
    rng r = rng_for(572);
    int i;
    for (i = 0; i < COUNT(600, 60000); i++) {
        any_body a, b;
        collide_pose a0 = next_place(&r, 1, 1), b0 = next_place(&r, 3, 1), a1 = a0, b1 = b0;
        collide_vec3 va = next_vec(&r, 3), vb = next_vec(&r, 3);
        collide_hit h, g;
        collide_result rc, rs;
        double tol;
        int ka = (int)next_below(&r, SHAPE_KINDS), kb = (int)next_below(&r, SHAPE_KINDS);
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        a1.position = collide_i_add(a0.position, va);
        b1.position = collide_i_add(b0.position, vb);
        va = collide_i_sub(a1.position, a0.position);
        vb = collide_i_sub(b1.position, b0.position);
        rc = collide_shape_cast(a.whole.shape, a0, va, b.whole.shape, b0, vb, NULL, &h);
        rs = collide_shape_sweep(a.whole.shape, a0, a1, b.whole.shape, b0, b1, NULL, &g);
        tol = 40 * SIZE_TOLERANCE;
        ASSERT(rc >= 0 && rs >= 0);
        if (rc == 1 && rs == 1)
            ASSERTm(failed_case("case %d, kinds %d and %d: cast %.9g, sweep %.9g", i, ka, kb, (double)h.time,
                                (double)g.time),
                    fabs((double)(h.time - g.time)) * fabs((double)collide_i_dot(h.normal, collide_i_sub(va, vb))) <
                        tol);
        else if (rc != rs) { /* only where it grazes */
            couple c = couple_of(&a.whole, a0, &b.whole, b0);
            wide pa[3], pb[3];
            wide3(va, pa);
            wide3(vb, pb);
            minus3(pa, pb, c.sweep);
            ASSERTm(failed_case("case %d, kinds %d and %d: cast %d, sweep %d", i, ka, kb, rc, rs),
                    fabs((double)search_signed(&c, SEARCH_TOLERANCE).lower) < tol);
        }
        a1.rotation = next_rotation(&r);
        b1.rotation = next_rotation(&r);
        rc = collide_shape_sweep(a.whole.shape, a0, a1, b.whole.shape, b0, b1, NULL, &h);
        rs = collide_shape_sweep(b.whole.shape, b0, b1, a.whole.shape, a0, a1, NULL, &g);
        if (rc == 1 && rs == 1 && fabs((double)(h.time - g.time)) > 1e-3) { /* a graze that only one side saw? */
            trip t = trip_of(&a.whole, a0, a1, &b.whole, b0, b1);
            real early = collide_i_min(h.time, g.time);
            ASSERTm(failed_case("case %d, kinds %d and %d: sweep %.9g, swapped %.9g", i, ka, kb, (double)h.time,
                                (double)g.time),
                    fabs((double)trip_apart(&t, (wide)early, 0)) < tol);
        }
    }
    PASS();
}

/* ---- contact points ---- */

/* The corners of the common area of two convex polygons in a plane, by clipping one at the sides of the other. */
static int clip_polygons(const double (*p)[2], int n, const double (*q)[2], int m, double (*out)[2])
{
    double from[32][2], to[32][2];
    int i, k, count = n;
    memcpy(from, p, sizeof(double) * 2 * (size_t)n);
    for (i = 0; i < m; i++) {
        const double *a = q[i], *b = q[(i + 1) % m];
        int next = 0;
        for (k = 0; k < count; k++) {
            const double *s = from[k], *t = from[(k + 1) % count];
            double ds = (b[0] - a[0]) * (s[1] - a[1]) - (b[1] - a[1]) * (s[0] - a[0]);
            double dt = (b[0] - a[0]) * (t[1] - a[1]) - (b[1] - a[1]) * (t[0] - a[0]);
            if (ds >= 0) memcpy(to[next++], s, sizeof to[0]);
            if ((ds > 0 && dt < 0) || (ds < 0 && dt > 0)) {
                to[next][0] = s[0] + (t[0] - s[0]) * ds / (ds - dt);
                to[next++][1] = s[1] + (t[1] - s[1]) * ds / (ds - dt);
            }
        }
        memcpy(from, to, sizeof from);
        count = next;
    }
    memcpy(out, from, sizeof(double) * 2 * (size_t)count);
    return count;
}

/* Contacts are near both surfaces, and their distances are the gaps there. */
static const char *check_contacts(const body *a, collide_pose pa, const body *b, collide_pose pb,
                                  const collide_contact *c, int count, double slack)
{
    int i;
    for (i = 0; i < count; i++) {
        double da = off_surface(a, pa, c[i].point), db = off_surface(b, pb, c[i].point);
        if (da > slack + 1e-5 || db > slack + 1e-5)
            return failed_case("contact %d: %g and %g off the surfaces", i, da, db);
        if (fabs((double)collide_vec3_length(c[i].normal) - 1) > 8 * EPS) return failed_case("contact %d: normal", i);
        if ((double)c[i].distance > slack + 1e-5) return failed_case("contact %d: at %g", i, (double)c[i].distance);
    }
    return NULL;
}

/* Apart by a millionth at the start, along no axis of either box, and never closer. */
TEST turning_boxes_part(void)
{
    static const double rows[3][34] = {
        {0.262917697,  0.907169521, 0.711738467,  0.711738467,  0.907169521,  0.0540851764, -0.436967552,
         0.0028437376, 0.21831876,  0.234152377,  -0.370568156, 0.698827684,  0.565236151,  -0.436967552,
         0.0028437376, 0.21831876,  0.131967485,  -0.161123961, 0.524821281,  0.825340152,  -1.29543042,
         1.15218759,   0.355772942, -0.346205354, -0.817369938, -0.380194843, 0.259807467,  -2.82224464,
         0.730879188,  1.42572045,  0.166240558,  0.235539198,  -0.256588489, 0.922522426},
        {0.687889278,  0.344598472,  0.48503381,   0.344598472,  0.48503381,    0.687889278,  -0.623872697,
         -0.971400082, -0.979465425, -0.339411467, -0.574020386, 0.492707312,   0.559052765,  -2.56644106,
         -2.58799791,  0.0807232261, 0.150341973,  -0.821941972, -0.0571694076, -0.546388626, -0.585877419,
         -0.5592556,   -2.12420273,  0.193175778,  0.0952768177, 0.953671515,   0.21003814,   -0.950442314,
         -2.15418816,  -0.368162036, 0.577273488,  -0.16429165,  0.718392134,   -0.351676375},
        {0.250993848, 0.0209761523, 0.0209761523, 0.0209761523,  1.9048388,    0.0209761523, -0.912594497,
         0.770509362, -0.50941205,  0.471027941,  0.382727742,   -0.406445652, 0.682974458,  -0.912594497,
         0.770509362, -0.50941205,  0.143638045,  0.347409904,   0.859808683,  0.345547885,  -1.13253939,
         1.87165082,  -0.107198358, 0.0696435571, -0.0785333291, 0.0708242133, 0.991950691,  -1.4164809,
         1.71843743,  1.50311589,   -0.497363001, -0.48487395,   -0.70664227,  0.134847969}};
    int i, k;
    for (i = 0; i < 3; i++) {
        const double *row = rows[i];
        collide_shape s[2];
        collide_pose p[4];
        collide_hit h;
        for (k = 0; k < 2; k++)
            s[k] = collide_shape_box(collide_i_vec((real)row[3 * k], (real)row[3 * k + 1], (real)row[3 * k + 2]));
        for (k = 0; k < 4; k++) {
            const double *q = row + 6 + 7 * k;
            p[k] = pose_at((real)q[0], (real)q[1], (real)q[2]);
            p[k].rotation.x = (real)q[3];
            p[k].rotation.y = (real)q[4];
            p[k].rotation.z = (real)q[5];
            p[k].rotation.w = (real)q[6];
        }
        ASSERT_EQ(0, collide_shape_sweep(s[0], p[0], p[1], s[1], p[2], p[3], NULL, &h));
    }
    PASS();
}

/* Close to an axis the ways out all around are about as short, on a ridge between two slopes: the best one counts. */
TEST ridges_have_a_lowest_point(void)
{
    int i, k;
    for (i = 0; i < 40; i++) {
        const double e = 0.03 / (1 + i % 8), turn = 0.37 * i, high = 0.6 / sqrt(0.36 + 0.1156);
        const collide_vec3 off = {(real)(e * cos(turn)), 0, (real)(e * sin(turn))};
        const collide_vec3 beside = collide_i_add(off, collide_i_vec(0, COLLIDE_R(-0.05), 0));
        const double exact = hypot((double)off.x, (double)off.z);
        for (k = 0; k < 2; k++) { /* two cylinders; a cone and a point */
            const collide_shape a = k ? collide_shape_cone(COLLIDE_R(0.3), COLLIDE_R(0.34))
                                      : collide_shape_cylinder(COLLIDE_R(0.25), COLLIDE_R(0.5));
            const collide_shape b = k ? collide_shape_point() : collide_shape_cylinder(1, COLLIDE_R(0.2));
            const double want = k ? 0.35 * 0.34 / 0.6 * high - exact * high : 0.7 - exact;
            collide_pose at = at_origin;
            collide_closest c;
            at.position = k ? beside : off;
            ASSERT_EQ(1, collide_penetration(a, at_origin, b, at, NULL, NULL, &c));
            ASSERTm(failed_case("case %d.%d: %.17g deep, not %.17g", i, k, -(double)c.distance, want),
                    fabs((double)c.distance + want) < SIZE_TOLERANCE * (k ? 0.45 : 1));
        }
    }
    PASS();
}

/* Boxes that share more than a corner: on faces, on edges, tilted by a few roundings, flat, or in one place. */
TEST boxes_share_faces_and_edges(void)
{
    rng r = rng_for(579);
    int i;
    for (i = 0; i < COUNT(400, 20000); i++) {
        const collide_vec3 y = {0, 1, 0}, x = {1, 0, 0};
        collide_vec3 h = {next_between(&r, COLLIDE_R(0.25), 1), 1, next_between(&r, COLLIDE_R(0.25), 1)};
        real up = 1 + next_real(&r) / 100, turn = i % 3 ? next_real(&r) * 3 : 0;
        real tilt = i % 5 == 1   ? next_real(&r) * 16 * COLLIDE_I_EPSILON
                    : i % 5 == 2 ? COLLIDE_R(0.7853981633974483)
                                 : 0;
        collide_pose pa = i % 2 ? next_place(&r, 1, 1) : at_origin, pb = at_origin;
        body a = body_box(h.x, 1, h.z), b = body_box(h.z, i % 7 ? 1 : 0, h.x);
        const char *wrong;
        pb.rotation =
            collide_quat_multiply(collide_quat_from_axis_angle(y, turn), collide_quat_from_axis_angle(x, tilt));
        pb.position =
            collide_i_vec(next_real(&r), up + (i % 7 ? 1 : 0) * (i % 5 == 2 ? COLLIDE_R(1.2) : 1), next_real(&r));
        if (i % 11 == 0) pb.position = collide_i_vec(0, 0, 0);
        pb = collide_pose_compose(pa, pb);
        wrong = check_pair(&a, pa, &b, pb, CHECK_FEATURES | (i % 4 == 0 ? CHECK_POINTS : 0));
        ASSERTm(failed_case("case %d: %s", i, wrong), wrong == NULL);
    }
    tell_seen("boxes on boxes");
    PASS();
}

/* Crates on crates, turned and shifted, a little above or below: the corners of the common area, each with the gap. */
TEST crates_rest_on_their_corners(void)
{
    rng r = rng_for(580);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k, m, usual = 0;
    for (i = 0; i < COUNT(1000, 50000); i++) {
        real x = next_between(&r, COLLIDE_R(0.5), 1), z = next_between(&r, COLLIDE_R(0.5), 1);
        real u = next_between(&r, COLLIDE_R(0.25), 1), w = next_between(&r, COLLIDE_R(0.25), 1);
        real turn = i % 3 == 0 ? 0 : next_between(&r, 0, 3), sx = next_real(&r) / 4, sz = next_real(&r) / 4;
        real gap = next_real(&r) / 100, slack = COLLIDE_R(0.05);
        body a = body_box(x, 1, z), b = body_box(u, COLLIDE_R(0.5), w);
        collide_pose pa = at_origin, pb = pose_at(sx, COLLIDE_R(1.5) + gap, sz);
        collide_vec3 normal = {0, 1, 0}, down = {0, -1, 0};
        collide_contact c[32], d[32];
        double lower[4][2], upper[4][2], want[32][2], cs, sn;
        const char *wrong;
        int count, other, expected, close = 0;
        pb.rotation = collide_quat_from_axis_angle(normal, turn);
        cs = cos((double)turn);
        sn = sin((double)turn);
        for (k = 0; k < 4; k++) { /* counter-clockwise in (x, -z) */
            double px = (k == 0 || k == 3 ? 1 : -1), pz = k < 2 ? 1 : -1;
            lower[k][0] = (double)x * px;
            lower[k][1] = (double)z * pz;
            upper[k][0] = (double)sx + cs * (double)u * px + sn * (double)w * -pz;
            upper[k][1] = -((double)sz - sn * (double)u * px + cs * (double)w * -pz);
        }
        expected = clip_polygons((const double(*)[2])upper, 4, (const double(*)[2])lower, 4, want);
        for (k = 0; k < expected; k++) /* corners that nearly coincide may be one */
            for (m = 0; m < k; m++) close |= fabs(want[k][0] - want[m][0]) + fabs(want[k][1] - want[m][1]) < 1e-4;
        memset(c, 0, sizeof c);
        count = collide_manifold(a.shape, pa, b.shape, pb, normal, slack, &scratch, c, 32);
        other = collide_manifold(b.shape, pb, a.shape, pa, down, slack, &scratch, d, 32);
        if (close) continue;
        ASSERTm(failed_case("case %d: %d one way, %d the other", i, count, other), count == other);
        usual++;
        ASSERTm(failed_case("case %d, turn %g: %d contacts, not %d", i, (double)turn, count, expected),
                count == expected);
        for (k = 0; k < count; k++) {
            double best = 1e9, back = 1e9;
            for (m = 0; m < expected; m++)
                best = fmin(best, hypot((double)c[k].point.x - want[m][0], -(double)c[k].point.z - want[m][1]));
            for (m = 0; m < count; m++) back = fmin(back, distance3(c[k].point, d[m].point));
            /* nearly parallel edges cross where their roundings say */
            ASSERTm(failed_case("case %d: contact %d is %g off the corner", i, k, best),
                    best < 64 * EPS * (turn > 0 ? 1 / fmax(1e-3, fabs(sn * cs)) : 1));
            ASSERTm(failed_case("case %d: contact %d at height %g", i, k, (double)c[k].point.y),
                    fabs((double)c[k].point.y - 1 - (double)gap / 2) <= fabs((double)gap) / 2 + 16 * EPS);
            ASSERTm(failed_case("case %d: contact %d at %g, not %g", i, k, (double)c[k].distance, (double)gap),
                    fabs((double)(c[k].distance - gap)) < 16 * EPS);
            ASSERTm(failed_case("case %d: contact %d is not there from the other side", i, k),
                    back < fabs((double)gap) + 128 * EPS * (turn > 0 ? 1 / fmax(1e-3, fabs(sn * cs)) : 1));
            ASSERT_IN_RANGE(1, (double)c[k].normal.y, 8 * EPS);
        }
        if (i % 50 == 0) {
            wrong = check_contacts(&a, pa, &b, pb, c, count, (double)slack);
            ASSERTm(failed_case("case %d: %s", i, wrong), wrong == NULL);
        }
    }
    ASSERT(usual > i / 2);
    collide_scratch_free(&scratch);
    PASS();
}

TEST manifolds_by_hand(void)
{
    const real q = COLLIDE_R(0.70710678118654752), gap = COLLIDE_R(-0.01), slack = COLLIDE_R(0.02);
    collide_vec3 up = {0, 1, 0}, side = {1, 0, 0};
    body floor = body_box(4, 1, 4), crate = body_box(COLLIDE_R(0.5), COLLIDE_R(0.5), COLLIDE_R(0.5));
    body drum = body_cylinder(COLLIDE_R(0.5), COLLIDE_R(0.5)), ball = body_sphere(COLLIDE_R(0.5));
    body pill = body_capsule(COLLIDE_R(0.5), COLLIDE_R(0.25)), top = body_cone(COLLIDE_R(0.5), COLLIDE_R(0.5));
    collide_pose p, turned;
    collide_contact c[64], before;
    collide_mesh *mesh;
    const char *wrong;
    int count, i;
    /* stacked */
    p = pose_at(0, COLLIDE_R(1.5) + gap, 0);
    ASSERT_EQ(4, collide_manifold(floor.shape, at_origin, crate.shape, p, up, slack, NULL, c, 64));
    for (i = 0; i < 4; i++)
        ASSERT(fabs(fabs((double)c[i].point.x) - 0.5) < 8 * EPS && fabs(fabs((double)c[i].point.z) - 0.5) < 8 * EPS &&
               fabs((double)(c[i].distance - gap)) < 8 * EPS);
    /* the same with a hull and a mesh: features have numbers there */
    ASSERT_EQ(COLLIDE_OK,
              collide_mesh_create_box(&mesh, collide_i_vec(COLLIDE_R(0.5), COLLIDE_R(0.5), COLLIDE_R(0.5)), NULL));
    ASSERT_EQ(4, collide_manifold(floor.shape, at_origin, collide_shape_hull(mesh), p, up, slack, NULL, c, 64));
    for (i = 0; i < 4; i++)
        ASSERT(fabs(fabs((double)c[i].point.x) - 0.5) < 8 * EPS && fabs((double)(c[i].distance - gap)) < 8 * EPS);
    ASSERT_EQ(4, collide_manifold(collide_shape_hull(mesh), at_origin, collide_shape_hull(mesh),
                                  pose_at(COLLIDE_R(0.25), 1 + gap, 0), up, slack, NULL, c, 64));
    collide_mesh_destroy(mesh);
    /* capacity: 0 counts, 2 writes two */
    ASSERT_EQ(4, collide_manifold(floor.shape, at_origin, crate.shape, p, up, slack, NULL, NULL, 0));
    memset(c, 0x55, sizeof c);
    before = c[2];
    ASSERT_EQ(4, collide_manifold(floor.shape, at_origin, crate.shape, p, up, slack, NULL, c, 2));
    ASSERT_MEM_EQ(&before, &c[2], sizeof before);
    /* beyond the slack there is nothing */
    ASSERT_EQ(0, collide_manifold(floor.shape, at_origin, crate.shape, pose_at(0, COLLIDE_R(1.6), 0), up, slack, NULL,
                                  c, 64));
    /* edges crossing: one */
    turned = at_origin;
    turned.rotation = collide_quat_from_axis_angle(up, COLLIDE_R(0.78539816339744831));
    p = pose_at(2 * q * COLLIDE_R(0.5) * 2 - COLLIDE_R(0.01), 0, 0);
    p.rotation = collide_quat_from_axis_angle(collide_i_vec(0, 0, 1), COLLIDE_R(0.78539816339744831));
    count = collide_manifold(crate.shape, turned, crate.shape, p, side, slack, NULL, c, 64);
    ASSERTm(failed_case("crossing edges: %d contacts", count), count == 1);
    ASSERT(fabs((double)c[0].distance + 0.01) < 16 * EPS && fabs((double)c[0].point.y) < 16 * EPS);
    ASSERTm(failed_case("crossing edges: kind %d", c[0].kind), c[0].kind == COLLIDE_EE);
    /* a corner on a face: one */
    p = pose_at(0, 1 + COLLIDE_R(0.8660254037844386) + gap, 0);
    p.rotation =
        collide_quat_multiply(collide_quat_from_axis_angle(collide_i_vec(0, 0, 1), COLLIDE_R(0.61547970867038734)),
                              collide_quat_from_axis_angle(collide_i_vec(1, 0, 0), COLLIDE_R(0.78539816339744831)));
    count = collide_manifold(floor.shape, at_origin, crate.shape, p, up, slack, NULL, c, 64);
    ASSERTm(failed_case("a corner on the floor: %d contacts", count), count == 1);
    ASSERT(fabs((double)(c[0].distance - gap)) < 32 * EPS);
    /* a drum standing: points of the disc, and all around it */
    p = pose_at(1, COLLIDE_R(1.5) + gap, 1);
    count = collide_manifold(floor.shape, at_origin, drum.shape, p, up, slack, NULL, c, 64);
    ASSERTm(failed_case("a drum: %d contacts", count), count >= 4 && count <= 64);
    {
        int around = 0;
        for (i = 0; i < count; i++) {
            double dx = (double)c[i].point.x - 1, dz = (double)c[i].point.z - 1;
            ASSERTm(failed_case("a drum: contact %d at %g", i, hypot(dx, dz)),
                    hypot(dx, dz) < 0.5 + 16 * EPS && hypot(dx, dz) > 0.4);
            ASSERT(fabs((double)(c[i].distance - gap)) < 16 * EPS);
            around |= 1 << ((dx > 0) + 2 * (dz > 0));
        }
        ASSERT_EQ(15, around);
    }
    count = collide_manifold(drum.shape, p, floor.shape, at_origin, collide_i_vec(0, -1, 0), slack, NULL, c, 64);
    ASSERT(count >= 4);
    wrong = check_contacts(&drum, p, &floor, at_origin, c, count, 0.02);
    ASSERTm(wrong, wrong == NULL);
    /* drum on drum, drum lying, ball, pill lying, cone standing */
    count = collide_manifold(drum.shape, at_origin, drum.shape, pose_at(COLLIDE_R(0.25), 1 + gap, 0), up, slack, NULL,
                             c, 64);
    ASSERTm(failed_case("drum on drum: %d contacts", count), count >= 3);
    wrong = check_contacts(&drum, at_origin, &drum, pose_at(COLLIDE_R(0.25), 1 + gap, 0), c, count, 0.02);
    ASSERTm(wrong, wrong == NULL);
    p = pose_at(0, COLLIDE_R(1.5) + gap, 0);
    p.rotation = collide_quat_from_axis_angle(collide_i_vec(0, 0, 1), COLLIDE_R(1.5707963267948966));
    count = collide_manifold(floor.shape, at_origin, drum.shape, p, up, slack, NULL, c, 64);
    ASSERTm(failed_case("a drum lying: %d contacts", count), count == 2);
    p.position.y = COLLIDE_R(1.25) + gap;
    count = collide_manifold(floor.shape, at_origin, pill.shape, p, up, slack, NULL, c, 64);
    ASSERTm(failed_case("a pill lying: %d contacts", count), count == 2);
    for (i = 0; i < 2; i++)
        ASSERT(fabs(fabs((double)c[i].point.x) - 0.5) < 16 * EPS && fabs((double)(c[i].distance - gap)) < 16 * EPS);
    count = collide_manifold(floor.shape, at_origin, ball.shape, pose_at(0, COLLIDE_R(1.5) + gap, 0), up, slack, NULL,
                             c, 64);
    ASSERTm(failed_case("a ball: %d contacts", count), count == 1);
    ASSERT(fabs((double)(c[0].distance - gap)) < 16 * EPS);
    count = collide_manifold(floor.shape, at_origin, top.shape, pose_at(0, COLLIDE_R(1.5) + gap, 0), up, slack, NULL, c,
                             64);
    ASSERTm(failed_case("a cone: %d contacts", count), count >= 4);
    PASS();
}

/* From the normal of a random contact: whatever comes is near both surfaces, and as many from either side. */
/* A cylinder on either end, a cone on its base: corners all around the rim, however large the slack is and however slim
   they are, also while they lean a little; and as many from B's side. */
TEST flat_ends_touch_all_around(void)
{
    rng r = rng_for(794);
    const collide_shape floor = collide_shape_box(collide_i_vec(64, 1, 64));
    int i, k;
    for (i = 0; i < COUNT(3000, 100000); i++) {
        const real h = next_between(&r, COLLIDE_R(0.1), 2), radius = next_between(&r, COLLIDE_R(0.1), 2);
        const real slack = radius * next_between(&r, COLLIDE_R(0.001), 1);
        const int cone = i & 1;
        const collide_shape s = cone ? collide_shape_cone(h, radius) : collide_shape_cylinder(h, radius);
        const collide_vec3 up = {0, 1, 0}, down = {0, -1, 0};
        collide_pose p = pose_at(next_real(&r), 1 + h, next_real(&r));
        collide_contact c[32];
        p.rotation = collide_quat_from_axis_angle(up, 3 * next_real(&r));
        if (i % 3 == 0) p.rotation.x += next_real(&r) * (real)1e-4;
        ASSERTm(failed_case("case %d: %g high, radius %g, slack %g", i, (double)h, (double)radius, (double)slack),
                collide_manifold(floor, at_origin, s, p, up, slack, NULL, c, 32) == 8);
        for (k = 0; k < 8; k++) {
            const double x = (double)(c[k].point.x - p.position.x), z = (double)(c[k].point.z - p.position.z);
            ASSERTm(failed_case("case %d: a corner beside the rim", i),
                    fabs(sqrt(x * x + z * z) - (double)radius) < 0.001 * (double)radius + 0.00025 * (double)h);
        }
        ASSERT_EQ(8, collide_manifold(s, p, floor, at_origin, down, slack, NULL, c, 32));
        if (cone) continue;
        p.position.y += 2 * h; /* one on another of its size */
        ASSERT_EQ(8, collide_manifold(s, pose_at(p.position.x, 1 + h, p.position.z), s,
                                      pose_at(p.position.x, 1 + 3 * h, p.position.z), up, slack, NULL, c, 32));
    }
    PASS();
}

TEST manifolds_of_all_shapes(void)
{
    rng r = rng_for(581);
    int i, k;
    for (i = 0; i < COUNT(300, 30000); i++) {
        any_body a, b;
        collide_pose pa = next_place(&r, 1, i & 1), pb = next_place(&r, 1, i & 1);
        collide_vec3 d = next_vec(&r, 1), back;
        collide_contact c[64], e[64];
        collide_closest near_by;
        const char *wrong;
        int ka = (int)next_below(&r, SHAPE_KINDS), kb = (int)next_below(&r, SHAPE_KINDS), count, other;
        double deepest = 1e9;
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        put_at_gap(&a.whole, &pa, &b.whole, &pb, d, i & 2 ? (wide)1e-3 : (wide)-1e-3);
        ASSERT(collide_penetration(a.whole.shape, pa, b.whole.shape, pb, NULL, NULL, &near_by) >= 0);
        if (near_by.distance > COLLIDE_R(0.005)) continue;
        back = collide_i_scale(near_by.normal, -1);
        count = collide_manifold(a.whole.shape, pa, b.whole.shape, pb, near_by.normal, COLLIDE_R(0.01), NULL, c, 64);
        other = collide_manifold(b.whole.shape, pb, a.whole.shape, pa, back, COLLIDE_R(0.01), NULL, e, 64);
        if (count != other)
            note_wrong(
                failed_case("case %d, kinds %d and %d: %d contacts one way, %d the other", i, ka, kb, count, other));
        ASSERTm(failed_case("case %d, kinds %d and %d: none", i, ka, kb), count >= 1 && count <= 64);
        for (k = 0; k < count; k++) deepest = fmin(deepest, (double)c[k].distance);
        if (fabs(deepest - (double)near_by.distance) >= 1e-3)
            note_wrong(failed_case("case %d, kinds %d and %d: the deepest is %g, not %g", i, ka, kb, deepest,
                                   (double)near_by.distance));
        wrong = i % 4 ? NULL : check_contacts(&a.whole, pa, &b.whole, pb, c, count, 0.012);
        if (wrong) note_wrong(failed_case("case %d, kinds %d and %d: %s", i, ka, kb, wrong));
    }
    ASSERT_VERDICT("manifolds", i);
    PASS();
}

/* ---- bad input, memory, callbacks ---- */

TEST bad_queries_are_refused(void)
{
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1)), nan = inf - inf;
    const real bad[] = {nan, inf, -inf, power_of_two(COLLIDE_I_LARGEST_EXPONENT + 1)};
    collide_shape s = collide_shape_box(collide_i_vec(1, 1, 1));
    collide_vec3 v = {1, 2, 3}, none = {0, 0, 0};
    collide_closest c;
    collide_hit h;
    collide_contact contact;
    unsigned i;
    int k;
    for (i = 0; i < 4; i++)
        for (k = 0; k < 7; k++) {
            collide_pose p = collide_pose_identity();
            collide_vec3 w = v;
            const char *query;
            if (k == 0) p.position.x = bad[i];
            if (k == 1) p.position.y = bad[i];
            if (k == 2) p.position.z = bad[i];
            if (k == 3) p.rotation.x = bad[i];
            if (k == 4) p.rotation.y = bad[i];
            if (k == 5) p.rotation.z = bad[i];
            if (k == 6) p.rotation.w = bad[i];
            query = not_refused(s, s, p, at_origin);
            ASSERTm(failed_case("pose %d, number %u: %s", k, i, query), query == NULL);
            if (k % 3 == 0) w.x = bad[i];
            if (k % 3 == 1) w.y = bad[i];
            if (k % 3 == 2) w.z = bad[i];
            memset(&h, 0xCD, sizeof h);
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_shape_cast(s, at_origin, w, s, at_origin, none, NULL, &h));
            ASSERT(all_zero(&h, sizeof h));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_shape_cast(s, at_origin, none, s, at_origin, w, NULL, &h));
            memset(&h, 0xCD, sizeof h);
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_ray_cast(s, at_origin, w, v, &h));
            ASSERT(all_zero(&h, sizeof h));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_ray_cast(s, at_origin, v, w, &h));
            memset(&h, 0xCD, sizeof h);
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_shape_sweep(s, at_origin, p, s, at_origin, at_origin, NULL, &h));
            ASSERT(all_zero(&h, sizeof h));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_shape_sweep(s, at_origin, at_origin, s, at_origin, p, NULL, &h));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_manifold(s, at_origin, s, at_origin, w, 1, NULL, &contact, 1));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT,
                      collide_manifold(s, at_origin, s, at_origin, v, bad[i], NULL, &contact, 1));
        }
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_manifold(s, at_origin, s, at_origin, none, 1, NULL, &contact, 1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_manifold(s, at_origin, s, at_origin, v, 1, NULL, NULL, 1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_manifold(s, at_origin, s, at_origin, v, 1, NULL, &contact, -1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_distance(s, at_origin, s, at_origin, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_penetration(s, at_origin, s, at_origin, NULL, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_ray_cast(s, at_origin, v, none, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_shape_cast(s, at_origin, v, s, at_origin, none, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT,
              collide_shape_sweep(s, at_origin, at_origin, s, at_origin, at_origin, NULL, NULL));
    ASSERT_EQ(1, collide_distance(s, at_origin, s, at_origin, NULL, &c)); /* and the good ones are not */
    PASS();
}

/* Whatever was in an output before, after the query it holds the same bytes. */
TEST every_output_is_written(void)
{
    rng r = rng_for(590);
    int i;
    for (i = 0; i < COUNT(2000, 50000); i++) {
        any_body a, b;
        collide_pose a0 = next_place(&r, 1, 1), a1 = next_place(&r, 1, 1), b0 = next_place(&r, 2, 1),
                     b1 = next_place(&r, 2, 1);
        collide_vec3 v = next_vec(&r, 3), w = next_vec(&r, 3);
        collide_closest c[2], d[2];
        collide_hit h[2], g[2], f[2];
        collide_result got[2][5];
        int ka = (int)next_below(&r, SHAPE_KINDS), kb = (int)next_below(&r, SHAPE_KINDS), k;
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        for (k = 0; k < 2; k++) {
            memset(&c[k], k ? 0xFF : 0, sizeof c[k]);
            memset(&d[k], k ? 0xFF : 0, sizeof d[k]);
            memset(&h[k], k ? 0xFF : 0, sizeof h[k]);
            memset(&g[k], k ? 0xFF : 0, sizeof g[k]);
            memset(&f[k], k ? 0xFF : 0, sizeof f[k]);
            got[k][0] = collide_distance(a.whole.shape, a0, b.whole.shape, b0, NULL, &c[k]);
            got[k][1] = collide_penetration(a.whole.shape, a0, b.whole.shape, b0, NULL, NULL, &d[k]);
            got[k][2] = collide_ray_cast(a.whole.shape, a0, v, w, &h[k]);
            got[k][3] = collide_shape_cast(a.whole.shape, a0, v, b.whole.shape, b0, w, NULL, &g[k]);
            got[k][4] = i % 4 ? 0 : collide_shape_sweep(a.whole.shape, a0, a1, b.whole.shape, b0, b1, NULL, &f[k]);
            if (i % 4) memset(&f[k], 0, sizeof f[k]);
        }
        ASSERT_MEM_EQ(got[0], got[1], sizeof got[0]);
        ASSERTm(failed_case("case %d: distance", i), memcmp(&c[0], &c[1], sizeof c[0]) == 0);
        ASSERTm(failed_case("case %d: penetration", i), memcmp(&d[0], &d[1], sizeof d[0]) == 0);
        ASSERTm(failed_case("case %d: ray", i), memcmp(&h[0], &h[1], sizeof h[0]) == 0);
        ASSERTm(failed_case("case %d: cast", i), memcmp(&g[0], &g[1], sizeof g[0]) == 0);
        ASSERTm(failed_case("case %d: sweep", i), memcmp(&f[0], &f[1], sizeof f[0]) == 0);
    }
    PASS();
}

/* Every allocation failing in turn; then a warm scratch that needs no more. */
TEST queries_survive_failed_allocations(void)
{
    rng r = rng_for(591);
    int i, k;
    make_hulls();
    for (i = 0; i < COUNT(200, 5000); i++) {
        any_body a, b;
        collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 1, 1);
        collide_closest c, plain;
        collide_contact contact[64];
        collide_vec3 normal;
        int ka = (int)next_below(&r, SHAPE_KINDS), kb = (int)next_below(&r, SHAPE_KINDS), done, want, warm = 0;
        watch calm;
        collide_allocator usual = watch_allocator(&calm, 0);
        collide_scratch scratch = {NULL, NULL, 0, 0, 0};
        scratch.allocator = &usual;
        next_body(&a, &r, ka);
        next_body(&b, &r, kb);
        if (i % 4 == 0) a.whole = body_hull(HULL_128, 0);
        ASSERT(collide_penetration(a.whole.shape, pa, b.whole.shape, pb, NULL, NULL, &plain) >= 0);
        normal = plain.normal;
        want = collide_manifold(a.whole.shape, pa, b.whole.shape, pb, normal, COLLIDE_R(0.1), NULL, contact, 64);
        for (k = 1, done = 0; !done; k++) {
            watch w;
            collide_allocator allocator = watch_allocator(&w, k);
            collide_scratch poor = {NULL, NULL, 0, 0, 0};
            collide_result result;
            int count;
            poor.allocator = &allocator;
            memset(&c, 0xCD, sizeof c);
            result = collide_penetration(a.whole.shape, pa, b.whole.shape, pb, NULL, &poor, &c);
            ASSERTm(failed_case("case %d, allocation %d: %d", i, k, result),
                    result >= 0 || result == COLLIDE_ERROR_MEMORY);
            if (result < 0)
                ASSERT(all_zero(&c, sizeof c));
            else
                ASSERT_MEM_EQ(&plain, &c, sizeof c);
            count = collide_manifold(a.whole.shape, pa, b.whole.shape, pb, normal, COLLIDE_R(0.1), &poor, contact, 64);
            ASSERT(count == want || count == COLLIDE_ERROR_MEMORY);
            done = result >= 0 && count >= 0;
            collide_scratch_free(&poor);
            ASSERT(w.blocks == 0 && w.bytes == 0 && !w.damaged && k < 100);
        }
        for (k = 0; k < 6; k++) { /* it gathers itself into one piece; then nothing more is asked for */
            if (k == 3) warm = calm.requests;
            collide_penetration(a.whole.shape, pa, b.whole.shape, pb, NULL, &scratch, &c);
            ASSERT_MEM_EQ(&plain, &c, sizeof c);
            collide_manifold(a.whole.shape, pa, b.whole.shape, pb, normal, COLLIDE_R(0.1), &scratch, contact, 64);
        }
        ASSERT_EQ(warm, calm.requests);
        collide_scratch_free(&scratch);
        ASSERT(calm.blocks == 0 && calm.bytes == 0 && !calm.damaged);
    }
    PASS();
}

/* A core may be so small beside its rounding that squares of its faces underflow: two such cores around each other, or
   a point over a face that is smaller still. */
TEST tiny_cores_have_unit_normals(void)
{
    rng r = rng_for(594);
    int i, k, last = sizeof(real) == 4 ? 60 : 290;
    for (k = 16; k < last; k++)
        for (i = 0; i < COUNT(60, 1000); i++) {
            const real size = collide_i_from_bits(COLLIDE_I_POWER(-k));
            const int over = i % 3 == 0;
            real p[2][24], height = over ? COLLIDE_I_EPSILON * next_between(&r, 2, 8) : 0;
            collide_pose at = at_origin;
            collide_shape a, b;
            collide_closest d;
            collide_result found;
            wide n[3];
            int j;
            for (j = 0; j < 24; j++) {
                p[0][j] = size * next_between(&r, -1, 1);
                p[1][j] = size * next_between(&r, -1, 1);
            }
            a = collide_shape_points(p[0], i % 2 ? 8 : 4, 0);
            b = collide_shape_points(p[1], i % 2 ? 8 : 4, 0);
            if (over) {
                a = collide_shape_triangle(collide_i_vec(size, 0, p[0][0] / 2),
                                           collide_i_vec(-size, 0, size + p[0][1] / 4), collide_i_vec(-size, 0, -size));
                b = collide_shape_point();
                at.position.y = height;
            }
            found = collide_penetration(collide_shape_rounded(a, 1), at_origin, b, at, NULL, NULL, &d);
            ASSERTm(failed_case("2^-%d, case %d: %d", k, i, found), found == 1);
            wide3(d.normal, n);
            ASSERTm(failed_case("2^-%d, case %d: normal of length 1 + %g", k, i, (double)length3(n) - 1),
                    fabs((double)length3(n) - 1) <= 8 * EPS);
            ASSERTm(failed_case("2^-%d, case %d: distance -1 + %g", k, i, (double)d.distance + 1),
                    fabs((double)d.distance + 1 - (double)height) <= (over ? 0 : 8 * (double)size) + 8 * EPS);
        }
    PASS();
}

/* From so far away that a radius is worth little more than the digits that are lost on the way: cores may come to
   overlap that should be a radius apart. */
TEST long_casts_have_unit_normals(void)
{
    const real lost = sizeof(real) == 4 ? 1 : COLLIDE_R(536870912.0); /* by which a double's digits are more */
    rng r = rng_for(595);
    int i, n = COUNT(2000, 100000), met = 0;
    for (i = 0; i < n; i++) {
        const real thin = i ? next_between(&r, 0, COLLIDE_R(0.02)) : COLLIDE_R(0.00781249953);
        const collide_shape a = collide_shape_ellipsoid(collide_i_vec(1, thin, 1));
        const collide_shape b = collide_shape_capsule(COLLIDE_R(0.999969482), COLLIDE_R(0.999969482));
        collide_pose at = at_origin;
        collide_vec3 move;
        collide_hit h;
        wide away[3];
        int hit;
        at.position = collide_i_vec(i ? next_between(&r, -2, 2) : COLLIDE_R(0.999969482),
                                    (i ? next_between(&r, 20000, 60000) : 32256) * lost, 0);
        move = collide_i_vec(-at.position.x, -at.position.y, 0);
        hit = collide_shape_cast(a, at, move, b, at_origin, collide_i_vec(0, 0, 0), NULL, &h);
        if (hit != COLLIDE_HIT) continue;
        met++;
        wide3(h.normal, away);
        ASSERTm(failed_case("case %d: normal of length 1 + %g", i, (double)length3(away) - 1),
                fabs((double)length3(away) - 1) <= 8 * EPS && collide_i_dot(h.normal, move) > 0);
    }
    ASSERT(met > n / 2);
    PASS();
}

/* A box as flat as numbers can be over a wide disc, hardly beside its axis: faces of their difference have next to no
   area. */
TEST flat_boxes_keep_their_distance(void)
{
    const real wide_box = COLLIDE_R(10.7910156), height = COLLIDE_R(1.67926025), below = COLLIDE_R(127.248047);
    const collide_shape disc = collide_shape_cylinder(height, COLLIDE_R(297.59375));
    rng r = rng_for(596);
    int i, k, last = sizeof(real) == 4 ? 126 : 1000;
    for (k = 10; k < last; k++)
        for (i = 0; i < COUNT(40, 400); i++) {
            const real flat = i % 2 ? collide_i_from_bits(COLLIDE_I_POWER(-k)) : COLLIDE_R(1.36951772e-38);
            const collide_shape box = collide_shape_box(collide_i_vec(wide_box, wide_box, flat));
            collide_pose at = at_origin;
            collide_closest d;
            wide n[3];
            at.position = collide_i_vec(next_between(&r, -20, 20), -below,
                                        collide_i_from_bits(COLLIDE_I_POWER(-k)) * next_between(&r, -1, 1));
            ASSERT_EQ(0, collide_distance(disc, at, collide_shape_rounded(box, wide_box), at_origin, NULL, &d));
            wide3(d.normal, n);
            ASSERTm(failed_case("2^-%d, case %d: normal of length 1 + %g", k, i, (double)length3(n) - 1),
                    fabs((double)length3(n) - 1) <= 8 * EPS);
            ASSERTm(failed_case("2^-%d, case %d: distance %g", k, i, (double)d.distance),
                    fabs((double)d.distance - ((double)below - (double)height - 2 * (double)wide_box)) <=
                        2 * EPS * (double)COLLIDE_R(297.59375));
        }
    PASS();
}

/* A callback may answer anything: the query ends, soon, and says something. */
TEST wild_callbacks_are_survived(void)
{
    rng r = rng_for(592);
    int i, bad;
    for (i = 0; i < COUNT(300, 2000); i++)
        for (bad = 1; bad < 24; bad++) {
            any_body b;
            custom c = {{1, COLLIDE_R(0.5), 2}, 0, 0};
            collide_shape s = collide_shape_custom(custom_support, &c);
            collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 2, 1);
            collide_vec3 v = next_vec(&r, 3), none = {0, 0, 0};
            collide_closest d;
            collide_hit h;
            collide_contact contact[4];
            int kind = (int)next_below(&r, SHAPE_KINDS - 1), query;
            next_body(&b, &r, kind);
            for (query = 0; query < 7; query++) {
                int got = 0;
                c.calls = 0;
                c.bad = bad;
                if (query == 0) got = collide_distance(s, pa, b.whole.shape, pb, NULL, &d);
                if (query == 1) got = collide_overlap(b.whole.shape, pa, s, pb, NULL);
                if (query == 2) got = collide_penetration(s, pa, b.whole.shape, pb, NULL, NULL, &d);
                if (query == 3) got = collide_ray_cast(s, pa, pb.position, v, &h);
                if (query == 4) got = collide_shape_cast(s, pa, v, b.whole.shape, pb, none, NULL, &h);
                if (query == 5) got = collide_shape_sweep(s, pa, pb, b.whole.shape, pb, pa, NULL, &h);
                if (query == 6)
                    got = collide_manifold(s, pa, b.whole.shape, pb, collide_i_vec(0, 1, 0), 1, NULL, contact, 4);
                ASSERTm(failed_case("case %d, query %d: result %d", i, query, got),
                        got >= COLLIDE_ERROR_VERSION && got <= 64);
                ASSERTm(failed_case("case %d, query %d: %d calls", i, query, c.calls), c.calls < 20000);
                if (got >= 0 && (query == 0 || query == 2))
                    ASSERTm(failed_case("case %d, query %d: not finite", i, query),
                            finite3(d.normal) && finite3(d.point_a) && collide_i_finite(d.distance));
                if (got >= 0 && query >= 3 && query <= 5)
                    ASSERTm(failed_case("case %d, query %d: not finite", i, query),
                            finite3(h.normal) && finite3(h.point) && h.time >= 0 && h.time <= 1);
            }
        }
    PASS();
}

/* A box along the axes, no number anywhere else. */
static collide_vec3 hollow_support(void *user, collide_vec3 d)
{
    const int along = (d.x < 0 || d.x > 0) + (d.y < 0 || d.y > 0) + (d.z < 0 || d.z > 0);
    const real no_number = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
    (void)user;
    if (along != 1) return collide_i_vec(no_number - no_number, 0, d.x > 0 ? no_number : 0);
    return collide_i_vec(d.x < 0 ? -1 : 1, d.y < 0 ? -1 : 1, d.z < 0 ? -1 : 1);
}

/* A unit ball that can't be asked along nothing. */
static collide_vec3 strict_support(void *user, collide_vec3 d)
{
    real length;
    const collide_vec3 unit = collide_i_unit(d, &length);
    if (!(length > 0)) ++*(int *)user;
    return unit;
}

TEST flat_images_ask_for_directions(void)
{
    const real flat[12] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    int asked = 0;
    const collide_shape ball = collide_shape_custom(strict_support, &asked), disc = collide_shape_affine(&ball, flat);
    const collide_shape box = collide_shape_box(collide_i_vec(COLLIDE_R(0.5), COLLIDE_R(0.5), COLLIDE_R(0.5)));
    collide_closest c;
    collide_hit h;
    ASSERT_EQ(0, collide_distance(disc, at_origin, box, pose_at(0, 2, 0), NULL, &c));
    ASSERT(fabs((double)c.distance - 1.5) <= 16 * EPS);
    ASSERT_EQ(1, collide_shape_cast(disc, at_origin, collide_i_vec(0, 4, 0), box, pose_at(0, 2, 0),
                                    collide_i_vec(0, 0, 0), NULL, &h));
    ASSERT(fabs((double)h.time - 0.375) <= 16 * EPS);
    ASSERT_EQ(0, asked);
    PASS();
}

TEST middles_of_segments_are_left_square(void)
{
    const collide_shape pill =
        collide_shape_rounded(collide_shape_segment(collide_i_vec(-1, 0, -1), collide_i_vec(1, 0, 1)), COLLIDE_R(0.25));
    collide_hit h;
    ASSERT_EQ(1, collide_ray_cast(pill, at_origin, collide_i_vec(0, 0, 0), collide_i_vec(3, 1, 0), &h));
    ASSERT(h.flags & COLLIDE_STARTED_INSIDE);
    ASSERT(fabs((double)(h.normal.x + h.normal.z)) <= 4 * EPS);
    PASS();
}

TEST callbacks_without_numbers_are_refused(void)
{
    const collide_shape hollow = collide_shape_custom(hollow_support, NULL),
                        box = collide_shape_box(collide_i_vec(1, 1, 1));
    rng r = rng_for(599);
    int i, query;
    for (i = 0; i < COUNT(1000, 100000); i++)
        for (query = 0; query < 14; query++) {
            const collide_shape a = query & 1 ? hollow : box, b = query & 1 ? box : hollow;
            const collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 2, 1), pc = next_place(&r, 3, 1);
            const collide_vec3 none = {0, 0, 0}, across = collide_i_scale(collide_i_sub(pa.position, pb.position), -3);
            collide_closest d;
            collide_hit h;
            collide_contact contact[16];
            collide_result got = COLLIDE_ERROR_ARGUMENT;
            switch (query / 2) {
            case 0: got = collide_distance(a, pa, b, pb, NULL, &d); break;
            case 1: got = collide_overlap(a, pa, b, pb, NULL); break;
            case 2: got = collide_penetration(a, pa, b, pb, NULL, NULL, &d); break;
            case 3: got = collide_ray_cast(hollow, pa, pb.position, pa.position, &h); break;
            case 4: got = collide_shape_cast(a, pa, across, b, pb, none, NULL, &h); break;
            case 5: got = collide_shape_sweep(a, pa, pc, b, pb, pb, NULL, &h); break;
            default: got = collide_manifold(a, pa, b, pb, across, 1, NULL, contact, 16); break;
            }
            ASSERTm(failed_case("case %d, query %d: result %d", i, query, got), got == COLLIDE_ERROR_ARGUMENT);
        }
    PASS();
}

/* A box of any numbers: one that is not, infinite, or huge. */
static collide_vec3 stray_support(void *user, collide_vec3 d)
{
    rng *r = (rng *)user;
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
    const real stray[] = {inf - inf, inf, -inf, power_of_two(COLLIDE_I_BIAS - 1), power_of_two(COLLIDE_I_BIAS / 2)};
    collide_vec3 v = collide_i_vec(d.x < 0 ? -1 : 1, d.y < 0 ? -1 : 1, d.z < 0 ? -1 : 1);
    if (next_below(r, 8) == 0) v.x = stray[next_below(r, 5)];
    if (next_below(r, 8) == 0) v.z = stray[next_below(r, 5)];
    return v;
}

TEST manifolds_are_numbers(void)
{
    rng r = rng_for(588), strays = rng_for(589);
    const collide_shape stray = collide_shape_custom(stray_support, &strays),
                        box = collide_shape_box(collide_i_vec(1, 1, 1));
    int i, k;
    for (i = 0; i < COUNT(20000, 400000); i++) {
        const collide_pose pa = next_place(&r, 1, 1), pb = next_place(&r, 1, 1);
        collide_contact c[32];
        const int got = collide_manifold(i & 1 ? stray : box, pa, i & 1 ? box : stray, pb, next_vec(&r, 1),
                                         i & 2 ? 4 : power_of_two(COLLIDE_I_LARGEST_EXPONENT), NULL, c, 32);
        ASSERT(got >= 0 || got == COLLIDE_ERROR_ARGUMENT);
        for (k = 0; k < got && k < 32; k++)
            ASSERTm(failed_case("case %d, contact %d: %g away", i, k, (double)c[k].distance),
                    fabs((double)c[k].distance) < HUGE_VAL && collide_i_finite3(c[k].point));
    }
    PASS();
}

TEST gjk_takes_any_bytes(void)
{
    run_fuzz_target(fuzz_gjk, 593, COUNT(5000, 300000));
    PASS();
}

/* ---- cases that other libraries got wrong, or test themselves with ---- */

/* From their tests and issue trackers; the values are recomputed by brute force, to twelve digits. Capsules and
   cylinders are radius, half height and axis; hulls are points. What follows: of a series the step, how many, first and
   last hit, and whether these two are undecided; of a cast A's move; of a ray where from, where to, the part of it that
   counts and perhaps the normal; of a distance perhaps the normal from A to B. 2 is a miss, 3 a hit anywhere.
   (parry-253, said to touch, is apart by a hair: the value is our own brute force's.) */
enum { PEER_SIGNED, PEER_SERIES, PEER_CAST, PEER_RAY, PEER_MANIFOLD };
static const struct {
    const char *name;
    int query;
    const char *a, *b, *more;
    double value;
} peers[] = {
    {"ccd-bb-x1", PEER_SERIES, "box 0.5 1 0.5 at -5 0 0", "box 1 0.5 1", "0.1 0 0 100 35 65 1", 0},
    {"ccd-bb-x3", PEER_SERIES, "box 0.5 1 0.5 at -5 -0.1 0", "box 1 0.5 1", "0.1 0 0 100 35 65 1", 0},
    {"ccd-bb-z", PEER_SERIES, "box 0.5 1 0.5 at 0 0 -5", "box 1 0.5 1", "0 0 0.1 100 35 65 1", 0},
    {"ccd-ss-x", PEER_SERIES, "sphere 0.35 at -5 0 0", "sphere 0.5", "0.1 0 0 100 42 58 0", 0},
    {"ccd-cyl-z", PEER_SERIES, "cylinder 0.35 0.25 z at 0 0 -5", "cylinder 0.5 0.5 z", "0 0 0.1 100 43 57 0", 0},
    {"ccd-bb-spin5", PEER_SIGNED, "box 0.5 0.5 0.5 at -1.01 0 0 turned 0 0.38268343236508978 0 0.92387953251128674",
     "box 0.5 0.5 0.5", "", -0.197106781187},
    {"ccd-bb-spin15", PEER_SIGNED, "box 0.5 0.5 0.5 at -1.01 0 0 turned 0 0.92387953251128674 0 0.38268343236508989",
     "box 0.5 0.5 0.5", "", -0.197106781187},
    {"ccd-sep1", PEER_SIGNED, "box 0.5 0.5 0.5 at -0.5 0.5 0.2", "box 0.25 0.5 0.75", "", -0.25},
    {"ccd-sep3", PEER_SIGNED, "box 0.5 0.5 0.5 at -0.3 0.5 1", "box 0.25 0.5 0.75", "", -0.25},
    {"ccd-sep5", PEER_SIGNED, "box 0.5 0.5 0.5 at -0.5 0 0 turned 0 0 0.38268343236508978 0.92387953251128674",
     "box 0.5 0.5 0.5", "", -0.707106781187},
    {"ccd-pen1", PEER_SIGNED, "box 0.5 0.5 0.5", "box 0.25 0.5 0.75 at 0.1 0 0", "", -0.65},
    {"ccd-pen3", PEER_SIGNED, "box 0.5 0.5 0.5 at 0.1 0 0.1 turned 0 0 0.38268343236508978 0.92387953251128674",
     "box 0.5 0.5 0.5 at 0.1 0 0", "", -0.9},
    {"ccd-pen5", PEER_SIGNED, "box 0.5 0.5 0.5 at -0.5 0.5 0 turned 0 0 0.38268343236508978 0.92387953251128674",
     "box 0.5 0.5 0.5 at 0.1 0 0", "", -0.429289321881},
    {"ccd-pen7", PEER_SIGNED,
     "box 0.5 0.5 0.5 at -0.5 0.1 0.4 turned 0.20412414523193148 0.51391072316645647 0.39433756729740643 "
     "0.73398023472422369",
     "box 0.5 0.5 0.5 at 0.1 0 0", "", -0.622622176821},
    {"ccd-bc1", PEER_SIGNED, "box 0.25 0.5 0.75", "cylinder 0.4 0.35 z at 0.1 0 0", "", -0.55},
    {"ccd-bc3", PEER_SIGNED, "box 0.25 0.5 0.75", "cylinder 0.4 0.35 z at 0.6 0.6 0", "", -0.035994505536},
    {"ccd-bc5", PEER_SIGNED, "box 0.25 0.5 0.75",
     "cylinder 0.4 0.35 z at 0.6 0.6 0.5 turned 0 0.50000000000000011 0 0.86602540378443871", "", -0.145250926108},
    {"ccd-bc7", PEER_SIGNED,
     "box 0.25 0.5 0.75 at 0.6 0 0.5 turned -0.27059805007309856 -0.27059805007309856 0 0.92387953251128674",
     "cylinder 0.4 0.35 z at 0.6 0 0.5 turned -0.01277628029361718 0.28107816645957789 -0.12776280293617179 "
     "0.95105651629515364",
     "", -0.750636246229},
    {"ccd-cc1", PEER_SIGNED, "cylinder 0.35 0.25 z", "cylinder 0.5 0.5 z at 0 0 0.3", "", -0.45},
    {"ccd-cc3", PEER_SIGNED, "cylinder 0.35 0.25 z at 0.3 0.1 0.1",
     "cylinder 0.5 0.5 z turned 0 0.27059805007309856 0.27059805007309856 0.92387953251128674", "", -0.645740231264},
    {"ccd-cc5", PEER_SIGNED, "cylinder 0.35 0.25 z at 0.3 0.1 0.1",
     "cylinder 0.5 0.5 z at 0.6 -0.7 0.2 turned 0.1305723019528981 0.27634349619660969 0.23028624683050813 "
     "0.92387953251128685",
     "", -0.101822824256},
    {"fcl-ss1", PEER_SIGNED, "sphere 20", "sphere 10 at 40 0 0", "", 10},
    {"fcl-ss3", PEER_SIGNED, "sphere 20", "sphere 10 at 20 0 20", "", -1.71572875254},
    {"fcl-sc2", PEER_SIGNED, "sphere 20", "capsule 10 10 z at 25 0 0", "", -5},
    {"fcl-319", PEER_SIGNED,
     "cylinder 0.05 0.03 z at 0.5750000975675761 -0.42711963046787943 1.1867093358746836 turned 2.236823660668233e-06 "
     "0.70710678095693746 0.70710678140908323 2.2363812026400601e-06",
     "box 0.0125 0.175 0.9225 at 0.8 -0.4575 1.0225 turned 0 0 0.70710678118654757 0.70710678118654746", "",
     1.55438384386e-08},
    {"drake-21234-cylbox", PEER_SIGNED,
     "cylinder 0.041 0.085 z at 0.2023803334682546 0.02784568359401101 0.31142339392466933 turned 0.68189106195544158 "
     "0.1871485496210967 -0.39184585178478942 0.58860583452685278",
     "box 0.15 0.3 0.008 at 0.4 0 0.26885", "", 3.31085575622e-11},
    {"fcl-395", PEER_SIGNED, "box 0.23 0.24 0.005 at -0.721 -0.772 0.81",
     "box 0.0247605 0.073 0.03625 at -0.4267713300299948 -0.7659685124774679 0.8074673140009105 turned "
     "0.66016513311719838 -0.1649838480915817 -0.64729360988965334 -0.34347242899724445",
     "", -0.013408613774},
    {"fcl-398", PEER_SIGNED, "box 0.307 1.5 0.185 at -0.675 0 0.9115", "box 0.247 0.276 0.005 at -0.692 0 0.935", "",
     -0.1665},
    {"fcl-445", PEER_SIGNED,
     "box 0.15825 0.1138 0.0884 at 1.2652949075960072 1.4551012423210101 0.4948000623293294 turned "
     "1.4646594276417728e-08 3.8416733365331893e-09 -0.52659007550688686 0.85011934007976253",
     "box 0.24715 0.1773 0.0376 at 1.1304016226141906 1.841080264528428 0.44400006232932493 turned "
     "2.6200834020570929e-09 6.7478675284033794e-10 -0.52834116386343655 0.84903216344696231",
     "", -4.61386484574e-11},
    {"fcl-493-0.01--1e-15", PEER_SIGNED,
     "box 0.005 0.005 0.005 at 0 0 0.05 turned 0.13544811187454386 0.10570474399255832 -0.13544811187454384 "
     "0.9757736033920521",
     "box 0.005 0.005 0.005 at 0.0029296840037286572 0.009266152359583918 0.052356983684129756 turned "
     "0.13544811187454386 0.10570474399255832 -0.13544811187454384 0.9757736033920521",
     "", -1e-15},
    {"fcl-493-0.01-1e-15", PEER_SIGNED,
     "box 0.005 0.005 0.005 at 0 0 0.05 turned 0.13544811187454386 0.10570474399255832 -0.13544811187454384 "
     "0.9757736033920521",
     "box 0.005 0.005 0.005 at 0.0029296840037292427 0.009266152359585769 0.05235698368413023 turned "
     "0.13544811187454386 0.10570474399255832 -0.13544811187454384 0.9757736033920521",
     "", 1e-15},
    {"fcl-493-0.25-0", PEER_SIGNED,
     "box 0.125 0.125 0.125 at 0 0 1.25 turned 0.13544811187454386 0.10570474399255832 -0.13544811187454384 "
     "0.9757736033920521",
     "box 0.125 0.125 0.125 at 0.07324210009322375 0.23165380898962107 1.3089245921032497 turned 0.13544811187454386 "
     "0.10570474399255832 -0.13544811187454384 0.9757736033920521",
     "", 0},
    {"fcl-493-0.5--1e-15", PEER_SIGNED,
     "box 0.25 0.25 0.25 at 0 0 2.5 turned 0.13544811187454386 0.10570474399255832 -0.13544811187454384 "
     "0.9757736033920521",
     "box 0.25 0.25 0.25 at 0.1464842001864472 0.4633076179792412 2.617849184206499 turned 0.13544811187454386 "
     "0.10570474399255832 -0.13544811187454384 0.9757736033920521",
     "", -1e-15},
    {"fcl-493-0.5-1e-15", PEER_SIGNED,
     "box 0.25 0.25 0.25 at 0 0 2.5 turned 0.13544811187454386 0.10570474399255832 -0.13544811187454384 "
     "0.9757736033920521",
     "box 0.25 0.25 0.25 at 0.1464842001864478 0.4633076179792431 2.6178491842064995 turned 0.13544811187454386 "
     "0.10570474399255832 -0.13544811187454384 0.9757736033920521",
     "", 1e-15},
    {"fcl-493-10-0", PEER_SIGNED,
     "box 5 5 5 at 0 0 50 turned 0.13544811187454386 0.10570474399255832 -0.13544811187454384 0.9757736033920521",
     "box 5 5 5 at 2.92968400372895 9.266152359584844 52.356983684129986 turned 0.13544811187454386 "
     "0.10570474399255832 -0.13544811187454384 0.9757736033920521",
     "", 0},
    {"fcl-493-1000--1e-15", PEER_SIGNED,
     "box 500 500 500 at 0 0 5000 turned 0.13544811187454386 0.10570474399255832 -0.13544811187454384 "
     "0.9757736033920521",
     "box 500 500 500 at 292.96840037289473 926.6152359584834 5235.698368412998 turned 0.13544811187454386 "
     "0.10570474399255832 -0.13544811187454384 0.9757736033920521",
     "", -1e-12},
    {"fcl-493-1000-1e-15", PEER_SIGNED,
     "box 500 500 500 at 0 0 5000 turned 0.13544811187454386 0.10570474399255832 -0.13544811187454384 "
     "0.9757736033920521",
     "box 500 500 500 at 292.9684003728953 926.6152359584852 5235.698368412999 turned 0.13544811187454386 "
     "0.10570474399255832 -0.13544811187454384 0.9757736033920521",
     "", 1e-12},
    {"fcl-408", PEER_SIGNED,
     "sphere 0.06 at 1.7855056639081962e-10 0.039999999999999994 0.3300000000000001 turned 0 0 1 "
     "2.2318821296752072e-09",
     "box 0.05 0.05 0.05 at 0.05 0.15 0.35", "", -6.93889390391e-18},
    {"fcl-324", PEER_SIGNED, "box 0.5 0.5 0.5", "cylinder 0.25 0.125 z at 0.2 0 0", "", -0.55},
    {"fcl-capbox2", PEER_SIGNED, "capsule 2 2 z at 0 0 8", "box 0.5 1 2", "", 2},
    {"fcl-capbox4", PEER_SIGNED, "capsule 2 2 z at -10 0.8 1.5 turned 0 0.70710678118654746 0 0.70710678118654757",
     "box 0.5 1 2", "", 5.5},
    {"drake-21673-convex2", PEER_SIGNED,
     "hull 0.5 0.5 -0.866025 0.5 -0.5 -0.866025 0.5 1 0 -0.5 -0.5 0.866025 -0.5 0.5 0.866025 -0.5 -1 0 0.5 -0.5 "
     "0.866025 -0.5 0.5 -0.866025 -0.5 -0.5 -0.866025 -0.5 1 0 0.5 -1 0 0.5 0.5 0.866025 at 4.286483694131304 "
     "7.386957687225368 0 turned 0.12207527310007629 0.69648950408465848 0.12207527270881244 -0.6964895018523376",
     "hull 4.149402 8.493709 -0.5 5.188451 7.476263 -0.5 3.931647 7.374503 -0.5 4.149402 8.493709 0.5 3.931647 "
     "7.374503 0.5 5.188451 7.476263 0.5",
     "", -0.893653864012},
    {"drake-21673-convex4", PEER_SIGNED,
     "hull 0.5 -0.92388 0.382683 -0.5 0.92388 -0.382683 0.5 0.92388 -0.382683 -0.5 0.92388 0.382683 -0.5 -0.92388 "
     "-0.382683 0.5 0.92388 0.382683 -0.5 -0.92388 0.382683 0.5 -0.92388 -0.382683 at 15.712812998638135 "
     "10.219809745800642 0 turned -0.20830865107403448 0.67572739140149396 -0.20830865040638374 -0.67572738923571785",
     "hull 15.417082 9.698621 -0.5 16.236605 9.233231 -0.5 16.22432 8.915849 -0.5 15.417082 9.698621 0.5 16.22432 "
     "8.915849 0.5 16.236605 9.233231 0.5",
     "", -0.151355187036},
    {"drake-21673-convex6", PEER_SIGNED,
     "hull 0.5 0.309017 -0.951057 0.5 1 0 -0.5 -0.809017 0.587785 -0.5 0.309017 0.951057 -0.5 -0.809017 -0.587785 0.5 "
     "-0.809017 0.587785 -0.5 0.309017 -0.951057 -0.5 1 0 0.5 -0.809017 -0.587785 0.5 0.309017 0.951057 at "
     "11.261494468063983 5.7102314848013025 0 turned -0.030196775103175786 0.70646171614314657 -0.030196775006392 "
     "-0.70646171387886392",
     "hull 10.924769 5.670102 -0.5 10.839257 4.83299 -0.5 11.452507 5.520981 -0.5 10.924769 5.670102 0.5 11.452507 "
     "5.520981 0.5 10.839257 4.83299 0.5",
     "", -0.797767159188},
    {"drake-21234-convex8", PEER_SIGNED,
     "hull 7.70479041 5.37839115 2.58445293 7.70236491 5.37839115 2.58307685 7.69850516 5.37839115 2.58014443 "
     "7.69825508 5.37839115 2.57987584 7.69930284 5.41850125 2.58096861 7.69901378 5.41850125 2.57540177 7.69825508 "
     "5.41850125 2.57397787 7.69954642 5.41850125 2.60139993 7.70262019 5.39798482 2.60139993 7.6989761 5.40050569 "
     "2.60139993 7.69825508 5.40235511 2.60139993 7.70033241 5.39798482 2.60139993 7.69825508 5.41850125 2.60139993 "
     "7.69825508 5.4173272 2.57315739 7.69825508 5.41444508 2.5712846 7.69968803 5.41850125 2.5920949 7.70181408 "
     "5.4122619 2.58653175 7.70384074 5.40221769 2.60139993 7.70017651 5.40177005 2.56381556 7.70438768 5.40162869 "
     "2.56381556 7.69980236 5.4016444 2.56381556 7.70196738 5.40667044 2.56619977 7.7001109 5.40667044 2.56619977 "
     "7.69967309 5.40155802 2.56381556 7.69955552 5.40147556 2.56381556 7.69825508 5.39817723 2.56381556 7.69825508 "
     "5.37839115 2.56381556 7.70321585 5.40778166 2.58653175 7.70175496 5.41289801 2.5920949 7.70180498 5.4126899 "
     "2.60139993 7.70489044 5.40050177 2.5810054 7.70489044 5.39977142 2.59221632 7.70489044 5.4013774 2.56381556 "
     "7.7043461 5.40221769 2.59766172 7.70313595 5.40778166 2.60139993 7.70489044 5.3964456 2.59404495 7.70489044 "
     "5.37839115 2.56381556 7.70489044 5.37839115 2.58450812",
     "hull 7.6898293 5.36564676 2.4919342 7.68981444 5.36567282 2.49749468 7.69825508 5.33896235 2.55870302 7.69825508 "
     "5.34402648 2.54778269 7.69825508 5.38333214 2.54569034 7.69825508 5.3412512 2.55313538 7.69825508 5.34526428 "
     "2.54569034 7.68951531 5.38333214 2.56379775 7.6953892 5.34872145 2.55313538 7.69266266 5.35770311 2.54200723 "
     "7.6899928 5.36596382 2.5284643 7.68962864 5.36874778 2.49099551 7.69128221 5.36287582 2.49099551 7.69716446 "
     "5.35544032 2.49099551 7.69174949 5.36209406 2.49099551 7.69406356 5.35879325 2.49099551 7.69825415 5.35438493 "
     "2.49099551 7.69825415 5.38333214 2.49099551 7.68925705 5.36882596 2.50862999 7.6887647 5.38333214 2.55870302 "
     "7.68996493 5.36588564 2.52531861 7.6898999 5.37875444 2.56419902 7.69825508 5.34100798 2.56158359 7.69825508 "
     "5.34662804 2.56335348 7.6908809 5.37557958 2.56419902 7.68969274 5.37968387 2.56419902 7.69549975 5.34903415 "
     "2.55614492 7.68959705 5.38199444 2.56419902 7.69825508 5.35476279 2.56419902 7.68974662 5.38333214 2.56419902 "
     "7.69825508 5.38333214 2.56419902 7.68942984 5.36882596 2.49749468 7.68963329 5.36830044 2.49099551 7.68983859 "
     "5.36565545 2.49099551 7.68932672 5.36882596 2.50305517 7.68958219 5.36882596 2.4919342 7.69016837 5.38333214 "
     "2.49099551 7.68886224 5.38333214 2.55313538 7.68985717 5.3657206 2.50862999 7.69761873 5.34100798 2.55870302 "
     "7.68982001 5.36568585 2.50305517 7.6898934 5.36576403 2.51419048 7.68919202 5.36882596 2.51419048",
     "", 0},
    {"ogjk-3", PEER_SIGNED, "hull 0.795121 -0.727851 0 -0.178424 -0.989183 0 -0.412644 -0.770664 0 0.566564 0.548772 0",
     "hull -0.211223 -0.511346 0 -0.347973 0.45872 0 0.277308 0.969689 0", "", 0},
    {"dolfinx-3653", PEER_SIGNED, "hull 44.2919 39.7508 18.8208",
     "hull 46.0659 38.6251 16.3637 44.2764 42.3867 18.239 50.0397 38.4649 19.9843 47.1963 40.4563 19.1057 48.0266 "
     "38.5593 18.2475 45.1735 40.495 17.3336 48.0415 40.4456 18.1963",
     "", 1.81345264534},
    {"ogjk-tri-0.0001", PEER_SIGNED, "hull 0 0 0 1 0 0 0 1 0", "hull 1 0.0001 0 3 1.2 0 1 1 0", "", 7.07106781187e-05},
    {"ogjk-tri-1e-10", PEER_SIGNED, "hull 0 0 0 1 0 0 0 1 0", "hull 1 1e-10 0 3 1.2 0 1 1 0", "", 7.0710681044e-11},
    {"ogjk-tetra-0.125", PEER_SIGNED, "hull 0 0 0.2 1 0 0.1 0 1 0.3 0 0 1", "hull 0 0 -3 1 0 -3 0 1 -3 0.5 0.3 -0.125",
     "", 0.301995000608},
    {"ogjk-tetra-0.00195312", PEER_SIGNED, "hull 0 0 0.2 1 0 0.1 0 1 0.3 0 0 1",
     "hull 0 0 -3 1 0 -3 0 1 -3 0.5 0.3 -0.001953125", "", 0.180160439656},
    {"parry-epa1", PEER_SIGNED, "box 2 1 1 at 3.5 0 0", "box 2 1 1", "", -0.5},
    {"parry-253", PEER_SIGNED, "hull -13.174434 1 8.736801 3.5251038 1 12.1 3.2048466 1 12.218325",
     "hull -1.63 0 11.19 -2.349647 0 11.037681 -2.349647 1 11.037681", "", 2.03732328335e-07},
    {"jolt-epa-sb1", PEER_SIGNED, "box 2 3 4", "sphere 2.01 at 4 0 0", "", -0.01},
    {"jolt-epa-sb3", PEER_SIGNED, "box 0.5 0.5 2 at 1.5 1.5 0", "sphere 2.8184271247461905 at 4 4 0", "", 0.01},
    {"jolt-epa-sb5", PEER_SIGNED, "box 0.5 0.5 0.5 at 1.5 1.5 1.5", "sphere 3.4541016151377546 at 4 4 4", "", 0.01},
    {"jolt-epa-same", PEER_SIGNED, "sphere 2 at 1 2 3", "sphere 2 at 1 2 3", "", -4},
    {"coal-ss-3", PEER_SIGNED, "sphere 1", "sphere 1 at 3 0 0", "", 1},
    {"coal-ss-2", PEER_SIGNED, "sphere 1", "sphere 1 at 2 0 0", "", 0},
    {"coal-tricap1", PEER_SIGNED, "capsule 1 1 z", "hull 0 0 0 1 0 0 1 1 0 at 1.01 0 0", "", 0.01},
    {"b3-edge0", PEER_SIGNED, "box 0.5 0.5 0.5 turned 0 0.38268343236508978 0 0.92387953251128674",
     "box 0.5 0.5 0.5 at 1.43 0 0 turned 0 0 0.38268343236508978 0.92387953251128674", "", 0.0157864376269},
    {"b3-edge2", PEER_SIGNED, "box 0.5 0.5 0.5 turned 0 0.38268343236508978 0 0.92387953251128674",
     "box 0.5 0.5 0.5 at 1.4142135623730951 0 0 turned 0 0 0.38268343236508978 0.92387953251128674", "",
     2.22044604925e-16},
    {"b3-edge4", PEER_SIGNED, "box 0.5 0.5 0.5 turned 0 0.38268343236508978 0 0.92387953251128674",
     "box 0.5 0.5 0.5 at 1.38 0 0 turned 0 0 0.38268343236508978 0.92387953251128674", "", -0.0342135623731},
    {"b3-edge6", PEER_SIGNED, "box 0.5 0.5 0.5 turned 0 0.38268343236508978 0 0.92387953251128674",
     "box 0.5 0.5 0.5 at 1.3 0 0 turned 0 0 0.38268343236508978 0.92387953251128674", "", -0.114213562373},
    {"b3-faceB", PEER_SIGNED, "box 0.5 0.5 0.5 turned 0 0 0.38268343236508978 0.92387953251128674",
     "box 0.5 0.5 0.5 at 1.4071067811865476 0 0", "", 0.2},
    {"b3-large-world", PEER_MANIFOLD, "box 0.5 0.5 0.5 at 10000000 10000000 10000000",
     "box 0.5 0.5 0.5 at 10000000.9 10000000 10000000", "", -0.1},
    {"b2-short-edge", PEER_SIGNED, "hull -0.5 -0.0016 0 0.5 -0.0016 0 0.5 0.0016 0 -0.5 0.0016 0", "hull 0.505 0 0", "",
     0.005},
    {"jolt-cast-miss", PEER_CAST, "sphere 1 at -10 2.1 0", "sphere 1", "20 0 0", 2},
    {"jolt-cast-overlap", PEER_CAST, "sphere 1 at -1 0 0", "sphere 1", "10 0 0", 0},
    {"jolt-tri-back", PEER_CAST, "sphere 0.2 at 0 0 -15", "hull 50 25 0 -50 25 0 0 -25 0", "0 0 30", 0.493333333333},
    {"jolt-tri-feat1", PEER_CAST, "sphere 0.2 at -60 35 0", "hull 50 25 0 -50 25 0 0 -25 0", "10 -10 0",
     0.985857864376},
    {"jolt-tri-feat3", PEER_CAST, "sphere 0.2 at 0 35 0", "hull 50 25 0 -50 25 0 0 -25 0", "0 -10 0", 0.98},
    {"jolt-tri-feat5", PEER_CAST, "sphere 0.2 at 35 -10 0", "hull 50 25 0 -50 25 0 0 -25 0", "-10 10 0",
     0.985857864376},
    {"jolt-sphere-wall", PEER_CAST, "sphere 1 at -5 0 0", "box 0.1 2 2 at 0.1 0 0", "10 0 0", 0.4},
    {"jolt-deepest", PEER_SIGNED, "sphere 1 at 1.05 0 0", "box 0.1 2 2 at 1.1 0 0", "", -1.05},
    {"jolt-2103", PEER_CAST, "cylinder 0.4975 0.3 y at -0.951660156 -2.09155273 -7.63574218",
     "capsule 7.19732189 2.03114343 y", "0.00244140625 -0.0068359375 0.0029296875", 0},
    {"parry-tinyvel", PEER_CAST, "sphere 0.375", "hull 0.5 -0.5 0 -0.5 -0.5 0 -0.5 0.5 0 at 11.5 5.5 0",
     "0 6.925e-42 0", 2},
    {"parry-away", PEER_CAST, "box 0.5 0.5 0.5 at 0 1.1 0", "box 0.5 0.5 0.5", "0 1 0", 2},
    {"parry-ballcube", PEER_CAST, "sphere 1 at 2 2 2", "box 1 1 1", "-1.5 -1.5 -1.5", 0.281766487207},
    {"ncollide-214", PEER_CAST, "box 1 1 1", "box 1 1.5 1 at 10 0 0", "10 0 0", 0.8},
    {"bullet-596", PEER_CAST, "sphere 0.45 at -27.449842 -2.99438 109.88652",
     "box 19.919998 0.92 49.919998 at 0 0 120 turned -0.057140990151979751 0.57217890138726346 0.040010993104265972 "
     "0.81715685916629621",
     "-0.07946600000000004 -0.610439 -0.33324400000000765", 0},
    {"ode-spheremesh", PEER_SIGNED, "sphere 4 at 0 0 4", "hull -1 -1 0 1 -1 0 1 1 0 -1 1 0", "-0 -0 -1", 0},
    {"jolt-frac0", PEER_SIGNED, "capsule 1 2 y at 0 2.1 0", "hull -0.5 0 -0.5 0.5 0 -0.5 0.5 0 0.5 -0.5 0 0.5",
     "0 -1 0", -0.9},
    {"b3-rs2", PEER_RAY, "sphere 1", "", "-3 -3 0 6 6 0 1 -0.707106781 -0.707106781 0", 0.382148869802},
    {"b3-rs4", PEER_RAY, "sphere 1", "", "-4 0 0 8 0 0 0.376", 0.375},
    {"b3-rs6", PEER_RAY, "sphere 1", "", "-4 1.001 0 8 0 0 1", 2},
    {"b3-rc1", PEER_RAY, "capsule 1 2 x", "", "0 3 0 0 -6 0 1 0 1 0", 0.333333333333},
    {"b3-rc3", PEER_RAY, "capsule 1 2 x", "", "5 0 0 -8 0 0 1 1 0 0", 0.25},
    {"b3-rc5", PEER_RAY, "capsule 1 2 x", "", "0 3 0 8 0 0 1", 2},
    {"b3-rc7", PEER_RAY, "capsule 1 2 x", "", "-1000 1.0001 0 2000 -0.001 0 1", 3},
    {"b3-ra2", PEER_RAY, "box 0.5 0.5 0.5 at 0.5 0.5 0.5", "", "-1 -1 -1 3 3 3 1", 0.333333333333},
    {"b3-ra4", PEER_RAY, "box 0.5 0.5 0.5 at 0.5 0.5 0.5", "", "-1 2 0.5 3 0 0 1", 2},
};

/* The next number of a text, or 0 and `text` NULL. */
static double next_number(const char **text)
{
    char *end;
    double x;
    if (!*text) return 0;
    x = strtod(*text, &end);
    *text = end == *text ? NULL : end;
    return x;
}

static body peer_body(const char *text, real *points, collide_pose *pose)
{
    static const char *const kinds[] = {"box", "sphere", "capsule", "cylinder", "hull"};
    body b = body_point();
    double p[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    const char *at = strstr(text, " at "), *turned = strstr(text, " turned "), *rest;
    collide_quat axis = {0, 0, 0, 0};
    int kind, i, count = 0;
    *pose = at_origin;
    for (kind = 0; kind < 4 && strncmp(text, kinds[kind], strlen(kinds[kind])) != 0; kind++) continue;
    rest = text + strlen(kinds[kind]);
    if (kind < 4)
        for (i = 0; i < (kind == 0 ? 3 : kind == 1 ? 1 : 2); i++) p[i] = next_number(&rest);
    else
        while (rest && count < 3 * 64) {
            points[count] = (real)next_number(&rest);
            if (rest) count++;
        }
    if (kind == 0) b = body_box((real)p[0], (real)p[1], (real)p[2]);
    if (kind == 1) b = body_sphere((real)p[0]);
    if (kind == 2) b = body_capsule((real)p[1], (real)p[0]);
    if (kind == 3) b = body_cylinder((real)p[1], (real)p[0]);
    if (kind == 4) b = body_points(points, count / 3);
    if (at) {
        at += 4;
        pose->position.x = (real)next_number(&at);
        pose->position.y = (real)next_number(&at);
        pose->position.z = (real)next_number(&at);
    }
    if (turned) {
        turned += 8;
        pose->rotation.x = (real)next_number(&turned);
        pose->rotation.y = (real)next_number(&turned);
        pose->rotation.z = (real)next_number(&turned);
        pose->rotation.w = (real)next_number(&turned);
    }
    if ((kind == 2 || kind == 3) && rest && rest[1] != 'y') { /* ours lie along y */
        const real half = COLLIDE_R(0.70710678118654752440);
        if (rest[1] == 'z') axis.x = half;
        if (rest[1] == 'x') axis.z = -half;
        axis.w = half;
        if (!turned) pose->rotation.w = 1;
        pose->rotation = collide_quat_multiply(pose->rotation, axis);
    }
    return b;
}

TEST peers_have_their_answers(void)
{
    static real pa[3 * 64], pb[3 * 64];
    unsigned i;
    int k;
    for (i = 0; i < sizeof peers / sizeof *peers; i++) {
        collide_pose at_a, at_b;
        body a = peer_body(peers[i].a, pa, &at_a), b = peer_body(*peers[i].b ? peers[i].b : "sphere 0", pb, &at_b);
        const char *more = peers[i].more, *name = peers[i].name, *wrong;
        couple c = couple_of(&a, at_a, &b, at_b);
        /* what the text says is rounded to the number type: that moves things by the roundings of where they are */
        double span =
            (double)c.size + (double)collide_vec3_length(at_a.position) + (double)collide_vec3_length(at_b.position);
        double tol = SIZE_TOLERANCE * span + 1e-11 * fabs(peers[i].value), x[10];
        collide_closest d;
        collide_hit h;
        collide_result r;
        if (strstr(peers[i].a, "cylinder") || strstr(peers[i].b, "cylinder")) tol += 2e-9; /* found by minimising */
        for (k = 0; k < 10; k++) x[k] = next_number(&more);
        switch (peers[i].query) {
        case PEER_SIGNED:
            wrong = check_pair(&a, at_a, &b, at_b, CHECK_FEATURES | CHECK_POINTS);
            ASSERTm(failed_case("%s: %s", name, wrong), wrong == NULL);
            r = collide_penetration(a.shape, at_a, b.shape, at_b, NULL, NULL, &d);
            ASSERTm(failed_case("%s: %.15g, not %.15g", name, (double)d.distance, peers[i].value),
                    fabs((double)d.distance - peers[i].value) <= tol);
            if (*peers[i].more)
                ASSERTm(failed_case("%s: normal %g %g %g", name, (double)d.normal.x, (double)d.normal.y,
                                    (double)d.normal.z),
                        fabs((double)d.normal.x - x[0]) + fabs((double)d.normal.y - x[1]) +
                                fabs((double)d.normal.z - x[2]) <
                            1e-3);
            break;
        case PEER_SERIES:
            for (k = 0; k < (int)x[3]; k++) {
                collide_pose p = at_a;
                p.position.x = (real)((double)at_a.position.x + k * x[0]);
                p.position.y = (real)((double)at_a.position.y + k * x[1]);
                p.position.z = (real)((double)at_a.position.z + k * x[2]);
                if (x[6] > 0 && (k == (int)x[4] || k == (int)x[5])) continue;
                r = collide_overlap(a.shape, p, b.shape, at_b, NULL);
                ASSERTm(failed_case("%s, step %d: %d", name, k, r), r == (k >= (int)x[4] && k <= (int)x[5]));
            }
            break;
        case PEER_CAST: {
            collide_vec3 move = collide_i_vec((real)x[0], (real)x[1], (real)x[2]), none = {0, 0, 0};
            wrong = check_cast(&a, at_a, move, &b, at_b, none, CHECK_FEATURES | CHECK_POINTS);
            ASSERTm(failed_case("%s: %s", name, wrong), wrong == NULL);
            r = collide_shape_cast(a.shape, at_a, move, b.shape, at_b, none, NULL, &h);
            if (peers[i].value > 1) {
                ASSERTm(failed_case("%s: hit at %g", name, (double)h.time), r == 0);
            } else {
                ASSERTm(failed_case("%s: missed", name),
                        r == 1 || (double)search_signed(&c, SEARCH_TOLERANCE).upper > -tol);
                if (r == 1)
                    ASSERTm(failed_case("%s: %.15g, not %.15g", name, (double)h.time, peers[i].value),
                            fabs((double)h.time - peers[i].value) * (double)collide_vec3_length(move) <= 2 * tol);
            }
            break;
        }
        case PEER_RAY: {
            collide_vec3 from = collide_i_vec((real)x[0], (real)x[1], (real)x[2]);
            collide_vec3 to =
                collide_i_vec((real)(x[0] + x[3] * x[6]), (real)(x[1] + x[4] * x[6]), (real)(x[2] + x[5] * x[6]));
            double length = sqrt(x[3] * x[3] + x[4] * x[4] + x[5] * x[5]);
            r = collide_ray_cast(a.shape, at_a, from, to, &h);
            ASSERTm(failed_case("%s: %d at %g", name, r, (double)h.time),
                    r == (peers[i].value < 2 || peers[i].value > 2));
            if (peers[i].value < 2)
                ASSERTm(failed_case("%s: %.15g, not %.15g", name, (double)h.time * x[6], peers[i].value),
                        fabs((double)h.time * x[6] - peers[i].value) * length <= 2 * tol + 4 * EPS * length);
            if (more)
                ASSERTm(failed_case("%s: normal %g %g %g", name, (double)h.normal.x, (double)h.normal.y,
                                    (double)h.normal.z),
                        fabs((double)h.normal.x - x[7]) + fabs((double)h.normal.y - x[8]) +
                                fabs((double)h.normal.z - x[9]) <
                            1e-5);
            break;
        }
        default: {
            collide_contact contact[8];
            /* so far out a float has no tenths: the gap is that of the numbers given */
            double gap = (double)at_b.position.x - (double)at_a.position.x - 1;
            k = collide_manifold(a.shape, at_a, b.shape, at_b, collide_i_vec(1, 0, 0), COLLIDE_R(0.1), NULL, contact,
                                 8);
            ASSERTm(failed_case("%s: %d contacts", name, k), k == 4);
            while (k > 0) ASSERT(fabs((double)contact[--k].distance - gap) < 1e-6);
            break;
        }
        }
    }
    memset(&seen, 0, sizeof seen);
    PASS();
}

SUITE(gjk)
{
    RUN_TEST(references_agree);
    RUN_TEST(boxes_are_right);
    RUN_TEST(round_shapes_are_right);
    RUN_TEST(hulls_are_right);
    RUN_TEST(all_shapes_are_right);
    RUN_TEST(hard_pairs_are_right);
    RUN_TEST(answers_do_not_depend_on_the_frame);
    RUN_TEST(what_is_seen_is_there);
    RUN_TEST(caches_are_only_a_hint);
    RUN_TEST(lemma_one_and_theorem_three);
    RUN_TEST(casts_stop_at_the_contact);
    RUN_TEST(casts_match_algorithm_one);
    RUN_TEST(rays_hit_where_they_should);
    RUN_TEST(casts_end_on_surfaces);
    RUN_TEST(rays_know_no_size);
    RUN_TEST(ways_out_of_slivers_are_short);
    RUN_TEST(casts_are_not_fooled_by_slivers);
    RUN_TEST(rays_down_an_axis_reach_the_cap);
    RUN_TEST(balls_meet_flat_ends_below_their_centres);
    RUN_TEST(points_of_overlaps_are_on_surfaces);
    RUN_TEST(spheres_meet_by_formula);
    RUN_TEST(casts_begin_as_promised);
    RUN_TEST(rays_from_far_have_normals);
    RUN_TEST(rays_go_on_from_surfaces);
    RUN_TEST(corners_part_in_every_direction);
    RUN_TEST(queries_that_once_erred);
    RUN_TEST(ways_out_have_a_direction);
    RUN_TEST(slid_points_are_opposite);
    RUN_TEST(custom_spheres_take_eight_steps);
    RUN_TEST(sweeps_never_miss);
    RUN_TEST(sweeps_of_all_shapes);
    RUN_TEST(grazing_sweeps_are_short);
    RUN_TEST(sweeps_let_go);
    RUN_TEST(sweeps_agree_with_casts);
    RUN_TEST(turning_boxes_part);
    RUN_TEST(ridges_have_a_lowest_point);
    RUN_TEST(boxes_share_faces_and_edges);
    RUN_TEST(crates_rest_on_their_corners);
    RUN_TEST(manifolds_by_hand);
    RUN_TEST(flat_ends_touch_all_around);
    RUN_TEST(manifolds_of_all_shapes);
    RUN_TEST(bad_queries_are_refused);
    RUN_TEST(every_output_is_written);
    RUN_TEST(queries_survive_failed_allocations);
    RUN_TEST(tiny_cores_have_unit_normals);
    RUN_TEST(long_casts_have_unit_normals);
    RUN_TEST(flat_boxes_keep_their_distance);
    RUN_TEST(wild_callbacks_are_survived);
    RUN_TEST(flat_images_ask_for_directions);
    RUN_TEST(middles_of_segments_are_left_square);
    RUN_TEST(callbacks_without_numbers_are_refused);
    RUN_TEST(manifolds_are_numbers);
    RUN_TEST(peers_have_their_answers);
    RUN_TEST(gjk_takes_any_bytes);
}

/* ---- [PROBE], [PLUCKER], [TRACE]: common to the three ---- */

static stage *level_stage(int kind) /* made at first use, and kept */
{
    static stage made[LEVELS];
    collide_obstacle o = level_obstacle(kind);
    if (!made[kind].vertices && o.mesh) {
        stage_make(&made[kind], &o, 1);
        stage_grid(&made[kind]);
    }
    return &made[kind];
}

static real mesh_reach(const collide_mesh *m) /* how far from its origin; of a point, what it may stride */
{
    real reach = 0;
    int i;
    if (!m) return COLLIDE_R(0.25);
    for (i = 0; i < collide_mesh_vertex_count(m); i++)
        reach = collide_i_max(reach, collide_vec3_length(collide_mesh_vertex(m, i)));
    return reach;
}

/* For a failure: all that is needed to see it again. */
static void print_pose(const char *name, collide_pose p)
{
    printf("    %s {{%.17g, %.17g, %.17g}, {%.17g, %.17g, %.17g, %.17g}}\n", name, (double)p.position.x,
           (double)p.position.y, (double)p.position.z, (double)p.rotation.x, (double)p.rotation.y, (double)p.rotation.z,
           (double)p.rotation.w);
}
static void print_vec(const char *name, collide_vec3 v)
{
    printf("    %s {%.17g, %.17g, %.17g}\n", name, (double)v.x, (double)v.y, (double)v.z);
}

static void print_meetings(const arena *w)
{
    int i;
    for (i = 0; i < w->list.count && i < 20; i++) {
        const meeting *x = &w->list.t[i];
        printf("    pair of kind %d, features %d %d, %.9g apart, normal {%.9g, %.9g, %.9g}\n", x->kind, x->mover,
               x->level, (double)x->distance, (double)x->n[0], (double)x->n[1], (double)x->n[2]);
    }
}

/* What a trace was asked. */
typedef struct {
    int kind; /* GO_... */
    collide_pose from, to;
    collide_vec3 delta, origin, axis;
    real angle;
} errand;

static void print_errand(const errand *q)
{
    static const char *const names[3] = {"translate", "rotate", "move"};
    printf("\n    %s\n", names[q->kind]);
    print_pose("from", q->from);
    if (q->kind == GO_TRANSLATE) print_vec("delta", q->delta);
    if (q->kind == GO_ROTATE) {
        print_vec("origin", q->origin);
        print_vec("axis", q->axis);
        printf("    angle %.17g\n", (double)q->angle);
    }
    if (q->kind == GO_MOVE) print_pose("to", q->to);
}

static void print_trace(const collide_trace *t)
{
    printf("    fraction %.17g, kind %d, obstacle %d, features %d %d, flags %u\n", (double)t->fraction, t->kind,
           t->obstacle, t->feature_mover, t->feature_obstacle, t->flags);
    print_pose("end", t->end);
    print_vec("point", t->point);
    print_vec("normal", t->normal);
}

static motion errand_motion(const errand *q)
{
    if (q->kind == GO_TRANSLATE) return motion_translate(q->from, q->delta);
    if (q->kind == GO_ROTATE) return motion_rotate(q->from, q->origin, q->axis, q->angle);
    return motion_move(q->from, q->to);
}

static collide_result run_errand(const errand *q, const collide_mesh *mover, const collide_obstacle *o, int count,
                                 const collide_trace_desc *desc, collide_scratch *scratch, collide_trace *t)
{
    if (q->kind == GO_TRANSLATE) return collide_trace_translate(mover, q->from, q->delta, o, count, desc, scratch, t);
    if (q->kind == GO_ROTATE)
        return collide_trace_rotate(mover, q->from, q->origin, q->axis, q->angle, o, count, desc, scratch, t);
    return collide_trace_move(mover, q->from, q->to, o, count, desc, scratch, t);
}

/* The largest number in an errand: what roundings are roundings of. */
static wide errand_size(const errand *q, const collide_mesh *mover)
{
    real s = collide_i_extent(q->from.position) + mesh_reach(mover);
    if (q->kind == GO_TRANSLATE) s = collide_i_max(s, s + collide_i_extent(q->delta));
    if (q->kind == GO_ROTATE)
        s += 2 * (collide_i_extent(q->origin) + collide_vec3_length(collide_i_sub(q->origin, q->from.position)));
    if (q->kind == GO_MOVE) s += collide_i_extent(q->to.position);
    return (wide)s;
}

/* The end of a trace is where its fraction of the motion leads; by how many roundings it is off. */
static double end_error(const errand *q, const collide_mesh *mover, const collide_trace *t)
{
    motion m = errand_motion(q);
    wide r[9], at[3], rr[9], end[3], off = 0, size = errand_size(q, mover);
    int i;
    motion_at(&m, (wide)t->fraction, r, at);
    wide_matrix(t->end.rotation, rr);
    wide3(t->end.position, end);
    for (i = 0; i < 9; i++) off = WIDE(fmax)(off, WIDE(fabs)(r[i] - rr[i]));
    off /= 4; /* of a turn: the fraction has its own rounding */
    for (i = 0; i < 3; i++) off = WIDE(fmax)(off, WIDE(fabs)(at[i] - end[i]) / size);
    return (double)(off / (wide)COLLIDE_I_EPSILON);
}

/* A free place to begin: nothing nearer than a hundredth, on the upper side of a terrain. */
static int find_start(arena *w, rng *r, int level, collide_pose *pose)
{
    static vicinity column;
    int k;
    for (k = 0; k < 200; k++) {
        *pose = next_start(r, level);
        arena_pose(w, *pose);
        if (arena_inside(w) || arena_distance(w, (wide)0.01) < (wide)0.01) continue;
        if (level % LEVEL_LARGE == LEVEL_TERRAIN && level < LEVEL_FLOOR &&
            solids_around(w->level, w->mover.v[0].p, &column, 1))
            continue;
        return 1;
    }
    return 0;
}

/* Left the level: the walk begins anew elsewhere. */
static int strayed(const arena *w)
{
    const wide *p = w->mover.v[0].p;
    int k;
    for (k = 0; k < 3; k++)
        if (p[k] < w->level->lower[k] - (k == 1 ? 2 : 0) || p[k] > w->level->upper[k] + (k == 1 ? 2 : 0)) return 1;
    return 0;
}

/* Walks' figures. */
static struct {
    long moves, hits, starts;
    double nearest, end; /* the nearest in thicknesses of the zone, the worst end in roundings */
} walked;

/* One more step of a walk: anywhere, or against what was last touched. */
static errand next_errand(rng *r, collide_pose from, real reach, const collide_vec3 *normal, const collide_vec3 *point)
{
    errand q;
    int press = normal && next_below(r, 2);
    real stride;
    memset(&q, 0, sizeof q);
    q.from = from;
    q.kind = (int)next_below(r, 5) / 2;         /* translate 2, rotate 2, move 1 */
    stride = 4 * reach * next_between(r, 0, 1); /* twice the size, which is twice the reach */
    if (next_below(r, 16) == 0) stride *= next_below(r, 2) ? 8 : power_of_two(-12);
    q.delta = collide_i_scale(next_direction(r), stride);
    if (!normal && next_below(r, 2)) q.delta.y = -collide_i_abs(q.delta.y); /* down to where things are */
    if (press) {
        real in = collide_i_dot(q.delta, *normal), keep = next_below(r, 2) ? 1 : COLLIDE_R(0.01);
        if (in > 0) q.delta = collide_i_sub(q.delta, collide_i_scale(*normal, 2 * in));
        in = collide_i_dot(q.delta, *normal);
        q.delta = collide_i_sub(q.delta, collide_i_scale(*normal, in - in * keep)); /* square on, or grazing */
    }
    q.axis = next_direction(r);
    q.origin = collide_i_add(from.position, collide_i_scale(next_direction(r), 2 * reach * next_between(r, 0, 1)));
    if (next_below(r, 4) == 0) q.origin = from.position;
    if (normal && next_below(r, 4) == 0) q.origin = *point;
    q.angle = next_real(r) * COLLIDE_R(2.967); /* 170 degrees */
    if (press) {
        collide_vec3 v = collide_i_cross(q.axis, collide_i_sub(*point, q.origin));
        if (collide_i_dot(v, *normal) * q.angle > 0) q.angle = -q.angle;
    }
    q.to = from;
    q.to.position = collide_i_add(from.position, q.delta);
    q.to.rotation = collide_quat_multiply(collide_quat_from_axis_angle(q.axis, q.angle), from.rotation);
    return q;
}

/* Small obstacles. */
enum { SMALLS = 8 };
static collide_mesh *next_small(rng *r, int kind)
{
    collide_mesh *m = NULL;
    plan s;
    real p[36];
    int i, v[4];
    collide_pose pose;
    memset(&s, 0, sizeof s);
    switch (kind) {
    case 0: (void)collide_mesh_create_box(&m, collide_i_vec(1, COLLIDE_R(0.5), COLLIDE_R(0.75)), NULL); break;
    case 1:
        pose = next_pose(r, 0);
        plan_tetrahedron(&s, r, COLLIDE_R(0.8), &pose);
        m = plan_mesh(&s, 0, 0);
        break;
    case 2:
        plan_ell(&s, COLLIDE_R(0.75), COLLIDE_R(0.5), NULL);
        m = plan_mesh(&s, 0, 0);
        break;
    case 3: /* a round hull */
        for (i = 0; i < 12; i++) {
            collide_vec3 x = next_direction(r);
            p[3 * i] = x.x, p[3 * i + 1] = x.y, p[3 * i + 2] = x.z;
        }
        (void)collide_mesh_create_hull(&m, p, 12, NULL);
        break;
    case 4: /* ground */
        plan_terrain(&s, r, 3, COLLIDE_R(0.4));
        m = plan_mesh(&s, COLLIDE_MESH_OPEN, 0);
        break;
    case 5: /* a triangle */
        for (i = 0; i < 3; i++) {
            collide_vec3 x = next_direction(r);
            v[i] = plan_point(&s, x.x, x.y, x.z);
        }
        plan_face(&s, 3, v[0], v[1], v[2], 0);
        m = plan_mesh(&s, COLLIDE_MESH_OPEN, 0);
        break;
    case 6: /* a blade of 5 degrees */
        for (i = 0; i < 2; i++) {
            real z = i ? 1 : -1;
            p[9 * i] = COLLIDE_R(0.05), p[9 * i + 1] = -COLLIDE_R(0.6), p[9 * i + 2] = z;
            p[9 * i + 3] = -COLLIDE_R(0.05), p[9 * i + 4] = -COLLIDE_R(0.6), p[9 * i + 5] = z;
            p[9 * i + 6] = 0, p[9 * i + 7] = COLLIDE_R(0.6), p[9 * i + 8] = z;
        }
        (void)collide_mesh_create_hull(&m, p, 6, NULL);
        break;
    default: (void)collide_mesh_create_torus(&m, COLLIDE_R(0.8), COLLIDE_R(0.3), 5, 4, NULL); break;
    }
    return m;
}

/* A place on a mesh: a vertex, on an edge, on a face. */
static void next_spot(rng *r, const collide_mesh *m, wide out[3])
{
    int kind = (int)next_below(r, 3), i, k;
    wide p[3][3], a, b;
    memset(out, 0, 3 * sizeof *out);
    if (!m) return;
    i = (int)next_below(r, (unsigned)collide_mesh_face_count(m));
    k = (int)next_below(r, (unsigned)collide_mesh_face_size(m, i));
    a = (wide)next_between(r, 0, 1), b = (wide)next_between(r, 0, 1);
    wide3(collide_mesh_vertex(m, collide_mesh_face_vertex(m, i, k)), p[0]);
    wide3(collide_mesh_vertex(m, collide_mesh_face_vertex(m, i, (k + 1) % collide_mesh_face_size(m, i))), p[1]);
    wide3(collide_mesh_vertex(m, collide_mesh_face_vertex(m, i, (k + 2) % collide_mesh_face_size(m, i))), p[2]);
    if (a + b > 1) a = 1 - a, b = 1 - b;
    if (kind == 0) a = b = 0;
    if (kind == 1) b = 0;
    for (i = 0; i < 3; i++) out[i] = p[0][i] + a * (p[1][i] - p[0][i]) + b * (p[2][i] - p[0][i]);
}

/* ---- [PROBE] ---- */

/* A shape as a core, which the arena knows, and a radius. */
enum { PROBE_SPHERE, PROBE_CAPSULE, PROBE_BOX, PROBE_ROUND_BOX, PROBE_HULL, PROBES };
static const char *const probe_names[PROBES] = {"a sphere", "a capsule", "a box", "a rounded box", "a hull"};
typedef struct {
    collide_shape shape;
    wide radius;
    real size;
} probe_body;

static probe_body make_probe(arena *w, int kind, stage *level)
{
    probe_body b;
    collide_vec3 half = {COLLIDE_R(0.3), COLLIDE_R(0.25), COLLIDE_R(0.2)};
    real round = COLLIDE_R(0.125);
    b.radius = 0;
    b.size = 1;
    switch (kind) {
    case PROBE_SPHERE:
        b.shape = collide_shape_sphere(COLLIDE_R(0.3));
        b.radius = (wide)COLLIDE_R(0.3);
        arena_make(w, NULL, level);
        break;
    case PROBE_CAPSULE:
        b.shape = collide_shape_capsule(COLLIDE_R(0.3), COLLIDE_R(0.2));
        b.radius = (wide)COLLIDE_R(0.2);
        arena_make_segment(w, COLLIDE_R(0.3), level);
        break;
    case PROBE_BOX:
        b.shape = collide_shape_box(half);
        arena_make(w, mover_mesh(MOVER_BOX), level);
        break;
    case PROBE_ROUND_BOX:
        b.shape = collide_shape_rounded(collide_shape_box(half), round);
        b.radius = (wide)round;
        arena_make(w, mover_mesh(MOVER_BOX), level);
        break;
    default:
        b.shape = collide_shape_hull(mover_mesh(MOVER_DODECAHEDRON));
        arena_make(w, mover_mesh(MOVER_DODECAHEDRON), level);
        break;
    }
    return b;
}

/* The core is in a solid or cuts a face, or the surface is nearer than the radius. */
static int probe_inside_at(arena *w, const probe_body *b, collide_pose p, wide slack)
{
    arena_pose(w, p);
    if (arena_inside(w)) return 1;
    return b->radius > slack && arena_distance(w, b->radius - slack) < b->radius - slack;
}

/* Tolerance of a probe: the shape, the faces it meets and its way are all of the size of a few. */
#define PROBE_SLACK ((wide)SIZE_TOLERANCE * 8)

TEST probes_find_what_is_near(void)
{
    static arena w;
    rng r = rng_for(740);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int level, kind, i, closest_hits = 0, overlaps = 0, insides = 0;
    double worst = 0;
    for (level = 0; level < LEVELS; level++)
        for (kind = 0; kind < PROBES; kind++) {
            collide_obstacle o = level_obstacle(level);
            stage *s = level_stage(level);
            probe_body b = make_probe(&w, kind, s);
            ASSERT(o.mesh != NULL);
            for (i = 0; i < COUNT(12, 2000); i++) {
                static vicinity column;
                collide_pose p = next_start(&r, level);
                wide d, within = (wide)0.5, x[3], gap;
                collide_probe c;
                int inside, got, over;
                arena_pose(&w, p);
                inside = arena_inside(&w);
                d = arena_distance(&w, within + b.radius);
                gap = d - b.radius;
                over = collide_probe_overlap(b.shape, p, &o, 1, &scratch);
                ASSERT(over >= 0);
                if (inside || WIDE(fabs)(gap) > PROBE_SLACK)
                    ASSERTm(failed_case("%s in %s, case %d: overlap %d, %g away, inside %d", probe_names[kind],
                                        level_names[level], i, over, (double)gap, inside),
                            over == (inside || gap < 0));
                overlaps += over;
                got = collide_probe_closest(b.shape, p, (real)within, &o, 1, &scratch, &c);
                ASSERT(got >= 0);
                if (!inside && WIDE(fabs)(gap - within) > PROBE_SLACK && gap > PROBE_SLACK) {
                    ASSERTm(failed_case("%s in %s, case %d: closest %d at %g", probe_names[kind], level_names[level], i,
                                        got, (double)gap),
                            got == (gap < within));
                    if (got) {
                        wide n[3], foot[3], off = HUGE_VAL, q[3];
                        int k;
                        closest_hits++;
                        worst = fmax(worst, fabs((double)((wide)c.distance - gap)));
                        ASSERTm(failed_case("%s in %s, case %d: %.9g away, not %.9g", probe_names[kind],
                                            level_names[level], i, (double)c.distance, (double)gap),
                                WIDE(fabs)((wide)c.distance - gap) < PROBE_SLACK);
                        ASSERT(c.obstacle == 0 && c.face >= 0 && c.face < collide_mesh_face_count(o.mesh));
                        wide3(c.normal, n);
                        ASSERT(fabs((double)length3(n) - 1) < 8 * EPS);
                        wide3(c.point, q);
                        for (k = 0; k < s->triangles; k++) /* the point is on the face */
                            if (s->t[k].face == c.face) {
                                wide h;
                                if (above_facet(s, &s->t[k], q, foot, &h))
                                    off = WIDE(fmin)(off, WIDE(fabs)(h));
                                else {
                                    int e;
                                    for (e = 0; e < 3; e++) {
                                        wide y[3], z[3], at[2];
                                        off = WIDE(fmin)(off, segments_apart(q, q, s->v[s->t[k].v[e]].p,
                                                                             s->v[s->t[k].v[(e + 1) % 3]].p, y, z, at));
                                    }
                                }
                            }
                        ASSERTm(failed_case("%s in %s, case %d: the point is %g off its face", probe_names[kind],
                                            level_names[level], i, (double)off),
                                off < PROBE_SLACK);
                        for (k = 0; k < w.list.count; k++) /* the normal is that of a nearest pair */
                            if (w.list.t[k].distance < d + PROBE_SLACK &&
                                degrees_between(w.list.t[k].n, n) < (gap > (wide)0.01 || b.radius > 0 ? 0.5 : 5))
                                break;
                        if (k == w.list.count) {
                            print_pose("pose", p);
                            print_vec("normal", c.normal);
                            print_vec("point", c.point);
                            print_meetings(&w);
                        }
                        ASSERTm(failed_case("%s in %s, case %d: a strange normal at %g", probe_names[kind],
                                            level_names[level], i, (double)gap),
                                k < w.list.count);
                    }
                }
                if (inside || gap < -PROBE_SLACK)
                    ASSERTm(failed_case("%s in %s, case %d: closest %d, %g", probe_names[kind], level_names[level], i,
                                        got, (double)c.distance),
                            got == 1 && c.distance <= 0);
                wide3(p.position, x);
                got = collide_probe_inside(p.position, &o, 1, &scratch);
                insides += got;
                ASSERTm(failed_case("%s, case %d: %g %g %g is %d", level_names[level], i, (double)x[0], (double)x[1],
                                    (double)x[2], got),
                        got == (solids_around(s, x, &column, 0) > 0));
            }
            stage_free(&w.mover);
        }
    tell("seed %lu: %d near, %d overlaps, %d points in solids; distances at most %.2g off", (unsigned long)tests_seed,
         closest_hits, overlaps, insides, worst);
    ASSERT(closest_hits > COUNT(60, 1000) && overlaps > COUNT(60, 1000) && insides > COUNT(30, 100));
    collide_scratch_free(&scratch);
    PASS();
}

TEST probes_stop_at_the_first_contact(void)
{
    static arena w;
    rng r = rng_for(741);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int level, kind, i, hits = 0, clear = 0, sweeps = 0;
    double early = 0, deep = 0;
    for (level = 0; level < LEVELS; level++)
        for (kind = 0; kind < PROBES; kind++) {
            collide_obstacle o = level_obstacle(level);
            probe_body b = make_probe(&w, kind, level_stage(level));
            ASSERT(o.mesh != NULL);
            for (i = 0; i < COUNT(20, 1500); i++) {
                collide_pose p = next_start(&r, level), to = next_pose(&r, 1);
                collide_vec3 move = next_vec(&r, next_below(&r, 4) ? 2 : 12);
                int sweep = i % 4 == 3, got;
                collide_probe c;
                motion m;
                wide n[3], when, d, reach = b.radius + (wide)0.5, slack = PROBE_SLACK * 2;
                if (probe_inside_at(&w, &b, p, 0)) continue;
                if (arena_distance(&w, b.radius + (wide)0.01) < b.radius + (wide)0.001) continue;
                if (next_below(&r, 3) == 0) move.y = -collide_i_abs(move.y) / 16; /* grazing */
                to.position = collide_i_add(p.position, to.position);
                if (sweep) {
                    got = collide_probe_sweep(b.shape, p, to, &o, 1, &scratch, &c);
                    sweeps++;
                } else {
                    got = collide_probe_cast(b.shape, p, move, &o, 1, &scratch, &c);
                    slack += 4 * (wide)COLLIDE_I_EPSILON * (wide)collide_vec3_length(move);
                }
                ASSERTm(failed_case("%s in %s, case %d: %s, flags %u", probe_names[kind], level_names[level], i,
                                    collide_result_text(got), c.flags),
                        got >= 0 && c.flags == 0);
                if (sweep) { /* along the screw: in steps, so that a miss in between shows */
                    int k, steps = 200, through;
                    wide until = got ? (wide)c.time : 1;
                    path way = path_of(p, to);
                    for (k = 0; k <= steps; k++) {
                        static const wide none[3] = {0, 0, 0};
                        placed q = place_on_path(NULL, &way, until * k / steps, none);
                        arena_place(&w, q.r, q.at);
                        d = arena_distance(&w, reach);
                        deep = fmax(deep, (double)(b.radius - d));
                        through = d < b.radius - slack || (arena_inside(&w) && (b.radius > 0 || d > slack));
                        if (through) {
                            print_pose("from", p);
                            print_pose("to", to);
                        }
                        ASSERTm(failed_case("%s in %s, sweep %d: %g deep at %g of %g", probe_names[kind],
                                            level_names[level], i, (double)(b.radius - d), (double)(until * k / steps),
                                            (double)until),
                                !through);
                    }
                } else {
                    m = motion_translate(p, move);
                    d = nearest_until(&w, &m, got ? (wide)c.time : 1, b.radius - slack, reach, 2000, &when);
                    deep = fmax(deep, (double)(b.radius - d));
                    if (when >= 0) {
                        print_pose("from", p);
                        print_vec("move", move);
                    }
                    ASSERTm(failed_case("%s in %s, cast %d: %g deep at %g of %g", probe_names[kind], level_names[level],
                                        i, (double)(b.radius - d), (double)when, (double)c.time),
                            when < 0);
                    d = arena_distance(&w, reach);
                }
                if (!got) {
                    clear++;
                    ASSERT(c.obstacle == -1 && c.face == -1);
                    continue;
                }
                hits++;
                d = arena_distance(&w, reach);
                early = fmax(early, (double)(d - b.radius));
                if (!(d < b.radius + slack)) {
                    print_pose("from", p);
                    if (sweep)
                        print_pose("to", to);
                    else
                        print_vec("move", move);
                    print_vec("normal", c.normal);
                    print_vec("point", c.point);
                }
                ASSERTm(failed_case("%s in %s, %s %d: %g away at %.9g", probe_names[kind], level_names[level],
                                    sweep ? "sweep" : "cast", i, (double)(d - b.radius), (double)c.time),
                        d < b.radius + slack);
                ASSERT(c.obstacle == 0 && c.face >= 0 && c.face < collide_mesh_face_count(o.mesh));
                wide3(c.normal, n);
                ASSERT(fabs((double)length3(n) - 1) < 8 * EPS);
                if (!sweep)
                    ASSERTm(failed_case("%s in %s, cast %d: the normal goes along", probe_names[kind],
                                        level_names[level], i),
                            collide_i_dot(c.normal, move) <= COLLIDE_R(1e-4) * collide_vec3_length(move));
                if (b.radius > 0) { /* round: the normal is from the contact to the core */
                    int k, good = 0;
                    for (k = 0; k < w.list.count; k++)
                        good |= w.list.t[k].distance < d + 4 * slack && degrees_between(w.list.t[k].n, n) < 1;
                    if (!good) {
                        print_pose("from", p);
                        print_vec("move", move);
                        print_vec("normal", c.normal);
                        print_meetings(&w);
                    }
                    ASSERTm(failed_case("%s in %s, %s %d: a strange normal", probe_names[kind], level_names[level],
                                        sweep ? "sweep" : "cast", i),
                            good);
                }
            }
            stage_free(&w.mover);
        }
    tell("seed %lu: %d hits, %d clear, %d sweeps; at most %.2g early, %.2g deep", (unsigned long)tests_seed, hits,
         clear, sweeps, early, deep);
    ASSERT(hits > COUNT(100, 1000) && clear > COUNT(30, 100));
    collide_scratch_free(&scratch);
    PASS();
}

/* Beginning inside: a hit at once, told so, and a way out. */
TEST probes_begin_as_promised(void)
{
    static arena w;
    rng r = rng_for(742);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k, done = 0;
    for (i = 0; i < COUNT(500, 40000); i++) {
        stage level;
        collide_obstacle o;
        collide_mesh *small = next_small(&r, i % SMALLS);
        collide_pose p = next_pose(&r, i & 1 ? COLLIDE_R(0.5) : 1), to = next_pose(&r, 1), moved;
        collide_vec3 d = i % 5 == 4 ? collide_i_vec(0, 0, 0) : next_vec(&r, 2);
        int kind = (int)next_below(&r, PROBES), inside = 1, out;
        probe_body b;
        ASSERT(small != NULL);
        o.mesh = small;
        o.pose = next_place(&r, 0, i % 3);
        stage_make(&level, &o, 1);
        stage_grid(&level);
        b = make_probe(&w, kind, &level);
        for (k = 0; k < 7; k++) {
            moved = p;
            if (k) ((real *)&moved.position)[k % 3] += k & 1 ? COLLIDE_R(0.01) : -COLLIDE_R(0.01);
            inside &= probe_inside_at(&w, &b, moved, 0);
        }
        if (inside) {
            collide_probe c[2];
            collide_slide s;
            ASSERT_EQ(1, collide_probe_cast(b.shape, p, d, &o, 1, &scratch, &c[0]));
            ASSERT_EQ(1, collide_probe_sweep(b.shape, p, to, &o, 1, &scratch, &c[1]));
            ASSERT_EQ(1, collide_probe_overlap(b.shape, p, &o, 1, &scratch));
            ASSERT(collide_probe_slide(b.shape, p, d, &o, 1, NULL, &scratch, &s) >= 0);
            ASSERTm(failed_case("case %d: slide, flags %u", i, s.flags), s.flags & COLLIDE_STARTED_INSIDE);
            for (k = 0; k < 2; k++) {
                int step;
                ASSERTm(failed_case("case %d.%d, %s in small %d: time %g, flags %u", i, k, probe_names[kind],
                                    i % SMALLS, (double)c[k].time, c[k].flags),
                        c[k].flags & COLLIDE_STARTED_INSIDE && !(c[k].time > 0) && c[k].obstacle == 0 &&
                            fabs((double)collide_vec3_length(c[k].normal) - 1) < 8 * EPS);
                for (step = 1, out = 0; step <= 64 && !out; step++) {
                    moved = p;
                    moved.position = collide_i_add(p.position, collide_i_scale(c[k].normal, (real)step / 16));
                    out = !probe_inside_at(&w, &b, moved, PROBE_SLACK);
                }
                if (!out) {
                    print_pose("obstacle", o.pose);
                    print_pose("pose", p);
                    print_vec("normal", c[k].normal);
                }
                ASSERTm(failed_case("case %d.%d, %s in small %d: the normal does not lead out", i, k, probe_names[kind],
                                    i % SMALLS),
                        out);
            }
            done++;
        }
        stage_free(&w.mover);
        stage_free(&level);
        collide_mesh_destroy(small);
    }
    tell("seed %lu: %d beginnings inside", (unsigned long)tests_seed, done);
    ASSERT(done > COUNT(60, 1000));
    collide_scratch_free(&scratch);
    PASS();
}

/* Out of a bent solid the way is through its nearest face, not through a plane that passes closer by. */
TEST the_way_out_is_the_nearest_face(void)
{
    static const real outline[] = {0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4};
    static const double place[5][4] = {
        {0.4, 1.2, -1, 0}, {0.9, 3, 1, 0}, {3, 0.8, 0, 1}, {0.3, 0.95, -1, 0}, {0.95, 0.3, 0, -1}};
    collide_mesh *bent = NULL, *box = NULL;
    collide_obstacle o;
    int i;
    memset(&o, 0, sizeof o);
    ASSERT_EQ(0, collide_mesh_create_prism(&bent, outline, 6, 1, NULL));
    ASSERT_EQ(0, collide_mesh_create_box(&box, collide_i_vec(COLLIDE_R(0.05), COLLIDE_R(0.05), COLLIDE_R(0.05)), NULL));
    o.mesh = bent;
    for (i = 0; i < 5; i++) {
        collide_pose p = pose_at((real)place[i][0], (real)place[i][1], 0);
        collide_vec3 out = collide_i_vec((real)place[i][2], (real)place[i][3], 0);
        collide_probe c;
        collide_trace t;
        ASSERT_EQ(1, collide_trace_translate(box, p, collide_i_vec(1, 0, 0), &o, 1, NULL, NULL, &t));
        ASSERTm(failed_case("case %d: a mesh", i),
                t.flags == COLLIDE_STARTED_INSIDE && distance3(t.normal, out) < 1e-5);
        ASSERT_EQ(
            1, collide_probe_cast(collide_shape_sphere(COLLIDE_R(0.05)), p, collide_i_vec(1, 0, 0), &o, 1, NULL, &c));
        ASSERTm(failed_case("case %d: a sphere", i),
                c.flags == COLLIDE_STARTED_INSIDE && distance3(c.normal, out) < 1e-5);
    }
    collide_mesh_destroy(bent);
    collide_mesh_destroy(box);
    PASS();
}

/* Every contact is a face as far away as it says; the nearest is among them, and so is each face it is above. */
TEST probe_contacts_are_faces(void)
{
    static arena w;
    rng r = rng_for(743);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    long contacts = 0;
    int level, kind, i, c, k;
    for (level = 0; level < LEVELS; level++)
        for (kind = 0; kind < PROBES; kind++) {
            collide_obstacle o = level_obstacle(level);
            stage *s = level_stage(level);
            probe_body b = make_probe(&w, kind, s);
            ASSERT(o.mesh != NULL);
            for (i = 0; i < COUNT(6, 1000); i++) {
                collide_pose p = next_start(&r, level);
                collide_contact list[256];
                collide_vec3 down = next_vec(&r, 8);
                collide_probe hit;
                wide within = (wide)0.05, d;
                int n;
                if (probe_inside_at(&w, &b, p, 0)) continue;
                if (collide_probe_cast(b.shape, p, down, &o, 1, &scratch, &hit) == 1) /* to something */
                    p.position = collide_i_add(p.position, collide_i_scale(down, hit.time * COLLIDE_R(0.999)));
                arena_pose(&w, p);
                d = arena_distance(&w, within + b.radius + (wide)0.02) - b.radius;
                if (d < (wide)1e-4) continue;
                n = collide_probe_contacts(b.shape, p, (real)within, &o, 1, &scratch, list, 256);
                ASSERT(n >= 0 && n <= 256);
                ASSERT_EQ(n, collide_probe_contacts(b.shape, p, (real)within, &o, 1, NULL, NULL, 0));
                if (d < within - PROBE_SLACK)
                    ASSERTm(failed_case("%s in %s, case %d: nothing at %g", probe_names[kind], level_names[level], i,
                                        (double)d),
                            n > 0);
                if (d > within + PROBE_SLACK) ASSERT_EQ(0, n);
                for (c = 0; c < n; c++) {
                    wide best = HUGE_VAL;
                    contacts++;
                    ASSERT_EQ(-1, list[c].feature_a);
                    ASSERT(list[c].feature_b >= 0 && list[c].feature_b < s->triangles);
                    for (k = 0; k < c; k++) ASSERT(list[k].feature_b != list[c].feature_b);
                    for (k = 0; k < w.list.count; k++) { /* the distance of that face */
                        const meeting *x = &w.list.t[k];
                        int mine = 0;
                        if (x->kind == COLLIDE_VF) mine = x->level == list[c].feature_b;
                        if (x->kind == COLLIDE_EE) {
                            const collide_edge *e = collide_mesh_edge(o.mesh, x->level);
                            mine = e->face[0] == list[c].feature_b || e->face[1] == list[c].feature_b;
                        }
                        if (x->kind == COLLIDE_FV) {
                            int j, size = collide_mesh_face_size(o.mesh, list[c].feature_b);
                            for (j = 0; j < size; j++)
                                mine |= collide_mesh_face_vertex(o.mesh, list[c].feature_b, j) == x->level;
                        }
                        if (mine) best = WIDE(fmin)(best, x->distance - b.radius);
                    }
                    if (!(WIDE(fabs)(best - (wide)list[c].distance) < PROBE_SLACK)) {
                        print_pose("pose", p);
                        print_vec("point", list[c].point);
                        print_vec("normal", list[c].normal);
                    }
                    ASSERTm(failed_case("%s in %s, case %d: face %d at %g, not %g", probe_names[kind],
                                        level_names[level], i, list[c].feature_b, (double)list[c].distance,
                                        (double)best),
                            WIDE(fabs)(best - (wide)list[c].distance) < PROBE_SLACK);
                }
            }
            stage_free(&w.mover);
        }
    tell("seed %lu: %ld contacts", (unsigned long)tests_seed, contacts);
#ifndef TESTS_QUICK
    ASSERT(contacts > COUNT(100, 1000));
#endif
    collide_scratch_free(&scratch);
    PASS();
}

/* Inside one obstacle, and near another that is in it, too: their order does not matter. */
TEST the_order_of_obstacles_does_not_matter(void)
{
    static const real corners[2][9] = {{-1, COLLIDE_R(1.5), -1, 0, COLLIDE_R(1.5), 1, 1, COLLIDE_R(1.5), -1},
                                       {COLLIDE_R(2.2), -1, -1, COLLIDE_R(2.2), 1, 0, COLLIDE_R(2.2), -1, 1}};
    static const unsigned indices[3] = {0, 1, 2};
    collide_mesh *sheet[2] = {NULL, NULL}, *block[2] = {NULL, NULL};
    int i, swap;
    for (i = 0; i < 2; i++) {
        collide_mesh_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.positions = corners[i];
        desc.vertex_count = 3;
        desc.indices = indices;
        desc.face_count = 1;
        desc.flags = COLLIDE_MESH_OPEN;
        ASSERT_EQ(0, collide_mesh_create(&sheet[i], &desc, NULL));
    }
    ASSERT_EQ(0, collide_mesh_create_box(&block[0], collide_i_vec(10, 10, 10), NULL));
    ASSERT_EQ(0, collide_mesh_create_torus(&block[1], 2, COLLIDE_R(0.7), 30, 10, NULL));
    for (swap = 0; swap < 2; swap++) {
        collide_obstacle o[2];
        collide_probe c;
        collide_trace t;
        memset(o, 0, sizeof o);
        o[swap].mesh = sheet[0];
        o[!swap].mesh = block[0];
        ASSERT_EQ(1, collide_probe_closest(collide_shape_sphere(COLLIDE_R(0.5)), pose_at(0, 0, 0), 5, o, 2, NULL, &c));
        ASSERTm(failed_case("order %d: %g away", swap, (double)c.distance), c.obstacle == !swap && c.distance < -10);
        o[swap].mesh = sheet[1];
        o[!swap].mesh = block[1];
        ASSERT_EQ(1, collide_trace_ray(collide_i_vec(2, 0, 0), collide_i_vec(5, 0, 0), o, 2, &t));
        ASSERTm(failed_case("order %d: flags %u at %g", swap, t.flags, (double)t.fraction),
                t.flags == COLLIDE_STARTED_INSIDE && t.obstacle == !swap && !(t.fraction > 0));
    }
    for (i = 0; i < 2; i++) {
        collide_mesh_destroy(sheet[i]);
        collide_mesh_destroy(block[i]);
    }
    PASS();
}

/* Boxes that meet edge to edge, crosswise: the way out is past the edges, not off the faces, from which it is far. */
TEST probes_find_the_way_past_an_edge(void)
{
    rng r = rng_for(794);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_obstacle o;
    collide_mesh *m;
    double worst = 0, worst_angle = 0;
    int i, k;
    memset(&o, 0, sizeof o);
    ASSERT_EQ(0, collide_mesh_create_box(&m, collide_i_vec(1, 1, 1), NULL));
    o.mesh = m;
    for (i = 0; i < COUNT(2000, 100000); i++) {
        static const double gaps[8] = {0, 0, 1e-7, -1e-7, -1e-4, -1e-2, 1e-2, -0.05};
        const real phi = next_between(&r, COLLIDE_R(0.35), COLLIDE_R(1.2)), half = next_between(&r, COLLIDE_R(0.3), 1);
        const real gap = (real)gaps[i % 8];
        const collide_vec3 z = {0, 0, 1},
                           n = collide_i_rotate(collide_quat_from_axis_angle(z, phi), collide_i_vec(1, 0, 0));
        const collide_vec3 edge = {1, 1, next_between(&r, COLLIDE_R(-0.5), COLLIDE_R(0.5))};
        const collide_shape box = collide_shape_box(collide_i_vec(half, half, half));
        collide_contact c[16];
        collide_probe p;
        collide_pose pose;
        wide a[3], b[3];
        int found;
        pose.rotation =
            collide_quat_multiply(collide_quat_from_axis_angle(n, next_between(&r, COLLIDE_R(0.5), COLLIDE_R(2.6))),
                                  collide_quat_from_axis_angle(z, phi - COLLIDE_R(0.78539816339744830962)));
        pose.position = collide_i_add(edge, collide_i_scale(n, gap + half * COLLIDE_R(1.41421356237309504880)));
        o.pose = at_origin;
        if (i & 16) { /* elsewhere */
            o.pose = next_pose(&r, 2);
            pose = collide_pose_compose(o.pose, pose);
        }
        ASSERT_EQ(1, collide_probe_closest(box, pose, 1, &o, 1, i & 32 ? &scratch : NULL, &p));
        worst = fmax(worst, fabs((double)p.distance - (double)gap));
        ASSERTm(failed_case("case %d: closest says %g, not %g", i, (double)p.distance, (double)gap),
                fabs((double)p.distance - (double)gap) < (double)PROBE_SLACK);
        if (fabs((double)gap) > 1e-3) {
            wide3(collide_i_rotate(o.pose.rotation, n), a);
            wide3(p.normal, b);
            worst_angle = fmax(worst_angle, degrees_between(a, b));
            ASSERTm(failed_case("case %d: the normal is %g degrees off", i, degrees_between(a, b)),
                    degrees_between(a, b) < 0.1);
            wide3(p.point, a);
            wide3(collide_pose_apply(o.pose, edge), b);
            minus3(a, b, a);
            ASSERTm(failed_case("case %d: the point is %g off", i, (double)length3(a)),
                    length3(a) < 2 * WIDE(fabs)((wide)gap) + PROBE_SLACK);
        }
        found = collide_probe_contacts(box, pose, COLLIDE_R(0.02), &o, 1, i & 32 ? &scratch : NULL, c, 16);
        ASSERT(found > 0 && found <= 16);
        for (k = 0; k < found; k++)
            ASSERTm(failed_case("case %d: a contact says %g, not %g", i, (double)c[k].distance, (double)gap),
                    fabs((double)c[k].distance - (double)gap) < (double)PROBE_SLACK);
    }
    tell("seed %lu: past edges %.2g off, normals %.2g degrees", (unsigned long)tests_seed, worst, worst_angle);
    collide_scratch_free(&scratch);
    collide_mesh_destroy(m);
    PASS();
}

/* Where many edges meet, near the tip of a cone: the way past one of them does not lead into what is beyond the next. */
TEST probes_find_the_way_past_many_edges(void)
{
    const collide_shape s = collide_shape_cone(COLLIDE_R(0.0112506729), COLLIDE_R(0.0565404929));
    const collide_pose at = {{COLLIDE_R(-0.06286221), COLLIDE_R(-0.0775066018), COLLIDE_R(0.00714134471)},
                             {COLLIDE_R(0.5), COLLIDE_R(0.5), COLLIDE_R(0.5), COLLIDE_R(0.5)}};
    collide_closest c;
    collide_probe p;
    collide_obstacle o;
    collide_mesh *m;
    memset(&o, 0, sizeof o);
    ASSERT_EQ(0, collide_mesh_create_cone(&m, COLLIDE_R(0.0515152849), COLLIDE_R(0.0133025711), 10, NULL));
    o.mesh = m;
    ASSERT_EQ(1, collide_probe_closest(s, at, COLLIDE_R(0.05), &o, 1, NULL, &p));
    ASSERT(collide_penetration(s, at, collide_shape_hull(m), o.pose, NULL, NULL, &c) >= 0);
    ASSERTm(failed_case("%g deep, not %g", -(double)p.distance, -(double)c.distance),
            fabs((double)p.distance - (double)c.distance) < (double)PROBE_SLACK * 0.1);
    collide_mesh_destroy(m);
    PASS();
}

/* The seams of a flat floor have no normals of their own. */
TEST probe_contacts_see_no_seams(void)
{
    rng r = rng_for(793);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_obstacle o = level_obstacle(LEVEL_FLOOR);
    int i, k;
    ASSERT(o.mesh != NULL);
    for (i = 0; i < COUNT(2000, 40000); i++) {
        static collide_contact c[512];
        const real rest = COLLIDE_R(0.3), gap = next_between(&r, COLLIDE_R(0.0001), COLLIDE_R(0.002));
        collide_shape shape = i & 1 ? collide_shape_sphere(rest) : collide_shape_box(collide_i_vec(rest, rest, rest));
        collide_pose p = pose_at(next_between(&r, -2, 2), rest + gap, next_between(&r, -2, 2));
        int n = collide_probe_contacts(shape, p, COLLIDE_R(0.0025), &o, 1, &scratch, c, 512);
        ASSERTm(failed_case("case %d: %d contacts", i, n), n > 0 && n <= 512 && (!(i & 1) || n < 8));
        for (k = 0; k < n; k++)
            ASSERTm(failed_case("case %d: normal %g %g %g", i, (double)c[k].normal.x, (double)c[k].normal.y,
                                (double)c[k].normal.z),
                    distance3(c[k].normal, collide_i_vec(0, 1, 0)) < 1e-4);
    }
    collide_scratch_free(&scratch);
    PASS();
}

/* Where a shape has its origin does not matter, if only at its feet. */
TEST probe_contacts_do_not_mind_the_origin(void)
{
    collide_mesh *floor = NULL;
    collide_obstacle o;
    real points[24];
    int i;
    memset(&o, 0, sizeof o);
    ASSERT_EQ(0, collide_mesh_create_box(&floor, collide_i_vec(5, COLLIDE_R(0.5), 5), NULL));
    o.mesh = floor;
    o.pose.position.y = COLLIDE_R(-0.5);
    for (i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? COLLIDE_R(0.5) : COLLIDE_R(-0.5);
        points[3 * i + 1] = (real)(i & 2 ? 2 : 0);
        points[3 * i + 2] = i & 4 ? COLLIDE_R(0.5) : COLLIDE_R(-0.5);
    }
    for (i = -1; i < 2; i++) {
        collide_contact c[4];
        collide_pose p = pose_at(0, COLLIDE_R(0.02) * (real)i, 0);
        ASSERT_EQ(1, collide_probe_contacts(collide_shape_points(points, 8, 0), p, COLLIDE_R(0.05), &o, 1, NULL, c, 4));
        ASSERT(distance3(c[0].normal, collide_i_vec(0, 1, 0)) < 1e-5);
        ASSERTm(failed_case("at %g: %g away", 0.02 * i, (double)c[0].distance),
                fabs((double)c[0].distance - 0.02 * i) < 1e-5);
    }
    collide_mesh_destroy(floor);
    PASS();
}

/* On a flat floor of many triangles there is one normal, and no bump. */
TEST flat_floors_are_flat(void)
{
    rng r = rng_for(744);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_obstacle o = level_obstacle(LEVEL_FLOOR);
    int i, k, turned_floor;
    double worst = 0, bump = 0;
    ASSERT(o.mesh != NULL);
    for (turned_floor = 0; turned_floor < 2; turned_floor++) {
        collide_vec3 up = {0, 1, 0};
        if (turned_floor) { /* a slope, anywhere */
            o.pose = next_pose(&r, 4);
            up = collide_pose_rotate(o.pose, up);
        }
        for (i = 0; i < COUNT(300, 30000); i++) {
            collide_shape shape =
                i % 3 == 0   ? collide_shape_sphere(COLLIDE_R(0.5))
                : i % 3 == 1 ? collide_shape_capsule(COLLIDE_R(0.4), COLLIDE_R(0.3))
                             : collide_shape_box(collide_i_vec(COLLIDE_R(0.4), COLLIDE_R(0.5), COLLIDE_R(0.3)));
            real high = i % 3 == 1 ? COLLIDE_R(0.7) : COLLIDE_R(0.5);
            collide_pose p = pose_at(next_real(&r) * 10, high + COLLIDE_R(0.001), next_real(&r) * 10);
            collide_vec3 way = collide_i_vec(next_real(&r) * 6, 0, next_real(&r) * 6), move;
            collide_probe c;
            collide_slide s;
            wide d[3], n[3];
            double rose;
            if (turned_floor) p = collide_pose_compose(o.pose, p);
            move = collide_i_sub(way, collide_i_vec(0, i & 1 ? COLLIDE_R(0.5) : COLLIDE_R(0.002), 0));
            if (turned_floor) move = collide_pose_rotate(o.pose, move);
            /* down at a slant: the first touch has the floor's normal */
            ASSERT_EQ(1, collide_probe_cast(shape, p, move, &o, 1, &scratch, &c));
            worst = fmax(worst, distance3(c.normal, up));
            ASSERTm(failed_case("case %d: a normal of %g %g %g", i, (double)c.normal.x, (double)c.normal.y,
                                (double)c.normal.z),
                    distance3(c.normal, up) < 64 * EPS);
            /* pressed down and pushed along, it slides as if on ice */
            ASSERT_EQ(1, collide_probe_slide(shape, p, move, &o, 1, NULL, &scratch, &s));
            ASSERTm(failed_case("case %d: slide's normal %g %g %g", i, (double)s.normal.x, (double)s.normal.y,
                                (double)s.normal.z),
                    distance3(s.normal, up) < 64 * EPS);
            wide3(collide_i_sub(s.end.position, p.position), d);
            wide3(up, n);
            rose = (double)dot3(d, n);
            ASSERTm(failed_case("case %d: rose by %g", i, rose), rose < 1e-5 && rose > -0.0011);
            wide3(collide_i_sub(collide_i_add(p.position, move), s.end.position), d);
            along3(d, -dot3(d, n), n, d);
            bump = fmax(bump, (double)length3(d));
            ASSERTm(failed_case("case %d: %g short of %g after %d hits", i, (double)length3(d),
                                (double)collide_vec3_length(move), s.hits),
                    (double)length3(d) < 1e-4 * (double)collide_vec3_length(move) + 0.002);
            /* rolling: step by step along the floor nothing is in the way */
            for (k = 0; k < 4; k++) {
                collide_vec3 along = collide_i_vec(next_real(&r) / 2, 0, next_real(&r) / 2);
                collide_pose q = s.end;
                if (turned_floor) along = collide_pose_rotate(o.pose, along);
                ASSERT(collide_probe_slide(shape, q, along, &o, 1, NULL, &scratch, &s) >= 0);
                wide3(collide_i_sub(collide_i_add(q.position, along), s.end.position), d);
                ASSERTm(failed_case("case %d: rolling %g %g %g stopped %g short, %d hits", i, (double)along.x,
                                    (double)along.y, (double)along.z, (double)length3(d), s.hits),
                        (double)length3(d) < 0.001);
            }
        }
    }
    tell("seed %lu: normals at most %.2g off, paths %.2g short", (unsigned long)tests_seed, worst, bump);
    collide_scratch_free(&scratch);
    PASS();
}

/* Capsules and spheres that slide about are never inside. */
static const char *slide_shape_through(int level, int kind, unsigned number, long steps)
{
    static arena w;
    static vicinity column;
    collide_obstacle o = level_obstacle(level);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    rng r = rng_for(80000 + number);
    collide_pose pose = at_origin;
    collide_slide_desc desc = {COLLIDE_R(0.25), COLLIDE_R(0.8), 0, {0, 0, 0}};
    collide_vec3 normal = {0, 0, 0};
    const char *wrong = NULL;
    probe_body b = make_probe(&w, kind, level_stage(level));
    int hills = level == LEVEL_TERRAIN || level == LEVEL_TERRAIN + LEVEL_LARGE, fresh = 1;
    long i;
    if (!o.mesh) return failed_case("no mesh: %s", level_names[level]);
    for (i = 0; i < steps; i++) {
        collide_vec3 move = next_vec(&r, next_below(&r, 16) ? COLLIDE_R(0.8) : 6);
        collide_slide s;
        collide_result result;
        wide d, slack = PROBE_SLACK;
        if (fresh) {
            int k;
            for (k = 0; k < 300; k++) {
                pose = next_start(&r, level);
                if (next_below(&r, 2)) memset(&pose.rotation, 0, sizeof pose.rotation);
                if (!probe_inside_at(&w, &b, pose, -(wide)0.01) &&
                    arena_distance(&w, b.radius + (wide)0.01) > b.radius + (wide)0.005 &&
                    !(hills && solids_around(w.level, w.mover.v[0].p, &column, 1)))
                    break;
            }
            if (k == 300) break;
            fresh = 0;
            walked.starts++;
            normal = collide_i_vec(0, 0, 0);
        }
        if (next_below(&r, 2)) /* against what was last met */
            move = collide_i_sub(move, collide_i_scale(normal, 2 * collide_i_max(collide_i_dot(move, normal), 0)));
        result = collide_probe_slide(b.shape, pose, move, &o, 1, i & 1 ? &desc : NULL, &scratch, &s);
        if (result < 0) wrong = collide_result_text(result);
        if (!wrong && s.flags & COLLIDE_STARTED_INSIDE) wrong = "it says it started inside";
        arena_pose(&w, s.end);
        d = arena_distance(&w, b.radius + (wide)0.001);
        walked.nearest = fmin(walked.nearest, (double)(d - b.radius));
        if (!wrong && (d < b.radius - slack || arena_inside(&w))) wrong = "it is inside";
        if (!wrong && hills && !strayed(&w) && solids_around(w.level, w.mover.v[0].p, &column, 1))
            wrong = "it went through the ground";
        if (!wrong && !(i & 1) &&
            collide_vec3_length(collide_i_sub(s.end.position, pose.position)) >
                collide_vec3_length(move) * COLLIDE_R(1.001) + COLLIDE_R(0.001))
            wrong = "it went further than it was pushed";
        if (wrong) {
            printf("\n    %s in %s, walk %u, step %ld, %s\n", probe_names[kind], level_names[level], number, i,
                   i & 1 ? "climbing" : "plain");
            print_pose("from", pose);
            print_vec("move", move);
            print_pose("end", s.end);
            print_vec("normal", s.normal);
            printf("    %d hits, flags %u\n", s.hits, s.flags);
            wrong = failed_case("%s in %s, walk %u, step %ld: %s (%g deep)", probe_names[kind], level_names[level],
                                number, i, wrong, (double)(b.radius - d));
            break;
        }
        walked.moves++;
        if (s.hits) walked.hits++, normal = s.normal;
        pose = s.end;
        if (strayed(&w) || next_below(&r, 1000) == 0) fresh = 1;
    }
    stage_free(&w.mover);
    collide_scratch_free(&scratch);
    return wrong;
}

TEST sliding_shapes_are_never_inside(void)
{
    unsigned number = 0;
    int level, kind;
    memset(&walked, 0, sizeof walked);
    walked.nearest = HUGE_VAL;
    for (level = 0; level < LEVELS; level++)
        for (kind = 0; kind < PROBE_BOX; kind++) {
            const char *wrong = slide_shape_through(level, kind, number++, COUNT(80, 45000));
            ASSERTm(wrong, wrong == NULL);
        }
    tell("seed %lu: %ld slides, %ld with hits, %ld starts; never inside, nearest %.3g", (unsigned long)tests_seed,
         walked.moves, walked.hits, walked.starts, walked.nearest);
    PASS();
}

/* A level by hand: a floor, three steps, a ramp, walls. */
static collide_mesh *make_course(void)
{
    plan s;
    int i, v[6];
    memset(&s, 0, sizeof s);
    plan_box(&s, collide_i_vec(-20, -1, -20), collide_i_vec(20, 0, 20), NULL);
    for (i = 0; i < 3; i++) /* steps of 0.2 along +x */
        plan_box(&s, collide_i_vec((real)(4 + i), 0, -2), collide_i_vec(7, COLLIDE_R(0.2) * (real)(i + 1), 2), NULL);
    /* a ramp of 30 degrees along +x, from (4, 0) up to (8, 2.309), between z = 6 and 10 */
    for (i = 0; i < 2; i++) {
        real z = i ? 10 : 6;
        v[3 * i] = plan_point(&s, 4, 0, z);
        v[3 * i + 1] = plan_point(&s, 8, 0, z);
        v[3 * i + 2] = plan_point(&s, 8, COLLIDE_R(2.3094010767585), z);
    }
    plan_face(&s, 3, v[0], v[2], v[1], 0);
    plan_face(&s, 3, v[3], v[4], v[5], 0);
    plan_face(&s, 4, v[0], v[1], v[4], v[3]);
    plan_face(&s, 4, v[1], v[2], v[5], v[4]);
    plan_face(&s, 4, v[2], v[0], v[3], v[5]);
    /* two walls that make a corner at (-10, -10) */
    plan_box(&s, collide_i_vec(-12, -COLLIDE_R(0.5), -12), collide_i_vec(-10, 4, 12), NULL);
    plan_box(&s, collide_i_vec(-12, -COLLIDE_R(0.5), -12), collide_i_vec(12, 4, -10), NULL);
    return plan_mesh(&s, 0, -1);
}

TEST slides_by_hand(void)
{
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_shape capsule = collide_shape_capsule(COLLIDE_R(0.5), COLLIDE_R(0.3));
    collide_mesh *course = make_course(), *box = NULL;
    collide_obstacle o;
    collide_slide_desc desc;
    collide_slide s;
    collide_pose p;
    int mesh, i;
    memset(&o, 0, sizeof o);
    ASSERT(course != NULL);
    o.mesh = course;
    ASSERT_EQ(0, collide_mesh_create_box(&box, collide_i_vec(COLLIDE_R(0.3), COLLIDE_R(0.8), COLLIDE_R(0.3)), NULL));
#define SLIDE(pose, move, d)                                                                                           \
    (mesh ? collide_trace_slide(box, pose, move, &o, 1, d, &scratch, &s)                                               \
          : collide_probe_slide(capsule, pose, move, &o, 1, d, &scratch, &s))
    for (mesh = 0; mesh < 2; mesh++) {
        real stand = COLLIDE_R(0.8) + COLLIDE_R(0.002);
        memset(&desc, 0, sizeof desc);
        /* nothing in the way */
        ASSERT_EQ(0, SLIDE(pose_at(0, stand, 0), collide_i_vec(2, 0, 1), NULL));
        ASSERT(distance3(s.end.position, collide_i_vec(2, stand, 1)) < 1e-5 && s.hits == 0);
        ASSERT(!(collide_i_extent(s.rest) > 0) && !(collide_i_extent(s.normal) > 0));
        /* against a wall, at a slant: along it */
        ASSERT_EQ(1, SLIDE(pose_at(-8, stand, 0), collide_i_vec(-4, 0, 3), NULL));
        ASSERTm(failed_case("mesh %d: along a wall to %g %g %g", mesh, (double)s.end.position.x,
                            (double)s.end.position.y, (double)s.end.position.z),
                distance3(s.end.position, collide_i_vec(-COLLIDE_R(9.7), stand, 3)) < 0.005);
        ASSERT(distance3(s.normal, collide_i_vec(1, 0, 0)) < 1e-4);
        ASSERTm(
            failed_case("mesh %d: the rest is %g %g %g", mesh, (double)s.rest.x, (double)s.rest.y, (double)s.rest.z),
            distance3(s.rest, collide_i_vec(0, 0, 0)) < 0.01 ||
                distance3(s.rest, collide_i_vec(-COLLIDE_R(2.3), 0, 0)) < 0.01);
        /* into a corner of two walls, and of two walls and the floor */
        for (i = 0; i < 2; i++) {
            ASSERT_EQ(1, SLIDE(pose_at(-8, stand, -8), collide_i_vec(-4, i ? -2 : 0, -5), NULL));
            ASSERTm(failed_case("mesh %d: the corner %g %g %g", mesh, (double)s.end.position.x,
                                (double)s.end.position.y, (double)s.end.position.z),
                    fabs((double)s.end.position.x + 9.7) < 0.005 && fabs((double)s.end.position.z + 9.7) < 0.005 &&
                        fabs((double)s.end.position.y - 0.8) < 0.005);
            ASSERT(s.hits >= 2 && s.hits <= 5);
            p = s.end; /* pressed on, it stays; and it can leave */
            ASSERT_EQ(1, SLIDE(p, collide_i_vec(-1, -1, -1), NULL));
            ASSERT(distance3(s.end.position, p.position) < 0.003);
            ASSERT(SLIDE(p, collide_i_vec(1, COLLIDE_R(0.5), 1), NULL) >= 0);
            ASSERT(distance3(s.end.position, collide_i_add(p.position, collide_i_vec(1, COLLIDE_R(0.5), 1))) < 0.003);
        }
        /* stairs: a wall without step_height or with too little of it, else up on them */
        ASSERT_EQ(1, SLIDE(pose_at(3, stand, 0), collide_i_vec(2, 0, 0), NULL));
        ASSERTm(failed_case("mesh %d: unclimbed, at %g %g", mesh, (double)s.end.position.x, (double)s.end.position.y),
                mesh ? s.end.position.x < COLLIDE_R(3.705) : s.end.position.x < 4 || s.end.position.y > COLLIDE_R(0.9));
        desc.step_height = COLLIDE_R(0.25);
        p = pose_at(3, stand, 0);
        for (i = 0; i < 30 && p.position.x < COLLIDE_R(6.3); i++) {
            ASSERT(SLIDE(p, collide_i_vec(COLLIDE_R(0.2), 0, 0), &desc) >= 0);
            p = s.end;
        }
        /* climbing costs something of the way, more where the shape is round */
        ASSERTm(failed_case("mesh %d: climbed to %g %g in %d", mesh, (double)p.position.x, (double)p.position.y, i),
                i <= (mesh ? 18 : 24) && fabs((double)p.position.y - 1.4) < 0.05);
        desc.step_height = COLLIDE_R(0.1);
        p = pose_at(3, stand, 0);
        for (i = 0; i < 16 && mesh; i++) {
            ASSERT(SLIDE(p, collide_i_vec(COLLIDE_R(0.2), 0, 0), &desc) >= 0);
            p = s.end;
        }
        if (mesh)
            ASSERTm(failed_case("mesh %d: climbed too high a step, to %g %g", mesh, (double)p.position.x,
                                (double)p.position.y),
                    p.position.x < COLLIDE_R(3.71) && p.position.y < COLLIDE_R(0.81));
        /* the ramp of 30 degrees: up without a limit or with one of 40, not with one of 20 */
        for (i = 0; i < 3; i++) {
            int k;
            memset(&desc, 0, sizeof desc);
            desc.max_slope = i == 0 ? 0 : i == 1 ? COLLIDE_R(0.6981317) : COLLIDE_R(0.3490659);
            p = pose_at(3, stand, 8);
            for (k = 0; k < 16; k++) {
                ASSERT(SLIDE(p, collide_i_vec(COLLIDE_R(0.2), 0, 0), &desc) >= 0);
                p = s.end;
            }
            if (i < 2)
                ASSERTm(failed_case("mesh %d, limit %d: up the ramp to %g %g", mesh, i, (double)p.position.x,
                                    (double)p.position.y),
                        p.position.y > COLLIDE_R(1.5));
            else
                ASSERTm(failed_case("mesh %d, limit %d: up the ramp to %g %g", mesh, i, (double)p.position.x,
                                    (double)p.position.y),
                        p.position.y < COLLIDE_R(0.85) && p.position.x < COLLIDE_R(4.1));
        }
        /* one hit and no more: it stops where it would need a second */
        memset(&desc, 0, sizeof desc);
        desc.max_hits = 1;
        ASSERT_EQ(1, SLIDE(pose_at(-8, stand, -8), collide_i_vec(-4, 0, -5), &desc));
        ASSERTm(failed_case("mesh %d: %d hits", mesh, s.hits), s.hits == 1);
        /* up is along -z here: the same stairs are walls of a shaft */
        memset(&desc, 0, sizeof desc);
        desc.step_height = COLLIDE_R(0.25);
        desc.up = collide_i_vec(0, 0, -2);
        ASSERT_EQ(1, SLIDE(pose_at(3, stand, 0), collide_i_vec(2, 0, 0), &desc));
        if (mesh) ASSERT(s.end.position.x < COLLIDE_R(3.71));
    }
#undef SLIDE
    collide_mesh_destroy(box);
    collide_mesh_destroy(course);
    collide_scratch_free(&scratch);
    PASS();
}

/* Spheres so large that the boxes around them reach beyond all places there may be. */
TEST huge_probes_find_what_is_there(void)
{
    static const int exponents[] = {10, 20, 26, 28, 29};
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_mesh *torus = NULL;
    collide_obstacle o;
    int k;
    memset(&o, 0, sizeof o);
    ASSERT_EQ(0, collide_mesh_create_torus(&torus, 3, 1, 24, 24, NULL));
    o.mesh = torus;
    for (k = 0; k < (int)(sizeof exponents / sizeof *exponents); k++) {
        const real radius = COLLIDE_R(1.875) * power_of_two(exponents[k] + COLLIDE_I_LARGEST_EXPONENT - 30);
        const collide_shape sphere = collide_shape_sphere(radius);
        const collide_pose p = pose_at(radius / 2, radius / 4, 0);
        collide_probe probe;
        const collide_result got[5] = {
            collide_probe_overlap(sphere, p, &o, 1, &scratch),
            collide_probe_closest(sphere, p, 0, &o, 1, &scratch, &probe),
            collide_probe_contacts(sphere, p, 0, &o, 1, &scratch, NULL, 0) > 0,
            collide_probe_cast(sphere, p, collide_i_vec(0, 0, 0), &o, 1, &scratch, &probe),
            collide_probe_sweep(sphere, p, pose_at(0, radius / 4, 0), &o, 1, &scratch, &probe),
        };
        int i;
        for (i = 0; i < 5; i++) ASSERTm(failed_case("radius %g, query %d: %d", (double)radius, i, got[i]), got[i] == 1);
    }
    collide_mesh_destroy(torus);
    collide_scratch_free(&scratch);
    PASS();
}

/* What is not a number ends a probe with an error. */
TEST probes_without_numbers_are_refused(void)
{
    const collide_shape hollow = collide_shape_custom(hollow_support, NULL);
    rng r = rng_for(731);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_mesh *torus = NULL;
    collide_obstacle o;
    int i, k;
    memset(&o, 0, sizeof o);
    ASSERT_EQ(0, collide_mesh_create_torus(&torus, 3, 1, 12, 12, NULL));
    o.mesh = torus;
    for (i = 0; i < COUNT(100, 10000); i++) {
        const collide_pose p = next_pose(&r, 3), q = next_pose(&r, 3);
        collide_probe probe;
        collide_contact contact;
        collide_result got[5];
        got[0] = collide_probe_overlap(hollow, p, &o, 1, &scratch);
        got[1] = collide_probe_closest(hollow, p, 1, &o, 1, &scratch, &probe);
        got[2] = collide_probe_contacts(hollow, p, 1, &o, 1, &scratch, &contact, 1);
        got[3] = collide_probe_cast(hollow, p, q.position, &o, 1, &scratch, &probe);
        got[4] = collide_probe_sweep(hollow, p, q, &o, 1, &scratch, &probe);
        for (k = 0; k < 5; k++) ASSERTm(failed_case("case %d, query %d: %d", i, k, got[k]), got[k] < 0);
    }
    collide_mesh_destroy(torus);
    collide_scratch_free(&scratch);
    PASS();
}

TEST probe_takes_any_bytes(void)
{
    run_fuzz_target(fuzz_probe, 745, COUNT(3000, 300000));
    PASS();
}

/* Boxes of all sizes in one mesh, each with a cavity: who is where is told by counting. */
TEST pieces_tell_who_is_outside(void)
{
    static const unsigned quads[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
    enum { BOXES = 40 };
    real positions[BOXES * 24];
    unsigned indices[BOXES * 24];
    int sizes[BOXES * 6];
    collide_aabb boxes[BOXES];
    collide_mesh_desc d;
    collide_mesh *m = NULL, *copy;
    collide_tree *tree;
    const collide_i_node *nodes;
    collide_obstacle o;
    rng r = rng_for(655);
    int i, k, inside = 0, outside = 0, pieces = 0;
    collide_trace t;
    collide_probe probe;
    memset(&d, 0, sizeof d);
    memset(&o, 0, sizeof o);
    for (i = 0; i < BOXES; i++) { /* every other one in the one before */
        const collide_vec3 at = {(real)(i / 2 % 4) * 3, (real)(i / 8) * 3, next_real(&r)};
        const collide_vec3 half =
            collide_i_scale(collide_i_vec(next_between(&r, COLLIDE_R(0.5), 1), next_between(&r, COLLIDE_R(0.5), 1),
                                          next_between(&r, COLLIDE_R(0.5), 1)),
                            i % 2 ? COLLIDE_R(0.25) : 1);
        boxes[i].lower = collide_i_sub(
            i % 2 ? collide_i_scale(collide_i_add(boxes[i - 1].lower, boxes[i - 1].upper), COLLIDE_R(0.5)) : at, half);
        boxes[i].upper = collide_i_add(boxes[i].lower, collide_i_scale(half, 2));
        for (k = 0; k < 8; k++) {
            positions[24 * i + 3 * k] = k & 1 ? boxes[i].upper.x : boxes[i].lower.x;
            positions[24 * i + 3 * k + 1] = k & 2 ? boxes[i].upper.y : boxes[i].lower.y;
            positions[24 * i + 3 * k + 2] = k & 4 ? boxes[i].upper.z : boxes[i].lower.z;
        }
        for (k = 0; k < 24; k++) indices[24 * i + k] = quads[i % 2 ? k ^ 3 : k] + 8 * (unsigned)i; /* inwards */
        for (k = 0; k < 6; k++) sizes[6 * i + k] = 4;
    }
    d.positions = positions;
    d.vertex_count = 8 * BOXES;
    d.indices = indices;
    d.face_sizes = sizes;
    d.face_count = 6 * BOXES;
    ASSERT(collide_mesh_create(&m, &d, NULL) >= 0);
    nodes = collide_i_tree_nodes(collide_mesh_tree(m));
    for (i = 0; i < collide_mesh_tree(m)->upper_count; i++)
        for (k = 0; k < COLLIDE_I_CHILDREN; k++) pieces += nodes[i].child[k] >= collide_mesh_tree(m)->upper_count;
    ASSERT_EQ(BOXES, pieces);
    o.mesh = m;
    for (i = 0; i < COUNT(4000, 400000); i++) {
        const collide_vec3 x = {next_between(&r, -1, 10), next_between(&r, -1, 13), next_between(&r, -2, 2)};
        int windings = 0;
        int on_surface = 0; /* by rounding, of which a trace may be so much deep */
        for (k = 0; k < BOXES; k++) {
            const collide_vec3 low = collide_i_sub(boxes[k].lower, x), high = collide_i_sub(x, boxes[k].upper);
            const collide_vec3 out = collide_i_highest(low, high);
            const real over = collide_i_max(out.x, collide_i_max(out.y, out.z));
            if (collide_i_box_holds(&boxes[k], x)) windings += k % 2 ? -1 : 1;
            on_surface |= collide_i_abs(over) < 1024 * COLLIDE_I_EPSILON;
        }
        ASSERT_EQ(windings > 0, collide_probe_inside(x, &o, 1, NULL));
        if (on_surface) continue;
        (void)collide_trace_translate(NULL, pose_at(x.x, x.y, x.z), next_vec(&r, 2), &o, 1, NULL, NULL, &t);
        ASSERT_EQ(windings > 0, (t.flags & COLLIDE_STARTED_INSIDE) != 0);
        (void)collide_probe_cast(collide_shape_point(), pose_at(x.x, x.y, x.z), next_vec(&r, 2), &o, 1, NULL, &probe);
        ASSERT_EQ(windings > 0, (probe.flags & COLLIDE_STARTED_INSIDE) != 0);
        inside += windings > 0;
        outside += windings == 0;
    }
    ASSERT(inside > i / 20 && outside > i / 4);
    copy = (collide_mesh *)malloc(collide_mesh_bytes(m));
    ASSERT(copy != NULL);
    memcpy(copy, m, collide_mesh_bytes(m));
    ASSERT(collide_mesh_from_block(copy, collide_mesh_bytes(m)) == copy);
    tree = (collide_tree *)(void *)((char *)copy + copy->at.tree);
    for (k = -1; k <= tree->node_count + 1; k++) { /* items where only groups may be, or groups where there are none */
        const int true_count = collide_mesh_tree(m)->upper_count;
        tree->upper_count = k;
        if (k < 0 || k > true_count) ASSERT(collide_mesh_from_block(copy, collide_mesh_bytes(m)) == NULL);
        if (k == 0 || k == true_count) ASSERT(collide_mesh_from_block(copy, collide_mesh_bytes(m)) == copy);
    }
    free(copy);
    collide_mesh_destroy(m);
    PASS();
}

/* Who starts in many faces at once is told so without a search for the way out of each of them. */
TEST probes_that_start_inside_are_short(void)
{
    custom c = {{COLLIDE_R(0.6), COLLIDE_R(0.5), COLLIDE_R(0.4)}, 0, 0};
    const collide_shape s = collide_shape_custom(custom_support, &c);
    collide_obstacle o;
    collide_probe at;
    collide_mesh *m;
    collide_pose pose = at_origin;
    int way;
    memset(&o, 0, sizeof o);
    ASSERT(collide_mesh_create_torus(&m, 1, COLLIDE_R(0.375), 30, 10, NULL) >= 0);
    o.mesh = m;
    o.pose = at_origin;
    for (way = 0; way < 2; way++) {
        pose.position = collide_i_vec(way ? COLLIDE_R(1.3) : 1, COLLIDE_R(0.1), COLLIDE_R(0.05));
        c.calls = 0;
        ASSERT_EQ(COLLIDE_HIT, collide_probe_cast(s, pose, collide_i_vec(-1, 0, 0), &o, 1, NULL, &at));
        ASSERT(at.flags & COLLIDE_STARTED_INSIDE);
        tell("%d looks for %d faces", c.calls, collide_mesh_face_count(m));
        ASSERTm(failed_case("%d looks", c.calls), c.calls < 30 * collide_mesh_face_count(m));
    }
    collide_mesh_destroy(m);
    PASS();
}

SUITE(probe)
{
    RUN_TEST(probes_find_what_is_near);
    RUN_TEST(probes_find_the_way_past_an_edge);
    RUN_TEST(probes_find_the_way_past_many_edges);
    RUN_TEST(pieces_tell_who_is_outside);
    RUN_TEST(probes_stop_at_the_first_contact);
    RUN_TEST(probes_begin_as_promised);
    RUN_TEST(probes_that_start_inside_are_short);
    RUN_TEST(the_way_out_is_the_nearest_face);
    RUN_TEST(probe_contacts_are_faces);
    RUN_TEST(probe_contacts_do_not_mind_the_origin);
    RUN_TEST(the_order_of_obstacles_does_not_matter);
    RUN_TEST(probe_contacts_see_no_seams);
    RUN_TEST(flat_floors_are_flat);
    RUN_TEST(sliding_shapes_are_never_inside);
    RUN_TEST(slides_by_hand);
    RUN_TEST(huge_probes_find_what_is_there);
    RUN_TEST(probes_without_numbers_are_refused);
    RUN_TEST(probe_takes_any_bytes);
}

/* Queries with exact answers, from a public collection with rational ground truth: a vertex and a triangle or two
   edges, where they are at first, how either moves, whether and when they meet. What float cannot hold is for double
   only. */
TEST known_queries_have_their_answers(void)
{
    static const struct {
        int edges, meet;
        double when, x[18]; /* -1: not told; four points, the move of the first body, that of the second */
    } known[] = {
        {1, 1, 1, {-1, -1, 0, 1, -1, 0, -1, 1, -1, -1, 1, 1, 0, 1, 0, 0, -1, 0}},
        {1,
         1,
         0.99999988079072466,
         {-1, -1, 0, 1, -1, 0, -1, 1, -1, -1, 1, 1, 0, 1.0000001192092896, 0, 0, -1.0000001192092896, 0}},
        {1, 1, 0.5, {-1, -1, 0, 1, -1, 0, -1, 1, -1, -1, 1, 1, 0, 2, 0, 0, -2, 0}},
        {1, 0, -1, {-1, -1, 0, 1, -1, 0, -1.0000001192092896, 1, -1, -1.0000001192092896, 1, 1, 0, -1, 0, 0, 1, 0}},
        /* past an end by one rounding of float */
        {1, 0, -1, {-1, -1, 0, 1, -1, 0, -1.0000001192092896, 1, -1, -1.0000001192092896, 1, 1, 0, 1, 0, 0, -1, 0}},
        {1, 0, -1, {-1, -1, 0, 1, -1, 0, 1.0000001192092896, 1, -1, 1.0000001192092896, 1, 1, 0, 2, 0, 0, -2, 0}},
        {0, 1, 1, {0, 1, 0, -1, 0, 1, 1, 0, 1, 0, 0, -1, 0, 1, -1.1920928955078125e-07, 0, 2, 0}},
        {0,
         1,
         0.66666671964857738,
         {0, 1, 0, -1, 0, 1, 1, 0, 1, 0, 0, -1, 0, -0.49999988079071045, -1.1920928955078125e-07, 0, 1, 0}},
        {0, 1, 0.66666666666666663, {0, 1, 0, -1, 0, 1, 1, 0, 1, 0, 0, -1, 0, -0.5, -1.1920928955078125e-07, 0, 1, 0}},
        {0, 1, 0.40000000000000002, {0, 1, 0, -1, 0, 1, 1, 0, 1, 0, 0, -1, 0, -0.5, 0, 0, 2, 0}},
        {0, 0, -1, {0, 1, 0, -1, 0, 1, 1, 0, 1, 0, 0, -1, 0, 1, -1.1920928955078125e-07, 0, -1, 0}},
        {0, 0, -1, {0, 1, 0, -1, 0, 1, 1, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0.50000011920928955, 0}},
        {0,
         1,
         0.244140128669282,
         {1, 0.57182590378443843, 1, 0, 0.5, 0, 1, 0.5, 1, 1, 0.5, 0, 0, -0.2941995, -1.1102230246251565e-16, 0, 0, 0}},
        {0,
         1,
         0.97250885222494488,
         {5.0667067575448102e-17, 0.57182590378443854, 0.99999999999999989, -0.5, 0.2857142857142857,
          1.4985714285714287, 0.5, 0.2857142857142857, 1.4985714285714287, 0, 0.2857142857142857, 0.99857142857142855,
          7.5666644055493145e-17, -0.29419950000000017, 1.1102230246251565e-16, 0, 0, 0}},
        {0,
         1,
         0.69139323615519066,
         {0.16666666666666666, 0.55277079839256671, 0.16666666666666677, 0.41666666669999997, 0.75,
          -0.083333333300000006, 0.16666666669999999, 0.5, 0.16666666669999999, 0.41666666669999997, 0.75,
          0.41666666669999997, 0.035133842827057893, -0.041191460439367278, 0.0008391145394293642, 0, 0, 0}},
        {0,
         1,
         0.90988996243418208,
         {0.41210325965397188, 0.56035810251181206, 0.023906015117913036, -4.5, 0.54000000000000004, -5.5, -4.5,
          0.54000000000000004, 4.5, 5.5, 0.54000000000000004, 4.5, 0.097187424637000808, -0.022374246724679803,
          -0.0020443707088418084, 0, 0, 0}},
        {0,
         1,
         0.61881970512815387,
         {0.16666666666666663, 0.45470429839256671, 0.16666666666666669, 0.16666666669999999, 0.33333333336666665,
          0.50000000003333334, 0.16666666669999999, 0.33333333336666665, -0.16666666663333332, 3.33333360913457e-11,
          -0.66666666663333329, -0.16666666663333332, 8.3266726846886741e-17, -0.19613299999999956,
          1.1102230246251565e-16, 0, 0, 0}},
        {0,
         0,
         -1,
         {-2.200893605408073e-18, 0.57182590378443843, 9.2874309354089202e-17, 0, 0.5, 1, -0.25, -0.5, -0.25, -0.25,
          -0.5, 1.25, -3.5561831257524545e-17, -0.29419950000000011, -4.6423939304884401e-17, 0, 0, 0}},
        {0,
         0,
         -1,
         {0.16666666666666666, 0.55277079839256671, 0.16666666666666677, 0.16666666669999999, 0.55249999999999999,
          -0.33333333330000003, 0.041666666699999994, 0.67749999999999999, 0.66666666669999997, 0.16666666669999999,
          0.55249999999999999, 0.66666666669999997, 0.00053021873945943709, -0.00010058772803533955,
          -0.000517165450024476, 0, 0, 0}},
        {0,
         0,
         -1,
         {0.16666666666666657, 0.52554306446232357, 9.3399312853711991e-18, 0.16666666669999999, 0.33333333336666665,
          0.66666666663333329, 3.33333360913457e-11, -0.66666666663333329, -3.33333360913457e-11, 3.33333360913457e-11,
          -0.66666666663333329, 0.66666666663333329, -3.3306690738754696e-16, -0.19613300000000056,
          9.4153968122486947e-18, 0, 0, 0}},
    };
    int i, k, used = 0;
    for (i = 0; i < (int)(sizeof known / sizeof *known); i++) {
        const double *x = known[i].x;
        collide_vec3 v[4], turned_over[3], move, none = {0, 0, 0};
        real when = -1, other = -1;
        int exact = 1, hit;
        for (k = 0; k < 18; k++)
            if ((double)(real)x[k] < x[k] || (double)(real)x[k] > x[k]) exact = 0;
        if (!exact) continue;
        used++;
        for (k = 0; k < 4; k++) v[k] = collide_i_vec((real)x[3 * k], (real)x[3 * k + 1], (real)x[3 * k + 2]);
        move = collide_i_vec((real)(x[12] - x[15]), (real)(x[13] - x[16]), (real)(x[14] - x[17]));
        if (known[i].edges) {
            hit = collide_plucker_edge_translate(v, move, v + 2, none, &when);
        } else { /* from either side */
            turned_over[0] = v[1], turned_over[1] = v[3], turned_over[2] = v[2];
            hit = collide_plucker_vertex_translate(v[0], move, v + 1, 3, 0, &when);
            if (hit == 0) {
                hit = collide_plucker_vertex_translate(v[0], move, turned_over, 3, 0, &other);
                when = other;
            }
        }
        ASSERTm(failed_case("query %d: %d, not %d", i, hit, known[i].meet), hit == known[i].meet);
        if (hit && known[i].when >= 0)
            ASSERTm(failed_case("query %d: %.17g, not %.17g", i, (double)when, known[i].when),
                    fabs((double)when - known[i].when) < 1e4 * EPS);
        if (!known[i].edges) { /* the same as a trace: a point and a sheet of one triangle, in its zone at most */
            plan s;
            collide_obstacle o;
            collide_mesh *sheet;
            collide_trace t;
            memset(&s, 0, sizeof s);
            memset(&o, 0, sizeof o);
            for (k = 1; k < 4; k++) plan_point(&s, v[k].x, v[k].y, v[k].z);
            plan_face(&s, 3, 0, 1, 2, 0);
            o.mesh = sheet = plan_mesh(&s, COLLIDE_MESH_OPEN, -1);
            ASSERT(sheet != NULL);
            hit = collide_trace_translate(NULL, pose_at(v[0].x, v[0].y, v[0].z), move, &o, 1, NULL, NULL, &t);
            ASSERTm(failed_case("query %d as a trace: %d, not %d", i, hit, known[i].meet), hit == known[i].meet);
            collide_mesh_destroy(sheet);
        }
    }
    ASSERT(used >= 10);
    PASS();
}

/* ---- [PLUCKER] ---- */

TEST line_coordinates_are_determinants(void)
{
    rng r = rng_for(720);
    int i, k;
    double worst = 0;
    for (i = 0; i < COUNT(20000, 2000000); i++) {
        collide_vec3 v[4];
        collide_plucker p, q, back;
        wide w[4][3], det;
        double off;
        for (k = 0; k < 4; k++) {
            v[k] = next_vec(&r, 4);
            wide3(v[k], w[k]);
        }
        p = collide_plucker_from_points(v[0], v[1]);
        q = i & 1 ? collide_plucker_from_points(v[2], v[3]) : collide_plucker_from_ray(v[2], collide_i_sub(v[3], v[2]));
        back = collide_plucker_from_points(v[1], v[0]);
        {
            wide d[3], want[6];
            minus3(w[1], w[0], d);
            want[0] = w[0][0] * w[1][1] - w[1][0] * w[0][1];
            want[1] = w[0][0] * w[1][2] - w[1][0] * w[0][2];
            want[2] = -d[0];
            want[3] = w[0][1] * w[1][2] - w[1][1] * w[0][2];
            want[4] = -d[2];
            want[5] = d[1];
            for (k = 0; k < 6; k++) ASSERT(WIDE(fabs)(want[k] - (wide)p.p[k]) <= 32 * (wide)COLLIDE_I_EPSILON);
        }
        /* 0 = p0 p4 + p1 p5 + p2 p3 */
        ASSERT(collide_i_abs(p.p[0] * p.p[4] + p.p[1] * p.p[5] + p.p[2] * p.p[3]) <= 1024 * COLLIDE_I_EPSILON);
        /* six times the signed volume of the four points: the determinant of 2.1 */
        det = -volume4(w[0], w[1], w[2], w[3]);
        off = (double)WIDE(fabs)(det - (wide)collide_plucker_side(&p, &q));
        worst = fmax(worst, off / (4 * 4 * 4 * EPS));
        ASSERTm(failed_case("case %d: %g, not %g", i, (double)collide_plucker_side(&p, &q), (double)det),
                off <= 64 * 4 * 4 * 4 * EPS);
        /* the same from either side, to the bit: nothing slips through between two faces */
        ASSERT(!(collide_plucker_side(&p, &q) + collide_plucker_side(&back, &q) < 0));
        ASSERT(!(collide_plucker_side(&p, &q) + collide_plucker_side(&back, &q) > 0));
    }
    tell("seed %lu: sides at most %.3g roundings off", (unsigned long)tests_seed, worst);
    PASS();
}

/* Front hits have positive products with all edges (2.2). */
TEST sides_are_positive_at_the_front(void)
{
    collide_vec3 t[3], up = {0, 0, -1}, at = {COLLIDE_R(0.25), COLLIDE_R(0.25), 1};
    collide_plucker p, q;
    int k;
    t[0] = collide_i_vec(0, 0, 0), t[1] = collide_i_vec(1, 0, 0), t[2] = collide_i_vec(0, 1, 0);
    p = collide_plucker_from_ray(at, up);
    for (k = 0; k < 3; k++) {
        q = collide_plucker_from_points(t[k], t[(k + 1) % 3]);
        ASSERT(collide_plucker_side(&p, &q) > 0);
    }
    PASS();
}

/* A convex polygon in some plane: its corners, and in the wider type its normal and offset. */
typedef struct {
    collide_vec3 v[8];
    wide n[3], d, mid[3];
    int count;
} tile;

static void tile_plane(tile *t)
{
    wide p[3], q[3], c[3];
    int i, k;
    memset(t->n, 0, sizeof t->n);
    memset(t->mid, 0, sizeof t->mid);
    for (i = 0; i < t->count; i++) {
        wide3(t->v[i], p);
        wide3(t->v[(i + 1) % t->count], q);
        cross3(p, q, c);
        for (k = 0; k < 3; k++) t->n[k] += c[k], t->mid[k] += p[k] / t->count;
    }
    (void)unit3(t->n);
    t->d = dot3(t->n, t->mid);
}

static tile next_tile(rng *r, int flat)
{
    tile t;
    collide_pose p = next_pose(r, 1);
    int i;
    real phase = next_between(r, 0, 6);
    t.count = 3 + (int)next_below(r, 5);
    if (flat) memset(&p.rotation, 0, sizeof p.rotation);
    for (i = 0; i < t.count; i++) {
        real angle = COLLIDE_R(6.2831853) * (real)i / (real)t.count + phase;
        t.v[i] = collide_i_vec(collide_cos(angle), collide_sin(angle), 0);
        t.v[i] = collide_pose_apply(p, t.v[i]);
    }
    tile_plane(&t);
    return t;
}

/* How far within the polygon a point's foot is; negative: outside. */
static wide tile_margin(const tile *t, const wide p[3])
{
    wide least = HUGE_VAL;
    int i;
    for (i = 0; i < t->count; i++) {
        wide a[3], b[3], e[3], d[3], c[3];
        wide3(t->v[i], a);
        wide3(t->v[(i + 1) % t->count], b);
        minus3(b, a, e);
        minus3(p, a, d);
        cross3(e, d, c);
        least = WIDE(fmin)(least, dot3(c, t->n) / length3(e));
    }
    return least;
}

/* Where the line from p along v meets the polygon's plane: how far within it. */
static wide tile_pierced(const tile *t, const wide p[3], const wide v[3])
{
    wide x[3], b = dot3(t->n, v);
    if (!(WIDE(fabs)(b) > 0)) return -HUGE_VAL;
    along3(p, (t->d - dot3(t->n, p)) / b, v, x);
    return tile_margin(t, x);
}

TEST vertices_meet_polygons_flying(void)
{
    rng r = rng_for(721);
    int i, hits = 0, misses = 0, unclear = 0;
    double worst = 0;
    for (i = 0; i < COUNT(20000, 2000000); i++) {
        tile t = next_tile(&r, i % 4 == 0);
        collide_vec3 v = next_vec(&r, 2), to = next_vec(&r, 1), move;
        real e = i % 3 == 0 ? 0 : COLLIDE_R(0.01) * next_between(&r, 0, 1), got = -7;
        wide p[3], d[3], a, b, f, x[3], in, pierced, tol = 64 * (wide)COLLIDE_I_EPSILON;
        int must = 0, mustnot = 0;
        collide_result result;
        if (i % 5 == 0) { /* close to the plane, or in the zone */
            wide3(to, p);
            along3(p, t.d - dot3(t.n, p) + (wide)e * 3 * (wide)next_real(&r), t.n, p);
            v = real3(p);
        }
        move = collide_i_sub(to, v);
        if (i % 2) move = collide_i_scale(move, next_between(&r, 0, 3));
        wide3(v, p);
        wide3(move, d);
        a = dot3(t.n, p) - t.d;
        b = dot3(t.n, d);
        result = collide_plucker_vertex_translate(v, move, t.v, t.count, e, &got);
        ASSERT(result == 0 || result == 1);
        f = WIDE(fabs)(b) > 0 ? ((wide)e - a) / b : -1;
        if (f < 0) f = 0;
        along3(p, f, d, x);
        in = tile_margin(&t, x);
        pierced = tile_pierced(&t, p, d);
        if (b > tol || a < -tol || (b < -tol && f * -b > -b + tol)) mustnot = 1;
        if (in < -2 * (wide)e - tol && pierced < -2 * (wide)e - tol) mustnot = 1;
        if (a > tol && b < -tol && f <= 1 && in > tol && pierced > (tol * 8) / -b) must = 1;
        if (must) {
            double off = (double)(WIDE(fabs)((wide)got - f) * -b);
            ASSERTm(failed_case("case %d: missed at %g", i, (double)f), result == 1);
            worst = fmax(worst, off / EPS);
            ASSERTm(failed_case("case %d: %.9g, not %.9g", i, (double)got, (double)f), off < 64 * EPS);
            hits++;
        } else if (mustnot && !must) {
            ASSERTm(failed_case("case %d: hit at %g; a %g b %g f %g in %g pierced %g", i, (double)got, (double)a,
                                (double)b, (double)f, (double)in, (double)pierced),
                    result == 0);
            misses++;
        } else {
            unclear++;
        }
    }
    tell("seed %lu: %d hits, %d misses, %d on the brink, at most %.3g roundings off", (unsigned long)tests_seed, hits,
         misses, unclear, worst);
    ASSERT(hits > COUNT(1000, 1000) && misses > COUNT(1000, 1000));
    PASS();
}

/* When the line through a meets the line through b if a flies: the fraction, and where on either. */
static int lines_meet(const wide a0[3], const wide a1[3], const wide v[3], const wide b0[3], const wide b1[3], wide *f,
                      wide *s, wide *t)
{
    wide u[3], w[3], n[3], d[3], x[3], c[3], nn;
    minus3(a1, a0, u);
    minus3(b1, b0, w);
    cross3(u, w, n);
    nn = dot3(n, n);
    minus3(b0, a0, d);
    if (!(WIDE(fabs)(dot3(n, v)) > 0) || nn < (wide)1e-8 * dot3(u, u) * dot3(w, w)) return 0;
    *f = dot3(n, d) / dot3(n, v);
    along3(a0, *f, v, x);
    minus3(b0, x, d); /* x + s u = b0 + t w */
    cross3(d, w, c);
    *s = dot3(c, n) / nn;
    cross3(d, u, c);
    *t = dot3(c, n) / nn;
    return 1;
}

static int within_ends(wide s, wide margin) { return s > margin && s < 1 - margin; }
static int beyond_ends(wide s, wide margin) { return s < -margin || s > 1 + margin; }

TEST edges_meet_edges_flying(void)
{
    rng r = rng_for(722);
    int i, k, hits = 0, misses = 0, unclear = 0;
    double worst = 0;
    for (i = 0; i < COUNT(20000, 2000000); i++) {
        collide_vec3 a[2], b[2], move, mitre = {0, 0, 0};
        wide aw[2][3], bw[2][3], d[3], m[3], bm[2][3], f1, s1, t1, f2, s2, t2, u[3], w[3], n[3], speed,
            side = (wide)1e-3;
        real got = -7, size = COLLIDE_R(0.01);
        collide_result result;
        int must = 0, mustnot = 0;
        for (k = 0; k < 2; k++) a[k] = next_vec(&r, 1), b[k] = next_vec(&r, 1);
        move = collide_i_scale(next_vec(&r, 1), 3);
        for (k = 0; k < 2; k++)
            a[k] = collide_i_sub(a[k], collide_i_scale(move, next_between(&r, 0, 0) + COLLIDE_R(0.5)));
        wide3(move, d);
        for (k = 0; k < 2; k++) wide3(a[k], aw[k]), wide3(b[k], bw[k]);
        minus3(aw[1], aw[0], u);
        minus3(bw[1], bw[0], w);
        cross3(u, w, n);
        if (!unit3(n)) continue;
        speed = WIDE(fabs)(dot3(n, d));
        if (i % 3) { /* the mitre stands on the side that the edge comes from */
            collide_vec3 lean = next_vec(&r, COLLIDE_R(0.5));
            wide out = dot3(n, d) > 0 ? -1 : 1;
            for (k = 0; k < 3; k++) m[k] = (wide)size * out * n[k];
            mitre = collide_i_add(real3(m), collide_i_scale(lean, size));
        }
        if (i % 7 == 0) { /* begins in the zone */
            real back = next_between(&r, COLLIDE_R(0.2), COLLIDE_R(0.8));
            if (!lines_meet(aw[0], aw[1], d, bw[0], bw[1], &f1, &s1, &t1)) continue;
            for (k = 0; k < 2; k++) {
                a[k] = collide_i_add(a[k], collide_i_scale(move, (real)f1));
                a[k] = collide_i_add(a[k], collide_i_scale(mitre, back));
                wide3(a[k], aw[k]);
            }
        }
        wide3(mitre, m);
        for (k = 0; k < 2; k++) along3(bw[k], 1, m, bm[k]);
        result = collide_plucker_edge_translate(a, move, b, mitre, &got);
        ASSERT(result == 0 || result == 1);
        if (speed < (wide)1e-3 || length3(u) < (wide)0.05 || length3(w) < (wide)0.05) continue;
        if (!lines_meet(aw[0], aw[1], d, bw[0], bw[1], &f1, &s1, &t1)) continue;
        if (!lines_meet(aw[0], aw[1], d, bm[0], bm[1], &f2, &s2, &t2)) continue;
        {
            wide slack = 512 * (wide)COLLIDE_I_EPSILON / speed;
            int has_mitre = i % 3 != 0;
            if (!has_mitre) f2 = f1, s2 = s1, t2 = t1;
            if (within_ends(s1, side) && within_ends(t1, side) && within_ends(s2, side) && within_ends(t2, side) &&
                f1 > slack && f2 < 1 - slack && f2 < f1 + slack)
                must = 1;
            if (((beyond_ends(s1, side) && beyond_ends(s2, side)) ||
                 (beyond_ends(t1, side) && beyond_ends(t2, side))) ||
                f1 < -slack || f2 > 1 + slack || f1 < f2 - slack)
                mustnot = 1;
            if (must) {
                double off, want = f2 > 0 ? (double)f2 : 0;
                off = fabs((double)got - want) * (double)speed;
                ASSERTm(failed_case("case %d: missed at %g (true edge at %g)", i, want, (double)f1), result == 1);
                worst = fmax(worst, off / EPS);
                ASSERTm(failed_case("case %d: %.9g, not %.9g (speed %g)", i, (double)got, want, (double)speed),
                        off < 512 * EPS);
                hits++;
            } else if (mustnot) {
                ASSERTm(failed_case("case %d: hit at %g; f1 %g f2 %g s %g %g t %g %g", i, (double)got, (double)f1,
                                    (double)f2, (double)s1, (double)s2, (double)t1, (double)t2),
                        result == 0);
                misses++;
            } else {
                unclear++;
            }
        }
    }
    tell("seed %lu: %d hits, %d misses, %d on the brink, at most %.3g roundings off", (unsigned long)tests_seed, hits,
         misses, unclear, worst);
    ASSERT(hits > COUNT(1000, 1000) && misses > COUNT(1000, 1000));
    PASS();
}

/* A point that turns: at an angle, where, and how fast by angle. */
static void turned(const wide p[3], const wide origin[3], const wide axis[3], wide angle, wide x[3], wide v[3])
{
    wide d[3];
    minus3(p, origin, d);
    rodrigues3(axis, angle, d, d);
    cross3(axis, d, v);
    along3(origin, 1, d, x);
}

/* The height of a turning point over a polygon's plane. */
static wide tile_height(const tile *t, const wide p[3], const wide origin[3], const wide axis[3], wide angle)
{
    wide x[3], v[3];
    turned(p, origin, axis, angle, x, v);
    return dot3(t->n, x) - t->d;
}

/* Every time that it comes down to the height e, in steps and halves; what it then must do. 1: hit at *angle, 0: a
   miss, -1: on the brink. */
static int first_descent(const tile *t, const wide p[3], const wide origin[3], const wide axis[3], wide limit, wide e,
                         wide tol, wide *angle)
{
    const int steps = 720;
    wide h0 = tile_height(t, p, origin, axis, 0), x[3], v[3], before = h0;
    int i, k;
    turned(p, origin, axis, 0, x, v);
    if (WIDE(fabs)(h0 - e) < 4 * tol || WIDE(fabs)(h0) < 4 * tol) return -1;
    if (h0 > 0 && h0 < e) return -1; /* the zone is tested elsewhere */
    for (i = 1; i <= steps; i++) {
        wide to = limit * i / steps, from = limit * (i - 1) / steps, now = tile_height(t, p, origin, axis, to);
        /* a dip between two steps: look where it is lowest */
        wide middle = tile_height(t, p, origin, axis, (from + to) / 2);
        if (before > e && now > e && middle > e &&
            WIDE(fmin)(before, now) - e < 4 * WIDE(fabs)(before + now - 2 * middle) + 4 * tol)
            return -1;
        if (before > e && now <= e) {
            wide lo = from, hi = to, in, pierced;
            for (k = 0; k < 100; k++) {
                wide mid = (lo + hi) / 2;
                if (tile_height(t, p, origin, axis, mid) > e)
                    lo = mid;
                else
                    hi = mid;
            }
            turned(p, origin, axis, hi, x, v);
            in = tile_margin(t, x);
            pierced = tile_pierced(t, x, v);
            if (in > 8 * tol && pierced > 8 * tol / WIDE(fmax)(WIDE(fabs)(dot3(v, t->n)), tol)) {
                if (-dot3(v, t->n) < (wide)1e-3) return -1; /* so flat that the angle is anybody's guess */
                *angle = hi;
                return limit - hi < 64 * tol ? -1 : 1;
            }
            if (!(in < -2 * e - 8 * tol && pierced < -2 * e - 8 * tol)) return -1;
        }
        before = now;
    }
    if (before > e && before < e + 64 * tol) return -1;
    return 0;
}

TEST vertices_meet_polygons_turning(void)
{
    rng r = rng_for(723);
    int i, hits = 0, misses = 0, unclear = 0, second = 0;
    double worst = 0;
    for (i = 0; i < COUNT(3000, 300000); i++) {
        tile t = next_tile(&r, i % 4 == 0);
        collide_vec3 v = next_vec(&r, 2), origin = next_vec(&r, 1), axis = next_vec(&r, 1);
        real e = i % 3 == 0 ? 0 : COLLIDE_R(0.01) * next_between(&r, 0, 1), got = -7, limit;
        wide p[3], o[3], n[3], angle = 0, full, tol = 64 * (wide)COLLIDE_I_EPSILON;
        collide_result result;
        int want;
        if (i % 11 == 0) axis = collide_i_vec(0, 0, 1);
        if (i % 13 == 0) axis = collide_i_vec(0, -1, 0);
        if (!(collide_vec3_length(axis) > COLLIDE_R(0.1))) continue;
        if (i % 2) { /* over the polygon, and then back by some angle */
            collide_pose back = at_origin;
            real by = next_between(&r, 0, 3);
            back.rotation = collide_quat_from_axis_angle(axis, -by);
            wide3(next_vec(&r, COLLIDE_R(0.4)), p);
            along3(t.mid, 1, p, p);
            v = collide_i_add(origin, collide_pose_rotate(back, collide_i_sub(real3(p), origin)));
        }
        limit = i % 5 == 0 ? next_between(&r, 0, 1) : next_between(&r, 0, 12);
        result = collide_plucker_vertex_rotate(v, origin, axis, limit, t.v, t.count, e, &got);
        ASSERT(result == 0 || result == 1);
        wide3(v, p);
        wide3(origin, o);
        wide3(axis, n);
        (void)unit3(n);
        full = 2 * WIDE(atan)((wide)limit);
        want = first_descent(&t, p, o, n, full, (wide)e, tol, &angle);
        if (want == 1) {
            wide at = 2 * WIDE(atan)((wide)got), h = tile_height(&t, p, o, n, at), x[3], y[3];
            double off = (double)WIDE(fabs)(h - (wide)e);
            ASSERTm(failed_case("case %d: missed at %g", i, (double)angle), result == 1);
            turned(p, o, n, angle, x, y);
            turned(p, o, n, at, x, y);
            worst = fmax(worst, off / EPS);
            ASSERTm(failed_case("case %d: %.9g, not %.9g: %g off (expel %g, limit %g)", i, (double)at, (double)angle,
                                off, (double)e, (double)limit),
                    off < 512 * EPS && WIDE(fabs)(at - angle) < (wide)0.01);
            hits++;
            if (tile_height(&t, p, o, n, 0) < 0) second++;
        } else if (want == 0) {
            ASSERTm(failed_case("case %d: hit at %g of %g", i, (double)(2 * WIDE(atan)((wide)got)), (double)full),
                    result == 0);
            misses++;
        } else {
            unclear++;
        }
    }
    tell("seed %lu: %d hits, %d of them from behind first, %d misses, %d on the brink, at most %.3g roundings off",
         (unsigned long)tests_seed, hits, second, misses, unclear, worst);
    ASSERT(hits > COUNT(150, 1000) && misses > COUNT(300, 1000) && second >= COUNT(10, 1000) / 10);
    PASS();
}

/* In the zone it may go outwards, never deeper (3.3, Figures 2 to 4). */
TEST the_zone_lets_out_only(void)
{
    rng r = rng_for(724);
    int i, in = 0, out = 0;
    for (i = 0; i < COUNT(3000, 300000); i++) {
        tile t = next_tile(&r, i % 4 == 0);
        collide_vec3 v, origin = next_vec(&r, 2), axis = next_vec(&r, 1);
        real e = COLLIDE_R(0.05), got = -7, limit = next_between(&r, COLLIDE_R(0.05), 12);
        wide p[3], o[3], n[3], h0, x[3], y[3], slope, full, stop,
            share = (wide)next_between(&r, COLLIDE_R(0.1), COLLIDE_R(0.9));
        collide_result result;
        int k, steps = 400;
        along3(t.mid, share * (wide)e, t.n, p);
        v = real3(p);
        wide3(v, p);
        if (!(collide_vec3_length(axis) > COLLIDE_R(0.1))) continue;
        wide3(origin, o);
        wide3(axis, n);
        (void)unit3(n);
        h0 = tile_height(&t, p, o, n, 0);
        turned(p, o, n, 0, x, y);
        slope = dot3(y, t.n);
        result = collide_plucker_vertex_rotate(v, origin, axis, limit, t.v, t.count, e, &got);
        full = 2 * WIDE(atan)((wide)limit);
        if (WIDE(fabs)(slope) < (wide)0.01 || tile_pierced(&t, x, y) < (wide)0.01) continue;
        if (slope < 0) {
            ASSERTm(failed_case("case %d: %d at %g going in", i, result, (double)got), result == 1 && !(got > 0));
            in++;
            continue;
        }
        stop = result == 1 ? 2 * WIDE(atan)((wide)got) : full;
        ASSERTm(failed_case("case %d: stuck", i), stop > 0);
        for (k = 1; k <= steps; k++) { /* on its way it is never deeper than at first while it is over the polygon */
            wide at = stop * k / steps, h = tile_height(&t, p, o, n, at);
            turned(p, o, n, at, x, y);
            if (tile_margin(&t, x) < (wide)0.06 || tile_pierced(&t, x, y) < (wide)0.06) break;
            ASSERTm(failed_case("case %d: from %g down to %g at %g of %g", i, (double)h0, (double)h, (double)at,
                                (double)stop),
                    h > h0 - 512 * (wide)COLLIDE_I_EPSILON);
        }
        if (result == 1 && got > 0) { /* it stops for a reason: at the zone's outer side, or at the top */
            wide h = tile_height(&t, p, o, n, stop);
            turned(p, o, n, stop, x, y);
            ASSERTm(failed_case("case %d: stopped at height %g of zone %g, slope %g", i, (double)h, (double)e,
                                (double)dot3(y, t.n)),
                    h < (wide)e + 512 * (wide)COLLIDE_I_EPSILON && dot3(y, t.n) < (wide)0.01);
            out++;
        }
    }
    tell("seed %lu: %d kept, %d stopped on the way back", (unsigned long)tests_seed, in, out);
    ASSERT(in > COUNT(300, 1000) && out > 0);
    PASS();
}

/* At the top of its arc, to the last bit, and over a floor or under a ceiling: the bend tells. */
TEST bent_ways_go_inwards(void)
{
    static const collide_vec3 floor[4] = {{-5000, 0, -5000}, {-5000, 0, 5000}, {5000, 0, 5000}, {5000, 0, -5000}};
    int k;
    for (k = -1; k <= 1; k++) {
        const collide_vec3 v = collide_i_vec((real)k / 1024, COLLIDE_R(0.0625), 0), z = collide_i_vec(0, 0, 1);
        real t = 7;
        /* an axis below turns it over the top, down from the middle on */
        ASSERT_EQ(1, collide_plucker_vertex_rotate(v, collide_i_vec(0, -1, 0), z, 1, floor, 4, COLLIDE_R(0.125), &t));
        ASSERTm(failed_case("%d: %g", k, (double)t), k <= 0 ? !(t > 0) : t > 0 && t < COLLIDE_R(0.01));
        /* an axis above lifts it from the middle on */
        ASSERT_EQ(k > 0, collide_plucker_vertex_rotate(v, collide_i_vec(0, 1, 0), collide_i_vec(0, 0, -1), 1, floor, 4,
                                                       COLLIDE_R(0.125), &t));
        ASSERT(k <= 0 || !(t > 0));
    }
    PASS();
}

static wide edge_side(wide a[2][3], const wide o[3], const wide n[3], wide b[2][3], wide angle, wide x[2][3])
{
    wide v[3];
    turned(a[0], o, n, angle, x[0], v);
    turned(a[1], o, n, angle, x[1], v);
    return volume4(x[0], x[1], b[0], b[1]);
}

TEST edges_meet_edges_turning(void)
{
    const int steps = 720;
    rng r = rng_for(725);
    int i, k, hits = 0, misses = 0, unclear = 0, later = 0;
    double worst = 0;
    for (i = 0; i < COUNT(2000, 200000); i++) {
        collide_vec3 a[2], b[2], origin = next_vec(&r, 1), axis = next_vec(&r, 1), none = {0, 0, 0};
        wide aw[2][3], bw[2][3], o[3], n[3], x[2][3], full, before, hit = -1, tol = 64 * (wide)COLLIDE_I_EPSILON;
        real got = -7, limit = next_between(&r, 0, 12);
        collide_result result;
        int brink = 0, crossings = 0;
        for (k = 0; k < 2; k++) a[k] = next_vec(&r, 1), b[k] = next_vec(&r, 1);
        if (i % 11 == 0) axis = collide_i_vec(0, 0, 1);
        if (!(collide_vec3_length(axis) > COLLIDE_R(0.1)) || distance3(a[0], a[1]) < 0.1 || distance3(b[0], b[1]) < 0.1)
            continue;
        result = collide_plucker_edge_rotate(a, origin, axis, limit, b, none, &got);
        ASSERT(result == 0 || result == 1);
        for (k = 0; k < 2; k++) wide3(a[k], aw[k]), wide3(b[k], bw[k]);
        wide3(origin, o);
        wide3(axis, n);
        (void)unit3(n);
        full = 2 * WIDE(atan)((wide)limit);
        before = edge_side(aw, o, n, bw, 0, x);
        if (WIDE(fabs)(before) < 64 * tol) continue;
        for (k = 1; k <= steps && !brink && hit < 0; k++) {
            wide from = full * (k - 1) / steps, to = full * k / steps, now = edge_side(aw, o, n, bw, to, x);
            wide middle = edge_side(aw, o, n, bw, (from + to) / 2, x);
            int same = (before > 0) == (now > 0);
            if (same &&
                WIDE(fmin)(WIDE(fabs)(before), WIDE(fabs)(now)) < 4 * WIDE(fabs)(before + now - 2 * middle) + 64 * tol)
                brink = 1;
            if (!same) {
                wide lo = from, hi = to, u[3], w[3], c[3], d[3], nn, s, t, v[3], y[3];
                int j;
                crossings++;
                for (j = 0; j < 100; j++) {
                    wide mid = (lo + hi) / 2;
                    if ((edge_side(aw, o, n, bw, mid, x) > 0) == (before > 0))
                        lo = mid;
                    else
                        hi = mid;
                }
                (void)edge_side(aw, o, n, bw, hi, x);
                minus3(x[1], x[0], u);
                minus3(bw[1], bw[0], w);
                cross3(u, w, c);
                nn = dot3(c, c);
                if (nn < (wide)1e-4 * dot3(u, u) * dot3(w, w)) {
                    brink = 1;
                    break;
                }
                minus3(bw[0], x[0], d);
                cross3(d, w, v);
                s = dot3(v, c) / nn;
                cross3(d, u, v);
                t = dot3(v, c) / nn;
                along3(x[0], s, u, y);
                minus3(y, o, d);
                cross3(n, d, v);
                if (WIDE(fabs)(dot3(v, c)) < (wide)1e-3 * WIDE(sqrt)(nn)) brink = 1; /* grazes */
                if (within_ends(s, (wide)1e-3) && within_ends(t, (wide)1e-3))
                    hit = hi;
                else if (!beyond_ends(s, (wide)1e-3) && !beyond_ends(t, (wide)1e-3))
                    brink = 1;
            }
            before = now;
        }
        if (WIDE(fabs)(before) < 64 * tol || (hit >= 0 && full - hit < (wide)1e-5) || (hit >= 0 && hit < (wide)1e-5))
            brink = 1;
        if (brink) {
            unclear++;
            continue;
        }
        if (hit >= 0) {
            wide at = 2 * WIDE(atan)((wide)got), v[3];
            double off;
            ASSERTm(failed_case("case %d: missed at %g of %g", i, (double)hit, (double)full), result == 1);
            turned(aw[0], o, n, hit, x[0], v);
            off = (double)WIDE(fabs)(at - hit);
            worst = fmax(worst, off / EPS);
            ASSERTm(failed_case("case %d: %.9g, not %.9g", i, (double)at, (double)hit),
                    off < 1024 * EPS * 1000 && WIDE(fabs)(edge_side(aw, o, n, bw, at, x)) < 512 * tol);
            hits++;
            later += crossings > 1;
        } else {
            ASSERTm(failed_case("case %d: hit at %g of %g", i, (double)(2 * WIDE(atan)((wide)got)), (double)full),
                    result == 0);
            misses++;
        }
    }
    tell("seed %lu: %d hits, %d not at the first root, %d misses, %d on the brink, at most %.3g roundings of the angle",
         (unsigned long)tests_seed, hits, later, misses, unclear, worst);
    ASSERT(hits > COUNT(60, 1000) && misses > COUNT(300, 1000) && later >= COUNT(1, 100) / 100);
    PASS();
}

/* With a mitre it stops between the mitre line and the edge, on the side it came from. */
TEST edges_turn_up_to_the_mitre(void)
{
    rng r = rng_for(726);
    int i, k, hits = 0, zone = 0;
    double nearest = HUGE_VAL, furthest = 0;
    for (i = 0; i < COUNT(3000, 300000); i++) {
        collide_vec3 a[2], b[2], origin = next_vec(&r, 1), axis = next_vec(&r, 1), mitre;
        wide aw[2][3], bw[2][3], o[3], n[3], x[2][3], v[3], u[3], w[3], c[3], y[3], d[3], e = (wide)0.01, back, apart,
                                                                                          off, at[2];
        wide s = (wide)next_between(&r, COLLIDE_R(0.2), COLLIDE_R(0.8)),
             t = (wide)next_between(&r, COLLIDE_R(0.2), COLLIDE_R(0.8));
        real got = -7, limit;
        collide_result result;
        if (!(collide_vec3_length(axis) > COLLIDE_R(0.1))) continue;
        /* a contact, made by hand; then back by an angle */
        for (k = 0; k < 2; k++) a[k] = next_vec(&r, 1), b[k] = next_vec(&r, 1);
        for (k = 0; k < 2; k++) wide3(a[k], aw[k]), wide3(b[k], bw[k]);
        minus3(aw[1], aw[0], u);
        minus3(bw[1], bw[0], w);
        cross3(u, w, c);
        if (length3(c) < (wide)0.3 * length3(u) * length3(w) || length3(u) < (wide)0.3 || length3(w) < (wide)0.3)
            continue;
        (void)unit3(c);
        along3(bw[0], t, w, y);
        along3(y, -s, u, aw[0]);
        along3(aw[0], 1, u, aw[1]);
        wide3(origin, o);
        wide3(axis, n);
        (void)unit3(n);
        minus3(y, o, d);
        cross3(n, d, v);
        if (WIDE(fabs)(dot3(v, c)) < (wide)0.2) continue; /* fast enough to come from somewhere */
        if (dot3(v, c) > 0)
            for (k = 0; k < 3; k++) c[k] = -c[k]; /* where it comes from */
        {
            collide_vec3 lean = next_vec(&r, COLLIDE_R(0.003));
            for (k = 0; k < 3; k++) d[k] = e * c[k];
            mitre = collide_i_add(real3(d), lean);
        }
        back =
            i % 5 == 0 ? (wide)0.004 / WIDE(fabs)(dot3(v, c)) : (wide)next_between(&r, COLLIDE_R(0.05), COLLIDE_R(0.2));
        for (k = 0; k < 2; k++) {
            wide z[3];
            turned(aw[k], o, n, -back, x[k], z);
            a[k] = real3(x[k]);
            wide3(a[k], aw[k]);
        }
        limit = (real)WIDE(tan)(back / 2 * (wide)1.2);
        result = collide_plucker_edge_rotate(a, origin, axis, limit, b, mitre, &got);
        ASSERTm(failed_case("case %d: through the edge at %g", i, (double)back), result == 1);
        for (k = 0; k < 2; k++) turned(aw[k], o, n, 2 * WIDE(atan)((wide)got), x[k], v);
        apart = segments_apart(x[0], x[1], bw[0], bw[1], y, d, at);
        if (i % 5 == 0) {
            ASSERTm(failed_case("case %d: in the zone, on to %g", i, (double)got), !(got > 0));
            zone++;
        } else {
            nearest = fmin(nearest, (double)(apart / e));
            furthest = fmax(furthest, (double)(apart / e));
            /* On the zone's line, or, coming from where there is no zone or the lines are within it, on the edge. */
            minus3(x[1], x[0], u);
            minus3(bw[1], bw[0], w);
            cross3(u, w, c);
            (void)unit3(c);
            wide3(mitre, d);
            along3(bw[0], 1, d, y);
            minus3(x[0], y, d);
            off = WIDE(fmin)(WIDE(fabs)(dot3(d, c)), apart);
            ASSERTm(failed_case("case %d: stopped %g off the zone's line, %g from the edge at %g of %g", i, (double)off,
                                (double)apart, (double)(2 * WIDE(atan)((wide)got)), (double)back),
                    (off < 64 * (wide)COLLIDE_I_EPSILON || !(got > 0)) &&
                        2 * WIDE(atan)((wide)got) < back + 64 * (wide)COLLIDE_I_EPSILON);
            hits++;
        }
    }
    tell("seed %lu: %d hits, %.3g to %.3g of the mitre away, %d in the zone", (unsigned long)tests_seed, hits, nearest,
         furthest, zone);
    ASSERT(hits > COUNT(100, 1000) && zone > 0);
    PASS();
}

TEST turns_by_hand(void)
{
    collide_vec3 z = {0, 0, 1}, o = {0, 0, 0}, v = {1, 0, 0}, quad[4], a[2], b[2], none = {0, 0, 0};
    real got;
    int k;
    double tol = 16 * EPS;
    /* the plane x = 0 seen from +x: a quarter turn */
    quad[0] = collide_i_vec(0, -2, -2), quad[1] = collide_i_vec(0, 2, -2), quad[2] = collide_i_vec(0, 2, 2);
    quad[3] = collide_i_vec(0, -2, 2);
    ASSERT_EQ(1, collide_plucker_vertex_rotate(v, o, z, 10, quad, 4, 0, &got));
    ASSERT_IN_RANGE(1, (double)got, tol);
    ASSERT_EQ(0, collide_plucker_vertex_rotate(v, o, z, COLLIDE_R(0.99), quad, 4, 0, &got));
    /* clockwise: the same by symmetry, at the other side */
    ASSERT_EQ(1, collide_plucker_vertex_rotate(v, o, collide_i_negate(z), 10, quad, 4, 0, &got));
    ASSERT_IN_RANGE(1, (double)got, tol);
    /* x = cos(120 degrees): tan 60 */
    for (k = 0; k < 4; k++) quad[k].x = -COLLIDE_R(0.5);
    ASSERT_EQ(1, collide_plucker_vertex_rotate(v, o, z, 10, quad, 4, 0, &got));
    ASSERT_IN_RANGE(1.7320508075688772, (double)got, 4 * tol);
    /* touched at half a turn only: beyond every limit */
    for (k = 0; k < 4; k++) quad[k].x = -1;
    ASSERT_EQ(0, collide_plucker_vertex_rotate(v, o, z, 1000, quad, 4, 0, &got));
    for (k = 0; k < 4; k++) quad[k].x = -COLLIDE_R(1.5);
    ASSERT_EQ(0, collide_plucker_vertex_rotate(v, o, z, 1000, quad, 4, 0, &got));
    /* a = 0, one root at zero and one at half a turn; then a root far on */
    for (k = 0; k < 4; k++) quad[k].x = 0;
    ASSERT_EQ(0, collide_plucker_vertex_rotate(collide_i_vec(0, -1, 0), o, z, 1000, quad, 4, 0, &got));
    ASSERT_EQ(1, collide_plucker_vertex_rotate(collide_i_vec(COLLIDE_R(0.6), -COLLIDE_R(0.8), 0), o, z, 10, quad, 4, 0,
                                               &got));
    ASSERT_IN_RANGE(3, (double)got, 8 * tol); /* cos 143.13 degrees = -0.8: tan of half is 3 */
    /* on the axis: it never moves. In a plane square to the axis: it never comes nearer */
    ASSERT_EQ(0, collide_plucker_vertex_rotate(collide_i_vec(0, 0, 1), o, z, 10, quad, 4, 0, &got));
    for (k = 0; k < 4; k++) quad[k] = collide_i_vec((real)(k == 0 || k == 3 ? -2 : 2), (real)(k < 2 ? -2 : 2), -1);
    ASSERT_EQ(0, collide_plucker_vertex_rotate(v, o, z, 10, quad, 4, 0, &got));
    ASSERT_EQ(0, collide_plucker_vertex_rotate(v, o, z, 10, quad, 4, COLLIDE_R(0.5), &got));
    /* a rod along x at z = 0 turning about z: it meets a rod that stands on the y axis after a quarter */
    a[0] = collide_i_vec(COLLIDE_R(0.5), 0, 0), a[1] = collide_i_vec(2, 0, 0);
    b[0] = collide_i_vec(0, 1, -1), b[1] = collide_i_vec(0, 1, 1);
    ASSERT_EQ(1, collide_plucker_edge_rotate(a, o, z, 10, b, none, &got));
    ASSERT_IN_RANGE(1, (double)got, tol);
    /* both through the same point of the axis, both parallel to it, both in one plane square to it: no meeting */
    b[0] = collide_i_vec(0, 0, 0), b[1] = collide_i_vec(0, 1, 1);
    a[0] = collide_i_vec(0, 0, 0), a[1] = collide_i_vec(1, 0, 0);
    ASSERT(collide_plucker_edge_rotate(a, o, z, 10, b, none, &got) >= 0);
    a[0] = collide_i_vec(1, 0, 0), a[1] = collide_i_vec(1, 0, 1);
    b[0] = collide_i_vec(0, 2, 0), b[1] = collide_i_vec(0, 2, 1);
    ASSERT_EQ(0, collide_plucker_edge_rotate(a, o, z, 10, b, none, &got));
    a[0] = collide_i_vec(1, 0, 1), a[1] = collide_i_vec(2, 0, 1);
    b[0] = collide_i_vec(0, 1, 0), b[1] = collide_i_vec(0, 2, 0);
    ASSERT_EQ(0, collide_plucker_edge_rotate(a, o, z, 10, b, none, &got));
    /* they become parallel after a quarter turn, and their lines stay apart: coplanar is not yet meeting */
    a[0] = collide_i_vec(-1, 3, COLLIDE_R(0.5)), a[1] = collide_i_vec(1, 3, COLLIDE_R(0.5));
    b[0] = collide_i_vec(1, -1, 0), b[1] = collide_i_vec(1, 1, 0);
    ASSERT_EQ(0, collide_plucker_edge_rotate(a, o, z, 1000, b, none, &got));
    PASS();
}

/* An axis far away makes a turn a flight. */
TEST far_axes_make_straight_ways(void)
{
    rng r = rng_for(727);
    int i, hits = 0;
    double worst = 0;
    for (i = 0; i < COUNT(3000, 300000); i++) {
        tile t = next_tile(&r, 0);
        collide_vec3 v = next_vec(&r, 2), move = collide_i_scale(collide_i_sub(real3(t.mid), v), COLLIDE_R(1.5)),
                     side = collide_vec3_cross(move, next_vec(&r, 1)), axis;
        real far_off = power_of_two(4 + (int)next_below(&r, 8)), reach, limit, flown = -1, turned_by = -1;
        collide_vec3 origin;
        wide p[3], d[3], slope, bend;
        int a, b;
        reach = collide_vec3_length(move);
        if (!(collide_vec3_length(side) > COLLIDE_R(0.1)) || !(reach > COLLIDE_R(0.1))) continue;
        side = collide_vec3_normalize(side);
        axis = collide_vec3_normalize(collide_i_cross(side, move)); /* so that it starts along the move */
        origin = collide_i_add(v, collide_i_scale(side, far_off));
        axis = collide_i_negate(axis);
        limit = collide_sin(reach / far_off / 2) / collide_cos(reach / far_off / 2);
        {
            collide_vec3 way = collide_i_cross(axis, collide_i_sub(v, origin));
            if (collide_i_dot(way, move) < 0) axis = collide_i_negate(axis);
        }
        a = collide_plucker_vertex_translate(v, move, t.v, t.count, 0, &flown);
        b = collide_plucker_vertex_rotate(v, origin, axis, limit, t.v, t.count, 0, &turned_by);
        ASSERT(a >= 0 && b >= 0);
        wide3(v, p);
        wide3(move, d);
        slope = WIDE(fabs)(dot3(t.n, d)) / length3(d);
        bend = (wide)(reach * reach / far_off);
        if (a == 1 && b == 1 && slope > (wide)0.1) {
            double want = (double)flown, got = (double)(WIDE(atan)((wide)turned_by) / WIDE(atan)((wide)limit)), off;
            off = fabs(want - got) * (double)reach * (double)slope;
            worst = fmax(worst, (off - (double)bend) / (EPS * (double)far_off));
            ASSERTm(failed_case("case %d: %.9g, not %.9g (axis %g away)", i, got, want, (double)far_off),
                    off < 2 * (double)bend + 64 * EPS * (double)far_off);
            hits++;
        }
    }
    tell("seed %lu: %d hits alike, at most %.3g roundings of the axis's distance", (unsigned long)tests_seed, hits,
         worst);
    ASSERT(hits > COUNT(100, 1000));
    PASS();
}

TEST bad_lines_are_refused(void)
{
    real bad[3], got;
    collide_vec3 v[4], good = {0, 0, 2}, down = {0, 0, -4}, z = {0, 1, 0}, none = {0, 0, 0}, w;
    int i, k;
    bad[0] = (real)NAN, bad[1] = (real)INFINITY, bad[2] = -(real)INFINITY;
    v[0] = collide_i_vec(-1, -1, 0), v[1] = collide_i_vec(1, -1, 0), v[2] = collide_i_vec(1, 1, 0);
    v[3] = collide_i_vec(-1, 1, 0);
    ASSERT_EQ(1, collide_plucker_vertex_translate(good, down, v, 4, 0, &got));
    ASSERT_IN_RANGE(0.5, (double)got, 4 * EPS);
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++) {
            w = good;
            ((real *)&w)[k] = bad[i];
#define REFUSED(call)                                                                                                  \
    do {                                                                                                               \
        got = 7;                                                                                                       \
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, call);                                                                       \
        ASSERT(!(got > 0) && !(got < 0));                                                                              \
    } while (0)
            REFUSED(collide_plucker_vertex_translate(w, down, v, 4, 0, &got));
            REFUSED(collide_plucker_vertex_translate(good, w, v, 4, 0, &got));
            REFUSED(collide_plucker_vertex_translate(good, down, v, 4, bad[i], &got));
            REFUSED(collide_plucker_vertex_rotate(w, none, z, 1, v, 4, 0, &got));
            REFUSED(collide_plucker_vertex_rotate(good, w, z, 1, v, 4, 0, &got));
            REFUSED(collide_plucker_vertex_rotate(good, none, w, 1, v, 4, 0, &got));
            REFUSED(collide_plucker_vertex_rotate(good, none, z, bad[i], v, 4, 0, &got));
            REFUSED(collide_plucker_vertex_rotate(good, none, z, 1, v, 4, bad[i], &got));
            REFUSED(collide_plucker_edge_translate(v, w, v + 2, none, &got));
            REFUSED(collide_plucker_edge_translate(v, down, v + 2, w, &got));
            REFUSED(collide_plucker_edge_rotate(v, w, z, 1, v + 2, none, &got));
            REFUSED(collide_plucker_edge_rotate(v, none, w, 1, v + 2, none, &got));
            REFUSED(collide_plucker_edge_rotate(v, none, z, bad[i], v + 2, none, &got));
            REFUSED(collide_plucker_edge_rotate(v, none, z, 1, v + 2, w, &got));
            {
                collide_vec3 x[4];
                memcpy(x, v, sizeof x);
                ((real *)&x[1])[k] = bad[i];
                REFUSED(collide_plucker_vertex_translate(good, down, x, 4, 0, &got));
                REFUSED(collide_plucker_vertex_rotate(good, none, z, 1, x, 4, 0, &got));
                REFUSED(collide_plucker_edge_translate(x, down, v + 2, none, &got));
                REFUSED(collide_plucker_edge_translate(v, down, x, none, &got));
                REFUSED(collide_plucker_edge_rotate(x, none, z, 1, v + 2, none, &got));
                REFUSED(collide_plucker_edge_rotate(v, none, z, 1, x, none, &got));
            }
        }
    REFUSED(collide_plucker_vertex_rotate(good, none, none, 1, v, 4, 0, &got));
    REFUSED(collide_plucker_edge_rotate(v, none, none, 1, v + 2, none, &got));
    REFUSED(collide_plucker_vertex_translate(good, down, v, 2, 0, &got));
    REFUSED(collide_plucker_vertex_translate(good, down, v, -1, 0, &got));
    REFUSED(collide_plucker_vertex_translate(good, down, NULL, 4, 0, &got));
    REFUSED(collide_plucker_vertex_rotate(good, none, z, 1, v, 0, 0, &got));
    REFUSED(collide_plucker_edge_translate(NULL, down, v, none, &got));
    REFUSED(collide_plucker_edge_rotate(v, none, z, 1, NULL, none, &got));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_plucker_vertex_translate(good, down, v, 4, 0, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_plucker_edge_translate(v, down, v + 2, none, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_plucker_vertex_rotate(good, none, z, 1, v, 4, 0, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_plucker_edge_rotate(v, none, z, 1, v + 2, none, NULL));
#undef REFUSED
    PASS();
}

TEST plucker_takes_any_bytes(void)
{
    run_fuzz_target(fuzz_plucker, 728, COUNT(20000, 1000000));
    PASS();
}

SUITE(plucker)
{
    RUN_TEST(line_coordinates_are_determinants);
    RUN_TEST(sides_are_positive_at_the_front);
    RUN_TEST(vertices_meet_polygons_flying);
    RUN_TEST(edges_meet_edges_flying);
    RUN_TEST(vertices_meet_polygons_turning);
    RUN_TEST(the_zone_lets_out_only);
    RUN_TEST(bent_ways_go_inwards);
    RUN_TEST(edges_meet_edges_turning);
    RUN_TEST(edges_turn_up_to_the_mitre);
    RUN_TEST(turns_by_hand);
    RUN_TEST(far_axes_make_straight_ways);
    RUN_TEST(known_queries_have_their_answers);
    RUN_TEST(bad_lines_are_refused);
    RUN_TEST(plucker_takes_any_bytes);
}

/* ---- [TRACE] ---- */

/* A random walk; NULL, or what was wrong with it. */
static const char *walk_mesh_through(int level, int mover, unsigned number, long steps, real expel)
{
    static arena w;
    static vicinity column;
    const collide_mesh *mesh = mover_mesh(mover);
    collide_obstacle o = level_obstacle(level);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_trace_desc desc;
    rng r = rng_for(70000 + number);
    collide_pose pose;
    collide_vec3 normal, point;
    const char *wrong = NULL;
    real reach = mesh_reach(mesh);
    int touched = 0, hills = level == LEVEL_TERRAIN || level == LEVEL_TERRAIN + LEVEL_LARGE;
    long i;
    memset(&desc, 0, sizeof desc);
    desc.expel = expel;
    arena_make(&w, mesh, level_stage(level));
    if (!o.mesh || (mover && !mesh)) return failed_case("no mesh: %s, %s", level_names[level], mover_names[mover]);
    if (!find_start(&w, &r, level, &pose)) return failed_case("no room in %s", level_names[level]);
    for (i = 0; i < steps && !wrong; i++) {
        errand q = next_errand(&r, pose, reach, touched ? &normal : NULL, &point);
        collide_trace t;
        collide_slide s;
        collide_result result;
        int slid = next_below(&r, 8) == 0 && !(expel > 0); /* a slide has its own zone */
        double d, off = 0;
        memset(&t, 0, sizeof t);
        if (slid) {
            result = collide_trace_slide(mesh, pose, q.delta, &o, 1, NULL, &scratch, &s);
            t.end = s.end, t.flags = s.flags, t.normal = s.normal;
        } else {
            result = run_errand(&q, mesh, &o, 1, expel > 0 ? &desc : NULL, &scratch, &t);
            off = end_error(&q, mesh, &t);
        }
        if (result < 0) wrong = collide_result_text(result);
        if (!wrong && t.flags & COLLIDE_STARTED_INSIDE) wrong = "it says it started inside";
        if (!wrong && !slid &&
            !(off <= 16)) { /* who begins in the zone may first be set off, by less than it is thick */
            const double whole = (double)(w.level->size + errand_size(&q, mesh));
            const double thick = expel > 0 ? (double)expel : 32 * (double)COLLIDE_I_EPSILON * whole;
            arena_pose(&w, q.from);
            if (arena_distance(&w, (wide)(2 * thick)) >= (wide)thick ||
                !((off - 16) * (double)COLLIDE_I_EPSILON * (double)errand_size(&q, mesh) <= thick))
                wrong = "the end is not where the fraction leads";
        }
        arena_pose(&w, t.end);
        if (!wrong && arena_inside(&w)) wrong = "it is inside";
        if (!wrong && hills && !strayed(&w) && solids_around(w.level, w.mover.v[0].p, &column, 1))
            wrong = "it went through the ground";
        if (!wrong && expel > 0) {
            d = (double)(arena_distance(&w, (wide)expel) / (wide)expel);
            if (d < walked.nearest) walked.nearest = d;
            if (d < 0.25) wrong = "it is nearer than a quarter of the zone";
        }
        if (wrong) {
            printf("\n    %s in %s, walk %u, step %ld%s, expel %.9g\n", mover_names[mover], level_names[level], number,
                   i, slid ? ", a slide" : "", (double)expel);
            print_errand(&q);
            print_trace(&t);
            wrong = failed_case("%s in %s, walk %u, step %ld: %s (end off by %.3g roundings)", mover_names[mover],
                                level_names[level], number, i, wrong, off);
            break;
        }
        walked.moves++;
        walked.end = fmax(walked.end, off);
        touched = slid ? s.hits > 0 : result == 1;
        if (touched) normal = t.normal, point = slid ? t.end.position : t.point, walked.hits++;
        pose = t.end;
        if (strayed(&w) || next_below(&r, 2000) == 0) {
            touched = 0;
            walked.starts++;
            if (!find_start(&w, &r, level, &pose)) break;
        }
    }
    stage_free(&w.mover);
    collide_scratch_free(&scratch);
    return wrong;
}

static void tell_walks(const char *what)
{
    tell("seed %lu, %s: %ld moves, %ld hits, %ld starts; never inside, nearest %.3g of the zone, ends %.2g roundings "
         "off",
         (unsigned long)tests_seed, what, walked.moves, walked.hits, walked.starts, walked.nearest, walked.end);
    memset(&walked, 0, sizeof walked);
    walked.nearest = HUGE_VAL;
}

TEST walks_never_end_inside(void)
{
    long moves = COUNT(120, 18000);
    unsigned number = 0;
    int level, mover, zone;
    memset(&walked, 0, sizeof walked);
    walked.nearest = HUGE_VAL;
    for (level = 0; level < LEVEL_FLOOR; level++) {
        for (mover = 0; mover < MOVERS; mover++)
            for (zone = 0; zone < 2; zone++) {
                const char *wrong =
                    walk_mesh_through(level, mover, number++, moves, zone ? COLLIDE_R(0.0009765625) : 0);
                ASSERTm(wrong, wrong == NULL);
            }
        tell_walks(level_names[level]);
    }
    PASS();
}

/* ---- the first contact, by brute force ---- */

/* An errand that brings some place of the mover near some place of the obstacle, more often than not. */
static errand aim_errand(rng *r, const collide_mesh *mover, const collide_obstacle *o, real reach, int grazing,
                         wide zone)
{
    errand q;
    wide a[3], b[3], d[3], ro[9], rm[9], at[3], n[3];
    collide_pose pose = next_pose(r, 1);
    real angle = next_between(r, COLLIDE_R(0.1), COLLIDE_R(2.8)), more = next_between(r, 1, COLLIDE_R(1.3));
    collide_plane plane;
    int k;
    memset(&q, 0, sizeof q);
    q.kind = (int)next_below(r, 5) / 2;
    if (next_below(r, 4) == 0) memset(&pose.rotation, 0, sizeof pose.rotation);
    wide_matrix(o->pose.rotation, ro);
    wide_matrix(pose.rotation, rm);
    next_spot(r, o->mesh, a);
    next_spot(r, mover, b);
    turn3(ro, a, d);
    wide3(o->pose.position, at);
    along3(at, 1, d, a); /* the place on the obstacle, in the world */
    if (grazing) {       /* off a face by a few thicknesses of the zone, or less */
        plane = collide_mesh_face_plane(o->mesh, (int)next_below(r, (unsigned)collide_mesh_face_count(o->mesh)));
        wide3(plane.normal, d);
        turn3(ro, d, n);
        along3(a, zone * (wide)next_real(r) * 3, n, a);
    }
    turn3(rm, b, d);
    minus3(a, d, at); /* where the mover is when the two places meet */
    pose.position = real3(at);
    q.axis = next_direction(r);
    q.origin = collide_i_add(pose.position, collide_i_scale(next_direction(r), reach * next_between(r, 0, 3)));
    q.delta = collide_i_scale(next_direction(r), next_between(r, COLLIDE_R(0.5), 3));
    if (grazing) {
        wide along[3], in;
        wide3(q.delta, along);
        in = dot3(along, n);
        for (k = 0; k < 3; k++) along[k] -= in * n[k] * (1 - zone * (wide)next_real(r));
        q.delta = real3(along);
    }
    if (q.kind == GO_ROTATE) { /* back by the angle, and then forth */
        collide_quat back = collide_quat_from_axis_angle(q.axis, -angle);
        collide_pose turn = at_origin;
        turn.rotation = back;
        q.from.position = collide_i_add(q.origin, collide_pose_rotate(turn, collide_i_sub(pose.position, q.origin)));
        q.from.rotation = collide_quat_multiply(back, pose.rotation);
        q.angle = collide_i_min(angle * more, COLLIDE_R(2.967));
    } else {
        q.from = pose;
        q.from.position = collide_i_sub(pose.position, q.delta);
        q.delta = collide_i_scale(q.delta, more);
    }
    if (q.kind == GO_MOVE) { /* meets on the straight leg or on the turn */
        q.to = pose;
        if (next_below(r, 2)) q.to.position = collide_i_add(q.from.position, q.delta);
        q.to.rotation = collide_quat_multiply(collide_quat_from_axis_angle(q.axis, angle), pose.rotation);
    }
    return q;
}

/* What the references saw. */
static struct {
    long cases, hits, clear, normals, points, bad_normals, bad_points;
    double nearest, furthest, nearest_default, furthest_default; /* at the end, in thicknesses or in roundings */
} first_seen;

/* Is the trace's end the first contact? The zone is e, or 0 for the default one. */
static const char *check_first(arena *w, const errand *q, collide_result result, const collide_trace *t, wide e)
{
    motion m = errand_motion(q);
    wide size = WIDE(fmax)(errand_size(q, w->mesh), w->level->size), u = (wide)COLLIDE_I_EPSILON * size, d, when;
    wide zone = e > 0 ? e : 128 * u, lowest = e > 0 ? e / 4 : 4 * u, n[3], x[3];
    int i, same = 1, good = 0, there = 0;
    const meeting *best = NULL;
    if (result < 0) return failed_case("%s", collide_result_text(result));
    if (t->flags & COLLIDE_STARTED_INSIDE) return failed_case("started inside, it says");
    if (end_error(q, w->mesh, t) > 16) return failed_case("end off by %g roundings", end_error(q, w->mesh, t));
    first_seen.cases++;
    d = nearest_until(w, &m, (wide)t->fraction, lowest, (wide)0.5, 3000, &when);
    if (when >= 0)
        return failed_case("stopped at %.9g, but at %.9g it is %.4g %s near already", (double)t->fraction, (double)when,
                           (double)(e > 0 ? d / e : d / u), e > 0 ? "zones" : "roundings");
    arena_pose(w, t->end);
    if (arena_inside(w)) return failed_case("inside at %.9g", (double)t->fraction);
    if (result == 0) {
        first_seen.clear++;
        if (t->fraction < 1 || t->kind || t->obstacle != -1 || t->feature_mover != -1 || t->feature_obstacle != -1 ||
            collide_i_extent(t->normal) > 0)
            return failed_case("a miss at %.9g of kind %d", (double)t->fraction, t->kind);
        return NULL;
    }
    first_seen.hits++;
    d = arena_distance(w, 4 * zone);
    if (e > 0) {
        first_seen.nearest = fmin(first_seen.nearest, (double)(d / e));
        first_seen.furthest = fmax(first_seen.furthest, (double)(d / e));
        if (d > 2 * e || d < e / 4) return failed_case("stopped %.4g zones away", (double)(d / e));
    } else {
        first_seen.nearest_default = fmin(first_seen.nearest_default, (double)(d / u));
        first_seen.furthest_default = fmax(first_seen.furthest_default, (double)(d / u));
        if (d > zone) return failed_case("stopped %.4g roundings away", (double)(d / u));
    }
    wide3(t->normal, n);
    wide3(t->point, x);
    if (fabs((double)length3(n) - 1) > 8 * EPS) return failed_case("a normal of length %g", (double)length3(n));
    if (t->obstacle < 0 || t->kind < COLLIDE_VF || t->kind > COLLIDE_EE) return failed_case("kind %d", t->kind);
    for (i = 0; i < w->list.count; i++)
        if (!best || w->list.t[i].distance < best->distance) best = &w->list.t[i];
    for (i = 0; i < w->list.count; i++) { /* one contact, as far as can be told? */
        const meeting *c = &w->list.t[i];
        wide off[3];
        if (c->distance > best->distance + zone) continue;
        minus3(c->on_level, best->on_level, off);
        if (length3(off) > zone / 2) there = 1;
        if (degrees_between(c->n, best->n) > 0.5) same = 0;
        if (degrees_between(c->n, n) <= 1) good = 1;
    }
    if (same) {
        first_seen.normals++;
        if (!good) {
            first_seen.bad_normals++;
            if (GREATEST_IS_VERBOSE()) {
                print_errand(q);
                print_trace(t);
                printf("    the normal is %g degrees off\n", degrees_between(best->n, n));
                print_meetings(w);
            }
        }
    }
    if (same && !there) {
        wide off[3];
        first_seen.points++;
        minus3(x, best->on_level, off);
        if (length3(off) > zone) {
            first_seen.bad_points++;
            if (GREATEST_IS_VERBOSE()) {
                print_errand(q);
                print_trace(t);
                printf("    the point is %g zones off\n", (double)(length3(off) / zone));
            }
        }
    }
    return NULL;
}

/* ---- [NEAREST] ---- */

/* Hulls of 4 to 500 faces. */
enum { POLYTOPES = 12 };
static hull_store polytopes[POLYTOPES];
static int make_polytopes(void)
{
    static const int counts[POLYTOPES] = {4, 5, 6, 8, 12, 20, 32, 50, 80, 130, 200, 252};
    rng r = {9};
    int i;
    for (i = 0; i < POLYTOPES; i++)
        if (!polytopes[i].mesh && !make_hull(&polytopes[i], &r, counts[i], 1, 1, 1)) return 0;
    return 1;
}

static double nearest_worst;
static long nearest_asked, nearest_steps, nearest_same;

/* The answer of the convex query, and points on the features that the walk names. */
static const char *check_nearest(const collide_mesh *a, collide_pose pa, const collide_mesh *b, collide_pose pb,
                                 collide_feature_pair *walk)
{
    collide_closest c, d;
    collide_result r = collide_nearest(a, pa, b, pb, walk, &c);
    collide_result q = collide_distance(collide_shape_hull(a), pa, collide_shape_hull(b), pb, NULL, &d);
    double size =
        (double)(a->sphere_radius + b->sphere_radius + collide_i_extent(a->sphere) + collide_i_extent(b->sphere) +
                 collide_vec3_length(pa.position) + collide_vec3_length(pb.position));
    double off = fabs((double)c.distance - (double)d.distance) / (EPS * size);
    if (r < 0 || q < 0) return "an error";
    if (off > nearest_worst) nearest_worst = off;
    nearest_asked++;
    nearest_steps += c.iterations;
    nearest_same += memcmp(&c, &d, sizeof c) == 0; /* it asked the same */
    if (c.iterations >= COLLIDE_I_NEAR_STEPS) return "a walk without end";
    if (!(off <= 24)) return failed_case("distance %.9g, not %.9g", (double)c.distance, (double)d.distance);
    if (r != q && (double)(c.distance + d.distance) > 24 * EPS * size) return "one says touching";
    if (r == 0) {
        collide_vec3 n = collide_i_sub(c.point_b, c.point_a), v;
        double slack = 24 * EPS * size;
        if (fabs((double)collide_vec3_length(n) - (double)c.distance) > slack) return "points at another distance";
        v = collide_i_sub(n, collide_i_scale(c.normal, c.distance));
        if ((double)collide_vec3_length(v) > 2 * slack) return "normal";
        if (walk && walk->kind_a == COLLIDE_FEATURE_VERTEX && c.iterations && memcmp(&c, &d, sizeof c) != 0) {
            v = collide_i_sub(c.point_a, collide_pose_apply(pa, collide_mesh_vertex(a, walk->feature_a)));
            if ((double)collide_vec3_length(v) > slack) return "not at the vertex it names";
        }
        if (walk && walk->kind_b == COLLIDE_FEATURE_FACE && memcmp(&c, &d, sizeof c) != 0) {
            collide_plane f = collide_mesh_face_plane(b, walk->feature_b);
            v = collide_pose_apply_inverse(pb, c.point_b);
            if (fabs((double)(collide_i_dot(f.normal, v) - f.offset)) > slack) return "not on the face it names";
        }
    }
    return NULL;
}

TEST traces_stop_at_the_first_contact(void)
{
    static arena w;
    rng r = rng_for(701);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i;
    memset(&first_seen, 0, sizeof first_seen);
    first_seen.nearest = first_seen.nearest_default = HUGE_VAL;
    for (i = 0; i < COUNT(700, 100000); i++) {
        stage level;
        collide_obstacle o;
        collide_mesh *small = next_small(&r, i % SMALLS);
        int kind = (int)next_below(&r, MOVERS), k;
        const collide_mesh *mover = mover_mesh(kind);
        collide_trace_desc desc = {0, 0};
        real reach = mesh_reach(mover);
        ASSERT(small != NULL);
        o.mesh = small;
        o.pose = next_place(&r, 1, i % 3);
        stage_make(&level, &o, 1);
        stage_grid(&level);
        arena_make(&w, mover, &level);
        for (k = 0; k < 3; k++) {
            const char *wrong;
            collide_trace t;
            collide_result result;
            errand q;
            int fine = (int)next_below(&r, 3) == 0;
            desc.expel = fine ? 0 : COLLIDE_R(0.001) * next_between(&r, 1, 2);
            q = aim_errand(&r, mover, &o, reach, (int)next_below(&r, 3) == 0, fine ? (wide)1e-5 : (wide)desc.expel);
            arena_pose(&w, q.from);
            if (arena_inside(&w) || arena_distance(&w, (wide)0.01) < (wide)0.004) continue;
            result = run_errand(&q, mover, &o, 1, fine ? NULL : &desc, &scratch, &t);
            wrong = check_first(&w, &q, result, &t, (wide)desc.expel);
            if (wrong) {
                printf("\n    case %d.%d: %s against small %d, expel %.9g\n", i, k, mover_names[kind], i % SMALLS,
                       (double)desc.expel);
                print_pose("obstacle", o.pose);
                print_errand(&q);
                print_trace(&t);
            }
            ASSERTm(failed_case("case %d.%d, %s: %s", i, k, mover_names[kind], wrong), wrong == NULL);
        }
        stage_free(&w.mover);
        stage_free(&level);
        collide_mesh_destroy(small);
    }
    tell("seed %lu: %ld traces, %ld hits, %ld clear; ends %.3g to %.3g zones away, by default %.3g to %.3g roundings",
         (unsigned long)tests_seed, first_seen.cases, first_seen.hits, first_seen.clear, first_seen.nearest,
         first_seen.furthest, first_seen.nearest_default, first_seen.furthest_default);
    tell("%ld of %ld normals off by more than a degree, %ld of %ld points by more than the zone",
         first_seen.bad_normals, first_seen.normals, first_seen.bad_points, first_seen.points);
    ASSERT(first_seen.hits * 4 > first_seen.cases);
    ASSERTm(failed_case("%ld bad normals of %ld", first_seen.bad_normals, first_seen.normals),
            first_seen.bad_normals * 5000 < first_seen.normals + 5000);
    ASSERTm(failed_case("%ld bad points of %ld", first_seen.bad_points, first_seen.points),
            first_seen.bad_points * 1000 < first_seen.points + 1000);
    collide_scratch_free(&scratch);
    PASS();
}

/* ---- touching: away and along, but no further in ---- */

/* Does a way lead further in than its start is, by more than its direction's own rounding? Where edges or faces are
   nearly parallel, a contact's normal has not the digits to tell. The contacts at the start are listed again. */
static int leads_in(arena *w, collide_pose from, collide_vec3 d, wide zone)
{
    motion m = motion_translate(from, d);
    wide start, when;
    arena_pose(w, from);
    start = arena_distance(w, 4 * zone);
    (void)nearest_until(w, &m, 1, start - 2 * (wide)EPS * (wide)collide_vec3_length(d), 4 * zone, 200, &when);
    arena_pose(w, from);
    (void)arena_distance(w, 2 * zone);
    return when >= 0;
}

TEST touching_bodies_leave_and_slide(void)
{
    static arena w;
    rng r = rng_for(702);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    long tried = 0, tangents = 0, deeper = 0;
    int i;
    for (i = 0; i < COUNT(400, 40000); i++) {
        stage level;
        collide_obstacle o;
        int make = i % SMALLS, kind = (int)next_below(&r, MOVERS), k, convex;
        collide_mesh *small = next_small(&r, make);
        const collide_mesh *mover = mover_mesh(kind);
        collide_trace_desc desc = {0, 0};
        collide_trace t, away;
        errand q;
        real reach = mesh_reach(mover);
        wide zone, u;
        ASSERT(small != NULL);
        convex = collide_mesh_convex(small) && (!mover || collide_mesh_convex(mover) || kind == MOVER_POLYGON);
        o.mesh = small;
        o.pose = next_place(&r, 1, i % 3);
        stage_make(&level, &o, 1);
        stage_grid(&level);
        arena_make(&w, mover, &level);
        desc.expel = i & 1 ? COLLIDE_R(0.001) : 0;
        q = aim_errand(&r, mover, &o, reach, i % 5 == 0, (wide)0.001);
        if (q.kind == GO_MOVE) q.kind = GO_TRANSLATE;
        u = (wide)COLLIDE_I_EPSILON * WIDE(fmax)(errand_size(&q, mover), level.size);
        zone = desc.expel > 0 ? (wide)desc.expel : 128 * u;
        arena_pose(&w, q.from);
        if (!arena_inside(&w) && arena_distance(&w, (wide)0.01) > (wide)0.004 &&
            run_errand(&q, mover, &o, 1, &desc, &scratch, &t) == 1) {
            arena_pose(&w, t.end);
            (void)arena_distance(&w, 2 * zone);
            for (k = 0; k < 30; k++) {
                collide_vec3 d = next_direction(&r);
                int c, tangent = k % 3 == 0, admissible = 1;
                wide dw[3];
                if (tangent) /* along the contact, to rounding */
                    d = collide_i_sub(d, collide_i_scale(t.normal, collide_i_dot(d, t.normal)));
                if (k == 1) d = t.normal;
                wide3(d, dw);
                if (!unit3(dw)) continue;
                for (c = 0; c < w.list.count; c++)
                    if (dot3(dw, w.list.t[c].n) < (tangent ? -(wide)1.7 * EPS : (wide)1e-3)) admissible = 0;
                if (!admissible) continue;
                d = collide_i_scale(d, next_between(&r, COLLIDE_R(0.01), 1));
                ASSERT(collide_trace_translate(mover, t.end, d, &o, 1, &desc, &scratch, &away) >= 0);
                tried++;
                tangents += tangent;
                if (tangent && !(away.fraction > 0) && leads_in(&w, t.end, d, zone)) {
                    deeper++;
                    continue;
                }
                if (!(away.fraction > 0) || (convex && !tangent && away.fraction < 1)) {
                    printf("\n    case %d: %s at small %d, zone %.9g, %s\n", i, mover_names[kind], make,
                           (double)desc.expel, tangent ? "along" : "away");
                    print_pose("obstacle", o.pose);
                    print_pose("from", t.end);
                    print_vec("delta", d);
                    print_trace(&away);
                    print_vec("contact normal", t.normal);
                }
                ASSERTm(failed_case("case %d, %s: stuck", i, mover_names[kind]), away.fraction > 0);
                ASSERTm(failed_case("case %d, %s: stopped at %g on the way out", i, mover_names[kind],
                                    (double)away.fraction),
                        !convex || tangent || away.fraction >= 1);
            }
        }
        stage_free(&w.mover);
        stage_free(&level);
        collide_mesh_destroy(small);
    }
    tell("seed %lu: %ld ways out, %ld of them along the contact, %ld of these further in", (unsigned long)tests_seed,
         tried, tangents, deeper);
    ASSERT(tried > COUNT(400, 40000) && deeper * 1000 < tangents + 1000);
    collide_scratch_free(&scratch);
    PASS();
}

static collide_vec3 from3(const double v[3]) { return collide_i_vec((real)v[0], (real)v[1], (real)v[2]); }

static collide_pose pose_from(const double at[3], const double q[4])
{
    collide_pose p;
    p.position = from3(at);
    p.rotation.x = (real)q[0], p.rotation.y = (real)q[1], p.rotation.z = (real)q[2], p.rotation.w = (real)q[3];
    return p;
}

/* Past a corner of a few degrees the zone's planes meet far from it: what comes into the zone there may come near the
   corner only later on. Past the edge of a blade a corner may be behind one face and leave the other. */
TEST sharp_features_have_zones(void)
{
    static const double at[3] = {-0.7043616771697998, -0.95453369617462158, 0.013471603393554688};
    static const double q[4] = {0.61249825069129338, 0.011433144516616207, 0.37432497905098105, 0.69612928839767274};
    static const double from[3] = {-1.0445891979457977, -1.8940591333099439, 0.26933372596891048};
    static const double origin[3] = {-1.0809426470405454, -1.8259694105883697, 0.13590221342922004};
    static const double axis[3] = {0.081053579159603692, -0.53961290280082175, -0.83800252531617636};
    static const double blade_at[3] = {-0.39178168773651123, 0.44363820552825928, 0.44025713205337524};
    static const double plank_at[3] = {-0.75238823848359693, 1.5811733697142554, 0.50976302461801071};
    static const double plank_q[4] = {-0.11580219301701089, 0.049464584458884027, -0.39794014173365344,
                                      0.90872809496227236};
    static const double delta[3] = {0.025000375202556251, -0.55677757956253537, 1.3107786881517374};
    collide_mesh *m = NULL;
    collide_obstacle o;
    collide_trace_desc desc = {0, 0};
    collide_trace t;
    collide_closest c;
    collide_pose p;
    rng r = {1};
    plan s;
    int v[3];
    memset(&o, 0, sizeof o);
    memset(&s, 0, sizeof s);
    v[0] = plan_point(&s, COLLIDE_R(-0.16052261070855545), COLLIDE_R(-0.6140276352871582),
                      COLLIDE_R(-0.77278881627192963));
    v[1] =
        plan_point(&s, COLLIDE_R(-0.7445150980154962), COLLIDE_R(0.43740149725293825), COLLIDE_R(0.50435820507637608));
    v[2] = plan_point(&s, COLLIDE_R(0.11115425730157112), COLLIDE_R(-0.32941183575207955),
                      COLLIDE_R(-0.93762069812381021));
    plan_face(&s, 3, v[0], v[1], v[2], 0);
    o.mesh = m = plan_mesh(&s, COLLIDE_MESH_OPEN, 0);
    ASSERT(m != NULL);
    o.pose = pose_from(at, q);
    desc.expel = COLLIDE_R(0.00153411391);
    p = pose_at((real)from[0], (real)from[1], (real)from[2]);
    ASSERT_EQ(1, collide_trace_rotate(NULL, p, from3(origin), from3(axis), COLLIDE_R(2.3545222312401815), &o, 1, &desc,
                                      NULL, &t));
    ASSERTm(failed_case("turned to %g", (double)t.fraction),
            t.fraction > COLLIDE_R(0.79) && t.fraction < COLLIDE_R(0.804));
    collide_mesh_destroy(m);
    o.mesh = m = next_small(&r, 6);
    ASSERT(m != NULL);
    o.pose = pose_at((real)blade_at[0], (real)blade_at[1], (real)blade_at[2]);
    p = pose_from(plank_at, plank_q);
    desc.expel = COLLIDE_R(0.00146432656);
    ASSERT_EQ(1, collide_trace_translate(mover_mesh(MOVER_PLANK), p, from3(delta), &o, 1, &desc, NULL, &t));
    ASSERT_EQ(0, collide_distance(collide_shape_hull(mover_mesh(MOVER_PLANK)), t.end, collide_shape_hull(m), o.pose,
                                  NULL, &c));
    ASSERTm(failed_case("%g zones away", (double)(c.distance / desc.expel)),
            c.distance > desc.expel / 2 && c.distance < 2 * desc.expel);
    collide_mesh_destroy(m);
    PASS();
}

/* An edge that turns into an edge almost parallel to it stops at the zone, not at the edge. */
TEST nearly_parallel_edges_keep_apart(void)
{
    static const double at[3] = {3.2069886651098933, 1.7901738545838943, -7.9322591879898789};
    static const double q[4] = {0.18518919726096569, -0.97806049769307413, 0.090168531565963106, 0.03118108377611533};
    static const double origin[3] = {2.9773373156785965, 1.7195047257712748, -7.8120740503072739};
    static const double axis[3] = {0.31998930758830246, 0.37305576112221639, -0.87088245023233912};
    static const double plank_at[3] = {0.31178049444990397, -0.52750520969637404, -1.6400223790246835};
    static const double plank_q[4] = {-0.0673249754294553, -0.45246237263733874, 0.1404604703137203,
                                      0.87807517064888119};
    static const double plank_origin[3] = {0.48105296922864749, 0.069930150815589398, -1.5637663648758182};
    static const double plank_axis[3] = {0.14069337243336416, 0.94553999759348639, -0.29352936463706075};
    static arena w;
    const int rooms = LEVEL_LARGE + LEVEL_ROOMS;
    collide_obstacle o = level_obstacle(rooms);
    const collide_mesh *mover = mover_mesh(MOVER_ELL);
    collide_mesh *m = NULL;
    collide_trace t;
    stage level;
    rng r = {1};
    wide d;
    ASSERT(o.mesh && mover);
    arena_make(&w, mover, level_stage(rooms));
    if (sizeof(real) == sizeof(double)) { /* in float it would start in the wall */
        ASSERT_EQ(1, collide_trace_rotate(mover, pose_from(at, q), from3(origin), from3(axis),
                                          COLLIDE_R(2.9026911869645118), &o, 1, NULL, NULL, &t));
        arena_pose(&w, t.end);
        ASSERT(t.flags == 0 && !arena_inside(&w));
    }
    stage_free(&w.mover);
    mover = mover_mesh(MOVER_PLANK);
    o.mesh = m = next_small(&r, 0);
    ASSERT(mover && m);
    o.pose = pose_at(COLLIDE_R(-0.2551501989364624), COLLIDE_R(-0.97836530208587646), COLLIDE_R(-0.56510323286056519));
    stage_make(&level, &o, 1);
    stage_grid(&level);
    arena_make(&w, mover, &level);
    ASSERT_EQ(1, collide_trace_rotate(mover, pose_from(plank_at, plank_q), from3(plank_origin), from3(plank_axis),
                                      COLLIDE_R(1.0872460120301577), &o, 1, NULL, NULL, &t));
    arena_pose(&w, t.end);
    d = arena_distance(&w, 1) / (wide)COLLIDE_I_EPSILON;
    ASSERTm(failed_case("%g roundings away", (double)d), !arena_inside(&w) && d > 8 && d < 256);
    stage_free(&w.mover);
    stage_free(&level);
    collide_mesh_destroy(m);
    PASS();
}

/* Bodies that touch along nearly parallel faces don't cross, wherever rounding puts the line in which their planes
   meet. */
TEST nearly_parallel_faces_do_not_cross(void)
{
    static const double at[3] = {-0.76746680355941843, -0.13913169513479248, 0.27704304147055608};
    static const double q[4] = {-0.00092172332529710105, -0.0027497349998432674, 0.0040323254988939849,
                                0.99998766479122791};
    collide_mesh *m;
    collide_obstacle o;
    collide_trace t;
    rng r = {1};
    o.mesh = m = next_small(&r, 2);
    ASSERT(m != NULL);
    o.pose = pose_at(COLLIDE_R(0.23319542407989502), COLLIDE_R(-0.47696894407272339), COLLIDE_R(-0.32155370712280273));
    ASSERT(collide_trace_translate(
               mover_mesh(MOVER_ELL), pose_from(at, q),
               collide_i_vec(COLLIDE_R(-0.503997798), COLLIDE_R(-0.104190967), COLLIDE_R(-0.116664819)), &o, 1, NULL,
               NULL, &t) >= 0);
    ASSERT_EQ(0u, t.flags);
    collide_mesh_destroy(m);
    PASS();
}

/* An angle in a box whose sides it lies against, and two angles at the same place. */
TEST bodies_inside_may_touch_all_around(void)
{
    static const real outline[] = {0, 0, 2, 0, 2, 1, 1, 1, 1, 4, 0, 4};
    collide_mesh *angle = NULL, *box = NULL;
    collide_obstacle o;
    collide_trace t;
    collide_pose p = pose_at(0, 0, 0);
    memset(&o, 0, sizeof o);
    ASSERT_EQ(0, collide_mesh_create_prism(&angle, outline, 6, 1, NULL));
    ASSERT_EQ(0, collide_mesh_create_box(&box, collide_i_vec(COLLIDE_R(1.5), 2, COLLIDE_R(1.5)), NULL));
    o.mesh = box;
    o.pose = pose_at(1, 2, angle->box.upper.z - COLLIDE_R(1.5));
    ASSERT_EQ(1, collide_trace_translate(angle, p, collide_i_vec(0, 0, 0), &o, 1, NULL, NULL, &t));
    ASSERT_EQ(COLLIDE_STARTED_INSIDE, t.flags);
    ASSERT_EQ(1, collide_mesh_overlap(angle, p, box, o.pose, NULL));
    ASSERT_EQ(1, collide_mesh_overlap(box, o.pose, angle, p, NULL));
    o.mesh = angle;
    o.pose = p;
    ASSERT_EQ(1, collide_trace_translate(angle, p, collide_i_vec(0, 0, 0), &o, 1, NULL, NULL, &t));
    ASSERT_EQ(COLLIDE_STARTED_INSIDE, t.flags);
    ASSERT_EQ(1, collide_mesh_overlap(angle, p, angle, p, NULL));
    collide_mesh_destroy(angle);
    collide_mesh_destroy(box);
    PASS();
}

/* Edges that turn past each other touch and go: on all of the way nothing is nearer than half the zone. */
TEST turning_edges_keep_their_distance(void)
{
    static const struct {
        double half[2][3], at[3], q[4], origin[3], axis[3], angle, expel;
    } turn[2] = {{{{0.77083236, 0.800053775, 0.584024668}, {0.115326501, 0.380788743, 0.972870648}},
                  {0.259852767, -1.3333056, -1.11750674},
                  {0.462165982, -0.0534591936, 0.0185943823, 0.884985268},
                  {1.52160897, -0.997538331, -0.647750139},
                  {0.84315616, 0.537502784, 0.0133584449},
                  0.614614308,
                  0.01},
                 {{{0.967972815, 0.664732635, 0.961041093}, {0.687325478, 0.761705279, 0.552284837}},
                  {-0.50172013, -0.710700393, -1.34282613},
                  {-0.495510638, 0.473091334, -0.564247608, 0.460736811},
                  {-1.81392727, -1.12901602, -0.823292255},
                  {-0.542232154, -0.311851496, -0.780213416},
                  1.29629052,
                  0.05}};
    int i, k;
    for (i = 0; i < 2; i++) {
        collide_mesh *mover = NULL, *still = NULL;
        collide_obstacle o;
        collide_trace_desc desc = {0, 0};
        collide_trace t;
        collide_vec3 origin = from3(turn[i].origin), axis = from3(turn[i].axis);
        collide_pose p;
        memset(&o, 0, sizeof o);
        p.position = from3(turn[i].at);
        p.rotation.x = (real)turn[i].q[0], p.rotation.y = (real)turn[i].q[1];
        p.rotation.z = (real)turn[i].q[2], p.rotation.w = (real)turn[i].q[3];
        ASSERT_EQ(0, collide_mesh_create_box(&mover, from3(turn[i].half[0]), NULL));
        ASSERT_EQ(0, collide_mesh_create_box(&still, from3(turn[i].half[1]), NULL));
        o.mesh = still;
        desc.expel = (real)turn[i].expel;
        ASSERT_EQ(1, collide_trace_rotate(mover, p, origin, axis, (real)turn[i].angle, &o, 1, &desc, NULL, &t));
        for (k = 0; k <= 400; k++) {
            collide_pose at;
            collide_closest c;
            at.rotation = collide_quat_from_axis_angle(axis, (real)turn[i].angle * t.fraction * (real)k / 400);
            at.position = collide_i_rotate(at.rotation, collide_i_sub(p.position, origin));
            at.position = collide_i_add(origin, at.position);
            at.rotation = collide_quat_multiply(at.rotation, p.rotation);
            ASSERT_EQ(0, collide_distance(collide_shape_hull(mover), at, collide_shape_hull(still), o.pose, NULL, &c));
            ASSERTm(failed_case("case %d: %g of the zone at %g", i, (double)(c.distance / desc.expel), (double)k / 400),
                    c.distance > COLLIDE_R(0.49) * desc.expel);
        }
        collide_mesh_destroy(mover);
        collide_mesh_destroy(still);
    }
    PASS();
}

/* However little a body moves along what it touches, and wherever in the zone it is: it gets there. */
TEST small_slides_are_free(void)
{
    rng r = rng_for(790);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_mesh *box = NULL, *floor = NULL;
    collide_obstacle o;
    collide_pose p = pose_at(COLLIDE_R(-1.2), 1, COLLIDE_R(-4.7)), q;
    collide_trace t;
    real rest, zone;
    int i;
    memset(&o, 0, sizeof o);
    ASSERT_EQ(0,
              collide_mesh_create_box(&box, collide_i_vec(COLLIDE_R(0.125), COLLIDE_R(0.125), COLLIDE_R(0.125)), NULL));
    ASSERT_EQ(0, collide_mesh_create_box(&floor, collide_i_vec(7, COLLIDE_R(0.5), 7), NULL));
    o.mesh = floor;
    o.pose.position.y = COLLIDE_R(-0.5);
    p.rotation.z = COLLIDE_R(0.38268343236508977); /* on an edge */
    p.rotation.w = COLLIDE_R(0.92387953251128676);
    ASSERT_EQ(1, collide_trace_translate(box, p, collide_i_vec(0, -2, 0), &o, 1, NULL, &scratch, &t));
    rest = COLLIDE_R(0.125) * COLLIDE_R(1.41421356237309505);
    zone = t.end.position.y - rest;
    for (i = 0; i < COUNT(4000, 200000); i++) {
        collide_vec3 d = next_direction(&r);
        const real length = power_of_two(-(int)next_below(&r, 14)) / 8;
        q = t.end;
        q.position.y = rest + zone * next_between(&r, COLLIDE_R(0.3), 1);
        d = collide_i_vec(d.x * length, 0, d.z * length);
        ASSERTm(failed_case("case %d: %g above the floor, stopped on the level", i, (double)(q.position.y - rest)),
                collide_trace_translate(box, q, d, &o, 1, NULL, &scratch, &t) == 0);
        t.end = q;
    }
    collide_mesh_destroy(box);
    collide_mesh_destroy(floor);
    collide_scratch_free(&scratch);
    PASS();
}

/* A sheet of 16 x 16 cells, each of two triangles, 4 wide. */
static collide_mesh *next_sheet(void)
{
    enum { SHEET_CELLS = 16 };
    static real points[(SHEET_CELLS + 1) * (SHEET_CELLS + 1)][3];
    static unsigned corners[2 * SHEET_CELLS * SHEET_CELLS][3];
    collide_mesh_desc d;
    collide_mesh *m = NULL;
    unsigned x, z, t = 0;
    for (z = 0; z <= SHEET_CELLS; z++)
        for (x = 0; x <= SHEET_CELLS; x++) {
            real *at = points[z * (SHEET_CELLS + 1) + x];
            at[0] = ((real)x - SHEET_CELLS / 2) / 4;
            at[1] = 0;
            at[2] = ((real)z - SHEET_CELLS / 2) / 4;
        }
    for (z = 0; z < SHEET_CELLS; z++)
        for (x = 0; x < SHEET_CELLS; x++) {
            const unsigned i = z * (SHEET_CELLS + 1) + x, above = i + SHEET_CELLS + 1;
            corners[t][0] = i, corners[t][1] = above, corners[t++][2] = i + 1;
            corners[t][0] = i + 1, corners[t][1] = above, corners[t++][2] = above + 1;
        }
    memset(&d, 0, sizeof d);
    d.positions = points[0];
    d.vertex_count = (SHEET_CELLS + 1) * (SHEET_CELLS + 1);
    d.indices = corners[0];
    d.face_count = (int)t;
    d.flags = COLLIDE_MESH_OPEN;
    return collide_mesh_create(&m, &d, NULL) < 0 ? NULL : m;
}

/* What lies on a flat floor is not stopped by the floor's own seams, nor thrown off them, wherever the floor is, and
   though the zone goes with the sizes that take part. */
TEST floors_have_no_seams(void)
{
    rng r = rng_for(792);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_mesh *sheet = next_sheet(), *box = NULL;
    const real half = COLLIDE_R(0.15);
    int i;
    ASSERT(sheet != NULL && collide_mesh_create_box(&box, collide_i_vec(half, half, half), NULL) == 0);
    for (i = 0; i < COUNT(2000, 100000); i++) {
        collide_obstacle o;
        collide_trace fall, t;
        collide_slide s;
        collide_pose p = pose_at(next_real(&r), COLLIDE_R(0.4), next_real(&r));
        collide_vec3 up, along, d;
        o.mesh = sheet;
        o.pose = next_place(&r, i % 3 == 2 ? 100 : i % 3 ? 10 : 0, i % 4);
        up = collide_pose_rotate(o.pose, collide_i_vec(0, 1, 0));
        p.rotation = collide_quat_from_axis_angle(collide_i_vec(0, 1, 0), next_real(&r) * 3);
        p = collide_pose_compose(o.pose, p);
        ASSERT_EQ(1, collide_trace_translate(box, p, collide_i_negate(up), &o, 1, NULL, &scratch, &fall));
        along = collide_i_vec(next_real(&r) * COLLIDE_R(0.6), 0, next_real(&r) * COLLIDE_R(0.6));
        along = collide_pose_rotate(o.pose, along);
        ASSERTm(failed_case("case %d: stopped", i),
                collide_trace_translate(box, fall.end, along, &o, 1, NULL, &scratch, &t) == 0);
        d = collide_i_sub(along, collide_i_scale(up, COLLIDE_R(0.05)));
        ASSERT(collide_trace_slide(box, fall.end, d, &o, 1, NULL, &scratch, &s) >= 0);
        d = collide_i_sub(s.end.position, fall.end.position);
        ASSERTm(failed_case("case %d: climbed %g", i, (double)collide_i_dot(d, up)),
                collide_i_dot(d, up) < COLLIDE_R(0.001));
        ASSERTm(failed_case("case %d: %d hits, not where it was to go", i, s.hits),
                distance3(d, along) < 0.001 + 1000 * EPS);
        ASSERTm(failed_case("case %d: nothing moves, and it is hit", i),
                collide_trace_move(box, s.end, s.end, &o, 1, NULL, &scratch, &t) == 0 && t.fraction >= 1);
    }
    collide_mesh_destroy(sheet);
    collide_mesh_destroy(box);
    collide_scratch_free(&scratch);
    PASS();
}

/* How far apart two convex bodies come at least while one flies: a distance that falls, then rises. */
static wide least_on_the_way(arena *w, collide_pose p, collide_vec3 d, wide within)
{
    wide first = 0, last = 1, least = (wide)HUGE_VAL;
    int i, k;
    for (i = 0; i < 60; i++) {
        const wide at[2] = {first + (last - first) / 3, last - (last - first) / 3};
        wide apart[2];
        for (k = 0; k < 2; k++) {
            wide r[9], x[3], by[3];
            int c;
            wide_matrix(p.rotation, r);
            wide3(p.position, x);
            wide3(d, by);
            for (c = 0; c < 3; c++) x[c] += by[c] * at[k];
            arena_place(w, r, x);
            apart[k] = arena_distance(w, within);
            least = WIDE(fmin)(least, apart[k]);
        }
        if (apart[0] <= apart[1])
            last = at[1];
        else
            first = at[0];
    }
    return least;
}

/* A box at the foot of a ramp touches the floor or the ramp: the edge between has no normal of its own. Either may move. */
TEST hollow_edges_have_no_normal(void)
{
    rng r = rng_for(799);
    collide_mesh *box = NULL;
    int i, hits = 0;
    ASSERT_EQ(0, collide_mesh_create_box(&box, collide_i_vec(COLLIDE_R(0.4), COLLIDE_R(0.9), COLLIDE_R(0.4)), NULL));
    for (i = 0; i < COUNT(900, 60000); i++) {
        const real far_up = next_between(&r, 3, 20), zone = 16 * 32 * COLLIDE_I_EPSILON;
        real outline[12] = {-10, -1, 0, -1, 0, 3, 0, 3, 0, 0, -10, 0};
        collide_mesh *ramp = NULL;
        collide_obstacle o;
        collide_pose there;
        collide_trace t;
        real length;
        const collide_vec3 slope = collide_i_unit(collide_i_vec(-3, far_up, 0), &length);
        collide_vec3 d, n;
        outline[2] = outline[4] = far_up + 10;
        outline[6] = far_up;
        ASSERT_EQ(0, collide_mesh_create_prism(&ramp, outline, 6, 10, NULL));
        there = pose_at(-COLLIDE_R(0.4) - zone * next_between(&r, -COLLIDE_R(0.5), 2),
                        COLLIDE_R(0.9) + zone * next_between(&r, COLLIDE_R(0.5), 2), next_between(&r, -4, 4));
        d = collide_i_vec(COLLIDE_R(0.01), next_between(&r, -COLLIDE_R(0.001), COLLIDE_R(0.001)), 0);
        if (i % 3 == 0) { /* the ramp moves */
            o.mesh = box;
            o.pose = there;
            there = pose_at(0, 0, 0);
            ASSERT(collide_trace_translate(ramp, there, collide_i_negate(d), &o, 1, NULL, NULL, &t) >= 0);
            n = collide_i_negate(t.normal);
        } else {
            o.mesh = ramp;
            o.pose = pose_at(0, 0, 0);
            ASSERT(collide_trace_translate(box, there, d, &o, 1, NULL, NULL, &t) >= 0);
            n = t.normal;
        }
        if (t.kind && t.flags == 0) {
            ASSERTm(failed_case("case %d: normal %g %g %g", i, (double)n.x, (double)n.y, (double)n.z),
                    distance3(n, slope) < 1e-3 || distance3(n, collide_i_vec(0, 1, 0)) < 1e-3);
            hits++;
        }
        collide_mesh_destroy(ramp);
    }
    tell("seed %lu: %d hits", (unsigned long)tests_seed, hits);
    ASSERT(hits > COUNT(400, 30000));
    collide_mesh_destroy(box);
    PASS();
}

/* What has a round bottom touches the edge of a step, and climbs it however short its moves are. */
TEST round_bottoms_climb_steps(void)
{
    static const real outline[16] = {-6,
                                     -1,
                                     10,
                                     -1,
                                     10,
                                     COLLIDE_R(0.5),
                                     COLLIDE_R(0.5),
                                     COLLIDE_R(0.5),
                                     COLLIDE_R(0.5),
                                     COLLIDE_R(0.25),
                                     0,
                                     COLLIDE_R(0.25),
                                     0,
                                     0,
                                     -6,
                                     0};
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_mesh *stairs = NULL, *hull = NULL;
    collide_obstacle o;
    collide_slide_desc desc;
    real points[3 * 96];
    int i, j, k, n = 0;
    for (k = -1; k <= 1; k += 2)
        for (i = 0; i < 12; i++)
            for (j = 0; j < 4; j++) {
                const double a = 0.5235987755982988 * i, b = 0.4 * j;
                points[n++] = (real)(0.36 * cos(b) * cos(a));
                points[n++] = (real)(k * (0.54 + 0.36 * sin(b)));
                points[n++] = (real)(0.36 * cos(b) * sin(a));
            }
    ASSERT_EQ(0, collide_mesh_create_prism(&stairs, outline, 8, 6, NULL));
    ASSERT_EQ(0, collide_mesh_create_hull(&hull, points, n / 3, NULL));
    memset(&o, 0, sizeof o);
    memset(&desc, 0, sizeof desc);
    o.mesh = stairs;
    desc.step_height = COLLIDE_R(0.26);
    desc.max_slope = COLLIDE_R(0.8);
    for (i = 0; i < 2; i++)
        for (k = 0; k < 5; k++) {
            static const double moves[] = {0.2, 0.1, 0.05, 0.02, 0.01};
            collide_pose p = pose_at(-1, COLLIDE_R(0.91), i ? COLLIDE_R(0.3) : 0);
            for (j = 0; j < (int)(4 / moves[k]); j++) {
                collide_slide s;
                ASSERT(collide_trace_slide(hull, p, collide_i_vec((real)moves[k], 0, 0), &o, 1, &desc, &scratch, &s) >=
                       0);
                p = s.end;
                ASSERT(collide_trace_slide(hull, p, collide_i_vec(0, -COLLIDE_R(0.01), 0), &o, 1, &desc, &scratch,
                                           &s) >= 0);
                p = s.end;
            }
            ASSERTm(failed_case("by %g at a time to %g %g", moves[k], (double)p.position.x, (double)p.position.y),
                    p.position.x > 2 && p.position.y > COLLIDE_R(1.3));
        }
    collide_mesh_destroy(stairs);
    collide_mesh_destroy(hull);
    collide_scratch_free(&scratch);
    PASS();
}

/* Whoever touches a convex body and moves along the contact gets there, unless that truly leads closer; and who does
   not move meets nothing. */
TEST along_a_convex_body_nothing_is_in_the_way(void)
{
    static arena w;
    rng r = rng_for(793);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    long tried = 0, closer = 0;
    int i, k;
    for (i = 0; i < COUNT(2000, 100000); i++) {
        static const real sizes[] = {1, 10, 100, 1000};
        const int kind = (int)next_below(&r, MOVERS);
        const collide_mesh *mover = mover_mesh(kind);
        collide_mesh *small = next_small(&r, i % SMALLS);
        collide_vec3 d = next_direction(&r);
        collide_obstacle o;
        collide_pose from;
        collide_trace t, away;
        stage level;
        wide start;
        ASSERT(small != NULL);
        if (!collide_mesh_convex(small) || (mover && !collide_mesh_convex(mover))) {
            collide_mesh_destroy(small);
            continue;
        }
        o.mesh = small;
        o.pose = next_place(&r, sizes[i % 4], i % 3);
        stage_make(&level, &o, 1);
        stage_grid(&level);
        arena_make(&w, mover, &level);
        from = next_place(&r, 0, i % 5);
        from.position = collide_i_add(
            o.pose.position, collide_i_scale(d, mesh_reach(mover) + mesh_reach(small) + next_between(&r, 0, 1)));
        d = collide_i_sub(collide_i_add(o.pose.position, collide_i_scale(next_direction(&r), COLLIDE_R(0.2))),
                          from.position);
        d = collide_i_scale(d, next_between(&r, 1, 2));
        if (collide_trace_translate(mover, from, d, &o, 1, NULL, &scratch, &t) == 1 && !t.flags) {
            arena_pose(&w, t.end);
            start = arena_distance(&w, 1);
            ASSERTm(failed_case("case %d, %s: nothing moves, and it is hit", i, mover_names[kind]),
                    collide_trace_move(mover, t.end, t.end, &o, 1, NULL, &scratch, &away) == 0);
            for (k = 0; k < 4; k++) {
                d = next_direction(&r);
                d = collide_i_sub(d, collide_i_scale(t.normal, collide_i_dot(d, t.normal)));
                d = collide_i_scale(d, next_between(&r, COLLIDE_R(0.1), 3));
                tried++;
                if (!collide_trace_translate(mover, t.end, d, &o, 1, NULL, &scratch, &away)) continue;
                ASSERTm(failed_case("case %d.%d, %s: stopped at %g, though it comes no closer", i, k, mover_names[kind],
                                    (double)away.fraction),
                        least_on_the_way(&w, t.end, d, 1) < start * (wide)0.98);
                closer++;
            }
        }
        stage_free(&w.mover);
        stage_free(&level);
        collide_mesh_destroy(small);
    }
    tell("seed %lu: %ld ways along, %ld of them closer", (unsigned long)tests_seed, tried, closer);
    collide_scratch_free(&scratch);
    PASS();
}

TEST pressing_never_creeps_in(void)
{
    static arena w;
    rng r = rng_for(703);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k, level, kind, zone;
    double deepest = HUGE_VAL;
    for (level = LEVEL_FLOOR; level < LEVELS; level++)
        for (kind = 0; kind < MOVERS; kind++)
            for (zone = 0; zone < 2; zone++) {
                const collide_mesh *mover = mover_mesh(kind);
                collide_obstacle o = level_obstacle(level);
                collide_trace_desc desc = {0, 0};
                collide_pose pose;
                collide_vec3 down;
                collide_trace t;
                wide middle = 0, now, u, least;
                ASSERT(o.mesh != NULL);
                desc.expel = zone ? COLLIDE_R(0.001) : 0;
                arena_make(&w, mover, level_stage(level));
                pose = pose_at(1, 1, 1);
                if (next_below(&r, 2)) pose.rotation = next_rotation(&r);
                down = level == LEVEL_FLOOR ? collide_i_vec(0, -3, 0) : collide_i_vec(-COLLIDE_R(0.7), -3, -2);
                arena_pose(&w, pose);
                ASSERT(!arena_inside(&w));
                u = (wide)COLLIDE_I_EPSILON * w.level->size;
                least = zone ? (wide)desc.expel / 2 - 4 * u : 4 * u;
                memset(&t, 0, sizeof t);
                for (i = 0; i < 8; i++) { /* into the corner, by sliding along what is met */
                    ASSERT(collide_trace_translate(mover, pose, down, &o, 1, &desc, &scratch, &t) >= 0);
                    pose = t.end;
                    if (t.kind == 0) break;
                    down = collide_i_sub(down, collide_i_scale(t.normal, collide_i_dot(down, t.normal)));
                    if (collide_i_extent(down) < COLLIDE_R(0.001)) break;
                }
                for (i = 0; i < COUNT(300, 10000); i++) {
                    errand q = next_errand(&r, pose, mesh_reach(mover), &t.normal, &t.point);
                    if (i % 3) {
                        q.kind = GO_TRANSLATE;
                        q.delta = level == LEVEL_FLOOR ? collide_i_vec(0, -1, 0) : collide_i_vec(-1, -1, -1);
                        if (i % 3 == 1)
                            for (k = 0; k < 3; k++) ((real *)&q.delta)[k] *= next_between(&r, 0, 1);
                        if (i % 2) /* by no more than a part of the zone */
                            q.delta = collide_i_scale(q.delta, (real)least * next_between(&r, 0, 1));
                    }
                    if (run_errand(&q, mover, &o, 1, &desc, &scratch, &t) < 0) FAIL();
                    if (t.flags & COLLIDE_STARTED_INSIDE) FAILm("started inside");
                    if (i % 3) pose = t.end; /* turns are tried, not kept */
                    if (i == COUNT(300, 10000) / 4) {
                        arena_pose(&w, pose);
                        middle = arena_distance(&w, (wide)0.01);
                    }
                }
                arena_pose(&w, pose);
                now = arena_distance(&w, (wide)0.01);
                deepest = fmin(deepest, (double)(now / (zone ? (wide)desc.expel : u)));
                ASSERTm(failed_case("%s in %s, expel %g: from %g to %g", mover_names[kind], level_names[level],
                                    (double)desc.expel, (double)middle, (double)now),
                        !arena_inside(&w) && now >= least && (zone || now >= middle * (wide)0.4375 - u));
                stage_free(&w.mover);
            }
    tell("seed %lu: pressed, the nearest is %.3g zones or roundings", (unsigned long)tests_seed, deepest);
    collide_scratch_free(&scratch);
    PASS();
}

/* How high a box with a radius is over the top of another, which is turned as `floor` and as high as `top`; exactly. */
static wide height_over(collide_pose floor, real top, collide_pose p, collide_vec3 half, real radius)
{
    wide f[9], r[9], at[3], low[3], n[3], above = 0;
    int i, k;
    wide_matrix(floor.rotation, f);
    wide_matrix(p.rotation, r);
    wide3(p.position, at);
    wide3(floor.position, low);
    for (i = 0; i < 3; i++) n[i] = f[3 * i + 1];
    for (i = 0; i < 3; i++) above += n[i] * (at[i] - low[i]);
    for (k = 0; k < 3; k++) above -= WIDE(fabs)(n[0] * r[k] + n[1] * r[3 + k] + n[2] * r[6 + k]) * (wide)(&half.x)[k];
    return above - (wide)top - (wide)radius;
}

/* On a turned floor, near and far from the origin, in equal small steps with some weight: the roundings of each step
   are the same as those of the last. Nobody gets into the floor by these, nor is held up. */
TEST equal_steps_never_creep_in(void)
{
    enum { STEPS_ALONG = 1500, WALKERS = 5 };
    static const real far_off[] = {0, 100, 3000};
    const real step = COLLIDE_R(0.004);
    rng r = rng_for(732);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_mesh *floor = NULL, *box = NULL;
    int i, kind;
    double nearest = HUGE_VAL;
    const collide_vec3 half[WALKERS] = {{COLLIDE_R(0.4), COLLIDE_R(0.9), COLLIDE_R(0.3)},
                                        {COLLIDE_R(0.4), COLLIDE_R(0.9), COLLIDE_R(0.3)},
                                        {0, 0, 0},
                                        {0, COLLIDE_R(0.5), 0},
                                        {COLLIDE_R(0.4), COLLIDE_R(0.9), COLLIDE_R(0.3)}};
    const real radius[WALKERS] = {0, 0, COLLIDE_R(0.5), COLLIDE_R(0.4), 0};
    ASSERT_EQ(0, collide_mesh_create_box(&floor, collide_i_vec(20, 1, 20), NULL));
    ASSERT_EQ(0, collide_mesh_create_box(&box, half[0], NULL));
    for (i = 0; i < COUNT(6, 600); i++)
        for (kind = 0; kind < WALKERS; kind++) {
            const collide_shape shape = kind == 2   ? collide_shape_sphere(radius[2])
                                        : kind == 3 ? collide_shape_capsule(half[3].y, radius[3])
                                                    : collide_shape_box(half[kind]);
            collide_obstacle o;
            collide_pose p, start;
            collide_vec3 along, down;
            collide_slide s;
            collide_trace t;
            int k;
            o.mesh = floor;
            o.pose = next_pose(&r, 5);
            o.pose.position = collide_i_scale(o.pose.position, 1 + far_off[i % 3]);
            start = p = collide_pose_compose(o.pose, pose_at(-3, 3, -3));
            along = collide_pose_rotate(o.pose, collide_i_vec(step, 0, step / 2));
            down = collide_pose_rotate(o.pose, collide_i_vec(0, -1, 0));
            if (kind < 2)
                ASSERT_EQ(1, collide_trace_slide(box, p, collide_i_scale(down, 5), &o, 1, NULL, &scratch, &s));
            else
                ASSERT_EQ(1, collide_probe_slide(shape, p, collide_i_scale(down, 5), &o, 1, NULL, &scratch, &s));
            start = p = s.end;
            for (k = 0; k < STEPS_ALONG; k++) {
                const collide_vec3 move =
                    k % 2 ? along : collide_i_add(along, collide_i_scale(down, next_between(&r, 0, step)));
                if (kind == 0) { /* who calls it projects by himself */
                    ASSERT(collide_trace_translate(box, p, move, &o, 1, NULL, &scratch, &t) >= 0);
                    p = t.end;
                    if (t.kind) {
                        const collide_vec3 rest = collide_i_scale(move, 1 - t.fraction);
                        const real into = collide_i_dot(rest, t.normal);
                        ASSERT(collide_trace_translate(box, p, collide_i_sub(rest, collide_i_scale(t.normal, into)), &o,
                                                       1, NULL, &scratch, &t) >= 0);
                        p = t.end;
                    }
                } else {
                    if (kind == 1)
                        ASSERT(collide_trace_slide(box, p, move, &o, 1, NULL, &scratch, &s) >= 0);
                    else
                        ASSERT(collide_probe_slide(shape, p, move, &o, 1, NULL, &scratch, &s) >= 0);
                    p = s.end;
                }
                if (k % 100 == 99) {
                    const wide height = height_over(o.pose, 1, p, half[kind], radius[kind]);
                    const wide gone = (wide)collide_vec3_length(collide_i_sub(p.position, start.position));
                    nearest = fmin(nearest, (double)(height / (wide)COLLIDE_I_EPSILON));
                    ASSERTm(
                        failed_case("case %d, walker %d: %g over the floor after %d steps", i, kind, (double)height, k),
                        height > 0);
                    ASSERTm(
                        failed_case("case %d, walker %d: held up after %d steps, %g long", i, kind, k, (double)gone),
                        gone > (wide)0.75 * (wide)1.118 * (k + 1) * (wide)step);
                }
            }
        }
    tell("seed %lu: nearest %.3g roundings of 1", (unsigned long)tests_seed, nearest);
    collide_mesh_destroy(floor);
    collide_mesh_destroy(box);
    collide_scratch_free(&scratch);
    PASS();
}

/* ---- beginning inside ---- */

/* 1 where some way along the normal, no longer than the reach, leads out. */
static int leads_out(arena *w, collide_pose p, collide_vec3 n, real reach)
{
    int k;
    for (k = 1; k <= 128; k++) {
        collide_pose q = p;
        q.position = collide_i_add(p.position, collide_i_scale(n, reach * (real)k / 128));
        arena_pose(w, q);
        if (!arena_inside(w)) return 1;
    }
    return 0;
}

static int same_pose(collide_pose a, collide_pose b)
{
    static const collide_quat none = {0, 0, 0, 0};
    if (memcmp(&a.rotation, &none, sizeof none) == 0) a.rotation.w = 1;
    if (memcmp(&b.rotation, &none, sizeof none) == 0) b.rotation.w = 1;
    return collide_i_extent(collide_i_sub(a.position, b.position)) <= 0 &&
           collide_i_abs(a.rotation.x - b.rotation.x) + collide_i_abs(a.rotation.y - b.rotation.y) +
                   collide_i_abs(a.rotation.z - b.rotation.z) + collide_i_abs(a.rotation.w - b.rotation.w) <
               16 * COLLIDE_I_EPSILON;
}

TEST beginning_inside_is_told(void)
{
    static arena w;
    rng r = rng_for(704);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k, wholly = 0, done = 0;
    for (i = 0; i < COUNT(800, 60000); i++) {
        stage level;
        collide_obstacle o;
        int make = i % SMALLS, kind = (int)next_below(&r, MOVERS), inside = 1, cut;
        collide_mesh *small = next_small(&r, make);
        const collide_mesh *mover = mover_mesh(kind);
        collide_pose pose = next_pose(&r, i & 1 ? COLLIDE_R(0.5) : 1), moved, to;
        collide_trace t[4];
        collide_slide s;
        collide_vec3 d = next_vec(&r, 2), axis = next_direction(&r);
        real reach = 2 * mesh_reach(mover) + 4;
        ASSERT(small != NULL);
        o.mesh = small;
        o.pose = next_place(&r, 0, i % 3);
        stage_make(&level, &o, 1);
        stage_grid(&level);
        arena_make(&w, mover, &level);
        if (i % 5 == 4) d = collide_i_vec(0, 0, 0);
        for (k = 0; k < 7; k++) { /* well inside, not at the brink */
            moved = pose;
            if (k) ((real *)&moved.position)[k % 3] += k & 1 ? COLLIDE_R(0.01) : -COLLIDE_R(0.01);
            arena_pose(&w, moved);
            cut = arena_inside(&w);
            if (!cut) inside = 0;
        }
        if (inside) {
            memset(t, 0, sizeof t);
            to = next_pose(&r, 2);
            ASSERT_EQ(1, collide_trace_translate(mover, pose, d, &o, 1, NULL, &scratch, &t[0]));
            ASSERT_EQ(1, collide_trace_rotate(mover, pose, pose.position, axis, 2, &o, 1, NULL, &scratch, &t[1]));
            ASSERT_EQ(1, collide_trace_move(mover, pose, to, &o, 1, NULL, &scratch, &t[2]));
            t[3] = t[0];
            if (!mover) {
                int told = collide_trace_ray(pose.position, to.position, &o, 1, &t[3]);
                if (told != 1) {
                    print_pose("obstacle", o.pose);
                    print_vec("from", pose.position);
                    print_vec("to", to.position);
                }
                ASSERTm(failed_case("case %d: a ray from inside small %d: %d", i, make, told), told == 1);
            }
            if (mover) ASSERT_EQ(1, collide_mesh_overlap(mover, pose, small, o.pose, &scratch));
            if (mover) ASSERT_EQ(1, collide_mesh_overlap(small, o.pose, mover, pose, &scratch));
            ASSERT(collide_trace_slide(mover, pose, d, &o, 1, NULL, &scratch, &s) >= 0);
            ASSERTm(failed_case("case %d: slide, flags %u", i, s.flags), s.flags & COLLIDE_STARTED_INSIDE);
            arena_pose(&w, pose);
            for (k = 0; k < 4; k++) {
                int ok = t[k].flags & COLLIDE_STARTED_INSIDE && !(t[k].fraction > 0) &&
                         (k == 3 || same_pose(t[k].end, pose)) && t[k].obstacle == 0 &&
                         fabs((double)collide_vec3_length(t[k].normal) - 1) < 8 * EPS;
                int out = ok && leads_out(&w, pose, t[k].normal, reach);
                if (!out) {
                    printf("\n    case %d.%d: %s in small %d\n", i, k, mover_names[kind], make);
                    print_pose("obstacle", o.pose);
                    print_pose("pose", pose);
                    print_trace(&t[k]);
                }
                ASSERTm(failed_case("case %d.%d: not told", i, k), ok);
                ASSERTm(failed_case("case %d.%d: the normal does not lead out", i, k), out);
            }
            done++;
            wholly += cut > 2;
        }
        stage_free(&w.mover);
        stage_free(&level);
        collide_mesh_destroy(small);
    }
    tell("seed %lu: %d beginnings inside", (unsigned long)tests_seed, done);
    ASSERT(done > COUNT(100, 10000) && wholly > 0);
    collide_scratch_free(&scratch);
    PASS();
}

/* ---- rays ---- */

/* The first face between two points, or 2; *edge is how near to an edge of a face that might have counted it went. */
static wide first_face(const stage *s, const wide p[3], const wide q[3], const facet **which, wide *edge)
{
    wide best = 2, way[3], x[3], y[3], at[2];
    int i, k;
    minus3(q, p, way);
    *which = NULL;
    *edge = HUGE_VAL;
    for (i = 0; i < s->triangles; i++) {
        const facet *t = &s->t[i];
        wide d[3], in, f;
        for (k = 0; k < 3; k++)
            if (t->e[k] >= 0) {
                const stick *e = &s->e[t->e[k]];
                wide apart = segments_apart(p, q, s->v[e->v[0]].p, s->v[e->v[1]].p, x, y, at);
                if (apart < *edge) *edge = apart;
            }
        if (!pierces(s, t, p, q)) continue;
        in = dot3(way, t->n);
        minus3(s->v[t->v[0]].p, p, d);
        f = dot3(d, t->n) / in;
        if (f < best) best = f, *which = t;
    }
    return best;
}

/* Boxes and angles whose faces, edges and corners lie on each other, as things do that were made on a grid. */
typedef struct {
    collide_mesh *mesh;
    double box[2][6]; /* it fills these: lower and upper corner */
} snapped;

static snapped make_snapped(rng *r, int bent)
{
    snapped s;
    int k;
    memset(&s, 0, sizeof s);
    if (bent) {
        real w = (real)(1 + next_below(r, 3)), h = (real)(1 + next_below(r, 3)),
             depth = (real)(1 + next_below(r, 3)) / 2;
        real outline[12] = {0};
        outline[2] = outline[4] = w + 1, outline[5] = outline[7] = 1;
        outline[6] = outline[8] = 1, outline[9] = outline[11] = h + 1;
        (void)collide_mesh_create_prism(&s.mesh, outline, 6, depth, NULL);
        for (k = 0; k < 2; k++) {
            s.box[k][3] = k ? 1 : (double)w + 1;
            s.box[k][4] = k ? (double)h + 1 : 1;
            s.box[k][2] = s.mesh ? (double)s.mesh->box.lower.z : 0;
            s.box[k][5] = s.mesh ? (double)s.mesh->box.upper.z : 0;
        }
    } else {
        for (k = 0; k < 3; k++) s.box[0][k + 3] = s.box[1][k + 3] = (double)(1 + next_below(r, 4)) / 2;
        (void)collide_mesh_create_box(&s.mesh, collide_i_vec((real)s.box[0][3], (real)s.box[0][4], (real)s.box[0][5]),
                                      NULL);
        for (k = 0; k < 3; k++) s.box[0][k] = s.box[1][k] = -s.box[0][k + 3];
    }
    return s;
}

/* How deep, measured along the axes, the deepest of the boxes are in each other; 0: touching, negative: apart. */
static double snapped_depth(const snapped *a, const snapped *b, const double at[3])
{
    double best = -HUGE_VAL;
    int i, j, k;
    for (i = 0; i < 2; i++)
        for (j = 0; j < 2; j++) {
            double depth = HUGE_VAL;
            for (k = 0; k < 3; k++) {
                depth = fmin(depth, a->box[i][k + 3] - (b->box[j][k] + at[k]));
                depth = fmin(depth, b->box[j][k + 3] + at[k] - a->box[i][k]);
            }
            best = fmax(best, depth);
        }
    return best;
}

TEST aligned_meshes_overlap_too(void)
{
    rng r = rng_for(792);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k, deep = 0, touching = 0;
    for (i = 0; i < COUNT(3000, 100000); i++) {
        snapped a = make_snapped(&r, i & 1), b = make_snapped(&r, i & 2);
        collide_pose turn = next_pose(&r, 0), pa, pb, off;
        collide_obstacle o;
        collide_trace t;
        double at[3], depth;
        int straight = i % 3 != 0, over;
        ASSERT(a.mesh && b.mesh);
        for (k = 0; k < 3; k++) at[k] = ((double)next_below(&r, 13) - 6) / 2;
        depth = snapped_depth(&a, &b, at);
        off = pose_at((real)at[0], (real)at[1], (real)at[2]);
        pa = straight ? pose_at(0, 0, 0) : turn;
        pb = straight ? off : collide_pose_compose(turn, off);
        o.mesh = b.mesh;
        o.pose = pb;
        over = collide_mesh_overlap(a.mesh, pa, b.mesh, pb, &scratch);
        ASSERT(collide_trace_translate(a.mesh, pa, collide_i_vec(0, 0, 0), &o, 1, NULL, &scratch, &t) >= 0);
        deep += depth > 0.1;
        touching += depth < 0.1 && depth > -0.1;
        if (depth > 0.1)
            ASSERTm(failed_case("case %d: %g deep, overlap %d, flags %u", i, depth, over, t.flags),
                    over == 1 && t.flags == 1);
        if (depth < 0.1) ASSERTm(failed_case("case %d: %g apart, flags %u", i, -depth, t.flags), t.flags == 0);
        if (depth < -0.1) ASSERTm(failed_case("case %d: %g apart, overlap %d", i, -depth, over), over == 0);
        collide_mesh_destroy(a.mesh);
        collide_mesh_destroy(b.mesh);
    }
    tell("%d deep, %d touching", deep, touching);
    ASSERT(deep > COUNT(500, 10000) && touching > COUNT(200, 5000));
    collide_scratch_free(&scratch);
    PASS();
}

/* A plate on a bed of nails, whose faces are many and far apart in number: every pair is told once. */
TEST contacts_are_told_once(void)
{
    enum { NAILS = 64, ROW = NAILS + 1, MOST = 4096 };
    static real points[3 * ROW * ROW];
    static unsigned indices[6 * NAILS * NAILS];
    static collide_contact c[MOST];
    collide_mesh *bed = NULL, *plate = NULL;
    collide_obstacle o;
    collide_mesh_desc desc;
    collide_pose p = pose_at(COLLIDE_R(0.1), COLLIDE_R(1.02), COLLIDE_R(0.13));
    int i, k, n;
    memset(&desc, 0, sizeof desc);
    memset(&o, 0, sizeof o);
    for (i = 0; i < ROW * ROW; i++) {
        points[3 * i] = COLLIDE_R(0.25) * (real)(i % ROW - NAILS / 2);
        points[3 * i + 1] = i % ROW % 2 == 0 && i / ROW % 2 == 0 ? COLLIDE_R(0.5) : 0;
        points[3 * i + 2] = COLLIDE_R(0.25) * (real)(i / ROW - NAILS / 2);
    }
    for (i = 0; i < NAILS * NAILS; i++) {
        const unsigned at = (unsigned)(i / NAILS * ROW + i % NAILS);
        indices[6 * i] = indices[6 * i + 3] = at;
        indices[6 * i + 1] = at + ROW;
        indices[6 * i + 2] = indices[6 * i + 4] = at + ROW + 1;
        indices[6 * i + 5] = at + 1;
    }
    desc.positions = points;
    desc.vertex_count = ROW * ROW;
    desc.indices = indices;
    desc.face_count = 2 * NAILS * NAILS;
    desc.flags = COLLIDE_MESH_OPEN;
    ASSERT_EQ(0, collide_mesh_create(&bed, &desc, NULL));
    ASSERT_EQ(0, collide_mesh_create_box(&plate, collide_i_vec(1, COLLIDE_R(0.5), 1), NULL));
    o.mesh = bed;
    n = collide_trace_contacts(plate, p, COLLIDE_R(0.05), &o, 1, NULL, c, MOST);
    ASSERTm(failed_case("%d contacts", n), n >= 16 && n <= MOST);
    ASSERT_EQ(n, collide_trace_contacts(plate, p, COLLIDE_R(0.05), &o, 1, NULL, NULL, 0));
    for (i = 0; i < n; i++)
        for (k = 0; k < i; k++)
            ASSERTm(failed_case("%d and %d are the same", i, k),
                    c[i].kind != c[k].kind || c[i].feature_a != c[k].feature_a || c[i].feature_b != c[k].feature_b);
    collide_mesh_destroy(bed);
    collide_mesh_destroy(plate);
    PASS();
}

/* Of three boxes in one mesh, two far away, the one between them inside another box. */
TEST every_part_may_be_inside(void)
{
    static const int quad[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    collide_mesh *three = NULL, *box = NULL, *bent = NULL;
    static const real outline[] = {-2, -2, 6, -2, 6, 2, 2, 2, 2, 6, -2, 6};
    collide_obstacle o;
    collide_mesh_desc desc;
    collide_pose p = pose_at(0, 0, 0);
    collide_trace t;
    real points[72];
    unsigned indices[72];
    int sizes[18], i, k, c;
    memset(&desc, 0, sizeof desc);
    memset(&o, 0, sizeof o);
    for (i = 0; i < 3; i++) {
        for (k = 0; k < 24; k++)
            points[24 * i + k] = (k % 3 ? 0 : (real)(10 * (i - 1))) +
                                 (k / 3 >> k % 3 & 1 ? 1 : (real)-1) * (i == 1 ? COLLIDE_R(0.2) : COLLIDE_R(1.0));
        for (k = 0; k < 6; k++)
            for (c = 0, sizes[6 * i + k] = 4; c < 4; c++) indices[24 * i + 4 * k + c] = (unsigned)(8 * i + quad[k][c]);
    }
    desc.positions = points;
    desc.vertex_count = 24;
    desc.indices = indices;
    desc.face_sizes = sizes;
    desc.face_count = 18;
    ASSERT_EQ(0, collide_mesh_create(&three, &desc, NULL));
    ASSERT_EQ(0, collide_mesh_create_box(&box, collide_i_vec(2, 2, 2), NULL));
    ASSERT_EQ(0, collide_mesh_create_prism(&bent, outline, 6, 2, NULL));
    for (i = 0; i < 2; i++) {
        const collide_mesh *around = i ? bent : box;
        ASSERT_EQ(1, collide_mesh_overlap(around, p, three, p, NULL));
        ASSERT_EQ(1, collide_mesh_overlap(three, p, around, p, NULL));
        o.mesh = three;
        ASSERT_EQ(1, collide_trace_translate(around, p, collide_i_vec(0, 1, 0), &o, 1, NULL, NULL, &t));
        ASSERT_EQ(COLLIDE_STARTED_INSIDE, t.flags);
        o.mesh = around;
        ASSERT_EQ(1, collide_trace_translate(three, p, collide_i_vec(0, 1, 0), &o, 1, NULL, NULL, &t));
        ASSERT_EQ(COLLIDE_STARTED_INSIDE, t.flags);
        ASSERT_EQ(1, collide_trace_rotate(three, p, p.position, collide_i_vec(0, 1, 0), 1, &o, 1, NULL, NULL, &t));
        ASSERT_EQ(COLLIDE_STARTED_INSIDE, t.flags);
        ASSERT_EQ(0, collide_mesh_overlap(three, pose_at(0, 0, -5), around, p, NULL));
    }
    collide_mesh_destroy(three);
    collide_mesh_destroy(box);
    collide_mesh_destroy(bent);
    PASS();
}

/* A ray from outside past an edge of a solid may hit or miss it; it did not begin inside, and what it hits faces it. */
TEST rays_may_graze_edges(void)
{
    rng r = rng_for(791);
    collide_mesh *block[2] = {NULL, NULL};
    collide_obstacle o;
    collide_trace t;
    int i, hits = 0;
    memset(&o, 0, sizeof o);
    ASSERT_EQ(0, collide_mesh_create_box(&block[0], collide_i_vec(1, 1, 1), NULL));
    ASSERT_EQ(0, collide_mesh_create_torus(&block[1], 2, COLLIDE_R(0.7), 20, 9, NULL));
    o.mesh = block[0];
    ASSERT_EQ(1, collide_trace_ray(collide_i_vec(0, 2, 0), collide_i_vec(2, 0, 0), &o, 1, &t));
    ASSERT(t.flags == 0 && fabs((double)t.fraction - 0.5) < 1e-6);
    for (i = 0; i < COUNT(6000, 400000); i++) {
        const collide_edge *e;
        collide_vec3 x, d = collide_i_scale(next_direction(&r), next_between(&r, 4, 9));
        real s = next_between(&r, 0, 1);
        o.mesh = block[i & 1];
        o.pose = next_pose(&r, 2);
        e = collide_mesh_edge(o.mesh, (int)next_below(&r, (unsigned)collide_mesh_edge_count(o.mesh)));
        x = collide_i_add(collide_i_scale(collide_mesh_vertex(o.mesh, e->vertex[0]), s),
                          collide_i_scale(collide_mesh_vertex(o.mesh, e->vertex[1]), 1 - s));
        x = collide_pose_apply(o.pose, x);
        if (collide_probe_inside(collide_i_add(x, d), &o, 1, NULL)) continue;
        hits += collide_trace_ray(collide_i_add(x, d), collide_i_sub(x, d), &o, 1, &t);
        ASSERTm(failed_case("case %d: flags %u", i, t.flags), t.flags == 0);
        ASSERTm(failed_case("case %d: the normal is turned away", i), collide_i_dot(t.normal, d) >= 0);
    }
    ASSERT(hits > COUNT(2000, 100000));
    collide_mesh_destroy(block[0]);
    collide_mesh_destroy(block[1]);
    PASS();
}

/* How far a point is from all faces. */
static wide off_facets(const stage *s, const wide p[3])
{
    wide least = HUGE_VAL, x[3], y[3], at[2], height;
    int i;
    for (i = 0; i < s->triangles; i++)
        if (above_facet(s, &s->t[i], p, x, &height)) least = WIDE(fmin)(least, WIDE(fabs)(height));
    for (i = 0; i < s->edges; i++)
        least = WIDE(fmin)(least, segments_apart(p, p, s->v[s->e[i].v[0]].p, s->v[s->e[i].v[1]].p, x, y, at));
    return least;
}

/* In the plane of a face, or a few roundings beside it: the face is there only where it is, and what goes on into a solid
   is stopped. */
TEST rays_along_planes_meet_only_faces(void)
{
    rng r = rng_for(798);
    static vicinity all;
    int i, k, hits = 0, misses = 0, ins = 0;
    double worst = 0;
    for (i = 0; i < COUNT(500, 40000); i++) {
        stage level;
        collide_obstacle o;
        collide_mesh *small = next_small(&r, i % SMALLS);
        ASSERT(small != NULL);
        o.mesh = small;
        o.pose = next_place(&r, 1, i % 3);
        stage_make(&level, &o, 1);
        for (k = 0; k < 8; k++) {
            const facet *f = &level.t[next_below(&r, (unsigned)level.triangles)];
            const wide *corner[3] = {level.v[f->v[0]].p, level.v[f->v[1]].p, level.v[f->v[2]].p};
            wide p[3], q[3], u[3], v[3], at[3], size, h;
            collide_vec3 a, b;
            collide_trace t;
            collide_result result;
            minus3(corner[1], corner[0], u);
            minus3(corner[2], corner[0], v);
            along3(corner[0], (wide)next_between(&r, -3, 3), u, p);
            along3(p, (wide)next_between(&r, -3, 3), v, p);
            along3(corner[0], (wide)next_between(&r, -1, 2), u, q);
            along3(q, (wide)next_between(&r, -1, 2), v, q);
            size = WIDE(fmax)(level.size, WIDE(fmax)(length3(p), length3(q)));
            if (k & 1) along3(p, (wide)next_between(&r, -4, 4) * (wide)COLLIDE_I_EPSILON * size, f->n, p);
            if (k == 7) along3(q, -(wide)next_between(&r, 0, COLLIDE_R(0.01)), f->n, q);
            a = real3(p);
            b = real3(q);
            wide3(a, p);
            wide3(b, q);
            if (solids_around(&level, p, &all, 0)) continue;
            result = collide_trace_ray(a, b, &o, 1, &t);
            ASSERT(result >= 0);
            if (result == 1 && t.flags == 0) {
                minus3(q, p, u);
                along3(p, (wide)t.fraction, u, at);
                h = off_facets(&level, at) / ((wide)COLLIDE_I_EPSILON * size);
                worst = fmax(worst, (double)h);
                ASSERTm(failed_case("case %d.%d: small %d is %g roundings from where it is hit", i, k, i % SMALLS,
                                    (double)h),
                        h < 128);
                hits++;
            } else if (result == 1) {
                h = off_facets(&level, p) / ((wide)COLLIDE_I_EPSILON * size);
                ASSERTm(failed_case("case %d.%d: small %d is %g roundings around it", i, k, i % SMALLS, (double)h),
                        h < 128);
            } else {
                h = off_facets(&level, q) / ((wide)COLLIDE_I_EPSILON * size);
                misses++;
                ASSERTm(failed_case("case %d.%d: %g roundings into small %d", i, k, (double)h, i % SMALLS),
                        !(h > 128) || solids_around(&level, q, &all, 0) == 0);
            }
            ins += k == 7;
        }
        stage_free(&level);
        collide_mesh_destroy(small);
    }
    tell("seed %lu: %d hits, %d misses, at most %.2g roundings off", (unsigned long)tests_seed, hits, misses, worst);
    ASSERT(hits > COUNT(300, 20000) && misses > COUNT(300, 20000) && ins > 0);
    PASS();
}

TEST rays_stop_at_the_first_face(void)
{
    rng r = rng_for(705);
    static vicinity all;
    int i, k, hits = 0, seams = 0, ends = 0;
    double worst = 0;
    for (i = 0; i < COUNT(300, 20000); i++) {
        stage level;
        collide_obstacle o;
        collide_mesh *small = next_small(&r, i % SMALLS);
        ASSERT(small != NULL);
        o.mesh = small;
        o.pose = next_place(&r, 1, i % 3);
        stage_make(&level, &o, 1);
        for (k = 0; k < 8; k++) {
            collide_vec3 a = collide_i_add(o.pose.position, collide_i_scale(next_direction(&r), 4)), b;
            collide_trace t;
            collide_result result;
            wide p[3], q[3], x[3], ro[9], f, edge, size, miss;
            const facet *face;
            int inside;
            if (k == 7) a = collide_i_add(o.pose.position, next_vec(&r, 1));
            wide_matrix(o.pose.rotation, ro);
            next_spot(&r, small, x); /* at vertices and edges on purpose */
            turn3(ro, x, q);
            wide3(o.pose.position, p);
            along3(p, 1, q, q);
            wide3(a, p);
            minus3(q, p, x);
            along3(p, k & 1 ? 2 : (wide)0.999, x, q);
            b = real3(q);
            wide3(b, q);
            size = WIDE(fmax)(level.size, WIDE(fmax)(length3(p), length3(q)));
            f = first_face(&level, p, q, &face, &edge);
            inside = solids_around(&level, p, &all, 0) > 0;
            result = collide_trace_ray(a, b, &o, 1, &t);
            ASSERT(result >= 0);
            miss = 16 * (wide)COLLIDE_I_EPSILON * size;
            if (inside) {
                const wide h = off_facets(&level, p);
                if (h > 16 * miss && !(result == 1 && t.flags & COLLIDE_STARTED_INSIDE)) {
                    print_pose("obstacle", o.pose);
                    print_vec("from", a);
                    print_vec("to", b);
                    print_trace(&t);
                    printf("    %g from the surface of small %d\n", (double)h, i % SMALLS);
                }
                if (h > 16 * miss)
                    ASSERTm(failed_case("case %d.%d: inside untold", i, k),
                            result == 1 && t.flags & COLLIDE_STARTED_INSIDE && !(t.fraction > 0));
                continue;
            }
            if (edge < miss) { /* at a seam of a solid: never through it */
                seams++;
                if (f <= 1 && result == 0 && collide_mesh_closed(small)) {
                    wide end[3];
                    memcpy(end, q, sizeof end);
                    if (solids_around(&level, end, &all, 0)) {
                        printf("\n    small %d\n", i % SMALLS);
                        print_pose("obstacle", o.pose);
                        print_vec("from", a);
                        print_vec("to", b);
                    }
                    ASSERTm(failed_case("case %d.%d: through a seam", i, k), solids_around(&level, end, &all, 0) == 0);
                }
                continue;
            }
            if ((result == 1) != (f <= 1)) { /* it ends on the face, as far as a time's own bound below tells */
                int j;
                for (j = 0; j < level.triangles && !face; j++)
                    if (level.t[j].face == t.feature_obstacle) face = &level.t[j];
                if (face) minus3(q, level.v[face->v[0]].p, x);
                if (face && WIDE(fabs)(dot3(x, face->n)) < 16 * (wide)COLLIDE_I_EPSILON * size) {
                    ends++;
                    continue;
                }
            }
            ASSERTm(failed_case("case %d.%d: %d where %g was right (small %d, edge %g)", i, k, result, (double)f,
                                i % SMALLS, (double)edge),
                    (result == 1) == (f <= 1));
            if (result == 0) {
                ASSERT(t.fraction >= 1 && t.kind == 0 && t.obstacle == -1);
                continue;
            }
            {
                wide n[3], at[3], way[3], off;
                int j;
                hits++;
                minus3(q, p, way);
                wide3(t.normal, n);
                off = WIDE(fabs)((wide)t.fraction - f) * WIDE(fabs)(dot3(way, face->n)) /
                      ((wide)COLLIDE_I_EPSILON * size);
                worst = fmax(worst, (double)off);
                ASSERTm(failed_case("case %d.%d: %.9g, not %.9g", i, k, (double)t.fraction, (double)f), off < 16);
                ASSERTm(failed_case("case %d.%d: normal", i, k),
                        WIDE(fabs)(dot3(n, face->n)) > 1 - (wide)1e-6 && dot3(n, way) < 0);
                ASSERT_EQ(face->face, t.feature_obstacle);
                ASSERT(t.kind == COLLIDE_VF && t.obstacle == 0 && t.flags == 0);
                wide3(t.point, at);
                for (j = 0; j < 3; j++)
                    ASSERT(WIDE(fabs)(at[j] - (p[j] + (wide)t.fraction * way[j])) <
                           16 * (wide)COLLIDE_I_EPSILON * size);
            }
        }
        stage_free(&level);
        collide_mesh_destroy(small);
    }
    tell("seed %lu: %d hits, %d rays at seams, at most %.2g roundings off", (unsigned long)tests_seed, hits, seams,
         worst);
    ASSERT(hits > COUNT(300, 20000) && ends * 10000 < hits + 10000);
    PASS();
}

/* ---- contacts ---- */

TEST boxes_rest_on_their_corners(void)
{
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_contact c[64];
    collide_mesh *box = NULL;
    collide_pose p;
    collide_vec3 half = {COLLIDE_R(0.3), COLLIDE_R(0.25), COLLIDE_R(0.2)}, seen_normal[3];
    real gap = COLLIDE_R(0.0009765625), root = COLLIDE_R(0.70710678118654752);
    int i, k, n, level, seen_count[3];
    ASSERT_EQ(0, collide_mesh_create_box(&box, half, NULL));
    for (level = LEVEL_FLOOR; level < LEVELS; level++) {
        collide_obstacle o = level_obstacle(level);
        ASSERT(o.mesh != NULL);
        /* flat: its four lower corners */
        p = pose_at(COLLIDE_R(2.1), half.y + gap, COLLIDE_R(2.2));
        n = collide_trace_contacts(box, p, COLLIDE_R(0.01), &o, 1, &scratch, c, 64);
        ASSERTm(failed_case("flat on %s: %d contacts", level_names[level], n), n == 4);
        for (i = 0; i < n; i++) {
            collide_vec3 v = collide_pose_apply(p, collide_mesh_vertex(box, c[i].feature_a));
            ASSERT_EQ(COLLIDE_VF, c[i].kind);
            ASSERT(v.y < half.y && c[i].feature_b >= 0 && c[i].feature_b < collide_mesh_face_count(o.mesh));
            ASSERT(collide_mesh_face_plane(o.mesh, c[i].feature_b).normal.y > COLLIDE_R(0.999));
            ASSERT_IN_RANGE((double)gap, (double)c[i].distance, 16 * EPS);
            ASSERT(distance3(c[i].point, v) <= (double)gap + 16 * EPS);
            ASSERT(distance3(c[i].normal, collide_i_vec(0, 1, 0)) < 8 * EPS);
            for (k = 0; k < i; k++) ASSERT(c[k].feature_a != c[i].feature_a);
        }
        ASSERT_EQ(4, collide_trace_contacts(box, p, COLLIDE_R(0.01), &o, 1, &scratch, NULL, 0));
        ASSERT_EQ(4, collide_trace_contacts(box, p, COLLIDE_R(0.01), &o, 1, NULL, c, 2));
        ASSERT_EQ(0, collide_trace_contacts(box, p, gap / 2, &o, 1, &scratch, c, 64));
        /* on an edge: its two ends */
        p = pose_at(COLLIDE_R(2.1), root * (half.y + half.z) + gap, COLLIDE_R(2.2));
        p.rotation = collide_quat_from_axis_angle(collide_i_vec(1, 0, 0), COLLIDE_R(0.78539816339744831));
        n = collide_trace_contacts(box, p, COLLIDE_R(0.01), &o, 1, &scratch, c, 64);
        ASSERTm(failed_case("on an edge, %s: %d contacts", level_names[level], n), n == 2);
        for (i = 0; i < n; i++) {
            ASSERT_EQ(COLLIDE_VF, c[i].kind);
            ASSERT_IN_RANGE((double)gap, (double)c[i].distance, 32 * EPS);
            ASSERT(distance3(c[i].normal, collide_i_vec(0, 1, 0)) < 8 * EPS);
        }
    }
    { /* in a corner: both walls and the floor */
        collide_obstacle o = level_obstacle(LEVEL_CORNER);
        collide_vec3 axis[3];
        axis[0] = collide_i_vec(1, 0, 0), axis[1] = collide_i_vec(0, 1, 0), axis[2] = collide_i_vec(0, 0, 1);
        p = pose_at(half.x + gap, half.y + gap, half.z + gap);
        n = collide_trace_contacts(box, p, COLLIDE_R(0.01), &o, 1, &scratch, c, 64);
        memset(seen_count, 0, sizeof seen_count);
        memset(seen_normal, 0, sizeof seen_normal);
        ASSERTm(failed_case("in a corner: %d contacts", n), n >= 12 && n <= 64);
        for (i = 0; i < n; i++) {
            for (k = 0; k < 3 && collide_i_dot(c[i].normal, axis[k]) < COLLIDE_R(0.9998); k++) continue;
            ASSERTm(failed_case("in a corner: a normal %g %g %g", (double)c[i].normal.x, (double)c[i].normal.y,
                                (double)c[i].normal.z),
                    k < 3);
            if (c[i].kind == COLLIDE_VF) seen_count[k]++;
        }
        for (k = 0; k < 3; k++)
            ASSERTm(failed_case("in a corner: %d on side %d", seen_count[k], k), seen_count[k] == 4);
    }
    collide_mesh_destroy(box);
    collide_scratch_free(&scratch);
    PASS();
}

/* Every contact is a pair of features as far apart as it says, and the nearest pair is among them. */
TEST contacts_are_pairs_of_features(void)
{
    static arena w;
    rng r = rng_for(706);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    long contacts = 0, full = 0;
    int i;
    for (i = 0; i < COUNT(500, 50000); i++) {
        stage level;
        collide_obstacle o;
        int make = i % SMALLS, kind = (int)next_below(&r, MOVERS), n, c, k;
        collide_mesh *small = next_small(&r, make);
        const collide_mesh *mover = mover_mesh(kind);
        collide_trace_desc desc = {COLLIDE_R(0.002), 0};
        collide_contact list[200];
        collide_trace t;
        errand q;
        wide within = (wide)0.008, u, d;
        ASSERT(small != NULL);
        o.mesh = small;
        o.pose = next_place(&r, 1, i % 3);
        stage_make(&level, &o, 1);
        stage_grid(&level);
        arena_make(&w, mover, &level);
        q = aim_errand(&r, mover, &o, mesh_reach(mover), 0, (wide)0.001);
        arena_pose(&w, q.from);
        if (!arena_inside(&w) && run_errand(&q, mover, &o, 1, &desc, &scratch, &t) == 1 &&
            !(t.flags & COLLIDE_STARTED_INSIDE)) {
            const meeting *best = NULL;
            arena_pose(&w, t.end);
            d = arena_distance(&w, 2 * within);
            u = (wide)COLLIDE_I_EPSILON * WIDE(fmax)(errand_size(&q, mover), level.size);
            n = collide_trace_contacts(mover, t.end, (real)within, &o, 1, &scratch, list, 200);
            ASSERT(n >= 0);
            for (k = 0; k < w.list.count; k++)
                if (!best || w.list.t[k].distance < best->distance) best = &w.list.t[k];
            ASSERT(best != NULL);
            if (d < within - 8 * u)
                ASSERTm(failed_case("case %d, %s at small %d: nothing although %g near", i, mover_names[kind], make,
                                    (double)d),
                        n > 0);
            full += n > 1;
            for (c = 0, k = 0; c < n && c < 200; c++) {
                int found = 0, j;
                wide at[3], nn[3], middle[3], off[3];
                contacts++;
                wide3(list[c].point, at);
                wide3(list[c].normal, nn);
                for (j = 0; j < w.list.count && !found; j++) {
                    const meeting *x = &w.list.t[j];
                    /* a vertex over the rim of a face is an end of an edge to the reference */
                    if (x->kind != list[c].kind && x->kind != COLLIDE_EE) continue;
                    if (x->kind == list[c].kind && x->level != list[c].feature_b) continue;
                    if (x->kind == list[c].kind && mover && x->mover != list[c].feature_a) continue;
                    along3(x->on_level, 1, x->on_mover, middle);
                    for (k = 0; k < 3; k++) middle[k] /= 2;
                    minus3(at, middle, off);
                    found = WIDE(fabs)(x->distance - (wide)list[c].distance) < 32 * u &&
                            length3(off) < x->distance + 64 * u && degrees_between(x->n, nn) < 1;
                }
                if (!found) {
                    printf("\n    case %d: %s at small %d, contact %d of %d\n", i, mover_names[kind], make, c, n);
                    printf("    kind %d, features %d %d, distance %.9g\n", list[c].kind, list[c].feature_a,
                           list[c].feature_b, (double)list[c].distance);
                    print_vec("point", list[c].point);
                    print_vec("normal", list[c].normal);
                    print_pose("obstacle", o.pose);
                    print_pose("mover", t.end);
                    print_meetings(&w);
                }
                ASSERTm(failed_case("case %d, %s at small %d: contact %d is none", i, mover_names[kind], make, c),
                        found);
                ASSERT((wide)list[c].distance <= within + 8 * u);
            }
            if (d < within - 8 * u) {
                int near_one = 0;
                for (c = 0; c < n && c < 200; c++) near_one |= WIDE(fabs)((wide)list[c].distance - d) < 32 * u;
                if (!near_one) {
                    for (c = 0; c < n && c < 200; c++)
                        printf("    contact of kind %d, features %d %d, %.9g apart\n", list[c].kind, list[c].feature_a,
                               list[c].feature_b, (double)list[c].distance);
                    print_meetings(&w);
                    printf("\n    case %d: nearest pair kind %d features %d %d at %.9g\n", i, best->kind, best->mover,
                           best->level, (double)d);
                    print_pose("obstacle", o.pose);
                    print_pose("mover", t.end);
                }
                ASSERTm(failed_case("case %d, %s at small %d: the nearest is missing", i, mover_names[kind], make),
                        near_one);
            }
        }
        stage_free(&w.mover);
        stage_free(&level);
        collide_mesh_destroy(small);
    }
    tell("seed %lu: %ld contacts, %ld places with several", (unsigned long)tests_seed, contacts, full);
    collide_scratch_free(&scratch);
    PASS();
}

TEST meshes_overlap_as_their_faces_do(void)
{
    static arena w;
    rng r = rng_for(707);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, apart = 0, over = 0;
    for (i = 0; i < COUNT(1500, 100000); i++) {
        stage level;
        collide_obstacle o;
        collide_mesh *small = next_small(&r, i % SMALLS);
        int kind = 1 + (int)next_below(&r, MOVERS - 1), inside, got;
        const collide_mesh *mover = mover_mesh(kind);
        collide_pose pose = next_pose(&r, COLLIDE_R(1.2));
        ASSERT(small != NULL);
        o.mesh = small;
        o.pose = next_place(&r, COLLIDE_R(0.5), i % 3);
        stage_make(&level, &o, 1);
        stage_grid(&level);
        arena_make(&w, mover, &level);
        arena_pose(&w, pose);
        inside = arena_inside(&w) != 0;
        if (arena_distance(&w, (wide)0.01) > 64 * (wide)COLLIDE_I_EPSILON) {
            got = collide_mesh_overlap(mover, pose, small, o.pose, &scratch);
            ASSERTm(failed_case("case %d: %d, not %d (%s, small %d)", i, got, inside, mover_names[kind], i % SMALLS),
                    got == inside);
            got = collide_mesh_overlap(small, o.pose, mover, pose, NULL);
            ASSERTm(failed_case("case %d swapped: %d, not %d (%s, small %d)", i, got, inside, mover_names[kind],
                                i % SMALLS),
                    got == inside);
            apart += !inside;
            over += inside;
        }
        stage_free(&w.mover);
        stage_free(&level);
        collide_mesh_destroy(small);
    }
    tell("seed %lu: %d apart, %d overlapping", (unsigned long)tests_seed, apart, over);
    ASSERT(apart > COUNT(100, 1000) && over > COUNT(100, 1000));
    collide_scratch_free(&scratch);
    PASS();
}

/* ---- the frame does not matter ---- */

/* Two answers to one question are no further apart, along the normal, than the zone is from its outer to its inner
   side, give or take: what grazes there is free to go on or to stop. Slow approaches blur the time, not the
   distance. */
static int alike(const errand *q, const collide_trace *t, const collide_trace *s, collide_vec3 off, double tol)
{
    const collide_trace *hit = t->kind ? t : s;
    collide_vec3 v = q->delta, p = hit->point;
    if (s == hit) p = collide_i_sub(p, off);
    if (q->kind == GO_ROTATE) v = collide_i_scale(collide_i_cross(q->axis, collide_i_sub(p, q->origin)), q->angle);
    return fabs((double)(t->fraction - s->fraction)) * (double)collide_i_abs(collide_i_dot(v, hit->normal)) < tol;
}

TEST traces_do_not_depend_on_scale_and_place(void)
{
    static const real scales[4] = {COLLIDE_R(0.001), 1000, COLLIDE_R(0.0009765625), 1024};
    rng r = rng_for(708);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k, hits = 0;
    for (i = 0; i < COUNT(400, 20000); i++) {
        collide_mesh *mover[5], *small[5];
        collide_vec3 half[2];
        errand q;
        collide_trace t, s;
        collide_trace_desc desc;
        collide_obstacle o[2];
        real expel = COLLIDE_R(0.01);
        int result, n;
        for (k = 0; k < 2; k++)
            half[k] = collide_i_vec((real)(1 + (int)next_below(&r, 64)) / 64, (real)(1 + (int)next_below(&r, 64)) / 64,
                                    (real)(1 + (int)next_below(&r, 64)) / 64);
        memset(o, 0, sizeof o);
        memset(&desc, 0, sizeof desc);
        for (k = 0; k < 5; k++) {
            real scale = k ? scales[k - 1] : 1;
            ASSERT_EQ(0, collide_mesh_create_box(&mover[k], collide_i_scale(half[0], scale), NULL));
            ASSERT_EQ(0, collide_mesh_create_box(&small[k], collide_i_scale(half[1], scale), NULL));
        }
        o[0].mesh = small[0];
        q = aim_errand(&r, mover[0], o, 1, 0, 0);
        q.kind = i % 2 ? GO_ROTATE : GO_TRANSLATE;
        for (k = 0; k < 3; k++) { /* on a grid, so that an offset changes no number */
            real *p = (real *)&q.from.position + k, *d = (real *)&q.delta + k, *g = (real *)&q.origin + k;
            *p = (real)(int)(*p * 256) / 256;
            *d = (real)(int)(*d * 256) / 256;
            *g = (real)(int)(*g * 256) / 256;
        }
        desc.expel = expel;
        result = run_errand(&q, mover[0], o, 1, &desc, &scratch, &t);
        ASSERT(result >= 0);
        if (t.flags & COLLIDE_STARTED_INSIDE) result = -1;
        for (k = 1; k < 5 && result >= 0; k++) { /* larger and smaller */
            errand x = q;
            x.from.position = collide_i_scale(q.from.position, scales[k - 1]);
            x.delta = collide_i_scale(q.delta, scales[k - 1]);
            x.origin = collide_i_scale(q.origin, scales[k - 1]);
            o[0].mesh = small[k];
            desc.expel = expel * scales[k - 1];
            n = run_errand(&x, mover[k], o, 1, &desc, &scratch, &s);
            ASSERT(n >= 0);
            hits += n;
            if (k > 2) /* by a power of two: every number is the same but for its exponent */
                ASSERTm(failed_case("case %d, scale %g: %.9g, not %.9g", i, (double)scales[k - 1], (double)s.fraction,
                                    (double)t.fraction),
                        n == result && !(s.fraction < t.fraction) && !(s.fraction > t.fraction) && s.kind == t.kind &&
                            s.feature_mover == t.feature_mover && s.feature_obstacle == t.feature_obstacle);
            else
                ASSERTm(failed_case("case %d, scale %g: %.9g, not %.9g", i, (double)scales[k - 1], (double)s.fraction,
                                    (double)t.fraction),
                        alike(&q, &t, &s, collide_i_vec(0, 0, 0), (double)expel * 0.75));
        }
        o[0].mesh = small[0];
        desc.expel = expel;
        for (k = 0; k < 3 && result >= 0; k++) { /* elsewhere */
            errand x = q;
            collide_vec3 off =
                collide_i_scale(collide_i_vec(k == 0 ? 1 : 0, k == 1 ? -1 : COLLIDE_R(0.5), k == 2 ? 1 : 0), 512);
            x.from.position = collide_i_add(q.from.position, off);
            x.origin = collide_i_add(q.origin, off);
            o[0].pose.position = off;
            n = run_errand(&x, mover[0], o, 1, &desc, &scratch, &s);
            ASSERT(n >= 0);
            ASSERTm(failed_case("case %d, offset %d: %.9g, not %.9g", i, k, (double)s.fraction, (double)t.fraction),
                    alike(&q, &t, &s, off, (double)expel * 0.75));
        }
        memset(o, 0, sizeof o);
        if (result >= 0) { /* two obstacles in either order */
            collide_trace both[2];
            o[0].mesh = small[0];
            o[1].mesh = mover[0];
            o[1].pose = next_pose(&r, 3);
            n = run_errand(&q, mover[0], o, 2, &desc, &scratch, &both[0]);
            {
                collide_obstacle swap = o[0];
                o[0] = o[1];
                o[1] = swap;
            }
            ASSERT_EQ(n, run_errand(&q, mover[0], o, 2, &desc, &scratch, &both[1]));
            if (!(both[0].fraction >= both[1].fraction && both[0].fraction <= both[1].fraction)) {
                print_errand(&q);
                print_vec("mover", half[0]);
                print_vec("first, at the origin", half[1]);
                print_pose("second, as the mover, at", o[0].pose);
                print_trace(&both[0]);
                print_trace(&both[1]);
            }
            ASSERTm(failed_case("case %d: the order of obstacles matters", i),
                    !(both[0].fraction < both[1].fraction) && !(both[0].fraction > both[1].fraction) &&
                        same_pose(both[0].end, both[1].end) && both[0].flags == both[1].flags);
            if (n == 1 && both[0].obstacle == both[1].obstacle) ASSERT(both[0].fraction <= 0);
        }
        for (k = 0; k < 5; k++) {
            collide_mesh_destroy(mover[k]);
            collide_mesh_destroy(small[k]);
        }
    }
    tell("seed %lu: %d hits elsewhere", (unsigned long)tests_seed, hits);
    collide_scratch_free(&scratch);
    PASS();
}

/* Long boxes that cross: edges on edges, whose volumes are lengths to the third. Larger or smaller by a power of two
   every number is the same but for its exponent. */
TEST edges_meet_at_any_size(void)
{
    static const int exponents[] = {0, -26, -20, 20, 26};
    rng r = rng_for(728);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k, hits = 0;
    for (i = 0; i < COUNT(200, 20000); i++) {
        const collide_vec3 ha = collide_i_vec(2, next_between(&r, COLLIDE_R(0.05), COLLIDE_R(0.5)), COLLIDE_R(0.25));
        const collide_vec3 hb = collide_i_vec(COLLIDE_R(0.25), next_between(&r, COLLIDE_R(0.05), COLLIDE_R(0.5)), 2);
        const collide_vec3 down = collide_i_vec(next_between(&r, -1, 1), -4, next_between(&r, -1, 1));
        const collide_vec3 axis = collide_i_vec(0, 0, 1), centre = collide_i_vec(-6, 0, 0);
        const real lean = next_between(&r, -1, 1), roll = next_between(&r, -1, 1);
        collide_trace first[2], t;
        int result[2];
        for (k = 0; k < (int)(sizeof exponents / sizeof *exponents); k++) {
            const real scale = power_of_two(exponents[k]);
            collide_mesh *a = NULL, *b = NULL;
            collide_obstacle o;
            collide_pose p = pose_at(0, COLLIDE_R(1.5) * scale, 0);
            int turn;
            memset(&o, 0, sizeof o);
            ASSERT_EQ(0, collide_mesh_create_box(&a, collide_i_scale(ha, scale), NULL));
            ASSERT_EQ(0, collide_mesh_create_box(&b, collide_i_scale(hb, scale), NULL));
            o.mesh = b;
            o.pose.rotation = collide_quat_from_axis_angle(collide_i_vec(0, lean, 1), COLLIDE_R(0.7853981));
            p.rotation = collide_quat_from_axis_angle(collide_i_vec(1, roll, 0), COLLIDE_R(0.7853981));
            for (turn = 0; turn < 2; turn++) {
                const int hit =
                    turn ? collide_trace_rotate(a, p, collide_i_scale(centre, scale), axis, COLLIDE_R(-0.8), &o, 1,
                                                NULL, &scratch, &t)
                         : collide_trace_translate(a, p, collide_i_scale(down, scale), &o, 1, NULL, &scratch, &t);
                if (k == 0) first[turn] = t, result[turn] = hit;
                hits += hit == 1 && t.kind == COLLIDE_EE;
                ASSERTm(failed_case("case %d, 2^%d, %s: %d at %.9g, not %d at %.9g", i, exponents[k],
                                    turn ? "turning" : "flying", hit, (double)t.fraction, result[turn],
                                    (double)first[turn].fraction),
                        hit == result[turn] && !(t.fraction < first[turn].fraction) &&
                            !(t.fraction > first[turn].fraction) && t.kind == first[turn].kind);
            }
            collide_mesh_destroy(a);
            collide_mesh_destroy(b);
        }
    }
    tell("seed %lu: %d edges met", (unsigned long)tests_seed, hits);
    ASSERT(hits > COUNT(200, 20000));
    collide_scratch_free(&scratch);
    PASS();
}

/* In the zone of a floor, turning against a wall: what was met first does not change what else is near. */
TEST turns_meet_in_any_order(void)
{
    rng r = rng_for(729);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_mesh *mover = NULL, *floor = NULL, *wall = NULL;
    int i, hits = 0;
    ASSERT_EQ(0, collide_mesh_create_box(&mover, collide_i_vec(1, 1, 1), NULL));
    ASSERT_EQ(0, collide_mesh_create_box(&floor, collide_i_vec(20, 1, 20), NULL));
    ASSERT_EQ(0, collide_mesh_create_box(&wall, collide_i_vec(COLLIDE_R(0.5), 3, 3), NULL));
    for (i = 0; i < COUNT(2000, 100000); i++) {
        const collide_pose whole = next_pose(&r, 5);
        const real above = next_between(&r, 0, 1) * 1024 * COLLIDE_I_EPSILON;
        const collide_pose p = collide_pose_compose(whole, pose_at(0, 1 + above, 0));
        const collide_vec3 up = collide_pose_rotate(whole, collide_i_vec(0, 1, 0));
        collide_obstacle o[2], swapped[2];
        collide_trace t[2];
        int result[2];
        memset(o, 0, sizeof o);
        o[0].mesh = floor;
        o[0].pose = collide_pose_compose(whole, pose_at(0, -1, 0));
        o[1].mesh = wall;
        o[1].pose = collide_pose_compose(
            whole, pose_at(COLLIDE_R(1.505) + next_between(&r, 0, COLLIDE_R(0.04)), COLLIDE_R(2.5), 0));
        swapped[0] = o[1];
        swapped[1] = o[0];
        result[0] = collide_trace_rotate(mover, p, p.position, up, COLLIDE_R(0.7), o, 2, NULL, &scratch, &t[0]);
        result[1] = collide_trace_rotate(mover, p, p.position, up, COLLIDE_R(0.7), swapped, 2, NULL, &scratch, &t[1]);
        hits += result[0] == 1;
        ASSERTm(failed_case("case %d: %d at %.9g, or %d at %.9g", i, result[0], (double)t[0].fraction, result[1],
                            (double)t[1].fraction),
                result[0] == result[1] && !(t[0].fraction < t[1].fraction) && !(t[0].fraction > t[1].fraction));
    }
    tell("seed %lu: %d turns ended", (unsigned long)tests_seed, hits);
    ASSERT(hits > COUNT(500, 10000));
    collide_mesh_destroy(mover);
    collide_mesh_destroy(floor);
    collide_mesh_destroy(wall);
    collide_scratch_free(&scratch);
    PASS();
}

/* The mover's faces may stand back, so that what looks as if it touched does. */
TEST shrinking_lets_bodies_touch(void)
{
    rng r = rng_for(709);
    int i;
    for (i = 0; i < COUNT(200, 5000); i++) {
        collide_mesh *box = NULL;
        collide_obstacle o = level_obstacle(i & 1 ? LEVEL_FLOOR : LEVEL_LEDGE);
        collide_vec3 half = collide_i_vec(next_between(&r, COLLIDE_R(0.1), 1), next_between(&r, COLLIDE_R(0.1), 1),
                                          next_between(&r, COLLIDE_R(0.1), 1));
        collide_trace_desc desc;
        collide_trace t;
        double gap;
        ASSERT_EQ(0, collide_mesh_create_box(&box, half, NULL));
        desc.expel = desc.shrink = COLLIDE_R(0.01);
        ASSERT_EQ(1, collide_trace_translate(box, pose_at(0, 3 * half.y + 1, 3), collide_i_vec(0, -9, 0), &o, 1, &desc,
                                             NULL, &t));
        gap = (double)t.end.position.y - (double)half.y;
        ASSERTm(failed_case("case %d: a gap of %g with shrink", i, gap), gap > -0.005 && gap < 0.001);
        desc.shrink = 0;
        ASSERT_EQ(1, collide_trace_translate(box, pose_at(0, 3 * half.y + 1, 3), collide_i_vec(0, -9, 0), &o, 1, &desc,
                                             NULL, &t));
        gap = (double)t.end.position.y - (double)half.y;
        ASSERTm(failed_case("case %d: a gap of %g without", i, gap), gap > 0.005 && gap < 0.011);
        collide_mesh_destroy(box);
    }
    PASS();
}

/* A shrunk body stands back from its true faces, and what lies between these and its own is not inside it: it may go on
   from where it stopped. With more to shrink by than the zone is thick. */
TEST shrunk_bodies_are_not_stuck(void)
{
    rng r = rng_for(797);
    int i, k, stops = 0;
    for (i = 0; i < COUNT(600, 40000); i++) {
        collide_mesh *mesh[2] = {NULL, NULL};
        collide_obstacle o;
        collide_trace_desc desc;
        collide_trace t, u;
        collide_vec3 at = collide_i_scale(next_direction(&r), 3);
        collide_pose from = next_pose(&r, 0);
        mesh[0] = next_small(&r, 0);
        mesh[1] = next_small(&r, i % 4);
        ASSERT(mesh[0] != NULL && mesh[1] != NULL);
        memset(&o, 0, sizeof o);
        o.mesh = mesh[1];
        o.pose = next_pose(&r, 0);
        from.position = at;
        desc.expel = COLLIDE_R(0.001);
        desc.shrink = next_between(&r, COLLIDE_R(0.002), COLLIDE_R(0.02));
        ASSERT(collide_trace_translate(mesh[0], from, collide_i_scale(at, -2), &o, 1, &desc, NULL, &t) >= 0);
        ASSERT(t.flags == 0);
        stops += t.kind != 0;
        for (k = 0; k < 4 && t.kind; k++) {
            const collide_vec3 d = k ? next_direction(&r) : t.normal;
            ASSERT(collide_trace_translate(mesh[0], t.end, d, &o, 1, &desc, NULL, &u) >= 0);
            ASSERTm(failed_case("case %d.%d: inside, where it stopped", i, k), u.flags == 0);
            if (!k && collide_mesh_convex(mesh[1])) ASSERTm(failed_case("case %d: it can't leave", i), u.kind == 0);
        }
        collide_mesh_destroy(mesh[0]);
        collide_mesh_destroy(mesh[1]);
    }
    tell("seed %lu: %d stops", (unsigned long)tests_seed, stops);
    ASSERT(stops > COUNT(200, 15000));
    PASS();
}

/* More than there is to stand back makes nothing larger. */
TEST shrinking_never_enlarges(void)
{
    collide_mesh *mover[2] = {NULL, NULL};
    collide_obstacle o = level_obstacle(LEVEL_FLOOR);
    int i, k;
    ASSERT_EQ(0, collide_mesh_create_box(&mover[0], collide_i_vec(1, COLLIDE_R(0.25), 1), NULL));
    ASSERT_EQ(0, collide_mesh_create_torus(&mover[1], 1, COLLIDE_R(0.25), 12, 6, NULL));
    for (i = 0; i < 2; i++)
        for (k = 1; k < 64; k *= 2) {
            collide_trace_desc desc = {0, 0};
            collide_trace t;
            desc.shrink = COLLIDE_R(0.1) * (real)k;
            ASSERT_EQ(1, collide_trace_translate(mover[i], pose_at(0, 2, 3), collide_i_vec(0, -9, 0), &o, 1, &desc,
                                                 NULL, &t));
            ASSERTm(
                failed_case("mover %d: shrunk by %g it stops at %g", i, (double)desc.shrink, (double)t.end.position.y),
                t.flags == 0 && t.end.position.y <= COLLIDE_R(0.251));
        }
    collide_mesh_destroy(mover[0]);
    collide_mesh_destroy(mover[1]);
    PASS();
}

/* ---- Van Waveren's brick wall (Figure 6) ---- */

/* A small simulation by impulses: bricks move one after the other as far as the trace lets them, and what they touch
   pushes back. Nothing in it corrects positions: bodies that never overlap need no correction. */
enum { BRICKS_MOST = 30 };
typedef struct {
    collide_pose pose;
    double v[3], w[3];
} brick;

static void to3(collide_vec3 v, double out[3]) { out[0] = (double)v.x, out[1] = (double)v.y, out[2] = (double)v.z; }
static void crossd(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}
static double dotd(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* Of mass 1, and as hard to turn about one axis as about any other, so that a free spin keeps its energy exactly. */
static const double brick_inertia = 0.0182;

/* Pushes at a point, along n from b (NULL: the floor) to a: they no longer approach, or bounce a little; friction slows
   what slides. */
static void brick_push(brick *a, brick *b, const double point[3], const double n[3], double bounce)
{
    double ra[3], rb[3], va[3], vb[3], rel[3], t[3], x[3], y[3], k, j, slip = 0, approach;
    int i, pass;
    for (i = 0; i < 3; i++) ra[i] = point[i] - (double)((real *)&a->pose.position)[i];
    for (i = 0; i < 3; i++) rb[i] = b ? point[i] - (double)((real *)&b->pose.position)[i] : 0;
    for (pass = 0, j = 0; pass < 2; pass++) {
        crossd(a->w, ra, va);
        for (i = 0; i < 3; i++) va[i] += a->v[i], vb[i] = 0;
        if (b) {
            crossd(b->w, rb, vb);
            for (i = 0; i < 3; i++) vb[i] += b->v[i];
        }
        for (i = 0; i < 3; i++) rel[i] = va[i] - vb[i];
        approach = dotd(rel, n);
        if (pass == 0) {
            if (approach >= 0) return;
            for (i = 0; i < 3; i++) t[i] = n[i];
        } else {
            for (i = 0; i < 3; i++) t[i] = rel[i] - approach * n[i];
            slip = sqrt(dotd(t, t));
            if (slip < 1e-9) return;
            for (i = 0; i < 3; i++) t[i] /= -slip;
        }
        crossd(ra, t, x);
        k = 1 + dotd(x, x) / brick_inertia;
        if (b) {
            crossd(rb, t, y);
            k += 1 + dotd(y, y) / brick_inertia;
        }
        if (pass == 0)
            j = -approach * (1 + (approach < -1 ? bounce : 0)) / k;
        else
            j = fmin(0.5 * j, slip / k);
        for (i = 0; i < 3; i++) a->v[i] += j * t[i], a->w[i] += j * x[i] / brick_inertia;
        for (i = 0; i < 3 && b; i++) b->v[i] -= j * t[i], b->w[i] -= j * y[i] / brick_inertia;
    }
}

static double brick_energy(const brick *b, int count)
{
    double sum = 0;
    int i;
    for (i = 0; i < count; i++)
        sum += (dotd(b[i].v, b[i].v) + brick_inertia * dotd(b[i].w, b[i].w)) / 2 + 9.8 * (double)b[i].pose.position.y;
    return sum;
}

/* One wall for some seconds; NULL, or what went wrong. */
static const char *run_bricks(int count, int rate, double seconds, double *highest, double *nearest)
{
    static brick b[BRICKS_MOST];
    static stage level;
    static arena w;
    collide_mesh *box = NULL, *ground = NULL;
    collide_obstacle o[BRICKS_MOST + 1];
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    rng r = rng_for(750);
    double dt = 1.0 / rate, energy, given = 0;
    const char *wrong = NULL;
    int frame, i, k, n, row = count < 12 ? 3 : 6;
    if (collide_mesh_create_box(&box, collide_i_vec(COLLIDE_R(0.25), COLLIDE_R(0.125), COLLIDE_R(0.125)), NULL) < 0 ||
        collide_mesh_create_box(&ground, collide_i_vec(50, 1, 50), NULL) < 0)
        return "no meshes";
    memset(b, 0, sizeof b);
    memset(o, 0, sizeof o);
    for (i = 0; i < count; i++) {
        int layer = i / row;
        b[i].pose = pose_at((real)(i % row) * COLLIDE_R(0.5078125) + (layer & 1 ? COLLIDE_R(0.25) : 0),
                            COLLIDE_R(0.12890625) + (real)layer * COLLIDE_R(0.25390625), 0);
        o[i].mesh = box;
        o[i].pose = b[i].pose;
    }
    o[count].mesh = ground;
    o[count].pose = pose_at(0, -1, 0);
    energy = brick_energy(b, count);
    for (frame = 0; frame < (int)(seconds * rate) && !wrong; frame++) {
        if (frame % rate == rate / 2) { /* a shot: one brick gets a push, off its centre */
            brick *t = &b[next_below(&r, (unsigned)count)];
            double before = brick_energy(b, count);
            for (k = 0; k < 3; k++) t->v[k] += (double)next_real(&r) * 3, t->w[k] += (double)next_real(&r) * 10;
            t->v[2] += 6;
            given += fmax(brick_energy(b, count) - before, 0);
        }
        for (i = 0; i < count; i++) b[i].v[1] -= 9.8 * dt;
        for (n = 0; n < 8; n++) /* what rests on what */
            for (i = 0; i < count; i++)
                for (k = 0; k <= count; k++) {
                    collide_contact c[32];
                    int j, found;
                    double d[3];
                    if (k == i || (k < i && k < count)) continue;
                    for (j = 0; j < 3 && k < count; j++)
                        if (fabs((double)(((real *)&b[i].pose.position)[j] - ((real *)&b[k].pose.position)[j])) > 0.7)
                            break;
                    if (k < count && j < 3) continue;
                    o[k].pose = k < count ? b[k].pose : o[k].pose;
                    found = collide_trace_contacts(box, b[i].pose, COLLIDE_R(0.002), &o[k], 1, &scratch, c, 32);
                    if (found < 0) wrong = failed_case("contacts: %s", collide_result_text(found));
                    for (j = 0; j < found && j < 32; j++) {
                        double p[3];
                        to3(c[j].normal, d);
                        to3(c[j].point, p);
                        brick_push(&b[i], k < count ? &b[k] : NULL, p, d, n ? 0 : 0.2);
                    }
                }
        for (i = 0; i < count; i++) { /* one after the other, each among all others */
            collide_trace t;
            collide_pose to = b[i].pose;
            collide_obstacle others[BRICKS_MOST + 1];
            collide_trace_desc desc = {COLLIDE_R(0.001), 0};
            double spin = sqrt(dotd(b[i].w, b[i].w)), most = spin * dt > 2.5 ? 2.5 / dt : spin;
            int m = 0, which[BRICKS_MOST + 1], result;
            for (k = 0; k <= count; k++)
                if (k != i) {
                    which[m] = k;
                    others[m] = o[k];
                    if (k < count) others[m].pose = b[k].pose;
                    m++;
                }
            for (k = 0; k < 3; k++) ((real *)&to.position)[k] += (real)(b[i].v[k] * dt);
            if (spin > 1e-9)
                to.rotation =
                    collide_quat_multiply(collide_quat_from_axis_angle(from3(b[i].w), (real)(most * dt)), to.rotation);
            result = collide_trace_move(box, b[i].pose, to, others, m, &desc, &scratch, &t);
            if (result < 0) wrong = failed_case("trace: %s", collide_result_text(result));
            if (t.flags & COLLIDE_STARTED_INSIDE) {
                print_pose("from", b[i].pose);
                wrong = failed_case("frame %d, brick %d: started inside", frame, i);
            }
            b[i].pose = t.end;
            if (result == 1) {
                double p[3], d[3];
                to3(t.point, p);
                to3(t.normal, d);
                k = which[t.obstacle];
                brick_push(&b[i], k < count ? &b[k] : NULL, p, d, 0.2);
                /* the leg that was stopped must not press on, though the two legs together may go apart */
                if (t.fraction <= COLLIDE_R(0.5) && dotd(b[i].v, d) < 0) {
                    double in = dotd(b[i].v, d);
                    for (k = 0; k < 3; k++) b[i].v[k] -= in * d[k];
                }
                if (t.fraction > COLLIDE_R(0.5))
                    for (k = 0; k < 3; k++) b[i].w[k] /= 2;
                if (t.fraction < COLLIDE_R(0.02)) /* wedged: what it can't go it does not gather as speed */
                    for (k = 0; k < 3; k++) b[i].v[k] /= 2, b[i].w[k] /= 2;
            }
        }
        for (i = 0; i < count && !wrong; i++) {
            for (k = 0; k <= count; k++) {
                if (k < count) o[k].pose = b[k].pose;
                if (fabs((double)b[i].v[k % 3]) > 60) wrong = failed_case("frame %d: brick %d blown away", frame, i);
            }
            if (!(b[i].pose.position.y > 0) || b[i].pose.position.y > 20)
                wrong = failed_case("frame %d: brick %d at height %g", frame, i, (double)b[i].pose.position.y);
        }
        *highest = fmax(*highest, brick_energy(b, count) / (energy + given));
        if (!wrong && brick_energy(b, count) > 1.5 * (energy + given) + 1)
            wrong = failed_case("frame %d: energy %g of %g", frame, brick_energy(b, count), energy + given);
        if (!wrong && (frame % (rate / 5 + 1) == 0 || frame + 1 == (int)(seconds * rate))) { /* apart, all of them */
            for (i = 0; i < count && !wrong; i++) {
                stage_make(&level, o + i + 1, count - i);
                stage_grid(&level);
                arena_make(&w, box, &level);
                arena_pose(&w, b[i].pose);
                if (arena_inside(&w)) wrong = failed_case("frame %d: brick %d is inside another", frame, i);
                *nearest = fmin(*nearest, (double)arena_distance(&w, (wide)0.01));
                stage_free(&w.mover);
                stage_free(&level);
            }
        }
    }
    collide_mesh_destroy(box);
    collide_mesh_destroy(ground);
    collide_scratch_free(&scratch);
    return wrong;
}

TEST a_brick_wall_stands_and_falls(void)
{
    static const int rates[3] = {15, 60, 240};
    int i;
    for (i = 0; i < 3; i++) {
        double highest = 0, nearest = HUGE_VAL;
        const char *wrong =
            run_bricks(COUNT(12, 30), rates[i], i == 2 ? COUNT(1, 10) : COUNT(2, 10), &highest, &nearest);
        ASSERTm(failed_case("%d frames a second: %s", rates[i], wrong), wrong == NULL);
        tell("seed %lu, %d frames a second: energy at most %.3g of what was given, nearest %.3g zones",
             (unsigned long)tests_seed, rates[i], highest, nearest / 0.001);
    }
    PASS();
}

/* ---- bad input, memory, threads ---- */

TEST bad_traces_are_refused(void)
{
    collide_obstacle o[2];
    collide_mesh *box = NULL;
    collide_vec3 good = {0, -3, 0}, none = {0, 0, 0}, up = {0, 1, 0}, from = {0, 5, 0}, w;
    collide_pose p = pose_at(0, 5, 0), to = pose_at(0, -5, 0), bad_pose;
    collide_shape sphere = collide_shape_sphere(1), nothing;
    collide_trace t;
    collide_probe c;
    collide_slide s;
    collide_contact contact;
    collide_trace_desc desc;
    collide_slide_desc climb;
    real bad[4];
    int i, k;
    ASSERT_EQ(0, collide_mesh_create_box(&box, collide_i_vec(1, 1, 1), NULL));
    memset(o, 0, sizeof o);
    memset(&nothing, 0, sizeof nothing);
    o[0].mesh = box;
    bad[0] = (real)NAN, bad[1] = (real)INFINITY, bad[2] = -(real)INFINITY, bad[3] = power_of_two(60) * power_of_two(60);
    bad[3] *= bad[3] > 0 && sizeof(real) == 8 ? power_of_two(500) : 1;
#define REFUSED(call, out)                                                                                             \
    do {                                                                                                               \
        memset(&(out), 0xCD, sizeof(out));                                                                             \
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, call);                                                                       \
        ASSERTm(#call " does not zero its output", all_zero(&(out), sizeof(out)));                                     \
    } while (0)
    for (i = 0; i < 4; i++)
        for (k = 0; k < 3; k++) {
            w = good;
            ((real *)&w)[k] = bad[i];
            bad_pose = p;
            if (i & 1)
                ((real *)&bad_pose.position)[k] = bad[i];
            else
                ((real *)&bad_pose.rotation)[k] = bad[i];
            REFUSED(collide_trace_translate(box, p, w, o, 1, NULL, NULL, &t), t);
            REFUSED(collide_trace_translate(box, bad_pose, good, o, 1, NULL, NULL, &t), t);
            REFUSED(collide_trace_translate(NULL, bad_pose, good, o, 1, NULL, NULL, &t), t);
            REFUSED(collide_trace_rotate(box, bad_pose, none, up, 1, o, 1, NULL, NULL, &t), t);
            REFUSED(collide_trace_rotate(box, p, w, up, 1, o, 1, NULL, NULL, &t), t);
            REFUSED(collide_trace_rotate(box, p, none, w, 1, o, 1, NULL, NULL, &t), t);
            REFUSED(collide_trace_rotate(box, p, none, up, bad[i], o, 1, NULL, NULL, &t), t);
            REFUSED(collide_trace_move(box, bad_pose, to, o, 1, NULL, NULL, &t), t);
            REFUSED(collide_trace_move(box, p, bad_pose, o, 1, NULL, NULL, &t), t);
            REFUSED(collide_trace_ray(w, from, o, 1, &t), t);
            REFUSED(collide_trace_ray(from, w, o, 1, &t), t);
            REFUSED(collide_trace_slide(box, p, w, o, 1, NULL, NULL, &s), s);
            REFUSED(collide_trace_slide(box, bad_pose, good, o, 1, NULL, NULL, &s), s);
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_contacts(box, bad_pose, 1, o, 1, NULL, &contact, 1));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_contacts(box, p, bad[i], o, 1, NULL, &contact, 1));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_overlap(box, bad_pose, box, p, NULL));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_overlap(box, p, box, bad_pose, NULL));
            REFUSED(collide_probe_cast(sphere, p, w, o, 1, NULL, &c), c);
            REFUSED(collide_probe_cast(sphere, bad_pose, good, o, 1, NULL, &c), c);
            REFUSED(collide_probe_sweep(sphere, bad_pose, to, o, 1, NULL, &c), c);
            REFUSED(collide_probe_sweep(sphere, p, bad_pose, o, 1, NULL, &c), c);
            REFUSED(collide_probe_closest(sphere, bad_pose, 1, o, 1, NULL, &c), c);
            REFUSED(collide_probe_closest(sphere, p, bad[i], o, 1, NULL, &c), c);
            REFUSED(collide_probe_slide(sphere, p, w, o, 1, NULL, NULL, &s), s);
            REFUSED(collide_probe_slide(sphere, bad_pose, good, o, 1, NULL, NULL, &s), s);
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_overlap(sphere, bad_pose, o, 1, NULL));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_contacts(sphere, bad_pose, 1, o, 1, NULL, &contact, 1));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_inside(w, o, 1, NULL));
            o[1] = o[0];
            o[1].pose = bad_pose;
            REFUSED(collide_trace_translate(box, p, good, o, 2, NULL, NULL, &t), t);
            REFUSED(collide_trace_rotate(box, p, none, up, 1, o, 2, NULL, NULL, &t), t);
            REFUSED(collide_trace_ray(from, none, o, 2, &t), t);
            REFUSED(collide_trace_slide(box, p, good, o, 2, NULL, NULL, &s), s);
            REFUSED(collide_probe_cast(sphere, p, good, o, 2, NULL, &c), c);
            REFUSED(collide_probe_closest(sphere, p, 1, o, 2, NULL, &c), c);
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_contacts(box, p, 1, o, 2, NULL, &contact, 1));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_overlap(sphere, p, o, 2, NULL));
            ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_inside(from, o, 2, NULL));
            memset(&desc, 0, sizeof desc);
            desc.expel = bad[i];
            REFUSED(collide_trace_translate(box, p, good, o, 1, &desc, NULL, &t), t);
            desc.expel = 0;
            desc.shrink = bad[i];
            REFUSED(collide_trace_translate(box, p, good, o, 1, &desc, NULL, &t), t);
            REFUSED(collide_trace_rotate(box, p, none, up, 1, o, 1, &desc, NULL, &t), t);
            memset(&climb, 0, sizeof climb);
            climb.step_height = bad[i];
            REFUSED(collide_probe_slide(sphere, p, good, o, 1, &climb, NULL, &s), s);
            climb.step_height = 0;
            climb.max_slope = bad[i];
            REFUSED(collide_trace_slide(box, p, good, o, 1, &climb, NULL, &s), s);
            climb.max_slope = 0;
            climb.up = w;
            REFUSED(collide_trace_slide(box, p, good, o, 1, &climb, NULL, &s), s);
        }
    for (i = 0; i < 3; i++) { /* less than nothing */
        memset(&climb, 0, sizeof climb);
        if (i == 0) climb.step_height = COLLIDE_R(-0.5);
        if (i == 1) climb.max_slope = -1;
        if (i == 2) climb.max_hits = -1;
        REFUSED(collide_probe_slide(sphere, p, good, o, 1, &climb, NULL, &s), s);
        REFUSED(collide_trace_slide(box, p, good, o, 1, &climb, NULL, &s), s);
    }
    REFUSED(collide_trace_rotate(box, p, none, none, 1, o, 1, NULL, NULL, &t), t);
    bad_pose = p;
    bad_pose.rotation.w = 3; /* its norm is beyond 2 */
    REFUSED(collide_trace_translate(box, bad_pose, good, o, 1, NULL, NULL, &t), t);
    REFUSED(collide_probe_cast(sphere, bad_pose, good, o, 1, NULL, &c), c);
    REFUSED(collide_probe_cast(nothing, p, good, o, 1, NULL, &c), c);
    REFUSED(collide_probe_sweep(nothing, p, to, o, 1, NULL, &c), c);
    REFUSED(collide_probe_closest(nothing, p, 1, o, 1, NULL, &c), c);
    REFUSED(collide_probe_slide(nothing, p, good, o, 1, NULL, NULL, &s), s);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_overlap(nothing, p, o, 1, NULL));
    /* counts, lists, missing outputs */
    REFUSED(collide_trace_translate(box, p, good, o, -1, NULL, NULL, &t), t);
    REFUSED(collide_trace_translate(box, p, good, NULL, 1, NULL, NULL, &t), t);
    REFUSED(collide_trace_ray(from, none, NULL, 1, &t), t);
    REFUSED(collide_trace_ray(from, none, o, -1, &t), t);
    REFUSED(collide_trace_slide(box, p, good, o, -1, NULL, NULL, &s), s);
    REFUSED(collide_probe_cast(sphere, p, good, NULL, 1, NULL, &c), c);
    REFUSED(collide_probe_cast(sphere, p, good, o, -5, NULL, &c), c);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_contacts(box, p, 1, o, 1, NULL, NULL, 1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_contacts(box, p, 1, o, 1, NULL, &contact, -1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_contacts(sphere, p, 1, o, 1, NULL, NULL, 1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_contacts(sphere, p, 1, o, 1, NULL, &contact, -1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_contacts(box, p, 1, o, -1, NULL, &contact, 1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_overlap(NULL, p, box, p, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_mesh_overlap(box, p, NULL, p, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_translate(box, p, good, o, 1, NULL, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_rotate(box, p, none, up, 1, o, 1, NULL, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_move(box, p, to, o, 1, NULL, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_ray(from, none, o, 1, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_trace_slide(box, p, good, o, 1, NULL, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_cast(sphere, p, good, o, 1, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_sweep(sphere, p, to, o, 1, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_closest(sphere, p, 1, o, 1, NULL, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_probe_slide(sphere, p, good, o, 1, NULL, NULL, NULL));
    memset(&o[1], 0, sizeof o[1]); /* no mesh */
    REFUSED(collide_trace_translate(box, p, good, o, 2, NULL, NULL, &t), t);
    REFUSED(collide_probe_cast(sphere, p, good, o, 2, NULL, &c), c);
#undef REFUSED
    /* no obstacles at all: everything is free */
    for (i = 0; i < 2; i++) {
        const collide_mesh *mover = i ? box : NULL;
        ASSERT_EQ(0, collide_trace_translate(mover, p, good, NULL, 0, NULL, NULL, &t));
        ASSERT(t.fraction >= 1 && t.kind == 0 && t.obstacle == -1 && t.feature_mover == -1 && t.feature_obstacle == -1);
        ASSERT(distance3(t.end.position, collide_i_vec(0, 2, 0)) <= 4 * EPS);
        ASSERT_EQ(0, collide_trace_rotate(mover, p, none, up, 1, NULL, 0, NULL, NULL, &t));
        ASSERT_EQ(0, collide_trace_move(mover, p, to, NULL, 0, NULL, NULL, &t));
        ASSERT(distance3(t.end.position, to.position) <= 4 * EPS);
        ASSERT_EQ(0, collide_trace_slide(mover, p, good, NULL, 0, NULL, NULL, &s));
        ASSERT_EQ(0, collide_trace_contacts(mover, p, 1, NULL, 0, NULL, NULL, 0));
    }
    ASSERT_EQ(0, collide_trace_ray(from, none, NULL, 0, &t));
    ASSERT_EQ(0, collide_probe_cast(sphere, p, good, NULL, 0, NULL, &c));
    ASSERT(c.obstacle == -1 && c.face == -1);
    ASSERT_EQ(0, collide_probe_overlap(sphere, p, NULL, 0, NULL));
    ASSERT_EQ(0, collide_probe_closest(sphere, p, 100, NULL, 0, NULL, &c));
    ASSERT_EQ(0, collide_probe_inside(from, NULL, 0, NULL));
    ASSERT_EQ(0, collide_probe_slide(sphere, p, good, NULL, 0, NULL, NULL, &s));
    /* no motion at all, outside and apart */
    ASSERT_EQ(0, collide_trace_translate(box, p, none, o, 1, NULL, NULL, &t));
    ASSERT_EQ(0, collide_trace_rotate(box, p, none, up, 0, o, 1, NULL, NULL, &t));
    ASSERT_EQ(0, collide_trace_move(box, p, p, o, 1, NULL, NULL, &t));
    ASSERT(t.fraction >= 1);
    ASSERT_EQ(0, collide_trace_ray(from, from, o, 1, &t));
    ASSERT_EQ(0, collide_probe_cast(sphere, p, none, o, 1, NULL, &c));
    ASSERT_EQ(0, collide_probe_slide(sphere, p, none, o, 1, NULL, NULL, &s));
    ASSERT(same_pose(s.end, p));
    collide_mesh_destroy(box);
    PASS();
}

/* All that probes and traces do, one query after the other, into one place. */
enum { LEVEL_QUERIES = 13 };
typedef struct {
    collide_trace t;
    collide_probe p;
    collide_slide s;
    collide_contact c[16];
} level_answer;

static int ask_level(int query, rng *r, int level, collide_scratch *scratch, level_answer *a)
{
    collide_obstacle o = level_obstacle(level);
    const collide_mesh *mover = mover_mesh((int)next_below(r, MOVERS));
    collide_shape shape = collide_shape_capsule(COLLIDE_R(0.3), COLLIDE_R(0.2));
    collide_pose from = next_start(r, level), to = next_start(r, level);
    collide_vec3 move = next_vec(r, 3), axis = next_direction(r);
    memset(a, 0, sizeof *a);
    switch (query) {
    case 0: return collide_trace_translate(mover, from, move, &o, 1, NULL, scratch, &a->t);
    case 1: return collide_trace_rotate(mover, from, to.position, axis, 2, &o, 1, NULL, scratch, &a->t);
    case 2: return collide_trace_move(mover, from, to, &o, 1, NULL, scratch, &a->t);
    case 3: return collide_trace_ray(from.position, to.position, &o, 1, &a->t);
    case 4: return collide_trace_contacts(mover, from, COLLIDE_R(0.1), &o, 1, scratch, a->c, 16);
    case 5: return collide_trace_slide(mover, from, move, &o, 1, NULL, scratch, &a->s);
    case 6: return mover ? collide_mesh_overlap(mover, from, o.mesh, o.pose, scratch) : 0;
    case 7: return collide_probe_cast(shape, from, move, &o, 1, scratch, &a->p);
    case 8: return collide_probe_sweep(shape, from, to, &o, 1, scratch, &a->p);
    case 9: return collide_probe_overlap(shape, from, &o, 1, scratch);
    case 10: return collide_probe_closest(shape, from, 1, &o, 1, scratch, &a->p);
    case 11: return collide_probe_contacts(shape, from, COLLIDE_R(0.1), &o, 1, scratch, a->c, 16);
    default: return collide_probe_slide(shape, from, move, &o, 1, NULL, scratch, &a->s);
    }
}

TEST levels_survive_failed_allocations(void)
{
    static level_answer want, got;
    watch calm;
    collide_allocator usual = watch_allocator(&calm, 0);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    int i, k, query, level, failures = 0, warm = 0, pass;
    scratch.allocator = &usual;
    for (i = 0; i < COUNT(30, 1000); i++)
        for (query = 0; query < LEVEL_QUERIES; query++) {
            rng r = rng_for(76000 + (unsigned)(i * LEVEL_QUERIES + query)), again;
            int result, failed;
            level = i % LEVEL_LARGE;
            again = r;
            result = ask_level(query, &r, level, NULL, &want);
            ASSERTm(failed_case("case %d, query %d: %s", i, query, collide_result_text(result)), result >= 0);
            for (k = 1; k < 100; k++) {
                watch w;
                collide_allocator allocator = watch_allocator(&w, k);
                collide_scratch poor = {NULL, NULL, 0, 0, 0};
                poor.allocator = &allocator;
                r = again;
                failed = ask_level(query, &r, level, &poor, &got);
                collide_scratch_free(&poor);
                ASSERT(w.blocks == 0 && w.bytes == 0 && !w.damaged);
                if (failed >= 0) break;
                failures++;
                ASSERT_EQ(COLLIDE_ERROR_MEMORY, failed);
                if (query != 4 && query != 11) ASSERT(all_zero(&got, sizeof got));
            }
            ASSERTm(failed_case("case %d, query %d: %d, not %d", i, query, failed, result), failed == result);
            ASSERTm(failed_case("case %d, query %d: scratch changes the answer", i, query),
                    memcmp(&want, &got, sizeof want) == 0);
            r = again;
            ASSERT_EQ(result, ask_level(query, &r, level, &scratch, &got));
            ASSERTm(failed_case("case %d, query %d: a used scratch changes the answer", i, query),
                    memcmp(&want, &got, sizeof want) == 0);
        }
    for (pass = 0; pass < 3; pass++) /* warmed up, it asks for nothing */
        for (i = 0; i < COUNT(30, 1000); i++)
            for (query = 0; query < LEVEL_QUERIES; query++) {
                rng r = rng_for(76000 + (unsigned)(i * LEVEL_QUERIES + query));
                (void)ask_level(query, &r, i % LEVEL_LARGE, &scratch, &got);
                if (pass == 1 && i == 0 && query == 0) warm = calm.requests;
            }
    ASSERT_EQ(warm, calm.requests);
    collide_scratch_free(&scratch);
    ASSERT(calm.blocks == 0 && calm.bytes == 0 && !calm.damaged);
    tell("%d failed allocations survived", failures);
    { /* a buffer too small, and one that is large enough */
        static double room[1 << 16];
        int large_failed = 0;
        for (i = 0; i < 2; i++)
            for (query = 0; query < LEVEL_QUERIES; query++) {
                collide_fixed_buffer buffer = {NULL, 0, 0, 0};
                collide_allocator fixed = collide_fixed_allocator(&buffer);
                collide_scratch s = {NULL, NULL, 0, 0, 0};
                rng r = rng_for(76000 + (unsigned)query);
                int result;
                buffer.memory = room;
                buffer.size = i ? sizeof room : 64;
                s.allocator = &fixed;
                result = ask_level(query, &r, LEVEL_ROOMS, &s, &got);
                ASSERT(result >= 0 || result == COLLIDE_ERROR_MEMORY);
                if (result < 0 && query != 4 && query != 11) ASSERT(all_zero(&got, sizeof got));
                large_failed += i && result < 0;
                collide_scratch_free(&s);
            }
        ASSERT_EQ(0, large_failed);
    }
    PASS();
}

/* Whatever was in an output before, after the query it holds the same bytes. */
TEST every_level_output_is_written(void)
{
    static level_answer a[2];
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    rng r = rng_for(761);
    int i, k;
    for (i = 0; i < COUNT(400, 20000); i++) {
        int level = (int)next_below(&r, LEVEL_LARGE), result[2][8];
        collide_obstacle o = level_obstacle(level);
        const collide_mesh *mover = mover_mesh((int)next_below(&r, MOVERS));
        collide_shape shape = collide_shape_sphere(COLLIDE_R(0.3));
        collide_pose from = next_start(&r, level), to = next_start(&r, level);
        collide_vec3 move = next_vec(&r, 3), axis = next_direction(&r);
        for (k = 0; k < 8; k++) {
            int side;
            for (side = 0; side < 2; side++) {
                level_answer *x = &a[side];
                memset(x, side ? 0xFF : 0, sizeof *x);
                if (k == 0) result[side][k] = collide_trace_translate(mover, from, move, &o, 1, NULL, &scratch, &x->t);
                if (k == 1)
                    result[side][k] =
                        collide_trace_rotate(mover, from, to.position, axis, 2, &o, 1, NULL, &scratch, &x->t);
                if (k == 2) result[side][k] = collide_trace_move(mover, from, to, &o, 1, NULL, &scratch, &x->t);
                if (k == 3) result[side][k] = collide_trace_ray(from.position, to.position, &o, 1, &x->t);
                if (k == 4) result[side][k] = collide_trace_slide(mover, from, move, &o, 1, NULL, &scratch, &x->s);
                if (k == 5) result[side][k] = collide_probe_cast(shape, from, move, &o, 1, &scratch, &x->p);
                if (k == 6) result[side][k] = collide_probe_closest(shape, from, 1, &o, 1, &scratch, &x->p);
                if (k == 7) result[side][k] = collide_probe_slide(shape, from, move, &o, 1, NULL, &scratch, &x->s);
            }
            ASSERT_EQ(result[0][k], result[1][k]);
            if (k < 4) ASSERTm(failed_case("case %d, query %d", i, k), memcmp(&a[0].t, &a[1].t, sizeof a[0].t) == 0);
            if (k == 4 || k == 7)
                ASSERTm(failed_case("case %d, query %d", i, k), memcmp(&a[0].s, &a[1].s, sizeof a[0].s) == 0);
            if (k == 5 || k == 6)
                ASSERTm(failed_case("case %d, query %d", i, k), memcmp(&a[0].p, &a[1].p, sizeof a[0].p) == 0);
        }
    }
    collide_scratch_free(&scratch);
    PASS();
}

/* Several threads in one mesh: the answers of one. Each has its own scratch; nothing else is theirs. */
#ifdef TESTS_THREADS
enum { THREADS = 4 };
typedef struct {
    uint64_t hash;
    int count;
} thread_work;

static void *trace_in_thread(void *context)
{
    thread_work *work = (thread_work *)context;
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    static const int answer_size = (int)sizeof(level_answer);
    level_answer *a = (level_answer *)malloc((size_t)answer_size);
    int i, k;
    work->hash = 0xCBF29CE484222325u;
    for (i = 0; i < work->count && a; i++)
        for (k = 0; k < LEVEL_QUERIES; k++) {
            rng r = rng_for(77000 + (unsigned)(i * LEVEL_QUERIES + k));
            int result = ask_level(k, &r, i % LEVEL_LARGE, &scratch, a);
            work->hash = hash_int(work->hash, result);
            work->hash = hash_trace_result(work->hash, result, &a->t);
            work->hash = hash_probe_result(work->hash, result, &a->p);
            work->hash = hash_slide(work->hash, result, &a->s);
            work->hash = hash_contacts(work->hash, result > 0 ? result : 0, a->c, 16);
        }
    free(a);
    collide_scratch_free(&scratch);
    return NULL;
}

TEST threads_may_share_a_mesh(void)
{
    pthread_t thread[THREADS];
    thread_work work[THREADS + 1];
    int i;
    for (i = 0; i < LEVEL_LARGE; i++) ASSERT(level_obstacle(i).mesh != NULL); /* made before they start */
    for (i = 1; i < MOVERS; i++) ASSERT(mover_mesh(i) != NULL);
    for (i = 0; i <= THREADS; i++) work[i].count = COUNT(40, 1000);
    (void)trace_in_thread(&work[THREADS]);
    for (i = 0; i < THREADS; i++) ASSERT_EQ(0, pthread_create(&thread[i], NULL, trace_in_thread, &work[i]));
    for (i = 0; i < THREADS; i++) ASSERT_EQ(0, pthread_join(thread[i], NULL));
    for (i = 0; i < THREADS; i++) ASSERT(work[i].hash == work[THREADS].hash);
    tell("%d threads, %d queries each, one answer", THREADS, work[0].count * LEVEL_QUERIES);
    PASS();
}
#endif

TEST trace_takes_any_bytes(void)
{
    run_fuzz_target(fuzz_trace, 729, COUNT(4000, 400000));
    PASS();
}

SUITE(trace)
{
    RUN_TEST(walks_never_end_inside);
    RUN_TEST(traces_stop_at_the_first_contact);
    RUN_TEST(touching_bodies_leave_and_slide);
    RUN_TEST(sharp_features_have_zones);
    RUN_TEST(nearly_parallel_edges_keep_apart);
    RUN_TEST(nearly_parallel_faces_do_not_cross);
    RUN_TEST(bodies_inside_may_touch_all_around);
    RUN_TEST(turning_edges_keep_their_distance);
    RUN_TEST(small_slides_are_free);
    RUN_TEST(floors_have_no_seams);
    RUN_TEST(hollow_edges_have_no_normal);
    RUN_TEST(round_bottoms_climb_steps);
    RUN_TEST(along_a_convex_body_nothing_is_in_the_way);
    RUN_TEST(pressing_never_creeps_in);
    RUN_TEST(equal_steps_never_creep_in);
    RUN_TEST(beginning_inside_is_told);
    RUN_TEST(rays_stop_at_the_first_face);
    RUN_TEST(rays_may_graze_edges);
    RUN_TEST(rays_along_planes_meet_only_faces);
    RUN_TEST(boxes_rest_on_their_corners);
    RUN_TEST(contacts_are_pairs_of_features);
    RUN_TEST(contacts_are_told_once);
    RUN_TEST(meshes_overlap_as_their_faces_do);
    RUN_TEST(aligned_meshes_overlap_too);
    RUN_TEST(every_part_may_be_inside);
    RUN_TEST(traces_do_not_depend_on_scale_and_place);
    RUN_TEST(edges_meet_at_any_size);
    RUN_TEST(turns_meet_in_any_order);
    RUN_TEST(shrinking_lets_bodies_touch);
    RUN_TEST(shrunk_bodies_are_not_stuck);
    RUN_TEST(shrinking_never_enlarges);
    RUN_TEST(a_brick_wall_stands_and_falls);
    RUN_TEST(bad_traces_are_refused);
    RUN_TEST(levels_survive_failed_allocations);
    RUN_TEST(every_level_output_is_written);
#ifdef TESTS_THREADS
    RUN_TEST(threads_may_share_a_mesh);
#endif
    RUN_TEST(trace_takes_any_bytes);
}

TEST features_are_as_close_as_gjk_says(void)
{
    rng r = rng_for(600);
    int i, count = COUNT(6000, 100000);
    ASSERT(make_polytopes());
    nearest_worst = 0;
    nearest_asked = nearest_steps = nearest_same = 0;
    for (i = 0; i < count; i++) {
        const collide_mesh *a = polytopes[next_below(&r, POLYTOPES)].mesh;
        const collide_mesh *b = polytopes[next_below(&r, POLYTOPES)].mesh;
        collide_pose pa = next_pose(&r, 1), pb = next_pose(&r, 1);
        collide_feature_pair walk = {0, 0, 0, 0};
        collide_vec3 away = next_vec(&r, 1);
        const char *wrong;
        pb.position = collide_i_add(pa.position, collide_i_scale(away, 4));
        if (i % 4 == 3) { /* any features to begin with */
            walk.kind_a = (int)next_below(&r, 4);
            walk.kind_b = (int)next_below(&r, 4);
            walk.feature_a = (int)next_below(&r, 400);
            walk.feature_b = (int)next_below(&r, 400);
        }
        wrong = check_nearest(a, pa, b, pb, i % 5 ? &walk : NULL);
        ASSERTm(failed_case("case %d: %s", i, wrong), !wrong);
    }
    tell("seed %lu: %ld random pairs, off by at most %.2f roundings of their size; %.2f steps each; %ld left to the "
         "convex query",
         (unsigned long)tests_seed, nearest_asked, nearest_worst, (double)nearest_steps / (double)nearest_asked,
         nearest_same);
    PASS();
}

TEST features_follow_the_motion(void)
{
    rng r = rng_for(601);
    int i, k, frames = 100, count = COUNT(60, 1000);
    ASSERT(make_polytopes());
    nearest_worst = 0;
    nearest_asked = nearest_steps = nearest_same = 0;
    for (i = 0; i < count; i++) {
        const collide_mesh *a = polytopes[next_below(&r, POLYTOPES)].mesh;
        const collide_mesh *b = polytopes[next_below(&r, POLYTOPES)].mesh;
        collide_pose pa = next_pose(&r, 1), pb = next_pose(&r, 1);
        collide_vec3 axis = next_vec(&r, 1), move = next_vec(&r, COLLIDE_R(0.02));
        collide_quat turn = collide_quat_from_axis_angle(axis, COLLIDE_R(0.0175));
        collide_feature_pair walk = {0, 0, 0, 0};
        pb.position = collide_i_add(pa.position, next_vec(&r, 2));
        for (k = 0; k < frames; k++) {
            const char *wrong = check_nearest(a, pa, b, pb, &walk);
            ASSERTm(failed_case("case %d, frame %d: %s", i, k, wrong), !wrong);
            pb.position = collide_i_add(pb.position, move);
            pb.rotation = collide_quat_multiply(turn, pb.rotation);
        }
    }
    tell("%ld coherent pairs, off by at most %.2f roundings; %.2f steps each; %ld left to the convex query",
         nearest_asked, nearest_worst, (double)nearest_steps / (double)nearest_asked, nearest_same);
    PASS();
}

/* Parallel faces and edges, needles and slabs, equal poses, touching, at every scale. */
TEST degenerate_features_are_no_trouble(void)
{
    rng r = rng_for(602);
    int i, count = COUNT(3000, 100000);
    make_hulls();
    for (i = 0; i < count; i++) {
        collide_mesh *box = NULL, *other = NULL, *lid = NULL;
        const collide_mesh *a, *b;
        collide_pose pa = {{0, 0, 0}, {0, 0, 0, 0}}, pb = pa;
        collide_feature_pair walk = {0, 0, 0, 0};
        const real size = power_of_two((int)next_below(&r, 21) - 10);
        const char *wrong;
        ASSERT(collide_mesh_create_box(&box, collide_i_vec(size, size / 2, 2 * size), NULL) == COLLIDE_OK);
        ASSERT(collide_mesh_create_box(&other, collide_i_vec(size, size, size), NULL) == COLLIDE_OK);
        ASSERT(collide_mesh_create_cylinder(&lid, size / 4, size, 24, NULL) == COLLIDE_OK);
        a = i % 3 ? box : lid;
        b = i % 2 ? other : i % 4 ? lid : box;
        pb.position =
            collide_i_vec((real)((int)next_below(&r, 9) - 4) * size / 2, (real)((int)next_below(&r, 9) - 4) * size / 2,
                          (real)((int)next_below(&r, 9) - 4) * size / 2);
        if (i % 5 == 0) pb.rotation = collide_quat_from_axis_angle(collide_i_vec(0, 1, 0), COLLIDE_R(0.78539816));
        if (i % 5 == 1) pb.rotation = collide_quat_from_axis_angle(collide_i_vec(0, 0, 1), COLLIDE_R(1.57079633));
        if (i % 7 == 0) { /* thin ones */
            a = hulls[HULL_NEEDLE + (int)next_below(&r, HULLS - HULL_NEEDLE)].mesh;
            b = hulls[HULL_NEEDLE + (int)next_below(&r, HULLS - HULL_NEEDLE)].mesh;
            pa = next_pose(&r, 1);
            pb = next_pose(&r, 2);
        }
        if (i % 11 == 0) pb = pa;
        wrong = check_nearest(a, pa, b, pb, &walk);
        ASSERTm(failed_case("case %d: %s", i, wrong), !wrong);
        wrong = check_nearest(a, pa, b, pb, &walk);
        ASSERTm(failed_case("case %d again: %s", i, wrong), !wrong);
        collide_mesh_destroy(box);
        collide_mesh_destroy(other);
        collide_mesh_destroy(lid);
    }
    PASS();
}

TEST bad_walks_are_refused(void)
{
    collide_mesh *box, *ring;
    collide_pose p = {{0, 0, 0}, {0, 0, 0, 0}}, bad = p;
    collide_closest c;
    collide_feature_pair walk = {0, 0, 0, 0};
    bad.position.x = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
    ASSERT(collide_mesh_create_box(&box, collide_i_vec(1, 1, 1), NULL) == COLLIDE_OK);
    ASSERT(collide_mesh_create_torus(&ring, 2, 1, 8, 5, NULL) == COLLIDE_OK);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_nearest(NULL, p, box, p, &walk, &c));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_nearest(box, p, NULL, p, &walk, &c));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_nearest(box, p, box, p, &walk, NULL));
    memset(&c, 1, sizeof c);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_nearest(box, bad, box, p, &walk, &c));
    ASSERT(all_zero(&c, sizeof c));
    memset(&c, 1, sizeof c);
    ASSERT_EQ(COLLIDE_ERROR_MESH, collide_nearest(box, p, ring, p, &walk, &c));
    ASSERT(all_zero(&c, sizeof c));
    ASSERT_EQ(COLLIDE_HIT, collide_nearest(box, p, box, p, NULL, &c));
    ASSERT(!(c.distance > 0));
    collide_mesh_destroy(box);
    collide_mesh_destroy(ring);
    PASS();
}

/* How far a point is from a feature of a mesh. */
static double feature_away(const collide_mesh *m, collide_pose pose, int kind, int index, collide_vec3 x)
{
    collide_vec3 corner[64];
    collide_closest c;
    int i, n = kind == COLLIDE_FEATURE_FACE ? collide_mesh_face_size(m, index) : kind;
    for (i = 0; i < n && i < 64; i++)
        corner[i] = collide_mesh_vertex(m, kind == COLLIDE_FEATURE_VERTEX ? index
                                           : kind == COLLIDE_FEATURE_EDGE ? collide_mesh_edge(m, index)->vertex[i]
                                                                          : collide_mesh_face_vertex(m, index, i));
    if (!kind || collide_distance(collide_shape_points(&corner[0].x, i, sizeof *corner), pose, collide_shape_point(),
                                  pose_at(x.x, x.y, x.z), NULL, &c) < 0)
        return HUGE_VAL;
    return (double)c.distance;
}

/* Splinters and shards, whose planes are vague: the walk loses its way, and yet names the features that are closest. */
TEST walks_name_what_is_closest(void)
{
    static hull_store shards[2];
    rng r = rng_for(911);
    int i, k;
    for (i = 0; i < COUNT(400, 20000); i++) {
        const real thin = next_between(&r, (real)0.0001, (real)0.1);
        collide_feature_pair walk;
        collide_pose pa = next_pose(&r, 0), pb;
        const int made = make_hull(&shards[0], &r, 60, 1, thin, thin * next_between(&r, 1, 5)) &&
                         make_hull(&shards[1], &r, 60, 1, thin, 1);
        memset(&walk, 0, sizeof walk);
        pb = next_pose(&r, (real)0.6);
        for (k = 0; k < 12 && made; k++) {
            const collide_mesh *a = shards[0].mesh, *b = shards[1].mesh;
            collide_closest c;
            const double slack = 512 * EPS * (double)(a->sphere_radius + b->sphere_radius + 2);
            pb.position = collide_i_add(pb.position, next_vec(&r, (real)0.04));
            if (collide_nearest(a, pa, b, pb, &walk, &c) == COLLIDE_MISS && (double)c.distance > slack) {
                ASSERT(feature_away(a, pa, walk.kind_a, walk.feature_a, c.point_a) < slack);
                ASSERT(feature_away(b, pb, walk.kind_b, walk.feature_b, c.point_b) < slack);
            }
        }
        for (k = 0; k < 2; k++) {
            collide_mesh_destroy(shards[k].mesh);
            free(shards[k].points);
            memset(&shards[k], 0, sizeof shards[k]);
        }
    }
    PASS();
}

TEST nearest_takes_any_bytes(void)
{
    run_fuzz_target(fuzz_nearest, 603, COUNT(3000, 200000));
    PASS();
}

SUITE(nearest)
{
    RUN_TEST(features_are_as_close_as_gjk_says);
    RUN_TEST(features_follow_the_motion);
    RUN_TEST(degenerate_features_are_no_trouble);
    RUN_TEST(bad_walks_are_refused);
    RUN_TEST(walks_name_what_is_closest);
    RUN_TEST(nearest_takes_any_bytes);
}

/* ---- [SWEEP] ---- */

static swarm reference;

/* Boxes come, move a little or far, and go; checked after every update. */
static const char *check_crowd(rng *r, int kind, unsigned flags, int boxes, int frames, real margin)
{
    collide_sweep_desc desc = {0, 0, 0, 0, NULL};
    collide_sweep *s;
    int f, k;
    desc.flags = flags;
    desc.margin = margin;
    if (collide_sweep_create(&s, &desc) < 0) return "not created";
    swarm_clear(&reference);
    for (f = 0; f < frames; f++) {
        /* nothing, a few, many */
        const int busy = (int)next_below(r, 4), adds = f ? (int)next_below(r, (unsigned)boxes / 10 + 1) : boxes;
        const int moves = busy == 0 ? 0 : busy == 1 ? boxes / 50 + 1 : busy == 2 ? boxes / 8 : 2 * boxes;
        const int removes = f && busy ? (int)next_below(r, (unsigned)boxes / 10 + 1) : 0;
        const char *wrong;
        unsigned id;
        for (k = 0; k < adds && (busy || !f) && reference.used < SWARM - 1; k++) {
            collide_aabb box = next_crowd_box(r, kind, 20);
            unsigned category = next_below(r, 4) ? 1u : 2u, mask = next_below(r, 6) ? 0 : 1u;
            if (collide_sweep_add(s, box, category, mask, &id) < 0) return "not added";
            if (reference.live[id]) return "a number given twice";
            swarm_put(&reference, id, box, category, mask);
        }
        for (k = 0; k < moves; k++) {
            id = next_below(r, (unsigned)reference.used);
            if (!reference.live[id]) continue;
            reference.box[id] = next_below(r, 20) ? moved_box(reference.box[id], next_vec(r, COLLIDE_R(0.2)))
                                                  : next_crowd_box(r, kind, 20);
            if (collide_sweep_move(s, id, reference.box[id]) < 0) return "not moved";
        }
        for (k = 0; k < removes; k++) {
            id = next_below(r, (unsigned)reference.used);
            if (collide_sweep_remove(s, id) != (reference.live[id] ? COLLIDE_OK : COLLIDE_ERROR_HANDLE))
                return "removed what is not there, or not what is";
            reference.live[id] = 0;
        }
        if (busy && next_below(r, 8) == 0) {
            id = next_below(r, (unsigned)reference.used);
            if (reference.live[id] && collide_sweep_filter(s, id, 3, 2) < 0) return "not filtered";
            if (reference.live[id]) swarm_put(&reference, id, reference.box[id], 3, 2);
        }
        if (!swarm_update(&reference, margin)) return "too many pairs for the test";
        if (collide_sweep_update(s) != reference.count[reference.now]) return "wrong number";
        wrong = swarm_differs(&reference, s);
        if (wrong) return failed_case("frame %d: %s", f, wrong);
    }
    collide_sweep_destroy(s);
    return NULL;
}

TEST pairs_are_those_of_brute_force(void)
{
    rng r = rng_for(700);
    int i, count = COUNT(200, 3000);
    for (i = 0; i < count; i++) {
        static const int sizes[4] = {10, 60, 250, 500};
        const int kind = i % CROWDS;
        const unsigned flags = (unsigned)(i / CROWDS % 3);
        const char *wrong =
            check_crowd(&r, kind, flags, sizes[i % 4] / (kind == 10 ? 4 : 1), 12, i % 5 ? 0 : COLLIDE_R(0.0625));
        ASSERTm(failed_case("case %d, crowd %d, flags %u: %s", i, kind, flags, wrong), !wrong);
    }
    tell("seed %lu: %d crowds of 10 to 500 boxes, 12 frames each", (unsigned long)tests_seed, count);
    PASS();
}

/* Everything moves a little in every frame, now slower, now faster, straight or to and fro; seldom something jumps,
   comes, goes or is filtered. Most frames then live on the pairs of an earlier one. Queries between the moves and the
   update see what was there before. */
TEST pairs_of_steady_motion_are_right(void)
{
    static collide_aabb before[SWARM];
    static collide_vec3 velocity[SWARM];
    static unsigned out[SWARM];
    rng r = rng_for(708);
    int i, k, f, stays = 0, frames = 0;
    for (i = 0; i < COUNT(40, 1500); i++) {
        collide_sweep_desc desc = {0, 0, 0, 0, NULL};
        const int kind = i % CROWDS, boxes = i % 4 ? 120 : 500;
        const real pace = power_of_two(-(int)next_below(&r, 10)) / 4;
        collide_sweep *s;
        unsigned id;
        if (i % 6 == 5) desc.margin = COLLIDE_R(0.0625);
        if (i % 7 == 3) desc.max_boxes = boxes + 8, desc.max_pairs = 125000;
        ASSERT(collide_sweep_create(&s, &desc) == COLLIDE_OK);
        swarm_clear(&reference);
        for (k = 0; k < boxes; k++) {
            collide_aabb box = next_crowd_box(&r, kind, 20);
            ASSERT(collide_sweep_add(s, box, 0, 0, &id) == COLLIDE_OK);
            swarm_put(&reference, id, box, 1, ~0u);
            velocity[id] = next_vec(&r, pace);
        }
        for (f = 0; f < 40; f++) {
            const unsigned chance = next_below(&r, 60), moving = next_below(&r, 4) ? 1 : 3;
            const char *wrong;
            memcpy(before, reference.box, sizeof before);
            for (k = 0; k < boxes; k++) {
                collide_vec3 move = collide_i_scale(velocity[k], chance == 1 ? 6 : i % 3 ? 1 : next_real(&r));
                if ((unsigned)k % moving || (i % 5 == 4 && k % 2)) continue;
                reference.box[k] =
                    chance == 2 && k == 3 ? next_crowd_box(&r, kind, 20) : moved_box(reference.box[k], move);
                ASSERT_EQ(COLLIDE_OK, collide_sweep_move(s, (unsigned)k, reference.box[k]));
            }
            for (k = 0; k < 3 && f > 0 && i % 6 != 5; k++) {
                collide_aabb box = next_crowd_box(&r, kind, 20);
                int count = collide_sweep_query_box(s, box, 0, out, SWARM), n = 0, o;
                for (o = 0; o < boxes; o++)
                    if (boxes_meet(&box, &before[o], 0)) {
                        ASSERTm(failed_case("case %d, frame %d: box %d not found", i, f, o), n < count);
                        ASSERT_EQ((unsigned)o, out[n++]);
                    }
                ASSERT_EQ(n, count);
            }
            if (chance == 3) { /* one goes, and comes back under another number or, next time, the same */
                ASSERT_EQ(COLLIDE_OK, collide_sweep_remove(s, 7));
                reference.live[7] = 0;
            }
            if (chance == 4) {
                ASSERT_EQ(COLLIDE_OK, collide_sweep_filter(s, 9, 2, 1));
                swarm_put(&reference, 9, reference.box[9], 2, 1);
            }
            ASSERT(swarm_update(&reference, desc.margin));
            ASSERT_EQ(reference.count[reference.now], collide_sweep_update(s));
            wrong = swarm_differs(&reference, s);
            ASSERTm(failed_case("case %d, crowd %d, frame %d: %s", i, kind, f, wrong), !wrong);
            stays += s->state == COLLIDE_I_SORTED && s->stays > 0;
            frames++;
            if (chance == 3) {
                ASSERT_EQ(COLLIDE_OK, collide_sweep_add(s, reference.box[7], 0, 0, &id));
                ASSERT_EQ(7u, id);
                swarm_put(&reference, id, reference.box[7], 1, ~0u);
                ASSERT(swarm_update(&reference, desc.margin));
                ASSERT_EQ(reference.count[reference.now], collide_sweep_update(s));
            }
        }
        collide_sweep_destroy(s);
    }
    ASSERT(stays > frames / 4);
    tell("seed %lu: %d frames, %d of them without sorting", (unsigned long)tests_seed, frames, stays);
    PASS();
}

/* A million operations at most, with an update every hundred or so. */
TEST random_operations_are_right(void)
{
    rng r = rng_for(701);
    collide_sweep *s;
    int i, count = COUNT(20000, 1000000), updates = 0;
    ASSERT(collide_sweep_create(&s, NULL) == COLLIDE_OK);
    swarm_clear(&reference);
    for (i = 0; i < count; i++) {
        unsigned op = next_below(&r, 100), id = next_below(&r, 400);
        int live = (int)id < reference.used && reference.live[id];
        collide_aabb box = next_crowd_box(&r, (int)next_below(&r, 5), 8);
        if (op < 20 && (reference.used < 300 || !live)) {
            ASSERT_EQ(COLLIDE_OK, collide_sweep_add(s, box, 1u << (op % 3), op % 5 ? 0 : 3, &id));
            swarm_put(&reference, id, box, 1u << (op % 3), op % 5 ? 0 : 3);
        } else if (op < 80) {
            if (live && op < 75) box = moved_box(reference.box[id], next_vec(&r, COLLIDE_R(0.1)));
            ASSERT_EQ(live ? COLLIDE_OK : COLLIDE_ERROR_HANDLE, collide_sweep_move(s, id, box));
            if (live) reference.box[id] = box;
        } else if (op < 96 && reference.used > 250) {
            ASSERT_EQ(live ? COLLIDE_OK : COLLIDE_ERROR_HANDLE, collide_sweep_remove(s, id));
            if (live) reference.live[id] = 0;
        } else if (op >= 98 || i == count - 1) {
            const char *wrong;
            updates++;
            ASSERT(swarm_update(&reference, 0));
            ASSERT_EQ(reference.count[reference.now], collide_sweep_update(s));
            wrong = swarm_differs(&reference, s);
            ASSERTm(failed_case("operation %d: %s", i, wrong), !wrong);
        }
    }
    collide_sweep_destroy(s);
    tell("seed %lu: %d operations, %d updates", (unsigned long)tests_seed, count, updates);
    PASS();
}

/* Whatever came before, the same boxes give the same lists. */
TEST pairs_do_not_depend_on_history(void)
{
    rng r = rng_for(702);
    int i, k, f;
    for (i = 0; i < COUNT(30, 1000); i++) {
        const int n = 200;
        collide_sweep *a, *b;
        unsigned ids[200], id;
        collide_aabb boxes[200];
        const collide_pair *p, *q;
        int count, other;
        collide_sweep_desc desc = {0, 0, 0, 0, NULL};
        desc.flags = (unsigned)(i % 3);
        ASSERT(collide_sweep_create(&a, &desc) == COLLIDE_OK && collide_sweep_create(&b, NULL) == COLLIDE_OK);
        for (k = 0; k < n; k++) boxes[k] = next_crowd_box(&r, i % CROWDS, 6);
        ASSERT_EQ(COLLIDE_OK, collide_sweep_add_all(a, boxes, n, 0, 0, ids));
        for (f = 0; f < 5; f++) {
            ASSERT(collide_sweep_update(a) >= 0);
            for (k = 0; k < n; k += f % 2 ? 1 : 9) boxes[k] = moved_box(boxes[k], next_vec(&r, 1));
            ASSERT_EQ(COLLIDE_OK, collide_sweep_move_all(a, ids, boxes, n));
        }
        for (k = 0; k < n; k++) {
            ASSERT(collide_sweep_add(b, boxes[k], 0, 0, &id) == COLLIDE_OK);
            ASSERT_EQ(ids[k], id);
        }
        ASSERT_EQ(collide_sweep_update(a), collide_sweep_update(b));
        p = collide_sweep_pairs(a, &count);
        q = collide_sweep_pairs(b, &other);
        ASSERT_EQ(count, other);
        for (k = 0; k < count; k++) ASSERT(pair_order(p[k], q[k]) == 0);
        ASSERT_EQ(COLLIDE_OK, collide_sweep_remove_all(a, ids, n));
        ASSERT_EQ(0, collide_sweep_update(a));
        (void)collide_sweep_ended(a, &other);
        ASSERT_EQ(count, other);
        ASSERT_EQ(0, collide_sweep_count(a));
        collide_sweep_destroy(a);
        collide_sweep_destroy(b);
    }
    PASS();
}

TEST sweeps_fill_up_and_go_on(void)
{
    static double memory[200000 / sizeof(double)];
    collide_fixed_buffer buffer = {NULL, 0, 0, 0};
    collide_allocator allocator;
    collide_sweep_desc desc = {0, 0, 0, 0, NULL};
    collide_sweep *s;
    unsigned id[21];
    collide_aabb box = {{0, 0, 0}, {1, 1, 1}}, far_off = {{10, 0, 0}, {11, 1, 1}};
    size_t used;
    int i, count;
    desc.max_boxes = 20;
    desc.max_pairs = 10;
    ASSERT(collide_sweep_size(&desc) > 0 && collide_sweep_size(NULL) == 0);
    buffer.memory = memory;
    buffer.size = collide_sweep_size(&desc);
    ASSERT(buffer.size <= sizeof memory);
    allocator = collide_fixed_allocator(&buffer);
    desc.allocator = &allocator;
    ASSERT_EQ(COLLIDE_OK, collide_sweep_create(&s, &desc));
    used = buffer.used;
    for (i = 0; i < 20; i++) {
        far_off.lower.y = (real)(3 * i);
        far_off.upper.y = far_off.lower.y + 1;
        ASSERT_EQ(COLLIDE_OK, collide_sweep_add(s, i < 5 ? box : far_off, 0, 0, &id[i]));
    }
    ASSERT_EQ(COLLIDE_ERROR_FULL, collide_sweep_add(s, box, 0, 0, &id[20]));
    ASSERT_EQ(10, collide_sweep_update(s)); /* five in one place */
    ASSERT_EQ(COLLIDE_OK, collide_sweep_move(s, id[5], box));
    for (i = 0; i < 3; i++) { /* a sixth is too many: nothing changes */
        ASSERT_EQ(COLLIDE_ERROR_FULL, collide_sweep_update(s));
        (void)collide_sweep_pairs(s, &count);
        ASSERT_EQ(10, count);
        (void)collide_sweep_begun(s, &count);
        ASSERT_EQ(0, count);
    }
    ASSERT_EQ(COLLIDE_OK, collide_sweep_remove(s, id[0]));
    ASSERT_EQ(10, collide_sweep_update(s));
    (void)collide_sweep_begun(s, &count);
    ASSERT_EQ(4, count);
    (void)collide_sweep_ended(s, &count);
    ASSERT_EQ(4, count);
    ASSERT_EQ(COLLIDE_OK, collide_sweep_add(s, far_off, 0, 0, &id[20]));
    ASSERT_EQ(id[0], id[20]); /* a number comes back after the update */
    for (i = 1; i < 20; i++) ASSERT(collide_sweep_remove(s, id[i]) == COLLIDE_OK);
    ASSERT_EQ(0, collide_sweep_update(s));
    ASSERT_EQ(used, buffer.used);
    collide_sweep_destroy(s);
    ASSERT_EQ(0u, (unsigned)buffer.used);
    PASS();
}

TEST bad_boxes_are_refused(void)
{
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
    collide_sweep *s;
    collide_sweep_desc desc = {0, 0, 0, 0, NULL};
    unsigned id = 7, ids[3], out[4];
    collide_sweep_hit hits[4];
    collide_aabb good = {{0, 0, 0}, {1, 1, 1}}, bad[10], two[2];
    int i, count = 5;
    for (i = 0; i < 10; i++) {
        bad[i] = good;
        if (i < 6)
            *(i == 0   ? &bad[i].lower.x
              : i == 1 ? &bad[i].lower.y
              : i == 2 ? &bad[i].lower.z
              : i == 3 ? &bad[i].upper.x
              : i == 4 ? &bad[i].upper.y
                       : &bad[i].upper.z) = i % 2   ? inf - inf
                                            : i > 2 ? inf
                                                    : -inf;
    }
    bad[6].lower.x = 2;
    bad[7].upper.y = -1;
    bad[8].lower.z = COLLIDE_R(1.5);
    bad[9].upper.x = 3 * power_of_two(COLLIDE_I_LARGEST_EXPONENT);
    desc.max_boxes = -1;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_create(&s, &desc));
    ASSERT(s == NULL);
    desc.max_boxes = 0;
    desc.margin = inf;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_create(&s, &desc));
    desc.margin = 0;
    desc.flags = 3;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_create(&s, &desc));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_create(NULL, NULL));
    ASSERT_EQ(COLLIDE_OK, collide_sweep_create(&s, NULL));
    ASSERT_EQ(0, collide_sweep_update(s));
    ASSERT_EQ(COLLIDE_OK, collide_sweep_add(s, good, 0, 0, &id));
    for (i = 0; i < 10; i++) {
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_add(s, bad[i], 0, 0, &ids[0]));
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_move(s, id, bad[i]));
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_query_box(s, bad[i], 0, out, 4));
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_query_cast(s, bad[i], good.upper, 0, hits, 4));
        two[0] = good;
        two[1] = bad[i];
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_add_all(s, two, 2, 0, 0, ids));
        ids[0] = ids[1] = id;
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_move_all(s, ids, two, 2));
    }
    ASSERT_EQ(1, collide_sweep_count(s));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_add(s, good, 0, 0, NULL));
    ASSERT_EQ(COLLIDE_ERROR_HANDLE, collide_sweep_move(s, id + 1, good));
    ASSERT_EQ(COLLIDE_ERROR_HANDLE, collide_sweep_remove(s, 12345));
    ids[0] = ids[1] = id;
    ASSERT_EQ(COLLIDE_ERROR_HANDLE, collide_sweep_remove_all(s, ids, 2)); /* twice: none is removed */
    ASSERT_EQ(1, collide_sweep_count(s));
    ASSERT_EQ(COLLIDE_ERROR_HANDLE, collide_sweep_filter(s, id + 1, 0, 0));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_query_box(s, good, 0, NULL, 4));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_query_box(s, good, 0, out, -1));
    ASSERT_EQ(1, collide_sweep_query_box(s, good, 0, NULL, 0));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_sweep_update(NULL));
    ASSERT(collide_sweep_pairs(NULL, &count) == NULL && count == 0);
    ASSERT_EQ(COLLIDE_OK, collide_sweep_remove(s, id));
    ASSERT_EQ(COLLIDE_ERROR_HANDLE, collide_sweep_move(s, id, good));
    collide_sweep_destroy(s);
    collide_sweep_destroy(NULL);
    PASS();
}

/* Whichever request fails: an error, nothing lost, and right once there is memory again. */
TEST sweeps_survive_failed_allocations(void)
{
    int k, i, done = 0;
    for (k = 1; !done && k < 100; k++) {
        watch w;
        collide_allocator allocator = watch_allocator(&w, k);
        collide_sweep_desc desc = {0, 0, 0, 0, NULL};
        collide_sweep *s;
        rng r = rng_for(703);
        const char *wrong;
        int failed = 0;
        desc.allocator = &allocator;
        if (collide_sweep_create(&s, &desc) < 0) {
            ASSERT(s == NULL && w.blocks == 0);
            continue;
        }
        swarm_clear(&reference);
        for (i = 0; i < 300; i++) {
            collide_aabb box = next_crowd_box(&r, 0, 5);
            unsigned id;
            collide_result result = collide_sweep_add(s, box, 0, 0, &id);
            ASSERT(result == COLLIDE_OK || result == COLLIDE_ERROR_MEMORY);
            if (result == COLLIDE_OK)
                swarm_put(&reference, id, box, 0, 0);
            else
                failed = 1;
            if (i % 50 == 49 && collide_sweep_update(s) < 0) failed = 1;
        }
        w.fail_at = 0;
        ASSERT(swarm_update(&reference, 0) && swarm_update(&reference, 0));
        ASSERT_EQ(reference.count[reference.now], collide_sweep_update(s));
        ASSERT(collide_sweep_update(s) >= 0); /* so that nothing begins */
        wrong = swarm_differs(&reference, s);
        ASSERTm(failed_case("request %d: %s", k, wrong), !wrong);
        collide_sweep_destroy(s);
        ASSERT(w.blocks == 0 && w.bytes == 0 && !w.damaged);
        done = !failed;
    }
    ASSERT(done && k > 4);
    PASS();
}

/* Only one request is refused: the update that made it fails, even where later ones of it are granted. */
TEST a_refused_request_is_not_forgotten(void)
{
    int k, i, failed = 1;
    for (k = 1; failed && k < 20; k++) {
        watch w;
        collide_allocator allocator = watch_allocator(&w, 0);
        collide_sweep_desc desc = {0, 0, 0, 0, NULL};
        const collide_aabb box = {{0, 0, 0}, {1, 1, 1}};
        collide_sweep *s;
        unsigned id;
        desc.allocator = &allocator;
        ASSERT(collide_sweep_create(&s, &desc) == COLLIDE_OK);
        for (i = 0; i < 3; i++) ASSERT(collide_sweep_add(s, box, 0, 0, &id) == COLLIDE_OK);
        w.fail_at = w.requests + k;
        w.once = 1;
        i = collide_sweep_update(s);
        failed = w.requests >= w.fail_at;
        ASSERT_EQ(failed ? COLLIDE_ERROR_MEMORY : 3, i);
        ASSERT_EQ(3, collide_sweep_update(s));
        collide_sweep_destroy(s);
    }
    ASSERT(!failed && k > 2);
    PASS();
}

/* When box + t move meets a box, in the wide type; -1: never. */
static double wide_meeting(const collide_aabb *box, collide_vec3 move, const collide_aabb *other, wide slack)
{
    wide from[2][3], to[2][3], by[3], enter = 0, leave = 1;
    int k;
    wide3(box->lower, from[0]);
    wide3(box->upper, from[1]);
    wide3(other->lower, to[0]);
    wide3(other->upper, to[1]);
    wide3(move, by);
    for (k = 0; k < 3; k++) {
        wide a = to[0][k] - slack - from[1][k], b = to[1][k] + slack - from[0][k];
        if (a > b) return -1; /* nothing is left of it */
        if (by[k] > 0 || by[k] < 0) {
            wide t0 = a / by[k], t1 = b / by[k];
            enter = t0 < t1 ? (t0 > enter ? t0 : enter) : (t1 > enter ? t1 : enter);
            leave = t0 < t1 ? (t1 < leave ? t1 : leave) : (t0 < leave ? t0 : leave);
        } else if (a > 0 || b < 0) {
            return -1;
        }
    }
    return enter <= leave ? (double)enter : -1;
}

TEST queries_find_what_a_loop_finds(void)
{
    static unsigned out[SWARM];
    static collide_sweep_hit hits[SWARM], first[8];
    rng r = rng_for(704);
    int i, k, q, count, n, total = 0;
    for (i = 0; i < COUNT(66, 2000); i++) {
        collide_sweep_desc desc = {0, 0, 0, 0, NULL};
        collide_sweep *s;
        const int kind = i % CROWDS, boxes = i % 4 ? 150 : 600;
        unsigned id;
        desc.flags = (unsigned)(i / CROWDS % 3);
        ASSERT(collide_sweep_create(&s, &desc) == COLLIDE_OK);
        swarm_clear(&reference);
        for (k = 0; k < boxes; k++) {
            collide_aabb box = next_crowd_box(&r, kind, 20);
            ASSERT(collide_sweep_add(s, box, 1u << (k % 2), 0, &id) == COLLIDE_OK);
            swarm_put(&reference, id, box, 1u << (k % 2), 0);
        }
        if (i % 13) ASSERT(collide_sweep_update(s) >= 0);
        if (i % 2) { /* one more, with few changes; what changes after that is not seen */
            collide_sweep_move(s, 3, reference.box[3] = moved_box(reference.box[3], next_vec(&r, 2)));
            ASSERT(collide_sweep_update(s) >= 0);
            if (i % 4 == 1)
                for (k = 5; k < boxes; k += 2) collide_sweep_move(s, (unsigned)k, next_crowd_box(&r, kind, 20));
            ASSERT_EQ(COLLIDE_OK, collide_sweep_remove(s, 7));
            reference.live[7] = 0;
        }
        for (q = 0; q < 20; q++) {
            collide_aabb box = next_crowd_box(&r, kind, 20);
            const unsigned mask = q % 3 ? 0 : 2;
            collide_vec3 move = next_vec(&r, q % 5 ? 20 : 500);
            double slack =
                16 * EPS *
                (double)(collide_i_extent(box.lower) + collide_i_extent(box.upper) + collide_i_extent(move) + 20);
            if (q % 4 == 0) move.y = 0;
            if (q % 7 == 0) move.x = move.z = 0;
            if (q % 6 == 0) box.upper = box.lower;
            count = collide_sweep_query_box(s, box, mask, out, SWARM);
            for (k = 0, n = 0; k < boxes; k++) {
                if (!reference.live[k] || (mask && !(reference.category[k] & mask))) continue;
                if (!boxes_meet(&box, &reference.box[k], 0)) continue;
                ASSERTm(failed_case("case %d, crowd %d: box %d not found", i, kind, k),
                        n < count && out[n] == (unsigned)k);
                n++;
            }
            ASSERT_EQ(n, count);
            total += n;
            ASSERT_EQ(n, collide_sweep_query_box(s, box, mask, out, 3));
            for (k = 0; k < 3 && k < n; k++) ASSERT(k == 0 || out[k - 1] < out[k]);
            count = q % 6 ? collide_sweep_query_cast(s, box, move, mask, hits, SWARM)
                          : collide_sweep_query_ray(s, box.lower, collide_i_add(box.lower, move), mask, hits, SWARM);
            for (k = 0; k < count; k++) {
                double when = wide_meeting(&box, move, &reference.box[hits[k].id], (wide)slack);
                ASSERTm(failed_case("case %d: what is not met", i), when >= 0 && reference.live[hits[k].id]);
                ASSERT(k == 0 || collide_i_hit_before(hits[k - 1], hits[k]));
            }
            for (k = 0; k < boxes; k++) {
                double when = wide_meeting(&box, move, &reference.box[k], -(wide)slack);
                if (!reference.live[k] || (mask && !(reference.category[k] & mask)) || when < 0) continue;
                for (n = 0; n < count && hits[n].id != (unsigned)k; n++) continue;
                ASSERTm(failed_case("case %d, crowd %d: %d is met at %g, and not found", i, kind, k, when), n < count);
                when = wide_meeting(&box, move, &reference.box[k], 0);
                ASSERT(when >= 0 && fabs((double)hits[n].time - when) <=
                                        16 * EPS + 2 * slack / (1e-9 + fabs((double)collide_i_extent(move))) * 1e2);
                total++;
            }
            ASSERT_EQ(count, q % 6 ? collide_sweep_query_cast(s, box, move, mask, first, 8) : count);
            for (k = 0; q % 6 && k < 8 && k < count; k++) ASSERT_EQ(hits[k].id, first[k].id);
        }
        collide_sweep_destroy(s);
    }
    tell("%d boxes found", total);
    PASS();
}

/* Touching counts along every axis, those too on which nothing moves, and however little it moves. */
TEST casts_along_a_side_touch_it(void)
{
    const collide_aabb slab = {{3, -1, 0}, {4, 0, 1}}, box = {{0, 0, 0}, {1, 1, 1}}, under = {{0, -2, 1}, {1, -1, 2}};
    const real tiny = collide_i_from_bits(COLLIDE_I_POWER(-COLLIDE_I_BIAS / 2 - 8));
    int state, i;
    for (state = 0; state < 2; state++) {
        collide_sweep *s;
        collide_sweep_hit hit;
        unsigned id;
        ASSERT(collide_sweep_create(&s, NULL) == COLLIDE_OK);
        ASSERT(collide_sweep_add(s, slab, 0, 0, &id) == COLLIDE_OK);
        if (state) ASSERT_EQ(0, collide_sweep_update(s));
        for (i = -1; i <= 1; i++) {
            const collide_vec3 move = {5, (real)i * tiny, -(real)i * tiny};
            ASSERT_EQ(1, collide_sweep_query_cast(s, box, move, 0, &hit, 1));
            ASSERT(hit.id == id && hit.time > (real)0.399 && hit.time < (real)0.401);
            ASSERT_EQ(1, collide_sweep_query_cast(s, under, move, 0, &hit, 1));
        }
        ASSERT_EQ(1, collide_sweep_query_ray(s, collide_i_vec(0, 0, 1), collide_i_vec(9, 0, 1), 0, &hit, 1));
        ASSERT_EQ(0, collide_sweep_query_ray(s, collide_i_vec(0, (real)1e-6, 1), collide_i_vec(9, (real)1e-6, 1), 0,
                                             &hit, 1));
        ASSERT_EQ(1, collide_sweep_query_ray(s, collide_i_vec(3, 0, 1), collide_i_vec(3, 0, 1), 0, &hit, 1));
        collide_sweep_destroy(s);
    }
    PASS();
}

TEST cubes_and_walked_boxes_hold_their_meshes(void)
{
    rng r = rng_for(705);
    int i, k, f;
    make_hulls();
    ASSERT(make_polytopes());
    for (i = 0; i < COUNT(300, 10000); i++) {
        const hull_store *h = i % 3 ? &polytopes[next_below(&r, POLYTOPES)] : &hulls[next_below(&r, HULLS)];
        collide_pose p = next_pose(&r, 5);
        collide_extremes extremes = {{0, 0, 0, 0, 0, 0}};
        if (i % 4 == 0)
            for (k = 0; k < 6; k++) extremes.vertex[k] = (int)next_below(&r, 4000) - 2000;
        for (f = 0; f < 10; f++) {
            collide_aabb tight = collide_mesh_bounds_walk(h->mesh, p, &extremes), cube = collide_mesh_cube(h->mesh, p);
            collide_aabb around = collide_mesh_bounds(h->mesh, p);
            const real slack = 64 * COLLIDE_I_EPSILON;
            collide_vec3 a = collide_i_sub(tight.lower, around.lower), b = collide_i_sub(tight.upper, around.upper);
            ASSERTm(failed_case("case %d", i), collide_i_extent(a) <= slack && collide_i_extent(b) <= slack);
            for (k = 0; k < h->count; k++) {
                collide_vec3 v = collide_pose_apply(p, collide_mesh_vertex(h->mesh, k));
                a = collide_i_sub(v, tight.lower);
                b = collide_i_sub(tight.upper, v);
                ASSERT(a.x >= -slack && a.y >= -slack && a.z >= -slack && b.x >= -slack && b.y >= -slack &&
                       b.z >= -slack);
                a = collide_i_sub(v, cube.lower);
                b = collide_i_sub(cube.upper, v);
                ASSERT(a.x >= -slack && a.y >= -slack && a.z >= -slack && b.x >= -slack && b.y >= -slack &&
                       b.z >= -slack);
            }
            a = collide_i_sub(cube.upper, cube.lower);
            ASSERT(collide_i_abs(a.x - a.y) <= slack && collide_i_abs(a.x - 2 * h->mesh->sphere_radius) <= slack);
            p.rotation =
                collide_quat_multiply(collide_quat_from_axis_angle(next_vec(&r, 1), COLLIDE_R(0.17)), p.rotation);
        }
    }
    PASS();
}

/* The paper's 5.3: polytopes fly about in a box, those that touch exchange their velocities. In every frame the pairs
   are those of brute force, and none that touch is missing from them. */
TEST the_multi_body_simulation(void)
{
    enum { BODIES = 2000, KEPT = 60 };
    static collide_pose pose[BODIES];
    static collide_vec3 velocity[BODIES], axis[BODIES];
    static unsigned id[BODIES];
    static collide_extremes extremes[BODIES];
    rng r = rng_for(706);
    const int n = COUNT(300, 2000), frames = COUNT(8, 60);
    int i, k, f, dynamic, touched = 0, contacts = 0;
    ASSERT(make_polytopes() && n <= BODIES);
    for (dynamic = 0; dynamic < 2; dynamic++) {
        collide_sweep *s;
        real side = (real)(pow(2.5 * n / 0.02, 1.0 / 3) / 2);
        ASSERT(collide_sweep_create(&s, NULL) == COLLIDE_OK);
        swarm_clear(&reference);
        memset(extremes, 0, sizeof extremes);
        for (i = 0; i < n; i++) {
            real length;
            pose[i] = next_pose(&r, side);
            velocity[i] = collide_i_scale(collide_i_unit(next_vec(&r, 1), &length), COLLIDE_R(0.1));
            axis[i] = next_vec(&r, 1);
        }
        for (f = 0; f < frames; f++) {
            const collide_pair *p;
            const char *wrong;
            int count;
            for (i = 0; i < n; i++) {
                const collide_mesh *m = polytopes[5 + i % 2].mesh;
                collide_aabb box;
                real *x[3], *v[3];
                x[0] = &pose[i].position.x, x[1] = &pose[i].position.y, x[2] = &pose[i].position.z;
                v[0] = &velocity[i].x, v[1] = &velocity[i].y, v[2] = &velocity[i].z;
                for (k = 0; k < 3; k++) {
                    *x[k] += *v[k];
                    if (collide_i_abs(*x[k]) > side) *v[k] = *x[k] > 0 ? -collide_i_abs(*v[k]) : collide_i_abs(*v[k]);
                }
                pose[i].rotation =
                    collide_quat_multiply(collide_quat_from_axis_angle(axis[i], COLLIDE_R(0.1745)), pose[i].rotation);
                box = dynamic ? collide_mesh_bounds_walk(m, pose[i], &extremes[i]) : collide_mesh_cube(m, pose[i]);
                if (f == 0)
                    ASSERT_EQ(COLLIDE_OK, collide_sweep_add(s, box, 0, 0, &id[i]));
                else
                    ASSERT_EQ(COLLIDE_OK, collide_sweep_move(s, id[i], box));
                swarm_put(&reference, id[i], box, 0, 0);
            }
            ASSERT(swarm_update(&reference, 0));
            ASSERT_EQ(reference.count[reference.now], collide_sweep_update(s));
            wrong = swarm_differs(&reference, s);
            ASSERTm(failed_case("frame %d: %s", f, wrong), !wrong);
            p = collide_sweep_pairs(s, &count);
            for (i = 0; i < count; i++) { /* ids are 0, 1, ... here */
                collide_closest c;
                collide_vec3 v = velocity[p[i].a];
                collide_result hit = collide_nearest(polytopes[5 + p[i].a % 2].mesh, pose[p[i].a],
                                                     polytopes[5 + p[i].b % 2].mesh, pose[p[i].b], NULL, &c);
                ASSERT(hit >= 0);
                contacts++;
                if (!hit) continue;
                touched++;
                velocity[p[i].a] = velocity[p[i].b];
                velocity[p[i].b] = v;
            }
            for (i = 0; i < KEPT && i < n; i++) /* a sample of all pairs, without the sweep */
                for (k = i + 1; k < n; k++) {
                    collide_pair q;
                    q.a = (unsigned)i;
                    q.b = (unsigned)k;
                    if (f % 4 == 0 &&
                        collide_overlap(collide_shape_hull(polytopes[5 + i % 2].mesh), pose[i],
                                        collide_shape_hull(polytopes[5 + k % 2].mesh), pose[k], NULL) == 1) {
                        int at = collide_i_pairs_find(p, 0, count, q);
                        ASSERT(at < count && pair_order(p[at], q) == 0);
                    }
                }
        }
        collide_sweep_destroy(s);
    }
    tell("seed %lu: %d bodies, %d frames with each kind of box: %d pairs of boxes, %d of bodies",
         (unsigned long)tests_seed, n, frames, contacts, touched);
    PASS();
}

/* Large crowds: spot checks against a tree, which knows nothing of cells. And what a box costs in memory. */
TEST large_crowds_are_right(void)
{
    rng r = rng_for(707);
    const int n = COUNT(20000, 100000);
    collide_aabb *boxes = (collide_aabb *)malloc((size_t)n * sizeof *boxes);
    unsigned *ids = (unsigned *)malloc((size_t)n * sizeof *ids);
    int kind, i, k, f;
    ASSERT(boxes && ids);
    for (kind = 0; kind < 4; kind++) {
        collide_sweep *s;
        collide_sweep_desc desc = {0, 0, 0, 0, NULL};
        desc.max_boxes = n;
        ASSERT(collide_sweep_create(&s, &desc) == COLLIDE_OK);
        for (i = 0; i < n; i++) boxes[i] = next_crowd_box(&r, kind, kind ? 60 : 100);
        ASSERT_EQ(COLLIDE_OK, collide_sweep_add_all(s, boxes, n, 0, 0, ids));
        for (f = 0; f < 4; f++) {
            collide_tree *tree;
            collide_tree_walk walk;
            const collide_pair *p;
            int count, expected = 0, item;
            ASSERT(collide_sweep_update(s) >= 0);
            p = collide_sweep_pairs(s, &count);
            for (i = 1; i < count; i++) ASSERT(pair_order(p[i - 1], p[i]) < 0);
            ASSERT(collide_tree_create(&tree, boxes, n, NULL) == COLLIDE_OK);
            for (i = 0; i < n; i++) {
                collide_tree_walk_box(&walk, tree, boxes[i]);
                while ((item = collide_tree_next(&walk)) >= 0) {
                    collide_pair q;
                    if (item <= i) continue;
                    q.a = (unsigned)i;
                    q.b = (unsigned)item;
                    expected++;
                    if (expected % 16 == 0) {
                        k = collide_i_pairs_find(p, 0, count, q);
                        ASSERT(k < count && pair_order(p[k], q) == 0);
                    }
                }
            }
            collide_tree_destroy(tree);
            ASSERTm(failed_case("crowd %d, frame %d", kind, f), expected == count);
            for (i = 0; i < n; i += f == 1 ? 40 : 1) {
                boxes[i] = moved_box(boxes[i], next_vec(&r, COLLIDE_R(0.2)));
                ASSERT(collide_sweep_move(s, ids[i], boxes[i]) == COLLIDE_OK);
            }
        }
        if (kind == 0) {
            const double each = (double)(collide_sweep_bytes(s) - s->pairs_bytes) / n;
            tell("%.1f bytes per box, and %.1f of pairs", each, (double)s->pairs_bytes / n);
            ASSERT(sizeof(real) > 4 || each + 24 * 0.15 <= 120);
        }
        collide_sweep_destroy(s);
    }
    free(boxes);
    free(ids);
    PASS();
}

TEST sweep_takes_any_bytes(void)
{
    run_fuzz_target(fuzz_sweep, 708, COUNT(3000, 300000));
    PASS();
}

SUITE(sweep)
{
    RUN_TEST(pairs_are_those_of_brute_force);
    RUN_TEST(pairs_of_steady_motion_are_right);
    RUN_TEST(random_operations_are_right);
    RUN_TEST(pairs_do_not_depend_on_history);
    RUN_TEST(sweeps_fill_up_and_go_on);
    RUN_TEST(bad_boxes_are_refused);
    RUN_TEST(sweeps_survive_failed_allocations);
    RUN_TEST(a_refused_request_is_not_forgotten);
    RUN_TEST(queries_find_what_a_loop_finds);
    RUN_TEST(casts_along_a_side_touch_it);
    RUN_TEST(cubes_and_walked_boxes_hold_their_meshes);
    RUN_TEST(the_multi_body_simulation);
    RUN_TEST(large_crowds_are_right);
    RUN_TEST(sweep_takes_any_bytes);
}

/* ---------------------------------------------------------------------------------------------------------------- */

/* ---- [SCREEN] ---- */

enum { MOST_COLLISIONS = 8192 };
static collide_collision collisions[MOST_COLLISIONS], others[MOST_COLLISIONS];
static collide_scratch screen_scratch;

/* A point of B's own, where it is at a time in A's frame. */
static void scene_local_b(const scene *s, real time, collide_vec3 x, wide out[3])
{
    wide p[3];
    wide3(x, p);
    rotate_by(s->turn_b, p, p);
    along3(p, 1, s->place_b, p);
    scene_move(s, (wide)time, p, out);
}

/* What a scene's answer must be: nothing that is required missing or twice, nothing false. */
typedef struct {
    wide worst_time, worst_gap, worst_place, worst_properness; /* in roundings of the size; of the type */
    long required, reported, extra;
} tally;

static tally screen_tally;

static const char *check_collision(scene *s, const collide_collision *c, wide tol)
{
    event v;
    wide gap = collision_gap(s, c), n[3], dot;
    v.kind = c->kind;
    v.a = c->feature_a;
    v.b = c->feature_b;
    v.time = (wide)c->time;
    if (c->kind == COLLIDE_EE)
        event_edges(s, &v);
    else
        event_vertex(s, &v);
    wide3(c->normal, n);
    dot = dot3(n, v.normal);
    if (gap > 2 * tol)
        return failed_case("%d %d %d at %.9g: %g roundings apart (sine %g)", c->kind, c->feature_a, c->feature_b,
                           (double)c->time, (double)(gap / s->size) / EPS, (double)v.sine);
    if (v.sure && v.speed < -256 * (wide)EPS * s->size / v.sine)
        return failed_case("%d %d %d at %.9g: receding by %g, properness %g", c->kind, c->feature_a, c->feature_b,
                           (double)c->time, (double)v.speed, (double)v.properness);
    if (v.sure && dot < 0.99 && v.sine > 0.01 && WIDE(fabs)(v.speed) > 1e-3 * s->size)
        return failed_case("%d %d %d at %.9g: normal %g off", c->kind, c->feature_a, c->feature_b, (double)c->time,
                           (double)dot);
    if (v.sure && WIDE(fabs)(v.properness - (wide)c->properness) > 2048 * (wide)EPS / v.sine)
        return failed_case("%d %d %d at %.9g: properness %.9g, not %.9g", c->kind, c->feature_a, c->feature_b,
                           (double)c->time, (double)c->properness, (double)v.properness);
    screen_tally.worst_gap = WIDE(fmax)(screen_tally.worst_gap, gap / s->size / EPS);
    return NULL;
}

static const char *check_scene(const collide_mesh *a, const collide_pose pa[2], const collide_mesh *b,
                               const collide_pose pb[2], real improper, int resolutions)
{
    static const real fine[] = {12, 1, 6, 24};
    const char *wrong = NULL;
    collide_screen_desc desc;
    scene s;
    wide tol;
    int k, i, j, n;
    real shortest = collide_i_min(collide_i_short_edge(a), collide_i_short_edge(b));
    scene_begin(&s, a, pa, b, pb);
    scene_events(&s);
    tol = 8 * (wide)EPS * s.size;
    for (k = 0; k < resolutions && !wrong; k++) {
        memset(&desc, 0, sizeof desc);
        desc.resolution = shortest / fine[k];
        desc.max_improper = improper;
        n = collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], &desc, &screen_scratch, collisions, MOST_COLLISIONS);
        if (n < 0 || n > MOST_COLLISIONS) wrong = failed_case("%d collisions", n);
        if (n < 0 || n > MOST_COLLISIONS) break;
        for (i = 0; i < n && !wrong; i++) wrong = check_collision(&s, &collisions[i], tol);
        screen_tally.reported += n;
        for (j = 0; j < s.count && !wrong; j++) {
            const event *v = &s.list[j];
            int found = 0;
            if (!event_required(&s, v, improper > 0 ? (double)improper : 0.1, tol)) continue;
            screen_tally.required++;
            for (i = 0; i < n; i++) {
                const collide_collision *c = &collisions[i];
                wide off = WIDE(fabs)((wide)c->time - v->time) * v->speed, p[3], q[3], place;
                if (c->kind != v->kind || c->feature_a != v->a || c->feature_b != v->b || off > tol) continue;
                found++;
                wide3(c->point_a, p);
                scene_local_b(&s, c->time, c->point_b, q);
                minus3(p, q, p);
                place = length3(p) * v->sine;
                screen_tally.worst_time = WIDE(fmax)(screen_tally.worst_time, off / s.size / EPS);
                screen_tally.worst_place = WIDE(fmax)(screen_tally.worst_place, place / s.size / EPS);
            }
            if (found != 1)
                wrong = failed_case(
                    "%d %d %d at %.12g: found %d times (1/%g, properness %g, speed %g, inside %g, sine %g, depth %g)",
                    v->kind, v->a, v->b, (double)v->time, found, (double)fine[k], (double)v->properness,
                    (double)v->speed, (double)(v->inside / s.size) / EPS, (double)v->sine,
                    (double)(v->depth / s.size) / EPS);
        }
    }
    scene_end(&s);
    return wrong;
}

/* Every shape against every other, every angle, axes through, close and far. */
TEST screens_are_complete_and_true(void)
{
    static const real angles[] = {0,
                                  COLLIDE_R(1e-9),
                                  COLLIDE_R(1e-4),
                                  COLLIDE_R(0.0872664626),
                                  COLLIDE_R(0.34906585),
                                  COLLIDE_R(0.785398163),
                                  COLLIDE_R(1.57079633),
                                  COLLIDE_R(2.96705973)};
    rng r = rng_for(700);
    int i, n = COUNT(120, 5000);
    for (i = 0; i < n; i++) {
        int ka = (int)next_below(&r, SCREEN_SHAPES), kb = (int)next_below(&r, SCREEN_SHAPES);
        int angle = i % 8, far_off = (int)next_below(&r, 6);
        real improper = next_below(&r, 4) ? 0 : 2;
        collide_mesh *a, *b;
        collide_pose pa[2], pb[2];
        const char *wrong;
        rng mine = rng_for(70000u + (unsigned)i);
        if ((ka > 6 || kb > 6) && next_below(&r, 16)) ka %= 7, kb %= 7;
        a = make_screen_shape(&mine, ka);
        b = make_screen_shape(&mine, kb);
        ASSERT(a && b);
        make_motion(&mine, pa, pb, angles[angle], far_off);
        wrong = check_scene(a, pa, b, pb, improper, 4);
        collide_mesh_destroy(a);
        collide_mesh_destroy(b);
        ASSERTm(
            failed_case("case %d, shapes %d %d, angle %d, axis %d: %s", i, ka, kb, angle, far_off, wrong ? wrong : ""),
            !wrong);
    }
    tell("%d pairs: %ld required, %ld reported; worst in roundings: time %.2f, place %.2f, gap %.2f", n,
         screen_tally.required, screen_tally.reported, (double)screen_tally.worst_time,
         (double)screen_tally.worst_place, (double)screen_tally.worst_gap);
    PASS();
}

static collide_mesh *scaled_mesh(const collide_mesh *m, real scale)
{
    soup *s = (soup *)malloc(sizeof *s);
    collide_mesh_desc d;
    collide_mesh *out = NULL;
    int i, k;
    memset(s, 0, sizeof *s);
    for (i = 0; i < collide_mesh_vertex_count(m); i++) {
        collide_vec3 p = collide_mesh_vertex(m, i);
        soup_point(s, p.x * scale, p.y * scale, p.z * scale);
    }
    for (i = 0; i < collide_mesh_face_count(m); i++) {
        int corner[64], n = collide_mesh_face_size(m, i);
        for (k = 0; k < n && k < 64; k++) corner[k] = collide_mesh_face_vertex(m, i, k);
        soup_face(s, n, corner);
    }
    memset(&d, 0, sizeof d);
    d.positions = s->p;
    d.vertex_count = s->vertices;
    d.indices = s->corner;
    d.face_sizes = s->size;
    d.face_count = s->faces;
    d.flags = COLLIDE_MESH_OPEN;
    d.weld = -1;
    if (collide_mesh_create(&out, &d, NULL) < 0) out = NULL;
    free(s);
    return out;
}

/* Places on a grid and quarter turns: everything meets on borders, in parallel, or starts in touch. Nothing of that may
   give anything false; what is clear must be found all the same. */
TEST screens_of_degenerate_pairs(void)
{
    rng r = rng_for(701);
    int i, n = COUNT(40, 5000);
    memset(&screen_tally, 0, sizeof screen_tally);
    for (i = 0; i < n; i++) {
        static const int kinds[] = {0, 0, 3, 4, 6, 1};
        int ka = kinds[next_below(&r, 6)], kb = kinds[next_below(&r, 6)], k;
        collide_mesh *a = make_screen_shape(&r, ka), *b = make_screen_shape(&r, kb);
        collide_pose pa[2], pb[2];
        const char *wrong;
        collide_vec3 axis = {0, 0, 0};
        real turn = (real)next_below(&r, 5) * COLLIDE_R(0.785398163397448279);
        pa[0] = pa[1] = pb[0] = pb[1] = collide_pose_identity();
        k = (int)next_below(&r, 3);
        axis = collide_i_vec(k == 0, k == 1, k == 2);
        pb[0].position = collide_i_vec((real)next_below(&r, 9) / 2 - 2, (real)next_below(&r, 9) / 2 - 2,
                                       (real)next_below(&r, 9) / 2 - 2);
        pb[1].position = collide_i_vec((real)next_below(&r, 9) / 2 - 2, (real)next_below(&r, 9) / 2 - 2,
                                       (real)next_below(&r, 9) / 2 - 2);
        if (next_below(&r, 3) == 0) { /* straight along an axis, perhaps a hair off it */
            pb[1].position = collide_i_scale(pb[0].position, -1);
            if (next_below(&r, 2))
                pb[1].position.y = pb[0].position.y = 2 + power_of_two(-10 - (int)next_below(&r, 10));
        }
        if (next_below(&r, 2)) pb[1].rotation = collide_quat_from_axis_angle(axis, turn);
        if (next_below(&r, 3) == 0) { /* about an axis through a corner of A */
            collide_vec3 corner = collide_mesh_vertex(a, 0);
            pb[1].position = collide_i_add(corner, collide_pose_rotate(pb[1], collide_i_sub(pb[0].position, corner)));
        }
        wrong = check_scene(a, pa, b, pb, i & 1 ? 0 : 2, 2);
        collide_mesh_destroy(a);
        collide_mesh_destroy(b);
        ASSERTm(failed_case("case %d, shapes %d %d: %s", i, ka, kb, wrong ? wrong : ""), !wrong);
    }
    tell("%d pairs: %ld required, %ld reported; worst in roundings: time %.2f, place %.2f, gap %.2f", n,
         screen_tally.required, screen_tally.reported, (double)screen_tally.worst_time,
         (double)screen_tally.worst_place, (double)screen_tally.worst_gap);
    PASS();
}

/* A cube that passes another by a gap, or into it by as much. */
TEST screens_of_grazing_cubes(void)
{
    static const real gaps[] = {COLLIDE_R(1e-3), COLLIDE_R(1e-4), COLLIDE_R(1e-5), COLLIDE_R(1e-6)};
    rng r = rng_for(702);
    collide_mesh *m;
    int i, n = COUNT(200, 40000), improper = 0;
    ASSERT(collide_mesh_create_box(&m, collide_i_vec(1, 1, 1), NULL) >= 0);
    for (i = 0; i < n; i++) {
        collide_pose pa[2], pb[2];
        real gap = gaps[i % 4] * (sizeof(real) == 4 && i % 4 == 3 ? 4 : 1);
        int hits, corner = i & 4; /* a corner over the face, or a face over it */
        collide_vec3 low = {0, 0, 0};
        pa[0] = pa[1] = pb[0] = pb[1] = collide_pose_identity();
        if (corner) {
            pb[0].rotation = next_rotation(&r);
            low = collide_mesh_vertex(
                m, collide_mesh_support(m, collide_pose_rotate(collide_pose_inverse(pb[0]), collide_i_vec(0, -1, 0))));
            low = collide_pose_rotate(pb[0], low);
            pb[0].position.y = 1 + gap - low.y;
            pb[1].rotation = pb[0].rotation;
        } else {
            pb[0].position.y = 2 + gap;
        }
        pb[1].position.y = pb[0].position.y;
        pb[0].position.x = next_between(&r, -4, 4);
        pb[0].position.z = next_between(&r, -4, 4);
        pb[1].position.x = -pb[0].position.x;
        pb[1].position.z = -pb[0].position.z;
        hits = collide_screen(m, pa[0], pa[1], m, pb[0], pb[1], NULL, &screen_scratch, collisions, MOST_COLLISIONS);
        ASSERTm(failed_case("case %d: %d hits past a gap of %g", i, hits, (double)gap), hits == 0);
        pb[1].position.y -= 2 * gap; /* now it ends inside, over the middle or not */
        pb[1].position.x = next_between(&r, COLLIDE_R(-0.5), COLLIDE_R(0.5)) - low.x;
        pb[1].position.z = next_between(&r, COLLIDE_R(-0.5), COLLIDE_R(0.5)) - low.z;
        hits = collide_screen(m, pa[0], pa[1], m, pb[0], pb[1], NULL, &screen_scratch, collisions, MOST_COLLISIONS);
        ASSERTm(failed_case("case %d: no proper hit by %g", i, (double)gap),
                (double)gap < 32 * EPS * 12 || (hits > 0 && collisions[0].properness > COLLIDE_R(-1e-4)));
        if (hits > 0 && collisions[0].properness < COLLIDE_R(-1e-4)) improper++;
    }
    collide_mesh_destroy(m);
    tell("%d cubes; %d whose first collision is not proper", n, improper);
    ASSERT(improper <= n / 20000); /* where nothing but rounding decides */
    PASS();
}

/* What the last digits decide. */
TEST screens_know_their_last_digits(void)
{
    const collide_quat turned = {COLLIDE_R(-0.618477821), COLLIDE_R(-0.410599709), COLLIDE_R(-0.545686126),
                                 COLLIDE_R(0.388740927)};
    const collide_quat sinking = {COLLIDE_R(-0.824616313), COLLIDE_R(0.112826407), COLLIDE_R(0.13677375),
                                  COLLIDE_R(0.537188053)};
    collide_pose pa[2], pb[2];
    collide_screen_desc d;
    collide_mesh *m;
    const char *wrong;
    int n, k;
    ASSERT(collide_mesh_create_box(&m, collide_i_vec(1, 1, 1), NULL) >= 0);
    pa[0] = pa[1] = pb[0] = pb[1] = collide_pose_identity();
    /* a corner that passes an edge 2.9 roundings of the reach beyond its end, in float */
    pb[0].position = collide_i_vec(COLLIDE_R(-2.93782592), COLLIDE_R(2.37318516), COLLIDE_R(0.238123894));
    pb[0].rotation = pb[1].rotation = turned;
    pb[1].position = collide_i_vec(-pb[0].position.x, pb[0].position.y, -pb[0].position.z);
    ASSERT_EQ(0, collide_screen(m, pa[0], pa[1], m, pb[0], pb[1], NULL, NULL, collisions, 64));
    /* edges that meet where they turn back: properness is that of the time that is told */
    pb[0] = collide_pose_identity();
    pb[0].position = collide_i_vec(-1, COLLIDE_R(1.5), COLLIDE_R(0.5));
    pb[1].position = collide_i_vec(2, 2, -1);
    pb[1].rotation = collide_quat_from_axis_angle(collide_i_vec(1, 0, 0), COLLIDE_R(1.57079632679489656));
    wrong = check_scene(m, pa, m, pb, 2, 2);
    ASSERTm(wrong ? wrong : "", !wrong);
    /* the least distance is at the end of the step, not where places happen to be rounded towards each other */
    pb[0].position = collide_i_vec(COLLIDE_R(-0.427921355), COLLIDE_R(2.36072016), COLLIDE_R(1.03190279));
    pb[0].rotation = sinking;
    pb[1] = pb[0];
    pb[1].position.y = COLLIDE_R(2.35887527);
    memset(&d, 0, sizeof d);
    d.margin = COLLIDE_R(0.01);
    n = collide_screen(m, pa[0], pa[1], m, pb[0], pb[1], &d, NULL, collisions, 64);
    for (k = 0; k < n && !(collisions[k].kind == COLLIDE_FV && collisions[k].feature_b == 6);) k++;
    ASSERT(k < n);
    ASSERT_IN_RANGE(1, (double)collisions[k].time, 0);
    collide_mesh_destroy(m);
    PASS();
}

/* Convex bodies that start apart: the first collision is proper, and not later than they are seen to overlap. */
TEST first_collisions_are_proper(void)
{
    rng r = rng_for(703);
    int i, k, n = COUNT(300, 10000), met = 0;
    for (i = 0; i < n; i++) {
        collide_mesh *a = make_screen_shape(&r, i % 3 == 0 ? 0 : 2), *b = make_screen_shape(&r, i % 5 == 0 ? 0 : 2);
        collide_pose pa[2], pb[2], start;
        collide_shape sa = collide_shape_hull(a), sb = collide_shape_hull(b);
        collide_screw s;
        real met_by = 2;
        int hits;
        make_motion(&r, pa, pb, next_between(&r, 0, i & 1 ? COLLIDE_R(0.2) : 3), (int)next_below(&r, 6));
        s = collide_screw_between(pa[0], pa[1], pb[0], pb[1]);
        start = collide_pose_compose(collide_pose_inverse(pa[0]), pb[0]);
        if (!collide_overlap(sa, collide_pose_identity(), sb, start, NULL)) {
            for (k = 1; k <= 200 && met_by > 1; k++) {
                real t = (real)k / 200;
                collide_closest c;
                collide_penetration(sa, collide_pose_identity(), sb,
                                    collide_pose_compose(collide_screw_pose(&s, t), start), NULL, &screen_scratch, &c);
                if ((double)c.distance < -128 * EPS) met_by = t;
            }
            hits = collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], NULL, &screen_scratch, collisions, MOST_COLLISIONS);
            if (met_by <= 1) {
                met++;
                ASSERTm(failed_case("case %d: nothing, but overlap at %g", i, (double)met_by), hits > 0);
                ASSERTm(failed_case("case %d: %g, but overlap at %g", i, (double)collisions[0].time, (double)met_by),
                        collisions[0].time <= met_by);
            }
            if (hits > 0)
                ASSERTm(failed_case("case %d: properness %g", i, (double)collisions[0].properness),
                        collisions[0].properness >= COLLIDE_R(-1e-4));
        }
        collide_mesh_destroy(a);
        collide_mesh_destroy(b);
    }
    tell("%d of %d meet", met, n);
    PASS();
}

static int same_collision(const collide_collision *x, const collide_collision *y, int swapped)
{
    int kind = swapped && y->kind != COLLIDE_EE ? COLLIDE_VF + COLLIDE_FV - y->kind : y->kind;
    return x->kind == kind && x->feature_a == (swapped ? y->feature_b : y->feature_a) &&
           x->feature_b == (swapped ? y->feature_a : y->feature_b) && !(x->time < y->time) && !(x->time > y->time) &&
           !(x->properness < y->properness) && !(x->properness > y->properness);
}

/* The same bits from the other side, in a scene twice or half as large again and again, and far away; true at 1e-3 and
   1e3. */
TEST screens_do_not_depend_on_the_frame(void)
{
    rng r = rng_for(704);
    int i, k, n = COUNT(60, 1000), hits, again;
    for (i = 0; i < n; i++) {
        collide_mesh *a = make_screen_shape(&r, (int)next_below(&r, 7)),
                     *b = make_screen_shape(&r, (int)next_below(&r, 7)), *large[2];
        collide_pose pa[2], pb[2], qa[2], qb[2];
        const real scale = i & 1 ? 1024 : COLLIDE_R(0.0009765625), thousand = i & 2 ? 1000 : COLLIDE_R(0.001);
        const char *wrong;
        make_motion(&r, pa, pb, next_between(&r, 0, i & 1 ? COLLIDE_R(0.2) : 3), (int)next_below(&r, 6));
        for (k = 0; k < 2; k++) { /* on a grid, so that an offset is exact */
            pa[k].position =
                collide_i_scale(collide_i_vec((real)(int)(pa[k].position.x * 512), (real)(int)(pa[k].position.y * 512),
                                              (real)(int)(pa[k].position.z * 512)),
                                COLLIDE_R(0.001953125));
            pb[k].position =
                collide_i_scale(collide_i_vec((real)(int)(pb[k].position.x * 512), (real)(int)(pb[k].position.y * 512),
                                              (real)(int)(pb[k].position.z * 512)),
                                COLLIDE_R(0.001953125));
        }
        hits = collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], NULL, &screen_scratch, collisions, MOST_COLLISIONS);
        again = collide_screen(b, pb[0], pb[1], a, pa[0], pa[1], NULL, &screen_scratch, others, MOST_COLLISIONS);
        ASSERT_EQ(hits, again);
        for (k = 0; k < hits; k++)
            ASSERTm(failed_case("case %d, %d of %d: swapped", i, k, hits),
                    same_collision(&collisions[k], &others[k], 1));
        for (k = 0; k < 2; k++) {
            collide_vec3 off = {1024, -512, 256};
            qa[k] = pa[k];
            qb[k] = pb[k];
            qa[k].position = collide_i_add(pa[k].position, off);
            qb[k].position = collide_i_add(pb[k].position, off);
        }
        again = collide_screen(a, qa[0], qa[1], b, qb[0], qb[1], NULL, &screen_scratch, others, MOST_COLLISIONS);
        ASSERT_EQ(hits, again);
        for (k = 0; k < hits; k++)
            ASSERTm(failed_case("case %d: far away", i), same_collision(&collisions[k], &others[k], 0));
        for (k = 0; k < 2; k++) large[k] = scaled_mesh(k ? b : a, scale);
        for (k = 0; k < 2; k++) {
            qa[k].position = collide_i_scale(pa[k].position, scale);
            qb[k].position = collide_i_scale(pb[k].position, scale);
        }
        ASSERT(large[0] && large[1]);
        again = collide_screen(large[0], qa[0], qa[1], large[1], qb[0], qb[1], NULL, &screen_scratch, others,
                               MOST_COLLISIONS);
        ASSERT_EQ(hits, again);
        for (k = 0; k < hits; k++)
            ASSERTm(failed_case("case %d: scaled", i), same_collision(&collisions[k], &others[k], 0));
        for (k = 0; k < 2; k++) collide_mesh_destroy(large[k]);
        for (k = 0; k < 2; k++) large[k] = scaled_mesh(k ? b : a, thousand);
        for (k = 0; k < 2; k++) {
            qa[k].position = collide_i_scale(pa[k].position, thousand);
            qb[k].position = collide_i_scale(pb[k].position, thousand);
        }
        wrong = check_scene(large[0], qa, large[1], qb, 0, 1);
        ASSERTm(failed_case("case %d, by %g: %s", i, (double)thousand, wrong ? wrong : ""), !wrong);
        for (k = 0; k < 2; k++) collide_mesh_destroy(large[k]);
        collide_mesh_destroy(a);
        collide_mesh_destroy(b);
    }
    PASS();
}

static collide_pose turned_about_z(real x, real y, real radians)
{
    collide_pose p = collide_pose_identity();
    p.position.x = x;
    p.position.y = y;
    p.rotation = collide_quat_from_axis_angle(collide_i_vec(0, 0, 1), radians);
    return p;
}

/* Buss, section 3, as prisms; B is thinner than A, so that its corners meet faces. */
TEST the_papers_figures(void)
{
    static const real square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    static const real prongs[] = {-1, -1, 1, -1, 1, 1, -1, 1, COLLIDE_R(-0.5), 0}; /* a notch: two corners ahead */
    const real quarter = COLLIDE_R(0.785398163397448279), tilt = COLLIDE_R(0.05);
    collide_pose here = collide_pose_identity();
    collide_mesh *a, *b, *c;
    int i, n, k;
    ASSERT(collide_mesh_create_prism(&a, square, 4, 1, NULL) >= 0);
    ASSERT(collide_mesh_create_prism(&b, square, 4, COLLIDE_R(0.5), NULL) >= 0);
    ASSERT(collide_mesh_create_prism(&c, prongs, 5, COLLIDE_R(0.5), NULL) >= 0);
    /* Figure 1: corner against corner, horizontally: each of B's two corners resolved into one collision with a face */
    n = collide_screen(a, turned_about_z(0, 0, quarter), turned_about_z(0, 0, quarter), b,
                       turned_about_z(4, 0, quarter), turned_about_z(2, 0, quarter), NULL, NULL, collisions, 64);
    ASSERT_EQ(2, n);
    for (i = 0; i < n; i++) {
        ASSERT_EQ(COLLIDE_FV, collisions[i].kind);
        ASSERT_IN_RANGE((4 - 2 * sqrt(2.0)) / 2, (double)collisions[i].time, 4 * EPS);
        ASSERT_IN_RANGE(0, (double)collisions[i].properness, 4 * EPS);
    }
    ASSERT(collisions[0].feature_b != collisions[1].feature_b);
    /* 2a: two corners at once (two at either end of the prism) */
    n = collide_screen(a, here, here, b, turned_about_z(4, COLLIDE_R(0.25), 0), turned_about_z(1, COLLIDE_R(0.25), 0),
                       NULL, NULL, collisions, 64);
    for (i = 0; i < n; i++) {
        if (collisions[i].kind == COLLIDE_EE) ASSERT_IN_RANGE(1, (double)collisions[i].point_a.y, 0.01);
        ASSERT_IN_RANGE(2.0 / 3, (double)collisions[i].time, 4 * EPS);
        ASSERT_IN_RANGE(0, (double)collisions[i].properness, 4 * EPS);
    }
    ASSERT_EQ(4, n);
    for (i = k = 0; i < n; i++) k += collisions[i].kind == COLLIDE_FV;
    ASSERT_EQ(2, k); /* the upper two are above A: its edge meets edges there */
    /* and both, when it is lower */
    {
        static const real low[] = {-1, COLLIDE_R(-0.5), 1, COLLIDE_R(-0.5), 1, COLLIDE_R(0.5), -1, COLLIDE_R(0.5)};
        collide_mesh *d;
        ASSERT(collide_mesh_create_prism(&d, low, 4, COLLIDE_R(0.5), NULL) >= 0);
        n = collide_screen(a, here, here, d, turned_about_z(4, 0, 0), turned_about_z(1, 0, 0), NULL, NULL, collisions,
                           64);
        ASSERT_EQ(4, n);
        for (i = 0; i < n; i++) {
            ASSERT_EQ(COLLIDE_FV, collisions[i].kind);
            ASSERT_IN_RANGE(2.0 / 3, (double)collisions[i].time, 4 * EPS);
            ASSERT_IN_RANGE(1, (double)collisions[i].normal.x, 4 * EPS);
            ASSERT_IN_RANGE(0, (double)collisions[i].properness, 4 * EPS);
        }
        /* 2b: tilted, the lower corner first and proper, the upper one later and slightly improper */
        n = collide_screen(a, here, here, d, turned_about_z(4, 0, -tilt), turned_about_z(1, 0, -tilt), NULL, NULL,
                           collisions, 64);
        ASSERT_EQ(4, n);
        for (i = 0; i < n; i++) {
            ASSERT_EQ(COLLIDE_FV, collisions[i].kind);
            ASSERT_IN_RANGE(i < 2 ? 0 : -sin(0.05), (double)collisions[i].properness, 8 * EPS);
            ASSERT((collisions[i].point_a.y < 0) == (i < 2));
        }
        ASSERT(collisions[1].time < collisions[2].time);
        collide_mesh_destroy(d);
    }
    /* 2c: two corners ahead of a notch, tilted: both proper, at different times */
    n = collide_screen(a, here, here, c, turned_about_z(4, 0, -tilt), turned_about_z(1, 0, -tilt), NULL, NULL,
                       collisions, 64);
    for (i = k = 0; i < n; i++)
        if (collisions[i].kind == COLLIDE_FV && collisions[i].properness > COLLIDE_R(-1e-6)) k++;
    ASSERT(k >= 2);
    collide_mesh_destroy(a);
    collide_mesh_destroy(b);
    collide_mesh_destroy(c);
    PASS();
}

/* A nut on its bolt: driven by the right pitch it turns freely, by a wrong one it jams. */
TEST a_nut_turns_on_its_bolt(void)
{
    const real pitch = COLLIDE_R(0.5);
    collide_mesh *bolt = make_thread(pitch, 4, 24, 0, 0), *nut = make_thread(pitch, 2, 24, COLLIDE_R(0.06), 1);
    collide_pose here = collide_pose_identity(), to = here;
    collide_vec3 axis = {0, -1, 0}; /* the thread climbs that way */
    static const real turns[] = {COLLIDE_R(0.02), COLLIDE_R(0.3), COLLIDE_R(1.2), COLLIDE_R(2.9)};
    int i, n;
    ASSERT(bolt && nut);
    for (i = 0; i < 4; i++) {
        to.rotation = collide_quat_from_axis_angle(axis, turns[i]);
        to.position.y = pitch * turns[i] / COLLIDE_R(6.283185307179586);
        n = collide_screen(bolt, here, here, nut, here, to, NULL, &screen_scratch, collisions, MOST_COLLISIONS);
        ASSERTm(failed_case("turn %d: %d", i, n), n == 0);
        to.position.y *= i == 0 ? 100 : 8; /* far too steep */
        n = collide_screen(bolt, here, here, nut, here, to, NULL, &screen_scratch, collisions, MOST_COLLISIONS);
        ASSERTm(failed_case("turn %d does not jam: %d, %g", i, n, n > 0 ? (double)collisions[0].properness : 0), n > 0);
    }
    collide_mesh_destroy(bolt);
    collide_mesh_destroy(nut);
    PASS();
}

/* Every curve is within the band of its strip. */
TEST records_cover_their_curves(void)
{
    rng r = rng_for(705);
    int i, j, k, side, n = COUNT(100, 3000);
    double worst = 0;
    for (i = 0; i < n; i++) {
        collide_mesh *m[2];
        collide_pose pa[2], pb[2];
        collide_i_screen c;
        collide_i_span all;
        collide_i_mark mark = collide_i_scratch_mark(&screen_scratch);
        m[0] = make_screen_shape(&r, (int)next_below(&r, 7));
        m[1] = make_screen_shape(&r, (int)next_below(&r, 7));
        make_motion(&r, pa, pb, i & 1 ? next_between(&r, 0, 3) : COLLIDE_R(0.01), (int)next_below(&r, 6));
        ASSERT(collide_i_screen_open(&c, m[0], pa[0], pa[1], m[1], pb[0], pb[1], NULL, &screen_scratch) >= 0);
        if (i & 2) c.flags |= COLLIDE_SCREEN_RASTER_ONLY;
        collide_i_screen_pixel(&c);
        for (k = 0; k < 3; k++) all.low[k] = -COLLIDE_I_ALL, all.high[k] = COLLIDE_I_ALL;
        for (side = 0; side < 2; side++) {
            collide_i_screen_side *s = &c.side[side];
            ASSERT(collide_i_side_whole(&c, s) && collide_i_side_ready(&c, s) && collide_i_side_strips(&c, s, &all));
            for (j = 0; j < s->strip_count; j++) {
                const collide_i_strip *strip = &s->strips[j];
                const collide_edge *e = collide_i_mesh_edges(s->mesh) + strip->edge;
                collide_vec3 p = s->spots[e->vertex[0]].at, q = s->spots[e->vertex[1]].at;
                for (k = 0; k <= 16; k++) {
                    collide_i_spot x;
                    real u = (real)k / 16, v = strip->from + (strip->to - strip->from) * u;
                    x.at = collide_i_add(p, collide_i_scale(collide_i_sub(q, p), v));
                    collide_i_spot_project(&c, &x);
                    if (strip->band[1] < COLLIDE_I_ALL / 2) {
                        collide_i_spot_follow(&c, &x, 0);
                        { /* of its possible turns the one that fits */
                            real a = x.a, best = 1e9f;
                            int turn;
                            for (turn = -1; turn <= 1; turn++) {
                                real dh, dt, dr;
                                x.a = a + 2 * COLLIDE_I_PI * c.radius * (real)turn;
                                collide_i_spot_screen(&c, &x);
                                dr = collide_i_abs(x.r - (strip->r[0] + (strip->r[1] - strip->r[0]) * u)) /
                                     strip->band[0];
                                dh = collide_i_abs(x.h - (strip->h[0] + (strip->h[1] - strip->h[0]) * u)) /
                                     strip->band[1];
                                dt = collide_i_abs(x.t - (strip->t[0] + (strip->t[1] - strip->t[0]) * u)) /
                                     strip->band[2];
                                best = collide_i_min(best, collide_i_max(dr, collide_i_max(dh, dt)));
                            }
                            worst = fmax(worst, (double)best);
                            ASSERTm(failed_case("case %d, side %d, edge %d at %g: %g bands off", i, side, strip->edge,
                                                (double)v, (double)best),
                                    best <= 1);
                        }
                    } else {
                        ASSERT(x.r <= s->strip_spans[j].high[0] && x.r >= s->strip_spans[j].low[0]);
                    }
                }
            }
            for (j = 0; j < s->face_count; j++) /* and every point of a face in its box */
                for (k = 0; k < 8; k++) {
                    const int *corner = collide_i_mesh_corners(s->mesh) + collide_i_mesh_first(s->mesh)[j];
                    int count = collide_i_mesh_first(s->mesh)[j + 1] - collide_i_mesh_first(s->mesh)[j], l, turn,
                        in = 0;
                    collide_i_spot x;
                    real sum = 0, w, a;
                    x.at = collide_i_vec(0, 0, 0);
                    for (l = 0; l < count; l++) {
                        w = next_between(&r, 0, 1);
                        x.at = collide_i_add(x.at, collide_i_scale(s->spots[corner[l]].at, w));
                        sum += w;
                    }
                    x.at = collide_i_scale(x.at, 1 / sum);
                    collide_i_spot_project(&c, &x);
                    a = x.a;
                    for (turn = -1; turn <= 1; turn++) {
                        x.a = a + 2 * COLLIDE_I_PI * c.radius * (real)turn;
                        collide_i_spot_screen(&c, &x);
                        in |= x.r >= s->boxes[j].low[0] && x.r <= s->boxes[j].high[0] && x.h >= s->boxes[j].low[1] &&
                              x.h <= s->boxes[j].high[1] && x.t >= s->boxes[j].low[2] && x.t <= s->boxes[j].high[2];
                    }
                    ASSERTm(failed_case("case %d, side %d, face %d", i, side, j), in);
                }
        }
        collide_i_scratch_release(&screen_scratch, mark);
        collide_mesh_destroy(m[0]);
        collide_mesh_destroy(m[1]);
    }
    tell("furthest from its chord: %.2f of the band", worst);
    PASS();
}

/* The paper's own answer: places and times as good as a pixel. */
TEST raster_answers_are_within_a_pixel(void)
{
    rng r = rng_for(706);
    int i, k, j, n = COUNT(60, 2000);
    long clear = 0, missed = 0, reported = 0, apart = 0;
    double worst = 0;
    for (i = 0; i < n; i++) {
        collide_mesh *a = make_screen_shape(&r, (int)next_below(&r, 7)),
                     *b = make_screen_shape(&r, (int)next_below(&r, 7));
        collide_pose pa[2], pb[2];
        collide_screen_desc d;
        real pixel = collide_i_min(collide_i_short_edge(a), collide_i_short_edge(b)) / 24;
        scene s;
        int hits, rough;
        make_motion(&r, pa, pb, next_between(&r, 0, COLLIDE_R(0.8)), 2 + (int)next_below(&r, 4));
        memset(&d, 0, sizeof d);
        d.resolution = pixel;
        hits = collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], &d, &screen_scratch, collisions, MOST_COLLISIONS);
        d.flags = COLLIDE_SCREEN_RASTER_ONLY;
        rough = collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], &d, &screen_scratch, others, MOST_COLLISIONS);
        ASSERT(hits >= 0 && rough >= 0);
        scene_begin(&s, a, pa, b, pb);
        for (k = 0; k < rough; k++) {
            wide p[3], q[3];
            wide3(others[k].point_a, p);
            scene_local_b(&s, others[k].time, others[k].point_b, q);
            minus3(p, q, p);
            reported++;
            apart += (double)length3(p) > 3.5 * (double)pixel;
            { /* on the screen itself, where pixels are */
                collide_collision other = others[k];
                collide_vec3 x, y;
                other.point_a = collide_i_vec((real)q[0], (real)q[1], (real)q[2]);
                x = collide_screen_place(a, pa[0], pa[1], b, pb[0], pb[1], &others[k]);
                y = collide_screen_place(a, pa[0], pa[1], b, pb[0], pb[1], &other);
                worst = fmax(worst, (double)(collide_i_abs(x.x - y.x) / pixel));
                worst = fmax(worst, (double)(collide_i_abs(x.y - y.y) / pixel));
            }
        }
        for (k = 0; k < hits; k++) { /* what is well inside, and well proper, is there too */
            event v;
            int found = 0;
            v.kind = collisions[k].kind;
            v.a = collisions[k].feature_a;
            v.b = collisions[k].feature_b;
            v.time = (wide)collisions[k].time;
            if (v.kind == COLLIDE_EE)
                event_edges(&s, &v);
            else
                event_vertex(&s, &v);
            /* edges at a flat angle are a pixel from each other far beyond where they cross: what is two pixels from an
               end along the edge is `sine` times that from it on the screen, and a corner may have it */
            if (v.inside * v.sine < 2 * (wide)pixel || v.properness < (wide)-0.08 ||
                v.time * v.speed < 2 * (wide)pixel || (1 - v.time) * v.speed < 2 * (wide)pixel || v.sine < 0.1)
                continue;
            clear++;
            for (j = 0; j < rough; j++)
                found |= others[j].kind == v.kind && others[j].feature_a == v.a && others[j].feature_b == v.b;
            missed += !found;
        }
        scene_end(&s);
        collide_mesh_destroy(a);
        collide_mesh_destroy(b);
    }
    tell("%ld reported, up to %.2f pixels apart on the screen, %ld more than 3.5 in space; %ld clear ones, %ld missed",
         reported, worst, apart, clear, missed);
    ASSERT_EQ(0, missed);
    ASSERTm(failed_case("%g pixels", worst), worst < 2.1); /* a pixel for either body */
    ASSERT(apart * 50 <= reported);                        /* edges along the flow last long in a pixel (Buss 9) */
    PASS();
}

/* A margin reports what comes close without touching; bodies at rest, too. */
TEST margins_report_approaches(void)
{
    rng r = rng_for(707);
    collide_mesh *m;
    collide_pose pa[2], pb[2];
    collide_screen_desc d;
    int i, k, n, found;
    memset(&d, 0, sizeof d);
    d.margin = COLLIDE_R(0.01);
    ASSERT(collide_mesh_create_box(&m, collide_i_vec(1, 1, 1), NULL) >= 0);
    pa[0] = pa[1] = pb[0] = pb[1] = collide_pose_identity();
    pb[0].position = pb[1].position = collide_i_vec(COLLIDE_R(0.25), COLLIDE_R(2.005), COLLIDE_R(0.25));
    n = collide_screen(m, pa[0], pa[1], m, pb[0], pb[1], &d, NULL, collisions, 64); /* at rest */
    ASSERT(n >= 2);
    for (k = 0; k < n; k++) ASSERT_IN_RANGE(0.005, (double)collisions[k].distance, 64 * EPS);
    ASSERT_EQ(0, collide_screen(m, pa[0], pa[1], m, pb[0], pb[1], NULL, NULL, collisions, 64));
    pb[1].position.y = 3; /* and moving away */
    ASSERT_EQ(0, collide_screen(m, pa[0], pa[1], m, pb[0], pb[1], &d, NULL, collisions, 64));
    for (i = 0; i < COUNT(200, 5000); i++) { /* a corner that passes over the face */
        collide_vec3 low;
        real gap = next_between(&r, COLLIDE_R(0.001), COLLIDE_R(0.02));
        int corner;
        pb[0].rotation = next_rotation(&r);
        corner = collide_mesh_support(m, collide_pose_rotate(collide_pose_inverse(pb[0]), collide_i_vec(0, -1, 0)));
        low = collide_pose_rotate(pb[0], collide_mesh_vertex(m, corner));
        pb[0].position = collide_i_vec(next_between(&r, COLLIDE_R(-0.9), COLLIDE_R(0.9)) - low.x, 1 + gap - low.y,
                                       next_between(&r, COLLIDE_R(-0.9), COLLIDE_R(0.9)) - low.z);
        pb[1] = pb[0];
        pb[1].position.y -= gap / 4; /* sinks a little, but stays above */
        n = collide_screen(m, pa[0], pa[1], m, pb[0], pb[1], &d, &screen_scratch, collisions, 64);
        for (k = found = 0; k < n; k++)
            if (collisions[k].kind == COLLIDE_FV && collisions[k].feature_b == corner) {
                found++;
                ASSERT_IN_RANGE(0.75 * (double)gap, (double)collisions[k].distance, 64 * EPS);
                ASSERT_IN_RANGE(1, (double)collisions[k].time, 0);
            }
        ASSERTm(failed_case("case %d: %d times at %g", i, found, (double)gap),
                found == (COLLIDE_R(0.75) * gap <= d.margin));
    }
    collide_mesh_destroy(m);
    PASS();
}

/* The distance of two hulls at a part of their step. */
static double hulls_apart(const collide_mesh *a, const collide_mesh *b, const collide_pose pa[2],
                          const collide_pose pb[2], double t)
{
    collide_closest c;
    (void)collide_distance(collide_shape_hull(a), collide_pose_between(pa[0], pa[1], (real)t), collide_shape_hull(b),
                           collide_pose_between(pb[0], pb[1], (real)t), NULL, &c);
    return (double)c.distance;
}

/* Bodies that pass each other within the margin: one report at least, and the least distance is the true one, be it
   over a face, at an edge or at a corner, on the way or at its end. */
TEST margins_know_the_least_distance(void)
{
    rng r = rng_for(713);
    int i, k, n, cases = 0, ways = COUNT(600, 20000);
    for (i = 0; i < ways; i++) {
        hull_store hull = {NULL, NULL, 0};
        collide_mesh *box;
        collide_pose pa[2], pb[2];
        collide_screen_desc d;
        double best = HUGE_VAL, told = HUGE_VAL, low, high, at = 0;
        collide_vec3 way = collide_i_unit(next_vec(&r, 1), &d.margin);
        ASSERT(make_hull(&hull, &r, i & 1 ? 8 : 20, (real)0.6, (real)0.5, (real)0.4));
        ASSERT(collide_mesh_create_box(&box, collide_i_vec(1, (real)0.75, (real)0.5), NULL) == COLLIDE_OK);
        pa[0] = pa[1] = pb[0] = collide_pose_identity();
        pb[0].rotation = next_rotation(&r);
        pb[0].position = collide_i_scale(way, next_between(&r, (real)1.5, (real)2.5));
        pb[1] = pb[0];
        pb[1].position = collide_i_add(pb[1].position, next_vec(&r, 1));
        if (i % 3) /* turning, too */
            pb[1].rotation = collide_quat_multiply(
                collide_quat_from_axis_angle(next_vec(&r, 1), next_between(&r, 0, (real)1.5)), pb[0].rotation);
        for (k = 0; k <= 64; k++) {
            const double apart = hulls_apart(box, hull.mesh, pa, pb, k / 64.0);
            if (apart < best) at = k / 64.0;
            if (apart < best) best = apart;
        }
        low = at > 1 / 64.0 ? at - 1 / 64.0 : 0;
        high = at < 63 / 64.0 ? at + 1 / 64.0 : 1;
        for (k = 0; k < 40; k++) {
            const double x = low + (high - low) / 3, y = high - (high - low) / 3;
            const double fx = hulls_apart(box, hull.mesh, pa, pb, x), fy = hulls_apart(box, hull.mesh, pa, pb, y);
            best = fx < best ? fx : fy < best ? fy : best;
            if (fx < fy)
                high = y;
            else
                low = x;
        }
        if (best > 0.01 && best < 0.3 && at > 0.05 && hulls_apart(box, hull.mesh, pa, pb, 0) > best + 0.02) {
            cases++;
            memset(&d, 0, sizeof d);
            d.margin = (real)best * next_between(&r, (real)1.01, 2);
            n = collide_screen(box, pa[0], pa[1], hull.mesh, pb[0], pb[1], &d, &screen_scratch, collisions, 64);
            for (k = 0; k < n; k++)
                if ((double)collisions[k].distance < told) told = (double)collisions[k].distance;
            ASSERTm(failed_case("case %d: %d told, %.9g and not %.9g", i, n, told, best), fabs(told - best) < 2e-5);
        }
        collide_mesh_destroy(box);
        collide_mesh_destroy(hull.mesh);
        free(hull.points);
    }
    ASSERT(cases * 60 > ways);
    PASS();
}

TEST collisions_come_in_groups(void)
{
    collide_collision list[5];
    int i;
    memset(list, 0, sizeof list);
    for (i = 0; i < 5; i++) list[i].time = i < 3 ? (real)i / 64 : COLLIDE_R(0.5);
    ASSERT_EQ(3, collide_screen_group(list, 5, COLLIDE_R(0.1)));
    ASSERT_EQ(2, collide_screen_group(list + 3, 2, 0));
    ASSERT_EQ(1, collide_screen_group(list, 5, 0));
    ASSERT_EQ(0, collide_screen_group(list, 0, 1));
    ASSERT_EQ(0, collide_screen_group(NULL, 3, 1));
    PASS();
}

TEST bad_screens_are_refused(void)
{
    const real bad = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
    collide_mesh *m;
    collide_pose p = collide_pose_identity(), q = p, wrong = p;
    collide_collision out[4];
    collide_screen_record rec[4];
    collide_screen_desc d;
    int k;
    ASSERT(collide_mesh_create_box(&m, collide_i_vec(1, 1, 1), NULL) >= 0);
    q.position.x = 3;
    wrong.position.y = bad;
    memset(out, 0xCD, sizeof out);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_screen(NULL, p, p, m, q, p, NULL, NULL, out, 4));
    ASSERT(all_zero(out, sizeof out));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_screen(m, p, p, m, q, p, NULL, NULL, NULL, 4));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_screen(m, p, p, m, q, p, NULL, NULL, out, -1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_screen_records(m, p, p, m, q, p, NULL, NULL, NULL, 4));
    for (k = 0; k < 4; k++) {
        memset(out, 0xCD, sizeof out);
        memset(rec, 0xCD, sizeof rec);
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_screen(m, k == 0 ? wrong : p, k == 1 ? wrong : p, m,
                                                         k == 2 ? wrong : q, k == 3 ? wrong : p, NULL, NULL, out, 4));
        ASSERT(all_zero(out, sizeof out));
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT,
                  collide_screen_records(m, k == 0 ? wrong : p, k == 1 ? wrong : p, m, k == 2 ? wrong : q,
                                         k == 3 ? wrong : p, NULL, NULL, rec, 4));
        ASSERT(all_zero(rec, sizeof rec));
        memset(&d, 0, sizeof d);
        if (k == 0) d.resolution = -1;
        if (k == 1) d.time_resolution = bad;
        if (k == 2) d.max_improper = -bad;
        if (k == 3) d.margin = bad - bad; /* not a number */
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_screen(m, p, p, m, q, p, &d, NULL, out, 4));
    }
    k = collide_screen(m, p, p, m, q, p, NULL, NULL, NULL, 0); /* counts */
    ASSERT(k > 0);
    ASSERT_EQ(k, collide_screen(m, p, p, m, q, p, NULL, NULL, out, 1));
    ASSERT_EQ(0, collide_screen(m, p, p, m, q, q, NULL, NULL, out, 4)); /* nothing moves */
    ASSERT(collide_screen_records(m, p, p, m, q, p, NULL, NULL, NULL, 0) >= 12);
    ASSERT_EQ((size_t)0, collide_screen_scratch_size(m, NULL, NULL));
    collide_mesh_destroy(m);
    PASS();
}

/* Every allocation failing in turn; a warm scratch needs no more; what the size says is enough. */
TEST screens_survive_failed_allocations(void)
{
    rng r = rng_for(708);
    int i, k, n = COUNT(30, 300);
    for (i = 0; i < n; i++) {
        collide_mesh *a = make_screen_shape(&r, (int)next_below(&r, i % 8 ? 7 : 9)),
                     *b = make_screen_shape(&r, (int)next_below(&r, 7));
        collide_pose pa[2], pb[2];
        collide_screen_desc d;
        int want, got, done, warm = 0;
        watch calm;
        collide_allocator usual = watch_allocator(&calm, 0);
        collide_scratch scratch = {NULL, NULL, 0, 0, 0}, fixed = {NULL, NULL, 0, 0, 0};
        collide_fixed_buffer buffer = {NULL, 0, 0, 0};
        scratch.allocator = &usual;
        make_motion(&r, pa, pb, next_between(&r, 0, i & 1 ? COLLIDE_R(0.2) : 3), (int)next_below(&r, 6));
        memset(&d, 0, sizeof d);
        if (i & 4) d.flags = COLLIDE_SCREEN_RASTER_ONLY;
        want = collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], &d, NULL, collisions, MOST_COLLISIONS);
        for (k = 1, done = 0; !done; k++) {
            watch w;
            collide_allocator allocator = watch_allocator(&w, k);
            collide_scratch poor = {NULL, NULL, 0, 0, 0};
            poor.allocator = &allocator;
            got = collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], &d, &poor, others, MOST_COLLISIONS);
            ASSERT(got == want || got == COLLIDE_ERROR_MEMORY);
            done = got >= 0;
            collide_scratch_free(&poor);
            ASSERT(w.blocks == 0 && w.bytes == 0 && !w.damaged && k < 200);
        }
        for (k = 0; k < 6; k++) {
            if (k == 3) warm = calm.requests;
            got = collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], &d, &scratch, others, MOST_COLLISIONS);
            ASSERT_EQ(want, got);
            if (want > 0) ASSERT_MEM_EQ(collisions, others, (size_t)want * sizeof *others);
        }
        ASSERT_EQ(warm, calm.requests);
        collide_scratch_free(&scratch);
        ASSERT(calm.blocks == 0 && calm.bytes == 0 && !calm.damaged);
        if (want <=
            collide_mesh_edge_count(a) + collide_mesh_edge_count(b)) { /* in a fixed buffer of the size it asks for */
            collide_allocator from;
            buffer.size = collide_screen_scratch_size(a, b, &d) + 64;
            buffer.memory = malloc(buffer.size);
            from = collide_fixed_allocator(&buffer);
            fixed.allocator = &from;
            ASSERT_EQ(COLLIDE_OK, collide_scratch_reserve(&fixed, collide_screen_scratch_size(a, b, &d)));
            ASSERT_EQ(want, collide_screen(a, pa[0], pa[1], b, pb[0], pb[1], &d, &fixed, others, MOST_COLLISIONS));
            free(buffer.memory);
        }
        collide_mesh_destroy(a);
        collide_mesh_destroy(b);
    }
    PASS();
}

TEST screens_take_any_bytes(void)
{
    run_fuzz_target(fuzz_screen, 709, COUNT(600, 60000));
    PASS();
}

SUITE(screen)
{
    RUN_TEST(screens_are_complete_and_true);
    RUN_TEST(screens_of_degenerate_pairs);
    RUN_TEST(screens_of_grazing_cubes);
    RUN_TEST(screens_know_their_last_digits);
    RUN_TEST(first_collisions_are_proper);
    RUN_TEST(screens_do_not_depend_on_the_frame);
    RUN_TEST(the_papers_figures);
    RUN_TEST(a_nut_turns_on_its_bolt);
    RUN_TEST(records_cover_their_curves);
    RUN_TEST(raster_answers_are_within_a_pixel);
    RUN_TEST(margins_report_approaches);
    RUN_TEST(margins_know_the_least_distance);
    RUN_TEST(collisions_come_in_groups);
    RUN_TEST(bad_screens_are_refused);
    RUN_TEST(screens_survive_failed_allocations);
    RUN_TEST(screens_take_any_bytes);
    collide_scratch_free(&screen_scratch);
    free(scene_own);
    scene_own = NULL;
}

/* ---- [WORLD] ---- */

TEST worlds_are_as_brute_force_has_it(void)
{
    rng r = rng_for(800);
    int i, count = COUNT(30, 1500);
    long pairs = 0, contacts = 0;
    for (i = 0; i < count; i++) {
        collide_world_desc d;
        const char *wrong;
        memset(&d, 0, sizeof d);
        d.margin = i % 3 ? 0 : COLLIDE_R(0.25);
        d.flags = i % 5 ? 0 : COLLIDE_WORLD_NO_DEPTH;
        wrong = run_play(&the_play, &r, &d, THINGS, i % 4 ? 3 : 6, 250);
        ASSERTm(failed_case("case %d: %s", i, wrong), !wrong);
        pairs += the_play.pairs;
        contacts += the_play.contacts;
    }
    tell("seed %lu: %d programs of 250 operations: %ld pairs looked at, %ld touch", (unsigned long)tests_seed, count,
         pairs, contacts);
    PASS();
}

TEST ways_are_as_brute_force_has_it(void)
{
    rng r = rng_for(801);
    int i, count = COUNT(18, 600);
    long pairs = 0, contacts = 0;
    for (i = 0; i < count; i++) {
        collide_world_desc d;
        const char *wrong;
        memset(&d, 0, sizeof d);
        d.continuous = 1;
        d.margin = i % 3 ? 0 : COLLIDE_R(0.25);
        wrong = run_play(&the_play, &r, &d, i % 6 ? CONVEX_THINGS : THINGS, i % 2 ? 4 : 10, i % 6 ? 200 : 80);
        ASSERTm(failed_case("case %d: %s", i, wrong), !wrong);
        pairs += the_play.pairs;
        contacts += the_play.contacts;
    }
    tell("seed %lu: %d programs: %ld pairs followed on their ways, %ld touch", (unsigned long)tests_seed, count, pairs,
         contacts);
    PASS();
}

/* A wall, one hundredth as thick as what flies at it, as wide as any way can stray, between where each body starts and
   where it ends: it must be met. As shape, as mesh, as sheet; still, or flying and turning a little itself. */
TEST nothing_tunnels(void)
{
    static const real corners[] = {-200, 0, -200, 200, 0, -200, 200, 0, 200, -200, 0, 200};
    static const unsigned loop[] = {0, 3, 2, 1};
    static const int sides = 4;
    const collide_vec3 half = {200, COLLIDE_R(0.005), 200};
    rng r = rng_for(802);
    collide_mesh_desc md;
    collide_mesh *wall[2];
    collide_shape plate = collide_shape_box(half);
    int i, k, count = COUNT(2000, 200000);
    ASSERT(make_things());
    memset(&md, 0, sizeof md);
    md.positions = corners;
    md.vertex_count = 4;
    md.indices = loop;
    md.face_sizes = &sides;
    md.face_count = 1;
    md.flags = COLLIDE_MESH_OPEN;
    ASSERT(collide_mesh_create(&wall[0], &md, NULL) == COLLIDE_OK &&
           collide_mesh_create_box(&wall[1], half, NULL) == COLLIDE_OK);
    for (i = 0; i < count; i++) {
        collide_world_desc d;
        collide_body_desc b;
        collide_world *w;
        collide_body flyer, obstacle;
        collide_pose from = next_pose(&r, 50), to = next_pose(&r, 50);
        const collide_world_pair *p;
        const int kind = (int)next_below(&r, THINGS);
        int n;
        memset(&d, 0, sizeof d);
        d.continuous = 1;
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        from.position.y = next_between(&r, 5, 60);
        to.position.y = -next_between(&r, 5, 60);
        b = thing_desc(kind, from);
        ASSERT(collide_world_add(w, &b, &flyer) == COLLIDE_OK);
        memset(&b, 0, sizeof b);
        if (i % 3 == 0) b.shape = &plate;
        if (i % 3) b.mesh = wall[i % 3 - 1];
        ASSERT(collide_world_add(w, &b, &obstacle) == COLLIDE_OK);
        ASSERT_EQ(0, collide_world_update(w));
        ASSERT(collide_world_move(w, flyer, to) == COLLIDE_OK);
        if (i % 2) { /* less than what is between them */
            b.pose.position = next_vec(&r, 2);
            b.pose.rotation = collide_quat_from_axis_angle(next_vec(&r, 1), COLLIDE_R(0.01));
            ASSERT(collide_world_move(w, obstacle, b.pose) == COLLIDE_OK);
        }
        ASSERTm(failed_case("case %d, kind %d: missed", i, kind), collide_world_update(w) == 1);
        p = collide_world_pairs(w, &n);
        ASSERTm(failed_case("case %d, kind %d: time %g", i, kind, (double)p->time), p->time > 0 && p->time < 1);
        { /* and it is there that they touch */
            const collide_pose at = collide_pose_between(from, to, p->time);
            const collide_pose other = collide_pose_between(collide_i_pose_zero(), b.pose, p->time);
            collide_part q;
            real apart = 1000;
            memset(&q, 0, sizeof q);
            q.mesh = b.mesh;
            q.shape = b.shape;
            for (k = 0; k < things[kind].count; k++) {
                actor a;
                collide_pose part;
                real x;
                int c;
                memset(&a, 0, sizeof a);
                a.kind = kind;
                a.at[0] = at;
                for (c = 0; c < things[kind].count; c++) a.local[0][c] = things[kind].part[c].local;
                part = actor_part(&a, k, 0);
                if (!piece_count(&things[kind].part[k])) continue;
                x = pieces_apart(&things[kind].part[k], part, &q, other);
                if (x < apart) apart = x;
            }
            ASSERTm(failed_case("case %d, kind %d: %g apart at %g", i, kind, (double)apart, (double)p->time),
                    collide_i_abs(apart) < 2000 * COLLIDE_I_EPSILON);
        }
        collide_world_destroy(w);
    }
    collide_mesh_destroy(wall[0]);
    collide_mesh_destroy(wall[1]);
    tell("seed %lu: %d flights of up to 150 sizes, turning, at walls of 1/100 of a size: none missed",
         (unsigned long)tests_seed, count);
    PASS();
}

static collide_body world_put(collide_world *w, int kind, collide_pose pose)
{
    collide_body_desc d = thing_desc(kind, pose);
    collide_body h;
    d.user = &things[kind];
    if (collide_world_add(w, &d, &h) < 0) h.index = h.generation = 0;
    return h;
}

/* Two crates: apart, within the margin, touching, apart again; one goes away. */
TEST pairs_begin_and_end(void)
{
    collide_world_desc d;
    collide_world *w;
    collide_body a, b;
    collide_pose p;
    const collide_world_pair *list;
    int n, way;
    ASSERT(make_things());
    for (way = 0; way < 2; way++) {
        memset(&d, 0, sizeof d);
        d.margin = COLLIDE_R(0.5);
        d.continuous = way;
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        a = world_put(w, 1, pose_at(0, 0, 0));
        b = world_put(w, 1, pose_at(4, 0, 0));
        ASSERT(a.generation && b.generation && collide_world_count(w) == 2);
        ASSERT_EQ(0, collide_world_update(w));
        (void)collide_world_pairs(w, &n);
        ASSERT_EQ(0, n);
        ASSERT(collide_world_move(w, b, pose_at(COLLIDE_R(2.25), 0, 0)) == COLLIDE_OK); /* a quarter apart */
        ASSERT_EQ(1, collide_world_update(w));
        list = collide_world_pairs(w, &n);
        ASSERT(n == 1 && list->state == COLLIDE_BEGUN && list->a.index == a.index && list->b.index == b.index);
        ASSERT(!(list->distance < COLLIDE_R(0.25)) && !(list->distance > COLLIDE_R(0.25)));
        ASSERT(list->normal.x > COLLIDE_R(0.999) && list->time >= (real)way && list->time <= (real)way);
        ASSERT(list->kind_a == 0 && list->feature_a == -1 && list->part_a == 0);
        ASSERT(collide_world_clear_pose(w, b, &p) == COLLIDE_OK && p.position.x < 3);
        ASSERT(collide_world_move(w, b, pose_at(COLLIDE_R(1.5), 0, 0)) == COLLIDE_OK); /* half a unit deep */
        ASSERT_EQ(1, collide_world_update(w));
        list = collide_world_pairs(w, &n);
        ASSERT(n == 1 && list->state == COLLIDE_KEPT);
        if (way) /* it went 3/4, and met after 1/4 */
            ASSERT(collide_i_abs(list->time - COLLIDE_R(0.3333333)) < COLLIDE_R(0.0001) && list->distance <= 0);
        else
            ASSERT(collide_i_abs(list->distance + COLLIDE_R(0.5)) < COLLIDE_R(0.0001));
        ASSERT(collide_world_clear_pose(w, b, &p) == COLLIDE_OK && p.position.x > 2 && p.position.x < 3);
        ASSERT(collide_world_pose(w, b, &p) == COLLIDE_OK && p.position.x < 2);
        ASSERT_EQ(1, collide_world_update(w)); /* nothing moves, and so it stays */
        list = collide_world_pairs(w, &n);
        ASSERT(n == 1 && list->state == COLLIDE_KEPT &&
               collide_i_abs(list->distance + COLLIDE_R(0.5)) < COLLIDE_R(0.001));
        ASSERT(collide_world_place(w, b, pose_at(9, 0, 0)) == COLLIDE_OK);
        ASSERT_EQ(0, collide_world_update(w));
        list = collide_world_pairs(w, &n);
        ASSERT(n == 1 && list->state == COLLIDE_ENDED && list->a.index == a.index && list->feature_a == -1);
        ASSERT(collide_world_clear_pose(w, b, &p) == COLLIDE_OK && p.position.x > 8);
        ASSERT_EQ(0, collide_world_update(w));
        (void)collide_world_pairs(w, &n);
        ASSERT_EQ(0, n);
        ASSERT(collide_world_place(w, b, pose_at(1, 0, 0)) == COLLIDE_OK);
        ASSERT_EQ(1, collide_world_update(w));
        ASSERT(collide_world_remove(w, a) == COLLIDE_OK);
        ASSERT_EQ(0, collide_world_update(w));
        list = collide_world_pairs(w, &n);
        ASSERT(n == 1 && list->state == COLLIDE_ENDED && list->a.generation == a.generation);
        ASSERT_EQ(COLLIDE_ERROR_HANDLE, collide_world_move(w, a, pose_at(0, 0, 0)));
        a = world_put(w, 1, pose_at(1, 0, 0)); /* the same index, another body */
        ASSERT(list->a.generation != a.generation && collide_world_user(w, a) == &things[1]);
        ASSERT_EQ(1, collide_world_update(w));
        list = collide_world_pairs(w, &n);
        ASSERT(n == 1 && list->state == COLLIDE_BEGUN);
        collide_world_destroy(w);
    }
    PASS();
}

TEST still_bodies_and_switched_pairs(void)
{
    collide_world *w;
    collide_body who[4];
    collide_body_desc d;
    int i, k;
    ASSERT(make_things() && collide_world_create(&w, NULL) == COLLIDE_OK);
    for (i = 0; i < 4; i++) {
        d = thing_desc(i, pose_at(0, 0, 0));
        d.still = i < 2;
        ASSERT(collide_world_add(w, &d, &who[i]) == COLLIDE_OK);
    }
    ASSERT_EQ(5, collide_world_update(w)); /* all but the two that are still */
    for (k = 0; k < 3; k++) {
        ASSERT(collide_world_pair_set(w, who[3], who[1], 0) == COLLIDE_OK);
        ASSERT_EQ(4, collide_world_update(w));
    }
    ASSERT(collide_world_pair_set(w, who[1], who[3], 1) == COLLIDE_OK);
    ASSERT(collide_world_pair_set(w, who[1], who[3], 1) == COLLIDE_OK);
    ASSERT_EQ(5, collide_world_update(w));
    ASSERT(collide_world_pair_set(w, who[2], who[3], 0) == COLLIDE_OK);
    ASSERT(collide_world_remove(w, who[3]) == COLLIDE_OK);
    ASSERT_EQ(2, collide_world_update(w));
    who[3] = world_put(w, 3, pose_at(0, 0, 0)); /* another one in its place is not switched off */
    ASSERT_EQ(5, collide_world_update(w));
    ASSERT(collide_world_filter(w, who[3], 2, 2) == COLLIDE_OK);
    ASSERT_EQ(2, collide_world_update(w));
    collide_world_destroy(w);
    /* thousands of switches, on and off, against a plain table */
    {
        enum { MANY = 60 };
        static unsigned char off[MANY][MANY];
        collide_body h[MANY];
        rng r = rng_for(803);
        int j, pairs;
        memset(off, 0, sizeof off);
        ASSERT(collide_world_create(&w, NULL) == COLLIDE_OK);
        for (i = 0; i < MANY; i++) h[i] = world_put(w, 0, pose_at(0, 0, 0));
        for (k = 0; k < COUNT(4000, 200000); k++) {
            i = (int)next_below(&r, MANY);
            j = (int)next_below(&r, MANY);
            if (next_below(&r, 50) == 0) { /* a new one forgets */
                ASSERT(collide_world_remove(w, h[i]) == COLLIDE_OK);
                h[i] = world_put(w, 0, pose_at(0, 0, 0));
                for (j = 0; j < MANY; j++) off[i][j] = off[j][i] = 0;
            } else if (i != j) {
                off[i][j] = off[j][i] = (unsigned char)next_below(&r, 2);
                ASSERT(collide_world_pair_set(w, h[i], h[j], !off[i][j]) == COLLIDE_OK);
            }
            if (k % 200) continue;
            for (pairs = i = 0; i < MANY; i++)
                for (j = 0; j < i; j++) pairs += !off[i][j];
            ASSERT_EQ(pairs, collide_world_update(w));
        }
        collide_world_destroy(w);
    }
    PASS();
}

/* Ray, cast and overlap against a loop over all bodies. */
TEST world_queries_find_what_a_loop_finds(void)
{
    enum { MANY = 40 };
    rng r = rng_for(804);
    int i, k, x, what, count = COUNT(300, 20000);
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    long hits = 0;
    ASSERT(make_things());
    for (i = 0; i < count; i++) {
        collide_world *w;
        collide_world_desc d;
        collide_world_hit out[MANY], few[2];
        collide_pose pose[MANY];
        collide_body who[MANY];
        real expect[MANY], doubt[MANY];
        const collide_vec3 from = next_vec(&r, 8), to = next_vec(&r, 8);
        const collide_pose at = next_pose(&r, 6);
        const collide_vec3 move = next_vec(&r, 8);
        const collide_shape s = things[i % ROUND_THINGS].shape[0];
        memset(&d, 0, sizeof d);
        d.continuous = i & 1;
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        for (k = 0; k < MANY; k++) {
            pose[k] = next_pose(&r, 8);
            who[k] = world_put(w, k % THINGS, pose[k]);
            ASSERT(who[k].generation);
        }
        ASSERT(collide_world_update(w) >= 0);
        for (what = 0; what < 3; what++) {
            int n = what == 0   ? collide_world_ray(w, from, to, 0, &scratch, out, MANY)
                    : what == 1 ? collide_world_cast(w, s, at, move, 0, &scratch, out, MANY)
                                : collide_world_overlap(w, s, at, 0, NULL, out, MANY);
            int sure = 0, maybe = 0;
            for (k = 0; k < MANY; k++) {
                const thing *t = &things[k % THINGS];
                actor a;
                expect[k] = 2;
                doubt[k] = 0;
                memset(&a, 0, sizeof a);
                a.kind = k % THINGS;
                a.at[0] = pose[k];
                for (x = 0; x < t->count; x++) a.local[0][x] = t->part[x].local;
                for (x = 0; x < t->count; x++) {
                    const collide_pose p = actor_part(&a, x, 0);
                    collide_obstacle o;
                    collide_probe probe;
                    collide_hit hit;
                    collide_result got;
                    o.mesh = t->part[x].mesh;
                    o.pose = p;
                    if (!piece_count(&t->part[x])) continue;
                    memset(&probe, 0, sizeof probe);
                    memset(&hit, 0, sizeof hit);
                    if (piece_count(&t->part[x]) > 1) {
                        got = what == 0   ? collide_probe_cast(collide_shape_point(), pose_at(from.x, from.y, from.z),
                                                               collide_i_sub(to, from), &o, 1, NULL, &probe)
                              : what == 1 ? collide_probe_cast(s, at, move, &o, 1, NULL, &probe)
                                          : collide_probe_overlap(s, at, &o, 1, NULL);
                        hit.time = probe.time;
                    } else {
                        collide_shape q = t->part[x].mesh ? collide_shape_hull(t->part[x].mesh) : t->shape[x];
                        got = what == 0   ? collide_ray_cast(q, p, from, to, &hit)
                              : what == 1 ? collide_shape_cast(s, at, move, q, p, collide_i_vec(0, 0, 0), NULL, &hit)
                                          : collide_overlap(q, p, s, at, NULL);
                    }
                    ASSERT(got >= 0);
                    if (got && hit.time < expect[k]) expect[k] = hit.time;
                }
                sure += expect[k] <= 1;
                maybe += doubt[k] > 0;
            }
            ASSERTm(failed_case("case %d, query %d: %d of %d", i, what, n, sure), n == sure && maybe == 0);
            for (k = 0; k < n; k++) {
                const int index = (int)out[k].body.index;
                ASSERT(out[k].user == &things[index % THINGS] && out[k].body.generation == who[index].generation);
                ASSERT(collide_i_abs(out[k].time - expect[index]) <= 64 * COLLIDE_I_EPSILON);
                ASSERT(k == 0 || out[k - 1].time < out[k].time ||
                       (!(out[k].time < out[k - 1].time) && out[k - 1].body.index < out[k].body.index));
                hits++;
            }
            if (what == 1) {
                ASSERT_EQ(n, collide_world_cast(w, s, at, move, 0, NULL, few, 2));
                ASSERT(hash_world_hits(0, few, n < 2 ? n : 2) == hash_world_hits(0, out, n < 2 ? n : 2));
                ASSERT_EQ(n, collide_world_cast(w, s, at, move, 1, NULL, NULL, 0));
                ASSERT_EQ(0, collide_world_cast(w, s, at, move, 2, NULL, NULL, 0));
            }
        }
        collide_world_destroy(w);
    }
    collide_scratch_free(&scratch);
    tell("seed %lu: %d worlds of %d bodies, 3 queries each, %ld hits", (unsigned long)tests_seed, count, (int)MANY,
         hits);
    PASS();
}

TEST worlds_fill_up_and_go_on(void)
{
    watch watched;
    collide_allocator allocator = watch_allocator(&watched, 0), fixed;
    collide_fixed_buffer buffer = {NULL, 0, 0, 0};
    collide_world_desc d;
    collide_world *w;
    collide_body who[20];
    int i, n, way;
    ASSERT(make_things());
    for (way = 0; way < 2; way++) {
        memset(&d, 0, sizeof d);
        d.max_bodies = 20;
        ASSERT(collide_world_size(&d) == 0 && collide_world_size(NULL) == 0);
        d.max_pairs = 10;
        d.max_parts = 8;
        d.workers = 2;
        d.continuous = way;
        d.allocator = &allocator;
        watched.requests = 0;
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        ASSERT(watched.requests == 1 && watched.bytes <= collide_world_size(&d)); /* all at once */
        for (i = 0; i < 20; i++) {
            who[i] = world_put(w, i == 7 ? 11 : i % 8, i < 5 ? pose_at(0, 0, 0) : pose_at((real)(10 * i), 0, 0));
            ASSERT(who[i].generation);
        }
        ASSERT(world_put(w, 0, pose_at(0, 0, 0)).generation == 0);
        {
            collide_body_desc b = thing_desc(0, pose_at(0, 0, 0));
            collide_body h;
            ASSERT_EQ(COLLIDE_ERROR_FULL, collide_world_add(w, &b, &h));
            b = thing_desc(11, pose_at(0, 0, 0));
            ASSERT(collide_world_remove(w, who[19]) == COLLIDE_OK);
            ASSERT_EQ(10, collide_world_update(w));                      /* five in one place */
            ASSERT_EQ(COLLIDE_ERROR_FULL, collide_world_add(w, &b, &h)); /* there are 7 parts, and 8 is the most */
            ASSERT(collide_world_remove(w, who[7]) == COLLIDE_OK);
            ASSERT_EQ(COLLIDE_OK, collide_world_add(w, &b, &h)); /* now they have room */
            ASSERT(collide_world_remove(w, h) == COLLIDE_OK);
        }
        ASSERT(collide_world_move(w, who[5], pose_at(0, 0, 0)) == COLLIDE_OK);
        for (i = 0; i < 3; i++) { /* a sixth is too many: nothing changes */
            ASSERT_EQ(COLLIDE_ERROR_FULL, collide_world_update(w));
            (void)collide_world_pairs(w, &n);
            ASSERT_EQ(10, n);
        }
        ASSERT(collide_world_remove(w, who[0]) == COLLIDE_OK);
        ASSERT_EQ(10, collide_world_update(w));
        (void)collide_world_pairs(w, &n);
        ASSERT_EQ(14, n); /* four have ended */
        for (i = 1; i <= 10; i++)
            ASSERT_EQ(COLLIDE_OK, collide_world_pair_set(w, who[1], who[i == 1 ? 12 : i == 7 ? 11 : i], 0));
        ASSERT_EQ(COLLIDE_ERROR_FULL, collide_world_pair_set(w, who[2], who[3], 0));
        ASSERT_EQ(COLLIDE_OK, collide_world_pair_set(w, who[2], who[1], 1));
        ASSERT_EQ(COLLIDE_OK, collide_world_pair_set(w, who[2], who[3], 0));
        ASSERT_EQ(1, watched.requests);
        collide_world_destroy(w);
        ASSERT(watched.blocks == 0 && !watched.damaged);
        /* in a buffer of that size, to the byte */
        buffer.size = collide_world_size(&d);
        buffer.memory = malloc(buffer.size);
        ASSERT(buffer.memory != NULL);
        fixed = collide_fixed_allocator(&buffer);
        d.allocator = &fixed;
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        for (i = 0; i < 5; i++) who[i] = world_put(w, 5 + i, pose_at((real)i / 4, 0, 0));
        ASSERT_EQ(10, collide_world_update(w));
        collide_world_destroy(w);
        ASSERT_EQ(0u, (unsigned)buffer.used);
        free(buffer.memory);
    }
    PASS();
}

/* Whichever request fails: an error, nothing lost, and right once there is memory again. */
TEST worlds_survive_failed_allocations(void)
{
    int k, i, done = 0;
    ASSERT(make_things());
    for (k = 1; !done && k < 200; k++) {
        watch watched;
        collide_allocator allocator = watch_allocator(&watched, k);
        collide_world_desc d;
        collide_world *w;
        rng r = rng_for(805);
        const char *wrong = NULL;
        int failed = 0;
        memset(&d, 0, sizeof d);
        d.allocator = &allocator;
        d.continuous = k & 1;
        if (collide_world_create(&w, &d) < 0) {
            ASSERT(w == NULL && watched.blocks == 0);
            continue;
        }
        play_begin(&the_play, w, &d, 32);
        for (i = 0; i < 30; i++) {
            collide_result got = play_add(&the_play, i % THINGS, next_pose(&r, 4), 0, 0, 0);
            ASSERT(got == COLLIDE_OK || got == COLLIDE_ERROR_MEMORY);
            failed |= got < 0;
            if (the_play.used > 1) {
                got = collide_world_pair_set(w, the_play.cast[0].handle, the_play.cast[the_play.used - 1].handle, 0);
                failed |= got < 0;
                if (got == COLLIDE_OK) the_play.off[0][the_play.used - 1] = the_play.off[the_play.used - 1][0] = 1;
            }
            if (i % 10 == 9) {
                got = collide_world_update(w);
                failed |= got < 0;
                if (got >= 0) wrong = play_wrong(&the_play, got);
                if (got >= 0) play_advance(&the_play);
                ASSERTm(failed_case("request %d: %s", k, wrong), !wrong);
                if (i == 9 && the_play.cast[1].live) (void)play_remove(&the_play, 1);
            }
        }
        watched.fail_at = 0;
        wrong = play_wrong(&the_play, collide_world_update(w));
        ASSERTm(failed_case("request %d: %s", k, wrong), !wrong);
        collide_world_destroy(w);
        ASSERTm(failed_case("request %d: %d blocks of %d bytes left", k, watched.blocks, (int)watched.bytes),
                watched.blocks == 0 && watched.bytes == 0 && !watched.damaged);
        done = !failed;
    }
    ASSERT(done && k > 6);
    PASS();
}

/* Job systems: none; one that runs the tasks backwards; one that leaves some out; with as many workers as it says. */
typedef struct {
    int workers, how;
} jobs;

static void run_jobs(void *user, int count, void (*task)(void *context, int index, int worker), void *context)
{
    const jobs *j = (const jobs *)user;
    int i;
    for (i = 0; i < count; i++) {
        const int index = j->how & 1 ? count - 1 - i : i;
        if (j->how & 2 && i % 3 == 0) continue;
        task(context, index, j->how & 4 ? 1000 : index * 7 % j->workers);
    }
    if (j->how & 8) task(context, count + 5, 0), task(context, -1, 0);
}

static const char *run_crowd(collide_world_desc d, int bodies, int frames, uint64_t *hash)
{
    rng r = rng_for(806);
    collide_world *w;
    collide_body *who = (collide_body *)malloc((size_t)bodies * sizeof *who);
    int i, f;
    *hash = 0xCBF29CE484222325u;
    if (!who || collide_world_create(&w, &d) < 0) return "not made";
    for (i = 0; i < bodies; i++) who[i] = world_put(w, i % THINGS, next_pose(&r, 9));
    for (f = 0; f < frames; f++) {
        if (collide_world_update(w) < 0) return "not updated";
        *hash = hash_world_list(*hash, w);
        for (i = 0; i < bodies; i++) {
            collide_pose p;
            const collide_vec3 v = next_vec(&r, COLLIDE_R(0.2)), axis = next_vec(&r, 1);
            if (i % 5 == 0 && f % 2) continue;
            if (collide_world_pose(w, who[i], &p) < 0) return "no pose";
            p.position = collide_i_add(p.position, v);
            p.rotation = collide_quat_multiply(collide_quat_from_axis_angle(axis, COLLIDE_R(0.1)), p.rotation);
            if (collide_pose_valid(p) && collide_world_move(w, who[i], p) < 0) return "not moved";
        }
    }
    collide_world_destroy(w);
    free(who);
    return NULL;
}

TEST any_number_of_workers_finds_the_same(void)
{
    static const int workers[] = {1, 2, 4, 3};
    collide_world_desc d;
    uint64_t first = 0, hash;
    jobs j;
    int i, way, bodies = 40 + COUNT(60, 960), frames = 4 + COUNT(0, 36);
    ASSERT(make_things());
    for (way = 0; way < 2; way++)
        for (i = 0; i < 16; i++) {
            const char *wrong;
            memset(&d, 0, sizeof d);
            d.continuous = way;
            d.margin = COLLIDE_R(0.125);
            d.workers = j.workers = workers[i % 4];
            j.how = i;
            if (i) d.run = run_jobs;
            d.user = &j;
            wrong = run_crowd(d, bodies, frames, &hash);
            ASSERTm(wrong, !wrong);
            if (i == 0) first = hash;
            ASSERTm(failed_case("job system %d", i), hash == first);
        }
    PASS();
}

/* The same four frames over and over: after the first rounds no memory is asked for. */
TEST worlds_warm_up(void)
{
    enum { BODIES = 36 };
    watch watched;
    collide_allocator allocator = watch_allocator(&watched, 0);
    int way, i, f, requests = 0;
    ASSERT(make_things());
    for (way = 0; way < 2; way++) {
        collide_world_desc d;
        collide_world *w;
        collide_body who[BODIES];
        memset(&d, 0, sizeof d);
        d.allocator = &allocator;
        d.margin = COLLIDE_R(0.125);
        d.continuous = way;
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        for (i = 0; i < BODIES; i++) who[i] = world_put(w, i % THINGS, pose_at(0, 0, (real)(9 * i)));
        for (f = 0; f < 16; f++) {
            rng r = rng_for(809 + (unsigned)(f % 4));
            for (i = 0; i < BODIES; i++) ASSERT(collide_world_move(w, who[i], next_pose(&r, 6)) == COLLIDE_OK);
            ASSERT(collide_world_update(w) >= 0);
            if (f == 9) requests = watched.requests;
        }
        ASSERT_EQ(requests, watched.requests);
        collide_world_destroy(w);
    }
    ASSERT(watched.blocks == 0 && !watched.damaged);
    PASS();
}

#ifdef TESTS_THREADS
/* Real threads: each takes the next task there is. */
typedef struct {
    void (*task)(void *context, int index, int worker);
    void *context;
    int count, next;
    pthread_mutex_t lock;
} crew;
typedef struct {
    crew *c;
    int worker;
} hand;

static void *work_in_thread(void *context)
{
    hand *h = (hand *)context;
    for (;;) {
        int index;
        pthread_mutex_lock(&h->c->lock);
        index = h->c->next++;
        pthread_mutex_unlock(&h->c->lock);
        if (index >= h->c->count) return NULL;
        h->c->task(h->c->context, index, h->worker);
    }
}

static void run_in_threads(void *user, int count, void (*task)(void *context, int index, int worker), void *context)
{
    const jobs *j = (const jobs *)user;
    pthread_t thread[8];
    hand hands[8];
    crew c;
    int i;
    c.task = task;
    c.context = context;
    c.count = count;
    c.next = 0;
    pthread_mutex_init(&c.lock, NULL);
    for (i = 0; i < j->workers; i++) {
        hands[i].c = &c;
        hands[i].worker = i;
        pthread_create(&thread[i], NULL, work_in_thread, &hands[i]);
    }
    for (i = 0; i < j->workers; i++) pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&c.lock);
}

TEST worlds_run_in_threads(void)
{
    collide_world_desc d;
    uint64_t first = 0, hash;
    jobs j;
    int way;
    ASSERT(make_things());
    for (way = 0; way < 2; way++)
        for (j.workers = 1; j.workers <= 4; j.workers *= 2) {
            const char *wrong;
            memset(&d, 0, sizeof d);
            d.continuous = way;
            d.workers = j.workers;
            d.run = j.workers > 1 ? run_in_threads : NULL;
            d.user = &j;
            wrong = run_crowd(d, COUNT(200, 1000), COUNT(10, 40), &hash);
            ASSERTm(wrong, !wrong);
            if (j.workers == 1) first = hash;
            ASSERT(hash == first);
        }
    PASS();
}
#endif

/* Whichever request of an update fails: queries, and what is drawn, stay as they were. */
TEST failed_updates_are_not_seen(void)
{
    enum { CROWD = 12 };
    int k, i, failed = 1, continuous;
    ASSERT(make_things());
    for (continuous = 0; continuous < 2; continuous++)
        for (k = 1, failed = 1; failed && k < 50; k++) {
            watch watched;
            collide_allocator allocator = watch_allocator(&watched, 0);
            collide_world_desc d;
            collide_world *w;
            collide_body who[CROWD];
            collide_world_hit hit[2];
            int count;
            memset(&d, 0, sizeof d);
            d.allocator = &allocator;
            d.continuous = continuous;
            ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
            for (i = 0; i < CROWD; i++)
                who[i] = world_put(w, i == 1 ? 11 : i == 2 ? 8 : i % 5, pose_at((real)(20 * i), 0, 0));
            ASSERT_EQ(0, collide_world_update(w));
            for (i = 0; i < CROWD; i++) {
                const collide_pose there = pose_at((real)i / 16, 100, 0);
                ASSERT((i % 3 ? collide_world_move : collide_world_place)(w, who[i], there) == COLLIDE_OK);
            }
            watched.fail_at = watched.requests + k;
            count = collide_world_update(w);
            failed = watched.requests >= watched.fail_at;
            watched.fail_at = 0;
            ASSERT_EQ(failed ? COLLIDE_ERROR_MEMORY : count, count);
            for (i = 0; i < CROWD && failed; i++) { /* from there on everything is where it was */
                const collide_aabb box = {{(real)(20 * i - 2), -2, -2}, {(real)(20 * i + 2), 2, 2}};
                const collide_vec3 half = collide_i_scale(collide_i_sub(box.upper, box.lower), (real)0.5);
                ASSERT_EQ(1, collide_world_overlap(w, collide_shape_box(half), pose_at((real)(20 * i), 0, 0), 0, NULL,
                                                   hit, 2));
                ASSERT_EQ(who[i].index, hit[0].body.index);
            }
            ASSERT_EQ(failed ? 0 : CROWD, collide_world_overlap(w, collide_shape_box(collide_i_vec(9, 9, 9)),
                                                                pose_at(0, 100, 0), 0, NULL, hit, 2));
            ASSERT(collide_world_update(w) > 0);
            ASSERT_EQ(CROWD, collide_world_overlap(w, collide_shape_box(collide_i_vec(9, 9, 9)), pose_at(0, 100, 0), 0,
                                                   NULL, hit, 2));
            collide_world_destroy(w);
        }
    ASSERT(!failed && k > 3);
    PASS();
}

/* A needle that turns close by a crate takes more steps than a sweep makes: that is no contact. */
TEST what_takes_long_is_no_contact(void)
{
    const collide_shape needle = collide_shape_cone(COLLIDE_R(0.0096944940470318972), COLLIDE_R(1.7848799487310356));
    const collide_shape crate = collide_shape_box(
        collide_i_vec(COLLIDE_R(0.58088641768266114), COLLIDE_R(0.25684750247494953), COLLIDE_R(0.78264398991046003)));
    const collide_pose needle_at[2] = {
        {{100, 0, 0},
         {COLLIDE_R(0.099026190860033447), COLLIDE_R(0.41097296017531476), COLLIDE_R(-0.33401812611248005),
          COLLIDE_R(0.84245292506869418)}},
        {{COLLIDE_R(100.93454921347822), COLLIDE_R(1.2596318673828142), COLLIDE_R(1.1398569701438637)},
         {COLLIDE_R(-0.53690354082419389), COLLIDE_R(0.81447874835834377), COLLIDE_R(-0.067017471879800061),
          COLLIDE_R(0.20944597104243651)}}};
    const collide_pose crate_at[2] = {
        {{COLLIDE_R(99.167571758805991), COLLIDE_R(2.0739427576370537), COLLIDE_R(0.86226545303519286)},
         {COLLIDE_R(0.28113255876600857), COLLIDE_R(0.67538935201872841), COLLIDE_R(0.12719465756456425),
          COLLIDE_R(0.66980237881664184)}},
        {{COLLIDE_R(96.133910396569888), COLLIDE_R(-0.6542774295857674), COLLIDE_R(-1.3116521390119857)},
         {COLLIDE_R(0.25517457189139625), COLLIDE_R(0.37956501922678199), COLLIDE_R(-0.67159664915652106),
          COLLIDE_R(0.58290159965567789)}}};
    collide_world_desc d;
    collide_body_desc b;
    collide_world *w;
    collide_body who[2];
    int i, order;
    memset(&d, 0, sizeof d);
    d.continuous = 1;
    for (order = 0; order < 2; order++) { /* the other way round, too */
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        for (i = 0; i < 2; i++) {
            const int crated = i == order;
            memset(&b, 0, sizeof b);
            b.shape = crated ? &crate : &needle;
            b.pose = crated ? crate_at[0] : needle_at[0];
            ASSERT(collide_world_add(w, &b, &who[i]) == COLLIDE_OK);
            ASSERT(collide_world_move(w, who[i], crated ? crate_at[1] : needle_at[1]) == COLLIDE_OK);
        }
        ASSERT_EQ(0, collide_world_update(w));
        collide_world_destroy(w);
    }
    PASS();
}

/* What two bodies tell, added in one order or in the other, as if in the first; 0 where they don't touch. */
static int told_of(collide_body_desc a, collide_body_desc b, int swap, collide_world_pair *out)
{
    collide_world *w;
    collide_body h;
    int n = -1, count;
    memset(out, 0, sizeof *out);
    if (collide_world_create(&w, NULL) < 0) return -1;
    if (collide_world_add(w, swap ? &b : &a, &h) == COLLIDE_OK &&
        collide_world_add(w, swap ? &a : &b, &h) == COLLIDE_OK)
        n = collide_world_update(w);
    if (n > 0) *out = collide_world_pairs(w, &count)[0];
    if (n > 0 && swap) {
        const collide_world_pair p = *out;
        out->kind_a = p.kind_b;
        out->kind_b = p.kind_a;
        out->feature_a = p.feature_b;
        out->feature_b = p.feature_a;
        out->point_a = p.point_b;
        out->point_b = p.point_a;
        out->normal = collide_i_negate(p.normal);
    }
    collide_world_destroy(w);
    return n;
}

/* A mesh that is not convex, a little deep in a large floor of any kind: that deep, upwards, where the mesh is, and the
   same in either order. */
TEST depth_is_that_of_what_touches(void)
{
    const collide_vec3 half = {10, 1, 10};
    const collide_shape box = collide_shape_box(half);
    const real deep = (real)0.01;
    rng r = rng_for(812);
    collide_mesh *block;
    collide_body_desc floors[3];
    collide_world_pair p, q;
    int i, k;
    ASSERT(make_things() && collide_mesh_create_box(&block, half, NULL) == COLLIDE_OK);
    memset(floors, 0, sizeof floors);
    floors[0].shape = &box;
    floors[1].mesh = block;
    floors[0].pose = floors[1].pose = pose_at(0, -1, 0);
    floors[2].mesh = things[10].part[0].mesh; /* some hills: only the order is of interest */
    for (i = 0; i < COUNT(300, 10000); i++) {
        collide_body_desc crate = thing_desc(i & 1 ? 8 : 9, next_pose(&r, 0));
        const collide_aabb around = collide_mesh_bounds(crate.mesh, crate.pose);
        crate.pose.position.y -= around.lower.y + (i % 5 ? deep : 0);
        for (k = 0; k < 3; k++) {
            const int n = told_of(floors[k], crate, 0, &p);
            const double off = (double)-p.distance - (i % 5 ? (double)deep : 0);
            ASSERT_EQ(n, told_of(floors[k], crate, 1, &q));
            ASSERT_MEM_EQ(&p.kind_a, &q.kind_a, 4 * sizeof p.kind_a);
            ASSERT_MEM_EQ(&p.distance, &q.distance, sizeof p.distance);
            ASSERT_MEM_EQ(&p.point_a, &q.point_a, sizeof p.point_a);
            ASSERT_MEM_EQ(&p.normal, &q.normal, sizeof p.normal);
            if (k == 2 || (n == 0 && i % 5 == 0)) continue;
            ASSERT_EQ(1, n);
            ASSERTm(failed_case("case %d: off by %.9g", i, off), fabs(off) < 2e-5);
            ASSERT(i % 5 == 0 || p.normal.y > (real)0.999);
            ASSERT(collide_i_extent(p.point_b) < 2 && collide_i_extent(p.point_a) < 2);
        }
    }
    collide_mesh_destroy(block);
    PASS();
}

/* Who sits in a solid with more than its middle still comes out of where it came in; who touches and leaves is free. */
TEST ways_out_lead_out(void)
{
    const collide_shape ball = collide_shape_sphere(1);
    const real outline[] = {-9, -9, 9, -9, 9, 0, 8, 0, 8, -1, 7, -1, 7, 0, -9, 0}; /* a floor with a groove */
    collide_world_desc d;
    collide_body_desc ground, crate;
    collide_world_pair p;
    collide_world *w;
    collide_mesh *mesh;
    collide_body h;
    int i;
    ASSERT(make_things() && collide_mesh_create_prism(&mesh, outline, 8, 9, NULL) == COLLIDE_OK);
    memset(&ground, 0, sizeof ground);
    memset(&crate, 0, sizeof crate);
    ground.mesh = mesh;
    crate.shape = &ball;
    crate.pose = pose_at(0, (real)-0.5, 0);
    for (i = 0; i < 2; i++) {
        ASSERT_EQ(1, told_of(ground, crate, i, &p));
        ASSERT(fabs((double)p.distance + 1.5) < 1e-4 && p.normal.y > (real)0.9999);
    }
    crate = thing_desc(8, pose_at(0, 0, 0));
    crate.pose.position.y = 20 - collide_mesh_bounds(crate.mesh, crate.pose).lower.y; /* on a box's top */
    {
        const collide_shape box = collide_shape_box(collide_i_vec(10, 10, 10));
        memset(&ground, 0, sizeof ground);
        memset(&d, 0, sizeof d);
        ground.shape = &box;
        ground.pose = pose_at(0, 10, 0);
        d.continuous = 1;
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        ASSERT(collide_world_add(w, &ground, &h) == COLLIDE_OK && collide_world_add(w, &crate, &h) == COLLIDE_OK);
        crate.pose.position.y += 1;
        ASSERT(collide_world_move(w, h, crate.pose) == COLLIDE_OK);
        ASSERT_EQ(0, collide_world_update(w));
        collide_world_destroy(w);
    }
    collide_mesh_destroy(mesh);
    PASS();
}

/* A body of joints only is somewhere, touches nothing, and is in nobody's way. */
TEST a_body_of_joints_only(void)
{
    const collide_part joints[2] = {{-1, {{0, 0, 0}, {0, 0, 0, 0}}, NULL, NULL},
                                    {0, {{1, 0, 0}, {0, 0, 0, 0}}, NULL, NULL}};
    collide_world_desc d;
    collide_world *w;
    collide_body_desc b;
    collide_body joint;
    collide_world_hit hit;
    ASSERT(make_things());
    memset(&d, 0, sizeof d);
    for (d.continuous = 0; d.continuous < 2; d.continuous++) {
        memset(&b, 0, sizeof b);
        b.parts = joints;
        b.part_count = 2;
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        ASSERT(collide_world_add(w, &b, &joint) == COLLIDE_OK);
        (void)world_put(w, 0, pose_at(0, 0, 0));
        (void)world_put(w, 0, pose_at(0, 0, 0));
        ASSERT_EQ(1, collide_world_update(w));
        ASSERT(collide_world_move(w, joint, pose_at(5, 0, 0)) == COLLIDE_OK);
        ASSERT_EQ(1, collide_world_update(w));
        ASSERT_EQ(0, collide_world_ray(w, collide_i_vec(5, 0, -9), collide_i_vec(5, 0, 9), 0, NULL, &hit, 1));
        ASSERT(collide_world_remove(w, joint) == COLLIDE_OK);
        ASSERT_EQ(1, collide_world_update(w));
        collide_world_destroy(w);
    }
    PASS();
}

/* I-COLLIDE 5.4: many still bodies, a hand of several parts goes among them; what it touches is taken along, dropped,
   and made larger. Always as brute force has it. */
TEST a_hand_in_a_kitchen(void)
{
    rng r = rng_for(807);
    collide_world_desc d;
    collide_world *w;
    int i, f, way, grabs = 0;
    ASSERT(make_things());
    for (way = 0; way < 2; way++) {
        int hand_index, held = -1;
        const int frames = 40 + COUNT(20, 1460);
        collide_pose pose = pose_at(0, 0, 0);
        memset(&d, 0, sizeof d);
        d.continuous = way;
        ASSERT(collide_world_create(&w, &d) == COLLIDE_OK);
        play_begin(&the_play, w, &d, 32);
        ASSERT(play_add(&the_play, 11, pose, 0, 0, 0) == COLLIDE_OK);
        hand_index = 0;
        for (i = 0; i < 60; i++) ASSERT(play_add(&the_play, i % 8, next_pose(&r, 7), 0, 0, i % 4 != 0) == COLLIDE_OK);
        for (f = 0; f < frames; f++) {
            const collide_world_pair *list;
            const char *wrong;
            int n, touching;
            actor *h = &the_play.cast[hand_index];
            pose.position = collide_i_add(pose.position, next_vec(&r, COLLIDE_R(0.6)));
            pose.position = collide_i_scale(pose.position, COLLIDE_R(0.95));
            pose.rotation =
                collide_quat_multiply(collide_quat_from_axis_angle(next_vec(&r, 1), COLLIDE_R(0.2)), pose.rotation);
            ASSERT(collide_world_move(w, h->handle, pose) == COLLIDE_OK);
            h->at[1] = pose;
            for (i = 1; i < 5; i++) { /* fingers */
                collide_pose local = things[11].part[i].local;
                local.rotation = collide_quat_from_axis_angle(next_vec(&r, 1), COLLIDE_R(0.3));
                ASSERT(collide_world_move_part(w, h->handle, i, local) == COLLIDE_OK);
                h->local[1][i] = local;
                if (f == 0) h->local[0][i] = local;
            }
            if (held > 0) { /* it goes along */
                actor *a = &the_play.cast[held];
                a->at[1].position = pose.position;
                ASSERT(collide_world_move(w, a->handle, a->at[1]) == COLLIDE_OK);
            }
            touching = collide_world_update(w);
            wrong = play_wrong(&the_play, touching);
            ASSERTm(failed_case("frame %d: %s", f, wrong), !wrong);
            play_advance(&the_play);
            list = collide_world_pairs(w, &n);
            if (held > 0 && f % 7 == 0) { /* let go, as something else */
                const collide_pose there = the_play.cast[held].at[1];
                ASSERT(play_remove(&the_play, held) == COLLIDE_OK);
                if (the_play.used < CAST - 2) ASSERT(play_add(&the_play, f % 8, there, 0, 0, 1) == COLLIDE_OK);
                held = -1;
            }
            for (i = 0; i < touching && held < 0; i++)
                if ((int)list[i].a.index == hand_index && the_play.cast[list[i].b.index].live) {
                    held = (int)list[i].b.index;
                    ASSERT(collide_world_pair_set(w, the_play.cast[hand_index].handle, list[i].b, 0) == COLLIDE_OK);
                    the_play.off[0][held] = the_play.off[held][0] = 1;
                    grabs++;
                }
        }
        collide_world_destroy(w);
    }
    tell("seed %lu: things taken %d times", (unsigned long)tests_seed, grabs);
    ASSERT(grabs > 4);
    PASS();
}

typedef struct {
    int lines[4];
    real longest;
} drawing;

static void draw_line(void *user, collide_vec3 from, collide_vec3 to, int kind)
{
    drawing *d = (drawing *)user;
    const real length = collide_vec3_length(collide_i_sub(to, from));
    d->lines[kind]++;
    if (kind == COLLIDE_DRAW_CLOSEST && length > d->longest) d->longest = length;
}

TEST worlds_can_be_drawn(void)
{
    collide_world *w;
    drawing d;
    memset(&d, 0, sizeof d);
    ASSERT(make_things() && collide_world_create(&w, NULL) == COLLIDE_OK);
    (void)world_put(w, 0, pose_at(0, 0, 0));
    (void)world_put(w, 0, pose_at(1, 1, 1)); /* boxes overlap, spheres don't: sqrt 3 - 1.5 between them */
    (void)world_put(w, 5, pose_at(9, 0, 0));
    (void)world_put(w, 7, pose_at(10, 0, 0));
    ASSERT_EQ(COLLIDE_OK, collide_world_draw(w, draw_line, &d));
    ASSERT(d.lines[COLLIDE_DRAW_BOX] == 0); /* nothing is known yet */
    ASSERT_EQ(1, collide_world_update(w));
    ASSERT_EQ(COLLIDE_OK, collide_world_draw(w, draw_line, &d));
    ASSERT_EQ(48, d.lines[COLLIDE_DRAW_BOX]);
    ASSERT_EQ(1, d.lines[COLLIDE_DRAW_CLOSEST]);
    ASSERT_EQ(1, d.lines[COLLIDE_DRAW_CONTACT]);
    ASSERT(collide_i_abs(d.longest - COLLIDE_R(0.2320508)) < COLLIDE_R(0.0001));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_draw(w, NULL, NULL));
    collide_world_destroy(w);
    PASS();
}

TEST bad_bodies_are_refused(void)
{
    const real inf = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
    collide_world *w;
    collide_world_desc d;
    collide_body_desc b;
    collide_body h, none = {0, 0};
    collide_part loop[2], one;
    collide_pose p = pose_at(1, 2, 3);
    collide_shape bad;
    collide_world_hit hit;
    int i;
    ASSERT(make_things());
    memset(&bad, 0, sizeof bad);
    for (i = 0; i < 8; i++) {
        memset(&d, 0, sizeof d);
        if (i == 0) d.max_bodies = -1;
        if (i == 1) d.max_pairs = -1;
        if (i == 2) d.margin = -1;
        if (i == 3) d.margin = inf;
        if (i == 4) d.margin = inf - inf;
        if (i == 5) d.workers = -1;
        if (i == 6) d.max_parts = -1;
        if (i == 7) d.max_bodies = 0x7FFFFFFF;
        ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_create(&w, &d));
        ASSERT(w == NULL);
    }
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_create(NULL, NULL));
    ASSERT_EQ(COLLIDE_OK, collide_world_create(&w, NULL));
    ASSERT_EQ(0, collide_world_update(w));
    memset(loop, 0, sizeof loop);
    loop[0].parent = 1;
    memset(&one, 0, sizeof one);
    one.mesh = things[5].part[0].mesh;
    one.shape = &things[0].shape[0];
    for (i = 0; i < 12; i++) {
        b = thing_desc(0, p);
        if (i == 0) b.shape = NULL;
        if (i == 1) b.mesh = things[5].part[0].mesh;
        if (i == 2) b.shape = &bad;
        if (i == 3) b.pose.position.x = inf;
        if (i == 4) b.pose.rotation.w = 3;
        if (i == 5) b.pose.position.z = power_of_two(COLLIDE_I_LARGEST_EXPONENT);
        if (i > 5) b.shape = NULL, b.parts = loop, b.part_count = 2;
        if (i == 7) b.part_count = 0;
        if (i == 8) b.part_count = -1;
        if (i == 9) b.parts = &one, b.part_count = 1;
        if (i == 10) b.parts = things[11].part, b.shape = things[0].part[0].shape;
        if (i == 11) loop[0].parent = -1, loop[1].local.position.x = inf;
        ASSERTm(failed_case("body %d", i), collide_world_add(w, &b, &h) == COLLIDE_ERROR_ARGUMENT);
        ASSERT(h.index == 0 && h.generation == 0);
    }
    b = thing_desc(11, p);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_add(w, &b, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_add(w, NULL, &h));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_add(NULL, &b, &h));
    ASSERT_EQ(COLLIDE_OK, collide_world_add(w, &b, &h));
    ASSERT_EQ(COLLIDE_ERROR_HANDLE, collide_world_remove(w, none));
    ASSERT_EQ(COLLIDE_ERROR_HANDLE, collide_world_pose(w, none, &p));
    ASSERT(collide_vec3_length(p.position) <= 0);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_pose(w, h, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_clear_pose(w, h, NULL));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_move_part(w, h, 7, p));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_move_part(w, h, -1, p));
    p.position.x = power_of_two(COLLIDE_I_LARGEST_EXPONENT - 2) * 2;
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_move_part(w, h, 1, p));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_move(w, h, p));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_pair_set(w, h, h, 0));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_update(NULL));
    ASSERT(collide_world_pairs(NULL, &i) == NULL && i == 0);
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_overlap(w, bad, pose_at(0, 0, 0), 0, NULL, &hit, 1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_ray(w, collide_i_vec(inf, 0, 0), p.position, 0, NULL, &hit, 1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_ray(w, p.position, p.position, 0, NULL, NULL, 1));
    ASSERT_EQ(COLLIDE_ERROR_ARGUMENT, collide_world_ray(w, p.position, p.position, 0, NULL, &hit, -1));
    collide_world_destroy(w);
    collide_world_destroy(NULL);
    PASS();
}

TEST world_takes_any_bytes(void)
{
    run_fuzz_target(fuzz_world, 808, COUNT(60, 10000));
    PASS();
}

SUITE(world)
{
    RUN_TEST(worlds_are_as_brute_force_has_it);
    RUN_TEST(ways_are_as_brute_force_has_it);
    RUN_TEST(nothing_tunnels);
    RUN_TEST(pairs_begin_and_end);
    RUN_TEST(still_bodies_and_switched_pairs);
    RUN_TEST(world_queries_find_what_a_loop_finds);
    RUN_TEST(worlds_fill_up_and_go_on);
    RUN_TEST(worlds_survive_failed_allocations);
    RUN_TEST(any_number_of_workers_finds_the_same);
    RUN_TEST(worlds_warm_up);
#ifdef TESTS_THREADS
    RUN_TEST(worlds_run_in_threads);
#endif
    RUN_TEST(what_takes_long_is_no_contact);
    RUN_TEST(failed_updates_are_not_seen);
    RUN_TEST(depth_is_that_of_what_touches);
    RUN_TEST(ways_out_lead_out);
    RUN_TEST(a_body_of_joints_only);
    RUN_TEST(a_hand_in_a_kitchen);
    RUN_TEST(worlds_can_be_drawn);
    RUN_TEST(bad_bodies_are_refused);
    RUN_TEST(world_takes_any_bytes);
}

GREATEST_MAIN_DEFS();

static int run_all(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(config);
    RUN_SUITE(math);
    RUN_SUITE(memory);
    RUN_SUITE(tree);
    RUN_SUITE(mesh);
    RUN_SUITE(shape);
    RUN_SUITE(screw);
    RUN_SUITE(gjk);
    RUN_SUITE(probe);
    RUN_SUITE(plucker);
    RUN_SUITE(trace);
    RUN_SUITE(nearest);
    RUN_SUITE(sweep);
    RUN_SUITE(screen);
    RUN_SUITE(world);
    GREATEST_MAIN_END();
}

int main(int argc, char **argv)
{
    const char *seed = getenv("TESTS_SEED");
    struct greatest_report_t report;
    int status;
    if (seed) tests_seed = strtoul(seed, NULL, 10);
    status = run_all(argc, argv);
    greatest_get_report(&report);
    printf("%u passed, %u failed\n", report.passed, report.failed);
    return status;
}

#endif
#endif
