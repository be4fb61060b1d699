import { plural } from '../../plural.ts';
import type { community as mixed } from '../mixed/community.ts';

export const community: typeof mixed = {
  tickets: {
    filterLabel: 'Duruma göre talepler',
    all: 'Hepsi',
    open: 'Açık',
    closed: 'Kapalı',
    listLabel: 'Oyuncuların talepleri',
    none: 'Talep yok.',
    noneOpen: 'Açık talep yok.',
    noneClosed: 'Kapalı talep yok.',
    noneHint: 'Oyuncuların sordukları burada, henüz okunmayanlar başta durur.',
    unreadTab: 'okunmamışlar var',
    failed: 'Veriler alınırken bir hata oluştu.',
  },
  chat: {
    slowModeOff: 'Yavaş mod kapalı',
    slowMode: (seconds) => `Yavaş mod: ${seconds} sn`,
    delete: 'Mesajı sil',
    mute: 'Sustur…',
    muteTitle: (username) => `Sustur: ${username}`,
    muteHint: 'Okuyabilir, ama yazamaz. Nedeni kendisine bildirilir.',
    muteFor: 'Ne kadar süreyle',
    muteMinutes: (count) => plural(count, { other: 'dakika' }),
    muteHours: (count) => plural(count, { other: 'saat' }),
    muteDays: (count) => plural(count, { other: 'gün' }),
    muteEnd: 'Susturmayı bitir',
    muteReason: 'Neden',
    muteConfirm: 'Sustur',
    nowMuted: (username) => `${username} susturuldu.`,
    muteEnded: (username) => `${username} yeniden yazabilir.`,
  },
};
