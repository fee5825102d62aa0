"""Plain data that the other layers pass to each other; standard library only."""
