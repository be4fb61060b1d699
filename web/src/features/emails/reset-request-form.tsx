import { zodResolver } from '@hookform/resolvers/zod';
import { passwordResetRequestForm } from '@karat/contract/account-forms';
import { requestPasswordReset } from '@karat/contract/emails';
import { pages } from '@karat/contract/pages';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { QueryView } from '#ui/query-view.tsx';
import { showError } from '#ui/show-error.ts';
import { emailSettingsQuery } from './queries.ts';
import { useEmailsText } from './words/emails-text.ts';

/** Asks for the address, and says afterwards the same for every address. */
export function ResetRequestForm() {
  const t = useEmailsText();
  const settings = useQuery(emailSettingsQuery);
  return (
    <QueryView query={settings} loading={<div className="min-h-34" />}>
      {({ isAvailable }) =>
        isAvailable ? (
          <AddressForm />
        ) : (
          <div className="min-h-34">
            <p className="mb-4 text-pretty">{t.unavailable}</p>
            <Link to={`${pages.faq}#forgotten-password`} className={textLinkClass}>
              {t.help}
            </Link>
          </div>
        )
      }
    </QueryView>
  );
}

function AddressForm() {
  const t = useEmailsText();
  const texts = useText();
  const form = useForm({ resolver: zodResolver(passwordResetRequestForm), defaultValues: { email: '' } });
  const request = useMutation({
    mutationFn: (body: { email: string }) => call(requestPasswordReset, { body }),
    onError: (error) => showError(texts, error),
  });
  if (request.isSuccess) return <Sent email={request.variables.email} onAgain={() => request.reset()} />;
  const submit = form.handleSubmit((values) => {
    if (!request.isPending) request.mutate(values);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <Field
        label={t.email}
        type="email"
        autoComplete="email"
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" variant="primary" isPending={request.isPending}>
        {t.reset.send}
      </Button>
    </form>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { reset } = useEmailsText();
  return (
    <div role="status">
      <h2 className="font-display text-h2 font-bold">{reset.sentTitle}</h2>
      <p className="mt-1 mb-5 text-pretty wrap-anywhere text-fg-2">{reset.sent(email)}</p>
      <Button onClick={onAgain}>{reset.again}</Button>
    </div>
  );
}
