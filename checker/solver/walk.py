"""Walking through every legal order from a moment: at each node the program says what may come next.

The program answers for one prefix at a time; what it said is kept by what has been placed, so that orders that lead to
the same place share it, and effects that nothing tells apart share it too. Nothing grows with the number of orders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import clingo

from checker.domain.fact import Term, Value
from checker.domain.report import Lost, Order
from checker.laws import law_of
from checker.solver.terms import value

Prefix = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """What the program says at one node: what may be placed next, whether the chain may close, what would be left."""

    free: tuple[str, ...]
    may_close: bool
    declined: tuple[str, ...]
    lost: tuple[Lost, ...]


class Answer(NamedTuple):
    """An atom that answers, kept apart from clingo's own, which do not outlive a solve call."""

    name: str
    arguments: list[clingo.Symbol]
    literal: int
    is_fact: bool


@dataclass(frozen=True, slots=True)
class SetMember:
    """An effect as the program describes it at the start of a walk."""

    effect: str
    group: str
    public: bool
    times: tuple[int, ...]  # the nodes at which it was triggered


class Walk:
    """All orders from one moment of a story, as a graph that is asked for lazily.

    `base` is the first node of the branch, `length` the number of picks it has room for.
    """

    def __init__(
        self, solver: clingo.Control, base: int, length: int, facts: Iterable[Term], pickable: Sequence[str]
    ) -> None:
        self._solver = solver
        self._base = base
        self._length = length
        self._pickable = pickable
        self._facts = facts
        self._stops: dict[Prefix, Stop] = {}
        self._picked: list[clingo.Symbol] = []
        self._classes: dict[str, str] | None = None
        self._details: dict[tuple[int, Value, str], dict[str, list[Value]]] = {}
        self._complete: dict[Prefix, int] = {}
        self._read: dict[int, list[Answer]] | None = None

    # ------------------------------------------------------------ asking the program

    def _atoms(self) -> dict[int, list[Answer]]:
        """The atoms that answer, by node, so that reading a model looks only at one node's."""
        if self._read is None:
            found: dict[int, list[Answer]] = defaultdict(list)
            for name, arity in (("free", 2), ("may_close", 1), ("remains", 3)):
                for atom in self._solver.symbolic_atoms.by_signature(name, arity):
                    answer = Answer(name, atom.symbol.arguments, atom.literal, atom.is_fact)
                    found[atom.symbol.arguments[0].number].append(answer)
            self._read = found
        return self._read

    def _pick(self, prefix: Prefix) -> int:
        """Sets the picks of a prefix and gives the node after it."""
        wanted = [
            clingo.Function("pick", [clingo.Number(self._base + index), clingo.String(effect)])
            for index, effect in enumerate(prefix)
        ]
        for atom in self._picked:
            self._solver.assign_external(atom, False)
        for atom in wanted:
            self._solver.assign_external(atom, True)
        self._picked = wanted
        return self._base + len(prefix)

    def ask(self, prefix: Prefix) -> Stop:
        """What the program says after the links of `prefix` (chain link 1 first)."""
        node = self._pick(prefix)
        free: list[str] = []
        declined: set[str] = set()
        lost: dict[str, str] = {}
        may_close = False
        with self._solver.solve(yield_=True) as handle:
            for model in handle:
                for name, arguments, literal, is_fact in self._atoms()[node]:
                    if not is_fact and not model.is_true(literal):
                        continue
                    if name == "free":
                        free.append(arguments[1].string)
                    elif name == "may_close":
                        may_close = True
                    elif arguments[2].name == "declined":
                        declined.add(arguments[1].string)
                    else:
                        law = arguments[2].arguments[0]
                        word = law_of(law.name, law.arguments[0].name)
                        effect = arguments[1].string
                        lost[effect] = min(word, lost.get(effect, word))
        self._pick(())
        if len(prefix) >= self._length:
            free = []
        return Stop(
            tuple(sorted(free)),
            may_close,
            tuple(sorted(declined - set(lost))),
            tuple(Lost(effect, law) for effect, law in sorted(lost.items())),
        )

    def judge(self, prefix: Prefix) -> list[tuple[int, str, str]]:
        """Every law that an order breaks, as (link from 1, effect, law); link 0 stands for closing the chain."""
        node = self._pick(prefix)
        wanted = {(self._base + index): effect for index, effect in enumerate(prefix)}
        broken: list[tuple[int, str, str]] = []
        self._details = {}
        with self._solver.solve(yield_=True) as handle:
            for model in handle:
                for atom in self._solver.symbolic_atoms.by_signature("forbids", 3):
                    law, where, subject = atom.symbol.arguments
                    if not _holds(model, atom):
                        continue
                    name = law_of(law.name, law.arguments[0].name)
                    if where.number == node and subject.match("close", 0):
                        broken.append((0, "", name))
                    elif subject.type is clingo.SymbolType.String and wanted.get(where.number) == subject.string:
                        broken.append((where.number - self._base + 1, subject.string, name))
                for atom in self._solver.symbolic_atoms.by_signature("detail", 5):
                    law, where, subject, role, thing = atom.symbol.arguments
                    if where.number < self._base or not _holds(model, atom):
                        continue
                    closing = subject.match("close", 0)
                    place = 0 if closing else where.number - self._base + 1
                    key = (place, "" if closing else value(subject), law_of(law.name, law.arguments[0].name))
                    self._details.setdefault(key, {}).setdefault(role.name, []).append(value(thing))
        self._pick(())
        return sorted(broken, key=lambda entry: (entry[0] == 0, entry))

    def details(self, link: int, effect: str, law: str) -> dict[str, list[Value]]:
        """The details of a finding of the last `judge`: role → what it names."""
        return self._details.get((link, effect, law), {})

    def members(self) -> list[SetMember]:
        """The effects of the set, as they are before anything is placed."""
        groups: dict[str, str] = {}
        public: set[str] = set()
        times: dict[str, list[int]] = defaultdict(list)
        inside: set[str] = set()
        with self._solver.solve(yield_=True) as handle:
            for model in handle:
                for name, arity in (("in_set", 2), ("group", 3), ("known", 2), ("member", 3)):
                    for atom in self._solver.symbolic_atoms.by_signature(name, arity):
                        arguments = atom.symbol.arguments
                        if arguments[0].number != self._base or not _holds(model, atom):
                            continue
                        effect = arguments[1].string
                        if name == "in_set":
                            inside.add(effect)
                        elif name == "group":
                            groups[effect] = arguments[2].name.replace("_", "-")
                        elif name == "known":
                            public.add(effect)
                        else:
                            times[effect].append(arguments[2].number)
        return [
            SetMember(effect, groups.get(effect, ""), effect in public, tuple(sorted(times[effect])))
            for effect in sorted(inside)
        ]

    # ------------------------------------------------------------ sharing answers

    def _alike(self) -> dict[str, str]:
        """Effect → the first effect that it can change places with in all the facts."""
        if self._classes is None:
            self._classes = interchangeable(self._facts, self._pickable)
        return self._classes

    def _canonical(self, prefix: Prefix) -> tuple[Prefix, Mapping[str, str]]:
        """The prefix with like effects taken in a fixed order, and how its names translate back."""
        classes = self._alike()
        members: dict[str, list[str]] = defaultdict(list)
        for effect in self._pickable:
            members[classes[effect]].append(effect)
        to: dict[str, str] = {}
        used: dict[str, int] = defaultdict(int)
        for effect in prefix:
            if effect not in to:
                kind = classes[effect]
                to[effect] = members[kind][used[kind]]
                used[kind] += 1
        for effect in self._pickable:
            if effect not in to:
                kind = classes[effect]
                to[effect] = members[kind][used[kind]]
                used[kind] += 1
        return tuple(to[effect] for effect in prefix), {there: here for here, there in to.items()}

    def stop(self, prefix: Prefix) -> Stop:
        """As `ask`, remembered: what may follow depends on what has been placed and on the newest link."""
        canonical, back = self._canonical(prefix)
        key = (*sorted(canonical[:-1]), *canonical[-1:])
        if key not in self._stops:
            self._stops[key] = self.ask(canonical)
        found = self._stops[key]
        return Stop(
            tuple(sorted(back[effect] for effect in found.free)),
            found.may_close,
            tuple(sorted(back[effect] for effect in found.declined)),
            tuple(sorted((Lost(back[lost.effect], lost.law) for lost in found.lost), key=lambda lost: lost.effect)),
        )

    # ------------------------------------------------------------ the questions

    def orders(self, *, declines: bool = True) -> Iterator[Order]:
        """Every legal order, sorted; without `declines` only those in which nothing is declined."""
        yield from self._orders((), declines)

    def _orders(self, prefix: Prefix, declines: bool) -> Iterator[Order]:
        if not declines and not self._count(prefix, declines, self._complete, {}):
            return
        stop = self.stop(prefix)
        if stop.may_close and (declines or not stop.declined):
            yield Order(prefix, stop.declined, stop.lost)
        for effect in stop.free:
            yield from self._orders((*prefix, effect), declines)

    def count(self, *, declines: bool = True, same: Mapping[str, str] | None = None) -> int:
        """How many orders there are, counted without listing them.

        Effects that `same` maps to one effect are copies that nobody can tell apart: exchanging them gives the same
        order, which counts once.
        """
        return self._count((), declines, {}, same or {})

    def _count(self, prefix: Prefix, declines: bool, known: dict[Prefix, int], same: Mapping[str, str]) -> int:
        canonical, _ = self._canonical(prefix)
        key = (*sorted(canonical[:-1]), *canonical[-1:])
        if key not in known:
            stop = self.stop(canonical)
            total = int(stop.may_close and (declines or not stop.declined))
            classes = self._alike()
            weights: dict[str, list[str]] = defaultdict(list)
            for effect in stop.free:
                # An effect that may be placed again is no longer like the ones that have not been placed.
                kind = effect if effect in canonical else classes[effect]
                weights[kind].append(effect)
            for alike in weights.values():
                ways = len({same.get(effect, effect) for effect in alike})
                total += ways * self._count((*canonical, alike[0]), declines, known, same)
            known[key] = total
        return known[key]


