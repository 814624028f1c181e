"""What is shown of a game by lines of paper."""
