"""Settings, all from the environment; with none set, one machine and no servers are enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import django_stubs_ext
import environ
from whitenoise.compress import Compressor

from sara_annotate.config.broker import broker_options
from sara_annotate.config.secrets import read_secret_key

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()

VERSION = "0.1.0"
SARA_VAR = Path(env.str("SARA_VAR", default=str(BASE_DIR / "var"))).resolve()
SARA_VAR.mkdir(parents=True, exist_ok=True)

DEBUG = env.bool("SARA_DEBUG", default=False)
SECRET_KEY = read_secret_key(SARA_VAR, given=env.str("SECRET_KEY", default=""), debug=DEBUG)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# ── Apps ──────────────────────────────────────────────────────────────────────────────

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "sara_annotate.accounts",
    "sara_annotate.jobs",
    "sara_annotate.corpus",
    "sara_annotate.annotations",
    "sara_annotate.logic",
    "sara_annotate.suggestions",
    "sara_annotate.review",
    "sara_annotate.exchange",
    "sara_annotate.releases",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "sara_annotate.config.middleware.refuse_nul",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "sara_annotate.config.urls"
WSGI_APPLICATION = "sara_annotate.config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# ── Database ──────────────────────────────────────────────────────────────────────────

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url(
        "DATABASE_URL", default=f"sqlite:///{(SARA_VAR / 'sara.sqlite3').as_posix()}"
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # Without IMMEDIATE, two processes that read and then write meet "database is locked".
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
            "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-32000;"
        ),
    }
else:
    DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ── Background work ───────────────────────────────────────────────────────────────────

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://")
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(CELERY_BROKER_URL, SARA_VAR / "broker")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_INCLUDE = ["sara_annotate.jobs.tasks"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
# A worker not heard of for this long is taken to be gone, and its job goes on elsewhere.
JOB_LEASE_SECONDS = env.int("JOB_LEASE_SECONDS", default=30)
# How many jobs of the solver's queue run at once in the instance; 0: as many as workers take.
SOLVER_JOBS = env.int("SARA_SOLVER_JOBS", default=0)
# Streams of events: how many a web process keeps open, how long each, how often it looks.
EVENT_STREAMS = env.int("SARA_EVENT_STREAMS", default=4)
EVENT_SECONDS = env.float("SARA_EVENT_SECONDS", default=50.0)
EVENT_POLL_S = 1.0
# A text taken from the pool is free again when nothing was sent for so long.
WORK_LEASE_HOURS = env.float("SARA_WORK_LEASE_HOURS", default=48.0)
# Models elsewhere that may be asked, set here and nowhere else: name=http://host/path,…
REMOTE_MODELS = env.dict("SARA_REMOTE_MODELS", default={})
# Chats in the manner of OpenAI: name=http://host/v1 MODEL,… and their key. None: no chat.
CHAT_MODELS = env.dict("SARA_CHAT_MODELS", default={})
CHAT_KEY = env.str("SARA_CHAT_KEY", default="")
REMOTE_MODEL_SECONDS = env.float("SARA_REMOTE_MODEL_SECONDS", default=60.0)
REMOTE_MODEL_BYTES = env.int("SARA_REMOTE_MODEL_BYTES", default=10 * 1024 * 1024)
IMPORT_MAX_BYTES = env.int("IMPORT_MAX_BYTES", default=512 * 1024 * 1024)

# ── People ────────────────────────────────────────────────────────────────────────────

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/sign-in"
LOGIN_REDIRECT_URL = "/"

# ── Web ───────────────────────────────────────────────────────────────────────────────

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
USE_I18N = False

FRONTEND_DIST = BASE_DIR / "frontend" / "dist"
STATIC_URL = "/static/"
STATIC_ROOT = SARA_VAR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.is_dir() else []
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(SARA_VAR / "files")},
    },
    "staticfiles": {"BACKEND": "sara_annotate.config.static.StaticStorage"},
}
# A pattern, not a path to a function. Vite has hashed its own files; our storage hashes the rest.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/(assets/.+-[A-Za-z0-9_-]{8,}|.+\.[0-9a-f]{12})\.\w+$"
WHITENOISE_INDEX_FILE = False
# Nobody downloads source maps; compressing them made the first start a minute longer.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
FILE_UPLOAD_TEMP_DIR = None

BEHIND_TLS = env.bool("SARA_TLS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SECURE_SSL_REDIRECT = False
SECURE_HSTS_SECONDS = 31536000 if BEHIND_TLS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    # Data is no document: it is never sniffed for one, and a save is small without it.
    "EXCLUDE_URL_PREFIXES": ["/api/v1/"],
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    },
}

# ── API ───────────────────────────────────────────────────────────────────────────────

REST_FRAMEWORK = {
    # "format" is a parameter of our own (of an export), not of the answer.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "sara_annotate.accounts.authentication.TokenAuthentication",
        "sara_annotate.accounts.authentication.SignedInAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["sara_annotate.accounts.authentication.SignedInAndScoped"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "sara_annotate.accounts.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {"sign_in": env.str("SIGN_IN_RATE", default="20/min")},
    "EXCEPTION_HANDLER": "sara_annotate.config.exceptions.answer_error",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "SARA Annotate",
    "DESCRIPTION": "Statutes, annotations and cases of a project, read and written over HTTP.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    # Fields of one name with different choices; without a name each change would rename them.
    "ENUM_NAME_OVERRIDES": {
        "TrainingSourceEnum": "sara_annotate.suggestions.models.TrainingSource",
        "ModelStateEnum": "sara_annotate.suggestions.models.ModelState",
        "ModelTaskEnum": "sara_annotate.suggestions.models.ModelTask",
        "ModelKindEnum": "sara_annotate.suggestions.serializers.KINDS",
        "ElsewhereKindEnum": "sara_annotate.suggestions.serializers.ELSEWHERE",
        "ValueRoleEnum": "sara_annotate.annotations.models.ValueRole",
        "RoleEnum": "sara_annotate.corpus.models.Role",
        "AuthorKindEnum": "sara_annotate.annotations.models.AuthorKind",
        "LayerStateEnum": "sara_annotate.annotations.models.LayerState",
        "TaskStateEnum": "sara_annotate.annotations.serializers.TASK_STATES",
        "ClauseNoteKindEnum": "sara_annotate.annotations.clause_serializers.NOTE_KINDS",
        "ReviewItemKindEnum": "sara_annotate.review.serializers.KIND_CHOICES",
        "SubjectKindEnum": "sara_annotate.review.serializers.SUBJECT_CHOICES",
        "JobOutputStateEnum": "sara_annotate.jobs.models.JobState",
        "TaskEnum": "sara_annotate.review.serializers.TASK_CHOICES",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
}
