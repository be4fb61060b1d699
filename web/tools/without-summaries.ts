import type { Plugin } from 'vite';

const CONTRACT = /\/contract\/src\/[\w-]+\.ts$/;
const SUMMARY = /^( +)summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`),$/gm;

/** The same source with nothing said about its calls. */
export function withoutSummary(source: string): string {
  return source.replaceAll(SUMMARY, "$1summary: '',");
}

/** What a call is for is read on the API page, which the server writes: no browser is sent a word of it. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (source, id) => (CONTRACT.test(id) ? { code: withoutSummary(source), map: null } : undefined),
  };
}
