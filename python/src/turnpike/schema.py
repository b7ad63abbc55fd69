"""schema.py - the JSON Schemas of results, as `turnpike schema` prints them."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def schema(name: str) -> dict[str, Any]:
    """That of "run", "sweep", "events", ...: every key with meaning and unit."""
    folder = resources.files(__package__) / "schemas"
    file = folder / f"{name}.schema.json"
    if not file.is_file():
        names = sorted(each.name.split(".")[0] for each in folder.iterdir()
                       if each.name.endswith(".schema.json"))
        raise ValueError(f"schema: found '{name}', allowed: {', '.join(names)}")
    result: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return result
