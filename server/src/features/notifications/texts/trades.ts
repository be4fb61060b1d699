import { diamondsText } from '#diamonds-text.ts';
import { elmas, isOrAre, type NoParameters, template } from './text.ts';

/** A reason is a code, or null if staff entered it; the text is in English or in the language of the staff. */
type Closed = { readonly reason: string | null; readonly reasonText: string };

const CLOSE_REASONS_TR: Readonly<Partial<Record<string, string>>> = {
  DECLINED: 'Teklif reddedildi.',
  EXPIRED: 'Teklif zamanında kabul edilmedi.',
  CANCELLED: 'Teklif iptal edildi.',
  INVALID_ITEMS: 'Tekliften bir skin artık yerinde değil.',
  ESCROW_REFUSED: 'Platform takası bekletirdi. Önce mobil doğrulayıcıyı açın.',
  FAILED: 'Teklif gönderilemedi.',
  player: 'Siz iptal ettiniz.',
  flagged: 'Görevlilerimiz bakana kadar bu hesapta takas kilitli.',
  banned: 'Bu hesap kapatılmış.',
  self_excluded: 'Kendinizi oyundan men ettiniz.',
  on_break: 'Oyuna ara verdiniz.',
  out_of_stock: 'Bu skin şu anda stokta yok.',
  unknown_offer: 'Platform bu teklifi tanımıyor.',
  trade_failed: 'Takas gerçekleşmedi.',
  unreachable: 'Platforma zamanında ulaşılamadı.',
  not_allowed: 'Platform bu takasa izin vermiyor.',
  on_hold: 'Bakiyeniz bekletilen tutarı karşılamıyor.',
  account_flagged: 'Görevlilerimiz bakana kadar bu hesapta takas kilitli.',
};

const closeReasonTr = ({ reason, reasonText }: Closed): string =>
  (reason === null ? undefined : CLOSE_REASONS_TR[reason]) ?? reasonText;

type Amount = { readonly amount: number };
/** `taken` is null if the deposit had not been credited yet. */
type ReversedDeposit = Amount & { readonly taken: number | null };

function takenText({ amount, taken }: ReversedDeposit): string {
  if (taken === null) return 'It had not been credited yet.';
  if (taken === amount) return `${diamondsText(taken)} ${taken === 1 ? 'was' : 'were'} taken back.`;
  return `${diamondsText(taken)} of ${diamondsText(amount)} ${taken === 1 ? 'was' : 'were'} taken back: no more was left.`;
}

function takenTextTr({ amount, taken }: ReversedDeposit): string {
  if (taken === null) return 'Henüz hesaba geçmemişti.';
  if (taken === amount) return `${elmas(taken)} geri alındı.`;
  return `${elmas(amount)} tutarın ${elmas(taken)} kadarı geri alındı: bakiyede daha fazlası yoktu.`;
}

export const tradeTemplates = {
  'deposit.closed': template<Closed>({
    icon: 'diamond',
    en: ({ reasonText }) => ({ title: 'Deposit not completed', message: reasonText }),
    tr: (closed) => ({ title: 'Yatırma tamamlanmadı', message: closeReasonTr(closed) }),
  }),
  'deposit.accepted': template<Amount>({
    icon: 'diamond',
    en: ({ amount }) => ({ title: 'Deposit accepted', message: `You get ${diamondsText(amount)} when the hold ends.` }),
    tr: ({ amount }) => ({
      title: 'Yatırma kabul edildi',
      message: `Bekletme bitince hesabınıza geçecek: ${elmas(amount)}.`,
    }),
  }),
  'deposit.credited': template<Amount>({
    icon: 'diamond',
    en: ({ amount }) => ({
      title: 'Deposit credited',
      message: `${diamondsText(amount)} ${isOrAre(amount)} in your balance. You cannot withdraw the same value as skins until the hold ends.`,
    }),
    tr: ({ amount }) => ({
      title: 'Yatırma hesaba geçti',
      message: `Bakiyenize eklenen: ${elmas(amount)}. Bekletme bitene kadar aynı değer skin olarak çekilemez.`,
    }),
  }),
  'deposit.creditedAfterHold': template<Amount>({
    icon: 'diamond',
    en: ({ amount }) => ({
      title: 'Deposit credited',
      message: `The hold is over: ${diamondsText(amount)} ${isOrAre(amount)} in your balance.`,
    }),
    tr: ({ amount }) => ({
      title: 'Yatırma hesaba geçti',
      message: `Bekletme bitti. Bakiyenize eklenen: ${elmas(amount)}.`,
    }),
  }),
  'deposit.reversed': template<ReversedDeposit>({
    icon: 'deposit-reversed',
    en: (deposit) => ({
      title: 'A deposit was reversed',
      message: `${takenText(deposit)} You cannot deposit or withdraw until our staff have reviewed it.`,
    }),
    tr: (deposit) => ({
      title: 'Bir yatırmanız geri alındı',
      message: `${takenTextTr(deposit)} Görevlilerimiz bakana kadar skin yatıramaz ve çekemezsiniz.`,
    }),
  }),
  'withdrawal.closed': template<Closed>({
    icon: 'withdrawal',
    en: ({ reasonText }) => ({ title: 'Withdrawal not completed', message: reasonText }),
    tr: (closed) => ({ title: 'Çekim tamamlanmadı', message: closeReasonTr(closed) }),
  }),
  'withdrawal.delayed': template<NoParameters>({
    icon: 'withdrawal',
    en: () => ({
      title: 'Your withdrawal is delayed',
      message: 'This skin is out of stock. We will send it as soon as it is available.',
    }),
    tr: () => ({ title: 'Çekiminiz gecikiyor', message: 'Bu skin şu anda stokta yok. Gelir gelmez gönderilir.' }),
  }),
  'withdrawal.delivered': template<NoParameters>({
    icon: 'market',
    en: () => ({ title: 'Skin withdrawn', message: 'It is now in your inventory on the platform.' }),
    tr: () => ({ title: 'Skin çekildi', message: 'Artık platformdaki envanterinizde.' }),
  }),
  'withdrawal.reversed': template<NoParameters>({
    icon: 'withdrawal-reversed',
    en: () => ({
      title: 'A withdrawal was reversed',
      message: 'The skin is back with us and locked. You cannot deposit or withdraw until our staff have reviewed it.',
    }),
    tr: () => ({
      title: 'Bir çekiminiz geri alındı',
      message: 'Skin bize geri döndü ve kilitlendi. Görevlilerimiz bakana kadar skin yatıramaz ve çekemezsiniz.',
    }),
  }),
  'trade.sent': template<NoParameters>({
    icon: 'market',
    en: () => ({
      title: 'A trade offer is waiting for you',
      message: 'Compare its code with the one on the site, then accept it.',
    }),
    tr: () => ({
      title: 'Sizi bekleyen bir takas teklifi var',
      message: 'Kodunu sitedeki kodla karşılaştırın, sonra kabul edin.',
    }),
  }),
  'trade.unlocked': template<NoParameters>({
    icon: 'shield',
    en: () => ({
      title: 'Trading is open again',
      message: 'Our staff have reviewed your account. You can deposit and withdraw skins again.',
    }),
    tr: () => ({
      title: 'Takas yeniden açık',
      message: 'Görevlilerimiz hesabınıza baktı. Yeniden skin yatırabilir ve çekebilirsiniz.',
    }),
  }),
};

