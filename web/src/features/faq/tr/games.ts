import type { Faq } from '../outline.ts';
import { workedExample as example } from '../worked-example.ts';

/** Answers about diamonds and the games. */
export const games: Pick<Faq, 'diamonds' | 'cases' | 'roulette' | 'duels'> = {
  diamonds: {
    title: 'Elmaslar',
    answers: {
      diamonds: {
        question: 'Elmas nedir?',
        answer: [
          'Karat’ın para birimidir. Kasalar, bahisler, giriş ücretleri ve pazar fiyatları elmasladır. Elmaslar her zaman tam sayıdır.',
        ],
      },
      'real-money': {
        question: 'Elmas satın alabilir ya da paraya çevirebilir miyim?',
        answer: [
          'Hayır. Elmaslar varsayılan olarak oyun parasıdır: satın alınamaz, nakde çevrilemez ve gerçek skin takası kapalıdır.',
          'Siteyi işleten kişi, yasanın izin verdiği yerde gerçek skin yatırma ve çekmeyi açabilir. Elmaslar yine de satın alınamaz ve nakde çevrilemez.',
        ],
      },
      earning: {
        question: 'Nasıl daha fazla elmas kazanırım?',
        answer: [
          {
            list: [
              'Deneme sitesinde 100.000 elmasla başlarsınız.',
              'Kazandığınız bir eşyayı hızlı satışla satın: tutar düğmenin üzerinde yazar.',
              'Bir görevi tamamlayıp ödülü alın. Her ödül bir kez ödenir.',
              'Rulette kazanın: doğru renge yapılan bahis 2 ya da 14 katını öder.',
              'Giriş ücretli bir düello kazanın: ödül havuzu kazananlarındır.',
              'Bir eşyayı pazarda başka bir oyuncuya satın.',
              'Site izin veriyorsa skin yatırın: 1,00 değerindeki bir skin 100 elmastır.',
            ],
          },
          { link: 'Görevlere bak', to: '/missions' },
        ],
      },
      'balance-history': {
        question: 'Elmaslarıma ne olduğunu nerede görürüm?',
        answer: [
          'Profilinizde, Bakiye geçmişi altında: tüm işlemler, en yenisi başta, türü ve sonrasındaki bakiyenizle birlikte. Türe ve güne göre filtreleyebilirsiniz. Günler 00:00’da (UTC) başlar.',
          'CSV indir düğmesi tüm işlemleri hesap tablosu için bir dosya olarak verir. Profilinizde ayrıca ne kadar kasa açtığınızı, ne kadar oynadığınızı, ne kazanıp ne kaybettiğinizi görürsünüz.',
          { link: 'Profilinizi açın', to: '/profile' },
        ],
      },
      books: {
        question: 'Bakiyemin doğru olduğunu nasıl bilirim?',
        answer: [
          'Her işlem iki hesaba yazılır: cüzdanınızdan çıkan başka bir yere girer ve tüm hesapların toplamı her zaman sıfırdır. Kayıtlar değiştirilmez ve silinmez; bir hata, yeni bir kayıtla düzeltilir.',
          'Site defterlerini sürekli denetler. Tek bir elmas bile eksik ya da fazla çıkarsa görevliler inceleyene kadar oyunlar durur. Toplamlar ve son denetimin zamanı adillik sayfasındadır.',
          { link: 'Defterlere bak', to: '/fair' },
        ],
      },
      interrupted: {
        question: 'Oyunun ortasında bağlantım koparsa ne olur?',
        answer: [
          'Hiçbir şey kaybolmaz. Kasa açtığınızda sunucu sonucu, animasyon başlamadan önce kaydeder. Sekmeyi kapatsanız bile eşya envanterinizdedir; geri geldiğinizde dönüş devam eder ya da sonucunu gösterir.',
          'Rulet bahsiniz, izleseniz de izlemeseniz de geçerlidir. Kazancınız çark durunca ödenir.',
          'Bir istek sunucuya iki kez ulaşırsa bir kez sayılır.',
        ],
      },
    },
  },
  cases: {
    title: 'Kasalar ve adillik',
    answers: {
      cases: {
        question: 'Kasa açma nasıl çalışır?',
        answer: [
          'Fiyatı öder ve kasa sayfasındaki listeden bir eşya kazanırsınız. Bir kerede 1 ile 5 arasında kasa açabilirsiniz. Sonuç, şerit dönmeye başlamadan önce belirlenir.',
          'Eşyayı saklayabilir, düğmede yazan tutara hızlı satabilir ya da pazarda başka bir oyuncuya satabilirsiniz. Hızlı satış tutarı, eşyayı kazandığınız anda sabitlenir.',
        ],
      },
      inventory: {
        question: 'Eşyalarım nerede, nasıl satarım?',
        answer: [
          'Kazandığınız andan itibaren envanterinizde. Orada arama ve sıralama yapabilir; nadirliğe, türe ve dış görünüme göre filtreleyebilirsiniz.',
          'Hızlı satış, kartta yazan tutarı hemen öder. Birden fazla eşya satmak için kartlardaki kutularla seçin. Birden fazla ya da pahalı bir eşya satmadan önce onayınızı isteriz. Satış geri alınamaz.',
          'Pazardaki ya da bir takas teklifindeki eşya, işlem bitene kadar kilitlidir. Mola sırasında da eşyalarınızı satabilirsiniz.',
          { link: 'Envanterinizi açın', to: '/inventory' },
        ],
      },
      odds: {
        question: 'Şansım ne kadar?',
        answer: [
          'Her kasa sayfası, her eşyanın şansını iki ondalıkla gösterir; toplamları tam olarak %100’dür. Site avantajı da oradadır: hızlı satış tutarlarına göre, fiyatın ortalama olarak sitede kalan payı. Bu pay hiçbir zaman %5’in altına düşmez. İkinci sayı, eşyaları çekerseniz tam fiyatlarına göre site avantajını gösterir.',
          'Her kasanın, yayımlanan oranları tüm açılışların gerçek sonuçlarıyla karşılaştıran bir sayfası vardır. Tarayıcınız bunları yeniden sayıp denetleyebilir.',
        ],
      },
      fairness: {
        question: 'Bir çekilişin hileli olmadığından nasıl emin olurum?',
        answer: [
          'Çekiliş, hiçbir tarafın tek başına seçemeyeceği değerlerden çıkar ve sonradan yeniden hesaplayabilirsiniz.',
          {
            steps: [
              'Karat sizin için gizli bir sunucu tohumu seçer ve size onun parmak izini (SHA-256 hash’ini) gösterir. Artık parmak izi değişmeden tohum değiştirilemez.',
              'Siz bir istemci tohumu seçersiniz; tarayıcınız da her açılışa yeni bir rastgele değer katar. Karat bunları önceden bilemez.',
              'Çekiliş bu değerlerden, kasa tablosundan ve her çekilişte bir artan bir sayaçtan hesaplanır.',
              'Tohumları değiştirdiğinizde eski sunucu tohumu açıklanır. Parmak izini kontrol edip her çekilişi yeniden hesaplayabilirsiniz.',
            ],
          },
          'Kim olduğunuz, nelere sahip olduğunuz ve ne kadar kaybettiğiniz sonucu etkilemez.',
        ],
      },
      seeds: {
        question: 'Sunucu tohumu, istemci tohumu ve nonce nedir?',
        answer: [
          {
            facts: [
              [
                'Sunucu tohumu',
                '32 rastgele bayt, kullanıldığı sürece gizli. Onun ve bir sonrakinin hash’ini görürsünüz.',
              ],
              [
                'İstemci tohumu',
                'Sizin payınız: 1–64 İngilizce harf, rakam, tire ya da alt çizgi. Değiştirirseniz sunucu tohumu açıklanır ve sıradakine geçilir.',
              ],
              [
                'Entropi',
                'Tarayıcınızdan gelen, her açılışta yenilenen ve çekilişle birlikte saklanan rastgele bir değer.',
              ],
              ['Sürüm hash’i', 'Kasa tablosunun parmak izi: o andaki eşyalar, şanslar ve fiyat.'],
              [
                'Nonce',
                'Bir sayaç; bir tohumun ilk çekilişi için 0. Eksik bir sayı, bir çekilişin gizlendiğini gösterirdi.',
              ],
            ],
          },
        ],
      },
      'worked-example': {
        question: 'Bir çekilişi baştan sona gösterir misiniz?',
        answer: [
          'İşte openssl bulunan herhangi bir bilgisayarda tekrarlayabileceğiniz bir örnek. Kasa 1.000 elmas ve altı eşya içeriyor; şansları %79,92, %15,98, %3,20, %0,64, %0,25 ve %0,01. Toplam 10.000 bilet var: 1. eşyanın biletleri 0 ile 7991 arası, 2. eşyanınkiler 7992 ile 9589 arası; bu böyle, yalnızca 9999 numaralı bilete sahip 6. eşyaya kadar gider.',
          { label: 'Açılıştan önce gösterilen: sunucu tohumu hash’i', code: example.serverSeedHash },
          {
            label: 'Sizin payınız: istemci tohumu ve bu açılışın entropisi',
            code: `${example.clientSeed}\n${example.entropy}`,
          },
          { label: 'Sonra açıklanan: sunucu tohumu. Hash’i yukarıdakidir', code: example.commands.seed },
          { label: 'Kasa tablosu. Hash’i çekilişte kullanılır', code: example.commands.table },
          { label: 'Çekiliş: nonce 0, ardından ilk blok için 0', code: example.commands.roll },
          `Yanıt ${example.firstWordHex} ile başlar. Sayı olarak bu ${example.firstWord} eder. 10000’e bölününce ${example.ticket} kalır: bilet budur ve 1. eşyaya aittir.`,
          'İlk sayı 4294960000 ya da daha büyük olsaydı atlanır, sonraki sekiz basamak alınırdı: yoksa küçük numaralı biletler az da olsa fazla çıkardı.',
        ],
      },
      verify: {
        question: 'Bir çekilişi denetlemek için sayfanıza güvenmek zorunda mıyım?',
        answer: [
          'Hayır. Tarayıcınız bir çekilişi sunucuya sormadan, sunucunun kullandığı kodla denetler. Değerleri kendiniz de girebilir, bu kodu küçük bir dosya olarak indirebilir ya da yukarıdaki örneğin komutlarını kullanabilirsiniz.',
          'Kasa sonradan değişse bile her çekiliş kendi bağlantısını ve kasa tablosunu korur.',
          { link: 'Bir çekilişi denetle', to: '/fair' },
        ],
      },
    },
  },
  roulette: {
    title: 'Rulet',
    answers: {
      roulette: {
        question: 'Rulet nasıl çalışır?',
        answer: [
          'Herkes aynı turu oynar. 20 saniye boyunca bahis yapabilirsiniz; sonra çark 0 ile 14 arasında bir sayıya döner. Çark durunca kazananlara ödeme yapılır ve sonraki tur başlar.',
          {
            facts: [
              ['Kırmızı', '1–7, bahsinizin 2 katını öder'],
              ['Siyah', '8–14, bahsinizin 2 katını öder'],
              ['Yeşil', '0, bahsinizin 14 katını öder'],
            ],
          },
          'Hangi rengi seçerseniz seçin, ortalama olarak 15 elmastan 14’ü (%93,33) geri ödenir. Kalanı site avantajıdır.',
          { link: 'Çarka git', to: '/roulette' },
        ],
      },
      'roulette-bets': {
        question: 'Ne kadar ve ne zamana kadar bahis yapabilirim?',
        answer: [
          '1 elmastan, bahis çubuğunda gösterilen en yüksek tutara kadar. Bir turda farklı renklere de birden fazla bahis yapabilirsiniz. Bahis, bakiyenizden hemen düşülür ve geri alınamaz.',
          'Geri sayım bitene kadar. Sunucuya geç ulaşan bir bahis reddedilir ve ücret alınmaz.',
        ],
      },
      'roulette-fairness': {
        question: 'Sayıyı kim belirler?',
        answer: [
          'İlk turdan önce üretilmiş bir hash zinciri. Önce son halkası yayımlandı; her tur bir halka geriye gider. Bir turun hash’i siz bahis yapmadan önce sayfadadır. Bahisler kapanınca ardındaki tohum gösterilir ve bu hash ile eşleşmek zorundadır.',
          'Sayı bu tohumdan, zincir tuzundan ve turun zincirdeki sırasından hesaplanır. Yayımlanan halka tüm zinciri sabitlediği için kimse onu değiştiremez. Bahisler sonucu etkilemez.',
          'Sınırları: tuzu, zincirin ucunu yayımladıktan sonra site rastgele üretti; açık bir olaydan gelmiyor. Zincirin gizli değerini bilen biri sayıları önceden bilebilirdi; bu yüzden bu değer şifreli saklanır.',
          { link: 'Zincirlere bak', to: '/fair' },
        ],
      },
      'roulette-verify': {
        question: 'Bir turu nasıl denetlerim?',
        answer: [
          'Turun sayfasını açmak için son sonuçlardan birine basın. Tarayıcınız orada tohumu, sayıyı ve rengi denetler; isterseniz zinciri yayımlanan ucuna kadar izler.',
          'Çevrimdışı da denetleyebilirsiniz: turu ve denetleyiciyi adillik sayfasından indirin.',
          { link: 'Bir turu denetle', to: '/fair' },
        ],
      },
      'roulette-refunds': {
        question: 'Sunucu bir turun ortasında durursa ne olur?',
        answer: [
          'Bahis alan bir tur, çökme olsa bile hash’iyle kilitlenen sayıyla biter. Her kazanana bir kez ödeme yapılır.',
          'Bir tur yalnızca tohumuna artık ulaşılamıyorsa iade edilir. Herkes bahsini geri alır ve nedeni turun sayfasında yazar. İade edilen turların sayısı adillik sayfasındadır.',
        ],
      },
    },
  },
  duels: {
    title: 'Düellolar',
    answers: {
      duels: {
        question: 'Düello nasıl çalışır?',
        answer: [
          {
            steps: [
              'Oda oluşturun: haritayı, 1v1 ya da 2v2’yi, sunucu konumunu ve isterseniz bir giriş ücreti seçin. Ya da başka bir odada boş bir yere geçin.',
              'Tüm yerler dolunca herkes iki dakika içinde hazır olduğunu bildirir.',
              '10 saniyelik geri sayımdan sonra oyun sunucusunun adresi görünür. Beş dakika içinde katılın.',
              'Ödül havuzu kazananlara ödenir ve puanlar değişir.',
            ],
          },
          'Bağlı bir Steam hesabı gerekir ve aynı anda tek bir odada olabilirsiniz. Olan her şeyi odanın zaman akışında görürsünüz.',
          { link: 'Odalara bak', to: '/' },
        ],
      },
      'entry-fee': {
        question: 'Giriş ücretine ne olur?',
        answer: [
          'Maç bitene kadar emanette tutulur. Kazananlar ödül havuzunu paylaşır; %5 site ücreti ve eşit bölünemeyen kısım düşülür. Maç başlamadan ayrılırsanız ücretinizi geri alırsınız. Odalar ücretsiz de olabilir.',
        ],
      },
      'no-show': {
        question: 'Biri gelmezse ya da sunucu arızalanırsa ne olur?',
        answer: [
          'İki dakika içinde hazır olmayan oyuncular yerlerini kaybeder ve giriş ücretlerini geri alır; diğerleri yeni bir oyuncu bekler. İki dakika içinde boş bir oyun sunucusu bulunamazsa maç iptal edilir. Bir takım beş dakika içinde katılmazsa hükmen kaybeder ya da maç iptal edilir. Sunucu on dakika yanıt vermezse maç geçersiz sayılır. İptal edilen ya da geçersiz sayılan maçta herkes giriş ücretini geri alır.',
        ],
      },
      rating: {
        question: 'Puanım nasıl hesaplanır?',
        answer: [
          'Elo sistemiyle: 1.000 puanla başlarsınız; güçlü bir rakibi yenmek, zayıf bir rakibi yenmekten daha çok kazandırır. 2v2’de takım ortalaması sayılır. Sıralamada yalnızca biten maçlar sayılır.',
          { link: 'Sıralamaya bak', to: '/leaderboard' },
        ],
      },
    },
  },
};
