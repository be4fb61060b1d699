import { missions as mixed } from '../mixed/missions.ts';

export const missions: typeof mixed = {
  missions: {
    ...mixed.missions,
    added: 'The mission was added.',
    addFailed: 'The mission could not be added.',
    addUnreachable: 'The mission could not be added: the server was not reached.',
    updated: 'The mission was updated.',
    updateFailed: 'The mission could not be updated.',
  },
};
