import { Copy, Download } from 'lucide-react';
import { useSession } from '#core/session.ts';
import { logError } from '#core/log.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { showToast } from '#ui/toast.ts';
import { useFactorText } from './words/factor-text.ts';

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** Codes that are shown once, to copy or download. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useFactorText();
  const username = useSession((session) => session.username);
  const file = [t.fileHead(window.location.host, username), '', ...codes, ''].join('\n');
  return (
    <>
      <ul className="mb-4 grid gap-x-6 gap-y-2 rounded-md bg-bg-2 p-4 font-mono text-card tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          icon={<Copy size={18} aria-hidden />}
          onClick={({ currentTarget }) => {
            copyText(codes.join('\n'), currentTarget).then(
              () => showToast('success', t.copied),
              (error: unknown) => logError('Failed to copy', error),
            );
          }}
        >
          {t.copyCodes}
        </Button>
        <Button icon={<Download size={18} aria-hidden />} onClick={() => saveText('karat-recovery-codes.txt', file)}>
          {t.download}
        </Button>
        <Button variant="primary" className="ml-auto" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </>
  );
}

/** Saves a text as a file without sending it anywhere. */
function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
