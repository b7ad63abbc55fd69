"""test_together.py - many points of a sweep at once have the results of single runs."""

import json

import turnpike

LOADS = [0.1, 0.2, 0.3]
SEEDS = {"run.seed": list(range(1, 61))}


def test_a_large_sweep_has_the_results_of_single_runs(mesh, tmp_path):
    frame = turnpike.sweep(mesh, LOADS, SEEDS, out=tmp_path, jobs=2)
    assert len(frame) == 180
    for row in (0, 77, 179):
        alone = turnpike.run(mesh, {"traffic.load": frame["traffic.load"][row],
                                    "run.seed": int(frame["run.seed"][row])})
        kept = json.loads((tmp_path / frame["file"][row]).read_text())
        for key in ("files", "checksums"):
            del kept[key], alone[key]
        assert kept == alone


def test_a_large_sweep_counts_its_points(mesh):
    seen = []
    turnpike.sweep(mesh, LOADS, SEEDS, progress=lambda done, points: seen.append((done, points)))
    assert seen == [(done, 180) for done in range(1, 181)]
