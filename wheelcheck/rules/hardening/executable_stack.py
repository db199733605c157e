"""Object that requests an executable stack.

## What it checks

PT_GNU_STACK with the execute flag.
On x86 a missing PT_GNU_STACK is a warning: there the loader treats its absence as the same request.

## Why it matters

glibc 2.41 and newer refuse to `dlopen` such an object, so `import` fails with "cannot enable executable
stack"; so do hardened kernels.
Older systems make the stack of the whole process executable, which turns any overflow into code execution.

## How to fix

Almost always, a single assembler file lacks its note.
Add `.section .note.GNU-stack,"",@progbits` at its end, or link with `-Wl,-z,noexecstack`.
For a finished file: `patchelf --clear-execstack`.

Nested functions of GNU C that are passed as pointers do need it; rewrite them.

## When to ignore

Never for a library that Python imports.

## References

- glibc 2.41 release notes, on `dlopen` and executable stacks
- <https://github.com/microsoft/onnxruntime/issues/24911>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject

_RUN = frozenset({Kind.SHARED, Kind.EXECUTABLE, Kind.STATIC_EXECUTABLE})
_X86 = frozenset({"x86_64", "i686"})


@binary_rule(
    family="hardening",
    severity=Severity.ERROR,
    also=[Severity.WARNING],
    concerns=frozenset({Format.ELF, Format.MACHO}),
)
def executable_stack(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report PT_GNU_STACK with PF_X, and its absence on x86."""
    del subject
    if binary.kind not in _RUN:
        return
    stack = elf_details(binary).executable_stack
    if stack:
        yield Problem(
            subject="PT_GNU_STACK",
            message="requests an executable stack: PT_GNU_STACK has flags RWE, expected RW",
            hint="link with -Wl,-z,noexecstack, or add .note.GNU-stack to the assembler file that lacks it",
        )
    elif stack is None and binary.arch in _X86:
        yield Problem(
            subject="PT_GNU_STACK",
            message="has no PT_GNU_STACK, which loaders on x86 treat as a request for an executable stack",
            hint="link with -Wl,-z,noexecstack",
            severity=Severity.WARNING,
        )
