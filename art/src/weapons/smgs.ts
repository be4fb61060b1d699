import {
  box,
  darkPart,
  ellipse,
  glassPart,
  gripPart,
  metalPart,
  paintedPart,
  parsePoints,
  rail,
  repeat,
  smokePart,
  type Geometry,
} from './shapes.ts';

/** Top-magazine bullpup SMG. */
export const p90 = (): Geometry => ({
  parts: [
    metalPart(box(930, 204, 120, 24, 4)),
    darkPart(box(1016, 195, 70, 42, 8)),
    darkPart('M540 128 v-24 h34 l14 -26 h150 l16 26 h26 v24 Z'),
    glassPart(box(724, 84, 12, 30, 3)),
    smokePart('M150 116 H780 q14 0 14 14 v40 H136 v-40 q0 -14 14 -14 Z'),
    paintedPart(
      'M66 190 q0 -30 28 -30 H896 q24 0 36 18 l30 44 q12 22 -4 42 l-30 36 q-14 16 -36 16 h-52 q-20 0 -26 22 q-14 54 -64 54 h-66 q-44 0 -54 -38 q-4 -18 -22 -18 h-16 q-26 0 -34 24 l-18 54 q-10 28 -40 28 H128 q-32 0 -36 -32 Z M404 236 q4 -20 26 -20 h82 q26 0 22 28 q-6 34 -38 52 l-56 30 q-30 12 -36 -20 q-4 -34 0 -70 Z M640 232 h112 q24 0 20 26 q-6 50 -54 54 q-50 2 -66 -34 q-18 -46 -12 -46 Z',
    ),
    darkPart('M70 180 q-14 6 -12 26 l24 222 q4 18 20 18 l8 -2 -24 -262 Z'),
    metalPart('M660 236 h13 q-2 20 7 32 l-10 4 q-12 -14 -10 -36 Z'),
  ],
  lines: [
    'M110 186 H900',
    'M120 214 H380 M134 400 H400',
    'M560 226 q-4 60 30 120',
    repeat('M200 124 q14 20 -2 42', 22, 26),
    'M800 180 l60 120',
  ],
  slots: [box(560, 236, 46, 14, 7), repeat(box(824, 196, 60, 10, 5), 3, 8, 22), box(140, 236, 160, 20, 8)],
  rivets: parsePoints('120,200 360,196 780,200 130,420 330,420'),
  tilt: -14,
  fit: 0.94,
});

/** Compact machine pistol with a fore grip. */
export function compactSmg(kind: 'mp9' | 'mp7'): Geometry {
  const isMp7 = kind === 'mp7';
  return {
    parts: [
      metalPart(box(880, 186, 110, 26, 4)),
      darkPart(box(930, 178, 70, 42, 8)),
      metalPart('M96 172 H330 V188 H112 V330 H96 Z'),
      metalPart('M110 300 L330 252 V266 L114 318 Z'),
      darkPart(box(80, 168, 30, 176, 10)),
      paintedPart('M430 430 h108 l-14 150 q-1 10 -11 10 h-86 q-10 0 -9 -10 Z'),
      darkPart('M532 272 h116 v14 q0 60 -56 60 h-40 l2 -14 h38 q40 0 40 -46 h-100 Z'),
      metalPart('M572 274 h14 q-2 24 8 36 l-11 5 q-13 -16 -11 -41 Z'),
      ...(isMp7
        ? [paintedPart('M704 262 h82 l10 150 q0 16 -16 16 h-64 q-16 0 -15 -16 Z')]
        : [darkPart('M724 254 h60 q10 0 14 12 l24 128 q2 14 -12 16 l-36 4 q-12 0 -14 -12 Z')]),
      paintedPart('M412 262 H548 l-16 186 H418 Z'),
      darkPart(rail(330, 128, 480, 22, 18)),
      isMp7 ? darkPart('M420 128 v-34 q0 -8 8 -8 h30 v42 Z') : darkPart('M350 128 l10 -30 h40 l10 30 Z'),
      darkPart('M770 130 l8 -34 h30 l8 34 Z'),
      paintedPart(
        isMp7
          ? 'M316 160 q0 -16 16 -16 H860 q14 0 18 12 l14 44 v44 q0 18 -18 20 l-70 8 H332 q-16 0 -16 -16 Z'
          : 'M316 156 q0 -12 12 -12 H880 q14 0 14 14 v62 q0 14 -12 16 L700 260 q-20 16 -44 18 H334 q-18 0 -18 -18 Z',
      ),
      metalPart(box(600, 160, 110, 18, 6)),
    ],
    lines: [
      'M318 196 H890',
      repeat('M440 300 l94 6', 6, 0, 24),
      'M436 470 H528 M434 510 H526 M432 550 H524',
      'M640 200 V270',
      repeat('M716 290 l64 -2', isMp7 ? 5 : 4, isMp7 ? 1 : 4, 24),
    ],
    slots: [box(470, 212, 110, 30, 6), repeat(box(730, 206, 24, 12, 6), 5, 31)],
    rivets: parsePoints('340,176 344,256 620,256 690,176 400,246'),
    tilt: -14,
    fit: 0.94,
  };
}

