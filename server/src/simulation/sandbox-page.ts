import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from './people.ts';
import type { ActionContext } from './context.ts';

const ANSWER_TIMEOUT_MS = 10_000;
const RETRY_MS = { min: 50, max: 600 };

/** Submits a form on the sandbox's trade page, repeated until there is a response. Repeats have no further effect. */
export async function submitOnSandbox(
  { client, results, isClosing }: ActionContext,
  { random, token }: Person,
  request: { offerUrl: string; action: string },
): Promise<void> {
  const { pathname } = new URL(request.offerUrl, client.origin);
  for (let tries = 1; ; tries++) {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const body = new URLSearchParams({ action: request.action });
    const reply = await fetch(`${client.origin}${pathname}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
      redirect: 'manual',
      signal,
    }).catch(() => undefined);
    await reply?.arrayBuffer().catch(() => undefined);
    if (reply?.status === 403) results.breach(`${request.action} of ${pathname} was refused to the offer's own player`);
    if (reply?.status === 500) results.breach(`${request.action} of ${pathname} was answered 500`);
    if (reply !== undefined && reply.status !== 503) return results.done(`${request.action} on the platform`);
    if (isClosing() && tries > 1) return;
    await sleep(random.integer(RETRY_MS.min, RETRY_MS.max));
  }
}
