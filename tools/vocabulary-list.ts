import type { Place } from './source-pieces.ts';

/** Words that are not used in `places`, and what to write instead. */
export type Term = { readonly words: readonly string[]; readonly places: readonly Place[]; readonly instead: string };
/** An exception: words that are fine in `files`, or in lines that contain `phrase`. */
export type Allowed = {
  readonly words: readonly string[];
  readonly files?: RegExp;
  readonly phrase?: RegExp;
  readonly reason: string;
};

const EVERYWHERE: readonly Place[] = ['name', 'comment', 'title', 'message'];
const NAMES: readonly Place[] = ['name'];
const PROSE: readonly Place[] = ['comment', 'title', 'message'];
/** Everywhere but in sentences that players read. */
const ENGINEERS: readonly Place[] = ['name', 'comment', 'title'];

const term = (words: string, instead: string, places = EVERYWHERE): Term => ({
  words: words.split(', '),
  places,
  instead,
});

/** Single words, also as a part of a name: `stall` in `stallIds`, `STALL_FULL` and `stall-full.ts`. */
export const WORDS: readonly Term[] = [
  term('somebody, nobody, everybody, anybody', 'a player, a visitor, no player, all players', ENGINEERS),
  term('whoever, whomever, whosoever, whom', 'the player who, the caller', ENGINEERS),
  term('anew, afresh', 'again'),
  term('thereby, thereof, therein, hence, hither, thither, lest, whilst, whereby, wherein, naught', 'plain English'),
  term('heed, heeds, heeded, hearken', 'handle, apply'),
  term('hear, hears, heard, hearing, unheard', 'receive, subscribe, on…'),
  term('say, said, saying, unsaid, speak, speaks, spoke, spoken', 'send, emit, publish, report', NAMES),
  term('voice, voices', 'broadcaster'),
  term('told, untold', 'notified, sent, shown', NAMES),
  term('kept', 'stored, remaining', NAMES),
  term('act, acts, acted', 'action', NAMES),
  term('stall, stalls', 'listings and buy orders, market fixture'),
  term('street, streets', 'cluster'),
  term('stranger, strangers', 'cross-site request, another player'),
  term('hall, halls', 'room fixture'),
  term('world, worlds', 'site', NAMES),
  term('door, doors', 'origin check, sign-in'),
  term('gate, gates, gated', 'check, rate limit, barrier'),
  term('ground, grounds', 'dependencies, reason'),
  term('happening, happenings', 'event'),
  term('fruitless, fruitlessly', 'unsuccessful'),
  term('careful, carefully', 'needs checks'),
  term('wish, wishes, wished', 'request'),
  term('stood', 'was'),
  term('twin, twins', 'copy, duplicate'),
  term('diary, diaries', 'log'),
  term('crowd, crowds, crowded', 'many clients, many players'),
  term('reckon, reckons, reckoned, reckoning', 'compute, count'),
  term('barely', 'only'),
  term('sought', 'searched'),
  term('forget, forgets, forgot, forgotten', 'delete, discard'),
  term('renew, renews, renewed, renewing, renewal, renewals', 'refresh, rotate, replace', ENGINEERS),
];

export const PHRASES: readonly Term[] = [
  term('of those who', 'of the players who', PROSE),
  term('no longer ago than', 'in the last …', PROSE),
  term('is told, are told, was told, were told, be told, been told', 'is notified, receives', PROSE),
  term('comes? to nothing, came to nothing', 'fails, has no effect', PROSE),
  term('what became of, what becomes of', 'the result of', PROSE),
  term('where (?:it|everything|things?) stands?, as (?:it|things) stands?', 'the current state', PROSE),
  term('at a desk', 'on a desktop', PROSE),
  term('in words', 'as text', PROSE),
  term('knows? again, knew again', 'recognises', PROSE),
  term('looks? twice, looked twice', 'retries', PROSE),
  term('roll calls?', 'presence', PROSE),
  term('asked-for', 'requested', PROSE),
];

export const ALLOWED: readonly Allowed[] = [
  { words: ['act'], files: /^web\/(?:.*\.test|src\/testing\/.*)\.tsx?$/, reason: "React's function for tests" },
  { words: ['ground', 'hall'], files: /^art\//, reason: 'what the pictures show; blades are ground' },
  {
    words: ['gate', 'gates'],
    phrase: /\bage gate\b|client gates routes/i,
    reason: 'a term of the field; the specification',
  },
  { words: ['whom'], files: /^docs\/spec\.md$/, phrase: /^## 1\./, reason: 'the specification' },
  { words: ['forgot', 'forgotten'], phrase: /forgot(?:ten)?[ -_]?(?:your )?password/i, reason: 'a term of the field' },
  {
    words: ['nobody'],
    files:
      /^server\/src\/(?:db\/embedded\/system-user(?:\.test)?|testing\/pgbouncer)\.ts$|^docs\/(?:database|operating)\.md$/,
    reason: 'the system user',
  },
  { words: ['nobody'], phrase: /movements of nobody/, reason: 'accepted breaches are stored by this text' },
  { words: ['say'], phrase: /'say', 'two', 'words'/, reason: 'a command of game servers' },
  { words: ['ground'], phrase: /weapons on the ground/, reason: 'the ground of a map' },
  { words: ['door'], phrase: /DoorClosed/, reason: 'an icon of lucide-react' },
  { words: ['renew'], phrase: /renewRefreshTokens/, reason: 'an option of steam-user' },
  {
    words: ['renew', 'renews', 'stall'],
    files: /^CHANGELOG\.md$|^docs\/operating\.md$/,
    phrase: /1\.1\.0|is now `|`EVENTS_MISSED`/,
    reason: 'names of 1.0.0, beside the new ones',
  },
];
