import type { WonItem } from '@karat/contract/cases';
import { Refusal } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import type { Offer } from '#features/cases/cases.ts';
import type { Seeds } from '#features/fairness/fairness.ts';
import { actionOf, wagerOf } from '#features/wagers/wagers.ts';
import { assertMayStake } from '#features/eligibility/eligibility.ts';
import { countTowardsMissions } from '#features/missions/missions.ts';
import { takeStake } from '#features/stakes/stakes.ts';
import type { Offers } from './offers.ts';
import { OPENING_RULES, type RollAndRecord } from './record-openings.ts';
import type { OpeningRequest } from './rolling.ts';

function assertOnOffer(offer: Offer | undefined, { hash }: OpeningRequest): Offer {
  if (offer === undefined) throw new Refusal('not_found', 'Case not found.');
  if (offer.isPaused) throw new Refusal('case_paused', 'This case is paused. Please choose another one.');
  if (hash !== undefined && hash !== offer.hash) {
    throw new Refusal('case_changed', 'This case has just changed. Please check it again.');
  }
  return offer;
}

type AloneDeps = Pick<Deps, 'db' | 'env' | 'live'> & {
  readonly seeds: Seeds;
  readonly offers: Offers;
  readonly rollAndRecord: RollAndRecord;
};

/** Opens one request in its own transaction, or refuses it with the reason. Creates the player's first seed. */
export function createOpenAlone(deps: AloneDeps): (request: OpeningRequest) => Promise<WonItem[]> {
  const { db, seeds, offers, rollAndRecord } = deps;

  return async (request) => {
    const entry = { ...request, offer: assertOnOffer(await offers.findNow(request.caseName), request) };
    const wager = wagerOf([entry], OPENING_RULES.costOf);
    const { hasSeed } = await assertMayStake(db.sql, deps, wager);
    if (!hasSeed) await seeds.ensure(request.playerId);
    return db.transaction(async (tx) => {
      const stake = await takeStake(tx, deps, wager);
      await countTowardsMissions(tx, deps.live, [actionOf(entry, OPENING_RULES)]);
      const won = (await rollAndRecord(tx, [{ stake, entries: [entry] }])).get(entry)!;
      await stake.recordReturn(won.reduce((sum, { price }) => sum + price, 0));
      return won;
    });
  };
}
