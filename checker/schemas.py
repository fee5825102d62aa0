"""The JSON Schemas (2020-12) of the documents that segoc prints, from the one file that holds them all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent / "schema" / "documents.json"
_DEFS = "#/$defs/"


def names() -> tuple[str, ...]:
    """What `schema` takes: a command that prints documents, or `jsonl`."""
    return tuple(each["$ref"].removeprefix(_DEFS) for each in _whole()["anyOf"])


def schema(name: str | None = None) -> dict[str, Any]:
    """The schema of what a command prints as `json`, with what it refers to; without a name, of all of them.

    Raises KeyError if there is none of that name.
    """
    whole = _whole()
    if name is None:
        return dict(whole)
    parts: dict[str, Any] = whole["$defs"]
    needed = {name: None}
    for each in needed.copy():
        needed |= dict.fromkeys(_reached(each, parts))
    main = parts[name]
    return {
        "$schema": whole["$schema"],
        "$id": f"urn:segoc:{name}:1",
        "title": f"segoc {name}",
        **main,
        "$defs": {each: parts[each] for each in parts if each in needed and each != name},
    }


def _reached(name: str, parts: dict[str, Any]) -> Iterator[str]:
    """The names that a part refers to, and those that they refer to."""
    waiting, seen = [name], {name}
    while waiting:
        for found in _references(parts[waiting.pop()]):
            if found not in seen:
                seen.add(found)
                waiting.append(found)
                yield found


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix(_DEFS)
        for each in value.values():
            yield from _references(each)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)


@cache
def _whole() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return found
