import type { Faq } from '../outline.ts';

/** Answers about chat, support and notifications. */
export const community: Pick<Faq, 'missions' | 'community'> = {
  missions: {
    title: 'Görevler',
    answers: {
      missions: {
        question: 'Görevler nasıl işler?',
        answer: [
          'Bir görev sizden bir şeyi belli bir sayıda yapmanızı ister, örneğin kasa açmanızı, elmasla oynamanızı ya da eşya satmanızı; karşılığında bir ödülü vardır. Yaptıklarınız kendiliğinden ve anında, sunucuda işin kendisiyle aynı adımda sayılır: bir açılış kaydedildiğinde sayılır ve hiçbir zaman iki kez sayılmaz.',
          'Bir görev, sunulduğu andan itibaren sayar. Daha önce yaptıklarınız sayılmaz. Görevliler istenen şeyi değiştirirse görev herkes için yeniden başlar.',
          { link: 'Görevlere bak', to: '/missions' },
        ],
      },
      'mission-reward': {
        question: 'Ödülü nasıl alırım, geç kalabilir miyim?',
        answer: [
          'Hedefe ulaştığınızda bir bildirim gelir ve görevde ödülün düğmesi görünür. Basın, elmaslar bakiyenizdedir; her ödül bir kez ödenir.',
          'Geç kalmazsınız. Kazandığınız ödül sizi bekler; gün ya da hafta bitse de, görev değişse ya da sayfadan kalksa da, siz mola vermiş olsanız da. Bir görevin birkaç günü bekliyorsa en eskisinden başlayarak tek tek ödenir.',
        ],
      },
      'mission-reset': {
        question: 'Günlük ve haftalık görevler ne zaman yeniden başlar?',
        answer: [
          'Günlük olanlar her gün 00:00’da (UTC), haftalık olanlar pazartesi 00:00’da (UTC); ne kadar kaldığını sayfa gösterir. O anda ilerlemeniz yeniden 0’dan başlar. Ötekiler bir kez yapılır ve sunuldukları sürece sayar.',
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
          'Ziyaretçiler dahil herkes okuyabilir. Yazmak için giriş yapmış olmanız gerekir. Bir mesaj en çok 250 karakterdir; Enter ile ya da düğmeyle gönderilir, Shift ile Enter yeni satıra geçer. @ ve bir ad yazarsanız o oyuncu kendisine seslendiğinizi görür.',
          'Bağlantı koparsa yazdıklarınız durur; gönderdikleriniz de bağlantı gelir gelmez bir kez gönderilir.',
        ],
      },
      'chat-rules': {
        question: 'Mesajım neden gönderilmedi?',
        answer: [
          'Bir cümle size nedenini söyler, yazdıklarınız da kutuya geri döner. Kurallar şunlar:',
          {
            list: [
              'Bağlantı, başka site ya da sunucu adresi yazılmaz. Birçoğu hesabınızın peşindeki kişilere götürür.',
              'Aynı işaretin ya da sözcüğün üst üste yinelenmesi ve son 30 saniyede söylediğiniz şey gönderilmez.',
              'Art arda 20 mesaj, sonra saniyede bir mesaj yazabilirsiniz.',
              'Yavaş modda, ki görevliler bunu aynı anda çok yazıldığında açar, her oyuncu iki mesaj arasında biraz bekler. Kutu ne kadar beklediğinizi gösterir.',
            ],
          },
        ],
      },
      'chat-staff': {
        question: 'Görevliler sohbette ne yapabilir?',
        answer: [
          'Bir mesajı silebilir ve bir oyuncuyu bir süreliğine, en çok 30 gün, susturabilirler. Susturulan kişi okumayı ve oynamayı sürdürür; nedeni ve ne zaman biteceği kendisine bildirilir, süre dolunca kendiliğinden yeniden yazabilir. Bu tür her işlem, kimin yaptığıyla birlikte kaydedilir.',
          'Haksız olduğunu mu düşünüyorsunuz, ya da görevlilerin bakması gereken bir şey mi gördünüz? Destek talebi yazın. Görevlilerin adının yanında bir rozet vardır.',
        ],
      },
      'chat-hiding': {
        question: 'Birinin mesajlarını gizleyebilir miyim?',
        answer: [
          'Evet. Sohbette oyuncunun adına basıp Bu oyuncuyu gizle seçeneğini seçin: yazdıklarını artık hiçbir sekmenizde ve cihazınızda görmezsiniz, kendisine de haber verilmez. Kimleri gizlediğiniz sohbetin seçeneklerinde listelenir; orada yeniden gösterebilirsiniz. En çok 500 oyuncu gizleyebilirsiniz.',
        ],
      },
      tickets: {
        question: 'Destek nasıl işler?',
        answer: [
          'Bir konu ve ne olduğunu yazarak talep oluşturun. Görevlilerle orada yazışırsınız, yeni mesajlar sayfayı yenilemeden görünür; yanıt geldiğinde bir bildirim de alırsınız. Yazışmayı yalnızca siz ve görevliler okuyabilir.',
          'Konu çözülünce talebi kapatın; görevliler de kapatabilir. Kapalı bir talebe kimse yazamaz, ama siz okumaya devam edebilirsiniz.',
          { link: 'Desteğe git', to: '/support' },
        ],
      },
      notifications: {
        question: 'Zil bana ne bildirir?',
        answer: [
          'Sizi ilgilendirenleri: tamamlanan bir görevi, satılan bir eşyayı, talebinize gelen yanıtı, görevlilerin bakiyenizde yaptığı değişikliği, bir susturmayı. En yeni 50 bildirim gösterilir. E-postayla hiçbir şey gelmez.',
        ],
      },
    },
  },
};
