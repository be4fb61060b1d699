import { box, darkPart, gripPart, metalPart, paintedPart, parsePoints, type Geometry } from './shapes.ts';

/** AK pattern rifle: wooden stock (AK-47) or folding (Galil AR). */
export function ak47(stock: 'wood' | 'folding' = 'wood'): Geometry {
  const galil = stock === 'folding';
  const stockParts = galil
    ? [
        metalPart('M96 196 H404 V220 H96 Z'),
        metalPart('M96 300 L404 232 V248 L96 318 Z'),
        darkPart('M84 178 q-10 0 -10 12 V332 q0 12 12 12 h22 q12 0 10 -14 l-12 -60 4 -78 q0 -14 -12 -14 Z'),
        paintedPart('M190 188 H330 q10 0 10 10 v20 q0 10 -10 10 H190 q-10 0 -10 -10 v-20 q0 -10 10 -10 Z'),
      ]
    : [
        paintedPart(
          'M404 186 q-60 -2 -118 10 L92 224 q-12 2 -12 14 l4 92 q1 16 17 13 l46 -10 q64 -16 120 -44 q46 -22 94 -30 l46 -7 Z',
        ),
        darkPart('M93 222 q-19 1 -18 20 l5 88 q1 19 18 18 l10 -2 q-10 -60 -6 -124 Z'),
      ];
  const mag = galil
    ? 'M560 240 h88 q4 74 18 128 q6 24 14 44 q3 7 -5 10 l-74 24 q-8 2 -11 -6 q-24 -60 -28 -124 q-2 -40 -2 -76 Z'
    : 'M556 240 h92 q6 66 34 116 q14 26 34 50 q5 6 -2 10 l-66 33 q-7 3 -12 -4 q-40 -56 -60 -120 q-12 -40 -20 -85 Z';
  return {
    parts: [
      metalPart('M842 183 H1092 V199 H842 Z'),
      darkPart('M872 211 H1086 q4 3 0 6 H872 Z'),
      darkPart('M1086 176 h34 l22 8 -8 22 h-48 Z'),
      darkPart(
        'M1004 206 l4 -24 12 -14 6 -26 q2 -8 10 -8 h4 q8 0 9 8 l3 26 8 14 2 24 Z M1032 152 l-4 18 h16 l-3 -18 q-1 -4 -5 -4 q-4 0 -4 4 Z',
      ),
      darkPart('M836 148 h34 q8 0 13 7 l22 30 v20 h-69 Z'),
      paintedPart('M676 150 q4 -8 14 -8 H832 q10 0 10 10 v24 H676 Z'),
      paintedPart('M684 180 H842 q6 0 6 8 v26 q0 14 -14 16 l-40 7 q-52 8 -98 6 q-14 -1 -14 -14 v-43 q0 -6 2 -6 Z'),
      darkPart('M622 164 l14 -20 h16 l8 -14 h18 l6 20 h8 v34 H622 Z'),
      paintedPart(mag),
      ...stockParts,
      gripPart('M414 244 h74 q-4 26 -14 52 l-22 60 q-4 12 -16 12 h-34 q-16 0 -11 -17 l16 -54 q8 -27 7 -53 Z'),
      darkPart('M470 244 h98 v10 q0 40 -40 40 h-28 q-24 0 -30 -20 l10 -3 q4 12 20 12 h28 q28 0 29 -28 h-87 Z'),
      metalPart('M512 250 h12 q-2 18 6 28 l-9 4 q-11 -12 -9 -32 Z'),
      paintedPart('M396 188 q0 -10 10 -10 H672 q12 0 12 12 v46 q0 14 -14 14 H414 q-18 0 -18 -18 Z'),
      paintedPart('M398 184 q2 -26 30 -30 q12 -2 30 -2 H628 q12 0 14 12 v20 Z'),
      metalPart('M540 176 h104 v16 H552 q-12 0 -12 -10 Z'),
      metalPart('M614 188 q0 -6 8 -6 h14 q16 2 16 12 q0 9 -14 9 h-18 q-6 0 -6 -6 Z'),
      metalPart('M430 204 q2 -6 10 -5 l108 14 q8 1 7 8 q-1 6 -9 5 l-108 -12 q-9 -2 -8 -10 Z'),
    ],
    lines: [
      'M404 186 H684',
      'M470 158 V182 M486 157 V182 M502 157 V182',
      'M690 212 H842 M700 222 H826 M700 158 H828 M712 166 H816',
      ...(galil
        ? ['M582 300 q40 2 80 -8 M590 350 q44 0 86 -14 M600 396 q40 -2 84 -16']
        : [
            'M590 252 q8 66 42 124 q14 26 34 50 M614 250 q8 64 40 120 q14 25 34 48',
            'M572 300 q34 4 82 -12 M586 344 q34 2 84 -20 M608 392 q30 0 82 -30',
            'M300 206 q-80 12 -186 34 M300 252 q-90 40 -190 62',
          ]),
      'M418 282 l52 6 M412 302 l52 7 M405 322 l50 7 M400 342 l46 6',
    ],
    slots: [box(716, 190, 44, 10, 5), box(772, 190, 44, 10, 5)],
    rivets: parsePoints('410,238 446,240 664,240 664,200 590,242 520,240 414,198'),
  };
}
