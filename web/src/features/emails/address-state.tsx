import { cancelEmailChange, type MyEmail, requestEmailVerification } from '@karat/contract/emails';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { lazyComponent, MountWhenOpened } from '#ui/lazy-component.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { myEmailQuery } from './queries.ts';
import { useEmailsText } from './words/emails-text.ts';

const ChangeEmailModal = lazyComponent(async () => (await import('./change-email-modal.tsx')).ChangeEmailModal);

/** The address, whether it is confirmed, and a new one that waits for its confirmation. */
export function AddressState({ isAvailable, address, isVerified, newAddress }: MyEmail) {
  const { panel } = useEmailsText();
  const [isModalOpen, setModalOpen] = useState(false);
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        {address === null ? panel.none : <span className="min-w-0 font-semibold wrap-anywhere">{address}</span>}
        {address !== null && (
          <Badge tone={isVerified ? 'success' : 'warn'}>{isVerified ? panel.verified : panel.unverified}</Badge>
        )}
      </p>
      {newAddress !== null && <p className="mb-4 text-pretty wrap-anywhere text-fg-2">{panel.pending(newAddress)}</p>}
      {isAvailable ? (
        <div className="flex flex-wrap gap-3">
          {address !== null && !isVerified && <SendLink />}
          <Button onClick={() => setModalOpen(true)}>{address === null ? panel.add : panel.change}</Button>
          {newAddress !== null && <CancelChange />}
        </div>
      ) : (
        <p className="text-fg-2">{panel.off}</p>
      )}
      <MountWhenOpened isOpen={isModalOpen}>
        <ChangeEmailModal isOpen={isModalOpen} onClose={() => setModalOpen(false)} />
      </MountWhenOpened>
    </>
  );
}

function SendLink() {
  const { panel } = useEmailsText();
  const t = useText();
  const send = useMutation({
    mutationFn: () => call(requestEmailVerification),
    onSuccess: () => showToast('success', panel.linkSent),
    onError: (error) => showError(t, error),
  });
  return (
    <Button variant="primary" isPending={send.isPending} onClick={() => send.mutate()}>
      {panel.sendLink}
    </Button>
  );
}

function CancelChange() {
  const { panel } = useEmailsText();
  const t = useText();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange),
    onSuccess: () => showToast('success', panel.cancelled),
    onError: (error) => showError(t, error),
    onSettled: () => queryClient.invalidateQueries(myEmailQuery),
  });
  return (
    <Button isPending={cancel.isPending} onClick={() => cancel.mutate()}>
      {panel.cancel}
    </Button>
  );
}
