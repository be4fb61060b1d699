import { plural } from '../../plural.ts';
import type { panel as mixed } from '../mixed/panel.ts';

export const panel: typeof mixed = {
  tabsLabel: 'Yönetim sayfaları',
  moreLabel: 'Diğer yönetim sayfaları',
  adjust: {
    title: 'Bakiye düzeltme',
    hint: 'Bir oyuncuya elmas ekler ya da ondan alır. Defter ve görevli kayıtları bunu adınız ve nedeninizle saklar.',
    userId: 'Oyuncu kimliği',
    amount: 'Tutar',
    amountHint: '0’ın altı elmas alır.',
    reason: 'Neden',
    review: 'Gözden geçir',
    confirmTitle: 'Bu bakiye düzeltilsin mi?',
    adds: (amount, userId) => `${userId} numaralı oyuncuya ${amount} elmas eklenir.`,
    takes: (amount, userId) => `${userId} numaralı oyuncudan ${amount} elmas alınır.`,
    confirm: 'Bakiyeyi düzelt',
    done: (userId, balance) => `${userId} numaralı oyuncunun artık ${balance} elması var.`,
    failed: 'Bakiye düzeltilemedi.',
    termsFailed: 'Bakiyeye bakılamadı. İstenen yine de denetlenir.',
    tooMuch: (username, balance) => `${username} adlı oyuncunun yalnızca ${balance} elması var: bu kadarı alınamaz.`,
    needsSecond: (limit) => `${limit} elmastan fazla: ikinci bir yönetici onaylamadan hiçbir şey yer değiştirmez.`,
    needsSecondInAll: (limit, before) =>
      `Son 24 saatteki ${before} elmasınızla birlikte ${limit} elması aşıyor: ikinci bir yönetici onaylamadan hiçbir şey yer değiştirmez.`,
  },
  days: {
    day: 'Gün (UTC)',
    previousDay: 'Önceki gün',
    nextDay: 'Sonraki gün',
    today: 'Bugün',
  },
  logs: {
    refresh: 'Yenile',
    search: 'Satırlarda ara',
    found: (count) => plural(count, { other: 'satır' }),
    listLabel: 'Kayıt satırları, en yenisi başta',
    none: 'Bu güne bir şey yazılmamış.',
    noneHint: 'Görevlilerin yaptıkları ve sitede dikkat çekenler burada, en yenisi başta durur.',
    noneFound: 'Bu sözcükleri içeren satır yok.',
    noneFoundHint: 'Bir ad, case.edit gibi bir işlem ya da başka bir gün deneyin.',
    failed: 'Kayıtlar yüklenemedi.',
  },
};