const SMG_MAGAZINES = {
  mp5: paintedPart('M560 262 h66 q2 72 30 132 l20 40 q3 8 -4 11 l-52 24 q-8 3 -12 -4 q-42 -76 -48 -203 Z'),
  ump: paintedPart('M560 262 h86 l22 196 q1 10 -8 11 l-74 8 q-9 1 -10 -8 Z'),
  bizon: paintedPart('M566 250 H950 q22 0 22 26 q0 28 -22 28 H566 q-20 0 -20 -27 t20 -27 Z'),
};

/** Barrel and handguard. */
const SMG_BARRELS = {
  mp5: [
    paintedPart(box(838, 166, 300, 52, 14)),
    paintedPart('M640 158 H850 q10 0 10 12 v50 q0 14 -14 16 l-60 8 H640 Z'),
  ],
  ump: [
    metalPart(box(850, 186, 160, 20, 4)),
    darkPart(box(980, 178, 54, 36, 6)),
    paintedPart('M640 150 H846 q12 0 16 12 l10 30 v34 q0 14 -14 15 L640 250 Z'),
  ],
  bizon: [
    metalPart(box(850, 184, 190, 18, 4)),
    darkPart(box(1020, 176, 60, 34, 6)),
    darkPart('M958 186 l6 -40 q2 -8 12 -8 t12 8 l6 40 Z'),
    paintedPart('M640 160 H860 q8 0 8 10 v40 q0 12 -12 12 H640 Z'),
  ],
};

const FIXED_STOCK = [
  paintedPart('M90 176 H392 V244 L300 252 L190 306 q-8 5 -18 5 H104 q-14 0 -16 -14 L78 192 q-1 -16 12 -16 Z'),
  darkPart('M92 172 q-22 0 -20 22 l8 104 q2 18 22 18 l8 -1 -6 -143 Z'),
];

const FOLDING_STOCK = [
  metalPart('M96 184 H392 V202 H96 Z'),
  metalPart('M120 294 L392 236 V250 L124 312 Z'),
  darkPart('M88 172 q-12 0 -12 14 l6 126 q1 14 14 14 h20 q12 0 11 -14 l-8 -126 q-1 -14 -13 -14 Z'),
  paintedPart(box(180, 176, 160, 36, 10)),
];

/** Full-size SMG: suppressed with a curved magazine (MP5-SD), boxy (UMP-45) or with a helical drum (PP-Bizon). */
export function smg(kind: 'mp5' | 'ump' | 'bizon'): Geometry {
  return {
    parts: [
      ...SMG_BARRELS[kind],
      SMG_MAGAZINES[kind],
      ...(kind === 'mp5' ? FIXED_STOCK : FOLDING_STOCK),
      gripPart('M410 258 h72 q-2 26 -12 52 l-22 62 q-4 12 -16 12 h-38 q-16 0 -11 -16 l18 -56 q8 -26 9 -54 Z'),
      darkPart('M476 260 h80 v12 q0 36 -36 36 h-18 q-26 0 -32 -22 l10 -3 q5 13 22 13 h18 q24 0 25 -24 h-69 Z'),
      metalPart('M506 262 h12 q-2 16 6 26 l-9 4 q-11 -12 -9 -30 Z'),
      kind === 'ump' ? darkPart(rail(420, 132, 420, 20, 18)) : darkPart('M420 160 l8 -36 h42 l8 36 Z'),
      ...(kind === 'mp5' ? [darkPart('M800 160 l6 -38 q2 -8 12 -8 t12 8 l6 38 Z')] : []),
      paintedPart(
        kind === 'ump'
          ? 'M390 158 q0 -10 10 -10 H636 q10 0 10 10 V264 H408 q-18 0 -18 -18 Z'
          : 'M390 172 q0 -22 22 -22 H640 q10 0 10 10 V262 H408 q-18 0 -18 -18 Z',
      ),
      metalPart(box(446, 206, 44, 20, 9)),
      metalPart(box(580, 166, 60, 14, 6)),
    ],
    lines: [
      'M394 198 H648',
      'M412 296 l58 8 M406 318 l56 8 M399 340 l52 8',
      kind === 'bizon'
        ? repeat('M620 252 V302', 8, 44)
        : 'M572 320 q40 4 72 -8 M584 370 q40 2 76 -14 M604 420 q36 -2 70 -18',
      kind === 'mp5' ? 'M880 168 V216 M1100 168 V216' : 'M650 200 H860',
    ],
    slots: [
      box(520, 176, 100, 24, 6),
      repeat(box(668, 178, 24, 12, 6), 5, 34),
      ...(kind === 'mp5' ? [] : [repeat(box(668, 206, 24, 10, 5), 5, 34)]),
    ],
    rivets: parsePoints('412,240 540,242 630,240 412,176'),
    tilt: -16,
  };
}

