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
import { showToast } from './toast.ts';

/** A part that is loaded when it is first needed. If its file is gone, a release has replaced it: the player is told. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => UpdateNeeded) }));
  return Part as ComponentType<Props>;
}

/** Draws nothing until it is opened for the first time, and then stays, for its way out. */
export function Opened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null;
}

type LazyPanelProps = {
  isOpen: boolean;
  popup: 'dialog' | 'menu';
  /** The button, without its handlers: until the panel is there it only opens it. */
  trigger: ReactElement<ComponentProps<'button'>>;
  onOpen: () => void;
  /** The panel with the same trigger in it. */
  children: ReactNode;
};

/** A button whose panel is loaded when it is first pressed. */
export function LazyPanel({ isOpen, popup, trigger, onOpen, children }: LazyPanelProps) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  const button = cloneElement(trigger, { 'aria-haspopup': popup, 'aria-expanded': false, onClick: onOpen });
  return wasOpened ? <Suspense fallback={button}>{children}</Suspense> : button;
}

function UpdateNeeded() {
  const t = useText();
  const message = t.update.title;
  useEffect(() => showToast('info', message), [message]);
  return null;
}
