# syntax=docker/dockerfile:1
# docs/deployment.md explains it. tests/ops runs its steps without Docker: keep to COPY and RUN as they are here.

ARG NODE=node:22-bookworm-slim
ARG POSTGRES=postgres:17-bookworm
# The image of the release before, so that the files that open tabs still ask for go on: PREVIOUS=koi:0.1.0
ARG PREVIOUS=first

FROM ${NODE} AS first
WORKDIR /koi
RUN mkdir dist

# hadolint ignore=DL3006
FROM ${PREVIOUS} AS previous

FROM ${NODE} AS build
WORKDIR /koi
COPY package.json package-lock.json ./
COPY build/stubs build/stubs
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
COPY --from=previous /koi/dist dist
# 1 builds the service worker that withdraws itself.
ARG KOI_WITHDRAW_WORKER=0
RUN npm run build

FROM ${NODE} AS packages
WORKDIR /koi
COPY package.json package-lock.json ./
COPY build/stubs build/stubs
# The optional packages are programs of each platform, and one of them is a chain for tests.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/@foundry-rs

FROM ${NODE} AS koi
ENV NODE_ENV=production \
    DATA_DIR=/var/lib/koi \
    npm_config_cache=/tmp/npm \
    npm_config_update_notifier=false
WORKDIR /koi
COPY package.json package-lock.json tsconfig.json LICENSE ./
COPY --from=packages /koi/build build
COPY --from=packages /koi/node_modules node_modules
# The commands of operators run from the sources: docs/decisions/2026-11-30-deployment.md
COPY scripts scripts
COPY server server
COPY src src
COPY --from=build /koi/dist dist
RUN mkdir -p /var/lib/koi /run/koi/1 /run/koi/2 && chown -R node:node /var/lib/koi /run/koi
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/health.mjs"]
CMD ["node", "dist/server/main.js"]

# Backups need the programs of PostgreSQL, of the version of the database.
FROM ${POSTGRES} AS backup
ENV NODE_ENV=production
WORKDIR /koi
COPY --from=koi /usr/local/bin/node /usr/local/bin/node
COPY --from=koi /koi /koi
RUN mkdir -p /var/lib/koi-backup && chown postgres:postgres /var/lib/koi-backup
USER postgres
ENTRYPOINT []
CMD ["node", "scripts/backup.mjs", "archive"]

FROM debian:bookworm-slim AS pgbouncer
RUN apt-get update \
    && apt-get install -y --no-install-recommends pgbouncer=1.18.* \
    && rm -rf /var/lib/apt/lists/*
USER postgres
EXPOSE 6432
CMD ["pgbouncer", "/etc/koi/pgbouncer.ini"]

# What a build makes that names no stage.
FROM koi
