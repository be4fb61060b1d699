/** The embedded store cannot be had; the message says why, for the operator. */
export class EmbeddedFailed extends Error {}

/** Says in a sentence what a program said in many lines, and keeps the last of them. */
export function failureOf(what: string, output: string): EmbeddedFailed {
  const lines = output.trim().split('\n').slice(-12).join('\n');
  if (/No space left on device/i.test(output)) return new EmbeddedFailed(`${what}: the disk is full.\n${lines}`);
  return new EmbeddedFailed(lines === '' ? `${what}.` : `${what}:\n${lines}`);
}
