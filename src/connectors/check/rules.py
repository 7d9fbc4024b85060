"""The rules for an effective package, in the order in which they are applied."""

from connectors.check.answer_statuses import answer_statuses
from connectors.check.argument_keys import argument_keys
from connectors.check.callability import callability
from connectors.check.curated_deprecated import curated_deprecated
from connectors.check.curated_summaries import curated_summaries
from connectors.check.derivation import derivation
from connectors.check.effects import effects
from connectors.check.finding import Finding, Rule
from connectors.check.headers import headers
from connectors.check.hidden_text import hidden_text
from connectors.check.idempotency_keys import idempotency_keys
from connectors.check.inferred_facts import inferred_facts
from connectors.check.letter_case import letter_case
from connectors.check.locked_names import locked_names
from connectors.check.maturity import maturity
from connectors.check.operation_ids import operation_ids
from connectors.check.optional_keys import optional_keys
from connectors.check.outcomes import outcomes
from connectors.check.paging import paging
from connectors.check.path_parameters import path_parameters
from connectors.check.patterns import patterns
from connectors.check.satisfiable import satisfiable
from connectors.check.schemas import schemas
from connectors.check.scopes import scopes
from connectors.check.secret_arguments import secret_arguments
from connectors.check.security_schemes import security_schemes
from connectors.check.server_addresses import server_addresses
from connectors.check.tombstones import tombstones
from connectors.check.tool_descriptions import tool_descriptions
from connectors.check.tool_inputs import tool_inputs
from connectors.check.tool_names import tool_names
from connectors.check.unread_outcomes import unread_outcomes
from connectors.model.package import Package

__all__ = ["RULES", "STRICT_RULES", "check"]

RULES: tuple[Rule, ...] = (
    operation_ids,
    locked_names,
    argument_keys,
    path_parameters,
    schemas,
    effects,
    idempotency_keys,
    answer_statuses,
    security_schemes,
    scopes,
    callability,
    paging,
    outcomes,
    headers,
    derivation,
    tombstones,
    letter_case,
    satisfiable,
    server_addresses,
    hidden_text,
    secret_arguments,
    optional_keys,
    unread_outcomes,
    patterns,
    maturity,
    curated_summaries,
    curated_deprecated,
    tool_names,
    tool_descriptions,
    tool_inputs,
)

STRICT_RULES: tuple[Rule, ...] = (inferred_facts,)
"""What `--strict` asks for besides."""


def check(package: Package, *, strict: bool = False) -> tuple[Finding, ...]:
    """Everything that is wrong with a package, rule by rule. Touches nothing but its argument.

    What the loader refuses (files, digests, spelling, counts) is no matter of a rule: a Package that exists is free of it.
    """
    rules = (*RULES, *STRICT_RULES) if strict else RULES
    return tuple(finding for rule in rules for finding in rule(package))
