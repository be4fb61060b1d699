import { Refusal } from '@karat/contract/refusal';
import { DatabaseError } from 'pg';
import type { Log } from '#log.ts';

const LOG_PAUSE_MS = 5_000;

/** Raised by the driver itself, which gives these no code. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'timeout exceeded when trying to connect',
  'timeout expired',
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
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Connection lost (08), out of disk, memory or connections (53), shut down or cancelled by a deadline (57), a lock not
 * had in time, a transaction left idle, a failed read or write of the disk.
 */
const UNAVAILABLE_STATES = /^(08...|53...|57...|55P03|25P03|25P04|58030)$/;

function isStalePlan(error: DatabaseError): boolean {
  return error.code === '0A000' && error.message.includes('cached plan');
}

function isConnectionLost(error: Error): boolean {
  return (
    DRIVER_MESSAGES.some((message) => error.message.startsWith(message)) ||
    SYSTEM_CODES.has((error as NodeJS.ErrnoException).code ?? '')
  );
}

/** True when the store, not the statement, is the reason. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE_STATES.test(error.code ?? '') || isStalePlan(error);
  return error instanceof Error && isConnectionLost(error);
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

function unavailable(): Refusal {
  return new Refusal('unavailable', 'The service is briefly unavailable. Please try again.', { retryAfterSeconds: 2 });
}

/** Turns what the store raises into what a caller may hear, and logs the real reason once, not once a request. */
export type Translator = {
  translate(error: unknown): unknown;
  /** For a failure to connect: whatever the reason, the caller can only come again. */
  unreachable(error: unknown): Refusal;
  succeeded(): void;
};

export function createTranslator(log: Log): Translator {
  let isAway = false;
  let loggedAtMs = -Infinity;
  let unlogged = 0;

  function report(error: unknown): void {
    const nowMs = performance.now();
    isAway = true;
    if (nowMs - loggedAtMs < LOG_PAUSE_MS) {
      unlogged++;
      return;
    }
    log.error({ err: error, unlogged }, 'the store is unavailable');
    loggedAtMs = nowMs;
    unlogged = 0;
  }

  function unreachable(error: unknown): Refusal {
    report(error);
    return unavailable();
  }

  function translate(error: unknown): unknown {
    if (isUnavailable(error)) return unreachable(error);
    if (error instanceof DatabaseError && error.code?.startsWith('22') === true) {
      log.warn({ err: error }, 'the store refused a value');
      return new Refusal('invalid', 'The request contains a value that cannot be used.');
    }
    return error;
  }

  function succeeded(): void {
    if (!isAway) return;
    isAway = false;
    log.info({ unlogged }, 'the store answers again');
    unlogged = 0;
  }

  return { translate, unreachable, succeeded };
}
