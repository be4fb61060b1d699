import type { MaintenanceCatalogue } from './maintenance-mixed.ts';

/** Texts of the maintenance page in Turkish. */
export const trMaintenance: MaintenanceCatalogue = {
  closedTitle: 'Birazdan döneceğiz',
  closedText: 'Sitede bakım yapılıyor. Elmaslarınız ve eşyalarınız güvende.',
  closedUntil: 'Tahmini açılış:',
  closedStays: 'Bu sayfayı açık bırakabilirsiniz. Site açılınca kendiliğinden görünür.',
  staffSignIn: 'Görevli girişi',
};
