import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useText } from '#i18n/i18n.ts';
import { Button } from './button.tsx';

type ModalButtonsProps = {
  onCancel: () => void;
  /** `Cancel` by default. */
  cancelLabel?: string;
  /** Without it the second button submits the form around it. */
  onConfirm?: () => void;
  variant?: 'primary' | 'danger';
  isPending?: boolean;
  disabled?: boolean;
  className?: string;
  /** The label of the second button. */
  children: ReactNode;
};

/** The two buttons at the end of a modal: cancel, and confirm. */
export function ModalButtons(props: ModalButtonsProps) {
  const {
    onCancel,
    cancelLabel,
    onConfirm,
    variant = 'primary',
    isPending = false,
    disabled = false,
    className,
    children,
  } = props;
  const t = useText();
  return (
    <div className={clsx('flex flex-wrap justify-end gap-3', className)}>
      <Button onClick={onCancel}>{cancelLabel ?? t.common.cancel}</Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        variant={variant}
        isPending={isPending}
        disabled={disabled}
        {...(onConfirm && { onClick: onConfirm })}
      >
        {children}
      </Button>
    </div>
  );
}
