"""Credentials that the description does not call so: among ordinary parameters, before their value, and schemes that are no identity."""

import re
from collections.abc import Iterable, Iterator

from connectors import pointer
from connectors.derive.paging_words import words_of
from connectors.model.connector import AuthKind, AuthScheme
from connectors.model.operation import Location, Operation
from connectors.suggest.proposals import EVERYWHERE, Kind, Proposal, Value

__all__ = ["credential_parameters", "no_identities", "value_prefixes"]

_SECRETS = frozenset({"apikey", "accesstoken", "authtoken", "apitoken", "apisecret", "clientsecret", "secretkey", "privatetoken",
                      "accesskey", "authorization", "xapikey", "xauthtoken", "subscriptionkey", "bearertoken", "sessiontoken",
                      "appkey", "appsecret", "userkey", "authkey", "personalaccesstoken"})  # fmt: skip
# `Authorization: token VALUE`, "prefixed with `Bearer`": a word that stands before the value.
_MANY = 4
_QUOTED = r"[`\"'“]([A-Za-z][\w-]{1,20}) ?[`\"'”]"
_PREFIXED = (
    re.compile(r"(?:prefix|prepend)(?:ed)?(?: it)?(?: with| by)?[:\s]+(?:the (?:word|string|text) )?" + _QUOTED),
    re.compile(r"[`\"'“]([A-Za-z][\w-]{1,20})[ ]?[`\"'”] prefix"),
    re.compile(r"[Aa]uthorization:\s*[`\"'“]?([A-Za-z][\w-]{1,20}) +[<{\[`\"'$A-Z]"),
    re.compile(r"[`\"'“]([A-Za-z][\w-]{1,20}) [<{\[][\w \-]*(?:token|key|value)[\w \-]*[>}\]]", re.IGNORECASE),
)
_ONE_TIME = frozenset({"otp", "totp", "mfa", "2fa"})
_IN_PLACE_OF = frozenset({"sudo", "impersonate", "impersonation", "actas", "onbehalfof", "behalf"})


def credential_parameters(operations: Iterable[Operation]) -> Iterator[Proposal]:
    """Parameters that carry a credential by their name; one proposal for all where many operations have the same."""
    known = list(operations)
    found: dict[tuple[Location, str], list[tuple[Operation, str]]] = {}
    for operation in known:
        for parameter in operation.parameters:
            if parameter.secret or parameter.location is Location.PATH:
                continue
            name = "".join(words_of(parameter.name))
            if name in _SECRETS or (parameter.name.lower() == "token" and parameter.required):
                found.setdefault((parameter.location, parameter.name), []).append((operation, parameter.key))
    missing = ("whether its value is a credential: then `auth` should hold it, so that no caller gives it",)
    for (location, name), users in found.items():
        reason = f"`{name}` in {location.value} is named as a credential is, and is an ordinary parameter"
        if len(users) >= _MANY and 4 * len(users) >= len(known):
            reason += f", of {len(users)} of {len(known)} operations"
            evidence = tuple(_place(operation, key) for operation, key in users[:3])
            everywhere: dict[str, Value] = {key: {"secret": True} for key in sorted({key for _, key in users})}
            selector: Value = {"path": "/**", "set": {"parameters": everywhere}}
            yield Proposal(Kind.CREDENTIAL, EVERYWHERE, reason, {"selectors": [selector]}, evidence, missing)
            continue
        for operation, key in users:
            entry: dict[str, Value] = {"parameters": {key: {"secret": True}}}
            yield Proposal(Kind.CREDENTIAL, operation.identity, reason, entry, (_place(operation, key),), missing)


def _place(operation: Operation, key: str) -> str:
    return f"{operation.identity}#{pointer.join(('parameters', key))}"


def value_prefixes(schemes: Iterable[AuthScheme]) -> Iterator[Proposal]:
    """A word that has to stand before the value of a key, which a description can say in prose alone."""
    for scheme in schemes:
        if (
            scheme.kind is not AuthKind.API_KEY
            or scheme.placement is None
            or scheme.placement.value_prefix
            or not scheme.description
        ):
            continue
        for pattern in _PREFIXED:
            found = pattern.search(scheme.description)
            if found:
                yield Proposal(
                    Kind.VALUE_PREFIX,
                    scheme.id,
                    f"its text speaks of `{found[1]}` before the value",
                    {"value_prefix": f"{found[1]} "},
                    (f"connector.json#/auth/{scheme.id}/description",),
                    ("what exactly stands between the word and the value",),
                )
                break


def no_identities(schemes: Iterable[AuthScheme]) -> Iterator[Proposal]:
    """Schemes that do not say who calls: a one-time password beside another credential, a user to act for."""
    for scheme in schemes:
        placement = scheme.placement
        if placement is None:
            continue
        words = (*words_of(placement.name), *words_of(scheme.vendor_key))
        together = {"".join(words_of(placement.name)), "".join(words_of(scheme.vendor_key)), *words}
        if not _ONE_TIME.isdisjoint(together):
            why = "a one-time password comes with another credential, and cannot be kept"
        elif not _IN_PLACE_OF.isdisjoint(together):
            why = "it names whom to act for, and is no credential"
        else:
            continue
        yield Proposal(
            Kind.NO_IDENTITY,
            scheme.id,
            f"`{placement.name}` alone lets nobody in: {why}",
            {},
            (f"connector.json#/auth/{scheme.id}",),
            ("an `auth` list without it, and an ordinary parameter in its place where a call needs one",),
        )
