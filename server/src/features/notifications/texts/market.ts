import { diamondsText } from '#diamonds-text.ts';
import { asSentence, elmas, isOrAre, template } from './text.ts';

type Sold = { readonly name: string; readonly price: number; readonly fee: number };
type Order = { readonly name: string; readonly price: number };

const BLOCKS = {
  en: {
    flagged: 'One of your deposits was reversed, and our staff have to review it first.',
    banned: 'Your account was banned.',
  },
  tr: {
    flagged: 'Bir yatırmanız geri alındı; önce görevlilerimizin bakması gerekiyor.',
    banned: 'Hesabınız kapatıldı.',
  },
} as const;

export const marketTemplates = {
  'market.sold': template<Sold>({
    icon: 'listing',
    en: ({ name, price, fee }) => ({
      title: 'Sold on the market',
      message: `${name} sold for ${diamondsText(price)}${fee === 0 ? '' : `, ${diamondsText(price - fee)} for you`}`,
    }),
    tr: ({ name, price, fee }) => ({
      title: 'Pazarda satıldı',
      message: `${name}, ${elmas(price)} karşılığında satıldı.${fee === 0 ? '' : ` Elinize geçen: ${elmas(price - fee)}.`}`,
    }),
  }),
  'market.orderFilled': template<Order>({
    icon: 'order-filled',
    en: ({ name, price }) => ({ title: 'Buy order filled', message: `${name} is yours for ${diamondsText(price)}` }),
    tr: ({ name, price }) => ({
      title: 'Alış emri gerçekleşti',
      message: `${name}, ${elmas(price)} karşılığında sizin oldu.`,
    }),
  }),
  'market.orderClosed': template<Order>({
    icon: 'order-closed',
    en: ({ name, price }) => ({
      title: 'Buy order closed',
      message: `${name} was on offer, but your order for ${diamondsText(price)} could not be paid`,
    }),
    tr: ({ name, price }) => ({
      title: 'Alış emri kapandı',
      message: `${name} satıştaydı, ama ${elmas(price)} tutarındaki emriniz ödenemedi.`,
    }),
  }),
  'market.removed': template<{ readonly name: string; readonly reason: string }>({
    icon: 'listing',
    en: ({ name, reason }) => ({ title: 'Listing removed', message: `${name} was taken off the market: ${reason}` }),
    tr: ({ name, reason }) => ({
      title: 'İlan kaldırıldı',
      message: `${name} pazardan kaldırıldı. Neden: ${asSentence(reason)}`,
    }),
  }),
  'market.removedBlocked': template<{ readonly name: string; readonly block: keyof (typeof BLOCKS)['en'] }>({
    icon: 'listing',
    en: ({ name, block }) => ({
      title: 'Listing removed',
      message: `${name} was taken off the market. ${BLOCKS.en[block]}`,
    }),
    tr: ({ name, block }) => ({
      title: 'İlan kaldırıldı',
      message: `${name} pazardan kaldırıldı. ${BLOCKS.tr[block]}`,
    }),
  }),
  'market.heldBargain': template<{ readonly name: string; readonly held: number }>({
    icon: 'market',
    en: ({ name, held }) => ({
      title: 'Diamonds on hold',
      message: `${name} was sold below its value while a deposit can still be reversed: ${diamondsText(held)} ${isOrAre(held)} on hold for you too.`,
    }),
    tr: ({ name, held }) => ({
      title: 'Elmaslar bekletiliyor',
      message: `${name} değerinin altında satıldı ve satıcının yatırdıkları hâlâ geri alınabilir: sizin bakiyenizde de ${elmas(held)} bekletiliyor.`,
    }),
  }),
};
