import type { ChosenItem } from '@karat/contract/case-forms';
import * as contract from '@karat/contract/cases';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { storedImage } from '#http/images.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import {
  addCase,
  describeCase,
  editCase,
  listCases,
  listAdminCases,
  readCasePreview,
  type CaseInput,
} from './cases.ts';
import { setCasePaused } from './pausing.ts';
import { requiredWithdrawalEdge } from './saving.ts';

type CaseForm = {
  readonly caseName: string;
  readonly casePrice: number;
  readonly caseImgUrl: string;
  readonly items: readonly ChosenItem[];
};

export function caseRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, staff } = createCallers(deps);
  const { env, db } = deps;
  const origin = (request: FastifyRequest): string => originOf(request.headers, env);
  app.karat.previews.set('case', async (params, siteOrigin) => {
    const { data } = contract.getCaseByName.params.safeParse(params);
    return data && readCasePreview(db.sql, data.caseName, siteOrigin);
  });

  function caseInputOf(form: CaseForm, { id: actorId }: Caller, request: FastifyRequest): CaseInput {
    const image = storedImage(form.caseImgUrl, request.headers, env);
    const { caseName: name, casePrice: price, items } = form;
    return { actorId, origin: origin(request), name, price, image, items };
  }

  mount(app, contract.getAllCases, anyone, ({ query }, _, request) => listCases(db.sql, query, origin(request)));

  mount(app, contract.getCaseByName, anyone, async ({ params }, _, request) => ({
    data: await describeCase(db.sql, params.caseName, origin(request)),
  }));

  mount(app, contract.adminGetAllCases, staff, async ({ query }, _, request) => ({
    ...(await listAdminCases(db.sql, query, origin(request))),
    minWithdrawalEdge: requiredWithdrawalEdge(deps) ?? null,
  }));

  mount(app, contract.addNewCase, staff, async ({ body }, caller, request) => ({
    message: 'Case created!',
    data: await addCase(deps, caseInputOf(body, caller, request)),
  }));

  mount(app, contract.editCase, staff, async ({ params, body }, caller, request) => ({
    message: 'Case updated successfully!',
    data: await editCase(deps, { id: params.id, ...caseInputOf(body, caller, request) }),
  }));

  mount(app, contract.setCasePaused, staff, async ({ params: { id }, body }, { id: actorId }) => {
    await setCasePaused(deps, { id, ...body, actorId });
    return { message: body.isPaused ? 'Case paused.' : 'Case resumed.' };
  });
}
