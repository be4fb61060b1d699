import type { EmailMessage } from '#adapters/email/email.ts';
import type { WebhookFormat } from '#alarm-settings.ts';
import { escapeHtml } from '#http/html.ts';
import type { DueDelivery } from './queries.ts';
import { textOfAlarm } from './texts.ts';

const linkOf = (origin: string): string => `${origin}/admin/alarms`;

/** The body of a webhook. Discord and Slack show one text. */
export function bodyOf(due: DueDelivery, format: WebhookFormat, origin: string): string {
  const { deliveryId, kind, subject, details, createdAt } = due;
  const text = textOfAlarm(kind, details);
  // A name in the text must not notify everyone in the channel.
  if (format === 'discord')
    return JSON.stringify({ content: `${text}\n${linkOf(origin)}`, allowed_mentions: { parse: [] } });
  if (format === 'slack') {
    const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
    return JSON.stringify({ text: `${escaped}\n${linkOf(origin)}` });
  }
  return JSON.stringify({ deliveryId, kind, subject, text, details, createdAt, site: origin });
}

export function emailOf(due: DueDelivery, to: string, origin: string): EmailMessage {
  const { deliveryId, kind, details, createdAt } = due;
  const text = textOfAlarm(kind, details);
  return {
    deliveryId,
    to,
    subject: `Karat: ${text}`.slice(0, 120),
    text: `${text}\n\n${linkOf(origin)}\n`,
    html: `<!doctype html><p>${escapeHtml(text)}</p><p><a href="${escapeHtml(linkOf(origin))}">${escapeHtml(linkOf(origin))}</a></p>`,
    createdAt: new Date(createdAt),
  };
}
