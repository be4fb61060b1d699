import { USER_SEARCH_LENGTH_MAX } from '@karat/contract/users';
import type { SearchHit } from '@karat/contract/search';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Dimmed } from '#ui/dimmed.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { useDebouncedSearch } from '#ui/url-params.ts';
import { pathOf, searchQuery } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus between the box and the links below it by Up and Down. */
function moveFocus(frame: HTMLElement, step: 1 | -1): void {
  const stops = [...frame.querySelectorAll<HTMLElement>('input, a[href]')];
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}

/** One box for players and references, on every page of the panel. The results are below it while it has the focus. */
export function AdminSearch() {
  const words = useAdminText();
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const box = useDebouncedSearch(text, (typed) => setText(typed.slice(0, USER_SEARCH_LENGTH_MAX)));
  const query = useQuery(searchQuery(text));
  const first = query.isPlaceholderData ? undefined : query.data?.[0];

  const submit = () => {
    box.searchNow();
    if (first === undefined) return;
    setOpen(false);
    void navigate(pathOf(first));
  };
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!frame.current?.contains(relatedTarget)) setOpen(false);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key];
    if (event.key === 'Escape') setOpen(false);
    if (step === undefined) return;
    event.preventDefault();
    moveFocus(event.currentTarget, step);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the box and the links inside are the controls
    <div
      ref={frame}
      onFocus={() => setOpen(true)}
      onBlur={handleBlur}
      onKeyDown={handleKeyDown}
      className="relative w-full @3xl:w-96"
    >
      <SearchBox
        label={words.label}
        landmark={words.landmark}
        value={box.text}
        onChange={box.setText}
        onSubmit={submit}
      />
      {isOpen && text !== '' && (
        <div className="pop-surface absolute inset-x-0 top-full z-30 mt-1 max-h-[60dvh] overflow-y-auto p-1">
          <p role="status" className="px-3 py-1.5 text-xs text-fg-3">
            {query.isError
              ? words.failed
              : query.data && (query.data.length > 0 ? words.found(query.data.length) : words.none)}
          </p>
          {query.data !== undefined && query.data.length > 0 && (
            <Dimmed isOld={query.isPlaceholderData}>
              <ul aria-label={words.results}>
                {query.data.map((hit) => (
                  <Result key={`${hit.kind}:${hit.id}`} hit={hit} onFollow={() => setOpen(false)} />
                ))}
              </ul>
            </Dimmed>
          )}
        </div>
      )}
    </div>
  );
}

function Result({ hit, onFollow }: { hit: SearchHit; onFollow: () => void }) {
  const { kinds } = useAdminText();
  const { kind, id, title, player } = hit;
  return (
    <li>
      <Link
        to={pathOf(hit)}
        onClick={onFollow}
        className="flex min-h-11 flex-wrap items-baseline gap-x-2 rounded-md px-3 py-2 text-card hover:bg-bg-3 focus-visible:-outline-offset-2"
      >
        <span className="font-semibold whitespace-nowrap">
          {kinds[kind]} #{id}
        </span>
        {player !== null && <PlayerName username={player.username} isSandbox={player.isSandbox} isPlain />}
        <span className="min-w-0 basis-full text-xs wrap-anywhere text-fg-3">{title}</span>
      </Link>
    </li>
  );
}
