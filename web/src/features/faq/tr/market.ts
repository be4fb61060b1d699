import type { Faq } from '../outline.ts';

/** Answers about the market, deposits and withdrawals. */
export const market: Pick<Faq, 'market'> = {
  market: {
    title: 'Pazar ve skinler',
    answers: {
      market: {
        question: 'Pazarda nasıl alır ve satarım?',
        answer: [
          'Satmak için envanterinizden bir eşya seçin ve en az bir elmaslık bir fiyat belirleyin. Biri satın alana kadar sizin kalır, ondan önce istediğiniz zaman geri çekebilirsiniz. Almak için fiyata basın: eşya ve elmaslar aynı anda el değiştirir.',
          'O anda takas edilemeyen eşyalar, nedeniyle birlikte ayrıca listelenir.',
        ],
      },
      'market-fee': {
        question: 'Satış ne kadara mal olur?',
        answer: [
          'Fiyatın %5’i, aşağı yuvarlanarak; eşya satılınca satıcı öder. Satışa koymak ve geri çekmek ücretsizdir, alıcı etikette yazanı öder. Satış penceresi elinize ne geçeceğini gösterir.',
        ],
      },
      'skin-deposit': {
        question: 'Steam’den skin yatırabilir miyim?',
        answer: [
          'Yalnızca sitenin bunu açtığı yerde; Karat geldiği haliyle kapalıdır. Deneme kurulumunda bir alıştırma Steam’iyle alıştırma skinleri takas edersiniz.',
          'Sayfanın üstündeki bakiyenize basın. Takas edilebilen skinleriniz, her birinin getirisiyle orada durur; 1,00 değerindeki bir skin 100 elmastır. En çok 50 skin seçin, ne alacağınızı görün ve teklifi gönderin. Size gösterilen neyse o yatırılır: bu arada bir değer değiştiyse size yeniden sorulur.',
          'Teklifi Steam’de açın, kodunu buradakiyle karşılaştırın ve kabul edin. Elmaslar o zaman bir kez yatırılır; reddeder, iptal eder ya da süresini geçirirseniz hiçbir şey olmaz. Her adım Teklifleriniz altında durur.',
        ],
      },
      'skin-withdrawal': {
        question: 'Bir skini Steam’e çekebilir miyim?',
        answer: [
          'Yalnızca sitenin bunu açtığı yerde. Envanterinizdeki bir eşyada çekmeyi seçin ve teklifi Steam’de kabul edin. Teklif açıkken eşya kilitlidir; kabul ederseniz gider, etmezseniz envanterinize döner.',
          'Bir yatırmanın elmasları bekletilirken bir skinin çıkabilmesi için bakiyeniz en az o kadar olmalıdır. Değerli skinlere gönderilmeden önce görevlilerimiz bakar.',
        ],
      },
      'skin-hold': {
        question: 'Elmaslarım neden bekletiliyor?',
        answer: [
          'Steam bir takası 7 gün boyunca geri almaya izin verir. Bu yüzden bir yatırma 8 gün bekletilir. Onunla hemen oynayabilirsiniz, ama bir skin ancak bakiyeniz bekletilen kadar ya da daha yüksekken çıkabilir. Bakiye penceresi bunun ne kadar olduğunu ve ne zamana kadar sürdüğünü söyler.',
          'Bekletme elmaslarla birlikte gider: pazarda ya da kaybettiğiniz bir düelloda bekletilen elmaslarla başka bir oyuncuya ödediğiniz, aynı güne kadar onda da bekletilir. Böylece kimse onu bir arkadaşı aracılığıyla çıkaramaz.',
          'Steam takası geri alırsa yatırılandan kalan burada da geri alınır; görevlilerimiz bakana kadar hesap takas yapamaz, düello oynayamaz ve pazarı kullanamaz.',
        ],
      },
      'trade-url': {
        question: 'Takas adresi nedir, kod ne işe yarar?',
        answer: [
          'Takas adresi, Steam’in başkalarının size takas teklifi göndermesine izin verdiği adrestir. Steam hesabınızda Envanter, Takas Teklifleri, Bana kimler takas teklifi gönderebilir altında bulursunuz. Karat yalnızca kendi adresinizi kabul eder ve onu kimseye göstermez.',
          'Her teklifin mesajında sekiz harf ve rakamdan oluşan bir kod vardır. Yalnızca kodu bu sitede gösterilenle aynı olan teklifi kabul edin: yabancılar bize benzemeye çalışabilir.',
        ],
      },
      'skin-troubles': {
        question: 'Yatırma ya da çekimim neden olmuyor?',
        answer: [
          {
            list: [
              'Steam envanteriniz gizli: Steam profilinizin gizlilik ayarlarında herkese açık yapın, sonra yeniden deneyin.',
              'Steam hesabınızda mobil doğrulayıcı yok: Steam skinleri günlerce bekletirdi, bu yüzden teklif gönderilmez.',
              'Bir skin bu arada envanterinizden çıktı ya da henüz takas edilemiyor.',
              'Steam meşgul ya da yanıt vermiyor: hiçbir şey kaybolmadı, biraz sonra yeniden deneyin.',
              'Mola veriyorsunuz ya da kendi koyduğunuz bir sınır aşılacaktı. Sahip olduğunuzu çekmek yine de mümkün.',
            ],
          },
        ],
      },
    },
  },
};
