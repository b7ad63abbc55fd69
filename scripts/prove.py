#!/usr/bin/env python3
"""prove.py - the formal proofs of tests/formal/: each holds for all inputs.

  scripts/prove.py [PROOF ...]    all proofs, or some (rr_arbiter, flit_buffer ...); all: also that
                                  the faults of tests/formal/equivalent.txt change nothing
  scripts/prove.py --again [PROOF ...]
                                  proves again what has been proved: a proof is not repeated while
                                  what it reads, the tools and this script stay the same
  scripts/prove.py --equivalent   only that the faults of equivalent.txt change nothing
  scripts/prove.py --faults [PROOF ...]
                                  plants these faults in copies of the sources; each must make
                                  its proof fail

Proofs of modules are by induction over the clock cycles, with the SAT solver of Yosys: they hold
in all cycles. Those whose first lines say "bounded" hold for so many cycles from reset on; modules
without a clock need neither. Proofs of whole routers, whose scripts end with to_gates.inc, are by
ABC's property-directed reachability: they hold in all cycles from a reset on. If such a script says
"bounded: N cycles", ABC unrolls N cycles instead. REQUIREs are assumed
and ENSUREs proved; for the parts of a whole router see rtl/common/check.vh.

As many run at a time as there are processors. Prints `N passed, 0 failed`; exit 1 if any failed.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import passed

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMAL = ROOT / "tests" / "formal"
sys.path.insert(0, str(ROOT / "tests" / "mutation"))
LIMIT = 3600  # seconds for one proof, so that beside other work none is called hopeless too soon
ABC = "read_aiger gates.aig; orpos; fold; scorr; "
PROVED = re.compile(r"SUCCESS|Property proved|No output failed in \d+ frames")
REFUTED = re.compile(r"proof did fail|was asserted in frame")


def call(folder, *command):
    """(exit status, output) of a command in a folder."""
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return 1, f"no result in {LIMIT} seconds"
    return done.returncode, done.stdout


def prove(proof, folder):
    """(exit status, what the engine says) of a proof of the sources in a folder."""
    script = f"tests/formal/{proof}.ys"
    text = (ROOT / script).read_text()
    if "to_gates.inc" not in text:
        return call(folder, "yosys", "-Q", "-T", script)
    status, log = call(folder, "yosys", "-Q", "-T", "-b", "aiger -zinit", "-o", "gates.aig", script)
    bound = re.search(r"bounded: (\d+) cycles", text)
    engine = f"&get -n; &bmcs -g -F {bound[1]}" if bound else "pdr -y"
    return (status, log) if status != 0 else call(folder, "berkeley-abc", "-c", ABC + engine)


def digest(proof):
    """Of all that a proof depends on."""
    script = ROOT / "tests" / "formal" / f"{proof}.ys"
    text = script.read_text()
    names = re.findall(r"(?<!-I)\b(?:rtl|tests/formal)/[\w/.*]+", text)
    files = {path for name in names for path in ROOT.glob(name) if path.is_file()}
    for folder in re.findall(r"-I(\S+)", text):
        files |= set((ROOT / folder).glob("*.v*"))
    files |= set(FORMAL.glob("*.inc"))
    tools = passed.version("yosys", "-V"), passed.version("dpkg-query", "-W", "berkeley-abc")
    return passed.digest(*tools, pathlib.Path(__file__), script, *sorted(files),
                         read=passed.code_of)


def plant(folder, file, change):
    """Plants a fault in the sources of a folder; what is wrong with it, or nothing."""
    status, log = call(folder, "sed", "-i", change, file)
    if status != 0:
        return log
    same = (folder / file).read_bytes() == (ROOT / file).read_bytes()
    return "the change does not apply" if same else ""


def holds(proof, folder):
    """(label, what is wrong, if anything)"""
    label = (FORMAL / f"{proof}.ys").read_text().splitlines()[0].removeprefix("# ")
    status, log = prove(proof, folder)
    return label, "" if status == 0 and PROVED.search(log) else log or "no output"


def finds(fault, folder):
    """A fault is found when its proof fails, not when the sources no longer compile."""
    proof, file, change = fault
    trouble = plant(folder, file, change)
    if not trouble:
        log = prove(proof, folder)[1]
        trouble = "" if REFUTED.search(log) else log
    return f"{proof} finds: {change}", trouble


def modules_below(module):
    """The names of a module and of those that it has inside."""
    files = {path.stem: path.read_text() for path in ROOT.glob("rtl/*/*.v")}
    found, new = set(), {module}
    while new:
        found |= new
        words = {word for name in new for word in re.findall(r"\w+", files[name])}
        new = (words & files.keys()) - found
    return found


def changes_nothing(equivalent, folder):
    """(label, what is wrong, if anything)"""
    import equivalence
    reason, how, subject, file, change = equivalent
    trouble = plant(folder, file, change)
    if not trouble and how == "by":
        status, log = prove(subject, folder)
        trouble = "" if status == 0 and PROVED.search(log) else log or "no output"
    elif not trouble:
        module, _, row = subject.partition(":")
        same = equivalence.same(ROOT, folder, module, (modules_below(module), set()),
                                row.split(",") if row else [])
        trouble = "" if same else "not proved to be the same"
    return f"{file} changes nothing: {reason}", trouble


def equivalents():
    """[(reason, how, module or proof, file, sed command)] of equivalent.txt"""
    lines = [line.strip() for line in (FORMAL / "equivalent.txt").read_text().splitlines()
             if line.strip() and not line.startswith("#")]
    return [(reason, *how.split(), change)
            for reason, how, change in zip(lines[::3], lines[1::3], lines[2::3])]


def in_a_copy(task, subject):
    """A task with a copy of the sources of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(ROOT / "rtl", folder / "rtl")
        shutil.copytree(FORMAL, folder / "tests" / "formal")
        return task(subject, folder)


