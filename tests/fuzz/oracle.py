"""What may never happen, whatever the input is; `examine` runs one input and says what was wrong."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from checker import app, cli, files, render
from checker.domain.report import CheckReport
from checker.domain.source import SourceFile
from checker.render.layout.sheet import Sheet
from checker.semantics import read
from checker.syntax import parse
from checker.syntax.printer import print_file
from tests.fuzz.inputs import NASTY
from tests.unit.syntax.samples import placeless

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0  # seconds of computing for one command
CODES = {0, 1, 2, 3}
# One in so many of the sound stories is judged; of all inputs one in so many goes through a command, or a process.
JUDGED, COMMANDED, PROCESSED = 10, 100, 2_000

_NAMES = (
    b"story.chain",
    b"story.chain",
    "遊戯 x.chain".encode(),
    b"-o",
    b"\x1b[2J.chain",
    b"\xe2\x80\xae.chain",
    b"\xff.chain",
)
_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_HIDDEN = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0001-\U000e007f]"
)


class Failure(Exception):
    """Something that may never happen. `kind` tells failures of one cause from others."""

    def __init__(self, kind: str, details: str) -> None:
        super().__init__(kind)
        self.kind = kind
        self.details = details


def examine(data: bytes, choice: int, folder: Path) -> str:
    """Run one input; `choice` decides what else it goes through besides the parser. Returns what was done.

    Raises `Failure`.
    """
    rng = random.Random(choice)
    done = "refused"
    text = _decoded(data)
    if text is not None:
        with _no_exception():
            done = _in_layers(text, rng)
    if rng.randrange(COMMANDED) == 0:
        path = folder / os.fsdecode(rng.choice(_NAMES))
        path.write_bytes(data)
        if rng.randrange(PROCESSED // COMMANDED) == 0:
            _process(path, rng)
            return "process"
        _command(path, rng, folder)
        return "command"
    return done


# ---------------------------------------------------------------- the layers


def _decoded(data: bytes) -> str | None:
    try:
        return files.decoded(data)
    except ValueError as error:
        _harmless(str(error), "a refusal")
        return None


def _in_layers(text: str, rng: random.Random) -> str:
    source = SourceFile("story.chain", text)
    file, found = parse(source)
    lines = source.lines
    for diagnostic in found:
        for span in (diagnostic.span, *(label.span for label in diagnostic.labels)):
            inside = 1 <= span.start.line <= span.end.line <= len(lines) and span.start < span.end
            if not inside:
                raise Failure("a span outside the text", repr(diagnostic))
    if not found and file.statements and rng.randrange(5) == 0:
        printed = print_file(file)
        again, wrong = parse(SourceFile("printed.chain", printed))
        if wrong or placeless(again.statements) != placeless(file.statements):
            raise Failure("printed and read again it is another tree", f"{printed}\n{wrong}")
    story = read(file, found, base=ROOT / "tests")
    if story.broken:
        _drawn(CheckReport(source, story.rules, "invalid", story.diagnostics), rng)
        return "invalid"
    if rng.randrange(JUDGED):
        return "sound"
    try:
        _drawn(app.check(source, base=ROOT / "tests"), rng)
    except app.InputError as error:  # more effects wait than can be ordered
        _harmless(str(error), "a refusal")
    return "judged"


def _drawn(report: CheckReport, rng: random.Random) -> None:
    """The report as every format draws it, now and then; mostly one of them."""
    formats = [name for name in render.formats() if hasattr(render.load(name), "check")]
    for name in rng.sample(formats, 1):
        out = io.StringIO()
        sheet = Sheet(out, verbose=rng.random() < 0.5, width=rng.choice((20, 80, 100)))
        render.load(name).check([report], sheet)
        _readable(name, out.getvalue())


# ---------------------------------------------------------------- the command


def arguments(path: str, rng: random.Random, folder: Path) -> list[str]:
    """A command line for a story."""
    command = rng.choice(
        [
            ["check"],
            ["check"],
            ["explore"],
            ["explore", "--count"],
            ["explore", "--responses", "--no-declines"],
            [
                "explore",
                "--why",
                rng.choice(("x", "s1, p1", "[a, b]", '"Sangan" → x', "\x1b[2J, \u202e", "")),
            ],
            ["next"],
            ["trace"],
            ["compare", "-r", "tcg", "-r", rng.choice(("ocg", "goat", "mr4"))],
            ["emit", rng.choice(("facts", "ast", "program"))],
            ["fmt", *rng.choice(([], ["--check"], ["--diff"]))],
            ["test"],
            ["order", *(f"--{side}={name}" for side in ("turn", "opponent") for name in _effects(rng))],
        ]
    )
    words = command if command[0] == "order" else [*command, path]
    name = command[0]
    if name in {"explore", "compare", "order"} and "--count" not in command and "--why" not in command:
        words += ["--limit", str(rng.choice((0 if name == "compare" else 1, 5, 30)))]
    if name not in {"emit", "fmt"}:
        fitting = [f for f in render.formats() if hasattr(render.load(f), _function(command))]
        words += ["--output-format", rng.choice(fitting)]
    words += rng.choice(([], ["-v"], ["-q"], ["--require-complete"], ["--color", "always"]))
    words += rng.choice(
        ([], [], [], ["-r", rng.choice(("ocg", "tcg-classic", "goat with trigger-order free"))])
    )
    return words


def _effects(rng: random.Random) -> list[str]:
    """Effects as `order` takes them, and what looks like some."""
    return [rng.choice(NASTY).replace("\0", "") + rng.choice("!?x") for _ in range(rng.randint(1, 3))]


def _function(command: list[str]) -> str:
    for option in ("--count", "--why"):
        if option in command:
            return option.removeprefix("--")
    return "explore" if command[0] == "order" else command[0]


def _command(path: Path, rng: random.Random, folder: Path) -> None:
    """One command inside this process."""
    words = arguments(str(path), rng, folder)
    started = time.process_time()
    with _streams() as (out, err):
        code = cli.run(words)
    seconds = time.process_time() - started
    _answered(words, code, out.getvalue(), err.getvalue())
    if seconds > PATIENCE:
        raise Failure(f"`{words[0]}` takes long", f"{seconds:.1f} s: {words}")


def _process(path: Path, rng: random.Random) -> None:
    """One command as people start it, with a time limit that has to hold."""
    words = [*arguments(f"./{path.name}", rng, path.parent), "--time-limit", "2"]
    command = [sys.executable, "-P", "-m", "checker", *words]
    env = os.environ | {"PYTHONPATH": str(ROOT), "SEGOC_DEBUG": "1", "PYTHONUTF8": "1"}
    try:
        done = subprocess.run(
            command, cwd=path.parent, env=env, capture_output=True, timeout=240, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Failure(f"`{words[0]}` hangs over its time limit", repr(words)) from error
    _answered(words, done.returncode, done.stdout, done.stderr)


def _answered(words: list[str], code: int, out: bytes, err: bytes) -> None:
    said = err.decode("utf-8", "surrogateescape")
    name = words[0]
    if "Traceback" in said or code == 4:
        last = [line for line in said.strip().split("\n") if line][-2:]
        where = re.findall(r'File "[^"]*?(checker/[^"]+)", line (\d+)', said)
        raise Failure(f"`{name}` leaves a defect at {where[-1] if where else ''}: {last[:1]}", said)
    if code not in CODES or (code == 3 and not {"--require-complete", "--time-limit"} & set(words)):
        raise Failure(f"`{name}` leaves {code}", f"{words}\n{said}")
    if "Warning:" in said:
        raise Failure(f"`{name}` leaves a warning of Python", said)
    answer = out.decode("utf-8", "surrogateescape")
    if "--diff" in words:  # a patch holds the lines of the file as they are; only its names are ours to show
        answer = "\n".join(answer.split("\n")[:2])
    always = "always" in words
    _harmless(_COLOR.sub("", said) if always else said, f"standard error of `{name}`")
    form = words[words.index("--output-format") + 1] if "--output-format" in words else "text"
    _readable(form, _COLOR.sub("", answer) if always else answer, empty=code == 2)


# ---------------------------------------------------------------- what may be printed


def _readable(form: str, answer: str, *, empty: bool = False) -> None:
    """The answer is what its format promises."""
    _harmless(answer, f"the {form} output")
    if not answer and empty:
        return
    if form in {"json", "jsonl", "sarif", "gitlab"}:
        try:
            for document in answer.splitlines() if form == "jsonl" else [answer]:
                json.loads(document)
        except ValueError as error:
            raise Failure(f"the {form} output is no JSON", f"{error}\n{answer}") from error
    if form in {"svg", "junit"}:
        try:
            ET.fromstring(answer)
        except ET.ParseError as error:
            raise Failure(f"the {form} output is no XML", f"{error}\n{answer}") from error
    if form in {"svg", "html"} and "<script>alert(1)" in answer:
        raise Failure(f"the {form} output holds a script of the story", answer)


def _harmless(text: str, what: str) -> None:
    found = _HIDDEN.search(text)
    if found:
        around = text[max(0, found.start() - 60) : found.end() + 60]
        raise Failure(f"a raw control character in {what}", f"U+{ord(found[0]):04X} in {around!r}")


@contextmanager
def _no_exception() -> Iterator[None]:
    try:
        yield
    except Failure:
        raise
    except Exception as error:
        inner = traceback.extract_tb(error.__traceback__)[-1]
        kind = f"{type(error).__name__} in {Path(inner.filename).name}:{inner.name}"
        raise Failure(kind, traceback.format_exc()) from error


@contextmanager
def _streams() -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Standard output and error as bytes, and nothing to read."""
    kept = sys.stdin, sys.stdout, sys.stderr, os.environ.get("SEGOC_DEBUG")
    out, err = io.BytesIO(), io.BytesIO()
    texts: list[Any] = [
        io.TextIOWrapper(io.BytesIO(), "utf-8"),
        io.TextIOWrapper(out, "utf-8"),
        io.TextIOWrapper(err, "utf-8"),
    ]
    sys.stdin, sys.stdout, sys.stderr = texts
    os.environ["SEGOC_DEBUG"] = "1"
    try:
        yield out, err
    finally:
        for stream in texts[1:]:
            stream.flush()
            stream.detach()
        sys.stdin, sys.stdout, sys.stderr = kept[:3]
        if kept[3] is None:
            del os.environ["SEGOC_DEBUG"]
