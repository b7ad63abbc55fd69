#!/usr/bin/python3
"""report_picture.py - the page of `turnpike report` as headless Chromium shows it.

  report_picture.py PAGE PNG [play]

The picture of the network with the path of the slowest message, or the last cycle that the page
plays, as in docs/report.md.
"""

import pathlib
import sys

from browser import Browser, BrowserMissing

WIDTH, HEIGHT = 1180, 1330
PLAY_HEIGHT = 1080
SLOWEST = """
chooseMessage(0);
document.activeElement.blur();
byId('network').scrollIntoView();
chooseChannel(channelsByLoad(DATA.networks[0].strokes.length)[0], true);"""
PLAY = """
goTo(player.play.end);
byId('play-section').scrollIntoView();"""


def main():
    shows_play = sys.argv[3:] == ["play"]
    if len(sys.argv) != 3 and not shows_play:
        sys.exit(__doc__)
    page, picture = map(pathlib.Path, sys.argv[1:3])
    try:
        with Browser(WIDTH, PLAY_HEIGHT if shows_play else HEIGHT) as browser:
            browser.open(page)
            browser.run(PLAY if shows_play else SLOWEST)
            browser.screenshot(picture)
    except BrowserMissing as missing:
        sys.exit(f"report_picture.py: {missing}")


if __name__ == "__main__":
    main()
