import { Link } from 'react-router';
import { FormAlert } from '#ui/form-alert.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { useEmailsText } from './words/emails-text.ts';

/** Says that a link cannot be used, and where to get a new one. */
export function LinkInvalid({ to }: { to: string }) {
  const t = useEmailsText();
  return (
    <div className="space-y-4">
      <FormAlert>{t.linkInvalid}</FormAlert>
      <Link to={to} replace className={textLinkClass}>
        {t.requestNew}
      </Link>
    </div>
  );
}
