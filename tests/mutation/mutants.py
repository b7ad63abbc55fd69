"""mutants.py - small wrong changes of Verilog sources: an operator, a condition, a statement.

What is changed is what becomes gates: expressions of continuous assignments, of wires with a
value, of port connections and of `always` blocks, and the statements in them. What the elaboration
needs (parameters, ranges, generate conditions, loop headers, functions of constants) and the checks
of rtl/common/check.vh stay as they are.

slang reads the sources, with SYNTHESIS defined; a change is told by where it is in the file.
"""

import dataclasses
import re

from pyslang import SourceManager, parsing, syntax, Bag

# What an operator becomes. Each of these has the width of what it was.
OPERATORS = {
    "LogicalAndExpression": ["||"], "LogicalOrExpression": ["&&"],
    "BinaryAndExpression": ["|"], "BinaryOrExpression": ["&"], "BinaryXorExpression": ["|"],
    "AddExpression": ["-"], "SubtractExpression": ["+"], "MultiplyExpression": ["+"],
    "EqualityExpression": ["!="], "InequalityExpression": ["=="],
    "LessThanExpression": ["<=", ">="], "LessThanEqualExpression": ["<", ">"],
    "GreaterThanExpression": [">=", "<="], "GreaterThanEqualExpression": [">", "<"],
    "LogicalShiftLeftExpression": [">>"], "LogicalShiftRightExpression": ["<<"],
}
# Reductions: the other one.
REDUCTIONS = {"UnaryBitwiseAndExpression": "|", "UnaryBitwiseOrExpression": "&",
              "UnaryBitwiseXorExpression": "|"}
