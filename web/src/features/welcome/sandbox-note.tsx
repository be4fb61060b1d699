import { Info, X } from 'lucide-react';
import { useState } from 'react';
import { siteSettings } from '#core/site.ts';
import { readStored, store } from '#core/storage.ts';
import { SandboxChip } from '#ui/player-name.tsx';
import { useWelcomeText } from './words/welcome-text.ts';

const HIDDEN_KEY = 'sandbox-note';

/** One line on sandbox sites that explains the chip. Each browser can hide it. */
export function SandboxNote() {
  const t = useWelcomeText();
  const [isHidden, setHidden] = useState(() => !siteSettings().isSandbox || readStored(HIDDEN_KEY) === 'hidden');
  if (isHidden) return null;
  const hide = () => {
    store(HIDDEN_KEY, 'hidden');
    setHidden(true);
  };
  return (
    <div className="mb-3 flex items-center gap-2 text-xs text-fg-2">
      <Info size={16} aria-hidden className="shrink-0 text-fg-3 max-sm:hidden" />
      <p className="min-w-0 grow text-pretty">
        {t.sandboxBefore} <SandboxChip /> {t.sandboxAfter}
      </p>
      <button
        type="button"
        aria-label={t.hideSandbox}
        onClick={hide}
        className="hit-area grid size-6 shrink-0 place-items-center rounded-sm text-fg-3 transition-colors duration-140 hover:text-fg"
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
