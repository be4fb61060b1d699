import type { PlayLimit, SaferPlay } from '@karat/contract/safer-play';
import type { TestPlayer } from './fixtures.ts';
import type { TestSite } from './test-site.ts';

type Method = 'GET' | 'PUT' | 'POST';
type LimitChange = { kind: string; period: string; allowed: number | null };

/** Calls by which players set and read their own limits. */
export function saferPlayCalls(site: TestSite) {
  async function call(who: TestPlayer, method: Method, url: string, payload?: object) {
    const reply = await site.http.inject({
      method,
      url,
      headers: who.headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const body = JSON.parse(reply.body) as { code?: string; message?: string; data: SaferPlay };
    return { status: reply.statusCode, body, retryAfter: Number(reply.headers['retry-after'] ?? 0) };
  }

  const state = async (who: TestPlayer) => (await call(who, 'GET', '/user/limits')).body.data;

  return {
    call,
    state,
    setLimits: (who: TestPlayer, ...limits: LimitChange[]) => call(who, 'PUT', '/user/limits', { limits }),
    setRealityCheck: (who: TestPlayer, realityMinutes: number) => call(who, 'PUT', '/user/limits', { realityMinutes }),
    async fetchLimit(who: TestPlayer, kind: string, period: string): Promise<PlayLimit> {
      const { limits } = await state(who);
      return limits.find((each) => each.kind === kind && each.period === period)!;
    },
    /** Moves everything recorded about the player's play into the past, as if that much time had passed since. */
    async moveToPast({ id }: TestPlayer, time: string): Promise<void> {
      const { sql } = site.deps.db;
      await sql`
        update safer_play
        set playing_since = playing_since - ${time}::interval, last_staked_at = last_staked_at - ${time}::interval,
            reality_due_at = reality_due_at - ${time}::interval, break_until = break_until - ${time}::interval,
            excluded_until = excluded_until - ${time}::interval
        where player_id = ${id}`;
      await sql`update play_limits set requested_at = requested_at - ${time}::interval where player_id = ${id}`;
      await sql`update last_stakes set staked_at = staked_at - ${time}::interval where player_id = ${id}`;
    },
    /** The stored counters, each with the value recomputed from the books. */
    async counters({ id }: TestPlayer) {
      const { sql } = site.deps.db;
      return sql<{ kind: string; period: string; used: number; recomputed: number }>`
        select kind, period, uses.used, recomputed.used as recomputed
        from play_limit_uses as uses join limit_uses_of(${id}) as recomputed using (kind, period, began_on)
        where player_id = ${id} order by kind, period`;
    },
  };
}
