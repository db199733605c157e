"""Pages that are generated are in sync, and what prose names exists."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

from tests.support.pages import ROOT, pages
from wheelcheck import toml
from wheelcheck.cli.main import built_commands
from wheelcheck.contract.documents import builtin_names
from wheelcheck.probe.extra import WHERE
from wheelcheck.rules.catalogue import discover


def test_generated_pages_are_in_sync() -> None:
    """`make docs` would change nothing."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "make_docs.py", "--check"],
        capture_output=True,
        cwd=ROOT,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_links_between_pages_lead_somewhere() -> None:
    """Relative links of every page name files that exist."""
    broken = [
        f"{page}: {target}"
        for page, text in pages().items()
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", text)
        if not ((ROOT / page).parent / target).exists()
    ]

    assert broken == []


def test_what_installs_wheelcheck_can_do_so_before_it_is_on_the_index() -> None:
    """By a path, and with a reference to the one place that says how."""
    by_name = re.compile(
        r"""(?:pip install|pipx install|uvx|requires = ).*["' ]wheelcheck(?:\[\w+\])?(?:["']|\s(?!@))"""
    )
    by_path = re.compile(r"SOURCE\[probe\]|wheelcheck @ file:")
    texts = pages()

    assert [] == [name for name, text in texts.items() if by_name.search(text)]
    assert [] == [name for name, text in texts.items() if by_path.search(text) and "#install)" not in text]
    assert WHERE in texts["README.md"]


def test_message_about_the_extra_is_in_one_place() -> None:
    """It changes when wheelcheck is on the index."""
    sources = (ROOT / "wheelcheck").rglob("*.py")

    assert ["extra.py"] == [path.name for path in sources if "[probe]" in path.read_text(encoding="utf-8")]


def test_readme_names_every_command_and_every_contract() -> None:
    """They cannot be guessed, and the table of commands is where one looks."""
    readme = pages()["README.md"]

    assert [] == [name for name in built_commands() if f"`wheelcheck {name}" not in readme]
    assert [] == [name for name in builtin_names() if f"`{name}`" not in readme]


def upstream_checks() -> list[dict[str, Any]]:
    """Return the rows about ExecuTorch's own checks."""
    path = ROOT / "docs" / "reference" / "upstream-checks.toml"
    groups = toml.loads(path.read_text(encoding="utf-8"))["group"]
    return [check for group in groups for check in group["check"]]


def test_every_upstream_check_is_accounted_for_once() -> None:
    """Numbers 1 to 78, each once, in order."""
    assert [check["number"] for check in upstream_checks()] == list(range(1, 79))


def test_rows_about_upstream_checks_name_rules_that_exist() -> None:
    """A row that says `rule` names one, and every named rule is in the catalogue."""
    slugs = {rule.slug for rule in discover()}

    for check in upstream_checks():
        assert set(check["rules"]) <= slugs, check
        assert check["rules"] or check["status"] != "rule", check
        assert check["status"] in {"rule", "design", "probe", "outside", "open"}, check


def test_published_schemas_ship_in_the_package() -> None:
    """The schema files are inside the package, so that an installed wheelcheck has them."""
    names = {path.name for path in (ROOT / "wheelcheck").rglob("*.schema.json")}

    assert {"check.schema.json", "show.schema.json", "contract.schema.json"} <= names
