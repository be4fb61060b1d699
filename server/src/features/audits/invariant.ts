import type { Sql } from '#db/db.ts';

/** From where on to look: lines, openings with items, rounds and rooms with a higher number. A full audit begins at 0. */
export type Range = { readonly line: number; readonly opening: number; readonly round: number; readonly room: number };

/**
 * A row that should not be. Broken rows of a join are gathered before the first hundred are shown: planned for a hundred,
 * the join would go row by row.
 */
export type Breach = { readonly detail: string };

export type Invariant = {
  readonly name: string;
  readonly says: string;
  /** What it counts, for the report. */
  readonly of:
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
  /** Needs every row there is, so that only a full audit asks it. */
  readonly isFullOnly?: true;
  /** Answers nothing while it holds. */
  look(sql: Sql, from: Range): Promise<Breach[]>;
};
