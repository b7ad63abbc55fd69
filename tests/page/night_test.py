#!/usr/bin/env python3
"""night_test.py - the page of `turnpike regress` in headless Chromium, from disk, network off."""

import argparse
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from browser import Browser, BrowserMissing  # noqa: E402

SUITE = """[suite]
name = "<b>night</b>"
[case.fine]
engines = ["model"]
seeds = 3
set.network = {{ topology = "mesh", radix = [4, 4] }}
set.run.measurement = 500
sweep.traffic.load = [0.1, 0.2]
[case.slow]
engines = ["model"]
seeds = 2
set.network = {{ topology = "mesh", radix = [4, 4] }}
set.run.measurement = 500
expect.latency = [1, {limit}]
"""


class Failure(Exception):
    """The page shows something else than was found."""


def check(is_right, what):
    if not is_right:
        raise Failure(what)


def night(program, work, limit, reseed, status):
    (work / "night.toml").write_text(SUITE.format(limit=limit))
    run = subprocess.run([program, "regress", "run", work / "night.toml", "--out", work / "out",
                          "--reseed", str(reseed)], check=False, text=True, capture_output=True)
    check(run.returncode == status, f"status {run.returncode}: {run.stdout}{run.stderr}")
    return work / "out" / "regress.html"


def texts(browser, selector):
    return browser.run("return [...document.querySelectorAll(arguments[0])].map((e) =>"
                       " e.textContent.replaceAll('\\u202f', ''));", selector)


def finish(browser, page):
    complaints = browser.complaints()
    check(not complaints, f"the console says: {complaints}")
    asked = {address for address in browser.requests() if address != "data:,"}
    check(asked == {page.resolve().as_uri()}, f"the page asked for {asked}")


def shown(program, work):
    """What failed, since when, how it is repeated; nights before; points by words."""
    night(program, work, 99, 1, 0)
    page = night(program, work, 2, 2, 1)
    results = json.loads((work / "out/regress.json").read_text())
    with Browser(1200, 1000) as browser:
        browser.open(page)
        check(texts(browser, "#name") == ["<b>night</b>"], "the name is taken for markup")
        check(texts(browser, "#verdict") == ["2 of 8 points failed, in 1 kind, 1 new"],
              texts(browser, "#verdict"))
        figures = dict(zip(("points", "passed", "failed", "missing"), texts(browser, ".tile b")))
        for key, value in figures.items():
            check(int(value) == results["total" if key == "points" else key], f"{key}: {value}")
        failed = [point for point in results["points"] if point["verdict"] == "failed"]
        check(texts(browser, ".group code") == [failed[0]["repeat"]], "another command")
        check(texts(browser, ".group .badge") == ["new"], "it is not new")
        check(texts(browser, ".group .files a") == ["events.csv"], "no events")
        link = browser.run("return document.querySelector('.group .files a').href;")
        check(link.endswith(failed[0]["files"][0]), f"the link leads to {link}")
        check(len(texts(browser, ".events tbody tr")) == 40, "not the last 40 events")
        check(len(texts(browser, "#nights .night")) == 2, "not two nights")
        check("Failed now, passed when last run: 2" in texts(browser, "#changes summary"),
              texts(browser, "#changes summary"))
        check(len(texts(browser, "#point-table tbody tr")) == 2, "not the failed points alone")
        browser.run("byId('show').value = 'all'; byId('words').value = 'FINE 0.2';"
                    "byId('words').dispatchEvent(new Event('input'));")
        rows = texts(browser, "#point-table tbody tr td:first-child")
        check(rows == [f"fine/traffic.load=0.2/model/seed-{i}" for i in range(3)], rows)
        browser.run("document.querySelector('.command button').click();")
        chosen = browser.run("return window.getSelection().toString();")
        check(chosen == failed[0]["repeat"], f"selected is {chosen}")
        finish(browser, page)


def schemes(program, work):
    """Light, dark and narrow; all passed, and failures that are not new."""
    night(program, work, 2, 1, 1)
    page = night(program, work, 2, 2, 1)
    with sqlite3.connect(work / "out/history.sqlite") as history:
        check(history.execute("select count(*) from night").fetchone() == (2,), "not two nights")
    for width in (1200, 420):
        with Browser(width, 1000) as browser:
            browser.open(page)
            check(texts(browser, ".group .badge")[0].startswith("since "), "it is told as new")
            for scheme in ("light", "dark"):
                browser.cdp("Emulation.setEmulatedMedia",
                            features=[{"name": "prefers-color-scheme", "value": scheme}])
                extent = browser.run("const d = document.documentElement;"
                                     " return [d.scrollWidth, d.clientWidth];")
                check(extent[0] <= extent[1], f"{scheme}: {extent[0]} wide in {extent[1]}")
                browser.screenshot(work / f"{scheme}_{width}.png")
            finish(browser, page)
    page = night(program, work, 99, 3, 0)
    with Browser() as browser:
        browser.open(page)
        check(texts(browser, "#verdict") == ["All 8 points passed"], texts(browser, "#verdict"))
        check(len(texts(browser, "#point-table tbody tr")) == 8, "not all points")
        check(any("Pass again" in text for text in texts(browser, "#changes summary")),
              "what is mended is not told")
        finish(browser, page)


TESTS = (shown, schemes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    by_name = {test.__name__: test for test in TESTS}
    parser.add_argument("test", choices=by_name)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/turnpike")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/page")
    arguments = parser.parse_args()
    work = arguments.work.resolve() / f"night_{arguments.test}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        by_name[arguments.test](arguments.program.resolve(), work)
    except (BrowserMissing, Failure, RuntimeError) as error:
        sys.exit(f"{arguments.test}: {error}")
    print(f"{arguments.test}: passed")


if __name__ == "__main__":
    main()
