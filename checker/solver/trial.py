"""A trial: one story under one rule set, with everything the answers need to know about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import clingo

from checker.domain.data import dataclass, field, replace
from checker.domain.fact import Term, Value, constant
from checker.domain.language import say
from checker.domain.report import RulesUsed
from checker.domain.story import Story
from checker.laws import law_of
from checker.rulesets import rule_set
from checker.solver.ask import Atoms, branch, control, rule_set_facts, shown
from checker.solver.scenes import Scene, scenes
from checker.solver.terms import value
from checker.solver.walk import Walk

_BRANCHES = 1_000_000  # branches for orders begin at multiples of this
_QUERIES = 500_000
_FEW = 12  # with more effects that could be placed, those that wait are found out first
MOST_WAITING = 40  # effects at one moment
# What a trial knows by node or by effect.
_BY_NODE = (
    "blocked",
    "asked",
    "details",
    "placed",
    "several",
    "outcomes",
    "positions",
    "speeds",
    "states",
    "windows",
    "lost",
    "walks",
    "wide",
)


class TooManyError(Exception):
    """More effects wait at a moment than can be ordered."""

    def __init__(self, moment: int, number: int) -> None:
        super().__init__(
            say(
                "{number} effects wait at once; orders are found for up to {most}",
                number=number,
                most=MOST_WAITING,
            )
        )
        self.moment = moment


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked besides the plays: orders from moments, effects at moments, the state at moments."""

    orders: tuple[int, ...] = ()
    effects: tuple[tuple[int, tuple[str, ...]], ...] = ()
    state: tuple[int, ...] = ()
    responses: bool = False  # may optional fast effects be placed in the orders?
    named: bool = False  # do orders to be judged name optional fast effects?
    trace: bool = False  # is everything that happened to be told?
    grounds: bool = False  # is it to be told why links may stand where they do?
    room: int = 0  # the number of links of the longest order to be judged
    watched: tuple[str, ...] = ()  # toggles besides the contested ones: could the answer depend on them?
    goes_on: bool = False  # is there another scene after this one?

    def files(self) -> list[str]:
        """The files of `ask/` that these questions need besides the rulebook."""
        return [
            "check",
            *(["trace"] if self.trace else []),
            *(["history"] if self.goes_on else []),
            *(["grounds"] if self.grounds else []),
        ]


@dataclass(slots=True)
class Trial:
    """The answers of one trial. Nodes are those of the story; laws are spelled `family/name`.

    `blocked[node][subject]` are the laws that block the effect (or `pass`, `close`, `action`) there; the node of a
    question about effects is its moment.
    """

    story: Story
    rules: RulesUsed
    blocked: dict[int, dict[str, list[str]]] = field(default_factory=dict)
    asked: dict[int, dict[str, list[str]]] = field(default_factory=dict)
    details: dict[tuple[int, str, str], dict[str, list[Value]]] = field(default_factory=dict)
    placed: dict[int, tuple[str, str]] = field(default_factory=dict)
    several: dict[int, list[str]] = field(default_factory=dict)
    outcomes: dict[int, str] = field(default_factory=dict)
    positions: dict[int, int] = field(default_factory=dict)
    resolved: set[int] = field(default_factory=set)  # nodes at which a chain began to resolve
    cleared: set[int] = field(default_factory=set)
    acted: set[int] = field(default_factory=set)
    speeds: dict[str, int] = field(default_factory=dict)
    states: dict[int, list[clingo.Symbol]] = field(default_factory=dict)
    windows: dict[int, str] = field(default_factory=dict)  # moment → name of its state
    lost: dict[int, dict[str, list[str]]] = field(default_factory=dict)
    unsettled: list[tuple[int, Value]] = field(default_factory=list)
    idle_negations: list[int] = field(default_factory=list)  # nodes at which there was nothing to negate
    sensitive: set[str] = field(default_factory=set)  # toggles on which the story's own course could depend
    walks: dict[int, Walk] = field(default_factory=dict)
    # The same with optional fast effects, for orders that name some.
    wide: dict[int, Walk] = field(default_factory=dict)
    last_scene: list[Term] = field(default_factory=list)  # the facts of the scene in which the story ends
    told: Atoms = field(default_factory=dict)  # the atoms that only a trace shows

    def take(self, part: Trial) -> None:
        """Adds the answers of one scene."""
        for name in _BY_NODE:
            getattr(self, name).update(getattr(part, name))
        self.resolved |= part.resolved
        self.cleared |= part.cleared
        self.acted |= part.acted
        self.sensitive |= part.sensitive
        self.unsettled += part.unsettled
        self.idle_negations += part.idle_negations
        for name, rows in part.told.items():
            self.told.setdefault(name, []).extend(rows)

    def depends_on(self) -> set[str]:
        """The toggles on which what was asked so far could depend, the walks included."""
        return self.sensitive.union(*(w.sensitive for w in (*self.walks.values(), *self.wide.values())))

    def fluents(self, moment: int, name: str) -> Iterable[tuple[Value, ...]]:
        """The arguments of the fluents of that name at a moment that was asked for."""
        for found in self.states.get(moment, ()):
            if found.name == name:
                yield tuple(value(arg) for arg in found.arguments)


