import { ensureDemoCatalogue } from '#demo.ts';
import { ensureSiteMode } from '#features/residents/residents.ts';
import { createHttpCalls } from '#sandbox/residents/http-calls.ts';
import { ensureResidents } from '#sandbox/residents/accounts.ts';
import { createRandom } from '#sandbox/player-actions/random.ts';
import type { Habit, HabitContext, Resident } from '#sandbox/residents/resident.ts';
import { createResidents, type ResidentDeps } from '#sandbox/residents/residents.ts';
import { readSituation, type Situation } from '#sandbox/residents/situation.ts';
import { createRouletteFixture } from './roulette-fixture.ts';

/** Longer than the longest wait between two actions, and than the time for which an impossible habit is left out. */
const STEP_MS = 60_000;
const STEPS_TRIED_MAX = 10;

/** A demo with residents that are not signed in yet. */
async function createDemo(count: number) {
  const table = await createRouletteFixture({ DEMO: '1', RESIDENTS: 'on', RESIDENTS_COUNT: String(count) });
  const { deps, listen } = table.site;
  await ensureSiteMode(deps);
  await ensureDemoCatalogue(deps);
  await ensureResidents(deps, count);
  await listen();
  return table;
}

/** Runs single habits, whatever the pace. */
function createHabitCalls(context: () => Promise<HabitContext>, residents: () => readonly Resident[]) {
  return {
    /** Lets a habit be done once by any resident that can. */
    async run(habit: Habit): Promise<boolean> {
      const now = await context();
      for (const resident of residents()) if (await habit.run(now, resident)) return true;
      return false;
    },
    /** Runs what a habit owes to people now; returns how many responses took effect. */
    async respond(habit: Habit): Promise<number> {
      const now = await context();
      let done = 0;
      for (const { residentId, run } of habit.respond!(now.situation, residents())) {
        const resident = residents().find(({ id }) => id === residentId)!;
        if (await run(now, resident)) done += 1;
      }
      return done;
    },
  };
}

/** A demo with residents that do something only when the test asks. Rounds advance only when the test says so. */
export async function createResidentsFixture(count = 5) {
  const table = await createDemo(count);
  const { site, db } = table;
  const origin = site.origin();
  const calls = createHttpCalls({ origin, log: site.deps.log });
  let nowMs = 0;

  function start(deps: Partial<ResidentDeps> = {}, habits?: readonly Habit[]) {
    const options = { origin, random: createRandom('residents'), now: () => nowMs };
    return createResidents({ ...site.deps, ...deps }, { ...options, ...(habits !== undefined && { habits }) });
  }
  let program = start();

  const residents = (): readonly Resident[] => program.residents();
  const situation = (people = 0): Promise<Situation> => readSituation(db.sql, { people });
  const context = async (): Promise<HabitContext> => ({ calls, sql: db.sql, situation: await situation() });

  /** One step, a minute after the last. Returns the habit that was done. */
  async function step(): Promise<string | undefined> {
    nowMs += STEP_MS;
    return (await program.step()).done;
  }

  return {
    ...table,
    ...createHabitCalls(context, residents),
    start,
    residents,
    situation,
    context,
    step,
    /** Steps until something was done, because the first choice may not be possible; undefined if nothing is. */
    async nextAction(): Promise<string | undefined> {
      let done: string | undefined;
      for (let steps = 0; done === undefined && steps < STEPS_TRIED_MAX; steps++) done = await step();
      return done;
    },
    stepNow: () => program.step(),
    /** Signs the residents out and starts their program again. */
    async restart(): Promise<void> {
      await program.close();
      program = start();
    },
    async endWarmUp(): Promise<void> {
      await db.sql`update site_mode set first_started_at = now() - interval '1 hour'`;
    },
    /** Makes everything in the chat so much older. */
    async ageChat(seconds: number): Promise<void> {
      await db.sql`update chat_messages set created_at = created_at - ${seconds} * interval '1 second'`;
    },
    async close(): Promise<void> {
      await program.close();
      await site.close();
    },
  };
}

export type ResidentsFixture = Awaited<ReturnType<typeof createResidentsFixture>>;
