#!/usr/bin/python3
"""report_picture.py - the page of `turnpike report` as headless Chromium shows it.

  report_picture.py PAGE PNG

The picture of the network with the path of the slowest message, as in docs/report.md.
"""

import pathlib
import sys

from browser import Browser, BrowserMissing

WIDTH, HEIGHT = 1180, 1330


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    page, picture = map(pathlib.Path, sys.argv[1:])
    try:
        with Browser(WIDTH, HEIGHT) as browser:
            browser.open(page)
            browser.run("chooseMessage(0); document.activeElement.blur();"
                        "byId('network').scrollIntoView();")
            browser.run("chooseChannel(channelsByLoad(DATA.networks[0].strokes.length)[0], true);")
            browser.screenshot(picture)
    except BrowserMissing as missing:
        sys.exit(f"report_picture.py: {missing}")


if __name__ == "__main__":
    main()
