"""One vendor's server and one network for each test."""

from collections.abc import Iterator

import pytest

from fetch.vendor import Vendor, World


@pytest.fixture
def vendor() -> Iterator[Vendor]:
    with Vendor() as running:
        yield running


@pytest.fixture
def world(vendor: Vendor) -> World:
    return World(vendor)
