"""The ratios of the language server, measured in one run: `python benchmarks/editor.py`.

An editor changes a story of 100 lines and waits for its diagnostics, and asks for completions, each time in a new
version of the text; in turn with it `check` judges the same text inside a running process. Exits with 1 if a limit is
not kept. The seconds are shown as well; they depend on the machine and on what else it does.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from statistics import median

from lsprotocol import types
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import checker  # noqa: E402 -- a bare checkout is enough

ROUNDS = 25
URI = "file:///benchmark.chain"


def main() -> int:
    """Measure, print the rows, and return the exit code."""
    check, trip, completion = asyncio.run(measured(story()))
    rows = (
        ("change → diagnostics / check in a running process", trip / check, 2.0),
        ("completion / check in a running process", completion / check, 1.0),
    )
    for name, value, limit in rows:
        sign = "ok" if value <= limit else "MISSED"
        print(f"{name:<72} {f'{value:8.2f} × (limit {limit:g})':<24} {sign}")
    print(f"100 lines: check {check:.3f} s, change → diagnostics {trip:.3f} s, completion {completion:.3f} s")
    return int(any(value > limit for _, value, limit in rows))


def story() -> str:
    """A story of 100 lines: definitions, places, four chains of three links with expectations, and triggers."""
    players = ("Yugi", "Kaiba")
    lines = ["rules tcg", "players Yugi, Kaiba", "use classics", ""]
    lines += [f'card "Trap {i}" normal trap {{ activate -> "something" }}' for i in range(12)]
    lines += [f'{players[i % 2]} set: "Trap {i}" as t{i}' for i in range(12)]
    lines += [
        'Yugi field: "Sangan" as s1',
        'Kaiba field: "Sangan" as s2',
        'Yugi hand: "Dark Hole" as hole',
        "",
    ]
    for i in range(12):
        lines += [f"{players[i % 2]} activates t{i}", "expect legal"]
        lines += ["chain resolves", f"# that was chain {i // 3 + 1}"] if i % 3 == 2 else []
    lines += ["Yugi activates hole", "chain resolves", "expect orders { [s1, s2] }"]
    comments = ["# what a judge would note here"] * (100 - len(lines))
    return "\n".join([*lines[:4], *comments, *lines[4:]]) + "\n"


async def measured(text: str) -> tuple[float, float, float]:
    """The median seconds of `check`, of change → diagnostics, and of a completion; they take turns."""
    assert text.count("\n") == 100
    report = checker.check(text)
    assert report.verdict == "legal"
    assert all(expectation.passed for expectation in report.expectations)
    editor = Editor()
    await editor.start(text)
    kept: tuple[list[float], ...] = ([], [], [])
    for number in range(ROUNDS):
        changed = f"{text}Kaiba # {number}"
        start = time.perf_counter()
        checker.check(changed.replace("Kaiba #", "#"))
        kept[0].append(time.perf_counter() - start)
        start = time.perf_counter()
        await editor.change(changed.replace("Kaiba #", "#"))
        kept[1].append(time.perf_counter() - start)
        start = time.perf_counter()
        await editor.complete(changed)
        kept[2].append(time.perf_counter() - start)
        await editor.settled()
    await editor.stop()
    return median(kept[0]), median(kept[1]), median(kept[2])


class Editor:
    """An editor with one text open."""

    def __init__(self) -> None:
        self.client = LanguageClient("benchmark", "1")
        self.version = 0
        self.shown = asyncio.Event()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def published(params: types.PublishDiagnosticsParams) -> None:
            if params.version == self.version:
                self.shown.set()

    async def start(self, text: str) -> None:
        """Start the server and open the text."""
        await self.client.start_io(sys.executable, "-m", "checker", "lsp", cwd=ROOT)
        await self.client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
        self.client.initialized(types.InitializedParams())
        opened = types.TextDocumentItem(URI, "segoc", 0, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(opened))
        await self.settled()

    async def change(self, text: str) -> None:
        """Make the text this one, and wait for what the server says of it."""
        self.send(text)
        await self.settled()

    async def complete(self, text: str) -> None:
        """Make the text this one, and wait for what could follow on the player's name in its last line."""
        self.send(text)
        place = types.Position(text.count("\n"), len("Kaiba "))
        params = types.CompletionParams(types.TextDocumentIdentifier(URI), place)
        found = await self.client.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        assert any(item.label == "activates" for item in found.items)

    def send(self, text: str) -> None:
        """Tell the server of a new version."""
        self.version += 1
        self.shown.clear()
        whole = types.TextDocumentContentChangeWholeDocument(text)
        changed = types.VersionedTextDocumentIdentifier(self.version, URI)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(changed, [whole]))

    async def settled(self) -> None:
        """Wait until the newest version has been judged."""
        async with asyncio.timeout(60):
            await self.shown.wait()

    async def stop(self) -> None:
        """Leave as editors do."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    sys.exit(main())
