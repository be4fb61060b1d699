import { BadEnv, flag, readUrl, type Variables } from '#variables.ts';

type Sender = { readonly name: string; readonly address: string };

/** The SMTP server that sends the e-mails of the site, and the address in their From header. */
export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** `start`: TLS from the first byte; `upgrade`: STARTTLS is required; `none`: not encrypted. */
  readonly tls: 'start' | 'upgrade' | 'none';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: Sender;
};

const SENDER = /^(?:(?<name>[^<>"\r\n]*)<(?<inBrackets>[^\s@<>"]+@[^\s@<>"]+)>|(?<plain>[^\s@<>"]+@[^\s@<>"]+))$/;
const LOOPBACK_HOST = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

function senderOf(variables: Variables): Sender {
  const { name = '', inBrackets, plain } = SENDER.exec(variables['EMAIL_FROM']?.trim() ?? '')?.groups ?? {};
  const address = inBrackets ?? plain;
  if (address === undefined) {
    throw new BadEnv('SMTP_URL needs EMAIL_FROM: the sender of e-mails, such as Karat <no-reply@karat.example>.');
  }
  return { name: name.trim() || 'Karat', address };
}

/** Undefined: the site sends no e-mails. Error messages never quote SMTP_URL, because it contains a password. */
export function smtpOf(variables: Variables): SmtpSettings | undefined {
  const url = readUrl(variables, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (url === undefined) return undefined;
  const isExtra = (url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '';
  if (url.hostname === '' || isExtra) {
    throw new BadEnv('SMTP_URL must be like smtps://user:password@host:465, with no path.');
  }
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const isLocal = LOOPBACK_HOST.test(url.hostname);
  const upgrade = flag(variables, 'SMTP_TLS', !isLocal) ? 'upgrade' : 'none';
  const tls = url.protocol === 'smtps:' ? 'start' : upgrade;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (tls === 'start' ? 465 : 587),
    tls,
    auth: user === '' ? undefined : { user, pass },
    from: senderOf(variables),
  };
}
