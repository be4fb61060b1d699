import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type SteamUser from 'steam-user';
import type { Log } from '#log.ts';
import type { Seal } from '#seal.ts';
import type { SteamBotSettings } from '#steam-bot-settings.ts';

/** Values that survive a restart, by name. */
export type AdapterState = {
  load(name: string): Promise<unknown>;
  save(name: string, value: unknown): Promise<void>;
};

/** A session on Steam, until it is closed or Steam ends it. */
export type SteamSession = {
  /** Requests new cookies after the previous ones were rejected. */
  refreshCookies(): void;
  close(): void;
  /** Rejects when the session has ended and a new one must be opened. */
  readonly ended: Promise<never>;
};

export type SessionListener = {
  /** Called after the sign-in, and whenever there are new cookies. */
  onCookies(cookies: readonly string[]): void;
  /** Called when offers may have changed. */
  onOffersChanged(): void;
};

export type OpenSession = (listener: SessionListener) => Promise<SteamSession>;

type LogOnOptions = {
  readonly bot: SteamBotSettings;
  readonly state: AdapterState;
  readonly seal: Seal;
  readonly log: Log;
};

const TOKEN_NAME = 'steam/refresh-token';
const LOG_ON_MAX_MS = 90_000;
/** A code of the authenticator works once; the next one comes after this time. */
const NEXT_CODE_MS = 30_000;

/** EResults of an invalid token; any other failure may be temporary. */
const TOKEN_REFUSED = new Set([5, 15, 26, 27]);

/** Passes only harmless texts: other messages of these libraries may contain tokens. */
export function reasonOf(error: unknown): string {
  const { message, eresult } = error as { message?: string; eresult?: number };
  return /^[A-Za-z ]{1,40}$/.test(message ?? '') ? message! : `EResult ${eresult ?? 'unknown'}`;
}

/** Identifies the account of a token, so that it is not used for another one after the settings changed. */
function ownerOf({ accountName, refreshToken }: SteamBotSettings): string {
  return createHash('sha256')
    .update(`${accountName ?? ''}\n${refreshToken ?? ''}`)
    .digest('base64');
}

/** The sealed token of the last sign-in: with it no password is sent and no code is used up. */
export function createTokenStore({ bot, state, seal, log }: LogOnOptions) {
  return {
    async load(): Promise<string | undefined> {
      const stored = (await state.load(TOKEN_NAME)) as { owner?: string; sealed?: string } | undefined;
      if (stored?.sealed === undefined || stored.owner !== ownerOf(bot)) return bot.refreshToken;
      try {
        return seal.open(Buffer.from(stored.sealed, 'base64'));
      } catch {
        return bot.refreshToken;
      }
    },
    save(token: string): void {
      const value = { owner: ownerOf(bot), sealed: seal.close(token).toString('base64') };
      state.save(TOKEN_NAME, value).catch((error: unknown) => {
        log.warn({ err: error }, 'Saving the sign-in token of the bot failed');
      });
    },
    async clear(): Promise<void> {
      await state.save(TOKEN_NAME, {});
    },
  };
}

/** Waits for a web session; fails when Steam refuses or does not answer in time. */
function firstSession(client: SteamUser, start: () => void): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error('No answer')), LOG_ON_MAX_MS).unref();
    client.once('webSession', () => resolve());
    client.once('error', reject);
    start();
  });
}

/** Signs in over Steam's own protocol, with the token of the last sign-in if there is one. */
export function createLogOn(options: LogOnOptions): OpenSession {
  const { bot, log } = options;
  const tokens = createTokenStore(options);

  function detailsOf(token: string | undefined, codeOf: () => string | undefined) {
    if (token !== undefined) return { refreshToken: token };
    const code = codeOf();
    const { accountName = '', password = '' } = bot;
    return { accountName, password, ...(code !== undefined && { twoFactorCode: code }) };
  }

  return async function openSession({ onCookies, onOffersChanged }) {
    // Loaded here, so that a site without a bot never loads them.
    const [{ default: User }, totp] = await Promise.all([import('steam-user'), import('steam-totp')]);
    const client = new User({ dataDirectory: null, autoRelogin: true, renewRefreshTokens: true });
    const codeOf = () => (bot.sharedSecret === undefined ? undefined : totp.generateAuthCode(bot.sharedSecret));
    const token = await tokens.load();
    const details = detailsOf(token, codeOf);
    const ended = new Promise<never>((_, reject) => {
      client.on('error', (error: Error) => reject(new Error(reasonOf(error))));
    });
    ended.catch(() => undefined);
    client.on('webSession', (_: string, cookies: string[]) => onCookies(cookies));
    client.on('refreshToken', tokens.save);
    client.on('tradeOffers', onOffersChanged);
    client.on('newItems', onOffersChanged);
    client.on('disconnected', (eresult: number) => log.warn({ eresult }, 'Bot disconnected; reconnecting'));
    client.on('steamGuard', (_: string | null, answer: (code: string) => void, isLastWrong: boolean) => {
      const code = codeOf();
      if (code === undefined) return void client.emit('error', new Error('A code is needed'));
      void sleep(isLastWrong ? NEXT_CODE_MS : 0, undefined, { ref: false }).then(() => answer(codeOf()!));
    });
    const failure = await firstSession(client, () => client.logOn(details)).then(
      () => undefined,
      (error: unknown) => error as Error & { eresult?: number },
    );
    if (failure !== undefined) {
      client.logOff();
      if (token !== undefined && TOKEN_REFUSED.has(failure.eresult ?? 0)) await tokens.clear();
      throw new Error(reasonOf(failure));
    }
    return {
      // While disconnected, the client gets new cookies on reconnect anyway.
      refreshCookies: () => void (client.steamID !== null && client.webLogOn()),
      close: () => client.logOff(),
      ended,
    };
  };
}
