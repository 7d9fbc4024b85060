"""Proposals for the overlay: what a package points to and does not prove, each with its evidence and what is missing."""
