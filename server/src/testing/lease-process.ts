import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '#db/connection.ts';
import { openDb } from '#db/db.ts';
import { assertLease, LeaseLost, type Lease } from '#db/lease.ts';
import { createLog } from '#log.ts';

// A process that tests freeze and kill. It competes for the lease of a name, and always writes with the first lease it
// had, even after losing it. Any input on stdin makes it freeze in the middle of its next write.
const [, , address = '', name = ''] = process.argv;
const connection: Connection = JSON.parse(address);
const db = openDb({ connection, log: createLog('silent') });
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

let first: Lease | undefined;
db.lead(name, async (signal, lease) => {
  first ??= lease;
  print(`leads ${lease.epoch}`);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  print(`lost ${lease.epoch}`);
});

let shouldFreeze = false;
process.stdin.on('data', () => (shouldFreeze = true));

async function write(lease: Lease): Promise<void> {
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await tx.sql`insert into led_writes (epoch) values (${lease.epoch})`;
    if (!shouldFreeze) return;
    shouldFreeze = false;
    process.kill(process.pid, 'SIGSTOP');
  });
}

for (;;) {
  await sleep(50);
  if (first === undefined) continue;
  try {
    await write(first);
    print('wrote');
  } catch (error) {
    print(error instanceof LeaseLost ? 'refused' : 'failed');
  }
}
