/** The kind of text that contains a word: a name of code or SQL, a comment or document, the title of a test, or another text. */
export type Place = 'name' | 'comment' | 'title' | 'message';
export type Piece = { readonly place: Place; readonly text: string; readonly offset: number };
type Reader = { readonly text: string; readonly pieces: Piece[]; at: number };

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/y;
const STRING = /(['"])(?:\\.|(?!\1)[^\\\n])*\1/y;
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[dgimsuvy]*/y;
const TEMPLATE_TEXT = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*/y;
/** Code up to the next character that may begin something else. */
const PLAIN_CODE = /[^/'"`{}]+/y;

const BEFORE_LENGTH = 80;
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+>]|\breturn)\s*$/;
const BEFORE_TITLE = /(?:\b(?:test|describe)(?:\.\w+)*|[\])`])\(\s*$/;
const BEFORE_SQL = /\bsql(?:<[^`]*>)?$/;
const SQL_BEGIN = /^\s*(?:select|insert into|update|delete from|with|create|alter|drop|lock|truncate)\s/;

/** Reads what `pattern` matches at the current position, if it does. */
function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  reader.at += found?.length ?? 0;
  return found;
}

const textBefore = ({ text, at }: Reader) => text.slice(Math.max(0, at - BEFORE_LENGTH), at);

function readTemplate(reader: Reader): void {
  const before = textBefore(reader);
  reader.at += 1;
  let place: Place | undefined;
  for (;;) {
    const offset = reader.at;
    const text = take(reader, TEMPLATE_TEXT) ?? '';
    if (BEFORE_TITLE.test(before)) place = 'title';
    else place ??= BEFORE_SQL.test(before) || SQL_BEGIN.test(text) ? 'name' : 'message';
    reader.pieces.push({ place, text, offset });
    const isPlaceholder = reader.text[reader.at] === '$';
    reader.at += isPlaceholder ? 2 : 1;
    if (!isPlaceholder) return;
    readCode(reader);
  }
}

function readString(reader: Reader): boolean {
  const isTitle = BEFORE_TITLE.test(textBefore(reader));
  const offset = reader.at;
  const text = take(reader, STRING);
  if (text === undefined) return false;
  const place = isTitle ? 'title' : text.includes(' ') ? 'message' : 'name';
  reader.pieces.push({ place, text, offset });
  return true;
}

function readComment(reader: Reader): boolean {
  const offset = reader.at;
  const text = take(reader, COMMENT);
  if (text !== undefined) reader.pieces.push({ place: 'comment', text, offset });
  return text !== undefined;
}

/** Reads code to the end of the text, or to the brace that ends a placeholder. */
function readCode(reader: Reader): void {
  let openBraces = 0;
  while (reader.at < reader.text.length) {
    const offset = reader.at;
    const text = take(reader, PLAIN_CODE);
    if (text !== undefined) reader.pieces.push({ place: 'name', text, offset });
    const character = reader.text[reader.at];
    if (character === '`') readTemplate(reader);
    else if (character === '/') {
      const isRegex = BEFORE_REGEX.test(textBefore(reader));
      if (!readComment(reader) && !(isRegex && take(reader, REGEX) !== undefined)) reader.at += 1;
    } else if (character === "'" || character === '"') {
      if (!readString(reader)) reader.at += 1;
    } else {
      if (character === '{') openBraces += 1;
      if (character === '}') openBraces -= 1;
      reader.at += 1;
      if (openBraces < 0) return;
    }
  }
}

/** Splits TypeScript into names, comments, titles of tests and other texts. */
export function piecesOfCode(text: string): readonly Piece[] {
  const reader: Reader = { text, pieces: [], at: 0 };
  while (reader.at < text.length) readCode(reader);
  return reader.pieces;
}
