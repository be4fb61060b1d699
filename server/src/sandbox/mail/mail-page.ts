import { escapeHtml } from '#http/html.ts';
import { DIAMOND, renderDocument } from '../document.ts';
import type { ListedEmail, StoredEmail } from './outbox.ts';

export const SANDBOX_MAIL_PATH = '/sandbox/mail';

const TITLE = 'E-mails – sandbox';
const BADGE = 'Sandbox – the e-mails of this site';

const timeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

function listItem({ deliveryId, address, subject, receivedAt }: ListedEmail): string {
  return `<li><a class="offer" href="${SANDBOX_MAIL_PATH}/${deliveryId}"><span class="who"><span class="name">${escapeHtml(subject)}</span>
<span class="id">to ${escapeHtml(address)}</span></span><span class="id">${timeText(receivedAt)}</span></a></li>`;
}

/** The e-mails that the site would have sent, newest first. */
export function mailListPage(emails: readonly ListedEmail[], nonce: string): string {
  const list =
    emails.length === 0
      ? '<p class="lead">No e-mails yet.</p>'
      : `<ul class="offers">\n${emails.map(listItem).join('\n')}\n</ul>`;
  const body = `<h1>${DIAMOND}<span>E-mails</span></h1>
<p class="lead">This site sends no e-mails. It shows them here instead. Everyone who can open this site can read them.</p>
<h2>Newest first</h2>
${list}
<p class="away"><a href="/">Back to Karat</a></p>`;
  return renderDocument({ title: TITLE, nonce, body, badge: BADGE, isWide: true });
}

/** Links of the text that lead to the site itself. */
function withLinks(text: string, origin: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/\S+/g, (url) =>
    url === origin || url.startsWith(`${escapeHtml(origin)}/`) ? `<a href="${url}">${url}</a>` : url,
  );
}

export function mailPage(
  { address, subject, text, receivedAt, deliveryId }: StoredEmail,
  origin: string,
  nonce: string,
) {
  const body = `<h1>${DIAMOND}<span>${escapeHtml(subject)}</span></h1>
<p class="lead">To ${escapeHtml(address)}, ${timeText(receivedAt)}</p>
<pre class="mail">${withLinks(text, origin)}</pre>
<p class="away"><a href="${SANDBOX_MAIL_PATH}/${deliveryId}/html">Show as HTML</a> · <a href="${SANDBOX_MAIL_PATH}">All e-mails</a></p>`;
  return renderDocument({ title: `${subject} – sandbox`, nonce, body, badge: BADGE, isWide: true });
}
