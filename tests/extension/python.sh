#!/usr/bin/env bash
# python.sh - the Python package around a libturnpike.a with what this folder adds to it.
#
#   python.sh PYTHON LIBRARY WORK     a folder that scripts/python.sh made; the library; a folder
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
python=$1/bin/python library=$2 work=$3

"$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index \
  --no-build-isolation --upgrade --target "$work/packages" \
  --config-settings=cmake.define.TURNPIKE_LIBRARY="$library" \
  --config-settings=build-dir="$work/build" "$source/python"
PYTHONPATH=$work/packages "$python" - "$work/packages" <<'CODE'
import sys

import turnpike

assert turnpike.__file__.startswith(sys.argv[1]), turnpike.__file__
ladder = {"network": {"topology": "moebius", "radix": 8, "dimensions": 1},
          "traffic": {"pattern": "backwards", "load": 0.2}, "run": {"measurement": 1000}}
network = turnpike.Network(ladder)
assert network.topology == "moebius", network.topology
assert len(list(network.channels())) == 24
assert network.component_name(5) == "router_5"
results = turnpike.run(ladder)
assert results["packets"] > 100, results["packets"]
mesh = {"network": {"topology": "mesh", "radix": 4, "dimensions": 2, "routing": "west_first"},
        "traffic": {"load": 0.2}, "run": {"measurement": 1000}}
ordered = {**mesh, "network": {**mesh["network"], "routing": "auto"}}
assert turnpike.run(mesh)["latency"] != turnpike.run(ordered)["latency"]
tokens = {"network": ladder["network"], "workload": {"kind": "token", "laps": 3}}
results = turnpike.run(tokens)
assert results["packets"] == 8 * 8 * 3, results["packets"]
try:
    turnpike.Network(ladder, {"network.radix": 7})
    raise SystemExit("a ladder of seven routers was made")
except turnpike.ConfigurationError as error:
    assert "an even number from 4" in str(error), error
CODE
