import { fromClient } from '@karat/contract/live';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/v4/core';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await site.http.ready();
});
afterAll(() => site.close());

/** A right-to-left override, a zero-width space and a soft hyphen between words. */
const UNSEEN = /[\u202E\u200B\u00AD]/;
const SENT = 'Words that\u202E somebody\u200B writes\u00AD here';
const SHOWN = 'Words that somebody writes here';

type Field = { readonly name: string; readonly schema: z.$ZodType };

/** Every text inside a schema, by its path. */
function textsIn(name: string, schema: z.$ZodType): Field[] {
  const { def } = (schema as z.$ZodTypes)._zod;
  if (def.type === 'object') {
    return Object.entries(def.shape).flatMap(([key, inner]) => textsIn(`${name}.${key}`, inner));
  }
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return textsIn(name, def.innerType);
  if (def.type === 'array') return textsIn(`${name}[]`, def.element);
  if (def.type === 'union') return def.options.flatMap((option) => textsIn(name, option));
  if (def.type === 'pipe') {
    // A pipe that begins with a string is one field; other pipes are described by their output.
    const inner = textsIn(name, def.in);
    return inner[0]?.name === name ? [{ name, schema }] : [...inner, ...textsIn(name, def.out)];
  }
  return def.type === 'string' ? [{ name, schema }] : [];
}

function resultOf({ schema }: Field): unknown {
  const payload = schema._zod.run({ value: SENT, issues: [] }, {}) as z.ParsePayload;
  return payload.issues.length > 0 ? 'refused' : payload.value;
}

/** Texts that are never shown to others: they are compared, hashed or looked up. */
const PRIVATE: ReadonlySet<string> = new Set([
  'POST /auth/signup.password',
  'POST /auth/signup.confirmPassword',
  'POST /auth/login.username',
  'POST /auth/login.password',
  'POST /auth/changePassword.oldPassword',
  'POST /auth/changePassword.newPassword',
  'POST /auth/changePassword.confirmPassword',
  'POST /auth/setPassword.newPassword',
  'POST /auth/setPassword.confirmPassword',
  'POST /auth/resetPassword.newPassword',
  'POST /auth/resetPassword.confirmPassword',
  'POST /auth/changeEmail.password',
  'POST /auth/confirmSignIn.code',
  'POST /auth/confirmSignIn.challenge',
  'POST /auth/setUpSecondFactor.password',
  'POST /auth/confirmSecondFactor.code',
  'POST /auth/verifySecondFactor.code',
  'POST /auth/turnOffSecondFactor.code',
  'POST /auth/replaceRecoveryCodes.code',
  'POST /auth/startPasskey.password',
  'POST /auth/startPasskeySignIn.challenge',
  'POST /user/deleteAccount.username',
  'POST /user/deleteAccount.password',
  'POST /user/listItemOnMarket.itemName',
  'POST /user/listItemOnMarket.skinExterior',
  'PUT /user/setTradeUrl.tradeUrl',
  'POST /match/events.event',
  'POST /match/events.matchid',
  'POST /admin/searchItems.market_hash_name',
  'PUT /admin/setStaffRole.username',
  'SET_TOPICS.topics[]',
]);

/** Texts that other people read. */
const SHOWN_FIELDS: readonly string[] = [
  'POST /admin/addAnnouncement.reason',
  'POST /admin/addAnnouncement.text.en',
  'POST /admin/addAnnouncement.text.tr',
  'POST /admin/endAnnouncement/:id.reason',
  'POST /admin/setCasePaused/:id.reason',
  'POST /admin/setSwitch/:name.message.en',
  'POST /admin/setSwitch/:name.message.tr',
  'POST /admin/setSwitch/:name.reason',
  'PUT /admin/editAnnouncement/:id.reason',
  'PUT /admin/editAnnouncement/:id.text.en',
  'PUT /admin/editAnnouncement/:id.text.tr',
  'POST /admin/addNewCase.caseName',
  'POST /admin/addNewItem.itemName',
  'POST /admin/addNewItem.skinName',
  'POST /admin/addNewMission.description',
  'POST /admin/addNewMission.title',
  'POST /admin/addNewMission.type',
  'POST /admin/addNote/:userId.text',
  'POST /admin/adjustBalance.reason',
  'POST /admin/cancelTradeOffer/:offerId.reason',
  'POST /admin/clearFlag.reason',
  'POST /admin/decideAdjustment/:adjustmentId.reason',
  'POST /admin/muteUser.reason',
  'POST /admin/releaseExclusion.reason',
  'POST /admin/removeListing/:listingId.reason',
  'POST /admin/removeSecondFactor.reason',
  'POST /admin/setUserState.reason',
  'POST /admin/signOutUser.reason',
  'POST /admin/voidGameRoom/:roomId.reason',
  'POST /auth/addPasskey.name',
  'POST /auth/createTicket.message',
  'POST /auth/createTicket.title',
  'POST /auth/sendTicketMessage/:id.message',
  'POST /rcon/cmd.cmd',
  'PUT /admin/editCase/:id.caseName',
  'PUT /admin/editItem/:id.itemName',
  'PUT /admin/editItem/:id.skinName',
  'PUT /admin/editMission/:id.description',
  'PUT /admin/editMission/:id.title',
  'PUT /admin/editMission/:id.type',
  'SEND_GAME_ROOM_MESSAGE.message',
  'SEND_MESSAGE.message',
];

describe('every text in the contract', () => {
  function fields(): Field[] {
    const calls = site.http.karat.calls.flatMap(({ endpoint: { method, path, body } }) =>
      body === undefined ? [] : textsIn(`${method} ${path}`, body),
    );
    const events = Object.entries(fromClient).flatMap(([name, schema]) => textsIn(name, schema));
    return [...calls, ...events];
  }

  test('that others read is stripped of invisible characters or refused with them', () => {
    const unsafe = fields().filter((field) => !PRIVATE.has(field.name) && UNSEEN.test(String(resultOf(field))));
    expect(unsafe.map(({ name }) => name)).toEqual([]);
  });

  test('that people write freely is cleaned instead of refused', () => {
    const cleaned = fields().filter((field) => resultOf(field) === SHOWN);
    expect(cleaned.map(({ name }) => name).toSorted()).toEqual(SHOWN_FIELDS.toSorted());
  });
});
