import { missionUrl } from '@karat/art/urls';
import type { MissionEmblem } from '@karat/art/missions';
import type { Deps } from '#deps.ts';
import { findCounter, isCounted, type MissionForm, createMission } from './mission-editing.ts';
import { lockMissions, selectDemoTitles } from './queries.ts';

const PICTURE_WIDTH = 256;

type DemoMission = Omit<MissionForm, 'image'> & { readonly emblem: MissionEmblem };

/** Repeating missions pay less than the house earns from the stakes they require; one-time missions may be gifts. */
const DEMO_MISSIONS: readonly DemoMission[] = [
  {
    title: 'First Cut',
    type: 'open_cases',
    description: 'Open your first case.',
    emblem: 'case',
    target: 1,
    reward: 250,
  },
  {
    title: 'Five a Day',
    type: 'daily:open_cases',
    description: 'Open five cases today.',
    emblem: 'calendar',
    target: 5,
    reward: 100,
  },
  {
    title: 'Daily Stake',
    type: 'daily:wager',
    description: 'Wager 5.000 diamonds today.',
    emblem: 'coin',
    target: 5_000,
    reward: 150,
  },
  {
    title: 'Clean Desk',
    type: 'daily:sell_items',
    description: 'Sell five items from your inventory today.',
    emblem: 'tag',
    target: 5,
    reward: 50,
  },
  {
    title: 'Full Tray',
    type: 'weekly:open_cases',
    description: 'Open fifty cases this week.',
    emblem: 'flame',
    target: 50,
    reward: 600,
  },
  {
    title: 'Night Shift',
    type: 'weekly:open_case:Night Market',
    description: 'Open Night Market three times this week.',
    emblem: 'star',
    target: 3,
    reward: 400,
  },
  {
    title: 'High Stakes',
    type: 'weekly:wager',
    description: 'Wager 100.000 diamonds this week.',
    emblem: 'target',
    target: 100_000,
    reward: 2_000,
  },
  {
    title: 'Well Practised',
    type: 'open_cases',
    description: 'Open 25 cases of any kind.',
    emblem: 'case',
    target: 25,
    reward: 1_000,
  },
  {
    title: 'Letting Go',
    type: 'sell_items',
    description: 'Sell 25 items from your inventory.',
    emblem: 'tag',
    target: 25,
    reward: 750,
  },
  // A bet may be a single diamond, so missions that count bets do not repeat.
  {
    title: 'First Spin',
    type: 'bet_roulette',
    description: 'Place your first bet at roulette.',
    emblem: 'star',
    target: 1,
    reward: 250,
  },
  {
    title: 'Round and Round',
    type: 'bet_roulette',
    description: 'Place fifty bets at roulette.',
    emblem: 'flame',
    target: 50,
    reward: 1_000,
  },
  {
    title: 'The Long Game',
    type: 'wager',
    description: 'Wager a million diamonds, in your own time.',
    emblem: 'trophy',
    target: 1_000_000,
    reward: 15_000,
  },
];

/** Adds missing demo missions; runs at every start. */
export async function ensureDemoMissions({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMissions(tx.sql);
    const knownTitles = new Set(await selectDemoTitles(tx.sql));
    for (const { emblem, ...mission } of DEMO_MISSIONS.filter(({ title }) => !knownTitles.has(title))) {
      const { title, type } = mission;
      // Its case was renamed or does not exist.
      if (!isCounted(await findCounter(tx.sql, type)))
        log.warn({ title }, 'Demo mission skipped: its case does not exist');
      else await createMission(tx, { ...mission, image: missionUrl(emblem, PICTURE_WIDTH) }, { demoTitle: title });
    }
  });
}
