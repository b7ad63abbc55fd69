#!/usr/bin/env python3
"""check_abi.py - turnpike.h keeps what it promised at the last tag: api/turnpike.abi, by abidiff.

    scripts/check_abi.py             functions may be added and structs may grow at their end;
                                     nothing else may change
    scripts/check_abi.py --self-test plants changes that programs would notice; each must be found
    scripts/check_abi.py --update    writes api/turnpike.abi anew, at a tag

A library is made of the headers alone: their functions without their bodies, with debugging
information, and one function for each constant and its value. That libturnpike.so exports the same
functions is a test (tests/api/outside.sh). That the library still serves the older sizes of structs
is a test, too (StructSizeTest).
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = [ROOT / "api" / name for name in ("turnpike.h", "turnpike_graph.h",
                                            "turnpike_messages.h", "turnpike_results.h")]
STORED = ROOT / "api" / "turnpike.abi"

FUNCTION = re.compile(r"^TURNPIKE_API\s+([^;(]*?)\b(turnpike_\w+)\(([^;]*)\);", re.M)
CONSTANT = re.compile(r"^\s*(?:#define\s+)?(TURNPIKE_\w+)(?:\s*=\s*|\s+)(-?\d+)", re.M)
PART = re.compile(r'^#include <turnpike[^>]*>$', re.M)
# Lines of a report about a struct that grew at its end. Fields that come in between move others,
# which the report then says, too.
GROWTH = re.compile(r"""^(?:(?:Functions|Variables)\ changes\ summary:.*
    |\d+\ functions?\ with\ some\ indirect\ sub-type\ changes?:
    |\s+\[C\].*has\ some\ indirect\ sub-type\ changes:
    |\s+parameter\ \d+\ of\ type\ .*\ has\ sub-type\ changes:
    |\s+in\ (?:pointed\ to|unqualified\ underlying)\ type\ .*:
    |\s+underlying\ type\ '.*'\ changed:
    |\s+type\ size\ changed\ from\ \d+\ to\ \d+\ \(in\ bits\)
    |\s+\d+\ data\ member\ insertions?:
    |\s+'[^']*',\ at\ offset\ \d+\ \(in\ bits\)
    |\s*)$""", re.X)
ABIDIFF_FAILED = 3  # bits of its status: it could not do its work, or was used wrongly
CONSTANT_IN_LINE = re.compile(r"\b(TURNPIKE_\w+) = (-?\d+)")


def whole_header():
    """turnpike.h and its parts as one."""
    return "".join(PART.sub("", path.read_text()) for path in HEADERS)


def library_of(header):
    """C whose functions and constants are those of the header."""
    code = re.sub(r"//[^\n]*", "", header)
    text = '#include "turnpike.h"\n'
    for result, name, arguments in FUNCTION.findall(code):
        body = "{ }" if result.strip() == "void" else "{ return 0; }"
        text += f"{result}{name}({arguments}) {body}\n"
    constants = set(CONSTANT.findall(code)) | set(CONSTANT_IN_LINE.findall(code))
    for name, value in sorted(constants):
        if name == "TURNPIKE_API_MINOR":
            continue  # rises with what is added
        text += f"void value_{name}_{value.replace('-', 'minus_')}(void) {{ }}\n"
    return text


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)


def describe(header):
    """The ABI of the header, as abidw writes it; exits where it cannot."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "turnpike.h").write_text(header)
        (folder / "turnpike.c").write_text(library_of(header))
        for command in (
                ["cc", "-std=c99", "-g", "-fPIC", "-shared", "-o", "libturnpike.so", "turnpike.c"],
                ["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--out-file",
                 "turnpike.abi", "libturnpike.so"]):
            result = run(command, cwd=folder)
            if result.returncode != 0:
                sys.exit(f"check_abi.py: {' '.join(command)}: {result.stdout}")
        return (folder / "turnpike.abi").read_text()


def difference(header):
    """What a program compiled with the stored header would notice; empty: nothing."""
    with tempfile.TemporaryDirectory() as scratch:
        new = pathlib.Path(scratch) / "turnpike.abi"
        new.write_text(describe(header))
        result = run(["abidiff", "--no-added-syms", str(STORED), str(new)])
    if result.returncode == 0:
        return ""
    is_growth = all(GROWTH.match(line) for line in result.stdout.splitlines())
    if is_growth and not result.returncode & ABIDIFF_FAILED:
        return ""
    return result.stdout or f"abidiff: status {result.returncode}"


# What is written in place of what, and a word of the report.
FAULTS = (
    ("a function goes", "TURNPIKE_API turnpike_status turnpike_reset(turnpike_network* network);",
     "", "turnpike_reset"),
    ("a parameter becomes wider", "turnpike_set_queue_limit(turnpike_network* network, uint32_t",
     "turnpike_set_queue_limit(turnpike_network* network, uint64_t", "turnpike_set_queue_limit"),
    ("a field comes in between", "  uint32_t hops;", "  uint32_t turns;\n  uint32_t hops;",
     "turnpike_delivery"),
    ("fields change places", "  double generated;\n  double accepted;",
     "  double accepted;\n  double generated;", "turnpike_summary"),
    ("a status gets another number", "TURNPIKE_IDLE = 3", "TURNPIKE_IDLE = 30",
     "value_TURNPIKE_IDLE_3"),
)


def self_test():
    header = whole_header()
    problems = []
    for name, before, after, word in FAULTS:
        if before not in header:
            problems.append(f"{name}: the header has no `{before}`")
        elif word not in difference(header.replace(before, after)):
            problems.append(f"not found: {name}")
    end = "#ifdef __cplusplus\n}"
    more = header.replace(end, "TURNPIKE_API turnpike_status turnpike_more(void);\n" + end, 1)
    if more == header or difference(more):
        problems.append("a function more is blamed")
    for name in ("turnpike_summary", "turnpike_event", "turnpike_options"):
        end = f"}} {name};"
        grown = header.replace(end, "  uint64_t one_more;\n" + end)
        if grown == header or difference(grown):
            problems.append(f"a field more at the end of {name} is blamed")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    if arguments.update:
        STORED.write_text(describe(whole_header()))
        return
    if arguments.self_test:
        problems = self_test()
    else:
        found = difference(whole_header())
        problems = [found] if found else []
    for problem in problems:
        print(f"check_abi.py: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
