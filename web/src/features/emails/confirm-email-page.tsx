import { confirmEmail } from '@karat/contract/emails';
import { pages } from '@karat/contract/pages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '#core/api.ts';
import { loadSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { LinkInvalid } from './link-invalid.tsx';
import { isLinkInvalid } from './link-refusal.ts';
import { myEmailQuery } from './queries.ts';
import { useEmailsText } from './words/emails-text.ts';

/** Opened by the link of an e-mail. A button confirms, because programs that check e-mails open links too. */
export function ConfirmEmailPage() {
  const { confirm } = useEmailsText();
  const token = useLocation().hash.slice(1);
  return (
    <div className="max-w-120">
      <PageHeading title={confirm.title} lead={confirm.lead} />
      <section className="surface p-4 md:p-6">
        {token === '' ? (
          <div className="space-y-4">
            <p className="text-pretty">{confirm.noLink}</p>
            <Link to={pages.security} className={textLinkClass}>
              {confirm.openSecurity}
            </Link>
          </div>
        ) : (
          <Confirmation key={token} token={token} />
        )}
      </section>
    </div>
  );
}

function Confirmation({ token }: { token: string }) {
  const t = useText();
  const words = useEmailsText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token } }),
    onSuccess: async () => {
      showToast('success', words.confirm.done);
      await Promise.all([loadSession(), queryClient.invalidateQueries(myEmailQuery)]);
      await navigate(pages.security, { replace: true });
    },
    onError: (error) => {
      if (!isLinkInvalid(error)) showError(t, error);
    },
  });
  if (isLinkInvalid(confirm.error)) return <LinkInvalid to={pages.security} />;
  return (
    <Button variant="primary" isPending={confirm.isPending} onClick={() => confirm.mutate()}>
      {words.confirm.action}
    </Button>
  );
}
