import { confirmAge } from '@karat/contract/accounts';
import { pages } from '@karat/contract/pages';
import type { Failure } from '@karat/contract/refusal';
import { useMutation } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';

/** Confirms the age before the first wager with one click, which is stored with its time. */
export function AgeButton({ failed, onConfirmed }: { failed: string; onConfirmed: () => void }) {
  const t = useText();
  const confirm = useMutation({
    mutationFn: () => call(confirmAge),
    retry: 0,
    onSuccess: onConfirmed,
    onError: () => showToast('error', failed),
  });
  return (
    <Button isPending={confirm.isPending} onClick={() => confirm.mutate()} className="mt-2">
      {t.openings.confirmAge}
    </Button>
  );
}

const LIMIT_CODES: ReadonlySet<Failure['code']> = new Set(['on_break', 'self_excluded', 'limit_reached']);

/** The link to the player's own limits for a refusal caused by them; undefined for others. */
export function limitsLinkFor(
  t: Catalogue,
  code: Failure['code'] | undefined,
): { to: string; label: string } | undefined {
  return code !== undefined && LIMIT_CODES.has(code) ? { to: pages.saferPlay, label: t.profile.seeLimits } : undefined;
}
