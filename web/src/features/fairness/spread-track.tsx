import clsx from 'clsx';
import { deviation } from './figures.ts';
import { useProofText } from './words/proof-text.ts';

/** 95 percent of counts lie within this many standard deviations. */
const USUAL = 1.96;
/** The ends of the track, in standard deviations; values beyond are clamped. */
const SHOWN_MAX = 4;

const placeOf = (deviations: number): string =>
  `${50 + (Math.max(-SHOWN_MAX, Math.min(SHOWN_MAX, deviations)) / SHOWN_MAX) * 50}%`;

type SpreadTrackProps = { item: { observed: number; expected: number }; openings: number };

/** Shows how far a count is from its expected value, in a scale that fits common and rare items. */
export function SpreadTrack({ item: { observed, expected }, openings }: SpreadTrackProps) {
  const t = useProofText();
  const far = deviation({ observed, expected, openings });
  const isUsual = Math.abs(far) <= USUAL;
  const words = isUsual ? t.odds.within : far < 0 ? t.odds.below : t.odds.above;
  return (
    <span role="img" aria-label={words} title={words} className="relative block h-5 w-full">
      <span className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 rounded-full bg-bg-3" />
      <span
        className="absolute top-1/2 h-2.5 -translate-y-1/2 rounded-full bg-[#33405c]"
        style={{ left: placeOf(-USUAL), right: placeOf(-USUAL) }}
      />
      <span className="absolute top-1/2 left-1/2 h-3.5 w-px -translate-1/2 bg-fg-3" />
      {openings > 0 && (
        <span
          className={clsx(
            'absolute top-1/2 size-2.5 -translate-1/2 rounded-full ring-2 ring-bg-1',
            isUsual ? 'bg-primary' : 'bg-warn',
          )}
          style={{ left: placeOf(far) }}
        />
      )}
    </span>
  );
}
