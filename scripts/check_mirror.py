#!/usr/bin/env python3
"""check_mirror.py - the RTL and its model stay twins: same files, parameters and registers.

rtl/<dir>/<x>.v is mirrored by model/<dir>/<x>.h, or by the header that says so in its first comment
("Mirror of rtl/router/output_unit.v and credit_counter.v"). Every register x_q of the module has a
twin x in the mirror or in the layout of the component's state, or the one that TWINS names. The
parameters of a component's top stand in its <component>_params.h under their Verilog names.
The adapters to buses (rtl/adapters) have no mirror: the model has no buses.
"""

import re

import checking

FOLDERS = ("common", "router", "packet_router", "interchange", "coprocessor")

# Modules without a mirror of their own, each with its reason.
NO_MIRROR = {
    "rtl/router/crossbar.v": "wiring and output registers, the pins of the next cycle",
    "rtl/common/narrow_channel.v": "to the model a channel (delay_line.h): phits are wires",
    "rtl/common/rr_arbiter.v": "its pointer is the turn of the port that uses it",
}
# Registers that only the checks of a module read.
CHECK_ONLY = {
    "rtl/router/input_unit.v": ("open",),
    "rtl/interchange/interchange_input.v": ("open",),
    "rtl/packet_router/packet_input.v": ("open", "open_vc", "length"),
}
# Components whose state is laid out by another's model.
LAYOUT = {"interchange": "router"}
# Mirrors under another name.
OTHER_NAME = {"rtl/router/router.v": "model/router/router_core.h"}

# The model keeps a component's state in one block (<component>_layout.h), laid out for speed. By
# folder: what has another name there.
TWINS = {
    "common": {
        "valid": "ring_", "vc": "ring_", "credit": "ring_",  # a pin says whether and which VC
        "flit": "flits",  # stored where it goes when it is sent
    },
    "router": {
        "flit_mem": "flits", "head": "fronts", "tail": "free_slot", "nonempty": "waiting",
        "offer": "routes", "route_mem": "routes",  # a route is computed when it is at the front
        "count": "credits", "available": "with_credit", "room": "room", "roomy": "roomy_lanes",
        "in_credit": "credit_pins",
        "watched": "guard_vc_q",
    },
    "coprocessor": {
        # A module's registers on the pins are what its mirror tells at the clock edge.
        "in_credit": "takes", "out_valid": "sends", "out_flit": "flit", "exception": "touches",
        "error_valid": "error", "error_code": "error",
        "word0": "word", "word1": "word", "word2": "word", "words_mem": "words",
        "queue_mem": "queue", "back": "count", "agents_mem": "agents", "begins": "index",
        "held": "instruction_held", "current_mem": "current",
        "head_mem": "wait", "tail_mem": "wait", "nonempty": "wait", "waits": "wait_count",
    },
    "packet_router": {
        "flit_mem": "flits", "head": "front", "next": "read", "order_mem": "queue",
        "tail": "queue_count", "outputs": "pass", "ivc_slot": "pass_slot", "credit": "credits",
        "busy": "free_slots", "used": "free", "side_open": "available", "stored": "written",
        "whole": "is_whole", "in_credit": "out_",
        "out_valid": "send", "out_vc": "send", "out_flit": "send",  # what leaves is sent to pins
    },
    "interchange": {"route": "routes", "in_credit": "credit_pins", "granted": "holders"},
}

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", re.S)
PARAMETER = re.compile(r"^\s*parameter\s+(?:\[[^\]]*\]\s*)?(\w+)", re.M)
REGISTER = re.compile(r"^\s*reg\b\s*(?:signed\s+)?(?:\[[^\]]*\]\s*)?([^;]*);", re.M)


