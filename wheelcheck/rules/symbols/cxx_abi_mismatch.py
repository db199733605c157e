"""SDK with two std::string ABIs, or with one that its consumers do not expect.

## What it checks

Exports of the SDK's libraries (those of the contract, and those that a package config offers) with
`std::string` in their signature. Three things are reported: both of libstdc++'s string ABIs in one SDK; only
the old one under a tag whose toolchain uses the new one (manylinux_2_28 and later, musllinux); and a package
config that sets `_GLIBCXX_USE_CXX11_ABI` to a different value. A contract may state the ABI, the namespaces
and the least number of such symbols; a mismatch is then an error.
Symbols of `std` itself do not count.

## Why it matters

The two string types differ in layout and in mangled names. A consumer compiled for the other one gets
undefined references, all of them with `std::string`, to functions that clearly exist.

## How to fix

Build all libraries with the same value of `_GLIBCXX_USE_CXX11_ABI`, and let the package config define that
value, or none, on every platform.

## When to ignore

For a library that exports both on purpose, as libstdc++ does.

## References

- GCC, Dual ABI: https://gcc.gnu.org/onlinedocs/libstdc++/manual/using_dual_abi.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.cxx_abi import StringAbis, string_abis
from wheelcheck.binary.model import Format
from wheelcheck.contract.symbols import compile_patterns
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.matching import declared_members
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, values
from wheelcheck.sdk.abi_defines import abi_defines
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols",
    severity=Severity.WARNING,
    contract_severity=Severity.ERROR,
    concerns=frozenset({Format.ELF}),
    runs_without=True,
)
def cxx_abi_mismatch(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report an SDK whose string ABI is mixed, unusual for its tag, or contradicted by a package config."""
    wanted = subject.contract.cxx_abi
    severity = Severity.ERROR if wanted.abi else None
    found = _abis(subject)
    message = _mismatch(subject, len(found.new), len(found.old))
    if message is not None:
        yield _problem("std::string", message, found, severity)
    yield from _configs(subject, found, severity)


def _mismatch(subject: Subject, new: int, old: int) -> str | None:
    """Describe what is wrong with the numbers of exported symbols of each ABI."""
    wanted = subject.contract.cxx_abi
    means_new = subject.platform.libc == "musl" or (subject.platform.glibc or (0, 0)) >= (2, 28)
    expected = wanted.abi or ("new" if means_new else "")
    right, wrong = (old, new) if expected == "old" else (new, old)
    if new and old:
        return f"exports {counted(new, 'symbol')} with the new string ABI and {old} with the old one"
    if expected and wrong:
        other = "old" if expected == "new" else "new"
        return f"exports {counted(wrong, 'symbol')} with the {other} string ABI, expected the {expected} one"
    if right < wanted.at_least and not _lacks_libraries(subject):
        shown = f"{counted(right, 'symbol')} with the {expected} string ABI"
        return f"exports {shown}, expected at least {wanted.at_least}"
    return None


def _abis(subject: Subject) -> StringAbis:
    members = {*declared_members(subject.contract, subject.wheel), *subject.package_configs.offered_libraries}
    symbols = (
        symbol
        for binary in subject.wheel.binaries
        if binary.member in members
        for symbol, export in binary.exports.items()
        if not export.is_absolute
    )
    namespaces = subject.contract.cxx_abi.namespaces
    return string_abis(symbols, compile_patterns(namespaces).matches if namespaces else None)


def _lacks_libraries(subject: Subject) -> bool:
    """Whether a required library is missing or unread: that explains too few symbols."""
    return any(
        each.spec.presence == "required" and each.binary is None
        for each in subject.declared.libraries.values()
    )


def _configs(subject: Subject, found: StringAbis, severity: Severity | None) -> Iterator[Problem]:
    if bool(found.new) == bool(found.old):
        return
    built = "1" if found.new else "0"
    for member, text in subject.wheel.texts.items():
        if not member.endswith((".cmake", ".pc")):
            continue
        for value in abi_defines(text, is_cmake=member.endswith(".cmake")):
            if value == built:
                continue
            define = f"_GLIBCXX_USE_CXX11_ABI={value}"
            message = f"defines {define} for consumers, but the libraries are built with {built}"
            yield _problem(define, message, found, severity, member)


def _problem(
    subject: str, message: str, found: StringAbis, severity: Severity | None, member: str | None = None
) -> Problem:
    return Problem(
        member=member,
        subject=subject,
        message=message,
        hint="build every library with the same _GLIBCXX_USE_CXX11_ABI, and set it in the package config",
        severity=severity,
        evidence=(*values(found.new, "new ABI"), *values(found.old, "old ABI")),
    )
