import { Suspense } from 'react';
import { ActivitySkeleton } from '#features/activity/admin-activity-skeleton.tsx';
import { AdjustPanel } from '#features/adjustments/adjust-panel.tsx';
import { MuteModal } from '#features/chat/admin-mute-modal.tsx';
import { AdminUserPage } from '#features/users/admin-user-page.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';

const UserActivity = lazyComponent(async () => (await import('#features/activity/admin-activity.tsx')).UserActivity);

/** The page of a user, with parts of other features: activity, balance adjustment and mute. */
export function AdminUserRoute() {
  return <AdminUserPage Activity={Activity} Adjust={AdjustPanel} Mute={MuteModal} />;
}

function Activity({ id }: { id: number }) {
  return (
    <Suspense fallback={<ActivitySkeleton />}>
      <UserActivity id={id} />
    </Suspense>
  );
}
