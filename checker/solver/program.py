"""The answer-set programs: which files make up the rulebook, and the facts of a rule set."""

from __future__ import annotations

from functools import cache

from checker.domain.fact import Term, Value, constant, term
from checker.domain.report import RulesUsed
from checker.resources import rules_dir
from checker.rulesets import values

_FOLDERS = ("vocabulary", "model", "law", "ask")


@cache
def rulebook() -> str:
    """All rules, in the order of the folders and then of the file names."""
    root = rules_dir()
    files = [path for folder in _FOLDERS for path in sorted((root / folder).rglob("*.lp"))]
    return "\n".join(path.read_text("utf-8") for path in files)


def rule_set_facts(rules: RulesUsed) -> list[Term]:
    """`toggle(Name, Value)` for every toggle."""
    facts = []
    for name, word in values(rules).items():
        value: Value = int(word) if word.isdigit() else constant(word)
        facts.append(term("toggle", constant(name), value))
    return facts
