"""Licences as publishers write them into `info.license`, and what becomes of each: a candidate to be offered, or nothing."""

import pytest

from connectors.model.connector import Claim
from connectors.problems import Code, Severity
from connectors.rights.claims import claims_of, judge_claims, meant_by
from connectors.rights.expression import parse

NAMES = [
    # What the descriptions of the corpus say, all of it.
    ("Apache 2.0", "Apache-2.0"),
    ("Apache 2.0 License", "Apache-2.0"),
    ("Apache-2.0", "Apache-2.0"),
    ("Licensed by Apache 2.0", "Apache-2.0"),
    ("MIT", "MIT"),
    ("MIT License", "MIT"),
    ("MIT for OAS 2.0", "MIT"),
    ("This file is distributed under the MIT license for the purpose of interoperability", "MIT"),
    ("BSD-3-Clause", "BSD-3-Clause"),
    ("BSD3", "BSD-3-Clause"),
    ("AGPLv3", "AGPL-3.0-only"),
    ("GNU Affero General Public License v3.0 or later", "AGPL-3.0-or-later"),
    ("LGPL license V3.", "LGPL-3.0-only"),
    ("LGPL-2.1", "LGPL-2.1-only"),
    ("Mozilla Public License 2.0", "MPL-2.0"),
    ("CC-BY 4.0", "CC-BY-4.0"),
    ("Creative Commons Attribution 3.0", "CC-BY-3.0"),
    ("Creative Commons Attribution 3.0 Australia", "CC-BY-3.0-AU"),
    # A version that nobody published, and families without a version, name none of their members.
    ("BSD License 2.0", None),
    ("AGPL", None),
    ("GNU GENERAL PUBLIC LICENSE", None),
    ("API available under GNU Lesser General Public License", None),
    ("CC-BY", None),
    ("Creative Commons", None),
    # Further spellings in use.
    ("The MIT License (MIT)", "MIT"),
    ("Expat", "MIT"),
    ("Apache License, Version 2.0", "Apache-2.0"),
    ("The Apache Software License, Version 2.0", "Apache-2.0"),
    ("Apache2", "Apache-2.0"),
    ("apache2.0", "Apache-2.0"),
    ("New BSD License", "BSD-3-Clause"),
    ("BSD 2-Clause", "BSD-2-Clause"),
    ("GPL v2", "GPL-2.0-only"),
    ("GPLv3+", "GPL-3.0-or-later"),
    ("GNU General Public License v3 (GPLv3)", "GPL-3.0-only"),
    ("GNU LGPL 2.1 or later", "LGPL-2.1-or-later"),
    ("CC0", "CC0-1.0"),
    ("CC0 1.0 Universal", "CC0-1.0"),
    ("CC BY-NC-SA 4.0", "CC-BY-NC-SA-4.0"),
    ("CC BY-ND 4.0 International", "CC-BY-ND-4.0"),
    ("Creative Commons Attribution-ShareAlike 4.0 International", "CC-BY-SA-4.0"),
    ("Creative Commons Attribution-NonCommercial 4.0 International Public License", "CC-BY-NC-4.0"),
    ("EPL 2.0", "EPL-2.0"),
    ("EUPL-1.2", "EUPL-1.2"),
    ("ISC License", "ISC"),
    ("The Unlicense", "Unlicense"),
    ("WTFPL", "WTFPL"),
    ("zlib", "Zlib"),
    ("MIT OR Apache-2.0", "MIT OR Apache-2.0"),
    # Several, or not quite the one: a person has to look.
    ("MIT/Apache-2.0", None),
    ("Dual licensed: MIT and GPL v2", None),
    ("Modified MIT", None),
    ("not under the MIT License", None),
    ("MIT No Attribution", None),
    ("mit freundlichen Rechten", None),
    ("Apache", "Apache-2.0"),
    ("BSD", None),
    ("Public Domain", None),
    ("Proprietary", None),
    ("Commercial", None),
    ("See our terms of use", None),
    ("Copyright 2020 Vendor. All rights reserved.", None),
]