def hold(story: Story, rules: RulesUsed, questions: Questions, deadline: float | None = None) -> Trial:
    """Tries the story. A play that is blocked is left out together with what only it implied.

    Raises `TimeUpError` after the deadline (a time of `time.monotonic`).
    """
    trial = Trial(story, rules)
    carried: list[Term] = []  # the fluents where a scene begins, and the events before it
    for scene in scenes(story):
        rest = scene.last < story.end
        skipped: list[int] = []
        left_out = Trial(story, rules)  # why plays were left out, from the try in which they were judged
        while True:
            known = [*scene.facts, *carried, *_skips(skipped)]
            part, atoms = _once(story, rules, _within(questions, scene, rest=rest), known, deadline)
            again = _implied_in_vain(story, part, skipped)
            if again is None:
                break
            skipped.append(again)
            left_out.blocked[again] = part.blocked.get(again, {})
            left_out.details.update({key: roles for key, roles in part.details.items() if key[0] == again})
        trial.take(part)
        trial.take(left_out)
        trial.last_scene = known
        if rest:
            carried = [*_history(atoms, carried), *_state(part, scene.last)]
            if scene.last not in questions.state:  # nobody asked, so nobody is told
                del trial.states[scene.last]
    return trial


def _skips(nodes: Iterable[int]) -> list[Term]:
    return [Term("skip", (node,)) for node in nodes]


def _within(questions: Questions, scene: Scene, *, rest: bool) -> Questions:
    """The questions that are asked in a scene; where more follows, also for the state at its end."""
    return replace(
        questions,
        orders=tuple(node for node in questions.orders if scene.holds(node)),
        effects=tuple((node, effects) for node, effects in questions.effects if scene.holds(node)),
        state=(*(node for node in questions.state if scene.holds(node)), scene.last),
        goes_on=rest,
    )


def _state(trial: Trial, node: int) -> list[Term]:
    return [Term("init", (value(fluent),)) for fluent in trial.states[node]]


def _history(atoms: Atoms, carried: Iterable[Term]) -> list[Term]:
    """The events of the scenes so far."""
    found = [fact for fact in carried if fact.name != "init"]
    for name in ("occurs", "arrived", "declares_attack", "attempted_then", "succeeds_at"):
        for arguments in atoms.get(name, ()):
            found.append(Term(name, tuple(value(argument) for argument in arguments)))
            found.append(Term("earlier", (arguments[0].number,)))
    return list(dict.fromkeys(found))


def _implied_in_vain(story: Story, trial: Trial, skipped: Sequence[int]) -> int | None:
    """The first play that was blocked although something was done only for it."""
    for play in story.plays:
        if play.node in skipped or not play.implied:
            continue
        done = any(node in trial.cleared or node in trial.resolved for node in play.implied)
        carried_out = play.node in trial.placed or play.node in trial.acted
        if done and not carried_out:
            return play.node
    return None


def _once(
    story: Story,
    rules: RulesUsed,
    questions: Questions,
    known: Sequence[Term],
    deadline: float | None,
    longest: int = 0,
) -> tuple[Trial, Atoms]:
    """One scene, of which the facts are `known`, grounded and solved once; its answers and all shown atoms."""
    facts = [*known, *rule_set_facts(rules)]
    watched = {*rule_set(rules.name).contested, *questions.watched}
    facts.extend(Term("watched", (constant(toggle),)) for toggle in sorted(watched))
    for node in {*questions.state, *questions.orders}:
        facts.extend((Term("look", (node,)), Term("deciding", (node,))))
    queries: dict[int, int] = {}
    for index, (moment, effects) in enumerate(questions.effects):
        node = _QUERIES + index
        queries[node] = moment
        facts.append(Term("branch", (moment, node)))
        facts.append(Term("deciding", (node,)))
        facts.append(Term("origin", (node, moment)))
        facts.extend(Term("query", (node, effect)) for effect in effects)
    pickable = pickable_effects(story, questions.responses)
    everything = pickable_effects(story, True) if questions.named else pickable
    if questions.orders and len(everything) > _FEW:
        waiting = _waiting(story, rules, questions, known, deadline)
        pickable = [effect for effect in pickable if effect in waiting or not _is_trigger(story, effect)]
        everything = [effect for effect in everything if effect in waiting or not _is_trigger(story, effect)]
    length = longest or max(_usual_length(story, everything), questions.room)
    bases = {moment: _BRANCHES * (index + 1) for index, moment in enumerate(questions.orders)}
    for moment, base in bases.items():
        facts.extend(branch(moment, base, length, everything))
    solver = control(facts, questions.files())
    atoms = shown(solver, deadline)
    trial = _read(story, rules, atoms, queries)
    needed = max((_needed(trial, moment, everything) for moment in bases), default=0)
    if needed > length:
        return _once(story, rules, questions, known, deadline, max(needed, questions.room))
    copies = copies_of(story)
    for moment, base in bases.items():
        trial.walks[moment] = Walk(solver, base, length, facts, pickable, copies)
        trial.wide[moment] = (
            Walk(solver, base, length, facts, everything, copies) if questions.named else trial.walks[moment]
        )
    for walk in (*trial.walks.values(), *trial.wide.values()):
        walk.deadline = deadline
    return trial, atoms


