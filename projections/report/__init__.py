"""The after-action report: made from the record by one command, right in every figure.

`model` is what a report holds; `build` puts it together from a game; `page`, `post` and `sheet` write it as HTML,
Markdown and PDF.
"""
