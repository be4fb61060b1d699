import { games as mixed } from '../mixed/games.ts';

export const games: typeof mixed = {
  games: {
    ...mixed.games,
    yes: 'Yes',
    no: 'No',
    failed: 'The games could not be loaded.',
    infoFailed: 'The game could not be loaded.',
  },
};
