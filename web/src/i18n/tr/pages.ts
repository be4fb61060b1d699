import type { pages as mixed } from '../mixed/pages.ts';

export const pages: typeof mixed = {
  home: {
    title: 'Düellolar',
  },
  room: {
    title: 'Maç odası',
  },
  cases: {
    title: 'Kasalar',
    goBack: 'Kasalara dön',
    heading: (name) => `Kasa: ${name}`,
    missing: 'Böyle bir kasa yok.',
    missingHint: 'Adı değişmiş ya da kaldırılmış olabilir.',
  },
  market: {
    title: 'Pazar',
    item: 'Pazar: skin',
    listings: 'İlanlarım',
  },
  inventory: {
    title: 'Envanterim',
  },
  leaderboard: {
    title: 'Sıralama',
  },
  roulette: {
    title: 'Rulet',
    red: 'kırmızı',
    black: 'siyah',
    green: 'yeşil',
  },
  missions: {
    title: 'Görevler',
  },
  support: {
    title: 'Destek',
    ticketTitle: 'Destek talebi',
  },
  faq: {
    title: 'Sıkça sorulan sorular',
  },
  fairness: {
    title: 'Kanıtlanabilir adillik',
    roll: (id) => `Çekiliş ${id}`,
    round: (id) => `Tur ${id}`,
    odds: (name) => `Oranlar: ${name}`,
  },
  profile: {
    title: 'Profilim',
    saferPlay: 'Güvenli oyun',
    seeLimits: 'Sınırlarınızı görün',
    rating: (elo) => `Puan ${elo}`,
  },
  player: {
    title: (username) => `Oyuncu: ${username}`,
  },
  sharing: {
    drop: 'Paylaşılan ödül',
    match: 'Paylaşılan maç',
  },
  security: {
    title: 'Güvenlik',
    linkSteam: 'Steam’i bağla',
  },
  emails: {
    reset: 'Parolayı sıfırla',
    confirm: 'E-postayı onayla',
  },
  history: {
    title: 'Oyun geçmişim',
  },
  admin: {
    title: 'Yönetim paneli',
    tabTitle: (tab) => `${tab} · Yönetim`,
    tickets: 'Destek talepleri',
    ticketsTitle: 'Talepler',
    transactions: 'İşlemler',
    items: 'Eşyalar',
    cases: 'Kasalar',
    users: 'Kullanıcılar',
    games: 'Oyunlar',
    logs: 'Kayıtlar',
    missions: 'Görevler',
    server: 'Oyun sunucusu',
    listings: 'İlanlar',
    trades: 'Takas teklifleri',
    prices: 'Fiyatlar',
    reports: 'Raporlar',
    adjustments: 'Bakiye değişiklikleri',
    switches: 'Anahtarlar',
    alarms: 'Alarmlar',
  },
};
