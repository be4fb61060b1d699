import type { Plugin } from 'vite';
import { firstScripts } from './page-assets.ts';

export const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/**
 * Asks the browser to compile the scripts of every first page completely while it downloads them. Without the hint it compiles each
 * function at its first call, and the page waits for that.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // Only the first line of a file counts, and others add lines of their own.
      order: 'post',
      handler(_, bundle) {
        for (const name of firstScripts(bundle)) {
          const file = bundle[name];
          if (file?.type === 'chunk') file.code = `${COMPILE_HINT}\n${file.code}`;
        }
      },
    },
  };
}
