import type { AdminCase } from '@karat/contract/cases';
import type { Item } from '@karat/contract/items';
import type { LightMyRequestResponse } from 'fastify';
import { addPlayer, type TestPlayer } from './fixtures.ts';
import type { TestSite } from './test-site.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Body = Record<string, unknown>;

/** Adds an admin, with their calls about items and cases. */
export async function createStaffCalls(site: TestSite) {
  const { db } = site.deps;
  const admin = await addPlayer(db);
  await db.sql`update players set role = 'admin' where id = ${admin.id}`;
  let keyCount = 0;

  function call(method: Method, url: string, payload?: unknown, who: TestPlayer | undefined = admin) {
    return site.http.inject({
      method,
      url,
      headers: who.headers,
      ...(payload === undefined ? {} : { payload: payload as Body }),
    });
  }

  /** A valid form, each time for a new skin. */
  const itemForm = (changed: Body = {}): Body => ({
    itemName: 'AK-47',
    skinName: `Finish ${(keyCount += 1)}`,
    itemImgUrl: 'https://pictures.example/ak.png',
    skinExterior: 'Field-Tested',
    skinRarity: 'Classified',
    weaponType: 'Rifle',
    itemPrice: 1_000,
    ...changed,
  });

  const caseForm = (items: readonly object[], changed: Body = {}): Body => ({
    caseName: `Case ${(keyCount += 1)}`,
    casePrice: 1_000,
    caseImgUrl: 'https://pictures.example/case.png',
    items,
    ...changed,
  });

  async function fetchData<Data>(reply: Promise<LightMyRequestResponse>): Promise<Data> {
    const { statusCode, body } = await reply;
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
    return (JSON.parse(body) as { data: Data }).data;
  }

  return {
    admin,
    call,
    itemForm,
    caseForm,
    addItem: (changed: Body = {}) => fetchData<Item>(call('POST', '/admin/addNewItem', itemForm(changed))),
    addCase: (items: readonly object[], changed: Body = {}) =>
      fetchData<AdminCase>(call('POST', '/admin/addNewCase', caseForm(items, changed))),
  };
}

export type StaffCalls = Awaited<ReturnType<typeof createStaffCalls>>;
