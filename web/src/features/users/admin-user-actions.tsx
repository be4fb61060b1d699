import type { ChatMessage } from '@karat/contract/chat';
import type { UserInfo } from '@karat/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, FlagOff, LockOpen, LogOut, MicOff, UserCheck } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useSession } from '#core/session.ts';
import { Button } from '#ui/button.tsx';
import { useFocusFallback } from '#ui/use-focus-fallback.ts';
import { userKey } from './admin-queries.ts';
import { type UserAction, UserActionModal } from './admin-user-action-modal.tsx';
import { useAdminText } from './words/admin-text.ts';

/** The mute modal, which the chat feature provides. */
export type MutePart = ComponentType<{ player: ChatMessage['sender']; isOpen: boolean; onClose: () => void }>;

/** The actions of staff for an account, except their own. */
export function UserActions({ info, Mute }: { info: UserInfo; Mute: MutePart }) {
  const { users } = useAdminText();
  const queryClient = useQueryClient();
  const isOwn = useSession((session) => session.username === info.username);
  const [modal, setModal] = useState<UserAction | 'mute'>();
  const home = useFocusFallback<HTMLElement>();
  const close = () => {
    setModal(undefined);
    void queryClient.invalidateQueries({ queryKey: userKey(info.id) });
  };
  if (isOwn || info.state === 'deleted') return null;
  const { id, username, isSandbox, avatar: profileImg, elo, isAdmin } = info;
  const isBanned = info.state === 'banned';
  return (
    <section
      ref={home}
      tabIndex={-1}
      aria-label={users.actions}
      className="surface flex flex-wrap gap-3 p-4 outline-none @3xl:p-5"
    >
      {!isAdmin && (
        <Button className="grow @xl:grow-0" icon={<MicOff size={18} aria-hidden />} onClick={() => setModal('mute')}>
          {users.mute}
        </Button>
      )}
      {info.sessions > 0 && (
        <Button className="grow @xl:grow-0" icon={<LogOut size={18} aria-hidden />} onClick={() => setModal('signOut')}>
          {users.signOut}
        </Button>
      )}
      {info.flaggedAt !== null && (
        <Button
          className="grow @xl:grow-0"
          icon={<FlagOff size={18} aria-hidden />}
          onClick={() => setModal('clearFlag')}
        >
          {users.clearFlag}
        </Button>
      )}
      {(info.excludedUntil ?? info.storedExclusionUntil) !== null && (
        <Button
          className="grow @xl:grow-0"
          icon={<LockOpen size={18} aria-hidden />}
          onClick={() => setModal('releaseExclusion')}
        >
          {users.releaseExclusion}
        </Button>
      )}
      {!isAdmin && (
        // One button for ban and unban, so that it keeps the focus.
        <Button
          className="grow @xl:grow-0"
          variant={isBanned ? 'secondary' : 'danger'}
          icon={isBanned ? <UserCheck size={18} aria-hidden /> : <Ban size={18} aria-hidden />}
          onClick={() => setModal(isBanned ? 'unban' : 'ban')}
        >
          {isBanned ? users.unban : users.ban}
        </Button>
      )}
      {modal === 'mute' && (
        <Suspense fallback={null}>
          <Mute player={{ id, username, isSandbox, profileImg, elo, isAdmin }} isOpen onClose={close} />
        </Suspense>
      )}
      {modal !== undefined && modal !== 'mute' && <UserActionModal action={modal} user={info} onClose={close} />}
    </section>
  );
}
