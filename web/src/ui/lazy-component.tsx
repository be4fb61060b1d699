import {
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  Suspense,
  cloneElement,
  lazy,
  useEffect,
  useState,
} from 'react';
import { useText } from '#i18n/i18n.ts';
import { useDelayed } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';
import { showToast } from './toast.ts';

/**
 * Creates a component that loads when it is first rendered. If its file no longer exists, a new release has replaced it, and a
 * toast says so.
 */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => UpdateNotice) }));
  return Part as ComponentType<Props>;
}

type MountWhenOpenedProps = {
  isOpen: boolean;
  /** Shown while it loads. */
  loading?: ReactNode;
  children: ReactNode;
};

/** Renders nothing until it is first opened, then stays mounted for the closing animation. */
export function MountWhenOpened({ isOpen, loading = null, children }: MountWhenOpenedProps) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened ? <Suspense fallback={isOpen && loading}>{children}</Suspense> : null;
}

/** Over the page while a dialog loads. It appears late, because most dialogs are loaded before. */
export function DialogLoading() {
  const t = useText();
  if (!useDelayed()) return null;
  return (
    <div role="status" className="pointer-events-none fixed inset-0 z-60 grid place-items-center">
      <span className="rounded-full border border-line bg-bg-2 p-3 text-primary shadow-pop">
        <Spinner />
        <span className="sr-only">{t.views.loading}</span>
      </span>
    </div>
  );
}

type LazyPanelProps = {
  isOpen: boolean;
  popup: 'dialog' | 'menu';
  /** The button without handlers: until the panel has loaded, a click only opens it. */
  trigger: ReactElement<ComponentProps<'button'>>;
  onOpen: () => void;
  /** The panel with the same trigger in it. */
  children: ReactNode;
};

/** A button whose panel loads at the first click. */
export function LazyPanel({ isOpen, popup, trigger, onOpen, children }: LazyPanelProps) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  const button = cloneElement(trigger, { 'aria-haspopup': popup, 'aria-expanded': false, onClick: onOpen });
  return wasOpened ? <Suspense fallback={button}>{children}</Suspense> : button;
}

function UpdateNotice() {
  const t = useText();
  const message = t.update.title;
  useEffect(() => showToast('info', message), [message]);
  return null;
}
