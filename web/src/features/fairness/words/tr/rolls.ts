import { plural } from '#i18n/plural.ts';
import type { rolls as english } from '../en/rolls.ts';

type Words = typeof english;

const rollsOf = (count: number) => plural(count, { other: 'çekiliş' });

const inputs: Words['inputs'] = {
  serverSeed: 'Sunucu tohumu',
  serverSeedHash: 'Sunucu tohumu hash’i',
  clientSeed: 'İstemci tohumu',
  entropy: 'Tarayıcı entropisi',
  nonce: 'Nonce',
  caseCanon: 'Kasa tablosu',
  caseHash: 'Sürüm hash’i',
  ticket: 'Bilet',
  itemId: 'Eşya numarası',
};

const ticks: Words['ticks'] = {
  label: 'Bu çekilişin denetimleri',
  allRight: 'Beş denetim de geçti. Bu çekiliş değiştirilmemiş.',
  someWrong: (count) => `Beş denetimden ${count} tanesi geçmedi.`,
  waiting: 'İki denetim, sunucu tohumunun açıklanmasını bekliyor.',
  right: {
    seed: 'Sunucu tohumu, çekilişten önce gösterilen hash ile eşleşiyor.',
    table: 'Kasa tablosu, çekilişte kullanılan sürüm hash’iyle eşleşiyor.',
    total: 'Tablodaki şansların toplamı tam olarak %100.',
    ticket: (ticket) => `Girdiler ${ticket} numaralı bileti veriyor.`,
    item: (ticket) => `${ticket} numaralı bilet bu eşyayı kazanıyor.`,
  },
  wrong: {
    seed: 'Sunucu tohumu gösterilen hash ile eşleşmiyor.',
    table: 'Kasa tablosu, sürüm hash’iyle eşleşmiyor.',
    total: 'Tablodaki şansların toplamı %100 değil.',
    ticket: (drawn) => `Girdiler ${drawn} numaralı bileti veriyor; gösterilen bu değil.`,
    item: (ticket) => `${ticket} numaralı bilet bu eşyayı kazanmıyor.`,
  },
  pending: {
    seed: 'Sunucu tohumu hash’i: denetlemek için tohumları değiştirin.',
    ticket: 'Bilet: denetlemek için tohumları değiştirin.',
  },
  suspect: {
    serverSeed: 'Sunucu tohumu yanlış görünüyor.',
    serverSeedHash: 'Sunucu tohumu hash’i yanlış görünüyor: tohumun kendisi doğru bileti veriyor.',
    caseCanon: 'Kasa tablosu yanlış görünüyor.',
    caseHash: 'Sürüm hash’i yanlış görünüyor.',
    canonOrHash: 'Kasa tablosu ya da sürüm hash’i yanlış görünüyor.',
    inputs: 'İstemci tohumu, entropi, nonce ya da bilet yanlış görünüyor.',
    ticket: 'Bilet yanlış görünüyor.',
    itemId: 'Eşya yanlış görünüyor.',
    ticketOrItem: 'Bilet ya da eşya yanlış görünüyor.',
  },
};

const seeds: Words['seeds'] = {
  title: 'Tohumlarınız',
  activeHash: 'Etkin sunucu tohumu (hash)',
  nextHash: 'Sıradaki sunucu tohumu (hash)',
  nonce: 'Sıradaki nonce',
  clientSeed: 'İstemci tohumu',
  clientSeedHint:
    'Her çekilişteki payınız: 1–64 İngilizce harf, rakam, - ya da _. Değiştirirseniz sıradaki sunucu tohumuna geçilir.',
  random: 'Rastgele',
  rotate: 'Tohumları değiştir',
  confirmTitle: 'Tohumlar şimdi değiştirilsin mi?',
  confirmText: (rolls) =>
    `Etkin sunucu tohumu açıklanır; onunla yapılan ${rollsOf(rolls)} denetlenebilir. Sıradaki tohum bu istemci tohumu ve nonce 0 ile başlar. Bu işlem geri alınamaz.`,
  confirm: 'Açıkla ve değiştir',
  failed: 'Tohumlar değiştirilemedi. Lütfen tekrar deneyin.',
  revealedTitle: 'Eski tohum açıklandı',
  revealedRolls: (rolls) => `${rollsOf(rolls)} artık denetlenebilir.`,
  matches: 'Gösterilen hash ile eşleşiyor.',
  elsewhere: 'Sıradaki olarak gösterilen hash ile eşleşiyor: tohumlar başka bir sekmede de değiştirilmiş.',
  broken: 'Gösterilen hash ile eşleşmiyor.',
  nextMatches: 'Yeni etkin tohum, duyurulan hash ile eşleşiyor.',
  nextBroken: 'Yeni etkin tohum, duyurulan hash ile eşleşmiyor.',
};

