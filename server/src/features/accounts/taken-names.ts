import { Refusal } from '@karat/contract/refusal';
import { impersonatesStaff } from '@karat/rules/impersonation';
import type { Sql } from '#db/db.ts';
import { selectStaffNames } from './queries.ts';

/** Whether a name is kept for staff: a player must not take it. Accounts that the operator makes are not checked. */
export async function isKeptForStaff(sql: Sql, username: string): Promise<boolean> {
  return impersonatesStaff(username, await selectStaffNames(sql));
}

/** Which field of the form the other has. The client knows this very sentence. */
export function taken(path: 'username' | 'email'): Refusal {
  return new Refusal('taken', 'Validation error', { issues: [{ path, message: 'Already in use.' }] });
}
