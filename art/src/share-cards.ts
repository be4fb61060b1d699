// Pictures of 1200 x 630 for links to a drop and to a match. All texts are outlines of letters, so a name can never become markup.
import { avatarSvg } from './avatars.ts';
import { BRAND, currencySvg } from './brand.ts';
import { linear, radial } from './core/color.ts';
import { rng } from './core/random.ts';
import { writeText, writtenWidth } from './core/write-text.ts';
import { facets } from './finishes/geometric.ts';
import { type MapName, mapSvg } from './maps.ts';
import { rarityColor, skinSvg } from './skin.ts';
import { nest } from './social.ts';
import { EXTERIOR_WEAR, skinOf } from './urls.ts';

const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;

const FRAME = { left: 72, right: 1128, top: 58, bottom: 586 } as const;

/** A player on a card. Without a name the card does not identify the player. */
export interface CardPlayer {
  name: string | null;
  isSandbox: boolean;
}

export interface DropCard {
  /** As in the catalogue: '★ Karambit | Doppler (Factory New)'. */
  marketName: string;
  rarity: string;
  paid: string;
  worth: string;
  player: CardPlayer;
  /** Where to verify the roll, without the scheme. */
  address: string;
}

export interface MatchCard {
  map: MapName;
  /** '1v1' or '2v2'. */
  mode: string;
  teams: readonly [MatchTeam, MatchTeam];
  /** The page of the match, without the scheme. */
  address: string;
}

export interface MatchTeam {
  score: number;
  isWinner: boolean;
  players: readonly CardPlayer[];
}

const write: typeof writeText = (text, options) => writeText(text, { color: BRAND.text, ...options });

const HIDDEN_NAME = 'Player';
const nameOf = ({ name }: CardPlayer): string => name ?? HIDDEN_NAME;

const svgOf = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">${body}</svg>`;

const cover = (fill: string, opacity = 1): string =>
  `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${fill}" opacity="${opacity}"/>`;

/** The diamond and the wordmark, as in the bar of the site. */
function brand(): string {
  const [x, y] = [FRAME.left, FRAME.top - 6];
  const diamond = `<g transform="translate(${x} ${y}) scale(2.3)"><path d="M10 1 19 10 10 19 1 10z" fill="#3ddcff"/><path d="M10 1 19 10H10z" fill="#fff" opacity=".28"/></g>`;
  return diamond + write('KARAT', { size: 30, x: x + 62, y: y + 38, face: 'wordmark', spacing: 0.115 });
}

const CHIP_TEXT = { size: 12 } as const;

/** The mark of a player who is a program, with its left edge at x and its middle at y. */
function sandboxChip(x: number, y: number): string {
  const width = writtenWidth('sandbox', CHIP_TEXT) + 20;
  return `<rect x="${x}" y="${y - 14}" width="${width}" height="28" rx="7" fill="none" stroke="#55607a" stroke-width="1.5"/>${write('sandbox', { ...CHIP_TEXT, x: x + 10, y: y + 6, color: '#c7d1e4' })}`;
}

function addressLine(address: string): string {
  const label = { size: 15, x: FRAME.left, y: FRAME.bottom };
  const start = FRAME.left + writtenWidth('Verify', label) + 14;
  return (
    write('Verify', { ...label, color: BRAND.cyan }) +
    write(address, { size: 15, x: start, y: FRAME.bottom, color: '#aeb8cc', fit: FRAME.right - start })
  );
}

/** A label with an amount of diamonds under it. */
function amount(label: string, value: string, x: number): string {
  return `${write(label, { size: 15, x, y: 392, color: BRAND.muted })}${nest(currencySvg(), [x, 410, 34, 34])}${write(value, { size: 27, x: x + 46, y: 440, face: 'title', fit: 165 })}`;
}

/** The weapon, after a star if it is a knife or gloves. The star is drawn, because the letters have none. */
function weaponLine(marketName: string, weapon: string): string {
  const hasStar = marketName.startsWith('★');
  const star = `<path transform="translate(${FRAME.left} 184)" d="M13 0 16.8 8.6 26 9.6 19.1 15.9 21 25 13 20.3 5 25 6.9 15.9 0 9.6 9.2 8.6z" fill="${BRAND.text}"/>`;
  const shift = hasStar ? 36 : 0;
  return `${hasStar ? star : ''}${write(weapon, { size: 22, x: FRAME.left + shift, y: 208, face: 'title', fit: 440 - shift })}`;
}

function dropPlayer(player: CardPlayer): string {
  if (player.name === null) return '';
  const size = { size: 20, x: FRAME.left + 66, y: 516 };
  const width = Math.min(380, writtenWidth(player.name, size));
  const chip = player.isSandbox ? sandboxChip(size.x + width + 18, size.y - 10) : '';
  return `${nest(avatarSvg(player.name), [FRAME.left, 480, 48, 48])}${write(player.name, { ...size, fit: 380 })}${chip}`;
}

