import { may, type StaffPermission } from '@karat/contract/staff';
import { useAccount, useSession } from './session.ts';

/** Whether the signed-in account has this permission. The server decides again at every call. */
export function useMay(permission: StaffPermission): boolean {
  return useSession(({ isLoggedIn, staffRole }) => isLoggedIn && may(staffRole, permission));
}

/** Whether the signed-in account may moderate messages, in any way. */
export function useMayModerate(): boolean {
  const [mayMute, mayDelete] = [useMay('mutes'), useMay('chat')];
  return mayMute || mayDelete;
}

/** Whether the account works for the site, also where it does not have its rights. */
export function useIsStaff(): boolean {
  const isLimited = useAccount(({ account }) => (account?.staffLimit ?? null) !== null);
  return useSession(({ isLoggedIn, staffRole }) => isLoggedIn && (staffRole !== null || isLimited));
}
