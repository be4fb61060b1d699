import { Plus } from 'lucide-react';
import { useState } from 'react';
import { setModalState } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { NotificationsBell } from '#features/notifications/notifications-bell.tsx';
import { useText } from '#i18n/i18n.ts';
import { BalanceCounter } from '#ui/balance-counter.tsx';
import { LossNote } from '#ui/loss-note.tsx';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { UserMenu } from './user-menu.tsx';

/** The top bar's controls for a player: balance, bell and menu. */
export function PlayerControls() {
  const [panel, setPanel] = useState<'notifications' | 'user'>();
  // One piece of state for both, so that opening either closes the other.
  const toggle = (name: 'notifications' | 'user') => (isOpen: boolean) =>
    setPanel((open) => (isOpen ? name : open === name ? undefined : open));
  return (
    <div className="flex items-center gap-2 md:gap-3">
      <BalancePill />
      <NotificationsBell isOpen={panel === 'notifications'} onOpenChange={toggle('notifications')} />
      <UserMenu isOpen={panel === 'user'} onOpenChange={toggle('user')} />
    </div>
  );
}

function BalancePill() {
  const t = useText();
  const balance = useSession((session) => session.balance);
  return (
    <div className="relative">
      <LossNote />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setModalState('isBalanceOpen', true)}
        className="group hit-area flex h-10 items-center gap-2 rounded-full border border-line bg-bg-2 pr-1.25 pl-3.5 text-[0.9375rem] font-semibold transition-colors duration-140 hover:bg-bg-3"
      >
        <DiamondGlyph size={16} className="text-primary" />
        {/* No aria-label: it would differ from the number while that is still counting. */}
        <BalanceCounter value={balance} />
        <span className="sr-only">{t.topBar.addBalance}</span>
        <span aria-hidden className="grid size-7 place-items-center rounded-full bg-primary text-on-primary">
          <Plus size={18} strokeWidth={2.5} />
        </span>
      </button>
    </div>
  );
}
