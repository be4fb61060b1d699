import { AdjustPanel } from '#features/adjustments/adjust-panel.tsx';
import { MuteModal } from '#features/chat/admin-mute-modal.tsx';
import { AdminUserPage } from '#features/users/admin-user-page.tsx';

/** The page of a user, with what can be done to their balance and in the chat. */
export function AdminUserRoute() {
  return <AdminUserPage Adjust={AdjustPanel} Mute={MuteModal} />;
}
