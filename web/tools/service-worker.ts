import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { Shell } from '../src/service-worker/shell.ts';

const WEB = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(WEB, 'src/service-worker');
const ICONS = path.resolve(WEB, '../art/pictures/brand');
const ICON_NAMES = ['icon-192.png', 'icon-512.png', 'icon-maskable-512.png', 'apple-touch-icon.png', 'badge-96.png'];
const OFFLINE_PAGE = 'offline.html';
const VERSION_LENGTH = 16;

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Bundles one script into one file, apart from the app. */
async function bundleScript(entry: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const rolldownOptions = { input: path.join(FOLDER, entry), output: { format: 'iife' as const } };
  const built = await build({
    root: WEB,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions },
  });
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk, ...others] = files.filter((file) => file.type === 'chunk');
  if (chunk === undefined || others.length > 0) throw new Error(`${entry} was not bundled into one file`);
  return chunk.code;
}

function findFont(bundle: Rolldown.OutputBundle, name: string): string {
  const font = Object.keys(bundle).find((file) => path.basename(file).startsWith(name));
  if (font === undefined) throw new Error(`The build has no font ${name}`);
  return `/${font}`;
}

type Fonts = { readonly inter: string; readonly saira: string };

/** The offline page in one file. Its content security policy allows only its own style and script, and the fonts of the site. */
export async function buildOfflinePage({ inter, saira }: Fonts): Promise<string> {
  const [template, css, code] = await Promise.all([
    readFile(path.join(FOLDER, OFFLINE_PAGE), 'utf8'),
    readFile(path.join(FOLDER, 'offline.css'), 'utf8'),
    bundleScript('offline.ts'),
  ]);
  const style = css.replace('__INTER__', inter).replace('__SAIRA__', saira);
  const script = code.replaceAll('</script', String.raw`<\/script`);
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return template
    .replace('__POLICY__', () => policy.join('; '))
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
}

/** Changes with every file of the build: a browser then installs the new worker, which replaces what the old one stored. */
function versionOf(bundle: Rolldown.OutputBundle, page: string): string {
  const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
  return createHash('sha256').update(names.toSorted().join('\n')).update(page).digest('hex').slice(0, VERSION_LENGTH);
}

/** Vite plugin that adds the service worker, the offline page and the app's icons to the build. In development there is no worker. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    async generateBundle(_, bundle) {
      const fonts = { inter: findFont(bundle, 'inter-latin-'), saira: findFont(bundle, 'saira-latin-') };
      const page = await buildOfflinePage(fonts);
      const shell: Shell = {
        version: versionOf(bundle, page),
        files: [`/${OFFLINE_PAGE}`, fonts.inter, fonts.saira],
      };
      const worker = await bundleScript('main.ts', { SHELL: JSON.stringify(shell) });
      this.emitFile({ type: 'asset', fileName: OFFLINE_PAGE, source: page });
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker });
      for (const name of ICON_NAMES) {
        const source = await readFile(path.join(ICONS, name));
        this.emitFile({ type: 'asset', fileName: `icons/${name}`, source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use('/icons', (request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(1) ?? '';
        if (!ICON_NAMES.includes(name)) return next();
        readFile(path.join(ICONS, name)).then(
          (body) => response.setHeader('content-type', 'image/png').end(body),
          next,
        );
      });
    },
  };
}
