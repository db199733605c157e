"""Every rule has its own slug, a page, a pair and a test: no list of rules keeps these together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.meta.code_size import code_lines
from tests.support.rules import check_of
from wheelcheck.rules.base import Rule, Scope
from wheelcheck.rules.catalogue import discover

ROOT = Path(__file__).parents[2]
RULES = ROOT / "wheelcheck" / "rules"
HEADINGS = ("What it checks", "Why it matters", "How to fix", "When to ignore", "References")
CODE_LINES = 80


def modules() -> list[Path]:
    """Every rule module."""
    return sorted(path for path in RULES.glob("*/*.py") if not path.name.startswith("_"))


def path_of(rule: Rule) -> Path:
    """File of a rule's module."""
    return ROOT / (rule.module.replace(".", "/") + ".py")


every_rule = pytest.mark.parametrize("rule", discover(), ids=lambda rule: rule.slug)


def test_each_module_holds_exactly_one_rule() -> None:
    """Discovery finds one rule per module, and no slug twice."""
    slugs = [rule.slug for rule in discover()]

    assert sorted(slugs) == sorted(path.stem.replace("_", "-") for path in modules())
    assert len(slugs) == len(set(slugs))


@every_rule
def test_name_and_place(rule: Rule) -> None:
    """The function has the file's name, the folder is the family."""
    path = path_of(rule)

    assert rule.slug == path.stem.replace("_", "-")
    assert check_of(rule).__name__ == path.stem
    assert rule.family == path.parent.name
    assert check_of(rule).__doc__


@every_rule
def test_page(rule: Rule) -> None:
    """The docstring has a summary line and five headings, in order, none of them empty."""
    head, *sections = re.split(r"^## ", rule.doc, flags=re.MULTILINE)
    titles = [section.partition("\n")[0].strip() for section in sections]

    assert titles == list(HEADINGS)
    assert all(section.partition("\n")[2].strip() for section in sections)
    assert len(head.strip().splitlines()) == 1
    assert "TODO" not in rule.doc


@every_rule
def test_prerequisites_exist(rule: Rule) -> None:
    """A rule waits only for rules that exist, and not for itself."""
    assert rule.requires <= {each.slug for each in discover()} - {rule.slug}


@pytest.mark.parametrize(
    "rule", [rule for rule in discover() if rule.scope is not Scope.PROBE], ids=lambda rule: rule.slug
)
def test_pair_exists(rule: Rule) -> None:
    """A bad and a good wheel, as data; what a probe sees is built, in the fixture SDK."""
    folder = ROOT / "fixtures" / "defects" / rule.slug

    assert {"bad.toml", "good.toml"} <= {path.name for path in folder.glob("*.toml")}


@every_rule
def test_test_exists(rule: Rule) -> None:
    """A test file of its own."""
    name = f"test_{rule.slug.replace('-', '_')}.py"

    assert (ROOT / "tests" / "rules" / rule.family / name).is_file()


@every_rule
def test_module_is_small(rule: Rule) -> None:
    """At most 80 lines of code: blank lines, comments and docstrings do not count."""
    assert code_lines(path_of(rule).read_text(encoding="utf-8")) <= CODE_LINES


def test_no_pair_without_a_rule() -> None:
    """A renamed rule takes its pair along."""
    folders = {path.name for path in (ROOT / "fixtures" / "defects").iterdir() if path.is_dir()}

    assert folders <= {rule.slug for rule in discover()}
