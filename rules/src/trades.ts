export const TRADE_KINDS = ['deposit', 'withdrawal'] as const;
export type TradeKind = (typeof TRADE_KINDS)[number];

/**
 * The states of an offer. A deposit: CREATED, SENT, then HELD (accepted, paid when the hold ends) or CREDITED (paid, hold running),
 * then FINAL. A withdrawal: possibly AWAITING_APPROVAL, CREATED, SENT, DELIVERED (the player has it and can still reverse the
 * trade), FINAL. The others end the offer without moving anything, except REVERSED, which takes back.
 */
export const TRADE_STATES = [
  'AWAITING_APPROVAL',
  'CREATED',
  'SENT',
  'HELD',
  'CREDITED',
  'DELIVERED',
  'FINAL',
  'REVERSED',
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
  'INVALID_ITEMS',
  'ESCROW_REFUSED',
  'FAILED',
] as const;
export type TradeState = (typeof TRADE_STATES)[number];

/** Final states in which nothing has changed hands. */
export const UNSUCCESSFUL_STATES = [
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
  'INVALID_ITEMS',
  'ESCROW_REFUSED',
  'FAILED',
] as const satisfies readonly TradeState[];
export type UnsuccessfulState = (typeof UNSUCCESSFUL_STATES)[number];

export function isUnsuccessful(state: TradeState): state is UnsuccessfulState {
  return (UNSUCCESSFUL_STATES as readonly TradeState[]).includes(state);
}

const NEXT_STATES: Readonly<Record<TradeKind, Readonly<Partial<Record<TradeState, readonly TradeState[]>>>>> = {
  deposit: {
    CREATED: ['SENT', 'CANCELLED', 'INVALID_ITEMS', 'ESCROW_REFUSED', 'FAILED'],
    SENT: ['HELD', 'CREDITED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'INVALID_ITEMS', 'ESCROW_REFUSED', 'FAILED'],
    HELD: ['FINAL', 'REVERSED'],
    CREDITED: ['FINAL', 'REVERSED'],
    FINAL: ['REVERSED'],
    // Staff may retry an offer that was never sent.
    FAILED: ['CREATED'],
  },
  withdrawal: {
    AWAITING_APPROVAL: ['CREATED', 'CANCELLED'],
    CREATED: ['SENT', 'CANCELLED', 'INVALID_ITEMS', 'ESCROW_REFUSED', 'FAILED'],
    SENT: ['DELIVERED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'INVALID_ITEMS', 'ESCROW_REFUSED', 'FAILED'],
    DELIVERED: ['FINAL', 'REVERSED'],
    FINAL: ['REVERSED'],
    FAILED: ['CREATED'],
  },
};

export function canBecome(kind: TradeKind, from: TradeState, to: TradeState): boolean {
  return NEXT_STATES[kind][from]?.includes(to) ?? false;
}

/** Whether the offer can still change without staff. */
export function isTradeOpen(state: TradeState): boolean {
  return ['AWAITING_APPROVAL', 'CREATED', 'SENT', 'HELD', 'CREDITED', 'DELIVERED'].includes(state);
}

/** Whether the offer can be cancelled: only before anything has changed hands. */
export function isCancellable(state: TradeState): boolean {
  return ['AWAITING_APPROVAL', 'CREATED', 'SENT'].includes(state);
}

/** Offers that one player may have open. */
export const OPEN_OFFERS_MAX = 5;

const TRADE_URL = /^https:\/\/steamcommunity\.com\/tradeoffer\/new\/?\?partner=(\d{1,10})&token=([A-Za-z0-9_-]{8})$/;
const ACCOUNT_ID_BASE = 76_561_197_960_265_728n;

export type TradePartner = { readonly steamId: string; readonly token: string };

/** The account of a trade URL, and the token that allows anyone to send it offers; undefined for an invalid URL. */
export function partnerOf(tradeUrl: string): TradePartner | undefined {
  const [, account, token] = TRADE_URL.exec(tradeUrl) ?? [];
  if (account === undefined || token === undefined) return undefined;
  return { steamId: String(ACCOUNT_ID_BASE + BigInt(account)), token };
}

export function tradeUrlOf({ steamId, token }: TradePartner): string {
  return `https://steamcommunity.com/tradeoffer/new/?partner=${BigInt(steamId) - ACCOUNT_ID_BASE}&token=${token}`;
}
