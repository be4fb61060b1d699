import type { Faq } from '../outline.ts';

/** Answers about people and their accounts. */
export const account: Pick<Faq, 'start' | 'safer-play' | 'account' | 'karat'> = {
  start: {
    title: 'İlk adımlar',
    answers: {
      'sign-up': {
        question: 'Nasıl hesap açarım?',
        answer: [
          'Sayfanın üstündeki Giriş yap düğmesine basıp kayıt formuna geçin ya da Steam ile giriş yapın: Steam ile ilk girişiniz hesabı kendiliğinden açar.',
          'Parolalı bir hesap için 4 ile 32 karakter arasında bir kullanıcı adı (Türkçe harfler dahil harf, rakam, nokta, tire ve alt çizgi), bir e-posta adresi ve en az 6 karakterlik bir parola seçersiniz. Sekiz veya daha fazlası daha güvenlidir.',
        ],
      },
      'steam-sign-in': {
        question: 'Steam ile giriş yapınca Karat hakkımda ne öğrenir?',
        answer: [
          'Herkese açık Steam kimliğinizi, oradaki adınızı ve resminizi. Steam parolanız Karat’a hiç ulaşmaz: onu Steam’in kendi sayfasına yazarsınız, Steam yalnızca kim olduğunuzu doğrular.',
          'Parolalı bir hesabınız zaten var mı? Giriş yapın, güvenlik sayfasını açın ve Steam’i bağlayın. Bundan sonra iki yol da aynı hesaba çıkar. Bir düelloda yer almak için bağlı bir Steam hesabı gerekir.',
          'Deneme kurulumunda düğme, Steam’in yerine geçen bir alıştırma sayfasına götürür; orada bir kimlik seçer ya da uydurursunuz. Bu, sayfada açıkça yazar.',
          { link: 'Güvenlik sayfasını aç', to: '/security' },
        ],
      },
      age: {
        question: 'Kimler oynayabilir?',
        answer: [
          'Yalnızca yetişkinler: 18 yaşında ya da daha büyük olmalısınız. Kayıt olarak veya giriş yaparak bunu onaylarsınız; Karat onayın zamanını saklar.',
          'Bazı ülkeler bu tür oyunları tümüyle yasaklar. Karat ile bir site işleten kişi siteyi bu ülkelere kapatabilir; siz de bulunduğunuz yerin yasalarına uymalısınız.',
        ],
      },
      languages: {
        question: 'Dili değiştirebilir miyim?',
        answer: [
          'Evet, sayfanın altından, telefonda ise menüden. Üç seçenek var: sitenin ilk yazıldığı hali olan, aralarında Türkçe sözcükler bulunan İngilizce; tümüyle Türkçe; tümüyle İngilizce. Tarayıcınız seçiminizi hatırlar, adresler değişmez.',
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
          'Evet: yatırdığınıza, oynadığınıza ve kaybettiğinize, günlük ve haftalık olarak. Birden fazla sınır geçerliyse en düşüğü sayılır.',
          'Bir sınırı düşürmek hemen geçerli olur. Yükseltmek ya da kaldırmak 24 saat ve ikinci bir onay ister; böylece karar oyunun heyecanıyla verilmez.',
          'Sınırları sunucu, oyunun kendisiyle aynı anda denetler. Açık bir sekme, hızlı bir tıklama ya da değiştirilmiş bir sayfa onları aşamaz.',
          { link: 'Güvenli oyun sayfasını aç', to: '/safer-play' },
        ],
      },
      breaks: {
        question: 'Nasıl mola veririm ya da tümüyle bırakırım?',
        answer: [
          'Mola 1 günden 6 haftaya kadar sürer. Kendini dışlama 6 ay veya daha uzundur ve erken geri alınamaz; ne siz ne de görevliler bunu yapabilir.',
          'Her ikisinde de oyunlar, yatırmalar ve odalar reddedilir. Yine de giriş yapabilir, geçmişinizi okuyabilir, eşya satabilir, kazandığınız ödülleri alabilir ve size ait skinleri çekebilirsiniz. İkisi de, sınırlarınız da aynı Steam kimliği ya da e-posta adresiyle açılan yeni bir hesap için geçerli kalır.',
          { link: 'Güvenli oyun sayfasını aç', to: '/safer-play' },
        ],
      },
      'reality-check': {
        question: 'Gerçeklik hatırlatması nedir?',
        answer: [
          'Seçiminize göre her 15, 30 ya da 60 dakikada bir gelen bir hatırlatma. Ne kadar süredir oynadığınızı ve bu sürede ne kazanıp ne kaybettiğinizi gösterir; siz yanıtlayana kadar sonraki oyun bekler.',
          'Karat’ta otomatik oynatma yoktur ve bedelini aşmayan bir kazanç kutlanmaz.',
          { link: 'Güvenli oyun sayfasını aç', to: '/safer-play' },
        ],
      },
      help: {
        question: 'Oynama biçimim beni endişelendiriyor. Ne yapabilirim?',
        answer: [
          'Bunlar, kasanın avantajlı olduğu şans oyunlarıdır. Zamanla ortalama oyuncu kaybeder ve hiçbir yöntem bunu değiştirmez. Eğlenmek için ve kaybetmeyi göze aldığınız kadarla oynayın.',
          {
            list: [
              'Uyarı işaretleri: kayıpların peşinden koşmak, ne kadar oynadığını gizlemek, bir şeyi unutmak için oynamak.',
              'İşe yarayanlar: düşük bir sınır, bir mola ve güvendiğiniz biriyle ya da ülkenizdeki bir kumar danışma hizmetiyle konuşmak.',
            ],
          },
          'Güvenli oyun sayfası, ücretsiz ve gizlilik içinde yardım eden kurumları sayar.',
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
          'Güvenlik sayfasında: eski parolayı bir kez, yenisini iki kez yazın. Yeni parola en az 8 karakter olmalı. O anda diğer tüm cihazlarınızda oturum kapanır.',
          'Bugüne kadar yalnızca Steam ile giriş yaptıysanız ilk parolanızı orada belirleyebilirsiniz. Güvenliğiniz için bu, yalnızca Steam ile girişten sonraki on dakika içinde olur.',
          { link: 'Güvenlik sayfasını aç', to: '/security' },
        ],
      },
      'forgotten-password': {
        question: 'Parolamı unuttum. Şimdi ne olacak?',
        answer: [
          'Steam hesabınız bağlıysa Steam ile giriş yapın: aynı hesap açılır. Karat e-posta göndermez, bu yüzden sıfırlama bağlantısı yoktur; görevliler dahil hiç kimse de parolanızı okuyamaz: yalnızca geri çevrilemeyen bir özeti saklanır.',
          'Bu yüzden Steam’i oturumunuz açıkken bağlayın. O, ikinci anahtarınızdır.',
        ],
      },
      devices: {
        question: 'Nerelerde oturumum açık?',
        answer: [
          'Güvenlik sayfası her cihazı adresiyle ve son görülme zamanıyla listeler. Bir cihazın oturumunu kapatmak, açık sekmeler dahil, hemen etki eder. Tanımadığınız bir cihaz varsa oturumunu kapatın ve parolanızı değiştirin.',
          'Siteye 12 saat uğramazsanız oturum kendiliğinden kapanır; 7 gün sonra ise her durumda.',
        ],
      },
      'staying-safe': {
        question: 'Hesabımı nasıl güvende tutarım?',
        answer: [
          {
            list: [
              'Görevliler parolanızı asla sormaz; ne sohbette ne de destek talebinde.',
              'Parola yazmadan önce sayfanın adresine bakın. Steam’e yalnızca Steam’in kendi adresinde giriş yapın.',
              'Başka hiçbir yerde kullanmadığınız bir parola seçin, en iyisi bir parola yöneticisinden.',
              'Yanlış parolalar sonraki denemeleri yavaşlatır. Başkasının tahminleri hesabınızı asla kalıcı olarak kilitlemez.',
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
          'Karat, bir birinci şahıs nişancı oyununun oyuncuları için bir oyun sitesidir: kasalar, rulet, gerçek oyun sunucularında düellolar, oyuncular arasında bir pazar, görevler ve sohbet. Tek bir söze dayanır: her elmasın hesabı var, her çekilişin kanıtı.',
          'Bağımsızdır. Karat, Valve tarafından yapılmamış, onaylanmamış ya da desteklenmemiştir; Steam, Valve Corporation’ın ticari markasıdır.',
        ],
      },
      privacy: {
        question: 'Gizlilik Politikası: hakkımda ne saklanır?',
        answer: [
          'Yalnızca sitenin çalışması için gerekenler:',
          {
            list: [
              'kullanıcı adınız ve onunla kayıt olduysanız e-posta adresiniz; diğer oyuncular bu adresi görmez;',
              'Steam kullanıyorsanız Steam kimliğiniz, adı ve resmiyle birlikte;',
              'parolanızın geri okunamayan argon2id özeti;',
              'oturumu açık her cihazın türü, ağ adresi ve zamanları; böylece onu görüp kapatabilirsiniz;',
              'burada yaptıklarınız: oyunlar, eşyalar, elmaslarınızın her hareketi, görevler, destek talepleri ve en yeni 200 tanesi saklanan bildirimler;',
              'sohbete yazdıklarınız, en az 30 gün; daha eskileri, en yeni 1.000 mesaj arasında değillerse silinir. Görevlilerin sildikleri, kanıt olarak onların kaydında kalır;',
              'değişen bir parola gibi, hesabınızla ilgili kayda değer olaylar; görevlilerin kaydında.',
            ],
          },
          'İzleyici, reklam ve dışarıdan gelen ölçüm araçları yoktur. Sayfalar, yazı tipleri ve Karat’ın kendi resimleri bu sunucudan gelir; verileriniz kimseye satılmaz. Steam kullanırsanız tarayıcınız giriş için Steam’in kendi sayfasına gider.',
          'Tarayıcınızda: oturumunuzu taşıyan bir çerez, kullanıcı adınızı taşıyan bir çerez, Karat’ın bu cihazı yeniden tanıdığı bir çerez ve sürmekte olan bir Steam girişi için birkaç dakikalık bir çerez; yerel depoda oturumunuz, kullanıcı adınız, Steam kimliğiniz, resminiz, diliniz, kasaların hızlı ve sesli açılıp açılmayacağı, son bahsiniz ve size sınır önerilip önerilmediği; sekmeyi kapatana kadar da süren bir dönüş ve henüz göndermediğiniz bir talep. Çıkış yapmak oturumunuzu, adınızı, Steam kimliğinizi ve resminizi siler. Sizi parola tahminlerinden koruduğu için cihazın işareti ve seçimleriniz kalır.',
          'Güvenli oyun sayfasında hepsini indirebilir ve hesabınızı silebilirsiniz. Silme; adınızı, e-posta adresinizi ve Steam kimliğinizi kaldırır, burada sahip olduklarınız kaybolur. Defterin satırları yasanın istediği sürece adsız olarak kalır, sınırlarınız, molanız ve kendini dışlama kararınız da yeni bir hesap için geçerli kalır: e-posta adresinizin ve Steam kimliğinizin anahtarlı özetiyle tanınırlar.',
          'Verilerinizden bu siteyi işleten sorumludur.',
        ],
      },
      licensing: {
        question: 'Lisans: yazılımın koşulları nedir, bu lisanslı bir kumar mı?',
        answer: [
          'Karat’ın yazılımı MIT lisansıyla özgürdür. Inter ve Saira yazı tipleri SIL Open Font License ile, Lucide simgeleri ISC lisansıyla kullanılır. Skinleri, kasaları, haritaları ve avatarları Karat’ın kendi programı çizer; hiçbir oyunun görselleri kullanılmaz.',
          'Karat, geldiği haliyle oyun parasıyla oynanır, bir kumar hizmeti değildir ve kumar lisansı yoktur. Gerçek değerle takası açan kişi, yasanın istediği her lisansa sahip olmak ve onu bu sayfada belirtmek zorundadır.',
        ],
      },
      contact: {
        question: 'İletişim: bir insana nasıl ulaşırım?',
        answer: [
          'Destek talebi yazın. Yazışmanın tamamını orada görürsünüz, yanıt bildirim olarak gelir. Bir e-posta adresi ya da telefon numarası yoktur; Karat adına size böyle bir şey veren kişi Karat’tan değildir.',
          { link: 'Desteğe git', to: '/support' },
        ],
      },
    },
  },
};
