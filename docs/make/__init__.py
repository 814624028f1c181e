"""What writes the generated pages of the docs."""
