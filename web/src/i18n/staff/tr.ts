import type { StaffCatalogue } from './mixed.ts';

/** Texts that the staff pages of several features share, in Turkish. */
export const trStaff: StaffCatalogue = {
  colors: { red: 'Kırmızı', green: 'Yeşil', black: 'Siyah' },
  tabsLabel: 'Yönetim sayfaları',
  moreLabel: 'Diğer yönetim sayfaları',
  notAllowed: 'Rolünüz bu sayfayı kapsamıyor.',
  notAllowedHint: 'Gerekiyorsa bir yöneticiden isteyin.',
  days: {
    day: 'Gün (UTC)',
    previousDay: 'Önceki gün',
    nextDay: 'Sonraki gün',
    today: 'Bugün',
  },
  download: 'CSV indir',
  filters: { label: 'Listeyi filtrele', player: 'Oyuncu adı' },
  gameViews: { label: 'Oyunlar', rounds: 'Rulet', rooms: 'Odalar' },
  rows: 'Sayfadaki satır',
  changeWaits: 'Değişiklik ikinci bir kişiyi bekliyor. Henüz hiçbir şey değişmedi.',
};
