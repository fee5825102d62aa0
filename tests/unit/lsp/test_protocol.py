"""Messages that are not as the protocol has them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
URI = "file:///nowhere/x.chain"
PLACES = [(-1, -1), (0, 2147483648), (2**40, 1)]
PLACED = ["textDocument/hover", "textDocument/completion", "textDocument/definition"]
DOCUMENTED = ["textDocument/formatting", "textDocument/codeAction", "textDocument/inlayHint"]
UNKNOWN = ["textDocument/documentSymbol", "textDocument/semanticTokens/full", "textDocument/foldingRange"]
NOT_JSON = ["[" * 100_000, "{", "\ufffd"]
NO_MESSAGES: list[Any] = [{}, [], None, "x", 5, {"jsonrpc": "1.0", "id": [], "method": 5}]
START = {
    "jsonrpc": "2.0",
    "id": "start",
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}
END = [{"jsonrpc": "2.0", "id": "end", "method": "shutdown"}, {"jsonrpc": "2.0", "method": "exit"}]


def request(number: int, method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def notification(method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def spoken(*messages: Any) -> tuple[list[dict[str, Any]], str]:
    """What a server answers to messages that come one after another, and what it prints; bytes are sent as they are."""
    bodies = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in messages]
    sent = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
    command = [sys.executable, "-m", "checker", "lsp"]
    done = subprocess.run(command, input=sent, cwd=ROOT, capture_output=True, timeout=60)
    assert done.returncode == 0
    answers = [json.loads(part) for part in re.split(rb"Content-[^{]+\r\n\r\n", done.stdout) if part]
    return answers, done.stderr.decode()


def test_whatever_is_asked_is_answered() -> None:
    document = {"uri": URI}
    asked = [
        request(0, method, {"textDocument": document, "position": {"line": line, "character": character}})
        for method in PLACED
        for line, character in PLACES
    ]
    options = {"tabSize": -5, "insertSpaces": True}
    asked.append(request(0, "textDocument/formatting", {"textDocument": document, "options": options}))
    asked += [request(0, method, {"textDocument": 5}) for method in DOCUMENTED]
    wrong = len(asked)
    asked += [request(0, method, {"textDocument": 5}) for method in UNKNOWN]
    asked = [{**one, "id": number} for number, one in enumerate(asked)]

    answers, printed = spoken(START, *asked, *END)

    errors = [one for one in answers if "error" in one]
    expected = [(n, -32602 if n < wrong else -32601) for n in range(len(asked))]
    assert [(one["id"], one["error"]["code"]) for one in errors] == expected
    message = "the protocol has no `textDocument/hover` with such parameters"
    assert errors[0]["error"]["message"] == message
    assert errors[-1]["error"]["message"] == "this server has no `textDocument/foldingRange`"
    assert [one["id"] for one in answers if "error" not in one] == ["start", "end"]
    assert printed == ""


def test_what_is_no_message_is_answered_without_an_id() -> None:
    broken = [text.encode() for text in NOT_JSON]
    answers, printed = spoken(START, b"\xff", *broken, *NO_MESSAGES, *END)
    errors = [one for one in answers if "error" in one]
    assert [one["id"] for one in errors] == [None] * 10
    assert [one["error"]["code"] for one in errors] == [-32700] * 4 + [-32600] * 6
    assert {one["error"]["message"] for one in errors} == {
        "this is not JSON",
        "this is no message of the protocol",
    }
    assert len(answers) == len(errors) + 2
    assert re.fullmatch(r"(error: Unable to handle message: \w+Error: .*\n){4}", printed)


def test_notifications_are_never_answered() -> None:
    opened = {"uri": URI, "languageId": "segoc", "version": 1, "text": "players A, B\n"}
    changed = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": []}
    answers, printed = spoken(
        START,
        notification("textDocument/didChange", {"textDocument": 5}),
        notification("textDocument/didChange", changed),
        notification("$/unknown", {"textDocument": 5}),
        {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "?"}},
        {"jsonrpc": "2.0", "id": 77, "result": None},
        notification("textDocument/didClose", {"textDocument": opened}),
        *END,
    )
    assert [one.get("id") for one in answers if "id" in one] == ["start", "end"]
    assert {one["method"] for one in answers if "method" in one} <= {"textDocument/publishDiagnostics"}
    lines = printed.splitlines()
    assert lines[0] == "warning: the protocol has no `textDocument/didChange` with such parameters"
    assert lines[1] == "warning: this server has no `$/unknown`"
    assert all(line.startswith("warning: ") for line in lines)


@pytest.mark.parametrize(("early", "code"), [(True, -32002), (False, -32600)])
def test_requests_at_the_wrong_time(early: bool, code: int) -> None:
    hover = request(
        1, "textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    )
    shutdown, leave = END
    answers, printed = spoken(*([hover, START, shutdown] if early else [START, shutdown, hover]), leave)
    (error,) = [one for one in answers if "error" in one]
    assert (error["id"], error["error"]["code"]) == (1, code)
    assert printed == ""
