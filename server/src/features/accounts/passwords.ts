import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '@karat/contract/refusal';

const derive = promisify(argon2);

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** A hash takes 40 ms of one core and 19 MiB. More of them at once would starve everything else. */
const IN_FLIGHT_MAX = 2;
const WAITING_MAX = 50;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A hash that no password has. Verifying against it takes as long as against a real one. */
const DUMMY_HASH = phcOf(Buffer.alloc(SALT_BYTES, 'dummy'), Buffer.alloc(TAG_BYTES));

export type Passwords = {
  /** Returns a PHC string, which contains its parameters, so they can change while old hashes still verify. */
  hash(password: string): Promise<string>;
  /** Whether the password has this hash. Without a hash it does the same work and returns false. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
};

function phcOf(salt: Buffer, tag: Buffer): string {
  const [saltText, tagText] = [salt, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${saltText}$${tagText}`;
}

function parsePhc(hash: string) {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('Malformed password hash in the database');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(lanes) };
  return { ...parameters, nonce: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

/** Systems send the same letters composed or decomposed. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8');
}

/** Runs a few tasks at a time, lets a bounded number wait and refuses the rest. */
function createQueue() {
  const waiting: (() => void)[] = [];
  let inFlight = 0;

  return async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
    if (inFlight < IN_FLIGHT_MAX) inFlight++;
    else {
      if (waiting.length >= WAITING_MAX) {
        throw new Refusal('unavailable', 'Too many people are signing in right now. Please try again.', {
          retryAfterSeconds: 3,
        });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The slot is handed over, not freed, so a newcomer cannot overtake a waiting task.
      const next = waiting.shift();
      if (next === undefined) inFlight--;
      else next();
    }
  };
}

export function createPasswords(): Passwords {
  const enqueue = createQueue();

  return {
    hash: (password) =>
      enqueue(async () => {
        const salt = randomBytes(SALT_BYTES);
        const tag = await derive('argon2id', {
          message: bytesOf(password),
          nonce: salt,
          memory: MEMORY_KIB,
          passes: PASSES,
          parallelism: LANES,
          tagLength: TAG_BYTES,
        });
        return phcOf(salt, tag);
      }),

    verify: (password, hash) =>
      enqueue(async () => {
        const { tag, ...parameters } = parsePhc(hash ?? DUMMY_HASH);
        const derived = await derive('argon2id', { ...parameters, message: bytesOf(password), tagLength: tag.length });
        return timingSafeEqual(derived, tag) && hash !== undefined;
      }),
  };
}
