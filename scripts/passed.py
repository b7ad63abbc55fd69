"""passed.py - what a check has passed, so that it is not checked again until its sources change.

A check makes a digest of all that its result depends on: sources, tools' versions, itself. The
digests of what has passed are lines of a file in the build folder.
"""

import hashlib
import os
import pathlib
import re
import subprocess
import tempfile


def code_of(path):
    """What a tool for hardware sees of a source: Verilog without comments and blank lines."""
    text = path.read_bytes()
    if path.suffix not in (".v", ".vh"):
        return text
    lines = (re.sub(rb"[ \t]*//.*", b"", line).rstrip() for line in text.splitlines())
    return b"\n".join(line for line in lines if line)


def digest(*parts, read=pathlib.Path.read_bytes):
    """One digest of texts and of files (pathlib.Path), which count with their names."""
    whole = hashlib.sha256()
    for part in parts:
        content = read(part) if isinstance(part, pathlib.Path) else part.encode()
        name = str(part) if isinstance(part, pathlib.Path) else ""
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def version(*command):
    """What a tool says of its version; empty if the tool is not there."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return ""


class Passed:
    """The digests of what has passed. Without a file nothing is known, and nothing is kept."""

    def __init__(self, file=None, again=False):
        self.file = pathlib.Path(file) if file else None
        self.again = again

    def _read(self):
        known = self.file is not None and self.file.exists()
        return set(self.file.read_text().split()) if known else set()

    def known(self):
        """The digests that need no check; none if everything is to be checked again."""
        return set() if self.again else self._read()

    def keep(self, digests):
        """Adds digests. Two processes that add at a time may forget some, which costs time only."""
        if self.file is None or not digests:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=self.file.parent, delete=False) as new:
            new.write("\n".join(sorted(self._read() | set(digests))) + "\n")
        os.replace(new.name, self.file)
