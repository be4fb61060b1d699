import { Refusal } from '@karat/contract/refusal';
import { type Batcher, createBatcher } from '#db/batcher.ts';
import type { Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Deps } from '#deps.ts';
import { completeCounted, type PlayerAction, totalIndexOf } from '#features/missions/missions.ts';
import { type TakenStake, takeStakes, type Wager } from '#features/stakes/stakes.ts';
import { createRecentKeys } from '#http/recent-keys.ts';

/** The fields of a request that the pipeline reads, for every game. */
export type WagerRequest = {
  readonly playerId: number;
  /** The idempotency key; undefined if the client sent none. */
  readonly requestKey: string | undefined;
  readonly country: string | undefined;
};

/** An idempotency key of a player. */
export type PlayerKey = { readonly playerId: number; readonly requestKey: string };

/** The stake of one request. Each movement counts once towards missions. */
export type Cost = Pick<Wager, 'amount' | 'movements' | 'rolls'>;

/** What a wager of a game costs, and what missions count. */
export type WagerRules<Entry> = {
  readonly event: PlayerAction['event'];
  readonly costOf: (entry: Entry) => Cost;
  /** The case that is opened. */
  readonly caseIdOf?: (entry: Entry) => number;
};

/** One player's entries in a batch, with the stake that was taken for all of them. */
export type PaidEntries<Entry> = { readonly stake: TakenStake; readonly entries: readonly Entry[] };

/** Thrown when the state that a request was checked against has changed. Nothing is written; the request is retried alone. */
export class Outdated extends Error {}

/** A refusal stands unless the request repeats one that was served; undefined sends the request to `placeAlone`. */
type Outcome<Reply> = Reply | Refusal | undefined;

/**
 * A game as the pipeline sees it. A `Request` is what the client sent, an `Entry` a request that is ready for a batch. They are
 * the same type if a game has nothing to look up first.
 */
export type WagerGame<Request extends WagerRequest, Entry extends Request, Reply> = {
  /** The unique index that a second request with the same idempotency key violates. */
  readonly keyIndex: string;
  /** Serves a batch in one transaction: an outcome per entry, in the same order. */
  readonly placeTogether: (tx: Tx, entries: readonly Entry[]) => Promise<readonly Outcome<Reply>[]>;
  /** Serves one request in its own transaction, or refuses it with the reason. */
  readonly placeAlone: (request: Request) => Promise<Reply>;
  /**
   * The reply that this key got before, from the stored rows; undefined for a new key. Refuses a key that belongs to another
   * request.
   */
  readonly findReply: (request: Request, requestKey: string) => Promise<Reply | undefined>;
  /** Those of the keys that were served before. */
  readonly findServed: (keys: readonly PlayerKey[]) => Promise<readonly PlayerKey[]>;
};

export type Wagers<Request, Entry extends Request, Reply> = {
  /** Serves an entry in the next batch, or alone if the batch could not. */
  place(entry: Entry): Promise<Reply>;
  /** Serves a request that is not ready for a batch. */
  placeAlone(request: Request): Promise<Reply>;
} & Pick<Batcher<Entry, Outcome<Reply>>, 'drain' | 'figures'>;

/** Combines the entries of one player into one stake. */
export function wagerOf<Entry extends WagerRequest>(
  entries: readonly [Entry, ...Entry[]],
  costOf: (entry: Entry) => Cost,
): Wager {
  const [{ playerId, country }] = entries;
  let [amount, movements, rolls] = [0, 0, 0];
  for (const entry of entries) {
    const cost = costOf(entry);
    amount += cost.amount;
    movements += cost.movements;
    rolls += cost.rolls;
  }
  return { playerId, country, amount, movements, rolls };
}

/** The action of an entry, as missions count it. */
export function actionOf<Entry extends WagerRequest>(
  entry: Entry,
  { event, costOf, caseIdOf }: WagerRules<Entry>,
): PlayerAction {
  const { amount: wagered, movements: amount } = costOf(entry);
  return { playerId: entry.playerId, event, amount, wagered, ...(caseIdOf && { caseId: caseIdOf(entry) }) };
}

/**
 * Takes one stake per player for the entries of a batch, and counts them towards missions. Players who may not wager, have limits,
 * cannot pay or play for the first time are not in the result: their entries are served alone.
 */
export async function takeBatchStakes<Entry extends WagerRequest>(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'live'>,
  entries: readonly Entry[],
  rules: WagerRules<Entry>,
): Promise<PaidEntries<Entry>[]> {
  const { event, costOf, caseIdOf } = rules;
  const groups = new Map<number, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const group = groups.get(entry.playerId);
    if (group === undefined) groups.set(entry.playerId, [entry]);
    // A stake comes from one country, so a player's entries from a second country are served alone.
    else if (group[0].country === entry.country) group.push(entry);
  }
  const wagers = Array.from(groups.values(), (group) => wagerOf(group, costOf));
  const stakes = await takeStakes(tx, deps, {
    totalIndex: totalIndexOf(event),
    caseIds: caseIdOf === undefined ? [] : [...new Set(entries.map(caseIdOf))],
    // By rising player id, so that two processes cannot deadlock.
    wagers: wagers.toSorted((a, b) => a.playerId - b.playerId),
  });
  const paid = stakes.map((stake) => ({ stake, entries: groups.get(stake.playerId)! }));
  await completeCounted(tx, deps.live, {
    actions: paid.flatMap((each) => each.entries.map((entry) => actionOf(entry, rules))),
    candidateIds: stakes.flatMap(({ isWatched, playerId }) => (isWatched ? [playerId] : [])),
    missionCaseIds: stakes[0]?.missionCaseIds ?? [],
  });
  return paid;
}

