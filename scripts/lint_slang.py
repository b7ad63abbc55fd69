#!/usr/bin/env python3
"""lint_slang.py - modules and emitted networks through slang, as SystemVerilog-2017.

    lint_slang.py                     from the root of the sources
    lint_slang.py --emitted TOP       in a folder of `turnpike emit`

scripts/lint.py calls the first: standard input is a JSON list of [module, [NAME=VALUE, ...]], and
standard output a JSON list of what slang says of each. slang reads the sources once; each entry is
an elaboration with the analysis of drivers behind it. scripts/lint_emitted.sh calls the second,
which prints what slang says.
"""

import glob
import json
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
    if sys.argv[1:2] == ["--emitted"]:
        slang = Slang(sorted(glob.glob("*.v") + glob.glob("rtl/*.v")), ["rtl"])
        print(end=slang.say(sys.argv[2], []))
        return
    slang = Slang(sorted(glob.glob("rtl/*/*.v")), sorted(glob.glob("rtl/*/")))
    json.dump([slang.say(module, parameters) for module, parameters in json.load(sys.stdin)],
              sys.stdout)


if __name__ == "__main__":
    main()
