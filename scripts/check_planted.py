#!/usr/bin/env python3
"""check_planted.py - lists that name files and text of the RTL: each still fits it.

A planted fault is a sed command that changes a line; the test that must find it runs at night. Here
every command of the lists must still change its file. turnpike.core names the files of the router:
those of its modules and headers, and no others.
"""

import re
import subprocess

import checking

# Rows of two lines: words, of which the last is the file, then the sed command.
LISTS = ("tests/adapters/faults.txt", "tests/formal/faults.txt", "tests/formal/equivalent.txt",
         "tests/lint/faults.txt")
CORE = "turnpike.core"
COMMENT = re.compile(r"//[^\n]*")


def check_faults(root, problems):
    for name in LISTS:
        file = None
        for number, line in enumerate((root / name).read_text().splitlines(), 1):
            place = f"{name}:{number}"
            if re.match(r"\s*s(\W).*\1", line):
                if file is None or not (root / file).is_file():
                    problems.append(f"{place}: there is no file {file} to change")
                    continue
                said = subprocess.run(["sed", line.strip(), str(root / file)], text=True,
                                      capture_output=True, check=False)
                if said.returncode != 0:
                    problems.append(f"{place}: {said.stderr.strip()}")
                elif said.stdout == (root / file).read_text():
                    problems.append(f"{place}: changes nothing in {file}: {line.strip()}")
            elif line.strip() and not line.startswith("#"):
                file = line.split()[-1]


def check_core(root, problems):
    """The file set of turnpike.core: the router, what it instantiates, what these include."""
    modules = {path.stem: path for path in checking.files(root, ".v", under=("rtl",))}
    headers = {path.name: path for path in checking.files(root, ".vh", under=("rtl",))}
    needed, ahead = set(), [modules["router"]]
    while ahead:
        path = ahead.pop()
        if path not in needed:
            needed.add(path)
            text = COMMENT.sub("", path.read_text())
            ahead += [headers[name] for name in re.findall(r'`include "(\w+\.vh)"', text)]
            ahead += [modules[name] for name in re.findall(r"^\s*(\w+)\s*(?:#\s*\(|\w+\s*\()",
                                                           text, re.M) if name in modules]
    wanted = {str(path.relative_to(root)) for path in needed}
    named = set(re.findall(r"^ +- (rtl/[\w/.]+)", (root / CORE).read_text(), re.M))
    problems.extend(f"{CORE}: does not name {file}, which the router needs"
                    for file in sorted(wanted - named))
    problems.extend(f"{CORE}: names {file}, which the router does not need"
                    for file in sorted(named - wanted))


def check(root):
    problems = []
    check_faults(root, problems)
    check_core(root, problems)
    return problems


def replaced(path, old, new):
    def put(root):
        text = (root / path).read_text()
        (root / path).write_text(text.replace(old, new, 1))
    return put


FAULTS = (
    ("a line that a fault changes is written differently",
     replaced("rtl/adapters/axi4_lite_slave.v", "axil_bresp_o   = bresp_q",
              "axil_bresp_o = (bresp_q)"), "changes nothing in rtl/adapters/axi4_lite_slave.v"),
    ("the file of a fault is gone",
     lambda root: (root / "rtl/common/channel.v").rename(root / "rtl/common/x.v"),
     "no file rtl/common/channel.v"),
    ("a module that the core does not name",
     replaced(CORE, "      - rtl/router/pause_counter.v\n", ""),
     "does not name rtl/router/pause_counter.v"),
    ("a file that the router does not need",
     replaced(CORE, "      - rtl/router/router.v\n",
              "      - rtl/router/router.v\n      - rtl/common/channel.v\n"),
     "names rtl/common/channel.v"),
)

if __name__ == "__main__":
    checking.main(__doc__, check, FAULTS)
