import { diamondsText, groupDigits } from '#diamonds-text.ts';
import { asSentence, elmas, signed, template } from './text.ts';

const REQUEST_TITLES = {
  en: { balance: 'A balance change', mission: 'A mission', item: 'An item price', price: 'A price jump' },
  tr: { balance: 'Bir bakiye düzeltmesi', mission: 'Bir görev', item: 'Bir eşya fiyatı', price: 'Bir fiyat sıçraması' },
} as const;

type RequestKind = keyof (typeof REQUEST_TITLES)['en'];

/** A balance change has a player, every other request a name. */
type Request = {
  readonly kind: RequestKind;
  readonly amount: number;
  readonly playerId: number | null;
  readonly name: string | null;
  readonly reason: string;
};

/** 5 as +5 diamonds. */
const signedDiamonds = (amount: number): string =>
  `${signed(amount)} ${Math.abs(amount) === 1 ? 'diamond' : 'diamonds'}`;

const requestText = ({ kind, amount, playerId, name }: Request): string =>
  kind === 'balance'
    ? `${signedDiamonds(amount)} for player ${playerId}`
    : `“${name}”, worth up to ${diamondsText(amount)}`;

const requestTextTr = ({ kind, amount, playerId, name }: Request): string =>
  kind === 'balance' ? `Oyuncu ${playerId}: ${signed(amount)} elmas` : `“${name}”, en çok ${elmas(amount)} değerinde`;

const DECISIONS_TR = { approved: 'onaylandı', refused: 'reddedildi' } as const;

type CasePaused = { readonly name: string; readonly low: 'house' | 'withdrawal'; readonly percentMin: number };
type OwnAdjustment = { readonly username: string; readonly amount: number; readonly reason: string };
type AdjustmentSum = { readonly username: string; readonly amount: number; readonly limit: number };

