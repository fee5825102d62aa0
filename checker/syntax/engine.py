"""The parser: goes through the words of one statement by the LALR(1) tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from checker.domain.data import dataclass
from checker.syntax import tables
from checker.syntax.tokens import Token

_END = "$END"


class Tree:
    """A node of the parse tree: its name in the grammar, its children, and the words that it spans."""

    __slots__ = ("children", "first", "last", "name")

    def __init__(self, name: str, children: list[Part | None], first: Token, last: Token) -> None:
        self.name = name
        self.children = children
        self.first = first
        self.last = last


Part: TypeAlias = Tree | Token


@dataclass(frozen=True, slots=True)
class Stop:
    """The parser could not go on: `index` is that of the word in its way.

    It is the number of words if all were read and the statement was not complete.
    """

    index: int


def attempt(words: Sequence[Token], start: str) -> Tree | Stop:
    """Parse the words from a start symbol."""
    parser = _Parser(start)
    index = _feed(parser, words)
    if index <= len(words):
        return Stop(index)
    (tree,) = parser.parts
    assert isinstance(tree, Tree)
    return tree


def reach(words: Sequence[Token], start: str) -> int:
    """How many words the parser can read; one more than there are if they are a whole statement."""
    return _feed(_Recogniser(start), words)


def acceptable(words: Sequence[Token], start: str) -> frozenset[str]:
    """The types of the words that could come after these, `$END` included."""
    recogniser = _Recogniser(start)
    for word in words:
        recogniser.feed(word)
    return recogniser.accepts()


def meanings(words: Sequence[Token], start: str, kind: str) -> frozenset[str]:
    """What a word of that type could be after these: the names of the grammar's rules for it, such as `player`."""
    recogniser = _Recogniser(start)
    for word in words:
        recogniser.feed(word)
    return recogniser.rules_for(kind)


def _feed(recogniser: _Recogniser, words: Sequence[Token]) -> int:
    for index, word in enumerate(words):
        if not recogniser.feed(word):
            return index
    return len(words) + recogniser.step(_END)


class _Recogniser:
    """Finds out whether words are a statement, without building anything."""

    def __init__(self, start: str) -> None:
        self._tables = tables.load()
        self._states = [self._tables.first[start]]
        self._last = self._tables.last[start]

    def feed(self, word: Token) -> bool:
        """Take the next word; False if none like it can come here."""
        return self.step(word.type)

    def step(self, kind: str) -> bool:
        """Complete what a word of this type completes, and go on to the state after it."""
        states, steps = self._states, self._tables.steps
        while (step := steps[states[-1]].get(kind)) is not None:
            if step >= 0:
                states.append(step)
                return True
            rule = self._tables.rules[~step]
            del states[-rule.size :]
            states.append(steps[states[-1]][rule.symbol])
            self.complete(rule)
            if kind == _END and states[-1] == self._last:
                return True
        return False

    def complete(self, rule: tables.Rule) -> None:
        """All the parts of a rule were read."""

    def accepts(self) -> frozenset[str]:
        """The types of the words that could come next."""
        before = self._states
        found = set()
        for kind in filter(str.isupper, self._tables.steps[before[-1]]):
            self._states = before.copy()
            if self.step(kind):
                found.add(kind)
        self._states = before
        return frozenset(found)

    def rules_for(self, kind: str) -> frozenset[str]:
        """The rules that a word of this type, and nothing else, could be next."""
        before = self._states
        self._states = before.copy()
        found: frozenset[str] = frozenset()
        if self.step(kind):
            steps = self._tables.steps[self._states[-1]].values()
            rules = [self._tables.rules[~step] for step in steps if step < 0]
            found = frozenset(rule.name or rule.symbol for rule in rules if rule.size == 1)
        self._states = before
        return found


class _Parser(_Recogniser):
    """Builds the parse tree as well; `parts` are those that no rule has taken yet."""

    def __init__(self, start: str) -> None:
        super().__init__(start)
        self.parts: list[Part] = []

    def feed(self, word: Token) -> bool:
        taken = super().feed(word)
        self.parts.append(word)
        return taken

    def complete(self, rule: tables.Rule) -> None:
        if not rule.name:
            return
        parts = self.parts[-rule.size :]
        children: list[Part | None] = []
        for place in rule.children:
            if place is None:
                children.append(None)
            elif place >= 0:
                children.append(parts[place])
            else:
                inner = parts[~place]
                assert isinstance(inner, Tree)
                # Long lists grow one by one: they are not copied each time.
                children = [*children, *inner.children] if children else inner.children
        first, last = parts[0], parts[-1]
        self.parts[-rule.size :] = [
            Tree(
                rule.name,
                children,
                first if isinstance(first, Token) else first.first,
                last if isinstance(last, Token) else last.last,
            )
        ]
