"""test_package.py - stubs, docstrings and versions are those of the package."""

import ast
import inspect
import json
import pathlib
import re
import subprocess
import sys
import tomllib

import turnpike
from turnpike import _native

PACKAGE = pathlib.Path(turnpike.__file__).parent


def test_the_stub_of_the_native_module_names_what_is_there():
    stub = ast.parse((PACKAGE / "_native.pyi").read_text())
    said = set()
    for node in stub.body:
        if isinstance(node, ast.AnnAssign):
            said.add(node.target.id)
        elif isinstance(node, ast.FunctionDef):
            said.add(node.name)
        elif isinstance(node, ast.ClassDef):
            said |= {f"{node.name}.{member.name}" for member in node.body}
    there = set()
    for name, value in vars(_native).items():
        if name.startswith("__"):
            continue
        if inspect.isclass(value):
            there |= {f"{name}.{member}" for member in vars(value) if not member.startswith("__")}
        else:
            there.add(name)
    assert said - {"Network.__init__"} == there


def test_it_is_typed_and_everything_has_a_docstring():
    assert (PACKAGE / "py.typed").is_file()
    public = [getattr(turnpike, name) for name in turnpike.__all__]
    members = [member for name, member in vars(turnpike.Network).items() if name[0] != "_"]
    for thing in [*public, *members]:
        if inspect.isclass(thing) or callable(thing) or isinstance(thing, property):
            assert inspect.getdoc(thing), thing
    assert set(turnpike.__all__) <= set(dir(turnpike))


def test_records_have_the_size_of_the_structs():
    assert turnpike.PACKET.itemsize == _native.PACKET_BYTES
    assert turnpike.DELIVERY.itemsize == _native.DELIVERY_BYTES
    assert turnpike.EVENT.itemsize == _native.EVENT_BYTES


def test_its_version_is_that_of_the_project(root):
    assert f"project(turnpike VERSION {turnpike.__version__} " in \
        (root / "CMakeLists.txt").read_text()
    assert _native.api_version() >= 1000
    assert _native.status_text(1) == "queue full"


def test_toml_is_read_back_as_it_was():
    config = {
        "network": {"topology": "mesh", "radix": [4, 2], "links": [[0, 1, 2]]},
        "traffic": {"length": {"kind": "bimodal", "short": 5, "long_fraction": 0.1},
                    "file": 'a "b"\\ \n\té', "odd key": True, "load": 1e-9},
    }
    assert tomllib.loads(turnpike.to_toml(config)) == config


# What the libraries of python/CMakeLists.txt are called by the distribution of manylinux.
DEVELOPMENT = {"BZip2": "bzip2-devel", "CGRAPH": "graphviz-devel", "EXPAT": "expat-devel",
               "NETTLE": "nettle-devel", "TOMLPLUSPLUS": "tomlplusplus-devel",
               "ZLIB": "zlib-devel", "fmt": "fmt-devel"}


def test_manylinux_has_the_libraries_that_the_wheel_needs(root):
    found = set(re.findall(r"^(?:find_package|pkg_check_modules)\((\w+)",
                           (root / "python" / "CMakeLists.txt").read_text(), re.MULTILINE))
    ours = found - {"Python", "PkgConfig", "Threads", "nanobind"}
    project = tomllib.loads((root / "python" / "pyproject.toml").read_text())
    installed = " ".join(project["tool"]["cibuildwheel"]["before-all"]).split()
    assert {DEVELOPMENT[name] for name in ours} <= set(installed)
    oldest = project["project"]["requires-python"].removeprefix(">=3.")
    assert f"cp3{{{oldest}," in project["tool"]["cibuildwheel"]["build"]


def command(*arguments, folder):
    return subprocess.run([sys.executable, "-m", "turnpike", *arguments], cwd=folder, check=False,
                          capture_output=True, text=True, timeout=120)


def test_the_package_is_a_command(mesh, tmp_path):
    (tmp_path / "mesh.toml").write_text(mesh)
    assert command("--version", folder=tmp_path).stdout == f"turnpike {turnpike.__version__}\n"
    shown = command("run", "mesh.toml", "--set", "run.seed=3", "--json", "--out", "out",
                    folder=tmp_path)
    assert shown.returncode == 0 and shown.stderr == ""
    assert json.loads(shown.stdout) == json.loads((tmp_path / "out" / "results.json").read_text())
    assert "latency       " in command("run", "mesh.toml", folder=tmp_path).stdout
    assert json.loads(command("schema", "run", folder=tmp_path).stdout) == turnpike.schema("run")
    assert command("examples", "mine", folder=tmp_path).returncode == 0
    assert (tmp_path / "mine" / "design_space.py").read_text().startswith("#!")


def test_the_command_refuses_as_the_program_does(tmp_path):
    for arguments, words in ((("run", "none.toml"), "none.toml: cannot be read"),
                             (("run", "none.toml", "--resume"), "resume: found without"),
                             (("schema", "runs"), "schema: found 'runs', allowed: analysis")):
        refused = command(*arguments, folder=tmp_path)
        assert refused.returncode == 2 and refused.stdout == ""
        assert words in refused.stderr and "Traceback" not in refused.stderr
    assert not list(tmp_path.iterdir())
