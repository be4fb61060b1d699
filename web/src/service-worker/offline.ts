import { languageOf, type Language } from '@karat/contract/language';

type OfflineText = { readonly title: string; readonly text: string; readonly retry: string };

const english: OfflineText = {
  title: 'You are offline',
  text: 'Karat needs a connection. This page reloads when the connection is back.',
  retry: 'Try again',
};
const words: Readonly<Record<Language, OfflineText>> = {
  mixed: english,
  en: english,
  tr: {
    title: 'Çevrimdışısınız',
    text: 'Karat için internet bağlantısı gerekir. Bağlantı gelince bu sayfa kendiliğinden yenilenir.',
    retry: 'Tekrar dene',
  },
};

/** The key under which the app stores the language. */
const LANGUAGE_KEY = 'language';

function storedLanguage(): Language {
  try {
    return languageOf(localStorage.getItem(LANGUAGE_KEY));
  } catch {
    return 'mixed';
  }
}

const language = storedLanguage();
const { title, text, retry } = words[language];
document.documentElement.lang = language === 'tr' ? 'tr' : 'en';
document.title = `${title} – Karat`;
document.querySelector('h1')!.textContent = title;
document.querySelector('p')!.textContent = text;
const button = document.querySelector('button')!;
button.textContent = retry;
const reload = (): void => window.location.reload();
button.addEventListener('click', reload);
window.addEventListener('online', reload);
