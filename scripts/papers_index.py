#!/usr/bin/env python3
"""papers_index.py - docs/papers/README.md: how many claims of each paper hold (`make judge`).

    scripts/papers_index.py [FOLDER]      default docs/papers

Counts the verdicts in FOLDER/<paper>/claims.csv, which `turnpike paper` wrote. A line of the
summary in papers/<paper>/<paper>.toml that says another verdict than a claim has is a fault.
"""

import collections
import csv
import pathlib
import sys
import tomllib

SHEETS = pathlib.Path(__file__).resolve().parent.parent / "papers"
VERDICTS = ("holds", "holds in part", "misprint", "not decided", "contradicted")
HEAD = """# The papers, claim by claim

Each page repeats a paper's experiments on this hardware's model, cycle by cycle the same, and
judges what the paper says by rules that the page states. Made by `make judge`; not edited by hand.
`make judge ENGINE=lockstep` runs some points of each on the hardware beside the model, too.

"""


def title(page):
    return page.read_text().splitlines()[0].removeprefix("# ")


def check_summary(paper, verdicts):
    """A line whose verdicts are not so is missing on the page."""
    sheet = tomllib.loads((SHEETS / paper / f"{paper}.toml").read_text())
    for line in sheet["summary"].get("line", []):
        for claim, said in line["verdicts"].items():
            found = verdicts.get(claim, "nothing")
            if found != said:
                sys.exit(f"papers/{paper}/{paper}.toml: summary.line.verdicts.{claim}: "
                         f"found '{said}', judged: '{found}'")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "docs/papers")
    rows = []
    for claims in sorted(folder.glob("*/claims.csv")):
        paper = claims.parent.name
        with claims.open(newline="") as file:
            judged = {row.get("id", row["claim"]): row["verdict"] for row in csv.DictReader(file)}
        check_summary(paper, judged)
        verdicts = collections.Counter(judged.values())
        unknown = sorted(set(verdicts) - set(VERDICTS))
        if unknown:
            sys.exit(f"{claims}: verdicts {unknown}, allowed: {', '.join(VERDICTS)}")
        counts = " | ".join(str(verdicts[verdict]) for verdict in VERDICTS)
        rows.append(f"| [{title(folder / (paper + '.md'))}]({paper}.md) | {counts} |\n")
    if not rows:
        sys.exit(f"{folder}: no <paper>/claims.csv in it")
    table = f"| paper | {' | '.join(VERDICTS)} |\n|---|---:|---:|---:|---:|---:|\n" + "".join(rows)
    (folder / "README.md").write_text(HEAD + table)


if __name__ == "__main__":
    main()
