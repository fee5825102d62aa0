"""`emit`: the facts, the rules and the syntax tree behind an answer, as text."""

from __future__ import annotations

from checker.domain.story import Story
from checker.solver.ask import story_facts
from checker.solver.rulebook import text_for
from checker.syntax.tree import File


def emit(what: Story | File, *, program: bool = False) -> str:
    """The facts of a story, one a line; the rules that can fire for them; or a syntax tree as an indented outline."""
    if isinstance(what, File):
        from checker.syntax.outline import outline

        return outline(what)
    facts = story_facts(what, what.rules)
    text = "\n".join(f"{fact}." for fact in facts)
    return f"{text_for(facts)}\n{text}" if program else text
