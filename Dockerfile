# The server with its page: `docker build -t stormriver .`, or `docker compose up`. Nothing but the wheel and what it
# needs, as `make lock` has pinned it, is in the last stage; it runs as a user of its own, and keeps its tables in the
# volume /data.

FROM node:22-slim AS node

FROM python:3.13-slim AS wheel
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /src
COPY requirements.lock requirements-build.lock ./
RUN pip wheel --no-cache-dir --wheel-dir /wheels --require-hashes --requirement requirements.lock \
    && pip install --no-cache-dir --require-hashes --requirement requirements-build.lock
COPY . .
# What `stormriver --version` tells: `docker build --build-arg VERSION=1.0.0 .`; the release before it if nothing is said.
ARG VERSION=
RUN SETUPTOOLS_SCM_PRETEND_VERSION=$VERSION \
    pip wheel --no-cache-dir --wheel-dir /wheels --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN --mount=type=bind,from=wheel,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links=/wheels "stormriver[postgres]" \
    && useradd --system --create-home --home-dir /data stormriver
USER stormriver
WORKDIR /data
VOLUME /data
ENV STORMRIVER_HOST=0.0.0.0 STORMRIVER_PORT=8000 STORMRIVER_DATABASE=sqlite:////data/stormriver.db
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["stormriver", "serve"]
