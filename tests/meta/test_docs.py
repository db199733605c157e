"""Pages that are generated are in sync, and what prose names exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.contracts import load_contract
from wheelcheck import toml
from wheelcheck.cli.main import built_commands
from wheelcheck.contract.documents import builtin_names
from wheelcheck.probe.extra import WHERE
from wheelcheck.rules.catalogue import discover

ROOT = Path(__file__).parents[2]


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
        f"{page.relative_to(ROOT)}: {target}"
        for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]

    assert broken == []


def pages() -> dict[str, str]:
    """Every page that people read, by its path."""
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


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


def contract_examples() -> list[str]:
    """Return the contracts that the how-to pages show."""
    pages = (path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "how-to").glob("*.md"))
    blocks = (
        block
        for page in pages
        for block in re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    )
    return [block for block in blocks if "[tool." not in block]


def test_contracts_in_the_documentation_are_valid(tmp_path: Path) -> None:
    """An example that the loader refuses would teach nothing."""
    examples = contract_examples()
    for number, example in enumerate(examples):
        file = tmp_path / f"example{number}.toml"
        file.write_text(example, encoding="utf-8")
        load_contract(str(file))

    assert len(examples) >= 2


def test_published_schemas_ship_in_the_package() -> None:
    """The schema files are inside the package, so that an installed wheelcheck has them."""
    names = {path.name for path in (ROOT / "wheelcheck").rglob("*.schema.json")}

    assert {"check.schema.json", "show.schema.json", "contract.schema.json"} <= names
