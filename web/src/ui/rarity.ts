import { rarityLevel } from '@karat/rules/items';
import type { CSSProperties } from 'react';

// Written out, because Tailwind keeps only the variables that it finds by name.
const colors: Readonly<Record<number, readonly [light: string, text: string]>> = {
  1: ['var(--color-r1)', 'var(--color-r1-text)'],
  2: ['var(--color-r2)', 'var(--color-r2-text)'],
  3: ['var(--color-r3)', 'var(--color-r3-text)'],
  4: ['var(--color-r4)', 'var(--color-r4-text)'],
  5: ['var(--color-r5)', 'var(--color-r5-text)'],
  6: ['var(--color-r6)', 'var(--color-r6-text)'],
  7: ['var(--color-r7)', 'var(--color-r7-text)'],
};

/** From this level on the glow behind an item pulses. */
const PULSE_LEVEL_MIN = 6;

/** The colours of a rarity for `rarity-glow`, `rarity-edge` and `text-(--r-text)` in the element and below it. */
export function rarityColors(rarity: string): CSSProperties {
  const [light, text] = colors[rarityLevel(rarity)]!;
  return { '--r': light, '--r-text': text } as CSSProperties;
}

export function hasPulsingGlow(rarity: string): boolean {
  return rarityLevel(rarity) >= PULSE_LEVEL_MIN;
}
