import type { SearchKind } from '@karat/contract/search';

/** Things that are found by id. A bet is found as its round, a seat as its room. */
export type ReferenceKind = Exclude<SearchKind, 'player'> | 'bet' | 'seat';
export type Reference = { readonly kind: ReferenceKind; readonly id: number };

/** The words of each kind in both languages, without Turkish letters. */
const WORDS: Readonly<Record<ReferenceKind, readonly string[]>> = {
  opening: ['open', 'opening', 'case', 'roll', 'item', 'sell', 'kasa', 'acilis', 'esya'],
  bet: ['bet', 'bahis'],
  round: ['round', 'roulette', 'game', 'rulet', 'tur', 'oyun'],
  room: ['room', 'duel', 'match', 'oda', 'duello', 'mac'],
  seat: ['seat'],
  listing: ['listing', 'ilan'],
  ticket: ['ticket', 'destek', 'talep'],
  transaction: ['transaction', 'ledger', 'islem'],
  trade: ['trade', 'offer', 'deposit', 'withdrawal', 'withdraw', 'reverse', 'takas', 'yatirma', 'cekim'],
};

const KIND_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.map((word) => [word, kind as ReferenceKind] as const)),
);

/** What a plain number may be. */
const NUMBERED = ['opening', 'round', 'room', 'listing', 'ticket', 'transaction', 'trade'] as const;

const WITHOUT_TURKISH: Readonly<Record<string, string>> = { ç: 'c', ğ: 'g', ı: 'i', ö: 'o', ş: 's', ü: 'u' };

/** A word, separators and an id; the ledger puts a step in front: `entry:seat:5`, `settle:bet:5`. */
const REFERENCE = /^(?:[a-z]+:)?([a-z]+)[\s:#]+(\d{1,15})$/;
const NUMBER = /^#?(\d{1,15})$/;

/** The things that a text may refer to; none if it is no reference. */
export function referencesOf(text: string): Reference[] {
  const folded = text
    .toLowerCase()
    .replace(/[çğıöşü]/g, (letter) => WITHOUT_TURKISH[letter]!)
    .trim();
  const number = NUMBER.exec(folded)?.[1];
  if (number !== undefined) return NUMBERED.map((kind) => ({ kind, id: Number(number) }));
  const [, word = '', id] = REFERENCE.exec(folded) ?? [];
  const kind = KIND_OF_WORD.get(word);
  return kind === undefined ? [] : [{ kind, id: Number(id) }];
}
