import { create } from 'zustand';
import { keep, kept } from '#core/storage.ts';
import { type Catalogue, mixed } from './mixed.ts';

export const languages = ['mixed', 'tr', 'en'] as const;
export type Language = (typeof languages)[number];

/** The storage key of the chosen language. */
export const LANGUAGE_KEY = 'language';

const loaders: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  mixed: () => Promise.resolve(mixed),
  tr: async () => (await import('./tr.ts')).tr,
  en: async () => (await import('./en.ts')).en,
};

type Spoken = { language: Language; catalogue: Catalogue };
const useSpoken = create<Spoken>(() => ({ language: 'mixed', catalogue: mixed }));

// The last choice wins, even if the texts of an earlier one load later.
let wanted: Language = 'mixed';

async function speak(language: Language): Promise<void> {
  wanted = language;
  const catalogue = await loaders[language]();
  if (wanted !== language) return;
  document.documentElement.lang = catalogue.locale;
  useSpoken.setState({ language, catalogue });
}

/** Changes the language and stores the choice. Rejects if the texts cannot be loaded; the page then stays as it is. */
export async function setLanguage(language: Language): Promise<void> {
  const before = useSpoken.getState().language;
  try {
    await speak(language);
  } catch (error) {
    if (wanted === language) wanted = before;
    throw error;
  }
  if (wanted === language) keep(LANGUAGE_KEY, language);
}

/** Applies the stored language before the first paint, and follows choices made in other tabs. */
export async function restoreLanguage(): Promise<void> {
  window.addEventListener('storage', follow);
  await speak(remembered()).catch(() => speak('mixed'));
}

/** Texts of the shell and those that several features share, in the current language. */
export function useText(): Catalogue {
  return useSpoken((spoken) => spoken.catalogue);
}

export function useLanguage(): Language {
  return useSpoken((spoken) => spoken.language);
}

/** The same for code outside of components. */
export function currentText(): Catalogue {
  return useSpoken.getState().catalogue;
}

/** Texts of one feature in the current language. They are loaded with the feature, in every language. */
export function useWords<Text>(words: Readonly<Record<Language, Text>>): Text {
  return words[useLanguage()];
}

/** The same for code outside of components. */
export function currentWords<Text>(words: Readonly<Record<Language, Text>>): Text {
  return words[useSpoken.getState().language];
}

function follow(event: StorageEvent): void {
  if (event.key === LANGUAGE_KEY || event.key === null) speak(remembered()).catch(() => undefined);
}

function remembered(): Language {
  const language = kept(LANGUAGE_KEY);
  return languages.find((each) => each === language) ?? 'mixed';
}
