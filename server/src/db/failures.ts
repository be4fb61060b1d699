import { Refusal } from '@karat/contract/refusal';
import { DatabaseError } from 'pg';
import type { Log } from '#log.ts';
import { systemCode } from './system-error.ts';

const LOG_PAUSE_MS = 5_000;

/** Raised by the driver itself, which gives these no code. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
];

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * Connection lost (08), out of disk, memory or connections (53), shut down or cancelled by a deadline (57), a lock not
 * had in time, a transaction left idle, a failed read or write of the disk.
 */
const UNAVAILABLE_STATES = /^(08...|53...|57...|55P03|25P03|25P04|58030)$/;

/** Two transactions stood in each other's way and the store ended this one: nothing of it was done. */
const CONFLICT_STATES = new Set(['40001', '40P01']);

/** A newer build changed a table under a statement that was prepared before; a fresh connection prepares it anew. */
function isStalePlan(error: DatabaseError): boolean {
  return error.code === '0A000' && error.message.startsWith('cached plan');
}

/** True when the store, not the statement, is the reason. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE_STATES.test(error.code ?? '') || isStalePlan(error);
  if (!(error instanceof Error)) return false;
  return (
    DRIVER_MESSAGES.some((message) => error.message.startsWith(message)) || SYSTEM_CODES.has(systemCode(error) ?? '')
  );
}

/** True when the connection can no longer be trusted to be at the start of a fresh statement. */
export function isConnectionSpoiled(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return isStalePlan(error) || error.severity === 'FATAL' || error.severity === 'PANIC';
}

/** True when a row was refused because another already has that key. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || error.constraint === constraint;
}

/** Where it came from, without the message: that may quote what a player sent. */
function framesOf(error: Error): string[] {
  return (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
}

/** Lets one line through in a while and counts the others. */
function createPacer(): (write: (unlogged: number) => void) => void {
  let writtenAtMs = -Infinity;
  let unlogged = 0;
  return (write) => {
    const nowMs = performance.now();
    if (nowMs - writtenAtMs < LOG_PAUSE_MS) {
      unlogged++;
      return;
    }
    writtenAtMs = nowMs;
    write(unlogged);
    unlogged = 0;
  };
}

/** Turns what the store raises into what a caller may hear, and logs the real reason once, not once a request. */
export type Translator = {
  translate(error: unknown): unknown;
  /** For a failure to connect: whatever the reason, the caller can only come again. */
  unavailable(error: unknown): Refusal;
  succeeded(): void;
  /** When the store last answered, on the monotonic clock. */
  readonly answeredAtMs: number;
};

const briefly = (): Refusal =>
  new Refusal('unavailable', 'The service is briefly unavailable. Please try again.', { retryAfterSeconds: 2 });

export function createTranslator(log: Log): Translator {
  const [paceAway, paceConflict, paceInvalid] = [createPacer(), createPacer(), createPacer()];
  let isAway = false;
  let answeredAtMs = -Infinity;

  function unavailable(error: unknown): Refusal {
    paceAway((unlogged) => {
      // A store that answers, only not with what was asked, has not been away.
      isAway = isConnectionSpoiled(error);
      log.error({ err: error, unlogged }, 'the store is unavailable');
    });
    return briefly();
  }

  function translate(error: unknown): unknown {
    if (isUnavailable(error)) return unavailable(error);
    if (error instanceof DatabaseError && CONFLICT_STATES.has(error.code ?? '')) {
      paceConflict((unlogged) =>
        log.error({ err: error, unlogged }, 'the store ended one of two that waited for each other'),
      );
      return briefly();
    }
    if (error instanceof DatabaseError && error.code?.startsWith('22') === true) {
      const { code, routine } = error;
      paceInvalid((unlogged) =>
        log.warn({ code, routine, frames: framesOf(error), unlogged }, 'the store refused a value'),
      );
      return new Refusal('invalid', 'The request contains a value that cannot be used.');
    }
    return error;
  }

  function succeeded(): void {
    answeredAtMs = performance.now();
    if (!isAway) return;
    isAway = false;
    log.info('the store answers again');
  }

  return {
    translate,
    unavailable,
    succeeded,
    get answeredAtMs() {
      return answeredAtMs;
    },
  };
}
