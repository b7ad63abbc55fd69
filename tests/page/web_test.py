#!/usr/bin/env python3
"""web_test.py - Turnpike in a page, in headless Chromium, from disk, network off.

  web_test.py TEST --page PAGE --program TURNPIKE --work FOLDER

TEST is a function below. The figures that the page shows are compared with those of the program.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from browser import Browser, BrowserMissing  # noqa: E402

CHOOSE = """
byId('preset').value = String(PRESETS.findIndex((preset) => preset.name === arguments[0]));
byId('preset').dispatchEvent(new Event('change'));"""
SET = """
byId(`set-${arguments[0]}`).value = String(arguments[1]);
byId(`set-${arguments[0]}`).dispatchEvent(new Event(arguments[2]));"""
# How many points the curve has whenever it is drawn.
COUNT_POINTS = """
window.counts = [];
const draw = drawCurves;
drawCurves = () => {
  draw();
  window.counts.push(document.querySelectorAll('#curve-charts .point').length / 2);
};"""
IS_SHOWN = "return player.play !== null && state.point >= 0 && DATA.points[state.point]" \
           ".figures.config.includes(arguments[0]) ? DATA.points[state.point].figures : null;"


class Failure(Exception):
    """What was shown is not what should be."""


def check(is_right, what):
    if not is_right:
        raise Failure(what)


def until(browser, script, what, *arguments):
    """Waits for a value of a script that is true."""
    for _ in range(1200):
        value = browser.run(script, *arguments)
        if value:
            return value
        time.sleep(0.1)
    raise Failure(what)


def finish(browser):
    complaints = [each[:300] for each in browser.complaints()]  # without a whole module
    check(not complaints, f"the console says: {complaints}")
    asked = {address for address in browser.requests()
             if not address.startswith(("file:", "data:", "blob:"))}
    check(not asked, f"the page asked for {asked}")


def shown(page, program, work):
    """A moved slider starts another run, whose figures are the program's for the text that is
    shown; it plays by itself, and a curve grows beside it."""
    with Browser() as browser:
        browser.open(page)
        until(browser, IS_SHOWN, "the first run does not come", "load = 0.2\n")
        browser.run(SET, "load", 0.37, "input")
        figures = until(browser, IS_SHOWN, "a moved slider starts no run", "load = 0.37\n")
        config = work / "page.toml"
        config.write_text(browser.run("return byId('config').textContent;"))
        run = subprocess.run([program, "run", config, "--allow-deadlock", "--json"], check=True,
                             capture_output=True, text=True)
        expected = json.loads(run.stdout)
        for name in ("latency", "accepted", "latency_p99", "channel_utilisation_max", "cycles"):
            check(figures[name] == expected[name],
                  f"{name}: shown {figures[name]}, should be {expected[name]}")
        tiles = browser.run("return byId('tiles').textContent;")
        check(f"{expected['latency']:.4g}" in tiles, f"the tiles show {tiles}")
        check(browser.run("return player.isOn;"), "the run does not play by itself")
        before = browser.run("return player.time;")
        until(browser, "return player.time > arguments[0] + 3;", "the run does not go on", before)
        browser.run(COUNT_POINTS)
        browser.run(SET, "length", 6, "input")
        until(browser, "return window.counts.length >= 10;", "the curve does not grow")
        until(browser, "return byId('growth').textContent === '';", "the curve does not end")
        counts = browser.run("return window.counts;")
        check(counts == sorted(counts) and counts[0] < 5, f"points that are drawn: {counts}")
        check(browser.run("return document.querySelectorAll('#curve-charts .saturation').length;")
              == 2, "the curve has no saturation")
        browser.run("byId('keep').click();")
        browser.run(SET, "vcs", 1, "input")
        until(browser, IS_SHOWN, "fewer virtual channels start no run", "virtual_channels = 1\n")
        check(browser.run("return DATA.curves.length;") == 2, "no curve is kept")
        finish(browser)


def examples(page, _, work):
    """Each example shows what it says it does."""
    with Browser() as browser:
        browser.open(page)
        names = browser.run("return PRESETS.map((preset) => preset.name);")
        check(len(names) == 7, f"{len(names)} examples")
        for number, name in enumerate(names):
            browser.run("window.last = player.play;")
            browser.run(CHOOSE, name)
            until(browser, "return player.play !== window.last && state.point >= 0;",
                  f"{name}: no run")
            status = browser.run("return DATA.points[state.point].figures.status;")
            check((status == "deadlock") == (name == "deadlock on a ring with one virtual channel"),
                  f"{name}: {status}")
            browser.run("setOn(false); goTo(Math.floor(player.play.end / 2));")
            flits = browser.run("return player.picture.hits.length;")
            check(flits > 0, f"{name}: no flit is drawn")
            until(browser, "return byId('growth').textContent === '';", f"{name}: no end of curves")
            browser.screenshot(work / f"example_{number}.png")
        browser.run(CHOOSE, names[2])
        until(browser, "return player.circles.length > 0;", "the deadlock has no circle")
        browser.run("setOn(false); goTo(player.play.end);")
        check("Deadlock" in browser.run("return byId('play-words').textContent;"), "not said")
        finish(browser)


def saturation(browser, curve):
    """The lowest load at which a run of the curve did not end well; 2: there was none."""
    return browser.run("return Math.min(2, ...pointsOf(arguments[0]).map((e) => e.point.figures)"
                       ".filter((f) => f.status !== 'done').map((f) => f.offered));", curve)


def comparisons(page, _, _work):
    """Of two curves of an example the better one carries more."""
    better = {"head-of-line blocking": 1, "deadlock on a ring with one virtual channel": 1,
              "a dateline breaks the circle": 0, "hot spot": 1, "express channels": 0,
              "adaptive against deterministic": 0}
    with Browser() as browser:
        browser.open(page)
        for name, curve in better.items():
            browser.run(CHOOSE, name)
            until(browser, "return DATA.curves.length === 2 && byId('growth').textContent === '';",
                  f"{name}: no second curve")
            loads = [saturation(browser, 0), saturation(browser, 1)]
            check(loads[curve] > loads[1 - curve], f"{name}: the curves carry {loads}")
        finish(browser)


def schemes(page, _, work):
    """Light, dark and narrow: the page fits its width and complains of nothing."""
    for width in (1280, 420):
        with Browser(width, 1000) as browser:
            for scheme in ("light", "dark"):
                browser.cdp("Emulation.setEmulatedMedia",
                            features=[{"name": "prefers-color-scheme", "value": scheme}])
                browser.open(page)
                until(browser, IS_SHOWN, "no run", "load = 0.2\n")
                until(browser, "return byId('growth').textContent === '';", "no end of the curve")
                extent = browser.run("const d = document.documentElement;"
                                     " return [d.scrollWidth, d.clientWidth];")
                check(extent[0] <= extent[1], f"{scheme}: {extent[0]} wide in {extent[1]}")
                browser.screenshot(work / f"{scheme}_{width}.png")
            finish(browser)


TESTS = (shown, examples, comparisons, schemes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    by_name = {test.__name__: test for test in TESTS}
    parser.add_argument("test", choices=by_name)
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "build/web/turnpike.html")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/turnpike")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/page/web")
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    try:
        by_name[arguments.test](arguments.page.resolve(), arguments.program.resolve(), work)
    except (BrowserMissing, Failure) as error:
        sys.exit(f"{arguments.test}: {error}")
    print(f"{arguments.test}: passed")


if __name__ == "__main__":
    main()
