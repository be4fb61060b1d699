import type { desk as mixed } from '../mixed/desk.ts';

export const desk: typeof mixed = {
  desk: {},
};
