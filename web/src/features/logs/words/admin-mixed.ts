import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  logs: {
    refresh: 'Refresh',
    search: 'Search the log',
    found: (count: number) => plural(count, { one: 'entry', other: 'entries' }),
    listLabel: 'Log entries, newest first',
    none: 'No entries on this day.',
    noneHint: 'Staff actions and notable events appear here, newest first.',
    noneFound: 'No entries match.',
    noneFoundHint: 'Try a name, an action such as case.edit, or another day.',
    failed: 'Failed to load logs.',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
