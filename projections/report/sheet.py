"""The report as a PDF: the same page, laid out for paper by WeasyPrint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.errors import BadInput
from projections.report.model import Report
from projections.report.page import page

LOOSE = "* { break-inside: auto !important; break-after: auto !important; break-before: auto !important; }"


def sheet(report: Report, photos: Mapping[str, bytes] | None = None) -> bytes:
    """The PDF. Raises BadInput when what lays it out is not installed: it is an extra."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:  # OSError: the package is there, and the Pango library it calls is not
        raise BadInput(f"a PDF needs WeasyPrint and Pango: pip install 'wardiary[pdf]' ({error}); or print the HTML page from a browser") from error
    own = weasyprint.urls.URLFetcher(allowed_protocols=("data",))  # what the page itself holds, and nothing else
    made: Any = weasyprint.HTML(string=page(report, photos), url_fetcher=own)
    try:
        return bytes(made.write_pdf())
    except AssertionError:  # WeasyPrint fails to place some blocks that are to be kept together; nothing is then
        return bytes(made.write_pdf(stylesheets=[weasyprint.CSS(string=LOOSE)]))
