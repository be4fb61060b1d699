import { CASE_ROLLS_CSV_COLUMNS, CASE_ROLLS_CSV_PATH, getCaseRolls } from '@karat/contract/fairness';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { createDownloads, streamCsv } from '#http/csv.ts';
import { networkOf } from '#http/network.ts';
import { clientIpOf, isLoopbackAddress } from '#http/origin.ts';
import type { Rate } from '#http/rate-limit.ts';
import { findCaseId, caseRollChunks } from './rolls.ts';

const DOWNLOAD_RATE: Rate = { burst: 10, perSecond: 0.2 };
/** A proxy or a test on the same machine acts for many clients. */
const LOOPBACK_DOWNLOAD_RATE: Rate = { burst: 200, perSecond: 4 };
/** Each download occupies a database connection while its reader is fast. */
const CONCURRENT_DOWNLOADS_MAX = 3;

/** A file name in any alphabet, with an ASCII name for clients that do not support it. */
function attachmentHeader(caseName: string): string {
  const encoded = encodeURIComponent(`${caseName} rolls.csv`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="case-rolls.csv"; filename*=UTF-8''${encoded}`;
}

/** A CSV download, for visitors who want to check the odds themselves. */
export function mountRollsCsv(app: FastifyInstance, deps: Pick<Deps, 'db' | 'env' | 'limits' | 'seal'>): void {
  const downloads = createDownloads(deps.limits, { concurrentMax: CONCURRENT_DOWNLOADS_MAX });

  function rateLimitOf(request: FastifyRequest): { key: string; rate: Rate } {
    const address = clientIpOf(request, deps.env);
    const rate = isLoopbackAddress(address) ? LOOPBACK_DOWNLOAD_RATE : DOWNLOAD_RATE;
    return { key: `rolls-csv:${networkOf(address)}`, rate };
  }

  app.get(CASE_ROLLS_CSV_PATH, async (request, reply) => {
    const { data: params } = getCaseRolls.params.safeParse(request.params);
    if (params === undefined) throw new Refusal('not_found', 'Case not found.');
    const limit = rateLimitOf(request);
    downloads.assertAllowed(limit);
    const caseId = await findCaseId(deps.db.sql, params.caseName);
    const { sql, asOf } = await deps.db.reader();
    return downloads.send(reply, limit.key, {
      disposition: attachmentHeader(params.caseName),
      chunks: streamCsv(CASE_ROLLS_CSV_COLUMNS, caseRollChunks({ ...deps, sql }, caseId)),
      asOf,
    });
  });
}
