#!/usr/bin/env python3
"""badges.py - draws the badges of README.md from the files that state what they say.

  badges.py      writes docs/images/badge_*.svg; check_docs.py compares them
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = {  # name of the badge -> file, and the words to show
    "version": ("CMakeLists.txt", r"^project\(turnpike VERSION (\S+)"),
    "licence": ("REUSE.toml", r'^SPDX-License-Identifier = "(.*)"'),
    "C++": ("CMakeLists.txt", r"^set\(CMAKE_CXX_STANDARD (\d+)\)"),
}
LETTER = 6.6  # pixels
SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img">
<title>{name}: {value}</title>
<rect width="{width}" height="20" rx="3" fill="#444"/>
<path d="M{split} 0h{rest}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{rest}z" fill="#3949ab"/>
<g fill="#fff" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11">
<text x="7" y="14">{name}</text><text x="{at}" y="14">{value}</text>
</g>
</svg>
"""


def badge(name, value):
    split = round(14 + LETTER * len(name))
    width = round(split + 14 + LETTER * len(value))
    return SVG.format(name=name, value=value, split=split, at=split + 7, width=width,
                      rest=width - split - 3)


def badges(root):
    """{path: text} of all."""
    found = {}
    for name, (file, pattern) in SOURCES.items():
        value = re.search(pattern, (root / file).read_text(), re.M)[1]
        path = f"docs/images/badge_{name.lower().replace('+', 'p')}.svg"
        found[path] = badge(name, value)
    return found


if __name__ == "__main__":
    for place, text in badges(ROOT).items():
        (ROOT / place).write_text(text)
