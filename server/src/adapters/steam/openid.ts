import { steamReturn } from '@karat/contract/accounts';
import { SignInFailure, STEAM_ID_PATTERN, type SteamIdentity, type SteamProfile, type Visit } from './steam.ts';

export const OPENID_NS = 'http://specs.openid.net/auth/2.0';
const IDENTIFIER_SELECT = `${OPENID_NS}/identifier_select`;

/** The fields that Steam signs, always in this order. */
export const OPENID_SIGNED = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle';

const FIELDS = [
  'openid.ns',
  'openid.mode',
  'openid.op_endpoint',
  'openid.claimed_id',
  'openid.identity',
  'openid.return_to',
  'openid.response_nonce',
  'openid.assoc_handle',
  'openid.signed',
  'openid.sig',
] as const;
type Field = (typeof FIELDS)[number];
type Fields = Readonly<Record<Field, string>>;

const CLOCK_SKEW_MAX_MS = 300_000;
const CHECK_TIMEOUT_MS = 5_000;

/** An OpenID 2.0 provider that behaves like Steam. */
export type Provider = {
  /** The URL that the browser opens, and the provider's own identifier. */
  readonly endpoint: string;
  /** The prefix of the SteamID64 in an identity. */
  readonly idPrefix: string;
  /** The URL that verifies signatures: the endpoint, or a closer address of the same provider. */
  readonly verifyUrl: string;
};

/** The provider at an endpoint that ends in `login`, with identities next to it, as on Steam. */
export function createProvider(endpoint: string): Provider {
  return { endpoint, idPrefix: new URL('id/', endpoint).href, verifyUrl: endpoint };
}

function buildReturnTo({ origin, state }: Visit): string {
  return `${origin}${steamReturn.path}?${new URLSearchParams({ state }).toString()}`;
}

function buildSignInUrl(provider: Provider, visit: Visit): string {
  const query = new URLSearchParams({
    'openid.ns': OPENID_NS,
    'openid.mode': 'checkid_setup',
    'openid.return_to': buildReturnTo(visit),
    'openid.realm': visit.origin,
    'openid.identity': IDENTIFIER_SELECT,
    'openid.claimed_id': IDENTIFIER_SELECT,
  });
  return `${provider.endpoint}?${query.toString()}`;
}

function failed(reason: string): SignInFailure {
  return new SignInFailure('failed', reason);
}

function isField(key: string): key is Field {
  return (FIELDS as readonly string[]).includes(key);
}

/** Accepts each of the ten fields and our state exactly once and nothing else, because an unchecked field could be used elsewhere. */
function readFields(query: URLSearchParams): Fields {
  const fields: Partial<Record<Field, string>> = {};
  const usedNames = new Set<string>();
  for (const [key, value] of query) {
    if (!isField(key) && key !== 'state') throw failed('unexpected parameter');
    if (usedNames.has(key)) throw failed('repeated parameter');
    // A NUL or a line break could make the provider read another message than we do.
    if (/[\0\r\n]/.test(value)) throw failed('control character');
    usedNames.add(key);
    if (isField(key)) fields[key] = value;
  }
  for (const key of FIELDS) if (!fields[key]) throw failed(`missing ${key}`);
  return fields as Fields;
}

function parseSteamId(fields: Fields, provider: Provider): string {
  if (fields['openid.mode'] !== 'id_res') throw failed('bad mode');
  if (fields['openid.ns'] !== OPENID_NS) throw failed('bad ns');
  if (fields['openid.op_endpoint'] !== provider.endpoint) throw failed('bad op_endpoint');
  if (fields['openid.signed'] !== OPENID_SIGNED) throw failed('bad signed');
  const claimed = fields['openid.claimed_id'];
  if (claimed !== fields['openid.identity'] || !claimed.startsWith(provider.idPrefix)) throw failed('bad claimed_id');
  const steamId = claimed.slice(provider.idPrefix.length);
  if (!STEAM_ID_PATTERN.test(steamId)) throw failed('bad steamid');
  return steamId;
}

function assertFresh(nonce: string, nowMs: number): void {
  const stamp = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)/.exec(nonce)?.[1];
  const age = nowMs - Date.parse(stamp ?? '');
  if (!(Math.abs(age) <= CLOCK_SKEW_MAX_MS)) throw failed('stale nonce');
}

/** Verifies the signature with the configured provider, never with one that the request names. */
async function assertSigned(provider: Provider, fields: Fields): Promise<void> {
  const origin = new URL(provider.endpoint).origin;
  const body = new URLSearchParams({ ...fields, 'openid.mode': 'check_authentication' });
  const request = {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    // Steam answers 403 to a request without an Origin.
    headers: { origin, referer: `${origin}/`, 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  } as const;
  const answer = await fetch(provider.verifyUrl, request)
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: unknown) => {
      throw new SignInFailure('unavailable', `provider unreachable: ${String(error)}`);
    });
  if (answer.status !== 200) throw new SignInFailure('unavailable', `provider HTTP ${answer.status}`);
  const lines = answer.text.split('\n');
  if (!lines.includes(`ns:${OPENID_NS}`) || !lines.includes('is_valid:true')) throw failed('not valid');
}

type IdentityOptions = {
  /** The provider for visitors at this origin; only the sandbox's depends on it. */
  readonly providerFor: (origin: string) => Provider;
  /** True only once for each nonce, across all processes. */
  readonly claimNonce: (nonce: string) => Promise<boolean>;
  readonly profile: (steamId: string) => Promise<SteamProfile | undefined>;
  readonly profileUrl: (steamId: string, origin: string) => string;
  readonly now?: () => number;
};

/** Sign-in by OpenID 2.0, equally strict for the sandbox and Steam. */
export function createSteamIdentity(options: IdentityOptions): SteamIdentity {
  const { providerFor, claimNonce, profile, profileUrl, now = Date.now } = options;

  return {
    signInUrl: (visit) => buildSignInUrl(providerFor(visit.origin), visit),

    async verify(callbackUrl, visit) {
      const provider = providerFor(visit.origin);
      const query = new URL(callbackUrl, visit.origin).searchParams;
      if (query.get('openid.mode') === 'cancel') throw new SignInFailure('cancelled', 'cancelled');
      const fields = readFields(query);
      const steamId = parseSteamId(fields, provider);
      // The callback must be for this site and this browser.
      if (visit.state === '' || query.get('state') !== visit.state) throw failed('bad state');
      if (fields['openid.return_to'] !== buildReturnTo(visit)) throw failed('bad return_to');
      assertFresh(fields['openid.response_nonce'], now());
      await assertSigned(provider, fields);
      if (!(await claimNonce(fields['openid.response_nonce']))) throw failed('replay');
      return steamId;
    },

    profile,
    profileUrl,
  };
}
