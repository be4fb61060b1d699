import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { TradingFailure } from '#adapters/trading/trading.ts';
import type { Deps } from '#deps.ts';
import { type BotSession, isSame } from './bot-session.ts';
import { formOf, queryOf } from '../forms.ts';
import { ensureInventory, ensureStock, listAssets } from './inventories.ts';
import { cancelOffer, confirmOffer, listOffers, makeOffer } from './offers.ts';
import { BOT_STEAM_ID, type Tokens, troubleOf } from './tokens.ts';
import {
  confirmationBody,
  inventoryBody,
  partnerInventoryBody,
  PLAIN_CONTEXT,
  PROTECTED_CONTEXT,
} from './steam-shapes.ts';
import { OFFLINE } from './trading.ts';

export const SANDBOX_COMMUNITY_PATH = '/sandbox/community';

const INVENTORY_COUNT_MAX = 1_000;
const STEAM_ID = /^7656119\d{10}$/;

const sides = z.object({
  me: z.object({ assets: z.array(z.object({ assetid: z.string().check(z.regex(/^\d{1,18}$/)) })) }),
  them: z.object({ assets: z.array(z.object({ assetid: z.string().check(z.regex(/^\d{1,18}$/)) })) }),
});
const creation = z.object({ trade_offer_access_token: z.optional(z.string()) });

type CommunityDeps = Pick<Deps, 'db'>;

const ERROR_NUMBERS: Readonly<Record<TradingFailure['reason'], number>> = {
  invalid_items: 26,
  refused: 15,
  unavailable: 20,
  private: 15,
  busy: 20,
};

/** Reports failures as Steam does: a sentence that ends with an error number. */
async function orSteamError(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TradingFailure)) throw error;
    const strError = `There was an error sending your trade offer. Please try again later. (${ERROR_NUMBERS[error.reason]})`;
    return reply.code(500).send({ strError });
  }
}

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

/** Public inventories of the Steam Community. */
export function inventoryRoutes(scope: FastifyInstance, { db }: CommunityDeps, { isBot }: BotSession): void {
  type InventoryParams = { Params: { steamId: string; context: string } };
  scope.get<InventoryParams>(`${SANDBOX_COMMUNITY_PATH}/inventory/:steamId/730/:context`, async (request, reply) => {
    const { steamId, context } = request.params;
    const query = queryOf(request);
    const count = Number(query.get('count') ?? 75);
    const trouble = troubleOf(steamId);
    const isOpen =
      context === PLAIN_CONTEXT || (context === PROTECTED_CONTEXT && steamId === BOT_STEAM_ID && isBot(request));
    const answer = (status: number, body: unknown) =>
      reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
    if (!STEAM_ID.test(steamId) || !(count >= 1 && count <= INVENTORY_COUNT_MAX)) return answer(400, null);
    if (trouble === 'private' || !isOpen) return answer(403, null);
    if (trouble === 'busy') return answer(429, null);
    if (trouble === 'offline') {
      return answer(500, { error: 'EYldRefreshAppIfNecessary failed with EResult 55' });
    }
    if (steamId === BOT_STEAM_ID && isBot(request)) await ensureStock(db.sql);
    else await ensureInventory(db, steamId);
    const assets = await listAssets(db.sql, steamId, context === PROTECTED_CONTEXT);
    return answer(200, inventoryBody(assets, { count, start: query.get('start_assetid'), contextid: context }));
  });

  scope.get(`${SANDBOX_COMMUNITY_PATH}/tradeoffer/new/partnerinventory/`, async (request, reply) => {
    const steamId = queryOf(request).get('partner') ?? '';
    if (!isBot(request)) return reply.code(401).send({ success: false });
    if (!STEAM_ID.test(steamId)) return reply.code(400).send({ success: false });
    await ensureInventory(db, steamId);
    return partnerInventoryBody(await listAssets(db.sql, steamId));
  });
}

/** Trade offers; only the bot may call these. */
export function offerRoutes(
  scope: FastifyInstance,
  { db }: CommunityDeps,
  { isBot }: BotSession,
  tokens: Tokens,
): void {
  scope.post(`${SANDBOX_COMMUNITY_PATH}/tradeoffer/new/send`, async (request, reply) => {
    if (!isBot(request)) return reply.code(401).send({ success: false });
    const form = formOf(request);
    const steamId = form.get('partner') ?? '';
    const offered = sides.safeParse(parsed(form.get('json_tradeoffer')));
    const params = creation.safeParse(parsed(form.get('trade_offer_create_params')));
    if (!offered.success || !params.success || !STEAM_ID.test(steamId)) return reply.code(400).send(null);
    return orSteamError(reply, async () => {
      if (troubleOf(steamId) === 'offline') throw new TradingFailure('unavailable', OFFLINE);
      const token = params.data.trade_offer_access_token ?? '';
      if (!isSame(token, tokens.tradeTokenOf(steamId))) throw new TradingFailure('refused', 'A foreign token.');
      const [give, take] = [offered.data.me, offered.data.them].map(({ assets }) =>
        assets.map(({ assetid }) => assetid),
      );
      const message = (form.get('tradeoffermessage') ?? '').slice(0, 128);
      const created = await makeOffer(db, { message, partner: { steamId, token }, give: give!, take: take! });
      return {
        tradeofferid: created.id,
        needs_mobile_confirmation: !created.isConfirmed,
        needs_email_confirmation: false,
        email_domain: '',
      };
    });
  });

  scope.post<{ Params: { id: string } }>(
    `${SANDBOX_COMMUNITY_PATH}/tradeoffer/:id(^\\d{1,18}$)/cancel`,
    async (request, reply) => {
      if (!isBot(request)) return reply.code(401).send({ success: false });
      const { id } = request.params;
      if (await cancelOffer(db, id)) return { tradeofferid: id };
      return reply.code(500).send({ strError: 'There was an error canceling this trade offer. (11)' });
    },
  );

  // The library sends two slashes.
  for (const path of ['/trade/new/acknowledge', '//trade/new/acknowledge']) {
    scope.post(`${SANDBOX_COMMUNITY_PATH}${path}`, (request, reply) => reply.code(isBot(request) ? 200 : 401).send(''));
  }
}

/** Mobile confirmations, as the bot's phone would request them. */
export function confirmationRoutes(
  scope: FastifyInstance,
  { db }: CommunityDeps,
  { hasConfirmationKey }: BotSession,
): void {
  scope.get(`${SANDBOX_COMMUNITY_PATH}/mobileconf/getlist`, async (request) => {
    if (!hasConfirmationKey(request)) return { success: false, needauth: true };
    const offers = await listOffers(db.sql);
    return { success: true, conf: offers.filter(({ state }) => state === 'unconfirmed').map(confirmationBody) };
  });

  scope.get(`${SANDBOX_COMMUNITY_PATH}/mobileconf/ajaxop`, async (request) => {
    const query = queryOf(request);
    const id = /^9(\d{1,18})$/.exec(query.get('cid') ?? '')?.[1];
    const isValid = id !== undefined && query.get('op') === 'allow' && query.get('ck') === `1${id}`;
    return { success: isValid && hasConfirmationKey(request) && (await confirmOffer(db, id)) };
  });
}
