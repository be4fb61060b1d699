import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  residents: {
    title: 'Residents',
    text: 'Programs that play on this sandbox. The more people are online, the less they do.',
    switchLabel: 'Residents play',
    unavailable: 'Turned off by the setting RESIDENTS.',
    pace: (actions: number) => `About ${plural(actions, { one: 'action', other: 'actions' })} a minute now`,
    idle: 'Idle: enough people are online',
    count: (count: number) => plural(count, { one: 'resident', other: 'residents' }),
    failed: 'The residents could not be loaded.',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
