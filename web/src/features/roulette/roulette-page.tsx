import { CircleDot } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';

export function RoulettePage() {
  const t = useText();
  return (
    <>
      <PageHeading title={t.roulette.title} />
      <EmptyView icon={CircleDot} title={t.roulette.empty} text={t.roulette.emptyHint}>
        <ButtonLink to="/faq">{t.support.toFaq}</ButtonLink>
      </EmptyView>
    </>
  );
}
