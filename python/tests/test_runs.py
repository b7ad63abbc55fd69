"""test_runs.py - runs and sweeps, beside what the program gives."""

import csv
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pandas
import pytest

import turnpike
from turnpike import _native

PROGRAM = os.environ.get("TURNPIKE_PROGRAM")
with_program = pytest.mark.skipif(not PROGRAM, reason="TURNPIKE_PROGRAM names no program")


def test_a_run_has_the_keys_of_the_schema(mesh, tmp_path):
    result = turnpike.run(mesh, out=tmp_path / "out")
    assert list(result) == list(turnpike.schema("run")["properties"])
    assert result["status"] == "done" and result["nodes"] == 16
    assert json.loads((tmp_path / "out" / "results.json").read_text())["latency"] == \
        result["latency"]


def test_a_run_that_is_cut_keeps_its_figures(mesh):
    result = turnpike.run(mesh, {"run.warmup": 0, "run.measurement": 2000, "run.max_cycles": 2001,
                                 "traffic.length": 40, "traffic.load": 0.2})
    assert result["status"] == "unfinished" and result["reason"]


@with_program
def test_a_run_is_that_of_the_program(mesh, tmp_path):
    file = tmp_path / "mesh.toml"
    file.write_text(mesh)
    shown = subprocess.run([PROGRAM, "run", file, "--engine", "model", "--json"], check=True,
                           capture_output=True, text=True).stdout
    program, here = json.loads(shown), turnpike.run(file)
    # The hash is over the program, too.
    assert {**program, "inputs": ""} == {**here, "inputs": ""}


def test_a_sweep_is_a_table_with_units(mesh, tmp_path):
    frame = turnpike.sweep(mesh, [0.05, 0.1], {"router.buffer_depth": [2, 4],
                                               "network.radix": [[4, 2]]}, out=tmp_path)
    assert len(frame) == 4
    assert list(frame.columns[:4]) == ["router.buffer_depth", "network.radix", "traffic.load",
                                       "file"]
    assert list(frame["router.buffer_depth"]) == [2, 2, 4, 4]
    assert list(frame["network.radix"]) == ["[4, 2]"] * 4
    assert list(frame["traffic.load"]) == [0.05, 0.1, 0.05, 0.1]
    assert (frame["offered"] == frame["traffic.load"]).all() and (frame["nodes"] == 8).all()
    assert frame.attrs["units"]["latency"] == "cycles"
    assert set(frame.attrs["units"]) == set(frame.columns) - {"router.buffer_depth",
                                                              "network.radix", "file"}
    read = pandas.read_csv(tmp_path / "sweep.csv")
    assert list(read.columns) == list(frame.columns)
    for place, latency in zip(read["file"], read["latency"]):
        assert json.loads((tmp_path / place).read_text())["latency"] == latency
    assert turnpike.sweep(mesh, [0.1])["file"].eq("").all()


@with_program
def test_a_sweep_has_the_columns_and_figures_of_the_program(mesh, tmp_path):
    file = tmp_path / "mesh.toml"
    file.write_text(mesh)
    subprocess.run([PROGRAM, "sweep", file, "--engine", "model", "--load", "0.05,0.1", "--set",
                    "router.buffer_depth=2,4", "--out", tmp_path / "out"], check=True,
                   capture_output=True)
    frame = turnpike.sweep(file, [0.05, 0.1], {"router.buffer_depth": [2, 4]}, out=tmp_path)
    with (tmp_path / "out" / "sweep.csv").open(newline="") as theirs, \
            (tmp_path / "sweep.csv").open(newline="") as ours:
        assert next(csv.reader(theirs)) == next(csv.reader(ours))
    read = pandas.read_csv(tmp_path / "out" / "sweep.csv")
    figures = [name for name in frame.columns if name != "file"]
    mine = pandas.read_csv(tmp_path / "sweep.csv")
    pandas.testing.assert_frame_equal(read[figures], mine[figures])


def test_an_error_in_a_point_is_raised(mesh):
    with pytest.raises(turnpike.ConfigurationError, match="traffic.load"):
        turnpike.sweep(mesh, [0.1, 99])
    with pytest.raises(ValueError, match="no value for 'run.seed'"):
        turnpike.sweep(mesh, [0.1], {"run.seed": []})
    with pytest.raises(ValueError, match="loads: found none"):
        turnpike.sweep(mesh, [])
    with pytest.raises(ValueError, match="schema: found 'runs', allowed: analysis"):
        turnpike.schema("runs")


def test_a_load_is_no_key_of_a_sweep(mesh):
    for loads in ([0.1], None):
        with pytest.raises(ValueError, match="keys: found 'traffic.load', allowed: every other"):
            turnpike.sweep(mesh, loads, {"traffic.load": [0.2]})


