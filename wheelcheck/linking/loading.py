"""The door for loaders: `wheelcheck.linking.<format>.search` holds the loader of a format as LOADER.

A format without that module has no loader: nothing follows the needs of its binaries, and they are
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
from wheelcheck.linking.model import Load, Why
from wheelcheck.policy.platforms import PlatformPolicy


class Loader(Protocol):
    """A loader at work in one environment."""

    def __init__(self, layout: Layout, platform: PlatformPolicy, contract: Contract) -> None:
        """Prepare for the objects of an environment; the contract's externals are found elsewhere."""

    def load(self, binary: Binary, why: Why) -> Load:
        """Load one object of the wheel under audit.

        Raises:
            TooManyStepsError: this load and those before it would take too long.
        """


@cache
def loader_of(format_: Format) -> type[Loader] | None:
    """Give the loader of a format, None when there is none yet."""
    if find_spec(f"wheelcheck.linking.{format_.value}") is None:
        return None
    loader: type[Loader] = import_module(f"wheelcheck.linking.{format_.value}.search").LOADER
    return loader
