# One image for web server and workers; docker-compose.yml says which is which.
FROM node:20-bookworm-slim AS frontend
WORKDIR /build
COPY frontend/package.json frontend/package-lock.json ./
RUN npm install --no-save --no-audit --no-fund
COPY frontend/ ./
RUN npm run build

FROM python:3.11-slim-bookworm
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 SARA_VAR=/var/lib/sara OMP_NUM_THREADS=1
RUN apt-get update \
    && apt-get install -y --no-install-recommends swi-prolog-nox \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --home-dir /var/lib/sara --create-home sara
WORKDIR /srv/sara
COPY requirements.txt constraints.txt ./
# The CPU wheels of PyTorch save gigabytes: --build-arg PIP_EXTRA_INDEX_URL=..., see docs/admin.md.
ARG PIP_EXTRA_INDEX_URL=""
RUN pip install --no-cache-dir -r requirements.txt
COPY manage.py ./
COPY sara_annotate/ sara_annotate/
COPY ml/ ml/
COPY fixtures/ fixtures/
COPY --from=frontend /build/dist frontend/dist
USER sara
VOLUME /var/lib/sara
EXPOSE 8000
CMD ["sh", "-c", "python manage.py prepare && exec gunicorn sara_annotate.config.wsgi:application --bind 0.0.0.0:8000 --worker-class gthread --workers 2 --threads 8 --no-control-socket --worker-tmp-dir /dev/shm"]
