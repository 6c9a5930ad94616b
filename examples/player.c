/* player.c - a capsule walks through a small level: around a pillar, out of a door, up stairs, off a ledge, and back up
   by a ramp. It knows where it wants to go and nothing of what is in the way: collide_probe_slide does the rest.
   Prints where it is, and draws the level and the way it took as seen from above.

       build/player             draws build/player.svg
       build/player walk.svg */

#include <stdio.h>
#include <stdlib.h>
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

enum { BOX, PILLAR, STAIRS, RAMP };
enum { STEPS = 8, MOST_PARTS = 32, MOST_FRAMES = 60 * 30 };

/* Metres; x to the right, y up, z towards us. Stairs lead up to the right, ramps down. */
static const struct {
    int kind;
    collide_vec3 lower, upper;
    const char *name;
    collide_real name_z;
} plan[] = {
    {BOX, {-0.5f, -0.5f, -0.5f}, {19, 0, 8.5f}, "", 0}, /* the ground */
    {BOX, {0, 0, 0}, {6, 2.5f, 0.25f}, "", 0},          /* a room with a door */
    {BOX, {0, 0, 7.75f}, {6, 2.5f, 8}, "", 0},
    {BOX, {0, 0, 0.25f}, {0.25f, 2.5f, 7.75f}, "", 0},
    {BOX, {5.75f, 0, 0.25f}, {6, 2.5f, 5}, "", 0},
    {BOX, {5.75f, 0, 6.25f}, {6, 2.5f, 7.75f}, "", 0},
    {PILLAR, {2.5f, 0, 2.6f}, {3.5f, 2.5f, 3.6f}, "pillar", 3.9f},
    {STAIRS, {8, 0, 4.5f}, {10.8f, 1.6f, 7}, "stairs", 7.3f},
    {BOX, {10.8f, 0, 3}, {14, 1.6f, 7}, "ledge", 7.3f},
    {RAMP, {14, 0, 4.75f}, {17, 1.6f, 7}, "ramp", 7.3f},
    {RAMP, {14, 0, 3}, {14.7f, 1.6f, 4.75f}, "too steep", 4.2f},
};

static const collide_vec3 goals[] = {{7, 0, 6},     {12.4f, 0, 5.8f}, {12.4f, 0, 1.5f}, {16, 0, 3.6f},
                                     {12, 0, 3.9f}, {17.8f, 0, 5.8f}, {13, 0, 6.2f}};
enum { GOALS = (int)(sizeof goals / sizeof *goals), PARTS = (int)(sizeof plan / sizeof *plan) };

enum { WALKS, SLIDES, CLIMBS, DESCENDS, FALLS };
static const char *const does[] = {"walks", "slides", "climbs", "descends", "falls"};
static const char *const colours[] = {"#2060c0", "#d02020", "#108040", "#c07000", "#8030a0"};

static const collide_real radius = 0.3f, half_height = 0.6f, speed = 3, gravity = 9.81f, tick = 1 / 60.0f;
static const collide_slide_desc walking = {0.25f, 0.8f, 0, {0, 1, 0}}; /* steps of 25 cm, slopes of 46 degrees */
static const collide_slide_desc falling = {0, 0, 1, {0, 1, 0}};        /* as far as the first thing met */

static collide_obstacle level[MOST_PARTS];
static int parts;

static collide_vec3 vec(collide_real x, collide_real y, collide_real z)
{
    const collide_vec3 v = {x, y, z};
    return v;
}

/* Adds what fills the box from lower to upper. */
static void add(int kind, collide_vec3 lower, collide_vec3 upper)
{
    const collide_vec3 h = collide_vec3_scale(collide_vec3_sub(upper, lower), 0.5f);
    const collide_vec3 wedge[6] = {{-h.x, h.y, h.z},   {-h.x, h.y, -h.z}, {-h.x, -h.y, h.z},
                                   {-h.x, -h.y, -h.z}, {h.x, -h.y, h.z},  {h.x, -h.y, -h.z}};
    collide_mesh *mesh = NULL;
    int i;
    if (kind == STAIRS) {
        for (i = 0; i < STEPS; i++) {
            const collide_real a = (collide_real)i / STEPS, b = (collide_real)(i + 1) / STEPS;
            add(BOX, vec(lower.x + 2 * h.x * a, lower.y, lower.z),
                vec(lower.x + 2 * h.x * b, lower.y + 2 * h.y * b, upper.z));
        }
        return;
    }
    if (kind == BOX) (void)collide_mesh_create_box(&mesh, h, NULL);
    if (kind == PILLAR) (void)collide_mesh_create_cylinder(&mesh, h.y, h.x, 24, NULL);
    if (kind == RAMP) (void)collide_mesh_create_hull(&mesh, &wedge[0].x, 6, NULL);
    if (!mesh) exit(1);
    level[parts].mesh = mesh; /* kept to the end of the program */
    level[parts].pose = collide_pose_identity();
    level[parts++].pose.position = collide_vec3_add(lower, h);
}

