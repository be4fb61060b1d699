import { type TradePartner, tradeUrlOf } from '@karat/rules/trades';
import type { ManagerOffer } from 'steam-tradeoffer-manager';
import type { CommunityItem } from 'steamcommunity';
import * as z from 'zod/mini';
import { mostRelevantOffer } from './codes.ts';
import { callSteam, isUnknownOffer } from './steam-call.ts';
import { type BotOptions, createSteamBot, type SteamWeb } from './steam-bot.ts';
import { createInventoryReader, iconUrlOf } from './steam-inventory.ts';
import { failureOf, offerStateOf, tradeStatusOf } from './steam-states.ts';
import {
  type Asset,
  type OfferDraft,
  type PlatformOffer,
  type TradeOutcome,
  type Trading,
  TradingFailure,
} from './trading.ts';

const COMMUNITY = 'https://steamcommunity.com';
const HOLD_DURATIONS = 'https://api.steampowered.com/IEconService/GetTradeHoldDurations/v1/';
const APP_ID = 730;
const CONTEXT_ID = 2;
const ACTIVE_AND_CHANGED = 1;
/** Offers expire after 14 days; searched for one more day. */
const SEARCHED_MS = 15 * 86_400_000;

const item = (assetId: string) => ({ appid: APP_ID, contextid: String(CONTEXT_ID), assetid: assetId });

function platformOfferOf(offer: ManagerOffer): PlatformOffer {
  return {
    id: offer.id ?? '',
    state: offerStateOf(offer.state),
    tradeId: offer.tradeID ?? undefined,
    message: offer.message ?? '',
    partnerSteamId: offer.partner.getSteamID64(),
  };
}

function assetOf({
  assetid,
  classid,
  name = '',
  market_hash_name = '',
  icon_url = '',
  tradable,
}: CommunityItem): Asset {
  return {
    assetId: assetid,
    classId: classid,
    name,
    marketHashName: market_hash_name,
    iconUrl: iconUrlOf(icon_url),
    isTradable: tradable,
  };
}

async function sendOffer({ manager }: SteamWeb, { partner, message, give, take }: OfferDraft): Promise<string> {
  const offer = await callSteam<ManagerOffer>((done) => done(null, manager.createOffer(tradeUrlOf(partner))));
  give.forEach((assetId) => offer.addMyItem(item(assetId)));
  take.forEach((assetId) => offer.addTheirItem(item(assetId)));
  offer.setMessage(message);
  await callSteam((done) => offer.send(done));
  if (offer.id === null) throw failureOf('unavailable');
  return offer.id;
}

async function findOffer({ manager }: SteamWeb, platformId: string): Promise<ManagerOffer | undefined> {
  try {
    return await callSteam<ManagerOffer>((done) => manager.getOffer(platformId, done));
  } catch (error) {
    if (isUnknownOffer(error)) return undefined;
    throw error;
  }
}

async function readOutcome({ manager, community }: SteamWeb, tradeId: string): Promise<TradeOutcome> {
  // The library takes an offer but reads only its trade id, so the trade can be read without fetching its offer.
  const offer = manager.createOffer(community.steamID?.getSteamID64() ?? '');
  Object.assign(offer, { id: '0', tradeID: tradeId });
  return callSteam<TradeOutcome>((done) =>
    offer.getExchangeDetails(true, (error, status, _, received, given) => {
      if (error) return done(error, { status: 'under_way', moved: [] });
      const moved = [...received, ...given].flatMap(({ assetid, new_assetid: newAssetId }) =>
        newAssetId === undefined ? [] : [{ assetId: assetid, newAssetId }],
      );
      return done(null, { status: tradeStatusOf(status), moved });
    }),
  );
}

const holdDurations = z.object({
  response: z.object({ their_escrow: z.optional(z.object({ escrow_end_duration_seconds: z.number() })) }),
});

async function readEscrow({ community, manager }: SteamWeb, { steamId, token }: TradePartner): Promise<number> {
  const query = {
    access_token: manager.accessToken ?? '',
    steamid_target: steamId,
    trade_offer_access_token: token,
  };
  const body = await callSteam<unknown>((done) =>
    community.httpRequestGet(
      { uri: HOLD_DURATIONS, qs: query, json: true },
      (error, _, items) => done(error, items),
      'karat',
    ),
  );
  const answer = holdDurations.safeParse(body);
  if (!answer.success) throw failureOf('unavailable');
  const { their_escrow: theirs } = answer.data.response;
  // A missing entry means that the token is not the partner's, not that nothing would be held.
  if (theirs === undefined) throw failureOf('refused', 'the trade URL is not valid any more');
  return theirs.escrow_end_duration_seconds;
}

type SteamTradingOptions = BotOptions & {
  /** Confirms offers that give skins away. */
  readonly identitySecret: string;
  /** The base URL of inventories. */
  readonly communityUrl?: string;
};

/** Trades skins on Steam, with libraries that automate its web pages. */
export function createSteamTrading(options: SteamTradingOptions): Trading {
  const { identitySecret, communityUrl = COMMUNITY } = options;
  const bot = createSteamBot(options);
  let reading: Promise<Asset[]> | undefined;

  async function readStock(): Promise<Asset[]> {
    const { manager } = await bot.ready();
    const items = await callSteam<CommunityItem[]>((done) =>
      manager.getInventoryContents(APP_ID, CONTEXT_ID, false, done),
    );
    return items.map(assetOf);
  }

  return {
    isSandbox: false,
    offerUrl: (platformId) => `${COMMUNITY}/tradeoffer/${platformId}/`,
    tradeUrlHelp: (steamId) => `${COMMUNITY}/profiles/${steamId}/tradeoffers/privacy#trade_offer_access_url`,
    suggestedTradeUrl: () => undefined,

    fetchInventory: createInventoryReader({ communityUrl }),
    /** Concurrent callers share one request, because Steam limits them. */
    stock() {
      reading ??= readStock().finally(() => (reading = undefined));
      return reading;
    },
    fetchEscrowSeconds: async (partner) => readEscrow(await bot.ready(), partner),

    send: async (draft) => sendOffer(await bot.ready(), draft),
    async confirm(platformId) {
      const web = await bot.ready();
      const offer = await findOffer(web, platformId);
      if (offer === undefined || offerStateOf(offer.state) !== 'unconfirmed') return;
      await callSteam((done) =>
        web.community.acceptConfirmationForObject(identitySecret, platformId, (error) => done(error, null)),
      );
    },
    async cancel(platformId) {
      const offer = await findOffer(await bot.ready(), platformId);
      if (offer === undefined || !['active', 'unconfirmed'].includes(offerStateOf(offer.state))) return;
      await callSteam((done) => offer.cancel((error) => done(error, null))).catch((error: unknown) => {
        // The offer was answered a moment ago; its state tells how.
        if (!(error instanceof TradingFailure) || error.reason !== 'refused') throw error;
      });
    },
    async offer(platformId) {
      const offer = await findOffer(await bot.ready(), platformId);
      return offer === undefined ? undefined : platformOfferOf(offer);
    },
    async findByCode(code) {
      const { manager } = await bot.ready();
      const since = new Date(Date.now() - SEARCHED_MS);
      const offers = await callSteam<ManagerOffer[]>((done) => manager.getOffers(ACTIVE_AND_CHANGED, since, done));
      return mostRelevantOffer(code, offers.map(platformOfferOf));
    },
    fetchOutcome: async (tradeId) => readOutcome(await bot.ready(), tradeId),

    work: bot.work,
  };
}
