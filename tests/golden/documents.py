"""What the documents show, run: the blocks of a Markdown page, and what they should hold.

A page runs from top to bottom in a folder of its own, in which `examples` and `rules` are the project's. The kind of a
block decides what becomes of it:

- a block with a `:caption:` is a file of that name in the folder;
- `chain`: a story that holds (every play legal or expected to be illegal, every expectation met), in the style of
  `segoc fmt`. A comment right before the block says otherwise: `<!-- wrong -->` it does not hold,
  `<!-- fragment -->` it is only parsed, `<!-- as written -->` its style is its own, `<!-- file: PATH -->` it is that
  file of the project, `<!-- after: STORY -->` it goes on from a story that is not shown;
- `console`: each line that begins with `$ ` is run, and the lines below it are what it prints. A line `…` stands for
  any lines, and `…` within a line for any characters;
- `python`: is run, in one namespace for the page; what it prints stands in a `text` block after `<!-- printed -->`;
- `sh`: commands that cannot be run here, after `<!-- tested by: PATH -->`, the test that runs them, or after
  `<!-- campaign -->` where they run for minutes or hours: then they are targets of `make` or modules that exist.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

import checker
from checker import app, cli
from checker.domain.source import SourceFile

ROOT = Path(__file__).parents[2]
MADE = ("_build", "_ext", "_generated", "cards", "laws", "rule-sets", "terms", "toggles")
WIDTH = "94"  # as wide as the site
_COMMENT = re.compile(r"<!-- *([a-z ]+?)(?:: *(.*?))? *-->", re.DOTALL)
_OPTION = re.compile(r":([a-z-]+): *(.*)")
_SHELL = re.compile(r"[|<>;&$`*]")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text and its place, as lines of the page from 0 (the fences excluded)."""

    language: str
    text: str
    first: int
    end: int
    fence: str  # what opens it, with its indentation
    caption: str | None
    marker: str  # of the comment before it: `file` …
    argument: str

    def lines(self) -> list[str]:
        return self.text.splitlines()


