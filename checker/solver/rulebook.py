"""The rulebook cut into rules, and the part of it that can fire for a given story.

A rule whose positive body asks for a predicate that no fact and no other rule provides can derive nothing. Leaving
such rules out changes no answer and makes small stories fast. What a rule asks for and provides is read off its text:
the predicate, and the constants and function names among its arguments.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from checker.domain.fact import Term
from checker.resources import rules_dir

INDEX = Path(__file__).resolve().parent / "rulebook.json"
_FOLDERS = ("vocabulary", "model", "law", "ask")
_SEPARATE = ("ask/check.lp", "ask/nearest.lp")  # each is loaded only for its question
_LITERAL = re.compile(r"(not\s+|#[a-z]+\s+)?([a-z_]\w*)\(")
_CONSTANT = re.compile(r"_*[a-z]\w*")

Key = str  # `name/arity` or `name/arity@position=constant`


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules as text, what each asks for and provides (as numbers of keys), and the keys by number."""

    rules: tuple[str, ...]
    asks: tuple[tuple[int, ...], ...]
    provides: tuple[tuple[int, ...], ...]
    keys: dict[Key, int]


def sources() -> dict[str, str]:
    """File (relative to `rules/`) → text, in loading order."""
    root = rules_dir()
    files = [path for folder in _FOLDERS for path in sorted((root / folder).rglob("*.lp"))]
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in files}


def digest(texts: dict[str, str]) -> str:
    """A short name for exactly these rules."""
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()


@cache
def rulebook() -> Rulebook:
    """The rulebook: from the index that is shipped if it fits the rules, else cut anew."""
    data = json.loads(INDEX.read_text("utf-8")) if INDEX.exists() else {}
    bundled = "_bundle" in rules_dir().parts
    if not data or (not bundled and data["digest"] != digest(sources())):
        data = build()
    return Rulebook(
        tuple(data["rules"]),
        tuple(map(tuple, data["asks"])),
        tuple(map(tuple, data["provides"])),
        {key: number for number, key in enumerate(data["keys"])},
    )


def build() -> dict[str, object]:
    """Cuts the rules and finds what each asks for and provides; the content of the index."""
    texts = sources()
    rules: list[str] = []
    bodies: list[list[Key]] = []
    heads: list[list[str]] = []
    for name, text in texts.items():
        if name in _SEPARATE:
            continue
        for rule in statements(text):
            head, _, body = rule.partition(":-")
            if rule.startswith("#"):
                # Directives (#show, #defined, #external) are kept and ask for nothing.
                rules.append(rule)
                bodies.append([])
                heads.append(_literals(rule) if rule.startswith("#external") else [])
                continue
            rules.append(rule)
            bodies.append([key for literal in _literals(_plain(body)) for key in asked(literal)])
            heads.append(_literals(head))
    keys = sorted({key for body in bodies for key in body})
    numbers = {key: number for number, key in enumerate(keys)}
    return {
        "digest": digest(texts),
        "keys": keys,
        "rules": rules,
        "asks": [sorted({numbers[key] for key in body}) for body in bodies],
        "provides": [sorted({n for literal in head for n in _matching(literal, numbers)}) for head in heads],
    }


@lru_cache(maxsize=256)
def _text(given: frozenset[int]) -> str:
    book = rulebook()
    missing = [len(asks) for asks in book.asks]
    waiting: dict[int, list[int]] = {}
    for rule, asks in enumerate(book.asks):
        for key in asks:
            waiting.setdefault(key, []).append(rule)
    known = set(given)
    todo = list(given)
    alive = [rule for rule, count in enumerate(missing) if count == 0]
    for rule in alive:
        todo.extend(key for key in book.provides[rule] if key not in known)
        known.update(book.provides[rule])
    while todo:
        for rule in waiting.get(todo.pop(), ()):
            missing[rule] -= 1
            if missing[rule] == 0:
                alive.append(rule)
                fresh = [key for key in book.provides[rule] if key not in known]
                known.update(fresh)
                todo.extend(fresh)
    return "\n".join(book.rules[rule] for rule in sorted(alive))


