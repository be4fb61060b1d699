/** The languages of the site. `mixed` has the specified wording and is the default. */
export const languages = ['mixed', 'tr', 'en'] as const;
export type Language = (typeof languages)[number];

/** Parses a language; returns the default for an unknown one. */
export function languageOf(value: unknown): Language {
  return languages.find((each) => each === value) ?? 'mixed';
}
