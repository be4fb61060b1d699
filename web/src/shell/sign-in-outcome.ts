import { type SignInOutcome, signInOutcomes } from '@karat/contract/accounts';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { openSecondStep } from '#core/modals.ts';
import { useAccount, useSession } from '#core/session.ts';
import { currentText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { showTopToast } from '#ui/toast.ts';

const sentences: Readonly<Record<Exclude<SignInOutcome, 'second_factor'>, (t: Catalogue) => string>> = {
  ok: (t) => t.toasts.loginDone,
  linked: (t) => t.auth.steamLinked,
  cancelled: (t) => t.auth.steamCancelled,
  failed: (t) => t.auth.steamFailed,
  already_linked: (t) => t.auth.steamAlreadyLinked,
  staff: (t) => t.auth.steamStaff,
  banned: (t) => t.auth.steamBanned,
  too_many: (t) => t.auth.steamTooMany,
  sign_ups_off: (t) => t.refusals.switched_off ?? t.auth.steamUnavailable,
  unavailable: (t) => t.auth.steamUnavailable,
};

/** Shows the result of a Steam sign-in once and removes it from the URL. */
export function useSignInOutcome(): void {
  const [search, setSearch] = useSearchParams();
  const outcome = search.get('signin');
  const isLoaded = useAccount((account) => account.isLoaded);
  useEffect(() => {
    if (outcome === null || !isLoaded) return;
    showOutcome(signInOutcomes.find((each) => each === outcome) ?? 'failed');
    const withoutOutcome = (now: URLSearchParams) => {
      now.delete('signin');
      return now;
    };
    setSearch(withoutOutcome, { replace: true, preventScrollReset: true });
  }, [outcome, isLoaded, setSearch]);
}

function showOutcome(outcome: SignInOutcome): void {
  if (outcome === 'second_factor') return openSecondStep();
  const isGood = outcome === 'ok' || outcome === 'linked';
  // The URL alone proves nothing: anyone can send a link that says "ok".
  if (isGood && !useSession.getState().isLoggedIn) return;
  const kind = isGood ? 'success' : outcome === 'cancelled' ? 'info' : 'error';
  showTopToast(kind, sentences[outcome](currentText()));
}
