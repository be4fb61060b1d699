/** A source of current prices in whole diamonds, by market name. Names that are missing have no price there. */
export type PriceFeed = {
  /** Shown to staff: a host, never a URL that may hold a key. */
  readonly name: string;
  /** Resolves to all prices, or rejects with a `PriceFeedFailure`. */
  read(signal: AbortSignal): Promise<ReadonlyMap<string, number>>;
};

/** Why there are no current prices; staff may read the message. */
export class PriceFeedFailure extends Error {}
