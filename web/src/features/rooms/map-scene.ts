import type { RoomMap } from '@karat/rules/rooms';

export const pictureOf = (map: RoomMap) => ({
  src: `/img/map/${map}-800.webp`,
  srcSet: `/img/map/${map}-800.webp 800w, /img/map/${map}-1600.webp 1600w`,
});

/** The background of the start page: its largest picture, which the browser preloads before any script. */
export const MAP_SCENE = { map: 'aim_redline', sizes: '(min-width: 64rem) 70vw, 100vw' } as const;
