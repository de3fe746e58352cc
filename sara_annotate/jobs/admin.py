from django.contrib import admin

from sara_annotate.jobs.models import Job, Worker


@admin.register(Job)
class JobAdmin(admin.ModelAdmin[Job]):
    list_display = ("kind", "project_slug", "state", "owner", "created_at", "attempts", "message")
    list_filter = ("state", "kind")


admin.site.register(Worker)
