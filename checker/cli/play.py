"""The prompt of `segoc play`: a command a line, typed or piped in, and what came of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path

from checker import files
from checker.cli.options import Options
from checker.cli.output import complain, sheet
from checker.domain.data import dataclass
from checker.domain.language import mark, plural, say, together
from checker.domain.report import Choice
from checker.play import CannotPlay, Session, Told
from checker.render import text
from checker.render.layout.names import shown
from checker.render.layout.orders import GROUPS
from checker.render.layout.table import table
from checker.render.layout.width import clean

_PROMPT = "> "


@dataclass(frozen=True, slots=True)
class _Command:
    """What a word at the prompt does: how it is written, and in a line what it is for."""

    usage: str
    purpose: str


_COMMANDS: dict[str, _Command] = {
    "pass": _Command("pass", mark("the player who is to act passes")),
    "resolve": _Command("resolve", mark("nobody adds anything; the chain resolves")),
    "decline": _Command("decline NAME", mark("an optional effect that waits is not used")),
    "why": _Command("why NAME", mark("what speaks against an effect now")),
    "rest": _Command("rest", mark("everything that may not be activated, and why")),
    "chain": _Command("chain", mark("the chain that is being built")),
    "orders": _Command("orders", mark("every legal order of what waits now")),
    "undo": _Command("undo", mark("take the last play back")),
    "story": _Command("story", mark("the story with what was played, as it would be saved")),
    "save": _Command("save FILE", mark("write that story to a file")),
    "help": _Command("help", mark("these commands")),
    "quit": _Command("quit", mark("leave; so does Ctrl-D")),
}


class Play:
    """A session and the person who plays it."""

    def __init__(self, session: Session, options: Options) -> None:
        self._session = session
        self._sheet = sheet(sys.stdout, options)
        self._options = options
        self._quiet = options.quiet
        self._typed = sys.stdin.isatty() and sys.stdout.isatty()
        self._saved: tuple[str, ...] = ()
        self._done: dict[str, Callable[[str], None]] = {
            "pass": lambda _: self._add(f"{self._spelled()} passes"),
            "resolve": lambda _: self._add("chain resolves"),
            "decline": self._decline,
            "why": self._why,
            "rest": lambda _: self._refusals([c for c in self._session.stand.choices if c.laws]),
            "chain": lambda _: self._chain(),
            "orders": lambda _: self._orders(),
            "undo": lambda _: self._undo(),
            "story": lambda _: self._sheet.line(self._session.story().rstrip()),
            "save": self._save,
            "help": lambda _: self._help(),
        }

    def run(self) -> None:
        """Ask for a command until there are no more."""
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self._typed:
            self._edit_lines()
        if not self._quiet:
            self._line(say("`help` lists the commands; a number or a name chooses"))
            self._line()
        self._where()
        while (line := self._read()) is not None and line not in {"quit", "exit", "q"}:
            if line:
                self._obey(line)
        lost = self._session.plays_after(self._saved)
        if lost and not self._quiet:
            self._line(plural("{number} play was not saved", "{number} plays were not saved", lost))

    # ------------------------------------------------------------ reading

    def _read(self, prompt: str = _PROMPT) -> str | None:
        """The next line, without the spaces around it; None if there are no more."""
        self._sheet.out.flush()
        if self._typed:
            try:
                return input(prompt).strip()
            except EOFError:
                self._line()
                return None
        line = sys.stdin.readline()
        if not line:
            return None
        self._line(f"{prompt}{clean(line.strip())}")  # so that what was written reads as a conversation
        return line.strip()

    def _edit_lines(self) -> None:
        """Let lines be edited, called back and completed, where the system can."""
        try:
            import readline
        except ImportError:  # there is none on Windows
            return
        readline.set_completer_delims("\n")
        readline.set_completer(self._completed)
        readline.parse_and_bind("tab: complete")

    def _completed(self, begun: str, number: int) -> str | None:
        stand = self._session.stand
        names = [choice.reference for choice in stand.choices]
        lines = [*_COMMANDS, *names, *(f"{word} {name}" for word in ("why", "decline") for name in names)]
        fitting = [line for line in lines if line.startswith(begun)]
        return fitting[number] if number < len(fitting) else None

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in self._done and (not rest or " " in _COMMANDS[word].usage):
            self._done[word](rest.strip())
            return
        chosen, rest = self._chosen(line)
        if len(chosen) > 1:
            names = together([f"`{choice.reference}`" for choice in chosen])
            self._line(say("several effects could be meant: {names}", names=names))
        elif chosen:
            self._came(self._session.activate(chosen[0], rest))
        elif " " in line:
            self._add(line)
        else:
            self._unknown(line)

    def _chosen(self, line: str) -> tuple[list[Choice], str]:
        """The effects that a line begins with, by number or name, and what follows: `2 targeting sangan`."""
        choices = self._session.stand.choices
        number = re.match(r"(\d+)(?:\s+(.*))?$", line)
        if number:
            may = [choice for choice in choices if not choice.laws]
            index = int(number[1]) - 1
            return ([may[index]], number[2] or "") if 0 <= index < len(may) else ([], "")
        for names in (_exact, _loose):
            found = [
                (choice, name)
                for choice in choices
                for name in names(choice)
                if re.match(rf"{re.escape(name)}(?:\s|$)", line, re.IGNORECASE)
            ]
            longest = max((len(name) for _, name in found), default=0)
            fitting = list(dict.fromkeys(choice for choice, name in found if len(name) == longest))
            if len(fitting) > 1:
                fitting = [choice for choice in fitting if not choice.laws] or fitting
            if fitting:
                return fitting, line[longest:].strip()
        return [], ""

    # ------------------------------------------------------------ commands

    def _add(self, statement: str) -> None:
        self._came(self._session.say(statement))

    def _came(self, told: Told) -> None:
        """Say what came of a statement, and where that leads."""
        text.diagnostics(
            [found for found in told.findings if not (self._quiet and found.severity == "note")],
            told.source,
            self._sheet,
        )
        for step in told.steps:
            if step.details or step.what != say("then"):
                self._line(f"{clean(step.what)}")
            for detail in step.details:
                self._line(f"  - {clean(detail)}")
        if told.kept:
            self._line()
            self._where()

    def _decline(self, name: str) -> None:
        chosen, rest = self._chosen(name)
        if len(chosen) != 1 or rest:
            self._unknown(name)
            return
        self._add(f"{self._spelled(chosen[0].player)} declines {chosen[0].reference}")

    def _why(self, name: str) -> None:
        chosen, _ = self._chosen(name)
        if not chosen:
            self._unknown(name)
        for choice in chosen:
            if not choice.laws:
                self._line(say("{name} may be activated now", name=shown(clean(choice.effect))))
        self._refusals([choice for choice in chosen if choice.laws])

    def _undo(self) -> None:
        statement = self._session.undo()
        if statement is None:
            self._line(say("there is nothing to take back"))
            return
        self._line(say("taken back: {statement}", statement=clean(statement)))
        self._line()
        self._where()

    def _orders(self) -> None:
        text.explore(self._session.orders(), self._sheet)

    def _save(self, name: str) -> None:
        if not name:
            self._line(say("name a file: save ruling.chain"))
            return
        if clean(name) != name:
            complain(say("`{file}` holds a control character; name the file without", file=clean(name)))
            return
        try:
            path = Path(name).expanduser()
            name = str(path)
            if path.is_dir():
                complain(say("`{file}` is a directory; name a file in it", file=name))
                return
            story = self._session.story(self._options.base(name))
            if path.exists() and not self._agreed(name):
                self._line(say("not saved"))
                return
            with files.writing(name) as stream:
                stream.write(story)
        except CannotPlay as error:
            text.diagnostics(error.stand.diagnostics, error.stand.source, self._sheet)
            self._line(say("not saved, because the story does not hold there"))
        except (files.UnwritableError, OSError, RuntimeError) as error:  # there may be no home for `~`
            complain(str(error))
        else:
            self._saved = self._session.statements
            self._line(say("saved to {file}; every expectation in it holds", file=clean(name)))

    def _agreed(self, name: str) -> bool:
        self._line(say("{file} exists; write over it? yes or no", file=clean(name)))
        return (self._read() or "").casefold() in {"y", "yes", "はい"}

    def _help(self) -> None:
        rows = [(say("1, NAME"), say("activate it; `2 targeting sangan` says more"))]
        rows += [(command.usage, say(command.purpose)) for command in _COMMANDS.values()]
        rows.append(("…", say("any other statement of a story: `Yugi normal summons sangan`")))
        self._table(rows)

    def _unknown(self, line: str) -> None:
        from difflib import get_close_matches

        if line.isdecimal():
            self._line(say("there is no choice {number}", number=line))
            return
        names = [name for choice in self._session.stand.choices for name in (choice.effect, choice.card)]
        near = get_close_matches(line, [*_COMMANDS, *names], n=1)
        hint = say("did you mean {near}?", near=f"`{near[0]}`") if near else say("`help` lists the commands")
        self._line(say("nothing here is called `{name}`; {hint}", name=clean(line), hint=hint))

    # ------------------------------------------------------------ showing

    def _where(self) -> None:
        """The window, who is to act, and what may be activated, numbered."""
        stand = self._session.stand
        self._line(
            say(
                "{window}; {player} is to act",
                window=clean(stand.window),
                player=clean(stand.to_act) or say("nobody"),
            )
        )
        may = [choice for choice in stand.choices if not choice.laws]
        if not may:
            self._line(
                say("Nothing may be activated; `resolve` goes on.")
                if stand.chain
                else say("Nothing may be activated.")
            )
        else:
            players = list(dict.fromkeys(choice.player for choice in may))
            self._line(say("{players} may choose:", players=clean(together(players))))
        self._table(
            [
                (
                    str(number),
                    choice.effect,
                    choice.card if choice.card != choice.effect else "",
                    choice.player,
                    say(GROUPS[choice.group]) if choice.group else "",
                    say("Spell Speed {speed}", speed=choice.speed),
                )
                for number, choice in enumerate(may, start=1)
            ]
        )
        rest = [shown(choice.effect) for choice in stand.choices if choice.laws]
        if rest and not self._quiet:
            self._line(say("not now: {names} (`why NAME` says why)", names=clean(", ".join(rest))))

    def _chain(self) -> None:
        rows = [
            (
                say("chain link {number}", number=link.link),
                link.card,
                link.player,
                say("Spell Speed {speed}", speed=link.speed),
            )
            for link in reversed(self._session.stand.chain)
        ]
        if rows:
            self._table(rows)
        else:
            self._line(say("no chain is being built"))

    def _refusals(self, choices: Sequence[Choice]) -> None:
        for choice in choices:
            card = f", {choice.card}" if choice.card != choice.effect else ""
            self._line(f"{shown(clean(choice.effect))}{clean(card)} ({clean(choice.player)}):")
            for law, reason in zip(choice.laws, choice.reasons, strict=True):
                self._line(f"  {self._sheet.paint('error', law)}: {clean(reason)}")

    def _spelled(self, player: str | None = None) -> str:
        return self._session.spelled(player or self._session.stand.to_act)

    def _line(self, line: str = "") -> None:
        self._sheet.prose(line)

    def _table(self, rows: Sequence[Sequence[str]]) -> None:
        for line in table(rows, room=self._sheet.room):
            self._sheet.line(line)


def _exact(choice: Choice) -> tuple[str, ...]:
    return choice.effect, choice.reference


def _loose(choice: Choice) -> tuple[str, ...]:
    return choice.card, f'"{choice.card}"', choice.effect.partition(".")[0]
