import type { Deps } from '#deps.ts';
import { ensureDemoCases } from '#features/cases/demo-cases.ts';
import { ensureDemoItems } from '#features/items/demo-items.ts';
import { ensureDemoMissions } from '#features/missions/demo-missions.ts';

/** Creates the demo's items, cases and missions. A start that died in the middle is completed by the next one. */
export async function ensureDemoCatalogue(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  await ensureDemoItems(deps);
  await ensureDemoCases(deps);
  await ensureDemoMissions(deps);
}
