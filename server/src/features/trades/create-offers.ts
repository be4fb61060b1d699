import { randomInt } from 'node:crypto';
import { Refusal } from '@karat/contract/refusal';
import { depositDiamonds } from '@karat/rules/deposits';
import { PRICES_STALE_MS } from '@karat/rules/prices';
import { OPEN_OFFERS_MAX, partnerOf } from '@karat/rules/trades';
import type { Sql, Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Deps } from '#deps.ts';
import { raiseAlarm } from '#features/alarms/alarms.ts';
import { chargeAllowance } from '#features/adjustments/adjustments.ts';
import { queueEmail } from '#features/emails/emails.ts';
import { assertHoldsCovered, assertNotFlagged } from '#features/holds/holds.ts';
import { selectPriceApprovals } from '#features/items/items.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import { pricesAgeMs } from '#features/prices/prices.ts';
import { assertMayDeposit, assertMayWithdraw } from '#features/eligibility/eligibility.ts';
import { countDeposit } from '#features/play-limits/play-limits.ts';
import type { Depositable } from './inventories.ts';
import { publishOfferChange } from './live-updates.ts';
import { selectItemState, updateToWithdrawing } from './item-queries.ts';
import { selectTrader, updateTradeToken } from './trader-queries.ts';
import { insertEvent, insertOffer, insertSkins, lockOpenOffers, sumWithdrawn } from './queries.ts';

type OfferDeps = Pick<Deps, 'env' | 'live' | 'email' | 'seal'>;
type Trader = { readonly playerId: number; readonly country: string | undefined };

/** Without characters that look alike. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRTUVWXYZ';
const CODE_HALF = 4;

function newCode(): string {
  const half = (): string =>
    Array.from({ length: CODE_HALF }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
  return `${half()}-${half()}`;
}

/** The player's Steam id; refuses an account without one. */
export async function findSteamId(sql: Sql, playerId: number): Promise<string> {
  const trader = await selectTrader(sql, playerId);
  if (trader === undefined || trader.steamId === null) {
    throw new Refusal('steam_required', 'Link your Steam account first.');
  }
  return trader.steamId;
}

/** Saves the player's trade URL. Another account's URL would send our skins there. */
export async function setTradeUrl(tx: Tx, playerId: number, tradeUrl: string): Promise<void> {
  const steamId = await findSteamId(tx.sql, playerId);
  const partner = partnerOf(tradeUrl);
  if (partner === undefined) throw new Refusal('invalid', 'This is not a trade URL.');
  if (partner.steamId !== steamId) throw new Refusal('invalid', 'This trade URL belongs to another account.');
  await updateTradeToken(tx.sql, playerId, partner.token);
}

/** The player's trade partner data, or a refusal. Serializes the player's calls until the transaction ends. */
async function tradePartner(tx: Tx, playerId: number): Promise<{ steamId: string; tradeToken: string }> {
  const steamId = await findSteamId(tx.sql, playerId);
  const tradeToken = (await selectTrader(tx.sql, playerId))?.tradeToken ?? null;
  if (tradeToken === null) throw new Refusal('trade_url_required', 'Save your trade URL first.');
  if ((await lockOpenOffers(tx.sql, playerId)) >= OPEN_OFFERS_MAX) {
    throw new Refusal('too_many', `You have ${OPEN_OFFERS_MAX} open offers.`, { retryAfterSeconds: 60 });
  }
  return { steamId, tradeToken };
}

type DepositRequest = Trader & {
  readonly assetIds: readonly string[];
  /** The amount the player was shown, if the client sent it. */
  readonly amount: number | undefined;
  /** The player's Steam inventory at current prices. */
  readonly skins: readonly Depositable[];
};

function chosenSkins({ assetIds, skins }: DepositRequest): Depositable[] {
  const byId = new Map(skins.map((each) => [each.skin.assetid, each]));
  return [...new Set(assetIds)].map((assetId) => {
    const found = byId.get(assetId);
    if (found === undefined) throw new Refusal('not_found', 'One of these skins can no longer be deposited.');
    return found;
  });
}

type Valued = { readonly itemId: number; readonly value: number };

/** Charges what skins bring above their approved prices to the allowances of the admins who set those prices. */
async function chargePrices(tx: Tx, deps: OfferDeps, offerId: number, skins: readonly Valued[]): Promise<void> {
  const approvals = await selectPriceApprovals(
    tx.sql,
    skins.map(({ itemId }) => itemId),
  );
  const byId = new Map(approvals.map((item) => [item.id, item]));
  const excess = new Map<number, number>();
  for (const { itemId, value } of skins) {
    const { price, priceSetBy, approvedPrice } = byId.get(itemId)!;
    // The skin was valued a moment ago: a price that fell since would hide the admin who raised it.
    if (value > price) throw new Refusal('price_changed', 'The price has changed.');
    if (priceSetBy !== null)
      excess.set(priceSetBy, (excess.get(priceSetBy) ?? 0) + Math.max(0, value - approvedPrice!));
  }
  // By rising id, so that two deposits of the same skins cannot deadlock.
  for (const [actorId, amount] of [...excess].toSorted(([one], [other]) => one - other)) {
    const credit = {
      actorId,
      kind: 'deposit',
      subjectId: offerId,
      reference: `deposit:${offerId}:${actorId}`,
      amount,
    } as const;
    if (amount > 0 && !(await chargeAllowance(tx, deps, credit))) {
      throw new Refusal('awaiting_approval', 'Our staff must confirm the price of one of these skins first.');
    }
  }
}

