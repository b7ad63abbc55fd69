#!/usr/bin/env python3
"""check_layers.py - who may know whom: include and instantiation arrows (docs/architecture.md)."""

import re

import checking

# A folder may use itself and the folders named here.
RTL = {
    "common": (),
    "routing": ("common",),
    "router": ("common", "routing"),
    "packet_router": ("common", "router"),  # its routing unit
    "interchange": ("common", "router", "routing"),
    "coprocessor": ("common", "router", "packet_router"),
    "adapters": ("common", "router", "packet_router", "interchange", "coprocessor"),
    "fpga": ("common", "router", "adapters"),  # traffic at the terminals of a network, boards
}
COMPONENTS = ("router", "packet_router", "interchange", "coprocessor")
MODEL = {
    "common": (),
    "routing": ("common",),
    "router": ("common",),
    "packet_router": ("common", "router"),  # its pins
    "interchange": ("common", "router", "packet_router"),
    "coprocessor": ("common", "router", "packet_router"),
    "adapters": ("common", "coprocessor"),
    "topology": ("common",),  # and the parameters of components: *_params.h
    "traffic": ("common", "topology", "statistics"),
    "statistics": ("common",),
    "transport": ("common", "traffic"),  # whole messages over links, without components
    "analysis": ("common", "topology"),
    "network": ("common", *COMPONENTS, "topology", "traffic", "statistics"),
    # Many runs in the bits of words.
    "batch": ("common", "router", "topology", "traffic", "statistics", "network"),
    "machine": ("common", *COMPONENTS, "topology", "statistics", "network"),
    "axi": ("common", "adapters", "topology", "analysis", "network", "traffic"),
}
# From below; a room of sim/ knows the model besides. `hardware` and `experiment` are its halves,
# `studies` what is made of experiments, `machine` nodes with memory around a network.
SIM = {
    "base": (),  # processes, files, standard streams, errors of input
    "hardware/shapes": ("base",),  # which hardware a network is made of
    "hardware/emit": ("base", "hardware/shapes"),
    "hardware/rtl_components": ("base", "hardware/shapes"),
    "hardware/systemc": ("base", "hardware/shapes", "hardware/rtl_components"),
    "hardware/trace": ("base", "hardware/shapes", "hardware/rtl_components", "hardware/systemc"),
    "hardware/engines": ("base", "hardware"),
    "experiment/config": ("base",),
    "experiment/results": ("base", "experiment/config"),
    "experiment/run": ("base", "experiment", "hardware/engines"),
    "studies/analyze": ("base", "experiment/config", "experiment/results"),
    "studies/page": ("base", "experiment"),
    "studies/synthesis": ("base", "experiment/config", "experiment/results", "hardware/shapes"),
    "studies/regress": ("base", "experiment", "studies/page", "machine"),  # suites of runs
    "studies/bisect": ("base", "experiment", "studies/regress"),  # what a failure needs
    "axi": ("base", "hardware/shapes", "hardware/emit", "hardware/rtl_components"),
    "machine/messages": ("base",),
    "machine/fabric": ("base", "hardware", "machine/messages"),
    "machine/check": ("base", "machine/fabric", "machine/messages"),
    "machine/programs": ("machine/messages",),
}
TOP = {
    "model": ("model",),
    "api": ("api", "sim", "model"),  # the library, and what stands behind it
    "sim": ("sim", "model"),
    "commands": ("commands", "sim", "model"),
    "papers": ("papers", "commands", "sim", "model"),  # a program too
    "web": ("web", "sim", "model"),  # the model in a page
    "tests": ("tests", "papers", "commands", "api", "sim", "model"),
}
# What a folder of api/ may use: by path; each is a library or a header of its own.
API = {
    "dpi": ("api/dpi/", "model/common/", "model/router/", "model/interchange/",
            "model/packet_router/"),
    "systemc": ("api/systemc/",),  # and <turnpike.hpp>
}
# Only the harness knows SystemC; only the adapters know Verilated classes.
SYSTEMC = re.compile(r"^(systemc|sysc/|tlm)")
VERILATED = re.compile(r"^(verilated|V[a-z_0-9]+\.h$)")

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", re.S)


