import * as contract from '@karat/contract/servers';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { listServers, readStatus, sendCommand } from './servers.ts';

export function serverRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);

  mount(app, contract.getGameServers, staff, async () => ({ data: await listServers(deps) }));

  mount(app, contract.checkStatus, staff, async ({ query }) => ({ data: await readStatus(deps, query.serverId) }));

  mount(app, contract.sendCommand, staff, async ({ body }, { id: actorId }) => ({
    message: 'Rcon command successfully executed',
    data: await sendCommand(deps, {
      actorId,
      serverId: body.serverId,
      cmd: body.cmd,
      isConfirmed: body.isConfirmed ?? false,
    }),
  }));
}
