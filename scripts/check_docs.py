#!/usr/bin/env python3
"""check_docs.py - what documents and comments name is there.

Files and folders, sections of pages, make targets, tests, keys of a configuration. The table of
rtl/README.md says which tests a module has and what it instantiates, the table of docs/express.md
has the areas of docs/express/price.csv, docs/architecture.md has an arrow for every folder of rtl,
model and sim, docs/glossary.md has the terms of docs/timing.md, section 2, and no other. Each
decision of docs/decisions.md has a date and a status, each cell of docs/comparison.md a source.
The version is that of CMakeLists.txt everywhere, and badges are as scripts/badges.py draws them.
The registers of docs/adapters.md and docs/axi.md are those of the RTL, the states of
docs/timing/coprocessor.md those of the message unit, and the functions of the equations of
docs/express.md are in model/analysis/dally.h. A comment of the RTL names pins and registers that
the RTL has. Every page is linked from docs/README.md. DocumentsTest, a test of the program, runs
the commands of the pages and compares what they print with what the pages show.
"""

import csv
import re

import badges
import checking

PAGES = ("README.md", "CONTRIBUTING.md", "examples/README.md", "rtl/README.md")  # and docs
TOPS = "api|cmake|commands|configs|docs|examples|model|papers|python|rtl|scripts|sim|tests"
SOURCES = (".h", ".cpp", ".v", ".vh", ".py", ".sh", ".js", ".ys", ".toml")
TABLES = "network|router|link|traffic|run"

CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")  # check_style.py follows it
PATH = re.compile(rf'(?<![\w./~$<"-])((?:{TOPS})/[\w./*-]*[\w*/])')
SECTION = re.compile(r"\b(\w+)\.md(?:\]\([^)]*\))?,? (?:sections? )?(\d+(?:\.\d+)?)\b")
MAKE = re.compile(r"^(?:[A-Z]+=\S+ )*make ([a-z][a-z-]*)")
TEST = re.compile(r"\b(?!CTest|GTest)([A-Z]\w*Test)\b(?:\.([A-Z]\w*))?")
TEST_HERE = re.compile(r"^(?:TYPED_)?TEST\w*\(\s*(\w+),\s*(\w+)", re.M)
KEY = re.compile(rf"^(?:--set )?((?:{TABLES})\.[a-z_.]*[a-z_])(?:\s*=.*)?$")
ROW = re.compile(r"^\| `(\w+)/(\w+)` \|" + 3 * r"[^|]*\|" + r"([^|]*)\|([^|]*)\|$", re.M)
AREA = re.compile(r"^\| (router|interchange), ([^|(]*?)(?: \([^)]*\))? \|" + 5 * r"([^|]*)\|" + "$",
                  re.M)
ITALIC = re.compile(r"(?<![\w*])\*([a-z][^*\n]*)\*(?![\w*])")  # a capital begins a heading
STATUS = re.compile(r".*\n\n\*\d{4}-\d\d-\d\d\. (?:In force|Superseded by (\d+))\b[^*\n]*\.\*\n")
VERSIONS = {  # where the version stands, besides CMakeLists.txt
    "CITATION.cff": r"^version: (\S+)",
    "turnpike.core": r"^name: \S*:(\S+)$",
    "api/turnpike.h": r'as `turnpike --version` has it: "(.*)"',
    "CHANGELOG.md": r"^## (\d\S*)",
}
MARK = re.compile(r"\[([A-Z]\d)\]")  # of a source of docs/comparison.md
REGISTER_MAPS = (("docs/adapters.md", "axi4_lite_registers.v"),
                 ("docs/axi.md", "axi4_lite_control.v"))
WORD = re.compile(r"^    localparam \[[49]:0\]\s+(\w+)\s*= \d+'d(\d+);", re.M)
OFFSET = re.compile(r"^\| (0x[0-9a-f]+(?:, 0x[0-9a-f]+)*) \| ([a-z ]+) \|", re.M)
STATE = re.compile(r"^localparam \[4:0\] (\w+)", re.M)
PIN = re.compile(r"(?<![\w.])[a-z]\w*_[dioq]\b")
REGISTER = re.compile(r"^\|[^|\n]*\| `(\w+)`", re.M)  # of the table of section 2.2


