import { pages } from '@karat/contract/pages';
import { Coffee } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { useHasPassed } from '#ui/use-has-passed.ts';
import { formatDateTime } from './date-times.ts';
import { useBreaks } from './breaks.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

/** Shows a break or exclusion on every page, before a wager is refused. */
export function BreakNotice({ isShownBelow }: { isShownBelow: boolean }) {
  const { breakUntil, excludedUntil } = useBreaks();
  const until = excludedUntil ?? breakUntil;
  if (until === null || isShownBelow) return null;
  return <Notice until={until} isExcluded={excludedUntil !== null} />;
}

function Notice({ until, isExcluded }: { until: string; isExcluded: boolean }) {
  const { locale, profile } = useText();
  const t = useSaferPlayText();
  const isOver = useHasPassed(until);
  if (isOver) return null;
  const moment = formatDateTime(until, locale);
  return (
    <p className="mx-auto mb-4 flex max-w-370 items-start gap-2.5 rounded-md border border-line bg-bg-2 px-3.5 py-2.5 text-card">
      <Coffee size={18} aria-hidden className="mt-px shrink-0 text-info" />
      <span className="min-w-0 text-pretty">
        {isExcluded ? t.exclusion.running(moment) : t.pause.running(moment)} {t.rules.meanwhile}{' '}
        <Link
          to={pages.saferPlay}
          className="hit-area rounded-sm font-semibold whitespace-nowrap text-primary underline-offset-4 hover:underline"
        >
          {profile.saferPlay}
        </Link>
      </span>
    </p>
  );
}
