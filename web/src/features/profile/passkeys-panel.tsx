import { type Passkey, removePasskey } from '@karat/contract/passkeys';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '#core/api.ts';
import { arePasskeysSupported, passkeysQuery, usePasskeyText } from '#features/passkeys/passkeys.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { formatDay } from '#ui/dates.ts';
import { DialogLoading, MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { showError } from '#ui/show-error.ts';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';

const AddPasskeyModal = lazyComponent(async () => (await import('./add-passkey-modal.tsx')).AddPasskeyModal);

/** The passkeys of the account, on the security page. */
export function PasskeysPanel() {
  const t = usePasskeyText();
  const titleId = useId();
  const query = useQuery(passkeysQuery);
  // A modal that was closed begins again, without what was entered before.
  const [addCount, setAddCount] = useState(0);
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby={titleId} className="surface p-4 md:p-6">
      <h2 id={titleId} className="font-display text-h2 font-bold">
        {t.title}
      </h2>
      <p className="mt-1 mb-5 text-pretty text-fg-2">{t.lead}</p>
      <QueryView query={query} loading={<PanelSkeleton />}>
        {(passkeys) => <PasskeyList passkeys={passkeys} />}
      </QueryView>
      {arePasskeysSupported() ? (
        <Button
          onClick={() => {
            setAddCount(addCount + 1);
            setAdding(true);
          }}
        >
          {t.add}
        </Button>
      ) : (
        <p className="text-fg-3">{t.unsupported}</p>
      )}
      <MountWhenOpened key={addCount} isOpen={isAdding} loading={<DialogLoading />}>
        <AddPasskeyModal isOpen={isAdding} onClose={() => setAdding(false)} />
      </MountWhenOpened>
    </section>
  );
}

/** As high as the panel without passkeys. */
function PanelSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="mb-4 h-6 w-40" />
    </Skeleton>
  );
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = usePasskeyText();
  const { locale } = useText();
  const [removed, setRemoved] = useState<Passkey>();
  if (passkeys.length === 0) return <p className="mb-4 text-fg-3">{t.none}</p>;
  return (
    <>
      <ul className="mb-4 divide-y divide-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex items-center gap-3 py-3">
            <KeyRound size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-fg-3" />
            <div className="min-w-0 grow">
              <p className="truncate font-semibold">{passkey.name}</p>
              <p className="text-xs text-pretty text-fg-3">
                {t.created(formatDay(passkey.createdAt, locale))}
                {passkey.lastUsedAt !== null && `, ${t.lastUsed(formatDay(passkey.lastUsedAt, locale))}`}
              </p>
            </div>
            <Button aria-label={t.removeLabel(passkey.name)} onClick={() => setRemoved(passkey)}>
              {t.remove}
            </Button>
          </li>
        ))}
      </ul>
      {removed && <RemoveModal passkey={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function RemoveModal({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const all = useText();
  const t = usePasskeyText();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(removePasskey, { params: { id: String(id) } }),
    onSuccess: () => {
      onClose();
      showToast('success', t.removed);
      return queryClient.invalidateQueries(passkeysQuery);
    },
    onError: (error) => showError(all, error),
  });
  return (
    <Modal isOpen onClose={onClose} title={t.removeTitle(name)} text={t.removeLead} isQuestion>
      <ModalButtons
        onCancel={onClose}
        onConfirm={() => !remove.isPending && remove.mutate()}
        variant="danger"
        isPending={remove.isPending}
      >
        {t.remove}
      </ModalButtons>
    </Modal>
  );
}
