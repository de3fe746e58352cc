"""SARA v2 JSON: the one file that the published training code loads."""

from sara_annotate.domain.formats.sara_json_parse import parse
from sara_annotate.domain.formats.sara_json_render import SaraJson, render

__all__ = ["SaraJson", "parse", "render"]
