import type { SharingCatalogue } from './sharing-mixed.ts';

/** Texts of the share pages in Turkish. */
export const trSharing: SharingCatalogue = {
  picture: (subject) => `Paylaşılacak resim: ${subject}`,
  noPicture: 'Resim henüz hazır değil.',
  dropLead: 'Karat’taki her çekilişi herkes doğrulayabilir.',
  verify: 'Bu çekilişi doğrula',
  openCase: (caseName) => `${caseName} kasasına bak`,
  dropMissing: 'Böyle bir ödül yok.',
  dropMissingHint: 'Bağlantı eksik olabilir veya kasa hâlâ dönüyor olabilir.',
  match: (size, map, score) => `${map} haritasında ${size}: ${score}`,
  matchLead: 'Maç sayfası her raundu gösterir ve başlangıç tarafını doğrulamanızı sağlar.',
  openMatch: 'Maçı aç',
  matchMissing: 'Böyle bir maç yok.',
  matchMissingHint: 'Bağlantı eksik olabilir veya maç bitmemiş olabilir.',
  goHome: 'Düellolar',
};
