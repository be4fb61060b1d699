import { type Transaction, TRANSACTION_TYPES, type TransactionType } from '@karat/contract/wallet';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CircleDot,
  Gift,
  HandCoins,
  type LucideIcon,
  PackageOpen,
  Store,
  Swords,
  Target,
  Undo2,
  UserCog,
} from 'lucide-react';

export const movementIcons: Readonly<Record<TransactionType, LucideIcon>> = {
  DEPOSIT: ArrowDownToLine,
  WITHDRAW: ArrowUpFromLine,
  CASE_OPEN: PackageOpen,
  QUICK_SELL: HandCoins,
  ROULETTE_BET: CircleDot,
  ROULETTE_WIN: CircleDot,
  ROULETTE_REFUND: Undo2,
  DEPOSIT_REVERSAL: Undo2,
  ROOM_ENTRY: Swords,
  ROOM_REFUND: Undo2,
  ROOM_WIN: Swords,
  MARKET_BUY: Store,
  MARKET_SALE: Store,
  MISSION_REWARD: Target,
  ADMIN_ADJUST: UserCog,
  WELCOME: Gift,
};

/** What can be looked for. A withdrawn skin is an item that leaves: it moves no diamonds. */
export const OFFERED_TYPES: readonly TransactionType[] = TRANSACTION_TYPES.filter((type) => type !== 'WITHDRAW');

/** The round that a movement of roulette was for; undefined for all others. */
export function roundIdOf({ transactionType, subject }: Transaction): number | undefined {
  const [, id] = (transactionType.startsWith('ROULETTE_') && /^#(\d+)$/.exec(subject ?? '')) || [];
  return id === undefined ? undefined : Number(id);
}
