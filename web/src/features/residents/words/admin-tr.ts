import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  residents: {
    title: 'Sandbox sakinleri',
    text: 'Bu sandbox’ta oynayan programlar. Çevrimiçi kişi arttıkça daha az oynarlar.',
    switchLabel: 'Sakinler oynasın',
    unavailable: 'RESIDENTS ayarıyla kapalı.',
    pace: (actions) => `Şu an dakikada yaklaşık ${plural(actions, { other: 'işlem' })}`,
    idle: 'Şu an oynamıyorlar: yeterince kişi çevrimiçi',
    count: (count) => plural(count, { other: 'sakin' }),
    failed: 'Sakinler yüklenemedi.',
  },
};
