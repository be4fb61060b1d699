// Prints the OpenAPI and the AsyncAPI document as one JSON object, for linters and generators.
import { openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { buildAsyncApi } from '#http/asyncapi.ts';
import { buildOpenApi } from '#http/openapi.ts';
import type { WebApp } from '#http/web-app.ts';
import { createLog } from '#log.ts';
import { composeSite } from '#site.ts';

/** Never connected to: generating the documents needs only the mounted calls. */
const NO_DATABASE = 'postgres://none@127.0.0.1:1/none';

const stubWebApp: WebApp = {
  sendPage: (_, reply) => reply.code(404).send(),
  isAssetPath: () => false,
  mountFiles: () => undefined,
};

const log = createLog('silent');
const db = openDb({ connection: NO_DATABASE, log });
const site = composeSite({ env: readEnv({}), log, db, secret: 'x'.repeat(32), webApp: stubWebApp });
const documents = {
  openapi: buildOpenApi(site.http.karat.calls),
  asyncapi: buildAsyncApi('https://karat.example'),
};
process.stdout.write(JSON.stringify(documents), () => process.exit(0));
