import type { SignInCatalogue } from './mixed.ts';

/** What only the forms of the door say, in Turkish. */
export const trSignIn: SignInCatalogue = {
  passwordRule: 'En az 6 karakter.',
  inUse: 'Zaten kullanımda. Lütfen başka birini seçin.',
  forgotten: 'Parolanızı mı unuttunuz?',
  waitMinutes: (minutes) => `${minutes} dakika sonra yeniden deneyin.`,
  waitSeconds: (seconds) => `${seconds} saniye sonra yeniden deneyin.`,
  bannedSince: (day) => `Görevlilerimiz bu hesabı ${day} tarihinde yasakladı.`,
  banned: 'Görevlilerimiz bu hesabı yasakladı.',
  bannedObject: 'Bunun bir hata olduğunu düşünüyorsanız şuraya yazın:',
  bannedAsk: 'Bunun bir hata olduğunu düşünüyorsanız siteyi işletene sorun.',
};
