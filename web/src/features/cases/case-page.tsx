import { pages } from '@karat/contract/pages';
import { useText } from '#i18n/i18n.ts';
import { NotFoundView } from '#ui/views.tsx';

/** No case exists yet, so none can be found. */
export function CasePage() {
  const { cases } = useText();
  return (
    <NotFoundView title={cases.missing} text={cases.missingHint} wayBack={{ to: pages.cases, label: cases.goBack }} />
  );
}
