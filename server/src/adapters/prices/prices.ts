/** Where fresh prices come from: in whole diamonds, by market name. A name that is not in it has no price there. */
export type PriceFeed = {
  /** What staff read: a host, never an address that may hold a key. */
  readonly name: string;
  /** All of them, or a `PriceFeedFailure`. */
  read(signal: AbortSignal): Promise<ReadonlyMap<string, number>>;
};

/** Why there are no fresh prices, in words that staff may read. */
export class PriceFeedFailure extends Error {}
