import { STAFF_ROLES, type StaffRole } from '@karat/contract/staff';
import type { UserInfo } from '@karat/contract/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { changeRole } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

const ROLES = ['user', ...STAFF_ROLES] as const;
type Role = (typeof ROLES)[number];

const staffRoleOf = (role: Role): StaffRole | null => (role === 'user' ? null : role);

type RoleModalProps = { user: Pick<UserInfo, 'id' | 'username' | 'staffRole'>; onClose: () => void };

/** Chooses and confirms what an account may do for the site. */
export function RoleModal({ user: { id, username, staffRole }, onClose }: RoleModalProps) {
  const t = useText();
  const { users } = useAdminText();
  const [role, setRole] = useState<Role>(staffRole ?? 'user');
  const changing = useMutation({
    mutationFn: (chosen: Role) => changeRole(id, staffRoleOf(chosen)),
    onSuccess: (_, chosen) => {
      showToast('success', users.roleChanged(username, users.roles[chosen]));
      onClose();
    },
    onError: (error) => showError(t, error),
  });
  return (
    <Modal isOpen onClose={onClose} title={users.changeRoleTitle(username)} text={users.changeRoleText}>
      <RadioCards
        label={users.role}
        name="staff-role"
        cards={ROLES.map((value) => ({ value, label: users.roles[value], text: users.roleHints[value] }))}
        value={role}
        onChoose={setRole}
      />
      <ModalButtons
        className="mt-5"
        onCancel={onClose}
        variant="danger"
        disabled={staffRoleOf(role) === staffRole}
        isPending={changing.isPending}
        onConfirm={() => changing.mutate(role)}
      >
        {users.saveRole}
      </ModalButtons>
    </Modal>
  );
}