type Offer = { readonly offerId: number };

const offerTitle = ({ offerId }: Offer): string => `Trade offer #${offerId}`;
const offerTitleTr = ({ offerId }: Offer): string => `Takas teklifi #${offerId}`;

/** For staff. */
export const staffTradeTemplates = {
  'tradeStaff.approvalNeeded': template<{ readonly name: string; readonly amount: number; readonly playerId: number }>({
    icon: 'market',
    en: ({ name, amount, playerId }) => ({
      title: 'A withdrawal is waiting for approval',
      message: `${name}, ${diamondsText(amount)}, of player #${playerId}.`,
    }),
    tr: ({ name, amount, playerId }) => ({
      title: 'Bir çekim onay bekliyor',
      message: `${name}, ${elmas(amount)}, oyuncu #${playerId}.`,
    }),
  }),
  'tradeStaff.outOfStock': template<Offer>({
    icon: 'warning',
    en: (offer) => ({ title: offerTitle(offer), message: 'Its skin is out of stock.' }),
    tr: (offer) => ({ title: offerTitleTr(offer), message: 'Skini stokta yok.' }),
  }),
  'tradeStaff.oddOutcome': template<Offer & { readonly status: string }>({
    icon: 'warning',
    en: (offer) => ({ title: offerTitle(offer), message: `The platform now reports its trade as ${offer.status}.` }),
    tr: (offer) => ({
      title: offerTitleTr(offer),
      message: `Platform takasın durumunu artık şöyle bildiriyor: ${offer.status}.`,
    }),
  }),
  'tradeStaff.outcomeUnknown': template<Offer>({
    icon: 'warning',
    en: (offer) => ({
      title: offerTitle(offer),
      message: 'Its hold is over, and the platform does not report whether the trade was reversed.',
    }),
    tr: (offer) => ({
      title: offerTitleTr(offer),
      message: 'Bekletmesi bitti ve platform takasın geri alınıp alınmadığını bildirmiyor.',
    }),
  }),
  'tradeStaff.withdrawalUnknown': template<Offer>({
    icon: 'warning',
    en: (offer) => ({ title: offerTitle(offer), message: 'The platform does not know this withdrawal.' }),
    tr: (offer) => ({ title: offerTitleTr(offer), message: 'Platform bu çekimi tanımıyor.' }),
  }),
  'tradeStaff.lateTrade': template<Offer & { readonly state: string; readonly tradeId: string }>({
    icon: 'warning',
    en: (offer) => ({
      title: offerTitle(offer),
      message: `It was closed here as ${offer.state}, but its trade ${offer.tradeId} went through.`,
    }),
    tr: (offer) => ({
      title: offerTitleTr(offer),
      message: `Burada ${offer.state} olarak kapanmıştı, ama ${offer.tradeId} numaralı takası gerçekleşti.`,
    }),
  }),
  'tradeStaff.depositReversed': template<Offer & ReversedDeposit & { readonly playerId: number }>({
    icon: 'warning',
    en: (reversed) => ({
      title: `${offerTitle(reversed)} was reversed`,
      message: `Player #${reversed.playerId} is flagged. ${takenText(reversed)}`,
    }),
    tr: (reversed) => ({
      title: `${offerTitleTr(reversed)} geri alındı`,
      message: `Oyuncu #${reversed.playerId} işaretlendi. ${takenTextTr(reversed)}`,
    }),
  }),
  'tradeStaff.withdrawalReversed': template<Offer & { readonly playerId: number }>({
    icon: 'warning',
    en: (reversed) => ({
      title: `${offerTitle(reversed)} was reversed`,
      message: `Player #${reversed.playerId} is flagged. The skin is back with us and locked.`,
    }),
    tr: (reversed) => ({
      title: `${offerTitleTr(reversed)} geri alındı`,
      message: `Oyuncu #${reversed.playerId} işaretlendi. Skin bize geri döndü ve kilitlendi.`,
    }),
  }),
};
