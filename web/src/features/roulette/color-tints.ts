import type { Color } from '@karat/rules/roulette';

/** Backgrounds in the colours of the wheel. */
export const colorTints: Readonly<Record<Color, string>> = {
  red: 'bg-roulette-red',
  green: 'bg-roulette-green',
  black: 'bg-roulette-black',
};
