import { Target } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';

export function MissionsPage() {
  const t = useText();
  return (
    <>
      <PageHeading title={t.missions.title} />
      <EmptyView icon={Target} title={t.missions.empty} text={t.missions.emptyHint}>
        <ButtonLink to="/cases">{t.menu.cases}</ButtonLink>
      </EmptyView>
    </>
  );
}
