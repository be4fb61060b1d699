import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { setHidden } from './actions.ts';
import { useChat } from './chat-state.ts';
import { useChatText } from './words/chat-text.ts';

/** The hidden players, each with a button to show them again. */
export function HiddenModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useChatText();
  const hidden = useChat((chat) => chat.hidden) ?? [];
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.hiddenTitle} text={t.hiddenHint}>
      {hidden.length === 0 ? (
        <p className="rounded-md bg-bg-2 px-4 py-6 text-center text-fg-2">{t.hiddenNone}</p>
      ) : (
        <ul className="divide-y divide-line rounded-md bg-bg-2">
          {hidden.map((player) => (
            <li key={player.id} className="flex items-center gap-3 px-4 py-2.5">
              <span className="flex min-w-0 grow">
                <PlayerName username={player.username} isSandbox={player.isSandbox} isPlain className="font-semibold" />
              </span>
              <Button
                size="dense"
                aria-label={`${t.show}: ${player.username}`}
                onClick={() => void setHidden(player, false)}
              >
                {t.show}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
