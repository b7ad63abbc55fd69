"""test_examples.py - the examples run, and the notebook shows what it computes."""

import os
import subprocess
import sys

import pytest

EXAMPLES = ("latency_curve.py", "caches_and_memories.py", "custom_topology.py")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name, root, tmp_path):
    run = subprocess.run([sys.executable, root / "examples" / "python" / name], cwd=tmp_path,
                         env={**os.environ, "MPLBACKEND": "Agg", "TURNPIKE_CHECKOUT": str(root)},
                         capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    if name == "latency_curve.py":
        assert (tmp_path / "latency_curve.png").read_bytes()[1:4] == b"PNG"
    else:
        assert run.stdout


def test_the_latency_curve_has_fifteen_lines(root):
    text = (root / "examples" / "python" / "latency_curve.py").read_text()
    code = [line for line in text.splitlines() if line.strip() and not line.startswith(("#", '"'))]
    assert len(code) <= 15


def test_the_notebook_runs(root, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(root / "examples" / "python" / "first_steps.ipynb", as_version=4)
    nbformat.validate(notebook)
    client = nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3",
                                     resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert any("image/png" in output.get("data", {}) for cell in outputs for output in cell)
    assert any("latency" in str(output) for cell in outputs for output in cell)
