import { plural } from '#i18n/plural.ts';
import type { rolls as english } from '../en/rolls.ts';

type Words = typeof english;

const rollsOf = (count: number) => plural(count, { other: 'çekiliş' });

const inputs: Words['inputs'] = {
  serverSeed: 'Sunucu tohumu',
  serverSeedHash: 'Sunucu tohumunun özeti',
  clientSeed: 'İstemci tohumu',
  entropy: 'Tarayıcının entropisi',
  nonce: 'Sayaç (nonce)',
  caseCanon: 'Kasanın tablosu',
  caseHash: 'Tablonun özeti',
  ticket: 'Bilet',
  itemId: 'Eşyanın numarası',
};

const ticks: Words['ticks'] = {
  label: 'Bu çekilişin denetimleri',
  allRight: 'Beş denetim de geçti: bu çekilişte hiçbir şey değiştirilmemiş.',
  someWrong: (count) => `Beş denetimden ${count} tanesi geçmedi.`,
  waiting: 'İki denetim, sunucu tohumunun açıklanmasını bekliyor.',
  right: {
    seed: 'Sunucu tohumu, çekilişten önce gösterilen özeti veriyor.',
    table: 'Kasanın tablosu, çekilişe giren özeti veriyor.',
    total: 'Tablodaki şansların toplamı tam olarak %100.',
    ticket: (ticket) => `Girdiler ${ticket} numaralı bileti çekiyor.`,
    item: (ticket) => `${ticket} numaralı bilet bu eşyayı kazanıyor.`,
  },
  wrong: {
    seed: 'Sunucu tohumu gösterilen özeti vermiyor.',
    table: 'Kasanın tablosu kendi özetini vermiyor.',
    total: 'Tablodaki şansların toplamı %100 değil.',
    ticket: (drawn) => `Girdiler ${drawn} numaralı bileti çekiyor; gösterilen bu değil.`,
    item: (ticket) => `${ticket} numaralı bilet bu eşyayı kazanmıyor.`,
  },
  pending: {
    seed: 'Sunucu tohumu ve özeti: denetlemek için tohumu değiştirin.',
    ticket: 'Girdilerden çıkan bilet: denetlemek için tohumu değiştirin.',
  },
  doubt: {
    serverSeed: 'Sunucu tohumundan şüphelenin.',
    serverSeedHash: 'Sunucu tohumunun özetinden şüphelenin: tohumun kendisi doğru bileti çekiyor.',
    caseCanon: 'Kasanın tablosundan şüphelenin.',
    caseHash: 'Tablonun özetinden şüphelenin.',
    canonOrHash: 'Kasanın tablosundan ya da özetinden şüphelenin.',
    inputs: 'İstemci tohumundan, entropiden, sayaçtan ya da biletten şüphelenin.',
    ticket: 'Biletten şüphelenin.',
    itemId: 'Eşyadan şüphelenin.',
    ticketOrItem: 'Biletten ya da eşyadan şüphelenin.',
  },
};

const seeds: Words['seeds'] = {
  title: 'Tohumlarınız',
  activeHash: 'Kullanılan sunucu tohumu (özet)',
  nextHash: 'Sıradaki sunucu tohumu (özet)',
  nonce: 'Sonraki çekilişin sayacı',
  clientSeed: 'İstemci tohumu',
  clientSeedHint:
    'Her çekilişteki payınız: 1 ile 64 arasında İngilizce harf, rakam, - ya da _. Değiştirmek sıradaki sunucu tohumunu başlatır.',
  random: 'Rastgele',
  rotate: 'Tohumları değiştir',
  confirmTitle: 'Tohumlar şimdi değiştirilsin mi?',
  confirmText: (rolls) =>
    `Kullanılan sunucu tohumu açıklanır; onunla yapılan ${rollsOf(rolls)} denetlenebilir olur ve bu tohum bir daha kullanılmaz. Sıradaki tohum bu istemci tohumuyla, sayaç 0’dan başlar. Bu işlem geri alınamaz.`,
  confirm: 'Açıkla ve değiştir',
  failed: 'Tohumlar değiştirilemedi. Lütfen yeniden deneyin.',
  revealedTitle: 'Eski tohum açıklandı',
  revealedRolls: (rolls) => `${rollsOf(rolls)} artık denetlenebilir.`,
  matches: 'Gösterilmiş olan özeti veriyor.',
  elsewhere: 'Burada sıradaki olarak gösterilen özeti veriyor: tohumlar bu arada başka bir sekmede değiştirilmiş.',
  broken: 'Burada gösterilmiş olan özeti vermiyor.',
  nextMatches: 'Şimdi kullanılan tohum, önceden duyurulan tohum.',
  nextBroken: 'Şimdi kullanılan tohum, burada duyurulan tohum değil.',
};

