"""configuration.py - configurations as TOML: of a file, a text or a dict, with overrides."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Union

import numpy as np

Config = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Overrides = Union[Mapping[str, Any], Iterable[str], None]

_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")


def _key(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a key of a configuration: found {name!r}, allowed: a str")
    return name if name and _PLAIN.issuperset(name) else _text(name)


def _text(text: str) -> str:
    out = []
    for letter in text:
        if letter in "\"\\":
            out.append("\\" + letter)
        elif ord(letter) < 0x20 or ord(letter) == 0x7F:
            out.append(f"\\u{ord(letter):04x}")
        else:
            out.append(letter)
    return '"' + "".join(out) + '"'


def value_to_toml(value: Any) -> str:
    """One value as TOML: a bool, number, text, list, dict, or what numpy makes of them."""
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(name)} = {value_to_toml(v)}" for name, v in value.items())
        return "{ " + inner + " }"
    if isinstance(value, Iterable):
        return "[" + ", ".join(value_to_toml(element) for element in value) + "]"
    raise TypeError(f"a value of a configuration: found {value!r}, allowed: a bool, int, float, "
                    "str, list or dict")


def to_toml(config: Mapping[str, Any]) -> str:
    """A configuration that is a dict of dicts as TOML, a line for each key.

    >>> print(to_toml({"network": {"topology": "mesh", "radix": [4, 4]}}), end="")
    [network]
    topology = "mesh"
    radix = [4, 4]
    """
    lines = []
    for name, table in config.items():
        if isinstance(table, Mapping):
            lines.append(f"[{_key(name)}]")
            lines += [f"{_key(key)} = {value_to_toml(value)}" for key, value in table.items()]
        else:
            # Before all tables, else it would be a key of the last.
            lines.insert(0, f"{_key(name)} = {value_to_toml(table)}")
    return "".join(line + "\n" for line in lines)


def file_and_text(config: Config) -> tuple[str | None, str | None]:
    """A dict is written as TOML; a str with a line break is TOML; all else is a file's path."""
    if isinstance(config, Mapping):
        return None, to_toml(config)
    if isinstance(config, str) and "\n" in config:
        return None, config
    return os.fspath(config), None


def assignments(overrides: Overrides) -> list[str]:
    """Overrides as `--set` of the program takes them: "table.key=value"."""
    if overrides is None:
        return []
    if isinstance(overrides, str):
        raise TypeError(f"overrides: found the str {overrides!r}, allowed: a dict or a list of str")
    if isinstance(overrides, Mapping):
        return [f"{key}={value_to_toml(value)}" for key, value in overrides.items()]
    return list(overrides)
