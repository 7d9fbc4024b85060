"""Base addresses as a description writes them, made safe to keep."""

import re

from connectors.description.at import At
from connectors.description.remarks import Remarks
from connectors.model.operation import Basis, Server, ServerVariable
from connectors.problems import Code

__all__ = ["server"]

# An origin, possibly with variables in it: scheme, `//`, something before the path.
_ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]+", re.DOTALL)
_USER_INFORMATION = re.compile(r"^((?:[A-Za-z][A-Za-z0-9+.{}-]*:)?//)[^/?#]*@")
_VARIABLE = re.compile(r"\{([^{}]*)\}")


def server(
    url: str,
    variables: tuple[ServerVariable, ...],
    description: str | None,
    remarks: Remarks,
    at: At,
    *,
    basis: Basis = Basis.DECLARED,
) -> Server:
    """A server as the package keeps it: never with user information, `operator_supplied` where no origin is written.

    The origin counts as written when it stands there once variables have their defaults.
    """
    url = url.strip()
    if _USER_INFORMATION.match(url):
        url = _USER_INFORMATION.sub(r"\1", url)
        remarks.narrowed(Code.SERVER_CREDENTIALS, "user information, perhaps a password, was removed from the address", at)
    if "?" in url or "#" in url:
        remarks.noted(Code.SERVER_QUERY, "the address has a query or a fragment, and a path appended to it would end up inside", at)
    defaults = {variable.name: variable.default for variable in variables}
    written = _VARIABLE.sub(lambda match: defaults.get(match[1]) or match[0], url)
    missing = [name for name in _VARIABLE.findall(url) if name not in defaults]
    if missing:
        remarks.noted(Code.SERVER_MALFORMED, f"the variable `{missing[0]}` of the address is not described", at)
    operator_supplied = _ORIGIN.match(written) is None
    if operator_supplied:
        remarks.noted(Code.SERVER_RELATIVE, "the address names no origin; the operator has to give it", at)
    return Server(url=url, variables=variables, operator_supplied=operator_supplied, description=description, basis=basis)
