import { pages } from '@karat/contract/pages';
import { type RefObject, useState } from 'react';
import { Link } from 'react-router';
import { useCaseText } from '#i18n/cases/case-text.ts';
import { formatNumber } from '#ui/format.ts';
import { Opened, lazyPart } from '#ui/lazy-part.tsx';
import type { Prize } from './opening.ts';

const SellAllModal = lazyPart(async () => (await import('./sell-all-modal.tsx')).SellAllModal);

const wayClass = 'hit-area rounded-sm font-semibold text-fg underline underline-offset-4';

type WonNoticeProps = { prizes: readonly Prize[]; soldIds: ReadonlySet<number>; heir: RefObject<HTMLElement | null> };

/** Where what was won is now, and for several a way to sell them together. */
export function WonNotice({ prizes, soldIds, heir }: WonNoticeProps) {
  const t = useCaseText();
  // What the question is about stays as it was asked, also while its answer takes items away.
  const [asked, setAsked] = useState<readonly Prize[]>([]);
  const [isAsking, setAsking] = useState(false);
  const kept = prizes.filter(({ id }) => !soldIds.has(id));
  const ask = () => {
    setAsked(kept);
    setAsking(true);
  };
  return (
    <>
      {kept.length > 0 && (
        <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-fg-2">
          <Link to={pages.inventory} className={wayClass}>
            {t.kept(kept.length)}
          </Link>
          {kept.length > 1 && (
            <button type="button" aria-haspopup="dialog" onClick={ask} className={wayClass}>
              {t.sellAll(kept.length, formatNumber(worthOf(kept)))}
            </button>
          )}
        </p>
      )}
      <Opened isOpen={isAsking}>
        <SellAllModal prizes={asked} isOpen={isAsking} heir={heir} onClose={() => setAsking(false)} />
      </Opened>
    </>
  );
}

function worthOf(prizes: readonly Prize[]): number {
  return prizes.reduce((sum, { price }) => sum + price, 0);
}
