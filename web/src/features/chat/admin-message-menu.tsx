import { MicOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#core/session.ts';
import { useMay } from '#core/staff.ts';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { MenuAction, MenuSeparator } from '#ui/menu.tsx';
import { deleteMessage } from './admin-actions.ts';
import { type MessageMenuProps, AnchoredMenu, PlayerActions } from './message-menu.tsx';
import { useAdminText } from './words/admin-text.ts';

const MuteModal = lazyComponent(async () => (await import('./admin-mute-modal.tsx')).MuteModal);

/** The player's menu plus the actions of staff. */
export function StaffMessageMenu(props: MessageMenuProps) {
  const words = useAdminText();
  const { sender, id } = props.picked.line;
  const isOwn = useSession((session) => session.username === sender.username);
  const [mayMute, mayDelete] = [useMay('mutes'), useMay('chat')];
  const [isMuting, setMuting] = useState(false);
  return (
    <>
      <AnchoredMenu {...props}>
        {(then) => (
          <>
            <PlayerActions {...props} then={then} />
            {!isOwn && <MenuSeparator />}
            {mayMute && !sender.isStaff && (
              <MenuAction icon={<MicOff size={18} aria-hidden />} onSelect={then(() => setMuting(true))}>
                {words.chat.mute}
              </MenuAction>
            )}
            {mayDelete && (
              <MenuAction
                isDanger
                icon={<Trash2 size={18} aria-hidden />}
                onSelect={() => void deleteMessage(props.conversation, id)}
              >
                {words.chat.delete}
              </MenuAction>
            )}
          </>
        )}
      </AnchoredMenu>
      <MountWhenOpened isOpen={isMuting}>
        <MuteModal key={sender.id} player={sender} isOpen={isMuting} onClose={() => setMuting(false)} />
      </MountWhenOpened>
    </>
  );
}