const hasKey = <Request extends WagerRequest>(request: Request): request is Request & PlayerKey =>
  request.requestKey !== undefined;
const nameOf = ({ playerId, requestKey }: PlayerKey): string => `${playerId}:${requestKey}`;

/** Serves the entries that arrive together by one commit. */
function createWagerBatcher<Request extends WagerRequest, Entry extends Request, Reply>(
  { db }: Pick<Deps, 'db'>,
  { keyIndex, placeTogether, findServed }: WagerGame<Request, Entry, Reply>,
): Batcher<Entry, Outcome<Reply>> {
  const place = (entries: readonly Entry[]): Promise<readonly Outcome<Reply>[]> =>
    db.batch((tx) => placeTogether(tx, entries));

  /** Repeats a batch without the entries whose key was served before: repeated keys must not cost the others their batch. */
  async function placeUnserved(entries: readonly Entry[], error: unknown): Promise<readonly Outcome<Reply>[]> {
    const served = new Set((await findServed(entries.filter(hasKey))).map(nameOf));
    const isServed = (entry: Entry): boolean => hasKey(entry) && served.has(nameOf(entry));
    const unserved = entries.filter((entry) => !isServed(entry));
    if (unserved.length === entries.length) throw error;
    const outcomes = unserved.length === 0 ? [] : await place(unserved);
    return entries.map((entry) => (isServed(entry) ? undefined : outcomes[unserved.indexOf(entry)]));
  }

  return createBatcher(async (entries) => {
    try {
      return await place(entries);
    } catch (error) {
      if (!isUniqueViolation(error, keyIndex)) throw error;
      return placeUnserved(entries, error);
    }
  });
}

/** How often a request is tried alone while it keeps being outdated. */
const TRIES_MAX = 5;

/**
 * Creates the pipeline of every wager. Requests that arrive together share a commit, a repeated idempotency key gets its first
 * reply again, and a request that its batch could not serve is served alone.
 */
export function createWagers<Request extends WagerRequest, Entry extends Request, Reply>(
  deps: Pick<Deps, 'db'>,
  game: WagerGame<Request, Entry, Reply>,
): Wagers<Request, Entry, Reply> {
  const { keyIndex, placeAlone, findReply } = game;
  const recentKeys = createRecentKeys();
  const batcher = createWagerBatcher(deps, game);

  async function replay(request: Request): Promise<Reply | undefined> {
    return request.requestKey === undefined ? undefined : findReply(request, request.requestKey);
  }

  async function placeWhileOutdated(request: Request): Promise<Reply> {
    for (let tries = 1; ; tries++) {
      try {
        return await placeAlone(request);
      } catch (error) {
        if (!(error instanceof Outdated) || tries >= TRIES_MAX) throw error;
      }
    }
  }

  async function replayOrPlaceAlone(request: Request): Promise<Reply> {
    const past = await replay(request);
    if (past !== undefined) return past;
    try {
      return await placeWhileOutdated(request);
    } catch (error) {
      // Another process served the same key in the meantime.
      const first = isUniqueViolation(error, keyIndex) ? await replay(request) : undefined;
      if (first === undefined) throw error;
      return first;
    }
  }

  async function placeInBatch(entry: Entry): Promise<Reply> {
    const outcome = await batcher.add(entry).catch((error: unknown) => {
      if (error instanceof Outdated || isUniqueViolation(error, keyIndex)) return undefined;
      throw error;
    });
    if (outcome === undefined) return replayOrPlaceAlone(entry);
    if (!(outcome instanceof Refusal)) return outcome;
    const past = await replay(entry);
    if (past === undefined) throw outcome;
    return past;
  }

  /** Serves the first request with a key. Repeats wait for it: in the same batch they would violate the unique index. */
  async function serveFirst<Kind extends Request>(
    request: Kind,
    serve: (request: Kind) => Promise<Reply>,
  ): Promise<Reply> {
    const { before, done } = recentKeys.take(`${request.playerId}:${request.requestKey}`);
    if (before !== undefined) {
      await before;
      return replayOrPlaceAlone(request);
    }
    try {
      return await serve(request);
    } finally {
      done();
    }
  }

  return {
    place: (entry) => (entry.requestKey === undefined ? placeInBatch(entry) : serveFirst(entry, placeInBatch)),
    placeAlone: (request) =>
      request.requestKey === undefined ? replayOrPlaceAlone(request) : serveFirst(request, replayOrPlaceAlone),
    drain: batcher.drain,
    figures: batcher.figures,
  };
}
