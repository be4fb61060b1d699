import { missionUrl } from '@karat/art/urls';
import type { MissionEmblem } from '@karat/art/missions';
import type { Deps } from '#deps.ts';
import { countedBy, isCounted, type MissionWish, offerMission } from './managing.ts';
import { lockMissions, selectDemoTitles } from './queries.ts';

const PICTURE_WIDTH = 256;

type DemoMission = Omit<MissionWish, 'image'> & { readonly emblem: MissionEmblem };

/** What renews pays less than the house keeps of the stakes it asks for; what is done once may be a present. */
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
  // A bet may be a single diamond: counts of bets do not renew.
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

/** The missions of the demo, each at the first start that knows it. */
export async function ensureDemoMissions({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMissions(tx.sql);
    const known = new Set(await selectDemoTitles(tx.sql));
    for (const { emblem, ...mission } of DEMO_MISSIONS.filter(({ title }) => !known.has(title))) {
      const { title, type } = mission;
      // Its case has been renamed, or never came to be.
      if (!isCounted(await countedBy(tx.sql, type))) log.warn({ title }, 'a mission of the demo counts nothing');
      else await offerMission(tx, { ...mission, image: missionUrl(emblem, PICTURE_WIDTH) }, { demoTitle: title });
    }
  });
}
