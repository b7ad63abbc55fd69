#!/usr/bin/env python3
"""tutorial_test.py - does a page of docs/tutorials as its reader does, and compares what comes out.

  tutorial_test.py PAGE --program TURNPIKE --source ROOT --work FOLDER

An indented line that begins with `$ ` is a command, which bash runs. A backslash continues it, and
`<<END` takes the lines up to END with it. The lines below it are its output, standard output
before standard error; a line `...` stands for any number of lines. Other blocks are not run. The
folder has what a checkout has. The exit status is 1 when an output differs or a command fails.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

COPIED = ("rtl", "sim/hardware/rtl_components")  # a reader copies and changes them
LINKED = ("configs", "docs", "examples", "scripts")
FAILED = 2  # and above: not what was asked for; 1: a check failed, or two files differ


class Command:
    def __init__(self, line, text):
        self.line = line  # of the page
        self.text = text
        self.output = []


def commands_of(page):
    """The commands of a page, each with the lines that it prints."""
    commands, ending = [], None
    in_block = shows_output = continues = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        in_block = line.startswith("    ") or in_block and not line
        if not in_block:
            if ending or continues:
                sys.exit(f"{page}:{number}: the command above has no end")
            shows_output = False
            continue
        line = line[4:].rstrip()
        if ending or continues:
            commands[-1].text += "\n" + line
            continues = line.endswith("\\")
            if line == ending:
                ending = None
        elif line.startswith("$ "):
            commands.append(Command(number, line[2:]))
            shows_output = True
            continues = line.endswith("\\")
            found = re.search(r"<<(\w+)$", line)
            ending = found[1] if found else None
        elif shows_output:
            commands[-1].output.append(line)
    return commands


def matches(expected, printed):
    """None, or the first line that was expected and not printed, or printed and not expected."""
    at, may_skip = 0, False
    for line in expected:
        if line == "...":
            may_skip = True
            continue
        try:
            found = printed.index(line, at)
        except ValueError:
            return f"not printed: {line}"
        if found != at and not may_skip:
            return f"printed, and not on the page: {printed[at]}"
        at, may_skip = found + 1, False
    if at != len(printed) and not may_skip:
        return f"printed, and not on the page: {printed[at]}"
    return None


def checkout(program, source, work):
    """A folder as a reader has it after `make program`."""
    shutil.rmtree(work, ignore_errors=True)
    (work / "build").mkdir(parents=True)
    (work / "build" / "turnpike").symlink_to(program)
    for name in COPIED:
        shutil.copytree(source / name, work / name)
    for name in LINKED:
        (work / name).symlink_to(source / name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    checkout(arguments.program.resolve(), arguments.source.resolve(), arguments.work)
    commands = commands_of(arguments.page)
    if not commands:
        sys.exit(f"{arguments.page}: no commands")
    for command in commands:
        ran = subprocess.run(["bash", "-c", command.text], cwd=arguments.work, text=True,
                             capture_output=True, check=False)
        printed = [line.rstrip() for line in (ran.stdout + ran.stderr).splitlines()]
        while command.output and not command.output[-1]:
            command.output.pop()
        while printed and not printed[-1]:
            printed.pop()
        fault = f"status {ran.returncode}" if ran.returncode >= FAILED else \
            matches(command.output, printed)
        if fault:
            sys.exit(f"{arguments.page}:{command.line}: {command.text}\n{fault}\n"
                     + "\n".join(printed))
    print(f"{arguments.page}: {len(commands)} commands")


if __name__ == "__main__":
    main()
