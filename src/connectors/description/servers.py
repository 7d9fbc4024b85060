"""Base addresses as a description writes them, made safe to keep."""

import re
from urllib.parse import urljoin

import msgspec

from connectors.description.at import At
from connectors.description.remarks import Remarks
from connectors.model.operation import Basis, Server, ServerVariable
from connectors.problems import Code

__all__ = ["server", "without_user_information"]

# An origin, possibly with variables in it: scheme, `//`, something before the path.
_ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]+", re.DOTALL)
# RFC 3986 §3.2.1: what stands between `//` and the last `@` of the authority. A variable may be the scheme, or hold the authority.
_USER_INFORMATION = re.compile(r"^((?:[^/?#@:]*:)?//|)(?!//)(?:[^/?#]*)@", re.DOTALL)
_ORIGIN_LENGTH = 1_000
"""No origin is longer, and a short address may stand for gigabytes."""
# What is put behind another address: no scheme, and no variable where one or a host could stand in it.
_RELATIVE = re.compile(r"//[^/?#{}]+(?:[/?#]|$)|/(?!/)|[^/{}:?#]+(?:[/?#]|$)")
_VARIABLE = re.compile(r"\{([^{}]*)\}")


def server(
    url: str,
    variables: tuple[ServerVariable, ...],
    description: str | None,
    remarks: Remarks,
    at: At,
    *,
    basis: Basis = Basis.DECLARED,
    fetched_from: str | None = None,
) -> Server:
    """A server as the package keeps it: never with user information, `operator_supplied` where no origin is written.

    The origin counts as written when it stands there once variables have their defaults. A relative address counts from where its document
    was `fetched_from`, which is None for a file. Source: OpenAPI 3.1, Server Object, `url`.
    """
    url = url.strip()
    address = without_user_information(url)
    kept = tuple(_without_user_information(variable) for variable in variables)
    if (address, kept) != (url, variables):
        remarks.narrowed(Code.SERVER_CREDENTIALS, "user information, perhaps a password, was removed from the address", at)
    if "?" in address or "#" in address:
        remarks.noted(Code.SERVER_QUERY, "the address has a query or a fragment, and a path appended to it would end up inside", at)
    defaults = {variable.name: variable.default for variable in kept}
    written = _VARIABLE.sub(lambda match: (defaults.get(match[1]) or match[0])[:_ORIGIN_LENGTH], address[:_ORIGIN_LENGTH])
    missing = [name for name in _VARIABLE.findall(address) if name not in defaults]
    if missing:
        remarks.noted(Code.SERVER_MALFORMED, f"the variable `{missing[0]}` of the address is not described", at)
    operator_supplied = _ORIGIN.match(written) is None
    if operator_supplied and fetched_from is not None and _RELATIVE.match(address):
        resolved = urljoin(fetched_from, address)
        remarks.noted(
            Code.SERVER_RELATIVE, f"the address names no origin; it counts from where the description is, `{resolved}`", at
        )
        return Server(url=resolved, variables=kept, description=description, basis=Basis.STANDARD)
    if operator_supplied:
        remarks.noted(Code.SERVER_RELATIVE, "the address names no origin; the operator has to give it", at)
    return Server(url=address, variables=kept, operator_supplied=operator_supplied, description=description, basis=basis)


def without_user_information(address: str) -> str:
    """The address without what stands before an `@` in its authority. Source: RFC 3986 §3.2.1."""
    return _USER_INFORMATION.sub(r"\1", address) if "@" in address else address


def _without_user_information(variable: ServerVariable) -> ServerVariable:
    """A variable may hold any part of an address, so its values are cleaned as addresses are."""
    default = variable.default if variable.default is None else without_user_information(variable.default)
    return msgspec.structs.replace(variable, default=default, enum=tuple(map(without_user_information, variable.enum)))
