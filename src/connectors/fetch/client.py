"""Fetching one document: requests that were decided, redirects that are decided anew, a body that is counted as it comes."""

import hashlib
import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpcore2
import httpx2

from connectors.fetch.budget import Budget
from connectors.fetch.credentials import Credential
from connectors.fetch.decision import Admitted, Policy, Resolver, admit, system_resolver
from connectors.fetch.decoding import CodingError, accepted, decoder
from connectors.fetch.dialling import Dial, dial
from connectors.fetch.failures import StatusError, failure, refusal
from connectors.fetch.transport import MARK, GuardedTransport, system_trust
from connectors.fetch.url import Url, join, shown
from connectors.problems import Code, FetchError
from connectors.version import __version__

__all__ = ["MOST_REDIRECTS", "Client", "Fetched", "NotModified", "Validators", "Wire", "repeatable"]

MOST_REDIRECTS = 20
"""No honest server needs more, and the option takes no more."""
_REPEATABLE = re.compile(r"[\x20-\x7e]+", re.ASCII)
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_ACCEPT = "application/vnd.oai.openapi+json, application/vnd.oai.openapi, application/json, application/yaml, text/yaml, */*;q=0.5"


@dataclass(frozen=True, slots=True)
class Validators:
    """What the server said of the copy that is kept, and the address that said it. Source: RFC 9110 §8.8."""

    url_key: str
    """`Url.key` of the address."""
    etag: str | None
    last_modified: str | None


def repeatable(validator: str | None) -> str | None:
    """A validator, where it can be sent back as it came: a server may write what no request may hold."""
    return validator if validator is not None and _REPEATABLE.fullmatch(validator) else None


@dataclass(frozen=True, slots=True)
class Fetched:
    """A document as it came, decompressed. `url` is where it came from in the end; `sha256` bare hex over `data`."""

    data: bytes = field(repr=False)
    url: Url
    sha256: str
    etag: str | None = None
    last_modified: str | None = None
    may_be_kept: bool = True
    """False where the server says `no-store`."""


@dataclass(frozen=True, slots=True)
class NotModified:
    """The server says that the copy with these validators is still the document."""

    url: Url


@dataclass(frozen=True, slots=True)
class Wire:
    """What the client stands on; tests put their own in its place."""

    resolver: Resolver = system_resolver
    dialling: Dial = dial
    trust: Callable[[], ssl.SSLContext] = system_trust


