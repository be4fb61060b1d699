import { aimRedlineSvg } from './maps/aim-redline.ts';
import { awpLegoSvg } from './maps/awp-lego.ts';

const SCENES = { awp_lego: awpLegoSvg, aim_redline: aimRedlineSvg };

export type MapName = keyof typeof SCENES;

export const MAP_NAMES: readonly MapName[] = ['awp_lego', 'aim_redline'];

/** The scene of a map, 1600 x 600. */
export const mapSvg = (map: MapName): string => SCENES[map]();
