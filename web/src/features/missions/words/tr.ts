import { plural } from '#i18n/plural.ts';
import type { MissionsCatalogue } from './mixed.ts';

/** Texts of the missions in Turkish. */
export const trMissions: MissionsCatalogue = {
  claimReward: 'Ödülü al',
  go: 'Git',
  reward: 'Ödül',
  claimed: 'Alındı',
  completed: (title, diamonds) => `Görev tamamlandı: ${title}. Ödül: ${diamonds}.`,
  severalCompleted: (count) => `${plural(count, { other: 'görev' })} tamamlandı`,
  claim: 'Ödülü al',
  claimedNow: (diamonds) => `Ödül alındı: ${diamonds}.`,
  completedEarlier: 'Daha önce tamamlandı',
  progress: (amount, target) => `${amount} / ${target}`,
  groups: { day: 'Günlük', week: 'Haftalık', once: 'Bir kerelik' },
  resetsIn: (time) => `${time} sonra yenilenir`,
  resetsNow: 'Birazdan yenilenir',
  days: (days, hours) => `${days} g ${hours} sa`,
  hours: (hours, minutes) => `${hours} sa ${minutes} dk`,
  minutes: (minutes) => `${minutes} dk`,
  summaryLabel: 'Ödülleriniz',
  waiting: (count) => plural(count, { other: 'ödül sizi bekliyor' }),
  show: 'Göster',
  claimAll: 'Hepsini al',
  remaining: (count) => plural(count, { other: 'görev kaldı' }),
  leftHint: 'İlerleme otomatik olarak sayılır.',
  allDone: 'Hepsi tamam',
  allDoneHint: 'Günlük ve haftalık görevler otomatik olarak yenilenir.',
  signInTitle: 'Oynayarak görevleri tamamlayın',
  signInHint: 'İlerlemenizi takip etmek için giriş yapın. Ödüller bakiyenize eklenir.',
  empty: 'Henüz görev yok.',
  emptyHint: 'Görevler ve ödülleri burada görünür.',
};
