import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Connection } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded.ts';
import { checkBooks } from '#features/audits/audits.ts';
import { createLog } from '#log.ts';
import { fillBooks, type Shape } from './audit/fill.ts';
import type { Figure } from './figures.ts';

const FEW = 100_000;
const MANY = 1_000_000;
/** For ten times the rows: linear, plus a margin for tables that no longer fit into memory. */
const RATIO_MAX = 15;
const SECONDS_MAX = 60;
const isQuick = process.argv.includes('--quick');

const SHAPES: readonly (readonly [Shape, string])[] = [
  ['small', 'many small players'],
  ['large', 'five large players'],
  ['mixed', 'small players among five large ones'],
];

const log = createLog('warn');

type Audited = { readonly seconds: number; readonly breaches: number };

/** The first audit of a newly filled database. */
async function auditBooks(server: Connection, shape: Shape, rows: number): Promise<Audited> {
  const db = await fillBooks(server, `${shape}_${rows}`, { shape, rows });
  try {
    const startMs = performance.now();
    const { findings } = await db.snapshot((sql) => checkBooks(sql, 'full'));
    const seconds = (performance.now() - startMs) / 1000;
    return { seconds, breaches: findings.reduce((sum, { breaches }) => sum + breaches.length, 0) };
  } finally {
    await db.close();
  }
}

async function measure(server: Connection, [shape, players]: (typeof SHAPES)[number]): Promise<Figure[]> {
  const few = await auditBooks(server, shape, FEW);
  const many = isQuick ? undefined : await auditBooks(server, shape, MANY);
  const last = many ?? few;
  const compared: Figure[] =
    many === undefined
      ? []
      : [
          {
            name: `a whole audit, ${players}: ${MANY} ledger rows / ${FEW}`,
            ratios: [many.seconds / few.seconds],
            atMost: RATIO_MAX,
            note: `${many.seconds.toFixed(1)} s against ${few.seconds.toFixed(1)} s`,
          },
        ];
  return [
    ...compared,
    {
      name: `a whole audit of ${many === undefined ? FEW : MANY} ledger rows, ${players}, in seconds`,
      ratios: [last.seconds],
      atMost: SECONDS_MAX,
      note: '',
    },
    {
      name: `invariants broken in the books of ${players}`,
      ratios: [few.breaches + (many?.breaches ?? 0)],
      atMost: 0,
      note: '',
    },
  ];
}

/** Estimate: about forty statements that read each row a few times, so 10 for ten times the rows. */
export async function audit(): Promise<Figure[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'karat-bench-'));
  const embedded = await startEmbedded({ dataDir, log });
  const figures: Figure[] = [];
  try {
    for (const shape of SHAPES) figures.push(...(await measure(embedded.connection, shape)));
    return figures;
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