/* A frame of the player's life: along the ground, and then down, onto it again if it is within a step, or else as far
   as gravity has it. Returns what that came to. */
static int advance(collide_pose *pose, collide_vec3 move, collide_real *fall, collide_scratch *scratch)
{
    const collide_shape player = collide_shape_capsule(half_height, radius);
    const collide_real before = pose->position.y;
    const int grounded = *fall <= 0;
    collide_slide walk, drop;
    if (collide_probe_slide(player, *pose, move, level, parts, &walking, scratch, &walk) < 0) exit(1);
    *fall += gravity * tick;
    move = vec(0, grounded ? -walking.step_height : -*fall * tick, 0);
    if (collide_probe_slide(player, walk.end, move, level, parts, &falling, scratch, &drop) < 0) exit(1);
    *pose = grounded && drop.hits == 0 ? walk.end : drop.end;
    if (drop.hits == 0) return FALLS;
    *fall = 0;
    if (pose->position.y > before + 0.001f) return CLIMBS;
    if (pose->position.y < before - 0.001f) return DESCENDS;
    return walk.hits > 0 ? SLIDES : WALKS;
}

/* From above, darker where it is higher; stairs and ramps in slices. The picture's unit is a centimetre. */
static void draw_level(FILE *svg)
{
    int i, k;
    fprintf(svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-50 -50 1950 900' font-family='sans-serif' "
                 "font-size='28' text-anchor='middle' stroke-linecap='round'>\n");
    for (i = 0; i < PARTS; i++) {
        const int kind = plan[i].kind, slices = kind == STAIRS ? STEPS : kind == RAMP ? 32 : 1;
        const double x = (double)plan[i].lower.x * 100, z = (double)plan[i].lower.z * 100;
        const double wide = (double)plan[i].upper.x * 100 - x, deep = (double)plan[i].upper.z * 100 - z;
        for (k = 0; k < slices; k++) {
            const int share = kind == STAIRS ? k + 1 : slices - k;
            fprintf(svg,
                    "<rect x='%.1f' y='%.0f' width='%.1f' height='%.0f' rx='%.0f' fill='hsl(40,22%%,%.1f%%)' "
                    "stroke='%s'/>\n",
                    x + wide * k / slices, z, wide / slices + (kind == RAMP), deep, kind == PILLAR ? wide / 2 : 0,
                    95 - 20 * (double)plan[i].upper.y * share / slices, kind == RAMP ? "none" : "#8a8070");
        }
        fprintf(svg, "<text x='%.0f' y='%.0f' fill='#5a5040'>%s</text>\n", x + wide / 2, (double)plan[i].name_z * 100,
                plan[i].name);
    }
    for (i = WALKS; i <= FALLS; i++)
        fprintf(svg, "<text x='%d' y='60' fill='%s'>%s</text>\n", 800 + 150 * i, colours[i], does[i]);
}

int main(int argc, char **argv)
{
    FILE *svg = fopen(argc > 1 ? argv[1] : "build/player.svg", "w");
    collide_scratch scratch = {NULL, NULL, 0, 0, 0};
    collide_pose pose = {{1.2f, 1.5f, 1}, {0, 0, 0, 1}};
    collide_real fall = gravity * tick; /* its speed; 0: on the ground */
    int i, what, goal = 0, stuck = 0;
    if (!svg) return 1;
    for (i = 0; i < PARTS; i++) add(plan[i].kind, plan[i].lower, plan[i].upper);
    draw_level(svg);
    printf("   time      x      z   feet\n");
    for (i = 0; i < MOST_FRAMES && goal < GOALS; i++) {
        const collide_vec3 a = pose.position, way = vec(goals[goal].x - a.x, 0, goals[goal].z - a.z);
        const double x = (double)a.x * 100, z = (double)a.z * 100;
        what = advance(&pose, collide_vec3_scale(collide_vec3_normalize(way), speed * tick), &fall, &scratch);
        if (collide_vec3_length(collide_vec3_sub(pose.position, a)) < 0.1f * speed * tick) stuck++;
        if (collide_vec3_length(way) < 0.2f || stuck > 30) goal++, stuck = 0; /* there, or there is no way */
        fprintf(svg, "<path d='M%.1f %.1fL%.1f %.1f' stroke='%s' stroke-width='6'/>\n", x, z,
                (double)pose.position.x * 100, (double)pose.position.z * 100, colours[what]);
        if (i % 20) continue;
        fprintf(svg, "<circle cx='%.1f' cy='%.1f' r='%.0f' fill='none' stroke='%s' stroke-width='2'/>\n", x, z,
                (double)radius * 100, colours[what]);
        printf("%5.2f s %6.2f %6.2f %6.2f  %s\n", (double)((collide_real)i * tick), (double)a.x, (double)a.z,
               (double)(a.y - half_height - radius), does[what]);
    }
    fprintf(svg, "</svg>\n");
    collide_scratch_free(&scratch);
    return fclose(svg) != 0;
}
