/** The embedded database cannot be used; the message tells the operator why. */
export class EmbeddedError extends Error {}

/** An error with one sentence and the last lines of a program's output. */
export function failureOf(action: string, output: string): EmbeddedError {
  const lines = output.trim().split('\n').slice(-12).join('\n');
  if (/No space left on device/i.test(output)) return new EmbeddedError(`${action}: the disk is full.\n${lines}`);
  return new EmbeddedError(lines === '' ? `${action}.` : `${action}:\n${lines}`);
}