const list: Words['rolls'] = {
  title: 'Çekilişleriniz',
  empty: 'Henüz çekiliş yok.',
  emptyHint: 'Açtığınız her kasa, kanıtıyla birlikte burada listelenir.',
  verify: 'Denetle',
  hide: 'Gizle',
  proof: 'Kanıt',
  proofOf: (item) => `Kanıt: ${item}`,
  verifyOf: (item) => `Denetle: ${item}`,
  hideOf: (item) => `Gizle: ${item}`,
  rotateToVerify: 'Denetlemek için tohumu değiştirin',
  held: 'Şerit durunca liste devam eder.',
  newer: 'Daha yeni',
  older: 'Daha eski',
  place: (page, count) => `${page} / ${count}`,
};

const roll: Words['roll'] = {
  missing: 'Böyle bir çekiliş yok.',
  missingHint: 'Adres yanlış yazılmış olabilir.',
  wonFrom: (name) => `Kasa: ${name}`,
  checks: 'Tarayıcınızda denetlendi',
  checksHint: 'Sunucunun çekiliş yaptığı kodla. Sunucuya sorulmadı.',
  secret: 'Sunucu tohumu hâlâ gizli',
  secretHint:
    'Onu yalnızca bu çekilişi yapan oyuncu, tohumları değiştirerek açıklayabilir. Tohumun özeti, tablo ve bilet şimdiden bellidir.',
  yourSeeds: 'Tohumlarınız ve çekilişleriniz',
  ticketTitle: 'Çekilen bilet',
  ticketText: (ticket, range) => `${ticket} numaralı bilet ${range} arasına düştü.`,
  range: (from, to) => `${from} ile ${to}`,
  share: (percent) => `Bunlar bütün biletlerin ${percent} kadarıdır.`,
  tableBroken: 'Bu çekilişin tablosu okunamıyor.',
  inputs: 'Girdiler',
  secretValue: 'değiştirilene kadar gizli',
  noEntropy: 'gönderilmedi',
  table: 'Kasanın o andaki tablosu',
  tableHint: 'Her çift, bir eşyanın numarası ile 10.000 biletten kaçının onun olduğudur.',
  download: 'JSON olarak indir',
  caseOdds: 'Bu kasanın oranları',
};

const page: Words['page'] = {
  lead: 'Her çekilişi ve her turu, kimsenin işine geldiği gibi seçemeyeceği değerler belirler. Sonradan herkes onları yeniden hesaplayabilir.',
  howTitle: 'Kasalar: bir çekiliş nasıl yapılır',
  steps: {
    commit:
      'Siz oynamadan önce gizli bir sunucu tohumu seçer ve SHA-256 özetini gösteririz. Sıradakinin özeti de bellidir; böylece ikisi de değiştirilemez.',
    join: 'Siz bir istemci tohumu seçersiniz, tarayıcınız da her açılışa yeni bir entropi katar. Aç’a basmadan önce sonucu hiç kimse bilmez, biz de.',
    draw: 'Hepsinin, tablonun özetinin ve bir sayacın HMAC-SHA256 değeri 0 ile 9.999 arasından bir bilet çeker. Hangi eşyayı kazandığını tablo söyler.',
    reveal:
      'Tohumları değiştirdiğinizde eski sunucu tohumu açıklanır. Tarayıcınız özetine bakar ve onunla yapılan her çekilişi yeniden hesaplar.',
  },
  verifyTitle: 'Kendiniz denetleyin',
  verifyText: 'Bir çekilişi ya da bir turu JSON olarak yapıştırın veya değerlerini yazın. Hiçbir şey gönderilmez.',
  toolsTitle: 'Bu sayfaya güvenmiyor musunuz?',
  toolsText: 'Aynı denetim, tek başına bir dosya olarak. Sunucu da ağ da gerekmez.',
  html: 'Tarayıcı için denetleyici',
  script: 'Komut satırı için denetleyici',
  api: 'API açıklaması',
  example: 'Adım adım hesaplanmış bir çekiliş',
  signIn: 'Tohumlarınızı görmek ve çekilişlerinizi denetlemek için giriş yapın.',
  more: 'Nasıl işler',
  game: 'Oyun',
  games: { cases: 'Kasalar', roulette: 'Rulet' },
};

const form: Words['form'] = {
  subject: 'Ne denetlenecek',
  subjects: { roll: 'Kasa açılışı', round: 'Rulet turu' },
  json: { roll: 'JSON olarak bir çekiliş', round: 'JSON olarak bir tur' },
  jsonHint: 'Bir çekilişin ya da turun sayfasındaki indirmeden veya API’den.',
  jsonBad: 'Bu metinde ne bir çekiliş ne de bir tur var.',
  byHand: 'Değerler',
  optionalSeed: 'Hâlâ gizliyse boş bırakın.',
  optionalEntropy: 'Tarayıcı göndermediyse boştur.',
  optionalBeacon: 'Yalnızca zincir belirliyorsa boştur.',
  colorHint: 'İngilizce olarak red, green ya da black.',
  submit: 'Denetle',
  clear: 'Temizle',
  issues: {
    hex: '0–9 ve a–f arasından 64 basamak olmalı.',
    clientSeed: '1 ile 64 arasında İngilizce harf, rakam, - ya da _ olmalı.',
    entropy: 'Boş ya da 0–9 ve a–f arasından 32 basamak olmalı.',
    number: 'Tam sayı olmalı.',
    ticket: '0 ile 9999 arasında bir tam sayı olmalı.',
    text: 'Özeti alınan metin olmalı.',
    filled: 'Boş olamaz.',
    k: '1’den başlayan bir tam sayı olmalı.',
    winnerNumber: '0 ile 14 arasında bir tam sayı olmalı.',
    winnerColor: 'red, green ya da black olmalı.',
  },
};

