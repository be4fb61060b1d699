import type { PushCatalogue } from './mixed.ts';

/** Texts about notifications on devices, in Turkish. */
export const trPush: PushCatalogue = {
  title: 'Bu cihazdaki bildirimler',
  text: 'Site kapalıyken bu cihaza gelir. Her türü istediğiniz zaman açıp kapatabilirsiniz.',
  categories: {
    trade: { label: 'Takaslar', hint: 'Bir takas teklifi sizi bekliyor ya da yatırma veya çekim sonuçlandı.' },
    ticket: { label: 'Destek', hint: 'Destek talebiniz yanıtlandı ya da kapatıldı.' },
    sale: { label: 'Pazar', hint: 'Eşyanız satıldı ya da alış emriniz gerçekleşti.' },
    match: { label: 'Maçlar', hint: 'Odanız doldu ya da maçınız hazır.' },
  },
  denied: 'Bu site için bildirimler engellenmiş. Tarayıcınızın site ayarlarından izin verin, sonra sayfayı yenileyin.',
  install:
    'iPhone ve iPad’de önce Karat’ı ana ekrana ekleyin: Paylaş’a, sonra “Ana Ekrana Ekle”ye dokunun. Karat’ı oradan açıp bu sayfaya dönün.',
  unsupported: 'Bu tarayıcı bildirimleri desteklemiyor.',
  notAllowed: 'Tarayıcınız bildirimlere izin vermedi. Site ayarlarından izin verebilirsiniz.',
  serviceFailed: 'Tarayıcınızın bildirim servisi şu anda çalışmıyor. Lütfen daha sonra tekrar deneyin.',
  sendTest: 'Test bildirimi gönder',
  testSent: 'Test bildirimi gönderildi. Birazdan gelir.',
  offerLabel: 'Bildirimler',
  offers: {
    trade: 'Bu takas için bildirim gelsin mi?',
    ticket: 'Destek yanıt verince bildirim gelsin mi?',
    sale: 'Eşyanız satılınca bildirim gelsin mi?',
    match: 'Maçınız hazır olunca bildirim gelsin mi?',
  },
  turnOn: 'Aç',
  decline: 'Hayır, teşekkürler',
  turnedOn: 'Bildirimler açıldı. Güvenlik sayfasında değiştirebilirsiniz.',
};