const list: Words['rolls'] = {
  title: 'Çekilişleriniz',
  empty: 'Henüz çekiliş yok.',
  emptyHint: 'Açtığınız her kasa, kanıtıyla birlikte burada görünür.',
  verify: 'Denetle',
  hide: 'Gizle',
  proof: 'Kanıt',
  proofOf: (item) => `Kanıt: ${item}`,
  verifyOf: (item) => `Denetle: ${item}`,
  hideOf: (item) => `Gizle: ${item}`,
  rotateToVerify: 'Denetlemek için tohumları değiştirin',
  hidden: 'Liste, animasyon bitince güncellenir.',
  newer: 'Daha yeni',
  older: 'Daha eski',
  place: (page, count) => `${page} / ${count}`,
};

const roll: Words['roll'] = {
  missing: 'Böyle bir çekiliş yok.',
  missingHint: 'Adres yanlış yazılmış olabilir.',
  wonFrom: (name) => `Kasa: ${name}`,
  checks: 'Tarayıcınızda denetlendi',
  checksHint: 'Sunucunun kullandığı kodla, sunucuya sorulmadan.',
  secret: 'Sunucu tohumu hâlâ gizli',
  secretHint:
    'Onu yalnızca bu çekilişi yapan oyuncu, tohumları değiştirerek açıklayabilir. Hash’i, kasa tablosu ve bilet şimdiden sabittir.',
  yourSeeds: 'Tohumlarınız ve çekilişleriniz',
  ticketTitle: 'Çekilen bilet',
  ticketText: (ticket, range) => `${ticket} numaralı bilet ${range} arasında.`,
  range: (from, to) => `${from} ile ${to}`,
  share: (percent) => `Bu aralığın tüm biletlerdeki payı: ${percent}.`,
  tableBroken: 'Bu çekilişin kasa tablosu okunamıyor.',
  inputs: 'Girdiler',
  secretValue: 'tohumlar değiştirilene kadar gizli',
  noEntropy: 'gönderilmedi',
  table: 'O andaki kasa tablosu',
  tableHint: 'Her çift, bir eşya numarası ve onun 10.000 biletteki payıdır.',
  download: 'JSON olarak indir',
  caseOdds: 'Bu kasanın oranları',
};

