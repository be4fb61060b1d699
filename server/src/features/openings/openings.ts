import type { WonItem } from '@karat/contract/cases';
import { Refusal } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import type { Offer } from '#features/cases/cases.ts';
import { createSeeds } from '#features/fairness/fairness.ts';
import { createWagers, takeBatchStakes } from '#features/wagers/wagers.ts';
import { createOffers } from './offers.ts';
import { createOpenAlone } from './open-alone.ts';
import { selectPastRequest, selectServedKeys } from './queries.ts';
import { createRollAndRecord, OPENING_RULES } from './record-openings.ts';
import type { OpeningEntry, OpeningRequest } from './rolling.ts';

/** Whether a request can go into a batch. Otherwise it is served alone, where the reason for a refusal is found. */
function isOnOffer(offer: Offer | undefined, { hash }: OpeningRequest): offer is Offer {
  return offer !== undefined && !offer.isPaused && (hash ?? offer.hash) === offer.hash;
}

/** Opens cases through the wager pipeline. */
export function createOpenings(deps: Pick<Deps, 'db' | 'live' | 'seal' | 'env'>) {
  const { db } = deps;
  const seeds = createSeeds(deps);
  const offers = createOffers(db);
  const rollAndRecord = createRollAndRecord(deps, seeds);

  const { place, placeAlone, figures, drain } = createWagers<OpeningRequest, OpeningEntry, WonItem[]>(deps, {
    keyIndex: 'openings_request',
    async placeTogether(tx, entries) {
      const paid = await takeBatchStakes(tx, deps, entries, OPENING_RULES);
      const won = await rollAndRecord(tx, paid, { isLast: true });
      return entries.map((entry) => won.get(entry));
    },
    placeAlone: createOpenAlone({ ...deps, seeds, offers, rollAndRecord }),
    async findReply(request, requestKey) {
      const past = await selectPastRequest(db.sql, { ...request, requestKey });
      if (past.some(({ isSame }) => !isSame)) {
        throw new Refusal('key_reused', 'This Idempotency-Key belongs to another request.');
      }
      return past.length === 0 ? undefined : past;
    },
    findServed: (keys) => selectServedKeys(db.sql, keys),
  });

  return {
    /** Returns the won items in the order of their rolls. A repeated idempotency key gets its first reply again. */
    async openCase(request: OpeningRequest): Promise<WonItem[]> {
      const offer = await offers.find(request.caseName);
      return isOnOffer(offer, request) ? place({ ...request, offer }) : placeAlone(request);
    },
    figures,
    drain,
  };
}

export type Openings = ReturnType<typeof createOpenings>;
