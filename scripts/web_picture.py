#!/usr/bin/python3
"""web_picture.py - the moving picture of the README: Turnpike in a page, as Chromium shows it.

  web_picture.py PAGE WEBP

A mesh whose run plays, and the latency curve that grows beside it.
"""

import io
import pathlib
import sys
import time

from PIL import Image

from browser import Browser, BrowserMissing

WIDTH, HEIGHT = 1500, 1000
SHOWN = 860         # pixels of the picture's width
MARGIN = 14         # of the page around what is shown
STEPS = 2           # pictures of a cycle
CYCLES = 36
FIRST = 600         # the cycle that is shown first
MILLISECONDS = 90   # of a picture

START = """
for (const [key, value] of [['radix', 4], ['vcs', 2], ['load', 0.42]]) state.settings[key] = value;
showSettings();
startAll();"""
IS_DONE = "return byId('growth').textContent === '' && state.point >= 0;"
STAGE = """
setOn(false);
window.all = DATA.points.filter((point) => point.curve === 0);
byId('preset-words').hidden = true;
document.querySelector('.live').scrollIntoView();
return document.querySelector('.live').getBoundingClientRect().toJSON();"""
FRAME = """
const [cycle, share, grown] = arguments;
player.isOn = true;  // so that flits lie between their places
player.time = cycle + share;
showCycle();
player.isOn = false;
DATA.points.splice(0, DATA.points.length, ...window.all.slice(0, grown));
state.point = -1;
if (grown > 0) drawCurves();"""


def pictures(browser):
    browser.run(START)
    while not browser.run(IS_DONE):
        time.sleep(0.1)
    box = browser.run(STAGE)
    points = browser.run("return window.all.length;")
    frames = CYCLES * STEPS
    for frame in range(frames):
        grown = min(points, 1 + (points * frame * 5) // (frames * 4))
        browser.run(FRAME, FIRST + frame // STEPS, (frame % STEPS + 0.5) / STEPS, grown)
        picture = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png()))
        left, top = round(box["left"]) - MARGIN, max(0, round(box["top"]))
        right = round(box["right"]) + MARGIN
        picture = picture.crop((left, top, right, picture.height)).convert("RGB")
        high = round(picture.height * SHOWN / picture.width)
        yield picture.resize((SHOWN, high), Image.LANCZOS)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    page, target = map(pathlib.Path, sys.argv[1:3])
    try:
        with Browser(WIDTH, HEIGHT) as browser:
            browser.open(page)
            first, *others = pictures(browser)
    except BrowserMissing as missing:
        sys.exit(f"web_picture.py: {missing}")
    first.save(target, save_all=True, append_images=others, duration=MILLISECONDS, loop=0,
               quality=55, method=6, minimize_size=True)


if __name__ == "__main__":
    main()
