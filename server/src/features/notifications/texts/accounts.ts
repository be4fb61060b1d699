import { type NoParameters, template } from './text.ts';

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
};
