import { useDeskText } from '#i18n/desk/desk-text.ts';
import { useText } from '#i18n/i18n.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import { AdjustPanel } from './adjust-panel.tsx';

/** What staff can do to a balance. */
export function AdminUsersTab() {
  const t = useText();
  const desk = useDeskText();
  return (
    <>
      <PageHeading title={t.admin.users} lead={desk.later.users} />
      <AdjustPanel />
    </>
  );
}
