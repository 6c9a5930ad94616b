/* collide.h - when and where do moving things touch?                    version 0.1.0
   SPDX-License-Identifier: MIT OR Unlicense

   One C99 / C++11 header, libc and libm only. In any file that uses it:

       #define COLLIDE_IMPLEMENTATION
       #include "collide.h"

   Everything is then there as static functions; what you do not call costs nothing.

   CONTENTS (search for the tag: first hit here, second the API, third the implementation)

       [CONFIG]   macros you may define, results, flags
       [MATH]     vectors, quaternions, poses, boxes; sin, cos, atan2 with the same bits everywhere
       [MEMORY]   allocators, fixed buffers, scratch memory
       [TREE]     a flat tree over boxes: what does a box, a ray, a flying box meet; what is nearest

   EXAMPLE

       #include <stdio.h>
       #define COLLIDE_IMPLEMENTATION
       #include "collide.h"

       int main(void)
       {
           collide_vec3 up = {0, 1, 0}, size = {2, 1, 4}, muzzle = {0, 0, 3};
           collide_pose tank = {{100, 0, 50}, {0, 0, 0, 0}};        // all-zero rotation: not turned
           collide_pose turret = {{0, 2, 0}, {0, 0, 0, 0}};
           collide_aabb hull, wall = {{98, 0, 55}, {104, 3, 56}};
           tank.rotation = collide_quat_from_axis_angle(up, 3.14159265f / 4);
           turret.rotation = collide_quat_from_axis_angle(up, -3.14159265f / 4);
           muzzle = collide_pose_apply(collide_pose_compose(tank, turret), muzzle);
           printf("muzzle at %g %g %g\n", (double)muzzle.x, (double)muzzle.y, (double)muzzle.z);
           hull.lower = collide_vec3_scale(size, -1);
           hull.upper = size;
           hull = collide_aabb_transform(hull, tank);               // the box around the turned box
           printf("the tank %s the wall's box\n", collide_aabb_overlap(hull, wall) ? "reaches" : "misses");
           return 0;
       }

   WHAT TO CALL, BY TASK

       place a thing                    collide_pose, collide_pose_compose, collide_pose_inverse
       from or to an engine's matrix    collide_pose_from_matrix, collide_pose_to_matrix
       turn about an axis               collide_quat_from_axis_angle
       box around a turned box          collide_aabb_transform
       do two boxes meet                collide_aabb_overlap
       run without malloc               collide_fixed_allocator, COLLIDE_NO_MALLOC
       is this build bit-exact?         collide_fp_selftest
       what does -1 mean                collide_result_text

   CONFIGURATION: define before the include. "All" must be the same in every file of the program;
   "impl" matters only where COLLIDE_IMPLEMENTATION is defined.

       macro                    default     who    effect
       COLLIDE_IMPLEMENTATION   -           one+   the functions themselves; without it types and constants only
       COLLIDE_EXTERN           off         all    one external copy in the one file that defines
                                                   COLLIDE_IMPLEMENTATION, prototypes in all the others
       COLLIDE_DOUBLE           off         all    collide_real is double instead of float
       COLLIDE_NO_MALLOC        off         impl   never refer to malloc; every object then needs an allocator
       COLLIDE_MALLOC(size)     malloc      impl   used where no allocator is given; define it with COLLIDE_FREE
       COLLIDE_FREE(block)      free        impl
       COLLIDE_SQRT(x)          sqrtf/sqrt  impl   must be correctly rounded
       COLLIDE_NO_SIMD          off         impl   plain C instead of SSE2 or NEON; the same bits
       COLLIDE_RELAXED_MATH     off         impl   build under fast-math, x87 or fused multiply-add all the same;
                                                   results then differ from machine to machine

   CONVENTIONS

       Right-handed. Quaternions are (x, y, z, w); an all-zero one means no rotation. Poses map local to world.
       Negative results are errors, 0 a miss or plain success, 1 a hit. Bad input (NaN, infinite, a rotation whose
       norm is outside [0.5, 2], ...) is refused: a negative result, or all zero from a function that returns a value.
       Nothing is global, nothing locks, nothing prints: any thread may call anything on its own data.

   LIMITS

       Coordinates and lengths up to 2^30 in float (about 1e9), 2^250 in double; beyond that they are refused
       like infinities, so that products never overflow. Results have the same bits on every processor and compiler
       that keeps to IEEE 754; that needs no fast-math and round-to-nearest, and clang's -ffp-contract=fast
       (not its default) must be off: collide_fp_selftest notices. 32-bit ARM runs the plain C path, since
       NEON there flushes denormals.

   GLOSSARY

       pose      position and rotation of a rigid body; applied as x -> rotation x + position
       aabb      box with faces square to the axes, lower and upper corner
       ulp       distance between neighbouring numbers of the type, at the true value
       scratch   memory that queries borrow; it grows to the most any query needed and is then reused
*/

#ifndef COLLIDE_H
#define COLLIDE_H

#include <stddef.h>

#define COLLIDE_VERSION 100 /* major * 10000 + minor * 100 + patch */

/* Static functions that nobody calls are what this header is made of: no compiler shall warn about them.
   clang is told by a pragma, since it can also warn about calling what is marked unused. */
#if defined(__clang__)
#define COLLIDE_I_STATIC static
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-function"
#elif defined(__GNUC__)
#define COLLIDE_I_STATIC static __attribute__((unused))
#else
#define COLLIDE_I_STATIC static
#endif

/* COLLIDE_API marks the public functions; where it stays undefined, their prototypes are left out. */
#if defined(COLLIDE_EXTERN)
#define COLLIDE_API extern
#elif defined(COLLIDE_IMPLEMENTATION)
#define COLLIDE_API COLLIDE_I_STATIC
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ======================================================================================== API
   [CONFIG] macros a user may define; results
   ============================================================================================ */

#ifdef COLLIDE_DOUBLE
typedef double collide_real;
#else
typedef float collide_real;
#endif

typedef int collide_result;

/* One list for the codes and their sentences; see collide_result_text. */
#define COLLIDE_RESULTS(X)                                                                                             \
    X(COLLIDE_HIT, 1, "hit")                                                                                           \
    X(COLLIDE_OK, 0, "success, or nothing hit")                                                                        \
    X(COLLIDE_ERROR_ARGUMENT, -1, "an argument is missing, not finite, too large or otherwise out of range")           \
    X(COLLIDE_ERROR_MEMORY, -2, "the allocator gave no memory, or none was given although malloc is compiled out")     \
    X(COLLIDE_ERROR_FULL, -3, "a fixed capacity is used up")                                                           \
    X(COLLIDE_ERROR_MESH, -4, "the mesh has a defect that was not mended; its report names it")                        \
    X(COLLIDE_ERROR_HANDLE, -5, "the handle belongs to nothing, or to something already removed")                      \
    X(COLLIDE_ERROR_VERSION, -6, "the block was made by another version, number type or byte order")

#define COLLIDE_I_ENUMERATOR(name, value, text) name = value,
enum { COLLIDE_RESULTS(COLLIDE_I_ENUMERATOR) COLLIDE_MISS = 0 };
#undef COLLIDE_I_ENUMERATOR

/* Flags of results. */
enum {
    COLLIDE_STARTED_INSIDE = 1, /* the two overlapped at the start: time 0, the normal is the way out */
    COLLIDE_NOT_CONVERGED = 2   /* an iteration bound was reached; the answer is a safe bound, not exact */
};

/* Kinds of contact: vertex of A on face of B, face of A under vertex of B, edge against edge. */
enum { COLLIDE_VF = 1, COLLIDE_FV = 2, COLLIDE_EE = 3 };

#ifdef COLLIDE_API
/* A sentence for any result, never NULL. */
COLLIDE_API const char *collide_result_text(collide_result r);
#endif

/* ======================================================================================== API
   [MATH] vectors, quaternions, poses, boxes; deterministic functions
   ============================================================================================ */

typedef struct {
    collide_real x, y, z;
} collide_vec3;

typedef struct {
    collide_real x, y, z, w; /* all zero: identity */
} collide_quat;

typedef struct {
    collide_vec3 position;
    collide_quat rotation; /* normalised on entry; a norm outside [0.5, 2] is refused */
} collide_pose;

typedef struct {
    collide_vec3 lower, upper; /* touching counts as overlapping */
} collide_aabb;

/* What collide_fp_selftest found broken. */
enum {
    COLLIDE_FP_CONTRACTED = 1, /* a * b + c is rounded once, not twice */
    COLLIDE_FP_EXCESS = 2,     /* intermediate results carry more digits than the type */
    COLLIDE_FP_FLUSHED = 4,    /* denormal numbers become zero */
    COLLIDE_FP_ROUNDING = 8    /* the rounding mode is not to nearest */
};

#ifdef COLLIDE_API
/* At most 1 ulp off in float and 2 in double, for every finite argument; the same bits on every machine.
   NaN for arguments that are not finite. atan2 minds the signs of zeros as libm's does. */
COLLIDE_API collide_real collide_sin(collide_real radians);
COLLIDE_API collide_real collide_cos(collide_real radians);
COLLIDE_API collide_real collide_atan2(collide_real y, collide_real x);

/* 0 where this build computes as promised, else a sum of COLLIDE_FP_ bits. Run it once at start-up. */
COLLIDE_API unsigned collide_fp_selftest(void);

COLLIDE_API collide_vec3 collide_vec3_add(collide_vec3 a, collide_vec3 b);
COLLIDE_API collide_vec3 collide_vec3_sub(collide_vec3 a, collide_vec3 b);
COLLIDE_API collide_vec3 collide_vec3_scale(collide_vec3 a, collide_real s);
COLLIDE_API collide_vec3 collide_vec3_cross(collide_vec3 a, collide_vec3 b);
COLLIDE_API collide_real collide_vec3_dot(collide_vec3 a, collide_vec3 b);
COLLIDE_API collide_real collide_vec3_length(collide_vec3 a);
COLLIDE_API collide_vec3 collide_vec3_normalize(collide_vec3 a); /* zero stays zero */

COLLIDE_API collide_quat collide_quat_from_axis_angle(collide_vec3 axis, collide_real radians); /* any length but 0 */
COLLIDE_API collide_quat collide_quat_multiply(collide_quat a, collide_quat b);                 /* a after b */

COLLIDE_API collide_pose collide_pose_identity(void);
COLLIDE_API int collide_pose_valid(collide_pose p); /* 1 where queries accept it */
/* Column-major 4x4 as engines have them: m[12..14] is the position. The 3x3 part must be a rotation to within 1 %;
   scaling, shearing and mirroring belong into the mesh, and give all zero here. */
COLLIDE_API collide_pose collide_pose_from_matrix(const collide_real m[16]);
COLLIDE_API void collide_pose_to_matrix(collide_pose p, collide_real m[16]);
COLLIDE_API collide_pose collide_pose_compose(collide_pose a, collide_pose b); /* a after b */
COLLIDE_API collide_pose collide_pose_inverse(collide_pose p);
COLLIDE_API collide_vec3 collide_pose_apply(collide_pose p, collide_vec3 x);         /* a point: local to world */
COLLIDE_API collide_vec3 collide_pose_apply_inverse(collide_pose p, collide_vec3 x); /* a point: world to local */
COLLIDE_API collide_vec3 collide_pose_rotate(collide_pose p, collide_vec3 x);        /* a direction */

COLLIDE_API int collide_aabb_overlap(collide_aabb a, collide_aabb b); /* 1 also where they only touch */
COLLIDE_API collide_aabb collide_aabb_join(collide_aabb a, collide_aabb b);
COLLIDE_API collide_aabb collide_aabb_transform(collide_aabb box, collide_pose p); /* the box around the moved box */
/* The box around all places of a box that turns about an axis through origin: tight. */
COLLIDE_API collide_aabb collide_aabb_arc(collide_aabb box, collide_vec3 origin, collide_vec3 axis, collide_real radians);
#endif

/* ======================================================================================== API
   [MEMORY] allocator, fixed buffer, growable scratch
   ============================================================================================ */

