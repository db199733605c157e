"""Tests; a package so that every test file may import `tests.support`."""
