import { createHash } from 'node:crypto';
import { type AlarmKind, ALARM_KINDS } from '@karat/contract/alarms';
import * as z from 'zod';
import { BadEnv, type Variables } from '#variables.ts';

export const WEBHOOK_FORMATS = ['json', 'discord', 'slack'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export type AlarmDestination = {
  /** The same after each start. The log of deliveries names the destination by it. */
  readonly key: string;
  /** What staff see: the URL of a webhook may contain a password. */
  readonly label: string;
  readonly kinds: ReadonlySet<AlarmKind>;
} & (
  | { readonly channel: 'webhook'; readonly url: string; readonly secret: string; readonly format: WebhookFormat }
  | { readonly channel: 'email'; readonly address: string }
);

const LOOPBACK_HOST = /^(?:localhost|127\.[\d.]+|\[::1\])$/;
const EMAIL_ADDRESS = /^[^\s@<>",]+@[^\s@<>",]+$/;
const SECRET_LENGTH_MIN = 16;

function isAllowed(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOST.test(hostname));
}

const webhooks = z.array(
  z.strictObject({
    url: z.string().refine(isAllowed),
    format: z.enum(WEBHOOK_FORMATS).default('json'),
    secret: z.string().min(SECRET_LENGTH_MIN).optional(),
    kinds: z.array(z.enum(ALARM_KINDS)).nonempty().optional(),
  }),
);

const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

// The message does not quote the value, which contains secrets.
const BAD_WEBHOOKS =
  'ALARM_WEBHOOKS must be a JSON list such as [{"url":"https://…","secret":"at least 16 characters"}]; format is json, discord or slack, and json needs a secret.';

function webhooksOf(variables: Variables): AlarmDestination[] {
  const text = variables['ALARM_WEBHOOKS'];
  if (text === undefined || text === '') return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new BadEnv(BAD_WEBHOOKS);
  }
  const parsed = webhooks.safeParse(list);
  if (!parsed.success) throw new BadEnv(BAD_WEBHOOKS);
  return parsed.data.map(({ url, format, secret, kinds = ALARM_KINDS }) => {
    if (format === 'json' && secret === undefined) throw new BadEnv(BAD_WEBHOOKS);
    const label = `${format === 'json' ? 'webhook' : format} ${new URL(url).host}`;
    return {
      key: keyOf(`webhook ${url}`),
      label,
      kinds: new Set(kinds),
      channel: 'webhook',
      url,
      secret: secret ?? '',
      format,
    };
  });
}

function emailsOf(variables: Variables): AlarmDestination[] {
  const addresses = (variables['ALARM_EMAILS'] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return addresses.map((address) => {
    if (!EMAIL_ADDRESS.test(address)) throw new BadEnv('ALARM_EMAILS must be e-mail addresses, separated by commas.');
    return { key: keyOf(`email ${address}`), label: address, kinds: new Set(ALARM_KINDS), channel: 'email', address };
  });
}

/** Two channels of one chat have the same host. */
function withUniqueLabels(destinations: readonly AlarmDestination[]): AlarmDestination[] {
  return destinations.map((destination, index) => {
    const number = destinations.slice(0, index + 1).filter(({ label }) => label === destination.label).length;
    return number === 1 ? destination : { ...destination, label: `${destination.label} (${number})` };
  });
}

/** Where alarms are sent. */
export function alarmDestinationsOf(variables: Variables): AlarmDestination[] {
  const emails = emailsOf(variables);
  if (emails.length > 0 && !variables['SMTP_URL']) throw new BadEnv('ALARM_EMAILS needs SMTP_URL.');
  return withUniqueLabels([...webhooksOf(variables), ...emails]);
}
