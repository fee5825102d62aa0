"""The catalogues of messages in other languages than English; see `checker.domain.language`."""
