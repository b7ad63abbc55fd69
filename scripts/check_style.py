#!/usr/bin/env python3
"""check_style.py - what every file must look like; clang-format decides the layout of the C++."""

import re
import shutil
import subprocess

import checking

CPP = (".h", ".hpp", ".c", ".cpp")
RTL = (".v", ".vh")
TEXT = (*CPP, *RTL, ".js", ".py", ".sh", ".toml", ".txt", ".ys", ".md")
MAX_COLUMNS = 100
MAX_LINES = {".js": 400, ".v": 300, ".h": 400, ".hpp": 400, ".c": 400, ".cpp": 400}
MAX_PORTS = 30
MAX_PARAMETERS = 20  # without the derived ones

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", re.S)
PARAMETERS = re.compile(r"^module \w+ #\((.*?)(?:// Derived|^\) \()", re.M | re.S)
PORT = re.compile(r"^\s*(input|output)\s+(wire|reg)?\s*(?:signed\s+)?(?:\[[^\]]*\]\s*)?(\w+)", re.M)
DECLARATION = re.compile(r"^\s*(wire|reg)\b\s*(?:signed\s+)?(?:\[[^\]]*\]\s*)?([^;=]*)", re.M)
CLOCKED = re.compile(r"(?:^|[;)]|\bbegin\b(?:\s*:\s*\w+)?|\belse\b|\bdefault\s*:)\s*"
                     r"(\w+)\s*(?:\[[^;=]*?\]\s*)*<=(?=[^;]*;)", re.M)
# Names that can be guessed are links that somebody planted: whoever makes files draws their names,
# or opens none that is there.
MAKES_FILES = re.compile(r"std::o?fstream\b|\b(?:O_CREAT|O_TRUNC|mkstemp|mkdtemp|tmpfile|tmpnam"
                         r"|f(?:re)?open|temp_directory_path)\b")
MAY_MAKE_FILES = ("sim/base/temporary_file.cpp", "sim/hardware/rtl_components/cache_folder.cpp",
                  "sim/hardware/rtl_components/adapter/waveform_files.cpp",
                  "sim/hardware/rtl_components/adapter/waveform_writer.cpp")
BANNED = ("casex", "casez", "inout", "defparam", "full_case", "parallel_case", "tri", "initial")


def first_line(path, lines):
    """The first line (after #!) names the file and says what it is; a config asks its question."""
    rest = lines[1:] if lines and lines[0].startswith("#!") else lines
    line = rest[0] if rest else ""
    if path.suffix in (".md", ".txt"):
        return True
    if path.suffix == ".toml":
        return line.startswith("# ") and len(line) > 10
    if path.name.endswith("_test.cpp") and line.startswith("// "):
        return True  # a test may say at once what is promised
    start = {".py": '"""', ".sh": "# ", ".ys": "# "}.get(path.suffix, "// ")
    return line.startswith(f"{start}{path.name} - ")


def check_text(place, path, problems):
    text = path.read_text()
    lines = text.splitlines()
    if not first_line(path, lines):
        problems.append(f"{place}:1: the first line is not `{path.name} - what it is.`")
    if text and not text.endswith("\n"):
        problems.append(f"{place}: no newline at the end")
    for number, line in enumerate(lines, 1):
        if "\t" in line:
            problems.append(f"{place}:{number}: tab")
        if line != line.rstrip():
            problems.append(f"{place}:{number}: blank at the end of the line")
        if len(line) > MAX_COLUMNS and path.suffix != ".md" and "http" not in line:
            problems.append(f"{place}:{number}: {len(line)} columns, {MAX_COLUMNS} are allowed")
        if re.search(r"\b(TODO|FIXME|XXX)\b(?!\(#\d+\))", line) and place.name != "check_style.py":
            problems.append(f"{place}:{number}: a TODO needs its issue: TODO(#12)")


