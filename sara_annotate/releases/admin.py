from django.contrib import admin

from sara_annotate.releases.models import Release

admin.site.register(Release)