def faults_of(proofs):
    """[(proof, file, sed command)] of faults.txt"""
    lines = [line.strip() for line in (FORMAL / "faults.txt").read_text().splitlines()
             if line.strip() and not line.startswith("#")]
    pairs = zip(lines[::2], lines[1::2])
    return [(*head.split(), change) for head, change in pairs if head.split()[0] in proofs]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", action="store_true", help="each proof must find its faults")
    parser.add_argument("--again", action="store_true", help="repeat what has been proved, too")
    parser.add_argument("--equivalent", action="store_true",
                        help="only that some faults change nothing")
    parser.add_argument("proof", nargs="*", help="names in tests/formal; without: all")
    arguments = parser.parse_args()
    known = sorted(path.stem for path in FORMAL.glob("*.ys"))
    for proof in arguments.proof:
        if proof not in known:
            parser.error(f"there is no proof {proof}; there are: {', '.join(known)}")
    proofs = arguments.proof or known

    tasks = [(finds, fault) for fault in faults_of(proofs)] if arguments.faults else []
    if not arguments.faults:
        # The longest, those of whole routers, first, and of these the one with two VCs
        tasks = [(holds, p) for p in sorted(proofs, key=lambda p: (p != "router_vcs",
                                                                   not p.startswith("router")))]
        if not arguments.proof:
            tasks += [(changes_nothing, one) for one in equivalents()]
    if arguments.equivalent:
        tasks = [(changes_nothing, one) for one in equivalents()]

    known = passed.Passed(pathlib.Path(os.environ.get("BUILD", ROOT / "build")) / "proved",
                          arguments.again)
    digests = {proof: digest(proof) for task, proof in tasks if task is holds}
    done = [proof for proof in digests if digests[proof] in known.known()]
    tasks = [(task, subject) for task, subject in tasks if task is not holds or subject not in done]

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = pool.map(lambda task: in_a_copy(*task), tasks)
        for (task, subject), (label, trouble) in zip(tasks, results):
            print(f"FAIL  {label}" if trouble else f"pass  {label}", flush=True)
            if trouble:
                print("\n".join(trouble.splitlines()[-20:]))
                failed += 1
            elif task is holds:
                known.keep([digests[subject]])
    if done:
        print(f"{len(done)} proofs hold as before: nothing that they read has changed (--again)")
    passed_now = len(tasks) - failed + len(done)
    print(f"{passed_now} passed, {failed} failed")
    return 1 if failed or not passed_now else 0


if __name__ == "__main__":
    sys.exit(main())
