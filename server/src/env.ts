import path from 'node:path';
import { JOIN_MS, LOCATIONS, MAPS, type RoomMap } from '@karat/rules/rooms';
import { BET_AMOUNT_MAX, BETTING_MS, PAUSE_MS, SPIN_MS } from '@karat/rules/roulette';
import { alarmDestinationsOf } from '#alarm-settings.ts';
import { smtpOf } from '#email-settings.ts';
import type { GameServerSetting } from '#adapters/game-server/source-servers.ts';
import { staffAddressesOf } from '#staff-addresses.ts';
import { PARTS, PROCESS_ROLES, type ProcessRole } from '#roles.ts';
import { steamBotOf } from '#steam-bot-settings.ts';
import { readUrl, BadEnv, choice, decimal, flag, integer, type Variables } from '#variables.ts';

/** The settings of one run, read and validated once. */
export type Env = ReturnType<typeof readEnv>;

function secretOf(variables: Variables, isNeeded: boolean): string | undefined {
  const secret = variables['SECRET'] || undefined;
  if (secret === undefined && isNeeded) {
    throw new BadEnv('SECRET is required with DATABASE_URL: at least 32 random characters. Keep it safe.');
  }
  if (secret !== undefined && Buffer.byteLength(secret) < 32)
    throw new BadEnv('SECRET must be at least 32 bytes long.');
  return secret;
}

function adminOf(variables: Variables): { username: string; password: string } | undefined {
  const [username, password] = [variables['ADMIN_USERNAME'] || undefined, variables['ADMIN_PASSWORD'] || undefined];
  if (username === undefined && password === undefined) return undefined;
  if (username === undefined || password === undefined) {
    throw new BadEnv('ADMIN_USERNAME and ADMIN_PASSWORD go together: set both or neither.');
  }
  if (password.length < 8) throw new BadEnv('ADMIN_PASSWORD must have at least 8 characters.');
  return { username, password };
}

/** The demo is on if requested, or on a development machine. It gives diamonds away and has published passwords. */
function isDemoOf(variables: Variables, isProduction: boolean): boolean {
  const isRealValue = flag(variables, 'REAL_VALUE', false);
  const isDemo = flag(variables, 'DEMO', !variables['DATABASE_URL'] && !isProduction && !isRealValue);
  if (isDemo && isRealValue) {
    throw new BadEnv(
      'DEMO=1 and REAL_VALUE=1 cannot be combined: a demo gives diamonds to every account and has accounts with a published password.',
    );
  }
  return isDemo;
}

function platformOf(variables: Variables, isProduction: boolean): 'sandbox' | 'steam' | 'none' {
  const steamApiKey = variables['STEAM_API_KEY'] || undefined;
  const chosen = choice(variables, 'PLATFORM', ['sandbox', 'steam']);
  const isDemoAsked = flag(variables, 'DEMO', false);
  const isRealValue = flag(variables, 'REAL_VALUE', false);
  if (chosen === 'sandbox' && isRealValue) {
    throw new BadEnv(
      'PLATFORM=sandbox and REAL_VALUE=1 cannot be combined: on the sandbox anyone can sign in as anyone.',
    );
  }
  if (chosen === 'steam' && steamApiKey === undefined) throw new BadEnv('PLATFORM=steam needs STEAM_API_KEY.');
  if (chosen === 'sandbox' && isProduction && !isDemoAsked) {
    throw new BadEnv('PLATFORM=sandbox lets anyone sign in as anyone. In production it also needs DEMO=1.');
  }
  if (chosen !== undefined) return chosen;
  if (steamApiKey !== undefined) return 'steam';
  return isRealValue || (isProduction && !isDemoAsked) ? 'none' : 'sandbox';
}

function replicaOf(variables: Variables): string | undefined {
  const url = readUrl(variables, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])?.href;
  if (url !== undefined && !variables['DATABASE_URL']) {
    throw new BadEnv('DATABASE_REPLICA_URL needs DATABASE_URL: the address of the database that it is a replica of.');
  }
  return url;
}

/** Processes with different roles share a database and a Redis. */
function roleOf(variables: Variables): ProcessRole {
  const role = choice(variables, 'ROLE', PROCESS_ROLES) ?? 'all';
  if (role === 'all') return role;
  for (const name of ['DATABASE_URL', 'REDIS_URL']) {
    if (!variables[name]) {
      throw new BadEnv(`ROLE=${role} needs ${name}: this process does a part of the work, and others the rest.`);
    }
  }
  return role;
}

