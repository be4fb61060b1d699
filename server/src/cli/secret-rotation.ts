import type { Connection } from '#db/connection.ts';
import { openDb } from '#db/db.ts';
import { leadOnce } from '#db/lease.ts';
import { migrate } from '#db/migrate.ts';
import { recordOrigin } from '#db/database-origin.ts';
import { revealAllSeeds } from '#features/fairness/seed-reveal.ts';
import { handOverSecrets } from '#features/factors/factors.ts';
import { endChains } from '#features/roulette/chain-rotation.ts';
import { handOverKeys } from '#features/safer-play/safer-play.ts';
import type { Log } from '#log.ts';
import { createSeal } from '#seal.ts';
import { CommandRefused } from './command.ts';

type RotationOptions = {
  readonly connection: Connection;
  readonly log: Log;
  readonly secret: string;
  /** Recorded in the log of staff actions. */
  readonly reason: string;
};

const numbers = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string): string => `${numbers.format(count)} ${one}${count === 1 ? '' : 's'}`;

/**
 * Ends the seeds and chains that future rolls would use, and returns a sentence about it. Refuses while a running site leads
 * the rounds. A site that is started meanwhile waits with its rounds.
 */
export async function rotateSecrets({ connection, log, secret, reason }: RotationOptions): Promise<string> {
  await migrate(connection, log);
  const db = openDb({ connection, log });
  try {
    const rotated = await leadOnce({ connection, name: 'roulette' }, async (lease) => {
      const chains = await endChains({ db }, lease, reason);
      const seal = createSeal(secret);
      const areKeysReadable = await db.transaction(({ sql }) => handOverKeys(sql, { seal, log }));
      await handOverSecrets({ db, seal, log });
      return { chains, areKeysReadable, ...(await revealAllSeeds({ db, seal }, reason)) };
    });
    if (rotated === undefined) throw new CommandRefused('A site is running on this database. Stop it first.');
    const { chains, players, unreadable, areKeysReadable } = rotated;
    if (unreadable > 0) {
      throw new CommandRefused(
        `The seeds of ${counted(unreadable, 'player')} cannot be decrypted with this SECRET and were not changed. Set the SECRET they were created with, then run npm run rotate-secrets again.`,
      );
    }
    if (!areKeysReadable) {
      throw new CommandRefused(
        'The stored exclusions cannot be decrypted with this SECRET. Set the SECRET they were stored with, then run npm run rotate-secrets again.',
      );
    }
    await recordOrigin(connection);
    return `Ended ${counted(chains, 'chain')} of rounds and revealed the seeds of ${counted(players, 'player')}. The next rolls use new ones.`;
  } finally {
    await db.close();
  }
}
