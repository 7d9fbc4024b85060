"""What a name suggests and nobody has said: that an argument is a secret, that a member of an answer tells success from failure.

A sign decides nothing: it is worth a question to a person who knows.
"""

from collections.abc import Iterable

__all__ = ["error_member", "is_secret_name", "plain_name", "success_flag"]

_FLAGS = ("ok", "success", "succeeded", "issuccess", "successful")
_ERRORS = frozenset({"error", "errors", "errorcode", "errormessage"})
# Whole names: `token` alone is as often the place in a collection, and `code` as often a country's.
_SECRETS = frozenset({
    "password", "passwd", "passphrase", "userpassword", "currentpassword", "oldpassword", "newpassword", "passwordconfirmation",
    "confirmpassword", "apikey", "apisecret", "apitoken", "xapikey", "secret", "secretkey", "secretaccesskey", "clientsecret",
    "appsecret", "consumersecret", "sharedsecret", "webhooksecret", "accesstoken", "refreshtoken", "authtoken", "xauthtoken",
    "bearertoken", "sessiontoken", "privatetoken", "personalaccesstoken", "idtoken", "privatekey", "signingkey", "authorization",
    "credential", "credentials",
})  # fmt: skip


def plain_name(name: str) -> str:
    """A name without case and signs: how two spellings are compared."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def is_secret_name(name: str) -> bool:
    """Whether an argument is called as a password, a key or a token is, and as nothing else."""
    return plain_name(name) in _SECRETS


def success_flag(names: Iterable[str]) -> str | None:
    """Of the truth values at the top of an answer, the one that says whether the call succeeded."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(plain_name(name), name)
    return next((found[flag] for flag in _FLAGS if flag in found), None)


def error_member(names: Iterable[str]) -> str | None:
    """Of the members at the top of an answer, the one that holds what went wrong; the first by name."""
    return next((name for name in sorted(names) if plain_name(name) in _ERRORS), None)
