"""The test suite; a package so that `tests.support` means this one and no other."""
