import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  logs: {
    refresh: 'Refresh',
    search: 'Search the lines',
    found: (count: number) => plural(count, { one: 'line', other: 'lines' }),
    listLabel: 'Lines of the log, newest first',
    none: 'Nothing was written down on this day.',
    noneHint: 'Acts of staff and what is notable on the site stand here, newest first.',
    noneFound: 'No line holds these words.',
    noneFoundHint: 'Try a name, an act such as case.edit, or another day.',
    failed: 'Failed to load logs.',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