def header_comment(text):
    """The leading // lines, as one string."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    return " ".join(lines)


def mirrored(root, header):
    """RTL files that a model header says it mirrors: `Mirror of rtl/a/b.v, c.v and d.v`."""
    comment = header_comment(header.read_text())
    found = re.search(r"Mirrors? of (rtl/[\w/]+\.v(?:(?:,| and|, and) [\w/]+\.v)*)", comment)
    if not found:
        return []
    names = re.findall(r"[\w/]+\.v", found.group(1))
    folder = names[0].rsplit("/", 1)[0]
    return [name if "/" in name else f"{folder}/{name}" for name in names]


def registers(text):
    """Names of the registers that the hardware has, without _q."""
    code = COMMENT.sub(" ", re.sub(r"`ifdef FORMAL.*?`endif", " ", text, flags=re.S))
    names = set()
    for declared in REGISTER.findall(code):
        names.update(re.findall(r"\b(\w+)_q\b", declared))
    return names


def own_parameters(text):
    """Parameters above the derived ones."""
    return PARAMETER.findall(re.split(r"//\s*Derived", text)[0])


def check_registers(root, path, mirror, problems):
    place = str(path.relative_to(root))
    folder = place.split("/")[1]
    home = LAYOUT.get(folder, folder)
    layout = root / "model" / home / f"{home}_layout.h"
    text = mirror.read_text() + (layout.read_text() if layout.is_file() else "")
    words = set(re.findall(r"\w+", text))
    own = registers(path.read_text()) - set(CHECK_ONLY.get(place, ()))
    twins = TWINS.get(folder, {})
    for name in sorted(own):
        twin = twins.get(name, name)
        if not {twin, f"{twin}_", f"{twin}_q"} & words:
            problems.append(f"{place}: register {name}_q has no twin {twin} in"
                            f" {mirror.relative_to(root)}")


def check_twins(root, problems):
    """The table of twins holds nothing that is gone."""
    for folder, twins in TWINS.items():
        own = set()
        for path in checking.files(root, ".v", under=(f"rtl/{folder}",)):
            own |= registers(path.read_text())
        for name in sorted(set(twins) - own):
            problems.append(f"scripts/check_mirror.py: rtl/{folder} has no register {name}_q")


def check_parameters(root, folder, problems):
    """Top of a component: both lists of parameters are the same."""
    top = root / "rtl" / folder / f"{folder}.v"
    params = root / "model" / folder / f"{folder}_params.h"
    if not top.is_file() or not params.is_file():
        return
    rtl = set(own_parameters(top.read_text()))
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
    mirror_of = {}
    for header in checking.files(root, ".h", under=("model",)):
        for name in mirrored(root, header):
            if not (root / name).is_file():
                problems.append(f"{header.relative_to(root)}: mirrors {name}, which is not there")
            mirror_of.setdefault(name, header)
    for path in checking.files(root, ".v", under=("rtl",)):
        place = str(path.relative_to(root))
        folder = path.relative_to(root).parts[1]
        if folder not in FOLDERS or place in NO_MIRROR:
            continue
        twin = root / OTHER_NAME.get(place, f"model/{folder}/{path.stem}.h")
        mirror = mirror_of.get(place, twin if twin.is_file() else None)
        if mirror is None:
            problems.append(f"{place}: no mirror: no {twin.relative_to(root)}, and no header says"
                            f" `Mirror of {place}`")
            continue
        check_registers(root, path, mirror, problems)
    for name in (*NO_MIRROR, *OTHER_NAME, *OTHER_NAME.values(), *CHECK_ONLY):
        if not (root / name).is_file():
            problems.append(f"scripts/check_mirror.py: the exception {name} is not there any more")
    check_twins(root, problems)
    for folder in FOLDERS:
        check_parameters(root, folder, problems)
    return problems


MODULE = """// x.v - a planted fault.
module x #(
    parameter PORTS = 5
) (
    input wire clk_i
);
    reg [3:0] turn_q;
endmodule
"""
HEADER = "// x.h - a planted fault.\n//\n// Mirror of rtl/router/x.v.\nstruct X { int turn; };\n"


def add_parameter(root):
    path = root / "rtl/router/router.v"
    text = path.read_text()
    path.write_text(text.replace("parameter ", "parameter PLANTED = 1,\n    parameter ", 1))


FAULTS = (
    ("RTL without a mirror",
     lambda root: checking.plant(root, "rtl/router/x.v", MODULE),
     "rtl/router/x.v: no mirror"),
    ("mirror without RTL",
     lambda root: checking.plant(root, "model/router/x.h", HEADER),
     "mirrors rtl/router/x.v, which is not there"),
    ("a register the mirror does not know",
     lambda root: (checking.plant(root, "rtl/router/x.v", MODULE.replace("turn_q", "late_q")),
                   checking.plant(root, "model/router/x.h", HEADER)),
     "register late_q has no twin late in model/router/x.h"),
    ("a parameter the model does not know", add_parameter, "PLANTED is not in"),
    ("a parameter the RTL does not know",
     lambda root: (root / "model/router/router_params.h").write_text(
         (root / "model/router/router_params.h").read_text().replace("// PORTS", "// PLANTED")),
     "PLANTED is no parameter"),
)

if __name__ == "__main__":
    checking.main(__doc__, check, FAULTS)
