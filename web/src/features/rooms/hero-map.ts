import type { RoomMap } from '@karat/rules/rooms';

export const mapPicture = (map: RoomMap) => ({
  src: `/img/map/${map}-800.webp`,
  srcSet: `/img/map/${map}-800.webp 800w, /img/map/${map}-1600.webp 1600w`,
});

/** The background of the start page: its largest picture, which the browser preloads before any script. */
export const HERO_MAP = { map: 'aim_redline', sizes: '(min-width: 64rem) 70vw, 100vw' } as const;
