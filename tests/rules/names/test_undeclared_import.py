"""undeclared-import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import Said, make_subject, make_wheel, problems, run
from wheelcheck.rules.names.undeclared_import import undeclared_import


def said(imports: Mapping[str, tuple[str, ...]], requires: tuple[str, ...] = (), **asked: Any) -> Said:
    sources = {path: "".join(f"import {name}\n" for name in names) for path, names in imports.items()}
    wheel = make_wheel(files={"pair/__init__.py": "", **sources}, requires=requires)
    return run(undeclared_import, make_subject(wheel, {"imports": {"checked": True, **asked}}))


def subjects(said_by_rule: Said) -> list[str]:
    return [each.subject for each in problems(said_by_rule)]


def test_undeclared_package_is_reported_once() -> None:
    """With the modules that import it."""
    (found,) = problems(said({"pair/a.py": ("numpy",), "pair/b.py": ("numpy",)}))

    assert "numpy" == found.subject
    assert "2 modules" in found.message


def test_known_packages_are_silent() -> None:
    """Its own, the standard library's, required ones."""
    assert [] == said({"pair/a.py": ("json", "numpy", "pair")}, ("NumPy>=2",))


def test_distribution_of_another_name() -> None:
    """The contract says who provides it."""
    assert [] == said({"pair/a.py": ("yaml",)}, ("PyYAML",), **{"provided-by": {"yaml": "pyyaml"}})


def test_tests_and_optional_packages_are_left_out() -> None:
    """So are modules that the contract skips."""
    imports = {"pair/tests/a.py": ("pytest",), "pair/a.py": ("torch",), "pair/examples/a.py": ("rich",)}

    asked = {"optional": ["torch"], "skipped": ["pair/examples/*"]}

    assert [] == said(imports, (), **asked)


def test_extra_does_not_declare() -> None:
    """It is not installed by default."""
    assert ["numpy"] == subjects(said({"pair/a.py": ("numpy",)}, ("numpy; extra == 'full'",)))
