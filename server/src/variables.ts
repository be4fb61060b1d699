/** An invalid environment variable. The message is one sentence, shown before anything starts. */
export class BadEnv extends Error {}

export type Variables = Readonly<Record<string, string | undefined>>;

const FLAG = new Map([
  ['1', true],
  ['on', true],
  ['true', true],
  ['yes', true],
  ['0', false],
  ['off', false],
  ['false', false],
  ['no', false],
]);

export function flag(variables: Variables, name: string, fallback: boolean): boolean {
  const text = variables[name];
  if (text === undefined || text === '') return fallback;
  const value = FLAG.get(text.toLowerCase());
  if (value === undefined) throw new BadEnv(`${name} must be on or off, not "${text}".`);
  return value;
}

export function integer(
  variables: Variables,
  name: string,
  range: { fallback: number; min: number; max: number },
): number {
  const text = variables[name];
  if (text === undefined || text === '') return range.fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < range.min || value > range.max) {
    throw new BadEnv(`${name} must be a whole number from ${range.min} to ${range.max}, not "${text}".`);
  }
  return value;
}

export function decimal(
  variables: Variables,
  name: string,
  range: { fallback: number; min: number; max: number },
): number {
  const text = variables[name];
  if (text === undefined || text === '') return range.fallback;
  const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(value >= range.min && value <= range.max)) {
    throw new BadEnv(`${name} must be a number from ${range.min} to ${range.max}, not "${text}".`);
  }
  return value;
}

export function choice<const Choice extends string>(
  variables: Variables,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = variables[name];
  if (text === undefined || text === '') return undefined;
  const found = choices.find((each) => each === text);
  if (found === undefined) throw new BadEnv(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return found;
}

export function readUrl(variables: Variables, name: string, protocols: readonly string[]): URL | undefined {
  const text = variables[name];
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !protocols.includes(url.protocol)) {
    throw new BadEnv(`${name} must be a URL that starts with ${protocols.map((each) => `${each}//`).join(' or ')}.`);
  }
  return url;
}
