/** The length limits of user names. */
export const USERNAME_LENGTH_MIN = 4;
export const USERNAME_LENGTH_MAX = 32;

/** Latin and Turkish letters, digits, and `_.-`: no look-alikes from other scripts, nothing invisible. */
export const USERNAME_PATTERN = /^[A-Za-z0-9çÇğĞıİöÖşŞüÜ_.-]+$/u;

/**
 * The key by which names are unique. It does not use the Turkish locale's lower case, because the same name must give the same key
 * on every machine. The dotless ı and the dotted İ become i, so that swapping them does not imitate another player.
 */
export function nameKey(username: string): string {
  return username.normalize('NFC').replaceAll('İ', 'i').replaceAll('ı', 'i').toLowerCase();
}
