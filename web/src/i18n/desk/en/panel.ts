import { panel as mixed } from '../mixed/panel.ts';

export const panel: typeof mixed = mixed;
