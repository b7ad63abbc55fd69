#!/usr/bin/env python3
"""docs_site.py - `make docs`: the pages of the project as a site that opens from disk.

  docs_site.py [--self-test] [--out FOLDER]

Every page that README.md leads to is a page of the site, at its place in the project, so links stay
as they are. A file with code or data that a page links becomes a page too. The navigation is that
of docs/README.md. MkDocs builds the site and stops at dead links and anchors; then the finished
pages are read again: everything that they link or load is in the site, no Markdown is left in
their text, and no italics begin within a word.
"""

import argparse
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / "build")).resolve()
LAST = ("CHANGELOG.md",)  # of the navigation; docs/README.md orders the others
PICTURES = (".svg", ".png", ".webp")
LANGUAGES = {".h": "cpp", ".hpp": "cpp", ".cpp": "cpp", ".v": "verilog", ".sv": "systemverilog",
             ".py": "python", ".sh": "bash", ".toml": "toml", ".json": "json", ".cff": "yaml"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]*)(#[^)\s]*)?\)")
MARKDOWN = re.compile(r"\]\(|\|--|^[-*] |\*\*|^#+ |^\|", re.M)
STARRED = re.compile(r"(`[^`]*`)|(?<=\w)\*(/\w+)\*")  # code; a word with stars, as in Up*/Down*

# A browser starts no worker of the search from a file. It starts one from text that the page has.
WORKER = """// iframe-worker.js - lets the search of a page from disk start its worker: {name}.
if (location.protocol === 'file:') {{
  const source = {source};
  window.Worker = class extends Worker {{
    constructor() {{
      super(URL.createObjectURL(new Blob([source], {{type: 'text/javascript'}})));
    }}
  }};
}}
"""


class Fault(Exception):
    """What keeps the site from being built."""


def lines_with_links(text):
    """(line, whether it is text in which Markdown has links) of a page."""
    is_block = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            is_block = not is_block
        yield line, not (is_block or line.startswith("    "))


def links(text):
    """The targets of the links of a page, in order, without anchors."""
    return [found[3] for line, has_links in lines_with_links(text) if has_links
            for found in LINK.finditer(line) if found[3] and "://" not in found[3]]


def place_of(page, target):
    """The path of a link below the project; a folder stands for its README.md."""
    path = pathlib.Path(os.path.normpath(page.parent / target))
    if (ROOT / path).is_dir() and (ROOT / path / "README.md").is_file():
        path /= "README.md"
    if path.parts[0] == ".." or not (ROOT / path).exists():
        raise Fault(f"{page}: links to {target}, which is not there")
    return path


def reach(start):
    """Pages and other files that a reader comes to from a page, each once."""
    pages, others, open_ends = [start], [], [start]
    while open_ends:
        page = open_ends.pop()
        for target in links((ROOT / page).read_text()):
            path = place_of(page, target)
            if path.suffix == ".md" and path not in pages:
                pages.append(path)
                open_ends.append(path)
            elif path.suffix != ".md" and path not in others:
                others.append(path)
    missing = {page.relative_to(ROOT) for page in (ROOT / "docs").rglob("*.md")} - set(pages)
    if missing:
        raise Fault(f"no page links {', '.join(sorted(map(str, missing)))}")
    return pages, others


def staged(page, text):
    """A page as MkDocs wants it."""
    def link(found):
        mark, name, target, anchor = found.groups()
        if not target or "://" in target:
            return found[0]
        path = place_of(page, target)
        if (ROOT / path).is_dir():
            return name
        if path.suffix not in (".md", *PICTURES):
            path = path.with_name(path.name + ".md")
        return f"{mark}[{name}]({os.path.relpath(path, page.parent)}{anchor or ''})"

    out = []
    for line, has_links in lines_with_links(text):
        if has_links:  # MkDocs, unlike Git forges, would take the stars of a word for italics
            line = STARRED.sub(lambda found: found[1] or rf"\*{found[2]}\*", LINK.sub(link, line))
        if re.match(r"  [-*] ", line):
            line = "  " + line  # MkDocs wants four blanks before a list in a list
        out.append(line)
        if re.match(r"<!-- .* -->$", line):
            out.append("")  # a table does not follow a comment at once
    return "\n".join(out) + "\n"


def source_page(path):
    """A file with code or data as a page; the search leaves it out."""
    text = (ROOT / path).read_text()
    fence = "`" * 8
    return (f"---\nsearch:\n  exclude: true\n---\n\n# {path.name}\n\n"
            f"`{path}`\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text}\n{fence}\n")


def title(page):
    found = re.search(r"^# (.*)$", (ROOT / page).read_text(), re.M)
    if not found:
        raise Fault(f"{page}: has no title")
    return found[1].replace("`", "")


def navigation(pages):
    """That of docs/README.md: its sections, the words in bold in them, and their pages. Pages of a
    line after the first stand below that one."""
    index = pathlib.Path("docs/README.md")
    seen = {pathlib.Path("README.md"), index}
    sections, current = [], None
    for line, has_links in lines_with_links((ROOT / index).read_text()):
        bold = re.fullmatch(r"\*\*(.*)\*\*", line)
        if line.startswith("## "):
            current = []
            sections.append({line[3:]: current})
        elif bold:
            current = []
            next(iter(sections[-1].values())).append({bold[1]: current})
        elif current is not None and has_links:
            found = [place_of(index, target) for target in links(line)]
            found = [page for page in dict.fromkeys(found)
                     if page.suffix == ".md" and page not in seen]
            for page in list(found):  # a README.md brings the pages of its folder
                if page.name == "README.md":
                    found += [each for each in pages
                              if each.parent == page.parent and each not in found]
            seen.update(found)
            entries = [{title(page): str(page)} for page in found]
            is_group = all(page.parent in (found[0].parent, found[0].with_suffix(""))
                           and "docs" in page.parts for page in found)
            if len(found) > 1 and is_group:
                entries = [{title(found[0]): entries}]
            current.extend(entries)
    missing = set(pages) - seen - set(map(pathlib.Path, LAST))
    if missing:
        raise Fault(f"{index}: does not link {', '.join(sorted(map(str, missing)))}")
    return [{"Turnpike": "README.md"}, {"Documentation": str(index)}, *sections,
            *({title(pathlib.Path(page)): page} for page in LAST)]


def build(out):
    pages, others = reach(pathlib.Path("README.md"))
    stage = out.with_name(out.name + "_pages")
    shutil.rmtree(stage, ignore_errors=True)
    for page in pages:
        target = stage / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(staged(page, (ROOT / page).read_text()))
    for path in others:
        target = stage / path
        if (ROOT / path).is_dir():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in PICTURES:
            shutil.copy(ROOT / path, target)
        else:
            target.with_name(target.name + ".md").write_text(source_page(path))
    shutil.copy(ROOT / "docs" / "site.css", stage)
    sources = [f"/{path}.md" for path in others if (ROOT / path).is_file()]
    settings = stage.with_suffix(".yml")
    settings.write_text(json.dumps({  # JSON is YAML
        "INHERIT": str(ROOT / "docs" / "mkdocs.yml"), "docs_dir": str(stage), "site_dir": str(out),
        "nav": navigation(pages), "not_in_nav": "\n".join(sources)}, indent=1))
    run = subprocess.run([BUILD / "site" / "bin" / "mkdocs", "build", "--strict", "--quiet",
                          "--clean", "--config-file", settings], check=False, text=True,
                         capture_output=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    if run.returncode:
        raise Fault(f"mkdocs: {run.stdout}{run.stderr}".strip())
    (out / "404.html").unlink()  # for servers
    scripts = out / "assets" / "javascripts"
    worker, = (scripts / "workers").glob("search.*.js")
    (scripts / "iframe-worker.js").write_text(
        WORKER.format(name=worker.name, source=json.dumps(worker.read_text())))


class Page(html.parser.HTMLParser):
    """What a finished page has: anchors, links, what it loads, and text that is not code."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loads, self.text = set(), [], [], []
        self.cut_words = []  # in which italics begin
        self.before = ""
        self.open_code = 0
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.update(given[name] for name in ("id", "name") if given.get(name))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") != "canonical":
            self.loads.append(given.get("href", ""))
        elif given.get("src"):
            self.loads.append(given["src"])
        self.open_code += tag in ("code", "script", "style", "title")
        if tag == "em" and self.before[-1:].isalnum():
            self.cut_words.append(self.before.split()[-1])
        self.before = ""

    def handle_endtag(self, tag):
        self.open_code -= tag in ("code", "script", "style", "title")
        self.before = ""

    def handle_data(self, data):
        self.before = data
        if not self.open_code:
            self.text.append(data)


def faults_of_site(site):
    """What the finished pages link or load and do not have, and Markdown that was not read."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        place = path.relative_to(site)
        for address in page.links + page.loads:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme or parts.netloc:
                if address in page.loads and parts.scheme != "data":
                    yield f"{place}: loads {address} from the network"
                continue
            target = path
            if parts.path:
                target = (path.parent / urllib.parse.unquote(parts.path)).resolve()
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.is_file():
                yield f"{place}: {address} is not there"
            elif anchor and target in pages and anchor not in pages[target].anchors | {"__toc"}:
                yield f"{place}: {address}: no such anchor"
        for text in page.text:
            if MARKDOWN.search(text):
                yield f"{place}: this Markdown is shown as it is: {text.strip()[:80]}"
        for word in page.cut_words:
            yield f"{place}: italics begin within a word, behind {word}"
    for path in sorted(site.rglob("*.css")):
        for address in re.findall(r"url\([\"']?((?:https?:)?//[^)\"']*)", path.read_text()):
            yield f"{path.relative_to(site)}: loads {address} from the network"


def plant(page, old, new):
    text = page.read_text()
    assert old in text, old
    page.write_text(text.replace(old, new, 1))


PLANTED = (  # words of the report, page, what stands there, what replaces it
    ("gone.html is not there", "index.html", "</article>", '<a href="gone.html">x</a></article>'),
    ("no such anchor", "index.html", "</article>",
     '<a href="docs/start.html#gone">x</a></article>'),
    ("no such anchor", "docs/start.html", "</article>", '<a href="#gone">x</a></article>'),
    ("gone.png is not there", "index.html", "</article>", '<img src="gone.png"></article>'),
    ("from the network", "index.html", "</article>",
     '<script src="https://example.org/x.js"></script></article>'),
    ("shown as it is", "docs/start.html", "</article>", "<p>| a | b |\n|---|---|</p></article>"),
    ("shown as it is", "docs/start.html", "</article>", "<p>see [x](y.md)</p></article>"),
    ("within a word", "docs/start.html", "</article>", "<p>Up<em>/Down</em></p></article>"),
)


def self_test(site):
    """The report of every planted fault, in a copy of the finished site."""
    missed = 0
    for words, name, old, new in PLANTED:
        before = (site / name).read_text()
        plant(site / name, old, new)
        if not any(words in fault for fault in faults_of_site(site)):
            print(f"docs_site.py: the planted fault '{words}' was not found", file=sys.stderr)
            missed += 1
        (site / name).write_text(before)
    print(f"docs_site.py: {len(PLANTED) - missed} of {len(PLANTED)} planted faults found")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=BUILD / "docs")
    parser.add_argument("--self-test", action="store_true",
                        help="plant faults in the finished site; each must be found")
    arguments = parser.parse_args()
    try:
        build(arguments.out.resolve())
    except Fault as fault:
        sys.exit(f"docs_site.py: {fault}")
    if arguments.self_test:
        sys.exit(1 if self_test(arguments.out.resolve()) else 0)
    faults = list(faults_of_site(arguments.out.resolve()))
    print(*faults, sep="\n", file=sys.stderr)
    print(f"docs_site.py: {len(faults)} faults" if faults
          else f"{arguments.out / 'index.html'}: open it in a browser")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
