import { diamondsText } from '#diamonds-text.ts';
import { elmas, isOrAre, type NoParameters, template } from './text.ts';

export const accountTemplates = {
  'account.welcome': template<NoParameters>({
    icon: 'welcome',
    en: () => ({
      title: 'Welcome to Karat',
      message: 'Every diamond accounted for, every roll provable. Have a look around.',
    }),
    tr: () => ({
      title: 'Karat’a hoş geldiniz',
      message: 'Her elmasın hesabı tutulur, her çekiliş kanıtlanabilir. Etrafa bir göz atın.',
    }),
  }),
  'account.welcomeGift': template<{ readonly amount: number }>({
    icon: 'welcome',
    en: ({ amount }) => ({
      title: 'Welcome to Karat',
      message: `${diamondsText(amount)} ${isOrAre(amount)} yours. Open a case, bet on a round or play a duel.`,
    }),
    tr: ({ amount }) => ({
      title: 'Karat’a hoş geldiniz',
      message: `Hediyeniz olan ${elmas(amount)} hesabınızda. Bir kasa açın, bir tura bahis yapın ya da bir düello oynayın.`,
    }),
  }),
};
