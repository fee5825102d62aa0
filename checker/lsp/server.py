"""The server: what the editor sends in, what it is told, and what runs where.

Words are read where they arrive, which takes milliseconds. What asks the solver runs in threads: one judges the newest
version of each text, so that versions which are already out of date are passed over; others answer what is asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import FeatureRequestError, JsonRpcException, PyglsError
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from checker.domain.source import SourceFile
from checker.files import SUFFIX
from checker.lsp.analysis import Analysis
from checker.lsp.convert import SOURCE, Document
from checker.lsp.findings import Finding, findings
from checker.lsp.project import project
from checker.lsp.protocol import Protocol
from checker.syntax import tree
from checker.version import version

T = TypeVar("T")


class Server(LanguageServer):
    """The open texts, and the threads that think about them."""

    protocol: Protocol

    def __init__(self) -> None:
        whole = types.TextDocumentSyncKind.Full
        super().__init__(SOURCE, version(), text_document_sync_kind=whole, protocol_cls=Protocol)
        self.documents: dict[str, Document] = {}
        self.orderly = False  # the editor asked for the shutdown before it left
        self._judge = ThreadPoolExecutor(1, "judge")
        self._answer = ThreadPoolExecutor(2, "answer")
        self._judging: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------ texts

    def take(self, uri: str, text: str, number: int | None) -> None:
        """A new version of a text: judge it as soon as the one before has been judged."""
        path = to_fs_path(uri)
        source = SourceFile(Path(path).name if path else uri, text)
        folder = Path(path).parent if path else Path()
        analysis = Analysis(source, folder, project(folder))
        encoding = str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))
        self.documents[uri] = Document(uri, number, analysis, encoding)
        if uri not in self._judging:
            self._judging.add(uri)
            task = asyncio.get_running_loop().create_task(self._publish(uri))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def drop(self, uri: str) -> None:
        """The editor has closed a text."""
        self.documents.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def again(self, saved: str) -> None:
        """Judge the texts anew that may use a file which was saved; all of them if it may be one of settings."""
        for uri, document in list(self.documents.items()):
            uses = any(isinstance(node, tree.Use) and node.path for node in document.analysis.statements)
            if uri != saved and (uses or not saved.endswith(SUFFIX)):
                self.take(uri, document.analysis.source.text, document.version)

    def document(self, uri: str) -> Document | None:
        """The newest version of a text; None if it is not open."""
        return self.documents.get(uri)

    # ------------------------------------------------------------ thinking

    async def ask(self, question: Callable[..., T], *args: Any) -> T:
        """An answer that takes its time."""
        return await asyncio.get_running_loop().run_in_executor(self._answer, question, *args)

    async def judged(self, document: Document) -> list[Finding]:
        """What is wrong with a text, found in the one thread that judges."""
        return await asyncio.get_running_loop().run_in_executor(self._judge, findings, document.analysis)

    async def _publish(self, uri: str) -> None:
        """Judge a text until its newest version has been judged, and say what was found."""
        try:
            while (document := self.documents.get(uri)) is not None:
                found = await self._found(document)
                if self.documents.get(uri) is document:
                    self._show(document, found)
                    return
        finally:
            self._judging.discard(uri)

    async def _found(self, document: Document) -> list[Finding]:
        try:
            return await self.judged(document)
        except Exception as error:  # noqa: BLE001 -- ours to answer for, and the editor has to go on
            self._own(error)
            return [Finding(one, one.severity) for one in document.analysis.story.diagnostics]

    def _show(self, document: Document, found: list[Finding]) -> None:
        shown = [document.diagnostic(finding) for finding in found]
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(document.uri, shown, document.version)
        )

    def report_server_error(self, error: Exception, source: type[PyglsError | JsonRpcException]) -> None:
        """What went wrong outside of a request, or in one that was answered with it: nobody is shown that."""
        if isinstance(error, BrokenPipeError):
            raise error
        if source is JsonRpcException and isinstance(error, (ValueError, RecursionError)):
            self.protocol.not_json()
        elif source is not FeatureRequestError:
            self._own(error)

    def _own(self, error: Exception) -> None:
        """Log a defect of ours."""
        said = " ".join(str(error).split())[:300]
        message = (
            f"a defect of the checker, not of your file ({type(error).__name__}: {said}); please report it"
        )
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))

    def shutdown(self) -> None:
        """Leave; what is still being thought about is of no use any more."""
        self._judge.shutdown(wait=False, cancel_futures=True)
        self._answer.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]
