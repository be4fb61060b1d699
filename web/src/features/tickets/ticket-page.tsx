import { pages } from '@karat/contract/pages';
import { useText } from '#i18n/i18n.ts';
import { NotFoundView } from '#ui/views.tsx';

/** No ticket exists yet, so none can be found. */
export function TicketPage() {
  const { support } = useText();
  return (
    <NotFoundView
      title={support.missing}
      text={support.missingHint}
      wayBack={{ to: pages.support, label: support.goBack }}
    />
  );
}
