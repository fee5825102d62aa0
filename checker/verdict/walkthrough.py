"""A walk through every order of a story under one rule set, with the reasons at each fork and how chains resolve."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from checker.domain.fact import Value
from checker.domain.report import Column, CompareReport, LinkReport, Order, Reason
from checker.domain.story import Story
from checker.domain.walkthrough import Fork, Option, Walkthrough
from checker.laws import law
from checker.solver.trial import Questions, Trial, hold
from checker.solver.walk import Walk
from checker.syntax.printer import print_name
from checker.verdict.explore import explore
from checker.verdict.grounds import grounds
from checker.verdict.trace import told_links, trace
from checker.verdict.wording import Wording

MOST_FORKS = 250
_FORK_WORK = 160_000  # at all forks together; one takes the cube of the effects that wait
MOST_RESOLVED = 12  # orders of which it is told how they resolve
_RESOLVED_WORK = 600  # of all these orders together; one takes the square of its links

Prefix = tuple[str, ...]


def walkthrough(
    story: Story,
    again: Callable[[str], Story],
    *,
    declines: bool,
    responses: bool,
    most: int,
) -> Walkthrough:
    """The walk through a story; `most` orders are listed. `again` reads a longer text of the same story."""
    report = explore(story, limit=most, declines=declines, responses=responses)
    orders = tuple(report.orders)
    report.orders = iter(orders)  # again for whoever reads the report
    questions = Questions(orders=(story.end,), responses=responses, grounds=True)
    trial = hold(story, story.rules, questions)
    guide = _Guide(story, trial, {name: effect.player for name, effect in report.effects.items()})
    forks, whole = guide.forks(declines=declines)
    few = _affordable(orders)
    told = dict(islice(_resolutions(story, few, guide.players, again), MOST_RESOLVED))
    number = MOST_RESOLVED if len(few) == len(orders) else min(len(few), MOST_RESOLVED)
    return Walkthrough(story.rules, trace(story), report, orders, forks, whole, told, number)


def alone(walk: Walkthrough) -> CompareReport:
    """What a comparison says of one rule set, from its walk."""
    report = walk.explore
    wrong = any(found.severity == "error" and not found.expected for found in report.diagnostics)
    whole = len(walk.orders) == report.count
    column = Column(walk.rules, "illegal" if wrong else "legal", report.count, walk.orders, whole)
    return CompareReport(report.source, (column,), ())


def _affordable(orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """The first orders, as many as can be played and resolved in little time."""
    work = 0
    for number, order in enumerate(orders):
        work += len(order.links) ** 2
        if work > _RESOLVED_WORK:
            return orders[:number]
    return orders


class _Guide:
    """Asks at one fork after another. `players` are those of the effects that wait."""

    def __init__(self, story: Story, trial: Trial, players: Mapping[str, str]) -> None:
        self._wording = Wording(story, trial)
        self._walk: Walk = trial.walks[story.end]
        self.players = players
        size = next((int(str(args[0])) for args in trial.fluents(story.end, "size")), 0)
        # The sentences speak of links by their number; those of the branch stand on what is on the chain already.
        for number in range(len(players) * 2 + 1):
            trial.positions.setdefault(self._walk.base + number, size + number + 1)

    def forks(self, *, declines: bool) -> tuple[tuple[Fork, ...], bool]:
        """The forks, nearest first, and whether that is all of them."""
        numbers: dict[Prefix, int] = {(): 0}
        todo: list[Prefix] = [()]
        found: list[Fork] = []
        whole = True
        most = min(MOST_FORKS, max(1, _FORK_WORK // max(len(self.players), 1) ** 3))
        for prefix in todo:
            ways: dict[str, int] = {}
            for effect in self._walk.choices(prefix):
                after = (*prefix, effect)
                key = _key(after)
                if key not in numbers:
                    if len(todo) >= most:
                        whole = False
                        continue
                    numbers[key] = len(todo)
                    todo.append(after)
                ways[effect] = numbers[key]
            found.append(self._fork(prefix, ways, declines=declines))
        return tuple(found), whole

    def _fork(self, prefix: Prefix, ways: Mapping[str, int], *, declines: bool) -> Fork:
        survey = self._walk.survey(prefix)
        choices = self._walk.choices(prefix)
        options = []
        for effect in sorted(set(self.players) - (set(prefix) - set(choices))):
            if effect in choices:
                told = grounds(self._wording, effect, self.players[effect], survey.grounds.get(effect, ()))
                options.append(Option(effect, told, (), ways.get(effect)))
            elif effect not in survey.stop.free:  # else one of several copies
                options.append(Option(effect, (), self._reasons(effect, survey.against.get(effect, {}))))
        against = self._reasons("close", survey.against.get("close", {}))
        stops = survey.stop.may_close and (declines or not survey.stop.declined)
        stop = Order(prefix, survey.stop.declined, survey.stop.lost) if stops else None
        return Fork(tuple(options), stop, against)

    def _reasons(self, subject: str, found: Mapping[str, Mapping[str, list[Value]]]) -> tuple[Reason, ...]:
        return tuple(
            Reason(
                name,
                self._wording.fill(law(name).message, subject, self.players.get(subject), roles),
                law(name).cites,
            )
            for name, roles in sorted(found.items())
        )


def _key(prefix: Prefix) -> Prefix:
    """What the rest depends on: what has been placed, and the newest link."""
    return (*sorted(prefix[:-1]), *prefix[-1:])


def _resolutions(
    story: Story, orders: tuple[Order, ...], players: Mapping[str, str], again: Callable[[str], Story]
) -> Iterator[tuple[Prefix, tuple[LinkReport, ...]]]:
    """Each order played and resolved, as the story would go on; orders that cannot be written down are left out."""
    for order in orders:
        plays = [
            f"{print_name(players[effect])} activates {_reference(story, effect)}" for effect in order.links
        ]
        text = "\n".join([story.source.text, *plays, "chain resolves", ""])
        longer = again(text)
        if not order.links or longer.broken:
            continue
        links = told_links(longer)
        chain = tuple(link for link in links if link.chain == links[-1].chain) if links else ()
        if tuple(link.effect for link in chain[-len(order.links) :]) == order.links:
            yield order.links, chain


def _reference(story: Story, effect: str) -> str:
    """An effect as a play names it."""
    found = story.effects[effect]
    card = story.cards[found.card]
    name = card.id if card.named else f'"{card.id}"'
    return f"{name}.{found.label}" if found.label and effect != found.card else name
