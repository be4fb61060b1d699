import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '#db/connection.ts';
import { EmbeddedError } from '#db/embedded/embedded-error.ts';
import { DataDirInUse } from '#db/embedded/lock.ts';
import { isMarkedRestored } from '#db/embedded/restored.ts';
import { startEmbedded } from '#db/embedded.ts';
import { openDb } from '#db/db.ts';
import { migrate, MigrationRefused } from '#db/migrate.ts';
import { untilMigrated } from '#db/migrated.ts';
import { assertSessionPooling, UnsuitablePooler } from '#db/pooler-check.ts';
import { assertReplicaOf, UnsuitableReplica } from '#db/replica.ts';
import { isRestored, recordOrigin } from '#db/database-origin.ts';
import { ensureDemoCatalogue } from '#demo.ts';
import { type Env, readEnv } from '#env.ts';
import { BadEnv } from '#variables.ts';
import type { Deps } from '#deps.ts';
import {
  AccountError,
  closeDemoAccounts,
  ensureAdmin,
  ensureDemoAccounts,
  ensureFirstAdmin,
} from '#features/accounts/first-accounts.ts';
import { recheckAllCases } from '#features/cases/pausing.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import { ensureSiteMode, SiteModeError } from '#features/residents/residents.ts';
import { ensurePushKeys } from '#features/push/keys.ts';
import { sealHandedOverSecrets } from '#features/factors/factors.ts';
import { sealHandedOverKeys } from '#features/safer-play/safer-play.ts';
import { payMissingWelcomeBonuses } from '#features/wallet/wallet.ts';
import { openDevWebApp } from '#http/dev-web-app.ts';
import { loadWebApp, type WebApp } from '#http/web-app.ts';
import { createLog, type Log } from '#log.ts';
import { startLoops } from '#loops.ts';
import { localOrigin, openSandboxServers } from '#platform.ts';
import { readSecret } from '#secret.ts';
import { ensureOpponents } from '#sandbox/opponents.ts';
import { ensureResidents } from '#sandbox/residents/accounts.ts';
import { startResidents } from '#sandbox/residents/residents.ts';
import { removeSandboxIds } from '#sandbox/personas.ts';
import { PARTS } from '#roles.ts';
import { composeSite } from '#site.ts';
import { type SignIn, printReady } from '#summary.ts';
import packageFile from '../../package.json' with { type: 'json' };

const WEB = path.resolve(import.meta.dirname, '../../web');

/** One Ctrl-C can arrive twice, from the terminal and from npm, so only a later one forces the exit. */
const IMPATIENT_AFTER_MS = 1_500;
/** In addition to the drain time. */
const STOP_MAX_MS = 10_000;

/** Enough for a two-against-two room on every server of the sandbox. */
const OPPONENTS = 27;

/** A problem that the operator can fix; the message is one sentence. */
class CannotStart extends Error {}

type Closer = () => Promise<unknown>;

function refusedPort({ port, host }: Env, { code, message }: NodeJS.ErrnoException): CannotStart {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `This user may not open port ${port}. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine.`,
    ENOTFOUND: `HOST=${host} is not an address of this machine.`,
  };
  return new CannotStart(reasons[code ?? ''] ?? `Port ${port} cannot be opened: ${message}`);
}

/** Checked before anything starts, so that a second start fails early and does no harm. */
async function assertPortFree(env: Env): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(env.port, env.host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw refusedPort(env, error);
  });
  await new Promise((resolve) => probe.close(resolve));
}

async function openWebApp(env: Env, isDev: boolean, closers: Closer[]): Promise<WebApp> {
  if (isDev) {
    const webApp = openDevWebApp(WEB, env);
    closers.push(() => webApp.close());
    return webApp;
  }
  return loadWebApp(path.join(WEB, 'dist'), env).catch(() => {
    throw new CannotStart('The web app is not built. Run npm run build, or use npm start.');
  });
}

function refuseRestored(): never {
  throw new CannotStart(
    'A backup was restored, but its seeds and chains may already be known and were not rotated. Run npm run rotate-secrets.',
  );
}

async function prepareStore(connection: Connection, { role }: Env, log: Log): Promise<void> {
  if (await isRestored(connection)) refuseRestored();
  if (PARTS[role].writableTables !== undefined) return untilMigrated(connection, log);
  await migrate(connection, log);
  await recordOrigin(connection);
}

async function openStore(env: Env, log: Log, closers: Closer[]) {
  if (env.databaseUrl === undefined && (await isMarkedRestored(env.dataDir))) refuseRestored();
  const embedded =
    env.databaseUrl === undefined
      ? await startEmbedded({ dataDir: env.dataDir, log, print: (line) => void process.stdout.write(`${line}\n`) })
      : undefined;
  if (embedded !== undefined) closers.push(() => embedded.stop());
  const connection = embedded?.connection ?? env.databaseUrl!;
  const prepare = async (): Promise<void> => {
    if (embedded === undefined) await assertSessionPooling(connection);
    if (env.databaseReplicaUrl !== undefined) await assertReplicaOf(connection, env.databaseReplicaUrl, log);
    await prepareStore(connection, env, log);
  };
  await prepare().catch((error: NodeJS.ErrnoException) => {
    if (embedded !== undefined || error.code === undefined) throw error;
    throw new CannotStart(`The database at DATABASE_URL does not answer: ${error.message || error.code}`);
  });
  const { pools, writableTables } = PARTS[env.role];
  const db = openDb({ connection, log, pools, writableTables, replica: env.databaseReplicaUrl });
  closers.push(() => db.close());
  return { db, dataFolder: embedded?.folder };
}

