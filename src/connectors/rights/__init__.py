"""Under which licence a package travels: the expression, the texts, the notices."""
