import type { StaffListing } from '@karat/contract/market';
import type { HeldPrice } from '@karat/contract/prices';
import type { StaffRole } from '@karat/contract/staff';
import type { StaffTransaction } from '@karat/contract/wallet';
import { useSession } from '#core/session.ts';

/** Signs in staff with this role. */
export function signInStaff(staffRole: StaffRole = 'admin'): void {
  const isAdmin = staffRole === 'admin';
  useSession.setState({ isLoggedIn: true, username: 'boss', role: isAdmin ? 'admin' : 'user', isAdmin, staffRole });
}

/** A transaction of a player, as staff see it. */
export const staffTransaction = (id: number, overrides: Partial<StaffTransaction> = {}): StaffTransaction => ({
  id,
  userId: 7,
  username: 'kaan_tr',
  isSandbox: false,
  oldBalance: 2_500,
  newBalance: 1_500,
  amount: -1_000,
  transactionType: 'CASE_OPEN',
  subject: 'Hive',
  createdAt: '2026-03-03T14:05:09.000Z',
  ...overrides,
});

/** A listing, as staff see it. */
export const staffListing = (id: number, overrides: Partial<StaffListing> = {}): StaffListing => ({
  id,
  itemId: 12,
  market_hash_name: 'AK-47 | Redline (Field-Tested)',
  image: '/img/skin/12-256.webp',
  skinRarity: 'Classified',
  skinExterior: 'Field-Tested',
  weaponType: 'Rifle',
  price: 1_500,
  state: 'OPEN',
  seller: { id: 7, username: 'kaan_tr', isSandbox: false },
  buyer: null,
  createdAt: '2026-03-03T14:05:09.000Z',
  closedAt: null,
  reason: null,
  ...overrides,
});

/** A price that jumped and waits for staff. */
export const heldPrice = (itemId: number, overrides: Partial<HeldPrice> = {}): HeldPrice => ({
  itemId,
  market_hash_name: `AK-47 | Skin ${itemId} (Factory New)`,
  image: `/img/skin/${itemId}-256.webp`,
  price: 1_000,
  freshPrice: 3_000,
  seenAt: '2026-03-03T14:05:09.000Z',
  ...overrides,
});
