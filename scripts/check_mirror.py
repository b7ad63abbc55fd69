#!/usr/bin/env python3
"""check_mirror.py - what model and RTL share: pins, parameters, and who answers for what.

Each component (router, packet_router, interchange, coprocessor) has a class in the model with the
pins of the hardware. Its inputs and outputs are the ports of the Verilog top under their names, and
no others; its <component>_params.h has every parameter. Inside, the model is laid out for speed:
registers and structure are not compared here, and that both do the same in every cycle is what
lockstep tests.

Every module says in its first comment where the model does the same ("Mirrored by ..."), or that
it does not ("No mirror: ...", "Wiring of ..."); so does its row in the table of rtl/README.md. A
header of the model that is a "Mirror of rtl/..." names files that are there.
"""

import re

import checking

# The structs that hold a component's inputs, and those that hold its outputs.
CORE_IN = ("model/router/core_pins.h", "CoreIn")
CORE_OUT = ("model/router/core_pins.h", "CoreOut")
ROUTED_OUT = ("model/router/core_pins.h", "RoutedOut")
PINS = {
    "router": ((CORE_IN, ("model/router/router.h", "In")),
               (CORE_OUT, ROUTED_OUT)),
    "packet_router": ((CORE_IN, ("model/packet_router/packet_router.h", "In")),
                      (CORE_OUT, ("model/packet_router/packet_router.h", "Out"))),
    "interchange": ((CORE_IN, ("model/common/interchange_routing.h", "InterchangePlace")),
                    (CORE_OUT, ROUTED_OUT)),
    "coprocessor": ((("model/coprocessor/coprocessor_pins.h", "CoprocessorIn"),),
                    (("model/coprocessor/coprocessor_pins.h", "CoprocessorOut"),)),
}
CLOCKING = {"clk", "rst"}  # to the model tick() and reset()

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", re.S)
PARAMETER = re.compile(r"^\s*parameter\s+(?:\[[^\]]*\]\s*)?(\w+)", re.M)
PORT = re.compile(r"^\s*(input|output)\s+wire\s*(?:\[[^\]]*\]\s*)?(\w+)_[io]\b", re.M)
# A field of a struct, and the pin that its comment names.
FIELD = re.compile(r"^ +(?!static\b| )[\w:<>, ]+?\s(\w+)\s*(?:=\s*[^;]+|\{\})?;"
                   r"(?: *// *(\w+)_[io]\b)?", re.M)
ROW = re.compile(r"^\| `(\w+/\w+(?:\.vh)?)` \|([^|]*)\|([^|]*)\|([^|]*)\|", re.M)


def header_comment(text):
    """The leading // lines, as one string."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    return " ".join(lines)


def check_headers(root, problems):
    """`Mirror of rtl/a/b.v, c.v and d.v` in the model."""
    for header in checking.files(root, ".h", under=("model",)):
        found = re.search(r"Mirrors? of (rtl/[\w/]+\.v(?:(?:,| and|, and) [\w/]+\.v)*)",
                          header_comment(header.read_text()))
        names = re.findall(r"[\w/]+\.v", found.group(1)) if found else []
        for name in names:
            path = name if "/" in name else f"{names[0].rsplit('/', 1)[0]}/{name}"
            if not (root / path).is_file():
                problems.append(f"{header.relative_to(root)}: mirrors {path}, which is not there")


def check_modules(root, problems):
    """Each module's own words, and its row in rtl/README.md."""
    rows = {name: mirror for name, _, _, mirror in ROW.findall(
        (root / "rtl" / "README.md").read_text())}
    for path in checking.files(root, ".v", under=("rtl",)):
        place = path.relative_to(root)
        comment = header_comment(path.read_text())
        named = re.search(r"(?:Mirrored by|mirror is)[^.]*?(model/[\w/.]*\w)", comment)
        if named is None and not re.search("No mirror|Wiring of", comment):
            problems.append(f"{place}: does not say what it is mirrored by, nor `No mirror`")
        if named is not None and not (root / named.group(1)).exists():
            problems.append(f"{place}: is mirrored by {named.group(1)}, which is not there")
        mirror = rows.pop(f"{place.parts[1]}/{path.stem}", None)
        if mirror is None:
            problems.append(f"rtl/README.md: has no row for {place}")
            continue
        files = re.findall(r"`([^`]+)`", mirror)
        if not files and "none:" not in mirror:
            problems.append(f"rtl/README.md: {place}: no mirror, and no reason")
        problems.extend(f"rtl/README.md: {place}: {file} is not there"
                        for file in files if not (root / file).is_file())
    for name in rows:
        if not (root / "rtl" / name).is_file():
            problems.append(f"rtl/README.md: rtl/{name} is not there")


