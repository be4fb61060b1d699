import clsx from 'clsx';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton, keepOpenForToasts, useFocusReturn } from './modal.tsx';

type SheetProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  side: 'bottom' | 'right';
  /** Content beside the title. */
  aside?: ReactNode;
  children: ReactNode;
};

const sides = {
  bottom: 'motion-sheet-bottom inset-x-0 bottom-0 max-h-[88dvh] rounded-t-xl border-t',
  right: 'motion-sheet-right inset-y-0 right-0 w-full h-dvh md:w-100 md:border-l',
};

/** A modal that slides in from an edge, for small screens. */
export function Sheet({ isOpen, onClose, title, side, aside, children }: SheetProps) {
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="motion-backdrop fixed inset-0 z-60 bg-[#05070cc4]" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          onInteractOutside={keepOpenForToasts}
          className={clsx('fixed z-60 flex flex-col border-line bg-bg-1 shadow-pop outline-none', sides[side])}
        >
          <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4">
            <Dialog.Title className="font-display text-base font-bold">{title}</Dialog.Title>
            <div className="flex grow items-center">{aside}</div>
            <div className="mt-1">
              <CloseButton />
            </div>
          </div>
          <div className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]">
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
