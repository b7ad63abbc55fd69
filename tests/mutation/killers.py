"""killers.py - what may find a mutant, in the order of what it costs.

Each killer is asked with a mutant and answers with what found it, or an empty string.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import equivalence
import mutants

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"))
import corners  # noqa: E402
import prove  # noqa: E402

LIMIT = 300  # seconds: what never ends is found, too

# Suites of turnpike_components_tests that run a whole component on hardware.
SUITES = {
    "router": ["Router*"],
    "interchange": ["*Interchange*"],
    "packet_router": ["PacketRouter*"],
    "coprocessor": ["Coprocessor*"],
    "channel": ["ChannelTest*"],
    "narrow_channel": ["NarrowChannelTest*"],
}
NOT_HARDWARE = "*Model*"
# Suites of modules that are tested beside another's.
OWN = {"neighbours": ["RouteAheadTest*"], "destination_tag": ["RouteAheadTest*"],
       "express_distance": ["InterchangeRouteTest*"],
       "less_than": ["InterchangeRouteTest*"], "interchange_route": ["InterchangeRouteTest*"]}

# Networks of tests/emit with a component.
NETWORKS = {
    "router": ["mesh", "mesh_many_vcs", "torus_pairs", "torus_one_way", "hypercube_two_channels",
               "butterfly", "irregular"],
    "interchange": ["express", "express_boundary", "express_joint", "express_ring"],
    "packet_router": ["packet_mesh", "packet_ring", "packet_hypercube", "packet_butterfly"],
    "channel": ["mesh"],
    "narrow_channel": ["express_boundary"],
}
# And machines: words of `turnpike machine`.
MACHINES = {"random": ["--random", "1000", "--stall", "0.3"], "programs": ["--bytes", "100"]}

# Tests of tests/adapters and tests/fpga by the module that they are for.
ADAPTERS = ["registers", "registers_small", "memory", "memory_single", "stream", "stream_bytes",
            "stream_words", "worms", "worms_classes", "worms_one_vc", "worms_keep", "worms_wide",
            "emitted_butterfly",
            "emitted_irregular", "emitted_hypercube", "emitted_torus", "coprocessor",
            "coprocessor_bound", "emitted_coprocessor", "registered"]
FPGA = ["mesh", "torus", "cube", "line", "axi"]
FPGA_LIMIT = 60  # seconds of a client
PROOF_LIMIT = 120  # seconds; one that has no result by then has found nothing


def run(command, folder=None, limit=LIMIT, **environment):
    """(whether it went well, what it said); one that does not end has not, and is ended with all
    that it has started."""
    with subprocess.Popen([str(word) for word in command], cwd=folder, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, start_new_session=True,
                          env={**os.environ, **{k: str(v) for k, v in environment.items()}}
                          ) as process:
        try:
            said, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return False, f"no end in {limit} seconds"
    return process.returncode == 0, said


def folder_of(mutant):
    return mutant.file.split("/")[1]


def module_of(mutant):
    return mutant.file.rsplit("/", 1)[-1].removesuffix(".v")


def instances(root):
    """Of each module, those that it has."""
    texts = {path.stem: path.read_text() for path in sorted((root / "rtl").glob("*/*.v"))}
    return {name: {other for other in texts if other != name
                   and re.search(rf"^\s+{other}\s+(#\(|u_|\w+\s*\()", text, re.M)}
            for name, text in texts.items()}


def all_below(direct):
    """Of each module, those below it, itself included."""
    below = {}
    for name in direct:
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
        for part in ("rtl", "scripts", "tests/lint", "tests/formal", "sim/hardware/rtl_components"):
            shutil.copytree(root / part, folder / part)

    def __enter__(self):
        return self.folder

    def plant(self, mutant):
        path = self.folder / mutant.file
        path.write_text(mutants.mutated((self.root / mutant.file).read_text(), mutant))

    def restore(self, mutant):
        shutil.copyfile(self.root / mutant.file, self.folder / mutant.file)


class Killers:
    """All of them for one root of sources."""

    def __init__(self, root, build, work, lint_packages):
        self.root, self.build, self.work = root, build, work
        self.lint_packages = lint_packages
        self.inside = instances(root)
        self.below = all_below(self.inside)
        self.scratch = work / f"scratch_{os.getpid()}"
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(parents=True)
        self.planted = Planted(root, self.scratch / "sources")
        self.program = build / "turnpike"
        self.trusted = set()

    def with_module(self, table, module):
        """What a table has for the components that a module is in."""
        return [item for top, items in table.items() if module in self.below[top]
                for item in items]

    # -- mutants that are all built in; `planted` holds the number of the one that is in --

    def choose(self, number):
        (self.scratch / "planted").write_text(f"{number}\n")

    def module_tests(self, suites):
        well, said = run([self.build / "turnpike_mutants_tests",
                          f"--gtest_filter={':'.join(suites)}-{NOT_HARDWARE}",
                          "--gtest_fail_fast", "--gtest_brief=1"], self.scratch)
        if well:
            return ""
        found = re.search(r"\[  FAILED  \] ([^\s,]+)", said)
        return f"module tests: {found.group(1) if found else 'stopped'}"

    def network(self, name):
        well, _ = run([self.program, "run", self.root / f"tests/emit/{name}.toml", "--engine",
                       "lockstep", "--set", "traffic.load=0.4", "--set", "run.warmup=100",
                       "--set", "run.measurement=900", "--out", self.scratch / "out"],
                      self.scratch, TURNPIKE_ROOT=self.work / "all",
                      TURNPIKE_SHAPES=self.work / "shapes")
        return "" if well else f"lockstep: {name}"

    def machine(self, name):
        well, _ = run([self.program, "machine", "--dimensions", "3", "--engine", "lockstep",
                       "--seed", "1", *MACHINES[name]], self.scratch,
                      TURNPIKE_ROOT=self.work / "all", TURNPIKE_SHAPES=self.work / "shapes")
        return "" if well else f"lockstep: machine, {name}"

    def board(self, name):
        """A board is built once, in `without_a_mutant`, and run again from then on."""
        built = self.work / "boards" / name
        well, _ = run([self.root / "tests/fpga/run.py", name, "--program", self.program, "--work",
                       built, *(["--again", self.scratch / "board"] if built.is_dir() else []),
                       "--limit", FPGA_LIMIT],
                      self.scratch, TURNPIKE_ROOT=self.work / "all")
        return "" if well else f"board tests: {name}"

    def together(self, mutant):
        """What finds a mutant that is built in with others, as [(killer, what it is asked)]."""
        module = module_of(mutant)
        own = "".join(word.capitalize() for word in module.split("_")) + "Test*"
        asked = [(self.module_tests, [own, *OWN.get(module, [])])]
        suites = self.with_module(SUITES, module)
        if suites:
            asked.append((self.module_tests, suites))
        asked += [(self.network, name) for name in self.with_module(NETWORKS, module)]
        if module in self.below["coprocessor"]:
            asked += [(self.machine, name) for name in MACHINES]
        if folder_of(mutant) == "fpga":
            asked += [(self.board, name) for name in FPGA]
        return asked

    def without_a_mutant(self, batch):
        """Builds all that `together` needs; sees to it that nothing is found where nothing is."""
        self.choose(0)
        asked = {(killer.__name__, str(what)): (killer, what) for _, mutant in batch
                 for killer, what in self.together(mutant)}
        for killer, what in asked.values():
            found = killer(what)
            if found:
                return found
        return ""

    # -- mutants that are planted alone --

    def adapter_tests(self, name):
        well, _ = run([self.root / "tests/adapters/run.py", name, "--python",
                       self.build / "python/bin/python", "--work", self.scratch / "adapters",
                       "--program", self.program, "--sources", self.planted.folder])
        return "" if well else f"adapter tests: {name}"

    def adapters_for(self, module):
        tops = {"registers": "axi4_lite_registers", "memory": "axi4_memory",
                "stream": "axi_stream_packets", "worms": "axi_stream_worms",
                "emitted": "axi_stream_worms", "coprocessor": "axi_coprocessor",
                "axi4": "axi4_initiator axi4_target"}
        return [name for name in ADAPTERS
                if any(module in self.below.get(top, {module})
                       for top in tops.get(name.split("_")[0], "").split() or [""])]

    def lint(self, module):
        well, said = run(["scripts/lint.py", "--tool", "verilator", "--tool", "yosys", module],
                         self.planted.folder, LINT_PACKAGES=self.lint_packages)
        return "" if well else "lint: " + next(
            (line for line in said.splitlines() if ":" in line), "failed").split(":")[0]

    def proof(self, name):
        """Found: the proof is refuted; not, that it ends without a result."""
        prove.LIMIT = PROOF_LIMIT
        return f"proof: {name}" if prove.REFUTED.search(
            prove.prove(name, self.planted.folder)[1]) else ""

    def proofs_for(self, mutant):
        """The proofs that read a source, those of whole routers last."""
        found = []
        for path in (self.root / "tests/formal").glob("*.ys"):
            text = path.read_text()
            if mutant.file in text or f"{mutant.file.rsplit('/', 1)[0]}/*.v" in text:
                found.append(path.stem)
        return sorted(found, key=lambda name: (name.startswith("router"), name))

    def alone(self, mutant):
        module = module_of(mutant)
        asked = [(self.lint, module)]
        if folder_of(mutant) == "adapters":
            asked += [(self.adapter_tests, name) for name in self.adapters_for(module)]
        return asked

    def is_trusted(self, killer, what):
        """Whether a killer finds nothing in the sources as they are, asked once."""
        key = (killer.__name__, what)
        if key not in self.trusted and killer(what):
            return False
        self.trusted.add(key)
        return True

    # -- and what cannot be found --

    def same_in(self, top, module):
        """Whether nothing that leaves a module `top` ever differs, at any row of
        tests/lint/corners.txt, while its neighbours keep their duties; or else nothing that leaves
        those that it is in. `module` is the one with the mutant. What it is not in are boxes, if
        that is enough, else not."""
        rows = [row.parameters for row in corners.rows(self.root)
                if row.module == top and not row.message]
        below = self.below[top]
        boxes = {name for name in below if module not in self.below[name]}
        if rows and all(any(equivalence.same(self.root, self.planted.folder, top, (below, some),
                                             row) for some in (boxes, set())) for row in rows):
            return True
        parents = [name for name, parts in self.inside.items() if top in parts]
        return bool(parents) and all(self.same_in(parent, module) for parent in parents)

    def equivalent(self, mutant):
        return self.same_in(module_of(mutant), module_of(mutant))

    def find(self, number, mutant):
        """(what finds it, or "equivalent", or "")"""
        self.choose(number)
        for killer, what in self.together(mutant):
            found = killer(what)
            if found:
                return found
        self.planted.plant(mutant)
        try:
            for killer, what in self.alone(mutant):
                found = killer(what)
                if found:
                    break
            if not found and self.equivalent(mutant):
                return "equivalent"
            # Last, since most of them prove, at length, what is so
            for killer, what in [] if found else [(self.proof, p) for p in self.proofs_for(mutant)]:
                found = killer(what)
                if found:
                    break
        finally:
            self.planted.restore(mutant)
        if found and not self.is_trusted(killer, what):
            raise RuntimeError(f"without a mutant: {found}")
        return found
