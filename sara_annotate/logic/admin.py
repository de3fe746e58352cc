from django.contrib import admin

from sara_annotate.logic.models import ReplayFlag


@admin.register(ReplayFlag)
class ReplayFlagAdmin(admin.ModelAdmin[ReplayFlag]):
    list_display = ("case", "subsection", "engine", "status", "detail")
    list_filter = ("engine", "status")
