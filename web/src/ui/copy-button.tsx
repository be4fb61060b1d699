import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from './icon-button.tsx';
import { logFailure } from './log.ts';

const SHOWN_MS = 1_600;

/** Copies a text, and says so for a moment. */
export function CopyButton({ text }: { text: string }) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      (error: unknown) => logFailure('Failed to copy', error),
    );
  };
  return (
    <>
      <IconButton label={t.common.copy} look="bare" onClick={copy}>
        {isCopied ? <Check size={18} aria-hidden className="text-success" /> : <Copy size={18} aria-hidden />}
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied ? t.common.copied : ''}
      </span>
    </>
  );
}
