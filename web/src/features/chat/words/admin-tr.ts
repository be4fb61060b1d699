import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  chat: {
    slowModeOff: 'Yavaş mod kapalı',
    slowMode: (seconds) => `Yavaş mod: ${seconds} sn`,
    delete: 'Mesajı sil',
    mute: 'Sustur…',
    muteTitle: (username) => `Sustur: ${username}`,
    muteHint: 'Okuyabilir ama yazamaz; nedeni kendisine bildirilir.',
    muteFor: 'Süre',
    muteMinutes: (count) => plural(count, { other: 'dakika' }),
    muteHours: (count) => plural(count, { other: 'saat' }),
    muteDays: (count) => plural(count, { other: 'gün' }),
    muteEnd: 'Susturmayı kaldır',
    muteReason: 'Neden',
    muteConfirm: 'Sustur',
    nowMuted: (username) => `${username} susturuldu.`,
    muteEnded: (username) => `${username} yeniden yazabilir.`,
  },
};
