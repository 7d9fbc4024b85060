"""How far a description conforms to its standard: several readers, one list of findings."""