def documents() -> list[Path]:
    """Every page that people write; those made when the site is built come from sources with tests of their own."""
    written = [
        path for path in (ROOT / "docs").rglob("*.md") if path.relative_to(ROOT / "docs").parts[0] not in MADE
    ]
    return [ROOT / "README.md", ROOT / "grammar" / "README.md", *sorted(written)]


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page; raises ValueError for a block without fences, whose language nobody knows."""
    found: list[Block] = []
    before = ""
    lines = page.splitlines()
    for token in MarkdownIt("commonmark").enable("table").parse(page):
        if token.type == "code_block":
            raise ValueError(f"line {token.map[0] + 1 if token.map else '?'}: put fences around this block")
        if token.type == "fence" and token.map:
            found.append(_block(token, lines[token.map[0]], before))
        if token.type not in {"paragraph_open", "paragraph_close"} or token.content:
            before = token.content if token.type == "html_block" else ""
    return found


def _block(token: Token, opening: str, before: str) -> Block:
    assert token.map is not None
    info = token.info
    words = info.split()
    directive = info.startswith("{")
    language = (words[1] if info.startswith("{code-block}") else words[0]) if words else ""
    text = token.content.splitlines()
    caption = None
    skipped = 0
    while directive and skipped < len(text) and (option := _OPTION.fullmatch(text[skipped])):
        caption = option[2] if option[1] == "caption" else caption
        skipped += 1
    if directive and skipped < len(text) and not text[skipped]:
        skipped += 1
    comment = _COMMENT.fullmatch(before.strip())
    marker, argument = (comment[1], comment[2] or "") if comment else ("", "")
    kept = text[skipped:]
    first = token.map[0] + 1 + skipped
    fence = opening[: opening.index(token.markup)] + token.markup
    body = "".join(f"{line}\n" for line in kept)
    return Block(language, body, first, first + len(kept), fence, caption, marker, argument)


class Run:
    """A page that is being run: its namespace for Python, and what its last `python` block printed."""

    def __init__(self) -> None:
        self.space: dict[str, object] = {"__name__": "__main__"}
        self.printed = ""

    def expected(self, block: Block) -> str:
        """What a block should say; what it stands for is done, and AssertionError raised if it does not hold."""
        if block.caption is not None:
            Path(block.caption).parent.mkdir(parents=True, exist_ok=True)
            Path(block.caption).write_text(block.text, encoding="utf-8")
        if block.language == "chain":
            return _story(block)
        if block.language == "console":
            return _console(block)
        if block.language == "python" and block.caption is None:
            self._python(block)
        elif block.language == "text" and block.marker == "printed":
            return self.printed
        elif block.language == "sh":
            _not_here(block)
        elif block.language in {"", "text", "bash", "shell"}:
            shown = [line for line in block.lines() if re.match(r" *(\$|segoc|python3?|pip) ", line)]
            assert not shown or block.marker == "usage", f"a command that is not run: {shown[0]}"
        return block.text

    def _python(self, block: Block) -> None:
        with captured() as out:
            exec(compile(block.text, "<page>", "exec"), self.space)
        self.printed = out.getvalue()


def _not_here(block: Block) -> None:
    if block.marker == "campaign":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        for words in (shlex.split(line, comments=True) for line in block.lines()):
            known = words[0] == "make" and words[1] in targets
            module = ROOT / words[2].replace(".", "/") if words[:2] == ["python", "-m"] else None
            assert known or (module and module.exists()), (
                f"{shlex.join(words[:3])}: there is no such campaign"
            )
        return
    test = block.argument.partition("::")[0]
    assert block.marker == "tested by", "say which test runs this: <!-- tested by: tests/… -->"
    assert (ROOT / test).is_file(), f"{test} is missing"


def _story(block: Block) -> str:
    if block.marker == "file":
        return (ROOT / block.argument).read_text(encoding="utf-8")
    source = SourceFile(block.caption or "<page>", block.text)
    if block.marker == "fragment":
        _, found = checker.parse(source)
        assert not [finding.message for finding in found]
        return block.text
    if block.marker == "after":
        source = SourceFile("<page>", f"{block.argument}\n{block.text}")
    report = checker.check(source)
    wrong = [
        f"{d.span.start.line}: {d.message}"
        for d in report.diagnostics
        if d.severity == "error" and not d.expected
    ]
    wrong += [f"{e.line}: {e.text}: {e.found}" for e in report.expectations if not e.passed]
    if block.marker == "wrong":
        assert wrong, "this story holds, and the page says that it does not"
    else:
        assert not wrong, "\n".join(wrong)
    return _styled(block)


def _styled(block: Block) -> str:
    """A story in the one style, if it can be read and the page does not want it as it stands."""
    if block.marker == "as written":
        return block.text
    with contextlib.suppress(checker.InputError):
        return app.fmt(SourceFile("<page>", block.text))
    return block.text


def _console(block: Block) -> str:
    """The block as it should be: every command with what it prints now, shortened where the page shortens it."""
    commands = [line for line in block.lines() if line.startswith("$ ")]
    assert commands, "a console block shows a command after `$ `"
    assert block.text.startswith("$ "), "a console block begins with a command"
    written = re.split(r"^\$ .*\n", block.text, flags=re.MULTILINE)[1:]
    shown = []
    for command, text in zip(commands, written, strict=True):
        printed = run(command[2:])
        shown.append(f"{command}\n{text if _fits(text, printed) else printed}")
    return "".join(shown)


def _fits(pattern: str, printed: str) -> bool:
    """Whether a text is what was printed, `…` on a line of its own standing for any lines, else for any characters."""
    parts = [re.escape(part).replace("…", ".*") for part in re.split(r"^…\n", pattern, flags=re.MULTILINE)]
    return re.fullmatch(r"(?:.*\n)*?".join(parts), printed) is not None


def run(command: str) -> str:
    """What a command prints on both streams, as a terminal shows it."""
    words = shlex.split(command)
    if words[0] == "segoc" and not _SHELL.search(re.sub(r"'[^']*'", "", command)):
        with captured() as out:
            cli.run(words[1:])
        return _whole(out.getvalue())
    here = Path.cwd()
    tool = here.parent / "bin"
    if not tool.exists():
        tool.mkdir()
        for name, options in {"segoc": "-P -m checker", "python": ""}.items():
            (tool / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {options} "$@"\n')
            (tool / name).chmod(0o755)
    path = os.pathsep.join([str(tool), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return _whole(done.stdout)


def _whole(text: str) -> str:
    text = "\n".join(line.rstrip() for line in text.splitlines())
    return f"{text}\n" if text else ""


@contextlib.contextmanager
def captured() -> Iterator[io.StringIO]:
    """Both streams in one, and nothing to read."""
    out = io.StringIO()
    stdin, sys.stdin = sys.stdin, io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            yield out
    finally:
        sys.stdin = stdin


def filled(page: str) -> str:
    """A page with all its blocks as they should be; AssertionError says the line of one that does not hold."""
    lines = page.splitlines()
    running = Run()
    changes: list[tuple[Block, list[str]]] = []
    for block in blocks(page):
        try:
            changes.append((block, running.expected(block).splitlines()))
        except AssertionError as error:
            raise AssertionError(f"line {block.first + 1}: {error}") from error
    for block, new in reversed(changes):
        indent = block.fence.rstrip("`~:")
        assert not any(line.lstrip().startswith(block.fence.lstrip()) for line in new), (
            f"line {block.first}: what is shown has such a fence itself; use a longer one"
        )
        lines[block.first : block.end] = [f"{indent}{line}".rstrip() for line in new]
    return "\n".join(lines) + "\n"
