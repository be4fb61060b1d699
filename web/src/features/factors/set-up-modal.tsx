import { confirmSecondFactor, setUpSecondFactor } from '@karat/contract/factors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiRefusal, call } from '#core/api.ts';
import { loadSession, useAccount, useSession, useSteamSignIn } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { errorText } from '#ui/error-text.ts';
import { Field } from '#ui/field.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { CodeField, useCodeForm } from './code-form.tsx';
import { QrCode } from './qr-code.tsx';
import { factorQuery } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useFactorText } from './words/factor-text.ts';

type Secret = { readonly secret: string; readonly uri: string };

/** Sets up an app in three steps: the password, the QR code with the first code, the recovery codes. */
export function SetUpModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useFactorText();
  const hasPassword = useAccount(({ account }) => account?.hasPassword ?? true);
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const lead = codes ? t.codesLead : secret ? t.scanLead : hasPassword ? t.passwordLead : t.steamLead;
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={codes ? t.codesTitle : t.setUpTitle} text={lead}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : secret ? (
        <ScanStep secret={secret} onClose={onClose} onConfirmed={setCodes} />
      ) : (
        <PasswordStep hasPassword={hasPassword} onClose={onClose} onSecret={setSecret} />
      )}
    </Modal>
  );
}

type PasswordStepProps = { hasPassword: boolean; onClose: () => void; onSecret: (secret: Secret) => void };

function PasswordStep({ hasPassword, onClose, onSecret }: PasswordStepProps) {
  const all = useText();
  const t = useFactorText();
  const username = useSession((session) => session.username);
  const steam = useSteamSignIn();
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => call(setUpSecondFactor, { body: hasPassword ? { password } : {} }),
    onSuccess: ({ data }) => onSecret(data),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!begin.isPending) begin.mutate();
  };
  const error = begin.error === null ? undefined : errorText(all, begin.error);
  const isStale = begin.error instanceof ApiRefusal && begin.error.code === 'stale_sign_in';
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {/* Password managers need the username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {hasPassword && (
        <Field
          label={t.password}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          error={error}
          onChange={({ target }) => {
            setPassword(target.value);
            if (begin.isError) begin.reset();
          }}
        />
      )}
      {!hasPassword && error !== undefined && <p role="alert">{error}</p>}
      {isStale && (
        <Button isPending={steam.isPending} onClick={steam.start}>
          {t.signInAgain}
        </Button>
      )}
      <ModalButtons onCancel={onClose} isPending={begin.isPending}>
        {t.next}
      </ModalButtons>
    </form>
  );
}

type ScanStepProps = { secret: Secret; onClose: () => void; onConfirmed: (codes: readonly string[]) => void };

function ScanStep({ secret: { secret, uri }, onClose, onConfirmed }: ScanStepProps) {
  const t = useFactorText();
  const queryClient = useQueryClient();
  const account = useAccount((state) => state.account);
  const confirm = useMutation({
    mutationFn: (code: string) => call(confirmSecondFactor, { body: { code } }),
    onSuccess: ({ data }) => {
      onConfirmed(data.recoveryCodes);
      showToast('success', t.turnedOn);
      if (account?.staffLimit === 'second_factor') void loadSession();
      // Other devices are signed out.
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
      return queryClient.invalidateQueries(factorQuery);
    },
  });
  const { field, submit } = useCodeForm(confirm);
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <div className="flex items-center gap-5 max-sm:flex-col">
        <QrCode text={uri} label={t.qrLabel} />
        <div className="min-w-0">
          <p className="text-fg-2">{t.secretLabel}</p>
          <p className="mt-1 flex items-center gap-1 font-mono text-card">
            <span className="break-all">{secret.match(/.{4}/g)?.join(' ')}</span>
            <CopyButton text={secret} />
          </p>
        </div>
      </div>
      <CodeField
        // On touch screens the keyboard would cover the picture and the secret.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={window.matchMedia('(pointer: fine)').matches}
        label={t.code}
        inputMode="numeric"
        {...field}
      />
      <ModalButtons onCancel={onClose} isPending={confirm.isPending}>
        {t.turnOn}
      </ModalButtons>
    </form>
  );
}
