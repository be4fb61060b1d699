import {
  box,
  combine,
  darkPart,
  gripPart,
  metalPart,
  paintedPart,
  transform,
  parsePoints,
  type Geometry,
} from './shapes.ts';

/** Outline and knuckle creases of each finger. */
const FINGERS = [
  [
    'M150 330 Q128 200 150 120 Q160 84 192 86 Q224 90 226 128 Q228 210 236 322 Z',
    'M146 190 q36 -14 80 0 M150 240 q36 -12 80 0',
  ],
  [
    'M238 318 Q230 170 248 66 Q258 34 288 36 Q320 40 320 78 Q320 190 322 316 Z',
    'M240 150 q38 -14 80 0 M238 210 q38 -12 82 0',
  ],
  [
    'M328 316 Q334 180 348 90 Q356 56 384 60 Q414 64 412 104 Q408 210 404 326 Z',
    'M340 168 q34 -12 70 2 M336 224 q34 -10 72 2',
  ],
  [
    'M410 336 Q424 230 444 166 Q454 134 480 142 Q508 150 502 190 Q490 270 470 370 Z',
    'M430 226 q32 -8 66 8 M422 276 q32 -8 64 8',
  ],
] as const;

type Style = 'sport' | 'wraps' | 'driver';

/** The back of the hand: a knuckle plate, bandages, or an opening with holes over the knuckles. */
const BACKS: Record<Style, Geometry> = {
  sport: {
    parts: [
      darkPart('M160 342 Q240 318 330 318 Q420 324 460 356 L452 424 Q400 394 310 390 Q220 394 166 416 Z'),
      metalPart(box(236, 640, 150, 40, 12)),
    ],
    lines: [
      'M236 326 V394 M320 320 V390 M398 330 V398',
      'M200 450 Q300 424 420 452 M206 500 Q300 476 420 504',
      'M250 660 h120',
    ],
    rivets: parsePoints('196,376 278,358 360,358 428,380'),
  },
  wraps: {
    parts: [],
    lines: [
      'M152 380 Q300 420 466 380 M156 420 Q300 470 458 430 M160 470 Q300 520 446 480 M170 520 Q300 570 438 530 M150 350 Q320 480 450 500 M172 560 Q320 600 436 570 M176 640 H436 M176 672 H440',
    ],
  },
  driver: {
    parts: [darkPart('M230 440 Q304 420 380 444 Q400 520 372 580 Q304 598 240 580 Q214 520 230 440 Z')],
    lines: ['M222 430 Q304 408 390 434'],
    slots: [box(190, 352, 32, 26, 12), box(264, 344, 34, 26, 12), box(346, 350, 34, 26, 12), box(420, 372, 28, 24, 11)],
  },
};

function glove(style: Style): Geometry {
  const back = BACKS[style];
  return {
    ...back,
    parts: [
      paintedPart('M168 470 Q96 420 58 340 Q40 300 64 282 Q92 268 120 300 Q150 340 196 366 Z'),
      ...FINGERS.map(([outline]) => paintedPart(outline)),
      gripPart('M176 600 H432 l16 92 q2 16 -14 18 Q300 726 176 710 q-16 -2 -14 -18 Z'),
      paintedPart(
        'M146 330 Q160 300 236 306 Q330 296 410 318 Q470 330 472 372 Q470 470 442 540 Q432 580 436 622 Q300 642 172 622 Q178 570 160 520 Q140 440 146 330 Z',
      ),
      ...back.parts,
    ],
    lines: [...FINGERS.map(([, creases]) => creases), ...(back.lines ?? [])],
  };
}

/** A pair of gloves, backs up. */
export const gloves = (style: Style = 'sport'): Geometry =>
  combine(
    [
      transform(glove(style), { x: 40, y: 60, rotate: -9 }),
      transform(glove(style), { x: 1080, y: -20, rotate: 9, scaleX: -1 }),
    ],
    { tilt: 0, fit: 0.93 },
  );
