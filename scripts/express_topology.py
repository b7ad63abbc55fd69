#!/usr/bin/env python3
"""express_topology.py - draws the networks of docs/express.md: what stands where, what joins what.

    scripts/express_topology.py FOLDER

Writes express_array.svg, express_modules.svg and express_plane.svg there.
"""

import sys

from picture import INTERCHANGE, NODE, WAY, WIRE, Picture

LEVELS = (WIRE, "#2f6fb0", "#7b3fa0")  # local, level 1, level 2


# --- arrays: nodes in a row, channels above -------------------------------------------------------

NODES, PITCH, LEFT = 16, 58, 34


def node_x(x):
    return LEFT + PITCH * x


def interchange_x(b):  # on the local channel before node b
    return LEFT + PITCH * (b - 0.5)


def channel(picture, y, begin, end, height, colour, width=1.5):
    a, b = interchange_x(begin), interchange_x(end)
    top = y - height
    picture.path(f"M{a:g} {y} C{a + 14:g} {top} {a + 14:g} {top} {a + 32:g} {top}"
                 f" H{b - 32:g} C{b - 14:g} {top} {b - 14:g} {top} {b:g} {y}", colour, width)


def array(picture, y, title, express, way=()):
    """`express`: (begin, end, level, height) of each; `way`: of these and of local pieces (from x
    to x, in nodes), those that the example takes."""
    picture.text(LEFT - 18, y - 62, title, weight="bold")
    picture.path(f"M{node_x(0)} {y} H{node_x(NODES - 1)}")
    for begin, end, level, height in express:
        taken = (begin, end) in way
        channel(picture, y, begin, end, height, WAY if taken else LEVELS[level],
                3.5 if taken else 1.5)
    for begin, end in way:
        if not isinstance(begin, int):
            a, b = (LEFT + PITCH * float(x) for x in (begin, end))
            picture.path(f"M{a:g} {y} H{b:g}", WAY, 3.5)
    for b in sorted({end for piece in express for end in piece[:2]}):
        picture.diamond(interchange_x(b), y, 9)
    for x in range(NODES):
        picture.box(node_x(x) - 11, y - 11, 22, 22, NODE, "#4b7a36")
        picture.text(node_x(x), y + 4, str(x), 11, "middle")


def draw_arrays(folder):
    picture = Picture("express_array.svg", "express channels in an array of 16 nodes", 960, 470)
    flat = [(b, b + 4, 1, 30) for b in (4, 8)]
    array(picture, 80, "flat: spacing 4, one level", flat)
    first = [(b, b + 2, 1, 22) for b in range(2, 14, 2)]
    second = [(b, b + 4, 2, 46) for b in (4, 8)]
    array(picture, 200, "hierarchical: spacing 2, two levels; the way from node 1 to node 14",
          first + second, (("1", "1.5"), (2, 4), (4, 8), (8, 12), (12, 14), ("13.5", "14")))
    array(picture, 320, "two channels in parallel (Fig. 2a): spacing 4, channels 2",
          flat + [(b, b + 4, 1, 44) for b in (4, 8)])
    array(picture, 430, "two lanes of interchanges (Fig. 2b): spacing 4, channels 2, interleaved",
          flat + [(b, b + 4, 2, 46) for b in (2, 6, 10)])
    picture.write(folder)


# --- the modules of an interchange of level 3, one direction -------------------------------------

def module(picture, x, y, name, height=44):
    picture.box(x, y, 46, height, INTERCHANGE, "#9a6a00")
    picture.text(x + 23, y + height / 2 + 4, name, 12, "middle")


