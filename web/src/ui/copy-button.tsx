import { Check, Copy } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { logError } from '#core/log.ts';
import { useText } from '#i18n/i18n.ts';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';

const SHOWN_MS = 1_600;

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text }: { text: string }) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = (event: MouseEvent<HTMLButtonElement>) => {
    copyText(text, event.currentTarget).then(
      () => setCopied(true),
      (error: unknown) => logError('Failed to copy', error),
    );
  };
  return (
    <>
      <IconButton label={t.common.copy} variant="bare" onClick={copy}>
        {isCopied ? <Check size={18} aria-hidden className="text-success" /> : <Copy size={18} aria-hidden />}
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied ? t.common.copied : ''}
      </span>
    </>
  );
}