def anchors(text):
    """Those of the headings of a page, by the rule of Git forges."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.add(re.sub(r"[^\w -]", "", heading).strip().replace(" ", "-"))
    return found


def check_links(place, path, problems):
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)[^)]*\)", path.read_text()):
        page = path.parent / target if target else path
        if "://" in target:
            continue
        if not page.exists():
            problems.append(f"{place}: links to {target}, which is not there")
        elif anchor and page.suffix == ".md" and anchor not in anchors(page.read_text()):
            problems.append(f"{place}: links to {target}#{anchor}: there is no such heading")


def check_files_made(place, path, problems):
    code = re.sub(r"//[^\n]*", "", path.read_text())
    for name in sorted(set(MAKES_FILES.findall(code))):
        if str(place) not in MAY_MAKE_FILES:
            problems.append(f"{place}: {name}: files are made by sim/base/temporary_file.h")


def check_rtl(place, path, problems):
    text = path.read_text()
    code = COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    for word in BANNED:
        if re.search(rf"(?<![`\w]){word}\b", code):
            problems.append(f"{place}: `{word}` is not used here")
    if path.suffix == ".vh":
        return
    if not re.search(rf"^module {path.stem}\b", code, re.M) or code.count("endmodule") != 1:
        problems.append(f"{place}: holds one module, {path.stem}")
    if "`default_nettype none" not in code or not code.rstrip().endswith("`default_nettype wire"):
        problems.append(f"{place}: `default_nettype none below the header, wire as last line")
    # The inputs of a function are no ports.
    code = re.sub(r"\bfunction\b.*?\bendfunction\b", "", code, flags=re.S)
    for direction, net, name in PORT.findall(code):
        if net != "wire" or not name.endswith("_i" if direction == "input" else "_o"):
            problems.append(f"{place}: port {direction} {net} {name}: `input wire ..._i`,"
                            " `output wire ..._o`")
    ports = {name for _, _, name in PORT.findall(code)}
    parameters = PARAMETERS.search(text)
    count = len(re.findall(r"\bparameter\b", parameters.group(1))) if parameters else 0
    for found, most, what in ((len(ports), MAX_PORTS, "ports"),
                              (count, MAX_PARAMETERS, "parameters")):
        if found > most and f"More than {most} {what}: " not in text.replace("\n// ", " "):
            problems.append(f"{place}: {found} {what}: the header says why"
                            f" (\"More than {most} {what}: ...\")")
    for kind, names in DECLARATION.findall(code):
        for name in re.findall(r"\b([a-z]\w*)\b(?![^\[]*\])", names):
            if name.endswith(("_i", "_o")) and name not in ports:
                problems.append(f"{place}: {name} is no port: _i and _o are for ports")
            if kind == "wire" and name.endswith("_q"):
                problems.append(f"{place}: wire {name}: _q is for registers")
    for block in re.split(r"\balways\b", code)[1:]:
        if not block.lstrip().startswith("@(posedge"):
            continue
        for name in CLOCKED.findall(re.split(r"\b(?:endmodule|assign|generate)\b", block)[0]):
            if not name.endswith("_q"):
                problems.append(f"{place}: register {name} does not end in _q")


FORMATTED = {}  # name and text of a file -> is laid out right; a self-test asks again and again


def check_format(root, problems):
    """clang-format's own words, a line per file."""
    program = shutil.which("clang-format")
    if program is None:
        problems.append("clang-format is not installed")
        return
    texts = {path: (path.name, path.read_text()) for path in checking.files(root, *CPP)}
    paths = [path for path, text in texts.items() if text not in FORMATTED]
    style = f"--style=file:{checking.pathlib.Path(__file__).resolve().parent.parent}/.clang-format"
    if paths:
        found = subprocess.run([program, "--dry-run", style, *map(str, paths)], text=True,
                               capture_output=True, check=False).stderr
        wrong = set(re.findall(r"^(.*?):\d+:\d+: warning: code should be", found, re.M))
        FORMATTED.update((texts[path], str(path) not in wrong) for path in paths)
    for path, text in texts.items():
        if not FORMATTED[text]:
            problems.append(f"{path.relative_to(root)}: clang-format would write it differently"
                            " (`make format`)")


