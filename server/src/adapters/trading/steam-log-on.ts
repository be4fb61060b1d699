import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type SteamUser from 'steam-user';
import type { Log } from '#log.ts';
import type { Seal } from '#seal.ts';
import type { SteamBotSettings } from '#steam-bot-settings.ts';

/** What outlives a restart, by name. */
export type Memory = {
  recall(name: string): Promise<unknown>;
  remember(name: string, value: unknown): Promise<void>;
};

/** Signed in to the platform, until it is closed or the platform ends it. */
export type SteamSession = {
  /** Asks for new cookies: those given before are not taken any more. */
  renew(): void;
  close(): void;
  /** Rejects when it is over for good and has to be opened anew. */
  readonly ended: Promise<never>;
};

export type SessionHearer = {
  /** With the first sign-in, and each time there are new ones. */
  hearCookies(cookies: readonly string[]): void;
  /** Something about offers has changed. */
  hearNews(): void;
};

export type OpenSession = (hearer: SessionHearer) => Promise<SteamSession>;

type LogOnOptions = {
  readonly bot: SteamBotSettings;
  readonly memory: Memory;
  readonly seal: Seal;
  readonly log: Log;
};

const TOKEN_NAME = 'steam/refresh-token';
const LOG_ON_MAX_MS = 90_000;
/** A code of the authenticator can be used once, and the next one comes after so long. */
const NEXT_CODE_MS = 30_000;

/** The platform does not know the token any more; anything else may pass by itself. */
const TOKEN_REFUSED = new Set([5, 15, 26, 27]);

/** Only what is known to be harmless: other texts of these libraries may hold tokens. */
export function reasonOf(error: unknown): string {
  const { message, eresult } = error as { message?: string; eresult?: number };
  return /^[A-Za-z ]{1,40}$/.test(message ?? '') ? message! : `EResult ${eresult ?? 'unknown'}`;
}

/** A token of one account must not be tried for another, after the settings have changed. */
function ownerOf({ accountName, refreshToken }: SteamBotSettings): string {
  return createHash('sha256')
    .update(`${accountName ?? ''}\n${refreshToken ?? ''}`)
    .digest('base64');
}

/** The token of the last sign-in, sealed: with it no password goes out, and no code is used up. */
export function createTokenStore({ bot, memory, seal, log }: LogOnOptions) {
  return {
    async recall(): Promise<string | undefined> {
      const known = (await memory.recall(TOKEN_NAME)) as { owner?: string; sealed?: string } | undefined;
      if (known?.sealed === undefined || known.owner !== ownerOf(bot)) return bot.refreshToken;
      try {
        return seal.open(Buffer.from(known.sealed, 'base64'));
      } catch {
        return bot.refreshToken;
      }
    },
    keep(token: string): void {
      const value = { owner: ownerOf(bot), sealed: seal.close(token).toString('base64') };
      memory.remember(TOKEN_NAME, value).catch((error: unknown) => {
        log.warn({ err: error }, 'the sign-in of the bot could not be kept');
      });
    },
    async forget(): Promise<void> {
      await memory.remember(TOKEN_NAME, {});
    },
  };
}

/** Waits until there is a web session; fails when the platform says no, or nothing for long. */
function firstSession(client: SteamUser, start: () => void): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error('No answer')), LOG_ON_MAX_MS).unref();
    client.once('webSession', () => resolve());
    client.once('error', reject);
    start();
  });
}

/** Signs in over the platform's own protocol, by the token of the last time where there is one. */
export function createLogOn(options: LogOnOptions): OpenSession {
  const { bot, log } = options;
  const tokens = createTokenStore(options);

  function detailsOf(token: string | undefined, codeOf: () => string | undefined) {
    if (token !== undefined) return { refreshToken: token };
    const code = codeOf();
    const { accountName = '', password = '' } = bot;
    return { accountName, password, ...(code !== undefined && { twoFactorCode: code }) };
  }

  return async function openSession({ hearCookies, hearNews }) {
    // Loaded here, so that a site without a bot never has them.
    const [{ default: User }, totp] = await Promise.all([import('steam-user'), import('steam-totp')]);
    const client = new User({ dataDirectory: null, autoRelogin: true, renewRefreshTokens: true });
    const codeOf = () => (bot.sharedSecret === undefined ? undefined : totp.generateAuthCode(bot.sharedSecret));
    const token = await tokens.recall();
    const details = detailsOf(token, codeOf);
    const ended = new Promise<never>((_, reject) => {
      client.on('error', (error: Error) => reject(new Error(reasonOf(error))));
    });
    ended.catch(() => undefined);
    client.on('webSession', (_: string, cookies: string[]) => hearCookies(cookies));
    client.on('refreshToken', tokens.keep);
    client.on('tradeOffers', hearNews);
    client.on('newItems', hearNews);
    client.on('disconnected', (eresult: number) => log.warn({ eresult }, 'the bot was disconnected, and comes back'));
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
      if (token !== undefined && TOKEN_REFUSED.has(failure.eresult ?? 0)) await tokens.forget();
      throw new Error(reasonOf(failure));
    }
    return {
      // While it is disconnected it comes back with new cookies anyhow.
      renew: () => void (client.steamID !== null && client.webLogOn()),
      close: () => client.logOff(),
      ended,
    };
  };
}
