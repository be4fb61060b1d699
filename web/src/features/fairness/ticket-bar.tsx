import { TICKETS_TOTAL, dropsOfCanon } from '@karat/rules/fairness';
import clsx from 'clsx';
import { formatNumber } from '#i18n/format.ts';
import { usePercent } from '#ui/use-percent.ts';
import { type ShownRoll, intervalOf } from './roll-checks.ts';
import { useProofText } from './words/proof-text.ts';

type Part = { itemId: number; from: number; tickets: number };

/** All tickets as one bar, divided like the table, with the drawn ticket marked. */
export function TicketBar({ roll }: { roll: Pick<ShownRoll, 'caseCanon' | 'ticket'> }) {
  const t = useProofText();
  const formatPercent = usePercent();
  const interval = intervalOf(roll);
  if (interval === undefined) return <p className="text-danger">{t.roll.tableBroken}</p>;
  const { from, to } = interval;
  const words = [
    t.roll.ticketText(formatNumber(roll.ticket), t.roll.range(formatNumber(from), formatNumber(to))),
    t.roll.share(formatPercent(((to - from + 1) / TICKETS_TOTAL) * 100)),
  ];
  return (
    <div>
      <div aria-hidden className="pt-7">
        <div className="relative">
          <Marker ticket={roll.ticket} />
          <div className="relative h-7 overflow-hidden rounded-sm bg-bg-3">
            {partsOf(roll.caseCanon).map((part, index) => (
              <span
                key={part.itemId}
                className={clsx('absolute inset-y-0', partClass({ index, isWon: part.itemId === interval.itemId }))}
                style={{ left: percentOf(part.from), width: percentOf(part.tickets) }}
              />
            ))}
          </div>
        </div>
        <div className="mt-1.5 flex justify-between text-xs text-fg-3 tabular-nums">
          <span>0</span>
          <span>{formatNumber(TICKETS_TOTAL / 2)}</span>
          <span>{formatNumber(TICKETS_TOTAL - 1)}</span>
        </div>
      </div>
      <p className="mt-3 text-pretty text-fg-2">{words.join(' ')}</p>
    </div>
  );
}

function Marker({ ticket }: { ticket: number }) {
  const place = (ticket + 0.5) / TICKETS_TOTAL;
  // Shifts the label inwards where it would leave the bar.
  const lean = place < 0.1 ? 'translate-x-0' : place > 0.9 ? '-translate-x-full' : '-translate-x-1/2';
  return (
    <span
      className="absolute -top-1 bottom-0 z-1 w-0.5 bg-fg ring-1 ring-bg-0"
      style={{ left: percentOf(ticket + 0.5) }}
    >
      <span className={clsx('absolute -top-6 text-card font-bold whitespace-nowrap tabular-nums', lean)}>
        {formatNumber(ticket)}
      </span>
    </span>
  );
}

function partsOf(canon: string): Part[] {
  let from = 0;
  return dropsOfCanon(canon).map(([itemId, tickets]) => {
    const part = { itemId, from, tickets };
    from += tickets;
    return part;
  });
}

// The winning part is visible however thin it is; neighbours differ in shade.
function partClass({ index, isWon }: { index: number; isWon: boolean }): string {
  if (isWon) return 'z-1 min-w-1 bg-(--r,var(--color-primary))';
  return index % 2 === 0 ? 'bg-bg-3' : 'bg-[#2a3245]';
}

const percentOf = (tickets: number): string => `${(tickets / TICKETS_TOTAL) * 100}%`;
