"""The duel engine: a Node process that answers JSON lines."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import Any, Literal

from tests.engine.translate import Duel

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "node" / "node_modules" / "ocgcore-wasm"


class MissingEngineError(Exception):
    """Node or the npm package is not there."""


class EngineError(Exception):
    """The engine could not carry the duel out."""


class Engine:
    """One running driver; close it, or use it in a `with` statement."""

    def __init__(self) -> None:
        node = which("node")
        if node is None:
            raise MissingEngineError("node is not installed; Node 18 or newer is needed")
        if not PACKAGE.is_dir():
            raise MissingEngineError(
                "the npm package ocgcore-wasm is missing; `npm ci --prefix tests/node` installs it"
            )
        self._process = subprocess.Popen(
            [node, str(HERE / "driver.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(
        self, duel: Duel, flags: Sequence[str], what: Literal["orders", "offers"]
    ) -> list[dict[str, Any]]:
        """The answers for each preset of flags. Raises `EngineError`."""
        questions = [{"flags": name, "ask": what} for name in flags]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"duel": duel.as_json(), "questions": questions}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise EngineError("the driver has ended")
        answers: list[dict[str, Any]] = json.loads(line)
        for answer in answers:
            if "error" in answer:
                raise EngineError(answer["error"])
        return answers

    def close(self) -> None:
        """Ends the driver."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
