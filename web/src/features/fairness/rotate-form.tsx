import { type Seeds, rotateSeed } from '@karat/contract/fairness';
import { CLIENT_SEED_PATTERN } from '@karat/rules/fairness';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dices, TriangleAlert } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiRefusal, call, isUnauthenticated } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { showToast } from '#ui/toast.ts';
import { proofsKey, seedsQuery } from './queries.ts';
import type { Reveal } from './revealed-panel.tsx';
import { useProofText } from './words/proof-text.ts';

/** Must equal the sentence in the contract, which is the key of its translations. */
const BAD_CLIENT_SEED = 'Client seed must be 1 to 64 letters, digits, - or _.';

/** The field that "rotate to verify" focuses. */
export const ROTATE_FIELD = 'clientSeed';

type RotateFormProps = { seeds: Seeds; onRotated: (reveal: Reveal) => void };

/** Changes the client seed by a rotation. Confirms first, because a reveal cannot be undone. */
export function RotateForm({ seeds, onRotated }: RotateFormProps) {
  const t = useProofText();
  const [typed, setTyped] = useState(seeds.active.clientSeed);
  const clientSeed = typed.trim();
  const [isBad, setBad] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const rotate = useRotate(seeds, onRotated);

  const type = (text: string) => {
    setTyped(text);
    setBad(false);
    setConfirming(false);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isGood = CLIENT_SEED_PATTERN.test(clientSeed);
    setBad(!isGood);
    setConfirming(isGood);
    if (!isGood) event.currentTarget.querySelector<HTMLElement>(`[name=${ROTATE_FIELD}]`)?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <Field
          name={ROTATE_FIELD}
          label={t.seeds.clientSeed}
          hint={t.seeds.clientSeedHint}
          error={isBad ? BAD_CLIENT_SEED : undefined}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => type(event.currentTarget.value)}
          className="min-w-56 grow basis-72"
        />
        <div className="flex gap-3 sm:mt-6">
          <Button icon={<Dices size={18} aria-hidden />} onClick={() => type(randomClientSeed())}>
            {t.seeds.random}
          </Button>
          {!isConfirming && (
            <Button type="submit" variant="primary">
              {t.seeds.rotate}
            </Button>
          )}
        </div>
      </div>
      {isConfirming && (
        <Confirmation
          rolls={seeds.active.nonce}
          isPending={rotate.isPending}
          onConfirm={() => rotate.mutate(clientSeed)}
          onCancel={(button) => {
            button.form?.querySelector<HTMLElement>(`[name=${ROTATE_FIELD}]`)?.focus();
            setConfirming(false);
          }}
        />
      )}
    </form>
  );
}

function useRotate(shown: Seeds, onRotated: RotateFormProps['onRotated']) {
  const site = useText();
  const t = useProofText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (clientSeed: string) => call(rotateSeed, { body: { clientSeed } }),
    onSuccess: ({ data: { revealed, ...now } }) => {
      queryClient.setQueryData(seedsQuery.queryKey, now);
      onRotated({ revealed, shown, now });
      return queryClient.invalidateQueries({ queryKey: proofsKey });
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      const hasReason = error instanceof ApiRefusal && error.message !== '';
      showToast('error', hasReason ? textOfRefusal(site, error) : t.seeds.failed);
    },
  });
}

type ConfirmationProps = {
  rolls: number;
  isPending: boolean;
  onConfirm: () => void;
  onCancel: (button: HTMLButtonElement) => void;
};

function Confirmation({ rolls, isPending, onConfirm, onCancel }: ConfirmationProps) {
  const site = useText();
  const t = useProofText();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div
      ref={place}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="rounded-md border border-warn/40 bg-warn/6 p-4 outline-none"
    >
      <p id={`${id}-title`} className="flex items-center gap-2 font-semibold">
        <TriangleAlert size={18} aria-hidden className="shrink-0 text-warn" />
        {t.seeds.confirmTitle}
      </p>
      <p id={`${id}-text`} className="mt-1.5 text-pretty text-fg-2">
        {t.seeds.confirmText(rolls)}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button onClick={(event) => onCancel(event.currentTarget)}>{site.common.cancel}</Button>
        <Button variant="primary" isPending={isPending} onClick={onConfirm}>
          {t.seeds.confirm}
        </Button>
      </div>
    </div>
  );
}

/** Uses `getRandomValues`, which is also available over plain http. */
function randomClientSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
