import type { missions as mixed } from '../mixed/missions.ts';

export const missions: typeof mixed = {
  missions: {
    title: 'Görevler',
    claimReward: 'Ödülü al',
    empty: 'Henüz görev yok.',
    emptyHint: 'Görevler ve ödülleri burada listelenecek.',
  },
  missionDesk: {},
};
