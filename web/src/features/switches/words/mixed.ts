/** Texts at the top of every page, in the default language. */
export const mixedSwitches = {
  dismiss: 'Close the announcement',
};

export type SwitchesCatalogue = typeof mixedSwitches;
