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
          'Karat’ın para birimi. Kasalar, bahisler, giriş ücretleri ve pazar fiyatları hep elmasladır. Yalnızca tam elmas vardır; virgülden sonra yuvarlamada hiçbir şey kaybolmaz.',
        ],
      },
      'real-money': {
        question: 'Elmas satın alabilir ya da paraya çevirebilir miyim?',
        answer: [
          'Hayır. Karat geldiği haliyle elmaslar oyun parasıdır: satın alınamaz, nakde çevrilemez ve gerçek skin takası kapalıdır.',
          'Bir siteyi işleten kişi, yasanın izin verdiği yerde gerçek skin yatırma ve çekmeyi açabilir. Elmasın kendisi yine de satın alınamaz ve nakde çevrilemez.',
        ],
      },
      earning: {
        question: 'Nasıl daha fazla elmas kazanırım?',
        answer: [
          {
            list: [
              'Deneme kurulumunda 100.000 elmaslık bir hediyeyle başlarsınız.',
              'Kazandığınız bir eşyayı hemen satın: tutar düğmenin üzerinde yazar.',
              'Bir görevi tamamlayıp ödülü alın. Her ödül bir kez ödenir.',
              'Rulette kazanın: doğru renge oynanan bahis 2 ya da 14 katını öder.',
              'Elmasına oynanan bir düello kazanın: pot, kazanan tarafın olur.',
              'Bir eşyayı pazarda başka bir oyuncuya satın.',
              'Sitenin bunu açtığı yerde skin yatırın: 1,00 değerindeki bir skin 100 elmastır.',
            ],
          },
          { link: 'Görevlere bak', to: '/missions' },
        ],
      },
      'balance-history': {
        question: 'Elmaslarıma ne olduğunu nerede görürüm?',
        answer: [
          'Profilinizde, Bakiye geçmişi başlığı altında: bugüne kadarki her hareket, en yenisi başta, ne için olduğu ve sonrasındaki bakiyenizle birlikte. Belli bir hareket türünü ve belli günleri arayabilirsiniz. Günler 00:00’da (UTC) başlar.',
          'CSV indir düğmesi aynı satırları, yalnızca gördüğünüz sayfayı değil hepsini, hesap tablosu için bir dosya olarak verir. Profiliniz bunun üstünde ne kadar kasa açtığınızı, ne kadarla oynadığınızı, ne kazanıp ne kaybettiğinizi özetler.',
          { link: 'Profilinizi açın', to: '/profile' },
        ],
      },
      books: {
        question: 'Bakiyemin doğru olduğunu nereden bilirim?',
        answer: [
          'Her hareket iki kez yazılır: cüzdanınızdan çıkan başka bir yere girer ve tüm hesapların toplamı her zaman sıfırdır. Yazılan bir satır değiştirilmez ve silinmez; bir yanlış, yeni bir satırla düzeltilir.',
          'Site kendi defterini sürekli denetler; tek bir elmas bile eksik ya da fazla çıksa, bir insan bakana kadar oyun almayı durdurur. Oyuncuların, sitenin ve dışarısının toplam elmasları, son denetimin zamanıyla birlikte adillik sayfasındadır.',
          { link: 'Defterlere bak', to: '/fair' },
        ],
      },
      interrupted: {
        question: 'Oyunun ortasında bağlantım koparsa ne olur?',
        answer: [
          'Hiçbir şey kaybolmaz. Kasa açtığınızda sunucu sonucu, canlandırma başlamadan önce belirleyip kaydeder. Şerit dönerken sekmeyi kapatsanız bile kazandığınız eşya envanterinizdedir; geri geldiğinizde aynı dönüş sürer ya da sonucunu gösterir.',
          'Ruletteki bahsiniz, izleseniz de izlemeseniz de geçerlidir: tur, önceden bağlandığı sayıyla biter ve kazancınız çark durduğunda hesabınıza geçer.',
          'Sunucuya iki kez ulaşan tek bir basış bir kez sayılır.',
        ],
      },
    },
  },
  cases: {
    title: 'Kasalar ve adillik',
    answers: {
      cases: {
        question: 'Kasa açmak nasıl işler?',
        answer: [
          'Fiyatı ödersiniz ve kasa sayfasındaki listeden bir eşya sizin olur. Bir seferde birden beşe kadar açabilirsiniz. Sunucu fiyatı tek adımda alır, çekilişi yapar ve eşyayı verir; şerit ancak ondan sonra dönmeye başlar ve durduğu yer eşyanızdan başka bir anlam taşımaz.',
          'Eşyayı saklayabilir, düğmede yazan tutara hemen satabilir ya da pazarda başka bir oyuncuya satabilirsiniz. Düğmedeki tutar kazandığınız anda sabitlenir ve bir kez ödenir.',
        ],
      },
      inventory: {
        question: 'Eşyalarım nerede, nasıl satarım?',
        answer: [
          'Kazandığınız andan itibaren envanterinizde. Orada arayabilir, nadirliğe, türe ve dış görünüme göre süzebilir, sıralayabilirsiniz.',
          'Hızlı satış kartta yazan tutarı hemen öder. Kartlardaki kutularla birkaçını ya da sayfadakilerin hepsini seçin: tek bir soruyla birlikte satılırlar; pahalı bir eşyada tek başına da sorulur. Satış geri alınamaz ve her eşya, kaç kez basarsanız basın, bir kez ödenir.',
          'Pazardaki ya da bir takas teklifindeki eşya, o iş bitene kadar bağlıdır ve kartı bunu söyler. Ara vermiş olmanız size ait olanı satmanıza engel değildir.',
          { link: 'Envanterinizi açın', to: '/inventory' },
        ],
      },
      odds: {
        question: 'Şansım ne kadar?',
        answer: [
          'Her kasa sayfası, her eşyanın şansını yüzde birin yüzde biri hassasiyetinde listeler; toplamları tam olarak %100’dür. Site avantajı da oradadır: eşyaların hemen satış tutarına göre, fiyatın ortalama olarak sitede kalan payı. Bu pay hiçbir zaman %5’in altında değildir; altına düşecek bir kasa kaydedilemez. İkinci sayı, eşyalar çekildiğinde tam fiyatlarına göre sitede kalan payı gösterir.',
          'Her kasa, yayımlanan oranları her eşyanın bütün açılışlarda gerçekte ne sıklıkla kazanıldığıyla karşılaştıran bir sayfaya bağlanır. Tarayıcınız hepsini yeniden sayıp denetleyebilir.',
        ],
      },
      fairness: {
        question: 'Bir çekilişin hileli olmadığından nasıl emin olurum?',
        answer: [
          'Çünkü hiçbir tarafın tek başına seçemeyeceği değerlerden çıkar ve onu sonradan yeniden hesaplayabilirsiniz.',
          {
            steps: [
              'Karat sizin için gizli bir sunucu tohumu seçer ve size onun parmak izini (SHA-256 özetini) gösterir. Parmak izi değişmeden tohum artık değiştirilemez.',
              'Siz bir istemci tohumu seçersiniz; tarayıcınız da her açılışa yeni bir rastgele değer katar. Karat bunları önceden bilemez.',
              'Çekiliş bu ikisinden, kasanın tablosundan ve her çekilişte bir artan bir sayaçtan hesaplanır.',
              'Tohum değiştirdiğinizde eski sunucu tohumu açıklanır. Söz verilen parmak izini taşıdığına bakar ve her çekilişi yeniden hesaplarsınız.',
            ],
          },
          'Kim olduğunuz, nelere sahip olduğunuz ve ne kadar kaybettiğiniz hesabın parçası değildir.',
        ],
      },
      seeds: {
        question: 'Sunucu tohumu, istemci tohumu ve nonce nedir?',
        answer: [
          {
            facts: [
              [
                'Sunucu tohumu',
                '32 rastgele bayt, kullanıldığı sürece gizli. Onun ve bir sonrakinin özetini görürsünüz.',
              ],
              [
                'İstemci tohumu',
                'Sizin payınız: 1 ile 64 arasında İngilizce harf, rakam, tire ya da alt çizgi. Değiştirmek eski sunucu tohumunu açıklar ve sıradakini başlatır.',
              ],
              [
                'Entropi',
                'Tarayıcınızdan gelen, her açılışta yenilenen ve çekilişle birlikte saklanan rastgele bir değer.',
              ],
              ['Kasa özeti', 'Tablonun parmak izi: o andaki eşyalar, şanslar ve fiyat.'],
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
          'İşte openssl bulunan herhangi bir bilgisayarda yineleyebileceğiniz bir örnek. Kasa 1.000 elmas ve altı eşya içeriyor; şansları %79,92, %15,98, %3,20, %0,64, %0,25 ve %0,01. Toplam 10.000 bilet var: 1. eşyanın biletleri 0 ile 7991 arası, 2. eşyanınkiler 7992 ile 9589 arası; bu böyle, yalnızca 9999 numaralı bilete sahip 6. eşyaya kadar gider.',
          { label: 'Açılıştan önce gösterilen: sunucu tohumunun özeti', code: example.serverSeedHash },
          {
            label: 'Sizin payınız: istemci tohumu ve bu açılışın entropisi',
            code: `${example.clientSeed}\n${example.entropy}`,
          },
          { label: 'Sonra açıklanan: sunucu tohumu. Özeti yukarıdakidir', code: example.commands.seed },
          { label: 'Kasanın tablosu. Özeti çekilişe girer', code: example.commands.table },
          { label: 'Çekiliş: nonce 0, ilk blok için bir kez daha 0', code: example.commands.roll },
          `Yanıt ${example.firstWordHex} ile başlar. Sayı olarak bu ${example.firstWord} eder. 10000’e bölününce ${example.ticket} kalır: bilet budur ve 1. eşyaya aittir.`,
          'İlk sayı 4294960000 ya da daha büyük olsaydı atlanır, sonraki sekiz basamak alınırdı: yoksa küçük numaralı biletler az da olsa fazla çıkardı.',
        ],
      },
      verify: {
        question: 'Bir çekilişi denetlemek için sayfanıza güvenmek zorunda mıyım?',
        answer: [
          'Hayır. Adillik penceresi bir çekilişi sunucuya sormadan, tarayıcınızda, sunucunun çekiliş yaptığı kodun aynısıyla denetler. Değerleri elle de yazabilir, o kodu küçük tek bir dosya olarak indirebilir ya da yukarıdaki örneğin komutlarını kullanabilirsiniz.',
          'Kasa sonradan değişmiş olsa bile, geçmişteki her çekiliş kendi bağlantısını ve o günkü tabloyu korur.',
          { link: 'Bir çekilişi denetle', to: '/fair' },
        ],
      },
    },
  },
  roulette: {
    title: 'Rulet',
    answers: {
      roulette: {
        question: 'Rulet nasıl işler?',
        answer: [
          'Herkes aynı turu oynar. 20 saniye boyunca bahis alınır, sonra 0 ile 14 arasında bir sayı çekilir ve çark ona döner. Bütün kazananlara çarkın durduğu anda ödeme yapılır ve sonraki tur başlar.',
          {
            facts: [
              ['Kırmızı', '1–7, bahsinizin 2 katını öder'],
              ['Siyah', '8–14, bahsinizin 2 katını öder'],
              ['Yeşil', '0, bahsinizin 14 katını öder'],
            ],
          },
          'Hangi rengi seçerseniz seçin, ortalama olarak 15 elmastan 14’ü, yani %93,33’ü geri döner. Kalanı kasanın avantajıdır.',
          { link: 'Çarka git', to: '/roulette' },
        ],
      },
      'roulette-bets': {
        question: 'Ne kadar ve ne zamana kadar bahis oynayabilirim?',
        answer: [
          '1 elmastan, sayfadaki çubukta gösterilen sitenin en yüksek bahsine kadar. Bir turda istediğiniz kadar, birkaç renge de oynayabilirsiniz. Oynadığınız tutar bakiyenizden hemen çıkar ve bir bahis geri alınamaz.',
          'Geri sayım bitene kadar. Önemli olan cihazınızın saati değil, bahsinizin tur kapanmadan deftere ulaşıp ulaşmadığıdır: ya turdadır ya da reddedilir ve size hiçbir şeye mal olmaz. Sayı çekildikten sonra bahis alınmaz.',
        ],
      },
      'roulette-fairness': {
        question: 'Sayıyı kim belirler?',
        answer: [
          'İlk turdan önce hazırlanmış bir özet zinciri. Önce son halkası yayımlandı; her tur bir halka geriye gider: bir turun özeti siz oynamadan önce sayfadadır, ardındaki tohum bahisler kapanınca gösterilir ve gösterilen özeti vermek zorundadır.',
          'Sayı bu tohumdan, zincirin tuzundan ve turun zincirdeki sırasından çekilir. Hiç kimse onu değiştiremez, çünkü yayımlanan halka bütün zinciri sabitler; kimin neye oynadığı hesaba girmez.',
          'Sınırını da açıkça söyleyelim: tuz, zincirin ucu yayımlandıktan sonra sitenin kendisi tarafından rastgele yapıldı; açık bir olaydan gelmiyor. Zincirin gizli değerini elinde tutan biri sayıları önceden bilebilirdi; bu değer şifreli saklanır ve kimseye gösterilmez.',
          { link: 'Zincirlere bak', to: '/fair' },
        ],
      },
      'roulette-verify': {
        question: 'Bir turu nasıl denetlerim?',
        answer: [
          'Son sonuçlardan herhangi birine basın: her turun kendi sayfası vardır. Tarayıcınız orada tohumun yayımlanmış özeti verdiğine, o sayıyı çektiğine ve sayının o renkte olduğuna bakar; isterseniz zinciri yayımlanmış ucuna kadar izler.',
          'Site olmadan da olur: turu ve denetleyiciyi adillik sayfasından indirin.',
          { link: 'Bir turu denetle', to: '/fair' },
        ],
      },
      'roulette-refunds': {
        question: 'Sunucu bir turun ortasında durursa ne olur?',
        answer: [
          'Bahis almış bir tur, çökme olsa bile özetinin belirlediği sayıyla biter. Her kazanana bir kez ödeme yapılır.',
          'Yalnızca tohumuna artık ulaşılamayan bir tur iade edilir: herkes oynadığını geri alır, turun sayfası nedenini söyler ve iade edilen turların sayısı adillik sayfasında durur.',
        ],
      },
    },
  },
  duels: {
    title: 'Düellolar',
    answers: {
      duels: {
        question: 'Bir düello nasıl işler?',
        answer: [
          {
            steps: [
              'Oda oluşturun: harita, 1v1 ya da 2v2, sunucunun yeri ve isterseniz bir giriş ücreti. Ya da başkasının odasında boş bir yer alın. Yalnızca bir bağlantıya tıklamak hiçbir şeye mal olmaz; yer için düğmeye siz basarsınız.',
              'Bütün yerler dolunca herkes hazır olduğunu bildirir. İki dakikanız vardır.',
              '10 saniyelik geri sayımdan sonra oyun sunucusu kurulur ve adresi görünür. Beş dakika içinde katılın.',
              'Sonucu sunucu bildirir. Pot ödenir, puanlar değişir.',
            ],
          },
          'Bağlı bir Steam hesabı gerekir ve aynı anda tek bir odada olabilirsiniz. Her oda, tüm oyuncularının okuyabildiği bir akış tutar: yerler, paylar, hazır olma, sonuç, ödemeler.',
          { link: 'Odalara bak', to: '/' },
        ],
      },
      'entry-fee': {
        question: 'Giriş ücretine ne olur?',
        answer: [
          'Cüzdanınızdan çıkıp odanın emanetine girer; orada kimse ona dokunamaz. Kazananlar, kasaya ayrılan %5 düşüldükten sonra potu paylaşır; eşit bölünmeyen kısım da kasada kalır. Başlamadan ayrılırsanız ücretinizi geri alırsınız. Oda ücretsiz de olabilir.',
        ],
      },
      'no-show': {
        question: 'Biri gelmezse ya da sunucu bozulursa ne olur?',
        answer: [
          'İki dakika içinde hazır olmayan yerini kaybeder ve giriş ücretini geri alır; diğerleri kalıp başka birini bekler. İki dakika içinde boş bir oyun sunucusu bulunamazsa maç iptal edilir. Bir taraf beş dakika içinde sunucuya katılmazsa hükmen kaybeder ya da maç iptal edilir. Sunucudan on dakika ses çıkmazsa maç geçersizdir. İptal edilen ya da geçersiz sayılan maçta herkes giriş ücretini geri alır ve oda nedenini yazar.',
        ],
      },
      rating: {
        question: 'Puanım nasıl hesaplanır?',
        answer: [
          'Gerçek sonuçlardan, Elo yöntemiyle: 1.000 ile başlarsınız; daha güçlü bir rakibi yenmek, daha zayıfını yenmekten çok kazandırır. 2v2’de takımın ortalaması sayılır. Sıralamadaki puan, galibiyet ve öldürme sayıları yalnızca bitmiş maçlardan gelir.',
          { link: 'Sıralamaya bak', to: '/leaderboard' },
        ],
      },
    },
  },
};
