"""conftest.py - networks that several tests use."""

import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

MESH = """[network]
topology = "mesh"
radix = 4
dimensions = 2
[traffic]
pattern = "uniform"
load = 0.1
[run]
measurement = 500
"""


@pytest.fixture
def mesh():
    return MESH


@pytest.fixture
def root():
    return ROOT
