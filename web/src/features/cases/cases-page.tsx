import { Box } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';

export function CasesPage() {
  const t = useText();
  return (
    <>
      <PageHeading title={t.cases.title} />
      <EmptyView icon={Box} title={t.cases.empty} text={t.cases.emptyHint}>
        <ButtonLink to="/">{t.menu.duels}</ButtonLink>
      </EmptyView>
    </>
  );
}
