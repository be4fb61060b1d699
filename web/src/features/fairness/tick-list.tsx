import clsx from 'clsx';
import { Check, Clock3, X } from 'lucide-react';
import { useMemo } from 'react';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { formatNumber } from '#ui/format.ts';
import { type Checked, type ShownRoll, type Tick, checkRoll } from './ticks.ts';

/** The five ticks of a roll, worked out in this browser from what is shown. */
export function TickList({ roll }: { roll: ShownRoll }) {
  const t = useText();
  const checked = useMemo(() => checkRoll(roll), [roll]);
  return (
    <div>
      <Summary {...checked} />
      <ul aria-label={t.fairness.ticks.label} className="grid gap-2.5">
        {checked.ticks.map((tick) => (
          <TickLine key={tick.name} tick={tick} words={wordsOf(t, tick, { ...checked, ticket: roll.ticket })} />
        ))}
      </ul>
    </div>
  );
}

function Summary({ ticks }: Checked) {
  const { fairness: t } = useText();
  const wrong = ticks.filter(({ state }) => state === 'wrong').length;
  const isWaiting = ticks.some(({ state }) => state === 'waiting');
  const words = wrong > 0 ? t.ticks.someWrong(wrong) : isWaiting ? t.ticks.waiting : t.ticks.allRight;
  const tone = wrong > 0 ? 'text-danger' : isWaiting ? 'text-fg-2' : 'text-success';
  return <p className={clsx('mb-3 font-semibold text-pretty', tone)}>{words}</p>;
}

const looks = {
  right: { Icon: Check, tile: 'bg-success/14 text-success' },
  wrong: { Icon: X, tile: 'bg-danger/14 text-danger' },
  waiting: { Icon: Clock3, tile: 'bg-bg-3 text-fg-3' },
};

type Words = { said: string; doubt?: string };

function TickLine({ tick: { name, state }, words }: { tick: Tick; words: Words }) {
  const { Icon, tile } = looks[state];
  return (
    <li data-tick={name} data-state={state} className="flex gap-2.5">
      <span aria-hidden className={clsx('grid size-6 shrink-0 place-items-center rounded-full', tile)}>
        <Icon size={15} strokeWidth={2.5} />
      </span>
      <p className={clsx('pt-0.5 text-pretty', state === 'right' ? 'text-fg' : 'text-fg-2')}>
        <span className={clsx(state === 'wrong' && 'text-danger')}>{words.said}</span>
        {words.doubt !== undefined && <strong className="font-semibold text-danger"> {words.doubt}</strong>}
      </p>
    </li>
  );
}

type Drawn = { ticket: number; drawnTicket: number | undefined };

function wordsOf({ fairness: { ticks } }: Catalogue, tick: Tick, { ticket, drawnTicket }: Drawn): Words {
  const shown = formatNumber(ticket);
  const drawn = formatNumber(drawnTicket ?? ticket);
  const { name } = tick;
  if (tick.state === 'waiting') return { said: name === 'seed' ? ticks.pending.seed : ticks.pending.ticket };
  const { seed, table, total, ...more } = ticks[tick.state];
  const sentences = { seed, table, total, ticket: more.ticket(drawn), item: more.item(shown) };
  return { said: sentences[name], ...(tick.state === 'wrong' && { doubt: ticks.doubt[tick.doubt] }) };
}