def _waiting(
    story: Story, rules: RulesUsed, questions: Questions, known: Sequence[Term], deadline: float | None
) -> set[str]:
    """The effects that wait at the moments from which orders are asked for, found before any order is looked at.

    Raises `TooManyError` if they are more than can be ordered in reasonable time.
    """
    plain = Questions(state=questions.orders)
    trial, _ = _once(story, rules, plain, known, deadline)
    found: set[str] = set()
    for moment in questions.orders:
        effects = [str(arguments[0]) for arguments in trial.fluents(moment, "pending")]
        if len(effects) > MOST_WAITING:
            raise TooManyError(moment, len(effects))
        found.update(effects)
    return found


def _is_trigger(story: Story, effect: str) -> bool:
    return story.effects[effect].kind in ("trigger", "flip")


def copies_of(story: Story) -> dict[str, tuple[str, int]]:
    """Effect of an unnamed copy → the same effect of the first of its identical copies, and its own number."""
    group = {
        copy: (first, number) for first, copies in story.copies.items() for number, copy in enumerate(copies)
    }
    return {
        effect.id: (effect.id.replace(effect.card, group[effect.card][0], 1), group[effect.card][1])
        for effect in story.effects.values()
        if effect.card in group
    }


def pickable_effects(story: Story, responses: bool) -> list[str]:
    """The effects that an order from this story may hold, sorted; with `responses` the optional fast effects too."""
    kinds = ("trigger", "flip", "phase")
    return sorted(
        effect.id
        for effect in story.effects.values()
        if effect.kind in kinds
        or (effect.kind == "quick" and effect.mandatory)
        or (responses and effect.fast)
    )


def _usual_length(story: Story, pickable: Sequence[str]) -> int:
    """Room for every effect once, and for one that the story triggers twice; more is made when it is needed."""
    told = sum(1 for effect in pickable if story.effects[effect].told)
    return len(pickable) + (1 if told < len(pickable) else 0)


def _needed(trial: Trial, moment: int, pickable: Sequence[str]) -> int:
    """How many links an order from a moment can have: each waiting trigger, and each effect that needs none, once."""
    waiting = sum(1 for _ in trial.fluents(moment, "pending"))
    return waiting + sum(1 for effect in pickable if not _is_trigger(trial.story, effect))


def _read(story: Story, rules: RulesUsed, atoms: Atoms, queries: Mapping[int, int]) -> Trial:
    trial = Trial(story, rules)
    blocked: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    asked: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for law, where, subject in atoms["blocked"]:
        node = where.number
        name = law_of(law.name, law.arguments[0].name)
        who = subject.string if subject.type is clingo.SymbolType.String else subject.name
        if node not in queries:
            blocked[node][who].append(name)
        elif subject.type is clingo.SymbolType.String:  # effects are asked about, not the end of the chain
            asked[queries[node]][who].append(name)
    trial.blocked = {
        node: {who: sorted(laws) for who, laws in found.items()} for node, found in blocked.items()
    }
    trial.asked = {node: {who: sorted(laws) for who, laws in found.items()} for node, found in asked.items()}
    for law, where, subject, role, thing in atoms["detail"]:
        name = law_of(law.name, law.arguments[0].name)
        who = subject.string if subject.type is clingo.SymbolType.String else subject.name
        node = queries.get(where.number, where.number)
        roles = trial.details.setdefault((node, who, name), {})
        roles.setdefault(role.name, []).append(value(thing))
    for where, effect, player in atoms["place"]:
        trial.placed[where.number] = (effect.string, player.string)
    for where, effect in atoms["option_allowed"]:
        trial.several.setdefault(where.number, []).append(effect.string)
    trial.outcomes = {link.number: outcome.name.replace("_", "-") for link, outcome in atoms["outcome"]}
    trial.positions = {link.number: number.number for link, number in atoms["position"]}
    trial.resolved = {where.number for (where,) in atoms["starts_resolving"]}
    trial.cleared = {where.number for (where,) in atoms["clears"]}
    trial.acted = {where.number for (where,) in atoms["acted"]}
    trial.speeds = {effect.string: number.number for effect, number in atoms["speed"]}
    for where, fluent in atoms["now"]:
        trial.states.setdefault(where.number, []).append(fluent)
    trial.windows = {where.number: name.name.replace("_", "-") for where, name in atoms["state"]}
    assert len(trial.windows) == len(atoms["state"]), "a moment is in two states"
    for where, effect, law in atoms["lost"]:
        name = law_of(law.name, law.arguments[0].name)
        trial.lost.setdefault(where.number, {}).setdefault(effect.string, []).append(name)
    trial.sensitive = {toggle.name.replace("_", "-") for toggle, _ in atoms["sensitive"]}
    trial.idle_negations = [where.number for (where,) in atoms["negates_nothing"]]
    trial.told = atoms
    trial.unsettled = [(where.number, value(script)) for where, script, _ in atoms["unsettled"]]
    return trial
