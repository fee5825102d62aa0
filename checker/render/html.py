"""One HTML page that needs nothing else: the tree step by step with reasons, the chain, and the rule sets compared.

Without JavaScript it is a text; with it, what the checker found is shown link by link. Nothing is loaded from anywhere.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

from checker.domain.language import say, speaking
from checker.domain.report import ExploreReport, TraceReport
from checker.domain.walkthrough import Walkthrough
from checker.render.layout.canvas import markup
from checker.render.layout.chains import chains, from_link, reached, told_in_order
from checker.render.layout.decisions import (
    Decision,
    beginning,
    called,
    choice,
    ending,
    how_many,
    nature,
    tree_of,
)
from checker.render.layout.orders import GROUPS
from checker.render.layout.sheet import Sheet
from checker.render.layout.webdata import data
from checker.render.layout.width import crop
from checker.version import version

TOURS = True
MOST = 60  # orders listed, as `app.tour` has it
_WEB = Path(__file__).parent / "web"


def explore(report: ExploreReport, sheet: Sheet) -> bool:
    """The page that begins with the tree of decisions. Returns False if it does not hold every order."""
    title = say("Legal orders of {file}", file=_name(report))
    return _page("explore", title, report, sheet).whole


def trace(report: TraceReport, sheet: Sheet) -> None:
    """The same page, beginning with the story and its chains."""
    _page("trace", say("The story of {file}", file=_name(report)), report, sheet)


def _page(command: str, title: str, report: ExploreReport | TraceReport, sheet: Sheet) -> Walkthrough:
    if report.tour is None:
        raise ValueError("an HTML page is made from a report with a tour")
    walk = report.tour.walks[0]
    style, script = ((_WEB / name).read_text("utf-8") for name in ("page.css", "page.js"))
    begins = beginning(walk.explore)
    left = [
        say("So many effects wait that the page leaves other rule sets out; `-r` chooses its own.")
        for _ in report.tour.left_out[:1]
    ]
    parts = {
        "lang": speaking(),
        "title": markup(title),
        "short": escape(crop(_name(report), 60), quote=True),
        "lead": markup(
            " ".join([say("Under {rules}: {state}.", rules=str(walk.rules), state=begins), *left])
        ),
        "skip": markup(say("Skip to the content")),
        "footer": markup(say("Made by segoc. This page loads nothing and sends nothing.")),
        "plain_title": markup(say("Everything as a plain text, under {rules}", rules=str(walk.rules))),
        "plain": "\n".join([*_orders(walk), *_story(walk)]),
        "data": data(command, _name(report), report.tour, report.players),
        "style": style,
        "script": script,
        "style_hash": _hash(style),
        "script_hash": _hash(script),
        "version": markup(version()),
    }
    sheet.out.write(Template((_WEB / "page.html").read_text("utf-8")).substitute(parts))
    return walk


def _name(report: ExploreReport | TraceReport) -> str:
    """The file's name without its folders, which are nobody's business where a page is shown."""
    return report.source.name.replace("\\", "/").rpartition("/")[2]


def _hash(text: str) -> str:
    """What the page's security policy allows to run: exactly this text."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


# ---------------------------------------------------------------- the text


def _orders(walk: Walkthrough) -> Iterator[str]:
    drawn = tree_of(walk.orders, walk.explore)
    yield f"<h2>{markup(say('Legal orders'))}</h2>"
    if not walk.explore.effects:
        yield f"<p>{markup(say('nothing to order here'))}</p>"
        return
    yield f"<p>{markup(how_many(drawn))}{markup('; ' + drawn.note) if drawn.note else ''}</p>"
    yield "<ol>" + "".join(f"<li>{markup(told_in_order(order))}</li>" for order in drawn.orders) + "</ol>"
    yield f"<h2>{markup(say('Whose choice'))}</h2>"
    yield f"<ul>{''.join(_tree(drawn.root))}</ul>"


def _tree(place: Decision) -> Iterator[str]:
    """A nested list; a run of links without a choice stays in one item."""
    texts = [_placed(place)]
    while not place.choosers and place.then:
        (place,) = place.then
        texts.append(_placed(place))
    yield "<li>" + markup(" → ".join(texts))
    if place.choosers:
        yield f"; <em>{markup(choice(place))}</em><ul>"
        if place.ends is not None:
            yield f"<li>{markup('; '.join(ending(place)))}</li>"
        for after in place.then:
            yield from _tree(after)
        yield "</ul>"
    elif place.ends is not None:
        yield markup(f"; {'; '.join(ending(place))}")
    yield "</li>"


def _placed(place: Decision) -> str:
    if place.effect is None:
        return say("The chain begins")
    group = say(GROUPS[place.effect.group])
    return f"{place.place}. {called(place.effect)} ({nature(place.effect)}, {group})"


def _story(walk: Walkthrough) -> Iterator[str]:
    if not walk.trace.steps:
        return
    yield f"<h2>{markup(say('The story'))}</h2><ol>"
    for step in walk.trace.steps:
        inner = "".join(f"<li>{markup(line)}</li>" for line in (*step.details, reached(step)) if line)
        yield f"<li>{markup(step.what)}{f'<ul>{inner}</ul>' if inner else ''}</li>"
    yield "</ol>"
    for number, found in chains(walk.trace.links):
        yield f"<h3>{markup(say('Chain {number}', number=number))}</h3><ol reversed>"
        for link in reversed(found):
            box = from_link(link)
            yield f"<li>{markup('; '.join([box.name, box.who, box.outcome, *link.done]))}</li>"
        yield "</ol>"
