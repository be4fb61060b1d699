import { plural } from '#i18n/plural.ts';

/** Texts of the missions in the default language. */
export const mixedMissions = {
  claimReward: 'Claim Reward',
  go: 'Go',
  reward: 'Reward',
  claimed: 'Claimed',
  completed: (title: string, diamonds: string) => `Mission completed: ${title}. Reward: ${diamonds}.`,
  severalCompleted: (count: number) => `${plural(count, { one: 'mission', other: 'missions' })} completed`,
  claim: 'Claim',
  claimedNow: (diamonds: string) => `Reward claimed: ${diamonds}.`,
  completedEarlier: 'Completed earlier',
  progress: (amount: string, target: string) => `${amount} of ${target}`,
  groups: { day: 'Daily', week: 'Weekly', once: 'One-time' },
  resetsIn: (time: string) => `Renews in ${time}`,
  resetsNow: 'Renews soon',
  days: (days: number, hours: number) => `${days} d ${hours} h`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  minutes: (minutes: number) => `${minutes} min`,
  summaryLabel: 'Your rewards',
  waiting: (count: number) => plural(count, { one: 'reward to claim', other: 'rewards to claim' }),
  show: 'Show',
  claimAll: 'Claim all',
  remaining: (count: number) => plural(count, { one: 'mission left', other: 'missions left' }),
  leftHint: 'Progress counts automatically.',
  allDone: 'All done',
  allDoneHint: 'Daily and weekly missions renew automatically.',
  signInTitle: 'Play to complete missions',
  signInHint: 'Sign in to track your progress. Rewards are added to your balance.',
  empty: 'There are no missions yet.',
  emptyHint: 'Missions and their rewards appear here.',
};

export type MissionsCatalogue = typeof mixedMissions;
