"""The answer-set side: the only package that knows clingo."""
