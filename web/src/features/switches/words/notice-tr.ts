import type { NoticeCatalogue } from './notice-mixed.ts';

/** Texts about what is switched off, where staff have written none, in Turkish. */
export const trNotice: NoticeCatalogue = {
  roulette: 'Rulet şimdilik kapalı. Lütfen daha sonra tekrar gelin.',
  case: 'Kasa açma şimdilik kapalı. Lütfen daha sonra tekrar gelin.',
  duel: 'Düellolar şimdilik kapalı. Başlamış maçlar devam eder.',
  market: 'Pazar şimdilik kapalı. İlanlarınız ve alış emirleriniz korunur.',
  deposits: 'Yatırma işlemleri şimdilik kapalı. Lütfen daha sonra tekrar gelin.',
  withdrawals: 'Çekim işlemleri şimdilik kapalı. Eşyalarınız güvende.',
  chat: 'Sohbet şimdilik kapalı.',
  signups: 'Yeni hesap açma şimdilik kapalı. Lütfen daha sonra tekrar gelin.',
};
