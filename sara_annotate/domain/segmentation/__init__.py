"""A plain statute cut into subsections by enumerators, indentation and headings.

`normalise_text` is for importers of plain text and comes first; afterwards the text never
changes. `segment_statute` changes nothing: its offsets are code points of the text given,
also when that text still has a byte order mark or CRLF line ends.
"""

from __future__ import annotations

from sara_annotate.domain.segmentation.segment import Segmentation, segment_statute
from sara_annotate.domain.segmentation.text import normalise_text

__all__ = ["Segmentation", "normalise_text", "segment_statute"]
