import { Check, Share2 } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { logError } from '#core/log.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { showToast } from './toast.ts';

const CONFIRMED_MS = 1_600;

type ShareButtonProps = {
  /** The path of the page to share, or a function that looks it up. */
  path: string | (() => Promise<string>);
  /** What is shared, for the phone's own dialog. */
  title: string;
  size?: 'dense' | 'normal';
  variant?: 'secondary' | 'quiet';
  className?: string;
};

/** Opens the phone's dialog to share a link; elsewhere copies the link and confirms it. */
export function ShareButton({ path, title, size = 'normal', variant = 'secondary', className }: ShareButtonProps) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const share = async (button: HTMLButtonElement): Promise<void> => {
    const url = new URL(typeof path === 'string' ? path : await path(), window.location.href).href;
    if (hasShareDialog()) return navigator.share({ title, url });
    await copyText(url, button);
    setCopied(true);
    showToast('success', t.common.linkCopied);
  };
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    share(currentTarget).catch((error: unknown) => {
      // The player closed the dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      logError('Failed to share', error);
      showToast('error', t.common.linkNotCopied);
    });
  };
  const Icon = isCopied ? Check : Share2;
  return (
    <Button
      size={size}
      variant={variant}
      {...(className !== undefined && { className })}
      icon={<Icon size={size === 'dense' ? 16 : 18} aria-hidden className={isCopied ? 'text-success' : undefined} />}
      onClick={press}
    >
      {t.common.share}
    </Button>
  );
}

/** Desktop browsers have the dialog too, but there a copied link is quicker. */
function hasShareDialog(): boolean {
  return 'share' in navigator && window.matchMedia('(pointer: coarse)').matches;
}
