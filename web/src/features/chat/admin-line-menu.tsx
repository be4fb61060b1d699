import { MicOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#core/session.ts';
import { Opened, lazyPart } from '#ui/lazy-part.tsx';
import { MenuAction, MenuLine } from '#ui/menu.tsx';
import { deleteLine } from './admin-acts.ts';
import { type LineMenuProps, PickedMenu, PlayerActions } from './line-menu.tsx';
import { useAdminText } from './words/admin-text.ts';

const MuteModal = lazyPart(async () => (await import('./admin-mute-modal.tsx')).MuteModal);

/** The player's menu plus the actions of staff. */
export function StaffLineMenu(props: LineMenuProps) {
  const words = useAdminText();
  const { sender, id } = props.picked.line;
  const isOwn = useSession((session) => session.username === sender.username);
  const [isMuting, setMuting] = useState(false);
  return (
    <>
      <PickedMenu {...props}>
        {(then) => (
          <>
            <PlayerActions {...props} then={then} />
            {!isOwn && <MenuLine />}
            {!sender.isAdmin && (
              <MenuAction icon={<MicOff size={18} aria-hidden />} onSelect={then(() => setMuting(true))}>
                {words.chat.mute}
              </MenuAction>
            )}
            <MenuAction
              isDanger
              icon={<Trash2 size={18} aria-hidden />}
              onSelect={() => void deleteLine(props.talk, id)}
            >
              {words.chat.delete}
            </MenuAction>
          </>
        )}
      </PickedMenu>
      <Opened isOpen={isMuting}>
        <MuteModal key={sender.id} player={sender} isOpen={isMuting} onClose={() => setMuting(false)} />
      </Opened>
    </>
  );
}
