"""For inspection only: layers change through edits."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from sara_annotate.annotations.models import (
    Argument,
    Clause,
    Edit,
    Evidence,
    Instantiation,
    Layer,
    Mention,
    StaleMark,
    SuggestionDecision,
    Value,
)


class InspectAdmin(admin.ModelAdmin[Any]):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Layer)
class LayerAdmin(InspectAdmin):
    list_display = (
        "id",
        "project",
        "subsection",
        "case",
        "author_kind",
        "author",
        "state",
        "revision",
    )
    list_filter = ("author_kind", "state", "project")
    list_select_related = ("project", "subsection__project", "case__project", "author")
    search_fields = ("subsection__label", "case__name")


@admin.register(Edit)
class EditAdmin(InspectAdmin):
    list_display = ("id", "layer", "revision", "author", "made_at")
    list_select_related = ("layer", "author")


for model in (
    Argument,
    Mention,
    Clause,
    Instantiation,
    Value,
    Evidence,
    SuggestionDecision,
    StaleMark,
):
    admin.site.register(model, InspectAdmin)
