import type { ListedCase } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import { shownPrice } from '@karat/rules/cases';
import clsx from 'clsx';
import { Link, generatePath } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { StartMark } from './start-mark.tsx';
import { useCasesText } from './words/cases-text.ts';

type CaseCardProps = {
  caseInfo: ListedCase;
  isEager: boolean;
  /** Marks the case as the one to start with. */
  isStart: boolean;
};

/** A case in the list; the whole card links to its page. */
export function CaseCard({ caseInfo, isEager, isStart }: CaseCardProps) {
  const t = useCasesText();
  return (
    <Link
      to={generatePath(pages.case, { caseName: caseInfo.name })}
      className={clsx(
        'motion-lift group relative isolate flex h-full flex-col surface p-3 transition-colors duration-140 hover:border-primary/40 md:p-4',
        isStart && 'border-primary/70',
      )}
    >
      <span
        aria-hidden
        className="absolute inset-0 -z-10 rounded-lg bg-[radial-gradient(70%_50%_at_50%_36%,#3ddcff1a,transparent)] opacity-60 transition-opacity duration-140 group-hover:opacity-100"
      />
      {caseInfo.isPaused && (
        <span className="absolute top-3 left-3">
          <Badge tone="warn">{t.paused}</Badge>
        </span>
      )}
      {isStart && <StartMark />}
      <ItemPicture
        src={caseInfo.image}
        isEager={isEager}
        sizes="(min-width: 48rem) 240px, 45vw"
        className="mx-auto w-full max-w-60"
      />
      <h2 className="mt-2 truncate text-center font-display text-base font-bold">{caseInfo.name}</h2>
      <span className="mt-2 flex h-9 items-center justify-between gap-2 rounded-full bg-bg-0/70 py-1 pr-1 pl-2.5 md:pl-3">
        <Diamonds amount={shownPrice(caseInfo.price)} className="text-xs md:text-card" />
        <span className="motion-reveal grid h-full shrink-0 place-items-center rounded-full border border-line bg-bg-2 px-2 font-display text-xs font-bold whitespace-nowrap text-fg md:px-3">
          {t.open}
        </span>
      </span>
    </Link>
  );
}
