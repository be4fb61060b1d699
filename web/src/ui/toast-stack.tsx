import { type MouseEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type Id, Slide, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { useText } from '#i18n/i18n.ts';
import { langAttribute } from '#i18n/lang-attribute.ts';
import { Button, ButtonLink } from './button.tsx';
import { type QueuedToast, type ToastAction, useToastQueue } from './toast.ts';

const TOP_BAR = 'nav';
const ACTION_MS = 10_000;

/** Renders both containers of toasts. The first has no id, so it takes the toasts without one. */
export function ToastStack() {
  const t = useText();
  useShowQueued();
  const shared = { theme: 'dark', transition: Slide, closeOnClick: true, pauseOnHover: true, limit: 4 } as const;
  return (
    // A toast that has the keyboard focus is being read, so it stays, also when the mouse leaves it.
    <div onFocus={() => toast.pause()} onBlur={() => toast.play()} onMouseLeave={pauseFocused}>
      <ToastContainer {...shared} position="bottom-left" autoClose={3000} aria-label={t.toasts.label} />
      <ToastContainer
        {...shared}
        containerId={TOP_BAR}
        position="top-right"
        autoClose={5000}
        aria-label={t.toasts.accountLabel}
      />
    </div>
  );
}

function pauseFocused({ currentTarget }: MouseEvent): void {
  if (currentTarget.contains(document.activeElement)) toast.pause();
}

/** Shows the queued toasts once the containers are mounted. */
function useShowQueued(): void {
  const toasts = useToastQueue((state) => state.toasts);
  useEffect(() => {
    if (toasts.length === 0) return;
    toasts.forEach(show);
    useToastQueue.setState({ toasts: [] });
  }, [toasts]);
}

/** The last toast of each group. */
const lastIds = new Map<string, Id>();

function show(next: QueuedToast): void {
  const options = optionsOf(next);
  const group = groupOf(next);
  if (group !== undefined) {
    const lastId = lastIds.get(group);
    if (lastId !== undefined && lastId !== options.toastId) toast.dismiss(lastId);
    lastIds.set(group, options.toastId);
  }
  toast(({ closeToast }) => <ToastContent toast={next} onClose={closeToast} />, options);
}

/** A phone shows one toast at a time. There a message replaces the one before; errors and toasts with a button wait instead. */
function groupOf({ kind, action, group }: QueuedToast): string | undefined {
  if (group !== undefined || action !== undefined || kind === 'error') return group;
  return window.matchMedia('(width < 48rem)').matches ? 'messages' : undefined;
}

function ToastContent({ toast: { message, link, action }, onClose }: { toast: QueuedToast; onClose: () => void }) {
  const text = <span lang={langAttribute(message)}>{message}</span>;
  if (action !== undefined) {
    return (
      <span className="flex grow items-center justify-between gap-3">
        {text}
        <ActionButton action={action} onDone={onClose} />
      </span>
    );
  }
  if (link === undefined) return text;
  return (
    <span>
      {text}{' '}
      <Link to={link.to} className="font-semibold whitespace-nowrap text-primary underline">
        {link.label}
      </Link>
    </span>
  );
}

function ActionButton({ action, onDone }: { action: ToastAction; onDone: () => void }) {
  const [isPending, setPending] = useState(false);
  if ('to' in action) {
    return (
      <ButtonLink size="dense" to={action.to} onClick={onDone}>
        {action.label}
      </ButtonLink>
    );
  }
  const press = () => {
    setPending(true);
    void action.run().finally(onDone);
  };
  return (
    <Button size="dense" isPending={isPending} onClick={press}>
      {action.label}
    </Button>
  );
}

/** A toast with the same text as a visible one is not shown again: its id is made of the text. */
function optionsOf({ kind, message, action, isTop = false }: QueuedToast): ToastOptions & { toastId: Id } {
  const place = isTop && { containerId: TOP_BAR };
  const stay = action && { autoClose: ACTION_MS, closeOnClick: false, className: 'toast-action' };
  const role = kind === 'error' ? 'alert' : 'status';
  return { type: kind, role, toastId: `${kind}: ${message}`, ...place, ...stay };
}
