"""The codes that no setting and no ignore keeps quiet: a closed list, with the reason."""

from connectors.problems import Code

__all__ = ["LOADER", "RIGHTS"]

LOADER = frozenset(
    {
        # Files that cannot be read, or are not what `connector.json` says.
        Code.PACKAGE_NOT_FOUND,
        Code.PACKAGE_UNREADABLE,
        Code.PACKAGE_FILE_MISSING,
        Code.PACKAGE_FILE_UNKNOWN,
        Code.PACKAGE_DIGEST,
        Code.PACKAGE_SPELLING,
        Code.PACKAGE_SYNTAX,
        Code.PACKAGE_VALUE,
        Code.PACKAGE_FORMAT_NEWER,
        Code.PACKAGE_PATH,
        Code.NOT_SEALED,
        Code.NOTHING_TO_VALIDATE,
        # What people write, and cannot be read.
        Code.DOCUMENT_TOO_LARGE,
        Code.DOCUMENT_TOO_DEEP,
        Code.ENCODING,
        Code.DUPLICATE_KEY,
        Code.YAML_SYNTAX,
        Code.YAML_ALIASES,
        Code.YAML_MERGE,
        Code.YAML_TAG,
        Code.SOURCE_FILE,
        Code.SOURCE_CONTRADICTION,
        Code.ID_DIFFERS,
        Code.ID_MALFORMED,
        # An overlay that cannot be applied. One that changes nothing (overlay-idle) is no reason not to load.
        Code.OVERLAY_KEY,
        Code.OVERLAY_VALUE,
        Code.OVERLAY_MISSING,
        Code.OVERLAY_UNMATCHED,
        Code.OVERLAY_DUPLICATE,
        Code.OVERLAY_CONTRADICTION,
        Code.OVERLAY_BECAUSE,
        Code.OVERLAY_ID,
        Code.OVERLAY_RENAME,
        Code.OVERLAY_CREDENTIAL,
        Code.OVERLAY_PAGINATION,
        Code.OVERLAY_OUTCOME,
    }
)
"""The loader refuses a package with one of these, so nothing runs with it, whatever a check says."""

RIGHTS = frozenset(
    {
        Code.LICENSE_INVALID,
        Code.LICENSE_TEXT_MISSING,
        Code.RIGHTS_REFUSED,
        Code.RIGHTS_SENTENCE_MISSING,
        Code.RIGHTS_NOT_ASSERTED,
        Code.NOTICE_MISSING,
    }
)
"""The gate of what is given away. A right is asserted in `source.yaml`, by a person, with the sentence that it rests on."""
