/** Texts of the share pages in the default language. */
export const mixedSharing = {
  picture: (subject: string) => `Picture to share: ${subject}`,
  noPicture: 'The picture is not ready yet.',
  dropLead: 'Every roll on Karat can be verified by anyone.',
  verify: 'Verify this roll',
  openCase: (caseName: string) => `See ${caseName}`,
  dropMissing: 'This drop does not exist.',
  dropMissingHint: 'The link may be incomplete, or the case is still spinning.',
  match: (size: string, map: string, score: string) => `${size} on ${map}: ${score}`,
  matchLead: 'The page of the match shows every round and lets you verify the starting side.',
  openMatch: 'Open the match',
  matchMissing: 'This match does not exist.',
  matchMissingHint: 'The link may be incomplete, or the match is not finished.',
  goHome: 'Duellos',
};

export type SharingCatalogue = typeof mixedSharing;
