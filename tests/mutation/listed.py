"""The mutants that no story can tell from the rules as they are, each with the reason: `equivalent.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

EQUIVALENT = Path(__file__).parent / "equivalent.toml"


def equivalent(file: Path = EQUIVALENT) -> dict[str, str]:
    """Key of a mutant → the reason why it is equivalent. Raises ValueError if one is listed twice."""
    found: dict[str, str] = {}
    for entry in tomllib.loads(file.read_text("utf-8")).get("because", []):
        for key in entry["mutants"]:
            if key in found:
                raise ValueError(f"listed twice: {key}")
            found[key] = " ".join(entry["reason"].split())
    return found
