import { LifeBuoy } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';

export function TicketsPage() {
  const t = useText();
  return (
    <>
      <PageHeading title={t.support.title} />
      <EmptyView icon={LifeBuoy} title={t.support.empty} text={t.support.emptyHint}>
        <ButtonLink to="/faq">{t.support.toFaq}</ButtonLink>
      </EmptyView>
    </>
  );
}
