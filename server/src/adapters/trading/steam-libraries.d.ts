// The used parts of the Steam libraries, which have no types.

declare module 'steamcommunity' {
  import type { EventEmitter } from 'node:events';

  export type CommunityItem = {
    readonly assetid: string;
    readonly classid: string;
    readonly name?: string;
    readonly market_hash_name?: string;
    readonly icon_url?: string;
    readonly tradable: boolean;
  };

  export type RequestOptions = { url: string; uri: string; headers?: Record<string, string> };

  class SteamCommunity extends EventEmitter {
    constructor(options?: { timeout?: number });
    steamID: { getSteamID64(): string } | null;
    /** Called before every request, and may change it; returning false sends it immediately. */
    onPreHttpRequest?: (id: number, source: string, options: RequestOptions) => boolean;
    /** Seconds between our clock and Steam's, once known. */
    _timeOffset?: number;
    setCookies(cookies: readonly string[]): void;
    acknowledgeTradeProtection(done: (error: Error | null) => void): void;
    acceptConfirmationForObject(secret: string, id: string, done: (error: Error | null) => void): void;
    httpRequestGet(
      options: { uri: string; qs: Record<string, string>; json: true },
      done: (error: Error | null, response: unknown, body: unknown) => void,
      source: string,
    ): void;
  }
  export default SteamCommunity;
}

declare module 'steam-tradeoffer-manager' {
  import type { EventEmitter } from 'node:events';
  import type SteamCommunity from 'steamcommunity';
  import type { CommunityItem } from 'steamcommunity';

  export type ManagerItem = { readonly appid: number; readonly contextid: string; readonly assetid: string };
  export type ExchangedItem = { readonly assetid: string; readonly new_assetid?: string };

  export type ManagerOffer = {
    id: string | null;
    tradeID: string | null;
    readonly state: number;
    readonly message: string | null;
    readonly partner: { getSteamID64(): string };
    addMyItem(item: ManagerItem): boolean;
    addTheirItem(item: ManagerItem): boolean;
    setMessage(message: string): void;
    send(done: (error: Error | null, status?: 'sent' | 'pending') => void): void;
    cancel(done: (error: Error | null) => void): void;
    getExchangeDetails(
      evenIfFailed: boolean,
      done: (
        error: Error | null,
        status: number,
        at: Date,
        received: readonly ExchangedItem[],
        given: readonly ExchangedItem[],
      ) => void,
    ): void;
  };

  class TradeOfferManager extends EventEmitter {
    constructor(options: {
      community: SteamCommunity;
      pollInterval: number;
      dataDirectory: null;
      pollData?: object;
      useAccessToken: true;
    });
    readonly accessToken: string | null;
    setCookies(cookies: readonly string[], done: (error?: Error | null) => void): void;
    createOffer(tradeUrlOrSteamId: string): ManagerOffer;
    getOffer(id: string, done: (error: Error | null, offer: ManagerOffer) => void): void;
    getOffers(
      filter: number,
      changedSince: Date,
      done: (error: Error | null, sent: ManagerOffer[], received: ManagerOffer[]) => void,
    ): void;
    getInventoryContents(
      appId: number,
      contextId: number,
      isTradableOnly: boolean,
      done: (error: Error | null, items: CommunityItem[]) => void,
    ): void;
    doPoll(): void;
    shutdown(): void;
  }
  export default TradeOfferManager;
}

declare module 'steam-user' {
  import type { EventEmitter } from 'node:events';

  class SteamUser extends EventEmitter {
    constructor(options: { dataDirectory: null; autoRelogin: boolean; renewRefreshTokens: boolean });
    readonly steamID: object | null;
    logOn(details: { refreshToken: string } | { accountName: string; password: string; twoFactorCode?: string }): void;
    webLogOn(): void;
    logOff(): void;
  }
  export default SteamUser;
}

declare module 'steam-totp' {
  export function generateAuthCode(sharedSecret: string): string;
}
