import type { Connection } from '#db/connection.ts';
import { openDb } from '#db/db.ts';
import { leadOnce } from '#db/lock.ts';
import { migrate } from '#db/migrate.ts';
import { recordOrigin } from '#db/store-origin.ts';
import { renewSeeds } from '#features/fairness/renewal.ts';
import { endChains } from '#features/roulette/chain-rotation.ts';
import { handOverKeys } from '#features/safer-play/safer-play.ts';
import type { Log } from '#log.ts';
import { createSeal } from '#seal.ts';
import { CommandRefused } from './command.ts';

type Renewing = {
  readonly connection: Connection;
  readonly log: Log;
  readonly secret: string;
  /** For the log of staff. */
  readonly reason: string;
};

const numbers = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string): string => `${numbers.format(count)} ${one}${count === 1 ? '' : 's'}`;

/**
 * Ends everything that rolls were to be drawn from, seeds and chains, and answers a sentence about it. Whoever leads the
 * rounds keeps it out: a site that runs on the store. One that is started meanwhile waits with its rounds.
 */
export async function renewSecrets({ connection, log, secret, reason }: Renewing): Promise<string> {
  await migrate(connection, log);
  const db = openDb({ connection, log });
  try {
    const renewed = await leadOnce({ connection, name: 'roulette' }, async (lease) => {
      const chains = await endChains({ db }, lease, reason);
      const seal = createSeal(secret);
      const areKeysKept = await db.transaction(({ sql }) => handOverKeys(sql, { seal, log }));
      return { chains, areKeysKept, ...(await renewSeeds({ db, seal }, reason)) };
    });
    if (renewed === undefined) throw new CommandRefused('A site is running on this store. Stop it first.');
    const { chains, players, unreadable, areKeysKept } = renewed;
    if (unreadable > 0) {
      throw new CommandRefused(
        `The seeds of ${counted(unreadable, 'player')} cannot be read under this SECRET and are as they were. Set the SECRET they were made under, then npm run renew-secrets again.`,
      );
    }
    if (!areKeysKept) {
      throw new CommandRefused(
        'Who has excluded themselves cannot be read under this SECRET. Set the one it was kept under, then npm run renew-secrets again.',
      );
    }
    await recordOrigin(connection);
    return `Ended ${counted(chains, 'chain')} of rounds, and revealed the seeds of ${counted(players, 'player')}: what comes next is drawn from new ones.`;
  } finally {
    await db.close();
  }
}
