import type { Room } from '@karat/contract/rooms';
import { isActive } from '@karat/rules/rooms';
import { useIsFetching } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Button, buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { roomQuery } from './queries.ts';
import { useRoomText } from './words/room-text.ts';

type ServerProps = { room: Room; isSeated: boolean };

/**
 * The game server's address; link and password only for seated players. It has its full size before the server is known and after the
 * match, so that it moves nothing.
 */
export function ServerPanel({ room, isSeated }: ServerProps) {
  const t = useRoomText();
  const { state, server_ip: address, server_password: password } = room;
  // Events have no password: it arrives with the room that is fetched after them.
  const isFetching = useIsFetching({ queryKey: roomQuery(String(room.id)).queryKey }) > 0;
  const isOpen = address !== null && !(isSeated && password === null && isFetching);
  const isOver = !isActive(state);
  return (
    <section aria-label={t.server} className="surface p-4 max-lg:order-first md:p-5 lg:col-span-3">
      <dl className="flex flex-wrap gap-x-10 gap-y-3 max-md:flex-col">
        <Line name={t.address} value={address} isOver={isOver} />
        {isSeated && (
          <>
            <Line name={t.password} value={password} isOver={isOver} {...(isOpen && { absence: t.noPassword })} />
            <Line name={t.connect} value={isOpen ? connectCommand(room) : null} isOver={isOver} />
          </>
        )}
      </dl>
      {isSeated ? (
        <div className={JOIN_ROW}>
          <JoinLink room={room} isOpen={isOpen && !isOver} />
          <Hint text={t.startFirst} isOver={isOver} />
        </div>
      ) : (
        <Hint text={t.playersJoin} isOver={isOver} />
      )}
    </section>
  );
}

/** After the match another text, in the place of the first. */
function Hint({ text, isOver }: { text: string; isOver: boolean }) {
  const t = useRoomText();
  return (
    <div className="grid text-card text-fg-2 *:col-start-1 *:row-start-1">
      <p className={clsx(isOver && 'invisible')}>{text}</p>
      {isOver && <p>{t.serverClosed}</p>}
    </div>
  );
}

function connectCommand({ server_ip: address, server_password: password }: Room): string {
  return `connect ${address}${password === null ? '' : `; password ${password}`}`;
}

const JOIN_ROW = 'mt-3 flex flex-wrap items-center gap-3';

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
          {isSeated && (
            <div className={JOIN_ROW}>
              <JoinLink room={room} isOpen />
              <p className="text-card text-fg-2">{t.sandboxWay}</p>
            </div>
          )}
        </div>
      </details>
    </section>
  );
}

function ServerLines({ room, isSeated }: ServerProps) {
  const t = useRoomText();
  const { server_ip: address, server_password: password } = room;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 max-md:flex-col">
      <Line name={t.address} value={address} />
      {password !== null && <Line name={t.password} value={password} />}
      {isSeated && <Line name={t.connect} value={connectCommand(room)} />}
    </dl>
  );
}

function JoinLink({ room, isOpen }: { room: Room; isOpen: boolean }) {
  const t = useRoomText();
  const { server_ip: address, server_password: password, isPlayedBySandbox: isSandbox } = room;
  const variant = isSandbox ? 'secondary' : 'primary';
  if (!isOpen) {
    return (
      <Button variant={variant} disabled>
        {t.openGame}
      </Button>
    );
  }
  const link = `steam://connect/${address}${password === null ? '' : `/${encodeURIComponent(password)}`}`;
  return (
    <a href={link} className={buttonClass({ variant })}>
      {t.openGame}
    </a>
  );
}

type LineProps = { name: string; value: string | null; isOver?: boolean; absence?: string };

/** A value with a button to copy it. Without one, the text about its absence, or a grey block while it is unknown. */
function Line({ name, value, isOver = false, absence }: LineProps) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-fg-3">{name}</dt>
      <dd className="flex min-h-10 items-center gap-1">
        {value === null ? (
          <Absence text={isOver ? '–' : absence} />
        ) : (
          <>
            <span className="min-w-0 font-mono text-sm font-semibold wrap-anywhere">{value}</span>
            <CopyButton text={value} />
          </>
        )}
      </dd>
    </div>
  );
}

function Absence({ text }: { text: string | undefined }) {
  return text === undefined ? <SkeletonBlock className="h-5 w-44" /> : <span className="text-fg-2">{text}</span>;
}