/** Boxy machine pistol; the Tec-9 has a perforated shroud. */
export function machinePistol(kind: 'mac10' | 'tec9'): Geometry {
  const isTec9 = kind === 'tec9';
  return {
    parts: [
      ...(isTec9
        ? [
            metalPart(box(940, 184, 80, 26, 4)),
            darkPart('M900 130 h28 l8 34 h-44 Z'),
            darkPart('M250 130 h30 l8 30 h-46 Z'),
          ]
        : [
            metalPart(box(880, 178, 60, 42, 4)),
            darkPart(box(920, 170, 90, 58, 12)),
            metalPart('M90 164 H330 V180 H108 V300 H90 Z'),
            metalPart('M90 284 H200 V300 H90 Z'),
            darkPart('M560 128 h60 v-28 q0 -8 -8 -8 h-44 q-8 0 -8 8 Z'),
            darkPart('M830 140 v-26 q0 -8 8 -8 h14 q8 0 8 8 v26 Z'),
          ]),
      isTec9
        ? paintedPart('M590 300 h104 l14 270 q0 12 -12 12 h-80 q-12 0 -12 -12 Z')
        : paintedPart('M474 440 h104 l-10 180 q0 10 -10 10 h-74 q-10 0 -10 -10 Z'),
      isTec9
        ? darkPart('M410 296 h150 v18 q0 56 -56 56 h-48 l2 -16 h46 q38 0 38 -40 H410 Z')
        : darkPart('M580 276 h130 v18 q0 62 -62 62 h-50 l2 -16 h48 q44 0 44 -48 H580 Z'),
      metalPart(
        isTec9
          ? 'M468 298 h14 q-2 24 8 38 l-12 5 q-12 -16 -10 -43 Z'
          : 'M628 278 h14 q-2 26 8 40 l-12 5 q-12 -18 -10 -45 Z',
      ),
      gripPart(
        isTec9
          ? 'M250 290 H420 q-4 40 -16 76 l-46 140 q-8 20 -28 20 H228 q-24 0 -18 -24 l38 -130 q8 -40 2 -82 Z'
          : 'M446 268 H600 l-14 186 H462 Z',
      ),
      paintedPart(
        isTec9
          ? 'M200 176 q0 -20 20 -20 H936 q16 0 16 16 v50 q0 14 -14 16 L720 250 v50 q0 10 -10 10 H580 l-20 -10 H240 q-40 0 -40 -40 Z'
          : 'M316 146 q0 -10 10 -10 H870 q14 0 14 14 V262 q0 16 -16 16 H336 q-20 0 -20 -20 Z',
      ),
      metalPart(isTec9 ? box(360, 170, 90, 16, 6) : box(430, 160, 130, 26, 6)),
    ],
    lines: isTec9
      ? ['M204 236 H940', repeat('M260 350 l130 14', 5, -8, 32), repeat('M606 360 h94', 6, 1, 34)]
      : [
          'M318 230 H880',
          repeat('M462 300 l128 6', 5, 0, 26),
          'M486 480 H566 M484 520 H564 M482 560 H562',
          'M740 140 V274',
        ],
    slots: isTec9
      ? [repeat(ellipse(590, 188, 11), 9, 38), repeat(ellipse(609, 218, 8), 8, 38), box(300, 180, 44, 30, 6)]
      : [box(590, 160, 110, 44, 6), repeat(box(770, 166, 90, 10, 5), 3, 0, 20)],
    rivets: isTec9 ? parsePoints('230,190 540,276 690,290 240,280') : parsePoints('340,160 340,256 720,256 860,256'),
    tilt: -13,
    fit: isTec9 ? 0.84 : 0.86,
  };
}
