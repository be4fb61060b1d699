import { useText } from '#i18n/i18n.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import { AdjustPanel } from './adjust-panel.tsx';

/** What staff can do to a balance. */
export function AdminUsersTab() {
  const t = useText();
  return (
    <>
      <PageHeading title={t.admin.users} lead={t.desk.later.users} />
      <AdjustPanel />
    </>
  );
}
