import { type RevealedRoll, caseTicket, dropAt, dropsOfCanon, verifyCaseRoll } from '@karat/rules/fairness';

/** A roll as it is shown: without its seed until that is revealed. */
export type ShownRoll = Omit<RevealedRoll, 'serverSeed'> & { readonly serverSeed: string | null };

export const TICK_NAMES = ['seed', 'table', 'total', 'ticket', 'item'] as const;
export type TickName = (typeof TICK_NAMES)[number];

/** An input that a failed tick points at. */
export type Doubt =
  | 'serverSeed'
  | 'serverSeedHash'
  | 'caseCanon'
  | 'caseHash'
  | 'canonOrHash'
  | 'inputs'
  | 'ticket'
  | 'itemId'
  | 'ticketOrItem';

/** A check with its outcome; one that failed says what to doubt. */
export type Tick<Name, About> = { readonly name: Name } & (
  | { readonly state: 'right' | 'waiting' }
  | { readonly state: 'wrong'; readonly doubt: About }
);
export type RollTick = Tick<TickName, Doubt>;

export type Checked = {
  readonly ticks: readonly RollTick[];
  /** What the inputs draw; undefined while the seed is a secret. */
  readonly drawnTicket: number | undefined;
};

/** The five ticks of a roll, worked out here and now. What needs the seed waits for it. */
export function checkRoll(roll: ShownRoll): Checked {
  const isRevealed = roll.serverSeed !== null;
  const revealed = { ...roll, serverSeed: roll.serverSeed ?? '' };
  const verdict = verifyCaseRoll(revealed);
  const isRight: Record<TickName, boolean | undefined> = {
    seed: isRevealed ? verdict.isSeedCommitted : undefined,
    table: verdict.isTableHashed,
    total: verdict.isTableWhole,
    ticket: isRevealed ? verdict.isTicketRight : undefined,
    item: verdict.isItemRight,
  };
  return {
    ticks: TICK_NAMES.map((name) => tickOf(name, isRight)),
    drawnTicket: isRevealed ? caseTicket(revealed) : undefined,
  };
}

function tickOf(name: TickName, isRight: Readonly<Record<TickName, boolean | undefined>>): RollTick {
  if (isRight[name] === undefined) return { name, state: 'waiting' };
  return isRight[name] ? { name, state: 'right' } : { name, state: 'wrong', doubt: doubts[name](isRight) };
}

type Rights = Readonly<Record<TickName, boolean | undefined>>;

// Each input takes part in several ticks: which of them fail together tells which input was changed.
const doubts: Readonly<Record<TickName, (isRight: Rights) => Doubt>> = {
  seed: ({ ticket }) => (ticket === true ? 'serverSeedHash' : 'serverSeed'),
  table: ({ seed, ticket }) => {
    if (ticket === true) return 'caseCanon';
    return seed === true && ticket === false ? 'caseHash' : 'canonOrHash';
  },
  total: () => 'caseCanon',
  ticket: ({ seed, table, item }) => {
    if (seed === false) return 'serverSeed';
    if (table === false) return 'caseHash';
    return item === false ? 'ticket' : 'inputs';
  },
  item: ({ table, ticket }) => {
    if (table === false) return 'caseCanon';
    if (ticket === undefined) return 'ticketOrItem';
    return ticket ? 'itemId' : 'ticket';
  },
};

/** The tickets that win the item of this one, read from the table itself; undefined where it cannot be read. */
export function intervalOf({ caseCanon, ticket }: Pick<ShownRoll, 'caseCanon' | 'ticket'>) {
  try {
    return dropAt(dropsOfCanon(caseCanon), ticket);
  } catch {
    return undefined;
  }
}
