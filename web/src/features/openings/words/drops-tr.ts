import type { DropsCatalogue } from './drops-mixed.ts';

/** Texts of the feed of drops in Turkish. */
export const trDrops: DropsCatalogue = {
  proof: 'Bu çekilişin kanıtı',
  label: 'Canlı düşenler',
  live: 'CANLI',
  drops: 'DÜŞENLER',
  empty: 'Henüz kasa açılmadı. İlk düşen eşya burada görünecek.',
  wonBy: (item, username, caseName) => `${username}, ${caseName} kasasından kazandı: ${item}`,
  proofOf: (item, username) => `Kanıt: ${username} kazandı, ${item}`,
};
