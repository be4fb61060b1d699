import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '#db/connection.ts';
import { openDb } from '#db/db.ts';
import { assertLease, LeaseLost, type Lease } from '#db/lease.ts';
import { createLog } from '#log.ts';

// A process of its own that tests freeze and kill. It leads under a name, and writes under the first lease that it had,
// whether it still leads or not. Told to on its standard input, it freezes in the middle of a write.
const [, , address = '', name = ''] = process.argv;
const connection: Connection = JSON.parse(address);
const db = openDb({ connection, log: createLog('silent') });
const say = (what: string): boolean => process.stdout.write(`${what}\n`);

let first: Lease | undefined;
db.lead(name, async (signal, lease) => {
  first ??= lease;
  say(`leads ${lease.epoch}`);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  say(`lost ${lease.epoch}`);
});

let isTold = false;
process.stdin.on('data', () => (isTold = true));

async function write(lease: Lease): Promise<void> {
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await tx.sql`insert into led_writes (epoch) values (${lease.epoch})`;
    if (!isTold) return;
    isTold = false;
    process.kill(process.pid, 'SIGSTOP');
  });
}

for (;;) {
  await sleep(50);
  if (first === undefined) continue;
  try {
    await write(first);
    say('wrote');
  } catch (error) {
    say(error instanceof LeaseLost ? 'refused' : 'failed');
  }
}
