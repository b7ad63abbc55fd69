"""cpp_lines.py - how often gcov has seen each line of the C++, all objects together."""

import collections
import json
import pathlib
import subprocess

AT_ONCE = 20  # objects for one call of gcov


def counts(root, build, folders):
    """{file: {line: how often}} of our sources; an object that was never run has its lines too."""
    notes = sorted(str(path) for path in build.rglob("*.gcno")
                   if path.with_suffix(".o").is_file())  # not of a compiler that was interrupted
    found = collections.defaultdict(collections.Counter)
    for first in range(0, len(notes), AT_ONCE):
        said = subprocess.run(["gcov", "--json-format", "--stdout", *notes[first:first + AT_ONCE]],
                              cwd=build, check=True, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout
        for unit in said.splitlines():
            for file in json.loads(unit)["files"] if unit.startswith("{") else []:
                path = pathlib.Path(build, file["file"]).resolve()
                if not path.is_relative_to(root):
                    continue
                name = str(path.relative_to(root))
                if name.split("/")[0] in folders:
                    for line in file["lines"]:
                        found[name][line["line_number"]] += line["count"]
    return found
