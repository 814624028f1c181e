"""Games as text and in other hands: notation, diary files, interchange, cases, and the library of played games."""
