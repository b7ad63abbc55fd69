"""test_runs.py - runs and sweeps, beside what the program gives."""

import contextlib
import csv
import json
import os
import signal
import subprocess

import pandas
import pytest

import turnpike
from turnpike import _native

PROGRAM = os.environ.get("TURNPIKE_PROGRAM")
with_program = pytest.mark.skipif(not PROGRAM, reason="TURNPIKE_PROGRAM names no program")


@contextlib.contextmanager
def interrupted():
    """As by Ctrl-C, a little later."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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


def test_an_interrupt_stops_the_points_of_a_sweep(mesh):
    """Its points would run for hours."""
    with pytest.raises(KeyboardInterrupt), interrupted():
        turnpike.sweep(mesh, [0.05, 0.1, 0.15], overrides={"run.measurement": 2_000_000_000,
                                                           "run.max_cycles": 4_000_000_000}, jobs=2)


def test_an_interrupt_stops_a_run(mesh):
    with pytest.raises(KeyboardInterrupt), interrupted():
        turnpike.run(mesh, {"run.measurement": 2_000_000_000, "run.max_cycles": 4_000_000_000})


def test_the_cycles_of_a_large_network_are_looked_at_within_a_window(mesh):
    """A window of 1,000 cycles of 1,024 nodes is run in pieces of 128."""
    asked = []
    network = _native.Network(None, mesh, ["network.radix=32", "run.warmup=0",
                                           "run.measurement=50000", "traffic.load=0.01"],
                              "model", 1, 0, True, False, None)

    def goes_on():
        asked.append(True)
        return len(asked) < 5

    assert network.run(None, None, None, 0, 0, [], goes_on) == 5  # TURNPIKE_STOPPED
    assert len(asked) == 5
