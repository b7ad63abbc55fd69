#!/usr/bin/env python3
"""cluster_test.py - `turnpike regress run --slurm` on a real Slurm: two nodes on this machine.

  cluster_test.py TEST --program TURNPIKE --work FOLDER
"""

import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from slurm_cluster import Cluster, ClusterMissing, enter  # noqa: E402

# The points of the second case last: a node is lost while they run.
SUITE = """[suite]
name = "cluster"
[case.short]
engines = ["model", "lockstep"]
seeds = 4
[case.short.set]
network.topology = "mesh"
network.radix = [2, 2]
traffic.load = 0.1
run.warmup = 100
run.measurement = 300
[case.long]
engines = ["model"]
seeds = 12
[case.long.set]
network.topology = "mesh"
network.radix = [16, 16]
traffic.load = 0.1
run.warmup = 1000
run.measurement = {cycles}
run.max_cycles = 10000000
[case.wrong]
engines = ["model"]
[case.wrong.set]
network.topology = "mesh"
network.radix = [4, 4]
run.measurement = 500
[case.wrong.expect]
latency = [1, 2]
"""


class Failure(Exception):
    """Something is not as it should be."""


def check(is_right, what):
    if not is_right:
        raise Failure(what)


class Night:
    def __init__(self, program, work, cycles):
        self.program = program
        self.work = work
        self.suite = work / "cluster.toml"
        self.suite.write_text(SUITE.format(cycles=cycles))

    def command(self, out, *options):
        return [self.program, "regress", "run", self.suite, "--out", out, *options]

    def run(self, out, *options, environment=None, status=1):
        """`wrong` fails: status 1."""
        done = subprocess.run(self.command(out, *options), text=True, capture_output=True,
                              check=False, env=environment)
        check(done.returncode == status,
              f"status {done.returncode}, should be {status}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr


def finished(out):
    return len(list((out / "points").glob("*.json"))) if (out / "points").is_dir() else 0


def wait_until(condition, what, seconds=240):
    end = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < end, f"{what} did not come")
        time.sleep(0.1)


def same_as_local(night, out, local):
    night.run(local, "--jobs", "2")
    check((out / "regress.json").read_bytes() == (local / "regress.json").read_bytes(),
          "regress.json differs between cluster and this machine")


def lost_node(program, work):
    """A node is lost in the middle: the suite ends whole, and as on this machine."""
    night = Night(program, work, 40000)
    out = work / "out"
    with Cluster(work / "slurm") as cluster:
        with subprocess.Popen(night.command(out, "--slurm", "--tasks", "6"),
                              env=cluster.environment, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT) as running:
            wait_until(lambda: finished(out) >= 10 or running.poll() is not None, "10 points")
            check(running.poll() is None, f"it ended too soon: {running.stdout}")
            cluster.lose("n2")
            said = running.communicate(timeout=500)[0]
        check(running.returncode == 1, f"status {running.returncode}: {said}")
        check("21 points, 20 passed, 1 failed, 0 missing" in said, said)
        log = (work / "slurm" / "slurmctld.log").read_text()
        check("due to failure of node n2" in log, "no task was requeued: the node had none")
    same_as_local(night, out, work / "local")


def interrupted(program, work):
    """Ctrl-C cancels the jobs; the same command, here without Slurm, runs what is missing."""
    night = Night(program, work, 40000)
    out = work / "out"
    with Cluster(work / "slurm") as cluster:
        with subprocess.Popen(night.command(out, "--slurm"), env=cluster.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
            wait_until(lambda: finished(out) >= 9 or running.poll() is not None, "9 points")
            running.send_signal(signal.SIGINT)
            said = running.communicate(timeout=120)[0]
        check(running.returncode == 130, f"status {running.returncode}: {said}")
        wait_until(lambda: cluster.call("squeue", "--noheader").stdout == "", "an empty queue")
        before = finished(out)
        check(before < 21, "nothing was left to cancel")
        refused = night.run(out, "--slurm", "--partition", "none", environment=cluster.environment,
                            status=2)
        check("sbatch: refused" in refused and "partition" in refused, refused)
        submitted = night.run(out, "--slurm", "--submit-only", environment=cluster.environment,
                              status=0)
        check("regress collect" in submitted, submitted)
        wait_until(lambda: finished(out) == 21, "all points")
    night.run(out)
    same_as_local(night, out, work / "local")


TESTS = (lost_node, interrupted)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    by_name = {test.__name__: test for test in TESTS}
    parser.add_argument("test", choices=by_name)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/turnpike")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/regress")
    arguments = parser.parse_args()
    work = arguments.work.resolve() / arguments.test
    try:
        enter()
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        by_name[arguments.test](arguments.program.resolve(), work)
    except (ClusterMissing, Failure, RuntimeError) as error:
        sys.exit(f"{arguments.test}: {error}")
    print(f"{arguments.test}: passed")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