def test_a_sweep_sets_no_key_twice(mesh):
    with pytest.raises(turnpike.ArgumentError, match="overrides: found 'traffic.load'"):
        turnpike.sweep(mesh, [0.1], overrides={"traffic.load": 0.2})
    with pytest.raises(turnpike.ArgumentError, match="overrides: found 'run.seed'"):
        turnpike.sweep(mesh, [0.1], {"run.seed": [1, 2]}, ["run.seed=3"])
    assert turnpike.sweep(mesh, overrides={"traffic.load": 0.2})["offered"].eq(0.2).all()


def test_the_program_reports_a_sweep(mesh, tmp_path):
    jsonschema = pytest.importorskip("jsonschema")
    turnpike.sweep(mesh, [0.1, 0.05], {"router.virtual_channels": [1, 2]}, out=tmp_path / "out")
    found = json.loads((tmp_path / "out" / "sweep.json").read_text())
    jsonschema.validate(found, turnpike.schema("sweep"))
    assert [curve["label"] for curve in found["curves"]] == ["router.virtual_channels = 1",
                                                             "router.virtual_channels = 2"]
    assert [point["offered"] for point in found["curves"][0]["points"]] == [0.05, 0.1]
    if not PROGRAM:
        pytest.skip("TURNPIKE_PROGRAM names no program")
    said = subprocess.run([PROGRAM, "report", tmp_path / "out", "--no-paths"], check=True,
                          capture_output=True, text=True).stdout
    assert "sweep, 4 points of 2 networks" in said
    assert "router.virtual_channels = 2" in (tmp_path / "out" / "report.html").read_text()


def counted_runs(monkeypatch):
    """The folders of the runs that begin."""
    begun = []

    class Counted(_native.Network):
        def run(self, folder, *others):
            begun.append(folder)
            return super().run(folder, *others)

    monkeypatch.setattr(turnpike.runs._native, "Network", Counted)
    return begun


def test_points_that_are_there_are_not_run_again(mesh, tmp_path, monkeypatch):
    begun = counted_runs(monkeypatch)
    first = turnpike.sweep(mesh, [0.05], out=tmp_path)
    assert len(begun) == 1
    both = turnpike.sweep(mesh, [0.05, 0.1], out=tmp_path)
    assert len(begun) == 2
    assert both["latency"][0] == first["latency"][0]
    turnpike.sweep(mesh, [0.05, 0.1], overrides={"run.seed": 9}, out=tmp_path)
    assert len(begun) == 4
    turnpike.sweep(mesh, [0.05, 0.1], out=tmp_path, resume=False)
    assert len(begun) == 6


def test_a_damaged_point_is_told_and_run_again(mesh, tmp_path, monkeypatch):
    begun = counted_runs(monkeypatch)
    turnpike.sweep(mesh, [0.05], out=tmp_path)
    (histogram,) = tmp_path.glob("points/*/histogram.csv")
    whole = histogram.read_text()
    histogram.write_text(whole[:-4])
    with pytest.warns(UserWarning, match="another histogram.csv"):
        turnpike.sweep(mesh, [0.05], out=tmp_path)
    assert histogram.read_text() == whole
    assert len(begun) == 2


def test_the_same_point_twice_is_one_run(mesh, tmp_path, monkeypatch):
    begun = counted_runs(monkeypatch)
    frame = turnpike.sweep(mesh, [0.1], {"network.radix": [4, [4, 4]]}, out=tmp_path, jobs=2)
    assert len(frame) == 2 and len(set(frame["file"])) == len(set(begun)) == len(begun) == 1


def test_a_sweep_has_the_figures_of_its_workload(mesh, tmp_path):
    config = {"network": {"topology": "mesh", "radix": [4, 4]},
              "workload": {"kind": "request_reply"}, "run": {"measurement": 500}}
    frame = turnpike.sweep(config, keys={"workload.window": [1, 4]}, out=tmp_path)
    assert (frame["workload.round_trip"] > 0).all()
    assert "workload.round_trip" in (tmp_path / "sweep.csv").read_text().splitlines()[0]


def test_progress_is_heard(mesh, capsys):
    heard = []
    turnpike.run(mesh, progress=lambda cycle, phase: heard.append((cycle, phase)))
    assert {phase for _, phase in heard} >= {"warm-up", "measurement"}
    assert [cycle for cycle, _ in heard] == sorted(cycle for cycle, _ in heard)
    heard.clear()
    turnpike.sweep(mesh, [0.05, 0.1], progress=lambda done, points: heard.append((done, points)))
    assert heard == [(1, 2), (2, 2)]
    assert capsys.readouterr().err == ""
    turnpike.run(mesh, progress=True)
    turnpike.sweep(mesh, [0.05], progress=True)
    said = capsys.readouterr().err
    assert "\rcycle " in said and "\r1 of 1 points" in said and said.endswith("\r")


def test_progress_can_end_a_run(mesh):
    with pytest.raises(turnpike.StoppedError):
        turnpike.run(mesh, progress=lambda cycle, phase: False)

    def fail(*_):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        turnpike.run(mesh, progress=fail)
    with pytest.raises(LookupError, match="enough"):
        turnpike.sweep(mesh, [0.05, 0.1], progress=fail)


