import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { queryOf } from '../forms.ts';
import { isSame } from './bot-session.ts';
import { findAssets } from './inventories.ts';
import { findOffer, findTrade, listOffers, type SandboxOffer } from './offers.ts';
import { ESCROW_SECONDS, type Tokens, troubleOf } from './tokens.ts';
import { type KnownAssets, offerBody, tradeBody } from './steam-shapes.ts';

export const SANDBOX_API_PATH = '/sandbox/api';

const NUMBER = /^\d{1,18}$/;

/** Steam's Web API, called with the bot's token. */
export function apiRoutes(scope: FastifyInstance, { db }: Pick<Deps, 'db'>, tokens: Tokens): void {
  async function findKnownAssets(ids: readonly string[]): Promise<KnownAssets> {
    return new Map((await findAssets(db.sql, ids)).map((asset) => [asset.assetId, asset]));
  }

  const assetsOf = (offers: readonly SandboxOffer[]) => offers.flatMap(({ give, take }) => [...give, ...take]);

  function mount(method: string, answer: (query: URLSearchParams) => Promise<unknown>): void {
    scope.get(`${SANDBOX_API_PATH}/IEconService/${method}/v1/`, async (request: FastifyRequest, reply) => {
      const query = queryOf(request);
      if (!isSame(query.get('access_token') ?? '', tokens.botToken)) {
        return reply.code(403).type('text/html; charset=utf-8').send('Access is denied.');
      }
      return reply.header('x-eresult', '1').send({ response: await answer(query) });
    });
  }

  mount('GetTradeOffers', async (query) => {
    const isActiveOnly = query.get('active_only') === '1';
    const cutoff = Math.min(Number(query.get('time_historical_cutoff') ?? 0) * 1_000, Date.now() + 60_000);
    const offers = await listOffers(db.sql, isActiveOnly ? { since: new Date(cutoff) } : {});
    const assets = await findKnownAssets(assetsOf(offers));
    return {
      trade_offers_sent: offers.map((offer) => offerBody(offer, assets)),
      trade_offers_received: [],
      next_cursor: 0,
    };
  });

  mount('GetTradeOffer', async (query) => {
    const id = query.get('tradeofferid') ?? '';
    const offer = NUMBER.test(id) ? await findOffer(db.sql, id) : undefined;
    return offer === undefined ? {} : { offer: offerBody(offer, await findKnownAssets(assetsOf([offer]))) };
  });

  mount('GetTradeStatus', async (query) => {
    const id = query.get('tradeid') ?? '';
    const trade = NUMBER.test(id) ? await findTrade(db.sql, id) : undefined;
    if (trade === undefined) return {};
    const assets = await findKnownAssets([...trade.given, ...trade.received].map(({ assetId }) => assetId));
    return { trades: [tradeBody(trade, assets)] };
  });

  // Without the right token the response is empty, which does not mean that there is no escrow.
  mount('GetTradeHoldDurations', async (query) => {
    const steamId = query.get('steamid_target') ?? '';
    const isTokenValid = isSame(query.get('trade_offer_access_token') ?? '', tokens.tradeTokenOf(steamId));
    if (!isTokenValid) return {};
    const escrowSeconds = troubleOf(steamId) === 'unguarded' ? ESCROW_SECONDS : 0;
    return {
      my_escrow: { escrow_end_duration_seconds: 0 },
      their_escrow: { escrow_end_duration_seconds: escrowSeconds },
      both_escrow: { escrow_end_duration_seconds: escrowSeconds },
    };
  });
}
