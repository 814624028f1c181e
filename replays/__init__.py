"""Games as text, and played games: notation, diary files, interchange, packs, and the library."""
