"""Errors of the engine have the same values whether it is compiled or not."""

from __future__ import annotations

from stormriver.kernel.errors import BadContent


def test_an_error_has_the_values_that_its_class_names() -> None:
    error = BadContent("nothing is well")
    assert (error.told, error.where) == ((), "")
