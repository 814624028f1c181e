"""What the games of this kind show alike, and say no more than once."""
