"""A request, shown: for people, for programs, and as a command line of curl. Secrets are placeholders in each."""

import base64
import hashlib
import re
import shlex
from typing import Any

from connectors.cli.terminal import printable
from connectors.execute.credentials import Credential
from connectors.execute.request import Request
from connectors.model.operation import Location, Operation

__all__ = ["as_curl", "as_json", "as_text", "needs_file", "variable"]


def as_text(request: Request) -> str:
    """The request line and headers as they travel, the body, and what stands for what."""
    lines = [f"{printable(request.method)} {printable(request.url)}"]
    lines += [f"{printable(name)}: {printable(value)}" for name, value in request.headers]
    if request.body is not None:
        text = _readable(request.body)
        digest = hashlib.sha256(request.body).hexdigest()
        lines += ["", f"({len(request.body)} bytes, sha256 {digest})" if text is None else text.rstrip("\n")]
    if request.credentials:
        lines += ["", "Credentials"]
        lines += [f"  {_credential_words(item)}" for item in request.credentials]
    if request.notes:
        lines += ["", "Notes", *(f"  {printable(note)}" for note in request.notes)]
    return "\n".join(lines) + "\n"


def as_json(operation: Operation, request: Request) -> dict[str, Any]:
    """Every fact of the request. The body is text where it is UTF-8, and base64 always."""
    body = None
    if request.body is not None:
        try:
            text: str | None = request.body.decode()
        except UnicodeDecodeError:
            text = None
        body = {
            "bytes": len(request.body),
            "sha256": hashlib.sha256(request.body).hexdigest(),
            "text": text,
            "base64": base64.b64encode(request.body).decode(),
        }
    return {
        "operation": operation.id,
        "method": request.method,
        "url": request.url,
        "headers": [{"name": name, "value": value} for name, value in request.headers],
        "body": body,
        "credentials": [
            {
                "placeholder": item.placeholder,
                "in": item.location,
                "name": item.name,
                "scheme": item.scheme,
                "kind": item.kind,
                "scopes": item.scopes,
                "argument": item.argument,
            }
            for item in request.credentials
        ],
        "notes": request.notes,
    }


def needs_file(request: Request) -> bool:
    """Whether the body cannot stand in a command line: it is no text, or one that would act on a terminal."""
    return request.body is not None and _readable(request.body) is None


def as_curl(request: Request, body_file: str | None) -> str:
    """A command line for a POSIX shell that sends the request. Secrets come from variables of the environment."""
    parts = [["curl", "--globoff", "--path-as-is"]]
    parts.append(["--head"] if request.method == "HEAD" else ["--request", _quoted(request.method, request)])
    parts += [["--header", _quoted(f"{name}: {value}" if value else f"{name};", request)] for name, value in request.headers]
    for item in request.credentials:
        if item.location is None:
            parts.append(["--cert", f'"${variable(item)}"'])
    if request.body is not None:
        if body_file is not None:
            parts.append(["--data-binary", shlex.quote(f"@{body_file}")])
        else:
            parts.append(["--data-raw", _quoted(request.body.decode(), request)])
    parts.append(["--url", _quoted(request.url, request)])
    return " \\\n  ".join(" ".join(part) for part in parts) + "\n"


def variable(credential: Credential) -> str:
    """The variable of the environment that holds a secret: `CONNECTORS_BEARER`."""
    name = credential.scheme or f"arg_{credential.argument}"
    return "CONNECTORS_" + re.sub(r"[^A-Za-z0-9]", "_", name).upper()


def _quoted(text: str, request: Request) -> str:
    """Text as one word of a shell, with variables where placeholders stand."""
    names = {item.placeholder: variable(item) for item in request.credentials}
    if not names:
        return shlex.quote(text)
    pieces = re.split("(" + "|".join(map(re.escape, names)) + ")", text)
    words = [f'"${names[piece]}"' if piece in names else shlex.quote(piece) for piece in pieces if piece]
    return "".join(words) or "''"


def _readable(body: bytes) -> str | None:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return None
    return text if printable(text, newlines=True) == text else None


def _credential_words(item: Credential) -> str:
    scopes = f", scopes {' '.join(item.scopes)}" if item.scopes else ""
    what = f"{item.kind} `{item.scheme}`{scopes}" if item.scheme is not None else f"the argument `{item.argument}`"
    where = f"in the {item.location} `{item.name}`" if item.location is not None else "with the connection"
    if item.location is Location.BODY:
        where = f"in the member `{item.name}` of the body"
    return printable(f"{item.placeholder}  {what}, {where}")
