"""Entry point for loaders: `wheelcheck.linking.<format>.search` defines the loader of a format as LOADER.

A format without that module has no loader: the needs of its binaries are not followed, and they are
reported as not checked.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from wheelcheck.binary.model import Binary, Format
from wheelcheck.contract.model import Contract
from wheelcheck.linking.layout import Layout
from wheelcheck.linking.model import Load, Preloaded, Why
from wheelcheck.policy.platforms import PlatformPolicy


class Loader(Protocol):
    """A loader in one environment."""

    def __init__(self, layout: Layout, platform: PlatformPolicy, contract: Contract) -> None:
        """Prepare to load objects of an environment; the contract's externals come from elsewhere."""

    def load(self, binary: Binary, why: Why, preloaded: Preloaded) -> Load:
        """Load one object of the wheel under audit into a process that has some already.

        Raises:
            TooManyStepsError: this load and those before it would take too long.
        """


@cache
def loader_of(format_: Format) -> type[Loader] | None:
    """Give the loader of a format; None if there is none yet."""
    package = f"wheelcheck.linking.{format_.value}"
    # A folder without modules, as a change of branch leaves it, is found as well.
    if find_spec(package) is None or find_spec(f"{package}.search") is None:
        return None
    loader: type[Loader] = import_module(f"{package}.search").LOADER
    return loader
