import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from './people.ts';
import type { Stage } from './stage.ts';

const ANSWER_TIMEOUT_MS = 10_000;
const AGAIN_MS = { min: 50, max: 600 };

/** Presses a button on the page that the sandbox has in the platform's place, until there is an answer. Pressing twice does no harm. */
export async function pressOnSandbox(
  { client, tally, isClosing }: Stage,
  { random, token }: Person,
  press: { offerUrl: string; act: string },
): Promise<void> {
  const { pathname } = new URL(press.offerUrl, client.origin);
  for (let tries = 1; ; tries++) {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const body = new URLSearchParams({ act: press.act });
    const reply = await fetch(`${client.origin}${pathname}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
      redirect: 'manual',
      signal,
    }).catch(() => undefined);
    await reply?.arrayBuffer().catch(() => undefined);
    if (reply?.status === 403) tally.breach(`${press.act} of ${pathname} was refused to its own player`);
    if (reply?.status === 500) tally.breach(`${press.act} of ${pathname} was answered 500`);
    if (reply !== undefined && reply.status !== 503) return tally.done(`${press.act} on the platform`);
    if (isClosing() && tries > 1) return;
    await sleep(random.whole(AGAIN_MS.min, AGAIN_MS.max));
  }
}
