"""Games by lines of paper."""
