#!/usr/bin/python3
"""play_bench.py - how fast the page of `turnpike report` loads and plays the events of a run.

  play_bench.py [--program TURNPIKE] [--megabytes 10] [--speed 10]

Runs the 8x8 mesh on the model, makes a page with so many megabytes of events, and opens it in
headless Chromium. Prints the time in which the script reads the events and draws the first picture,
and the frames that the page draws in five seconds while it plays. These are times of this machine
and of a browser that draws without a graphics processor; run it when nothing else runs.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

from browser import Browser, BrowserMissing

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 5
COUNT_FRAMES = """
window.frames_drawn = 0;
const draw = PlayPicture.prototype.drawFlits;
PlayPicture.prototype.drawFlits = function (...rest) {
  ++window.frames_drawn;
  return draw.apply(this, rest);
};
byId('play-section').scrollIntoView();
byId('play-speed').value = arguments[0];
goTo(Math.floor(player.play.end / 3));
setOn(true);
window.frames_drawn = 0;
window.counted_from = performance.now();"""


def make_page(program, work, megabytes):
    run = work / "run"
    subprocess.run([program, "run", ROOT / "configs/mesh_8x8.toml", "--engine", "model", "--set",
                    "traffic.load=0.4", "--set", f"run.measurement={1000 * megabytes}", "--out",
                    run], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([program, "report", run, "--play", str(megabytes)], check=True,
                   stdout=subprocess.DEVNULL)
    return run / "report.html"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/turnpike")
    parser.add_argument("--megabytes", type=int, default=10)
    parser.add_argument("--speed", default="10", help="cycles a second, as the page offers them")
    arguments = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder, Browser(1280, 1200) as browser:
            page = make_page(arguments.program.resolve(), pathlib.Path(folder),
                             arguments.megabytes)
            browser.open(page)
            size, packets, end, load = browser.run(
                "return [player.bytes, player.play.packets, player.play.end, player.loadTime];")
            print(f"{size / 2 ** 20:.1f} MB of events, {packets} packets, {end} cycles: read and"
                  f" drawn in {load / 1000:.2f} s")
            browser.run(COUNT_FRAMES, arguments.speed)
            time.sleep(SECONDS)
            frames, spent = browser.run(
                "return [window.frames_drawn, performance.now() - window.counted_from];")
            print(f"64 nodes at {arguments.speed} cycles a second: {1000 * frames / spent:.1f}"
                  " frames a second")
    except BrowserMissing as missing:
        sys.exit(f"play_bench.py: {missing}")


if __name__ == "__main__":
    main()
