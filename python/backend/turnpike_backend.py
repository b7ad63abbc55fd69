"""turnpike_backend.py - scikit-build-core, whose source distributions get the C++ as well.

The C++ lies beside this folder's parent in a checkout, where no source distribution reaches. It is
put into one as the folder `checkout`, in which CMakeLists.txt and this file look first.
"""

import os
import pathlib
import shutil
import tempfile

from scikit_build_core import build as _build
from scikit_build_core.build import *  # noqa: F403  the other hooks, as they are

_PROJECT = pathlib.Path(__file__).resolve().parents[1]
_INSIDE = _PROJECT / "checkout"
_CHECKOUT = _INSIDE if _INSIDE.is_dir() else _PROJECT.parent

_OWN = ("CMakeLists.txt", "README.md", "pyproject.toml", "backend", "src", "tests")
# What the CMakeLists.txt of the checkout reads to build libturnpike without hardware.
_NEEDED = ("CMakeLists.txt", "LICENSE", "README.md", "api", "cmake", "commands", "docs/schema",
           "examples/python", "model", "papers", "sim")
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "*.so")


def _copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=_LEFT_OUT)
    else:
        shutil.copy2(source, target)


def build_sdist(sdist_directory, config_settings=None):
    """The hook of PEP 517: a source distribution that builds by itself."""
    target = os.path.abspath(sdist_directory)
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch) / "turnpike"
        for name in _OWN:
            _copy(_PROJECT / name, tree / name)
        for name in _NEEDED:
            _copy(_CHECKOUT / name, tree / "checkout" / name)
        _copy(_CHECKOUT / "LICENSE", tree / "LICENSE")
        project = tree / "pyproject.toml"
        project.write_text(project.read_text().replace('"../CMakeLists.txt"',
                                                       '"checkout/CMakeLists.txt"'))
        try:
            os.chdir(tree)
            return _build.build_sdist(target, config_settings)
        finally:
            os.chdir(before)