const odds: Words['odds'] = {
  lead: 'Bütün oyuncuların bütün açılışlarında, yayımlanan oranlara karşı kazanılanlar. Herkes yeniden hesaplayabilir.',
  back: 'Kasaya dön',
  missing: 'Böyle bir kasa yok.',
  version: (version) => `Sürüm ${version}`,
  current: 'Şu anki',
  openings: (count) => plural(count, { other: 'açılış' }),
  verdict: {
    too_few: 'Karar vermek için az',
    fits: 'Yayımlanan oranlara uyuyor',
    doubtful: 'Uymuyor',
  },
  verdictText: {
    too_few: '1.000 açılışın altında neredeyse her şeyi yalnızca şans açıklar.',
    fits: (percent) =>
      `Oranlar doğruysa, yalnızca şans bile böyle denemelerin ${percent} kadarında en az bu kadar sapar.`,
    doubtful: 'Yalnızca şans neredeyse hiçbir zaman bu kadar sapmaz. Görevlilere bildirildi.',
  },
  chiSquare: 'Ki-kare',
  degrees: 'Serbestlik derecesi',
  p: 'p değeri',
  item: 'Eşya',
  published: 'Yayımlanan',
  observed: 'Gözlenen',
  expectedCount: 'Beklenen',
  observedCount: 'Kazanılan',
  spread: 'Olağan aralık',
  spreadHint: 'İşaret kazanılandır. Bant, 100 seferin yaklaşık 95’inde düştüğü yerdir.',
  below: 'olağan aralığın altında',
  within: 'olağan aralıkta',
  above: 'olağan aralığın üstünde',
  tableLabel: (version) => `${version}. sürümün yayımlanan ve gözlenen oranları`,
  recompute: 'Tarayıcımda yeniden hesapla',
  recomputeTitle: 'Kendiniz hesaplayın',
  recomputeText:
    'Bu kasanın bütün açılışlarını indirir, yeniden sayar ve her biletin kendi eşyasını kazandığını denetler.',
  running: (done, total) => `${total} çekilişten ${done}`,
  failed: 'Çekilişler yüklenemedi. Lütfen yeniden deneyin.',
  recounted: (count) => `${rollsOf(count)} tarayıcınızda sayıldı.`,
  same: 'Sayılar bu sayfadakilerle aynı.',
  more: (count) => `Sayılar bu sayfadakiler ve ${plural(count, { other: 'yeni çekiliş' })}.`,
  differs: 'Sayılar bu sayfadakilerle aynı değil.',
  verified: (count) => `Açıklanmış ${rollsOf(count)} denetlendi.`,
  secret: (count) => `${rollsOf(count)} tohumun açıklanmasını bekliyor.`,
  wrong: (count) => `${rollsOf(count)} denetimden geçmedi:`,
  repeated: (count) => `${plural(count, { other: 'sayaç' })} iki kez kullanılmış.`,
  noneRepeated: 'Hiçbir sayaç iki kez kullanılmamış.',
  fitting: (count) => `${plural(count, { other: 'bilet' })} verilen eşyayı kazanıyor.`,
  listedTwice: (count) => `${plural(count, { other: 'açılış' })} iki kez listelenmiş.`,
  noneListedTwice: 'Hiçbir açılış iki kez listelenmemiş.',
  csv: 'Bütün çekilişleri indir (CSV)',
  privacyTitle: 'Burada neden kimsenin adı yok',
  privacyText:
    'Açılışlar adsız, tohumsuz ve sayaçsız listelenir; böylece hangilerinin aynı oyuncuya ait olduğu anlaşılamaz. Her açılış, şerit durunca listelenir. Kendi çekilişlerinizin tam kanıtı Kanıtlanabilir adalet bölümündedir. Görevlilerin ve deneme oyuncularının açılışları da ötekiler gibi sayılır ve işaretlidir.',
};

const books: Words['books'] = {
  title: 'Defterler',
  text: 'Her hareket iki kez yazılır; bu yüzden bütün hesapların toplamı her zaman sıfırdır.',
  kinds: {
    players: 'Oyuncular',
    rooms: 'Maç odaları',
    rounds: 'Rulet turları',
    house: 'Site kasası',
    external: 'Dışarısı',
  },
  sum: 'Toplam',
  movements: (count) => plural(count, { other: 'hareket' }),
  balanced: 'Defterler dengede.',
  unbalanced: 'Defterler dengede değil. Bir insan bakana kadar oyun alınmaz.',
  audited: 'son denetim:',
  never: 'henüz yok',
};

export const rolls: Words = { inputs, ticks, seeds, rolls: list, roll, page, form, odds, books };
