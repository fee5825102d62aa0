"""`python -m checker` is the same as `segoc`."""

from checker.cli import main

if __name__ == "__main__":
    main()
