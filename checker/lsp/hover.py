"""What is told of the word under the pointer, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from checker import app
from checker.domain.data import dataclass
from checker.domain.language import say
from checker.domain.report import CardStatus, MayReport
from checker.domain.source import Position, Span
from checker.lsp.analysis import TIME_LIMIT, Analysis, Definition
from checker.lsp.names import Name, definition, name_at
from checker.lsp.reference import about
from checker.pages import find
from checker.syntax import tree
from checker.syntax.problems import span_of
from checker.syntax.words import KEYWORDS

_MOST_CARDS = 6


@dataclass(frozen=True, slots=True)
class Told:
    """What is told, in Markdown, and of which stretch of the text."""

    text: str
    span: Span


def hover(analysis: Analysis, place: Position) -> Told | None:
    """What there is to say of what stands at a place. For a card this asks the solver."""
    name = name_at(analysis, place)
    if name is not None:
        text = _told(analysis, name)
        return Told(text, name.span) if text else None
    word = analysis.word_at(place)
    if word is None:
        return None
    if word.type == "LAW_NAME":
        return _page(word.value, span_of(word))
    if word.value in KEYWORDS and word.type not in ("QUOTED", "LABEL", "BARE_NAME"):
        return Told(about(word.value), span_of(word))
    text = _unread(analysis, word.value)
    return Told(text, span_of(word)) if text else None


def _told(analysis: Analysis, name: Name) -> str:
    match name.role:
        case "id" | "card":
            return _card(analysis, name)
        case "law" | "rules" | "toggle":
            page = find(name.text)
            return page.text if page is not None and page.kind != "term" else ""
        case "value":
            return _value(name)
        case "library":
            page = find(name.text)
            return page.text if page is not None else ""
        case "player":
            return _player(analysis, name.text)
        case "label":
            return _definition(analysis, name.card)
        case _:
            return ""


def _page(name: str, span: Span) -> Told | None:
    page = find(name)
    return None if page is None else Told(page.text, span)


def _unread(analysis: Analysis, word: str) -> str:
    """What is known of a word in a statement that cannot be read."""
    text = word[1:-1] if word.startswith('"') else word
    cards = analysis.story.cards
    if text in cards or any(card.name == text for card in cards.values()):
        return _definition(analysis, cards[text].name if text in cards else text)
    return _definition(analysis, text) if word.startswith('"') and definition(analysis, text) else ""


def _player(analysis: Analysis, player: str) -> str:
    turn = next((node.player.text for node in analysis.statements if isinstance(node, tree.Turn)), None)
    if player not in analysis.story.players:
        return ""
    first = turn or analysis.story.players[0]
    if player == first:
        return f"**{player}**: " + say("the turn player when the story begins")
    return f"**{player}**: " + say("the other player when the story begins")


def _value(name: Name) -> str:
    """The page of the toggle that a value belongs to."""
    if isinstance(name.statement, tree.Rules):
        for toggle in name.statement.toggles:
            if toggle.value.span == name.span:
                page = find(toggle.name.text)
                return page.text if page is not None else ""
    return ""


# ---------------------------------------------------------------- cards


def _card(analysis: Analysis, name: Name) -> str:
    """The definition of a card, where it is at this place of the story, and what it may do there."""
    cards = analysis.story.cards
    found = [cards[name.text]] if name.text in cards and name.role == "id" else []
    found = found or [card for card in cards.values() if card.name == name.text]
    found = found or ([cards[name.text]] if name.text in cards else [])
    parts = [_definition(analysis, found[0].name if found else name.text)]
    if found and not isinstance(name.statement, tree.CardDefinition):
        ids = [card.id for card in found[:_MOST_CARDS]]
        parts.append(_status(analysis, ids, _line(analysis, name)))
    return "\n\n".join(parts)


def _line(analysis: Analysis, name: Name) -> int:
    """The line before which to look: of what is declared together, that of the first statement after it."""
    together = (tree.Triggers, tree.LaterMoment, tree.MayUse)
    statements = analysis.statements
    index = statements.index(name.statement)
    if not isinstance(name.statement, together):
        return name.span.start.line
    later = (node.span.start.line for node in statements[index:] if not isinstance(node, together))
    return next(later, len(analysis.lines) + 1)


def _definition(analysis: Analysis, card: str) -> str:
    match definition(analysis, card):
        case Definition() as found if found.file is analysis:
            where = say("defined in line {line}", line=found.node.span.start.line)
            text = found.text
        case Definition() as found:
            where, text = say("defined in `{file}`", file=found.file.source.name), found.text
        case (str() as bundle, str() as text):
            where = say("defined by `use {library}`", library=bundle)
        case _:
            return f"**{card}**\n\n" + say("without a definition, so without effects of its own")
    return f"**{card}**, {where}\n\n```chain\n{text.rstrip()}\n```"


def _status(analysis: Analysis, ids: list[str], line: int) -> str:
    moment = analysis.moment_before(line)
    try:
        found = app.status(analysis.story, ids, moment, time_limit=TIME_LIMIT)
    except app.TimeUp:
        return say("where it is now takes too long to find out")
    except app.InputError as error:
        return str(error)
    ends = moment == analysis.story.end
    when = say("at the end of the story") if ends else say("before what happens in this line")
    if not ends and analysis.story.lines[moment].start.line > line:
        when = say("before line {line}", line=analysis.story.lines[moment].start.line)
    return f"{when}:\n\n" + "\n".join(_lines(found))


def _lines(found: Iterable[CardStatus]) -> Iterable[str]:
    for card in found:
        where = f", {card.zone}" if card.zone else ""
        yield f"- `{card.id}`: {card.player}{where}"
        for effect in card.effects:
            yield f"  - {_may(effect)}"


def _may(effect: MayReport) -> str:
    if not effect.laws:
        return say("`{effect}` may be activated", effect=effect.effect)
    reasons = "; ".join(
        f"{reason} (`{law}`)" for reason, law in zip(effect.reasons, effect.laws, strict=True)
    )
    return say("`{effect}` may not be activated: {reasons}", effect=effect.effect, reasons=reasons)
