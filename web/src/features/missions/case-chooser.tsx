import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Field } from '#ui/field.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { offeredCasesQuery } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

type CaseChooserProps = { name: string; onChange: (name: string) => void };

/** Chooses the case: typed, or picked from the matching ones. */
export function CaseChooser({ name, onChange }: CaseChooserProps) {
  const words = useAdminText();
  const { data } = useQuery(offeredCasesQuery());
  const cases = data?.data ?? [];
  const isKnown = cases.some((caseInfo) => caseInfo.name === name.trim());
  const isComplete = data !== undefined && data.pagination.totalResults === cases.length;
  const letters = isKnown ? '' : name.trim().toLowerCase();
  const offered = cases.filter((caseInfo) => caseInfo.name.toLowerCase().includes(letters));
  const isUnknown = letters !== '' && isComplete;
  const list = useRef<HTMLUListElement>(null);
  const isLoaded = data !== undefined;
  // Scrolls the chosen case into view within its list, without moving the form.
  useEffect(() => {
    const chosen = isLoaded ? list.current?.querySelector<HTMLElement>('[aria-pressed=true]') : undefined;
    if (list.current && chosen) list.current.scrollTop = chosen.offsetTop;
  }, [isLoaded]);
  return (
    <div>
      <Field
        label={words.missions.caseName}
        value={name}
        onChange={(event) => onChange(event.target.value)}
        hint={isUnknown ? words.missions.noSuchCase : undefined}
      />
      {offered.length > 0 && (
        <ul
          ref={list}
          aria-label={words.missions.casesLabel}
          className="relative mt-2 grid max-h-40 grid-cols-2 gap-1.5 overflow-y-auto rounded-md p-0.5"
        >
          {offered.map((caseInfo) => (
            <li key={caseInfo.id}>
              <button
                type="button"
                aria-pressed={caseInfo.name === name.trim()}
                onClick={() => onChange(caseInfo.name)}
                className="flex h-11 w-full items-center gap-2 rounded-sm border border-line bg-bg-1 pr-2 pl-1 text-left text-card transition-colors duration-140 hover:bg-bg-2 aria-pressed:border-primary aria-pressed:bg-primary/8"
              >
                <ItemPicture src={caseInfo.image} sizes="48px" className="w-11 shrink-0" />
                <span className="min-w-0 truncate">{caseInfo.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
