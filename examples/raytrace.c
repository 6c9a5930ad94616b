/* raytrace.c - a picture of a shape that no mesh describes: the Minkowski sum of a cone and a box, over a floor that
   takes its shadow. Each pixel is a few collide_ray_cast, and the normals do the shading (van den Bergen, section 5).

       build/raytrace > sum.ppm */

#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

enum { WIDTH = 480, HEIGHT = 360, SAMPLES = 2 }; /* SAMPLES squared rays a pixel */

static collide_vec3 vec(collide_real x, collide_real y, collide_real z)
{
    collide_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

/* a + b * s */
static collide_vec3 along(collide_vec3 a, collide_vec3 b, collide_real s)
{
    return collide_vec3_add(a, collide_vec3_scale(b, s));
}

/* The colour that comes down a ray. */
static collide_vec3 look(collide_shape sum, collide_pose pose, collide_vec3 from, collide_vec3 to)
{
    collide_vec3 light = collide_vec3_normalize(vec(-1, 4, 4)), sky = {0.55f, 0.7f, 0.9f};
    collide_shape floor_box = collide_shape_box(vec(7, 0.1f, 7));
    collide_pose floor_pose = collide_pose_identity();
    collide_hit hit, ground, shadow;
    collide_real bright;
    floor_pose.position.y = -2;
    if (collide_ray_cast(sum, pose, from, to, &hit) > 0) {
        bright = collide_vec3_dot(hit.normal, light);
        bright = 0.4f + (bright > 0 ? 0.7f * bright : 0.25f * bright);
        return collide_vec3_scale(along(vec(0.8f, 0.6f, 0.4f), hit.normal, 0.2f), bright);
    }
    if (collide_ray_cast(floor_box, floor_pose, from, to, &ground) > 0) {
        int check = ((int)(ground.point.x + 100) + (int)(ground.point.z + 100)) & 1;
        bright = collide_ray_cast(sum, pose, ground.point, along(ground.point, light, 20), &shadow) > 0 ? 0.4f : 1;
        return collide_vec3_scale(check ? vec(0.75f, 0.75f, 0.7f) : vec(0.6f, 0.62f, 0.6f), bright);
    }
    return sky;
}

static int byte(collide_real x) { return x < 0 ? 0 : x > 1 ? 255 : (int)(x * 255); }

int main(void)
{
    collide_shape cone = collide_shape_cone(1, 1), box = collide_shape_box(vec(0.6f, 0.3f, 0.9f));
    collide_shape sum = collide_shape_sum(&cone, &box);
    collide_pose pose = collide_pose_identity();
    collide_vec3 eye = {4.5f, 2.5f, 6}, forward, right, up;
    int row, column, k;
    pose.rotation = collide_quat_from_axis_angle(vec(1, 0.5f, -0.6f), 0.7f);
    forward = collide_vec3_normalize(collide_vec3_sub(vec(0, -0.3f, 0), eye));
    right = collide_vec3_normalize(collide_vec3_cross(forward, vec(0, 1, 0)));
    up = collide_vec3_cross(right, forward);
    printf("P3 %d %d 255\n", WIDTH, HEIGHT);
    for (row = 0; row < HEIGHT; row++)
        for (column = 0; column < WIDTH; column++) {
            collide_vec3 colour = {0, 0, 0};
            for (k = 0; k < SAMPLES * SAMPLES; k++) {
                collide_real x = (collide_real)(column * SAMPLES + k % SAMPLES) / (WIDTH * SAMPLES) - 0.5f;
                collide_real y = 0.5f - (collide_real)(row * SAMPLES + k / SAMPLES) / (HEIGHT * SAMPLES);
                collide_vec3 ray = along(along(forward, right, x), up, y * HEIGHT / WIDTH);
                colour = along(colour, look(sum, pose, eye, along(eye, ray, 30)), 1.0f / (SAMPLES * SAMPLES));
            }
            printf("%d %d %d\n", byte(colour.x), byte(colour.y), byte(colour.z));
        }
    return 0;
}
