#!/usr/bin/env python3
"""axi4_network_run.py - the test of an emitted AXI4 network, under cocotb.

  run.py --build FOLDER

It runs in Icarus: with Verilator 5.006 and cocotb 1.9.2 the test of such a network does not end,
for a reason that is not known. It stands in the folder `test` of the network, beside network.json.
Where this Python lacks cocotb or cocotbext-axi, it makes one in FOLDER that has them. The exit
status is 1 when a test fails or none ran, and 2 where there is no simulator or there are no
packages.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
MADE = "TURNPIKE_TEST_PYTHON"  # this is the Python that we made


def stop(text):
    print(f"run.py: {text}", file=sys.stderr)
    sys.exit(2)


def has_packages():
    return importlib.util.find_spec("cocotb") is not None and \
        importlib.util.find_spec("cocotbext") is not None and \
        importlib.util.find_spec("cocotbext.axi") is not None


def start_again(build):
    """The same with a Python that has the packages."""
    if os.environ.get(MADE):
        stop("the Python in the build folder lacks cocotb or cocotbext-axi: remove it")
    folder = build / "python"
    python = folder / "bin" / "python"
    if not (folder / "done").is_file():
        print("making a Python with cocotb and cocotbext-axi", flush=True)
        venv.create(folder, with_pip=True, clear=True)
        made = subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps",
                               "--disable-pip-version-check", "-r", HERE / "requirements.txt"],
                              check=False)
        if made.returncode != 0:
            stop("the packages of test/requirements.txt could not be installed")
        (folder / "done").touch()
    os.execve(python, [str(python), "-B", __file__, *sys.argv[1:]], {**os.environ, MADE: "1"})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    if shutil.which("iverilog") is None:
        stop("no iverilog in PATH")
    build.mkdir(parents=True, exist_ok=True)
    if not has_packages():
        start_again(build)
    if importlib.util.find_spec("cocotb_tools") is not None:
        from cocotb_tools.runner import get_results, get_runner
    else:
        from cocotb.runner import get_results, get_runner
    network = json.loads((HERE / "network.json").read_text())
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    runner = get_runner("icarus")
    runner.build(verilog_sources=[ROOT / source for source in network["sources"]],
                 includes=[ROOT / "rtl"], hdl_toplevel=network["top"],
                 build_args=["-g2005"], build_dir=build / "icarus", always=True)
    results = runner.test(hdl_toplevel=network["top"], hdl_toplevel_lang="verilog",
                          test_module="axi4_network_test", build_dir=build / "icarus",
                          test_dir=build)
    count, failed = get_results(results)
    print(f"{count - failed} passed, {failed} failed")
    sys.exit(0 if count > 0 and failed == 0 else 1)


if __name__ == "__main__":
    main()
