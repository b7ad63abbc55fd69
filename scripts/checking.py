"""checking.py - what the scripts that check share: files, lists, report and self-test."""

import argparse
import pathlib
import shutil
import sys
import tempfile

FOLDERS = (".ci", ".github", "api", "cmake", "commands", "configs", "docs", "examples", "model",
           "papers", "python", "rtl", "scripts", "sim", "tests")
TOP_FILES = ("CHANGELOG.md", "CITATION.cff", "CMakeLists.txt", "CONTRIBUTING.md", "LICENSE",
             "Makefile", "README.md", "REUSE.toml", "SECURITY.md", "turnpike.core")


def files(root, *suffixes, under=FOLDERS):
    """All files below the given folders of the project with one of the suffixes, sorted."""
    found = []
    for folder in under:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix in suffixes and "__pycache__" not in path.parts:
                found.append(path)
    return found


def reasons(path):
    """{name: why} of a list of what may stay as it is: a reason, then below it, indented by four,
    the names that it is for, which go on in lines that are indented by eight."""
    known, reason = {}, ""
    for line in path.read_text().replace("\n        ", " ").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(" "):
            known[line.strip()] = reason
        else:
            reason = line.strip()
    return known


def plant(root, path, text):
    """Writes a file of a fault into the copy."""
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)


def bites(check, root, faults):
    """Plants every fault alone in a copy of the project; each must be reported with its words."""
    before = set(check(root))
    missed = []
    for name, put, words in faults:
        with tempfile.TemporaryDirectory() as scratch:
            copy = pathlib.Path(scratch)
            for folder in FOLDERS:
                if (root / folder).is_dir():
                    shutil.copytree(root / folder, copy / folder)
            for file in TOP_FILES:
                if (root / file).is_file():
                    shutil.copy(root / file, copy / file)
            put(copy)
            news = set(check(copy)) - before
            if not any(words in problem for problem in news):
                missed.append(name)
    return missed


def main(doc, check, faults, warn=None):
    """Command line of a check: exit status 1 and one line per problem, or silence."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--self-test", action="store_true", help="plant faults; each must be found")
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    name = pathlib.Path(sys.argv[0]).name
    if arguments.self_test:
        missed = bites(check, arguments.root, faults)
        for fault in missed:
            print(f"{name}: the planted fault '{fault}' was not found", file=sys.stderr)
        print(f"{name}: {len(faults) - len(missed)} of {len(faults)} planted faults found")
        sys.exit(1 if missed else 0)
    for line in warn(arguments.root) if warn else []:
        print(f"warning: {line}")
    problems = check(arguments.root)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{name}: {len(problems)} problems" if problems else f"{name}: clean")
    sys.exit(1 if problems else 0)
