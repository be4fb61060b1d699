import type { Faq } from '../outline.ts';

/** Answers about the market, deposits and withdrawals. */
export const market: Pick<Faq, 'market'> = {
  market: {
    title: 'Pazar ve skinler',
    answers: {
      market: {
        question: 'Pazarda nasıl alım satım yaparım?',
        answer: [
          'Satmak için envanterinizden bir eşya seçin ve en az bir elmas fiyat belirleyin. Eşya satılana kadar sizindir ve ilanı istediğiniz zaman iptal edebilirsiniz. Almak için fiyata basın. Eşya hemen sizin olur.',
          'Şu anda satamayacağınız eşyalar, nedeniyle birlikte ayrı listelenir.',
        ],
      },
      'market-fee': {
        question: 'Satış komisyonu ne kadar?',
        answer: [
          'Fiyatın %5’i, aşağı yuvarlanır; eşya satılınca satıcı öder. İlan vermek ve iptal etmek ücretsizdir. Satış penceresi elinize ne geçeceğini gösterir.',
        ],
      },
      'skin-deposit': {
        question: 'Steam’den skin yatırabilir miyim?',
        answer: [
          'Yalnızca site izin veriyorsa; varsayılan olarak kapalıdır. Deneme sitesinde alıştırma skinleri ve Steam yerine bir alıştırma sayfası kullanılır.',
          'Sayfanın üstündeki bakiyenize basın. Takas edilebilen skinlerinizi değerleriyle görürsünüz; 1,00 değerindeki bir skin 100 elmastır. En fazla 50 skin seçin ve teklifi gönderin. Gösterilen tutarı alırsınız. Bir değer değiştiyse size yeniden sorarız.',
          'Teklifi Steam’de açın, kodunu buradakiyle karşılaştırın ve kabul edin. Ardından elmaslar bakiyenize eklenir. Reddederseniz, iptal ederseniz ya da süresi dolarsa hiçbir şey olmaz. Her adımı Teklifleriniz altında görürsünüz.',
        ],
      },
      'skin-withdrawal': {
        question: 'Bir skini Steam’e çekebilir miyim?',
        answer: [
          'Yalnızca site izin veriyorsa. Envanterinizdeki bir eşyada Çek’i seçin, sonra teklifi Steam’de kabul edin. Teklif açıkken eşya kilitlidir. Kabul etmezseniz envanterinize döner.',
          'Yatırılan elmaslar beklemedeyken yalnızca bakiyeniz bu tutarı karşılıyorsa çekim yapabilirsiniz. Değerli skinleri göndermeden önce görevlilerimiz inceler.',
        ],
      },
      'skin-hold': {
        question: 'Elmaslarım neden beklemede?',
        answer: [
          'Steam takasları 7 gün boyunca geri alınabilir; bu yüzden bir yatırma 8 gün beklemede kalır. Onunla hemen oynayabilirsiniz, ama yalnızca bakiyeniz bekleyen tutarı karşılıyorsa skin çekebilirsiniz. Bakiye penceresi tutarı ve bitiş tarihini gösterir.',
          'Bekleme elmaslarla birlikte geçer: pazarda ya da kaybettiğiniz bir düelloda başka bir oyuncuya geçen elmaslar, aynı güne kadar onda da beklemede kalır.',
          'Takas geri alınırsa yatırılan elmaslardan kalanı geri alırız. Görevlilerimiz inceleyene kadar hesap takas yapamaz, düello oynayamaz ve pazarı kullanamaz.',
        ],
      },
      'trade-url': {
        question: 'Takas adresi nedir, kod ne işe yarar?',
        answer: [
          'Takas adresi, başkalarının size Steam’de takas teklifi göndermek için kullandığı adrestir. Steam hesabınızda Envanter, Takas Teklifleri, Bana kimler takas teklifi gönderebilir altında bulursunuz. Kendi Steam hesabınıza ait olmalıdır. Karat onu kimseye göstermez.',
          'Her teklifin mesajında sekiz harf ve rakamdan oluşan bir kod vardır. Yalnızca kodu bu sitede gösterilenle aynı olan teklifleri kabul edin: dolandırıcılar bizmiş gibi davranabilir.',
        ],
      },
      'skin-troubles': {
        question: 'Yatırma ya da çekme işlemim neden başarısız oldu?',
        answer: [
          {
            list: [
              'Steam envanteriniz gizli: Steam profilinizin gizlilik ayarlarında herkese açık yapın, sonra yeniden deneyin.',
              'Steam hesabınızda mobil doğrulayıcı yok: Steam skinleri günlerce bekleteceği için teklif göndermeyiz.',
              'Bir skin artık envanterinizde değil ya da henüz takas edilemiyor.',
              'Steam meşgul ya da yanıt vermiyor: hiçbir şey kaybolmadı, daha sonra tekrar deneyin.',
              'Moladasınız ya da yatırma bir sınırınızı aşardı. Size ait skinleri yine de çekebilirsiniz.',
            ],
          },
        ],
      },
    },
  },
};
