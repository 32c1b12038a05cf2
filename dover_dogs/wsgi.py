"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from dover_dogs.pauses import spare_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dover_dogs.settings")
application = get_wsgi_application()
get_resolver().check()  # loads every page now, not with the first request
spare_what_is_loaded()