/* Both functions get `user`. alloc returns memory aligned for any type, or NULL; free gets the size back. */
typedef struct {
    void *(*alloc)(void *user, size_t size);
    void (*free)(void *user, void *block, size_t size);
    void *user;
} collide_allocator;

/* A caller's array as memory: set memory and size, zero the rest. A freed block is reclaimed
   only when it was the last one given, so make what lives longest first. */
typedef struct {
    void *memory;
    size_t size;
    size_t used; /* bytes given out now */
    size_t high; /* the most that were ever given out: what `size` could be */
} collide_fixed_buffer;

/* Room for queries: collide_scratch s = {0}; one per thread. It grows to the most any query has needed and is then
   reused, so a program that has warmed up allocates nothing. */
typedef struct {
    const collide_allocator *allocator; /* NULL: COLLIDE_MALLOC */
    void *chunk;                        /* the rest is the library's own */
    size_t used, below, high;
} collide_scratch;

#ifdef COLLIDE_API
COLLIDE_API collide_allocator collide_fixed_allocator(collide_fixed_buffer *buffer); /* must outlive the allocator */
COLLIDE_API collide_result collide_scratch_reserve(collide_scratch *s, size_t size); /* take it all now, not later */
COLLIDE_API void collide_scratch_free(collide_scratch *s);                           /* may be used again after */
#endif

/* ======================================================================================== API
   [TREE] a flat tree over boxes

   For any set of boxes that does not move: built once, walked by box, by a box that flies straight (a ray is one
   without size), or outwards from a box. Walks allocate nothing. Meshes carry one over their faces.
   ============================================================================================ */

typedef struct collide_tree collide_tree;

enum { COLLIDE_TREE_DEPTH = 32 }; /* no tree is deeper, whatever the boxes */

/* A walk under way. Lower `bound` while it runs to shorten it: nothing beyond is visited any more. */
typedef struct {
    collide_real bound;        /* cast: the latest time of interest; near: the largest squared distance */
    collide_real key;          /* of what collide_tree_next returned: when the boxes meet, or their squared distance */
    const collide_tree *tree;  /* the rest is the library's own */
    collide_aabb box;
    collide_vec3 move;
    int kind, top;
    collide_real keys[3 * COLLIDE_TREE_DEPTH + 1];
    int items[3 * COLLIDE_TREE_DEPTH + 1];
} collide_tree_walk;

#ifdef COLLIDE_API
COLLIDE_API collide_result collide_tree_create(collide_tree **tree, const collide_aabb *boxes, int count,
                                               const collide_allocator *allocator);
COLLIDE_API void collide_tree_destroy(collide_tree *tree);
/* Begin a walk; then collide_tree_next gives the index of one box after the other, -1 at the end. Cast and near take the
   nearer of two branches first, so that an early hit can lower the bound. Bad input: the walk is empty. */
COLLIDE_API collide_result collide_tree_walk_box(collide_tree_walk *walk, const collide_tree *tree, collide_aabb box);
COLLIDE_API collide_result collide_tree_walk_cast(collide_tree_walk *walk, const collide_tree *tree, collide_aabb box,
                                                  collide_vec3 move);
COLLIDE_API collide_result collide_tree_walk_near(collide_tree_walk *walk, const collide_tree *tree, collide_aabb box,
                                                  collide_real within);
COLLIDE_API int collide_tree_next(collide_tree_walk *walk);
#endif

/* A file compiled for float and one compiled for double must not share one external copy: each refers to
   a symbol that only an implementation with its own number type defines, so the linker refuses the mixture. */
#ifdef COLLIDE_EXTERN
#ifdef COLLIDE_DOUBLE
#define COLLIDE_I_TYPE_GUARD collide_real_is_double
#else
#define COLLIDE_I_TYPE_GUARD collide_real_is_float
#endif
extern const char COLLIDE_I_TYPE_GUARD;
#if defined(__GNUC__)
static const char *const collide_i_type_guard __attribute__((used)) = &COLLIDE_I_TYPE_GUARD;
#elif defined(_MSC_VER)
#ifdef COLLIDE_DOUBLE
#pragma detect_mismatch("collide_real", "double")
#else
#pragma detect_mismatch("collide_real", "float")
#endif
#endif
#endif

#ifdef __cplusplus
}
#endif
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
#endif /* COLLIDE_H */

#if defined(COLLIDE_IMPLEMENTATION) && !defined(COLLIDE_H_IMPLEMENTATION)
#define COLLIDE_H_IMPLEMENTATION

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#if !defined(COLLIDE_NO_MALLOC) && !defined(COLLIDE_MALLOC)
#include <stdlib.h>
#define COLLIDE_MALLOC(size) malloc(size)
#define COLLIDE_FREE(block) free(block)
#endif
#ifndef COLLIDE_NO_SIMD
#if defined(__SSE2__) || defined(_M_X64) || defined(_M_AMD64)
#define COLLIDE_I_SSE2
#include <emmintrin.h>
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define COLLIDE_I_NEON /* 64-bit only: 32-bit NEON flushes denormals */
#include <arm_neon.h>
#endif
#endif

/* ============================================================================= IMPLEMENTATION
   [CONFIG] what the compiler must promise, linkage, tolerances

   Results have the same bits everywhere because every operation used is one that IEEE 754 defines to the
   last bit: + - * / sqrt, comparisons and conversions. What could spoil that is refused here or switched off:
   fast-math, x87 registers, and the contraction of a * b + c into one rounding.
   ============================================================================================ */

#ifndef COLLIDE_RELAXED_MATH
#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||  \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "collide.h: fast-math changes results from build to build; compile without it or define COLLIDE_RELAXED_MATH"
#endif
#ifdef FLT_EVAL_METHOD
#if FLT_EVAL_METHOD != 0
#error "collide.h: excess precision (x87?); use -msse2 -mfpmath=sse or define COLLIDE_RELAXED_MATH"
#endif
#endif
/* Off inside this header only: what the user's own code does is restored at the end. For gcc only where the
   processor can fuse at all, since it never inlines across such a change of options. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && (defined(__FP_FAST_FMAF) || defined(__FP_FAST_FMA))
#define COLLIDE_I_GCC_FUSES
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif
#endif

#ifndef COLLIDE_API /* the types were included before, without the implementation */
#define COLLIDE_API COLLIDE_I_STATIC
#endif
#define COLLIDE_I_INLINE COLLIDE_I_STATIC inline

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-function"
#elif defined(_MSC_VER)
#pragma warning(disable : 4505) /* unused function: reported at the end of the file, so never switched on again */
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A literal of the number type. Double literals pass through long double so that a build
   which warns about every literal without a suffix stays silent; each is exact or has 17 digits. */
#ifdef COLLIDE_DOUBLE
#define COLLIDE_R(literal) ((collide_real)literal##L)
#define COLLIDE_I_EPSILON COLLIDE_R(2.220446049250313080847263336181640625e-16)
#define COLLIDE_I_LARGEST_EXPONENT 250
typedef uint64_t collide_i_bits;
#define COLLIDE_I_MANTISSA 52
#define COLLIDE_I_BIAS 1023
#else
#define COLLIDE_R(literal) literal##f
#define COLLIDE_I_EPSILON COLLIDE_R(1.1920928955078125e-7)
#define COLLIDE_I_LARGEST_EXPONENT 30
typedef uint32_t collide_i_bits;
#define COLLIDE_I_MANTISSA 23
#define COLLIDE_I_BIAS 127
#endif

/* Defined in the implementation only, for its number type only. */
#ifdef COLLIDE_EXTERN
const char COLLIDE_I_TYPE_GUARD = 1;
#endif

COLLIDE_API const char *collide_result_text(collide_result r)
{
    switch (r) {
#define COLLIDE_I_CASE(name, value, text)                                                                              \
    case name: return text;
        COLLIDE_RESULTS(COLLIDE_I_CASE)
#undef COLLIDE_I_CASE
    default: return r < 0 ? "an unknown error" : "a count";
    }
}

/* ============================================================================= IMPLEMENTATION
   [MATH] numbers, vectors, rotations, four lanes
   ============================================================================================ */

/* ---- bits of numbers ---- */

COLLIDE_I_INLINE collide_i_bits collide_i_to_bits(collide_real x)
{
    collide_i_bits u;
    memcpy(&u, &x, sizeof u);
    return u;
}

COLLIDE_I_INLINE collide_real collide_i_from_bits(collide_i_bits u)
{
    collide_real x;
    memcpy(&x, &u, sizeof x);
    return x;
}

#define COLLIDE_I_SIGN ((collide_i_bits)1 << (8 * sizeof(collide_real) - 1))
/* The bits of 2^exponent. */
#define COLLIDE_I_POWER(exponent) ((collide_i_bits)(COLLIDE_I_BIAS + (exponent)) << COLLIDE_I_MANTISSA)

/* Finite, and not so large that a product of four could overflow. An integer comparison, because
   it also holds where the compiler assumes that NaN does not exist. */
COLLIDE_I_INLINE int collide_i_usable(collide_real x)
{
    return (collide_i_to_bits(x) & ~COLLIDE_I_SIGN) <= COLLIDE_I_POWER(COLLIDE_I_LARGEST_EXPONENT);
}

COLLIDE_I_INLINE int collide_i_finite(collide_real x)
{
    return (collide_i_to_bits(x) & ~COLLIDE_I_SIGN) < COLLIDE_I_POWER(COLLIDE_I_BIAS + 1);
}

COLLIDE_I_INLINE int collide_i_negative(collide_real x) /* -0 too */
{
    return (collide_i_to_bits(x) & COLLIDE_I_SIGN) != 0;
}

COLLIDE_I_INLINE collide_real collide_i_abs(collide_real x)
{
    return collide_i_from_bits(collide_i_to_bits(x) & ~COLLIDE_I_SIGN);
}

COLLIDE_I_INLINE collide_real collide_i_min(collide_real a, collide_real b) { return a < b ? a : b; }
COLLIDE_I_INLINE collide_real collide_i_max(collide_real a, collide_real b) { return a > b ? a : b; }
COLLIDE_I_INLINE collide_real collide_i_clamp(collide_real x, collide_real lower, collide_real upper)
{
    return collide_i_min(collide_i_max(x, lower), upper);
}

COLLIDE_I_INLINE collide_real collide_i_sqrt(collide_real x)
{
#if defined(COLLIDE_SQRT)
    return COLLIDE_SQRT(x);
#elif defined(COLLIDE_I_SSE2) && defined(COLLIDE_DOUBLE) /* libm's would also set errno */
    return _mm_cvtsd_f64(_mm_sqrt_pd(_mm_set1_pd(x)));
#elif defined(COLLIDE_I_SSE2)
    return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));
#elif defined(COLLIDE_DOUBLE)
    return sqrt(x);
#else
    return sqrtf(x);
#endif
}

/* ---- unevaluated pairs: hi + lo holds twice the digits of one number ---- */

typedef struct {
    collide_real hi, lo;
} collide_i_pair;

/* hi + lo = a + b exactly (Knuth). */
COLLIDE_I_INLINE collide_i_pair collide_i_two_sum(collide_real a, collide_real b)
{
    collide_i_pair s;
    collide_real t;
    s.hi = a + b;
    t = s.hi - a;
    s.lo = (a - (s.hi - t)) + (b - t);
    return s;
}

/* The same where |a| >= |b| or a is 0. */
COLLIDE_I_INLINE collide_i_pair collide_i_fast_two_sum(collide_real a, collide_real b)
{
    collide_i_pair s;
    s.hi = a + b;
    s.lo = b - (s.hi - a);
    return s;
}

/* The upper half of a's digits. */
COLLIDE_I_INLINE collide_real collide_i_upper_half(collide_real a)
{
#ifdef COLLIDE_DOUBLE
    collide_real c = a * COLLIDE_R(134217729.0); /* 2^27 + 1 */
#else
    collide_real c = a * COLLIDE_R(4097.0); /* 2^12 + 1 */
#endif
    return c - (c - a);
}

