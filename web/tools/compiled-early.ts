import type { Plugin } from 'vite';

/** Scripts most of which runs before the first page is drawn. */
const CHUNKS = new Set(['react', 'vendor', 'kit', 'main']);

/**
 * Asks the browser to compile these whole while it fetches them, beside everything else: else it compiles each function when it is
 * first called, and the page waits for that.
 */
export function compiledEarly(): Plugin {
  return {
    name: 'compiled-early',
    apply: 'build',
    generateBundle: {
      // Only the first line of a file counts, and others add lines of their own.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && CHUNKS.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
