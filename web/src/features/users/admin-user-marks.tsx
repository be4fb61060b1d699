import type { User } from '@karat/contract/users';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import { langOf } from '#i18n/lang-of.ts';
import { Badge } from '#ui/badge.tsx';

const tones = { active: 'success', banned: 'danger', deleted: 'neutral' } as const;

export function StateMark({ state }: Pick<User, 'state'>) {
  const { users } = useDeskText();
  return <Badge tone={tones[state]}>{users.states[state]}</Badge>;
}

/** 'Admin' or 'Kullanici'. */
export function RoleWord({ role }: Pick<User, 'role'>) {
  const { users } = useDeskText();
  const word = users.roles[role];
  return (
    <span lang={langOf(word)} className={role === 'admin' ? 'font-semibold text-primary' : undefined}>
      {word}
    </span>
  );
}

/** An account that no person stands behind. */
export function SandboxMark() {
  const { users } = useDeskText();
  return <Badge>{users.sandbox}</Badge>;
}