const page: Words['page'] = {
  lead: 'Bir çekilişin ya da turun sonucunu kimse seçemez; sonradan herkes denetleyebilir.',
  howTitle: 'Kasalar: çekilişler nasıl yapılır',
  steps: {
    commit:
      'Siz oynamadan önce gizli bir sunucu tohumu seçer, onun ve sıradaki tohumun SHA-256 hash’ini gösteririz. Artık ikisini de değiştiremeyiz.',
    join: 'Siz bir istemci tohumu seçersiniz, tarayıcınız da her açılışa yeni bir entropi katar. Aç’a basmadan önce sonucu biz dahil kimse bilmez.',
    draw: 'Bu değerlerin, kasanın sürüm hash’inin ve bir sayacın HMAC-SHA256 sonucu 0 ile 9.999 arasında bir bilet verir. Biletin hangi eşyayı kazandığı kasa tablosunda yazar.',
    reveal:
      'Tohumları değiştirdiğinizde eski sunucu tohumu açıklanır. Tarayıcınız hash’ini kontrol eder ve onunla yapılan her çekilişi yeniden hesaplar.',
  },
  verifyTitle: 'Kendiniz denetleyin',
  verifyText: 'Bir çekilişi ya da turu JSON olarak yapıştırın veya değerlerini girin. Hiçbir şey gönderilmez.',
  toolsTitle: 'Bu sayfaya güvenmiyor musunuz?',
  toolsText: 'Denetleyiciyi indirin. Çevrimdışı çalışır.',
  html: 'Tarayıcı için denetleyici',
  script: 'Komut satırı için denetleyici',
  api: 'API açıklaması',
  example: 'Adım adım bir çekiliş',
  signIn: 'Tohumlarınızı görmek ve çekilişlerinizi denetlemek için giriş yapın.',
  more: 'Nasıl çalışır',
  game: 'Oyun',
  games: { cases: 'Kasalar', roulette: 'Rulet' },
};

const form: Words['form'] = {
  subject: 'Denetlenecek',
  subjects: { roll: 'Kasa açılışı', round: 'Rulet turu' },
  json: { roll: 'JSON olarak bir çekiliş', round: 'JSON olarak bir tur' },
  jsonHint: 'Bir çekiliş ya da tur sayfasından indirilen dosya veya API yanıtı.',
  jsonBad: 'Bu metinde bir çekiliş ya da tur yok.',
  byHand: 'Değerler',
  optionalSeed: 'Hâlâ gizliyse boş bırakın.',
  optionalEntropy: 'Tarayıcı göndermediyse boş bırakın.',
  optionalBeacon: 'Yoksa boş bırakın.',
  colorHint: 'İngilizce olarak red, green ya da black.',
  submit: 'Denetle',
  clear: 'Temizle',
  issues: {
    hex: '64 onaltılık basamak olmalı (0–9, a–f).',
    clientSeed: '1–64 İngilizce harf, rakam, - ya da _ olmalı.',
    entropy: 'Boş ya da 32 onaltılık basamak olmalı (0–9, a–f).',
    number: 'Tam sayı olmalı.',
    ticket: '0 ile 9999 arasında bir tam sayı olmalı.',
    text: 'Hash’i alınan metin olmalı.',
    filled: 'Boş olamaz.',
    k: 'En az 1 olan bir tam sayı olmalı.',
    winnerNumber: '0 ile 14 arasında bir tam sayı olmalı.',
    winnerColor: 'red, green ya da black olmalı.',
  },
};

