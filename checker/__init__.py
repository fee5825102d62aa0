"""segoc: is this Yu-Gi-Oh! chain legal, and which orders of simultaneous effects are?

The library behind the command `segoc`. Every function takes a story: its text as a `str`, a file as a `Path`,
or a `SourceFile` that gives a text a name. Answers are the frozen dataclasses of `checker.domain.report`.

    import checker
    from pathlib import Path

    for order in checker.explore(Path("ruling.chain"), rules="ocg").orders:
        print(order.links)

`rules` is a rule set as `segoc -r` takes it and wins over the file's. What a story brings in with `use "…"` lies
in its folder (of a text: the working directory) or below, unless `allow_outside` is true. A story that cannot
be read gives a report that is `invalid` and says why in its `diagnostics`; an unknown rule set raises
`InputError`, a file that cannot be read `UnreadableError`, and a `time_limit` (in seconds) that is reached by a
question with one answer `TimeUp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from checker.app import InputError, TimeUp, UnknownName
    from checker.domain.diagnostics import Diagnostic
    from checker.domain.report import (
        CheckReport,
        CompareReport,
        ExploreReport,
        NextReport,
        NotJudged,
        TraceReport,
        WhyReport,
    )
    from checker.domain.source import SourceFile
    from checker.files import UnreadableError
    from checker.syntax.tree import File

__all__ = [
    "InputError",
    "SourceFile",
    "TimeUp",
    "UnknownName",
    "UnreadableError",
    "check",
    "check_many",
    "compare",
    "count",
    "explore",
    "format",
    "next",
    "parse",
    "trace",
    "why",
]

_STORY_SIGNS = frozenset('\n\r"#;')
_ELSEWHERE = {
    "InputError": "checker.app",
    "TimeUp": "checker.app",
    "UnknownName": "checker.app",
    "SourceFile": "checker.domain.source",
    "UnreadableError": "checker.files",
}


def __getattr__(name: str) -> Any:
    """Load a class of another module when it is asked for."""
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_ELSEWHERE[name]), name)


def parse(story: str | Path | SourceFile) -> tuple[File, tuple[Diagnostic, ...]]:
    """The syntax tree of a story, and what is wrong with its syntax; statements in error are left out."""
    from checker import syntax

    source, _ = _read(story)
    return syntax.parse(source)


def check(
    story: str | Path | SourceFile,
    *,
    rules: str | None = None,
    time_limit: float | None = None,
    allow_outside: bool = False,
) -> CheckReport:
    """Judge every play and every expectation of a story."""
    from checker import app

    source, base = _read(story)
    return app.check(source, rules=rules, base=base, time_limit=time_limit, allow_outside=allow_outside)


def check_many(
    stories: Iterable[str | Path | SourceFile],
    *,
    executor: Executor | None = None,
    rules: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    allow_outside: bool = False,
    ahead: int = 256,
) -> Iterator[CheckReport | NotJudged]:
    """Judge many stories; yields their reports in the order of the stories, and holds only a few of either.

    Any executor will do: a pool of threads or processes, Dask's `Client.get_executor()`; None judges one story after
    another here. At most `ahead` stories are given to it before the first of them is answered. What cannot be judged (a
    file that cannot be read, a limit that was reached) gives a `NotJudged`, and the rest goes on. The limits, in
    seconds and MB for each story, hold whatever the solver does: such stories are judged in processes that are ended.
    """
    from checker import batch

    question = batch.Question(rules, allow_outside, time_limit, memory_limit)
    named = (str(story) if isinstance(story, Path) else _read(story)[0] for story in stories)
    if executor is None:
        return (batch.task(story, question) for story in named)
    return batch.in_order(named, lambda story: executor.submit(batch.task, story, question), ahead=ahead)


def explore(
    story: str | Path | SourceFile,
    *,
    rules: str | None = None,
    limit: int | None = None,
    declines: bool = True,
    responses: bool = False,
    time_limit: float | None = None,
    allow_outside: bool = False,
) -> ExploreReport:
    """Find every legal order of the effects that wait where the story ends.

    The report's `orders` is an iterator to be run once; it yields sorted orders and holds no list of them.
    `declines` includes orders that leave optional effects out, `responses` the fast effects of the story.
    """
    from checker import app

    source, base = _read(story)
    return app.explore(
        source,
        rules=rules,
        base=base,
        limit=limit,
        declines=declines,
        responses=responses,
        time_limit=time_limit,
        allow_outside=allow_outside,
    )


def count(
    story: str | Path | SourceFile,
    *,
    rules: str | None = None,
    declines: bool = True,
    responses: bool = False,
    allow_outside: bool = False,
) -> ExploreReport:
    """Count the orders that `explore` would find, without listing them; see the report's `count`."""
    from checker import app

    source, base = _read(story)
    return app.count(
        source,
        rules=rules,
        base=base,
        declines=declines,
        responses=responses,
        allow_outside=allow_outside,
    )


def why(
    story: str | Path | SourceFile,
    order: str | Sequence[str],
    *,
    rules: str | None = None,
    time_limit: float | None = None,
    allow_outside: bool = False,
) -> WhyReport:
    """Say what an order breaks, link by link, and which legal orders are nearest to it.

    The order is a text such as `p1, s1`, or a sequence of IDs such as the `links` of `explore`'s orders.
    """
    from checker import app

    source, base = _read(story)
    if not isinstance(order, str):
        order = ", ".join(f'"{effect}"' if "," in effect else effect for effect in order)
    return app.why(source, order, rules=rules, base=base, time_limit=time_limit, allow_outside=allow_outside)


def next(
    story: str | Path | SourceFile, *, rules: str | None = None, allow_outside: bool = False
) -> NextReport:
    """Say who may activate what where the story ends, and why the rest may not."""
    from checker import app

    source, base = _read(story)
    return app.next_(source, rules=rules, base=base, allow_outside=allow_outside)


def trace(
    story: str | Path | SourceFile, *, rules: str | None = None, allow_outside: bool = False
) -> TraceReport:
    """Tell a story window by window: what was done, what came of it, who could act; and where everything is then."""
    from checker import app

    source, base = _read(story)
    return app.trace(source, rules=rules, base=base, allow_outside=allow_outside)


def compare(
    story: str | Path | SourceFile,
    rules: Sequence[str],
    *,
    limit: int | None = 1000,
    declines: bool = True,
    allow_outside: bool = False,
) -> CompareReport:
    """Ask a story under several rule sets, and say on what they differ and which toggle is responsible."""
    from checker import app

    source, base = _read(story)
    return app.compare(source, rules, base=base, limit=limit, declines=declines, allow_outside=allow_outside)


def format(story: str | Path | SourceFile) -> str:
    """Return the text of a story as `segoc fmt` writes it: same meaning, same comments, one style.

    A text with syntax errors raises `InputError`, which holds them.
    """
    from checker import app

    source, _ = _read(story)
    return app.fmt(source)


def _read(story: str | Path | SourceFile) -> tuple[SourceFile, Path]:
    """The text of a story, and the directory that its `use` statements start from."""
    from checker import files
    from checker.domain.source import SourceFile

    if isinstance(story, Path):
        return files.read(str(story)), story.parent
    # A story in one line that ends like this has quotes, a comment or several statements.
    if isinstance(story, str) and story.endswith(".chain") and not _STORY_SIGNS.intersection(story):
        raise ValueError(f"this is a path: pass pathlib.Path({story!r})")
    return SourceFile("<string>", story) if isinstance(story, str) else story, Path()
