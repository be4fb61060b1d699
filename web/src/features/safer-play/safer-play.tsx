import { confirmAge } from '@karat/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';

/** Where the operator asks for the age before the first wager: one press, kept with its time. */
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
