"""Thousands of files in one `segoc check`; see `docs/testing.md`."""
