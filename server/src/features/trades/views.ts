import type { StaffOffer, TradeOffer, TradeStatus } from '@karat/contract/trades';
import type { Pagination } from '@karat/contract/pagination';
import type { TradeKind, TradeState } from '@karat/rules/trades';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { selectHeldDiamonds } from '#features/holds/holds.ts';
import { imageUrl } from '#http/images.ts';
import { selectTrader } from './trader-queries.ts';
import {
  countAllOffers,
  countOffers,
  countWaiting,
  type FlaggedPlayer,
  type OfferView,
  selectAllOfferIds,
  selectFlagged,
  selectOfferIds,
  selectOfferViews,
} from './view-queries.ts';

type ViewDeps = Pick<Deps, 'trading'> & { readonly db: Pick<Deps['db'], 'sql'> };
type Page = { readonly page: number; readonly limit: number };

const FLAGGED_PAGE_MAX = 100;

function offerOf({ trading }: Pick<Deps, 'trading'>, view: OfferView, origin: string): TradeOffer {
  const { id, kind, state, code, amount, heldUntil, reason, createdAt, updatedAt, events, platformId } = view;
  const offerUrl = platformId === null ? null : (trading?.offerUrl(platformId, origin) ?? null);
  const skins = view.skins.map((skin) => ({ ...skin, image: imageUrl(skin.image, origin) }));
  return { id, kind, state, code, offerUrl, skins, amount, heldUntil, reason, createdAt, updatedAt, events };
}

/** Offers as their owners see them, newest first. */
export async function readOffers(
  { db, trading }: ViewDeps,
  ids: readonly number[],
  origin: string,
): Promise<{ offer: TradeOffer; playerId: number }[]> {
  const views = await selectOfferViews(db.sql, ids);
  return views.map((view) => ({ offer: offerOf({ trading }, view, origin), playerId: view.playerId }));
}

/** One offer as its owner sees it, read inside the transaction that writes it. */
export async function readOffer(
  tx: Tx,
  deps: Pick<Deps, 'trading'>,
  offerId: number,
  origin: string,
): Promise<TradeOffer> {
  const [read] = await readOffers({ db: tx, trading: deps.trading }, [offerId], origin);
  return read!.offer;
}

/** A page of a player's offers, and the player's trading status. */
export async function listOffers(
  deps: StatusDeps,
  { playerId, page, limit, origin }: Page & { readonly playerId: number; readonly origin: string },
): Promise<{ data: TradeOffer[]; pagination: Pagination; standing: TradeStatus }> {
  const { sql } = deps.db;
  const ids = await selectOfferIds(sql, { playerId, limit, offset: (page - 1) * limit });
  const offers = await readOffers(deps, ids, origin);
  return {
    data: offers.map(({ offer }) => offer),
    pagination: { totalResults: await countOffers(sql, playerId), resultsPerPage: limit, currentPage: page },
    standing: await tradingStatus(deps, playerId, origin),
  };
}

const DAY_MS = 86_400_000;

type StatusDeps = ViewDeps & Pick<Deps, 'env'>;

async function tradingStatus({ db, env, trading }: StatusDeps, playerId: number, origin: string): Promise<TradeStatus> {
  const [trader, { held, until }] = [await selectTrader(db.sql, playerId), await selectHeldDiamonds(db.sql, playerId)];
  const steamId = trader?.steamId ?? null;
  return {
    hasTradeUrl: trader?.tradeToken != null,
    tradeUrlHelp: steamId === null ? null : (trading?.tradeUrlHelp(steamId, origin) ?? null),
    suggestedTradeUrl: steamId === null ? null : (trading?.suggestedTradeUrl(steamId) ?? null),
    held,
    heldUntil: held === 0 ? null : until,
    holdDays: env.depositHoldMs / DAY_MS,
    isHeldPlayable: env.isHeldPlayable,
    isFlagged: trader?.isFlagged ?? false,
    isSandbox: trading?.isSandbox ?? false,
    approvalAbove: env.withdrawApprovalAbove,
  };
}

type OfferQuery = Page & {
  readonly state?: TradeState | undefined;
  readonly kind?: TradeKind | undefined;
  readonly origin: string;
};

type AllOffers = { data: StaffOffer[]; pagination: Pagination; waiting: number; flagged: FlaggedPlayer[] };

/** A page of all offers, with those that wait for staff. */
export async function listAllOffers(
  deps: ViewDeps,
  { page, limit, origin, ...filter }: OfferQuery,
): Promise<AllOffers> {
  const { sql } = deps.db;
  const stateAndKind = { state: filter.state ?? null, kind: filter.kind ?? null };
  const ids = await selectAllOfferIds(sql, { ...stateAndKind, limit, offset: (page - 1) * limit });
  const views = await selectOfferViews(sql, ids);
  return {
    data: views.map((view) => {
      const { playerId: id, username, isSandbox, steamId, isFlagged, platformId, attempts } = view;
      const player = { id, username, isSandbox, steamId, isFlagged };
      return { ...offerOf(deps, view, origin), player, platformId, attempts };
    }),
    pagination: {
      totalResults: await countAllOffers(sql, stateAndKind),
      resultsPerPage: limit,
      currentPage: page,
    },
    waiting: await countWaiting(sql),
    flagged: await selectFlagged(sql, FLAGGED_PAGE_MAX),
  };
}
