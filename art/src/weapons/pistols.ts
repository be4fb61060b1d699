import {
  box,
  combine,
  darkPart,
  gripPart,
  metalPart,
  paintedPart,
  transform,
  parsePoints,
  repeat,
  woodPart,
  type Geometry,
} from './shapes.ts';

const GUARD = 'M420 296 h236 v24 q0 82 -76 82 h-64 q-56 0 -74 -46 l22 -9 q12 29 52 29 h64 q48 0 48 -52 H420 Z';
const TRIGGER = metalPart('M528 292 h26 q-4 42 14 66 l-20 11 q-26 -28 -20 -77 Z');

/** Heavy hand cannon. */
export const deagle = (): Geometry => ({
  parts: [
    metalPart('M140 156 l-46 -32 q-10 -9 -2 -20 l14 -12 q12 -8 22 4 l34 50 Z'),
    darkPart('M170 112 h54 l8 26 h-68 Z'),
    darkPart('M930 104 h44 l8 24 h-58 Z'),
    darkPart(GUARD),
    TRIGGER,
    gripPart('M150 262 H402 q4 50 -10 96 q-22 46 -36 92 L316 592 H68 q-24 0 -15 -26 q42 -88 76 -164 q32 -76 21 -140 Z'),
    darkPart('M52 582 H326 l-8 28 q-2 8 -12 8 H54 q-14 0 -11 -14 Z'),
    paintedPart(
      'M140 232 H1004 q4 30 -12 48 q-14 16 -40 18 H672 q-16 0 -26 8 H420 L380 300 H150 q-18 0 -18 -20 V244 Z',
    ),
    paintedPart('M556 126 H982 q16 0 20 14 l14 62 H556 Z'),
    paintedPart('M124 150 q2 -22 26 -22 H590 l22 30 v80 H140 q-16 0 -16 -16 Z'),
    paintedPart('M600 196 H1016 q8 0 8 10 v18 q0 12 -14 12 H600 Z'),
    metalPart(box(420, 250, 60, 18, 8)),
    metalPart(box(212, 244, 70, 16, 8)),
  ],
  lines: [
    'M136 236 H1010',
    repeat('M160 148 l-8 78', 9, 17),
    'M640 146 H990 M650 162 H996',
    'M560 134 V192',
    repeat('M152 350 q100 34 222 26', 6, -15, 38),
  ],
  slots: [box(400, 134, 130, 36, 8), repeat(box(690, 172, 40, 10, 5), 5, 56)],
  rivets: parsePoints('250,340 190,550 620,266 860,266'),
  tilt: -9,
  fit: 0.84,
});

interface GlockOptions {
  suppressor?: boolean;
  hammer?: boolean;
  openSlide?: boolean;
  compact?: boolean;
  longGrip?: boolean;
  spareMag?: boolean;
  paintGrip?: boolean;
  nose?: 'square' | 'slope' | 'round';
}

/** Service pistol. */
export function glock(options: GlockOptions = {}): Geometry {
  const { suppressor = false, hammer = false, compact = false, longGrip = false } = options;
  const { openSlide = false, spareMag = false, paintGrip = false, nose = 'square' } = options;
  const X = compact ? 870 : 960;
  const foot = longGrip ? 630 : 600;
  const tip = {
    square: `${X - 10} q14 0 18 12 l16 48 v40`,
    slope: `${X - 130} l112 22 q34 8 42 44 v34`,
    round: `${X - 40} q56 0 64 60 v40`,
  }[nose];
  const slide = openSlide
    ? [
        metalPart(box(420, 132, X - 380, 52, 8)),
        paintedPart(`M124 148 q0 -22 22 -22 H420 l24 44 H${X - 200} l14 -44 H${X} q14 0 16 14 l6 78 H124 Z`),
      ]
    : [paintedPart(`M120 142 q0 -18 18 -18 H${tip} H120 Z`)];
  return {
    parts: [
      ...(hammer ? [metalPart('M146 170 l-52 -36 q-8 -10 0 -20 l14 -10 q12 -6 20 4 l34 46 Z')] : []),
      ...(suppressor
        ? [
            metalPart(box(X, 150, 60, 40, 4)),
            paintedPart(box(X + 34, 124, 330, 92, 16)),
            darkPart(box(X + 20, 134, 24, 72, 5)),
          ]
        : [metalPart(box(X, 150, 38, 36, 6))]),
      darkPart('M150 106 h52 l8 22 h-66 Z'),
      darkPart(`M${X - (nose === 'slope' ? 180 : 70)} 106 h34 l6 22 h-48 Z`),
      ...(spareMag ? [darkPart('M690 300 h120 l26 150 q2 14 -12 16 l-92 6 q-12 0 -14 -12 Z')] : []),
      darkPart(GUARD),
      TRIGGER,
      (paintGrip ? paintedPart : gripPart)(
        `M150 258 H396 q4 40 -10 84 q-22 44 -36 92 L${foot - 290} ${foot - 24} H62 q-22 0 -14 -24 q40 -84 76 -160 q36 -84 26 -158 Z`,
      ),
      darkPart(`M44 ${foot - 32} H${foot - 282} l-8 28 q-2 8 -12 8 H46 q-14 0 -11 -14 Z`),
      paintedPart(`M118 222 H${X + 20} v42 q0 20 -20 22 L690 300 q-24 2 -34 8 H420 L380 298 H150 q-24 0 -30 -24 Z`),
      ...slide,
      metalPart(box(236, 244, 88, 16, 8)),
      metalPart(box(392, 240, 66, 20, 8)),
    ],
    lines: [
      `M122 224 H${X + 20}`,
      repeat('M158 138 l-4 74', 9, 16),
      openSlide ? '' : repeat(`M${X - 150} 138 l-4 74`, 5, 16),
      repeat('M152 346 q100 34 200 24', 6, -15, 36),
      `M${X - 190} 264 h150 M${X - 190} 276 h150`,
    ],
    slots: openSlide ? [] : [box(430, 132, 150, 38, 8)],
    rivets: parsePoints('186,264 520,264 600,264'),
    tilt: -9,
    fit: suppressor ? 0.94 : 0.84,
  };
}

