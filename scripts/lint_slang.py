#!/usr/bin/env python3
"""lint_slang.py - the rows of tests/lint/corners.txt through slang, as SystemVerilog-2017.

    lint_slang.py FOLDER [MODULE]     from the root of the sources
    lint_slang.py --emitted TOP       in a folder of `turnpike emit`

The first is called by scripts/lint.sh, which finds a line a row, `pass` or `fail`, in
FOLDER/result.slang and what was said of those that fail in FOLDER/failed.slang. slang reads the
sources once; each row is an elaboration with the analysis of drivers behind it. The second,
called by scripts/lint_emitted.sh, prints what was said.
"""

import glob
import sys

import pyslang
from pyslang import ast, driver

# All that slang knows to warn about, without:
WARNINGS = [
    "everything",
    # Every source is read for each row; what the module does not contain is not used there.
    "no-unused-def",
    # An index times a width, as in [i*W +: W], is how flat vectors are read here.
    "no-arith-op-mismatch",
]


def read_rows(path, only):
    """Of each row: its text, module, parameters, and the message if it must be refused."""
    for line in open(path, encoding="utf-8"):
        row = line.strip()
        if not row or row.startswith("#"):
            continue
        refused = row.startswith("! ")
        row, _, message = row.removeprefix("! ").partition(" : ")
        module, *parameters = row.split()
        if only in (None, module):
            yield row, module, parameters, message if refused else None


def is_meant(found):
    """`wire unused = &{1'b0, ...};` reads what nobody reads: nobody reads it, either."""
    return found.code == pyslang.Diags.UnusedNet and str(found.args[0]).startswith("unused")


class Slang:
    """slang with all sources read."""

    def __init__(self, sources, folders):
        self.driver = driver.Driver()
        self.driver.addStandardArgs()
        arguments = ["slang", "--std 1800-2017"]
        arguments += [f"-I {folder}" for folder in folders] + sources
        if not (
            self.driver.parseCommandLine(" ".join(arguments))
            and self.driver.processOptions()
            and self.driver.parseAllSources()
        ):
            sys.exit("slang cannot read the sources")

    def say(self, module, parameters):
        """All that slang has to say about a module with these parameters."""
        bag = self.driver.createOptionBag()
        options = bag.compilationOptions
        options.topModules = {module}
        options.paramOverrides = parameters
        bag.compilationOptions = options
        compilation = ast.Compilation(bag)
        for tree in self.driver.syntaxTrees:
            compilation.addSyntaxTree(tree)
        client = pyslang.TextDiagnosticClient()
        engine = pyslang.DiagnosticEngine(self.driver.sourceManager)
        engine.addClient(client)
        engine.setWarningOptions(WARNINGS)
        engine.setMappingsFromPragmas()  # waivers: `// slang lint_off`
        engine.issue(compilation.getAllDiagnostics())
        if engine.numErrors == 0:
            for found in self.driver.runAnalysis(compilation).getDiagnostics():
                if not is_meant(found):
                    engine.issue(found)
        return client.getString()


def main():
    if sys.argv[1] == "--emitted":
        slang = Slang(sorted(glob.glob("*.v") + glob.glob("rtl/*.v")), ["rtl"])
        print(end=slang.say(sys.argv[2], []))
        return
    work = sys.argv[1]
    only = sys.argv[2] if len(sys.argv) > 2 else None
    slang = Slang(sorted(glob.glob("rtl/*/*.v")), sorted(glob.glob("rtl/*/")))
    with open(f"{work}/result.slang", "w", encoding="utf-8") as results, open(
        f"{work}/failed.slang", "w", encoding="utf-8"
    ) as failures:
        for row, module, parameters, message in read_rows("tests/lint/corners.txt", only):
            said = slang.say(module, parameters)
            if message is None and said:
                failures.write("\n".join(f"slang: {row}\n{said}".splitlines()[:12]) + "\n")
            elif message is not None and message not in said:
                failures.write(f"slang does not refuse {row} as it should\n")
            else:
                results.write("pass\n")
                continue
            results.write("fail\n")


if __name__ == "__main__":
    main()
