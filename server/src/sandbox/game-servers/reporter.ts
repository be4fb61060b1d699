import type { MatchEvent } from './match-events.ts';
import type { Trouble } from './trouble.ts';

const POST_TIMEOUT_MS = 10_000;
const COPIES = 3;
/** Size of the groups of events that are sent in reverse order. */
const SHUFFLE_SIZE = 3;

type Webhook = { readonly url: string; readonly headerKey: string; readonly headerValue: string };

export type Reporter = {
  report(event: MatchEvent): void;
  /** Sends the events that are held back. */
  flush(): void;
};

/** The webhook in a match's cvars; undefined if there is none. */
export function webhookOf(cvars: ReadonlyMap<string, string>): Webhook | undefined {
  const url = cvars.get('matchzy_remote_log_url') ?? '';
  if (!URL.canParse(url)) return undefined;
  const headerKey = cvars.get('matchzy_remote_log_header_key') ?? '';
  return { url, headerKey, headerValue: cvars.get('matchzy_remote_log_header_value') ?? '' };
}

/** Posts events as the plugin does: one attempt each, failures are ignored. */
export function createReporter(webhook: Webhook | undefined, trouble: Trouble | undefined): Reporter {
  let last: Promise<unknown> = Promise.resolve();
  let queuedEvents: MatchEvent[] = [];

  async function post(event: MatchEvent): Promise<void> {
    if (webhook === undefined) return;
    const { url, headerKey, headerValue } = webhook;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(headerKey !== '' && { [headerKey]: headerValue }) },
      body: JSON.stringify(event),
      redirect: 'error',
      signal: AbortSignal.timeout(POST_TIMEOUT_MS),
    });
    await response.arrayBuffer();
  }

  function send(event: MatchEvent): void {
    const copies = trouble?.name === 'duplicate' ? COPIES : 1;
    for (let copy = 0; copy < copies; copy++) last = last.then(() => post(event)).catch(() => undefined);
  }

  function flush(): void {
    queuedEvents.toReversed().forEach(send);
    queuedEvents = [];
  }

  return {
    report(event) {
      const isResult = event.event === 'map_result' || event.event === 'series_end';
      if (trouble?.name === 'lost_webhook' && isResult) return;
      if (trouble?.name !== 'shuffle') return send(event);
      queuedEvents.push(event);
      if (queuedEvents.length >= SHUFFLE_SIZE) flush();
    },
    flush,
  };
}
