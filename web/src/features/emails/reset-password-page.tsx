import { useLocation } from 'react-router';
import { PageHeading } from '#ui/page-heading.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import { useEmailsText } from './words/emails-text.ts';

/** Requests a link for a new password; opened by that link, it sets the password. */
export function ResetPasswordPage() {
  const { reset } = useEmailsText();
  const token = useLocation().hash.slice(1);
  return (
    <div className="max-w-120">
      <PageHeading
        title={token === '' ? reset.title : reset.newTitle}
        lead={token === '' ? reset.lead : reset.newLead}
      />
      <section className="surface p-4 md:p-6">
        {token === '' ? <ResetRequestForm /> : <NewPasswordForm key={token} token={token} />}
      </section>
    </div>
  );
}
