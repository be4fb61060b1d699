import type { Session } from '@karat/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { sessionsQuery } from './queries.ts';
import { useProfileText } from './words/profile-text.ts';

const RevokeModal = lazyComponent(async () => (await import('./revoke-modal.tsx')).RevokeModal);

/** The account's sessions; each but the current one can be signed out. */
export function Devices() {
  const [leaving, setLeaving] = useState<Session>();
  const [isModalOpen, setModalOpen] = useState(false);
  const openModal = (session: Session) => {
    setLeaving(session);
    setModalOpen(true);
  };
  return (
    <>
      <QueryView query={useQuery(sessionsQuery)} loading={<DeviceSkeleton />}>
        {(sessions) => (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <Device key={session.id} session={session} onRevoke={() => openModal(session)} />
            ))}
          </ul>
        )}
      </QueryView>
      {leaving && (
        <MountWhenOpened isOpen={isModalOpen}>
          <RevokeModal session={leaving} isOpen={isModalOpen} onClose={() => setModalOpen(false)} />
        </MountWhenOpened>
      )}
    </>
  );
}

function Device({ session, onRevoke }: { session: Session; onRevoke: () => void }) {
  const t = useProfileText();
  const { address, lastSeenAt, isCurrent } = session;
  const device = session.device || t.security.unknownDevice;
  const Icon = /android|iphone|ipad|mobile/i.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-md bg-bg-3 text-fg-2">
        <Icon size={20} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 grow">
        <p className="truncate font-semibold">{device}</p>
        <p className="truncate text-xs text-fg-3">
          {address} · <RelativeTime iso={lastSeenAt} />
        </p>
      </div>
      {isCurrent ? (
        <Badge tone="success">{t.security.thisDevice}</Badge>
      ) : (
        <Button size="dense" aria-label={`${t.security.revoke}: ${device}`} onClick={onRevoke}>
          {t.security.revoke}
        </Button>
      )}
    </li>
  );
}

function DeviceSkeleton() {
  return (
    <Skeleton>
      <div className="flex items-center gap-3">
        <SkeletonBlock className="size-10 rounded-md" />
        <div className="grow space-y-1.5">
          <SkeletonBlock className="h-4 w-40" />
          <SkeletonBlock className="h-3 w-28" />
        </div>
      </div>
    </Skeleton>
  );
}
