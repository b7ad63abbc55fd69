"""picture.py - a small SVG, written line by line; used by the scripts that draw networks."""

import pathlib
import sys

INK, WIRE, NODE, INTERCHANGE, WAY = "#1b2733", "#41566b", "#eef5ea", "#fdf1d6", "#c2410c"


class Picture:
    def __init__(self, name, what, width, height):
        self.name = name
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" fill="{INK}">',
            f"  <!-- {name} - {what}; drawn by scripts/{pathlib.Path(sys.argv[0]).name}. -->",
            '  <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
            ' markerHeight="7" orient="auto">',
            f'    <path d="M0 0 L8 4 L0 8 z" fill="{WIRE}"/></marker></defs>',
            f'  <rect width="{width}" height="{height}" fill="#ffffff"/>']

    def add(self, line):
        self.lines.append("  " + line)

    def path(self, points, colour=WIRE, width=1.5, tip=False):
        end = ' marker-end="url(#tip)"' if tip else ""
        self.add(f'<path d="{points}" fill="none" stroke="{colour}" stroke-width="{width}"{end}/>')

    def text(self, x, y, words, size=13, anchor="start", weight="normal"):
        self.add(f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"'
                 f' font-weight="{weight}">{words}</text>')

    def box(self, x, y, width, height, fill, stroke=WIRE):
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3"'
                 f' fill="{fill}" stroke="{stroke}"/>')

    def diamond(self, x, y, size):
        self.add(f'<path d="M{x - size:g} {y:g} L{x:g} {y - size:g} L{x + size:g} {y:g}'
                 f' L{x:g} {y + size:g} z" fill="{INTERCHANGE}" stroke="#9a6a00"/>')

    def write(self, folder):
        text = "\n".join([*self.lines, "</svg>"]) + "\n"
        (pathlib.Path(folder) / self.name).write_text(text)
