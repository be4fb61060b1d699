import { WifiOff } from 'lucide-react';
import { useConnection } from '#core/channel.ts';
import { useText } from '#i18n/i18n.ts';

/** Shown while the live channel is lost. It floats, so that nothing moves when it comes and goes. */
export function OfflineBanner() {
  const t = useText();
  const isLost = useConnection((connection) => connection.isLost);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--top-bar)+8px)] z-50 flex justify-center px-3"
    >
      {isLost && (
        <p className="pop-surface motion-route flex items-center gap-2.5 rounded-full border-warn/40 px-4 py-2 text-card font-semibold text-warn">
          <WifiOff size={16} aria-hidden />
          {t.offline.lost}
        </p>
      )}
    </div>
  );
}
