import type { EmailsCatalogue } from './mixed.ts';

/** Texts of the pages that links in e-mails open, in Turkish. */
export const trEmails: EmailsCatalogue = {
  email: 'E-posta',
  unavailable: 'Bu site e-posta göndermiyor, bu yüzden yeni parola için bağlantı alamazsınız.',
  help: 'Başka ne yapabilirim?',
  reset: {
    title: 'Parolayı sıfırla',
    lead: 'Hesabınızın e-posta adresine yeni parola için bir bağlantı göndeririz.',
    send: 'Bağlantıyı gönder',
    sentTitle: 'E-postalarınıza bakın',
    sent: (email) =>
      `${email} adresli bir hesap varsa ona bir bağlantı gönderilir. Bağlantı bir saat geçerlidir ve bir kez kullanılabilir. Spam klasörünüze de bakın.`,
    again: 'Başka bir adres kullan',
    newTitle: 'Yeni bir parola seçin',
    newLead: 'Kaydedince tüm cihazlardaki oturumlarınız kapanır.',
    newPassword: 'Yeni parola',
    confirmPassword: 'Yeni parola (tekrar)',
    rule: 'En az 8 karakter.',
    save: 'Parolayı kaydet',
    done: 'Parolanız değiştirildi. Yeni parolayla giriş yapın.',
  },
  linkInvalid: 'Bu bağlantı kullanılmış, süresi dolmuş ya da eksik.',
  requestNew: 'Yeni bağlantı iste',
};
