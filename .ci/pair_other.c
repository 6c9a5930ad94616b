/* The second file of the program in pair_main.c. */
#include "collide.h"

#ifdef __cplusplus
extern "C"
#endif
collide_vec3 other_turn(collide_vec3 x, collide_vec3 axis, collide_real radians);

collide_vec3 other_turn(collide_vec3 x, collide_vec3 axis, collide_real radians)
{
    collide_pose pose = {{1, 2, 3}, {0, 0, 0, 0}};
    pose.rotation = collide_quat_from_axis_angle(axis, radians);
    return collide_pose_apply(pose, x);
}
