"""How a report of a checking command is written."""
