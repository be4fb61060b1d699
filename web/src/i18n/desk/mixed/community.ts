import { plural } from '../../plural.ts';

export const community = {
  tickets: {
    filterLabel: 'Tickets by state',
    all: 'All',
    open: 'Open',
    closed: 'Closed',
    listLabel: 'Tickets of players',
    none: 'There are no tickets.',
    noneOpen: 'No ticket is open.',
    noneClosed: 'No ticket is closed.',
    noneHint: 'What players ask stands here, and what nobody has read yet stands first.',
    unreadTab: 'there are unread ones',
    failed: 'An error occurred while fetching data.',
  },
  chat: {
    slowModeOff: 'Slow mode off',
    slowMode: (seconds: number) => `Slow mode: ${seconds} s`,
    delete: 'Delete message',
    mute: 'Mute…',
    muteTitle: (username: string) => `Mute ${username}`,
    muteHint: 'They can read, but not write. They are told the reason.',
    muteFor: 'For how long',
    muteMinutes: (count: number) => plural(count, { one: 'minute', other: 'minutes' }),
    muteHours: (count: number) => plural(count, { one: 'hour', other: 'hours' }),
    muteDays: (count: number) => plural(count, { one: 'day', other: 'days' }),
    muteEnd: 'End the mute',
    muteReason: 'Reason',
    muteConfirm: 'Mute',
    nowMuted: (username: string) => `${username} is muted.`,
    muteEnded: (username: string) => `${username} can write again.`,
  },
};
