import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';

const FOLDER = import.meta.dirname;
const ROOT = path.resolve(FOLDER, '../..');
const PAGE = 'verify/karat-verify.html';
const SCRIPT = 'verify/karat-verify.mjs';

// Not minified: people who download a verifier must be able to read it.
const readable = { write: false, minify: false, target: 'es2022', modulePreload: false } as const;

async function bundle(entry: string, options: { readonly isForNode: boolean }): Promise<string> {
  const { isForNode } = options;
  const output = isForNode ? { format: 'es' as const } : { format: 'iife' as const };
  const built = await build({
    root: FOLDER,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // The built file contains the paths of its sources. Relative to one root, they are the same on every machine.
    build: { ...readable, ssr: isForNode, rolldownOptions: { cwd: ROOT, input: path.join(FOLDER, entry), output } },
    ssr: { noExternal: true },
  });
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk, ...others] = files.filter((file) => file.type === 'chunk');
  if (chunk === undefined || others.length > 0) throw new Error(`${entry} was not bundled into one file`);
  return chunk.code;
}

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page with inline style and script, under a content security policy that allows only these two and no connection. */
function singlePage(template: string, { style, script }: { readonly style: string; readonly script: string }): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return template
    .replace('__POLICY__', () => policy.join('; '))
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
}

/** Both stand-alone verifiers, by the path under which they are served. */
export async function buildVerifiers(): Promise<ReadonlyMap<string, string>> {
  const [template, style, page, commandLine] = await Promise.all([
    readFile(path.join(FOLDER, 'page.html'), 'utf8'),
    readFile(path.join(FOLDER, 'page.css'), 'utf8'),
    bundle('page.ts', { isForNode: false }),
    bundle('command-line.ts', { isForNode: true }),
  ]);
  // A closing tag inside a string would end the script.
  const script = page.replaceAll('</script', String.raw`<\/script`);
  return new Map([
    [PAGE, singlePage(template, { style, script })],
    [SCRIPT, commandLine],
  ]);
}

/** Vite plugin that adds the stand-alone verifiers to the build of the web app. */
export function verifiers(): Plugin {
  return {
    name: 'karat-verifiers',
    async generateBundle() {
      for (const [fileName, source] of await buildVerifiers()) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(1) ?? '';
        if (name !== PAGE && name !== SCRIPT) return next();
        buildVerifiers().then((files) => {
          response.setHeader('content-disposition', 'attachment');
          response.end(files.get(name));
        }, next);
      });
    },
  };
}
