"""Host classes."""

from __future__ import annotations

import pytest

from wheelcheck.policy.host_classes import host_class, host_classes


@pytest.mark.parametrize(
    ("soname", "expected"),
    [
        ("libcuda.so.1", "gpu-driver"),
        ("libGL.so.1", "graphics"),
        ("libXcursor.so.1", "display"),
        ("libgomp.so.1", "openmp"),
        ("libnss_dns.so.2", "c-library"),
        ("libgomp.so.1.0.0", "openmp"),
        ("libtbb.so.12", "tbb"),
        ("libodbc.so.2", "odbc"),
        ("libmpi.so.40", "mpi"),
        ("libmpi_cxx.so.40", "mpi"),
        ("libibverbs.so.1", "rdma"),
        ("libOpenCL.so.1", "opencl"),
        ("libasound.so.2", "sound"),
        ("libpython3.12.so.1.0", "python"),
        ("libnuma.so.1", "numa"),
        ("ld-linux-x86-64.so.2", "loader"),
        ("libcudart.so.12", None),
        ("libcap-ng.so.0", None),
        ("libgomp-a34b3233.so.1.0.0", None),
        ("libssl.so.3", None),
    ],
)
def test_class_of_a_soname(soname: str, expected: str | None) -> None:
    """Drivers and desktops come with the host; what a wheel can bring itself does not."""
    assert expected == host_class(soname)


def test_classes_are_described_once() -> None:
    """Names are unique, and every class says who brings its libraries."""
    names = [each.name for each in host_classes()]

    assert len(names) == len(set(names))
    assert all(each.what and each.sonames for each in host_classes())
