#!/usr/bin/env python3
"""check_figures.py - every measured figure of the pages stands in a section that names its source.

  check_figures.py [--list]

A figure is a number with a unit (of time, memory, clock or cells, a share, a speed), a fraction
such as .427, or a decimal fraction alone in a cell of a table. Its source is a command, a test, a
CSV file or a source file that its section names, or the one that it is in, or a page of figures
that it links. Output of commands, and tables between marks, are left out, as DocumentsTest and
SchemaTest compare them. --list prints each figure with its sources. Records, such as
docs/decisions.md, need none for what they say of the past.

Where a section links a data file of docs, its figures are compared with the file: each must be a
value of it, rounded to the digits that the page shows. Left out are shares and ratios, which are
computed from several values, and paragraphs that name another source.
"""

import re
import sys

import checking

RECORDS = ("decisions.md", "router_experiments.md")
UNITS = (r"ms|us|ns|s|seconds?|minutes?|hours?|[kMG]i?B|MHz|LUTs?|LUT4|flip-flops|block RAMs|gates"
         r"|instructions|node-cycles")
FIGURE = re.compile(rf"(?<![\w.])\d[\d,]*(?:\.\d+)? ?(?:%|(?:{UNITS}|times as|times faster)\b)"
                    r"|(?<![\w.)])\.\d{2,4}\b|(?<=\| )[-+]?\d[\d,]*\.\d+(?= \|)")
RATIO = re.compile(r"%|times")
DATA = re.compile(r"\]\(([\w./-]+\.(?:csv|json))\)")
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)")
HEADING = re.compile(r"^(#+) (.*)$")
CODE = re.compile(r"`([^`\n]+)`")
COMMAND = re.compile(r"^(?:\$ )?(?:[\w/]*time (?:-f \S+ )?)?(?:[A-Z_]+=\S* )*"
                     r"(?:(?:build/)?turnpike|make|ctest|valgrind|[\w/]*scripts/\w+\.\w+) ?\S*")
TEST = re.compile(r"\b[A-Z]\w*Test\b(?:\.\w+)?")
FILE = re.compile(r"(?<![\w./])(?:[\w.-]+/)+\w+\.(?:csv|h|cpp|v|py)\b")  # with its folder

FIGURES = re.compile(r"\]\((?:docs/)?((?:performance|evidence|fpga/figures)\.md)(?:#[\w-]+)?\)")
MARK = re.compile(r"^<!-- \w+: (?:begin|end) -->$")  # around what is the program's own


class Section:
    """A heading, and what stands below it up to the next one."""

    def __init__(self, level, title, above):
        self.level = level
        self.title = title
        self.above = above  # the section that it is a part of; None: the page
        self.figures = []   # (line of the page, text)
        self.own = []       # what it names as a source

    def sources(self):
        is_part = self.above and self.above.level > 1  # not of the whole page
        return self.own + (self.above.sources() if is_part else [])


def sections_of(text):
    """The sections of a page, in order, each with its figures and sources."""
    section = Section(0, "", None)
    found = [section]
    is_block = is_written = False
    for number, line in enumerate(text.splitlines(), 1):
        heading = HEADING.match(line)
        if line.startswith("```"):
            is_block = not is_block
        elif MARK.match(line):
            is_written = line.endswith("begin -->")
        elif is_written:
            continue
        elif heading and not is_block:
            level = len(heading[1])
            above = section
            while above and above.level >= level:
                above = above.above
            section = Section(level, heading[2], above)
            found.append(section)
        elif line.startswith("    ") or is_block:
            command = COMMAND.match(line.strip())
            section.own += [command[0]] if command else []
        else:
            section.own += [span for span in CODE.findall(line) if COMMAND.match(span)]
            section.own += TEST.findall(line) + FILE.findall(line) + FIGURES.findall(line)
            section.figures += [(number, figure) for figure in FIGURE.findall(line)]
    return found


def pages(root):
    found = [page for pattern in ("*.md", "timing/*.md", "tutorials/*.md")
             for page in sorted((root / "docs").glob(pattern))]
    return [root / "README.md", *(page for page in found if page.name not in RECORDS)]


def figures(root):
    """(page, line, figure, sources) of each."""
    for page in pages(root):
        for section in sections_of(page.read_text()):
            for line, figure in section.figures:
                yield page.relative_to(root), line, figure, section.sources()


def is_value(figure, values):
    """A value rounds to the figure."""
    shown = NUMBER.search(figure.replace(",", ""))[0]
    digits = len(shown.partition(".")[2])
    return any(abs(value - float(shown)) <= 0.5000001 * 10 ** -digits for value in values)


def unlike(root):
    """Figures of sections with a data file that the file does not have."""
    for page in pages(root):
        for section in re.split(r"^(?=#+ )", page.read_text(), flags=re.M):
            files = [page.parent / name for name in DATA.findall(section) if "schema" not in name]
            values = [float(number) for file in files if file.is_file()
                      for number in NUMBER.findall(file.read_text())]
            for paragraph in section.split("\n\n") if values else []:
                spans = [span for span in CODE.findall(paragraph) if COMMAND.match(span)]
                if paragraph.startswith("    ") or spans or TEST.search(paragraph):
                    continue
                yield from (f"{page.relative_to(root)}: {figure}: not in {files[0].name}"
                            for figure in FIGURE.findall(paragraph)
                            if not RATIO.search(figure) and not is_value(figure, values))


def check(root):
    return [f"{page}:{line}: {figure}: this section names no command, test or file that it is from"
            for page, line, figure, sources in figures(root) if not sources] + list(unlike(root))


def add(text):
    return lambda root: (root / "docs/x.md").write_text(text)


FAULTS = (
    ("a figure without a source", add("# X\n\nIt takes 12 s.\n"), "docs/x.md:3: 12 s"),
    ("one in a table", add("# X\n\n| a |\n|---|\n| 1,024 LUTs |\n"), "docs/x.md:5: 1,024 LUTs"),
    ("the source of another section",
     add("# X\n\n## A\n\n`make bench`\n\n## B\n\n90 MHz\n"), "docs/x.md:9: 90 MHz"),
    ("a fraction", add("# X\n\nThe mesh accepts .427.\n"), "docs/x.md:3: .427"),
    ("a decimal alone in a cell", add("# X\n\n| a | 3.5 |\n"), "docs/x.md:3: 3.5"),
    ("a figure that its file does not have",
     add("# X\n\n[Figures](booksim/topologies.csv).\n\n| mesh | 6.20 | 6.21 |\n"),
     "docs/x.md: 6.21: not in topologies.csv"),
    ("a file that has changed",
     lambda root: (root / "docs/booksim/topologies.csv").write_text(
         (root / "docs/booksim/topologies.csv").read_text().replace("26.8", "27.8")),
     "docs/booksim.md: 26.8"),
    ("a share", add("# X\n\nHolds in 96 % of the runs.\n"), "docs/x.md:3: 96 %"),
)

if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        for place, at, what, known in figures(checking.pathlib.Path(__file__).resolve().parents[1]):
            print(f"{place}:{at}: {what}: {', '.join(dict.fromkeys(known)) or '-'}")
    else:
        checking.main(__doc__, check, FAULTS)
