"""The laws: their names, and the sentence with which each is reported, as their files in `rules/law/` say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from checker.domain.data import dataclass
from checker.resources import rules_dir

_HEADER = re.compile(r"%\*! (\S+)\n(.*?)\*%", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Law:
    """What is said when a law blocks something. `{role}` in a text is filled from the law's `detail/5`."""

    name: str
    message: str
    mark: str
    labels: Mapping[str, str]  # role → text at the place it names
    help: tuple[str, ...]
    cites: tuple[str, ...]


@cache
def law_names() -> tuple[str, ...]:
    """All laws, sorted, such as `limit/activation-cap`."""
    return tuple(sorted(f"{path.parent.name}/{path.stem}" for path in (rules_dir() / "law").glob("*/*.lp")))


@cache
def law(name: str) -> Law:
    """The law of that name (one of `law_names`)."""
    text = (rules_dir() / "law" / f"{name}.lp").read_text("utf-8")
    match = _HEADER.match(text)
    if match is None or match[1] != name:
        raise RuntimeError(f"rules/law/{name}.lp has no header of its own")
    fields: dict[str, str] = {}
    labels: dict[str, str] = {}
    help_lines: list[str] = []
    for line in match[2].strip().splitlines():
        key, _, value = line.partition(": ")
        if key.startswith("label "):
            labels[key.removeprefix("label ")] = value
        elif key == "help":
            help_lines.append(value)
        else:
            fields[key] = value
    cites = tuple(part.strip() for part in fields["cites"].split(","))
    return Law(name, fields["message"], fields.get("mark", ""), labels, tuple(help_lines), cites)


def law_of(family: str, word: str) -> str:
    """The name of the law behind the term `family(word_with_underscores)`."""
    return f"{family}/{word.replace('_', '-')}"
