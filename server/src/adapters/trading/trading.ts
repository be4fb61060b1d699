import type { TradePartner } from '@karat/rules/trades';

/** One skin in an inventory of the game platform. Only `assetId` names it; everything else is of its kind. */
export type Asset = {
  readonly assetId: string;
  readonly classId: string;
  readonly name: string;
  readonly marketHashName: string;
  /** An address, or a path of ours. */
  readonly iconUrl: string;
  readonly isTradable: boolean;
};

/** An offer as it is sent. What is given is the bot's, what is taken the partner's. */
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

/** An offer as the platform tells of it. */
export type PlatformOffer = {
  readonly id: string;
  readonly state: PlatformOfferState;
  /** Once it is accepted. */
  readonly tradeId: string | undefined;
  readonly message: string;
  readonly partnerSteamId: string;
};

/** What became of an accepted offer. `complete` alone is believed: an offer says accepted before anything has moved. */
export type TradeOutcome = {
  readonly status: 'complete' | 'under_way' | 'failed' | 'reversed';
  /** Old and new number of each skin that moved. */
  readonly moved: readonly { readonly assetId: string; readonly newAssetId: string }[];
};

/** The game platform as a carrier of skins. One process at a time sends and watches: the one that leads the trades. */
export type Trading = {
  readonly isSandbox: boolean;
  /** Where the platform shows an offer, and where it shows a player their own trade URL. */
  offerUrl(platformId: string, origin: string): string;
  tradeUrlHelp(steamId: string, origin: string): string;
  /** The trade URL that the sandbox knows; undefined on the real platform. */
  suggestedTradeUrl(steamId: string): string | undefined;
  /** A player's skins, as strangers see them. */
  inventoryOf(steamId: string): Promise<Asset[]>;
  /** The bot's own. */
  stock(): Promise<Asset[]>;
  /** How long the platform would keep the partner's skins back: a guard of theirs is missing. */
  escrowSecondsOf(partner: TradePartner): Promise<number>;
  /** Answers the platform's number of the offer. A failure may leave it open whether it was sent: `findByCode` tells. */
  send(draft: OfferDraft): Promise<string>;
  /** Confirms what gives skins away; without need it does nothing. */
  confirm(platformId: string): Promise<void>;
  cancel(platformId: string): Promise<void>;
  /** Undefined when the platform knows of no such offer. */
  offer(platformId: string): Promise<PlatformOffer | undefined>;
  findByCode(code: string): Promise<PlatformOffer | undefined>;
  outcomeOf(tradeId: string): Promise<TradeOutcome>;
  /** Called when something may have changed: worth a look before the next one is due. */
  onChange(hear: (platformId: string) => void): void;
  /** Sends and watches from now on, until the signal says that it is time to end; for whoever leads the trades. */
  work(signal: AbortSignal): Promise<void>;
};

/** Why the platform did not do it. `refused` is for good; `busy` and `unavailable` are worth another try. */
export class TradingFailure extends Error {
  readonly why: 'private' | 'busy' | 'unavailable' | 'refused' | 'invalid_items';

  constructor(why: TradingFailure['why'], message: string) {
    super(message);
    this.why = why;
  }
}
