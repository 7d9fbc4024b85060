"""`python -m connectors`: the command line."""

from connectors.cli.main import main

if __name__ == "__main__":
    main()
