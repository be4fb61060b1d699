import { type PlatformOfferState, type TradeOutcome, TradingFailure } from './trading.ts';

/** ETradeOfferState. 1 is an invalid offer. */
const OFFER_STATES: Readonly<Record<number, PlatformOfferState>> = {
  2: 'active',
  3: 'accepted',
  4: 'countered',
  5: 'expired',
  6: 'cancelled',
  7: 'declined',
  8: 'invalid_items',
  9: 'unconfirmed',
  // Cancelled by the bot's own second factor.
  10: 'cancelled',
  11: 'in_escrow',
  12: 'reversed',
};

export function offerStateOf(state: number): PlatformOfferState {
  return OFFER_STATES[state] ?? 'invalid_items';
}

/**
 * ETradeStatus. A trade that support rolled back counts as reversed. A rollback that failed (8) or was abandoned (9) is
 * inconclusive and is checked again.
 */
const TRADE_STATUSES: Readonly<Record<number, TradeOutcome['status']>> = {
  3: 'complete',
  4: 'failed',
  5: 'reversed',
  6: 'reversed',
  7: 'reversed',
  11: 'failed',
  12: 'reversed',
};

export function tradeStatusOf(status: number): TradeOutcome['status'] {
  return TRADE_STATUSES[status] ?? 'under_way';
}

type Failing = Error & { readonly eresult?: number | string; readonly cause?: unknown };

const SENTENCES: Readonly<Record<TradingFailure['reason'], string>> = {
  private: 'This inventory is private.',
  busy: 'The platform asks for patience.',
  unavailable: 'The platform does not answer.',
  refused: 'The platform does not let this trade happen.',
  invalid_items: 'Some of these skins are not there, or cannot be traded.',
};

/** Uses only our own sentences: Steam's may contain URLs with tokens. */
export function failureOf(reason: TradingFailure['reason'], detail = ''): TradingFailure {
  return new TradingFailure(reason, detail === '' ? SENTENCES[reason] : `${SENTENCES[reason]} (${detail})`);
}

const CAUSES: Readonly<Record<string, string>> = {
  TradeBan: 'the other side may not trade',
  TargetCannotTrade: 'the other side cannot trade now',
  NewDevice: 'the bot signed in from a new device',
  OfferLimitExceeded: 'too many offers are open',
};

/** EResults that are final refusals; every other failure is worth a retry. */
const REFUSING = new Map([
  [11, 'invalid state'],
  [15, 'access denied'],
  [17, 'banned'],
  [24, 'no right to it'],
  [25, 'too many offers are open'],
]);
const REVOKED = 26;

/** Turns an error of a library into an error of the port. */
export function toTradingFailure(error: unknown): TradingFailure {
  if (error instanceof TradingFailure) return error;
  const { eresult, cause, message } = error as Failing;
  const number = Number(eresult);
  if (number === REVOKED) return failureOf('invalid_items', 'EResult 26');
  if (typeof cause === 'string' && CAUSES[cause] !== undefined) return failureOf('refused', CAUSES[cause]);
  const refusal = REFUSING.get(number);
  if (refusal !== undefined) return failureOf('refused', refusal);
  if (message === 'HTTP error 429') return failureOf('busy');
  const status = /^HTTP error \d{3}$/.exec(message)?.[0];
  return failureOf('unavailable', Number.isInteger(number) ? `EResult ${number}` : (status ?? ''));
}
