import { type ComponentProps, Suspense } from 'react';
import { ActivitySkeleton } from '#features/activity/admin-activity-skeleton.tsx';
import { AdjustPanel } from '#features/adjustments/adjust-panel.tsx';
import { AdminUserPage } from '#features/users/admin-user-page.tsx';
import type { MutePart } from '#features/users/admin-user-actions.tsx';
import { DialogLoading, lazyComponent } from '#ui/lazy-component.tsx';

const UserActivity = lazyComponent(async () => (await import('#features/activity/admin-activity.tsx')).UserActivity);

const MuteModal = lazyComponent(async () => (await import('#features/chat/admin-mute-modal.tsx')).MuteModal);

/** The page of a user, with parts of other features: activity, balance adjustment and mute. */
export function AdminUserRoute() {
  return <AdminUserPage Activity={Activity} Adjust={AdjustPanel} Mute={Mute} />;
}

function Activity({ id }: { id: number }) {
  return (
    <Suspense fallback={<ActivitySkeleton />}>
      <UserActivity id={id} />
    </Suspense>
  );
}

function Mute(props: ComponentProps<MutePart>) {
  return (
    <Suspense fallback={<DialogLoading />}>
      <MuteModal {...props} />
    </Suspense>
  );
}
