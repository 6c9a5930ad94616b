/* embedded.c - a small world in a fixed buffer, without malloc       SPDX-License-Identifier: MIT OR Unlicense

   A gantry on rails carries a gripper of three parts over a table of crates; a microcontroller asks, before each move,
   whether it would touch anything on the way, and stops in front of it. All memory is one array: the world takes its
   share at the start, and never more. What does not fit is an error, not a surprise.

       build/embedded */

#include <stdio.h>
#include <string.h>

#define COLLIDE_NO_MALLOC
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

enum { CRATES = 8, STEPS = 40 };

static double memory[48 * 1024 / sizeof(double)]; /* aligned for anything */

int main(void)
{
    collide_fixed_buffer buffer = {memory, sizeof memory, 0, 0};
    const collide_allocator allocator = collide_fixed_allocator(&buffer);
    const collide_vec3 half = {1, 1, 1}, palm = {0.6f, 0.2f, 0.6f}, finger = {0.1f, 0.5f, 0.5f};
    const collide_shape crate = collide_shape_box(half), base = collide_shape_box(palm),
                        jaw = collide_shape_box(finger);
    collide_world_desc desc;
    collide_body_desc body;
    collide_part parts[3];
    collide_world *world;
    collide_body gripper, box;
    collide_pose pose = {{-12, 6, 0}, {0, 0, 0, 0}};
    collide_result r;
    int i, stops = 0;

    memset(&desc, 0, sizeof desc);
    desc.max_bodies = CRATES + 1;
    desc.max_parts = 3;
    desc.max_pairs = 24;
    desc.continuous = 1; /* nothing may be jumped over */
    desc.scratch = 2048; /* shapes that are boxes need next to none */
    desc.allocator = &allocator;
    printf("the world needs %u of %u bytes\n", (unsigned)collide_world_size(&desc), (unsigned)sizeof memory);
    r = collide_world_create(&world, &desc);
    if (r < 0) {
        printf("no world: %s\n", collide_result_text(r));
        return 1;
    }

    memset(parts, 0, sizeof parts);
    for (i = 0; i < 3; i++) {
        parts[i].parent = i ? 0 : -1;
        parts[i].shape = i ? &jaw : &base;
        parts[i].local.position.x = i == 1 ? -0.5f : i == 2 ? 0.5f : 0;
        parts[i].local.position.y = i ? -0.7f : 0;
    }
    memset(&body, 0, sizeof body);
    body.parts = parts;
    body.part_count = 3;
    body.pose = pose;
    r = collide_world_add(world, &body, &gripper);
    memset(&body, 0, sizeof body);
    body.shape = &crate;
    body.still = 1;
    for (i = 0; i < CRATES && r == COLLIDE_OK; i++) {
        body.pose.position.x = (collide_real)(3 * i - 10);
        body.pose.position.y = (collide_real)(i % 3);
        r = collide_world_add(world, &body, &box);
    }
    if (r == COLLIDE_OK && collide_world_update(world) < 0) r = COLLIDE_ERROR_FULL;
    if (r < 0) {
        printf("no bodies: %s\n", collide_result_text(r));
        return 1;
    }

    for (i = 0; i < STEPS; i++) {
        collide_pose wanted = pose;
        wanted.position.x += 0.6f;
        wanted.position.y = i % 10 < 5 ? wanted.position.y - 0.9f : 6; /* reach down, come up again */
        collide_world_move(world, gripper, wanted);
        r = collide_world_update(world);
        if (r < 0) break;
        if (r > 0) {
            int count;
            const collide_world_pair *pair = collide_world_pairs(world, &count);
            collide_world_clear_pose(world, gripper, &pose);
            printf("step %2d: part %d would touch crate %u after %.2f of the way; back to %.2f %.2f\n", i, pair->part_a,
                   pair->b.index, (double)pair->time, (double)pose.position.x, (double)pose.position.y);
            pose.position.y = 6;
            collide_world_place(world, gripper, pose);
            stops++;
        } else {
            pose = wanted;
        }
    }
    printf("%d stops in %d steps; %u bytes of the buffer were ever in use\n", stops, STEPS, (unsigned)buffer.high);
    collide_world_destroy(world);
    return r < 0 || stops == 0;
}
