"""Where connectors are looked for: the project's folder, the installed ones, those that ship with the program."""
