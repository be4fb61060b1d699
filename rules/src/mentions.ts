import { nameKey } from './names.ts';

/** Whether a message speaks to a player: `@name`, followed by no further letter of a name. */
export function mentions(message: string, username: string): boolean {
  const name = nameKey(username).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_])@${name}(?![.-]*[\\p{L}\\p{N}_])`, 'u').test(nameKey(message));
}
