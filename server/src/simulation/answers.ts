import type { Endpoint, Reply } from '@karat/contract/endpoint';
import { type Failure, refusalStatus } from '@karat/contract/refusal';
import * as z from 'zod/mini';
import { type Heard, nameOf, type Press, shortened } from './press.ts';
import type { Tally } from './tally.ts';

/** What no client that keeps to the contract is ever told. */
const NEVER: ReadonlySet<string> = new Set([
  'internal',
  'invalid',
  'unauthenticated',
  'forbidden',
  'cross_site',
  'key_reused',
  'too_large',
  'ledger_halted',
]);

const failure = z.object({ message: z.string(), error: z.string(), code: z.string() });

export type Answer<E extends Endpoint> =
  | { readonly isDone: true; readonly reply: Reply<E> }
  | { readonly isDone: false; readonly code: Failure['code'] };

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function judgeRefusal(press: Press, { status, text }: Heard, tally: Tally): Failure['code'] {
  const refused = failure.safeParse(readJson(text));
  const code = (refused.success ? refused.data.code : 'internal') as Failure['code'];
  const isMissing = press.options.mayBeMissing === true && status === 404;
  const isKnown = code !== 'internal' && refusalStatus[code] === status;
  if (!isMissing && (!isKnown || NEVER.has(code))) {
    tally.breach(`${nameOf(press)} was refused out of contract: ${status} ${shortened(text)}`);
  }
  tally.refused(isMissing ? 'missing' : code);
  return code;
}

/** Holds an answer for good against the contract. */
export function judgeAnswer<E extends Endpoint>(press: Press, heard: Heard, tally: Tally): Answer<E> {
  if (heard.status !== 200) return { isDone: false, code: judgeRefusal(press, heard, tally) };
  const { endpoint } = press;
  const reply = readJson(heard.text);
  if (!endpoint.reply.safeParse(reply).success) {
    tally.breach(`${nameOf(press)} was answered out of contract: ${shortened(heard.text)}`);
  }
  const isLook = endpoint.method === 'GET' && endpoint.changes !== true;
  tally.done(isLook ? 'looks' : endpoint.path);
  return { isDone: true, reply: reply as Reply<E> };
}
