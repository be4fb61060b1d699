import { pages } from '@karat/contract/pages';
import { Link } from 'react-router';
import type { Prize } from './opening.ts';
import { useOpeningsText } from './words/openings-text.ts';

type WonNoticeProps = { prizes: readonly Prize[]; soldIds: ReadonlySet<number> };

/** Where what was won is now. */
export function WonNotice({ prizes, soldIds }: WonNoticeProps) {
  const t = useOpeningsText();
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
