import {
  box,
  darkPart,
  gripPart,
  metalPart,
  paintedPart,
  parsePoints,
  rail,
  repeat,
  scopeParts,
  type Geometry,
} from './shapes.ts';

interface M4Options {
  suppressor?: boolean;
  scope?: boolean;
  stock?: 'collapsible' | 'fixed';
  /** A longer barrel, and with a scope also a longer scope. */
  longBarrel?: boolean;
  curvedMag?: boolean;
}

// Parts that all variants share.
const chargingHandle = darkPart('M360 158 h40 v14 h-24 l-4 8 h-12 Z');
const pistolGrip = gripPart(
  'M408 256 h70 q-2 26 -12 52 l-20 56 q-4 12 -16 12 h-38 q-16 0 -11 -16 l18 -54 q8 -24 9 -50 Z',
);
const triggerGuard = darkPart(
  'M474 258 h76 v12 q0 34 -34 34 h-16 q-26 0 -32 -22 l10 -3 q5 13 22 13 h16 q22 0 23 -24 h-65 Z',
);
const trigger = metalPart('M504 260 h12 q-2 16 6 26 l-9 4 q-11 -12 -9 -30 Z');
const topRail = darkPart(rail(396, 151, 500, 20, 17));
const handGuard = paintedPart('M640 164 H884 q10 0 12 8 l4 22 -4 26 q-2 12 -14 13 L656 242 q-16 1 -16 -14 Z');
const lowerReceiver = paintedPart('M396 226 H642 V264 H632 l-4 14 H546 l-6 -12 H412 q-16 0 -16 -16 Z');
const upperReceiver = paintedPart('M390 166 H630 q10 0 10 10 V230 H390 q-8 0 -8 -8 V174 q0 -8 8 -8 Z');
const bolt = metalPart(box(448, 184, 30, 22, 9));

/** AR-pattern carbine, and the marksman rifles built like it. */
export function m4(options: M4Options = {}): Geometry {
  const { suppressor = false, scope = false, stock = 'collapsible', longBarrel = false, curvedMag = false } = options;
  const stockParts =
    stock === 'fixed'
      ? [
          paintedPart(
            'M96 164 H392 V236 L306 250 L196 322 q-8 6 -18 6 H104 q-14 0 -16 -14 L80 182 q-1 -18 16 -18 Z M176 200 H330 V220 L206 272 q-26 6 -28 -14 Z',
          ),
          darkPart('M96 160 q-24 0 -22 22 l8 130 q2 20 22 20 l8 -1 -8 -171 Z'),
        ]
      : [
          metalPart(box(240, 180, 150, 28, 8)),
          paintedPart(
            'M86 160 H262 q12 0 18 10 l12 22 q4 8 4 16 v10 q0 8 -8 8 H262 l-64 34 q-8 5 -10 14 l-10 50 q-2 10 -12 10 H96 q-12 0 -14 -12 L72 176 q-1 -16 14 -16 Z',
          ),
          darkPart('M88 156 q-24 0 -22 22 l10 142 q2 20 22 17 l10 -1 -10 -180 Z'),
        ];
  const barrel = suppressor
    ? [
        metalPart(box(890, 186, 100, 16, 3)),
        paintedPart(box(952, 166, 206, 54, 12)),
        darkPart(box(940, 172, 22, 42, 4)),
      ]
    : [
        metalPart(box(890, 186, longBarrel ? 240 : 180, 16, 3)),
        darkPart(box(longBarrel ? 1108 : 1052, 179, 64, 30, 6)),
      ];
  const sights = scope
    ? scopeParts(420, 112, longBarrel ? 340 : 220, 15, longBarrel ? 28 : 22)
    : [
        darkPart('M430 154 v-28 q0 -8 8 -8 h28 q8 0 8 8 v28 Z M444 130 h16 v10 h-16 Z'),
        darkPart('M898 184 l14 -46 q2 -8 10 -8 h8 q8 0 10 8 l14 46 v22 h-56 Z M924 148 l-8 30 h20 l-6 -30 Z'),
      ];
  const magazine = curvedMag
    ? 'M548 270 h80 q4 60 34 112 l20 32 q4 7 -3 11 l-66 34 q-7 3 -12 -4 q-44 -72 -53 -185 Z'
    : 'M548 270 h80 l-1 34 q1 58 15 112 l8 26 q2 8 -6 11 l-80 20 q-8 2 -10 -6 q-18 -72 -16 -136 Z';
  return {
    parts: [
      ...barrel,
      ...sights,
      paintedPart(magazine),
      ...stockParts,
      chargingHandle,
      pistolGrip,
      triggerGuard,
      trigger,
      topRail,
      handGuard,
      lowerReceiver,
      upperReceiver,
      bolt,
    ],
    lines: [
      'M384 230 H642',
      'M640 200 H896',
      'M566 300 l4 140 M596 298 l10 136',
      'M412 292 l58 8 M406 312 l56 8 M399 332 l52 8 M393 352 l46 6',
      ...(suppressor ? ['M980 168 V218 M1130 168 V218'] : ['M1072 182 V206 M1088 182 V206 M1104 182 V206']),
    ],
    slots: [
      repeat(box(662, 178, 26, 12, 6), 6, 37),
      repeat(box(662, 210, 26, 12, 6), 6, 37),
      box(502, 184, 94, 30, 6),
      ...(stock === 'fixed' ? [] : [box(120, 186, 110, 14, 7), box(120, 216, 70, 12, 6)]),
    ],
    rivets: parsePoints('420,244 470,244 612,246 620,186'),
  };
}
