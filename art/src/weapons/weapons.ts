import { ak47 } from './ak47.ts';
import { m4 } from './m4.ts';
import { bullpup } from './bullpup.ts';
import { awp, ssg08 } from './snipers.ts';
import { deagle, glock, dualPistols, revolver, zeus } from './pistols.ts';
import { p90, compactSmg, smg, machinePistol } from './smgs.ts';
import { lmg, mag7, shotgun } from './heavy.ts';
import { knife, karambit, butterfly, pushDaggers } from './knives.ts';
import { gloves } from './gloves.ts';
import type { Geometry } from './shapes.ts';

/** Every weapon name of the catalogue, and the geometry that draws it. */
export const WEAPON_ART: Readonly<Record<string, () => Geometry>> = {
  'AK-47': () => ak47(),
  'Galil AR': () => ak47('folding'),
  M4A4: () => m4(),
  'M4A1-S': () => m4({ suppressor: true }),
  'SG 553': () => m4({ scope: true, stock: 'fixed', curvedMag: true }),
  'SCAR-20': () => m4({ scope: true, stock: 'fixed', longBarrel: true }),
  G3SG1: () => m4({ scope: true, stock: 'fixed', longBarrel: true, curvedMag: true }),
  AUG: () => bullpup('aug'),
  FAMAS: () => bullpup('famas'),
  AWP: awp,
  'SSG 08': ssg08,
  'Desert Eagle': deagle,
  'R8 Revolver': revolver,
  'Dual Berettas': dualPistols,
  'Zeus x27': zeus,
  'Glock-18': () => glock(),
  'USP-S': () => glock({ suppressor: true, hammer: true }),
  P2000: () => glock({ hammer: true, compact: true, nose: 'slope' }),
  P250: () => glock({ compact: true, nose: 'round', paintGrip: true }),
  'Five-SeveN': () => glock({ longGrip: true, paintGrip: true, nose: 'slope' }),
  'CZ75-Auto': () => glock({ hammer: true, spareMag: true, nose: 'round' }),
  P90: p90,
  MP9: () => compactSmg('mp9'),
  MP7: () => compactSmg('mp7'),
  'MP5-SD': () => smg('mp5'),
  'UMP-45': () => smg('ump'),
  'PP-Bizon': () => smg('bizon'),
  'MAC-10': () => machinePistol('mac10'),
  'Tec-9': () => machinePistol('tec9'),
  Nova: () => shotgun('nova'),
  XM1014: () => shotgun('xm'),
  'Sawed-Off': () => shotgun('sawed'),
  'MAG-7': mag7,
  Negev: () => lmg('negev'),
  M249: () => lmg('m249'),
  Karambit: () => karambit(),
  'Talon Knife': () => karambit('talon'),
  'Butterfly Knife': butterfly,
  'Shadow Daggers': pushDaggers,
  Bayonet: () => knife('bayonet'),
  'M9 Bayonet': () => knife('m9'),
  'Classic Knife': () => knife('nomad'),
  'Flip Knife': () => knife('flip', 'folder'),
  'Gut Knife': () => knife('gut'),
  'Stiletto Knife': () => knife('stiletto', 'folder'),
  'Ursus Knife': () => knife('ursus'),
  'Nomad Knife': () => knife('nomad', 'folder'),
  'Bowie Knife': () => knife('bowie'),
  'Falchion Knife': () => knife('falchion', 'folder'),
  'Huntsman Knife': () => knife('huntsman'),
  'Navaja Knife': () => knife('navaja', 'folder'),
  'Survival Knife': () => knife('survival', 'wrap'),
  'Paracord Knife': () => knife('ursus', 'wrap'),
  'Skeleton Knife': () => knife('m9', 'skeleton'),
  'Kukri Knife': () => knife('kukri', 'military', { tilt: -14 }),
  'Sport Gloves': () => gloves('sport'),
  'Specialist Gloves': () => gloves('sport'),
  'Moto Gloves': () => gloves('sport'),
  'Bloodhound Gloves': () => gloves('driver'),
  'Hydra Gloves': () => gloves('sport'),
  'Broken Fang Gloves': () => gloves('driver'),
  'Driver Gloves': () => gloves('driver'),
  'Hand Wraps': () => gloves('wraps'),
};

/** Geometry for a weapon name; an unknown name gets the nearest class by keyword. */
export function weaponArt(name: string): Geometry {
  const draw = Object.hasOwn(WEAPON_ART, name) ? WEAPON_ART[name] : undefined;
  if (draw) return draw();
  if (/knife|dagger|bayonet/i.test(name)) return knife('nomad');
  return /glove|wrap/i.test(name) ? gloves() : ak47();
}
