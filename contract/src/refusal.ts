/** Every refusal code with its HTTP status. Any other error is a bug, and a 500. */
export const refusalStatus = {
  invalid: 400,
  wrong_password: 400,
  wrong_code: 400,
  sign_in_failed: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  forbidden: 403,
  stale_second_factor: 403,
  banned: 403,
  cross_site: 403,
  age_unconfirmed: 403,
  on_break: 403,
  self_excluded: 403,
  limit_reached: 403,
  reality_check: 403,
  country_denied: 403,
  muted: 403,
  not_found: 404,
  taken: 409,
  already_linked: 409,
  stale_sign_in: 409,
  insufficient_balance: 409,
  already_sold: 409,
  item_locked: 409,
  own_listing: 409,
  listing_gone: 409,
  price_changed: 409,
  order_open: 409,
  too_many_listings: 409,
  too_many_orders: 409,
  trade_url_required: 409,
  inventory_private: 409,
  trade_refused: 409,
  on_hold: 409,
  account_flagged: 409,
  prices_unknown: 409,
  out_of_stock: 409,
  offer_over: 409,
  real_value_off: 409,
  case_paused: 409,
  case_changed: 409,
  betting_closed: 409,
  too_many_bets: 409,
  steam_required: 409,
  already_in_room: 409,
  room_full: 409,
  room_started: 409,
  room_over: 409,
  not_seated: 409,
  command_refused: 409,
  command_unconfirmed: 409,
  key_reused: 409,
  ticket_closed: 409,
  mission_incomplete: 409,
  already_claimed: 409,
  awaiting_approval: 409,
  account_busy: 409,
  already_decided: 409,
  link_invalid: 409,
  announcement_over: 409,
  too_large: 413,
  too_many: 429,
  too_soon: 429,
  platform_busy: 429,
  unavailable: 503,
  ledger_halted: 503,
  maintenance: 503,
  switched_off: 503,
  server_unreachable: 503,
  platform_unreachable: 503,
  feed_unread: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/** Refusals of every call that takes a stake. */
export const WAGER_REFUSALS = [
  'account_flagged',
  'age_unconfirmed',
  'banned',
  'country_denied',
  'insufficient_balance',
  'key_reused',
  'ledger_halted',
  'limit_reached',
  'on_break',
  'reality_check',
  'self_excluded',
  'too_soon',
] as const satisfies readonly RefusalCode[];

/** A problem with the input, and its field. */
export type Issue = { path: string; message: string };

/** The body of every error response. `message` and `error` are the same sentence, because clients read either. */
export type Failure = {
  message: string;
  error: string;
  code: RefusalCode | 'internal';
  issues?: Issue[];
  ban?: Ban;
  notice?: Notice;
  challenge?: string;
};

/** Details for a banned player who has signed in correctly: since when, and the operator's contact, if there is one. */
export type Ban = { since: string | null; contact: string | null };

/** What staff say about a part of the site that is off, and when they expect it to be on again. */
export type Notice = { message: { tr: string; en: string } | null; endsAt: string | null };

/** An expected error with a sentence for the player. Thrown anywhere, turned into a response in one place. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly ban: Ban | undefined;
  readonly notice: Notice | undefined;
  /** The token with which the second step of a sign-in continues. */
  readonly challenge: string | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    details: { issues?: Issue[]; retryAfterSeconds?: number; ban?: Ban; notice?: Notice; challenge?: string } = {},
  ) {
    super(message);
    this.code = code;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.ban = details.ban;
    this.notice = details.notice;
    this.challenge = details.challenge;
  }
}