/** Two crossed pistols. */
export const dualPistols = (): Geometry =>
  combine(
    [
      transform(glock({ openSlide: true, hammer: true }), { x: 300, y: -150, scale: 0.94 }),
      transform(glock({ openSlide: true, hammer: true }), { x: 0, y: 110 }),
    ],
    { tilt: -9, fit: 0.98 },
  );

/** Big-bore revolver. */
export const revolver = (): Geometry => ({
  parts: [
    metalPart('M250 176 l-60 -50 q-12 -12 -2 -24 l16 -10 q12 -6 20 6 l44 62 Z'),
    darkPart('M952 108 h34 l14 30 h-62 Z'),
    darkPart('M330 300 h220 v30 q0 84 -80 84 h-40 q-66 0 -84 -56 l20 -8 q16 38 64 38 h40 q52 0 52 -56 V324 H330 Z'),
    metalPart('M430 296 h26 q-6 46 14 74 l-20 11 q-26 -30 -20 -85 Z'),
    woodPart(
      'M262 214 H372 q10 60 -20 110 q-40 70 -44 130 l-6 110 q-2 40 -42 44 l-86 6 q-40 0 -36 -40 q6 -70 40 -150 q40 -90 34 -150 q-4 -50 20 -64 Z',
    ),
    darkPart('M128 586 l170 -8 q0 36 -42 40 l-92 6 q-38 0 -36 -38 Z'),
    paintedPart('M540 222 H980 q26 0 26 22 q0 24 -24 28 l-60 10 H560 l-20 20 Z'),
    paintedPart('M530 140 H1000 q16 0 16 16 v40 q0 14 -14 14 H530 Z'),
    paintedPart('M246 170 q0 -36 36 -38 L560 128 V312 q0 12 -12 12 H372 q-30 0 -44 -26 l-60 -76 q-22 -22 -22 -52 Z'),
    metalPart(box(356, 156, 176, 140, 22)),
  ],
  lines: [
    'M540 216 H1006',
    repeat('M570 148 h330', 2, 0, 50),
    'M540 150 V300',
    'M190 330 q60 20 110 10 M180 380 q60 20 110 14 M166 440 q60 20 120 10 M158 500 q60 14 124 6',
  ],
  slots: [repeat(box(600, 164, 56, 16, 8), 5, 76), repeat(box(376, 176, 96, 20, 10), 3, 0, 38)],
  rivets: parsePoints('300,190 270,180 542,306 236,470'),
  tilt: -8,
  fit: 0.86,
});

/** Stun pistol. */
export const zeus = (): Geometry => ({
  parts: [
    metalPart('M880 150 h90 v22 h-90 Z'),
    metalPart('M880 232 h90 v22 h-90 Z'),
    darkPart(GUARD),
    TRIGGER,
    gripPart('M150 270 H412 q2 44 -14 90 q-20 46 -34 92 L320 594 H66 q-24 0 -15 -26 q44 -92 78 -168 q30 -70 21 -130 Z'),
    darkPart(box(780, 118, 124, 172, 14)),
    paintedPart('M130 150 q0 -40 40 -42 H780 q16 0 16 16 V296 q0 14 -14 14 H420 L380 300 H170 q-40 0 -40 -40 Z'),
    darkPart('M300 108 l16 -24 h260 l20 24 Z'),
  ],
  lines: ['M140 230 H790', 'M640 130 V290', repeat('M156 370 q100 30 216 22', 6, -16, 34)],
  slots: [repeat(box(680, 146, 84, 14, 7), 4, 0, 30), 'M420 140 l-50 66 h44 l-16 56 72 -80 h-44 l24 -42 Z'],
  rivets: parsePoints('180,140 180,270 610,270 610,140'),
  tilt: -9,
  fit: 0.8,
});
