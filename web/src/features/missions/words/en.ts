import { type MissionsCatalogue, mixedMissions as mixed } from './mixed.ts';

/** Texts of the missions in English. */
export const enMissions: MissionsCatalogue = {
  ...mixed,
  claimReward: 'Claim reward',
};
