import { Link } from 'react-router';
import { Slide, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { useText } from '#i18n/i18n.ts';
import { langOf } from '#i18n/lang-of.ts';

const TOP_BAR = 'nav';

type Kind = 'success' | 'error' | 'info';

/** Where a message leads. */
type Way = { readonly to: string; readonly label: string };

/** Bottom left, 3 s: the layout's own toasts. */
export function showToast(kind: Kind, message: string, way?: Way): void {
  const words = <span lang={langOf(message)}>{message}</span>;
  if (way === undefined) toast(words, optionsOf(kind, message));
  else
    toast(
      <span>
        {words}{' '}
        <Link to={way.to} className="font-semibold whitespace-nowrap text-primary underline">
          {way.label}
        </Link>
      </span>,
      optionsOf(kind, message),
    );
}

/** Top right, 5 s: what the top bar has to say, such as how signing in went. */
export function showTopToast(kind: Kind, message: string): void {
  toast(<span lang={langOf(message)}>{message}</span>, { ...optionsOf(kind, message), containerId: TOP_BAR });
}

/** What is on the screen already is not said a second time: a toast is known by its words. */
function optionsOf(kind: Kind, message: string): ToastOptions {
  return { type: kind, role: kind === 'error' ? 'alert' : 'status', toastId: `${kind}: ${message}` };
}

/** Both containers. The first has no id: a toast without one goes there. */
export function Toasts() {
  const t = useText();
  const shared = { theme: 'dark', transition: Slide, closeOnClick: true, pauseOnHover: true, limit: 4 } as const;
  return (
    // Whoever has reached a toast by keyboard is reading it.
    <div onFocus={() => toast.pause()} onBlur={() => toast.play()}>
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
