import clsx from 'clsx';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useLanguage, useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { EmptyView } from '#ui/views.tsx';
import { EntryRow } from './entry-row.tsx';
import { faqEn } from './faq-en.ts';
import { faqTr } from './faq-tr.ts';
import { closedTopics } from './outline.ts';
import { type Topic, search, topicsOf } from './search.ts';
import { useSearchText } from './use-search-text.ts';

const english = topicsOf(faqEn);
const turkish = topicsOf(faqTr);

export function FaqPage() {
  const t = useText();
  const [query, setQuery] = useSearchText('q');
  const isAsked = query.trim() !== '';
  const topics = search(useLanguage() === 'tr' ? turkish : english, query);
  const found = topics.flatMap(({ entries }) => entries);
  const [openIds, toggle] = useOpenEntries();
  const isOpen = (id: string) => openIds.has(id) || (isAsked && found.length === 1);
  return (
    <>
      <PageHeading title={t.faq.title} lead={t.faq.intro} />
      <div className="@container">
        <div className="grid items-start gap-x-8 gap-y-5 @3xl:grid-cols-[12.5rem_minmax(0,1fr)]">
          <TopicLinks topics={topics} />
          <div className="min-w-0">
            <div className="mb-5">
              <SearchBox label={t.faq.search} value={query} onChange={setQuery} />
              <p role="status" className={clsx(isAsked ? 'mt-2 text-fg-3' : 'sr-only')}>
                {isAsked ? t.faq.found(found.length) : ''}
              </p>
            </div>
            {topics.map((topic) => (
              <TopicSection key={topic.id} topic={topic} isOpen={isOpen} onToggle={toggle} />
            ))}
            {found.length === 0 && (
              <EmptyView icon={SearchX} title={t.faq.noneFound(query.trim())} text={t.faq.noneFoundHint}>
                <Button onClick={() => setQuery('')}>{t.faq.showAll}</Button>
              </EmptyView>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** Which answers are open. The one that the address names opens by itself and gets the focus. */
function useOpenEntries(): [openIds: ReadonlySet<string>, toggle: (id: string) => void] {
  const { hash, key } = useLocation();
  const [arrival, setArrival] = useState({ key, target: hash.slice(1) });
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(() => new Set([arrival.target]));

  // By the key of the navigation: following a link to the same answer again opens it again.
  if (arrival.key !== key) {
    setArrival({ key, target: hash.slice(1) });
    setOpenIds((ids) => new Set(ids).add(hash.slice(1)));
  }
  useEffect(() => {
    const place = document.getElementById(arrival.target);
    place?.scrollIntoView({ block: 'start' });
    place?.querySelector<HTMLElement>('button, h2')?.focus({ preventScroll: true });
  }, [arrival]);

  const toggle = (id: string) =>
    setOpenIds((ids) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return [openIds, toggle];
}

function TopicLinks({ topics }: { topics: readonly Topic[] }) {
  const t = useText();
  return (
    <nav
      aria-label={t.faq.contents}
      className="scrollbar-none -mx-3 overflow-x-auto px-3 @3xl:sticky @3xl:top-[calc(var(--top-bar)+1.5rem)] @3xl:mx-0 @3xl:px-0"
    >
      <ul className="flex gap-2 @3xl:flex-col @3xl:gap-0.5">
        {topics.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={{ search: '', hash: `#topic-${id}` }}
              replace
              className="flex min-h-11 items-center rounded-md bg-bg-2 px-3.5 font-semibold whitespace-nowrap text-fg-2 transition-colors duration-140 hover:bg-bg-3 hover:text-fg focus-visible:-outline-offset-2 @3xl:min-h-10 @3xl:bg-transparent @3xl:whitespace-normal"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type TopicSectionProps = { topic: Topic; isOpen: (id: string) => boolean; onToggle: (id: string) => void };

function TopicSection({ topic: { id, title, entries }, isOpen, onToggle }: TopicSectionProps) {
  const t = useText();
  const isClosed = closedTopics.has(id);
  return (
    <section id={`topic-${id}`} aria-labelledby={`topic-${id}-title`} className="mb-8">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`topic-${id}-title`} tabIndex={-1} className="font-display text-h2 font-bold focus:outline-none">
          {title}
        </h2>
        {isClosed && <Badge>{t.common.notOpenYet}</Badge>}
      </div>
      {isClosed && <p className="mb-3 text-fg-3">{t.faq.notOpenHint}</p>}
      <div className="surface">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} isOpen={isOpen(entry.id)} onToggle={() => onToggle(entry.id)} />
        ))}
      </div>
    </section>
  );
}
