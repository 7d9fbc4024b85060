"""Making a version of a connector for the store: finding its recipe, generating it, checking it, making it active."""
