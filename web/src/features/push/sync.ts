import { hasActiveSession, useSession } from '#core/session.ts';
import { type Language, onLanguage } from '#i18n/i18n.ts';
import { syncSubscription } from './subscription.ts';

/** Keeps what the server knows of this browser up to date: with each visit, each sign-in and each change of the language. */
export function startPushSync(): void {
  let current: Language = 'mixed';
  const sync = (): void => {
    // Without a connection the next visit does it.
    if (hasActiveSession()) syncSubscription(current).catch(() => undefined);
  };
  onLanguage((language) => {
    current = language;
    sync();
  });
  useSession.subscribe((now, before) => {
    if (now.username !== before.username || now.jwt !== before.jwt) sync();
  });
}
