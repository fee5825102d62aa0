"""Which mutants could matter in a story: those of rules of which some instance can come to hold otherwise there.

Asked of the ground program of the story under the rulebook as it is (atoms that are facts, and atoms that are
possible), then of the stable models that its answers are read from. A mutant that is not reached leaves each of them
a stable model, so the story need not be run for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import clingo
from clingo import ast

from tests.mutation.mutants import Mutant, as_program

_VARIABLE = re.compile(r"\b[A-Z]\w*'*")
_MODELS = 12  # of a story that are looked at; of more of them all that is possible counts
_SURE = "sure_"  # before the name of a predicate: the atom is a fact


class Reach:
    """Gathers the mutants that a story reaches, by their numbers, while it is answered."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self._asked = [_when(mutant, f"reached({number})") for number, mutant in enumerate(mutants)]
        self._program = "\n".join(self._asked)
        self.found: set[int] = set()

    def text(self) -> str:
        """What is asked, as a program with `reached(I)` for the mutant number I."""
        return self._program

    @contextmanager
    def watching(self, programs: int) -> Iterator[None]:
        """Asks of the programs that are solved in here, and of the models that are read.

        No more than so many programs are looked at: the others differ by their toggles. Of those with an optimum, and
        once there are many models, all that is possible counts.
        """
        self.found = set()
        models: dict[frozenset[clingo.Symbol], set[int]] = {}  # atoms → what their program can reach
        possible: dict[clingo.Control, set[int]] = {}
        solve = clingo.Control.solve

        def watched(solver: clingo.Control, **options: Any) -> Any:
            if solver not in possible and len(possible) == programs:
                self.found.update(*possible.values())
                return solve(solver, **options)
            if solver not in possible:
                atoms = list(solver.symbolic_atoms)
                possible[solver] = self._reached(
                    self._program, [a.symbol for a in atoms], [a.symbol for a in atoms if a.is_fact]
                )
            if options.get("async_") or len(models) > _MODELS:
                self.found |= possible[solver]
                return solve(solver, **options)

            def seen(model: clingo.Model) -> None:
                models[frozenset(model.symbols(atoms=True))] = possible[solver]

            return _showing(solve(solver, **options), seen)

        with patch.object(clingo.Control, "solve", watched):
            yield
        for atoms, numbers in models.items():
            left = sorted(numbers - self.found)
            symbols = list(atoms)
            self.found |= self._reached("\n".join(self._asked[number] for number in left), symbols, symbols)

    @staticmethod
    def _reached(asked: str, possible: Iterable[clingo.Symbol], sure: Iterable[clingo.Symbol]) -> set[int]:
        other = clingo.Control(["--warn=none"])
        other.add("base", [], asked)
        with other.backend() as backend:
            for symbol in possible:
                backend.add_rule([backend.add_atom(symbol)])
            for symbol in sure:
                name = clingo.Function(_SURE + symbol.name, symbol.arguments)
                backend.add_rule([backend.add_atom(name)])
        other.ground([("base", [])])
        return {atom.symbol.arguments[0].number for atom in other.symbolic_atoms.by_signature("reached", 1)}


@contextmanager
def _showing(
    handle: clingo.SolveHandle, seen: Callable[[clingo.Model], None]
) -> Iterator[Iterator[clingo.Model]]:
    """The models of a handle, each shown to `seen` before it is given."""

    def models() -> Iterator[clingo.Model]:
        for model in handle:
            seen(model)
            yield model

    with handle:
        yield models()


def _when(mutant: Mutant, head: str) -> str:
    """A rule for `head`: the mutant's body can hold, and it says something that the rule as it was does not."""
    was = _parsed(mutant.rule)
    if was.ast_type == ast.ASTType.Minimize:
        return f"{head}."
    kept = list(map(_over_possible, was.body))
    if mutant.index is not None:
        now = _parsed(mutant.instead)
        kept = list(map(_over_possible, now.body))
        is_rule = was.ast_type == ast.ASTType.Rule
        kept.append(_lost(was.body[mutant.index], [*now.body, was.head] if is_rule else now.body))
        if is_rule:
            kept.append(_new(was.head))
    elif " becomes " in mutant.change:
        kept = list(map(_over_possible, _parsed(mutant.instead).body))
    lines = _joined(head, [literal for literal in kept if literal])
    return lines if _safe(lines) else f"{head}."


def _joined(head: str, literals: Sequence[str]) -> str:
    """A rule for `head`; what shares no variable is asked apart, for together it would be a product."""
    parts: list[tuple[set[str], list[str]]] = []
    for literal in literals:
        names, own = set(_VARIABLE.findall(literal)), [literal]
        for other in [part for part in parts if part[0] & names]:
            parts.remove(other)
            names |= other[0]
            own = other[1] + own
        parts.append((names, own))
    if len(parts) < 2:
        return f"{head} :- {', '.join(literals)}." if literals else f"{head}."
    heads = [f"part_{number}_{head}" for number in range(len(parts))]
    lines = [f"{one} :- {', '.join(own)}." for one, (_, own) in zip(heads, parts, strict=True)]
    return "\n".join([*lines, f"{head} :- {', '.join(heads)}."])


def _parsed(rule: str) -> ast.AST:
    found: list[ast.AST] = []
    ast.parse_string(as_program(rule), found.append)
    return found[-1]


def _over_possible(literal: ast.AST) -> str:
    """What a body literal asks for at least, of atoms that are possible and atoms that are facts."""
    if literal.atom.ast_type == ast.ASTType.SymbolicAtom:
        return f"not {_SURE}{literal.atom}" if literal.sign == ast.Sign.Negation else str(literal)
    return str(literal) if literal.atom.ast_type == ast.ASTType.Comparison else ""


def _lost(literal: ast.AST, others: Iterable[ast.AST]) -> str:
    """When the absence of a body literal makes a difference: it does not hold anyway."""
    if literal.atom.ast_type == ast.ASTType.Comparison:
        return f"not {literal}" if literal.sign == ast.Sign.NoSign else ""
    if literal.atom.ast_type != ast.ASTType.SymbolicAtom or ";" in str(literal):
        return ""
    if literal.sign == ast.Sign.Negation:
        return str(literal.atom)
    own = _variables(literal)
    if "_" in own or not own <= set().union(*map(_variables, others)):
        return ""
    return f"not {_SURE}{literal.atom}"


def _new(head: ast.AST) -> str:
    """The head does not hold anyway."""
    simple = head.ast_type == ast.ASTType.Literal and head.atom.ast_type == ast.ASTType.SymbolicAtom
    if not simple or ";" in str(head):
        return ""
    return f"not {_SURE}{head.atom}"


def _variables(node: ast.AST) -> set[str]:
    found: set[str] = set()

    class Variables(ast.Transformer):
        def visit_Variable(self, variable: ast.AST) -> ast.AST:  # noqa: N802
            found.add(variable.name)
            return variable

    Variables()(node)
    return found


def _safe(line: str) -> bool:
    try:
        solver = clingo.Control(["--warn=none"], logger=lambda *_: None)
        solver.add("base", [], line)
        solver.ground([])
    except RuntimeError:
        return False
    return True
