import type { FactorCatalogue } from './mixed.ts';

/** Texts about the second factor in Turkish. */
export const trFactor: FactorCatalogue = {
  title: 'İki adımlı giriş',
  lead: 'Girişte parolanıza veya Steam’e ek olarak telefonunuzdaki doğrulama uygulamasının kodu istenir.',
  off: 'Kapalı. Parolanızı bilen herkes hesabınıza girebilir.',
  on: (day) => `${day} tarihinden beri açık.`,
  codesLeft: (count) => `${count} kurtarma kodu kaldı.`,
  setUp: 'Kur',
  newCodes: 'Yeni kurtarma kodları',
  turnOff: 'Kapat',

  setUpTitle: 'İki adımlı girişi kur',
  passwordLead: 'Devam etmek için parolanızı girin.',
  steamLead: 'Bunun için son on dakika içinde Steam ile giriş yapmış olmalısınız.',
  password: 'Parola',
  signInAgain: 'Steam ile yeniden giriş yap',
  next: 'Devam',
  scanLead: 'QR kodunu bir doğrulama uygulamasıyla tarayın, sonra uygulamanın gösterdiği kodu girin.',
  qrLabel: 'Uygulamanızın gizli anahtarını içeren QR kodu',
  secretLabel: 'Ya da bu anahtarı uygulamaya yazın:',
  code: 'Uygulamadaki kod',
  turnOn: 'Aç',
  turnedOn: 'İki adımlı giriş açık.',

  codesTitle: 'Kurtarma kodlarınız',
  codesLead:
    'Her biri bir kez uygulamadaki kodun yerine geçer. Kodları parolalarınızı sakladığınız yerde saklayın: yalnızca şimdi gösterilirler.',
  copyCodes: 'Hepsini kopyala',
  copied: 'Kopyalandı.',
  download: 'İndir',
  fileHead: (site, username) => `${site} sitesinde ${username} hesabının kurtarma kodları`,
  done: 'Sakladım',

  anyCode: 'Uygulamadaki kod veya bir kurtarma kodu',
  newCodesTitle: 'Yeni kurtarma kodları alınsın mı?',
  newCodesLead: 'Önceki kurtarma kodlarınız geçersiz olur.',
  turnOffTitle: 'İki adımlı giriş kapatılsın mı?',
  turnOffLead: 'Bundan sonra giriş için yalnızca parolanız veya Steam yeterli olur.',
  turnedOff: 'İki adımlı giriş kapalı.',

  againTitle: 'Yeniden kod girin',
  againLead: 'Görevlilerin bunun için son on dakikada bir kod girmiş olması gerekir.',
  confirm: 'Onayla',
  limitTitle: 'İki adımlı giriş gerekli',
  limitSetUp:
    'Görevli sayfaları, iki adımlı girişi kurduğunuzda açılır. O zamana kadar siteyi oyuncu olarak kullanırsınız.',
  limitEnter: 'Görevli sayfaları, bir kod girdiğinizde açılır. O zamana kadar siteyi oyuncu olarak kullanırsınız.',
  openSecurity: 'Güvenlik sayfasını aç',
  enterCode: 'Kod gir',
  addressTitle: 'Bu ağdan açılmaz',
  addressText:
    'Görevli sayfaları yalnızca işletmecinin seçtiği ağlardan açılır. Burada siteyi oyuncu olarak kullanırsınız.',
};
