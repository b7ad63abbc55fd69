"""rtl_points.py - what Verilator counts in the RTL: lines of processes, branches, changes of bits.

A point is a block of statements or one way of a condition; it stands for the same one in all
instances and all shapes of its module.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"))
import checking  # noqa: E402
import corners  # noqa: E402

# kind: block, if, else, elsif, case; lines: those that it stands for, as "39" or "41-42"
Point = collections.namedtuple("Point", "file line column kind lines")

VERILATE = ["verilator", "--cc", "--coverage-line", "--no-timing", "--default-language",
            "1364-2005", "-Wno-fatal", "-Wno-lint"]
FUNCTION = re.compile(r"\s*function\b[^;]*?(\w+)\s*;")
IN_CPP = re.compile(r'overInsert\(&[^"]*"([^"]*)", (\d+), (\d+), "[^"]*", "[^"]*", "([^"]*)", '
                    r'"([^"]*)"\)')


class Reached:
    """{point: how often} of lines and branches; {(file, line, bit): how often it changed}"""

    def __init__(self, sources):
        self.sources = {path.name: path for path in sources}  # copies have the names of sources
        self.points = collections.Counter()
        self.bits = collections.Counter()

    def read(self, path):
        """Adds a file of counts that Verilator has written."""
        with open(path, encoding="utf-8") as counts:
            for line in counts:
                if not line.startswith("C '"):
                    continue
                name, _, count = line[3:].rpartition("' ")
                fields = dict(field.split("\2", 1) for field in name.split("\1") if field)
                source = self.sources.get(fields["f"].rsplit("/", 1)[-1])
                if not source:
                    continue
                if fields["page"].startswith("v_toggle"):
                    self.bits[str(source), int(fields["l"]), fields["o"]] += int(count)
                else:
                    self.points[Point(str(source), int(fields["l"]), int(fields["n"]), fields["o"],
                                      fields.get("S", ""))] += int(count)

    def add_missing(self, points):
        """Points that no test has built."""
        for point in points:
            self.points.setdefault(point, 0)


def reached(root, files):
    found = Reached(path.relative_to(root) for path in (root / "rtl").glob("*/*.v*"))
    for path in sorted(files):
        found.read(path)
    return found


def points_of(root, module, parameters):
    """The points of one shape, as Verilator writes them into its C++."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*VERILATE, "--prefix", "V", "--Mdir", folder, "--top-module", module,
                        *(f"-G{pair}" for pair in parameters),
                        *(f"-I{path}" for path in sorted((root / "rtl").glob("*/"))),
                        f"{module}.v"], check=True, cwd=root)
        return {Point("/".join(file.rsplit("/", 3)[-3:]).replace("//", "/"), int(line),
                      int(column), kind, lines)
                for path in pathlib.Path(folder).glob("*.cpp")
                for file, line, column, kind, lines in IN_CPP.findall(path.read_text())}


def of_corners(root):
    """The points of all shapes of tests/lint/corners.txt."""
    found = set()
    for row in corners.rows(root):
        if not row.message:
            found |= points_of(root, row.module, row.parameters)
    return found


def functions_of(text):
    """{line: name of the function that it is in}"""
    found, name = {}, None
    for number, line in enumerate(text.splitlines(), 1):
        begins = FUNCTION.match(line)
        name = begins[1] if begins else name
        if name:
            found[number] = name
        if "endfunction" in line:
            name = None
    return found


def names_of(root, points):
    """{point: its name}, which stays the same when lines above it move. A function of which nothing
    is reached is one name."""
    texts = {file: (root / file).read_text() for file in {point.file for point in points}}
    functions = {file: functions_of(text) for file, text in texts.items()}
    called = {(point.file, functions[point.file].get(point.line))
              for point, count in points.items() if count}
    names = {}
    for point in points:
        function = functions[point.file].get(point.line)
        if function and (point.file, function) not in called:
            names[point] = f"{point.file}: function {function}"
        else:
            line = texts[point.file].splitlines()[point.line - 1]
            names[point] = f"{point.file}: {point.kind}, of: {' '.join(line.split())}"
    return names


def judge(root, points, listed):
    """What is not reached and not named in a list, and what is named and reached or not there."""
    known = checking.reasons(listed)
    names = names_of(root, points)
    missing = {}
    for point, count in sorted(points.items()):
        if not count:
            missing.setdefault(names[point], point)
    return ([f"{point.file}:{point.line}: not reached: {name}" for name, point in missing.items()
             if name not in known]
            + [f"{listed}: is reached, or is not there: {name}" for name in known
               if name not in missing])


SAMPLE = """module sample #(parameter ODD = 0) (input wire clk_i, input wire a_i, output reg b_o);
    always @(posedge clk_i)
        if (a_i) b_o <= 1'b1;
        else b_o <= 1'b0;
    generate if (ODD) begin : g_odd
        reg c_q;
        always @(posedge clk_i) c_q <= a_i;
    end endgenerate
endmodule
"""
MAIN = """#include "V.h"
#include "verilated_cov.h"
int main() {
    V top;
    for (int i = 0; i < 4; ++i) {
        top.clk_i = i % 2;
        top.eval();
    }
    VerilatedCov::write("sample.dat");
}
"""
# A list, and the words of what must be found with it; a_i stays 0, and ODD is never built.
LISTS = [
    ("", [":3: not reached", ":7: not reached"]),
    ("Why\n    {if}\n    {odd}\n", []),
    ("Why\n    {if}\n    {odd}\n    {else}\n", ["is reached, or is not there"]),
]
NAMES = {"if": "rtl/sample/sample.v: if, of: if (a_i) b_o <= 1'b1;",
         "else": "rtl/sample/sample.v: else, of: if (a_i) b_o <= 1'b1;",
         "odd": "rtl/sample/sample.v: block, of: always @(posedge clk_i) c_q <= a_i;"}


def self_test(_root):
    """A module of which one way of a condition is not run and one process never built."""
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        (root / "rtl/sample").mkdir(parents=True)
        (root / "rtl/sample/sample.v").write_text(SAMPLE)
        (root / "main.cpp").write_text(MAIN)
        subprocess.run([*VERILATE, "--exe", "--build", "--prefix", "V", "--Mdir", "made",
                        "rtl/sample/sample.v", "main.cpp"], cwd=root, check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run(["made/V"], cwd=root, check=True)
        found = reached(root, [root / "sample.dat"])
        found.add_missing(points_of(root, "sample", ["ODD=1"]))
        for text, words in LISTS:
            listed = root / "unreached.txt"
            listed.write_text(text.format(**NAMES))
            problems = judge(root, found.points, listed)
            if len(problems) != len(words) or not all(
                    word in problem for word, problem in zip(words, problems)):
                wrong.append(f"with the list {text!r}: {problems}")
    print("\n".join(wrong) or f"self-test: {len(LISTS)} lists judged as they should be")
    return 1 if wrong else 0
