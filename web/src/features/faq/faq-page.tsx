import clsx from 'clsx';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useLanguage, useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { EmptyView } from '#ui/views.tsx';
import { EntryRow } from './entry-row.tsx';
import { faqEn } from './faq-en.ts';
import { faqTr } from './faq-tr.ts';
import { type Topic, search, topicsOf } from './search.ts';
import { useSearchText } from './use-search-text.ts';
import { useFaqText } from './words/faq-text.ts';

const english = topicsOf(faqEn);
const turkish = topicsOf(faqTr);

export function FaqPage() {
  const t = useText();
  const words = useFaqText();
  const [query, setQuery] = useSearchText('q');
  const all = useLanguage() === 'tr' ? turkish : english;
  const topics = search(all, query);
  const foundTotal = topics.flatMap(({ entries }) => entries).length;
  const isSearching = query.trim() !== '';
  const { openIds, open, toggle } = useOpenEntries();

  const searchFor = (text: string) => {
    setQuery(text);
    const [first, ...more] = search(all, text).flatMap(({ entries }) => entries);
    if (first !== undefined && more.length === 0) open(first.id);
  };
  return (
    <>
      <PageHeading title={t.faq.title} lead={words.intro} />
      <div className="@container max-w-280">
        <div className="grid items-start gap-x-8 gap-y-5 @3xl:grid-cols-[12.5rem_minmax(0,1fr)]">
          <TopicLinks topics={topics} />
          <div className="min-w-0">
            <div className="mb-5">
              <SearchBox label={words.search} value={query} onChange={searchFor} />
              <p role="status" className={clsx(isSearching ? 'mt-2 text-fg-3' : 'sr-only')}>
                {isSearching ? words.found(foundTotal) : ''}
              </p>
            </div>
            {topics.map((topic) => (
              <TopicSection key={topic.id} topic={topic} openIds={openIds} onToggle={toggle} />
            ))}
            {foundTotal === 0 && (
              <EmptyView icon={SearchX} title={words.noneFound(query.trim())} text={words.noneFoundHint}>
                <Button onClick={() => setQuery('')}>{words.showAll}</Button>
              </EmptyView>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** The open answers. The one in the URL opens by itself and gets the focus. */
function useOpenEntries() {
  const { hash, key } = useLocation();
  const [arrival, setArrival] = useState({ key, target: hash.slice(1) });
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(() => new Set([arrival.target]));
  const open = (id: string) => setOpenIds((ids) => new Set(ids).add(id));

  // Compares the navigation key, so that following a link to the same answer again reopens it. A hash typed into the
  // address bar keeps the key of the first page.
  const target = hash.slice(1);
  if (arrival.key !== key || arrival.target !== target) {
    setArrival({ key, target });
    open(target);
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
  return { openIds, open, toggle };
}

function TopicLinks({ topics }: { topics: readonly Topic[] }) {
  const t = useFaqText();
  return (
    <nav
      aria-label={t.contents}
      className="scrollbar-none -mx-3 overflow-x-auto px-3 @3xl:sticky @3xl:top-[calc(var(--top-bar)+1.5rem)] @3xl:mx-0 @3xl:-ml-3.5 @3xl:px-0"
    >
      <ul className="flex gap-2 @lg:flex-wrap @3xl:flex-col @3xl:gap-0.5">
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

type TopicSectionProps = { topic: Topic; openIds: ReadonlySet<string>; onToggle: (id: string) => void };

function TopicSection({ topic: { id, title, entries }, openIds, onToggle }: TopicSectionProps) {
  return (
    <section id={`topic-${id}`} aria-labelledby={`topic-${id}-title`} className="mb-8">
      <h2 id={`topic-${id}-title`} tabIndex={-1} className="mb-3 font-display text-h2 font-bold focus:outline-none">
        {title}
      </h2>
      <div className="surface">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} isOpen={openIds.has(entry.id)} onToggle={() => onToggle(entry.id)} />
        ))}
      </div>
    </section>
  );
}
