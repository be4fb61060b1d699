import { pages } from '@karat/contract/pages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openAuth } from '#core/modals.ts';
import { useAccount, useSession } from '#core/session.ts';
import { LoadingView, SignInView } from '#ui/views.tsx';
import { useTicketsText } from './words/tickets-text.ts';

/** Shows tickets to players; visitors are asked to sign in and pointed to the FAQ. */
export function SignInRequired({ children }: { children: ReactNode }) {
  const t = useTicketsText();
  const isKnown = useAccount((account) => account.isLoaded);
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  if (!isKnown) return <LoadingView />;
  if (isLoggedIn) return children;
  return (
    <>
      <SignInView onSignIn={() => openAuth('login')} onSignUp={() => openAuth('signup')} />
      <p className="-mt-6 pb-10 text-center text-fg-2">
        {t.visitorHint}{' '}
        <Link to={pages.faq} className="hit-area rounded-sm font-semibold text-primary hover:underline">
          {t.toFaq}
        </Link>
      </p>
    </>
  );
}
