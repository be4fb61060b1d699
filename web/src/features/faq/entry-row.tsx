import clsx from 'clsx';
import { ChevronDown, Link2 } from 'lucide-react';
import { Link } from 'react-router';
import { AnswerText } from './answer-text.tsx';
import type { Entry } from './search.ts';
import { useFaqText } from './words/faq-text.ts';

type EntryRowProps = { entry: Entry; isOpen: boolean; onToggle: () => void };

/** A question that opens and closes its answer. Its id is the anchor for links. */
export function EntryRow({ entry, isOpen, onToggle }: EntryRowProps) {
  const { id, question } = entry;
  return (
    <div id={id} className="border-line not-first:border-t">
      <h3>
        <button
          type="button"
          id={`${id}-question`}
          aria-expanded={isOpen}
          aria-controls={`${id}-answer`}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 rounded-lg px-4 py-3 text-left font-semibold transition-colors duration-140 hover:bg-bg-2 focus-visible:-outline-offset-2 md:px-5"
        >
          <span className="grow text-pretty">{question}</span>
          <ChevronDown
            size={18}
            aria-hidden
            className={clsx('shrink-0 text-fg-3', isOpen && 'rotate-180 text-primary')}
          />
        </button>
      </h3>
      <div id={`${id}-answer`} hidden={!isOpen} className="px-4 pt-1 pb-3 md:px-5">
        {isOpen && <OpenAnswer entry={entry} />}
      </div>
    </div>
  );
}

function OpenAnswer({ entry: { id, question, answer } }: { entry: Entry }) {
  const t = useFaqText();
  return (
    <>
      <div className="@container grid max-w-prose gap-3.5 text-fg-2">
        <AnswerText blocks={answer} />
      </div>
      <Link
        to={{ search: '', hash: `#${id}` }}
        replace
        aria-label={`${t.linkTo}: ${question}`}
        className="mt-2 inline-flex min-h-11 items-center gap-1.5 text-xs font-semibold text-fg-3 hover:text-fg"
      >
        <Link2 size={14} aria-hidden />
        {t.linkTo}
      </Link>
    </>
  );
}
