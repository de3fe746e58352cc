from django.contrib import admin

from sara_annotate.review.models import Decision, Guideline, Review, Thread


@admin.register(Review)
class ReviewAdmin(admin.ModelAdmin[Review]):
    list_display = ("id", "project", "subsection", "case", "waiting", "disputes", "accepted_at")
    list_filter = ("project",)


@admin.register(Decision)
class DecisionAdmin(admin.ModelAdmin[Decision]):
    list_display = ("review", "item", "take", "decided_by", "decided_at")


@admin.register(Thread)
class ThreadAdmin(admin.ModelAdmin[Thread]):
    list_display = ("id", "project", "item", "created_by", "created_at", "resolved_at")


@admin.register(Guideline)
class GuidelineAdmin(admin.ModelAdmin[Guideline]):
    list_display = ("project", "version", "author", "created_at")
