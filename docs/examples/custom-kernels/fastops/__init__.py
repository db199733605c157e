"""Custom kernels for ExecuTorch, as a C++ SDK."""
