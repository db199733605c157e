"""unresolved-dependency."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_member, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Kind
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.linkage.unresolved_dependency import unresolved_dependency
from wheelcheck.wheel.model import FileKind

EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"


def only(*said: Problem) -> Problem:
    assert 1 == len(said)
    return said[0]


def askers(problem: Problem) -> int:
    return len(problem.evidence[0].value.split(", "))


def test_library_in_the_wheel_on_no_search_path_is_an_error() -> None:
    """The finding says where the file lies and which entry reaches it."""
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], runpath=["$ORIGIN/wrong"]),
            make_binary("libs/liba.so"),
        ]
    )
    found = only(*problems(run(unresolved_dependency, wheel)))

    assert found.severity is Severity.ERROR
    assert "libs/liba.so" in found.message
    assert "$ORIGIN/../libs" in str(found.hint)


def test_library_that_is_nowhere_is_an_error() -> None:
    """Neither wheel, tag nor Requires-Dist has it."""
    wheel = make_wheel(binaries=[make_binary(EXTENSION, needed=["libnowhere.so.3"], exports=["PyInit__x"])])

    assert only(*problems(run(unresolved_dependency, wheel))).severity is Severity.ERROR


def test_library_that_a_requirement_may_bring_is_a_warning() -> None:
    """Requires-Dist has no file list: the severity is capped by what is known."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=["libtorch_cpu.so"], exports=["PyInit__x"])],
        requires=["torch>=2"],
    )
    found = only(*problems(run(unresolved_dependency, wheel)))

    assert (Severity.WARNING, True) == (found.severity, "--with" in str(found.hint))


def test_host_library_is_a_warning() -> None:
    """A driver is the host's to bring."""
    wheel = make_wheel(binaries=[make_binary(EXTENSION, needed=["libcuda.so.1"], exports=["PyInit__x"])])

    assert only(*problems(run(unresolved_dependency, wheel))).severity is Severity.WARNING


TRIED = "try:\n    from . import _x\nexcept ImportError:\n    _x = None\n"
NAMED = 'import ctypes\nctypes.CDLL("libpre.so")\n'


@pytest.mark.parametrize(
    ("code", "needed", "severity"),
    [
        (TRIED, "libgomp.so.1", Severity.NOTE),
        (NAMED + TRIED, "libpre.so", Severity.NOTE),
        ("from . import _x\n", "libgomp.so.1", Severity.WARNING),
        (f"{TRIED}def f():\n    from . import _x\n", "libgomp.so.1", Severity.WARNING),
        (f"def f():\n    from . import _x\n{TRIED}", "libgomp.so.1", Severity.WARNING),
        (TRIED, "libnowhere.so.3", Severity.ERROR),
        ("", "libgomp.so.1", Severity.WARNING),
    ],
)
def test_library_of_a_module_that_is_only_tried(code: str, needed: str, severity: Severity) -> None:
    """The wheel works on a host without it; a library that the wheel should have is lost all the same."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=[needed], exports=["PyInit__x"])],
        files={"pair/__init__.py": code},
    )

    assert only(*problems(run(unresolved_dependency, wheel))).severity is severity


def test_one_user_that_is_not_optional_makes_it_a_warning() -> None:
    """Two modules need it, one is imported for good."""
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, needed=["libgomp.so.1"], exports=["PyInit__x"]),
            make_binary(EXTENSION.replace("_x", "_y"), needed=["libgomp.so.1"], exports=["PyInit__y"]),
        ],
        files={"pair/__init__.py": f"{TRIED}from . import _y\n"},
    )

    assert only(*problems(run(unresolved_dependency, wheel))).severity is Severity.WARNING


def test_library_that_python_code_loads_by_name_is_a_warning() -> None:
    """A ctypes preload makes the name known before the import."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=["libpre.so"], exports=["PyInit__x"])],
        files={"pair/__init__.py": 'import ctypes\nctypes.CDLL("libpre.so")\n'},
    )

    assert only(*problems(run(unresolved_dependency, wheel))).severity is Severity.WARNING


