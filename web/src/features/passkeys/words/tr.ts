import type { PasskeyCatalogue } from './mixed.ts';

/** Texts about passkeys in Turkish. */
export const trPasskey: PasskeyCatalogue = {
  title: 'Geçiş anahtarları',
  lead: 'Parmak iziniz, yüzünüz veya cihazınızın PIN’iyle girin. Geçiş anahtarı parolanın ve kodun yerine geçer.',
  none: 'Henüz geçiş anahtarı yok.',
  unsupported: 'Bu tarayıcıda geçiş anahtarı kullanılamıyor.',
  created: (day) => `${day} tarihinde eklendi`,
  lastUsed: (day) => `son kullanım ${day}`,
  add: 'Geçiş anahtarı ekle',
  remove: 'Kaldır',
  removeLabel: (name) => `${name} anahtarını kaldır`,
  removeTitle: (name) => `${name} kaldırılsın mı?`,
  removeLead: 'Bu geçiş anahtarıyla artık giremezsiniz.',
  removed: 'Geçiş anahtarı kaldırıldı.',
  addTitle: 'Geçiş anahtarı ekle',
  addLead: 'Cihazınız onaylamanızı ister.',
  name: 'Cihazın adı',
  nameMissing: 'Bir ad girin.',
  password: 'Parola',
  added: 'Geçiş anahtarı eklendi.',
  signIn: 'Geçiş anahtarıyla giriş yap',
  use: 'Geçiş anahtarı kullan',
  cancelled: 'Cihaz geçiş anahtarını onaylamadı.',
  known: 'Bu cihazda hesabınız için zaten bir geçiş anahtarı var.',
};
