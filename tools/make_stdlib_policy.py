"""Generate the dated list of the standard library's modules in `wheelcheck/policy/data`.

Usage: make_stdlib_policy.py --date YYYY-MM-DD

The names come from the package `stdlib-list`. Its lists from Python 3.10 on are `sys.stdlib_module_names`;
the older ones were each collected on one Linux machine, and the resulting errors are corrected here.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import re
import sys
from collections import defaultdict
from typing import Any

from policy_list import DATA, write_list

RELEASES = tuple(f"3.{minor}" for minor in range(8, 15))

NO_MODULE = re.compile(r"__main__|__phello__|lib|_sysconfigdata_\w+")
"""The program itself, a frozen example, and names specific to the machine on which a list was collected."""

TESTS = re.compile(r"test|_test\w+|_ctypes_test|_xxtestfuzz|_xxsubinterpreters|xxlimited\w*|xxsubtype")
"""CPython's tests and examples, which `sys.stdlib_module_names` leaves out."""

LACKING_ON_LINUX = {
    "_msi": "3.8",
    "_overlapped": "3.8",
    "_scproxy": "3.8",
    "_winapi": "3.8",
    "_zoneinfo": "3.9",
    "nt": "3.8",
}
"""Modules missing from the older lists, with the first of these releases that has them."""


def load_stdlib_list() -> Any:
    """Return the module `stdlib_list`, which is not a dependency of the project."""
    try:
        return importlib.import_module("stdlib_list")
    except ModuleNotFoundError:
        sys.exit("make_stdlib_policy.py needs the package stdlib-list: pip install stdlib-list")


def names_of(stdlib_list: Any, release: str) -> set[str]:
    """Top-level modules in the list of one release."""
    names = {name.partition(".")[0] for name in stdlib_list.stdlib_list(release)}
    return {name for name in names if not NO_MODULE.fullmatch(name) and not TESTS.fullmatch(name)}


def spans(lists: list[set[str]]) -> dict[str, set[str]]:
    """Names by the releases that have them: `since=3.9 until=3.13` means before 3.13.

    A name that is missing only from a list in between was not found on the machine of that list: no module
    of these releases came back after it had been removed.
    """
    body: dict[str, set[str]] = defaultdict(set)
    for name in set().union(*lists):
        present = [index for index, names in enumerate(lists) if name in names]
        since = LACKING_ON_LINUX.get(name, RELEASES[present[0]])
        after = RELEASES[present[-1] + 1 :]
        body[f"since={since} until={after[0]}" if after else f"since={since}"].add(name)
    return body


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description="Generate the dated list of the standard library's modules")
    parser.add_argument("--date", required=True)
    options = parser.parse_args()
    stdlib_list = load_stdlib_list()
    body = spans([names_of(stdlib_list, release) for release in RELEASES])
    write_list(
        DATA / "stdlib_modules.txt",
        f"top-level modules of the standard library, Python {RELEASES[0]} to {RELEASES[-1]}: [span]",
        date=options.date,
        origin="the lists of the package stdlib-list",
        sources=[f"stdlib-list {importlib.metadata.version('stdlib-list')}"],
        body={**body, "releases": set(RELEASES)},
    )


if __name__ == "__main__":
    main()
