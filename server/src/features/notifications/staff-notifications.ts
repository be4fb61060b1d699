import type { StaffPermission } from '@karat/contract/staff';
import type { NotificationContent, NotificationKey } from './texts/templates.ts';

/** The permission of the staff who get each notification. */
export const STAFF_NOTIFICATIONS = {
  'adjustment.ownBalance': 'adjustments',
  'adjustment.sumAboveLimit': 'adjustments',
  'audit.halted': 'operations',
  'case.paused': 'catalogue',
  'prices.failed': 'catalogue',
  'prices.jumped': 'catalogue',
  'roulette.roundRefunded': 'operations',
  'roulette.stalled': 'operations',
  'tradeStaff.approvalNeeded': 'trades',
  'tradeStaff.depositReversed': 'trades',
  'tradeStaff.lateTrade': 'trades',
  'tradeStaff.oddOutcome': 'trades',
  'tradeStaff.outOfStock': 'trades',
  'tradeStaff.outcomeUnknown': 'trades',
  'tradeStaff.withdrawalReversed': 'trades',
  'tradeStaff.withdrawalUnknown': 'trades',
} as const satisfies Partial<Record<NotificationKey, StaffPermission>>;

export type StaffNotification = Extract<NotificationContent, { readonly key: keyof typeof STAFF_NOTIFICATIONS }>;
