import { Refusal } from '@karat/contract/refusal';
import { impersonatesStaff } from '@karat/rules/impersonation';
import type { Sql } from '#db/db.ts';
import { selectStaffNames } from './queries.ts';

/** Whether a name is reserved for staff. Accounts created by the operator are not checked. */
export async function isReservedForStaff(sql: Sql, username: string): Promise<boolean> {
  return impersonatesStaff(username, await selectStaffNames(sql));
}

/** Names the form field whose value is in use. The client compares this sentence, so it must not change. */
export function takenRefusal(path: 'username' | 'email'): Refusal {
  return new Refusal('taken', 'Validation error', { issues: [{ path, message: 'Already in use.' }] });
}
