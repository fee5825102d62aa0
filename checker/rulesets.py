"""Rule sets: their names, toggle values and contested readings, as the files in `rules/ruleset/` say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from checker.domain.data import dataclass
from checker.domain.language import mark, say
from checker.domain.report import RulesUsed
from checker.resources import rules_dir, rules_text

DEFAULT = "tcg"
REFUSED = {"rush": mark("Rush Duel has no chains, so no chain of it can be judged (RUSH-1)")}
_LONGEST_NUMBER = 3  # digits of a toggle that takes a number
_FACT = re.compile(r"^(toggle|contested)\((\w+), *(\w+)\)\.(?: *%[ ]*(.*))?$", re.MULTILINE)


class Default(str):
    """A rule set for stories that name none; a plain text in its place wins over what they name."""

    __slots__ = ()


class UnknownRuleSetError(Exception):
    """A name that is no rule set, toggle or value. `word` is what was written, `known` what could have been meant."""

    def __init__(self, message: str, word: str, known: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.word = word
        self.known = known


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The values of one rule set, names and values spelled as in the language (with hyphens)."""

    name: str
    values: Mapping[str, str]
    contested: Mapping[str, str]  # toggle → the other reading
    why: Mapping[str, str]  # toggle → ledger ID and evidence, in a few words


def names() -> tuple[str, ...]:
    """All rule sets, in the order in which people list them."""
    order = ("tcg", "ocg", "tcg-classic", "ocg-classic", "edison", "goat")
    found = {path.stem for path in (rules_dir() / "ruleset").glob("*.lp")}
    return (*(name for name in order if name in found), *sorted(found - set(order)))


@cache
def rule_set(name: str) -> RuleSet:
    """The rule set of that name; raises `UnknownRuleSetError`."""
    if name in REFUSED:
        raise UnknownRuleSetError(say(REFUSED[name]), name)
    if name not in names():
        raise UnknownRuleSetError(say("there is no rule set `{name}`", name=name), name, names())
    text = rules_text(f"ruleset/{name}.lp")
    values: dict[str, str] = {}
    contested: dict[str, str] = {}
    why: dict[str, str] = {}
    for kind, toggle, value, note in _FACT.findall(text):
        word = toggle.replace("_", "-")
        if kind == "toggle":
            values[word] = value.replace("_", "-")
            why[word] = note
        else:
            contested[word] = value.replace("_", "-")
    return RuleSet(name, values, contested, why)


@cache
def toggles() -> Mapping[str, Mapping[str, Any]]:
    """What each toggle decides: description, values, ledger IDs; names as in the language."""
    import tomllib

    data = tomllib.loads((rules_dir() / "ruleset" / "toggles.toml").read_text("utf-8"))
    return {name.replace("_", "-"): entry for name, entry in data.items()}


def check_toggle(name: str, value: str) -> None:
    """Raises `UnknownRuleSetError` if there is no such toggle or it has no such value."""
    known = toggles()
    if name not in known:
        raise UnknownRuleSetError(say("there is no toggle `{name}`", name=name), name, tuple(known))
    allowed = tuple(word.replace("_", "-") for word in known[name]["values"])
    if value in allowed or (
        known[name].get("integer") and value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER
    ):
        return
    raise UnknownRuleSetError(say("`{name}` cannot be `{value}`", name=name, value=value), value, allowed)


def parse(text: str) -> RulesUsed:
    """`ocg` or `ocg with trigger-order within-group, …`; raises `UnknownRuleSetError`."""
    name, _, rest = text.strip().partition(" with ")
    rule_set(name.strip())
    changed: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        words = part.split()
        if len(words) != 2:
            raise UnknownRuleSetError(say("`{part}` is not a toggle and its value", part=part), part)
        check_toggle(*words)
        changed[words[0]] = words[1]
    return RulesUsed(name.strip(), changed)


def values(rules: RulesUsed) -> dict[str, str]:
    """Every toggle and the value it has under these rules."""
    return {**rule_set(rules.name).values, **rules.toggles}