NEGATIONS = {"UnaryLogicalNotExpression", "UnaryBitwiseNotExpression"}
# Nothing below these is changed.
CONSTANT = {"ParameterDeclaration", "ParameterPortList", "ParameterValueAssignment", "AnsiPortList",
            "VariableDimension", "LocalVariableDeclaration", "GenvarDeclaration",
            "RangeDimensionSpecifier", "ElementSelect", "AttributeInstance",
            "EventControlWithExpression", "ImplicitEventControl",
            "NamedLabel", "NamedBlockClause"}


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One wrong change: bytes begin .. end of a file become `text`."""
    file: str     # below the root of the sources
    line: int     # from 1
    begin: int
    end: int
    old: str
    new: str

    def name(self, root):
        """Stays the same when lines above it move: for lists of survivors."""
        line = (root / self.file).read_text().splitlines()[self.line - 1]
        return f"{self.file}: {one_line(self.old)} -> {one_line(self.new)}, of: {one_line(line)}"


def one_line(text):
    return re.sub(r"\s+", " ", text).strip()


def kind(node):
    return str(node.kind).rsplit(".", 1)[-1]


class Reader:
    """The mutants of one source."""

    def __init__(self, root, path):
        self.path = path
        self.text = (root / path).read_text()
        manager = SourceManager()
        for folder in sorted((root / "rtl").glob("*/")):
            manager.addUserDirectories(str(folder))
        options = parsing.PreprocessorOptions()
        options.predefines = ["SYNTHESIS"]
        bag = Bag()
        bag.preprocessorOptions = options
        tree = syntax.SyntaxTree.fromFile(str(root / path), manager, bag)
        errors = [str(d.code) for d in tree.diagnostics if d.isError()]
        if errors:
            raise ValueError(f"{path}: slang does not read it: {errors}")
        self.manager = manager
        self.constant_functions = set()
        self.mutants = []
        self.find_constant_functions(tree.root, False)
        self.visit(tree.root, False)

    def span(self, node):
        """Where a node is in the file; None if a macro has made it."""
        found = node.sourceRange
        for place in (found.start, found.end):
            if not self.manager.isFileLoc(place) or self.manager.isIncludedFileLoc(place):
                return None
        return found.start.offset, found.end.offset

    def add(self, node, new):
        span = self.span(node)
        if span is None:
            return
        begin, end = span
        self.mutants.append(Mutant(self.path, self.text.count("\n", 0, begin) + 1, begin, end,
                                   self.text[begin:end], new))

    def source(self, node):
        span = self.span(node)
        return self.text[span[0]:span[1]] if span else ""

    def find_constant_functions(self, node, constant):
        """Functions that something calls while it is elaborated."""
        name = kind(node)
        if name == "InvocationExpression" and constant:
            self.constant_functions.add(self.source(node.left).strip())
        inside = constant or name in CONSTANT
        for part in children(node):
            is_body = kind(part).endswith(("Block", "Statement", "Clause"))
            header = name in ("IfGenerate", "LoopGenerate", "CaseGenerate", "ForLoopStatement")
            self.find_constant_functions(part, inside or (header and not is_body))

    def visit(self, node, hardware):
        """`hardware`: the node is an expression or statement that becomes gates."""
        name = kind(node)
        if name in CONSTANT:
            return
        if name == "FunctionDeclaration":
            if self.source(node.prototype.name).strip() in self.constant_functions:
                return
            for item in node.items:
                self.visit(item, True)
            return
        if name in ("IfGenerate", "LoopGenerate", "CaseGenerate"):
            for part in children(node):
                if kind(part) in ("GenerateBlock", "ElseClause", "StandardCaseItem") or \
                        kind(part).endswith("Generate"):
                    self.visit(part, False)
            return
        if name == "StandardCaseItem" and not hardware:
            self.visit(node.clause, False)
            return
        if name == "ForLoopStatement":
            self.visit(node.statement, True)
            return
        if name in ("AssignmentExpression", "NonblockingAssignmentExpression"):
            self.visit(node.right, True)
            return
        if name == "ExpressionStatement":
            if hardware and self.span(node) and "Assignment" in kind(node.expr):
                self.add(node, ";")
            self.visit(node.expr, hardware)
            return
        if name == "Declarator":
            named = self.source(node).strip()
            if node.initializer is not None and not named.startswith("unused"):
                self.visit(node.initializer.expr, True)
            return
        if name == "DataDeclaration":
            return
        if name == "NamedPortConnection":
            if node.expr is not None:
                self.visit(node.expr, True)
            return
        if name in ("AlwaysBlock", "ContinuousAssign"):
            hardware = True
        if hardware:
            self.change(node, name)
        for part in children(node):
            if name == "MultipleConcatenationExpression" and part is node.expression:
                continue  # how many times: a constant
            self.visit(part, hardware)

    def change(self, node, name):
        """The mutants of one expression or statement."""
        if name in OPERATORS:
            left, right = self.source(node.left), self.source(node.right)
            if left and right:
                for operator in OPERATORS[name]:
                    self.add(node, f"{left} {operator} {right}")
        elif name in NEGATIONS:
            self.add(node, f"({self.source(node.operand)})")
        elif name in REDUCTIONS:
            self.add(node, f"{REDUCTIONS[name]}{self.source(node.operand)}")
        elif name == "ConditionalExpression":
            left, right = self.source(node.left), self.source(node.right)
            if left and right:
                self.add(node, f"{self.source(node.predicate)} ? {right} : {left}")
        elif name == "ConditionalStatement":
            condition = node.predicate
            text = self.source(condition)
            if text:
                self.add(condition, f"!({text})")
        elif name == "IntegerVectorExpression":
            text = self.source(node)
            if text in ("1'b0", "1'b1"):
                self.add(node, "1'b1" if text == "1'b0" else "1'b0")


def children(node):
    return [part for part in node if isinstance(part, syntax.SyntaxNode)]


def mutants_of(root, path):
    """The mutants of a source, in the order of the file."""
    return sorted(set(Reader(root, path).mutants), key=lambda m: (m.begin, -m.end, m.new))


def mutated(text, mutant):
    """The source with one change."""
    new = mutant.new if mutant.new == ";" else f"({mutant.new})"
    return text[:mutant.begin] + new + text[mutant.end:]


def with_all(text, numbered, choice):
    """The source with all of its changes at once, of which the integer `choice` picks one.

    numbered: [(number, mutant)] of the file; in a simulation `choice` is the number of the one
    that is in, or 0. Statements and conditions nest: only the whole of a change is in the branch
    of its number, since no two are ever in at once.
    """
    spans = {}
    for number, mutant in numbered:
        spans.setdefault((mutant.begin, mutant.end), []).append((number, mutant.new))
    order = sorted(spans, key=lambda s: (s[0], -s[1]))

    def render(begin, end, inner):
        """Text begin .. end with the changes in `inner`, which lie in it."""
        out, at, index = [], begin, 0
        while index < len(inner):
            span = inner[index]
            below = index + 1
            while below < len(inner) and inner[below][0] < span[1]:
                below += 1
            out.append(text[at:span[0]])
            body = render(span[0], span[1], inner[index + 1:below])
            for number, new in spans[span]:
                if new == ";":
                    # In a block of its own, so that an `else` behind it stays whose it was.
                    body = f"begin if ({choice} != {number}) begin {body} end end"
                else:
                    body = f"(({choice} == {number}) ? ({new}) : ({body}))"
            out.append(body)
            at, index = span[1], below
        out.append(text[at:end])
        return "".join(out)

    return render(0, len(text), order)
