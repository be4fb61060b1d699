import { getSiteStatus } from '@karat/contract/site-status';
import * as contract from '@karat/contract/switches';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { addAnnouncement, editAnnouncement, endAnnouncement, listAnnouncements } from './announcements.ts';
import { listSwitches, setSwitch } from './staff.ts';

export function switchRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, staff } = createCallers(deps);

  mount(app, getSiteStatus, anyone, async () => ({ data: await deps.switches.read() }));

  mount(app, contract.getSwitches, staff, async () => ({ data: await listSwitches(deps) }));

  mount(app, contract.setSwitch, staff, async ({ params: { name }, body }, { id: actorId }) => {
    const { isOn, reason, message = null, endsAt = null } = body;
    const data = await setSwitch(deps, { name, isOn, reason, message, endsAt, actorId });
    return { message: isOn ? 'Switched on.' : 'Switched off.', data };
  });

  mount(app, contract.getAnnouncements, staff, async () => ({ data: await listAnnouncements(deps) }));

  mount(app, contract.addAnnouncement, staff, async ({ body }, { id: actorId }) => {
    const { text, startsAt, endsAt, reason } = body;
    const data = await addAnnouncement(deps, { text, startsAt, endsAt, reason, actorId });
    return { message: 'Announcement added.', data };
  });

  mount(app, contract.editAnnouncement, staff, async ({ params: { id }, body }, { id: actorId }) => {
    const { text, startsAt, endsAt, reason } = body;
    const data = await editAnnouncement(deps, { id, text, startsAt, endsAt, reason, actorId });
    return { message: 'Announcement changed.', data };
  });

  mount(app, contract.endAnnouncement, staff, async ({ params: { id }, body: { reason } }, { id: actorId }) => ({
    message: 'Announcement ended.',
    data: await endAnnouncement(deps, { id, reason, actorId }),
  }));
}
