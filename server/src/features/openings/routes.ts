import * as contract from '@karat/contract/cases';
import { getLatestDrops, getWonToday } from '@karat/contract/drops';
import { Refusal } from '@karat/contract/refusal';
import { ENTROPY_PATTERN } from '@karat/rules/fairness';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { countryOf } from '#http/country.ts';
import { requestKeyOf } from '#http/idempotency.ts';
import { imageUrl } from '#http/images.ts';
import { assertMoneyRate } from '#http/money-rate.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { mountStaffCsv } from '#http/staff-csv.ts';
import { createLatestDrops } from './drops.ts';
import { listOpenings, readOpenedCases } from './opened-cases.ts';
import type { Openings } from './openings.ts';
import { createWonToday } from './won-today.ts';

function entropyOf(request: FastifyRequest): string {
  const entropy = request.headers['x-client-entropy'] ?? '';
  if (typeof entropy !== 'string' || !ENTROPY_PATTERN.test(entropy)) {
    throw new Refusal('invalid', 'X-Client-Entropy must be 32 lower-case hexadecimal digits.');
  }
  return entropy;
}

type OpeningServices = { readonly openings: Openings };

export function openingRoutes(app: FastifyInstance, deps: Deps, { openings }: OpeningServices): void {
  const { anyone, player, staff } = createCallers(deps);
  const readWonToday = createWonToday(deps);
  const readLatestDrops = createLatestDrops(deps);

  mount(app, contract.openCase, player, async ({ params, query }, { id: playerId }, request) => {
    assertMoneyRate(deps.limits, playerId);
    const rewards = await openings.openCase({
      playerId,
      caseName: params.caseName,
      count: query.count,
      hash: query.hash,
      entropy: entropyOf(request),
      requestKey: requestKeyOf(request),
      country: countryOf(request, deps.env),
    });
    return { reward: rewards[0]!, ...(query.count > 1 && { rewards }) };
  });

  mount(app, getLatestDrops, anyone, async (_, __, request) => {
    const origin = originOf(request.headers, deps.env);
    const drops = await readLatestDrops();
    return { data: drops.map((drop) => ({ ...drop, image: imageUrl(drop.image, origin) })) };
  });

  mount(app, getWonToday, anyone, async (_, __, request) => {
    const origin = originOf(request.headers, deps.env);
    const { data, figures } = await readWonToday();
    return { data: data.map((best) => ({ ...best, image: imageUrl(best.image, origin) })), figures };
  });

  mount(app, contract.getOpenedCases, staff, ({ query }) => listOpenings(deps, query));
  mountStaffCsv(app, deps, {
    path: contract.OPENED_CASES_CSV_PATH,
    query: contract.openedCasesCsvQuery,
    columns: contract.OPENED_CASES_CSV_COLUMNS,
    fileName: 'karat-openings.csv',
    readRows: readOpenedCases,
  });
}
