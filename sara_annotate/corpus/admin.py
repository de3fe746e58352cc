from django.contrib import admin

from sara_annotate.corpus.models import (
    Case,
    Membership,
    Program,
    Project,
    Statute,
    Subsection,
    SubsectionPart,
)


class MembershipInline(admin.TabularInline[Membership, Project]):
    model = Membership
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Project)
class ProjectAdmin(admin.ModelAdmin[Project]):
    list_display = ("slug", "name", "created_at", "archived_at")
    search_fields = ("slug", "name")
    inlines = [MembershipInline]


@admin.register(Statute)
class StatuteAdmin(admin.ModelAdmin[Statute]):
    list_display = ("project", "section", "title", "kind")
    list_filter = ("project",)
    search_fields = ("section", "title")
    readonly_fields = ("text", "sha256")


@admin.register(Subsection)
class SubsectionAdmin(admin.ModelAdmin[Subsection]):
    list_display = ("project", "label", "heading", "depth", "position")
    list_filter = ("project",)
    search_fields = ("label", "heading")
    raw_id_fields = ("project", "statute")


@admin.register(Case)
class CaseAdmin(admin.ModelAdmin[Case]):
    list_display = ("project", "name", "split", "answer")
    list_filter = ("project", "split")
    search_fields = ("name",)
    readonly_fields = ("text", "source", "sha256")


@admin.register(SubsectionPart)
class SubsectionPartAdmin(admin.ModelAdmin[SubsectionPart]):
    list_display = ("subsection", "start", "end")
    raw_id_fields = ("subsection",)


@admin.register(Program)
class ProgramAdmin(admin.ModelAdmin[Program]):
    list_display = ("project", "path", "sha256")
