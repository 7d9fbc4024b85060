"""Keys of repeatable calls that may be left out."""

from checked import argument, made, packaged, said

from connectors.check.optional_keys import optional_keys
from connectors.model.operation import Idempotency, Location, Operation


def keyed(verb: str, *, required: bool, idempotency: Idempotency = Idempotency.KEYED) -> Operation:
    key = argument("idempotency_key", Location.HEADER, required=required)
    return made(
        id=f"sample.item.{verb}", verb=verb, identity=f"POST /{verb}", path=f"/{verb}", method="POST",
        idempotency=idempotency, idempotency_key="idempotency_key", parameters=(argument("q"), key),
    )  # fmt: skip


def test_keys_that_may_be_left_out_are_one_note() -> None:
    [finding] = optional_keys(packaged(keyed("a", required=False), keyed("b", required=False), keyed("c", required=True)))
    assert (finding.code.value, finding.severity.value) == ("idempotency-key-optional", "note")
    assert finding.place.pointer == "/operations/0/parameters/1/required"
    assert "`POST /a`, `POST /b`" in finding.message
    assert "/c" not in finding.message


def test_a_key_that_has_to_be_sent_and_one_that_does_nothing() -> None:
    package = packaged(keyed("a", required=True), keyed("b", required=False, idempotency=Idempotency.UNSAFE))
    assert said(optional_keys, package) == []
