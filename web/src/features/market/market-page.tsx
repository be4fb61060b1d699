import { Store } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';

export function MarketPage() {
  const t = useText();
  return (
    <>
      <PageHeading title={t.market.title} />
      <EmptyView icon={Store} title={t.market.empty} text={t.market.emptyHint}>
        <ButtonLink to="/cases">{t.menu.cases}</ButtonLink>
      </EmptyView>
    </>
  );
}