const odds: Words['odds'] = {
  lead: 'Tüm oyuncuların tüm açılışlarında yayımlanan ve gerçekleşen düşme oranları.',
  back: 'Kasaya dön',
  missing: 'Böyle bir kasa yok.',
  version: (version) => `Sürüm ${version}`,
  current: 'Güncel',
  openings: (count) => plural(count, { other: 'açılış' }),
  verdict: {
    too_few: 'Açılış sayısı az',
    fits: 'Yayımlanan oranlarla uyumlu',
    doubtful: 'Uyumlu değil',
  },
  verdictText: {
    too_few: '1.000’den az açılışta hemen her sonuç şansla açıklanabilir.',
    fits: (percent) => `Oranlar doğruysa, yalnızca şansla bu kadar büyük bir sapma görülme olasılığı ${percent}.`,
    doubtful: 'Yalnızca şansla bu kadar büyük bir sapma neredeyse hiç görülmez. Görevlilere bildirildi.',
  },
  chiSquare: 'Ki-kare',
  degrees: 'Serbestlik derecesi',
  p: 'p değeri',
  item: 'Eşya',
  published: 'Yayımlanan',
  observed: 'Gerçekleşen',
  expectedCount: 'Beklenen',
  observedCount: 'Kazanılan',
  spread: 'Olağan aralık',
  spreadHint: 'İşaret gerçek sayıyı gösterir. Bant, 100 durumdan yaklaşık 95’ini kapsar.',
  bySandbox: (count) =>
    `${plural(count, { other: 'açılış' })} sandbox oyuncularından, yani programlardan. Onların çekilişleri de aynı şekilde yapılır.`,
  below: 'olağan aralığın altında',
  within: 'olağan aralıkta',
  above: 'olağan aralığın üstünde',
  tableLabel: (version) => `${version}. sürümün yayımlanan ve gerçekleşen oranları`,
  recompute: 'Tarayıcımda yeniden hesapla',
  recomputeTitle: 'Kendiniz kontrol edin',
  recomputeText:
    'Bu kasanın tüm açılışlarını indirir, yeniden sayar ve her biletin kendi eşyasını kazandığını denetler.',
  running: (done, total) => `${total} çekilişten ${done}`,
  failed: 'Çekilişler yüklenemedi. Lütfen tekrar deneyin.',
  recounted: (count) => `${rollsOf(count)} tarayıcınızda sayıldı.`,
  same: 'Sayılar bu sayfayla aynı.',
  more: (count) => `Sayılar bu sayfayla aynı, artı ${plural(count, { other: 'yeni çekiliş' })}.`,
  differs: 'Sayılar bu sayfayla aynı değil.',
  verified: (count) => `Açıklanmış ${rollsOf(count)} denetlendi.`,
  secret: (count) => `${rollsOf(count)} tohumun açıklanmasını bekliyor.`,
  wrong: (count) => `${rollsOf(count)} denetimden geçmedi:`,
  repeated: (count) => `${plural(count, { other: 'nonce' })} iki kez kullanılmış.`,
  noneRepeated: 'Hiçbir nonce iki kez kullanılmamış.',
  fitting: (count) => `${plural(count, { other: 'bilet' })} eşyasıyla eşleşiyor.`,
  listedTwice: (count) => `${plural(count, { other: 'açılış' })} iki kez listelenmiş.`,
  noneListedTwice: 'Hiçbir açılış iki kez listelenmemiş.',
  csv: 'Tüm çekilişleri indir (CSV)',
  privacyTitle: 'Burada neden ad yok',
  privacyText:
    'Açılışlar ad, tohum ve nonce olmadan listelenir; böylece bir oyuncuyla ilişkilendirilemez. Her açılış, animasyonu bitince görünür. Kendi çekilişlerinizin tam kanıtını Kanıtlanabilir adillik sayfasında bulursunuz. Görevlilerin ve deneme oyuncularının açılışları da dahildir ve işaretlidir.',
};

const books: Words['books'] = {
  title: 'Defterler',
  text: 'Her işlem iki hesaba yazılır; bu yüzden tüm hesapların toplamı her zaman sıfırdır.',
  kinds: {
    players: 'Oyuncular',
    rooms: 'Maç odaları',
    rounds: 'Rulet turları',
    house: 'Site',
    external: 'Dış hesap',
  },
  sum: 'Toplam',
  movements: (count) => plural(count, { other: 'işlem' }),
  balanced: 'Defterler dengede.',
  unbalanced: 'Defterler dengede değil. Görevliler inceleyene kadar oyunlar durduruldu.',
  asOf: (time) => `${time} itibarıyla`,
  audited: 'son denetim:',
  never: 'henüz yok',
  sealsTitle: 'Mühürlenen aylar',
  sealsText:
    'Her özet, tarihinden önceki tüm kayıtları kapsar. Bir kopyasını saklayın: eski bir kayıt değiştirilirse özet artık tutmaz.',
  sealed: {
    ledger: (day) => `${day} öncesindeki işlemler`,
    openings: (day) => `${day} öncesindeki kasa açılışları`,
    roulette_bets: (day) => `${day} öncesindeki rulet bahisleri`,
  },
};

export const rolls: Words = { inputs, ticks, seeds, rolls: list, roll, page, form, odds, books };
