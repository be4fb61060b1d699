import { TEAMS } from '@karat/rules/rooms';
import { JOIN_AFTER_MS, type ServerState, POST_GAME_MS } from './server-state.ts';
import { get5Status, get5WebAvailable, statusOfCs2, statusOfCsgo } from './status-text.ts';
import { readTrouble, TROUBLE_USAGE } from './trouble.ts';

const SPEED_MAX = 1_000;
/** Console variables that a command may create. */
const CVAR_PATTERN = /^(mp|sv|matchzy)_[a-z0-9_]+$/;

/** One console command, split into words. Quoted text is one word. */
type ConsoleLine = { readonly command: string; readonly words: readonly string[] };

/** Splits console input into commands, at semicolons and line ends. */
export function readConsole(text: string): ConsoleLine[] {
  const lines = text.match(/(?:"[^"\n]*"?|[^";\n])+/g) ?? [];
  return lines.flatMap((line) => {
    const words = [...line.matchAll(/"([^"]*)"?|[^\s"]+/g)].map((match) => match[1] ?? match[0]);
    const [command, ...rest] = words;
    return command === undefined || command === '' ? [] : [{ command, words: rest }];
  });
}

type Command = (serverState: ServerState, words: readonly string[]) => string | Promise<string>;

const status: Command = (serverState) => {
  const { match, cvars, port, dialect } = serverState;
  const map = match()?.file().maps[0] ?? 'de_mirage';
  const server = { hostname: cvars.get('hostname') ?? '', map, port: port(), match: match() };
  return dialect === 'cs2' ? statusOfCs2(server) : statusOfCsgo(server);
};

const loadMatch: Command = (serverState, [url = '', ...header]) => {
  if (serverState.isBusy()) return '[LoadMatchFromURL] A match is already setup, cannot load a new match!';
  if (!URL.canParse(url))
    return `[LoadMatchFromURL] Invalid URL: ${url}. Please provide a valid URL to load the match!`;
  const isSlow = serverState.settings().trouble?.name === 'slow_load';
  const loading = serverState.load(url, header).then((outcome) => `[LoadMatchFromURL] ${outcome}`);
  return isSlow ? `[LoadMatchFromURL] Loading ${url}` : loading;
};

const endMatch: Command = (serverState) => {
  serverState.reset();
  return 'Match ended';
};

const addPlayer: Command = ({ match }, [steamId = '', side = '', name = '']) => {
  const team = TEAMS.find((each) => each === side);
  const loaded = match();
  if (loaded?.state.phase !== 'warmup') return 'No match is set up, or it has begun.';
  if (team === undefined || !/^\d{17}$/.test(steamId)) {
    return 'Usage: matchzy_addplayer <steam64> <team1|team2> "<name>"';
  }
  loaded.addPlayer(team, { steamId, name });
  return `Player ${name} added to ${team} successfully!`;
};

function setPaused(isPaused: boolean): Command {
  return ({ match }) => {
    const loaded = match();
    if (loaded?.state.phase !== 'live') return 'The match is not live.';
    loaded.state.isPaused = isPaused;
    return isPaused ? 'Match paused' : 'Match unpaused';
  };
}

const setDialect: Command = (serverState, [name]) => {
  if (name !== 'cs2' && name !== 'csgo') return 'Usage: sandbox_dialect cs2|csgo';
  serverState.dialect = name;
  serverState.goOffline(0);
  return `sandbox_dialect = ${name}`;
};

const setTrouble: Command = (serverState, words) => {
  const trouble = readTrouble(words);
  if (trouble === undefined && words[0] !== 'none') return `Usage: ${TROUBLE_USAGE}`;
  serverState.set({ trouble });
  return `sandbox_trouble = ${words.join(' ')}`;
};

const setWinner: Command = (serverState, [name]) => {
  const winner = TEAMS.find((team) => team === name);
  serverState.set({ winner });
  return `sandbox_winner = ${winner ?? 'by chance'}`;
};

function numberSetter(key: 'roundsPerSecond' | 'joinAfterMs' | 'postGameMs', range: { min: number; max: number }) {
  const set: Command = (serverState, [text = '']) => {
    const value = Number(text);
    if (text === '' || !(value >= range.min && value <= range.max)) return `A number up to ${range.max} is needed.`;
    serverState.set({ [key]: value });
    return `${key} = ${value}`;
  };
  return set;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  status,
  get5_status: ({ match }) => get5Status(match()),
  get5_web_available: ({ match }) => get5WebAvailable(match()),
  matchzy_loadmatch_url: loadMatch,
  get5_loadmatch_url: loadMatch,
  css_endmatch: endMatch,
  get5_endmatch: endMatch,
  matchzy_addplayer: addPlayer,
  get5_addplayer: addPlayer,
  css_forcepause: setPaused(true),
  sm_pause: setPaused(true),
  css_forceunpause: setPaused(false),
  sm_unpause: setPaused(false),
  echo: (_, words) => words.join(' '),
  sandbox_dialect: setDialect,
  sandbox_trouble: setTrouble,
  sandbox_winner: setWinner,
  sandbox_speed: numberSetter('roundsPerSecond', { min: 0.01, max: SPEED_MAX }),
  sandbox_join_after: numberSetter('joinAfterMs', { min: 0, max: JOIN_AFTER_MS }),
  sandbox_post_game: numberSetter('postGameMs', { min: 0, max: POST_GAME_MS }),
};

function runOne(serverState: ServerState, command: string, words: readonly string[]): string | Promise<string> {
  if (Object.hasOwn(COMMANDS, command)) return COMMANDS[command]!(serverState, words);
  const value = serverState.cvars.get(command);
  if (words.length === 0 && value !== undefined) return `${command} = ${value}`;
  if (words.length === 0 || (value === undefined && !CVAR_PATTERN.test(command))) return `Unknown command "${command}"`;
  serverState.cvars.set(command, words.join(' '));
  return '';
}

/** Runs console input command by command; returns what the server's console would print. */
export async function runConsole(serverState: ServerState, text: string): Promise<string> {
  const answers: string[] = [];
  for (const { command, words } of readConsole(text)) answers.push(await runOne(serverState, command, words));
  return answers.filter((answer) => answer !== '').join('\n');
}
