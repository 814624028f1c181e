"""What a screen shows of each game."""
