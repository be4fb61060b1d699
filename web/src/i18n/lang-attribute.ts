import { pages } from './mixed/pages.ts';
import { shared } from './mixed/shared.ts';
import { shell } from './mixed/shell.ts';
import { turkishSentences } from './sentences.ts';

// Turkish sentences of the server, which the mixed language shows as they are.
const turkishRefusals = ['Kullanıcı adı veya parola hatalı.', 'Eski parola hatalı.'];

// Texts of features are loaded with their pages, so their Turkish sentences are repeated here.
const turkishFeatureTexts = [
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
  ...turkishFeatureTexts,
  shell.userMenu.profile,
  shell.language.tr,
  shared.toasts.loginDone,
  pages.admin.ticketsTitle,
]);

/** Returns the `lang` attribute of an element with this sentence. The mixed page is English, but some of its sentences are Turkish. */
export function langAttribute(sentence: string): 'tr' | undefined {
  return turkishInMixed.has(sentence) ? 'tr' : undefined;
}
