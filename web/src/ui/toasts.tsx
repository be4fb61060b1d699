import { Opened, lazyPart } from './lazy-part.tsx';
import { useDelayed } from './skeleton.tsx';
import { useSaid } from './toast.ts';

/** The first page is rendered by then; toasts are not needed for it. */
const DRAWN_MS = 2_000;

const ToastStack = lazyPart(async () => (await import('./toast-stack.tsx')).ToastStack);

/** Loads the toast containers when there is a toast to show, at the latest after the first page. */
export function Toasts() {
  const isSaid = useSaid(({ said }) => said.length > 0);
  const isLater = useDelayed(DRAWN_MS);
  return (
    // A dialog hides everything outside it except live regions. The toast containers may mount after a dialog; this region is there before.
    <div aria-live="off">
      <Opened isOpen={isSaid || isLater}>
        <ToastStack />
      </Opened>
    </div>
  );
}
