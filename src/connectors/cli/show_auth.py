"""The credentials of a package for people: schemes, what their flows advertise, and which operations need what."""

from collections import Counter, defaultdict
from collections.abc import Mapping

from connectors.cli.layout import Cell
from connectors.cli.page import Page
from connectors.cli.terminal import printable
from connectors.cli.words import auth_words, default_security_words, plural, security_words
from connectors.model.connector import AuthScheme, Flow
from connectors.model.operation import AnyOf, Undeclared
from connectors.model.package import Package

__all__ = ["write_auth"]


def write_auth(page: Page, package: Package) -> None:
    """Schemes first, then what operations need, then the default."""
    connector = package.connector
    needed = _needed_scopes(package)
    page.title(f"{connector.id}: credentials")
    page.line(f"{plural(len(connector.auth), 'scheme')}; without a word of its own an operation takes the default:")
    page.line(default_security_words(connector.default_security), indent="  ")
    for scheme in connector.auth:
        page.heading(printable(scheme.id))
        _write_scheme(page, scheme, needed.get(scheme.id, {}))
    page.heading(f"What the {plural(len(package.operations), 'operation')} need")
    counted = Counter(security_words(operation.security, connector.default_security) for operation in package.operations)
    page.table(
        [[Cell(f"{count:>5}"), Cell(words)] for words, count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))]
    )
    stuck = [operation for operation in package.operations if not operation.callable]
    if stuck:
        page.heading(f"Not callable ({len(stuck)}): no alternative can be satisfied")
        for operation in stuck:
            page.line(printable(operation.id), indent="  ")


def _needed_scopes(package: Package) -> dict[str, "Counter[str]"]:
    """Scopes by scheme, each with the number of operations that name it; what the default needs counts where it applies."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for operation in package.operations:
        security = package.connector.default_security if isinstance(operation.security, Undeclared) else operation.security
        if isinstance(security, AnyOf):
            pairs = {
                (requirement.scheme, scope)
                for alternative in security.alternatives
                for requirement in alternative
                for scope in requirement.scopes
            }
            for scheme, scope in pairs:
                found[scheme][scope] += 1
    return found


def _write_scheme(page: Page, scheme: AuthScheme, needed: Mapping[str, int]) -> None:
    page.facts(
        [
            ("kind", auth_words(scheme)),
            ("vendor's key", printable(scheme.vendor_key)),
            ("discovery", printable(scheme.openid_connect_url) if scheme.openid_connect_url else ""),
            ("says", printable(scheme.description.strip(), newlines=True) if scheme.description else ""),
        ],
        indent=2,
    )
    for flow in scheme.flows:
        page.line(f"flow {printable(flow.kind)}", indent="  ")
        page.facts(_flow_facts(flow), indent=4)
    advertised = {scope.name: scope.description for flow in scheme.flows for scope in flow.scopes}
    rows = [
        _scope_row(name, needed.get(name, 0), advertised, bool(scheme.flows))
        for name in dict.fromkeys([*advertised, *sorted(needed)])
    ]
    if rows:
        # Only the flows of OAuth 2.0 advertise scopes; other schemes have them on requirements alone.
        page.line(
            f"{plural(len(advertised), 'scope')} advertised, {len(needed)} needed" if scheme.flows else "scopes needed", indent="  "
        )
        page.table(rows, indent=4)


def _scope_row(name: str, needed: int, advertised: Mapping[str, str | None], flows: bool) -> list[Cell]:
    use = Cell(f"needed by {plural(needed, 'operation')}") if needed else Cell("needed by none", "dim")
    says = printable(" ".join((advertised.get(name) or "").split())) if name in advertised or not flows else "NOT ADVERTISED"
    return [Cell(printable(name)), use, Cell(says)]


def _flow_facts(flow: Flow) -> list[tuple[str, str]]:
    urls = (
        ("authorize", flow.authorization_url),
        ("token", flow.token_url),
        ("refresh", flow.refresh_url),
        ("device", flow.device_authorization_url),
    )
    return [(name, printable(url)) for name, url in urls if url]
