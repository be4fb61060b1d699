import type { Sql } from '#db/db.ts';

export type OfferCount = {
  readonly kind: 'deposit' | 'withdrawal';
  readonly state: string;
  readonly count: number;
  readonly oldestSeconds: number;
};

/** Offers that are not finished, by kind and state, with the age of the oldest. */
export function countOpenOffers(sql: Sql): Promise<OfferCount[]> {
  return sql<OfferCount>`
    select kind, lower(state) as state, count(*) as count,
           extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
    from trade_offers
    where state in ('AWAITING_APPROVAL', 'CREATED', 'SENT', 'HELD', 'CREDITED', 'DELIVERED') group by kind, state`;
}

/** Offers that were finished within a day, by kind and state. */
export function countFinishedOffers(sql: Sql): Promise<Omit<OfferCount, 'oldestSeconds'>[]> {
  return sql<Omit<OfferCount, 'oldestSeconds'>>`
    select kind, lower(state) as state, count(*) as count
    from trade_offers
    where updated_at > now() - interval '1 day'
      and state in ('FINAL', 'REVERSED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'INVALID_ITEMS', 'ESCROW_REFUSED', 'FAILED')
    group by kind, state`;
}
