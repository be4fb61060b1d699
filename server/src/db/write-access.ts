import type { Session } from './session.ts';

/** Not `for update`, `for no key update` or `do update`. */
const CHANGES =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?"?(\w+)/gi;

/** The tables that a statement changes by its text. */
export function changedTables(text: string): string[] {
  return [...text.matchAll(CHANGES)].map(([, table]) => table!.toLowerCase());
}

export type WriteAccess = {
  /** Whether a statement changes a table; throws if it may not. */
  isWrite(strings: TemplateStringsArray): boolean;
  /** The session with every statement checked. */
  limit(session: Session): Session;
};

/**
 * Lets a process change only some tables. Its connections are read-only, so PostgreSQL refuses a statement that changes something
 * outside of a transaction, and every statement of a transaction is checked here.
 */
export function createWriteAccess(tables: readonly string[]): WriteAccess {
  const writable = new Set(tables);
  const changes = new WeakMap<TemplateStringsArray, readonly string[]>();

  function isWrite(strings: TemplateStringsArray): boolean {
    const changed = changes.get(strings) ?? changedTables(strings.join(' '));
    changes.set(strings, changed);
    const refused = changed.find((table) => !writable.has(table));
    if (refused !== undefined) throw new Error(`this process may not change the table ${refused}`);
    return changed.length > 0;
  }

  return {
    isWrite,
    limit: (session) => ({
      ...session,
      get isBroken() {
        return session.isBroken;
      },
      sql(strings, ...values) {
        isWrite(strings);
        return session.sql(strings, ...values);
      },
    }),
  };
}
