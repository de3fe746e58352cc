from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "sara_annotate.accounts"

    def ready(self) -> None:
        # Registers the schema extensions.
        from sara_annotate.accounts import schema  # noqa: F401