/* hi + lo = a * b exactly, barring underflow (Dekker). */
COLLIDE_I_INLINE collide_i_pair collide_i_two_product(collide_real a, collide_real b)
{
    collide_i_pair p;
    collide_real a1 = collide_i_upper_half(a), a2 = a - a1;
    collide_real b1 = collide_i_upper_half(b), b2 = b - b1;
    p.hi = a * b;
    p.lo = ((a1 * b1 - p.hi) + a1 * b2 + a2 * b1) + a2 * b2;
    return p;
}

/* ---- sin, cos, atan2 ---- */

COLLIDE_I_INLINE collide_real collide_i_polynomial(const collide_real *terms, int count, collide_real x)
{
    collide_real sum = terms[count - 1];
    int i;
    for (i = count - 2; i >= 0; i--) sum = sum * x + terms[i];
    return sum;
}

/* sin(x + tail) = x + x^3 S(x^2) + tail cos x on |x| <= 0.7863; terms by Remez exchange over the type's numbers. */
COLLIDE_I_STATIC collide_real collide_i_sin_near_zero(collide_real x, collide_real tail)
{
#ifdef COLLIDE_DOUBLE
    static const collide_real terms[] = {COLLIDE_R(-0.16666666666666666),    COLLIDE_R(0.008333333333331293),
                                         COLLIDE_R(-0.00019841269837054986), COLLIDE_R(2.7557316206196093e-06),
                                         COLLIDE_R(-2.505114763723323e-08),  COLLIDE_R(1.5919000518664621e-10)};
    enum { rest = 5 };
#else
    static const collide_real terms[] = {COLLIDE_R(-0.166666642), COLLIDE_R(0.0083327163), COLLIDE_R(-0.000195835717)};
    enum { rest = 2 };
#endif
    collide_real z = x * x, cube = z * x;
    collide_real s = collide_i_polynomial(terms + 1, rest, z);
    return x - ((z * (tail / 2 - cube * s) - tail) - cube * terms[0]); /* small parts first */
}

/* cos(x + tail) = 1 - x^2/2 + x^4 C(x^2) - tail sin x on |x| <= 0.7863. */
COLLIDE_I_STATIC collide_real collide_i_cos_near_zero(collide_real x, collide_real tail)
{
#ifdef COLLIDE_DOUBLE
    static const collide_real terms[] = {COLLIDE_R(0.041666666666666664),   COLLIDE_R(-0.001388888888888705),
                                         COLLIDE_R(2.4801587298441353e-05), COLLIDE_R(-2.755731714800357e-07),
                                         COLLIDE_R(2.087612563773167e-09),  COLLIDE_R(-1.138138251748632e-11)};
    enum { count = 6 };
#else
    static const collide_real terms[] = {COLLIDE_R(0.0416666642), COLLIDE_R(-0.00138882711), COLLIDE_R(2.45436095e-05)};
    enum { count = 3 };
#endif
    collide_real z = x * x, half = z / 2, w = 1 - half;
    return w + (((1 - w) - half) + (z * z * collide_i_polynomial(terms, count, z) - x * tail));
}

/* Any finite x > 8192 as quadrant pi/2 + (hi + lo), by Payne and Hanek: multiply the integer mantissa with just
   those 32-bit words of 2/pi that decide the quadrant (mod 4) and the fraction, in integers.

       x 2/pi = sum over j, i of  m[j] two_over_pi[i] 2^(32 (j + shift - i - 1)),   x = (m2 m1 m0) 2^(32 shift)

   Word k of the result has weight 2^(-32 k): products of larger weight are multiples of 4. */
COLLIDE_I_STATIC unsigned collide_i_reduce_huge(collide_real x, collide_i_pair *r)
{
    static const uint32_t two_over_pi[] = {
        0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u, 0xF534DDC0u, 0xDB629599u, 0x3C439041u, 0xFE5163ABu, 0xDEBBC561u,
        0xB7246E3Au, 0x424DD2E0u,
#ifdef COLLIDE_DOUBLE
        0x06492EEAu, 0x09D1921Cu, 0xFE1DEB1Cu, 0xB129A73Eu, 0xE88235F5u, 0x2EBB4484u, 0xE99C7026u, 0xB45F7E41u,
        0x3991D639u, 0x835339F4u, 0x9C845F8Bu, 0xBDF9283Bu, 0x1FF897FFu, 0xDE05980Fu, 0xEF2F118Bu, 0x5A0A6D1Fu,
        0x6D367ECFu, 0x27CB09B7u, 0x4F463F66u, 0x9E5FEA2Du, 0x7527BAC7u, 0xEBE5F17Bu, 0x3D0739F7u, 0x8A5292EAu,
        0x6BFB5FB1u, 0x1F8D5D08u, 0x56033046u, 0xFC7B6BABu, 0xF0CFBC20u
#endif
    };
    enum { words = (int)(sizeof two_over_pi / sizeof *two_over_pi), last = sizeof(collide_real) == 4 ? 5 : 7 };
    collide_i_bits u = collide_i_to_bits(x);
    uint64_t mantissa = (u & (COLLIDE_I_POWER(1 - COLLIDE_I_BIAS) - 1)) | COLLIDE_I_POWER(1 - COLLIDE_I_BIAS);
    int exponent = (int)(u >> COLLIDE_I_MANTISSA) - COLLIDE_I_BIAS - COLLIDE_I_MANTISSA + 96;
    int shift = exponent / 32 - 3, left = exponent % 32, i, j, k;
    uint64_t word[last + 1] = {0}, carry = 0;
    uint32_t m[3], flip, quadrant;
    collide_i_pair sum = {0, 0}, term;
    collide_real weight = 1, tail = 0;
    static const collide_i_pair half_pi = {
#ifdef COLLIDE_DOUBLE
        COLLIDE_R(1.5707963267948966), COLLIDE_R(6.123233995736766e-17)
#else
        COLLIDE_R(1.57079637), COLLIDE_R(-4.37113883e-08)
#endif
    };

    m[0] = (uint32_t)(mantissa << left);
    m[1] = (uint32_t)(mantissa << left >> 32);
    m[2] = left ? (uint32_t)(mantissa >> (64 - left)) : 0;
    for (k = last; k >= 0; k--)
        for (j = 0; j < 3; j++) {
            i = j + shift + k - 1;
            if (i >= 0 && i < words) {
                uint64_t product = (uint64_t)m[j] * two_over_pi[i];
                word[k] += product & 0xFFFFFFFFu;
                if (k > 0) word[k - 1] += product >> 32;
            }
        }
    for (k = last; k >= 0; k--) {
        carry += word[k];
        word[k] = carry & 0xFFFFFFFFu;
        carry >>= 32;
    }
    /* Past the half the next quadrant is nearer: the fraction's complement, negated below. */
    flip = word[1] & 0x80000000u ? 0xFFFFFFFFu : 0;
    quadrant = (uint32_t)word[0] + (flip & 1);
    for (k = 1; k <= last; k++)
        for (j = 16; j >= 0; j -= 16) { /* 16 bits at a time are exact in any type */
            weight /= 65536;
            term = collide_i_two_sum(sum.hi, (collide_real)((((uint32_t)word[k] ^ flip) >> j) & 0xFFFFu) * weight);
            sum.hi = term.hi;
            sum.lo += term.lo;
        }
    term = collide_i_two_product(sum.hi, half_pi.hi);
    tail = term.lo + (sum.hi * half_pi.lo + sum.lo * half_pi.hi);
    *r = collide_i_fast_two_sum(term.hi, tail);
    if (flip) {
        r->hi = -r->hi;
        r->lo = -r->lo;
    }
    return quadrant;
}

/* x = quadrant pi/2 + (hi + lo) for x >= 0, |hi| <= 0.7863; the quadrant counts modulo 4. Cody and Waite: pi/2 in parts so
   short that their products with a 13-bit quadrant are exact; the first two differences are exact as well. */
COLLIDE_I_STATIC unsigned collide_i_reduce(collide_real x, collide_i_pair *r)
{
#ifdef COLLIDE_DOUBLE
    static const collide_real half_pi[4] = {COLLIDE_R(1.5707963109016418), COLLIDE_R(1.5893254712295857e-08),
                                            COLLIDE_R(6.123233995727922e-17), COLLIDE_R(8.843720566135701e-29)};
#else
    static const collide_real half_pi[4] = {COLLIDE_R(1.5703125), COLLIDE_R(0.000483751297), COLLIDE_R(7.54953362e-08),
                                            COLLIDE_R(2.56334407e-12)};
#endif
    const collide_real two_over_pi = COLLIDE_R(0.6366197723675814);
    collide_real n;
    int quadrant;
    if (x > 8192) return collide_i_reduce_huge(x, r);
    quadrant = (int)(x * two_over_pi + COLLIDE_R(0.5));
    n = (collide_real)quadrant;
    *r = collide_i_two_sum((x - n * half_pi[0]) - n * half_pi[1], -(n * half_pi[2]));
    *r = collide_i_fast_two_sum(r->hi, r->lo - n * half_pi[3]);
    return (unsigned)quadrant;
}

/* sin(x + shift pi/2) for x >= 0. */
COLLIDE_I_STATIC collide_real collide_i_sine(collide_real x, unsigned shift)
{
    collide_i_pair r;
    unsigned quadrant;
    collide_real y;
    if (!collide_i_finite(x)) return x - x;
    quadrant = collide_i_reduce(x, &r) + shift;
    y = quadrant & 1u ? collide_i_cos_near_zero(r.hi, r.lo) : collide_i_sin_near_zero(r.hi, r.lo);
    return quadrant & 2u ? -y : y;
}

COLLIDE_API collide_real collide_sin(collide_real radians)
{
    return collide_i_negative(radians) ? -collide_i_sine(-radians, 0) : collide_i_sine(radians, 0);
}

COLLIDE_API collide_real collide_cos(collide_real radians) { return collide_i_sine(collide_i_abs(radians), 1); }

/* The quotient of |y| and |x|, smaller by larger, becomes n pi/4 + sign atan(u) with |u| <= tan(pi/8): beyond that,
   atan q = pi/4 + atan((q - 1)/(q + 1)). u keeps the rounding error of its division as a tail. */
COLLIDE_API collide_real collide_atan2(collide_real y, collide_real x)
{
#ifdef COLLIDE_DOUBLE
    static const collide_real terms[] = {
        COLLIDE_R(-0.3333333333333333),  COLLIDE_R(0.19999999999998921),  COLLIDE_R(-0.14285714285526824),
        COLLIDE_R(0.11111111095902511),  COLLIDE_R(-0.09090908395634881), COLLIDE_R(0.07692287914755029),
        COLLIDE_R(-0.06666296385428563), COLLIDE_R(0.0587764919379537),   COLLIDE_R(-0.052221414236049014),
        COLLIDE_R(0.045176806534710574), COLLIDE_R(-0.03378178714237638), COLLIDE_R(0.01548792771952883)};
    static const collide_i_pair quarters[] = {{0, 0},
                                              {COLLIDE_R(0.7853981633974483), COLLIDE_R(3.061616997868383e-17)},
                                              {COLLIDE_R(1.5707963267948966), COLLIDE_R(6.123233995736766e-17)},
                                              {COLLIDE_R(2.356194490192345), COLLIDE_R(9.184850993605148e-17)},
                                              {COLLIDE_R(3.141592653589793), COLLIDE_R(1.2246467991473532e-16)}};
    enum { count = 12, far_exponent = 500, lift = 600, flat = 28 };
#else
    static const collide_real terms[] = {COLLIDE_R(-0.333333343), COLLIDE_R(0.200001001),  COLLIDE_R(-0.142881796),
                                         COLLIDE_R(0.111252084),  COLLIDE_R(-0.089392975), COLLIDE_R(0.057163056)};
    static const collide_i_pair quarters[] = {{0, 0},
                                              {COLLIDE_R(0.785398185), COLLIDE_R(-2.18556941e-08)},
                                              {COLLIDE_R(1.57079637), COLLIDE_R(-4.37113883e-08)},
                                              {COLLIDE_R(2.3561945), COLLIDE_R(-5.96244032e-09)},
                                              {COLLIDE_R(3.14159274), COLLIDE_R(-8.74227766e-08)}};
    enum { count = 6, far_exponent = 50, lift = 100, flat = 13 };
#endif
    collide_real b = collide_i_abs(x), a = collide_i_abs(y), u, z, tail = 0, sign = 1;
    int n = 0, steep = a > b;
    collide_i_pair sum;
    if (!collide_i_finite(x) || !collide_i_finite(y)) return (x - x) + (y - y);
    if (steep) {
        collide_real t = a;
        a = b;
        b = t;
    }
    if (a <= b * collide_i_from_bits(COLLIDE_I_POWER(-flat))) {
        u = b > 0 ? a / b : 0; /* so flat that atan u = u */
    } else {
        collide_i_pair over = {0, 0}, under = {0, 0}, product;
        collide_real scale = 1; /* away from overflow, and from denormals in the products below */
        if (b > collide_i_from_bits(COLLIDE_I_POWER(far_exponent))) scale = collide_i_from_bits(COLLIDE_I_POWER(-lift));
        if (b < collide_i_from_bits(COLLIDE_I_POWER(-far_exponent))) scale = collide_i_from_bits(COLLIDE_I_POWER(lift));
        over.hi = a *= scale;
        under.hi = b *= scale;
        if (a > b * COLLIDE_R(0.41421356237309503)) {
            over = collide_i_two_sum(a, -b);
            under = collide_i_two_sum(b, a);
            n = 1;
        }
        u = over.hi / under.hi;
        product = collide_i_two_product(u, under.hi);
        z = u * u;
        tail = ((over.hi - product.hi) - product.lo + (over.lo - u * under.lo)) / under.hi;
        tail = u * z * collide_i_polynomial(terms, count, z) + (tail - tail * z);
    }
    if (steep) {
        n = 2 - n;
        sign = -sign;
    }
    if (collide_i_negative(x)) {
        n = 4 - n;
        sign = -sign;
    }
    sum = collide_i_two_sum(quarters[n].hi, sign * u);
    u = sum.hi + (sum.lo + (quarters[n].lo + sign * tail));
    return collide_i_negative(y) ? -u : u;
}

