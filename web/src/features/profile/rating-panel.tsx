import { RATING_CURVE_MATCHES_MIN, RATING_CURVE_RECENT, type RatedMatch } from '@karat/contract/profile';
import clsx from 'clsx';
import { useId, useState } from 'react';
import { RatingCurve } from './rating-curve.tsx';
import { tierColor } from './tier-colors.ts';
import { usePlayerText } from './words/player-text.ts';

/** Whether there are enough matches for a curve. */
export const hasRatingCurve = (points: readonly RatedMatch[]): boolean =>
  (points.at(-1)?.match ?? 0) >= RATING_CURVE_MATCHES_MIN;

/** One line in place of the curve, for a player with few matches. */
export function RatingLater() {
  const t = usePlayerText();
  const id = useId();
  return (
    <section aria-labelledby={id} className="surface flex flex-wrap items-baseline gap-x-3 px-4 py-3">
      <h2 id={id} className="font-display font-bold">
        {t.rating}
      </h2>
      <p className="text-card text-fg-2">{t.curveLater}</p>
    </section>
  );
}

type RatingPanelProps = { points: readonly RatedMatch[]; elo: number };

/** The rating over the last matches, or over all of them. */
export function RatingPanel({ points, elo }: RatingPanelProps) {
  const t = usePlayerText();
  const id = useId();
  const [isComplete, setComplete] = useState(false);
  const matches = points.at(-1)?.match ?? 0;
  const hasRange = matches > RATING_CURVE_RECENT;
  const shown = isComplete ? points : points.slice(-RATING_CURVE_RECENT);
  return (
    <section aria-labelledby={id} style={tierColor(elo)} className="surface p-3.5 @2xl:p-4.5">
      <div className="mb-2 flex min-h-11 items-center gap-3">
        <h2 id={id} className="grow font-display text-h2 font-bold">
          {t.rating}
        </h2>
        {hasRange && (
          <fieldset className="flex rounded-md border border-line p-1">
            <legend className="sr-only">{t.ratingRange}</legend>
            <RangeButton isCurrent={!isComplete} onClick={() => setComplete(false)}>
              {t.recentMatches(RATING_CURVE_RECENT)}
            </RangeButton>
            <RangeButton isCurrent={isComplete} onClick={() => setComplete(true)}>
              {t.allMatches}
            </RangeButton>
          </fieldset>
        )}
      </div>
      <RatingCurve key={String(isComplete)} points={shown} />
    </section>
  );
}

type RangeButtonProps = { isCurrent: boolean; onClick: () => void; children: string };

function RangeButton({ isCurrent, onClick, children }: RangeButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isCurrent}
      onClick={onClick}
      className={clsx(
        'hit-area relative h-9 rounded-sm px-3 text-xs font-semibold transition-colors duration-140',
        isCurrent ? 'bg-primary/18 text-primary' : 'text-fg-2 hover:text-fg',
      )}
    >
      {children}
    </button>
  );
}
