import { BRAND, wordmark, logoSvg } from './brand.ts';
import { linear, radial } from './core/color.ts';
import { drawText } from './core/draw-text.ts';
import { rng } from './core/random.ts';
import { crateSvg } from './crate.ts';
import { facets } from './finishes/geometric.ts';
import { mapSvg, type MapName } from './maps.ts';
import { skinSvg } from './skin.ts';

/** Places one picture inside another. */
export const nest = (svg: string, [x, y, w, h]: readonly [number, number, number, number]): string =>
  svg
    .replace('<svg ', `<svg x="${x}" y="${y}" `)
    .replace(/width="[\d.]+" height="[\d.]+"/, `width="${w}" height="${h}"`);

/** Social preview, 1200 x 630. */
export function socialSvg({ tagline = 'Duels / Cases / Skins' } = {}): string {
  const width = 1200;
  const height = 630;
  const palette = ['#05070d', '#0a0f1c', '#121c38', '#1c2f66', '#ffffff'] as const;
  const background = facets({ palette, random: rng('social'), width, height });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${linear(
    'ks1',
    '0 #0a0c12 1, 0.42 #0a0c12 0.94, 1 #0a0c12 0.35',
    'x1="0" x2="1"',
  )}${radial('ks2', `0 ${BRAND.cyan} 0.42, 1 ${BRAND.cyan} 0`)}${linear('ks3', '0 #0a0c12 0, 1 #0a0c12 0.9')}</defs>
${background}<rect width="${width}" height="${height}" fill="url(#ks1)"/><ellipse cx="860" cy="320" rx="420" ry="330" fill="url(#ks2)"/><rect y="380" width="${width}" height="250" fill="url(#ks3)"/>
${nest(crateSvg({ name: 'Diamond Case', label: 'Karat', backdrop: 'none' }), [690, 236, 440, 330])}
${nest(skinSvg({ weapon: 'AWP', name: 'Dragon Lore', finish: 'dragon', rarity: 'covert', backdrop: 'none' }), [504, -50, 690, 518])}
${nest(skinSvg({ weapon: 'Karambit', name: 'Fade', rarity: 'extraordinary', backdrop: 'none' }), [920, 330, 280, 210])}
${nest(logoSvg(), [68, 92, 150, 150])}<g transform="translate(80 282) scale(1.56)">${wordmark(BRAND.text, BRAND.cyan)}</g>
<rect x="80" y="420" width="64" height="5" fill="${BRAND.gold}"/>${drawText(tagline, { x: 84, y: 480, size: 24, color: '#c7d1e4', weight: 0.13, gap: 2.4 })}</svg>`;
}

/** The picture of a link to a duel on this map, 1200 x 630. */
export function mapSocialSvg(map: MapName): string {
  const width = 1200;
  const height = 630;
  const shade = linear('km1', '0 #0a0c12 0.88, 0.5 #0a0c12 0.45, 1 #0a0c12 0.05', 'x1="0" x2="1"');
  const foot = linear('km2', '0 #0a0c12 0, 1 #0a0c12 0.9');
  const name = map.replace('_', ' ').toUpperCase();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${shade}${foot}</defs>
${nest(mapSvg(map), [-300, 0, 1680, height])}<rect width="${width}" height="${height}" fill="url(#km1)"/><rect y="330" width="${width}" height="300" fill="url(#km2)"/>
${nest(logoSvg(), [68, 92, 150, 150])}<g transform="translate(80 282) scale(1.56)">${wordmark(BRAND.text, BRAND.cyan)}</g>
<rect x="80" y="420" width="64" height="5" fill="${BRAND.gold}"/>${drawText(`Duel / ${name}`, { x: 84, y: 480, size: 30, color: BRAND.text, weight: 0.14, gap: 2.4 })}</svg>`;
}
