"""Responses: after a chain so far, what each player may add next, against what the engine offers when it asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice, repeat
from random import Random
from time import perf_counter

import checker
from tests.engine import ours
from tests.engine.campaign import sets, shared_engine
from tests.engine.compare import PRESETS, compare
from tests.engine.departures import RULES
from tests.engine.engine import Engine
from tests.engine.generate import generate
from tests.engine.scenario import Scenario
from tests.engine.translate import Duel, translate

Offer = frozenset[tuple[str, str]]  # player and effect


@dataclass(frozen=True, slots=True)
class Position:
    """A story, the links placed in the window that it ends in, and the preset under which that is asked."""

    text: str
    prefix: tuple[str, ...]
    flags: str
    sort: str


@dataclass(slots=True)
class Found:
    """What a campaign of responses found."""

    sorts: Counter[str] = field(default_factory=Counter)
    offered: int = 0  # effects that may be added, in all positions
    behind: int = 0  # situations with a known departure, whose chains are not compared link by link
    refused: int = 0  # situations that neither the engine nor we consider legal
    differences: list[str] = field(default_factory=list)

    def take(self, other: Found) -> None:
        """Adds another part."""
        self.sorts += other.sorts
        self.offered += other.offered
        self.behind += other.behind
        self.refused += other.refused
        self.differences += other.differences

    @property
    def positions(self) -> int:
        """How many positions were compared."""
        return self.sorts.total()


def theirs(position: Position, engine: Engine) -> tuple[Offer | None, Duel]:
    """What the engine offers; None if it refuses the chain so far."""
    file, _ = ours.told(position.text)
    duel = translate(file)
    numbers = {effect: description for description, effect in duel.effects.items()}
    duel.prefix = [numbers[effect] for effect in position.prefix]
    (answer,) = engine.ask(duel, (position.flags,), "offers")
    if "asked" not in answer:
        return None, duel
    return frozenset(
        (duel.players[prompt["player"]], duel.effects[effect])
        for prompt in answer["asked"]
        for effect in prompt["effects"]
    ), duel


def mine(position: Position, duel: Duel) -> Offer | None:
    """What `segoc next` says may be activated; None if the chain so far is not legal."""
    told = position.text + "".join(
        f"{duel.players[duel.owners[effect]]} activates {effect}\n" for effect in position.prefix
    )
    report = checker.next(told, rules=RULES[position.flags])
    if any(diagnostic.severity == "error" for diagnostic in report.diagnostics):
        return None
    asked = {duel.effects[description] for description in duel.pick}
    return frozenset((may.player, may.effect) for may in report.may if may.effect in asked)


def positions(seed: int, number: int, engine: Engine, found: Found) -> Iterator[Position]:
    """Positions in one situation: within the chain that it tells, and in the window after it."""
    rng = Random(f"responses {seed}:{number}")
    scenario = generate(seed, number, answering=True)
    flags = PRESETS[number % len(PRESETS)]
    yield from _within(scenario, flags, rng)
    text = str(scenario)
    outcome = compare(text, engine, (flags,))[0]
    if outcome.verdict != "equal":
        found.behind += outcome.verdict == "departure"
        if outcome.verdict == "difference":
            found.differences.append("".join(f"# {line}\n" for line in sets(outcome)) + text)
        found.refused += outcome.verdict == "not a legal story"
        return
    chains = sorted(chain for chain in outcome.engine if not any("." in effect for effect in chain))
    for chain in rng.sample(chains, min(2, len(chains))):
        cut = rng.randint(0, len(chain))
        yield Position(text, chain[:cut], flags, f"in the window, after {min(cut, 4)} links")


def _within(scenario: Scenario, flags: str, rng: Random) -> Iterator[Position]:
    """A position within the told chain, before it resolves."""
    links = [play for play in scenario.plays if " activates " in play]
    if links:
        cut = rng.randint(1, len(links))
        text = str(replace(scenario, plays=tuple(links[:cut])))
        yield Position(text, (), flags, f"within a chain, after {cut} links")


def _some(numbers: Sequence[int], seed: int) -> Found:
    found = Found()
    engine = shared_engine()
    for number in numbers:
        for position in positions(seed, number, engine, found):
            offered, duel = theirs(position, engine)
            ours_now = mine(position, duel)
            found.sorts[position.sort] += 1
            found.offered += len(offered or ())
            if offered != ours_now:
                found.differences.append(_told(position, offered, ours_now, duel))
    return found


def _told(position: Position, offered: Offer | None, may: Offer | None, duel: Duel) -> str:
    def line(title: str, offer: Offer | None) -> str:
        told = "not legal so far" if offer is None else ", ".join(f"{p} {e}" for p, e in sorted(offer))
        return f"# {title}: {told}\n"

    plays = "".join(f"{duel.players[duel.owners[e]]} activates {e}\n" for e in position.prefix)
    head = f"# {position.sort}, under {position.flags} against `{RULES[position.flags]}`\n"
    text = position.text.replace("rules ocg\n", f"rules {RULES[position.flags]}\n", 1)
    return head + line("the engine offers", offered) + line("we allow", may) + text + plays


def run(wanted: int, seed: int, jobs: int = 1) -> tuple[Found, float]:
    """At least so many positions; and how many seconds it took."""
    start = perf_counter()
    found = Found()
    size = 10
    chunks = (range(first, first + size) for first in range(0, 100 * wanted, size))
    if jobs == 1:
        while found.positions < wanted:
            found.take(_some(next(chunks), seed))
        return found, perf_counter() - start
    with ProcessPoolExecutor(jobs) as pool:
        while found.positions < wanted:
            for part in pool.map(_some, islice(chunks, 4 * jobs), repeat(seed)):
                found.take(part)
    return found, perf_counter() - start


def report(found: Found, seed: int, seconds: float) -> str:
    """The findings as text."""
    lines = [f"responses: {found.positions} positions, seed {seed}, {seconds:.0f} s"]
    lines.append(f"{found.positions - len(found.differences)} equal, {len(found.differences)} different")
    lines.append(f"{found.offered} effects that may be added, all told")
    lines.append(
        f"{found.behind} windows not entered because a departure is known there, {found.refused} refused by both"
    )
    lines += [f"  {number:>6} {sort}" for sort, number in sorted(found.sorts.items())]
    return "\n".join(lines) + "\n"
