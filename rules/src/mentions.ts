import { nameKey } from './names.ts';

/** Whether a message mentions a player: `@name`, not followed by another character of a name. */
export function mentions(message: string, username: string): boolean {
  const name = nameKey(username).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_])@${name}(?![.-]*[\\p{L}\\p{N}_])`, 'u').test(nameKey(message));
}
