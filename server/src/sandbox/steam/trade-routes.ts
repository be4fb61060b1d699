import { tradeUrlOf } from '@karat/rules/trades';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { isOurOrigin, originOf } from '#http/origin.ts';
import { createNonce, pageHeaders } from '#http/security-headers.ts';
import { formOf, queryOf } from '../forms.ts';
import { errorPage } from '../openid-page.ts';
import { findAccount, findPersona, findPlayerByFakeSteamId, type Persona } from '../personas.ts';
import { ensureInventory, findAssets, listAssets } from './inventories.ts';
import { acceptOffer, declineOffer, expireOffer, findOffer, listOffers, reverseTrade } from './offers.ts';
import type { Tokens } from './tokens.ts';
import { type OfferAction, OFFER_ACTIONS, tradePage, tradesPage } from './trade-page.ts';
import { SANDBOX_TRADE_PATH, SANDBOX_TRADES_PATH } from './trading.ts';

type TradePageDeps = Pick<Deps, 'db' | 'env' | 'sessions'>;
type OfferParams = { Params: { id: string } };

const NO_OFFER = 'There is no such offer here.';
const UNKNOWN_PERSON = 'Nobody of this number is known here.';
const CROSS_SITE = 'This form must be sent from its own page.';
const NOT_THE_RECEIVER =
  'Only the player this offer was sent to can answer it. Sign in to that account on Karat first.';
const NUMBER = /^\d{1,18}$/;

const ACTION_HANDLERS: Readonly<Record<OfferAction, (db: Deps['db'], id: string) => Promise<unknown>>> = {
  accept: acceptOffer,
  decline: declineOffer,
  expire: expireOffer,
  reverse: reverseTrade,
};

/** Whether a form was sent cross-site. Without an Origin header, Sec-Fetch-Site tells. */
function isCrossSite({ headers }: FastifyRequest, env: Deps['env']): boolean {
  if (headers.origin !== undefined) return !isOurOrigin(headers.origin, headers, env);
  return !['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString());
}

/**
 * Pages on which players answer offers, in place of Steam's. Offers to an account on this site can be answered only in its session; the others
 * by any visitor.
 */
export function tradeRoutes(scope: FastifyInstance, deps: TradePageDeps, { tradeTokenOf }: Tokens): void {
  const { db, env } = deps;
  const { anyone } = createCallers(deps);

  async function mayAnswer(request: FastifyRequest, steamId: string): Promise<boolean> {
    const accountId = await findAccount(db.sql, steamId);
    return accountId === undefined || (await anyone(request))?.id === accountId;
  }

  function send(request: FastifyRequest, reply: FastifyReply, status: number, page: (nonce: string) => string) {
    const nonce = createNonce();
    reply.code(status).headers(pageHeaders(nonce, originOf(request.headers, env)));
    return reply.send(page(nonce));
  }

  const sendError = (request: FastifyRequest, reply: FastifyReply, status: number, message: string) =>
    send(request, reply, status, (nonce) => errorPage(message, nonce));

  const findPerson = async (steamId: string): Promise<Persona | undefined> =>
    (await findPersona(db.sql, steamId)) ?? (await findPlayerByFakeSteamId(db.sql, steamId));

  scope.get<OfferParams>(`${SANDBOX_TRADE_PATH}:id`, async (request, reply) => {
    const { id } = request.params;
    const offer = NUMBER.test(id) ? await findOffer(db.sql, id) : undefined;
    if (offer === undefined) return sendError(request, reply, 404, NO_OFFER);
    const { partnerSteamId: steamId } = offer;
    const partner = (await findPerson(steamId)) ?? { steamId, name: steamId };
    const [give, take] = [await findAssets(db.sql, offer.give), await findAssets(db.sql, offer.take)];
    const isMine = await mayAnswer(request, steamId);
    return send(request, reply, 200, (nonce) => tradePage({ offer, partner, give, take, isMine }, nonce));
  });

  scope.post<OfferParams>(`${SANDBOX_TRADE_PATH}:id`, async (request, reply) => {
    if (isCrossSite(request, env)) return sendError(request, reply, 403, CROSS_SITE);
    const { id } = request.params;
    const action = OFFER_ACTIONS.find((each) => each === formOf(request).get('action'));
    if (action === undefined || !NUMBER.test(id)) return sendError(request, reply, 400, NO_OFFER);
    const offer = await findOffer(db.sql, id);
    if (offer === undefined) return sendError(request, reply, 404, NO_OFFER);
    if (!(await mayAnswer(request, offer.partnerSteamId))) return sendError(request, reply, 403, NOT_THE_RECEIVER);
    await ACTION_HANDLERS[action](db, id);
    return reply.header('cache-control', 'no-store').redirect(`${SANDBOX_TRADE_PATH}${id}`, 303);
  });

  scope.get(SANDBOX_TRADES_PATH, async (request, reply) => {
    const steamId = queryOf(request).get('steamId') ?? '';
    const person = await findPerson(steamId);
    if (person === undefined) return sendError(request, reply, 404, UNKNOWN_PERSON);
    await ensureInventory(db, steamId);
    const shown = {
      person,
      tradeUrl: tradeUrlOf({ steamId, token: tradeTokenOf(steamId) }),
      offers: await listOffers(db.sql, { steamId }),
      assets: await listAssets(db.sql, steamId),
      protectedAssets: await listAssets(db.sql, steamId, true),
    };
    return send(request, reply, 200, (nonce) => tradesPage(shown, nonce));
  });
}
