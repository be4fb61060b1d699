import type { User } from '@karat/contract/users';
import { langAttribute } from '#i18n/lang-attribute.ts';
import { Badge } from '#ui/badge.tsx';
import { useAdminText } from './words/admin-text.ts';

const tones = { active: 'success', banned: 'danger', deleted: 'neutral' } as const;

export function StateMark({ state }: Pick<User, 'state'>) {
  const { users } = useAdminText();
  return <Badge tone={tones[state]}>{users.states[state]}</Badge>;
}

/** 'Admin' or 'Kullanici', as the specification has it, or another role of staff. */
export function RoleName({ staffRole }: Pick<User, 'staffRole'>) {
  const { users } = useAdminText();
  const word = users.roles[staffRole ?? 'user'];
  return (
    <span lang={langAttribute(word)} className={staffRole === null ? undefined : 'font-semibold text-primary'}>
      {word}
    </span>
  );
}
