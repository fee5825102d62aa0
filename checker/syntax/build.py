"""`python -m checker.syntax.build`: make the parser tables anew after a change of the grammar.

lark reads the grammar and makes the LALR(1) tables. Here they are written down for `checker.syntax.tables`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from lark import Lark
from lark.grammar import Rule, Terminal
from lark.parsers.lalr_analysis import Shift

from checker.resources import grammar_dir
from checker.syntax import tables

START_SYMBOLS = ("statement", "card_line", "link_line")


def main() -> None:
    """Write `tables.json` and say so."""
    size = tables.TABLES.write_text(json.dumps(make(), indent=0, ensure_ascii=False) + "\n", "utf-8")
    sys.stdout.write(f"wrote {tables.TABLES} ({size:,} characters)\n")


def lark_parser(**options: bool) -> Lark:
    """The parser of lark for the grammar; `options` go to lark."""
    path = grammar_dir() / "chain.lark"
    return Lark(
        path.read_text(encoding="utf-8"),
        source_path=str(path),
        parser="lalr",
        lexer="basic",
        start=list(START_SYMBOLS),
        propagate_positions=True,
        **options,
    )


def make() -> dict[str, Any]:
    """The tables of the grammar, as `Tables` takes them."""
    lark = lark_parser()
    table: Any = lark.parser.parser._parse_table  # noqa: SLF001
    states = _in_order(table)
    rules = {rule: _entry(rule) for rule in lark.rules}
    entries = {entry: number for number, entry in enumerate(sorted(set(rules.values())))}

    def steps(state: int) -> Iterator[str]:
        for symbol, (action, argument) in sorted(table.states[state].items()):
            yield f"{symbol} {states[argument] if action is Shift else ~entries[rules[argument]]}"

    fixed = {t.name: t.pattern.value for t in lark.terminals if t.pattern.type == "str"}
    return {
        "key": tables.grammar_key(),
        "first": {start: states[table.start_states[start]] for start in START_SYMBOLS},
        "last": {start: states[table.end_states[start]] for start in START_SYMBOLS},
        "words": {text: name for name, text in sorted(fixed.items())},
        "patterns": {t.name: t.pattern.to_regexp() for t in lark.terminals if t.name not in fixed},
        "rules": list(entries),
        "states": [" ".join(steps(state)) for state in states],
    }


def _in_order(table: Any) -> dict[int, int]:
    """The states, numbered from the first ones on; lark's own numbers are others each time."""
    numbers = {table.start_states[start]: number for number, start in enumerate(START_SYMBOLS)}
    waiting = list(numbers)
    for state in waiting:
        for _, (action, argument) in sorted(table.states[state].items()):
            if action is Shift and argument not in numbers:
                numbers[argument] = len(numbers)
                waiting.append(argument)
    return numbers


def _entry(rule: Rule) -> str:
    """A rule as `SYMBOL SIZE NAME CHILD…`; without a name where it gives way to its only part."""
    children = list(_children(rule))
    head = f"{rule.origin.name} {len(rule.expansion)}"
    if not rule.expansion:
        raise ValueError(f"the parser does not expect that `{rule.origin.name}` can be empty")
    if rule.options.expand1 and not rule.alias:
        if children == ["0"]:
            return head
        if len(children) == 1 or any(child.startswith("-") and child != "-" for child in children):
            raise ValueError(f"the parser does not know whether `{rule}` gives way to its only child")
    return " ".join((head, rule.alias or rule.origin.name, *children))


def _children(rule: Rule) -> Iterator[str]:
    parts = iter(enumerate(rule.expansion))
    for absent in rule.options.empty_indices or [False] * len(rule.expansion):
        if absent:
            yield "-"
            continue
        index, part = next(parts)
        if not part.is_term and part.name.startswith("_"):
            yield str(~index)
        elif rule.options.keep_all_tokens or not (isinstance(part, Terminal) and part.filter_out):
            yield str(index)


if __name__ == "__main__":
    main()
