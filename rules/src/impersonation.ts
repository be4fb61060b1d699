// Names that would impersonate staff. Names are compared by how they look, after UTS #39 for the alphabet of user names.

/** Words that stand for the site or its staff. Deleted accounts are called `deleted`. */
const RESERVED_WORDS =
  'admin admins administrator administrators administration moderator moderators mod mods support staff system helpdesk owner karat ' +
  'deleted destek yönetici yöneticiler yönetim moderatör sistem';

/** Words that do not make a name with a reserved word different. */
const FILLER_WORDS =
  'team official real the help desk service site chat crew bot com gg tr ekip ekibi takım resmi gerçek yardım hizmet hizmetleri';

/** The letters that the digits 0 to 9 are read as. */
const LETTER_OF_DIGIT = 'olzeasgtbg';

/** The name in lower case, without accents and separators, with one letter for all that look alike. Digits stay. */
function shapeOf(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').toLowerCase();
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const withLetters = (shape: string): string =>
  shape
    .replace(/\d/g, (digit) => LETTER_OF_DIGIT.charAt(Number(digit)))
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** Reduces a name to a form that is equal for names that look alike: digits become the letters they resemble, and separators are removed. */
export function nameSkeleton(name: string): string {
  return withLetters(shapeOf(name));
}

/** The ways to read a name: digits as letters, as decoration around it, or as nothing at all. */
function readingsOf(name: string): Set<string> {
  const shape = shapeOf(name);
  const [noHead, noTail] = [shape.replace(/^\d+/, ''), shape.replace(/\d+$/, '')];
  return new Set([
    withLetters(shape),
    withLetters(noHead),
    withLetters(noTail),
    withLetters(noHead.replace(/\d+$/, '')),
    shape.replace(/\d/g, ''),
  ]);
}

/** Whether a text consists only of these words, at least one of them reserved. */
function isMadeOf(text: string, reserved: ReadonlySet<string>, fillers: ReadonlySet<string>): boolean {
  // By prefix length: present if the prefix can be split into words, with whether a reserved word can be among them.
  const split = new Map<number, { hasReserved: boolean }>([[0, { hasReserved: false }]]);
  for (let start = 0; start < text.length; start++) {
    const before = split.get(start);
    if (before === undefined) continue;
    for (let end = start + 1; end <= text.length; end++) {
      const word = text.slice(start, end);
      const isReserved = reserved.has(word);
      if (!isReserved && !fillers.has(word)) continue;
      const hasReserved = before.hasReserved || isReserved || split.get(end)?.hasReserved === true;
      split.set(end, { hasReserved });
    }
  }
  return split.get(text.length)?.hasReserved === true;
}

const RESERVED: ReadonlySet<string> = new Set(RESERVED_WORDS.split(' ').map(nameSkeleton));
const FILLERS: ReadonlySet<string> = new Set(FILLER_WORDS.split(' ').map(nameSkeleton));

/**
 * Whether a name could be taken for the site or a staff member: a reserved word or a staff name, spelled with look-alikes, or
 * with only digits, separators and filler words around it.
 */
export function impersonatesStaff(name: string, staffNames: readonly string[]): boolean {
  const reserved = new Set([...RESERVED, ...staffNames.map(nameSkeleton)]);
  return [...readingsOf(name)].some((reading) => isMadeOf(reading, reserved, FILLERS));
}
