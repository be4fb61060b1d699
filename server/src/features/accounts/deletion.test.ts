import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addItem, findBreaches, addToInventory, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { sendEmails } from '#testing/email-queue.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { openTab } from '#testing/tab.ts';
import { verifyEmail } from '#testing/verified-email.ts';
import { startSession } from './sessions.ts';
import { signInWithSteam } from './steam-sign-in.ts';

let table: RouletteFixture;
let calls: ReturnType<typeof saferPlayCalls>;
let port: number;
beforeAll(async () => {
  table = await createRouletteFixture({ PLATFORM: 'sandbox', DEMO: '0' });
  calls = saferPlayCalls(table.site);
  port = await table.site.listen();
});
afterAll(() => table.close());

const sql: RouletteFixture['db']['sql'] = (strings, ...values) => table.db.sql(strings, ...values);
const PASSWORD = 'long enough';
const STEAM_ID = '76561198700000001';

let accountCount = 0;
async function signUp(username = `leaver${(accountCount += 1)}`, email = `${username}@karat.example`) {
  const payload = { email, username, password: PASSWORD };
  const reply = await table.site.http.inject({ method: 'POST', url: '/auth/signup', payload });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const { token } = JSON.parse(reply.body) as { token: string };
  const { id } = (await table.site.deps.sessions.find(token))!;
  await sql`update players set steam_id = null where id = ${id}`;
  return { id, username, email, token, headers: { authorization: `Bearer ${token}` } };
}
type SignedInPlayer = Awaited<ReturnType<typeof signUp>>;

const remove = (who: SignedInPlayer, changed: object = {}) =>
  calls.call(who, 'POST', '/user/deleteAccount', { username: who.username, password: PASSWORD, ...changed });
const outcome = async (answer: ReturnType<typeof remove>) => {
  const { status, body } = await answer;
  return [status, body.code ?? body.message];
};
const DELETED = [200, 'Your account was deleted.'];

