"""What platforms, libcs and interpreters promise, as dated data."""
