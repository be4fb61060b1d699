import type { PlayLimit } from '@karat/contract/safer-play';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { LimitForm } from './limit-form.tsx';
import { PendingLimit } from './pending-limit.tsx';
import { usedPercent } from './limits.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

/** One limit: its value, its use, and its form in the same place. */
export function LimitRow({ limit }: { limit: PlayLimit }) {
  const { limits: t } = useSaferPlayText();
  const [isEditing, setEditing] = useState(false);
  const opener = useReturnFocus(isEditing);
  const { kind, period, allowed, pending } = limit;
  const label = allowed === null ? t.set : t.change;
  return (
    <li className="py-2">
      {isEditing ? (
        <LimitForm limit={limit} onDone={() => setEditing(false)} />
      ) : (
        <div className="flex items-center gap-3">
          <div className="min-w-0 grow">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="text-fg-2">{t.periods[period]}</span>
              <span className="font-semibold tabular-nums">
                {allowed === null ? t.none : t.allowed(formatNumber(allowed))}
              </span>
            </p>
            <LimitUsage limit={limit} />
          </div>
          <Button
            ref={opener}
            size="dense"
            aria-label={`${label}: ${t.names[kind][period]}`}
            onClick={() => setEditing(true)}
          >
            {label}
          </Button>
        </div>
      )}
      {pending !== null && !isEditing && <PendingLimit limit={limit} pending={pending} focusAfterClose={opener} />}
    </li>
  );
}

/** Returns the focus to the button when the form closes. */
function useReturnFocus(isEditing: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return opener;
}

/** The used amount: a bar with a limit, else only the figure. */
function LimitUsage({ limit: { kind, period, allowed, used } }: { limit: PlayLimit }) {
  const { limits: t } = useSaferPlayText();
  if (allowed === null) {
    return <p className="text-xs text-fg-3 tabular-nums">{t.soFar(formatNumber(used))}</p>;
  }
  const percent = usedPercent({ used, allowed });
  const text = t.used(formatNumber(used), formatNumber(allowed));
  return (
    <>
      <div
        role="progressbar"
        aria-label={t.names[kind][period]}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-bg-3"
      >
        <div
          style={{ transform: `translateX(${percent - 100}%)` }}
          className="motion-bar h-full rounded-full bg-fg-3"
        />
      </div>
      <p aria-hidden className="mt-1 text-xs text-fg-3 tabular-nums">
        {text}
      </p>
    </>
  );
}