/** A drop: the item in the light of its rarity, what it cost and what it is worth, and where to verify it. */
export function dropCardSvg({ marketName, rarity, paid, worth, player, address }: DropCard): string {
  const { weapon, name, exterior } = skinOf(marketName);
  const color = rarityColor(rarity);
  const palette = ['#05070d', '#0a0f1c', '#10182e', '#16244a', '#ffffff'] as const;
  const random = rng(`drop:${marketName}`);
  const art = skinSvg({ weapon, name, rarity, wear: EXTERIOR_WEAR[exterior], backdrop: 'none' });
  const wear = /\(([^()]+)\)$/.exec(marketName)?.[1];
  return svgOf(`<defs>${radial('sdg', `0 ${color} 0.5, 0.45 ${color} 0.18, 1 ${color} 0`)}${linear('sdb', '0 #0a0c12 1, 0.4 #0a0c12 0.9, 1 #0a0c12 0.6', 'x1="0" x2="1"')}</defs>
${facets({ palette, random, width: CARD_WIDTH, height: CARD_HEIGHT })}${cover('url(#sdb)')}<ellipse cx="857" cy="293" rx="430" ry="340" fill="url(#sdg)"/>
${nest(art, [512, 34, 690, 518])}
${brand()}
${weaponLine(marketName, weapon)}
${write(name || weapon, { size: 42, x: FRAME.left, y: 278, face: 'title', color, fit: 460 })}
${write([wear, rarity].filter(Boolean).join(' · '), { size: 15, x: FRAME.left, y: 322, color: BRAND.muted, fit: 460 })}
${amount('Paid', paid, FRAME.left)}${amount('Worth', worth, FRAME.left + 228)}
${dropPlayer(player)}${addressLine(address)}
<rect y="${CARD_HEIGHT - 8}" width="${CARD_WIDTH}" height="8" fill="${color}"/>`);
}

const AVATARS_BOTTOM = 312;

/** The avatars of a team side by side, its names below each other. */
function teamSvg({ players, isWinner }: MatchTeam, center: number): string {
  const size = players.length === 1 ? 136 : 104;
  const left = center - (players.length * size + (players.length - 1) * 20) / 2;
  const ring = isWinner ? BRAND.gold : '#55607a';
  const y = AVATARS_BOTTOM - size;
  const avatars = players.map((player, index) => {
    const x = left + index * (size + 20);
    return `<rect x="${x - 5}" y="${y - 5}" width="${size + 10}" height="${size + 10}" rx="${size * 0.25}" fill="none" stroke="${ring}" stroke-width="3"/>${nest(avatarSvg(nameOf(player)), [x, y, size, size])}`;
  });
  let nameY = AVATARS_BOTTOM + 50;
  const names = players.map((player) => {
    const name = write(nameOf(player), {
      size: 22,
      x: center,
      y: nameY,
      anchor: 'middle',
      fit: 320,
      color: isWinner ? BRAND.text : '#c7d1e4',
    });
    const chip = player.isSandbox ? sandboxChip(center - 44, nameY + 30) : '';
    nameY += player.isSandbox ? 88 : 50;
    return name + chip;
  });
  const won = isWinner
    ? write('Winner', { size: 17, x: center, y: y - 24, anchor: 'middle', face: 'title', color: BRAND.gold })
    : '';
  return [...avatars, ...names, won].join('');
}

const scoreSvg = ({ score, isWinner }: MatchTeam, x: number, anchor: 'start' | 'end'): string =>
  write(String(score), { size: 112, x, y: 384, anchor, face: 'title', color: isWinner ? '#ffffff' : '#8f9ab0' });

/** A finished match: its map, both teams and the score. */
export function matchCardSvg({ map, mode, teams, address }: MatchCard): string {
  const [first, second] = teams;
  const middle = CARD_WIDTH / 2;
  return svgOf(`<defs>${linear('smb', '0 #0a0c12 0.8, 0.45 #0a0c12 0.55, 1 #0a0c12 0.95')}</defs>
${nest(mapSvg(map), [-240, 0, 1680, 630])}${cover('url(#smb)')}
${brand()}${write(`${map} · ${mode}`, { size: 18, x: FRAME.right, y: FRAME.top + 30, anchor: 'end', color: '#c7d1e4' })}
${teamSvg(first, 232)}${teamSvg(second, CARD_WIDTH - 232)}
${scoreSvg(first, middle - 46, 'end')}${write(':', { size: 90, x: middle, y: 368, anchor: 'middle', face: 'title', color: '#8f9ab0' })}${scoreSvg(second, middle + 46, 'start')}
${addressLine(address)}
<rect y="${CARD_HEIGHT - 8}" width="${CARD_WIDTH}" height="8" fill="${BRAND.gold}"/>`);
}
