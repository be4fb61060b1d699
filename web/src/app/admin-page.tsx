import { ShieldCheck } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';

/** Where staff find the tools of every feature. */
export function AdminPage() {
  const t = useText();
  return (
    <>
      <PageHeading title={t.admin.title} />
      <EmptyView icon={ShieldCheck} title={t.admin.empty} text={t.admin.emptyHint} />
    </>
  );
}
