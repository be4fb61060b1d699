import { createTransport } from 'nodemailer';
import type { SmtpSettings } from '#email-settings.ts';
import type { EmailOutcome, EmailSender } from './email.ts';

const TIMEOUT_MS = 10_000;

/** Sign-in failures and syntax errors of the connection are permanent replies, but not a fault of the message. */
const MESSAGE_COMMANDS = new Set(['RCPT TO', 'DATA']);

type SmtpFailure = Error & {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
};

/** The reply of the server is not logged, because it may quote the address. */
function outcomeOf({ responseCode, command, code, name }: SmtpFailure): EmailOutcome {
  const reason = responseCode === undefined ? (code ?? name) : `SMTP ${responseCode} after ${command ?? 'connecting'}`;
  const isPermanent = responseCode !== undefined && responseCode >= 500;
  const isOfMessage = MESSAGE_COMMANDS.has(command ?? '') || code === 'EMESSAGE';
  return { kind: isPermanent && isOfMessage ? 'rejected' : 'failed', reason };
}

/** Sends by SMTP, one connection for each e-mail. */
export function createSmtpSender(settings: SmtpSettings, timeoutMs = TIMEOUT_MS): EmailSender {
  const { host, port, tls, auth, from } = settings;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const transport = createTransport({
    host,
    port,
    secure: tls === 'start',
    requireTLS: tls === 'upgrade',
    ignoreTLS: tls === 'none',
    ...(auth && { auth }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    isPublic: false,
    async send({ deliveryId, to, subject, text, html, createdAt }) {
      try {
        await transport.sendMail({
          from: { name: from.name, address: from.address },
          // As an object, so that an address with a comma is not read as two.
          to: { name: '', address: to },
          subject,
          text,
          html,
          date: createdAt,
          messageId: `<${deliveryId}@${domain}>`,
          headers: { 'X-Delivery-Id': deliveryId, 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error as SmtpFailure);
      }
    },
  };
}
