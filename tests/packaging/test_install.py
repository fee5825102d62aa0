"""Wheel, sdist, editable install and bare checkout find `grammar/` and `rules/`, wherever they are run.

Nothing is fetched: the dependencies are those of the environment that runs the tests, lent by a `.pth` file.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
COLOURS = "from pygments.lexers import get_lexer_by_name; print(get_lexer_by_name('chain').name)"
WHERE = (
    "from checker.resources import grammar_dir, rules_dir; import checker; print(grammar_dir(), rules_dir())"
)

pytestmark = pytest.mark.xdist_group("packaging")  # one worker builds, the other goes on with the rest


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(kind: str, source: Path, target: Path) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", target, cwd=source)
    (made,) = target.iterdir()
    return made


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built from the sdist, as pip does it, so that both are tested."""
    unpacked = tmp_path_factory.mktemp("unpacked")
    safely: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # Python 3.11.4
    with tarfile.open(sdist) as archive:
        archive.extractall(unpacked, **safely)
    (source,) = unpacked.iterdir()
    return build("wheel", source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A working directory in which everything that segoc looks for lies about, with nothing of it in it."""
    for name in ("grammar", "rules", "rules/law", "checker_", "_bundle"):
        (tmp_path / "cwd" / name).mkdir(parents=True)
    (tmp_path / "cwd" / "grammar" / "chain.lark").write_text("start: /nothing/")
    return tmp_path / "cwd"


@pytest.fixture
def install(tmp_path: Path) -> Callable[..., Path]:
    """Install something with pip into an environment of its own; returns the folder of its programs."""

    def into_new(*what: str | Path) -> Path:
        venv.create(tmp_path / "venv", with_pip=False)
        (site,) = (tmp_path / "venv").glob("lib/python*/site-packages")
        lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        # After the environment's own packages, so that a segoc of the lender is never found first.
        (site / "zz_lent.pth").write_text("\n".join(lent) + "\n")
        python = tmp_path / "venv" / "bin" / "python"
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index"]
        run(*pip, "--no-deps", "--no-build-isolation", "--ignore-installed", *what, cwd=tmp_path)
        return python.parent

    return into_new


def works(programs: Path, cwd: Path) -> tuple[Path, Path]:
    """The folders that an installation finds; it must also be able to say its version."""
    assert run(programs / "segoc", "--version", cwd=cwd).startswith("segoc 0.")
    grammar, rules = run(programs / "python", "-c", WHERE, cwd=cwd).split()
    return Path(grammar), Path(rules)


def test_a_wheel_carries_the_folders(
    wheel: Path, hostile: Path, install: Callable[..., Path], tmp_path: Path
) -> None:
    programs = install(wheel)
    grammar, rules = works(programs, hostile)
    assert run(programs / "python", "-c", COLOURS, cwd=hostile).strip() == "segoc story"
    for folder in (grammar, rules):
        assert folder.is_relative_to(tmp_path / "venv")
        assert folder.parent.name == "_bundle"
    assert sorted(p.name for p in grammar.iterdir()) == files(ROOT / "grammar")


def test_an_editable_install_points_at_the_checkout(hostile: Path, install: Callable[..., Path]) -> None:
    assert works(install("--editable", ROOT), hostile) == (ROOT / "grammar", ROOT / "rules")


def test_a_bare_checkout(tmp_path: Path, hostile: Path) -> None:
    command = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {WHERE}"
    found = run(sys.executable, "-I", "-c", command, cwd=hostile).split()
    assert [Path(folder) for folder in found] == [ROOT / "grammar", ROOT / "rules"]


def test_the_wheel_holds_one_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"checker"}
    assert "checker/py.typed" in names
    assert "checker/library/classics.chain" in names
    assert "checker/schema/documents.json" in names
    for folder in ("law", "ruleset"):
        packed = sorted(Path(n).name for n in names if n.startswith(f"checker/_bundle/rules/{folder}/"))
        assert packed == files(ROOT / "rules" / folder)


def test_import_pulls_in_neither_click_nor_rich() -> None:
    command = "import sys, checker; checker.check; print(*sys.modules)"
    loaded = run(sys.executable, "-c", command, cwd=ROOT).split()
    assert not {"click", "rich", "clingo", "lark"} & set(loaded)


def files(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
