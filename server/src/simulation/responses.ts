import type { Endpoint, Reply } from '@karat/contract/endpoint';
import { type Failure, refusalStatus } from '@karat/contract/refusal';
import * as z from 'zod/mini';
import type { CallResult } from '#sandbox/player-actions/calls.ts';
import { type ApiResponse, describeRequest, type ApiRequest, shortened } from '#sandbox/player-actions/api-request.ts';
import type { Results } from './results.ts';

/** Refusals that a client which keeps to the contract never gets. */
const UNEXPECTED_CODES: ReadonlySet<string> = new Set([
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkRefusal(request: ApiRequest, { status, text }: ApiResponse, results: Results): Failure['code'] {
  const refused = failure.safeParse(readJson(text));
  const code = (refused.success ? refused.data.code : 'internal') as Failure['code'];
  const isMissing = request.options.mayBeMissing === true && status === 404;
  const isKnown = code !== 'internal' && refusalStatus[code] === status;
  if (!isMissing && (!isKnown || UNEXPECTED_CODES.has(code))) {
    results.breach(
      `${describeRequest(request)} got a refusal that violates the contract: ${status} ${shortened(text)}`,
    );
  }
  results.refused(isMissing ? 'missing' : code);
  return code;
}

/** Checks a final response against the contract. */
export function checkResponse<E extends Endpoint>(
  request: ApiRequest,
  response: ApiResponse,
  results: Results,
): CallResult<E> {
  if (response.status !== 200) return { isDone: false, code: checkRefusal(request, response, results) };
  const { endpoint } = request;
  const reply = readJson(response.text);
  if (!endpoint.reply.safeParse(reply).success) {
    results.breach(`${describeRequest(request)} got a reply that violates the contract: ${shortened(response.text)}`);
  }
  const isRead = endpoint.method === 'GET' && endpoint.hasSideEffects !== true;
  results.done(isRead ? 'reads' : endpoint.path);
  return { isDone: true, reply: reply as Reply<E> };
}
