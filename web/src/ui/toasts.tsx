import { Opened, lazyPart } from './lazy-part.tsx';
import { useDelayed } from './skeleton.tsx';
import { useSaid } from './toast.ts';

/** The first page is drawn by then; what shows toasts is not needed for it. */
const DRAWN_MS = 2_000;

const ToastStack = lazyPart(async () => (await import('./toast-stack.tsx')).ToastStack);

/** Loads what shows toasts when there is one to show, and else after the first page. */
export function Toasts() {
  const isSaid = useSaid(({ said }) => said.length > 0);
  const isLater = useDelayed(DRAWN_MS);
  return (
    // A dialog hides all that stands outside it, but for live regions: this mark is there before any dialog, the stack may not be.
    <div aria-live="off">
      <Opened isOpen={isSaid || isLater}>
        <ToastStack />
      </Opened>
    </div>
  );
}
