import { box, darkPart, metalPart, paintedPart, parsePoints, repeat, scopeParts, type Geometry } from './shapes.ts';

/** Heavy bolt-action with thumbhole stock. */
export const awp = (): Geometry => ({
  parts: [
    metalPart('M680 180 H1112 V206 H680 Z'),
    darkPart('M1096 168 h62 q10 0 10 10 v30 q0 10 -10 10 h-62 Z'),
    darkPart('M548 258 h100 v42 q0 8 -8 8 h-84 q-8 0 -8 -8 Z'),
    ...scopeParts(420, 112, 350, 18, 33),
    darkPart('M430 164 H690 q8 0 8 8 v46 H430 Z'),
    darkPart('M470 262 h84 v10 q0 34 -34 34 h-16 q-30 0 -36 -24 l10 -3 q6 15 26 15 h16 q22 0 23 -24 h-73 Z'),
    metalPart('M504 262 h12 q-2 16 6 26 l-9 4 q-11 -12 -9 -30 Z'),
    paintedPart('M126 198 q0 -34 30 -36 h116 q28 0 38 24 l8 20 Z'),
    paintedPart(
      'M58 214 q0 -20 22 -22 l140 -4 q30 0 50 12 l34 16 H470 L486 204 H768 q18 0 18 16 v18 q0 14 -14 16 L648 270 H484 q-24 0 -34 16 q-22 38 -44 46 q-20 8 -42 0 q-22 -10 -26 -36 q-60 6 -118 32 l-104 44 q-34 12 -38 -22 Z M300 258 q2 -18 20 -18 h72 q20 0 14 20 q-12 34 -48 38 q-26 2 -40 -14 q-10 -12 -18 -26 Z',
    ),
    darkPart('M62 204 q-24 4 -22 28 l10 122 q2 24 26 20 l12 -4 -14 -168 Z'),
    metalPart('M474 188 h20 l-8 44 q12 6 8 20 q-6 14 -22 8 q-12 -6 -6 -20 Z'),
    metalPart(box(500, 180, 120, 20, 5)),
  ],
  lines: [
    'M486 238 H776',
    'M104 226 L290 232 M98 330 L180 300',
    'M140 196 H312',
    'M1112 174 V212 M1128 174 V212 M1144 174 V212',
    'M552 280 H644',
    'M690 186 H1090',
  ],
  slots: [repeat(box(650, 222, 22, 10, 5), 4, 30), box(176, 212, 70, 12, 6)],
  rivets: parsePoints('452,226 520,250 620,250 92,226 92,320'),
  tilt: -15,
});

/** Light scout rifle with skeleton stock. */
export const ssg08 = (): Geometry => ({
  parts: [
    metalPart('M640 186 H1118 V199 H640 Z'),
    darkPart('M1100 180 h52 q6 0 6 6 v14 q0 6 -6 6 h-52 Z'),
    ...scopeParts(430, 124, 270, 13, 23),
    darkPart('M404 172 H650 q6 0 6 6 v34 H404 Z'),
    darkPart('M560 238 h72 l-6 48 q-1 8 -9 8 h-44 q-8 0 -9 -8 Z'),
    darkPart('M474 240 h80 v10 q0 30 -30 30 h-18 q-28 0 -34 -22 l9 -3 q6 14 25 14 h18 q20 0 21 -20 h-71 Z'),
    metalPart('M508 244 h11 q-2 14 5 22 l-8 4 q-10 -10 -8 -26 Z'),
    paintedPart(
      'M72 196 q0 -14 16 -14 H300 L410 204 H768 q16 0 16 12 v10 q0 10 -12 12 L640 250 H474 q-16 0 -22 14 l-22 64 q-6 18 -24 18 h-28 q-20 0 -15 -20 l16 -56 -96 10 L160 350 q-8 8 -20 8 H100 q-16 0 -18 -14 Z M128 214 q-14 0 -13 14 l5 82 q1 12 12 12 q8 0 14 -7 l44 -48 q7 -8 18 -10 l58 -10 q10 -2 13 -10 l6 -14 q3 -9 -8 -9 Z',
    ),
    darkPart('M76 178 q-22 2 -20 24 l12 144 q2 20 22 20 l10 -2 -14 -186 Z'),
    metalPart('M448 196 h16 l-6 38 q10 6 6 18 q-5 11 -18 7 q-10 -5 -6 -17 Z'),
    metalPart(box(476, 180, 110, 16, 5)),
  ],
  lines: ['M412 226 H776', 'M104 200 H296', 'M390 276 l44 -8 M384 296 l44 -8 M378 316 l44 -8', 'M566 262 h60'],
  slots: [repeat(box(662, 214, 20, 8, 4), 4, 26)],
  rivets: parsePoints('430,218 560,230 640,226'),
  tilt: -15,
});
