import { openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { describeEvents } from '#http/asyncapi.ts';
import { describeCalls } from '#http/openapi.ts';
import type { WebApp } from '#http/web-app.ts';
import { createLog } from '#log.ts';
import { composeSite } from '#site.ts';

/** An address where nothing listens: the documents need no database, only the mounted calls. */
const NO_DATABASE = 'postgres://none@127.0.0.1:1/none';

const noPages: WebApp = {
  sendPage: (_, reply) => reply.code(404).send(),
  isAssetPath: () => false,
  mountFiles: () => undefined,
};

// Prints the OpenAPI and the AsyncAPI document as one JSON object, for linters and generators.
const log = createLog('silent');
const db = openDb({ connection: NO_DATABASE, log });
const site = composeSite({ env: readEnv({}), log, db, secret: 'x'.repeat(32), webApp: noPages });
const documents = {
  openapi: describeCalls(site.http.karat.calls),
  asyncapi: describeEvents('https://karat.example'),
};
process.stdout.write(JSON.stringify(documents), () => process.exit(0));
