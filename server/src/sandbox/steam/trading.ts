import { setTimeout as sleep } from 'node:timers/promises';
import { type TradePartner, tradeUrlOf } from '@karat/rules/trades';
import { mostRelevantOffer } from '#adapters/trading/codes.ts';
import { type PlatformOffer, type Trading, TradingFailure } from '#adapters/trading/trading.ts';
import type { Db } from '#db/db.ts';
import { ensureInventory, ensureStock, listAssets } from './inventories.ts';
import {
  cancelOffer,
  confirmOffer,
  findOffer,
  findTrade,
  listOffers,
  makeOffer,
  OFFERS_CHANNEL,
  type SandboxOffer,
} from './offers.ts';
import { BOT_STEAM_ID, createTokens, ESCROW_SECONDS, troubleOf } from './tokens.ts';

export const SANDBOX_TRADE_PATH = '/sandbox/trade/';
export const SANDBOX_TRADES_PATH = '/sandbox/trades';

export const OFFLINE = 'The platform does not answer.';
export const FOREIGN_TOKEN = 'This trade URL is not valid any more.';

const PLATFORM_ID = /^\d{1,18}$/;

function platformOfferOf({ id, state, tradeId, message, partnerSteamId }: SandboxOffer): PlatformOffer {
  return { id, state, tradeId: tradeId ?? undefined, message, partnerSteamId };
}

/** The trading adapter of the sandbox. It works directly on the sandbox's tables, so all processes see the same state. */
export function createSandboxTrading({
  db,
  secret,
}: {
  db: Pick<Db, 'sql' | 'transaction' | 'listen'>;
  secret: string;
}): Trading {
  const { tradeTokenOf } = createTokens(secret);

  function assertReachable({ steamId, token }: TradePartner): void {
    if (troubleOf(steamId) === 'offline') throw new TradingFailure('unavailable', OFFLINE);
    if (token !== tradeTokenOf(steamId)) throw new TradingFailure('refused', FOREIGN_TOKEN);
  }

  return {
    isSandbox: true,
    offerUrl: (platformId, origin) => `${origin}${SANDBOX_TRADE_PATH}${platformId}`,
    tradeUrlHelp: (steamId, origin) => `${origin}${SANDBOX_TRADES_PATH}?steamId=${steamId}`,
    suggestedTradeUrl: (steamId) => tradeUrlOf({ steamId, token: tradeTokenOf(steamId) }),

    async fetchInventory(steamId) {
      const trouble = troubleOf(steamId);
      if (trouble === 'private') throw new TradingFailure('private', 'This inventory is private.');
      if (trouble === 'busy') throw new TradingFailure('busy', 'The platform asks for patience.');
      if (trouble === 'offline') throw new TradingFailure('unavailable', OFFLINE);
      await ensureInventory(db, steamId);
      return listAssets(db.sql, steamId);
    },
    async stock() {
      await ensureStock(db.sql);
      return listAssets(db.sql, BOT_STEAM_ID);
    },
    async fetchEscrowSeconds(partner) {
      assertReachable(partner);
      return troubleOf(partner.steamId) === 'unguarded' ? ESCROW_SECONDS : 0;
    },

    async send(draft) {
      assertReachable(draft.partner);
      return (await makeOffer(db, draft)).id;
    },
    async confirm(platformId) {
      if (PLATFORM_ID.test(platformId)) await confirmOffer(db, platformId);
    },
    async cancel(platformId) {
      if (PLATFORM_ID.test(platformId)) await cancelOffer(db, platformId);
    },
    async offer(platformId) {
      const offer = PLATFORM_ID.test(platformId) ? await findOffer(db.sql, platformId) : undefined;
      return offer === undefined ? undefined : platformOfferOf(offer);
    },
    async findByCode(code) {
      return mostRelevantOffer(code, (await listOffers(db.sql, { code })).map(platformOfferOf));
    },
    async fetchOutcome(tradeId) {
      const trade = PLATFORM_ID.test(tradeId) ? await findTrade(db.sql, tradeId) : undefined;
      if (trade === undefined) throw new TradingFailure('unavailable', 'The platform knows of no such trade yet.');
      const { status, given, received } = trade;
      return { status: status === 'in_escrow' ? 'under_way' : status, moved: [...given, ...received] };
    },

    async work(signal, onOfferChanged) {
      const stop = await db.listen(OFFERS_CHANNEL, onOfferChanged);
      try {
        await sleep(2 ** 31 - 1, undefined, { signal }).catch(() => undefined);
      } finally {
        await stop();
      }
    },
  };
}
