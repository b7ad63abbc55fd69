#!/usr/bin/env python3
"""constraints.py - the constraints of async_channel name registers that are there, all that cross.

  tests/lint/constraints.py [--self-test]

Yosys lists the registers of the module. Each pattern of async_channel.xdc and async_channel.sdc
must fit some of them, and each register that samples the other clock, and the memory, must be the
end or the begin of a path with a maximum. With --self-test a constraint that is left out, and one
that names nothing, must be noticed.
"""

import fnmatch
import pathlib
import re
import subprocess
import sys

COMMON = pathlib.Path(__file__).resolve().parent.parent.parent / "rtl" / "common"
SCRIPT = """read_verilog -I{0} {0}/async_channel.v {0}/synchroniser.v {0}/gray_counter.v
chparam -set VCS 3 -set DEPTH 5 async_channel
hierarchy -top async_channel; proc; flatten; select -list w:*_q m:*_q"""


def registers():
    """Their names, with a slash between instance and register."""
    done = subprocess.run(["yosys", "-Q", "-T", "-p", SCRIPT.format(COMMON)], check=True,
                          stdout=subprocess.PIPE, text=True)
    found = set(re.findall(r"^async_channel/(\S+_q)$", done.stdout, re.M))
    return {"/".join(name.rsplit(".", 1)) for name in found}


def ends(text, option):
    """Patterns of -from or -to of each set_max_delay, in the names of the Verilog."""
    lists = []
    for line in re.findall(r"^set_max_delay .*$", text.replace("${channel}", ""), re.M):
        found = re.search(option + r" \[get_cells (?:\{|\[list )?([^\]}]*)", line)
        lists += found.group(1).split() if found else []
    return [re.sub(r"_reg\*$", "", pattern) for pattern in lists]


def problems(text, there):
    """What is wrong with the constraints in a file."""
    begins, to = ends(text, "-from"), ends(text, "-to")
    wrong = [f"names nothing: {pattern}" for pattern in begins + to
             if not fnmatch.filter(there, pattern)]
    crossing = [name for name in there if name.endswith("/first_q")]
    wrong += [f"is not the end of a path: {name}" for name in crossing
              if not any(fnmatch.fnmatchcase(name, pattern) for pattern in to)]
    if "memory_q" not in begins:
        wrong.append("is not the begin of a path: memory_q")
    return wrong


def main():
    there = registers()
    texts = {path.name: path.read_text() for path in COMMON.glob("async_channel.?dc")}
    wrong = [f"{name}: {what}" for name, text in texts.items() for what in problems(text, there)]
    if "--self-test" in sys.argv:
        for name, text in texts.items():
            lines = text.splitlines(True)
            for i, line in enumerate(lines):
                if not line.startswith("set_max_delay"):
                    continue
                if not problems("".join(lines[:i] + lines[i + 1:]), there):
                    wrong.append(f"{name}: nobody misses line {i + 1}")
            if not problems(text.replace("gray_q", "grey_q"), there):
                wrong.append(f"{name}: a register that is not there is not noticed")
    print("\n".join(wrong) if wrong else f"constraints.py: clean, {len(there)} registers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