def fields(root, place, name):
    """The fields of a struct: their names, and the pins that their comments name instead."""
    body = (root / place).read_text().split(f"struct {name} ", 1)[1].split("\n};", 1)[0]
    body = body.split("\n  };", 1)[0] if name in ("In", "Out") else body
    return FIELD.findall(body)


def check_pins(root, component, problems):
    top = root / "rtl" / component / f"{component}.v"
    ports = PORT.findall(COMMENT.sub(" ", top.read_text()))
    for direction, structs in zip(("input", "output"), PINS[component]):
        pins = {name for way, name in ports if way == direction} - CLOCKING
        for place, struct in structs:
            for field, says in fields(root, place, struct):
                if field == "place":
                    continue  # InterchangePlace
                pin = says if says in pins else field
                if pin not in pins:
                    problems.append(f"{place}: {struct}::{field} is no {direction} of"
                                    f" {top.relative_to(root)}")
        known = {pin for place, struct in structs
                 for names in fields(root, place, struct) for pin in names}
        for name in sorted(pins - known):
            problems.append(f"{top.relative_to(root)}: the model has no pin for the {direction}"
                            f" {name}")


def check_parameters(root, component, problems):
    """The parameters above the derived ones, and the Verilog names in the comments of the model."""
    top = root / "rtl" / component / f"{component}.v"
    params = root / "model" / component / f"{component}_params.h"
    rtl = set(PARAMETER.findall(re.split(r"//\s*Derived", top.read_text())[0]))
    struct = params.read_text().split("struct", 1)[-1]
    noted = set(re.findall(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b", "\n".join(
        comment for comment in re.findall(r"//([^\n]*)", struct)))) - {"VC"}
    for name in sorted(rtl - noted):
        problems.append(f"{top.relative_to(root)}: {name} is not in {params.relative_to(root)}")
    for name in sorted(noted - rtl):
        problems.append(f"{params.relative_to(root)}: {name} is no parameter of"
                        f" {top.relative_to(root)}")


def check(root):
    problems = []
    check_headers(root, problems)
    check_modules(root, problems)
    for component in PINS:
        check_pins(root, component, problems)
        check_parameters(root, component, problems)
    return problems


def replaced(path, old, new):
    """Plants a fault: the first `old` of a file becomes `new`."""
    def put(root):
        text = (root / path).read_text()
        if old not in text:
            raise ValueError(f"{path} has no {old}")
        (root / path).write_text(text.replace(old, new, 1))
    return put


FAULTS = (
    ("a module that names no mirror",
     replaced("rtl/router/starvation_guard.v", "Mirrored by", "See"),
     "rtl/router/starvation_guard.v: does not say"),
    ("a module whose mirror is gone",
     replaced("rtl/routing/route_ahead.v", "model/routing/dimension_order.cpp",
              "model/common/gone.h"),
     "is mirrored by model/common/gone.h, which"),
    ("a module without a row",
     lambda root: checking.plant(root, "rtl/router/x.v", "// x.v - planted. No mirror: a fault.\n"),
     "has no row for rtl/router/x.v"),
    ("a row without a module",
     replaced("rtl/README.md", "`router/switch_mux`", "`router/gone`"),
     "rtl/router/gone is not there"),
    ("a row whose mirror is gone",
     replaced("rtl/README.md", "`model/router/lane_counters.h`", "`model/router/gone.h`"),
     "model/router/gone.h is not there"),
    ("a mirror without RTL",
     lambda root: checking.plant(root, "model/router/x.h",
                                 "// x.h - planted. Mirror of rtl/router/gone.v.\n"),
     "mirrors rtl/router/gone.v, which is not there"),
    ("an input the model does not know",
     replaced("rtl/interchange/interchange.v", "enable_i,", "enable_i,\n    input  wire late_i,"),
     "the model has no pin for the input late"),
    ("an output the RTL does not know",
     replaced("model/router/core_pins.h", "  bool idle", "  bool late = false;\n  bool idle"),
     "CoreOut::late is no output"),
    ("a parameter the model does not know",
     replaced("rtl/router/router.v", "parameter ", "parameter PLANTED = 1,\n    parameter "),
     "PLANTED is not in"),
    ("a parameter the RTL does not know",
     replaced("model/router/router_params.h", "// PORTS", "// PLANTED"),
     "PLANTED is no parameter"),
)

if __name__ == "__main__":
    checking.main(__doc__, check, FAULTS)
