/* tori.c - two tori collide, after figures 13 and 14 of Buss's paper, as pictures in SVG.

       build/tori film   > film.svg      the collisions in time order, between the first and the last pose
       build/tori screen > screen.svg    the collision screen: both tori drawn over each other, collisions marked

   Torus B stands still, torus A comes up from below and flies away from us, turning. Seen along the flow of this motion
   the two are flat drawings; the collisions are where these cross at times that fit. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

enum { MOST = 512, FRAMES = 5, SIZE = 230, SCREEN_WIDTH = 900, BORDER = 30, PIXELS = 400 };

static collide_mesh *torus;
static collide_pose a0, a1, b;
static collide_collision list[MOST];
static int count;

static collide_vec3 vec(collide_real x, collide_real y, collide_real z)
{
    collide_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static void make_scene(void)
{
    collide_screen_desc desc = {0, 0, -1, 0, 0}; /* proper collisions only */
    if (collide_mesh_create_torus(&torus, 1, 0.36f, 30, 10, NULL) < 0) exit(1);
    a0 = a1 = b = collide_pose_identity();
    a0.position = vec(-0.35f, -1.5f, 1.1f);
    a0.rotation = collide_quat_from_axis_angle(vec(1, 0, 0.15f), 1.1f);
    a1.position = vec(0.5f, 1.45f, -1.5f);
    a1.rotation = collide_quat_from_axis_angle(vec(0.9f, 0.35f, 0.1f), 1.75f);
    b.rotation = collide_quat_from_axis_angle(vec(1, 0, 0), 0.35f);
    count = collide_screen(torus, a0, a1, torus, b, b, &desc, NULL, list, MOST);
    if (count < 0) {
        fprintf(stderr, "%s\n", collide_result_text(count));
        exit(1);
    }
    if (count > MOST) count = MOST;
}

/* ---- the film ---- */

typedef struct {
    collide_real x[4], y[4], depth;
    int red, green, blue;
} quad;

static int by_depth(const void *x, const void *y)
{
    const collide_real d = ((const quad *)x)->depth - ((const quad *)y)->depth;
    return d < 0 ? -1 : d > 0;
}

/* From in front, a little from above; z towards us. */
static collide_vec3 view(collide_vec3 p) { return vec(p.x, p.y * 0.94f - p.z * 0.34f, p.y * 0.34f + p.z * 0.94f); }

static int add_torus(quad *out, int n, collide_pose pose, int red, int green, int blue)
{
    const collide_vec3 light = collide_vec3_normalize(vec(-0.4f, 0.7f, 0.6f));
    int i, k;
    for (i = 0; i < collide_mesh_face_count(torus); i++) {
        const collide_vec3 normal = view(collide_pose_rotate(pose, collide_mesh_face_plane(torus, i).normal));
        collide_real bright = collide_vec3_dot(normal, light);
        if (normal.z <= 0) continue; /* looks away */
        bright = 0.45f + 0.55f * (bright > 0 ? bright : 0);
        out[n].depth = 0;
        for (k = 0; k < 4; k++) {
            const collide_vec3 p =
                view(collide_pose_apply(pose, collide_mesh_vertex(torus, collide_mesh_face_vertex(torus, i, k))));
            out[n].x[k] = SIZE / 2 + p.x * SIZE / 5.2f;
            out[n].y[k] = SIZE * 0.75f - p.y * SIZE / 5.2f;
            out[n].depth += p.z;
        }
        out[n].red = (int)((collide_real)red * bright);
        out[n].green = (int)((collide_real)green * bright);
        out[n++].blue = (int)((collide_real)blue * bright);
    }
    return n;
}

static void frame(int at, collide_real time, const char *name, int first, int n)
{
    static quad quads[700];
    collide_pose pose = collide_pose_between(a0, a1, time);
    int i, total = add_torus(quads, 0, pose, 110, 160, 255);
    total = add_torus(quads, total, b, 255, 150, 90);
    qsort(quads, (size_t)total, sizeof *quads, by_depth);
    printf("<g transform=\"translate(%d 0)\"><rect width=\"%d\" height=\"%d\" fill=\"white\" stroke=\"#bbb\"/>\n",
           at * SIZE, SIZE, SIZE * 3 / 2);
    for (i = 0; i < total; i++) {
        const quad *q = &quads[i];
        printf("<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fz\" fill=\"rgb(%d,%d,%d)\" stroke=\"#0003\" "
               "stroke-width=\".4\"/>\n",
               (double)q->x[0], (double)q->y[0], (double)q->x[1], (double)q->y[1], (double)q->x[2], (double)q->y[2],
               (double)q->x[3], (double)q->y[3], q->red, q->green, q->blue);
    }
    for (i = first; i < first + n; i++) {
        const collide_vec3 p = view(collide_pose_apply(collide_pose_between(a0, a1, list[i].time), list[i].point_a));
        printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"none\" stroke=\"#d00\" stroke-width=\"2\"/>\n",
               (double)(SIZE / 2 + p.x * SIZE / 5.2f), (double)(SIZE * 0.75f - p.y * SIZE / 5.2f));
    }
    printf("<text x=\"8\" y=\"18\" font-family=\"sans-serif\" font-size=\"13\">%s</text></g>\n", name);
}

