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

    arguments: list[clingo.Symbol]
    literal: int
    is_fact: bool

    def holds(self, model: clingo.Model) -> bool:
        """Whether the atom is in the model; a fact has no literal of its own."""
        return self.is_fact or bool(model.is_true(self.literal))


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
        self.sensitive: set[str] = set()  # toggles on which the answers so far could depend
        self._picked: list[clingo.Symbol] = []
        self._classes: dict[str, str] | None = None
        self._details: dict[tuple[int, Value, str], dict[str, list[Value]]] = {}
        self._complete: dict[Prefix, int] = {}
        self._read: dict[str, dict[int, list[Answer]]] = {}
        self._members: list[SetMember] | None = None

    # ------------------------------------------------------------ asking the program

    def _atoms(self, name: str, arity: int, node: int) -> list[Answer]:
        """The atoms of a predicate at a node (its last argument but the subject's is the node), read once."""
        if name not in self._read:
            found: dict[int, list[Answer]] = defaultdict(list)
            place = 1 if name in ("forbids", "detail", "sensitive") else 0
            for atom in self._solver.symbolic_atoms.by_signature(name, arity):
                arguments = atom.symbol.arguments
                where = arguments[place].number
                if self._base <= where <= self._base + self._length:
                    found[where].append(Answer(arguments, atom.literal, atom.is_fact))
            self._read[name] = found
        return self._read[name][node]

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
                free = [a.arguments[1].string for a in self._atoms("free", 2, node) if a.holds(model)]
                may_close = any(a.holds(model) for a in self._atoms("may_close", 1, node))
                self._note(model, node)
                for answer in self._atoms("remains", 3, node):
                    if not answer.holds(model):
                        continue
                    _, effect, fate = answer.arguments
                    if fate.name == "declined":
                        declined.add(effect.string)
                    else:
                        word = _law(fate.arguments[0])
                        lost[effect.string] = min(word, lost.get(effect.string, word))
        self._pick(())
        if len(prefix) >= self._length:
            free = []
        return Stop(
            tuple(sorted(free)),
            may_close,
            tuple(sorted(declined - set(lost))),
            tuple(Lost(effect, law) for effect, law in sorted(lost.items())),
        )

    def _note(self, model: clingo.Model, node: int) -> None:
        for answer in self._atoms("sensitive", 2, node):
            if answer.holds(model):
                self.sensitive.add(answer.arguments[0].name.replace("_", "-"))

    def judge(self, prefix: Prefix) -> list[tuple[int, str, str]]:
        """Every law that an order breaks, as (link from 1, effect, law); link 0 stands for closing the chain."""
        node = self._pick(prefix)
        wanted = {(self._base + index): effect for index, effect in enumerate(prefix)}
        broken: list[tuple[int, str, str]] = []
        self._details = {}
        with self._solver.solve(yield_=True) as handle:
            for model in handle:
                for where in range(self._base, node + 1):
                    self._note(model, where)
                    broken.extend(self._forbidden(model, where, wanted.get(where), closing=where == node))
        self._pick(())
        return sorted(broken, key=lambda entry: (entry[0] == 0, entry))

    def _forbidden(
        self, model: clingo.Model, node: int, effect: str | None, *, closing: bool
    ) -> Iterator[tuple[int, str, str]]:
        """The laws against what an order does at a node, their details kept for `details`."""
        link = 0 if closing else node - self._base + 1
        for answer in self._atoms("forbids", 3, node):
            law, _, subject = answer.arguments
            if _is_about(subject, effect, closing=closing) and answer.holds(model):
                yield link, effect or "", _law(law)
        for answer in self._atoms("detail", 5, node):
            law, _, subject, role, thing = answer.arguments
            if _is_about(subject, effect, closing=closing) and answer.holds(model):
                key = (link, effect or "", _law(law))
                self._details.setdefault(key, {}).setdefault(role.name, []).append(value(thing))

    def details(self, link: int, effect: str, law: str) -> dict[str, list[Value]]:
        """The details of a finding of the last `judge`: role → what it names."""
        return self._details.get((link, effect, law), {})

    def members(self) -> list[SetMember]:
        """The effects of the set, as they are before anything is placed."""
        if self._members is not None:
            return self._members
        node = self._pick(())
        groups: dict[str, str] = {}
        public: set[str] = set()
        times: dict[str, list[int]] = defaultdict(list)
        inside: set[str] = set()
        with self._solver.solve(yield_=True) as handle:
            for model in handle:
                inside = {a.arguments[1].string for a in self._atoms("in_set", 2, node) if a.holds(model)}
                public = {a.arguments[1].string for a in self._atoms("known", 2, node) if a.holds(model)}
                for answer in self._atoms("group", 3, node):
                    if answer.holds(model):
                        groups[answer.arguments[1].string] = answer.arguments[2].name.replace("_", "-")
                for answer in self._atoms("member", 3, node):
                    if answer.holds(model):
                        times[answer.arguments[1].string].append(answer.arguments[2].number)
        self._members = [
            SetMember(effect, groups.get(effect, ""), effect in public, tuple(sorted(times[effect])))
            for effect in sorted(inside)
        ]
        return self._members

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


def _law(term: clingo.Symbol) -> str:
    return law_of(term.name, term.arguments[0].name)


def _is_about(subject: clingo.Symbol, effect: str | None, *, closing: bool) -> bool:
    if subject.type is clingo.SymbolType.String:
        return not closing and subject.string == effect
    return closing and subject.name == "close"
