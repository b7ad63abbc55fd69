"""progress.py - what a run or a sweep says of its progress while it goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Union

# True: a line on standard error. A function hears (cycle, phase) of a run, where phase is
# "warm-up", "measurement" or "drain", and (points done, points) of a sweep.
Progress = Union[bool, Callable[[int, str], object]]
SweepProgress = Union[bool, Callable[[int, int], object]]

_BETWEEN_LINES = 0.1  # seconds


class ProgressLine:
    """One line on standard error that is written over, as the program has it on a terminal."""

    def __init__(self, is_wanted: bool) -> None:
        self._is_wanted = is_wanted
        self._last = 0.0
        self._width = 0

    def show(self, text: str) -> None:
        """Ten times a second at most."""
        now = time.monotonic()
        if not self._is_wanted or now - self._last < _BETWEEN_LINES:
            return
        self._last = now
        self._write(text)

    def clear(self) -> None:
        """Nothing is left of it."""
        if self._width:
            self._write("")
            self._write("")  # the cursor is at the beginning

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()
