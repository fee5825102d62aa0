"""The rulebook cut into rules, and the part of it that can fire for a given story.

A rule whose positive body asks for a predicate that no fact and no other rule provides can derive nothing, and a rule
whose head nothing reads changes nothing. Leaving such rules out alters no answer and makes small stories fast. What a
rule asks for, provides and reads is taken off its text: predicates, and constants and function names among arguments.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from checker.domain.data import dataclass
from checker.domain.fact import Term
from checker.resources import rules_dir, rules_text

INDEX = Path(__file__).resolve().parent / "rulebook.json"
_FOLDERS = ("vocabulary", "model", "law", "ask")
# Each of these is loaded only for its question.
_SEPARATE = (
    "ask/check.lp",
    "ask/grounds.lp",
    "ask/history.lp",
    "ask/nearest.lp",
    "ask/trace.lp",
)
_LITERAL = re.compile(r"(not\s+|#[a-z]+\s+)?([a-z_]\w*)\(")
_CONSTANT = re.compile(r"_*[a-z]\w*")
_COMPOUND = re.compile(r"([a-z]\w*)\([a-z]\w*\)")

# What Python reads besides what the files of `ask/` show (see vocabulary/output.lp), and the frame itself.
_ALWAYS = (
    "now",
    "free/2",
    "may_close/1",
    "remains/3",
    "group/3",
    "known/2",
    "unknown/2",
    "member/3",
    "pick/2",
    "sensitive/2",
    "blocked/3",
    "now:act",
    "now:at",
    "now:control",
    "now:pending",
    "now:size",
    "now:step",
    "now:phase",
    "now:turn",
    "now:window",
)

Key = str  # `name/arity` or `name/arity@position=constant`


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules as text, what each asks for and provides (as numbers of keys), and the keys by number.

    `makes` and `reads` are the names (see `_names`) in a rule's head and body; `wanted` what a file of `ask/` reads.
    """

    rules: tuple[str, ...]
    asks: tuple[tuple[int, ...], ...]
    provides: tuple[tuple[int, ...], ...]
    keys: dict[Key, int]
    makes: tuple[tuple[str, ...], ...]
    reads: tuple[tuple[str, ...], ...]
    wanted: dict[str, tuple[str, ...]]


def sources() -> dict[str, str]:
    """File (relative to `rules/`) → text, in loading order."""
    root = rules_dir()
    files = [path for folder in _FOLDERS for path in sorted((root / folder).rglob("*.lp"))]
    names = [path.relative_to(root).as_posix() for path in files]
    return {name: rules_text(name) for name in names}


def digest(texts: dict[str, str]) -> str:
    """A short name for exactly these rules."""
    return str(zlib.crc32("".join(texts.values()).encode()))


@cache
def rulebook() -> Rulebook:
    """The rulebook: from the index that is shipped if it fits the rules, else cut anew."""
    data: dict[str, Any] = json.loads(INDEX.read_text("utf-8")) if INDEX.exists() else {}
    bundled = "_bundle" in rules_dir().parts
    if not data or (not bundled and data["digest"] != digest(sources())):
        data = build()
    return Rulebook(
        tuple(data["rules"]),
        tuple(map(tuple, data["asks"])),
        tuple(map(tuple, data["provides"])),
        {key: number for number, key in enumerate(data["keys"])},
        tuple(map(tuple, data["makes"])),
        tuple(map(tuple, data["reads"])),
        {name: tuple(names) for name, names in data["wanted"].items()},
    )


