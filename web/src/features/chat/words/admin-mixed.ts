import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  chat: {
    slowModeOff: 'Slow mode off',
    slowMode: (seconds: number) => `Slow mode: ${seconds} s`,
    delete: 'Delete message',
    mute: 'Mute…',
    muteTitle: (username: string) => `Mute ${username}`,
    muteHint: 'They can read but not write, and they see the reason.',
    muteFor: 'Duration',
    muteMinutes: (count: number) => plural(count, { one: 'minute', other: 'minutes' }),
    muteHours: (count: number) => plural(count, { one: 'hour', other: 'hours' }),
    muteDays: (count: number) => plural(count, { one: 'day', other: 'days' }),
    muteEnd: 'Unmute',
    muteReason: 'Reason',
    muteConfirm: 'Mute',
    nowMuted: (username: string) => `${username} is muted.`,
    muteEnded: (username: string) => `${username} can write again.`,
  },
};

export type AdminCatalogue = typeof mixedAdmin;
