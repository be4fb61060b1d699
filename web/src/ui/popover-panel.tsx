import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';

type PopoverPanelProps = {
  /** A single button. */
  trigger: ReactNode;
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A titled panel under a button. Content taller than 24rem scrolls. */
export function PopoverPanel({ trigger, title, isOpen, onOpenChange, children }: PopoverPanelProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={title}
          className="motion-pop pop-surface z-50 flex w-[min(22.5rem,calc(100vw-24px))] flex-col overflow-hidden"
        >
          <h2 className="border-b border-line px-4 py-3 font-display text-base font-bold">{title}</h2>
          {/* A region that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className="max-h-96 overflow-y-auto overscroll-contain" tabIndex={0} role="group" aria-label={title}>
            {children}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
