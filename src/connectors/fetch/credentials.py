"""The credential for a private description: read from the environment by name, sent to one origin, and never written or said."""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from connectors.fetch.url import Origin
from connectors.problems import Code, Problem, Severity, UsageError

__all__ = ["Credential", "authorization"]

_VISIBLE = re.compile(r"[\x21-\x7e]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Credential:
    """What is sent in `Authorization`, and to whom alone. `name` is that of the environment variable."""

    name: str
    origin: Origin
    value: str = field(repr=False)


def authorization(name: str, environ: Mapping[str, str]) -> str:
    """The value of `Authorization` that an environment variable stands for. Sources: RFC 6750 (bearer), RFC 7617 (basic).

    `Bearer …` and `Basic …` are sent as they stand, the user and password behind `Basic` encoded where they are not yet. A text with a colon
    is user and password, any other a bearer token. Raises UsageError, which never repeats the value.
    """
    value = environ.get(name, "").strip()
    if not value:
        raise _unusable(f"the environment variable `{name}`, which `--auth-env` names, is not set or is empty", f"set `{name}`")
    scheme, _, rest = value.partition(" ")
    rest = rest.strip()
    kind = scheme.lower() if rest and ":" not in scheme else ""
    if kind not in ("", "bearer", "basic"):
        message = f"expected `{name}` to hold a token, `user:password`, `Bearer …` or `Basic …`, found several words"
        raise _unusable(message, f"set `{name}` to one of these")
    token = rest if kind else value
    if kind != "bearer" and ":" in token:
        return "Basic " + base64.b64encode(token.encode()).decode("ascii")
    if not _VISIBLE.fullmatch(token):
        raise _unusable(
            f"the token in `{name}` holds a blank or a character that no header may hold", f"set `{name}` to the token alone"
        )
    return f"{'Basic' if kind == 'basic' else 'Bearer'} {token}"


def _unusable(message: str, remedy: str) -> UsageError:
    return UsageError([Problem(None, Severity.ERROR, Code.USAGE, message, remedy)])