@cache
def question(name: str) -> str:
    """The file of `ask/` that only one question loads: `check` or `nearest`."""
    return (rules_dir() / "ask" / f"{name}.lp").read_text("utf-8")


def text_for(facts: Iterable[Term]) -> str:
    """The rules that can fire for these facts."""
    keys = rulebook().keys
    given: set[int] = set()
    for fact in facts:
        name = f"{fact.name}/{len(fact.args)}"
        number = keys.get(name)
        if number is not None:
            given.add(number)
        for position, arg in enumerate(fact.args):
            if isinstance(arg, Term):
                number = keys.get(f"{name}@{position}={arg.name}")
                if number is not None:
                    given.add(number)
    return _text(frozenset(given))


# ---------------------------------------------------------------- reading rules


def statements(text: str) -> list[str]:
    """The rules of a file, comments left out, each on one line with its full stop."""
    text = re.sub(r"%\*.*?\*%", "", text, flags=re.DOTALL)
    text = re.sub(r"%.*", "", text)
    found = [" ".join(part.split()) for part in re.split(r"\.(?=\s|$)", text)]
    return [part + "." for part in found if part]


def _plain(body: str) -> str:
    """The body without aggregates, whose elements may be empty."""
    return re.sub(r"\{[^{}]*\}", "", body)


def _literals(text: str) -> list[str]:
    """The atoms of a text that are not negated, as `name(args)`; the terms of comparisons are none."""
    found: list[str] = []
    position = 0
    while (match := _LITERAL.search(text, position)) is not None:
        end = _closing(text, match.end())
        compared = text[: match.start()].rstrip().endswith(("=", "<", ">"))
        if not compared and (match[1] is None or not match[1].startswith("not")):
            found.append(text[match.start(2) : end])
        position = end
    return found


def _closing(text: str, start: int) -> int:
    depth = 1
    for position in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return position + 1
    return len(text)


def _arguments(literal: str) -> tuple[str, list[str]]:
    name, _, rest = literal.partition("(")
    depth, current, found = 0, "", []
    for character in rest[:-1]:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            found.append(current.strip())
            current = ""
        else:
            current += character
    return name, [*found, current.strip()]


def _heads(literal: str) -> list[str]:
    """An atom with a pool as the atoms that it stands for: `add(T, (a; b))` is two."""
    name, args = _arguments(literal)
    for position, arg in enumerate(args):
        if arg.startswith("(") and ";" in arg:
            return [
                alternative
                for part in _split(arg[1:-1])
                for alternative in _heads(f"{name}({', '.join([*args[:position], part, *args[position + 1 :]])})")
            ]
    alternatives = _split(literal[len(name) + 1 : -1])
    if len(alternatives) > 1:
        return [f"{name}({part})" for part in alternatives]
    return [literal]


def _split(text: str) -> list[str]:
    depth, current, found = 0, "", []
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == ";" and depth == 0:
            found.append(current.strip())
            current = ""
        else:
            current += character
    return [*found, current.strip()]


def asked(literal: str) -> list[Key]:
    """The keys that must be provided for a positive body literal to hold."""
    name, args = _arguments(literal)
    if len(_split(literal[len(name) + 1 : -1])) > 1:
        return [f"{name}/{len(_arguments(_heads(literal)[0])[1])}"]
    base = f"{name}/{len(args)}"
    constants = [(position, _CONSTANT.match(arg)) for position, arg in enumerate(args)]
    found = [f"{base}@{position}={match[0]}" for position, match in constants if match]
    return found or [base]


def _matching(literal: str, numbers: dict[Key, int]) -> list[int]:
    """The keys that a head provides: its predicate, its constants, and any constant where it has a variable."""
    found: list[int] = []
    for head in _heads(literal):
        name, args = _arguments(head)
        base = f"{name}/{len(args)}"
        if base in numbers:
            found.append(numbers[base])
        for position, arg in enumerate(args):
            match = _CONSTANT.match(arg)
            if match:
                key = f"{base}@{position}={match[0]}"
                if key in numbers:
                    found.append(numbers[key])
            else:
                prefix = f"{base}@{position}="
                found.extend(number for key, number in numbers.items() if key.startswith(prefix))
    return found