/* Volatile, so that nothing is computed by the compiler; each line asks for one rounding. */
COLLIDE_API unsigned collide_fp_selftest(void)
{
    volatile collide_real one = 1, epsilon = COLLIDE_I_EPSILON, smallest = collide_i_from_bits(COLLIDE_I_POWER(1 - COLLIDE_I_BIAS));
    volatile collide_real up = one + epsilon / 4, down = one + epsilon * 3 / 4, denormal = smallest / 2;
    collide_real a = one + epsilon, square = one + 2 * epsilon, quarter = epsilon / 4, unit = one;
    unsigned broken = 0;
    if (a * a - square > 0) broken |= COLLIDE_FP_CONTRACTED; /* the exact square is square + epsilon^2 */
    if ((unit + quarter) - unit > 0) broken |= COLLIDE_FP_EXCESS;
    if (!(denormal > 0)) broken |= COLLIDE_FP_FLUSHED;
    if (up > one || !(down > one)) broken |= COLLIDE_FP_ROUNDING;
    return broken;
}

/* ---- vectors ---- */

COLLIDE_I_INLINE collide_vec3 collide_i_vec(collide_real x, collide_real y, collide_real z)
{
    collide_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

COLLIDE_I_INLINE collide_vec3 collide_i_add(collide_vec3 a, collide_vec3 b)
{
    return collide_i_vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

COLLIDE_I_INLINE collide_vec3 collide_i_sub(collide_vec3 a, collide_vec3 b)
{
    return collide_i_vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

COLLIDE_I_INLINE collide_vec3 collide_i_scale(collide_vec3 a, collide_real s)
{
    return collide_i_vec(a.x * s, a.y * s, a.z * s);
}

COLLIDE_I_INLINE collide_vec3 collide_i_negate(collide_vec3 a) { return collide_i_vec(-a.x, -a.y, -a.z); }

COLLIDE_I_INLINE collide_real collide_i_dot(collide_vec3 a, collide_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

COLLIDE_I_INLINE collide_vec3 collide_i_cross(collide_vec3 a, collide_vec3 b)
{
    return collide_i_vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

COLLIDE_I_INLINE collide_vec3 collide_i_lowest(collide_vec3 a, collide_vec3 b)
{
    return collide_i_vec(collide_i_min(a.x, b.x), collide_i_min(a.y, b.y), collide_i_min(a.z, b.z));
}

COLLIDE_I_INLINE collide_vec3 collide_i_highest(collide_vec3 a, collide_vec3 b)
{
    return collide_i_vec(collide_i_max(a.x, b.x), collide_i_max(a.y, b.y), collide_i_max(a.z, b.z));
}

/* The largest component's size: a length that can't overflow. */
COLLIDE_I_INLINE collide_real collide_i_extent(collide_vec3 a)
{
    return collide_i_max(collide_i_max(collide_i_abs(a.x), collide_i_abs(a.y)), collide_i_abs(a.z));
}

COLLIDE_I_INLINE int collide_i_usable3(collide_vec3 a)
{
    return collide_i_usable(a.x) & collide_i_usable(a.y) & collide_i_usable(a.z);
}

/* Length and direction at any scale: squares stay away from overflow and from the denormals. Zero stays zero. */
COLLIDE_I_STATIC collide_vec3 collide_i_unit(collide_vec3 a, collide_real *length)
{
    const collide_real lower = collide_i_from_bits(COLLIDE_I_POWER(-COLLIDE_I_BIAS / 3));
    const collide_real upper = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS / 3));
    collide_real extent = collide_i_extent(a), l;
    *length = 0;
    if (!(extent > 0)) return collide_i_vec(0, 0, 0);
    if (extent > lower && extent < upper) {
        *length = l = collide_i_sqrt(collide_i_dot(a, a));
    } else { /* to the middle of the number range, in two steps since one factor may not be representable */
        const collide_real lift = extent < 1 ? upper : lower;
        a = collide_i_scale(a, lift);
        extent *= lift;
        if (!(extent > lower && extent < upper)) {
            a = collide_i_scale(a, lift);
            l = collide_i_sqrt(collide_i_dot(a, a));
            *length = l / lift / lift;
        } else {
            l = collide_i_sqrt(collide_i_dot(a, a));
            *length = l / lift;
        }
    }
    return collide_i_vec(a.x / l, a.y / l, a.z / l);
}

COLLIDE_API collide_vec3 collide_vec3_add(collide_vec3 a, collide_vec3 b) { return collide_i_add(a, b); }
COLLIDE_API collide_vec3 collide_vec3_sub(collide_vec3 a, collide_vec3 b) { return collide_i_sub(a, b); }
COLLIDE_API collide_vec3 collide_vec3_scale(collide_vec3 a, collide_real s) { return collide_i_scale(a, s); }
COLLIDE_API collide_vec3 collide_vec3_cross(collide_vec3 a, collide_vec3 b) { return collide_i_cross(a, b); }
COLLIDE_API collide_real collide_vec3_dot(collide_vec3 a, collide_vec3 b) { return collide_i_dot(a, b); }

COLLIDE_API collide_real collide_vec3_length(collide_vec3 a)
{
    collide_real length;
    (void)collide_i_unit(a, &length);
    return length;
}

COLLIDE_API collide_vec3 collide_vec3_normalize(collide_vec3 a)
{
    collide_real length;
    return collide_i_unit(a, &length);
}

/* ---- rotations and poses ---- */

typedef struct {
    collide_vec3 x, y, z; /* columns: the images of the axes */
} collide_i_mat3;

/* A pose as queries use it: x -> r x + p. */
typedef struct {
    collide_i_mat3 r;
    collide_vec3 p;
} collide_i_frame;

COLLIDE_I_INLINE collide_vec3 collide_i_turn(const collide_i_mat3 *m, collide_vec3 a)
{
    return collide_i_vec(m->x.x * a.x + m->y.x * a.y + m->z.x * a.z, m->x.y * a.x + m->y.y * a.y + m->z.y * a.z,
                         m->x.z * a.x + m->y.z * a.y + m->z.z * a.z);
}

COLLIDE_I_INLINE collide_vec3 collide_i_turn_back(const collide_i_mat3 *m, collide_vec3 a)
{
    return collide_i_vec(collide_i_dot(m->x, a), collide_i_dot(m->y, a), collide_i_dot(m->z, a));
}

/* A unit quaternion's matrix; one whose squared norm is n need not be scaled first (factor 2/n). */
COLLIDE_I_STATIC collide_i_mat3 collide_i_matrix(collide_quat q, collide_real n)
{
    collide_i_mat3 m;
    collide_real s = 2 / n, x = q.x * s, y = q.y * s, z = q.z * s;
    collide_real wx = q.w * x, wy = q.w * y, wz = q.w * z;
    collide_real xx = q.x * x, xy = q.x * y, xz = q.x * z, yy = q.y * y, yz = q.y * z, zz = q.z * z;
    m.x = collide_i_vec(1 - (yy + zz), xy + wz, xz - wy);
    m.y = collide_i_vec(xy - wz, 1 - (xx + zz), yz + wx);
    m.z = collide_i_vec(xz + wy, yz - wx, 1 - (xx + yy));
    return m;
}

/* Squared norm where q may be used as a rotation, else 0; the zero quaternion becomes the identity. */
COLLIDE_I_STATIC collide_real collide_i_rotation_norm(collide_quat *q)
{
    collide_real n;
    if (!(collide_i_usable(q->x) & collide_i_usable(q->y) & collide_i_usable(q->z) & collide_i_usable(q->w))) return 0;
    n = q->x * q->x + q->y * q->y + q->z * q->z + q->w * q->w;
    if (n >= COLLIDE_R(0.25) && n <= 4) return n;
    if (collide_i_abs(q->x) > 0 || collide_i_abs(q->y) > 0 || collide_i_abs(q->z) > 0 || collide_i_abs(q->w) > 0)
        return 0;
    q->w = 1;
    return 1;
}

COLLIDE_I_STATIC collide_result collide_i_frame_of(const collide_pose *p, collide_i_frame *frame)
{
    collide_quat q = p->rotation;
    collide_real n = collide_i_rotation_norm(&q);
    if (!(n > 0) || !collide_i_usable3(p->position)) return COLLIDE_ERROR_ARGUMENT;
    frame->r = collide_i_matrix(q, n);
    frame->p = p->position;
    return COLLIDE_OK;
}

/* 0 where q is no rotation. What is of unit length to rounding stays as it is. */
COLLIDE_I_STATIC int collide_i_quat_normalize(collide_quat *q)
{
    collide_real n = collide_i_rotation_norm(q);
    if (!(n > 0)) return 0;
    if (collide_i_abs(n - 1) > 2 * COLLIDE_I_EPSILON) {
        n = collide_i_sqrt(n);
        q->x /= n;
        q->y /= n;
        q->z /= n;
        q->w /= n;
    }
    return 1;
}

COLLIDE_I_STATIC int collide_i_pose_normalize(collide_pose *p)
{
    return collide_i_quat_normalize(&p->rotation) && collide_i_usable3(p->position);
}

COLLIDE_I_INLINE collide_pose collide_i_pose_zero(void)
{
    collide_pose p = {{0, 0, 0}, {0, 0, 0, 0}};
    return p;
}

/* a + 2 w (q x a) + 2 q x (q x a) for a unit quaternion (q, w). */
COLLIDE_I_INLINE collide_vec3 collide_i_rotate(collide_quat q, collide_vec3 a)
{
    collide_vec3 v = collide_i_vec(q.x, q.y, q.z), t = collide_i_scale(collide_i_cross(v, a), 2);
    return collide_i_add(a, collide_i_add(collide_i_scale(t, q.w), collide_i_cross(v, t)));
}

COLLIDE_I_INLINE collide_quat collide_i_conjugate(collide_quat q)
{
    q.x = -q.x;
    q.y = -q.y;
    q.z = -q.z;
    return q;
}

COLLIDE_I_INLINE collide_quat collide_i_quat_product(collide_quat a, collide_quat b)
{
    collide_quat q;
    q.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    q.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
    q.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    q.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    return q;
}

COLLIDE_API collide_quat collide_quat_from_axis_angle(collide_vec3 axis, collide_real radians)
{
    collide_quat q = {0, 0, 0, 0};
    collide_real length, s;
    collide_vec3 v = collide_i_unit(axis, &length);
    if (!(length > 0) || !collide_i_finite(length) || !collide_i_finite(radians)) return q;
    s = collide_sin(radians / 2);
    q.x = v.x * s;
    q.y = v.y * s;
    q.z = v.z * s;
    q.w = collide_cos(radians / 2);
    return q;
}

COLLIDE_API collide_quat collide_quat_multiply(collide_quat a, collide_quat b)
{
    collide_quat none = {0, 0, 0, 0};
    if (!collide_i_quat_normalize(&a) || !collide_i_quat_normalize(&b)) return none;
    a = collide_i_quat_product(a, b);
    (void)collide_i_quat_normalize(&a);
    return a;
}

COLLIDE_API collide_pose collide_pose_identity(void)
{
    collide_pose p = {{0, 0, 0}, {0, 0, 0, 1}};
    return p;
}

COLLIDE_API int collide_pose_valid(collide_pose p) { return collide_i_pose_normalize(&p); }

/* Shepperd: solve for the largest of the four quaternion components first, so that nothing cancels. */
COLLIDE_I_STATIC collide_quat collide_i_quat_of(const collide_i_mat3 *m)
{
    collide_quat q;
    collide_real a = m->x.x, b = m->y.y, c = m->z.z, trace = a + b + c;
    if (trace >= a && trace >= b && trace >= c) {
        q.x = m->y.z - m->z.y;
        q.y = m->z.x - m->x.z;
        q.z = m->x.y - m->y.x;
        q.w = 1 + trace;
    } else if (a >= b && a >= c) {
        q.x = 1 + a - b - c;
        q.y = m->x.y + m->y.x;
        q.z = m->z.x + m->x.z;
        q.w = m->y.z - m->z.y;
    } else if (b >= c) {
        q.x = m->x.y + m->y.x;
        q.y = 1 + b - a - c;
        q.z = m->y.z + m->z.y;
        q.w = m->z.x - m->x.z;
    } else {
        q.x = m->z.x + m->x.z;
        q.y = m->y.z + m->z.y;
        q.z = 1 + c - a - b;
        q.w = m->x.y - m->y.x;
    }
    a = collide_i_sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    q.x /= a;
    q.y /= a;
    q.z /= a;
    q.w /= a;
    return q;
}

COLLIDE_API collide_pose collide_pose_from_matrix(const collide_real m[16])
{
    const collide_real slack = COLLIDE_R(0.01);
    collide_pose p = collide_i_pose_zero();
    collide_i_mat3 r;
    int i;
    if (!m) return p;
    for (i = 0; i < 16; i++)
        if (!collide_i_usable(m[i])) return p;
    r.x = collide_i_vec(m[0], m[1], m[2]);
    r.y = collide_i_vec(m[4], m[5], m[6]);
    r.z = collide_i_vec(m[8], m[9], m[10]);
    /* Square, of length 1, right-handed; and no projection. */
    if (collide_i_extent(collide_i_sub(collide_i_cross(r.x, r.y), r.z)) > slack ||
        collide_i_extent(collide_i_sub(collide_i_cross(r.y, r.z), r.x)) > slack ||
        collide_i_extent(collide_i_sub(collide_i_cross(r.z, r.x), r.y)) > slack ||
        collide_i_abs(collide_i_dot(r.x, r.x) - 1) > 2 * slack ||
        collide_i_extent(collide_i_vec(m[3], m[7], m[11])) > slack || collide_i_abs(m[15] - 1) > slack)
        return p;
    p.position = collide_i_vec(m[12], m[13], m[14]);
    p.rotation = collide_i_quat_of(&r);
    return p;
}

COLLIDE_API void collide_pose_to_matrix(collide_pose p, collide_real m[16])
{
    collide_i_frame f;
    int i;
    if (!m) return;
    for (i = 0; i < 16; i++) m[i] = 0;
    if (collide_i_frame_of(&p, &f) < 0) return;
    memcpy(m, &f.r.x, sizeof f.r.x);
    memcpy(m + 4, &f.r.y, sizeof f.r.y);
    memcpy(m + 8, &f.r.z, sizeof f.r.z);
    memcpy(m + 12, &f.p, sizeof f.p);
    m[15] = 1;
}

COLLIDE_API collide_pose collide_pose_compose(collide_pose a, collide_pose b)
{
    collide_pose p;
    if (!collide_i_pose_normalize(&a) || !collide_i_pose_normalize(&b)) return collide_i_pose_zero();
    p.position = collide_i_add(a.position, collide_i_rotate(a.rotation, b.position));
    p.rotation = collide_i_quat_product(a.rotation, b.rotation);
    return collide_i_pose_normalize(&p) ? p : collide_i_pose_zero(); /* refused: the position grew too large */
}

COLLIDE_API collide_pose collide_pose_inverse(collide_pose p)
{
    if (!collide_i_pose_normalize(&p)) return collide_i_pose_zero();
    p.rotation = collide_i_conjugate(p.rotation);
    p.position = collide_i_negate(collide_i_rotate(p.rotation, p.position));
    return p;
}

COLLIDE_API collide_vec3 collide_pose_apply(collide_pose p, collide_vec3 x)
{
    if (!collide_i_pose_normalize(&p) || !collide_i_usable3(x)) return collide_i_vec(0, 0, 0);
    return collide_i_add(collide_i_rotate(p.rotation, x), p.position);
}

COLLIDE_API collide_vec3 collide_pose_apply_inverse(collide_pose p, collide_vec3 x)
{
    if (!collide_i_pose_normalize(&p) || !collide_i_usable3(x)) return collide_i_vec(0, 0, 0);
    return collide_i_rotate(collide_i_conjugate(p.rotation), collide_i_sub(x, p.position));
}

COLLIDE_API collide_vec3 collide_pose_rotate(collide_pose p, collide_vec3 x)
{
    if (!collide_i_pose_normalize(&p) || !collide_i_usable3(x)) return collide_i_vec(0, 0, 0);
    return collide_i_rotate(p.rotation, x);
}

/* ---- boxes ---- */

COLLIDE_I_INLINE int collide_i_aabb_valid(const collide_aabb *b)
{
    return collide_i_usable3(b->lower) && collide_i_usable3(b->upper) && b->lower.x <= b->upper.x &&
           b->lower.y <= b->upper.y && b->lower.z <= b->upper.z;
}

COLLIDE_I_INLINE int collide_i_aabb_meet(const collide_aabb *a, const collide_aabb *b)
{
    return (a->lower.x <= b->upper.x) & (b->lower.x <= a->upper.x) & (a->lower.y <= b->upper.y) &
           (b->lower.y <= a->upper.y) & (a->lower.z <= b->upper.z) & (b->lower.z <= a->upper.z);
}

COLLIDE_I_INLINE collide_aabb collide_i_aabb_join(const collide_aabb *a, const collide_aabb *b)
{
    collide_aabb c;
    c.lower = collide_i_lowest(a->lower, b->lower);
    c.upper = collide_i_highest(a->upper, b->upper);
    return c;
}

/* Each column of the matrix adds the lower or the upper of its two products (Arvo): exact for the identity. */
COLLIDE_I_STATIC collide_aabb collide_i_aabb_turn(const collide_aabb *box, const collide_i_frame *f)
{
    collide_vec3 a, b;
    collide_aabb c;
    c.lower = c.upper = f->p;
    a = collide_i_scale(f->r.x, box->lower.x);
    b = collide_i_scale(f->r.x, box->upper.x);
    c.lower = collide_i_add(c.lower, collide_i_lowest(a, b));
    c.upper = collide_i_add(c.upper, collide_i_highest(a, b));
    a = collide_i_scale(f->r.y, box->lower.y);
    b = collide_i_scale(f->r.y, box->upper.y);
    c.lower = collide_i_add(c.lower, collide_i_lowest(a, b));
    c.upper = collide_i_add(c.upper, collide_i_highest(a, b));
    a = collide_i_scale(f->r.z, box->lower.z);
    b = collide_i_scale(f->r.z, box->upper.z);
    c.lower = collide_i_add(c.lower, collide_i_lowest(a, b));
    c.upper = collide_i_add(c.upper, collide_i_highest(a, b));
    return c;
}

COLLIDE_API int collide_aabb_overlap(collide_aabb a, collide_aabb b)
{
    return collide_i_aabb_valid(&a) && collide_i_aabb_valid(&b) && collide_i_aabb_meet(&a, &b);
}

COLLIDE_API collide_aabb collide_aabb_join(collide_aabb a, collide_aabb b) { return collide_i_aabb_join(&a, &b); }

COLLIDE_API collide_aabb collide_aabb_transform(collide_aabb box, collide_pose p)
{
    collide_aabb none = {{0, 0, 0}, {0, 0, 0}};
    collide_i_frame f;
    if (collide_i_frame_of(&p, &f) < 0 || !collide_i_aabb_valid(&box)) return none;
    return collide_i_aabb_turn(&box, &f);
}

/* Lowest and highest of a cos + b sin over the angles [0, turn], turn in [0, 2 pi] with sine s and cosine c. */
COLLIDE_I_STATIC void collide_i_arc_range(collide_real a, collide_real b, collide_real s, collide_real c, int reflex,
                                          collide_real *low, collide_real *high)
{
    collide_real end = a * c + b * s, top = collide_i_sqrt(a * a + b * b), past = a * s - b * c;
    /* The summit is where (cos, sin) points along (a, b), the lowest place opposite; is that within the turn? */
    int summit = reflex ? !(b < 0 && past < 0) : b >= 0 && past >= 0;
    int bottom = reflex ? !(b > 0 && past > 0) : b <= 0 && past <= 0;
    *low = bottom ? -top : collide_i_min(a, end);
    *high = summit ? top : collide_i_max(a, end);
}

COLLIDE_API collide_aabb collide_aabb_arc(collide_aabb box, collide_vec3 origin, collide_vec3 axis, collide_real radians)
{
    collide_aabb all = {{0, 0, 0}, {0, 0, 0}};
    collide_real length, turn = collide_i_abs(radians), s, c;
    collide_vec3 k = collide_i_unit(axis, &length);
    int i, reflex, full = turn >= COLLIDE_R(6.28318530717958648);
    if (!collide_i_aabb_valid(&box) || !collide_i_usable3(origin) || !collide_i_usable3(axis) || !(length > 0) ||
        !collide_i_finite(radians))
        return all;
    if (radians < 0) k = collide_i_negate(k);
    s = full ? 0 : collide_sin(turn);
    c = full ? 1 : collide_cos(turn);
    reflex = turn > COLLIDE_R(3.14159265358979324);
    for (i = 0; i < 8; i++) { /* centre + a cos + b sin for each corner */
        collide_vec3 corner = collide_i_vec(i & 1 ? box.lower.x : box.upper.x, i & 2 ? box.lower.y : box.upper.y,
                                            i & 4 ? box.lower.z : box.upper.z);
        collide_vec3 arm = collide_i_sub(corner, origin), along = collide_i_scale(k, collide_i_dot(k, arm));
        collide_vec3 a = collide_i_sub(arm, along), b = collide_i_cross(k, arm), low, high;
        collide_i_arc_range(a.x, b.x, s, c, reflex, &low.x, &high.x);
        collide_i_arc_range(a.y, b.y, s, c, reflex, &low.y, &high.y);
        collide_i_arc_range(a.z, b.z, s, c, reflex, &low.z, &high.z);
        low = collide_i_add(collide_i_add(origin, along), low);
        high = collide_i_add(collide_i_add(origin, along), high);
        all.lower = i ? collide_i_lowest(all.lower, low) : low;
        all.upper = i ? collide_i_highest(all.upper, high) : high;
    }
    return all;
}

/* ---- four lanes ----

   Four numbers worked on at once: one SSE2 or NEON register in float, two in double, four plain numbers elsewhere.
   All forms give the same bits: min and max are comparisons and selections, with a < b ? a : b deciding ties. A mask is a
   lane of all ones or all zeros; of plain numbers, 1 or 0. Registers are written out by COLLIDE_I_REGISTERS, not looped
   over, so that they stay in registers. */

#if defined(COLLIDE_I_SSE2) && defined(COLLIDE_DOUBLE)
typedef __m128d collide_i_register;
#define COLLIDE_I_WIDTH 2
#define COLLIDE_I_LOAD(p) _mm_loadu_pd(p)
#define COLLIDE_I_STORE(p, a) _mm_storeu_pd(p, a)
#define COLLIDE_I_SPLAT(x) _mm_set1_pd(x)
#define COLLIDE_I_ADD(a, b) _mm_add_pd(a, b)
#define COLLIDE_I_SUB(a, b) _mm_sub_pd(a, b)
#define COLLIDE_I_MUL(a, b) _mm_mul_pd(a, b)
#define COLLIDE_I_LESS(a, b) _mm_cmplt_pd(a, b)
#define COLLIDE_I_SELECT(m, a, b) _mm_or_pd(_mm_and_pd(m, a), _mm_andnot_pd(m, b))
#define COLLIDE_I_MIN(a, b) _mm_min_pd(a, b)
#define COLLIDE_I_MAX(a, b) _mm_max_pd(a, b)
#define COLLIDE_I_MASK(m) (unsigned)_mm_movemask_pd(m)
#elif defined(COLLIDE_I_SSE2)
typedef __m128 collide_i_register;
#define COLLIDE_I_WIDTH 4
#define COLLIDE_I_LOAD(p) _mm_loadu_ps(p)
#define COLLIDE_I_STORE(p, a) _mm_storeu_ps(p, a)
#define COLLIDE_I_SPLAT(x) _mm_set1_ps(x)
#define COLLIDE_I_ADD(a, b) _mm_add_ps(a, b)
#define COLLIDE_I_SUB(a, b) _mm_sub_ps(a, b)
#define COLLIDE_I_MUL(a, b) _mm_mul_ps(a, b)
#define COLLIDE_I_LESS(a, b) _mm_cmplt_ps(a, b)
#define COLLIDE_I_SELECT(m, a, b) _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b))
#define COLLIDE_I_MIN(a, b) _mm_min_ps(a, b)
#define COLLIDE_I_MAX(a, b) _mm_max_ps(a, b)
#define COLLIDE_I_MASK(m) (unsigned)_mm_movemask_ps(m)
#elif defined(COLLIDE_I_NEON) && defined(COLLIDE_DOUBLE)
typedef float64x2_t collide_i_register;
#define COLLIDE_I_WIDTH 2
#define COLLIDE_I_LOAD(p) vld1q_f64(p)
#define COLLIDE_I_STORE(p, a) vst1q_f64(p, a)
#define COLLIDE_I_SPLAT(x) vdupq_n_f64(x)
#define COLLIDE_I_ADD(a, b) vaddq_f64(a, b)
#define COLLIDE_I_SUB(a, b) vsubq_f64(a, b)
#define COLLIDE_I_MUL(a, b) vmulq_f64(a, b)
#define COLLIDE_I_LESS(a, b) vreinterpretq_f64_u64(vcltq_f64(a, b))
#define COLLIDE_I_SELECT(m, a, b) vbslq_f64(vreinterpretq_u64_f64(m), a, b)
#define COLLIDE_I_MASK(m)                                                                                              \
    (unsigned)(vgetq_lane_u64(vreinterpretq_u64_f64(m), 0) & 1u) |                                                     \
        (unsigned)(vgetq_lane_u64(vreinterpretq_u64_f64(m), 1) & 2u)
#elif defined(COLLIDE_I_NEON)
typedef float32x4_t collide_i_register;
#define COLLIDE_I_WIDTH 4
#define COLLIDE_I_LOAD(p) vld1q_f32(p)
#define COLLIDE_I_STORE(p, a) vst1q_f32(p, a)
#define COLLIDE_I_SPLAT(x) vdupq_n_f32(x)
#define COLLIDE_I_ADD(a, b) vaddq_f32(a, b)
#define COLLIDE_I_SUB(a, b) vsubq_f32(a, b)
#define COLLIDE_I_MUL(a, b) vmulq_f32(a, b)
#define COLLIDE_I_LESS(a, b) vreinterpretq_f32_u32(vcltq_f32(a, b))
#define COLLIDE_I_SELECT(m, a, b) vbslq_f32(vreinterpretq_u32_f32(m), a, b)
#define COLLIDE_I_MASK(m) collide_i_neon_mask(vreinterpretq_u32_f32(m))
COLLIDE_I_INLINE unsigned collide_i_neon_mask(uint32x4_t m)
{
    static const uint32_t weights[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(m, vld1q_u32(weights)));
}
#else
typedef collide_real collide_i_register;
#define COLLIDE_I_WIDTH 1
#define COLLIDE_I_LOAD(p) (*(p))
#define COLLIDE_I_STORE(p, a) (*(p) = (a))
#define COLLIDE_I_SPLAT(x) (x)
#define COLLIDE_I_ADD(a, b) ((a) + (b))
#define COLLIDE_I_SUB(a, b) ((a) - (b))
#define COLLIDE_I_MUL(a, b) ((a) * (b))
#define COLLIDE_I_LESS(a, b) ((a) < (b) ? COLLIDE_R(1.0) : COLLIDE_R(0.0))
#define COLLIDE_I_SELECT(m, a, b) ((m) > 0 ? (a) : (b))
#define COLLIDE_I_MASK(m) ((m) > 0 ? 1u : 0u)
#endif
#ifndef COLLIDE_I_MIN
#define COLLIDE_I_MIN(a, b) COLLIDE_I_SELECT(COLLIDE_I_LESS(a, b), a, b)
#define COLLIDE_I_MAX(a, b) COLLIDE_I_SELECT(COLLIDE_I_LESS(b, a), a, b)
#endif

#if COLLIDE_I_WIDTH == 4
#define COLLIDE_I_REGISTERS(X) X(0)
#elif COLLIDE_I_WIDTH == 2
#define COLLIDE_I_REGISTERS(X) X(0) X(1)
#else
#define COLLIDE_I_REGISTERS(X) X(0) X(1) X(2) X(3)
#endif

typedef struct {
    collide_i_register r[4 / COLLIDE_I_WIDTH];
} collide_i_lanes;

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_load(const collide_real *p) /* any alignment */
{
    collide_i_lanes c;
#define COLLIDE_I_EACH(i) c.r[i] = COLLIDE_I_LOAD(p + (i) * COLLIDE_I_WIDTH);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return c;
}

COLLIDE_I_INLINE void collide_i_lanes_store(collide_real *p, collide_i_lanes a)
{
#define COLLIDE_I_EACH(i) COLLIDE_I_STORE(p + (i) * COLLIDE_I_WIDTH, a.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
}

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_splat(collide_real x)
{
    collide_i_lanes c;
#define COLLIDE_I_EACH(i) c.r[i] = COLLIDE_I_SPLAT(x);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return c;
}

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_add(collide_i_lanes a, collide_i_lanes b)
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_ADD(a.r[i], b.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return a;
}

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_sub(collide_i_lanes a, collide_i_lanes b)
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_SUB(a.r[i], b.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return a;
}

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_mul(collide_i_lanes a, collide_i_lanes b)
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_MUL(a.r[i], b.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return a;
}

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_min(collide_i_lanes a, collide_i_lanes b)
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_MIN(a.r[i], b.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return a;
}

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_max(collide_i_lanes a, collide_i_lanes b)
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_MAX(a.r[i], b.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return a;
}

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_less(collide_i_lanes a, collide_i_lanes b) /* a mask */
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_LESS(a.r[i], b.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return a;
}

/* a where the mask is set, b elsewhere. */
COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_select(collide_i_lanes mask, collide_i_lanes a, collide_i_lanes b)
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_SELECT(mask.r[i], a.r[i], b.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return a;
}

COLLIDE_I_INLINE unsigned collide_i_lanes_bits(collide_i_lanes mask) /* bit i: lane i is set */
{
    unsigned bits = 0;
#define COLLIDE_I_EACH(i) bits |= (COLLIDE_I_MASK(mask.r[i])) << ((i) * COLLIDE_I_WIDTH);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return bits;
}

/* ============================================================================= IMPLEMENTATION
   [MEMORY] where blocks come from

   A query takes room from its scratch as from a stack: mark, take, take, ..., release. When the newest chunk is full
   a further one is chained on, so that what was taken never moves; once a query that needed several is over, they are
   freed, and the next query gets one chunk as large as all of them.
   ============================================================================================ */

#define COLLIDE_I_ALIGN ((size_t)16)
#define COLLIDE_I_SMALLEST_CHUNK ((size_t)1024)

COLLIDE_I_INLINE size_t collide_i_round_up(size_t size)
{
    return (size + (COLLIDE_I_ALIGN - 1)) & ~(COLLIDE_I_ALIGN - 1);
}

COLLIDE_I_STATIC void *collide_i_alloc(const collide_allocator *allocator, size_t size)
{
    if (size > ((size_t)-1) / 2) return NULL;
    if (allocator) return allocator->alloc ? allocator->alloc(allocator->user, size) : NULL;
#ifdef COLLIDE_NO_MALLOC
    return NULL;
#else
    return COLLIDE_MALLOC(size);
#endif
}

COLLIDE_I_STATIC void collide_i_free(const collide_allocator *allocator, void *block, size_t size)
{
    if (!block) return;
    if (allocator) {
        if (allocator->free) allocator->free(allocator->user, block, size);
        return;
    }
#ifdef COLLIDE_NO_MALLOC
    (void)size;
#else
    COLLIDE_FREE(block);
#endif
}

/* What an object that owns memory was made with stands before it, so that destroying it needs nothing else and
   the object itself holds no pointer. */
typedef struct {
    collide_allocator allocator;
    size_t size;
    int given; /* 0: COLLIDE_MALLOC */
} collide_i_owner;

#define COLLIDE_I_OWNER_SIZE ((sizeof(collide_i_owner) + COLLIDE_I_ALIGN - 1) & ~(COLLIDE_I_ALIGN - 1))

COLLIDE_I_STATIC void *collide_i_own(const collide_allocator *allocator, size_t size)
{
    collide_i_owner *owner;
    if (size > ((size_t)-1) / 2 - COLLIDE_I_OWNER_SIZE) return NULL;
    owner = (collide_i_owner *)collide_i_alloc(allocator, COLLIDE_I_OWNER_SIZE + size);
    if (!owner) return NULL;
    memset(owner, 0, sizeof *owner);
    if (allocator) owner->allocator = *allocator;
    owner->given = allocator != NULL;
    owner->size = COLLIDE_I_OWNER_SIZE + size;
    return (char *)owner + COLLIDE_I_OWNER_SIZE;
}

COLLIDE_I_STATIC void collide_i_disown(void *object)
{
    collide_i_owner owner;
    if (!object) return;
    object = (char *)object - COLLIDE_I_OWNER_SIZE;
    memcpy(&owner, object, sizeof owner);
    collide_i_free(owner.given ? &owner.allocator : NULL, object, owner.size);
}

COLLIDE_I_STATIC void *collide_i_fixed_alloc(void *user, size_t size)
{
    collide_fixed_buffer *b = (collide_fixed_buffer *)user;
    size_t gap = (size_t)(0u - ((uintptr_t)b->memory + b->used)) & (COLLIDE_I_ALIGN - 1);
    size_t left = b->used <= b->size ? b->size - b->used : 0;
    void *block;
    if (!b->memory || left < gap || left - gap < size) return NULL;
    block = (char *)b->memory + b->used + gap;
    b->used += gap + size;
    if (b->used > b->high) b->high = b->used;
    return block;
}

COLLIDE_I_STATIC void collide_i_fixed_free(void *user, void *block, size_t size)
{
    collide_fixed_buffer *b = (collide_fixed_buffer *)user;
    size_t at = (size_t)((char *)block - (char *)b->memory);
    if (at + size == b->used) b->used = at;
}

COLLIDE_API collide_allocator collide_fixed_allocator(collide_fixed_buffer *buffer)
{
    collide_allocator a = {NULL, NULL, NULL};
    if (!buffer) return a;
    a.alloc = collide_i_fixed_alloc;
    a.free = collide_i_fixed_free;
    a.user = buffer;
    return a;
}

/* Header of a chunk; what is handed out follows it. */
typedef struct collide_i_chunk {
    struct collide_i_chunk *below; /* the chunk that filled up before */
    size_t size, below_used;       /* room after this header; what was taken of the one below */
} collide_i_chunk;

#define COLLIDE_I_CHUNK_HEADER ((sizeof(collide_i_chunk) + COLLIDE_I_ALIGN - 1) & ~(COLLIDE_I_ALIGN - 1))

typedef struct {
    void *chunk;
    size_t used, below;
} collide_i_mark;

COLLIDE_I_STATIC int collide_i_scratch_grow(collide_scratch *s, size_t room)
{
    collide_i_chunk *chunk;
    if (room > ((size_t)-1) / 4) return 0;
    chunk = (collide_i_chunk *)collide_i_alloc(s->allocator, COLLIDE_I_CHUNK_HEADER + room);
    if (!chunk) return 0;
    chunk->below = (collide_i_chunk *)s->chunk;
    chunk->below_used = s->used;
    chunk->size = room;
    s->below += s->used;
    s->chunk = chunk;
    s->used = 0;
    return 1;
}

/* Frees the newest chunk. */
COLLIDE_I_STATIC void collide_i_scratch_shrink(collide_scratch *s)
{
    collide_i_chunk *chunk = (collide_i_chunk *)s->chunk;
    s->chunk = chunk->below;
    s->used = chunk->below_used;
    s->below -= s->used;
    collide_i_free(s->allocator, chunk, COLLIDE_I_CHUNK_HEADER + chunk->size);
}

COLLIDE_I_STATIC collide_i_mark collide_i_scratch_mark(const collide_scratch *s)
{
    collide_i_mark mark;
    mark.chunk = s->chunk;
    mark.used = s->used;
    mark.below = s->below;
    return mark;
}

/* Room for `count` elements, aligned, with unspecified content; NULL when there is none. It stays where it is until
   the mark set before it is released. */
COLLIDE_I_STATIC void *collide_i_scratch_take(collide_scratch *s, size_t count, size_t element)
{
    collide_i_chunk *chunk = (collide_i_chunk *)s->chunk;
    size_t size, room;
    void *p;
    if (element && count > ((size_t)-1) / 4 / element) return NULL;
    size = collide_i_round_up(count * element);
    if (!chunk || chunk->size - s->used < size) {
        room = chunk ? 2 * chunk->size : COLLIDE_I_SMALLEST_CHUNK;
        if (!chunk && room < s->high) room = s->high;
        if (room < size) room = size;
        /* a fixed buffer may have room for what is needed, though not for twice */
        if (!collide_i_scratch_grow(s, room) && !collide_i_scratch_grow(s, size)) return NULL;
        chunk = (collide_i_chunk *)s->chunk;
    }
    p = (char *)chunk + COLLIDE_I_CHUNK_HEADER + s->used;
    s->used += size;
    if (s->below + s->used > s->high) s->high = s->below + s->used;
    return p;
}

/* Gives back all that was taken since the mark. The bottom chunk stays for the next query, unless it has proved
   too small: then that one will ask for a chunk that holds everything. */
COLLIDE_I_STATIC void collide_i_scratch_release(collide_scratch *s, collide_i_mark mark)
{
    while (s->chunk && s->chunk != mark.chunk && ((collide_i_chunk *)s->chunk)->below) collide_i_scratch_shrink(s);
    s->used = mark.used;
    s->below = mark.below;
    if (s->chunk && s->used + s->below == 0 && ((collide_i_chunk *)s->chunk)->size < s->high) collide_i_scratch_shrink(s);
}

COLLIDE_API collide_result collide_scratch_reserve(collide_scratch *s, size_t size)
{
    collide_i_chunk *chunk;
    if (!s) return COLLIDE_ERROR_ARGUMENT;
    chunk = (collide_i_chunk *)s->chunk;
    if (size > ((size_t)-1) / 4) return COLLIDE_ERROR_MEMORY;
    size = collide_i_round_up(size);
    if (chunk && chunk->size >= size) return COLLIDE_OK;
    if (chunk) collide_i_scratch_shrink(s);
    if (!collide_i_scratch_grow(s, size)) return COLLIDE_ERROR_MEMORY;
    if (s->high < size) s->high = size;
    return COLLIDE_OK;
}

COLLIDE_API void collide_scratch_free(collide_scratch *s)
{
    if (!s) return;
    while (s->chunk) collide_i_scratch_shrink(s);
    s->used = s->below = s->high = 0;
}

/* ============================================================================= IMPLEMENTATION
   [TREE] four boxes to a node

   A node holds the boxes of its four children side by side, so that one four-lane comparison decides about all of
   them; a child is another node or one item. Built from the top by the surface-area heuristic (a random query enters
   a box in proportion to its surface), with bins, O(n log n). Below level 16 ranges are simply quartered: so the
   depth is at most 16 + 15, a walk's stack has a fixed size, and no input makes the build slow.
   ============================================================================================ */

enum {
    COLLIDE_I_BINS = 8,
    COLLIDE_I_HEURISTIC_DEPTH = 16,
    COLLIDE_I_MOST_ITEMS = 1 << 26,
    COLLIDE_I_NO_CHILD = -0x7FFFFFFF - 1
};
enum { COLLIDE_I_WALK_BOX, COLLIDE_I_WALK_CAST, COLLIDE_I_WALK_NEAR };

typedef struct {
    collide_real lower[3][4], upper[3][4]; /* axis, child; lower > upper where there is none */
    int child[4];                          /* a node, ~item, or COLLIDE_I_NO_CHILD */
} collide_i_node;

struct collide_tree { /* no pointers: it can also be part of a mesh's block */
    int node_count, item_count, depth, reserved;
};

COLLIDE_I_INLINE const collide_i_node *collide_i_tree_nodes(const collide_tree *t)
{
    return (const collide_i_node *)(const void *)(t + 1);
}

COLLIDE_I_INLINE size_t collide_i_tree_bytes(int node_count)
{
    return sizeof(collide_tree) + (size_t)node_count * sizeof(collide_i_node);
}

/* ---- building ---- */

/* A run of items that becomes one child. */
typedef struct {
    int first, count;
    collide_aabb box;
} collide_i_range;

typedef struct {
    collide_i_range range;
    int parent, lane, depth;
} collide_i_tree_task;

COLLIDE_I_INLINE collide_real collide_i_axis(collide_vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

COLLIDE_I_INLINE collide_real collide_i_surface(const collide_aabb *b)
{
    collide_vec3 d = collide_i_sub(b->upper, b->lower);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

COLLIDE_I_STATIC void collide_i_range_box(collide_i_range *r, const collide_aabb *boxes, const int *items)
{
    int i;
    r->box = boxes[items[r->first]];
    for (i = 1; i < r->count; i++) r->box = collide_i_aabb_join(&r->box, &boxes[items[r->first + i]]);
}

typedef struct {
    collide_real low, scale; /* bin = (twice the box's centre - low) scale */
    int axis, bin;           /* items in bins up to this one go left */
    collide_real cost;
} collide_i_tree_cut;

COLLIDE_I_INLINE int collide_i_tree_bin(const collide_i_tree_cut *cut, const collide_aabb *box)
{
    collide_real twice = collide_i_axis(box->lower, cut->axis) + collide_i_axis(box->upper, cut->axis);
    int bin = (int)((twice - cut->low) * cut->scale);
    return bin < COLLIDE_I_BINS - 1 ? bin : COLLIDE_I_BINS - 1;
}

/* The cheapest cut between two bins of one axis, if it beats the one known. */
COLLIDE_I_STATIC void collide_i_tree_try_axis(collide_i_tree_cut *best, int axis, const collide_i_range *r,
                                              const collide_aabb *boxes, const int *items)
{
    collide_i_tree_cut cut;
    collide_aabb bin_box[COLLIDE_I_BINS], side;
    collide_real right_cost[COLLIDE_I_BINS], high;
    int bin_count[COLLIDE_I_BINS] = {0}, i, k, n;
    cut.axis = axis;
    cut.low = high = collide_i_axis(boxes[items[r->first]].lower, axis) + collide_i_axis(boxes[items[r->first]].upper, axis);
    for (i = 1; i < r->count; i++) {
        const collide_aabb *b = &boxes[items[r->first + i]];
        collide_real twice = collide_i_axis(b->lower, axis) + collide_i_axis(b->upper, axis);
        cut.low = collide_i_min(cut.low, twice);
        high = collide_i_max(high, twice);
    }
    if (!(high > cut.low)) return;
    cut.scale = (collide_real)COLLIDE_I_BINS / (high - cut.low);
    if (!collide_i_finite(cut.scale)) return;
    for (i = 0; i < r->count; i++) {
        const collide_aabb *b = &boxes[items[r->first + i]];
        k = collide_i_tree_bin(&cut, b);
        bin_box[k] = bin_count[k]++ ? collide_i_aabb_join(&bin_box[k], b) : *b;
    }
    side = bin_box[COLLIDE_I_BINS - 1]; /* the last bin holds the highest centre */
    for (k = COLLIDE_I_BINS - 1, n = 0; k > 0; k--) {
        if (bin_count[k]) side = collide_i_aabb_join(&side, &bin_box[k]);
        n += bin_count[k];
        right_cost[k] = collide_i_surface(&side) * (collide_real)((n + 3) / 4);
    }
    side = bin_box[0];
    for (k = 0, n = 0; k < COLLIDE_I_BINS - 1; k++) {
        if (bin_count[k]) side = collide_i_aabb_join(&side, &bin_box[k]);
        n += bin_count[k];
        cut.cost = collide_i_surface(&side) * (collide_real)((n + 3) / 4) + right_cost[k + 1]; /* full lowest nodes are cheap */
        if (best->axis < 0 || cut.cost < best->cost) {
            cut.bin = k;
            *best = cut;
        }
    }
}

/* Cuts a range of five or more in two, neither empty: by the heuristic, else in the middle, in whole fours. */
COLLIDE_I_STATIC void collide_i_tree_split(collide_i_range *left, collide_i_range *right, const collide_aabb *boxes, int *items,
                                           int heuristic)
{
    collide_i_tree_cut cut;
    int axis, i = left->first, k = left->first + left->count;
    cut.axis = -1;
    cut.cost = 0;
    for (axis = 0; heuristic && axis < 3; axis++) collide_i_tree_try_axis(&cut, axis, left, boxes, items);
    if (cut.axis >= 0) {
        while (i < k) {
            if (collide_i_tree_bin(&cut, &boxes[items[i]]) <= cut.bin) {
                i++;
            } else {
                int item = items[i];
                items[i] = items[--k];
                items[k] = item;
            }
        }
    }
    if (i == left->first || i == left->first + left->count || cut.axis < 0) i = left->first + ((left->count / 2 + 3) & ~3);
    right->first = i;
    right->count = left->first + left->count - i;
    left->count = i - left->first;
    collide_i_range_box(left, boxes, items);
    collide_i_range_box(right, boxes, items);
}

/* Up to four children: four items or fewer become one each; otherwise the range with the largest surface times count
   is cut as long as it has more than four, so that the lowest nodes are full. */
COLLIDE_I_STATIC int collide_i_tree_children(collide_i_range child[4], const collide_aabb *boxes, int *items, int heuristic)
{
    int n = 1, i, worst;
    if (child[0].count <= 4) {
        for (n = child[0].count, i = n - 1; i >= 0; i--) {
            child[i].first = child[0].first + i;
            child[i].count = 1;
            child[i].box = boxes[items[child[i].first]];
        }
        return n;
    }
    for (; n < 4; n++) {
        collide_real cost, most = -1;
        for (worst = -1, i = 0; i < n; i++) {
            cost = (collide_real)child[i].count * (heuristic ? collide_i_surface(&child[i].box) : 1);
            if (child[i].count > 4 && cost > most) {
                most = cost;
                worst = i;
            }
        }
        if (worst < 0) break;
        collide_i_tree_split(&child[worst], &child[n], boxes, items, heuristic);
    }
    return n;
}

COLLIDE_I_STATIC void collide_i_node_set(collide_i_node *node, int lane, const collide_aabb *box, int child)
{
    node->lower[0][lane] = box->lower.x;
    node->lower[1][lane] = box->lower.y;
    node->lower[2][lane] = box->lower.z;
    node->upper[0][lane] = box->upper.x;
    node->upper[1][lane] = box->upper.y;
    node->upper[2][lane] = box->upper.z;
    node->child[lane] = child;
}

/* Builds into scratch; the caller copies it where it is to stay. NULL when memory runs out. */
COLLIDE_I_STATIC const collide_tree *collide_i_tree_build(const collide_aabb *boxes, int count, collide_scratch *s)
{
    const collide_real far_away = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_LARGEST_EXPONENT + 1));
    collide_aabb none;
    int *items = (int *)collide_i_scratch_take(s, (size_t)count, sizeof *items), tasks = 0, i, n;
    collide_i_tree_task *stack =
        (collide_i_tree_task *)collide_i_scratch_take(s, 3 * COLLIDE_TREE_DEPTH + 4, sizeof *stack);
    collide_tree *tree = (collide_tree *)collide_i_scratch_take(s, 1, collide_i_tree_bytes(count));
    collide_i_node *nodes;
    if (!items || !stack || !tree) return NULL;
    nodes = (collide_i_node *)(void *)(tree + 1);
    none.lower = collide_i_vec(far_away, far_away, far_away);
    none.upper = collide_i_negate(none.lower);
    memset(tree, 0, sizeof *tree);
    tree->item_count = count;
    for (i = 0; i < count; i++) items[i] = i;
    if (count > 0) {
        stack[0].range.first = 0;
        stack[0].range.count = count;
        collide_i_range_box(&stack[0].range, boxes, items);
        stack[0].parent = -1;
        stack[0].lane = 0;
        stack[0].depth = 1;
        tasks = 1;
    }
    while (tasks > 0) {
        collide_i_tree_task task = stack[--tasks];
        collide_i_range child[4];
        int at = tree->node_count++;
        if (task.parent >= 0) nodes[task.parent].child[task.lane] = at;
        if (task.depth > tree->depth) tree->depth = task.depth;
        child[0] = task.range;
        n = collide_i_tree_children(child, boxes, items, task.depth <= COLLIDE_I_HEURISTIC_DEPTH);
        for (i = 3; i >= 0; i--) {
            if (i >= n) {
                collide_i_node_set(&nodes[at], i, &none, COLLIDE_I_NO_CHILD);
            } else if (child[i].count == 1) {
                collide_i_node_set(&nodes[at], i, &child[i].box, ~items[child[i].first]);
            } else {
                collide_i_node_set(&nodes[at], i, &child[i].box, 0);
                stack[tasks].range = child[i];
                stack[tasks].parent = at;
                stack[tasks].lane = i;
                stack[tasks++].depth = task.depth + 1;
            }
        }
    }
    return tree;
}

COLLIDE_API collide_result collide_tree_create(collide_tree **tree, const collide_aabb *boxes, int count,
                                               const collide_allocator *allocator)
{
    collide_scratch s = {NULL, NULL, 0, 0, 0};
    collide_result result = COLLIDE_ERROR_MEMORY;
    const collide_tree *built;
    int i;
    if (!tree) return COLLIDE_ERROR_ARGUMENT;
    *tree = NULL;
    if (count < 0 || count > COLLIDE_I_MOST_ITEMS || (count > 0 && !boxes)) return COLLIDE_ERROR_ARGUMENT;
    for (i = 0; i < count; i++)
        if (!collide_i_aabb_valid(&boxes[i])) return COLLIDE_ERROR_ARGUMENT;
    s.allocator = allocator;
    built = collide_i_tree_build(boxes, count, &s);
    if (built) *tree = (collide_tree *)collide_i_own(allocator, collide_i_tree_bytes(built->node_count));
    if (*tree) {
        memcpy(*tree, built, collide_i_tree_bytes(built->node_count));
        result = COLLIDE_OK;
    }
    collide_scratch_free(&s);
    return result;
}

COLLIDE_API void collide_tree_destroy(collide_tree *tree) { collide_i_disown(tree); }

/* ---- walking ---- */

COLLIDE_I_STATIC collide_result collide_i_walk_begin(collide_tree_walk *w, int kind, const collide_tree *tree,
                                                     const collide_aabb *box, collide_vec3 move, collide_real bound)
{
    if (!w) return COLLIDE_ERROR_ARGUMENT;
    w->tree = tree;
    w->kind = kind;
    w->box = *box;
    w->move = move;
    w->bound = bound;
    w->key = 0;
    w->top = 0;
    if (!tree || !collide_i_aabb_valid(box) || !collide_i_usable3(move) || !(bound >= 0)) return COLLIDE_ERROR_ARGUMENT;
    if (tree->node_count > 0) {
        w->keys[0] = 0;
        w->items[0] = 0; /* the root */
        w->top = 1;
    }
    return COLLIDE_OK;
}

COLLIDE_API collide_result collide_tree_walk_box(collide_tree_walk *walk, const collide_tree *tree, collide_aabb box)
{
    return collide_i_walk_begin(walk, COLLIDE_I_WALK_BOX, tree, &box, collide_i_vec(0, 0, 0), 0);
}

/* Kept instead of the motion is its reciprocal. Where an axis does not move, it is so large that an interval which
   holds 0 becomes all times and any other none. */
COLLIDE_API collide_result collide_tree_walk_cast(collide_tree_walk *walk, const collide_tree *tree, collide_aabb box,
                                                  collide_vec3 move)
{
    const collide_real most = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS / 2));
    collide_result r = collide_i_walk_begin(walk, COLLIDE_I_WALK_CAST, tree, &box, move, 1);
    if (r < 0) return r;
    walk->move.x = collide_i_abs(move.x) * most > 1 ? 1 / move.x : most;
    walk->move.y = collide_i_abs(move.y) * most > 1 ? 1 / move.y : most;
    walk->move.z = collide_i_abs(move.z) * most > 1 ? 1 / move.z : most;
    return COLLIDE_OK;
}

COLLIDE_API collide_result collide_tree_walk_near(collide_tree_walk *walk, const collide_tree *tree, collide_aabb box,
                                                  collide_real within)
{
    if (!collide_i_usable(within)) within = -1;
    return collide_i_walk_begin(walk, COLLIDE_I_WALK_NEAR, tree, &box, collide_i_vec(0, 0, 0),
                                within < 0 ? within : within * within);
}

/* How far each child's box lies above and below the query's, along one axis. */
COLLIDE_I_INLINE collide_i_lanes collide_i_node_above(const collide_i_node *n, int axis, collide_real upper)
{
    return collide_i_lanes_sub(collide_i_lanes_load(n->lower[axis]), collide_i_lanes_splat(upper));
}

COLLIDE_I_INLINE collide_i_lanes collide_i_node_below(const collide_i_node *n, int axis, collide_real lower)
{
    return collide_i_lanes_sub(collide_i_lanes_splat(lower), collide_i_lanes_load(n->upper[axis]));
}

/* Gap of each child along one axis; not positive where the intervals meet. */
COLLIDE_I_INLINE collide_i_lanes collide_i_node_gap(const collide_i_node *n, int axis, const collide_aabb *box)
{
    return collide_i_lanes_max(collide_i_node_above(n, axis, collide_i_axis(box->upper, axis)),
                               collide_i_node_below(n, axis, collide_i_axis(box->lower, axis)));
}

/* Narrows the times [enter, leave] during which box + t move meets each child, along one axis. */
COLLIDE_I_INLINE void collide_i_node_slab(const collide_i_node *n, int axis, const collide_tree_walk *w,
                                          collide_i_lanes *enter, collide_i_lanes *leave)
{
    collide_i_lanes inverse = collide_i_lanes_splat(collide_i_axis(w->move, axis));
    collide_i_lanes a = collide_i_lanes_mul(collide_i_node_above(n, axis, collide_i_axis(w->box.upper, axis)), inverse);
    collide_i_lanes b = collide_i_lanes_mul(
        collide_i_lanes_sub(collide_i_lanes_load(n->upper[axis]), collide_i_lanes_splat(collide_i_axis(w->box.lower, axis))),
        inverse);
    *enter = collide_i_lanes_max(*enter, collide_i_lanes_min(a, b));
    *leave = collide_i_lanes_min(*leave, collide_i_lanes_max(a, b));
}

/* Which children to visit, as bits, and their keys. */
COLLIDE_I_STATIC unsigned collide_i_node_test(const collide_i_node *n, const collide_tree_walk *w, collide_real keys[4])
{
    const collide_i_lanes zero = collide_i_lanes_splat(0);
    if (w->kind == COLLIDE_I_WALK_BOX) {
        collide_i_lanes gap = collide_i_lanes_max(
            collide_i_lanes_max(collide_i_node_gap(n, 0, &w->box), collide_i_node_gap(n, 1, &w->box)),
            collide_i_node_gap(n, 2, &w->box));
        keys[0] = keys[1] = keys[2] = keys[3] = 0;
        return ~collide_i_lanes_bits(collide_i_lanes_less(zero, gap)) & 15u;
    }
    if (w->kind == COLLIDE_I_WALK_NEAR) {
        collide_i_lanes x = collide_i_lanes_max(collide_i_node_gap(n, 0, &w->box), zero);
        collide_i_lanes y = collide_i_lanes_max(collide_i_node_gap(n, 1, &w->box), zero);
        collide_i_lanes z = collide_i_lanes_max(collide_i_node_gap(n, 2, &w->box), zero);
        collide_i_lanes d = collide_i_lanes_add(collide_i_lanes_add(collide_i_lanes_mul(x, x), collide_i_lanes_mul(y, y)),
                                                collide_i_lanes_mul(z, z));
        collide_i_lanes_store(keys, d);
        return ~collide_i_lanes_bits(collide_i_lanes_less(collide_i_lanes_splat(w->bound), d)) & 15u;
    } else {
        const collide_i_lanes slack = collide_i_lanes_splat(1 + 8 * COLLIDE_I_EPSILON); /* never miss by rounding */
        collide_i_lanes enter = zero, leave = collide_i_lanes_splat(w->bound);
        collide_i_node_slab(n, 0, w, &enter, &leave);
        collide_i_node_slab(n, 1, w, &enter, &leave);
        collide_i_node_slab(n, 2, w, &enter, &leave);
        collide_i_lanes_store(keys, enter);
        return ~collide_i_lanes_bits(collide_i_lanes_less(collide_i_lanes_mul(leave, slack), enter)) & 15u;
    }
}

COLLIDE_API int collide_tree_next(collide_tree_walk *w)
{
    if (!w) return -1;
    while (w->top > 0) {
        const collide_i_node *n;
        collide_real keys[4];
        unsigned hits;
        int at, i, k, base;
        w->top--;
        if (w->keys[w->top] > w->bound && w->kind != COLLIDE_I_WALK_BOX) continue;
        at = w->items[w->top];
        if (at < 0) {
            w->key = w->keys[w->top];
            return ~at;
        }
        n = collide_i_tree_nodes(w->tree) + at;
        hits = collide_i_node_test(n, w, keys);
        base = w->top;
        for (i = 3; i >= 0; i--) {
            if (!(hits >> i & 1u) || n->child[i] == COLLIDE_I_NO_CHILD) continue;
            for (k = w->top++; k > base && w->keys[k - 1] < keys[i]; k--) { /* nearest on top */
                w->keys[k] = w->keys[k - 1];
                w->items[k] = w->items[k - 1];
            }
            w->keys[k] = keys[i];
            w->items[k] = n->child[i];
        }
    }
    return -1;
}

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
#ifndef COLLIDE_RELAXED_MATH
#if defined(__clang__)
#pragma STDC FP_CONTRACT DEFAULT
#elif defined(COLLIDE_I_GCC_FUSES)
#pragma GCC pop_options
#elif defined(_MSC_VER)
#pragma fp_contract(on)
#endif
#endif

#endif /* COLLIDE_IMPLEMENTATION */

/* CHANGES

   0.1.0  The frame: configuration, numbers, poses, boxes, memory.
*/