const RESIDENTS_MAX = 40;

/** Residents: programs that play. They can exist only on a demo of the sandbox, where all diamonds are play money. */
function residentsOf(variables: Variables, isProduction: boolean): { areResidentsOn: boolean; residentsCount: number } {
  const mayExist = platformOf(variables, isProduction) === 'sandbox' && isDemoOf(variables, isProduction);
  const { sandboxPrograms: mayRun } = PARTS[roleOf(variables)];
  const areResidentsOn = flag(variables, 'RESIDENTS', mayExist && mayRun);
  if (areResidentsOn && !mayRun) {
    throw new BadEnv('RESIDENTS=on needs ROLE=all: residents call the process that runs them.');
  }
  if (areResidentsOn && !mayExist) {
    throw new BadEnv(
      'RESIDENTS=on needs the sandbox with DEMO=1: residents are programs that play, and only a sandbox may have them.',
    );
  }
  return {
    areResidentsOn,
    residentsCount: integer(variables, 'RESIDENTS_COUNT', { fallback: 12, min: 0, max: RESIDENTS_MAX }),
  };
}

const METRICS_TOKEN = /^[\w.~+/-]+=*$/;
const METRICS_TOKEN_LENGTH = { min: 20, max: 200 };

/** Error messages name the rule, never the value, because it is a secret. */
function metricsTokenOf(variables: Variables): string | undefined {
  const token = variables['METRICS_TOKEN'] || undefined;
  const { min, max } = METRICS_TOKEN_LENGTH;
  if (token !== undefined && (!METRICS_TOKEN.test(token) || token.length < min || token.length > max)) {
    throw new BadEnv(
      `METRICS_TOKEN must be ${min} to ${max} characters: letters, digits, "-", ".", "_", "~", "+", "/" and "=" at the end.`,
    );
  }
  return token;
}

const HEADER_PATTERN = /^[a-z0-9-]+$/;
const COUNTRY_PATTERN = /^[A-Z]{2}$/;

/** The countries without wagers, and the header in which a trusted proxy reports a visitor's country. */
function countriesOf(variables: Variables): {
  countryHeader: string | undefined;
  deniedCountries: ReadonlySet<string>;
} {
  const countryHeader = variables['COUNTRY_HEADER']?.toLowerCase() || undefined;
  if (countryHeader !== undefined && !HEADER_PATTERN.test(countryHeader)) {
    throw new BadEnv(`COUNTRY_HEADER must be the name of a header, not "${countryHeader}".`);
  }
  const codes = (variables['DENY_COUNTRIES'] ?? '')
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((code) => code !== '');
  const invalidCode = codes.find((code) => !COUNTRY_PATTERN.test(code));
  if (invalidCode !== undefined)
    throw new BadEnv(`DENY_COUNTRIES must be two-letter codes such as BE,NL, not "${invalidCode}".`);
  if (codes.length > 0 && countryHeader === undefined) {
    throw new BadEnv(
      'DENY_COUNTRIES needs COUNTRY_HEADER: the header in which your proxy sends the country of a visitor.',
    );
  }
  return { countryHeader, deniedCountries: new Set(codes) };
}

/** The duration of each phase of a round, the largest bet and how many a player may place. */
function rouletteOf(variables: Variables) {
  return {
    betMax: integer(variables, 'ROULETTE_BET_MAX', { fallback: 100_000, min: 1, max: BET_AMOUNT_MAX }),
    betsMax: integer(variables, 'ROULETTE_BETS_MAX', { fallback: 100, min: 1, max: 10_000 }),
    bettingMs: integer(variables, 'ROULETTE_BETTING_MS', { fallback: BETTING_MS, min: 100, max: 600_000 }),
    spinMs: integer(variables, 'ROULETTE_SPIN_MS', { fallback: SPIN_MS, min: 0, max: 60_000 }),
    pauseMs: integer(variables, 'ROULETTE_PAUSE_MS', { fallback: PAUSE_MS, min: 0, max: 60_000 }),
  };
}

const MAP_ID_PATTERN = /^\w{1,64}$/;

