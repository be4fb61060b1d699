import { BLADES, HANDLES } from './knife-parts.ts';
import {
  box,
  combine,
  darkPart,
  ellipse,
  edgePart,
  gripPart,
  metalPart,
  paintedPart,
  transform,
  parsePoints,
  repeat,
  type Geometry,
} from './shapes.ts';

/** Fixed or folding knife from a blade and a handle. */
export function knife(
  blade: keyof typeof BLADES,
  handle: keyof typeof HANDLES = 'military',
  { tilt = -28 }: { tilt?: number } = {},
): Geometry {
  const [outline, bevel, engraving] = BLADES[blade];
  const handleGeometry: Geometry = HANDLES[handle];
  const assembled: Geometry = {
    parts: [paintedPart(outline), edgePart(bevel), ...handleGeometry.parts],
    lines: [engraving, ...(handleGeometry.lines ?? [])],
    rivets: handleGeometry.rivets ?? [],
    tilt,
    fit: 1,
  };
  return transform(assembled, { scaleY: 1.22 });
}

/** Claw knife with a finger ring. */
export const karambit = (kind: 'karambit' | 'talon' = 'karambit'): Geometry => ({
  parts: [
    paintedPart('M470 196 Q640 150 790 220 Q960 310 1000 560 Q900 430 770 372 Q640 320 500 350 Z'),
    edgePart('M500 330 Q640 290 780 350 Q910 420 1000 560 Q900 430 770 372 Q640 320 500 350 Z'),
    (kind === 'talon' ? metalPart : darkPart)(
      `M70 430 q0 -92 92 -92 q92 0 92 92 q0 92 -92 92 q-92 0 -92 -92 Z${ellipse(162, 430, 54)}`,
    ),
    gripPart(
      'M196 352 Q280 210 486 172 Q526 168 532 200 L552 340 Q556 366 530 368 Q400 372 300 456 Q270 482 244 460 Q262 400 196 352 Z',
    ),
    metalPart('M462 176 Q520 160 536 190 L562 344 Q560 372 516 368 L470 372 Q500 280 462 176 Z'),
  ],
  lines: [
    'M520 226 Q660 190 776 250 Q880 310 930 410',
    'M250 350 Q340 250 456 214',
    'M300 416 Q380 350 470 336',
    'M330 290 L380 356 M370 262 L416 332 M292 322 L344 390',
  ],
  slots: [ellipse(600, 236, 14)],
  rivets: parsePoints('300,372 410,276 512,270'),
  tilt: -6,
  fit: 0.98,
});

/** Balisong, opened, with two drilled handles. */
export function butterfly(): Geometry {
  const handle: Geometry = {
    parts: [
      metalPart(
        `M0 -30 H400 q46 0 46 30 q0 26 -40 30 L10 34 q-30 0 -30 -34 t20 -30 Z${repeat(ellipse(70, 2, 14), 6, 58)}`,
      ),
    ],
    lines: ['M20 -20 H400'],
    rivets: parsePoints('16,2 424,0'),
  };
  return combine(
    [
      transform(handle, { x: 500, y: 300, rotate: 152 }),
      {
        parts: [
          paintedPart('M470 262 H820 Q960 262 1100 190 Q1070 320 900 338 H500 q-30 0 -40 -30 Z'),
          edgePart('M480 316 H890 Q1040 296 1100 190 Q1070 320 900 338 H500 Z'),
          darkPart(box(440, 258, 70, 84, 14)),
        ],
        lines: ['M540 288 H860'],
        slots: [repeat(box(560, 296, 40, 10, 5), 3, 56)],
        rivets: parsePoints('464,278 464,322'),
      },
      transform(handle, { x: 486, y: 318, rotate: 196, scaleY: -1 }),
    ],
    { tilt: -14, fit: 0.98 },
  );
}

/** Pair of push daggers. */
export function pushDaggers(): Geometry {
  const dagger: Geometry = {
    parts: [
      gripPart('M-60 -150 q26 -20 52 0 q10 130 0 300 q-26 20 -52 0 q-16 -150 0 -300 Z'),
      metalPart(box(-14, -50, 120, 100, 16)),
      paintedPart('M90 -70 L200 -84 Q420 -60 560 0 Q420 60 200 84 L90 70 Z'),
      edgePart('M200 60 Q420 40 560 0 Q420 60 200 84 L90 70 Z'),
    ],
    lines: ['M120 0 H440', 'M-50 -90 h34 M-52 -50 h36 M-52 50 h36 M-50 90 h34'],
    slots: [ellipse(160, 0, 16)],
  };
  return combine(
    [transform(dagger, { x: 210, y: 190, rotate: -8 }), transform(dagger, { x: 860, y: 500, rotate: 172 })],
    {
      tilt: -16,
      fit: 0.94,
    },
  );
}
