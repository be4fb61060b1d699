import { Refusal } from '@karat/contract/refusal';
import * as contract from '@karat/contract/roulette';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { countryOf } from '#http/country.ts';
import { requestKeyOf } from '#http/idempotency.ts';
import { assertMoneyRate } from '#http/money-rate.ts';
import { mount } from '#http/mount.ts';
import { createSharedReading } from '#shared-reading.ts';
import type { Bets } from './bets.ts';
import { createCurrentRoundReader, readOwnStakes } from './current-round.ts';

export function rouletteRoutes(app: FastifyInstance, deps: Deps, { bets }: { readonly bets: Bets }): void {
  const readRound = createSharedReading(createCurrentRoundReader(deps.db.sql, deps.env.roulette));
  const { anyone, player } = createCallers(deps);

  mount(app, contract.getCurrentRound, anyone, async (_, caller) => {
    const round = await readRound();
    return { data: round ?? null, own: await readOwnStakes(deps.db.sql, caller?.id, round?.id) };
  });

  mount(app, contract.placeBet, player, async ({ body }, caller, request) => {
    const { id: playerId, username, isSandbox } = caller;
    assertMoneyRate(deps.limits, playerId);
    if (body.amount > deps.env.roulette.betMax) throw new Refusal('invalid', 'Bet is too large.');
    const { playerBet, amount, roundId } = body;
    const requestKey = requestKeyOf(request);
    const country = countryOf(request, deps.env);
    const bet = { playerId, username, isSandbox, playerBet, amount, roundId, requestKey, country };
    return { data: await bets.placeBet(bet) };
  });
}
