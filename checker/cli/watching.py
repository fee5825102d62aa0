"""`--watch`: a command is run again whenever one of its files changes, or a file that they `use`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

import click

from checker import files
from checker.cli.codes import INTERRUPTED
from checker.cli.options import Options, taken
from checker.cli.output import Refusal
from checker.cli.settings import file_of
from checker.domain.language import plural, say
from checker.render.layout.width import clean

if TYPE_CHECKING:
    from watchfiles import Change

_USE = re.compile(r'(?:^|;)\s*use\s+"((?:[^"\\\n]|\\.)*)"', re.MULTILINE)
_MOMENT = 0.05  # seconds
_LOOK_EVERY = 1_000  # milliseconds, should a change go unnoticed

Seen = dict[str, tuple[int, int] | None]  # file → when it changed and its size; None while it is not there


def loop(context: click.Context, once: Callable[[], object]) -> int:
    """Run a command until Ctrl-C, at first and after every change; returns the exit code."""
    try:
        import watchfiles
    except ImportError as error:
        raise Refusal(say("--watch needs the package `watchfiles`: pip install 'segoc[watch]'")) from error
    given: Sequence[str | None] = context.params.get("paths") or (context.params.get("path"),)
    paths = [path for path in given if path]
    if not paths or files.STDIN in paths:
        raise click.UsageError(
            say("--watch needs files or directories; standard input can be read only once")
        )
    try:
        while True:
            seen = _seen(context, paths)
            _run(context, once)
            if not context.params.get("quiet"):
                number = sum(state is not None for state in seen.values())
                click.echo(
                    plural(
                        "watching {number} file; Ctrl-C ends", "watching {number} files; Ctrl-C ends", number
                    ),
                    err=True,
                )
            changes = watchfiles.watch(
                *_roots(seen, paths),
                watch_filter=None,
                debounce=200,
                step=20,
                rust_timeout=_LOOK_EVERY,
                yield_on_timeout=True,
                raise_interrupt=True,
                recursive=any(Path(path).is_dir() for path in paths),
            )
            changed = _first_change(changes, seen, lambda: _seen(context, paths))
            if changed is None:
                return INTERRUPTED
            time = f"{datetime.now().astimezone():%H:%M:%S}"
            click.echo(f"\n──── {time} {', '.join(clean(name) for name in changed)} ────", err=True)
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(context: click.Context, once: Callable[[], object]) -> None:
    """Run the command; what ends it otherwise is only said."""
    try:
        once()
    except click.exceptions.Exit:
        pass  # what there was to say has been said
    except click.ClickException as error:
        error.show()
    context.close()  # the processes that this run has made
    sys.stdout.flush()


def _first_change(
    changes: Iterable[Set[tuple[Change, str]]], seen: Seen, look: Callable[[], Seen]
) -> list[str] | None:
    """The files of the first change that matters; None if there was none and somebody pressed Ctrl-C."""
    for change in changes:
        now = _states(seen)
        changed = sorted(name for name in seen if now[name] != seen[name])
        if change and not changed:
            changed = sorted(look().keys() - seen.keys())
        if changed:
            _settled(changed)
            return changed
    return None


def _settled(names: Iterable[str]) -> None:
    """Wait until nobody is writing to the files any more."""
    before = _states(names)
    while True:
        sleep(_MOMENT)
        now = _states(before)
        if now == before:
            return
        before = now


def _seen(context: click.Context, paths: Iterable[str]) -> Seen:
    """All the files on which the answer depends, as they are now."""
    try:
        options: Options | None = taken(dict(context.params))
        settings = file_of(context)
    except click.ClickException:  # a wrong setting, which the command says
        options, settings = None, None
    return _states({*_files(paths, options), *([settings] if settings else ())})


def _states(names: Iterable[str]) -> Seen:
    found: Seen = {}
    for name in names:
        try:
            state = os.stat(name)  # noqa: PTH116
            found[name] = (state.st_mtime_ns, state.st_size)
        except OSError:
            found[name] = None
    return found


def _files(paths: Iterable[str], options: Options | None) -> Iterator[str]:
    for name in files.find(tuple(paths), options.excluded if options else None):
        if isinstance(name, files.UnreadableError):
            continue
        yield name
        base = options.base(name) if options else files.base(name)
        folders = base if isinstance(base, tuple) else (base or Path(),)
        try:
            text = files.read(name).text
        except files.UnreadableError:
            continue
        for used in _USE.findall(text):
            yield from (str(folder / used) for folder in folders)


def _roots(seen: Iterable[str], paths: Iterable[str]) -> list[str]:
    """The folders to watch."""
    folders = {Path(path) for path in paths if Path(path).is_dir()} | {Path(name).parent for name in seen}
    return sorted(str(folder) for folder in folders if folder.is_dir())
