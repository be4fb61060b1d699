import { expect, onTestFinished, test } from 'vitest';
import { openClient } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#log.ts';
import { createEarlierDatabase } from '#testing/earlier-database.ts';

const log = createLog('silent');

test('admins of the previous version keep their role, also when its steps run again', async () => {
  const database = await createEarlierDatabase('staff_roles');
  onTestFinished(() => database.drop());
  const client = await openClient(database.connection);
  onTestFinished(() => client.end());
  await client.query(`
    insert into players (username, username_key, role)
    values ('boss', 'boss', 'admin'), ('ayse', 'ayse', 'user')`);
  await migrate(database.connection, log);
  // As after an interruption before the last step was recorded.
  await client.query(`delete from migrations where name like '%_staff_roles.sql'`);
  await migrate(database.connection, log);
  // The previous version adds an admin and promotes a player while it still runs.
  await client.query(`insert into players (username, username_key, role) values ('can', 'can', 'admin')`);
  await client.query(`update players set role = 'admin' where username = 'ayse'`);
  const { rows } = await client.query('select username, role, staff_role from players order by username');
  expect(rows).toEqual([
    { username: 'ayse', role: 'admin', staff_role: 'admin' },
    { username: 'boss', role: 'admin', staff_role: 'admin' },
    { username: 'can', role: 'admin', staff_role: 'admin' },
  ]);
});
