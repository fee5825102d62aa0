"""An expectation that does not hold, with the line of the file."""

from __future__ import annotations

from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say
from checker.domain.report import ExpectationReport
from checker.domain.source import SourceFile
from checker.render.layout import excerpt
from checker.render.layout.sheet import Sheet
from checker.render.layout.width import clean


def draw(expectation: ExpectationReport, source: SourceFile, sheet: Sheet) -> None:
    """What was expected, where, and what is so."""
    claim = " ".join(expectation.text.split())
    excerpt.draw(
        Diagnostic(
            law="expect/failed",
            severity="error",
            message=say("this expectation does not hold")
            if len(claim) > 80
            else say("`{claim}` does not hold", claim=claim),
            span=expectation.span,
        ),
        source,
        sheet,
        notes=[(say("found"), expectation.found)],
    )


def difference(expectation: ExpectationReport, sheet: Sheet) -> None:
    """The orders on which an expectation and the rules differ, one a line: `-` expected only, `+` legal only."""
    if not expectation.missing and not expectation.surplus:
        return
    sheet.prose(f"  {say('- expected, but not so; + so, but not expected')}")
    for order in expectation.missing:
        sheet.prose(sheet.paint("error", f"  - {clean(order)}"))
    for order in expectation.surplus:
        sheet.prose(sheet.paint("good", f"  + {clean(order)}"))
    sheet.line()
