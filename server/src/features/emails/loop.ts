import type { EmailMessage, EmailSender } from '#adapters/email/email.ts';
import type { Lease } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { repeatWork, retryDelayMs, untilStopped } from '#repeat-work.ts';
import { sendClaimed } from '#send-claimed.ts';
import { claimDue, closeEmail, closeExpired, type DueEmail, postponeEmail } from './queries.ts';
import { renderEmail } from './render.ts';
import { textOf } from './texts/templates.ts';

const EVERY_MS = 1_000;
const CLEANUP_EVERY_MS = 60_000;
/** How long a shutdown waits for e-mails on their way. */
const SHUTDOWN_WAIT_MS = 1_000;

export type EmailLoopDeps = Pick<Deps, 'db' | 'log' | 'env' | 'seal' | 'email' | 'siteOrigin'>;
type SendingDeps = EmailLoopDeps & { readonly email: EmailSender };

/** Undefined if it was sealed with another secret, or written by a newer version. */
function messageOf({ log, seal, siteOrigin }: SendingDeps, due: DueEmail): EmailMessage | undefined {
  const { id, deliveryId, template, address: to, language, sealed, createdAt } = due;
  try {
    const content: { readonly username: string; readonly parameters: object } = JSON.parse(seal.open(sealed));
    const text = textOf(template, content.parameters, language);
    if (text === undefined) {
      log.error({ id, template }, 'E-mail has an unknown template');
      return undefined;
    }
    const reader = { language, username: content.username, origin: siteOrigin() };
    return { deliveryId, to, createdAt: new Date(createdAt), ...renderEmail(text, reader) };
  } catch (error) {
    log.error({ err: error, id, template }, 'E-mail cannot be unsealed or written; was SECRET changed?');
    return undefined;
  }
}

async function deliver(deps: SendingDeps, epoch: number, due: DueEmail): Promise<void> {
  const { db, log, email } = deps;
  const { id, template, attempts } = due;
  const message = messageOf(deps, due);
  if (message === undefined) return closeEmail(db.sql, id, 'failed');
  const outcome = await email.send(message);
  if (outcome.kind === 'sent') return closeEmail(db.sql, id, 'sent');
  log.warn({ id, template, attempts, reason: outcome.reason }, 'E-mail was not sent');
  if (outcome.kind === 'rejected') return closeEmail(db.sql, id, 'failed');
  await postponeEmail(db.sql, { id, epoch, delayMs: retryDelayMs(attempts) });
}

/** Sends what is due. Only the leader may call it. */
export async function sendDueEmails(deps: SendingDeps, lease: Lease): Promise<void> {
  await sendClaimed(deps, lease, {
    claim: claimDue,
    deliver: (due) => deliver(deps, lease.epoch, due),
    failed: 'Sending an e-mail failed',
  });
}

/**
 * Sends queued e-mails while this process is the leader. An e-mail whose sender died is sent again with the same delivery id, from which
 * a receiver recognises the repeat.
 */
export async function emailsLoop(deps: EmailLoopDeps, signal: AbortSignal, lease: Lease): Promise<void> {
  const { email, db, log } = deps;
  const stopped = untilStopped(signal, SHUTDOWN_WAIT_MS);
  const cleanUp = async (): Promise<void> => {
    const expired = await closeExpired(db.sql, deps.env.lifetimes.emailsMs);
    if (expired > 0) log.error({ count: expired }, 'E-mails were given up because they could not be sent in time');
  };
  const cleaning = { work: cleanUp, failed: 'Closing old e-mails failed', firstAfterMs: 0, everyMs: CLEANUP_EVERY_MS };
  const loops = [repeatWork(deps, signal, cleaning)];
  if (email !== undefined) {
    const work = (): Promise<void> => sendDueEmails({ ...deps, email }, lease);
    loops.push(
      repeatWork(deps, signal, { work, failed: 'The e-mail loop failed', firstAfterMs: 0, everyMs: EVERY_MS }),
    );
  }
  await Promise.race([Promise.all(loops), stopped]);
}
