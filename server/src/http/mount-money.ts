import type { Endpoint, ParsedInput, Reply } from '@karat/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tx } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { nameOfCall } from './call-names.ts';
import { onceByKey, requestKeyOf } from './idempotency.ts';
import { assertMoneyRate } from './money-rate.ts';
import { type Identify, mount } from './mount.ts';

type MoneyDeps = Pick<Deps, 'db' | 'limits'>;

type MoneyOptions<E extends Endpoint> = {
  /** Refuses a caller before any work. By default the rate limit that all money calls of a player share. */
  readonly limit?: 'none' | ((limits: Deps['limits'], playerId: number) => void);
  /**
   * The input that the idempotency key stands for: parameters and body by default. Stored keys hold its hash, so a change makes
   * repeats across an upgrade fail. With 'none' the key is not read and a repeat does the work again.
   */
  readonly key?: 'none' | ((input: ParsedInput<E>) => readonly unknown[]);
};

/** Runs the work in one transaction. A repeat with the same idempotency key gets the first result instead. */
export type Commit = <Result extends object>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

function paramsAndBody({ params, body }: { params?: unknown; body?: unknown }): unknown[] {
  return [params, body].filter((part) => part !== undefined);
}

/** Mounts a money call that also works outside its transaction: before it, after it, or after a refusal. */
export function mountMoneyFlow<E extends Endpoint>(
  app: FastifyInstance,
  { db, limits }: MoneyDeps,
  endpoint: E,
  identify: Identify<Caller, NoInfer<E>>,
  handle: (input: ParsedInput<E>, caller: Caller, request: FastifyRequest, commit: Commit) => Promise<Reply<E>>,
  { limit = assertMoneyRate, key = paramsAndBody }: MoneyOptions<E> = {},
): void {
  const { operationId } = nameOfCall(endpoint);

  function createCommit(input: ParsedInput<E>, playerId: number, request: FastifyRequest): Commit {
    if (key === 'none') return (work) => db.transaction(work);
    return (work) => {
      const keyed = { playerId, key: requestKeyOf(request), request: [operationId, ...key(input)] };
      return db.transaction((tx) => onceByKey(tx, keyed, () => work(tx)));
    };
  }

  mount(app, endpoint, identify, async (input, caller, request) => {
    if (limit !== 'none') limit(limits, caller.id);
    return handle(input, caller, request, createCommit(input, caller.id, request));
  });
}

/** Mounts a call that moves diamonds or items: rate limit, idempotency key and transaction, then the work. */
export function mountMoney<E extends Endpoint>(
  app: FastifyInstance,
  deps: MoneyDeps,
  endpoint: E,
  identify: Identify<Caller, NoInfer<E>>,
  work: (tx: Tx, input: ParsedInput<E>, caller: Caller, request: FastifyRequest) => Promise<Reply<E> & object>,
  options?: MoneyOptions<E>,
): void {
  mountMoneyFlow(
    app,
    deps,
    endpoint,
    identify,
    (input, caller, request, commit) => commit((tx) => work(tx, input, caller, request)),
    options,
  );
}
