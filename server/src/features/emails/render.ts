import type { Language } from '@karat/contract/language';
import { escapeHtml } from '#http/html.ts';
import { type EmailText, FRAME } from './texts/text.ts';

type Rendered = { readonly subject: string; readonly text: string; readonly html: string };

type Reader = {
  readonly language: Language;
  readonly username: string;
  /** The address of the site, for links. */
  readonly origin: string;
};

function plainText({ paragraphs, details = [], action, closing = [] }: EmailText, reader: Reader): string {
  const { greeting, footer } = FRAME[reader.language];
  const parts = [
    greeting(reader.username),
    ...paragraphs,
    ...(details.length === 0 ? [] : [details.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(action === undefined ? [] : [`${action.label}:\n${reader.origin}${action.path}`]),
    ...closing,
    `--\n${footer(reader.username)}\n${reader.origin}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const FONT = 'font-family:Inter,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

const paragraph = (text: string): string =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1b2130;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;

function detailRow([label, value]: readonly [string, string]): string {
  return `<tr><th scope="row" align="left" style="padding:6px 16px 6px 0;font-size:14px;line-height:20px;font-weight:400;color:#5a6478;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</th>
<td style="padding:6px 0;font-size:14px;line-height:20px;font-weight:600;color:#1b2130;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value)}</td></tr>`;
}

function detailTable(details: NonNullable<EmailText['details']>): string {
  return `<table style="width:100%;margin:0 0 20px;border-collapse:collapse;border-top:1px solid #dde2ec;border-bottom:1px solid #dde2ec">
${details.map(detailRow).join('\n')}
</table>`;
}

function button(label: string, url: string, hint: string): string {
  return `<p style="margin:8px 0 20px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#0b6377;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 20px;font-size:13px;line-height:19px;color:#5a6478;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(hint)}<br><a href="${escapeHtml(url)}" style="color:#0b6377">${escapeHtml(url)}</a></p>`;
}

/** A page of tables and inline styles, which is what mail programs show reliably. It loads nothing, so opening it is not tracked. */
function htmlPage({ subject, paragraphs, details = [], action, closing = [] }: EmailText, reader: Reader): string {
  const { language, username, origin } = reader;
  const { greeting, footer, link } = FRAME[language];
  const content = [
    paragraph(greeting(username)),
    ...paragraphs.map(paragraph),
    ...(details.length === 0 ? [] : [detailTable(details)]),
    ...(action === undefined ? [] : [button(action.label, `${origin}${action.path}`, link)]),
    ...closing.map(paragraph),
  ].join('\n');
  return `<!doctype html>
<html lang="${language === 'tr' ? 'tr' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#eef1f6;${FONT}">
<div role="main">
<table role="presentation" style="width:100%;border-collapse:collapse"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" style="width:100%;max-width:560px;border-collapse:separate;border-spacing:0;background:#ffffff;border-radius:16px;overflow:hidden;text-align:left">
<tr><td style="padding:20px 28px;background:#10131c;color:#ffffff;font-size:20px;line-height:26px;font-weight:700"><span style="color:#3ddcff">◆</span> Karat</td></tr>
<tr><td style="padding:28px 28px 12px;${FONT}">
<h1 style="margin:0 0 20px;font-size:22px;line-height:28px;color:#10131c">${escapeHtml(subject)}</h1>
${content}
</td></tr>
<tr><td style="padding:16px 28px 24px;border-top:1px solid #dde2ec;font-size:13px;line-height:19px;color:#5a6478;overflow-wrap:anywhere;${FONT}">${escapeHtml(footer(username))}<br><a href="${escapeHtml(origin)}" style="color:#0b6377">${escapeHtml(origin)}</a></td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`;
}

/** An e-mail as text and as HTML. */
export function renderEmail(email: EmailText, reader: Reader): Rendered {
  return { subject: email.subject, text: plainText(email, reader), html: htmlPage(email, reader) };
}
