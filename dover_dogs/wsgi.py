"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from dover_dogs.pauses import load_pages, spare_requests

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dover_dogs.settings")
application = get_wsgi_application()
load_pages()
spare_requests()
