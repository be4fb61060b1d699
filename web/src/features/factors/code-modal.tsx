import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { replaceRecoveryCodes, turnOffSecondFactor } from '@karat/contract/factors';
import { call } from '#core/api.ts';
import { loadSession } from '#core/session.ts';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { CodeField, useCodeForm } from './code-form.tsx';
import { factorQuery } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useFactorText } from './words/factor-text.ts';

type CodeModalProps = { isOpen: boolean; onClose: () => void };

/** Turns the second factor off. */
export function TurnOffModal({ isOpen, onClose }: CodeModalProps) {
  const t = useFactorText();
  const queryClient = useQueryClient();
  const turnOff = useMutation({
    mutationFn: (code: string) => call(turnOffSecondFactor, { body: { code } }),
    onSuccess: () => {
      onClose();
      showToast('success', t.turnedOff);
      // Staff may have lost their rights.
      void loadSession();
      return queryClient.invalidateQueries(factorQuery);
    },
  });
  const { field, submit } = useCodeForm(turnOff);
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.turnOffTitle} text={t.turnOffLead}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <CodeField label={t.anyCode} {...field} />
        <ModalButtons onCancel={onClose} variant="danger" isPending={turnOff.isPending}>
          {t.turnOff}
        </ModalButtons>
      </form>
    </Modal>
  );
}

/** Replaces the recovery codes and shows the new ones. */
export function NewCodesModal({ isOpen, onClose }: CodeModalProps) {
  const t = useFactorText();
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const replace = useMutation({
    mutationFn: (code: string) => call(replaceRecoveryCodes, { body: { code } }),
    onSuccess: ({ data }) => {
      setCodes(data.recoveryCodes);
      return queryClient.invalidateQueries(factorQuery);
    },
  });
  const { field, submit } = useCodeForm(replace);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={codes ? t.codesTitle : t.newCodesTitle}
      text={codes ? t.codesLead : t.newCodesLead}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <form noValidate onSubmit={submit} className="space-y-5">
          <CodeField label={t.anyCode} {...field} />
          <ModalButtons onCancel={onClose} isPending={replace.isPending}>
            {t.newCodes}
          </ModalButtons>
        </form>
      )}
    </Modal>
  );
}
