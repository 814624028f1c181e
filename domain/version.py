"""Which wardiary this is: every game says which one wrote it."""

VERSION = "0.1.0"
