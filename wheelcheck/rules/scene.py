"""What a rule may look at: one wheel, its siblings, its contract, and views derived from them.

Everything here is computed from frozen facts, once, on first use.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from wheelcheck.contract.declared import Declared
from wheelcheck.contract.model import Contract
from wheelcheck.linking.layout import Layout
from wheelcheck.linking.loader import LoadGraph
from wheelcheck.policy.platforms import PlatformPolicy
from wheelcheck.sdk.package_config import PackageConfigs
from wheelcheck.wheel.model import Wheel


@dataclass(frozen=True, kw_only=True)
class Scene:
    """One wheel under audit."""

    wheel: Wheel
    contract: Contract
    siblings: tuple[Wheel, ...] = ()

    @cached_property
    def layout(self) -> Layout:
        """Where every member of the wheel and its siblings lies after installation."""
        return Layout.of(self.wheel, self.siblings)

    @cached_property
    def declared(self) -> Declared:
        """The contract's libraries and extension modules, found in the wheel."""
        return Declared.of(self.contract, self.wheel)

    @cached_property
    def platform(self) -> PlatformPolicy:
        """What the lowest platform tag promises: libc, ceilings, policy libraries."""
        return PlatformPolicy.of(self.wheel)

    @cached_property
    def package_configs(self) -> PackageConfigs:
        """CMake and pkg-config files of the wheel, evaluated against the installed layout."""
        return PackageConfigs.of(self.wheel, self.layout)

    @cached_property
    def loads(self) -> LoadGraph:
        """What the loader does with each root of the wheel."""
        return LoadGraph.of(
            self.wheel,
            self.layout,
            self.platform,
            self.contract,
            offered=self.package_configs.offered_libraries,
        )


@dataclass(frozen=True, kw_only=True)
class ReleaseScene:
    """All wheels of one run, in order, with their contracts."""

    scenes: tuple[Scene, ...]