def test_a_run_goes_on_from_its_checkpoint(mesh, tmp_path):
    key = {"run.measurement": 20000, "run.warmup": 1000}
    whole = turnpike.run(mesh, key, out=tmp_path / "whole", events=tmp_path / "whole.csv")

    def cut(cycle, phase):
        if cycle > 8000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        turnpike.run(mesh, key, out=tmp_path / "cut", events=tmp_path / "cut.csv", progress=cut,
                     checkpoint_every=2000)
    assert (tmp_path / "cut" / "checkpoint").exists()
    assert not (tmp_path / "cut" / "results.json").exists()
    heard = []
    again = turnpike.run(mesh, key, out=tmp_path / "cut", events=tmp_path / "cut.csv", resume=True,
                         checkpoint_every=2000,
                         progress=lambda cycle, phase: heard.append(cycle))
    assert heard[0] > 8000
    assert {**again, "files": 0} == {**whole, "files": 0}
    assert (tmp_path / "cut.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    later = turnpike.run(mesh, key, from_checkpoint=tmp_path / "cut" / "checkpoint")
    assert later["latency"] == whole["latency"]


def test_a_sweep_goes_on_from_the_checkpoints_of_its_points(mesh, tmp_path):
    key = {"run.measurement": 20000}

    def sweep(**more):
        return turnpike.sweep(mesh, [0.05, 0.1], overrides=key, out=tmp_path / "out", jobs=2,
                              checkpoint_every=2000, **more)

    def fail(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(progress=fail)  # one point is whole, the other may have begun
    assert len(list((tmp_path / "out" / "points").glob("*.json"))) >= 1
    frame = sweep()
    alone = turnpike.sweep(mesh, [0.05, 0.1], overrides=key)
    pandas.testing.assert_frame_equal(frame.drop(columns="file"), alone.drop(columns="file"))


@pytest.mark.parametrize("options, words", [
    ({"checkpoint_every": 5}, "checkpoint_every: found without out"),
    ({"checkpoint_every": -5, "out": "here"}, "checkpoint_every: found -5"),
    ({"checkpoint_every": 0.5, "out": "here"}, "checkpoint_every: found 0.5"),
    ({"resume": True, "out": "here"}, "resume: found without checkpoint_every"),
    ({"checkpoint_every": 5, "out": "here", "from_checkpoint": "there"}, "from_checkpoint: found"),
    ({"checkpoint_every": 5, "out": "here", "resume": True, "trace": "a.fst"}, "trace: found with"),
])
def test_options_that_contradict_are_refused(mesh, tmp_path, monkeypatch, options, words):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(turnpike.ArgumentError, match=words):
        turnpike.run(mesh, **options)
    assert not list(tmp_path.iterdir())


# Calls that would take hours, and the threads that compute in them.
LONG = {"run.measurement": 2_000_000_000, "run.max_cycles": 4_000_000_000}
CALLS = {
    "run": ("turnpike.run(mesh, long)", 1),
    "run of 1024 nodes": ("turnpike.run(mesh, {**long, 'network.radix': 32})", 1),
    "sweep": ("turnpike.sweep(mesh, [0.05, 0.1, 0.15], overrides=long, jobs=2)", 2),
    "sweep in a batch": ("turnpike.sweep(mesh, overrides=long, jobs=1, "
                         "keys={'run.seed': list(range(1, 65))})", 1),
    "step": ("net.step(1_000_000_000)", 1),
    "step_until_idle": ("net.step_until_idle()", 1),
}


def computed(process):
    """Seconds of the processor that it has used."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_is_answered_within_half_a_second(mesh, name):
    """Of computing: other work on the machine does not count."""
    call, threads = CALLS[name]
    code = f"""
import signal, time, numpy as np, turnpike
signal.signal(signal.SIGINT, signal.default_int_handler)  # the shell of a test may ignore it
mesh, long = {mesh!r}, {LONG}
net = turnpike.Network(mesh, {{"network.radix": 32}})
sources = np.repeat(np.arange(1024), 500)
net.offer(sources, (sources * 7 + 13) % 1024, 5)
print("begins", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print(time.process_time())
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "begins\n"
        begun = computed(child.pid)
        while computed(child.pid) < begun + 1:
            assert child.poll() is None
            time.sleep(0.01)
        sent = computed(child.pid)
        child.send_signal(signal.SIGINT)
        answered = float(child.stdout.read())
    assert answered - sent < 0.5 * threads


def test_the_cycles_of_a_large_network_are_looked_at_within_a_window(mesh):
    """A window of 1,000 cycles of 1,024 nodes is run in pieces of 128."""
    asked = []
    network = _native.Network(None, mesh, ["network.radix=32", "run.warmup=0",
                                           "run.measurement=50000", "traffic.load=0.01"],
                              "model", 1, 0, True, False, None)

    def goes_on(cycle, phase):
        asked.append((cycle, phase))
        return len(asked) < 5

    assert network.run(None, None, None, 0, 0, [], None, 0, None, goes_on) == 5  # TURNPIKE_STOPPED
    assert asked == [(128 * n, "measurement") for n in range(1, 6)]
