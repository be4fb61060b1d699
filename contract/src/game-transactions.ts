import { type Game, GAMES } from '@karat/rules/games';
import type { TransactionType } from './wallet.ts';

/** The types of ledger rows by which a game takes stakes, refunds them and pays out diamonds. */
type GameTransactions = {
  readonly stake: TransactionType;
  /** Null if the game never refunds stakes. */
  readonly refund: TransactionType | null;
  /** Null if the game pays in items. */
  readonly payout: TransactionType | null;
};

export const GAME_TRANSACTIONS: Readonly<Record<Game, GameTransactions>> = {
  roulette: { stake: 'ROULETTE_BET', refund: 'ROULETTE_REFUND', payout: 'ROULETTE_WIN' },
  case: { stake: 'CASE_OPEN', refund: null, payout: null },
  duel: { stake: 'ROOM_ENTRY', refund: 'ROOM_REFUND', payout: 'ROOM_WIN' },
};

const typesOf = (leg: keyof GameTransactions): readonly TransactionType[] =>
  GAMES.map((game) => GAME_TRANSACTIONS[game][leg]).filter((type) => type !== null);

export const STAKE_TYPES = typesOf('stake');
export const REFUND_TYPES = typesOf('refund');
export const PAYOUT_TYPES = typesOf('payout');