/** The id of each map on game servers: the number of a workshop map, or the name of an installed one. */
function mapIdsOf(variables: Variables): Readonly<Record<RoomMap, string>> {
  const mapIds: Record<RoomMap, string> = { awp_lego: '3070251264', aim_redline: '3199551320' };
  for (const pair of (variables['MAP_IDS'] ?? '').split(/[\s,]+/).filter((each) => each !== '')) {
    const [name, id = '', ...extraParts] = pair.split('=');
    const map = MAPS.find((each) => each === name);
    if (map === undefined || !MAP_ID_PATTERN.test(id) || extraParts.length > 0) {
      throw new BadEnv(`MAP_IDS must be pairs such as awp_lego=3070251264 of ${MAPS.join(', ')}, not "${pair}".`);
    }
    mapIds[map] = id;
  }
  return mapIds;
}

const HOST_AND_PORT = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\]):(\d{1,5})$/i;
const RCON_PASSWORD = /^[^\u0000-\u001F\u007F]{1,128}$/;
/** Players get the password in a console command and in a link. */
const JOIN_PASSWORD = /^[\w.-]{1,64}$/;
const LOOPBACK_ADDRESS = /^(?:localhost|127\.[\d.]+|\[::1\]):/;
const SERVER_FIELDS = ['location', 'address', 'rconPassword', 'password'];

/** Error messages name the entry, never the value, because it may be a password in the wrong field. */
function gameServerOf(entry: unknown, place: string): GameServerSetting {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new BadEnv(`${place} is not an object.`);
  const unknownField = Object.keys(entry).find((field) => !SERVER_FIELDS.includes(field));
  if (unknownField !== undefined)
    throw new BadEnv(`${place} may have ${SERVER_FIELDS.join(', ')} and no other fields.`);
  const fields = entry as Readonly<Record<string, unknown>>;
  const matching = (name: string, pattern: RegExp): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' && pattern.test(value) ? value : undefined;
  };
  const location = LOCATIONS.find((each) => each === fields['location']);
  if (location === undefined) throw new BadEnv(`${place} needs a location, one of ${LOCATIONS.join(', ')}.`);
  const address = matching('address', HOST_AND_PORT)?.toLowerCase();
  const port = Number(HOST_AND_PORT.exec(address ?? '')?.[1] ?? 0);
  if (address === undefined || port < 1 || port > 65_535 || !URL.canParse(`http://${address}`)) {
    throw new BadEnv(`${place} needs an address of host and port, such as "203.0.113.7:27015".`);
  }
  const rconPassword = matching('rconPassword', RCON_PASSWORD);
  if (rconPassword === undefined) throw new BadEnv(`${place} needs an rconPassword of 1 to 128 characters.`);
  if (fields['password'] === undefined) return { location, address, rconPassword };
  const password = matching('password', JOIN_PASSWORD);
  if (password === undefined) throw new BadEnv(`${place} may have a password of letters, digits, "_", "." and "-".`);
  return { location, address, rconPassword, password };
}

function gameServersOf(variables: Variables, publicUrl: URL | undefined): readonly GameServerSetting[] {
  const text = variables['GAME_SERVERS'] || '[]';
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    // The parser's message would quote the text with its passwords.
  }
  if (!Array.isArray(list)) {
    throw new BadEnv(
      'GAME_SERVERS must be a JSON list such as [{"location":"istanbul","address":"203.0.113.7:27015","rconPassword":"…"}].',
    );
  }
  const servers = list.map((entry, index) => gameServerOf(entry, `Server ${index + 1} of GAME_SERVERS`));
  const addresses = servers.map(({ address }) => address);
  const again = addresses.findIndex((address, index) => addresses.indexOf(address) < index);
  if (again >= 0) throw new BadEnv(`Server ${again + 1} of GAME_SERVERS has the same address as another one.`);
  if (publicUrl === undefined && !addresses.every((each) => LOOPBACK_ADDRESS.test(each))) {
    throw new BadEnv('GAME_SERVERS needs PUBLIC_URL: where game servers fetch their matches and report them.');
  }
  return servers;
}

/** For a site without a public address: push services require some contact. */
const LOCAL_PUSH_CONTACT = 'mailto:operator@karat.example';
const EMAIL_ADDRESS = /^[^\s@:/]+@[^\s@:/]+$/;
const LOOPBACK_HOST = /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/;

