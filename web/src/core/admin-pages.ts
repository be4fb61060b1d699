import type { PageName } from '@karat/contract/pages';
import { may, type StaffPermission } from '@karat/contract/staff';
import { useSession } from './session.ts';

/** The permissions of which each page of staff needs one. */
const PAGE_PERMISSIONS = {
  admin: ['tickets'],
  adminTransactions: ['lookUps'],
  adminTransaction: ['lookUps'],
  adminItems: ['catalogue'],
  adminCases: ['catalogue', 'lookUps'],
  adminUsers: ['lookUps'],
  adminUser: ['lookUps'],
  adminGames: ['lookUps'],
  adminGame: ['lookUps'],
  adminLogs: ['logs'],
  adminMissions: ['catalogue'],
  adminReports: ['reports'],
  adminReportRows: ['reports'],
  adminReportSkins: ['reports'],
  adminAdjustments: ['adjustments'],
  adminTrades: ['trades'],
  adminListings: ['lookUps'],
  adminPrices: ['catalogue'],
  adminServer: ['rooms', 'operations'],
  adminSwitches: ['switches'],
  adminAlarms: ['operations'],
} as const satisfies Partial<Record<PageName, readonly StaffPermission[]>>;
export type StaffPage = keyof typeof PAGE_PERMISSIONS;

export function isStaffPage(page: PageName): page is StaffPage {
  return Object.hasOwn(PAGE_PERMISSIONS, page);
}

/** Tells which pages of staff the signed-in account may open. */
export function useMayOpen(): (page: StaffPage) => boolean {
  const staffRole = useSession((session) => (session.isLoggedIn ? session.staffRole : null));
  return (page) => {
    const permissions: readonly StaffPermission[] = PAGE_PERMISSIONS[page];
    return permissions.some((permission) => may(staffRole, permission));
  };
}
