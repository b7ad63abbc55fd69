"""killers.py - what may find a mutant, in the order of what it costs.

Each killer is asked with a mutant and answers with what found it, or an empty string.
"""

import os
import re
import shutil
import subprocess

import mutants

LIMIT = 300  # seconds: what never ends is found, too

# Suites of turnpike_modules_tests that run a folder's modules on hardware.
SUITES = {
    "common": ["*Arbiter*", "*Channel*", "Router*", "Rtl*", "Interchange*"],
    "router": ["*"],
    "interchange": ["*Interchange*"],
    "packet_router": ["PacketRouter*"],
    "coprocessor": ["Coprocessor*"],
}
NOT_HARDWARE = "Model*:*/Model*"

# Networks of tests/emit with components of a folder.
NETWORKS = {
    "common": ["mesh", "express_joint"],
    "router": ["mesh", "mesh_many_vcs", "torus_pairs", "torus_one_way", "hypercube_two_channels",
               "butterfly", "irregular"],
    "interchange": ["express", "express_boundary", "express_joint", "express_ring"],
    "packet_router": ["packet_mesh", "packet_ring", "packet_hypercube", "packet_butterfly"],
    "coprocessor": [],
}

# Tests of tests/adapters and tests/fpga by the module that they are for.
ADAPTERS = ["registers", "memory", "stream", "stream_words", "worms", "worms_classes",
            "emitted_butterfly", "emitted_irregular", "emitted_hypercube", "emitted_torus",
            "coprocessor", "coprocessor_bound", "registered"]
FPGA = ["mesh", "torus", "cube", "line"]


def run(command, folder=None, limit=LIMIT, **environment):
    """(whether it went well, what it said); one that does not end has not."""
    try:
        done = subprocess.run([str(word) for word in command], cwd=folder, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                              timeout=limit, stdin=subprocess.DEVNULL,
                              env={**os.environ, **{k: str(v) for k, v in environment.items()}})
    except subprocess.TimeoutExpired:
        return False, f"no end in {limit} seconds"
    return done.returncode == 0, done.stdout


def folder_of(mutant):
    return mutant.file.split("/")[1]


def module_of(mutant):
    return mutant.file.rsplit("/", 1)[-1].removesuffix(".v")


def instances(root):
    """Of each module, the modules below it, itself included."""
    texts = {path.stem: path.read_text() for path in sorted((root / "rtl").glob("*/*.v"))}
    direct = {name: {other for other in texts if other != name
                     and re.search(rf"^\s+{other}\s+(#\(|u_|\w+\s*\()", text, re.M)}
              for name, text in texts.items()}
    below = {}
    for name in texts:
        known, new = set(), {name}
        while new:
            known |= new
            new = set().union(*(direct[module] for module in new)) - known
        below[name] = known
    return below


