"""Makes mutants of `.lp` files: every rule left out, every body literal left out, and weaker forms of both.

A mutant is known by its file, the rule's text and what was done to it, not by its line, so that what is said about it
elsewhere outlives edits of other rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import clingo
from clingo import ast

from checker.rulesets import toggles

_KINDS = {ast.ASTType.Rule, ast.ASTType.ShowTerm, ast.ASTType.External, ast.ASTType.Minimize}
_WEAKER = {
    ast.ComparisonOperator.LessThan: ("<", "<="),
    ast.ComparisonOperator.GreaterThan: (">", ">="),
}
RULE_SETS = "ruleset/"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: in `file` (a path from `rules/`), the rule that begins in `line` reads `instead` (nothing if empty).

    `start` and `end` bound the rule in the bytes of the file. `index` is that of the body literal that was left out.
    """

    file: str
    line: int
    rule: str
    change: str
    instead: str
    start: int
    end: int
    index: int | None = None

    @property
    def key(self) -> str:
        """What identifies the mutant in lists: `file | rule | change`."""
        return f"{self.file} | {self.rule} | {self.change}"

    @property
    def topic(self) -> str:
        """What a story that knows the rule speaks of: the law, or the toggle."""
        if self.file.startswith(RULE_SETS):
            return self.rule.partition("(")[2].partition(",")[0].replace("_", "-")
        return self.file.removeprefix("law/").removesuffix(".lp")

    def text(self, original: str) -> str:
        """The file with the change."""
        raw = original.encode()
        return (raw[: self.start] + self.instead.encode() + raw[self.end :]).decode()


def mutants_of(file: str, text: str) -> Iterator[Mutant]:
    """All mutants of a file, in the order of its text; those that are no program (see `unsafe`) included."""
    parts = _Text(text)
    found: list[ast.AST] = []
    ast.parse_string(text, found.append)
    for statement in found:
        if statement.ast_type not in _KINDS:
            continue
        start, end = parts.span(statement)
        changes = _of_fact if file.startswith(RULE_SETS) else _of_rule
        rule = " ".join(parts.slice(start, end).split())
        for change, instead, index in changes(statement, parts):
            yield Mutant(file, statement.location.begin.line, rule, change, instead, start, end, index)


def unsafe(mutants: Iterable[Mutant]) -> set[Mutant]:
    """Those whose rule is no program: a variable is bound by nothing."""
    found = set()
    for mutant in mutants:
        try:
            solver = clingo.Control(["--warn=none"], logger=lambda *_: None)
            solver.add("base", [], as_program(mutant.instead))
            solver.ground([])
        except RuntimeError:
            found.add(mutant)
    return found


def as_program(rule: str) -> str:
    """A rule by itself; an element of `#minimize` needs its statement around it."""
    return rule if not rule or rule.endswith(".") else f"#minimize {{ {rule} }}."


Change = tuple[str, str, int | None]


class _Text:
    """A file's text, by the places that clingo gives (lines and columns of bytes)."""

    def __init__(self, text: str) -> None:
        self._raw = text.encode()
        self._lines = [0]
        for line in self._raw.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def span(self, node: ast.AST) -> tuple[int, int]:
        begin, end = node.location.begin, node.location.end
        return self._lines[begin.line - 1] + begin.column - 1, self._lines[end.line - 1] + end.column - 1

    def slice(self, start: int, end: int) -> str:
        return self._raw[start:end].decode()

    def of(self, node: ast.AST) -> str:
        """The node's text on one line."""
        return " ".join(self.slice(*self.span(node)).split())


def _of_rule(statement: ast.AST, parts: _Text) -> Iterator[Change]:
    element = statement.ast_type == ast.ASTType.Minimize  # one of several in a statement
    yield "left out", "0" if element else "", None
    body = [parts.of(literal) for literal in statement.body]
    start, end = parts.span(statement)
    whole = parts.slice(start, end)
    # What stands before the body: the head, with `#show` or `#external` if it is one of those.
    mark = ":" if statement.ast_type != ast.ASTType.Rule else ":-"
    head = whole
    if body:
        head = parts.slice(start, parts.span(statement.body[0])[0]).rstrip().removesuffix(mark).rstrip()
    head = " ".join(head.removesuffix(".").split())

    def made(head: str, body: list[str]) -> str:
        if not body:
            if element:
                return head
            return f"{head} :-." if mark == ":-" and not head else f"{head}."
        return f"{head} {mark} {', '.join(body)}{'' if element else '.'}".lstrip()

    for number, literal in enumerate(body):
        yield f"without `{literal}`", made(head, body[:number] + body[number + 1 :]), number
    for number, literal in enumerate(statement.body):
        for change, text in _weaker(literal, body[number], parts):
            yield change, made(head, [*body[:number], text, *body[number + 1 :]]), None
    if statement.ast_type == ast.ASTType.Rule:
        for option, text in _fewer(statement.head, head, parts):
            yield f"without `{option}` in `{head}`", made(text, body), None


def _weaker(literal: ast.AST, text: str, parts: _Text) -> Iterator[tuple[str, str]]:
    """A looser comparison; a pool or an aggregate with one alternative or one condition fewer."""
    for option, fewer in _fewer(literal, text, parts):
        yield f"without `{option}` in `{text}`", fewer
    atom = literal.atom
    if atom.ast_type == ast.ASTType.Comparison:
        for guard in atom.guards:
            if guard.comparison in _WEAKER:
                strict, loose = _WEAKER[guard.comparison]
                yield f"`{strict}` becomes `{loose}` in `{text}`", text.replace(strict, loose)
    if atom.ast_type == ast.ASTType.BodyAggregate:
        for element in atom.elements:
            conditions = [parts.of(condition) for condition in element.condition]
            for condition in conditions:
                rest = ", ".join(other for other in conditions if other != condition)
                yield f"without `{condition}` in `{text}`", text.replace(", ".join(conditions), rest)


def _fewer(node: ast.AST, text: str, parts: _Text) -> Iterator[tuple[str, str]]:
    """For each alternative of each pool in a node: the alternative, and the node's text without it."""
    pools: list[ast.AST] = []

    class Pools(ast.Transformer):
        def visit_Pool(self, pool: ast.AST) -> ast.AST:  # noqa: N802
            pools.append(pool)
            return pool

    Pools()(node)
    for pool in pools:
        whole = parts.of(pool)
        name, _, inner = whole.partition("(")  # `(a; b)` among arguments, or `name(a; b)`
        options = [option.strip() for option in split(inner.removesuffix(")"), ";")]
        for number, option in enumerate(options):
            rest = options[:number] + options[number + 1 :]
            fewer = rest[0] if len(rest) == 1 and not name else f"{name}({'; '.join(rest)})"
            yield option, text.replace(whole, fewer)


def split(text: str, separator: str) -> list[str]:
    """A text in its parts, where the separator stands outside of all brackets."""
    found, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == separator and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return found


def _of_fact(statement: ast.AST, parts: _Text) -> Iterator[Change]:
    """A rule set gives each toggle a value; its mutants give it another. A contested reading may be left out."""
    text = parts.of(statement)
    atom = statement.head.atom.symbol
    toggle, value = map(str, atom.arguments)
    if atom.name != "toggle":
        yield "left out", "", None
        return
    for other in map(str, toggles()[toggle.replace("_", "-")]["values"]):
        if other != value:
            yield f"`{value}` becomes `{other}`", text.replace(f", {value})", f", {other})"), None
