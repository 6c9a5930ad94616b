/* collide_tests.c - the tests of collide.h                    SPDX-License-Identifier: MIT OR Unlicense

   One file, several programs:
       (nothing)            the test program; options as greatest.h has them, e.g. -s math -v
       -DTESTS_QUICK        the same with a tenth of the generated cases, for slow instrumented builds
       -DTESTS_SOAK         the same with the full counts that the manual's promises name
       -DTESTS_HASH         prints one hash of result bits per section: the same on every machine
       -DTESTS_FUZZ         a libFuzzer target over all sections
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

#if !defined(TESTS_HASH) && !defined(TESTS_FUZZ)
#include "greatest.h"
#endif

/* How many cases: in instrumented builds, in `make test`, in `make soak`. */
#if defined(TESTS_QUICK)
#define COUNT(test, soak) ((test) / 10)
#elif defined(TESTS_SOAK)
#define COUNT(test, soak) (soak)
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

/* One row per section, with the hashes that every machine must find: high and low half, in float and in double. */
static const struct {
    const char *section;
    uint64_t (*hash)(void);
    uint32_t in_float[2], in_double[2];
} hash_rows[] = {{"MATH", hash_math, {0xe248fdc4U, 0x7e9e5b8dU}, {0xf0e928faU, 0x5faf8508U}},
                 {"TREE", hash_tree, {0xffb3a6dfU, 0xf2ff4a6eU}, {0xc6ad40f5U, 0x293275cbU}},
                 {"MESH", hash_mesh, {0xbf98360dU, 0x42edacaeU}, {0x61ab5364U, 0xfbe2cabeU}}};
enum { HASH_ROWS = (int)(sizeof hash_rows / sizeof *hash_rows) };

/* ---------------------------------------------------------------------------------------- an allocator that watches */

/* Counts what is out, fails from the k-th request on (k = 0: never), and surrounds each block with a pattern. */
typedef struct {
    int fail_at, requests, blocks;
    size_t bytes;
    int damaged;
} watch;

enum { FENCE = 16 };

static void *watch_alloc(void *user, size_t size)
{
    watch *w = (watch *)user;
    unsigned char *p;
    w->requests++;
    if (w->fail_at && w->requests >= w->fail_at) return NULL;
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

#ifdef TESTS_FUZZ

static void (*const fuzz_targets[])(bytes *) = {fuzz_math, fuzz_memory, fuzz_tree, fuzz_mesh, fuzz_obj, fuzz_block};
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

static char case_text[256];

/* The message of a failed case: seed, number and what went wrong. */
static const char *failed_case(const char *format, ...)
{
    va_list list;
    int n = snprintf(case_text, sizeof case_text, "seed %lu: ", (unsigned long)tests_seed);
    va_start(list, format);
    vsnprintf(case_text + n, sizeof case_text - (size_t)n, format, list);
    va_end(list);
    return case_text;
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

/* libm in a wider type is the reference, where there is one. */
#ifdef COLLIDE_DOUBLE
typedef long double wide;
#define WIDE(name) name##l
#define WIDE_ENOUGH (LDBL_MANT_DIG >= 64)
#define MOST_ULP 2.0
#else
typedef double wide;
#define WIDE(name) name
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
        ASSERT(tree->node_count < MANY * 3 / 5);
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
    collide_mesh *m;
    collide_mesh_report report;
    unsigned i;
    int line;
    ASSERTm(collide_mesh_report_text(&report),
            collide_mesh_create_from_obj(&m, box, sizeof box - 1, 0, NULL, &report, &line) == COLLIDE_OK);
    ASSERT(collide_mesh_vertex_count(m) == 8 && collide_mesh_face_count(m) == 6 && collide_mesh_volume(m) == 8 &&
           line == 0);
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
    static const struct {
        const unsigned char *data;
        size_t size;
    } inputs[] = {{two_corners, sizeof two_corners}, {spike, sizeof spike}};
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
    RUN_TEST(coplanar_faces_are_merged);
    RUN_TEST(supports_are_the_furthest);
    RUN_TEST(hulls_hold_all_points);
    RUN_TEST(hulls_have_the_facets_of_brute_force);
    RUN_TEST(obj_files_are_read);
    RUN_TEST(decimals_are_exact);
    RUN_TEST(bad_meshes_are_refused);
    RUN_TEST(a_million_corners_end_soon);
    RUN_TEST(meshes_survive_failed_allocations);
    RUN_TEST(scales_and_strides);
    RUN_TEST(sheets_have_borders);
    RUN_TEST(meshes_that_once_broke);
    RUN_TEST(meshes_take_any_bytes);
}

/* ---------------------------------------------------------------------------------------------------------------- */

GREATEST_MAIN_DEFS();

static int run_all(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(config);
    RUN_SUITE(math);
    RUN_SUITE(memory);
    RUN_SUITE(tree);
    RUN_SUITE(mesh);
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