def interchangeable(facts: Iterable[Term], effects: Sequence[str]) -> dict[str, str]:
    """Which effects can change places with one another without changing any fact: effect → first of its kind.

    Two effects are exchanged together with their cards and, where the names are theirs alone, their names.
    """
    mentions: dict[str, set[Term]] = defaultdict(set)
    card_of: dict[str, str] = {}
    name_of: dict[str, str] = {}
    key_of: dict[str, str] = {}
    everything: set[Term] = set()
    for fact in facts:
        everything.add(fact)
        for word in _strings(fact):
            mentions[word].add(fact)
        if fact.name == "of":
            card_of[str(fact.args[0])] = str(fact.args[1])
        elif fact.name == "name":
            name_of[str(fact.args[0])] = str(fact.args[1])
        elif fact.name == "key":
            key_of[str(fact.args[0])] = str(fact.args[1])
    first: dict[str, str] = {}
    kinds: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for effect in effects:
        card = card_of[effect]
        names = {effect: 0, card: 1, name_of[card]: 2, key_of[effect]: 3}
        own = mentions[effect] | mentions[card] | mentions[name_of[card]] | mentions[key_of[effect]]
        shape = (len(own), *sorted(str(_replace(fact, {word: f"\0{place}" for word, place in names.items()})) for fact in own))
        first[effect] = effect
        for other in kinds[shape]:
            swap = _swap(effect, other, card_of, name_of, key_of)
            concerned = set().union(*(mentions[word] for word in swap))
            if all(_replace(fact, swap) in everything for fact in concerned):
                first[effect] = first[other]
                break
        kinds[shape].append(effect)
    return first


def _swap(
    one: str, other: str, card_of: Mapping[str, str], name_of: Mapping[str, str], key_of: Mapping[str, str]
) -> dict[str, str]:
    pairs = [
        (one, other),
        (card_of[one], card_of[other]),
        (name_of[card_of[one]], name_of[card_of[other]]),
        (key_of[one], key_of[other]),
    ]
    swap: dict[str, str] = {}
    for left, right in pairs:
        swap[left] = right
        swap[right] = left
    return swap


def _strings(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Term):
        for arg in value.args:
            yield from _strings(arg)


def _replace(value: Term, swap: Mapping[str, str]) -> Term:
    return Term(value.name, tuple(_replaced(arg, swap) for arg in value.args))


def _replaced(value: Value, swap: Mapping[str, str]) -> Value:
    if isinstance(value, str):
        return swap.get(value, value)
    if isinstance(value, Term):
        return _replace(value, swap)
    return value


def _holds(model: clingo.Model, atom: clingo.SymbolicAtom) -> bool:
    """Whether an atom is in the model; a fact has no literal of its own."""
    return atom.is_fact or model.is_true(atom.literal)
