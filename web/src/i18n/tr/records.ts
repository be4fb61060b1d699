import { plural } from '../plural.ts';
import type { records as mixed } from '../mixed/records.ts';

export const records: typeof mixed = {
  logDesk: {
    day: 'Gün (UTC)',
    previousDay: 'Önceki gün',
    nextDay: 'Sonraki gün',
    today: 'Bugün',
    refresh: 'Yenile',
    search: 'Satırlarda ara',
    found: (count) => plural('tr', count, { other: 'satır' }),
    listLabel: 'Kayıt satırları, en yenisi başta',
    none: 'Bu güne bir şey yazılmamış.',
    noneHint: 'Görevlilerin yaptıkları ve sitede dikkat çekenler burada, en yenisi başta durur.',
    noneFound: 'Bu sözcükleri içeren satır yok.',
    noneFoundHint: 'Bir ad, case.edit gibi bir işlem ya da başka bir gün deneyin.',
    failed: 'Kayıtlar yüklenemedi.',
  },
  ledger: {},
  statistics: {},
};
