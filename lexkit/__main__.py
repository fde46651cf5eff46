"""`python -m lexkit`: the command line, by the Python it is installed for."""

from lexkit.cli import main

main()