def check(root):
    problems = []
    for path in checking.files(root, *TEXT):
        check_text(path.relative_to(root), path, problems)
    top = [root / name for name in checking.TOP_FILES
           if name.endswith(".md") and (root / name).is_file()]
    for path in checking.files(root, ".md") + top:
        check_links(path.relative_to(root), path, problems)
    for path in checking.files(root, *RTL, under=("rtl",)):
        check_rtl(path.relative_to(root), path, problems)
    for path in checking.files(root, *CPP, under=("commands", "model", "papers", "sim")):
        check_files_made(path.relative_to(root), path, problems)
    check_format(root, problems)
    return problems


def warn(root):
    """Past these sizes a file wants to be split; no fault by itself."""
    for path in checking.files(root, *MAX_LINES):
        lines = len(path.read_text().splitlines())
        if lines > MAX_LINES[path.suffix]:
            yield f"{path.relative_to(root)}: {lines} lines, more than {MAX_LINES[path.suffix]}"


MODULE = """// x.v - a planted fault.
`default_nettype none
module x (
    input  wire clk_i,
    output wire a_o
);
    reg a_q;
    assign a_o = a_q;
    always @(posedge clk_i) begin
        a_q <= !a_q;
    end
endmodule
`default_nettype wire
"""


def fault(name, words, path, text):
    return (name, lambda root: checking.plant(root, path, text), words)


HEADER = "// x.h - a planted fault.\n"
FAULTS = (
    fault("no first line", "the first line", "model/common/x.h", "#pragma once\n"),
    fault("first line of another file", "the first line", "rtl/common/x.v",
          MODULE.replace("x.v", "y.v")),
    fault("no newline", "no newline", "model/common/x.h", HEADER + "int a;"),
    fault("tab", ":2: tab", "model/common/x.h", HEADER + "\tint a;\n"),
    fault("long line", "101 columns", "scripts/x.sh", "# x.sh - y\n#" + 100 * "x" + "\n"),
    fault("blank at the end", "blank at the end", "configs/x.toml", "# Is this a test?\na = 1 \n"),
    fault("TODO", "needs its issue", "model/common/x.h", HEADER + "// TODO: later\n"),
    fault("input without _i", "port input wire clk", "rtl/common/x.v",
          MODULE.replace("clk_i", "clk")),
    fault("output reg", "port output reg", "rtl/common/x.v",
          MODULE.replace("output wire", "output reg")),
    fault("_o that is no port", "b_o is no port", "rtl/common/x.v",
          MODULE.replace("    reg a_q;", "    reg a_q;\n    wire [3:0] b_o;")),
    fault("wire with _q", "wire b_q", "rtl/common/x.v",
          MODULE.replace("    reg a_q;", "    reg a_q;\n    wire b_q;")),
    fault("register without _q", "register a does", "rtl/common/x.v", MODULE.replace("a_q", "a")),
    fault("31 ports", "31 ports: the header", "rtl/common/x.v", MODULE.replace(
        "    output wire a_o", "".join(f"    input  wire b{n}_i,\n" for n in range(29))
        + "    output wire a_o")),
    fault("21 parameters", "21 parameters: the header", "rtl/common/x.v", MODULE.replace(
        "x (", "x #(\n" + "".join(f"    parameter P{n} = 1,\n" for n in range(21))
        + "    // Derived, do not override.\n    parameter Q = 1\n) (")),
    fault("casez", "`casez`", "rtl/common/x.v",
          MODULE.replace("    reg", "    casez (a)\n    reg")),
    fault("two modules", "holds one module", "rtl/common/x.v",
          MODULE.replace("endmodule", "endmodule\nmodule y;\nendmodule")),
    fault("no default_nettype", "default_nettype", "rtl/common/x.v",
          MODULE.replace("`default_nettype none\n", "")),
    fault("dead link", "links to nowhere.md", "docs/x.md", "# x\n[y](nowhere.md)\n"),
    fault("dead anchor", "no such heading", "docs/x.md", "# x\n## A `b`, c\n[y](#a-c)\n"),
    fault("a file of its own making", "files are made by", "papers/x.cpp",
          "// x.cpp - a planted fault.\n#include <fstream>\nstd::ofstream out(\"/tmp/x\");\n"),
    fault("layout of C++", "clang-format would", "model/common/x.h", HEADER + "int   a ;\n"),
)

if __name__ == "__main__":
    checking.main(__doc__, check, FAULTS, warn)
