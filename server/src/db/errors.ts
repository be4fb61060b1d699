import { Refusal } from '@karat/contract/refusal';
import { DatabaseError } from 'pg';
import type { Log } from '#log.ts';
import { systemCode } from './system-error.ts';

const LOG_PAUSE_MS = 5_000;

/** Errors of the driver itself, which have no code. */
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
 * Connection lost (08); out of disk, memory or connections (53); shut down or cancelled by a timeout (57); lock timeout;
 * transaction left idle; disk read or write failed.
 */
const UNAVAILABLE_STATES = /^(08...|53...|57...|55P03|25P03|25P04|58030)$/;

/** Serialization failure and deadlock: the database rolled this transaction back. */
const CONFLICT_STATES = new Set(['40001', '40P01']);

/** A newer build changed a table of a prepared statement; a new connection prepares it again. */
function isStalePlan(error: DatabaseError): boolean {
  return error.code === '0A000' && error.message.startsWith('cached plan');
}

/** True when the database, not the statement, is the cause. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE_STATES.test(error.code ?? '') || isStalePlan(error);
  if (!(error instanceof Error)) return false;
  return (
    DRIVER_MESSAGES.some((message) => error.message.startsWith(message)) || SYSTEM_CODES.has(systemCode(error) ?? '')
  );
}

/** True when the connection may not be ready for a new statement. */
export function isConnectionBroken(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return isStalePlan(error) || error.severity === 'FATAL' || error.severity === 'PANIC';
}

/** True for an error with this code (SQLSTATE). Our own codes begin with KR. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code;
}

/** Each month of a table has its own unique indexes, named after the month: `openings_2026_12_request`. */
const MONTH_IN_NAME = /_\d{4}_\d{2}(?:_\d+)?(?=_)/;

/** True when a row violates a unique constraint, in any month. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || error.constraint?.replace(MONTH_IN_NAME, '') === constraint;
}

/** The stack without the message, which may quote player input. */
function framesOf(error: Error): string[] {
  return (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
}

/** Throttles a log line and counts the skipped ones. */
function createLogThrottle(): (write: (unlogged: number) => void) => void {
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

/** Turns database errors into refusals, and logs the cause once, not for every request. */
export type ErrorTranslator = {
  translate(error: unknown): unknown;
  /** A failed connection. Whatever the cause, the caller can only try again. */
  unavailable(error: unknown): Refusal;
  recordSuccess(): void;
  /** When the database last answered, on the monotonic clock. */
  readonly answeredAtMs: number;
};

const brieflyUnavailable = (): Refusal =>
  new Refusal('unavailable', 'The service is briefly unavailable. Please try again.', { retryAfterSeconds: 2 });

export function createErrorTranslator(log: Log): ErrorTranslator {
  const [throttleDown, throttleConflict, throttleInvalid] = [
    createLogThrottle(),
    createLogThrottle(),
    createLogThrottle(),
  ];
  let isDown = false;
  let answeredAtMs = -Infinity;

  function unavailable(error: unknown): Refusal {
    throttleDown((unlogged) => {
      // A database that answers with an error is not down.
      isDown = isConnectionBroken(error);
      log.error({ err: error, unlogged }, 'Database unavailable');
    });
    return brieflyUnavailable();
  }

  function translate(error: unknown): unknown {
    if (isUnavailable(error)) return unavailable(error);
    if (error instanceof DatabaseError && CONFLICT_STATES.has(error.code ?? '')) {
      throttleConflict((unlogged) => log.error({ err: error, unlogged }, 'Transaction rolled back after a conflict'));
      return brieflyUnavailable();
    }
    if (error instanceof DatabaseError && error.code?.startsWith('22') === true) {
      const { code, routine } = error;
      throttleInvalid((unlogged) =>
        log.warn({ code, routine, frames: framesOf(error), unlogged }, 'Database refused a value'),
      );
      return new Refusal('invalid', 'The request contains an invalid value.');
    }
    return error;
  }

  function succeeded(): void {
    answeredAtMs = performance.now();
    if (!isDown) return;
    isDown = false;
    log.info('Database available again');
  }

  return {
    translate,
    unavailable,
    recordSuccess: succeeded,
    get answeredAtMs() {
      return answeredAtMs;
    },
  };
}
