import { DEPOSIT_SKINS_MAX } from '@karat/rules/deposits';
import { TRADE_KINDS, TRADE_STATES } from '@karat/rules/trades';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pagination, paginationQuery } from './pagination.ts';
import { playerName } from './player-name.ts';
import { idNumber, idParam, reason, reasonBody } from './text.ts';

/** A skin of the player on Steam with its value. `assetid` identifies one skin; many share a `classid`. */
const depositableSkin = z.object({
  assetid: z.string(),
  classid: z.string(),
  name: z.string(),
  market_hash_name: z.string(),
  icon_url: z.string(),
  /** 1 if it can be deposited now. */
  tradable: z.union([z.literal(0), z.literal(1)]),
  /** In Steam's currency: 1.00 is 100 diamonds. */
  balance_on_deposit: z.number(),
  skinRarity: z.string(),
  skinExterior: z.string(),
  weaponType: z.string(),
});
export type DepositableSkin = z.output<typeof depositableSkin>;

export const getUserSteamInventory = endpoint({
  method: 'GET',
  path: '/user/getUserSteamInventory',
  summary: 'The player’s skins on Steam that can be deposited, the most valuable first.',
  query: z.object({
    /** Bypasses the cache, if enough time has passed. */
    refresh: z.optional(z.enum(['1'], 'Invalid filter.')),
  }),
  refuses: ['inventory_private', 'platform_busy', 'platform_unreachable', 'real_value_off', 'steam_required'],
  reply: z.object({
    data: z.array(depositableSkin),
    /** The time when the inventory was read from Steam. */
    readAt: z.iso.datetime(),
  }),
});

export const newTradeUrl = z.object({
  tradeUrl: z
    .string('Trade URL is required.')
    .check(z.trim(), z.minLength(1, 'Trade URL is required.'), z.maxLength(200, 'This is not a trade URL.')),
});

export const setTradeUrl = endpoint({
  method: 'PUT',
  path: '/user/setTradeUrl',
  summary: 'Set the trade URL to which the player’s trade offers go. It must be the player’s own.',
  body: newTradeUrl,
  reply: z.object({ message: z.string() }),
});

const tradeEvent = z.object({
  /** An event of the timeline: created, approval_wanted, approved, sent, accepted, credited, held, final, reversed, declined … */
  event: z.string(),
  createdAt: z.iso.datetime(),
});

export const tradeOffer = z.object({
  id: z.number(),
  kind: z.enum(TRADE_KINDS),
  state: z.enum(TRADE_STATES),
  /** Part of the offer's message, so that players recognise offers of the site. */
  code: z.string(),
  /** The URL of the offer on Steam; null until it is sent. */
  offerUrl: z.nullable(z.string()),
  skins: z.array(
    z.object({ market_hash_name: z.string(), image: z.string(), skinRarity: z.string(), value: z.number() }),
  ),
  /** In diamonds: what a deposit pays, or the value of a withdrawn skin. */
  amount: z.number(),
  heldUntil: z.nullable(z.iso.datetime()),
  /** The reason why the offer was unsuccessful, as a sentence. */
  reason: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  events: z.array(tradeEvent),
});
export type TradeOffer = z.output<typeof tradeOffer>;

/** The trading status of the player. */
const tradeStatus = z.object({
  /** Whether a trade URL is set. The URL itself is not sent, because it contains a token. */
  hasTradeUrl: z.boolean(),
  /** A link to the Steam page with the player's own trade URL. */
  tradeUrlHelp: z.nullable(z.string()),
  /** The trade URL of a sandbox persona, to be set with one click. */
  suggestedTradeUrl: z.nullable(z.string()),
  /** Diamonds on hold, which cannot be withdrawn yet, and when the last hold ends. */
  held: z.number(),
  heldUntil: z.nullable(z.iso.datetime()),
  /** The days that new deposits are on hold, and whether diamonds on hold can be wagered. */
  holdDays: z.number(),
  isHeldPlayable: z.boolean(),
  /** Deposits and withdrawals are blocked until staff remove the flag. */
  isFlagged: z.boolean(),
  isSandbox: z.boolean(),
  /** Withdrawals above this value wait for approval by staff. */
  approvalAbove: z.number(),
});
export type TradeStatus = z.output<typeof tradeStatus>;

export const getTradeOffers = endpoint({
  method: 'GET',
  path: '/user/getTradeOffers',
  summary: 'The player’s own trade offers with their timelines, newest first, and the player’s trading status.',
  query: z.object(paginationQuery()),
  reply: z.object({ data: z.array(tradeOffer), pagination, standing: tradeStatus }),
});

