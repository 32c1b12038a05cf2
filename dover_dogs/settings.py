"""The office's settings. Whatever differs between machines comes from the environment; README lists the names."""

from __future__ import annotations

from pathlib import Path

import environ
from csp.constants import NONE, SELF

from dover_dogs.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

VAR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(VAR / "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
PUBLIC_URL = env.str("PUBLIC_URL", default=f"http://localhost:{env.int('PORT', default=8000)}").rstrip("/")

INSTALLED_APPS = [
    "dover_dogs",
    "impound",
    "licensing",
    "office",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "csp",
    "pghistory",
    "pgtrigger",
    "django.contrib.postgres",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "dover_dogs.caching.keep_no_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "pghistory.middleware.HistoryMiddleware",
]

ROOT_URLCONF = "dover_dogs.urls"
WSGI_APPLICATION = "dover_dogs.wsgi.application"
FORM_RENDERER = "dover_dogs.renderer.OfficeRenderer"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "dover_dogs.navigation.navigation",
            ],
            "builtins": ["office.templatetags.office"],
        },
    },
]

# --- Database. Acts open their own transactions; a view that only reads needs none.
DATABASES = {"default": env.db_url("DATABASE_URL", default="postgres:///dover_dogs")}
DATABASES["default"] |= {
    "CONN_MAX_AGE": env.int("CONN_MAX_AGE", default=60),
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {"connect_timeout": 5} | DATABASES["default"].get("OPTIONS", {}),
}
# The limits on guessing are counted here: few entries would be thrown out by whoever makes many.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# --- Files. Scans are never served from the file system, only by views that ask who reads.
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static", VAR / "static-src"]
MEDIA_ROOT = VAR / "media"
PAPER_FONTS = VAR / "static-src" / "fonts"
FILE_UPLOAD_PERMISSIONS = 0o600
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- Language and time: both towns keep the same local time.
LANGUAGE_CODE = "en-us"
TIME_ZONE = "America/New_York"
USE_I18N = True
USE_TZ = True

# --- Sign-in
AUTH_USER_MODEL = "office.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "account_login"
PASSWORD_VALIDATION = "django.contrib.auth.password_validation"  # noqa: S105  (a module's name)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{PASSWORD_VALIDATION}.UserAttributeSimilarityValidator"},
    {"NAME": f"{PASSWORD_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{PASSWORD_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{PASSWORD_VALIDATION}.NumericPasswordValidator"},
]
ACCOUNT_ADAPTER = "office.adapter.OfficeAdapter"
ACCOUNT_FORMS = {"login": "dover_dogs.signin.SignInForm"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Dover Dogs"
SESSION_COOKIE_AGE = 10 * 60 * 60
SESSION_EXPIRE_AT_BROWSER_CLOSE = True

# --- Mail. Without EMAIL_URL nothing is sent, and the sign-in page offers no reset by mail.
EMAIL_URL = env.str("EMAIL_URL", default="")
vars().update(env.email_url_config(EMAIL_URL or "dummymail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="office@localhost")

# --- The browser's side. HTTPS=true: behind TLS, as every real office is.
HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.int("TRUSTED_PROXIES", default=0) else None
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_FAILURE_VIEW = "dover_dogs.errors.csrf_failure"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
X_FRAME_OPTIONS = "DENY"
# The office answers for its own host name, not for the town's whole domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],  # the authenticator's QR code
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"level": "INFO", "handlers": ["console"], "propagate": False},
        "weasyprint": {"level": "WARNING"},  # else a dozen lines a paper
        "fontTools": {"level": "WARNING"},
    },
}
