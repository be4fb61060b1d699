import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { OPENID_NS, OPENID_SIGNED } from '#adapters/steam/openid.ts';

const NONCE_MAX_MS = 5 * 60_000;

/** The handle that Steam sends with every assertion. */
const ASSOC_HANDLE = '1234567890';

type Assertion = {
  readonly endpoint: string;
  readonly idPrefix: string;
  readonly steamId: string;
  readonly returnTo: string;
};

/** An OpenID 2.0 provider that behaves like Steam's: no associations, and each signature can be checked once. */
export function createOpenIdProvider(secret: string, now: () => number = Date.now) {
  const key = createHmac('sha256', secret).update('sandbox openid').digest();
  const checked = new Map<string, number>();

  function signatureOf(fields: URLSearchParams): Buffer {
    const message = OPENID_SIGNED.split(',').map((name) => `${name}:${fields.get(`openid.${name}`)}\n`);
    return createHmac('sha1', key).update(message.join('')).digest();
  }

  function isFirstCheck(nonce: string): boolean {
    for (const [old, at] of checked) if (now() - at > NONCE_MAX_MS) checked.delete(old);
    const madeAt = Date.parse(nonce.slice(0, 20));
    if (!(Math.abs(now() - madeAt) <= NONCE_MAX_MS) || checked.has(nonce)) return false;
    checked.set(nonce, now());
    return true;
  }

  return {
    /** The return address with a signed assertion of the Steam id. */
    assertionUrl({ endpoint, idPrefix, steamId, returnTo }: Assertion): string {
      const id = `${idPrefix}${steamId}`;
      const stamp = new Date(now()).toISOString().slice(0, 19);
      const fields = new URLSearchParams({
        'openid.ns': OPENID_NS,
        'openid.mode': 'id_res',
        'openid.op_endpoint': endpoint,
        'openid.claimed_id': id,
        'openid.identity': id,
        'openid.return_to': returnTo,
        'openid.response_nonce': `${stamp}Z${randomBytes(20).toString('base64')}`,
        'openid.assoc_handle': ASSOC_HANDLE,
        'openid.signed': OPENID_SIGNED,
      });
      fields.set('openid.sig', signatureOf(fields).toString('base64'));
      return withFields(returnTo, fields);
    },

    cancelUrl(returnTo: string): string {
      return withFields(returnTo, new URLSearchParams({ 'openid.ns': OPENID_NS, 'openid.mode': 'cancel' }));
    },

    /** The response to `check_authentication`, in Steam's format. */
    verifyAssertion(fields: URLSearchParams): string {
      const claimed = Buffer.from(fields.get('openid.sig') ?? '', 'base64');
      const signature = signatureOf(fields);
      const isValid =
        fields.get('openid.mode') === 'check_authentication' &&
        claimed.length === signature.length &&
        timingSafeEqual(claimed, signature) &&
        isFirstCheck(fields.get('openid.response_nonce') ?? '');
      return `ns:${OPENID_NS}\nis_valid:${isValid}\n`;
    },
  };
}

function withFields(returnTo: string, fields: URLSearchParams): string {
  const url = new URL(returnTo);
  for (const [name, value] of fields) url.searchParams.set(name, value);
  return url.href;
}
