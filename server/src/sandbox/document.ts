import { escapeHtml } from '#http/html.ts';
import { SANDBOX_STYLES } from './styles.ts';

type Document = {
  readonly title: string;
  readonly nonce: string;
  readonly body: string;
  /** The first line of the page. */
  readonly badge?: string;
  /** For pages that show more than a form. */
  readonly isWide?: boolean;
};

export const DIAMOND = `<svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false"><path fill="#3ddcff" d="M6 3h12l4 6-10 12L2 9z"/><path fill="none" stroke="#0a0c12" stroke-width="1.2" d="M6 3l6 6 6-6M2 9h20M12 9v12"/></svg>`;

const STEAM_BADGE = 'Sandbox – a local replacement for Steam';

/** The HTML document of every sandbox page. */
export function renderDocument({ title, nonce, body, badge = STEAM_BADGE, isWide = false }: Document): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${SANDBOX_STYLES}</style>
</head>
<body>
<main${isWide ? ' class="wide"' : ''}>
<p class="badge">${badge}</p>
${body}
</main>
</body>
</html>
`;
}
