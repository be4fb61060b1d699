import {
  box,
  darkPart,
  ellipse,
  gripPart,
  metalPart,
  paintedPart,
  parsePoints,
  rail,
  repeat,
  type Geometry,
} from './shapes.ts';

/** Short shotgun with its magazine in the grip. */
export const mag7 = (): Geometry => ({
  parts: [
    metalPart(box(720, 160, 360, 30, 5)),
    metalPart(box(720, 206, 300, 26, 5)),
    darkPart(box(1050, 152, 30, 46, 5)),
    paintedPart('M452 430 h120 l-16 150 q-1 10 -11 10 h-90 q-10 0 -9 -10 Z'),
    darkPart('M560 284 h130 v16 q0 58 -56 58 h-46 l2 -15 h44 q40 0 40 -44 H560 Z'),
    metalPart('M604 286 h14 q-2 24 8 38 l-12 5 q-12 -16 -10 -43 Z'),
    gripPart('M430 276 H584 l-14 168 H442 Z'),
    darkPart('M300 136 l8 -26 h36 l10 26 Z'),
    darkPart('M1030 152 l6 -24 h18 l6 24 Z'),
    paintedPart('M240 160 q0 -26 26 -26 H730 q14 0 14 14 V270 q0 20 -20 20 H284 q-44 0 -44 -44 Z'),
    paintedPart('M744 196 H970 q14 0 14 14 v40 q0 16 -16 16 H764 q-20 0 -20 -20 Z'),
  ],
  lines: [
    'M244 206 H740',
    repeat('M446 310 l126 6', 5, 0, 26),
    repeat('M780 200 V262', 7, 28),
    'M462 470 H556 M460 510 H554',
  ],
  slots: [box(540, 150, 140, 40, 8), box(290, 226, 110, 22, 8)],
  rivets: parsePoints('270,160 270,262 710,264 420,262'),
  tilt: -14,
  fit: 0.92,
});

/** Shotgun: a pump (Nova), an automatic with a heat shield (XM1014) or a short double (Sawed-Off). */
export function shotgun(kind: 'nova' | 'xm' | 'sawed'): Geometry {
  const sawed = kind === 'sawed';
  const xm = kind === 'xm';
  const end = sawed ? 960 : 1130;
  const stock = sawed
    ? paintedPart(
        'M420 170 V256 q-60 20 -96 70 l-70 100 q-14 20 -38 10 l-66 -30 q-24 -12 -12 -36 q60 -120 140 -170 q60 -36 142 -44 Z',
      )
    : paintedPart(
        'M420 170 V258 L360 268 q-70 14 -130 44 L110 360 q-26 10 -30 -16 L66 228 q-2 -20 18 -24 l180 -28 q80 -10 156 -6 Z',
      );
  return {
    parts: [
      metalPart(box(640, 152, end - 640, 30, 5)),
      metalPart(box(640, 194, (sawed ? end : 1040) - 640, 28, 8)),
      darkPart(box(end - 60, 146, 16, 84, 4)),
      metalPart(`M${end - 24} 152 v-16 q6 -6 12 0 v16 Z`),
      ...(xm ? [darkPart('M640 132 H1010 q8 0 8 8 v16 H640 Z'), darkPart(box(1016, 142, 24, 44, 4))] : []),
      stock,
      ...(sawed ? [] : [darkPart('M82 202 q-22 4 -20 28 l14 118 q4 22 26 14 l8 -3 -20 -158 Z')]),
      ...(xm
        ? [gripPart('M400 254 h76 q-2 28 -14 56 l-24 64 q-4 12 -16 12 h-40 q-16 0 -11 -16 l20 -60 q8 -28 9 -56 Z')]
        : []),
      darkPart('M456 256 h110 v14 q0 42 -42 42 h-26 q-30 0 -36 -26 l10 -3 q6 16 26 16 h26 q30 0 31 -30 h-99 Z'),
      metalPart('M506 258 h13 q-2 18 6 28 l-9 4 q-12 -12 -10 -32 Z'),
      paintedPart(
        sawed
          ? 'M620 190 H830 q12 0 12 12 v26 q0 18 -18 18 H640 q-20 0 -20 -20 Z'
          : xm
            ? 'M620 184 H880 q12 0 14 10 l4 22 q2 20 -18 22 l-60 6 H620 Z'
            : 'M690 186 H890 q14 0 16 12 l4 26 q2 20 -18 22 H706 q-18 0 -20 -18 l-4 -28 q0 -14 8 -14 Z',
      ),
      paintedPart('M404 166 q0 -18 18 -20 L600 142 q40 0 50 12 V244 q0 18 -18 18 H424 q-20 0 -20 -20 Z'),
      metalPart(box(560, 176, 70, 14, 6)),
    ],
    lines: [
      'M408 216 H648',
      repeat(sawed ? 'M650 196 V240' : xm ? 'M660 192 V236' : 'M716 192 V240', 7, 26),
      sawed
        ? 'M330 236 q-100 50 -170 160 M350 262 q-70 40 -120 130'
        : 'M300 200 q-100 16 -200 36 M320 256 q-100 24 -210 76',
    ],
    slots: [box(470, 164, 120, 34, 8), ...(xm ? [repeat(box(664, 138, 44, 9, 4), 6, 56)] : [])],
    rivets: parsePoints(`424,240 540,240 630,238 430,176${sawed ? ' 180,372' : ''}`),
    tilt: sawed ? -12 : -16,
    fit: sawed ? 0.86 : 1,
  };
}

