"""Text to syntax tree and diagnostics. The only package that knows lark."""

from checker.syntax.parser import parse

__all__ = ["parse"]
