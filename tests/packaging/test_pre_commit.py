"""The hooks of `.pre-commit-hooks.yaml` in a repository of somebody else, installed as pre-commit installs them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRIGGERS = 'players Yugi, Kaiba\nYugi  triggers mandatory "X" as x\nKaiba triggers mandatory "Y" as y\n'
GOOD = f"{TRIGGERS}expect orders {{ [x, y] }}\n"
WRONG = f"{TRIGGERS}expect orders {{ [y, x] }}\n"
CONFIG = """\
repos:
  - repo: {repo}
    rev: v0
    hooks:
      - id: segoc-fmt
      - id: segoc-check
"""

pytestmark = pytest.mark.xdist_group("packaging")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Nothing of ours may be found but what pre-commit installs, and git has a committer."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "PYTHONPATH", "PRE_COMMIT"))}
    people = {f"GIT_{who}_{what}": "tester" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {**kept, **people, "PRE_COMMIT_HOME": str(tmp_path / "home"), "GIT_CONFIG_GLOBAL": os.devnull}


def run(cwd: Path, environment: dict[str, str], *command: str | Path) -> tuple[int, str]:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done.returncode, done.stdout


def released(target: Path, environment: dict[str, str]) -> Path:
    """This checkout as it is, uncommitted changes included, as a repository with the tag `v0`."""
    code, listed = run(
        ROOT, environment, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"
    )
    assert code == 0, listed
    for name in filter(None, listed.split("\0")):
        if name.startswith(("tests/", "benchmarks/")) or not (ROOT / name).is_file():
            continue
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    for command in ("init -q", "add -A", "commit -q -m release", "tag v0"):
        code, said = run(target, environment, "git", *command.split())
        assert code == 0, said
    return target


def test_the_hooks_in_a_real_repository(tmp_path: Path, environment: dict[str, str]) -> None:
    segoc = released(tmp_path / "segoc", environment)
    repo = tmp_path / "rulings"
    repo.mkdir()
    (repo / ".pre-commit-config.yaml").write_text(CONFIG.format(repo=segoc), encoding="utf-8")
    (repo / "notes.txt").write_text("this is no story\n", encoding="utf-8")
    (repo / "ugly.chain").write_text(GOOD.replace("Yugi  triggers", "Yugi triggers"), encoding="utf-8")
    (repo / "wrong.chain").write_text(WRONG, encoding="utf-8")
    for command in (
        ["git", "init", "-q"],
        [sys.executable, "-m", "pre_commit", "install"],
        ["git", "add", "-A"],
    ):
        code, said = run(repo, environment, *command)
        assert code == 0, said

    code, said = run(repo, environment, "git", "commit", "-q", "-m", "rulings")
    assert code == 1, said
    assert "expect/failed" in said
    assert "files were modified by this hook" in said
    assert (repo / "ugly.chain").read_text(encoding="utf-8") == GOOD
    assert "notes.txt" not in said
    assert run(repo, environment, "git", "log")[0] != 0, "the commit should not have been made"

    (repo / "wrong.chain").write_text(GOOD, encoding="utf-8")
    run(repo, environment, "git", "add", "-A")
    code, said = run(repo, environment, "git", "commit", "-q", "-m", "rulings")
    assert code == 0, said
    assert said.count("Passed") == 2
