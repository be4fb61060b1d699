import type { Room } from '@karat/contract/rooms';
import { buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useRoomText } from './words/room-text.ts';

/** The game server's address; link and password only for seated players. */
export function ServerPanel({ room, isSeated }: { room: Room; isSeated: boolean }) {
  const t = useRoomText();
  const { server_ip: address, server_password: password, isPlayedBySandbox: isSandbox } = room;
  if (address === null) return null;
  const link = `steam://connect/${address}${password === null ? '' : `/${encodeURIComponent(password)}`}`;
  return (
    <section aria-label={t.server} className="surface p-4 max-lg:order-first md:p-5 lg:col-span-3">
      {isSandbox && <p className="mb-3 text-card text-pretty">{t.sandboxPlays}</p>}
      <dl className="flex flex-wrap gap-x-10 gap-y-3 max-md:flex-col">
        <Line name={t.address} value={address} />
        {password !== null && <Line name={t.password} value={password} />}
        {isSeated && (
          <Line name={t.connect} value={`connect ${address}${password === null ? '' : `; password ${password}`}`} />
        )}
      </dl>
      {isSeated && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <a href={link} className={buttonClass({ variant: isSandbox ? 'secondary' : 'primary' })}>
            {t.openGame}
          </a>
          <p className="text-card text-fg-2">{isSandbox ? t.sandboxWay : t.startFirst}</p>
        </div>
      )}
      {!isSeated && !isSandbox && <p className="mt-1 text-card text-fg-2">{t.playersJoin}</p>}
    </section>
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