/** Belt-fed machine gun. */
export function lmg(kind: 'negev' | 'm249'): Geometry {
  const negev = kind === 'negev';
  return {
    parts: [
      metalPart(box(820, 182, 290, 22, 4)),
      darkPart(box(1080, 174, 62, 38, 8)),
      darkPart('M968 184 l8 -48 q2 -8 11 -8 t11 8 l8 48 Z'),
      metalPart('M886 226 l30 -4 -70 186 -24 -8 Z'),
      metalPart('M900 226 l26 -4 60 190 -24 6 Z'),
      darkPart('M812 396 l40 14 -4 12 -42 -14 Z M956 408 l40 -10 4 12 -40 12 Z'),
      ...(negev
        ? [
            paintedPart(
              'M84 176 H330 q40 0 70 20 V240 L300 254 L196 322 q-8 6 -18 6 H104 q-16 0 -18 -16 L72 192 q-2 -16 12 -16 Z M150 206 H306 V222 L190 270 q-26 8 -30 -16 Z',
            ),
          ]
        : [
            metalPart('M96 188 H400 V206 H96 Z'),
            metalPart('M140 300 L400 240 V256 L146 318 Z'),
            paintedPart('M84 170 h90 q12 0 12 12 v140 q0 12 -12 12 H98 q-14 0 -15 -14 L70 186 q0 -16 14 -16 Z'),
          ]),
      darkPart('M84 166 q-24 2 -22 26 l10 128 q2 20 22 18 l10 -1 -8 -171 Z'),
      gripPart('M410 258 h74 q-2 28 -12 54 l-22 62 q-4 12 -16 12 h-40 q-16 0 -11 -16 l18 -56 q8 -28 9 -56 Z'),
      darkPart('M480 260 h88 v12 q0 38 -38 38 h-22 q-26 0 -32 -22 l10 -3 q5 13 22 13 h22 q26 0 27 -26 h-77 Z'),
      metalPart('M514 262 h12 q-2 16 6 26 l-9 4 q-11 -12 -9 -30 Z'),
      paintedPart(
        negev
          ? 'M566 262 H730 q10 0 10 10 V416 q0 14 -14 14 H582 q-16 0 -16 -16 Z'
          : 'M556 268 H744 q12 0 12 12 v100 q0 50 -60 50 h-90 q-50 0 -50 -50 Z',
      ),
      metalPart(repeat(ellipse(590, 254, 8, 16), 8, 17)),
      paintedPart('M690 150 H840 q12 0 14 10 l6 32 -4 36 q-2 14 -16 14 H690 Z'),
      darkPart(rail(420, 120, 260, 20, 16)),
      paintedPart('M390 170 q0 -36 36 -36 H690 q10 0 10 10 V262 H410 q-20 0 -20 -20 Z'),
      darkPart('M650 132 l14 -46 q4 -10 14 -10 h96 q10 0 10 10 t-10 10 h-86 l-10 36 Z'),
      metalPart(box(450, 226, 90, 14, 6)),
    ],
    lines: [
      'M392 196 H700',
      'M430 138 V192',
      'M412 296 l60 8 M406 318 l58 8 M399 340 l52 8',
      negev ? 'M580 300 H730 M580 340 H730 M580 380 H730' : 'M570 310 H746 M576 400 q80 16 160 0',
    ],
    slots: [
      box(560, 156, 100, 24, 6),
      repeat(box(716, 172, 22, 14, 7), 4, 32),
      repeat(box(716, 204, 22, 14, 7), 4, 32),
    ],
    rivets: parsePoints('412,240 560,244 680,240 410,160 680,160'),
    tilt: -15,
  };
}
