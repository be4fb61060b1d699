import { type Language, languageOf, languages } from '@karat/contract/language';
import { create } from 'zustand';
import { LANGUAGE_KEY } from '#core/api.ts';
import { store, readStored } from '#core/storage.ts';
import { type Catalogue, mixed } from './mixed.ts';

export { type Language, languages };

const loaders: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  mixed: () => Promise.resolve(mixed),
  tr: async () => (await import('./tr.ts')).tr,
  en: async () => (await import('./en.ts')).en,
};

type LanguageState = { language: Language; catalogue: Catalogue };
const useLanguageState = create<LanguageState>(() => ({ language: 'mixed', catalogue: mixed }));

// The last choice wins, even if the texts of an earlier one load later.
let requestedLanguage: Language = 'mixed';

async function applyLanguage(language: Language): Promise<void> {
  requestedLanguage = language;
  const catalogue = await loaders[language]();
  if (requestedLanguage !== language) return;
  document.documentElement.lang = catalogue.locale;
  useLanguageState.setState({ language, catalogue });
}

/** Changes the language and stores the choice. Rejects if the texts cannot be loaded; the page then stays as it is. */
export async function setLanguage(language: Language): Promise<void> {
  const before = useLanguageState.getState().language;
  try {
    await applyLanguage(language);
  } catch (error) {
    if (requestedLanguage === language) requestedLanguage = before;
    throw error;
  }
  if (requestedLanguage === language) store(LANGUAGE_KEY, language);
}

/** Applies the stored language before the first paint, and follows choices made in other tabs. */
export async function restoreLanguage(): Promise<void> {
  window.addEventListener('storage', onStorageChange);
  await applyLanguage(storedLanguage()).catch(() => applyLanguage('mixed'));
}

/** Texts of the shell and those that several features share, in the current language. */
export function useText(): Catalogue {
  return useLanguageState((state) => state.catalogue);
}

export function useLanguage(): Language {
  return useLanguageState((state) => state.language);
}

/** Returns the current text for code outside of components. */
export function currentText(): Catalogue {
  return useLanguageState.getState().catalogue;
}

/** Calls the listener with the current language, and again with every change. */
export function onLanguage(listener: (language: Language) => void): () => void {
  listener(useLanguageState.getState().language);
  return useLanguageState.subscribe((now, before) => {
    if (now.language !== before.language) listener(now.language);
  });
}

/** Texts of one feature in the current language. They are loaded with the feature, in every language. */
export function useWords<Text>(words: Readonly<Record<Language, Text>>): Text {
  return words[useLanguage()];
}

/** Returns the current text for code outside of components. */
export function currentWords<Text>(words: Readonly<Record<Language, Text>>): Text {
  return words[useLanguageState.getState().language];
}

function onStorageChange(event: StorageEvent): void {
  if (event.key === LANGUAGE_KEY || event.key === null) applyLanguage(storedLanguage()).catch(() => undefined);
}

function storedLanguage(): Language {
  return languageOf(readStored(LANGUAGE_KEY));
}
