import { pages } from '@karat/contract/pages';
import { diamondsText, groupDigits } from '#diamonds-text.ts';
import { type Client, clientRows, template, timeRow } from './text.ts';

type SignIn = Client & { readonly at: string };
type Withdrawal = { readonly name: string; readonly amount: number; readonly at: string };

export const noticeTemplates = {
  'notice.newDevice': template<SignIn>({
    en: (signIn) => ({
      subject: 'New sign-in to your Karat account',
      paragraphs: ['Someone signed in to your account on a device that it was not used on before.'],
      details: [...clientRows(signIn, 'en'), timeRow(signIn.at, 'en')],
      action: { label: 'Check your devices', path: pages.security },
      closing: [
        'If this was you, you do not need to do anything. If not, sign the device out and change your password.',
      ],
    }),
    tr: (signIn) => ({
      subject: 'Karat hesabınıza yeni bir giriş',
      paragraphs: ['Hesabınıza daha önce kullanılmayan bir cihazdan giriş yapıldı.'],
      details: [...clientRows(signIn, 'tr'), timeRow(signIn.at, 'tr')],
      action: { label: 'Cihazlarınıza bakın', path: pages.security },
      closing: [
        'Giriş yapan sizseniz bir şey yapmanız gerekmez. Siz değilseniz cihazın oturumunu kapatın ve parolanızı değiştirin.',
      ],
    }),
  }),
  'notice.largeWithdrawal': template<Withdrawal>({
    en: ({ name, amount, at }) => ({
      subject: 'A large withdrawal was requested',
      paragraphs: ['A skin is being withdrawn from your account.'],
      details: [['Skin', name], ['Value', diamondsText(amount)], timeRow(at, 'en')],
      action: { label: 'Open your inventory', path: pages.inventory },
      closing: ['If this was not you, cancel the withdrawal, change your password and write to support.'],
    }),
    tr: ({ name, amount, at }) => ({
      subject: 'Yüksek tutarlı bir çekim istendi',
      paragraphs: ['Hesabınızdan bir skin çekiliyor.'],
      details: [['Skin', name], ['Değer', `${groupDigits(amount)} elmas`], timeRow(at, 'tr')],
      action: { label: 'Envanterinizi açın', path: pages.inventory },
      closing: ['Bunu siz yapmadıysanız çekimi iptal edin, parolanızı değiştirin ve desteğe yazın.'],
    }),
  }),
};
