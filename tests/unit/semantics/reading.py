"""Reading texts into stories, and looking at what came out."""

from __future__ import annotations

from pathlib import Path

from checker.domain.diagnostics import Diagnostic
from checker.domain.fact import Term, show
from checker.domain.source import SourceFile
from checker.domain.story import Story
from checker.semantics import read
from checker.syntax import parse

CARDS = """
players Yugi, Kaiba
card "Dark Hole" normal spell { activate -> destroy all monsters }
card "Typhoon" quick-play spell { activate, target 1 spell or trap -> destroy target }
card "Solemn" counter trap {
  summon: activate when a monster would be summoned -> negate summon
  card: activate when a spell is activated -> negate activation
}
card "Sangan" monster { mandatory trigger if this is sent from field to gy }
card "Two Steps" normal trap { activate -> draw 1 then discard 1 card }
"""


def story(text: str, base: Path | None = None, *, allow_outside: bool = False) -> Story:
    """The story of a text, whatever is wrong with it."""
    file, diagnostics = parse(SourceFile("test.chain", text))
    return read(file, diagnostics, base=base, allow_outside=allow_outside)


def sound(text: str, base: Path | None = None) -> Story:
    """The story of a text with which nothing is wrong."""
    found = story(text, base)
    assert found.diagnostics == ()
    return found


def told(text: str) -> Story:
    """The same after the cards above."""
    return sound(CARDS + text)


def facts(found: Story, *names: str) -> list[str]:
    """The facts of these names, sorted."""
    return sorted(str(fact) for fact in found.facts if fact.name in names)


def about(found: Story, thing: str | int, *names: str) -> list[str]:
    """The facts of these names that begin with this card, effect or node, without it: `kind(spell)`."""
    return sorted(
        f"{fact.name}({', '.join(map(show, fact.args[1:]))})"
        for fact in found.facts
        if fact.args[:1] == (thing,) and (not names or fact.name in names)
    )


def initial(found: Story, card: str) -> list[str]:
    """What is so of a card when the story begins: `at(hand)`."""
    inits = [fact.args[0] for fact in found.facts if fact.name == "init"]
    return sorted(
        f"{init.name}({', '.join(map(show, init.args[1:]))})".removesuffix("()")
        for init in inits
        if isinstance(init, Term) and init.args[:1] == (card,)
    )


def laws(found: Story) -> list[str]:
    """What is wrong, by law."""
    return [diagnostic.law for diagnostic in found.diagnostics]


def only(found: Story) -> Diagnostic:
    """The one thing that is wrong."""
    (diagnostic,) = found.diagnostics
    return diagnostic


def words(diagnostic: Diagnostic) -> str:
    """All that a diagnostic says."""
    return " | ".join((diagnostic.message, *diagnostic.help, *(label.message for label in diagnostic.labels)))
