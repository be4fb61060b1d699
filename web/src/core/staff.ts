import { may, type StaffPermission } from '@karat/contract/staff';
import { useSession } from './session.ts';

/** Whether the signed-in account has this permission. The server decides again at every call. */
export function useMay(permission: StaffPermission): boolean {
  return useSession(({ isLoggedIn, staffRole }) => isLoggedIn && may(staffRole, permission));
}

/** Whether the signed-in account may moderate messages, in any way. */
export function useMayModerate(): boolean {
  const [mayMute, mayDelete] = [useMay('mutes'), useMay('chat')];
  return mayMute || mayDelete;
}
