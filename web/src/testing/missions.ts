import type { AdminMission, Mission } from '@karat/contract/missions';

/** A mission as the server lists it for a player. */
export const mission = (id: number, overrides: Partial<Mission> = {}): Mission => ({
  id,
  title: `Mission ${id}`,
  type: 'open_cases',
  description: `What mission ${id} asks for.`,
  image: 'https://karat.test/img/mission/case-256.webp',
  target: 50,
  reward: 500,
  progress: 0,
  amount: 0,
  isClaimed: false,
  period: 'once',
  resetsAt: null,
  ...overrides,
});

/** A mission as staff see it. */
export const adminMission = (id: number, overrides: Partial<AdminMission> = {}): AdminMission => ({
  id,
  title: `Mission ${id}`,
  type: 'daily:open_cases',
  description: `What mission ${id} asks for.`,
  image: 'https://karat.test/img/mission/case-256.webp',
  missionImg: 'https://karat.test/img/mission/case-256.webp',
  target: 10,
  reward: 500,
  isActive: true,
  isCounted: true,
  claims: 3,
  ...overrides,
});
