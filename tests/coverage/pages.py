"""pages.py - what was reached, as pages of genhtml and as numbers in summary.json."""

import collections
import html
import json
import shutil
import subprocess

HEAD = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Coverage</title>
<style>body { font: 15px sans-serif; margin: 2em } td, th { padding: 2px 12px; text-align: right }
td:first-child, th:first-child { text-align: left }</style>
<h1>What the tests reach</h1>
"""


def lines_of(point):
    """The lines that a point stands for."""
    found = {point.line}
    for part in filter(None, point.lines.split(",")):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def rtl_lines(reached):
    """{file: {line: how often}}, {file: {line: [how often each branch]}}"""
    lines = collections.defaultdict(dict)
    branches = collections.defaultdict(lambda: collections.defaultdict(list))
    for point, count in sorted(reached.points.items()):
        for line in lines_of(point):
            lines[point.file][line] = max(count, lines[point.file].get(line, 0))
        if point.kind != "block":
            branches[point.file][point.line].append(count)
    return lines, branches


def rtl_bits(reached):
    """{file: {line: [how often each bit that is declared there changed]}}"""
    bits = collections.defaultdict(lambda: collections.defaultdict(list))
    for (file, line, _), count in sorted(reached.bits.items()):
        bits[file][line].append(count)
    return bits


def write_info(root, path, lines, branches):
    """The format of lcov."""
    with open(path, "w", encoding="utf-8") as info:
        for file, counts in sorted(lines.items()):
            info.write(f"SF:{root / file}\n")
            for line, ways in sorted(branches.get(file, {}).items()):
                for number, count in enumerate(ways):
                    info.write(f"BRDA:{line},0,{number},{count}\n")
            for line, count in sorted(counts.items()):
                info.write(f"DA:{line},{count}\n")
            info.write("end_of_record\n")


def make_pages(root, folder, name, title, lines, branches):
    info = folder / f"{name}.info"
    write_info(root, info, lines, branches)
    subprocess.run(["genhtml", "--quiet", "--branch-coverage", "--prefix", root, "--title", title,
                    "--output-directory", folder / name, info], check=True,
                   stdout=subprocess.DEVNULL)


def share(counts):
    """[reached, all]"""
    counts = list(counts)
    return [sum(count > 0 for count in counts), len(counts)]


def flat(ways):
    return [count for of_line in ways.values() for count in of_line]


def depth(name):
    """A folder: of the RTL, and of the C++."""
    return name.rsplit("/", 1)[0]


def summary_of(kinds):
    """{file: {kind: [reached, all]}} and the same of folders"""
    files = collections.defaultdict(dict)
    folders = collections.defaultdict(dict)
    for kind, of_files in kinds.items():
        for file, counts in sorted(of_files.items()):
            files[file][kind] = share(counts)
            total = folders[depth(file)].setdefault(kind, [0, 0])
            total[0] += files[file][kind][0]
            total[1] += files[file][kind][1]
    return {"folders": dict(sorted(folders.items())), "files": dict(sorted(files.items()))}


def table(title, page, kinds, folders):
    total = {kind: [sum(row.get(kind, [0, 0])[i] for row in folders.values()) for i in (0, 1)]
             for kind in kinds}
    rows = [f'<h2><a href="{page}/index.html">{html.escape(title)}</a></h2>', "<table><tr><th>"
            + "".join(f"<th>{kind}<th>%" for kind in kinds)]
    for name, row in [*folders.items(), ("all", total)]:
        cells = ""
        for kind in kinds:
            part, whole = row.get(kind, [0, 0])
            cells += f"<td>{part} of {whole}<td>{100 * part / whole:.1f}" if whole else "<td><td>"
        rows.append(f"<tr><td>{html.escape(name)}{cells}")
    return "\n".join([*rows, "</table>"])


def write(root, folder, reached, cpp):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines, branches = rtl_lines(reached)
    bits = rtl_bits(reached)
    make_pages(root, folder, "rtl", "RTL: lines and branches", lines, branches)
    make_pages(root, folder, "bits", "RTL: bits that change, as branches of their declaration",
               {file: {line: sum(count > 0 for count in ways) for line, ways in of_file.items()}
                for file, of_file in bits.items()}, bits)
    make_pages(root, folder, "cpp", "C++", cpp, {})
    rtl = summary_of({"lines": {file: of_file.values() for file, of_file in lines.items()},
                      "branches": {file: flat(ways) for file, ways in branches.items()},
                      "bits": {file: flat(ways) for file, ways in bits.items()}})
    of_cpp = summary_of({"lines": {file: of_file.values() for file, of_file in cpp.items()}})
    unreached = {file: sorted(line for line, count in of_file.items() if not count)
                 for file, of_file in sorted(cpp.items())}
    (folder / "summary.json").write_text(json.dumps(
        {"rtl": rtl, "cpp": of_cpp, "cpp_unreached": {k: v for k, v in unreached.items() if v}},
        indent=1) + "\n")
    (folder / "index.html").write_text(
        HEAD + table("RTL: lines, branches", "rtl", ("lines", "branches"), rtl["folders"])
        + table("RTL: bits that change", "bits", ("bits",), rtl["folders"])
        + table("C++", "cpp", ("lines",), of_cpp["folders"]) + "\n</html>\n")
