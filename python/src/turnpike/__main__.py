"""__main__.py - `python -m turnpike`: runs, sweeps, schemas and examples without a checkout."""

from __future__ import annotations

import argparse
import json
import pathlib
import shutil
import sys
from importlib import resources

from . import Error, StoppedError, UnsoundError, __version__, run, schema

DONE, CHECK_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def _show_run(args: argparse.Namespace) -> int:
    results = run(args.config, args.set, out=args.out, engine=args.engine,
                  checkpoint_every=args.checkpoint_every, resume=args.resume,
                  progress=sys.stderr.isatty())
    if args.json:
        print(json.dumps(results, indent=2))
    else:
        for key in ("status", "reason", "offered", "accepted", "latency", "latency_p99", "hops",
                    "packets", "cycles"):
            unit = schema("run")["properties"][key].get("unit", "")
            print(f"{key:12}  {results[key]}  {unit}".rstrip())
    return DONE if results["status"] in ("done", "saturated") else CHECK_FAILED


def _copy_examples(args: argparse.Namespace) -> int:
    source = resources.files(__package__) / "examples"
    target = pathlib.Path(args.folder)
    target.mkdir(parents=True, exist_ok=True)
    for example in sorted(source.iterdir(), key=lambda each: each.name):
        if not example.name.endswith((".py", ".ipynb")):
            continue
        file = target / example.name
        if file.exists():
            print(f"{file}: exists and is kept", file=sys.stderr)
            continue
        with resources.as_file(example) as path:
            shutil.copyfile(path, file)
        print(file)
    return DONE


def _show_schema(args: argparse.Namespace) -> int:
    print(json.dumps(schema(args.name), indent=2))
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m turnpike", description=__doc__.split("- ")[1])
    parser.add_argument("--version", action="version", version=f"turnpike {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    one = commands.add_parser("run", help="runs one experiment and prints its figures")
    one.add_argument("config", help="configuration, a TOML file")
    one.add_argument("--set", action="append", metavar="KEY=VALUE", help="sets a key")
    one.add_argument("--engine", default="model")
    one.add_argument("--out", help="folder for results.json and the files beside it")
    one.add_argument("--json", action="store_true", help="the object of `turnpike run --json`")
    one.add_argument("--checkpoint-every", type=int, default=0, metavar="CYCLES")
    one.add_argument("--resume", action="store_true", help="goes on from the checkpoint in --out")
    one.set_defaults(call=_show_run)

    examples = commands.add_parser("examples", help="copies the examples into a folder")
    examples.add_argument("folder", nargs="?", default="turnpike_examples")
    examples.set_defaults(call=_copy_examples)

    one_schema = commands.add_parser("schema", help="prints the JSON Schema of a result")
    one_schema.add_argument("name", help="run, sweep, events, ...")
    one_schema.set_defaults(call=_show_schema)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; returns the exit status, which is that of the program."""
    args = _parser().parse_args(arguments)
    try:
        status: int = args.call(args)
    except (UnsoundError, StoppedError) as error:
        print(error, file=sys.stderr)
        status = CHECK_FAILED
    except (Error, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        status = BAD_INPUT
    except KeyboardInterrupt:
        status = INTERRUPTED
    return status


if __name__ == "__main__":
    sys.exit(main())
