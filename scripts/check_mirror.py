#!/usr/bin/env python3
"""check_mirror.py - the RTL and its model stay twins: same files, parameters and registers.

rtl/<dir>/<x>.v is mirrored by model/<dir>/<x>.h, or by the header there that says so in its first
comment ("Mirror of rtl/router/output_unit.v and credit_counter.v"). Every register x_q of the
module is named in the mirror, as a field x or in a comment as x_q. Parameters of a component's top
stand in its <x>_params.h under their Verilog name.
"""

import re

import checking

FOLDERS = ("common", "router", "packet_router", "interchange", "coprocessor")

# Modules without a mirror of their own, each with its reason.
NO_MIRROR = {
    "rtl/router/crossbar.v": "pure wiring",
    "rtl/common/rr_arbiter.v": "its pointer is the turn of the port that uses it",
}
# Registers without a name in the mirror, each with its reason.
NO_FIELD = {
    "rtl/router/vc_buffer.v:flit_mem_q": "flits lie in the block of the router (router_layout.h)",
    "rtl/router/vc_buffer.v:route_mem_q": "the model routes a head when it comes to the front",
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
    code = COMMENT.sub(" ", text)
    names = set()
    for declared in REGISTER.findall(code):
        names.update(re.findall(r"\b(\w+)_q\b", declared))
    return sorted(names)


def own_parameters(text):
    """Parameters above the derived ones."""
    return PARAMETER.findall(re.split(r"//\s*Derived", text)[0])


def check_registers(place, text, mirror_place, mirror_text, problems):
    words = set(re.findall(r"\w+", mirror_text))
    for name in registers(text):
        if not {name, f"{name}_", f"{name}_q"} & words and f"{place}:{name}_q" not in NO_FIELD:
            problems.append(f"{place}: register {name}_q has no name in {mirror_place}")


def check_parameters(root, folder, problems):
    """Top of a component: both lists of parameters are the same."""
    top = root / "rtl" / folder / f"{folder}.v"
    params = root / "model" / folder / f"{folder}_params.h"
    if not top.is_file() or not params.is_file():
        return
    rtl = set(own_parameters(top.read_text()))
    struct = params.read_text().split("struct", 1)[-1]
    noted = set(re.findall(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b", "\n".join(
        comment for comment in re.findall(r"//([^\n]*)", struct))))
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
        twin = root / "model" / folder / f"{path.stem}.h"
        mirror = mirror_of.get(place, twin if twin.is_file() else None)
        if mirror is None:
            problems.append(f"{place}: no mirror: no {twin.relative_to(root)}, and no header says"
                            f" `Mirror of {place}`")
            continue
        check_registers(place, path.read_text(), mirror.relative_to(root), mirror.read_text(),
                        problems)
    for name in (*NO_MIRROR, *(key.split(":")[0] for key in NO_FIELD)):
        if not (root / name).is_file():
            problems.append(f"scripts/check_mirror.py: the exception {name} is not there any more")
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
     "register late_q has no name in model/router/x.h"),
    ("a parameter the model does not know", add_parameter, "PLANTED is not in"),
    ("a parameter the RTL does not know",
     lambda root: (root / "model/router/router_params.h").write_text(
         (root / "model/router/router_params.h").read_text().replace("// PORTS", "// PLANTED")),
     "PLANTED is no parameter"),
)

if __name__ == "__main__":
    checking.main(__doc__, check, FAULTS)
