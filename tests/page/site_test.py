#!/usr/bin/env python3
"""site_test.py - the site of `make docs` in headless Chromium, from disk, network off.

  site_test.py TEST --work FOLDER

TEST is a function below. The site is that of scripts/docs_site.py, which has looked for dead links.
"""

import argparse
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from browser import Browser, BrowserMissing  # noqa: E402


class Failure(Exception):
    """What was shown is not what should be."""


def check(is_right, what):
    if not is_right:
        raise Failure(what)


def until(browser, script, what):
    """Waits for a value of a script that is true."""
    for _ in range(600):
        value = browser.run(script)
        if value:
            return value
        time.sleep(0.1)
    raise Failure(what)


def finish(browser):
    complaints = browser.complaints()
    check(not complaints, f"the console says: {complaints}")
    asked = {address for address in browser.requests()
             if not address.startswith(("file:", "data:", "blob:"))}
    check(not asked, f"the site asked for {asked}")


def search(site, work):
    """Words of a page lead to it; files with code are not found."""
    with Browser(1280, 900) as browser:
        browser.open(site / "index.html")
        browser.press("f")  # the key of the theme that opens the search
        browser.run("const field = document.querySelector('[data-md-component=search-query]');"
                    "field.focus(); field.value = 'starvation guard';"
                    "field.dispatchEvent(new Event('input', {bubbles: true}));"
                    "field.dispatchEvent(new Event('keyup', {bubbles: true}));")
        found = until(browser, "return [...document.querySelectorAll('.md-search-result__link')]"
                               ".map((each) => each.getAttribute('href'));", "nothing is found")
        check(any("docs/timing/router.html" in address for address in found), f"found: {found}")
        check(not any(".v.html" in address for address in found), f"code is found: {found}")
        browser.screenshot(work / "search.png")
        finish(browser)


def schemes(site, work):
    """Light, dark and narrow; no page is wider than its window."""
    for width in (1280, 420):
        with Browser(width, 1000) as browser:
            for scheme in ("light", "dark"):
                browser.cdp("Emulation.setEmulatedMedia",
                            features=[{"name": "prefers-color-scheme", "value": scheme}])
                browser.open(site / "docs/start.html")
                colour = browser.run("return getComputedStyle(document.body).backgroundColor;")
                is_light = all(int(part) > 127 for part in colour[4:-1].split(","))
                check(is_light == (scheme == "light"), f"{scheme}: {colour}")
                browser.screenshot(work / f"{scheme}_{width}.png")
            for page in sorted(site.rglob("*.html")) if width == 420 else []:
                browser.open(page)
                until(browser, "const d = document.documentElement;"  # the theme wraps tables late
                               " return d.scrollWidth <= d.clientWidth;",
                      f"{page.relative_to(site)}: is wider than the window")
            finish(browser)


TESTS = (search, schemes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    by_name = {test.__name__: test for test in TESTS}
    parser.add_argument("test", choices=by_name)
    parser.add_argument("--site", type=pathlib.Path, default=ROOT / "build/docs")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/page")
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    try:
        by_name[arguments.test](arguments.site.resolve(), work)
    except (BrowserMissing, Failure) as error:
        sys.exit(f"{arguments.test}: {error}")
    print(f"{arguments.test}: passed")


if __name__ == "__main__":
    main()
