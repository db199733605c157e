"""One-fault changes of a healthy ExecuTorch wheel, each with the rule that must say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.support import elf_edits as tags
from tests.support.elf_edits import ElfEditor
from tests.support.elfmaker import make_elf
from tests.support.fault_edits import Edit, dist_info, edit_row, elf, lose, newer_glibc
from tests.support.wheel_edits import WheelEditor

LIB = "executorch/lib/"
RUNTIME = f"{LIB}libexecutorch.so"
ETDUMP = f"{LIB}libexecutorch_etdump.so"
QUANTIZED = f"{LIB}libexecutorch_kernels_quantized.so"
XNNPACK = f"{LIB}libexecutorch_backend_xnnpack.so"
THREADPOOL = f"{LIB}libexecutorch_threadpool.so"
CONFIGS = ("executorch/share/cmake/", f"{LIB}cmake/executorch/")
INCLUDE = "executorch/include/executorch/"
REGISTER = "_ZN10executorch7runtime16register_kernelsENS0_4SpanIKNS0_6KernelEEE"
BACKENDS = "_ZN10executorch7runtime27get_num_registered_backendsEv"
CLOCK = "_ZN10executorch7runtime8internal17get_log_timestampEv"
STRANGER = {"needed": ["libc.so.6"], "soname": "libstale.so", "exports": ["stale"]}


class Fault(NamedTuple):
    """One change and who must report it."""

    rule: str
    edit: Edit
    also: tuple[str, ...] = ()
    """Rules about the same fault, seen from another side."""


def _extension(edit: Callable[[ElfEditor], None]) -> Edit:
    return lambda wheel: wheel.elf(wheel.find("executorch/extension/pybindings/_C.", ".so"), edit)


def _runpath(text: str) -> Edit:
    return elf(ETDUMP, lambda library: library.rename(tags.RUNPATH, None, text))


def _soname(text: str) -> Edit:
    return elf(ETDUMP, lambda library: library.rename(tags.SONAME, None, text))


def _require(text: str) -> Edit:
    return dist_info("METADATA", "Requires-Dist: sympy", f"Requires-Dist: sympy\nRequires-Dist: {text}")


def _need(member: str, old: str, new: str) -> Edit:
    return elf(member, lambda library: library.rename(tags.NEEDED, old, new))


def _both_configs(file: str, old: str, new: str) -> Edit:
    def edit(wheel: WheelEditor) -> None:
        for folder in CONFIGS:
            wheel.text(f"{folder}{file}", old, new)

    return edit


def _second_extension(wheel: WheelEditor) -> None:
    name = wheel.find("executorch/extension/pybindings/_C.", ".so")
    wheel.write(name.replace("cpython-311", "cpython-310"), wheel.read(name), mode=0o100755)


ARCHIVE = {
    "record row with another hash": Fault(
        "record-hash-mismatch", edit_row(ETDUMP, lambda row: row.replace("sha256=", "sha256=A"))
    ),
    "record row with another size": Fault(
        "record-hash-mismatch", edit_row("executorch/version.py", lambda row: f"{row}0")
    ),
    "record row without hash": Fault(
        "weak-record-hash", edit_row("executorch/version.py", lambda row: f"{row.partition(',')[0]},,")
    ),
    "record row lost": Fault("unrecorded-file", edit_row("executorch/version.py", None)),
    "record row of nothing": Fault(
        "missing-recorded-file", lambda w: w.record.insert(0, "executorch/gone.py,sha256=AA,1")
    ),
    "record row twice": Fault("malformed-record", lambda w: w.record.append(w.record[0])),
    "file beside the record": Fault(
        "unrecorded-file", lambda w: w.write("executorch/late.py", b"", is_recorded=False)
    ),
    "symbolic link": Fault(
        "symlink-member",
        lambda w: w.write("executorch/extension/alias.py", b"portable_lib.py", mode=0o120777),
    ),
    "member twice": Fault("duplicate-member", lambda w: w.duplicate("executorch/version.py")),
    "member above the folder": Fault(
        "unsafe-member-path", lambda w: w.write("executorch/../../evil.py", b"")
    ),
    "bytecode": Fault(
        "bytecode-shipped", lambda w: w.write("executorch/__pycache__/version.cpython-311.pyc", b"x")
    ),
    "tests at the top": Fault(
        "stray-top-level-file", lambda w: w.write("tests/__init__.py", b""), ("unexpected-member",)
    ),
    "program without its execute bit": Fault(
        "lost-executable-bit", lambda w: w.change_mode("executorch/data/bin/flatc", 0o100644)
    ),
}
METADATA = {
    "tag of another architecture": Fault("tag-disagreement", dist_info("WHEEL", "x86_64", "aarch64")),
    "no tag": Fault(
        "invalid-wheel-file",
        lambda w: w.write(
            f"{w.dist_info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: false\n"
        ),
    ),
    "another version": Fault(
        "name-version-disagreement", dist_info("METADATA", "\nVersion: 1.5.1", "\nVersion: 1.5.2")
    ),
    "requirement that does not parse": Fault("invalid-metadata", _require("sympy >>1")),
    "CUDA requirement of a CPU wheel": Fault(
        "requirement-mismatch",
        _require("nvidia-cuda-runtime-cu12"),
    ),
    "entry point to nothing": Fault(
        "broken-entry-point", dist_info("entry_points.txt", "data.bin:", "data.bun:")
    ),
}
IDENTITY = {
    "another soname": Fault(
        "unexpected-soname",
        _soname("libexecutorch_etdumb.so"),
    ),
    "soname of the build machine": Fault("absolute-soname", _soname("/home/b/libexec_etd.so")),
    "no soname": Fault("missing-soname", elf(ETDUMP, lambda e: e.retag(tags.SONAME, tags.DEBUG))),
    "another processor": Fault(
        "foreign-architecture",
        elf(ETDUMP, lambda e: e.set_machine(183)),
        ("insufficient-load-alignment", "unresolved-dependency"),
    ),
    "newer glibc": Fault("platform-tag-too-low", elf(ETDUMP, newer_glibc)),
    "second interpreter's extension": Fault(
        "extension-suffix-mismatch",
        _second_extension,
        ("missing-component", "duplicate-soname", "untagged-extension"),
    ),
}
LINKAGE = {
    "absolute search path": Fault(
        "absolute-search-path", _runpath("$ORIGIN:/home/runner/work/executorch/build/lib")
    ),
    "empty search path": Fault("empty-search-path", _runpath("$ORIGIN::$ORIGIN/../lib")),
    "relative search path": Fault("relative-search-path", _runpath("$ORIGIN:lib")),
    "search path that never expands": Fault("malformed-search-path", _runpath("$ORIGIN:$$ORIGIN/../lib")),
    "RPATH": Fault("rpath-instead-of-runpath", elf(ETDUMP, lambda e: e.retag(tags.RUNPATH, tags.RPATH))),
    "dropped dependency": Fault(
        "missing-dependency",
        elf(QUANTIZED, lambda e: e.retag(tags.NEEDED, tags.DEBUG, "libexecutorch.so")),
    ),
    "opt-in component needed": Fault(
        "forbidden-dependency",
        _extension(
            lambda e: e.rename(
                tags.NEEDED, "libexecutorch_kernels_optimized.so", "libexecutorch_kernels_quantized.so"
            )
        ),
        ("missing-dependency",),
    ),
    "misspelt dependency": Fault(
        "unresolved-dependency",
        _need(QUANTIZED, "libexecutorch_threadpool.so", "libexecutorch_threadpoo1.so"),
        ("missing-dependency",),
    ),
}
SYMBOLS = {
    "renamed operator": Fault(
        "missing-registration",
        elf(
            QUANTIZED,
            lambda e: e.replace_text("quantized_decomposed::add.out", "quantized_decomposed::abd.out"),
        ),
        ("unexpected-registration",),
    ),
    "hidden copy of the registry": Fault(
        "dropped-registrar",
        elf(QUANTIZED, lambda e: e.hide_symbol(REGISTER)),
    ),
    "extension with its own backends": Fault(
        "embedded-runtime", _extension(lambda e: e.hide_symbol(BACKENDS))
    ),
    "renamed entry point": Fault(
        "missing-definer",
        elf(RUNTIME, lambda e: e.rename_symbol(BACKENDS, BACKENDS.replace("registered", "registared"))),
    ),
    "hidden entry point": Fault("missing-definer", elf(RUNTIME, lambda e: e.hide_export(BACKENDS))),
    "second runtime": Fault(
        "duplicate-definer",
        lambda w: w.write("executorch/extension/llm/custom_ops/libcopy.so", w.read(RUNTIME), mode=0o100755),
        (
            "duplicate-registration",
            "duplicate-soname",
            "soname-filename-mismatch",
        ),
    ),
    "renamed backend": Fault(
        "missing-backend", elf(XNNPACK, lambda e: e.replace_text("XnnpackBackend", "XnnpackBackenb"))
    ),
    "misspelt import": Fault(
        "undefined-symbol",
        elf(QUANTIZED, lambda e: e.rename_symbol(CLOCK, CLOCK.replace("stamp", "stomp"))),
    ),
}
SDK = {
    "library lost": Fault(
        "missing-component",
        lose(ETDUMP),
        ("unresolved-dependency",),
    ),
    "header lost": Fault("missing-include", lose(f"{INCLUDE}runtime/core/error.h"), ("missing-component",)),
    "package config lost": Fault("missing-component", lose(f"{CONFIGS[0]}executorch-config.cmake")),
    "version file lost": Fault(
        "broken-package-config",
        lose(*(f"{folder}executorch-config-version.cmake" for folder in CONFIGS)),
        ("missing-component",),
    ),
    "version file that takes every major": Fault(
        "broken-package-config",
        _both_configs(
            "executorch-config-version.cmake", "_executorch_installed_major}", "PACKAGE_FIND_VERSION_MAJOR}"
        ),
    ),
    "version files of another release": Fault(
        "version-disagreement", _both_configs("executorch-config-version.cmake", '"1.5.1"', '"2.5.1"')
    ),
    "one config edited": Fault(
        "broken-package-config",
        lambda w: w.text(f"{CONFIGS[0]}executorch-config-version.cmake", '"1.5.1"', '"1.5.0"'),
        ("version-disagreement",),
    ),
    "unsubstituted variable": Fault(
        "broken-package-config", _both_configs("executorch-config-version.cmake", '"1.5.1"', '"@VERSION@"')
    ),
    "stale library": Fault(
        "unexpected-library", lambda w: w.write(f"{LIB}libstale.so", make_elf(**STRANGER), mode=0o100755)
    ),
    "build path in a header": Fault(
        "build-path-leak",
        lambda w: w.text(
            f"{INCLUDE}runtime/core/error.h",
            "#pragma once",
            '#pragma once\n#define ROOT "/home/runner/work/executorch/src"',
        ),
    ),
}
HARDENING = {
    "executable stack": Fault(
        "executable-stack", elf(ETDUMP, lambda e: e.set_segment_flags(tags.PT_GNU_STACK, 0, 1))
    ),
    "writable code": Fault(
        "writable-executable-segment", elf(ETDUMP, lambda e: e.set_segment_flags(tags.PT_LOAD, 1, 2))
    ),
    "text relocations": Fault("text-relocation", elf(ETDUMP, lambda e: e.add_tag(tags.TEXTREL))),
}
FAULTS = {**ARCHIVE, **METADATA, **IDENTITY, **LINKAGE, **SYMBOLS, **SDK, **HARDENING}


def cut_library(wheel: WheelEditor) -> None:
    """Ship half of a library."""
    content = wheel.read(THREADPOOL)
    wheel.write(THREADPOOL, content[: len(content) // 2])
