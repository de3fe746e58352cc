from django.contrib import admin

from sara_annotate.jobs.models import Job, Worker


@admin.register(Job)
class JobAdmin(admin.ModelAdmin[Job]):
    list_display = (
        "kind",
        "queue",
        "project_slug",
        "state",
        "owner",
        "created_at",
        "attempts",
        "message",
    )
    list_filter = ("state", "queue", "kind")


admin.site.register(Worker)
