/** Shortest and longest user name a person may have. */
export const USERNAME_LENGTH_MIN = 4;
export const USERNAME_LENGTH_MAX = 32;

/** Latin and Turkish letters, digits, and three marks: no look-alikes from other scripts, nothing invisible. */
export const USERNAME_PATTERN = /^[A-Za-z0-9çÇğĞıİöÖşŞüÜ_.-]+$/u;

/**
 * What two names must not share. Never the Turkish locale's lower case: the same name must give the same key on every
 * machine. The dotless ı and the dotted İ fold to i, so nobody can pass for another player by swapping them.
 */
export function nameKey(username: string): string {
  return username.normalize('NFC').replaceAll('İ', 'i').replaceAll('ı', 'i').toLowerCase();
}
