import type { DropsCatalogue } from './drops-mixed.ts';

/** Texts of the feed of drops in Turkish. */
export const trDrops: DropsCatalogue = {
  proof: 'Bu çekilişin kanıtı',
  label: 'Canlı ödüller',
  live: 'CANLI',
  drops: 'ÖDÜLLER',
  empty: 'Henüz kasa açılmadı. İlk ödül burada görünecek.',
  wonBy: (item, username, caseName) => `${item}: ${username}, ${caseName} kasasından kazandı`,
  proofOf: (item, username) => `Kanıt: ${item}, kazanan ${username}`,
};
