"""The sentences: a law's own text, filled with what its `detail/5` names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from checker.domain.diagnostics import Diagnostic, Label
from checker.domain.fact import Term, Value, term
from checker.domain.language import mark, say, together
from checker.domain.source import Span
from checker.domain.story import Play, Story
from checker.laws import law
from checker.solver.trial import Trial

_ROLE = re.compile(r"\{(\w+)\}")
_ZONES = {
    "gy": mark("in the GY"),
    "field": mark("on the field"),
    "set": mark("Set"),
    "facedown": mark("face-down"),
    "extra": mark("in the Extra Deck"),
    "pendulum": mark("in a Pendulum Zone"),
    "banished": mark("banished"),
    "limbo": mark("not on the field yet"),
    "elsewhere": mark("somewhere else"),
}
# What a `detail/5` says in one word.
_WORDS = (
    mark("after"),
    mark("before"),
    mark("earlier"),
    mark("first"),
    mark("higher"),
    mark("later"),
    mark("lower"),
)


class Wording:
    """Words what a trial found."""

    def __init__(self, story: Story, trial: Trial) -> None:
        self._story = story
        self._trial = trial

    def effect(self, effect: str) -> str:
        """An effect as people call it: its card's name, with the label if the card has several."""
        found = self._story.effects.get(effect)
        if found is None:
            return f"`{effect}`"
        name = self.card(found.card)
        return (
            say("{card}, effect `{label}`", card=name, label=found.label)
            if found.label and effect != found.card
            else name
        )

    def card(self, card: str) -> str:
        """A card by its name, with its identifier if the story gave it one."""
        found = self._story.cards[card]
        return (
            f"`{found.name}`"
            if not found.named or found.name == found.id
            else f"`{found.name}` (`{found.id}`)"
        )

    def thing(self, value: Value) -> str:
        """A detail in words: a number, a card, an effect, a player, a chain link."""
        if not isinstance(value, Term):
            return f"`{value}`" if isinstance(value, str) else str(value)
        if not value.args:
            return say(value.name)
        argument = value.args[0]
        if value.name == "effect":
            return self.effect(str(argument))
        if value.name == "card":
            return f"`{self._story.cards[str(argument)].name}`"
        if value.name == "player":
            return str(argument)
        if value.name == "zone":
            word = str(argument)
            return say(_ZONES[word]) if word in _ZONES else say("in the {zone}", zone=say(word))
        if value.name == "link":
            return say("chain link {number}", number=self._trial.positions.get(int(str(argument)), "?"))
        if value.name == "step":
            span = self._place(value)
            return say("line {line}", line=span.start.line) if span else say("earlier")
        return str(value)

    def _place(self, value: Value) -> Span | None:
        """Where in the file a detail stands."""
        if not isinstance(value, Term) or not value.args:
            return None
        argument = value.args[0]
        if value.name in ("link", "step") and isinstance(argument, int):
            play = next((p for p in self._story.plays if p.node == argument), None)
            if play is not None:
                return play.subject_span or play.span
            return self._story.lines.get(argument)
        if value.name == "card":
            return self._story.cards[str(argument)].span
        return None

    def fill(self, text: str, subject: str, player: str | None, roles: Mapping[str, Sequence[Value]]) -> str:
        """A law's text with its roles filled in."""

        def replace(match: re.Match[str]) -> str:
            role = match[1]
            if role in roles:
                return together(
                    list(dict.fromkeys(self.thing(value) for value in sorted(roles[role], key=str)))
                )
            if role in ("effect", "what"):
                return self.effect(subject) if subject in self._story.effects else say("this")
            if role == "player":
                return player or self._holder(subject) or say("the player")
            if role == "speed":
                return str(self._trial.speeds.get(subject, "?"))
            fallback = {
                "waiting": say("another effect"),
                "other": say("another effect"),
                "actor": say("the other player"),
            }
            return fallback.get(role, role)

        return _ROLE.sub(replace, say(text))

    def speed(self, effect: str) -> str:
        """The Spell Speed of an effect."""
        return str(self._trial.speeds.get(effect, "?"))

    def _holder(self, subject: str) -> str | None:
        effect = self._story.effects.get(subject)
        return self._story.cards[effect.card].owner if effect else None

    def reason(self, node: int, subject: str, name: str, player: str | None = None) -> str:
        """One sentence: why the law blocks the subject there."""
        return self.fill(
            law(name).message, subject, player, self._trial.details.get((node, subject, name), {})
        )

    def diagnostic(self, play: Play, subject: str, name: str, span: Span, *, expected: bool) -> Diagnostic:
        """The finding that a law blocks a play."""
        found = law(name)
        roles = self._trial.details.get((play.node, subject, name), {})
        if subject not in self._story.effects and play.card is not None:
            roles = {**roles, "effect": [term("card", play.card)], "what": [term("card", play.card)]}
        labels: list[Label] = []
        for role, text in found.labels.items():
            for value in roles.get(role, ())[:1]:
                place = self._place(value)
                if place is not None and place != span:
                    labels.append(Label(place, self.fill(text, subject, play.player, roles)))
        return Diagnostic(
            name,
            "error",
            self.fill(found.message, subject, play.player, roles),
            span,
            mark=self.fill(found.mark, subject, play.player, roles),
            labels=tuple(labels),
            help=tuple(self.fill(line, subject, play.player, roles) for line in found.help),
            cites=found.cites,
            expected=expected,
        )