class Planted:
    """A folder with the sources in which one change is made at a time."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        shutil.rmtree(folder, ignore_errors=True)
        for part in ("rtl", "scripts", "tests/lint", "tests/formal", "sim/rtl_components"):
            shutil.copytree(root / part, folder / part)

    def __enter__(self):
        return self.folder

    def plant(self, mutant):
        path = self.folder / mutant.file
        path.write_text(mutants.mutated((self.root / mutant.file).read_text(), mutant))

    def restore(self, mutant):
        shutil.copyfile(self.root / mutant.file, self.folder / mutant.file)


class Killers:
    """All of them for one root of sources; `below`: of each module those inside it."""

    def __init__(self, root, build, work, lint_packages):
        self.root, self.build, self.work = root, build, work
        self.lint_packages = lint_packages
        self.below = instances(root)
        self.scratch = work / f"scratch_{os.getpid()}"
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(parents=True)
        self.planted = Planted(root, self.scratch / "sources")
        self.program = build / "turnpike"

    # -- mutants that are all built in; `planted` holds the number of the one that is in --

    def choose(self, number):
        (self.scratch / "planted").write_text(f"{number}\n")

    def module_tests(self, mutant):
        """The test of the module first, then those of what holds it."""
        program = self.work / "build" / "turnpike_modules_tests"
        own = "".join(word.capitalize() for word in module_of(mutant).split("_")) + "Test*"
        for suites in ([own], SUITES.get(folder_of(mutant), [])):
            if not suites:
                continue
            well, said = run([program, f"--gtest_filter={':'.join(suites)}-{NOT_HARDWARE}",
                              "--gtest_fail_fast", "--gtest_brief=1"], self.scratch)
            if not well:
                found = re.search(r"\[  FAILED  \] (\S+?),? ", said + " ")
                return f"module tests: {found.group(1) if found else 'stopped'}"
        return ""

    def lockstep(self, mutant):
        for name in NETWORKS.get(folder_of(mutant), []):
            well, _ = run([self.program, "run", self.root / f"tests/emit/{name}.toml", "--engine",
                           "lockstep", "--set", "traffic.load=0.4", "--set", "run.warmup=100",
                           "--set", "run.measurement=900", "--out", self.scratch / "out"],
                          self.scratch, TURNPIKE_ROOT=self.work / "all",
                          TURNPIKE_SHAPES=self.work / "shapes")
            if not well:
                return f"lockstep: {name}"
        return ""

    # -- mutants that are planted alone --

    def adapter_tests(self, mutant):
        if folder_of(mutant) != "adapters":
            return ""
        for name in self.adapters_for(module_of(mutant)):
            well, _ = run([self.root / "tests/adapters/run.py", name, "--python",
                           self.build / "python/bin/python", "--work", self.scratch / "adapters",
                           "--program", self.program, "--sources", self.planted.folder])
            if not well:
                return f"adapter tests: {name}"
        return ""

    def adapters_for(self, module):
        tops = {"registers": "axi4_lite_registers", "memory": "axi4_memory",
                "stream": "axi_stream_packets", "worms": "axi_stream_worms",
                "emitted": "axi_stream_worms", "coprocessor": "axi_coprocessor"}
        return [name for name in ADAPTERS
                if module in self.below.get(tops.get(name.split("_")[0], ""), {module})]

    def board_tests(self, mutant):
        if folder_of(mutant) != "fpga":
            return ""
        for name in FPGA:
            well, _ = run([self.root / "tests/fpga/run.py", name, "--program", self.program,
                           "--work", self.scratch / "board"], TURNPIKE_ROOT=self.planted.folder)
            if not well:
                return f"board tests: {name}"
        return ""

    def lint(self, mutant):
        well, said = run(["scripts/lint.sh", module_of(mutant)], self.planted.folder,
                         TOOLS="verilator yosys", LINT_PACKAGES=self.lint_packages)
        return "" if well else "lint: " + next(
            (line for line in said.splitlines() if ":" in line), "failed").split(":")[0]

    def proofs(self, mutant):
        for path in sorted((self.root / "tests/formal").glob("*.ys")):
            if mutant.file not in path.read_text():
                continue
            well, _ = run(["scripts/prove.py", path.stem], self.planted.folder)
            if not well:
                return f"proof: {path.stem}"
        return ""

    # -- and what cannot be found --

    def equivalent(self, mutant):
        """Whether no outputs of the module ever differ, at any row of tests/lint/corners.txt,
        while its neighbours keep their duties: proved by induction from a reset on."""
        module = module_of(mutant)
        rows = [line.split()[1:] for line in (self.root / "tests/lint/corners.txt").read_text()
                .splitlines() if line.split() and line.split()[0] == module]
        return bool(rows) and all(self.same(module, mutant, row) for row in rows)

    def same(self, module, mutant, row):
        design = []
        for name, root in (("gold", self.root), ("gate", self.planted.folder)):
            folders = " ".join(f"-I{path}" for path in sorted((root / "rtl").glob("*/")))
            sources = " ".join(str(root / "rtl" / path.relative_to(self.root / "rtl"))
                               for path in sorted((self.root / "rtl").glob("*/*.v"))
                               if path.stem in self.below[module])
            shape = " ".join(f"-chparam {pair.replace('=', ' ')}" for pair in row)
            design.append(f"read_verilog -DSYNTHESIS {folders} {sources}; "
                          f"hierarchy -check -top {module} {shape}; proc; flatten; memory_map; "
                          f"opt_clean; rename -top {name}; design -stash {name}; design -reset")
        text = "; ".join(design) + (
            "; design -copy-from gold gold; design -copy-from gate gate; "
            "miter -equiv -flatten -make_outputs -ignore_gold_x gold gate miter; "
            "hierarchy -top miter; opt -full; "
            "sat -verify -prove trigger 0 -tempinduct -seq 1 -set-def-inputs "
            + ("-set-at 1 in_rst_i 1 " if "rst_i" in (self.root / mutant.file).read_text() else "")
            + "-maxsteps 12 -timeout 60 miter")
        well, said = run(["yosys", "-q", "-p", text], limit=120)
        del said
        return well

    def find(self, number, mutant):
        """(what finds it, or "equivalent", or "")"""
        self.choose(number)
        found = self.module_tests(mutant) or self.lockstep(mutant)
        if found:
            return found
        self.planted.plant(mutant)
        try:
            found = (self.lint(mutant) or self.proofs(mutant) or self.adapter_tests(mutant)
                     or self.board_tests(mutant))
            if not found and self.equivalent(mutant):
                return "equivalent"
            return found
        finally:
            self.planted.restore(mutant)
