import { servers as mixed } from '../mixed/servers.ts';

export const servers: typeof mixed = {
  servers: {
    ...mixed.servers,
    failed: 'The game servers could not be loaded.',
    executed: 'The command was carried out.',
  },
};