def build() -> dict[str, Any]:
    """Cuts the rules and finds what each asks for and provides; the content of the index."""
    texts = sources()
    rules: list[str] = []
    heads: list[tuple[str, ...]] = []
    bodies: list[tuple[str, ...]] = []
    for name, text in texts.items():
        for rule in statements(text) if name not in _SEPARATE else ():
            head_text, _, body_text = rule.partition(":-")
            external = rule.startswith("#external")
            if rule.startswith("#") and not external:
                continue
            for witness in _witnesses(rule):
                rules.append(witness)
                heads.append(())
                bodies.append(_literals(_plain(witness.partition(":-")[2])))
            rules.append(rule)
            heads.append(tuple(atom for literal in _literals(head_text) for atom in _heads(literal)))
            bodies.append(() if external else _literals(_plain(body_text)))
    keys = _closed({key for body in bodies for literal in body for key in asked(literal)}, heads, bodies)
    by_place = _by_place(tuple(keys))
    numbers = {key: number for number, key in enumerate(keys)}
    asks = [sorted({numbers[key] for literal in body for key in asked(literal)}) for body in bodies]
    provides: list[list[int]] = []
    provides_later: list[list[int]] = []
    for index, (head, body) in enumerate(zip(heads, bodies, strict=True)):
        given: set[int] = set()
        for atom in head:
            own, passed_on = _provided(atom, body, by_place)
            given.update(numbers[key] for key in own)
            for source, key in passed_on:
                if source in numbers:  # a rule without text: it only passes a constant on
                    asks.append(sorted({*asks[index], numbers[source]}))
                    provides_later.append([numbers[key]])
        provides.append(sorted(given))
    return {
        "digest": digest(texts),
        "keys": keys,
        "rules": rules + [""] * len(provides_later),
        "asks": asks,
        "provides": provides + provides_later,
        "makes": [list(_names(rule.partition(":-")[0])) for rule in rules],
        "reads": [list(_names(rule.partition(":-")[2])) for rule in rules],
        "wanted": {Path(name).stem: list(_names(_shown(texts[name]))) for name in _SEPARATE},
    }


def _closed(keys: set[Key], heads: Sequence[tuple[str, ...]], bodies: Sequence[tuple[str, ...]]) -> list[Key]:
    """The keys, and those that rules pass on to them (`now(_, at(..))` comes from `add(_, at(..))`), sorted."""
    while True:
        known = sorted(keys)
        by_place = _by_place(tuple(known))
        found = {
            source
            for head, body in zip(heads, bodies, strict=True)
            for atom in head
            for source, _ in _provided(atom, body, by_place)[1]
        }
        if found <= keys:
            return known
        keys |= found


@lru_cache(maxsize=256)
def _text(given: frozenset[int], questions: tuple[str, ...]) -> str:
    book = rulebook()
    alive = _alive(book, given)
    kept = alive if "history" in questions else _read_by(book, alive, questions)
    return "\n".join(book.rules[rule] for rule in sorted(kept))


def _alive(book: Rulebook, given: frozenset[int]) -> set[int]:
    """The rules that can fire: everything that their positive bodies ask for is provided."""
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
    return {rule for rule in alive if book.rules[rule]}


def _read_by(book: Rulebook, alive: set[int], questions: tuple[str, ...]) -> set[int]:
    """Those of the rules whose heads the questions read, directly or through other rules."""
    makers: dict[str, list[int]] = {}
    for rule in alive:
        for name in book.makes[rule]:
            makers.setdefault(name, []).append(rule)
    todo = [name for question in questions for name in book.wanted[question]]
    todo.extend(_ALWAYS)
    seen: set[str] = set(todo)
    kept: set[int] = set()
    while todo:
        for rule in makers.get(todo.pop(), ()):
            if rule not in kept:
                kept.add(rule)
                fresh = [name for name in book.reads[rule] if name not in seen]
                seen.update(fresh)
                todo.extend(fresh)
    return kept


@cache
def question(name: str) -> str:
    """The file of `ask/` that only one question loads: `check` or `nearest`."""
    return rules_text(f"ask/{name}.lp")


