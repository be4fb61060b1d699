import { type Session, getSessions, revokeSession } from '@karat/contract/accounts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { call } from '#app/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { Modal } from '#ui/modal.tsx';
import { Bone, Skeleton } from '#ui/skeleton.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { showToast } from '#ui/toast.tsx';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(getSessions, undefined, { signal })).data,
});

/** Where the account is signed in; each place but this one can be signed out. */
export function Devices() {
  const [leaving, setLeaving] = useState<Session>();
  const [isAsking, setAsking] = useState(false);
  const ask = (session: Session) => {
    setLeaving(session);
    setAsking(true);
  };
  return (
    <>
      <Loaded query={useQuery(sessionsQuery)} waiting={<DeviceBones />}>
        {(sessions) => (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <Device key={session.id} session={session} onRevoke={() => ask(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      {leaving && <RevokeModal session={leaving} isOpen={isAsking} onClose={() => setAsking(false)} />}
    </>
  );
}

function Device({ session, onRevoke }: { session: Session; onRevoke: () => void }) {
  const t = useText();
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
        <Button size="dense" aria-label={t.security.revokeDevice(device)} onClick={onRevoke}>
          {t.security.revoke}
        </Button>
      )}
    </li>
  );
}

function RevokeModal({ session, isOpen, onClose }: { session: Session; isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(revokeSession, { params: { id: String(session.id) } }),
    onSuccess: () => {
      onClose();
      showToast('success', t.security.revoked);
    },
    onError: () => showToast('error', t.security.revokeFailed),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
  const device = session.device || t.security.unknownDevice;
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.security.revokeTitle(device)} text={t.security.revokeHint}>
      <div className="flex justify-end gap-3">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button variant="danger" isPending={revoke.isPending} onClick={() => revoke.mutate()}>
          {t.security.revoke}
        </Button>
      </div>
    </Modal>
  );
}

function DeviceBones() {
  return (
    <Skeleton>
      <div className="flex items-center gap-3">
        <Bone className="size-10 rounded-md" />
        <div className="grow space-y-1.5">
          <Bone className="h-4 w-40" />
          <Bone className="h-3 w-28" />
        </div>
      </div>
    </Skeleton>
  );
}
