import assert from 'node:assert/strict';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { isConnectionSpoiled, type Translator } from './failures.ts';
import { assertDefined, statementOf } from './statements.ts';

/** A statement as a template: each place that writes one is one prepared statement, each value a parameter. */
export type Sql = <Row extends object>(strings: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

/** An open transaction. Effects wait until it is durable: nobody hears of what may yet be rolled back. */
export type Tx = { readonly sql: Sql; afterCommit(effect: () => void): void };

/** A connection in use. What goes wrong on it is translated; a spoiled one does not return to the pool. */
export type Session = {
  readonly sql: Sql;
  run(query: QueryConfig): Promise<QueryResult>;
  /** Whether a statement may be sent before the one ahead of it is answered. */
  readonly isPipelined: boolean;
  readonly isSpoiled: boolean;
  release(): void;
};

export function createSession(client: PoolClient, translator: Translator): Session {
  let isSpoiled = false;

  async function run<Row extends object>(query: QueryConfig): Promise<QueryResult<Row>> {
    try {
      const result = await client.query<Row>(query);
      translator.succeeded();
      return result;
    } catch (error) {
      isSpoiled ||= isConnectionSpoiled(error);
      throw translator.translate(error);
    }
  }

  async function sql<Row extends object>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
    assertDefined(values);
    const { rows } = await run<Row>({ ...statementOf(strings), values });
    return rows;
  }

  return {
    sql,
    run,
    isPipelined: client.pipeline,
    get isSpoiled() {
      return isSpoiled;
    },
    release: () => client.release(isSpoiled),
  };
}

type OpenTx = { readonly tx: Tx; readonly effects: readonly (() => void)[]; readonly close: () => Promise<void> };

/** Statements in their order and none after the end; several are in flight at once only where the driver can do that. */
function openTx(session: Session): OpenTx {
  const effects: (() => void)[] = [];
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();

  const tx: Tx = {
    sql<Row extends object>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
      assert(isOpen, 'a statement after the end of its transaction');
      const run = () => session.sql<Row>(strings, ...values);
      const next = session.isPipelined ? run() : last.then(run);
      last = Promise.allSettled([last, next]);
      return next;
    },
    afterCommit(effect) {
      assert(isOpen, 'an effect after the end of its transaction');
      effects.push(effect);
    },
  };

  async function close(): Promise<void> {
    isOpen = false;
    await last;
  }

  return { tx, effects, close };
}

const undone = new WeakSet<Error>();

/** True for what went wrong before a commit was sent, on a connection that lived: it is certain that nothing was done. */
export function isUndone(error: unknown): boolean {
  return error instanceof Error && undone.has(error);
}

/** Begins, works, commits; on any error rolls back. Returns the effects that may be told now that it is durable. */
export async function runTransaction<T>(
  session: Session,
  work: (tx: Tx) => Promise<T>,
  begin = 'begin',
): Promise<{ result: T; effects: readonly (() => void)[] }> {
  const { tx, effects, close } = openTx(session);
  const workAndClose = async (): Promise<T> => {
    try {
      return await work(tx);
    } finally {
      await close();
    }
  };
  const begun = session.run({ text: begin });
  // In one flight with the first statement where that is possible: a round trip less.
  if (session.isPipelined) begun.catch(() => undefined);
  else await begun;
  let isCommitSent = false;
  try {
    const result = await workAndClose();
    await begun;
    isCommitSent = true;
    const { command } = await session.run({ text: 'commit' });
    // PostgreSQL answers the commit of a failed transaction with a rollback, and no error.
    assert.equal(command, 'COMMIT', 'a statement of the transaction failed and its error was swallowed');
    return { result, effects };
  } catch (error) {
    // A rollback that fails has spoiled the session; the first error is the one to tell.
    if (!session.isSpoiled) await session.run({ text: 'rollback' }).catch(() => undefined);
    if (!isCommitSent && !session.isSpoiled && error instanceof Error) undone.add(error);
    throw error;
  }
}
