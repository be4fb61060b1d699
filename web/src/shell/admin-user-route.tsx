import { AdjustPanel } from '#features/adjustments/adjust-panel.tsx';
import { MuteModal } from '#features/chat/admin-mute-modal.tsx';
import { AdminUserPage } from '#features/users/admin-user-page.tsx';

/** The page of a user, with the forms of other features: balance adjustment and mute. */
export function AdminUserRoute() {
  return <AdminUserPage Adjust={AdjustPanel} Mute={MuteModal} />;
}
