import { ShoppingBag } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';

export function InventoryPage() {
  const t = useText();
  return (
    <>
      <PageHeading
        title={t.inventory.title}
        beside={<span className="ml-3 font-sans text-sm font-medium text-fg-3">{t.inventory.found(0)}</span>}
      />
      <EmptyView icon={ShoppingBag} title={t.inventory.empty} text={t.inventory.emptyHint}>
        <ButtonLink to="/cases">{t.menu.cases}</ButtonLink>
      </EmptyView>
    </>
  );
}
