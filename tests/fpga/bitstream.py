#!/usr/bin/env python3
"""bitstream.py - scripts/fpga.sh with scripts in place of Yosys, nextpnr and the packer.

    bitstream.py --program build/turnpike
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = None

YOSYS = "touch netlist.json"
# Says what nextpnr says of the cells, and that it has placed unless it was only asked to pack.
NEXTPNR = r"""
printf 'Info: Device utilisation:\n'
printf 'Info: \t         ICESTORM_LC:   %5d/   7680   %d%%\n' "$CELLS" $((CELLS / 77))
printf 'Info: \t        ICESTORM_RAM:      12/     32    37%%\n'
case "$*" in *--pack-only*) exit ;; esac
touch placed turnpike.config
printf "Info: Max frequency for clock 'clk': 75.07 MHz (PASS at 12.00 MHz)\n"
"""
ICEPACK = 'echo bits > "$2"'


class Bitstream(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out"
        for name, text in (("yosys", YOSYS), ("nextpnr-ice40", NEXTPNR), ("icepack", ICEPACK)):
            self.add(name, text)

    def add(self, name, text):
        tool = self.folder / "tools" / name
        tool.parent.mkdir(exist_ok=True)
        tool.write_text("#!/bin/sh\n" + text)
        tool.chmod(0o755)

    def run_it(self, cells, board="hx8k"):
        path = f"{self.folder / 'tools'}:{os.environ['PATH']}"
        return subprocess.run(
            [ROOT / "scripts" / "fpga.sh", PROGRAM, board, ROOT / "configs" / "fpga_hx8k.toml",
             self.out, self.folder / "none"],
            env={**os.environ, "PATH": path, "CELLS": str(cells)},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    def expect_refused(self, run, message):
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn(message, run.stderr)
        self.assertFalse((self.out / "turnpike.bit").exists())

    def test_what_fits_becomes_a_bitstream(self):
        run = self.run_it(7680)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((self.out / "turnpike.bit").exists())
        self.assertIn("75.07 MHz", run.stdout)

    def test_what_is_too_large_is_refused_before_it_is_placed(self):
        self.assertEqual(self.run_it(7680).returncode, 0)  # leaves a bitstream that must go
        (self.out / "placed").unlink()
        self.expect_refused(self.run_it(7681), "fpga_hx8k.toml is too large for hx8k: it needs 7681"
                            " ICESTORM_LC, there are 7680")
        self.assertFalse((self.out / "placed").exists())

    def test_what_a_tool_says_is_passed_on(self):
        self.add("nextpnr-ice40", "echo 'ERROR: Failed to route net'; exit 1")
        self.expect_refused(self.run_it(1), "ERROR: Failed to route net")

    def test_a_tool_that_is_missing_is_named(self):
        (self.folder / "tools" / "icepack").unlink()
        self.expect_refused(self.run_it(1), "no icepack: neither in PATH nor in")

    def test_boards_that_there_are(self):
        self.expect_refused(self.run_it(1, "icebreaker"),
                            "BOARD: found 'icebreaker', allowed: ulx3s, hx8k")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    options, rest = parser.parse_known_args()
    PROGRAM = options.program
    unittest.main(argv=sys.argv[:1] + rest)
