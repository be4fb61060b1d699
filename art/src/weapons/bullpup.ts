import {
  box,
  darkPart,
  glassPart,
  gripPart,
  metalPart,
  paintedPart,
  parsePoints,
  repeat,
  type Geometry,
} from './shapes.ts';

/** Bullpup rifle: the AUG has a built-in scope and a fore grip, the FAMAS a long carry handle. */
export function bullpup(kind: 'aug' | 'famas'): Geometry {
  const aug = kind === 'aug';
  const top = aug
    ? [
        darkPart(box(420, 130, 40, 34, 4)),
        darkPart(box(560, 130, 40, 34, 4)),
        darkPart(
          'M366 92 h34 l16 8 h180 l20 -10 h44 q6 0 6 6 v40 q0 6 -6 6 h-44 l-20 -8 H416 l-16 6 h-34 q-6 0 -6 -6 V98 q0 -6 6 -6 Z',
        ),
        glassPart(box(656, 94, 10, 44, 3)),
        metalPart(box(490, 84, 30, 18, 3)),
      ]
    : [
        darkPart(
          'M286 168 q6 -62 50 -66 H740 q28 2 32 30 l4 40 H726 l-4 -26 q-2 -10 -12 -10 H360 q-12 0 -14 12 l-4 20 Z',
        ),
        metalPart(box(730, 84, 14, 26, 3)),
        metalPart(box(360, 86, 22, 20, 3)),
      ];
  return {
    parts: [
      metalPart(box(690, 184, 350, 17, 3)),
      darkPart('M1026 176 h70 l10 6 v20 l-10 6 h-70 Z'),
      metalPart(box(860, 176, 40, 34, 6)),
      ...top,
      paintedPart(
        aug
          ? 'M250 292 h90 q2 62 18 112 l8 24 q2 8 -6 10 l-74 20 q-8 2 -10 -6 q-22 -66 -26 -160 Z'
          : 'M270 280 h86 l26 142 q2 8 -6 10 l-76 14 q-8 1 -10 -8 Z',
      ),
      gripPart('M452 244 h68 q0 30 -10 56 l-22 58 q-4 10 -14 10 h-38 q-14 0 -10 -14 l18 -54 q8 -26 8 -56 Z'),
      darkPart(
        aug
          ? 'M510 240 h116 q8 42 -14 78 l-24 36 q-10 14 -28 14 h-92 l4 -14 h84 q12 0 18 -8 l22 -34 q14 -24 12 -58 h-98 Z'
          : 'M510 240 h120 q2 56 -46 60 h-86 l2 -12 h80 q34 -2 34 -34 h-104 Z',
      ),
      metalPart('M548 244 h12 q-2 18 6 28 l-9 4 q-11 -12 -9 -32 Z'),
      ...(aug
        ? [darkPart('M726 204 h46 v14 l-4 116 q0 12 -12 12 h-16 q-12 0 -12 -12 Z')]
        : [darkPart('M700 214 H900 l10 8 -10 8 H700 Z')]),
      paintedPart(
        aug
          ? 'M80 182 H330 L372 156 H700 q14 0 14 14 v44 q0 12 -12 14 l-92 16 -14 8 H430 q-14 0 -22 12 l-36 44 q-6 8 -16 8 H226 L116 342 q-22 8 -26 -14 L64 206 q-2 -24 16 -24 Z'
          : 'M84 190 H290 L330 158 H720 q14 0 16 14 l4 42 q0 14 -14 16 L610 246 H440 q-18 0 -28 14 l-14 22 q-6 8 -16 8 H240 L110 328 q-20 6 -24 -14 L68 208 q-2 -18 16 -18 Z',
      ),
      darkPart(
        aug
          ? 'M82 180 q-22 0 -20 26 l24 126 q4 18 24 12 l12 -4 -28 -160 Z'
          : 'M86 188 q-22 -2 -20 22 l16 106 q4 18 24 12 l10 -3 -20 -137 Z',
      ),
    ],
    lines: [
      'M330 182 H706',
      aug ? 'M130 212 L310 208 M148 312 L220 286' : 'M120 220 H300 M130 300 L230 276',
      'M460 270 l52 6 M456 292 l50 6 M450 314 l48 6',
      aug ? 'M268 330 q40 4 80 -6 M278 380 q40 2 78 -10' : 'M290 330 l82 -12 M300 380 l80 -14',
    ],
    slots: [
      box(400, 196, 90, 20, 6),
      repeat(box(600, 196, 22, 12, 6), 4, 27),
      ...(aug ? [] : [repeat(box(640, 170, 60, 6, 3), 1, 0)]),
    ],
    rivets: parsePoints('350,200 580,200 380,236 690,210'),
  };
}
