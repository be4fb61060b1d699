import type { openings as mixed } from '../mixed/openings.ts';

export const openings: typeof mixed = {
  openings: {
    noneFound: (query) => `“${query}” ile eşleşen kasa yok.`,
    noneFoundHint: 'Başka bir sözcük deneyin ya da hepsine göz atın.',
    showAll: 'Tüm kasaları göster',
    paused: 'Duraklatıldı',
    open: 'Aç',
    opening: 'Açılıyor…',
    houseEdge: (percent) => `Site avantajı ${percent}`,
    includes: 'Bu kasada neler var',
    quickSell: 'Hızlı sat',
    sold: 'Eşya satıldı!',
    soldFor: (item, price) => `${item}, ${price} elmasa satıldı`,
    proof: 'Bu çekilişin kanıtı',
    signInFirst: 'Kasa açmak için giriş yapmalısınız.',
    failed: 'Kasa açılırken bir şeyler ters gitti.',
    confirmAge: '18 yaşındayım veya daha büyüğüm',
  },
  drops: {
    label: 'Canlı düşenler',
    live: 'CANLI',
    drops: 'DÜŞENLER',
    empty: 'Henüz kasa açılmadı. İlk düşen eşya burada görünecek.',
    wonBy: (item, username, caseName) => `${username}, ${caseName} kasasından kazandı: ${item}`,
    proofOf: (item, username) => `Kanıt: ${username} kazandı, ${item}`,
  },
};
