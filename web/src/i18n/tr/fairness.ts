import type { fairness as mixed } from '../mixed/fairness.ts';

export const fairness: typeof mixed = {
  fairness: {
    title: 'Kanıtlanabilir adillik',
    roll: (id) => `Çekiliş ${id}`,
    round: (id) => `Tur ${id}`,
    odds: (name) => `Oranlar: ${name}`,
  },
};
