import { pages } from './mixed/pages.ts';
import { shared } from './mixed/shared.ts';
import { shell } from './mixed/shell.ts';
import { turkishSentences } from './sentences.ts';

// The server's own words, as the mixed language shows them.
const turkishRefusals = ['Kullanıcı adı veya parola hatalı.', 'Eski parola hatalı.'];

// Texts of features are loaded with their pages, so their Turkish sentences are repeated here.
const turkishOfFeatures = [
  'Profilim',
  'Güvenlik',
  'Oyun geçmişim',
  'Kayıt başarılı!',
  'Kullanıcı adı veya email zaten kullanımda.',
  'Kayıt başarısız.',
  'Istek başarılı!',
  'Destek talebi alınamadı.',
  shared.toasts.error('Destek talebi alınamadı.'),
  'Destek talebi kapatildi.',
  'Evet',
  'Hayır',
  'Kullanici',
];

const turkishInMixed: ReadonlySet<string> = new Set<string>([
  ...turkishSentences,
  ...turkishRefusals,
  ...turkishOfFeatures,
  shell.userMenu.profile,
  shell.language.tr,
  shared.toasts.loginDone,
  pages.admin.ticketsTitle,
]);

/** `lang` of an element that shows this sentence: the mixed page is English, and some of its sentences are Turkish. */
export function langOf(sentence: string): 'tr' | undefined {
  return turkishInMixed.has(sentence) ? 'tr' : undefined;
}
