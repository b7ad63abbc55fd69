"""test_examples.py - the examples run, and the notebook shows what it computes."""

import os
import pathlib
import subprocess
import sys

import pytest

import turnpike

EXAMPLES = pathlib.Path(turnpike.__file__).parent / "examples"
SMALL = {"design_space.py": ["100"]}  # 500 configurations without it


@pytest.mark.parametrize("name", sorted(each.name for each in EXAMPLES.glob("*.py")))
def test_an_example_runs_without_a_checkout(name, tmp_path):
    run = subprocess.run([sys.executable, EXAMPLES / name, *SMALL.get(name, [])], cwd=tmp_path,
                         env={**os.environ, "MPLBACKEND": "Agg"}, capture_output=True, text=True,
                         timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    if name == "latency_curve.py":
        assert (tmp_path / "latency_curve.png").read_bytes()[1:4] == b"PNG"
    else:
        assert run.stdout
    if name == "design_space.py":
        title, _, *front = run.stdout.splitlines()
        assert title == "100 configurations: 2 designs at 50 loads" and front
        carried = [float(line.split("|")[-1]) for line in front]
        assert carried == sorted(carried) and 0.1 < carried[0] < 1


def test_the_package_has_all_examples(root):
    wanted = {each.name for each in (root / "examples" / "python").iterdir() if each.is_file()}
    assert {each.name for each in EXAMPLES.iterdir() if each.is_file()} == wanted


def test_the_latency_curve_has_fifteen_lines():
    text = (EXAMPLES / "latency_curve.py").read_text()
    code = [line for line in text.splitlines() if line.strip() and not line.startswith(("#", '"'))]
    assert len(code) <= 15


def test_the_notebook_runs(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(EXAMPLES / "first_steps.ipynb", as_version=4)
    nbformat.validate(notebook)
    client = nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3",
                                     resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert any("image/png" in output.get("data", {}) for cell in outputs for output in cell)
    assert any("latency" in str(output) for cell in outputs for output in cell)
