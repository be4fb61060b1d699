import { plural } from '#i18n/plural.ts';

/** Texts of the missions in the default language. */
export const mixedMissions = {
  claimReward: 'Claim Reward',
  reward: 'Reward',
  claimed: 'Claimed',
  claimedNow: (diamonds: string) => `Reward claimed: ${diamonds}.`,
  completedEarlier: 'Completed earlier',
  progress: (amount: string, target: string) => `${amount} of ${target}`,
  groups: { day: 'Daily', week: 'Weekly', once: 'One-time' },
  resetsIn: (time: string) => `Renews in ${time}`,
  resetsNow: 'Renews in a moment',
  days: (days: number, hours: number) => `${days} d ${hours} h`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  minutes: (minutes: number) => `${minutes} min`,
  summaryLabel: 'Your rewards',
  waiting: (count: number) => plural(count, { one: 'reward is waiting', other: 'rewards are waiting' }),
  show: 'Show',
  left: (count: number) => plural(count, { one: 'mission left', other: 'missions left' }),
  leftHint: 'What you do counts by itself, at once.',
  allDone: 'All done',
  allDoneHint: 'Daily and weekly missions begin anew by themselves.',
  signInTitle: 'Play to complete missions',
  signInHint: 'Sign in, and what you do counts. Each reward is paid to your balance.',
  empty: 'There are no missions yet.',
  emptyHint: 'Missions and their rewards will be listed here.',
};

export type MissionsCatalogue = typeof mixedMissions;
