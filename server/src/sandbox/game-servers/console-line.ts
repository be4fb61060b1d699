/** One command of a console, in words: quotes hold words together and end where they close. */
export type ConsoleLine = { readonly command: string; readonly words: readonly string[] };

/** A console runs what stands between semicolons and line ends one after another. */
export function readConsole(text: string): ConsoleLine[] {
  const lines = text.match(/(?:"[^"\n]*"?|[^";\n])+/g) ?? [];
  return lines.flatMap((line) => {
    const words = [...line.matchAll(/"([^"]*)"?|[^\s"]+/g)].map((match) => match[1] ?? match[0]);
    const [command, ...rest] = words;
    return command === undefined || command === '' ? [] : [{ command, words: rest }];
  });
}