def room_of(parts):
    """"base", or "hardware/emit": of the parts of a path that begins with sim."""
    return "/".join(parts[1:3] if len(parts) > 3 else parts[1:2])


def check_includes(root, path, problems):
    place = path.relative_to(root)
    where = place.parts[0]
    for quote, target in INCLUDE.findall(path.read_text()):
        if VERILATED.match(target) and "adapter" not in str(place) and where != "tests":
            problems.append(f"{place}: {target} is for the adapters in "
                            "sim/hardware/rtl_components alone")
        if SYSTEMC.match(target) and where == "model":
            problems.append(f"{place}: {target}: the model knows no SystemC")
        if quote != '"' or VERILATED.match(target):
            continue
        parts = target.split("/")
        if parts[0] not in TOP or not (root / target).is_file():
            problems.append(f"{place}: \"{target}\" is no file seen from the project's root")
        elif parts[0] not in TOP[where]:
            problems.append(f"{place}: {where}/ must not know {target}")
        elif place.parts[1] in API and where == "api":
            if not target.startswith(API[place.parts[1]]):
                problems.append(f"{place}: api/{place.parts[1]} must not know {target}")
        elif where == "model" and parts[0] == "model":
            mine, other = place.parts[1], parts[1]
            is_params = mine in ("topology", "analysis") and target.endswith("_params.h")
            if other != mine and other not in MODEL.get(mine, ()) and not is_params:
                problems.append(f"{place}: model/{mine} must not know {target}")
        elif where == "sim" and parts[0] == "sim":
            mine, other = room_of(place.parts), room_of(parts)
            known = SIM.get(mine, ())
            if other != mine and other not in known and other.split("/")[0] not in known:
                problems.append(f"{place}: sim/{mine} must not know {target}")


def check_instances(root, path, folder_of, problems):
    place = path.relative_to(root)
    mine = place.parts[1]
    text = COMMENT.sub(" ", path.read_text())
    for name, folder in folder_of.items():
        if name == path.stem or folder == mine or folder in RTL.get(mine, ()):
            continue
        if re.search(rf"\b{name}\s*(#\s*\(|\w+\s*\()", text):
            problems.append(f"{place}: rtl/{mine} must not instantiate {name} of rtl/{folder}")


def check_arrows(problems):
    """The tables above have no circle: below a folder it does not come again."""
    for top, arrows in (("rtl", RTL), ("model", MODEL), ("sim", SIM)):
        def known(folder):
            for other in arrows[folder]:  # a name alone stands for all rooms in it
                yield from ([other] if other in arrows else
                            [room for room in arrows
                             if room.startswith(other + "/") and room != folder])
        for start in arrows:
            below, waiting = set(), list(known(start))
            while waiting:
                folder = waiting.pop()
                if folder not in below:
                    below.add(folder)
                    waiting.extend(known(folder))
            if start in below:
                problems.append(f"{top}/{start} knows itself in a circle of folders")


def check(root):
    problems = []
    check_arrows(problems)
    for path in checking.files(root, ".h", ".hpp", ".c", ".cpp", under=tuple(TOP)):
        check_includes(root, path, problems)
    modules = checking.files(root, ".v", under=("rtl",))
    folder_of = {path.stem: path.relative_to(root).parts[1] for path in modules}
    for path in modules:
        if path.relative_to(root).parts[1] not in RTL:
            problems.append(f"{path.relative_to(root)}: no such folder in scripts/check_layers.py")
        check_instances(root, path, folder_of, problems)
    for top, arrows in (("model", MODEL), ("sim", SIM)):
        for path in checking.files(root, ".h", ".cpp", under=(top,)):
            parts = path.relative_to(root).parts
            folder = room_of(parts) if top == "sim" else parts[1]
            if folder not in arrows:
                problems.append(f"{top}/{folder}: no such folder in scripts/check_layers.py")
    return problems


