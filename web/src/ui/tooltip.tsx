import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

type TooltipProps = { text: string; side?: 'top' | 'right' | 'bottom' | 'left'; children: ReactNode };

/** A short explanation of a control, on hover and focus. The child must be a single control. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={12}
            className="motion-pop pop-surface z-70 max-w-60 rounded-sm px-2.5 py-1.5 text-xs font-medium"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
