import type { Welcome } from '@karat/contract/welcome';

/** A new player of a demo site who has done nothing yet. */
export const exampleWelcome = (overrides: Partial<Welcome> = {}): Welcome => ({
  isDismissed: false,
  amount: 100_000,
  firstItem: null,
  hasBet: false,
  hasPlayed: false,
  ...overrides,
});

/** Sets the settings that the server writes into the page, for one test. */
export function stubSiteSettings(content: string): void {
  document.querySelector('meta[name=site-settings]')?.remove();
  const meta = document.createElement('meta');
  meta.name = 'site-settings';
  meta.content = content;
  document.head.append(meta);
}
