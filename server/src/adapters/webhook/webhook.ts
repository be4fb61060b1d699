import { createHmac } from 'node:crypto';

export type WebhookRequest = {
  readonly url: string;
  readonly deliveryId: string;
  readonly body: string;
  /** Signs the body; empty: not signed. */
  readonly secret: string;
};

/** `failed`: a repeat may succeed. */
export type WebhookOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'rejected' | 'failed'; readonly reason: string };

const TIMEOUT_MS = 10_000;

/** The header that proves who sent a body and when: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>`. */
export function signatureOf(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Posts JSON to a URL that the operator has set. Redirects are not followed. */
export async function postWebhook(
  { url, deliveryId, body, secret }: WebhookRequest,
  { timeoutMs = TIMEOUT_MS } = {},
): Promise<WebhookOutcome> {
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Karat',
    'karat-delivery': deliveryId,
    ...(secret !== '' && { 'karat-signature': signatureOf(secret, body, seconds) }),
  };
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await reply.body?.cancel();
    if (reply.ok) return { kind: 'sent' };
    const mayRecover = reply.status === 408 || reply.status === 429 || reply.status >= 500;
    return { kind: mayRecover ? 'failed' : 'rejected', reason: `HTTP ${reply.status}` };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    return { kind: 'failed', reason: name === 'TimeoutError' ? 'timeout' : (cause?.code ?? name) };
  }
}
