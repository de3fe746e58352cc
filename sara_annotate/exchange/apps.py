from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "sara_annotate.exchange"