class Client:
    """Fetches documents within one budget."""

    def __init__(
        self,
        policy: Policy,
        budget: Budget,
        *,
        max_redirects: int = 0,
        credential: Credential | None = None,
        wire: Wire = Wire(),
    ) -> None:
        self._policy = policy
        self._budget = budget
        self._max_redirects = max_redirects
        self._credential = credential
        self._wire = wire
        self._http = httpx2.Client(
            transport=GuardedTransport(budget, dialling=wire.dialling, trust=wire.trust), trust_env=False, follow_redirects=False
        )

    def get(
        self, url: Url, *, validators: Validators | None = None, permits: Callable[[Url], bool] = lambda _: True
    ) -> Fetched | NotModified:
        """Fetch a document. `permits` says of every address that a redirect leads to whether the caller goes there.

        Raises FetchError for everything that keeps it from being fetched whole.
        """
        with self._budget.running():
            asked = url
            for hop in range(self._max_redirects + 1):
                admitted = admit(asked, self._policy, self._wire.resolver, self._budget)
                sent = validators if validators is not None and validators.url_key == asked.key else None
                with self._sent(admitted, sent) as answer:
                    if answer.status_code in _REDIRECTS and "location" in answer.headers:
                        asked = self._redirected(asked, answer.headers["location"], hop, permits)
                        continue
                    if answer.status_code == 304 and sent is not None:
                        return NotModified(asked)
                    if answer.status_code != 200:
                        raise self._unexpected(answer, asked)
                    return self._read(answer, asked)
            raise AssertionError("the last redirect is refused")

    # -- one exchange -----------------------------------------------------------------------------------------------------------

    @contextmanager
    def _sent(self, admitted: Admitted, validators: Validators | None) -> Iterator[httpx2.Response]:
        url = admitted.url
        headers = {
            "User-Agent": f"connectors/{__version__}",
            "Accept": _ACCEPT,
            "Accept-Encoding": accepted(),
            "Connection": "close",
            **self._authorization(admitted),
        }
        if validators is not None and validators.etag:
            headers["If-None-Match"] = validators.etag
        if validators is not None and validators.last_modified:
            headers["If-Modified-Since"] = validators.last_modified
        request = httpx2.Request("GET", f"{url.origin}/", headers=headers, extensions={MARK: admitted})
        try:
            answer = self._http.send(request, stream=True)
            try:
                yield answer
            finally:
                answer.close()
        except httpcore2.ProxyError as error:
            message = f"the proxy does not connect to `{url.host}`: {shown(str(error))}"
            raise failure(Code.NETWORK_FAILED, message, "check the proxy", where=url.public) from error
        except httpcore2.RemoteProtocolError as error:
            message = f"the answer is not HTTP as it should be: {_reason(error)}"
            raise failure(
                Code.ANSWER_MALFORMED, message, "try again later; tell whoever runs the server", where=url.public
            ) from error
        except httpcore2.NetworkError as error:
            raise failure(Code.NETWORK_FAILED, "the connection broke off", "try again later", where=url.public) from error

    def _authorization(self, admitted: Admitted) -> dict[str, str]:
        credential = self._credential
        if credential is None or credential.origin != admitted.url.origin:
            return {}
        if not admitted.url.secure and not admitted.stays_here:
            message = f"the credential in `{credential.name}` is sent over `https` alone, and the address is one of `http`"
            raise refusal(Code.CREDENTIAL_REFUSED, message, "give the address of `https`", where=admitted.url.public)
        return {"Authorization": credential.value}

    # -- what comes back --------------------------------------------------------------------------------------------------------

    def _redirected(self, asked: Url, location: str, hop: int, permits: Callable[[Url], bool]) -> Url:
        try:
            target = join(asked, location)
        except FetchError as error:
            problem = error.problems[0]
            message = f"the server redirects to an address that is not followed: {problem.message}"
            raise refusal(
                Code.REDIRECT_REFUSED, message, "give the address of the description itself", where=asked.public
            ) from error
        if asked.secure and not target.secure:
            message = f"the server redirects from `https` to `{target.public}`, which anybody on the way can read and change"
            raise refusal(Code.REDIRECT_REFUSED, message, "give an address of `https`", where=asked.public)
        if not permits(target):
            message = f"the server redirects to `{target.public}`, which is outside of what is allowed"
            raise refusal(Code.ORIGIN_REFUSED, message, f"allow it with `--allow-origin {target.origin}`", where=asked.public)
        if hop == self._max_redirects:
            more = "no redirect is followed" if hop == 0 else f"expected at most {hop} redirect{'s'[: hop > 1]}, found more"
            remedy = f"give `{target.public}` itself"
            if hop < MOST_REDIRECTS:
                remedy += f", or allow redirects with `--max-redirects {hop + 1}`"
            message = f"{more}: the server redirects to `{target.public}`"
            raise refusal(Code.REDIRECT_REFUSED, message, remedy, where=asked.public)
        return target

    def _unexpected(self, answer: httpx2.Response, url: Url) -> FetchError:
        status = answer.status_code
        phrase = httpx2.codes.get_reason_phrase(status)
        message = f"expected the answer 200, found {status}{f' ({phrase})' if phrase else ''}"
        if status in (401, 403):
            name = self._credential.name if self._credential is not None and self._credential.origin == url.origin else None
            remedy = (
                f"check the credential in `{name}`"
                if name
                else "name an environment variable that holds a credential, with `--auth-env NAME`"
            )
        elif status == 407:
            remedy = "give the proxy's user and password in the variable that names it"
        elif status in (404, 410) or 300 <= status < 400:
            remedy = "check the address"
        elif status == 429 or status >= 500:
            remedy = "try again later"
        else:
            remedy = "check the address, and look at what the server says with another client"
        return StatusError(failure(Code.STATUS_UNEXPECTED, message, remedy, where=url.public).problems, status)

    def _read(self, answer: httpx2.Response, url: Url) -> Fetched:
        headers = answer.headers
        data = self._body(answer, url)
        self._budget.spend(len(data))
        return Fetched(
            data=data,
            url=url,
            sha256=hashlib.sha256(data).hexdigest(),
            etag=repeatable(headers.get("etag")),
            last_modified=repeatable(headers.get("last-modified")),
            may_be_kept="no-store" not in headers.get("cache-control", "").lower(),
        )

    def _body(self, answer: httpx2.Response, url: Url) -> bytes:
        limits, most = self._budget.limits, self._budget.bytes
        announced = answer.headers.get("content-length", "")
        if announced.isdecimal() and int(announced) > most:
            raise _too_large(limits.bytes, most, url, f"the server announces {int(announced):,}")
        coding = answer.headers.get("content-encoding", "")
        pieces: list[bytes] = []
        came = size = 0
        try:
            undoing = decoder(coding)
            for chunk in answer.iter_raw():
                came += len(chunk)
                if came > most:
                    # Compressed bytes count by themselves: there may be any number of them that stand for nothing.
                    raise _too_large(limits.bytes, most, url, "found more")
                for piece in undoing.feed(chunk):
                    size += len(piece)
                    if size > most:
                        raise _too_large(limits.bytes, most, url, "found more")
                    if size > 1_048_576 and size > came * limits.ratio:
                        message = f"{came:,} compressed bytes stand for more than {limits.ratio} times as many"
                        remedy = "fetch it with another client, look at it, and give the file"
                        raise failure(Code.ANSWER_TOO_LARGE, message, remedy, where=url.public)
                    pieces.append(piece)
            undoing.finish()
        except CodingError as error:
            message = f"the body is said to be coded as `{shown(coding)}`, and cannot be decoded: {error}"
            raise failure(
                Code.ANSWER_MALFORMED, message, "try again later; tell whoever runs the server", where=url.public
            ) from error
        return b"".join(pieces)


def _too_large(limit: int, left: int, url: Url, found: str) -> FetchError:
    together = f", {left:,} of them left" if left != limit else ""
    message = f"expected at most {limit:,} bytes of all documents{together}; {found}"
    remedy = "raise the limit with `--max-bytes` if the documents are meant to be so large"
    return failure(Code.ANSWER_TOO_LARGE, message, remedy, where=url.public)


def _reason(error: Exception) -> str:
    # What stands behind the colon is what the server sent, which may be what it was sent: a credential, too.
    text = str(error).partition(": ")[0].rstrip(".")
    return text[:1].lower() + text[1:] if text else "it breaks off"