/** Where push services reach the operator, and whether the site serves only its own machine. */
function pushOf(variables: Variables, publicUrl: URL | undefined) {
  if (!flag(variables, 'PUSH', true)) return undefined;
  const contact = variables['CONTACT']?.trim() ?? '';
  const hosts = (publicUrl === undefined ? [] : [publicUrl.hostname]).concat(variables['HOST'] || '127.0.0.1');
  return {
    contact: EMAIL_ADDRESS.test(contact)
      ? `mailto:${contact}`
      : ([contact, publicUrl?.origin].find((each) => each?.startsWith('https://')) ?? LOCAL_PUSH_CONTACT),
    allowsLoopback: variables['NODE_ENV'] !== 'production' && hosts.every((host) => LOOPBACK_HOST.test(host)),
  };
}

const DAY_MS = 86_400_000;

/** How long personal data is stored. */
function lifetimesOf(variables: Variables) {
  const days = (name: string, range: { fallback: number; min: number; max: number }) =>
    integer(variables, name, range) * DAY_MS;
  return {
    /** A session never lasts longer than a week. */
    sessionsMs: days('SESSIONS_KEEP_DAYS', { fallback: 7, min: 1, max: 7 }),
    /** Sign-ins with device and address, for staff. */
    signInsMs: days('SIGN_INS_KEEP_DAYS', { fallback: 400, min: 7, max: 3_650 }),
    /** Since a device was last used to sign in. */
    devicesMs: days('DEVICES_KEEP_DAYS', { fallback: 400, min: 30, max: 3_650 }),
    /** E-mails that were sent or given up. */
    emailsMs: days('EMAILS_KEEP_DAYS', { fallback: 30, min: 1, max: 3_650 }),
    /** Whole months of notifications. */
    notificationsMs: days('NOTIFICATIONS_KEEP_DAYS', { fallback: 400, min: 30, max: 36_500 }),
    /** Events in the log; actions of staff stay. */
    eventsMs: days('EVENTS_KEEP_DAYS', { fallback: 730, min: 31, max: 36_500 }),
  };
}

/** A sandbox on the developer's machine shows e-mails on a page. In production that page would be open to everyone. */
function emailOf(variables: Variables, isProduction: boolean) {
  const smtp = smtpOf(variables);
  const isSandbox = platformOf(variables, isProduction) === 'sandbox';
  return {
    /** Undefined: the site sends no e-mails. */
    smtp,
    hasSandboxMail: smtp === undefined && isSandbox && !isProduction,
  };
}

/** The address that people open. */
function publicUrlOf(variables: Variables, isProduction: boolean): URL | undefined {
  const publicUrl = readUrl(variables, 'PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl !== undefined && publicUrl.href !== `${publicUrl.origin}/`) {
    throw new BadEnv('PUBLIC_URL must be an origin such as https://karat.example, with no path.');
  }
  if (publicUrl === undefined && isProduction) {
    throw new BadEnv('PUBLIC_URL is required in production: the address people open, such as https://karat.example.');
  }
  return publicUrl;
}

