#!/usr/bin/env python3
"""make_page.py - Turnpike in a page: one file with the model, its controls and the report's picture.

  make_page.py MODEL.js PAGE.html

MODEL.js is what Emscripten makes of the model, its WebAssembly inside. The page asks for no other
file, so it opens from disk.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
TEMPLATE = HERE.parent / "sim/studies/page/template"
STYLES = (TEMPLATE / "page.css", HERE / "web.css")
# Of the report's page what draws runs and curves; then what is this page's own.
SCRIPTS = (
    *(TEMPLATE / f"{name}.js" for name in (
        "text", "scale", "charts", "curves", "picture", "pointer", "tables", "play_events",
        "play_state", "play_layout", "play_picture", "play_charts", "play_words", "play")),
    *(HERE / f"{name}.js" for name in ("settings", "presets", "model_thread", "web")))


def text_of(files):
    return "".join(file.read_text(encoding="utf-8") for file in files)


def main():
    if len(sys.argv) != 3:
        sys.exit("make_page.py: found %d arguments, allowed: MODEL.js PAGE.html"
                 % (len(sys.argv) - 1))
    model = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    for mark in ("</script", "<!--"):  # would end the element that holds it
        if mark in model:
            sys.exit(f"make_page.py: {sys.argv[1]}: found \"{mark}\", which no page can hold")
    parts = {"style": text_of(STYLES), "play": text_of([TEMPLATE / "play.html"]), "model": model,
             "script": text_of(SCRIPTS)}
    page = (HERE / "web.html").read_text(encoding="utf-8")
    for name, text in parts.items():
        page = page.replace("{{%s}}" % name, text)
    pathlib.Path(sys.argv[2]).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
