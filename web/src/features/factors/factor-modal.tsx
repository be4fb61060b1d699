import { verifySecondFactor } from '@karat/contract/factors';
import { useMutation } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { useModals } from '#core/modals.ts';
import { loadSession, useAccount } from '#core/session.ts';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { CodeField, useCodeForm } from './code-form.tsx';
import { useFactorText } from './words/factor-text.ts';

/** Asks for the second factor in an open session, for a call that was refused or for the pages of staff. */
export function FactorModal() {
  const t = useFactorText();
  const answer = useModals((modals) => modals.factorRequest);
  return (
    <Modal isOpen={answer !== undefined} onClose={() => answer?.(false)} title={t.againTitle} text={t.againLead}>
      {answer && <FactorForm answer={answer} />}
    </Modal>
  );
}

function FactorForm({ answer }: { answer: (isGiven: boolean) => void }) {
  const t = useFactorText();
  const verify = useMutation({
    mutationFn: (code: string) => call(verifySecondFactor, { body: { code } }),
    onSuccess: () => {
      if (useAccount.getState().account?.staffLimit === 'second_factor') void loadSession();
      answer(true);
    },
  });
  const { field, submit } = useCodeForm(verify);
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <CodeField label={t.anyCode} {...field} />
      <ModalButtons onCancel={() => answer(false)} isPending={verify.isPending}>
        {t.confirm}
      </ModalButtons>
    </form>
  );
}