def text_for(facts: Iterable[Term], questions: Iterable[str] = ("check",)) -> str:
    """The rules that can fire for these facts and that the questions (files of `ask/`) read.

    Where another scene follows (`history`), every fluent is kept: its rules may read what this one's do not.
    """
    keys = rulebook().keys
    given: set[int] = set()
    for fact in facts:
        name = f"{fact.name}/{len(fact.args)}"
        number = keys.get(name)
        if number is not None:
            given.add(number)
        for position, arg in enumerate(fact.args):
            if isinstance(arg, Term):
                for word in (arg.name, str(arg)):
                    number = keys.get(f"{name}@{position}={word}")
                    if number is not None:
                        given.add(number)
        if fact.name == "toggle":
            number = keys.get(f"toggle/2@{fact.args[0]}={fact.args[1]}")
            if number is not None:
                given.add(number)
    return _text(frozenset(given), tuple(questions))


# ---------------------------------------------------------------- reading rules


def statements(text: str) -> list[str]:
    """The rules of a file, comments left out, each on one line with its full stop."""
    text = re.sub(r"%\*.*?\*%", "", text, flags=re.DOTALL)
    text = re.sub(r"%.*", "", text)
    found = [" ".join(part.split()) for part in re.split(r"\.(?=\s|$)", text)]
    return [part + "." for part in found if part]


def _witnesses(rule: str) -> list[str]:
    """For a rule that reads toggles, the rules that say when its reading could matter at all.

    `sensitive(Toggle, T)` holds if everything but the toggles in the rule's body does and the toggle is watched. Where
    no such atom holds, no rule that reads the toggle fires under any value: the answer is the same under all of them.
    """
    toggles = dict.fromkeys(re.findall(r"(?:not )?toggle\((\w+), \w+\)", rule))
    body = rule.partition(":-")[2].removesuffix(".")
    values = re.findall(r"toggle\(\w+, ([A-Z]\w*)\)", rule)  # what is said of a value goes with the toggle
    rest = [
        part
        for part in _split(body, ",")
        if not re.fullmatch(r"(?:not )?toggle\(.*\)", part)
        and not set(re.findall(r"\w+", part)) & set(values)
    ]
    return [f"sensitive({toggle}, T) :- watched({toggle}), {', '.join(rest)}." for toggle in toggles]


@cache
def _names(text: str) -> tuple[str, ...]:
    """The predicates in a text, negated ones too; a fluent counts as one of its own, `now:pending`."""
    found: dict[str, None] = {}
    for match in _LITERAL.finditer(text):
        end = _closing(text, match.end())
        for atom in _heads(text[match.start(2) : end]):
            name, args = _arguments(atom)
            if name in ("now", "add", "drop", "init"):
                fluent = _CONSTANT.match(args[-1])
                found[f"now:{fluent[0]}" if fluent else "now"] = None
            else:
                found[f"{name}/{len(args)}"] = None
    for word in re.findall(r"(?<![\w(,:] )(?<![\w(,])\b([a-z_]\w*)(?=[,.]|$| :-)", text):
        found[f"{word}/0"] = None
    return tuple(found)


def _shown(text: str) -> str:
    """What a file of `ask/` reads."""
    return " ".join(statements(text))


def _plain(body: str) -> str:
    """The body without aggregates, whose elements may be empty."""
    return re.sub(r"\{[^{}]*\}", "", body)


@cache
def _literals(text: str) -> tuple[str, ...]:
    """The atoms of a text that are not negated, as `name(args)`; the terms of comparisons are none."""
    found: list[str] = []
    position = 0
    while (match := _LITERAL.search(text, position)) is not None:
        end = _closing(text, match.end())
        compared = text[: match.start()].rstrip().endswith(("=", "<", ">"))
        if not compared and (match[1] is None or not match[1].startswith("not")):
            found.append(text[match.start(2) : end])
        position = end
    return tuple(found)


def _closing(text: str, start: int) -> int:
    depth = 1
    for position in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return position + 1
    return len(text)


@cache
def _arguments(literal: str) -> tuple[str, tuple[str, ...]]:
    name, _, rest = literal.partition("(")
    depth, current = 0, ""
    found: list[str] = []
    for character in rest[:-1]:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            found.append(current.strip())
            current = ""
        else:
            current += character
    return name, (*found, current.strip())


