import type { UnsuccessfulState } from '@karat/rules/trades';

/** Stored cancel reasons of an open offer. Any other is a text entered by staff. */
export const CANCEL_PLAYER = 'player';
export const CANCEL_FLAGGED = 'flagged';
export const CANCEL_ESCROW = 'escrow';

const CLOSE_REASONS = {
  DECLINED: 'The offer was declined.',
  EXPIRED: 'The offer was not accepted in time.',
  CANCELLED: 'The offer was called off.',
  INVALID_ITEMS: 'Some of its skins are no longer there.',
  ESCROW_REFUSED: 'The platform would hold the trade back. Turn on the mobile authenticator first.',
  FAILED: 'The offer could not be sent.',
  [CANCEL_PLAYER]: 'You called it off.',
  [CANCEL_FLAGGED]: 'Trading is locked for this account until our staff have looked at it.',
  banned: 'This account is banned.',
  self_excluded: 'You have excluded yourself from playing.',
  on_break: 'You are taking a break from playing.',
  out_of_stock: 'This skin is not in stock at the moment.',
  unknown_offer: 'The platform does not know this offer.',
  trade_failed: 'The trade did not go through.',
  unreachable: 'The platform could not be reached in time.',
  not_allowed: 'The platform does not allow this trade.',
} as const satisfies Record<UnsuccessfulState, string> & Readonly<Record<string, string>>;

/** The outcome of an offer without a trade. If no reason is given, the state is the reason. */
export type CloseOutcome = {
  readonly state: UnsuccessfulState;
  readonly reason?: string;
  /** The text of a reason that is not in the table. */
  readonly reasonText?: string;
};

const textOfReason = (reason: string): string | undefined =>
  Object.hasOwn(CLOSE_REASONS, reason) ? CLOSE_REASONS[reason as keyof typeof CLOSE_REASONS] : undefined;

/** The reason for the notification, and its text as stored with the offer. The reason is null if staff entered the text. */
export function closeReasonOf({ state, reason = state, reasonText }: CloseOutcome) {
  const text = reasonText ?? textOfReason(reason);
  return text === undefined ? { reason: null, reasonText: reason } : { reason, reasonText: text };
}
