"""corners.py - reads tests/lint/corners.txt: modules at the limits of their parameters."""

import dataclasses
import pathlib

CORNERS = pathlib.Path("tests/lint/corners.txt")


@dataclasses.dataclass(frozen=True)
class Row:
    """A line of corners.txt: a module, its parameters, and how bad ones must be refused."""

    text: str
    module: str
    parameters: tuple  # NAME=VALUE, as the tools take them
    message: str  # empty: the row is legal


def constant(parameter):
    """A list of up to four numbers, NAME=4,16, as a vector: 32 bits for each, the first lowest."""
    name, value = parameter.split("=")
    if "," not in value:
        return parameter
    digits = "".join(f"{int(number):08x}" for number in reversed(value.split(",")))
    return f"{name}=128'h{digits}"


def rows(root=pathlib.Path()):
    """The rows of the file in their order."""
    found = []
    for line in (root / CORNERS).read_text().splitlines():
        if line and not line.startswith("#"):
            text, _, message = line.removeprefix("! ").partition(" : ")
            module, *parameters = text.split()
            found.append(Row(text, module, tuple(map(constant, parameters)), message))
    return found
