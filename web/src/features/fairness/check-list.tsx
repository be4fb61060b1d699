import clsx from 'clsx';
import { Check, Clock3, X } from 'lucide-react';
import type { Report, ReportLine } from './report.ts';

/** The checks of a roll or a round, computed in this browser from the shown values, under their summary. */
export function CheckList({ report: { label, summary, lines } }: { report: Report }) {
  return (
    <div>
      <p className={clsx('mb-3 font-semibold text-pretty', tones[summary.state])}>{summary.text}</p>
      <ul aria-label={label} className="grid gap-2.5">
        {lines.map((line) => (
          <CheckLine key={line.name} line={line} />
        ))}
      </ul>
    </div>
  );
}

const tones = { right: 'text-success', wrong: 'text-danger', waiting: 'text-fg-2' };

const looks = {
  right: { Icon: Check, tile: 'bg-success/14 text-success' },
  wrong: { Icon: X, tile: 'bg-danger/14 text-danger' },
  waiting: { Icon: Clock3, tile: 'bg-bg-3 text-fg-3' },
};

/** One check with its mark. Belongs in a list. */
export function CheckLine({ line: { name, state, text, suspect } }: { line: ReportLine }) {
  const { Icon, tile } = looks[state];
  return (
    <li data-tick={name} data-state={state} className="flex gap-2.5">
      <span aria-hidden className={clsx('grid size-6 shrink-0 place-items-center rounded-full', tile)}>
        <Icon size={15} strokeWidth={2.5} />
      </span>
      <p className={clsx('min-w-0 pt-0.5 text-pretty', state === 'right' ? 'text-fg' : 'text-fg-2')}>
        <span className={clsx(state === 'wrong' && 'text-danger')}>{text}</span>
        {suspect !== undefined && <strong className="font-semibold text-danger"> {suspect}</strong>}
      </p>
    </li>
  );
}
