import { openDb } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import { borrowStore } from '#db/store.ts';
import { audit, type AuditReport, type Finding, liftHalt } from '#features/audits/audits.ts';
import { CommandRefused, runCommand, type Command } from './command.ts';

const BREACHES_SHOWN_MAX = 5;
const SAYS_WIDTH = 94;

const numbers = new Intl.NumberFormat('en-US');

/** Nobody listens: tabs learn of a halt when they ask. */
const nobody = { toPlayer: () => undefined, toAdmins: () => undefined, toAll: () => undefined };

function linesOf({ name, says, of, count, breaches }: Finding): string[] {
  const looked = count === undefined ? '' : `${numbers.format(count)} ${of}`;
  const shown = breaches.slice(0, BREACHES_SHOWN_MAX).map((breach) => `      ${breach}`);
  const more = breaches.length > shown.length ? [`      and ${breaches.length - shown.length} more`] : [];
  return [
    `${breaches.length === 0 ? '✓' : '✗'} ${name.padEnd(4)}${says.padEnd(SAYS_WIDTH)} ${looked}`.trimEnd(),
    ...shown,
    ...more,
  ];
}

function tell({ findings, accounts, violations, tookMs }: AuditReport, say: Command['say']): void {
  findings.flatMap(linesOf).forEach(say);
  say('');
  for (const { name, total } of accounts) say(`${name.padEnd(20)}${numbers.format(total).padStart(24)}`);
  const sum = accounts.reduce((total, account) => total + account.total, 0);
  say(`${'sum'.padEnd(20)}${numbers.format(sum).padStart(24)}`);
  say('');
  const seconds = (tookMs / 1000).toFixed(1);
  if (violations === 0) say(`The books are right (${seconds} s).`);
}

async function liftAfter(deps: Parameters<typeof liftHalt>[0], report: AuditReport, say: Command['say']) {
  const reason = await liftHalt(deps, report);
  say(reason === undefined ? 'Wagers were not stopped.' : `Wagers go on. They were stopped because of ${reason}`);
}

await runCommand(async ({ env, log, args, say }) => {
  const isLifting = args.includes('--lift');
  if (args.some((each) => each !== '--lift')) throw new CommandRefused('Usage: npm run audit [-- --lift]');
  const store = await borrowStore(env, log, say);
  try {
    await migrate(store.connection, log);
    const db = openDb({ connection: store.connection, log });
    const deps = { db, log, live: nobody };
    try {
      const report = await audit(deps, 'full');
      tell(report, say);
      if (report.violations > 0) {
        throw new CommandRefused(
          `The books are broken: ${report.violations} breaches. Wagers are stopped until npm run audit -- --lift finds none.`,
        );
      }
      if (isLifting) await liftAfter(deps, report, say);
    } finally {
      await db.close();
    }
  } finally {
    await store.stop();
  }
});