/** Creates and closes the accounts that depend on settings; returns those to show in the start summary. */
async function prepareAccounts(deps: Deps): Promise<SignIn[]> {
  const { env, db } = deps;
  await sealHandedOverKeys(deps);
  await sealHandedOverSecrets(deps);
  const siteKind = await ensureSiteMode(deps);
  if (env.platform !== 'sandbox') await removeSandboxIds(db.sql);
  else if (siteKind === 'sandbox') {
    if (env.areResidentsOn) await ensureResidents(deps, env.residentsCount);
    // Residents are opponents too.
    await ensureOpponents(deps, OPPONENTS);
  }
  if (env.admin !== undefined) await ensureAdmin(deps, env.admin);
  const admin = env.admin === undefined && env.databaseUrl === undefined ? await ensureFirstAdmin(deps) : undefined;
  const players = env.isDemo ? await ensureDemoAccounts(deps) : [];
  if (!env.isDemo) await closeDemoAccounts(deps);
  await payMissingWelcomeBonuses(deps);
  return [
    ...(admin === undefined ? [] : [{ ...admin, note: 'admin; shown only once, so write it down' }]),
    ...players.map((player) => ({ ...player, note: 'demo player' })),
  ];
}

/** Closes in reverse order of opening. A failure does not stop the others. */
async function closeAll(closers: Closer[], log: Log): Promise<void> {
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => log.error({ err: error }, 'Shutdown step failed'));
  }
}

function stopOnSignals({ drainMs }: Env, log: Log, stop: () => Promise<void>): void {
  let since: number | undefined;
  const onSignal = (): void => {
    if (since === undefined) {
      since = performance.now();
      const isLate = sleep(drainMs + STOP_MAX_MS, 1, { ref: false }).then((code) => {
        log.error('The shutdown takes too long, so the process exits without completing it');
        return code;
      });
      void Promise.race([
        stop().then(
          () => 0,
          () => 1,
        ),
        isLate,
      ]).then((code) => process.exit(code));
    } else if (performance.now() - since > IMPATIENT_AFTER_MS) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

/** What the database must have before the site serves anyone. */
async function prepareSite(deps: Deps): Promise<SignIn[]> {
  if (deps.env.isDemo) await ensureDemoCatalogue(deps);
  await recheckAllCases(deps);
  const signIns = await prepareAccounts(deps);
  const { push } = deps;
  if (push !== undefined) await ensurePushKeys({ ...deps, push });
  return signIns;
}

async function start(env: Env, log: Log, closers: Closer[], isDev: boolean): Promise<void> {
  const parts = PARTS[env.role];
  const mayPrepare = parts.writableTables === undefined;
  await assertPortFree(env);
  let port = env.port;
  const opening = parts.sandboxPrograms ? openSandboxServers({ env, log }, () => port) : undefined;
  closers.push(async () => (await opening)?.close());
  const { db, dataFolder } = await openStore(env, log, closers);
  const secret = await readSecret(env);
  const webApp = parts.calls ? await openWebApp(env, isDev, closers) : undefined;
  const servers = await opening;
  const site = composeSite({ env, log, db, secret, webApp, ...(servers !== undefined && { servers }) });
  closers.push(() => site.close());
  const signIns = mayPrepare ? await prepareSite(site.deps) : [];
  port = await site.listen().catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? refusedPort(env, error) : error;
  });
  if (mayPrepare) {
    const details = { version: packageFile.version, node: process.version, role: env.role };
    await recordSiteEvent(db, { playerId: null, event: 'site.start', subject: 'server', details });
  }
  if (parts.loops) closers.push(startLoops(site.deps));
  if (env.areResidentsOn) closers.push(startResidents(site.deps, localOrigin(env, port)));
  closers.push(() => site.drain());
  printReady({ env, port, dataFolder, signIns });
}

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  const closers: Closer[] = [];
  stopOnSignals(env, log, () => closeAll(closers, log));
  // A rejected promise without a handler affects no one else, so it is logged, and the site continues.
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'Unhandled rejection');
  });
  try {
    await start(env, log, closers, process.argv.includes('--dev'));
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

main().catch((error: unknown) => {
  const isExpected = [
    AccountError,
    BadEnv,
    CannotStart,
    DataDirInUse,
    EmbeddedError,
    MigrationRefused,
    SiteModeError,
    UnsuitablePooler,
    UnsuitableReplica,
  ].some((kind) => error instanceof kind);
  process.stderr.write(
    `\nKarat did not start. ${isExpected ? (error as Error).message : String((error as Error).stack)}\n`,
  );
  process.exit(1);
});
