import { missions as mixed } from '../mixed/missions.ts';

export const missions: typeof mixed = {
  missions: { ...mixed.missions, claimReward: 'Claim reward' },
};
