#!/usr/bin/env python3
"""lint.py - every Verilog module alone, at the parameter corners of tests/lint/corners.txt.

  scripts/lint.py [MODULE ...]      all modules, or some
  scripts/lint.py --faults          plants the faults of tests/lint/faults.txt in a copy of the
                                    sources; the tool that a fault is for must find it

Verilator, Yosys, Icarus and slang look at each row of the corners and may not warn once. A row of
bad parameters must be refused with its message; elaboration refuses it, which is alike in all
tools, so one of them looks (REFUSES). Verible and, as SystemVerilog, Yosys read all sources once.

A tool does not look again at what it has passed: build/lint/passed keeps a digest of the sources
that a row's module contains, the row, the tool's version and this script. --again forgets it.
--tool NAME runs this tool alone; it can be given several times.

slang and Verible live in a folder of the build (BUILD, LINT_PACKAGES); scripts/python.sh makes it.
Prints each failure with what the tool said, then `N passed, 0 failed`; exit 1 if any failed, 2 if
a tool cannot be had.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import corners
import passed

ROOT = pathlib.Path(__file__).resolve().parent.parent
REFUSES = "slang"  # It has read the sources already, and starts no process for a row.
LATCHES = "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr"
VERSIONS = {
    "verilator": ["verilator", "--version"],
    "yosys": ["yosys", "-V"],
    "iverilog": ["iverilog", "-V"],
    "slang": ["true"],  # pinned by scripts/lint-packages.txt, which is part of the digest
    "verible": ["true"],
    "yosys-sv": ["yosys", "-V"],
}


def run(command, **options):
    """(exit status, all that a command says)"""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, **options)
    return done.returncode, done.stdout


class Sources:
    """The Verilog below rtl/, and which files a module consists of."""

    def __init__(self):
        self.files = {path.stem: path for path in sorted(pathlib.Path("rtl").glob("*/*.v"))}
        self.headers = sorted(pathlib.Path("rtl").glob("*/*.vh"))
        self.folders = [f"-I{path}/" for path in sorted(pathlib.Path("rtl").glob("*/"))]
        words = {name: set(re.findall(r"\w+", path.read_text())) - {name}
                 for name, path in self.files.items()}
        self.parts = {name: words[name] & self.files.keys() for name in self.files}

    def of(self, module):
        """The files of a module and of all modules within it, by their names."""
        found, ahead = set(), [module]
        while ahead:
            name = ahead.pop()
            if name not in found:
                found.add(name)
                ahead += self.parts.get(name, ())
        return [str(self.files[name]) for name in sorted(found) if name in self.files]


class Digests:
    """Of each tool and row: a digest of all that the result depends on."""

    def __init__(self, sources, tools):
        own = ["lint.py", "lint_slang.py", "corners.py", "lint-packages.txt"]
        self.common = passed.digest(*(ROOT / "scripts" / name for name in own), *sources.headers)
        self.versions = {tool: passed.version(*VERSIONS[tool]) for tool in tools}
        self.sources = sources

    def of(self, tool, row):
        files = [pathlib.Path(file) for file in self.sources.of(row.module)]
        return passed.digest(tool, self.versions[tool], row.text, row.message, self.common, *files)


def verilator(rows, sources):
    """{row: what Verilator says}"""
    def look(row):
        status, said = run(["verilator", "--lint-only", "-Wall", "--language", "1364-2005",
                            *sources.folders, *(f"-G{pair}" for pair in row.parameters),
                            "--top-module", row.module, str(sources.files[row.module])])
        return row, said or (f"status {status}" if status else "")
    return dict(in_parallel(look, rows))


def iverilog(rows, sources):
    """{row: what Icarus says}"""
    def look(row):
        status, said = run(["iverilog", "-g2005", "-Wall", *sources.folders,
                            *(f"-P{row.module}.{pair}" for pair in row.parameters),
                            "-s", row.module, "-o", "/dev/null", *sources.of(row.module)])
        return row, said or (f"status {status}" if status else "")
    return dict(in_parallel(look, rows))


def yosys(rows, sources):
    """{row: what Yosys says}. One process reads the sources and looks at one row after the other;
    it ends at an error, and another one goes on behind that row."""
    mark = "lint.py row "
    said = {}
    ahead = list(rows)
    while ahead:
        script = [f"read_verilog {' '.join([*sources.folders, *map(str, sources.files.values())])}",
                  "design -save read"]
        for number, row in enumerate(ahead):
            values = " ".join("-chparam " + pair.replace("=", " ", 1) for pair in row.parameters)
            script += [f"log -stderr {mark}{number}", "design -load read",
                       f"hierarchy -check -top {row.module} {values}", "proc", "check -assert",
                       LATCHES]
        with tempfile.NamedTemporaryFile("w", suffix=".ys") as file:
            file.write("\n".join(script) + "\n")
            file.flush()
            status, log = run(["yosys", "-q", "-s", file.name])
        parts = re.split(f"^{mark}(\\d+)$", log, flags=re.MULTILINE)
        texts = {int(number): text.strip() for number, text in zip(parts[1::2], parts[2::2])}
        last = max(texts, default=0)
        if status != 0:
            texts[last] = texts.get(last) or parts[0].strip() or f"status {status}"
        for number in range(last + 1):
            said[ahead[number]] = (parts[0].strip() + texts.get(number, "")).strip()
        ahead = ahead[last + 1:]
    return said


def slang(rows, packages):
    """{row: what slang says}"""
    asked = json.dumps([[row.module, row.parameters] for row in rows])
    done = subprocess.run([packages / "bin/python", "scripts/lint_slang.py"], input=asked,
                          text=True, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(2)
    return dict(zip(rows, json.loads(done.stdout)))


def in_parallel(function, rows):
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(function, rows))


def look_at_rows(tool, rows, sources, packages):
    """{row: what is wrong} of rows that a tool has not passed before."""
    if tool == "slang":
        said = slang(rows, packages)
    else:
        said = {"verilator": verilator, "yosys": yosys, "iverilog": iverilog}[tool](rows, sources)
    for row in rows:
        if row.message:
            is_refused = row.message in said[row]
            said[row] = "" if is_refused else f"the row is not refused with {row.message}"
    return said


def look_at_all(tool, sources, packages):
    """What a tool says that reads all sources at once."""
    files = [str(path) for path in sources.files.values()]
    if tool == "verible":
        status, said = run([packages / "bin/verible-verilog-lint", "--rules_config",
                            "tests/lint/verible.rules", *files, *map(str, sources.headers)])
    else:
        status, said = run(["yosys", "-q", "-p", f"read_verilog -sv {' '.join(sources.folders)} "
                            f"{' '.join(files)}; hierarchy -check"])
    return said or (f"status {status}" if status else "")


def lint(tools, modules, packages, known=passed.Passed()):
    """(number passed, [(tool, row, what it says)]) of the sources in this folder."""
    sources = Sources()
    digests = Digests(sources, tools)
    rows = [row for row in corners.rows() if not modules or row.module in modules]
    named = {row.module for row in rows}
    failures = [("lint.py", name, f"the module has no row in {corners.CORNERS}")
                for name in modules or sources.files if name not in named]
    count = 0
    for tool in tools:
        if tool in ("verible", "yosys-sv"):
            said = look_at_all(tool, sources, packages)
            count += not said
            failures += [(tool, "all sources", said)] if said else []
            continue
        mine = {digests.of(tool, row): row for row in rows if not row.message or tool == REFUSES}
        ahead = {key: row for key, row in mine.items() if key not in known.known()}
        said = look_at_rows(tool, list(ahead.values()), sources, packages) if ahead else {}
        failures += [(tool, row.text, said[row]) for row in ahead.values() if said[row]]
        known.keep([key for key, row in ahead.items() if not said[row]])
        count += len(mine) - sum(1 for text in said.values() if text)
    return count, failures


def finds_faults(packages):
    """(passed, failures) of tests/lint/faults.txt: a fault is found when its tool complains."""
    lines = [line for line in (ROOT / "tests/lint/faults.txt").read_text().splitlines()
             if line and not line.startswith("#")]
    failures = []
    for head, change in zip(lines[::2], lines[1::2]):
        tool, module, file = head.split()
        with tempfile.TemporaryDirectory() as name:
            copy = pathlib.Path(name)
            for folder in ("rtl", "tests/lint", "scripts"):
                shutil.copytree(ROOT / folder, copy / folder)
            run(["sed", "-i", change, file], cwd=copy)
            if (copy / file).read_bytes() == (ROOT / file).read_bytes():
                failures.append((tool, file, f"the change does not apply: {change}"))
                continue
            os.chdir(copy)
            found = lint([tool], [module], packages)[1]
            os.chdir(ROOT)
            if not any(finder == tool for finder, _, _ in found):
                failures.append((tool, file, f"does not find: {change}"))
    return len(lines) // 2 - len(failures), failures


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", action="store_true", help="each tool must find its faults")
    parser.add_argument("--again", action="store_true", help="look at what has passed, too")
    parser.add_argument("--tool", action="append", choices=list(VERSIONS), help="only this tool")
    parser.add_argument("module", nargs="*", help="without: all")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    known = Sources().files
    for module in arguments.module:
        if module not in known:
            parser.error(f"there is no module {module} in rtl/")

    build = pathlib.Path(os.environ.get("BUILD", "build"))
    packages = pathlib.Path(os.environ.get("LINT_PACKAGES", build / "lint")).absolute()
    if subprocess.call(["scripts/python.sh", str(packages), "lint-packages.txt"]) != 0:
        return 2
    if arguments.faults:
        count, failures = finds_faults(packages)
    else:
        known = passed.Passed(packages / "passed", arguments.again)
        count, failures = lint(arguments.tool or list(VERSIONS), arguments.module, packages, known)
    for tool, subject, said in failures:
        print(f"{tool}: {subject}")
        print("\n".join(f"    {line}" for line in said.splitlines()[:12]))
    print(f"{count} passed, {len(failures)} failed")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
