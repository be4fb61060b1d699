import { getSiteStatus, type PublicTexts, type SiteStatus } from '@karat/contract/site-status';
import type { SwitchName } from '@karat/rules/switches';
import { create } from 'zustand';
import { call } from '#core/api.ts';
import { useAccount, useSession } from '#core/session.ts';
import { onConnect, onEvent } from '#core/socket.ts';
import { readStored, store } from '#core/storage.ts';

const NOTHING: SiteStatus = { off: [], announcements: [] };

/** The server writes the status into the page, so that the first view has it. */
function statusOfPage(): SiteStatus {
  const content = document.querySelector<HTMLMetaElement>('meta[name=site-status]')?.content;
  return content === undefined ? NOTHING : (JSON.parse(content) as SiteStatus);
}

/** What is switched off, and what staff announce. */
export const useSiteStatus = create<SiteStatus>(statusOfPage);

// Counts events, so that an older response does not replace them.
let events = 0;

onEvent('SITE_STATUS', (status) => {
  events += 1;
  useSiteStatus.setState(status);
});

async function fetchStatus(): Promise<void> {
  const eventsBefore = events;
  const { data } = await call(getSiteStatus);
  if (events === eventsBefore) useSiteStatus.setState(data);
}

onConnect(() => void fetchStatus().catch(() => undefined));

type SwitchedOff = SiteStatus['off'][number];

/** What may be off for players while the rest of the site works. */
export type PartName = Exclude<SwitchName, 'site'>;
export type SwitchNoticeProps = { name: PartName; className?: string };

/** Undefined for what is on. */
export function useSwitchedOff(name: SwitchName): SwitchedOff | undefined {
  return useSiteStatus(({ off }) => off.find((each) => each.name === name));
}

/** Whether the maintenance page replaces the site. Unknown until the server has answered who is signed in. */
export function useMaintenance(): 'open' | 'closed' | 'unknown' {
  const isOff = useSwitchedOff('site') !== undefined;
  const isStaff = useSession(({ staffRole, isLoggedIn }) => isLoggedIn && staffRole !== null);
  const isLoaded = useAccount((account) => account.isLoaded);
  if (!isOff || isStaff) return 'open';
  return isLoaded ? 'closed' : 'unknown';
}

/** Pages in the mixed language show the English text. */
export const textIn = (texts: PublicTexts, locale: 'en' | 'tr'): string => texts[locale];

const DISMISSED_KEY = 'dismissed-announcements';
const DISMISSED_MAX = 50;

/** Ids, separated by commas. */
const storedIds = (): number[] => (readStored(DISMISSED_KEY) ?? '').split(',').map(Number);

/** The announcements that were closed in this browser. */
export const useDismissed = create<{ readonly ids: readonly number[] }>(() => ({ ids: storedIds() }));

export function dismissAnnouncement(id: number): void {
  const ids = [...storedIds(), id].slice(-DISMISSED_MAX);
  store(DISMISSED_KEY, ids.join(','));
  useDismissed.setState(({ ids: before }) => ({ ids: [...before, id] }));
}
