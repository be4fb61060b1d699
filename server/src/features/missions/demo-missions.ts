import { missionUrl } from '@karat/art/urls';
import type { MissionEmblem } from '@karat/art/missions';
import type { Deps } from '#deps.ts';
import { replaceEarlierMissions } from './demo-upgrade.ts';
import { findCounter, isCounted, type MissionForm, createMission } from './mission-editing.ts';
import { lockMissions, selectDemoTitles } from './queries.ts';

const PICTURE_WIDTH = 256;

type DemoMission = Omit<MissionForm, 'image'> & {
  readonly emblem: MissionEmblem;
  /** The title of the mission of 1.0.0 that it continues. Both count the same, so that no progress is lost. */
  readonly replaces?: string;
};

/**
 * The missions of the demo. Their rewards are noticeable beside the welcome gift of 100,000 diamonds: one-time ones are gifts that
 * teach the site, 6,500 together.
 *
 * Repeating ones must not be worth farming. A reward is less than the player loses by the cheapest way to earn it: opening Flint at
 * 250 and selling everything on the market at its full price loses 7.8 % (edge and fee), quick sell 13 %, roulette 6.7 %, duels
 * between two accounts 5 %. As one stake counts towards several missions, this holds for every combination of them over a
 * week, which `demo.test.ts` checks. So targets are high: they are for players who play anyway. A bet may be a single diamond, an
 * entry free and a listing cancelled, so nothing that counts bets, duels or listings repeats.
 */
const DEMO_MISSIONS: readonly DemoMission[] = [
  {
    title: 'First Cut',
    type: 'open_cases',
    description: 'Open your first case.',
    emblem: 'case',
    target: 1,
    reward: 500,
    replaces: 'First Cut',
  },
  {
    title: 'First Sale',
    type: 'sell_items',
    description: 'Sell an item from your inventory.',
    emblem: 'tag',
    target: 1,
    reward: 500,
    replaces: 'Letting Go',
  },
  {
    title: 'First Spin',
    type: 'bet_roulette',
    description: 'Place your first bet at roulette.',
    emblem: 'wheel',
    target: 1,
    reward: 500,
    replaces: 'First Spin',
  },
  {
    title: 'Open for Business',
    type: 'list_items',
    description: 'List an item on the market.',
    emblem: 'star',
    target: 1,
    reward: 1_000,
  },
  {
    title: 'First Duel',
    type: 'play_duels',
    description: 'Play a duel to the end.',
    emblem: 'target',
    target: 1,
    reward: 1_500,
  },
  {
    title: 'First Blood',
    type: 'win_duels',
    description: 'Win a duel.',
    emblem: 'swords',
    target: 1,
    reward: 2_500,
  },
  {
    title: 'Daily Haul',
    type: 'daily:open_cases',
    description: 'Open thirty cases today.',
    emblem: 'calendar',
    target: 30,
    reward: 500,
    replaces: 'Five a Day',
  },
  {
    title: 'Daily Stake',
    type: 'daily:wager',
    description: 'Wager 30.000 diamonds today.',
    emblem: 'coin',
    target: 30_000,
    reward: 500,
    replaces: 'Daily Stake',
  },
  {
    title: 'Honey Run',
    type: 'daily:open_case:Hive',
    description: 'Open Hive eight times today.',
    emblem: 'case',
    target: 8,
    reward: 750,
  },
  {
    title: 'Full Tray',
    type: 'weekly:open_cases',
    description: 'Open 350 cases this week.',
    emblem: 'flame',
    target: 350,
    reward: 3_000,
    replaces: 'Full Tray',
  },
  {
    title: 'Night Shift',
    type: 'weekly:open_case:Night Market',
    description: 'Open Night Market seven times this week.',
    emblem: 'star',
    target: 7,
    reward: 3_000,
    replaces: 'Night Shift',
  },
  {
    title: 'High Stakes',
    type: 'weekly:wager',
    description: 'Wager 350.000 diamonds this week.',
    emblem: 'trophy',
    target: 350_000,
    reward: 5_000,
    replaces: 'High Stakes',
  },
];

/** Replaces the demo missions of 1.0.0 and adds missing ones; runs at every start. */
export async function ensureDemoMissions({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const missions = DEMO_MISSIONS.map(({ emblem, ...mission }) => ({
    ...mission,
    image: missionUrl(emblem, PICTURE_WIDTH),
  }));
  await db.transaction(async (tx) => {
    await lockMissions(tx.sql);
    await replaceEarlierMissions(tx, missions);
    const knownTitles = new Set(await selectDemoTitles(tx.sql));
    // Where staff changed a mission of 1.0.0, theirs takes the place of its successor.
    const isKnown = ({ title, replaces }: (typeof missions)[number]): boolean =>
      knownTitles.has(title) || (replaces !== undefined && knownTitles.has(replaces));
    for (const { replaces: _, ...mission } of missions.filter((each) => !isKnown(each))) {
      const { title, type } = mission;
      // Its case was renamed or does not exist.
      if (!isCounted(await findCounter(tx.sql, type)))
        log.warn({ title }, 'Demo mission skipped: its case does not exist');
      else await createMission(tx, mission, { demoTitle: title });
    }
  });
}
