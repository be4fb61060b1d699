import assert from 'node:assert/strict';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { networkOf } from '#http/network.ts';
import { isOurOrigin, originOf } from '#http/origin.ts';
import { createNonce, pageHeaders } from '#http/security-headers.ts';
import { assertRate } from '#http/rate-limit.ts';
import { clientIpOf } from '#http/session-cookie.ts';
import { formOf, queryOf, registerFormParser } from './forms.ts';
import { errorPage, PERSONA_NAME_LENGTH_MAX, personaPage, pickerPage, type RejectedName } from './openid-page.ts';
import { createOpenIdProvider } from './openid-provider.ts';
import {
  type OpenIdRequest,
  readOpenIdRequest,
  SANDBOX_ID_PATH,
  SANDBOX_LOGIN_PATH,
  SANDBOX_PERSONA_PATH,
} from './openid-request.ts';
import { mailRoutes } from './mail/mail-routes.ts';
import { apiRoutes } from './steam/api-routes.ts';
import { createBotSession } from './steam/bot-session.ts';
import { confirmationRoutes, inventoryRoutes, offerRoutes } from './steam/community-routes.ts';
import { createTokens } from './steam/tokens.ts';
import { tradeRoutes } from './steam/trade-routes.ts';
import {
  findPersona,
  findPlayerByFakeSteamId,
  assignFakeSteamIds,
  listPersonas,
  findOrCreatePersona,
  seedPersonas,
} from './personas.ts';

const NEW_PERSONA_RATE = { burst: 20, perSecond: 0.2 };

const NO_SIGN_IN_REQUEST = 'Please start the sign-in on the site.';

type SandboxDeps = Pick<Deps, 'db' | 'env' | 'limits' | 'sessions'>;

/** Removes control and bidirectional characters and repeated spaces. Undefined if the rest is empty or too long. */
export function parsePersonaName(input: string): string | undefined {
  const name = input
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return name === '' || [...name].length > PERSONA_NAME_LENGTH_MAX ? undefined : name;
}

/** Routes of the sandbox. Never mount them on a site that uses Steam: they let every visitor sign in as any persona. */
export function sandboxRoutes(app: FastifyInstance, deps: SandboxDeps, secret: string): void {
  assert.equal(deps.env.platform, 'sandbox');
  app.addHook('onReady', async () => {
    await seedPersonas(deps.db.sql);
    await assignFakeSteamIds(deps.db.sql);
  });
  void app.register((scope, _, done) => {
    registerFormParser(scope);
    mountOpenIdProvider(scope, deps, secret);
    const tokens = createTokens(secret);
    const bot = createBotSession(tokens);
    inventoryRoutes(scope, deps, bot);
    offerRoutes(scope, deps, bot, tokens);
    confirmationRoutes(scope, deps, bot);
    apiRoutes(scope, deps, tokens);
    tradeRoutes(scope, deps, tokens);
    if (deps.env.hasSandboxMail) mailRoutes(scope, deps);
    done();
  });
}

const createPageSender =
  (env: SandboxDeps['env']) =>
  (request: FastifyRequest, reply: FastifyReply, status: number, page: (nonce: string) => string) => {
    const nonce = createNonce();
    reply.code(status).headers(pageHeaders(nonce, originOf(request.headers, env)));
    return reply.send(page(nonce));
  };

function mountOpenIdProvider(scope: FastifyInstance, { db, env, limits }: SandboxDeps, secret: string): void {
  const provider = createOpenIdProvider(secret);

  const sendPage = createPageSender(env);

  async function sendPicker(
    request: FastifyRequest,
    reply: FastifyReply,
    openIdRequest: OpenIdRequest,
    rejected?: RejectedName,
  ) {
    const personas = await listPersonas(db.sql);
    const status = rejected === undefined ? 200 : 400;
    return sendPage(request, reply, status, (nonce) =>
      pickerPage({ nonce, request: openIdRequest, personas, refused: rejected }),
    );
  }

  function redirectWithAssertion(
    request: FastifyRequest,
    reply: FastifyReply,
    { returnTo }: OpenIdRequest,
    steamId: string,
  ) {
    const origin = originOf(request.headers, env);
    const [endpoint, idPrefix] = [`${origin}${SANDBOX_LOGIN_PATH}`, `${origin}${SANDBOX_ID_PATH}`];
    const url = provider.assertionUrl({ endpoint, idPrefix, steamId, returnTo });
    return reply.header('cache-control', 'no-store').redirect(url, 303);
  }

  const sendError = (request: FastifyRequest, reply: FastifyReply, status: number) =>
    sendPage(request, reply, status, (nonce) => errorPage(NO_SIGN_IN_REQUEST, nonce));

  scope.get(SANDBOX_LOGIN_PATH, async (request, reply) => {
    const query = queryOf(request);
    const openIdRequest = readOpenIdRequest(query, originOf(request.headers, env));
    if (openIdRequest === undefined) return sendError(request, reply, 400);
    const personaChoice = query.get('as');
    if (personaChoice === null) return sendPicker(request, reply, openIdRequest);
    if (personaChoice === 'cancel') return reply.redirect(provider.cancelUrl(openIdRequest.returnTo), 303);
    const persona = await findPersona(db.sql, personaChoice);
    return persona === undefined
      ? sendError(request, reply, 404)
      : redirectWithAssertion(request, reply, openIdRequest, persona.steamId);
  });

  scope.post(SANDBOX_LOGIN_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    // Steam rejects verification requests without an Origin header; so does the sandbox.
    if (request.headers.origin === undefined) return reply.code(403).send('');
    return reply.send(provider.verifyAssertion(formOf(request)));
  });

  scope.post(SANDBOX_PERSONA_PATH, async (request, reply) => {
    const { origin: formOrigin } = request.headers;
    if (formOrigin !== undefined && !isOurOrigin(formOrigin, request.headers, env))
      return sendError(request, reply, 403);
    const form = formOf(request);
    const openIdRequest = readOpenIdRequest(form, originOf(request.headers, env));
    if (openIdRequest === undefined) return sendError(request, reply, 400);
    const name = parsePersonaName(form.get('name') ?? '');
    const reject = (reason: string) =>
      sendPicker(request, reply, openIdRequest, { name: form.get('name') ?? '', reason });
    if (name === undefined) return reject(`Enter a name of 1 to ${PERSONA_NAME_LENGTH_MAX} characters.`);
    const key = `persona:${networkOf(clientIpOf(request))}`;
    assertRate(limits, { key, rate: NEW_PERSONA_RATE, message: 'Please wait a moment.' });
    const persona = await findOrCreatePersona(db.sql, name);
    if (persona === undefined) return reject('There are too many personas. Please choose an existing one.');
    return redirectWithAssertion(request, reply, openIdRequest, persona.steamId);
  });

  scope.get<{ Params: { steamId: string } }>(`${SANDBOX_ID_PATH}:steamId`, async (request, reply) => {
    const { steamId } = request.params;
    const persona = (await findPersona(db.sql, steamId)) ?? (await findPlayerByFakeSteamId(db.sql, steamId));
    if (persona === undefined) return sendError(request, reply, 404);
    return sendPage(request, reply, 200, (nonce) => personaPage(persona, nonce));
  });
}