export const createDeposit = endpoint({
  method: 'POST',
  path: '/user/createDeposit',
  switch: 'deposits',
  summary: 'Request a trade offer for these skins; once accepted, they become diamonds. Honours Idempotency-Key.',
  body: z.object({
    assetIds: z
      .array(
        z.string('Invalid item.').check(z.regex(/^\d{1,20}$/, 'Invalid item.')),
        'You must select at least one item.',
      )
      .check(
        z.minLength(1, 'You must select at least one item.'),
        z.maxLength(DEPOSIT_SKINS_MAX, `You can deposit up to ${DEPOSIT_SKINS_MAX} skins at once.`),
      ),
    /** The amount that the player saw. Refused if it has changed since. */
    amount: z.optional(
      z
        .number('Amount must be a whole number.')
        .check(z.int('Amount must be a whole number.'), z.nonnegative('Amount must be a whole number.')),
    ),
  }),
  refuses: [
    'account_flagged',
    'age_unconfirmed',
    'awaiting_approval',
    'banned',
    'country_denied',
    'inventory_private',
    'item_locked',
    'key_reused',
    'ledger_halted',
    'limit_reached',
    'not_found',
    'on_break',
    'platform_busy',
    'platform_unreachable',
    'price_changed',
    'prices_unknown',
    'real_value_off',
    'reality_check',
    'self_excluded',
    'steam_required',
    'trade_url_required',
  ],
  reply: z.object({ message: z.string(), data: tradeOffer }),
});

export const withdrawItem = endpoint({
  method: 'POST',
  path: '/user/withdrawItem/:itemId',
  switch: 'withdrawals',
  summary: 'Withdraw an owned skin to Steam; it is locked while the offer is open. Honours Idempotency-Key.',
  params: z.object({ itemId: idParam }),
  refuses: [
    'account_flagged',
    'already_sold',
    'banned',
    'country_denied',
    'item_locked',
    'key_reused',
    'ledger_halted',
    'not_found',
    'on_hold',
    'out_of_stock',
    'platform_busy',
    'platform_unreachable',
    'price_changed',
    'prices_unknown',
    'real_value_off',
    'steam_required',
    'trade_url_required',
  ],
  reply: z.object({ message: z.string(), data: tradeOffer }),
});

export const cancelTradeOffer = endpoint({
  method: 'POST',
  path: '/user/cancelTradeOffer/:offerId',
  summary: 'Cancel one of the player’s own offers before it is accepted. Cancelling it again has no effect.',
  params: z.object({ offerId: idParam }),
  refuses: ['not_found', 'offer_over', 'platform_busy', 'platform_unreachable', 'real_value_off'],
  reply: z.object({ message: z.string() }),
});

const staffOffer = z.extend(tradeOffer, {
  player: z.object({ id: z.number(), ...playerName, steamId: z.nullable(z.string()), isFlagged: z.boolean() }),
  /** The offer's id on Steam. */
  platformId: z.nullable(z.string()),
  attempts: z.number(),
});
export type StaffOffer = z.output<typeof staffOffer>;

export const getAllTradeOffers = endpoint({
  method: 'GET',
  path: '/admin/getAllTradeOffers',
  summary: 'Trade offers of all players, newest first; with ?state=AWAITING_APPROVAL those that wait for staff.',
  query: z.object({
    ...paginationQuery(),
    state: z.optional(z.enum(TRADE_STATES, 'Invalid filter.')),
    kind: z.optional(z.enum(TRADE_KINDS, 'Invalid filter.')),
  }),
  reply: z.object({
    data: z.array(staffOffer),
    pagination,
    /** The number of offers that wait for approval, and the flagged accounts. */
    waiting: z.number(),
    flagged: z.array(z.object({ id: z.number(), ...playerName, flaggedAt: z.iso.datetime() })),
  }),
});

const doneReply = z.object({ message: z.string() });

export const approveWithdrawal = endpoint({
  method: 'POST',
  path: '/admin/approveWithdrawal/:offerId',
  summary: 'Approve a large withdrawal.',
  params: z.object({ offerId: idParam }),
  refuses: ['awaiting_approval', 'item_locked', 'not_found', 'offer_over'],
  reply: doneReply,
});

export const retryTradeOffer = endpoint({
  method: 'POST',
  path: '/admin/retryTradeOffer/:offerId',
  summary: 'Retry an offer that could not be sent, or check a waiting one now.',
  params: z.object({ offerId: idParam }),
  refuses: ['awaiting_approval', 'item_locked', 'not_found', 'offer_over'],
  reply: doneReply,
});

export const cancelTradeOfferByStaff = endpoint({
  method: 'POST',
  path: '/admin/cancelTradeOffer/:offerId',
  summary: 'Cancel an offer before it is accepted; the player is notified of the reason.',
  params: z.object({ offerId: idParam }),
  body: reasonBody,
  refuses: ['item_locked', 'not_found', 'offer_over', 'platform_busy', 'platform_unreachable', 'real_value_off'],
  reply: doneReply,
});

export const clearFlag = endpoint({
  method: 'POST',
  path: '/admin/clearFlag',
  summary: 'Remove the flag of an account, so that it can trade again.',
  body: z.object({ userId: idNumber, reason }),
  refuses: ['not_found'],
  reply: doneReply,
});
