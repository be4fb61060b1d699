import type { Announcement } from '@karat/contract/switches';
import { useQuery } from '@tanstack/react-query';
import { Megaphone, Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { AccountName } from '#ui/account-name.tsx';
import { Button } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { TableTime } from '#ui/time.tsx';
import { useHasPassed } from '#ui/use-has-passed.ts';
import { EmptyView } from '#ui/views.tsx';
import { AnnouncementModal } from './admin-announcement-modal.tsx';
import { EndModal } from './admin-end-modal.tsx';
import { announcementsQuery } from './admin-queries.ts';
import { textIn } from './status.ts';
import { useAdminText } from './words/admin-text.ts';

type Opened = { readonly form: 'new' } | { readonly form: 'edit' | 'end'; readonly announcement: Announcement };

/** All announcements, with forms to add, change and end one. */
export function Announcements() {
  const { announcements: words } = useAdminText();
  const query = useQuery(announcementsQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <section aria-labelledby="announcements">
      <div className="mb-3 flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 grow">
          <h2 id="announcements" className="font-display text-h2 font-bold">
            {words.title}
          </h2>
          <p className="text-card text-fg-2">{words.lead}</p>
        </div>
        <Button icon={<Plus size={18} aria-hidden />} onClick={() => setOpened({ form: 'new' })}>
          {words.add}
        </Button>
      </div>
      <QueryView query={query} errorTitle={words.failed}>
        {(list) =>
          list.length === 0 ? (
            <EmptyView icon={Megaphone} title={words.none} text={words.noneHint} />
          ) : (
            <ul aria-labelledby="announcements" className="surface divide-y divide-line">
              {list.map((each) => (
                <Row key={each.id} announcement={each} onOpen={setOpened} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {opened?.form === 'end' && <EndModal announcement={opened.announcement} onClose={close} />}
      {opened?.form === 'edit' && <AnnouncementModal announcement={opened.announcement} onClose={close} />}
      {opened?.form === 'new' && <AnnouncementModal announcement={undefined} onClose={close} />}
    </section>
  );
}

const NEVER = '9999-12-31T00:00:00.000Z';

/** By the server's clock. */
function usePhase({ startsAt, endsAt, endedAt }: Announcement): 'shown' | 'later' | 'over' {
  const hasBegun = useHasPassed(startsAt);
  const hasEnded = useHasPassed(endsAt ?? NEVER) || endedAt !== null;
  if (hasEnded) return 'over';
  return hasBegun ? 'shown' : 'later';
}

function Row({ announcement, onOpen }: { announcement: Announcement; onOpen: (opened: Opened) => void }) {
  const { locale } = useText();
  const { announcements: words } = useAdminText();
  const state = usePhase(announcement);
  const { id, text, startsAt, createdBy } = announcement;
  const end = announcement.endedAt ?? announcement.endsAt;
  return (
    <li aria-label={words.row(id)} className="flex flex-wrap items-start gap-3 px-4 py-3">
      <div className="min-w-0 grow basis-60 text-card wrap-anywhere">
        <p className="text-base text-pretty">{textIn(text, locale)}</p>
        <p className="text-fg-2">
          <span className={state === 'shown' ? 'font-semibold text-success' : ''}>{words.states[state]}</span>
          {' · '}
          {words.from} <TableTime iso={startsAt} />
          {end !== null && (
            <>
              {' '}
              {words.to} <TableTime iso={end} />
            </>
          )}
        </p>
        {createdBy && (
          <p className="text-xs text-fg-3">
            {words.by} <AccountName player={createdBy} />
          </p>
        )}
      </div>
      {state !== 'over' && (
        <div className="flex gap-2">
          <Button size="dense" onClick={() => onOpen({ form: 'edit', announcement })}>
            {words.edit}
          </Button>
          <Button size="dense" onClick={() => onOpen({ form: 'end', announcement })}>
            {words.end}
          </Button>
        </div>
      )}
    </li>
  );
}
