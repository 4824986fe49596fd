"""`python -m verify` is the program `attnverify`."""

from verify.cli import main

if __name__ == "__main__":
    main(prog_name="attnverify")
