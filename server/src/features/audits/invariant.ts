import type { Sql } from '#db/db.ts';

/**
 * The lower bounds of an audit: it covers ledger rows, openings with items, rounds and rooms with higher ids. A full audit begins
 * after the sealed months, and at 0 if there are none.
 */
export type AuditRange = {
  readonly ledgerId: number;
  readonly opening: number;
  readonly round: number;
  readonly room: number;
};

/**
 * A row that breaks an invariant. Queries collect the broken rows of a join before they take the first hundred: planned for a
 * hundred rows, the join would go row by row.
 */
export type Breach = { readonly detail: string };

export type Invariant = {
  readonly name: string;
  readonly statement: string;
  /** The kind of rows it covers, for the report. */
  readonly rowKind:
    | 'movements'
    | 'wallets'
    | 'openings'
    | 'items'
    | 'versions'
    | 'adjustments'
    | 'seeds'
    | 'completions'
    | 'rounds'
    | 'bets'
    | 'rooms'
    | 'seats'
    | 'listings'
    | 'orders'
    | 'offers'
    | 'holds';
  /** Needs all rows, so only a full audit checks it. */
  readonly isFullOnly?: true;
  /** Returns the breaches; none while the invariant holds. */
  findBreaches(sql: Sql, from: AuditRange): Promise<Breach[]>;
};
