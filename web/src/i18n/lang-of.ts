import { account } from './mixed/account.ts';
import { pages } from './mixed/pages.ts';
import { shell } from './mixed/shell.ts';
import { tickets } from './mixed/tickets.ts';
import { turkishSentences } from './sentences.ts';

const { profile, toasts } = account;

// The server's own words, as the mixed language shows them.
const turkishRefusals = ['Kullanıcı adı veya parola hatalı.', 'Eski parola hatalı.'];

// Of the admin panel, whose words players are not sent.
const turkishOfStaff = ['Evet', 'Hayır', 'Kullanici'];

const turkishInMixed: ReadonlySet<string> = new Set<string>([
  ...turkishSentences,
  ...turkishRefusals,
  ...turkishOfStaff,
  shell.userMenu.profile,
  shell.language.tr,
  profile.tabProfile,
  profile.tabSecurity,
  profile.tabHistory,
  toasts.signupDone,
  toasts.signupTaken,
  toasts.signupFailed,
  toasts.loginDone,
  toasts.passwordChanged,
  pages.admin.ticketsTitle,
  tickets.support.fetchFailed,
  toasts.error(tickets.support.fetchFailed),
  tickets.support.closeDone,
]);

/** `lang` of an element that shows this sentence: the mixed page is English, and some of its sentences are Turkish. */
export function langOf(sentence: string): 'tr' | undefined {
  return turkishInMixed.has(sentence) ? 'tr' : undefined;
}
