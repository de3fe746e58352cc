from django.urls import path

from sara_annotate.suggestions import apis

PROJECT = "projects/<slug:slug>"

urlpatterns = [
    path(f"{PROJECT}/models", apis.ModelListApi.as_view()),
    path(f"{PROJECT}/models/overview", apis.ModelsOverviewApi.as_view()),
    path(f"{PROJECT}/models/train", apis.ModelTrainApi.as_view()),
    path(f"{PROJECT}/models/evaluate", apis.ModelEvaluateApi.as_view()),
    path(f"{PROJECT}/models/roll-back", apis.ModelRollBackApi.as_view()),
    path(f"{PROJECT}/models/<uuid:model_id>", apis.ModelApi.as_view()),
    path(f"{PROJECT}/prelabel", apis.PrelabelApi.as_view()),
    path(f"{PROJECT}/suggestions/figures", apis.SuggestionFiguresApi.as_view()),
    path(f"{PROJECT}/suggestions/effort", apis.EffortApi.as_view()),
    path(f"{PROJECT}/cases/<str:name>/suggestions", apis.CaseSuggestionsApi.as_view()),
]