/** All rows of the database that contain a text, by table. */
async function rowsContaining(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const query = `select from "${name}" as entry where entry::text ilike '%${text}%' limit 1`;
    const rows = await table.db.sql(Object.assign([query], { raw: [query] }));
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('a deletion', () => {
  test('removes what the player chose for the public profile', async () => {
    const player = await signUp();
    const choices = { hidesEverything: false, hidesDrops: true, hidesMatches: false, hidesMissions: false };
    const payload = { ...choices, hidesRatingCurve: false, showsSteamProfile: false };
    expect((await calls.call(player, 'PUT', '/user/setProfilePrivacy', payload)).status).toBe(200);
    expect(await sql`select from profile_privacy where player_id = ${player.id}`).toHaveLength(1);
    expect(await outcome(remove(player))).toEqual(DELETED);
    expect(await sql`select from profile_privacy where player_id = ${player.id}`).toEqual([]);
  });

  test('requires name and password', async () => {
    const player = await signUp();
    expect(await outcome(remove(player, { username: 'another-name' }))).toEqual([400, 'invalid']);
    expect(await outcome(remove(player, { password: 'another one' }))).toEqual([400, 'wrong_password']);
    expect(await outcome(remove(player, { password: undefined }))).toEqual([400, 'wrong_password']);
    expect(await outcome(remove(player, { username: player.username.toUpperCase() }))).toEqual(DELETED);
    const reply = await table.site.http.inject({ method: 'POST', url: '/user/deleteAccount', payload: {} });
    expect(reply.statusCode).toBe(401);
  });

  test('requires a recent Steam sign-in from players without a password', async () => {
    const client = { device: '', address: '127.0.0.1', deviceToken: undefined };
    const { token, user } = await signInWithSteam(table.site.deps, { steamId: STEAM_ID, profile: undefined, client });
    const { id, sessionId } = (await table.site.deps.sessions.find(token))!;
    const player = { ...(await signUp()), id, username: user.username, headers: { authorization: `Bearer ${token}` } };
    await sql`update sessions set steam_signed_in_at = now() - interval '11 minutes' where id = ${sessionId}`;
    expect(await outcome(remove(player))).toEqual([409, 'stale_sign_in']);
    await sql`update sessions set steam_signed_in_at = now() where id = ${sessionId}`;
    expect(await outcome(remove(player, { password: undefined }))).toEqual(DELETED);
    expect(await rowsContaining(STEAM_ID)).toEqual([]);
    // The Steam account may sign up again as a new one.
    const again = await signInWithSteam(table.site.deps, { steamId: STEAM_ID, profile: undefined, client });
    expect((await table.site.deps.sessions.find(again.token))!.id).not.toBe(id);
  });

  test('is refused to staff', async () => {
    const player = await signUp();
    await sql`update players set role = 'admin' where id = ${player.id}`;
    expect(await outcome(remove(player))).toEqual([403, 'forbidden']);
  });

  test('leaves no name, e-mail or device anywhere, and frees name and e-mail for others', async () => {
    const player = await signUp('Vanishing_One', 'vanishing@karat.example');
    const ticket = { title: 'Help me', message: 'Where do my things go?' };
    expect((await calls.call(player, 'POST', '/auth/createTicket', ticket)).status).toBe(200);
    const tab = openTab(port, { token: player.token });
    const other = openTab(port);
    await Promise.all([tab.connected(), other.connected()]);
    tab.emit('SEND_MESSAGE', { message: 'i was here' });
    const { id: messageId } = await other.next('NEW_MESSAGE');
    const cut = tab.disconnected();

    expect(await outcome(remove(player))).toEqual(DELETED);
    expect((await other.next('MESSAGE_DELETED')).id).toBe(messageId);
    expect(await cut).toBe('io server disconnect');
    other.close();
    for (const text of ['vanishing', 'i was here']) expect(await rowsContaining(text)).toEqual([]);
    const [row] =
      await sql`select username, state, password_hash as "passwordHash" from players where id = ${player.id}`;
    expect(row).toEqual({ username: `deleted-${player.id}`, state: 'deleted', passwordHash: null });
    expect(await sql`select from sessions where player_id = ${player.id}`).toEqual([]);
    expect(await sql`select from tickets where player_id = ${player.id}`).toHaveLength(1);
    expect((await calls.call(player, 'GET', '/auth/me')).status).toBe(401);

    const payload = { username: player.username, password: PASSWORD };
    const login = await table.site.http.inject({ method: 'POST', url: '/auth/login', payload });
    expect(login.statusCode).toBe(401);
    const again = await signUp('Vanishing_One', 'vanishing@karat.example');
    expect(again.id).not.toBe(player.id);
  });

  test("removes the player's messages from all room pages", async () => {
    const [host, player] = [await signUp(), await signUp()];
    await sql`update players set steam_id = '76561198700000009' where id = ${host.id}`;
    const form = { map: 'awp_lego', player_count: '1v1', server_location: 'istanbul', ticketPrice: 0 };
    const { roomId } = (await calls.call(host, 'POST', '/room/createGameRoom', form)).body as unknown as {
      roomId: number;
    };
    const [tab, other] = [openTab(port, { token: player.token }), openTab(port)];
    await Promise.all([tab.connected(), other.connected()]);
    other.emit('JOIN_GAME_ROOM', { roomId });
    await other.next('ROOM_DATA');
    tab.emit('SEND_GAME_ROOM_MESSAGE', { roomId, message: 'i was in here' });
    const { id } = await other.next('NEW_GAME_ROOM_MESSAGE');
    expect(await outcome(remove(player))).toEqual(DELETED);
    expect(await other.next('GAME_ROOM_MESSAGE_DELETED')).toEqual({ roomId, id });
    expect(await rowsContaining('i was in here')).toEqual([]);
    for (const each of [tab, other]) each.close();
  });

  test('is recorded for staff without the name', async () => {
    const player = await signUp();
    await remove(player);
    const events = await sql`select event, details from site_events where player_id = ${player.id} order by id`;
    expect(events.at(-1)).toEqual({ event: 'account.deletion', details: null });
  });

  test('keeps the exclusion of a player who verifies the same e-mail later', async () => {
    const player = await signUp('excluded_one', 'excluded@karat.example');
    await verifyEmail(table.site.deps, player);
    await calls.call(player, 'POST', '/user/excludeMyself', { months: 6 });
    const { excludedUntil } = await calls.state(player);
    expect(await outcome(remove(player))).toEqual(DELETED);
    const again = await signUp('excluded_two', 'Excluded@karat.example');
    await verifyEmail(table.site.deps, again);
    expect((await calls.state(again)).excludedUntil).toBe(excludedUntil);
    expect((await rowsContaining('excluded@')).toSorted()).toEqual(['email_links', 'emails', 'players']);
  });

  test('erases e-mails, those that were sent and those that wait', async () => {
    const player = await signUp();
    await sendEmails(table.site);
    await calls.call(player, 'POST', '/auth/requestEmailVerification', {});
    await calls.call(player, 'POST', '/auth/requestPasswordReset', { email: player.email });
    const before = ['email_links', 'emails', 'password_reset_requests', 'players', 'sandbox_emails'];
    expect((await rowsContaining(player.email)).toSorted()).toEqual(before);
    expect(await outcome(remove(player))).toEqual(DELETED);
    expect(await rowsContaining(player.email)).toEqual([]);
  });

  test('keeps a break, so that the player cannot play on with a new account', async () => {
    const player = await signUp('resting_one', 'resting@karat.example');
    await verifyEmail(table.site.deps, player);
    await calls.call(player, 'POST', '/user/takeBreak', { days: 42 });
    const { breakUntil } = await calls.state(player);
    expect(await outcome(remove(player))).toEqual(DELETED);
    const again = await signUp('resting_two', 'resting@karat.example');
    await verifyEmail(table.site.deps, again);
    expect(await calls.state(again)).toMatchObject({ breakUntil, excludedUntil: null });
    await creditWelcomeDiamonds(table.site.deps, again.id, 100);
    await table.open();
    expect((await table.bet(again, 'red', 10)).body.code).toBe('on_break');
    await table.refund();
  });

  test('closes listings and orders, and keeps balance and skins in the books', async () => {
    const player = await signUp();
    await creditWelcomeDiamonds(table.site.deps, player.id, 5_000);
    const itemId = await addItem(table.db, { skinName: 'Leaving' });
    const [listed, owned] = [
      await addToInventory(table.db, { playerId: player.id, itemId }),
      await addToInventory(table.db, { playerId: player.id, itemId }),
    ];
    const listing = await calls.call(player, 'POST', '/user/listItemOnMarket', { itemId: listed, price: 700 });
    expect(listing.status).toBe(200);
    const ordered = await addItem(table.db, { skinName: 'Ordered' });
    expect((await calls.call(player, 'POST', '/user/createBuyOrder', { itemId: ordered, price: 10 })).status).toBe(200);
    expect(await outcome(remove(player))).toEqual(DELETED);
    expect(await sql`select from listings where seller_id = ${player.id} and state = 'OPEN'`).toEqual([]);
    expect(await sql`select from buy_orders where player_id = ${player.id} and state = 'OPEN'`).toEqual([]);
    const items = await sql<{ id: number; state: string }>`
      select id, state from inventory where player_id = ${player.id} order by id`;
    expect(items).toEqual([
      { id: listed, state: 'OWNED' },
      { id: owned, state: 'OWNED' },
    ]);
    const [wallet] = await sql`select balance from wallets where player_id = ${player.id}`;
    expect(wallet).toEqual({ balance: 5_000 });
  });
});

describe('a deletion is refused or waits', () => {
  async function rich(): Promise<SignedInPlayer> {
    const player = await signUp();
    await creditWelcomeDiamonds(table.site.deps, player.id, 5_000);
    return player;
  }

  test('while the player has a seat in a room', async () => {
    const player = await rich();
    await sql`update players set steam_id = '76561198700000002' where id = ${player.id}`;
    const form = { map: 'awp_lego', player_count: '1v1', server_location: 'istanbul', ticketPrice: 100 };
    const { body } = await calls.call(player, 'POST', '/room/createGameRoom', form);
    const { roomId } = body as unknown as { roomId: number };
    expect(await outcome(remove(player))).toEqual([409, 'account_busy']);
    await calls.call(player, 'POST', `/room/leaveGameRoom/${roomId}`, {});
    expect(await outcome(remove(player))).toEqual(DELETED);
  });

  test('while the player has a bet in a round', async () => {
    const player = await rich();
    const round = await table.open();
    expect((await table.bet(player, 'red', 100)).status).toBe(200);
    expect(await outcome(remove(player))).toEqual([409, 'account_busy']);
    await table.steps.close(round);
    await table.steps.draw(round);
    await table.steps.settle(round);
    expect(await outcome(remove(player))).toEqual(DELETED);
  });

  test('while a trade offer is not final', async () => {
    const player = await rich();
    const offer = (state: string, isLookedAt: boolean) => sql`
      insert into trade_offers (kind, player_id, state, code, steam_id, trade_token, amount, check_at)
      values ('deposit', ${player.id}, ${state}, ${`code ${state}`}, '76561198700000003', 'abcdefgh', 5,
              case when ${isLookedAt} then now() end)`;
    await offer('FINAL', false);
    await offer('SENT', true);
    expect(await outcome(remove(player))).toEqual([409, 'account_busy']);
    await sql`update trade_offers set state = 'DECLINED', check_at = null where player_id = ${player.id} and state = 'SENT'`;
    expect(await outcome(remove(player))).toEqual(DELETED);
    expect(await rowsContaining('76561198700000003')).toEqual([]);
    await sql`delete from trade_offers where player_id = ${player.id}`;
  });

  test('while the account is flagged', async () => {
    const player = await rich();
    await sql`update players set flagged_at = now() where id = ${player.id}`;
    expect(await outcome(remove(player))).toEqual([409, 'account_busy']);
  });

  test('with concurrent bets, after which no diamond moves', async () => {
    for (let time = 0; time < 5; time++) {
      const player = await rich();
      const round = await table.open();
      const session = { playerId: player.id, device: '', address: '', isBySteam: false };
      const token = await table.db.transaction((tx) => startSession(tx, session));
      const second = { id: player.id, headers: { authorization: `Bearer ${token}` } };
      const [removed, ...bets] = await Promise.all([
        remove(player),
        ...Array.from({ length: 10 }, () => table.bet(second, 'red', 100)),
      ]);
      const taken = bets.filter(({ status }) => status === 200).length;
      if (removed.status === 200) expect(taken).toBe(0);
      else expect(removed.body.code).toBe('account_busy');
      await table.steps.close(round);
      await table.steps.draw(round);
      await table.steps.settle(round);
    }
  });
});

test('leaves the books correct', async () => {
  // Except for the items, which the test created without openings.
  expect((await findBreaches(table.db)).filter((breach) => !breach.startsWith('I13 '))).toEqual([]);
});
