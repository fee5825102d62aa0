#!/usr/bin/env python3
"""Set up a checkout of segoc in `.venv` and run it; needs nothing but Python 3.11 or newer.

    python3 dev.py explore examples/two-sangans.chain     any `segoc` command
    python3 dev.py test                                   everything that must pass before a commit

The first use installs what is needed (from PyPI; for the tests also from npm, and Debian's Chromium), later ones
start at once.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
NODE = (ROOT / "tests" / "node", ROOT / "editors" / "vscode")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

CHECKS = {
    "style": ["-m", "ruff", "check"],
    "format": ["-m", "ruff", "format", "--check"],
    "types": ["-m", "mypy"],
    "layers": ["-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
    "docs": ["-m", "sphinx", "-q", "-E", "-W", "--keep-going", "-n", "docs", "docs/_build/html"],
    "tests": ["-m", "pytest"],
}


def main(args: list[str]) -> int:
    """Set up what `args` need, then run them."""
    if sys.version_info < (3, 11):
        print(f"segoc needs Python 3.11 or newer; this is {sys.version.split()[0]}", file=sys.stderr)
        return 2
    if args[:1] == ["test"]:
        set_up("dev")
        set_up_node()
        set_up_browser()
        return test(args[1:])
    set_up("")
    # -P: a folder `checker` in the directory that we are in is not ours.
    return subprocess.call([PYTHON, "-P", "-m", "checker", *args])


def test(extra: list[str]) -> int:
    """Run every check from the root of the checkout, pytest last; the exit code is 0 only if all pass.

    pytest takes minutes, so what the quick checks before it found wrong is said again at the end.
    """
    failed: dict[str, str] = {}
    for name, check in CHECKS.items():
        command = [*check, *(extra if name == "tests" else [])]
        print(f"{name}: python", *command, flush=True)
        if name == "tests":
            code, said = subprocess.call([PYTHON, *command], cwd=ROOT), ""
        else:
            code, said = heard(command)
        if code:
            failed[name] = said
    for name, said in failed.items():
        if said:
            print(f"\n{name} failed:\n{said}", file=sys.stderr)
    if failed:
        print("failed:", ", ".join(failed), file=sys.stderr)
    return int(bool(failed))


def heard(command: list[str]) -> tuple[int, str]:
    """Run a check and print what it says; returns its exit code and the end of what it said."""
    done = subprocess.run(
        [PYTHON, *command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    print(done.stdout, end="", flush=True)
    return done.returncode, "\n".join(done.stdout.strip().splitlines()[-40:])


def set_up(extra: str) -> None:
    """Make `.venv` and install segoc and its `extra`, unless that was done since pyproject.toml changed."""
    stamp = VENV / f".segoc-{extra or 'run'}"
    state = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == state:
        return
    print(f"setting up {VENV} …", file=sys.stderr, flush=True)
    pip = make_venv()
    what = f"{ROOT}[{extra}]" if extra else str(ROOT)
    run([*pip, "install", "-qq", "--disable-pip-version-check", "--editable", what])
    stamp.write_text(state)


def set_up_node() -> None:
    """Install the npm packages of the tests, the duel engine among them, and those of the extension for editors."""
    for folder in NODE:
        set_up_packages(folder)


def set_up_packages(folder: Path) -> None:
    """Install the npm packages of a folder, unless that was done already."""
    stamp = folder / "node_modules" / ".segoc"
    state = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == state:
        return
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("the tests need Node.js 18 or newer with npm: they compare segoc with a duel engine")
    print(f"installing the npm packages of {folder} …", file=sys.stderr, flush=True)
    run([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error", "--prefix", folder])
    stamp.write_text(state)


def set_up_browser() -> None:
    """Install Chromium where none is and apt-get may; elsewhere the tests of pages say that it is missing."""
    if any(shutil.which(name) for name in BROWSERS) or not shutil.which("apt-get"):
        return
    if os.name == "nt" or os.geteuid() != 0:
        return
    print("installing Chromium …", file=sys.stderr, flush=True)
    apt = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    run([*apt, "update"])
    run([*apt, "install", "-y", "--no-install-recommends", "chromium", "fonts-noto-cjk"])


def make_venv() -> list[str]:
    """Make `.venv`; returns the pip command for it: the system's where `ensurepip` is missing."""
    if importlib.util.find_spec("ensurepip"):
        run([sys.executable, "-m", "venv", VENV])
        return [str(PYTHON), "-m", "pip"]
    if importlib.util.find_spec("pip"):
        run([sys.executable, "-m", "venv", "--without-pip", VENV])
        return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    sys.exit(
        "this Python can make no virtual environment: `ensurepip` and `pip` are both missing.\n"
        "On Debian or Ubuntu: sudo apt install python3-venv; elsewhere install Python from python.org."
    )


def run(command: list[str | Path]) -> None:
    """Run a step of the set-up; leave with its exit code if it fails."""
    code = subprocess.call(command)
    if code:
        sys.exit(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
