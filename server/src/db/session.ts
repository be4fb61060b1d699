import assert from 'node:assert/strict';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { isConnectionBroken, type ErrorTranslator } from './errors.ts';
import { assertDefined, statementOf } from './statements.ts';

/** Runs a template literal as a statement: each occurrence in the source is one prepared statement, each value a parameter. */
export type Sql = <Row extends object>(strings: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

/** An open transaction. Effects run after the commit, so that nothing is announced that may be rolled back. */
export type Tx = { readonly sql: Sql; afterCommit(effect: () => void): void };

/** A connection in use. Its errors are translated; a broken connection does not return to the pool. */
export type Session = {
  readonly sql: Sql;
  run(query: QueryConfig): Promise<QueryResult>;
  /** Whether a statement may be sent before the previous one is answered. */
  readonly isPipelined: boolean;
  readonly isBroken: boolean;
  release(): void;
};

export function createSession(client: PoolClient, translator: ErrorTranslator): Session {
  let isBroken = false;

  async function run<Row extends object>(query: QueryConfig): Promise<QueryResult<Row>> {
    try {
      const result = await client.query<Row>(query);
      translator.recordSuccess();
      return result;
    } catch (error) {
      isBroken ||= isConnectionBroken(error);
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
    get isBroken() {
      return isBroken;
    },
    release: () => client.release(isBroken),
  };
}

type OpenTx = { readonly tx: Tx; readonly effects: readonly (() => void)[]; readonly close: () => Promise<void> };

/** Runs statements in order and refuses them after the end. Several are in flight only if the driver pipelines. */
function openTx(session: Session): OpenTx {
  const effects: (() => void)[] = [];
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();

  const tx: Tx = {
    sql<Row extends object>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
      assert(isOpen, 'statement after the end of its transaction');
      const run = () => session.sql<Row>(strings, ...values);
      const next = session.isPipelined ? run() : last.then(run);
      last = Promise.allSettled([last, next]);
      return next;
    },
    afterCommit(effect) {
      assert(isOpen, 'effect after the end of its transaction');
      effects.push(effect);
    },
  };

  async function close(): Promise<void> {
    isOpen = false;
    await last;
  }

  return { tx, effects, close };
}

const rolledBack = new WeakSet<Error>();

/** True for an error before the commit was sent, on a working connection: the transaction certainly had no effect. */
export function wasRolledBack(error: unknown): boolean {
  return error instanceof Error && rolledBack.has(error);
}

/** Begins, works, commits; rolls back on any error. Returns the effects to run after the commit. */
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
  const beginResult = session.run({ text: begin });
  // Pipelined with the first statement where possible: saves a round trip.
  if (session.isPipelined) beginResult.catch(() => undefined);
  else await beginResult;
  let isCommitSent = false;
  try {
    const result = await workAndClose();
    await beginResult;
    isCommitSent = true;
    const { command } = await session.run({ text: 'commit' });
    // PostgreSQL answers the commit of a failed transaction with a rollback, and no error.
    assert.equal(command, 'COMMIT', 'a statement of the transaction failed and its error was swallowed');
    return { result, effects };
  } catch (error) {
    // A failed rollback marks the session as broken; the first error is the one to report.
    if (!session.isBroken) await session.run({ text: 'rollback' }).catch(() => undefined);
    if (!isCommitSent && !session.isBroken && error instanceof Error) rolledBack.add(error);
    throw error;
  }
}
