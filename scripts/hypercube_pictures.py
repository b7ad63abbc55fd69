#!/usr/bin/env python3
"""hypercube_pictures.py - draws the packet router and the binomial tree of docs/hypercube.md.

    scripts/hypercube_pictures.py FOLDER

Writes packet_router.svg and binomial_tree.svg there.
"""

import sys

from picture import NODE, WAY, WIRE, Picture

SLOT, CONTRARY, BROWN = "#e7eef7", "#fbe3d3", "#8a5a2b"


# --- one router ----------------------------------------------------------------------------------

def draw_router(folder):
    picture = Picture("packet_router.svg", "a packet router of a 2-cube", 960, 400)
    inputs = ["from neighbour 0", "from neighbour 1", "local 0", "local 1", "local 2"]
    outputs = ["to neighbour 0", "to neighbour 1", "local 0", "local 1", "local 2"]
    rows = [78 + 60 * n for n in range(5)]
    left, right, wide = 250, 560, 150

    picture.box(196, 34, 586, 336, "#fbfcfd")
    picture.text(left + wide / 2, 52, "input VCs: DEPTH flits", 12, "middle")
    picture.text(right + 80, 52, "SLOTS packet buffers, a queue for each VC", 12, "middle")
    for n, y in enumerate(rows):
        picture.text(20, y + 8, inputs[n])
        picture.path(f"M142 {y + 4} H{left}", tip=True)
        for vc, fill in enumerate((SLOT, CONTRARY)):
            picture.box(left, y - 12 + 18 * vc, wide, 15, fill)
            picture.text(left + wide / 2, y - 1 + 18 * vc, f"VC {vc}", 10, "middle")
        picture.text(860, y + 8, outputs[n])
        picture.path(f"M{right + 164} {y + 4} H850", tip=True)
        for slot in range(8):
            contrary = n < 2 and slot in (2, 3)
            picture.box(right + 20 * slot, y - 10, 17, 28, CONTRARY if contrary else SLOT)
    # A contrary packet that comes, one that leaves, one that keeps to e-cube, a broadcast.
    cross = [(0, 1, BROWN), (2, 0, BROWN), (3, 1, WIRE), (1, 0, WAY), (1, 3, WAY)]
    for begin, end, colour in cross:
        a, b = rows[begin] + 4, rows[end] + 4
        edge = left + wide
        picture.path(f"M{edge} {a} C{edge + 80} {a} {right - 80} {b} {right} {b}",
                     colour, 2.4 if colour == WAY else 1.6)
    picture.text(20, 390, "shaded, brown: contrary packets, on VC 1; thick: a broadcast from"
                 " neighbour 1, copied to output 0 and to local 1 as each has a slot free", 12)
    picture.text(20, 24, "Packet router of a 2-cube with chosen first hops", 14, weight="bold")
    picture.write(folder)


# --- broadcast -----------------------------------------------------------------------------------

def draw_tree(folder):
    dimensions = 4
    picture = Picture("binomial_tree.svg", "the spanning binomial tree of a 4-cube", 960, 420)
    picture.text(20, 26, "Broadcast of node 0000: 15 channels, at most 4 hops, each node once", 14,
                 weight="bold")
    across, down, leaf = {}, {}, [0]

    def place(node, below, depth):
        """`below`: the node goes on to the dimensions under this one."""
        spots = [place(node | 1 << d, d, depth + 1) for d in reversed(range(below))]
        if not spots:
            spots = [leaf[0] * 116 + 70]
            leaf[0] += 1
        across[node], down[node] = spots[-1], 62 + 76 * depth
        return across[node]

    place(0, dimensions, 0)
    for node in sorted(across):
        if node == 0:
            continue
        d = (node & -node).bit_length() - 1
        parent = node & (node - 1)
        x, y, px, py = across[node], down[node], across[parent], down[parent]
        picture.path(f"M{px} {py} L{x} {y}", WAY if parent == 0 else WIRE, 2)
        picture.text((x + px) / 2 + 6, (y + py) / 2 - 2, str(d), 12)
    for node in across:
        picture.box(across[node] - 25, down[node] - 12, 50, 24, NODE, "#4b7a36")
        picture.text(across[node], down[node] + 5, f"{node:04b}", 13, "middle")
    picture.text(20, 404, "Numbers at the channels: dimensions. What came by dimension d goes on by"
                 " those that e-cube corrects after d.", 12)
    picture.write(folder)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    draw_router(sys.argv[1])
    draw_tree(sys.argv[1])


if __name__ == "__main__":
    main()
