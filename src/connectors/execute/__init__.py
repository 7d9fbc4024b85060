"""Calling an operation: the exact request, from the model alone."""
