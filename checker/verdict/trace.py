"""`trace`: the story as it went, window by window, as a judge would read it aloud."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import checker.verdict.windows as windows
from checker.domain.data import replace
from checker.domain.fact import Value
from checker.domain.language import mark, say
from checker.domain.report import LinkReport, TraceReport, TraceStep
from checker.domain.story import Play, Story
from checker.solver.trial import Questions, Trial, hold
from checker.solver.walk import ground_of
from checker.verdict.allowed import findings
from checker.verdict.grounds import grounds
from checker.verdict.plays import links, reasons
from checker.verdict.wording import Wording

_ZONE_ORDER = (
    mark("field"),
    mark("facedown"),
    mark("set"),
    mark("pendulum"),
    mark("hand"),
    mark("gy"),
    mark("banished"),
    mark("deck"),
    mark("extra"),
    mark("limbo"),
    mark("elsewhere"),
)
_DEEDS = {
    "destroyed": mark("is destroyed"),
    "tributed": mark("is Tributed"),
    "discarded": mark("is discarded"),
    "flipped": mark("is flipped face-up"),
    "targeted": mark("is targeted"),
    "equipped": mark("is equipped"),
    "attacks": mark("attacks"),
    "battles": mark("battles"),
    "control_changed": mark("changes control"),
}
_TOLD = (
    "moved",
    "did",
    "drew",
    "hurt",
    "says",
    "opened",
    "summon_succeeded",
    "summon_failed",
    "met",
    "missed",
    "passed_over",
    "negated",
    "resolving_link",
    "vanished",
    "cleaned",
    "applied",
    "second_passed",
    "link_group",
)
_MANNERS = {
    "cost": mark("as a cost"),
    "battle": mark("by battle"),
    "cleanup": mark("as the chain is over"),
    "activation": mark("by being activated"),
}


def trace(story: Story) -> TraceReport:
    """The report on a story from its first line to its last."""
    if story.broken:
        return TraceReport(story.source, story.rules, (), (), (), story.diagnostics, invalid=True)
    return traced(story, hold(story, story.rules, questions(story)))


def questions(story: Story) -> Questions:
    """What the report needs to know: after each play what may be activated, and everything that happened."""
    pauses = _pauses(story)
    moments = tuple(sorted({_after(play.node, pauses) for play in story.plays} | {story.end}))
    asked = tuple(sorted(effect.id for effect in story.effects.values() if effect.kind != "continuous"))
    return Questions(
        effects=tuple((node, asked) for node in moments), state=moments, trace=True, grounds=True
    )


def traced(story: Story, trial: Trial) -> TraceReport:
    """The report on a story that was tried with these `questions`, and perhaps others."""
    teller = _Teller(story, trial, _pauses(story))
    return TraceReport(
        story.source,
        story.rules,
        tuple(teller.steps()),
        tuple(teller.places()),
        tuple(teller.waiting()),
        findings(story, trial),
        links=tuple(teller.links()),
        players=story.players,
    )


def told_links(story: Story) -> tuple[LinkReport, ...]:
    """The chain links of a story with what resolving them did; nothing else is asked."""
    trial = hold(story, story.rules, Questions(trace=True))
    return tuple(_Teller(story, trial, _pauses(story)).links())


def _pauses(story: Story) -> set[Value]:
    return {fact.args[0] for fact in story.facts if fact.name == "pause"}


class _Teller:
    """Words what happened at each node."""

    def __init__(self, story: Story, trial: Trial, pauses: set[Value]) -> None:
        self._story = story
        self._pauses = pauses
        self._trial = trial
        self._wording = Wording(story, trial)
        self._at: dict[str, dict[int, list[tuple[str, ...]]]] = {}
        for name in _TOLD:
            rows: dict[int, list[tuple[str, ...]]] = defaultdict(list)
            for arguments in trial.told.get(name, ()):
                rows[arguments[0].number].append(tuple(_plain(str(argument)) for argument in arguments[1:]))
            self._at[name] = {node: sorted(found) for node, found in rows.items()}

    def _rows(self, name: str, node: int) -> list[tuple[str, ...]]:
        return self._at[name].get(node, [])

    # ------------------------------------------------------------ steps

    def steps(self) -> Iterator[TraceStep]:
        """The steps in order: what was implied before a play, the play, and what followed at once."""
        plays = {play.node: play for play in self._story.plays}
        node = 0
        while node < self._story.end:
            play = plays.get(node)
            if play is not None and (play.kind != "resolve" or reasons(play, self._trial)):
                yield self._play(play)
            else:
                yield from self._other(node)
            node += 1

    def _play(self, play: Play) -> TraceStep:
        line = play.span.start.line
        text = self._story.source.lines[line - 1].split("#")[0].strip().removesuffix(" {")
        laws = reasons(play, self._trial)
        if laws:
            details = [
                f"{law}: {self._wording.reason(play.node, subject, law, play.player)}"
                for subject, found in laws.items()
                for law in found
            ]
            return TraceStep(line, say("{text}: illegal, and left out", text=text), tuple(details))
        details = list(self._events(play.node))
        if play.node in self._trial.placed:
            effect, _ = self._trial.placed[play.node]
            speed = self._trial.speeds.get(effect, 1)
            details.insert(
                0,
                say(
                    "chain link {link}, Spell Speed {speed}",
                    link=self._trial.positions[play.node],
                    speed=speed,
                ),
            )
        return TraceStep(line, text, tuple(details), *self._reached(play.node))

    def _other(self, node: int) -> Iterator[TraceStep]:
        """What happens at a node that is no play of its own: implied passes, resolving, cleaning up."""
        line = self._story.lines[node].start.line if node in self._story.lines else None
        details = tuple(self._events(node))
        if node in self._trial.resolved:
            yield TraceStep(line, say("the chain resolves"))
        for link, moment in self._rows("resolving_link", node):
            if moment == "0":
                yield TraceStep(line, self._link(int(link), node), details)
            elif details:
                yield TraceStep(
                    line,
                    say("chain link {link} goes on", link=self._trial.positions[int(link)]),
                    details,
                )
            return
        if self._rows("cleaned", node):
            if details:
                yield TraceStep(line, say("the chain is over"), details)
        elif self._rows("second_passed", node):
            yield TraceStep(line, say("both players pass"), details, *self._reached(node))
        elif details or self._rows("opened", node):
            what = say("what applies at once") if self._rows("applied", node) else say("then")
            yield TraceStep(line, what, details, *self._reached(node))

    def _link(self, link: int, node: int) -> str:
        effect, player = self._trial.placed[link]
        outcome = self._trial.outcomes.get(link, "waiting")
        words = {
            "resolved": say("resolves"),
            "no-effect": say("resolves without effect"),
            "negated": say("does not resolve: its activation was negated"),
        }
        why = (
            say(" (its effect was negated, or its card is no longer there)")
            if any(row[0] == str(link) for row in self._rows("vanished", node))
            else ""
        )
        number = self._trial.positions[link]
        return say(
            "chain link {number}, {player}'s {effect}, {outcome}{why}",
            number=number,
            player=player,
            effect=self._wording.effect(effect),
            outcome=words.get(outcome, outcome),
            why=why,
        )

    def _events(self, node: int) -> Iterator[str]:
        """Everything that came about at a node."""
        for (card,) in self._rows("summon_succeeded", node):
            yield say("{card} is Summoned", card=self._wording.card(card))
        if self._rows("summon_failed", node):
            yield say("the Summon was negated")
        done = {card: deed for deed, card in self._rows("did", node)}
        for card, origin, goal, how in self._rows("moved", node):
            deed = done.pop(card, "")
            said = f"{say(_DEEDS[deed])}: " if deed in _DEEDS else ""
            manner = f" {say(_MANNERS[how])}" if how in _MANNERS else ""
            yield f"{self._wording.card(card)} {said}{zone_name(origin)} → {zone_name(goal)}{manner}"
        for card, deed in sorted(done.items()):
            if deed in _DEEDS:
                yield f"{self._wording.card(card)} {say(_DEEDS[deed])}"
        yield from self._to_players(node)
        yield from self._to_effects(node)

    def _to_players(self, node: int) -> Iterator[str]:
        for (player,) in self._rows("drew", node):
            yield say("{player} draws", player=player)
        for player, how in self._rows("hurt", node):
            if how == "battle":
                yield say("{player} takes battle damage", player=player)
            else:
                yield say("{player} takes damage", player=player)
        for (text,) in self._rows("says", node):
            yield text
        for verb, link in self._rows("negated", node):
            position = self._trial.positions[int(link)]
            if verb == "negate_activation":
                yield say("the activation of chain link {link} is negated", link=position)
            else:
                yield say("the effect of chain link {link} is negated", link=position)

    def _to_effects(self, node: int) -> Iterator[str]:
        for (effect,) in self._rows("met", node):
            yield say("{effect} is triggered", effect=self._wording.effect(effect))
        for effect, event, last in self._rows("missed", node):
            yield say(
                "{effect} misses the timing: its event ({event}) was not the last thing to happen ({last})",
                effect=self._wording.effect(effect),
                event=self._line(event),
                last=self._line(last),
            )
        for effect, fate in self._rows("passed_over", node):
            yield f"{self._wording.effect(effect)} {_fate(fate)}"

    def _line(self, node: str) -> str:
        span = self._story.lines.get(int(node))
        return say("line {line}", line=span.start.line) if span else say("before")

    def links(self) -> Iterator[LinkReport]:
        """The chain links, with their group and with what resolving them did."""
        done: dict[int, list[str]] = defaultdict(list)
        for node in range(self._story.end):
            for link, _ in self._rows("resolving_link", node):
                done[int(link)] += self._events(node)
        told: dict[tuple[int, str], list[tuple[str, str]]] = defaultdict(list)
        for where, who, ground in self._trial.told.get("ground", ()):
            told[where.number, who.string].append(ground_of(ground))
        nodes = [play.node for play in self._story.plays if play.node in self._trial.placed]
        for node, placed in zip(nodes, links(self._story, self._trial), strict=True):
            groups = [name.replace("_", "-") for (name,) in self._rows("link_group", node)]
            assert len(groups) <= 1, groups
            effect = self._trial.placed[node][0]
            yield replace(
                placed,
                group=groups[0] if groups else None,  # type: ignore[arg-type]
                done=tuple(done[node]),
                grounds=grounds(self._wording, effect, placed.player, told[node, effect]),
            )

    # ------------------------------------------------------------ windows

    def _reached(self, node: int) -> tuple[str, str, tuple[str, ...]]:
        """The state after a node, if what may be activated there was asked."""
        after = _after(node, self._pauses)
        if after not in self._trial.states:
            return "", "", ()
        laws = self._trial.asked.get(after, {})
        controllers = {str(card): str(player) for card, player in self._trial.fluents(after, "control")}
        may = [
            say(
                "{player}'s {card}",
                player=controllers.get(self._story.effects[effect].card, ""),
                card=self._wording.effect(effect),
            )
            for effect in sorted(self._story.effects)
            if self._story.effects[effect].kind != "continuous" and not laws.get(effect)
        ]
        actor = next((str(args[0]) for args in self._trial.fluents(after, "act")), "")
        return windows.window_name(self._trial, after), actor, tuple(may)

    def places(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Where the cards are at the end, player by player and zone by zone."""
        control = {str(card): str(player) for card, player in self._trial.fluents(self._story.end, "control")}
        zones: dict[tuple[str, str], list[str]] = defaultdict(list)
        for card, zone in self._trial.fluents(self._story.end, "at"):
            zones[control.get(str(card), ""), str(zone)].append(
                self._wording.card(str(card)).replace("`", "")
            )
        for player in self._story.players:
            for zone in _ZONE_ORDER:
                if zones[player, zone]:
                    yield player, zone_name(zone), tuple(sorted(zones[player, zone]))

    def waiting(self) -> Iterable[str]:
        """The effects that wait to be placed at the end."""
        effects: Sequence[str] = sorted(
            str(args[0]) for args in self._trial.fluents(self._story.end, "pending")
        )
        return [self._wording.effect(effect) for effect in effects]


def _after(node: int, pauses: set[Value]) -> int:
    """The node at which what was done at a node is over, continuous effects included."""
    node += 1
    while node in pauses:
        node += 1
    return node


def _plain(text: str) -> str:
    return text[1:-1].replace('\\"', '"').replace("\\\\", "\\") if text.startswith('"') else text


def zone_name(zone: str) -> str:
    """A zone as people call it."""
    words = {
        "gy": say("GY"),
        "extra": say("Extra Deck"),
        "deck": say("Deck"),
        "facedown": say("face-down"),
        "limbo": say("being Summoned"),
    }
    return words.get(zone) or say(zone)


def _fate(fate: str) -> str:
    if fate.startswith("lost"):
        law = fate.removeprefix("lost(").removesuffix(")").replace("(", "/").rstrip(")").replace("_", "-")
        return say("is lost: {law}", law=law)
    return {"declined": say("is declined"), "postponed": say("was not used and is gone")}.get(fate, fate)
