import { type RevealedRoll, caseTicket, dropAt, dropsOfCanon, verifyCaseRoll } from '@karat/rules/fairness';

/** A roll as shown: without its seed until the reveal. */
export type ShownRoll = Omit<RevealedRoll, 'serverSeed'> & { readonly serverSeed: string | null };

export const CHECK_NAMES = ['seed', 'table', 'total', 'ticket', 'item'] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** The input that a failed check points at. */
export type Suspect =
  | 'serverSeed'
  | 'serverSeedHash'
  | 'caseCanon'
  | 'caseHash'
  | 'canonOrHash'
  | 'inputs'
  | 'ticket'
  | 'itemId'
  | 'ticketOrItem';

/** A check with its outcome; a failed one names the input that may be wrong. */
export type ProofCheck<Name, About> = { readonly name: Name } & (
  | { readonly state: 'right' | 'waiting' }
  | { readonly state: 'wrong'; readonly suspect: About }
);
export type RollCheck = ProofCheck<CheckName, Suspect>;

export type CheckedRoll = {
  readonly checks: readonly RollCheck[];
  /** The ticket that the inputs yield; undefined while the seed is secret. */
  readonly drawnTicket: number | undefined;
};

/** The five checks of a roll, computed locally. Checks that need the seed wait for it. */
export function checkRoll(roll: ShownRoll): CheckedRoll {
  const isRevealed = roll.serverSeed !== null;
  const revealed = { ...roll, serverSeed: roll.serverSeed ?? '' };
  const verdict = verifyCaseRoll(revealed);
  const isRight: Record<CheckName, boolean | undefined> = {
    seed: isRevealed ? verdict.isSeedCommitted : undefined,
    table: verdict.isTableHashed,
    total: verdict.isTableWhole,
    ticket: isRevealed ? verdict.isTicketRight : undefined,
    item: verdict.isItemRight,
  };
  return {
    checks: CHECK_NAMES.map((name) => checkOf(name, isRight)),
    drawnTicket: isRevealed ? caseTicket(revealed) : undefined,
  };
}

function checkOf(name: CheckName, isRight: Readonly<Record<CheckName, boolean | undefined>>): RollCheck {
  if (isRight[name] === undefined) return { name, state: 'waiting' };
  return isRight[name] ? { name, state: 'right' } : { name, state: 'wrong', suspect: suspects[name](isRight) };
}

type CheckResults = Readonly<Record<CheckName, boolean | undefined>>;

// Each input affects several checks, so the combination of failures tells which input was changed.
const suspects: Readonly<Record<CheckName, (isRight: CheckResults) => Suspect>> = {
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

/** The interval of tickets that wins this ticket's item, read from the table; undefined if the table is unreadable. */
export function intervalOf({ caseCanon, ticket }: Pick<ShownRoll, 'caseCanon' | 'ticket'>) {
  try {
    return dropAt(dropsOfCanon(caseCanon), ticket);
  } catch {
    return undefined;
  }
}
