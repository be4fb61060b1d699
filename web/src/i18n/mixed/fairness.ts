export const fairness = {
  /** What the pages about proofs are called; what they say is loaded with them. */
  fairness: {
    title: 'Provably fair',
    roll: (id: string) => `Roll ${id}`,
    round: (id: string) => `Round ${id}`,
    odds: (name: string) => `Odds: ${name}`,
  },
};
