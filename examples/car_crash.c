/* car_crash.c - two cars, head on at 150 mph each, in one step of 1/30 s: they move 2.2 m each and end up inside one
   another. One call tells everything that happens on the way: what meets what, when, where and how properly (Buss,
   section 3). A game would answer each group with one set of impulses.

       build/car_crash */

#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

enum { MOST = 64 };

static collide_vec3 vec(collide_real x, collide_real y, collide_real z)
{
    collide_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

/* A car on its way: where it is, and where it is heading to (0: along x), up being y. */
static collide_pose car_at(collide_real x, collide_real z, collide_real heading)
{
    collide_pose p = collide_pose_identity();
    p.position = vec(x, 0, z);
    p.rotation = collide_quat_from_axis_angle(vec(0, 1, 0), heading);
    return p;
}

static const char *what(const collide_collision *c)
{
    return c->kind == COLLIDE_VF ? "vertex on face" : c->kind == COLLIDE_FV ? "face under vertex" : "edge on edge";
}

int main(void)
{
    const collide_real mph = 0.44704f, step = 1.0f / 30, travel = 150 * mph * step;
    collide_collision list[MOST];
    collide_mesh *car;
    collide_pose a0, a1, b0, b1;
    collide_screen_desc desc = {0, 0, 0, 0, 0};
    int count, proper, i, n, k;
    if (collide_mesh_create_car(&car, 4.2f, NULL) < 0) return 1;
    /* The one comes along x and skids to the left; the other comes against it, a little to the side and at an angle. */
    a0 = car_at(-3.2f, 0, 0);
    a1 = car_at(-3.2f + travel, -0.1f, 0.02f);
    b0 = car_at(3.2f, 0.55f, 3.14159265f - 0.06f);
    b1 = car_at(3.2f - travel, 0.45f, 3.14159265f - 0.1f);
    count = collide_screen(car, a0, a1, car, b0, b1, &desc, NULL, list, MOST);
    desc.max_improper = -1;
    proper = collide_screen(car, a0, a1, car, b0, b1, &desc, NULL, NULL, 0);
    if (count < 0) {
        printf("%s\n", collide_result_text(count));
        return 1;
    }
    printf("two cars at 150 mph, %.2f m of way each in a step of 1/30 s\n", (double)travel);
    printf("%d collisions, %d of them proper\n", count, proper);
    for (i = 0; i < count && i < MOST && (n = collide_screen_group(list + i, count - i, 0.05f)) > 0; i += n) {
        collide_pose at = collide_pose_between(a0, a1, list[i].time); /* where car A is by then */
        printf("\nfrom %.2f ms on:\n", (double)(list[i].time * step * 1000));
        for (k = i; k < i + n && k < MOST; k++) {
            collide_vec3 p = collide_pose_apply(at, list[k].point_a), d = collide_pose_rotate(at, list[k].normal);
            printf("  %6.3f ms  %-17s %2d, %2d  at (%5.2f %5.2f %5.2f)  pushed along (%5.2f %5.2f %5.2f)  %s %+.3f\n",
                   (double)(list[k].time * step * 1000), what(&list[k]), list[k].feature_a, list[k].feature_b,
                   (double)p.x, (double)p.y, (double)p.z, (double)d.x, (double)d.y, (double)d.z,
                   list[k].properness >= 0 ? "proper  " : "improper", (double)list[k].properness);
        }
    }
    collide_mesh_destroy(car);
    return 0;
}
