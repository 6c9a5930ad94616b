/* tumble.c - a car flies past a torus, drawn as text by their winged edges: an edge between a face that looks at us
   and one that looks away is outline (#); where both look at us it is a crease (-). The box around each body tells
   when the two may touch. The last line is a hash of every number drawn: the same on any processor, with any
   compiler. */

#include <stdio.h>
#include <string.h>
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

enum { WIDTH = 76, HEIGHT = 21, FRAMES = 4 };

static char picture[HEIGHT][WIDTH];
static unsigned hash = 2166136261u;

static void remember(collide_real x)
{
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    hash = (hash ^ bits) * 16777619u;
}

static void line(collide_vec3 a, collide_vec3 b, char c)
{
    int i, column, row;
    for (i = 0; i <= 100; i++) {
        collide_real t = (collide_real)i / 100;
        column = (int)((a.x + (b.x - a.x) * t) * 7) + WIDTH / 2;
        row = (int)((-a.y + (a.y - b.y) * t) * 3.5f + 10);
        if (column < 0 || column >= WIDTH || row < 0 || row >= HEIGHT) continue;
        if (c == '#' || picture[row][column] == ' ') picture[row][column] = c;
    }
}

/* Seen along -z, edge by edge. */
static void draw(const collide_mesh *mesh, collide_pose pose)
{
    int i, k;
    for (i = 0; i < collide_mesh_edge_count(mesh); i++) {
        const collide_edge *e = collide_mesh_edge(mesh, i);
        int seen[2];
        collide_vec3 a = collide_pose_apply(pose, collide_mesh_vertex(mesh, e->vertex[0]));
        collide_vec3 b = collide_pose_apply(pose, collide_mesh_vertex(mesh, e->vertex[1]));
        for (k = 0; k < 2; k++)
            seen[k] = collide_pose_rotate(pose, collide_mesh_face_plane(mesh, e->face[k]).normal).z > 0;
        if (seen[0] != seen[1])
            line(a, b, '#');
        else if (seen[0] && !(e->flags & COLLIDE_EDGE_INTERNAL))
            line(a, b, '-');
        remember(a.x);
        remember(b.y);
    }
}

int main(void)
{
    collide_mesh *car, *torus;
    collide_vec3 axis = {1, 2, 0.5f}, tilt = {1, 0, 0.25f};
    int frame, row, end;
    if (collide_mesh_create_car(&car, 4, NULL) < 0 || collide_mesh_create_torus(&torus, 1.5f, 0.5f, 20, 8, NULL) < 0)
        return 1;
    for (frame = 0; frame < FRAMES; frame++) {
        collide_real t = (collide_real)frame / 4;
        collide_pose a = {{-3 + 4 * t, 0.5f, 3}, {0, 0, 0, 0}}, b = {{2.5f, 0, 2 * t}, {0, 0, 0, 0}};
        a.rotation = collide_quat_from_axis_angle(axis, 3 * t + 0.5f);
        b.rotation = collide_quat_from_axis_angle(tilt, 1 + 2 * t);
        memset(picture, ' ', sizeof picture);
        draw(torus, b);
        draw(car, a);
        printf("t = %.2f, boxes %s\n", (double)t,
               collide_aabb_overlap(collide_mesh_bounds(car, a), collide_mesh_bounds(torus, b)) ? "overlap" : "apart");
        for (row = 0; row < HEIGHT; row++) {
            for (end = WIDTH; end > 0 && picture[row][end - 1] == ' '; end--) continue;
            printf("%.*s\n", end, picture[row]);
        }
    }
    printf("hash of all that was drawn: %08x\n", hash);
    collide_mesh_destroy(car);
    collide_mesh_destroy(torus);
    return 0;
}
