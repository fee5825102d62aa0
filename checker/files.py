"""Reading stories from where people keep them, and writing an answer so that no half of it is ever left."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from checker.domain.data import dataclass
from checker.domain.language import say
from checker.domain.source import SourceFile

# Where the `use "…"` of a story looks: in its own folder, which comes first, and in those of the settings.
Base = Path | tuple[Path, ...] | None

STDIN = "-"
SUFFIX = ".chain"
LARGEST = 2_000_000  # bytes
PATIENCE = 10.0  # seconds to wait for a pipe to which somebody writes
# What the first bytes of a file prove; the longer marks come first, because they begin like shorter ones.
_MARKS = (
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


class UnreadableError(Exception):
    """A file that cannot be read as a story: its `name` as it was given, and a message on what is wrong."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message

    def __reduce__(self) -> tuple[type[UnreadableError], tuple[str, str]]:
        return UnreadableError, (self.name, self.message)


class UnwritableError(Exception):
    """The file for the answer cannot be made."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """What is left out of directories: patterns of names, or with a `/` of paths from the folder `root` on."""

    patterns: tuple[str, ...]
    root: str

    def __call__(self, folder: str, name: str) -> bool:
        """Whether a file or a folder of this name in that folder is left out."""
        if not self.patterns:
            return False
        from fnmatch import fnmatchcase

        path = os.path.relpath(os.path.join(folder, name), self.root).replace(os.sep, "/")  # noqa: PTH118
        return any(
            fnmatchcase(path if "/" in pattern.rstrip("/") else name, pattern.rstrip("/"))
            for pattern in self.patterns
        )


def find(paths: Sequence[str], excluded: Excluded | None = None) -> Iterator[str | UnreadableError]:
    """The files that paths stand for: of a directory its sorted `*.chain` files, hidden folders left out.

    What is `excluded` is left out of directories, too; a file that is named itself is not.
    """
    for path in globbed(paths) if os.name == "nt" else paths:
        if path == STDIN or not os.path.isdir(path):  # noqa: PTH112 -- pathlib raises if a name is too long
            yield path
            continue
        inside = sorted(_walk(path, excluded or Excluded((), "")))
        yield from inside
        if not inside:
            left = say(" that is not excluded") if excluded else ""
            yield UnreadableError(
                path, say("no {suffix} file{left} lies in this directory", suffix=SUFFIX, left=left)
            )


def globbed(paths: Sequence[str]) -> Iterator[str]:
    """Paths with patterns such as `*.chain` replaced by the files that they fit, as the shells of Windows do not do."""
    from glob import glob

    for path in paths:
        found = [] if os.path.lexists(path) else sorted(glob(path, recursive=True))  # noqa: PTH207 -- absolute patterns, too
        yield from found or [path]


def read(name: str, stdin_name: str | None = None) -> SourceFile:
    """The text of a file, or of standard input for `-`, which `stdin_name` names.

    Raises `UnreadableError` with what is wrong.
    """
    try:
        data = _bytes(name)
    except IsADirectoryError:
        raise UnreadableError(name, say("is a directory; name one file in it")) from None
    except OSError as error:
        raise UnreadableError(name, (error.strerror or str(error)).lower()) from error
    except ValueError as error:  # a null byte in the name, or no file
        raise UnreadableError(name, str(error)) from error
    shown = (stdin_name or "<stdin>") if name == STDIN else name
    try:
        text = decoded(data)
    except ValueError as error:
        raise UnreadableError(shown, str(error)) from None
    if not text.strip("\ufeff \t\r\n"):
        raise UnreadableError(shown, say("is empty; a story has at least one line"))
    return SourceFile(shown, text)


def decoded(data: bytes) -> str:
    """The text that the bytes of a file are in UTF-8; raises ValueError, which says what it "is" instead."""
    if len(data) > LARGEST:
        raise ValueError(say("is larger than {most} MB, the most that is read", most=LARGEST // 1_000_000))
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            raise ValueError(say("is {encoding} text; save it as UTF-8", encoding=encoding))
    if b"\0" in data:
        raise ValueError(say("is a binary file, not text"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        wrong = say("byte 0x{byte:02x} in line {line}", byte=data[error.start], line=line)
        raise ValueError(say("is not UTF-8 text: {wrong}; save it as UTF-8", wrong=wrong)) from None


def content(path: Path) -> bytes:
    """The first bytes of a file, enough to see whether it is too large; of a pipe, what is written to it.

    Raises OSError, or ValueError for what is no file: reading that might never end.
    """
    # Opening a pipe that nobody writes to waits for ever, unless it is told not to wait.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb", buffering=0) as stream:  # noqa: PTH123
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if stat.S_ISFIFO(mode):
            return _piped(handle)
        if not stat.S_ISREG(mode):
            raise ValueError(say("is a device, not a file; `-` reads standard input"))
        found = bytearray()
        while len(found) <= LARGEST and (part := stream.read(LARGEST + 1 - len(found))):
            found += part
        return bytes(found)


def _piped(handle: int) -> bytes:
    """What is written to a pipe, such as the shell's `<(…)`, until its writers close it."""
    import select

    found = bytearray()
    while len(found) <= LARGEST:
        try:
            part = os.read(handle, 65_536)
        except BlockingIOError:  # there is a writer, who is not yet ready
            if not select.select([handle], [], [], PATIENCE)[0]:
                raise ValueError(
                    say("is a pipe to which nothing was written for {seconds:g} s", seconds=PATIENCE)
                ) from None
            continue
        if not part:
            break
        found += part
    if not found:
        raise ValueError(say("is a pipe to which nobody writes; `-` reads standard input"))
    return bytes(found)


