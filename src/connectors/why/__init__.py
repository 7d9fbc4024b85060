"""Where each fact of an operation comes from: the description's line, a clause, an inference, or the overlay's line."""
