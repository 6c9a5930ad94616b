/* collide.h - when and where do moving things touch?                    version 0.3.0
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
       [MESH]     winged-edge polyhedra: build, check, mend, hull, primitives, OBJ, files
       [SHAPE]    convex shapes: sphere, box, capsule, hull, ..., sums, images, your own
       [SCREW]    rigid motion between poses as a screw
       [GJK]      convex shapes against each other: distance, overlap, depth, ray, cast, sweep, contact points
       [PROBE]    convex shapes against meshes: cast, sweep, overlap, closest, contacts, slide
       [PLUCKER]  line coordinates; when a moving vertex meets a polygon, and an edge an edge
       [TRACE]    a moving mesh among still ones: first contact, contact points, slide, overlap
       [SCREEN]   every collision of a step between two moving polyhedra, with properness
       [NEAREST]  convex meshes against each other: closest features that follow the motion
       [SWEEP]    which of many moving boxes overlap; what a box, a ray, a flying box meets among them
       [WORLD]    bodies in, touching pairs out: the right test for each, discrete or on the whole way; queries

   EXAMPLE

       #include <stdio.h>
       #define COLLIDE_IMPLEMENTATION
       #include "collide.h"

       int main(void)
       {
           collide_vec3 half = {1, 0.5f, 1}, far_away = {0, 0, 9};
           collide_shape crate = collide_shape_box(half);                // shapes are small values
           collide_shape player = collide_shape_capsule(0.5f, 0.3f);     // along y
           collide_pose here = {{0, 0, 0}, {0, 0, 0, 0}};                // all-zero rotation: not turned
           collide_pose from = {{-4, 0.5f, 0}, {0, 0, 0, 0}};
           collide_pose to = {{2, 0, 0}, {0, 0, 0.4f, 0.9f}};            // rotations need not be normalised
           collide_closest c;
           collide_hit hit;
           if (collide_distance(player, from, crate, here, NULL, &c) == 0)
               printf("%g apart\n", (double)c.distance);
           if (collide_shape_sweep(player, from, to, crate, here, here, NULL, &hit) == COLLIDE_HIT)
               printf("hit at %g of the way; back is along %g %g %g\n", (double)hit.time, -(double)hit.normal.x,
                      -(double)hit.normal.y, -(double)hit.normal.z);
           if (collide_ray_cast(crate, here, far_away, here.position, &hit) == COLLIDE_HIT)
               printf("a ray ends at z = %g\n", (double)hit.point.z);
           return 0;
       }

   WHAT TO CALL, BY TASK

       a convex thing                   collide_shape_box, _sphere, _capsule, _cylinder, _cone, _ellipsoid, _hull, ...
       made of others, or your own      collide_shape_sum, _both, _affine, _rounded, _custom
       how far apart, where closest     collide_distance
       do they touch                    collide_overlap
       push them apart, stack them      collide_penetration, collide_manifold
       shoot a ray                      collide_ray_cast
       what is hit on the way           collide_shape_cast flying straight, collide_shape_sweep turning, too
       a capsule through a level        collide_probe_slide; collide_probe_cast, _sweep, _closest, _contacts, _overlap
       a mesh through a level           collide_trace_translate, _rotate, _move; never inside, however fast
       shoot a ray through a level      collide_trace_ray
       is a point in a solid            collide_probe_inside
       do two meshes touch, and where   collide_mesh_overlap, collide_trace_contacts
       all that two meshes hit, when    collide_screen; collide_screen_group for what to answer at once
       never let resting bodies sink    collide_screen_desc.margin
       draw the collision screen        collide_screen_records, collide_screen_place
       where is it at time t            collide_pose_between, collide_screw_between
       two meshes, frame after frame    collide_nearest: closest vertex, edge or face, remembered in between
       who is near whom, among many     collide_sweep_create, _add, _move, _remove, _update; _pairs, _begun, _ended
       what is in this box, on this ray collide_sweep_query_box, _ray, _cast
       a box for a body that turns      collide_mesh_bounds_walk (tight), collide_mesh_cube (of one size)
       a model from arrays or a file    collide_mesh_create, collide_mesh_create_from_obj
       what is wrong with my model      collide_mesh_report, collide_mesh_report_text, COLLIDE_MESH_REPAIR
       a convex hull                    collide_mesh_create_hull
       a ready-made solid               collide_mesh_create_box, _tetrahedron, _cylinder, _cone, _prism, _torus, _car
       walk around a vertex or a face   collide_mesh_vertex_edge, collide_mesh_next_edge, collide_mesh_face_edge
       mass of a solid                  collide_mesh_volume, collide_mesh_centroid, collide_mesh_inertia
       box or sphere around it          collide_mesh_bounds, collide_mesh_sphere
       save, load, put into flash       collide_mesh_bytes, collide_mesh_from_block
       closest features, kept in mind   collide_nearest
       many bodies, and what touches    collide_world_create, _add, _move, _update; collide_world_pairs
       nothing may be flown through     collide_world_desc.continuous
       jump without a way between       collide_world_place
       a hand with fingers              collide_body_desc.parts, collide_world_move_part
       these two never collide          collide_world_pair_set; masks for many
       put it back where it was free    collide_world_clear_pose
       what does a ray meet, of all     collide_world_ray, _cast, _overlap
       test pairs in several threads    collide_world_desc.run
       see boxes and contacts           collide_world_draw
       which boxes are near this one    collide_tree_create, collide_tree_walk_box, _cast, _near
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
       COLLIDE_NO_SCREEN        off         all    leave [SCREEN] out
       COLLIDE_NO_TRACE         off         all    leave [TRACE] out
       COLLIDE_NO_WORLD         off         all    leave [WORLD] out
       COLLIDE_RELAXED_MATH     off         impl   build under fast-math, x87 or fused multiply-add all the same;
                                                   results then differ from machine to machine

   CONVENTIONS

       Right-handed. Quaternions are (x, y, z, w); an all-zero one means no rotation. Poses map local to world.
       Negative results are errors, 0 a miss or plain success, 1 a hit. Bad input (NaN, infinite, a rotation whose
       norm is outside [0.5, 2], ...) is refused: a negative result, or all zero from a function that returns a value.
       Nothing is global, nothing locks, nothing prints: any thread may call anything on its own data.

   LIMITS

       Coordinates and lengths up to 2^30 in float (about 1e9), 2^250 in double; beyond that they are refused like
       infinities, so that products don't overflow (the inertia of solids beyond 1e7 does, in float). Meshes up to
       2^26 vertices, faces and corners, and 2 GB. A face that is not convex is cut up by looking for ears, which is
       quadratic: beyond some ten thousand corners it may be refused. Features thinner than 16 rounding errors of the
       mesh's size count as flat. Results have the same bits on every processor and compiler that keeps to IEEE 754;
       that needs no fast-math and round-to-nearest, and clang's -ffp-contract=fast (not its default) must be off:
       collide_fp_selftest notices. 32-bit ARM runs the plain C path, since NEON there flushes denormals.
       Where double is done in software, it is as good as that software: libgcc's for ARM rounds some subtractions
       wrongly.

       A level is a closed mesh (solid) or an open one (sheets, hit from both sides). A ray that starts and ends inside
       one solid of many faces meets nothing; all else that starts inside says so. Traces are made for sizes between
       1e-8 and 1e8 in float.

       Convex queries are good to a few roundings of the pair's size: about 2e-6 of it in float, 1e-12 in double; a
       time is a number of the type, so a long flight has as many digits as that leaves. Deep inside each other smooth
       shapes may have too many ways out about as short for all to be looked at: COLLIDE_NOT_CONVERGED says so.

       The screen's times and places are good to about 2 roundings of the pair's reach (both bodies, their distance and
       the way); what passes closer than that may or may not be reported. Where surfaces only graze, the time of contact
       has fewer digits than the distance. Relative motion is a screw: see collide_screw_error for what that leaves out.
       Two features are reported once for each time they meet, four times at most in one look.

       A sweep holds up to 2^22 boxes and 2^27 pairs. Boxes that nearly all overlap have as many pairs as that means:
       nothing makes their number smaller. Long thin boxes that cross each other in the plane of the two axes along
       which all are spread most, and miss each other in the third, cost as if they met.

       A world takes coordinates up to a quarter of the above, bodies included. A body's way in a step is a screw that
       turns by at most half a turn: fast spin over a long way makes an arc, not a straight line (collide_screw_error).
       Of two bodies one contact is told, the first or the deepest. Of meshes that are not convex and overlap, the
       distance is the shortest way found on which all that touches comes apart, straight and out of the solids: of
       shallow contacts the depth; deep inside, other faces may then touch, and there may be a shorter one. Room for a
       body that was removed, where it is fixed, is there again after the next update. Allocators of worlds with several
       workers are called by all of them.

   GLOSSARY

       pose      position and rotation of a rigid body; applied as x -> rotation x + position
       aabb      box with faces square to the axes, lower and upper corner
       ulp       distance between neighbouring numbers of the type, at the true value
       winged    of an edge: knowing its two faces and the four edges that continue them (Baumgart)
       border    edges with one face only, around a hole or the rim of a sheet; also called dangling
       internal  of an edge: concave or flat, so that nothing outside touches it alone
       support   the vertex furthest in a direction
       core      of a shape: what its rounding radius is added to
       expel     of a zone: the thin layer around obstacles that a traced mesh stops in front of
       cone      of a vertex or an edge: the directions in which nothing of the mesh is further
       sweep     boxes that move, and the pairs of them that overlap (sweep and prune)
       level     boxes of a sweep that are of similar size
       part      a piece of a body, with a place of its own relative to its parent
       clear     of a pose: where a body touched nothing
       screw     a turn about an axis with a slide along it: what every rigid motion is
       flow      where everything goes that moves with a screw; the collision screen is square to it
       proper    of a collision: with nothing of either body inside the other close by; properness is the sine of the
                 least angle between the two surfaces, negative where they overlap
       strip     a piece of an edge on the screen, a chord with a band that covers its curve (Buss: pixel record)
       doppel    a copy of a body drawn a turn further around the axis, for what is met on the far side
       margin    closer than this counts as close, though nothing touches
       weld      to make one vertex of several in the same place
       scratch   memory that queries borrow; it grows to the most any query needed and is then reused
*/

#ifndef COLLIDE_H
#define COLLIDE_H

#include <stddef.h>

#define COLLIDE_VERSION 300 /* major * 10000 + minor * 100 + patch */

/* Static functions that nobody calls are what this header is made of: no compiler shall warn about them.
   clang is told by a pragma, since it can also warn about calling what is marked unused. */
#if defined(__clang__)
#define COLLIDE_I_STATIC static
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-function"
#elif defined(__GNUC__) && !defined(__OPTIMIZE__)
#define COLLIDE_I_STATIC static inline __attribute__((unused)) /* else -O0 keeps what nobody calls */
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
    X(COLLIDE_ERROR_MESH, -4, "the mesh has a defect that was not mended (its report names it), or spans no volume")   \
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
COLLIDE_API collide_aabb collide_aabb_arc(collide_aabb box, collide_vec3 origin, collide_vec3 axis,
                                          collide_real radians);
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
    collide_real bound;       /* cast: the latest time of interest; near: the largest squared distance */
    collide_real key;         /* of what collide_tree_next returned: when the boxes meet, or their squared distance */
    const collide_tree *tree; /* the rest is the library's own */
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
/* Begin a walk; then collide_tree_next gives the index of one box after the other, -1 at the end. Cast and near take
   the nearer of two branches first, so that an early hit can lower the bound. Bad input: the walk is empty. */
COLLIDE_API collide_result collide_tree_walk_box(collide_tree_walk *walk, const collide_tree *tree, collide_aabb box);
COLLIDE_API collide_result collide_tree_walk_cast(collide_tree_walk *walk, const collide_tree *tree, collide_aabb box,
                                                  collide_vec3 move);
COLLIDE_API collide_result collide_tree_walk_near(collide_tree_walk *walk, const collide_tree *tree, collide_aabb box,
                                                  collide_real within);
COLLIDE_API int collide_tree_next(collide_tree_walk *walk);
#endif

/* ======================================================================================== API
   [MESH] winged-edge polyhedra

   A mesh is a solid (or, with COLLIDE_MESH_OPEN, a surface with borders) made of convex planar polygons. Each edge
   knows its two vertices, its two faces and its four neighbours, so that one can walk around any vertex or face.
   Creation takes what a modeller exports; what is unsound is named in a report, and mended on request. It costs O(n
   log n); the relations then cost O(1) each. A mesh is one block without pointers inside: copy it, write it to a
   file, keep it in flash. Nothing changes it after creation, so threads may share it.

             wing[0] \   / wing[3]
                      v1
             face[0]  ^   face[1]      seen from outside; loops are counter-clockwise, and the edge goes up
                      |
                      v0
             wing[1] /   \ wing[2]

   ============================================================================================ */

typedef struct collide_mesh collide_mesh;

enum {
    COLLIDE_MESH_REPAIR = 1,         /* mend what can be mended; without it every defect is an error */
    COLLIDE_MESH_MERGE_COPLANAR = 2, /* join coplanar neighbours into larger convex polygons */
    COLLIDE_MESH_OPEN = 4            /* borders are welcome */
};

typedef struct {
    const collide_real *positions;
    int vertex_count;
    size_t stride;           /* bytes from one position to the next; 0: packed xyz */
    const unsigned *indices; /* all faces' corners, counter-clockwise seen from outside */
    const int *face_sizes;   /* corners of each face; NULL: triangles */
    int face_count;
    unsigned flags;
    collide_real weld;  /* vertices closer than this are one; 0: a default from the size; negative: none */
    collide_vec3 scale; /* all zero: 1; mirrored scales keep faces outward */
    const collide_allocator *allocator;
} collide_mesh_desc;

/* What was found, and mended where that was asked for. Numbers of vertices and faces are the caller's. */
typedef struct {
    int duplicate_vertices; /* closer to an earlier one than the welding distance */
    int unused_vertices;    /* in no face */
    int degenerate_faces;   /* without area */
    int repeated_faces;     /* with the corners of an earlier one, and no wall between two solids */
    int nonplanar_faces;
    int nonconvex_faces;
    int flipped_faces;            /* wound the other way round from the rest */
    int open_edges;               /* with one face only */
    int crowded_edges;            /* with three faces or more */
    int bowtie_vertices;          /* where two fans of faces meet in a point */
    int parts;                    /* connected pieces; no defect */
    int inside_out;               /* solids with all their faces turned inwards */
    int first_vertex, first_face; /* the first offender, or -1 */
    int mended;                   /* how many defects were mended */
} collide_mesh_report;

/* wing[0], wing[1]: next and previous edge of face[0]'s loop; wing[2], wing[3]: of face[1]'s. Along a border, where
   face[1] is -1, the loop goes around the hole. */
typedef struct {
    int vertex[2];
    int face[2]; /* left, right of the way from vertex[0] to vertex[1]; only the right one may be -1 */
    int wing[4];
    unsigned flags; /* COLLIDE_EDGE_... */
} collide_edge;

enum {
    COLLIDE_EDGE_FLAT = 1,     /* its faces are coplanar to rounding */
    COLLIDE_EDGE_CONCAVE = 2,  /* the solid is on more than half of the turn around it */
    COLLIDE_EDGE_INTERNAL = 3, /* either: nothing outside can touch the edge alone (van Waveren 4) */
    COLLIDE_EDGE_DANGLING = 4  /* a border */
};

typedef struct {
    collide_vec3 normal; /* unit, outwards */
    collide_real offset; /* normal . x of its points */
} collide_plane;

#ifdef COLLIDE_API
/* The mesh goes into *mesh, NULL on failure. report may be NULL. */
COLLIDE_API collide_result collide_mesh_create(collide_mesh **mesh, const collide_mesh_desc *desc,
                                               collide_mesh_report *report);
COLLIDE_API const char *
collide_mesh_report_text(const collide_mesh_report *report); /* the gravest defect in a sentence */
/* The convex hull of packed xyz points. Points that span no volume are an error. */
COLLIDE_API collide_result collide_mesh_create_hull(collide_mesh **mesh, const collide_real *points, int count,
                                                    const collide_allocator *allocator);
COLLIDE_API collide_result collide_mesh_create_box(collide_mesh **mesh, collide_vec3 half,
                                                   const collide_allocator *allocator);
COLLIDE_API collide_result collide_mesh_create_tetrahedron(collide_mesh **mesh, collide_vec3 a, collide_vec3 b,
                                                           collide_vec3 c, collide_vec3 d,
                                                           const collide_allocator *allocator);
/* Around the y axis; Buss's torus has 30 by 10 sides. */
COLLIDE_API collide_result collide_mesh_create_torus(collide_mesh **mesh, collide_real ring, collide_real tube,
                                                     int ring_sides, int tube_sides,
                                                     const collide_allocator *allocator);
/* Along y, centred; the cone's apex is at +half_height. */
COLLIDE_API collide_result collide_mesh_create_cylinder(collide_mesh **mesh, collide_real half_height,
                                                        collide_real radius, int sides,
                                                        const collide_allocator *allocator);
COLLIDE_API collide_result collide_mesh_create_cone(collide_mesh **mesh, collide_real half_height, collide_real radius,
                                                    int sides, const collide_allocator *allocator);
/* An outline of xy pairs, convex or not, swept from z = -half_depth to +half_depth. */
COLLIDE_API collide_result collide_mesh_create_prism(collide_mesh **mesh, const collide_real *outline, int count,
                                                     collide_real half_depth, const collide_allocator *allocator);
/* Buss Figure 12: 16 vertices, 26 edges, 12 faces; along x, up is y. */
COLLIDE_API collide_result collide_mesh_create_car(collide_mesh **mesh, collide_real length,
                                                   const collide_allocator *allocator);
/* Wavefront OBJ text: v and f lines, everything else is skipped. error_line, if not NULL, gets the line at fault or
   0. */
COLLIDE_API collide_result collide_mesh_create_from_obj(collide_mesh **mesh, const char *text, size_t length,
                                                        unsigned flags, const collide_allocator *allocator,
                                                        collide_mesh_report *report, int *error_line);
COLLIDE_API void collide_mesh_destroy(collide_mesh *mesh); /* only what a create function gave */

/* The block is collide_mesh_bytes long and starts where the mesh does. From a block: checked in every index, used in
   place, aligned as collide_real; NULL if anything is wrong. */
COLLIDE_API size_t collide_mesh_bytes(const collide_mesh *mesh);
COLLIDE_API const collide_mesh *collide_mesh_from_block(const void *block, size_t size);

COLLIDE_API int collide_mesh_vertex_count(const collide_mesh *mesh);
COLLIDE_API int collide_mesh_edge_count(const collide_mesh *mesh);
COLLIDE_API int collide_mesh_face_count(const collide_mesh *mesh);
COLLIDE_API int collide_mesh_part_count(const collide_mesh *mesh);
COLLIDE_API int collide_mesh_internal_edge_count(const collide_mesh *mesh);
COLLIDE_API int collide_mesh_closed(const collide_mesh *mesh); /* 1: no borders */
COLLIDE_API int collide_mesh_convex(const collide_mesh *mesh); /* 1: closed, one part, no concave edge */

/* Vertices, edges and faces are numbered from 0; a number out of range gives zeros, NULL or -1. */
COLLIDE_API collide_vec3 collide_mesh_vertex(const collide_mesh *mesh, int vertex);
COLLIDE_API int collide_mesh_vertex_internal(const collide_mesh *mesh, int vertex); /* 1: all its edges are internal */
COLLIDE_API const collide_edge *collide_mesh_edge(const collide_mesh *mesh, int edge);
COLLIDE_API int collide_mesh_face_size(const collide_mesh *mesh, int face);
COLLIDE_API int collide_mesh_face_vertex(const collide_mesh *mesh, int face, int corner); /* counter-clockwise */
COLLIDE_API int collide_mesh_face_edge(const collide_mesh *mesh, int face,
                                       int corner); /* from that corner to the next */
COLLIDE_API collide_plane collide_mesh_face_plane(const collide_mesh *mesh, int face);
COLLIDE_API int collide_mesh_face_source(const collide_mesh *mesh, int face); /* the caller's face it came from */
COLLIDE_API int collide_mesh_face_sources(const collide_mesh *mesh, int face, int *out,
                                          int capacity); /* all, if merged */
/* Edges around a vertex: start anywhere, go counter-clockwise. At a border the first one has the hole to its right. */
COLLIDE_API int collide_mesh_vertex_edge(const collide_mesh *mesh, int vertex);
COLLIDE_API int collide_mesh_next_edge(const collide_mesh *mesh, int vertex, int edge);

COLLIDE_API collide_real collide_mesh_volume(const collide_mesh *mesh);   /* 0 where there are borders */
COLLIDE_API collide_vec3 collide_mesh_centroid(const collide_mesh *mesh); /* of the volume; with borders, of the box */
COLLIDE_API void collide_mesh_inertia(const collide_mesh *mesh, collide_real m[9]); /* density 1, about the centroid */
COLLIDE_API collide_real collide_mesh_sphere(const collide_mesh *mesh, collide_vec3 *centre); /* its radius */
COLLIDE_API collide_aabb collide_mesh_bounds(const collide_mesh *mesh, collide_pose pose);    /* tight */
COLLIDE_API int collide_mesh_support(const collide_mesh *mesh,
                                     collide_vec3 direction);                /* the vertex furthest that way */
COLLIDE_API const collide_tree *collide_mesh_tree(const collide_mesh *mesh); /* over the faces; NULL if they are few */
#endif

/* ======================================================================================== API
   [SHAPE] convex shapes as support mappings

   A shape is a core and a radius: the core answers "which of your points is furthest in this direction?", and a
   sphere of the radius is added to it (van den Bergen, section 3). Queries iterate on the core alone and add the
   radius exactly, so spheres and capsules cost what points and segments cost. Shapes are small values; what they
   point to (meshes, arrays, parts) must outlive them and stay where it is.
   ============================================================================================ */

typedef struct collide_shape collide_shape;

struct collide_shape {
    int kind;            /* 0: no shape, refused by every query */
    collide_real radius; /* of the sphere that is added to the core */
    union {
        collide_vec3 corner[3]; /* segment, triangle; [0]: half sizes of a box, radii of an ellipsoid */
        struct {
            collide_real half_height, radius;
        } round; /* cylinder, cone */
        const collide_mesh *mesh;
        struct {
            const void *first;
            size_t stride;
            int count;
            collide_real reach;
            collide_vec3 centre;
        } points;
        struct {
            const collide_shape *a, *b;
        } parts; /* sum, hull of both */
        struct {
            const collide_shape *of;
            collide_real m[12];
        } image;
        struct {
            collide_vec3 (*support)(void *user, collide_vec3 direction);
            void *user;
        } custom;
    } as;
};

#ifdef COLLIDE_API
/* Capsule, cylinder and cone lie along local y, centred. Sizes may be 0 (a flat box, a cone without height); a
   negative or non-finite one gives kind 0. */
COLLIDE_API collide_shape collide_shape_point(void); /* at the origin */
COLLIDE_API collide_shape collide_shape_sphere(collide_real radius);
COLLIDE_API collide_shape collide_shape_box(collide_vec3 half);
COLLIDE_API collide_shape collide_shape_capsule(collide_real half_height, collide_real radius); /* half the segment */
COLLIDE_API collide_shape collide_shape_cylinder(collide_real half_height, collide_real radius);
COLLIDE_API collide_shape collide_shape_cone(collide_real half_height, collide_real radius); /* apex at +half_height */
COLLIDE_API collide_shape collide_shape_ellipsoid(collide_vec3 radii);
COLLIDE_API collide_shape collide_shape_segment(collide_vec3 a, collide_vec3 b);
COLLIDE_API collide_shape collide_shape_triangle(collide_vec3 a, collide_vec3 b, collide_vec3 c);
/* The hull of a mesh's vertices (the mesh itself where it is convex), or of a bare array; stride 0: packed xyz. */
COLLIDE_API collide_shape collide_shape_hull(const collide_mesh *convex);
COLLIDE_API collide_shape collide_shape_points(const collide_real *xyz, int count, size_t stride);
/* Made of others: all sums of a point of a and a point of b; the convex hull of both; the image under a column-major
   3x4 matrix, which may scale, shear, mirror and flatten. Nested up to 8 deep. */
COLLIDE_API collide_shape collide_shape_sum(const collide_shape *a, const collide_shape *b);
COLLIDE_API collide_shape collide_shape_both(const collide_shape *a, const collide_shape *b);
COLLIDE_API collide_shape collide_shape_affine(const collide_shape *s, const collide_real m[12]);
/* Your own: the furthest point in a direction, which is never zero but has any length. */
COLLIDE_API collide_shape collide_shape_custom(collide_vec3 (*support)(void *user, collide_vec3 direction), void *user);
COLLIDE_API collide_shape collide_shape_rounded(collide_shape s, collide_real radius); /* s plus a sphere */

COLLIDE_API collide_vec3 collide_shape_support(collide_shape s, collide_vec3 direction); /* zero where it is refused */
COLLIDE_API collide_aabb collide_shape_bounds(collide_shape s, collide_pose pose);       /* the box around it */
#endif

/* ======================================================================================== API
   [SCREW] rigid motion as a screw

   Every rigid motion is a turn about some axis with a slide along it (Buss, section 4). As the turn goes to zero the
   axis runs off to infinity and the motion becomes a translation: applying a screw passes over that without a jump.
   ============================================================================================ */

typedef struct {
    collide_vec3 point; /* of the axis, closest to the origin; zero where there is no turn */
    collide_vec3 axis;  /* unit */
    collide_real angle; /* in [0, pi] */
    collide_real slide; /* along the axis */
    /* the library's own: what the motion moves the origin by, square to the axis, and (angle / 2) / tan(angle / 2) */
    collide_vec3 across;
    collide_real cotangent;
} collide_screw;

#ifdef COLLIDE_API
/* The motion of B seen from A, in A's local coordinates, the short way (Buss, eq. 1). Bad poses: all zero. */
COLLIDE_API collide_screw collide_screw_between(collide_pose a0, collide_pose a1, collide_pose b0, collide_pose b1);
COLLIDE_API collide_vec3 collide_screw_apply(const collide_screw *s, collide_vec3 x, collide_real t);
COLLIDE_API collide_vec3 collide_screw_velocity(const collide_screw *s, collide_vec3 x); /* of what is at x (eq. 3) */
COLLIDE_API collide_pose collide_screw_pose(const collide_screw *s,
                                            collide_real t); /* the motion itself, not B's pose */
/* How far a screw strays from a turn about the centre with a straight path, by length of path (eq. 5). */
COLLIDE_API collide_real collide_screw_error(collide_real angle);
/* A body's own path: from at t = 0, to at t = 1, a screw between. */
COLLIDE_API collide_pose collide_pose_between(collide_pose from, collide_pose to, collide_real t);
#endif

/* ======================================================================================== API
   [GJK] convex shapes: distance, overlap, depth, casts, sweeps, contact points

   Everything in world coordinates; normals are unit and point from A to B. Answers are good to a few roundings of the
   pair's size, whatever that is: there is no length below which things count as touching. Overlap and depth of
   boxes, and rays against the simpler shapes, have closed forms.
   ============================================================================================ */

typedef struct {
    collide_vec3 point_a, point_b; /* on the surfaces */
    collide_vec3 normal;
    collide_real distance; /* negative: minus the depth */
    int iterations;
    unsigned flags; /* COLLIDE_NOT_CONVERGED: distance is then only a bound */
} collide_closest;

typedef struct {
    collide_real time; /* fraction of the motion */
    collide_vec3 point, normal;
    int iterations; /* until the time was known; 0: a closed form */
    unsigned flags; /* COLLIDE_STARTED_INSIDE: normal is the way out; COLLIDE_NOT_CONVERGED: free up to time at least */
} collide_hit;

typedef struct {
    collide_vec3 point, normal; /* midway between the surfaces */
    collide_real distance;      /* between them, along the normal */
    int kind;                   /* COLLIDE_VF, _FV, _EE */
    int feature_a, feature_b;   /* of meshes: vertex, edge or face as kind says; else -1 */
} collide_contact;

/* What a pair had last time: zero it once, keep it with the pair. Any content gives a right answer. */
typedef struct {
    collide_vec3 axis;
    int count, a[4], b[4];
} collide_gjk_cache;

#ifdef COLLIDE_API
/* 1 where they touch or overlap, 0 where they are apart. A NULL cache starts anew. */
COLLIDE_API collide_result collide_distance(collide_shape a, collide_pose pa, collide_shape b, collide_pose pb,
                                            collide_gjk_cache *cache, collide_closest *out);
COLLIDE_API collide_result collide_overlap(collide_shape a, collide_pose pa, collide_shape b, collide_pose pb,
                                           collide_gjk_cache *cache);
/* As collide_distance, and where they overlap the shortest way apart: B must go by -distance along the normal. */
COLLIDE_API collide_result collide_penetration(collide_shape a, collide_pose pa, collide_shape b, collide_pose pb,
                                               collide_gjk_cache *cache, collide_scratch *scratch,
                                               collide_closest *out);
/* The first hit on the way from `from` to `to`; the normal leaves the shape. */
COLLIDE_API collide_result collide_ray_cast(collide_shape s, collide_pose ps, collide_vec3 from, collide_vec3 to,
                                            collide_hit *out);
/* First contact of shapes that fly straight without turning. */
COLLIDE_API collide_result collide_shape_cast(collide_shape a, collide_pose pa, collide_vec3 move_a, collide_shape b,
                                              collide_pose pb, collide_vec3 move_b, collide_gjk_cache *cache,
                                              collide_hit *out);
/* First contact of shapes that move and turn, each along its own screw: at time t, A is at
   collide_pose_between(a0, a1, t). */
COLLIDE_API collide_result collide_shape_sweep(collide_shape a, collide_pose a0, collide_pose a1, collide_shape b,
                                               collide_pose b0, collide_pose b1, collide_gjk_cache *cache,
                                               collide_hit *out);
/* Where the two rest against each other along a normal from A to B: the corners of the area common to the two
   features that face each other, as far as they are closer than slack. Returns how many there are. */
COLLIDE_API int collide_manifold(collide_shape a, collide_pose pa, collide_shape b, collide_pose pb,
                                 collide_vec3 normal, collide_real slack, collide_scratch *scratch,
                                 collide_contact *out, int capacity);
#endif

/* ======================================================================================== API
   [PROBE] convex shapes against meshes

   A shape among obstacles of any size: the tree of each mesh finds the faces nearby, GJK answers for each of them.
   What lies between two faces is no obstacle of its own: on a flat floor of many triangles a shape feels one normal,
   that of the floor. Closed meshes are solid, others are sheets with two sides. Normals leave the obstacle.
   ============================================================================================ */

typedef struct {
    const collide_mesh *mesh;
    collide_pose pose;
} collide_obstacle;

typedef struct {
    collide_real time;          /* cast, sweep: fraction of the motion; else 0 */
    collide_real distance;      /* closest: between the surfaces, negative inside; else 0 */
    collide_vec3 point, normal; /* on the obstacle; unit */
    int obstacle, face;         /* -1: none */
    unsigned flags;             /* COLLIDE_STARTED_INSIDE, COLLIDE_NOT_CONVERGED */
} collide_probe;

/* All zero: plain sliding along whatever is met. */
typedef struct {
    collide_real step_height; /* ledges up to this high are climbed; 0: none are */
    collide_real max_slope;   /* radians; steeper ground is a wall and nothing to stand on; 0: no limit */
    int max_hits;             /* 0: 5 */
    collide_vec3 up;          /* zero: +y */
} collide_slide_desc;

typedef struct {
    collide_pose end;
    collide_vec3 normal; /* of the last obstacle met, zero: none */
    collide_vec3 rest;   /* of the motion that could not be made */
    int hits;
    unsigned flags; /* COLLIDE_STARTED_INSIDE, COLLIDE_NOT_CONVERGED */
} collide_slide;

#ifdef COLLIDE_API
/* First contact of a shape that flies straight, or along the screw between two poses. */
COLLIDE_API collide_result collide_probe_cast(collide_shape shape, collide_pose pose, collide_vec3 move,
                                              const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                              collide_probe *out);
COLLIDE_API collide_result collide_probe_sweep(collide_shape shape, collide_pose from, collide_pose to,
                                               const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                               collide_probe *out);
/* 1: it touches a face, or is inside a solid. */
COLLIDE_API collide_result collide_probe_overlap(collide_shape shape, collide_pose pose,
                                                 const collide_obstacle *obstacles, int count,
                                                 collide_scratch *scratch);
/* The nearest place within a distance: 1 where there is one, 0 where there is none. */
COLLIDE_API collide_result collide_probe_closest(collide_shape shape, collide_pose pose, collide_real within,
                                                 const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                                 collide_probe *out);
/* Every place within a distance, at most one for each face; feature_a is -1, feature_b the face. Returns how many. */
COLLIDE_API int collide_probe_contacts(collide_shape shape, collide_pose pose, collide_real within,
                                       const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                       collide_contact *out, int capacity);
COLLIDE_API collide_result collide_probe_inside(collide_vec3 point, const collide_obstacle *obstacles, int count,
                                                collide_scratch *scratch); /* 1: in a closed mesh */
/* What a player does: move, and where something is in the way go on along it. */
COLLIDE_API collide_result collide_probe_slide(collide_shape shape, collide_pose pose, collide_vec3 move,
                                               const collide_obstacle *obstacles, int count,
                                               const collide_slide_desc *desc, collide_scratch *scratch,
                                               collide_slide *out);
#endif

/* ======================================================================================== API
   [PLUCKER] line coordinates and the four feature solvers

   Van Waveren, section 2: a line is six numbers, and one product of two lines tells on which side they pass. From it
   follow the times at which a moving vertex meets a polygon and a moving edge meets an edge, when they fly straight
   and when they turn about an axis. Turns are measured by the tangent of half their angle, which grows with it.
   ============================================================================================ */

typedef struct {
    collide_real p[6]; /* as in the paper, section 2.1 */
} collide_plucker;

#ifdef COLLIDE_API
COLLIDE_API collide_plucker collide_plucker_from_points(collide_vec3 a, collide_vec3 b);
COLLIDE_API collide_plucker collide_plucker_from_ray(collide_vec3 origin, collide_vec3 direction);
/* The permuted inner product: six times the signed volume of the four points, 0 where the lines meet. */
COLLIDE_API collide_real collide_plucker_side(const collide_plucker *p, const collide_plucker *q);

/* When does a vertex come from the front within `expel` of a convex polygon, counter-clockwise seen from there (2.2,
   3.1)? When does edge a meet edge b, or the parallel of b that is `mitre` away (2.3, 3.2)? 1: at *fraction of the
   move; who is already that close and moves on inwards hits at 0. */
COLLIDE_API collide_result collide_plucker_vertex_translate(collide_vec3 vertex, collide_vec3 move,
                                                            const collide_vec3 *polygon, int count, collide_real expel,
                                                            collide_real *fraction);
COLLIDE_API collide_result collide_plucker_edge_translate(const collide_vec3 a[2], collide_vec3 move,
                                                          const collide_vec3 b[2], collide_vec3 mitre,
                                                          collide_real *fraction);
/* The same for a turn about an axis (2.4, 2.5, 3.3, 3.4), counter-clockwise seen from its tip, as far as `limit`, the
   tangent of half the angle; the answer is the tangent of half the angle turned by then. */
COLLIDE_API collide_result collide_plucker_vertex_rotate(collide_vec3 vertex, collide_vec3 origin, collide_vec3 axis,
                                                         collide_real limit, const collide_vec3 *polygon, int count,
                                                         collide_real expel, collide_real *tangent);
COLLIDE_API collide_result collide_plucker_edge_rotate(const collide_vec3 a[2], collide_vec3 origin, collide_vec3 axis,
                                                       collide_real limit, const collide_vec3 b[2], collide_vec3 mitre,
                                                       collide_real *tangent);
#endif

#ifndef COLLIDE_NO_TRACE
/* ======================================================================================== API
   [TRACE] a moving polyhedron among still ones

   Van Waveren, sections 2.6 to 4: the first contact of a mesh of any shape that flies straight or turns. Around every
   obstacle lies a thin expel zone: a mover stops at its outer side and never comes closer than half of it, so that
   rounding can't take it inside, ever. What is already in the zone may slide and leave, but not go deeper. Closed
   meshes are solid, others are sheets with two sides. Normals leave the obstacle.
   ============================================================================================ */

/* All zero: sensible values. */
typedef struct {
    collide_real expel;  /* thickness of the zone; 0: 16 to 32 roundings of the sizes involved; at least half that */
    collide_real shrink; /* the mover's faces stand back by so much (3.5): with the thickness itself, bodies touch;
                            no further than to leave a kernel of a solid */
} collide_trace_desc;

typedef struct {
    collide_real fraction;      /* of the way; 1: all of it */
    collide_pose end;           /* where the mover then is */
    collide_vec3 point, normal; /* on the obstacle; unit; zero where nothing was hit */
    int kind;                   /* COLLIDE_VF: the mover's vertex on an obstacle's face, _FV, _EE; 0: none */
    int obstacle, feature_mover, feature_obstacle; /* vertices, edges, faces as kind says; -1: none */
    unsigned flags;                                /* COLLIDE_STARTED_INSIDE: normal is the way out */
} collide_trace;

#ifdef COLLIDE_API
/* A NULL mover is a point at pose.position. */
COLLIDE_API collide_result collide_trace_translate(const collide_mesh *mover, collide_pose pose, collide_vec3 delta,
                                                   const collide_obstacle *obstacles, int count,
                                                   const collide_trace_desc *desc, collide_scratch *scratch,
                                                   collide_trace *out);
COLLIDE_API collide_result collide_trace_rotate(const collide_mesh *mover, collide_pose pose, collide_vec3 origin,
                                                collide_vec3 axis, collide_real angle,
                                                const collide_obstacle *obstacles, int count,
                                                const collide_trace_desc *desc, collide_scratch *scratch,
                                                collide_trace *out);
/* First the translation (fractions up to 1/2), then the turn about the mover's own origin, the short way. */
COLLIDE_API collide_result collide_trace_move(const collide_mesh *mover, collide_pose from, collide_pose to,
                                              const collide_obstacle *obstacles, int count,
                                              const collide_trace_desc *desc, collide_scratch *scratch,
                                              collide_trace *out);
/* A point without zone: the first face between two points, exactly. */
COLLIDE_API collide_result collide_trace_ray(collide_vec3 from, collide_vec3 to, const collide_obstacle *obstacles,
                                             int count, collide_trace *out);
/* Every vertex and face, and every two edges, that are closer than `within` and face each other (2.6). */
COLLIDE_API int collide_trace_contacts(const collide_mesh *mover, collide_pose pose, collide_real within,
                                       const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                       collide_contact *out, int capacity);
COLLIDE_API collide_result collide_trace_slide(const collide_mesh *mover, collide_pose pose, collide_vec3 move,
                                               const collide_obstacle *obstacles, int count,
                                               const collide_slide_desc *desc, collide_scratch *scratch,
                                               collide_slide *out);
/* 1: surfaces touch or cross, or one is inside the other. */
COLLIDE_API collide_result collide_mesh_overlap(const collide_mesh *a, collide_pose pa, const collide_mesh *b,
                                                collide_pose pb, collide_scratch *scratch);
#endif
#endif /* COLLIDE_NO_TRACE */

#ifndef COLLIDE_NO_SCREEN
/* ======================================================================================== API
   [SCREEN] every collision of a step between two moving polyhedra

   Given where two meshes are at the start and at the end of a step, tells everything that happens between: which
   vertex meets which face, which edges cross, when, where, and how properly (Buss, "Collision Detection with Relative
   Screw Motion"). Meshes may be hollow, open, in parts; bodies may pass right through each other. A collision is
   proper (properness >= 0) where the two face each other with nothing of them inside the other close by: what a body
   meets from outside. Improper ones are passages further inside.

   The relative motion is a screw: B turns and slides about an axis as seen from A. Both bodies are drawn, edge by
   edge, onto a screen that the flow of this motion crosses squarely, with the time at which each point crosses it.
   What falls onto the same spot may meet; each such candidate is then solved exactly. So the resolution decides how
   long it takes, never what is found. It costs about n log n, of what is close enough to meet.
   ============================================================================================ */

enum {
    COLLIDE_SCREEN_RASTER_ONLY = 1
}; /* no exact settling: places and times as good as a pixel, as the paper has it */

typedef struct {
    collide_real resolution;      /* size of a pixel; 0: about 1/12 of a short edge */
    collide_real time_resolution; /* as a part of the step; 0: from the pixel's size */
    collide_real max_improper;    /* how improper may it be: 0 means 0.1; negative: proper ones only; 2: all */
    collide_real margin;          /* also report approaches closer than this without contact (Buss 10) */
    unsigned flags;               /* COLLIDE_SCREEN_... */
} collide_screen_desc;

typedef struct {
    int kind;                      /* COLLIDE_VF, COLLIDE_FV, COLLIDE_EE */
    int feature_a, feature_b;      /* vertex, face or edge of either mesh */
    collide_real time;             /* part of the step, 0 to 1 */
    collide_real properness;       /* -1 to 1: the sine of the least angle between the surfaces; see the glossary */
    collide_real distance;         /* 0, or how far apart they stay where only the margin is broken */
    collide_vec3 point_a, point_b; /* the contact, in A's and in B's own coordinates */
    collide_vec3 normal;           /* unit, from A to B, in A's own coordinates */
    unsigned flags;                /* COLLIDE_NOT_CONVERGED: found, but not to the last digit */
} collide_collision;

/* A piece of an edge on the screen, from one end to the other. Two pieces that cross meet at the time t of A's minus
   t of B's. */
typedef struct {
    int body;               /* 0: A, 1: B */
    int edge, left, right;  /* of its mesh; its faces, -1: none, or turned away from the flow */
    int turns;              /* how many turns further it is drawn: A's doppels (Buss 8) */
    collide_real r[2];      /* distance from the screw's axis, less that of the middle of the screen */
    collide_real h[2];      /* along the screen, square to the flow */
    collide_real t[2];      /* when the flow crosses the screen there, in steps */
    collide_real thickness; /* how far off this line its curve may be */
} collide_screen_record;

#ifdef COLLIDE_API
/* Returns how many there are, sorted by time; as many as fit are in out. Only the relative motion is a screw: where A
   itself is at that time, collide_pose_between(a0, a1, time) tells. Touching and moving apart is no collision, nor are
   edges that meet in parallel. An open mesh is met from both sides. Swapping A and B changes neither times, features
   nor properness. */
COLLIDE_API int collide_screen(const collide_mesh *a, collide_pose a0, collide_pose a1, const collide_mesh *b,
                               collide_pose b0, collide_pose b1, const collide_screen_desc *desc,
                               collide_scratch *scratch, collide_collision *out, int capacity);
/* Scratch enough for any step of these meshes with up to as many collisions as they have edges; with more, it grows. */
COLLIDE_API size_t collide_screen_scratch_size(const collide_mesh *a, const collide_mesh *b,
                                               const collide_screen_desc *desc);
/* How many at the head of a sorted list happen within `window` of the first: what to answer with one response
   (Buss, section 3). for (i = 0; (n = collide_screen_group(list + i, count - i, 0.1f)) > 0; i += n) ... */
COLLIDE_API int collide_screen_group(const collide_collision *list, int count, collide_real window);
/* The screen itself, for pictures: what is drawn of A and B, without edges whose faces are all turned away. Returns how
   many records there are. */
COLLIDE_API int collide_screen_records(const collide_mesh *a, collide_pose a0, collide_pose a1, const collide_mesh *b,
                                       collide_pose b0, collide_pose b1, const collide_screen_desc *desc,
                                       collide_scratch *scratch, collide_screen_record *out, int capacity);
/* Where on that screen a collision is: r, h, t of A's point. */
COLLIDE_API collide_vec3 collide_screen_place(const collide_mesh *a, collide_pose a0, collide_pose a1,
                                              const collide_mesh *b, collide_pose b0, collide_pose b1,
                                              const collide_collision *collision);
#endif
#endif /* COLLIDE_NO_SCREEN */

/* ======================================================================================== API
   [NEAREST] closest features of convex meshes, followed from frame to frame

   The pair of vertices, edges or faces that are closest changes seldom while things move little. Where it is known,
   checking that it still holds costs the same for twenty faces as for thousands; where it has changed, the next one is
   a few steps away. For meshes that overlap it says so, and no more: collide_penetration knows the depth.
   ============================================================================================ */

enum { COLLIDE_FEATURE_VERTEX = 1, COLLIDE_FEATURE_EDGE = 2, COLLIDE_FEATURE_FACE = 3 };

/* Zero it once, keep it with the pair. Any content gives a right answer. */
typedef struct {
    int kind_a, feature_a; /* COLLIDE_FEATURE_..., 0: not known yet; number of the vertex, edge or face */
    int kind_b, feature_b;
} collide_feature_pair;

#ifdef COLLIDE_API
/* As collide_distance between the hulls of two convex meshes; COLLIDE_ERROR_MESH where one is not convex. iterations
   counts the steps from feature to feature. A NULL walk starts anew. */
COLLIDE_API collide_result collide_nearest(const collide_mesh *a, collide_pose pa, const collide_mesh *b,
                                           collide_pose pb, collide_feature_pair *walk, collide_closest *out);
#endif

/* ======================================================================================== API
   [SWEEP] which of many moving boxes overlap

   Boxes come, move and go; an update then tells which pairs overlap, which have begun to and which have ended to.
   Nothing happens before the update, so any number of boxes may appear, jump or vanish at once. The pairs depend on
   the boxes alone, not on what happened before, and are listed by their numbers. A frame costs in proportion to what
   has moved: boxes that stay where they are cost nothing. Under 120 bytes per box.
   ============================================================================================ */

typedef struct collide_sweep collide_sweep;

enum {
    COLLIDE_SWEEP_FOLLOW = 1, /* always look around what has moved: for worlds in which little does */
    COLLIDE_SWEEP_REBUILD =
        2 /* always sort everything anew, in each frame; neither flag: whichever is cheaper this time */
};

typedef struct {
    int max_boxes;       /* room for so many and no more, taken at once; 0: grows, up to 2^22 */
    int max_pairs;       /* as above */
    collide_real margin; /* boxes are grown by this on all sides, so that pairs show before they touch */
    unsigned flags;
    const collide_allocator *allocator; /* NULL: COLLIDE_MALLOC */
} collide_sweep_desc;

typedef struct {
    unsigned a, b; /* a < b */
} collide_pair;

typedef struct {
    unsigned id;
    collide_real time; /* when the boxes first meet, as a fraction of the way; 0: from the start */
} collide_sweep_hit;

/* The lowest and the highest vertex of a mesh along x, y and z: zero it once, keep it with the body. Any content gives
   a right answer. */
typedef struct {
    int vertex[6];
} collide_extremes;

#ifdef COLLIDE_API
COLLIDE_API collide_result collide_sweep_create(collide_sweep **sweep, const collide_sweep_desc *desc);
COLLIDE_API void collide_sweep_destroy(collide_sweep *sweep);
/* What a fixed buffer must hold for these capacities; 0 where one of them is 0 or wrong. And what is in use now. */
COLLIDE_API size_t collide_sweep_size(const collide_sweep_desc *desc);
COLLIDE_API size_t collide_sweep_bytes(const collide_sweep *sweep);

/* A pair counts when (category of each) & (mask of the other). Category 0 means 1, mask 0 means all. A number is
   given to another box only after the update that follows its removal. */
COLLIDE_API collide_result collide_sweep_add(collide_sweep *sweep, collide_aabb box, unsigned category, unsigned mask,
                                             unsigned *id);
COLLIDE_API collide_result collide_sweep_move(collide_sweep *sweep, unsigned id, collide_aabb box); /* however far */
COLLIDE_API collide_result collide_sweep_remove(collide_sweep *sweep, unsigned id);
COLLIDE_API collide_result collide_sweep_filter(collide_sweep *sweep, unsigned id, unsigned category, unsigned mask);
/* The same for many: all of them, or none where one is at fault. */
COLLIDE_API collide_result collide_sweep_add_all(collide_sweep *sweep, const collide_aabb *boxes, int count,
                                                 unsigned category, unsigned mask, unsigned *ids);
COLLIDE_API collide_result collide_sweep_move_all(collide_sweep *sweep, const unsigned *ids, const collide_aabb *boxes,
                                                  int count);
COLLIDE_API collide_result collide_sweep_remove_all(collide_sweep *sweep, const unsigned *ids, int count);
COLLIDE_API int collide_sweep_count(const collide_sweep *sweep);                     /* boxes there are */
COLLIDE_API collide_aabb collide_sweep_box(const collide_sweep *sweep, unsigned id); /* margin included */

/* How many pairs overlap now, or an error: then the pairs stay as they were, none has begun or ended, and the next
   update tries again. Touching counts. Lists are sorted by a, then by b, and last until the next update. */
COLLIDE_API int collide_sweep_update(collide_sweep *sweep);
COLLIDE_API const collide_pair *collide_sweep_pairs(const collide_sweep *sweep, int *count);
COLLIDE_API const collide_pair *collide_sweep_begun(const collide_sweep *sweep, int *count);
COLLIDE_API const collide_pair *collide_sweep_ended(const collide_sweep *sweep, int *count);

/* What a box, a ray or a flying box meets, as things were at the last update. Only boxes whose category is in mask (0:
   all). Returns how many there are; if that is more than capacity, the first ones are given: by number, or by time. */
COLLIDE_API int collide_sweep_query_box(const collide_sweep *sweep, collide_aabb box, unsigned mask, unsigned *out,
                                        int capacity);
COLLIDE_API int collide_sweep_query_ray(const collide_sweep *sweep, collide_vec3 from, collide_vec3 to, unsigned mask,
                                        collide_sweep_hit *out, int capacity);
COLLIDE_API int collide_sweep_query_cast(const collide_sweep *sweep, collide_aabb box, collide_vec3 move, unsigned mask,
                                         collide_sweep_hit *out, int capacity);

/* The two kinds of box of the paper's section 4.1. A cube that holds the mesh however it turns: cheap to move, and it
   never changes its size. And the tightest box, found by walking from last time's extreme vertices to better ones. */
COLLIDE_API collide_aabb collide_aabb_cube(collide_vec3 centre, collide_real radius);
COLLIDE_API collide_aabb collide_mesh_cube(const collide_mesh *mesh, collide_pose pose);
COLLIDE_API collide_aabb collide_mesh_bounds_walk(const collide_mesh *mesh, collide_pose pose,
                                                  collide_extremes *extremes);
#endif

#ifndef COLLIDE_NO_WORLD
/* ======================================================================================== API
   [WORLD] moving bodies, and which of them touch

   Bodies in, touching pairs out (I-COLLIDE 6). A body is a mesh, a shape, or a tree of parts that move against each
   other (3.4). Tell where each is at the end of a step, update, and read the pairs: which bodies, which parts and
   features of them, where, when and how deep. The sweep finds whose boxes meet; each such pair then gets the cheapest
   test that is right for it. Nothing is found twice and nothing is missed; the pairs do not depend on how many threads
   looked for them.

   A continuous world looks at the whole way of each step, on which a body moves as collide_pose_between tells: a screw,
   turning the short way. However fast things fly and turn, and however thin they are, none passes through another
   unnoticed. Otherwise a world looks at the ends of steps only.
   ============================================================================================ */

typedef struct collide_world collide_world;

/* A part of a body. Parents come before their children; a part without mesh and shape is a joint. */
typedef struct {
    int parent;         /* number of a part before this one; negative, or its own: none */
    collide_pose local; /* in the parent's frame, or in the body's */
    const collide_mesh *mesh;
    const collide_shape *shape;
} collide_part;

/* Exactly one of mesh, shape and parts. Shapes and parts are copied; meshes, and what shapes point to, must outlive the
   body. */
typedef struct {
    const collide_mesh *mesh;
    const collide_shape *shape;
    const collide_part *parts;
    int part_count;
    collide_pose pose;
    unsigned category, mask; /* a pair counts when (category of each) & (mask of the other); 0: 1 and all */
    int still;               /* 1: part of the scenery; two such are never a pair, however they overlap */
    void *user;
} collide_body_desc;

/* A handle; all zero is no body. One of a body that was removed is refused (COLLIDE_ERROR_HANDLE). */
typedef struct {
    unsigned index, generation;
} collide_body;

/* States of pairs: since this update, since an earlier one, no more. */
enum { COLLIDE_BEGUN = 1, COLLIDE_KEPT = 2, COLLIDE_ENDED = 3 };

/* Two bodies that touch, or are closer than the margin; of several parts that do, those which meet first, or are
   deepest or closest. */
typedef struct {
    collide_body a, b;             /* a.index < b.index */
    int part_a, part_b;            /* 0 where a body is not made of parts */
    int kind_a, kind_b;            /* COLLIDE_FEATURE_...; 0: of a shape that is no mesh, or not known */
    int feature_a, feature_b;      /* vertex, edge or face; -1: as above */
    int state;                     /* COLLIDE_BEGUN, ...; of one that has ended only the bodies are known */
    collide_real distance;         /* positive: within the margin; 0: a contact; negative: minus the depth */
    collide_real time;             /* continuous: of the first contact, 1 where there is none; else 0 */
    collide_vec3 point_a, point_b; /* on the surfaces, in the world, at that time */
    collide_vec3 normal;           /* unit, from A to B */
    unsigned flags;                /* COLLIDE_STARTED_INSIDE: deep already at the start; COLLIDE_NOT_CONVERGED */
} collide_world_pair;

enum { COLLIDE_WORLD_NO_DEPTH = 1 }; /* of convex bodies that overlap: only that they do; distance 0, much faster */

/* All zero: grows as needed, looks at the ends of steps only, and in this thread alone. */
typedef struct {
    int max_bodies;      /* room for so many and no more; 0: grows, up to 2^22 */
    int max_pairs;       /* of boxes that overlap, and of pairs switched off. With both, all memory is taken at once */
    collide_real margin; /* closer than this is a pair, too (6.3) */
    int continuous;      /* 1: the whole way of a step counts, not only its end */
    /* Runs task(context, i, worker) for every i below count, in any order and in up to `workers` threads, and returns
       when all are done. Tasks at work at the same time have different workers, from 0 on. NULL: here, in turn. */
    void (*run)(void *user, int count, void (*task)(void *context, int index, int worker), void *context);
    int workers; /* 0: 1 */
    void *user;  /* of run */
    const collide_allocator *allocator;
    int max_parts;  /* of all bodies made of parts; 0: as max_bodies, and at least 32; of no account where that grows */
    size_t scratch; /* for each worker, where all memory is taken at once; 0: 48 KB, enough for convex ones */
    unsigned flags; /* COLLIDE_WORLD_... */
} collide_world_desc;

/* What a query meets: one for each body, with the part that is met first. */
typedef struct {
    collide_body body;
    void *user;     /* the body's */
    int part, face; /* face: of a mesh that is not convex; else -1 */
    collide_real time;
    collide_vec3 point, normal; /* the normal leaves the body; both zero where only overlap is asked for */
    unsigned flags;             /* COLLIDE_STARTED_INSIDE, COLLIDE_NOT_CONVERGED */
} collide_world_hit;

/* Lines of a drawing: edges of a body's box; from closest point to closest point of two bodies whose boxes overlap
   (5.3); a contact's normal, as long as the smaller body is wide. */
enum { COLLIDE_DRAW_BOX = 1, COLLIDE_DRAW_CLOSEST = 2, COLLIDE_DRAW_CONTACT = 3 };

#ifdef COLLIDE_API
COLLIDE_API collide_result collide_world_create(collide_world **world, const collide_world_desc *desc);
COLLIDE_API void collide_world_destroy(collide_world *world);
/* What a fixed buffer must hold for these capacities; 0 where max_bodies or max_pairs is 0 or something is wrong. */
COLLIDE_API size_t collide_world_size(const collide_world_desc *desc);

COLLIDE_API collide_result collide_world_add(collide_world *world, const collide_body_desc *desc, collide_body *body);
COLLIDE_API collide_result collide_world_remove(collide_world *world, collide_body body); /* its pairs end next */
/* Where it is at the end of this step; or, without a path from where it was, at its start and its end. */
COLLIDE_API collide_result collide_world_move(collide_world *world, collide_body body, collide_pose pose);
COLLIDE_API collide_result collide_world_place(collide_world *world, collide_body body, collide_pose pose);
COLLIDE_API collide_result collide_world_move_part(collide_world *world, collide_body body, int part,
                                                   collide_pose local);
COLLIDE_API collide_result collide_world_filter(collide_world *world, collide_body body, unsigned category,
                                                unsigned mask);
/* Switches a pair off, or on again, whatever the masks say; until one of the two is removed. */
COLLIDE_API collide_result collide_world_pair_set(collide_world *world, collide_body a, collide_body b, int on);

/* Where it is: as last told. NULL for bodies that are not there. */
COLLIDE_API collide_result collide_world_pose(const collide_world *world, collide_body body, collide_pose *pose);
COLLIDE_API void *collide_world_user(const collide_world *world, collide_body body);
COLLIDE_API int collide_world_count(const collide_world *world);
/* The last end of a step at which it touched nothing (Buss 10); before the first, where it was added or placed. */
COLLIDE_API collide_result collide_world_clear_pose(const collide_world *world, collide_body body, collide_pose *pose);

/* Returns how many pairs touch or are within the margin, or an error: then everything stays as it was, and the next
   update tries again. The list has those first, then the pairs that have ended; both are sorted by a.index, then by
   b.index. It is valid until the next update. */
COLLIDE_API int collide_world_update(collide_world *world);
COLLIDE_API const collide_world_pair *collide_world_pairs(const collide_world *world, int *count);

/* Bodies that a ray, a shape that flies straight, or a shape at rest meets, as things were at the end of the last
   update; only those whose category is in mask (0: all). Returns how many there are; the first ones by time, then by
   index, are in out. Any number of threads may ask at once, each with its own scratch (or NULL). */
COLLIDE_API int collide_world_ray(const collide_world *world, collide_vec3 from, collide_vec3 to, unsigned mask,
                                  collide_scratch *scratch, collide_world_hit *out, int capacity);
COLLIDE_API int collide_world_cast(const collide_world *world, collide_shape shape, collide_pose pose,
                                   collide_vec3 move, unsigned mask, collide_scratch *scratch, collide_world_hit *out,
                                   int capacity);
COLLIDE_API int collide_world_overlap(const collide_world *world, collide_shape shape, collide_pose pose, unsigned mask,
                                      collide_scratch *scratch, collide_world_hit *out, int capacity);

/* Hands every line worth seeing to a callback, with COLLIDE_DRAW_... */
COLLIDE_API collide_result collide_world_draw(const collide_world *world,
                                              void (*line)(void *user, collide_vec3 from, collide_vec3 to, int kind),
                                              void *user);
#endif
#endif /* COLLIDE_NO_WORLD */

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
   processor can fuse at all, since it never inlines across such a change of options; and with its vectorizer off,
   since that forms fused instructions whatever fp-contract says (vfmaddsub on x86, most of RISC-V's). */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && (defined(__FP_FAST_FMAF) || defined(__FP_FAST_FMA))
#define COLLIDE_I_GCC_FUSES
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off", "no-tree-loop-vectorize", "no-tree-slp-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif
#endif

#ifndef COLLIDE_API /* the types were included before, without the implementation */
#define COLLIDE_API COLLIDE_I_STATIC
#endif
#if defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE__)
#define COLLIDE_I_INLINE COLLIDE_I_STATIC
#else
#define COLLIDE_I_INLINE COLLIDE_I_STATIC inline
#endif

/* For what needs much of the stack, seldom: its callers shall not need it always. */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define COLLIDE_I_APART COLLIDE_I_STATIC __attribute__((noinline))
#elif defined(_MSC_VER)
#define COLLIDE_I_APART static __declspec(noinline)
#else
#define COLLIDE_I_APART COLLIDE_I_STATIC
#endif

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
    static const uint32_t two_over_pi[] = {0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u, 0xF534DDC0u, 0xDB629599u, 0x3C439041u,
                                           0xFE5163ABu, 0xDEBBC561u, 0xB7246E3Au, 0x424DD2E0u,
#ifdef COLLIDE_DOUBLE
                                           0x06492EEAu, 0x09D1921Cu, 0xFE1DEB1Cu, 0xB129A73Eu, 0xE88235F5u, 0x2EBB4484u,
                                           0xE99C7026u, 0xB45F7E41u, 0x3991D639u, 0x835339F4u, 0x9C845F8Bu, 0xBDF9283Bu,
                                           0x1FF897FFu, 0xDE05980Fu, 0xEF2F118Bu, 0x5A0A6D1Fu, 0x6D367ECFu, 0x27CB09B7u,
                                           0x4F463F66u, 0x9E5FEA2Du, 0x7527BAC7u, 0xEBE5F17Bu, 0x3D0739F7u, 0x8A5292EAu,
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

/* x = quadrant pi/2 + (hi + lo) for x >= 0, |hi| <= 0.7863; the quadrant counts modulo 4. Cody and Waite: pi/2 in
   parts so short that their products with a 13-bit quadrant are exact; the first two differences are exact as
   well. */
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
    volatile collide_real one = 1, epsilon = COLLIDE_I_EPSILON,
                          smallest = collide_i_from_bits(COLLIDE_I_POWER(1 - COLLIDE_I_BIAS));
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

COLLIDE_I_INLINE int collide_i_finite3(collide_vec3 a)
{
    return collide_i_finite(a.x) & collide_i_finite(a.y) & collide_i_finite(a.z);
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
COLLIDE_I_INLINE collide_i_mat3 collide_i_matrix(collide_quat q, collide_real n)
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
COLLIDE_I_INLINE collide_real collide_i_rotation_norm(collide_quat *q)
{
    const collide_real n = q->x * q->x + q->y * q->y + q->z * q->z + q->w * q->w;
    if (collide_i_usable(n) && n >= COLLIDE_R(0.25) && n <= 4) return n;
    if (!(collide_i_usable(q->x) & collide_i_usable(q->y) & collide_i_usable(q->z) & collide_i_usable(q->w)) ||
        collide_i_abs(q->x) > 0 || collide_i_abs(q->y) > 0 || collide_i_abs(q->z) > 0 || collide_i_abs(q->w) > 0)
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

COLLIDE_API collide_aabb collide_aabb_arc(collide_aabb box, collide_vec3 origin, collide_vec3 axis,
                                          collide_real radians)
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
   All forms give the same bits: min and max are comparisons and selections, with a < b ? a : b deciding ties. A mask
   is a lane of all ones or all zeros; of plain numbers, 1 or 0. Registers are written out by COLLIDE_I_REGISTERS, not
   looped over, so that they stay in registers. */

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
#define COLLIDE_I_OR(a, b) _mm_or_pd(a, b)
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
#define COLLIDE_I_OR(a, b) _mm_or_ps(a, b)
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
#define COLLIDE_I_OR(a, b) vreinterpretq_f64_u64(vorrq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b)))
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
#define COLLIDE_I_OR(a, b) vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)))
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
#define COLLIDE_I_OR(a, b) ((a) + (b))
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
#define COLLIDE_I_EACH(i) c.r[i] = COLLIDE_I_LOAD(p + (i)*COLLIDE_I_WIDTH);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return c;
}

COLLIDE_I_INLINE void collide_i_lanes_store(collide_real *p, collide_i_lanes a)
{
#define COLLIDE_I_EACH(i) COLLIDE_I_STORE(p + (i)*COLLIDE_I_WIDTH, a.r[i]);
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

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_or(collide_i_lanes a, collide_i_lanes b) /* of masks */
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_OR(a.r[i], b.r[i]);
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
#define COLLIDE_I_EACH(i) bits |= (COLLIDE_I_MASK(mask.r[i])) << ((i)*COLLIDE_I_WIDTH);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return bits;
}

/* The greatest of the four, in all of them. */
COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_top(collide_i_lanes a)
{
#if defined(COLLIDE_I_SSE2) && defined(COLLIDE_DOUBLE)
    a.r[0] = _mm_max_pd(a.r[0], a.r[1]);
    a.r[0] = a.r[1] = _mm_max_pd(a.r[0], _mm_shuffle_pd(a.r[0], a.r[0], 1));
#elif defined(COLLIDE_I_SSE2)
    a.r[0] = _mm_max_ps(a.r[0], _mm_shuffle_ps(a.r[0], a.r[0], _MM_SHUFFLE(1, 0, 3, 2)));
    a.r[0] = _mm_max_ps(a.r[0], _mm_shuffle_ps(a.r[0], a.r[0], _MM_SHUFFLE(2, 3, 0, 1)));
#else
    collide_real x[4];
    collide_i_lanes_store(x, a);
    a = collide_i_lanes_splat(collide_i_max(collide_i_max(x[0], x[1]), collide_i_max(x[2], x[3])));
#endif
    return a;
}

/* Rows become columns. */
COLLIDE_I_INLINE void collide_i_lanes_transpose(collide_i_lanes m[4])
{
#if defined(COLLIDE_I_SSE2) && !defined(COLLIDE_DOUBLE)
    _MM_TRANSPOSE4_PS(m[0].r[0], m[1].r[0], m[2].r[0], m[3].r[0]);
#else
    collide_real x[16], y[16];
    int i;
    for (i = 0; i < 4; i++) collide_i_lanes_store(x + 4 * i, m[i]);
    for (i = 0; i < 16; i++) y[i] = x[4 * (i % 4) + i / 4];
    for (i = 0; i < 4; i++) m[i] = collide_i_lanes_load(y + 4 * i);
#endif
}

/* Which is the lowest bit that is set? 64 if none is. */
COLLIDE_I_INLINE int collide_i_lowest_bit(uint64_t bits)
{
#ifdef __GNUC__ /* in halves: 32-bit machines have no instruction for more */
    const uint32_t low = (uint32_t)bits, high = (uint32_t)(bits >> 32);
    return low ? __builtin_ctz(low) : high ? 32 + __builtin_ctz(high) : 64;
#else
    int i = 0;
    while (i < 64 && !(bits >> i & 1)) i++;
    return i;
#endif
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
    if (s->chunk && s->used + s->below == 0 && ((collide_i_chunk *)s->chunk)->size < s->high)
        collide_i_scratch_shrink(s);
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

typedef struct {
    collide_aabb box;
    int item;
} collide_i_leaf;

/* A run of leaves that becomes one child: the box around them, and the box around twice their centres. */
typedef struct {
    int first, count;
    collide_aabb box, centres;
} collide_i_range;

typedef struct {
    collide_i_range range;
    int parent, lane, depth;
} collide_i_tree_task;

COLLIDE_I_INLINE collide_real collide_i_axis(collide_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

COLLIDE_I_INLINE collide_real collide_i_surface(const collide_aabb *b)
{
    collide_vec3 d = collide_i_sub(b->upper, b->lower);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

COLLIDE_I_STATIC void collide_i_range_measure(collide_i_range *r, const collide_i_leaf *leaves)
{
    int i;
    for (i = 0; i < r->count; i++) {
        const collide_aabb *box = &leaves[r->first + i].box;
        collide_vec3 twice = collide_i_add(box->lower, box->upper);
        r->box.lower = i ? collide_i_lowest(r->box.lower, box->lower) : box->lower;
        r->box.upper = i ? collide_i_highest(r->box.upper, box->upper) : box->upper;
        r->centres.lower = i ? collide_i_lowest(r->centres.lower, twice) : twice;
        r->centres.upper = i ? collide_i_highest(r->centres.upper, twice) : twice;
    }
}

/* Bins along the three axes: bin = (twice the centre - low) scale; scale 0 where all centres are level. */
typedef struct {
    collide_vec3 low, scale;
    int axis, bin; /* the cut: leaves in bins of this axis up to this one go left; axis -1: none found */
} collide_i_tree_cut;

COLLIDE_I_INLINE collide_real collide_i_bin_scale(collide_real low, collide_real high)
{
    collide_real scale = high > low ? (collide_real)COLLIDE_I_BINS / (high - low) : 0;
    return collide_i_finite(scale) ? scale : 0;
}

COLLIDE_I_INLINE int collide_i_bin(const collide_i_tree_cut *cut, const collide_aabb *box, int axis)
{
    collide_real twice = collide_i_axis(box->lower, axis) + collide_i_axis(box->upper, axis);
    int bin = (int)((twice - collide_i_axis(cut->low, axis)) * collide_i_axis(cut->scale, axis));
    return bin < COLLIDE_I_BINS - 1 ? bin : COLLIDE_I_BINS - 1;
}

/* The cheapest cut between two bins of an axis: surface times number of lowest nodes, on both sides. */
COLLIDE_I_STATIC collide_real collide_i_cheapest_cut(const collide_aabb *boxes, const int *counts, int *bin)
{
    collide_real right[COLLIDE_I_BINS], cost, best = -1;
    collide_aabb side = boxes[COLLIDE_I_BINS - 1]; /* the last bin is never empty, nor is the first */
    int k, n;
    for (k = COLLIDE_I_BINS - 1, n = 0; k > 0; k--) {
        if (counts[k]) side = collide_i_aabb_join(&side, &boxes[k]);
        n += counts[k];
        right[k] = collide_i_surface(&side) * (collide_real)((n + 3) / 4);
    }
    side = boxes[0];
    for (k = 0, n = 0; k < COLLIDE_I_BINS - 1; k++) {
        if (counts[k]) side = collide_i_aabb_join(&side, &boxes[k]);
        n += counts[k];
        cost = collide_i_surface(&side) * (collide_real)((n + 3) / 4) + right[k + 1];
        if (best < 0 || cost < best) {
            best = cost;
            *bin = k;
        }
    }
    return best;
}

COLLIDE_I_STATIC collide_i_tree_cut collide_i_tree_find_cut(const collide_i_range *r, const collide_i_leaf *leaves)
{
    collide_i_tree_cut cut;
    collide_aabb boxes[3][COLLIDE_I_BINS];
    collide_real best = -1;
    int counts[3][COLLIDE_I_BINS], axis, i;
    memset(counts, 0, sizeof counts);
    cut.axis = -1;
    cut.bin = 0;
    cut.low = r->centres.lower;
    cut.scale = collide_i_vec(collide_i_bin_scale(cut.low.x, r->centres.upper.x),
                              collide_i_bin_scale(cut.low.y, r->centres.upper.y),
                              collide_i_bin_scale(cut.low.z, r->centres.upper.z));
    for (i = 0; i < r->count; i++) {
        const collide_aabb *box = &leaves[r->first + i].box;
        for (axis = 0; axis < 3; axis++) {
            int k = collide_i_bin(&cut, box, axis);
            boxes[axis][k] = counts[axis][k]++ ? collide_i_aabb_join(&boxes[axis][k], box) : *box;
        }
    }
    for (axis = 0; axis < 3; axis++) {
        int bin = 0;
        collide_real cost;
        if (!(collide_i_axis(cut.scale, axis) > 0)) continue;
        cost = collide_i_cheapest_cut(boxes[axis], counts[axis], &bin);
        if (cut.axis < 0 || cost < best) {
            best = cost;
            cut.axis = axis;
            cut.bin = bin;
        }
    }
    return cut;
}

/* Cuts a range of five or more in two, neither empty: by the heuristic, else in the middle, in whole fours. */
COLLIDE_I_STATIC void collide_i_tree_split(collide_i_range *left, collide_i_range *right, collide_i_leaf *leaves,
                                           int heuristic)
{
    const int first = left->first, end = left->first + left->count;
    int i = first, k = end;
    if (heuristic) {
        collide_i_tree_cut cut = collide_i_tree_find_cut(left, leaves);
        while (cut.axis >= 0 && i < k) {
            if (collide_i_bin(&cut, &leaves[i].box, cut.axis) <= cut.bin) {
                i++;
            } else {
                collide_i_leaf leaf = leaves[i];
                leaves[i] = leaves[--k];
                leaves[k] = leaf;
            }
        }
    }
    if (i == first || i == end) i = first + ((left->count / 2 + 3) & ~3);
    right->first = i;
    right->count = end - i;
    left->count = i - first;
    collide_i_range_measure(left, leaves);
    collide_i_range_measure(right, leaves);
}

/* Up to four children: four leaves or fewer become one each; otherwise the range with the largest surface times count
   is cut as long as it has more than four, so that the lowest nodes are full. */
COLLIDE_I_STATIC int collide_i_tree_children(collide_i_range child[4], collide_i_leaf *leaves, int heuristic)
{
    int n = 1, i, worst;
    if (child[0].count <= 4) {
        for (n = child[0].count, i = n - 1; i >= 0; i--) {
            child[i].first = child[0].first + i;
            child[i].count = 1;
            child[i].box = leaves[child[i].first].box;
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
        collide_i_tree_split(&child[worst], &child[n], leaves, heuristic);
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
    collide_i_leaf *leaves = (collide_i_leaf *)collide_i_scratch_take(s, (size_t)count, sizeof *leaves);
    int tasks = 0, i, n;
    collide_i_tree_task *stack =
        (collide_i_tree_task *)collide_i_scratch_take(s, 3 * COLLIDE_TREE_DEPTH + 4, sizeof *stack);
    collide_tree *tree = (collide_tree *)collide_i_scratch_take(s, 1, collide_i_tree_bytes(count));
    collide_i_node *nodes;
    if (!leaves || !stack || !tree) return NULL;
    nodes = (collide_i_node *)(void *)(tree + 1);
    none.lower = collide_i_vec(far_away, far_away, far_away);
    none.upper = collide_i_negate(none.lower);
    memset(tree, 0, sizeof *tree);
    tree->item_count = count;
    for (i = 0; i < count; i++) {
        leaves[i].box = boxes[i];
        leaves[i].item = i;
    }
    if (count > 0) {
        stack[0].range.first = 0;
        stack[0].range.count = count;
        collide_i_range_measure(&stack[0].range, leaves);
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
        n = collide_i_tree_children(child, leaves, task.depth <= COLLIDE_I_HEURISTIC_DEPTH);
        for (i = 3; i >= 0; i--) {
            if (i >= n) {
                collide_i_node_set(&nodes[at], i, &none, COLLIDE_I_NO_CHILD);
            } else if (child[i].count == 1) {
                collide_i_node_set(&nodes[at], i, &child[i].box, ~leaves[child[i].first].item);
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

/* Square of each child's distance. */
COLLIDE_I_INLINE collide_i_lanes collide_i_node_distance(const collide_i_node *n, const collide_aabb *box)
{
    const collide_i_lanes zero = collide_i_lanes_splat(0);
    const collide_i_lanes x = collide_i_lanes_max(collide_i_node_gap(n, 0, box), zero);
    const collide_i_lanes y = collide_i_lanes_max(collide_i_node_gap(n, 1, box), zero);
    const collide_i_lanes z = collide_i_lanes_max(collide_i_node_gap(n, 2, box), zero);
    return collide_i_lanes_add(collide_i_lanes_add(collide_i_lanes_mul(x, x), collide_i_lanes_mul(y, y)),
                               collide_i_lanes_mul(z, z));
}

/* Narrows the times [enter, leave] during which box + t move meets each child, along one axis. */
COLLIDE_I_INLINE void collide_i_node_slab(const collide_i_node *n, int axis, const collide_tree_walk *w,
                                          collide_i_lanes *enter, collide_i_lanes *leave)
{
    collide_i_lanes inverse = collide_i_lanes_splat(collide_i_axis(w->move, axis));
    collide_i_lanes a = collide_i_lanes_mul(collide_i_node_above(n, axis, collide_i_axis(w->box.upper, axis)), inverse);
    collide_i_lanes b =
        collide_i_lanes_mul(collide_i_lanes_sub(collide_i_lanes_load(n->upper[axis]),
                                                collide_i_lanes_splat(collide_i_axis(w->box.lower, axis))),
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
        const collide_i_lanes d = collide_i_node_distance(n, &w->box);
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

/* ============================================================================= IMPLEMENTATION
   [MESH] Baumgart's winged edge in one block

   The block first, then the builder that makes it: load, weld, clean, split, orient, pair, fan, merge, emit. Each step
   works on plain arrays of corners in scratch. Corner c starts the directed edge from corner[c] to the corner after
   it in its face's loop; twin[c] is the same edge seen from the neighbour, or -1.
   ============================================================================================ */

enum {
    COLLIDE_I_MESH_MAGIC = 0x444C4C43, /* "CLLD"; another number where the bytes are the other way round */
    COLLIDE_I_MESH_VERSION = 2,
    COLLIDE_I_MESH_CLOSED = 1,
    COLLIDE_I_MESH_CONVEX = 2,
    COLLIDE_I_MESH_MAP = 4,
    COLLIDE_I_TREE_FACES = 8,     /* meshes with more faces carry a tree */
    COLLIDE_I_LANE_VERTICES = 48, /* up to here all vertices are tried, four at a time; above, a map and a climb */
    COLLIDE_I_MAP_SIDE = 16,
    COLLIDE_I_MAP_CELLS = 6 * COLLIDE_I_MAP_SIDE * COLLIDE_I_MAP_SIDE
};

/* Where each array starts, in bytes from the start of the block. */
typedef struct {
    int32_t vertices;      /* collide_vec3 [vertex_count] */
    int32_t vertex_edges;  /* int [vertex_count] */
    int32_t internal;      /* unsigned char [vertex_count] */
    int32_t edges;         /* collide_edge [edge_count] */
    int32_t face_first;    /* int [face_count + 1]: first corner */
    int32_t corners;       /* int [corner_count]: vertex */
    int32_t corner_edges;  /* int [corner_count]: edge to the next corner */
    int32_t planes;        /* collide_plane [face_count] */
    int32_t source_first;  /* int [face_count + 1] */
    int32_t sources;       /* int [source_count]: the caller's faces */
    int32_t lanes;         /* collide_real [3][lane_count], or 0 */
    int32_t map;           /* int [COLLIDE_I_MAP_CELLS]: where to start climbing, or 0 */
    int32_t near_first;    /* int [vertex_count + 1], with the map */
    int32_t near_vertices; /* int [2 edge_count]: neighbours of each vertex, with the map */
    int32_t tree;          /* collide_tree, or 0 */
    int32_t windings;      /* int [node_count]: of the station in each node of a closed mesh's tree, or 0 */
    int32_t end;
} collide_i_mesh_layout;

struct collide_mesh {
    int32_t magic, version, real_size, flags;
    int32_t vertex_count, edge_count, face_count, corner_count, source_count, lane_count, node_count;
    int32_t part_count, internal_edge_count;
    collide_i_mesh_layout at;
    collide_aabb box;
    collide_vec3 centroid, sphere;
    collide_real sphere_radius, volume, inertia[6]; /* xx yy zz xy yz zx */
};

#define COLLIDE_I_MESH_ARRAY(type, mesh, where) ((const type *)(const void *)((const char *)(mesh) + (mesh)->at.where))

COLLIDE_I_INLINE const collide_vec3 *collide_i_mesh_vertices(const collide_mesh *m)
{
    return COLLIDE_I_MESH_ARRAY(collide_vec3, m, vertices);
}
COLLIDE_I_INLINE const collide_edge *collide_i_mesh_edges(const collide_mesh *m)
{
    return COLLIDE_I_MESH_ARRAY(collide_edge, m, edges);
}
COLLIDE_I_INLINE const int *collide_i_mesh_first(const collide_mesh *m)
{
    return COLLIDE_I_MESH_ARRAY(int, m, face_first);
}
COLLIDE_I_INLINE const int *collide_i_mesh_corners(const collide_mesh *m)
{
    return COLLIDE_I_MESH_ARRAY(int, m, corners);
}
COLLIDE_I_INLINE const collide_plane *collide_i_mesh_planes(const collide_mesh *m)
{
    return COLLIDE_I_MESH_ARRAY(collide_plane, m, planes);
}

/* The layout that the counts call for: all arrays in order, each aligned. */
COLLIDE_I_STATIC int collide_i_mesh_layout_of(const collide_mesh *m, collide_i_mesh_layout *at)
{
    const size_t v = (size_t)m->vertex_count, e = (size_t)m->edge_count, f = (size_t)m->face_count;
    const size_t c = (size_t)m->corner_count, map = m->flags & COLLIDE_I_MESH_MAP ? 1 : 0;
    const size_t size[] = {v * sizeof(collide_vec3),
                           v * sizeof(int),
                           v,
                           e * sizeof(collide_edge),
                           (f + 1) * sizeof(int),
                           c * sizeof(int),
                           c * sizeof(int),
                           f * sizeof(collide_plane),
                           (f + 1) * sizeof(int),
                           (size_t)m->source_count * sizeof(int),
                           3 * (size_t)m->lane_count * sizeof(collide_real),
                           map * COLLIDE_I_MAP_CELLS * sizeof(int),
                           map * (v + 1) * sizeof(int),
                           map * 2 * e * sizeof(int),
                           m->node_count ? collide_i_tree_bytes(m->node_count) : 0,
                           m->flags & COLLIDE_I_MESH_CLOSED ? (size_t)m->node_count * sizeof(int) : 0};
    int32_t *out = &at->vertices;
    size_t offset = collide_i_round_up(sizeof(collide_mesh)), i;
    for (i = 0; i < sizeof size / sizeof *size; i++) {
        out[i] = size[i] ? (int32_t)offset : 0;
        offset += collide_i_round_up(size[i]);
        if (offset > 0x7FFFFFFF) return 0;
    }
    at->end = (int32_t)offset;
    return 1;
}

/* ---- reading a mesh ---- */

COLLIDE_API size_t collide_mesh_bytes(const collide_mesh *mesh) { return mesh ? (size_t)mesh->at.end : 0; }
COLLIDE_API int collide_mesh_vertex_count(const collide_mesh *mesh) { return mesh ? mesh->vertex_count : 0; }
COLLIDE_API int collide_mesh_edge_count(const collide_mesh *mesh) { return mesh ? mesh->edge_count : 0; }
COLLIDE_API int collide_mesh_face_count(const collide_mesh *mesh) { return mesh ? mesh->face_count : 0; }
COLLIDE_API int collide_mesh_part_count(const collide_mesh *mesh) { return mesh ? mesh->part_count : 0; }
COLLIDE_API int collide_mesh_internal_edge_count(const collide_mesh *mesh)
{
    return mesh ? mesh->internal_edge_count : 0;
}
COLLIDE_API int collide_mesh_closed(const collide_mesh *mesh) { return mesh && mesh->flags & COLLIDE_I_MESH_CLOSED; }
COLLIDE_API int collide_mesh_convex(const collide_mesh *mesh) { return mesh && mesh->flags & COLLIDE_I_MESH_CONVEX; }

COLLIDE_API collide_vec3 collide_mesh_vertex(const collide_mesh *mesh, int vertex)
{
    if (!mesh || vertex < 0 || vertex >= mesh->vertex_count) return collide_i_vec(0, 0, 0);
    return collide_i_mesh_vertices(mesh)[vertex];
}

COLLIDE_API int collide_mesh_vertex_internal(const collide_mesh *mesh, int vertex)
{
    if (!mesh || vertex < 0 || vertex >= mesh->vertex_count) return 0;
    return COLLIDE_I_MESH_ARRAY(unsigned char, mesh, internal)[vertex];
}

COLLIDE_API const collide_edge *collide_mesh_edge(const collide_mesh *mesh, int edge)
{
    return mesh && edge >= 0 && edge < mesh->edge_count ? collide_i_mesh_edges(mesh) + edge : NULL;
}

COLLIDE_API int collide_mesh_face_size(const collide_mesh *mesh, int face)
{
    const int *first;
    if (!mesh || face < 0 || face >= mesh->face_count) return 0;
    first = collide_i_mesh_first(mesh) + face;
    return first[1] - first[0];
}

COLLIDE_API int collide_mesh_face_vertex(const collide_mesh *mesh, int face, int corner)
{
    if (corner < 0 || corner >= collide_mesh_face_size(mesh, face)) return -1;
    return collide_i_mesh_corners(mesh)[collide_i_mesh_first(mesh)[face] + corner];
}

COLLIDE_API int collide_mesh_face_edge(const collide_mesh *mesh, int face, int corner)
{
    if (corner < 0 || corner >= collide_mesh_face_size(mesh, face)) return -1;
    return COLLIDE_I_MESH_ARRAY(int, mesh, corner_edges)[collide_i_mesh_first(mesh)[face] + corner];
}

COLLIDE_API collide_plane collide_mesh_face_plane(const collide_mesh *mesh, int face)
{
    collide_plane none = {{0, 0, 0}, 0};
    if (!mesh || face < 0 || face >= mesh->face_count) return none;
    return collide_i_mesh_planes(mesh)[face];
}

COLLIDE_API int collide_mesh_face_sources(const collide_mesh *mesh, int face, int *out, int capacity)
{
    const int *first, *sources;
    int i, count;
    if (!mesh || face < 0 || face >= mesh->face_count) return 0;
    first = COLLIDE_I_MESH_ARRAY(int, mesh, source_first) + face;
    sources = COLLIDE_I_MESH_ARRAY(int, mesh, sources) + first[0];
    count = first[1] - first[0];
    for (i = 0; out && i < count && i < capacity; i++) out[i] = sources[i];
    return count;
}

COLLIDE_API int collide_mesh_face_source(const collide_mesh *mesh, int face)
{
    int source = -1;
    (void)collide_mesh_face_sources(mesh, face, &source, 1);
    return source;
}

COLLIDE_API int collide_mesh_vertex_edge(const collide_mesh *mesh, int vertex)
{
    if (!mesh || vertex < 0 || vertex >= mesh->vertex_count) return -1;
    return COLLIDE_I_MESH_ARRAY(int, mesh, vertex_edges)[vertex];
}

COLLIDE_API int collide_mesh_next_edge(const collide_mesh *mesh, int vertex, int edge)
{
    const collide_edge *e = collide_mesh_edge(mesh, edge);
    if (!e || (e->vertex[0] != vertex && e->vertex[1] != vertex)) return -1;
    return e->vertex[0] == vertex ? e->wing[1] : e->wing[3];
}

COLLIDE_API collide_real collide_mesh_volume(const collide_mesh *mesh) { return mesh ? mesh->volume : 0; }

COLLIDE_API collide_vec3 collide_mesh_centroid(const collide_mesh *mesh)
{
    return mesh ? mesh->centroid : collide_i_vec(0, 0, 0);
}

COLLIDE_API void collide_mesh_inertia(const collide_mesh *mesh, collide_real m[9])
{
    static const int entry[9] = {0, 3, 5, 3, 1, 4, 5, 4, 2};
    int i;
    for (i = 0; m && i < 9; i++) m[i] = mesh ? mesh->inertia[entry[i]] : 0;
}

COLLIDE_API collide_real collide_mesh_sphere(const collide_mesh *mesh, collide_vec3 *centre)
{
    if (centre) *centre = mesh ? mesh->sphere : collide_i_vec(0, 0, 0);
    return mesh ? mesh->sphere_radius : 0;
}

COLLIDE_API const collide_tree *collide_mesh_tree(const collide_mesh *mesh)
{
    return mesh && mesh->at.tree ? COLLIDE_I_MESH_ARRAY(collide_tree, mesh, tree) : NULL;
}

/* All vertices, four at a time: first the greatest dot product, then where it is; of equally far ones the first. */
COLLIDE_I_INLINE int collide_i_support_lanes(const collide_real *x, int lane_count, collide_vec3 d)
{
    const collide_real *y = x + lane_count, *z = y + lane_count;
    const collide_i_lanes dx = collide_i_lanes_splat(d.x), dy = collide_i_lanes_splat(d.y),
                          dz = collide_i_lanes_splat(d.z);
    collide_i_lanes dots[COLLIDE_I_LANE_VERTICES / 4], top;
    uint64_t below = 0;
    int i;
    const int n = lane_count / 4;
    top = collide_i_lanes_splat(-collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS)));
    for (i = 0; i < n; i++) {
        dots[i] = collide_i_lanes_add(collide_i_lanes_add(collide_i_lanes_mul(collide_i_lanes_load(x + 4 * i), dx),
                                                          collide_i_lanes_mul(collide_i_lanes_load(y + 4 * i), dy)),
                                      collide_i_lanes_mul(collide_i_lanes_load(z + 4 * i), dz));
        top = collide_i_lanes_max(top, dots[i]);
    }
    top = collide_i_lanes_top(top);
    for (i = 0; i < n; i++) below |= (uint64_t)collide_i_lanes_bits(collide_i_lanes_less(dots[i], top)) << (4 * i);
    i = collide_i_lowest_bit(~below);
    return i < lane_count ? i : 0;
}

/* The cell of the cube map that a direction falls into. */
COLLIDE_I_STATIC int collide_i_map_cell(collide_vec3 d)
{
    collide_real ax = collide_i_abs(d.x), ay = collide_i_abs(d.y), az = collide_i_abs(d.z), u, v, major;
    int side, iu, iv;
    if (ax >= ay && ax >= az) {
        side = d.x < 0;
        major = ax;
        u = d.y;
        v = d.z;
    } else if (ay >= az) {
        side = 2 + (d.y < 0);
        major = ay;
        u = d.z;
        v = d.x;
    } else {
        side = 4 + (d.z < 0);
        major = az;
        u = d.x;
        v = d.y;
    }
    if (!(major > 0)) return 0;
    major = (collide_real)COLLIDE_I_MAP_SIDE / (2 * major);
    iu = (int)(u * major + (collide_real)(COLLIDE_I_MAP_SIDE / 2));
    iv = (int)(v * major + (collide_real)(COLLIDE_I_MAP_SIDE / 2));
    if (iu > COLLIDE_I_MAP_SIDE - 1) iu = COLLIDE_I_MAP_SIDE - 1;
    if (iv > COLLIDE_I_MAP_SIDE - 1) iv = COLLIDE_I_MAP_SIDE - 1;
    return (side * COLLIDE_I_MAP_SIDE + iu) * COLLIDE_I_MAP_SIDE + iv;
}

/* From vertex to better neighbour until there is none: on a convex polytope that is the best of all. */
COLLIDE_I_STATIC int collide_i_support_climb(const collide_mesh *m, collide_vec3 d, int vertex)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    const int *first = COLLIDE_I_MESH_ARRAY(int, m, near_first), *near_by = COLLIDE_I_MESH_ARRAY(int, m, near_vertices);
    collide_real best = collide_i_dot(p[vertex], d);
    int steps, i;
    for (steps = 0; steps < m->vertex_count; steps++) {
        int at = vertex;
        for (i = first[at]; i < first[at + 1]; i++) {
            collide_real dot = collide_i_dot(p[near_by[i]], d);
            if (dot > best) {
                best = dot;
                vertex = near_by[i];
            }
        }
        if (vertex == at) break;
    }
    return vertex;
}

/* By pointer: a vec3 by value would have to go through memory in pieces that don't fit together. */
COLLIDE_I_STATIC int collide_i_mesh_support_at(const collide_mesh *m, const collide_vec3 *direction)
{
    const collide_vec3 d = collide_i_vec(direction->x, direction->y, direction->z);
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    collide_real best;
    int i, k = 0;
    if (m->at.lanes) return collide_i_support_lanes(COLLIDE_I_MESH_ARRAY(collide_real, m, lanes), m->lane_count, d);
    if (m->at.map) return collide_i_support_climb(m, d, COLLIDE_I_MESH_ARRAY(int, m, map)[collide_i_map_cell(d)]);
    best = collide_i_dot(p[0], d);
    for (i = 1; i < m->vertex_count; i++) {
        collide_real dot = collide_i_dot(p[i], d);
        if (dot > best) {
            best = dot;
            k = i;
        }
    }
    return k;
}

COLLIDE_I_INLINE int collide_i_mesh_support(const collide_mesh *m, collide_vec3 d)
{
    return collide_i_mesh_support_at(m, &d);
}

COLLIDE_API int collide_mesh_support(const collide_mesh *mesh, collide_vec3 direction)
{
    return mesh && collide_i_usable3(direction) ? collide_i_mesh_support(mesh, direction) : -1;
}

COLLIDE_API collide_aabb collide_mesh_bounds(const collide_mesh *mesh, collide_pose pose)
{
    collide_aabb box = {{0, 0, 0}, {0, 0, 0}};
    collide_i_frame f;
    const collide_vec3 *p;
    int i;
    if (!mesh || collide_i_frame_of(&pose, &f) < 0) return box;
    p = collide_i_mesh_vertices(mesh);
    if (mesh->at.map || mesh->at.lanes) { /* six supports, along the rows of the rotation */
        collide_vec3 x = collide_i_vec(f.r.x.x, f.r.y.x, f.r.z.x), y = collide_i_vec(f.r.x.y, f.r.y.y, f.r.z.y);
        collide_vec3 z = collide_i_vec(f.r.x.z, f.r.y.z, f.r.z.z);
        box.lower.x = collide_i_dot(x, p[collide_i_mesh_support(mesh, collide_i_negate(x))]);
        box.lower.y = collide_i_dot(y, p[collide_i_mesh_support(mesh, collide_i_negate(y))]);
        box.lower.z = collide_i_dot(z, p[collide_i_mesh_support(mesh, collide_i_negate(z))]);
        box.upper.x = collide_i_dot(x, p[collide_i_mesh_support(mesh, x)]);
        box.upper.y = collide_i_dot(y, p[collide_i_mesh_support(mesh, y)]);
        box.upper.z = collide_i_dot(z, p[collide_i_mesh_support(mesh, z)]);
    } else {
        box.lower = box.upper = collide_i_turn(&f.r, p[0]);
        for (i = 1; i < mesh->vertex_count; i++) {
            collide_vec3 x = collide_i_turn(&f.r, p[i]);
            box.lower = collide_i_lowest(box.lower, x);
            box.upper = collide_i_highest(box.upper, x);
        }
    }
    box.lower = collide_i_add(box.lower, f.p);
    box.upper = collide_i_add(box.upper, f.p);
    return box;
}

/* ---- the builder ---- */

typedef struct {
    collide_scratch *s;
    const collide_mesh_desc *desc;
    collide_mesh_report *report;
    collide_real size, tiny; /* largest side of the box; what counts as nothing, given how corners are rounded */
    int vertex_count, face_count, corner_count;
    collide_vec3 *position;
    int *first, *corner, *source; /* faces: first corner (one more at the end); their corners; the caller's face */
    int *split;                   /* 1: a piece of a face that was cut up */
    int *face, *twin;             /* of each corner */
    collide_vec3 *normal;         /* of each face, unit */
    collide_real *thickness;      /* of each face: twice the area by the diameter */
    int *copy_of, copies;         /* vertices added where fans were pulled apart */
    int flipped_parts, two_sided; /* two_sided: faces back to back with nothing in between, that no solid is behind */
    const int *given_twins;
} collide_i_builder;

#define COLLIDE_I_TAKE(builder, type, count)                                                                           \
    ((type *)collide_i_scratch_take((builder)->s, (size_t)(count), sizeof(type)))

COLLIDE_I_INLINE int collide_i_next_corner(const collide_i_builder *b, int c)
{
    int f = b->face[c];
    return c + 1 < b->first[f + 1] ? c + 1 : b->first[f];
}

COLLIDE_I_INLINE int collide_i_previous_corner(const collide_i_builder *b, int c)
{
    int f = b->face[c];
    return c > b->first[f] ? c - 1 : b->first[f + 1] - 1;
}

COLLIDE_I_STATIC void collide_i_blame_vertex(collide_i_builder *b, int *count, int vertex)
{
    ++*count;
    if (b->report->first_vertex < 0 || vertex < b->report->first_vertex) b->report->first_vertex = vertex;
}

COLLIDE_I_STATIC void collide_i_blame_face(collide_i_builder *b, int *count, int face)
{
    ++*count;
    if (b->report->first_face < 0 || face < b->report->first_face) b->report->first_face = face;
}

/* Sorts `items` by `keys` of the items, ascending; equal ones by number, so that the order is never left to chance. */
COLLIDE_I_STATIC void collide_i_sort(int *items, int count, const collide_real *keys)
{
    int start = count / 2, end = count;
    while (end > 1) { /* heap sort */
        int item, at, child;
        if (start > 0) {
            item = items[--start];
        } else {
            item = items[--end];
            items[end] = items[0];
        }
        for (at = start; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end &&
                (keys[items[child]] < keys[items[child + 1]] ||
                 (!(keys[items[child + 1]] < keys[items[child]]) && items[child] < items[child + 1])))
                child++;
            if (keys[item] > keys[items[child]] || (!(keys[item] < keys[items[child]]) && item > items[child])) break;
            items[at] = items[child];
        }
        items[at] = item;
    }
}

/* Positions scaled, corners copied, everything within range. */
COLLIDE_I_STATIC collide_result collide_i_mesh_load(collide_i_builder *b)
{
    const collide_mesh_desc *d = b->desc;
    const size_t stride = d->stride ? d->stride : 3 * sizeof(collide_real);
    collide_vec3 scale = d->scale, low = collide_i_vec(0, 0, 0), high = low;
    size_t corners = 0;
    int i, k, n, mirrored;
    if (!d->positions || !d->indices || d->vertex_count < 1 || d->face_count < 1 ||
        d->vertex_count > COLLIDE_I_MOST_ITEMS || d->face_count > COLLIDE_I_MOST_ITEMS || !collide_i_usable(d->weld) ||
        !collide_i_usable3(scale))
        return COLLIDE_ERROR_ARGUMENT;
    if (!(collide_i_extent(scale) > 0)) scale = collide_i_vec(1, 1, 1);
    if (!(collide_i_abs(scale.x * scale.y * scale.z) > 0)) return COLLIDE_ERROR_ARGUMENT;
    mirrored = scale.x * scale.y * scale.z < 0;
    for (i = 0; i < d->face_count; i++) {
        n = d->face_sizes ? d->face_sizes[i] : 3;
        if (n < 0 || (corners += (size_t)n) > COLLIDE_I_MOST_ITEMS) {
            b->report->first_face = i;
            return COLLIDE_ERROR_ARGUMENT;
        }
    }
    b->vertex_count = d->vertex_count;
    b->face_count = d->face_count;
    b->corner_count = (int)corners;
    b->position = COLLIDE_I_TAKE(b, collide_vec3, b->vertex_count);
    b->first = COLLIDE_I_TAKE(b, int, b->face_count + 1);
    b->source = COLLIDE_I_TAKE(b, int, b->face_count);
    b->corner = COLLIDE_I_TAKE(b, int, b->corner_count);
    if (!b->position || !b->first || !b->source || !b->corner) return COLLIDE_ERROR_MEMORY;
    for (i = 0; i < b->vertex_count; i++) {
        collide_real xyz[3];
        collide_vec3 p;
        memcpy(xyz, (const char *)d->positions + (size_t)i * stride, sizeof xyz);
        p = collide_i_vec(xyz[0] * scale.x, xyz[1] * scale.y, xyz[2] * scale.z);
        if (!collide_i_usable3(p)) {
            b->report->first_vertex = i;
            return COLLIDE_ERROR_ARGUMENT;
        }
        b->position[i] = p;
        low = i ? collide_i_lowest(low, p) : p;
        high = i ? collide_i_highest(high, p) : p;
    }
    b->size = collide_i_extent(collide_i_sub(high, low));
    b->tiny = COLLIDE_I_EPSILON * (16 * b->size + 4 * collide_i_max(collide_i_extent(low), collide_i_extent(high)));
    if (b->given_twins) b->tiny /= 4; /* points as they are, no modeller's rounding */
    for (i = 0, n = 0; i < b->face_count; i++) {
        int size = d->face_sizes ? d->face_sizes[i] : 3;
        b->first[i] = n;
        b->source[i] = i;
        for (k = 0; k < size; k++) {
            unsigned v = d->indices[n + (mirrored ? size - 1 - k : k)];
            if (v >= (unsigned)b->vertex_count) {
                b->report->first_face = i;
                return COLLIDE_ERROR_ARGUMENT;
            }
            b->corner[n + k] = (int)v;
        }
        n += size;
    }
    b->first[i] = n;
    return COLLIDE_OK;
}

/* A number for a cell, all of whose bits depend on all of the cell's: its coordinates may well be multiples of a large
   power of two. */
COLLIDE_I_STATIC unsigned collide_i_cell_hash(int64_t x, int64_t y, int64_t z)
{
    uint64_t h =
        (uint64_t)x * 0x9E3779B97F4A7C15u ^ (uint64_t)y * 0xC2B2AE3D27D4EB4Fu ^ (uint64_t)z * 0x165667B19E3779F9u;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return (unsigned)(h >> 32);
}

/* One vertex of several closer than the welding distance: cells four distances wide, of which a point's surroundings
   touch few; points that stay apart can't crowd a cell. */
COLLIDE_I_STATIC collide_result collide_i_mesh_weld(collide_i_builder *b)
{
    collide_real weld = b->desc->weld > 0 ? collide_i_max(b->desc->weld, b->size / (1 << 26)) : b->tiny, inverse;
    unsigned mask = 1;
    int *head, *next, *map, *use, i, k;
    collide_vec3 low = b->position[0];
    use = COLLIDE_I_TAKE(b, int, b->vertex_count);
    map = COLLIDE_I_TAKE(b, int, b->vertex_count);
    next = COLLIDE_I_TAKE(b, int, b->vertex_count);
    while (mask < (unsigned)b->vertex_count) mask <<= 1;
    head = COLLIDE_I_TAKE(b, int, mask);
    if (!use || !map || !next || !head) return COLLIDE_ERROR_MEMORY;
    memset(use, 0, (size_t)b->vertex_count * sizeof *use);
    memset(head, -1, (size_t)mask * sizeof *head);
    for (i = 0; i < b->corner_count; i++) use[b->corner[i]] = 1;
    for (i = 1; i < b->vertex_count; i++) low = collide_i_lowest(low, b->position[i]);
    inverse = weld > 0 ? 1 / (4 * weld) : 0;
    if (!collide_i_finite(inverse)) inverse = 0;
    mask--;
    for (i = 0; i < b->vertex_count; i++) {
        collide_vec3 p = b->position[i], d = collide_i_sub(p, low);
        int64_t cell[3], from[3], to[3], x, y, z; /* up to 2^47 of them along a side, in double */
        int axis, twin = -1;
        map[i] = i;
        if (!use[i]) collide_i_blame_vertex(b, &b->report->unused_vertices, i);
        if (b->desc->weld < 0) continue;
        for (axis = 0; axis < 3; axis++) {
            collide_real at = collide_i_axis(d, axis) * inverse;
            cell[axis] = (int64_t)at;
            from[axis] = at > COLLIDE_R(0.25) ? (int64_t)(at - COLLIDE_R(0.25)) : 0;
            to[axis] = (int64_t)(at + COLLIDE_R(0.25));
        }
        for (x = from[0]; x <= to[0] && twin < 0; x++)
            for (y = from[1]; y <= to[1] && twin < 0; y++)
                for (z = from[2]; z <= to[2] && twin < 0; z++)
                    for (k = head[collide_i_cell_hash(x, y, z) & mask]; k >= 0; k = next[k]) {
                        collide_vec3 off = collide_i_sub(b->position[k], p);
                        if (collide_i_dot(off, off) <= weld * weld) twin = k;
                    }
        if (twin >= 0) {
            map[i] = twin;
            collide_i_blame_vertex(b, &b->report->duplicate_vertices, i);
        } else {
            unsigned slot = collide_i_cell_hash(cell[0], cell[1], cell[2]) & mask;
            next[i] = head[slot];
            head[slot] = i;
        }
    }
    for (i = 0; i < b->corner_count; i++) b->corner[i] = map[b->corner[i]];
    return COLLIDE_OK;
}

/* a b - c d for numbers that are pairs, with the digits that cancel. */
COLLIDE_I_STATIC collide_i_pair collide_i_pair_cross(collide_i_pair a, collide_i_pair b, collide_i_pair c,
                                                     collide_i_pair d)
{
    collide_i_pair p = collide_i_two_product(a.hi, b.hi), q = collide_i_two_product(c.hi, d.hi), s;
    s = collide_i_two_sum(p.hi, -q.hi);
    return collide_i_fast_two_sum(s.hi,
                                  s.lo + ((p.lo - q.lo) + ((a.hi * b.lo + a.lo * b.hi) - (c.hi * d.lo + c.lo * d.hi))));
}

typedef struct {
    collide_i_pair x, y, z;
} collide_i_pair3;

COLLIDE_I_INLINE collide_i_pair3 collide_i_pair_between(collide_vec3 from, collide_vec3 to)
{
    collide_i_pair3 d;
    d.x = collide_i_two_sum(to.x, -from.x);
    d.y = collide_i_two_sum(to.y, -from.y);
    d.z = collide_i_two_sum(to.z, -from.z);
    return d;
}

COLLIDE_I_INLINE void collide_i_pair_add(collide_i_pair *sum, collide_i_pair x)
{
    collide_i_pair s = collide_i_two_sum(sum->hi, x.hi);
    *sum = collide_i_fast_two_sum(s.hi, s.lo + (sum->lo + x.lo));
}

COLLIDE_I_STATIC collide_i_pair collide_i_pair_product(collide_i_pair a, collide_i_pair b)
{
    collide_i_pair p = collide_i_two_product(a.hi, b.hi);
    return collide_i_fast_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/* Twice the area of a loop of corners, as a vector along its normal (Newell), seen from its first corner. With twice
   the digits, because a thin triangle's normal would else be off by as much as it is thin. */
COLLIDE_I_STATIC collide_vec3 collide_i_loop_area(const collide_vec3 *p, const int *corner, int size)
{
    collide_i_pair3 sum, a, c;
    int i;
    memset(&sum, 0, sizeof sum);
    if (size < 3) return collide_i_vec(0, 0, 0);
    a = collide_i_pair_between(p[corner[0]], p[corner[1]]);
    for (i = 2; i < size; i++) {
        c = collide_i_pair_between(p[corner[0]], p[corner[i]]);
        collide_i_pair_add(&sum.x, collide_i_pair_cross(a.y, c.z, a.z, c.y));
        collide_i_pair_add(&sum.y, collide_i_pair_cross(a.z, c.x, a.x, c.z));
        collide_i_pair_add(&sum.z, collide_i_pair_cross(a.x, c.y, a.y, c.x));
        a = c;
    }
    return collide_i_vec(sum.x.hi, sum.y.hi, sum.z.hi);
}

/* Unit normal and thickness of a loop: twice its area by its largest distance from the first corner. */
COLLIDE_I_STATIC collide_vec3 collide_i_loop_normal(const collide_vec3 *p, const int *corner, int size,
                                                    collide_real *thickness)
{
    collide_real reach = 0, area;
    collide_vec3 n = collide_i_unit(collide_i_loop_area(p, corner, size), &area);
    int i;
    for (i = 1; i < size; i++)
        reach = collide_i_max(reach, collide_i_extent(collide_i_sub(p[corner[i]], p[corner[0]])));
    *thickness = reach > 0 ? area / reach : 0;
    return n;
}

/* The same corners in the same (1) or the opposite (-1) order, whatever the first. */
COLLIDE_I_STATIC int collide_i_same_loop(const int *a, const int *b, int size)
{
    int shift, i;
    for (shift = 0; shift < size && b[shift] != a[0]; shift++) continue;
    if (shift == size) return 0;
    for (i = 0; i < size && a[i] == b[(shift + i) % size]; i++) continue;
    if (i == size) return 1;
    for (i = 0; i < size && a[i] == b[(shift + size - i) % size]; i++) continue;
    return i == size ? -1 : 0;
}

/* A number that loops of the same edges have in common, whatever the first corner and the direction. */
COLLIDE_I_STATIC unsigned collide_i_loop_hash(const int *corner, int size)
{
    unsigned sum = 0;
    int i;
    for (i = 0; i < size; i++) {
        const int from = corner[i], to = corner[i + 1 < size ? i + 1 : 0];
        sum += collide_i_cell_hash(from < to ? from : to, from < to ? to : from, size);
    }
    return sum ^ sum >> 15;
}

/* Copies a loop without corners that follow themselves and without spikes; to may be at or before from. The new
   size. */
COLLIDE_I_STATIC int collide_i_clean_loop(int *to, const int *from, int count)
{
    int size = 0, cut = 0, i;
    for (i = 0; i < count; i++) {
        if (size > 0 && to[size - 1] == from[i]) continue;
        if (size > 1 && to[size - 2] == from[i])
            size--;
        else
            to[size++] = from[i];
    }
    while (size - cut > 1) { /* the same across the loop's end */
        if (to[cut] == to[size - 1]) {
            size--;
        } else if (size - cut > 2 && to[cut] == to[size - 2]) {
            size -= 2;
        } else if (size - cut > 2 && to[cut + 1] == to[size - 1]) {
            size--;
            cut++;
        } else {
            break;
        }
    }
    size -= cut;
    if (cut) memmove(to, to + cut, (size_t)size * sizeof *to);
    return size;
}

/* ---- edges ---- */

COLLIDE_I_STATIC void collide_i_corner_ends(const collide_i_builder *b, int c, int *low, int *high)
{
    int from = b->corner[c], to = b->corner[collide_i_next_corner(b, c)];
    *low = from < to ? from : to;
    *high = from < to ? to : from;
}

/* All corners ordered by the edge they start, whichever way: two passes of counting, O(n). */
COLLIDE_I_STATIC int *collide_i_edge_order(const collide_i_builder *b)
{
    int *order = COLLIDE_I_TAKE(b, int, b->corner_count), *other = COLLIDE_I_TAKE(b, int, b->corner_count);
    int *count = COLLIDE_I_TAKE(b, int, b->vertex_count + 1), pass, c, i, end[2];
    if (!order || !other || !count) return NULL;
    for (pass = 0; pass < 2; pass++) { /* by the higher end, then by the lower */
        int *to = pass ? order : other;
        memset(count, 0, (size_t)(b->vertex_count + 1) * sizeof *count);
        for (c = 0; c < b->corner_count; c++) {
            collide_i_corner_ends(b, c, &end[1], &end[0]);
            count[end[pass] + 1]++;
        }
        for (i = 0; i < b->vertex_count; i++) count[i + 1] += count[i];
        for (i = 0; i < b->corner_count; i++) {
            c = pass ? other[i] : i;
            collide_i_corner_ends(b, c, &end[1], &end[0]);
            to[count[end[pass]]++] = c;
        }
    }
    return order;
}

/* The end of the run of corners that start the same edge as order[i]. */
COLLIDE_I_STATIC int collide_i_edge_run(const collide_i_builder *b, const int *order, int i)
{
    int low, high, l, h, k;
    collide_i_corner_ends(b, order[i], &low, &high);
    for (k = i + 1; k < b->corner_count; k++) {
        collide_i_corner_ends(b, order[k], &l, &h);
        if (l != low || h != high) break;
    }
    return k;
}

/* The root of a face in a forest of faces that have become one. */
COLLIDE_I_STATIC int collide_i_root(int *root, int f)
{
    while (root[f] != f) {
        root[f] = root[root[f]];
        f = root[f];
    }
    return f;
}

/* Which walls, of faces back to back, hang together, and what else is at their edges: 1 an odd number of faces, 2 a
   face that is no wall. wall[f] is the wall of face f, state[] what is said of it. */
COLLIDE_I_STATIC void collide_i_walls_find(const collide_i_builder *b, const int *mate, const int *order, int *wall,
                                           int *state)
{
    int pass, i, k, end, f;
    for (f = 0; f < b->face_count; f++) {
        wall[f] = f;
        state[f] = 0;
    }
    for (pass = 0; pass < 2; pass++)
        for (i = 0; i < b->corner_count; i = end) {
            int first = -1, others = 0;
            end = collide_i_edge_run(b, order, i);
            for (k = i; k < end; k++) {
                f = b->face[order[k]];
                if (mate[f] < 0)
                    others = 2;
                else if (first < 0)
                    first = collide_i_root(wall, f);
                else
                    wall[collide_i_root(wall, f)] = first;
            }
            if (pass == 1 && first >= 0) state[first] |= others | ((end - i) & 1);
        }
}

/* Faces back to back. Between two solids that share it, a wall is there twice, rightly: without one side, edges would
   have an odd number of faces. Where they have that with both, one was a repetition. A sheet of its own with two sides
   is one of two repetitions if borders are welcome; else it is what a solid without volume would be. */
COLLIDE_I_STATIC collide_result collide_i_mesh_walls(collide_i_builder *b, int *sliver, const int *mate, int again)
{
    collide_i_mark mark = collide_i_scratch_mark(b->s);
    int *wall = COLLIDE_I_TAKE(b, int, b->face_count), *state = COLLIDE_I_TAKE(b, int, b->face_count), *order = NULL;
    int f, c, end = 0, faces = 0, corners = 0;
    b->face = COLLIDE_I_TAKE(b, int, b->corner_count);
    if (b->face && wall && state) {
        for (f = 0; f < b->face_count; f++)
            for (c = b->first[f]; c < b->first[f + 1]; c++) b->face[c] = f;
        order = collide_i_edge_order(b);
    }
    if (order) collide_i_walls_find(b, mate, order, wall, state);
    for (f = 0; order && f < b->face_count; f++) {
        const int start = end, later = mate[f] >= 0 && mate[f] < f, of = state[collide_i_root(wall, f)];
        const int lone = later && !(of & 2), open = (b->desc->flags & COLLIDE_MESH_OPEN) != 0;
        end = b->first[f + 1];
        if (later && !again && (of & 1 || lone)) collide_i_blame_face(b, &b->report->repeated_faces, b->source[f]);
        if (later && (of & 1 || (lone && open))) continue;
        b->two_sided |= lone;
        memmove(b->corner + corners, b->corner + start, (size_t)(end - start) * sizeof *b->corner);
        b->source[faces] = b->source[f];
        sliver[faces] = sliver[f];
        b->first[faces++] = corners;
        corners += end - start;
    }
    collide_i_scratch_release(b->s, mark);
    if (!order) return COLLIDE_ERROR_MEMORY;
    b->first[faces] = corners;
    b->face_count = faces;
    b->corner_count = corners;
    return COLLIDE_OK;
}

/* Cleans all loops; drops what has no area, and faces that were there before. Slivers, whose corners all differ but
   lie on a line, are kept for now, marked in sliver: dropping them would tear a hole. How many of those, or an error.
   The second time (`again`) nothing is reported, and slivers go. */
COLLIDE_I_STATIC int collide_i_mesh_tidy(collide_i_builder *b, int *sliver, int again)
{
    unsigned mask = 1;
    int *head, *next, *mate, f, from, to = 0, faces = 0, corners = 0, slivers = 0, walls = 0, k;
    while (mask < (unsigned)b->face_count) mask <<= 1;
    head = COLLIDE_I_TAKE(b, int, mask);
    next = COLLIDE_I_TAKE(b, int, b->face_count);
    mate = COLLIDE_I_TAKE(b, int, b->face_count);
    if (!head || !next || !mate) return COLLIDE_ERROR_MEMORY;
    memset(head, -1, (size_t)mask * sizeof *head);
    mask--;
    for (f = 0; f < b->face_count; f++) {
        int *loop = b->corner + corners, size, thin, same = 0;
        unsigned hash;
        collide_real thickness;
        from = to; /* first[] is rewritten behind us */
        to = b->first[f + 1];
        size = collide_i_clean_loop(loop, b->corner + from, to - from);
        (void)collide_i_loop_normal(b->position, loop, size, &thickness);
        thin = size < 3 || !(thickness > b->tiny);
        if (thin && !again) collide_i_blame_face(b, &b->report->degenerate_faces, b->source[f]);
        if (thin && (again || size < 3)) continue;
        hash = collide_i_loop_hash(loop, size);
        for (k = head[hash & mask]; k >= 0; k = next[k])
            if (b->first[k + 1] - b->first[k] == size &&
                (same = collide_i_same_loop(b->corner + b->first[k], loop, size)))
                break;
        if (k >= 0 && same < 0 && !thin && !sliver[k] && mate[k] < 0) { /* back to back: decided below */
            mate[k] = faces;
            walls++;
        } else if (k >= 0) {
            if (!thin && !again) collide_i_blame_face(b, &b->report->repeated_faces, b->source[f]);
            continue;
        }
        mate[faces] = k;
        b->source[faces] = b->source[f];
        b->first[faces] = corners;
        corners += size;
        b->first[faces + 1] = corners;
        next[faces] = head[hash & mask];
        head[hash & mask] = faces;
        sliver[faces++] = thin;
        slivers += thin;
    }
    b->face_count = faces;
    b->corner_count = corners;
    if (walls && (k = collide_i_mesh_walls(b, sliver, mate, again)) < 0) return k;
    return slivers;
}

/* ---- slivers: three corners or more on a line ----

   A modeller leaves them where an edge on one side meets two edges on the other. The sliver goes, and its neighbour
   along the long edge gets the corner in between, so that everything still fits:

           c                    c
          / \                  / \
         a-m-b     becomes     a-m-b      with a m b no longer a face of its own
          \ /                  \ /
           d                    d
*/

typedef struct {
    int *from, *next, *face; /* of each corner: vertex, corner after it, face */
    int *head, *link;        /* corners by the edge they start, in chains */
    int count, room;
    unsigned mask;
} collide_i_loops;

COLLIDE_I_INLINE unsigned collide_i_edge_slot(const collide_i_loops *l, int from, int to)
{
    return ((unsigned)from * 2654435761u ^ (unsigned)to * 2246822519u) >> 7 & l->mask;
}

COLLIDE_I_STATIC void collide_i_loops_list(collide_i_loops *l, int c, int on)
{
    int *at = &l->head[collide_i_edge_slot(l, l->from[c], l->from[l->next[c]])];
    if (on) {
        l->link[c] = *at;
        *at = c;
        return;
    }
    while (*at >= 0 && *at != c) at = &l->link[*at];
    if (*at == c) *at = l->link[c];
}

/* A corner of another face that starts the edge from -> to; -1 if there is none. */
COLLIDE_I_STATIC int collide_i_loops_find(const collide_i_loops *l, int from, int to)
{
    int c = l->head[collide_i_edge_slot(l, from, to)];
    while (c >= 0 && (l->from[c] != from || l->from[l->next[c]] != to)) c = l->link[c];
    return c;
}

/* Gives every neighbour of the sliver the corners that lie along the edge they share. corners holds the sliver's, key
   their places along the line, order room for as many numbers. */
COLLIDE_I_STATIC void collide_i_sliver_flatten(collide_i_loops *l, const int *corners, int count,
                                               const collide_real *key, int *order)
{
    int i, k;
    for (i = 0; i < count; i++) {
        order[i] = i;
        collide_i_loops_list(l, corners[i], 0);
    }
    collide_i_sort(order, count, key);
    for (i = 0; i < count; i++) {
        int n = (i + 1) % count, p = l->from[corners[i]], q = l->from[corners[n]], mate, up;
        collide_real low = collide_i_min(key[i], key[n]), high = collide_i_max(key[i], key[n]);
        mate = collide_i_loops_find(l, q, p); /* wound as it should be, or flipped */
        if (mate < 0) mate = collide_i_loops_find(l, p, q);
        if (mate < 0) continue;
        up = l->from[mate] == p ? key[i] < key[n] : key[n] < key[i];
        for (k = 0; k < count; k++) {
            int at = up ? order[k] : order[count - 1 - k], c;
            if (!(key[at] > low && key[at] < high) || l->count == l->room) continue;
            c = l->count++;
            collide_i_loops_list(l, mate, 0);
            l->from[c] = l->from[corners[at]];
            l->face[c] = l->face[mate];
            l->next[c] = l->next[mate];
            l->next[mate] = c;
            collide_i_loops_list(l, mate, 1);
            collide_i_loops_list(l, c, 1);
            mate = c;
        }
    }
}

/* The loops as linked lists, each sliver flattened, and back. */
COLLIDE_I_STATIC collide_result collide_i_mesh_flatten(collide_i_builder *b, const int *sliver, int slivers)
{
    collide_i_loops l;
    int *start = COLLIDE_I_TAKE(b, int, b->face_count), *first, *corner, *list, *order, f, c, faces = 0, corners = 0;
    collide_real *key;
    l.room = b->corner_count + 4 * slivers + 64; /* beyond that, the rest is left open */
    l.count = b->corner_count;
    for (l.mask = 1; l.mask < (unsigned)l.room;) l.mask <<= 1;
    l.from = COLLIDE_I_TAKE(b, int, l.room);
    l.next = COLLIDE_I_TAKE(b, int, l.room);
    l.face = COLLIDE_I_TAKE(b, int, l.room);
    l.link = COLLIDE_I_TAKE(b, int, l.room);
    l.head = COLLIDE_I_TAKE(b, int, l.mask);
    first = COLLIDE_I_TAKE(b, int, b->face_count + 1);
    corner = COLLIDE_I_TAKE(b, int, l.room);
    list = COLLIDE_I_TAKE(b, int, l.room);
    order = COLLIDE_I_TAKE(b, int, l.room);
    key = COLLIDE_I_TAKE(b, collide_real, l.room);
    if (!start || !l.from || !l.next || !l.face || !l.link || !l.head || !first || !corner || !list || !order || !key)
        return COLLIDE_ERROR_MEMORY;
    memset(l.head, -1, (size_t)l.mask * sizeof *l.head);
    l.mask--;
    for (f = 0; f < b->face_count; f++) {
        start[f] = b->first[f];
        for (c = b->first[f]; c < b->first[f + 1]; c++) {
            l.from[c] = b->corner[c];
            l.face[c] = f;
            l.next[c] = c + 1 < b->first[f + 1] ? c + 1 : b->first[f];
        }
    }
    for (c = 0; c < b->corner_count; c++) collide_i_loops_list(&l, c, 1);
    for (f = 0; f < b->face_count; f++) {
        collide_vec3 a, along;
        int n = 0, i, end = 0;
        collide_real most = -1;
        if (!sliver[f]) continue;
        c = start[f];
        do {
            list[n++] = c;
            c = l.next[c];
        } while (c != start[f]);
        for (i = 0; i < n; i++) { /* the line runs from the first corner to the one furthest from it */
            collide_vec3 d = collide_i_sub(b->position[l.from[list[i]]], b->position[l.from[list[0]]]);
            if (collide_i_dot(d, d) > most) {
                most = collide_i_dot(d, d);
                end = i;
            }
        }
        a = b->position[l.from[list[0]]];
        along = collide_i_sub(b->position[l.from[list[end]]], a);
        for (i = 0; i < n; i++) key[i] = collide_i_dot(collide_i_sub(b->position[l.from[list[i]]], a), along);
        collide_i_sliver_flatten(&l, list, n, key, order);
    }
    for (f = 0; f < b->face_count; f++) {
        if (sliver[f]) continue;
        first[faces] = corners;
        b->source[faces++] = b->source[f];
        c = start[f];
        do {
            corner[corners++] = l.from[c];
            c = l.next[c];
        } while (c != start[f]);
    }
    first[faces] = corners;
    b->first = first;
    b->corner = corner;
    b->face_count = faces;
    b->corner_count = corners;
    return COLLIDE_OK;
}

/* Sound loops only: what is without area goes, slivers without leaving a gap. */
COLLIDE_I_STATIC collide_result collide_i_mesh_clean(collide_i_builder *b)
{
    int *sliver = COLLIDE_I_TAKE(b, int, b->face_count), slivers;
    collide_result r;
    if (!sliver) return COLLIDE_ERROR_MEMORY;
    slivers = collide_i_mesh_tidy(b, sliver, 0);
    if (slivers <= 0) return slivers;
    if ((r = collide_i_mesh_flatten(b, sliver, slivers)) < 0) return r;
    slivers = collide_i_mesh_tidy(b, sliver, 1);
    return slivers < 0 ? slivers : COLLIDE_OK;
}

/* How a loop bends at a corner: positive for a left turn about n, measured as a distance. */
COLLIDE_I_STATIC collide_real collide_i_bend(const collide_vec3 *p, int before, int at, int after, collide_vec3 n)
{
    collide_vec3 a = collide_i_sub(p[at], p[before]), b = collide_i_sub(p[after], p[at]);
    collide_real reach = collide_i_max(collide_i_extent(a), collide_i_extent(b));
    return reach > 0 ? collide_i_dot(collide_i_cross(a, b), n) / reach : 0;
}

/* Counts how often a closed chain turns back along one direction, that of its first step: twice, if it goes around
   once. Steps nearly across don't count, so that rounding can't. */
typedef struct {
    collide_vec3 along;
    int begun, turns, first, last;
} collide_i_winding;

COLLIDE_I_STATIC void collide_i_wind(collide_i_winding *w, collide_vec3 step)
{
    collide_real d;
    int way;
    if (!w->begun) w->along = step;
    w->begun = 1;
    d = collide_i_dot(step, w->along);
    way = d * d <= COLLIDE_R(1e-6) * collide_i_dot(step, step) * collide_i_dot(w->along, w->along) ? 0 : d > 0 ? 1 : -1;
    if (!way) return;
    if (w->last && way != w->last) w->turns++;
    if (!w->first) w->first = way;
    w->last = way;
}

COLLIDE_I_INLINE int collide_i_wound_once(const collide_i_winding *w) { return w->turns + (w->first != w->last) <= 2; }

/* Left turns only, and once around. */
COLLIDE_I_STATIC int collide_i_loop_convex(const collide_vec3 *p, const int *corner, int size, collide_vec3 n,
                                           collide_real tiny)
{
    collide_i_winding w = {{0, 0, 0}, 0, 0, 0, 0};
    int i;
    for (i = 0; i < size; i++) {
        int at = corner[(i + 1) % size], after = corner[(i + 2) % size];
        if (collide_i_bend(p, corner[i], at, after, n) < -tiny) return 0;
        collide_i_wind(&w, collide_i_sub(p[at], p[corner[i]]));
    }
    return collide_i_wound_once(&w);
}

COLLIDE_I_STATIC int collide_i_loop_planar(const collide_vec3 *p, const int *corner, int size, collide_vec3 n,
                                           collide_real tolerance)
{
    collide_real low = 0, high = 0;
    int i;
    for (i = 1; i < size; i++) {
        collide_real d = collide_i_dot(collide_i_sub(p[corner[i]], p[corner[0]]), n);
        low = collide_i_min(low, d);
        high = collide_i_max(high, d);
    }
    return high - low <= tolerance;
}

/* Does the triangle a b c, counter-clockwise about n, hold q? The border counts. */
COLLIDE_I_STATIC int collide_i_triangle_holds(collide_vec3 a, collide_vec3 b, collide_vec3 c, collide_vec3 q,
                                              collide_vec3 n)
{
    return collide_i_dot(collide_i_cross(collide_i_sub(b, a), collide_i_sub(q, a)), n) >= 0 &&
           collide_i_dot(collide_i_cross(collide_i_sub(c, b), collide_i_sub(q, b)), n) >= 0 &&
           collide_i_dot(collide_i_cross(collide_i_sub(a, c), collide_i_sub(q, c)), n) >= 0;
}

/* Cuts a simple polygon into size - 2 triangles by clipping ears; -1 where it isn't simple, or so large and winding
   that the search would take too long. link holds 2 size numbers of room; triangles are written as places in the
   loop. */
COLLIDE_I_STATIC int collide_i_clip_ears(const collide_vec3 *p, const int *corner, int size, collide_vec3 n,
                                         collide_real tiny, int *link, int *triangles)
{
    int *next = link, *back = link + size, i, k, left = size, at = 0, idle = 0, made = 0;
    long budget = 50000000L;
    for (i = 0; i < size; i++) {
        next[i] = i + 1 < size ? i + 1 : 0;
        back[i] = i > 0 ? i - 1 : size - 1;
    }
    while (left > 3) {
        int a = back[at], c = next[at], ear;
        collide_real bend = collide_i_bend(p, corner[a], corner[at], corner[c], n);
        ear = bend > tiny || (idle > left && bend > 0);
        for (k = next[c]; ear && k != a; k = next[k], budget--) {
            if (corner[k] == corner[a] || corner[k] == corner[at] || corner[k] == corner[c]) continue;
            if (collide_i_bend(p, corner[back[k]], corner[k], corner[next[k]], n) > tiny) continue; /* not reflex */
            ear = !collide_i_triangle_holds(p[corner[a]], p[corner[at]], p[corner[c]], p[corner[k]], n);
        }
        if (ear) {
            triangles[3 * made] = a;
            triangles[3 * made + 1] = at;
            triangles[3 * made++ + 2] = c;
            next[a] = c;
            back[c] = a;
            left--;
            idle = 0;
            at = c; /* not its neighbour: fans of slivers are no good */
        } else {
            at = next[at];
            if (++idle > 2 * left || budget < 0) return -1;
        }
    }
    triangles[3 * made] = back[at];
    triangles[3 * made + 1] = at;
    triangles[3 * made++ + 2] = next[at];
    for (i = 0; i < 3 * made; i++) /* a loop that comes by a vertex twice may leave a fold */
        if (corner[triangles[i]] == corner[triangles[i % 3 == 2 ? i - 2 : i + 1]]) return -1;
    return made;
}

/* Cuts up faces that are not planar or not convex. Pieces of a planar one are joined again where they stay convex. */
COLLIDE_I_STATIC collide_result collide_i_mesh_split(collide_i_builder *b)
{
    const collide_vec3 *p = b->position;
    int *first, *corner, *source, *link, *triangles, f, i, k, faces = 0, corners = 0, largest = 0, extra = 0;
    b->split = COLLIDE_I_TAKE(b, int, b->face_count);
    if (!b->split) return COLLIDE_ERROR_MEMORY;
    for (f = 0; f < b->face_count; f++) {
        const int *loop = b->corner + b->first[f];
        int size = b->first[f + 1] - b->first[f];
        collide_real thickness, reach;
        collide_vec3 n = collide_i_loop_normal(p, loop, size, &thickness);
        b->split[f] = 0;
        if (size == 3) continue;
        reach = 0;
        for (i = 1; i < size; i++)
            reach = collide_i_max(reach, collide_i_extent(collide_i_sub(p[loop[i]], p[loop[0]])));
        if (!collide_i_loop_planar(p, loop, size, n, b->tiny + 16 * COLLIDE_I_EPSILON * reach)) {
            collide_i_blame_face(b, &b->report->nonplanar_faces, b->source[f]);
            b->split[f] = 1;
        } else if (!collide_i_loop_convex(p, loop, size, n, b->tiny)) {
            collide_i_blame_face(b, &b->report->nonconvex_faces, b->source[f]);
            b->split[f] = 1;
        }
        if (b->split[f]) {
            extra += size - 3;
            if (size > largest) largest = size;
        }
    }
    if (!largest) return COLLIDE_OK;
    first = COLLIDE_I_TAKE(b, int, b->face_count + extra + 1);
    corner = COLLIDE_I_TAKE(b, int, b->corner_count + 2 * extra);
    source = COLLIDE_I_TAKE(b, int, b->face_count + extra);
    link = COLLIDE_I_TAKE(b, int, 2 * largest);
    triangles = COLLIDE_I_TAKE(b, int, 3 * largest);
    if (!first || !corner || !source || !link || !triangles) return COLLIDE_ERROR_MEMORY;
    {
        int *split = COLLIDE_I_TAKE(b, int, b->face_count + extra);
        if (!split) return COLLIDE_ERROR_MEMORY;
        for (f = 0; f < b->face_count; f++) {
            const int *loop = b->corner + b->first[f];
            int size = b->first[f + 1] - b->first[f], pieces = 0;
            collide_real thickness;
            if (b->split[f]) {
                collide_vec3 n = collide_i_loop_normal(p, loop, size, &thickness);
                pieces = collide_i_clip_ears(p, loop, size, n, b->tiny, link, triangles);
                if (pieces < 0) return COLLIDE_ERROR_MESH; /* it crosses itself */
            }
            for (i = 0; i < (pieces ? pieces : 1); i++) {
                first[faces] = corners;
                source[faces] = b->source[f];
                split[faces++] = pieces > 0;
                for (k = 0; k < (pieces ? 3 : size); k++) corner[corners++] = loop[pieces ? triangles[3 * i + k] : k];
            }
        }
        b->split = split;
    }
    first[faces] = corners;
    b->first = first;
    b->corner = corner;
    b->source = source;
    b->face_count = faces;
    b->corner_count = corners;
    return COLLIDE_OK;
}

/* ---- pairing edges ---- */

/* Places of faces around an edge as angles. Equal ones are made so to the bit, also where the turn begins, for the sort
   to leave them as they are listed. */
COLLIDE_I_STATIC void collide_i_sort_angles(int *order, int count, collide_real *angle)
{
    const collide_real pi = COLLIDE_R(3.14159265358979324), same = 64 * COLLIDE_I_EPSILON;
    int i;
    for (i = 0; i < count; i++) {
        if (angle[i] < same - pi) angle[i] = pi;
        order[i] = i;
    }
    collide_i_sort(order, count, angle);
    for (i = 1; i < count; i++)
        if (angle[order[i]] - angle[order[i - 1]] < same) angle[order[i]] = angle[order[i - 1]];
    collide_i_sort(order, count, angle);
}

/* Faces around a crowded edge by angle. With the axis along the corner's own direction, a face's normal is a quarter
   turn ahead of it: outside ahead, inside behind. So going backwards, each face that runs along the edge is closed by
   the next free one that runs against it: the solid is between them. Like brackets, twice around. Of two back to back,
   the one that runs along is listed first, so that it comes last: the wall ends one solid, and begins the next. */
COLLIDE_I_STATIC collide_result collide_i_pair_crowd(collide_i_builder *b, const int *corners, int count)
{
    collide_i_mark mark = collide_i_scratch_mark(b->s);
    int *order = COLLIDE_I_TAKE(b, int, count), *open = COLLIDE_I_TAKE(b, int, 2 * count), opened = 0, i, n = 0;
    int *run = COLLIDE_I_TAKE(b, int, count);
    collide_real *angle = COLLIDE_I_TAKE(b, collide_real, count), length;
    if (order && open && run && angle) {
        int from = b->corner[corners[0]], to = b->corner[collide_i_next_corner(b, corners[0])];
        collide_vec3 axis = collide_i_unit(collide_i_sub(b->position[to], b->position[from]), &length), u, w;
        u = collide_i_abs(axis.x) < COLLIDE_R(0.7) ? collide_i_vec(1, 0, 0) : collide_i_vec(0, 1, 0);
        u = collide_i_unit(collide_i_cross(axis, u), &length);
        w = collide_i_cross(axis, u);
        for (i = 0; i < 2 * count; i++)
            if ((b->corner[corners[i % count]] == from) == (i < count)) run[n++] = corners[i % count];
        for (i = 0; i < count; i++) {
            collide_vec3 t = b->normal[b->face[run[i]]];
            t = collide_i_cross(t, b->corner[run[i]] == from ? axis : collide_i_negate(axis)); /* into the face */
            angle[i] = collide_atan2(collide_i_dot(t, w), collide_i_dot(t, u));
        }
        collide_i_sort_angles(order, count, angle);
        for (i = 2 * count - 1; i >= 0; i--) {
            int c = run[order[i % count]];
            if (b->twin[c] >= 0) continue;
            if (b->corner[c] == from) {
                if (i >= count) open[opened++] = c;
            } else {
                while (opened > 0 && b->twin[open[opened - 1]] >= 0) opened--;
                if (opened > 0) {
                    int mate = open[--opened];
                    b->twin[c] = mate;
                    b->twin[mate] = c;
                }
            }
        }
    }
    collide_i_scratch_release(b->s, mark);
    return order && open && run && angle ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
}

/* Normals and thicknesses of all faces, and the face of each corner. */
COLLIDE_I_STATIC collide_result collide_i_mesh_measure(collide_i_builder *b)
{
    int f, c;
    b->face = COLLIDE_I_TAKE(b, int, b->corner_count);
    b->twin = COLLIDE_I_TAKE(b, int, b->corner_count);
    b->normal = COLLIDE_I_TAKE(b, collide_vec3, b->face_count);
    b->thickness = COLLIDE_I_TAKE(b, collide_real, b->face_count);
    if (!b->face || !b->twin || !b->normal || !b->thickness) return COLLIDE_ERROR_MEMORY;
    for (f = 0; f < b->face_count; f++) {
        b->normal[f] = collide_i_loop_normal(b->position, b->corner + b->first[f], b->first[f + 1] - b->first[f],
                                             &b->thickness[f]);
        for (c = b->first[f]; c < b->first[f + 1]; c++) b->face[c] = f;
    }
    return COLLIDE_OK;
}

/* Twins by direction: one corner each way is a pair, more are paired by angle. `count` tells the report. */
COLLIDE_I_STATIC collide_result collide_i_mesh_pair(collide_i_builder *b, const int *order, int count)
{
    int i, end, k;
    for (i = 0; i < b->corner_count; i++) b->twin[i] = -1;
    for (i = 0; i < b->corner_count; i = end) {
        end = collide_i_edge_run(b, order, i);
        if (end - i == 2 && b->corner[order[i]] != b->corner[order[i + 1]]) {
            b->twin[order[i]] = order[i + 1];
            b->twin[order[i + 1]] = order[i];
        }
        if (end - i > 2) {
            collide_result r = collide_i_pair_crowd(b, order + i, end - i);
            if (r < 0) return r;
            if (count) collide_i_blame_face(b, &b->report->crowded_edges, b->source[b->face[order[i]]]);
        }
        for (k = i; count && k < end; k++)
            if (b->twin[order[k]] < 0) collide_i_blame_face(b, &b->report->open_edges, b->source[b->face[order[k]]]);
    }
    return COLLIDE_OK;
}

COLLIDE_I_STATIC void collide_i_reverse_face(collide_i_builder *b, int f)
{
    int i = b->first[f] + 1, k = b->first[f + 1] - 1; /* the first corner stays where it is */
    for (; i < k; i++, k--) {
        int c = b->corner[i];
        b->corner[i] = b->corner[k];
        b->corner[k] = c;
    }
    b->normal[f] = collide_i_negate(b->normal[f]);
}

/* Turns faces so that neighbours agree, in each connected piece as most of them are. */
COLLIDE_I_STATIC collide_result collide_i_mesh_orient(collide_i_builder *b, const int *order, int *flip)
{
    int *mate = COLLIDE_I_TAKE(b, int, b->corner_count), *queue = COLLIDE_I_TAKE(b, int, b->face_count);
    int i, end, f, c;
    if (!mate || !queue) return COLLIDE_ERROR_MEMORY;
    for (c = 0; c < b->corner_count; c++) mate[c] = -1;
    for (i = 0; i < b->corner_count; i = end) {
        end = collide_i_edge_run(b, order, i);
        if (end - i == 2) {
            mate[order[i]] = order[i + 1];
            mate[order[i + 1]] = order[i];
        }
    }
    for (f = 0; f < b->face_count; f++) flip[f] = -1;
    for (f = 0; f < b->face_count; f++) {
        int count = 0, turned = 0, at;
        if (flip[f] >= 0) continue;
        queue[count++] = f;
        flip[f] = 0;
        for (at = 0; at < count; at++) {
            int g = queue[at];
            for (c = b->first[g]; c < b->first[g + 1]; c++) {
                int other = mate[c] >= 0 ? b->face[mate[c]] : -1;
                if (other < 0 || flip[other] >= 0) continue;
                flip[other] = flip[g] ^ (b->corner[mate[c]] == b->corner[c]);
                turned += flip[other];
                queue[count++] = other;
            }
        }
        for (at = 0; at < count; at++) {
            if (2 * turned > count) flip[queue[at]] ^= 1;
            if (flip[queue[at]]) collide_i_reverse_face(b, queue[at]);
        }
    }
    return COLLIDE_OK;
}

/* ---- parts: which way is out ---- */

/* How often a ray from `from` crosses faces of other parts, modulo 2: 1 means inside an odd number of them. Where it
   passes too close to an edge to tell, -1: try another direction. */
COLLIDE_I_STATIC int collide_i_crossings(const collide_i_builder *b, const int *part, int own, const collide_tree *tree,
                                         collide_tree_walk *walk, collide_vec3 from, collide_vec3 move)
{
    collide_aabb point;
    int f, i, odd = 0;
    point.lower = point.upper = from;
    (void)collide_tree_walk_cast(walk, tree, point, move);
    while ((f = collide_tree_next(walk)) >= 0) {
        const collide_vec3 *p = b->position;
        const int *loop = b->corner + b->first[f];
        int size = b->first[f + 1] - b->first[f], positive = 0, negative = 0;
        collide_real reach = collide_i_dot(b->normal[f], move), height;
        if (part[f] == own) continue;
        height = collide_i_dot(b->normal[f], collide_i_sub(p[loop[0]], from));
        if (collide_i_abs(reach) <= b->tiny) return -1;
        if (height / reach < 0) continue;
        for (i = 0; i < size; i++) { /* on which side of each edge does the ray pass */
            collide_vec3 u = collide_i_sub(p[loop[i]], from), v = collide_i_sub(p[loop[(i + 1) % size]], from);
            collide_real side = collide_i_dot(collide_i_cross(u, v), move);
            if (collide_i_abs(side) <= b->tiny * b->size * b->size * COLLIDE_R(0.01)) return -1;
            if (side > 0)
                positive = 1;
            else
                negative = 1;
        }
        if (positive != negative) odd ^= 1;
    }
    return odd;
}

/* A tree over the faces, in scratch. */
COLLIDE_I_STATIC const collide_tree *collide_i_builder_tree(const collide_i_builder *b)
{
    collide_aabb *boxes = COLLIDE_I_TAKE(b, collide_aabb, b->face_count);
    int f, c;
    for (f = 0; boxes && f < b->face_count; f++) {
        boxes[f].lower = boxes[f].upper = b->position[b->corner[b->first[f]]];
        for (c = b->first[f] + 1; c < b->first[f + 1]; c++) {
            boxes[f].lower = collide_i_lowest(boxes[f].lower, b->position[b->corner[c]]);
            boxes[f].upper = collide_i_highest(boxes[f].upper, b->position[b->corner[c]]);
        }
    }
    return boxes ? collide_i_tree_build(boxes, b->face_count, b->s) : NULL;
}

/* Is a part that is turned inwards inside an odd number of others? Asked from just behind the middle of one of its
   faces, since other parts may touch it anywhere, and at corners often do. -1: no way tells. */
COLLIDE_I_STATIC int collide_i_part_inside(const collide_i_builder *b, const int *part, int face,
                                           const collide_tree *tree, collide_tree_walk *walk)
{
    static const collide_real way[4][3] = {{COLLIDE_R(0.577), COLLIDE_R(0.616), COLLIDE_R(0.536)},
                                           {COLLIDE_R(-0.371), COLLIDE_R(0.283), COLLIDE_R(0.884)},
                                           {COLLIDE_R(0.129), COLLIDE_R(-0.933), COLLIDE_R(0.336)},
                                           {COLLIDE_R(-0.744), COLLIDE_R(-0.291), COLLIDE_R(-0.601)}};
    const int *loop = b->corner + b->first[face], size = b->first[face + 1] - b->first[face];
    collide_vec3 from = collide_i_vec(0, 0, 0);
    int i, inside = -1;
    for (i = 1; i < size; i++) from = collide_i_add(from, collide_i_sub(b->position[loop[i]], b->position[loop[0]]));
    from = collide_i_add(b->position[loop[0]], collide_i_scale(from, 1 / (collide_real)size));
    from = collide_i_add(from, collide_i_scale(b->normal[face], 4 * b->tiny));
    for (i = 0; i < 4 && inside < 0; i++)
        inside = collide_i_crossings(b, part, part[face], tree, walk, from,
                                     collide_i_scale(collide_i_vec(way[i][0], way[i][1], way[i][2]), 4 * b->size));
    return inside;
}

/* Numbers the parts, and turns closed ones that are inside out. A part inside another one that is itself
   turned inwards is a cavity, and right as it is; so is one of which that can't be told. */
COLLIDE_I_STATIC collide_result collide_i_mesh_parts(collide_i_builder *b, int *flip)
{
    int *part = COLLIDE_I_TAKE(b, int, b->face_count), *queue = COLLIDE_I_TAKE(b, int, b->face_count), f, c, i;
    collide_tree_walk *walk = COLLIDE_I_TAKE(b, collide_tree_walk, 1);
    const collide_tree *tree = NULL;
    collide_i_mark mark;
    if (!part || !queue || !walk) return COLLIDE_ERROR_MEMORY;
    mark = collide_i_scratch_mark(b->s);
    for (f = 0; f < b->face_count; f++) part[f] = -1;
    for (f = 0; f < b->face_count; f++) { /* number them all first */
        int count = 0, at;
        if (part[f] >= 0) continue;
        queue[count++] = f;
        part[f] = b->report->parts++;
        for (at = 0; at < count; at++)
            for (c = b->first[queue[at]]; c < b->first[queue[at] + 1]; c++) {
                int other = b->twin[c] >= 0 ? b->face[b->twin[c]] : -1;
                if (other < 0 || part[other] >= 0) continue;
                part[other] = part[f];
                queue[count++] = other;
            }
        for (at = 0; at < count; at++) flip[queue[at]] |= at == 0 ? 2 : 0; /* 2: a part starts here */
    }
    for (f = 0; f < b->face_count; f++) {
        collide_vec3 origin = b->position[b->corner[b->first[f]]];
        collide_real volume = 0, most = 0;
        int closed = 1, turned = 0, count = 0, at, largest = f;
        if (!(flip[f] & 2)) continue;
        flip[f] &= 1;
        queue[count++] = f;
        part[f] = -1 - part[f]; /* visited */
        for (at = 0; at < count; at++) {
            int g = queue[at];
            collide_vec3 area =
                collide_i_loop_area(b->position, b->corner + b->first[g], b->first[g + 1] - b->first[g]);
            turned += flip[g] & 1;
            if (collide_i_extent(area) > most) {
                most = collide_i_extent(area);
                largest = g;
            }
            for (i = b->first[g]; i < b->first[g + 1]; i++) {
                int other = b->twin[i] >= 0 ? b->face[b->twin[i]] : -1;
                if (other < 0)
                    closed = 0;
                else if (part[other] >= 0) {
                    part[other] = -1 - part[other];
                    queue[count++] = other;
                }
            }
            volume += collide_i_dot(area, collide_i_sub(b->position[b->corner[b->first[g]]], origin));
        }
        if (closed && volume < 0) {
            if (b->report->parts > 1 && !tree && !(tree = collide_i_builder_tree(b))) return COLLIDE_ERROR_MEMORY;
            if (!tree || collide_i_part_inside(b, part, largest, tree, walk) == 0) {
                for (at = 0; at < count; at++) {
                    flip[queue[at]] ^= 1;
                    collide_i_reverse_face(b, queue[at]);
                }
                b->flipped_parts = 1;
                if (!turned) { /* all agreed, inwards */
                    collide_i_blame_face(b, &b->report->inside_out, b->source[f]);
                    for (at = 0; at < count; at++) flip[queue[at]] = 0;
                }
            }
        }
    }
    for (f = 0; f < b->face_count; f++)
        if (flip[f]) collide_i_blame_face(b, &b->report->flipped_faces, b->source[f]);
    collide_i_scratch_release(b->s, mark);
    return COLLIDE_OK;
}

/* ---- fans: one vertex for each ---- */

/* The corner that starts at the same vertex in the next face, counter-clockwise (+1) or clockwise (-1); -1 at a
   border. */
COLLIDE_I_INLINE int collide_i_turn_corner(const collide_i_builder *b, int c, int way)
{
    if (way > 0) return b->twin[collide_i_previous_corner(b, c)];
    c = b->twin[c];
    return c < 0 ? -1 : collide_i_next_corner(b, c);
}

/* Faces around a vertex that do not hang together there get copies of it. */
COLLIDE_I_STATIC collide_result collide_i_mesh_fan(collide_i_builder *b, const int *order)
{
    int *seen = COLLIDE_I_TAKE(b, int, b->corner_count), *fans = COLLIDE_I_TAKE(b, int, b->vertex_count), c, i, end;
    b->copy_of = COLLIDE_I_TAKE(b, int, b->corner_count);
    if (!seen || !fans || !b->copy_of) return COLLIDE_ERROR_MEMORY;
    memset(seen, 0, (size_t)b->corner_count * sizeof *seen);
    memset(fans, 0, (size_t)b->vertex_count * sizeof *fans);
    for (i = 0; i < b->corner_count; i = end) { /* the ends of crowded edges are no bow-ties of their own */
        end = collide_i_edge_run(b, order, i);
        if (end - i > 2) {
            int low, high;
            collide_i_corner_ends(b, order[i], &low, &high);
            fans[low] = fans[high] = -1;
        }
    }
    for (c = 0; c < b->corner_count; c++) {
        int v = b->corner[c], k, first = c, crowded;
        if (seen[c]) continue;
        crowded = fans[v] < 0;
        for (k = c; k >= 0 && !seen[k]; k = collide_i_turn_corner(b, k, -1)) {
            seen[k] = 1;
            first = k;
        }
        for (k = collide_i_turn_corner(b, c, 1); k >= 0 && !seen[k]; k = collide_i_turn_corner(b, k, 1)) seen[k] = 1;
        if (fans[v] == 0 || fans[v] == -1) { /* the first fan keeps the vertex */
            fans[v] = crowded ? -2 : 1;
            continue;
        }
        if (fans[v] == 1) {
            collide_i_blame_vertex(b, &b->report->bowtie_vertices, v);
            fans[v] = 2;
        }
        b->copy_of[b->copies] = v;
        for (k = first, i = 0; k >= 0 && (i == 0 || k != first); k = collide_i_turn_corner(b, k, 1), i++)
            b->corner[k] = b->vertex_count + b->copies;
        b->copies++;
    }
    if (b->copies) {
        collide_vec3 *position = COLLIDE_I_TAKE(b, collide_vec3, b->vertex_count + b->copies);
        if (!position) return COLLIDE_ERROR_MEMORY;
        memcpy(position, b->position, (size_t)b->vertex_count * sizeof *position);
        for (i = 0; i < b->copies; i++) position[b->vertex_count + i] = b->position[b->copy_of[i]];
        b->position = position;
        b->vertex_count += b->copies;
    }
    return COLLIDE_OK;
}

/* ---- merging coplanar neighbours ---- */

typedef struct {
    int *next, *back; /* corners of the loops as they are now */
    int *root;        /* the face that a face has become part of */
    int *alive;       /* 0: a corner of no loop any more */
} collide_i_merger;

/* Coplanar to rounding: the sine of the angle at an edge against what rounded corners can tilt its faces. */
COLLIDE_I_STATIC int collide_i_edge_flat(const collide_i_builder *b, int f, int g)
{
    collide_vec3 n = collide_i_cross(b->normal[f], b->normal[g]);
    collide_real tilt;
    if (b->thickness[f] <= b->tiny || b->thickness[g] <= b->tiny) return 1; /* a sliver fits any plane through it */
    tilt = b->tiny / (b->given_twins ? 2 : 4) * (1 / b->thickness[f] + 1 / b->thickness[g]);
    return collide_i_dot(b->normal[f], b->normal[g]) > 0 && collide_i_dot(n, n) <= tilt * tilt;
}

/* Would the corner before -> at -> after be convex? A straight one is. */
COLLIDE_I_STATIC int collide_i_joint_convex(const collide_i_builder *b, int before, int at, int after, collide_vec3 n)
{
    return collide_i_bend(b->position, b->corner[before], b->corner[at], b->corner[after], n) >= -b->tiny;
}

/* All corners of face g within rounding of face f's plane. */
COLLIDE_I_STATIC int collide_i_loop_in_plane(const collide_i_builder *b, const collide_i_merger *m, int start, int f)
{
    collide_vec3 p = b->position[b->corner[b->first[f]]];
    int c = start;
    do {
        collide_vec3 d = collide_i_sub(b->position[b->corner[c]], p);
        if (collide_i_abs(collide_i_dot(d, b->normal[f])) > b->tiny) return 0;
        c = m->next[c];
    } while (c != start);
    return 1;
}

/* The corner after c along the rim of its region: the next that leads into another one. -1 if it goes around too
   long. */
COLLIDE_I_STATIC int collide_i_rim_next(const collide_i_builder *b, const int *region, int c)
{
    int steps;
    c = collide_i_next_corner(b, c);
    for (steps = 0; steps < b->corner_count; steps++) {
        int t = b->twin[c];
        if (t < 0 || region[b->face[t]] != region[b->face[c]]) return c;
        c = collide_i_next_corner(b, t);
    }
    return -1;
}

/* Connected coplanar faces, one entry per face, valid for the first face of each region. */
typedef struct {
    int *of;              /* the region of each face: its first face */
    int *rim, *start;     /* corners on the rim, and one of them */
    int *whole;           /* 1: becomes one face */
    int *loop;            /* room for the vertices of a rim */
    collide_vec3 *normal; /* of the rim */
} collide_i_regions;

/* Which faces belong together. A sliver's own normal means nothing: it joins the thickest neighbour it is in the plane
   of, and never connects two. */
COLLIDE_I_STATIC void collide_i_regions_find(collide_i_builder *b, collide_i_merger *m, collide_i_regions *r)
{
    int f, c, t, pass, more;
    for (f = 0; f < b->face_count; f++) {
        r->of[f] = f;
        r->rim[f] = r->whole[f] = 0;
    }
    for (c = 0; c < b->corner_count; c++) {
        int x, y;
        if ((t = b->twin[c]) < c || b->thickness[b->face[c]] <= b->tiny || b->thickness[b->face[t]] <= b->tiny ||
            !collide_i_edge_flat(b, b->face[c], b->face[t]))
            continue;
        x = collide_i_root(r->of, b->face[c]);
        y = collide_i_root(r->of, b->face[t]);
        r->of[x > y ? x : y] = x > y ? y : x;
    }
    /* start[] is free until the rims are known: the thick face that gives a face its plane, or -1 */
    for (f = 0; f < b->face_count; f++) r->start[f] = b->thickness[f] > b->tiny ? f : -1;
    for (pass = 0, more = 1; more && pass < 16; pass++)
        for (f = 0, more = 0; f < b->face_count; f++) {
            int best = -1;
            if (r->start[f] >= 0) continue;
            for (c = b->first[f]; c < b->first[f + 1]; c++) {
                int g = b->twin[c] >= 0 ? r->start[b->face[b->twin[c]]] : -1;
                if (g < 0 || (best >= 0 && b->thickness[g] <= b->thickness[best])) continue;
                if (collide_i_loop_in_plane(b, m, b->first[f], g)) best = g;
            }
            if (best >= 0) {
                int x = collide_i_root(r->of, f), y = collide_i_root(r->of, best);
                r->of[x > y ? x : y] = x > y ? y : x;
                r->start[f] = best;
                more = 1;
            }
        }
    for (f = 0; f < b->face_count; f++) r->of[f] = collide_i_root(r->of, f);
    for (c = 0; c < b->corner_count; c++) {
        f = r->of[b->face[c]];
        if (b->twin[c] >= 0 && r->of[b->face[b->twin[c]]] == f) continue;
        r->rim[f]++;
        r->start[f] = c;
    }
}

/* One rim, once around, without a reflex corner? Then *normal is that of the polygon. */
COLLIDE_I_STATIC int collide_i_rim_convex(const collide_i_builder *b, const collide_i_regions *r, int f,
                                          collide_vec3 *normal)
{
    collide_real thickness;
    int c = r->start[f], count = 0;
    do {
        r->loop[count++] = b->corner[c];
        c = collide_i_rim_next(b, r->of, c);
    } while (c >= 0 && c != r->start[f] && count < r->rim[f]);
    if (c != r->start[f] || count != r->rim[f]) return 0;
    *normal = collide_i_loop_normal(b->position, r->loop, count, &thickness);
    return thickness > b->tiny && collide_i_loop_convex(b->position, r->loop, count, *normal, b->tiny);
}

/* A corner of the hull's furthest vertex along n, by climbing over its triangles from corner c: it is convex. */
COLLIDE_I_STATIC int collide_i_hull_climb(const collide_i_builder *b, int c, collide_vec3 n)
{
    const collide_vec3 *p = b->position;
    collide_real best = 0;
    const collide_vec3 origin = p[b->corner[c]];
    int steps;
    for (steps = 0; steps < b->corner_count; steps++) {
        int k = c, better = -1;
        do {
            int next = collide_i_next_corner(b, k);
            collide_real d = collide_i_dot(n, collide_i_sub(p[b->corner[next]], origin));
            if (d > best) {
                best = d;
                better = next;
            }
            k = collide_i_turn_corner(b, k, 1);
        } while (k != c && k >= 0);
        if (better < 0) break;
        c = better;
    }
    return c;
}

/* Regions of coplanar faces with one convex rim become one face each, at once: piece by piece one may get stuck on the
   way. All their corners must be in the plane of the rim; and of a hull, nothing else may be above it. */
COLLIDE_I_STATIC collide_result collide_i_merge_regions(collide_i_builder *b, collide_i_merger *m)
{
    collide_i_regions r;
    int f, c;
    r.of = COLLIDE_I_TAKE(b, int, b->face_count);
    r.rim = COLLIDE_I_TAKE(b, int, b->face_count);
    r.start = COLLIDE_I_TAKE(b, int, b->face_count);
    r.whole = COLLIDE_I_TAKE(b, int, b->face_count);
    r.loop = COLLIDE_I_TAKE(b, int, b->corner_count);
    r.normal = COLLIDE_I_TAKE(b, collide_vec3, b->face_count);
    if (!r.of || !r.rim || !r.start || !r.whole || !r.loop || !r.normal) return COLLIDE_ERROR_MEMORY;
    collide_i_regions_find(b, m, &r);
    for (f = 0; f < b->face_count; f++)
        if (r.of[f] == f && r.rim[f] > 2 && r.rim[f] < b->corner_count)
            r.whole[f] = collide_i_rim_convex(b, &r, f, &r.normal[f]);
    for (c = 0; c < b->corner_count; c++) {
        f = r.of[b->face[c]];
        if (r.whole[f]) {
            collide_vec3 d = collide_i_sub(b->position[b->corner[c]], b->position[b->corner[r.start[f]]]);
            if (collide_i_abs(collide_i_dot(d, r.normal[f])) > b->tiny) r.whole[f] = 0;
        }
    }
    for (f = 0; b->given_twins && f < b->face_count; f++)
        if (r.whole[f]) {
            int top = collide_i_hull_climb(b, r.start[f], r.normal[f]);
            collide_vec3 d = collide_i_sub(b->position[b->corner[top]], b->position[b->corner[r.start[f]]]);
            if (collide_i_dot(d, r.normal[f]) > 2 * b->tiny) r.whole[f] = 0;
        }
    for (f = 0; f < b->face_count; f++)
        if (r.whole[r.of[f]]) m->root[f] = r.of[f];
    for (c = 0; c < b->corner_count; c++) m->alive[c] = !r.whole[r.of[b->face[c]]];
    for (f = 0; f < b->face_count; f++) {
        int count = 0;
        if (!r.whole[f]) continue;
        c = r.start[f];
        do {
            int next = collide_i_rim_next(b, r.of, c);
            m->next[c] = next;
            m->back[next] = c;
            m->alive[c] = 1;
            r.loop[count++] = b->corner[c];
            c = next;
        } while (c != r.start[f]);
        b->normal[f] = collide_i_loop_normal(b->position, r.loop, count, &b->thickness[f]);
    }
    return COLLIDE_OK;
}

/* Joins the faces on both sides of c's edge, if coplanar and convex together. Should they share a chain of edges, it
   goes as a whole. */
COLLIDE_I_STATIC void collide_i_merge_edge(collide_i_builder *b, collide_i_merger *m, int c, int everything)
{
    int t = b->twin[c], f, g, head, tail, other_head, other_tail, sturdy;
    if (!m->alive[c] || t < 0) return;
    f = collide_i_root(m->root, b->face[c]);
    g = collide_i_root(m->root, b->face[t]);
    if (f == g || (!everything && !(b->split[f] && b->split[g] && b->source[f] == b->source[g]))) return;
    if (!collide_i_edge_flat(b, f, g)) return;
    head = tail = c;             /* first and last corner of the chain in f's loop */
    other_head = other_tail = t; /* its twins in g's */
    while (b->twin[m->next[tail]] == m->back[other_head] && m->next[tail] != head) {
        tail = m->next[tail];
        other_head = m->back[other_head];
    }
    while (b->twin[m->back[head]] == m->next[other_tail] && m->back[head] != tail) {
        head = m->back[head];
        other_tail = m->next[other_tail];
    }
    if (m->next[tail] == head || m->next[other_tail] == other_head) return; /* one lies on the other */
    if (m->next[m->next[tail]] == head && m->next[m->next[other_tail]] == other_head)
        return;                                          /* two corners would remain */
    sturdy = b->thickness[f] >= b->thickness[g] ? f : g; /* whose normal can be trusted more */
    if (!collide_i_joint_convex(b, m->back[head], head, m->next[m->next[other_tail]], b->normal[sturdy]) ||
        !collide_i_joint_convex(b, m->back[other_head], other_head, m->next[m->next[tail]], b->normal[sturdy]))
        return;
    if ((b->thickness[f] > b->tiny && !collide_i_loop_in_plane(b, m, t, f)) ||
        (b->thickness[g] > b->tiny && !collide_i_loop_in_plane(b, m, c, g)))
        return;
    {
        int before = m->back[head], after = m->next[tail], g_before = m->back[other_head],
            g_after = m->next[other_tail], k;
        for (k = head; k != after; k = m->next[k]) m->alive[k] = 0;
        for (k = other_head; k != g_after; k = m->next[k]) m->alive[k] = 0;
        m->next[before] = g_after;
        m->back[g_after] = before;
        m->next[g_before] = after;
        m->back[after] = g_before;
        m->root[g > f ? g : f] = g > f ? f : g;
        b->normal[g > f ? f : g] = b->normal[sturdy];
        b->thickness[g > f ? f : g] = b->thickness[sturdy];
    }
}

/* A vertex that merging has left with two straight edges goes as well. Of a hull, only as far as that can't tilt the
   faces: the thinner they are, the straighter it must be. */
COLLIDE_I_STATIC void collide_i_merge_straight(collide_i_builder *b, collide_i_merger *m)
{
    const collide_vec3 *p = b->position;
    int c;
    for (c = 0; c < b->corner_count; c++) {
        int t, before, after, u;
        collide_vec3 whole, n;
        collide_real thin, allowed = b->tiny;
        if (!m->alive[c]) continue;
        before = m->back[c];
        after = m->next[c];
        t = b->twin[before]; /* starts at the same vertex on the other side */
        u = b->twin[c];
        if (t < 0 || u < 0 || m->next[u] != t || b->corner[before] == b->corner[after]) continue;
        if (m->next[after] == before || m->next[m->next[t]] == u) continue; /* a triangle needs it */
        thin = collide_i_min(b->thickness[collide_i_root(m->root, b->face[c])],
                             b->thickness[collide_i_root(m->root, b->face[t])]);
        if (b->given_twins) allowed *= collide_i_min(1, 4 * thin / b->size);
        whole = collide_i_sub(p[b->corner[after]], p[b->corner[before]]);
        n = collide_i_cross(collide_i_sub(p[b->corner[c]], p[b->corner[before]]), whole);
        if (collide_i_extent(n) > allowed * collide_i_extent(whole)) continue;
        /* before ->(c)-> after becomes one edge, and so does u ->(t)-> */
        m->alive[c] = m->alive[t] = 0;
        m->next[before] = after;
        m->back[after] = before;
        m->next[u] = m->next[t];
        m->back[m->next[t]] = u;
        b->twin[before] = u;
        b->twin[u] = before;
    }
}

/* Writes the merged loops back as plain arrays, with the list of sources of each face. */
COLLIDE_I_STATIC collide_result collide_i_merge_finish(collide_i_builder *b, collide_i_merger *m, int **source_first,
                                                       int **sources)
{
    int *place = COLLIDE_I_TAKE(b, int, b->corner_count), *number = COLLIDE_I_TAKE(b, int, b->face_count);
    int *start = COLLIDE_I_TAKE(b, int, b->face_count), *first, *corner, *twin, *face, f, c, faces = 0, corners = 0, i,
        last;
    collide_vec3 *normal;
    collide_real *thickness;
    if (!place || !number || !start) return COLLIDE_ERROR_MEMORY;
    for (f = 0; f < b->face_count; f++) start[f] = -1;
    for (c = b->corner_count - 1; c >= 0; c--)
        if (m->alive[c]) start[collide_i_root(m->root, b->face[c])] = c;
    for (f = 0; f < b->face_count; f++)
        if (m->root[f] == f) number[f] = faces++;
    first = COLLIDE_I_TAKE(b, int, faces + 1);
    corner = COLLIDE_I_TAKE(b, int, b->corner_count);
    twin = COLLIDE_I_TAKE(b, int, b->corner_count);
    face = COLLIDE_I_TAKE(b, int, b->corner_count);
    normal = COLLIDE_I_TAKE(b, collide_vec3, faces);
    thickness = COLLIDE_I_TAKE(b, collide_real, faces);
    *source_first = COLLIDE_I_TAKE(b, int, faces + 2);
    *sources = COLLIDE_I_TAKE(b, int, b->face_count);
    if (!first || !corner || !twin || !face || !normal || !thickness || !*source_first || !*sources)
        return COLLIDE_ERROR_MEMORY;
    for (f = 0, faces = 0; f < b->face_count; f++) {
        if (m->root[f] != f) continue;
        first[faces] = corners;
        c = start[f];
        do {
            place[c] = corners;
            face[corners] = faces;
            corner[corners++] = b->corner[c];
            c = m->next[c];
        } while (c != start[f]);
        normal[faces] =
            collide_i_loop_normal(b->position, corner + first[faces], corners - first[faces], &thickness[faces]);
        faces++;
    }
    first[faces] = corners;
    for (f = 0; f < b->face_count; f++) {
        if (m->root[f] != f) continue;
        c = start[f];
        do {
            twin[place[c]] = b->twin[c] < 0 ? -1 : place[b->twin[c]];
            c = m->next[c];
        } while (c != start[f]);
    }
    /* Sources by counting: pieces are in the order of their sources, so equal ones of a face follow each other. */
    memset(*source_first, 0, (size_t)(faces + 2) * sizeof **source_first);
    for (i = 0; i < 2; i++) {
        for (f = 0; f < faces; f++) start[f] = -1;
        for (f = 0; f < b->face_count; f++) {
            int at = number[collide_i_root(m->root, f)];
            last = start[at];
            start[at] = b->source[f];
            if (last == b->source[f]) continue;
            if (i == 0)
                (*source_first)[at + 2]++;
            else
                (*sources)[(*source_first)[at + 1]++] = b->source[f];
        }
        for (f = 0; i == 0 && f <= faces; f++) (*source_first)[f + 1] += (*source_first)[f];
    }
    b->first = first;
    b->corner = corner;
    b->twin = twin;
    b->face = face;
    b->normal = normal;
    b->thickness = thickness;
    b->face_count = faces;
    b->corner_count = corners;
    return COLLIDE_OK;
}

/* Longest edges first, so that the diagonals of cut-up rectangles go before their sides. */
COLLIDE_I_STATIC collide_result collide_i_mesh_merge(collide_i_builder *b, int **source_first, int **sources)
{
    collide_i_merger m;
    const int everything = (b->desc->flags & COLLIDE_MESH_MERGE_COPLANAR) != 0;
    int *order = COLLIDE_I_TAKE(b, int, b->corner_count), count = 0, c, f;
    collide_real *key = COLLIDE_I_TAKE(b, collide_real, b->corner_count);
    m.next = COLLIDE_I_TAKE(b, int, b->corner_count);
    m.back = COLLIDE_I_TAKE(b, int, b->corner_count);
    m.alive = COLLIDE_I_TAKE(b, int, b->corner_count);
    m.root = COLLIDE_I_TAKE(b, int, b->face_count);
    if (!order || !key || !m.next || !m.back || !m.alive || !m.root) return COLLIDE_ERROR_MEMORY;
    for (f = 0; f < b->face_count; f++) m.root[f] = f;
    for (c = 0; c < b->corner_count; c++) {
        m.next[c] = collide_i_next_corner(b, c);
        m.back[c] = collide_i_previous_corner(b, c);
        m.alive[c] = 1;
    }
    for (c = 0; c < b->corner_count; c++) {
        collide_vec3 d = collide_i_sub(b->position[b->corner[m.next[c]]], b->position[b->corner[c]]);
        key[c] = -collide_i_dot(d, d);
        if (b->twin[c] > c && collide_i_edge_flat(b, b->face[c], b->face[b->twin[c]])) order[count++] = c;
    }
    if (everything && collide_i_merge_regions(b, &m) < 0) return COLLIDE_ERROR_MEMORY;
    collide_i_sort(order, count, key);
    for (c = 0; c < count && !b->given_twins; c++) collide_i_merge_edge(b, &m, order[c], everything);
    if (everything) collide_i_merge_straight(b, &m);
    return collide_i_merge_finish(b, &m, source_first, sources);
}

/* ---- the finished block ---- */

/* A sum that keeps the digits it loses. */
COLLIDE_I_INLINE void collide_i_accumulate(collide_i_pair *sum, collide_real x)
{
    collide_i_pair s = collide_i_two_sum(sum->hi, x);
    sum->hi = s.hi;
    sum->lo += s.lo;
}

/* Six times the volume of a tetrahedron with twice the digits: a needle's is less than what rounding takes. */
COLLIDE_I_STATIC collide_i_pair collide_i_tetrahedron(collide_vec3 o, collide_vec3 p, collide_vec3 q, collide_vec3 r)
{
    const collide_i_pair3 a = collide_i_pair_between(o, p), b = collide_i_pair_between(o, q);
    const collide_i_pair3 c = collide_i_pair_between(o, r);
    collide_i_pair sum = collide_i_pair_product(a.x, collide_i_pair_cross(b.y, c.z, b.z, c.y));
    collide_i_pair_add(&sum, collide_i_pair_product(a.y, collide_i_pair_cross(b.z, c.x, b.x, c.z)));
    collide_i_pair_add(&sum, collide_i_pair_product(a.z, collide_i_pair_cross(b.x, c.y, b.y, c.x)));
    return sum;
}

/* Volume, centroid and inertia by tetrahedra over the triangles of each face, seen from the middle of the box. */
COLLIDE_I_STATIC void collide_i_mesh_mass(collide_mesh *m)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    const int *first = collide_i_mesh_first(m), *corner = collide_i_mesh_corners(m);
    const collide_vec3 middle = collide_i_scale(collide_i_add(m->box.lower, m->box.upper), COLLIDE_R(0.5));
    const collide_vec3 half = collide_i_sub(m->box.upper, middle);
    collide_i_pair sum[10];
    collide_real v[10], volume;
    collide_vec3 g;
    int f, i, k;
    m->volume = 0;
    m->centroid = middle;
    memset(m->inertia, 0, sizeof m->inertia);
    if (!(m->flags & COLLIDE_I_MESH_CLOSED)) return;
    memset(sum, 0, sizeof sum);
    for (f = 0; f < m->face_count; f++)
        for (i = first[f] + 1; i + 1 < first[f + 1]; i++) {
            collide_vec3 a = collide_i_sub(p[corner[first[f]]], middle), b = collide_i_sub(p[corner[i]], middle);
            collide_vec3 c = collide_i_sub(p[corner[i + 1]], middle), s = collide_i_add(collide_i_add(a, b), c);
            collide_i_pair whole = collide_i_tetrahedron(middle, p[corner[first[f]]], p[corner[i]], p[corner[i + 1]]);
            collide_real d = whole.hi; /* six volumes */
            /* integrals of 1, x, y, z (times 6, 24) and xx, yy, zz, xy, yz, zx (times 120) */
            collide_i_pair_add(&sum[0], whole);
            collide_i_pair_add(&sum[1], collide_i_two_product(d, s.x));
            collide_i_pair_add(&sum[2], collide_i_two_product(d, s.y));
            collide_i_pair_add(&sum[3], collide_i_two_product(d, s.z));
            collide_i_accumulate(&sum[4], d * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x));
            collide_i_accumulate(&sum[5], d * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y));
            collide_i_accumulate(&sum[6], d * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z));
            collide_i_accumulate(&sum[7], d * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y));
            collide_i_accumulate(&sum[8], d * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z));
            collide_i_accumulate(&sum[9], d * (a.z * a.x + b.z * b.x + c.z * c.x + s.z * s.x));
        }
    for (k = 0; k < 10; k++) v[k] = sum[k].hi + sum[k].lo;
    if (!(collide_i_abs(v[0]) > 0)) return;
    volume = v[0] / 6;
    g = collide_i_vec(v[1] / (4 * v[0]), v[2] / (4 * v[0]), v[3] / (4 * v[0]));
    g = collide_i_lowest(collide_i_highest(g, collide_i_negate(half)), half); /* of parts that cancel it is anywhere */
    for (k = 4; k < 10; k++) v[k] /= 120;
    v[4] -= volume * g.x * g.x;
    v[5] -= volume * g.y * g.y;
    v[6] -= volume * g.z * g.z;
    m->volume = volume;
    m->centroid = collide_i_add(middle, g);
    m->inertia[0] = v[5] + v[6];
    m->inertia[1] = v[6] + v[4];
    m->inertia[2] = v[4] + v[5];
    m->inertia[3] = volume * g.x * g.y - v[7];
    m->inertia[4] = volume * g.y * g.z - v[8];
    m->inertia[5] = volume * g.z * g.x - v[9];
}

/* A small sphere around all vertices: step towards the furthest one, less and less (Badoiu and Clarkson). */
COLLIDE_I_STATIC void collide_i_mesh_ball(collide_mesh *m)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    collide_vec3 centre = collide_i_scale(collide_i_add(m->box.lower, m->box.upper), COLLIDE_R(0.5)), best = centre;
    collide_real radius = 0;
    int step, i, most = m->vertex_count > 20000 ? 8 : 64;
    for (step = 0; step < most; step++) {
        collide_real far_off = 0, d;
        int k = 0;
        for (i = 0; i < m->vertex_count; i++) {
            collide_vec3 off = collide_i_sub(p[i], centre);
            d = collide_i_dot(off, off);
            if (d > far_off) {
                far_off = d;
                k = i;
            }
        }
        if (step == 0 || far_off < radius) {
            radius = far_off;
            best = centre;
        }
        centre = collide_i_add(centre, collide_i_scale(collide_i_sub(p[k], centre), 1 / (collide_real)(step + 2)));
    }
    m->sphere = best;
    m->sphere_radius = collide_i_sqrt(radius) * (1 + 4 * COLLIDE_I_EPSILON);
}

/* Do the edges of a vertex go once around it, not twice? */
COLLIDE_I_STATIC int collide_i_vertex_simple(const collide_mesh *m, int v)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    const collide_edge *edges = collide_i_mesh_edges(m);
    const collide_plane *planes = collide_i_mesh_planes(m);
    int start = COLLIDE_I_MESH_ARRAY(int, m, vertex_edges)[v], e = start;
    collide_i_winding w = {{0, 0, 0}, 1, 0, 0, 0};
    collide_vec3 up = collide_i_vec(0, 0, 0);
    do {
        up = collide_i_add(up, planes[edges[e].face[edges[e].vertex[0] != v]].normal);
        e = collide_mesh_next_edge(m, v, e);
    } while (e != start);
    w.along =
        collide_i_cross(up, collide_i_sub(p[edges[e].vertex[edges[e].vertex[0] == v]], p[v])); /* any way across */
    do {
        collide_i_wind(&w, collide_i_sub(p[edges[e].vertex[edges[e].vertex[0] == v]], p[v]));
        e = collide_mesh_next_edge(m, v, e);
    } while (e != start);
    return collide_i_wound_once(&w);
}

/* Edges with their wings, numbered as the corners come. edge_of gets each corner's edge. */
COLLIDE_I_STATIC void collide_i_emit_edges(const collide_i_builder *b, collide_edge *edges, int *edge_of)
{
    int c, n = 0;
    for (c = 0; c < b->corner_count; c++)
        if (b->twin[c] < 0 || c < b->twin[c]) {
            edge_of[c] = n;
            if (b->twin[c] >= 0) edge_of[b->twin[c]] = n;
            n++;
        }
    for (c = 0; c < b->corner_count; c++) {
        collide_edge *e = &edges[edge_of[c]];
        int t = b->twin[c], k, turn;
        if (t >= 0 && t < c) continue;
        e->vertex[0] = b->corner[c];
        e->vertex[1] = b->corner[collide_i_next_corner(b, c)];
        e->face[0] = b->face[c];
        e->wing[0] = edge_of[collide_i_next_corner(b, c)];
        e->wing[1] = edge_of[collide_i_previous_corner(b, c)];
        e->flags = 0;
        if (t >= 0) {
            collide_vec3 d = collide_i_sub(b->position[e->vertex[1]], b->position[e->vertex[0]]);
            e->face[1] = b->face[t];
            e->wing[2] = edge_of[collide_i_next_corner(b, t)];
            e->wing[3] = edge_of[collide_i_previous_corner(b, t)];
            if (collide_i_edge_flat(b, e->face[0], e->face[1]))
                e->flags = COLLIDE_EDGE_FLAT;
            else if (collide_i_dot(collide_i_cross(b->normal[e->face[0]], b->normal[e->face[1]]), d) < 0)
                e->flags = b->given_twins ? COLLIDE_EDGE_FLAT : COLLIDE_EDGE_CONCAVE; /* a hull has none: rounding */
            continue;
        }
        /* Around the hole: back to vertex[0] comes the last edge of its fan, on from vertex[1] goes the first of
           its. */
        e->face[1] = -1;
        e->flags = COLLIDE_EDGE_DANGLING;
        for (k = c; (turn = collide_i_turn_corner(b, k, 1)) >= 0; k = turn) continue;
        e->wing[2] = edge_of[collide_i_previous_corner(b, k)];
        for (k = collide_i_next_corner(b, c); (turn = collide_i_turn_corner(b, k, -1)) >= 0; k = turn) continue;
        e->wing[3] = edge_of[k];
    }
}

COLLIDE_I_STATIC void collide_i_emit_faces(const collide_i_builder *b, collide_mesh *m, int *vertex_edges,
                                           unsigned char *internal, collide_plane *planes, const collide_edge *edges,
                                           const int *edge_of)
{
    int c, f, i;
    memset(internal, 1, (size_t)m->vertex_count);
    for (i = 0; i < m->vertex_count; i++) vertex_edges[i] = -1;
    for (c = 0; c < b->corner_count; c++) /* at a border, the fan's first edge */
        if (vertex_edges[b->corner[c]] < 0 || b->twin[c] < 0) vertex_edges[b->corner[c]] = edge_of[c];
    for (i = 0; i < m->edge_count; i++) {
        if (edges[i].flags & COLLIDE_EDGE_INTERNAL)
            m->internal_edge_count++;
        else
            internal[edges[i].vertex[0]] = internal[edges[i].vertex[1]] = 0;
    }
    for (f = 0; f < b->face_count; f++) {
        const int *loop = b->corner + b->first[f];
        int size = b->first[f + 1] - b->first[f];
        collide_vec3 middle = collide_i_vec(0, 0, 0), start = b->position[loop[0]];
        for (i = 1; i < size; i++) middle = collide_i_add(middle, collide_i_sub(b->position[loop[i]], start));
        middle = collide_i_add(start, collide_i_scale(middle, 1 / (collide_real)size));
        planes[f].normal = b->normal[f];
        planes[f].offset = collide_i_dot(b->normal[f], middle);
    }
}

/* Neighbours of each vertex, and the best vertex for the middle of each cell of directions. */
COLLIDE_I_STATIC void collide_i_emit_map(collide_mesh *m, int *map, int *near_first, int *near_by)
{
    int v, e, side, i, k, n = 0, last = 0;
    for (v = 0; v < m->vertex_count; v++) {
        int start = collide_mesh_vertex_edge(m, v);
        near_first[v] = n;
        e = start;
        do {
            const collide_edge *edge = collide_i_mesh_edges(m) + e;
            near_by[n++] = edge->vertex[edge->vertex[0] == v];
            e = collide_mesh_next_edge(m, v, e);
        } while (e != start);
    }
    near_first[v] = n;
    for (side = 0; side < 6; side++)
        for (i = 0; i < COLLIDE_I_MAP_SIDE; i++)
            for (k = 0; k < COLLIDE_I_MAP_SIDE; k++) {
                collide_real one = side & 1 ? COLLIDE_R(-1.0) : COLLIDE_R(1.0);
                collide_real u = (collide_real)(2 * i + 1 - COLLIDE_I_MAP_SIDE) / (collide_real)COLLIDE_I_MAP_SIDE;
                collide_real w = (collide_real)(2 * k + 1 - COLLIDE_I_MAP_SIDE) / (collide_real)COLLIDE_I_MAP_SIDE;
                collide_vec3 d = side < 2   ? collide_i_vec(one, u, w)
                                 : side < 4 ? collide_i_vec(w, one, u)
                                            : collide_i_vec(u, w, one);
                last = collide_i_support_climb(m, d, last);
                map[(side * COLLIDE_I_MAP_SIDE + i) * COLLIDE_I_MAP_SIDE + k] = last;
            }
}

COLLIDE_I_STATIC void collide_i_emit_lanes(const collide_mesh *m, collide_real *lanes)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    int i;
    for (i = 0; i < m->lane_count; i++) { /* the first vertex fills up: it never wins over itself */
        collide_vec3 v = p[i < m->vertex_count ? i : 0];
        lanes[i] = v.x;
        lanes[m->lane_count + i] = v.y;
        lanes[2 * m->lane_count + i] = v.z;
    }
}

/* Does climbing get to every face, along its normal? Rounding can leave a very flat or thin hull with dents that it
   stops in. */
COLLIDE_I_STATIC int collide_i_map_works(const collide_mesh *m)
{
    const collide_plane *planes = collide_i_mesh_planes(m);
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    const collide_real size = collide_i_extent(collide_i_sub(m->box.upper, m->box.lower));
    const collide_real far_off = collide_i_max(collide_i_extent(m->box.lower), collide_i_extent(m->box.upper));
    const collide_real slack = 4 * COLLIDE_I_EPSILON * (size + far_off); /* dot products round as far off as they are */
    int f;
    for (f = 0; f < m->face_count; f++) {
        collide_vec3 n = planes[f].normal, at = p[collide_i_mesh_corners(m)[collide_i_mesh_first(m)[f]]];
        if (collide_i_dot(n, collide_i_sub(p[collide_i_mesh_support(m, n)], at)) < -slack) return 0;
    }
    return 1;
}

/* How supports are to be found: all vertices of a small mesh, four at a time; a map and climbing on a large convex
   one; one by one, where neither will do. */
COLLIDE_I_STATIC void collide_i_emit_support(collide_mesh *m, char *block)
{
    if (m->vertex_count > COLLIDE_I_LANE_VERTICES) {
        m->lane_count = 0;
        if (m->flags & COLLIDE_I_MESH_CONVEX) m->flags |= COLLIDE_I_MESH_MAP;
        (void)collide_i_mesh_layout_of(m, &m->at);
        if (!(m->flags & COLLIDE_I_MESH_MAP)) return;
        collide_i_emit_map(m, (int *)(void *)(block + m->at.map), (int *)(void *)(block + m->at.near_first),
                           (int *)(void *)(block + m->at.near_vertices));
        if (collide_i_map_works(m)) return;
        m->flags &= ~COLLIDE_I_MESH_MAP;
        (void)collide_i_mesh_layout_of(m, &m->at);
        return;
    }
    (void)collide_i_mesh_layout_of(m, &m->at);
    collide_i_emit_lanes(m, (collide_real *)(void *)(block + m->at.lanes));
}

/* Is it the surface of a convex solid? Then climbing finds supports. */
COLLIDE_I_STATIC int collide_i_mesh_is_convex(const collide_mesh *m)
{
    const collide_edge *edges = collide_i_mesh_edges(m);
    int i;
    if (!(m->flags & COLLIDE_I_MESH_CLOSED) || m->part_count != 1) return 0;
    if (m->vertex_count - m->edge_count + m->face_count != 2) return 0;
    for (i = 0; i < m->edge_count; i++)
        if (edges[i].flags & COLLIDE_EDGE_CONCAVE) return 0;
    for (i = 0; i < m->vertex_count; i++)
        if (!collide_i_vertex_simple(m, i)) return 0;
    return 1;
}

COLLIDE_I_STATIC void collide_i_mesh_face_boxes(const collide_mesh *m, collide_aabb *boxes)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    const int *first = collide_i_mesh_first(m), *corner = collide_i_mesh_corners(m);
    int f, c;
    for (f = 0; f < m->face_count; f++) {
        boxes[f].lower = boxes[f].upper = p[corner[first[f]]];
        for (c = first[f] + 1; c < first[f + 1]; c++) {
            boxes[f].lower = collide_i_lowest(boxes[f].lower, p[corner[c]]);
            boxes[f].upper = collide_i_highest(boxes[f].upper, p[corner[c]]);
        }
    }
}

/* ---- inside or outside ----

   A point is inside where the surface winds round it. How often that is changes by one with every face crossed on the
   way to a place where it is known: every node of the tree has such a station, close to its faces, so ways are
   short. */

/* Does the way from a to b cross a face: 1 from its front, -1 from its back, 0 not at all. Each end's side of the plane
   depends on that end alone, and on which side of an edge the way passes on that edge alone: all ways to a station
   agree, and of the two faces at an edge one is crossed (van Waveren 2.2). */
COLLIDE_I_STATIC int collide_i_way_crosses(const collide_mesh *m, int f, collide_vec3 a, collide_vec3 b)
{
    const int first = collide_i_mesh_first(m)[f], end = collide_i_mesh_first(m)[f + 1];
    const int *corner_edges = COLLIDE_I_MESH_ARRAY(int, m, corner_edges);
    const collide_vec3 n = collide_i_mesh_planes(m)[f].normal, along = collide_i_sub(b, a);
    const collide_vec3 corner = collide_i_mesh_vertices(m)[collide_i_mesh_corners(m)[first]];
    const int front = collide_i_dot(n, collide_i_sub(a, corner)) >= 0;
    int i;
    if (front == (collide_i_dot(n, collide_i_sub(b, corner)) >= 0)) return 0;
    for (i = first; i < end; i++) {
        const collide_edge *e = &collide_i_mesh_edges(m)[corner_edges[i]];
        const collide_vec3 p = collide_i_sub(collide_i_mesh_vertices(m)[e->vertex[0]], a);
        const collide_vec3 q = collide_i_sub(collide_i_mesh_vertices(m)[e->vertex[1]], a);
        if ((collide_i_dot(along, collide_i_cross(p, q)) >= 0) == ((e->face[0] == f) == front)) return 0;
    }
    return front ? 1 : -1;
}

/* How often the way from a to b leaves the solid, less how often it enters it. */
COLLIDE_I_STATIC int collide_i_way_windings(const collide_mesh *m, collide_vec3 a, collide_vec3 b,
                                            collide_tree_walk *walk)
{
    int sum = 0, f;
    if (m->at.tree) {
        collide_aabb box;
        box.lower = box.upper = a;
        (void)collide_tree_walk_cast(walk, collide_mesh_tree(m), box, collide_i_sub(b, a));
        while ((f = collide_tree_next(walk)) >= 0) sum -= collide_i_way_crosses(m, f, a, b);
    } else {
        for (f = 0; f < m->face_count; f++) sum -= collide_i_way_crosses(m, f, a, b);
    }
    return sum;
}

/* A node's station: beside the middle of its box, off any plane that its faces are likely to have. */
COLLIDE_I_STATIC collide_vec3 collide_i_station(const collide_i_node *parent, int lane)
{
    const collide_vec3 low = {parent->lower[0][lane], parent->lower[1][lane], parent->lower[2][lane]};
    const collide_vec3 high = {parent->upper[0][lane], parent->upper[1][lane], parent->upper[2][lane]};
    const collide_real size = collide_i_extent(collide_i_sub(high, low));
    return collide_i_add(collide_i_scale(collide_i_add(low, high), COLLIDE_R(0.5)),
                         collide_i_vec(COLLIDE_R(0.0571) * size, COLLIDE_R(0.0859) * size, COLLIDE_R(0.0413) * size));
}

/* The root's is outside. */
COLLIDE_I_STATIC collide_vec3 collide_i_station_outside(const collide_mesh *m)
{
    const collide_vec3 size = collide_i_sub(m->box.upper, m->box.lower);
    const collide_real e = collide_i_extent(size);
    return collide_i_add(m->box.upper,
                         collide_i_vec(COLLIDE_R(0.0571) * e, COLLIDE_R(0.0859) * e, COLLIDE_R(0.0413) * e));
}

/* How often the surface of a closed mesh winds round a point, counted from the closest station on the way down the tree
   to the point. */
COLLIDE_I_STATIC int collide_i_winding_at(const collide_mesh *m, collide_vec3 x, collide_tree_walk *walk)
{
    const collide_tree *tree = collide_mesh_tree(m);
    const collide_i_node *n = tree ? collide_i_tree_nodes(tree) : NULL;
    collide_vec3 best = collide_i_station_outside(m), off = collide_i_sub(best, x);
    collide_real least = collide_i_dot(off, off), keys[4];
    collide_aabb box;
    int depth, winding = 0;
    box.lower = box.upper = x;
    for (depth = 0; n && depth < COLLIDE_TREE_DEPTH; depth++) {
        int i, to = -1;
        collide_i_lanes_store(keys, collide_i_node_distance(n, &box));
        for (i = 0; i < 4; i++)
            if (n->child[i] >= 0 && (to < 0 || keys[i] < keys[to])) to = i;
        if (to < 0) break;
        off = collide_i_station(n, to);
        if (collide_i_dot(collide_i_sub(off, x), collide_i_sub(off, x)) < least) {
            best = off;
            least = collide_i_dot(collide_i_sub(off, x), collide_i_sub(off, x));
            winding = COLLIDE_I_MESH_ARRAY(int, m, windings)[n->child[to]];
        }
        n = collide_i_tree_nodes(tree) + n->child[to];
    }
    return winding + collide_i_way_windings(m, x, best, walk);
}

/* From station to station, parents first. */
COLLIDE_I_STATIC collide_result collide_i_emit_windings(const collide_mesh *m, int *windings, collide_scratch *s)
{
    const collide_i_node *nodes = collide_i_tree_nodes(collide_mesh_tree(m));
    collide_tree_walk *walk = (collide_tree_walk *)collide_i_scratch_take(s, 1, sizeof *walk);
    collide_vec3 *at = (collide_vec3 *)collide_i_scratch_take(s, (size_t)m->node_count, sizeof *at);
    int i, k;
    if (!walk || !at) return COLLIDE_ERROR_MEMORY;
    at[0] = collide_i_station_outside(m);
    windings[0] = 0;
    for (i = 0; i < m->node_count; i++)
        for (k = 0; k < 4; k++) {
            const int child = nodes[i].child[k];
            if (child < 0) continue;
            at[child] = collide_i_station(&nodes[i], k);
            windings[child] = windings[i] + collide_i_way_windings(m, at[child], at[i], walk);
        }
    return COLLIDE_OK;
}

/* The block in scratch, in two steps: what the counts decide, then what needs to look at that: convexity, map, tree. */
COLLIDE_I_STATIC collide_result collide_i_mesh_emit(collide_i_builder *b, const int *source_first, const int *sources,
                                                    collide_mesh **out)
{
    collide_mesh head, *m;
    const collide_tree *tree = NULL;
    char *block;
    int *edge_of = COLLIDE_I_TAKE(b, int, b->corner_count), i, paired = 0;
    if (!edge_of) return COLLIDE_ERROR_MEMORY;
    memset(&head, 0, sizeof head);
    for (i = 0; i < b->corner_count; i++) paired += b->twin[i] >= 0;
    head.magic = COLLIDE_I_MESH_MAGIC;
    head.version = COLLIDE_I_MESH_VERSION;
    head.real_size = (int32_t)sizeof(collide_real);
    head.flags = paired == b->corner_count ? COLLIDE_I_MESH_CLOSED : 0;
    head.vertex_count = b->vertex_count;
    head.edge_count = b->corner_count - paired / 2;
    head.face_count = b->face_count;
    head.corner_count = b->corner_count;
    head.source_count = source_first[b->face_count];
    head.part_count = b->report->parts;
    head.lane_count = (b->vertex_count + 3) & ~3;
    head.box.lower = head.box.upper = b->position[0];
    for (i = 1; i < b->vertex_count; i++) {
        head.box.lower = collide_i_lowest(head.box.lower, b->position[i]);
        head.box.upper = collide_i_highest(head.box.upper, b->position[i]);
    }
    /* room for the most it can become */
    head.flags |= COLLIDE_I_MESH_MAP;
    head.node_count = b->face_count > COLLIDE_I_TREE_FACES ? b->face_count : 0;
    if (!collide_i_mesh_layout_of(&head, &head.at)) return COLLIDE_ERROR_MESH;
    block = COLLIDE_I_TAKE(b, char, head.at.end);
    if (!block) return COLLIDE_ERROR_MEMORY;
    memset(block, 0, (size_t)head.at.end);
    memcpy(block, &head, sizeof head);
    m = (collide_mesh *)(void *)block;
    m->flags &= ~COLLIDE_I_MESH_MAP;
#define COLLIDE_I_WRITE(where, from, count) memcpy(block + m->at.where, from, (size_t)(count) * sizeof *(from))
    COLLIDE_I_WRITE(vertices, b->position, b->vertex_count);
    COLLIDE_I_WRITE(face_first, b->first, b->face_count + 1);
    COLLIDE_I_WRITE(corners, b->corner, b->corner_count);
    COLLIDE_I_WRITE(source_first, source_first, b->face_count + 1);
    COLLIDE_I_WRITE(sources, sources, source_first[b->face_count]);
    collide_i_emit_edges(b, (collide_edge *)(void *)(block + m->at.edges), edge_of);
    COLLIDE_I_WRITE(corner_edges, edge_of, b->corner_count);
#undef COLLIDE_I_WRITE
    collide_i_emit_faces(b, m, (int *)(void *)(block + m->at.vertex_edges), (unsigned char *)block + m->at.internal,
                         (collide_plane *)(void *)(block + m->at.planes), collide_i_mesh_edges(m), edge_of);
    if (collide_i_mesh_is_convex(m)) m->flags |= COLLIDE_I_MESH_CONVEX;
    collide_i_emit_support(m, block);
    if (m->node_count) {
        collide_aabb *boxes = COLLIDE_I_TAKE(b, collide_aabb, m->face_count);
        if (!boxes) return COLLIDE_ERROR_MEMORY;
        collide_i_mesh_face_boxes(m, boxes);
        tree = collide_i_tree_build(boxes, m->face_count, b->s);
        if (!tree) return COLLIDE_ERROR_MEMORY;
        m->node_count = tree->node_count;
    }
    (void)collide_i_mesh_layout_of(m, &m->at); /* as small as it has become: the tree and its stations come last */
    if (tree) memcpy(block + m->at.tree, tree, collide_i_tree_bytes(tree->node_count));
    if (m->at.windings && collide_i_emit_windings(m, (int *)(void *)(block + m->at.windings), b->s) < 0)
        return COLLIDE_ERROR_MEMORY;
    collide_i_mesh_mass(m);
    collide_i_mesh_ball(m);
    *out = m;
    return COLLIDE_OK;
}

/* ---- creating ---- */

/* Only vertices that a face uses, in their old order; copies after them. */
COLLIDE_I_STATIC collide_result collide_i_mesh_compact(collide_i_builder *b)
{
    int *number = COLLIDE_I_TAKE(b, int, b->vertex_count), v, c, n = 0;
    collide_vec3 *position = COLLIDE_I_TAKE(b, collide_vec3, b->vertex_count);
    if (!number || !position) return COLLIDE_ERROR_MEMORY;
    memset(number, 0, (size_t)b->vertex_count * sizeof *number);
    for (c = 0; c < b->corner_count; c++) number[b->corner[c]] = 1;
    for (v = 0; v < b->vertex_count; v++)
        if (number[v]) {
            position[n] = b->position[v];
            number[v] = n++;
        }
    for (c = 0; c < b->corner_count; c++) b->corner[c] = number[b->corner[c]];
    b->position = position;
    b->vertex_count = n;
    return COLLIDE_OK;
}

/* What may stay, what was mended, what forbids the mesh. */
COLLIDE_I_STATIC collide_result collide_i_mesh_judge(const collide_i_builder *b)
{
    collide_mesh_report *r = b->report;
    int mendable = r->duplicate_vertices + r->unused_vertices + r->degenerate_faces + r->repeated_faces +
                   r->nonplanar_faces + r->nonconvex_faces + r->flipped_faces + r->inside_out;
    int splits = r->crowded_edges + r->bowtie_vertices;
    if (r->open_edges && !(b->desc->flags & COLLIDE_MESH_OPEN)) return COLLIDE_ERROR_MESH;
    if (mendable && !(b->desc->flags & COLLIDE_MESH_REPAIR)) return COLLIDE_ERROR_MESH;
    if (splits && !(b->desc->flags & (COLLIDE_MESH_OPEN | COLLIDE_MESH_REPAIR))) return COLLIDE_ERROR_MESH;
    if (b->face_count == 0 || b->two_sided) return COLLIDE_ERROR_MESH;
    r->mended = mendable + splits;
    return COLLIDE_OK;
}

/* Everything about how the faces hang together: clean loops, twins, one vertex per fan. */
COLLIDE_I_STATIC collide_result collide_i_mesh_connect(collide_i_builder *b)
{
    int *order = NULL, *flip, f, turned = 0;
    collide_result r;
    if ((r = collide_i_mesh_weld(b)) < 0 || (r = collide_i_mesh_clean(b)) < 0 || (r = collide_i_mesh_split(b)) < 0 ||
        (r = collide_i_mesh_measure(b)) < 0)
        return r;
    flip = COLLIDE_I_TAKE(b, int, b->face_count);
    if (!flip || !(order = collide_i_edge_order(b))) return COLLIDE_ERROR_MEMORY;
    if ((r = collide_i_mesh_orient(b, order, flip)) < 0) return r;
    for (f = 0; f < b->face_count; f++) turned |= flip[f];
    if (turned && !(order = collide_i_edge_order(b))) return COLLIDE_ERROR_MEMORY;
    if ((r = collide_i_mesh_pair(b, order, 1)) < 0 || (r = collide_i_mesh_parts(b, flip)) < 0) return r;
    if (b->flipped_parts && (!(order = collide_i_edge_order(b)) || collide_i_mesh_pair(b, order, 0) < 0))
        return COLLIDE_ERROR_MEMORY;
    return collide_i_mesh_fan(b, order);
}

COLLIDE_I_STATIC collide_result collide_i_mesh_build(collide_i_builder *b, collide_mesh **out)
{
    int *source_first, *sources, f;
    collide_result r;
    if ((r = collide_i_mesh_load(b)) < 0) return r;
    if (b->given_twins) {
        if ((r = collide_i_mesh_measure(b)) < 0) return r;
        memcpy(b->twin, b->given_twins, (size_t)b->corner_count * sizeof *b->twin);
        b->report->parts = 1;
    } else if ((r = collide_i_mesh_connect(b)) < 0) {
        return r;
    }
    if ((r = collide_i_mesh_judge(b)) < 0) return r;
    if (b->desc->flags & COLLIDE_MESH_MERGE_COPLANAR || b->report->nonconvex_faces) {
        if ((r = collide_i_mesh_merge(b, &source_first, &sources)) < 0) return r;
    } else { /* each face from one of the caller's */
        source_first = COLLIDE_I_TAKE(b, int, b->face_count + 1);
        sources = b->source;
        if (!source_first) return COLLIDE_ERROR_MEMORY;
        for (f = 0; f <= b->face_count; f++) source_first[f] = f;
    }
    if ((r = collide_i_mesh_compact(b)) < 0) return r;
    return collide_i_mesh_emit(b, source_first, sources, out);
}

/* What lies in a fixed buffer now; see collide_i_mesh_settle. */
COLLIDE_I_STATIC size_t collide_i_fixed_used(const collide_allocator *a)
{
    return a && a->alloc == collide_i_fixed_alloc ? ((collide_fixed_buffer *)a->user)->used : 0;
}

/* A fixed buffer takes back only what it gave last. The scratch memory that a finished mesh was built from lies below
   it and is free by now: the mesh moves down to where that began. The header of its owner fits there without touching
   it. */
COLLIDE_I_STATIC void collide_i_mesh_settle(collide_mesh **mesh, const collide_allocator *a, size_t floor)
{
    collide_fixed_buffer *buffer;
    collide_mesh *lower;
    size_t size;
    if (!*mesh || !a || a->alloc != collide_i_fixed_alloc) return;
    buffer = (collide_fixed_buffer *)a->user;
    size = (size_t)(*mesh)->at.end;
    buffer->used = floor;
    lower = (collide_mesh *)collide_i_own(a, size);
    memmove(lower, *mesh, size);
    *mesh = lower;
}

/* `twins`, if not NULL: for each corner the one that starts the same edge in the neighbour. The faces are then known to
   close, and taken as they are, slivers included. */
COLLIDE_I_STATIC collide_result collide_i_mesh_create(collide_mesh **mesh, const collide_mesh_desc *desc,
                                                      collide_mesh_report *report, const int *twins)
{
    collide_mesh_report own;
    collide_scratch s = {NULL, NULL, 0, 0, 0};
    collide_i_builder b;
    collide_mesh *built = NULL;
    collide_result result;
    size_t floor;
    if (!report) report = &own;
    memset(report, 0, sizeof *report);
    report->first_vertex = report->first_face = -1;
    if (mesh) *mesh = NULL;
    if (!mesh || !desc) return COLLIDE_ERROR_ARGUMENT;
    floor = collide_i_fixed_used(desc->allocator);
    memset(&b, 0, sizeof b);
    s.allocator = desc->allocator;
    b.s = &s;
    b.desc = desc;
    b.report = report;
    b.given_twins = twins;
    result = collide_i_mesh_build(&b, &built);
    if (result == COLLIDE_OK) {
        *mesh = (collide_mesh *)collide_i_own(desc->allocator, (size_t)built->at.end);
        if (*mesh)
            memcpy(*mesh, built, (size_t)built->at.end);
        else
            result = COLLIDE_ERROR_MEMORY;
    }
    collide_scratch_free(&s);
    collide_i_mesh_settle(mesh, desc->allocator, floor);
    return result;
}

COLLIDE_API collide_result collide_mesh_create(collide_mesh **mesh, const collide_mesh_desc *desc,
                                               collide_mesh_report *report)
{
    return collide_i_mesh_create(mesh, desc, report, NULL);
}

COLLIDE_API void collide_mesh_destroy(collide_mesh *mesh) { collide_i_disown(mesh); }

COLLIDE_API const char *collide_mesh_report_text(const collide_mesh_report *r)
{
    if (!r) return "no report";
    if (r->open_edges) return "the surface has holes: some edges belong to one face only";
    if (r->crowded_edges) return "some edges belong to three faces or more";
    if (r->flipped_faces) return "some faces are wound the other way round from their neighbours";
    if (r->inside_out) return "the solid is inside out: its faces are wound clockwise seen from outside";
    if (r->nonplanar_faces) return "some faces are not flat";
    if (r->nonconvex_faces) return "some faces are not convex, or cross themselves";
    if (r->degenerate_faces) return "some faces have no area";
    if (r->repeated_faces) return "some faces are there twice";
    if (r->bowtie_vertices) return "some faces meet in a single point only";
    if (r->duplicate_vertices) return "some vertices are in the same place";
    if (r->unused_vertices) return "some vertices belong to no face";
    if (r->first_vertex >= 0) return "a vertex is not finite or too far away";
    if (r->first_face >= 0) return "a face has a corner that does not exist";
    return "nothing is wrong";
}

/* ---- primitives ---- */

/* For shapes made here: positions and polygons, nothing to mend. */
COLLIDE_I_STATIC collide_result collide_i_mesh_of(collide_mesh **mesh, const collide_real *positions, int vertex_count,
                                                  const unsigned *indices, const int *sizes, int face_count,
                                                  unsigned flags, const collide_allocator *allocator)
{
    collide_mesh_desc d;
    memset(&d, 0, sizeof d);
    d.positions = positions;
    d.vertex_count = vertex_count;
    d.indices = indices;
    d.face_sizes = sizes;
    d.face_count = face_count;
    d.flags = flags;
    d.weld = -1;
    d.allocator = allocator;
    return collide_mesh_create(mesh, &d, NULL);
}

COLLIDE_API collide_result collide_mesh_create_box(collide_mesh **mesh, collide_vec3 half,
                                                   const collide_allocator *allocator)
{
    static const unsigned corners[24] = {0, 2, 6, 4, 1, 5, 7, 3, 0, 4, 5, 1, 2, 3, 7, 6, 0, 1, 3, 2, 4, 6, 7, 5};
    static const int sizes[6] = {4, 4, 4, 4, 4, 4};
    collide_real p[24];
    int i;
    if (mesh) *mesh = NULL;
    if (!mesh || !collide_i_usable3(half) || !(half.x > 0) || !(half.y > 0) || !(half.z > 0))
        return COLLIDE_ERROR_ARGUMENT;
    for (i = 0; i < 8; i++) { /* bit 0: z, bit 1: y, bit 2: x */
        p[3 * i] = i & 4 ? half.x : -half.x;
        p[3 * i + 1] = i & 2 ? half.y : -half.y;
        p[3 * i + 2] = i & 1 ? half.z : -half.z;
    }
    return collide_i_mesh_of(mesh, p, 8, corners, sizes, 6, 0, allocator);
}

/* Is it no higher over its largest face than rounding is? */
COLLIDE_I_STATIC int collide_i_tetrahedron_flat(collide_vec3 a, collide_vec3 b, collide_vec3 c, collide_vec3 d)
{
    const collide_vec3 u = collide_i_sub(b, a), v = collide_i_sub(c, a), w = collide_i_sub(d, a);
    const collide_real size =
        collide_i_max(collide_i_extent(u), collide_i_max(collide_i_extent(v), collide_i_extent(w)));
    const collide_vec3 n = collide_i_cross(collide_i_sub(v, u), collide_i_sub(w, u));
    const collide_real area =
        collide_i_max(collide_i_max(collide_i_extent(collide_i_cross(u, v)), collide_i_extent(collide_i_cross(v, w))),
                      collide_i_max(collide_i_extent(collide_i_cross(w, u)), collide_i_extent(n)));
    return !(collide_i_abs(collide_i_tetrahedron(a, b, c, d).hi) > 16 * COLLIDE_I_EPSILON * size * area);
}

COLLIDE_API collide_result collide_mesh_create_tetrahedron(collide_mesh **mesh, collide_vec3 a, collide_vec3 b,
                                                           collide_vec3 c, collide_vec3 d,
                                                           const collide_allocator *allocator)
{
    static const unsigned corners[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    collide_real p[12];
    if (mesh) *mesh = NULL;
    if (!mesh || !collide_i_usable3(a) || !collide_i_usable3(b) || !collide_i_usable3(c) || !collide_i_usable3(d))
        return COLLIDE_ERROR_ARGUMENT;
    if (collide_i_tetrahedron_flat(a, b, c, d)) return COLLIDE_ERROR_MESH;
    memcpy(p, &a, sizeof a);
    memcpy(p + 3, &b, sizeof b);
    memcpy(p + 6, &c, sizeof c);
    memcpy(p + 9, &d, sizeof d);
    return collide_i_mesh_of(mesh, p, 4, corners, NULL, 4, COLLIDE_MESH_REPAIR,
                             allocator); /* either orientation will do */
}

/* Points of a circle; quarter and half turns come out exact. */
COLLIDE_I_INLINE void collide_i_circle(int i, int sides, collide_real *c, collide_real *s)
{
    collide_real angle = COLLIDE_R(6.28318530717958648) * (collide_real)i / (collide_real)sides;
    *c = 4 * i == sides || 4 * i == 3 * sides ? 0 : 2 * i == sides ? -1 : collide_cos(angle);
    *s = i == 0 || 2 * i == sides ? 0 : 4 * i == sides ? 1 : 4 * i == 3 * sides ? -1 : collide_sin(angle);
}

enum { COLLIDE_I_MOST_SIDES = 1 << 12 };

/* Room for a shape of `vertices` and `corners` whose faces have any size. */
typedef struct {
    collide_scratch s;
    collide_real *p;
    unsigned *corner;
    int *size;
    int vertices, corners, faces;
    size_t floor;
} collide_i_maker;

COLLIDE_I_STATIC collide_result collide_i_maker_begin(collide_i_maker *k, int vertices, int corners, int faces,
                                                      const collide_allocator *allocator)
{
    memset(k, 0, sizeof *k);
    k->floor = collide_i_fixed_used(allocator);
    k->s.allocator = allocator;
    k->p = (collide_real *)collide_i_scratch_take(&k->s, 3 * (size_t)vertices, sizeof *k->p);
    k->corner = (unsigned *)collide_i_scratch_take(&k->s, (size_t)corners, sizeof *k->corner);
    k->size = (int *)collide_i_scratch_take(&k->s, (size_t)faces, sizeof *k->size);
    if (k->p && k->corner && k->size) return COLLIDE_OK;
    collide_scratch_free(&k->s);
    return COLLIDE_ERROR_MEMORY;
}

COLLIDE_I_INLINE void collide_i_maker_point(collide_i_maker *k, collide_real x, collide_real y, collide_real z)
{
    collide_real *p = k->p + 3 * k->vertices++;
    p[0] = x;
    p[1] = y;
    p[2] = z;
}

COLLIDE_I_INLINE void collide_i_maker_face(collide_i_maker *k, int size) { k->size[k->faces++] = size; }
COLLIDE_I_INLINE void collide_i_maker_corner(collide_i_maker *k, int vertex)
{
    k->corner[k->corners++] = (unsigned)vertex;
}

/* The quad between an edge of a ring and the same edge of the next ring. */
COLLIDE_I_STATIC void collide_i_maker_strip(collide_i_maker *k, int from, int to, int ring)
{
    collide_i_maker_face(k, 4);
    collide_i_maker_corner(k, from);
    collide_i_maker_corner(k, to);
    collide_i_maker_corner(k, ring + to);
    collide_i_maker_corner(k, ring + from);
}

COLLIDE_I_STATIC collide_result collide_i_maker_finish(collide_i_maker *k, collide_mesh **mesh, unsigned flags)
{
    const collide_allocator *a = k->s.allocator;
    collide_result r = collide_i_mesh_of(mesh, k->p, k->vertices, k->corner, k->size, k->faces, flags, a);
    collide_scratch_free(&k->s);
    collide_i_mesh_settle(mesh, a, k->floor);
    return r;
}

COLLIDE_API collide_result collide_mesh_create_torus(collide_mesh **mesh, collide_real ring, collide_real tube,
                                                     int ring_sides, int tube_sides, const collide_allocator *allocator)
{
    collide_i_maker k;
    int i, n, faces = 0;
    if (mesh) *mesh = NULL;
    if (!mesh || !collide_i_usable(ring) || !collide_i_usable(tube) || !(tube > 0) || !(ring > tube) ||
        ring_sides < 3 || tube_sides < 3 || ring_sides > COLLIDE_I_MOST_SIDES || tube_sides > COLLIDE_I_MOST_SIDES)
        return COLLIDE_ERROR_ARGUMENT;
    faces = ring_sides * tube_sides;
    if (collide_i_maker_begin(&k, faces, 4 * faces, faces, allocator) < 0) return COLLIDE_ERROR_MEMORY;
    for (i = 0; i < ring_sides; i++)
        for (n = 0; n < tube_sides; n++) {
            collide_real c, s, out, up;
            int i1 = (i + 1) % ring_sides, n1 = (n + 1) % tube_sides;
            collide_i_circle(n, tube_sides, &out, &up);
            collide_i_circle(i, ring_sides, &c, &s);
            collide_i_maker_point(&k, (ring + tube * out) * s, tube * up, (ring + tube * out) * c);
            collide_i_maker_face(&k, 4);
            collide_i_maker_corner(&k, i * tube_sides + n);
            collide_i_maker_corner(&k, i1 * tube_sides + n);
            collide_i_maker_corner(&k, i1 * tube_sides + n1);
            collide_i_maker_corner(&k, i * tube_sides + n1);
        }
    return collide_i_maker_finish(&k, mesh, COLLIDE_MESH_REPAIR);
}

/* A circle at the bottom and one, or a point, at the top. */
COLLIDE_I_STATIC collide_result collide_i_create_round(collide_mesh **mesh, collide_real half_height,
                                                       collide_real radius, int sides, int pointed,
                                                       const collide_allocator *allocator)
{
    collide_i_maker k;
    int i;
    if (mesh) *mesh = NULL;
    if (!mesh || !collide_i_usable(half_height) || !collide_i_usable(radius) || !(half_height > 0) || !(radius > 0) ||
        sides < 3 || sides > COLLIDE_I_MOST_SIDES)
        return COLLIDE_ERROR_ARGUMENT;
    if (collide_i_maker_begin(&k, 2 * sides, 6 * sides, sides + 2, allocator) < 0) return COLLIDE_ERROR_MEMORY;
    for (i = 0; i < sides; i++) {
        collide_real c, s;
        collide_i_circle(i, sides, &c, &s);
        collide_i_maker_point(&k, radius * s, -half_height, radius * c);
    }
    for (i = 0; i < (pointed ? 1 : sides); i++)
        collide_i_maker_point(&k, pointed ? 0 : k.p[3 * i], half_height, pointed ? 0 : k.p[3 * i + 2]);
    for (i = 0; i < sides; i++) {
        if (!pointed) {
            collide_i_maker_strip(&k, i, (i + 1) % sides, sides);
        } else {
            collide_i_maker_face(&k, 3);
            collide_i_maker_corner(&k, i);
            collide_i_maker_corner(&k, (i + 1) % sides);
            collide_i_maker_corner(&k, sides);
        }
    }
    collide_i_maker_face(&k, sides);
    for (i = sides - 1; i >= 0; i--) collide_i_maker_corner(&k, i);
    if (!pointed) {
        collide_i_maker_face(&k, sides);
        for (i = 0; i < sides; i++) collide_i_maker_corner(&k, sides + i);
    }
    return collide_i_maker_finish(&k, mesh, COLLIDE_MESH_REPAIR);
}

COLLIDE_API collide_result collide_mesh_create_cylinder(collide_mesh **mesh, collide_real half_height,
                                                        collide_real radius, int sides,
                                                        const collide_allocator *allocator)
{
    return collide_i_create_round(mesh, half_height, radius, sides, 0, allocator);
}

COLLIDE_API collide_result collide_mesh_create_cone(collide_mesh **mesh, collide_real half_height, collide_real radius,
                                                    int sides, const collide_allocator *allocator)
{
    return collide_i_create_round(mesh, half_height, radius, sides, 1, allocator);
}

COLLIDE_API collide_result collide_mesh_create_prism(collide_mesh **mesh, const collide_real *outline, int count,
                                                     collide_real half_depth, const collide_allocator *allocator)
{
    collide_i_maker k;
    int i;
    if (mesh) *mesh = NULL;
    if (!mesh || !outline || count < 3 || count > COLLIDE_I_MOST_SIDES || !collide_i_usable(half_depth) ||
        !(half_depth > 0))
        return COLLIDE_ERROR_ARGUMENT;
    if (collide_i_maker_begin(&k, 2 * count, 6 * count, count + 2, allocator) < 0) return COLLIDE_ERROR_MEMORY;
    for (i = 0; i < 2 * count; i++)
        collide_i_maker_point(&k, outline[2 * (i % count)], outline[2 * (i % count) + 1],
                              i < count ? -half_depth : half_depth);
    for (i = 0; i < count; i++) collide_i_maker_strip(&k, i, (i + 1) % count, count);
    collide_i_maker_face(&k, count);
    for (i = count - 1; i >= 0; i--) collide_i_maker_corner(&k, i);
    collide_i_maker_face(&k, count);
    for (i = 0; i < count; i++) collide_i_maker_corner(&k, count + i);
    return collide_i_maker_finish(&k, mesh, COLLIDE_MESH_REPAIR); /* a clockwise outline is turned */
}

COLLIDE_API collide_result collide_mesh_create_car(collide_mesh **mesh, collide_real length,
                                                   const collide_allocator *allocator)
{
    /* Boot, rear window, roof, windscreen, bonnet; each side is a body and a cabin on it. */
    static const signed char side[8][2] = {{16, -4}, {16, 0}, {7, 1}, {3, 5}, {-7, 5}, {-11, 1}, {-16, 0}, {-16, -4}};
    static const signed char face[4][6] = {{7, 6, 5, 2, 1, 0}, {5, 4, 3, 2}, {8, 9, 10, 13, 14, 15}, {10, 11, 12, 13}};
    const int size[4] = {6, 4, 6, 4};
    collide_i_maker k;
    int i, n;
    if (mesh) *mesh = NULL;
    if (!mesh || !collide_i_usable(length) || !(length > 0)) return COLLIDE_ERROR_ARGUMENT;
    if (collide_i_maker_begin(&k, 16, 52, 12, allocator) < 0) return COLLIDE_ERROR_MEMORY;
    for (i = 0; i < 16; i++)
        collide_i_maker_point(&k, length / 32 * side[i % 8][0], length / 32 * side[i % 8][1],
                              i < 8 ? -length / 32 * 6 : length / 32 * 6);
    for (i = 0; i < 8; i++) collide_i_maker_strip(&k, i, (i + 1) % 8, 8);
    for (i = 0; i < 4; i++) {
        collide_i_maker_face(&k, size[i]);
        for (n = 0; n < size[i]; n++) collide_i_maker_corner(&k, face[i][n]);
    }
    return collide_i_maker_finish(&k, mesh, 0);
}

/* ---- convex hull ----

   Quickhull (Barber, Dobkin and Huhdanpaa): take the point furthest outside some facet, remove all facets it sees,
   and cover the hole with new ones. What is above a facet is decided exactly, so the surface is sound whatever
   the points. Facets are triangles; coplanar ones are merged at the end. */

/* Adds x to a sum kept as parts that don't overlap, smallest first; zeros are left out (Shewchuk's grow-expansion). */
COLLIDE_I_STATIC int collide_i_expand(collide_real *e, int n, collide_real x)
{
    int i, k = 0;
    for (i = 0; i < n; i++) {
        collide_i_pair s = collide_i_two_sum(x, e[i]);
        x = s.hi;
        if (collide_i_abs(s.lo) > 0) e[k++] = s.lo;
    }
    if (collide_i_abs(x) > 0) e[k++] = x;
    return k;
}

COLLIDE_I_STATIC int collide_i_expand_product(collide_real *e, int n, collide_i_pair a, collide_i_pair b,
                                              collide_i_pair c, collide_real sign)
{
    int i;
    for (i = 0; i < 8; i++) {
        collide_real x = i & 1 ? a.lo : a.hi, y = i & 2 ? b.lo : b.hi, z = (i & 4 ? c.lo : c.hi) * sign;
        collide_i_pair xy, p;
        if (!(collide_i_abs(x) > 0) || !(collide_i_abs(y) > 0) || !(collide_i_abs(z) > 0)) continue;
        xy = collide_i_two_product(x, y);
        p = collide_i_two_product(xy.hi, z);
        n = collide_i_expand(e, collide_i_expand(e, n, p.lo), p.hi);
        p = collide_i_two_product(xy.lo, z);
        n = collide_i_expand(e, collide_i_expand(e, n, p.lo), p.hi);
    }
    return n;
}

/* The exact sign of (b - a) x (c - a) . (d - a): 1 where d is above the counter-clockwise triangle. */
COLLIDE_I_APART int collide_i_above_exactly(collide_vec3 a, collide_vec3 b, collide_vec3 c, collide_vec3 d)
{
    const collide_i_pair x[3] = {collide_i_two_sum(b.x, -a.x), collide_i_two_sum(c.x, -a.x),
                                 collide_i_two_sum(d.x, -a.x)};
    const collide_i_pair y[3] = {collide_i_two_sum(b.y, -a.y), collide_i_two_sum(c.y, -a.y),
                                 collide_i_two_sum(d.y, -a.y)};
    const collide_i_pair z[3] = {collide_i_two_sum(b.z, -a.z), collide_i_two_sum(c.z, -a.z),
                                 collide_i_two_sum(d.z, -a.z)};
    collide_real e[6 * 8 * 4 + 1];
    int i, n = 0;
    for (i = 0; i < 3; i++) {
        n = collide_i_expand_product(e, n, x[i], y[(i + 1) % 3], z[(i + 2) % 3], 1);
        n = collide_i_expand_product(e, n, x[i], y[(i + 2) % 3], z[(i + 1) % 3], -1);
    }
    return n == 0 ? 0 : e[n - 1] > 0 ? 1 : -1;
}

/* The same, where rounding leaves no doubt without the digits. */
COLLIDE_I_STATIC int collide_i_above(collide_vec3 a, collide_vec3 b, collide_vec3 c, collide_vec3 d)
{
    const collide_vec3 u = collide_i_sub(b, a), v = collide_i_sub(c, a), w = collide_i_sub(d, a);
    const collide_real height = collide_i_dot(collide_i_cross(u, v), w);
    const collide_real doubt = 32 * COLLIDE_I_EPSILON * collide_i_extent(u) * collide_i_extent(v) * collide_i_extent(w);
    return height > doubt ? 1 : height < -doubt ? -1 : collide_i_above_exactly(a, b, c, d);
}

typedef struct {
    int vertex[3];       /* counter-clockwise from outside */
    int neighbour[3];    /* across the edge from vertex[i] to the next */
    int outside, worst;  /* list of points outside, and the furthest of them; -1: none */
    int state;           /* 0 free, 1 part of the surface, 2 seen from the new point, 3 just made */
    int waits;           /* listed for its points to be looked at */
    collide_vec3 normal; /* (b - a) x (c - a) */
    collide_real doubt;  /* how wrong normal . x can be, by the extent of x */
    collide_real slack;  /* normal . x of what is too close to matter */
    collide_real height; /* normal . x of the worst point */
} collide_i_facet;

typedef struct {
    collide_vec3 *p; /* scaled by a power of two to about 1 */
    int *next;       /* lists of points */
    collide_i_facet *facets;
    int count, free_list;    /* facets used; linked through neighbour[0] */
    collide_real tiny, flat; /* a point so close to a facet is on it; a hull so thin has no volume */
} collide_i_hull;

/* Is the point above the facet, exactly? *height is about how much, in the facet's own measure. */
COLLIDE_I_STATIC int collide_i_hull_above(const collide_i_hull *h, const collide_i_facet *f, int point,
                                          collide_real *height)
{
    const collide_vec3 w = collide_i_sub(h->p[point], h->p[f->vertex[0]]);
    const collide_real doubt = f->doubt * collide_i_extent(w);
    *height = collide_i_dot(f->normal, w);
    if (*height > doubt) return 1;
    if (*height < -doubt) return 0;
    return collide_i_above_exactly(h->p[f->vertex[0]], h->p[f->vertex[1]], h->p[f->vertex[2]], h->p[point]) > 0;
}

COLLIDE_I_STATIC int collide_i_hull_facet(collide_i_hull *h, int a, int b, int c)
{
    int i = h->free_list;
    collide_i_facet *f;
    collide_vec3 u = collide_i_sub(h->p[b], h->p[a]), v = collide_i_sub(h->p[c], h->p[a]);
    if (i >= 0)
        h->free_list = h->facets[i].neighbour[0];
    else
        h->facets[i = h->count++].waits = 0;
    f = &h->facets[i];
    f->vertex[0] = a;
    f->vertex[1] = b;
    f->vertex[2] = c;
    f->outside = f->worst = -1;
    f->state = 1;
    f->height = 0;
    f->normal = collide_i_cross(u, v);
    f->doubt = 64 * COLLIDE_I_EPSILON * collide_i_extent(u) * collide_i_extent(v);
    if (collide_i_extent(f->normal) < 16 * f->doubt) /* a sliver's is mostly rounding */
        f->normal = collide_i_loop_area(h->p, f->vertex, 3);
    f->slack = h->tiny * collide_i_sqrt(collide_i_dot(f->normal, f->normal));
    return i;
}

/* Does the point lie over the facet, not beside it? */
COLLIDE_I_STATIC int collide_i_hull_over(const collide_i_hull *h, const collide_i_facet *f, int point)
{
    int i;
    for (i = 0; i < 3; i++) {
        const collide_vec3 a = h->p[f->vertex[i]], e = collide_i_sub(h->p[f->vertex[(i + 1) % 3]], a);
        const collide_vec3 d = collide_i_sub(h->p[point], a);
        if (collide_i_dot(collide_i_cross(e, d), f->normal) < 0) return 0;
    }
    return 1;
}

/* The height of a point above a facet. Where it may be all rounding, with twice the digits: of a sliver, that can be
   far more than its slack. */
COLLIDE_I_STATIC collide_real collide_i_hull_height(const collide_i_hull *h, const collide_i_facet *f, int point,
                                                    collide_real height)
{
    const collide_vec3 a = h->p[f->vertex[0]], d = h->p[point];
    if (height > f->slack + f->doubt * collide_i_extent(collide_i_sub(d, a))) return height;
    return collide_i_tetrahedron(a, h->p[f->vertex[1]], h->p[f->vertex[2]], d).hi;
}

/* Hands the points of a list to one of the new facets they are above of. Those above none are inside for good; so are
   those that lie on a facet to rounding: the hull only grows. (Close to its plane is not enough: beyond a sharp edge a
   point can be close to all planes, and far away.) */
COLLIDE_I_STATIC void collide_i_hull_assign(collide_i_hull *h, int list, const int *facets, int count)
{
    while (list >= 0) {
        int point = list, i, best = -1;
        collide_real height, most = 0;
        list = h->next[point];
        for (i = 0; i < count; i++) {
            const collide_i_facet *f = &h->facets[facets[i]];
            if (!collide_i_hull_above(h, f, point, &height)) continue;
            height = collide_i_hull_height(h, f, point, height);
            if (height <= f->slack && collide_i_hull_over(h, f, point)) {
                best = -1;
                break;
            }
            if (best < 0) {
                best = facets[i];
                most = height;
            }
            if (height > f->slack) break;
        }
        if (best >= 0) {
            collide_i_facet *f = &h->facets[best];
            if (f->worst < 0 || most > f->height) {
                f->worst = point;
                f->height = most;
            }
            h->next[point] = f->outside;
            f->outside = point;
        }
    }
}

/* Four points far from each other, a tetrahedron of which comes out; 0 where all are in one plane. */
COLLIDE_I_STATIC int collide_i_hull_start(collide_i_hull *h, int count, int start[4])
{
    collide_real best, d;
    collide_vec3 u, n;
    int i, axis;
    start[0] = start[1] = 0;
    for (axis = 0, best = -1; axis < 3; axis++) {
        int low = 0, high = 0;
        for (i = 1; i < count; i++) {
            if (collide_i_axis(h->p[i], axis) < collide_i_axis(h->p[low], axis)) low = i;
            if (collide_i_axis(h->p[i], axis) > collide_i_axis(h->p[high], axis)) high = i;
        }
        d = collide_i_axis(h->p[high], axis) - collide_i_axis(h->p[low], axis);
        if (d > best) {
            best = d;
            start[0] = low;
            start[1] = high;
        }
    }
    u = collide_i_unit(collide_i_sub(h->p[start[1]], h->p[start[0]]), &d);
    for (i = 0, best = 0; i < count; i++) {
        n = collide_i_cross(u, collide_i_sub(h->p[i], h->p[start[0]]));
        d = collide_i_dot(n, n);
        if (d > best) {
            best = d;
            start[2] = i;
        }
    }
    if (!(best > h->flat * h->flat)) return 0;
    n = collide_i_unit(collide_i_cross(u, collide_i_sub(h->p[start[2]], h->p[start[0]])), &d);
    for (i = 0, best = 0; i < count; i++) {
        d = collide_i_abs(collide_i_dot(n, collide_i_sub(h->p[i], h->p[start[0]])));
        if (d > best) {
            best = d;
            start[3] = i;
        }
    }
    if (!(best > h->flat)) return 0;
    i = collide_i_above_exactly(h->p[start[0]], h->p[start[1]], h->p[start[2]], h->p[start[3]]);
    if (i > 0) { /* the fourth goes below the other three */
        axis = start[0];
        start[0] = start[1];
        start[1] = axis;
    }
    return i != 0;
}

/* Everything the point sees, from facet `from` outwards; new facets from the horizon to it. `room` holds three lists of
   facets; at[v] is the new facet that starts at horizon vertex v. Returns how many new ones are in made. */
COLLIDE_I_STATIC int collide_i_hull_insert(collide_i_hull *h, int from, int point, int *seen, int *made, int *at)
{
    int count = 0, news = 0, i, k, list = -1;
    collide_real height;
    seen[count++] = from;
    h->facets[from].state = 2;
    for (i = 0; i < count; i++)
        for (k = 0; k < 3; k++) {
            int g = h->facets[seen[i]].neighbour[k];
            if (h->facets[g].state == 1 && collide_i_hull_above(h, &h->facets[g], point, &height)) {
                h->facets[g].state = 2;
                seen[count++] = g;
            }
        }
    for (i = 0; i < count; i++)
        for (k = 0; k < 3; k++) {
            int g = h->facets[seen[i]].neighbour[k], a, b, f, e;
            if (h->facets[g].state != 1) continue;
            a = h->facets[seen[i]].vertex[k];
            b = h->facets[seen[i]].vertex[(k + 1) % 3];
            f = collide_i_hull_facet(h, a, b, point);
            h->facets[f].state = 3; /* no facet of the old surface */
            h->facets[f].neighbour[0] = g;
            for (e = 0; e < 2 && h->facets[g].vertex[e] != b; e++) continue;
            h->facets[g].neighbour[e] = f;
            at[a] = f;
            made[news++] = f;
        }
    for (i = 0; i < news; i++) {
        int f = made[i], g = at[h->facets[f].vertex[1]];
        h->facets[f].neighbour[1] = g;
        h->facets[g].neighbour[2] = f;
        h->facets[f].state = 1;
    }
    for (i = 0; i < count; i++) { /* their points go to the new facets */
        collide_i_facet *f = &h->facets[seen[i]];
        while (f->outside >= 0) {
            int p = f->outside;
            f->outside = h->next[p];
            if (p == point) continue;
            h->next[p] = list;
            list = p;
        }
        f->state = 0;
        f->neighbour[0] = h->free_list;
        h->free_list = seen[i];
    }
    collide_i_hull_assign(h, list, made, news);
    return news;
}

/* Lists the facets so that neighbours stand close together in memory: triangles of point numbers, and for each corner
   the one that starts the same edge in the neighbour. How many triangles. */
COLLIDE_I_STATIC int collide_i_hull_list(collide_i_hull *h, int *stack, unsigned *indices, int *twins)
{
    int top = 0, count = 0, i, k, e;
    for (i = 0; h->facets[i].state != 1; i++) continue;
    stack[top++] = i;
    h->facets[i].state = 2;
    while (top > 0) {
        collide_i_facet *f = &h->facets[stack[--top]];
        f->waits = count++; /* its number from here on */
        for (k = 2; k >= 0; k--)
            if (h->facets[f->neighbour[k]].state == 1) {
                h->facets[f->neighbour[k]].state = 2;
                stack[top++] = f->neighbour[k];
            }
    }
    for (i = 0; i < h->count; i++) {
        const collide_i_facet *f = &h->facets[i];
        if (f->state != 2) continue;
        for (k = 0; k < 3; k++) {
            const collide_i_facet *g = &h->facets[f->neighbour[k]];
            for (e = 0; e < 2 && g->vertex[e] != f->vertex[(k + 1) % 3]; e++) continue;
            indices[3 * f->waits + k] = (unsigned)f->vertex[k];
            twins[3 * f->waits + k] = 3 * g->waits + e;
        }
    }
    return count;
}

/* Facets of the hull, as collide_i_hull_list gives them; how many, or an error. */
COLLIDE_I_STATIC int collide_i_hull_build(collide_i_hull *h, int count, collide_scratch *s, unsigned *indices,
                                          int *twins)
{
    static const int corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    const size_t most = 6 * (size_t)count + 16;
    int *seen = (int *)collide_i_scratch_take(s, most, sizeof *seen),
        *made = (int *)collide_i_scratch_take(s, most, sizeof *made);
    int *at = (int *)collide_i_scratch_take(s, (size_t)count, sizeof *at);
    int *pending = (int *)collide_i_scratch_take(s, most, sizeof *pending), waiting = 0, start[4] = {0, 0, 0, 0},
        four[4], i, k, list, n;
    h->next = (int *)collide_i_scratch_take(s, (size_t)count, sizeof *h->next);
    h->facets = (collide_i_facet *)collide_i_scratch_take(s, most, sizeof *h->facets);
    if (!seen || !made || !at || !pending || !h->next || !h->facets) return COLLIDE_ERROR_MEMORY;
    if (count < 4 || !collide_i_hull_start(h, count, start)) return COLLIDE_ERROR_MESH;
    h->count = 0;
    h->free_list = -1;
    for (i = 0; i < 4; i++)
        four[i] = collide_i_hull_facet(h, start[corner[i][0]], start[corner[i][1]], start[corner[i][2]]);
    for (i = 0; i < 4; i++)
        for (k = 0; k < 3; k++) h->facets[four[i]].neighbour[k] = four[across[i][k]];
    for (i = 0, list = -1; i < count; i++) {
        if (i == start[0] || i == start[1] || i == start[2] || i == start[3]) continue;
        h->next[i] = list;
        list = i;
    }
    collide_i_hull_assign(h, list, four, 4);
    for (i = 0; i < 4; i++) {
        h->facets[four[i]].waits = 1;
        pending[waiting++] = four[i];
    }
    while (waiting > 0) {
        int f = pending[--waiting];
        h->facets[f].waits = 0;
        if (h->facets[f].state != 1 || h->facets[f].worst < 0) continue;
        n = collide_i_hull_insert(h, f, h->facets[f].worst, seen, made, at);
        for (i = 0; i < n; i++)
            if (h->facets[made[i]].outside >= 0 && !h->facets[made[i]].waits) {
                h->facets[made[i]].waits = 1;
                pending[waiting++] = made[i];
            }
    }
    return collide_i_hull_list(h, pending, indices, twins);
}

/* Which vertices are corners: those whose facets face three ways, as far as their thickness lets one tell. Elsewhere,
   on an edge or inside a face of what was meant, a point is a vertex because rounding has put it out there. */
typedef struct {
    collide_vec3 way, ridge;    /* the normal of its thickest facet; across that and the one that differs most */
    collide_real thick, spread; /* of that facet; the sine between the two */
    int kind;                   /* 0 no vertex, 1 a vertex, 2 a corner */
} collide_i_hull_vertex;

COLLIDE_I_STATIC void collide_i_hull_corners(const collide_i_hull *h, collide_i_hull_vertex *corners, int count)
{
    int pass, i, k;
    memset(corners, 0, (size_t)count * sizeof *corners);
    for (pass = 0; pass < 3; pass++)
        for (i = 0; i < h->count; i++) {
            const collide_i_facet *f = &h->facets[i];
            const collide_vec3 *a = &h->p[f->vertex[0]], *b = &h->p[f->vertex[1]], *p = &h->p[f->vertex[2]];
            collide_real inverse, thickness, wide, tilt;
            collide_vec3 n;
            if (f->state != 2) continue;
            for (k = 0; k < 3 && pass == 0; k++) corners[f->vertex[k]].kind = 1;
            if (!(f->slack > 0)) continue;
            inverse = h->tiny / f->slack;
            n = collide_i_scale(f->normal, inverse);
            thickness = 1 / (inverse * collide_i_max(collide_i_extent(collide_i_sub(*b, *a)),
                                                     collide_i_extent(collide_i_sub(*p, *a))));
            if (!(thickness > h->tiny)) continue;
            for (k = 0; k < 3; k++) {
                collide_i_hull_vertex *c = &corners[f->vertex[k]];
                if (pass == 0) {
                    if (thickness > c->thick) c->way = n;
                    c->thick = collide_i_max(c->thick, thickness);
                    continue;
                }
                tilt = h->tiny * (1 / thickness + 1 / c->thick); /* what rounding can do to the two */
                if (pass == 1) {
                    collide_vec3 across = collide_i_unit(collide_i_cross(c->way, n), &wide);
                    if (wide > tilt && wide > c->spread) {
                        c->ridge = across;
                        c->spread = wide;
                    }
                } else if (collide_i_abs(collide_i_dot(c->ridge, n)) * c->spread > tilt) {
                    c->kind = 2;
                }
            }
        }
}

/* Planes through the vertices and edges of a hull, between those of their facets: what is below these and the facets'
   is nowhere far from the hull, beyond sharp edges neither. The first `count` are those of the vertices. How many. */
typedef struct {
    collide_vec3 at, normal;
} collide_i_hull_bound;

COLLIDE_I_STATIC int collide_i_hull_bounds(const collide_i_hull *h, int count, collide_i_hull_bound *bounds)
{
    collide_real length;
    int i, k, n = count;
    memset(bounds, 0, (size_t)count * sizeof *bounds);
    for (i = 0; i < h->count; i++) {
        const collide_i_facet *f = &h->facets[i];
        const collide_vec3 normal = collide_i_unit(f->normal, &length);
        for (k = 0; k < 3 && f->state == 2; k++) {
            collide_i_hull_bound *corner = &bounds[f->vertex[k]];
            corner->normal = collide_i_add(corner->normal, normal);
            if (f->neighbour[k] > i) continue; /* there, this edge comes up again */
            bounds[n].at = h->p[f->vertex[k]];
            bounds[n++].normal = collide_i_add(normal, collide_i_unit(h->facets[f->neighbour[k]].normal, &length));
        }
    }
    for (i = 0; i < n; i++) {
        if (i < count) bounds[i].at = h->p[i];
        bounds[i].normal = collide_i_unit(bounds[i].normal, &length);
    }
    return n;
}

/* Is the point out of the hull by no more than rounding? Far off the side of a thin facet it must be the further below
   the plane, which rounding can tilt. */
COLLIDE_I_STATIC int collide_i_hull_holds(const collide_i_hull *h, const collide_i_hull_bound *bounds, int count,
                                          collide_vec3 p)
{
    int i, k;
    for (i = 0; i < count; i++)
        if (collide_i_dot(bounds[i].normal, collide_i_sub(p, bounds[i].at)) > h->tiny) return 0;
    for (i = 0; i < h->count; i++) {
        const collide_i_facet *f = &h->facets[i];
        const collide_vec3 *a = &h->p[f->vertex[0]], *b = &h->p[f->vertex[1]], *c = &h->p[f->vertex[2]];
        const collide_vec3 d = collide_i_sub(p, *a);
        collide_real height, longest = 0, off = 0;
        if (f->state != 2) continue;
        height = collide_i_dot(f->normal, d);
        if (height < -f->doubt * collide_i_extent(d) - 8 * f->slack) continue;
        height = collide_i_tetrahedron(*a, *b, *c, p).hi;
        for (k = 0; k < 3; k++) {
            const collide_vec3 e = collide_i_sub(h->p[f->vertex[(k + 1) % 3]], h->p[f->vertex[k]]);
            const collide_vec3 side = collide_i_cross(e, collide_i_sub(p, h->p[f->vertex[k]]));
            if (collide_i_dot(e, e) <= longest) continue;
            longest = collide_i_dot(e, e);
            off = collide_i_sqrt(collide_i_dot(side, side) / collide_i_dot(f->normal, f->normal));
        }
        if (height > f->slack * (1 - collide_i_max(off - 4, 0))) return 0;
    }
    return 1;
}

/* The hull of the corners alone, in place of the one listed, if no other vertex is out of it by more than rounding;
   should one be, it was a corner, too. How many facets; 0: it stays as it is. */
COLLIDE_I_STATIC int collide_i_hull_simplify(const collide_i_hull *h, int count, collide_scratch *s, unsigned *indices,
                                             int *twins)
{
    collide_i_hull_vertex *corners = (collide_i_hull_vertex *)collide_i_scratch_take(s, (size_t)count, sizeof *corners);
    collide_i_hull simple = *h;
    int *kept = (int *)collide_i_scratch_take(s, (size_t)count, sizeof *kept), round, i;
    if (!corners || !kept) return 0;
    collide_i_hull_corners(h, corners, count);
    for (round = 0; round < 4; round++) {
        const collide_i_mark mark = collide_i_scratch_mark(s);
        collide_i_hull_bound *bounds;
        unsigned *corner;
        int *twin, left = 0, more = 0, planes = 0, facets = 0, out = 0;
        for (i = 0; i < count; i++) {
            if (corners[i].kind == 2) kept[left++] = i;
            if (corners[i].kind == 1) more++;
        }
        if (left < 4 || more == 0 || more > (1 << 20) / left) return 0;
        simple.p = (collide_vec3 *)collide_i_scratch_take(s, (size_t)left, sizeof *simple.p);
        bounds = (collide_i_hull_bound *)collide_i_scratch_take(s, 4 * (size_t)left, sizeof *bounds);
        corner = (unsigned *)collide_i_scratch_take(s, 6 * (size_t)left, sizeof *corner);
        twin = (int *)collide_i_scratch_take(s, 6 * (size_t)left, sizeof *twin);
        if (!simple.p || !bounds || !corner || !twin) return 0;
        for (i = 0; i < left; i++) simple.p[i] = h->p[kept[i]];
        facets = collide_i_hull_build(&simple, left, s, corner, twin);
        if (facets < 0) return 0;
        planes = collide_i_hull_bounds(&simple, left, bounds);
        for (i = 0; i < count; i++) {
            if (corners[i].kind != 1) continue;
            if (collide_i_hull_holds(&simple, bounds, planes, h->p[i])) continue;
            corners[i].kind = 2;
            out++;
        }
        for (i = 0; i < 3 * facets && !out; i++) {
            indices[i] = (unsigned)kept[corner[i]];
            twins[i] = twin[i];
        }
        collide_i_scratch_release(s, mark);
        if (!out) return facets;
    }
    return 0;
}

COLLIDE_API collide_result collide_mesh_create_hull(collide_mesh **mesh, const collide_real *points, int count,
                                                    const collide_allocator *allocator)
{
    /* Digits below 2^-40 (2^-300) are rounded off, for the signs only, so that products of three never underflow. */
    const collide_real coarse =
        collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_MANTISSA - (sizeof(collide_real) == 4 ? 40 : 300)));
    collide_scratch s = {NULL, NULL, 0, 0, 0};
    collide_result result = COLLIDE_ERROR_MEMORY;
    collide_i_hull h;
    collide_vec3 low = collide_i_vec(0, 0, 0), high = low;
    collide_real most = 0, size;
    unsigned *indices;
    int *twins;
    size_t floor = collide_i_fixed_used(allocator);
    int i, exponent;
    if (mesh) *mesh = NULL;
    if (!mesh || !points || count < 1 || count > COLLIDE_I_MOST_ITEMS / 8) return COLLIDE_ERROR_ARGUMENT;
    for (i = 0; i < count; i++) {
        collide_vec3 p = collide_i_vec(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
        if (!collide_i_usable3(p)) return COLLIDE_ERROR_ARGUMENT;
        most = collide_i_max(most, collide_i_extent(p));
    }
    exponent = (int)(collide_i_to_bits(most) >> COLLIDE_I_MANTISSA) - COLLIDE_I_BIAS;
    if (exponent < 1 - COLLIDE_I_BIAS / 2) return COLLIDE_ERROR_MESH; /* all in one place */
    s.allocator = allocator;
    h.p = (collide_vec3 *)collide_i_scratch_take(&s, (size_t)count, sizeof *h.p);
    indices = (unsigned *)collide_i_scratch_take(&s, 6 * (size_t)count + 12, sizeof *indices);
    twins = (int *)collide_i_scratch_take(&s, 6 * (size_t)count + 12, sizeof *twins);
    if (h.p && indices && twins) {
        const collide_real scale = collide_i_from_bits(COLLIDE_I_POWER(-exponent));
        for (i = 0; i < count; i++) {
            collide_vec3 p = collide_i_vec(points[3 * i] * scale, points[3 * i + 1] * scale, points[3 * i + 2] * scale);
            if (collide_i_abs(p.x) < coarse) p.x = (p.x + 3 * coarse) - 3 * coarse;
            if (collide_i_abs(p.y) < coarse) p.y = (p.y + 3 * coarse) - 3 * coarse;
            if (collide_i_abs(p.z) < coarse) p.z = (p.z + 3 * coarse) - 3 * coarse;
            h.p[i] = p;
            low = i ? collide_i_lowest(low, p) : p;
            high = i ? collide_i_highest(high, p) : p;
        }
        size = collide_i_extent(collide_i_sub(high, low));
        h.tiny = 2 * COLLIDE_I_EPSILON * (size + most * scale);
        h.flat = 4 * COLLIDE_I_EPSILON * (16 * size + 4 * collide_i_max(collide_i_extent(low), collide_i_extent(high)));
        result = collide_i_hull_build(&h, count, &s, indices, twins);
        if (result >= 0) {
            const int simpler = collide_i_hull_simplify(&h, count, &s, indices, twins);
            collide_mesh_desc d;
            memset(&d, 0, sizeof d);
            d.positions = points;
            d.vertex_count = count;
            d.indices = indices;
            d.face_count = simpler ? simpler : result;
            d.flags = COLLIDE_MESH_REPAIR | COLLIDE_MESH_MERGE_COPLANAR;
            d.weld = -1;
            d.allocator = allocator;
            result = collide_i_mesh_create(mesh, &d, NULL, twins);
        }
    }
    collide_scratch_free(&s);
    collide_i_mesh_settle(mesh, allocator, floor);
    return result;
}

/* ---- Wavefront OBJ ---- */

typedef struct {
    const char *at, *end;
    int line;
} collide_i_text;

/* Blanks, and line ends that a backslash cancels. */
COLLIDE_I_STATIC void collide_i_text_blanks(collide_i_text *t)
{
    while (t->at < t->end) {
        size_t left = (size_t)(t->end - t->at);
        if (*t->at == ' ' || *t->at == '\t') {
            t->at++;
        } else if (*t->at == '\\' && left > 1 && t->at[1] == '\n') {
            t->at += 2;
            t->line++;
        } else if (*t->at == '\\' && left > 1 && t->at[1] == '\r') {
            t->at += left > 2 && t->at[2] == '\n' ? 3 : 2;
            t->line++;
        } else {
            break;
        }
    }
}

COLLIDE_I_INLINE int collide_i_text_ended(const collide_i_text *t)
{
    return t->at >= t->end || *t->at == '\n' || *t->at == '\r' || *t->at == '#';
}

/* Is there nothing more of the word `ahead` from here? */
COLLIDE_I_STATIC int collide_i_text_word_ends(const collide_i_text *t, int ahead)
{
    collide_i_text next = *t;
    next.at = t->end - t->at > ahead ? t->at + ahead : t->end;
    return collide_i_text_ended(&next) || *next.at == ' ' || *next.at == '\t' || *next.at == '\\';
}

COLLIDE_I_STATIC void collide_i_text_next_line(collide_i_text *t)
{
    while (t->at < t->end && *t->at != '\n' && *t->at != '\r') {
        collide_i_text_blanks(t);
        if (t->at < t->end && *t->at != '\n' && *t->at != '\r') t->at++;
    }
    if (t->at < t->end) {
        const char end = *t->at++;
        if (end == '\r' && t->at < t->end && *t->at == '\n') t->at++;
    }
    t->line++;
}

COLLIDE_I_INLINE int collide_i_text_digit(const collide_i_text *t)
{
    return t->at < t->end && *t->at >= '0' && *t->at <= '9' ? *t->at - '0' : -1;
}

COLLIDE_I_STATIC int collide_i_text_sign(collide_i_text *t)
{
    int negative = t->at < t->end && *t->at == '-';
    if (t->at < t->end && (*t->at == '-' || *t->at == '+')) t->at++;
    return negative;
}

/* An integer, held at a million millions; 0 where there is none. */
COLLIDE_I_STATIC int collide_i_text_integer(collide_i_text *t, int64_t *value)
{
    int negative = collide_i_text_sign(t), digit, any = 0;
    int64_t v = 0;
    while ((digit = collide_i_text_digit(t)) >= 0) {
        if (v < 1000000000000) v = 10 * v + digit;
        t->at++;
        any = 1;
    }
    *value = negative ? -v : v;
    return any;
}

COLLIDE_I_STATIC collide_i_pair collide_i_pair_quotient(collide_i_pair a, collide_i_pair b)
{
    collide_real q = a.hi / b.hi;
    collide_i_pair p = collide_i_two_product(q, b.hi);
    return collide_i_fast_two_sum(q, ((a.hi - p.hi) - p.lo + a.lo - q * b.lo) / b.hi);
}

/* digits 10^exponent, with twice the digits of the type on the way: the same on every machine, and the nearest number
   unless the text was made to lie between two. */
COLLIDE_I_STATIC collide_real collide_i_decimal(uint64_t digits, int exponent)
{
    collide_i_pair value = {0, 0}, power = {10, 0};
    const int limit = sizeof(collide_real) == 4 ? 60 : 340;
    int i, steps = exponent < 0 ? -exponent : exponent;
    if (digits == 0 || exponent < -limit) return 0;
    if (exponent > limit) return collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
    for (i = 48; i >= 0; i -= 16) {
        collide_i_pair sum = collide_i_two_sum(value.hi * 65536, (collide_real)((digits >> i) & 0xFFFFu));
        value = collide_i_fast_two_sum(sum.hi, sum.lo + value.lo * 65536);
    }
    while (steps > 0) {
        if (steps & 1)
            value = exponent < 0 ? collide_i_pair_quotient(value, power) : collide_i_pair_product(value, power);
        steps >>= 1;
        if (steps) power = collide_i_pair_product(power, power);
    }
    return value.hi + value.lo;
}

/* A decimal number; 0 where there is none. */
COLLIDE_I_STATIC int collide_i_text_real(collide_i_text *t, collide_real *value)
{
    int negative = collide_i_text_sign(t), digit, any = 0, point = 0, exponent = 0;
    uint64_t digits = 0;
    for (;; t->at++) {
        if (!point && t->at < t->end && *t->at == '.') {
            point = 1;
            continue;
        }
        digit = collide_i_text_digit(t);
        if (digit < 0) break;
        any = 1;
        if (digits < 100000000000000000u) { /* seventeen digits are kept */
            digits = 10 * digits + (uint64_t)digit;
            if (point && exponent > -100000) exponent--;
        } else if (!point && exponent < 100000) {
            exponent++;
        }
    }
    if (any && t->at < t->end && (*t->at == 'e' || *t->at == 'E')) {
        int64_t e;
        t->at++;
        if (!collide_i_text_integer(t, &e)) return 0;
        if (e > 100000) e = 100000;
        if (e < -100000) e = -100000;
        exponent += (int)e;
    }
    *value = collide_i_decimal(digits, exponent);
    if (negative) *value = -*value;
    return any;
}

/* Reads all v and f lines: once to count, once, with room for everything, to keep. The line at fault, or 0. */
COLLIDE_I_STATIC int collide_i_obj_read(const char *text, size_t length, collide_i_maker *k, int keep, int vertices)
{
    collide_i_text t;
    int i, n;
    t.at = text;
    t.end = text + length;
    t.line = 1;
    k->vertices = k->corners = k->faces = 0;
    while (t.at < t.end) {
        int start = t.line;
        char what;
        collide_i_text_blanks(&t);
        what = t.at < t.end ? *t.at : '\n';
        if ((what == 'v' || what == 'f') && collide_i_text_word_ends(&t, 1)) {
            t.at++;
            if (what == 'v') {
                collide_real xyz[3];
                for (i = 0; i < 3; i++) {
                    collide_i_text_blanks(&t);
                    if (!collide_i_text_real(&t, &xyz[i]) || !collide_i_usable(xyz[i])) return start;
                    if (t.at < t.end && *t.at != ' ' && *t.at != '\t' && *t.at != '\\' && !collide_i_text_ended(&t))
                        return start;
                }
                if (k->vertices == COLLIDE_I_MOST_ITEMS) return start;
                if (keep)
                    collide_i_maker_point(k, xyz[0], xyz[1], xyz[2]);
                else
                    k->vertices++;
            } else {
                for (n = 0, collide_i_text_blanks(&t); !collide_i_text_ended(&t); collide_i_text_blanks(&t), n++) {
                    int64_t v;
                    if (!collide_i_text_integer(&t, &v) || v == 0 || k->corners == COLLIDE_I_MOST_ITEMS) return start;
                    v = v < 0 ? k->vertices + v : v - 1;
                    if (keep && (v < 0 || v >= vertices)) return start;
                    if (t.at < t.end && *t.at != '/' && *t.at != ' ' && *t.at != '\t' && *t.at != '\\' &&
                        !collide_i_text_ended(&t))
                        return start;
                    while (t.at < t.end && (*t.at == '/' || *t.at == '-' || collide_i_text_digit(&t) >= 0)) t.at++;
                    if (keep)
                        collide_i_maker_corner(k, (int)v);
                    else
                        k->corners++;
                }
                if (n < 3) return start;
                if (keep)
                    collide_i_maker_face(k, n);
                else
                    k->faces++;
            }
        }
        collide_i_text_next_line(&t);
    }
    return 0;
}

COLLIDE_API collide_result collide_mesh_create_from_obj(collide_mesh **mesh, const char *text, size_t length,
                                                        unsigned flags, const collide_allocator *allocator,
                                                        collide_mesh_report *report, int *error_line)
{
    collide_i_maker k;
    collide_mesh_desc d;
    collide_result r;
    int line;
    if (mesh) *mesh = NULL;
    if (error_line) *error_line = 0;
    if (report) {
        memset(report, 0, sizeof *report);
        report->first_vertex = report->first_face = -1;
    }
    if (!mesh || (!text && length > 0)) return COLLIDE_ERROR_ARGUMENT;
    memset(&k, 0, sizeof k);
    line = collide_i_obj_read(text, length, &k, 0, 0);
    if (!line && k.faces == 0) return COLLIDE_ERROR_ARGUMENT;
    if (!line) {
        int vertices = k.vertices;
        if (collide_i_maker_begin(&k, vertices, k.corners, k.faces, allocator) < 0) return COLLIDE_ERROR_MEMORY;
        line = collide_i_obj_read(text, length, &k, 1, vertices);
        if (line) collide_scratch_free(&k.s);
    }
    if (line) {
        if (error_line) *error_line = line;
        return COLLIDE_ERROR_ARGUMENT;
    }
    memset(&d, 0, sizeof d);
    d.positions = k.p;
    d.vertex_count = k.vertices;
    d.indices = k.corner;
    d.face_sizes = k.size;
    d.face_count = k.faces;
    d.flags = flags;
    d.allocator = allocator;
    r = collide_mesh_create(mesh, &d, report);
    collide_scratch_free(&k.s);
    collide_i_mesh_settle(mesh, allocator, k.floor);
    return r;
}

/* ---- loading ---- */

COLLIDE_I_INLINE int collide_i_in_range(int value, int count) { return value >= 0 && value < count; }

/* Runs from first[0] = 0 to first[count] = total, each at least `least` long. */
COLLIDE_I_STATIC int collide_i_check_runs(const int *first, int count, int total, int least)
{
    int i;
    if (first[0] != 0 || first[count] != total) return 0;
    for (i = 0; i < count; i++)
        if (first[i] < 0 || first[i] > total || first[i + 1] < first[i] || first[i + 1] - first[i] < least) return 0;
    return 1;
}

/* Every wing shares the vertex and the face that it should, so that all walks end where they began. */
COLLIDE_I_STATIC int collide_i_check_edges(const collide_mesh *m)
{
    const collide_edge *edges = collide_i_mesh_edges(m);
    int i, k;
    for (i = 0; i < m->edge_count; i++) {
        const collide_edge *e = &edges[i];
        if (!collide_i_in_range(e->vertex[0], m->vertex_count) || !collide_i_in_range(e->vertex[1], m->vertex_count) ||
            e->vertex[0] == e->vertex[1] || !collide_i_in_range(e->face[0], m->face_count) || e->face[1] < -1 ||
            e->face[1] >= m->face_count || e->flags > 7)
            return 0;
        for (k = 0; k < 4; k++)
            if (!collide_i_in_range(e->wing[k], m->edge_count)) return 0;
        for (k = 0; k < 4; k++) { /* wing k continues at this end, on this side; and its own wing leads back */
            const collide_edge *w = &edges[e->wing[k]];
            int v = e->vertex[k == 0 || k == 3], face = e->face[k / 2], side, back = k ^ 1;
            for (side = 0; side < 2; side++)
                if (w->face[side] == face && w->vertex[back & 1 ? side : !side] == v &&
                    w->wing[2 * side + (back & 1)] == i)
                    break;
            if (side == 2) return 0;
        }
    }
    return 1;
}

/* Each corner's edge runs from it to the next along its own face. */
COLLIDE_I_STATIC int collide_i_check_faces(const collide_mesh *m)
{
    const int *first = collide_i_mesh_first(m), *corner = collide_i_mesh_corners(m);
    const int *corner_edge = COLLIDE_I_MESH_ARRAY(int, m, corner_edges);
    const collide_edge *edges = collide_i_mesh_edges(m);
    int f, c;
    if (!collide_i_check_runs(first, m->face_count, m->corner_count, 3)) return 0;
    for (f = 0; f < m->face_count; f++)
        for (c = first[f]; c < first[f + 1]; c++) {
            int next = c + 1 < first[f + 1] ? c + 1 : first[f], side;
            const collide_edge *e;
            if (!collide_i_in_range(corner[c], m->vertex_count) || !collide_i_in_range(corner[next], m->vertex_count) ||
                !collide_i_in_range(corner_edge[c], m->edge_count))
                return 0;
            e = &edges[corner_edge[c]];
            side = e->vertex[0] != corner[c];
            if (e->face[side] != f || e->vertex[side] != corner[c] || e->vertex[!side] != corner[next]) return 0;
        }
    return 1;
}

/* Walks all of it as any walk would, with the same stack: every node and every item once. */
COLLIDE_I_STATIC int collide_i_check_tree(const collide_tree *t, int node_count, int item_count)
{
    const collide_i_node *nodes = collide_i_tree_nodes(t);
    int stack[3 * COLLIDE_TREE_DEPTH + 1], top = 0, seen = 0, items = 0, k;
    if (t->node_count != node_count || t->item_count != item_count) return 0;
    stack[top++] = 0;
    while (top > 0) {
        int at = stack[--top];
        if (at < 0 || at >= node_count || ++seen > node_count) return 0;
        for (k = 0; k < 4; k++) {
            int child = nodes[at].child[k];
            if (child == COLLIDE_I_NO_CHILD) continue;
            if (child < 0 && (~child >= item_count || ++items > item_count)) return 0;
            if (child >= 0) {
                if (top == 3 * COLLIDE_TREE_DEPTH - 3) return 0; /* four more must still fit */
                stack[top++] = child;
            }
        }
        for (k = 0; k < 12; k++)
            if (!collide_i_finite(nodes[at].lower[k / 4][k % 4]) || !collide_i_finite(nodes[at].upper[k / 4][k % 4]))
                return 0;
    }
    return seen == node_count && items == item_count;
}

COLLIDE_I_STATIC int collide_i_check_numbers(const collide_real *x, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++)
        if (!collide_i_usable(x[i])) return 0;
    return 1;
}

/* All vertices in the box and, to rounding, in the sphere. */
COLLIDE_I_STATIC int collide_i_check_bounds(const collide_mesh *m)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m), low = m->box.lower, high = m->box.upper;
    const collide_real most = m->sphere_radius * (1 + 8 * COLLIDE_I_EPSILON);
    int i;
    if (!collide_i_aabb_valid(&m->box) || !collide_i_usable3(m->sphere) || !collide_i_finite(m->sphere_radius) ||
        m->sphere_radius < 0)
        return 0;
    for (i = 0; i < m->vertex_count; i++) {
        const collide_vec3 off = collide_i_sub(p[i], m->sphere);
        if (p[i].x < low.x || p[i].y < low.y || p[i].z < low.z || p[i].x > high.x || p[i].y > high.y ||
            p[i].z > high.z || collide_i_sqrt(collide_i_dot(off, off)) > most)
            return 0;
    }
    return 1;
}

/* What edges say of themselves, and the mesh as a whole: borders, concave edges, closed, convex. */
COLLIDE_I_STATIC int collide_i_check_flags(const collide_mesh *m)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    const collide_plane *planes = collide_i_mesh_planes(m);
    int i, borders = 0, internal = 0;
    for (i = 0; i < m->edge_count; i++) {
        const collide_edge *e = &collide_i_mesh_edges(m)[i];
        const unsigned concave = e->flags & COLLIDE_EDGE_CONCAVE;
        if (e->flags == COLLIDE_EDGE_INTERNAL || (e->flags == COLLIDE_EDGE_DANGLING) != (e->face[1] < 0)) return 0;
        borders += e->face[1] < 0;
        internal += (e->flags & COLLIDE_EDGE_INTERNAL) != 0;
        if (e->face[1] >= 0 && !(e->flags & COLLIDE_EDGE_FLAT)) {
            const collide_vec3 d = collide_i_sub(p[e->vertex[1]], p[e->vertex[0]]);
            const collide_vec3 n = collide_i_cross(planes[e->face[0]].normal, planes[e->face[1]].normal);
            const collide_real bend = collide_i_dot(n, d), doubt = 16 * COLLIDE_I_EPSILON * collide_i_extent(d);
            if (concave ? bend > doubt : bend < -doubt) return 0;
        }
    }
    if ((borders == 0) != (m->flags & COLLIDE_I_MESH_CLOSED) || internal != m->internal_edge_count) return 0;
    return !(m->flags & COLLIDE_I_MESH_CONVEX) || collide_i_mesh_is_convex(m);
}

COLLIDE_API const collide_mesh *collide_mesh_from_block(const void *block, size_t size)
{
    const collide_mesh *m = (const collide_mesh *)block;
    collide_i_mesh_layout at;
    const int *numbers;
    int i;
    if (!block || (uintptr_t)block % sizeof(collide_real) || size < sizeof *m) return NULL;
    if (m->magic != COLLIDE_I_MESH_MAGIC || m->version != COLLIDE_I_MESH_VERSION ||
        m->real_size != (int32_t)sizeof(collide_real))
        return NULL;
    if (m->flags & ~(COLLIDE_I_MESH_CLOSED | COLLIDE_I_MESH_CONVEX | COLLIDE_I_MESH_MAP) || m->vertex_count < 1 ||
        m->edge_count < 1 || m->face_count < 1 || m->corner_count < 3 || m->source_count < m->face_count ||
        m->lane_count < 0 || m->node_count < 0 || m->vertex_count > COLLIDE_I_MOST_ITEMS ||
        m->edge_count > COLLIDE_I_MOST_ITEMS || m->face_count > COLLIDE_I_MOST_ITEMS ||
        m->corner_count > COLLIDE_I_MOST_ITEMS || m->source_count > COLLIDE_I_MOST_ITEMS ||
        m->node_count > m->face_count)
        return NULL;
    if (m->lane_count > COLLIDE_I_LANE_VERTICES ||
        (m->lane_count != 0 && m->lane_count != ((m->vertex_count + 3) & ~3)) ||
        (m->flags & COLLIDE_I_MESH_MAP && (m->lane_count != 0 || !(m->flags & COLLIDE_I_MESH_CONVEX))) ||
        m->part_count < 1 || m->part_count > m->face_count ||
        (m->node_count > 0) != (m->face_count > COLLIDE_I_TREE_FACES))
        return NULL;
    if (!collide_i_mesh_layout_of(m, &at) || memcmp(&at, &m->at, sizeof at) != 0 || size < (size_t)at.end) return NULL;
    if (!collide_i_usable3(m->centroid) ||
        !collide_i_check_numbers(&collide_i_mesh_vertices(m)->x, 3 * (size_t)m->vertex_count) ||
        !collide_i_check_numbers(&collide_i_mesh_planes(m)->normal.x, 4 * (size_t)m->face_count) ||
        !collide_i_check_numbers(COLLIDE_I_MESH_ARRAY(collide_real, m, lanes), 3 * (size_t)m->lane_count) ||
        !collide_i_check_bounds(m))
        return NULL;
    if (!collide_i_check_edges(m) || !collide_i_check_faces(m) ||
        !collide_i_check_runs(COLLIDE_I_MESH_ARRAY(int, m, source_first), m->face_count, m->source_count, 1))
        return NULL;
    numbers = COLLIDE_I_MESH_ARRAY(int, m, vertex_edges);
    for (i = 0; i < m->vertex_count; i++) {
        const collide_edge *e = collide_mesh_edge(m, numbers[i]);
        if (!e || (e->vertex[0] != i && e->vertex[1] != i)) return NULL;
    }
    if (!collide_i_check_flags(m)) return NULL;
    if (m->at.map) {
        numbers = COLLIDE_I_MESH_ARRAY(int, m, map);
        for (i = 0; i < COLLIDE_I_MAP_CELLS; i++)
            if (!collide_i_in_range(numbers[i], m->vertex_count)) return NULL;
        numbers = COLLIDE_I_MESH_ARRAY(int, m, near_vertices);
        for (i = 0; i < 2 * m->edge_count; i++)
            if (!collide_i_in_range(numbers[i], m->vertex_count)) return NULL;
        if (!collide_i_check_runs(COLLIDE_I_MESH_ARRAY(int, m, near_first), m->vertex_count, 2 * m->edge_count, 1))
            return NULL;
    }
    if (m->at.tree && !collide_i_check_tree(COLLIDE_I_MESH_ARRAY(collide_tree, m, tree), m->node_count, m->face_count))
        return NULL;
    numbers = COLLIDE_I_MESH_ARRAY(int, m, windings);
    for (i = 0; m->at.windings && i < m->node_count; i++)
        if (numbers[i] > m->face_count || numbers[i] < -m->face_count) return NULL;
    return m;
}

/* ============================================================================= IMPLEMENTATION
   [SHAPE] convex shapes as support mappings
   ============================================================================================ */

enum { /* kinds */
       COLLIDE_I_POINT = 1,
       COLLIDE_I_BOX,
       COLLIDE_I_HULL,
       COLLIDE_I_SEGMENT,
       COLLIDE_I_TRIANGLE,
       COLLIDE_I_POINTS, /* up to here corners have numbers */
       COLLIDE_I_CYLINDER,
       COLLIDE_I_CONE,
       COLLIDE_I_ELLIPSOID,
       COLLIDE_I_SUM,
       COLLIDE_I_BOTH,
       COLLIDE_I_IMAGE,
       COLLIDE_I_IMAGE_ALIKE, /* by a matrix that keeps spheres round: the radius is the image's own */
       COLLIDE_I_CUSTOM,
       COLLIDE_I_KINDS,
       COLLIDE_I_SHAPE_DEPTH = 8
};

/* For what is asked in the innermost loops: worth having there in as many words. */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define COLLIDE_I_WITHIN COLLIDE_I_STATIC inline __attribute__((always_inline))
#else
#define COLLIDE_I_WITHIN COLLIDE_I_INLINE
#endif

COLLIDE_I_INLINE int collide_i_is_image(const collide_shape *s)
{
    return s->kind == COLLIDE_I_IMAGE || s->kind == COLLIDE_I_IMAGE_ALIKE;
}

COLLIDE_I_INLINE collide_shape collide_i_shape(int kind)
{
    collide_shape s;
    memset(&s, 0, sizeof s);
    s.kind = kind;
    return s;
}

COLLIDE_I_INLINE int collide_i_size(collide_real x) { return collide_i_usable(x) && x >= 0; }

/* How deep shapes are nested, or one more than allowed; a ring of shapes counts as too deep. */
COLLIDE_I_STATIC int collide_i_shape_depth(const collide_shape *s, int limit)
{
    int a, b = 0;
    if (limit < 0 || !s || s->kind <= 0 || s->kind >= COLLIDE_I_KINDS) return COLLIDE_I_SHAPE_DEPTH + 1;
    if (collide_i_is_image(s)) return 1 + collide_i_shape_depth(s->as.image.of, limit - 1);
    if (s->kind != COLLIDE_I_SUM && s->kind != COLLIDE_I_BOTH) return 0;
    a = collide_i_shape_depth(s->as.parts.a, limit - 1);
    if (a <= limit) b = collide_i_shape_depth(s->as.parts.b, limit - 1);
    return 1 + (a > b ? a : b);
}

COLLIDE_I_INLINE int collide_i_nests(const collide_shape *s)
{
    return collide_i_shape_depth(s, COLLIDE_I_SHAPE_DEPTH - 1) < COLLIDE_I_SHAPE_DEPTH;
}

COLLIDE_API collide_shape collide_shape_rounded(collide_shape s, collide_real radius)
{
    s.radius += radius;
    if (!collide_i_size(radius) || !collide_i_size(s.radius)) s.kind = 0;
    return s;
}

COLLIDE_API collide_shape collide_shape_point(void) { return collide_i_shape(COLLIDE_I_POINT); }

COLLIDE_API collide_shape collide_shape_sphere(collide_real radius)
{
    return collide_shape_rounded(collide_i_shape(COLLIDE_I_POINT), radius);
}

COLLIDE_API collide_shape collide_shape_box(collide_vec3 half)
{
    collide_shape s = collide_i_shape(COLLIDE_I_BOX);
    s.as.corner[0] = half;
    if (!collide_i_size(half.x) || !collide_i_size(half.y) || !collide_i_size(half.z)) s.kind = 0;
    return s;
}

COLLIDE_API collide_shape collide_shape_capsule(collide_real half_height, collide_real radius)
{
    collide_shape s = collide_i_shape(collide_i_size(half_height) ? COLLIDE_I_SEGMENT : 0);
    s.as.corner[0].y = -half_height;
    s.as.corner[1].y = half_height;
    return collide_shape_rounded(s, radius);
}

COLLIDE_I_STATIC collide_shape collide_i_round_shape(int kind, collide_real half_height, collide_real radius)
{
    collide_shape s = collide_i_shape(collide_i_size(half_height) && collide_i_size(radius) ? kind : 0);
    s.as.round.half_height = half_height;
    s.as.round.radius = radius;
    return s;
}

COLLIDE_API collide_shape collide_shape_cylinder(collide_real half_height, collide_real radius)
{
    return collide_i_round_shape(COLLIDE_I_CYLINDER, half_height, radius);
}

COLLIDE_API collide_shape collide_shape_cone(collide_real half_height, collide_real radius)
{
    return collide_i_round_shape(COLLIDE_I_CONE, half_height, radius);
}

COLLIDE_API collide_shape collide_shape_ellipsoid(collide_vec3 radii)
{
    collide_shape s = collide_shape_box(radii);
    if (s.kind && radii.x >= radii.y && radii.y >= radii.z && radii.z >= radii.x) /* all alike */
        return collide_shape_sphere(radii.x);
    if (s.kind) s.kind = COLLIDE_I_ELLIPSOID;
    return s;
}

COLLIDE_API collide_shape collide_shape_segment(collide_vec3 a, collide_vec3 b)
{
    collide_shape s = collide_i_shape(collide_i_usable3(a) && collide_i_usable3(b) ? COLLIDE_I_SEGMENT : 0);
    s.as.corner[0] = a;
    s.as.corner[1] = b;
    return s;
}

COLLIDE_API collide_shape collide_shape_triangle(collide_vec3 a, collide_vec3 b, collide_vec3 c)
{
    collide_shape s = collide_shape_segment(a, b);
    if (s.kind) s.kind = collide_i_usable3(c) ? COLLIDE_I_TRIANGLE : 0;
    s.as.corner[2] = c;
    return s;
}

COLLIDE_API collide_shape collide_shape_hull(const collide_mesh *convex)
{
    collide_shape s = collide_i_shape(convex && convex->vertex_count > 0 ? COLLIDE_I_HULL : 0);
    s.as.mesh = convex;
    return s;
}

COLLIDE_I_INLINE collide_vec3 collide_i_array_point(const collide_shape *s, int i)
{
    collide_vec3 p;
    memcpy(&p, (const char *)s->as.points.first + (size_t)i * s->as.points.stride, sizeof p);
    return p;
}

COLLIDE_API collide_shape collide_shape_points(const collide_real *xyz, int count, size_t stride)
{
    collide_shape s = collide_i_shape(0);
    collide_aabb box;
    int i;
    if (!xyz || count < 1) return s;
    s.as.points.first = xyz;
    s.as.points.stride = stride ? stride : 3 * sizeof *xyz;
    s.as.points.count = count;
    box.lower = box.upper = collide_i_array_point(&s, 0);
    for (i = 0; i < count; i++) {
        const collide_vec3 p = collide_i_array_point(&s, i);
        if (!collide_i_usable3(p)) return s;
        box.lower = collide_i_lowest(box.lower, p);
        box.upper = collide_i_highest(box.upper, p);
    }
    s.as.points.centre = collide_i_scale(collide_i_add(box.lower, box.upper), COLLIDE_R(0.5));
    s.as.points.reach = collide_vec3_length(collide_i_sub(box.upper, s.as.points.centre));
    s.kind = COLLIDE_I_POINTS;
    return s;
}

COLLIDE_API collide_shape collide_shape_sum(const collide_shape *a, const collide_shape *b)
{
    collide_shape s = collide_i_shape(collide_i_nests(a) && collide_i_nests(b) ? COLLIDE_I_SUM : 0);
    s.as.parts.a = a;
    s.as.parts.b = b;
    return s.kind ? collide_shape_rounded(s, a->radius + b->radius) : s;
}

COLLIDE_API collide_shape collide_shape_both(const collide_shape *a, const collide_shape *b)
{
    collide_shape s = collide_i_shape(collide_i_nests(a) && collide_i_nests(b) ? COLLIDE_I_BOTH : 0);
    s.as.parts.a = a;
    s.as.parts.b = b;
    return s.kind ? collide_shape_rounded(s, collide_i_min(a->radius, b->radius)) : s;
}

/* A matrix that turns and scales alike in all directions keeps a sphere a sphere: by which factor? Else 0. */
COLLIDE_I_STATIC collide_real collide_i_similar(const collide_real m[12])
{
    const collide_vec3 x = collide_i_vec(m[0], m[1], m[2]), y = collide_i_vec(m[3], m[4], m[5]);
    const collide_vec3 z = collide_i_vec(m[6], m[7], m[8]);
    const collide_real l = collide_i_dot(x, x), slack = 8 * COLLIDE_I_EPSILON * l;
    const collide_real off =
        collide_i_extent(collide_i_vec(collide_i_dot(x, y), collide_i_dot(y, z), collide_i_dot(z, x)));
    const collide_real uneven =
        collide_i_max(collide_i_abs(collide_i_dot(y, y) - l), collide_i_abs(collide_i_dot(z, z) - l));
    return off <= slack && uneven <= slack ? collide_i_sqrt(l) : 0;
}

COLLIDE_API collide_shape collide_shape_affine(const collide_shape *s, const collide_real m[12])
{
    collide_shape image = collide_i_shape(m && collide_i_nests(s) ? COLLIDE_I_IMAGE : 0);
    collide_real factor;
    int i;
    for (i = 0; m && i < 12; i++)
        if (!collide_i_usable(m[i])) image.kind = 0;
    if (!image.kind) return image;
    image.as.image.of = s;
    memcpy(image.as.image.m, m, sizeof image.as.image.m);
    factor = collide_i_similar(m);
    if (factor > 0) image.kind = COLLIDE_I_IMAGE_ALIKE;
    return collide_shape_rounded(image, s->radius * factor);
}

COLLIDE_API collide_shape collide_shape_custom(collide_vec3 (*support)(void *user, collide_vec3 direction), void *user)
{
    collide_shape s = collide_i_shape(support ? COLLIDE_I_CUSTOM : 0);
    s.as.custom.support = support;
    s.as.custom.user = user;
    return s;
}

/* ---- the core's furthest point; its number where corners have numbers, else -1 ---- */

/* h with the sign of x; h >= 0. */
COLLIDE_I_INLINE collide_real collide_i_signed(collide_real h, collide_real x)
{
    return collide_i_from_bits(collide_i_to_bits(h) | (collide_i_to_bits(x) & COLLIDE_I_SIGN));
}

/* x with its sign turned around where s is negative. */
COLLIDE_I_INLINE collide_real collide_i_flip(collide_real x, collide_real s)
{
    return collide_i_from_bits(collide_i_to_bits(x) ^ (collide_i_to_bits(s) & COLLIDE_I_SIGN));
}

COLLIDE_I_INLINE int collide_i_box_support(collide_vec3 h, collide_vec3 d, collide_vec3 *p)
{
    *p = collide_i_vec(collide_i_signed(h.x, d.x), collide_i_signed(h.y, d.y), collide_i_signed(h.z, d.z));
    return 7 ^ (collide_i_negative(d.x) | collide_i_negative(d.y) << 1 | collide_i_negative(d.z) << 2);
}

COLLIDE_I_APART int collide_i_points_support(const collide_shape *s, collide_vec3 d)
{
    collide_real best = collide_i_dot(collide_i_array_point(s, 0), d);
    int i, at = 0;
    for (i = 1; i < s->as.points.count; i++) {
        const collide_real dot = collide_i_dot(collide_i_array_point(s, i), d);
        if (dot > best) {
            best = dot;
            at = i;
        }
    }
    return at;
}

COLLIDE_I_APART void collide_i_round_support(const collide_shape *s, collide_vec3 d, collide_vec3 *p)
{
    const collide_real h = s->as.round.half_height, r = s->as.round.radius;
    collide_real length;
    const collide_vec3 rim = collide_i_scale(collide_i_unit(collide_i_vec(d.x, 0, d.z), &length), r);
    if (s->kind == COLLIDE_I_CYLINDER)
        *p = collide_i_vec(rim.x, collide_i_signed(h, d.y), rim.z);
    else /* apex or base */
        *p = 2 * h * d.y > r * length ? collide_i_vec(0, h, 0) : collide_i_vec(rim.x, -h, rim.z);
}

COLLIDE_I_APART void collide_i_ellipsoid_support(const collide_shape *s, collide_vec3 d, collide_vec3 *p)
{
    const collide_vec3 r = s->as.corner[0]; /* the image of a sphere */
    collide_real length;
    const collide_vec3 u = collide_i_unit(collide_i_vec(r.x * d.x, r.y * d.y, r.z * d.z), &length);
    *p = collide_i_vec(r.x * u.x, r.y * u.y, r.z * u.z);
}

COLLIDE_I_STATIC collide_vec3 collide_i_nested_support(const collide_shape *s, collide_vec3 d, int depth);

/* With what part of the radius does not count as the shape's own. */
COLLIDE_I_STATIC collide_vec3 collide_i_part_support(const collide_shape *s, collide_vec3 d, collide_real extra,
                                                     int depth)
{
    collide_real length;
    const collide_vec3 p = collide_i_nested_support(s, d, depth);
    return extra > 0 ? collide_i_add(p, collide_i_scale(collide_i_unit(d, &length), extra)) : p;
}

COLLIDE_I_APART void collide_i_image_support(const collide_shape *s, collide_vec3 d, collide_vec3 *out, int depth)
{
    const collide_real *m = s->as.image.m;
    const collide_vec3 x = collide_i_vec(m[0], m[1], m[2]), y = collide_i_vec(m[3], m[4], m[5]);
    const collide_vec3 z = collide_i_vec(m[6], m[7], m[8]);
    const collide_vec3 back = collide_i_vec(collide_i_dot(x, d), collide_i_dot(y, d), collide_i_dot(z, d));
    const collide_real extra = s->kind == COLLIDE_I_IMAGE ? s->as.image.of->radius : 0;
    const collide_vec3 p = collide_i_part_support(s->as.image.of, back, extra, depth - 1);
    *out = collide_i_add(collide_i_add(collide_i_scale(x, p.x), collide_i_scale(y, p.y)),
                         collide_i_add(collide_i_scale(z, p.z), collide_i_vec(m[9], m[10], m[11])));
}

COLLIDE_I_APART void collide_i_pair_support(const collide_shape *s, collide_vec3 d, collide_vec3 *out, int depth)
{
    const collide_shape *a = s->as.parts.a, *b = s->as.parts.b;
    const int sum = s->kind == COLLIDE_I_SUM; /* else the hull of both: what radius they have in common is the hull's */
    const collide_real shared = collide_i_min(a->radius, b->radius);
    const collide_vec3 p = collide_i_part_support(a, d, sum ? 0 : a->radius - shared, depth - 1);
    const collide_vec3 q = collide_i_part_support(b, d, sum ? 0 : b->radius - shared, depth - 1);
    if (sum)
        *out = collide_i_add(p, q);
    else
        *out = collide_i_dot(q, d) > collide_i_dot(p, d) ? q : p;
}

COLLIDE_I_APART void collide_i_custom_support(const collide_shape *s, collide_vec3 d, collide_vec3 *p)
{
    *p = s->as.custom.support(s->as.custom.user, d);
}

/* Thin, since shapes are nested: each kind has its own room on the stack. */
COLLIDE_I_STATIC int collide_i_core_support(const collide_shape *s, collide_vec3 d, collide_vec3 *p, int depth)
{
    const collide_vec3 *c = s->as.corner;
    int i = -1;
    switch (depth < 0 ? 0 : s->kind) {
    case COLLIDE_I_BOX: return collide_i_box_support(*c, d, p);
    case COLLIDE_I_HULL:
        i = collide_i_mesh_support(s->as.mesh, d);
        *p = collide_i_mesh_vertices(s->as.mesh)[i];
        return i;
    case COLLIDE_I_SEGMENT:
        i = collide_i_dot(c[1], d) > collide_i_dot(c[0], d);
        *p = c[i];
        return i;
    case COLLIDE_I_TRIANGLE:
        i = collide_i_dot(c[1], d) > collide_i_dot(c[0], d);
        i = collide_i_dot(c[2], d) > collide_i_dot(c[i], d) ? 2 : i;
        *p = c[i];
        return i;
    case COLLIDE_I_POINTS:
        i = collide_i_points_support(s, d);
        *p = collide_i_array_point(s, i);
        return i;
    case COLLIDE_I_CYLINDER:
    case COLLIDE_I_CONE: collide_i_round_support(s, d, p); break;
    case COLLIDE_I_ELLIPSOID: collide_i_ellipsoid_support(s, d, p); break;
    case COLLIDE_I_SUM:
    case COLLIDE_I_BOTH: collide_i_pair_support(s, d, p, depth); break;
    case COLLIDE_I_IMAGE:
    case COLLIDE_I_IMAGE_ALIKE: collide_i_image_support(s, d, p, depth); break;
    case COLLIDE_I_CUSTOM: collide_i_custom_support(s, d, p); break;
    default: /* a point */ *p = collide_i_vec(0, 0, 0); return 0;
    }
    return -1;
}

COLLIDE_I_STATIC collide_vec3 collide_i_nested_support(const collide_shape *s, collide_vec3 d, int depth)
{
    collide_vec3 p;
    (void)collide_i_core_support(s, d, &p, depth);
    return p;
}

/* The same, at once for what is asked most. Written by members: see collide_i_mesh_support_at. */
COLLIDE_I_INLINE int collide_i_support(const collide_shape *s, collide_vec3 d, collide_vec3 *p)
{
    const collide_vec3 *q = s->as.corner;
    int i;
    if (s->kind == COLLIDE_I_BOX) return collide_i_box_support(*q, d, p);
    if (s->kind != COLLIDE_I_HULL) return collide_i_core_support(s, d, p, COLLIDE_I_SHAPE_DEPTH);
    i = collide_i_mesh_support_at(s->as.mesh, &d);
    q = &collide_i_mesh_vertices(s->as.mesh)[i];
    *p = collide_i_vec(q->x, q->y, q->z);
    return i;
}

/* ---- the same in lanes: x, y, z and one that does not matter ---- */

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_of(collide_vec3 a)
{
#if defined(COLLIDE_I_SSE2) && !defined(COLLIDE_DOUBLE) /* not by way of memory, in pieces that don't fit together */
    collide_i_lanes c;
    c.r[0] = _mm_setr_ps(a.x, a.y, a.z, 0);
    return c;
#else
    collide_real x[4];
    x[0] = a.x;
    x[1] = a.y;
    x[2] = a.z;
    x[3] = 0;
    return collide_i_lanes_load(x);
#endif
}

COLLIDE_I_INLINE collide_vec3 collide_i_lanes_vec(collide_i_lanes a)
{
    collide_real x[4];
    collide_i_lanes_store(x, a);
    return collide_i_vec(x[0], x[1], x[2]);
}

/* The sum of columns, or rows, of a matrix, by the parts of a. */
COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_turn(const collide_real m[12], collide_vec3 a)
{
    return collide_i_lanes_add(
        collide_i_lanes_add(collide_i_lanes_mul(collide_i_lanes_load(m), collide_i_lanes_splat(a.x)),
                            collide_i_lanes_mul(collide_i_lanes_load(m + 4), collide_i_lanes_splat(a.y))),
        collide_i_lanes_mul(collide_i_lanes_load(m + 8), collide_i_lanes_splat(a.z)));
}

/* A hull of up to eight vertices, two registers full: without a loop. */
COLLIDE_I_INLINE int collide_i_support_eight(const collide_real *x, int lane_count, collide_vec3 d)
{
    const collide_real *y = x + lane_count, *z = y + lane_count;
    const int second = lane_count - 4; /* of four vertices, the same once more */
    const collide_i_lanes dx = collide_i_lanes_splat(d.x), dy = collide_i_lanes_splat(d.y),
                          dz = collide_i_lanes_splat(d.z);
    const collide_i_lanes a = collide_i_lanes_add(collide_i_lanes_add(collide_i_lanes_mul(collide_i_lanes_load(x), dx),
                                                                      collide_i_lanes_mul(collide_i_lanes_load(y), dy)),
                                                  collide_i_lanes_mul(collide_i_lanes_load(z), dz));
    const collide_i_lanes b =
        collide_i_lanes_add(collide_i_lanes_add(collide_i_lanes_mul(collide_i_lanes_load(x + second), dx),
                                                collide_i_lanes_mul(collide_i_lanes_load(y + second), dy)),
                            collide_i_lanes_mul(collide_i_lanes_load(z + second), dz));
    const collide_i_lanes top = collide_i_lanes_top(collide_i_lanes_max(a, b));
    const unsigned below = collide_i_lanes_bits(collide_i_lanes_less(a, top)) |
                           collide_i_lanes_bits(collide_i_lanes_less(b, top)) << second;
    const int i = collide_i_lowest_bit(~(uint64_t)below);
    return i < lane_count ? i : 0;
}

/* The furthest point of a core, in lanes. */
COLLIDE_I_WITHIN int collide_i_support_wide(const collide_shape *s, collide_i_lanes d, collide_i_lanes *p)
{
    const collide_vec3 *q = s->as.corner;
    collide_vec3 direction, at;
    int i;
    if (s->kind == COLLIDE_I_BOX) {
        const collide_i_lanes h = collide_i_lanes_load(&q->x), zero = collide_i_lanes_splat(0);
        const collide_i_lanes negative = collide_i_lanes_less(d, zero);
        *p = collide_i_lanes_select(negative, collide_i_lanes_sub(zero, h), h);
        return 7 & ~(int)collide_i_lanes_bits(negative);
    }
    direction = collide_i_lanes_vec(d);
    if (s->kind == COLLIDE_I_HULL) {
        const collide_mesh *m = s->as.mesh;
        i = m->at.lanes && m->lane_count <= 8
                ? collide_i_support_eight(COLLIDE_I_MESH_ARRAY(collide_real, m, lanes), m->lane_count, direction)
                : collide_i_mesh_support_at(m, &direction);
        q = &collide_i_mesh_vertices(m)[i];
        *p = collide_i_lanes_of(collide_i_vec(q->x, q->y, q->z));
        return i;
    }
    i = collide_i_core_support(s, direction, &at, COLLIDE_I_SHAPE_DEPTH);
    *p = collide_i_lanes_of(at);
    return i;
}

/* Corner number i of the core, where there is one. */
COLLIDE_I_STATIC int collide_i_core_corner(const collide_shape *s, int i, collide_vec3 *p)
{
    const collide_vec3 *c = s->as.corner;
    int count = 1;
    *p = collide_i_vec(0, 0, 0);
    switch (s->kind) {
    case COLLIDE_I_POINT: break;
    case COLLIDE_I_BOX: count = 8; break;
    case COLLIDE_I_HULL: count = s->as.mesh->vertex_count; break;
    case COLLIDE_I_SEGMENT: count = 2; break;
    case COLLIDE_I_TRIANGLE: count = 3; break;
    case COLLIDE_I_POINTS: count = s->as.points.count; break;
    default: count = 0; break;
    }
    if (i < 0 || i >= count) return 0;
    switch (s->kind) {
    case COLLIDE_I_BOX: *p = collide_i_vec(i & 1 ? c->x : -c->x, i & 2 ? c->y : -c->y, i & 4 ? c->z : -c->z); break;
    case COLLIDE_I_HULL: *p = collide_i_mesh_vertices(s->as.mesh)[i]; break;
    case COLLIDE_I_SEGMENT:
    case COLLIDE_I_TRIANGLE: *p = c[i]; break;
    case COLLIDE_I_POINTS: *p = collide_i_array_point(s, i); break;
    default: break;
    }
    return 1;
}

COLLIDE_I_INLINE int collide_i_corner(const collide_shape *s, int i, collide_vec3 *p)
{
    const collide_vec3 *c = s->as.corner;
    if (s->kind == COLLIDE_I_BOX && i >= 0 && i < 8) {
        *p = collide_i_vec(i & 1 ? c->x : -c->x, i & 2 ? c->y : -c->y, i & 4 ? c->z : -c->z);
        return 1;
    }
    if (s->kind != COLLIDE_I_HULL || i < 0 || i >= s->as.mesh->vertex_count) return collide_i_core_corner(s, i, p);
    c = &collide_i_mesh_vertices(s->as.mesh)[i];
    *p = collide_i_vec(c->x, c->y, c->z);
    return 1;
}

/* A ball around the core: its radius; not the smallest, but close to it. */
COLLIDE_I_STATIC collide_real collide_i_core_ball(const collide_shape *s, collide_vec3 *centre, int depth)
{
    const collide_vec3 *c = s->as.corner;
    collide_vec3 p[6];
    collide_real r[2];
    int i;
    *centre = collide_i_vec(0, 0, 0);
    switch (depth < 0 ? 0 : s->kind) {
    case COLLIDE_I_BOX: return collide_vec3_length(*c);
    case COLLIDE_I_HULL: *centre = s->as.mesh->sphere; return s->as.mesh->sphere_radius;
    case COLLIDE_I_POINTS: *centre = s->as.points.centre; return s->as.points.reach;
    case COLLIDE_I_SEGMENT:
        *centre = collide_i_scale(collide_i_add(c[0], c[1]), COLLIDE_R(0.5));
        return collide_vec3_length(collide_i_sub(c[1], *centre));
    case COLLIDE_I_TRIANGLE:
        *centre = collide_i_scale(collide_i_add(collide_i_add(c[0], c[1]), c[2]), COLLIDE_R(0.333333333333333333));
        return collide_i_max(collide_vec3_length(collide_i_sub(c[0], *centre)),
                             collide_i_max(collide_vec3_length(collide_i_sub(c[1], *centre)),
                                           collide_vec3_length(collide_i_sub(c[2], *centre))));
    case COLLIDE_I_CYLINDER:
    case COLLIDE_I_CONE: return collide_vec3_length(collide_i_vec(s->as.round.half_height, s->as.round.radius, 0));
    case COLLIDE_I_ELLIPSOID: return collide_i_extent(*c);
    case COLLIDE_I_SUM:
    case COLLIDE_I_BOTH:
        r[0] = collide_i_core_ball(s->as.parts.a, &p[0], depth - 1);
        r[1] = collide_i_core_ball(s->as.parts.b, &p[1], depth - 1);
        *centre = collide_i_add(p[0], p[1]);
        if (s->kind == COLLIDE_I_SUM) return r[0] + r[1];
        *centre = collide_i_scale(*centre, COLLIDE_R(0.5));
        return collide_i_max(r[0] + s->as.parts.a->radius, r[1] + s->as.parts.b->radius) +
               collide_vec3_length(collide_i_sub(p[1], *centre));
    case COLLIDE_I_IMAGE:
    case COLLIDE_I_IMAGE_ALIKE: {
        const collide_real *m = s->as.image.m;
        const collide_vec3 x = collide_i_vec(m[0], m[1], m[2]), y = collide_i_vec(m[3], m[4], m[5]);
        const collide_vec3 z = collide_i_vec(m[6], m[7], m[8]);
        r[0] = collide_i_core_ball(s->as.image.of, &p[0], depth - 1) + s->as.image.of->radius;
        *centre = collide_i_add(collide_i_add(collide_i_scale(x, p[0].x), collide_i_scale(y, p[0].y)),
                                collide_i_add(collide_i_scale(z, p[0].z), collide_i_vec(m[9], m[10], m[11])));
        return r[0] * collide_vec3_length(
                          collide_i_vec(collide_vec3_length(x), collide_vec3_length(y), collide_vec3_length(z)));
    }
    case COLLIDE_I_CUSTOM:
        for (i = 0; i < 6; i++) {
            const collide_real sign = i < 3 ? 1 : (collide_real)-1;
            p[i] = collide_i_nested_support(
                s, collide_i_vec(i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0), depth);
        }
        *centre = collide_i_scale(collide_i_vec(p[0].x + p[3].x, p[1].y + p[4].y, p[2].z + p[5].z), COLLIDE_R(0.5));
        return collide_vec3_length(collide_i_sub(collide_i_vec(p[0].x, p[1].y, p[2].z), *centre));
    default: return 0;
    }
}

COLLIDE_I_INLINE collide_real collide_i_ball(const collide_shape *s, collide_vec3 *centre)
{
    *centre = collide_i_vec(0, 0, 0);
    if (s->kind <= COLLIDE_I_BOX) return s->as.corner[0].x + s->as.corner[0].y + s->as.corner[0].z; /* 0 for a point */
    if (s->kind == COLLIDE_I_HULL) {
        *centre = s->as.mesh->sphere;
        return s->as.mesh->sphere_radius;
    }
    return collide_i_core_ball(s, centre, COLLIDE_I_SHAPE_DEPTH);
}

COLLIDE_I_INLINE int collide_i_shape_valid(const collide_shape *s)
{
    return s->kind > 0 && s->kind < COLLIDE_I_KINDS && collide_i_size(s->radius);
}

COLLIDE_API collide_vec3 collide_shape_support(collide_shape s, collide_vec3 direction)
{
    collide_real length;
    const collide_vec3 d = collide_i_unit(direction, &length), none = collide_i_vec(0, 0, 0);
    if (!collide_i_shape_valid(&s) || !collide_i_usable3(direction) || !(length > 0)) return none;
    return collide_i_part_support(&s, d, s.radius, COLLIDE_I_SHAPE_DEPTH);
}

COLLIDE_API collide_aabb collide_shape_bounds(collide_shape s, collide_pose pose)
{
    collide_aabb box = {{0, 0, 0}, {0, 0, 0}};
    collide_i_frame f;
    collide_real low[3], high[3];
    int i;
    if (!collide_i_shape_valid(&s) || collide_i_frame_of(&pose, &f) < 0) return box;
    for (i = 0; i < 3; i++) { /* along the rows of the rotation */
        const collide_vec3 d =
            collide_i_vec(collide_i_axis(f.r.x, i), collide_i_axis(f.r.y, i), collide_i_axis(f.r.z, i));
        low[i] = collide_i_dot(d, collide_i_nested_support(&s, collide_i_negate(d), COLLIDE_I_SHAPE_DEPTH)) - s.radius;
        high[i] = collide_i_dot(d, collide_i_nested_support(&s, d, COLLIDE_I_SHAPE_DEPTH)) + s.radius;
    }
    box.lower = collide_i_add(f.p, collide_i_vec(low[0], low[1], low[2]));
    box.upper = collide_i_add(f.p, collide_i_vec(high[0], high[1], high[2]));
    return box;
}

/* ============================================================================= IMPLEMENTATION
   [SCREW] rigid motion as a screw

   With x' = R x + t, R a turn by theta about v, t_perp the part of t square to v and g = t . v, a point goes along
       x(s) = x + X1 S + X2 C + g s v,      S = sin(theta s) / theta,   C = (1 - cos(theta s)) / theta^2,
       X1 = theta v x x + k t_perp - theta/2 v x t,      k = (theta/2) / tan(theta/2),
       X2 = theta^2 v x (v x x) + theta^2/2 t_perp + theta k v x t
   (the x between vectors is a cross product). No axis point occurs, so nothing happens as theta goes to 0. X1 + g v
   is the flow (Buss, eq. 3) at x; X2 is how it bends: the way from x to the axis, by theta^2.
   ============================================================================================ */

/* S and C of the formula above. */
COLLIDE_I_STATIC void collide_i_screw_sines(collide_real angle, collide_real t, collide_real *sine,
                                            collide_real *cosine)
{
    const collide_real half = angle > 0 ? collide_sin(angle * t / 2) / angle : t / 2;
    *sine = angle > 0 ? collide_sin(angle * t) / angle : t;
    *cosine = 2 * half * half;
}

/* The screw of x -> q x + move. */
COLLIDE_I_STATIC collide_screw collide_i_screw_of(collide_quat q, collide_vec3 move)
{
    collide_screw s;
    collide_real sine, length;
    if (q.w < 0) { /* the short way */
        q.x = -q.x;
        q.y = -q.y;
        q.z = -q.z;
        q.w = -q.w;
    }
    s.axis = collide_i_unit(collide_i_vec(q.x, q.y, q.z), &sine);
    s.angle = 2 * collide_atan2(sine, q.w);
    s.point = collide_i_vec(0, 0, 0);
    s.cotangent = 1;
    if (!(s.angle > 0)) { /* any axis does; along the move there is nothing left across */
        s.angle = 0;
        s.axis = collide_i_unit(move, &length);
        if (!(length > 0)) s.axis = collide_i_vec(0, 1, 0);
    }
    s.slide = collide_i_dot(move, s.axis);
    s.across = collide_i_sub(move, collide_i_scale(s.axis, s.slide));
    if (s.angle > 0) {
        const collide_vec3 turned = collide_i_cross(s.axis, s.across);
        const collide_real half = q.w / sine / 2; /* 1 / (2 tan(angle / 2)) */
        s.cotangent = s.angle * half;
        if (collide_i_usable(half) && collide_i_usable3(collide_i_scale(turned, half))) /* else beyond all numbers */
            s.point = collide_i_add(collide_i_scale(s.across, COLLIDE_R(0.5)), collide_i_scale(turned, half));
    }
    return s;
}

COLLIDE_I_STATIC collide_vec3 collide_i_screw_flow(const collide_screw *s, collide_vec3 x) /* X1 */
{
    const collide_vec3 x1 = collide_i_scale(collide_i_cross(s->axis, x), s->angle);
    return collide_i_add(x1, collide_i_sub(collide_i_scale(s->across, s->cotangent),
                                           collide_i_scale(collide_i_cross(s->axis, s->across), s->angle / 2)));
}

COLLIDE_I_STATIC collide_vec3 collide_i_screw_bend(const collide_screw *s, collide_vec3 x) /* X2 */
{
    const collide_real angle2 = s->angle * s->angle;
    const collide_vec3 x2 = collide_i_scale(collide_i_cross(s->axis, collide_i_cross(s->axis, x)), angle2);
    return collide_i_add(x2,
                         collide_i_add(collide_i_scale(s->across, angle2 / 2),
                                       collide_i_scale(collide_i_cross(s->axis, s->across), s->angle * s->cotangent)));
}

/* How far x goes. */
COLLIDE_I_STATIC collide_vec3 collide_i_screw_step(const collide_screw *s, collide_vec3 x, collide_real t)
{
    collide_real sine, cosine;
    collide_i_screw_sines(s->angle, t, &sine, &cosine);
    return collide_i_add(
        collide_i_scale(collide_i_screw_flow(s, x), sine),
        collide_i_add(collide_i_scale(collide_i_screw_bend(s, x), cosine), collide_i_scale(s->axis, s->slide * t)));
}

/* The rotation at time t, and the sine of half its angle. */
COLLIDE_I_STATIC collide_quat collide_i_screw_turn(const collide_screw *s, collide_real t, collide_real *sine)
{
    collide_quat q;
    const collide_real half = s->angle * t / 2;
    *sine = collide_sin(half);
    q.x = s->axis.x * *sine;
    q.y = s->axis.y * *sine;
    q.z = s->axis.z * *sine;
    q.w = collide_cos(half);
    return q;
}

COLLIDE_API collide_screw collide_screw_between(collide_pose a0, collide_pose a1, collide_pose b0, collide_pose b1)
{
    collide_screw none;
    collide_quat b;
    collide_vec3 move;
    memset(&none, 0, sizeof none);
    if (!collide_i_pose_normalize(&a0) || !collide_i_pose_normalize(&a1) || !collide_i_pose_normalize(&b0) ||
        !collide_i_pose_normalize(&b1))
        return none;
    /* Differences of positions first, so that nothing is lost far from the origin. */
    b = collide_i_quat_product(b1.rotation, collide_i_conjugate(b0.rotation));
    move = collide_i_rotate(b, collide_i_sub(a0.position, b0.position));
    move = collide_i_add(move, collide_i_sub(b1.position, a1.position));
    move = collide_i_rotate(collide_i_conjugate(a1.rotation), move);
    b = collide_i_quat_product(collide_i_quat_product(collide_i_conjugate(a1.rotation), b), a0.rotation);
    return collide_i_quat_normalize(&b) && collide_i_usable3(move) ? collide_i_screw_of(b, move) : none;
}

COLLIDE_API collide_vec3 collide_screw_apply(const collide_screw *s, collide_vec3 x, collide_real t)
{
    if (!s || !collide_i_usable3(x) || !collide_i_usable(t)) return collide_i_vec(0, 0, 0);
    return collide_i_add(x, collide_i_screw_step(s, x, t));
}

COLLIDE_API collide_vec3 collide_screw_velocity(const collide_screw *s, collide_vec3 x)
{
    if (!s || !collide_i_usable3(x)) return collide_i_vec(0, 0, 0);
    return collide_i_add(collide_i_screw_flow(s, x), collide_i_scale(s->axis, s->slide));
}

COLLIDE_API collide_pose collide_screw_pose(const collide_screw *s, collide_real t)
{
    collide_pose p = collide_i_pose_zero();
    collide_real sine;
    if (!s || !collide_i_usable(t)) return p;
    p.position = collide_i_screw_step(s, p.position, t);
    p.rotation = collide_i_screw_turn(s, t, &sine);
    return p;
}

COLLIDE_API collide_real collide_screw_error(collide_real angle)
{
    const collide_real s = collide_sin(angle / 4);
    return collide_i_finite(angle) && collide_i_abs(angle) > 0 ? 2 * s * s / collide_i_abs(angle) : 0;
}

/* A body on its way: its screw about where it started, so that far from the origin nothing is lost. */
typedef struct {
    collide_pose from, to;         /* normalised */
    collide_vec3 axis, flow, bend; /* of its screw; X1 and X2 of the start */
    collide_real angle, slide;
    collide_quat turned; /* the axis, as a quaternion, after the first rotation */
    int still;
} collide_i_path;

COLLIDE_I_STATIC int collide_i_path_of(collide_i_path *path, collide_pose from, collide_pose to)
{
    collide_screw s;
    collide_quat q;
    if (!collide_i_pose_normalize(&from) || !collide_i_pose_normalize(&to)) return 0;
    q = collide_i_quat_product(to.rotation, collide_i_conjugate(from.rotation));
    path->from = from;
    path->to = to;
    if (!collide_i_quat_normalize(&q)) return 0;
    s = collide_i_screw_of(q, collide_i_sub(to.position, from.position));
    path->axis = s.axis;
    path->angle = s.angle;
    path->slide = s.slide;
    path->flow = collide_i_screw_flow(&s, collide_i_vec(0, 0, 0));
    path->bend = collide_i_screw_bend(&s, collide_i_vec(0, 0, 0));
    q.x = s.axis.x;
    q.y = s.axis.y;
    q.z = s.axis.z;
    q.w = 0;
    path->turned = collide_i_quat_product(q, from.rotation);
    path->still = !(s.angle > 0) && !(collide_i_abs(s.slide) > 0);
    return 1;
}

/* On the way only half a quarter turn needs polynomials; S and C come from the half angle, which the rotation needs. */
COLLIDE_I_STATIC collide_pose collide_i_path_pose(const collide_i_path *path, collide_real t)
{
    collide_pose p = path->from;
    if (!(t > 0) || path->still) return path->from;
    if (!(t < 1)) return path->to;
    p.position = collide_i_add(p.position, collide_i_scale(path->axis, path->slide * t));
    if (path->angle > 0) {
        const collide_real quarter = path->angle * t / 4, x = collide_i_sin_near_zero(quarter, 0);
        const collide_real sine = 2 * x * collide_i_cos_near_zero(quarter, 0), cosine = 1 - 2 * x * x;
        const collide_real arm = sine / path->angle;
        p.position = collide_i_add(p.position, collide_i_scale(path->flow, 2 * arm * cosine));
        p.position = collide_i_add(p.position, collide_i_scale(path->bend, 2 * arm * arm));
        p.rotation.x = p.rotation.x * cosine + path->turned.x * sine;
        p.rotation.y = p.rotation.y * cosine + path->turned.y * sine;
        p.rotation.z = p.rotation.z * cosine + path->turned.z * sine;
        p.rotation.w = p.rotation.w * cosine + path->turned.w * sine;
    }
    return p;
}

/* How fast what is at x on the way moves (Buss, eq. 3). */
COLLIDE_I_INLINE collide_vec3 collide_i_path_flow(const collide_i_path *path, collide_vec3 x)
{
    const collide_vec3 turn =
        collide_i_scale(collide_i_cross(path->axis, collide_i_sub(x, path->from.position)), path->angle);
    return collide_i_add(turn, collide_i_add(path->flow, collide_i_scale(path->axis, path->slide)));
}

COLLIDE_API collide_pose collide_pose_between(collide_pose from, collide_pose to, collide_real t)
{
    collide_i_path path;
    if (!collide_i_usable(t) || !collide_i_path_of(&path, from, to)) return collide_i_pose_zero();
    return collide_i_path_pose(&path, t);
}

/* ============================================================================= IMPLEMENTATION
   [GJK] convex shapes: distance, overlap, depth, casts, sweeps, contact points

   All queries look at one set, the configuration space obstacle A - B of the two cores (van den Bergen, section 3):
   the cores' distance is that of A - B from the origin, and they overlap where it holds the origin. Its furthest
   point in direction d is that of A in d minus that of B in -d. Everything happens in A's frame, in units of the
   pair's size (a power of two, so that nothing is rounded): rotations are applied to directions, not to shapes, and
   neither sizes nor places can overflow or drown a product.
   ============================================================================================ */

enum {
    COLLIDE_I_ROUGH = 32,       /* a flag: rounding had the last word, and it was not a small one */
    COLLIDE_I_GJK_STEPS = 128,  /* polytopes need about 6, smooth shapes 10 to 20 */
    COLLIDE_I_CAST_STEPS = 256, /* grazing rays converge slowly */
    COLLIDE_I_SWEEP_STEPS = 256
};

/* What rounding does to a point of A - B, by its length: answers are not better than that. */
#define COLLIDE_I_GJK_NOISE (4 * COLLIDE_I_EPSILON)

/* Corners that come up again bring nothing new: beyond this, in squared noises, they can't be the same ones. */
#define COLLIDE_I_GJK_REPEAT COLLIDE_R(65536.0)

typedef struct {
    const collide_shape *a, *b;
    collide_i_frame frame;    /* A's in the world */
    collide_real turn[12];    /* B's axes in A's frame, four lanes each; the fourth is zero */
    collide_real back[12];    /* A's in B's */
    collide_vec3 place;       /* of B's origin in A's frame, in units */
    collide_vec3 between;     /* from the middle of A to that of B, in units */
    collide_real unit, scale; /* unit * scale = 1 */
    collide_real radius;      /* of both roundings, in units */
    collide_real size;        /* of both cores, in units */
} collide_i_cso;

/* A power of two close to x, or one over it. */
COLLIDE_I_INLINE collide_real collide_i_power_near(collide_real x, int inverse)
{
    const collide_i_bits power = collide_i_to_bits(x) & COLLIDE_I_POWER(COLLIDE_I_BIAS + 1);
    return collide_i_from_bits(inverse ? 2 * COLLIDE_I_POWER(0) - power : power);
}

/* Where all are, their sum is as a rule; else they are looked at one by one. */
COLLIDE_I_INLINE int collide_i_usable_both(collide_vec3 a, collide_vec3 b)
{
    const collide_real sum_a = collide_i_abs(a.x) + collide_i_abs(a.y) + collide_i_abs(a.z);
    const collide_real sum_b = collide_i_abs(b.x) + collide_i_abs(b.y) + collide_i_abs(b.z);
    return collide_i_usable(sum_a + sum_b) || (collide_i_usable3(a) && collide_i_usable3(b));
}

COLLIDE_I_INLINE void collide_i_cso_turns(collide_i_cso *c, collide_quat q, collide_real n)
{
    const collide_i_mat3 m = collide_i_matrix(q, n);
    collide_i_lanes_store(c->turn, collide_i_lanes_of(m.x));
    collide_i_lanes_store(c->turn + 4, collide_i_lanes_of(m.y));
    collide_i_lanes_store(c->turn + 8, collide_i_lanes_of(m.z));
    collide_i_lanes_store(c->back, collide_i_lanes_of(collide_i_vec(m.x.x, m.y.x, m.z.x)));
    collide_i_lanes_store(c->back + 4, collide_i_lanes_of(collide_i_vec(m.x.y, m.y.y, m.z.y)));
    collide_i_lanes_store(c->back + 8, collide_i_lanes_of(collide_i_vec(m.x.z, m.y.z, m.z.z)));
}

COLLIDE_I_STATIC collide_result collide_i_cso_of(collide_i_cso *c, const collide_shape *a, const collide_pose *pa,
                                                 const collide_shape *b, const collide_pose *pb)
{
    const collide_real tiny = collide_i_from_bits(COLLIDE_I_POWER(8 - COLLIDE_I_BIAS));
    collide_quat qa = pa->rotation, qb = pb->rotation;
    const collide_real na = collide_i_rotation_norm(&qa), nb = collide_i_rotation_norm(&qb);
    collide_vec3 centre_a, centre_b, offset;
    collide_real reach_a, reach_b;
    if (!collide_i_shape_valid(a) || !collide_i_shape_valid(b) || !(na > 0) || !(nb > 0) ||
        !collide_i_usable_both(pa->position, pb->position))
        return COLLIDE_ERROR_ARGUMENT;
    c->a = a;
    c->b = b;
    c->frame.r = collide_i_matrix(qa, na);
    c->frame.p = pa->position;
    collide_i_cso_turns(c, collide_i_quat_product(collide_i_conjugate(qa), qb), na * nb);
    offset = collide_i_turn_back(&c->frame.r, collide_i_sub(pb->position, pa->position));
    reach_a = collide_i_ball(a, &centre_a);
    reach_b = collide_i_ball(b, &centre_b);
    if (!collide_i_usable_both(centre_a, centre_b) || !collide_i_usable(reach_a / 4) || !collide_i_usable(reach_b / 4))
        return COLLIDE_ERROR_ARGUMENT; /* a callback or an image went astray; a box's reach is the sum of its sizes */
    c->between = collide_i_lanes_vec(collide_i_lanes_turn(c->turn, centre_b));
    c->between = collide_i_sub(collide_i_add(offset, c->between), centre_a);
    c->size = reach_a + reach_b;
    c->unit = collide_i_max(c->size + a->radius + b->radius, collide_i_extent(c->between));
    c->unit = collide_i_max(c->unit, tiny);
    c->scale = collide_i_power_near(c->unit, 1);
    c->unit = collide_i_power_near(c->unit, 0);
    c->place = collide_i_scale(offset, c->scale);
    c->between = collide_i_scale(c->between, c->scale);
    c->size *= c->scale;
    c->radius = (a->radius + b->radius) * c->scale;
    return COLLIDE_OK;
}

/* The same two elsewhere, in the same units; rotations are of unit length to rounding. A may have stayed where it
   was. */
COLLIDE_I_APART void collide_i_cso_move(collide_i_cso *c, const collide_pose *pa, int stayed, const collide_pose *pb)
{
    const collide_quat qa = pa->rotation, q = collide_i_quat_product(collide_i_conjugate(qa), pb->rotation);
    const collide_vec3 before = c->place;
    if (!stayed) {
        c->frame.r = collide_i_matrix(qa, qa.x * qa.x + qa.y * qa.y + qa.z * qa.z + qa.w * qa.w);
        c->frame.p = pa->position;
    }
    collide_i_cso_turns(c, q, q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    c->place = collide_i_turn_back(&c->frame.r, collide_i_sub(pb->position, pa->position));
    c->place = collide_i_scale(c->place, c->scale);
    c->between = collide_i_add(c->between, collide_i_sub(c->place, before)); /* about */
}

/* A corner of A - B: w = a - b. */
typedef struct {
    collide_vec3 w, p; /* p: the point of A */
    int a, b;          /* numbers of the corners, or -1 */
} collide_i_vertex;

COLLIDE_I_INLINE void collide_i_cso_vertex(const collide_i_cso *c, collide_i_lanes p, collide_i_lanes q,
                                           collide_i_vertex *v)
{
    const collide_i_lanes scale = collide_i_lanes_splat(c->scale);
    const collide_i_lanes turned = collide_i_lanes_mul(collide_i_lanes_turn(c->turn, collide_i_lanes_vec(q)), scale);
    p = collide_i_lanes_mul(p, scale);
    v->p = collide_i_lanes_vec(p);
    v->w = collide_i_lanes_vec(collide_i_lanes_sub(collide_i_lanes_sub(p, turned), collide_i_lanes_of(c->place)));
}

/* The furthest corner in direction d. */
COLLIDE_I_WITHIN void collide_i_cso_look(const collide_i_cso *c, collide_vec3 d, collide_i_vertex *v)
{
    const collide_i_lanes back = collide_i_lanes_turn(c->back, d);
    collide_i_lanes p, q;
    v->a = collide_i_support_wide(c->a, collide_i_lanes_of(d), &p);
    v->b = collide_i_support_wide(c->b, collide_i_lanes_sub(collide_i_lanes_splat(0), back), &q);
    collide_i_cso_vertex(c, p, q, v);
}

COLLIDE_I_APART void collide_i_cso_support_at(const collide_i_cso *c, const collide_vec3 *d, collide_i_vertex *v)
{
    collide_i_cso_look(c, collide_i_vec(d->x, d->y, d->z), v);
}

/* The same, where it is not asked for so often. */
COLLIDE_I_INLINE void collide_i_cso_support(const collide_i_cso *c, collide_vec3 d, collide_i_vertex *v)
{
    collide_i_cso_support_at(c, &d, v);
}

/* How far A - B reaches along n; apart, that is negative. */
COLLIDE_I_APART collide_real collide_i_cso_reach(const collide_i_cso *c, const collide_vec3 *n)
{
    collide_i_vertex v;
    collide_i_cso_support(c, *n, &v);
    return collide_i_dot(*n, v.w);
}

/* The same corner again, from its numbers. */
COLLIDE_I_STATIC int collide_i_cso_corner(const collide_i_cso *c, int a, int b, collide_i_vertex *v)
{
    collide_vec3 p, q;
    if (!collide_i_corner(c->a, a, &p) || !collide_i_corner(c->b, b, &q)) return 0;
    v->a = a;
    v->b = b;
    collide_i_cso_vertex(c, collide_i_lanes_of(p), collide_i_lanes_of(q), v);
    return 1;
}

/* ---- the point of a simplex closest to the origin ----

   Which faces can hold it follows from signs (Johnson's conditions (i) and (ii)); of those that can, the best is taken
   by its distance. Twice: quickly, from the newest corner, which the closest point's face has among its own; and with
   care, where the quick way sees no progress, or would say "inside" with little to show for it. With care means: all
   faces, each from its two shorter edges, so that errors are those of slightly moved corners, for needles and
   far-away triangles, too; of a flat simplex all faces are tried. A sign that rounding gets wrong then costs no more
   than rounding: it only decides between faces about equally far. */

typedef struct {
    collide_vec3 v; /* the closest point */
    collide_real vv;
    collide_real weight[4]; /* v = sum of weight w / sum of weight, over those in use */
    unsigned used;
} collide_i_nearest;

COLLIDE_I_INLINE void collide_i_try_vertex(const collide_i_vertex *s, int i, collide_i_nearest *best)
{
    const collide_real vv = collide_i_dot(s[i].w, s[i].w);
    if (!(vv < best->vv)) return;
    best->v = s[i].w;
    best->vv = vv;
    best->weight[i] = 1;
    best->used = 1u << i;
}

COLLIDE_I_WITHIN void collide_i_try_edge_here(const collide_i_vertex *s, int i, int j, collide_i_nearest *best)
{
    const collide_vec3 e = collide_i_sub(s[j].w, s[i].w);
    const collide_real a = collide_i_dot(s[j].w, e), b = -collide_i_dot(s[i].w, e); /* weights of i and j */
    collide_vec3 v;
    collide_real vv, part;
    if (!(b > 0)) {
        collide_i_try_vertex(s, i, best);
        return;
    }
    if (!(a > 0)) {
        collide_i_try_vertex(s, j, best);
        return;
    }
    part = 1 / (a + b);
    v = a > b ? collide_i_add(s[i].w, collide_i_scale(e, b * part)) /* from the closer end */
              : collide_i_sub(s[j].w, collide_i_scale(e, a * part));
    vv = collide_i_dot(v, v);
    if (vv * 256 < a + b) { /* close to the edge: square to it once more, or a needle's end seems to lie ahead */
        v = collide_i_sub(v, collide_i_scale(e, collide_i_dot(v, e) * part));
        vv = collide_i_dot(v, v);
    }
    if (!(vv < best->vv)) return;
    best->v = v;
    best->vv = vv;
    best->weight[i] = a;
    best->weight[j] = b;
    best->used = 1u << i | 1u << j;
}

COLLIDE_I_STATIC void collide_i_try_edge(const collide_i_vertex *s, int i, int j, collide_i_nearest *best)
{
    collide_i_try_edge_here(s, i, j, best);
}

/* The foot on a face with normal n, given its corners' weights. */
COLLIDE_I_INLINE void collide_i_try_inner(const collide_i_vertex *s, const int corner[3], collide_vec3 n,
                                          const collide_real weight[3], collide_i_nearest *best)
{
    const collide_real nn = collide_i_dot(n, n), h = collide_i_dot(n, s[corner[0]].w), vv = h * h / nn;
    if (!(vv < best->vv)) return;
    best->v = collide_i_scale(n, h / nn);
    best->vv = vv;
    best->weight[corner[0]] = weight[0];
    best->weight[corner[1]] = weight[1];
    best->weight[corner[2]] = weight[2];
    best->used = 1u << corner[0] | 1u << corner[1] | 1u << corner[2];
}

/* A face from its newest corner d, with edges to the others and n = da x db. 0: the quick way does not know. */
COLLIDE_I_WITHIN int collide_i_quick_face(const collide_i_vertex *s, int d, int a, int b, collide_vec3 da,
                                          collide_vec3 db, collide_vec3 n, collide_i_nearest *best)
{
    const collide_vec3 w = s[d].w, m = collide_i_cross(n, w); /* -w = (weight a da + weight b db) / n.n */
    const int corner[3] = {d, a, b};
    collide_real weight[3];
    weight[1] = -collide_i_dot(m, db);
    weight[2] = collide_i_dot(m, da);
    if (weight[1] > 0 && weight[2] > 0) {
        const collide_real nn = collide_i_dot(n, n);
        weight[0] = nn - weight[1] - weight[2];
        if (!(weight[0] > 0) || !(nn * 256 > collide_i_dot(da, da) * collide_i_dot(db, db)))
            return 0; /* beside, thin */
        collide_i_try_inner(s, corner, n, weight, best);
        return 1;
    }
    if (!(weight[2] > 0)) collide_i_try_edge(s, d, a, best);
    if (!(weight[1] > 0)) collide_i_try_edge(s, d, b, best);
    return 1;
}

/* 0: does not know; 1: done; 2: the origin is inside. */
COLLIDE_I_WITHIN int collide_i_quick_solid(const collide_i_vertex *s, int d, int a, int b, int c,
                                           collide_i_nearest *best)
{
    const collide_vec3 w = s[d].w, da = collide_i_sub(s[a].w, w), db = collide_i_sub(s[b].w, w);
    const collide_vec3 dc = collide_i_sub(s[c].w, w), ab = collide_i_cross(da, db), bc = collide_i_cross(db, dc);
    const collide_vec3 ca = collide_i_cross(dc, da);
    const collide_real volume = collide_i_dot(da, bc), v = collide_i_abs(volume), safe = v * COLLIDE_R(0.0009765625);
    const collide_real wa = collide_i_flip(-collide_i_dot(w, bc), volume); /* weights, by the volume */
    const collide_real wb = collide_i_flip(-collide_i_dot(w, ca), volume);
    const collide_real wc = collide_i_flip(-collide_i_dot(w, ab), volume);
    int known = 1;
    if (wa > 0 && wb > 0 && wc > 0) {
        best->weight[d] = v - wa - wb - wc;
        if (!(wa > safe && wb > safe && wc > safe && best->weight[d] > safe)) return 0;
        if (v * v * 4096 < collide_i_dot(bc, bc) * collide_i_dot(da, da)) return 0; /* flat */
        best->weight[a] = wa;
        best->weight[b] = wb;
        best->weight[c] = wc;
        return 2;
    }
    if (!(wa > 0)) known &= collide_i_quick_face(s, d, b, c, db, dc, bc, best);
    if (!(wb > 0)) known &= collide_i_quick_face(s, d, c, a, dc, da, ca, best);
    if (!(wc > 0)) known &= collide_i_quick_face(s, d, a, b, da, db, ab, best);
    return known;
}

/* (j - i) x (k - i), from the two shorter edges, and square to the longest. */
COLLIDE_I_STATIC collide_vec3 collide_i_face_normal(const collide_vec3 *i, const collide_vec3 *j, const collide_vec3 *k)
{
    const collide_vec3 ij = collide_i_sub(*j, *i), jk = collide_i_sub(*k, *j), ki = collide_i_sub(*i, *k);
    const collide_real a = collide_i_dot(ij, ij), b = collide_i_dot(jk, jk), c = collide_i_dot(ki, ki);
    const int first = a >= b && a >= c, second = !first && b >= c;
    const collide_vec3 e = first ? ij : second ? jk : ki;
    const collide_vec3 n = first ? collide_i_cross(jk, ki) : second ? collide_i_cross(ki, ij) : collide_i_cross(ij, jk);
    const collide_real longest = first ? a : second ? b : c;
    return longest > 0 ? collide_i_sub(n, collide_i_scale(e, collide_i_dot(n, e) / longest)) : n;
}

/* The weight that side e of a face, from w on, leaves to the third corner; what is beyond by rounding alone is on
   it. */
COLLIDE_I_STATIC collide_real collide_i_face_weight(const collide_vec3 *n, const collide_vec3 *w,
                                                    const collide_vec3 *to)
{
    const collide_vec3 e = collide_i_sub(*to, *w);
    const collide_real weight = collide_i_dot(*n, collide_i_cross(*w, e));
    const collide_real doubt = COLLIDE_I_EPSILON * COLLIDE_I_EPSILON * collide_i_dot(*n, *n) * collide_i_dot(*w, *w);
    return weight < 0 && weight * weight <= doubt * collide_i_dot(e, e) ? 0 : weight;
}

COLLIDE_I_STATIC void collide_i_try_face(const collide_i_vertex *s, int i, int j, int k, collide_i_nearest *best)
{
    const collide_vec3 n = collide_i_face_normal(&s[i].w, &s[j].w, &s[k].w);
    const int corner[3] = {i, j, k};
    collide_real weight[3];
    weight[0] = collide_i_face_weight(&n, &s[j].w, &s[k].w);
    weight[1] = collide_i_face_weight(&n, &s[k].w, &s[i].w);
    weight[2] = collide_i_face_weight(&n, &s[i].w, &s[j].w);
    if (weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0 && weight[0] + weight[1] + weight[2] > 0) {
        collide_i_try_inner(s, corner, n, weight, best);
        return;
    }
    if (!(weight[0] > 0)) collide_i_try_edge(s, j, k, best);
    if (!(weight[1] > 0)) collide_i_try_edge(s, k, i, best);
    if (!(weight[2] > 0)) collide_i_try_edge(s, i, j, best);
}

/* 1: done; 2: the origin is inside. */
COLLIDE_I_STATIC int collide_i_try_solid(const collide_i_vertex *s, collide_i_nearest *best)
{
    static const unsigned char faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    collide_real weight[4];
    int f, outside = 0;
    for (f = 0; f < 4; f++) {
        const int i = faces[f][0], j = faces[f][1], k = faces[f][2];
        const collide_vec3 n = collide_i_face_normal(&s[i].w, &s[j].w, &s[k].w);
        const collide_vec3 up = collide_i_sub(s[f].w, s[i].w);
        const collide_real height = collide_i_dot(n, up), h = collide_i_dot(n, s[i].w);
        const collide_real doubt = COLLIDE_I_GJK_NOISE * COLLIDE_I_GJK_NOISE * collide_i_dot(n, n);
        const int flat = height * height <= doubt * collide_i_dot(up, up);
        weight[f] = flat ? 0 : -h / height;
        if (!flat && !(h * height > 0)) continue;
        collide_i_try_face(s, i, j, k, best);
        outside = 1;
    }
    if (!outside) memcpy(best->weight, weight, sizeof weight);
    return outside ? 1 : 2;
}

/* The simplex of an iteration: corners in use, and where it comes closest to the origin. */
typedef struct {
    collide_i_vertex vertex[4];
    collide_i_nearest room[2], *at, *next; /* now; and if the newest corner joins */
} collide_i_simplex;

COLLIDE_I_INLINE void collide_i_simplex_clear(collide_i_simplex *s, collide_vec3 v, collide_real vv)
{
    s->at = &s->room[0];
    s->next = &s->room[1];
    s->at->v = v;
    s->at->vv = vv;
    s->at->used = 0;
}

static const signed char collide_i_bit_lists[16][5] = {/* how many bits, and which */
                                                       {0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0},
                                                       {2, 0, 1, 0, 0}, {1, 2, 0, 0, 0}, {2, 0, 2, 0, 0},
                                                       {2, 1, 2, 0, 0}, {3, 0, 1, 2, 0}, {1, 3, 0, 0, 0},
                                                       {2, 0, 3, 0, 0}, {2, 1, 3, 0, 0}, {3, 0, 1, 3, 0},
                                                       {2, 2, 3, 0, 0}, {3, 0, 2, 3, 0}, {3, 1, 2, 3, 0},
                                                       {4, 0, 1, 2, 3}};

COLLIDE_I_INLINE void collide_i_nearest_clear(collide_i_nearest *best)
{
    best->v = collide_i_vec(0, 0, 0);
    best->vv = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
    best->used = 0;
}

/* The origin is inside: that is where the closest point is, too. */
COLLIDE_I_INLINE int collide_i_nearest_inside(collide_i_nearest *best)
{
    best->v = collide_i_vec(0, 0, 0);
    best->vv = 0;
    best->used = 15;
    return 2;
}

/* The closest point of the corners in `others` and the newest one to the origin. 0: the quick way does not know; 1:
   done; 2: the origin is inside. */
COLLIDE_I_WITHIN int collide_i_solve_quickly(const collide_i_simplex *s, unsigned others, int newest,
                                             collide_i_nearest *best)
{
    const collide_i_vertex *w = s->vertex;
    const signed char *list = collide_i_bit_lists[others];
    int known = 1;
    collide_i_nearest_clear(best);
    if (list[0] == 3) {
        known = collide_i_quick_solid(w, newest, list[1], list[2], list[3], best);
        if (known == 2) return collide_i_nearest_inside(best);
    } else if (list[0] == 2) {
        const collide_vec3 a = collide_i_sub(w[list[1]].w, w[newest].w);
        const collide_vec3 b = collide_i_sub(w[list[2]].w, w[newest].w);
        known = collide_i_quick_face(w, newest, list[1], list[2], a, b, collide_i_cross(a, b), best);
    } else if (list[0] == 1) {
        collide_i_try_edge_here(w, list[1], newest, best);
    } else {
        collide_i_try_vertex(w, newest, best);
    }
    return known;
}

/* The same with care, and no matter which is the newest. */
COLLIDE_I_STATIC int collide_i_solve_carefully(const collide_i_simplex *s, unsigned used, collide_i_nearest *best)
{
    const collide_i_vertex *w = s->vertex;
    const signed char *list = collide_i_bit_lists[used];
    collide_i_nearest_clear(best);
    if (list[0] == 4) {
        if (collide_i_try_solid(w, best) == 2) return collide_i_nearest_inside(best);
    } else if (list[0] == 3) {
        collide_i_try_face(w, list[1], list[2], list[3], best);
    } else if (list[0] == 2) {
        collide_i_try_edge(w, list[1], list[2], best);
    } else {
        collide_i_try_vertex(w, list[1], best);
    }
    return 1;
}

/* The point of A that belongs to the closest point. */
COLLIDE_I_STATIC collide_vec3 collide_i_simplex_point(const collide_i_simplex *s)
{
    collide_vec3 p = collide_i_vec(0, 0, 0);
    collide_real sum = 0;
    int i;
    for (i = 0; i < 4; i++)
        if (s->at->used >> i & 1) {
            p = collide_i_add(p, collide_i_scale(s->vertex[i].p, s->at->weight[i]));
            sum += s->at->weight[i];
        }
    return sum > 0 ? collide_i_scale(p, 1 / sum) : p;
}

/* The greatest squared length of the corners in use: what rounding is measured by. */
COLLIDE_I_INLINE collide_real collide_i_simplex_reach(const collide_i_simplex *s)
{
    collide_real reach = 0;
    int i;
    for (i = 0; i < 4; i++)
        if (s->at->used >> i & 1) reach = collide_i_max(reach, collide_i_dot(s->vertex[i].w, s->vertex[i].w));
    return reach;
}

/* ---- distance and overlap (Algorithm 2) ---- */

COLLIDE_I_STATIC int collide_i_simplex_resume(const collide_i_cso *c, const collide_gjk_cache *cache,
                                              collide_i_simplex *s)
{
    int i;
    const int count = cache->count;
    collide_vec3 v = cache->axis;
    if (count >= 1 && count <= 4) {
        for (i = 0; i < count; i++)
            if (!collide_i_cso_corner(c, cache->a[i], cache->b[i], &s->vertex[i])) break;
        if (i == count) {
            const unsigned all = (1u << count) - 1; /* still the same face, probably */
            int known = collide_i_solve_quickly(s, all >> 1, count - 1, s->at);
            if (!known || s->at->used != all) known = collide_i_solve_carefully(s, all, s->at);
            if (s->at->used) return known == 2;
        }
    }
    if (!collide_i_usable3(v) || !(collide_i_extent(v) > COLLIDE_I_EPSILON)) v = collide_i_negate(c->between);
    collide_i_simplex_clear(s, v, collide_i_dot(v, v));
    return 0;
}

/* Begins where the cache left off, else between the middles. 1: the origin is inside what the cache had. */
COLLIDE_I_INLINE int collide_i_simplex_start(const collide_i_cso *c, const collide_gjk_cache *cache,
                                             collide_i_simplex *s)
{
    const collide_vec3 v = collide_i_negate(c->between);
    collide_i_simplex_clear(s, v, collide_i_dot(v, v));
    if (cache && collide_i_simplex_resume(c, cache, s)) return 1;
    if (!(s->at->vv > COLLIDE_I_EPSILON * COLLIDE_I_EPSILON) && !s->at->used)
        collide_i_simplex_clear(s, collide_i_vec(1, 0, 0), 1);
    return 0;
}

COLLIDE_I_STATIC void collide_i_simplex_keep(const collide_i_simplex *s, int inside, collide_gjk_cache *cache)
{
    int i;
    if (!cache) return;
    cache->count = 0;
    for (i = 0; i < 4; i++) {
        cache->a[i] = cache->b[i] = 0;
        if (!(s->at->used >> i & 1)) continue;
        cache->a[cache->count] = s->vertex[i].a;
        cache->b[cache->count++] = s->vertex[i].b;
    }
    cache->axis = inside ? collide_i_vec(0, 0, 0) : s->at->v;
}

/* A slot for one more corner. */
COLLIDE_I_INLINE int collide_i_simplex_slot(const collide_i_simplex *s)
{
    static const unsigned char slots[16] = {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 3};
    return slots[s->at->used & 15];
}

/* Is the corner in the slot one of those in use? */
COLLIDE_I_INLINE int collide_i_simplex_has(const collide_i_simplex *s, int slot)
{
    const int a = s->vertex[slot].a, b = s->vertex[slot].b;
    const collide_i_vertex *v = s->vertex;
    const int same = ((v[0].a == a) & (v[0].b == b)) | ((v[1].a == a) & (v[1].b == b)) << 1 |
                     ((v[2].a == a) & (v[2].b == b)) << 2 | ((v[3].a == a) & (v[3].b == b)) << 3;
    return a >= 0 && b >= 0 && ((unsigned)same & s->at->used) != 0;
}

COLLIDE_I_INLINE void collide_i_simplex_advance(collide_i_simplex *s)
{
    collide_i_nearest *before = s->at;
    s->at = s->next;
    s->next = before;
}

/* What a new corner has to beat. */
COLLIDE_I_INLINE collide_real collide_i_simplex_best(const collide_i_simplex *s)
{
    return s->at->used ? s->at->vv : collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
}

/* A new corner joins, with care. 0: that brings nothing; 1: closer; 2: the origin is inside. A few steps may also stand
   still: where a face takes over from its own edge, the distance stays the same to rounding, but its direction is a
   new one. */
COLLIDE_I_STATIC int collide_i_simplex_join_carefully(collide_i_simplex *s, int slot, int *careful)
{
    const collide_real vv = collide_i_simplex_best(s);
    const int known = collide_i_solve_carefully(s, s->at->used | 1u << slot, s->next);
    if (known == 1 && !(s->next->vv < vv))
        if (!(s->next->used >> slot & 1) || !(s->next->vv <= vv + 8 * COLLIDE_I_EPSILON * vv) || (*careful)++ > 8)
            return 0;
    collide_i_simplex_advance(s);
    return known;
}

/* A new corner joins the quick way: 1 or 2 as above, or 0 where that way does not know. */
COLLIDE_I_WITHIN int collide_i_simplex_join_quickly(collide_i_simplex *s, int slot)
{
    const int known = collide_i_solve_quickly(s, s->at->used, slot, s->next);
    if (known == 0 || (known == 1 && !(s->next->vv < collide_i_simplex_best(s)))) return 0;
    collide_i_simplex_advance(s);
    return known;
}

/* Quickly, until that fails for the first time, from which on *careful counts. */
COLLIDE_I_WITHIN int collide_i_simplex_join(collide_i_simplex *s, int slot, int *careful)
{
    const int known = *careful ? 0 : collide_i_simplex_join_quickly(s, slot);
    if (known) return known;
    if (!*careful) *careful = 1;
    return collide_i_simplex_join_carefully(s, slot, careful);
}

/* With the newest corner in its slot: is that all there is to know? reach: the squared noise of all corners seen. */
COLLIDE_I_WITHIN int collide_i_gjk_done(const collide_i_cso *c, const collide_i_simplex *s, int slot, int overlap_only,
                                        collide_real *reach)
{
    const collide_i_nearest *at = s->at;
    const collide_vec3 w = s->vertex[slot].w;
    const collide_real vw = collide_i_dot(at->v, w), gap = at->vv - vw; /* gap / |v|: how much closer it can get */
    if (overlap_only && vw > 0 && vw * vw > c->radius * c->radius * at->vv) return 1;
    if (at->used) {
        if (gap <= COLLIDE_I_EPSILON * at->vv || gap * gap * 16 <= *reach * at->vv) return 1; /* to rounding */
        if (gap * gap <= COLLIDE_I_GJK_REPEAT * *reach * at->vv && collide_i_simplex_has(s, slot)) return 1;
    }
    *reach = collide_i_max(*reach, COLLIDE_I_GJK_NOISE * COLLIDE_I_GJK_NOISE * collide_i_dot(w, w));
    return 0;
}

/* As far as the quick way goes. -1: not far enough; the newest corner is in its slot. */
COLLIDE_I_APART int collide_i_gjk_quickly(const collide_i_cso *c, collide_i_simplex *s, int overlap_only,
                                          collide_real *reach, int *steps)
{
    for (*steps = 0; *steps < COLLIDE_I_GJK_STEPS; (*steps)++) {
        const int slot = collide_i_simplex_slot(s);
        int joined;
        if (s->at->vv <= *reach) return 1;
        collide_i_cso_look(c, collide_i_negate(s->at->v), &s->vertex[slot]);
        if (collide_i_gjk_done(c, s, slot, overlap_only, reach)) return 0;
        joined = collide_i_simplex_join_quickly(s, slot);
        if (joined != 1) return joined == 2 ? 1 : -1;
    }
    return -1;
}

/* From there on with care. */
COLLIDE_I_APART int collide_i_gjk_carefully(const collide_i_cso *c, collide_i_simplex *s, int overlap_only,
                                            collide_real *reach, int *steps, unsigned *flags)
{
    int careful = 1;
    for (; *steps < COLLIDE_I_GJK_STEPS; (*steps)++) {
        int slot = collide_i_simplex_slot(s);
        const int joined = collide_i_simplex_join_carefully(s, slot, &careful);
        if (joined == 2) return 1;
        if (joined == 0) { /* rounding has the last word: is it small enough a word? */
            const collide_real vv = s->at->vv, vw = collide_i_dot(s->at->v, s->vertex[slot].w);
            const collide_real gap = s->at->used ? vv - vw : 0;
            if (gap * gap > *reach * vv) *flags |= COLLIDE_I_ROUGH;
            if (gap * gap > 64 * *reach * vv) *flags |= COLLIDE_NOT_CONVERGED;
            return 0;
        }
        if (!s->at->used) break; /* not a number */
        if (s->at->vv <= *reach) return 1;
        slot = collide_i_simplex_slot(s);
        collide_i_cso_support(c, collide_i_negate(s->at->v), &s->vertex[slot]);
        if (collide_i_gjk_done(c, s, slot, overlap_only, reach)) return 0;
    }
    *flags |= COLLIDE_NOT_CONVERGED;
    return 0;
}

/* 1 where the cores overlap or touch; else s->at->v is the shortest vector from B to A, or, where only overlap is asked
   for, any along which they are further apart than the roundings reach. */
COLLIDE_I_WITHIN int collide_i_gjk_iterate(const collide_i_cso *c, collide_i_simplex *s, int overlap_only, int *steps,
                                           unsigned *flags)
{
    const collide_real noise = COLLIDE_I_GJK_NOISE * COLLIDE_I_GJK_NOISE;
    collide_real reach = s->at->used ? noise * collide_i_simplex_reach(s) : 0;
    const int inside = collide_i_gjk_quickly(c, s, overlap_only, &reach, steps);
    return inside >= 0 ? inside : collide_i_gjk_carefully(c, s, overlap_only, &reach, steps, flags);
}

/* ---- moved apart ----

   Where cores touch, the shortest vector between them is too short to have a direction. With B moved off a little
   along a guess of the normal it has one, and a better one than the guess: on a face it is the face's. */

/* The simplex is the furthest corner along n alone. */
COLLIDE_I_STATIC void collide_i_simplex_single(const collide_i_cso *c, collide_vec3 n, collide_i_simplex *s)
{
    collide_i_simplex_clear(s, collide_i_vec(0, 0, 0), 0);
    collide_i_cso_support(c, n, &s->vertex[0]);
    s->at->used = 1;
    s->at->weight[0] = 1;
}

/* Back to where B really is, with the normal that was found while it was away. Returns how far A - B reaches along
   it. */
COLLIDE_I_APART collide_real collide_i_polish_back(collide_i_cso *c, const collide_vec3 *place, collide_i_simplex *s,
                                                   collide_vec3 *normal, collide_real *turned)
{
    const collide_vec3 shift = collide_i_sub(c->place, *place), old = *normal;
    collide_real length;
    int k;
    c->place = *place;
    *normal = collide_i_negate(collide_i_unit(s->at->v, &length));
    for (k = 0; k < 4; k++) s->vertex[k].w = collide_i_add(s->vertex[k].w, shift);
    *turned = collide_i_extent(collide_i_sub(*normal, old));
    return collide_i_cso_reach(c, normal);
}

/* B is first moved by base. Of those found on the way, the normal along which they are furthest apart; the simplex
   becomes the last one found, where B really is. */
COLLIDE_I_APART collide_vec3 collide_i_polish(collide_i_cso *c, collide_vec3 base, collide_vec3 normal,
                                              collide_i_simplex *s, int *steps)
{
    const collide_vec3 place = c->place;
    collide_real off = collide_i_max(c->size, c->radius) / 64, turned = 1, up;
    collide_real least = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
    collide_vec3 best = normal;
    int i, used, inside = 1;
    unsigned flags = 0;
    for (i = 0; off > 0 && i < 4 && turned > 256 * COLLIDE_I_EPSILON; i++, off /= 2) {
        c->place = collide_i_add(collide_i_add(place, base), collide_i_scale(normal, off));
        collide_i_simplex_clear(s, collide_i_negate(normal), 1);
        inside = collide_i_gjk_iterate(c, s, 0, &used, &flags);
        *steps += used;
        if (inside) break;
        up = collide_i_polish_back(c, &place, s, &normal, &turned);
        if (!(up < least)) continue;
        least = up;
        best = normal;
    }
    c->place = place;
    if (inside) collide_i_simplex_single(c, best, s);
    return best;
}

/* Weights of a triangle around the origin, in its plane: one after the other, so that the second mends what rounding
   did to the first. First how far from the shortest edge, then where along it. */
COLLIDE_I_STATIC void collide_i_simplex_weigh(collide_i_simplex *s)
{
    const signed char *list = collide_i_bit_lists[s->at->used & 15];
    collide_real shortest = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS)), along, up, nn;
    collide_vec3 e, f, n, w;
    int k, i = 0, j = 0, top = 0;
    if (list[0] != 3) return;
    for (k = 0; k < 3; k++) {
        const int a = list[1 + k] & 3, b = list[1 + (k + 1) % 3] & 3;
        e = collide_i_sub(s->vertex[b].w, s->vertex[a].w);
        if (!(collide_i_dot(e, e) < shortest)) continue;
        shortest = collide_i_dot(e, e);
        i = a;
        j = b;
        top = list[1 + (k + 2) % 3] & 3;
    }
    w = s->vertex[i].w;
    e = collide_i_sub(s->vertex[j].w, w);
    f = collide_i_sub(s->vertex[top].w, w);
    n = collide_i_cross(e, f);
    nn = collide_i_dot(n, n);
    if (!(nn > 0)) return;
    up = collide_i_clamp(-collide_i_dot(n, collide_i_cross(e, w)) / nn, 0, 1);
    w = collide_i_add(w, collide_i_scale(f, up));
    along = collide_i_clamp(-collide_i_dot(w, e) / shortest, 0, 1 - up);
    s->at->weight[top] = up;
    s->at->weight[j] = along;
    s->at->weight[i] = 1 - up - along;
    w = collide_i_add(w, collide_i_scale(e, along));
    s->at->vv = collide_i_dot(w, w); /* a sliver does not know better than its edges: is one of them closer? */
    collide_i_try_edge(s->vertex, i, j, s->at);
    collide_i_try_edge(s->vertex, j, top, s->at);
    collide_i_try_edge(s->vertex, top, i, s->at);
}

/* Any two directions square to a unit vector and to each other. */
COLLIDE_I_INLINE void collide_i_across(collide_vec3 n, collide_vec3 *u, collide_vec3 *v)
{
    collide_real length;
    *u = collide_i_abs(n.x) < collide_i_abs(n.y) ? collide_i_vec(1, 0, 0) : collide_i_vec(0, 1, 0);
    *u = collide_i_unit(collide_i_cross(n, *u), &length);
    *v = collide_i_cross(n, *u);
}

/* A normal from a few corners of a smooth shape is good to about the root of epsilon, and so is where the line along it
   goes through them. Points of A and B that lie opposite each other along the normal to the last digits: seen along it,
   in two coordinates, the simplex is slid over the surface, by corners in directions a little off the normal, until it
   covers the origin. Between such corners the surface bulges by the square of that little. Returns the point of A. */
COLLIDE_I_APART collide_vec3 collide_i_slide(const collide_i_cso *c, collide_vec3 n, collide_real close_by,
                                             collide_i_simplex *s)
{
    collide_vec3 u, v;
    collide_real tilt, length;
    int i, slot, careful = 1;
    if (s->at->used == 15) collide_i_simplex_single(c, n, s);
    collide_i_across(n, &u, &v);
    for (i = 0; i < 4; i++)
        s->vertex[i].w = collide_i_vec(collide_i_dot(u, s->vertex[i].w), collide_i_dot(v, s->vertex[i].w), 0);
    (void)collide_i_solve_carefully(s, s->at->used, s->at);
    tilt = c->size > 0 ? collide_i_sqrt(s->at->vv) / c->size : 1; /* a point: nowhere to slide */
    for (i = 0; i < 16 && s->at->vv > close_by && tilt < COLLIDE_R(0.03125); i++) {
        const collide_vec3 to = collide_i_unit(s->at->v, &length);
        const collide_vec3 aside = collide_i_add(collide_i_scale(u, to.x * tilt), collide_i_scale(v, to.y * tilt));
        collide_i_vertex *w;
        slot = collide_i_simplex_slot(s);
        w = &s->vertex[slot];
        collide_i_cso_support(c, collide_i_sub(n, aside), w);
        w->w = collide_i_vec(collide_i_dot(u, w->w), collide_i_dot(v, w->w), 0);
        if (collide_i_dot(to, w->w) > 0) tilt *= 4; /* not there yet */
        if (collide_i_simplex_has(s, slot) || !collide_i_simplex_join(s, slot, &careful)) {
            tilt *= 4;
            careful = 1;
        }
    }
    collide_i_simplex_weigh(s);
    return collide_i_simplex_point(s);
}

COLLIDE_I_STATIC collide_vec3 collide_i_opposite(const collide_i_cso *c, collide_vec3 n, collide_i_simplex *s)
{
    const collide_real noise = COLLIDE_I_GJK_NOISE * COLLIDE_I_GJK_NOISE / 4;
    collide_vec3 p = collide_i_vec(0, 0, 0), w = p;
    collide_real reach = c->size * c->size, sum = 0;
    int i;
    for (i = 0; i < 4; i++)
        if (s->at->used >> i & 1) {
            const collide_real weight = s->at->weight[i];
            p = collide_i_add(p, collide_i_scale(s->vertex[i].p, weight));
            w = collide_i_add(w, collide_i_scale(s->vertex[i].w, weight));
            reach = collide_i_max(reach, collide_i_dot(s->vertex[i].w, s->vertex[i].w));
            sum += weight;
        }
    if (!(sum > 0)) return collide_i_slide(c, n, noise * reach, s);
    w = collide_i_scale(w, 1 / sum);
    w = collide_i_sub(w, collide_i_scale(n, collide_i_dot(n, w)));
    if (collide_i_dot(w, w) <= noise * reach) return collide_i_scale(p, 1 / sum);
    return collide_i_slide(c, n, noise * reach, s);
}

typedef struct {
    collide_vec3 normal; /* the way out for B */
    collide_real depth;  /* how far A - B reaches along it; apart, that is negative */
    collide_vec3 point;  /* of A, where B leaves it */
    unsigned flags;
} collide_i_way_out;

/* The furthest point of A - B in a unit direction; how far that is bounds the depth. */
COLLIDE_I_STATIC collide_real collide_i_epa_look(const collide_i_cso *c, collide_vec3 d, collide_i_vertex *v,
                                                 collide_i_way_out *out)
{
    collide_real up;
    collide_i_cso_support(c, d, v);
    up = collide_i_dot(d, v->w);
    if (up < out->depth) {
        out->depth = up;
        out->normal = d;
    }
    return up;
}

/* Is a unit direction a shorter way out? */
COLLIDE_I_STATIC void collide_i_way_out_try(const collide_i_cso *c, collide_vec3 d, collide_i_way_out *out)
{
    const collide_real up = collide_i_cso_reach(c, &d);
    if (!(up < out->depth)) return;
    out->depth = up;
    out->normal = d;
}

/* Downhill to where the way out is shortest (apart: to where the gap is widest), by Newton's steps: over the directions
   n + y, y square to n, the furthest point is the gradient of how far it is, and how it moves as the direction tilts is
   the curvature. Of use on smooth surfaces only; elsewhere the first step is not downhill. */
COLLIDE_I_APART void collide_i_way_out_descend(const collide_i_cso *c, collide_i_way_out *out)
{
    const collide_real tilt = sizeof tilt == 4 ? COLLIDE_R(0.00390625) : COLLIDE_R(0.00000762939453125);
    int i;
    for (i = 0; i < 8; i++) {
        const collide_real before = out->depth;
        const collide_vec3 n = out->normal;
        collide_vec3 u, v, step;
        collide_i_vertex at, along_u, along_v;
        collide_real a, b, d, det, x, y, length;
        collide_i_across(n, &u, &v);
        collide_i_cso_support(c, n, &at);
        collide_i_cso_support(c, collide_i_add(n, collide_i_scale(u, tilt)), &along_u);
        collide_i_cso_support(c, collide_i_add(n, collide_i_scale(v, tilt)), &along_v);
        along_u.w = collide_i_sub(along_u.w, at.w);
        along_v.w = collide_i_sub(along_v.w, at.w);
        a = collide_i_dot(u, along_u.w) / tilt - before;
        b = (collide_i_dot(v, along_u.w) + collide_i_dot(u, along_v.w)) / (2 * tilt);
        d = collide_i_dot(v, along_v.w) / tilt - before;
        det = a * d - b * b;
        x = collide_i_dot(u, at.w);
        y = collide_i_dot(v, at.w);
        if (a > 0 && det > 0) {
            const collide_real p = (b * y - d * x) / det, q = (b * x - a * y) / det;
            step = collide_i_add(n, collide_i_add(collide_i_scale(u, p), collide_i_scale(v, q)));
            collide_i_way_out_try(c, collide_i_unit(step, &length), out);
        }
        if (!(out->depth < before)) { /* as round an axis, where all directions are alike: straight down, then */
            const collide_real bent = a * x * x + 2 * b * x * y + d * y * y;
            if (!(bent > 0)) return;
            step = collide_i_add(collide_i_scale(u, x), collide_i_scale(v, y));
            step = collide_i_sub(n, collide_i_scale(step, (x * x + y * y) / bent));
            collide_i_way_out_try(c, collide_i_unit(step, &length), out);
        }
        if (!(out->depth < before)) return;
    }
}

/* Stuck where rounding decides which corners matter: once more from where it got to, without the corners that led
   there, then from polished normals. Where cores are so close that this does not help, how far they are apart along
   such a normal is the better answer. */
COLLIDE_I_APART int collide_i_gjk_again(collide_i_cso *c, collide_i_simplex *s, int overlap_only, int inside,
                                        int *steps, unsigned *flags)
{
    const collide_vec3 none = {0, 0, 0};
    collide_vec3 n;
    collide_real length, apart;
    unsigned stuck = 1;
    int i, more;
    for (i = 0; i < 4 && stuck && !inside; i++) {
        n = collide_i_negate(collide_i_unit(s->at->v, &length));
        if (i > 0) n = collide_i_polish(c, none, n, s, steps);
        stuck = 0;
        collide_i_simplex_clear(s, collide_i_scale(n, -length), length * length);
        inside = collide_i_gjk_iterate(c, s, overlap_only, &more, &stuck);
        *steps += more;
    }
    if (inside || !stuck) return inside;
    if (!(s->at->vv * 4096 < c->size * c->size)) {
        *flags |= stuck & COLLIDE_NOT_CONVERGED;
        return 0;
    }
    n = collide_i_negate(collide_i_unit(s->at->v, &length));
    n = collide_i_polish(c, none, n, s, steps);
    apart = -collide_i_cso_reach(c, &n);
    if (!(apart > 0)) return 1;
    s->at->v = collide_i_scale(n, -apart);
    s->at->vv = apart * apart;
    return 0;
}

/* 1 where the cores overlap; as collide_i_gjk_iterate, but it does not stay stuck. */
COLLIDE_I_WITHIN int collide_i_gjk(collide_i_cso *c, collide_i_simplex *s, int overlap_only, int *steps,
                                   unsigned *flags)
{
    unsigned stuck = 0;
    int inside = collide_i_gjk_iterate(c, s, overlap_only, steps, &stuck);
    return stuck ? collide_i_gjk_again(c, s, overlap_only, inside, steps, flags) : inside;
}

/* Close to smooth shapes a distance is known well before its direction is: of the closest vector's and a polished one,
   the normal along which they are further apart. */
COLLIDE_I_APART collide_vec3 collide_i_sharpen(collide_i_cso *c, collide_i_simplex *s, collide_vec3 normal)
{
    collide_i_simplex other;
    collide_i_way_out out;
    collide_real before;
    int steps = 0;
    out.normal = normal;
    out.depth = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
    collide_i_way_out_try(c, normal, &out);
    before = out.depth += COLLIDE_I_EPSILON * c->size; /* in doubt the polished one */
    collide_i_way_out_try(c, collide_i_polish(c, collide_i_vec(0, 0, 0), normal, &other, &steps), &out);
    if (out.depth < before) {
        memcpy(s->vertex, other.vertex, sizeof s->vertex);
        *s->at = *other.at;
    }
    collide_i_way_out_descend(c, &out);
    return out.normal;
}

/* ---- results in the world ---- */

COLLIDE_I_INLINE collide_vec3 collide_i_cso_point(const collide_i_cso *c, collide_vec3 p)
{
    return collide_i_add(collide_i_turn(&c->frame.r, collide_i_scale(p, c->unit)), c->frame.p);
}

/* From points of the cores, the normal and the cores' signed distance, in A's frame and units. */
COLLIDE_I_INLINE void collide_i_closest_set(const collide_i_cso *c, collide_vec3 p, collide_vec3 q, collide_vec3 normal,
                                            collide_real distance, collide_closest *out)
{
    out->normal = collide_i_turn(&c->frame.r, normal);
    out->distance = (distance - c->radius) * c->unit;
    out->point_a = collide_i_add(collide_i_cso_point(c, p), collide_i_scale(out->normal, c->a->radius));
    out->point_b = collide_i_sub(collide_i_cso_point(c, q), collide_i_scale(out->normal, c->b->radius));
}

COLLIDE_I_INLINE collide_result collide_i_refuse(void *out, size_t size, collide_result why)
{
    memset(out, 0, size);
    return why;
}

/* A callback may return anything; what comes of it is refused at the other door. */
COLLIDE_I_INLINE int collide_i_closest_sound(const collide_closest *c)
{
    return collide_i_finite(c->distance) && collide_i_finite3(c->normal) && collide_i_finite3(c->point_a) &&
           collide_i_finite3(c->point_b);
}

/* Any direction, where all are as good: between the middles if they differ. */
COLLIDE_I_STATIC collide_vec3 collide_i_cso_direction(const collide_i_cso *c)
{
    collide_real length;
    const collide_vec3 d = collide_i_unit(c->between, &length);
    return length > COLLIDE_I_EPSILON ? d : collide_i_vec(0, 1, 0);
}

/* What distance and depth begin with: iterates to the end and, where the cores are apart, has the answer. 1: they are
   not, and s tells where; out->normal is then what direction v has, if any. */
COLLIDE_I_STATIC int collide_i_closest_begin(collide_i_cso *c, collide_gjk_cache *cache, collide_i_simplex *s,
                                             collide_closest *out)
{
    const int inside = collide_i_simplex_start(c, cache, s) || collide_i_gjk(c, s, 0, &out->iterations, &out->flags);
    collide_real length = collide_i_sqrt(s->at->vv);
    collide_vec3 normal, point;
    collide_i_simplex_keep(s, inside, cache);
    if (length > COLLIDE_I_EPSILON)
        normal = collide_i_scale(s->at->v, -1 / length);
    else /* nothing may be lost to underflow */
        normal = collide_i_negate(collide_i_unit(s->at->v, &length));
    if (!(length > 0)) normal = collide_i_cso_direction(c);
    if (inside) {
        length = 0;
        point = collide_i_simplex_point(s);
    } else {
        if ((c->a->kind > COLLIDE_I_POINTS || c->b->kind > COLLIDE_I_POINTS) && s->at->vv * 64 < c->size * c->size)
            normal = collide_i_sharpen(c, s, normal); /* smooth, and close by */
        point = collide_i_opposite(c, normal, s);
    }
    collide_i_closest_set(c, point, collide_i_add(point, collide_i_scale(normal, length)), normal, length, out);
    return inside;
}

COLLIDE_API collide_result collide_distance(collide_shape a, collide_pose pa, collide_shape b, collide_pose pb,
                                            collide_gjk_cache *cache, collide_closest *out)
{
    collide_i_cso c;
    collide_i_simplex s;
    int inside;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (collide_i_cso_of(&c, &a, &pa, &b, &pb) < 0) return COLLIDE_ERROR_ARGUMENT;
    inside = collide_i_closest_begin(&c, cache, &s, out);
    if (!collide_i_closest_sound(out)) return collide_i_refuse(out, sizeof *out, COLLIDE_ERROR_ARGUMENT);
    if (!inside && out->distance > 0) return COLLIDE_MISS;
    out->distance = 0; /* a common point: midway where only the roundings overlap */
    out->point_a = out->point_b = collide_i_scale(collide_i_add(out->point_a, out->point_b), COLLIDE_R(0.5));
    return COLLIDE_HIT;
}

/* ---- boxes: separating axes ----

   The axes are A's and B's normals and the crosses of their edges. The textbook's sums do for all but crosses of nearly
   parallel edges, whose direction they don't know well enough: those are projected on anew. */

/* How far apart the boxes are along a unit axis of A's frame; negative: how deep. */
COLLIDE_I_STATIC collide_real collide_i_boxes_apart(const collide_i_cso *c, collide_vec3 axis)
{
    const collide_vec3 h = c->a->as.corner[0], k = c->b->as.corner[0],
                       d = collide_i_lanes_vec(collide_i_lanes_turn(c->back, axis));
    const collide_real ra = h.x * collide_i_abs(axis.x) + h.y * collide_i_abs(axis.y) + h.z * collide_i_abs(axis.z);
    const collide_real rb = k.x * collide_i_abs(d.x) + k.y * collide_i_abs(d.y) + k.z * collide_i_abs(d.z);
    return collide_i_abs(collide_i_dot(axis, c->place)) - (ra + rb) * c->scale;
}

/* A's axis i cross B's axis j. */
COLLIDE_I_INLINE collide_vec3 collide_i_boxes_cross(const collide_i_cso *c, int i, int j)
{
    const collide_real *axis = c->turn + 4 * j;
    return collide_i_cross(collide_i_vec(i == 0, i == 1, i == 2), collide_i_vec(axis[0], axis[1], axis[2]));
}

/* The axis along which they are furthest apart, or least deep. Of equally good ones face normals come first. Stops
   early where only a positive distance matters. */
COLLIDE_I_STATIC collide_real collide_i_boxes_axis(const collide_i_cso *c, int any, collide_vec3 *best)
{
    const collide_vec3 h = collide_i_scale(c->a->as.corner[0], c->scale), t = c->place;
    const collide_vec3 k = collide_i_scale(c->b->as.corner[0], c->scale);
    const collide_vec3 u = collide_i_lanes_vec(collide_i_lanes_turn(c->back, t));
    const collide_real ha[3] = {h.x, h.y, h.z}, kb[3] = {k.x, k.y, k.z};
    const collide_real ta[3] = {t.x, t.y, t.z}, ub[3] = {u.x, u.y, u.z};
    collide_real r[3][3], q[3][3], apart, most;
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++) {
            r[i][j] = c->back[4 * i + j];
            q[i][j] = collide_i_abs(r[i][j]);
        }
    most = -collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
    for (i = 0; i < 3; i++) { /* A's normals, then B's */
        apart = collide_i_abs(ta[i]) - (ha[i] + kb[0] * q[i][0] + kb[1] * q[i][1] + kb[2] * q[i][2]);
        if (apart > most) {
            most = apart;
            *best = collide_i_vec(i == 0, i == 1, i == 2);
            if (any && most > 0) return most;
        }
    }
    for (j = 0; j < 3; j++) {
        apart = collide_i_abs(ub[j]) - (kb[j] + ha[0] * q[0][j] + ha[1] * q[1][j] + ha[2] * q[2][j]);
        if (apart > most) {
            most = apart;
            *best = collide_i_vec(r[0][j], r[1][j], r[2][j]);
            if (any && most > 0) return most;
        }
    }
    for (i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const collide_real ra = ha[i1] * q[i2][j] + ha[i2] * q[i1][j], rb = kb[j1] * q[i][j2] + kb[j2] * q[i][j1];
            const collide_real line = ta[i2] * r[i1][j] - ta[i1] * r[i2][j];
            const collide_real squared = r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j]; /* of the cross */
            const collide_real doubt = COLLIDE_I_GJK_NOISE * (ra + rb + collide_i_abs(line) + c->size);
            collide_vec3 axis;
            collide_real length;
            apart = collide_i_abs(line) - (ra + rb); /* by the length of the cross */
            if (any && apart < -doubt) continue;
            if (squared <= COLLIDE_I_GJK_NOISE * COLLIDE_I_GJK_NOISE) continue; /* parallel: the normals say it all */
            if (any && apart > doubt) {
                *best = collide_i_boxes_cross(c, i, j);
                return apart;
            }
            if (!any && most > 0 && apart <= 0) continue;
            axis = collide_i_unit(collide_i_boxes_cross(c, i, j), &length);
            if (!any && (apart + doubt) < most * length) continue;
            apart = collide_i_boxes_apart(c, axis);
            if (apart > most + COLLIDE_I_GJK_NOISE * c->size) {
                most = apart;
                *best = axis;
            }
        }
    }
    return most;
}

COLLIDE_I_INLINE int collide_i_boxes(const collide_i_cso *c) /* a point is a box without size */
{
    return c->a->kind <= COLLIDE_I_BOX && c->b->kind <= COLLIDE_I_BOX;
}

COLLIDE_API collide_result collide_overlap(collide_shape a, collide_pose pa, collide_shape b, collide_pose pb,
                                           collide_gjk_cache *cache)
{
    collide_i_cso c;
    collide_i_simplex s;
    collide_vec3 axis;
    unsigned flags = 0;
    int inside, steps;
    if (collide_i_cso_of(&c, &a, &pa, &b, &pb) < 0) return COLLIDE_ERROR_ARGUMENT;
    if (collide_i_boxes(&c) && !(c.radius > 0)) return !(collide_i_boxes_axis(&c, 1, &axis) > 0);
    if (cache && collide_i_usable3(cache->axis) && collide_i_extent(cache->axis) > COLLIDE_I_EPSILON) {
        collide_real vw;
        axis = cache->axis; /* what separated them last time may do so still */
        collide_i_cso_support(&c, collide_i_negate(axis), &s.vertex[0]);
        vw = collide_i_dot(axis, s.vertex[0].w);
        if (vw > 0 && vw * vw > c.radius * c.radius * collide_i_dot(axis, axis)) return COLLIDE_MISS;
    }
    inside = collide_i_simplex_start(&c, cache, &s) || collide_i_gjk(&c, &s, 1, &steps, &flags);
    if (!collide_i_finite(s.at->vv)) return COLLIDE_ERROR_ARGUMENT;
    if (!inside) { /* converged without an axis: touching, if anything; or the roundings meet */
        const collide_real length = collide_i_sqrt(s.at->vv), noise = COLLIDE_I_GJK_NOISE;
        inside = s.at->used && length <= c.radius + noise * collide_i_sqrt(collide_i_simplex_reach(&s));
    }
    collide_i_simplex_keep(&s, inside, cache);
    return inside;
}

/* ---- depth: the expanding polytope ----

   Inside A - B grows a polytope of support points towards the face closest to the origin. The lowest face bounds the
   depth from below; every direction that was looked in bounds it from above, whatever became of the polytope, so the
   answer is never less than a way out. Which faces a new point sees is decided exactly (as for hulls), so the surface
   stays one; and only near the face that it was found from. */

typedef struct {
    collide_vec3 w;
    int a, b; /* numbers of the corners, or -1 */
} collide_i_epa_vertex;

typedef struct {
    collide_vec3 normal;        /* of unit length, outwards; zero where the corners are in a line */
    short vertex[3], across[3]; /* counter-clockwise from outside; across the edge to the next vertex */
    short seen;                 /* by the vertex that looked at it last: twice its number, one more where it was seen */
    short thin;                 /* where it faces is not known to the last digits */
} collide_i_epa_face;

typedef struct {
    short from, to, behind;
} collide_i_epa_edge;

typedef struct {
    collide_i_epa_vertex *vertex;
    collide_i_epa_face *face;
    collide_real *height;     /* of each face above the origin; COLLIDE_I_EPA_NONE: of no interest */
    short *idle;              /* faces not in use; on top of them those that are about to go */
    collide_i_epa_edge *edge; /* the horizon */
    short *at;                /* the new face over the horizon's edge from a vertex */
    int vertex_count, face_count, idle_count;
} collide_i_polytope;

enum { COLLIDE_I_EPA_ROOM = 224 }; /* with V vertices there are at most 2 V - 4 faces, and V edges in a horizon */

#define COLLIDE_I_EPA_NONE collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS))

/* What rounding does to the height of a point above a face that is not thin, by its extent. */
#define COLLIDE_I_EPA_DOUBT (512 * COLLIDE_I_EPSILON)

/* With B out of the way, and a little further: the normal anew. */
COLLIDE_I_INLINE collide_vec3 collide_i_way_out_polish(collide_i_cso *c, const collide_i_way_out *out,
                                                       collide_i_simplex *s)
{
    int steps = 0;
    return collide_i_polish(c, collide_i_scale(out->normal, out->depth), out->normal, s, &steps);
}

COLLIDE_I_WITHIN int collide_i_epa_face_make(collide_i_polytope *e, int a, int b, int c)
{
    const int i = e->idle_count > 0 ? e->idle[--e->idle_count] : e->face_count++;
    const collide_vec3 *p = &e->vertex[a].w, *q = &e->vertex[b].w, *r = &e->vertex[c].w;
    const collide_vec3 u = collide_i_sub(*p, *r), v = collide_i_sub(*q, *r);
    collide_i_epa_face *f = &e->face[i];
    collide_vec3 n = collide_i_cross(u, v);
    const collide_real nn = collide_i_dot(n, n);
    collide_real length = collide_i_sqrt(nn);
    f->thin = !(nn * 256 > collide_i_dot(u, u) * collide_i_dot(v, v));
    if (!f->thin)
        n = collide_i_scale(n, 1 / length);
    else
        n = collide_i_unit(collide_i_face_normal(p, q, r), &length);
    f->normal = n;
    f->vertex[0] = (short)a;
    f->vertex[1] = (short)b;
    f->vertex[2] = (short)c;
    f->seen = 0;
    e->height[i] = length > 0 ? collide_i_dot(n, *r) : COLLIDE_I_EPA_NONE;
    return i;
}

COLLIDE_I_INLINE int collide_i_epa_sees(const collide_i_polytope *e, const collide_i_epa_face *f, const collide_vec3 *w)
{
    const collide_vec3 *a = &e->vertex[f->vertex[0]].w, up = collide_i_sub(*w, *a);
    const collide_real height = collide_i_dot(f->normal, up), doubt = COLLIDE_I_EPA_DOUBT * collide_i_extent(up);
    if (!f->thin && !(collide_i_abs(height) <= doubt)) return height > 0;
    return collide_i_above(*a, e->vertex[f->vertex[1]].w, e->vertex[f->vertex[2]].w, *w) > 0;
}

COLLIDE_I_INLINE void collide_i_epa_keep(collide_i_polytope *e, const collide_i_vertex *v)
{
    collide_i_epa_vertex *to = &e->vertex[e->vertex_count++];
    to->w = v->w;
    to->a = v->a;
    to->b = v->b;
}

/* Lists the faces that a corner sees on top of the idle ones, from one of them outwards. Returns how many. */
COLLIDE_I_STATIC int collide_i_epa_look_around(collide_i_polytope *e, int from, const collide_vec3 *w)
{
    short *seen = e->idle + e->idle_count;
    const int look = 2 * e->vertex_count;
    int i, k, count = 0;
    if (!collide_i_epa_sees(e, &e->face[from], w)) return 0;
    e->face[from].seen = (short)(look + 1);
    seen[count++] = (short)from;
    for (i = 0; i < count; i++)
        for (k = 0; k < 3; k++) {
            const short across = e->face[seen[i]].across[k];
            collide_i_epa_face *f = &e->face[across];
            if (f->seen >= look) continue;
            f->seen = (short)(look + collide_i_epa_sees(e, f, w));
            if (f->seen > look) seen[count++] = across;
        }
    return count;
}

/* The edges around the faces that are seen; at[v] is the one from vertex v. 0: they are not one closed line. */
COLLIDE_I_INLINE int collide_i_epa_horizon(collide_i_polytope *e, int count)
{
    const short *seen = e->idle + e->idle_count;
    int i, k, edges = 0, steps = 0;
    for (i = 0; i < count; i++) {
        const collide_i_epa_face *f = &e->face[seen[i]];
        for (k = 0; k < 3; k++) {
            collide_i_epa_edge *h = &e->edge[edges];
            if (e->face[f->across[k]].seen & 1) continue;
            if (edges++ == COLLIDE_I_EPA_ROOM) return 0;
            h->from = f->vertex[k];
            h->to = f->vertex[k < 2 ? k + 1 : 0];
            h->behind = f->across[k];
            e->at[h->to] = -1;
        }
    }
    for (i = 0; i < edges; i++) e->at[e->edge[i].from] = (short)i;
    for (i = 0; steps < edges && (steps == 0 || i > 0); steps++) {
        i = e->at[e->edge[i].to];
        if (i < 0) return 0;
    }
    return i == 0 && steps == edges ? edges : 0;
}

/* Takes in a corner in place of the faces it sees. 0: no room, or no way to tell the surface's sides apart. */
COLLIDE_I_APART int collide_i_epa_insert(collide_i_polytope *e, const collide_i_vertex *v, int count)
{
    const int fresh = e->vertex_count, edges = collide_i_epa_horizon(e, count);
    int i, k, n, first = 0, last = 0;
    if (fresh == COLLIDE_I_EPA_ROOM || edges < 3) return 0;
    if (e->face_count + edges - count - e->idle_count > 2 * COLLIDE_I_EPA_ROOM) return 0;
    for (i = 0; i < count; i++) e->height[e->idle[e->idle_count++]] = COLLIDE_I_EPA_NONE;
    collide_i_epa_keep(e, v);
    for (n = 0, i = 0; n < edges; n++) { /* around it, one face after the other */
        const collide_i_epa_edge *h = &e->edge[i];
        collide_i_epa_face *behind = &e->face[h->behind];
        const int made = collide_i_epa_face_make(e, h->from, h->to, fresh);
        for (k = 0; behind->vertex[k] != h->to; k++) continue;
        behind->across[k] = (short)made;
        e->face[made].across[0] = h->behind;
        e->face[made].across[2] = (short)last;
        if (n > 0)
            e->face[last].across[1] = (short)made;
        else
            first = made;
        last = made;
        i = e->at[h->to];
    }
    e->face[last].across[1] = (short)first;
    e->face[first].across[2] = (short)last;
    return 1;
}

/* A first tetrahedron. */
COLLIDE_I_STATIC int collide_i_epa_tetrahedron(collide_i_polytope *e, const collide_i_vertex *s)
{
    static const short faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const short across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    const int side = collide_i_above(s[0].w, s[1].w, s[2].w, s[3].w);
    int i;
    if (side == 0) return 0;
    e->vertex_count = e->face_count = e->idle_count = 0;
    for (i = 0; i < 4; i++) /* the fourth below the others */
        collide_i_epa_keep(e, &s[side > 0 && (i == 1 || i == 2) ? 3 - i : i]);
    for (i = 0; i < 4; i++) {
        (void)collide_i_epa_face_make(e, faces[i][0], faces[i][1], faces[i][2]);
        memcpy(e->face[i].across, across[i], sizeof across[i]);
    }
    return 1;
}

COLLIDE_I_INLINE int collide_i_epa_lowest(const collide_i_polytope *e)
{
    collide_real least = COLLIDE_I_EPA_NONE;
    int i, low = -1;
    for (i = 0; i < e->face_count; i++)
        if (e->height[i] < least) {
            least = e->height[i];
            low = i;
        }
    return low;
}

/* Looks along d and back; keeps the point further from the plane or line that measure gives. */
COLLIDE_I_STATIC collide_real collide_i_epa_widen(const collide_i_cso *c, collide_vec3 d, collide_i_vertex *v,
                                                  collide_vec3 from, collide_i_way_out *out)
{
    collide_i_vertex back;
    collide_real there, here;
    (void)collide_i_epa_look(c, d, v, out);
    (void)collide_i_epa_look(c, collide_i_negate(d), &back, out);
    there = collide_i_dot(d, collide_i_sub(v->w, from));
    here = -collide_i_dot(d, collide_i_sub(back.w, from));
    if (here > there) *v = back;
    return collide_i_max(here, there);
}

/* Four corners that span a volume, from scratch. 0 where A - B is flat: it is then left at once, across. */
COLLIDE_I_APART int collide_i_epa_span(const collide_i_cso *c, collide_i_vertex s[4], collide_i_way_out *out)
{
    const collide_real flat = COLLIDE_I_GJK_NOISE * (c->size + collide_i_extent(c->between));
    collide_real wide, best = -1, length;
    collide_vec3 d, e;
    collide_i_vertex v;
    int i;
    for (i = 0; i < 3; i++) { /* the longest of three extents */
        d = collide_i_vec(i == 0, i == 1, i == 2);
        collide_i_cso_support(c, collide_i_negate(d), &s[2]);
        (void)collide_i_epa_look(c, collide_i_negate(d), &s[2], out);
        (void)collide_i_epa_look(c, d, &v, out);
        wide = collide_i_dot(d, collide_i_sub(v.w, s[2].w));
        if (wide > best) {
            best = wide;
            s[0] = s[2];
            s[1] = v;
        }
    }
    if (!(best > flat)) {
        out->normal = collide_i_cso_direction(c);
        return 0;
    }
    e = collide_i_unit(collide_i_sub(s[1].w, s[0].w), &length);
    d = collide_i_abs(e.x) < collide_i_abs(e.y) ? collide_i_vec(1, 0, 0) : collide_i_vec(0, 1, 0);
    d = collide_i_unit(collide_i_cross(e, d), &length);
    wide = collide_i_epa_widen(c, d, &s[2], s[0].w, out);
    d = collide_i_cross(e, d);
    if (collide_i_epa_widen(c, d, &v, s[0].w, out) > wide) {
        s[2] = v;
        wide = flat + flat;
    }
    if (!(wide > flat)) return 0;
    d = collide_i_unit(collide_i_cross(e, collide_i_sub(s[2].w, s[0].w)), &length);
    if (!(length > 0)) return 0;
    return collide_i_epa_widen(c, d, &s[3], s[0].w, out) > flat;
}

/* The points, and the normal that fits them: of those that are as short to rounding it is the better one. */
COLLIDE_I_APART void collide_i_way_out_settle(collide_i_cso *c, collide_i_simplex *s, collide_i_way_out *out)
{
    const collide_real noise = COLLIDE_I_GJK_NOISE * c->size;
    int i;
    for (i = 0; i < 32; i++) {
        const collide_vec3 polished = collide_i_way_out_polish(c, out, s);
        const collide_real before = out->depth;
        out->depth += noise;
        collide_i_way_out_try(c, polished, out);
        out->depth = collide_i_min(out->depth, before);
        if (!(out->depth < before - noise / 4)) break;
    }
    out->point = collide_i_opposite(c, out->normal, s);
}

enum { COLLIDE_I_EPA_TRIES = 16 };

/* Out of room: round an axis all ways out are about as short, and the polytope grows all around instead of closer. The
   faces that could still hide a shorter one are tried by polishing, each time the one least like those tried before. */
COLLIDE_I_APART void collide_i_epa_scatter(collide_i_cso *c, collide_i_simplex *s, collide_i_polytope *e,
                                           collide_i_way_out *out)
{
    collide_vec3 tried = out->normal;
    int i, k, least;
    for (k = 0; k < COLLIDE_I_EPA_TRIES; k++) {
        collide_i_way_out way = *out;
        for (i = 0, least = -1; i < e->face_count; i++) {
            collide_real alike;
            if (!(e->height[i] < (k == 0 ? out->depth : COLLIDE_I_EPA_NONE))) {
                e->height[i] = COLLIDE_I_EPA_NONE;
                continue;
            }
            alike = collide_i_dot(e->face[i].normal, tried);
            e->height[i] = k == 0 ? alike : collide_i_max(e->height[i], alike); /* its height is of no more use */
            if (least < 0 || e->height[i] < e->height[least]) least = i;
        }
        if (least < 0) return;
        tried = e->face[least].normal;
        way.depth = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
        collide_i_way_out_try(c, tried, &way);
        collide_i_way_out_settle(c, s, &way);
        if (way.depth < out->depth) *out = way;
    }
}

/* The shortest way out of A - B. The simplex is what the iteration ended with; it is the first tetrahedron, if it can.
   Returns the face that is left there, or -1 where none is known. */
COLLIDE_I_APART int collide_i_epa(collide_i_cso *c, collide_i_simplex *s, collide_i_polytope *e, collide_i_way_out *out)
{
    const collide_real noise = COLLIDE_I_EPSILON * (c->size + collide_i_extent(c->between));
    collide_i_vertex v;
    int steps;
    memset(out, 0, sizeof *out);
    out->depth = COLLIDE_I_EPA_NONE;
    if (!(s->at->used == 15 && collide_i_epa_tetrahedron(e, s->vertex)) &&
        !(collide_i_epa_span(c, s->vertex, out) && collide_i_epa_tetrahedron(e, s->vertex)))
        return -1;
    for (steps = 0; steps < 4 * COLLIDE_I_EPA_ROOM; steps++) {
        const int low = collide_i_epa_lowest(e);
        const collide_real before = out->depth;
        collide_real up;
        int seen;
        if (low < 0 || !(e->height[low] < out->depth - noise)) return -1;
        up = collide_i_epa_look(c, e->face[low].normal, &v, out);
        if (!(up - e->height[low] > noise)) return up < before ? low : -1;
        seen = collide_i_epa_look_around(e, low, &v.w);
        if (!seen) {
            e->height[low] = up; /* a sliver that does not know where it faces */
        } else if (!collide_i_epa_insert(e, &v, seen)) {
            break;
        }
    }
    out->flags |= COLLIDE_NOT_CONVERGED;
    return -1;
}

/* The way out of boxes that touch or overlap, but for the points. 1: they overlap without doubt. */
COLLIDE_I_STATIC int collide_i_boxes_way_out(const collide_i_cso *c, collide_i_way_out *out)
{
    collide_real depth;
    memset(out, 0, sizeof *out);
    depth = -collide_i_boxes_axis(c, 0, &out->normal);
    out->depth = collide_i_max(depth, 0);
    if (collide_i_dot(out->normal, c->place) < 0) out->normal = collide_i_negate(out->normal);
    return depth > 4 * COLLIDE_I_GJK_NOISE * c->size;
}

/* Room for a polytope. */
COLLIDE_I_APART int collide_i_epa_take(collide_i_polytope *e, collide_scratch *scratch)
{
    const size_t room = COLLIDE_I_EPA_ROOM;
    memset(e, 0, sizeof *e);
    e->vertex = (collide_i_epa_vertex *)collide_i_scratch_take(scratch, room, sizeof *e->vertex);
    e->face = (collide_i_epa_face *)collide_i_scratch_take(scratch, 2 * room, sizeof *e->face);
    e->height = (collide_real *)collide_i_scratch_take(scratch, 2 * room, sizeof *e->height);
    e->idle = (short *)collide_i_scratch_take(scratch, 2 * room, sizeof *e->idle);
    e->edge = (collide_i_epa_edge *)collide_i_scratch_take(scratch, room + 1, sizeof *e->edge);
    e->at = (short *)collide_i_scratch_take(scratch, room, sizeof *e->at);
    return e->vertex && e->face && e->height && e->idle && e->edge && e->at;
}

/* Do both cores have corners, and nothing else? */
COLLIDE_I_INLINE int collide_i_angular(const collide_i_cso *c)
{
    return c->a->kind <= COLLIDE_I_POINTS && c->b->kind <= COLLIDE_I_POINTS;
}

/* The point of A above which a face has the origin: in it, or in one of the same plane. 0: not found. */
COLLIDE_I_STATIC int collide_i_epa_point(const collide_i_cso *c, const collide_i_polytope *e, int face,
                                         collide_i_simplex *s, collide_i_way_out *out)
{
    static const signed char beyond[8] = {0, 0, 1, 0, 2, 2, 1, 0}; /* the side, from the corners that are nearest */
    const collide_real noise = COLLIDE_I_GJK_NOISE * (c->size + collide_i_extent(c->between));
    int k, steps;
    for (steps = 0; steps < 16; steps++) {
        const collide_i_epa_face *f = &e->face[face];
        collide_vec3 aside;
        if (f->thin || !(e->height[face] <= out->depth + noise)) return 0;
        for (k = 0; k < 3; k++) {
            const collide_i_epa_vertex *v = &e->vertex[f->vertex[k]];
            if (!collide_i_cso_corner(c, v->a, v->b, &s->vertex[k])) return 0;
        }
        (void)collide_i_solve_carefully(s, 7, s->at);
        aside = collide_i_sub(s->at->v, collide_i_scale(out->normal, collide_i_dot(out->normal, s->at->v)));
        if (collide_i_dot(aside, aside) <= noise * noise) {
            out->point = collide_i_simplex_point(s);
            return 1;
        }
        face = f->across[beyond[s->at->used & 7]];
    }
    return 0;
}

/* By the polytope. Where it ends with a face of good shape, that is the way out to the last digits. */
COLLIDE_I_APART void collide_i_depth_by_polytope(collide_i_cso *c, collide_i_simplex *s, collide_i_polytope *e,
                                                 collide_i_way_out *out)
{
    const int low = collide_i_epa(c, s, e, out);
    if (low >= 0 && collide_i_angular(c) && collide_i_epa_point(c, e, low, s, out)) return;
    if (out->flags) collide_i_epa_scatter(c, s, e, out);
    if (!collide_i_angular(c)) collide_i_way_out_descend(c, out); /* its shortest way may be between corners */
    if (!(out->depth > 0)) out->depth = 0;
    collide_i_way_out_settle(c, s, out);
}

/* Cores that overlap: the way out, by the means at hand. */
COLLIDE_I_WITHIN collide_result collide_i_depth(collide_i_cso *c, collide_i_simplex *s, collide_scratch *scratch,
                                                collide_i_way_out *out)
{
    collide_scratch own;
    collide_i_mark mark;
    collide_i_polytope e;
    int taken;
    memset(&own, 0, sizeof own);
    if (!scratch) scratch = &own;
    mark = collide_i_scratch_mark(scratch);
    taken = collide_i_epa_take(&e, scratch);
    if (taken) collide_i_depth_by_polytope(c, s, &e, out);
    collide_i_scratch_release(scratch, mark);
    if (scratch == &own) collide_scratch_free(&own);
    return taken ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
}

/* ---- depth without memory: by halving the directions ----

   For casts that start inside, which have no scratch. The sphere of directions is cut into triangles, and those into
   halves. Of a triangle with directions d_i and furthest points w_i, let q be the point of the w_i's triangle closest
   to the origin: A - B reaches at least as far as q, so in any direction of the triangle at least min q.d_i (which
   falls short of |q| by the square of the triangle's size only). Where that is no less than the best way known, there
   is nothing to look for; else the direction of q is the next guess, and both halves are looked at. In place: the
   middle of an edge replaces first one end, then the other, and each end comes back as the other's mirror image. Ends
   where a millionth is left to gain: that is close enough to the best way to go downhill from there. */

enum { COLLIDE_I_HALVINGS = 18, COLLIDE_I_WAYS = 2048 };

typedef struct {
    unsigned char replaced, other, second; /* the ends of the edge; which half it is */
} collide_i_halving;

/* The least that the way out can be within a triangle of directions. Corners: w, and the direction in p. */
COLLIDE_I_STATIC collide_real collide_i_ways_bound(const collide_i_vertex corner[3], collide_vec3 *guess)
{
    collide_i_nearest near_by;
    collide_i_nearest_clear(&near_by);
    collide_i_try_face(corner, 0, 1, 2, &near_by);
    *guess = near_by.v;
    return collide_i_min(collide_i_dot(near_by.v, corner[0].p),
                         collide_i_min(collide_i_dot(near_by.v, corner[1].p), collide_i_dot(near_by.v, corner[2].p)));
}

COLLIDE_I_STATIC void collide_i_ways_corner(const collide_i_cso *c, collide_vec3 d, collide_i_vertex *v,
                                            collide_i_way_out *out)
{
    (void)collide_i_epa_look(c, d, v, out);
    v->p = d;
}

/* The end of an edge, from its middle and the other end. */
COLLIDE_I_STATIC collide_vec3 collide_i_ways_mirror(const collide_i_vertex *middle, const collide_i_vertex *end)
{
    const collide_vec3 twice = collide_i_scale(middle->p, 2 * collide_i_dot(middle->p, end->p));
    collide_real length;
    return collide_i_unit(collide_i_sub(twice, end->p), &length);
}

/* All directions of one triangle. Returns how many were looked at. */
COLLIDE_I_STATIC int collide_i_ways_within(const collide_i_cso *c, collide_i_vertex corner[3], collide_real close_by,
                                           int most, collide_i_way_out *out)
{
    collide_i_halving stack[COLLIDE_I_HALVINGS], *h;
    collide_vec3 guess;
    collide_real length;
    int depth = 0, count = 0, i, k;
    for (;;) {
        if (depth < COLLIDE_I_HALVINGS && collide_i_ways_bound(corner, &guess) < out->depth - close_by) {
            guess = collide_i_unit(guess, &length);
            if (length > 0) collide_i_way_out_try(c, guess, out);
            if (++count >= most) return most;
            for (i = 0, k = 0; k < 3; k++) { /* the longest edge is the one whose ends are least alike */
                const collide_real here = collide_i_dot(corner[k].p, corner[(k + 1) % 3].p);
                if (here < collide_i_dot(corner[i].p, corner[(i + 1) % 3].p)) i = k;
            }
            h = &stack[depth++];
            h->replaced = (unsigned char)i;
            h->other = (unsigned char)((i + 1) % 3);
            h->second = 0;
            guess = collide_i_unit(collide_i_add(corner[i].p, corner[h->other].p), &length);
            collide_i_ways_corner(c, guess, &corner[i], out);
            continue;
        }
        while (depth > 0 && stack[depth - 1].second) { /* both halves are done */
            h = &stack[--depth];
            guess = collide_i_ways_mirror(&corner[h->other], &corner[h->replaced]);
            collide_i_ways_corner(c, guess, &corner[h->other], out);
        }
        if (depth == 0) return count;
        h = &stack[depth - 1]; /* the other half: the same new corner instead of the other end */
        guess = collide_i_ways_mirror(&corner[h->replaced], &corner[h->other]);
        corner[h->other] = corner[h->replaced];
        collide_i_ways_corner(c, guess, &corner[h->replaced], out);
        h->second = 1;
    }
}

/* Octant by octant; on the first round only their corners, for a bound to begin with. */
COLLIDE_I_APART void collide_i_ways(const collide_i_cso *c, int first, collide_i_way_out *out)
{
    const collide_real close_by = COLLIDE_R(0.00000095367431640625) * (c->size + collide_i_extent(c->between));
    collide_i_vertex corner[3];
    int i, count = 0;
    for (i = 0; i < 8; i++) {
        collide_i_ways_corner(c, collide_i_vec(i & 1 ? (collide_real)-1 : 1, 0, 0), &corner[0], out);
        collide_i_ways_corner(c, collide_i_vec(0, i & 2 ? (collide_real)-1 : 1, 0), &corner[1], out);
        collide_i_ways_corner(c, collide_i_vec(0, 0, i & 4 ? (collide_real)-1 : 1), &corner[2], out);
        if (!first) count += collide_i_ways_within(c, corner, close_by, COLLIDE_I_WAYS - count, out);
    }
    if (first) collide_i_ways_corner(c, collide_i_cso_direction(c), &corner[0], out);
    if (count >= COLLIDE_I_WAYS) out->flags |= COLLIDE_NOT_CONVERGED;
}

/* Cores that overlap or touch: the way out, without scratch. */
COLLIDE_I_APART void collide_i_depth_small(collide_i_cso *c, collide_i_simplex *s, collide_i_way_out *out)
{
    if (collide_i_boxes(c)) {
        (void)collide_i_boxes_way_out(c, out);
    } else {
        memset(out, 0, sizeof *out);
        out->depth = COLLIDE_I_EPA_NONE;
        collide_i_ways(c, 1, out);
        collide_i_way_out_descend(c, out);
        collide_i_ways(c, 0, out);
        collide_i_way_out_descend(c, out);
        if (!(out->depth > 0)) out->depth = 0;
    }
    collide_i_way_out_settle(c, s, out);
}

COLLIDE_API collide_result collide_penetration(collide_shape a, collide_pose pa, collide_shape b, collide_pose pb,
                                               collide_gjk_cache *cache, collide_scratch *scratch, collide_closest *out)
{
    collide_i_cso c;
    collide_i_simplex s;
    collide_i_way_out way;
    collide_result r = COLLIDE_OK;
    int boxes, deep;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (collide_i_cso_of(&c, &a, &pa, &b, &pb) < 0) return COLLIDE_ERROR_ARGUMENT;
    boxes = collide_i_boxes(&c);
    deep = boxes && collide_i_boxes_way_out(&c, &way);
    if (deep && cache) memset(cache, 0, sizeof *cache); /* what was walked on is not where they are */
    if (deep || collide_i_closest_begin(&c, cache, &s, out)) {
        if (boxes)
            collide_i_way_out_settle(&c, &s, &way);
        else
            r = collide_i_depth(&c, &s, scratch, &way);
        if (r < 0) return collide_i_refuse(out, sizeof *out, r);
        collide_i_closest_set(&c, way.point, collide_i_sub(way.point, collide_i_scale(way.normal, way.depth)),
                              way.normal, -way.depth, out);
        out->flags |= way.flags;
    }
    if (!collide_i_closest_sound(out)) return collide_i_refuse(out, sizeof *out, COLLIDE_ERROR_ARGUMENT);
    return out->distance > 0 ? COLLIDE_MISS : COLLIDE_HIT;
}

/* ---- casts (Algorithm 3) ----

   B moves by r relative to A; at time t a corner w of A - B has become w - t r. Every support plane that does not yet
   hold the origin tells how long that stays so: t only ever grows up to the first contact. A rounding moves each plane
   towards the origin by its radius, so the iteration never sees a curve where there is only a sphere. */

typedef struct {
    collide_real time;
    collide_vec3 normal, point; /* in A's frame and units; of A */
    int steps;
    unsigned flags;
} collide_i_contact;

/* Touching: is there a plane between them that B leaves as it goes by r? At a corner there are many planes, and one is
   enough. Moved off along r a little, the closest vector is square to the one that r leaves best, as long as that is a
   plane here, too: further off other corners may be closer. */
COLLIDE_I_APART int collide_i_leaves(collide_i_cso *c, collide_i_simplex *s, collide_vec3 r, collide_real slack,
                                     collide_vec3 *normal)
{
    const collide_vec3 place = c->place;
    collide_real length, off = (c->size + c->radius) / 64;
    const collide_vec3 by = collide_i_unit(r, &length);
    int i, inside, steps;
    unsigned flags = 0;
    for (i = 0; length > 0 && i < 5; i++, off /= 8) {
        collide_vec3 n;
        c->place = collide_i_add(place, collide_i_scale(by, off));
        collide_i_simplex_clear(s, collide_i_negate(by), 1);
        inside = collide_i_gjk_iterate(c, s, 0, &steps, &flags);
        c->place = place;
        n = collide_i_negate(collide_i_unit(s->at->v, &length));
        if (inside || !(length > c->radius)) return 0;
        if (!(collide_i_cso_reach(c, &n) + c->radius <= slack)) continue;
        *normal = n;
        return 1;
    }
    return 0;
}

/* Nothing moves before they touch: they do so at the start, or overlap. A hit only if they overlap, or would go on into
   each other. */
COLLIDE_I_APART int collide_i_cast_from_contact(collide_i_cso *c, collide_i_simplex *s, collide_vec3 r,
                                                collide_real slack, collide_i_contact *out)
{
    const int inside = s->at->used == 15 || collide_i_gjk(c, s, 0, &out->steps, &out->flags);
    collide_real length, depth;
    collide_vec3 normal;
    slack = collide_i_max(slack, COLLIDE_I_GJK_NOISE * (c->size + c->radius));
    out->normal = collide_i_negate(collide_i_unit(s->at->v, &length));
    out->point = collide_i_simplex_point(s);
    depth = c->radius - length;
    if (inside || length <= 64 * slack) {
        collide_i_way_out way;
        collide_i_depth_small(c, s, &way);
        out->normal = way.normal;
        out->point = way.point;
        if (inside) depth = c->radius + way.depth;
        out->flags |= way.flags;
    }
    if (depth > slack) {
        out->flags |= COLLIDE_STARTED_INSIDE;
        return 1;
    }
    out->flags = 0; /* how far it would go in */
    return collide_i_dot(out->normal, r) < -slack && !collide_i_leaves(c, s, r, slack, &normal);
}

/* Where cores have come to touch: the normal of the face of A - B that the simplex spans, if it has three corners and
   holds all of A - B back. */
COLLIDE_I_APART int collide_i_face_holds(const collide_i_cso *c, const collide_i_simplex *s, collide_vec3 guess,
                                         collide_real slack, collide_vec3 *normal)
{
    const signed char *list = collide_i_bit_lists[s->at->used & 15];
    collide_i_vertex furthest;
    collide_real length;
    collide_vec3 n;
    if (list[0] != 3) return 0;
    n = collide_i_face_normal(&s->vertex[list[1]].w, &s->vertex[list[2]].w, &s->vertex[list[3]].w);
    n = collide_i_unit(n, &length);
    if (collide_i_dot(n, guess) < 0) n = collide_i_negate(n);
    collide_i_cso_support(c, n, &furthest);
    if (!(length > 0) || !(collide_i_dot(n, furthest.w) <= slack)) return 0;
    *normal = n;
    return 1;
}

/* That, or else one polished from a guess. */
COLLIDE_I_STATIC collide_vec3 collide_i_contact_normal(collide_i_cso *c, collide_i_simplex *s, collide_vec3 guess,
                                                       collide_real slack, int *steps)
{
    collide_vec3 n;
    if (collide_i_face_holds(c, s, guess, slack, &n)) return n;
    return collide_i_polish(c, collide_i_vec(0, 0, 0), guess, s, steps);
}

/* From a guess of the normal: a better one, and where they touch. */
COLLIDE_I_APART void collide_i_contact_settle(collide_i_cso *c, collide_i_simplex *s, collide_real slack,
                                              collide_i_contact *at)
{
    at->normal = collide_i_contact_normal(c, s, at->normal, slack, &at->steps);
    at->point = collide_i_opposite(c, at->normal, s);
}

/* Where a surface is smooth, support points and their normals lie on about one sphere, from one to the next. The
   direction in which it would be met, from two of them, is better than the closest point's of a few corners: that only
   creeps along a curve. */
typedef struct {
    collide_vec3 w, d; /* the last point, and the unit direction it was found against */
    int known;
} collide_i_bow;

/* Where the origin, which moves by r, meets the sphere, grown by a radius. 0: no such sphere. */
COLLIDE_I_STATIC int collide_i_bow_aim(collide_i_bow *bow, collide_vec3 w, collide_vec3 d, collide_vec3 r,
                                       collide_real radius, collide_vec3 *aim)
{
    const collide_vec3 dd = collide_i_sub(d, bow->d), dw = collide_i_sub(bow->w, w);
    const collide_real turn = collide_i_dot(dd, dd),
                       curve = turn > COLLIDE_I_EPSILON ? collide_i_dot(dw, dd) / turn : 0;
    const collide_vec3 centre = collide_i_add(w, collide_i_scale(d, curve));
    const collide_real rr = collide_i_dot(r, r);
    collide_real t, half;
    const int known = bow->known;
    bow->w = w;
    bow->d = d;
    bow->known = 1;
    if (!known || !(curve > 0) || !(rr > 0)) return 0;
    t = collide_i_dot(centre, r) / rr;
    *aim = collide_i_sub(centre, collide_i_scale(r, t));
    half = (curve + radius) * (curve + radius) - collide_i_dot(*aim, *aim);
    if (half > 0) t -= collide_i_sqrt(half / rr);
    *aim = collide_i_sub(centre, collide_i_scale(r, t));
    return collide_i_dot(*aim, *aim) > COLLIDE_I_EPSILON * COLLIDE_I_EPSILON;
}

/* A cast on its way. */
typedef struct {
    collide_real t, speed, slack, length; /* length: of the shortest vector known at t */
    collide_vec3 r, base[4], last;        /* corners at time 0; the last plane that moved us */
    int joined, moved;
} collide_i_flight;

/* Looks along v: moves on as far as the plane there allows, and takes the new corner in. 0: it gets away. */
COLLIDE_I_INLINE int collide_i_flight_step(collide_i_flight *f, const collide_i_cso *c, collide_i_simplex *s,
                                           collide_vec3 v, collide_real size, int slot, int *careful)
{
    const collide_real far_off = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
    const collide_real vr = collide_i_dot(v, f->r);
    const collide_real apart = collide_i_dot(v, s->vertex[slot].w) - c->radius * size;
    int i;
    if (apart > 0) {
        if (!(vr > 0) || f->t + apart / vr > 1) return 0;
        f->t += apart / vr;
        f->last = v;
        f->moved = 1;
        for (i = 0; i < 4; i++) s->vertex[i].w = collide_i_sub(f->base[i], collide_i_scale(f->r, f->t));
        s->at->vv = far_off; /* the old distance no longer counts */
    }
    f->joined = !(apart > 0) && collide_i_simplex_has(s, slot) ? 0 : collide_i_simplex_join(s, slot, careful);
    return 1;
}

/* Flies until the cores are as close as their roundings, or it is clear that they never are: 0. */
COLLIDE_I_APART int collide_i_flight_run(collide_i_flight *f, const collide_i_cso *c, collide_i_simplex *s, int *steps,
                                         unsigned *flags)
{
    collide_vec3 aim = collide_i_vec(0, 0, 0);
    collide_i_bow bow = {{0, 0, 0}, {0, 0, 0}, 0};
    int careful = 0, again = 0, aimed = 0;
    for (;;) {
        const collide_vec3 v = aimed ? aim : s->at->v;
        const int was_aimed = aimed, slot = collide_i_simplex_slot(s);
        collide_real size;
        f->length = collide_i_sqrt(s->at->vv);
        f->slack =
            COLLIDE_I_GJK_NOISE * ((s->at->used ? collide_i_sqrt(collide_i_simplex_reach(s)) : 1) + f->t * f->speed);
        if (f->joined != 1 || (s->at->used && f->length <= c->radius + f->slack)) return 1;
        if ((*steps)++ == COLLIDE_I_CAST_STEPS) {
            *flags |= COLLIDE_NOT_CONVERGED;
            return 1;
        }
        size = aimed ? collide_i_sqrt(collide_i_dot(aim, aim)) : f->length;
        collide_i_cso_look(c, collide_i_negate(v), &s->vertex[slot]);
        f->base[slot] = s->vertex[slot].w;
        s->vertex[slot].w = collide_i_sub(f->base[slot], collide_i_scale(f->r, f->t));
        if (s->vertex[slot].a < 0 || s->vertex[slot].b < 0) { /* smooth */
            const int met = collide_i_dot(v, s->vertex[slot].w) > c->radius * size;
            aimed = (met || !aimed) &&
                    collide_i_bow_aim(&bow, f->base[slot], collide_i_scale(v, 1 / size), f->r, c->radius, &aim);
        } else {
            aimed = 0;
        }
        if (!collide_i_flight_step(f, c, s, v, size, slot, &careful)) return 0;
        if (!s->at->used) return 1;        /* not a number */
        if (f->joined == 0 && was_aimed) { /* a poor aim proves nothing */
            f->joined = 1;
            aimed = 0;
        }
        if (f->joined == 0 && f->length > c->radius + f->slack && again++ < 4) { /* stuck too early: without the past */
            s->at->used = 0;
            f->joined = careful = 1;
        }
    }
}

/* With B where they touch: the normal, and where. */
COLLIDE_I_STATIC void collide_i_flight_end(const collide_i_flight *f, collide_i_cso *c, collide_i_simplex *s,
                                           collide_i_contact *out)
{
    const collide_vec3 place = c->place;
    const int steps = out->steps;
    collide_real length;
    unsigned flags = 0;
    out->time = f->t;
    c->place = collide_i_add(place, collide_i_scale(f->r, f->t));
    if (f->joined != 2 &&
        f->length > 64 * f->slack) { /* roundings touch: the cores' closest points, to the last digit */
        (void)collide_i_gjk_iterate(c, s, 0, &out->steps, &flags);
        out->normal = collide_i_negate(collide_i_unit(s->at->v, &length));
        out->point = collide_i_opposite(c, out->normal, s);
    } else {
        const collide_vec3 last = collide_i_negate(collide_i_unit(f->last, &length));
        out->normal = collide_i_contact_normal(c, s, last, 2 * f->slack, &out->steps);
        if (!(collide_i_dot(out->normal, f->r) < 0)) out->normal = last; /* a face of the same corner that it leaves */
        out->point = collide_i_opposite(c, out->normal, s);
    }
    out->steps = steps;
    c->place = place;
}

/* 0: they never touch; 1: they come to; 2: they do so at the start, or overlap. */
COLLIDE_I_APART int collide_i_fly(collide_i_cso *c, collide_vec3 r, collide_gjk_cache *cache, collide_i_simplex *s,
                                  collide_real *slack, collide_i_contact *out)
{
    collide_i_flight f;
    int i;
    f.t = 0;
    f.r = r;
    f.speed = collide_i_sqrt(collide_i_dot(r, r));
    f.last = collide_i_vec(0, 0, 0);
    f.moved = 0;
    f.joined = collide_i_simplex_start(c, cache, s) ? 2 : 1;
    for (i = 0; i < 4; i++) f.base[i] = s->at->used >> i & 1 ? s->vertex[i].w : f.last;
    i = collide_i_flight_run(&f, c, s, &out->steps, &out->flags);
    collide_i_simplex_keep(s, f.joined == 2, cache);
    *slack = f.slack;
    if (!i || !f.moved) return 2 * i;
    collide_i_flight_end(&f, c, s, out);
    return 1;
}

COLLIDE_I_STATIC int collide_i_cast(collide_i_cso *c, collide_vec3 r, collide_gjk_cache *cache, collide_i_contact *out)
{
    collide_i_simplex s;
    collide_real slack;
    int hit;
    memset(out, 0, sizeof *out);
    hit = collide_i_fly(c, r, cache, &s, &slack, out);
    return hit == 2 ? collide_i_cast_from_contact(c, &s, r, slack, out) : hit;
}

/* The point of contact, on A's surface and carried along with A, and the normal, in the world. */
COLLIDE_I_APART void collide_i_hit_set(const collide_i_cso *c, const collide_i_contact *at, collide_vec3 moved,
                                       collide_hit *out)
{
    const collide_vec3 p = collide_i_add(at->point, collide_i_scale(at->normal, c->a->radius * c->scale));
    out->time = at->time;
    out->point = collide_i_add(collide_i_cso_point(c, p), collide_i_scale(moved, at->time));
    out->normal = collide_i_turn(&c->frame.r, at->normal);
    out->iterations = at->steps;
    out->flags = at->flags;
}

COLLIDE_I_INLINE int collide_i_hit_sound(const collide_hit *h)
{
    return collide_i_finite(h->time) && collide_i_finite3(h->point) && collide_i_finite3(h->normal);
}

COLLIDE_I_APART collide_result collide_i_shape_cast(const collide_shape *a, const collide_pose *pa, collide_vec3 move_a,
                                                    const collide_shape *b, const collide_pose *pb, collide_vec3 move_b,
                                                    collide_gjk_cache *cache, collide_hit *out)
{
    collide_i_cso c;
    collide_i_contact at;
    collide_vec3 r;
    int hit;
    if (!collide_i_usable3(move_a) || !collide_i_usable3(move_b)) return COLLIDE_ERROR_ARGUMENT;
    if (collide_i_cso_of(&c, a, pa, b, pb) < 0) return COLLIDE_ERROR_ARGUMENT;
    r = collide_i_scale(collide_i_turn_back(&c.frame.r, collide_i_sub(move_b, move_a)), c.scale);
    hit = collide_i_cast(&c, r, cache, &at);
    if (hit)
        collide_i_hit_set(&c, &at, move_a, out);
    else
        out->iterations = at.steps;
    if (!collide_i_hit_sound(out)) return collide_i_refuse(out, sizeof *out, COLLIDE_ERROR_ARGUMENT);
    return hit ? COLLIDE_HIT : COLLIDE_MISS;
}

COLLIDE_API collide_result collide_shape_cast(collide_shape a, collide_pose pa, collide_vec3 move_a, collide_shape b,
                                              collide_pose pb, collide_vec3 move_b, collide_gjk_cache *cache,
                                              collide_hit *out)
{
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    return collide_i_shape_cast(&a, &pa, move_a, &b, &pb, move_b, cache, out);
}

/* ---- rays ----

   In the shape's frame: from o, by d. Each returns 0 where it misses, 1 and the time where it hits, 2 where it starts
   deeper inside than slack; with the normal there. What starts on the surface hits at once if it goes in. */

COLLIDE_I_INLINE int collide_i_ray_sphere(collide_vec3 o, collide_vec3 d, collide_real radius, collide_real slack,
                                          collide_real *time, collide_vec3 *normal)
{
    const collide_real along = -collide_i_dot(o, d), dd = collide_i_dot(d, d), oo = collide_i_dot(o, o);
    collide_real middle, half, length;
    collide_vec3 foot;
    *time = 0;
    if (radius > slack && oo < (radius - slack) * (radius - slack)) {
        *normal = collide_i_unit(o, &length);
        if (!(length > 0)) *normal = collide_i_vec(0, 1, 0);
        return 2;
    }
    *normal = collide_i_vec(0, 0, 0);
    if (!(along > 0)) return 0;
    middle = along / dd; /* where it comes closest */
    foot = collide_i_add(o, collide_i_scale(d, middle));
    half = radius * radius - collide_i_dot(foot, foot);
    if (!(half > 0)) return 0;
    *time = collide_i_max(middle - collide_i_sqrt(half / dd), 0);
    foot = collide_i_add(o, collide_i_scale(d, *time));
    *normal = collide_i_unit(foot, &length);
    if (!(length > 0)) *normal = collide_vec3_normalize(collide_i_negate(d));
    return *time <= 1;
}

/* Between the two planes of a box that are square to one axis: from when to when. 0: never. */
COLLIDE_I_WITHIN int collide_i_slab(collide_real o, collide_real d, collide_real half, collide_real *enter,
                                    collide_real *leave)
{
    collide_real step, a, b;
    if (!(d > 0 || d < 0)) return collide_i_abs(o) <= half; /* along them: for ever, or never */
    step = 1 / d;
    a = (-half - o) * step;
    b = (half - o) * step;
    *enter = collide_i_min(a, b);
    *leave = collide_i_max(a, b);
    return 1;
}

/* From the planes of a box that are square to one axis, or so close that it counts as there: does it not go in? */
COLLIDE_I_INLINE int collide_i_slab_left(collide_real o, collide_real d, collide_real half, collide_real slack)
{
    return collide_i_abs(o) - half >= -slack && ((o < 0 ? -d : d) >= 0 || half <= slack);
}

COLLIDE_I_INLINE int collide_i_ray_box(collide_vec3 o, collide_vec3 d, collide_vec3 half, collide_real slack,
                                       collide_real *time, collide_vec3 *normal)
{
    const collide_real far_off = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
    const collide_vec3 off = collide_i_vec(collide_i_abs(o.x) - half.x, collide_i_abs(o.y) - half.y,
                                           collide_i_abs(o.z) - half.z); /* the planes */
    const collide_real out = collide_i_max(off.x, collide_i_max(off.y, off.z));
    collide_vec3 from = collide_i_vec(-far_off, -far_off, -far_off), to = collide_i_vec(far_off, far_off, far_off), n;
    collide_real enter, leave, side;
    *time = 0;
    *normal = collide_i_vec(0, 0, 0);
    if (out <= slack) { /* inside or there: the plane that is closest */
        n = collide_i_vec(off.x >= out, off.x < out && off.y >= out, off.x < out && off.y < out);
        side = collide_i_dot(n, o);
        if (out >= -slack &&
            (collide_i_slab_left(o.x, d.x, half.x, slack) || collide_i_slab_left(o.y, d.y, half.y, slack) ||
             collide_i_slab_left(o.z, d.z, half.z, slack)))
            return 0;
    } else {
        if (!collide_i_slab(o.x, d.x, half.x, &from.x, &to.x) || !collide_i_slab(o.y, d.y, half.y, &from.y, &to.y) ||
            !collide_i_slab(o.z, d.z, half.z, &from.z, &to.z))
            return 0;
        enter = collide_i_max(from.x, collide_i_max(from.y, from.z));
        leave = collide_i_min(to.x, collide_i_min(to.y, to.z));
        if (!(enter <= leave && leave > 0 && enter <= 1 && enter > -far_off)) return 0;
        *time = collide_i_max(enter, 0);
        n = collide_i_vec(from.x >= enter, from.x < enter && from.y >= enter, from.x < enter && from.y < enter);
        side = -collide_i_dot(n, d);
    }
    *normal = side < 0 ? collide_i_negate(n) : n;
    return out < -slack ? 2 : 1;
}

/* A segment with a radius: the cylinder around it, else the sphere at the end that is met first. */
COLLIDE_I_APART int collide_i_ray_capsule(collide_vec3 o, collide_vec3 d, const collide_shape *s, collide_real slack,
                                          collide_real *time, collide_vec3 *normal)
{
    const collide_vec3 a = s->as.corner[0], e = collide_i_sub(s->as.corner[1], a), p = collide_i_sub(o, a);
    const collide_real ee = collide_i_dot(e, e), r = s->radius;
    collide_real t, at, other;
    collide_vec3 across, foot, n;
    int first, second;
    at = ee > 0 ? collide_i_clamp(collide_i_dot(p, e) / ee, 0, 1) : 0;
    *normal = collide_i_unit(collide_i_sub(p, collide_i_scale(e, at)), &t);
    *time = 0;
    if (t - r < -slack) {
        if (!(t > 0)) *normal = collide_vec3_normalize(collide_i_vec(e.y, e.z - e.x, -e.y)); /* square to e, or... */
        if (!(collide_i_extent(*normal) > 0)) *normal = collide_i_vec(1, 0, 0);
        return 2;
    }
    if (t - r <= slack) return collide_i_dot(*normal, d) < 0;
    if (ee > 0) { /* seen along the segment: a circle */
        across = collide_i_sub(d, collide_i_scale(e, collide_i_dot(d, e) / ee));
        foot = collide_i_sub(p, collide_i_scale(e, collide_i_dot(p, e) / ee));
        first = collide_i_ray_sphere(foot, across, r, 0, &t, &n);
        if (first == 1) {
            at = collide_i_dot(collide_i_add(p, collide_i_scale(d, t)), e);
            if (at >= 0 && at <= ee) {
                *time = t;
                *normal = n;
                return 1;
            }
        }
    }
    first = collide_i_ray_sphere(p, d, r, 0, &t, &n);
    second = collide_i_ray_sphere(collide_i_sub(p, e), d, r, 0, &other, normal);
    *time = other;
    if (first == 1 && (second != 1 || t < other)) {
        *time = t;
        *normal = n;
    }
    return first == 1 || second == 1;
}

/* A convex mesh: after the last of the planes it comes in through, if it has not left through another before. */
COLLIDE_I_APART int collide_i_ray_planes(collide_vec3 o, collide_vec3 d, const collide_mesh *m, collide_real slack,
                                         collide_real *time, collide_vec3 *normal)
{
    const collide_plane *planes = collide_i_mesh_planes(m);
    const collide_real far_off = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
    collide_real enter = -far_off, leave = far_off, out = -far_off;
    int i, face = 0, nearest = 0, left = 0;
    for (i = 0; i < m->face_count; i++) {
        const collide_real rate = collide_i_dot(planes[i].normal, d);
        const collide_real beyond = collide_i_dot(planes[i].normal, o) - planes[i].offset;
        if (beyond > out) {
            out = beyond;
            nearest = i;
        }
        left |= beyond >= -slack && !(rate < 0); /* through a plane at the start, or along it */
        if (rate < 0) {
            const collide_real t = -beyond / rate;
            if (t > enter) {
                enter = t;
                face = i;
            }
        } else if (rate > 0) {
            leave = collide_i_min(leave, -beyond / rate);
        } else if (beyond > 0) {
            return 0;
        }
        if (enter > leave || enter > 1 || leave < 0) return 0;
    }
    *time = out <= slack ? 0 : collide_i_max(enter, 0);
    *normal = planes[out <= slack ? nearest : face].normal;
    if (out < -slack) return 2;
    return leave > 0 && enter > -far_off && !(out <= slack && left);
}

enum { COLLIDE_I_RAY_FACES = 200 }; /* beyond, supports are cheaper than planes */

/* Capsules and small hulls, by a closed form; else -1. */
COLLIDE_I_APART int collide_i_ray(const collide_shape *s, collide_vec3 o, collide_vec3 d, collide_real *time,
                                  collide_vec3 *normal)
{
    collide_vec3 centre;
    const collide_real slack = COLLIDE_I_GJK_NOISE * (collide_i_ball(s, &centre) + s->radius);
    if (s->kind == COLLIDE_I_SEGMENT) return collide_i_ray_capsule(o, d, s, slack, time, normal);
    if (s->kind != COLLIDE_I_HULL || s->radius > 0 || s->as.mesh->face_count > COLLIDE_I_RAY_FACES ||
        !collide_mesh_convex(s->as.mesh) || !collide_mesh_closed(s->as.mesh))
        return -1;
    return collide_i_ray_planes(o, d, s->as.mesh, slack, time, normal);
}

/* As a point that is cast. */
COLLIDE_I_APART collide_result collide_i_ray_by_cast(const collide_shape *s, const collide_pose *ps, collide_vec3 from,
                                                     collide_vec3 by, collide_hit *out)
{
    static const collide_shape point = {COLLIDE_I_POINT, 0, {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}};
    collide_pose at = collide_i_pose_zero();
    collide_result hit;
    at.position = from;
    hit = collide_i_shape_cast(s, ps, collide_i_vec(0, 0, 0), &point, &at, by, NULL, out);
    if (hit == COLLIDE_HIT) out->point = collide_i_add(from, collide_i_scale(by, out->time));
    return hit;
}

/* By a closed form, where there is one; else -2. */
COLLIDE_I_APART int collide_i_ray_directly(const collide_shape *s, const collide_pose *ps, collide_vec3 from,
                                           collide_vec3 by, collide_hit *out)
{
    collide_quat q = ps->rotation;
    const collide_real n = collide_i_rotation_norm(&q);
    collide_vec3 o = collide_i_sub(from, ps->position), normal;
    collide_real time;
    int hit;
    if (!collide_i_shape_valid(s) || !(n > 0) || !collide_i_usable3(ps->position)) return COLLIDE_ERROR_ARGUMENT;
    if (s->kind == COLLIDE_I_POINT) { /* looks the same from all sides */
        hit = collide_i_ray_sphere(o, by, s->radius, COLLIDE_I_GJK_NOISE * s->radius, &time, &normal);
    } else {
        const collide_i_mat3 r = collide_i_matrix(q, n);
        const collide_vec3 half = s->as.corner[0], d = collide_i_turn_back(&r, by);
        o = collide_i_turn_back(&r, o);
        hit = s->kind == COLLIDE_I_BOX && !(s->radius > 0)
                  ? collide_i_ray_box(o, d, half, COLLIDE_I_GJK_NOISE * (half.x + half.y + half.z), &time, &normal)
                  : collide_i_ray(s, o, d, &time, &normal);
        if (hit > 0) normal = collide_i_turn(&r, normal);
    }
    if (hit <= 0) return 2 * hit;
    out->time = time;
    out->point = collide_i_add(from, collide_i_scale(by, time));
    out->normal = normal;
    out->flags = hit == 2 ? COLLIDE_STARTED_INSIDE : 0;
    return COLLIDE_HIT;
}

COLLIDE_API collide_result collide_ray_cast(collide_shape s, collide_pose ps, collide_vec3 from, collide_vec3 to,
                                            collide_hit *out)
{
    const collide_vec3 by = collide_i_sub(to, from);
    int hit;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!collide_i_usable_both(from, to)) return COLLIDE_ERROR_ARGUMENT;
    hit = collide_i_ray_directly(&s, &ps, from, by, out);
    return hit == -2 ? collide_i_ray_by_cast(&s, &ps, from, by, out) : hit;
}

/* ---- screw sweeps ----

   Conservative advancement. Fix the normal n of the closest points at time t. Along n, the gap g between the bodies is
   a minimum over pairs of their points, and each pair's distance along n bends by at most K, a bound on the bodies'
   acceleration towards n: |n x v| theta^2 (distance of the middle from the axis + reach of the body). So between two
   times, g is above its chord minus K (s - t)(t' - s) / 2, and that stays above zero just if
       K (t' - t)^2 / 2  <=  (sqrt g(t) + sqrt g(t'))^2.
   g itself costs two supports. Steps go to where g has fallen to nothing, which Newton would choose as well, and are
   taken only where the bound shows the way there to be free: nothing is jumped over, however fast it turns. */

typedef struct {
    const collide_shape *shape;
    collide_i_path path;
    collide_real speed, bend; /* of its points: at most */
} collide_i_mover;

COLLIDE_I_APART int collide_i_mover_of(collide_i_mover *m, const collide_shape *s, const collide_pose *from,
                                       const collide_pose *to)
{
    collide_real reach;
    collide_vec3 middle, turn, bend; /* of the core, in the world, from where the path starts */
    m->shape = s;
    if (!collide_i_shape_valid(s) || !collide_i_path_of(&m->path, *from, *to)) return 0;
    reach = collide_i_core_ball(s, &middle, COLLIDE_I_SHAPE_DEPTH);
    middle = collide_i_rotate(m->path.from.rotation, middle);
    turn = collide_i_scale(collide_i_cross(m->path.axis, middle), m->path.angle);
    bend = collide_i_add(collide_i_scale(collide_i_cross(m->path.axis, turn), m->path.angle), m->path.bend);
    middle = collide_i_add(middle, m->path.from.position);
    m->speed = collide_vec3_length(collide_i_path_flow(&m->path, middle)) + m->path.angle * reach;
    m->bend = collide_vec3_length(bend) + m->path.angle * m->path.angle * reach;
    return 1;
}

/* How far the core reaches along n from its own origin, turned. */
COLLIDE_I_STATIC collide_real collide_i_mover_reach(const collide_i_mover *m, const collide_quat *turned,
                                                    collide_vec3 n)
{
    const collide_vec3 d = collide_i_rotate(collide_i_conjugate(*turned), n);
    collide_vec3 x = m->shape->as.corner[0];
    if (m->shape->kind == COLLIDE_I_BOX)
        return collide_i_abs(d.x) * x.x + collide_i_abs(d.y) * x.y + collide_i_abs(d.z) * x.z;
    (void)collide_i_support(m->shape, d, &x);
    return collide_i_dot(d, x);
}

/* The normal along which a step is taken, and what does not change over it: how far those reach that stand still. */
typedef struct {
    collide_vec3 n;
    collide_real reach[2];
} collide_i_front;

COLLIDE_I_STATIC collide_i_front collide_i_front_of(const collide_i_mover m[2], collide_vec3 n)
{
    collide_i_front f;
    f.n = n;
    f.reach[0] = m[0].path.still ? collide_i_mover_reach(&m[0], &m[0].path.from.rotation, n) : 0;
    f.reach[1] = m[1].path.still ? collide_i_mover_reach(&m[1], &m[1].path.from.rotation, collide_i_negate(n)) : 0;
    return f;
}

/* The gap at time t, and where they are then. */
COLLIDE_I_STATIC collide_real collide_i_sweep_gap(const collide_i_mover m[2], const collide_i_front *f, collide_real t,
                                                  collide_pose p[2])
{
    collide_real ra = f->reach[0], rb = f->reach[1];
    p[0] = collide_i_path_pose(&m[0].path, t);
    p[1] = collide_i_path_pose(&m[1].path, t);
    if (!m[0].path.still) ra = collide_i_mover_reach(&m[0], &p[0].rotation, f->n);
    if (!m[1].path.still) rb = collide_i_mover_reach(&m[1], &p[1].rotation, collide_i_negate(f->n));
    return collide_i_dot(f->n, collide_i_sub(p[1].position, p[0].position)) - ra - rb - m[0].shape->radius -
           m[1].shape->radius;
}

COLLIDE_I_INLINE collide_real collide_i_mover_bend(const collide_i_mover *m, collide_vec3 n)
{
    const collide_vec3 x = collide_i_cross(n, m->path.axis);
    return m->path.still ? 0 : m->bend * collide_i_sqrt(collide_i_dot(x, x));
}

/* A time up to which the way is free along n, given the gap now and how fast it closes: as late as a few looks ahead
   can tell, at most 1; and where they are then. slack is what may be given away. */
COLLIDE_I_APART collide_real collide_i_sweep_step(const collide_i_mover m[2], collide_vec3 n, collide_real t,
                                                  collide_real gap, collide_real closing, collide_real slack,
                                                  collide_pose p[2])
{
    const collide_i_front front = collide_i_front_of(m, n);
    const collide_real bend = collide_i_mover_bend(&m[0], n) + collide_i_mover_bend(&m[1], n);
    const collide_real speed = m[0].speed + m[1].speed, g0 = collide_i_sqrt(gap + slack);
    const collide_real safe = bend > 0 ? g0 / collide_i_sqrt(bend / 2) : 2;             /* wherever that leads */
    const collide_real least = speed > gap ? collide_i_min(gap / speed, 1 - t) : 1 - t; /* nothing is that fast */
    collide_real step = 1 - t, root = closing * step > gap ? gap / closing : 2;         /* where it seems to close */
    int i;
    for (i = 0; i < 8; i++) {
        collide_real g, g1;
        if (root > safe) root = safe * (1 + collide_i_sqrt(1 - safe / root)) * COLLIDE_R(0.95);
        step = collide_i_min(root, i ? step * COLLIDE_R(0.98) : step);
        if (!(step > least)) break;
        g = collide_i_sweep_gap(m, &front, t + step, p);
        g1 = g > -slack ? collide_i_sqrt(g + slack) : 0;
        if (g >= -slack && step * g0 <= safe * (g0 + g1)) return step < 1 - t ? t + step : 1;
        root = g < gap ? step * (gap - slack / 2) / (gap - g) : 2;
    }
    if (!(least < 1 - t)) return 1;
    p[0] = collide_i_path_pose(&m[0].path, t + least);
    p[1] = collide_i_path_pose(&m[1].path, t + least);
    return t + least;
}

/* How fast the points of the two bodies at x, seen from the paths' common origin, close in along n. */
COLLIDE_I_STATIC collide_real collide_i_sweep_closing(const collide_i_mover m[2], collide_vec3 n, collide_vec3 x)
{
    collide_real closing = 0;
    if (!m[0].path.still) closing += collide_i_dot(n, collide_i_path_flow(&m[0].path, x));
    if (!m[1].path.still) closing -= collide_i_dot(n, collide_i_path_flow(&m[1].path, x));
    return closing;
}

/* The bodies as they stand: how far apart, in units, and along which normal. */
COLLIDE_I_WITHIN collide_real collide_i_sweep_look(collide_i_cso *c, collide_gjk_cache *cache, collide_i_simplex *s,
                                                   collide_i_contact *at, int *inside)
{
    collide_real length;
    int steps = 0;
    unsigned flags = 0;
    *inside = collide_i_simplex_start(c, cache, s) || collide_i_gjk(c, s, 0, &steps, &flags);
    collide_i_simplex_keep(s, *inside, cache);
    at->steps += steps;
    at->normal = collide_i_negate(collide_i_unit(s->at->v, &length));
    at->point = collide_i_simplex_point(s);
    return length;
}

/* Takes a step along the normal; the bodies are then where the way is free up to. 0: nothing is in it till the end. */
COLLIDE_I_APART int collide_i_sweep_advance(collide_i_cso *c, const collide_i_mover m[2], collide_real gap,
                                            collide_real slack, collide_i_contact *at, collide_vec3 *world)
{
    const collide_vec3 x = collide_i_cso_point(c, at->point);
    const collide_real before = at->time;
    collide_pose p[2];
    *world = collide_i_turn(&c->frame.r, at->normal);
    at->time = collide_i_sweep_step(m, *world, before, collide_i_max(gap, 0) * c->unit,
                                    collide_i_sweep_closing(m, *world, x), slack * c->unit, p);
    if (at->time >= 1) return 0;
    if (!(at->time > before) || at->flags) {
        at->time = before;
        return 1;
    }
    collide_i_cso_move(c, &p[0], m[0].path.still, &p[1]);
    return 2;
}

/* From where they are apart on, or just touch: 1 where they come to touch, at at->time; 2 where no normal is known
   there; -1 where numbers run wild. */
COLLIDE_I_APART int collide_i_sweep_run(collide_i_cso *c, const collide_i_mover m[2], collide_gjk_cache *cache,
                                        collide_i_simplex *s, collide_real gap, collide_i_contact *at)
{
    const collide_real slack = COLLIDE_I_GJK_NOISE * (c->size + c->radius);
    collide_vec3 world;
    collide_real length;
    int inside = 0;
    for (;;) {
        const int moved = collide_i_sweep_advance(c, m, gap, slack, at, &world);
        if (moved != 2) return moved;
        length = collide_i_sweep_look(c, cache, s, at, &inside);
        gap = length - c->radius;
        if (!collide_i_finite(s->at->vv)) return -1;
        if (inside || gap <= slack) {
            if (!inside && length > 64 * slack) return 1;
            at->normal = collide_i_turn_back(&c->frame.r, world); /* v is too short: the last one that was known */
            return 2;
        }
        if (length <= 64 * slack)
            at->normal = collide_i_contact_normal(c, s, at->normal, 2 * (slack + gap), &at->steps);
        if (at->steps > 4 * COLLIDE_I_SWEEP_STEPS) at->flags |= COLLIDE_NOT_CONVERGED;
    }
}

/* Where they touch as they start: the normal along which they leave each other, if they do. */
COLLIDE_I_APART void collide_i_sweep_leaves(collide_i_cso *c, const collide_i_mover m[2], collide_real slack,
                                            collide_i_contact *at)
{
    const collide_vec3 x = collide_i_cso_point(c, at->point);
    collide_vec3 by = {0, 0, 0};
    collide_i_simplex s;
    if (!m[1].path.still) by = collide_i_path_flow(&m[1].path, x);
    if (!m[0].path.still) by = collide_i_sub(by, collide_i_path_flow(&m[0].path, x));
    by = collide_i_scale(collide_i_turn_back(&c->frame.r, by), c->scale);
    if (collide_i_dot(at->normal, by) < 0) (void)collide_i_leaves(c, &s, by, slack, &at->normal);
}

/* Where they start: how far apart, in units. Touching, or overlapping, they have a way out instead of a closest
   vector. */
COLLIDE_I_APART collide_real collide_i_sweep_begin(collide_i_cso *c, collide_gjk_cache *cache, collide_i_simplex *s,
                                                   collide_real slack, collide_i_contact *at)
{
    collide_i_way_out way;
    int inside;
    const collide_real length = collide_i_sweep_look(c, cache, s, at, &inside);
    if (!collide_i_finite(s->at->vv) || (!inside && length > 64 * slack)) return length;
    collide_i_depth_small(c, s, &way);
    at->normal = way.normal;
    at->point = way.point;
    at->flags |= way.flags;
    return inside ? -way.depth : length;
}

/* All places are seen from where A starts, so that none is rounded to the grid far from the world's origin. */
COLLIDE_I_STATIC int collide_i_sweep(const collide_i_mover m[2], collide_gjk_cache *cache, collide_hit *out)
{
    collide_i_cso c;
    collide_i_simplex s;
    collide_i_contact at;
    collide_real gap, slack;
    int hit = 1;
    memset(&at, 0, sizeof at);
    if (collide_i_cso_of(&c, m[0].shape, &m[0].path.from, m[1].shape, &m[1].path.from) < 0) return -1;
    slack = COLLIDE_I_GJK_NOISE * (c.size + c.radius);
    gap = collide_i_sweep_begin(&c, cache, &s, slack, &at) - c.radius;
    if (!collide_i_finite(s.at->vv)) return -1;
    if (gap < -slack) {
        at.flags |= COLLIDE_STARTED_INSIDE;
    } else {
        at.flags = 0;
        if (gap <= slack) collide_i_sweep_leaves(&c, m, slack, &at);
        hit = collide_i_sweep_run(&c, m, cache, &s, gap, &at);
        if (hit == 2) collide_i_contact_settle(&c, &s, 4 * slack, &at);
    }
    if (hit > 0)
        collide_i_hit_set(&c, &at, collide_i_vec(0, 0, 0), out);
    else
        out->iterations = at.steps;
    return hit;
}

COLLIDE_API collide_result collide_shape_sweep(collide_shape a, collide_pose a0, collide_pose a1, collide_shape b,
                                               collide_pose b0, collide_pose b1, collide_gjk_cache *cache,
                                               collide_hit *out)
{
    collide_gjk_cache own;
    collide_i_mover m[2];
    const collide_vec3 origin = a0.position;
    int hit;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    memset(&own, 0, sizeof own);
    if (!collide_i_usable3(a0.position) || !collide_i_usable3(a1.position) || !collide_i_usable3(b0.position) ||
        !collide_i_usable3(b1.position))
        return COLLIDE_ERROR_ARGUMENT;
    a0.position = collide_i_vec(0, 0, 0);
    a1.position = collide_i_sub(a1.position, origin);
    b0.position = collide_i_sub(b0.position, origin);
    b1.position = collide_i_sub(b1.position, origin);
    if (!collide_i_mover_of(&m[0], &a, &a0, &a1) || !collide_i_mover_of(&m[1], &b, &b0, &b1))
        return COLLIDE_ERROR_ARGUMENT;
    hit = collide_i_sweep(m, cache ? cache : &own, out);
    if (hit > 0) out->point = collide_i_add(out->point, origin);
    if (hit < 0 || !collide_i_hit_sound(out)) return collide_i_refuse(out, sizeof *out, COLLIDE_ERROR_ARGUMENT);
    return hit ? COLLIDE_HIT : COLLIDE_MISS;
}

/* ---- contact points ----

   Each shape shows the other one patch: the face, edge or corner that its support plane rests on. Seen along the
   normal the two patches overlap in a polygon whose corners are corners of one patch inside the other (VF, FV) or
   crossings of their outlines (EE); the gap there is the difference of heights. Nothing depends on which is A. */

typedef struct {
    collide_vec3 *p; /* in the order of the outline: x, y across the normal, z along it */
    int *mark;       /* of a mesh's face: the vertex, and the edge to the next */
    int count, face;
    collide_vec3 area; /* of the outline, as a vector */
    const collide_shape *shape;
} collide_i_patch;

/* The face of a convex mesh that faces d best, of those around the support vertex. */
COLLIDE_I_STATIC int collide_i_mesh_facing(const collide_mesh *m, collide_vec3 d)
{
    const collide_plane *planes = collide_i_mesh_planes(m);
    const collide_edge *edges = collide_i_mesh_edges(m);
    const int vertex = collide_i_mesh_support(m, d), start = collide_mesh_vertex_edge(m, vertex);
    int e = start, best = -1, k, steps;
    for (steps = 0; e >= 0 && steps < m->edge_count; steps++) {
        for (k = 0; k < 2; k++) {
            const int f = edges[e].face[k];
            if (f >= 0 && (best < 0 || collide_i_dot(planes[f].normal, d) > collide_i_dot(planes[best].normal, d)))
                best = f;
        }
        e = collide_mesh_next_edge(m, vertex, e);
        if (e == start) break;
    }
    return best;
}

enum { COLLIDE_I_TILTS = 8 };

/* How far beside a line or a point something may pass that still touches it, in units. */
#define COLLIDE_I_PATCH_BLUR COLLIDE_R(0.001)

/* How many corners a patch may have. */
COLLIDE_I_STATIC int collide_i_patch_room(const collide_shape *s)
{
    int i, most = COLLIDE_I_TILTS;
    if (s->kind != COLLIDE_I_HULL || !collide_mesh_convex(s->as.mesh)) return most;
    for (i = 0; i < s->as.mesh->face_count; i++)
        if (collide_mesh_face_size(s->as.mesh, i) > most) most = collide_mesh_face_size(s->as.mesh, i);
    return most;
}

/* Of a shape without faces to ask for: where the support goes as the direction tilts all around, by as much as slack
   allows. A flat end gives its outline, a line of contact its ends; on a smooth surface it hardly goes anywhere. */
COLLIDE_I_STATIC void collide_i_patch_tilt(collide_i_patch *q, collide_vec3 d, collide_real slack)
{
    const collide_vec3 top = collide_i_nested_support(q->shape, d, COLLIDE_I_SHAPE_DEPTH);
    collide_vec3 p[COLLIDE_I_TILTS], u, v;
    const collide_real size = collide_i_ball(q->shape, &v);
    collide_real length, tilt = size > 0 ? slack / size : 0, apart, spread = 0;
    int i, first = 0, members = 0;
    tilt = collide_i_clamp(tilt, COLLIDE_R(0.0009765625), COLLIDE_R(0.0625));
    apart = 3 * tilt * size;
    collide_i_across(d, &u, &v);
    for (i = 0; i < COLLIDE_I_TILTS; i++) {
        collide_real c, s;
        collide_i_circle(2 * i + 1, 2 * COLLIDE_I_TILTS, &c, &s); /* not along u or v, where shapes have their edges */
        p[i] = collide_i_add(collide_i_scale(u, c * tilt), collide_i_scale(v, s * tilt));
        p[i] = collide_i_nested_support(q->shape, collide_i_add(d, p[i]), COLLIDE_I_SHAPE_DEPTH);
        spread = collide_i_max(spread, collide_i_extent(collide_i_sub(p[i], top)));
        if (collide_i_extent(collide_i_sub(p[i], p[i ? i - 1 : 0])) > apart) first = i; /* a corner begins */
    }
    if (!(spread > apart)) {
        q->p[q->count++] = top;
        return;
    }
    for (i = first; i < first + COLLIDE_I_TILTS; i++) { /* points that stayed together are one corner */
        const collide_vec3 at = p[i % COLLIDE_I_TILTS], next = p[(i + 1) % COLLIDE_I_TILTS];
        q->p[q->count] = members ? collide_i_add(q->p[q->count], at) : at;
        members++;
        if (i + 1 < first + COLLIDE_I_TILTS && collide_i_extent(collide_i_sub(next, at)) <= apart) continue;
        q->p[q->count] = collide_i_scale(q->p[q->count], 1 / (collide_real)members);
        q->count++;
        members = 0;
    }
    if (q->count == 2) { /* the ends of a line: once more, by tilts along it, which don't swing sideways */
        u = collide_i_sub(q->p[1], q->p[0]);
        u = collide_i_unit(collide_i_sub(u, collide_i_scale(d, collide_i_dot(d, u))), &length);
        u = collide_i_scale(u, tilt);
        q->p[0] = collide_i_nested_support(q->shape, collide_i_sub(d, u), COLLIDE_I_SHAPE_DEPTH);
        q->p[1] = collide_i_nested_support(q->shape, collide_i_add(d, u), COLLIDE_I_SHAPE_DEPTH);
    }
}

/* The patch in the shape's own frame. */
COLLIDE_I_STATIC void collide_i_patch_find(collide_i_patch *q, collide_vec3 d, collide_real slack)
{
    const collide_shape *s = q->shape;
    const collide_vec3 h = s->as.corner[0];
    int i, k;
    q->count = 0;
    q->face = -1;
    if (s->kind == COLLIDE_I_BOX) {
        const collide_real x = collide_i_abs(d.x), y = collide_i_abs(d.y), z = collide_i_abs(d.z);
        const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
        const collide_real up = collide_i_axis(d, axis) < 0 ? (collide_real)-1 : 1;
        for (i = 0; i < 4; i++) {
            collide_real c[3];
            c[axis] = up * collide_i_axis(h, axis);
            c[(axis + 1) % 3] = (i == 0 || i == 3 ? up : -up) * collide_i_axis(h, (axis + 1) % 3);
            c[(axis + 2) % 3] = (i < 2 ? (collide_real)1 : (collide_real)-1) * collide_i_axis(h, (axis + 2) % 3);
            q->p[q->count++] = collide_i_vec(c[0], c[1], c[2]);
        }
    } else if (s->kind == COLLIDE_I_HULL && collide_mesh_convex(s->as.mesh)) {
        q->face = collide_i_mesh_facing(s->as.mesh, d);
        for (i = 0; i < collide_mesh_face_size(s->as.mesh, q->face); i++) {
            q->mark[2 * i] = k = collide_mesh_face_vertex(s->as.mesh, q->face, i);
            q->mark[2 * i + 1] = collide_mesh_face_edge(s->as.mesh, q->face, i);
            q->p[q->count++] = collide_i_mesh_vertices(s->as.mesh)[k];
        }
    } else if (s->kind == COLLIDE_I_SEGMENT || s->kind == COLLIDE_I_TRIANGLE) {
        for (i = 0; i < (s->kind == COLLIDE_I_SEGMENT ? 2 : 3); i++) q->p[q->count++] = s->as.corner[i];
    } else {
        collide_i_patch_tilt(q, d, slack);
    }
}

COLLIDE_I_STATIC void collide_i_patch_measure(collide_i_patch *q)
{
    int i;
    q->area = collide_i_vec(0, 0, 0);
    for (i = 1; i + 1 < q->count; i++)
        q->area = collide_i_add(q->area,
                                collide_i_cross(collide_i_sub(q->p[i], q->p[0]), collide_i_sub(q->p[i + 1], q->p[0])));
}

/* Where a place beside the patch's first edge is on it: 0 to 1. */
COLLIDE_I_STATIC collide_real collide_i_patch_along(const collide_i_patch *q, collide_vec3 x)
{
    const collide_vec3 a = q->p[0], e = collide_i_sub(q->p[1], a);
    const collide_real l = e.x * e.x + e.y * e.y;
    return l > 0 ? collide_i_clamp(((x.x - a.x) * e.x + (x.y - a.y) * e.y) / l, 0, 1) : COLLIDE_R(0.5);
}

/* The patch's height over a place, where it has one. */
COLLIDE_I_STATIC collide_real collide_i_patch_height(const collide_i_patch *q, collide_vec3 x)
{
    const collide_vec3 n = q->area, a = q->p[0];
    if (q->count == 1) return a.z;
    if (q->count == 2 || !(collide_i_abs(n.z) > COLLIDE_I_EPSILON * collide_i_extent(n)))
        return a.z + collide_i_patch_along(q, x) * (q->p[1].z - a.z);
    return a.z - (n.x * (x.x - a.x) + n.y * (x.y - a.y)) / n.z;
}

/* Seen along the normal, is the place on the patch? */
COLLIDE_I_STATIC int collide_i_patch_holds(const collide_i_patch *q, collide_vec3 x, collide_real slack)
{
    int i;
    if (q->count < 3) { /* has no inside: be generous */
        const collide_vec3 a = q->p[0], e = q->count > 1 ? collide_i_sub(q->p[1], a) : collide_i_vec(0, 0, 0);
        const collide_real t = q->count > 1 ? collide_i_patch_along(q, x) : 0;
        const collide_real u = x.x - (a.x + e.x * t), v = x.y - (a.y + e.y * t);
        return u * u + v * v <= COLLIDE_I_PATCH_BLUR * COLLIDE_I_PATCH_BLUR;
    }
    for (i = 0; i < q->count; i++) {
        const collide_vec3 a = q->p[i], b = q->p[(i + 1) % q->count];
        const collide_real ex = b.x - a.x, ey = b.y - a.y, side = ex * (x.y - a.y) - ey * (x.x - a.x);
        const collide_real length = collide_i_sqrt(ex * ex + ey * ey);
        if ((q->area.z < 0 ? -side : side) < -slack * length) return 0;
    }
    return 1;
}

typedef struct {
    collide_vec3 p; /* z: midway between the two */
    collide_real gap;
    int kind, a, b;
} collide_i_touch;

/* Lists a place once, where it is deepest. */
COLLIDE_I_STATIC void collide_i_touch_add(collide_i_touch *list, int *count, collide_vec3 x, collide_real za,
                                          collide_real zb, int kind, int a, int b, collide_real slack)
{
    int i;
    for (i = 0; i < *count; i++) {
        const collide_real u = list[i].p.x - x.x, v = list[i].p.y - x.y;
        if (u * u + v * v <= slack * slack) break;
    }
    if (i < *count && !(zb - za < list[i].gap)) return;
    if (i == *count) ++*count;
    list[i].p = collide_i_vec(x.x, x.y, (za + zb) / 2);
    list[i].gap = zb - za;
    list[i].kind = kind;
    list[i].a = a;
    list[i].b = b;
}

COLLIDE_I_INLINE int collide_i_patch_mark(const collide_i_patch *q, int i, int edge)
{
    return q->face >= 0 ? q->mark[2 * i + edge] : -1;
}

/* All corners of the common area. */
COLLIDE_I_STATIC int collide_i_patches_meet(const collide_i_patch *a, const collide_i_patch *b, collide_i_touch *list,
                                            collide_real slack)
{
    const collide_real same = a->count < 3 || b->count < 3 ? 2 * COLLIDE_I_PATCH_BLUR : 2 * slack;
    int i, j, count = 0;
    for (i = 0; i < a->count; i++)
        if (collide_i_patch_holds(b, a->p[i], slack))
            collide_i_touch_add(list, &count, a->p[i], a->p[i].z, collide_i_patch_height(b, a->p[i]), COLLIDE_VF,
                                collide_i_patch_mark(a, i, 0), b->face, same);
    for (j = 0; j < b->count; j++)
        if (collide_i_patch_holds(a, b->p[j], slack))
            collide_i_touch_add(list, &count, b->p[j], collide_i_patch_height(a, b->p[j]), b->p[j].z, COLLIDE_FV,
                                a->face, collide_i_patch_mark(b, j, 0), same);
    for (i = 0; i < a->count - (a->count < 3); i++)
        for (j = 0; j < b->count - (b->count < 3); j++) {
            const collide_vec3 p = a->p[i], q = b->p[j];
            const collide_vec3 e = collide_i_sub(a->p[(i + 1) % a->count], p),
                               f = collide_i_sub(b->p[(j + 1) % b->count], q);
            const collide_real cross = e.x * f.y - e.y * f.x, x = q.x - p.x, y = q.y - p.y;
            const collide_real parallel = slack * slack * (e.x * e.x + e.y * e.y) * (f.x * f.x + f.y * f.y);
            collide_real s, t;
            if (!(cross * cross > parallel)) continue;
            s = (x * f.y - y * f.x) / cross;
            t = (x * e.y - y * e.x) / cross;
            if (!(s > 0 && s < 1 && t > 0 && t < 1)) continue;
            collide_i_touch_add(list, &count, collide_i_vec(p.x + s * e.x, p.y + s * e.y, 0), p.z + s * e.z,
                                q.z + t * f.z, COLLIDE_EE, collide_i_patch_mark(a, i, 1), collide_i_patch_mark(b, j, 1),
                                same);
        }
    return count;
}

/* Of cores so far apart along n, the point of A that is closest along it. */
COLLIDE_I_APART collide_vec3 collide_i_point_along(collide_i_cso *c, collide_vec3 n, collide_real apart)
{
    collide_i_simplex s;
    int steps = 0;
    (void)collide_i_polish(c, collide_i_scale(n, -collide_i_min(apart, 0)), n, &s, &steps);
    return collide_i_opposite(c, n, &s);
}

/* Both patches in one frame: u, v across the normal, in units, from B's place halfway to A's. */
COLLIDE_I_STATIC int collide_i_manifold(collide_i_cso *c, collide_vec3 n, collide_real slack, collide_i_patch q[2],
                                        collide_i_touch *list, collide_contact *out, int capacity)
{
    const collide_real noise = 4 * COLLIDE_I_GJK_NOISE, ra = c->a->radius * c->scale, rb = c->b->radius * c->scale;
    collide_vec3 u, v;
    collide_real apart, deepest = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS));
    collide_i_vertex w;
    int i, k, count, kept = 0;
    collide_i_across(n, &u, &v);
    collide_i_patch_find(&q[0], n, slack);
    collide_i_patch_find(&q[1], collide_i_negate(collide_i_lanes_vec(collide_i_lanes_turn(c->back, n))), slack);
    for (k = 0; k < 2; k++) {
        for (i = 0; i < q[k].count; i++) {
            collide_vec3 p = collide_i_scale(q[k].p[i], c->scale);
            if (k == 1) {
                p = collide_i_lanes_vec(collide_i_lanes_turn(c->turn, q[k].p[i]));
                p = collide_i_add(collide_i_scale(p, c->scale), c->place);
            }
            q[k].p[i] = collide_i_vec(collide_i_dot(u, p), collide_i_dot(v, p), collide_i_dot(n, p));
        }
        collide_i_patch_measure(&q[k]);
    }
    count = collide_i_patches_meet(&q[0], &q[1], list, noise);
    collide_i_cso_support(c, n, &w);
    apart = -collide_i_dot(n, w.w);
    for (i = 0; i < count; i++) deepest = collide_i_min(deepest, list[i].gap);
    if (deepest > apart + COLLIDE_I_PATCH_BLUR) { /* corners just miss each other's patches: the closest points, too */
        w.p = collide_i_point_along(c, n, apart);
        w.p = collide_i_vec(collide_i_dot(u, w.p), collide_i_dot(v, w.p), collide_i_dot(n, w.p));
        collide_i_touch_add(list, &count, w.p, w.p.z, w.p.z + apart, COLLIDE_VF, -1, -1, noise);
    }
    for (i = 0; i < count; i++) {
        const collide_real gap = (list[i].gap - ra - rb) * c->unit;
        collide_vec3 p;
        if (!(gap <= slack)) continue;
        if (kept < capacity) {
            p = collide_i_scale(n, list[i].p.z + (ra - rb) / 2);
            p = collide_i_add(p, collide_i_add(collide_i_scale(u, list[i].p.x), collide_i_scale(v, list[i].p.y)));
            out[kept].point = collide_i_cso_point(c, p);
            out[kept].normal = collide_i_turn(&c->frame.r, n);
            out[kept].distance = gap;
            out[kept].kind = list[i].kind;
            out[kept].feature_a = list[i].a;
            out[kept].feature_b = list[i].b;
        }
        kept++;
    }
    return kept;
}

COLLIDE_API int collide_manifold(collide_shape a, collide_pose pa, collide_shape b, collide_pose pb,
                                 collide_vec3 normal, collide_real slack, collide_scratch *scratch,
                                 collide_contact *out, int capacity)
{
    collide_scratch own;
    collide_i_mark mark;
    collide_i_cso c;
    collide_i_patch q[2];
    collide_i_touch *list;
    collide_real length;
    int k, result = COLLIDE_ERROR_MEMORY, room = 1;
    const collide_vec3 n = collide_i_unit(normal, &length);
    if (capacity < 0 || (capacity > 0 && !out)) return COLLIDE_ERROR_ARGUMENT;
    if (!collide_i_usable3(normal) || !(length > 0) || !collide_i_usable(slack)) return COLLIDE_ERROR_ARGUMENT;
    if (collide_i_cso_of(&c, &a, &pa, &b, &pb) < 0) return COLLIDE_ERROR_ARGUMENT;
    memset(&own, 0, sizeof own);
    if (!scratch) scratch = &own;
    mark = collide_i_scratch_mark(scratch);
    q[0].shape = &a;
    q[1].shape = &b;
    for (k = 0; k < 2; k++) {
        const int corners = collide_i_patch_room(q[k].shape);
        q[k].p = (collide_vec3 *)collide_i_scratch_take(scratch, (size_t)corners, sizeof *q[k].p);
        q[k].mark = (int *)collide_i_scratch_take(scratch, 2 * (size_t)corners, sizeof *q[k].mark);
        room += 2 * corners; /* two convex outlines cross at most twice an edge */
    }
    list = (collide_i_touch *)collide_i_scratch_take(scratch, 2 * (size_t)room, sizeof *list);
    if (q[0].p && q[0].mark && q[1].p && q[1].mark && list)
        result = collide_i_manifold(&c, collide_i_turn_back(&c.frame.r, n), slack, q, list, out, capacity);
    collide_i_scratch_release(scratch, mark);
    if (scratch == &own) collide_scratch_free(&own);
    return result;
}

/* ============================================================================= IMPLEMENTATION
   [PROBE] convex shapes against meshes

   The tree finds the faces whose boxes the shape comes near, the plane of each tells whether it can matter (one
   support point), and GJK settles the few that are left. A solid is hit from outside only, so faces that the shape
   does not approach are passed over; that also is why a shape rolling on a floor does not see the seams of the floor.
   ============================================================================================ */

/* ---- lines and points ---- */

enum { COLLIDE_I_INSIDE_FACES = 64 }; /* a convex mesh of so many faces is asked plane by plane */

/* The next face to look at: of the walk, or simply the next where the mesh has no tree; -1: no more. */
COLLIDE_I_INLINE int collide_i_next_face(const collide_mesh *m, collide_tree_walk *walk, int f)
{
    if (m->at.tree) return collide_tree_next(walk);
    return f + 1 < m->face_count ? f + 1 : -1;
}

COLLIDE_I_INLINE collide_vec3 collide_i_segment_nearest(collide_vec3 x, collide_vec3 a, collide_vec3 b)
{
    const collide_vec3 d = collide_i_sub(b, a);
    const collide_real squared = collide_i_dot(d, d);
    collide_real t = squared > 0 ? collide_i_dot(collide_i_sub(x, a), d) / squared : 0;
    return collide_i_add(a, collide_i_scale(d, collide_i_clamp(t, 0, 1)));
}

/* Where the line from + t along crosses a face: 1 from its front, -1 from its back, 0 not at all. On which side of an
   edge the line passes is computed from the edge alone, so its two faces agree and a line through it meets just one
   (van Waveren 2.2), or none or both where one is seen from behind. Where rounding,
   doubt in units of the line's length, could tell either way both count, as 2 or -2, so that nothing passes between
   three or more faces at a vertex. */
COLLIDE_I_STATIC int collide_i_line_face(const collide_mesh *m, int f, collide_vec3 from, collide_vec3 along,
                                         collide_real doubt, collide_real *time)
{
    const int first = collide_i_mesh_first(m)[f], end = collide_i_mesh_first(m)[f + 1];
    const int *corner_edges = COLLIDE_I_MESH_ARRAY(int, m, corner_edges);
    const collide_plane *plane = &collide_i_mesh_planes(m)[f];
    const collide_real rate = collide_i_dot(plane->normal, along);
    const int front = rate < 0;
    int i, count = 1;
    if (!(collide_i_abs(rate) > 0)) return 0;
    for (i = first; i < end; i++) {
        const collide_edge *e = &collide_i_mesh_edges(m)[corner_edges[i]];
        const collide_vec3 a = collide_i_sub(collide_i_mesh_vertices(m)[e->vertex[0]], from);
        const collide_vec3 b = collide_i_sub(collide_i_mesh_vertices(m)[e->vertex[1]], from);
        const collide_real side = collide_i_dot(along, collide_i_cross(a, b));
        if (!(collide_i_abs(side) > doubt * collide_i_extent(a) * collide_i_extent(collide_i_sub(b, a))))
            count = 2;
        else if ((side >= 0) == ((e->face[0] == f) == front))
            return 0;
    }
    *time = collide_i_dot(plane->normal,
                          collide_i_sub(collide_i_mesh_vertices(m)[collide_i_mesh_corners(m)[first]], from)) /
            rate;
    return front ? count : -count;
}

/* The first face that a line meets at a time in [0, *time], -1: none. `front`: from its front. */
COLLIDE_I_STATIC int collide_i_line_mesh(const collide_mesh *m, collide_vec3 from, collide_vec3 along, int front,
                                         collide_tree_walk *walk, collide_real *time, int *side)
{
    const collide_real doubt = 8 * COLLIDE_I_EPSILON * collide_i_extent(along);
    int best = -1, f = -1;
    if (m->at.tree) {
        collide_aabb box;
        box.lower = box.upper = from;
        (void)collide_tree_walk_cast(walk, collide_mesh_tree(m), box, along);
    }
    walk->bound = *time;
    while ((f = collide_i_next_face(m, walk, f)) >= 0) {
        collide_real t;
        const int hit = collide_i_line_face(m, f, from, along, doubt, &t);
        if (!hit || (front && hit < 0)) continue;
        if (t >= 0 && (t < *time || (t <= *time && (best < 0 || hit < 0)))) {
            best = f;
            *time = walk->bound = t;
            *side = hit;
        }
    }
    return best;
}

COLLIDE_I_INLINE int collide_i_box_holds(const collide_aabb *box, collide_vec3 x)
{
    return x.x >= box->lower.x && x.y >= box->lower.y && x.z >= box->lower.z && x.x <= box->upper.x &&
           x.y <= box->upper.y && x.z <= box->upper.z;
}

/* Is a point inside a closed mesh, in any of its parts? */
COLLIDE_I_STATIC int collide_i_point_inside(const collide_mesh *m, collide_vec3 x, collide_tree_walk *walk)
{
    const collide_plane *planes = collide_i_mesh_planes(m);
    int i;
    if (!(m->flags & COLLIDE_I_MESH_CLOSED) || !collide_i_box_holds(&m->box, x)) return 0;
    if (m->flags & COLLIDE_I_MESH_CONVEX && m->face_count <= COLLIDE_I_INSIDE_FACES) {
        for (i = 0; i < m->face_count; i++)
            if (collide_i_dot(planes[i].normal, x) > planes[i].offset) return 0;
        return 1;
    }
    return collide_i_winding_at(m, x, walk) > 0;
}

/* A convex polygon: corners by number from an array, or the array itself where index is NULL. */
typedef struct {
    const collide_vec3 *point;
    const int *index;
    const collide_plane *sides; /* see collide_i_pane_side; NULL: not known yet */
    int size, two_sided;
    collide_plane plane;
} collide_i_pane;

COLLIDE_I_INLINE collide_vec3 collide_i_pane_corner(const collide_i_pane *p, int i)
{
    return p->point[p->index ? p->index[i] : i];
}

/* The pane's point nearest to x; *within 1 where that is not on its rim. */
COLLIDE_I_STATIC collide_vec3 collide_i_pane_nearest(const collide_i_pane *p, collide_vec3 x, int *within)
{
    const collide_vec3 n = p->plane.normal;
    collide_vec3 best = collide_i_sub(x, collide_i_scale(n, collide_i_dot(n, x) - p->plane.offset));
    collide_vec3 a = collide_i_pane_corner(p, p->size - 1);
    collide_real least = -1;
    int i;
    for (i = 0; i < p->size; i++) {
        const collide_vec3 b = collide_i_pane_corner(p, i);
        if (collide_i_dot(collide_i_cross(collide_i_sub(b, a), collide_i_sub(x, a)), n) < 0) {
            const collide_vec3 c = collide_i_segment_nearest(x, a, b), d = collide_i_sub(x, c);
            const collide_real squared = collide_i_dot(d, d);
            if (least < 0 || squared < least) {
                least = squared;
                best = c;
            }
        }
        a = b;
    }
    *within = least < 0;
    return best;
}

/* A face of a mesh, or of the mesh with its vertices and planes elsewhere. */
COLLIDE_I_INLINE collide_i_pane collide_i_pane_of(const collide_mesh *m, int f, const collide_vec3 *vertices,
                                                  const collide_plane *planes)
{
    const int *first = collide_i_mesh_first(m) + f;
    collide_i_pane p;
    p.point = vertices;
    p.index = collide_i_mesh_corners(m) + first[0];
    p.sides = NULL;
    p.size = first[1] - first[0];
    p.two_sided = !(m->flags & COLLIDE_I_MESH_CLOSED);
    p.plane = planes[f];
    return p;
}

/* The face nearest to a point inside a mesh, of those that have it behind them, and how far it is; -1: none. */
COLLIDE_I_STATIC int collide_i_nearest_face(const collide_mesh *m, collide_vec3 x, collide_tree_walk *walk,
                                            collide_real *distance)
{
    collide_real least = -1;
    int f = -1, best = -1;
    if (m->at.tree) {
        collide_aabb box;
        box.lower = box.upper = x;
        (void)collide_tree_walk_near(walk, collide_mesh_tree(m), box, 2 * m->sphere_radius);
    }
    while ((f = collide_i_next_face(m, walk, f)) >= 0) {
        const collide_i_pane pane = collide_i_pane_of(m, f, collide_i_mesh_vertices(m), collide_i_mesh_planes(m));
        collide_real squared;
        collide_vec3 d;
        int within;
        if (collide_i_dot(pane.plane.normal, x) > pane.plane.offset) continue;
        d = collide_i_sub(x, collide_i_pane_nearest(&pane, x, &within));
        squared = collide_i_dot(d, d);
        if (best >= 0 && !(squared < least)) continue;
        least = walk->bound = squared;
        best = f;
    }
    *distance = best < 0 ? 0 : collide_i_sqrt(least);
    return best;
}

COLLIDE_I_STATIC int collide_i_obstacles_valid(const collide_obstacle *o, int count)
{
    int i;
    if (count < 0 || (count > 0 && !o)) return 0;
    for (i = 0; i < count; i++)
        if (!o[i].mesh || !collide_pose_valid(o[i].pose)) return 0;
    return 1;
}

/* A shape on its way past one obstacle, in the obstacle's frame. */
typedef struct {
    const collide_shape *shape;
    collide_pose pose, last; /* of the shape: at the start and, of a sweep, at the end */
    const collide_obstacle *obstacle;
    collide_i_frame frame; /* the obstacle's */
    collide_i_mat3 turn;   /* the shape's frame into the obstacle's: x -> turn x + at */
    collide_vec3 at, move;
    collide_vec3 centre; /* of a ball around the shape */
    collide_real radius, size, slack;
    collide_vec3 *corners;
    int room, two_sided;
    collide_scratch *scratch;
    collide_tree_walk *walk;
} collide_i_prober;

/* Everything a probe needs, taken from scratch; undone by collide_i_probe_end. */
typedef struct {
    collide_i_prober p;
    collide_scratch own;
    collide_i_mark mark;
} collide_i_probing;

COLLIDE_I_STATIC collide_result collide_i_probe_begin(collide_i_probing *q, const collide_shape *shape,
                                                      const collide_pose *pose, const collide_obstacle *obstacles,
                                                      int count, collide_scratch *scratch)
{
    memset(q, 0, sizeof *q);
    q->p.shape = shape;
    q->p.pose = q->p.last = *pose;
    q->p.scratch = scratch ? scratch : &q->own;
    if (!collide_i_shape_valid(shape) || !collide_i_pose_normalize(&q->p.pose) ||
        !collide_i_obstacles_valid(obstacles, count))
        return COLLIDE_ERROR_ARGUMENT;
    q->p.radius = collide_i_ball(shape, &q->p.centre) + shape->radius;
    if (!collide_i_usable(q->p.radius)) return COLLIDE_ERROR_ARGUMENT;
    q->mark = collide_i_scratch_mark(q->p.scratch);
    q->p.walk = (collide_tree_walk *)collide_i_scratch_take(q->p.scratch, 1, sizeof *q->p.walk);
    return q->p.walk ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
}

COLLIDE_I_STATIC void collide_i_probe_end(collide_i_probing *q)
{
    if (q->p.walk) collide_i_scratch_release(q->p.scratch, q->mark);
    if (q->p.scratch == &q->own) collide_scratch_free(&q->own);
}

COLLIDE_I_STATIC void collide_i_probe_none(collide_probe *out)
{
    memset(out, 0, sizeof *out);
    out->obstacle = out->face = -1;
}

/* Turns to another obstacle. */
COLLIDE_I_STATIC void collide_i_probe_face_to(collide_i_prober *p, const collide_obstacle *o, collide_vec3 move)
{
    collide_i_frame shape;
    (void)collide_i_frame_of(&o->pose, &p->frame);
    (void)collide_i_frame_of(&p->pose, &shape);
    p->obstacle = o;
    p->two_sided = !collide_mesh_closed(o->mesh);
    p->turn.x = collide_i_turn_back(&p->frame.r, shape.r.x);
    p->turn.y = collide_i_turn_back(&p->frame.r, shape.r.y);
    p->turn.z = collide_i_turn_back(&p->frame.r, shape.r.z);
    p->at = collide_i_turn_back(&p->frame.r, collide_i_sub(shape.p, p->frame.p));
    p->move = collide_i_turn_back(&p->frame.r, move);
    p->size = collide_i_extent(p->at) + collide_i_extent(p->centre) + p->radius + collide_i_extent(o->mesh->sphere) +
              o->mesh->sphere_radius;
    p->slack = 4 * COLLIDE_I_EPSILON * p->size;
}

/* The box of the shape in the obstacle's frame, with some room. */
COLLIDE_I_STATIC collide_aabb collide_i_probe_box(const collide_i_prober *p, collide_real room)
{
    collide_real low[3], high[3];
    collide_vec3 e, q;
    collide_aabb box;
    int i;
    room += p->shape->radius + p->slack;
    for (i = 0; i < 3; i++) { /* along the rows of the rotation */
        const collide_vec3 d =
            collide_i_vec(collide_i_axis(p->turn.x, i), collide_i_axis(p->turn.y, i), collide_i_axis(p->turn.z, i));
        (void)collide_i_support(p->shape, d, &q);
        high[i] = collide_i_dot(d, q);
        (void)collide_i_support(p->shape, collide_i_negate(d), &q);
        low[i] = collide_i_dot(d, q);
    }
    e = collide_i_vec(room, room, room);
    box.lower = collide_i_sub(collide_i_add(p->at, collide_i_vec(low[0], low[1], low[2])), e);
    box.upper = collide_i_add(collide_i_add(p->at, collide_i_vec(high[0], high[1], high[2])), e);
    return box;
}

/* How high the shape's lowest point, and its highest, are over a plane of the obstacle. */
COLLIDE_I_STATIC collide_real collide_i_probe_height(const collide_i_prober *p, const collide_plane *plane, int way)
{
    const collide_vec3 d = collide_i_turn_back(&p->turn, plane->normal);
    collide_vec3 q;
    (void)collide_i_support(p->shape, way > 0 ? d : collide_i_negate(d), &q);
    return collide_i_dot(plane->normal, p->at) - plane->offset + collide_i_dot(d, q) +
           (way > 0 ? p->shape->radius : -p->shape->radius);
}

/* A face as a shape in its obstacle's frame. Its corners are valid until the next. */
COLLIDE_I_STATIC collide_result collide_i_probe_shape(collide_i_prober *p, int f, collide_shape *out)
{
    const collide_mesh *m = p->obstacle->mesh;
    const int *first = collide_i_mesh_first(m) + f, *corner = collide_i_mesh_corners(m) + first[0];
    const collide_vec3 *point = collide_i_mesh_vertices(m);
    const int size = first[1] - first[0];
    int i;
    if (size == 3) {
        *out = collide_shape_triangle(point[corner[0]], point[corner[1]], point[corner[2]]);
        return COLLIDE_OK;
    }
    if (size > p->room) {
        p->room = size < 16 ? 16 : size;
        p->corners = (collide_vec3 *)collide_i_scratch_take(p->scratch, (size_t)p->room, sizeof *p->corners);
        if (!p->corners) return COLLIDE_ERROR_MEMORY;
    }
    for (i = 0; i < size; i++) p->corners[i] = point[corner[i]];
    *out = collide_shape_points(&p->corners[0].x, size, sizeof *p->corners);
    return COLLIDE_OK;
}

/* GJK's normal for a face, which knows nothing of its neighbours, made that of the mesh: only at an edge that sticks
   out there is more than the face's own. `point` in the obstacle's frame, `normal` leaves it. *seam: at an edge that
   does not. */
COLLIDE_I_STATIC collide_vec3 collide_i_probe_normal(const collide_i_prober *p, int f, collide_vec3 point,
                                                     collide_vec3 normal, int *seam)
{
    const collide_mesh *m = p->obstacle->mesh;
    const int *first = collide_i_mesh_first(m) + f;
    const collide_vec3 *vertex = collide_i_mesh_vertices(m);
    const collide_plane *plane = &collide_i_mesh_planes(m)[f];
    const collide_vec3 n =
        p->two_sided && collide_i_dot(plane->normal, normal) < 0 ? collide_i_negate(plane->normal) : plane->normal;
    const collide_real pad = 64 * p->slack;
    int i;
    *seam = 0;
    for (i = first[0]; i < first[1]; i++) {
        const collide_edge *e = &collide_i_mesh_edges(m)[COLLIDE_I_MESH_ARRAY(int, m, corner_edges)[i]];
        const collide_vec3 off =
            collide_i_sub(point, collide_i_segment_nearest(point, vertex[e->vertex[0]], vertex[e->vertex[1]]));
        if (collide_i_dot(off, off) > pad * pad) continue;
        if (!(e->flags & (p->two_sided ? COLLIDE_EDGE_FLAT : COLLIDE_EDGE_INTERNAL))) {
            *seam = 0;
            return normal;
        }
        *seam = 1;
    }
    return n;
}

COLLIDE_I_STATIC collide_vec3 collide_i_probe_in(const collide_i_prober *p, collide_vec3 x)
{
    return collide_i_turn_back(&p->frame.r, collide_i_sub(x, p->frame.p));
}

/* Takes a face that the shape is in: the shallowest such face shows the way out. */
COLLIDE_I_STATIC void collide_i_probe_inside_of(const collide_i_prober *p, int index, int f, collide_probe *out)
{
    const collide_plane *plane = &collide_i_mesh_planes(p->obstacle->mesh)[f];
    const collide_real low = collide_i_probe_height(p, plane, -1), high = collide_i_probe_height(p, plane, 1);
    const int flip = p->two_sided && high < -low;
    const collide_real depth = flip ? high : -low;
    const collide_vec3 n = flip ? collide_i_negate(plane->normal) : plane->normal;
    if (out->flags & COLLIDE_STARTED_INSIDE && -out->distance <= depth) return;
    out->time = 0;
    out->distance = -depth;
    out->flags = COLLIDE_STARTED_INSIDE;
    out->obstacle = index;
    out->face = f;
    out->normal = collide_i_turn(&p->frame.r, n);
    out->point = collide_i_add(
        collide_i_turn(
            &p->frame.r,
            collide_i_sub(p->at, collide_i_scale(plane->normal, collide_i_dot(plane->normal, p->at) - plane->offset))),
        p->frame.p);
}

/* A point of the shape, well inside it where it has an inside, in the obstacle's frame. The middle of a ball around it
   may be outside: of a face as a shape, off its plane. */
COLLIDE_I_STATIC collide_vec3 collide_i_probe_middle(const collide_i_prober *p)
{
    const collide_shape *s = p->shape;
    collide_vec3 x = p->centre;
    int i;
    if (s->kind == COLLIDE_I_HULL && s->as.mesh->flags & COLLIDE_I_MESH_CONVEX) {
        x = s->as.mesh->centroid;
    } else if (s->kind == COLLIDE_I_HULL || s->kind == COLLIDE_I_POINTS || s->kind == COLLIDE_I_CUSTOM ||
               s->kind == COLLIDE_I_SUM || s->kind == COLLIDE_I_BOTH || collide_i_is_image(s)) {
        x = collide_i_vec(0, 0, 0);
        for (i = 0; i < 6; i++) { /* the mean of six of its points */
            const collide_real sign = i < 3 ? 1 : (collide_real)-1;
            collide_vec3 q;
            (void)collide_i_support(
                s, collide_i_vec(i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0), &q);
            x = collide_i_add(x, collide_i_scale(q, COLLIDE_R(0.1666666666666666667)));
        }
    }
    return collide_i_add(collide_i_turn(&p->turn, x), p->at);
}

/* The face nearest to the shape's middle, for a shape that is wholly inside. */
COLLIDE_I_STATIC void collide_i_probe_swallowed(collide_i_prober *p, int index, collide_probe *out)
{
    const collide_mesh *m = p->obstacle->mesh;
    const collide_vec3 x = collide_i_probe_middle(p);
    collide_real least;
    int best;
    if (p->two_sided || !collide_i_point_inside(m, x, p->walk)) return;
    best = collide_i_nearest_face(m, x, p->walk, &least);
    if (best >= 0) collide_i_probe_inside_of(p, index, best, out);
}

/* Casts at one face, with the shape grown by `more`. 1: hit, with the normal made the mesh's; 2: already in it. */
COLLIDE_I_STATIC int collide_i_probe_cast_face(collide_i_prober *p, int f, collide_vec3 move, collide_real more,
                                               collide_hit *hit)
{
    collide_shape face, grown = *p->shape;
    collide_vec3 none = collide_i_vec(0, 0, 0), normal;
    int seam;
    grown.radius += more;
    if (collide_i_probe_shape(p, f, &face) < 0) return COLLIDE_ERROR_MEMORY;
    if (collide_shape_cast(grown, p->pose, move, face, p->obstacle->pose, none, NULL, hit) != COLLIDE_HIT) return 0;
    if (hit->flags & COLLIDE_STARTED_INSIDE) return 2;
    normal = collide_i_probe_normal(p, f, collide_i_probe_in(p, hit->point),
                                    collide_i_turn_back(&p->frame.r, collide_i_negate(hit->normal)), &seam);
    hit->normal = collide_i_turn(&p->frame.r, normal);
    return 1;
}

/* Does a flight lead closer to the face? With the normal where it is nearest. Both are convex: who isn't coming closer
   now never will. */
COLLIDE_I_STATIC int collide_i_probe_inwards(collide_i_prober *p, int f, collide_vec3 move, collide_hit *hit)
{
    collide_shape face;
    collide_closest c;
    collide_vec3 normal;
    int seam;
    if (collide_i_probe_shape(p, f, &face) < 0) return 1;
    if (collide_distance(*p->shape, p->pose, face, p->obstacle->pose, NULL, &c) != 0) return 1;
    normal = collide_i_turn_back(&p->frame.r, collide_i_negate(c.normal));
    normal = collide_i_probe_normal(p, f, collide_i_probe_in(p, c.point_b), normal, &seam);
    hit->normal = collide_i_turn(&p->frame.r, normal);
    hit->point = c.point_b;
    return collide_i_dot(hit->normal, move) < 0;
}

/* One obstacle's faces on the way. With a zone (of a slide) the rule is [TRACE]'s: stop where the zone is entered, but
   only if its inner half would be, too. */
COLLIDE_I_STATIC collide_result collide_i_probe_cast_at(collide_i_prober *p, int index, collide_vec3 move,
                                                        collide_real zone, collide_probe *out)
{
    const collide_mesh *m = p->obstacle->mesh;
    const collide_real tangent = 16 * COLLIDE_I_EPSILON * collide_i_extent(p->move), inner = zone / 2;
    int f = -1;
    if (m->at.tree) {
        (void)collide_tree_walk_cast(p->walk, collide_mesh_tree(m), collide_i_probe_box(p, zone), p->move);
        p->walk->bound = out->time;
    }
    while ((f = collide_i_next_face(m, p->walk, f)) >= 0) {
        const collide_plane *plane = &collide_i_mesh_planes(m)[f];
        const collide_real rate = collide_i_dot(plane->normal, p->move);
        collide_real low = collide_i_probe_height(p, plane, -1);
        collide_hit hit;
        int r;
        if (low > -p->slack && (rate >= -tangent || low + rate * out->time > inner + p->slack)) continue;
        if (low <= -p->slack) { /* across the plane, or behind it */
            const collide_real high = collide_i_probe_height(p, plane, 1);
            if (p->two_sided ? high < p->slack && (rate <= tangent || high + rate * out->time < -inner - p->slack)
                             : high <= p->slack)
                continue;
        }
        r = collide_i_probe_cast_face(p, f, move, inner, &hit);
        if (r < 0) return COLLIDE_ERROR_MEMORY;
        if (r == 2 && (zone > 0 ? collide_i_probe_cast_face(p, f, move, 0, &hit) == 2 : 1)) {
            collide_i_probe_inside_of(p, index, f, out);
            out->time = 0;
        } else if (r && (low <= -p->slack || rate < -tangent || p->two_sided)) {
            if (zone > 0) { /* stop at its outer side; who is within already, unless it leads closer, is free */
                collide_hit early;
                const int e = r == 2 ? 2 : collide_i_probe_cast_face(p, f, move, zone, &early);
                if (e == 1 && early.time <= hit.time) hit = early;
                if (e == 2) {
                    if (!collide_i_probe_inwards(p, f, move, &hit)) continue;
                    hit.time = 0;
                }
            }
            if (hit.time < out->time || out->face < 0) {
                out->time = hit.time;
                out->obstacle = index;
                out->face = f;
                out->point = hit.point;
                out->normal = hit.normal;
                out->flags = hit.flags;
            }
        }
        if (m->at.tree) p->walk->bound = out->time;
    }
    return COLLIDE_OK;
}

COLLIDE_I_STATIC collide_result collide_i_probe_cast(collide_i_prober *p, collide_vec3 move,
                                                     const collide_obstacle *obstacles, int count, collide_real zone,
                                                     collide_probe *out)
{
    int i;
    out->time = 1;
    for (i = 0; i < count; i++) {
        collide_i_probe_face_to(p, &obstacles[i], move);
        if (collide_i_probe_cast_at(p, i, move, zone * p->size, out) < 0) return COLLIDE_ERROR_MEMORY;
        if (!(out->flags & COLLIDE_STARTED_INSIDE)) collide_i_probe_swallowed(p, i, out);
    }
    if (out->obstacle < 0) out->time = 0;
    if (out->flags & COLLIDE_STARTED_INSIDE) out->distance = 0;
    return out->obstacle < 0 ? COLLIDE_MISS : COLLIDE_HIT;
}

COLLIDE_API collide_result collide_probe_cast(collide_shape shape, collide_pose pose, collide_vec3 move,
                                              const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                              collide_probe *out)
{
    collide_i_probing q;
    collide_result r;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!collide_i_usable3(move)) return COLLIDE_ERROR_ARGUMENT;
    collide_i_probe_none(out);
    r = collide_i_probe_begin(&q, &shape, &pose, obstacles, count, scratch);
    if (r == COLLIDE_OK) r = collide_i_probe_cast(&q.p, move, obstacles, count, 0, out);
    collide_i_probe_end(&q);
    if (r <= 0) collide_i_probe_none(out);
    if (r < 0) memset(out, 0, sizeof *out);
    return r;
}

/* The box, in the obstacle's frame, of the shape's ball on the way of a sweep: a screw of at most half a turn bulges
   from its chord by at most half of it. */
COLLIDE_I_STATIC collide_aabb collide_i_probe_swept(const collide_i_prober *p, collide_real time, collide_vec3 end[2],
                                                    collide_real *bulge)
{
    const collide_pose last = collide_pose_between(p->pose, p->last, time);
    collide_vec3 e, d;
    collide_aabb box;
    end[0] = collide_i_probe_in(p, collide_i_add(collide_i_rotate(p->pose.rotation, p->centre), p->pose.position));
    end[1] = collide_i_probe_in(p, collide_i_add(collide_i_rotate(last.rotation, p->centre), last.position));
    d = collide_i_sub(end[1], end[0]);
    *bulge = p->radius + COLLIDE_R(0.5) * collide_i_sqrt(collide_i_dot(d, d)) + p->slack;
    e = collide_i_vec(*bulge, *bulge, *bulge);
    box.lower = collide_i_sub(collide_i_lowest(end[0], end[1]), e);
    box.upper = collide_i_add(collide_i_highest(end[0], end[1]), e);
    return box;
}

COLLIDE_I_STATIC collide_result collide_i_probe_sweep_at(collide_i_prober *p, int index, collide_probe *out)
{
    const collide_mesh *m = p->obstacle->mesh;
    collide_real bulge;
    collide_vec3 end[2];
    collide_aabb box = collide_i_probe_swept(p, out->time, end, &bulge);
    int f = -1;
    if (m->at.tree) (void)collide_tree_walk_box(p->walk, collide_mesh_tree(m), box);
    while ((f = collide_i_next_face(m, p->walk, f)) >= 0) {
        const collide_plane *plane = &collide_i_mesh_planes(m)[f];
        const collide_real h0 = collide_i_dot(plane->normal, end[0]) - plane->offset;
        const collide_real h1 = collide_i_dot(plane->normal, end[1]) - plane->offset;
        collide_shape face;
        collide_hit hit;
        collide_pose last;
        if (collide_i_min(h0, h1) > bulge || collide_i_max(h0, h1) < -bulge) continue;
        if (collide_i_probe_shape(p, f, &face) < 0) return COLLIDE_ERROR_MEMORY;
        if (collide_i_abs(h0) <= p->radius + p->slack &&
            collide_overlap(*p->shape, p->pose, face, p->obstacle->pose, NULL) == 1 &&
            collide_i_probe_height(p, plane, -1) < -p->slack && collide_i_probe_height(p, plane, 1) > p->slack) {
            collide_i_probe_inside_of(p, index, f, out);
            out->time = 0;
            continue;
        }
        if (!(out->time > 0)) continue;
        last = out->time < 1 ? collide_pose_between(p->pose, p->last, out->time) : p->last;
        if (collide_shape_sweep(*p->shape, p->pose, last, face, p->obstacle->pose, p->obstacle->pose, NULL, &hit) !=
            COLLIDE_HIT)
            continue;
        hit.time *= out->time;
        if (hit.flags & COLLIDE_STARTED_INSIDE) {
            collide_i_probe_inside_of(p, index, f, out);
            out->time = 0;
        } else if (hit.time < out->time || out->face < 0) {
            const collide_vec3 n = collide_i_turn_back(&p->frame.r, collide_i_negate(hit.normal));
            int seam;
            if (!p->two_sided && collide_i_dot(n, plane->normal) < -COLLIDE_R(0.5)) continue; /* from behind */
            out->time = hit.time;
            out->obstacle = index;
            out->face = f;
            out->point = hit.point;
            out->flags = hit.flags;
            out->normal =
                collide_i_turn(&p->frame.r, collide_i_probe_normal(p, f, collide_i_probe_in(p, hit.point), n, &seam));
            if (m->at.tree) p->walk->box = collide_i_probe_swept(p, out->time, end, &bulge);
        }
    }
    return COLLIDE_OK;
}

COLLIDE_API collide_result collide_probe_sweep(collide_shape shape, collide_pose from, collide_pose to,
                                               const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                               collide_probe *out)
{
    collide_i_probing q;
    collide_result r;
    int i;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    collide_i_probe_none(out);
    r = collide_i_probe_begin(&q, &shape, &from, obstacles, count, scratch);
    q.p.last = to;
    if (r == COLLIDE_OK && !collide_i_pose_normalize(&q.p.last)) r = COLLIDE_ERROR_ARGUMENT;
    if (r == COLLIDE_OK) {
        out->time = 1;
        for (i = 0; i < count && r == COLLIDE_OK; i++) {
            collide_i_probe_face_to(&q.p, &obstacles[i], collide_i_vec(0, 0, 0));
            r = collide_i_probe_sweep_at(&q.p, i, out);
            if (r == COLLIDE_OK && !(out->flags & COLLIDE_STARTED_INSIDE)) collide_i_probe_swallowed(&q.p, i, out);
        }
        if (r == COLLIDE_OK) r = out->obstacle < 0 ? COLLIDE_MISS : COLLIDE_HIT;
        if (out->flags & COLLIDE_STARTED_INSIDE) out->distance = 0;
    }
    collide_i_probe_end(&q);
    if (r <= 0) collide_i_probe_none(out);
    if (r < 0) memset(out, 0, sizeof *out);
    return r;
}

/* Places near a face: the closest, or the depth; 0 where it is further than `within`. */
COLLIDE_I_STATIC int collide_i_probe_near_face(collide_i_prober *p, int f, collide_real within, collide_closest *c)
{
    collide_shape face;
    if (collide_i_probe_shape(p, f, &face) < 0) return COLLIDE_ERROR_MEMORY;
    if (collide_distance(*p->shape, p->pose, face, p->obstacle->pose, NULL, c) < 0) return 0;
    return c->distance <= within;
}

COLLIDE_API collide_result collide_probe_closest(collide_shape shape, collide_pose pose, collide_real within,
                                                 const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                                 collide_probe *out)
{
    collide_i_probing q;
    collide_result r;
    int i;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!collide_i_usable(within) || within < 0) return COLLIDE_ERROR_ARGUMENT;
    collide_i_probe_none(out);
    r = collide_i_probe_begin(&q, &shape, &pose, obstacles, count, scratch);
    out->distance = within;
    for (i = 0; i < count && r == COLLIDE_OK; i++) {
        const collide_mesh *m = obstacles[i].mesh;
        int f = -1;
        collide_i_probe_face_to(&q.p, &obstacles[i], collide_i_vec(0, 0, 0));
        if (m->at.tree) {
            const collide_real reach = collide_i_max(out->distance, 0);
            (void)collide_tree_walk_near(q.p.walk, collide_mesh_tree(m), collide_i_probe_box(&q.p, 0), reach);
        }
        while ((f = collide_i_next_face(m, q.p.walk, f)) >= 0) {
            collide_closest c;
            const int hit = collide_i_probe_near_face(&q.p, f, collide_i_max(out->distance, 0), &c);
            int seam;
            if (hit < 0) {
                r = COLLIDE_ERROR_MEMORY;
                break;
            }
            if (!hit || (out->obstacle >= 0 && c.distance > 0 && !(c.distance < out->distance))) continue;
            if (!(c.distance > 0)) {
                const int inside = (out->flags & COLLIDE_STARTED_INSIDE) != 0;
                if (!inside) out->distance = 0;
                collide_i_probe_inside_of(&q.p, i, f, out);
            } else {
                out->distance = c.distance;
                out->obstacle = i;
                out->face = f;
                out->point = c.point_b;
                out->flags = c.flags;
                out->normal = collide_i_turn(
                    &q.p.frame.r,
                    collide_i_probe_normal(&q.p, f, collide_i_probe_in(&q.p, c.point_b),
                                           collide_i_turn_back(&q.p.frame.r, collide_i_negate(c.normal)), &seam));
            }
            if (m->at.tree) q.p.walk->bound = out->distance > 0 ? out->distance * out->distance : 0;
        }
        if (r == COLLIDE_OK && (out->obstacle != i || !(out->flags & COLLIDE_STARTED_INSIDE)))
            collide_i_probe_swallowed(&q.p, i, out);
    }
    collide_i_probe_end(&q);
    if (r == COLLIDE_OK && out->obstacle >= 0) {
        out->flags &= ~(unsigned)COLLIDE_STARTED_INSIDE;
        return COLLIDE_HIT;
    }
    collide_i_probe_none(out);
    if (r < 0) memset(out, 0, sizeof *out);
    return r;
}

COLLIDE_API collide_result collide_probe_overlap(collide_shape shape, collide_pose pose,
                                                 const collide_obstacle *obstacles, int count, collide_scratch *scratch)
{
    collide_i_probing q;
    collide_result r = collide_i_probe_begin(&q, &shape, &pose, obstacles, count, scratch);
    int i;
    for (i = 0; i < count && r == COLLIDE_OK; i++) {
        const collide_mesh *m = obstacles[i].mesh;
        int f = -1;
        collide_i_probe_face_to(&q.p, &obstacles[i], collide_i_vec(0, 0, 0));
        if (m->at.tree) (void)collide_tree_walk_box(q.p.walk, collide_mesh_tree(m), collide_i_probe_box(&q.p, 0));
        while (r == COLLIDE_OK && (f = collide_i_next_face(m, q.p.walk, f)) >= 0) {
            const collide_plane *plane = &collide_i_mesh_planes(m)[f];
            collide_shape face;
            if (collide_i_probe_height(&q.p, plane, -1) > q.p.slack ||
                collide_i_probe_height(&q.p, plane, 1) < -q.p.slack)
                continue;
            if (collide_i_probe_shape(&q.p, f, &face) < 0)
                r = COLLIDE_ERROR_MEMORY;
            else
                r = collide_overlap(shape, q.p.pose, face, obstacles[i].pose, NULL);
        }
        if (r == COLLIDE_OK) r = collide_i_point_inside(m, collide_i_probe_middle(&q.p), q.p.walk);
    }
    collide_i_probe_end(&q);
    return r;
}

COLLIDE_API int collide_probe_contacts(collide_shape shape, collide_pose pose, collide_real within,
                                       const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                       collide_contact *out, int capacity)
{
    collide_i_probing q;
    int i, found = 0;
    collide_result r;
    if (capacity < 0 || (capacity > 0 && !out) || !collide_i_usable(within) || within < 0)
        return COLLIDE_ERROR_ARGUMENT;
    r = collide_i_probe_begin(&q, &shape, &pose, obstacles, count, scratch);
    for (i = 0; i < count && r == COLLIDE_OK; i++) {
        const collide_mesh *m = obstacles[i].mesh;
        collide_vec3 middle;
        int f = -1;
        collide_i_probe_face_to(&q.p, &obstacles[i], collide_i_vec(0, 0, 0));
        middle = collide_i_probe_middle(&q.p);
        if (m->at.tree) (void)collide_tree_walk_box(q.p.walk, collide_mesh_tree(m), collide_i_probe_box(&q.p, within));
        while ((f = collide_i_next_face(m, q.p.walk, f)) >= 0) {
            const collide_plane *plane = &collide_i_mesh_planes(m)[f];
            const collide_real low = collide_i_probe_height(&q.p, plane, -1);
            collide_vec3 normal;
            collide_closest c;
            int hit, seam = 0;
            if (low > within || (!q.p.two_sided && collide_i_dot(plane->normal, middle) < plane->offset)) continue;
            if (q.p.two_sided && collide_i_probe_height(&q.p, plane, 1) < -within) continue;
            hit = collide_i_probe_near_face(&q.p, f, within, &c);
            if (hit < 0) {
                r = COLLIDE_ERROR_MEMORY;
                break;
            }
            if (!hit) continue;
            if (c.distance > 0) {
                const collide_vec3 n = collide_i_turn_back(&q.p.frame.r, collide_i_negate(c.normal));
                normal = collide_i_probe_normal(&q.p, f, collide_i_probe_in(&q.p, c.point_b), n, &seam);
                if (seam && collide_i_extent(collide_i_cross(n, normal)) * (c.distance + shape.radius) > 16 * q.p.slack)
                    continue; /* it is beside this face: the neighbour has it */
                normal = collide_i_turn(&q.p.frame.r, normal);
            } else {
                normal = collide_i_turn(&q.p.frame.r, plane->normal);
                c.distance = low;
                c.point_a = c.point_b;
            }
            if (found < capacity) {
                collide_contact *o = &out[found];
                o->point = collide_i_scale(collide_i_add(c.point_a, c.point_b), COLLIDE_R(0.5));
                o->normal = normal;
                o->distance = c.distance;
                o->kind = COLLIDE_VF;
                o->feature_a = -1;
                o->feature_b = f;
            }
            found++;
        }
    }
    collide_i_probe_end(&q);
    return r < 0 ? r : found;
}

COLLIDE_API collide_result collide_probe_inside(collide_vec3 point, const collide_obstacle *obstacles, int count,
                                                collide_scratch *scratch)
{
    collide_tree_walk walk;
    int i;
    (void)scratch;
    if (!collide_i_usable3(point) || !collide_i_obstacles_valid(obstacles, count)) return COLLIDE_ERROR_ARGUMENT;
    for (i = 0; i < count; i++) {
        const collide_vec3 x = collide_pose_apply_inverse(obstacles[i].pose, point);
        if (collide_i_point_inside(obstacles[i].mesh, x, &walk)) return COLLIDE_HIT;
    }
    return COLLIDE_MISS;
}

/* ---- sliding ----

   One loop for shapes and, below, for meshes: move, and what is left of the motion goes on along the planes met so
   far: along one of them, along the crease of two, and nowhere in a corner of three. */

typedef struct collide_i_slider collide_i_slider;

struct collide_i_slider {
    collide_result (*cast)(collide_i_slider *s, const collide_pose *pose, collide_vec3 move, collide_real *time,
                           collide_vec3 *normal, unsigned *flags);
    const collide_obstacle *obstacles;
    int count;
    collide_scratch *scratch;
    const collide_shape *shape; /* the one or the other */
    const collide_mesh *mesh;
    collide_vec3 up;
    collide_vec3 point;   /* of the last hit */
    collide_real footing; /* there: how upright the flattest of the faces is */
};

enum { COLLIDE_I_SLIDE_PLANES = 8 };

/* The flattest of the faces that meet at a place on an obstacle: the edge of a stair is steep to touch for what is
   round, and yet good to stand on. */
COLLIDE_I_STATIC collide_real collide_i_slide_footing(const collide_i_slider *s, int obstacle, int face,
                                                      collide_vec3 point)
{
    const collide_obstacle *o = &s->obstacles[obstacle];
    const collide_mesh *m = o->mesh;
    const collide_plane *planes = collide_i_mesh_planes(m);
    const int *first = collide_i_mesh_first(m) + face;
    const collide_real pad = 256 * COLLIDE_I_EPSILON * (m->sphere_radius + collide_i_extent(m->sphere));
    collide_vec3 x, up;
    collide_i_frame frame;
    collide_real best, height;
    int i, closed = collide_mesh_closed(m);
    (void)collide_i_frame_of(&o->pose, &frame);
    x = collide_i_turn_back(&frame.r, collide_i_sub(point, frame.p));
    up = collide_i_turn_back(&frame.r, s->up);
    height = collide_i_dot(planes[face].normal, up);
    best = closed ? height : collide_i_abs(height);
    for (i = first[0]; i < first[1]; i++) {
        const collide_edge *e = &collide_i_mesh_edges(m)[COLLIDE_I_MESH_ARRAY(int, m, corner_edges)[i]];
        const int other = e->face[0] == face ? e->face[1] : e->face[0];
        const collide_vec3 a = collide_i_mesh_vertices(m)[e->vertex[0]];
        const collide_vec3 d = collide_i_sub(collide_i_mesh_vertices(m)[e->vertex[1]], a);
        const collide_vec3 c = collide_i_cross(d, collide_i_sub(x, a));
        if (other < 0 || collide_i_dot(c, c) > pad * pad * collide_i_dot(d, d)) continue;
        height = collide_i_dot(planes[other].normal, up);
        best = collide_i_max(best, closed ? height : collide_i_abs(height));
    }
    return best;
}

/* The part of a motion that no plane forbids. */
COLLIDE_I_STATIC collide_vec3 collide_i_slide_along(collide_vec3 move, const collide_vec3 *plane, int count)
{
    int i, j, k;
    for (i = 0; i < count; i++)
        if (collide_i_dot(move, plane[i]) < 0) break;
    if (i == count) return move;
    for (i = 0; i < count; i++) {
        collide_vec3 along = collide_i_sub(move, collide_i_scale(plane[i], collide_i_dot(move, plane[i])));
        const collide_real doubt = 8 * COLLIDE_I_EPSILON * collide_i_extent(move);
        if (!(collide_i_dot(move, plane[i]) < 0)) continue;
        for (j = 0; j < count && collide_i_dot(along, plane[j]) >= -doubt; j++) {
        }
        if (j == count) return along;
    }
    for (i = 0; i < count; i++)
        for (j = i + 1; j < count; j++) {
            collide_real length;
            const collide_vec3 crease = collide_i_unit(collide_i_cross(plane[i], plane[j]), &length);
            const collide_vec3 along = collide_i_scale(crease, collide_i_dot(move, crease));
            const collide_real doubt = 8 * COLLIDE_I_EPSILON * collide_i_extent(move);
            if (!(length > 64 * COLLIDE_I_EPSILON)) continue;
            for (k = 0; k < count && (k == i || k == j || collide_i_dot(along, plane[k]) >= -doubt); k++) {
            }
            if (k == count) return along;
        }
    return collide_i_vec(0, 0, 0);
}

/* How high the lowest point is. */
COLLIDE_I_STATIC collide_real collide_i_slide_feet(const collide_i_slider *s, const collide_pose *pose)
{
    collide_i_frame frame;
    collide_vec3 down, lowest = collide_i_vec(0, 0, 0);
    collide_real radius = 0;
    (void)collide_i_frame_of(pose, &frame);
    down = collide_i_turn_back(&frame.r, collide_i_negate(s->up));
    if (s->shape) {
        (void)collide_i_support(s->shape, down, &lowest);
        radius = s->shape->radius;
    } else if (s->mesh) {
        lowest = collide_mesh_vertex(s->mesh, collide_mesh_support(s->mesh, down));
    }
    return collide_i_dot(s->up, pose->position) - collide_i_dot(down, lowest) - radius;
}

/* Up, forward, down again: taken if that leads further on, onto something to stand on. What is round may come to lie on
   the edge of a step, which is steep to touch; it counts if the step is one, measured from where the feet were. */
COLLIDE_I_STATIC collide_result collide_i_slide_step(collide_i_slider *s, collide_pose *pose, collide_vec3 *rest,
                                                     const collide_slide_desc *d, collide_vec3 up, collide_real flat)
{
    const collide_vec3 level = collide_i_sub(*rest, collide_i_scale(up, collide_i_dot(*rest, up)));
    collide_pose at = *pose;
    collide_real time, rise, gone;
    collide_vec3 normal;
    unsigned flags;
    collide_result r = s->cast(s, &at, collide_i_scale(up, d->step_height), &time, &normal, &flags);
    if (r < 0 || flags & COLLIDE_STARTED_INSIDE) return r < 0 ? r : COLLIDE_MISS;
    rise = r == COLLIDE_HIT ? d->step_height * time : d->step_height;
    at.position = collide_i_add(at.position, collide_i_scale(up, rise));
    r = s->cast(s, &at, level, &gone, &normal, &flags);
    if (r < 0) return r;
    if (r != COLLIDE_HIT) gone = 1;
    if (!(gone > 16 * COLLIDE_I_EPSILON)) return COLLIDE_MISS;
    at.position = collide_i_add(at.position, collide_i_scale(level, gone));
    r = s->cast(s, &at, collide_i_scale(up, -rise), &time, &normal, &flags);
    if (r < 0) return r;
    if (r != COLLIDE_HIT || flags & COLLIDE_STARTED_INSIDE || s->footing < flat ||
        collide_i_dot(s->point, up) - collide_i_slide_feet(s, pose) > d->step_height)
        return COLLIDE_MISS;
    at.position = collide_i_sub(at.position, collide_i_scale(up, rise * time));
    *pose = at;
    *rest = collide_i_scale(*rest, 1 - gone);
    return COLLIDE_HIT;
}

COLLIDE_I_STATIC collide_result collide_i_slide_run(collide_i_slider *s, collide_pose pose, collide_vec3 move,
                                                    const collide_slide_desc *given, collide_slide *out)
{
    static const collide_slide_desc plain = {0, 0, 0, {0, 0, 0}};
    const collide_slide_desc *d = given ? given : &plain;
    collide_vec3 plane[COLLIDE_I_SLIDE_PLANES], up, rest = move;
    collide_real length, flat;
    int most = d->max_hits > 0 ? d->max_hits : 5, planes = 0, steps = 0;
    collide_result r;
    if (!collide_i_usable(d->step_height) || !collide_i_usable(d->max_slope) || !collide_i_usable3(d->up) ||
        d->step_height < 0 || d->max_slope < 0 || d->max_hits < 0)
        return COLLIDE_ERROR_ARGUMENT;
    up = collide_i_unit(d->up, &length);
    if (!(length > 0)) up = collide_i_vec(0, 1, 0);
    s->up = up;
    flat = d->max_slope > 0 ? collide_cos(d->max_slope) : COLLIDE_R(0.0078125);
    do { /* also where there is no motion: it may be inside */
        collide_real time;
        collide_vec3 normal;
        unsigned flags = 0;
        r = s->cast(s, &pose, rest, &time, &normal, &flags);
        if (r < 0) return r;
        if (r == COLLIDE_MISS) {
            pose.position = collide_i_add(pose.position, rest);
            rest = collide_i_vec(0, 0, 0);
            break;
        }
        out->hits++;
        out->normal = normal;
        out->flags |= flags;
        if (flags & COLLIDE_STARTED_INSIDE) break;
        pose.position = collide_i_add(pose.position, collide_i_scale(rest, time));
        rest = collide_i_scale(rest, 1 - time);
        if (collide_i_dot(normal, up) < flat) {
            if (d->step_height > 0 && steps++ < 2) {
                r = collide_i_slide_step(s, &pose, &rest, d, up, flat);
                if (r < 0) return r;
                if (r == COLLIDE_HIT) {
                    planes = 0;
                    continue;
                }
            }
            if (d->max_slope > 0 && collide_i_dot(normal, up) > 0) { /* too steep to climb: as if it were upright */
                collide_vec3 level = collide_i_sub(normal, collide_i_scale(up, collide_i_dot(normal, up)));
                level = collide_i_unit(level, &length);
                if (length > 0 && planes < COLLIDE_I_SLIDE_PLANES && collide_i_dot(rest, level) < 0)
                    plane[planes++] = level;
            }
        }
        if (planes < COLLIDE_I_SLIDE_PLANES) plane[planes++] = normal;
        rest = collide_i_slide_along(rest, plane, planes);
        if (!(collide_i_dot(rest, move) > 0)) break; /* no turning back */
    } while (collide_i_extent(rest) > 0 && out->hits < most);
    out->end = pose;
    out->rest = rest;
    return out->hits > 0 ? COLLIDE_HIT : COLLIDE_MISS;
}

/* A shape keeps a thin zone to everything while it slides, as a mesh does in [TRACE]. */
COLLIDE_I_STATIC collide_result collide_i_slide_shape(collide_i_slider *s, const collide_pose *pose, collide_vec3 move,
                                                      collide_real *time, collide_vec3 *normal, unsigned *flags)
{
    collide_i_probing q;
    collide_probe hit;
    collide_result r = collide_i_probe_begin(&q, s->shape, pose, s->obstacles, s->count, s->scratch);
    collide_i_probe_none(&hit);
    if (r == COLLIDE_OK) r = collide_i_probe_cast(&q.p, move, s->obstacles, s->count, 64 * COLLIDE_I_EPSILON, &hit);
    collide_i_probe_end(&q);
    *time = hit.time;
    *normal = hit.normal;
    *flags = hit.flags;
    s->point = hit.point;
    s->footing = r == COLLIDE_HIT ? collide_i_slide_footing(s, hit.obstacle, hit.face, hit.point) : 0;
    return r;
}

COLLIDE_API collide_result collide_probe_slide(collide_shape shape, collide_pose pose, collide_vec3 move,
                                               const collide_obstacle *obstacles, int count,
                                               const collide_slide_desc *desc, collide_scratch *scratch,
                                               collide_slide *out)
{
    collide_i_slider s;
    collide_result r;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!collide_i_pose_normalize(&pose) || !collide_i_usable3(move) || !collide_i_shape_valid(&shape) ||
        !collide_i_obstacles_valid(obstacles, count))
        return COLLIDE_ERROR_ARGUMENT;
    s.cast = collide_i_slide_shape;
    s.obstacles = obstacles;
    s.count = count;
    s.scratch = scratch;
    s.shape = &shape;
    s.mesh = NULL;
    r = collide_i_slide_run(&s, pose, move, desc, out);
    if (r < 0) memset(out, 0, sizeof *out);
    return r;
}

/* ============================================================================= IMPLEMENTATION
   [PLUCKER] line coordinates and the four feature solvers

   A vertex that flies straight or turns about an axis is at x(t) = x + g (u + t w), where g = t for a flight and
   g = 2 t / (1 + t t) for a turn measured by t, the tangent of half its angle (van Waveren 2.4: sin = 2 t / (1 + t t),
   1 - cos = t sin). Its height over a plane, and the product of a moving with a still line, are then the same kind of
   curve: c + 2 b t + a t t, by 1 + t t for a turn, with a = 0 for a flight. So one solver does all four cases: a
   contact is where such a curve dives through zero, and it does so at most once.
   ============================================================================================ */

typedef struct {
    collide_real c, b, a;
} collide_i_curve;

typedef struct {
    int turning;
    collide_vec3 move;         /* a flight: all of it */
    collide_vec3 origin, axis; /* a turn: about a unit axis */
} collide_i_motion;

typedef struct {
    collide_vec3 x, u, w;
    int turning;
} collide_i_ride;

/* The ride of a point that moves (way 1), or of one that stands still as the mover sees it (way -1). */
COLLIDE_I_INLINE collide_i_ride collide_i_ride_of(const collide_i_motion *m, collide_vec3 x, int way)
{
    collide_i_ride r;
    r.x = x;
    r.turning = m->turning;
    if (m->turning) {
        const collide_vec3 u = collide_i_cross(m->axis, collide_i_sub(x, m->origin));
        r.u = way > 0 ? u : collide_i_negate(u);
        r.w = collide_i_cross(m->axis, u);
    } else {
        r.u = way > 0 ? m->move : collide_i_negate(m->move);
        r.w = collide_i_vec(0, 0, 0);
    }
    return r;
}

/* The same for a direction: it turns, but does not fly. */
COLLIDE_I_INLINE collide_i_ride collide_i_ride_of_direction(const collide_i_motion *m, collide_vec3 d, int way)
{
    collide_i_ride r;
    r.x = d;
    r.turning = m->turning;
    r.u = r.w = collide_i_vec(0, 0, 0);
    if (m->turning) {
        const collide_vec3 u = collide_i_cross(m->axis, d);
        r.u = way > 0 ? u : collide_i_negate(u);
        r.w = collide_i_cross(m->axis, u);
    }
    return r;
}

COLLIDE_I_INLINE collide_real collide_i_ride_gain(const collide_i_ride *r, collide_real t)
{
    return r->turning ? 2 * t / (1 + t * t) : t;
}

COLLIDE_I_INLINE collide_vec3 collide_i_ride_at(const collide_i_ride *r, collide_real t)
{
    const collide_real g = collide_i_ride_gain(r, t);
    return collide_i_add(r->x, collide_i_scale(collide_i_add(r->u, collide_i_scale(r->w, t)), g));
}

/* Height of a ride over the plane n . x = level (2.2, 2.4). With c small near the plane nothing cancels, wherever the
   axis is. */
COLLIDE_I_INLINE collide_i_curve collide_i_ride_over(const collide_i_ride *r, collide_vec3 n, collide_real level)
{
    collide_i_curve q;
    q.c = collide_i_dot(n, r->x) - level;
    q.b = collide_i_dot(n, r->u);
    if (r->turning) {
        q.a = q.c + 2 * collide_i_dot(n, r->w);
    } else {
        q.b /= 2;
        q.a = 0;
    }
    return q;
}

/* The curve of a moving edge's line against a still one (2.3, 2.5): (a - b) . (da x db), which is the permuted inner
   product of the two. Its derivatives at the start give it without the axis. */
COLLIDE_I_STATIC collide_i_curve collide_i_lines_curve(const collide_i_ride *a, const collide_i_ride *da,
                                                       collide_vec3 b, collide_vec3 db)
{
    collide_i_curve q;
    const collide_vec3 r = collide_i_sub(a->x, b), cross = collide_i_cross(da->x, db);
    q.c = collide_i_dot(r, cross);
    q.b = collide_i_dot(a->u, cross);
    if (a->turning) {
        const collide_vec3 first = collide_i_cross(da->u, db), second = collide_i_cross(da->w, db);
        q.b += collide_i_dot(r, first);
        q.a = q.c + 2 * (collide_i_dot(a->w, cross) + 2 * collide_i_dot(a->u, first) + collide_i_dot(r, second));
    } else {
        q.b /= 2;
        q.a = 0;
    }
    return q;
}

/* The curve over another level: c - level, and where it is divided by 1 + t t, a - level. */
COLLIDE_I_INLINE collide_i_curve collide_i_curve_over(collide_i_curve q, collide_real level, int turning)
{
    q.c -= level;
    if (turning) q.a -= level;
    return q;
}

COLLIDE_I_INLINE collide_real collide_i_curve_at(const collide_i_curve *q, collide_real t)
{
    return q->c + t * (2 * q->b + t * q->a);
}

/* Where the curve falls through zero: of two roots always the one of this form, without cancellation (errata of 2.4:
   the root at infinity when a = 0, and b = c = 0). 0: nowhere after the start. */
COLLIDE_I_INLINE int collide_i_dive(const collide_i_curve *q, collide_real *t)
{
    const collide_real d = q->b * q->b - q->a * q->c;
    if (!(d >= 0)) return 0;
    if (q->b < 0) {
        *t = q->c / (collide_i_sqrt(d) - q->b);
    } else {
        if (!(q->a < 0)) return 0;
        *t = (q->b + collide_i_sqrt(d)) / -q->a;
    }
    return *t >= 0;
}

/* Where it rises through zero. */
COLLIDE_I_INLINE int collide_i_rise(const collide_i_curve *q, collide_real *t)
{
    collide_i_curve n;
    n.c = -q->c;
    n.b = -q->b;
    n.a = -q->a;
    return collide_i_dive(&n, t);
}

/* Where c + s sin + (1 - cos) w is highest, as the tangent of half the angle; s > 0. */
COLLIDE_I_INLINE collide_real collide_i_turn_top(collide_real s, collide_real w)
{
    const collide_real r = collide_i_sqrt(s * s + w * w);
    return w <= 0 ? s / (r - w) : (r + w) / s;
}

COLLIDE_API collide_plucker collide_plucker_from_points(collide_vec3 a, collide_vec3 b)
{
    collide_plucker q;
    memset(&q, 0, sizeof q);
    if (!collide_i_usable3(a) || !collide_i_usable3(b)) return q;
    q.p[0] = a.x * b.y - b.x * a.y;
    q.p[1] = a.x * b.z - b.x * a.z;
    q.p[2] = a.x - b.x;
    q.p[3] = a.y * b.z - b.y * a.z;
    q.p[4] = a.z - b.z;
    q.p[5] = b.y - a.y;
    return q;
}

COLLIDE_API collide_plucker collide_plucker_from_ray(collide_vec3 origin, collide_vec3 direction)
{
    collide_plucker q;
    memset(&q, 0, sizeof q);
    if (!collide_i_usable3(origin) || !collide_i_usable3(direction)) return q;
    q.p[0] = origin.x * direction.y - direction.x * origin.y;
    q.p[1] = origin.x * direction.z - direction.x * origin.z;
    q.p[2] = -direction.x;
    q.p[3] = origin.y * direction.z - direction.y * origin.z;
    q.p[4] = -direction.z;
    q.p[5] = direction.y;
    return q;
}

COLLIDE_API collide_real collide_plucker_side(const collide_plucker *p, const collide_plucker *q)
{
    if (!p || !q) return 0;
    return p->p[0] * q->p[4] + p->p[1] * q->p[5] + p->p[2] * q->p[3] + p->p[4] * q->p[0] + p->p[5] * q->p[1] +
           p->p[3] * q->p[2];
}

/* Is x within a convex loop, seen against the direction it moves in? All sides the same, as far as rounding tells; the
   line through x is taken in x's own frame, so that its moment is zero and the product one determinant. */
COLLIDE_I_STATIC int collide_i_between_edges(collide_vec3 x, collide_vec3 direction, const collide_vec3 *polygon,
                                             int count)
{
    collide_vec3 a = collide_i_sub(polygon[count - 1], x);
    int i;
    for (i = 0; i < count; i++) {
        const collide_vec3 b = collide_i_sub(polygon[i], x), cross = collide_i_cross(a, b);
        const collide_real side = collide_i_dot(direction, cross);
        const collide_real doubt = 8 * COLLIDE_I_EPSILON * collide_i_extent(direction) *
                                   (collide_i_extent(a) * collide_i_extent(collide_i_sub(b, a)) +
                                    collide_i_extent(b) * collide_i_extent(collide_i_sub(b, a)));
        if (side > doubt) return 0;
        a = b;
    }
    return 1;
}

/* Unit normal of a loop in space. */
COLLIDE_I_STATIC int collide_i_polygon_plane(const collide_vec3 *polygon, int count, collide_plane *plane)
{
    collide_vec3 sum = collide_i_vec(0, 0, 0);
    collide_real length;
    int i;
    if (!polygon || count < 3) return 0;
    for (i = 0; i < count; i++)
        if (!collide_i_usable3(polygon[i])) return 0;
    for (i = 1; i + 1 < count; i++)
        sum = collide_i_add(
            sum, collide_i_cross(collide_i_sub(polygon[i], polygon[0]), collide_i_sub(polygon[i + 1], polygon[0])));
    plane->normal = collide_i_unit(sum, &length);
    plane->offset = collide_i_dot(plane->normal, polygon[0]);
    return length > 0;
}

COLLIDE_I_STATIC int collide_i_turn_motion(collide_i_motion *m, collide_vec3 origin, collide_vec3 axis)
{
    collide_real length;
    m->turning = 1;
    m->origin = origin;
    m->axis = collide_i_unit(axis, &length);
    m->move = collide_i_vec(0, 0, 0);
    return collide_i_usable3(origin) && collide_i_usable3(axis) && length > 0;
}

/* 3.1 and 3.3: from outside the zone, where the height dives to its thickness; from within, at once if inwards, else
   at the top of a turn that never leaves it (Figures 2 to 4). */
COLLIDE_I_STATIC collide_result collide_i_vertex_polygon(const collide_i_motion *m, collide_vec3 vertex,
                                                         collide_real limit, const collide_vec3 *polygon, int count,
                                                         collide_real expel, collide_real *time)
{
    collide_plane plane;
    collide_i_ride ride;
    collide_i_curve q;
    collide_vec3 x, v;
    collide_real height, doubt, t;
    int top = 0;
    if (!collide_i_polygon_plane(polygon, count, &plane)) return COLLIDE_ERROR_ARGUMENT;
    ride = collide_i_ride_of(m, vertex, 1);
    height = collide_i_dot(plane.normal, collide_i_sub(vertex, polygon[0]));
    doubt = 4 * COLLIDE_I_EPSILON * collide_i_extent(collide_i_sub(vertex, polygon[0]));
    if (height < -doubt && !m->turning) return COLLIDE_MISS; /* behind */
    q = collide_i_ride_over(&ride, plane.normal, 0);
    if (m->turning) q.a += height - expel - q.c;
    q.c = height - expel;
    if (q.c <= 0 && height >= -doubt) {
        if (q.b < 0) {
            t = 0;
        } else if (!collide_i_dive(&q, &t)) {
            if (!m->turning || !(q.b > 0) || collide_i_rise(&q, &t)) return COLLIDE_MISS;
            t = collide_i_turn_top(q.b, collide_i_dot(plane.normal, ride.w));
            top = 1;
        }
    } else if (!collide_i_dive(&q, &t)) {
        return COLLIDE_MISS;
    }
    if (!(t <= limit)) return COLLIDE_MISS;
    x = collide_i_ride_at(&ride, t);
    v = m->turning ? collide_i_cross(m->axis, collide_i_sub(x, m->origin)) : m->move;
    if (top) v = collide_i_negate(plane.normal);
    if (!collide_i_between_edges(x, v, polygon, count)) return COLLIDE_MISS;
    *time = t;
    return COLLIDE_HIT;
}

/* The cross product of two directions, with all its digits where they are nearly parallel. */
COLLIDE_I_STATIC collide_vec3 collide_i_lines_cross(collide_vec3 a, collide_vec3 b)
{
    const collide_vec3 cross = collide_i_cross(a, b);
    collide_i_pair3 p, q;
    if (collide_i_dot(cross, cross) > COLLIDE_R(0.00390625) * collide_i_dot(a, a) * collide_i_dot(b, b)) return cross;
    p = collide_i_pair_between(collide_i_vec(0, 0, 0), a);
    q = collide_i_pair_between(collide_i_vec(0, 0, 0), b);
    return collide_i_vec(collide_i_pair_cross(p.y, q.z, p.z, q.y).hi, collide_i_pair_cross(p.z, q.x, p.x, q.z).hi,
                         collide_i_pair_cross(p.x, q.y, p.y, q.x).hi);
}

/* How far along two lines their closest points are, and the cross product of their directions. */
COLLIDE_I_STATIC collide_vec3 collide_i_lines_meet(collide_vec3 a, collide_vec3 da, collide_vec3 b, collide_vec3 db,
                                                   collide_real *s, collide_real *t, collide_real *squared)
{
    const collide_vec3 cross = collide_i_lines_cross(da, db), r = collide_i_sub(b, a);
    *squared = collide_i_dot(cross, cross);
    *s = *t = 0;
    if (*squared > 0) {
        *s = collide_i_dot(collide_i_lines_cross(r, db), cross) / *squared;
        *t = collide_i_dot(collide_i_lines_cross(r, da), cross) / *squared;
    }
    return cross;
}

/* 3.2 and 3.4: the true edges must meet between their ends; then the motion ends where the line of the zone is
   reached. Both lines may be crossed from either side. */
COLLIDE_I_STATIC collide_result collide_i_edge_edge(const collide_i_motion *m, const collide_vec3 a[2],
                                                    collide_real limit, const collide_vec3 b[2], collide_vec3 mitre,
                                                    collide_real *time)
{
    const collide_vec3 db = collide_i_sub(b[1], b[0]);
    const collide_i_ride ride = collide_i_ride_of(m, a[0], 1);
    const collide_i_ride way = collide_i_ride_of_direction(m, collide_i_sub(a[1], a[0]), 1);
    collide_i_curve q = collide_i_lines_curve(&ride, &way, b[0], db);
    collide_i_curve zone = collide_i_lines_curve(&ride, &way, collide_i_add(b[0], mitre), db);
    int side, hit = 0;
    for (side = 0; side < 2; side++) {
        collide_real t, s, l, squared, f = 0;
        if (collide_i_dive(&q, &t)) {
            collide_i_lines_meet(collide_i_ride_at(&ride, t), collide_i_ride_at(&way, t), b[0], db, &s, &l, &squared);
            if (squared > 0 && s >= -8 * COLLIDE_I_EPSILON && s <= 1 + 8 * COLLIDE_I_EPSILON &&
                l >= -8 * COLLIDE_I_EPSILON && l <= 1 + 8 * COLLIDE_I_EPSILON) {
                if (!collide_i_dive(&zone, &f) || f > t) f = q.c > 0 && zone.c <= 0 ? 0 : t;
                if (f <= limit && (!hit || f < *time)) {
                    *time = f;
                    hit = 1;
                }
            }
        }
        q.c = -q.c;
        q.b = -q.b;
        q.a = -q.a;
        zone.c = -zone.c;
        zone.b = -zone.b;
        zone.a = -zone.a;
    }
    return hit ? COLLIDE_HIT : COLLIDE_MISS;
}

COLLIDE_API collide_result collide_plucker_vertex_translate(collide_vec3 vertex, collide_vec3 move,
                                                            const collide_vec3 *polygon, int count, collide_real expel,
                                                            collide_real *fraction)
{
    collide_i_motion m;
    if (!fraction) return COLLIDE_ERROR_ARGUMENT;
    *fraction = 0;
    memset(&m, 0, sizeof m);
    m.move = move;
    if (!collide_i_usable3(vertex) || !collide_i_usable3(move) || !collide_i_usable(expel) || expel < 0)
        return COLLIDE_ERROR_ARGUMENT;
    return collide_i_vertex_polygon(&m, vertex, 1, polygon, count, expel, fraction);
}

COLLIDE_API collide_result collide_plucker_edge_translate(const collide_vec3 a[2], collide_vec3 move,
                                                          const collide_vec3 b[2], collide_vec3 mitre,
                                                          collide_real *fraction)
{
    collide_i_motion m;
    if (!fraction) return COLLIDE_ERROR_ARGUMENT;
    *fraction = 0;
    memset(&m, 0, sizeof m);
    m.move = move;
    if (!a || !b || !collide_i_usable3(a[0]) || !collide_i_usable3(a[1]) || !collide_i_usable3(b[0]) ||
        !collide_i_usable3(b[1]) || !collide_i_usable3(move) || !collide_i_usable3(mitre))
        return COLLIDE_ERROR_ARGUMENT;
    return collide_i_edge_edge(&m, a, 1, b, mitre, fraction);
}

COLLIDE_API collide_result collide_plucker_vertex_rotate(collide_vec3 vertex, collide_vec3 origin, collide_vec3 axis,
                                                         collide_real limit, const collide_vec3 *polygon, int count,
                                                         collide_real expel, collide_real *tangent)
{
    collide_i_motion m;
    if (!tangent) return COLLIDE_ERROR_ARGUMENT;
    *tangent = 0;
    if (!collide_i_turn_motion(&m, origin, axis) || !collide_i_usable3(vertex) || !collide_i_usable(limit) ||
        limit < 0 || !collide_i_usable(expel) || expel < 0)
        return COLLIDE_ERROR_ARGUMENT;
    return collide_i_vertex_polygon(&m, vertex, limit, polygon, count, expel, tangent);
}

COLLIDE_API collide_result collide_plucker_edge_rotate(const collide_vec3 a[2], collide_vec3 origin, collide_vec3 axis,
                                                       collide_real limit, const collide_vec3 b[2], collide_vec3 mitre,
                                                       collide_real *tangent)
{
    collide_i_motion m;
    if (!tangent) return COLLIDE_ERROR_ARGUMENT;
    *tangent = 0;
    if (!collide_i_turn_motion(&m, origin, axis) || !a || !b || !collide_i_usable3(a[0]) || !collide_i_usable3(a[1]) ||
        !collide_i_usable3(b[0]) || !collide_i_usable3(b[1]) || !collide_i_usable(limit) || limit < 0 ||
        !collide_i_usable3(mitre))
        return COLLIDE_ERROR_ARGUMENT;
    return collide_i_edge_edge(&m, a, limit, b, mitre, tangent);
}

#ifndef COLLIDE_NO_TRACE
/* ============================================================================= IMPLEMENTATION
   [TRACE] a moving polyhedron among still ones

   Everything happens in the mover's frame at the start, where its own vertices, edges and planes are as the mesh has
   them and the obstacle's faces nearby are brought in one by one: numbers are small there, and nothing of the mover
   need be set up. Three kinds of pairs can touch: its vertices on their faces, its faces under their vertices, edges
   on edges. Each pair keeps two distances, the outer and the inner side of the expel zone:

             ................ outer: where the mover stops
             - - - - - - - -  inner: what it never crosses
             ================ the obstacle

   A pair stops the motion where it enters the zone, but only if it would go on to the inner side. So what is pressed
   into a wall stays where it is, what slides along it, give or take roundings, is free, and what leaves is free, all
   by one rule (van Waveren 3 has a case for each). Nothing ever gets closer than the inner side, half the zone, which
   is many roundings thick: nothing gets inside.
   ============================================================================================ */

enum {
    COLLIDE_I_TRACE_SEEN = 64,  /* edges and vertices lately tested, by the last bits of their numbers */
    COLLIDE_I_FLY_LOOKS = 104,  /* by two thirds each: past a double's digits */
    COLLIDE_I_TRACE_STEPS = 64, /* of a march; each leaves a plane behind for good, but for rounding */
    COLLIDE_I_LINES_LOOKS = 12
};
#define COLLIDE_I_EXPEL_ROUNDINGS COLLIDE_R(16.0)
#define COLLIDE_I_EXPEL_LEAST COLLIDE_R(8.0) /* for those who choose */

/* The plane square to the pane's through the edge from corner i to the next, facing out; zero for an edge without
   length. */
COLLIDE_I_INLINE collide_plane collide_i_pane_side(const collide_i_pane *p, int i)
{
    collide_plane side;
    if (p->sides) {
        side = p->sides[i];
    } else {
        const collide_vec3 a = collide_i_pane_corner(p, i), b = collide_i_pane_corner(p, i + 1 < p->size ? i + 1 : 0);
        const collide_vec3 n = collide_i_cross(collide_i_sub(b, a), p->plane.normal);
        const collide_real squared = collide_i_dot(n, n);
        side.normal = collide_i_scale(n, squared > 0 ? 1 / collide_i_sqrt(squared) : 0);
        side.offset = collide_i_dot(side.normal, a);
    }
    return side;
}

/* The nearest points of two segments. */
COLLIDE_I_STATIC void collide_i_segments_nearest(const collide_vec3 a[2], const collide_vec3 b[2], collide_vec3 *on_a,
                                                 collide_vec3 *on_b)
{
    const collide_vec3 da = collide_i_sub(a[1], a[0]), db = collide_i_sub(b[1], b[0]);
    collide_real s, t, squared, least = -1;
    int i;
    *on_a = a[0];
    *on_b = b[0];
    collide_i_lines_meet(a[0], da, b[0], db, &s, &t, &squared);
    if (squared > 0 && s >= 0 && s <= 1 && t >= 0 && t <= 1) {
        collide_vec3 d;
        *on_a = collide_i_add(a[0], collide_i_scale(da, s));
        *on_b = collide_i_add(b[0], collide_i_scale(db, t));
        if (squared > COLLIDE_R(0.0009765625) * collide_i_dot(da, da) * collide_i_dot(db, db)) return;
        d = collide_i_sub(*on_a, *on_b);
        least = collide_i_dot(d, d); /* nearly parallel: rounding may have put it anywhere */
    }
    for (i = 0; i < 4; i++) { /* else an end of one is nearest to the other */
        const collide_vec3 x = i < 2 ? a[i] : b[i - 2];
        const collide_vec3 y =
            i < 2 ? collide_i_segment_nearest(x, b[0], b[1]) : collide_i_segment_nearest(x, a[0], a[1]);
        const collide_vec3 d = collide_i_sub(x, y);
        squared = collide_i_dot(d, d);
        if (least < 0 || squared < least) {
            least = squared;
            *on_a = i < 2 ? x : y;
            *on_b = i < 2 ? y : x;
        }
    }
}

/* How far a point is from a pane: its gap is the largest of its heights over the pane's plane and over the planes on
   its rim, so that a gap below some e is a slab around the pane that holds all within e of it. *widest: which plane, -1
   for the pane's own. */
COLLIDE_I_STATIC collide_real collide_i_pane_gap(const collide_i_pane *p, collide_vec3 x, int *widest)
{
    collide_real gap = collide_i_dot(p->plane.normal, x) - p->plane.offset;
    int i;
    *widest = -1;
    if (p->two_sided) gap = collide_i_abs(gap);
    for (i = 0; i < p->size; i++) {
        const collide_plane side = collide_i_pane_side(p, i);
        const collide_real height = collide_i_dot(side.normal, x) - side.offset;
        if (height > gap) {
            gap = height;
            *widest = i;
        }
    }
    return gap;
}

/* Where a ride that is above a plane by more than `inner` at t comes down to it: 1 and *t then; 0: never before limit;
   -1: it is there already, but for rounding. */
COLLIDE_I_INLINE int collide_i_march(const collide_i_ride *ride, const collide_plane *plane, collide_real inner,
                                     collide_real height, collide_real slack, collide_real limit, collide_real *t)
{
    const collide_i_curve q = collide_i_ride_over(ride, plane->normal, plane->offset + inner);
    collide_real next;
    if (!collide_i_dive(&q, &next) || next > limit) return 0;
    if (!(next > *t)) return height <= inner + slack ? -1 : 0;
    *t = next;
    return 1;
}

/* When does the gap first fall to `inner`, before `limit`? March: as long as some plane has the ride above it by more,
   go on to where that ends; where all are done, it is there. From behind a pane with one side, go on to where the ride
   comes up from there. A ride that starts closer than the inner side goes on from where the plane in question says,
   `begin`. 0: never. */
COLLIDE_I_STATIC int collide_i_pane_reach(const collide_i_pane *p, const collide_i_ride *ride, collide_real inner,
                                          collide_real slack, collide_real begin, collide_real limit,
                                          collide_real *when)
{
    collide_plane own = p->plane;
    collide_real t = begin, next;
    int step, i, done = -2; /* the plane that was just come down to */
    for (step = 0; step < COLLIDE_I_TRACE_STEPS; step++) {
        collide_vec3 x = collide_i_ride_at(ride, t);
        collide_real height = collide_i_dot(own.normal, x) - own.offset;
        int moved = 0;
        if (height < 0 && p->two_sided) { /* seen from the other side */
            own.normal = collide_i_negate(own.normal);
            own.offset = -own.offset;
            height = -height;
        }
        if (height < 0 && done != -1) {
            const collide_i_curve q = collide_i_ride_over(ride, own.normal, own.offset);
            if (!collide_i_rise(&q, &next) || !(next > t && next <= limit)) return 0;
            t = next;
            x = collide_i_ride_at(ride, t);
        } else if (height > inner && done != -1) {
            moved = collide_i_march(ride, &own, inner, height, slack, limit, &t);
            if (!moved) return 0;
            done = -1;
        }
        for (i = 0; i < p->size && moved <= 0; i++) {
            const collide_plane side = collide_i_pane_side(p, i);
            const collide_real beyond = collide_i_dot(side.normal, x) - side.offset;
            if (beyond <= inner || done == i) continue;
            moved = collide_i_march(ride, &side, inner, beyond, slack, limit, &t);
            if (!moved) return 0;
            if (moved > 0) done = i;
        }
        if (moved <= 0) break;
    }
    *when = t;
    return 1;
}

/* The last time up to `when` at which some plane has the ride above it by `outer`: where it enters the zone. Where it
   has been in the zone all along, the place that is furthest out, if only the start. */
COLLIDE_I_STATIC collide_real collide_i_pane_enter(const collide_i_pane *p, const collide_i_ride *ride,
                                                   collide_real outer, collide_real when)
{
    collide_real enter = -1, t, best, gap;
    int i, side;
    for (i = -2; i < p->size; i++) {
        collide_plane plane = i < 0 ? p->plane : collide_i_pane_side(p, i);
        collide_i_curve q;
        if (i == -2) {
            if (!p->two_sided) continue;
            plane.normal = collide_i_negate(plane.normal);
            plane.offset = -plane.offset;
        }
        q = collide_i_ride_over(ride, plane.normal, plane.offset + outer);
        if (collide_i_dive(&q, &t) && t <= when && t > enter) enter = t;
    }
    if (enter >= 0) return enter;
    best = collide_i_pane_gap(p, ride->x, &i);
    enter = 0;
    for (side = 1; side < 8 && ride->turning; side++) {
        t = when * (collide_real)side / 8;
        gap = collide_i_pane_gap(p, collide_i_ride_at(ride, t), &i);
        if (gap > best) {
            best = gap;
            enter = t;
        }
    }
    return enter;
}

/* Where an edge is seen from the axis of a turn: between which heights along it and which distances from it. A turn
   changes neither. */
typedef struct {
    collide_real low, high, least, most;
} collide_i_shell;

COLLIDE_I_STATIC collide_i_shell collide_i_shell_of(const collide_i_motion *m, collide_vec3 a, collide_vec3 b)
{
    const collide_vec3 p = collide_i_sub(a, m->origin), q = collide_i_sub(b, m->origin);
    const collide_vec3 u = collide_i_cross(m->axis, p), v = collide_i_cross(m->axis, q), d = collide_i_sub(v, u);
    const collide_real za = collide_i_dot(m->axis, p), zb = collide_i_dot(m->axis, q);
    const collide_real uu = collide_i_dot(u, u), vv = collide_i_dot(v, v), dd = collide_i_dot(d, d);
    const collide_real t = dd > 0 ? collide_i_clamp(-collide_i_dot(u, d) / dd, 0, 1) : 0;
    const collide_vec3 nearest = collide_i_add(u, collide_i_scale(d, t));
    collide_i_shell s;
    s.low = collide_i_min(za, zb);
    s.high = collide_i_max(za, zb);
    s.least = collide_i_sqrt(collide_i_dot(nearest, nearest));
    s.most = collide_i_sqrt(collide_i_max(uu, vv));
    return s;
}

COLLIDE_I_INLINE int collide_i_shells_meet(const collide_i_shell *a, const collide_i_shell *b, collide_real e)
{
    return (a->low <= b->high + e) & (b->low <= a->high + e) & (a->least <= b->most + e) & (b->least <= a->most + e);
}

/* The mover and what is known so far. */
typedef struct {
    const collide_mesh *mesh; /* NULL: a point */
    const collide_vec3 *vertices;
    const collide_plane *planes;
    const collide_edge *edges;
    int vertex_count, edge_count, face_count, closed;
    collide_vec3 centre; /* of a ball around it */
    collide_real radius;
    collide_aabb box;
    collide_i_motion motion;
    collide_real outer, inner, reach; /* the zone, and how far from the mover things matter */
    collide_real slip;                /* what rounding may take a slide along a plane away from it */
    collide_real noise;               /* what rounding may do to the place of a point */
    collide_real deep;                /* who is less deep than this came so by rounding, or by choice of a thick zone */
    collide_aabb wide, tube;          /* what is outside is out of reach: see collide_i_trace_code */
    collide_real sine, cosine;        /* of the turn up to `best` */
    collide_real limit;               /* all of the motion: a pair that goes on to the inner side by then counts */
    /* the obstacle at hand */
    const collide_mesh *other;
    int obstacle, other_closed, face;
    int unsure;              /* a face of it is close, and no edge told whether it crosses the mover */
    collide_tree_walk *walk; /* through the mover's own tree */
    collide_i_mat3 turn;     /* its frame into the mover's: x -> turn (x - from) */
    collide_vec3 from;
    /* the face at hand, in the mover's frame */
    collide_i_pane pane;
    collide_vec3 *corners;
    collide_plane *sides;
    unsigned *codes;
    int room;
    collide_i_ride *rides;   /* of the mover's vertices while it turns; NULL: not known yet */
    collide_i_shell *shells; /* of its edges, once one is asked for */
    int shells_known;
    /* the first contact so far */
    collide_real best;
    int kind, hit_obstacle, feature_mover, feature_obstacle, inside;
    collide_vec3 point, normal; /* in the mover's frame at the start */
    collide_real depth;
    int seen_edge[COLLIDE_I_TRACE_SEEN], seen_vertex[COLLIDE_I_TRACE_SEEN];
} collide_i_tracer;

COLLIDE_I_INLINE collide_vec3 collide_i_tracer_in(const collide_i_tracer *t, collide_vec3 x)
{
    return collide_i_turn(&t->turn, collide_i_sub(x, t->from));
}

/* How close a pair may come that is `gap` apart at the start: what is closer than the inner side already, by rounding,
   no closer still, but for the roundings of a slide. */
COLLIDE_I_INLINE collide_real collide_i_tracer_inner(const collide_i_tracer *t, collide_real gap)
{
    if (!(gap < t->inner + t->slip)) return t->inner;
    return gap > t->inner / 2 ? collide_i_clamp(gap - t->slip, t->inner / 2, t->inner) : gap;
}

/* The ride of one of the mover's vertices. */
COLLIDE_I_INLINE collide_i_ride collide_i_tracer_ride(const collide_i_tracer *t, int v)
{
    return t->rides ? t->rides[v] : collide_i_ride_of(&t->motion, t->vertices[v], 1);
}

/* A face of the mover as a pane. */
COLLIDE_I_INLINE collide_i_pane collide_i_tracer_pane(const collide_i_tracer *t, int f)
{
    return collide_i_pane_of(t->mesh, f, t->vertices, t->planes);
}

COLLIDE_I_INLINE void collide_i_tracer_limit(collide_i_tracer *t, collide_real best)
{
    t->best = best;
    t->sine = 2 * best / (1 + best * best);
    t->cosine = (1 - best * best) / (1 + best * best);
}

COLLIDE_I_STATIC void collide_i_tracer_take(collide_i_tracer *t, collide_real stop, int kind, int mine, int theirs,
                                            collide_vec3 point, collide_vec3 normal)
{
    collide_i_tracer_limit(t, stop);
    t->kind = kind;
    t->hit_obstacle = t->obstacle;
    t->feature_mover = mine;
    t->feature_obstacle = theirs;
    t->point = point;
    t->normal = normal;
}

/* Do two convex things that fly stay further apart than `enough`? Along a straight way their distance, which `look`
   tells for a time, is convex: it falls, then rises, and lies above the straight line through two of its values
   wherever that goes on beyond them. By values, since directions have no digits this close. */
COLLIDE_I_INLINE int collide_i_fly_by(collide_real (*look)(const void *, collide_real), const void *pair,
                                      collide_real gap, collide_real enough, collide_real limit)
{
    collide_real first = 0, last = limit, at_first = gap, at_last = look(pair, limit);
    int i;
    for (i = 0; i < COLLIDE_I_FLY_LOOKS; i++) {
        const collide_real third = (last - first) / 3, a = first + third, b = last - third;
        const collide_real at_a = look(pair, a), at_b = look(pair, b);
        if (!(at_a > enough && at_b > enough && at_last > enough)) return 0;
        if (!(a > first && b > a)) return 1;
        if (at_b >= at_a) {
            if (2 * at_a - collide_i_max(at_b, at_first) > enough) return 1;
            last = b;
            at_last = at_b;
        } else {
            if (2 * at_b - collide_i_max(at_a, at_last) > enough) return 1;
            first = a;
            at_first = at_a;
        }
    }
    return 0;
}

typedef struct {
    const collide_i_pane *pane;
    const collide_i_ride *ride;
} collide_i_passing;

COLLIDE_I_STATIC collide_real collide_i_passing_at(const void *pair, collide_real t)
{
    const collide_i_passing *p = (const collide_i_passing *)pair;
    const collide_vec3 x = collide_i_ride_at(p->ride, t);
    int within;
    const collide_vec3 n = collide_i_sub(x, collide_i_pane_nearest(p->pane, x, &within));
    return collide_i_sqrt(collide_i_dot(n, n));
}

/* Who starts in the zone beyond a pane's rim may leave and slide as their true distance says, whatever the planes that
   bound the zone there say. */
COLLIDE_I_STATIC int collide_i_passes_rim(const collide_i_tracer *t, const collide_i_pane *pane,
                                          const collide_i_ride *ride)
{
    collide_i_passing p;
    collide_real gap;
    collide_vec3 n;
    int within;
    if (collide_i_pane_gap(pane, ride->x, &within) > 2 * t->outer) return 0;
    n = collide_i_sub(ride->x, collide_i_pane_nearest(pane, ride->x, &within));
    if (within) return 0;
    gap = collide_i_sqrt(collide_i_dot(n, n));
    p.pane = pane;
    p.ride = ride;
    return gap > t->inner / 2 &&
           collide_i_fly_by(collide_i_passing_at, &p, gap, collide_i_tracer_inner(t, gap), t->limit);
}

/* A point's ride against a pane: a mover's vertex against a face (way 1), or an obstacle's against the mover's own
   face, which then is what moves (way -1). */
COLLIDE_I_STATIC void collide_i_trace_vertex(collide_i_tracer *t, const collide_i_ride *ride,
                                             const collide_i_pane *pane, int way, int mine, int theirs)
{
    collide_real when, stop, gap, inner = t->inner;
    collide_vec3 x, n, c;
    int within;
    collide_i_pane shifted;
    const collide_real height = collide_i_dot(pane->plane.normal, ride->x) - pane->plane.offset;
    collide_real begin = 0;
    if (!ride->turning && height <= 2 * t->outer && collide_i_passes_rim(t, pane, ride)) return;
    if (height <= inner + t->slip) {
        gap = collide_i_pane_gap(pane, ride->x, &within);
        if (gap <= 0 && height > -t->deep) { /* roundings deep: as if it were above */
            shifted = *pane;
            shifted.plane.offset += height - inner / 2;
            pane = &shifted;
            gap = inner / 2;
            within = -1;
        }
        if (gap > 0 && gap <= inner + t->slip) {
            collide_plane widest = within < 0    ? pane->plane
                                   : pane->sides ? pane->sides[within]
                                                 : collide_i_pane_side(pane, within);
            collide_i_curve q;
            if (within < 0 && pane->two_sided && height < 0) {
                widest.normal = collide_i_negate(widest.normal);
                widest.offset = -widest.offset;
            }
            inner = collide_i_tracer_inner(t, gap);
            q = collide_i_ride_over(ride, widest.normal, widest.offset + inner);
            if (!ride->turning && gap > t->inner / 2 && 2 * q.b >= -t->slip) return; /* along it, but for rounding */
            q.c = collide_i_max(q.c, 0);
            if (!collide_i_dive(&q, &begin) || begin > t->limit) return;
        }
    }
    if (!collide_i_pane_reach(pane, ride, inner, t->outer / 4, begin, t->limit, &when)) return;
    stop = collide_i_pane_enter(pane, ride, t->outer, when);
    x = collide_i_ride_at(ride, stop);
    c = collide_i_pane_nearest(pane, x, &within);
    n = collide_i_sub(x, c);
    gap = collide_i_sqrt(collide_i_dot(n, n));
    if (gap > COLLIDE_R(1.5) * t->outer) { /* beyond a sharp corner: on to where it is truly near */
        collide_real late = when;
        int i;
        for (i = 0; i < COLLIDE_I_TRACE_STEPS; i++) {
            const collide_real middle = (stop + late) / 2;
            x = collide_i_ride_at(ride, middle);
            c = collide_i_pane_nearest(pane, x, &within);
            n = collide_i_sub(x, c);
            gap = collide_i_sqrt(collide_i_dot(n, n));
            if (gap < t->outer)
                late = middle;
            else
                stop = middle;
            if (gap >= t->outer && gap <= COLLIDE_R(1.5) * t->outer) break;
        }
        if (gap > COLLIDE_R(1.5) * t->outer && late >= when) return; /* it never is */
        x = collide_i_ride_at(ride, stop);
        c = collide_i_pane_nearest(pane, x, &within);
        n = collide_i_sub(x, c);
    }
    if (!(stop < t->best)) return;
    if (within) {
        n = collide_i_dot(n, pane->plane.normal) < 0 ? collide_i_negate(pane->plane.normal) : pane->plane.normal;
    } else {
        n = collide_i_unit(n, &gap);
        if (!(gap > 0)) n = pane->plane.normal;
    }
    if (way > 0) {
        collide_i_tracer_take(t, stop, COLLIDE_VF, mine, theirs, c, n);
    } else {
        const collide_i_ride turned = collide_i_ride_of_direction(&t->motion, collide_i_negate(n), 1);
        collide_i_tracer_take(t, stop, COLLIDE_FV, mine, theirs, ride->x, collide_i_ride_at(&turned, stop));
    }
}

/* Do the faces to the left and right of an edge along d, with normals f[0] and f[1] or zero for none, lie on the far
   side of a plane through it with normal n? Lengths don't matter; a degree or so is let pass. */
COLLIDE_I_INLINE int collide_i_edge_supports(const collide_vec3 f[2], collide_vec3 d, collide_vec3 n)
{
    const collide_vec3 cross = collide_i_cross(d, n); /* n . (f x d) = f . (d x n) */
    const collide_real left = collide_i_dot(f[0], cross), right = -collide_i_dot(f[1], cross);
    const collide_real slack = COLLIDE_R(0.0009765625) * collide_i_dot(cross, cross);
    return (left <= 0 || left * left <= slack) && (right <= 0 || right * right <= slack);
}

COLLIDE_I_INLINE void collide_i_edge_normals(const collide_edge *e, const collide_plane *planes, collide_vec3 f[2])
{
    const collide_vec3 none = collide_i_vec(0, 0, 0);
    f[0] = e->face[0] >= 0 ? planes[e->face[0]].normal : none;
    f[1] = e->face[1] >= 0 ? planes[e->face[1]].normal : none;
}

/* Where c + u sin + w (1 - cos) is lowest and highest while a turn goes from 0 to where its sine and cosine are s and
   co: at the ends, or at a bend between them. */
COLLIDE_I_INLINE void collide_i_turn_range(collide_real c, collide_real u, collide_real w, collide_real s,
                                           collide_real co, collide_real *low, collide_real *high)
{
    const collide_real end = c + s * u + (1 - co) * w, rate = u * co + w * s;
    *low = collide_i_min(c, end);
    *high = collide_i_max(c, end);
    if ((u > 0) != (rate > 0)) {
        const collide_real r = collide_i_sqrt(u * u + w * w);
        if (u > 0)
            *high = c + w + r;
        else
            *low = c + w - r;
    }
}

/* Is a place on a segment, as a fraction of it, further than pad beyond either end? */
COLLIDE_I_INLINE int collide_i_beyond(collide_real s, collide_real squared_length, collide_real pad)
{
    const collide_real over = s < 0 ? s : s > 1 ? s - 1 : 0;
    return over * over * squared_length > pad * pad;
}

/* Two edges under way. */
typedef struct {
    collide_i_ride ride, way; /* an end of the mover's edge and its direction */
    collide_vec3 b[2], db;
    collide_vec3 mine[2], theirs[2]; /* normals beside the edges, at the start */
    collide_real la, lb;             /* squared lengths */
    collide_real reach;              /* the zone, times both lengths */
} collide_i_crossing;

/* How much further apart than `level` the two lines are, times the sine between them: unlike their curve it has no
   simple root, since the sine turns with the mover. Taken at the place itself, for the curve's coefficients have not
   the digits where the sine is small. `sign`: on which side of each other they are looked at. */
COLLIDE_I_STATIC collide_real collide_i_lines_over(const collide_i_crossing *c, int side, collide_real level,
                                                   collide_real t)
{
    const collide_vec3 cross = collide_i_lines_cross(collide_i_ride_at(&c->way, t), c->db);
    const collide_real across = collide_i_dot(collide_i_sub(collide_i_ride_at(&c->ride, t), c->b[0]), cross);
    return (side ? -across : across) - level * collide_i_sqrt(collide_i_dot(cross, cross));
}

/* Between which times do lines that turn come `level` close, from `start` to `limit`: above it at the first, not at the
   last. `above`: they are further apart at the start, rounding or not. */
COLLIDE_I_STATIC int collide_i_lines_bracket(const collide_i_crossing *c, const collide_i_curve *q, int side,
                                             collide_real level, int above, collide_real start, collide_real limit,
                                             collide_real *first, collide_real *last)
{
    const collide_real most = level * collide_i_sqrt(c->la * c->lb);
    const int parallel_last = !(start > 0);
    collide_real step;
    int i;
    *first = start;
    if (collide_i_curve_at(q, start) > most * (1 + start * start)) { /* not before even a right angle would do */
        const collide_i_curve over = collide_i_curve_over(*q, most, 1);
        if (!collide_i_dive(&over, first) || *first > limit || *first < start) return 0;
    } else if (!above && !(collide_i_lines_over(c, side, level, start) > 0)) { /* not before it comes out again */
        if (!(q->b > 0)) return 0;
        *first = collide_i_turn_top(q->b, (q->a - q->c) / 2);
        if (!(*first<limit && * first> start) || !(collide_i_lines_over(c, side, level, *first) > 0)) return 0;
    }
    step = limit - *first;
    if (collide_i_dive(q, last) && *last <= limit && *last >= *first &&
        collide_i_lines_over(c, side, level, *last) <= 0)
        return 1;
    if (q->b < 0) { /* where the curve is lowest, they may touch and go */
        *last = collide_i_turn_top(-q->b, (q->c - q->a) / 2);
        if (*last > *first && *last <= limit && collide_i_lines_over(c, side, level, *last) <= 0) return 1;
    }
    for (i = 0; i <= COLLIDE_I_LINES_LOOKS; i++, step /= 2) { /* they may come close all the same, near parallel: */
        *last = parallel_last ? limit - step : *first + step; /* look ever closer to where they are that */
        if (*last > *first && collide_i_lines_over(c, side, level, *last) <= 0) return 1;
    }
    return 0;
}

/* When do two lines come `level` close from the side where their curve is positive, from `start` to `limit`? */
COLLIDE_I_STATIC int collide_i_lines_dive(const collide_i_crossing *c, const collide_i_curve *q, int side,
                                          collide_real level, int above, collide_real start, collide_real limit,
                                          collide_real *when)
{
    collide_real first, over, under;
    int i;
    if (!c->way.turning) {
        const collide_vec3 cross = collide_i_cross(c->way.x, c->db);
        collide_i_curve at = collide_i_curve_over(*q, level * collide_i_sqrt(collide_i_dot(cross, cross)), 0);
        if (above) at.c = collide_i_max(at.c, 0);
        return collide_i_dive(&at, when) && *when <= limit;
    }
    if (!collide_i_lines_bracket(c, q, side, level, above, start, limit, &first, when)) return 0;
    over = collide_i_lines_over(c, side, level, first);
    if (!(over > 0)) {
        *when = first;
        return 1;
    }
    under = collide_i_lines_over(c, side, level, *when);
    for (i = 0; i < 2 * COLLIDE_I_TRACE_STEPS; i++) { /* false position, with every other step in the middle */
        const collide_real t = i & 1 ? (first + *when) / 2 : first + (*when - first) * (over / (over - under));
        collide_real at;
        if (!(t > first && t < *when)) {
            if (i & 1) break;
            continue;
        }
        at = collide_i_lines_over(c, side, level, t);
        if (at > 0) {
            first = t;
            over = at;
        } else {
            *when = t;
            under = at;
        }
        if (-under <= COLLIDE_R(0.015625) * level * collide_i_sqrt(c->la * c->lb)) break;
    }
    return 1;
}

/* When do they turn past being parallel? There their distance jumps, and they may come close before and after. `limit`
   if they don't. */
COLLIDE_I_STATIC collide_real collide_i_lines_parallel(const collide_i_crossing *c, collide_real limit)
{
    const collide_real u = collide_i_dot(c->way.u, c->db), w = collide_i_dot(c->way.w, c->db);
    const collide_real t = u > 0 ? collide_i_turn_top(u, w) : u < 0 ? collide_i_turn_top(-u, -w) : limit;
    return t < limit ? t : limit;
}

/* Distance of the two segments at a time, and where on b. */
COLLIDE_I_STATIC collide_real collide_i_crossing_gap(const collide_i_crossing *c, collide_real t, collide_vec3 *on_b,
                                                     collide_vec3 *apart)
{
    collide_vec3 a[2], on_a;
    a[0] = collide_i_ride_at(&c->ride, t);
    a[1] = collide_i_add(a[0], collide_i_ride_at(&c->way, t));
    collide_i_segments_nearest(a, c->b, &on_a, on_b);
    *apart = collide_i_sub(on_a, *on_b);
    return collide_i_sqrt(collide_i_dot(*apart, *apart));
}

/* Do the edges meet at that time as edges do: between their ends, each with its faces on the far side of the plane
   through both? */
COLLIDE_I_STATIC int collide_i_crossing_real(const collide_i_tracer *t, const collide_i_crossing *c, collide_real when,
                                             int side)
{
    const collide_vec3 a = collide_i_ride_at(&c->ride, when), da = collide_i_ride_at(&c->way, when);
    collide_real s, l, squared;
    collide_vec3 cross = collide_i_lines_meet(a, da, c->b[0], c->db, &s, &l, &squared);
    collide_i_ride back;
    if (!(squared > 0) || collide_i_beyond(s, c->la, t->inner) || collide_i_beyond(l, c->lb, t->inner)) return 0;
    if (!t->motion.turning) return 1; /* the faces were looked at before */
    if (side) cross = collide_i_negate(cross);
    if (!collide_i_edge_supports(c->theirs, c->db, cross)) return 0;
    back = collide_i_ride_of_direction(&t->motion, collide_i_negate(cross), -1);
    return collide_i_edge_supports(c->mine, c->way.x, collide_i_ride_at(&back, when));
}

/* Where two edges that come as close as the inner side at `when` enter the zone: where their lines do, or later, where
   the edges themselves are near. */
COLLIDE_I_STATIC collide_real collide_i_crossing_enter(const collide_i_tracer *t, const collide_i_crossing *c,
                                                       const collide_i_curve *q, int side, collide_real when)
{
    collide_real stop, late = when;
    collide_vec3 on_b, apart;
    int i;
    if (!collide_i_lines_dive(c, q, side, t->outer, 0, 0, when, &stop)) stop = 0;
    if (collide_i_crossing_gap(c, stop, &on_b, &apart) <= COLLIDE_R(1.5) * t->outer) return stop;
    for (i = 0; i < COLLIDE_I_TRACE_STEPS; i++) {
        const collide_real middle = (stop + late) / 2, gap = collide_i_crossing_gap(c, middle, &on_b, &apart);
        if (gap < t->outer)
            late = middle;
        else
            stop = middle;
        if (gap >= t->outer && gap <= COLLIDE_R(1.5) * t->outer) break;
    }
    return stop;
}

/* Can an edge of the mover that flies meet the obstacle's edge of which `c` knows its part? Their lines' curve if so;
   most pairs end here. */
COLLIDE_I_INLINE int collide_i_edges_fly(const collide_i_tracer *t, collide_i_crossing *c, const collide_edge *e,
                                         collide_i_curve *q)
{
    const collide_vec3 a = t->vertices[e->vertex[0]], da = collide_i_sub(t->vertices[e->vertex[1]], a);
    collide_vec3 cross = collide_i_cross(da, c->db);
    q->c = collide_i_dot(collide_i_sub(a, c->b[0]), cross);
    q->b = collide_i_dot(t->motion.move, cross) / 2;
    q->a = 0;
    if (q->c * q->b >= 0) return 0; /* at no time on its way in */
    c->la = collide_i_dot(da, da);
    c->reach = t->outer * collide_i_sqrt(c->la * c->lb);
    if (collide_i_abs(q->c) > c->reach + t->best * 2 * collide_i_abs(q->b)) return 0;
    if (q->c < 0) cross = collide_i_negate(cross);
    if (!collide_i_edge_supports(c->theirs, c->db, cross)) return 0;
    collide_i_edge_normals(e, t->planes, c->mine);
    if (!collide_i_edge_supports(c->mine, da, collide_i_negate(cross))) return 0;
    c->ride = collide_i_ride_of(&t->motion, a, 1);
    c->way = collide_i_ride_of_direction(&t->motion, da, 1);
    return 1;
}

/* The same for a mover that turns: the edge's direction rides as the difference of its ends. */
COLLIDE_I_INLINE int collide_i_edges_turn(const collide_i_tracer *t, collide_i_crossing *c, const collide_edge *e,
                                          collide_i_curve *q)
{
    const collide_i_ride end = collide_i_tracer_ride(t, e->vertex[1]);
    collide_real low, high;
    c->ride = collide_i_tracer_ride(t, e->vertex[0]);
    c->way.x = collide_i_sub(end.x, c->ride.x);
    c->way.u = collide_i_sub(end.u, c->ride.u);
    c->way.w = collide_i_sub(end.w, c->ride.w);
    c->way.turning = 1;
    *q = collide_i_lines_curve(&c->ride, &c->way, c->b[0], c->db);
    c->la = collide_i_dot(c->way.x, c->way.x);
    c->reach = t->outer * collide_i_sqrt(c->la * c->lb);
    collide_i_turn_range(q->c, q->b, (q->a - q->c) / 2, t->sine, t->cosine, &low, &high);
    if (low > c->reach || high < -c->reach) return 0;
    collide_i_edge_normals(e, t->planes, c->mine);
    return 1;
}

/* Two edges that are in each other's way at `when`: take it if that stops the mover earlier than what is known. */
COLLIDE_I_STATIC void collide_i_trace_crossing(collide_i_tracer *t, const collide_i_crossing *c,
                                               const collide_i_curve *q, collide_real when, int side, int mine,
                                               int theirs)
{
    collide_real stop, length, gap, along;
    collide_vec3 n, on_b, cross;
    if (!collide_i_crossing_real(t, c, when, side)) return;
    stop = collide_i_crossing_enter(t, c, q, side, when);
    if (!(stop < t->best)) return;
    gap = collide_i_crossing_gap(c, stop, &on_b, &n);
    cross = collide_i_unit(collide_i_lines_cross(collide_i_ride_at(&c->way, stop), c->db), &length);
    if (side) cross = collide_i_negate(cross);
    if (!(length > 0)) return;
    /* The edges' own normal, unless an end of one is nearest and rounding lets that be seen. */
    along = collide_i_dot(n, cross);
    cross = !(gap > t->noise) || (along > 0 && gap * gap - along * along <= t->noise * t->noise)
                ? cross
                : collide_i_scale(n, 1 / gap);
    collide_i_tracer_take(t, stop, COLLIDE_EE, mine, theirs, on_b, cross);
}

COLLIDE_I_STATIC collide_real collide_i_crossing_at(const void *pair, collide_real t)
{
    collide_vec3 on_b, apart;
    return collide_i_crossing_gap((const collide_i_crossing *)pair, t, &on_b, &apart);
}

/* As collide_i_passes_rim, for edges that start in each other's zone. */
COLLIDE_I_STATIC int collide_i_crossing_passes(const collide_i_tracer *t, const collide_i_crossing *c)
{
    collide_vec3 on_b, apart;
    const collide_real gap = collide_i_crossing_gap(c, 0, &on_b, &apart);
    return gap <= 2 * t->outer && gap > t->inner / 2 &&
           collide_i_fly_by(collide_i_crossing_at, c, gap, collide_i_tracer_inner(t, gap), t->limit);
}

/* One edge of the mover against the obstacle's edge of which `c` knows its part. */
COLLIDE_I_STATIC void collide_i_trace_edges(collide_i_tracer *t, collide_i_crossing *c, int mine, int theirs)
{
    const collide_edge *e = &t->edges[mine];
    collide_i_curve q;
    int side;
    if (!(t->motion.turning ? collide_i_edges_turn(t, c, e, &q) : collide_i_edges_fly(t, c, e, &q))) return;
    if (!t->motion.turning && collide_i_abs(q.c) < 2 * c->reach && collide_i_crossing_passes(t, c)) return;
    for (side = 0; side < 2; side++, q.c = -q.c, q.b = -q.b, q.a = -q.a) {
        collide_real inner = t->inner, when, middle;
        collide_vec3 n;
        int above = 0;
        if (!t->motion.turning && !(q.c > 0)) continue;
        if (q.c > 0 && q.c < c->reach) {
            n = collide_i_cross(c->way.x, c->db);
            inner = collide_i_tracer_inner(t, q.c / collide_i_sqrt(collide_i_dot(n, n)));
            above = inner < t->inner;
        }
        middle = t->motion.turning ? collide_i_lines_parallel(c, t->limit) : t->limit;
        if (collide_i_lines_dive(c, &q, side, inner, above, 0, middle, &when))
            collide_i_trace_crossing(t, c, &q, when, side, mine, theirs);
        if (middle < t->limit && collide_i_lines_dive(c, &q, side, t->inner, 0, middle, t->limit, &when))
            collide_i_trace_crossing(t, c, &q, when, side, mine, theirs);
        /* What turns may pass the inner side beyond an edge's end and come back; the edges themselves meet but once. */
        if (t->motion.turning && collide_i_dive(&q, &when) && when <= t->limit)
            collide_i_trace_crossing(t, c, &q, when, side, mine, theirs);
    }
}

/* ---- one face of an obstacle ---- */

COLLIDE_I_INLINE unsigned collide_i_outside(collide_vec3 first, collide_vec3 last, const collide_aabb *box)
{
    return (unsigned)((first.x > box->upper.x) | (first.y > box->upper.y) << 1 | (first.z > box->upper.z) << 2 |
                      (last.x < box->lower.x) << 3 | (last.y < box->lower.y) << 4 | (last.z < box->lower.z) << 5);
}

enum { COLLIDE_I_CODE_EVER = 0xFFF, COLLIDE_I_CODE_START = 12 };

/* On which sides of the mover's box does a still point stay for all of the motion (six bits), on which sides of the
   tube that the box flies through or the slice it turns in is it (six more), and on which sides of the box at the
   start? A face whose corners share one of the first twelve is out of reach. */
COLLIDE_I_STATIC unsigned collide_i_trace_code(const collide_i_tracer *t, collide_vec3 x)
{
    const unsigned start = collide_i_outside(x, x, &t->wide) << COLLIDE_I_CODE_START;
    collide_vec3 first, last;
    if (t->motion.turning) {
        const collide_i_ride r = collide_i_ride_of(&t->motion, x, -1);
        const collide_real s = t->sine, c = t->cosine;
        const collide_real along = collide_i_dot(t->motion.axis, collide_i_sub(x, t->motion.origin));
        collide_i_turn_range(x.x, r.u.x, r.w.x, s, c, &first.x, &last.x);
        collide_i_turn_range(x.y, r.u.y, r.w.y, s, c, &first.y, &last.y);
        collide_i_turn_range(x.z, r.u.z, r.w.z, s, c, &first.z, &last.z);
        return start | collide_i_outside(first, last, &t->wide) | (unsigned)(along > t->tube.upper.x) << 6 |
               (unsigned)(along < t->tube.lower.x) << 9;
    } else {
        const collide_vec3 m = t->motion.move, end = collide_i_sub(x, collide_i_scale(m, t->best));
        const collide_vec3 side = collide_i_cross(m, x); /* over the planes through the motion and each axis */
        first = collide_i_lowest(x, end);
        last = collide_i_highest(x, end);
        return start | collide_i_outside(first, last, &t->wide) | collide_i_outside(side, side, &t->tube) << 6;
    }
}

/* The box grown by what matters around it, and the tube or slice of the motion. */
COLLIDE_I_STATIC void collide_i_trace_frame_set(collide_i_tracer *t)
{
    const collide_real e = t->reach;
    const collide_vec3 more = collide_i_vec(e, e, e);
    const collide_vec3 c = collide_i_scale(collide_i_add(t->box.lower, t->box.upper), COLLIDE_R(0.5));
    const collide_vec3 h = collide_i_add(collide_i_sub(t->box.upper, c), more);
    t->wide.lower = collide_i_sub(t->box.lower, more);
    t->wide.upper = collide_i_add(t->box.upper, more);
    if (t->motion.turning) {
        const collide_vec3 k = t->motion.axis;
        const collide_real middle = collide_i_dot(k, collide_i_sub(c, t->motion.origin));
        const collide_real half = collide_i_abs(k.x) * h.x + collide_i_abs(k.y) * h.y + collide_i_abs(k.z) * h.z;
        t->tube.lower.x = middle - half;
        t->tube.upper.x = middle + half;
    } else {
        const collide_vec3 m = t->motion.move, side = collide_i_cross(m, c);
        const collide_vec3 a = collide_i_vec(collide_i_abs(m.x), collide_i_abs(m.y), collide_i_abs(m.z));
        const collide_vec3 half = collide_i_vec(a.y * h.z + a.z * h.y, a.z * h.x + a.x * h.z, a.x * h.y + a.y * h.x);
        t->tube.lower = collide_i_sub(side, half);
        t->tube.upper = collide_i_add(side, half);
    }
}

/* Is a place in a pane's plane further than `e` from its rim, inside? */
COLLIDE_I_STATIC int collide_i_pane_covers(const collide_i_pane *p, collide_vec3 x, collide_real e)
{
    int i;
    for (i = 0; i < p->size; i++) {
        const collide_plane side = collide_i_pane_side(p, i);
        if (collide_i_dot(side.normal, x) - side.offset > -e) return 0;
    }
    return 1;
}

/* Does a segment cross a pane by more than `e` on every side? Few come to its plane. */
COLLIDE_I_INLINE int collide_i_pane_crossed(const collide_i_pane *p, collide_vec3 a, collide_vec3 b, collide_real e)
{
    const collide_real ha = collide_i_dot(p->plane.normal, a) - p->plane.offset;
    const collide_real hb = collide_i_dot(p->plane.normal, b) - p->plane.offset;
    if (!(ha > e && hb < -e) && !(ha < -e && hb > e)) return 0;
    return collide_i_pane_covers(p, collide_i_add(a, collide_i_scale(collide_i_sub(b, a), ha / (ha - hb))), e);
}

/* The lowest and the highest of a pane's corners over a plane. */
COLLIDE_I_INLINE void collide_i_pane_heights(const collide_i_pane *p, const collide_plane *plane, collide_real h[2])
{
    int i;
    h[0] = h[1] = collide_i_dot(plane->normal, collide_i_pane_corner(p, 0));
    for (i = 1; i < p->size; i++) {
        const collide_real height = collide_i_dot(plane->normal, collide_i_pane_corner(p, i));
        h[0] = collide_i_min(h[0], height);
        h[1] = collide_i_max(h[1], height);
    }
    h[0] -= plane->offset;
    h[1] -= plane->offset;
}

/* The part of a line along d that a plane cuts out of a pane. */
COLLIDE_I_STATIC void collide_i_pane_cut(const collide_i_pane *p, const collide_plane *plane, collide_vec3 d,
                                         collide_real span[2])
{
    collide_vec3 a = collide_i_pane_corner(p, p->size - 1);
    collide_real ha = collide_i_dot(plane->normal, a) - plane->offset;
    int i, any = 0;
    span[0] = span[1] = 0;
    for (i = 0; i < p->size; i++) {
        const collide_vec3 b = collide_i_pane_corner(p, i);
        const collide_real hb = collide_i_dot(plane->normal, b) - plane->offset;
        if ((ha < 0) != (hb < 0)) {
            const collide_real at =
                collide_i_dot(d, collide_i_add(a, collide_i_scale(collide_i_sub(b, a), ha / (ha - hb))));
            span[0] = any ? collide_i_min(span[0], at) : at;
            span[1] = any ? collide_i_max(span[1], at) : at;
            any = 1;
        }
        a = b;
        ha = hb;
    }
}

/* Do two panes, each on both sides of the other, cross along a line longer than 2 e? Their edges may lie on each other
   all the while. */
COLLIDE_I_STATIC int collide_i_panes_cross(const collide_i_pane *p, const collide_i_pane *q, collide_real e)
{
    const collide_vec3 d = collide_i_cross(p->plane.normal, q->plane.normal);
    collide_real a[2], b[2];
    collide_i_pane_cut(p, &q->plane, d, a);
    collide_i_pane_cut(q, &p->plane, d, b);
    return collide_i_min(a[1], b[1]) - collide_i_max(a[0], b[0]) > 2 * e * collide_i_sqrt(collide_i_dot(d, d));
}

/* Is a part of a segment deeper in a convex mover than the zone is thick? */
COLLIDE_I_STATIC int collide_i_solid_holds(const collide_i_tracer *t, collide_vec3 a, collide_vec3 b)
{
    collide_real first = 0, last = 1;
    int k;
    for (k = 0; k < t->face_count && first <= last; k++) {
        const collide_real ha = collide_i_dot(t->planes[k].normal, a) - t->planes[k].offset + t->outer;
        const collide_real hb = collide_i_dot(t->planes[k].normal, b) - t->planes[k].offset + t->outer;
        if (ha > 0 && hb > 0) return 0;
        if (ha > 0) first = collide_i_max(first, ha / (ha - hb));
        if (hb > 0) last = collide_i_min(last, ha / (ha - hb));
    }
    return first < last;
}

/* Is a part of the face at hand deeper in a convex mover than the zone is thick? If its rim is not, all of the mover
   that is in its plane is on one side of the rim: one point tells. */
COLLIDE_I_STATIC int collide_i_solid_crossed(const collide_i_tracer *t)
{
    const collide_plane *plane = &t->pane.plane;
    collide_vec3 x = collide_i_vec(0, 0, 0);
    int i, count = 0;
    for (i = 0; i < t->pane.size; i++)
        if (collide_i_solid_holds(t, t->pane.point[i], t->pane.point[i + 1 < t->pane.size ? i + 1 : 0])) return 1;
    for (i = 0; i < t->edge_count; i++) {
        const collide_vec3 a = t->vertices[t->edges[i].vertex[0]], b = t->vertices[t->edges[i].vertex[1]];
        const collide_real ha = collide_i_dot(plane->normal, a) - plane->offset;
        const collide_real hb = collide_i_dot(plane->normal, b) - plane->offset;
        if ((ha < 0) == (hb < 0)) continue;
        x = collide_i_add(x, collide_i_add(a, collide_i_scale(collide_i_sub(b, a), ha / (ha - hb))));
        count++;
    }
    if (!count) return 0;
    x = collide_i_scale(x, 1 / (collide_real)count);
    return collide_i_pane_covers(&t->pane, x, 0) && collide_i_solid_holds(t, x, x);
}

COLLIDE_I_STATIC collide_vec3 collide_i_pane_middle(const collide_i_pane *p)
{
    collide_vec3 x = collide_i_vec(0, 0, 0);
    int i;
    for (i = 0; i < p->size; i++) x = collide_i_add(x, collide_i_pane_corner(p, i));
    return collide_i_scale(x, 1 / (collide_real)p->size);
}

/* Is the middle of the face at hand so deep in a mover of any shape? */
COLLIDE_I_STATIC int collide_i_hollow_holds(const collide_i_tracer *t)
{
    const collide_vec3 x = collide_i_pane_middle(&t->pane);
    int k, within;
    if (!t->closed || !collide_i_point_inside(t->mesh, x, t->walk)) return 0;
    for (k = 0; k < t->face_count; k++) {
        const collide_i_pane mine = collide_i_tracer_pane(t, k);
        const collide_vec3 d = collide_i_sub(x, collide_i_pane_nearest(&mine, x, &within));
        if (collide_i_dot(d, d) <= t->outer * t->outer) return 0;
    }
    return 1;
}

/* Does the face at hand cross the mover's surface at the start, by more than the zone is thick? An edge through a face
   tells at once; where surfaces cross along edges there is none, and what lies inside must be looked for. */
COLLIDE_I_STATIC int collide_i_trace_crossed(collide_i_tracer *t)
{
    const int convex = collide_mesh_convex(t->mesh);
    int i, k;
    for (k = 0; convex && k < t->face_count; k++) { /* a plane between? */
        for (i = 0; i < t->pane.size; i++)
            if (collide_i_dot(t->planes[k].normal, t->pane.point[i]) - t->planes[k].offset < -t->outer) break;
        if (i == t->pane.size) return 0;
    }
    for (i = 0; i < t->edge_count; i++)
        if (collide_i_pane_crossed(&t->pane, t->vertices[t->edges[i].vertex[0]], t->vertices[t->edges[i].vertex[1]],
                                   t->outer))
            return 1;
    for (k = 0; k < t->face_count; k++) {
        const collide_i_pane mine = collide_i_tracer_pane(t, k);
        collide_real theirs[2], ours[2];
        collide_i_pane_heights(&t->pane, &mine.plane, theirs);
        if (!(theirs[0] < -t->outer && theirs[1] > t->outer)) continue;
        collide_i_pane_heights(&mine, &t->pane.plane, ours);
        if (!(ours[0] < 0 && ours[1] > 0)) continue;
        for (i = 0; i < t->pane.size; i++)
            if (collide_i_pane_crossed(&mine, t->pane.point[i], t->pane.point[i + 1 < t->pane.size ? i + 1 : 0],
                                       t->outer))
                return 1;
        if (!convex && ours[0] < -t->outer && ours[1] > t->outer && collide_i_panes_cross(&t->pane, &mine, t->outer))
            return 1;
    }
    t->unsure = 1;
    return t->mesh && (convex ? collide_i_solid_crossed(t) : collide_i_hollow_holds(t));
}

COLLIDE_I_STATIC void collide_i_trace_inside(collide_i_tracer *t, collide_real depth, collide_vec3 normal, int theirs)
{
    if (t->inside && t->depth <= depth) return;
    t->inside = 1;
    t->depth = depth;
    collide_i_tracer_take(t, 0, COLLIDE_VF, -1, theirs, t->centre, normal);
}

/* Does a curve that starts above zero dive by that time? Mostly told without a root. */
COLLIDE_I_INLINE int collide_i_dives_by(const collide_i_curve *q, collide_real best)
{
    collide_real when;
    if (collide_i_curve_at(q, best) <= 0) return 1;
    return q->b < 0 && q->a > 0 && -q->b < q->a * best && collide_i_dive(q, &when) && when <= best;
}

/* Can a point that flies or turns (way 1), or stands still while the mover does (way -1), come into the zone over a
   plane from above, before the best stop so far? -1: it stays above all the time; 0: it is behind and does not return.
   `ride` is made only if it may come or turns anyway. */
COLLIDE_I_INLINE int collide_i_trace_comes(const collide_i_tracer *t, collide_vec3 x, int way,
                                           const collide_plane *plane, int two_sided, collide_i_ride *ride)
{
    collide_i_curve q;
    collide_real when;
    if (!t->motion.turning) {
        const collide_real height = collide_i_dot(plane->normal, x) - plane->offset;
        const collide_real fall = collide_i_dot(plane->normal, t->motion.move) * (way > 0 ? t->best : -t->best);
        if (height > t->outer) {
            if (height + fall > t->outer) return -1;
        } else if (height <= -t->outer && !(two_sided && height + fall >= -t->outer)) {
            return 0;
        }
        *ride = collide_i_ride_of(&t->motion, x, way);
        return 1;
    }
    q = collide_i_ride_over(ride, plane->normal, plane->offset + t->outer);
    if (q.c > 0) return collide_i_dives_by(&q, t->best) ? 1 : -1;
    if (q.c > -2 * t->outer) return 1;
    if (two_sided) {
        q = collide_i_ride_over(ride, collide_i_negate(plane->normal), t->outer - plane->offset);
        return collide_i_dives_by(&q, t->best);
    }
    q = collide_i_curve_over(q, -t->outer, 1);
    return collide_i_rise(&q, &when) && when <= t->best;
}

COLLIDE_I_STATIC void collide_i_trace_vertices(collide_i_tracer *t)
{
    const unsigned char *internal =
        t->mesh && t->closed ? COLLIDE_I_MESH_ARRAY(unsigned char, t->mesh, internal) : NULL;
    int i;
    for (i = 0; i < t->vertex_count; i++) {
        collide_i_ride ride;
        if (internal && internal[i]) continue;
        if (t->rides) ride = t->rides[i];
        if (collide_i_trace_comes(t, t->vertices[i], 1, &t->pane.plane, t->pane.two_sided, &ride) > 0)
            collide_i_trace_vertex(t, &ride, &t->pane, 1, i, t->face);
    }
}

/* Does nothing touch this vertex alone: are all its edges between faces that bend inwards or, of a sheet, don't
   bend? */
COLLIDE_I_STATIC int collide_i_vertex_blunt(const collide_mesh *m, int v, int closed)
{
    const int start = collide_mesh_vertex_edge(m, v);
    int e = start, k;
    if (!COLLIDE_I_MESH_ARRAY(unsigned char, m, internal)[v]) return 0;
    for (k = 0; !closed && e >= 0 && k < m->edge_count; k++) {
        if (!(collide_i_mesh_edges(m)[e].flags & COLLIDE_EDGE_FLAT)) return 0;
        e = collide_mesh_next_edge(m, v, e);
        if (e == start) break;
    }
    return 1;
}

/* The corners of the face at hand against the mover's faces. */
COLLIDE_I_STATIC void collide_i_trace_corners(collide_i_tracer *t, const int *corners)
{
    const int convex = collide_mesh_convex(t->mesh);
    int i, k;
    for (i = 0; i < t->pane.size; i++) {
        const int v = corners[i], slot = v & (COLLIDE_I_TRACE_SEEN - 1);
        collide_i_ride ride;
        if (t->codes[i] & COLLIDE_I_CODE_EVER || t->seen_vertex[slot] == v) continue;
        t->seen_vertex[slot] = v;
        if (collide_i_vertex_blunt(t->other, v, t->other_closed)) continue;
        if (t->motion.turning) ride = collide_i_ride_of(&t->motion, t->pane.point[i], -1);
        for (k = 0; k < t->face_count; k++) {
            const int comes = collide_i_trace_comes(t, t->pane.point[i], -1, &t->planes[k], !t->closed, &ride);
            collide_i_pane mine;
            if (comes < 0 && convex) break; /* it never comes to the mover at all */
            if (comes <= 0) continue;
            mine = collide_i_tracer_pane(t, k);
            collide_i_trace_vertex(t, &ride, &mine, -1, k, v);
        }
    }
}

COLLIDE_I_INLINE int collide_i_edge_blunt(const collide_edge *e, int closed)
{
    return (e->flags & (closed ? COLLIDE_EDGE_INTERNAL : COLLIDE_EDGE_FLAT)) != 0;
}

/* An edge of the face at hand, in the mover's frame, if it was not looked at lately; 0: nothing to look at. It runs
   as the edge itself does, so that both its faces give the same numbers. */
COLLIDE_I_STATIC int collide_i_tracer_edge(collide_i_tracer *t, int i, int e, collide_i_crossing *c)
{
    const collide_edge *edge = &collide_i_mesh_edges(t->other)[e];
    const int slot = e & (COLLIDE_I_TRACE_SEEN - 1), j = i + 1 < t->pane.size ? i + 1 : 0;
    const int forward = edge->face[0] == t->face;
    if (t->codes[i] & t->codes[j] & COLLIDE_I_CODE_EVER || t->seen_edge[slot] == e ||
        collide_i_edge_blunt(edge, t->other_closed))
        return 0;
    t->seen_edge[slot] = e;
    c->b[0] = t->pane.point[forward ? i : j];
    c->b[1] = t->pane.point[forward ? j : i];
    c->db = collide_i_sub(c->b[1], c->b[0]);
    c->lb = collide_i_dot(c->db, c->db);
    collide_i_edge_normals(edge, collide_i_mesh_planes(t->other), c->theirs);
    c->theirs[0] = collide_i_turn(&t->turn, c->theirs[0]);
    c->theirs[1] = collide_i_turn(&t->turn, c->theirs[1]);
    return 1;
}

/* The shell of one of the obstacle's edges; the mover's own are made when the first is asked for. */
COLLIDE_I_STATIC collide_i_shell collide_i_tracer_shells(collide_i_tracer *t, const collide_vec3 b[2])
{
    int i;
    for (i = t->shells_known; i < t->edge_count; i++)
        t->shells[i] =
            collide_i_shell_of(&t->motion, t->vertices[t->edges[i].vertex[0]], t->vertices[t->edges[i].vertex[1]]);
    t->shells_known = t->edge_count;
    return collide_i_shell_of(&t->motion, b[0], b[1]);
}

COLLIDE_I_STATIC void collide_i_trace_rim(collide_i_tracer *t, const int *corner_edges)
{
    collide_i_crossing c;
    int i, k;
    for (i = 0; i < t->pane.size; i++) {
        collide_i_shell shell;
        if (!collide_i_tracer_edge(t, i, corner_edges[i], &c)) continue;
        if (t->shells) shell = collide_i_tracer_shells(t, c.b);
        for (k = 0; k < t->edge_count; k++) {
            if (collide_i_edge_blunt(&t->edges[k], t->closed)) continue;
            if (t->shells && !collide_i_shells_meet(&t->shells[k], &shell, t->outer)) continue;
            collide_i_trace_edges(t, &c, k, corner_edges[i]);
        }
    }
}

/* Lowest and highest the mover gets over the plane n . x = level, at the start and during the motion. */
COLLIDE_I_STATIC void collide_i_trace_heights(const collide_i_tracer *t, const collide_plane *p, collide_real now[2],
                                              collide_real ever[2])
{
    if (!t->mesh) {
        now[0] = now[1] = -p->offset;
    } else {
        const collide_vec3 down = collide_i_negate(p->normal);
        now[0] = collide_i_dot(p->normal, t->vertices[collide_i_mesh_support_at(t->mesh, &down)]) - p->offset;
        now[1] = now[0];
        if (now[0] <= 0)
            now[1] = collide_i_dot(p->normal, t->vertices[collide_i_mesh_support_at(t->mesh, &p->normal)]) - p->offset;
    }
    if (t->motion.turning) {
        const collide_i_ride r = collide_i_ride_of(&t->motion, t->centre, 1);
        collide_i_turn_range(collide_i_dot(p->normal, t->centre) - p->offset, collide_i_dot(p->normal, r.u),
                             collide_i_dot(p->normal, r.w), t->sine, t->cosine, &ever[0], &ever[1]);
        ever[0] -= t->radius;
        ever[1] += t->radius;
    } else {
        const collide_real rate = t->best * collide_i_dot(p->normal, t->motion.move);
        ever[0] = now[0] + collide_i_min(rate, 0);
        ever[1] = now[1] + collide_i_max(rate, 0);
    }
}

/* Brings in a face: its plane, and, if that matters, its corners; returns what their codes have in common. */
COLLIDE_I_STATIC void collide_i_tracer_plane(collide_i_tracer *t, int f)
{
    const collide_vec3 corner =
        collide_i_mesh_vertices(t->other)[collide_i_mesh_corners(t->other)[collide_i_mesh_first(t->other)[f]]];
    const collide_plane *plane = &collide_i_mesh_planes(t->other)[f];
    t->face = f;
    t->pane.plane.normal = collide_i_turn(&t->turn, plane->normal);
    t->pane.plane.offset = collide_i_dot(plane->normal, collide_i_sub(corner, t->from));
    t->pane.two_sided = !t->other_closed;
}

COLLIDE_I_STATIC unsigned collide_i_tracer_corners(collide_i_tracer *t)
{
    const int *first = collide_i_mesh_first(t->other) + t->face;
    const int *corner = collide_i_mesh_corners(t->other) + first[0];
    unsigned all = ~0u;
    int i;
    t->pane.point = t->corners;
    t->pane.index = NULL;
    t->pane.sides = NULL;
    t->pane.size = first[1] - first[0];
    for (i = 0; i < t->pane.size; i++) {
        t->corners[i] = collide_i_tracer_in(t, collide_i_mesh_vertices(t->other)[corner[i]]);
        t->codes[i] = collide_i_trace_code(t, t->corners[i]);
        all &= t->codes[i];
    }
    if (all & COLLIDE_I_CODE_EVER) return all;
    for (i = 0; i < t->pane.size; i++) t->sides[i] = collide_i_pane_side(&t->pane, i);
    t->pane.sides = t->sides;
    return all;
}

COLLIDE_I_STATIC void collide_i_trace_face(collide_i_tracer *t, int f)
{
    const int first = collide_i_mesh_first(t->other)[f];
    collide_real now[2], ever[2];
    unsigned all;
    collide_i_tracer_plane(t, f);
    collide_i_trace_heights(t, &t->pane.plane, now, ever);
    if (ever[0] > t->outer || (t->pane.two_sided && now[0] < 0 && ever[1] < -t->outer)) return;
    if (!t->pane.two_sided && now[0] > -t->outer && !t->motion.turning &&
        !(collide_i_dot(t->pane.plane.normal, t->motion.move) < 0))
        return;
    all = collide_i_tracer_corners(t);
    if (all & COLLIDE_I_CODE_EVER) return;
    if (!(all >> COLLIDE_I_CODE_START) && now[0] < -t->outer && now[1] > t->outer && collide_i_trace_crossed(t)) {
        collide_i_trace_inside(t, -now[0], t->pane.plane.normal, f);
        if (t->pane.two_sided) collide_i_trace_inside(t, now[1], collide_i_negate(t->pane.plane.normal), f);
        return;
    }
    if (!(t->best > 0)) return;
    if (!t->pane.two_sided && !t->motion.turning && !(collide_i_dot(t->pane.plane.normal, t->motion.move) < 0)) return;
    collide_i_trace_vertices(t);
    if (!t->mesh) return;
    collide_i_trace_corners(t, collide_i_mesh_corners(t->other) + first);
    collide_i_trace_rim(t, COLLIDE_I_MESH_ARRAY(int, t->other, corner_edges) + first);
}

/* ---- all obstacles ---- */

typedef struct {
    collide_i_frame frame; /* the mover's */
    const collide_obstacle *obstacles;
    int count;
    collide_real expel;  /* the caller's, or 0 */
    collide_real within; /* of contacts, else 0 */
    collide_scratch *scratch;
} collide_i_scene;

/* The largest number that takes part, up to a power of two, so that it stays the same from one move to the next. */
COLLIDE_I_STATIC collide_real collide_i_trace_scale(const collide_i_tracer *t, const collide_i_scene *s,
                                                    const collide_obstacle *o)
{
    const collide_mesh *m = o->mesh;
    collide_real size = collide_i_extent(s->frame.p) + collide_i_extent(o->pose.position) + t->radius +
                        collide_i_extent(t->centre) + m->sphere_radius + collide_i_extent(m->sphere);
    size = collide_i_max(size, t->motion.turning ? collide_i_extent(collide_i_sub(t->centre, t->motion.origin))
                                                 : collide_i_extent(t->motion.move));
    return 2 * collide_i_from_bits(collide_i_to_bits(size) & ~(((collide_i_bits)1 << COLLIDE_I_MANTISSA) - 1));
}

/* The box, in the obstacle's frame, of all places of the mover's ball while it turns. */
COLLIDE_I_STATIC collide_aabb collide_i_trace_arc(const collide_i_tracer *t)
{
    const collide_i_ride r = collide_i_ride_of(&t->motion, t->centre, 1);
    const collide_real s = collide_i_ride_gain(&r, t->best);
    const collide_vec3 c = collide_i_add(collide_i_turn_back(&t->turn, t->centre), t->from);
    const collide_vec3 u = collide_i_turn_back(&t->turn, collide_i_scale(r.u, s));
    const collide_vec3 w = collide_i_turn_back(&t->turn, collide_i_scale(r.w, t->best * s));
    const collide_real room = t->radius + t->reach + t->inner;
    const collide_vec3 none = collide_i_vec(0, 0, 0), e = collide_i_vec(room, room, room);
    collide_aabb box;
    box.lower = collide_i_sub(collide_i_add(c, collide_i_add(collide_i_lowest(u, none), collide_i_lowest(w, none))), e);
    box.upper =
        collide_i_add(collide_i_add(c, collide_i_add(collide_i_highest(u, none), collide_i_highest(w, none))), e);
    return box;
}

/* Room for the corners of a face. */
COLLIDE_I_STATIC collide_result collide_i_tracer_room(collide_i_tracer *t, collide_scratch *s, int f)
{
    const int *first = collide_i_mesh_first(t->other) + f;
    const int size = first[1] - first[0];
    if (size <= t->room) return COLLIDE_OK;
    t->room = size < 16 ? 16 : size;
    t->corners = (collide_vec3 *)collide_i_scratch_take(s, (size_t)t->room, sizeof *t->corners);
    t->sides = (collide_plane *)collide_i_scratch_take(s, (size_t)t->room, sizeof *t->sides);
    t->codes = (unsigned *)collide_i_scratch_take(s, (size_t)t->room, sizeof *t->codes);
    return t->corners && t->sides && t->codes ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
}

/* Is a point of the mover deeper in the obstacle than rounding may take it? */
COLLIDE_I_STATIC int collide_i_trace_drowned(collide_i_tracer *t, collide_vec3 x, collide_tree_walk *walk)
{
    const collide_vec3 y = collide_i_add(collide_i_turn_back(&t->turn, x), t->from);
    collide_real depth;
    int f;
    if (!collide_i_point_inside(t->other, y, walk)) return 0;
    f = collide_i_nearest_face(t->other, y, walk, &depth);
    if (!(depth > t->deep)) return 0;
    collide_i_trace_inside(t, depth, collide_i_turn(&t->turn, collide_i_mesh_planes(t->other)[f].normal), f);
    return 1;
}

/* Is the mover in the obstacle? Where no surface crosses the other any point of it tells, its middle best if it is
   convex; else some, as one may lie on the surface. Where surfaces lie on each other, or the obstacle's passes between
   parts of the mover, each of its faces may be in or out. */
COLLIDE_I_STATIC int collide_i_trace_drowns(collide_i_tracer *t, collide_tree_walk *walk)
{
    int k;
    if (collide_mesh_convex(t->mesh)) return collide_i_trace_drowned(t, t->mesh->centroid, walk);
    if (collide_i_trace_drowned(t, t->vertices[0], walk)) return 1;
    for (k = 0; k < t->face_count; k++) {
        const collide_i_pane mine = collide_i_tracer_pane(t, k);
        if ((t->unsure || k == 0 || k + 1 == t->face_count) &&
            collide_i_trace_drowned(t, collide_i_pane_middle(&mine), walk))
            return 1;
    }
    return 0;
}

/* No surface crosses the other, but one may be inside the other. */
COLLIDE_I_STATIC void collide_i_trace_swallowed(collide_i_tracer *t, collide_tree_walk *walk)
{
    collide_vec3 y, n;
    collide_real depth, length;
    if (t->other_closed && collide_i_trace_drowns(t, walk)) return;
    if (!t->mesh || !t->closed) return;
    y = collide_i_tracer_in(t, collide_i_mesh_vertices(t->other)[0]);
    if (!collide_i_point_inside(t->mesh, y, walk)) return;
    (void)collide_i_nearest_face(t->mesh, y, walk, &depth);
    if (!(depth > t->deep)) return;
    n = collide_i_unit(collide_i_sub(t->centre, y), &length);
    collide_i_trace_inside(t, 2 * t->radius, length > 0 ? n : collide_i_vec(0, 1, 0), 0);
}

/* Turns to another obstacle: its frame, the zone, an empty memory of what was tested. */
COLLIDE_I_STATIC void collide_i_tracer_face_to(collide_i_tracer *t, const collide_i_scene *s, int index)
{
    const collide_obstacle *o = &s->obstacles[index];
    const collide_real scale = COLLIDE_I_EPSILON * collide_i_trace_scale(t, s, o);
    collide_i_frame frame;
    (void)collide_i_frame_of(&o->pose, &frame);
    t->obstacle = index;
    t->other = o->mesh;
    t->other_closed = collide_mesh_closed(o->mesh);
    t->unsure = 0;
    t->turn.x = collide_i_turn_back(&s->frame.r, frame.r.x);
    t->turn.y = collide_i_turn_back(&s->frame.r, frame.r.y);
    t->turn.z = collide_i_turn_back(&s->frame.r, frame.r.z);
    t->from = collide_i_turn_back(&frame.r, collide_i_sub(s->frame.p, frame.p));
    t->outer =
        s->expel > 0 ? collide_i_max(s->expel, COLLIDE_I_EXPEL_LEAST * scale) : COLLIDE_I_EXPEL_ROUNDINGS * scale;
    t->inner = t->outer / 2;
    t->noise = 4 * scale;
    t->deep = s->expel > 0 ? t->outer : t->noise;
    t->reach = collide_i_max(t->outer, s->within);
    t->slip = 4 * COLLIDE_I_EPSILON *
              (t->motion.turning ? t->sine * (collide_i_extent(collide_i_sub(t->centre, t->motion.origin)) + t->radius)
                                 : collide_i_extent(t->motion.move));
    collide_i_trace_frame_set(t);
    memset(t->seen_edge, 0xFF, sizeof t->seen_edge);
    memset(t->seen_vertex, 0xFF, sizeof t->seen_vertex);
}

/* Begins to walk the obstacle's faces that the motion may meet. */
COLLIDE_I_STATIC void collide_i_tracer_walk(const collide_i_tracer *t, collide_tree_walk *walk)
{
    const collide_tree *tree = collide_mesh_tree(t->other);
    const collide_vec3 e = collide_i_vec(t->reach + t->inner, t->reach + t->inner, t->reach + t->inner);
    collide_i_frame back;
    collide_aabb box;
    if (!tree) return;
    if (t->motion.turning) {
        (void)collide_tree_walk_box(walk, tree, collide_i_trace_arc(t));
        return;
    }
    back.r.x = collide_i_vec(t->turn.x.x, t->turn.y.x, t->turn.z.x);
    back.r.y = collide_i_vec(t->turn.x.y, t->turn.y.y, t->turn.z.y);
    back.r.z = collide_i_vec(t->turn.x.z, t->turn.y.z, t->turn.z.z);
    back.p = t->from;
    box = collide_i_aabb_turn(&t->box, &back);
    box.lower = collide_i_sub(box.lower, e);
    box.upper = collide_i_add(box.upper, e);
    (void)collide_tree_walk_cast(walk, tree, box, collide_i_turn_back(&t->turn, t->motion.move));
    walk->bound = t->best;
}

COLLIDE_I_STATIC collide_result collide_i_trace_obstacle(collide_i_tracer *t, const collide_i_scene *s, int index,
                                                         collide_tree_walk *walk)
{
    int f = -1;
    collide_i_tracer_face_to(t, s, index);
    collide_i_tracer_walk(t, walk);
    while ((f = collide_i_next_face(t->other, walk, f)) >= 0) {
        const collide_real best = t->best;
        if (collide_i_tracer_room(t, s->scratch, f) < 0) return COLLIDE_ERROR_MEMORY;
        collide_i_trace_face(t, f);
        if (t->best < best && t->other->at.tree) {
            walk->bound = t->best;
            if (t->motion.turning) walk->box = collide_i_trace_arc(t);
        }
    }
    if (!t->inside) collide_i_trace_swallowed(t, walk);
    return COLLIDE_OK;
}

/* As much of `shrink` as leaves something of a solid: with more, its faces would come out on the other side. */
COLLIDE_I_STATIC collide_real collide_i_shrink_most(const collide_mesh *m, collide_real shrink)
{
    const collide_real part = COLLIDE_R(0.875);
    int i;
    if (collide_mesh_convex(m)) {
        const collide_plane *planes = collide_i_mesh_planes(m);
        for (i = 0; i < m->face_count; i++)
            shrink = collide_i_min(shrink, part * (planes[i].offset - collide_i_dot(planes[i].normal, m->centroid)));
    } else if (collide_mesh_closed(m)) {
        const collide_vec3 size = collide_i_sub(m->box.upper, m->box.lower);
        shrink = collide_i_min(shrink, part / 2 * collide_i_min(size.x, collide_i_min(size.y, size.z)));
    }
    return collide_i_max(shrink, 0);
}

/* Every vertex of the mover stands back from its faces by `shrink`, as far as its faces allow (3.5). */
COLLIDE_I_STATIC collide_result collide_i_trace_shrink(collide_i_tracer *t, collide_scratch *s, collide_real shrink)
{
    const size_t vertices = (size_t)t->vertex_count, faces = (size_t)t->face_count;
    collide_vec3 *p = (collide_vec3 *)collide_i_scratch_take(s, vertices, sizeof *p);
    collide_plane *plane = (collide_plane *)collide_i_scratch_take(s, faces, sizeof *plane);
    int i, e, k;
    if (!p || !plane) return COLLIDE_ERROR_MEMORY;
    for (i = 0; i < t->face_count; i++) {
        plane[i] = t->planes[i];
        plane[i].offset -= shrink;
    }
    for (i = 0; i < t->vertex_count; i++) {
        const int start = collide_mesh_vertex_edge(t->mesh, i);
        collide_vec3 mitre = collide_i_vec(0, 0, 0);
        collide_real length, least = 1;
        int pass;
        for (pass = 0; pass < 2; pass++) {
            for (e = start, k = 0; e >= 0 && k < t->edge_count; e = collide_mesh_next_edge(t->mesh, i, e), k++) {
                const collide_edge *edge = &t->edges[e];
                const int f = edge->face[edge->vertex[0] == i ? 0 : 1];
                if (k > 0 && e == start) break;
                if (f < 0) continue;
                if (pass)
                    least = collide_i_min(least, collide_i_dot(t->planes[f].normal, mitre));
                else
                    mitre = collide_i_add(mitre, t->planes[f].normal);
            }
            if (!pass) mitre = collide_i_unit(mitre, &length);
        }
        p[i] = collide_i_sub(t->vertices[i], collide_i_scale(mitre, shrink / collide_i_max(least, COLLIDE_R(0.25))));
    }
    t->vertices = p;
    t->planes = plane;
    return COLLIDE_OK;
}

COLLIDE_I_STATIC void collide_i_tracer_set(collide_i_tracer *t, const collide_mesh *mover)
{
    static const collide_vec3 here = {0, 0, 0};
    memset(t, 0, sizeof *t);
    t->vertices = &here;
    t->vertex_count = 1;
    t->closed = 1;
    if (mover) {
        t->mesh = mover;
        t->vertices = collide_i_mesh_vertices(mover);
        t->planes = collide_i_mesh_planes(mover);
        t->edges = collide_i_mesh_edges(mover);
        t->vertex_count = mover->vertex_count;
        t->edge_count = mover->edge_count;
        t->face_count = mover->face_count;
        t->closed = collide_mesh_closed(mover);
        t->centre = mover->sphere;
        t->radius = mover->sphere_radius;
        t->box = mover->box;
    }
}

/* The tracer's motion through the whole scene; t->best is then how far it goes. */
COLLIDE_I_STATIC collide_result collide_i_trace_run(collide_i_tracer *t, collide_i_scene *s,
                                                    const collide_trace_desc *desc)
{
    collide_scratch own;
    collide_scratch *given = s->scratch;
    collide_i_mark mark;
    collide_tree_walk *walk;
    collide_result result = COLLIDE_OK;
    int i;
    memset(&own, 0, sizeof own);
    if (!given) s->scratch = &own;
    mark = collide_i_scratch_mark(s->scratch);
    walk = (collide_tree_walk *)collide_i_scratch_take(s->scratch, 2, sizeof *walk);
    t->walk = walk ? walk + 1 : NULL;
    t->kind = 0;
    t->inside = 0;
    t->room = 0;
    t->hit_obstacle = t->feature_mover = t->feature_obstacle = -1;
    t->point = t->normal = collide_i_vec(0, 0, 0);
    s->expel = desc ? desc->expel : 0;
    if (!walk) result = COLLIDE_ERROR_MEMORY;
    if (result == COLLIDE_OK && desc && desc->shrink > 0 && t->mesh)
        result = collide_i_trace_shrink(t, s->scratch, collide_i_shrink_most(t->mesh, desc->shrink));
    if (result == COLLIDE_OK && t->motion.turning) {
        collide_i_ride *rides =
            (collide_i_ride *)collide_i_scratch_take(s->scratch, (size_t)t->vertex_count, sizeof *rides);
        if (!rides) result = COLLIDE_ERROR_MEMORY;
        for (i = 0; rides && i < t->vertex_count; i++) rides[i] = collide_i_ride_of(&t->motion, t->vertices[i], 1);
        t->rides = rides;
        if (t->edge_count > 0) {
            t->shells = (collide_i_shell *)collide_i_scratch_take(s->scratch, (size_t)t->edge_count, sizeof *t->shells);
            if (!t->shells) result = COLLIDE_ERROR_MEMORY;
            t->shells_known = 0;
        }
    }
    for (i = 0; i < s->count && result == COLLIDE_OK; i++) result = collide_i_trace_obstacle(t, s, i, walk);
    collide_i_scratch_release(s->scratch, mark);
    if (!given) collide_scratch_free(&own);
    s->scratch = given;
    return result;
}

COLLIDE_I_STATIC void collide_i_trace_none(collide_trace *out)
{
    memset(out, 0, sizeof *out);
    out->obstacle = out->feature_mover = out->feature_obstacle = -1;
}

COLLIDE_I_INLINE int collide_i_trace_desc_valid(const collide_trace_desc *d)
{
    return !d || (collide_i_usable(d->expel) && collide_i_usable(d->shrink) && d->expel >= 0 && d->shrink >= 0);
}

/* What the tracer found, in the world. */
COLLIDE_I_STATIC void collide_i_trace_tell(const collide_i_tracer *t, const collide_i_frame *f, collide_trace *out)
{
    collide_real length;
    out->kind = t->kind;
    out->obstacle = t->hit_obstacle;
    out->feature_mover = t->feature_mover;
    out->feature_obstacle = t->feature_obstacle;
    out->point = collide_i_add(collide_i_turn(&f->r, t->point), f->p);
    out->normal = collide_i_unit(collide_i_turn(&f->r, t->normal), &length);
    if (t->inside) out->flags |= COLLIDE_STARTED_INSIDE;
}

COLLIDE_I_STATIC collide_result collide_i_trace_translate(const collide_mesh *mover, const collide_pose *pose,
                                                          collide_vec3 delta, collide_i_scene *s,
                                                          const collide_trace_desc *desc, collide_trace *out)
{
    collide_i_tracer t;
    collide_result r;
    collide_i_tracer_set(&t, mover);
    if (collide_i_frame_of(pose, &s->frame) < 0) return COLLIDE_ERROR_ARGUMENT;
    t.motion.move = collide_i_turn_back(&s->frame.r, delta);
    collide_i_tracer_limit(&t, 1);
    t.limit = 1;
    r = collide_i_trace_run(&t, s, desc);
    if (r < 0) return r;
    out->fraction = t.best;
    out->end = *pose;
    out->end.position = collide_i_add(pose->position, collide_i_scale(delta, t.best));
    if (!t.kind) return COLLIDE_MISS;
    collide_i_trace_tell(&t, &s->frame, out);
    return COLLIDE_HIT;
}

COLLIDE_API collide_result collide_trace_translate(const collide_mesh *mover, collide_pose pose, collide_vec3 delta,
                                                   const collide_obstacle *obstacles, int count,
                                                   const collide_trace_desc *desc, collide_scratch *scratch,
                                                   collide_trace *out)
{
    collide_i_scene s;
    collide_result r;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!collide_i_pose_normalize(&pose) || !collide_i_usable3(delta) || !collide_i_obstacles_valid(obstacles, count) ||
        !collide_i_trace_desc_valid(desc))
        return COLLIDE_ERROR_ARGUMENT;
    collide_i_trace_none(out);
    s.obstacles = obstacles;
    s.count = count;
    s.scratch = scratch;
    s.within = 0;
    r = collide_i_trace_translate(mover, &pose, delta, &s, desc, out);
    if (r < 0) memset(out, 0, sizeof *out);
    return r;
}

/* Where a pose is after a turn by the angle of whose half t is the tangent. */
COLLIDE_I_STATIC collide_pose collide_i_pose_turned(const collide_pose *p, collide_vec3 origin, collide_vec3 axis,
                                                    collide_real t)
{
    collide_i_motion m;
    collide_i_ride r;
    collide_pose end;
    collide_quat q;
    collide_real c = 1 / collide_i_sqrt(1 + t * t);
    m.turning = 1;
    m.origin = origin;
    m.axis = axis;
    m.move = collide_i_vec(0, 0, 0);
    r = collide_i_ride_of(&m, p->position, 1);
    end.position = collide_i_ride_at(&r, t);
    q.x = axis.x * (t * c);
    q.y = axis.y * (t * c);
    q.z = axis.z * (t * c);
    q.w = c;
    end.rotation = collide_i_quat_product(q, p->rotation);
    (void)collide_i_quat_normalize(&end.rotation);
    return end;
}

/* In equal parts of about a quarter turn at most, each from where the last one ended; `angle` is not negative. */
COLLIDE_I_STATIC collide_result collide_i_trace_rotate(const collide_mesh *mover, const collide_pose *pose,
                                                       collide_vec3 origin, collide_vec3 axis, collide_real angle,
                                                       collide_i_scene *s, const collide_trace_desc *desc,
                                                       collide_trace *out)
{
    collide_real half, limit;
    int i, parts = 1;
    while (angle > (collide_real)parts * COLLIDE_R(1.59375)) parts++; /* not just at a quarter, a half, ... */
    half = angle / (collide_real)(2 * parts);
    limit = collide_sin(half) / collide_cos(half);
    out->end = *pose;
    for (i = 0; i < parts; i++) {
        collide_i_tracer t;
        collide_result r;
        collide_i_tracer_set(&t, mover);
        (void)collide_i_frame_of(&out->end, &s->frame);
        t.motion.turning = 1;
        t.motion.axis = collide_i_turn_back(&s->frame.r, axis);
        t.motion.origin = collide_i_turn_back(&s->frame.r, collide_i_sub(origin, s->frame.p));
        collide_i_tracer_limit(&t, limit);
        t.limit = limit;
        r = collide_i_trace_run(&t, s, desc);
        if (r < 0) return r;
        if (t.kind) {
            collide_i_trace_tell(&t, &s->frame, out);
            if (t.best > 0) out->end = collide_i_pose_turned(&out->end, origin, axis, t.best);
            out->fraction = half > 0 ? ((collide_real)i + collide_atan2(t.best, 1) / half) / (collide_real)parts : 0;
            out->fraction = collide_i_min(out->fraction, 1);
            return COLLIDE_HIT;
        }
        out->end = collide_i_pose_turned(&out->end, origin, axis, limit);
    }
    out->fraction = 1;
    return COLLIDE_MISS;
}

COLLIDE_API collide_result collide_trace_rotate(const collide_mesh *mover, collide_pose pose, collide_vec3 origin,
                                                collide_vec3 axis, collide_real angle,
                                                const collide_obstacle *obstacles, int count,
                                                const collide_trace_desc *desc, collide_scratch *scratch,
                                                collide_trace *out)
{
    collide_i_scene s;
    collide_result r;
    collide_real length;
    collide_vec3 k = collide_i_unit(axis, &length);
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!collide_i_pose_normalize(&pose) || !collide_i_usable3(origin) || !collide_i_usable3(axis) || !(length > 0) ||
        !collide_i_usable(angle) || collide_i_abs(angle) > 1000 || !collide_i_obstacles_valid(obstacles, count) ||
        !collide_i_trace_desc_valid(desc))
        return COLLIDE_ERROR_ARGUMENT;
    collide_i_trace_none(out);
    if (angle < 0) k = collide_i_negate(k);
    s.obstacles = obstacles;
    s.count = count;
    s.scratch = scratch;
    s.within = 0;
    r = collide_i_trace_rotate(mover, &pose, origin, k, collide_i_abs(angle), &s, desc, out);
    if (r < 0) memset(out, 0, sizeof *out);
    return r;
}

COLLIDE_API collide_result collide_trace_move(const collide_mesh *mover, collide_pose from, collide_pose to,
                                              const collide_obstacle *obstacles, int count,
                                              const collide_trace_desc *desc, collide_scratch *scratch,
                                              collide_trace *out)
{
    collide_i_scene s;
    collide_result r;
    collide_quat q;
    collide_vec3 axis;
    collide_real sine;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!collide_i_pose_normalize(&from) || !collide_i_pose_normalize(&to) ||
        !collide_i_obstacles_valid(obstacles, count) || !collide_i_trace_desc_valid(desc))
        return COLLIDE_ERROR_ARGUMENT;
    collide_i_trace_none(out);
    s.obstacles = obstacles;
    s.count = count;
    s.scratch = scratch;
    s.within = 0;
    r = collide_i_trace_translate(mover, &from, collide_i_sub(to.position, from.position), &s, desc, out);
    if (r == COLLIDE_MISS) {
        from.position = to.position;
        q = collide_i_quat_product(to.rotation, collide_i_conjugate(from.rotation));
        if (q.w < 0) { /* the short way */
            q.x = -q.x;
            q.y = -q.y;
            q.z = -q.z;
            q.w = -q.w;
        }
        axis = collide_i_unit(collide_i_vec(q.x, q.y, q.z), &sine);
        out->end = to;
        if (sine > 0) {
            r = collide_i_trace_rotate(mover, &from, to.position, axis, 2 * collide_atan2(sine, q.w), &s, desc, out);
            if (r == COLLIDE_MISS) out->end = to;
        }
        out->fraction = r == COLLIDE_MISS ? 1 : (1 + out->fraction) / 2;
    } else {
        out->fraction /= 2;
    }
    if (r < 0) memset(out, 0, sizeof *out);
    return r;
}

/* The face of a mesh that a ray meets at a time up to *time, -1: none. *side: negative from behind; of a solid that is
   from within, and the time is 0. Past an edge, or where parts may overlap, the face itself can't tell. Where there is
   none, to ask costs more than the ray did: only small solids are asked. */
COLLIDE_I_STATIC int collide_i_ray_mesh(const collide_mesh *m, collide_vec3 x, collide_vec3 along,
                                        collide_tree_walk *walk, collide_real *time, int *side)
{
    const collide_real limit = *time;
    int face = collide_i_line_mesh(m, x, along, 0, walk, time, side), ask;
    if (!collide_mesh_closed(m)) return face;
    if (face < 0 && limit < 1 && collide_i_box_holds(&m->box, x)) { /* cut short by another: the rest may tell */
        *time = 1;
        face = collide_i_line_mesh(m, x, along, 0, walk, time, side);
    }
    if (face < 0)
        ask = m->flags & COLLIDE_I_MESH_CONVEX || m->face_count <= COLLIDE_I_INSIDE_FACES;
    else
        ask = *side != 1 || m->part_count > 1;
    if (ask && collide_i_point_inside(m, x, walk)) {
        *side = -1;
        *time = 0;
        return face < 0 ? 0 : face;
    }
    if (*time > limit) return -1;
    if (face >= 0 && *side < 0) { /* past an edge, from outside: what it meets there faces it */
        *time = limit;
        face = collide_i_line_mesh(m, x, along, 1, walk, time, side);
    }
    return face;
}

COLLIDE_API collide_result collide_trace_ray(collide_vec3 from, collide_vec3 to, const collide_obstacle *obstacles,
                                             int count, collide_trace *out)
{
    collide_tree_walk walk;
    const collide_vec3 along = collide_i_sub(to, from);
    int i;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!collide_i_usable3(from) || !collide_i_usable3(to) || !collide_i_usable3(along) ||
        !collide_i_obstacles_valid(obstacles, count))
        return COLLIDE_ERROR_ARGUMENT;
    collide_i_trace_none(out);
    out->fraction = 1;
    out->end.rotation.w = 1;
    out->end.position = to;
    for (i = 0; i < count; i++) {
        const collide_mesh *m = obstacles[i].mesh;
        collide_i_frame f;
        collide_vec3 x, d;
        collide_real time = out->fraction;
        int side = 1, face;
        (void)collide_i_frame_of(&obstacles[i].pose, &f);
        x = collide_i_turn_back(&f.r, collide_i_sub(from, f.p));
        d = collide_i_turn_back(&f.r, along);
        face = collide_i_ray_mesh(m, x, d, &walk, &time, &side);
        if (face < 0) continue;
        if (collide_mesh_closed(m) && side < 0) { /* from within */
            out->flags = COLLIDE_STARTED_INSIDE;
            side = 1;
        }
        out->fraction = time;
        out->obstacle = i;
        out->feature_obstacle = face;
        out->kind = COLLIDE_VF;
        out->end.position = collide_i_add(from, collide_i_scale(along, time));
        out->point = out->end.position;
        d = collide_i_turn(&f.r, collide_i_mesh_planes(m)[face].normal);
        out->normal = side < 0 ? collide_i_negate(d) : d;
        if (out->flags) break;
    }
    return out->kind ? COLLIDE_HIT : COLLIDE_MISS;
}

/* ---- contacts (2.6) ---- */

typedef struct {
    const collide_i_frame *frame;
    collide_contact *out;
    int count, capacity;
    collide_contact spare; /* the nearest of those that seemed not to count; kind 0: none */
} collide_i_gathering;

/* A pair that counts, or one that doesn't: between blades so sharp that rounding hides which features are the nearest,
   the nearest of these is better than none. */
COLLIDE_I_STATIC void collide_i_gather(collide_i_gathering *g, int counts, int kind, int mine, int theirs,
                                       collide_vec3 on_mover, collide_vec3 on_other, collide_vec3 normal,
                                       collide_real distance)
{
    collide_contact *c = NULL;
    if (counts) {
        if (g->count < g->capacity) c = &g->out[g->count];
        g->count++;
    } else if (!g->spare.kind || distance < g->spare.distance) {
        c = &g->spare;
    }
    if (c) {
        const collide_vec3 middle = collide_i_scale(collide_i_add(on_mover, on_other), COLLIDE_R(0.5));
        c->point = collide_i_add(collide_i_turn(&g->frame->r, middle), g->frame->p);
        c->normal = collide_i_turn(&g->frame->r, normal);
        c->distance = distance;
        c->kind = kind;
        c->feature_a = mine;
        c->feature_b = theirs;
    }
}

/* Does a vertex touch a plane with normal n from outside: do all its edges lead away from the plane? */
COLLIDE_I_STATIC int collide_i_vertex_supports(const collide_mesh *m, const collide_vec3 *points, int v, collide_vec3 n)
{
    const collide_edge *edges = collide_i_mesh_edges(m);
    const int start = collide_mesh_vertex_edge(m, v);
    int e = start, k;
    for (k = 0; e >= 0 && k < m->edge_count; k++) {
        const collide_vec3 d = collide_i_sub(points[edges[e].vertex[edges[e].vertex[0] == v]], points[v]);
        const collide_real along = collide_i_dot(n, d);
        if (along < 0 && along * along > COLLIDE_R(0.0009765625) * collide_i_dot(d, d)) return 0;
        e = collide_mesh_next_edge(m, v, e);
        if (e == start) break;
    }
    return 1;
}

/* A point close to a pane: how far, with the place and the normal, or -1 where it is further than `within`, behind, or
   next to the pane's rim (*rim 1 where it is beyond it, but close). */
COLLIDE_I_STATIC collide_real collide_i_pane_close(const collide_i_pane *p, collide_vec3 x, collide_real within,
                                                   collide_real slack, collide_vec3 *foot, collide_vec3 *n, int *rim)
{
    collide_real height = collide_i_dot(p->plane.normal, x) - p->plane.offset, distance;
    collide_vec3 d;
    int inside;
    *n = p->plane.normal;
    *rim = 0;
    if (p->two_sided && height < 0) {
        height = -height;
        *n = collide_i_negate(*n);
    }
    if (!(height >= -slack && height <= within)) return -1;
    *foot = collide_i_pane_nearest(p, x, &inside);
    if (inside) return collide_i_max(height, 0);
    d = collide_i_sub(collide_i_sub(x, collide_i_scale(*n, height)), *foot);
    if (collide_i_dot(d, d) <= slack * slack) return collide_i_max(height, 0); /* on the rim, to rounding */
    d = collide_i_unit(collide_i_sub(x, *foot), &distance);
    if (!(distance <= within)) return -1;
    *n = d;
    *rim = 1;
    return distance;
}

/* Does a face with a lower number than f have what is near in direction n, in front of it? */
COLLIDE_I_INLINE int collide_i_face_before(const collide_mesh *m, int other, int f, collide_vec3 n)
{
    return other >= 0 && other < f &&
           (!(m->flags & COLLIDE_I_MESH_CLOSED) || collide_i_dot(collide_i_mesh_planes(m)[other].normal, n) >= 0);
}

/* A point beyond the rim of face f, nearest to it at `foot` along n: is it that to all faces there, and is f the first
   of them? All in the mesh's own frame. */
COLLIDE_I_STATIC int collide_i_rim_counts(const collide_mesh *m, int f, collide_vec3 foot, collide_vec3 n,
                                          collide_real slack)
{
    const int *first = collide_i_mesh_first(m) + f;
    const collide_edge *edges = collide_i_mesh_edges(m);
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    int i, k;
    for (i = first[0]; i < first[1]; i++) {
        const int at = COLLIDE_I_MESH_ARRAY(int, m, corner_edges)[i], v = collide_i_mesh_corners(m)[i];
        const collide_vec3 off = collide_i_sub(foot, p[v]);
        int e = at;
        if (collide_i_dot(off, off) > slack * slack) continue;
        for (k = 0; k < m->edge_count; k++) { /* at a corner: none of its edges leads towards the point */
            const collide_vec3 d = collide_i_sub(p[edges[e].vertex[edges[e].vertex[0] == v]], p[v]);
            const collide_real along = collide_i_dot(d, n);
            if (along > 0 && along * along > COLLIDE_R(0.0009765625) * collide_i_dot(d, d)) return 0;
            if (collide_i_face_before(m, edges[e].face[0], f, n) || collide_i_face_before(m, edges[e].face[1], f, n))
                return 0;
            e = collide_mesh_next_edge(m, v, e);
            if (e < 0 || e == at) break;
        }
        return 1;
    }
    for (i = first[0]; i < first[1]; i++) {
        const collide_edge *e = &edges[COLLIDE_I_MESH_ARRAY(int, m, corner_edges)[i]];
        const collide_vec3 d = collide_i_sub(p[e->vertex[1]], p[e->vertex[0]]);
        const collide_vec3 c = collide_i_cross(d, collide_i_sub(foot, p[e->vertex[0]]));
        const int other = e->face[e->face[0] == f];
        collide_vec3 normals[2];
        if (collide_i_dot(c, c) > slack * slack * collide_i_dot(d, d)) continue;
        collide_i_edge_normals(e, collide_i_mesh_planes(m), normals);
        return !collide_i_face_before(m, other, f, n) && collide_i_edge_supports(normals, d, n);
    }
    return 0;
}

/* Is a place on the seam of two faces of one plane, or of several at a vertex, and does an earlier face have it? */
COLLIDE_I_STATIC int collide_i_seam_taken(const collide_i_tracer *t, collide_vec3 x, collide_real slack)
{
    const int *first = collide_i_mesh_first(t->other) + t->face;
    const collide_edge *edges = collide_i_mesh_edges(t->other);
    int i, k;
    for (i = 0; i < t->pane.size; i++) {
        const int at = COLLIDE_I_MESH_ARRAY(int, t->other, corner_edges)[first[0] + i];
        const int v = collide_i_mesh_corners(t->other)[first[0] + i];
        const collide_vec3 d = collide_i_sub(x, t->pane.point[i]);
        const collide_plane side = collide_i_pane_side(&t->pane, i);
        int e = at;
        if (edges[at].flags & COLLIDE_EDGE_FLAT &&
            collide_i_abs(collide_i_dot(side.normal, x) - side.offset) <= slack &&
            edges[at].face[edges[at].face[0] == t->face] < t->face)
            return 1;
        if (collide_i_dot(d, d) > slack * slack) continue;
        for (k = 0; k < t->other->edge_count; k++) { /* around the corner, as long as it is flat */
            e = collide_mesh_next_edge(t->other, v, e);
            if (e < 0 || e == at || !(edges[e].flags & COLLIDE_EDGE_FLAT)) break;
            if (edges[e].face[0] < t->face || edges[e].face[1] < t->face) return 1;
        }
    }
    return 0;
}

COLLIDE_I_STATIC void collide_i_gather_vertices(const collide_i_tracer *t, collide_i_gathering *g, collide_real within)
{
    int i, rim, counts;
    for (i = 0; i < t->vertex_count; i++) {
        collide_vec3 foot, n;
        const collide_real distance = collide_i_pane_close(&t->pane, t->vertices[i], within, t->outer, &foot, &n, &rim);
        if (distance < 0) continue;
        counts = !t->mesh || collide_i_vertex_supports(t->mesh, t->vertices, i, n);
        if (rim)
            counts = counts && collide_i_rim_counts(t->other, t->face,
                                                    collide_i_add(collide_i_turn_back(&t->turn, foot), t->from),
                                                    collide_i_turn_back(&t->turn, n), t->outer);
        else
            counts = counts && !collide_i_seam_taken(t, foot, t->outer);
        collide_i_gather(g, counts, COLLIDE_VF, i, t->face, t->vertices[i], foot, n, distance);
    }
}

/* Is f the first of the faces around a vertex? */
COLLIDE_I_STATIC int collide_i_vertex_first(const collide_mesh *m, int v, int f)
{
    const collide_edge *edges = collide_i_mesh_edges(m);
    const int start = collide_mesh_vertex_edge(m, v);
    int e = start, k, i;
    for (k = 0; e >= 0 && k < m->edge_count; k++) {
        for (i = 0; i < 2; i++)
            if (edges[e].face[i] >= 0 && edges[e].face[i] < f) return 0;
        e = collide_mesh_next_edge(m, v, e);
        if (e == start) break;
    }
    return 1;
}

/* A vertex or an edge counts with the first of its faces. If it is within reach they all are, and are visited. */
COLLIDE_I_STATIC void collide_i_gather_corners(collide_i_tracer *t, collide_i_gathering *g, const int *corners,
                                               collide_real within)
{
    int i, k;
    for (i = 0; i < t->pane.size; i++) {
        const int v = corners[i];
        if (t->codes[i] & COLLIDE_I_CODE_EVER || !collide_i_vertex_first(t->other, v, t->face)) continue;
        if (collide_i_vertex_blunt(t->other, v, t->other_closed)) continue;
        for (k = 0; k < t->face_count; k++) {
            const collide_i_pane mine = collide_i_tracer_pane(t, k);
            collide_vec3 foot, n;
            int rim, counts;
            const collide_real height =
                collide_i_pane_close(&mine, t->pane.point[i], within, t->outer, &foot, &n, &rim);
            if (height < 0) continue;
            counts = (!rim || collide_i_rim_counts(t->mesh, k, foot, n, t->outer)) &&
                     collide_i_vertex_supports(t->other, collide_i_mesh_vertices(t->other), v,
                                               collide_i_turn_back(&t->turn, n));
            collide_i_gather(g, counts, COLLIDE_FV, k, v, foot, t->pane.point[i], collide_i_negate(n), height);
        }
    }
}

/* Two edges: not parallel, and between their ends, which count as vertices. */
COLLIDE_I_STATIC void collide_i_gather_edges(const collide_i_tracer *t, collide_i_gathering *g, collide_i_crossing *c,
                                             int mine, int theirs, collide_real within)
{
    const collide_vec3 a = t->vertices[t->edges[mine].vertex[0]];
    const collide_vec3 da = collide_i_sub(t->vertices[t->edges[mine].vertex[1]], a);
    collide_real s, l, squared, distance, length;
    collide_vec3 n = collide_i_lines_meet(a, da, c->b[0], c->db, &s, &l, &squared), p, q;
    if (!(squared > COLLIDE_I_EPSILON * collide_i_dot(da, da) * c->lb) || !(s > 0 && s < 1) || !(l > 0 && l < 1))
        return;
    p = collide_i_add(a, collide_i_scale(da, s));
    q = collide_i_add(c->b[0], collide_i_scale(c->db, l));
    n = collide_i_unit(n, &length);
    distance = collide_i_dot(n, collide_i_sub(p, q));
    if (collide_i_abs(distance) > within) return;
    collide_i_edge_normals(&t->edges[mine], t->planes, c->mine);
    /* Of the two normals the one that has both wedges on their own sides; where they touch, either may be it. */
    if (distance < -t->outer || (distance < t->outer && !collide_i_edge_supports(c->mine, da, collide_i_negate(n)))) {
        n = collide_i_negate(n);
        distance = -distance;
    }
    if (!collide_i_edge_supports(c->mine, da, collide_i_negate(n)) || !collide_i_edge_supports(c->theirs, c->db, n))
        return;
    collide_i_gather(g, 1, COLLIDE_EE, mine, theirs, p, q, n, collide_i_max(distance, 0));
}

COLLIDE_I_STATIC void collide_i_gather_rim(collide_i_tracer *t, collide_i_gathering *g, const int *corner_edges,
                                           collide_real within)
{
    collide_i_crossing c;
    int i, k;
    for (i = 0; i < t->pane.size; i++) {
        const collide_edge *e = &collide_i_mesh_edges(t->other)[corner_edges[i]];
        const int other = e->face[e->face[0] == t->face];
        if ((other >= 0 && other < t->face) || !collide_i_tracer_edge(t, i, corner_edges[i], &c)) continue;
        for (k = 0; k < t->edge_count; k++)
            if (!collide_i_edge_blunt(&t->edges[k], t->closed))
                collide_i_gather_edges(t, g, &c, k, corner_edges[i], within);
    }
}

COLLIDE_I_STATIC void collide_i_gather_face(collide_i_tracer *t, collide_i_gathering *g, int f, collide_real within)
{
    const int first = collide_i_mesh_first(t->other)[f];
    collide_i_tracer_plane(t, f);
    if (collide_i_tracer_corners(t) & COLLIDE_I_CODE_EVER) return;
    collide_i_gather_vertices(t, g, within);
    if (!t->mesh) return;
    collide_i_gather_corners(t, g, collide_i_mesh_corners(t->other) + first, within);
    collide_i_gather_rim(t, g, COLLIDE_I_MESH_ARRAY(int, t->other, corner_edges) + first, within);
}

/* Scratch for a tracer that stands still, and a visit to each face near it. */
typedef struct {
    collide_i_tracer t;
    collide_i_scene s;
    collide_scratch own;
    collide_i_mark mark;
    collide_tree_walk *walk;
} collide_i_stand;

COLLIDE_I_STATIC collide_result collide_i_stand_begin(collide_i_stand *q, const collide_mesh *mover,
                                                      const collide_pose *pose, const collide_obstacle *obstacles,
                                                      int count, collide_scratch *scratch, collide_real within)
{
    memset(&q->own, 0, sizeof q->own);
    collide_i_tracer_set(&q->t, mover);
    (void)collide_i_frame_of(pose, &q->s.frame);
    q->s.obstacles = obstacles;
    q->s.count = count;
    q->s.expel = 0;
    q->s.within = within;
    q->s.scratch = scratch ? scratch : &q->own;
    q->mark = collide_i_scratch_mark(q->s.scratch);
    q->walk = (collide_tree_walk *)collide_i_scratch_take(q->s.scratch, 2, sizeof *q->walk);
    q->t.walk = q->walk ? q->walk + 1 : NULL;
    return q->walk ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
}

COLLIDE_I_STATIC void collide_i_stand_end(collide_i_stand *q)
{
    collide_i_scratch_release(q->s.scratch, q->mark);
    if (q->s.scratch == &q->own) collide_scratch_free(&q->own);
}

COLLIDE_API int collide_trace_contacts(const collide_mesh *mover, collide_pose pose, collide_real within,
                                       const collide_obstacle *obstacles, int count, collide_scratch *scratch,
                                       collide_contact *out, int capacity)
{
    collide_i_stand q;
    collide_i_gathering g;
    collide_result r;
    int i, f;
    if (!collide_i_pose_normalize(&pose) || !collide_i_usable(within) || within < 0 || capacity < 0 ||
        (capacity > 0 && !out) || !collide_i_obstacles_valid(obstacles, count))
        return COLLIDE_ERROR_ARGUMENT;
    r = collide_i_stand_begin(&q, mover, &pose, obstacles, count, scratch, within);
    g.frame = &q.s.frame;
    g.out = out;
    g.count = 0;
    g.capacity = capacity;
    memset(&g.spare, 0, sizeof g.spare);
    for (i = 0; i < count && r == COLLIDE_OK; i++) {
        collide_i_tracer_face_to(&q.t, &q.s, i);
        collide_i_tracer_walk(&q.t, q.walk);
        for (f = -1; (f = collide_i_next_face(q.t.other, q.walk, f)) >= 0 && r == COLLIDE_OK;) {
            r = collide_i_tracer_room(&q.t, q.s.scratch, f);
            if (r == COLLIDE_OK) collide_i_gather_face(&q.t, &g, f, within);
        }
    }
    collide_i_stand_end(&q);
    if (!g.count && g.spare.kind) {
        if (capacity > 0) out[0] = g.spare;
        g.count = 1;
    }
    return r < 0 ? r : g.count;
}

/* Crossing surfaces show in an edge that goes through a face, touching ones as contacts; else one may be inside. */
COLLIDE_API collide_result collide_mesh_overlap(const collide_mesh *a, collide_pose pa, const collide_mesh *b,
                                                collide_pose pb, collide_scratch *scratch)
{
    collide_i_stand q;
    collide_i_gathering g;
    collide_obstacle o;
    collide_result r;
    int f = -1;
    o.mesh = b;
    o.pose = pb;
    if (!a || !collide_i_pose_normalize(&pa) || !collide_i_obstacles_valid(&o, 1)) return COLLIDE_ERROR_ARGUMENT;
    r = collide_i_stand_begin(&q, a, &pa, &o, 1, scratch, 0);
    g.frame = &q.s.frame;
    g.out = NULL;
    g.count = g.capacity = 0;
    memset(&g.spare, 0, sizeof g.spare);
    if (r == COLLIDE_OK) {
        collide_real touch;
        collide_i_tracer_face_to(&q.t, &q.s, 0);
        touch = q.t.outer / COLLIDE_I_EXPEL_ROUNDINGS;
        q.t.outer = q.t.inner = touch;
        collide_i_tracer_walk(&q.t, q.walk);
        while (r == COLLIDE_OK && !g.count && (f = collide_i_next_face(b, q.walk, f)) >= 0) {
            r = collide_i_tracer_room(&q.t, q.s.scratch, f);
            if (r < 0) break;
            collide_i_gather_face(&q.t, &g, f, touch);
            if (!g.count && !(collide_i_tracer_corners(&q.t) & COLLIDE_I_CODE_EVER) && collide_i_trace_crossed(&q.t))
                g.count = 1;
        }
        if (r == COLLIDE_OK && !g.count) {
            collide_i_trace_swallowed(&q.t, q.walk);
            g.count = q.t.inside;
        }
    }
    collide_i_stand_end(&q);
    return r < 0 ? r : g.count > 0;
}

COLLIDE_I_STATIC collide_result collide_i_slide_mesh(collide_i_slider *s, const collide_pose *pose, collide_vec3 move,
                                                     collide_real *time, collide_vec3 *normal, unsigned *flags)
{
    collide_i_scene scene;
    collide_trace hit;
    collide_result r;
    collide_i_trace_none(&hit);
    scene.obstacles = s->obstacles;
    scene.count = s->count;
    scene.scratch = s->scratch;
    scene.within = 0;
    r = collide_i_trace_translate(s->mesh, pose, move, &scene, NULL, &hit);
    *time = hit.fraction;
    *normal = hit.normal;
    *flags = hit.flags;
    s->point = hit.point;
    s->footing = collide_i_dot(hit.normal, s->up);
    return r;
}

COLLIDE_API collide_result collide_trace_slide(const collide_mesh *mover, collide_pose pose, collide_vec3 move,
                                               const collide_obstacle *obstacles, int count,
                                               const collide_slide_desc *desc, collide_scratch *scratch,
                                               collide_slide *out)
{
    collide_i_slider s;
    collide_result r;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!collide_i_pose_normalize(&pose) || !collide_i_usable3(move) || !collide_i_obstacles_valid(obstacles, count))
        return COLLIDE_ERROR_ARGUMENT;
    s.cast = collide_i_slide_mesh;
    s.obstacles = obstacles;
    s.count = count;
    s.scratch = scratch;
    s.shape = NULL;
    s.mesh = mover;
    r = collide_i_slide_run(&s, pose, move, desc, out);
    if (r < 0) memset(out, 0, sizeof *out);
    return r;
}
#endif /* COLLIDE_NO_TRACE */

#ifndef COLLIDE_NO_SCREEN
/* ============================================================================= IMPLEMENTATION
   [SCREEN] the collision screen

   Everything happens in the screen's frame: y along the screw's axis, x along the flow and z away from the axis at a
   point c close to both bodies. The paper's coordinates (section 7) are taken relative to a reference radius R, so that
   nothing is lost where the axis is far away, and nothing happens where it is at infinity: with k = 1 / R and

       q   = r / R,                         the distance from the axis, 1 at the reference
       rho = r - R,                         a = R phi, the arc
       V   = sqrt(cg^2 + (q cw)^2),         (cw, cg) the direction of the flow at the reference
       h   = q (y cw - a cg) / V,           constant along the flow
       T   = (y cg + q^2 a cw) / V^2,       grows along the flow with the way of the reference

   (errata of section 7: there is a factor r). Two points meet where rho and h agree, when T of A minus T of B is what
   the reference has moved by then. k = 0 is a translation; nothing divides by it.

       h |   A's edge      each edge becomes strips: a chord with a band that covers the curve. How
         |  \  | |         far a curve leaves its chord follows from how the flow bends (second
         |   \ |/|         derivatives by r, h and T in closed form), so edges are cut into as many
         |    \/ |         strips as the pixel asks for, and no pixel in between need be visited.
         |   | \ /  B's    Where bands of A and B cross, at times that fit, there is a candidate.
         +------------ r

   A face is the box around its corners in rho, h, T, widened by the same bound. What contains the axis, or is closer
   to it than it is long, covers all h and all times. No face is cut by its plane Q (4.2): which part of it faces the
   flow is decided where it matters, at the contact. Nothing is cut at phi = +-pi either: angles of a feature run on
   from its first corner, and all of A is looked at again a turn further where the ranges of both ask for it (8).
   ============================================================================================ */

enum {
    COLLIDE_I_STRIPS = 32,     /* the most an edge is cut into */
    COLLIDE_I_ROOT_STEPS = 64, /* of a root once it is bracketed: more than halving needs */
    COLLIDE_I_GOLDEN_STEPS = 32,
    COLLIDE_I_FOUND_BLOCK = 64, /* collisions taken from scratch at once */
    COLLIDE_I_ROOMS = 14,
    COLLIDE_I_ALL_FACES = 512 /* meshes up to here are looked at whole, larger ones through their trees */
};

/* What rounding, and the short polynomial for the arc, may do to rho, h and T, by the pair's reach: such is what every
   record is widened by. It costs candidates, not collisions. */
#define COLLIDE_I_SCREEN_SLACK COLLIDE_R(3.0517578125e-5) /* 2^-15 */
/* What rounding may do to a settled contact, by the pair's reach: closer than that is in touch. */
#define COLLIDE_I_SCREEN_EXACT (2 * COLLIDE_I_EPSILON)

/* Four lanes for three numbers; nobody looks at the fourth. */
typedef struct {
    collide_real low[4], high[4]; /* rho, h, T */
} collide_i_span;

/* A point in the screen's frame and on the screen. */
typedef struct {
    collide_vec3 at;
    collide_real q;
    collide_real r, h, t, a; /* in the order of a span */
} collide_i_spot;

/* How fast rho, h and T can change, and bend, along a straight line of unit speed. */
typedef struct {
    collide_real slope[4], bend[4];
} collide_i_bound;

/* A pixel record: from one end to the other along a chord, and how far off it the curve may be. */
typedef struct {
    collide_real r[2], h[2], t[2], band[4];
    collide_real from, to; /* along the edge */
    int edge;
} collide_i_strip;

/* One of the bodies: at = turn (x - centre) scale + place. */
typedef struct {
    const collide_mesh *mesh;
    collide_i_mat3 turn;
    collide_vec3 centre, place;
    int back;                                                            /* 0: A, 1: B, the one that moves */
    int open;                                                            /* faces have two sides */
    int *faces, *edges, *vertices, face_count, edge_count, vertex_count; /* those that may matter */
    collide_i_spot *spots; /* of all vertices of the mesh; those of `vertices` are filled in */
    collide_i_span *boxes; /* of `faces` */
    collide_i_strip *strips;
    collide_i_span *strip_spans;
    int strip_count, strip_room;
    collide_i_span all, drawn; /* of everything, of the strips */
    collide_real arc[2];       /* and its lowest and highest arc */
    collide_i_bound bound;     /* of everything, if it is tame: well away from the axis, and in one piece around it */
    int tame;
} collide_i_screen_side;

typedef struct {
    collide_i_screen_side side[2];
    collide_i_mat3 frame;                    /* rows: x, y, z of the screen in A's frame */
    collide_vec3 origin;                     /* c in A's frame */
    collide_real unit, scale;                /* unit * scale = 1; a power of two, so that nothing is rounded */
    collide_real reach;                      /* of both bodies and the motion about c */
    collide_real angle, flow, slide;         /* of the screw; speed square to the axis at c */
    collide_real bend, radius, lift, offset; /* k, R, k times the distance of c from the axis, what z of R is */
    collide_real way, cw, cg;                /* the reference's way, and its direction */
    collide_real slack, exact;
    collide_real pixel, tick, stout, improper, margin;
    unsigned flags;
    int swapped, turns; /* turns: how far A is drawn from where it is */
    int records, candidates, settles;
    struct collide_i_found *found; /* the newest block */
    int found_count;
    collide_scratch *scratch;
    struct {
        void *at;
        size_t size;
    } rooms[COLLIDE_I_ROOMS];
} collide_i_screen;

/* Room that every look at the screen uses again. */
COLLIDE_I_STATIC void *collide_i_screen_room(collide_i_screen *c, int room, size_t count, size_t element)
{
    if (!c->rooms[room].at || c->rooms[room].size < count * element) {
        c->rooms[room].at = collide_i_scratch_take(c->scratch, count, element);
        c->rooms[room].size = count * element;
    }
    return c->rooms[room].at;
}

/* ---- set-up ---- */

/* By numbers, not by bytes: those come in another order elsewhere. */
COLLIDE_I_STATIC int collide_i_screen_compare(const collide_real *a, const collide_real *b, int count)
{
    int i;
    for (i = 0; i < count; i++)
        if (a[i] < b[i] || a[i] > b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Which body goes first is decided by the bodies, not by the caller: so both orders give the same bits. Of two of a
   kind their rotations decide, then which way from one to the other is, which no offset of both changes. */
COLLIDE_I_STATIC int collide_i_screen_order(const collide_mesh *a, const collide_pose pa[2], const collide_mesh *b,
                                            const collide_pose pb[2])
{
    int sign = 0, k;
    if (a != b) {
        if (a->face_count != b->face_count) return a->face_count > b->face_count;
        if (a->vertex_count != b->vertex_count) return a->vertex_count > b->vertex_count;
        sign = collide_i_screen_compare(&collide_i_mesh_vertices(a)->x, &collide_i_mesh_vertices(b)->x,
                                        3 * a->vertex_count);
    }
    for (k = 0; k < 2 && !sign; k++) {
        const collide_quat *qa = &pa[k].rotation, *qb = &pb[k].rotation;
        const collide_real ra[4] = {qa->x, qa->y, qa->z, qa->w}, rb[4] = {qb->x, qb->y, qb->z, qb->w};
        sign = collide_i_screen_compare(ra, rb, 4);
    }
    for (k = 0; k < 2 && !sign; k++) {
        const collide_vec3 d = collide_i_sub(pa[k].position, pb[k].position);
        sign = d.x > 0 ? 1 : d.x < 0 ? -1 : d.y > 0 ? 1 : d.y < 0 ? -1 : d.z > 0 ? 1 : d.z < 0 ? -1 : 0;
    }
    return sign > 0;
}

/* (q - 1) x: how far the rotation moves x. */
COLLIDE_I_INLINE collide_vec3 collide_i_rotate_by(collide_quat q, collide_vec3 x)
{
    const collide_vec3 v = collide_i_vec(q.x, q.y, q.z), t = collide_i_scale(collide_i_cross(v, x), 2);
    return collide_i_add(collide_i_scale(t, q.w), collide_i_cross(v, t));
}

/* A frame whose y is the axis and whose x is the flow, as rows. */
COLLIDE_I_STATIC collide_i_mat3 collide_i_screen_frame(const collide_screw *s, collide_vec3 flow)
{
    collide_i_mat3 rows;
    collide_real length;
    rows.y = s->axis;
    rows.z = collide_i_unit(collide_i_cross(flow, s->axis), &length);
    if (!(length > 0)) {
        const collide_real x = collide_i_abs(s->axis.x), y = collide_i_abs(s->axis.y), z = collide_i_abs(s->axis.z);
        const collide_vec3 other = collide_i_vec(x <= y && x <= z, y < x && y <= z, z < x && z < y);
        rows.z = collide_i_unit(collide_i_cross(other, s->axis), &length);
    }
    rows.x = collide_i_cross(rows.y, rows.z);
    return rows;
}

COLLIDE_I_INLINE collide_real collide_i_power_below(collide_real x)
{
    return collide_i_from_bits(collide_i_to_bits(x) & COLLIDE_I_POWER(COLLIDE_I_BIAS + 1));
}

/* The relative motion: rotation and place of B in A's frame at the start, the screw about the point c. */
COLLIDE_I_STATIC int collide_i_screen_motion(collide_i_screen *c, const collide_pose pa[2], const collide_pose pb[2])
{
    collide_i_screen_side *a = &c->side[0], *b = &c->side[1];
    const collide_real ra = a->mesh->sphere_radius, rb = b->mesh->sphere_radius;
    const collide_quat q0 = collide_i_quat_product(collide_i_conjugate(pa[0].rotation), pb[0].rotation);
    const collide_quat q1 = collide_i_quat_product(collide_i_conjugate(pa[1].rotation), pb[1].rotation);
    collide_quat q = collide_i_quat_product(q1, collide_i_conjugate(q0));
    const collide_vec3 p0 =
        collide_i_rotate(collide_i_conjugate(pa[0].rotation), collide_i_sub(pb[0].position, pa[0].position));
    const collide_vec3 p1 =
        collide_i_rotate(collide_i_conjugate(pa[1].rotation), collide_i_sub(pb[1].position, pa[1].position));
    const collide_vec3 cb = collide_i_add(collide_i_rotate(q0, b->mesh->sphere), p0);
    collide_vec3 flow, apart;
    collide_screw s;
    collide_real distance, near_by, length;
    collide_i_mat3 turn;
    c->origin = rb <= ra ? cb : a->mesh->sphere;
    if (!collide_i_usable3(c->origin) || !collide_i_quat_normalize(&q)) return 0;
    flow = collide_i_add(collide_i_rotate_by(q, collide_i_sub(c->origin, p0)), collide_i_sub(p1, p0));
    if (!collide_i_usable3(flow)) return 0;
    s = collide_i_screw_of(q, flow);
    apart = collide_i_sub(cb, a->mesh->sphere);
    c->reach = ra + rb + collide_i_extent(apart) + collide_i_extent(flow);
    if (!collide_i_usable(c->reach) || !(c->reach > collide_i_from_bits(COLLIDE_I_POWER(8 - COLLIDE_I_BIAS)))) return 0;
    c->unit = collide_i_power_below(c->reach);
    c->scale = 1 / c->unit;
    c->reach *= c->scale;
    flow = collide_i_scale(collide_i_screw_flow(&s, collide_i_vec(0, 0, 0)), c->scale);
    c->frame = collide_i_screen_frame(&s, flow);
    c->angle = s.angle;
    c->slide = s.slide * c->scale;
    c->flow = collide_i_dot(c->frame.x, flow);
    /* The reference is as far from the axis as c is, but not closer than the smaller body is large. */
    near_by = collide_i_min(ra, rb) * c->scale;
    c->bend = c->lift = c->offset = c->radius = 0;
    if (c->angle > 0) {
        distance = c->flow / c->angle;
        c->radius = collide_i_max(distance, near_by);
        c->bend = distance >= near_by ? c->angle / c->flow : 1 / near_by;
        c->offset = distance >= near_by ? 0 : near_by - distance;
    }
    c->lift = 1 - c->bend * c->offset;
    apart = collide_i_unit(collide_i_vec(c->offset > 0 ? c->angle * c->radius : c->flow, c->slide, 0), &length);
    c->way = length;
    c->cw = apart.x;
    c->cg = length > 0 ? apart.y : 1; /* nothing moves: any screen shows what is close */
    turn = collide_i_matrix(q0, q0.x * q0.x + q0.y * q0.y + q0.z * q0.z + q0.w * q0.w);
    b->turn.x = collide_i_turn_back(&c->frame, turn.x); /* rows as columns: the inverse */
    b->turn.y = collide_i_turn_back(&c->frame, turn.y);
    b->turn.z = collide_i_turn_back(&c->frame, turn.z);
    a->turn.x = collide_i_vec(c->frame.x.x, c->frame.y.x, c->frame.z.x);
    a->turn.y = collide_i_vec(c->frame.x.y, c->frame.y.y, c->frame.z.y);
    a->turn.z = collide_i_vec(c->frame.x.z, c->frame.y.z, c->frame.z.z);
    a->centre = c->origin;
    a->place = collide_i_vec(0, 0, 0);
    b->centre = b->mesh->sphere;
    b->place = collide_i_turn_back(&c->frame, collide_i_scale(collide_i_sub(cb, c->origin), c->scale));
    return 1;
}

COLLIDE_I_INLINE collide_vec3 collide_i_side_point(const collide_i_screen *c, const collide_i_screen_side *s,
                                                   collide_vec3 x)
{
    x = collide_i_scale(collide_i_sub(x, s->centre), c->scale);
    return collide_i_add(collide_i_turn(&s->turn, x), s->place);
}

/* What is at a place in the screen's frame, in the body's own coordinates. */
COLLIDE_I_INLINE collide_vec3 collide_i_side_local(const collide_i_screen *c, const collide_i_screen_side *s,
                                                   collide_vec3 at)
{
    at = collide_i_scale(collide_i_sub(at, s->place), c->unit);
    return collide_i_add(collide_i_turn_back(&s->turn, at), s->centre);
}

/* ---- the screen's coordinates ---- */

/* atan(u) / u by u^2 on [0, 1], to 6e-7 of it: for records only. */
COLLIDE_I_INLINE collide_real collide_i_arc_ratio(collide_real u2)
{
    return COLLIDE_R(0.99999941659) +
           u2 * (COLLIDE_R(-0.33327013037) +
                 u2 * (COLLIDE_R(0.19887317408) +
                       u2 * (COLLIDE_R(-0.13512159654) +
                             u2 * (COLLIDE_R(0.08435377770) +
                                   u2 * (COLLIDE_R(-0.03744270262) + u2 * COLLIDE_R(0.00800680787))))));
}

#define COLLIDE_I_PI COLLIDE_R(3.14159265358979324)

/* h and T from the rest. */
COLLIDE_I_INLINE void collide_i_spot_screen(const collide_i_screen *c, collide_i_spot *p)
{
    const collide_real qw = p->q * c->cw, v2 = c->cg * c->cg + qw * qw;
    const collide_real v = collide_i_sqrt(v2);
    p->h = v > 0 ? p->q * (p->at.y * c->cw - p->a * c->cg) / v : p->at.y;
    p->t = v > 0 ? (p->at.y * c->cg + p->q * p->a * qw) / v2 : 0;
}

COLLIDE_I_INLINE void collide_i_spot_project(const collide_i_screen *c, collide_i_spot *p)
{
    const collide_real z = p->at.z - c->offset, kx = c->bend * p->at.x, kz = c->bend * p->at.z + c->lift;
    p->q = collide_i_sqrt(kx * kx + kz * kz);
    p->r = (z * (1 + kz) + p->at.x * kx) / (1 + p->q);
    if (collide_i_abs(kx) <= collide_i_abs(kz)) {
        const collide_real u = kz > 0 || kz < 0 ? kx / kz : 0;
        p->a = kz > 0 || kz < 0 ? p->at.x / kz * collide_i_arc_ratio(u * u) : 0;
        if (kz < 0) p->a += kx < 0 ? -COLLIDE_I_PI * c->radius : COLLIDE_I_PI * c->radius;
    } else {
        const collide_real u = kz / kx;
        p->a = ((kx < 0 ? -COLLIDE_I_PI / 2 : COLLIDE_I_PI / 2) - u * collide_i_arc_ratio(u * u)) * c->radius;
    }
    collide_i_spot_screen(c, p);
}

/* The arc of a feature runs on from its first corner, the short way. */
COLLIDE_I_INLINE void collide_i_spot_follow(const collide_i_screen *c, collide_i_spot *p, collide_real a)
{
    const collide_real half = COLLIDE_I_PI * c->radius;
    int i;
    if (!(c->angle > 0) || collide_i_abs(p->a - a) <= half) return;
    for (i = 0; i < 3 && collide_i_abs(p->a - a) > half; i++) p->a += p->a < a ? 2 * half : -2 * half;
    collide_i_spot_screen(c, p);
}

/* Bounds where nothing is closer to the axis than q, and |y| and |a| are no larger than these. With s and c the sine and
   cosine of beta, the flow's slope against the turn (s = cg / V, c = q cw / V), and a line's parts r', x' (along the
   turn) and y', derivatives come out as
       dh/dr = k s^2 h/q,    h'' = k/q (dh/dr (x'^2 - 3 c^2 r'^2) + 2 s c r' (c x' + s y')),
       dT/dr = -2 k s c h/q / V,    T'' = k/q (dT/dr (x'^2 - (3 c^2 - s^2) r'^2) + c r' ((4 s^2 - 2) x' - 4 s c y') / V),
       rho'' = k/q x'^2,    and for a unit speed |r' (x', y')| is at most a half. */
COLLIDE_I_INLINE collide_i_bound collide_i_screen_bound(const collide_i_screen *c, collide_real q, collide_real y,
                                                        collide_real a)
{
    collide_i_bound b;
    const collide_real g = collide_i_abs(c->cg), qw = q * c->cw, v = collide_i_sqrt(g * g + qw * qw), u = 1 / v;
    const collide_real s = g * u, k = c->bend / q, eta = c->bend * s * (y * c->cw + a * g) * u;
    const collide_real hr = s * eta, tr = 2 * eta * u;
    b.slope[0] = 1;
    b.slope[1] = 1 + hr;
    b.slope[2] = u + tr;
    b.bend[0] = k;
    b.bend[1] = k * (3 * hr + collide_i_min(s, COLLIDE_R(0.5)));
    b.bend[2] = k * (3 * tr + u);
    b.slope[3] = b.bend[3] = 0;
    return b;
}

#define COLLIDE_I_ALL COLLIDE_R(1.1529215e18) /* 2^60: more than any h or T that counts */

COLLIDE_I_INLINE void collide_i_span_none(collide_i_span *s)
{
    collide_i_lanes_store(s->low, collide_i_lanes_splat(COLLIDE_I_ALL));
    collide_i_lanes_store(s->high, collide_i_lanes_splat(-COLLIDE_I_ALL));
}

COLLIDE_I_INLINE void collide_i_span_all(collide_i_span *s)
{
    collide_i_lanes_store(s->low, collide_i_lanes_splat(-COLLIDE_I_ALL));
    collide_i_lanes_store(s->high, collide_i_lanes_splat(COLLIDE_I_ALL));
}

COLLIDE_I_INLINE void collide_i_span_add(collide_i_span *s, const collide_i_spot *p)
{
    const collide_i_lanes x = collide_i_lanes_load(&p->r);
    collide_i_lanes_store(s->low, collide_i_lanes_min(x, collide_i_lanes_load(s->low)));
    collide_i_lanes_store(s->high, collide_i_lanes_max(x, collide_i_lanes_load(s->high)));
}

COLLIDE_I_INLINE void collide_i_span_join(collide_i_span *s, const collide_i_span *o)
{
    collide_i_lanes_store(s->low, collide_i_lanes_min(collide_i_lanes_load(o->low), collide_i_lanes_load(s->low)));
    collide_i_lanes_store(s->high, collide_i_lanes_max(collide_i_lanes_load(o->high), collide_i_lanes_load(s->high)));
}

/* Around two spots, and so much more. */
COLLIDE_I_INLINE void collide_i_span_set(collide_i_span *s, const collide_i_spot *p, const collide_i_spot *e,
                                         collide_i_lanes more)
{
    const collide_i_lanes a = collide_i_lanes_load(&p->r), b = collide_i_lanes_load(&e->r);
    collide_i_lanes_store(s->low, collide_i_lanes_sub(collide_i_lanes_min(a, b), more));
    collide_i_lanes_store(s->high, collide_i_lanes_add(collide_i_lanes_max(a, b), more));
}

COLLIDE_I_INLINE void collide_i_span_widen(collide_i_span *s, collide_i_lanes more)
{
    collide_i_lanes_store(s->low, collide_i_lanes_sub(collide_i_lanes_load(s->low), more));
    collide_i_lanes_store(s->high, collide_i_lanes_add(collide_i_lanes_load(s->high), more));
}

COLLIDE_I_INLINE int collide_i_span_meet(const collide_i_span *a, const collide_i_span *b)
{
    const collide_i_lanes above = collide_i_lanes_less(collide_i_lanes_load(b->high), collide_i_lanes_load(a->low));
    const collide_i_lanes below = collide_i_lanes_less(collide_i_lanes_load(a->high), collide_i_lanes_load(b->low));
    return !(collide_i_lanes_bits(collide_i_lanes_or(above, below)) & 7u);
}

/* Everything at these distances from the axis. */
COLLIDE_I_INLINE collide_i_span collide_i_span_ring(const collide_i_screen *c, collide_real q, collide_real r_high)
{
    collide_i_span s;
    collide_i_span_all(&s);
    s.low[0] = (collide_i_max(q, 0) - 1) * c->radius;
    s.high[0] = r_high;
    return s;
}

/* Widened by rounding, and A's by the margin; T of A also by the way, so that two spans which meet, may meet. */
COLLIDE_I_INLINE void collide_i_span_finish(const collide_i_screen *c, int back, const collide_i_bound *b,
                                            collide_i_span *s)
{
    const collide_i_lanes extra = collide_i_lanes_splat(c->slack + (back ? 0 : c->margin));
    collide_i_span_widen(s, collide_i_lanes_mul(extra, collide_i_lanes_load(b->slope)));
    if (!back) s->low[2] -= c->way;
}

/* ---- four spots at once ---- */

#if defined(COLLIDE_I_SSE2) && defined(COLLIDE_DOUBLE)
#define COLLIDE_I_DIVIDE(a, b) _mm_div_pd(a, b)
#define COLLIDE_I_ROOT(a) _mm_sqrt_pd(a)
#elif defined(COLLIDE_I_SSE2)
#define COLLIDE_I_DIVIDE(a, b) _mm_div_ps(a, b)
#define COLLIDE_I_ROOT(a) _mm_sqrt_ps(a)
#elif defined(COLLIDE_I_NEON) && defined(COLLIDE_DOUBLE)
#define COLLIDE_I_DIVIDE(a, b) vdivq_f64(a, b)
#define COLLIDE_I_ROOT(a) vsqrtq_f64(a)
#elif defined(COLLIDE_I_NEON)
#define COLLIDE_I_DIVIDE(a, b) vdivq_f32(a, b)
#define COLLIDE_I_ROOT(a) vsqrtq_f32(a)
#else
#define COLLIDE_I_DIVIDE(a, b) ((a) / (b))
#define COLLIDE_I_ROOT(a) collide_i_sqrt(a)
#endif

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_div(collide_i_lanes a, collide_i_lanes b)
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_DIVIDE(a.r[i], b.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return a;
}

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_sqrt(collide_i_lanes a)
{
#define COLLIDE_I_EACH(i) a.r[i] = COLLIDE_I_ROOT(a.r[i]);
    COLLIDE_I_REGISTERS(COLLIDE_I_EACH)
#undef COLLIDE_I_EACH
    return a;
}

COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_abs(collide_i_lanes a)
{
    return collide_i_lanes_max(a, collide_i_lanes_sub(collide_i_lanes_splat(0), a));
}

/* a + b c */
COLLIDE_I_INLINE collide_i_lanes collide_i_lanes_along(collide_i_lanes a, collide_i_lanes b, collide_i_lanes c)
{
    return collide_i_lanes_add(a, collide_i_lanes_mul(b, c));
}

typedef struct {
    collide_i_lanes x, y, z, q, r, a, h, t;
} collide_i_spots;

COLLIDE_I_INLINE void collide_i_spots_screen(const collide_i_screen *c, collide_i_spots *p)
{
    const collide_i_lanes cw = collide_i_lanes_splat(c->cw), cg = collide_i_lanes_splat(c->cg);
    const collide_i_lanes zero = collide_i_lanes_splat(0), one = collide_i_lanes_splat(1);
    const collide_i_lanes qw = collide_i_lanes_mul(p->q, cw);
    const collide_i_lanes v2 = collide_i_lanes_along(collide_i_lanes_mul(cg, cg), qw, qw);
    const collide_i_lanes moves = collide_i_lanes_less(zero, v2), safe = collide_i_lanes_select(moves, v2, one);
    const collide_i_lanes h =
        collide_i_lanes_mul(p->q, collide_i_lanes_sub(collide_i_lanes_mul(p->y, cw), collide_i_lanes_mul(p->a, cg)));
    const collide_i_lanes t = collide_i_lanes_along(collide_i_lanes_mul(p->y, cg), collide_i_lanes_mul(p->q, p->a), qw);
    p->h = collide_i_lanes_select(moves, collide_i_lanes_div(h, collide_i_lanes_sqrt(safe)), p->y);
    p->t = collide_i_lanes_select(moves, collide_i_lanes_div(t, safe), zero);
}

/* As collide_i_spot_project does it, both cases of the arc at once. */
COLLIDE_I_INLINE void collide_i_spots_project(const collide_i_screen *c, collide_i_spots *p)
{
    const collide_i_lanes zero = collide_i_lanes_splat(0), one = collide_i_lanes_splat(1);
    const collide_i_lanes bend = collide_i_lanes_splat(c->bend), radius = collide_i_lanes_splat(c->radius);
    const collide_i_lanes kx = collide_i_lanes_mul(bend, p->x);
    const collide_i_lanes kz = collide_i_lanes_along(collide_i_lanes_splat(c->lift), bend, p->z);
    const collide_i_lanes z = collide_i_lanes_sub(p->z, collide_i_lanes_splat(c->offset));
    const collide_i_lanes left = collide_i_lanes_less(kx, zero), behind = collide_i_lanes_less(kz, zero);
    const collide_i_lanes ax = collide_i_lanes_abs(kx), az = collide_i_lanes_abs(kz);
    const collide_i_lanes steep = collide_i_lanes_less(az, ax);
    const collide_i_lanes off = collide_i_lanes_less(zero, collide_i_lanes_max(ax, az)); /* the axis */
    const collide_i_lanes below = collide_i_lanes_select(off, collide_i_lanes_select(steep, kx, kz), one);
    const collide_i_lanes u = collide_i_lanes_div(collide_i_lanes_select(steep, kz, kx), below);
    const collide_i_lanes u2 = collide_i_lanes_mul(u, u);
    collide_i_lanes f = collide_i_lanes_splat(COLLIDE_R(0.00800680787)), half, whole;
    f = collide_i_lanes_along(collide_i_lanes_splat(COLLIDE_R(-0.03744270262)), u2, f);
    f = collide_i_lanes_along(collide_i_lanes_splat(COLLIDE_R(0.08435377770)), u2, f);
    f = collide_i_lanes_along(collide_i_lanes_splat(COLLIDE_R(-0.13512159654)), u2, f);
    f = collide_i_lanes_along(collide_i_lanes_splat(COLLIDE_R(0.19887317408)), u2, f);
    f = collide_i_lanes_along(collide_i_lanes_splat(COLLIDE_R(-0.33327013037)), u2, f);
    f = collide_i_lanes_along(collide_i_lanes_splat(COLLIDE_R(0.99999941659)), u2, f);
    p->q = collide_i_lanes_sqrt(collide_i_lanes_along(collide_i_lanes_mul(kx, kx), kz, kz));
    p->r = collide_i_lanes_div(collide_i_lanes_along(collide_i_lanes_mul(z, collide_i_lanes_add(one, kz)), p->x, kx),
                               collide_i_lanes_add(one, p->q));
    half = collide_i_lanes_mul(collide_i_lanes_splat(COLLIDE_I_PI / 2), radius);
    half = collide_i_lanes_select(left, collide_i_lanes_sub(zero, half), half);
    whole = collide_i_lanes_select(behind, collide_i_lanes_add(half, half), zero);
    p->a =
        collide_i_lanes_select(steep, collide_i_lanes_sub(half, collide_i_lanes_mul(collide_i_lanes_mul(u, f), radius)),
                               collide_i_lanes_along(whole, collide_i_lanes_div(p->x, below), f));
    collide_i_spots_screen(c, p);
}

/* at = turn (x - centre) scale + place */
COLLIDE_I_INLINE void collide_i_spots_place(const collide_i_screen *c, const collide_i_screen_side *s,
                                            collide_i_spots *p)
{
    const collide_i_lanes scale = collide_i_lanes_splat(c->scale);
    const collide_i_lanes x = collide_i_lanes_mul(collide_i_lanes_sub(p->x, collide_i_lanes_splat(s->centre.x)), scale);
    const collide_i_lanes y = collide_i_lanes_mul(collide_i_lanes_sub(p->y, collide_i_lanes_splat(s->centre.y)), scale);
    const collide_i_lanes z = collide_i_lanes_mul(collide_i_lanes_sub(p->z, collide_i_lanes_splat(s->centre.z)), scale);
#define COLLIDE_I_ROW(axis)                                                                                            \
    collide_i_lanes_add(                                                                                               \
        collide_i_lanes_along(collide_i_lanes_along(collide_i_lanes_mul(collide_i_lanes_splat(s->turn.x.axis), x),     \
                                                    collide_i_lanes_splat(s->turn.y.axis), y),                         \
                              collide_i_lanes_splat(s->turn.z.axis), z),                                               \
        collide_i_lanes_splat(s->place.axis))
    p->x = COLLIDE_I_ROW(x);
    p->y = COLLIDE_I_ROW(y);
    p->z = COLLIDE_I_ROW(z);
#undef COLLIDE_I_ROW
}

/* ---- records ---- */

/* All vertices that matter onto the screen, so many turns on, and what they have in common. */
COLLIDE_I_STATIC void collide_i_side_project(const collide_i_screen *c, collide_i_screen_side *s, int turns)
{
    const collide_vec3 *p = collide_i_mesh_vertices(s->mesh);
    const collide_real shift = 2 * COLLIDE_I_PI * c->radius * (collide_real)turns;
    const collide_real size = s->mesh->sphere_radius * c->scale, grow = s->back ? 0 : c->margin;
    collide_real y = 0, q;
    collide_i_spot middle;
    int i;
    s->arc[0] = COLLIDE_I_ALL;
    s->arc[1] = -COLLIDE_I_ALL;
    for (i = 0; i < s->vertex_count; i += 4) {
        const int n = s->vertex_count - i < 4 ? s->vertex_count - i : 4;
        collide_real four[8][4];
        collide_i_spots f;
        int k;
        for (k = 0; k < 4; k++) {
            const collide_vec3 *x = &p[s->vertices[i + k < s->vertex_count ? i + k : i]];
            four[0][k] = x->x;
            four[1][k] = x->y;
            four[2][k] = x->z;
        }
        f.x = collide_i_lanes_load(four[0]);
        f.y = collide_i_lanes_load(four[1]);
        f.z = collide_i_lanes_load(four[2]);
        collide_i_spots_place(c, s, &f);
        collide_i_spots_project(c, &f);
        if (turns) {
            f.a = collide_i_lanes_add(f.a, collide_i_lanes_splat(shift));
            collide_i_spots_screen(c, &f);
        }
        collide_i_lanes_store(four[0], f.x);
        collide_i_lanes_store(four[1], f.y);
        collide_i_lanes_store(four[2], f.z);
        collide_i_lanes_store(four[3], f.q);
        collide_i_lanes_store(four[4], f.r);
        collide_i_lanes_store(four[5], f.a);
        collide_i_lanes_store(four[6], f.h);
        collide_i_lanes_store(four[7], f.t);
        for (k = 0; k < n; k++) {
            collide_i_spot *spot = &s->spots[s->vertices[i + k]];
            spot->at = collide_i_vec(four[0][k], four[1][k], four[2][k]);
            spot->q = four[3][k];
            spot->r = four[4][k];
            spot->a = four[5][k];
            spot->h = four[6][k];
            spot->t = four[7][k];
            y = collide_i_max(y, collide_i_abs(spot->at.y));
            s->arc[0] = collide_i_min(s->arc[0], spot->a);
            s->arc[1] = collide_i_max(s->arc[1], spot->a);
        }
    }
    middle.at = collide_i_side_point(c, s, s->mesh->sphere);
    collide_i_spot_project(c, &middle);
    q = middle.q - c->bend * (size + grow);
    s->tame = q > c->bend * size / 2 && (!(c->angle > 0) || s->arc[1] - s->arc[0] < COLLIDE_I_PI * c->radius);
    if (s->tame)
        s->bound = collide_i_screen_bound(c, q, y, collide_i_max(collide_i_abs(s->arc[0]), collide_i_abs(s->arc[1])));
}

/* The box around a face: around its corners, and as much more as the flow bends over it. */
COLLIDE_I_STATIC void collide_i_wild_face_box(const collide_i_screen *c, collide_i_screen_side *s, int face,
                                              collide_i_span *box)
{
    const int *corner = collide_i_mesh_corners(s->mesh) + collide_i_mesh_first(s->mesh)[face];
    const int n = collide_i_mesh_first(s->mesh)[face + 1] - collide_i_mesh_first(s->mesh)[face];
    const collide_real grow = s->back ? 0 : c->bend * c->margin;
    collide_vec3 middle = collide_i_vec(0, 0, 0);
    collide_real r2 = 0, y = 0, a = 0, q, size, first = s->spots[corner[0]].a;
    collide_i_bound b;
    int i;
    collide_i_span_none(box);
    for (i = 0; i < n; i++) middle = collide_i_add(middle, s->spots[corner[i]].at);
    middle = collide_i_scale(middle, 1 / (collide_real)n);
    for (i = 0; i < n; i++) {
        collide_i_spot p = s->spots[corner[i]];
        const collide_vec3 d = collide_i_sub(p.at, middle);
        collide_i_spot_follow(c, &p, first);
        r2 = collide_i_max(r2, collide_i_dot(d, d));
        y = collide_i_max(y, collide_i_abs(p.at.y));
        a = collide_i_max(a, collide_i_abs(p.a));
        s->arc[0] = collide_i_min(s->arc[0], p.a);
        s->arc[1] = collide_i_max(s->arc[1], p.a);
        collide_i_span_add(box, &p);
    }
    size = collide_i_sqrt(r2);
    middle.x *= c->bend;
    middle.z = c->bend * middle.z + c->lift;
    q = collide_i_sqrt(middle.x * middle.x + middle.z * middle.z) - c->bend * size - grow;
    if (!(q > c->bend * size + grow)) {
        if (c->angle > 0) { /* it may reach around the axis */
            s->arc[0] = collide_i_min(s->arc[0], first - COLLIDE_I_PI * c->radius);
            s->arc[1] = collide_i_max(s->arc[1], first + COLLIDE_I_PI * c->radius);
        }
        *box = collide_i_span_ring(c, q, box->high[0]);
        b = collide_i_screen_bound(c, 1, y, a);
    } else {
        b = collide_i_screen_bound(c, q, y, a);
        collide_i_span_widen(box, collide_i_lanes_mul(collide_i_lanes_load(b.bend), collide_i_lanes_splat(r2 / 2)));
    }
    collide_i_span_finish(c, s->back, &b, box);
}

COLLIDE_I_STATIC void collide_i_face_box(const collide_i_screen *c, collide_i_screen_side *s, int face,
                                         collide_i_span *box)
{
    const int *corner = collide_i_mesh_corners(s->mesh) + collide_i_mesh_first(s->mesh)[face];
    const int n = collide_i_mesh_first(s->mesh)[face + 1] - collide_i_mesh_first(s->mesh)[face];
    const collide_i_spot *p = &s->spots[corner[0]];
    collide_i_lanes low, high;
    collide_real d2 = 0;
    int i;
    if (!s->tame) {
        collide_i_wild_face_box(c, s, face, box);
        return;
    }
    low = high = collide_i_lanes_load(&p->r);
    for (i = 1; i < n; i++) {
        const collide_i_spot *e = &s->spots[corner[i]], *o = &s->spots[corner[i > 1 ? i - 2 : n - 1]];
        const collide_vec3 d = collide_i_sub(e->at, p->at), w = collide_i_sub(e->at, o->at);
        d2 = collide_i_max(d2, collide_i_max(collide_i_dot(d, d), collide_i_dot(w, w)));
        low = collide_i_lanes_min(collide_i_lanes_load(&e->r), low);
        high = collide_i_lanes_max(collide_i_lanes_load(&e->r), high);
    }
    collide_i_lanes_store(box->low, low);
    collide_i_lanes_store(box->high, high);
    if (n > 4) d2 *= 4;       /* up to four corners that was the diameter, squared; here it was only a radius */
    if (s->bound.bend[0] > 0) /* a circle around it has at most a third of that (Jung): so far is what lies between */
        collide_i_span_widen(box,
                             collide_i_lanes_mul(collide_i_lanes_load(s->bound.bend), collide_i_lanes_splat(d2 / 6)));
    collide_i_span_finish(c, s->back, &s->bound, box);
}

/* Speed of what is at a place of the screen's frame (Buss, eq. 3). */
COLLIDE_I_INLINE collide_vec3 collide_i_screen_speed(const collide_i_screen *c, collide_vec3 at)
{
    return collide_i_vec(c->flow + c->angle * at.z, c->slide, -c->angle * at.x);
}

/* Does some of the face look where its body goes to meet the other (4.2)? A goes against the flow. Linear over the
   face, so its corners tell; `slant` is how far it may be turned away all the same. */
COLLIDE_I_STATIC int collide_i_face_faces(const collide_i_screen *c, const collide_i_screen_side *s, int face,
                                          collide_real slant)
{
    const int *corner = collide_i_mesh_corners(s->mesh) + collide_i_mesh_first(s->mesh)[face];
    const int n = collide_i_mesh_first(s->mesh)[face + 1] - collide_i_mesh_first(s->mesh)[face];
    const collide_vec3 m = collide_i_turn(&s->turn, collide_i_mesh_planes(s->mesh)[face].normal);
    int i;
    for (i = 0; i < n; i++) {
        const collide_vec3 v = collide_i_screen_speed(c, s->spots[corner[i]].at);
        const collide_real out = s->back ? collide_i_dot(m, v) : -collide_i_dot(m, v);
        if (out >= -slant * collide_i_extent(v)) return 1;
    }
    return 0;
}

/* Boxes of all faces that matter, and the box around them. */
COLLIDE_I_STATIC void collide_i_side_boxes(const collide_i_screen *c, collide_i_screen_side *s)
{
    int i;
    collide_i_span_none(&s->all);
    for (i = 0; i < s->face_count; i++) {
        collide_i_face_box(c, s, s->faces[i], &s->boxes[i]);
        collide_i_span_join(&s->all, &s->boxes[i]);
    }
}

/* How close the way between two spots comes to the axis, as q. */
COLLIDE_I_INLINE collide_real collide_i_axis_distance(const collide_i_screen *c, const collide_i_spot *p,
                                                      const collide_i_spot *e)
{
    const collide_real x = c->bend * p->at.x, z = c->bend * p->at.z + c->lift;
    const collide_real dx = c->bend * (e->at.x - p->at.x), dz = c->bend * (e->at.z - p->at.z);
    const collide_real along = -(x * dx + z * dz), l2 = dx * dx + dz * dz, side = x * dz - z * dx;
    if (along > 0 && along < l2) return collide_i_abs(side) / collide_i_sqrt(l2);
    return collide_i_min(p->q, e->q);
}

/* Into how many strips an edge must be cut, so that each is about as straight as a pixel is wide, and, close to the
   axis, shorter than it is far from it; but not into pieces smaller than a pixel. b: a bound for all of it, if any. */
COLLIDE_I_STATIC int collide_i_edge_strips(const collide_i_screen *c, collide_real q, collide_real length,
                                           collide_real y, collide_real a, collide_i_bound *b, int *bounded)
{
    const collide_real pixel = collide_i_max(c->pixel, length * c->stout), tick = collide_i_max(c->tick, pixel);
    const collide_real most = collide_i_min(length / pixel + 1, COLLIDE_I_STRIPS), turn = 2 * c->bend * length;
    collide_real n = most, bow;
    *bounded = q > turn / 4;
    if (q * most > turn) {
        *b = collide_i_screen_bound(c, q, y, a);
        bow = collide_i_max(collide_i_max(b->bend[0], b->bend[1]) / pixel, b->bend[2] / tick) * (length * length / 8);
        n = bow > 1 ? collide_i_sqrt(bow) + 1 : 1;
        n = collide_i_min(collide_i_max(n, turn / q), most);
    } else {
        *bounded = 0;
    }
    return n > 1 ? (int)n : 1;
}

/* The chord between two spots, with its bands; the span around it. */
COLLIDE_I_INLINE void collide_i_strip_set(const collide_i_screen *c, const collide_i_spot *p, const collide_i_spot *e,
                                          collide_real l2, int back, const collide_i_bound *b, collide_i_strip *s,
                                          collide_i_span *span)
{
    const collide_real grow = back ? 0 : c->margin;
    const collide_i_lanes band = collide_i_lanes_along(
        collide_i_lanes_mul(collide_i_lanes_load(b->bend), collide_i_lanes_splat(l2 / 8 + grow * grow)),
        collide_i_lanes_splat(c->slack + grow), collide_i_lanes_load(b->slope));
    collide_i_lanes_store(s->band, band);
    collide_i_span_set(span, p, e, band);
    if (!back) span->low[2] -= c->way;
    s->r[0] = p->r;
    s->r[1] = e->r;
    s->h[0] = p->h;
    s->h[1] = e->h;
    s->t[0] = p->t;
    s->t[1] = e->t;
}

COLLIDE_I_STATIC void collide_i_wild_strip(const collide_i_screen *c, const collide_i_spot *p, const collide_i_spot *e,
                                           collide_real length, int back, collide_i_strip *s, collide_i_span *span)
{
    const collide_real grow = back ? 0 : c->margin, y = collide_i_max(collide_i_abs(p->at.y), collide_i_abs(e->at.y));
    const collide_real a = collide_i_max(collide_i_abs(p->a), collide_i_abs(e->a));
    const collide_real q = (p->q + e->q - c->bend * length) / 2 - c->bend * grow;
    const int lost = !(q > c->bend * (length + grow)); /* too close to the axis to say where it is */
    const collide_i_bound b = collide_i_screen_bound(c, lost ? 1 : q, y, a);
    collide_i_strip_set(c, p, e, length * length, back, &b, s, span);
    if (lost) {
        *span = collide_i_span_ring(c, q, span->high[0]);
        span->low[0] -= c->slack + grow;
        s->band[0] = span->high[0] - span->low[0];
        s->band[1] = s->band[2] = COLLIDE_I_ALL;
    }
}

/* Strips of one edge, those that may meet anything of the other body; returns how many. */
COLLIDE_I_STATIC int collide_i_edge_cut(const collide_i_screen *c, const collide_i_screen_side *s, int edge,
                                        const collide_i_span *other, collide_i_strip *out, collide_i_span *spans)
{
    const collide_edge *e = collide_i_mesh_edges(s->mesh) + edge;
    collide_i_spot p = s->spots[e->vertex[0]], last = s->spots[e->vertex[1]], next;
    const collide_vec3 d = collide_i_sub(last.at, p.at);
    const collide_real length = collide_i_sqrt(collide_i_dot(d, d));
    const collide_real q = collide_i_axis_distance(c, &p, &last) - (s->back ? 0 : c->bend * c->margin);
    collide_i_bound b;
    int n, i, count = 0, bounded;
    memset(&b, 0, sizeof b); /* not set where nothing is bounded */
    collide_i_spot_follow(c, &last, p.a);
    n = collide_i_edge_strips(c, q, length, collide_i_max(collide_i_abs(p.at.y), collide_i_abs(last.at.y)),
                              collide_i_max(collide_i_abs(p.a), collide_i_abs(last.a)), &b, &bounded);
    for (i = 0; i < n; i++, p = next) {
        collide_i_strip *strip = &out[count];
        next = last;
        if (i + 1 < n) {
            const collide_real u = (collide_real)(i + 1) / (collide_real)n;
            next.at = collide_i_add(s->spots[e->vertex[0]].at, collide_i_scale(d, u));
            collide_i_spot_project(c, &next);
        }
        collide_i_spot_follow(c, &next, p.a);
        if (bounded)
            collide_i_strip_set(c, &p, &next, length * length / (collide_real)(n * n), s->back, &b, strip,
                                &spans[count]);
        else
            collide_i_wild_strip(c, &p, &next, length / (collide_real)n, s->back, strip, &spans[count]);
        if (!collide_i_span_meet(&spans[count], other)) continue;
        strip->from = (collide_real)i / (collide_real)n;
        strip->to = (collide_real)(i + 1) / (collide_real)n;
        strip->edge = edge;
        count++;
    }
    return count;
}

COLLIDE_I_INLINE int collide_i_edge_records(const collide_i_screen *c, const collide_i_screen_side *s, int edge,
                                            const collide_i_span *other, collide_i_strip *out, collide_i_span *spans)
{
    const collide_edge *e = collide_i_mesh_edges(s->mesh) + edge;
    const collide_i_spot *p = &s->spots[e->vertex[0]], *last = &s->spots[e->vertex[1]];
    if (s->tame) { /* most edges need no more than this */
        const collide_vec3 d = collide_i_sub(last->at, p->at);
        const collide_real l2 = collide_i_dot(d, d);
        const collide_real bow = collide_i_max(s->bound.bend[0], s->bound.bend[1]) * l2 / 8;
        const collide_real late = s->bound.bend[2] * l2 / 8;
        const collide_real most2 = c->stout * c->stout * l2;
        collide_i_strip_set(c, p, last, l2, s->back, &s->bound, out, spans);
        if (!collide_i_span_meet(spans, other)) return 0;
        if ((bow <= c->pixel || bow * bow <= most2) && (late <= c->tick || late * late <= most2)) {
            out->from = 0;
            out->to = 1;
            out->edge = edge;
            return 1;
        }
    }
    return collide_i_edge_cut(c, s, edge, other, out, spans);
}

/* ---- buckets: spans by rho, then by h ---- */

typedef struct {
    collide_real low[2], cells_by[2]; /* cells by length */
    int cells[2], count;
    int *first;           /* entries of a cell, rho major; the last cell is for spans that cover many */
    int *item;            /* of each entry; -1: none, so that cells hold whole fours */
    collide_real *bounds; /* low and high of rho, h, T, one row of entries each */
    int entries;
} collide_i_buckets;

COLLIDE_I_INLINE int collide_i_bucket_cell(const collide_i_buckets *b, int axis, collide_real x)
{
    const collide_real f = (x - b->low[axis]) * b->cells_by[axis];
    return f >= (collide_real)b->cells[axis] ? b->cells[axis] - 1 : f > 0 ? (int)f : 0;
}

enum { COLLIDE_I_BUCKET_COVER = 6, COLLIDE_I_BUCKET_SIDE = 256 };

/* The cells a span covers; 0 where they are too many. */
COLLIDE_I_INLINE int collide_i_bucket_cover(const collide_i_buckets *b, const collide_i_span *s, int cover[4])
{
    cover[0] = collide_i_bucket_cell(b, 0, s->low[0]);
    cover[1] = collide_i_bucket_cell(b, 0, s->high[0]);
    cover[2] = collide_i_bucket_cell(b, 1, s->low[1]);
    cover[3] = collide_i_bucket_cell(b, 1, s->high[1]);
    return (cover[1] - cover[0] + 1) * (cover[3] - cover[2] + 1) <= COLLIDE_I_BUCKET_COVER;
}

COLLIDE_I_STATIC int collide_i_buckets_fill(collide_i_screen *c, int room, collide_i_buckets *b,
                                            const collide_i_span *spans, int count)
{
    const int cells = b->cells[0] * b->cells[1];
    int i, k, x, y, cover[4];
    b->first = (int *)collide_i_screen_room(c, room, (size_t)cells + 2, sizeof(int));
    if (!b->first) return 0;
    memset(b->first, 0, ((size_t)cells + 2) * sizeof(int));
    for (i = 0; i < count; i++) {
        if (!collide_i_bucket_cover(b, &spans[i], cover))
            b->first[cells]++;
        else
            for (x = cover[0]; x <= cover[1]; x++)
                for (y = cover[2]; y <= cover[3]; y++) b->first[x * b->cells[1] + y]++;
    }
    for (b->entries = 0, i = 0; i <= cells; i++) { /* ends of cells, that become starts while they are filled */
        b->entries += (b->first[i] + 3) & ~3;
        b->first[i] = b->entries - ((b->first[i] + 3) & ~3) + b->first[i];
    }
    b->first[cells + 1] = b->entries;
    b->item = (int *)collide_i_screen_room(c, room + 1, (size_t)b->entries, sizeof(int));
    b->bounds = (collide_real *)collide_i_screen_room(c, room + 2, 6 * (size_t)b->entries, sizeof(collide_real));
    if (!b->item || !b->bounds) return 0;
    for (i = 0; i <= cells; i++) /* what fills up a cell's last four: nothing meets it */
        for (x = b->first[i]; x & 3; x++) {
            b->item[x] = -1;
            for (k = 0; k < 6; k++) b->bounds[k * b->entries + x] = k ? 0 : COLLIDE_I_ALL;
        }
    for (i = count - 1; i >= 0; i--) {
        const int whole = collide_i_bucket_cover(b, &spans[i], cover);
        if (!whole) cover[0] = cover[1] = cover[2] = cover[3] = 0;
        for (x = cover[0]; x <= cover[1]; x++)
            for (y = cover[2]; y <= cover[3]; y++) {
                const int at = --b->first[whole ? x * b->cells[1] + y : cells];
                b->item[at] = i;
                for (k = 0; k < 3; k++) {
                    b->bounds[2 * k * b->entries + at] = spans[i].low[k];
                    b->bounds[(2 * k + 1) * b->entries + at] = spans[i].high[k];
                }
            }
    }
    return 1;
}

/* The same with one cell for all. */
COLLIDE_I_STATIC int collide_i_buckets_row(collide_i_screen *c, int room, collide_i_buckets *b,
                                           const collide_i_span *spans, int count)
{
    const int n = b->entries = (count + 3) & ~3;
    int i, k;
    b->first = (int *)collide_i_screen_room(c, room, (size_t)n + 3, sizeof(int));
    b->bounds = (collide_real *)collide_i_screen_room(c, room + 2, 6 * (size_t)n, sizeof(collide_real));
    if (!b->first || !b->bounds) return 0;
    b->item = b->first + 3;
    b->first[0] = 0;
    b->first[1] = b->first[2] = n;
    for (i = 0; i < n; i++) {
        b->item[i] = i < count ? i : -1;
        for (k = 0; k < 3; k++) {
            b->bounds[2 * k * n + i] = i < count ? spans[i].low[k] : COLLIDE_I_ALL;
            b->bounds[(2 * k + 1) * n + i] = i < count ? spans[i].high[k] : -COLLIDE_I_ALL;
        }
    }
    return 1;
}

COLLIDE_I_STATIC int collide_i_buckets_make(collide_i_screen *c, int room, collide_i_buckets *b,
                                            const collide_i_span *spans, int count)
{
    collide_i_span all;
    int side = 1, k;
    collide_i_span_none(&all);
    while (side < COLLIDE_I_BUCKET_SIDE && (side + 1) * (side + 1) * 6 <= count) side++;
    for (k = 0; k < count && side > 1; k++)
        if (spans[k].high[1] < COLLIDE_I_ALL / 2) collide_i_span_join(&all, &spans[k]);
    b->count = count;
    for (k = 0; k < 2; k++) {
        const collide_real width = all.high[k] - all.low[k];
        b->low[k] = all.low[k];
        b->cells[k] = width > 0 ? side : 1;
        b->cells_by[k] = b->cells[k] > 1 ? (collide_real)side / width : 0;
        if (!collide_i_finite(b->cells_by[k])) b->cells_by[k] = 0;
    }
    return side > 1 ? collide_i_buckets_fill(c, room, b, spans, count)
                    : collide_i_buckets_row(c, room, b, spans, count);
}

/* A span in all four lanes, to be compared with four entries at once. */
typedef struct {
    collide_i_lanes low[3], high[3];
} collide_i_wide_span;

COLLIDE_I_INLINE collide_i_wide_span collide_i_span_splat(const collide_i_span *s)
{
    collide_i_wide_span w;
    w.low[0] = collide_i_lanes_splat(s->low[0]);
    w.low[1] = collide_i_lanes_splat(s->low[1]);
    w.low[2] = collide_i_lanes_splat(s->low[2]);
    w.high[0] = collide_i_lanes_splat(s->high[0]);
    w.high[1] = collide_i_lanes_splat(s->high[1]);
    w.high[2] = collide_i_lanes_splat(s->high[2]);
    return w;
}

/* Which of four meet the span, as bits; the rows of their bounds, low and high of rho, h, T, are `stride` apart. */
COLLIDE_I_INLINE unsigned collide_i_span_test(const collide_i_wide_span *s, const collide_real *row, int stride)
{
    collide_i_lanes gap = collide_i_lanes_sub(collide_i_lanes_load(row), s->high[0]);
    int k;
    for (k = 0; k < 3; k++, row += 2 * stride) {
        if (k) gap = collide_i_lanes_max(gap, collide_i_lanes_sub(collide_i_lanes_load(row), s->high[k]));
        gap = collide_i_lanes_max(gap, collide_i_lanes_sub(s->low[k], collide_i_lanes_load(row + stride)));
    }
    return ~collide_i_lanes_bits(collide_i_lanes_less(collide_i_lanes_splat(0), gap)) & 15u;
}

/* All items that meet the span, each once: of the cells that a pair shares, the one with its lowest corner counts. */
COLLIDE_I_STATIC int collide_i_buckets_ask(const collide_i_buckets *b, const collide_i_span *s, int *out)
{
    const collide_i_wide_span wide = collide_i_span_splat(s);
    const int last = b->cells[0] * b->cells[1];
    int cover[4] = {0, 0, 0, 0}, x, y, i, n = 0, single;
    if (last > 1) (void)collide_i_bucket_cover(b, s, cover);
    single = cover[0] == cover[1] && cover[2] == cover[3];
    for (x = cover[0]; x <= cover[1] + (last > 1); x++)
        for (y = cover[2]; y <= cover[3]; y++) {
            const int cell = x <= cover[1] ? x * b->cells[1] + y : last;
            if (cell == last && y > cover[2]) break;
            for (i = b->first[cell]; i < b->first[cell + 1]; i += 4) {
                unsigned hits = collide_i_span_test(&wide, b->bounds + i, b->entries);
                for (; hits; hits &= hits - 1) {
                    const int at = i + collide_i_lowest_bit(hits);
                    if (b->item[at] < 0) continue;
                    if (!single && cell != last &&
                        (collide_i_bucket_cell(b, 0, collide_i_max(s->low[0], b->bounds[at])) != x ||
                         collide_i_bucket_cell(b, 1, collide_i_max(s->low[1], b->bounds[2 * b->entries + at])) != y))
                        continue;
                    out[n++] = b->item[at];
                }
            }
        }
    return n;
}

/* ---- settling: the exact time of a candidate ----

   With sine and cosine of angle s, S = sin / angle and C = (1 - cos) / angle, what is at (x, y, z) goes to
       (x cos + W S,  y + g s,  z - x sin - W C),       W = flow + angle z,
   its speed across at c being `flow`. A vertex above a plane is then F0 + F1 S + F2 C + F3 s high (errata 14), two
   edges are in one plane where (e x d(s)) . (x(s) - p) is zero. Roots are found on intervals over which the second
   derivative's bound lets the function neither turn nor, where it may turn, reach zero: others are halved. */

typedef struct {
    collide_real sine, cosine, by_sine, by_cosine; /* sin, cos, S, C */
} collide_i_sines;

COLLIDE_I_INLINE collide_i_sines collide_i_screen_sines(const collide_i_screen *c, collide_real s)
{
    collide_i_sines t;
    if (c->angle > 0) {
        const collide_real half = c->angle * s / 2, sine = collide_sin(half), cosine = collide_cos(half);
        const collide_real by = 2 * (sine / c->angle);
        t.sine = 2 * sine * cosine;
        t.cosine = 1 - 2 * sine * sine;
        t.by_sine = by * cosine;
        t.by_cosine = by * sine;
    } else {
        t.sine = t.by_cosine = 0;
        t.cosine = 1;
        t.by_sine = s;
    }
    return t;
}

/* To 2e-4, for what is decided with room to spare. */
#define COLLIDE_I_SCREEN_ROUGH COLLIDE_R(0.001)
COLLIDE_I_INLINE collide_i_sines collide_i_screen_rough_sines(const collide_i_screen *c, collide_real s)
{
    collide_i_sines t;
    const collide_real x = c->angle * s / 2, x2 = x * x; /* at most a quarter of a turn */
    const collide_real sine = x * (1 - x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42)));
    const collide_real cosine = 1 - x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30 * (1 - x2 / 56)));
    t.sine = 2 * sine * cosine;
    t.cosine = 1 - 2 * sine * sine;
    t.by_sine = t.by_cosine = 0; /* nobody asks */
    return t;
}

/* Where B's point x is at time s; with s and sines of -s, where A's point is seen from B. */
COLLIDE_I_INLINE collide_vec3 collide_i_screen_move(const collide_i_screen *c, const collide_i_sines *t, collide_real s,
                                                    collide_vec3 x)
{
    const collide_real w = c->flow + c->angle * x.z, k = c->angle * t->by_cosine;
    return collide_i_vec(x.x + (w * t->by_sine - k * x.x), x.y + c->slide * s,
                         x.z - (t->sine * x.x + w * t->by_cosine));
}

COLLIDE_I_INLINE collide_vec3 collide_i_screen_turn(const collide_i_sines *t, collide_vec3 d)
{
    return collide_i_vec(d.x * t->cosine + d.z * t->sine, d.y, d.z * t->cosine - d.x * t->sine);
}

COLLIDE_I_INLINE collide_vec3 collide_i_screen_turn_back(const collide_i_sines *t, collide_vec3 d)
{
    return collide_i_vec(d.x * t->cosine - d.z * t->sine, d.y, d.z * t->cosine + d.x * t->sine);
}

COLLIDE_I_INLINE collide_i_sines collide_i_sines_back(collide_i_sines t)
{
    t.sine = -t.sine;
    t.by_sine = -t.by_sine;
    return t;
}

/* A function of time: the height of a vertex over a plane, or how far two edges are from being in one. */
typedef struct {
    const collide_i_screen *c;
    int edges;
    collide_real f[4];       /* vertex */
    collide_vec3 e, d, p, x; /* edges: A's direction, B's at the start, a point of either */
    collide_real bend;       /* no second derivative is larger */
} collide_i_meeting;

COLLIDE_I_INLINE collide_real collide_i_meeting_at(const collide_i_meeting *m, collide_real s, collide_real *slope)
{
    const collide_i_screen *c = m->c;
    const collide_i_sines t = collide_i_screen_sines(c, s);
    if (m->edges) {
        const collide_vec3 d = collide_i_screen_turn(&t, m->d), x = collide_i_screen_move(c, &t, s, m->x);
        const collide_vec3 n = collide_i_cross(m->e, d), w = collide_i_sub(x, m->p);
        const collide_vec3 turning = collide_i_vec(c->angle * d.z, 0, -c->angle * d.x);
        *slope = collide_i_dot(n, collide_i_screen_speed(c, x)) + collide_i_dot(collide_i_cross(m->e, turning), w);
        return collide_i_dot(n, w);
    }
    *slope = m->f[1] * t.cosine + m->f[2] * t.sine + m->f[3];
    return m->f[0] + m->f[1] * t.by_sine + m->f[2] * t.by_cosine + m->f[3] * s;
}

/* The height of x over the plane through p with normal n: x moves with B, or, from behind, with A. */
COLLIDE_I_INLINE void collide_i_meeting_vertex(const collide_i_screen *c, collide_vec3 n, collide_vec3 p,
                                               collide_vec3 x, int back, collide_i_meeting *m)
{
    const collide_real w = c->flow + c->angle * x.z;
    m->c = c;
    m->edges = 0;
    m->f[0] = collide_i_dot(n, collide_i_sub(x, p));
    m->f[1] = n.x * w - n.z * (c->angle * x.x);
    m->f[2] = -(n.x * (c->angle * x.x) + n.z * w);
    m->f[3] = n.y * c->slide;
    if (back) {
        m->f[1] = -m->f[1];
        m->f[3] = -m->f[3];
    }
    m->bend = c->angle * (collide_i_abs(m->f[1]) + collide_i_abs(m->f[2]));
}

COLLIDE_I_INLINE void collide_i_meeting_edges(const collide_i_screen *c, collide_vec3 p, collide_vec3 e, collide_vec3 x,
                                              collide_vec3 d, collide_i_meeting *m)
{
    const collide_vec3 v = collide_i_screen_speed(c, x);
    const collide_real speed = collide_i_abs(v.x) + collide_i_abs(v.y) + collide_i_abs(v.z);
    const collide_vec3 w = collide_i_sub(x, p);
    m->c = c;
    m->edges = 1;
    m->e = e;
    m->d = d;
    m->p = p;
    m->x = x;
    m->bend =
        c->angle * (c->angle * (collide_i_abs(w.x) + collide_i_abs(w.y) + collide_i_abs(w.z) + speed) + 3 * speed);
}

typedef struct {
    collide_real at, f, slope;
} collide_i_screen_sample;

/* The root between two samples of opposite sign, over which the function is monotone: Newton's step where it stays
   between them, else the middle. */
COLLIDE_I_STATIC collide_real collide_i_meeting_root(const collide_i_meeting *m, collide_i_screen_sample a,
                                                     collide_i_screen_sample b, collide_real *slope)
{
    collide_real at = a.at + (b.at - a.at) * (a.f / (a.f - b.f)), f, last = b.at - a.at, step, before;
    int i;
    *slope = collide_i_abs(a.f) < collide_i_abs(b.f) ? a.slope : b.slope;
    if (!(collide_i_abs(a.f) > 0)) return a.at;
    if (!(collide_i_abs(b.f) > 0)) return b.at;
    for (i = 0; i < COLLIDE_I_ROOT_STEPS; i++) {
        if (!(at > a.at && at < b.at)) at = a.at + (b.at - a.at) / 2;
        f = collide_i_meeting_at(m, at, slope);
        if ((f < 0) == (a.f < 0)) {
            a.at = at;
            a.f = f;
        } else {
            b.at = at;
        }
        step = collide_i_abs(*slope) > 0 ? f / *slope : 0;
        if (!(collide_i_abs(f) > 0) || collide_i_abs(step) <= COLLIDE_I_EPSILON * at / 2 ||
            b.at - a.at <= COLLIDE_I_EPSILON * at)
            break;
        before = at;
        at -= step;
        if (!(at > a.at && at < b.at)) { /* the last step went beyond an end: that close to it is good enough */
            const collide_real end = at <= a.at ? a.at : b.at;
            if (collide_i_abs(step) <= 2 * COLLIDE_I_EPSILON) {
                at = end;
                break;
            }
            at = a.at + (b.at - a.at) / 2;
        } else if (2 * collide_i_abs(step) > last) {
            at = a.at + (b.at - a.at) / 2;
        }
        last = collide_i_abs(at - before);
    }
    return collide_i_clamp(at, a.at, b.at);
}

/* All roots in [low, high]; falling ones only, unless `both`. A function that begins no further than `exact` beyond
   zero begins at it. Returns how many there are, at most COLLIDE_I_MOST_ROOTS. */
enum {
    COLLIDE_I_MOST_ROOTS = 4,
#ifdef COLLIDE_DOUBLE
    COLLIDE_I_ROOT_DEPTH = 28 /* halvings: a dip as deep as rounding is that long */
#else
    COLLIDE_I_ROOT_DEPTH = 13
#endif
};

COLLIDE_I_STATIC int collide_i_roots(const collide_i_meeting *m, collide_real low, collide_real high, int both,
                                     collide_real exact, collide_real roots[COLLIDE_I_MOST_ROOTS],
                                     collide_real slopes[COLLIDE_I_MOST_ROOTS])
{
    collide_i_screen_sample stack[COLLIDE_I_ROOT_DEPTH], a, b;
    int top = 0, n = 0, i;
    a.at = low;
    a.f = collide_i_meeting_at(m, low, &a.slope);
    if (collide_i_abs(a.f) <= exact && !(low > 0) && (both || a.slope < 0)) {
        roots[n] = 0;
        slopes[n++] = a.slope;
        if (a.slope < 0 ? a.f > 0 : a.f < 0) a.f = 0;
    }
    b.at = high;
    b.f = collide_i_meeting_at(m, high, &b.slope);
    stack[top++] = b;
    for (i = 0; i < 32 * COLLIDE_I_ROOT_DEPTH && top > 0 && n < COLLIDE_I_MOST_ROOTS; i++) {
        const collide_real width = (b = stack[top - 1]).at - a.at, turn = m->bend * width / 2;
        const collide_real mean = (a.slope + b.slope) / 2;
        const int apart =
            (a.f > 0) == (b.f > 0) && collide_i_min(collide_i_abs(a.f), collide_i_abs(b.f)) > turn * width / 4;
        if (collide_i_abs(mean) >= turn || top == COLLIDE_I_ROOT_DEPTH || width <= COLLIDE_I_EPSILON) { /* monotone */
            if ((a.f > 0 && b.f <= 0) || (both && a.f < 0 && b.f >= 0)) {
                roots[n] = collide_i_meeting_root(m, a, b, &slopes[n]);
                n++;
            }
        } else if (!apart) {
            collide_i_screen_sample middle;
            middle.at = a.at + width / 2;
            middle.f = collide_i_meeting_at(m, middle.at, &middle.slope);
            stack[top++] = middle;
            continue;
        }
        a = b;
        top--;
    }
    return n;
}

/* ---- properness (section 5) ---- */

/* The least rise of the vertex's edges over the face whose outward normal, in the vertex's own frame as it was at the
   start, is n. Edges between coplanar faces are none; where none is left the vertex is none either: -4. The paper's
   value says nothing of pits: where the least edge is a valley of a solid, it is negated (errata 9). */
COLLIDE_I_STATIC collide_real collide_i_vertex_properness(const collide_i_screen_side *s, int vertex, collide_vec3 n,
                                                          collide_real enough)
{
    const collide_vec3 *p = collide_i_mesh_vertices(s->mesh);
    const collide_edge *edges = collide_i_mesh_edges(s->mesh), *e;
    const int first = COLLIDE_I_MESH_ARRAY(int, s->mesh, vertex_edges)[vertex];
    const collide_vec3 m = collide_i_turn_back(&s->turn, n);
    collide_real least = 2;
    int edge = first, valley = 0, i;
    for (i = 0; i < s->mesh->edge_count && edge >= 0; i++) {
        e = edges + edge;
        if (!(e->flags & COLLIDE_EDGE_FLAT)) {
            const int other = e->vertex[e->vertex[0] == vertex];
            const collide_vec3 d = collide_i_sub(p[other], p[vertex]);
            const collide_real rise = collide_i_dot(d, m) / collide_i_sqrt(collide_i_dot(d, d));
            if (rise < least) {
                least = rise;
                valley = (e->flags & COLLIDE_EDGE_CONCAVE) != 0;
                if (least < enough) return least;
            }
        }
        edge = e->vertex[0] == vertex ? e->wing[1] : e->wing[3];
        if (edge == first) break;
    }
    if (least > 1 + COLLIDE_I_SCREEN_SLACK) return -4;
    least = collide_i_clamp(least, -1, 1);
    return valley && !s->open && least > 0 ? -least : least;
}

/* Two edges at the time of the sines, e and d their unit directions: the section-5 value from (7) (errata 8), and the
   normal from A to B, which is the one of the two that is more proper. With a blur, the most that the value can be
   where the edges are turned by no more than that. */
typedef struct {
    collide_vec3 normal;
    collide_real properness, sine; /* of the edges' angle */
} collide_i_screen_crossing;

COLLIDE_I_STATIC collide_i_screen_crossing collide_i_edge_properness(const collide_i_screen *c,
                                                                     const collide_i_sines *t, const collide_edge *a,
                                                                     const collide_edge *b, collide_vec3 e,
                                                                     collide_vec3 d, collide_real blur)
{
    const collide_plane *pa = collide_i_mesh_planes(c->side[0].mesh), *pb = collide_i_mesh_planes(c->side[1].mesh);
    collide_i_screen_crossing x;
    collide_vec3 m;
    collide_real low, high, v;
    int k;
    d = collide_i_screen_turn(t, d);
    x.normal = collide_i_cross(e, d);
    x.sine = collide_i_sqrt(collide_i_dot(x.normal, x.normal));
    x.properness = -4;
    if (!(x.sine > 4 * COLLIDE_I_EPSILON)) return x;
    x.normal = collide_i_scale(x.normal, 1 / x.sine);
    e = collide_i_turn_back(&c->side[0].turn, collide_i_cross(x.normal, e));
    m = collide_i_turn_back(&c->side[1].turn, collide_i_screen_turn_back(t, collide_i_cross(d, x.normal)));
    low = high = collide_i_dot(e, pa[a->face[0]].normal);
    for (k = 0; k < 3; k++) {
        const int face = k == 0 ? a->face[1] : b->face[k - 1];
        if (face < 0) continue;
        v = k == 0 ? -collide_i_dot(e, pa[face].normal) : collide_i_dot(m, pb[face].normal);
        if (k == 2) v = -v;
        low = collide_i_min(low, v);
        high = collide_i_max(high, v);
    }
    if (low < -high) {
        x.normal = collide_i_negate(x.normal);
        low = -high;
    }
    if ((a->flags & COLLIDE_EDGE_CONCAVE && !c->side[0].open) || (b->flags & COLLIDE_EDGE_CONCAVE && !c->side[1].open))
        low = collide_i_min(blur / x.sine - collide_i_abs(low), 0); /* a valley is never proper (errata 9) */
    else
        low += blur / x.sine;
    low = collide_i_clamp(low, -1, 1);
    v = collide_i_max(x.sine - blur, 0);
    if (!(low < 0)) v = x.sine;
    low = low * v / collide_i_sqrt(collide_i_max(1 - low * low * (1 - v * v), COLLIDE_I_EPSILON));
    x.properness = collide_i_clamp(low, -1, 1);
    return x;
}

/* ---- what was found ---- */

/* A collision in the screen's frame; kinds and sides as the screen has them. */
typedef struct {
    int kind, feature[2], corner[2]; /* corner: the vertex of either side at the contact, or -1 */
    int rim;                         /* on the border of its face, or at the end of an edge */
    collide_real time, properness, distance, speed;
    collide_vec3 point[2]; /* as the bodies were at the start */
    collide_vec3 normal;   /* at the time, from the first to the second */
} collide_i_touching;

struct collide_i_found {
    struct collide_i_found *before;
    collide_i_touching list[COLLIDE_I_FOUND_BLOCK];
};

COLLIDE_I_STATIC collide_i_touching *collide_i_found_add(collide_i_screen *c)
{
    const int at = c->found_count % COLLIDE_I_FOUND_BLOCK;
    if (at == 0) {
        struct collide_i_found *block = (struct collide_i_found *)collide_i_scratch_take(c->scratch, 1, sizeof *block);
        if (!block || c->found_count > COLLIDE_I_MOST_ITEMS) return NULL;
        block->before = c->found;
        c->found = block;
    }
    c->found_count++;
    return &c->found->list[at];
}

/* Where a point is with regard to a face: 0 outside by more than `slack`, 1 on its border, 2 inside. */
COLLIDE_I_STATIC int collide_i_screen_face_holds(const collide_i_screen_side *s, int face, collide_vec3 n,
                                                 collide_vec3 x, collide_real slack, collide_real rim, int *at)
{
    const int *corner = collide_i_mesh_corners(s->mesh) + collide_i_mesh_first(s->mesh)[face];
    const int count = collide_i_mesh_first(s->mesh)[face + 1] - collide_i_mesh_first(s->mesh)[face];
    int i, where = 2, before = count - 1;
    *at = -1;
    for (i = 0; i < count; before = i++) {
        const collide_vec3 p = s->spots[corner[before]].at, e = collide_i_sub(s->spots[corner[i]].at, p);
        const collide_vec3 w = collide_i_sub(x, p);
        const collide_real side = collide_i_dot(collide_i_cross(n, e), w), l2 = collide_i_dot(e, e);
        if (side >= 0 && side * side > rim * rim * l2) continue;
        if (side < 0 && side * side > slack * slack * l2) return 0;
        where = 1;
        if (collide_i_dot(w, w) <= 4 * rim * rim) *at = corner[before];
    }
    return where;
}

/* ---- vertices against faces ---- */

/* What both kinds of contact of a vertex have in common. 0: out of memory. */
COLLIDE_I_STATIC int collide_i_vertex_add(collide_i_screen *c, int k, int vertex, int face, collide_real time,
                                          collide_vec3 out, collide_real distance, collide_real speed)
{
    const collide_i_screen_side *v = &c->side[k], *f = &c->side[1 - k];
    const collide_i_sines t = collide_i_screen_sines(c, time), back = collide_i_sines_back(t);
    const collide_vec3 x = v->spots[vertex].at;
    collide_vec3 moved = k ? collide_i_screen_move(c, &t, time, x) : collide_i_screen_move(c, &back, -time, x);
    const collide_real slack = c->flags & COLLIDE_SCREEN_RASTER_ONLY ? c->pixel
                               : distance > 0                        ? 16 * c->exact
                                                                     : c->exact;
    collide_i_touching *h;
    collide_real proper;
    int at, where;
    if (distance > 0) moved = collide_i_sub(moved, collide_i_scale(out, distance));
    where = collide_i_screen_face_holds(f, face, collide_i_turn(&f->turn, collide_i_mesh_planes(f->mesh)[face].normal),
                                        moved, slack, c->exact, &at);
    if (!where) return 1;
    proper = collide_i_vertex_properness(v, vertex,
                                         k ? collide_i_screen_turn_back(&t, out) : collide_i_screen_turn(&t, out), -4);
    if (!(proper >= -c->improper)) return 1;
    h = collide_i_found_add(c);
    if (!h) return 0;
    h->kind = k ? COLLIDE_FV : COLLIDE_VF;
    h->feature[k] = vertex;
    h->feature[1 - k] = face;
    h->corner[k] = vertex;
    h->corner[1 - k] = at;
    h->rim = where == 1;
    h->time = time;
    h->properness = proper;
    h->distance = distance;
    h->speed = speed;
    h->point[k] = x;
    h->point[1 - k] = moved;
    h->normal = k ? out : collide_i_negate(collide_i_screen_turn(&t, out));
    return 1;
}

/* The point of a face that is nearest to x; *edge and *corner are what it is on, or -1. */
COLLIDE_I_STATIC collide_vec3 collide_i_screen_face_nearest(const collide_i_screen_side *s, int face, collide_vec3 n,
                                                            collide_vec3 x, int *edge, int *corner)
{
    const int first = collide_i_mesh_first(s->mesh)[face], count = collide_i_mesh_first(s->mesh)[face + 1] - first;
    const int *corners = collide_i_mesh_corners(s->mesh) + first;
    collide_vec3 best = x;
    collide_real least = -1;
    int i, before = count - 1;
    *edge = *corner = -1;
    for (i = 0; i < count; before = i++) {
        const collide_vec3 p = s->spots[corners[before]].at, e = collide_i_sub(s->spots[corners[i]].at, p);
        const collide_vec3 w = collide_i_sub(x, p);
        collide_vec3 y, off;
        collide_real u;
        if (collide_i_dot(collide_i_cross(n, e), w) >= 0) continue;
        u = collide_i_clamp(collide_i_dot(w, e) / collide_i_dot(e, e), 0, 1);
        y = u < 1 ? collide_i_add(p, collide_i_scale(e, u)) : s->spots[corners[i]].at;
        off = collide_i_sub(x, y);
        if (least >= 0 && collide_i_dot(off, off) >= least) continue;
        least = collide_i_dot(off, off);
        best = y;
        *edge = COLLIDE_I_MESH_ARRAY(int, s->mesh, corner_edges)[first + before];
        *corner = u > 0 && u < 1 ? -1 : corners[u > 0 ? i : before];
    }
    if (least >= 0) return best;
    return collide_i_sub(x, collide_i_scale(n, collide_i_dot(n, collide_i_sub(x, s->spots[corners[0]].at))));
}

/* Is there nothing of the mesh closer to what lies in direction d from a border point of a face? */
COLLIDE_I_STATIC int collide_i_screen_rim_outmost(const collide_i_screen_side *s, int face, int edge, int corner,
                                                  collide_vec3 d)
{
    const collide_edge *e = collide_i_mesh_edges(s->mesh) + edge;
    const int left = e->face[0] == face, other = e->face[left];
    collide_vec3 along, inward;
    if (corner >= 0) return collide_i_vertex_properness(s, corner, collide_i_negate(d), -4) >= -COLLIDE_I_SCREEN_SLACK;
    if (other < 0) return 1;
    along = collide_i_sub(s->spots[e->vertex[1]].at, s->spots[e->vertex[0]].at); /* face[0] is to its left */
    inward = collide_i_cross(collide_i_turn(&s->turn, collide_i_mesh_planes(s->mesh)[other].normal), along);
    return collide_i_dot(inward, left ? collide_i_negate(d) : d) <=
           COLLIDE_I_SCREEN_SLACK * collide_i_sqrt(collide_i_dot(along, along));
}

/* Two features that come close, for the margin (section 10): a vertex of side k and a face, or two edges. */
typedef struct {
    const collide_i_screen *c;
    const struct collide_i_edge_pair *edges; /* NULL: a vertex and a face */
    int k, vertex, face;
    collide_vec3 n; /* of the face */
} collide_i_nearing;

/* Where the vertex is at a time, as the face sees it. */
COLLIDE_I_INLINE collide_vec3 collide_i_nearing_vertex(const collide_i_nearing *a, collide_real time)
{
    const collide_i_sines t = collide_i_screen_sines(a->c, time), back = collide_i_sines_back(t);
    const collide_vec3 x = a->c->side[a->k].spots[a->vertex].at;
    return a->k ? collide_i_screen_move(a->c, &t, time, x) : collide_i_screen_move(a->c, &back, -time, x);
}

COLLIDE_I_STATIC collide_real collide_i_edges_gap(const collide_i_screen *c, const struct collide_i_edge_pair *p,
                                                  collide_real time);

/* Their distance, squared: from border to border, wherever they are. */
COLLIDE_I_STATIC collide_real collide_i_nearing_gap(const collide_i_nearing *a, collide_real time)
{
    collide_vec3 x, off;
    int edge, corner;
    if (a->edges) return collide_i_edges_gap(a->c, a->edges, time);
    x = collide_i_nearing_vertex(a, time);
    off = collide_i_sub(x, collide_i_screen_face_nearest(&a->c->side[1 - a->k], a->face, a->n, x, &edge, &corner));
    return collide_i_dot(off, off);
}

/* When they are closest, within these times; returns how close, squared. On a straight way the distance has one least
   value, as both are convex; a turn is cut into pieces that are nearly straight, and each is searched by golden
   section. Pieces on which they come nowhere near the margin, at this speed, are passed over. */
COLLIDE_I_STATIC collide_real collide_i_nearing_least(const collide_i_nearing *a, collide_real low, collide_real high,
                                                      collide_real speed, collide_real *time)
{
    const collide_real golden = COLLIDE_R(0.6180339887498949);
    const int pieces = 1 + (int)(2 * a->c->angle * (high - low));
    collide_real best = -1, from = low;
    int i, n, k;
    for (n = 1; n <= pieces; n++) {
        const collide_real to = n < pieces ? low + (high - low) * (collide_real)n / (collide_real)pieces : high;
        const collide_real far_off = a->c->margin + speed * (to - from) * COLLIDE_R(0.51) + a->c->exact;
        collide_real x[4], f[4];
        x[0] = from;
        x[3] = to;
        if (collide_i_nearing_gap(a, (from + to) / 2) <= far_off * far_off) {
            x[1] = to - golden * (to - from);
            x[2] = from + golden * (to - from);
            f[1] = collide_i_nearing_gap(a, x[1]);
            f[2] = collide_i_nearing_gap(a, x[2]);
            for (i = 0; i < COLLIDE_I_GOLDEN_STEPS; i++) {
                k = f[1] <= f[2] ? 1 : 2; /* the better one stays inside */
                x[k == 1 ? 3 : 0] = x[3 - k];
                x[3 - k] = x[k];
                f[3 - k] = f[k];
                x[k] = k == 1 ? x[3] - golden * (x[3] - x[0]) : x[0] + golden * (x[3] - x[0]);
                f[k] = collide_i_nearing_gap(a, x[k]);
            }
            x[0] = from;
            x[3] = to;
            f[0] = collide_i_nearing_gap(a, from);
            f[3] = collide_i_nearing_gap(a, to);
            k = f[1] <= f[2] ? 1 : 2;
            for (i = 0; i < 4; i += 3) /* the ends, if the last digits don't tell */
                if (f[i] <= f[k] * (1 + 8 * COLLIDE_I_EPSILON)) k = i;
            if (best < 0 || f[k] < best) {
                best = f[k];
                *time = x[k];
            }
        }
        from = to;
    }
    return best;
}

/* A vertex that comes close to a face, or to its border where nothing of the mesh is closer, and does not touch it. One
   that only moves away from the start does not approach. */
COLLIDE_I_STATIC int collide_i_vertex_approach(collide_i_screen *c, int k, int vertex, int face, collide_vec3 n,
                                               collide_real low, collide_real high)
{
    const collide_i_screen_side *f = &c->side[1 - k];
    const collide_vec3 v = collide_i_screen_speed(c, c->side[k].spots[vertex].at);
    collide_i_nearing a;
    collide_vec3 x, y, out;
    collide_real time = 0, d;
    int edge, corner;
    memset(&a, 0, sizeof a);
    a.c = c;
    a.k = k;
    a.vertex = vertex;
    a.face = face;
    a.n = n;
    d = collide_i_nearing_least(&a, low, high, collide_i_sqrt(collide_i_dot(v, v)), &time);
    if (!(d > 0 && d <= c->margin * c->margin)) return 1;
    x = collide_i_nearing_vertex(&a, time);
    y = collide_i_screen_face_nearest(f, face, n, x, &edge, &corner);
    out = collide_i_unit(collide_i_sub(x, y), &d);
    if (edge < 0) {
        out = n;
        if (collide_i_dot(n, collide_i_sub(x, y)) < 0) {
            if (!f->open) return 1; /* inside */
            out = collide_i_negate(n);
        }
    } else if (!(d > 4 * c->exact) || !collide_i_screen_rim_outmost(f, face, edge, corner, out)) {
        return 1;
    }
    if (!(time > 0) && (k ? collide_i_dot(out, v) : -collide_i_dot(out, collide_i_screen_speed(c, y))) > c->exact)
        return 1;
    return collide_i_vertex_add(c, k, vertex, face, time, out, d, 0);
}

/* A vertex of side k against a face of the other, within the times [low, high]. 0: out of memory. */
COLLIDE_I_STATIC int collide_i_settle_vertex(collide_i_screen *c, int k, int vertex, int face, collide_real low,
                                             collide_real high)
{
    const collide_i_screen_side *v = &c->side[k], *f = &c->side[1 - k];
    const int first = collide_i_mesh_corners(f->mesh)[collide_i_mesh_first(f->mesh)[face]];
    const collide_vec3 n = collide_i_turn(&f->turn, collide_i_mesh_planes(f->mesh)[face].normal);
    const collide_vec3 x = v->spots[vertex].at;
    const collide_real turn = c->angle * (high - low) / 2 + COLLIDE_I_SCREEN_ROUGH;
    collide_real roots[COLLIDE_I_MOST_ROOTS], slopes[COLLIDE_I_MOST_ROOTS];
    collide_i_meeting m;
    int i, count, found = c->found_count;
    if (turn < COLLIDE_R(0.5) && !f->open && !(c->margin > 0)) { /* may it be proper enough at all? */
        const collide_i_sines t = collide_i_screen_rough_sines(c, (low + high) / 2);
        const collide_vec3 at = k ? collide_i_screen_turn_back(&t, n) : collide_i_screen_turn(&t, n);
        if (collide_i_vertex_properness(v, vertex, at, -c->improper - turn) < -c->improper - turn) return 1;
    }
    c->settles++;
    collide_i_meeting_vertex(c, n, f->spots[first].at, x, !k, &m);
    count = collide_i_roots(&m, low, high, f->open, c->exact, roots, slopes);
    for (i = 0; i < count; i++) {
        if (slopes[i] > 0 && !f->open) continue;
        if (!collide_i_vertex_add(c, k, vertex, face, roots[i], slopes[i] > 0 ? collide_i_negate(n) : n, 0,
                                  collide_i_abs(slopes[i])))
            return 0;
    }
    return c->found_count > found || !(c->margin > 0) || collide_i_vertex_approach(c, k, vertex, face, n, low, high);
}

/* The times at which T of A minus T of B fits, from spans or bands. 0: none of them is in the step. */
COLLIDE_I_INLINE int collide_i_times(const collide_i_screen *c, collide_real early, collide_real late,
                                     collide_real *low, collide_real *high)
{
    *low = early > 0 ? early / c->way : 0;
    *high = late < c->way ? late / c->way : 1;
    if (!(*low >= 0)) *low = 0;
    if (!(*high <= 1)) *high = 1;
    return *low <= *high;
}

/* Step five: each vertex of side k against the faces of the other that its place on the screen falls into. */
COLLIDE_I_APART int collide_i_meet_vertices(collide_i_screen *c, int k, const collide_i_buckets *faces, const int *kept,
                                            int *list)
{
    const collide_i_screen_side *v = &c->side[k], *f = &c->side[1 - k];
    const collide_i_lanes none = collide_i_lanes_splat(0);
    int i, j, n;
    for (i = 0; i < v->vertex_count; i++) {
        const collide_i_spot *p = &v->spots[v->vertices[i]];
        collide_i_span s;
        collide_i_bound b;
        collide_real low, high;
        if (v->tame) {
            collide_i_span_set(&s, p, p, none);
            collide_i_span_finish(c, k, &v->bound, &s);
        } else if (!(p->q > c->bend * c->margin)) {
            b = collide_i_screen_bound(c, 1, 0, 0);
            s = collide_i_span_ring(c, 0, p->r);
            collide_i_span_finish(c, k, &b, &s);
        } else {
            b = collide_i_screen_bound(c, p->q - c->bend * c->margin, collide_i_abs(p->at.y), collide_i_abs(p->a));
            collide_i_span_set(&s, p, p, none);
            collide_i_span_finish(c, k, &b, &s);
        }
        if (!collide_i_span_meet(&s, &f->all)) continue;
        n = collide_i_buckets_ask(faces, &s, list);
        for (j = 0; j < n; j++) {
            const collide_i_span *o = &f->boxes[kept[list[j]]], *a = k ? o : &s, *d = k ? &s : o;
            c->candidates++;
            if (!collide_i_times(c, a->low[2] + c->way - d->high[2], a->high[2] - d->low[2], &low, &high)) continue;
            if (!collide_i_settle_vertex(c, k, v->vertices[i], f->faces[kept[list[j]]], low, high)) return 0;
        }
    }
    return 1;
}

/* ---- edges against edges ---- */

/* Along which part of the chord s can the band of the other meet it? `value` is the other's normal times what is
   between, at both ends of s; the answer as a part of s. */
COLLIDE_I_INLINE int collide_i_strip_part(collide_real v0, collide_real v1, collide_real band, collide_real part[2])
{
    const collide_real d = v1 - v0;
    part[0] = 0;
    part[1] = 1;
    if ((v0 > band && v1 > band) || (v0 < -band && v1 < -band)) return 0;
    if (d > 2 * band || d < -2 * band) { /* else it lies along */
        const collide_real a = (-band - v0) / d, b = (band - v0) / d;
        part[0] = collide_i_max(collide_i_min(a, b), 0);
        part[1] = collide_i_min(collide_i_max(a, b), 1);
    }
    return 1;
}

/* Do two strips cross, and when? */
COLLIDE_I_STATIC int collide_i_strips_cross(const collide_i_screen *c, const collide_i_strip *a,
                                            const collide_i_strip *b, collide_real part_a[2], collide_real part_b[2],
                                            collide_real *low, collide_real *high)
{
    const collide_real ar = a->r[1] - a->r[0], ah = a->h[1] - a->h[0], br = b->r[1] - b->r[0], bh = b->h[1] - b->h[0];
    const collide_real band_r = a->band[0] + b->band[0], band_h = a->band[1] + b->band[1],
                       band_t = a->band[2] + b->band[2];
    const collide_real r = b->r[0] - a->r[0], h = b->h[0] - a->h[0];
    collide_real ta[2], tb[2];
    part_a[0] = part_b[0] = 0;
    part_a[1] = part_b[1] = 1;
    if (band_h < COLLIDE_I_ALL / 2) {
        const collide_real side = r * ah - h * ar, cross = br * ah - bh * ar;
        const collide_real other = h * br - r * bh; /* of a's start against b */
        if (!collide_i_strip_part(side, side + cross, collide_i_abs(ah) * band_r + collide_i_abs(ar) * band_h,
                                  part_b) ||
            !collide_i_strip_part(other, other - cross, collide_i_abs(bh) * band_r + collide_i_abs(br) * band_h,
                                  part_a))
            return 0;
    }
    ta[0] = a->t[0] + (a->t[1] - a->t[0]) * part_a[0];
    ta[1] = a->t[0] + (a->t[1] - a->t[0]) * part_a[1];
    tb[0] = b->t[0] + (b->t[1] - b->t[0]) * part_b[0];
    tb[1] = b->t[0] + (b->t[1] - b->t[0]) * part_b[1];
    return collide_i_times(c, collide_i_min(ta[0], ta[1]) - collide_i_max(tb[0], tb[1]) - band_t,
                           collide_i_max(ta[0], ta[1]) - collide_i_min(tb[0], tb[1]) + band_t, low, high);
}

/* Two edges as they meet: unit directions, lengths, and a point of either close to where. */
typedef struct collide_i_edge_pair {
    const collide_edge *edge[2];
    collide_vec3 direction[2], at[2];
    collide_real length[2], along[2];
} collide_i_edge_pair;

COLLIDE_I_STATIC int collide_i_edges_add(collide_i_screen *c, const collide_i_edge_pair *p, const int feature[2],
                                         collide_real time, collide_real distance, collide_real speed,
                                         const collide_i_screen_crossing *x)
{
    collide_i_touching *h = collide_i_found_add(c);
    int k;
    if (!h) return 0;
    h->kind = COLLIDE_EE;
    h->rim = 0;
    h->time = time;
    h->properness = x->properness;
    h->distance = distance;
    h->speed = collide_i_abs(speed);
    h->normal = x->normal;
    for (k = 0; k < 2; k++) {
        h->feature[k] = feature[k];
        h->point[k] = p->at[k];
        h->corner[k] = -1;
        if (p->along[k] <= c->exact) h->corner[k] = p->edge[k]->vertex[0];
        if (p->along[k] >= p->length[k] - c->exact) h->corner[k] = p->edge[k]->vertex[1];
        h->rim |= h->corner[k] >= 0;
    }
    return 1;
}

/* Moves both points to where the lines are closest, and says how far apart they are there, from A to B.
   0: they are parallel, or the place is on no edge. */
COLLIDE_I_STATIC int collide_i_edges_close(const collide_i_screen *c, collide_i_edge_pair *p, const collide_i_sines *t,
                                           collide_real time, collide_vec3 *apart, collide_real *blur)
{
    const collide_vec3 e = p->direction[0], d = collide_i_screen_turn(t, p->direction[1]), n = collide_i_cross(e, d);
    const collide_vec3 w = collide_i_sub(collide_i_screen_move(c, t, time, p->at[1]), p->at[0]);
    const collide_real n2 = collide_i_dot(n, n);
    collide_real la, lb, moved;
    if (!(n2 > 16 * COLLIDE_I_EPSILON * COLLIDE_I_EPSILON)) return 0;
    la = collide_i_dot(collide_i_cross(w, d), n) / n2;
    lb = collide_i_dot(collide_i_cross(w, e), n) / n2;
    *apart = collide_i_add(collide_i_sub(w, collide_i_scale(e, la)), collide_i_scale(d, lb));
    p->along[0] += la;
    p->along[1] += lb;
    if (!(p->along[0] >= -c->exact && p->along[0] <= p->length[0] + c->exact && p->along[1] >= -c->exact &&
          p->along[1] <= p->length[1] + c->exact))
        return 0;
    p->at[0] = collide_i_add(p->at[0], collide_i_scale(e, la));
    p->at[1] = collide_i_add(p->at[1], collide_i_scale(p->direction[1], lb));
    moved = collide_i_abs(la) + collide_i_abs(lb);
    *blur = 1 + moved * moved / n2; /* what a flat angle makes of roundings, squared */
    return 1;
}

/* At a root: do they touch, or are the lines only parallel (errata 15)? */
COLLIDE_I_STATIC int collide_i_edges_meet(const collide_i_screen *c, collide_i_edge_pair *p, const collide_i_sines *t,
                                          collide_real time)
{
    collide_vec3 apart;
    collide_real blur;
    return collide_i_edges_close(c, p, t, time, &apart, &blur) &&
           collide_i_dot(apart, apart) <= 4 * c->exact * c->exact * blur;
}

/* How far apart two edges are at a time, from end to end, squared. */
COLLIDE_I_STATIC collide_real collide_i_edges_gap(const collide_i_screen *c, const struct collide_i_edge_pair *p,
                                                  collide_real time)
{
    const collide_i_sines t = collide_i_screen_sines(c, time);
    const collide_vec3 e = p->direction[0], d = collide_i_screen_turn(&t, p->direction[1]);
    const collide_vec3 w = collide_i_sub(collide_i_screen_move(c, &t, time, p->at[1]), p->at[0]);
    const collide_real de = collide_i_dot(d, e), wd = collide_i_dot(w, d), we = collide_i_dot(w, e);
    const collide_real low_a = -p->along[0], high_a = p->length[0] - p->along[0];
    const collide_real low_b = -p->along[1], high_b = p->length[1] - p->along[1], area = 1 - de * de;
    collide_real la = low_a, lb;
    collide_vec3 off;
    if (area > COLLIDE_I_EPSILON) la = collide_i_clamp((we - de * wd) / area, low_a, high_a);
    lb = de * la - wd;
    if (!(lb >= low_b && lb <= high_b)) {
        lb = collide_i_clamp(lb, low_b, high_b);
        la = collide_i_clamp(we + de * lb, low_a, high_a);
    }
    off = collide_i_sub(collide_i_add(w, collide_i_scale(d, lb)), collide_i_scale(e, la));
    return collide_i_dot(off, off);
}

/* Two edges that come close between their ends, and do not touch; ends are the business of vertices. */
COLLIDE_I_STATIC int collide_i_edges_approach(collide_i_screen *c, const int feature[2], const collide_i_edge_pair *p,
                                              collide_real low, collide_real high)
{
    const collide_vec3 v = collide_i_screen_speed(c, p->at[1]);
    collide_i_nearing a;
    collide_i_edge_pair q = *p;
    collide_i_sines t;
    collide_i_screen_crossing x;
    collide_vec3 apart;
    collide_real d, time = 0, slope;
    memset(&a, 0, sizeof a);
    a.c = c;
    a.edges = p;
    d = collide_i_nearing_least(&a, low, high, collide_i_sqrt(collide_i_dot(v, v)) + c->angle * p->length[1], &time);
    if (!(d > 0 && d <= c->margin * c->margin)) return 1;
    if ((!(time > low) && low > 0) || (!(time < high) && high < 1)) return 1; /* the least is elsewhere */
    t = collide_i_screen_sines(c, time);
    x = collide_i_edge_properness(c, &t, p->edge[0], p->edge[1], p->direction[0], p->direction[1], 0);
    if (!(x.properness >= -c->improper) || !collide_i_edges_close(c, &q, &t, time, &apart, &slope)) return 1;
    d = collide_i_dot(apart, x.normal);
    slope = collide_i_dot(x.normal, collide_i_screen_speed(c, collide_i_screen_move(c, &t, time, q.at[1])));
    if (!(d > 0 && d <= c->margin) || (!(time > 0) && slope > c->exact)) return 1;
    return collide_i_edges_add(c, &q, feature, time, d, 0, &x);
}

COLLIDE_I_STATIC int collide_i_settle_edges(collide_i_screen *c, const int feature[2], collide_i_edge_pair *p,
                                            collide_real low, collide_real high)
{
    const collide_real turn = c->angle * (high - low) / 2 + COLLIDE_I_SCREEN_ROUGH;
    collide_real roots[COLLIDE_I_MOST_ROOTS], slopes[COLLIDE_I_MOST_ROOTS];
    collide_i_sines t = collide_i_screen_rough_sines(c, (low + high) / 2);
    collide_i_screen_crossing x =
        collide_i_edge_properness(c, &t, p->edge[0], p->edge[1], p->direction[0], p->direction[1], 2 * turn);
    collide_i_meeting m;
    int i, count, any = 0;
    if (x.properness < -c->improper && 2 * turn < x.sine / 2) return 1;
    c->settles++;
    collide_i_meeting_edges(c, p->at[0], p->direction[0], p->at[1], p->direction[1], &m);
    count = collide_i_roots(&m, low, high, 1, 0, roots, slopes);
    for (i = 0; i < count; i++) {
        collide_i_edge_pair q = *p;
        collide_real slope = slopes[i], time = roots[i], f;
        t = collide_i_screen_sines(c, time);
        if (!collide_i_edges_meet(c, &q, &t, time)) continue;
        x = collide_i_edge_properness(c, &t, p->edge[0], p->edge[1], p->direction[0], p->direction[1], 0);
        if (!(x.properness >= -c->improper)) continue;
        /* once more from the place of contact, where nothing cancels (flat angles) */
        collide_i_meeting_edges(c, q.at[0], q.direction[0], q.at[1], q.direction[1], &m);
        f = collide_i_meeting_at(&m, time, &slope);
        if (collide_i_abs(slope) > 0 && collide_i_abs(f / slope) < COLLIDE_I_SCREEN_SLACK) {
            time = collide_i_clamp(time - f / slope, 0, 1);
            t = collide_i_screen_sines(c, time);
            if (!collide_i_edges_meet(c, &q, &t, time)) continue;
        }
        f = collide_i_dot(x.normal, collide_i_screen_speed(c, collide_i_screen_move(c, &t, time, q.at[1])));
        if (!(f < 0)) continue; /* receding */
        if (!collide_i_edges_add(c, &q, feature, time, 0, f, &x)) return 0;
        any = 1;
    }
    return any || !(c->margin > 0) || collide_i_edges_approach(c, feature, p, low, high);
}

/* The paper's own answer: where along the part of A's strip that may be met it is met first, B's closest place to that,
   and the time by their chords. 0: that is not in the step. */
COLLIDE_I_STATIC int collide_i_raster_place(const collide_i_screen *c, const collide_i_strip *a,
                                            const collide_i_strip *b, collide_real part[2][2], collide_real *when)
{
    const collide_real br = b->r[1] - b->r[0], bh = b->h[1] - b->h[0], l2 = br * br + bh * bh;
    const collide_real near_r = a->band[0] + b->band[0] + c->pixel / 4, near_h = a->band[1] + b->band[1] + c->pixel / 4;
    collide_real u[4], w[4], t[4];
    int i, best = -1;
    u[0] = part[0][0];
    u[1] = part[0][1];
    u[2] = (u[0] + u[1]) / 2;
    for (i = 0; i < 4; i++) {
        collide_real r, h;
        if (i == 3) { /* between them, where the one comes to touch the other at the start */
            if (!((t[0] < 0) != (t[1] < 0))) break;
            u[3] = u[0] + (u[1] - u[0]) * (t[0] / (t[0] - t[1]));
        }
        r = a->r[0] + (a->r[1] - a->r[0]) * u[i] - b->r[0];
        h = a->h[0] + (a->h[1] - a->h[0]) * u[i] - b->h[0];
        w[i] = l2 > 0 ? collide_i_clamp((r * br + h * bh) / l2, 0, 1) : COLLIDE_R(0.5);
        t[i] = a->t[0] + (a->t[1] - a->t[0]) * u[i] - (b->t[0] + (b->t[1] - b->t[0]) * w[i]);
        if (collide_i_abs(r - br * w[i]) <= near_r && collide_i_abs(h - bh * w[i]) <= near_h && t[i] >= -c->tick &&
            t[i] <= c->way + c->tick && (best < 0 || t[i] < t[best]))
            best = i;
    }
    if (best < 0) return 0;
    part[0][0] = part[0][1] = u[best];
    part[1][0] = part[1][1] = w[best];
    *when = c->way > 0 ? collide_i_clamp(t[best] / c->way, 0, 1) : 0;
    return 1;
}

/* A candidate: two strips that cross. */
COLLIDE_I_STATIC int collide_i_try_strips(collide_i_screen *c, const collide_i_strip *a, const collide_i_strip *b)
{
    collide_real part[2][2], low, high, when = 0;
    collide_i_edge_pair p;
    int feature[2], k, raster;
    if (!collide_i_strips_cross(c, a, b, part[0], part[1], &low, &high)) return 1;
    c->candidates++;
    raster = c->flags & COLLIDE_SCREEN_RASTER_ONLY && a->band[1] + b->band[1] < 8 * c->pixel &&
             a->band[2] + b->band[2] < 8 * c->tick; /* else it is too close to the axis to be drawn */
    if (raster && !collide_i_raster_place(c, a, b, part, &when)) return 1;
    feature[0] = a->edge;
    feature[1] = b->edge;
    for (k = 0; k < 2; k++) {
        const collide_i_screen_side *s = &c->side[k];
        const collide_i_strip *strip = k ? b : a;
        const collide_real u = strip->from + (strip->to - strip->from) * ((part[k][0] + part[k][1]) / 2);
        collide_vec3 d;
        p.edge[k] = collide_i_mesh_edges(s->mesh) + feature[k];
        p.at[k] = s->spots[p.edge[k]->vertex[0]].at;
        d = collide_i_sub(s->spots[p.edge[k]->vertex[1]].at, p.at[k]);
        p.length[k] = collide_i_sqrt(collide_i_dot(d, d));
        p.direction[k] = collide_i_scale(d, 1 / p.length[k]);
        p.along[k] = u * p.length[k];
        p.at[k] = collide_i_add(p.at[k], collide_i_scale(d, u));
    }
    if (raster) {
        const collide_i_sines t = collide_i_screen_sines(c, when);
        const collide_i_screen_crossing x =
            collide_i_edge_properness(c, &t, p.edge[0], p.edge[1], p.direction[0], p.direction[1], 0);
        const collide_real f =
            collide_i_dot(x.normal, collide_i_screen_speed(c, collide_i_screen_move(c, &t, when, p.at[1])));
        if (!(x.properness >= -c->improper) || !(f < 0)) return 1;
        return collide_i_edges_add(c, &p, feature, when, 0, f, &x);
    }
    return collide_i_settle_edges(c, feature, &p, low, high);
}

/* Section 9's first test: the spheres around both, by distance from the axis, height and time. */
COLLIDE_I_STATIC int collide_i_ball_span(const collide_i_screen *c, int back, collide_vec3 at, collide_real radius,
                                         int turns, collide_i_span *s)
{
    collide_i_spot p;
    collide_i_bound b;
    collide_real q, extra;
    p.at = at;
    collide_i_spot_project(c, &p);
    if (back == 0) radius += c->margin;
    q = p.q - c->bend * radius;
    collide_i_span_all(s);
    s->low[0] = p.r - radius - c->slack;
    s->high[0] = p.r + radius + c->slack;
    if (!(q > c->bend * radius)) return 0; /* around the axis */
    p.a += 2 * COLLIDE_I_PI * c->radius * (collide_real)turns;
    collide_i_spot_screen(c, &p);
    extra = radius / q * (COLLIDE_I_PI / 2); /* the arc from the middle to the rim is no longer */
    b = collide_i_screen_bound(c, q, collide_i_abs(at.y) + radius, collide_i_abs(p.a) + extra);
    s->low[1] = p.h - (radius + c->slack) * b.slope[1];
    s->high[1] = p.h + (radius + c->slack) * b.slope[1];
    s->low[2] = p.t - (radius + c->slack) * b.slope[2] - (back ? 0 : c->way);
    s->high[2] = p.t + (radius + c->slack) * b.slope[2];
    return 1;
}

COLLIDE_I_STATIC int collide_i_screen_balls(const collide_i_screen *c)
{
    const collide_i_screen_side *a = &c->side[0], *b = &c->side[1];
    const collide_vec3 ca = collide_i_side_point(c, a, a->mesh->sphere),
                       cb = collide_i_side_point(c, b, b->mesh->sphere);
    const collide_real ra = a->mesh->sphere_radius * c->scale, rb = b->mesh->sphere_radius * c->scale;
    collide_i_span sa, sb;
    int turns;
    (void)collide_i_ball_span(c, 1, cb, rb, 0, &sb);
    for (turns = -2; turns <= 2; turns++) {
        if (turns && !(c->angle > 0)) continue;
        (void)collide_i_ball_span(c, 0, ca, ra, turns, &sa);
        if (collide_i_span_meet(&sa, &sb)) return 1;
    }
    return 0;
}

/* ---- one look at the screen ---- */

/* A growing array of strips and their spans. */
COLLIDE_I_STATIC int collide_i_side_strips(collide_i_screen *c, collide_i_screen_side *s, const collide_i_span *other)
{
    int i, grown;
    s->strip_count = 0;
    for (i = 0; i < s->edge_count; i++) {
        if (collide_i_mesh_edges(s->mesh)[s->edges[i]].flags & COLLIDE_EDGE_FLAT) continue; /* no edge at all */
        if (s->strip_count + COLLIDE_I_STRIPS > s->strip_room) {
            collide_i_strip *strips;
            collide_i_span *spans;
            grown = 2 * s->strip_room + s->edge_count + COLLIDE_I_STRIPS;
            strips = (collide_i_strip *)collide_i_scratch_take(c->scratch, (size_t)grown, sizeof *strips);
            spans = (collide_i_span *)collide_i_scratch_take(c->scratch, (size_t)grown, sizeof *spans);
            if (!strips || !spans) return 0;
            if (s->strip_count > 0) {
                memcpy(strips, s->strips, (size_t)s->strip_count * sizeof *strips);
                memcpy(spans, s->strip_spans, (size_t)s->strip_count * sizeof *spans);
            }
            s->strips = strips;
            s->strip_spans = spans;
            s->strip_room = grown;
        }
        s->strip_count += collide_i_edge_records(c, s, s->edges[i], other, s->strips + s->strip_count,
                                                 s->strip_spans + s->strip_count);
    }
    c->records += s->strip_count;
    collide_i_span_none(&s->drawn);
    for (i = 0; i < s->strip_count; i++) collide_i_span_join(&s->drawn, &s->strip_spans[i]);
    return 1;
}

/* The faces of a side that something of the other may touch, in buckets; `kept` says which they are. */
COLLIDE_I_STATIC int collide_i_side_buckets(collide_i_screen *c, const collide_i_screen_side *s,
                                            const collide_i_span *other, collide_i_buckets *b, int **kept)
{
    const int room = s->back ? 5 : 0;
    collide_i_span *spans = (collide_i_span *)collide_i_screen_room(c, room, (size_t)s->face_count, sizeof *spans);
    int i, n = 0;
    *kept = (int *)collide_i_screen_room(c, room + 1, (size_t)s->face_count, sizeof **kept);
    if (!spans || !*kept) return 0;
    for (i = 0; i < s->face_count; i++) {
        if (!collide_i_span_meet(&s->boxes[i], other)) continue;
        if (!s->open && !(c->margin > 0) && !collide_i_face_faces(c, s, s->faces[i], COLLIDE_I_SCREEN_SLACK)) continue;
        spans[n] = s->boxes[i];
        (*kept)[n++] = i;
    }
    return collide_i_buckets_make(c, room + 2, b, spans, n);
}

/* Step six: the strips of A against those of B. */
COLLIDE_I_APART int collide_i_meet_edges(collide_i_screen *c, const collide_i_buckets *strips, int *list)
{
    const collide_i_screen_side *a = &c->side[0], *b = &c->side[1];
    int i, j, n;
    for (i = 0; i < a->strip_count; i++) {
        n = collide_i_buckets_ask(strips, &a->strip_spans[i], list);
        for (j = 0; j < n; j++)
            if (!collide_i_try_strips(c, &a->strips[i], &b->strips[list[j]])) return 0;
    }
    return 1;
}

/* Steps three to six, with A as many turns further as its spots are. */
COLLIDE_I_STATIC int collide_i_screen_pass(collide_i_screen *c)
{
    collide_i_screen_side *a = &c->side[0], *b = &c->side[1];
    collide_i_buckets faces[2], strips;
    int *kept[2], *list, room;
    if (!collide_i_span_meet(&a->all, &b->all)) return 1;
    if (!collide_i_side_buckets(c, a, &b->all, &faces[0], &kept[0]) ||
        !collide_i_side_buckets(c, b, &a->all, &faces[1], &kept[1]) || !collide_i_side_strips(c, a, &b->all) ||
        !collide_i_side_strips(c, b, &a->drawn) ||
        !collide_i_buckets_make(c, 10, &strips, b->strip_spans, b->strip_count))
        return 0;
    room = a->face_count > b->face_count ? a->face_count : b->face_count;
    room = room > b->strip_count ? room : b->strip_count;
    list = (int *)collide_i_screen_room(c, 13, (size_t)room + 4, sizeof *list);
    if (!list) return 0;
    if (!collide_i_meet_vertices(c, 0, &faces[1], kept[1], list) ||
        !collide_i_meet_vertices(c, 1, &faces[0], kept[0], list))
        return 0;
    return collide_i_meet_edges(c, &strips, list);
}

/* Everything of a mesh. */
COLLIDE_I_STATIC int collide_i_side_whole(collide_i_screen *c, collide_i_screen_side *s)
{
    const collide_mesh *m = s->mesh;
    int i;
    s->face_count = m->face_count;
    s->edge_count = m->edge_count;
    s->vertex_count = m->vertex_count;
    s->faces = (int *)collide_i_scratch_take(c->scratch, (size_t)m->face_count, sizeof(int));
    s->edges = (int *)collide_i_scratch_take(c->scratch, (size_t)m->edge_count, sizeof(int));
    s->vertices = (int *)collide_i_scratch_take(c->scratch, (size_t)m->vertex_count, sizeof(int));
    if (!s->faces || !s->edges || !s->vertices) return 0;
    for (i = 0; i < m->face_count; i++) s->faces[i] = i;
    for (i = 0; i < m->edge_count; i++) s->edges[i] = i;
    for (i = 0; i < m->vertex_count; i++) s->vertices[i] = i;
    return 1;
}

COLLIDE_I_STATIC int collide_i_side_ready(collide_i_screen *c, collide_i_screen_side *s)
{
    s->spots = (collide_i_spot *)collide_i_scratch_take(c->scratch, (size_t)s->mesh->vertex_count, sizeof *s->spots);
    s->boxes = (collide_i_span *)collide_i_scratch_take(c->scratch, (size_t)s->face_count, sizeof *s->boxes);
    if (!s->spots || !s->boxes) return 0;
    s->strip_room = 0;
    collide_i_side_project(c, s, 0);
    collide_i_side_boxes(c, s);
    return 1;
}

/* ---- large meshes: only what the trees let meet ----

   Both trees are gone down together, two branches at a time, as long as the balls around them may meet (section 9's
   test, for nodes). That marks faces; with all their edges and vertices they are what the screen gets to see. Where
   most of everything is close, that is given up, since looking at all is then cheaper. */

typedef struct {
    const collide_tree *tree;
    collide_i_span *spans; /* of all children of all nodes, four by four, */
    unsigned char *known;  /* where known */
    unsigned char *marks;  /* of faces */
    collide_i_span whole;
} collide_i_branch;

typedef struct {
    int a, b;       /* nodes, or ~face */
    int at_a, at_b; /* which spans are theirs, or -1: the whole */
} collide_i_branch_pair;

/* How far rho, h and T of four boxes reach from those of their middles: along the gradients, which the derivatives
   given with collide_i_screen_bound are, by the boxes' half widths, and as much more as the flow bends; no further than
   those of the balls around them. What is `lost` is too close to the axis to say. */
COLLIDE_I_INLINE void collide_i_branch_reach(const collide_i_screen *c, const collide_i_screen_side *s,
                                             const collide_i_spots *p, const collide_i_lanes wide[3], collide_real grow,
                                             collide_i_lanes reach[3])
{
    const collide_i_lanes one = collide_i_lanes_splat(1), half = collide_i_lanes_splat(COLLIDE_R(0.5));
    const collide_i_lanes bend = collide_i_lanes_splat(c->bend), cw = collide_i_lanes_splat(c->cw);
    const collide_i_lanes cg = collide_i_lanes_splat(c->cg), g = collide_i_lanes_abs(cg);
    const collide_i_lanes r2 = collide_i_lanes_along(
        collide_i_lanes_along(collide_i_lanes_mul(wide[0], wide[0]), wide[1], wide[1]), wide[2], wide[2]);
    const collide_i_lanes more = collide_i_lanes_splat(grow),
                          size = collide_i_lanes_add(collide_i_lanes_sqrt(r2), more);
    collide_i_lanes least = collide_i_lanes_sub(p->q, collide_i_lanes_mul(bend, size)), lost, k, u, eta, hr, tr, q, v;
    collide_i_lanes sine, cosine, x, z, h, t, slope[3], bow[3];
    const collide_vec3 *axis[3];
    int i;
    lost = collide_i_lanes_less(least, collide_i_lanes_mul(bend, size));
    least = collide_i_lanes_select(lost, one, least);
    /* bounds over the ball */
    u = collide_i_lanes_mul(least, cw);
    u = collide_i_lanes_div(one, collide_i_lanes_sqrt(collide_i_lanes_along(collide_i_lanes_mul(g, g), u, u)));
    k = collide_i_lanes_mul(collide_i_lanes_div(size, least), collide_i_lanes_splat(COLLIDE_I_PI / 2));
    eta = collide_i_lanes_mul(collide_i_lanes_add(collide_i_lanes_abs(p->y), size), cw);
    eta = collide_i_lanes_along(eta, collide_i_lanes_add(collide_i_lanes_abs(p->a), k), g);
    eta = collide_i_lanes_mul(collide_i_lanes_mul(eta, bend), collide_i_lanes_mul(collide_i_lanes_mul(g, u), u));
    hr = collide_i_lanes_mul(eta, collide_i_lanes_mul(g, u));
    tr = collide_i_lanes_mul(collide_i_lanes_add(eta, eta), u);
    k = collide_i_lanes_mul(collide_i_lanes_div(bend, least), collide_i_lanes_mul(r2, half));
    slope[0] = one;
    slope[1] = collide_i_lanes_add(one, hr);
    slope[2] = collide_i_lanes_add(u, tr);
    bow[0] = k;
    bow[1] = collide_i_lanes_mul(
        k, collide_i_lanes_along(collide_i_lanes_min(collide_i_lanes_mul(g, u), half), hr, collide_i_lanes_splat(3)));
    bow[2] = collide_i_lanes_mul(k, collide_i_lanes_along(u, tr, collide_i_lanes_splat(3)));
    /* gradients in the middle */
    q = collide_i_lanes_select(lost, one, p->q);
    x = collide_i_lanes_div(collide_i_lanes_mul(bend, p->x), q);
    z = collide_i_lanes_div(collide_i_lanes_along(collide_i_lanes_splat(c->lift), bend, p->z), q);
    v = collide_i_lanes_mul(q, cw);
    v = collide_i_lanes_div(one, collide_i_lanes_sqrt(collide_i_lanes_along(collide_i_lanes_mul(g, g), v, v)));
    sine = collide_i_lanes_mul(cg, v);
    cosine = collide_i_lanes_mul(collide_i_lanes_mul(q, cw), v);
    h = collide_i_lanes_div(collide_i_lanes_mul(collide_i_lanes_mul(bend, p->h), sine), q);
    t = collide_i_lanes_mul(collide_i_lanes_mul(h, cosine), collide_i_lanes_mul(v, collide_i_lanes_splat(-2)));
    h = collide_i_lanes_mul(h, sine);
    axis[0] = &s->turn.x;
    axis[1] = &s->turn.y;
    axis[2] = &s->turn.z;
    for (i = 0; i < 3; i++) reach[i] = collide_i_lanes_along(bow[i], more, slope[i]);
    for (i = 0; i < 3; i++) {
        const collide_i_lanes ax = collide_i_lanes_splat(axis[i]->x), ay = collide_i_lanes_splat(axis[i]->y);
        const collide_i_lanes az = collide_i_lanes_splat(axis[i]->z);
        const collide_i_lanes out = collide_i_lanes_along(collide_i_lanes_mul(x, ax), z, az);
        const collide_i_lanes on = collide_i_lanes_sub(collide_i_lanes_mul(z, ax), collide_i_lanes_mul(x, az));
        const collide_i_lanes across =
            collide_i_lanes_sub(collide_i_lanes_mul(cosine, ay), collide_i_lanes_mul(sine, on));
        const collide_i_lanes along =
            collide_i_lanes_mul(v, collide_i_lanes_along(collide_i_lanes_mul(sine, ay), cosine, on));
        reach[0] = collide_i_lanes_along(reach[0], wide[i], collide_i_lanes_abs(out));
        reach[1] = collide_i_lanes_along(reach[1], wide[i], collide_i_lanes_abs(collide_i_lanes_along(across, h, out)));
        reach[2] = collide_i_lanes_along(reach[2], wide[i], collide_i_lanes_abs(collide_i_lanes_along(along, t, out)));
    }
    for (i = 0; i < 3; i++) {
        reach[i] = collide_i_lanes_min(reach[i], collide_i_lanes_mul(size, slope[i]));
        reach[i] = collide_i_lanes_select(lost, i ? collide_i_lanes_splat(COLLIDE_I_ALL) : size, reach[i]);
    }
}

/* The spans of the four children of a node; rows of lanes. */
COLLIDE_I_STATIC void collide_i_branch_look(const collide_i_screen *c, const collide_i_screen_side *s,
                                            collide_i_branch *t, int node, int turns)
{
    const collide_i_node *n = collide_i_tree_nodes(t->tree) + node;
    const collide_i_lanes half = collide_i_lanes_splat(COLLIDE_R(0.5));
    collide_real *out = t->spans[4 * node].low; /* 24 numbers: low and high of rho, h, T, four of each */
    collide_i_lanes wide[3], reach[3], *at[3];
    collide_i_spots p;
    int k;
    if (t->known[node]) return;
    t->known[node] = 1;
    at[0] = &p.x;
    at[1] = &p.y;
    at[2] = &p.z;
    for (k = 0; k < 3; k++) {
        const collide_i_lanes low = collide_i_lanes_load(n->lower[k]);
        wide[k] = collide_i_lanes_mul(collide_i_lanes_sub(collide_i_lanes_load(n->upper[k]), low), half);
        *at[k] = collide_i_lanes_add(low, wide[k]);
        wide[k] = collide_i_lanes_mul(wide[k], collide_i_lanes_splat(c->scale));
    }
    collide_i_spots_place(c, s, &p);
    collide_i_spots_project(c, &p);
    if (turns) {
        p.a = collide_i_lanes_add(p.a, collide_i_lanes_splat(2 * COLLIDE_I_PI * c->radius * (collide_real)turns));
        collide_i_spots_screen(c, &p);
    }
    collide_i_branch_reach(c, s, &p, wide, c->slack + (s->back ? 0 : c->margin), reach);
    collide_i_lanes_store(out, collide_i_lanes_sub(p.r, reach[0]));
    collide_i_lanes_store(out + 4, collide_i_lanes_add(p.r, reach[0]));
    collide_i_lanes_store(out + 8, collide_i_lanes_sub(p.h, reach[1]));
    collide_i_lanes_store(out + 12, collide_i_lanes_add(p.h, reach[1]));
    collide_i_lanes_store(
        out + 16, collide_i_lanes_sub(collide_i_lanes_sub(p.t, reach[2]), collide_i_lanes_splat(s->back ? 0 : c->way)));
    collide_i_lanes_store(out + 20, collide_i_lanes_add(p.t, reach[2]));
}

/* One of them. */
COLLIDE_I_INLINE collide_i_span collide_i_branch_span(const collide_i_branch *t, int at)
{
    collide_i_span s = t->whole;
    int k;
    if (at >= 0)
        for (k = 0; k < 3; k++) {
            const collide_real *row = (const collide_real *)(const void *)(t->spans + (at & ~3)) + 8 * k + (at & 3);
            s.low[k] = row[0];
            s.high[k] = row[4];
        }
    return s;
}

COLLIDE_I_STATIC int collide_i_branch_begin(collide_i_screen *c, const collide_i_screen_side *s, collide_i_branch *t)
{
    const size_t nodes = (size_t)collide_mesh_tree(s->mesh)->node_count;
    t->tree = collide_mesh_tree(s->mesh);
    t->spans = (collide_i_span *)collide_i_scratch_take(c->scratch, 4 * nodes, sizeof *t->spans);
    t->known = (unsigned char *)collide_i_scratch_take(c->scratch, nodes, 1);
    t->marks = (unsigned char *)collide_i_scratch_take(c->scratch, (size_t)s->mesh->face_count, 1);
    if (!t->spans || !t->known || !t->marks) return 0;
    memset(t->marks, 0, (size_t)s->mesh->face_count);
    return 1;
}

enum { COLLIDE_I_BRANCH_STACK = 32 * 2 * COLLIDE_TREE_DEPTH };

/* Marks what may meet; 0 where it became too much. t[k].tree is NULL for a side that is looked at whole. */
COLLIDE_I_STATIC int collide_i_branches_meet(const collide_i_screen *c, collide_i_branch t[2], int turns,
                                             collide_i_branch_pair *stack, int *budget)
{
    int top = 0, k, i, j;
    for (k = 0; k < 2; k++)
        if (t[k].tree) memset(t[k].known, 0, (size_t)t[k].tree->node_count);
    stack[top].a = stack[top].b = 0;
    stack[top].at_a = stack[top].at_b = -1;
    top++;
    while (top > 0) {
        const collide_i_branch_pair p = stack[--top];
        const int open_a = t[0].tree && p.a >= 0, open_b = t[1].tree && p.b >= 0;
        if (!open_a && !open_b) {
            if (t[0].tree) t[0].marks[~p.a] = 1;
            if (t[1].tree) t[1].marks[~p.b] = 1;
            continue;
        }
        if (open_a) collide_i_branch_look(c, &c->side[0], &t[0], p.a, turns);
        if (open_b) collide_i_branch_look(c, &c->side[1], &t[1], p.b, 0);
        if (--*budget < 0 || top + 16 > COLLIDE_I_BRANCH_STACK) return 0;
        for (i = 0; i < (open_a ? 4 : 1); i++) {
            const int at_a = open_a ? 4 * p.a + i : p.at_a;
            const int child_a = open_a ? collide_i_tree_nodes(t[0].tree)[p.a].child[i] : p.a;
            const collide_i_span sa = collide_i_branch_span(&t[0], at_a), sb = collide_i_branch_span(&t[1], p.at_b);
            collide_i_wide_span wide;
            unsigned hits;
            if (child_a == COLLIDE_I_NO_CHILD || !collide_i_span_meet(&sa, &sb)) continue;
            wide = collide_i_span_splat(&sa);
            hits = open_b ? collide_i_span_test(&wide, t[1].spans[4 * p.b].low, 4) : 1;
            for (; hits; hits &= hits - 1) {
                j = collide_i_lowest_bit(hits);
                stack[top].a = child_a;
                stack[top].at_a = at_a;
                stack[top].b = open_b ? collide_i_tree_nodes(t[1].tree)[p.b].child[j] : p.b;
                stack[top].at_b = open_b ? 4 * p.b + j : p.at_b;
                if (stack[top].b != COLLIDE_I_NO_CHILD) top++;
            }
        }
    }
    return 1;
}

/* The first mark from i on, or count; most often there are few. */
COLLIDE_I_INLINE int collide_i_next_mark(const unsigned char *marks, int i, int count)
{
    const void *at = memchr(marks + i, 1, (size_t)(count - i));
    return at ? (int)((const unsigned char *)at - marks) : count;
}

/* The marked faces, their edges and their vertices. */
COLLIDE_I_STATIC int collide_i_side_part(collide_i_screen *c, collide_i_screen_side *s, const unsigned char *marks)
{
    const collide_mesh *m = s->mesh;
    const int *first = collide_i_mesh_first(m);
    unsigned char *seen;
    int i, k, corners = 0;
    for (s->face_count = 0, i = 0; (i = collide_i_next_mark(marks, i, m->face_count)) < m->face_count; i++) {
        s->face_count++;
        corners += first[i + 1] - first[i];
    }
    s->faces = (int *)collide_i_scratch_take(c->scratch, (size_t)s->face_count, sizeof(int));
    s->edges = (int *)collide_i_scratch_take(c->scratch, (size_t)corners, sizeof(int));
    s->vertices = (int *)collide_i_scratch_take(c->scratch, (size_t)corners, sizeof(int));
    seen = (unsigned char *)collide_i_scratch_take(c->scratch, (size_t)m->edge_count + (size_t)m->vertex_count, 1);
    if (!s->faces || !s->edges || !s->vertices || !seen) return 0;
    memset(seen, 0, (size_t)m->edge_count + (size_t)m->vertex_count);
    s->face_count = s->edge_count = s->vertex_count = 0;
    for (i = 0; (i = collide_i_next_mark(marks, i, m->face_count)) < m->face_count; i++) {
        s->faces[s->face_count++] = i;
        for (k = first[i]; k < first[i + 1]; k++) {
            const int e = COLLIDE_I_MESH_ARRAY(int, m, corner_edges)[k], v = collide_i_mesh_corners(m)[k];
            if (!seen[e]) s->edges[s->edge_count++] = e;
            if (!seen[m->edge_count + v]) s->vertices[s->vertex_count++] = v;
            seen[e] = seen[m->edge_count + v] = 1;
        }
    }
    return 1;
}

COLLIDE_I_STATIC int collide_i_side_large(const collide_i_screen_side *s)
{
    return s->mesh->face_count > COLLIDE_I_ALL_FACES && collide_mesh_tree(s->mesh) != NULL;
}

/* Chooses what of large meshes is looked at. */
COLLIDE_I_STATIC int collide_i_screen_choose(collide_i_screen *c)
{
    collide_i_branch t[2];
    collide_i_branch_pair *stack =
        (collide_i_branch_pair *)collide_i_scratch_take(c->scratch, COLLIDE_I_BRANCH_STACK, sizeof *stack);
    int k, turns, budget = 256, all = 0;
    memset(t, 0, sizeof t);
    if (!stack) return 0;
    for (k = 0; k < 2; k++) {
        collide_i_screen_side *s = &c->side[k];
        if (!collide_i_side_large(s)) {
            if (!collide_i_side_whole(c, s) || !collide_i_side_ready(c, s)) return 0;
        } else if (!collide_i_branch_begin(c, s, &t[k])) {
            return 0;
        } else {
            budget += s->mesh->face_count / 2;
        }
    }
    for (turns = -2; turns <= 2 && !all; turns++) {
        if (turns && !(c->angle > 0)) continue;
        for (k = 0; k < 2; k++) {
            const collide_i_screen_side *s = &c->side[k];
            (void)collide_i_ball_span(c, k, collide_i_side_point(c, s, s->mesh->sphere),
                                      s->mesh->sphere_radius * c->scale, k ? 0 : turns, &t[k].whole);
            if (!t[k].tree && !(k == 0 && turns)) t[k].whole = s->all;
        }
        if (!collide_i_span_meet(&t[0].whole, &t[1].whole)) continue;
        all = !collide_i_branches_meet(c, t, turns, stack, &budget);
    }
    for (k = 0; k < 2; k++) {
        if (!t[k].tree) continue;
        if (!(all ? collide_i_side_whole(c, &c->side[k]) : collide_i_side_part(c, &c->side[k], t[k].marks))) return 0;
        if (!collide_i_side_ready(c, &c->side[k])) return 0;
    }
    return 1;
}

/* The length of short edges: the harmonic mean of up to 32 of them. */
COLLIDE_I_STATIC collide_real collide_i_short_edge(const collide_mesh *m)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    const int step = m->edge_count / 32 + 1;
    collide_real sum = 0;
    int i, n = 0;
    for (i = 0; i < m->edge_count; i += step, n++) {
        const collide_edge *e = collide_i_mesh_edges(m) + i;
        const collide_vec3 d = collide_i_sub(p[e->vertex[1]], p[e->vertex[0]]);
        const collide_real l = collide_i_max(collide_i_extent(d), m->sphere_radius * COLLIDE_I_SCREEN_SLACK);
        sum += m->sphere_radius / l;
    }
    return sum > 0 ? m->sphere_radius * (collide_real)n / sum : m->sphere_radius;
}

COLLIDE_I_STATIC void collide_i_screen_pixel(collide_i_screen *c)
{
    if (!(c->pixel > 0))
        c->pixel = collide_i_min(collide_i_short_edge(c->side[0].mesh), collide_i_short_edge(c->side[1].mesh)) / 12;
    c->pixel = collide_i_max(c->pixel * c->scale, c->slack);
    /* what is further out than the reference goes faster: a pixel's way there */
    c->tick = c->tick > 0 ? c->tick * c->way : c->pixel / (1 + c->bend * c->reach);
    c->tick = collide_i_max(c->tick, c->slack);
    c->stout = c->flags & COLLIDE_SCREEN_RASTER_ONLY ? 0 : COLLIDE_R(0.125); /* settling needs no thinner strips */
}

/* Draws A so many turns further (section 8), if anything of it could be met there. */
COLLIDE_I_STATIC int collide_i_screen_doppel(collide_i_screen *c, int turns)
{
    collide_i_screen_side *a = &c->side[0], *b = &c->side[1];
    const collide_real shift = 2 * COLLIDE_I_PI * c->radius * (collide_real)(turns - c->turns);
    const collide_real slack = c->slack + c->margin;
    if (!turns || !(c->angle > 0) || a->arc[0] + shift > b->arc[1] + c->angle * c->radius + slack ||
        a->arc[1] + shift < b->arc[0] - slack)
        return 0;
    c->turns = turns;
    collide_i_side_project(c, a, turns);
    collide_i_side_boxes(c, a);
    return 1;
}

COLLIDE_I_APART int collide_i_screen_look(collide_i_screen *c)
{
    collide_i_screen_side *a = &c->side[0], *b = &c->side[1];
    int turns;
    collide_i_screen_pixel(c);
    if (collide_i_side_large(a) || collide_i_side_large(b)) {
        if (!collide_i_screen_choose(c)) return 0;
    } else if (!collide_i_side_whole(c, a) || !collide_i_side_whole(c, b) || !collide_i_side_ready(c, a) ||
               !collide_i_side_ready(c, b)) {
        return 0;
    }
    if (!collide_i_screen_pass(c)) return 0;
    for (turns = -2; turns <= 2; turns++)
        if (collide_i_screen_doppel(c, turns) && !collide_i_screen_pass(c)) return 0;
    return 1;
}

/* ---- the list ---- */

enum { COLLIDE_I_BY_FEATURES, COLLIDE_I_BY_VERTEX, COLLIDE_I_BY_TIME };

/* Which of the two comes first? By features: kind, features, time. By vertex: kind, the vertex, time. */
COLLIDE_I_STATIC int collide_i_touching_before(const collide_i_touching *x, const collide_i_touching *y, int by)
{
    const int k = x->kind == COLLIDE_FV, f = by == COLLIDE_I_BY_VERTEX ? k : 0;
    if (by == COLLIDE_I_BY_TIME && (x->time < y->time || y->time < x->time)) return x->time < y->time;
    if (x->kind != y->kind) return x->kind < y->kind;
    if (x->feature[f] != y->feature[f]) return x->feature[f] < y->feature[f];
    if (by != COLLIDE_I_BY_VERTEX && x->feature[1] != y->feature[1]) return x->feature[1] < y->feature[1];
    if (x->time < y->time || y->time < x->time) return x->time < y->time;
    return x->feature[1 - f] < y->feature[1 - f];
}

COLLIDE_I_STATIC void collide_i_touching_sort(const collide_i_touching *list, int *items, int count, int by)
{
    int start = count / 2, end = count;
    while (end > 1) { /* heap sort */
        int item, at, child;
        if (start > 0) {
            item = items[--start];
        } else {
            item = items[--end];
            items[end] = items[0];
        }
        for (at = start; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && collide_i_touching_before(&list[items[child]], &list[items[child + 1]], by)) child++;
            if (!collide_i_touching_before(&list[item], &list[items[child]], by)) break;
            items[at] = items[child];
        }
        items[at] = item;
    }
}

/* Do both happen at once, as far as the numbers tell? */
COLLIDE_I_INLINE int collide_i_at_once(const collide_i_screen *c, const collide_i_touching *x,
                                       const collide_i_touching *y)
{
    const collide_real gap = collide_i_abs(x->time - y->time);
    return gap <= 4 * COLLIDE_I_EPSILON || gap * collide_i_min(x->speed, y->speed) <= 4 * c->exact;
}

/* The first of the sorted list, of this kind and vertex, that happens at the same time as t; or -1. */
COLLIDE_I_STATIC int collide_i_same_vertex(const collide_i_screen *c, const collide_i_touching *list, const int *order,
                                           int count, int kind, int vertex, const collide_i_touching *t)
{
    const int k = kind == COLLIDE_FV;
    int low = 0, high = count;
    while (low < high) {
        const int mid = low + (high - low) / 2;
        const collide_i_touching *x = &list[order[mid]];
        if (x->kind < kind || (x->kind == kind && x->feature[k] < vertex))
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < count && list[order[low]].kind == kind && list[order[low]].feature[k] == vertex; low++)
        if (collide_i_at_once(c, &list[order[low]], t)) return order[low];
    return -1;
}

/* Keeps of what is the same: one of each pair of features and time; of a vertex that meets several faces at once, on
   their common border, the most proper. Drops what is in no order of `order` any more; returns how many are left. */
COLLIDE_I_STATIC int collide_i_merge(const collide_i_screen *c, const collide_i_touching *list, int *order, int count,
                                     int by)
{
    int i, n = 0;
    collide_i_touching_sort(list, order, count, by);
    for (i = 0; i < count; i++) {
        const collide_i_touching *x = &list[order[i]], *last = n ? &list[order[n - 1]] : NULL;
        const int k = x->kind == COLLIDE_FV;
        int same = last && last->kind == x->kind && collide_i_at_once(c, last, x);
        if (by == COLLIDE_I_BY_FEATURES)
            same = same && last->feature[0] == x->feature[0] && last->feature[1] == x->feature[1];
        else
            same = same && x->kind != COLLIDE_EE && last->feature[k] == x->feature[k] && x->rim && last->rim;
        if (!same)
            order[n++] = order[i];
        else if (x->distance < last->distance || (x->properness > last->properness && !(x->distance > last->distance)))
            order[n - 1] = order[i];
    }
    return n;
}

/* Resolves what meets at a vertex (section 5): an edge's end against an edge is a vertex against a face, of two
   vertices that meet the more proper one stays. */
COLLIDE_I_STATIC int collide_i_resolve(const collide_i_screen *c, collide_i_touching *list, int *order, int count)
{
    int i, k, n = 0, other;
    for (i = 0; i < count; i++) {
        collide_i_touching *x = &list[order[i]];
        for (k = 0; k < 2 && x->rim && x->distance <= 0; k++) {
            const int kind = k ? COLLIDE_FV : COLLIDE_VF;
            if (x->corner[k] < 0 || kind == x->kind) continue;
            other = collide_i_same_vertex(c, list, order, count, kind, x->corner[k], x);
            if (other < 0 || list[other].distance > 0) continue;
            if (x->kind == COLLIDE_EE || x->properness < list[other].properness ||
                (x->kind == COLLIDE_FV && !(x->properness > list[other].properness)))
                x->rim = 2; /* goes */
        }
    }
    for (i = 0; i < count; i++)
        if (list[order[i]].rim < 2) order[n++] = order[i];
    return n;
}

/* Edges through the end of one another that no face took over: one of each bundle. */
COLLIDE_I_STATIC int collide_i_bundle(const collide_i_screen *c, collide_i_touching *list, int *order, int count)
{
    int i, j, n = 0;
    for (i = 0; i < count; i++) {
        const collide_i_touching *x = &list[order[i]];
        int same = 0;
        for (j = n - 1;
             j >= 0 && x->kind == COLLIDE_EE && x->rim && x->time - list[order[j]].time <= COLLIDE_I_SCREEN_SLACK;
             j--) {
            const collide_i_touching *y = &list[order[j]];
            if (y->kind != COLLIDE_EE || !y->rim || !collide_i_at_once(c, x, y)) continue;
            same = (x->corner[0] >= 0 ? x->corner[0] == y->corner[0] : x->feature[0] == y->feature[0]) &&
                   (x->corner[1] >= 0 ? x->corner[1] == y->corner[1] : x->feature[1] == y->feature[1]);
            if (!same) continue;
            if (x->properness > y->properness) order[j] = order[i];
            break;
        }
        if (!same) order[n++] = order[i];
    }
    return n;
}

COLLIDE_I_STATIC void collide_i_collision_set(const collide_i_screen *c, const collide_i_touching *t,
                                              collide_collision *out)
{
    const int a = c->swapped;
    collide_vec3 n = t->normal;
    if (a) {
        const collide_i_sines s = collide_i_screen_sines(c, t->time);
        n = collide_i_screen_turn_back(&s, collide_i_negate(n));
    }
    memset(out, 0, sizeof *out);
    out->kind = t->kind == COLLIDE_EE || !a ? t->kind : COLLIDE_VF + COLLIDE_FV - t->kind;
    out->feature_a = t->feature[a];
    out->feature_b = t->feature[1 - a];
    out->time = t->time;
    out->properness = t->properness;
    out->distance = t->distance * c->unit;
    out->point_a = collide_i_side_local(c, &c->side[a], t->point[a]);
    out->point_b = collide_i_side_local(c, &c->side[1 - a], t->point[1 - a]);
    if (out->kind == COLLIDE_VF) out->point_a = collide_i_mesh_vertices(c->side[a].mesh)[out->feature_a];
    if (out->kind == COLLIDE_FV) out->point_b = collide_i_mesh_vertices(c->side[1 - a].mesh)[out->feature_b];
    out->normal = collide_i_turn_back(&c->side[a].turn, n);
}

COLLIDE_I_APART int collide_i_screen_list(collide_i_screen *c, collide_collision *out, int capacity)
{
    collide_i_touching *list;
    struct collide_i_found *block = c->found;
    int *order, count = c->found_count, i;
    if (count == 0) return 0;
    list = (collide_i_touching *)collide_i_scratch_take(c->scratch, (size_t)count, sizeof *list);
    order = (int *)collide_i_scratch_take(c->scratch, (size_t)count, sizeof *order);
    if (!list || !order) return COLLIDE_ERROR_MEMORY;
    for (i = count; i > 0 && block; block = block->before) {
        const int n = (i - 1) % COLLIDE_I_FOUND_BLOCK + 1;
        i -= n;
        memcpy(list + i, block->list, (size_t)n * sizeof *list);
    }
    for (i = 0; i < count; i++) order[i] = i;
    count = collide_i_merge(c, list, order, count, COLLIDE_I_BY_FEATURES);
    count = collide_i_merge(c, list, order, count, COLLIDE_I_BY_VERTEX);
    count = collide_i_resolve(c, list, order, count);
    collide_i_touching_sort(list, order, count, COLLIDE_I_BY_TIME);
    count = collide_i_bundle(c, list, order, count);
    collide_i_touching_sort(list, order, count, COLLIDE_I_BY_TIME); /* one of a bundle may be a rounding later */
    for (i = 0; i < count && i < capacity; i++) collide_i_collision_set(c, &list[order[i]], &out[i]);
    return count;
}

/* ---- the door ---- */

COLLIDE_I_APART collide_result collide_i_screen_open(collide_i_screen *c, const collide_mesh *a, collide_pose a0,
                                                     collide_pose a1, const collide_mesh *b, collide_pose b0,
                                                     collide_pose b1, const collide_screen_desc *desc,
                                                     collide_scratch *scratch)
{
    collide_screen_desc d;
    collide_pose pa[2], pb[2];
    const collide_pose *first, *second;
    memset(&d, 0, sizeof d);
    memset(c, 0, sizeof *c);
    if (desc) d = *desc;
    if (!a || !b || !collide_i_usable(d.resolution) || !collide_i_usable(d.time_resolution) ||
        !collide_i_usable(d.max_improper) || !collide_i_usable(d.margin) || d.resolution < 0 || d.time_resolution < 0 ||
        d.margin < 0)
        return COLLIDE_ERROR_ARGUMENT;
    if (!collide_i_pose_normalize(&a0) || !collide_i_pose_normalize(&a1) || !collide_i_pose_normalize(&b0) ||
        !collide_i_pose_normalize(&b1))
        return COLLIDE_ERROR_ARGUMENT;
    pa[0] = a0;
    pa[1] = a1;
    pb[0] = b0;
    pb[1] = b1;
    c->swapped = collide_i_screen_order(a, pa, b, pb);
    c->side[0].mesh = c->swapped ? b : a;
    c->side[1].mesh = c->swapped ? a : b;
    c->side[1].back = 1;
    c->side[0].open = !(c->side[0].mesh->flags & COLLIDE_I_MESH_CLOSED);
    c->side[1].open = !(c->side[1].mesh->flags & COLLIDE_I_MESH_CLOSED);
    first = c->swapped ? pb : pa;
    second = c->swapped ? pa : pb;
    if (!collide_i_screen_motion(c, first, second)) return COLLIDE_ERROR_ARGUMENT;
    c->scratch = scratch;
    c->flags = d.flags;
    c->margin = d.margin * c->scale;
    c->improper = d.max_improper > 0 ? collide_i_min(d.max_improper, 2) : d.max_improper < 0 ? 0 : COLLIDE_R(0.1);
    c->slack = COLLIDE_I_SCREEN_SLACK * c->reach;
    c->exact = COLLIDE_I_SCREEN_EXACT * c->reach;
    c->pixel = d.resolution;
    c->tick = d.time_resolution;
    return COLLIDE_OK;
}

/* A screen in scratch, since it is too large for the stack of a small machine. */
COLLIDE_I_STATIC collide_i_screen *collide_i_screen_take(collide_scratch **scratch, collide_scratch *own,
                                                         collide_i_mark *mark)
{
    memset(own, 0, sizeof *own);
    if (!*scratch) *scratch = own;
    *mark = collide_i_scratch_mark(*scratch);
    return (collide_i_screen *)collide_i_scratch_take(*scratch, 1, sizeof(collide_i_screen));
}

/* Gives everything back, and nothing instead of an answer that is none. */
COLLIDE_I_STATIC int collide_i_screen_close(collide_scratch *scratch, collide_scratch *own, collide_i_mark mark,
                                            int result, void *out, size_t size)
{
    if (result < 0 && size > 0) memset(out, 0, size);
    collide_i_scratch_release(scratch, mark);
    if (scratch == own) collide_scratch_free(own);
    return result;
}

COLLIDE_API int collide_screen(const collide_mesh *a, collide_pose a0, collide_pose a1, const collide_mesh *b,
                               collide_pose b0, collide_pose b1, const collide_screen_desc *desc,
                               collide_scratch *scratch, collide_collision *out, int capacity)
{
    collide_i_screen *c;
    collide_scratch own;
    collide_i_mark mark;
    int result = COLLIDE_ERROR_MEMORY;
    if (capacity < 0 || (capacity > 0 && !out)) return COLLIDE_ERROR_ARGUMENT;
    c = collide_i_screen_take(&scratch, &own, &mark);
    if (c) result = collide_i_screen_open(c, a, a0, a1, b, b0, b1, desc, scratch);
    if (result >= 0 && (c->way > 0 || c->margin > 0) && collide_i_screen_balls(c))
        result = collide_i_screen_look(c) ? collide_i_screen_list(c, out, capacity) : COLLIDE_ERROR_MEMORY;
    return collide_i_screen_close(scratch, &own, mark, result, out, (size_t)capacity * sizeof *out);
}

COLLIDE_API size_t collide_screen_scratch_size(const collide_mesh *a, const collide_mesh *b,
                                               const collide_screen_desc *desc)
{
    const size_t cuts = desc && desc->flags & COLLIDE_SCREEN_RASTER_ONLY ? COLLIDE_I_STRIPS : 5;
    const size_t stack = COLLIDE_I_BRANCH_STACK * sizeof(collide_i_branch_pair);
    const collide_mesh *mesh[2];
    size_t size = 0, edges = 0;
    int k;
    mesh[0] = a;
    mesh[1] = b;
    for (k = 0; k < 2; k++) {
        const collide_mesh *m = mesh[k];
        size_t v, e, f, nodes;
        if (!m) return 0;
        v = (size_t)m->vertex_count;
        e = (size_t)m->edge_count;
        f = (size_t)m->face_count;
        nodes = (size_t)m->node_count;
        edges += e;
        size += (v + e + f) * sizeof(int) + v * sizeof(collide_i_spot) + f * sizeof(collide_i_span);
        if (f > COLLIDE_I_ALL_FACES) size += nodes * (4 * sizeof(collide_i_span) + 1) + e + v + f + stack;
        /* strips, a few to an edge, grown by doubling; and what is in buckets, where a span is in up to six cells */
        size += (8 * cuts * e + 128) * (sizeof(collide_i_strip) + sizeof(collide_i_span));
        size += 2 * (f + cuts * e + 16) * 8 * (sizeof(collide_i_span) + 2 * sizeof(int));
        size += 64 * COLLIDE_I_ALIGN;
    }
    size += sizeof(collide_i_screen) + COLLIDE_I_ALIGN;
    return size + (edges + COLLIDE_I_FOUND_BLOCK) * (2 * sizeof(collide_i_touching) + sizeof(int) + 16);
}

COLLIDE_API int collide_screen_group(const collide_collision *list, int count, collide_real window)
{
    int n = 0;
    if (!list || count <= 0 || !collide_i_usable(window)) return 0;
    while (n < count && (n == 0 || list[n].time - list[0].time <= window)) n++;
    return n;
}

/* What of a side's strips is to be seen. */
COLLIDE_I_STATIC int collide_i_records_add(const collide_i_screen *c, const collide_i_screen_side *s, int turns,
                                           collide_screen_record *out, int capacity, int count)
{
    const collide_real time = c->way > 0 ? (c->swapped ? -1 : 1) / c->way : 0;
    int i, k;
    for (i = 0; i < s->strip_count; i++) {
        const collide_i_strip *strip = &s->strips[i];
        const collide_edge *e = collide_i_mesh_edges(s->mesh) + strip->edge;
        collide_screen_record r;
        r.body = c->swapped ? 1 - s->back : s->back;
        r.edge = strip->edge;
        r.left = s->open || collide_i_face_faces(c, s, e->face[0], 0) ? e->face[0] : -1;
        r.right = e->face[1] >= 0 && (s->open || collide_i_face_faces(c, s, e->face[1], 0)) ? e->face[1] : -1;
        r.turns = turns;
        r.thickness = collide_i_min(collide_i_max(strip->band[0], strip->band[1]), c->reach) * c->unit;
        for (k = 0; k < 2; k++) {
            r.r[k] = strip->r[k] * c->unit;
            r.h[k] = strip->h[k] * c->unit;
            r.t[k] = strip->t[k] * time;
        }
        if (r.left < 0 && r.right < 0) continue;
        if (count < capacity) out[count] = r;
        count++;
    }
    return count;
}

/* Both bodies, and A's doppels. */
COLLIDE_I_STATIC int collide_i_screen_draw(collide_i_screen *c, collide_screen_record *out, int capacity)
{
    collide_i_span all;
    int k, count = 0;
    collide_i_span_all(&all);
    c->flags |= COLLIDE_SCREEN_RASTER_ONLY; /* all strips as thin as the pixel asks for */
    collide_i_screen_pixel(c);
    for (k = 0; k < 2; k++) {
        collide_i_screen_side *s = &c->side[k];
        if (!collide_i_side_whole(c, s) || !collide_i_side_ready(c, s) || !collide_i_side_strips(c, s, &all))
            return COLLIDE_ERROR_MEMORY;
        count = collide_i_records_add(c, s, 0, out, capacity, count);
    }
    for (k = -2; k <= 2; k++) {
        if (!collide_i_screen_doppel(c, k)) continue;
        if (!collide_i_side_strips(c, &c->side[0], &c->side[1].all)) return COLLIDE_ERROR_MEMORY;
        count = collide_i_records_add(c, &c->side[0], k, out, capacity, count);
    }
    return count;
}

COLLIDE_API int collide_screen_records(const collide_mesh *a, collide_pose a0, collide_pose a1, const collide_mesh *b,
                                       collide_pose b0, collide_pose b1, const collide_screen_desc *desc,
                                       collide_scratch *scratch, collide_screen_record *out, int capacity)
{
    collide_i_screen *c;
    collide_scratch own;
    collide_i_mark mark;
    int result = COLLIDE_ERROR_MEMORY;
    if (capacity < 0 || (capacity > 0 && !out)) return COLLIDE_ERROR_ARGUMENT;
    c = collide_i_screen_take(&scratch, &own, &mark);
    if (c) result = collide_i_screen_open(c, a, a0, a1, b, b0, b1, desc, scratch);
    if (result >= 0) result = collide_i_screen_draw(c, out, capacity);
    return collide_i_screen_close(scratch, &own, mark, result, out, (size_t)capacity * sizeof *out);
}

COLLIDE_API collide_vec3 collide_screen_place(const collide_mesh *a, collide_pose a0, collide_pose a1,
                                              const collide_mesh *b, collide_pose b0, collide_pose b1,
                                              const collide_collision *collision)
{
    collide_i_screen c;
    collide_i_spot p;
    if (!collision || !collide_i_usable3(collision->point_a) ||
        collide_i_screen_open(&c, a, a0, a1, b, b0, b1, NULL, NULL) < 0)
        return collide_i_vec(0, 0, 0);
    p.at = collide_i_side_point(&c, &c.side[c.swapped], collision->point_a);
    collide_i_spot_project(&c, &p);
    return collide_i_vec(p.r * c.unit, p.h * c.unit, c.way > 0 ? (c.swapped ? -p.t : p.t) / c.way : 0);
}

#endif /* COLLIDE_NO_SCREEN */

/* ============================================================================= IMPLEMENTATION
   [NEAREST] closest features of convex meshes

   Lin and Canny's walk (I-COLLIDE 3.2), told as descent: of the current features the closest points are known, and n
   leads from the one to the other. They are closest of all if n is in the normal cone of each feature: along no edge
   out of the vertex, into no face at the edge does one get further. If it is not, that edge or that face is nearer, and
   takes the feature's place.

            vertex ---> edge      an edge out of it has a positive component along n
            edge   ---> face      one of its two faces has
            face, edge ---> edge, vertex      where the closest point lies on the rim: no step, merely a smaller name

   Each step makes the distance smaller, as measured; so no pair comes twice, and the walk ends, whatever the rounding.
   The Voronoi regions of the paper are these cones. Where it ends within reach of rounding, or behind a face, which is
   the paper's problem of 3.3, it is not the descent that is asked but all faces, or the convex query.
   ============================================================================================ */

/* Below this many roundings of the pair's size the direction between two points says nothing. */
#define COLLIDE_I_NEAR_SLACK (16 * COLLIDE_I_EPSILON)

/* Features and their closest points, in A's frame. */
typedef struct {
    int kind[2], index[2];
    collide_vec3 point[2], n; /* n: from A's to B's, better than their difference */
    collide_real square;      /* of n */
    int meet;                 /* an edge goes through a face */
} collide_i_near;

typedef struct {
    const collide_mesh *mesh[2];
    collide_i_mat3 turn; /* from B's frame to A's: x -> turn x + place */
    collide_vec3 place;
    collide_real slack; /* length */
} collide_i_couple;

COLLIDE_I_INLINE collide_vec3 collide_i_to_a(const collide_i_couple *c, collide_vec3 x)
{
    return collide_i_add(collide_i_turn(&c->turn, x), c->place);
}

COLLIDE_I_INLINE collide_vec3 collide_i_to_b(const collide_i_couple *c, collide_vec3 x)
{
    return collide_i_turn_back(&c->turn, collide_i_sub(x, c->place));
}

/* The ends of a vertex or an edge, in its mesh's frame. */
COLLIDE_I_INLINE void collide_i_feature_ends(const collide_mesh *m, int kind, int index, collide_vec3 end[2])
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    if (kind == COLLIDE_FEATURE_VERTEX) {
        end[0] = end[1] = p[index];
    } else {
        end[0] = p[collide_i_mesh_edges(m)[index].vertex[0]];
        end[1] = p[collide_i_mesh_edges(m)[index].vertex[1]];
    }
}

/* Where two segments are closest, as fractions of their lengths; points are segments, too. Parallel ones are closest
   at an end of one of them. */
COLLIDE_I_STATIC void collide_i_segments(const collide_vec3 p[2], const collide_vec3 q[2], collide_real *s,
                                         collide_real *t)
{
    const collide_vec3 d = collide_i_sub(p[1], p[0]), e = collide_i_sub(q[1], q[0]), r = collide_i_sub(p[0], q[0]);
    const collide_real dd = collide_i_dot(d, d), ee = collide_i_dot(e, e), de = collide_i_dot(d, e);
    const collide_real dr = collide_i_dot(d, r), er = collide_i_dot(e, r), area = dd * ee - de * de;
    *s = 0;
    if (area > COLLIDE_I_EPSILON * dd * ee) *s = collide_i_clamp((de * er - ee * dr) / area, 0, 1);
    *t = ee > 0 ? (de * *s + er) / ee : 0;
    if (*t >= 0 && *t <= 1 && ee > 0) return;
    *t = *t > 1 ? 1 : 0;
    *s = dd > 0 ? collide_i_clamp((de * *t - dr) / dd, 0, 1) : 0;
}

COLLIDE_I_INLINE collide_vec3 collide_i_along(const collide_vec3 p[2], collide_real s)
{
    return collide_i_add(p[0], collide_i_scale(collide_i_sub(p[1], p[0]), s));
}

/* An edge whose closest point is its end is that vertex. */
COLLIDE_I_INLINE void collide_i_near_name(collide_i_near *w, int side, const collide_mesh *m, int kind, int index,
                                          collide_real s)
{
    w->kind[side] = kind;
    w->index[side] = index;
    if (kind == COLLIDE_FEATURE_EDGE && (s <= 0 || s >= 1)) {
        w->kind[side] = COLLIDE_FEATURE_VERTEX;
        w->index[side] = collide_i_mesh_edges(m)[index].vertex[s > 0];
    }
}

/* What is left of a without its part along d. */
COLLIDE_I_INLINE collide_vec3 collide_i_apart_from(collide_vec3 a, collide_vec3 d)
{
    return collide_i_sub(a, collide_i_scale(d, collide_i_dot(a, d) / collide_i_dot(d, d)));
}

/* Vertices and edges against each other. Both pairs of ends in one frame; q is of the mesh `side`. Points and n stay in
   that frame. */
COLLIDE_I_STATIC void collide_i_near_edges(const collide_i_couple *c, int side, const int kind[2], const int index[2],
                                           const collide_vec3 p[2], const collide_vec3 q[2], collide_i_near *w)
{
    const collide_vec3 d = collide_i_sub(p[1], p[0]);
    collide_vec3 e = collide_i_sub(q[1], q[0]);
    const collide_real most = collide_i_dot(e, e);
    collide_real s, t;
    collide_i_segments(p, q, &s, &t);
    w->meet = 0;
    w->point[!side] = collide_i_along(p, s);
    w->point[side] = collide_i_along(q, t);
    w->n = collide_i_sub(w->point[1], w->point[0]);
    /* Square to the edges it stands on, beyond what the points' rounding allows: what error is left then is as if one
       mesh had been shifted by a rounding, and the walk ends where it should. */
    if (s > 0 && s < 1) {
        w->n = collide_i_apart_from(w->n, d);
        e = collide_i_apart_from(e, d);
    }
    if (t > 0 && t < 1 && collide_i_dot(e, e) > COLLIDE_I_EPSILON * most) w->n = collide_i_apart_from(w->n, e);
    w->square = collide_i_dot(w->n, w->n);
    collide_i_near_name(w, !side, c->mesh[!side], kind[!side], index[!side], s);
    collide_i_near_name(w, side, c->mesh[side], kind[side], index[side], t);
}

/* The rim of a face: how far the ends of p are inside each of its edges, times the edge's length. */
typedef struct {
    const collide_vec3 *vertex;
    const int *corner, *edge;
    int count;
    collide_plane plane;
} collide_i_rim;

COLLIDE_I_INLINE collide_i_rim collide_i_rim_of(const collide_mesh *m, int face)
{
    const int first = collide_i_mesh_first(m)[face];
    collide_i_rim r;
    r.vertex = collide_i_mesh_vertices(m);
    r.corner = collide_i_mesh_corners(m) + first;
    r.edge = COLLIDE_I_MESH_ARRAY(int, m, corner_edges) + first;
    r.count = collide_i_mesh_first(m)[face + 1] - first;
    r.plane = collide_i_mesh_planes(m)[face];
    return r;
}

COLLIDE_I_INLINE void collide_i_rim_inside(const collide_i_rim *r, int i, const collide_vec3 p[2], collide_real g[2])
{
    const collide_vec3 q = r->vertex[r->corner[i]], next = r->vertex[r->corner[i + 1 < r->count ? i + 1 : 0]];
    const collide_vec3 inward = collide_i_cross(r->plane.normal, collide_i_sub(next, q)); /* to the left */
    g[0] = collide_i_dot(inward, collide_i_sub(p[0], q));
    g[1] = collide_i_dot(inward, collide_i_sub(p[1], q));
}

/* p is beside the face: the closest of the edges that it is beyond. */
COLLIDE_I_STATIC void collide_i_near_beside(const collide_i_couple *c, int side, const int kind[2], int index[2],
                                            const collide_i_rim *r, const collide_vec3 p[2], collide_i_near *w)
{
    int i;
    w->square = -1;
    for (i = 0; i < r->count; i++) {
        collide_i_near o;
        collide_vec3 q[2];
        collide_real g[2];
        collide_i_rim_inside(r, i, p, g);
        if (g[0] >= 0 && g[1] >= 0) continue;
        index[side] = r->edge[i];
        collide_i_feature_ends(c->mesh[side], COLLIDE_FEATURE_EDGE, r->edge[i], q);
        collide_i_near_edges(c, side, kind, index, p, q, &o);
        if (w->square < 0 || o.square < w->square) *w = o;
    }
}

/* A face of the mesh `side` against a vertex or edge p of the other, in the frame of the face. */
COLLIDE_I_STATIC void collide_i_near_face(const collide_i_couple *c, int side, const int kind[2], const int index[2],
                                          const collide_vec3 p[2], collide_i_near *w)
{
    const collide_i_rim r = collide_i_rim_of(c->mesh[side], index[side]);
    const collide_real h0 = collide_i_dot(r.plane.normal, p[0]) - r.plane.offset;
    const collide_real h1 = collide_i_dot(r.plane.normal, p[1]) - r.plane.offset;
    collide_real enter = 0, leave = 1, h, u, g[2];
    int i, entered = -1, left = -1, outside = 0, on, kinds[2], indices[2];
    kinds[!side] = kind[!side];
    indices[!side] = index[!side];
    kinds[side] = COLLIDE_FEATURE_EDGE;
    for (i = 0; i < r.count; i++) { /* the part of p that is over the face */
        collide_i_rim_inside(&r, i, p, g);
        if (g[0] >= 0 && g[1] >= 0) continue;
        outside |= g[0] < 0 && g[1] < 0;
        if (outside) break;
        u = g[0] / (g[0] - g[1]);
        if (g[0] < 0 && u > enter) {
            enter = u;
            entered = i;
        } else if (g[0] >= 0 && u < leave) {
            leave = u;
            left = i;
        }
    }
    if (outside || enter > leave) {
        collide_i_near_beside(c, side, kinds, indices, &r, p, w);
        return;
    }
    h = h0 + (h1 - h0) * enter;
    u = h0 + (h1 - h0) * leave;
    w->meet = (h <= 0) != (u <= 0) && kind[!side] == COLLIDE_FEATURE_EDGE;
    if (w->meet) enter = leave = collide_i_clamp(h0 / (h0 - h1), enter, leave);
    i = collide_i_abs(u) < collide_i_abs(h); /* closest where it goes out, or where it comes in */
    on = i ? left : entered;
    u = i ? leave : enter;
    if (on >= 0 && !w->meet) {
        collide_vec3 q[2];
        indices[side] = r.edge[on];
        collide_i_feature_ends(c->mesh[side], COLLIDE_FEATURE_EDGE, r.edge[on], q);
        collide_i_near_edges(c, side, kinds, indices, p, q, w);
        return;
    }
    h = w->meet ? 0 : h0 + (h1 - h0) * u;
    collide_i_near_name(w, !side, c->mesh[!side], kind[!side], index[!side], w->meet ? COLLIDE_R(0.5) : u);
    w->kind[side] = COLLIDE_FEATURE_FACE;
    w->index[side] = index[side];
    w->point[!side] = collide_i_along(p, u);
    w->point[side] = collide_i_sub(w->point[!side], collide_i_scale(r.plane.normal, h));
    w->n = collide_i_scale(r.plane.normal, side ? -h : h);
    w->square = h * h;
}

/* The closest points of two features, and what these lie on. Faces come singly. */
COLLIDE_I_STATIC void collide_i_near_measure(const collide_i_couple *c, const int kind[2], const int index[2],
                                             collide_i_near *w)
{
    collide_vec3 p[2], q[2];
    if (kind[1] == COLLIDE_FEATURE_FACE) {
        collide_i_feature_ends(c->mesh[0], kind[0], index[0], p);
        p[0] = collide_i_to_b(c, p[0]);
        p[1] = kind[0] == COLLIDE_FEATURE_EDGE ? collide_i_to_b(c, p[1]) : p[0];
        collide_i_near_face(c, 1, kind, index, p, w);
        w->point[0] = collide_i_to_a(c, w->point[0]);
        w->point[1] = collide_i_to_a(c, w->point[1]);
        w->n = collide_i_turn(&c->turn, w->n);
        return;
    }
    collide_i_feature_ends(c->mesh[1], kind[1], index[1], q);
    q[0] = collide_i_to_a(c, q[0]);
    q[1] = kind[1] == COLLIDE_FEATURE_EDGE ? collide_i_to_a(c, q[1]) : q[0];
    if (kind[0] == COLLIDE_FEATURE_FACE) {
        collide_i_near_face(c, 0, kind, index, q, w);
    } else {
        collide_i_feature_ends(c->mesh[0], kind[0], index[0], p);
        collide_i_near_edges(c, 1, kind, index, p, q, w);
    }
}

/* The edge or face at a feature along which one gets further in direction d, by more than rounding; of several the one
   with most. 1 where there is one. */
COLLIDE_I_STATIC int collide_i_cone_leave(const collide_mesh *m, int *kind, int *index, collide_vec3 d,
                                          collide_real slack)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    const collide_edge *edges = collide_i_mesh_edges(m);
    collide_real most = slack * collide_i_extent(d);
    int i, next = -1;
    if (*kind == COLLIDE_FEATURE_VERTEX) {
        const int at = *index, start = COLLIDE_I_MESH_ARRAY(int, m, vertex_edges)[at];
        const collide_vec3 v = p[at];
        int e = start;
        for (i = 0; i < m->edge_count; i++) {
            const int end = edges[e].vertex[0] == at;
            const collide_real further = collide_i_dot(collide_i_sub(p[edges[e].vertex[end]], v), d);
            if (further > most) {
                most = further;
                next = e;
            }
            e = edges[e].wing[end ? 1 : 3];
            if (e == start) break;
        }
    } else if (*kind == COLLIDE_FEATURE_EDGE) {
        const collide_edge *e = &edges[*index];
        const collide_vec3 along = collide_i_sub(p[e->vertex[1]], p[e->vertex[0]]);
        most = COLLIDE_I_NEAR_SLACK * collide_i_extent(along) * collide_i_extent(d);
        for (i = 0; i < 2; i++) {
            const collide_vec3 inward = collide_i_cross(collide_i_mesh_planes(m)[e->face[i]].normal, along);
            const collide_real further = collide_i_dot(inward, d) * (i ? -1 : 1);
            if (further > most) {
                most = further;
                next = e->face[i];
            }
        }
    }
    if (next < 0) return 0;
    *index = next;
    (*kind)++;
    return 1;
}

/* The face of which x is furthest in front, and by how much. */
COLLIDE_I_STATIC int collide_i_front_face(const collide_mesh *m, collide_vec3 x, collide_real *most)
{
    const collide_plane *planes = collide_i_mesh_planes(m);
    int i, best = 0;
    for (i = 0; i < m->face_count; i++) {
        const collide_real h = collide_i_dot(planes[i].normal, x) - planes[i].offset;
        if (i && !(h > *most)) continue;
        *most = h;
        best = i;
    }
    return best;
}

enum { COLLIDE_I_NEAR_STEPS = 1000 };
enum { COLLIDE_I_NEAR_DONE, COLLIDE_I_NEAR_STEP, COLLIDE_I_NEAR_MEET, COLLIDE_I_NEAR_LOST };

/* The other's point is behind the face of `side`: the face that it is furthest in front of, or it is inside. */
COLLIDE_I_STATIC int collide_i_near_behind(const collide_i_couple *c, int side, collide_i_near *w)
{
    collide_i_near o;
    collide_real most = 0;
    int kind[2], index[2];
    const collide_vec3 x = side ? collide_i_to_b(c, w->point[0]) : w->point[1];
    kind[!side] = w->kind[!side];
    index[!side] = w->index[!side];
    kind[side] = COLLIDE_FEATURE_FACE;
    index[side] = collide_i_front_face(c->mesh[side], x, &most);
    if (most < -c->slack) return COLLIDE_I_NEAR_MEET;
    if (most <= c->slack) return COLLIDE_I_NEAR_LOST;
    collide_i_near_measure(c, kind, index, &o);
    if (!o.meet && !(o.square < w->square)) return COLLIDE_I_NEAR_LOST;
    *w = o;
    return o.meet ? COLLIDE_I_NEAR_MEET : COLLIDE_I_NEAR_STEP;
}

/* One step nearer. */
COLLIDE_I_STATIC int collide_i_near_step(const collide_i_couple *c, collide_i_near *w)
{
    int side;
    if (!(w->square > c->slack * c->slack)) return COLLIDE_I_NEAR_LOST;
    for (side = 0; side < 2; side++) {
        const collide_vec3 d = side ? collide_i_turn_back(&c->turn, collide_i_negate(w->n)) : w->n;
        collide_i_near o;
        int kind[2], index[2];
        kind[0] = w->kind[0];
        kind[1] = w->kind[1];
        index[0] = w->index[0];
        index[1] = w->index[1];
        if (kind[side] == COLLIDE_FEATURE_FACE) {
            if (collide_i_dot(collide_i_mesh_planes(c->mesh[side])[index[side]].normal, d) < 0)
                return collide_i_near_behind(c, side, w);
            continue;
        }
        if (!collide_i_cone_leave(c->mesh[side], &kind[side], &index[side], d, c->slack)) continue;
        if (kind[side] == COLLIDE_FEATURE_FACE && kind[!side] == COLLIDE_FEATURE_FACE) return COLLIDE_I_NEAR_LOST;
        collide_i_near_measure(c, kind, index, &o);
        if (!o.meet && !(o.square < w->square)) return COLLIDE_I_NEAR_LOST; /* a sliver whose plane is vague */
        *w = o;
        return o.meet ? COLLIDE_I_NEAR_MEET : COLLIDE_I_NEAR_STEP;
    }
    return COLLIDE_I_NEAR_DONE;
}

/* Where to begin: with what was closest last time, if such features exist; else with the furthest vertices towards
   each other's middle, which the mesh's map of directions finds at once. */
COLLIDE_I_STATIC void collide_i_near_begin(const collide_i_couple *c, const collide_feature_pair *walk,
                                           collide_i_near *w)
{
    int kind[2] = {0, 0}, index[2] = {0, 0}, side, known = 1;
    if (walk) {
        kind[0] = walk->kind_a;
        kind[1] = walk->kind_b;
        index[0] = walk->feature_a;
        index[1] = walk->feature_b;
    }
    for (side = 0; side < 2; side++) {
        const collide_mesh *m = c->mesh[side];
        const int count = kind[side] == COLLIDE_FEATURE_VERTEX ? m->vertex_count
                          : kind[side] == COLLIDE_FEATURE_EDGE ? m->edge_count
                          : kind[side] == COLLIDE_FEATURE_FACE ? m->face_count
                                                               : 0;
        if (index[side] < 0 || index[side] >= count) known = 0;
    }
    if (!known || kind[0] + kind[1] == 2 * COLLIDE_FEATURE_FACE) {
        const collide_vec3 d = collide_i_sub(collide_i_to_a(c, c->mesh[1]->centroid), c->mesh[0]->centroid);
        kind[0] = kind[1] = COLLIDE_FEATURE_VERTEX;
        index[0] = collide_i_mesh_support(c->mesh[0], d);
        index[1] = collide_i_mesh_support(c->mesh[1], collide_i_turn_back(&c->turn, collide_i_negate(d)));
    }
    collide_i_near_measure(c, kind, index, w);
}

/* How far x is from a face whose plane it is in, squared. */
COLLIDE_I_STATIC collide_real collide_i_rim_beside(const collide_i_rim *r, collide_vec3 x)
{
    collide_real least = -1;
    int i;
    for (i = 0; i < r->count; i++) {
        const collide_vec3 q = r->vertex[r->corner[i]], next = r->vertex[r->corner[i + 1 < r->count ? i + 1 : 0]];
        const collide_vec3 off = collide_i_sub(x, collide_i_segment_nearest(x, q, next));
        if (collide_i_dot(collide_i_cross(r->plane.normal, collide_i_sub(next, q)), collide_i_sub(x, q)) >= 0) continue;
        if (least < 0 || collide_i_dot(off, off) < least) least = collide_i_dot(off, off);
    }
    return collide_i_max(least, 0);
}

/* The smallest feature that a point of the surface is on, in the mesh's frame; 0: it is not on the surface. */
COLLIDE_I_STATIC int collide_i_feature_on(const collide_mesh *m, collide_vec3 x, collide_real pad, int *feature)
{
    collide_real least = pad * pad;
    int f, i, end, face = -1, edge = -1;
    *feature = 0;
    for (f = 0; f < m->face_count && (face < 0 || least > 0); f++) {
        const collide_i_rim r = collide_i_rim_of(m, f);
        collide_real beside;
        if (collide_i_abs(collide_i_dot(r.plane.normal, x) - r.plane.offset) > pad) continue;
        beside = collide_i_rim_beside(&r, x);
        if (beside > least) continue;
        least = beside;
        face = f;
    }
    if (face < 0) return 0;
    least = pad * pad;
    for (i = collide_i_mesh_first(m)[face]; i < collide_i_mesh_first(m)[face + 1]; i++) {
        const int e = COLLIDE_I_MESH_ARRAY(int, m, corner_edges)[i];
        collide_vec3 p[2], off;
        collide_i_feature_ends(m, COLLIDE_FEATURE_EDGE, e, p);
        off = collide_i_sub(x, collide_i_segment_nearest(x, p[0], p[1]));
        if (collide_i_dot(off, off) > least) continue;
        least = collide_i_dot(off, off);
        edge = e;
    }
    *feature = edge < 0 ? face : edge;
    for (end = 0; end < 2 && edge >= 0; end++) {
        const int corner = collide_i_mesh_edges(m)[edge].vertex[end];
        const collide_vec3 off = collide_i_sub(x, collide_i_mesh_vertices(m)[corner]);
        if (collide_i_dot(off, off) > pad * pad) continue;
        *feature = corner;
        return COLLIDE_FEATURE_VERTEX;
    }
    return edge < 0 ? COLLIDE_FEATURE_FACE : COLLIDE_FEATURE_EDGE;
}

/* Where the walk has lost its way the convex query answers, and its points tell which features these are. */
COLLIDE_I_STATIC collide_result collide_i_near_ask(const collide_i_couple *c, const collide_pose *pa,
                                                   const collide_pose *pb, const collide_i_frame *fa,
                                                   const collide_i_frame *fb, collide_feature_pair *walk,
                                                   collide_closest *out)
{
    const collide_result r =
        collide_distance(collide_shape_hull(c->mesh[0]), *pa, collide_shape_hull(c->mesh[1]), *pb, NULL, out);
    int kind[2], index[2], side;
    if (!walk) return r;
    for (side = 0; side < 2; side++) {
        const collide_mesh *m = c->mesh[side];
        const collide_i_frame *f = side ? fb : fa;
        const collide_vec3 x = collide_i_sub(side ? out->point_b : out->point_a, f->p);
        const collide_real pad =
            64 * COLLIDE_I_EPSILON * (m->sphere_radius + collide_i_extent(m->sphere) + collide_i_extent(f->p));
        kind[side] = r < 0 ? 0 : collide_i_feature_on(m, collide_i_turn_back(&f->r, x), pad, &index[side]);
    }
    memset(walk, 0, sizeof *walk);
    if (!kind[0] || !kind[1]) return r; /* inside each other */
    walk->kind_a = kind[0];
    walk->kind_b = kind[1];
    walk->feature_a = index[0];
    walk->feature_b = index[1];
    return r;
}

COLLIDE_API collide_result collide_nearest(const collide_mesh *a, collide_pose pa, const collide_mesh *b,
                                           collide_pose pb, collide_feature_pair *walk, collide_closest *out)
{
    collide_i_frame fa, fb;
    collide_i_couple c;
    collide_i_near w;
    collide_real size;
    int state = COLLIDE_I_NEAR_LOST, steps = 0;
    if (!out) return COLLIDE_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!a || !b || collide_i_frame_of(&pa, &fa) < 0 || collide_i_frame_of(&pb, &fb) < 0) return COLLIDE_ERROR_ARGUMENT;
    if (!(a->flags & b->flags & COLLIDE_I_MESH_CONVEX)) return COLLIDE_ERROR_MESH;
    c.mesh[0] = a;
    c.mesh[1] = b;
    c.turn.x = collide_i_turn_back(&fa.r, fb.r.x);
    c.turn.y = collide_i_turn_back(&fa.r, fb.r.y);
    c.turn.z = collide_i_turn_back(&fa.r, fb.r.z);
    c.place = collide_i_turn_back(&fa.r, collide_i_sub(fb.p, fa.p));
    size = a->sphere_radius + collide_i_extent(a->sphere) + b->sphere_radius + collide_i_extent(b->sphere);
    c.slack = COLLIDE_I_NEAR_SLACK * size;
    size += collide_i_extent(c.place);
    if (size > collide_i_from_bits(COLLIDE_I_POWER(-COLLIDE_I_BIAS / 6)) &&
        size < collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS / 6))) { /* products of four stay numbers */
        collide_i_near_begin(&c, walk, &w);
        state = w.meet ? COLLIDE_I_NEAR_MEET : COLLIDE_I_NEAR_STEP;
        while (state == COLLIDE_I_NEAR_STEP && steps < COLLIDE_I_NEAR_STEPS) {
            state = collide_i_near_step(&c, &w);
            steps++;
        }
    }
    if (state == COLLIDE_I_NEAR_LOST || state == COLLIDE_I_NEAR_STEP)
        return collide_i_near_ask(&c, &pa, &pb, &fa, &fb, walk, out);
    if (walk) {
        walk->kind_a = w.kind[0];
        walk->kind_b = w.kind[1];
        walk->feature_a = w.index[0];
        walk->feature_b = w.index[1];
    }
    out->iterations = steps;
    out->point_a = collide_i_add(collide_i_turn(&fa.r, w.point[0]), fa.p);
    out->point_b = collide_i_add(collide_i_turn(&fa.r, w.point[1]), fa.p);
    if (state == COLLIDE_I_NEAR_MEET) {
        const collide_vec3 d = collide_i_sub(collide_i_to_a(&c, b->centroid), a->centroid);
        out->normal = collide_i_unit(collide_i_turn(&fa.r, d), &size);
        if (!(size > 0)) out->normal = collide_i_vec(1, 0, 0);
        out->point_a = out->point_b = collide_i_scale(collide_i_add(out->point_a, out->point_b), COLLIDE_R(0.5));
        return COLLIDE_HIT;
    }
    out->normal = collide_i_unit(collide_i_turn(&fa.r, w.n), &out->distance);
    return COLLIDE_MISS;
}

/* ============================================================================= IMPLEMENTATION
   [SWEEP] which of many moving boxes overlap

   The paper sorts the ends of all boxes along three axes and repairs the order after each step (I-COLLIDE 4.2). Its
   swaps grow with n^(2/3) per box, so here the plane of the two axes along which the boxes spread most is cut into
   cells instead, and a box belongs to the cell of its lower corner alone. Whatever meets it has its own lower corner
   between (its lower - the largest box) and its upper corner: a rectangle of cells.

             rows   +----+----+----+----+        . lower corners
              of    |    |  . | .  |    |        i asks: its own row to the right of itself, and the rows above,
            cells   +----+----+----+----+          as far as it reaches: so each pair is seen once
                    |   i#####|.   |    |
                    +----+----+----+----+

   "The largest" must not be a mountain among pebbles: boxes are grouped into levels, two octaves of size each, with
   cells of their own. A box asks its own level, and the larger ones. Cell numbers wrap around, as on a torus: no box
   is ever outside, and a stray one far away spoils nothing. What decides the sizes and numbers of cells comes from a
   small sample of the boxes, and changes the time an update takes but never what it finds.

   When much has moved, all boxes are scattered into the order of their cells by counting, and every box asks. What
   moves, moves seldom far: so they are grown by a skin while they ask, as neighbour lists of molecular dynamics do, and
   as long as nothing has moved further than the skin is thick, a frame looks at the pairs found then and at no others.
   With fast movers, or boxes that come and go all the time, there is no skin and each frame sorts.

   When little has moved, cells are linked lists instead; what moved asks twice, for the pairs it had where it was and
   for those it has where it is, and the difference has begun or ended.
   ============================================================================================ */

enum {
    COLLIDE_I_MOST_BOXES = 1 << 22, /* numbers, of cells too, are also kept as collide_real */
    COLLIDE_I_MOST_PAIRS = 1 << 27,
    COLLIDE_I_SIZES = 128, /* powers of two that sizes are told apart by, from 2^-64 */
    COLLIDE_I_LEVELS = 16,
    COLLIDE_I_SAMPLE = 16,
    COLLIDE_I_LEVEL_BOXES = 16, /* fewer are one cell */
    COLLIDE_I_LEAST_CELLS = 16, /* along either side, else */
    COLLIDE_I_MOST_CELLS = 4096,
    COLLIDE_I_FURTHEST_CELL = 65536, /* either way from the middle: there 1/64 of a cell is still told apart in float */
    COLLIDE_I_SPARE_ENTRIES = 3,     /* four are looked at together */
    COLLIDE_I_SPARE_CELLS = 256,
    COLLIDE_I_SKIN = 4, /* the thickest is this part of a box */
    COLLIDE_I_MOST_STAYS = 128
};
enum { COLLIDE_I_EXISTS = 1, COLLIDE_I_EXISTED = 2, COLLIDE_I_CHANGED = 4 }; /* now; at the last update; since then */
enum { COLLIDE_I_UNSORTED, COLLIDE_I_SORTED, COLLIDE_I_LINKED };

#define COLLIDE_I_NOBODY 0xFFFFFFFFu

/* A box, ready for four lanes; margin included. */
typedef struct {
    collide_real lower[4],
        upper[4]; /* lower[3]: its number; upper[3]: sorted, as collide_i_cell_of; linked, its cell */
} collide_i_entry;

typedef struct {
    unsigned category, mask;
} collide_i_filter;

/* A torus of cells, for boxes of similar size: cell = (x - origin) scale + middle, cut off. By axis; the one that is
   not cut into cells, and all where there is one cell only, have scale 0. */
typedef struct {
    collide_real origin[4], scale[4];
    collide_real reach[4]; /* the largest box, in cells */
    int side[2];           /* cells along a row, and rows: powers of two */
    int first;             /* number of its first cell */
} collide_i_level;

struct collide_sweep {
    collide_allocator allocator;
    int given; /* 0: COLLIDE_MALLOC */
    collide_real margin;
    unsigned flags;
    int max_boxes, max_pairs;
    int capacity, used, count; /* boxes: room, numbers ever given, there now */
    unsigned vacant;           /* first free number */
    int changes, limit; /* noted since the last update; from there on moves are not: everything will be sorted anyway */
    int flood, flux, refilter, state, drift;
    void *boxes_block, *pairs_block;
    size_t boxes_bytes, pairs_bytes;
    collide_i_entry *items;   /* by number: as it is now */
    collide_i_entry *entries; /* as it was at the last update. Sorted: all, cell by cell; linked: those changed since */
    unsigned *slots;          /* by number: which entry tells where it was */
    unsigned *next;           /* by number: the next in the same linked cell; of free ones, the next free one */
    collide_i_filter *filters;
    int *starts;       /* sorted: where each cell's entries start */
    unsigned *heads;   /* linked: the first box of each cell; the same memory */
    unsigned *changed; /* numbers of what has changed; while sorting pairs, counters */
    unsigned char *status;
    collide_pair *pairs, *begun, *ended;
    int pair_capacity, pair_count, begun_count, ended_count, error;
    collide_pair *close, *loose; /* pairs whose boxes grown by the skin meet: sorted; and as they were found */
    int close_capacity, close_count;
    void *close_block;
    size_t close_bytes;
    collide_real skin, spent, pace; /* spent: how far any box may have moved; pace: how far in one frame */
    int stays, bare, patience;      /* frames this skin has lasted; rebuilds to come without one; as many next time */
    int axis[2], level_count, cells;
    int population[COLLIDE_I_SIZES];
    unsigned char level_of[COLLIDE_I_SIZES];
    collide_i_level levels[COLLIDE_I_LEVELS + 1]; /* the last one is one cell, for what is larger than all others */
};

/* ---- memory ---- */

COLLIDE_I_INLINE int collide_i_cell_room(int boxes) { return 2 * boxes + COLLIDE_I_SPARE_CELLS; }

/* The arrays for so many boxes, one after the other; entries with their vectors come first. */
COLLIDE_I_STATIC size_t collide_i_boxes_layout(collide_sweep *s, int capacity, char *block)
{
    const size_t n = (size_t)capacity;
    const size_t size[] = {(n + COLLIDE_I_SPARE_ENTRIES) * sizeof(collide_i_entry),
                           n * sizeof(collide_i_entry),
                           n * sizeof(collide_i_filter),
                           ((size_t)collide_i_cell_room(capacity) + 1) * sizeof(int),
                           (n + 1) * sizeof(unsigned),
                           n * sizeof(unsigned),
                           n * sizeof(unsigned),
                           n};
    size_t at[9], i;
    for (at[0] = 0, i = 0; i < 8; i++) at[i + 1] = at[i] + collide_i_round_up(size[i]);
    if (block) {
        s->entries = (collide_i_entry *)(void *)block;
        s->items = (collide_i_entry *)(void *)(block + at[1]);
        s->filters = (collide_i_filter *)(void *)(block + at[2]);
        s->starts = (int *)(void *)(block + at[3]);
        s->heads = (unsigned *)(void *)(block + at[3]);
        s->changed = (unsigned *)(void *)(block + at[4]);
        s->slots = (unsigned *)(void *)(block + at[5]);
        s->next = (unsigned *)(void *)(block + at[6]);
        s->status = (unsigned char *)block + at[7];
    }
    return at[8];
}

COLLIDE_I_INLINE const collide_allocator *collide_i_sweep_allocator(const collide_sweep *s)
{
    return s->given ? &s->allocator : NULL;
}

COLLIDE_I_STATIC collide_result collide_i_boxes_reserve(collide_sweep *s, int capacity)
{
    const size_t bytes = collide_i_boxes_layout(s, capacity, NULL), n = (size_t)s->used;
    const collide_i_entry *entries = s->entries, *items = s->items;
    const collide_i_filter *filters = s->filters;
    const int *starts = s->starts;
    const unsigned *changed = s->changed, *slots = s->slots, *next = s->next;
    const unsigned char *status = s->status;
    char *block = (char *)collide_i_alloc(collide_i_sweep_allocator(s), bytes);
    if (!block) return COLLIDE_ERROR_MEMORY;
    (void)collide_i_boxes_layout(s, capacity, block);
    memset(s->entries + n, 0, (size_t)(capacity - s->used + COLLIDE_I_SPARE_ENTRIES) * sizeof *entries);
    if (s->boxes_block) {
        memcpy(s->entries, entries, n * sizeof *entries);
        memcpy(s->items, items, n * sizeof *items);
        memcpy(s->filters, filters, n * sizeof *filters);
        memcpy(s->starts, starts, ((size_t)s->cells + 1) * sizeof *starts);
        memcpy(s->changed, changed, (size_t)s->changes * sizeof *changed);
        memcpy(s->slots, slots, n * sizeof *slots);
        memcpy(s->next, next, n * sizeof *next);
        memcpy(s->status, status, n);
        collide_i_free(collide_i_sweep_allocator(s), s->boxes_block, s->boxes_bytes);
    }
    s->boxes_block = block;
    s->boxes_bytes = bytes;
    s->capacity = capacity;
    return COLLIDE_OK;
}

COLLIDE_I_INLINE size_t collide_i_pairs_layout(int capacity)
{
    return 3 * collide_i_round_up((size_t)capacity * sizeof(collide_pair));
}

COLLIDE_I_STATIC collide_result collide_i_pairs_reserve(collide_sweep *s, int capacity)
{
    const size_t bytes = collide_i_pairs_layout(capacity);
    char *block = (char *)collide_i_alloc(collide_i_sweep_allocator(s), bytes);
    collide_pair *p;
    if (!block) return COLLIDE_ERROR_MEMORY;
    p = (collide_pair *)(void *)block;
    if (s->pair_count) memcpy(p, s->pairs, (size_t)s->pair_count * sizeof *p);
    s->pairs = p;
    p = (collide_pair *)(void *)(block + bytes / 3);
    if (s->begun_count) memcpy(p, s->begun, (size_t)s->begun_count * sizeof *p);
    s->begun = p;
    p = (collide_pair *)(void *)(block + bytes / 3 * 2);
    if (s->ended_count) memcpy(p, s->ended, (size_t)s->ended_count * sizeof *p);
    s->ended = p;
    collide_i_free(collide_i_sweep_allocator(s), s->pairs_block, s->pairs_bytes);
    s->pairs_block = block;
    s->pairs_bytes = bytes;
    s->pair_capacity = capacity;
    return COLLIDE_OK;
}

/* Room for one more pair in each list; else the error is noted, and the update gives up. */
COLLIDE_I_STATIC int collide_i_pairs_room(collide_sweep *s, int count)
{
    int capacity = s->pair_capacity;
    if (s->error) return 0; /* else room found later would make it forgotten */
    if (count < capacity) return 1;
    if (s->max_pairs > 0 || capacity >= COLLIDE_I_MOST_PAIRS) {
        s->error = COLLIDE_ERROR_FULL;
        return 0;
    }
    capacity = capacity < 64 ? 64 : capacity + capacity / 2;
    if (capacity > COLLIDE_I_MOST_PAIRS) capacity = COLLIDE_I_MOST_PAIRS;
    s->error = collide_i_pairs_reserve(s, capacity);
    return s->error == COLLIDE_OK;
}

COLLIDE_I_STATIC collide_result collide_i_close_reserve(collide_sweep *s, int capacity)
{
    const size_t half = collide_i_round_up((size_t)capacity * sizeof(collide_pair));
    char *block = (char *)collide_i_alloc(collide_i_sweep_allocator(s), 2 * half);
    if (!block) return COLLIDE_ERROR_MEMORY;
    if (s->close_count) memcpy(block + half, s->loose, (size_t)s->close_count * sizeof *s->loose);
    collide_i_free(collide_i_sweep_allocator(s), s->close_block, s->close_bytes);
    s->close = (collide_pair *)(void *)block;
    s->loose = (collide_pair *)(void *)(block + half);
    s->close_block = block;
    s->close_bytes = 2 * half;
    s->close_capacity = capacity;
    return COLLIDE_OK;
}

/* Room for one more pair of grown boxes, unless these are so many that they don't pay. */
COLLIDE_I_STATIC int collide_i_close_room(collide_sweep *s)
{
    const int most =
        2 * (s->count + COLLIDE_I_SAMPLE) + (s->pair_count < COLLIDE_I_MOST_PAIRS / 4 ? 4 * s->pair_count : 0);
    if (s->error) return 0;
    if (s->close_count < s->close_capacity) return 1;
    if (s->max_pairs > 0 || s->close_count >= most) s->error = COLLIDE_ERROR_FULL;
    if (!s->error)
        s->error = collide_i_close_reserve(s, s->close_capacity < 64 ? 64 : s->close_capacity + s->close_capacity / 4);
    return s->error == COLLIDE_OK;
}

COLLIDE_I_STATIC int collide_i_sweep_desc_valid(const collide_sweep_desc *d)
{
    return d->max_boxes >= 0 && d->max_boxes <= COLLIDE_I_MOST_BOXES && d->max_pairs >= 0 &&
           d->max_pairs <= COLLIDE_I_MOST_PAIRS && collide_i_usable(d->margin) && d->margin >= 0 &&
           d->flags <= COLLIDE_SWEEP_REBUILD;
}

COLLIDE_API void collide_sweep_destroy(collide_sweep *sweep)
{
    if (!sweep) return;
    collide_i_free(collide_i_sweep_allocator(sweep), sweep->close_block, sweep->close_bytes);
    collide_i_free(collide_i_sweep_allocator(sweep), sweep->pairs_block, sweep->pairs_bytes);
    collide_i_free(collide_i_sweep_allocator(sweep), sweep->boxes_block, sweep->boxes_bytes);
    collide_i_disown(sweep);
}

COLLIDE_API collide_result collide_sweep_create(collide_sweep **sweep, const collide_sweep_desc *desc)
{
    const collide_sweep_desc none = {0, 0, 0, 0, NULL};
    collide_sweep *s;
    collide_result r = COLLIDE_OK;
    if (!sweep) return COLLIDE_ERROR_ARGUMENT;
    *sweep = NULL;
    if (!desc) desc = &none;
    if (!collide_i_sweep_desc_valid(desc)) return COLLIDE_ERROR_ARGUMENT;
    s = (collide_sweep *)collide_i_own(desc->allocator, collide_i_round_up(sizeof *s));
    if (!s) return COLLIDE_ERROR_MEMORY;
    memset(s, 0, sizeof *s);
    if (desc->allocator) s->allocator = *desc->allocator;
    s->given = desc->allocator != NULL;
    s->margin = desc->margin;
    s->flags = desc->flags;
    s->max_boxes = desc->max_boxes;
    s->max_pairs = desc->max_pairs;
    s->vacant = COLLIDE_I_NOBODY;
    s->patience = 1;
    s->state = COLLIDE_I_UNSORTED;
    if (s->max_boxes) r = collide_i_boxes_reserve(s, s->max_boxes);
    if (s->max_pairs && r >= 0) r = collide_i_pairs_reserve(s, s->max_pairs);
    if (s->max_pairs && r >= 0) r = collide_i_close_reserve(s, s->max_pairs);
    if (r < 0) {
        collide_sweep_destroy(s);
        return r;
    }
    *sweep = s;
    return COLLIDE_OK;
}

COLLIDE_API size_t collide_sweep_size(const collide_sweep_desc *desc)
{
    if (!desc || !collide_i_sweep_desc_valid(desc) || !desc->max_boxes || !desc->max_pairs) return 0;
    return COLLIDE_I_OWNER_SIZE + collide_i_round_up(sizeof(collide_sweep)) +
           collide_i_boxes_layout(NULL, desc->max_boxes, NULL) + collide_i_pairs_layout(desc->max_pairs) +
           collide_i_pairs_layout(desc->max_pairs) / 3 * 2 + 4 * COLLIDE_I_ALIGN;
}

COLLIDE_API size_t collide_sweep_bytes(const collide_sweep *sweep)
{
    return sweep ? COLLIDE_I_OWNER_SIZE + sizeof *sweep + sweep->boxes_bytes + sweep->pairs_bytes + sweep->close_bytes
                 : 0;
}

/* ---- boxes come, move and go ---- */

COLLIDE_I_INLINE int collide_i_size_of(const collide_i_entry *e)
{
    const collide_real x = e->upper[0] - e->lower[0], y = e->upper[1] - e->lower[1], z = e->upper[2] - e->lower[2];
    const collide_real size = collide_i_max(collide_i_max(x, y), z);
    const int exponent = (int)(collide_i_to_bits(size) >> COLLIDE_I_MANTISSA) - COLLIDE_I_BIAS + COLLIDE_I_SIZES / 2;
    return exponent < 0 ? 0 : exponent < COLLIDE_I_SIZES ? exponent : COLLIDE_I_SIZES - 1;
}

/* As collide_i_aabb_valid, with fewer comparisons. */
COLLIDE_I_INLINE int collide_i_box_valid(const collide_aabb *b)
{
    const collide_real most = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_LARGEST_EXPONENT));
    return -most <= b->lower.x && b->lower.x <= b->upper.x && b->upper.x <= most && -most <= b->lower.y &&
           b->lower.y <= b->upper.y && b->upper.y <= most && -most <= b->lower.z && b->lower.z <= b->upper.z &&
           b->upper.z <= most;
}

COLLIDE_I_INLINE void collide_i_entry_set(collide_i_entry *e, const collide_aabb *box, collide_real margin)
{
    e->lower[0] = box->lower.x - margin;
    e->lower[1] = box->lower.y - margin;
    e->lower[2] = box->lower.z - margin;
    e->upper[0] = box->upper.x + margin;
    e->upper[1] = box->upper.y + margin;
    e->upper[2] = box->upper.z + margin;
}

/* Would setting it change anything? */
COLLIDE_I_INLINE int collide_i_entry_is(const collide_i_entry *e, const collide_aabb *box, collide_real margin)
{
    return collide_i_to_bits(e->lower[0]) == collide_i_to_bits(box->lower.x - margin) &&
           collide_i_to_bits(e->lower[1]) == collide_i_to_bits(box->lower.y - margin) &&
           collide_i_to_bits(e->lower[2]) == collide_i_to_bits(box->lower.z - margin) &&
           collide_i_to_bits(e->upper[0]) == collide_i_to_bits(box->upper.x + margin) &&
           collide_i_to_bits(e->upper[1]) == collide_i_to_bits(box->upper.y + margin) &&
           collide_i_to_bits(e->upper[2]) == collide_i_to_bits(box->upper.z + margin);
}

COLLIDE_I_INLINE void collide_i_entry_copy(collide_i_entry *to, const collide_i_entry *from)
{
    collide_i_lanes_store(to->lower, collide_i_lanes_load(from->lower));
    collide_i_lanes_store(to->upper, collide_i_lanes_load(from->upper));
}

COLLIDE_I_INLINE void collide_i_entry_grow(collide_i_entry *to, const collide_i_entry *from, collide_i_lanes by)
{
    collide_i_lanes_store(to->lower, collide_i_lanes_sub(collide_i_lanes_load(from->lower), by));
    collide_i_lanes_store(to->upper, collide_i_lanes_add(collide_i_lanes_load(from->upper), by));
}

/* Bits 0, 1, 2: along which axes they are apart. */
COLLIDE_I_INLINE unsigned collide_i_entry_apart(collide_i_lanes lower, collide_i_lanes upper, const collide_i_entry *o)
{
    return collide_i_lanes_bits(collide_i_lanes_less(upper, collide_i_lanes_load(o->lower))) |
           collide_i_lanes_bits(collide_i_lanes_less(collide_i_lanes_load(o->upper), lower));
}

COLLIDE_I_INLINE int collide_i_entries_meet(const collide_i_entry *e, const collide_i_entry *o)
{
    return !(collide_i_entry_apart(collide_i_lanes_load(e->lower), collide_i_lanes_load(e->upper), o) & 7u);
}

/* Before the first change of a box since the update: note it, and where it was. */
COLLIDE_I_INLINE void collide_i_sweep_note(collide_sweep *s, unsigned id)
{
    if (s->status[id] & COLLIDE_I_CHANGED) return;
    s->status[id] |= COLLIDE_I_CHANGED;
    if (s->state == COLLIDE_I_LINKED) {
        s->slots[id] = (unsigned)s->changes;
        collide_i_entry_copy(&s->entries[s->changes], &s->items[id]);
    }
    s->changed[s->changes++] = id;
}

COLLIDE_I_INLINE int collide_i_sweep_has(const collide_sweep *s, unsigned id)
{
    return id < (unsigned)s->used && s->status[id] & COLLIDE_I_EXISTS;
}

COLLIDE_I_INLINE void collide_i_sweep_put(collide_sweep *s, unsigned id, const collide_aabb *box)
{
    collide_i_entry *item = &s->items[id];
    if (collide_i_entry_is(item, box, s->margin)) return;
    if (s->changes < s->limit)
        collide_i_sweep_note(s, id);
    else
        s->flood = 1;
    collide_i_entry_set(item, box, s->margin);
}

/* Room for so many more boxes. */
COLLIDE_I_STATIC collide_result collide_i_boxes_room(collide_sweep *s, int more)
{
    unsigned id;
    int most = s->max_boxes > 0 ? s->max_boxes : COLLIDE_I_MOST_BOXES, capacity;
    for (id = s->vacant; id != COLLIDE_I_NOBODY && more > 0; id = s->next[id]) more--;
    if (more <= s->capacity - s->used) return COLLIDE_OK;
    if (more > most - s->used) return COLLIDE_ERROR_FULL;
    capacity = s->capacity + s->capacity / 2;
    if (capacity < s->used + more) capacity = s->used + more;
    if (capacity < 32) capacity = 32;
    if (capacity > most) capacity = most;
    return collide_i_boxes_reserve(s, capacity);
}

COLLIDE_I_STATIC unsigned collide_i_sweep_insert(collide_sweep *s, const collide_aabb *box, unsigned category,
                                                 unsigned mask)
{
    unsigned id = s->vacant;
    if (id != COLLIDE_I_NOBODY)
        s->vacant = s->next[id];
    else
        id = (unsigned)s->used++;
    collide_i_entry_set(&s->items[id], box, s->margin);
    s->items[id].lower[3] = (collide_real)id;
    s->items[id].upper[3] = 0;
    s->next[id] = COLLIDE_I_NOBODY;
    s->slots[id] = 0;
    s->filters[id].category = category ? category : 1u;
    s->filters[id].mask = mask ? mask : ~0u;
    s->status[id] = 0;
    collide_i_sweep_note(s, id);
    s->status[id] |= COLLIDE_I_EXISTS;
    s->count++;
    s->flux = 1;
    return id;
}

COLLIDE_I_STATIC void collide_i_sweep_erase(collide_sweep *s, unsigned id)
{
    collide_i_sweep_note(s, id);
    s->status[id] &= (unsigned char)~COLLIDE_I_EXISTS;
    s->count--;
    s->flux = 1;
}

COLLIDE_API collide_result collide_sweep_add_all(collide_sweep *sweep, const collide_aabb *boxes, int count,
                                                 unsigned category, unsigned mask, unsigned *ids)
{
    collide_result r = COLLIDE_OK;
    int i;
    for (i = 0; ids && i < count; i++) ids[i] = 0;
    if (!sweep || count < 0 || (count > 0 && (!boxes || !ids))) return COLLIDE_ERROR_ARGUMENT;
    for (i = 0; i < count; i++)
        if (!collide_i_box_valid(&boxes[i])) return COLLIDE_ERROR_ARGUMENT;
    if (count > COLLIDE_I_MOST_BOXES) return COLLIDE_ERROR_FULL;
    r = collide_i_boxes_room(sweep, count);
    if (r < 0) return r;
    for (i = 0; i < count; i++) ids[i] = collide_i_sweep_insert(sweep, &boxes[i], category, mask);
    return COLLIDE_OK;
}

COLLIDE_API collide_result collide_sweep_add(collide_sweep *sweep, collide_aabb box, unsigned category, unsigned mask,
                                             unsigned *id)
{
    return collide_sweep_add_all(sweep, &box, 1, category, mask, id);
}

COLLIDE_API collide_result collide_sweep_move(collide_sweep *sweep, unsigned id, collide_aabb box)
{
    if (!sweep || !collide_i_box_valid(&box)) return COLLIDE_ERROR_ARGUMENT;
    if (!collide_i_sweep_has(sweep, id)) return COLLIDE_ERROR_HANDLE;
    collide_i_sweep_put(sweep, id, &box);
    return COLLIDE_OK;
}

COLLIDE_API collide_result collide_sweep_move_all(collide_sweep *sweep, const unsigned *ids, const collide_aabb *boxes,
                                                  int count)
{
    int i;
    if (!sweep || count < 0 || (count > 0 && (!ids || !boxes))) return COLLIDE_ERROR_ARGUMENT;
    for (i = 0; i < count; i++) {
        if (!collide_i_box_valid(&boxes[i])) return COLLIDE_ERROR_ARGUMENT;
        if (!collide_i_sweep_has(sweep, ids[i])) return COLLIDE_ERROR_HANDLE;
    }
    for (i = 0; i < count; i++) collide_i_sweep_put(sweep, ids[i], &boxes[i]);
    return COLLIDE_OK;
}

COLLIDE_API collide_result collide_sweep_remove_all(collide_sweep *sweep, const unsigned *ids, int count)
{
    int i, k;
    if (!sweep || count < 0 || (count > 0 && !ids)) return COLLIDE_ERROR_ARGUMENT;
    for (i = 0; i < count; i++) {
        if (!collide_i_sweep_has(sweep, ids[i])) break;
        collide_i_sweep_erase(sweep, ids[i]);
    }
    if (i == count) return COLLIDE_OK;
    for (k = 0; k < i; k++) { /* one is wrong, or named twice: the others come back */
        sweep->status[ids[k]] |= COLLIDE_I_EXISTS;
        sweep->count++;
    }
    return COLLIDE_ERROR_HANDLE;
}

COLLIDE_API collide_result collide_sweep_remove(collide_sweep *sweep, unsigned id)
{
    return collide_sweep_remove_all(sweep, &id, 1);
}

COLLIDE_API collide_result collide_sweep_filter(collide_sweep *sweep, unsigned id, unsigned category, unsigned mask)
{
    if (!sweep) return COLLIDE_ERROR_ARGUMENT;
    if (!collide_i_sweep_has(sweep, id)) return COLLIDE_ERROR_HANDLE;
    sweep->filters[id].category = category ? category : 1u;
    sweep->filters[id].mask = mask ? mask : ~0u;
    sweep->refilter = 1; /* the difference of two frames is then not that of their boxes alone */
    return COLLIDE_OK;
}

COLLIDE_API int collide_sweep_count(const collide_sweep *sweep) { return sweep ? sweep->count : 0; }

COLLIDE_API collide_aabb collide_sweep_box(const collide_sweep *sweep, unsigned id)
{
    collide_aabb box = {{0, 0, 0}, {0, 0, 0}};
    const collide_i_entry *e;
    if (!sweep || !collide_i_sweep_has(sweep, id)) return box;
    e = &sweep->items[id];
    box.lower = collide_i_vec(e->lower[0], e->lower[1], e->lower[2]);
    box.upper = collide_i_vec(e->upper[0], e->upper[1], e->upper[2]);
    return box;
}

/* ---- levels and their cells ---- */

typedef struct {
    collide_real spread[3]; /* how far three quarters of the lower corners lie apart, and a third more */
    collide_real middle[3];
    collide_real width[3]; /* on average */
    int count;
} collide_i_sample;

COLLIDE_I_STATIC void collide_i_sort_numbers(collide_real *x, int count)
{
    int i, k;
    for (i = 1; i < count; i++) {
        const collide_real v = x[i];
        for (k = i; k > 0 && x[k - 1] > v; k--) x[k] = x[k - 1];
        x[k] = v;
    }
}

/* Every (n / 32)-th box. Quartiles, so that a few far away don't count. */
COLLIDE_I_STATIC collide_i_sample collide_i_sweep_sample(const collide_sweep *s)
{
    collide_real x[3][COLLIDE_I_SAMPLE];
    collide_i_sample out;
    int i, k, low;
    memset(&out, 0, sizeof out);
    for (i = 0; i < COLLIDE_I_SAMPLE; i++) {
        int id = (int)((int64_t)i * s->used / COLLIDE_I_SAMPLE);
        const int end = (int)((int64_t)(i + 1) * s->used / COLLIDE_I_SAMPLE);
        while (id < end && !(s->status[id] & COLLIDE_I_EXISTS)) id++;
        if (id >= end) continue;
        for (k = 0; k < 3; k++) {
            x[k][out.count] = s->items[id].lower[k];
            out.width[k] += s->items[id].upper[k] - s->items[id].lower[k];
        }
        out.count++;
    }
    if (!out.count) return out;
    low = out.count / 8;
    for (k = 0; k < 3; k++) {
        collide_i_sort_numbers(x[k], out.count);
        out.width[k] /= (collide_real)out.count;
        out.middle[k] = x[k][out.count / 2];
        out.spread[k] =
            (x[k][out.count - 1 - low] - x[k][low]) * (collide_real)out.count / (collide_real)(out.count - 2 * low);
    }
    return out;
}

/* The two axes along which boxes are spread most, in terms of their width. */
COLLIDE_I_STATIC void collide_i_sweep_axes(collide_sweep *s, const collide_i_sample *sample)
{
    collide_real ratio[3];
    int k, least = 0;
    for (k = 0; k < 3; k++) {
        const collide_real width = collide_i_max(sample->width[k], sample->spread[k] * COLLIDE_I_EPSILON);
        ratio[k] = width > 0 ? sample->spread[k] / width : 0;
        if (ratio[k] < ratio[least]) least = k;
    }
    s->axis[0] = (least + 1) % 3;
    s->axis[1] = (least + 2) % 3;
    if (ratio[s->axis[0]] < ratio[s->axis[1]]) {
        k = s->axis[0];
        s->axis[0] = s->axis[1];
        s->axis[1] = k;
    }
}

/* How many boxes there are of each size. */
COLLIDE_I_STATIC void collide_i_sweep_measure(collide_sweep *s)
{
    const collide_i_entry *items = s->items;
    const unsigned char *status = s->status;
    const int used = s->used;
    int *population = s->population, id;
    memset(population, 0, sizeof s->population);
    for (id = 0; id < used; id++) population[collide_i_size_of(&items[id])] += status[id] & COLLIDE_I_EXISTS;
}

/* Levels of two octaves each: the two neighbours that hold the most boxes are one, the others pair up from there.
   Leaves in tops[] the largest size of each level, growing, and returns how many levels there are. */
COLLIDE_I_STATIC int collide_i_sweep_levels(const collide_sweep *s, int tops[COLLIDE_I_LEVELS])
{
    int best = 1, count = 0, k;
    for (k = 2; k < COLLIDE_I_SIZES; k++)
        if (s->population[k] + s->population[k - 1] > s->population[best] + s->population[best - 1]) best = k;
    for (k = best + (COLLIDE_I_SIZES - 1 - best) / 2 * 2; k >= 0 && count < COLLIDE_I_LEVELS; k -= 2)
        if (s->population[k] + (k > 0 ? s->population[k - 1] : 0) > 0) tops[count++] = k;
    for (k = 0; k < count / 2; k++) {
        const int t = tops[k];
        tops[k] = tops[count - 1 - k];
        tops[count - 1 - k] = t;
    }
    return count;
}

/* The power of two next to x, within limits that are powers of two. */
COLLIDE_I_INLINE int collide_i_side(collide_real x, int least, int most)
{
    int side = least;
    while (side < most && side < COLLIDE_I_MOST_CELLS && (collide_real)side * COLLIDE_R(1.4142135) < x) side *= 2;
    return side;
}

/* Cells for n boxes no larger than `largest`. They are never so small or so few that a box could extend over more than
   a quarter of the way around the torus, rounding included: then a pair might be seen twice. */
COLLIDE_I_STATIC void collide_i_level_cut(collide_i_level *l, const collide_i_sample *sample, const int axis[2], int n,
                                          collide_real largest, int room, int fine)
{
    const int least = COLLIDE_I_LEAST_CELLS;
    collide_real size[2];
    int most = least * least, k;
    memset(l, 0, sizeof *l);
    l->side[0] = l->side[1] = 1;
    if (n < COLLIDE_I_LEVEL_BOXES || most > room) return;
    while (most < 2 * n && 2 * most <= room) most *= 2;
    for (k = 0; k < 2; k++) size[k] = collide_i_max(collide_i_min(sample->width[axis[k]], largest), largest / 8);
    l->side[1] = collide_i_side(sample->spread[axis[1]] / size[1], least, most / least);
    if (fine) { /* columns as narrow as they can be */
        l->side[0] = most / l->side[1];
        if (l->side[0] > COLLIDE_I_MOST_CELLS) l->side[0] = COLLIDE_I_MOST_CELLS;
        size[0] = 0;
    } else {
        l->side[0] = collide_i_side(sample->spread[axis[0]] / size[0], least, most / least);
        while (l->side[0] * l->side[1] > most) l->side[l->side[0] < l->side[1]] /= 2;
    }
    for (k = 0; k < 2; k++) {
        size[k] = collide_i_max(size[k], sample->spread[axis[k]] / (collide_real)l->side[k]);
        size[k] = collide_i_max(size[k], 4 * largest / (collide_real)(l->side[k] - 8));
        l->scale[axis[k]] = 1 / size[k];
        l->origin[axis[k]] = sample->middle[axis[k]];
    }
}

/* Levels and cells for the boxes there are now. */
COLLIDE_I_STATIC void collide_i_sweep_tune(collide_sweep *s, const collide_i_sample *sample, int fine)
{
    int tops[COLLIDE_I_LEVELS], k, size = 0, cells = 0;
    const int count = collide_i_sweep_levels(s, tops);
    collide_i_sweep_axes(s, sample);
    for (k = 0; k < count; k++) {
        int n = 0;
        /* what is largest of all may be of any size */
        const collide_real largest =
            tops[k] < COLLIDE_I_SIZES - 1 ? collide_i_from_bits(COLLIDE_I_POWER(tops[k] + 1 - COLLIDE_I_SIZES / 2)) : 0;
        for (; size <= tops[k]; size++) {
            n += s->population[size];
            s->level_of[size] = (unsigned char)k;
        }
        collide_i_level_cut(&s->levels[k], sample, s->axis, largest > 0 ? n : 0, largest + 2 * s->skin,
                            collide_i_cell_room(s->capacity) - COLLIDE_I_LEVELS - 1 - cells, fine);
        s->levels[k].first = cells;
        cells += s->levels[k].side[0] * s->levels[k].side[1];
    }
    for (; size < COLLIDE_I_SIZES; size++) s->level_of[size] = (unsigned char)count;
    collide_i_level_cut(&s->levels[count], sample, s->axis, 0, 0, 0, fine);
    s->levels[count].first = cells++;
    s->level_count = count + 1;
    s->cells = cells;
    s->drift = 0;
}

/* Where a corner is, in cells: not negative, and it grows with each coordinate, as rounding does. */
COLLIDE_I_INLINE collide_i_lanes collide_i_place(const collide_i_level *l, const collide_real *corner)
{
    const collide_i_lanes x =
        collide_i_lanes_mul(collide_i_lanes_sub(collide_i_lanes_load(corner), collide_i_lanes_load(l->origin)),
                            collide_i_lanes_load(l->scale));
    return collide_i_lanes_min(
        collide_i_lanes_max(collide_i_lanes_add(x, collide_i_lanes_splat((collide_real)COLLIDE_I_FURTHEST_CELL)),
                            collide_i_lanes_splat(0)),
        collide_i_lanes_splat(2 * (collide_real)COLLIDE_I_FURTHEST_CELL));
}

COLLIDE_I_INLINE int collide_i_row(const collide_i_level *l, int row)
{
    return l->first + (row & (l->side[1] - 1)) * l->side[0];
}

/* The rectangle of cells in which boxes start that may meet this one. No cell twice. */
typedef struct {
    int from[2], to[2];
} collide_i_cells;

COLLIDE_I_INLINE collide_i_cells collide_i_cells_around(const collide_i_level *l, const int axis[2],
                                                        const collide_i_entry *e)
{
    collide_i_cells c = {{0, 0}, {0, 0}};
    collide_real lower[4], upper[4];
    int k;
    collide_i_lanes_store(lower, collide_i_place(l, e->lower));
    collide_i_lanes_store(upper, collide_i_place(l, e->upper));
    for (k = 0; k < 2; k++) {
        const collide_real x = lower[axis[k]], reach = l->reach[axis[k]];
        const collide_real from = x - (reach + 4 * COLLIDE_I_EPSILON * (x + reach)); /* never too late by rounding */
        c.from[k] = from > 0 ? (int)from : 0;
        c.to[k] = (int)upper[axis[k]];
        if (c.to[k] - c.from[k] >= l->side[k]) c.to[k] = c.from[k] + l->side[k] - 1;
    }
    return c;
}

/* The cell of a box; and where in its row that is, and over how many more rows the box extends: column + rows *
   MOST_CELLS, a number that any collide_real can hold. The level learns how large it is. */
COLLIDE_I_INLINE int collide_i_cell_of(collide_i_level *l, int along, int across, const collide_i_entry *e, int *code)
{
    const collide_i_lanes from = collide_i_place(l, e->lower), to = collide_i_place(l, e->upper);
    const collide_i_lanes size = collide_i_lanes_sub(to, from), reach = collide_i_lanes_load(l->reach);
    collide_real lower[4], upper[4];
    int column, y;
    if (collide_i_lanes_bits(collide_i_lanes_less(reach, size)))
        collide_i_lanes_store(l->reach, collide_i_lanes_max(reach, size));
    collide_i_lanes_store(lower, from);
    collide_i_lanes_store(upper, to);
    column = (int)lower[along] & (l->side[0] - 1);
    y = (int)lower[across];
    *code = column + ((int)upper[across] - y) * COLLIDE_I_MOST_CELLS;
    return collide_i_row(l, y) + column;
}

/* ---- much has moved: sort everything ---- */

COLLIDE_I_INLINE int collide_i_filter_passes(const collide_sweep *s, unsigned a, unsigned b)
{
    return (s->filters[a].category & s->filters[b].mask) && (s->filters[b].category & s->filters[a].mask);
}

COLLIDE_I_INLINE void collide_i_pair_put(collide_pair *list, int at, unsigned a, unsigned b)
{
    list[at].a = a < b ? a : b;
    list[at].b = a < b ? b : a;
}

/* All boxes into the order of their cells: counted, added up, scattered. */
COLLIDE_I_STATIC void collide_i_sweep_sort(collide_sweep *s, const collide_i_sample *sample)
{
    collide_i_entry *items = s->items, *entries = s->entries;
    const unsigned char *status = s->status;
    unsigned *slots = s->slots;
    int *starts = s->starts, c, cells, total = 0, id, along, across, single;
    const int used = s->used;
    const collide_real margin[4] = {s->skin, s->skin, s->skin, 0};
    const collide_i_lanes skin = collide_i_lanes_load(margin);
    collide_i_entry grown;
    collide_i_sweep_tune(s, sample, 1);
    along = s->axis[0];
    across = s->axis[1];
    cells = s->cells;
    single = s->level_count == 2; /* and the one for what is larger than all others: but here nothing is */
    memset(starts, 0, ((size_t)cells + 1) * sizeof *starts);
    for (id = 0; id < used; id++) {
        collide_i_level *level;
        int cell, code;
        if (!(status[id] & COLLIDE_I_EXISTS)) continue;
        collide_i_entry_grow(&grown, &items[id], skin);
        level = &s->levels[single ? 0 : s->level_of[collide_i_size_of(&items[id])]];
        cell = collide_i_cell_of(level, along, across, &grown, &code);
        items[id].upper[3] = (collide_real)code;
        slots[id] = (unsigned)cell;
        starts[cell]++;
    }
    for (c = 0; c < cells; c++) starts[c] = total += starts[c];
    starts[c] = total;
    for (id = 0; id < used; id++) {
        int at;
        if (!(status[id] & COLLIDE_I_EXISTS)) continue;
        at = --starts[slots[id]];
        slots[id] = (unsigned)at;
        collide_i_entry_grow(&entries[at], &items[id], skin);
    }
}

/* Up to four entries that follow each other in a row, side by side: they ask together. */
typedef struct {
    collide_i_lanes lower[4], upper[4]; /* by axis; lower[3]: numbers, upper[3]: codes */
    int first, count;
    unsigned lanes; /* a bit for each */
} collide_i_block;

COLLIDE_I_INLINE void collide_i_block_load(collide_i_block *b, const collide_i_entry *entries, int first, int count)
{
    const collide_i_entry *e = entries + first; /* what stands after the last is loaded, too, and never looked at */
    b->lower[0] = collide_i_lanes_load(e[0].lower);
    b->lower[1] = collide_i_lanes_load(e[1].lower);
    b->lower[2] = collide_i_lanes_load(e[2].lower);
    b->lower[3] = collide_i_lanes_load(e[3].lower);
    b->upper[0] = collide_i_lanes_load(e[0].upper);
    b->upper[1] = collide_i_lanes_load(e[1].upper);
    b->upper[2] = collide_i_lanes_load(e[2].upper);
    b->upper[3] = collide_i_lanes_load(e[3].upper);
    collide_i_lanes_transpose(b->lower);
    collide_i_lanes_transpose(b->upper);
    b->first = first;
    b->count = count;
    b->lanes = (1u << count) - 1u;
}

/* Which of the block meet o, as bits. */
COLLIDE_I_INLINE unsigned collide_i_block_meet(const collide_i_block *b, const collide_i_entry *o)
{
    collide_i_lanes x = collide_i_lanes_or(collide_i_lanes_less(b->upper[0], collide_i_lanes_splat(o->lower[0])),
                                           collide_i_lanes_less(collide_i_lanes_splat(o->upper[0]), b->lower[0]));
    collide_i_lanes y = collide_i_lanes_or(collide_i_lanes_less(b->upper[1], collide_i_lanes_splat(o->lower[1])),
                                           collide_i_lanes_less(collide_i_lanes_splat(o->upper[1]), b->lower[1]));
    collide_i_lanes z = collide_i_lanes_or(collide_i_lanes_less(b->upper[2], collide_i_lanes_splat(o->lower[2])),
                                           collide_i_lanes_less(collide_i_lanes_splat(o->upper[2]), b->lower[2]));
    return ~collide_i_lanes_bits(collide_i_lanes_or(collide_i_lanes_or(x, y), z)) & b->lanes;
}

/* Entries of a block meet one more, which makes pairs. In a row that goes around the torus two of the same row must
   not find each other both ways: then `l` is given, and only what starts after an entry and within its reach counts. */
COLLIDE_I_APART void collide_i_sweep_found(collide_sweep *s, int first, unsigned meet, int other,
                                           const collide_i_level *l)
{
    const unsigned b = (unsigned)s->entries[other].lower[3];
    int k;
    for (k = 0; k < 4; k++) {
        const collide_i_entry *e = &s->entries[first + k];
        const unsigned a = (unsigned)e->lower[3];
        if (!(meet >> k & 1u)) continue;
        if (l) {
            collide_real from[4], to[4];
            int steps, away = ((int)s->entries[other].upper[3] - (int)e->upper[3]) & (l->side[0] - 1);
            collide_i_lanes_store(from, collide_i_place(l, e->lower));
            collide_i_lanes_store(to, collide_i_place(l, e->upper));
            steps = (int)to[s->axis[0]] - (int)from[s->axis[0]];
            if (away > steps || (away == 0 && other < first)) continue;
        }
        if (!collide_i_filter_passes(s, a, b)) continue;
        if (s->skin > 0) {
            if (collide_i_close_room(s)) collide_i_pair_put(s->loose, s->close_count++, a, b);
        } else if (collide_i_pairs_room(s, s->begun_count)) {
            collide_i_pair_put(s->begun, s->begun_count++, a, b);
        }
    }
}

/* The pairs of a block with the entries [from, to), none of which is in the block. */
COLLIDE_I_INLINE void collide_i_block_scan(collide_sweep *s, const collide_i_block *b, const collide_i_entry *entries,
                                           int from, int to, const collide_i_level *l)
{
    for (; from < to; from++) {
        const unsigned meet = collide_i_block_meet(b, &entries[from]);
        if (meet) collide_i_sweep_found(s, b->first, meet, from, l);
    }
}

/* The pairs of a block with what starts in some cells of another row, which may go over its end. */
COLLIDE_I_INLINE void collide_i_block_scan_row(collide_sweep *s, const collide_i_block *b,
                                               const collide_i_entry *entries, const int *starts, int side, int column,
                                               int more)
{
    const int last = column + more;
    if (last < side) {
        collide_i_block_scan(s, b, entries, starts[column], starts[last + 1], NULL);
    } else if (more >= side) {
        collide_i_block_scan(s, b, entries, starts[0], starts[side], NULL);
    } else {
        collide_i_block_scan(s, b, entries, starts[column], starts[side], NULL);
        collide_i_block_scan(s, b, entries, starts[0], starts[last - side + 1], NULL);
    }
}

/* The pairs within a level: a block asks its own row for what comes after each, and the rows above for everything. */
COLLIDE_I_STATIC void collide_i_sweep_row(collide_sweep *s, const collide_i_level *l, int row)
{
    const collide_i_entry *entries = s->entries;
    const int *starts = s->starts + collide_i_row(l, row);
    const int side = l->side[0], end = starts[side];
    const int reach =
        1 + (int)l->reach[s->axis[0]]; /* cells before its own in which something starts that reaches it */
    int i;
    for (i = starts[0]; i < end; i += 4) {
        collide_i_block b;
        collide_real codes[4];
        int k, first, last, rows;
        collide_i_block_load(&b, entries, i, end - i < 4 ? end - i : 4);
        first = (int)entries[i].upper[3] & (COLLIDE_I_MOST_CELLS - 1);
        last = ((int)entries[i + b.count - 1].upper[3] & (COLLIDE_I_MOST_CELLS - 1)) + reach;
        collide_i_lanes_store(codes, collide_i_lanes_top(b.upper[3])); /* what is not of the block costs time only */
        rows = (int)((unsigned)codes[0] / COLLIDE_I_MOST_CELLS);
        if (rows > l->side[1] / 4) rows = l->side[1] / 4;
        for (k = 1; k < b.count; k++) { /* among themselves */
            const unsigned meet = collide_i_block_meet(&b, &entries[i + k]) & ((1u << k) - 1u);
            if (meet) collide_i_sweep_found(s, i, meet, i + k, NULL);
        }
        collide_i_block_scan(s, &b, entries, i + b.count, starts[last < side ? last + 1 : side], l);
        if (last >= side)
            collide_i_block_scan(s, &b, entries, starts[0], last - side < first ? starts[last - side + 1] : i, l);
        for (k = 1; k <= rows; k++)
            collide_i_block_scan_row(s, &b, entries, s->starts + collide_i_row(l, row + k), side,
                                     (first - reach) & (side - 1), last - first + reach);
    }
}

/* The pairs of a level's entries with those of a larger one. */
COLLIDE_I_STATIC void collide_i_sweep_levels_meet(collide_sweep *s, const collide_i_level *l,
                                                  const collide_i_level *larger)
{
    const collide_i_entry *entries = s->entries;
    const int end = s->starts[l->first + l->side[0] * l->side[1]], side = larger->side[0];
    int i, k, y;
    if (s->starts[larger->first] == s->starts[larger->first + side * larger->side[1]]) return;
    for (i = s->starts[l->first]; i < end; i += 4) {
        collide_i_block b;
        collide_i_entry all;
        collide_i_cells c;
        collide_i_block_load(&b, entries, i, end - i < 4 ? end - i : 4);
        collide_i_entry_copy(&all, &entries[i]);
        for (k = 1; k < b.count; k++) {
            collide_i_lanes_store(all.lower, collide_i_lanes_min(collide_i_lanes_load(all.lower),
                                                                 collide_i_lanes_load(entries[i + k].lower)));
            collide_i_lanes_store(all.upper, collide_i_lanes_max(collide_i_lanes_load(all.upper),
                                                                 collide_i_lanes_load(entries[i + k].upper)));
        }
        c = collide_i_cells_around(larger, s->axis, &all);
        for (y = c.from[1]; y <= c.to[1]; y++)
            collide_i_block_scan_row(s, &b, entries, s->starts + collide_i_row(larger, y), side, c.from[0] & (side - 1),
                                     c.to[0] - c.from[0]);
    }
}

/* All pairs, each once, in the order of the cells. */
COLLIDE_I_STATIC void collide_i_sweep_all(collide_sweep *s)
{
    int k, m;
    s->begun_count = s->ended_count = s->close_count = 0;
    for (k = 0; k < s->level_count && !s->error; k++) {
        for (m = 0; m < s->levels[k].side[1]; m++) collide_i_sweep_row(s, &s->levels[k], m);
        for (m = k + 1; m < s->level_count; m++) collide_i_sweep_levels_meet(s, &s->levels[k], &s->levels[m]);
    }
}

/* ---- lists of pairs ---- */

COLLIDE_I_INLINE int collide_i_pair_before(collide_pair p, collide_pair q)
{
    return p.a < q.a || (p.a == q.a && p.b < q.b);
}

/* By a, then by b: insertion of a few, a heap for many. */
COLLIDE_I_STATIC void collide_i_pairs_sort(collide_pair *list, int count)
{
    int start = count / 2, end = count, i, k;
    if (count < 16) {
        for (i = 1; i < count; i++) {
            const collide_pair p = list[i];
            for (k = i; k > 0 && collide_i_pair_before(p, list[k - 1]); k--) list[k] = list[k - 1];
            list[k] = p;
        }
        return;
    }
    while (end > 1) {
        collide_pair p;
        int at, child;
        if (start > 0) {
            p = list[--start];
        } else {
            p = list[--end];
            list[end] = list[0];
        }
        for (at = start; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && collide_i_pair_before(list[child], list[child + 1])) child++;
            if (!collide_i_pair_before(p, list[child])) break;
            list[at] = list[child];
        }
        list[at] = p;
    }
}

/* From one list into another, sorted: by a, by counting, then each a's own. */
COLLIDE_I_STATIC void collide_i_pairs_order(collide_sweep *s, const collide_pair *from, collide_pair *to, int count)
{
    unsigned *starts = s->changed, total = 0;
    int i, k;
    memset(starts, 0, ((size_t)s->used + 1) * sizeof *starts);
    for (i = 0; i < count; i++) starts[from[i].a]++;
    for (i = 0; i < s->used; i++) starts[i] = total += starts[i];
    for (i = 0; i < count; i++) to[--starts[from[i].a]] = from[i];
    for (i = 0; i < count; i = k) {
        for (k = i + 1; k < count && to[k].a == to[i].a; k++) continue;
        collide_i_pairs_sort(to + i, k - i);
    }
}

/* Those of the close pairs that meet, into the list of the ended, for comparison. */
COLLIDE_I_STATIC void collide_i_pairs_choose(collide_sweep *s, const collide_pair *close)
{
    const collide_i_entry *items = s->items;
    collide_pair *out = s->ended;
    int i, n = 0, room = s->pair_capacity;
    s->begun_count = s->ended_count = 0;
    for (i = 0; i < s->close_count; i++) {
        const collide_pair p = close[i];
        const int meet = collide_i_entries_meet(&items[p.a], &items[p.b]);
        if (n == room) {
            if (!meet) continue;
            s->ended_count = n;
            if (!collide_i_pairs_room(s, n)) return;
            out = s->ended;
            room = s->pair_capacity;
        }
        out[n] = p; /* whether it stays is not worth a branch */
        n += meet;
    }
    s->begun_count = n;
}

/* The difference of the old pairs and the new ones, which are in the list of the ended. */
COLLIDE_I_STATIC void collide_i_pairs_compare(collide_sweep *s)
{
    collide_pair *was = s->pairs, *is = s->ended;
    const int before = s->pair_count, now = s->begun_count;
    int i = 0, k = 0, begun = 0, ended = 0;
    while (i < before && k < now) {
        if (collide_i_pair_before(was[i], is[k])) {
            was[ended++] = was[i++]; /* never ahead of i */
        } else if (collide_i_pair_before(is[k], was[i])) {
            s->begun[begun++] = is[k++];
        } else {
            i++;
            k++;
        }
    }
    while (i < before) was[ended++] = was[i++];
    while (k < now) s->begun[begun++] = is[k++];
    s->pairs = is;
    s->ended = was;
    s->pair_count = now;
    s->begun_count = begun;
    s->ended_count = ended;
}

/* Where p stands in a sorted list, or would. */
COLLIDE_I_STATIC int collide_i_pairs_find(const collide_pair *list, int from, int to, collide_pair p)
{
    while (from < to) {
        const int middle = from + (to - from) / 2;
        if (collide_i_pair_before(list[middle], p))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Takes the ended out of the pairs and puts the begun in, in place. */
COLLIDE_I_STATIC void collide_i_pairs_apply(collide_sweep *s)
{
    collide_pair *p = s->pairs;
    int from = 0, to = 0, at, i;
    for (i = 0; i <= s->ended_count; i++) {
        at = i < s->ended_count ? collide_i_pairs_find(p, from, s->pair_count, s->ended[i]) : s->pair_count;
        if (from != to) memmove(p + to, p + from, (size_t)(at - from) * sizeof *p);
        to += at - from;
        from = at + 1;
    }
    from = to; /* now from the end, where the room is */
    to = s->pair_count = from + s->begun_count;
    for (i = s->begun_count - 1; i >= 0; i--) {
        at = collide_i_pairs_find(p, 0, from, s->begun[i]);
        to -= from - at;
        memmove(p + to, p + at, (size_t)(from - at) * sizeof *p);
        from = at;
        p[--to] = s->begun[i];
    }
}

/* ---- little has moved: follow it ---- */

/* Where a box was at the last update. */
COLLIDE_I_INLINE const collide_i_entry *collide_i_old_box(const collide_sweep *s, unsigned id)
{
    return s->status[id] & COLLIDE_I_CHANGED ? &s->entries[s->slots[id]] : &s->items[id];
}

COLLIDE_I_INLINE int collide_i_link_cell(collide_sweep *s, const collide_i_entry *e)
{
    const int level = s->level_of[collide_i_size_of(e)];
    int code;
    if (level == s->level_count - 1) s->drift += s->count / 8; /* too large for any level: soon there should be one */
    return collide_i_cell_of(&s->levels[level], s->axis[0], s->axis[1], e, &code);
}

COLLIDE_I_INLINE void collide_i_link(collide_sweep *s, unsigned id, int cell)
{
    s->next[id] = s->heads[cell];
    s->heads[cell] = id;
    s->items[id].upper[3] = (collide_real)cell;
}

COLLIDE_I_INLINE void collide_i_unlink(collide_sweep *s, unsigned id, int cell)
{
    unsigned *at = &s->heads[cell];
    while (*at != id && *at != COLLIDE_I_NOBODY) at = &s->next[*at];
    if (*at == id) *at = s->next[id];
}

/* Links everything as it was at the last update. */
COLLIDE_I_STATIC void collide_i_sweep_link_all(collide_sweep *s)
{
    const collide_i_sample sample = collide_i_sweep_sample(s);
    int id;
    collide_i_sweep_measure(s);
    s->skin = 0;
    collide_i_sweep_tune(s, &sample, 0);
    memset(s->heads, 0xFF, (size_t)s->cells * sizeof *s->heads);
    for (id = s->used - 1; id >= 0; id--) {
        int cell;
        if (!(s->status[id] & COLLIDE_I_EXISTED)) continue;
        cell = collide_i_link_cell(s, collide_i_old_box(s, (unsigned)id));
        collide_i_link(s, (unsigned)id, cell);
        if (s->status[id] & COLLIDE_I_CHANGED) s->entries[s->slots[id]].upper[3] = (collide_real)cell;
    }
    s->drift = 0;
}

/* A pair that was there before and is not now, or the other way round, goes into a list. */
COLLIDE_I_STATIC void collide_i_follow_pair(collide_sweep *s, unsigned i, unsigned o, int now)
{
    const int other = now ? COLLIDE_I_EXISTED : COLLIDE_I_EXISTS;
    if ((o < i && s->status[o] & COLLIDE_I_CHANGED) || !collide_i_filter_passes(s, i, o)) return; /* o sees it, too */
    if (s->status[i] & s->status[o] & other) {
        if (now && collide_i_entries_meet(collide_i_old_box(s, i), collide_i_old_box(s, o))) return;
        if (!now && collide_i_entries_meet(&s->items[i], &s->items[o])) return;
    }
    if (!collide_i_pairs_room(s, now ? s->begun_count : s->ended_count)) return;
    if (now)
        collide_i_pair_put(s->begun, s->begun_count++, i, o);
    else
        collide_i_pair_put(s->ended, s->ended_count++, i, o);
}

/* Asks the cells around box i: what meets it now, or what met it then. */
COLLIDE_I_STATIC void collide_i_follow_one(collide_sweep *s, unsigned i, int now)
{
    const collide_i_entry *e = now ? &s->items[i] : collide_i_old_box(s, i);
    int k, x, y;
    for (k = 0; k < s->level_count; k++) {
        const collide_i_level *l = &s->levels[k];
        collide_i_cells c = {{0, 0}, {0, 0}};
        if (l->side[0] > 1) c = collide_i_cells_around(l, s->axis, e);
        for (y = c.from[1]; y <= c.to[1]; y++) {
            const unsigned *heads = s->heads + collide_i_row(l, y);
            for (x = c.from[0]; x <= c.to[0]; x++) {
                unsigned o = heads[x & (l->side[0] - 1)];
                for (; o != COLLIDE_I_NOBODY; o = s->next[o])
                    if (o != i && collide_i_entries_meet(e, now ? &s->items[o] : collide_i_old_box(s, o)))
                        collide_i_follow_pair(s, i, o, now);
            }
        }
    }
}

/* The pairs that have ended: there may be so many pairs that it is better to ask around where the movers were, or so
   many movers that it is better to look at all pairs. */
COLLIDE_I_STATIC void collide_i_follow_ends(collide_sweep *s)
{
    int i;
    if (s->pair_count / 256 > s->changes) {
        for (i = 0; i < s->changes; i++)
            if (s->status[s->changed[i]] & COLLIDE_I_EXISTED) collide_i_follow_one(s, s->changed[i], 0);
        collide_i_pairs_sort(s->ended, s->ended_count);
        return;
    }
    for (i = 0; i < s->pair_count; i++) {
        const collide_pair p = s->pairs[i];
        const int a = s->status[p.a], b = s->status[p.b];
        if (!((a | b) & COLLIDE_I_CHANGED)) continue;
        if (!(a & b & COLLIDE_I_EXISTS) || !collide_i_entries_meet(&s->items[p.a], &s->items[p.b]))
            s->ended[s->ended_count++] = p;
    }
}

COLLIDE_I_STATIC void collide_i_sweep_follow(collide_sweep *s)
{
    int i;
    if (s->state != COLLIDE_I_LINKED || s->drift > 4 * s->count) collide_i_sweep_link_all(s);
    s->state = COLLIDE_I_UNSORTED; /* until it has worked */
    s->begun_count = s->ended_count = 0;
    collide_i_follow_ends(s);
    if (s->error) return;
    for (i = 0; i < s->changes; i++) {
        const unsigned id = s->changed[i];
        const int status = s->status[id];
        const int from = status & COLLIDE_I_EXISTED ? (int)collide_i_old_box(s, id)->upper[3] : -1;
        const int to = status & COLLIDE_I_EXISTS ? collide_i_link_cell(s, &s->items[id]) : -1;
        if (from == to) continue;
        if (from >= 0) collide_i_unlink(s, id, from);
        if (to >= 0) collide_i_link(s, id, to);
    }
    for (i = 0; i < s->changes; i++)
        if (s->status[s->changed[i]] & COLLIDE_I_EXISTS) collide_i_follow_one(s, s->changed[i], 1);
    if (!s->error && s->begun_count > s->ended_count)
        while (s->pair_count - s->ended_count + s->begun_count > s->pair_capacity)
            if (!collide_i_pairs_room(s, s->pair_capacity)) return;
    if (s->error) return;
    collide_i_pairs_sort(s->begun, s->begun_count);
    if (s->begun_count + s->ended_count > 0) collide_i_pairs_apply(s);
    s->drift += s->changes;
    s->state = COLLIDE_I_LINKED;
}

/* ---- the update ---- */

/* The changes are history: what was removed gives its number back. */
COLLIDE_I_STATIC void collide_i_sweep_settle(collide_sweep *s)
{
    int i;
    for (i = s->changes - 1; i >= 0; i--) {
        const unsigned id = s->changed[i];
        if (s->status[id] & COLLIDE_I_EXISTS) {
            s->status[id] = COLLIDE_I_EXISTS | COLLIDE_I_EXISTED;
        } else {
            s->status[id] = 0;
            s->next[id] = s->vacant;
            s->vacant = id;
        }
    }
    s->changes = s->refilter = s->flood = s->flux = 0;
}

/* ---- much has moved, but not far ---- */

/* How far e has moved since o, side by side. */
COLLIDE_I_INLINE collide_i_lanes collide_i_entry_moved(const collide_i_entry *e, const collide_i_entry *o)
{
    const collide_i_lanes a = collide_i_lanes_load(e->lower), b = collide_i_lanes_load(o->lower);
    const collide_i_lanes c = collide_i_lanes_load(e->upper), d = collide_i_lanes_load(o->upper);
    return collide_i_lanes_max(collide_i_lanes_max(collide_i_lanes_sub(a, b), collide_i_lanes_sub(b, a)),
                               collide_i_lanes_max(collide_i_lanes_sub(c, d), collide_i_lanes_sub(d, c)));
}

/* Brings the entries up to date in their old order, and tells how far the fastest box has moved. */
COLLIDE_I_STATIC collide_real collide_i_sweep_refresh(collide_sweep *s, int all)
{
    const collide_i_entry *items = s->items;
    collide_i_entry *entries = s->entries;
    const unsigned char *status = s->status;
    const unsigned *slots = s->slots, *changed = s->changed;
    const int count = all ? s->used : s->changes;
    collide_i_lanes most = collide_i_lanes_splat(0);
    collide_real top[4];
    int i;
    for (i = 0; i < count; i++) {
        const unsigned id = all ? (unsigned)i : changed[i];
        collide_i_entry *e = &entries[slots[id]];
        if (!(status[id] & COLLIDE_I_EXISTS)) continue;
        most = collide_i_lanes_max(most, collide_i_entry_moved(&items[id], e));
        collide_i_entry_copy(e, &items[id]);
    }
    collide_i_lanes_store(top, collide_i_lanes_top(most));
    return top[0];
}

/* Does the skin still hold? Then this frame is soon done. */
COLLIDE_I_STATIC int collide_i_sweep_stay(collide_sweep *s)
{
    if (s->state != COLLIDE_I_SORTED || !(s->skin > 0) || s->refilter || s->flux) return 0;
    if (s->stays && s->spent + COLLIDE_R(0.875) * s->pace > s->skin) return 0;
    s->pace = collide_i_sweep_refresh(s, s->flood);
    s->spent += s->pace;
    /* differences and their sum are rounded; grown boxes are, too, but not past a number that is inside */
    if (!(s->spent <= s->skin * (1 - 2 * COLLIDE_I_MOST_STAYS * COLLIDE_I_EPSILON)) || s->stays == COLLIDE_I_MOST_STAYS)
        return 0;
    s->state = COLLIDE_I_UNSORTED; /* until it has worked */
    s->stays++;
    collide_i_pairs_choose(s, s->close);
    if (s->error) return 1;
    collide_i_sweep_settle(s);
    collide_i_pairs_compare(s);
    s->state = COLLIDE_I_SORTED;
    return 1;
}

/* How far the boxes of a sample have moved at most. */
COLLIDE_I_STATIC collide_real collide_i_sweep_pace(const collide_sweep *s)
{
    collide_i_lanes most = collide_i_lanes_splat(0);
    collide_real top[4];
    int i;
    for (i = 0; i < 2 * COLLIDE_I_SAMPLE; i++) {
        const int id = (int)((int64_t)i * s->used / (2 * COLLIDE_I_SAMPLE));
        if (s->status[id] & COLLIDE_I_EXISTS)
            most = collide_i_lanes_max(most, collide_i_entry_moved(&s->items[id], &s->entries[s->slots[id]]));
    }
    collide_i_lanes_store(top, collide_i_lanes_top(most));
    return top[0];
}

/* How thick a skin is worth its while, 0: none. The thicker, the longer it lasts, but the more pairs there are to look
   at: with what both cost, about a quarter of a box is best. */
COLLIDE_I_STATIC collide_real collide_i_sweep_skin(collide_sweep *s, const collide_i_sample *sample)
{
    const int had = s->state == COLLIDE_I_SORTED && s->skin > 0;
    collide_real width = (sample->width[0] + sample->width[1] + sample->width[2]) / 3, frames, common;
    int size = 1, k;
    if (s->flags & COLLIDE_SWEEP_REBUILD || s->state != COLLIDE_I_SORTED) return 0;
    if (had) { /* one that did not last teaches patience */
        s->patience = s->stays ? 1 : s->patience < 64 ? 2 * s->patience : 64;
        s->bare = s->stays ? 0 : s->patience;
    }
    if (s->bare > 0) s->bare--;
    if (s->bare > 0 || (!had && s->flux)) return 0;
    if (!had) s->pace = collide_i_sweep_pace(s);
    for (k = 2; k < COLLIDE_I_SIZES; k++)
        if (s->population[k] > s->population[size]) size = k;
    common = collide_i_from_bits(COLLIDE_I_POWER(size + 1 - COLLIDE_I_SIZES / 2)); /* a few giants don't count */
    width = collide_i_min(width, common) / (collide_real)COLLIDE_I_SKIN;
    if (!(s->pace > 0)) return width / 4;
    frames = collide_i_min(width / s->pace, COLLIDE_I_MOST_STAYS / 4);
    return s->pace * COLLIDE_R(1.125) * (collide_real)(int)frames;
}

COLLIDE_I_STATIC void collide_i_sweep_rebuild(collide_sweep *s)
{
    const collide_i_sample sample = collide_i_sweep_sample(s);
    collide_i_sweep_measure(s);
    s->skin = collide_i_sweep_skin(s, &sample);
    s->state = COLLIDE_I_UNSORTED; /* until it has worked */
    s->spent = 0;
    s->stays = 0;
    collide_i_sweep_sort(s, &sample);
    collide_i_sweep_all(s);
    if (s->error && s->skin > 0) { /* too many pairs: without, then */
        s->error = COLLIDE_OK;
        s->skin = 0;
        s->bare = s->patience = 64;
        collide_i_sweep_sort(s, &sample);
        collide_i_sweep_all(s);
    }
    if (s->skin > 0) collide_i_pairs_choose(s, s->loose);
    if (s->error) return;
    collide_i_sweep_settle(s);
    if (s->skin > 0) {
        (void)collide_i_sweep_refresh(s, 1);
        collide_i_pairs_order(s, s->loose, s->close, s->close_count);
        collide_i_pairs_choose(s, s->close); /* now there is room */
    } else {
        collide_i_pairs_order(s, s->begun, s->ended, s->begun_count);
    }
    collide_i_pairs_compare(s);
    s->state = COLLIDE_I_SORTED;
}

/* Up to how many changes are better followed: one costs as much as ten boxes sorted anew, linking all a little. */
COLLIDE_I_STATIC int collide_i_sweep_limit(const collide_sweep *s)
{
    if (s->state == COLLIDE_I_UNSORTED || s->flags & COLLIDE_SWEEP_REBUILD) return 0;
    if (s->flags & COLLIDE_SWEEP_FOLLOW) return COLLIDE_I_MOST_BOXES;
    return s->count / (s->state == COLLIDE_I_LINKED ? 10 : 12);
}

COLLIDE_API int collide_sweep_update(collide_sweep *sweep)
{
    collide_sweep *s = sweep;
    if (!s) return COLLIDE_ERROR_ARGUMENT;
    s->error = COLLIDE_OK;
    if (s->capacity == 0 || (!s->changes && !s->flood && !s->refilter && s->state != COLLIDE_I_UNSORTED)) {
        s->begun_count = s->ended_count = 0;
    } else if (s->changes <= collide_i_sweep_limit(s) && !s->flood && !s->refilter && s->state != COLLIDE_I_UNSORTED) {
        collide_i_sweep_follow(s);
        if (!s->error) collide_i_sweep_settle(s);
    } else if (!collide_i_sweep_stay(s)) {
        collide_i_sweep_rebuild(s);
    }
    if (s->error) s->begun_count = s->ended_count = 0;
    /* while linked, queries must know where everything was */
    s->limit = s->state == COLLIDE_I_LINKED ? COLLIDE_I_MOST_BOXES : collide_i_sweep_limit(s) + 1;
    return s->error ? s->error : s->pair_count;
}

COLLIDE_API const collide_pair *collide_sweep_pairs(const collide_sweep *sweep, int *count)
{
    if (count) *count = sweep ? sweep->pair_count : 0;
    return sweep ? sweep->pairs : NULL;
}

COLLIDE_API const collide_pair *collide_sweep_begun(const collide_sweep *sweep, int *count)
{
    if (count) *count = sweep ? sweep->begun_count : 0;
    return sweep ? sweep->begun : NULL;
}

COLLIDE_API const collide_pair *collide_sweep_ended(const collide_sweep *sweep, int *count)
{
    if (count) *count = sweep ? sweep->ended_count : 0;
    return sweep ? sweep->ended : NULL;
}

/* ---- queries ---- */

/* What is looked for, and the first of what was found: a heap with the last of them on top. */
typedef struct {
    collide_i_entry box;
    collide_real move[3], inverse[3];
    unsigned still; /* bit k: nothing moves along axis k */
    unsigned mask;
    unsigned *ids;           /* where numbers alone are wanted */
    collide_sweep_hit *hits; /* else */
    int capacity, count;
} collide_i_search;

COLLIDE_I_INLINE collide_sweep_hit collide_i_search_get(const collide_i_search *q, int i)
{
    collide_sweep_hit h;
    if (q->hits) return q->hits[i];
    h.id = q->ids[i];
    h.time = 0;
    return h;
}

COLLIDE_I_INLINE void collide_i_search_set(const collide_i_search *q, int i, collide_sweep_hit h)
{
    if (q->hits)
        q->hits[i] = h;
    else
        q->ids[i] = h.id;
}

COLLIDE_I_INLINE int collide_i_hit_before(collide_sweep_hit a, collide_sweep_hit b)
{
    return a.time < b.time || (!(b.time < a.time) && a.id < b.id);
}

/* Puts h at the top of a heap of n, down to where it belongs. */
COLLIDE_I_STATIC void collide_i_search_sink(const collide_i_search *q, int n, int at, collide_sweep_hit h)
{
    int child;
    for (; (child = 2 * at + 1) < n; at = child) {
        collide_sweep_hit c = collide_i_search_get(q, child);
        if (child + 1 < n && collide_i_hit_before(c, collide_i_search_get(q, child + 1)))
            c = collide_i_search_get(q, ++child);
        if (!collide_i_hit_before(h, c)) break;
        collide_i_search_set(q, at, c);
    }
    collide_i_search_set(q, at, h);
}

COLLIDE_I_STATIC void collide_i_search_keep(collide_i_search *q, collide_sweep_hit h)
{
    int at = q->count++, parent;
    if (at < q->capacity) { /* up from the end */
        for (; at > 0; at = parent) {
            const collide_sweep_hit p = collide_i_search_get(q, parent = (at - 1) / 2);
            if (!collide_i_hit_before(p, h)) break;
            collide_i_search_set(q, at, p);
        }
        collide_i_search_set(q, at, h);
    } else if (q->capacity > 0 && collide_i_hit_before(h, collide_i_search_get(q, 0))) {
        collide_i_search_sink(q, q->capacity, 0, h);
    }
}

/* From a heap to a sorted list. Returns how many were found in all. */
COLLIDE_I_STATIC int collide_i_search_end(const collide_i_search *q)
{
    int n = q->count < q->capacity ? q->count : q->capacity;
    while (n > 1) {
        const collide_sweep_hit h = collide_i_search_get(q, --n);
        collide_i_search_set(q, n, collide_i_search_get(q, 0));
        collide_i_search_sink(q, n, 0, h);
    }
    return q->count;
}

/* The time at which the flying box meets a box, or a negative number. Never missed by rounding. */
COLLIDE_I_INLINE collide_real collide_i_search_time(const collide_i_search *q, const collide_i_entry *e)
{
    collide_real enter = 0, leave = 1;
    int k;
    if (q->still &&
        q->still & collide_i_entry_apart(collide_i_lanes_load(q->box.lower), collide_i_lanes_load(q->box.upper), e))
        return -1;
    for (k = 0; k < 3; k++) {
        const collide_real a = (e->lower[k] - q->box.upper[k]) * q->inverse[k];
        const collide_real b = (e->upper[k] - q->box.lower[k]) * q->inverse[k];
        if (q->still >> k & 1u) continue; /* it meets the box there all the time */
        enter = collide_i_max(enter, collide_i_min(a, b));
        leave = collide_i_min(leave, collide_i_max(a, b));
    }
    return enter <= leave * (1 + 8 * COLLIDE_I_EPSILON) ? enter : -1;
}

COLLIDE_I_INLINE void collide_i_search_try(const collide_sweep *s, collide_i_search *q, const collide_i_entry *e)
{
    collide_sweep_hit h;
    h.id = (unsigned)e->lower[3];
    h.time = 0;
    if (!(s->status[h.id] & COLLIDE_I_EXISTS) || !(s->filters[h.id].category & q->mask)) return;
    if (q->hits) {
        h.time = collide_i_search_time(q, e);
        if (h.time < 0) return;
        if (h.time > 1) h.time = 1;
    } else if (!collide_i_entries_meet(&q->box, e)) {
        return;
    }
    collide_i_search_keep(q, h);
}

/* Tries what starts in some cells of a row; `more` may go around. */
COLLIDE_I_STATIC void collide_i_search_row(const collide_sweep *s, collide_i_search *q, const collide_i_level *l,
                                           int row, int from, int more)
{
    const int cells = collide_i_row(l, row), side = l->side[0];
    int x, i;
    if (more >= side) more = side - 1;
    for (x = from; x <= from + more; x++) {
        const int cell = cells + (x & (side - 1));
        unsigned id;
        if (s->state == COLLIDE_I_SORTED)
            for (i = s->starts[cell]; i < s->starts[cell + 1]; i++) collide_i_search_try(s, q, &s->entries[i]);
        else
            for (id = s->heads[cell]; id != COLLIDE_I_NOBODY; id = s->next[id])
                collide_i_search_try(s, q, collide_i_old_box(s, id));
    }
}

/* The cells of a row that the flying box may meet while it is over that row, in cells and with room to spare. */
COLLIDE_I_STATIC void collide_i_search_cast_row(const collide_sweep *s, collide_i_search *q, const collide_i_level *l,
                                                int row, const collide_real *lower, const collide_real *upper)
{
    const int x = s->axis[0], y = s->axis[1];
    const collide_real dx = q->move[x] * l->scale[x], dy = q->move[y] * l->scale[y];
    collide_real enter = 0, leave = 1, a, b;
    if (collide_i_abs(dy) > COLLIDE_R(0.5)) { /* else it is over the row all the time, as far as we care */
        a = ((collide_real)row - 1 - upper[y]) / dy;
        b = ((collide_real)row + 2 - lower[y] + l->reach[y]) / dy;
        enter = collide_i_max(enter, collide_i_min(a, b));
        leave = collide_i_min(leave, collide_i_max(a, b));
        if (enter > leave) return;
    }
    a = lower[x] - l->reach[x] + collide_i_min(enter * dx, leave * dx) - 1;
    b = upper[x] + collide_i_max(enter * dx, leave * dx) + 1;
    a = collide_i_clamp(a, 0, 2 * (collide_real)COLLIDE_I_FURTHEST_CELL);
    b = collide_i_clamp(b, 0, 2 * (collide_real)COLLIDE_I_FURTHEST_CELL);
    collide_i_search_row(s, q, l, row, (int)a, (int)b - (int)a);
}

COLLIDE_I_STATIC int collide_i_sweep_search(const collide_sweep *s, collide_i_search *q)
{
    collide_i_entry all = q->box;
    int k, y;
    for (k = 0; k < 3; k++) {
        all.lower[k] += collide_i_min(q->move[k], 0);
        all.upper[k] += collide_i_max(q->move[k], 0);
    }
    if (s->state == COLLIDE_I_UNSORTED) {
        for (k = 0; k < s->used; k++) collide_i_search_try(s, q, &s->items[k]);
        return collide_i_search_end(q);
    }
    for (k = 0; k < s->level_count; k++) {
        const collide_i_level *l = &s->levels[k];
        const collide_i_cells c = collide_i_cells_around(l, s->axis, &all);
        collide_real lower[4], upper[4], ends[4];
        int slim = q->hits && c.to[1] - c.from[1] < l->side[1] - 1; /* each row is one row only */
        collide_i_lanes_store(lower, collide_i_place(l, all.lower));
        collide_i_lanes_store(upper, collide_i_place(l, all.upper));
        for (y = 0; y < 2 && slim; y++) /* and nothing is beyond the last cell */
            slim = lower[s->axis[y]] > 0 && upper[s->axis[y]] < 2 * (collide_real)COLLIDE_I_FURTHEST_CELL;
        collide_i_lanes_store(lower, collide_i_place(l, q->box.lower));
        collide_i_lanes_store(ends, collide_i_place(l, q->box.upper));
        for (y = c.from[1]; y <= c.to[1]; y++) {
            if (slim)
                collide_i_search_cast_row(s, q, l, y, lower, ends);
            else
                collide_i_search_row(s, q, l, y, c.from[0], c.to[0] - c.from[0]);
        }
    }
    return collide_i_search_end(q);
}

COLLIDE_I_STATIC int collide_i_search_begin(collide_i_search *q, const collide_sweep *sweep, const collide_aabb *box,
                                            collide_vec3 move, unsigned mask, int capacity)
{
    const collide_real most = collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_BIAS / 2));
    int k;
    memset(q, 0, sizeof *q);
    if (!sweep || !collide_i_aabb_valid(box) || !collide_i_usable3(move) || capacity < 0) return 0;
    collide_i_entry_set(&q->box, box, 0);
    q->move[0] = move.x;
    q->move[1] = move.y;
    q->move[2] = move.z;
    for (k = 0; k < 3; k++) {
        const collide_real way = collide_i_abs(q->move[k]);
        if (way * most > 1) {
            q->inverse[k] = 1 / q->move[k];
        } else { /* a way that has no inverse counts as the size of a box that rests */
            q->still |= 1u << k;
            q->box.lower[k] -= way;
            q->box.upper[k] += way;
        }
    }
    q->mask = mask ? mask : ~0u;
    q->capacity = capacity;
    return 1;
}

COLLIDE_API int collide_sweep_query_box(const collide_sweep *sweep, collide_aabb box, unsigned mask, unsigned *out,
                                        int capacity)
{
    collide_i_search q;
    if (!collide_i_search_begin(&q, sweep, &box, collide_i_vec(0, 0, 0), mask, capacity) || (capacity > 0 && !out))
        return COLLIDE_ERROR_ARGUMENT;
    q.ids = out;
    return collide_i_sweep_search(sweep, &q);
}

COLLIDE_API int collide_sweep_query_cast(const collide_sweep *sweep, collide_aabb box, collide_vec3 move, unsigned mask,
                                         collide_sweep_hit *out, int capacity)
{
    collide_i_search q;
    collide_sweep_hit none;
    if (!collide_i_search_begin(&q, sweep, &box, move, mask, capacity) || (capacity > 0 && !out))
        return COLLIDE_ERROR_ARGUMENT;
    memset(&none, 0, sizeof none);
    q.hits = capacity > 0 ? out : &none; /* never written to where there is no room */
    return collide_i_sweep_search(sweep, &q);
}

COLLIDE_API int collide_sweep_query_ray(const collide_sweep *sweep, collide_vec3 from, collide_vec3 to, unsigned mask,
                                        collide_sweep_hit *out, int capacity)
{
    collide_aabb point;
    point.lower = point.upper = from;
    return collide_sweep_query_cast(sweep, point, collide_i_sub(to, from), mask, out, capacity);
}

/* ---- boxes around things ---- */

COLLIDE_API collide_aabb collide_aabb_cube(collide_vec3 centre, collide_real radius)
{
    collide_aabb box = {{0, 0, 0}, {0, 0, 0}};
    const collide_vec3 r = collide_i_vec(radius, radius, radius);
    if (!collide_i_usable3(centre) || !collide_i_usable(radius) || radius < 0) return box;
    box.lower = collide_i_sub(centre, r);
    box.upper = collide_i_add(centre, r);
    return box;
}

COLLIDE_API collide_aabb collide_mesh_cube(const collide_mesh *mesh, collide_pose pose)
{
    collide_aabb box = {{0, 0, 0}, {0, 0, 0}};
    collide_vec3 centre;
    collide_i_frame f;
    if (!mesh || collide_i_frame_of(&pose, &f) < 0) return box;
    centre = collide_i_add(collide_i_turn(&f.r, mesh->sphere), f.p);
    return collide_aabb_cube(centre, mesh->sphere_radius);
}

/* Walks from a vertex to neighbours further along d, which on a convex polytope ends at the furthest. */
COLLIDE_I_STATIC int collide_i_extreme_walk(const collide_mesh *m, collide_vec3 d, int vertex, collide_real *value)
{
    const collide_vec3 *p = collide_i_mesh_vertices(m);
    const collide_edge *edges = collide_i_mesh_edges(m);
    collide_real best = collide_i_dot(p[vertex], d);
    int steps, i;
    for (steps = 0; steps < m->vertex_count; steps++) {
        const int at = vertex, start = COLLIDE_I_MESH_ARRAY(int, m, vertex_edges)[at];
        int e = start;
        for (i = 0; i < m->edge_count; i++) { /* around it, once */
            const int end = edges[e].vertex[0] == at;
            const collide_real dot = collide_i_dot(p[edges[e].vertex[end]], d);
            if (dot > best) {
                best = dot;
                vertex = edges[e].vertex[end];
            }
            e = edges[e].wing[end ? 1 : 3];
            if (e == start) break;
        }
        if (vertex == at) break;
    }
    *value = best;
    return vertex;
}

COLLIDE_API collide_aabb collide_mesh_bounds_walk(const collide_mesh *mesh, collide_pose pose,
                                                  collide_extremes *extremes)
{
    collide_aabb box = {{0, 0, 0}, {0, 0, 0}};
    collide_i_frame f;
    collide_real x[6];
    int k;
    if (!mesh || !extremes || collide_i_frame_of(&pose, &f) < 0) return box;
    if (!(mesh->flags & COLLIDE_I_MESH_CONVEX) || !(mesh->at.map || mesh->at.lanes))
        return collide_mesh_bounds(mesh, pose); /* walking might stop in a dent */
    for (k = 0; k < 6; k++) {                   /* one coordinate at a time: the rows of the rotation (I-COLLIDE 4.1) */
        collide_vec3 d = k % 3 == 0   ? collide_i_vec(f.r.x.x, f.r.y.x, f.r.z.x)
                         : k % 3 == 1 ? collide_i_vec(f.r.x.y, f.r.y.y, f.r.z.y)
                                      : collide_i_vec(f.r.x.z, f.r.y.z, f.r.z.z);
        int vertex = extremes->vertex[k];
        if (vertex < 0 || vertex >= mesh->vertex_count) vertex = 0;
        extremes->vertex[k] = collide_i_extreme_walk(mesh, k < 3 ? collide_i_negate(d) : d, vertex, &x[k]);
    }
    box.lower = collide_i_add(collide_i_vec(-x[0], -x[1], -x[2]), f.p);
    box.upper = collide_i_add(collide_i_vec(x[3], x[4], x[5]), f.p);
    return box;
}

#ifndef COLLIDE_NO_WORLD
/* ============================================================================= IMPLEMENTATION
   [WORLD] moving bodies, and which of them touch

   Boxes first, then pairs (I-COLLIDE, Figure 1). What has moved gets a new box, around its whole way where that counts;
   the sweep tells whose boxes meet; each of those pairs has a slot, in the sweep's order, that remembers what the last
   test found. Slots know nothing of each other, so any number of threads may test them; what comes out is gathered in
   their order.

        both convex meshes      closest features, remembered            on the way: cast or sweep of convex shapes
        both convex             GJK, remembered                                        the same
        convex, and a mesh      probe                                   the mesh is still: sweep of the probe
        meshes                  the faces of the one, as probes         else: faces against faces, slice by slice

   A pair whose bodies have not moved costs nothing but its place.
   ============================================================================================ */

enum {
    COLLIDE_I_ALIVE = 1,
    COLLIDE_I_STILL = 2,
    COLLIDE_I_LISTED = 4,   /* among those that have changed */
    COLLIDE_I_PLACED = 8,   /* without a path: the step starts where it is told to */
    COLLIDE_I_FRESH = 16,   /* no update has seen it */
    COLLIDE_I_BLOCKED = 32, /* touched something at the last update */
    COLLIDE_I_TREE = 64,    /* made of parts */
    COLLIDE_I_LEAST_PARTS = 32,
    COLLIDE_I_BATCH = 16, /* pairs to a task */
    COLLIDE_I_MOST_SLICES = 64,
    COLLIDE_I_MOST_SWEEPS = 16, /* of one pair, where the first ones are not done */
    COLLIDE_I_WORLD_SCRATCH = 49152
};

#define COLLIDE_I_WORLD_LIMIT collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_LARGEST_EXPONENT - 2))
#define COLLIDE_I_UNKNOWN collide_i_from_bits(COLLIDE_I_POWER(COLLIDE_I_LARGEST_EXPONENT)) /* distance: further away */

/* A part, or a body that is not made of parts. Parts are kept so that all below one come right after it. */
typedef struct {
    collide_pose pose[2];     /* in the world, at the start and at the end of the step */
    collide_pose seen;        /* at the end of the last update */
    const collide_mesh *mesh; /* NULL: none */
    collide_shape shape;      /* of what is convex; else of kind 0 */
    collide_aabb box, all;    /* around its way; with those of all below it */
    collide_aabb ends[2];     /* at the start and at the end of the step */
    collide_pose local;
    collide_vec3 centre; /* of a ball around it */
    collide_real radius;
    collide_real span; /* from the body's origin to its own, at most */
    collide_extremes extremes;
    int up;     /* to its parent: so many places before it; 0: none */
    int below;  /* how many come after it that are below it */
    int number; /* the caller's */
    int place;  /* where the part of this number, not this part, is kept */
    unsigned owner;
} collide_i_part;

typedef struct {
    collide_pose pose[2];     /* at the start and at the end of the step */
    collide_pose seen, clear; /* at the last update; at the last one that found it free, if that one did not */
    void *user;
    collide_aabb box;   /* around its way */
    collide_real reach; /* of all parts, from the origin */
    unsigned generation, flags;
    int first, count; /* its parts in the pool, where it has parts */
} collide_i_body;

/* A pair of boxes that overlap. */
typedef struct {
    collide_world_pair found;
    collide_feature_pair walk; /* of the parts that were found */
    collide_gjk_cache gjk;
    collide_result result; /* 1: touches or is within the margin */
    unsigned char tested;  /* what was found still holds */
    unsigned char off;     /* switched off */
    unsigned char listed;  /* at the last update */
    unsigned char touches; /* not merely within the margin */
} collide_i_slot;

/* A pair that is switched off. Generations tell whether it still counts: none is 0. */
typedef struct {
    collide_body a, b;
} collide_i_off;

struct collide_world {
    collide_world_desc desc;
    collide_allocator allocator; /* the caller's, or of `own` */
    int given;                   /* 0: COLLIDE_MALLOC */
    collide_fixed_buffer own;    /* where all memory is taken at once */
    collide_allocator dry;       /* gives nothing */
    collide_sweep *sweep;
    collide_scratch *scratch; /* one for each worker */
    collide_i_body *bodies;
    collide_i_part *roots; /* by body; in use where it has no parts */
    unsigned *changed;     /* numbers of bodies */
    int capacity, count, change_count;
    void *block; /* of these three */
    collide_i_part *pool;
    int pool_capacity, pool_used, pool_dead;
    collide_i_slot *slots[2]; /* at the last update, and for the next */
    int slot_capacity[2], slot_count, next_count;
    collide_world_pair *list;
    int list_capacity, list_count;
    collide_i_off *off; /* a table, by hash; empty: generation 0 */
    int off_capacity, off_count;
};

/* ---- memory ---- */

COLLIDE_I_INLINE const collide_allocator *collide_i_world_allocator(const collide_world *w)
{
    return w->given ? &w->allocator : NULL;
}

/* An array with room for more; `used` elements go with it. NULL: there is no memory, and the old one is as it was. */
COLLIDE_I_STATIC void *collide_i_regrow(const collide_world *w, void *old, int capacity, int used, int wanted,
                                        size_t element)
{
    void *block;
    if ((size_t)wanted > ((size_t)-1) / 4 / element) return NULL;
    block = collide_i_alloc(collide_i_world_allocator(w), (size_t)wanted * element);
    if (!block) return NULL;
    if (used) memcpy(block, old, (size_t)used * element);
    memset((char *)block + (size_t)used * element, 0, (size_t)(wanted - used) * element);
    collide_i_free(collide_i_world_allocator(w), old, (size_t)capacity * element);
    return block;
}

COLLIDE_I_INLINE int collide_i_more(int capacity, int wanted)
{
    const int grown = capacity + capacity / 2 + 16;
    return grown > wanted ? grown : wanted;
}

/* The arrays for so many bodies, one after the other. */
COLLIDE_I_STATIC size_t collide_i_bodies_layout(collide_world *w, int capacity, char *block)
{
    const size_t n = (size_t)capacity, roots = collide_i_round_up(n * sizeof(collide_i_body));
    const size_t changed = roots + collide_i_round_up(n * sizeof(collide_i_part));
    if (block) {
        w->bodies = (collide_i_body *)(void *)block;
        w->roots = (collide_i_part *)(void *)(block + roots);
        w->changed = (unsigned *)(void *)(block + changed);
    }
    return changed + collide_i_round_up(n * sizeof(unsigned));
}

COLLIDE_I_STATIC collide_result collide_i_bodies_reserve(collide_world *w, int wanted)
{
    const collide_i_body *bodies = w->bodies;
    const collide_i_part *roots = w->roots;
    const unsigned *changed = w->changed;
    const size_t used = (size_t)w->capacity, bytes = collide_i_bodies_layout(w, wanted, NULL);
    char *block = (char *)collide_i_alloc(collide_i_world_allocator(w), bytes);
    if (!block) return COLLIDE_ERROR_MEMORY;
    memset(block, 0, bytes);
    (void)collide_i_bodies_layout(w, wanted, block);
    if (used) {
        memcpy(w->bodies, bodies, used * sizeof *bodies);
        memcpy(w->roots, roots, used * sizeof *roots);
        memcpy(w->changed, changed, (size_t)w->change_count * sizeof *changed);
    }
    collide_i_free(collide_i_world_allocator(w), w->block, collide_i_bodies_layout(w, w->capacity, NULL));
    w->block = block;
    w->capacity = wanted;
    return COLLIDE_OK;
}

COLLIDE_I_STATIC collide_result collide_i_pool_reserve(collide_world *w, int wanted)
{
    void *pool = collide_i_regrow(w, w->pool, w->pool_capacity, w->pool_used, wanted, sizeof *w->pool);
    if (!pool) return COLLIDE_ERROR_MEMORY;
    w->pool = (collide_i_part *)pool;
    w->pool_capacity = wanted;
    return COLLIDE_OK;
}

COLLIDE_I_STATIC collide_result collide_i_slots_reserve(collide_world *w, int which, int wanted)
{
    const int used = which == 0 ? w->slot_count : 0;
    void *slots;
    if (wanted <= w->slot_capacity[which]) return COLLIDE_OK;
    if (!w->desc.max_pairs) wanted = collide_i_more(w->slot_capacity[which], wanted);
    slots = collide_i_regrow(w, w->slots[which], w->slot_capacity[which], used, wanted, sizeof *w->slots[which]);
    if (!slots) return COLLIDE_ERROR_MEMORY;
    w->slots[which] = (collide_i_slot *)slots;
    w->slot_capacity[which] = wanted;
    return COLLIDE_OK;
}

COLLIDE_I_STATIC collide_result collide_i_list_reserve(collide_world *w, int wanted)
{
    void *list;
    if (wanted <= w->list_capacity) return COLLIDE_OK;
    if (!w->desc.max_pairs) wanted = collide_i_more(w->list_capacity, wanted);
    list = collide_i_regrow(w, w->list, w->list_capacity, w->list_count, wanted, sizeof *w->list);
    if (!list) return COLLIDE_ERROR_MEMORY;
    w->list = (collide_world_pair *)list;
    w->list_capacity = wanted;
    return COLLIDE_OK;
}

/* Slots of the table of pairs that are switched off: a power of two, at most two thirds in use. */
COLLIDE_I_STATIC int collide_i_off_slots(int pairs)
{
    int n = 16;
    while (n / 3 * 2 < pairs) n *= 2;
    return n;
}

COLLIDE_I_STATIC int collide_i_world_desc_valid(const collide_world_desc *d)
{
    return d->max_bodies >= 0 && d->max_bodies <= COLLIDE_I_MOST_BOXES && d->max_pairs >= 0 &&
           d->max_pairs <= COLLIDE_I_MOST_PAIRS && d->max_parts >= 0 && d->max_parts <= COLLIDE_I_MOST_BOXES &&
           d->workers >= 0 && d->workers <= 1024 && d->margin >= 0 && d->margin <= COLLIDE_I_WORLD_LIMIT &&
           d->scratch <= ((size_t)-1) / 8192 && d->flags <= COLLIDE_WORLD_NO_DEPTH;
}

/* What zeros in it mean. */
COLLIDE_I_STATIC void collide_i_world_defaults(collide_world_desc *d)
{
    if (!d->workers) d->workers = 1;
    if (!d->max_parts) d->max_parts = d->max_bodies < COLLIDE_I_LEAST_PARTS ? COLLIDE_I_LEAST_PARTS : d->max_bodies;
    if (!d->scratch) d->scratch = COLLIDE_I_WORLD_SCRATCH;
}

COLLIDE_I_STATIC collide_sweep_desc collide_i_world_sweep(const collide_world_desc *d)
{
    collide_sweep_desc s = {0, 0, 0, 0, NULL};
    s.max_boxes = d->max_bodies;
    s.max_pairs = d->max_pairs;
    s.margin = d->margin / 2;
    return s;
}

/* All that a world of fixed capacities takes, after itself. */
COLLIDE_I_STATIC size_t collide_i_world_room(const collide_world_desc *d)
{
    const collide_sweep_desc s = collide_i_world_sweep(d);
    const size_t pairs = (size_t)d->max_pairs, workers = (size_t)d->workers;
    return collide_sweep_size(&s) + collide_i_bodies_layout(NULL, d->max_bodies, NULL) +
           (size_t)d->max_parts * sizeof(collide_i_part) + 2 * pairs * sizeof(collide_i_slot) +
           2 * pairs * sizeof(collide_world_pair) + (size_t)collide_i_off_slots(d->max_pairs) * sizeof(collide_i_off) +
           workers * (sizeof(collide_scratch) + collide_i_round_up(d->scratch) + COLLIDE_I_CHUNK_HEADER) +
           (8 + workers) * COLLIDE_I_ALIGN;
}

COLLIDE_API size_t collide_world_size(const collide_world_desc *desc)
{
    collide_world_desc d;
    if (!desc || !collide_i_world_desc_valid(desc) || !desc->max_bodies || !desc->max_pairs) return 0;
    d = *desc;
    collide_i_world_defaults(&d);
    return COLLIDE_I_OWNER_SIZE + collide_i_round_up(sizeof(collide_world)) + collide_i_world_room(&d) +
           COLLIDE_I_ALIGN;
}

COLLIDE_API void collide_world_destroy(collide_world *world)
{
    collide_world *w = world;
    const collide_allocator *a;
    int i;
    if (!w) return;
    a = collide_i_world_allocator(w);
    if (!w->own.memory) { /* else it goes with the world itself */
        collide_sweep_destroy(w->sweep);
        for (i = 0; w->scratch && i < w->desc.workers; i++) collide_scratch_free(&w->scratch[i]);
        collide_i_free(a, w->scratch, (size_t)w->desc.workers * sizeof *w->scratch);
        collide_i_free(a, w->block, collide_i_bodies_layout(w, w->capacity, NULL));
        collide_i_free(a, w->pool, (size_t)w->pool_capacity * sizeof *w->pool);
        for (i = 0; i < 2; i++) collide_i_free(a, w->slots[i], (size_t)w->slot_capacity[i] * sizeof *w->slots[i]);
        collide_i_free(a, w->list, (size_t)w->list_capacity * sizeof *w->list);
        collide_i_free(a, w->off, (size_t)w->off_capacity * sizeof *w->off);
    }
    collide_i_disown(w);
}

COLLIDE_I_STATIC collide_result collide_i_off_reserve(collide_world *w, int capacity)
{
    void *off = collide_i_regrow(w, NULL, 0, 0, capacity, sizeof *w->off);
    if (!off) return COLLIDE_ERROR_MEMORY;
    w->off = (collide_i_off *)off;
    w->off_capacity = capacity;
    return COLLIDE_OK;
}

/* What is taken at once where there are capacities. */
COLLIDE_I_STATIC collide_result collide_i_world_reserve(collide_world *w)
{
    const collide_world_desc *d = &w->desc;
    collide_sweep_desc s = collide_i_world_sweep(d);
    collide_result r;
    int i;
    s.allocator = collide_i_world_allocator(w);
    r = collide_sweep_create(&w->sweep, &s);
    if (r < 0) return r;
    w->scratch = (collide_scratch *)collide_i_regrow(w, NULL, 0, 0, d->workers, sizeof *w->scratch);
    if (!w->scratch) return COLLIDE_ERROR_MEMORY;
    for (i = 0; i < d->workers; i++) w->scratch[i].allocator = collide_i_world_allocator(w);
    if (d->max_bodies) {
        r = collide_i_bodies_reserve(w, d->max_bodies);
        if (r == COLLIDE_OK) r = collide_i_pool_reserve(w, d->max_parts);
    }
    if (d->max_pairs) {
        if (r == COLLIDE_OK) r = collide_i_slots_reserve(w, 0, d->max_pairs);
        if (r == COLLIDE_OK) r = collide_i_slots_reserve(w, 1, d->max_pairs);
        if (r == COLLIDE_OK) r = collide_i_list_reserve(w, 2 * d->max_pairs);
        if (r == COLLIDE_OK) r = collide_i_off_reserve(w, collide_i_off_slots(d->max_pairs));
    }
    for (i = 0; i < d->workers && w->own.memory && r == COLLIDE_OK; i++) {
        r = collide_scratch_reserve(&w->scratch[i], d->scratch);
        w->scratch[i].allocator = &w->dry; /* and no more, least of all from several threads at once */
    }
    return r;
}

COLLIDE_API collide_result collide_world_create(collide_world **world, const collide_world_desc *desc)
{
    collide_world_desc d;
    collide_world *w;
    collide_result r;
    size_t room = 0;
    if (!world) return COLLIDE_ERROR_ARGUMENT;
    *world = NULL;
    memset(&d, 0, sizeof d);
    if (desc) d = *desc;
    if (!collide_i_world_desc_valid(&d)) return COLLIDE_ERROR_ARGUMENT;
    collide_i_world_defaults(&d);
    if (d.max_bodies && d.max_pairs) room = collide_i_world_room(&d);
    w = (collide_world *)collide_i_own(d.allocator, collide_i_round_up(sizeof *w) + room);
    if (!w) return COLLIDE_ERROR_MEMORY;
    memset(w, 0, sizeof *w);
    w->desc = d;
    w->given = d.allocator != NULL || room;
    if (d.allocator) w->allocator = *d.allocator;
    if (room) {
        w->own.memory = (char *)w + collide_i_round_up(sizeof *w);
        w->own.size = room;
        w->allocator = collide_fixed_allocator(&w->own);
    }
    r = collide_i_world_reserve(w);
    if (r < 0) {
        collide_world_destroy(w);
        return r;
    }
    *world = w;
    return COLLIDE_OK;
}

/* ---- bodies come, move and go ---- */

COLLIDE_I_INLINE collide_i_body *collide_i_body_of(const collide_world *w, collide_body h)
{
    if (!w || h.index >= (unsigned)w->capacity || !(w->bodies[h.index].flags & COLLIDE_I_ALIVE)) return NULL;
    return w->bodies[h.index].generation == h.generation ? &w->bodies[h.index] : NULL;
}

COLLIDE_I_INLINE collide_i_part *collide_i_parts_of(const collide_world *w, unsigned index)
{
    const collide_i_body *b = &w->bodies[index];
    return b->flags & COLLIDE_I_TREE ? w->pool + b->first : w->roots + index;
}

COLLIDE_I_INLINE void collide_i_body_changed(collide_world *w, unsigned index)
{
    collide_i_body *b = &w->bodies[index];
    if (b->flags & COLLIDE_I_LISTED) return;
    b->flags |= COLLIDE_I_LISTED;
    w->changed[w->change_count++] = index;
}

/* Is the body, wherever it turns there, within the numbers that every query takes? */
COLLIDE_I_INLINE int collide_i_body_fits(const collide_pose *pose, collide_real reach)
{
    return collide_i_extent(pose->position) + reach <= COLLIDE_I_WORLD_LIMIT;
}

/* Mesh or shape, or neither, of a part. */
COLLIDE_I_STATIC int collide_i_part_make(collide_i_part *p, const collide_mesh *mesh, const collide_shape *shape)
{
    memset(p, 0, sizeof *p);
    p->owner = COLLIDE_I_NOBODY;
    p->mesh = mesh;
    if (mesh && shape) return 0;
    if (mesh) {
        if (mesh->flags & COLLIDE_I_MESH_CONVEX) p->shape = collide_shape_hull(mesh);
        p->centre = mesh->sphere;
        p->radius = mesh->sphere_radius;
    } else if (shape) {
        p->shape = *shape;
        if (!collide_i_shape_valid(shape)) return 0;
        p->radius = collide_i_ball(shape, &p->centre) + shape->radius;
    }
    return collide_i_usable(p->radius) && collide_i_usable3(p->centre);
}

COLLIDE_I_INLINE collide_real collide_i_part_reach(const collide_i_part *p)
{
    return p->span + collide_i_sqrt(collide_i_dot(p->centre, p->centre)) + p->radius;
}

/* How far each part of a body can be from its origin; the furthest reach of all. */
COLLIDE_I_STATIC collide_real collide_i_parts_span(collide_i_part *p, int count)
{
    collide_real reach = 0;
    int i;
    for (i = 0; i < count; i++) {
        const collide_vec3 at = p[i].local.position;
        p[i].span = collide_i_sqrt(collide_i_dot(at, at)) + (p[i].up ? p[i - p[i].up].span : 0);
        reach = collide_i_max(reach, collide_i_part_reach(&p[i]));
    }
    return reach;
}

/* Closes the gaps that bodies left when they went. */
COLLIDE_I_STATIC void collide_i_pool_close(collide_world *w)
{
    int from, to = 0;
    for (from = 0; from < w->pool_used; from++) {
        const unsigned owner = w->pool[from].owner;
        if (owner == COLLIDE_I_NOBODY) continue;
        if (w->bodies[owner].first == from) w->bodies[owner].first = to;
        if (to < from) w->pool[to] = w->pool[from];
        to++;
    }
    w->pool_used = to;
    w->pool_dead = 0;
}

COLLIDE_I_STATIC collide_result collide_i_pool_room(collide_world *w, int count)
{
    if (count <= w->pool_capacity - w->pool_used) return COLLIDE_OK;
    if (w->pool_dead) collide_i_pool_close(w);
    if (count <= w->pool_capacity - w->pool_used) return COLLIDE_OK;
    if (w->desc.max_bodies || count > COLLIDE_I_MOST_BOXES - w->pool_used) return COLLIDE_ERROR_FULL;
    return collide_i_pool_reserve(w, collide_i_more(w->pool_capacity, w->pool_used + count));
}

COLLIDE_I_INLINE int collide_i_parent_of(const collide_part *parts, int i)
{
    return parts[i].parent < 0 || parts[i].parent == i ? -1 : parts[i].parent;
}

/* Where each part goes, in an order in which all below one come right after it: place, by the caller's number. */
COLLIDE_I_STATIC int collide_i_parts_order(collide_i_part *p, const collide_part *parts, int count)
{
    int i, parent, top = 0;
    for (i = 0; i < count; i++) {
        if (collide_i_parent_of(parts, i) >= i) return 0;
        p[i].below = 0;
    }
    for (i = count - 1; i >= 0; i--)
        if ((parent = collide_i_parent_of(parts, i)) >= 0) p[parent].below += p[i].below + 1;
    for (i = 0; i < count; i++) { /* number: where the next child goes */
        parent = collide_i_parent_of(parts, i);
        p[i].place = parent < 0 ? top : p[parent].number;
        p[i].number = p[i].place + 1;
        if (parent < 0)
            top += p[i].below + 1;
        else
            p[parent].number += p[i].below + 1;
    }
    return 1;
}

/* The parts of a body, at the end of the pool. */
COLLIDE_I_STATIC int collide_i_parts_make(collide_i_part *p, const collide_part *parts, int count)
{
    int i;
    if (!collide_i_parts_order(p, parts, count)) return 0;
    for (i = 0; i < count; i++) {
        const int at = p[i].place, place = p[at].place, parent = collide_i_parent_of(parts, i);
        if (!collide_i_part_make(&p[at], parts[i].mesh, parts[i].shape)) return 0;
        p[at].local = parts[i].local;
        if (!collide_i_pose_normalize(&p[at].local)) return 0;
        p[at].number = i;
        p[at].place = place;
        p[at].up = parent < 0 ? 0 : at - p[parent].place;
    }
    for (i = count - 1; i > 0; i--)
        if (p[i].up) p[i - p[i].up].below += p[i].below + 1;
    return 1;
}

/* A body all but its number: in b and, where it has no parts, in root. */
COLLIDE_I_STATIC collide_result collide_i_body_make(collide_world *w, const collide_body_desc *d, collide_i_body *b,
                                                    collide_i_part *root)
{
    collide_result r;
    memset(b, 0, sizeof *b);
    if ((d->mesh != NULL) + (d->shape != NULL) + (d->parts != NULL) != 1 || (d->parts && d->part_count <= 0))
        return COLLIDE_ERROR_ARGUMENT;
    b->pose[0] = d->pose;
    if (!collide_i_pose_normalize(&b->pose[0])) return COLLIDE_ERROR_ARGUMENT;
    b->pose[1] = b->seen = b->clear = b->pose[0];
    b->user = d->user;
    b->count = 1;
    b->flags = COLLIDE_I_ALIVE | COLLIDE_I_FRESH | COLLIDE_I_PLACED | (d->still ? (unsigned)COLLIDE_I_STILL : 0u);
    if (d->parts) {
        r = collide_i_pool_room(w, d->part_count);
        if (r < 0) return r;
        b->flags |= COLLIDE_I_TREE;
        b->first = w->pool_used;
        b->count = d->part_count;
        if (!collide_i_parts_make(w->pool + b->first, d->parts, b->count)) return COLLIDE_ERROR_ARGUMENT;
        b->reach = collide_i_parts_span(w->pool + b->first, b->count);
    } else {
        if (!collide_i_part_make(root, d->mesh, d->shape)) return COLLIDE_ERROR_ARGUMENT;
        b->reach = collide_i_parts_span(root, 1);
    }
    return collide_i_body_fits(&b->pose[0], b->reach) ? COLLIDE_OK : COLLIDE_ERROR_ARGUMENT;
}

COLLIDE_API collide_result collide_world_add(collide_world *world, const collide_body_desc *desc, collide_body *body)
{
    collide_world *w = world;
    collide_i_body b;
    collide_i_part root;
    collide_aabb box;
    collide_result r;
    unsigned id;
    int i;
    if (!body) return COLLIDE_ERROR_ARGUMENT;
    body->index = body->generation = 0;
    if (!w || !desc) return COLLIDE_ERROR_ARGUMENT;
    r = collide_i_body_make(w, desc, &b, &root);
    if (r < 0) return r;
    box.lower = box.upper = b.pose[0].position; /* the update knows better */
    r = collide_sweep_add(w->sweep, box, desc->category, desc->mask, &id);
    if (r < 0) return r;
    if (id >= (unsigned)w->capacity) r = collide_i_bodies_reserve(w, collide_i_more(w->capacity, (int)id + 1));
    if (r < 0) {
        (void)collide_sweep_remove(w->sweep, id);
        return r;
    }
    b.generation = w->bodies[id].generation + 1;
    if (!b.generation) b.generation = 1;               /* after 2^32 lives */
    b.flags |= w->bodies[id].flags & COLLIDE_I_LISTED; /* if no update has come through since one was removed */
    w->bodies[id] = b;
    if (b.flags & COLLIDE_I_TREE) {
        for (i = 0; i < b.count; i++) w->pool[b.first + i].owner = id;
        w->pool_used += b.count;
    } else {
        w->roots[id] = root;
    }
    w->count++;
    collide_i_body_changed(w, id);
    body->index = id;
    body->generation = b.generation;
    return COLLIDE_OK;
}

COLLIDE_API collide_result collide_world_remove(collide_world *world, collide_body body)
{
    collide_i_body *b = collide_i_body_of(world, body);
    int i;
    if (!world) return COLLIDE_ERROR_ARGUMENT;
    if (!b) return COLLIDE_ERROR_HANDLE;
    (void)collide_sweep_remove(world->sweep, body.index);
    if (b->flags & COLLIDE_I_TREE) {
        for (i = 0; i < b->count; i++) world->pool[b->first + i].owner = COLLIDE_I_NOBODY;
        world->pool_dead += b->count;
    }
    b->flags &= ~(unsigned)COLLIDE_I_ALIVE;
    world->count--;
    return COLLIDE_OK;
}

COLLIDE_I_STATIC collide_result collide_i_body_pose(collide_world *w, collide_body body, collide_pose pose, int place)
{
    collide_i_body *b = collide_i_body_of(w, body);
    if (!w) return COLLIDE_ERROR_ARGUMENT;
    if (!b) return COLLIDE_ERROR_HANDLE;
    if (!collide_i_pose_normalize(&pose) || !collide_i_body_fits(&pose, b->reach)) return COLLIDE_ERROR_ARGUMENT;
    b->pose[1] = pose;
    if (place) {
        b->pose[0] = pose;
        b->flags |= COLLIDE_I_PLACED;
        if (b->flags & COLLIDE_I_FRESH) b->seen = b->clear = pose;
    }
    collide_i_body_changed(w, body.index);
    return COLLIDE_OK;
}

COLLIDE_API collide_result collide_world_move(collide_world *world, collide_body body, collide_pose pose)
{
    return collide_i_body_pose(world, body, pose, 0);
}

COLLIDE_API collide_result collide_world_place(collide_world *world, collide_body body, collide_pose pose)
{
    return collide_i_body_pose(world, body, pose, 1);
}

COLLIDE_API collide_result collide_world_move_part(collide_world *world, collide_body body, int part,
                                                   collide_pose local)
{
    collide_i_body *b = collide_i_body_of(world, body);
    collide_i_part *p, *moved;
    collide_pose before;
    if (!world) return COLLIDE_ERROR_ARGUMENT;
    if (!b) return COLLIDE_ERROR_HANDLE;
    if (!(b->flags & COLLIDE_I_TREE) || part < 0 || part >= b->count || !collide_i_pose_normalize(&local))
        return COLLIDE_ERROR_ARGUMENT;
    p = collide_i_parts_of(world, body.index);
    moved = &p[p[part].place];
    before = moved->local;
    moved->local = local;
    b->reach = collide_i_parts_span(p, b->count);
    if (!collide_i_body_fits(&b->pose[0], b->reach) || !collide_i_body_fits(&b->pose[1], b->reach)) {
        moved->local = before;
        b->reach = collide_i_parts_span(p, b->count);
        return COLLIDE_ERROR_ARGUMENT;
    }
    collide_i_body_changed(world, body.index);
    return COLLIDE_OK;
}

COLLIDE_API collide_result collide_world_filter(collide_world *world, collide_body body, unsigned category,
                                                unsigned mask)
{
    if (!world) return COLLIDE_ERROR_ARGUMENT;
    if (!collide_i_body_of(world, body)) return COLLIDE_ERROR_HANDLE;
    return collide_sweep_filter(world->sweep, body.index, category, mask);
}

COLLIDE_API collide_result collide_world_pose(const collide_world *world, collide_body body, collide_pose *pose)
{
    const collide_i_body *b = collide_i_body_of(world, body);
    if (pose) *pose = b ? b->pose[1] : collide_i_pose_zero();
    return !pose || !world ? COLLIDE_ERROR_ARGUMENT : b ? COLLIDE_OK : COLLIDE_ERROR_HANDLE;
}

COLLIDE_API collide_result collide_world_clear_pose(const collide_world *world, collide_body body, collide_pose *pose)
{
    const collide_i_body *b = collide_i_body_of(world, body);
    if (pose) *pose = !b ? collide_i_pose_zero() : b->flags & COLLIDE_I_BLOCKED ? b->clear : b->seen;
    return !pose || !world ? COLLIDE_ERROR_ARGUMENT : b ? COLLIDE_OK : COLLIDE_ERROR_HANDLE;
}

COLLIDE_API void *collide_world_user(const collide_world *world, collide_body body)
{
    const collide_i_body *b = collide_i_body_of(world, body);
    return b ? b->user : NULL;
}

COLLIDE_API int collide_world_count(const collide_world *world) { return world ? world->count : 0; }

/* ---- pairs that are switched off: a hash table without gaps in its runs ---- */

COLLIDE_I_INLINE unsigned collide_i_off_hash(const collide_world *w, unsigned a, unsigned b)
{
    unsigned h = (a * 0x9E3779B1u) ^ (b * 0x85EBCA6Bu);
    h ^= h >> 15;
    return h & ((unsigned)w->off_capacity - 1);
}

/* Where a pair is, or the empty place where it would be. */
COLLIDE_I_STATIC unsigned collide_i_off_find(const collide_world *w, unsigned a, unsigned b)
{
    unsigned i = collide_i_off_hash(w, a, b);
    while (w->off[i].a.generation && (w->off[i].a.index != a || w->off[i].b.index != b))
        i = (i + 1) & ((unsigned)w->off_capacity - 1);
    return i;
}

/* Empties a place, and moves up what was put further on because of it. */
COLLIDE_I_STATIC void collide_i_off_erase(collide_world *w, unsigned at)
{
    const unsigned mask = (unsigned)w->off_capacity - 1;
    unsigned i = at;
    for (;;) {
        i = (i + 1) & mask;
        if (!w->off[i].a.generation) break;
        if (((i - collide_i_off_hash(w, w->off[i].a.index, w->off[i].b.index)) & mask) >= ((i - at) & mask)) {
            w->off[at] = w->off[i];
            at = i;
        }
    }
    memset(&w->off[at], 0, sizeof w->off[at]);
    w->off_count--;
}

/* Pairs of bodies that are gone leave the table. */
COLLIDE_I_STATIC void collide_i_off_purge(collide_world *w)
{
    int i, n;
    for (i = 0; i < w->off_capacity; i++)
        for (n = 0; n < w->off_capacity && w->off[i].a.generation; n++) {
            if (collide_i_body_of(w, w->off[i].a) && collide_i_body_of(w, w->off[i].b)) break;
            collide_i_off_erase(w, (unsigned)i);
        }
}

/* Room for one more. */
COLLIDE_I_STATIC collide_result collide_i_off_room(collide_world *w)
{
    collide_i_off *old = w->off;
    const int capacity = w->off_capacity, most = w->desc.max_pairs ? w->desc.max_pairs : capacity / 3 * 2;
    collide_result r;
    int i;
    if (w->off_count < most) return COLLIDE_OK;
    if (capacity) collide_i_off_purge(w);
    if (w->off_count < most) return COLLIDE_OK;
    if (w->desc.max_pairs || capacity > COLLIDE_I_MOST_PAIRS / 2) return COLLIDE_ERROR_FULL;
    r = collide_i_off_reserve(w, collide_i_off_slots(w->off_count + w->off_count / 2 + 8));
    if (r < 0) return r;
    for (i = 0; i < capacity; i++)
        if (old[i].a.generation) w->off[collide_i_off_find(w, old[i].a.index, old[i].b.index)] = old[i];
    collide_i_free(collide_i_world_allocator(w), old, (size_t)capacity * sizeof *old);
    return COLLIDE_OK;
}

COLLIDE_I_STATIC int collide_i_pair_off(const collide_world *w, unsigned a, unsigned b)
{
    const collide_i_off *o;
    if (!w->off_count) return 0;
    o = &w->off[collide_i_off_find(w, a, b)];
    return o->a.generation && o->a.generation == w->bodies[a].generation && o->b.generation == w->bodies[b].generation;
}

COLLIDE_API collide_result collide_world_pair_set(collide_world *world, collide_body a, collide_body b, int on)
{
    collide_world *w = world;
    collide_result r;
    collide_i_off pair;
    unsigned at;
    if (!w) return COLLIDE_ERROR_ARGUMENT;
    if (!collide_i_body_of(w, a) || !collide_i_body_of(w, b)) return COLLIDE_ERROR_HANDLE;
    if (a.index == b.index) return COLLIDE_ERROR_ARGUMENT;
    pair.a = a.index < b.index ? a : b;
    pair.b = a.index < b.index ? b : a;
    if (on) {
        if (collide_i_pair_off(w, pair.a.index, pair.b.index))
            collide_i_off_erase(w, collide_i_off_find(w, pair.a.index, pair.b.index));
        return COLLIDE_OK;
    }
    if (collide_i_pair_off(w, pair.a.index, pair.b.index)) return COLLIDE_OK;
    r = collide_i_off_room(w);
    if (r < 0) return r;
    at = collide_i_off_find(w, pair.a.index, pair.b.index);
    if (!w->off[at].a.generation) w->off_count++; /* else one of an earlier life makes room */
    w->off[at] = pair;
    return COLLIDE_OK;
}

/* ---- boxes ---- */

COLLIDE_I_INLINE int collide_i_quat_same(const collide_quat *a, const collide_quat *b)
{
    return (a->x >= b->x) & (a->x <= b->x) & (a->y >= b->y) & (a->y <= b->y) & (a->z >= b->z) & (a->z <= b->z) &
           (a->w >= b->w) & (a->w <= b->w);
}

COLLIDE_I_INLINE int collide_i_pose_same(const collide_pose *a, const collide_pose *b)
{
    const collide_vec3 p = a->position, q = b->position;
    return ((p.x >= q.x) & (p.x <= q.x) & (p.y >= q.y) & (p.y <= q.y) & (p.z >= q.z) & (p.z <= q.z)) &&
           collide_i_quat_same(&a->rotation, &b->rotation);
}

/* The box of a mesh of few vertices: all of them, four at a time. Each row of the rotation gives one coordinate. */
COLLIDE_I_STATIC collide_aabb collide_i_lanes_box(const collide_mesh *m, const collide_pose *pose)
{
    const collide_real *x = COLLIDE_I_MESH_ARRAY(collide_real, m, lanes), *y = x + m->lane_count,
                       *z = y + m->lane_count;
    const collide_i_mat3 r = collide_i_matrix(pose->rotation, 1);
    collide_real low[3], high[3], at[4];
    collide_aabb box;
    int i, k;
    for (k = 0; k < 3; k++) {
        const collide_i_lanes rx = collide_i_lanes_splat(collide_i_axis(r.x, k));
        const collide_i_lanes ry = collide_i_lanes_splat(collide_i_axis(r.y, k));
        const collide_i_lanes rz = collide_i_lanes_splat(collide_i_axis(r.z, k));
        collide_i_lanes lower = collide_i_lanes_splat(COLLIDE_I_UNKNOWN);
        collide_i_lanes upper = collide_i_lanes_splat(-COLLIDE_I_UNKNOWN);
        for (i = 0; i < m->lane_count; i += 4) {
            const collide_i_lanes d =
                collide_i_lanes_add(collide_i_lanes_add(collide_i_lanes_mul(rx, collide_i_lanes_load(x + i)),
                                                        collide_i_lanes_mul(ry, collide_i_lanes_load(y + i))),
                                    collide_i_lanes_mul(rz, collide_i_lanes_load(z + i)));
            lower = collide_i_lanes_min(lower, d);
            upper = collide_i_lanes_max(upper, d);
        }
        collide_i_lanes_store(at, lower);
        low[k] = collide_i_min(collide_i_min(at[0], at[1]), collide_i_min(at[2], at[3]));
        collide_i_lanes_store(at, upper);
        high[k] = collide_i_max(collide_i_max(at[0], at[1]), collide_i_max(at[2], at[3]));
    }
    box.lower = collide_i_add(collide_i_vec(low[0], low[1], low[2]), pose->position);
    box.upper = collide_i_add(collide_i_vec(high[0], high[1], high[2]), pose->position);
    return box;
}

/* The box of a part somewhere; of a joint, one that meets nothing and adds nothing. */
COLLIDE_I_STATIC collide_aabb collide_i_part_box(collide_i_part *p, const collide_pose *pose)
{
    collide_aabb box;
    if (p->shape.kind && p->mesh && p->mesh->at.lanes) return collide_i_lanes_box(p->mesh, pose);
    if (p->shape.kind && p->mesh) return collide_mesh_bounds_walk(p->mesh, *pose, &p->extremes);
    if (p->mesh) return collide_aabb_transform(p->mesh->box, *pose);
    if (p->shape.kind) return collide_shape_bounds(p->shape, *pose);
    box.lower.x = box.lower.y = box.lower.z = COLLIDE_I_UNKNOWN;
    box.upper = collide_i_negate(box.lower);
    return box;
}

/* How far the way of a part's points strays from the straight one. A turn by theta leaves the chord by chord / 2 times
   tan(theta / 4); a point's chord is that of the middle and at most 2 radius sin(theta / 2) more. */
COLLIDE_I_STATIC collide_real collide_i_part_bulge(const collide_i_part *p)
{
    const collide_pose *p0 = &p->pose[0], *p1 = &p->pose[1];
    const collide_quat q = collide_i_quat_product(p1->rotation, collide_i_conjugate(p0->rotation));
    const collide_real sine = collide_i_sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    const collide_vec3 chord = collide_i_sub(collide_i_add(collide_i_rotate(p1->rotation, p->centre), p1->position),
                                             collide_i_add(collide_i_rotate(p0->rotation, p->centre), p0->position));
    const collide_real length = collide_i_sqrt(collide_i_dot(chord, chord)) + 2 * p->radius * sine;
    return length / 2 * (sine / (1 + collide_i_abs(q.w)));
}

/* The box of a part's whole way, with some room for rounding (I-COLLIDE 6.3). */
COLLIDE_I_STATIC void collide_i_part_update(collide_i_part *p, int placed, int continuous)
{
    collide_real room;
    p->box = p->ends[1] = collide_i_part_box(p, &p->pose[1]);
    if (!p->mesh && !p->shape.kind) return;
    room = 8 * COLLIDE_I_EPSILON * collide_i_max(collide_i_extent(p->box.lower), collide_i_extent(p->box.upper));
    if (continuous && !collide_i_pose_same(&p->pose[0], &p->pose[1])) {
        if (placed) p->ends[0] = collide_i_part_box(p, &p->pose[0]);
        p->box = collide_i_aabb_join(&p->box, &p->ends[0]);
        room = 8 * COLLIDE_I_EPSILON * collide_i_max(collide_i_extent(p->box.lower), collide_i_extent(p->box.upper)) +
               collide_i_part_bulge(p) * (1 + 16 * COLLIDE_I_EPSILON);
    }
    p->box.lower = collide_i_sub(p->box.lower, collide_i_vec(room, room, room));
    p->box.upper = collide_i_add(p->box.upper, collide_i_vec(room, room, room));
}

/* The boxes around parts and all below them, and around the body. */
COLLIDE_I_STATIC void collide_i_body_box(collide_i_body *b, collide_i_part *p)
{
    int i;
    for (i = 0; i < b->count; i++) p[i].all = p[i].box;
    b->box = p[0].box;
    for (i = b->count - 1; i >= 0; i--) {
        collide_aabb *up = p[i].up ? &p[i - p[i].up].all : &b->box;
        *up = collide_i_aabb_join(up, &p[i].all);
    }
    if (b->box.lower.x > b->box.upper.x) b->box.lower = b->box.upper = p[0].pose[1].position; /* of joints only */
}

/* Where all parts of a body go, and the box around it all. */
COLLIDE_I_STATIC void collide_i_body_update(collide_world *w, unsigned index)
{
    collide_i_body *b = &w->bodies[index];
    collide_i_part *p = collide_i_parts_of(w, index);
    const int placed = (b->flags & COLLIDE_I_PLACED) != 0;
    int i, k;
    for (i = 0; i < b->count; i++) {
        const collide_i_part *parent = p[i].up ? &p[i - p[i].up] : NULL;
        for (k = placed ? 0 : 1; k < 2; k++) {
            const collide_pose *frame = parent ? &parent->pose[k] : &b->pose[k];
            p[i].pose[k] = b->flags & COLLIDE_I_TREE ? collide_pose_compose(*frame, p[i].local) : *frame;
        }
        collide_i_part_update(&p[i], placed, w->desc.continuous);
    }
    collide_i_body_box(b, p);
}

/* Everything as it was seen last: the update has failed. */
COLLIDE_I_STATIC void collide_i_body_revert(collide_world *w, unsigned index)
{
    collide_i_body *b = &w->bodies[index];
    collide_i_part *p = collide_i_parts_of(w, index);
    int i;
    for (i = 0; i < b->count; i++) {
        p[i].pose[1] = p[i].seen;
        collide_i_part_update(&p[i], 0, 0);
    }
    collide_i_body_box(b, p);
}

/* ---- one part against another ---- */

typedef struct {
    const collide_i_part *part[2];
    collide_real within; /* further apart is of no interest */
    int depth;           /* is of interest */
    int touched;         /* last time, too */
    collide_feature_pair *walk;
    collide_gjk_cache *gjk;
    collide_scratch *scratch;
    collide_world_pair *out;
} collide_i_trial;

/* The smallest feature of a convex mesh that a point of its surface is on. It is one around the vertex furthest along
   `out`, the normal there. */
COLLIDE_I_STATIC int collide_i_feature_at(const collide_mesh *m, const collide_pose *pose, collide_vec3 point,
                                          collide_vec3 out, int *feature)
{
    const collide_quat back = collide_i_conjugate(pose->rotation);
    const collide_vec3 x = collide_i_rotate(back, collide_i_sub(point, pose->position)),
                       d = collide_i_rotate(back, out);
    const collide_vec3 *vertex = collide_i_mesh_vertices(m);
    const collide_plane *planes = collide_i_mesh_planes(m);
    const int v = collide_i_mesh_support(m, d), start = COLLIDE_I_MESH_ARRAY(int, m, vertex_edges)[v];
    const collide_real pad =
        64 * COLLIDE_I_EPSILON * (m->sphere_radius + collide_i_extent(m->sphere) + collide_i_extent(pose->position));
    int i, e = start, edge = -1, face = -1, end;
    collide_real least = pad * pad, best = 0;
    for (i = 0; i < m->edge_count; i++) { /* around it, once */
        const collide_edge *at = &collide_i_mesh_edges(m)[e];
        const collide_vec3 off =
            collide_i_sub(x, collide_i_segment_nearest(x, vertex[at->vertex[0]], vertex[at->vertex[1]]));
        const int from_v = at->vertex[0] == v, left = at->face[from_v ? 0 : 1];
        const collide_real along = collide_i_dot(planes[left].normal, d);
        if (collide_i_dot(off, off) <= least) {
            least = collide_i_dot(off, off);
            edge = e;
        }
        if (face < 0 || along > best) {
            best = along;
            face = left;
        }
        e = at->wing[from_v ? 1 : 3];
        if (e == start) break;
    }
    *feature = edge < 0 ? face : edge;
    if (edge < 0) return COLLIDE_FEATURE_FACE;
    for (end = 0; end < 2; end++) {
        const int corner = collide_i_mesh_edges(m)[edge].vertex[end];
        const collide_vec3 off = collide_i_sub(x, vertex[corner]);
        if (collide_i_dot(off, off) > pad * pad) continue;
        *feature = corner;
        return COLLIDE_FEATURE_VERTEX;
    }
    return COLLIDE_FEATURE_EDGE;
}

/* The same where the normal is that of a way out, and no support of the mesh: by looking at all faces. */
COLLIDE_I_STATIC int collide_i_feature_under(const collide_mesh *m, const collide_pose *pose, collide_vec3 point,
                                             collide_vec3 out, int *feature)
{
    const collide_real pad =
        64 * COLLIDE_I_EPSILON * (m->sphere_radius + collide_i_extent(m->sphere) + collide_i_extent(pose->position));
    const collide_vec3 x = collide_i_rotate(collide_i_conjugate(pose->rotation), collide_i_sub(point, pose->position));
    const int kind = collide_i_feature_on(m, x, pad, feature);
    return kind ? kind : collide_i_feature_at(m, pose, point, out, feature);
}

/* What is known of where two parts meet, at the start of the step, at its end, or at a time between. */
COLLIDE_I_STATIC void collide_i_trial_features(const collide_i_trial *t, collide_real time)
{
    int k;
    for (k = 0; k < 2; k++) {
        const collide_i_part *p = t->part[k];
        int kind = 0, feature = -1;
        if (p->mesh && p->shape.kind) {
            const collide_pose pose = time <= 0   ? p->pose[0]
                                      : time >= 1 ? p->pose[1]
                                                  : collide_pose_between(p->pose[0], p->pose[1], time);
            const collide_vec3 x = k ? t->out->point_b : t->out->point_a;
            const collide_vec3 n = k ? collide_i_negate(t->out->normal) : t->out->normal;
            if (t->part[1 - k]->shape.kind || t->out->distance > 0)
                kind = collide_i_feature_at(p->mesh, &pose, x, n, &feature);
            else
                kind = collide_i_feature_under(p->mesh, &pose, x, n, &feature);
        } else if (p->mesh) {
            continue; /* the test itself knows the face */
        }
        if (k) {
            t->out->kind_b = kind;
            t->out->feature_b = feature;
        } else {
            t->out->kind_a = kind;
            t->out->feature_a = feature;
        }
    }
}

COLLIDE_I_INLINE void collide_i_trial_face(collide_world_pair *out, int side, int face)
{
    if (side) {
        out->kind_b = COLLIDE_FEATURE_FACE;
        out->feature_b = face;
    } else {
        out->kind_a = COLLIDE_FEATURE_FACE;
        out->feature_a = face;
    }
}

/* Two convex parts, at the start or at the end of the step. As all tests: 1 where they touch, 0 where they are apart,
   with the distance if it is known. */
COLLIDE_I_STATIC collide_result collide_i_try_convex(const collide_i_trial *t, int end)
{
    const collide_i_part *a = t->part[0], *b = t->part[1];
    collide_closest c;
    collide_result r;
    if (t->touched && t->depth) { /* it will again */
        r = collide_penetration(a->shape, a->pose[end], b->shape, b->pose[end], t->gjk, t->scratch, &c);
    } else {
        if (a->mesh && b->mesh)
            r = collide_nearest(a->mesh, a->pose[end], b->mesh, b->pose[end], t->walk, &c);
        else
            r = collide_distance(a->shape, a->pose[end], b->shape, b->pose[end], t->gjk, &c);
        if (r == COLLIDE_HIT && t->depth) {
            r = collide_penetration(a->shape, a->pose[end], b->shape, b->pose[end], t->gjk, t->scratch, &c);
            if (r == COLLIDE_MISS) { /* they don't agree on the last digit */
                c.distance = 0;
                r = COLLIDE_HIT;
            }
        }
    }
    if (r < 0) return r;
    t->out->distance = c.distance;
    t->out->point_a = c.point_a;
    t->out->point_b = c.point_b;
    t->out->normal = c.normal;
    t->out->flags = c.flags;
    if (c.distance <= t->within && (t->depth || r == COLLIDE_MISS)) collide_i_trial_features(t, (collide_real)end);
    return r;
}

/* The point of a shape that belongs to the one a probe has found: across the gap; or, inside, the deepest under the
   face's plane, and then the probe's point is above that. */
COLLIDE_I_STATIC collide_vec3 collide_i_probe_opposite(const collide_shape *s, const collide_pose *pose,
                                                       collide_probe *p)
{
    const collide_vec3 step = collide_i_scale(p->normal, p->distance);
    collide_vec3 d, x;
    if (p->distance > 0) return collide_i_add(p->point, step);
    d = collide_i_rotate(collide_i_conjugate(pose->rotation), collide_i_negate(p->normal));
    x = collide_i_add(collide_i_rotate(pose->rotation, collide_shape_support(*s, d)), pose->position);
    p->point = collide_i_sub(x, step);
    return x;
}

/* ---- faces against faces ---- */

enum { COLLIDE_I_MOST_GRIPS = 128, COLLIDE_I_MOST_EXITS = 8 };

/* Two pieces that touch, and the shortest way out of those two: B's along the normal. */
typedef struct {
    int face[2]; /* -1: the convex part */
    collide_real depth;
    collide_vec3 point, normal; /* A's */
} collide_i_grip;

/* What the work on two meshes needs: much, so it is in scratch. */
typedef struct {
    collide_i_prober side[2]; /* for the shapes of faces, and their normals */
    collide_obstacle at[2];
    collide_tree_walk walk[2];
    collide_i_path path[2];
    collide_pose from[2], to[2]; /* of the slice of time */
    collide_real t0, t1;
    collide_hit hit;
    int face[2];           /* that have met; -1: the convex part */
    collide_i_grip *grips; /* the first MOST_GRIPS; then what is closest of the others */
    int grip_count;
    collide_real closest;
} collide_i_faces;

COLLIDE_I_STATIC collide_i_faces *collide_i_faces_begin(const collide_i_trial *t, int end)
{
    collide_i_faces *m = (collide_i_faces *)collide_i_scratch_take(t->scratch, 1, sizeof *m);
    int k;
    if (!m) return NULL;
    memset(m, 0, sizeof *m);
    for (k = 0; k < 2; k++) {
        const collide_i_part *p = t->part[k];
        m->at[k].mesh = p->shape.kind ? NULL : p->mesh;
        m->at[k].pose = p->pose[end];
        m->side[k].obstacle = &m->at[k];
        m->side[k].scratch = t->scratch;
        m->side[k].two_sided = m->at[k].mesh && !collide_mesh_closed(m->at[k].mesh);
        m->side[k].slack = 4 * COLLIDE_I_EPSILON * (p->radius + collide_i_extent(p->centre));
    }
    return m;
}

COLLIDE_I_INLINE void collide_i_faces_walk(collide_i_faces *m, int k, const collide_aabb *box)
{
    if (m->at[k].mesh->at.tree) (void)collide_tree_walk_box(&m->walk[k], collide_mesh_tree(m->at[k].mesh), *box);
}

/* The box of mesh k's opposite in its own frame, with some room. */
COLLIDE_I_STATIC collide_aabb collide_i_faces_region(const collide_i_trial *t, const collide_i_faces *m, int k,
                                                     collide_real room)
{
    const collide_i_part *o = t->part[1 - k];
    const collide_vec3 centre = collide_i_add(collide_i_rotate(m->at[1 - k].pose.rotation, o->centre),
                                              collide_i_sub(m->at[1 - k].pose.position, m->at[k].pose.position));
    const collide_real r = (o->radius + room) * (1 + 16 * COLLIDE_I_EPSILON) +
                           16 * COLLIDE_I_EPSILON * (t->part[k]->radius + collide_i_extent(centre));
    return collide_aabb_cube(collide_i_rotate(collide_i_conjugate(m->at[k].pose.rotation), centre), r);
}

/* A ball around a face, in its mesh's frame. */
COLLIDE_I_STATIC collide_real collide_i_face_ball(const collide_mesh *mesh, int f, collide_vec3 *centre)
{
    const int *first = collide_i_mesh_first(mesh) + f, *corner = collide_i_mesh_corners(mesh);
    const collide_vec3 *point = collide_i_mesh_vertices(mesh);
    collide_vec3 low = point[corner[first[0]]], high = low;
    int i;
    for (i = first[0] + 1; i < first[1]; i++) {
        low = collide_i_lowest(low, point[corner[i]]);
        high = collide_i_highest(high, point[corner[i]]);
    }
    high = collide_i_scale(collide_i_sub(high, low), COLLIDE_R(0.5));
    *centre = collide_i_add(low, high);
    return collide_i_sqrt(collide_i_dot(high, high));
}

/* ---- how deep: the shortest way found on which all pieces that touch come apart ---- */

COLLIDE_I_INLINE collide_result collide_i_piece(const collide_i_trial *t, collide_i_faces *m, int k, int f,
                                                collide_shape *out)
{
    if (f >= 0) return collide_i_probe_shape(&m->side[k], f, out);
    *out = t->part[k]->shape;
    return COLLIDE_OK;
}

/* Notes two pieces if they touch. Where there are too many, the deepest stay. */
COLLIDE_I_STATIC collide_result collide_i_grip_add(const collide_i_trial *t, collide_i_faces *m, int fa, int fb)
{
    collide_shape a, b;
    collide_closest c;
    collide_result r;
    int i, at = m->grip_count;
    if (collide_i_piece(t, m, 0, fa, &a) < 0 || collide_i_piece(t, m, 1, fb, &b) < 0) return COLLIDE_ERROR_MEMORY;
    r = collide_penetration(a, m->at[0].pose, b, m->at[1].pose, NULL, t->scratch, &c);
    if (r < 0) return r == COLLIDE_ERROR_MEMORY ? r : COLLIDE_OK;
    if (r == COLLIDE_MISS) {
        if (!(c.distance < m->closest)) return COLLIDE_OK;
        m->closest = c.distance;
        at = COLLIDE_I_MOST_GRIPS;
    } else if (at == COLLIDE_I_MOST_GRIPS) {
        for (at = 0, i = 1; i < COLLIDE_I_MOST_GRIPS; i++)
            if (m->grips[i].depth < m->grips[at].depth) at = i;
        if (!(m->grips[at].depth < -c.distance)) return COLLIDE_OK;
    } else {
        m->grip_count++;
    }
    m->grips[at].face[0] = fa;
    m->grips[at].face[1] = fb;
    m->grips[at].depth = collide_i_max(-c.distance, 0);
    m->grips[at].point = c.point_a;
    m->grips[at].normal = c.normal;
    return COLLIDE_OK;
}

/* All pieces that touch; part k is a mesh. If none does to the last digit, those that come closest to it. */
COLLIDE_I_STATIC collide_result collide_i_grip_all(const collide_i_trial *t, collide_i_faces *m, int k)
{
    const int o = 1 - k;
    const collide_quat back = collide_i_conjugate(m->at[o].pose.rotation);
    collide_aabb box = collide_i_faces_region(t, m, k, 0);
    collide_result r = COLLIDE_OK;
    int f = -1, g = -1;
    m->grips = (collide_i_grip *)collide_i_scratch_take(t->scratch, COLLIDE_I_MOST_GRIPS + 1, sizeof *m->grips);
    if (!m->grips) return COLLIDE_ERROR_MEMORY;
    m->closest = 4 * (m->side[0].slack + m->side[1].slack);
    m->grips[COLLIDE_I_MOST_GRIPS].depth = -1;
    collide_i_faces_walk(m, k, &box);
    while (r == COLLIDE_OK && (f = collide_i_next_face(m->at[k].mesh, &m->walk[k], f)) >= 0) {
        collide_vec3 x;
        collide_real radius;
        if (!m->at[o].mesh) {
            r = collide_i_grip_add(t, m, k ? -1 : f, k ? f : -1);
            continue;
        }
        radius = collide_i_face_ball(m->at[k].mesh, f, &x);
        x = collide_i_add(collide_i_rotate(m->at[k].pose.rotation, x),
                          collide_i_sub(m->at[k].pose.position, m->at[o].pose.position));
        box = collide_aabb_cube(collide_i_rotate(back, x),
                                radius + 16 * COLLIDE_I_EPSILON * (radius + collide_i_extent(x)));
        collide_i_faces_walk(m, o, &box);
        for (g = -1; r == COLLIDE_OK && (g = collide_i_next_face(m->at[o].mesh, &m->walk[o], g)) >= 0;)
            r = collide_i_grip_add(t, m, k ? g : f, k ? f : g);
    }
    if (r == COLLIDE_OK && !m->grip_count && m->grips[COLLIDE_I_MOST_GRIPS].depth >= 0) {
        m->grips[0] = m->grips[COLLIDE_I_MOST_GRIPS];
        m->grip_count = 1;
    }
    return r;
}

/* How far B's piece must go along d until it is clear of A's, and where it touches that last, if it moves at all; 0
   where that is no further than `least`, which their extent along d tells at once. */
COLLIDE_I_STATIC collide_real collide_i_piece_exit(const collide_shape *a, const collide_pose *pa,
                                                   const collide_shape *b, const collide_pose *pb, collide_vec3 d,
                                                   collide_real least, collide_vec3 *point)
{
    const collide_vec3 none = collide_i_vec(0, 0, 0);
    const collide_vec3 da = collide_i_rotate(collide_i_conjugate(pa->rotation), d);
    const collide_vec3 db = collide_i_rotate(collide_i_conjugate(pb->rotation), collide_i_negate(d));
    const collide_vec3 qa = collide_shape_support(*a, da), qb = collide_shape_support(*b, db);
    collide_real way =
        collide_i_dot(d, collide_i_sub(pa->position, pb->position)) + collide_i_dot(da, qa) + collide_i_dot(db, qb);
    collide_pose clear = *pb;
    collide_hit hit;
    if (!(way > least)) return 0;
    way *= 1 + 16 * COLLIDE_I_EPSILON;
    clear.position = collide_i_add(pb->position, collide_i_scale(d, way));
    if (collide_shape_cast(*a, *pa, none, *b, clear, collide_i_scale(d, -way), NULL, &hit) != COLLIDE_HIT) return 0;
    if (hit.flags & COLLIDE_STARTED_INSIDE) return way;
    *point = hit.point;
    return way * (1 - hit.time);
}

/* How far B must go along d until everything that touches is clear, what is the last, and where. */
COLLIDE_I_STATIC collide_result collide_i_exit(const collide_i_trial *t, collide_i_faces *m, collide_vec3 d,
                                               collide_real *way, int *last, collide_vec3 *point)
{
    int i;
    *way = -1;
    for (i = 0; i < m->grip_count; i++) {
        const collide_i_grip *p = &m->grips[i];
        collide_shape a, b;
        collide_vec3 x = p->point;
        collide_real one;
        if (collide_i_piece(t, m, 0, p->face[0], &a) < 0 || collide_i_piece(t, m, 1, p->face[1], &b) < 0)
            return COLLIDE_ERROR_MEMORY;
        one = collide_i_piece_exit(&a, &m->at[0].pose, &b, &m->at[1].pose, d, *way, &x);
        if (!(one > *way)) continue;
        *way = one;
        *last = i;
        *point = x;
    }
    return COLLIDE_OK;
}

/* A point of part k that should be well out of the other when B has gone along d: of a convex one its middle, of a mesh
   the corner of a face that is furthest away. */
COLLIDE_I_STATIC collide_vec3 collide_i_exit_point(const collide_i_trial *t, collide_i_faces *m, int k, int f,
                                                   collide_vec3 d)
{
    const collide_pose *pose = &m->at[k].pose;
    collide_vec3 x = collide_i_vec(0, 0, 0), q[2];
    collide_shape face;
    if (f >= 0) {
        const collide_vec3 away = collide_i_rotate(collide_i_conjugate(pose->rotation), k ? d : collide_i_negate(d));
        if (collide_i_probe_shape(&m->side[k], f, &face) == COLLIDE_OK) x = collide_shape_support(face, away);
    } else {
        const collide_shape *s = &t->part[k]->shape;
        int i;
        for (i = 0; i < 3; i++) { /* the mean of six of its points */
            const collide_vec3 axis = collide_i_vec(i == 0, i == 1, i == 2);
            q[0] = collide_shape_support(*s, axis);
            q[1] = collide_shape_support(*s, collide_i_negate(axis));
            x = collide_i_add(x, collide_i_scale(collide_i_add(q[0], q[1]), COLLIDE_R(0.1666666666666666667)));
        }
    }
    return collide_i_add(collide_i_rotate(pose->rotation, x), pose->position);
}

/* Does a way lead out of the solids, and not further in? */
COLLIDE_I_STATIC int collide_i_exit_clear(const collide_i_trial *t, collide_i_faces *m, collide_vec3 d,
                                          collide_real way, const collide_i_grip *last)
{
    int k;
    for (k = 0; k < 2; k++) {
        const collide_pose *pose = &m->at[k].pose;
        collide_vec3 x;
        if (!m->at[k].mesh || m->side[k].two_sided) continue;
        x = collide_i_exit_point(t, m, 1 - k, last->face[1 - k], d);
        x = collide_i_sub(collide_i_add(x, collide_i_scale(d, k ? -way : way)), pose->position);
        if (collide_i_point_inside(m->at[k].mesh, collide_i_rotate(collide_i_conjugate(pose->rotation), x),
                                   &m->walk[k]))
            return 0;
    }
    return 1;
}

/* Which way to try next: the shortest of the deepest pair; that of a plane, which is known; all pairs' ways together;
   then those of whichever pair came out last, its own and the normals of its faces. */
COLLIDE_I_STATIC collide_vec3 collide_i_exit_next(const collide_i_trial *t, const collide_i_faces *m, int number,
                                                  int deepest, int last)
{
    collide_vec3 sum = collide_i_vec(0, 0, 0);
    collide_real length;
    int i, k = number & 1;
    if (number == 0) return m->grips[deepest].normal;
    if (number == 1) return t->out->normal;
    if (number == 2) {
        for (i = 0; i < m->grip_count; i++)
            sum = collide_i_add(sum, collide_i_scale(m->grips[i].normal, m->grips[i].depth));
        sum = collide_i_unit(sum, &length);
        return length > 0 ? sum : m->grips[deepest].normal;
    }
    if (number == 3) return m->grips[last].normal;
    if (m->grips[last].face[k] < 0) k = 1 - k;
    sum = collide_i_rotate(m->at[k].pose.rotation, collide_i_mesh_planes(m->at[k].mesh)[m->grips[last].face[k]].normal);
    return k ? collide_i_negate(sum) : sum;
}

/* Puts the depth of parts that touch in the place of what is only known of planes, which have no end. Part k is a mesh.
   Where nothing touches, for the one is all inside the other, that is as good as it gets. */
COLLIDE_I_STATIC collide_result collide_i_exit_best(const collide_i_trial *t, collide_i_faces *m, int k)
{
    collide_real way, best = -1;
    collide_vec3 point, at = collide_i_vec(0, 0, 0), n = at;
    int i, number, deepest = 0, last = 0, from = 0;
    if (collide_i_grip_all(t, m, k) < 0) return COLLIDE_ERROR_MEMORY;
    for (i = 1; i < m->grip_count; i++)
        if (m->grips[i].depth > m->grips[deepest].depth) deepest = i;
    for (number = 0; number < COLLIDE_I_MOST_EXITS && m->grip_count; number++) {
        const collide_vec3 d = collide_i_exit_next(t, m, number, deepest, last);
        if (collide_i_exit(t, m, d, &way, &last, &point) < 0) return COLLIDE_ERROR_MEMORY;
        if ((best >= 0 && !(way < best)) || !collide_i_exit_clear(t, m, d, way, &m->grips[last])) continue;
        best = way;
        at = point;
        n = d;
        from = last;
        if (way <= m->grips[deepest].depth * COLLIDE_R(1.01)) break; /* no way is shorter */
    }
    if (best < 0) return COLLIDE_OK;
    t->out->distance = 0 - best;
    t->out->point_a = at;
    t->out->point_b = collide_i_sub(at, collide_i_scale(n, best));
    t->out->normal = n;
    for (k = 0; k < 2; k++)
        if (m->grips[from].face[k] >= 0) collide_i_trial_face(t->out, k, m->grips[from].face[k]);
    return COLLIDE_OK;
}

/* The faces of mesh k, those near the other mesh, each as a probe. `deep` only: those with a corner inside it. */
COLLIDE_I_STATIC collide_result collide_i_faces_probe(const collide_i_trial *t, collide_i_faces *m, int k, int deep)
{
    const collide_mesh *mesh = m->at[k].mesh, *other = m->at[1 - k].mesh;
    const collide_aabb box = collide_i_faces_region(t, m, k, deep ? 0 : t->within);
    collide_world_pair *out = t->out;
    int f = -1;
    collide_i_faces_walk(m, k, &box);
    while ((f = collide_i_next_face(mesh, &m->walk[k], f)) >= 0) {
        const collide_real within = collide_i_min(t->within, collide_i_max(out->distance, 0));
        collide_shape face;
        collide_probe p;
        collide_vec3 opposite;
        collide_result r;
        if (deep) {
            const collide_vec3 x =
                collide_i_add(collide_i_rotate(m->at[k].pose.rotation,
                                               collide_i_mesh_vertices(
                                                   mesh)[collide_i_mesh_corners(mesh)[collide_i_mesh_first(mesh)[f]]]),
                              collide_i_sub(m->at[k].pose.position, m->at[1 - k].pose.position));
            if (!collide_i_point_inside(other, collide_i_rotate(collide_i_conjugate(m->at[1 - k].pose.rotation), x),
                                        &m->walk[1 - k]))
                continue;
        }
        if (collide_i_probe_shape(&m->side[k], f, &face) < 0) return COLLIDE_ERROR_MEMORY;
        r = collide_probe_closest(face, m->at[k].pose, within, &m->at[1 - k], 1, t->scratch, &p);
        if (r < 0) return r;
        if (r == COLLIDE_MISS || !(p.distance < out->distance)) continue;
        opposite = collide_i_probe_opposite(&face, &m->at[k].pose, &p);
        out->distance = p.distance;
        out->point_a = k ? p.point : opposite;
        out->point_b = k ? opposite : p.point;
        out->normal = k ? p.normal : collide_i_negate(p.normal);
        out->flags = p.flags;
        collide_i_trial_face(out, k, f);
        collide_i_trial_face(out, 1 - k, p.face);
    }
    return COLLIDE_OK;
}

/* A convex part against a mesh, in this order. */
COLLIDE_I_STATIC collide_result collide_i_try_probe(const collide_i_trial *t, int end)
{
    const collide_i_part *convex = t->part[0], *mesh = t->part[1];
    collide_world_pair *out = t->out;
    collide_obstacle o;
    collide_probe p;
    collide_result r;
    o.mesh = mesh->mesh;
    o.pose = mesh->pose[end];
    r = collide_probe_closest(convex->shape, convex->pose[end], t->within, &o, 1, t->scratch, &p);
    out->distance = COLLIDE_I_UNKNOWN;
    if (r <= 0) return r;
    out->point_a = collide_i_probe_opposite(&convex->shape, &convex->pose[end], &p);
    out->point_b = p.point;
    out->distance = p.distance;
    out->normal = collide_i_negate(p.normal);
    out->flags = p.flags;
    collide_i_trial_face(out, 1, p.face);
    if (p.distance <= 0) {
        const collide_i_mark mark = collide_i_scratch_mark(t->scratch);
        collide_i_faces *m = collide_i_faces_begin(t, end);
        r = m ? collide_i_exit_best(t, m, 1) : COLLIDE_ERROR_MEMORY;
        collide_i_scratch_release(t->scratch, mark);
        if (r < 0) return r;
    }
    collide_i_trial_features(t, (collide_real)end);
    return p.distance <= 0;
}

COLLIDE_I_STATIC collide_result collide_i_try_meshes(const collide_i_trial *t, int end)
{
    const collide_i_mark mark = collide_i_scratch_mark(t->scratch);
    collide_i_faces *m = collide_i_faces_begin(t, end);
    collide_result r = m ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
    t->out->distance = COLLIDE_I_UNKNOWN;
    if (r == COLLIDE_OK) r = collide_i_faces_probe(t, m, 0, 0);
    if (r == COLLIDE_OK && t->out->distance > 0) r = collide_i_faces_probe(t, m, 1, 1); /* all of B in A's solid */
    if (r == COLLIDE_OK && t->out->distance <= 0) r = collide_i_exit_best(t, m, 0);
    collide_i_scratch_release(t->scratch, mark);
    return r < 0 ? r : t->out->distance <= 0;
}

/* An order of parts that is theirs, whichever was there first: the convex one, the one of fewer faces, ... */
COLLIDE_I_STATIC int collide_i_part_before(const collide_i_part *a, const collide_i_part *b, int end)
{
    const collide_pose *p = &a->pose[end], *q = &b->pose[end];
    const collide_real x[7] = {p->position.x, p->position.y, p->position.z, p->rotation.x,
                               p->rotation.y, p->rotation.z, p->rotation.w};
    const collide_real y[7] = {q->position.x, q->position.y, q->position.z, q->rotation.x,
                               q->rotation.y, q->rotation.z, q->rotation.w};
    int i;
    if (a->shape.kind || b->shape.kind) return a->shape.kind != 0;
    if (a->mesh->face_count != b->mesh->face_count) return a->mesh->face_count < b->mesh->face_count;
    if (a->mesh->vertex_count != b->mesh->vertex_count) return a->mesh->vertex_count < b->mesh->vertex_count;
    if (a->radius < b->radius || a->radius > b->radius) return a->radius < b->radius;
    for (i = 0; i < 7; i++)
        if (x[i] < y[i] || x[i] > y[i]) return x[i] < y[i];
    return 1;
}

/* What was found, with A and B in each other's place. */
COLLIDE_I_STATIC void collide_i_found_flip(collide_world_pair *p)
{
    const collide_world_pair q = *p;
    p->kind_a = q.kind_b;
    p->kind_b = q.kind_a;
    p->feature_a = q.feature_b;
    p->feature_b = q.feature_a;
    p->point_a = q.point_b;
    p->point_b = q.point_a;
    p->normal = collide_i_negate(q.normal);
}

/* Any two parts as they stand at the start or at the end. */
COLLIDE_I_STATIC collide_result collide_i_try(const collide_i_trial *t, int end)
{
    collide_i_trial u = *t;
    collide_result r;
    int flip;
    if (t->part[0]->shape.kind && t->part[1]->shape.kind) return collide_i_try_convex(t, end);
    flip = !collide_i_part_before(t->part[0], t->part[1], end);
    u.part[0] = t->part[flip];
    u.part[1] = t->part[1 - flip];
    r = u.part[0]->shape.kind ? collide_i_try_probe(&u, end) : collide_i_try_meshes(&u, end);
    if (flip) collide_i_found_flip(t->out);
    return r;
}

/* ---- on the way ---- */

/* A ball that holds, in the frame of part `seen_from`, the way of a ball of the other part over the slice of time. Its
   middle goes at most as far as both bodies' speeds at it, together; so it is never further than half of that from
   the middle of its two ends. */
COLLIDE_I_STATIC collide_aabb collide_i_slice_region(const collide_i_faces *m, int seen_from, collide_vec3 centre,
                                                     collide_real radius)
{
    const int k = seen_from, o = 1 - k;
    const collide_real dt = m->t1 - m->t0;
    const collide_vec3 x0 = collide_i_add(collide_i_rotate(m->from[o].rotation, centre), m->from[o].position);
    const collide_vec3 x1 = collide_i_add(collide_i_rotate(m->to[o].rotation, centre), m->to[o].position);
    const collide_vec3 e0 =
        collide_i_rotate(collide_i_conjugate(m->from[k].rotation), collide_i_sub(x0, m->from[k].position));
    const collide_vec3 e1 =
        collide_i_rotate(collide_i_conjugate(m->to[k].rotation), collide_i_sub(x1, m->to[k].position));
    const collide_vec3 vo = collide_i_path_flow(&m->path[o], x0), vk = collide_i_path_flow(&m->path[k], x0);
    const collide_real so = collide_i_sqrt(collide_i_dot(vo, vo)), sk = collide_i_sqrt(collide_i_dot(vk, vk));
    const collide_real way = dt * (so + sk + m->path[k].angle * so * dt);
    const collide_real size = way + radius + collide_i_extent(e0) + collide_i_extent(x0);
    return collide_aabb_cube(collide_i_scale(collide_i_add(e0, e1), COLLIDE_R(0.5)),
                             way / 2 + radius + 64 * COLLIDE_I_EPSILON * size);
}

/* A sweep that has used up its steps says how far the way is free, which is no contact yet: from there it goes on. Each
   time it comes further, and in the end what it says is believed. */
COLLIDE_I_STATIC collide_result collide_i_sweep_on(const collide_shape *a, const collide_shape *b,
                                                   const collide_pose from[2], const collide_pose to[2],
                                                   collide_real size, collide_gjk_cache *cache, collide_hit *hit)
{
    collide_result r = collide_shape_sweep(*a, from[0], to[0], *b, from[1], to[1], cache, hit);
    int i;
    for (i = 0; i < COLLIDE_I_MOST_SWEEPS && r == COLLIDE_HIT && hit->flags == COLLIDE_NOT_CONVERGED; i++) {
        const collide_real time = hit->time;
        const collide_pose pa = collide_pose_between(from[0], to[0], time),
                           pb = collide_pose_between(from[1], to[1], time);
        collide_closest c;
        collide_hit next;
        if (collide_distance(*a, pa, *b, pb, cache, &c) != COLLIDE_MISS) break;
        if (!(c.distance > 4 * COLLIDE_I_GJK_NOISE * size)) break;
        r = collide_shape_sweep(*a, pa, to[0], *b, pb, to[1], cache, &next);
        next.time = time + (1 - time) * next.time;
        if (r == COLLIDE_HIT && !(next.time > time)) break;
        *hit = next;
    }
    return r;
}

/* Two pieces, moving with their parts through what is left of the slice; an earlier hit takes its end. */
COLLIDE_I_STATIC void collide_i_slice_sweep(const collide_i_trial *t, collide_i_faces *m, const collide_shape *a,
                                            const collide_shape *b, int fa, int fb)
{
    const collide_real size = t->part[0]->radius + t->part[1]->radius;
    collide_hit hit;
    int k;
    if (collide_i_sweep_on(a, b, m->from, m->to, size, NULL, &hit) != COLLIDE_HIT) return;
    m->hit = hit;
    m->face[0] = fa;
    m->face[1] = fb;
    m->t1 = m->t0 + (m->t1 - m->t0) * hit.time;
    m->hit.time = m->t1;
    for (k = 0; k < 2; k++) m->to[k] = collide_i_path_pose(&m->path[k], m->t1);
}

/* One face of part k against all of the other. */
COLLIDE_I_STATIC collide_result collide_i_slice_face(const collide_i_trial *t, collide_i_faces *m, int k, int f,
                                                     const collide_shape *face)
{
    const int o = 1 - k;
    collide_vec3 centre;
    collide_real radius;
    collide_shape other;
    collide_aabb box;
    int g = -1;
    if (!m->at[o].mesh) {
        if (k)
            collide_i_slice_sweep(t, m, &t->part[0]->shape, face, -1, f);
        else
            collide_i_slice_sweep(t, m, face, &t->part[1]->shape, f, -1);
        return COLLIDE_OK;
    }
    radius = collide_i_face_ball(m->at[k].mesh, f, &centre);
    box = collide_i_slice_region(m, o, centre, radius);
    collide_i_faces_walk(m, o, &box);
    while ((g = collide_i_next_face(m->at[o].mesh, &m->walk[o], g)) >= 0) {
        if (collide_i_probe_shape(&m->side[o], g, &other) < 0) return COLLIDE_ERROR_MEMORY;
        if (k)
            collide_i_slice_sweep(t, m, &other, face, g, f);
        else
            collide_i_slice_sweep(t, m, face, &other, f, g);
        if (!(m->t1 > m->t0)) break;
    }
    return COLLIDE_OK;
}

/* The first contact of faces, slice by slice of the step: in a short time few of them come near each other. Part k is
   a mesh. */
COLLIDE_I_STATIC collide_result collide_i_slices(const collide_i_trial *t, collide_i_faces *m, int k)
{
    const int o = 1 - k;
    const collide_i_part *p = t->part[o];
    collide_shape face;
    collide_aabb box;
    collide_real count = 1;
    int i, side, f, slices;
    m->from[0] = m->path[0].from;
    m->from[1] = m->path[1].from;
    m->to[0] = m->path[0].to;
    m->to[1] = m->path[1].to;
    m->t0 = 0;
    m->t1 = 1;
    box = collide_i_slice_region(m, k, p->centre, 0);
    count = (box.upper.x - box.lower.x) /
            (2 * collide_i_max(p->radius, t->part[k]->radius / (collide_real)COLLIDE_I_MOST_SLICES));
    slices = count < (collide_real)COLLIDE_I_MOST_SLICES ? (count > 1 ? (int)count : 1) : COLLIDE_I_MOST_SLICES;
    m->face[0] = m->face[1] = -1;
    for (i = 0; i < slices; i++) {
        m->t0 = (collide_real)i / (collide_real)slices;
        m->t1 = (collide_real)(i + 1) / (collide_real)slices;
        for (side = 0; side < 2; side++) {
            if (i) m->from[side] = m->to[side];
            m->to[side] = collide_i_path_pose(&m->path[side], m->t1);
        }
        box = collide_i_slice_region(m, k, p->centre, p->radius);
        collide_i_faces_walk(m, k, &box);
        for (f = -1; (f = collide_i_next_face(m->at[k].mesh, &m->walk[k], f)) >= 0;) {
            if (collide_i_probe_shape(&m->side[k], f, &face) < 0) return COLLIDE_ERROR_MEMORY;
            if (collide_i_slice_face(t, m, k, f, &face) < 0) return COLLIDE_ERROR_MEMORY;
            if (!(m->t1 > m->t0)) break;
        }
        if (m->face[k] >= 0) return COLLIDE_HIT;
    }
    return COLLIDE_MISS;
}

/* A normal that leaves mesh k, made that of the mesh and not of a face alone. */
COLLIDE_I_STATIC collide_vec3 collide_i_slice_normal(collide_i_faces *m, int k, collide_vec3 point, collide_vec3 normal)
{
    const collide_pose at = collide_i_path_pose(&m->path[k], m->hit.time);
    const collide_quat back = collide_i_conjugate(at.rotation);
    int seam;
    return collide_i_rotate(at.rotation,
                            collide_i_probe_normal(&m->side[k], m->face[k],
                                                   collide_i_rotate(back, collide_i_sub(point, at.position)),
                                                   collide_i_rotate(back, normal), &seam));
}

COLLIDE_I_STATIC void collide_i_trial_hit(const collide_i_trial *t, collide_real time, collide_vec3 point,
                                          collide_vec3 normal, unsigned flags)
{
    t->out->time = time;
    t->out->distance = 0;
    t->out->point_a = t->out->point_b = point;
    t->out->normal = normal;
    t->out->flags = flags;
}

/* First contact of parts of which one at least is a mesh, and that mesh may move. */
COLLIDE_I_STATIC collide_result collide_i_sweep_faces(const collide_i_trial *t)
{
    const collide_i_mark mark = collide_i_scratch_mark(t->scratch);
    const int k = t->part[1]->shape.kind ? 0 : 1;
    collide_i_faces *m = collide_i_faces_begin(t, 0);
    collide_result r = m ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
    int i;
    for (i = 0; i < 2 && r == COLLIDE_OK; i++)
        if (!collide_i_path_of(&m->path[i], t->part[i]->pose[0], t->part[i]->pose[1])) r = COLLIDE_ERROR_ARGUMENT;
    if (r == COLLIDE_OK) r = collide_i_slices(t, m, k);
    if (r == COLLIDE_HIT) {
        const collide_vec3 n = k ? collide_i_negate(m->hit.normal) : m->hit.normal;
        const collide_vec3 out = collide_i_slice_normal(m, k, m->hit.point, n);
        collide_i_trial_hit(t, m->hit.time, m->hit.point, k ? collide_i_negate(out) : out,
                            m->hit.flags & COLLIDE_NOT_CONVERGED);
        for (i = 0; i < 2; i++)
            if (m->face[i] >= 0) collide_i_trial_face(t->out, i, m->face[i]);
        collide_i_trial_features(t, m->hit.time);
    }
    collide_i_scratch_release(t->scratch, mark);
    return r;
}

/* First contact of a convex part and a mesh that stands still. */
COLLIDE_I_STATIC collide_result collide_i_sweep_probe(const collide_i_trial *t, int side)
{
    const collide_i_part *convex = t->part[1 - side];
    const collide_real slack = 4 * COLLIDE_I_GJK_NOISE * (t->part[0]->radius + t->part[1]->radius);
    collide_pose from = convex->pose[0];
    collide_real time = 0;
    collide_obstacle o;
    collide_probe p, q;
    collide_result r;
    int i;
    o.mesh = t->part[side]->mesh;
    o.pose = t->part[side]->pose[1];
    for (i = 0; i <= COLLIDE_I_MOST_SWEEPS; i++) { /* as above */
        r = collide_probe_sweep(convex->shape, from, convex->pose[1], &o, 1, t->scratch, &p);
        if (r != COLLIDE_HIT) return r;
        p.time = time + (1 - time) * p.time;
        if (p.flags != COLLIDE_NOT_CONVERGED || (i && !(p.time > time))) break;
        time = p.time;
        from = collide_pose_between(convex->pose[0], convex->pose[1], time);
        r = collide_probe_closest(convex->shape, from, slack, &o, 1, t->scratch, &q);
        if (r < 0) return r;
        if (r == COLLIDE_HIT) break;
    }
    r = COLLIDE_HIT;
    collide_i_trial_hit(t, p.time, p.point, side ? collide_i_negate(p.normal) : p.normal, p.flags);
    collide_i_trial_face(t->out, side, p.face);
    collide_i_trial_features(t, p.time);
    return r;
}

/* First contact of two convex parts. */
COLLIDE_I_STATIC collide_result collide_i_sweep_convex(const collide_i_trial *t)
{
    const collide_i_part *a = t->part[0], *b = t->part[1];
    collide_pose from[2], to[2];
    collide_hit hit;
    collide_result r;
    from[0] = a->pose[0];
    from[1] = b->pose[0];
    to[0] = a->pose[1];
    to[1] = b->pose[1];
    if (collide_i_quat_same(&a->pose[0].rotation, &a->pose[1].rotation) &&
        collide_i_quat_same(&b->pose[0].rotation, &b->pose[1].rotation))
        r = collide_shape_cast(a->shape, a->pose[0], collide_i_sub(a->pose[1].position, a->pose[0].position), b->shape,
                               b->pose[0], collide_i_sub(b->pose[1].position, b->pose[0].position), t->gjk, &hit);
    else
        r = collide_i_sweep_on(&a->shape, &b->shape, from, to, a->radius + b->radius, t->gjk, &hit);
    if (r != COLLIDE_HIT) return r;
    collide_i_trial_hit(t, hit.time, hit.point, hit.normal, hit.flags);
    if (!(hit.flags & COLLIDE_STARTED_INSIDE)) collide_i_trial_features(t, hit.time);
    return r;
}

/* Any two parts on their way: 1 where they touch. Those that do so at the start already are looked at there, if they
   are deep in each other; else, and where nothing is met on the way, at the end. */
COLLIDE_I_STATIC collide_result collide_i_try_way(const collide_i_trial *t)
{
    const collide_i_part *a = t->part[0], *b = t->part[1];
    const int still_a = collide_i_pose_same(&a->pose[0], &a->pose[1]);
    const int still_b = collide_i_pose_same(&b->pose[0], &b->pose[1]);
    collide_result r = COLLIDE_MISS;
    if (!still_a || !still_b) {
        if (a->shape.kind && b->shape.kind) {
            r = collide_i_sweep_convex(t);
        } else if ((a->shape.kind && still_b) || (b->shape.kind && still_a)) {
            r = collide_i_sweep_probe(t, a->shape.kind ? 1 : 0);
        } else {
            r = collide_i_try(t, 0);
            if (r == COLLIDE_HIT && t->out->distance < -64 * COLLIDE_I_EPSILON * (a->radius + b->radius)) {
                t->out->flags |= COLLIDE_STARTED_INSIDE;
                return r;
            }
            if (r >= 0) r = collide_i_sweep_faces(t);
        }
        if (r == COLLIDE_HIT && t->out->flags & COLLIDE_STARTED_INSIDE) {
            r = collide_i_try(t, 0);
            t->out->time = 0;
            t->out->distance = collide_i_min(t->out->distance, 0);
            t->out->flags |= COLLIDE_STARTED_INSIDE;
            return r < 0 ? r : COLLIDE_HIT;
        }
        if (r != COLLIDE_MISS) return r;
    }
    r = collide_i_try(t, 1);
    t->out->time = r == COLLIDE_HIT && still_a && still_b ? 0 : 1;
    return r;
}

/* ---- pairs of bodies ---- */

COLLIDE_I_STATIC void collide_i_found_nothing(collide_world_pair *p)
{
    memset(p, 0, sizeof *p);
    p->feature_a = p->feature_b = -1;
    p->distance = COLLIDE_I_UNKNOWN;
}

/* Is the first the one to tell of? What is met earlier, then what is deeper or closer. */
COLLIDE_I_INLINE int collide_i_found_before(const collide_world_pair *p, const collide_world_pair *q)
{
    const int touch_p = p->distance <= 0, touch_q = q->distance <= 0;
    if (touch_p != touch_q) return touch_p;
    if (touch_p && (p->time < q->time || p->time > q->time)) return p->time < q->time;
    return p->distance < q->distance;
}

/* A part of A and one of B, whose boxes meet. What was remembered belongs to the parts that were found last time. */
COLLIDE_I_STATIC collide_result collide_i_slot_parts(const collide_world *w, collide_i_slot *s, const collide_i_part *a,
                                                     const collide_i_part *b, collide_scratch *scratch,
                                                     collide_world_pair *best)
{
    collide_i_trial t;
    collide_world_pair found;
    collide_feature_pair walk;
    collide_gjk_cache gjk;
    collide_result r;
    const int known = s->found.part_a == a->number && s->found.part_b == b->number;
    memset(&walk, 0, sizeof walk);
    memset(&gjk, 0, sizeof gjk);
    collide_i_found_nothing(&found);
    found.part_a = a->number;
    found.part_b = b->number;
    t.part[0] = a;
    t.part[1] = b;
    t.within = w->desc.margin;
    t.depth = !(w->desc.flags & COLLIDE_WORLD_NO_DEPTH);
    t.touched = known && s->touches;
    t.walk = known ? &s->walk : &walk;
    t.gjk = known ? &s->gjk : &gjk;
    t.scratch = scratch;
    t.out = &found;
    r = w->desc.continuous ? collide_i_try_way(&t) : collide_i_try(&t, 1);
    if (r < 0) return r;
    if (collide_i_found_before(&found, best)) {
        *best = found;
        if (!known) { /* takes the other's place the next time */
            s->walk = walk;
            s->gjk = gjk;
        }
    }
    return COLLIDE_OK;
}

COLLIDE_I_INLINE int collide_i_boxes_near(const collide_aabb *a, const collide_aabb *b, collide_real margin)
{
    return a->lower.x - margin <= b->upper.x && b->lower.x - margin <= a->upper.x &&
           a->lower.y - margin <= b->upper.y && b->lower.y - margin <= a->upper.y &&
           a->lower.z - margin <= b->upper.z && b->lower.z - margin <= a->upper.z;
}

/* All parts of A against all of B, parents' boxes first (I-COLLIDE 3.4). */
COLLIDE_I_STATIC void collide_i_slot_test(const collide_world *w, collide_i_slot *s, collide_scratch *scratch)
{
    const collide_body ha = s->found.a, hb = s->found.b;
    const collide_i_part *a = collide_i_parts_of(w, ha.index), *b = collide_i_parts_of(w, hb.index);
    const collide_aabb *all = &w->bodies[hb.index].box;
    const int count_a = w->bodies[ha.index].count, count_b = w->bodies[hb.index].count;
    const collide_real margin = w->desc.margin;
    collide_world_pair best;
    collide_result r = COLLIDE_OK;
    int i, j;
    collide_i_found_nothing(&best);
    for (i = 0; i < count_a && r >= 0; i++) {
        if (!collide_i_boxes_near(&a[i].all, all, margin)) {
            i += a[i].below; /* nor does anything below it */
            continue;
        }
        for (j = 0; j < count_b && r >= 0; j++) {
            if (!collide_i_boxes_near(&a[i].box, &b[j].all, margin))
                j += b[j].below;
            else if (collide_i_boxes_near(&a[i].box, &b[j].box, margin))
                r = collide_i_slot_parts(w, s, &a[i], &b[j], scratch, &best);
        }
    }
    best.a = ha;
    best.b = hb;
    s->found = best;
    s->tested = 1;
    s->result = r < 0 ? r : best.distance <= margin;
    s->touches = r >= 0 && best.distance <= 0;
}

/* ---- the update ---- */

/* New boxes for what has changed. */
COLLIDE_I_STATIC collide_result collide_i_world_boxes(collide_world *w)
{
    collide_result r = COLLIDE_OK;
    int i;
    for (i = 0; i < w->change_count && r == COLLIDE_OK; i++) {
        const unsigned id = w->changed[i];
        if (!(w->bodies[id].flags & COLLIDE_I_ALIVE)) continue;
        collide_i_body_update(w, id);
        r = collide_sweep_move(w->sweep, id, w->bodies[id].box);
    }
    return r;
}

/* Which of two pairs comes first: negative, the slot's; 0: they have the same indices. */
COLLIDE_I_INLINE int collide_i_slot_order(const collide_i_slot *s, unsigned a, unsigned b)
{
    if (s->found.a.index != a) return s->found.a.index < a ? -1 : 1;
    return s->found.b.index == b ? 0 : s->found.b.index < b ? -1 : 1;
}

/* A slot for each pair of boxes but those of still bodies: last time's where there was one. Both lists are sorted. */
COLLIDE_I_STATIC collide_result collide_i_world_slots(collide_world *w)
{
    const collide_pair *pairs;
    collide_result r;
    int i, j = 0, n = 0, count;
    pairs = collide_sweep_pairs(w->sweep, &count);
    r = collide_i_slots_reserve(w, 1, count);
    if (r == COLLIDE_OK) r = collide_i_list_reserve(w, count + w->slot_count);
    if (r < 0) return r;
    for (i = 0; i < count; i++) {
        const collide_i_body *a = &w->bodies[pairs[i].a], *b = &w->bodies[pairs[i].b];
        const collide_i_slot *old = w->slots[0];
        collide_i_slot *s = &w->slots[1][n];
        const unsigned char off = collide_i_pair_off(w, pairs[i].a, pairs[i].b) != 0;
        if (a->flags & b->flags & COLLIDE_I_STILL) continue;
        n++;
        while (j < w->slot_count && collide_i_slot_order(&old[j], pairs[i].a, pairs[i].b) < 0) j++;
        if (j < w->slot_count && collide_i_slot_order(&old[j], pairs[i].a, pairs[i].b) == 0 &&
            old[j].found.a.generation == a->generation && old[j].found.b.generation == b->generation) {
            *s = old[j];
        } else {
            memset(s, 0, sizeof *s);
            s->found.a.index = pairs[i].a;
            s->found.b.index = pairs[i].b;
            s->found.a.generation = a->generation;
            s->found.b.generation = b->generation;
        }
        if (off != s->off || (a->flags | b->flags) & COLLIDE_I_LISTED) s->tested = 0;
        s->off = off;
        if (off) {
            s->tested = 1;
            s->touches = 0;
            s->result = 0;
            s->found.distance = COLLIDE_I_UNKNOWN;
        }
    }
    w->next_count = n;
    return COLLIDE_OK;
}

/* Some of the pairs; whichever thread this is, it has a scratch of its own. */
COLLIDE_I_STATIC void collide_i_world_task(void *context, int index, int worker)
{
    const collide_world *w = (const collide_world *)context;
    collide_scratch own, *scratch = &own;
    int i, end;
    if (index < 0 || index > (w->next_count - 1) / COLLIDE_I_BATCH) return;
    memset(&own, 0, sizeof own);
    own.allocator = w->own.memory ? &w->dry : collide_i_world_allocator(w);
    if (worker >= 0 && worker < w->desc.workers) scratch = &w->scratch[worker];
    end = (index + 1) * COLLIDE_I_BATCH < w->next_count ? (index + 1) * COLLIDE_I_BATCH : w->next_count;
    for (i = index * COLLIDE_I_BATCH; i < end; i++)
        if (!w->slots[1][i].tested) collide_i_slot_test(w, &w->slots[1][i], scratch);
    if (scratch == &own) collide_scratch_free(&own);
}

/* Tests all pairs that need it: by the caller's threads, and what they leave out, here. */
COLLIDE_I_STATIC collide_result collide_i_world_test(collide_world *w)
{
    const int tasks = (w->next_count + COLLIDE_I_BATCH - 1) / COLLIDE_I_BATCH;
    int i;
    if (w->desc.run && tasks > 1) w->desc.run(w->desc.user, tasks, collide_i_world_task, w);
    for (i = 0; i < tasks; i++) collide_i_world_task(w, i, 0);
    for (i = 0; i < w->next_count; i++)
        if (w->slots[1][i].result == COLLIDE_ERROR_MEMORY)
            return w->own.memory ? COLLIDE_ERROR_FULL : COLLIDE_ERROR_MEMORY;
    return COLLIDE_OK;
}

COLLIDE_I_STATIC void collide_i_list_ended(collide_world *w, const collide_i_slot *s)
{
    collide_world_pair *p = &w->list[w->list_count++];
    memset(p, 0, sizeof *p);
    p->a = s->found.a;
    p->b = s->found.b;
    p->feature_a = p->feature_b = -1;
    p->state = COLLIDE_ENDED;
}

/* From slots to the list: pairs there are, then those that have ended. Returns how many there are. */
COLLIDE_I_STATIC int collide_i_world_list(collide_world *w)
{
    collide_i_slot *s = w->slots[1];
    const collide_i_slot *old = w->slots[0];
    int i, j, count;
    w->list_count = 0;
    for (i = 0; i < w->next_count; i++) {
        if (s[i].result != COLLIDE_HIT) continue;
        w->list[w->list_count] = s[i].found;
        w->list[w->list_count++].state = s[i].listed ? COLLIDE_KEPT : COLLIDE_BEGUN;
    }
    count = w->list_count;
    for (i = j = 0; i < w->next_count || j < w->slot_count;) {
        const int order = i == w->next_count   ? -1
                          : j == w->slot_count ? 1
                                               : collide_i_slot_order(&old[j], s[i].found.a.index, s[i].found.b.index);
        /* its boxes are apart; or, between updates that failed, another body took its place */
        if (order <= 0 && old[j].listed &&
            (order < 0 || old[j].found.a.generation != s[i].found.a.generation ||
             old[j].found.b.generation != s[i].found.b.generation))
            collide_i_list_ended(w, &old[j]);
        if (order <= 0) j++;
        if (order < 0) continue;
        if (s[i].listed && s[i].result != COLLIDE_HIT) collide_i_list_ended(w, &s[i]);
        s[i].listed = s[i].result == COLLIDE_HIT;
        i++;
    }
    return count;
}

/* Who touches something has its last clear pose behind it. */
COLLIDE_I_STATIC void collide_i_world_block(collide_world *w)
{
    int i, k;
    for (i = 0; i < w->next_count; i++)
        for (k = 0; k < 2 && w->slots[1][i].touches; k++) {
            collide_i_body *b = &w->bodies[k ? w->slots[1][i].found.b.index : w->slots[1][i].found.a.index];
            if (!(b->flags & COLLIDE_I_BLOCKED)) b->clear = b->seen;
        }
    for (i = 0; i < w->slot_count; i++)
        if (w->slots[0][i].touches) {
            w->bodies[w->slots[0][i].found.a.index].flags &= ~(unsigned)COLLIDE_I_BLOCKED;
            w->bodies[w->slots[0][i].found.b.index].flags &= ~(unsigned)COLLIDE_I_BLOCKED;
        }
    for (i = 0; i < w->next_count; i++)
        if (w->slots[1][i].touches) {
            w->bodies[w->slots[1][i].found.a.index].flags |= COLLIDE_I_BLOCKED;
            w->bodies[w->slots[1][i].found.b.index].flags |= COLLIDE_I_BLOCKED;
        }
}

/* The end of this step is the start of the next. Who has come a way has changed once more when it stays there. */
COLLIDE_I_STATIC void collide_i_world_advance(collide_world *w)
{
    int i, j, kept = 0;
    for (i = 0; i < w->change_count; i++) {
        const unsigned id = w->changed[i];
        collide_i_body *b = &w->bodies[id];
        collide_i_part *p;
        int moved = 0;
        b->flags &= ~(unsigned)(COLLIDE_I_LISTED | COLLIDE_I_PLACED | COLLIDE_I_FRESH);
        if (!(b->flags & COLLIDE_I_ALIVE)) continue;
        p = collide_i_parts_of(w, id);
        for (j = 0; j < b->count; j++) {
            p[j].seen = p[j].pose[1];
            if (!w->desc.continuous) continue;
            if (!collide_i_pose_same(&p[j].pose[0], &p[j].pose[1])) moved = 1;
            p[j].pose[0] = p[j].pose[1];
            p[j].ends[0] = p[j].ends[1];
        }
        b->pose[0] = b->seen = b->pose[1];
        if (!moved) continue;
        b->flags |= COLLIDE_I_LISTED;
        w->changed[kept++] = id;
    }
    w->change_count = kept;
}

/* After an update that failed, queries see what they saw before. The sweep may know new boxes by now: it gets the old
   ones back, and what it has sorted no longer counts. The next update starts from where bodies were told to go. */
COLLIDE_I_STATIC void collide_i_world_revert(collide_world *w)
{
    int i;
    for (i = 0; i < w->change_count; i++) {
        const unsigned id = w->changed[i];
        if ((w->bodies[id].flags & (COLLIDE_I_ALIVE | COLLIDE_I_FRESH)) != COLLIDE_I_ALIVE) continue;
        collide_i_body_revert(w, id);
        (void)collide_sweep_move(w->sweep, id, w->bodies[id].box);
    }
    w->sweep->state = COLLIDE_I_UNSORTED;
}

COLLIDE_API int collide_world_update(collide_world *world)
{
    collide_world *w = world;
    collide_i_slot *slots;
    collide_result r;
    int count;
    if (!w) return COLLIDE_ERROR_ARGUMENT;
    r = collide_i_world_boxes(w);
    if (r == COLLIDE_OK) r = collide_sweep_update(w->sweep);
    if (r >= 0) r = collide_i_world_slots(w);
    if (r == COLLIDE_OK) r = collide_i_world_test(w);
    if (r < 0) {
        collide_i_world_revert(w);
        return r;
    }
    count = collide_i_world_list(w);
    collide_i_world_block(w);
    collide_i_world_advance(w);
    slots = w->slots[0];
    w->slots[0] = w->slots[1];
    w->slots[1] = slots;
    w->slot_count = w->next_count;
    r = w->slot_capacity[0];
    w->slot_capacity[0] = w->slot_capacity[1];
    w->slot_capacity[1] = r;
    return count;
}

COLLIDE_API const collide_world_pair *collide_world_pairs(const collide_world *world, int *count)
{
    if (count) *count = world ? world->list_count : 0;
    return world ? world->list : NULL;
}

/* ---- queries ---- */

enum { COLLIDE_I_ASK_RAY, COLLIDE_I_ASK_CAST, COLLIDE_I_ASK_OVERLAP };

typedef struct {
    const collide_world *world;
    const collide_shape *shape;
    const collide_pose *pose;
    collide_vec3 move;
    collide_aabb box; /* around the whole way */
    int what;
    collide_scratch *scratch;
    collide_world_hit *out;
    int capacity, count;
} collide_i_question;

/* One part, as it was at the end of the last update. */
COLLIDE_I_STATIC collide_result collide_i_ask_part(const collide_i_question *q, const collide_i_part *p,
                                                   collide_world_hit *h)
{
    const collide_vec3 none = collide_i_vec(0, 0, 0);
    collide_result r;
    if (p->shape.kind) {
        collide_hit hit;
        memset(&hit, 0, sizeof hit);
        if (q->what == COLLIDE_I_ASK_RAY) {
            r = collide_ray_cast(p->shape, p->pose[1], q->pose->position, collide_i_add(q->pose->position, q->move),
                                 &hit);
        } else if (q->what == COLLIDE_I_ASK_CAST) {
            r = collide_shape_cast(*q->shape, *q->pose, q->move, p->shape, p->pose[1], none, NULL, &hit);
            hit.normal = collide_i_negate(hit.normal);
        } else {
            r = collide_overlap(*q->shape, *q->pose, p->shape, p->pose[1], NULL);
        }
        h->face = -1;
        h->time = hit.time;
        h->point = hit.point;
        h->normal = hit.normal;
        h->flags = hit.flags;
    } else {
        collide_obstacle o;
        collide_probe probe;
        memset(&probe, 0, sizeof probe);
        probe.face = -1;
        o.mesh = p->mesh;
        o.pose = p->pose[1];
        if (q->what == COLLIDE_I_ASK_OVERLAP)
            r = collide_probe_overlap(*q->shape, *q->pose, &o, 1, q->scratch);
        else
            r = collide_probe_cast(*q->shape, *q->pose, q->move, &o, 1, q->scratch, &probe);
        h->face = probe.face;
        h->time = probe.time;
        h->point = probe.point;
        h->normal = probe.normal;
        h->flags = probe.flags;
    }
    h->part = p->number;
    return r;
}

/* The part of a body that is met first. */
COLLIDE_I_STATIC collide_result collide_i_ask_body(const collide_i_question *q, unsigned index, collide_world_hit *h)
{
    const collide_i_body *b = &q->world->bodies[index];
    const collide_i_part *p = collide_i_parts_of(q->world, index);
    int i, found = 0;
    if ((b->flags & (COLLIDE_I_ALIVE | COLLIDE_I_FRESH)) != COLLIDE_I_ALIVE) return COLLIDE_MISS;
    for (i = 0; i < b->count; i++) {
        collide_world_hit at;
        collide_result r;
        if (!collide_i_boxes_near(&p[i].all, &q->box, 0)) {
            i += p[i].below;
            continue;
        }
        if (!p[i].mesh && !p[i].shape.kind) continue;
        r = collide_i_ask_part(q, &p[i], &at);
        if (r == COLLIDE_ERROR_MEMORY) return r;
        if (r != COLLIDE_HIT || (found && !(at.time < h->time))) continue;
        *h = at;
        found = 1;
    }
    h->body.index = index;
    h->body.generation = b->generation;
    h->user = b->user;
    return found;
}

/* Keeps the first ones, in order. */
COLLIDE_I_STATIC void collide_i_ask_keep(collide_i_question *q, const collide_world_hit *h)
{
    int at = q->count < q->capacity ? q->count : q->capacity;
    q->count++;
    while (at > 0 && (h->time < q->out[at - 1].time ||
                      (!(q->out[at - 1].time < h->time) && h->body.index < q->out[at - 1].body.index))) {
        if (at < q->capacity) q->out[at] = q->out[at - 1];
        at--;
    }
    if (at < q->capacity) q->out[at] = *h;
}

COLLIDE_I_STATIC int collide_i_ask(collide_i_question *q, const collide_aabb *box, unsigned mask)
{
    const collide_sweep *sweep = q->world->sweep;
    const collide_i_mark mark = collide_i_scratch_mark(q->scratch);
    collide_world_hit h;
    unsigned *ids;
    collide_sweep_hit *hits;
    collide_result r = COLLIDE_OK;
    int i, n = q->what == COLLIDE_I_ASK_OVERLAP ? collide_sweep_query_box(sweep, *box, mask, NULL, 0)
                                                : collide_sweep_query_cast(sweep, *box, q->move, mask, NULL, 0);
    if (n <= 0) return n;
    ids = (unsigned *)collide_i_scratch_take(q->scratch, (size_t)n, sizeof *ids);
    hits = (collide_sweep_hit *)collide_i_scratch_take(q->scratch, (size_t)n, sizeof *hits);
    if (!ids || !hits) r = COLLIDE_ERROR_MEMORY;
    if (r == COLLIDE_OK && q->what == COLLIDE_I_ASK_OVERLAP) {
        n = collide_sweep_query_box(sweep, *box, mask, ids, n);
    } else if (r == COLLIDE_OK) {
        n = collide_sweep_query_cast(sweep, *box, q->move, mask, hits, n);
        for (i = 0; i < n; i++) ids[i] = hits[i].id;
    }
    for (i = 0; i < n && r != COLLIDE_ERROR_MEMORY; i++) {
        r = collide_i_ask_body(q, ids[i], &h);
        if (r == COLLIDE_HIT) collide_i_ask_keep(q, &h);
    }
    collide_i_scratch_release(q->scratch, mark);
    return r == COLLIDE_ERROR_MEMORY ? r : q->count;
}

COLLIDE_I_STATIC int collide_i_ask_begin(const collide_world *w, const collide_shape *shape, const collide_pose *pose,
                                         collide_vec3 move, unsigned mask, int what, collide_scratch *scratch,
                                         collide_world_hit *out, int capacity)
{
    collide_scratch own;
    collide_i_question q;
    collide_aabb box;
    collide_pose at = *pose;
    int r;
    if (!w || capacity < 0 || (capacity > 0 && !out)) return COLLIDE_ERROR_ARGUMENT;
    if (capacity > 0) memset(out, 0, (size_t)capacity * sizeof *out);
    if (!collide_i_shape_valid(shape) || !collide_i_pose_normalize(&at) || !collide_i_usable3(move))
        return COLLIDE_ERROR_ARGUMENT;
    memset(&own, 0, sizeof own);
    own.allocator = w->own.memory ? NULL : collide_i_world_allocator(w);
    q.world = w;
    q.shape = shape;
    q.pose = &at;
    q.move = move;
    q.what = what;
    q.scratch = scratch ? scratch : &own;
    q.out = out;
    q.capacity = capacity;
    q.count = 0;
    box = collide_shape_bounds(*shape, at);
    q.box.lower = collide_i_add(box.lower, collide_i_lowest(move, collide_i_vec(0, 0, 0)));
    q.box.upper = collide_i_add(box.upper, collide_i_highest(move, collide_i_vec(0, 0, 0)));
    r = collide_i_ask(&q, &box, mask);
    if (!scratch) collide_scratch_free(&own);
    return r;
}

COLLIDE_API int collide_world_ray(const collide_world *world, collide_vec3 from, collide_vec3 to, unsigned mask,
                                  collide_scratch *scratch, collide_world_hit *out, int capacity)
{
    const collide_shape point = collide_shape_point();
    collide_pose pose = collide_i_pose_zero();
    pose.position = from;
    return collide_i_ask_begin(world, &point, &pose, collide_i_sub(to, from), mask, COLLIDE_I_ASK_RAY, scratch, out,
                               capacity);
}

COLLIDE_API int collide_world_cast(const collide_world *world, collide_shape shape, collide_pose pose,
                                   collide_vec3 move, unsigned mask, collide_scratch *scratch, collide_world_hit *out,
                                   int capacity)
{
    return collide_i_ask_begin(world, &shape, &pose, move, mask, COLLIDE_I_ASK_CAST, scratch, out, capacity);
}

COLLIDE_API int collide_world_overlap(const collide_world *world, collide_shape shape, collide_pose pose, unsigned mask,
                                      collide_scratch *scratch, collide_world_hit *out, int capacity)
{
    return collide_i_ask_begin(world, &shape, &pose, collide_i_vec(0, 0, 0), mask, COLLIDE_I_ASK_OVERLAP, scratch, out,
                               capacity);
}

/* ---- drawing ---- */

COLLIDE_API collide_result collide_world_draw(const collide_world *world,
                                              void (*line)(void *user, collide_vec3 from, collide_vec3 to, int kind),
                                              void *user)
{
    int i, k, axis;
    if (!world || !line) return COLLIDE_ERROR_ARGUMENT;
    for (i = 0; i < world->capacity; i++) {
        const collide_i_body *b = &world->bodies[i];
        if ((b->flags & (COLLIDE_I_ALIVE | COLLIDE_I_FRESH)) != COLLIDE_I_ALIVE) continue;
        for (k = 0; k < 12; k++) { /* edge k goes along axis k / 4; the other two ends are bits of k */
            collide_vec3 end[2];
            int at;
            axis = k / 4;
            for (at = 0; at < 2; at++) {
                const int x = axis == 0 ? at : k & 1, y = axis == 1 ? at : axis == 0 ? k & 1 : k >> 1 & 1;
                const int z = axis == 2 ? at : k >> 1 & 1;
                end[at] = collide_i_vec(x ? b->box.upper.x : b->box.lower.x, y ? b->box.upper.y : b->box.lower.y,
                                        z ? b->box.upper.z : b->box.lower.z);
            }
            line(user, end[0], end[1], COLLIDE_DRAW_BOX);
        }
    }
    for (i = 0; i < world->slot_count; i++) {
        const collide_world_pair *p = &world->slots[0][i].found;
        const collide_i_body *a = collide_i_body_of(world, p->a), *b = collide_i_body_of(world, p->b);
        if (!a || !b || world->slots[0][i].result < 0 || !(p->distance < COLLIDE_I_UNKNOWN)) continue;
        if (p->distance > 0)
            line(user, p->point_a, p->point_b, COLLIDE_DRAW_CLOSEST);
        else
            line(user, p->point_a,
                 collide_i_add(p->point_a, collide_i_scale(p->normal, collide_i_min(a->reach, b->reach))),
                 COLLIDE_DRAW_CONTACT);
    }
    return COLLIDE_OK;
}
#endif /* COLLIDE_NO_WORLD */

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

   0.3.0  Convex shapes and meshes of any form through levels of meshes: probes, traces, slides, contacts, line coordinates.
          The collision screen: every collision of a step. Closest features that follow the motion. Sweep and prune.
          Worlds: bodies of shapes, meshes and moving parts, discrete or continuous, with queries, threads, fixed memory.
   0.2.0  Convex shapes, screw motion, and convex queries: distance, overlap, depth, rays, casts, sweeps, contacts.
   0.1.0  The frame: configuration, numbers, poses, boxes, memory. Trees over boxes. Winged-edge meshes.
*/