class Project:
    """What there is to be named."""

    def __init__(self, root):
        self.root = root
        self.sections = {page.stem: set(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", page.read_text(),
                                                   re.M))
                         for page in (root / "docs").glob("*.md")}
        # The pages of the contract's components keep its numbers.
        for page in (root / "docs" / "timing").glob("*.md"):
            self.sections["timing"] |= set(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ",
                                                      page.read_text(), re.M))
        self.targets = set(re.findall(r"^([a-z][a-z-]*):", (root / "Makefile").read_text(), re.M))
        self.tests = {}
        for path in checking.files(root, ".cpp", ".h", under=("tests",)):
            for suite, name in TEST_HERE.findall(path.read_text()):
                self.tests.setdefault(suite, set()).add(name)
        self.keys = set(re.findall(r"^\| `([a-z_.]+)` \|",
                                   (root / "docs" / "configuration.md").read_text(), re.M))

    def has_path(self, name):
        name = name.rstrip("./")
        # A module or a test may stand without its ending.
        return any(self.root.glob(name)) or any(self.root.glob(name + ".*"))

    def faults_of_text(self, text):
        """Of a page or a comment."""
        for name in PATH.findall(LINK.sub("", text)):
            if not self.has_path(name):
                yield f"{name} is not there"
        for page, section in SECTION.findall(text):
            if self.sections.get(page) and section not in self.sections[page]:
                yield f"{page}.md has no section {section}"
        for target in (found[1] for found in map(MAKE.match, CODE.findall(text)) if found):
            if target not in self.targets:
                yield f"the Makefile has no target {target}"

    def faults_of_page(self, line):
        """Of a line of a page, beyond that."""
        yield from self.faults_of_text(line)
        block = MAKE.match(line[4:]) if line.startswith("    ") else None
        if block and block[1] not in self.targets:
            yield f"the Makefile has no target {block[1]}"
        for suite, name in TEST.findall(line):
            if suite not in self.tests:
                yield f"there is no test {suite}"
            elif name and name not in self.tests[suite]:
                yield f"there is no test {suite}.{name}"
        spans = CODE.findall(line) + re.findall(r"--set ([a-z_.]+)=", line)
        for key in (found[1] for found in map(KEY.match, spans) if found):
            if key not in self.keys and not any(k.startswith(key + ".") for k in self.keys):
                yield f"there is no key {key}"


def pages(root):
    """The pages that people write: those of docs/papers are written by a program."""
    found = [root / name for name in PAGES if (root / name).is_file()]
    docs = root / "docs"
    return found + [page for pattern in ("*.md", "timing/*.md", "tutorials/*.md")
                    for page in sorted(docs.glob(pattern))]


def comment_of(path, line):
    mark = "//" if path.suffix in (".h", ".cpp", ".v", ".vh", ".js") else "# "
    return line.split(mark, 1)[1] if mark in line else ""


def check_modules(root, problems):
    """The columns `alone` and `depends on` of rtl/README.md."""
    modules = {path.stem for path in (root / "rtl").glob("*/*.v")}
    proofs = {path.stem for path in (root / "tests" / "formal").glob("*.ys")}
    for path in (root / "tests" / "formal").glob("*.ys"):
        proofs.update(re.findall(r"-top (\w+)", path.read_text()))
    tested = set(re.findall(r"^rtl_(?:module|component)\(V\w+ (\w+)",
                            (root / "tests" / "modules" / "CMakeLists.txt").read_text(), re.M))
    for folder, name, alone, below in ROW.findall((root / "rtl" / "README.md").read_text()):
        path = root / "rtl" / folder / f"{name}.v"
        if not path.is_file():
            continue  # check_mirror.py says so
        truth = {word for word, holds in (("proof", name in proofs),
                                          ("module test", name in tested)) if holds}
        if truth != {word.strip() for word in alone.split(",") if word.strip()}:
            problems.append(f"rtl/README.md: {name}: alone: {', '.join(sorted(truth))}")
        code = re.sub(r"//[^\n]*", "", path.read_text())
        truth = {other for other in modules - {name}
                 if re.search(rf"\b{other}\s*(?:#\s*\(|u_\w+\s*\()", code)}
        truth |= set(re.findall(r'`include "(\w+\.vh)"', code)) - {"check.vh", "settled.vh"}
        if truth != set(CODE.findall(below)):
            problems.append(f"rtl/README.md: {name}: depends on {', '.join(sorted(truth))}")


