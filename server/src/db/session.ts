import assert from 'node:assert/strict';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { isConnectionBroken, type ErrorTranslator } from './errors.ts';
import { assertDefined, parametersOf, statementOf } from './statements.ts';

/** Runs a template literal as a statement: each occurrence in the source is one prepared statement, each value a parameter. */
export type Sql = <Row extends object>(strings: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

/** An open transaction. Effects run after the commit, so that nothing is announced that may be rolled back. */
export type Tx = {
  readonly sql: Sql;
  afterCommit(effect: () => void): void;
  /**
   * Sends the commit right behind the statements sent so far, where the driver pipelines: this saves a round trip. No statement
   * may follow. If one of them fails, everything is rolled back, so what must not be committed has to be an error in SQL.
   */
  sendCommit(): void;
};

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
    const { rows } = await run<Row>({ ...statementOf(strings), values: parametersOf(values) });
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

type OpenTx = {
  readonly tx: Tx;
  readonly effects: readonly (() => void)[];
  /** Refuses further statements, and waits for those in flight. */
  close(): Promise<void>;
  /** Sends the commit unless it was sent. False if PostgreSQL rolled back, which it does without an error when a statement failed. */
  commit(): Promise<boolean>;
  readonly isCommitSent: boolean;
};

/** Runs statements in order and refuses them after the end. Several are in flight only if the driver pipelines. */
function openTx(session: Session): OpenTx {
  const effects: (() => void)[] = [];
  let [areStatementsOver, isOver] = [false, false];
  let last: Promise<unknown> = Promise.resolve();
  let committing: Promise<boolean> | undefined;

  function commit(): Promise<boolean> {
    committing ??= session.run({ text: 'commit' }).then(({ command }) => command === 'COMMIT');
    return committing;
  }

  const tx: Tx = {
    sql<Row extends object>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
      assert(!areStatementsOver, 'statement after the end of its transaction');
      const run = () => session.sql<Row>(strings, ...values);
      const next = session.isPipelined ? run() : last.then(run);
      last = Promise.allSettled([last, next]);
      return next;
    },
    afterCommit(effect) {
      assert(!isOver, 'effect after the end of its transaction');
      effects.push(effect);
    },
    sendCommit() {
      areStatementsOver = true;
      // A failure is reported at the end.
      if (session.isPipelined) commit().catch(() => undefined);
    },
  };

  async function close(): Promise<void> {
    [areStatementsOver, isOver] = [true, true];
    await last;
  }

  return {
    tx,
    effects,
    close,
    commit,
    get isCommitSent() {
      return committing !== undefined;
    },
  };
}

const rolledBack = new WeakSet<Error>();
const uncertain = new WeakSet<Error>();

/** True for an error of a transaction that certainly had no effect: it was rolled back, on a working connection. */
export function wasRolledBack(error: unknown): boolean {
  return error instanceof Error && rolledBack.has(error);
}

/** True for an error of a transaction that may have been committed: the connection broke before the commit was answered. */
export function mayBeCommitted(error: unknown): boolean {
  return error instanceof Error && uncertain.has(error);
}

/** Rolls back after an error; returns whether the transaction certainly had no effect. */
async function undo(session: Session, { isCommitSent, commit }: OpenTx): Promise<boolean> {
  if (isCommitSent)
    return commit().then(
      (isCommitted) => !isCommitted,
      () => false,
    );
  // A failed rollback marks the session as broken.
  if (!session.isBroken) await session.run({ text: 'rollback' }).catch(() => undefined);
  return !session.isBroken;
}

/** Begins, works, commits; rolls back on any error. Returns the effects to run after the commit. */
export async function runTransaction<T>(
  session: Session,
  work: (tx: Tx) => Promise<T>,
  begin = 'begin',
): Promise<{ result: T; effects: readonly (() => void)[] }> {
  const open = openTx(session);
  const workAndClose = async (): Promise<T> => {
    try {
      return await work(open.tx);
    } finally {
      await open.close();
    }
  };
  const beginResult = session.run({ text: begin });
  // Pipelined with the first statement where possible: saves a round trip.
  if (session.isPipelined) beginResult.catch(() => undefined);
  else await beginResult;
  try {
    const result = await workAndClose();
    await beginResult;
    assert(await open.commit(), 'a statement of the transaction failed and its error was swallowed');
    return { result, effects: open.effects };
  } catch (error) {
    const isUndone = await undo(session, open);
    if (error instanceof Error) {
      if (isUndone) rolledBack.add(error);
      else if (open.isCommitSent && session.isBroken) uncertain.add(error);
    }
    throw error;
  }
}
