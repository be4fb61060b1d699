import type { RefusalCode } from '@karat/contract/refusal';
import type { Sentence } from '../sentences.ts';

export const refusals: Readonly<Record<Exclude<RefusalCode, 'invalid'> | 'internal', string>> = {
  wrong_password: 'Parola doğru değil.',
  sign_in_failed: 'Steam ile giriş yapılamadı. Lütfen tekrar deneyin.',
  unauthenticated: 'Önce giriş yapmalısınız.',
  wrong_credentials: 'Kullanıcı adı veya parola doğru değil.',
  forbidden: 'Bunu yapmaya yetkiniz yok.',
  banned: 'Bu hesap kapatıldı. Bir hata olduğunu düşünüyorsanız desteğe yazın.',
  cross_site: 'Bu istek başka bir siteden geldiği için reddedildi.',
  not_found: 'Aradığınız şey yok ya da artık yok.',
  taken: 'Bu kullanıcı adı veya e-posta adresi zaten kullanımda.',
  already_linked: 'Bu Steam hesabı zaten bir hesaba bağlı.',
  stale_sign_in: 'Bunun için kısa süre önce giriş yapmış olmanız gerekir. Lütfen yeniden giriş yapın.',
  too_large: 'Gönderilen veri çok büyük.',
  too_many: 'Çok fazla deneme yapıldı. Lütfen biraz bekleyip tekrar deneyin.',
  unavailable: 'Karat şu anda kullanılamıyor. Lütfen birazdan tekrar deneyin.',
  internal: 'Bir şeyler ters gitti.',
};

export const sentences: Readonly<Record<Sentence, string>> = {
  'E-mail gerekli.': 'E-posta adresi gerekli.',
  'Geçersiz e-mail adresi.': 'Geçersiz e-posta adresi.',
  'Kullanıcı adı gerekli.': 'Kullanıcı adı gerekli.',
  'Kullanıcı adı en az 4 karakterden oluşmalı': 'Kullanıcı adı en az 4 karakterden oluşmalı.',
  'Kullanıcı adı en fazla 32 karakter olabilir.': 'Kullanıcı adı en fazla 32 karakter olabilir.',
  'Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.':
    'Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.',
  'Parola gerekli.': 'Parola gerekli.',
  'Parola en az 6 karakterden oluşmalı': 'Parola en az 6 karakterden oluşmalı.',
  'Parola en az 8 karakterden oluşmalı': 'Parola en az 8 karakterden oluşmalı.',
  'Parola en fazla 128 karakter olabilir.': 'Parola en fazla 128 karakter olabilir.',
  'Yeni parola gerekli.': 'Yeni parola gerekli.',
  'Parolalar birbiriyle uyumlu olmalı.': 'Parolalar birbiriyle aynı olmalı.',
  'Invalid characters.': 'Kaydedilemeyen karakterler içeriyor.',
  'Invalid id.': 'Bu adres doğru değil.',
  'This account has a password. Change it instead.': 'Bu hesabın zaten bir parolası var. Onu değiştirin.',
  'Your account is linked to another Steam account.': 'Hesabınız başka bir Steam hesabına bağlı.',
  'Too many failed attempts. Please wait a little.': 'Çok fazla başarısız deneme oldu. Lütfen biraz bekleyin.',
  'Too many signups. Please wait a little.': 'Ağınızdan çok fazla yeni hesap açıldı. Lütfen biraz bekleyin.',
  'Too many people are signing in right now. Please try again.':
    'Şu anda çok fazla kişi giriş yapıyor. Lütfen tekrar deneyin.',
  'Too many tabs are open: this one no longer updates.': 'Çok fazla sekme açık: bu sekme artık güncellenmiyor.',
};
