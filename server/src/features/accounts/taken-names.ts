import { Refusal } from '@karat/contract/refusal';
import { nameKey } from '@karat/rules/names';

/** Whoever is called so speaks for the site, or seems to: no name for a player. */
const RESERVED: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'moderator',
  'support',
  'staff',
  'system',
  'karat',
]);

/** Also of several such words: karat_support. The operator's own admin is not asked. */
export function isReservedName(username: string): boolean {
  const words = nameKey(username)
    .split(/[._-]+/)
    .filter((word) => word !== '');
  return words.length > 0 && words.every((word) => RESERVED.has(word));
}

/** Which field of the form the other has. The client knows this very sentence. */
export function taken(path: 'username' | 'email'): Refusal {
  return new Refusal('taken', 'Validation error', { issues: [{ path, message: 'Already in use.' }] });
}
