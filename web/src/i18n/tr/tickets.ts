import { plural } from '../plural.ts';
import type { tickets as mixed } from '../mixed/tickets.ts';

export const tickets: typeof mixed = {
  support: {
    title: 'Destek',
    createTicket: 'Destek talebi oluştur',
    found: (count) => plural('tr', count, { other: 'talep bulundu' }),
    empty: 'Destek talebiniz yok.',
    emptyHint: 'Destek talepleri henüz açılmadı. Birçok yanıt şimdiden S.S.S. sayfasında.',
    toFaq: 'S.S.S. sayfasını oku',
    ticketTitle: 'Destek talebi',
    missing: 'Böyle bir destek talebi yok.',
    missingHint: 'Başka bir hesapla açılmış olabilir.',
    goBack: 'Desteğe dön',
  },
  ticketDesk: {},
};
