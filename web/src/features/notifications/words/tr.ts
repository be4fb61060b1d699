import type { NotificationsCatalogue } from './mixed.ts';

/** Texts of the panel of notifications in Turkish. */
export const trNotifications: NotificationsCatalogue = {
  title: 'Bildirimler',
  empty: 'Hiç bildiriminiz yok.',
  unread: 'Okunmadı',
  said: {
    'Welcome to Karat': 'Karat’a hoş geldiniz',
    'Every diamond accounted for, every roll provable. Have a look around.':
      'Her elmasın hesabı tutulur, her çekiliş kanıtlanabilir. Etrafa bir göz atın.',
    'Skin withdrawn': 'Skin çekildi',
    'It is in your inventory now.': 'Artık platformdaki envanterinizde.',
    'Trading is open again': 'Takas yeniden açık',
    'Our staff have looked at your account: skins go in and out again.':
      'Ekibimiz hesabınıza baktı: skinler yine girip çıkabilir.',
    'Your withdrawal waits': 'Çekiminiz bekliyor',
    'This skin is not in stock at the moment. It is sent as soon as it is.':
      'Bu skin şu anda stokta yok. Gelir gelmez gönderilir.',
  },
};
