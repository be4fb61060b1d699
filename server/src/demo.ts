import type { Deps } from '#deps.ts';
import { ensureDemoCases } from '#features/cases/demo-cases.ts';
import { ensureDemoItems } from '#features/items/demo-items.ts';
import { ensureDemoMissions } from '#features/missions/demo-missions.ts';

/** What the demo offers. A start that died in the middle is made good by the next one. */
export async function ensureDemoCatalogue(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  await ensureDemoItems(deps);
  await ensureDemoCases(deps);
  await ensureDemoMissions(deps);
}
