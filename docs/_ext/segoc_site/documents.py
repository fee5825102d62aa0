"""The reference of the JSON documents, from the schemas that `segoc schema` prints."""

from __future__ import annotations

import json
from typing import Any

from checker.schemas import names, schema
from segoc_site.writing import table

_DEFS = "#/$defs/"


def pages() -> dict[str, str]:
    """The page to include: a section for each document and each thing that documents are made of."""
    parts: dict[str, dict[str, Any]] = schema()["$defs"]
    order = [*names(), *(name for name in parts if name not in names())]
    lines: list[str] = []
    for name in order:
        part = parts[name]
        lines += [f"(json-{name})=", f"### {name}", "", part.get("description", ""), ""]
        if "properties" not in part:
            lines += [f"{_kind(part).capitalize()}.", ""]
            continue
        required = part.get("required", ())
        lines += table(
            ("field", "value", "meaning"),
            (
                (
                    f"`{field}`" + ("" if field in required else " (optional)"),
                    _kind(value),
                    value.get("description", ""),
                )
                for field, value in part["properties"].items()
            ),
        )
    return {"_generated/documents.md": "\n".join(lines)}


def _kind(value: dict[str, Any]) -> str:
    """What a value is, in a few words."""
    if "$ref" in value:
        name = value["$ref"].removeprefix(_DEFS)
        return f"[{name}](#json-{name})"
    if "const" in value:
        return f"`{_written(value['const'])}`"
    if "enum" in value:
        return ", ".join(f"`{_written(each)}`" for each in value["enum"])
    for choice in ("anyOf", "oneOf"):
        if choice in value:
            return " or ".join(map(_kind, value[choice]))
    kind = value.get("type", "any value")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array" and isinstance(value.get("items"), dict):
        return f"list of {_kind(value['items'])}"
    if kind == "object" and isinstance(value.get("additionalProperties"), dict):
        return f"object of {_kind(value['additionalProperties'])}, by name"
    return str(kind)


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
