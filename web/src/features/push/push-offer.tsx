import type { PushCategory } from '@karat/contract/push';
import clsx from 'clsx';
import { Bell, X } from 'lucide-react';
import { useState } from 'react';
import { useModals } from '#core/modals.ts';
import { usePushOffer } from '#core/push-offer.ts';
import { readStored, store } from '#core/storage.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { showToast } from '#ui/toast.ts';
import { pushSupport } from './subscription.ts';
import { usePush } from './use-push.ts';
import { usePushText } from './words/push-text.ts';

/** Set once the player has declined: nothing is offered here again. */
const DECLINED_KEY = 'push-declined';

const close = () => usePushOffer.setState({ category: undefined });

/**
 * One line that offers notifications while the player waits for something. It floats, so that nothing moves when it appears, and asks
 * the browser for permission only after a click.
 */
export function PushOffer() {
  const category = usePushOffer((offer) => offer.category);
  const [isDeclined, setDeclined] = useState(() => readStored(DECLINED_KEY) !== null);
  const isPossible = pushSupport() === 'supported' && Notification.permission !== 'denied' && !isDeclined;
  if (category === undefined || !isPossible) return null;
  const decline = () => {
    store(DECLINED_KEY, '1');
    setDeclined(true);
    close();
  };
  return <OfferLine category={category} onDecline={decline} />;
}

function OfferLine({ category, onDecline }: { category: PushCategory; onDecline: () => void }) {
  const t = usePushText();
  const isChatOpen = useModals((modals) => modals.isChatOpen);
  const { query, save } = usePush();
  const { publicKey = null, categories = [] } = query.data ?? {};
  if (publicKey === null || categories.includes(category)) return null;
  const accept = () =>
    save.mutate([...categories, category], {
      onSuccess: () => {
        close();
        showToast('success', t.turnedOn);
      },
      onError: close,
    });
  return (
    <div
      className={clsx(
        'pointer-events-none fixed inset-x-0 top-[calc(var(--top-bar)+8px)] z-30 flex justify-center px-3 lg:left-rail',
        isChatOpen && 'lg:right-chat',
      )}
    >
      <section
        aria-label={t.offerLabel}
        className="pop-surface motion-route pointer-events-auto flex max-w-lg items-center gap-2 py-1.5 pr-1.5 pl-3"
      >
        <Bell size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-primary" />
        <p className="grow text-card text-pretty">{t.offers[category]}</p>
        <Button size="dense" isPending={save.isPending} onClick={accept}>
          {t.turnOn}
        </Button>
        <IconButton label={t.decline} variant="bare" className="size-9" onClick={onDecline}>
          <X size={18} aria-hidden />
        </IconButton>
      </section>
    </div>
  );
}