/* First and last pose, and between them the first collisions of each group. */
static void film(void)
{
    int i = 0, n, at = 1;
    char name[64];
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n", FRAMES * SIZE, SIZE * 3 / 2);
    frame(0, 0, "start", 0, 0);
    for (; at < FRAMES - 1 && i < count; i += n, at++) {
        n = collide_screen_group(list + i, count - i, 0.03f);
        sprintf(name, "%d at %.3f", n, (double)list[i].time);
        frame(at, list[i].time, name, i, n);
    }
    frame(at, 1, "end", 0, 0);
    printf("</svg>\n");
}

/* ---- the screen ---- */

static collide_screen_record *records;
static int record_count;
static float left = 1e9f, right = -1e9f, bottom = 1e9f, top = -1e9f, zoom;

static float on_x(collide_real r) { return BORDER + ((float)r - left) * zoom; }
static float on_y(collide_real h) { return BORDER + (top - (float)h) * zoom; }

static unsigned char pixels[PIXELS][PIXELS]; /* 1: A's, 2: B's */

/* The pixels a record covers. */
static void mark_record(const collide_screen_record *r, float pixel)
{
    const float dr = (float)(r->r[1] - r->r[0]), dh = (float)(r->h[1] - r->h[0]);
    const int steps = 1 + (int)(((dr < 0 ? -dr : dr) + (dh < 0 ? -dh : dh)) / pixel * 4);
    int i;
    for (i = 0; i <= steps; i++) {
        const float u = (float)i / (float)steps;
        const int x = (int)(((float)r->r[0] + dr * u - left) / pixel),
                  y = (int)((top - (float)r->h[0] - dh * u) / pixel);
        if (x >= 0 && x < PIXELS && y >= 0 && y < PIXELS) pixels[x][y] |= (unsigned char)(r->body ? 2 : 1);
    }
}

static void draw_pixels(float pixel)
{
    static const char *colour[] = {"", "#c9dcfa", "#fbdcc4", "#d8b8d0"}; /* of A, of B, of both */
    const float size = pixel * zoom;
    int x, y;
    for (x = 0; x < PIXELS; x++)
        for (y = 0; y < PIXELS; y++)
            if (pixels[x][y])
                printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"none\"/>\n",
                       (double)(BORDER + (float)x * size), (double)(BORDER + (float)y * size), (double)size,
                       (double)size, colour[pixels[x][y]]);
}

static void draw_record(const collide_screen_record *r)
{
    printf("<path d=\"M%.1f %.1fL%.1f %.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"1\"/>\n", (double)on_x(r->r[0]),
           (double)on_y(r->h[0]), (double)on_x(r->r[1]), (double)on_y(r->h[1]), r->body ? "#d06010" : "#2060d0");
}

static void screen(void)
{
    const float pixel = 0.04f;
    collide_screen_desc desc = {0, 0, 0, 0, 0};
    int i, k;
    desc.resolution = pixel;
    record_count = collide_screen_records(torus, a0, a1, torus, b, b, &desc, NULL, NULL, 0);
    records = (collide_screen_record *)malloc((size_t)record_count * sizeof *records);
    if (record_count <= 0 || !records) exit(1);
    (void)collide_screen_records(torus, a0, a1, torus, b, b, &desc, NULL, records, record_count);
    for (i = 0; i < record_count; i++)
        for (k = 0; k < 2; k++) {
            const float r = (float)records[i].r[k], h = (float)records[i].h[k];
            if (r < left) left = r;
            if (r > right) right = r;
            if (h < bottom) bottom = h;
            if (h > top) top = h;
        }
    zoom = (SCREEN_WIDTH - 2 * BORDER) / (right - left);
    printf(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\"><rect width=\"100%%\" height=\"100%%\" "
        "fill=\"white\"/>\n",
        SCREEN_WIDTH, (double)(2 * BORDER + (top - bottom) * zoom));
    for (i = 0; i < record_count; i++) mark_record(&records[i], pixel);
    draw_pixels(pixel);
    for (i = 0; i < record_count; i++) draw_record(&records[i]);
    for (i = 0; i < count; i++) {
        const collide_vec3 p = collide_screen_place(torus, a0, a1, torus, b, b, &list[i]);
        printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"7\" fill=\"none\" stroke=\"#c00\" stroke-width=\"2\"/>"
               "<text x=\"%.1f\" y=\"%.1f\" font-family=\"sans-serif\" font-size=\"14\" fill=\"#c00\">%.3f</text>\n",
               (double)on_x(p.x), (double)on_y(p.y), (double)(on_x(p.x) + 9), (double)(on_y(p.y) - 5),
               (double)list[i].time);
    }
    printf(
        "<text x=\"%d\" y=\"%d\" font-family=\"sans-serif\" font-size=\"13\">r to the right, h up; A blue, B orange; "
        "%d x %d pixels, %d records, %d proper collisions with their times</text></svg>\n",
        BORDER, 18, (int)((right - left) / pixel) + 1, (int)((top - bottom) / pixel) + 1, record_count, count);
    free(records);
}

int main(int argc, char **argv)
{
    make_scene();
    if (argc > 1 && strcmp(argv[1], "screen") == 0)
        screen();
    else
        film();
    collide_mesh_destroy(torus);
    return 0;
}
