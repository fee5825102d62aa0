"""What the server can do: one function for each request and notification of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from checker import app
from checker.lsp.completion import proposals
from checker.lsp.convert import Document
from checker.lsp.hover import hover
from checker.lsp.names import Name, name_at, origin, same
from checker.lsp.rename import Refused, changes, check
from checker.lsp.server import Server


def make() -> Server:
    """A server with all of this."""
    server = Server()
    for method, (function, options) in _FEATURES.items():
        server.feature(method, options)(function)
    return server


# ---------------------------------------------------------------- texts


def did_open(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    """A text was opened."""
    opened = params.text_document
    server.take(opened.uri, opened.text, opened.version)


def did_change(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    """A text was changed; the last of the changes holds all of it."""
    changed = params.text_document
    if params.content_changes:
        server.take(changed.uri, params.content_changes[-1].text, changed.version)


def did_save(server: Server, params: types.DidSaveTextDocumentParams) -> None:
    """A text was saved, and others may use it."""
    server.again(params.text_document.uri)


def did_change_files(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """Files have changed that texts may use."""
    for change in params.changes:
        server.again(change.uri)


def did_close(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    """A text was closed."""
    server.drop(params.text_document.uri)


def leaving(server: Server, _: None) -> None:
    """The editor is about to leave."""
    server.orderly = True


# ---------------------------------------------------------------- what asks the solver


async def on_hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """What there is to say of the word under the pointer."""
    document = server.document(params.text_document.uri)
    if document is None:
        return None
    told = await server.ask(hover, document.analysis, document.place(params.position))
    return document.hover(told) if told else None


async def on_hints(server: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    """The link numbers and Spell Speeds in a stretch of text."""
    document = server.document(params.text_document.uri)
    if document is None:
        return []
    await server.judged(document)
    first, last = params.range.start.line, params.range.end.line
    return [hint for hint in document.hints() if first <= hint.position.line <= last]


async def on_actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be mended at a click in a stretch of text."""
    document = server.document(params.text_document.uri)
    if document is None:
        return []
    return list(document.actions(await server.judged(document), params))


# ---------------------------------------------------------------- what the text itself answers


def on_completion(server: Server, params: types.CompletionParams) -> types.CompletionList:
    """What could be written at a place."""
    document = server.document(params.text_document.uri)
    if document is None:
        return types.CompletionList(is_incomplete=False, items=[])
    found = proposals(document.analysis, document.place(params.position))
    items = [document.item(number, proposal) for number, proposal in enumerate(found)]
    return types.CompletionList(is_incomplete=False, items=items)


def on_formatting(server: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    """The text in the style of `segoc fmt`; nothing is changed in one that has errors of syntax."""
    document = server.document(params.text_document.uri)
    if document is None:
        return None
    source = document.analysis.source
    try:
        text = app.fmt(source)
    except app.InputError:
        return None
    return [] if text == source.text else [types.TextEdit(document.whole(), text)]


def on_definition(server: Server, params: types.DefinitionParams) -> types.Location | None:
    """Where the name at a place comes from."""
    document, name = _named(server, params)
    if document is None or name is None:
        return None
    place = origin(document.analysis, name)
    return document.location(place) if place else None


def on_references(server: Server, params: types.ReferenceParams) -> list[types.Location]:
    """All places of the name at a place."""
    document, name = _named(server, params)
    if document is None or name is None:
        return []
    return [types.Location(document.uri, document.range(one.span)) for one in same(document.analysis, name)]


def on_highlight(server: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    """The same, to be marked in the text."""
    document, name = _named(server, params)
    if document is None or name is None:
        return []
    return [types.DocumentHighlight(document.range(one.span)) for one in same(document.analysis, name)]


def on_prepare(server: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """Whether the name at a place can be renamed; if not, the error says why."""
    document = server.document(params.text_document.uri)
    if document is None:
        return None
    try:
        name = check(document.analysis, document.place(params.position))
    except Refused as error:
        raise JsonRpcInvalidParams(str(error)) from error
    return types.PrepareRenamePlaceholder(document.range(name.span), name.text)


def on_rename(server: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The changes that rename the name at a place; if they are refused, the error says why."""
    document = server.document(params.text_document.uri)
    if document is None:
        return None
    try:
        fixes = changes(document.analysis, document.place(params.position), params.new_name)
    except Refused as error:
        raise JsonRpcInvalidParams(str(error)) from error
    edits = [types.TextEdit(document.range(fix.span), fix.text) for fix in fixes]
    return types.WorkspaceEdit(changes={document.uri: edits})


def _named(
    server: Server, params: types.DefinitionParams | types.ReferenceParams | types.DocumentHighlightParams
) -> tuple[Document | None, Name | None]:
    document = server.document(params.text_document.uri)
    if document is None:
        return None, None
    return document, name_at(document.analysis, document.place(params.position))


_FEATURES: dict[str, tuple[Callable[..., Any], Any]] = {
    types.TEXT_DOCUMENT_DID_OPEN: (did_open, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (did_change, None),
    types.TEXT_DOCUMENT_DID_SAVE: (did_save, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (did_close, None),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (did_change_files, None),
    types.SHUTDOWN: (leaving, None),
    types.TEXT_DOCUMENT_HOVER: (on_hover, None),
    types.TEXT_DOCUMENT_INLAY_HINT: (on_hints, None),
    types.TEXT_DOCUMENT_CODE_ACTION: (on_actions, types.CodeActionOptions([types.CodeActionKind.QuickFix])),
    types.TEXT_DOCUMENT_COMPLETION: (
        on_completion,
        types.CompletionOptions(trigger_characters=['"', ".", "/", ":"]),
    ),
    types.TEXT_DOCUMENT_FORMATTING: (on_formatting, None),
    types.TEXT_DOCUMENT_DEFINITION: (on_definition, None),
    types.TEXT_DOCUMENT_REFERENCES: (on_references, None),
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: (on_highlight, None),
    types.TEXT_DOCUMENT_PREPARE_RENAME: (on_prepare, None),
    types.TEXT_DOCUMENT_RENAME: (on_rename, types.RenameOptions(prepare_provider=True)),
}