def draw_modules(folder):
    """Level p runs at height row[p]; a module sits on the rows of what it joins."""
    picture = Picture("express_modules.svg", "four ways to build an interchange of level 3", 960,
                      400)
    rows = [150, 115, 80, 45]

    def panel(left, top, title, width):
        picture.text(left, top + 14, title, weight="bold")
        for level in range(4):
            picture.text(left, top + rows[level] + 4, str(level), 11)
        return left + 16, left + width

    def wire(top, points):
        picture.path(" ".join(f"{'M' if n == 0 else 'L'}{x:g} {top + y:g}"
                              for n, (x, y) in enumerate(points)), tip=True)

    # Fig. 5a: all in one.
    begin, end = panel(20, 10, "single (Fig. 5a)", 250)
    for y in rows:
        wire(10, [(begin, y), (begin + 90, y)])
        wire(10, [(begin + 136, y), (end, y)])
    module(picture, begin + 90, 10 + rows[3] - 14, "whole", rows[0] - rows[3] + 28)

    # Fig. 5d: levels 0 and 1 pass by.
    begin, end = panel(350, 10, "top_only (Fig. 5d)", 250)
    for y in rows[:2]:
        wire(10, [(begin, y), (end, y)])
    for y in rows[2:]:
        wire(10, [(begin, y), (begin + 90, y)])
        wire(10, [(begin + 136, y), (end, y)])
    module(picture, begin + 90, 10 + rows[3] - 5, "top", rows[2] - rows[3] + 10)
    picture.text(650, 60, "Numbers on the left are the levels of the channels", 12)
    picture.text(650, 78, "that come from one side; they leave on the right.", 12)
    picture.text(650, 96, "A message enters each module it passes: a hop.", 12)
    picture.text(650, 114, "All modules but the whole one switch two inputs", 12)
    picture.text(650, 132, "to two outputs. The way back has the same again.", 12)

    # Fig. 5b: ascending, top, descending.
    begin, end = panel(20, 205, "full (Fig. 5b)", 520)
    up1, up2, top, down2, down1 = (begin + 90 * n + 30 for n in range(5))
    wide = 46
    wire(205, [(begin, rows[0]), (up1, rows[0])])
    wire(205, [(begin, rows[1]), (up1, rows[1])])
    wire(205, [(begin, rows[2]), (up2, rows[2])])
    wire(205, [(begin, rows[3]), (top, rows[3])])
    wire(205, [(up1 + wide, rows[1]), (up2, rows[1])])
    wire(205, [(up2 + wide, rows[2]), (top, rows[2])])
    wire(205, [(up2 + wide, rows[1]), (down2, rows[1])])
    wire(205, [(up1 + wide, rows[0]), (down1, rows[0])])
    wire(205, [(top + wide, rows[3]), (end, rows[3])])
    wire(205, [(top + wide, rows[2]), (down2, rows[2])])
    wire(205, [(down2 + wide, rows[2]), (end, rows[2])])
    wire(205, [(down2 + wide, rows[1]), (down1, rows[1])])
    wire(205, [(down1 + wide, rows[1]), (end, rows[1])])
    wire(205, [(down1 + wide, rows[0]), (end, rows[0])])
    for x, level, name in ((up1, 1, "a1"), (up2, 2, "a2"), (top, 3, "top"), (down2, 2, "d2"),
                           (down1, 1, "d1")):
        module(picture, x, 205 + rows[level] - 5, name, rows[level - 1] - rows[level] + 10)

    # Fig. 5c: the inputs of level p enter where level p + 1 comes down.
    begin, end = panel(590, 205, "no_ascent (Fig. 5c)", 350)
    top, down2, down1 = (begin + 90 * n + 40 for n in range(3))
    wire(205, [(begin, rows[3]), (top, rows[3])])
    wire(205, [(begin, rows[2]), (top, rows[2])])
    wire(205, [(begin, rows[1]), (down2, rows[1])])
    wire(205, [(begin, rows[0]), (down1, rows[0])])
    wire(205, [(top + wide, rows[3]), (end, rows[3])])
    wire(205, [(top + wide, rows[2]), (down2, rows[2])])
    wire(205, [(down2 + wide, rows[2]), (end, rows[2])])
    wire(205, [(down2 + wide, rows[1]), (down1, rows[1])])
    wire(205, [(down1 + wide, rows[1]), (end, rows[1])])
    wire(205, [(down1 + wide, rows[0]), (end, rows[0])])
    for x, level, name in ((top, 3, "top"), (down2, 2, "d2"), (down1, 1, "d1")):
        module(picture, x, 205 + rows[level] - 5, name, rows[level - 1] - rows[level] + 10)
    picture.write(folder)


# --- two dimensions ------------------------------------------------------------------------------

def draw_planes(folder):
    picture = Picture("express_plane.svg", "interchanges in two dimensions", 960, 470)
    side, spacing, pitch = 12, 4, 34

    def plane(left, title, stands):
        """`stands`(x, y, dimension): is there a place before node (x, y) in this dimension?"""
        def centre(x, y):
            return left + pitch * x, 440 - pitch * y

        picture.text(left - 10, 26, title, weight="bold")
        for n in range(side):
            picture.path(f"M{centre(0, n)[0]} {centre(0, n)[1]} h{pitch * (side - 1)}", WIRE, 1)
            picture.path(f"M{centre(n, 0)[0]} {centre(n, 0)[1]} v{-pitch * (side - 1)}", WIRE, 1)
        places = {}
        for x in range(side):
            for y in range(side):
                for d, own in enumerate((x, y)):
                    if own > 0 and stands(x, y, d):
                        places.setdefault((x, y), []).append(d)
        spots = []
        for (x, y), served in places.items():
            cx, cy = centre(x, y)
            at = {d: (cx - pitch / 2, cy) if d == 0 else (cx, cy + pitch / 2) for d in served}
            if len(served) == 2 and stands(x, y, None):  # one for both, on both local channels
                at = {d: (cx - pitch / 2, cy + pitch / 2) for d in served}
                for d in served:
                    picture.path(f"M{cx - pitch / 2:g} {cy if d == 0 else cy + pitch / 2:g}"
                                 + (f" v{pitch / 2:g}" if d == 0 else f" h{pitch / 2:g}"), WIRE, 1)
            spots += at.values()
            for d, (px, py) in at.items():
                further = (x + spacing, y) if d == 0 else (x, y + spacing)
                if d not in places.get(further, ()):
                    continue
                length = pitch * spacing
                picture.path(f"M{px:g} {py:g} q{length / 2} -18 {length} 0" if d == 0 else
                             f"M{px:g} {py:g} q18 {-length / 2} 0 {-length}", LEVELS[1], 1.4)
        for x in range(side):
            for y in range(side):
                cx, cy = centre(x, y)
                picture.box(cx - 5, cy - 5, 10, 10, NODE, "#4b7a36")
        for px, py in spots:
            picture.diamond(px, py, 5)

    plane(40, "separate (Fig. 6a): 12 x 12, spacing 4",
          lambda x, y, d: d is not None and (x, y)[d] % spacing == 0)
    plane(530, "joint (Fig. 6b): 12 x 12, spacing 4", lambda x, y, _: (x + y) % spacing == 0)
    picture.write(folder)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for draw in (draw_arrays, draw_modules, draw_planes):
        draw(sys.argv[1])


if __name__ == "__main__":
    main()
