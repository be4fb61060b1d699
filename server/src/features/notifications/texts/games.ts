import { READY_UP_MS } from '@karat/rules/rooms';
import { diamondsText } from '#diamonds-text.ts';
import { asSentence, elmas, isOrAre, type NoParameters, signed, template } from './text.ts';

const VOID_REASONS = {
  en: {
    replaced: 'You opened another room.',
    left: 'Everyone left.',
    not_ready: 'Nobody got ready in time.',
    no_server: 'No game server was available.',
    no_show: 'The match did not start in time.',
    abandoned: 'The game server stopped responding.',
    draw: 'The match ended in a draw.',
    no_coin: 'The side draw failed.',
    staff: 'Our staff closed the room.',
  },
  tr: {
    replaced: 'Başka bir oda açtınız.',
    left: 'Herkes ayrıldı.',
    not_ready: 'Kimse zamanında hazır olmadı.',
    no_server: 'Oyun sunucusu bulunamadı.',
    no_show: 'Maça zamanında başlanmadı.',
    abandoned: 'Oyun sunucusu yanıt vermedi.',
    draw: 'Maç berabere bitti.',
    no_coin: 'Başlangıç tarafı çekilemedi.',
    staff: 'Odayı görevliler kapattı.',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

type Cancelled = {
  readonly roomId: number;
  readonly reason: string;
  /** Typed by staff. */
  readonly reasonText: string | null;
  readonly stake: number;
};

function voidReason(texts: Readonly<Record<string, string>>, { reason, reasonText }: Cancelled): string {
  return asSentence(reasonText ?? (Object.hasOwn(texts, reason) ? texts[reason]! : reason));
}

const READY_MINUTES = READY_UP_MS / 60_000;

type Room = { readonly roomId: number };

export const gameTemplates = {
  'room.full': template<Room>({
    icon: 'room',
    en: ({ roomId }) => ({
      title: `Room #${roomId} is full`,
      message: `Get ready within ${READY_MINUTES} minutes, or you lose your seat.`,
    }),
    tr: ({ roomId }) => ({
      title: `#${roomId} numaralı oda doldu`,
      message: `${READY_MINUTES} dakika içinde hazır olun, yoksa yerinizi kaybedersiniz.`,
    }),
  }),
  'room.serverReady': template<Room>({
    icon: 'room',
    en: ({ roomId }) => ({ title: `Room #${roomId}: your match is ready`, message: 'Join the game server now.' }),
    tr: ({ roomId }) => ({
      title: `#${roomId} numaralı oda: maçınız hazır`,
      message: 'Oyun sunucusuna şimdi katılın.',
    }),
  }),
  'room.cancelled': template<Cancelled>({
    icon: 'room',
    en: (cancelled) => ({
      title: `Room #${cancelled.roomId} was cancelled`,
      message: `${voidReason(VOID_REASONS.en, cancelled)}${cancelled.stake > 0 ? ` Your ${diamondsText(cancelled.stake)} ${isOrAre(cancelled.stake)} back.` : ''}`,
    }),
    tr: (cancelled) => ({
      title: `#${cancelled.roomId} numaralı oda iptal edildi`,
      message: `${voidReason(VOID_REASONS.tr, cancelled)}${cancelled.stake > 0 ? ` Giriş ücretiniz geri verildi: ${elmas(cancelled.stake)}.` : ''}`,
    }),
  }),
  'room.won': template<{ readonly roomId: number; readonly payout: number; readonly rating: number }>({
    icon: 'room',
    en: ({ roomId, payout, rating }) => ({
      title: `You won room #${roomId}`,
      message: `${payout > 0 ? `The pot paid you ${diamondsText(payout)}. ` : ''}Rating ${signed(rating)}.`,
    }),
    tr: ({ roomId, payout, rating }) => ({
      title: `#${roomId} numaralı odayı kazandınız`,
      message: `${payout > 0 ? `Size ödenen: ${elmas(payout)}. ` : ''}Puan ${signed(rating)}.`,
    }),
  }),
  'room.lost': template<{ readonly roomId: number; readonly rating: number }>({
    icon: 'room',
    en: ({ roomId, rating }) => ({ title: `You lost room #${roomId}`, message: `Rating ${signed(rating)}.` }),
    tr: ({ roomId, rating }) => ({
      title: `#${roomId} numaralı odayı kaybettiniz`,
      message: `Puan ${signed(rating)}.`,
    }),
  }),
  'roulette.won': template<{ readonly roundId: number; readonly won: number }>({
    icon: 'roulette',
    en: ({ roundId, won }) => ({ title: 'Green wins', message: `Round #${roundId} paid you ${diamondsText(won)}.` }),
    tr: ({ roundId, won }) => ({
      title: 'Yeşil kazandı',
      message: `${roundId}. tur size ${elmas(won)} ödedi.`,
    }),
  }),
  'roulette.refunded': template<{ readonly roundId: number; readonly amount: number }>({
    icon: 'roulette',
    en: ({ roundId, amount }) => ({
      title: 'Round refunded',
      message: `Your ${diamondsText(amount)} of round #${roundId} ${isOrAre(amount)} back. The number of this round could not be drawn.`,
    }),
    tr: ({ roundId, amount }) => ({
      title: 'Tur iade edildi',
      message: `${roundId}. turdaki bahsiniz geri verildi: ${elmas(amount)}. Bu turun sayısı çekilemedi.`,
    }),
  }),
  'roulette.roundRefunded': template<{ readonly roundId: number }>({
    icon: 'shield',
    en: ({ roundId }) => ({
      title: `Roulette round #${roundId} was refunded`,
      message:
        'The seed of this round cannot be read, so its number cannot be drawn. Has SECRET been changed? A new chain is used from now on.',
    }),
    tr: ({ roundId }) => ({
      title: `Rulet: ${roundId}. tur iade edildi`,
      message:
        'Bu turun tohumu okunamıyor, bu yüzden sayısı çekilemiyor. SECRET değişti mi? Bundan sonra yeni bir zincir kullanılıyor.',
    }),
  }),
  'roulette.stalled': template<NoParameters>({
    icon: 'shield',
    en: () => ({
      title: 'Roulette has stopped',
      message: 'A step of the round keeps failing and is retried. No bet is lost; the server log has the reason.',
    }),
    tr: () => ({
      title: 'Rulet durdu',
      message:
        'Turun bir adımı sürekli başarısız oluyor ve yeniden deneniyor. Hiçbir bahis kaybolmadı; nedeni sunucu günlüğünde.',
    }),
  }),
  'mission.completed': template<{ readonly title: string; readonly reward: number }>({
    icon: 'mission',
    en: ({ title, reward }) => ({
      title: 'Mission completed',
      message: `“${title}” is done. ${diamondsText(reward)} ${isOrAre(reward)} waiting to be claimed.`,
    }),
    tr: ({ title, reward }) => ({
      title: 'Görev tamamlandı',
      message: `“${title}” tamamlandı. Ödülünüz sizi bekliyor: ${elmas(reward)}.`,
    }),
  }),
  'inventory.sold': template<{ readonly name: string; readonly price: number }>({
    icon: 'sale',
    en: ({ name, price }) => ({ title: 'Item sold', message: `${name} sold for ${diamondsText(price)}` }),
    tr: ({ name, price }) => ({
      title: 'Eşya satıldı',
      message: `${name}, ${elmas(price)} karşılığında satıldı.`,
    }),
  }),
  'inventory.soldMany': template<{ readonly count: number; readonly price: number }>({
    icon: 'sale',
    en: ({ count, price }) => ({ title: 'Items sold', message: `${count} items sold for ${diamondsText(price)}` }),
    tr: ({ count, price }) => ({
      title: 'Eşyalar satıldı',
      message: `${count} eşya ${elmas(price)} karşılığında satıldı.`,
    }),
  }),
};
