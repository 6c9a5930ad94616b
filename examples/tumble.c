/* tumble.c - two tumbling crates fly past each other; from above, as text. The dotted rectangles are the boxes around
   the turned crates: where those overlap, the crates themselves may touch. The last line is a hash of every number
   computed on the way: it is the same on any processor, with any compiler. */

#include <stdio.h>
#include <string.h>
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

enum { WIDTH = 74, HEIGHT = 17, FRAMES = 5 };

static char picture[HEIGHT][WIDTH + 1];
static unsigned hash = 2166136261u;

static void dot(collide_real x, collide_real z, char c)
{
    int column = (int)(x * 5 + WIDTH / 2), row = (int)(z * 2.3f + HEIGHT / 2);
    if (column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT) picture[row][column] = c;
}

static void line(collide_vec3 a, collide_vec3 b, char c)
{
    int i;
    for (i = 0; i <= 60; i++) dot(a.x + (b.x - a.x) * i / 60, a.z + (b.z - a.z) * i / 60, c);
}

static void remember(collide_real x)
{
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    hash = (hash ^ bits) * 16777619u;
}

static collide_aabb draw(collide_vec3 half, collide_pose p, char c)
{
    collide_aabb box;
    collide_vec3 corner[8], left, right;
    int i, k;
    box.lower = collide_vec3_scale(half, -1);
    box.upper = half;
    box = collide_aabb_transform(box, p);
    left = box.lower;
    right = box.upper;
    left.z = box.upper.z;
    right.z = box.lower.z;
    line(box.lower, left, '.');
    line(box.lower, right, '.');
    line(box.upper, left, '.');
    line(box.upper, right, '.');
    for (i = 0; i < 8; i++) {
        collide_vec3 x = half;
        if (i & 1) x.x = -x.x;
        if (i & 2) x.y = -x.y;
        if (i & 4) x.z = -x.z;
        corner[i] = collide_pose_apply(p, x);
        remember(corner[i].x);
        remember(corner[i].y);
        remember(corner[i].z);
    }
    for (i = 0; i < 8; i++)
        for (k = 1; k < 8; k <<= 1)
            if (!(i & k)) line(corner[i], corner[i | k], c);
    return box;
}

int main(void)
{
    collide_vec3 crate = {1, 1, 1}, plank = {3, 0.25f, 0.5f}, axis = {1, 2, 0.5f}, up = {0.2f, 1, 0};
    int frame, row;
    for (frame = 0; frame < FRAMES; frame++) {
        collide_real t = (collide_real)frame / (FRAMES - 1);
        collide_pose a = {{-4 + 7 * t, 0, -1 + t}, {0, 0, 0, 0}}, b = {{4 - 6 * t, 0, 1 - 2 * t}, {0, 0, 0, 0}};
        collide_aabb box_a, box_b;
        a.rotation = collide_quat_from_axis_angle(axis, 3 * t);
        b.rotation = collide_quat_from_axis_angle(up, 4 * t + 1);
        memset(picture, ' ', sizeof picture);
        box_a = draw(crate, a, '#');
        box_b = draw(plank, b, '+');
        printf("t = %.2f  %s\n", (double)t, collide_aabb_overlap(box_a, box_b) ? "boxes overlap" : "boxes apart");
        for (row = 0; row < HEIGHT; row++) {
            int end = WIDTH;
            while (end > 0 && picture[row][end - 1] == ' ') end--;
            printf("%.*s\n", end, picture[row]);
        }
    }
    printf("hash of all corners: %08x; on every machine 37c38f2a\n", hash);
    return 0;
}