/** Site-wide decisions and warnings: for staff, except `balance.adjusted`. */
export const staffTemplates = {
  'balance.adjusted': template<{ readonly amount: number; readonly reason: string }>({
    icon: 'diamond',
    en: ({ amount, reason }) => ({
      title: 'Balance adjusted',
      message: `${signedDiamonds(amount)} by staff: ${reason}`,
    }),
    tr: ({ amount, reason }) => ({
      title: 'Bakiyeniz düzeltildi',
      message: `Görevlilerden ${signed(amount)} elmas. Neden: ${asSentence(reason)}`,
    }),
  }),
  'adjustment.requested': template<Request>({
    icon: 'shield',
    en: (request) => ({
      title: `${REQUEST_TITLES.en[request.kind]} is waiting for a second person`,
      message: `${requestText(request)}${request.reason === '' ? '' : `: ${request.reason}`}. See Adjustments in the admin panel.`,
    }),
    tr: (request) => ({
      title: `${REQUEST_TITLES.tr[request.kind]} ikinci bir kişiyi bekliyor`,
      message: `${requestTextTr(request)}. ${request.reason === '' ? '' : `Neden: ${asSentence(request.reason)} `}Yönetim panelinde Bakiye değişiklikleri bölümüne bakın.`,
    }),
  }),
  'adjustment.decided': template<Request & { readonly decision: keyof typeof DECISIONS_TR }>({
    icon: 'shield',
    en: (request) => ({
      title: `${request.kind === 'balance' ? 'Your balance change' : 'Your change'} was ${request.decision}`,
      message: `${requestText(request)}: ${request.reason}`,
    }),
    tr: (request) => ({
      title: `${request.kind === 'balance' ? 'Bakiye düzeltmeniz' : 'Değişikliğiniz'} ${DECISIONS_TR[request.decision]}`,
      message: `${requestTextTr(request)}. Neden: ${asSentence(request.reason)}`,
    }),
  }),
  'adjustment.ownBalance': template<OwnAdjustment>({
    icon: 'shield',
    en: ({ username, amount, reason }) => ({
      title: 'An admin changed their own balance',
      message: `${username} ${amount > 0 ? 'gave' : 'took'} ${diamondsText(Math.abs(amount))} ${amount > 0 ? 'to' : 'from'} their own account: ${reason}`,
    }),
    tr: ({ username, amount, reason }) => ({
      title: 'Bir yönetici kendi bakiyesini değiştirdi',
      message: `${username} kendi bakiyesini değiştirdi: ${signed(amount)} elmas. Neden: ${asSentence(reason)}`,
    }),
  }),
  'adjustment.sumAboveLimit': template<AdjustmentSum>({
    icon: 'shield',
    en: ({ username, amount, limit }) => ({
      title: 'Balance changes add up',
      message: `${username} ${amount > 0 ? 'gave' : 'took'} ${diamondsText(Math.abs(amount))} within 24 hours, in changes that were each within the limit of ${diamondsText(limit)}.`,
    }),
    tr: ({ username, amount, limit }) => ({
      title: 'Bakiye değişiklikleri birikiyor',
      message: `${username} 24 saat içinde toplam ${elmas(Math.abs(amount))} ${amount > 0 ? 'verdi' : 'aldı'}; değişikliklerin her biri ${elmas(limit)} sınırının içindeydi.`,
    }),
  }),
  'audit.halted': template<{ readonly reason: string }>({
    icon: 'shield',
    en: ({ reason }) => ({
      title: 'The audit found a breach: wagers are halted',
      message: `${reason}. Find the cause, then: npm run audit -- --lift`,
    }),
    tr: ({ reason }) => ({
      title: 'Denetim bir aykırılık buldu: bahisler durduruldu',
      message: `${reason}. Nedenini bulun, sonra: npm run audit -- --lift`,
    }),
  }),
  'case.paused': template<CasePaused>({
    icon: 'shield',
    en: ({ name, low, percentMin }) => ({
      title: `Case paused: ${name}`,
      message: `${
        low === 'house'
          ? `The house edge when sold back fell below ${groupDigits(percentMin)} % because the price of an item rose.`
          : `The house edge when withdrawn is below ${groupDigits(percentMin)} %, the minimum of this site.`
      } It stays paused until staff save it again with enough edge.`,
    }),
    tr: ({ name, low, percentMin }) => ({
      title: `Kasa durduruldu: ${name}`,
      message: `${
        low === 'house'
          ? `Bir eşyanın fiyatı arttığı için geri satışta site avantajı %${groupDigits(percentMin)} sınırının altına düştü.`
          : `Çekimde site avantajı, bu sitenin %${groupDigits(percentMin)} olan alt sınırının altında.`
      } Görevliler yeterli avantajla yeniden kaydedene kadar durur.`,
    }),
  }),
  'odds.unlikely': template<{ readonly caseName: string; readonly version: number }>({
    icon: 'warning',
    en: ({ caseName, version }) => ({
      title: 'Unlikely drops',
      message: `The drops of "${caseName}" (version ${version}) do not fit its published rates. See its odds page.`,
    }),
    tr: ({ caseName, version }) => ({
      title: 'Beklenmedik düşüşler',
      message: `"${caseName}" kasasının (sürüm ${version}) düşüşleri yayımlanan oranlara uymuyor. Şanslar sayfasına bakın.`,
    }),
  }),
  'prices.jumped': template<{ readonly count: number; readonly waiting: number }>({
    icon: 'warning',
    en: ({ count, waiting }) => ({
      title: count === 1 ? 'A price has jumped' : `${groupDigits(count)} prices have jumped`,
      message: `${groupDigits(waiting)} in all ${waiting === 1 ? 'is' : 'are'} waiting on the prices page. The current prices stay until staff decide.`,
    }),
    tr: ({ count, waiting }) => ({
      title: count === 1 ? 'Bir fiyat sıçradı' : `${groupDigits(count)} fiyat sıçradı`,
      message: `Fiyatlar sayfasında toplam ${groupDigits(waiting)} fiyat bekliyor. Görevliler karar verene kadar bilinen fiyatlar geçerli.`,
    }),
  }),
  'prices.failed': template<{ readonly failure: string }>({
    icon: 'warning',
    en: ({ failure }) => ({
      title: 'Prices were not read',
      message: `${failure} The current prices stay, and the feed is read again later.`,
    }),
    tr: ({ failure }) => ({
      title: 'Fiyatlar okunamadı',
      message: `${failure} Bilinen fiyatlar geçerli; kaynak daha sonra yeniden okunur.`,
    }),
  }),
};
