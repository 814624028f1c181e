"""The table's application layer: what is heard, refused, completed, taken back and put right; for whoever records, at a terminal or elsewhere."""