def base(name: str) -> Path:
    """The directory that `use "…"` starts from in the file of that name."""
    return Path() if name == STDIN else Path(name).parent


@contextlib.contextmanager
def writing(path: str) -> Iterator[TextIO]:
    """A text stream whose content becomes the file in one step at the end; an exception leaves the old file.

    An interruption by the user keeps what was written so far, as on standard output. Until the end the content has no
    name, so that nothing is left even of a process that is killed. What is no regular file (a device, a pipe) is
    written directly.
    """
    import tempfile  # with what it imports it costs 3 ms

    target = Path(path).resolve()
    try:
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", errors="backslashreplace") as stream:
                yield stream
            return
        draft = tempfile.TemporaryFile(  # noqa: SIM115 -- closed below, whatever happens
            "w+", encoding="utf-8", errors="backslashreplace", newline="\n", dir=target.parent
        )
    except OSError as error:
        raise UnwritableError(
            say("cannot write {path}: {reason}", path=path, reason=(error.strerror or str(error)).lower())
        ) from error
    with draft:
        try:
            yield draft
        except KeyboardInterrupt:
            _put(draft, target)
            raise
        _put(draft, target)


def _put(draft: Any, target: Path) -> None:
    """Make the draft the file: it gets a name in the same folder first, and then, in one step, that of the file.

    A file that has several names (hard links) keeps them: its content is replaced.
    """
    import shutil
    import tempfile

    draft.flush()
    draft.seek(0)
    with _undisturbed():
        if target.exists() and target.stat().st_nlink > 1:
            _overwrite(target, draft.buffer.read())
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:64]}.")
        copy = Path(name)
        try:
            with open(handle, "wb") as stream:  # noqa: PTH123
                shutil.copyfileobj(draft.buffer, stream)
            copy.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask())
            copy.replace(target)
        finally:
            copy.unlink(missing_ok=True)


def _overwrite(target: Path, data: bytes) -> None:
    """Replace the content of a file; if there is no room for it, the old one is put back where it was."""
    with target.open("r+b", buffering=0) as stream:
        old = stream.read()
        try:
            _write_all(stream, data)
        except OSError:
            _write_all(stream, old)
            raise


def _write_all(stream: io.FileIO, data: bytes) -> None:
    """Make bytes the content of a file; what an error leaves of the old one is as long as that was, or longer."""
    left = memoryview(data)
    stream.seek(0)
    while left:
        left = left[stream.write(left) :]
    stream.truncate()


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Let a signal that would end the process wait, for the moment in which a file has a name and is not yet whole."""
    import signal
    import threading

    kinds = (signal.SIGINT, signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread():  # signals do not come here
        yield
        return
    came: list[int] = []
    before = {kind: signal.signal(kind, lambda number, _: came.append(number)) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
        for number in came:
            signal.raise_signal(number)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _walk(path: str, excluded: Excluded) -> Iterator[str]:
    for folder, inner, names in os.walk(path):
        inner[:] = [name for name in inner if not name.startswith(".") and not excluded(folder, name)]
        paths = (
            Path(folder) / name for name in names if name.endswith(SUFFIX) and not excluded(folder, name)
        )
        yield from (str(path) for path in paths if path.is_file())  # no pipe, which would never end


def _bytes(name: str) -> bytes:
    if name == STDIN:
        return sys.stdin.buffer.read(LARGEST + 1)
    return content(Path(name))
