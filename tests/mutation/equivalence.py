"""equivalence.py - whether two versions of a module can ever be told apart at their outputs.

Yosys proves it, in one of two ways. Register by register: from equal registers and memories, equal
outputs and again equal registers follow. Else by induction over the cycles from a reset on, with
the same power-up: no output differs, whatever becomes of the registers, while the duties that the
module states (rtl/common/check.vh) are kept. What neither proves is taken to differ.

Modules inside may be boxes: what goes into them counts as outputs, and what comes out of them as
inputs. If these never differ, nothing differs, whatever is in the boxes.
"""

import subprocess
import tempfile

LIMIT = 60  # seconds for one shape, for each way
STATE = "async2sync; opt_expr; dffunmap; select -set state t:$dff %x:+[Q] t:$dff %d; "


def design(name, root, module, parts, row, options):
    """Commands that make a design `name` of a module with the parameters of a row. parts: (names of
    all modules in it, itself included, those of them that are boxes)"""
    below, boxes = parts
    box = f"setattr -mod -set box 1 {' '.join(sorted(boxes))}; " if boxes else ""
    folders = " ".join(f"-I{path}" for path in sorted((root / "rtl").glob("*/")))
    sources = " ".join(str(path) for path in sorted((root / "rtl").glob("*/*.v"))
                       if path.stem in below)
    shape = " ".join(f"-chparam {pair.replace('=', ' ')}" for pair in row)
    return (f"read_verilog {options} {folders} {sources}; "
            f"{box}hierarchy -check -top {module} {shape}; "
            f"{'blackbox A:box=1; ' if boxes else ''}proc; flatten; "
            f"{'expose -evert; ' if boxes else ''}memory_collect; memory_map; "
            f"opt_clean; rename -top {name}; ")


def yosys(script):
    """Whether a script ends well within the limit; it may be longer than a command line."""
    with tempfile.NamedTemporaryFile("w", suffix=".ys") as file:
        file.write(script.replace("; ", "\n") + "\n")
        file.flush()
        try:
            return subprocess.run(["yosys", "-q", file.name], check=False, timeout=LIMIT,
                                  stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL).returncode == 0
        except subprocess.TimeoutExpired:
            return False


def register_by_register(roots, module, parts, row):
    script = ""
    for name, root in roots.items():
        # What is no register keeps no name, so that it is not compared.
        script += (design(name, root, module, parts, row, "-DSYNTHESIS")
                   + STATE
                   + "select -set ports i:* o:* %u; "
                     "rename -hide w:* @state %d @ports %d; select -clear; "
                     f"design -stash {name}; design -reset; ")
    return (script + "design -copy-from gold gold; design -copy-from gate gate; "
            "equiv_make gold gate both; hierarchy -top both; opt_clean; equiv_simple; "
            "equiv_induct; equiv_status -assert")


def registers(root, module, parts, row):
    """The names of the registers of a module, memories among them."""
    with tempfile.NamedTemporaryFile("r") as listed:
        yosys(design("gold", root, module, parts, row, "-DSYNTHESIS") + STATE
              + f"tee -q -o {listed.name} select -list @state")
        return [line.split("/", 1)[1] for line in listed.read().split("\n")
                if "/" in line and "$" not in line]


def from_reset(roots, module, parts, row):
    power_up = "".join(f"-set-at 1 gold.{name} gate.{name} "
                       for name in registers(roots["gold"], module, parts, row))
    script = ""
    for name, root in roots.items():
        script += (design(name, root, module, parts, row, "-formal")
                   + "async2sync; chformal -assert -remove; "
                   + ("chformal -early; " if name == "gold" else "chformal -assume -remove; ")
                   + f"opt_clean; design -stash {name}; design -reset; ")
    text = next((roots["gold"] / "rtl").glob(f"*/{module}.v")).read_text()
    return (script + "design -copy-from gold gold; design -copy-from gate gate; "
            "miter -equiv -flatten -make_outputs -ignore_gold_x gold gate miter; "
            "hierarchy -top miter; opt -full; "
            "sat -verify -prove trigger 0 -tempinduct -seq 1 -set-def-inputs -set-assumes "
            + ("-set-at 1 in_rst_i 1 " if " rst_i," in text else "") + power_up
            + "-maxsteps 12 miter")


def same(gold, gate, module, parts, row):
    """gold, gate: folders with rtl/. parts: as of design(). row: its parameters, NAME=VALUE."""
    roots = {"gold": gold, "gate": gate}
    return any(yosys(way(roots, module, parts, row)) for way in (register_by_register, from_reset))
