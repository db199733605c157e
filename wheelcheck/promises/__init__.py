"""A contract applied to one wheel: what it declares, found in the wheel and compared."""
