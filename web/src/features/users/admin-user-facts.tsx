import type { UserInfo } from '@karat/contract/users';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useMay } from '#core/staff.ts';
import { formatNumber } from '#i18n/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { useHasPassed } from '#ui/use-has-passed.ts';
import { RoleName, StateMark } from './admin-user-marks.tsx';
import { useOnlineUsers } from './online-users.ts';
import { useAdminText } from './words/admin-text.ts';

/** All data of an account. */
export function UserFacts({ info }: { info: UserInfo }) {
  const { users: words } = useAdminText();
  const mayOnline = useMay('online');
  const { steamId, email } = info;
  return (
    <section aria-label={words.facts} className="surface p-4 @3xl:p-5">
      <dl className="grid grid-flow-dense grid-cols-2 gap-x-4 gap-y-4 @xl:grid-cols-3">
        <Fact label={words.username} className="col-span-full @xl:col-span-2">
          <span className="flex items-center gap-2.5">
            <Avatar src={info.avatar} username={info.username} elo={info.elo} size={36} />
            <PlayerName username={info.username} isSandbox={info.isSandbox} />
            {mayOnline ? <LivePresence info={info} /> : <PresenceMark isOnline={info.isOnline} />}
          </span>
        </Fact>
        <Fact label={words.balance} className="col-span-full @xl:col-span-1">
          <Diamonds amount={info.balance} />
        </Fact>
        <Fact label={words.id}>
          <Copied text={String(info.id)} />
        </Fact>
        <Fact label={words.role}>
          <RoleName staffRole={info.staffRole} />
        </Fact>
        <Fact label={words.state}>
          <StateMark state={info.state} />
        </Fact>
        <Fact label={words.email} className="col-span-full @xl:col-span-2">
          {email === null ? <None /> : <Copied text={email} />}
        </Fact>
        <Fact label={words.steamId} className="col-span-full @xl:col-span-2">
          {steamId === null ? <None /> : <Copied text={steamId} />}
        </Fact>
        <Fact label={words.devices}>{formatNumber(info.sessions)}</Fact>
        <Fact label={words.rating}>
          {formatNumber(info.elo)} <span className="font-normal text-fg-3">({words.level(info.level)})</span>
        </Fact>
        <Times info={info} />
      </dl>
    </section>
  );
}

function Times({ info }: { info: UserInfo }) {
  const { users: words } = useAdminText();
  const notable = [
    [words.mutedUntil, info.mutedUntil],
    [words.breakUntil, info.breakUntil],
    [words.excludedUntil, info.excludedUntil],
    // The account's own exclusion is also among the stored ones.
    [words.storedExclusionUntil, info.excludedUntil === null ? info.storedExclusionUntil : null],
  ] as const;
  return (
    <>
      <Fact label={words.joined}>
        <At iso={info.createdAt} />
      </Fact>
      <Fact label={words.lastSeen}>{info.lastSeenAt === null ? words.never : <At iso={info.lastSeenAt} />}</Fact>
      <Fact label={words.ageConfirmed}>
        {info.ageConfirmedAt === null ? <None /> : <At iso={info.ageConfirmedAt} />}
      </Fact>
      {notable.map(([label, iso]) => iso !== null && <Until key={label} label={label} iso={iso} />)}
    </>
  );
}

/** A restriction with an end; says so if it ends while the page is open. */
function Until({ label, iso }: { label: string; iso: string }) {
  const { users: words } = useAdminText();
  const isOver = useHasPassed(iso);
  return (
    <Fact label={label} className={isOver ? 'text-fg-3' : 'text-warn'}>
      <At iso={iso} />
      {isOver && <span className="font-normal"> ({words.over})</span>}
    </Fact>
  );
}

/** Uses live presence once the list of online users has arrived, if it has all of them. */
function LivePresence({ info }: { info: UserInfo }) {
  const { onlineUsers, isComplete } = useOnlineUsers();
  const isKnown = isComplete && onlineUsers.length > 0;
  return <PresenceMark isOnline={isKnown ? onlineUsers.some(([id]) => id === info.id) : info.isOnline} />;
}

function PresenceMark({ isOnline }: { isOnline: boolean }) {
  const { users } = useAdminText();
  return (
    <span className="ml-auto flex shrink-0 items-center gap-1.5 text-xs font-medium text-fg-2">
      <span aria-hidden className={clsx('size-2 rounded-full', isOnline ? 'bg-success' : 'bg-line-input')} />
      {isOnline ? users.onlineNow : users.offlineNow}
    </span>
  );
}

const At = ({ iso }: { iso: string }) => <time dateTime={iso}>{formatAdminTime(iso)}</time>;

const None = () => <span className="text-fg-3">–</span>;

function Copied({ text }: { text: string }) {
  return (
    <span className="-my-2 flex items-center gap-1">
      <bdi className="min-w-0 wrap-anywhere">{text}</bdi>
      <CopyButton text={text} />
    </span>
  );
}

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx('min-w-0', className)}>
      <dt className="text-xs text-fg-3">{label}</dt>
      <dd className="mt-0.5 font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
