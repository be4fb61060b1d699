/** The first admin of every site that the journeys start. */
export const admin = { username: 'boss', password: 'boss-of-karat' };
