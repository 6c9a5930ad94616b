/* workers.c - a world tested by several threads, with the same bits for any number      SPDX-License-Identifier: MIT OR Unlicense

   A few thousand polytopes in a crowded box. The world hands its tests of pairs to a job system: here a small one of
   POSIX threads that stay alive and take tasks from a common counter. Whoever tests a pair, the result goes to the
   pair's own place: the last column is a sum over all bits of all results, and must not change.

       build/workers [bodies] [frames] */

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

enum { MOST_WORKERS = 8, MODELS = 8 };

/* ---- a job system ---- */

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    void (*task)(void *context, int index, int worker);
    void *context;
    int count, next, busy, round, quit, workers;
    pthread_t thread[MOST_WORKERS];
} pool;

typedef struct {
    pool *of;
    int worker;
} seat;

/* Takes tasks until there are no more. Called and left with the lock held. */
static void work(pool *p, int worker)
{
    while (p->next < p->count) {
        const int index = p->next++;
        pthread_mutex_unlock(&p->lock);
        p->task(p->context, index, worker);
        pthread_mutex_lock(&p->lock);
    }
}

static void *sit(void *user)
{
    seat *s = (seat *)user;
    pool *p = s->of;
    int seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->round == seen && !p->quit) pthread_cond_wait(&p->begin, &p->lock);
        if (p->quit) break;
        seen = p->round;
        work(p, s->worker);
        if (--p->busy == 0) pthread_cond_signal(&p->end);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* What the world calls: all tasks, by all workers; the caller is worker 0. */
static void run(void *user, int count, void (*task)(void *context, int index, int worker), void *context)
{
    pool *p = (pool *)user;
    pthread_mutex_lock(&p->lock);
    p->task = task;
    p->context = context;
    p->count = count;
    p->next = 0;
    p->busy = p->workers - 1;
    p->round++;
    pthread_cond_broadcast(&p->begin);
    work(p, 0);
    while (p->busy > 0) pthread_cond_wait(&p->end, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void pool_start(pool *p, seat *seats, int workers)
{
    int i;
    memset(p, 0, sizeof *p);
    p->workers = workers;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begin, NULL);
    pthread_cond_init(&p->end, NULL);
    for (i = 1; i < workers; i++) {
        seats[i].of = p;
        seats[i].worker = i;
        if (pthread_create(&p->thread[i], NULL, sit, &seats[i]) != 0) exit(1);
    }
}

static void pool_stop(pool *p)
{
    int i;
    pthread_mutex_lock(&p->lock);
    p->quit = 1;
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->lock);
    for (i = 1; i < p->workers; i++) pthread_join(p->thread[i], NULL);
    pthread_cond_destroy(&p->end);
    pthread_cond_destroy(&p->begin);
    pthread_mutex_destroy(&p->lock);
}

/* ---- a crowd ---- */

static unsigned random_state;

static float random_number(void) /* in [-1, 1] */
{
    random_state = random_state * 1664525u + 1013904223u;
    return (float)(random_state >> 8) / 8388608.0f - 1;
}

static collide_vec3 random_vector(float size)
{
    collide_vec3 v;
    v.x = random_number() * size;
    v.y = random_number() * size;
    v.z = random_number() * size;
    return v;
}

static uint64_t sum_bits(uint64_t sum, const void *data, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)data;
    size_t i;
    for (i = 0; i < size; i++) sum = (sum ^ bytes[i]) * 0x100000001B3u;
    return sum;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t simulate(collide_mesh **models, int workers, int bodies, int frames, double *spent, long *touching)
{
    pool threads;
    seat seats[MOST_WORKERS];
    collide_world_desc desc;
    collide_body_desc body;
    collide_world *world;
    collide_body *handles = (collide_body *)malloc((size_t)bodies * sizeof *handles);
    uint64_t sum = 0xCBF29CE484222325u;
    float room = 1;
    int i, f, count;
    while (room * room * room * 2 < (float)bodies) room *= 1.02f; /* crowded: a body to four of its volumes */
    random_state = 7;
    memset(&desc, 0, sizeof desc);
    desc.workers = workers;
    desc.run = run;
    desc.user = &threads;
    if (!handles || collide_world_create(&world, &desc) < 0) exit(1);
    pool_start(&threads, seats, workers);
    memset(&body, 0, sizeof body);
    for (i = 0; i < bodies; i++) {
        body.mesh = models[i % MODELS];
        body.pose.position = random_vector(room);
        if (collide_world_add(world, &body, &handles[i]) < 0) exit(1);
    }
    *spent = 0;
    *touching = 0;
    for (f = 0; f < frames; f++) {
        const collide_world_pair *pairs;
        double start;
        for (i = 0; i < bodies; i++) {
            collide_pose pose;
            collide_vec3 axis = {0.6f, 0, 0.8f};
            collide_world_pose(world, handles[i], &pose);
            pose.position = collide_vec3_add(pose.position, random_vector(0.05f));
            pose.rotation = collide_quat_multiply(collide_quat_from_axis_angle(axis, 0.05f), pose.rotation);
            collide_world_move(world, handles[i], pose);
        }
        start = seconds();
        count = collide_world_update(world);
        *spent += seconds() - start;
        if (count < 0) exit(1);
        *touching += count;
        pairs = collide_world_pairs(world, &count);
        for (i = 0; i < count; i++) {
            sum = sum_bits(sum, &pairs[i].a, sizeof pairs[i].a);
            sum = sum_bits(sum, &pairs[i].b, sizeof pairs[i].b);
            sum = sum_bits(sum, &pairs[i].distance, sizeof pairs[i].distance);
            sum = sum_bits(sum, &pairs[i].point_a, sizeof pairs[i].point_a);
            sum = sum_bits(sum, &pairs[i].normal, sizeof pairs[i].normal);
        }
    }
    pool_stop(&threads);
    collide_world_destroy(world);
    free(handles);
    return sum;
}

int main(int argc, char **argv)
{
    const int bodies = argc > 1 ? atoi(argv[1]) : 2000, frames = argc > 2 ? atoi(argv[2]) : 20;
    collide_mesh *models[MODELS];
    uint64_t first = 0;
    int workers, i, k, same = 1;
    if (bodies < 1 || bodies > 1000000 || frames < 1) return 2;
    random_state = 3;
    for (i = 0; i < MODELS; i++) {
        collide_real points[3 * 20];
        for (k = 0; k < 20; k++) {
            const collide_vec3 v = collide_vec3_normalize(random_vector(1));
            points[3 * k] = v.x;
            points[3 * k + 1] = v.y;
            points[3 * k + 2] = v.z;
        }
        if (collide_mesh_create_hull(&models[i], points, 20, NULL) < 0) return 1;
    }
    printf("%d bodies, %d frames\n", bodies, frames);
    for (workers = 1; workers <= MOST_WORKERS; workers *= 2) {
        double spent;
        long touching;
        const uint64_t sum = simulate(models, workers, bodies, frames, &spent, &touching);
        if (workers == 1) first = sum;
        same &= sum == first;
        printf("%d worker%s %8.2f ms a frame, %ld pairs touch, bits %08lx%08lx\n", workers, workers > 1 ? "s" : " ",
               spent / frames * 1e3, touching / frames, (unsigned long)(sum >> 32), (unsigned long)(sum & 0xFFFFFFFFu));
    }
    printf(same ? "the same for all\n" : "NOT the same\n");
    for (i = 0; i < MODELS; i++) collide_mesh_destroy(models[i]);
    return !same;
}
