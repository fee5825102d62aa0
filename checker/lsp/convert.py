"""Our answers as the types of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path

from checker.domain.diagnostics import Fix
from checker.domain.language import say
from checker.domain.source import Position, SourceFile, Span
from checker.lsp.analysis import Analysis
from checker.lsp.completion import Kind, Proposal
from checker.lsp.findings import Finding
from checker.lsp.hover import Told
from checker.lsp.names import Place
from checker.lsp.positions import Ruler

SOURCE = "segoc"
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
    "expected": types.DiagnosticSeverity.Hint,
}
_KINDS: dict[Kind, types.CompletionItemKind] = {
    "keyword": types.CompletionItemKind.Keyword,
    "sign": types.CompletionItemKind.Operator,
    "player": types.CompletionItemKind.Class,
    "card": types.CompletionItemKind.Value,
    "id": types.CompletionItemKind.Variable,
    "label": types.CompletionItemKind.Method,
    "law": types.CompletionItemKind.Reference,
    "rules": types.CompletionItemKind.Module,
    "toggle": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "library": types.CompletionItemKind.Module,
}


class Document:
    """One version of an open text in the units of the editor."""

    def __init__(self, uri: str, version: int | None, analysis: Analysis, encoding: str) -> None:
        self.uri = uri
        self.version = version
        self.analysis = analysis
        self.encoding = encoding
        self.ruler = Ruler(analysis.lines, encoding)

    def place(self, position: types.Position) -> Position:
        """Our place for one of the editor."""
        return self.ruler.place(position.line, position.character)

    def range(self, span: Span) -> types.Range:
        """A stretch of this text for the editor."""
        return _range(self.ruler, span)

    def whole(self) -> types.Range:
        """All of the text."""
        last = len(self.analysis.lines)
        return types.Range(types.Position(0, 0), types.Position(last, 0))

    def location(self, place: Place) -> types.Location:
        """A place, in this text or in a file."""
        if place.path is None:
            return types.Location(self.uri, self.range(place.span))
        text = place.path.read_text("utf-8", "replace")
        ruler = Ruler(SourceFile(str(place.path), text).lines, self.encoding)
        return types.Location(_uri(place.path), _range(ruler, place.span))

    # ------------------------------------------------------------ answers

    def diagnostic(self, finding: Finding) -> types.Diagnostic:
        """A finding with its help lines and the other places that it speaks of."""
        one = finding.diagnostic
        notes = [say("help: {text}", text=text) for text in one.help]
        if one.cites:
            notes.append(say("rule: {names}", names=", ".join(one.cites)))
        return types.Diagnostic(
            self.range(_visible(one.span)),
            "\n".join((one.message, *notes)),
            _SEVERITIES[finding.weight],
            one.law,
            source=SOURCE,
            related_information=[
                types.DiagnosticRelatedInformation(
                    types.Location(self.uri, self.range(label.span)), label.message
                )
                for label in one.labels
            ],
        )

    def actions(self, found: Iterable[Finding], wanted: types.CodeActionParams) -> Iterator[types.CodeAction]:
        """The changes that findings in a stretch of text offer."""
        start, end = self.place(wanted.range.start), self.place(wanted.range.end)
        for finding in found:
            one = finding.diagnostic
            if not one.fixes or one.span.end < start or one.span.start > end:
                continue
            for fix in one.fixes:
                edit = types.TextEdit(self.range(fix.span), fix.text)
                yield types.CodeAction(
                    _title(fix),
                    types.CodeActionKind.QuickFix,
                    diagnostics=[self.diagnostic(finding)],
                    is_preferred=len(one.fixes) == 1,
                    edit=types.WorkspaceEdit(changes={self.uri: [edit]}),
                )

    def item(self, number: int, proposal: Proposal) -> types.CompletionItem:
        """A proposal; the editor keeps them in our order."""
        return types.CompletionItem(
            proposal.text,
            kind=_KINDS[proposal.kind],
            detail=proposal.detail or None,
            sort_text=f"{number:04}",
            filter_text=proposal.text,
            text_edit=types.TextEdit(self.range(proposal.span), proposal.text),
        )

    def hover(self, told: Told) -> types.Hover:
        """What is told of a word."""
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, told.text), self.range(told.span))

    def hints(self) -> Iterator[types.InlayHint]:
        """Behind each activation its number in the chain and its Spell Speed."""
        report = self.analysis.report
        for link in report.links if report is not None else ():
            if link.span is not None:
                line, unit = self.ruler.units(link.span.end)
                text = say("link {number}, Spell Speed {speed}", number=link.link, speed=link.speed)
                yield types.InlayHint(types.Position(line, unit), text, padding_left=True)


def _range(ruler: Ruler, span: Span) -> types.Range:
    start, end = ruler.span(span)
    return types.Range(types.Position(*start), types.Position(*end))


def _visible(span: Span) -> Span:
    """At least one character: editors do not mark less."""
    if span.start != span.end:
        return span
    start = span.start
    return Span.of(start.line, start.column, start.line, start.column + 1)


def _title(fix: Fix) -> str:
    text = fix.text.strip()
    if not text:
        return say("delete it")
    if fix.span.start == fix.span.end:
        return say("add `{text}`", text=text)
    return say("write `{text}`", text=text)


def _uri(path: Path) -> str:
    return from_fs_path(str(path.resolve())) or path.resolve().as_uri()
