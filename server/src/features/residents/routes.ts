import * as contract from '@karat/contract/residents';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { readResidents, setResidents } from './residents.ts';

export function residentRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, staff } = createCallers(deps);

  mount(app, contract.getResidents, anyone, async () => ({ data: await readResidents(deps) }));

  mount(app, contract.setResidents, staff, async ({ body: { isOn } }, { id: actorId }) => {
    await setResidents(deps, { isOn, actorId });
    return { message: isOn ? 'Residents are on.' : 'Residents are off.', data: { isOn } };
  });
}
