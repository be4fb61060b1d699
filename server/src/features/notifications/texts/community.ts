import { asSentence, template } from './text.ts';

const UNITS = [
  { minutes: 60 * 24, en: 'day', tr: 'gün' },
  { minutes: 60, en: 'hour', tr: 'saat' },
  { minutes: 1, en: 'minute', tr: 'dakika' },
] as const;

/** In the largest unit without a remainder: 90 minutes, 2 hours, 1 day. */
function durationOf(minutes: number) {
  const unit = UNITS.find((each) => minutes % each.minutes === 0)!;
  const count = minutes / unit.minutes;
  return { en: `${count} ${unit.en}${count === 1 ? '' : 's'}`, tr: `${count} ${unit.tr}` };
}

type Ticket = { readonly title: string };

export const communityTemplates = {
  'chat.muted': template<{ readonly minutes: number; readonly reason: string }>({
    icon: 'mute',
    en: ({ minutes, reason }) => ({
      title: 'You have been muted',
      message: `You cannot write in the chat for ${durationOf(minutes).en}: ${reason}`,
    }),
    tr: ({ minutes, reason }) => ({
      title: 'Susturuldunuz',
      message: `${durationOf(minutes).tr} boyunca sohbete yazamazsınız. Neden: ${asSentence(reason)}`,
    }),
  }),
  'chat.unmuted': template<{ readonly reason: string }>({
    icon: 'mute',
    en: ({ reason }) => ({ title: 'You may write again', message: reason }),
    tr: ({ reason }) => ({ title: 'Yeniden yazabilirsiniz', message: reason }),
  }),
  'ticket.answered': template<Ticket>({
    icon: 'ticket',
    en: ({ title }) => ({ title: 'Support answered', message: title }),
    tr: ({ title }) => ({ title: 'Destek yanıt verdi', message: title }),
  }),
  'ticket.closed': template<Ticket>({
    icon: 'ticket',
    en: ({ title }) => ({ title: 'Support ticket closed', message: title }),
    tr: ({ title }) => ({ title: 'Destek talebi kapatıldı', message: title }),
  }),
};