@pytest.mark.parametrize(
    "code",
    [
        '# ctypes.CDLL("libpre.so")\n',
        '"""Loads libpre.so with ctypes.CDLL("libpre.so")."""\nimport ctypes\nctypes.CDLL(None)\n',
        'import ctypes\nname = "libpre.so"\nprint(name)\nctypes.CDLL("libother.so")\n',
    ],
)
def test_library_that_python_code_only_mentions_is_an_error(code: str) -> None:
    """A comment, a docstring, a string that goes elsewhere."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=["libpre.so"], exports=["PyInit__x"])],
        files={"pair/__init__.py": code},
    )

    assert only(*problems(run(unresolved_dependency, wheel))).severity is Severity.ERROR


PRELOADING = "import ctypes, os\nd = os.path.dirname(__file__)\n"
OPEN_A = 'ctypes.CDLL(os.path.join(d, "a.so"))\n'
OPEN_B = 'ctypes.CDLL(os.path.join(d, "b.so"))\n'


@pytest.mark.parametrize(
    ("code", "severity"),
    [
        (OPEN_A + OPEN_B, Severity.NOTE),
        (OPEN_B + OPEN_A, Severity.ERROR),
        (OPEN_B, Severity.ERROR),
    ],
)
def test_library_that_python_code_opens_first_is_a_note(code: str, severity: Severity) -> None:
    """The loader knows its soname by then, and only by then."""
    wheel = make_wheel(
        binaries=[
            make_binary("pair/a.so", soname="liba.so.3"),
            make_binary("pair/b.so", soname="libb.so.3", needed=["liba.so.3"]),
        ],
        files={"pair/__init__.py": PRELOADING + code},
    )

    assert only(*problems(run(unresolved_dependency, wheel))).severity is severity


@pytest.mark.parametrize(
    ("code", "severity"),
    [
        ("from . import _core\n", Severity.NOTE),
        ("", Severity.ERROR),
        ("def f():\n    from . import _core\n", Severity.ERROR),
    ],
)
def test_library_that_a_parent_package_has_loaded_is_a_note(code: str, severity: Severity) -> None:
    """Python imports the parents of a module first; the dependency of another module is loaded by then."""
    wheel = make_wheel(
        binaries=[
            make_binary("pair/libcore.so.1", soname="libcore.so.1"),
            make_binary("pair/_core.abi3.so", needed=["libcore.so.1"], runpath=["$ORIGIN"]),
            make_binary("pair/sub/_x.abi3.so", needed=["libcore.so.1"], runpath=["$ORIGIN"]),
        ],
        files={"pair/__init__.py": code},
    )

    assert only(*problems(run(unresolved_dependency, wheel))).severity is severity


def test_library_of_a_framework_that_is_imported_first_is_silent() -> None:
    """The rule on undeclared distributions has it; another library is still lost."""
    wheel = make_wheel(
        binaries=[make_binary("pair/_x.abi3.so", needed=["libtorch.so", "libframe_core.so", "libz9.so"])],
        files={"pair/__init__.py": "import torch\nimport frame\nfrom . import _x\n"},
    )

    assert ["libz9.so"] == [each.subject for each in problems(run(unresolved_dependency, wheel))]


def test_framework_that_is_imported_later_does_not_help() -> None:
    """The extension is opened before."""
    wheel = make_wheel(
        binaries=[make_binary("pair/_x.abi3.so", needed=["libtorch.so"])],
        files={"pair/__init__.py": "from . import _x\nimport torch\n"},
    )

    assert only(*problems(run(unresolved_dependency, wheel))).severity is Severity.ERROR


def test_modules_that_share_a_name_with_a_library_do_not_provide_it() -> None:
    """The standard library, the wheel's own, and packages whose name is only part of a word."""
    wheel = make_wheel(
        binaries=[make_binary("pair/_x.abi3.so", needed=["libcrypto.so.1", "libsqlite3.so.0", "libpair.so"])],
        files={"pair/__init__.py": "import cryptography, sqlite3, pair\nfrom . import _x\n"},
    )

    assert 3 == len(problems(run(unresolved_dependency, wheel)))


def test_declared_external_is_silent() -> None:
    """The contract says who brings it."""
    wheel = make_wheel(binaries=[make_binary(EXTENSION, needed=["libgpu.so.1"], exports=["PyInit__x"])])
    contract = {"externals": {"libgpu.so*": {"host": "gpu-driver"}}}

    assert [] == run(unresolved_dependency, make_subject(wheel, contract))


def test_plugin_may_miss_what_the_contract_says() -> None:
    """It loads where the machine has the library; another name, and another asker, are reported."""
    contract = {"plugins": {"pair/plugins/*": {"may-miss": ["libibverbs.so*"]}}}
    wheel = make_wheel(
        binaries=[
            make_binary("pair/plugins/a.so", needed=["libibverbs.so.1", "libnowhere.so"]),
            make_binary("pair/tools/b.so", needed=["libibverbs.so.1"]),
        ]
    )
    bare, declared = (
        problems(run(unresolved_dependency, make_subject(wheel, each))) for each in (None, contract)
    )

    assert [("libibverbs.so.1", 2), ("libnowhere.so", 1)] == [(each.subject, askers(each)) for each in bare]
    assert [("libibverbs.so.1", 1), ("libnowhere.so", 1)] == [
        (each.subject, askers(each)) for each in declared
    ]
    assert "pair/tools/b.so" == declared[0].member


@pytest.mark.parametrize("name", ["gpu_runtime", "gpu.runtime", "GPU-Runtime"])
def test_external_that_the_given_wheel_lacks_is_an_error(name: str) -> None:
    """The sibling is there, however its name is spelled, and does not hold what the contract expects."""
    wheel = make_wheel(binaries=[make_binary(EXTENSION, needed=["libgpu.so.1"], exports=["PyInit__x"])])
    contract = {"externals": {"libgpu.so*": {"distribution": "gpu-runtime"}}}
    subject = make_subject(wheel, contract, siblings=[make_wheel(name=name)])

    assert only(*problems(run(unresolved_dependency, subject))).severity is Severity.ERROR


