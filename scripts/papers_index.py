#!/usr/bin/env python3
"""papers_index.py - docs/papers/README.md: how many claims of each paper hold (`make judge`).

    scripts/papers_index.py [FOLDER]      default docs/papers

Counts the verdicts in FOLDER/<paper>/claims.csv, which `turnpike paper` wrote.
"""

import collections
import csv
import pathlib
import sys

VERDICTS = ("holds", "holds in part", "contradicted")
HEAD = """# The papers, claim by claim

Each page repeats a paper's experiments on this hardware's model, cycle by cycle the same, and
judges what the paper says by rules that the page states. Made by `make judge`; not edited by hand.
`make judge ENGINE=lockstep` runs some points of each on the hardware beside the model, too.

"""


def title(page):
    return page.read_text().splitlines()[0].removeprefix("# ")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "docs/papers")
    rows = []
    for claims in sorted(folder.glob("*/claims.csv")):
        paper = claims.parent.name
        with claims.open(newline="") as file:
            verdicts = collections.Counter(row["verdict"] for row in csv.DictReader(file))
        unknown = sorted(set(verdicts) - set(VERDICTS))
        if unknown:
            sys.exit(f"{claims}: verdicts {unknown}, allowed: {', '.join(VERDICTS)}")
        counts = " | ".join(str(verdicts[verdict]) for verdict in VERDICTS)
        rows.append(f"| [{title(folder / (paper + '.md'))}]({paper}.md) | {counts} |\n")
    if not rows:
        sys.exit(f"{folder}: no <paper>/claims.csv in it")
    table = f"| paper | {' | '.join(VERDICTS)} |\n|---|---:|---:|---:|\n" + "".join(rows)
    (folder / "README.md").write_text(HEAD + table)


if __name__ == "__main__":
    main()
