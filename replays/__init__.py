"""Games as text and in other hands: notation, diary files, interchange, packs, and the library of played games."""
