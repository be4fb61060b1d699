import type { Faq } from '../outline.ts';

/** Answers about chat, support and notifications. */
export const community: Pick<Faq, 'missions' | 'community'> = {
  missions: {
    title: 'Görevler',
    answers: {
      missions: {
        question: 'Görevler nasıl çalışır?',
        answer: [
          'Bir görev, kasa açmak, elmasla oynamak ya da eşya satmak gibi bir işi belli sayıda yapmanızı ister ve karşılığında ödül verir. İlerleme otomatik olarak ve anında sayılır.',
          'Yalnızca görev yayındayken yaptıklarınız sayılır. Görevliler görevi değiştirirse görev herkes için yeniden başlar.',
          { link: 'Görevlere bak', to: '/missions' },
        ],
      },
      'mission-reward': {
        question: 'Ödülü nasıl alırım, geç kalabilir miyim?',
        answer: [
          'Hedefe ulaştığınızda bildirim alırsınız ve görevde bir düğme görünür. Ödülü bakiyenize eklemek için düğmeye basın.',
          'Geç kalmazsınız. Gün ya da hafta bitse, görev değişse ya da kaldırılsa, mola vermiş olsanız bile kazandığınız ödül sizi bekler. Bir görevin birden fazla ödülü bekliyorsa en eskisinden başlayarak tek tek alırsınız.',
        ],
      },
      'mission-reset': {
        question: 'Günlük ve haftalık görevler ne zaman yenilenir?',
        answer: [
          'Günlük görevler her gün 00:00’da (UTC), haftalık görevler pazartesi 00:00’da (UTC) yenilenir ve ilerleme 0’dan başlar. Kalan süre sayfada görünür. Diğer görevler, yayında oldukları sürece bir kez tamamlanabilir.',
        ],
      },
    },
  },
  community: {
    title: 'Sohbet ve destek',
    answers: {
      chat: {
        question: 'Sohbeti kimler okuyup yazabilir?',
        answer: [
          'Ziyaretçiler dahil herkes okuyabilir. Yazmak için giriş yapmanız gerekir. Bir mesaj en fazla 250 karakter olabilir. Göndermek için Enter’a ya da düğmeye, yeni satır için Shift+Enter’a basın. Bir oyuncudan bahsetmek için @ ve adını yazın.',
          'Bağlantı koparsa mesajlarınız bağlantı gelince gönderilir.',
        ],
      },
      'chat-rules': {
        question: 'Mesajım neden gönderilmedi?',
        answer: [
          'Nedenini bir uyarıda görürsünüz, yazdıklarınız da kutuya geri döner. Kurallar:',
          {
            list: [
              'Bağlantı, başka site ya da sunucu adresi yazılamaz. Birçoğu dolandırıcılıktır.',
              'Son 30 saniyede yazdığınız bir mesaj tekrarlanamaz.',
              'Art arda 20 mesaj, sonra saniyede bir mesaj gönderebilirsiniz.',
              'Yavaş modda mesajlar arasında beklemeniz gerekir. Süre, mesaj kutusunda görünür.',
            ],
          },
        ],
      },
      'chat-staff': {
        question: 'Görevliler sohbette ne yapabilir?',
        answer: [
          'Mesajları silebilir ve oyuncuları en fazla 30 gün susturabilirler. Susturulan oyuncular okumaya ve oynamaya devam eder; susturmanın nedenini ve bitişini görür. Bu tür her işlem, yapan görevlinin adıyla kaydedilir.',
          'İtiraz etmek ya da bir şey bildirmek için destek talebi oluşturun. Görevlilerin adının yanında bir rozet vardır.',
        ],
      },
      'chat-hiding': {
        question: 'Birinin mesajlarını gizleyebilir miyim?',
        answer: [
          'Evet. Sohbette oyuncunun adına basıp Bu oyuncuyu gizle seçeneğini seçin. Mesajlarını artık hiçbir cihazınızda görmezsiniz; kendisine haber verilmez. Yeniden göstermek için sohbet seçeneklerini açın. En fazla 500 oyuncu gizleyebilirsiniz.',
        ],
      },
      tickets: {
        question: 'Destek nasıl çalışır?',
        answer: [
          'Bir konu ve açıklama yazarak talep oluşturun. Görevlilerle orada yazışır, her yanıtta bildirim alırsınız. Yazışmayı yalnızca siz ve görevliler okuyabilir.',
          'Konu çözülünce talebi siz ya da görevliler kapatabilir. Kapalı bir talebi okuyabilirsiniz, ama kimse yazamaz.',
          { link: 'Desteğe git', to: '/support' },
        ],
      },
      notifications: {
        question: 'Hangi bildirimleri alırım?',
        answer: [
          'Sizi ilgilendirenleri: tamamlanan görevler, satılan eşyalar, taleplerinize gelen yanıtlar, görevlilerin bakiyenizde yaptığı değişiklikler ve susturmalar. En yeni 50 bildirim gösterilir. Karat bunları e-posta ile göndermez.',
        ],
      },
    },
  },
};
