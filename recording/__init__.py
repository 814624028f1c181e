"""The table's application layer: hearing, refusing, completing, taking back and correcting lines, at a terminal or
elsewhere.
"""
