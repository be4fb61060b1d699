import { pages } from '@karat/contract/pages';
import { Link } from 'react-router';
import { openAuth, setFlag, useFlags } from '#app/modals.ts';
import { useSession } from '#app/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { RollList } from './roll-list.tsx';
import { SeedsPanel } from './seeds-panel.tsx';
import { VerifyForm } from './verify-form.tsx';

const close = () => setFlag('isProvablyFairOpen', false);

/** The player's seeds and rolls, each to be verified on the spot; for visitors what it is, and the form. */
export function ProvablyFairModal() {
  const { fairness: t } = useText();
  const isOpen = useFlags((flags) => flags.isProvablyFairOpen);
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  return (
    <Modal isOpen={isOpen} onClose={close} title={t.page.title} text={t.page.lead} width="picker">
      {isLoggedIn ? (
        <>
          <SeedsPanel />
          <RollList onLeave={close} />
        </>
      ) : (
        <VisitorPart />
      )}
      <p className="mt-6 text-center text-card">
        <Link
          to={pages.fair}
          onClick={close}
          className="hit-area rounded-sm font-semibold text-primary hover:underline"
        >
          {t.page.more}
        </Link>
      </p>
    </Modal>
  );
}

function VisitorPart() {
  const t = useText();
  const signIn = (mode: 'login' | 'signup') => {
    close();
    openAuth(mode);
  };
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3 rounded-md bg-bg-2 px-4 py-3">
        <p className="grow text-pretty text-fg-2">{t.fairness.page.signIn}</p>
        <Button variant="primary" onClick={() => signIn('login')}>
          {t.auth.login}
        </Button>
        <Button onClick={() => signIn('signup')}>{t.auth.signup}</Button>
      </div>
      <h3 className="font-display text-h2 font-bold">{t.fairness.page.verifyTitle}</h3>
      <p className="mt-1 mb-4 text-pretty text-fg-2">{t.fairness.page.verifyText}</p>
      <VerifyForm />
    </>
  );
}
