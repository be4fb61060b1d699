import type { WonItem } from '@karat/contract/cases';
import { Refusal } from '@karat/contract/refusal';
import { isUniqueViolation } from '#db/failures.ts';
import type { Deps } from '#deps.ts';
import type { Offer } from '#features/cases/cases.ts';
import type { Seeds } from '#features/fairness/fairness.ts';
import { assertMayStake, takeStake } from '#features/wallet/wallet.ts';
import { CaseChanged, type Give, wagerOf } from './record-openings.ts';
import type { Offers } from './offers.ts';
import { selectRequest } from './queries.ts';
import type { Request } from './rolling.ts';

/** An edit between the look at a case and the write is tried again; a case that changes this often is at fault. */
const CHANGES_MAX = 5;

function assertOnOffer(offer: Offer | undefined, { hash }: Request): Offer {
  if (offer === undefined) throw new Refusal('not_found', 'Case not found.');
  if (offer.isPaused) throw new Refusal('case_paused', 'This case is paused. Please choose another one.');
  if (hash !== undefined && hash !== offer.hash) {
    throw new Refusal('case_changed', 'This case has just changed. Please look at it again.');
  }
  return offer;
}

type Ground = Pick<Deps, 'db' | 'env' | 'live'> & {
  readonly seeds: Seeds;
  readonly offers: Offers;
  readonly give: Give;
};

/** One request in a transaction of its own: it is served, answered as it was before, or told why not. */
export function createCarefulLane(ground: Ground): (request: Request) => Promise<WonItem[]> {
  const { db, seeds, offers, give } = ground;

  /** What the key has bought already; undefined when it is new. */
  async function replay(request: Request): Promise<WonItem[] | undefined> {
    const { requestKey } = request;
    if (requestKey === undefined) return undefined;
    const past = await selectRequest(db.sql, { ...request, requestKey });
    if (past.some(({ isSame }) => !isSame)) {
      throw new Refusal('key_reused', 'This Idempotency-Key belongs to another request.');
    }
    return past.length === 0 ? undefined : past;
  }

  async function openAlone(request: Request): Promise<WonItem[]> {
    const press = { ...request, offer: assertOnOffer(await offers.findNow(request.caseName), request) };
    const wager = wagerOf([press]);
    const { hasSeed } = await assertMayStake(db.sql, ground, wager);
    if (!hasSeed) await seeds.ensure(request.playerId);
    return db.transaction(async (tx) => {
      const stake = await takeStake(tx, ground, wager);
      const won = (await give(tx, [press], [stake])).get(press)!;
      await stake.returned(won.reduce((sum, { price }) => sum + price, 0));
      return won;
    });
  }

  async function openWhileItChanges(request: Request): Promise<WonItem[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await openAlone(request);
      } catch (error) {
        if (!(error instanceof CaseChanged) || tries >= CHANGES_MAX) throw error;
      }
    }
  }

  return async (request) => {
    const past = await replay(request);
    if (past !== undefined) return past;
    try {
      return await openWhileItChanges(request);
    } catch (error) {
      // Another process served the same key in the meantime.
      const first = isUniqueViolation(error, 'openings_request') ? await replay(request) : undefined;
      if (first === undefined) throw error;
      return first;
    }
  };
}
