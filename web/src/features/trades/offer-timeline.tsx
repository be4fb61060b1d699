import type { TradeOffer } from '@karat/contract/trades';
import clsx from 'clsx';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { RelativeTime } from '#ui/time.tsx';
import { isUnsuccessful, remainingSteps } from './offer-states.ts';
import { useTradesText } from './words/trades-text.ts';

/** The completed steps of an offer, and the remaining ones. */
export function OfferTimeline({ offer }: { offer: TradeOffer }) {
  const t = useTradesText();
  // An unknown event is not for the player.
  const done = offer.events.filter(({ event }) => Object.hasOwn(t.events, event));
  const remaining = remainingSteps(offer);
  const hasFailed = isUnsuccessful(offer.state) || offer.state === 'REVERSED';
  return (
    <section>
      <h3 className="mb-3 text-card font-semibold text-fg-2">{t.offer.timeline}</h3>
      <ol className="text-card">
        {done.map(({ event, createdAt }, index) => {
          const isLast = index === done.length - 1;
          return (
            <Step
              key={`${event}-${createdAt}`}
              mark={isLast && hasFailed ? 'failed' : 'done'}
              isLast={isLast && remaining.length === 0}
            >
              <span className="min-w-0 font-semibold">{t.events[event]}</span>
              <RelativeTime iso={createdAt} className="ml-auto shrink-0 text-xs text-fg-3" />
            </Step>
          );
        })}
        {remaining.map((step, index) => (
          <Step key={step} mark={index === 0 ? 'now' : 'later'} isLast={index === remaining.length - 1}>
            <span className={index === 0 ? 'text-fg-2' : 'text-fg-3'}>{t.next[step]}</span>
          </Step>
        ))}
      </ol>
    </section>
  );
}

type Mark = 'done' | 'failed' | 'now' | 'later';

function Step({ mark, isLast, children }: { mark: Mark; isLast: boolean; children: ReactNode }) {
  return (
    <li className="relative flex min-h-9 items-start gap-3">
      {!isLast && (
        <span
          aria-hidden
          className={clsx('absolute top-5 bottom-0 left-[9.5px] w-px', mark === 'done' ? 'bg-success/40' : 'bg-line')}
        />
      )}
      <span
        aria-hidden
        className={clsx('relative grid size-5 shrink-0 place-items-center rounded-full', {
          'bg-success/16 text-success': mark === 'done',
          'bg-danger/16 text-danger': mark === 'failed',
          'motion-glow border-2 border-primary': mark === 'now',
          'border border-line-input': mark === 'later',
        })}
      >
        {mark === 'done' && <Check size={12} strokeWidth={3} />}
        {mark === 'failed' && <X size={12} strokeWidth={3} />}
      </span>
      <p className="flex min-w-0 grow items-baseline gap-3 leading-5">{children}</p>
    </li>
  );
}