ADDRESSES = [
    ("http://www.apache.org/licenses/LICENSE-2.0.html", "Apache-2.0"),
    ("https://www.apache.org/licenses/LICENSE-2.0", "Apache-2.0"),
    ("http://opensource.org/licenses/Apache-2.0", "Apache-2.0"),
    ("https://opensource.org/licenses/MIT", "MIT"),
    ("https://opensource.org/license/mit/", "MIT"),
    ("https://spdx.org/licenses/MIT", "MIT"),
    ("http://creativecommons.org/licenses/by/3.0/", "CC-BY-3.0"),
    ("https://creativecommons.org/licenses/by/3.0/au/", "CC-BY-3.0-AU"),
    ("https://creativecommons.org/licenses/by/4.0/legalcode", "CC-BY-4.0"),
    ("https://creativecommons.org/licenses/by-nc-nd/4.0/", "CC-BY-NC-ND-4.0"),
    ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0"),
    ("http://www.mozilla.org/MPL/2.0/", "MPL-2.0"),
    ("https://www.gnu.org/licenses/agpl-3.0.en.html", "AGPL-3.0-only"),
    ("https://www.gnu.org/licenses/old-licenses/lgpl-2.1.html", "LGPL-2.1-only"),
    ("https://choosealicense.com/licenses/mit/", "MIT"),
    # A page that says so only to who opens it, and one for every version there is.
    ("http://www.apache.org/licenses/", None),
    ("http://www.gnu.org/licenses/lgpl.html", None),
    ("https://github.com/Bungie-net/api/blob/master/LICENSE", None),
    ("https://www.neutrinoapi.com/api/LICENSE-MIT.txt", None),
    ("https://opensource.org.example/licenses/MIT", None),
    ("https://evil.example/?https://opensource.org/licenses/MIT", None),
    ("./LICENSE", None),
]


@pytest.mark.parametrize(("written", "expected"), NAMES)
def test_a_name_as_publishers_write_it(written: str, expected: str | None) -> None:
    meant = meant_by(Claim("info.license.name", written))
    assert (meant.text if meant else None) == expected


@pytest.mark.parametrize(("written", "expected"), ADDRESSES)
def test_a_page_that_publishers_point_to(written: str, expected: str | None) -> None:
    meant = meant_by(Claim("info.license.url", written))
    assert (meant.text if meant else None) == expected


@pytest.mark.parametrize("written", [name for name, _ in NAMES])
def test_what_a_description_says_never_becomes_the_licence_by_itself(written: str) -> None:
    claims = claims_of([("info.license.name", written)], None)
    (problem,) = judge_claims(claims, None, "openapi.yaml")
    assert problem.severity is Severity.WARNING
    assert problem.code in (Code.LICENSE_CANDIDATE, Code.LICENSE_NOT_STATED)
    assert claims == (Claim("info.license.name", written),)


@pytest.mark.parametrize(
    ("stated", "written", "codes"),
    [
        pytest.param("Apache-2.0", "Apache 2.0", [], id="the-same-in-other-words"),
        pytest.param("MIT", "Apache 2.0", [Code.LICENSE_DISAGREES], id="another-licence"),
        pytest.param("MIT", "MIT OR Apache-2.0", [], id="one-of-two-that-are-offered"),
        pytest.param("MIT AND CC-BY-4.0", "MIT", [], id="more-than-the-description-says"),
        pytest.param("GPL-3.0-or-later", "GPLv3", [], id="or-later-is-the-same-licence"),
        pytest.param("GPL-3.0-only", "GPLv2", [Code.LICENSE_DISAGREES], id="another-version"),
        pytest.param("MIT", "See our terms of use", [], id="no-name-contradicts-nothing"),
    ],
)
def test_what_is_stated_is_compared_with_what_is_claimed(stated: str, written: str, codes: list[Code]) -> None:
    expression = parse(stated)
    claims = claims_of([("info.license.name", written)], expression)
    assert [problem.code for problem in judge_claims(claims, expression, "openapi.yaml")] == codes
    assert claims == (Claim("info.license.name", written), Claim("source.yaml", stated))


def test_two_claims_that_differ_are_both_offered() -> None:
    found = [("info.license.name", "MIT"), ("info.license.url", "http://www.apache.org/licenses/LICENSE-2.0.html")]
    (problem,) = judge_claims(claims_of(found, None), None, "openapi.yaml")
    assert "`MIT` (`info.license.name`) and `Apache-2.0` (`info.license.url`)" in problem.message


@pytest.mark.parametrize("place", ["info.contact.name", "info.contact.url", "info.termsOfService"])
def test_whom_to_ask_and_what_holds_for_the_service_is_no_licence(place: str) -> None:
    claims = claims_of([(place, "MIT")], None)
    assert meant_by(claims[0]) is None
    assert judge_claims(claims, None, "openapi.yaml") == []
