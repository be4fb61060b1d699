import { openDb } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import { assertReplicaOf } from '#db/replica.ts';
import { acceptBreaches, audit, type AuditReport, type Finding, liftHalt } from '#features/audits/audits.ts';
import { checkSeals } from '#features/months/seal-check.ts';
import { CommandRefused, runCommand, type Command } from './command.ts';
import { noopLive } from '#live/noop-live.ts';
import { runOnDatabase } from './command-database.ts';

const BREACHES_SHOWN_MAX = 5;
const SAYS_WIDTH = 94;

const numbers = new Intl.NumberFormat('en-US');

function linesOf({ name, statement, rowKind, count, breaches, accepted }: Finding): string[] {
  const checked = count === undefined ? '' : `${numbers.format(count)} ${rowKind}`;
  const shown = breaches.slice(0, BREACHES_SHOWN_MAX).map((breach) => `      ${breach}`);
  const acceptedLines = accepted === 0 ? [] : [`      ${accepted} accepted`];
  const omitted = breaches.length > shown.length ? [`      and ${breaches.length - shown.length} more`] : [];
  return [
    `${breaches.length === 0 ? '✓' : '✗'} ${name.padEnd(4)}${statement.padEnd(SAYS_WIDTH)} ${checked}`.trimEnd(),
    ...shown,
    ...omitted,
    ...acceptedLines,
  ];
}

function printReport({ findings, accounts, violations, tookMs, asOf }: AuditReport, print: Command['print']): void {
  findings.flatMap(linesOf).forEach(print);
  print('');
  for (const { name, total } of accounts) print(`${name.padEnd(20)}${numbers.format(total).padStart(24)}`);
  const sum = accounts.reduce((total, account) => total + account.total, 0);
  print(`${'sum'.padEnd(20)}${numbers.format(sum).padStart(24)}`);
  print('');
  const seconds = (tookMs / 1000).toFixed(1);
  if (violations === 0) print(`The books are right (as of ${asOf.toISOString()}, ${seconds} s).`);
}

const USAGE = 'Usage: npm run audit [-- --sealed | --lift [--accept "the reason"]]';

type AuditOptions = {
  readonly isLifting: boolean;
  readonly acceptReason: string | undefined;
  /** Whether the rows of sealed months are hashed again. */
  readonly withSealed: boolean;
};

function parseArguments(args: readonly string[]): AuditOptions {
  if (args.length === 1 && args[0] === '--sealed')
    return { isLifting: false, acceptReason: undefined, withSealed: true };
  const [lift, accept, reason, ...rest] = args;
  const isBad = (lift ?? '--lift') !== '--lift' || (accept ?? '--accept') !== '--accept' || rest.length > 0;
  if (isBad || (accept !== undefined && (reason ?? '').trim().length < 10)) {
    throw new CommandRefused(
      `${USAGE}\nThe reason must say what was found and how it was fixed, in at least ten characters.`,
    );
  }
  return { isLifting: lift !== undefined, acceptReason: reason?.trim(), withSealed: false };
}

type AuditDeps = Parameters<typeof liftHalt>[0];

async function auditAndPrint(deps: AuditDeps, print: Command['print']): Promise<AuditReport> {
  const report = await audit(deps, 'full');
  printReport(report, print);
  return report;
}

/** Hashes the rows of every sealed month again. A change in one of them halts nothing: no later audit reads it. */
async function checkSealedMonths({ db }: AuditDeps, print: Command['print']): Promise<void> {
  const findings = await checkSeals(db, ({ month, rows, isRight }) =>
    print(`${isRight ? '✓' : '✗'} ${month.padEnd(32)}${numbers.format(rows).padStart(16)} rows`),
  );
  const wrong = findings.filter(({ isRight }) => !isRight);
  if (wrong.length > 0) {
    throw new CommandRefused(`Rows of a sealed month were changed: ${wrong.map(({ month }) => month).join(', ')}.`);
  }
  print(findings.length === 0 ? 'No month is sealed yet.' : 'The sealed months are as they were sealed.');
}

async function runAudit(
  deps: AuditDeps,
  { isLifting, acceptReason, withSealed }: AuditOptions,
  print: Command['print'],
): Promise<void> {
  let report = await auditAndPrint(deps, print);
  if (report.violations > 0 && acceptReason !== undefined) {
    await acceptBreaches(deps, report, acceptReason);
    print(`${report.violations} breaches accepted. Auditing again:`);
    report = await auditAndPrint(deps, print);
  }
  if (report.violations > 0) {
    throw new CommandRefused(
      `The books are broken: ${report.violations} breaches. Wagers are halted until npm run audit -- --lift finds none.`,
    );
  }
  if (withSealed) await checkSealedMonths(deps, print);
  if (!isLifting) return;
  const reason = await liftHalt(deps, report);
  print(reason === undefined ? 'There was no halt to lift.' : `The halt is lifted. Its reason was: ${reason}`);
}

await runCommand(async (command) => {
  const { log, args, print } = command;
  const options = parseArguments(args);
  await runOnDatabase(command, async (connection) => {
    await migrate(connection, log);
    // What was corrected a moment ago must be seen before the halt is lifted.
    const replica = options.isLifting ? undefined : command.env.databaseReplicaUrl;
    if (replica !== undefined) await assertReplicaOf(connection, replica, log);
    const db = openDb({ connection, log, replica });
    try {
      await runAudit({ db, log, live: noopLive }, options, print);
    } finally {
      await db.close();
    }
  });
});