/** Creates a deposit at current values; the loop sends it. Returns its id. */
export async function createDeposit(tx: Tx, deps: OfferDeps, request: DepositRequest): Promise<number> {
  const { playerId } = request;
  await assertMayDeposit(tx.sql, deps, request);
  if ((await pricesAgeMs(tx.sql)) > PRICES_STALE_MS) {
    throw new Refusal('prices_unknown', 'There is no reliable price right now.');
  }
  const partner = await tradePartner(tx, playerId);
  await assertNotFlagged(tx.sql, playerId);
  const chosen = chosenSkins(request);
  const values = chosen.map(({ skin }) => skin.balance_on_deposit);
  const amount = depositDiamonds(values);
  if (request.amount !== undefined && request.amount !== amount) {
    throw new Refusal('price_changed', 'The price has changed.');
  }
  await countDeposit(tx, { playerId, amount });
  // Checked again under the wallet's lock: a concurrent ban, flag or deletion is either committed by now or waits.
  await assertMayDeposit(tx.sql, deps, request);
  await assertNotFlagged(tx.sql, playerId);
  const offer = { kind: 'deposit', state: 'CREATED', inventoryId: null, code: newCode() } as const;
  const id = await insertOffer(tx.sql, { ...offer, ...partner, playerId, amount });
  const skins = chosen.map(({ itemId, skin }) => ({
    assetId: skin.assetid,
    itemId,
    value: depositDiamonds([skin.balance_on_deposit]),
  }));
  await insertSkins(tx.sql, id, skins).catch((error: unknown) => {
    if (isUniqueViolation(error, 'trade_offer_skins_one_open')) {
      throw new Refusal('item_locked', 'One of these skins is already in another offer.');
    }
    throw error;
  });
  await chargePrices(tx, deps, id, skins);
  await insertEvent(tx.sql, id, { event: 'created', details: { amount } });
  await publishOfferChange(tx, id);
  return id;
}

/**
 * Reserves an owned item and creates its withdrawal, which waits for staff if the player's withdrawals of 24 hours exceed the
 * limit. Returns the offer's id.
 */
export async function createWithdrawal(
  tx: Tx,
  deps: OfferDeps,
  { playerId, country, inventoryId }: Trader & { readonly inventoryId: number },
): Promise<number> {
  await assertMayWithdraw(tx.sql, deps, { playerId, country });
  const partner = await tradePartner(tx, playerId);
  const bound = await updateToWithdrawing(tx.sql, { playerId, inventoryId });
  if (bound === undefined) return refuseWithdrawal(tx, { playerId, inventoryId });
  await assertHoldsCovered(tx, playerId);
  // Checked again under the wallet's lock, as for a deposit.
  await assertMayWithdraw(tx.sql, deps, { playerId, country });
  await assertNotFlagged(tx.sql, playerId);
  const { itemId, price: amount, name } = bound;
  const isLarge = amount + (await sumWithdrawn(tx.sql, playerId)) > deps.env.withdrawApprovalAbove;
  const state = isLarge ? 'AWAITING_APPROVAL' : 'CREATED';
  const offer = { kind: 'withdrawal', state, inventoryId, code: newCode() } as const;
  const id = await insertOffer(tx.sql, { ...offer, ...partner, playerId, amount });
  await insertSkins(tx.sql, id, [{ assetId: null, itemId, value: amount }]);
  await insertEvent(tx.sql, id, { event: 'created', details: { amount } });
  if (isLarge) {
    await insertEvent(tx.sql, id, { event: 'approval_wanted' });
    const parameters = { name, amount, playerId };
    await notifyStaff(tx, deps.live, { key: 'tradeStaff.approvalNeeded', parameters });
    const details = { playerId, amount };
    await raiseAlarm(tx, { kind: 'approvalNeeded', subject: `trade-offer:${id}`, details });
  }
  if (amount > deps.env.withdrawalEmailAbove) {
    const parameters = { name, amount, at: new Date().toISOString() };
    await queueEmail(tx, deps, { playerId, key: 'notice.largeWithdrawal', parameters });
  }
  await publishOfferChange(tx, id, 'inventory');
  return id;
}

async function refuseWithdrawal(tx: Tx, item: { playerId: number; inventoryId: number }): Promise<never> {
  const state = await selectItemState(tx.sql, item);
  if (state === undefined || state === 'WITHDRAWN') throw new Refusal('not_found', 'Item not found.');
  if (state === 'SOLD') throw new Refusal('already_sold', 'This item has already been sold.');
  throw new Refusal('item_locked', 'This item is locked and cannot be withdrawn right now.');
}
