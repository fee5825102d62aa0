"""The version, read from the installed distribution."""

from __future__ import annotations

from importlib import metadata

UNINSTALLED = "0+checkout"


def version() -> str:
    """The version of segoc, or `0+checkout` where it runs from a checkout without being installed."""
    return of("segoc") or UNINSTALLED


def of(distribution: str) -> str | None:
    """The installed version of a distribution, or None if there is none."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None
