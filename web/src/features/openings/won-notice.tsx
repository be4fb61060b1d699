import { pages } from '@karat/contract/pages';
import { Link } from 'react-router';
import { useCaseText } from '#i18n/cases/case-text.ts';
import type { Prize } from './opening.ts';

type WonNoticeProps = { prizes: readonly Prize[]; soldIds: ReadonlySet<number> };

/** Where what was won is now. */
export function WonNotice({ prizes, soldIds }: WonNoticeProps) {
  const t = useCaseText();
  const unsold = prizes.filter(({ id }) => !soldIds.has(id));
  if (unsold.length === 0) return null;
  return (
    <p className="text-fg-2">
      <Link to={pages.inventory} className="hit-area rounded-sm font-semibold text-fg underline underline-offset-4">
        {t.kept(unsold.length)}
      </Link>
    </p>
  );
}
