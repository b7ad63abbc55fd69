"""slurm_cluster.py - a private Slurm cluster of some nodes on this machine, for tests.

A controller and a slurmd for each node, on loopback, without munge; no service of the system is
touched. Everything lies in one folder. All processes live in a process namespace of their own, so
that they are gone when the program that called enter() is, however it ends.
"""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

DAEMONS = ("slurmctld", "slurmd")
PATIENCE = 60  # seconds, for daemons to come up on a busy machine

CONFIGURATION = """ClusterName=turnpike
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
AuthType=auth/none
CredType=cred/none
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,batch_sched_delay=1
SlurmdTimeout=5
KillWait=2
ReturnToService=2
MaxArraySize=10001
{nodes}
PartitionName=tests Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class ClusterMissing(Exception):
    """Slurm is not installed."""


def daemon(name):
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if path is None:
        raise ClusterMissing(f"{name} is not installed (Debian: slurm-wlm;"
                             " scripts/setup.sh test installs it)")
    return path


def enter():
    """Goes on in a process namespace of its own, as root in it; ends with this process."""
    if os.environ.get("TURNPIKE_SLURM_INSIDE") == "1":
        return
    for name in DAEMONS:
        daemon(name)
    os.environ["TURNPIKE_SLURM_INSIDE"] = "1"
    as_root = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    os.execvp("unshare", ["unshare", *as_root, "--pid", "--fork", "--mount-proc",
                          "--kill-child=SIGKILL", sys.executable, *sys.argv])


def free_ports(count):
    """Nobody listens there now."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


class Cluster:
    """`with` starts it and ends it; call enter() first."""

    def __init__(self, folder, nodes=2, cpus=1):
        self.folder = pathlib.Path(folder)
        self.names = [f"n{i + 1}" for i in range(nodes)]
        self.cpus = cpus
        self.daemons = {}
        self.environment = dict(os.environ)

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "state").mkdir(parents=True)
        host = socket.gethostname().split(".", maxsplit=1)[0]
        port, *ports = free_ports(1 + len(self.names))
        nodes = "\n".join(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={at} "
                          f"CPUs={self.cpus} State=UNKNOWN"
                          for name, at in zip(self.names, ports))
        configuration = self.folder / "slurm.conf"
        configuration.write_text(CONFIGURATION.format(folder=self.folder, host=host, port=port,
                                                      user="root", nodes=nodes))
        self.environment["SLURM_CONF"] = str(configuration)
        try:
            self.start_controller()
            for name in self.names:
                self.start(name, daemon("slurmd"), "-D", "-N", name)
            self.wait_for_nodes()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *ignored):
        for name in reversed(list(self.daemons)):
            self.end(name)

    def start(self, name, *command):
        log = (self.folder / f"{name}.out").open("ab")
        self.daemons[name] = subprocess.Popen(command, env=self.environment, stdout=log,
                                              stderr=log, stdin=subprocess.DEVNULL)

    def start_controller(self):
        self.start("slurmctld", daemon("slurmctld"), "-D")

    def end(self, name):
        process = self.daemons.pop(name)
        process.kill()
        process.wait()

    def call(self, *command):
        return subprocess.run(command, env=self.environment, text=True, capture_output=True,
                              check=False, timeout=PATIENCE)

    def wait_for_nodes(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            states = self.call("sinfo", "--noheader", "--Node", "--format=%N %t").stdout
            if sum(line.endswith(" idle") for line in states.splitlines()) == len(self.names):
                return
            time.sleep(0.3)
        raise RuntimeError(f"the nodes did not come up: {states}; see {self.folder}")

    def processes_of(self, node):
        """Steps of a node and their programs; the steps first: they would tell of the programs."""
        steps, programs = [], []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                environment = (entry / "environ").read_bytes().split(b"\0")
                if (entry / "cmdline").read_bytes().startswith(b"slurmstepd"):
                    files = {os.readlink(file) for file in (entry / "fd").iterdir()}
                    if str(self.folder / f"slurmd-{node}.log") in files:
                        steps.append(int(entry.name))
                elif f"SLURMD_NODENAME={node}".encode() in environment:
                    programs.append(int(entry.name))
            except OSError:
                continue  # it has ended
        return steps + programs

    def lose(self, node):
        """The node is gone: everything on it at once, without a word."""
        self.end(node)
        lost = self.processes_of(node)
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for process in lost:
                try:
                    os.kill(process, number)
                except ProcessLookupError:
                    pass
