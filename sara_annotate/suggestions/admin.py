from django.contrib import admin

from sara_annotate.suggestions.models import LearningSettings, TrainedModel

admin.site.register(LearningSettings)
admin.site.register(TrainedModel)
