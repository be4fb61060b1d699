import { WAITING_SENTENCE } from '@karat/contract/adjustments';
import * as contract from '@karat/contract/missions';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { imageUrl, storedImage } from '#http/images.ts';
import { mountMoneyFlow } from '#http/mount-money.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { claimMission } from './claims.ts';
import {
  addMission,
  requestMissionApproval,
  editMission,
  listAllMissions,
  type MissionForm,
} from './mission-editing.ts';
import { listMissions } from './mission-progress.ts';

export function missionRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, player, staff } = createCallers(deps);
  const { db, env } = deps;

  function withImageUrl(mission: contract.AdminMission, request: FastifyRequest): contract.AdminMission {
    const image = imageUrl(mission.image, originOf(request.headers, env));
    return { ...mission, image, missionImg: image };
  }

  type Form = Omit<MissionForm, 'image'> & { readonly missionImg: string };

  function missionFormOf({ missionImg, ...form }: Form, request: FastifyRequest): MissionForm {
    return { ...form, image: storedImage(missionImg, request.headers, env) };
  }

  mount(app, contract.getAllMissions, anyone, async (_, caller, request) => {
    const origin = originOf(request.headers, env);
    return { data: await listMissions(db.sql, { playerId: caller?.id, origin }) };
  });

  mountMoneyFlow(app, deps, contract.claimMission, player, ({ params }, { id: playerId }, _, commit) => {
    const claimed = commit(async (tx) => {
      const reward = await claimMission(tx, deps, { playerId, ...params });
      return { message: 'Reward claimed.', reward };
    });
    return claimed.catch(async (error: unknown) => {
      // The refused claim was rolled back, so the request to a second person is a commit of its own.
      if (error instanceof Refusal && error.code === 'awaiting_approval')
        await requestMissionApproval(deps, params.missionId);
      throw error;
    });
  });

  mount(app, contract.adminGetAllMissions, staff, async ({ query }, _, request) => {
    const { data, pagination } = await listAllMissions(db.sql, query);
    return { data: data.map((mission) => withImageUrl(mission, request)), pagination };
  });

  mount(app, contract.addNewMission, staff, async ({ body }, { id: actorId }, request) => {
    const mission = await addMission(deps, { actorId, form: missionFormOf(body, request) });
    if ('state' in mission) return { message: WAITING_SENTENCE, data: mission };
    return { message: 'Mission added successfully', data: withImageUrl(mission, request) };
  });

  mount(app, contract.editMission, staff, async ({ params, body }, { id: actorId }, request) => {
    const { isActive, ...form } = body;
    const mission = await editMission(deps, { id: params.id, actorId, form: missionFormOf(form, request), isActive });
    if ('state' in mission) return { message: WAITING_SENTENCE, data: mission };
    return { message: 'MIssion updated successfully!', data: withImageUrl(mission, request) };
  });
}