def check_areas(root, problems):
    """The price of express channels is that of `make price`."""
    rows = {}
    with (root / "docs" / "express" / "price.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            rows.setdefault(row.pop("component"), []).append(row)
    shown = {}
    for kind, shape, *columns in AREA.findall((root / "docs" / "express.md").read_text()):
        shown[f"{kind}, {shape}"] = [[value.strip() for value in column.split(",")]
                                     for column in columns]
    for component, made in rows.items():
        truth = [[row[column] for row in made] for column in made[0]]
        truth = [column if len(set(column)) > 1 else column[:1] for column in truth]
        if shown.get(component) != truth:
            problems.append(f"docs/express.md: {component}: docs/express/price.csv has {truth}")


def check_terms(root, problems):
    """Words in italics and registers of docs/timing.md, section 2, are entries of the glossary."""
    def singular(words):
        return {re.sub(r"s\b", "", word) for word in words}

    section = (root / "docs" / "timing" / "router.md").read_text()
    entries = re.findall(r"^\| ([^|]*) \|", (root / "docs" / "glossary.md").read_text(), re.M)
    defined = singular(ITALIC.findall(section) + REGISTER.findall(section))
    listed = singular(ITALIC.findall("\n".join(entries)))
    problems.extend(f"docs/glossary.md: no entry *{term}*, a term of docs/timing.md, section 2"
                    for term in sorted(defined - listed))
    problems.extend(f"docs/glossary.md: *{term}* is no term of docs/timing.md, section 2"
                    for term in sorted(listed - defined))


def check_decisions(root, problems):
    """Each decision of docs/decisions.md has a date, and is in force or superseded by another."""
    records = re.split(r"^## ", (root / "docs" / "decisions.md").read_text(), flags=re.M)[1:]
    numbers = [record.split(".")[0] for record in records]
    for number, record in zip(numbers, records):
        found = STATUS.match(record)
        if not found or (found[1] and (found[1] == number or found[1] not in numbers)):
            problems.append(f"docs/decisions.md: {number}: below the title stands"
                            " *YYYY-MM-DD. In force.* or *YYYY-MM-DD. Superseded by N.*")


def check_version(root, problems):
    """The version of CMakeLists.txt is that of other files, and the badges are drawn from it."""
    version = re.search(r"^project\(turnpike VERSION (\S+)", (root / "CMakeLists.txt").read_text(),
                        re.M)[1]
    for file, pattern in VERSIONS.items():
        found = re.search(pattern, (root / file).read_text(), re.M)
        if not found or found[1] != version:
            problems.append(f"{file}: the version is {version}, as CMakeLists.txt has it")
    for place, text in badges.badges(root).items():
        if not (root / place).is_file() or (root / place).read_text() != text:
            problems.append(f"{place}: scripts/badges.py would draw it differently")


def check_comparison(root, problems):
    """Each cell of docs/comparison.md that states a fact names its source."""
    text, listed = (root / "docs" / "comparison.md").read_text().split("\n## Sources\n")
    marks = set(re.findall(r"^\| ([A-Z]\d) \|", listed, re.M))
    used = set(MARK.findall(text))
    problems.extend(f"docs/comparison.md: the source {mark} is not listed, or not used"
                    for mark in sorted(used ^ marks))
    for row in re.findall(r"^\| [^\n]*\|$", text, re.M):
        for cell in row.strip("| ").split(" | ")[1:] if not row.startswith("| project ") else []:
            if not MARK.search(cell):
                problems.append(f"docs/comparison.md: no source: {cell}")


def check_registers(root, problems):
    """The offsets of a page's tables are the words of the localparams of a module."""
    for place, module in REGISTER_MAPS:
        code = (root / "rtl" / "adapters" / module).read_text()
        code = code[code.index("// Registers, by word"):]
        code = code[:code.index("IDENTITY_VALUE")]
        truth = {name.lower(): 4 * int(word) for name, word in WORD.findall(code)}
        shown = {}
        for offsets, name in OFFSET.findall((root / place).read_text()):
            for offset in offsets.split(", "):
                shown[int(offset, 16)] = name
        for register, offset in truth.items():
            words = tuple(register.split("_"))
            if not all(word.startswith(words) for word in shown.get(offset, "?").split()):
                problems.append(f"{place}: rtl/adapters/{module} has {register} at {offset:#04x}")
        problems.extend(f"{place}: rtl/adapters/{module} has nothing at {offset:#04x}"
                        for offset in sorted(shown.keys() - set(truth.values())))


def check_states(root, problems):
    """The states of the message unit in the contract, in the order of their numbers."""
    truth = STATE.findall((root / "rtl" / "coprocessor" / "message_states.vh").read_text())
    shown = re.findall(r"^\| ([A-Z_]+) \|", (root / "docs/timing/coprocessor.md").read_text(), re.M)
    if set(shown) != set(truth) or len(shown) != len(truth):
        problems.append("docs/timing/coprocessor.md: rtl/coprocessor/message_states.vh has "
                        + " ".join(truth))


def check_equations(root, problems):
    """The functions of the equations of express cubes."""
    section = (root / "docs" / "express.md").read_text().split("\n## 3.", 1)[1].split("\n\n**")[0]
    header = (root / "model" / "analysis" / "dally.h").read_text()
    for name in re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\|.*", section, re.M))):
        if not re.search(rf"\b{name}\(", header):
            problems.append(f"docs/express.md: model/analysis/dally.h has no function {name}")


def check_pins(root, problems):
    """Comments of the RTL name pins and registers by names that the RTL has."""
    sources = {path: path.read_text() for path in sorted(root.glob("rtl/*/*.v*"))}
    names = {word for text in sources.values()
             for word in re.findall(r"\w+", re.sub(r"//.*", "", text))}
    for path, text in sources.items():
        for word in sorted({word for comment in re.findall(r"//.*", text)
                            for word in PIN.findall(comment)} - names):
            problems.append(f"{path.relative_to(root)}: a comment names {word}, which is not there")


def check_folders(root, problems):
    """The arrows of docs/architecture.md, section 6."""
    arrows = re.search(r"^## 6\..*?(?=^## )", (root / "docs" / "architecture.md").read_text(),
                       re.M | re.S)[0]
    for path in sorted(each for top in ("rtl/*", "model/*", "sim/*", "sim/*/*")
                       for each in root.glob(top) if each.is_dir()):
        if path.name != "adapter" and not re.search(rf"\b{path.name}\b", arrows):
            place = path.relative_to(root)
            problems.append(f"docs/architecture.md: section 6 has no arrow for {place}")


def check(root):
    project = Project(root)
    problems = []
    for page in pages(root):
        for number, line in enumerate(page.read_text().splitlines(), 1):
            problems.extend(f"{page.relative_to(root)}:{number}: {fault}"
                            for fault in project.faults_of_page(line))
    for path in checking.files(root, *SOURCES):
        if path.name == "check_docs.py":
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            comment = comment_of(path, line)
            if "/" in comment or ".md" in comment or "`make" in comment:
                problems.extend(f"{path.relative_to(root)}:{number}: {fault}"
                                for fault in project.faults_of_text(comment))
    index = (root / "docs" / "README.md").read_text()
    problems.extend(f"docs/README.md: does not link {page.name}"
                    for page in sorted((root / "docs").glob("**/*.md"))
                    if page.parent.name in ("docs", "timing", "tutorials")
                    and page.name != "README.md"
                    and f"]({page.relative_to(root / 'docs')}" not in index)
    check_terms(root, problems)
    check_decisions(root, problems)
    check_comparison(root, problems)
    check_version(root, problems)
    check_folders(root, problems)
    check_registers(root, problems)
    check_states(root, problems)
    check_equations(root, problems)
    check_pins(root, problems)
    check_modules(root, problems)
    check_areas(root, problems)
    return problems


def page(text):
    return lambda root: (root / "README.md").write_text((root / "README.md").read_text() + text)


FAULTS = (
    ("a file that is gone", page("See `model/router/gone.h`.\n"), "model/router/gone.h is not"),
    ("a folder that is gone", page("In sim/gone it is.\n"), "sim/gone is not there"),
    ("a comment that names a file that is gone",
     lambda root: checking.plant(root, "model/router/x.h", "// x.h - as docs/gone.md says.\n"),
     "docs/gone.md is not there"),
    ("a section that is not there", page("See docs/timing.md, section 99.\n"), "no section 99"),
    ("a target that is not there", page("Say `make gone`.\n"), "no target gone"),
    ("a target in a block", page("\n    JOBS=2 make gone  # says it\n"), "no target gone"),
    ("a suite that is not there", page("`GoneTest` holds it.\n"), "no test GoneTest"),
    ("a test that is not there", page("`RunTest.Gone` holds it.\n"), "no test RunTest.Gone"),
    ("a key that is not there", page("Set `router.gone = 2`.\n"), "no key router.gone"),
    ("a key on a command line", page("\n    turnpike run x.toml --set run.gone=1\n"),
     "no key run.gone"),
    ("a page that nobody finds",
     lambda root: checking.plant(root, "docs/x.md", "# A page\n"), "does not link x.md"),
    ("a proof that is not there",
     lambda root: (root / "tests/formal/channel.ys").unlink(), "rtl/README.md: channel: alone"),
    ("a module that is instantiated in silence",
     lambda root: (root / "rtl/README.md").write_text(
         (root / "rtl/README.md").read_text().replace("`credit_counter` |", "|")),
     "depends on credit_counter"),
    ("a folder without an arrow",
     lambda root: checking.plant(root, "sim/x/x.h", "// x.h - planted.\n"), "no arrow for sim/x"),
    ("a term that the glossary does not have",
     lambda root: (root / "docs/timing/router.md").write_text(
         (root / "docs/timing/router.md").read_text() + "A *gone* port.\n"),
     "no entry *gone*"),
    ("a register that the glossary does not have",
     lambda root: (root / "docs/glossary.md").write_text(
         (root / "docs/glossary.md").read_text().replace("*busy*", "busy")), "no entry *busy*"),
    ("a decision without a date",
     lambda root: (root / "docs/decisions.md").write_text(
         (root / "docs/decisions.md").read_text() + "\n## 99. A decision\n\nText.\n"),
     "docs/decisions.md: 99"),
    ("a decision that none superseded",
     lambda root: (root / "docs/decisions.md").write_text(
         (root / "docs/decisions.md").read_text().replace("Superseded by 35", "Superseded by 98")),
     "docs/decisions.md: 17"),
    ("another version",
     lambda root: (root / "CITATION.cff").write_text(
         (root / "CITATION.cff").read_text().replace("version: 0", "version: 7")),
     "CITATION.cff: the version"),
    ("a badge of old",
     lambda root: (root / "docs/images/badge_version.svg").write_text("<svg/>"),
     "badge_version.svg: scripts/badges.py"),
    ("a comparison without a source",
     lambda root: (root / "docs/comparison.md").write_text(
         (root / "docs/comparison.md").read_text().replace("none [B1]", "none")),
     "no source: none"),
    ("a source that is not listed",
     lambda root: (root / "docs/comparison.md").write_text(
         (root / "docs/comparison.md").read_text().replace("none [B1]", "none [B9]")), "B9 is not"),
    ("a term that is no longer in the contract",
     lambda root: (root / "docs/glossary.md").write_text(
         (root / "docs/glossary.md").read_text().replace("| arbiter |", "| *arbiter* |")),
     "*arbiter* is no term"),
    ("a register at another offset",
     lambda root: (root / "docs/adapters.md").write_text(
         (root / "docs/adapters.md").read_text().replace("| 0x34 |", "| 0x38 |")),
     "has bus_error_address at 0x34"),
    ("a register that the RTL does not have",
     lambda root: (root / "docs/axi.md").write_text(
         (root / "docs/axi.md").read_text().replace("| 0x38 | load", "| 0x38, 0x3c | load")),
     "has nothing at 0x3c"),
    ("a state that the contract does not have",
     lambda root: (root / "docs/timing/coprocessor.md").write_text(
         (root / "docs/timing/coprocessor.md").read_text().replace("| POP |", "| PULL |")),
     "docs/timing/coprocessor.md: rtl/coprocessor/message_states.vh has"),
    ("an equation whose function is gone",
     lambda root: (root / "docs/express.md").write_text(
         (root / "docs/express.md").read_text().replace("`express_channels`", "`channels`")),
     "has no function channels"),
    ("a comment that names a pin that is gone",
     lambda root: checking.plant(root, "rtl/router/x.v", "// x.v - gone_o. No mirror: planted.\n"),
     "a comment names gone_o"),
    ("another area",
     lambda root: (root / "docs/express/price.csv").write_text(
         (root / "docs/express/price.csv").read_text().replace(
             '"router, 3 ports",1,', '"router, 3 ports",1,9')),
     "docs/express.md: router, 3 ports"),
)

if __name__ == "__main__":
    checking.main(__doc__, check, FAULTS)
