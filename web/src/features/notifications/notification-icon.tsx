import {
  Bell,
  CircleDot,
  Gem,
  Gift,
  HandCoins,
  LifeBuoy,
  type LucideIcon,
  MicOff,
  ShieldCheck,
  Sparkles,
  Store,
  Swords,
  Target,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';

const icons: Readonly<Partial<Record<string, LucideIcon>>> = {
  diamond: Gem,
  gift: Gift,
  sparkles: Sparkles,
  welcome: Gift,
  security: ShieldCheck,
  shield: ShieldCheck,
  support: LifeBuoy,
  ticket: LifeBuoy,
  market: Store,
  listing: Store,
  'order-filled': Store,
  'order-closed': Store,
  withdrawal: Store,
  room: Swords,
  mission: Target,
  roulette: CircleDot,
  sale: HandCoins,
  mute: MicOff,
  warning: TriangleAlert,
  'deposit-reversed': TriangleAlert,
  'withdrawal-reversed': TriangleAlert,
};

/** The icon of a notification: a known name or a URL; a bell if it does not load. */
export function NotificationIcon({ icon }: { icon: string }) {
  const [isBroken, setBroken] = useState(false);
  const Icon = (Object.hasOwn(icons, icon) ? icons[icon] : undefined) ?? Bell;
  const isAddress = /^(https:\/)?\//.test(icon) && !isBroken;
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-sm bg-bg-3 text-primary"
    >
      {isAddress ? (
        <img
          src={icon}
          alt=""
          width={36}
          height={36}
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <Icon size={18} strokeWidth={1.75} />
      )}
    </span>
  );
}
