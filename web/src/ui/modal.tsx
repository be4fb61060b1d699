import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from './icon-button.tsx';

type ModalProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** A sentence under the title. */
  text?: string;
  width?: 'normal' | 'picker';
  /** A short question without fields: on a phone it is at the lower edge, as high as its content. */
  isQuestion?: boolean;
  /** Gets the focus on close if the opener is gone or disabled by then; `main` by default. */
  fallbackFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** The site's modal: traps focus, closes on Esc, backdrop and x, and returns focus to what opened it. */
export function Modal(props: ModalProps) {
  const { isOpen, onClose, title, text, width = 'normal', isQuestion = false, fallbackFocus, children } = props;
  const focus = useFocusReturn(fallbackFocus);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="motion-backdrop fixed inset-0 z-60 bg-[#05070cc4] backdrop-blur-[3px]" />
        <div className="pointer-events-none fixed inset-0 z-60 grid sm:place-items-center sm:p-6">
          <Dialog.Content
            {...focus}
            {...(text === undefined && { 'aria-describedby': undefined })}
            onInteractOutside={keepOpenForToasts}
            className={clsx(
              'motion-modal pointer-events-auto relative flex w-full flex-col overflow-hidden bg-bg-1 outline-none',
              isQuestion ? 'max-h-dvh max-sm:self-end max-sm:rounded-t-xl' : 'h-dvh',
              'sm:pop-surface sm:h-auto sm:max-h-[calc(100dvh-48px)] sm:rounded-xl sm:bg-bg-1',
              width === 'normal' ? 'sm:max-w-130' : 'sm:max-w-220',
            )}
          >
            <div className="flex items-start gap-4 px-5 pt-5 pb-4 sm:px-7 sm:pt-6">
              <div className="min-w-0 grow">
                <Dialog.Title className="font-display text-h1-small font-bold">{title}</Dialog.Title>
                {text !== undefined && <Dialog.Description className="mt-1 text-fg-2">{text}</Dialog.Description>}
              </div>
              <CloseButton />
            </div>
            <div className="min-h-0 grow overflow-y-auto overscroll-contain px-5 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:px-7 sm:pb-7">
              {children}
            </div>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function CloseButton() {
  const t = useText();
  return (
    <Dialog.Close asChild>
      <IconButton label={t.common.close} variant="bare" className="-mt-1 -mr-2">
        <X size={20} aria-hidden />
      </IconButton>
    </Dialog.Close>
  );
}

/** Remembers what had the focus, because a dialog opened from state would otherwise drop it to the body on close. */
export function useFocusReturn(fallbackFocus?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      const field =
        event.currentTarget instanceof Element
          ? event.currentTarget.querySelector<HTMLElement>('input:not([hidden])')
          : null;
      // Focuses the first input of a form, but not on touch screens, where the keyboard would cover the rest.
      if (field === null || !window.matchMedia('(pointer: fine)').matches) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const canTake = opener.current?.isConnected === true && !opener.current.matches(':disabled');
      const target = canTake ? opener.current : (fallbackFocus?.current ?? document.querySelector('main'));
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

/** Keeps the modal open when a toast above it is clicked, because that click is not on the backdrop. */
export function keepOpenForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('.Toastify') !== null) event.preventDefault();
}
