import type { PublicProfile } from '@karat/contract/profile';
import { formatNumber } from '#i18n/format.ts';
import { usePercent } from '#ui/use-percent.ts';
import { usePlayerText } from './words/player-text.ts';

type Totals = NonNullable<PublicProfile['totals']>;

const ONE_DECIMAL = 10;

/** 1.3119 as 1,31. */
const formatRatio = (ratio: number): string => ratio.toFixed(2).replace('.', ',');

/** Matches, wins, and the two rates that follow from them. For a player who has finished a match. */
export function PlayerFigures({ totals: { matches, wins, kills, deaths } }: { totals: Totals }) {
  const t = usePlayerText();
  const percent = usePercent();
  const winRate = Math.round((wins / matches) * 100 * ONE_DECIMAL) / ONE_DECIMAL;
  return (
    <dl className="grid grid-cols-2 gap-3 @2xl:auto-cols-fr @2xl:grid-flow-col @2xl:grid-cols-none">
      <Figure label={t.matches} value={formatNumber(matches)} />
      <Figure label={t.won} value={formatNumber(wins)} />
      <Figure label={t.winRate} value={percent(winRate)} />
      {deaths > 0 && <Figure label={t.killsPerDeath} value={formatRatio(kills / deaths)} />}
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