FAULTS = (
    ("model includes sim",
     lambda root: checking.plant(root, "model/router/x.h", '#include "sim/x.h"\n'),
     "is no file seen"),
    ("model includes a file of sim",
     lambda root: (checking.plant(root, "sim/x.h", "\n"),
                   checking.plant(root, "model/router/x.h", '#include "sim/x.h"\n')),
     "model/ must not know sim/x.h"),
    ("sim includes papers",
     lambda root: (checking.plant(root, "papers/x.h", "\n"),
                   checking.plant(root, "sim/experiment/config/x.h", '#include "papers/x.h"\n')),
     "sim/ must not know papers/x.h"),
    ("the reference model for testbenches includes a network",
     lambda root: (checking.plant(root, "model/network/y.h", "\n"),
                   checking.plant(root, "api/dpi/x.h", '#include "model/network/y.h"\n')),
     "api/dpi must not know model/network/y.h"),
    ("sim includes the library",
     lambda root: (checking.plant(root, "api/turnpike.h", "\n"),
                   checking.plant(root, "sim/experiment/run/x.h", '#include "api/turnpike.h"\n')),
     "sim/ must not know api/turnpike.h"),
    ("a command includes what stands behind the library",
     lambda root: (checking.plant(root, "api/x.h", "\n"),
                   checking.plant(root, "commands/x.h", '#include "api/x.h"\n')),
     "commands/ must not know api/x.h"),
    ("model includes papers",
     lambda root: (checking.plant(root, "papers/x.h", "\n"),
                   checking.plant(root, "model/network/x.h", '#include "papers/x.h"\n')),
     "model/ must not know papers/x.h"),
    ("sim includes tests",
     lambda root: (checking.plant(root, "tests/x.h", "\n"),
                   checking.plant(root, "sim/x.h", '#include "tests/x.h"\n')),
     "sim/ must not know tests/x.h"),
    ("a component knows the network",
     lambda root: checking.plant(root, "model/router/x.h", '#include "model/network/engine.h"\n'),
     "model/router must not know"),
    ("common knows a component",
     lambda root: checking.plant(root, "model/common/x.h",
                                 '#include "model/router/router_params.h"\n'),
     "model/common must not know"),
    ("topology knows more of a component than its parameters",
     lambda root: (checking.plant(root, "model/router/x.h", "\n"),
                   checking.plant(root, "model/topology/x.h", '#include "model/router/x.h"\n')),
     "model/topology must not know"),
    ("the base knows a command",
     lambda root: (checking.plant(root, "commands/x.h", "\n"),
                   checking.plant(root, "sim/base/x.h", '#include "commands/x.h"\n')),
     "sim/ must not know commands/x.h"),
    ("a folder of sim without an arrow",
     lambda root: checking.plant(root, "sim/misc/x.h", "\n"),
     "sim/misc: no such folder"),
    ("the model knows SystemC",
     lambda root: checking.plant(root, "model/network/x.h", "#include <systemc>\n"),
     "knows no SystemC"),
    ("a Verilated header outside the adapters",
     lambda root: checking.plant(root, "sim/hardware/systemc/x.h", '#include "Vrouter.h"\n'),
     "is for the adapters"),
    ("an include relative to its own folder",
     lambda root: checking.plant(root, "model/router/x.h", '#include "router_params.h"\n'),
     "is no file seen"),
    ("common instantiates a router part",
     lambda root: (checking.plant(root, "rtl/router/y.v", "module y; endmodule\n"),
                   checking.plant(root, "rtl/common/x.v", "module x;\n y #(.W(1)) u_y ();\n")),
     "rtl/common must not instantiate y"),
    ("a folder nobody knows",
     lambda root: checking.plant(root, "rtl/misc/x.v", "module x; endmodule\n"),
     "no such folder"),
)

if __name__ == "__main__":
    checking.main(__doc__, check, FAULTS)
