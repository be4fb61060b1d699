import { plural } from '../plural.ts';
import type { chat as mixed } from '../mixed/chat.ts';

export const chat: typeof mixed = {
  chat: {
    title: 'Sohbet',
    open: 'Sohbeti aç',
    collapse: 'Sohbeti daralt',
    placeholder: 'Mesaj…',
    send: 'Gönder',
    atMaximum: 'Mesaj en uzun haline ulaştı (250 karakter).',
    empty: 'Henüz mesaj yok.',
    emptyHint: 'İlk yazan siz olun.',
    signIn: 'Mesaj yazmak için giriş yapın.',
    notOpen: 'Sohbet henüz açılmadı.',
    notOpenHint: 'Oyuncular burada birbirleriyle konuşacak.',
    online: (count) => `${count} çevrimiçi`,
    newMessages: (count) => plural('tr', count, { other: 'yeni mesaj' }),
    sendFailed: 'Mesaj gönderilemedi. Lütfen tekrar deneyin.',
  },
};
