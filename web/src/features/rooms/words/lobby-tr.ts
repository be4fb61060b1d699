import type { LobbyCatalogue } from './lobby-mixed.ts';

/** What the list of rooms and the form for a new one say in Turkish. */
export const trLobby: LobbyCatalogue = {
  filters: 'Odaları süz',
  map: 'Harita',
  size: 'Oyuncular',
  fee: 'Giriş',
  all: 'Tümü',
  free: 'Ücretsiz',
  paid: 'Ücretli',
  noneMatch: 'Bu süzgeçlere uyan oda yok.',
  noneMatchHint: 'Bütün odaları gösterin ya da aradığınız odayı kendiniz açın.',
  showAll: 'Bütün odaları göster',
  joinRoom: (username, size) => `Katılın: ${username}, ${size}`,
  watch: 'İzle',
  watchRoom: (username, size) => `İzleyin: ${username}, ${size}`,
  yourRoom: 'Odanız',
  freeSeat: 'Boş yer',
  against: 'karşısında',
  pot: 'Ödül',
  seatsTaken: (taken, total) => `${total} yerden ${taken} tanesi dolu`,
  starting: 'Maç başlıyor',
  ongoing: 'Maç sürüyor',
  createText: 'Neyin, nerede oynanacağını seçin. İlk yer sizin olur, ötekiler odada size katılır.',
  sizes: { '1v1': 'Bire bir', '2v2': 'İkiye iki' },
  serverLocation: 'Sunucu konumu',
  entryFee: 'Giriş ücreti',
  entryHint: (max, percent) =>
    `0 ücretsizdir, en çok ${max}. Her oyuncu yerini alırken öder; ödülün ${percent} kadarı siteye kalır, gerisini kazananlar paylaşır.`,
  created: 'Odanız açıldı.',
  noSteam:
    'Yer almak için Steam hesabı gerekir: oyun sunucusu oyuncuları onunla tanır. Hesabınızı bağlayıp geri gelin.',
  ageFailed: 'Yaşınız onaylanamadı. Lütfen yeniden deneyin.',
};
