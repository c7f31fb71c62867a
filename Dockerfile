# One image for every service of docker-compose.yml.
FROM node:20-bookworm AS build
WORKDIR /source
COPY . .
RUN npm ci --include=dev --no-audit --no-fund && node bin/build.mjs

FROM node:20-bookworm-slim
# The sandbox shows a command the programs of this image: add here what your team's commands need.
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    bubblewrap ca-certificates curl file git jq less make openssh-client patch procps python3 ripgrep socat strace unzip xz-utils zip \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 gatehouse-web && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent gatehouse-web \
 && groupadd --gid 10002 gatehouse-worker && useradd --uid 10002 --gid 10002 --no-create-home --home-dir /nonexistent gatehouse-worker \
 && install -d -o 10002 -g 10002 -m 0700 /data
COPY --from=build /source/dist /app
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
USER 10001:10001
EXPOSE 3000
CMD ["node", "/app/web/apps/web/server.js"]
