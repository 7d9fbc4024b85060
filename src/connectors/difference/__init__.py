"""What changed between two packages, for whoever calls them."""