@cache
def _heads(literal: str) -> tuple[str, ...]:
    """An atom with a pool as the atoms that it stands for: `add(T, (a; b))` is two."""
    name, args = _arguments(literal)
    for position, arg in enumerate(args):
        if arg.startswith("(") and ";" in arg:
            return tuple(
                alternative
                for part in _split(arg[1:-1])
                for alternative in _heads(
                    f"{name}({', '.join([*args[:position], part, *args[position + 1 :]])})"
                )
            )
    alternatives = _split(literal[len(name) + 1 : -1])
    if len(alternatives) > 1:
        return tuple(f"{name}({part})" for part in alternatives)
    return (literal,)


@cache
def _split(text: str, separator: str = ";") -> tuple[str, ...]:
    depth, current = 0, ""
    found: list[str] = []
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == separator and depth == 0:
            found.append(current.strip())
            current = ""
        else:
            current += character
    return (*found, current.strip())


@cache
def asked(literal: str) -> tuple[Key, ...]:
    """The keys that must be provided for a positive body literal to hold."""
    name, args = _arguments(literal)
    if len(_split(literal[len(name) + 1 : -1])) > 1:
        return (f"{name}/{len(_arguments(_heads(literal)[0])[1])}",)
    base = f"{name}/{len(args)}"
    if name == "toggle" and _CONSTANT.match(args[1]):
        return (f"toggle/2@{args[0]}={args[1]}",)
    spelled = [(position, _spellings(arg)) for position, arg in enumerate(args)]
    found = tuple(f"{base}@{position}={words[-1]}" for position, words in spelled if words)
    return found or (base,)


@cache
def _spellings(arg: str) -> tuple[str, ...]:
    """What is fixed about an argument, the less special first: `segoc`, `segoc(group_order)`; nothing of a variable."""
    whole = _COMPOUND.fullmatch(arg)
    if whole:
        return whole[1], arg
    constant = _CONSTANT.match(arg)
    return (constant[0],) if constant else ()


class _Places:
    """Keys by what they say before the constant: `name/arity`, or `name/arity@position=`."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self._at: dict[str, list[Key]] = {}
        for key in keys:
            place, equals, _ = key.partition("=")
            self._at.setdefault(place + equals, []).append(key)

    def at(self, place: str) -> Sequence[Key]:
        return self._at.get(place, ())


@cache
def _by_place(keys: tuple[Key, ...]) -> _Places:
    """The same object for the same keys, so that what is worked out of it need not be worked out again."""
    return _Places(keys)


@cache
def _provided(atom: str, body: tuple[str, ...], keys: _Places) -> tuple[list[Key], list[tuple[Key, Key]]]:
    """What a head provides, as keys and as pairs of keys.

    It provides its predicate and constants at once. Where it passes a variable of its body on, it provides a constant
    only if the body has it there: a pair (key of the body, key of the head).
    """
    name, args = _arguments(atom)
    base = f"{name}/{len(args)}"
    plain = [*keys.at(base)]
    passed_on: list[tuple[Key, Key]] = []
    for position, arg in enumerate(args):
        words = _spellings(arg)
        prefix = f"{base}@{position}="
        at_place = keys.at(prefix)
        if words:
            exact = {prefix + word for word in words}
            inside = f"{prefix}{words[0]}("  # of `f(X)` any `f(c)` may come
            loose = len(words) == 1 and arg != words[0]
            plain.extend(key for key in at_place if key in exact or (loose and key.startswith(inside)))
            continue
        source = _where(arg, body)
        if source is None:
            plain.extend(at_place)
        else:
            passed_on.extend((source + key.removeprefix(prefix), key) for key in at_place)
    return plain, passed_on


def _where(variable: str, body: tuple[str, ...]) -> str | None:
    """Where a body binds a variable as a whole argument: the beginning of a key, `name/arity@position=`."""
    for literal in body:
        name, args = _arguments(literal)
        if variable in args:
            return f"{name}/{len(args)}@{args.index(variable)}="
    return None
