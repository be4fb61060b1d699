import type { TradePartner } from '@karat/rules/trades';

/** One skin in a Steam inventory. Only `assetId` identifies it; the other fields describe its kind. */
export type Asset = {
  readonly assetId: string;
  readonly classId: string;
  readonly name: string;
  readonly marketHashName: string;
  /** A URL, or a path on our site. */
  readonly iconUrl: string;
  readonly isTradable: boolean;
};

/** An offer to send. `give` lists skins of the bot, `take` those of the partner. */
export type OfferDraft = {
  readonly code: string;
  readonly message: string;
  readonly partner: TradePartner;
  readonly give: readonly string[];
  readonly take: readonly string[];
};

export type PlatformOfferState =
  | 'unconfirmed'
  | 'active'
  | 'accepted'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'countered'
  | 'invalid_items'
  | 'in_escrow'
  | 'reversed';

/** An offer as the platform reports it. */
export type PlatformOffer = {
  readonly id: string;
  readonly state: PlatformOfferState;
  /** Set once the offer is accepted. */
  readonly tradeId: string | undefined;
  readonly message: string;
  readonly partnerSteamId: string;
};

/** The result of an accepted offer. Only `complete` is final, because an offer becomes accepted before any skin has moved. */
export type TradeOutcome = {
  readonly status: 'complete' | 'under_way' | 'failed' | 'reversed';
  /** Old and new asset id of each moved skin. */
  readonly moved: readonly { readonly assetId: string; readonly newAssetId: string }[];
};

export type OfferListener = (platformId: string) => void;

/** Trades skins on the game platform. One process at a time sends and watches: the leader of the trades loop. */
export type Trading = {
  readonly isSandbox: boolean;
  /** The URL of an offer, and the URL where players find their own trade URL. */
  offerUrl(platformId: string, origin: string): string;
  tradeUrlHelp(steamId: string, origin: string): string;
  /** The player's trade URL in the sandbox; undefined on Steam. */
  suggestedTradeUrl(steamId: string): string | undefined;
  /** A player's public skins. */
  fetchInventory(steamId: string): Promise<Asset[]>;
  /** The skins of the bot. */
  stock(): Promise<Asset[]>;
  /** How long Steam would hold the partner's skins, because of a missing authenticator. */
  fetchEscrowSeconds(partner: TradePartner): Promise<number>;
  /** Resolves to the platform's id of the offer. After a failure it may have been sent: check with `findByCode`. */
  send(draft: OfferDraft): Promise<string>;
  /** Confirms an offer that gives skins away; does nothing if that is not needed. */
  confirm(platformId: string): Promise<void>;
  cancel(platformId: string): Promise<void>;
  /** Undefined if the offer does not exist. */
  offer(platformId: string): Promise<PlatformOffer | undefined>;
  findByCode(code: string): Promise<PlatformOffer | undefined>;
  fetchOutcome(tradeId: string): Promise<TradeOutcome>;
  /**
   * Signs in and watches offers until the signal aborts; for the leader of the trades loop. Calls the listener when an offer may
   * have changed, to check it before the next poll.
   */
  work(signal: AbortSignal, onOfferChanged: OfferListener): Promise<void>;
};

/** Why the platform refused or failed. `refused` is final; `busy` and `unavailable` are worth a retry. */
export class TradingFailure extends Error {
  readonly reason: 'private' | 'busy' | 'unavailable' | 'refused' | 'invalid_items';

  constructor(reason: TradingFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
