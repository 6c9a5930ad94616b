/* A program in two files, this and pair_other.c, that both use the header: they must agree to the bit. */
#include "collide.h"

#ifdef __cplusplus
extern "C"
#endif
collide_vec3 other_turn(collide_vec3 x, collide_vec3 axis, collide_real radians);

int main(void)
{
    collide_vec3 x = {3, -1, 2}, axis = {0, 1, 1}, here, there = other_turn(x, axis, 1);
    collide_pose pose = {{1, 2, 3}, {0, 0, 0, 0}};
    pose.rotation = collide_quat_from_axis_angle(axis, 1);
    here = collide_pose_apply(pose, x);
    return !(here.x != x.x && here.x == there.x && here.y == there.y && here.z == there.z);
}
