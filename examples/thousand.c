/* thousand.c - a thousand polytopes fly about in a box and bounce off each other       SPDX-License-Identifier: MIT OR Unlicense

   The multi-body simulation of I-COLLIDE (5.3), in the terminal: hulls of random points on a sphere; those that touch
   exchange their velocities, walls reflect. Each frame tells the sweep where the boxes are, walks from feature to
   feature of the pairs that it finds, and counts. Seen from above, darker where there are more.

       build/thousand [bodies] [frames] */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

enum { MODELS = 8, WIDTH = 72, HEIGHT = 24, MOST_WALKS = 1 << 14 };

typedef struct {
    const collide_mesh *mesh;
    collide_pose pose;
    collide_vec3 velocity;
    collide_quat turn;         /* per frame */
    collide_extremes extremes; /* for its box */
    unsigned id;
} body;

/* What a pair had last time, in a table that forgets: any content gives a right answer. */
static collide_feature_pair walks[MOST_WALKS];

static float random_number(void) /* in [-1, 1] */
{
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 8388608.0f - 1;
}

static collide_vec3 random_direction(void)
{
    collide_vec3 v;
    do {
        v.x = random_number();
        v.y = random_number();
        v.z = random_number();
    } while (collide_vec3_length(v) > 1 || collide_vec3_length(v) < 0.1f);
    return collide_vec3_normalize(v);
}

static collide_mesh *random_polytope(void)
{
    collide_real points[60];
    collide_mesh *mesh;
    int i;
    for (i = 0; i < 20; i++) {
        collide_vec3 v = random_direction();
        points[3 * i] = v.x;
        points[3 * i + 1] = v.y;
        points[3 * i + 2] = v.z;
    }
    return collide_mesh_create_hull(&mesh, points, 20, NULL) == COLLIDE_OK ? mesh : NULL;
}

static void bounce(collide_real *x, collide_real *v, collide_real wall)
{
    *x += *v;
    if (*x > wall && *v > 0) *v = -*v;
    if (*x < -wall && *v < 0) *v = -*v;
}

static void draw(const body *bodies, int count, collide_real wall)
{
    static const char shades[] = " .:-=+*#%@";
    int cell[HEIGHT][WIDTH] = {{0}}, i, x, y;
    for (i = 0; i < count; i++) {
        x = (int)((bodies[i].pose.position.x / wall + 1) / 2 * WIDTH);
        y = (int)((bodies[i].pose.position.z / wall + 1) / 2 * HEIGHT);
        if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT) cell[y][x]++;
    }
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) putchar(shades[cell[y][x] < 9 ? cell[y][x] : 9]);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 1000, frames = argc > 2 ? atoi(argv[2]) : 60;
    const collide_real wall = (collide_real)(pow(250.0 * count, 1.0 / 3) / 2); /* about 1 % of the room is filled */
    collide_mesh *models[MODELS];
    collide_sweep *sweep;
    body *bodies;
    clock_t spent = 0;
    int i, k, f, touched = 0;
    if (count < 1 || count > 1000000 || frames < 1) return 2;
    bodies = (body *)calloc((size_t)count, sizeof *bodies);
    if (!bodies || collide_sweep_create(&sweep, NULL) < 0) return 1;
    for (i = 0; i < MODELS; i++)
        if (!(models[i] = random_polytope())) return 1;
    for (i = 0; i < count; i++) {
        body *b = &bodies[i];
        b->mesh = models[i % MODELS];
        b->pose.position.x = random_number() * wall;
        b->pose.position.y = random_number() * wall;
        b->pose.position.z = random_number() * wall;
        b->velocity = collide_vec3_scale(random_direction(), 0.1f);
        b->turn = collide_quat_from_axis_angle(random_direction(), 0.1745f);
        if (collide_sweep_add(sweep, collide_mesh_bounds_walk(b->mesh, b->pose, &b->extremes), 0, 0, &b->id) < 0)
            return 1;
    }
    for (f = 1; f <= frames; f++) {
        const collide_pair *pairs;
        int near_by, begun, ended, touching = 0;
        clock_t start = clock();
        for (i = 0; i < count; i++) {
            body *b = &bodies[i];
            bounce(&b->pose.position.x, &b->velocity.x, wall);
            bounce(&b->pose.position.y, &b->velocity.y, wall);
            bounce(&b->pose.position.z, &b->velocity.z, wall);
            b->pose.rotation = collide_quat_multiply(b->turn, b->pose.rotation);
            collide_sweep_move(sweep, b->id, collide_mesh_bounds_walk(b->mesh, b->pose, &b->extremes));
        }
        if (collide_sweep_update(sweep) < 0) return 1;
        pairs = collide_sweep_pairs(sweep, &near_by);
        (void)collide_sweep_begun(sweep, &begun);
        (void)collide_sweep_ended(sweep, &ended);
        for (k = 0; k < near_by; k++) { /* here a body's number in the sweep is its place in the array */
            body *a = &bodies[pairs[k].a], *b = &bodies[pairs[k].b];
            collide_feature_pair *walk = &walks[(pairs[k].a * 2654435761u ^ pairs[k].b) % MOST_WALKS];
            collide_closest closest;
            if (collide_nearest(a->mesh, a->pose, b->mesh, b->pose, walk, &closest) == COLLIDE_HIT) {
                collide_vec3 v = a->velocity;
                a->velocity = b->velocity;
                b->velocity = v;
                touching++;
            }
        }
        spent += clock() - start;
        touched += touching;
        if (f > 1) printf("\033[%dA", HEIGHT + 1);
        draw(bodies, count, wall);
        printf("frame %3d: %d bodies, %4d pairs of boxes (+%d -%d), %3d touch; %.0f us a frame   \n", f, count, near_by,
               begun, ended, touching, (double)spent / CLOCKS_PER_SEC * 1e6 / f);
    }
    printf("%d touches in %d frames; %.1f KB for the sweep\n", touched, frames,
           (double)collide_sweep_bytes(sweep) / 1024);
    collide_sweep_destroy(sweep);
    for (i = 0; i < MODELS; i++) collide_mesh_destroy(models[i]);
    free(bodies);
    return 0;
}