def test_one_missing_library_with_two_users_is_one_finding() -> None:
    """One root cause, one finding that names every user."""
    wheel = make_wheel(
        binaries=[
            make_binary("pair/_a.abi3.so", needed=["libnowhere.so"]),
            make_binary("pair/_b.abi3.so", needed=["libnowhere.so"]),
        ]
    )
    found = only(*problems(run(unresolved_dependency, wheel)))

    assert "pair/_a.abi3.so, pair/_b.abi3.so" == found.evidence[0].value


def test_path_in_needed_is_an_error() -> None:
    """A DT_NEEDED entry with a folder is read as it stands, on the user's machine."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=["/build/out/liba.so"], exports=["PyInit__x"])]
    )

    assert "build machine" in only(*problems(run(unresolved_dependency, wheel))).message


def test_other_half_of_a_split_distribution_may_bring_it() -> None:
    """A requirement of the wheel's own name and version holds what this wheel lacks."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=["libengine.so"], exports=["PyInit__x"])],
        requires=["pair-core==1.0"],
    )

    assert only(*problems(run(unresolved_dependency, wheel))).severity is Severity.WARNING


def test_requirement_into_whose_folder_the_wheel_goes_may_bring_it() -> None:
    """Wheels that share a prefix find each other's libraries through $ORIGIN."""
    library = make_binary("shared.prefix/lib/libx.so", needed=["libengine.so"], runpath=["$ORIGIN"])
    program = make_binary(
        "shared.prefix/bin/x", kind=Kind.EXECUTABLE, needed=["libx.so"], rpath=["$ORIGIN/../lib"]
    )
    wheel = make_wheel(binaries=[library, program], requires=["shared"])

    assert only(*problems(run(unresolved_dependency, wheel))).severity is Severity.WARNING


def test_program_that_a_script_of_its_name_starts_is_a_warning() -> None:
    """The script may set LD_LIBRARY_PATH."""
    binaries = [
        make_binary("pair/bin/tool", kind=Kind.EXECUTABLE, needed=["liba.so"]),
        make_binary("pair/lib/liba.so"),
    ]
    script = make_member("pair-1.0.data/scripts/tool", b"#!python\n", kind=FileKind.SCRIPT)
    bare, started = make_wheel(binaries=binaries), make_wheel(binaries=binaries, members=[script])

    assert only(*problems(run(unresolved_dependency, bare))).severity is Severity.ERROR
    assert only(*problems(run(unresolved_dependency, started))).severity is Severity.WARNING


def test_renamed_graft_is_not_what_the_soname_means() -> None:
    """Another distribution brings the library of that name."""
    binaries = [
        make_binary(EXTENSION, needed=["libcudart.so.13"], exports=["PyInit__x"]),
        make_binary("pair.libs/libcudart.faf08d9a.so.13", soname="libcudart.so.13"),
    ]
    wheel = make_wheel(binaries=binaries, requires=["torch"])
    found = only(*problems(run(unresolved_dependency, wheel)))

    assert (Severity.WARNING, True) == (found.severity, "'torch'" in found.message)


def test_library_for_another_machine_is_left_to_foreign_architecture() -> None:
    """It is in the wheel, and that rule says what is wrong with it."""
    asker = make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], runpath=["$ORIGIN"])
    wheel = make_wheel(binaries=[asker, make_binary("pair/liba.so", arch="aarch64")])

    assert [] == run(unresolved_dependency, wheel)


def test_needs_of_a_binary_for_another_machine_are_left_too() -> None:
    """Nothing of the wheel can load it."""
    asker = make_binary(EXTENSION, arch="aarch64", needed=["liba.so"], exports=["PyInit__x"])

    assert [] == run(unresolved_dependency, make_wheel(binaries=[asker, make_binary("pair/liba.so")]))


def test_two_machines_without_a_platform_are_told() -> None:
    """No tag says which one is meant."""
    asker = make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], runpath=["$ORIGIN"])
    binaries = [asker, make_binary("pair/liba.so", arch="aarch64")]
    wheel = make_wheel(binaries=binaries, tags=["py3-none-any"])

    assert "for another machine" in only(*problems(run(unresolved_dependency, wheel))).message


def test_file_of_the_name_that_is_no_library_is_named() -> None:
    """It lies in the wheel, which the finding must not deny."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], runpath=["$ORIGIN"])],
        files={"pair/liba.so": "version https://git-lfs.github.com/spec/v1"},
    )
    found = only(*problems(run(unresolved_dependency, wheel)))

    assert "which is in the wheel at 'pair/liba.so', but cannot be read as a library" in found.message


def test_loads_beyond_the_bound_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel whose loads take too long says so."""
    monkeypatch.setattr("wheelcheck.linking.elf.search.STEPS", 2)
    modules = [
        make_binary(f"pair/m{index}.cpython-311-x86_64-linux-gnu.so", exports=[f"PyInit_m{index}"])
        for index in range(3)
    ]
    (said,) = run(unresolved_dependency, make_wheel(binaries=modules))

    assert isinstance(said, NotChecked)
    assert "1 root was not followed" in said.reason
