import type { ChatMessage } from '@karat/contract/chat';
import type { UserInfo } from '@karat/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, FlagOff, LockOpen, LogOut, type LucideIcon, MicOff, ShieldOff, UserCheck, UserCog } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useSession } from '#core/session.ts';
import { useMay } from '#core/staff.ts';
import { Button } from '#ui/button.tsx';
import { useFocusFallback } from '#ui/use-focus-fallback.ts';
import { userKey } from './admin-queries.ts';
import { RoleModal } from './admin-role-modal.tsx';
import { type UserAction, UserActionModal } from './admin-user-action-modal.tsx';
import { useAdminText } from './words/admin-text.ts';

/** The mute modal, which the chat feature provides. */
export type MutePart = ComponentType<{ player: ChatMessage['sender']; isOpen: boolean; onClose: () => void }>;

type ActionName = UserAction | 'mute' | 'role';
type Action = {
  /** The same for ban and unban, so that their button keeps the focus. */
  readonly key: string;
  readonly name: ActionName;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isShown: boolean;
};

/** What the caller's role allows for an account. Only admins act on other staff. */
function useActions(info: UserInfo): readonly Action[] {
  const { users } = useAdminText();
  const [mayMute, mayBan, mayTrade] = [useMay('mutes'), useMay('bans'), useMay('trades')];
  const [mayRelease, mayChangeRoles, mayRemoveFactor] = [useMay('exclusions'), useMay('roles'), useMay('factors')];
  const isStaff = info.staffRole !== null;
  const isExcluded = (info.excludedUntil ?? info.storedExclusionUntil) !== null;
  const ban =
    info.state === 'banned'
      ? ({ name: 'unban', label: users.unban, icon: UserCheck } as const)
      : ({ name: 'ban', label: users.ban, icon: Ban } as const);
  const actions: readonly Action[] = [
    { key: 'mute', name: 'mute', label: users.mute, icon: MicOff, isShown: mayMute && !isStaff },
    {
      key: 'signOut',
      name: 'signOut',
      label: users.signOut,
      icon: LogOut,
      isShown: mayBan && info.sessions > 0 && (!isStaff || mayChangeRoles),
    },
    {
      key: 'removeFactor',
      name: 'removeFactor',
      label: users.removeFactor,
      icon: ShieldOff,
      isShown: mayRemoveFactor && info.hasSecondFactor,
    },
    {
      key: 'clearFlag',
      name: 'clearFlag',
      label: users.clearFlag,
      icon: FlagOff,
      isShown: mayTrade && info.flaggedAt !== null,
    },
    {
      key: 'release',
      name: 'releaseExclusion',
      label: users.releaseExclusion,
      icon: LockOpen,
      isShown: mayRelease && isExcluded,
    },
    {
      key: 'role',
      name: 'role',
      label: users.changeRole,
      icon: UserCog,
      isShown: mayChangeRoles && !info.isSandbox && (isStaff || info.state === 'active'),
    },
    { key: 'ban', ...ban, isShown: mayBan && !isStaff },
  ];
  return actions.filter(({ isShown }) => isShown);
}

/** The actions of staff for an account, except their own. */
export function UserActions({ info, Mute }: { info: UserInfo; Mute: MutePart }) {
  const { users } = useAdminText();
  const queryClient = useQueryClient();
  const isOwn = useSession((session) => session.username === info.username);
  const actions = useActions(info);
  const [modal, setModal] = useState<ActionName>();
  const home = useFocusFallback<HTMLElement>();
  const close = () => {
    setModal(undefined);
    void queryClient.invalidateQueries({ queryKey: userKey(info.id) });
  };
  if (isOwn || info.state === 'deleted' || actions.length === 0) return null;
  const { id, username, isSandbox, avatar: profileImg, elo, isAdmin, staffRole } = info;
  const player = { id, username, isSandbox, profileImg, elo, isAdmin, isStaff: staffRole !== null };
  return (
    <section
      ref={home}
      tabIndex={-1}
      aria-label={users.actions}
      className="surface flex flex-wrap gap-3 p-4 outline-none @3xl:p-5"
    >
      {actions.map(({ key, name, label, icon: Icon }) => (
        <Button
          key={key}
          className="grow @xl:grow-0"
          variant={name === 'ban' ? 'danger' : 'secondary'}
          icon={<Icon size={18} aria-hidden />}
          onClick={() => setModal(name)}
        >
          {label}
        </Button>
      ))}
      {modal === 'mute' && (
        <Suspense fallback={null}>
          <Mute player={player} isOpen onClose={close} />
        </Suspense>
      )}
      {modal === 'role' && <RoleModal user={info} onClose={close} />}
      {modal !== undefined && modal !== 'mute' && modal !== 'role' && (
        <UserActionModal action={modal} user={info} onClose={close} />
      )}
    </section>
  );
}
