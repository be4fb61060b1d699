/** What the list of rooms and the form for a new one say, in the default language. */
export const mixedLobby = {
  filters: 'Filter rooms',
  map: 'Map',
  size: 'Players',
  fee: 'Entry',
  all: 'All',
  free: 'Free',
  paid: 'With a fee',
  noneMatch: 'No room fits these filters.',
  noneMatchHint: 'Show all rooms, or open the one that you are looking for.',
  showAll: 'Show all rooms',
  joinRoom: (username: string, size: string) => `Join ${username}, ${size}`,
  watch: 'Watch',
  watchRoom: (username: string, size: string) => `Watch ${username}, ${size}`,
  yourRoom: 'Your room',
  freeSeat: 'Free seat',
  against: 'against',
  pot: 'Pot',
  seatsTaken: (taken: number, total: number) => `${taken} of ${total} seats taken`,
  starting: 'Match is starting',
  ongoing: 'Match is on',
  createText: 'Choose what is played and where. You take the first seat; the others join you in the room.',
  sizes: { '1v1': 'One against one', '2v2': 'Two against two' },
  serverLocation: 'Server location',
  entryFee: 'Entry fee',
  entryHint: (max: string, percent: string) =>
    `0 is free, at most ${max}. Each player pays it on taking a seat; the site keeps ${percent} of the pot, the winners share the rest.`,
  created: 'You successfully created a room!',
  noSteam: 'A seat needs a Steam account: the game server knows players by it. Link yours and come back.',
  ageFailed: 'Your age could not be confirmed. Please try again.',
};

/** Every sentence of both. The full languages have the same keys, or they do not compile. */
export type LobbyCatalogue = typeof mixedLobby;
