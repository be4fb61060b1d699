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

export const transactionIcons: Readonly<Record<TransactionType, LucideIcon>> = {
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
  SANDBOX_ALLOWANCE: Gift,
};

/** The types to filter by. A withdrawal moves an item, not diamonds, and only programs get an allowance. */
export const FILTER_TYPES: readonly TransactionType[] = TRANSACTION_TYPES.filter(
  (type) => type !== 'WITHDRAW' && type !== 'SANDBOX_ALLOWANCE',
);

/** The round of a roulette transaction; undefined for others. */
export function roundIdOf({ transactionType, subject }: Transaction): number | undefined {
  const [, id] = (transactionType.startsWith('ROULETTE_') && /^#(\d+)$/.exec(subject ?? '')) || [];
  return id === undefined ? undefined : Number(id);
}
