import { checkPeople } from '#simulation/checks.ts';
import type { Results } from '#simulation/results.ts';
import { untilSettled } from '#simulation/settling.ts';
import { runCommand } from '#testing/commands.ts';
import type { Load } from './load.ts';
import type { Fleet } from './start-fleet.ts';
import { differencesFromNewTabs, type WatchedTab } from './tabs.ts';

const SETTLE_MAX_MS = 180_000;
const POLL_MS = 150;

/** Events that arrive once even if the site loses processes or connections. */
const NEVER_REPEATED: ReadonlySet<string> = new Set(['NEW_MESSAGE', 'ADD_NOTIFICATION']);

export function reportRepeats(
  tabs: readonly WatchedTab[],
  { breach }: Results,
  names: ReadonlySet<string> = NEVER_REPEATED,
): void {
  for (const tab of tabs) {
    const seen = new Set<string>();
    for (const { name, id } of tab.received.filter((event) => names.has(event.name))) {
      if (seen.has(`${name} ${id}`)) breach(`${tab.name} received ${name} ${id} twice`, 'doubled');
      seen.add(`${name} ${id}`);
    }
  }
}

/** Audits the books as an operator does. */
export async function runAudit({ settings }: Fleet, { breach }: Pick<Results, 'breach'>): Promise<string> {
  const { code, output } = await runCommand(['audit'], settings);
  if (code !== 0) breach(`npm run audit: ${output}`);
  return output.trimEnd().split('\n').at(-1) ?? '';
}

/** Compares what the site acknowledged to the players with the books and with their tabs, once every request is answered. */
export async function checkLoad(fleet: Fleet, { client, clients, people, tabs, results }: Load): Promise<void> {
  const wait = { timeoutMs: SETTLE_MAX_MS, pollMs: POLL_MS, answerOffers: () => Promise.resolve() };
  const unfinished = await untilSettled(fleet.db, wait);
  if (unfinished !== undefined) results.breach(`still unfinished: ${JSON.stringify(unfinished)}`, 'lost');
  for (const each of clients) await each.repeatSample();
  const { rounds } = await checkPeople(fleet.db, client, people, results);
  for (const { name, hashes } of tabs) {
    for (const [id, hash] of hashes) {
      const published = rounds.get(id)?.hash ?? hash;
      if (published !== hash) results.breach(`${name} was shown another commitment of round ${id} than was published`);
    }
  }
  for (const difference of await differencesFromNewTabs(tabs, fleet.origin)) results.breach(difference);
  reportRepeats(tabs, results);
}
