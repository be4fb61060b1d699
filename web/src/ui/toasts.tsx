import { MountWhenOpened, lazyComponent } from './lazy-component.tsx';
import { useDelayed } from './skeleton.tsx';
import { useToastQueue } from './toast.ts';

/** The first page is rendered by then; toasts are not needed for it. */
const LOAD_AFTER_MS = 2_000;

const ToastStack = lazyComponent(async () => (await import('./toast-stack.tsx')).ToastStack);

/** Loads the toast containers when there is a toast to show, at the latest after the first page. */
export function Toasts() {
  const hasToasts = useToastQueue(({ toasts }) => toasts.length > 0);
  const isLater = useDelayed(LOAD_AFTER_MS);
  return (
    // A dialog hides everything outside it except live regions. The toast containers may mount after a dialog; this region is there before.
    <div aria-live="off">
      <MountWhenOpened isOpen={hasToasts || isLater}>
        <ToastStack />
      </MountWhenOpened>
    </div>
  );
}
