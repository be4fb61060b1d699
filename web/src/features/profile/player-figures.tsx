import type { PublicProfile } from '@karat/contract/profile';
import { formatNumber } from '#i18n/format.ts';
import { usePercent } from '#ui/use-percent.ts';
import { usePlayerText } from './words/player-text.ts';

type Totals = NonNullable<PublicProfile['totals']>;

const ONE_DECIMAL = 10;
const NOTHING = '–';

/** 1.3119 as 1,31. */
const formatRatio = (ratio: number): string => ratio.toFixed(2).replace('.', ',');

/** Matches, wins, and the two rates that follow from them. */
export function PlayerFigures({ totals: { matches, wins, kills, deaths } }: { totals: Totals }) {
  const t = usePlayerText();
  const percent = usePercent();
  const winRate = Math.round((wins / matches) * 100 * ONE_DECIMAL) / ONE_DECIMAL;
  return (
    <dl className="grid grid-cols-2 gap-3 @2xl:grid-cols-4">
      <Figure label={t.matches} value={formatNumber(matches)} />
      <Figure label={t.won} value={formatNumber(wins)} />
      <Figure label={t.winRate} value={matches === 0 ? NOTHING : percent(winRate)} />
      <Figure label={t.killsPerDeath} value={deaths === 0 ? NOTHING : formatRatio(kills / deaths)} />
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="surface px-4 py-3">
      <dt className="text-xs text-fg-3">{label}</dt>
      <dd className="font-display text-h2 leading-tight font-bold tabular-nums">{value}</dd>
    </div>
  );
}
