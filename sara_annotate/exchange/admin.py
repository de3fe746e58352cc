from django.contrib import admin

from sara_annotate.exchange.models import Import


@admin.register(Import)
class ImportAdmin(admin.ModelAdmin[Import]):
    list_display = ("file_name", "project", "into", "state", "created_by", "created_at")
    list_filter = ("state",)
    raw_id_fields = ("project", "created_by", "job")
