import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff page about alarms in Turkish. */
export const trAdmin: AdminCatalogue = {
  lead: 'Birinin hemen ilgilenmesi gerektiğinde site, işletmecisine de yazar.',
  destinations: 'Gönderilen yerler',
  noDestinations: 'Alarmlar yalnızca burada listelenir.',
  noDestinationsHint:
    'Bir sohbete, programa veya e-posta adresine göndermek için ALARM_WEBHOOKS veya ALARM_EMAILS ayarını yapıp yeniden başlatın.',
  test: 'Deneme gönder',
  tested: 'Deneme sıraya alındı.',
  listLabel: 'Alarmlar, en yenisi başta',
  none: 'Henüz alarm yok.',
  noneHint: 'En yeni alarmlar ve gönderimleri burada görünür.',
  failed: 'Alarmlar yüklenemedi.',
  deliveries: 'Gönderimler',
  attempt: (count) => `${count}. deneme`,
  kinds: {
    booksHalted: 'Defterler durduruldu',
    breach: 'Defterlerde ihlal',
    tradeReversed: 'Geri alınan takas',
    approvalNeeded: 'Onay bekleyen çekim',
    unlikelyDrops: 'Beklenmedik düşüşler',
    pricesFailed: 'Fiyatlar okunamadı',
    serverLost: 'Oyun sunucusu kayboldu',
    diskFull: 'Disk dolmak üzere',
    roleChanged: 'Görevli rolü değişti',
    test: 'Deneme',
  },
  states: { waiting: 'Bekliyor', sent: 'Gönderildi', failed: 'Gönderilemedi' },
};
