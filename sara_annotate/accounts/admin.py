from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from sara_annotate.accounts.models import ApiToken, User


@admin.register(User)
class PersonAdmin(UserAdmin[User]):
    list_display = ("username", "name", "email", "is_active", "is_superuser")
    search_fields = ("username", "name", "email")
    ordering = ("username",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("name", "email")}),
        ("Access", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    list_display = ("name", "user", "scope", "prefix", "created_at", "revoked_at")
    readonly_fields = ("user", "prefix", "key_hash", "created_at", "last_used_at")