/** Reads and validates the environment; throws `BadEnv` with a sentence for the operator. */
export function readEnv(variables: Variables) {
  const isProduction = variables['NODE_ENV'] === 'production';
  const platform = platformOf(variables, isProduction);
  const databaseUrl = readUrl(variables, 'DATABASE_URL', ['postgres:', 'postgresql:'])?.href;
  const port = integer(variables, 'PORT', { fallback: 3000, min: 0, max: 65_535 });
  const publicUrl = publicUrlOf(variables, isProduction);
  return {
    isProduction,
    role: roleOf(variables),
    port,
    host: variables['HOST'] || '127.0.0.1',
    /** How long a stopping process still serves calls while `/readyz` answers 503. */
    drainMs: integer(variables, 'DRAIN_MS', { fallback: isProduction ? 3_000 : 0, min: 0, max: 60_000 }),
    /** Undefined: derived from the port in use. */
    publicOrigin: publicUrl?.origin,
    databaseUrl,
    /** A streaming replica of `databaseUrl`, for reports and audits. */
    databaseReplicaUrl: replicaOf(variables),
    /** Undefined: this is the only process. */
    redisUrl: readUrl(variables, 'REDIS_URL', ['redis:', 'rediss:'])?.href,
    dataDir: path.resolve(variables['DATA_DIR'] || 'data'),
    secret: secretOf(variables, databaseUrl !== undefined),
    admin: adminOf(variables),
    /** Whether staff have their rights only in sessions with a second factor. */
    needsStaffFactor: flag(variables, 'STAFF_SECOND_FACTOR', isProduction && platform !== 'sandbox'),
    /** The networks from which staff have their rights; undefined: all. */
    staffAddresses: staffAddressesOf(variables),
    /** Shown to players who cannot sign in, such as banned ones: an e-mail address or a URL. */
    contact: variables['CONTACT']?.trim() || undefined,
    /** Undefined: no push notifications. */
    push: pushOf(variables, publicUrl),
    isDemo: isDemoOf(variables, isProduction),
    ...emailOf(variables, isProduction),
    platform,
    ...residentsOf(variables, isProduction),
    steamApiKey: variables['STEAM_API_KEY'] || undefined,
    steamOpenIdUrl: readUrl(variables, 'STEAM_OPENID_URL', ['http:', 'https:'])?.href,
    steamBot: steamBotOf(variables),
    /** Allows deposits and withdrawals of real skins. Those of the sandbox need no permission. */
    isRealValue: flag(variables, 'REAL_VALUE', false),
    /** How long diamonds of an accepted deposit cannot be withdrawn as skins: Steam allows trade reversals for seven days. */
    depositHoldMs: decimal(variables, 'DEPOSIT_HOLD_DAYS', { fallback: 8, min: 0, max: 60 }) * DAY_MS,
    /** Off: a deposit is credited only when its hold ends. */
    isHeldPlayable: flag(variables, 'DEPOSIT_HOLD_PLAY', true),
    /** In percent. With real value, cases with a lower withdrawal edge cannot be saved or opened. */
    minWithdrawEdge: decimal(variables, 'MIN_WITHDRAW_EDGE', { fallback: 0, min: -100, max: 100 }),
    /** A withdrawal that brings a player's 24-hour total above this many diamonds waits for staff. */
    withdrawApprovalAbove: integer(variables, 'WITHDRAW_APPROVAL_ABOVE', {
      fallback: 100_000,
      min: 0,
      max: 1_000_000_000,
    }),
    /** Players get an e-mail about each withdrawal that is worth more than this many diamonds. */
    withdrawalEmailAbove: integer(variables, 'WITHDRAWAL_EMAIL_ABOVE', {
      fallback: 10_000,
      min: 0,
      max: 1_000_000_000,
    }),
    /** The maximum that one person may give in 24 hours by balances, missions and prices. More needs a second person. */
    adjustmentApprovalAbove: integer(variables, 'ADJUSTMENT_APPROVAL_ABOVE', {
      fallback: 1_000_000,
      min: 0,
      max: 1_000_000_000,
    }),
    /** Undefined: the built-in snapshot. */
    priceFeedUrl: readUrl(variables, 'PRICE_FEED_URL', ['http:', 'https:'])?.href,
    alarmDestinations: alarmDestinationsOf(variables),
    lifetimes: lifetimesOf(variables),
    metricsToken: metricsTokenOf(variables),
    trustsProxy: flag(variables, 'TRUST_PROXY', false),
    ...countriesOf(variables),
    roulette: rouletteOf(variables),
    /** How long the players of a room have to join its game server. */
    roomJoinMs: integer(variables, 'ROOM_JOIN_MS', { fallback: JOIN_MS, min: 10_000, max: 3_600_000 }),
    /** Empty: those of the sandbox, if it is in use. */
    gameServers: gameServersOf(variables, publicUrl),
    mapIds: mapIdsOf(variables),
    /** Rounds per second on the sandbox's game servers. With the default a match takes about forty seconds. */
    sandboxMatchSpeed: decimal(variables, 'SANDBOX_MATCH_SPEED', { fallback: 0.4, min: 0.01, max: 1_000 }),
    /** The minimum time between two paid games of one player. */
    minGameMs: integer(variables, 'MIN_GAME_MS', { fallback: 0, min: 0, max: 600_000 }),
    /** `explicit`: players confirm their age in a separate step before the first wager. */
    ageCheck: choice(variables, 'AGE_CHECK', ['signup', 'explicit']) ?? 'signup',
    /** Quiet by default on a development machine, where the terminal shows the start summary. */
    logLevel:
      choice(variables, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']) ??
      (isProduction || databaseUrl !== undefined ? 'info' : 'warn'),
  };
}
