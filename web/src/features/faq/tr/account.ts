import type { Faq } from '../outline.ts';

/** Answers about people and their accounts. */
export const account: Pick<Faq, 'start' | 'safer-play' | 'account' | 'karat'> = {
  start: {
    title: 'İlk adımlar',
    answers: {
      'sign-up': {
        question: 'Nasıl hesap açarım?',
        answer: [
          'Sayfanın üstündeki Giriş yap düğmesine basıp kayıt formuna geçin ya da Steam ile giriş yapın: Steam ile ilk girişinizde hesabınız otomatik olarak açılır.',
          'Parolalı bir hesap için 4–32 karakterlik bir kullanıcı adı (Türkçe harfler dahil harf, rakam, nokta, tire ve alt çizgi), bir e-posta adresi ve en az 6 karakterlik bir parola seçin. Sekiz veya daha fazla karakter daha güvenlidir.',
        ],
      },
      'steam-sign-in': {
        question: 'Steam ile giriş yapınca Karat hakkımda ne öğrenir?',
        answer: [
          'Herkese açık Steam kimliğinizi, adınızı ve resminizi. Karat, Steam parolanızı asla görmez: parolayı Steam’in kendi sayfasına girersiniz, Steam yalnızca kim olduğunuzu doğrular.',
          'Parolalı bir hesabınız zaten var mı? Giriş yapın, güvenlik sayfasını açın ve Steam’i bağlayın. Bundan sonra iki yöntem de aynı hesabı açar. Düello oynamak için bağlı bir Steam hesabı gerekir.',
          'Deneme sitesinde bu düğme Steam yerine bir alıştırma sayfası açar; orada bir kimlik seçer ya da oluşturursunuz.',
          { link: 'Güvenlik sayfasını aç', to: '/security' },
        ],
      },
      age: {
        question: 'Kimler oynayabilir?',
        answer: [
          'Yalnızca yetişkinler: 18 yaşını doldurmuş olmalısınız. Kayıt olurken veya giriş yaparken bunu onaylarsınız; Karat onayın zamanını saklar.',
          'Bazı ülkeler bu tür oyunları yasaklar. Siteyi işleten kişi bu ülkelere erişimi kapatabilir; siz de bulunduğunuz yerin yasalarına uymalısınız.',
        ],
      },
      languages: {
        question: 'Dili değiştirebilir miyim?',
        answer: [
          'Evet, sayfanın altından, telefonda ise menüden. Üç seçenek var: bazı Türkçe ifadeler içeren İngilizce, Türkçe ve İngilizce. Tarayıcınız seçiminizi hatırlar.',
          'Büyük sayılar her dilde noktayla yazılır: 1.234.567 elmas.',
        ],
      },
    },
  },
  'safer-play': {
    title: 'Güvenli oyun',
    answers: {
      limits: {
        question: 'Kendime sınır koyabilir miyim?',
        answer: [
          'Evet: yatırma, oynama ve kayıp için günlük ve haftalık sınırlar koyabilirsiniz. Birden fazla sınır geçerliyse en düşüğü uygulanır.',
          'Daha düşük bir sınır hemen geçerli olur. Yükseltmek ya da kaldırmak için 24 saat beklemeniz ve ikinci kez onaylamanız gerekir; böylece o anın heyecanıyla karar vermezsiniz.',
          'Sunucu sınırlarınızı her oyunda denetler; başka sekmeler ya da hızlı tıklamalar bunları aşamaz.',
          { link: 'Güvenli oyun sayfasını aç', to: '/safer-play' },
        ],
      },
      breaks: {
        question: 'Nasıl mola veririm ya da oynamayı bırakırım?',
        answer: [
          'Mola 1 gün ile 6 hafta arasında sürer. Kendini dışlama 6 ay veya daha uzun sürer ve erken sonlandırılamaz.',
          'Bu süre içinde oynayamaz, yatırma yapamaz ve odalara katılamazsınız. Yine de giriş yapabilir, geçmişinizi görebilir, eşya satabilir, kazandığınız ödülleri alabilir ve size ait skinleri çekebilirsiniz. İkisi de, sınırlarınız da aynı Steam kimliği ya da e-posta adresiyle açılan yeni bir hesapta geçerli kalır.',
          { link: 'Güvenli oyun sayfasını aç', to: '/safer-play' },
        ],
      },
      'reality-check': {
        question: 'Gerçeklik hatırlatması nedir?',
        answer: [
          'Seçiminize göre her 15, 30 ya da 60 dakikada bir gelen bir hatırlatma. Ne kadar süredir oynadığınızı ve bu sürede ne kazanıp ne kaybettiğinizi gösterir. Yanıtladıktan sonra oynamaya devam edebilirsiniz.',
          'Karat’ta otomatik oynatma yoktur ve ödediğinizden az değerli bir kazanç asla kutlanmaz.',
          { link: 'Güvenli oyun sayfasını aç', to: '/safer-play' },
        ],
      },
      help: {
        question: 'Oynama biçimim beni endişelendiriyor. Ne yapabilirim?',
        answer: [
          'Bunlar, sitenin avantajlı olduğu şans oyunlarıdır. Ortalama oyuncu zamanla kaybeder ve hiçbir yöntem bunu değiştirmez. Eğlenmek için ve yalnızca kaybetmeyi göze alabildiğiniz kadarla oynayın.',
          {
            list: [
              'Uyarı işaretleri: kayıpların peşinden koşmak, ne kadar oynadığını gizlemek, bir şeyi unutmak için oynamak.',
              'İşe yarayanlar: düşük bir sınır, bir mola ve güvendiğiniz biriyle ya da ülkenizdeki bir kumar danışma hizmetiyle konuşmak.',
            ],
          },
          'Güvenli oyun sayfasında ücretsiz ve gizli destek veren kurumları bulabilirsiniz.',
          { link: 'Güvenli oyun sayfasını aç', to: '/safer-play' },
        ],
      },
    },
  },
  account: {
    title: 'Hesap ve güvenlik',
    answers: {
      password: {
        question: 'Parolamı nasıl değiştiririm?',
        answer: [
          'Güvenlik sayfasında: eski parolayı bir kez, yenisini iki kez girin. Yeni parola en az 8 karakter olmalı. Diğer tüm cihazlarınızdaki oturumlar kapanır.',
          'Şimdiye kadar yalnızca Steam ile giriş yaptıysanız parolanızı orada belirleyebilirsiniz. Güvenliğiniz için bu, yalnızca Steam ile girişten sonraki on dakika içinde yapılabilir.',
          { link: 'Güvenlik sayfasını aç', to: '/security' },
        ],
      },
      'forgotten-password': {
        question: 'Parolamı unuttum. Ne yapmalıyım?',
        answer: [
          'E-posta ile bir sıfırlama bağlantısı isteyin. Bağlantı bir saat geçerlidir, bir kez kullanılabilir ve tüm cihazlardaki oturumlarınızı kapatır. Bu site e-posta göndermiyorsa sayfada bu belirtilir.',
          { link: 'Parolayı sıfırla', to: '/reset-password' },
          'Steam hesabınız bağlıysa Steam ile de giriş yapabilirsiniz: aynı hesap açılır. Görevliler dahil hiç kimse parolanızı okuyamaz, çünkü yalnızca geri çevrilemeyen bir hash’i saklanır.',
        ],
      },
      devices: {
        question: 'Oturumum hangi cihazlarda açık?',
        answer: [
          'Güvenlik sayfası her cihazı adresi ve son etkinlik zamanıyla listeler. Oturumu kapatma hemen geçerli olur. Tanımadığınız bir cihaz varsa oturumunu kapatın ve parolanızı değiştirin.',
          'Oturumunuz 12 saat işlem yapmazsanız, her durumda da 7 gün sonra otomatik olarak kapanır.',
        ],
      },
      'staying-safe': {
        question: 'Hesabımı nasıl güvende tutarım?',
        answer: [
          {
            list: [
              'Görevliler parolanızı asla sormaz; ne sohbette ne de destek talebinde.',
              'Parola girmeden önce sayfanın adresini kontrol edin. Steam’e yalnızca Steam’in kendi adresinde giriş yapın.',
              'Başka hiçbir yerde kullanmadığınız bir parola seçin; tercihen bir parola yöneticisi kullanın.',
              'Yanlış parolalar sonraki denemeleri yavaşlatır. Başkalarının denemeleri hesabınızı asla kalıcı olarak kilitlemez.',
            ],
          },
        ],
      },
    },
  },
  karat: {
    title: 'Karat hakkında',
    answers: {
      about: {
        question: 'Karat nedir?',
        answer: [
          'Karat, bir birinci şahıs nişancı oyununun oyuncuları için bir oyun sitesidir: kasalar, rulet, gerçek oyun sunucularında düellolar, oyuncu pazarı, görevler ve sohbet. Sözümüz: her elmasın hesabı, her çekilişin kanıtı var.',
          'Karat bağımsızdır. Valve tarafından yapılmamış, onaylanmamış ya da desteklenmemiştir. Steam, Valve Corporation’ın ticari markasıdır.',
        ],
      },
      privacy: {
        question: 'Gizlilik Politikası: hakkımda ne saklanır?',
        answer: [
          'Yalnızca sitenin çalışması için gerekenler:',
          {
            list: [
              'kullanıcı adınız ve e-postayla kayıt olduysanız e-posta adresiniz (diğer oyuncular bu adresi görmez);',
              'Steam kullanıyorsanız Steam kimliğiniz, adı ve resmiyle birlikte;',
              'parolanızın geri çevrilemeyen argon2id hash’i;',
              'oturumu açık her cihazın türü, ağ adresi ve zamanları; böylece cihazı görüp oturumunu kapatabilirsiniz. Girişten en geç 7 gün sonra silinirler;',
              'her girişin zamanı, cihazı ve ağ adresi, 400 gün boyunca; böylece görevliler size yardım edebilir ve çalınan hesapları fark edebilir;',
              'kullandığınız cihazın onu tanıyan hash’i, son girişten 400 gün sonrasına kadar;',
              'sitenin size gönderdiği e-postaların türü, zamanı ve adresi, 30 gün boyunca;',
              'etkinliğiniz: oyunlar, eşyalar, bakiye işlemleri, görevler ve destek talepleri;',
              'en yeni 200 bildiriminiz, yaklaşık 400 gün;',
              'sohbet mesajlarınız, en az 30 gün; daha eskileri, en yeni 1.000 mesaj arasında değilse silinir. Görevlilerin sildikleri, kanıt olarak görevli kayıtlarında kalır;',
              'parola değişikliği gibi önemli hesap olayları, iki yıl boyunca görevli kayıtlarında. Görevlilerin yaptıkları kalır.',
            ],
          },
          'İzleyici, reklam ve üçüncü taraf analiz araçları yoktur. Sayfalar, yazı tipleri ve Karat’ın kendi resimleri bu sunucudan gelir; verileriniz satılmaz. Steam ile giriş yaparsanız tarayıcınız Steam’in kendi sayfasına gider.',
          'Tarayıcınızdaki çerezler oturumunuzu, kullanıcı adınızı, bir cihaz kimliğini ve birkaç dakikalığına süren bir Steam girişini tutar. Yerel depolama oturumunuzu, kullanıcı adınızı, Steam kimliğinizi, resminizi, dilinizi, kasaların hızlı ve sesli açılıp açılmayacağını, son bahsinizi ve size sınır önerilip önerilmediğini; sekmeyi kapatana kadar da süren bir dönüşü ve göndermediğiniz bir talebi tutar. Çıkış yapınca oturumunuz, adınız, Steam kimliğiniz ve resminiz silinir. Ayarlarınız ve sizi parola denemelerinden koruyan cihaz kimliği kalır.',
          'Güvenli oyun sayfasında verilerinizi indirebilir ve hesabınızı silebilirsiniz. Silme işlemi adınızı, e-posta adresinizi ve Steam kimliğinizi kaldırır; burada sahip olduğunuz her şeyi kaybedersiniz. Defter kayıtları, yasanın istediği sürece adsız olarak kalır. Sınırlarınız, molanız ve kendini dışlama kararınız yeni bir hesapta geçerli kalır: e-posta adresinizin ve Steam kimliğinizin anahtarlı hash’iyle tanınırsınız.',
          'Verilerinizden bu siteyi işleten kişi veya kuruluş sorumludur.',
        ],
      },
      licensing: {
        question: 'Lisans: yazılım koşulları nedir, bu lisanslı bir kumar mı?',
        answer: [
          'Karat yazılımı MIT lisansıyla ücretsiz ve özgürdür. Inter ve Saira yazı tipleri SIL Open Font License ile, Lucide simgeleri ISC lisansıyla kullanılır. Skinleri, kasaları, haritaları ve avatarları Karat’ın kendi programı çizer; hiçbir oyunun görselleri kullanılmaz.',
          'Karat varsayılan olarak oyun parasıyla oynanır, bir kumar hizmeti değildir ve kumar lisansı yoktur. Gerçek değerli takası açan işletmeci, yasanın istediği tüm lisanslara sahip olmak ve bunları bu sayfada belirtmek zorundadır.',
        ],
      },
      contact: {
        question: 'İletişim: bir insana nasıl ulaşırım?',
        answer: [
          'Destek talebi oluşturun. Yazışmanın tamamını orada görürsünüz, yanıt geldiğinde bildirim alırsınız. E-posta adresi ya da telefon numarası yoktur; size Karat adına böyle bir bilgi veren kişi Karat’tan değildir.',
          { link: 'Desteğe git', to: '/support' },
        ],
      },
    },
  },
};
