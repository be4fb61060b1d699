import type { Room } from '@karat/contract/rooms';
import { ChevronDown } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useRoomText } from './words/room-text.ts';

type ServerProps = { room: Room; isSeated: boolean };

/** The game server's address; link and password only for seated players. */
export function ServerPanel({ room, isSeated }: ServerProps) {
  const t = useRoomText();
  if (room.server_ip === null) return null;
  return (
    <section aria-label={t.server} className="surface p-4 max-lg:order-first md:p-5 lg:col-span-3">
      <ServerLines room={room} isSeated={isSeated} />
      {isSeated ? (
        <JoinLink room={room} hint={t.startFirst} />
      ) : (
        <p className="mt-1 text-card text-fg-2">{t.playersJoin}</p>
      )}
    </section>
  );
}

/**
 * The same for a match that the sandbox plays. Players need none of it, so it is closed, and at the end of the page. Its place is
 * kept free while there is none, so that the footer does not move.
 */
export function SandboxServer({ room, isSeated }: ServerProps) {
  const isShown = room.isPlayedBySandbox && room.server_ip !== null;
  return <div className="mt-4 min-h-12.5">{isShown && <ClosedServer room={room} isSeated={isSeated} />}</div>;
}

function ClosedServer({ room, isSeated }: ServerProps) {
  const t = useRoomText();
  return (
    <section aria-label={t.server} className="surface">
      <details className="group">
        <summary className="flex min-h-11 list-none items-center gap-2 rounded-lg px-4 py-3 font-display text-base font-bold hover:text-primary md:px-5 [&::-webkit-details-marker]:hidden">
          {t.server}
          <ChevronDown size={16} aria-hidden className="shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <div className="px-4 pb-4 md:px-5 md:pb-5">
          <ServerLines room={room} isSeated={isSeated} />
          {isSeated && <JoinLink room={room} hint={t.sandboxWay} />}
        </div>
      </details>
    </section>
  );
}

function ServerLines({ room: { server_ip: address, server_password: password }, isSeated }: ServerProps) {
  const t = useRoomText();
  if (address === null) return null;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 max-md:flex-col">
      <Line name={t.address} value={address} />
      {password !== null && <Line name={t.password} value={password} />}
      {isSeated && (
        <Line name={t.connect} value={`connect ${address}${password === null ? '' : `; password ${password}`}`} />
      )}
    </dl>
  );
}

function JoinLink({ room, hint }: { room: Room; hint: string }) {
  const t = useRoomText();
  const { server_ip: address, server_password: password, isPlayedBySandbox: isSandbox } = room;
  const link = `steam://connect/${address}${password === null ? '' : `/${encodeURIComponent(password)}`}`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <a href={link} className={buttonClass({ variant: isSandbox ? 'secondary' : 'primary' })}>
        {t.openGame}
      </a>
      <p className="text-card text-fg-2">{hint}</p>
    </div>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-fg-3">{name}</dt>
      <dd className="flex items-center gap-1">
        <span className="min-w-0 font-mono text-sm font-semibold wrap-anywhere">{value}</span>
        <CopyButton text={value} />
      </dd>
    </div>
  );
}
