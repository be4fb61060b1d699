import { missionUrl } from '@karat/art/urls';
import type { MissionEmblem } from '@karat/art/missions';
import type { Tx } from '#db/db.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { loggedFields, type MissionForm } from './mission-editing.ts';
import { isMissionBegun, selectMission, selectUneditedDemoMission, updateDemoTitle, updateMission } from './queries.ts';

type Fields = [title: string, type: string, description: string, emblem: MissionEmblem, target: number, reward: number];

/** The demo missions of 1.0.0. */
export const EARLIER_MISSIONS: readonly MissionForm[] = (
  [
    ['First Cut', 'open_cases', 'Open your first case.', 'case', 1, 250],
    ['Five a Day', 'daily:open_cases', 'Open five cases today.', 'calendar', 5, 100],
    ['Daily Stake', 'daily:wager', 'Wager 5.000 diamonds today.', 'coin', 5_000, 150],
    ['Clean Desk', 'daily:sell_items', 'Sell five items from your inventory today.', 'tag', 5, 50],
    ['Full Tray', 'weekly:open_cases', 'Open fifty cases this week.', 'flame', 50, 600],
    ['Night Shift', 'weekly:open_case:Night Market', 'Open Night Market three times this week.', 'star', 3, 400],
    ['High Stakes', 'weekly:wager', 'Wager 100.000 diamonds this week.', 'target', 100_000, 2_000],
    ['Well Practised', 'open_cases', 'Open 25 cases of any kind.', 'case', 25, 1_000],
    ['Letting Go', 'sell_items', 'Sell 25 items from your inventory.', 'tag', 25, 750],
    ['First Spin', 'bet_roulette', 'Place your first bet at roulette.', 'star', 1, 250],
    ['Round and Round', 'bet_roulette', 'Place fifty bets at roulette.', 'flame', 50, 1_000],
    ['The Long Game', 'wager', 'Wager a million diamonds, in your own time.', 'trophy', 1_000_000, 15_000],
  ] as Fields[]
).map(([title, type, description, emblem, target, reward]) => ({
  title,
  type,
  description,
  image: missionUrl(emblem, 256),
  target,
  reward,
}));

type Successor = MissionForm & { readonly replaces?: string };

/**
 * Turns missions of 1.0.0 that staff have not changed into their successors, which count the same: progress continues, and rewards
 * that are due stay as promised. Missions without a successor leave the page once no player is in the middle of them.
 */
export async function replaceEarlierMissions(tx: Tx, successors: readonly Successor[]): Promise<void> {
  for (const earlier of EARLIER_MISSIONS) {
    const id = await selectUneditedDemoMission(tx.sql, earlier);
    if (id === undefined) continue;
    const successor = successors.find(({ replaces }) => replaces === earlier.title);
    if (successor === undefined && (await isMissionBegun(tx.sql, id))) continue;
    const before = (await selectMission(tx.sql, id))!;
    const { replaces: _, ...form }: Successor = successor ?? earlier;
    // The demo's own missions need no approval.
    const after = { ...before, ...form, isActive: successor !== undefined, approvedReward: form.reward };
    await updateMission(tx.sql, after);
    await updateDemoTitle(tx.sql, id, form.title);
    await recordStaffAction(tx, {
      actorId: null,
      action: 'mission.edit',
      subject: `mission:${id}`,
      reason: 'The demo has new missions.',
      before: loggedFields(before),
      after: loggedFields(after),
    });
  }
}
