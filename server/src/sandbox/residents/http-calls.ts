import type { Endpoint, Reply } from '@karat/contract/endpoint';
import { answerRealityCheck } from '@karat/contract/safer-play';
import { refusalStatus } from '@karat/contract/refusal';
import type { Log } from '#log.ts';
import { type ApiRequest, sendRequest } from '#sandbox/player-actions/api-request.ts';
import type { Calls, CallResult } from '#sandbox/player-actions/calls.ts';

const ANSWER_TIMEOUT_MS = 10_000;

function codeOf(text: string): CallResult<Endpoint> & { isDone: false } {
  try {
    const { code } = JSON.parse(text) as { code?: string };
    if (code !== undefined && code in refusalStatus) return { isDone: false, code: code as keyof typeof refusalStatus };
  } catch {
    // Not an answer of the site, so the site counts as unavailable.
  }
  return { isDone: false, code: 'unavailable' };
}

/** Calls the site over HTTP. A call that gets no answer is given up: a resident does something else next. */
export function createHttpCalls({ origin, log }: { readonly origin: string; readonly log: Log }): Calls {
  async function send<E extends Endpoint>(request: ApiRequest): Promise<CallResult<E>> {
    try {
      const { status, text } = await sendRequest(origin, request, ANSWER_TIMEOUT_MS);
      return status === 200 ? { isDone: true, reply: JSON.parse(text) as Reply<E> } : codeOf(text);
    } catch (error) {
      log.debug({ err: error, path: request.endpoint.path }, 'A call of a resident got no answer');
      return { isDone: false, code: 'unavailable' };
    }
  }

  return {
    async call(caller, endpoint, input, options = {}) {
      const result = await send<typeof endpoint>({ caller, endpoint, input, options });
      // Programs need no reminder of how long they have played.
      if (!result.isDone && result.code === 'reality_check') {
        await send({ caller, endpoint: answerRealityCheck, input: undefined, options: {} });
      }
      return result;
    },
  };
}
