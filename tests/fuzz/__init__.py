"""Fuzzing: hostile and half-right stories, through the parser and the whole command; see `docs/testing.md`."""
