"""Copies of one package config in a wheel, and whether they agree."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from wheelcheck.sdk.cmake_syntax import Block, Node, parse
from wheelcheck.sdk.package_config import CMakePackage, PackageConfigs

_UPWARDS = re.compile(r"(?<![^/])(?:\.\.(?:/|$))+")
Statement = tuple[str, ...]


def differing_copies(configs: PackageConfigs) -> Iterator[tuple[CMakePackage, CMakePackage]]:
    """Give the pairs that lead consumers to the same libraries with different commands.

    A copy that includes the other one is a shim. Copies may differ in how far up the package's root is.
    """
    by_name: dict[str, list[CMakePackage]] = {}
    for config in configs.cmake:
        by_name.setdefault(config.name.lower(), []).append(config)
    for copies in by_name.values():
        for index, first in enumerate(copies):
            for second in copies[index + 1 :]:
                if _reach_the_same(first, second) and _differ(first, second, configs):
                    yield first, second


def _reach_the_same(first: CMakePackage, second: CMakePackage) -> bool:
    one, other = first.evaluation, second.evaluation
    is_shim = first.path in other.reached or second.path in one.reached
    return not is_shim and bool(set(one.offered) & set(other.offered))


def _differ(first: CMakePackage, second: CMakePackage, configs: PackageConfigs) -> bool:
    pairs = [(first.member, second.member), *_partners(first, second, configs)]
    if first.version_member is not None and second.version_member is not None:
        pairs.append((first.version_member, second.version_member))
    return any(
        configs.texts[one] != configs.texts[other]
        and list(_statements(configs.texts[one])) != list(_statements(configs.texts[other]))
        for one, other in pairs
    )


def _partners(
    first: CMakePackage, second: CMakePackage, configs: PackageConfigs
) -> Iterator[tuple[str, str]]:
    """Files of the same name that each copy includes from its own folder."""
    folder, other_folder = posixpath.dirname(first.member), posixpath.dirname(second.member)
    for path in first.evaluation.reached[1:]:
        name = posixpath.basename(path)
        one, other = posixpath.join(folder, name), posixpath.join(other_folder, name)
        if one in configs.texts and other in configs.texts:
            yield one, other


def _statements(text: bytes) -> Iterator[Statement]:
    """Commands without comments, layout and the path up to the package's root."""
    yield from _flat(parse(text.decode("utf-8", "replace")).nodes)


def _flat(nodes: Sequence[Node]) -> Iterator[Statement]:
    for node in nodes:
        command = node.command if isinstance(node, Block) else node
        if command.name != "get_filename_component":
            yield (command.name, *(_UPWARDS.sub("../", argument.text) for argument in command.arguments))
        if isinstance(node, Block):
            yield from _flat(node.body)
            for branch, body in node.branches:
                yield (branch.name, *(argument.text for argument in branch.arguments))
                yield from _flat(body)
